"""How often bootstrap tests reject a true null with few units: python3 simulate_few_units.py

Differences of documents are independent standard normal ones with mean 0, the score is their mean. Nominal levels: 5 %
for the interval of the difference and the centred bootstrap, 10 % for a win rate of .95 of either system, which is what
a one-sided 5 % is when the data choose the side. Randomization (signs of differences, 5 %) stands beside them. B = 2,000
resamples and as many exchanges; 10,000 trials, so that a share of .05 has a standard deviation of .002. Made with numpy
2.4.6; shares no code with the program. Output in docs/statistics/comparison.md.
"""

import numpy as np

B, TRIALS = 2000, 10_000
rng = np.random.default_rng(2004)
print("units interval centred win-rate randomization")
for units in (2, 3, 5, 6, 10, 15, 20, 30):
    rejected = np.zeros(4)
    for _ in range(TRIALS):
        x = rng.normal(size=units)
        observed = x.mean()
        means = x[rng.integers(0, units, (B, units))].mean(axis=1)
        beyond = min((means <= 0).sum(), (means >= 0).sum())
        lower, upper = np.quantile(means, [0.025, 0.975])
        interval = (lower > 0 or upper < 0) and 2 * (beyond + 1) / (B + 1) <= 0.05
        extreme = (abs(means - means.mean()) >= abs(observed) * (1 - 1e-9)).sum()
        centred = (extreme + 1) / (B + 1) <= 0.05
        koehn = max((means > 0).mean(), (means < 0).mean()) >= 0.95
        signs = rng.integers(0, 2, (B, units)) * 2 - 1
        exchanged = (abs(signs @ x) / units >= abs(observed) * (1 - 1e-9)).sum()
        randomization = (exchanged + 1) / (B + 1) <= 0.05
        rejected += [interval, centred, koehn, randomization]
    print(units, *(f"{share:.3f}" for share in rejected / TRIALS), flush=True)
