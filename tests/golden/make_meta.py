"""Values of numbers/src/stats/meta/real.rs: python3 make_meta.py DATA [MTME]

DATA has the folder evalsets/wmt23; MTME is a checkout of google-research/mt-metrics-eval at 68a481a, whose functions
make the first two parts. The others follow definitions by NumPy. Made with scipy 1.17.1, numpy 2.4.6; some minutes.
"""

import sys
import warnings
from pathlib import Path

import numpy as np
from scipy.stats import binom, pearsonr, zscore

DATA = Path(sys.argv[1]) / "evalsets/wmt23"
warnings.simplefilter("ignore")


def read(path):
    rows = {}
    for line in open(DATA / path):
        system, score = line.split("\t")
        rows.setdefault(system, []).append(np.nan if score.strip() == "None" else float(score))
    return np.array([rows[name] for name in sorted(rows) if name not in ("refA", "synthetic_ref")])


def human(gold, level="seg"):
    return read(f"human-scores/en-de.{gold}.{level}.score")


def metric(name, level="seg"):
    return read(f"metric-scores/en-de/{name}.{level}.score")


def judged(gold, *names):
    people = human(gold)
    items = ~np.isnan(people).any(axis=0)
    return people[:, items], *(metric(name)[:, items] for name in names)


if len(sys.argv) > 2:
    sys.path.insert(0, sys.argv[2])
    from mt_metrics_eval import stats

    def correlation(people, scores):
        gold = [None if np.isnan(score) else score for score in people.ravel()]
        return stats.Correlation(len(people), gold, [float(score) for score in scores.ravel()])

    for gold, name, has_gaps in [("mqm", "COMET-refA", False), ("da-sqm", "BLEU-refA", False), ("mqm", "COMET-refA", True)]:
        people = human(gold)
        if has_gaps:
            system, item = np.indices(people.shape)
            people[(7 * system + 3 * item) % 5 == 0] = np.nan
        both = correlation(people, metric(name))
        for by in ("none", "item", "sys"):
            variants = [both.KendallVariants(variant=tau, average_by=by)[0] for tau in ("b", "c", "23", "acc23")]
            print(gold, name, has_gaps, by, [f"{value:.12f}" for value in [both.Pearson(average_by=by)[0], *variants]])

    acc = {"variant": "acc23"}
    opt = {"variant": "acc23", "sample_rate": 1.0}
    for gold, first, second, measure, by, draws, options in [
        ("mqm", "BLEU-refA", "f200spBLEU-refA", pearsonr, "none", 1000, {}),
        ("ESA-1", "COMET-refA", "CometKiwi-src", pearsonr, "none", 1000, {}),
        ("ESA-1", "MetricX-23-refA", "XCOMET-Ensemble-refA", pearsonr, "none", 1000, {}),
        ("mqm", "chrF-refA", "BLEU-refA", stats.KendallVariants, "item", 200, acc),
        ("mqm", "CometKiwi-src", "COMET-refA", stats.KendallVariants, "item", 200, acc),
        ("ESA-1", "COMET-refA", "chrF-refA", stats.KendallVariants, "item", 300, acc),
        ("ESA-1", "MetricX-23-refA", "CometKiwi-src", stats.KendallWithTiesOpt, "item", 150, opt),
        ("ESA-1", "COMET-refA", "CometKiwi-src", stats.PairwiseConfidenceError, "none", 400, {"num_sys": 12}),
        ("ESA-1", "chrF-refA", "BLEU-refA", stats.PairwiseConfidenceError, "none", 400, {"num_sys": 12}),
    ]:
        np.random.seed(0)
        sides = [correlation(human(gold), metric(name)) for name in (first, second)]
        never = stats.PermutationSigDiffParams(10**9)
        p, delta, _, pairs = stats.PermutationSigDiff(*sides, measure, by, draws, never, **options)
        null = np.array(pairs) @ [1, -1]
        print(gold, first, second, measure.__name__, p, np.mean(abs(null) >= abs(delta)), f"{delta:.9f}")


def exchanged(gold, first, second, measure, draws=4000):
    people, *scores = judged(gold, first, second)
    one, other = (zscore(score, axis=None) for score in scores)
    rng = np.random.default_rng(1)
    delta = measure(people, other) - measure(people, one)
    null = []
    for _ in range(draws):
        swap = rng.integers(0, 2, people.shape)
        null.append(measure(people, np.where(swap, one, other)) - measure(people, np.where(swap, other, one)))
    null = np.array(null)
    print(gold, first, second, measure.__name__, np.mean(null >= delta - 1e-12), np.mean(abs(null) >= abs(delta) - 1e-12), f"{delta:.9f}")


def system_pearson(people, scores):
    return np.corrcoef(people.mean(axis=1), scores.mean(axis=1))[0, 1]


def pdp(people, scores):
    i, j = np.triu_indices(len(people), 1)
    x, y = (people[i] - people[j]).ravel(), (scores[i] - scores[j]).ravel()
    return x @ y / np.sqrt((x @ x) * (y @ y))


exchanged("ESA-1", "COMET-refA", "CometKiwi-src", system_pearson)
exchanged("mqm", "chrF-refA", "BLEU-refA", system_pearson)
exchanged("ESA-1", "COMET-refA", "CometKiwi-src", pdp)


def pearson(x, y):
    return np.corrcoef(x, y)[0, 1]


def accuracy(x, y):
    i, j = np.triu_indices(len(x), 1)
    return np.mean(np.sign(x[i] - x[j]) == np.sign(y[i] - y[j]))


people = human("mqm", "sys")[:, 0]
for first, second in [("BLEU-refA", "COMET-refA"), ("chrF-refA", "BLEU-refA"), ("MetricX-23-refA", "CometKiwi-src")]:
    one, other = (zscore(metric(name, "sys")[:, 0]) for name in (first, second))
    for measure in (pearson, accuracy):
        delta = measure(people, other) - measure(people, one)
        count = 0
        for exchanges in range(1 << len(people)):
            swap = exchanges >> np.arange(len(people)) & 1
            null = measure(people, np.where(swap, one, other)) - measure(people, np.where(swap, other, one))
            count += null >= delta - 1e-12
        print(first, second, measure.__name__, count, "of", 1 << len(people))


def verdicts(gold, name):
    people, scores = judged(gold, name)
    i, j = np.triu_indices(len(people), 1)
    x, y = (people[i] - people[j]).ravel(), (scores[i] - scores[j]).ravel()
    tie, alike, distance = x == 0, np.sign(x) * np.sign(y) > 0, abs(y)
    order = np.argsort(distance, kind="stable")
    right = alike.sum() + np.cumsum((tie.astype(int) - alike)[order])
    is_last = np.r_[np.diff(distance[order]) > 0, True]
    at_zero = np.where(distance <= 0, tie, alike).sum()
    thresholds, counts = np.r_[0, distance[order][is_last]], np.r_[at_zero, right[is_last]]
    return np.where(distance <= thresholds[np.argmax(counts)], tie, alike)


for gold, first, second in [("mqm", "BLEU-refA", "chrF-refA"), ("mqm", "COMET-refA", "CometKiwi-src"),
                            ("ESA-1", "MetricX-23-refA", "CometKiwi-src"), ("ESA-1", "CometKiwi-src", "MetricX-23-refA")]:
    one, other = verdicts(gold, first), verdicts(gold, second)
    only_one, only_other = (one & ~other).sum(), (other & ~one).sum()
    print(gold, first, second, f"{binom.sf(only_other - 1, only_one + only_other, 0.5):.12g}")
