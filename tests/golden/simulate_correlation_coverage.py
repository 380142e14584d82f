"""How often the percentile interval of a correlation over systems holds what: the table of
docs/statistics/metrics.md, with NumPy 2 alone.

    python3 tests/golden/simulate_correlation_coverage.py

True scores of the systems under two metrics are drawn from a normal distribution with correlation rho and
deviation 1, and stay; a score is the true one plus noise of deviation se, a replicate the score plus such
noise again. Noises of the two metrics are independent.
"""

import numpy as np

TRIALS, B = 1000, 1000
CASES = [(5, 0.97, 0.2), (10, 0.90, 0.2), (10, 0.97, 0.2), (17, 0.90, 0.2), (10, 0.99, 0.4)]
random = np.random.default_rng(2007)


def correlations(x, y):
    """Pearson's, row by row."""
    x = x - x.mean(axis=-1, keepdims=True)
    y = y - y.mean(axis=-1, keepdims=True)
    return (x * y).sum(axis=-1) / np.sqrt((x * x).sum(axis=-1) * (y * y).sum(axis=-1))


def trial(systems, rho, se):
    def draw(scores, count):
        return [s + random.normal(0, se, (count, systems)) for s in scores]

    x = random.normal(size=systems)
    true = [x, rho * x + np.sqrt(1 - rho * rho) * random.normal(size=systems)]
    mean = correlations(*draw(true, B)).mean()
    scores = [s[0] for s in draw(true, 1)]
    replicates = correlations(*draw(scores, B))
    lower, upper = np.quantile(replicates, [0.025, 0.975])
    of_true, r = correlations(*true), correlations(*scores)
    return [
        lower <= of_true <= upper,
        lower <= mean <= upper,
        of_true,
        mean,
        r - replicates.mean(),
    ]


print("systems rho se: true correlation held, mean r held; true, mean r, attenuation on average")
for systems, rho, se in CASES:
    found = np.mean([trial(systems, rho, se) for _ in range(TRIALS)], axis=0)
    print(systems, rho, se, np.round(found, 3))
