"""Distribution functions and binomial intervals by SciPy: python3 make_special.py > special.json

Made with scipy 1.17.1, numpy 2.4.6, mpmath 1.3.0 (the density of t, of which SciPy has twelve digits at many
degrees of freedom).
"""

import json

import mpmath
import numpy as np
import scipy
from scipy import special, stats

x_normal = [-37.0, -20.0, -10.0, -5.0, -2.5, -1.0, -0.3, -1e-8, 0.0, 0.1, 0.67, 1.0, 1.959963984540054, 3.0, 6.0, 8.2]
p_all = [1e-300, 1e-100, 1e-20, 1e-12, 1e-8, 1e-5, 1e-3, 0.01, 0.025, 0.05, 0.0749999, 0.1, 0.2, 0.3, 0.4, 0.45,
         0.499, 0.51, 0.6, 0.75, 0.9, 0.95, 0.975, 0.99, 0.995, 0.9999, 1 - 1e-8, 1 - 1e-12]
df_all = [1, 2, 3, 4, 5, 7, 10, 14, 19, 29, 30, 31, 49, 99, 199, 499, 789, 999, 1499, 4999, 1e4, 1e5, 1e6, 0.5, 2.7]
t_all = [-1e5, -300.0, -40.0, -12.0, -6.0, -3.0, -1.96, -1.0, -0.5, -0.1, -1e-4, 0.2, 1.3, 2.5, 9.0]
beta_all = [(0.5, 0.5), (1, 1), (2, 3), (0.5, 50), (40, 0.5), (25, 976), (250, 9751), (500, 500), (5e4, 5e4),
            (3e4, 7e4), (12, 1.5), (1e-1, 1e-1)]
u_all = [1e-6, 1e-3, 0.02, 0.026, 0.1, 0.3, 0.497, 0.5, 0.51, 0.7, 0.95, 0.999]

mpmath.mp.dps = 40


def t_density(t, df):
    t, half = mpmath.mpf(t), mpmath.mpf(df) / 2
    logarithm = mpmath.loggamma(half + 0.5) - mpmath.loggamma(half) - (half + 0.5) * mpmath.log(1 + t * t / (2 * half))
    return float(mpmath.exp(logarithm) / mpmath.sqrt(2 * half * mpmath.pi))


print(json.dumps({
    "oracle": f"scipy {scipy.__version__}, numpy {np.__version__}, mpmath {mpmath.__version__}",
    "normal_cdf": [[x, special.ndtr(x)] for x in x_normal],
    "normal_quantile": [[p, special.ndtri(p)] for p in p_all],
    "student_t_cdf": [[t, df, stats.t.cdf(t, df)] for df in df_all for t in t_all],
    "student_t_pdf": [[t, df, t_density(t, df)] for df in df_all for t in t_all],
    "student_t_quantile": [[p, df, stats.t.ppf(p, df)] for df in df_all for p in p_all
                           # At 0.499 SciPy itself is right to 2e-11 only (4 degrees of freedom, closed form).
                           if 1e-12 <= p and p != 0.499],
    "beta_cdf": [[a, b, x, special.betainc(a, b, x)] for a, b in beta_all for x in u_all],
    "beta_quantile": [[a, b, p, special.betaincinv(a, b, p)] for a, b in beta_all for p in [0.001, 0.025, 0.5, 0.9, 0.975]],
    "binomial": [
        {"k": k, "n": n, "p": p, "upper": stats.binom.sf(k - 1, n, p), "lower": stats.binom.cdf(k, n, p),
         # Not proportion_ci("exact"), whose root finder stops at about ten digits.
         "exact": [0.0 if k == 0 else special.betaincinv(k, n - k + 1, (1 - level) / 2),
                   1.0 if k == n else special.betainccinv(k + 1, n - k, (1 - level) / 2)],
         "wilson": list(stats.binomtest(k, n).proportion_ci(level, "wilson")), "level": level}
        for k, n in [(0, 10), (1, 10), (5, 10), (10, 10), (95, 100), (947, 1000), (9531, 10000), (3, 50000)]
        for p, level in [(0.5, 0.95), (0.95, 0.9), (1e-4, 0.99)]
    ],
}))
