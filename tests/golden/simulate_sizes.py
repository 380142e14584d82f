"""Simulated coverage of the intervals of x_min and x_max, and shares of bad fits: the
tables of docs/statistics/sizes.md, with NumPy 2 and SciPy 1.17.1 alone.

    python3 tests/golden/simulate_sizes.py

A population of documents of 20 to 79 segments around 50, with effects of documents (deviation 4) and
of segments (deviation 20); STDEV of the mean by its closed form; curves by least squares in
logarithms; the true curve is that through the mean logarithms of 3,000 samples.
"""

import warnings

import numpy as np
from scipy.stats import t as student

EPSILON, DRAWS, TRIALS = 0.01, 200, 1000
warnings.simplefilter("ignore")
random = np.random.default_rng(1)


def sample(documents):
    """Segments, sums and sums of squares of each document."""
    rows = []
    for _ in range(documents):
        n = random.integers(20, 80)
        x = 50 + random.normal(0, 4) + random.normal(0, 20, n)
        rows.append((n, x.sum(), (x * x).sum()))
    return np.array(rows)


def curve(rows, unit):
    """Relative STDEV in percent along the last but one axis, and the sizes."""
    n, s, q = np.moveaxis(np.cumsum(rows, axis=-2), -1, 0)
    k, mean = np.arange(1, rows.shape[-2] + 1), s / n
    if unit == "segments":
        return 100 * np.sqrt(np.maximum(q / n - mean**2, 0) / n) / mean, k
    square = [np.cumsum(a, -1) for a in (rows[..., 1] ** 2, rows[..., 1] * rows[..., 0], rows[..., 0] ** 2)]
    variance = (square[0] - 2 * mean * square[1] + mean**2 * square[2]) / n**2
    variance = variance[..., 1:] * k[1:] / (k[1:] - 1)
    return 100 * np.sqrt(np.maximum(variance, 0)) / mean[..., 1:], k[1:]


def fit(y, x):
    """ln a and b; what does not deviate is left out."""
    ly = np.log(np.where(y > 1e-7, y, np.nan))
    lx = np.where(np.isnan(ly), np.nan, np.log(x) * np.ones_like(ly))
    mx, my = np.nanmean(lx, -1, keepdims=True), np.nanmean(ly, -1, keepdims=True)
    b = -np.nansum((lx - mx) * (ly - my), -1) / np.nansum((lx - mx) ** 2, -1)
    return my[..., 0] + b * mx[..., 0], b


def sizes(ln_a, b):
    """Logarithms of x_min and x_max; NaN where the curve rises."""
    b = np.where(b > 0, b, np.nan)
    return np.array([np.log(1 + 1 / b), (ln_a + np.log(b / EPSILON)) / (b + 1)])


for unit in ("segments", "documents"):
    for k in (5, 8, 10, 15, 40, 80):
        samples = np.stack([sample(k) for _ in range(3000)])
        y, x = curve(samples, unit)
        ln_a, b = fit(y, x)
        ly, centre = np.log(y), (ln_a.mean(), b.mean())
        truth = sizes(*centre)
        rest = ((ly - (ln_a[:, None] - b[:, None] * np.log(x))) ** 2).sum(-1)
        r_squared = 1 - rest / ((ly - ly.mean(-1, keepdims=True)) ** 2).sum(-1)
        bad = (1 - (1 - r_squared) * (len(x) - 1) / (len(x) - 2) < 0.9).mean()
        held, known, plain = np.zeros(2), np.zeros(2), np.zeros(2)
        for own in samples[:TRIALS]:
            y, x = curve(own, unit)
            estimate = sizes(*fit(y, x))
            drawn = sizes(*fit(*curve(own[random.integers(0, k, (DRAWS, k))], unit)))
            reach = student.ppf(0.975, k - 1) * np.sqrt(k / (k - 1)) * np.nanstd(drawn, axis=-1, ddof=1)
            usable = (np.isnan(drawn).mean(-1) <= 0.05) & ~np.isnan(estimate)
            known += usable
            held += usable & (np.abs(estimate - truth) <= reach)
            low, high = np.nanquantile(drawn, [0.025, 0.975], axis=-1)
            plain += usable & (low <= truth) & (truth <= high)
        with np.errstate(invalid="ignore"):
            print(unit, k, "held", (held / known).round(3), "percentiles", (plain / known).round(3),
                  "known", known, "bad fits", round(float(bad), 4), "deviation of b", round(float(b.std()), 3))
