"""Correlations and rank probabilities by SciPy: python3 make_correlation.py > correlation.json

Made with scipy 1.17.1, numpy 2.4.6.
"""

import json

import numpy as np
import scipy
from scipy import stats

rng = np.random.default_rng(11)


def correlations(x, y):
    return {"x": list(x), "y": list(y), "pearson": stats.pearsonr(x, y)[0], "spearman": stats.spearmanr(x, y)[0],
            "kendall": stats.kendalltau(x, y)[0]}


cases = [correlations(*rng.normal(size=(2, n))) for n in (3, 5, 20, 500)]
for n, levels in [(6, 3), (40, 5), (1000, 4), (1000, 100)]:
    x = rng.integers(0, levels, n)
    y = x + rng.integers(0, levels, n)
    cases.append(correlations(x.astype(float), y.astype(float)))
# A mean that is large beside the deviations; few digits, so that any reader of JSON reads the same number.
cases.append(correlations(np.round(1e6 + rng.normal(size=30), 3), np.round(rng.normal(size=30), 3)))

# Rank probabilities: ties resolved at random, in expectation over all orders of tied systems.
scores = np.round(rng.normal([[0.0], [0.3], [0.5], [0.5], [1.2]], 0.6, size=(5, 200)), 1)
low, high = (np.apply_along_axis(stats.rankdata, 0, -scores, method) for method in ("min", "max"))
probability = [[float(np.mean(((low[s] <= r) & (r <= high[s])) / (high[s] - low[s] + 1))) for r in range(1, 6)]
               for s in range(5)]
print(json.dumps({
    "oracle": f"scipy {scipy.__version__}, numpy {np.__version__}",
    "cases": cases,
    "ranks": {"scores": scores.tolist(), "probability": probability,
              "mean_ranks": np.apply_along_axis(stats.rankdata, 0, -scores, "average").T.tolist()},
}))
