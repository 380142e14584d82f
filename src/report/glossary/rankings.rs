//! Terms about rankings of systems.

use super::term::{Term, term};

pub(super) const TERMS: &[Term] = &[
    term(
        "rank range",
        &["rank"],
        [
            "The ranks that a system may have as far as the tests of pairs say: \"2-3\" is worse than one system at \
             least, better than all from the fourth on, and not distinguished from one other.",
            "Read it in place of the rank by score: systems with overlapping ranges do not differ for certain. \
             `runner rank` prints it.",
            "1 + systems that are significantly better, to N - systems that are significantly worse (Holm over all \
             pairs of the metric)",
            "Bojar et al. 2013 and later campaigns of WMT; docs/statistics/rankings.md, \"Ranks\"",
        ],
    ),
    term(
        "ranking",
        &["ranks"],
        [
            "The order of the systems by score, with how probable each rank is and what new test sets would say.",
            "Use it to ask whether the best system would be the best again.",
            "",
            "Hamon et al. 2007; Koehn 2012",
        ],
    ),
    term(
        "first again",
        &["best again"],
        [
            "The share of new test sets of this size and kind in which the best system of this one comes first again.",
            "Answers who is best. It is about other documents, not about resamples of these, which agree too often.",
            "share of simulated new test sets (true scores from a model, plus noise) in which the best is the same",
            "docs/statistics/rankings.md, \"New test sets\"",
        ],
    ),
    term(
        "best is best",
        &[],
        [
            "The probability that whichever system comes first on a new test set is truly the best.",
            "Answers how many documents are needed. It is larger than \"first again\", since it also counts test sets in \
             which another system comes first and is the best.",
            "share of simulated new test sets whose best system has the highest true score",
            "docs/statistics/rankings.md, \"New test sets\"",
        ],
    ),
    term(
        "complete order",
        &["order is true", "orders agree"],
        [
            "The probability that the order of all systems on a new test set is the true one.",
            "Rarely high: it falls with every two systems that are nearly equal. Ask for the best system or the top \
             three instead.",
            "share of simulated new test sets without any two systems in the wrong order",
            "docs/statistics/rankings.md, \"New test sets\"",
        ],
    ),
    term(
        "top is top",
        &["top"],
        [
            "The probability that the best k systems of a new test set are the truly best k (`top`, 3 as a rule).",
            "Use it where several systems go to a second round.",
            "",
            "docs/statistics/rankings.md, \"New test sets\"",
        ],
    ),
    term(
        "clusters",
        &["cluster"],
        [
            "Groups of systems in a ranking: a line stands where every system above differs significantly from every \
             one below.",
            "Systems of one cluster are not distinguished, which does not make them equal.",
            "a line below place k if all pairs across it are significant (Holm over all pairs of the metric)",
            "Koehn 2012; Bojar et al. 2013",
        ],
    ),
    term(
        "first in resamples",
        &["probability of a rank"],
        [
            "The share of resamples of these texts (and judges) in which a system comes first.",
            "Shown where judges are resampled and nothing is known of new test sets. Resamples take the observed scores \
             for the truth, so that it is too confident.",
            "",
            "Koehn 2012",
        ],
    ),
    term(
        "lead",
        &["expected lead"],
        [
            "By how much the best system is better than the second here, and on average on new texts.",
            "The best is also the luckiest, so that new texts show less of its lead.",
            "observed lead less .9 of what leads in simulated test sets show too much",
            "docs/statistics/rankings.md, \"New test sets\"",
        ],
    ),
    term(
        "pairwise accuracy",
        &["pairs agree"],
        [
            "The share of pairs of systems that a metric orders as people do.",
            "Simple to read, but it counts pairs that no one can distinguish like all others; SPA does not.",
            "pairs with the same sign of both differences / all pairs",
            "Kocmi et al. 2021",
        ],
    ),
    term(
        "SPA",
        &["soft pairwise accuracy"],
        [
            "Pairwise accuracy that compares how sure metric and people are of each pair, not only which system they \
             prefer.",
            "The measure of the metrics task of WMT from 2024 on for agreement over systems.",
            "1 - mean over pairs of |p by people - p by the metric|, one-sided paired permutation tests",
            "Thompson et al. 2024",
        ],
    ),
    term(
        "acc-eq",
        &["tie calibration", "acc-eq*"],
        [
            "The share of pairs of outputs of a segment that metric and people order alike, with ties; the metric ties \
             below a threshold, the best one.",
            "The measure of the metrics task of WMT from 2023 on for agreement over segments.",
            "(pairs with the same relation: better, worse, tied) / all pairs, mean over segments",
            "Deutsch, Foster & Freitag 2023",
        ],
    ),
    term(
        "meta",
        &["meta-evaluation", "judging metrics"],
        [
            "How well metrics agree with people, with intervals, tests of every two metrics and clusters.",
            "Use it to choose a metric, or to see how many systems and segments would distinguish two of them.",
            "",
            "Freitag et al. 2021 to 2024",
        ],
    ),
    term(
        "correlation",
        &["pearson", "spearman", "kendall"],
        [
            "How closely scores by a metric follow those by people, over systems, documents or segments.",
            "Over few systems it is hardly known: look at its interval.",
            "Pearson's r, Spearman's rho, Kendall's tau-b, with Fisher's z for intervals",
            "docs/statistics/metrics.md, \"Correlation\"",
        ],
    ),
    term(
        "favoured system",
        &["favoured", "deleted residual"],
        [
            "A system that a metric puts higher than people do, beside what it does to the other systems.",
            "Suspect it of systems that were tuned to the metric or are built like it. With few systems nothing is significant.",
            "distance from the line of the metric on the judgments through all other systems; t with n - 3 degrees of freedom",
            "Cook & Weisberg 1982; docs/statistics/metrics.md, \"Favoured systems\"",
        ],
    ),
    term(
        "watch",
        &["anytime-valid", "confidence sequence", "optional stopping", "sequential"],
        [
            "Intervals of differences between systems that hold at all looks at a running campaign together, after every document.",
            "Use it to stop a campaign as soon as it is decided. A single look that was planned has narrower intervals.",
            "d -+ s h(t) k(t), h from a normal mixture that is narrowest at the planned number of documents; Holm on the smallest p so far",
            "Waudby-Smith et al. 2024; docs/statistics/watch.md",
        ],
    ),
    term(
        "dynamic",
        &["dynamic assignment", "propensity", "inverse probability weighting", "aipw"],
        [
            "A campaign whose pages show good systems more often, so that means of own ratings are too low; its scores without that bias.",
            "Rank by the adjusted score. The unbiased one is a check, two to four times as uncertain.",
            "mean over pages of n m + (sum - n m)/p where shown, n m elsewhere; m from earlier ratings, p the probability of being shown",
            "Robins, Rotnitzky & Zhao 1994; docs/statistics/campaigns.md, \"Dynamic assignment\"",
        ],
    ),
    term(
        "meaning",
        &["what a difference means", "noticeable"],
        [
            "How often people order two systems as a metric does, by the difference of the metric between them.",
            "A difference may be significant and still say little about what people prefer. The curve is of one corpus.",
            "P = 1/(1 + exp(-b x)), b by maximum likelihood over pairs; interval by leaving out systems",
            "docs/statistics/meaning.md",
        ],
    ),
    term(
        "sensitivity",
        &["discrimination", "discrimination of metrics"],
        [
            "How clearly a metric shows that systems differ: on how many times the documents a baseline metric would show it as well.",
            "Use it to select among metrics that agree with people alike. A metric can be sensitive to the wrong thing.",
            "sum over pairs of z² - 1, as a ratio to that of the baseline; z is a difference over its standard error",
            "docs/statistics/sensitivity.md",
        ],
    ),
    term(
        "reference effects",
        &["reference effect", "bias of a reference"],
        [
            "What a single reference favours a system by: its score by that reference, without what the reference does to all systems \
             and the system reaches by all references.",
            "Look at it before a ranking by one reference is believed. It needs two references or more.",
            "s_ir - s_i. - s_.r + s_..; the variance of these, less what other texts would change",
            "Zhang & Vogel 2004, slides 19 to 22; docs/statistics/reference-effects.md",
        ],
    ),
    term(
        "cross-reference",
        &["human reference as a system"],
        [
            "Scores of human translations as if they were systems, against the other references.",
            "Shows how far systems are from people by a metric.",
            "",
            "",
        ],
    ),
];
