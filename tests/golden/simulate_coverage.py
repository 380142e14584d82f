"""How much the observed coverage over 100 random samples of one corpus varies between corpora, where the
truth is the generator's: numbers of docs/statistics/intervals.md, with NumPy 2 alone.

    python3 tests/golden/simulate_coverage.py

A corpus is N normal values with mean 0, a sample n of them without replacement, its interval 1.96 standard
errors wide on both sides.
"""

import numpy as np

random = np.random.default_rng(2004)
for size, sample, corpora in [(3000, 150, 1000), (3000, 300, 1000), (3000, 1500, 1000)]:
    shares = []
    for _ in range(corpora):
        corpus = random.normal(size=size)
        samples = [random.choice(corpus, sample, replace=False) for _ in range(100)]
        held = [abs(x.mean()) <= 1.96 * x.std(ddof=1) / np.sqrt(sample) for x in samples]
        shares.append(np.mean(held))
    print(size, sample, "mean", np.round(np.mean(shares), 3), "deviation", np.round(np.std(shares), 4))
print("independent trials", np.round(np.sqrt(0.95 * 0.05 / 100), 4))
