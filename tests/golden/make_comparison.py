"""Adjusted p-values by statsmodels and SciPy: python3 make_comparison.py > multiplicity.json

Made with statsmodels 0.15.0 (multipletests: holm, fdr_bh); Benjamini & Hochberg also with
scipy.stats.false_discovery_control, which must agree.
"""

import json

import numpy as np
import statsmodels
from scipy import stats
from statsmodels.stats.multitest import multipletests

rng = np.random.default_rng(7)
cases = [[0.01, 0.04, 0.03, 0.005], [0.5], [0.9, 0.8, 0.85], [0.02] * 5, [1 / 1001] * 3 + [0.3, 1.0, 0.05]]
cases += [list(np.round(rng.random(size) ** 3, 4)) for size in (7, 15, 45)]
rows = []
for p in cases:
    bh = multipletests(p, method="fdr_bh")[1]
    assert np.allclose(bh, stats.false_discovery_control(p), rtol=1e-13)
    rows.append({"p": p, "holm": list(multipletests(p, method="holm")[1]), "bh": list(bh)})
print(json.dumps({"oracle": f"statsmodels {statsmodels.__version__}", "cases": rows}))
