//! Terms about how much data is enough.

use super::term::{Term, term};

pub(super) const TERMS: &[Term] = &[
    term(
        "required size",
        &["required documents", "wanted", "how many documents"],
        [
            "The number of documents with which a score has the wanted margin of error, or a difference is found with \
             the wanted power.",
            "It is an estimate with an interval of its own, often a factor of two to either side; none is named beyond 50 \
             times the data.",
            "n (margin now/margin wanted)^2, but for the quantile of t",
            "docs/statistics/intervals.md, \"Margins of error\"; docs/statistics/power.md, \"Power\"",
        ],
    ),
    term(
        "assured size",
        &["assurance"],
        [
            "The size with which a given share (80 %) of test sets reaches the wanted margin; of test sets of the \
             required size about half do.",
            "Plan with it where the margin must be reached.",
            "F distribution of the variance of new units over that of these",
            "Grieve 1991",
        ],
    ),
    term(
        "growth",
        &["root law"],
        [
            "How the uncertainty of scores falls as documents are added.",
            "Twice the documents divide margins by 1.41, four times by 2. A departure means that documents are not of \
             one kind.",
            "sd(n) = a n^-b, with b near 1/2",
            "Estrella et al. 2007",
        ],
    ),
    term(
        "stable size",
        &["stable from", "reliable scores"],
        [
            "The number of documents from which on a score stays near that of all documents, along an order.",
            "It says how soon scores settle. A part is near the whole that it belongs to long before either is precise: \
             ask for a margin of error.",
            "smallest n with |s(m) - s(N)| within the tolerance for all m >= n; likewise of sd(m)/sd(N) - 1",
            "Estrella, Hamon & Popescu-Belis 2007; docs/statistics/sizes.md, \"Stable sizes\"",
        ],
    ),
    term(
        "x_min",
        &["minimal-size"],
        [
            "The size from which on the curve of the standard deviation against the size falls slowly, in documents.",
            "About 3 for almost any corpus. Do not plan with it: ask for a margin of error.",
            "1 + 1/b of the power function a x^-b through the standard deviations",
            "Estrella, Hamon & Popescu-Belis 2007",
        ],
    ),
    term(
        "x_max",
        &["epsilon"],
        [
            "The size from which on one more document changes the standard deviation by less than epsilon.",
            "Depends on the slope that one calls level, and usually lies beyond the data: then it is extrapolated.",
            "the x at which the slope of the fitted curve is -epsilon",
            "Estrella, Hamon & Popescu-Belis 2007",
        ],
    ),
    term(
        "extrapolated",
        &[],
        [
            "A number about sizes larger than those seen, by a fitted curve or the root law.",
            "Trust it less the farther it lies from the data.",
            "",
            "",
        ],
    ),
    term(
        "design",
        &["campaign", "costs"],
        [
            "The cheapest campaign that reaches a goal: documents, segments of each, ratings of each output, judges, \
             and references of automatic metrics.",
            "Use it with last year's judgments to plan next year's campaign; `costs` gives prices.",
            "se^2 of a difference by the components of variance, over a grid of campaigns",
            "docs/statistics/campaigns.md, \"Designs of campaigns\"",
        ],
    ),
    term(
        "pick",
        &["picks", "inclusion probability"],
        [
            "A segment or document that was chosen to be judged with a known probability, higher where a metric varies over systems.",
            "Use picks where an earlier campaign says that they gain something. Every mean of them must take their weights.",
            "probability n z / sum z, z the standard deviation over systems; weight one over the probability",
            "Särndal, Swensson & Wretman 1992; docs/statistics/picks.md, \"Picks\"",
        ],
    ),
    term(
        "assisted",
        &["people with a metric", "control variate", "PPI"],
        [
            "A mean of judgments of a part of the texts, corrected by a metric that has scored all of them.",
            "Use it where the metric is independent of the judgments. What counts is what it saves for pairs, not for single scores.",
            "h + lambda (m' - m), lambda = c / (v_m + v') over documents",
            "Angelopoulos, Duchi & Zrnic 2023; docs/statistics/picks.md, \"People with a metric\"",
        ],
    ),
    term(
        "document order",
        &["orderings", "corpus order", "random order"],
        [
            "The order in which documents enter test sets that grow: that of the corpus, or random ones.",
            "Results that depend on it are results about a few documents.",
            "",
            "",
        ],
    ),
    term(
        "reference equivalence",
        &["more references", "reference-counts"],
        [
            "How many more segments a further reference is worth.",
            "Use it to choose between more texts and more references.",
            "(s with fewer references / s with more)^2 - 1, with s the relative standard deviation",
            "Zhang & Vogel 2004",
        ],
    ),
    term(
        "published value",
        &["published", "reproduced value", "claim"],
        [
            "A number or a claim of a paper beside what the run gives in its place.",
            "A claim holds, holds in part, does not hold, or cannot be tested on the data.",
            "",
            "docs/published.md",
        ],
    ),
];
