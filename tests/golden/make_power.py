"""Power of normal tests by statsmodels, and slopes in logarithms by SciPy: python3 make_power.py > power.json

Made with statsmodels 0.15.0 (NormalIndPower with ratio=0, a test of one mean) and scipy 1.12.0 (linregress).
"""

import json

import numpy as np
import scipy
import statsmodels
from scipy import stats
from statsmodels.stats.power import NormalIndPower

rng = np.random.default_rng(5)
cases = []
for stdev, units, difference, level, sides in [(2.0, 100, 0.8, 0.95, 2), (0.7, 40, 0.3, 0.9, 2), (1.1, 790, 0.2, 0.99, 2),
                                               (2.0, 100, 0.8, 0.95, 1), (5.0, 15, 2.0, 0.8, 1)]:
    single = stdev * units**0.5
    alternative = {1: "larger", 2: "two-sided"}[sides]
    solve = NormalIndPower().solve_power
    case = {"stdev": stdev, "units": units, "difference": difference, "level": level, "sides": sides, "power": [],
            "required": []}
    for size in (5, units, 10 * units):
        power = NormalIndPower().power(difference / single, size, 1 - level, ratio=0, alternative=alternative)
        case["power"].append([size, float(power)])
    for power in (0.8, 0.9, 0.99):
        size = solve(difference / single, None, 1 - level, power, ratio=0, alternative=alternative)
        case["required"].append([power, float(np.squeeze(size))])
    cases.append(case)
laws = []
for n in (3, 8, 15):
    sizes = np.arange(1, n + 1) * 50.0
    stdevs = 30 * sizes**-0.45 * np.exp(rng.normal(0, 0.03, n))
    fit = stats.linregress(np.log(sizes), np.log(stdevs))
    t = (-fit.slope - 0.5) / fit.stderr
    laws.append({"sizes": list(sizes), "stdevs": list(stdevs), "exponent": -fit.slope, "error": fit.stderr,
                 "p": 2 * stats.t.sf(abs(t), n - 2)})
print(json.dumps({"oracle": f"statsmodels {statsmodels.__version__}, scipy {scipy.__version__}", "cases": cases, "laws": laws}))
