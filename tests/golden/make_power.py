"""Power of t tests and slopes in logarithms by SciPy: python3 make_power.py > power.json

Made with scipy 1.17.1: the noncentral t distribution (nct) and brentq for sizes and differences, linregress for slopes.
The differences of n units have a deviation of stdev * sqrt(units); the test is Student's with n - 1 degrees of freedom.
"""

import json

import numpy as np
import scipy
from scipy import optimize, stats


def power(size, shift, level, sides):
    """Probability that the test rejects where the difference is `shift` standard errors."""
    df = size - 1
    critical = stats.t.ppf(1 - (1 - level) / sides, df)
    above = stats.nct.sf(critical, df, shift)
    below = stats.nct.cdf(-critical, df, shift) if sides == 2 else 0.0
    # SciPy has no number for a tail on the wrong side that is 0.
    return float(above + np.nan_to_num(below))


rng = np.random.default_rng(5)
cases = []
for stdev, units, difference, level, sides in [(2.0, 100, 0.8, 0.95, 2), (0.7, 40, 0.3, 0.9, 2), (1.1, 790, 0.2, 0.99, 2),
                                               (2.0, 100, 0.8, 0.95, 1), (5.0, 15, 2.0, 0.8, 1), (1.0, 5, 2.2, 0.95, 2)]:
    single = stdev * units**0.5
    case = {"stdev": stdev, "units": units, "difference": difference, "level": level, "sides": sides, "power": [],
            "required": [], "smallest": []}
    for size in (3, 5, units, 10 * units):
        case["power"].append([size, power(size, difference * size**0.5 / single, level, sides)])
    for wanted in (0.8, 0.9, 0.99):
        lacking = lambda size: power(size, difference * size**0.5 / single, level, sides) - wanted
        case["required"].append([wanted, optimize.brentq(lacking, 2.5, 1e6, xtol=1e-9)])
    for size in (3, 5, 10, 15, 60):
        lacking = lambda shift: power(size, shift, level, sides) - 0.8
        smallest = optimize.brentq(lacking, 0.01, 3 * stats.t.ppf(1 - (1 - level) / sides, size - 1), xtol=1e-12)
        case["smallest"].append([size, smallest * single / size**0.5])
    cases.append(case)
laws = []
for n in (3, 8, 15):
    sizes = np.arange(1, n + 1) * 50.0
    stdevs = 30 * sizes**-0.45 * np.exp(rng.normal(0, 0.03, n))
    laws.append({"sizes": list(sizes), "stdevs": list(stdevs), "exponent": -stats.linregress(np.log(sizes), np.log(stdevs)).slope})
print(json.dumps({"oracle": f"scipy {scipy.__version__}", "cases": cases, "laws": laws}))
