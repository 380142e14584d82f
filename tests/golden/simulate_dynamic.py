"""What scores of campaigns with dynamic assignment are off by: python3 simulate_dynamic.py RATINGS CAMPAIGNS

RATINGS is raters/wmt24.esa.en-cs/ratings.tsv: WMT 2024, English to Czech, 16 systems with ESA on 85 documents. A campaign
has 272 pages of three systems, with a cold start of 20 segments; then systems are ranked by their means so far and picked
one after the other in proportion to one over the rank. Scores are plain means, and least squares on systems and documents,
which count by their segments. Printed with the standard errors of the simulation: bias and root of the mean squared error
of the five best and of the five last systems, how often the best is found. Made with numpy 2.4.6; shares no code with the
program. Values in crates/numbers/src/stats/judges/dynamic/outcomes/real.rs.
"""

import csv
import sys

import numpy as np

SHOWN, COLD_START, PAGES = 3, 20, 272

with open(sys.argv[1], encoding="utf-8") as file:
    rows = list(csv.DictReader(file, delimiter="\t"))
systems = sorted({row["system"] for row in rows})
documents = sorted({row["doc"] for row in rows})
sums = np.zeros((len(systems), len(documents)))
counts = np.zeros_like(sums)
for row in rows:
    place = systems.index(row["system"]), documents.index(row["doc"])
    sums[place] += float(row["score"])
    counts[place] += 1
means, segments = sums / counts, counts[0]
truth = (means * segments).sum(axis=1) / segments.sum()
random = np.random.default_rng(1)


def pick(rated, total):
    """The systems of a page, by the segments and the sums of scores of each so far."""
    cold = rated < COLD_START
    if cold.any():
        first, others = np.flatnonzero(cold), np.flatnonzero(~cold)
        shown = list(random.choice(first, min(SHOWN, len(first)), replace=False))
        return shown + list(random.choice(others, SHOWN - len(shown), replace=False))
    weights = np.empty(len(systems))
    weights[np.argsort(-total / rated)] = 1 / np.arange(1, len(systems) + 1)
    shown = []
    for _ in range(SHOWN):
        system = random.choice(len(systems), p=weights / weights.sum())
        shown.append(system)
        weights[system] = 0
    return shown


def campaign():
    """Which systems were rated on which document, and plain means."""
    rated, total = np.zeros(len(systems)), np.zeros(len(systems))
    is_rated = np.zeros((len(documents), len(systems)), dtype=bool)
    for _ in range(PAGES):
        shown = pick(rated, total)
        document = random.choice(np.flatnonzero(~is_rated.all(axis=1)))
        is_rated[document, shown] = True
        rated[shown] += segments[document]
        total[shown] += segments[document] * means[shown, document]
    return is_rated, total / rated


def adjusted(is_rated):
    """Least squares; what effects have in common is set by the mean document."""
    gram, right = np.ones((len(systems), len(systems))), np.zeros(len(systems))
    seen = [(document, np.flatnonzero(row)) for document, row in enumerate(is_rated) if row.any()]
    for document, here in seen:
        values, weight = means[here, document], segments[document]
        right[here] += weight * (values - values.mean())
        gram[here, here] += weight
        gram[np.ix_(here, here)] -= weight / len(here)
    effects = np.linalg.solve(gram, right)
    level = sum(segments[d] * (means[here, d].mean() - effects[here].mean()) for d, here in seen)
    return effects + level / sum(segments[d] for d, _ in seen)


def with_error(values):
    return values.mean(), values.std() / len(values) ** 0.5


number = int(sys.argv[2])
errors = {"plain": [], "adjusted": []}
for _ in range(number):
    is_rated, plain = campaign()
    errors["plain"].append(plain - truth)
    errors["adjusted"].append(adjusted(is_rated) - truth)
order = np.argsort(-truth)
for name, all_errors in errors.items():
    all_errors = np.array(all_errors)
    print(name, "best found %.3f" % np.mean(np.argmax(all_errors + truth, axis=1) == order[0]))
    for part, here in (("best five", order[:5]), ("last five", order[-5:])):
        bias = with_error(all_errors[:, here].mean(axis=1))
        square, error = with_error((all_errors[:, here] ** 2).mean(axis=1))
        rmse = square**0.5, error / 2 / square**0.5
        print("  %s: bias %.3f (%.3f), RMSE %.3f (%.3f)" % (part, *bias, *rmse))
