//! Terms about people who judge.

use super::term::{Term, term};

pub(super) const TERMS: &[Term] = &[
    term(
        "resampled judges",
        &["judges", "two-way-t", "documents and judges"],
        [
            "Intervals and tests for other documents and other judges of the kind of these, not for these judges alone.",
            "Use it whenever judges have names: ignoring them makes more differences significant than other judges would \
             find.",
            "V = V_documents + V_judges - V_both, by leaving out documents, judges, and both",
            "Owen 2007; Cameron, Gelbach & Miller 2011",
        ],
    ),
    term(
        "severity",
        &["severe", "lenient"],
        [
            "By how much a judge rates lower (more severely) than the mean judge of the same outputs.",
            "It drops out of differences where the same judges rate all systems.",
            "least squares: rating = output + judge",
            "docs/statistics/judges.md, \"Judges\"",
        ],
    ),
    term(
        "components of variance",
        &["variance-components"],
        [
            "What ratings vary with: systems, documents, segments, judges, and noise from rating to rating.",
            "Says whether more documents, more ratings of an output or more judges would narrow margins.",
            "expected mean squares of the analysis of variance, unbalanced",
            "Searle, Casella & McCulloch 1992",
        ],
    ),
    term(
        "effective judges",
        &["effective number of judges"],
        [
            "How many judges with equal loads would be worth as much as these, whose loads differ.",
            "One judge with half of all ratings counts as few judges, however many others there are.",
            "1 / sum of the squared shares of the judges in the ratings",
            "Kish 1965",
        ],
    ),
    term(
        "agreement",
        &["Krippendorff's alpha", "kappa", "Cohen's kappa", "Fleiss' kappa"],
        [
            "How alike judges rate the same outputs, corrected for chance by Krippendorff's alpha or a kappa.",
            "From .8 on single judgments are reliable, from .667 they allow tentative conclusions. Means over many \
             segments can be reliable where single judgments are not.",
            "alpha = 1 - observed disagreement/expected disagreement",
            "Krippendorff 2004; Cohen 1960; Fleiss 1971",
        ],
    ),
    term(
        "contradictions",
        &["jury", "model judges", "LLM as a judge"],
        [
            "Two judges, people or models, who prefer different systems, each significantly; and the chance that another judge \
             like these would agree with their mean.",
            "Use it before trusting one metric. Judges trained on the same data are not independent.",
            "T(|d|/(s sqrt(1 + 1/J))) with J - 1 degrees of freedom",
            "docs/statistics/judges.md, \"Judges that are models\"",
        ],
    ),
    term(
        "average rank",
        &[],
        [
            "The mean over segments of the rank that a system has among the systems in each of them; 1 is best.",
            "Where every segment shall count alike, however far apart systems are on it. Small differences are lost among ties.",
            "mean of ranks within segments; systems that tie share ranks",
            "Hamon et al. 2007",
        ],
    ),
    term(
        "robust mean",
        &["Huber's estimate"],
        [
            "A mean of the ratings of an output in which one far from the others weighs less.",
            "With three judges or more who sometimes slip. Of two ratings it is their mean.",
            "t with sum w (x - t) = 0, w = min(1, c/|x - t|)",
            "Huber 1964",
        ],
    ),
    term(
        "halo",
        &["halo effect"],
        [
            "What judges think of an output by one criterion colours what they give it by another.",
            "To see whether two criteria can be judged in one go. Strict judges differ by both, so that it is an upper bound.",
            "correlation of the differences between two judges of an output by one criterion with those by the other",
            "Thorndike 1920; Hamon et al. 2007 had criteria judged apart to avoid it",
        ],
    ),
    term(
        "replication",
        &["second round", "reversed"],
        [
            "Of the differences that one round of judging finds, the share that a second round of the same design would \
             find again, and the share that it would reverse.",
            "The plainest measure of how good a campaign is.",
            "",
            "docs/statistics/campaigns.md, \"Replication\"",
        ],
    ),
    term(
        "ratings of an output",
        &["ratings", "load"],
        [
            "How many judges rated each output; the load of a judge is the number of ratings given.",
            "With one rating of each output, quality and noise of ratings cannot be separated: have some segments rated \
             twice.",
            "",
            "",
        ],
    ),
    term(
        "fluency",
        &[],
        [
            "A judgment of how well an output reads, whatever it says; on the scale of its campaign, often 1 to 5.",
            "An older criterion, as in CESTA and TIDES; compare it with adequacy.",
            "mean over segments of the mean of their ratings",
            "LDC 2002; Hamon et al. 2007",
        ],
    ),
    term(
        "adequacy",
        &[],
        [
            "A judgment of how much of the meaning an output keeps; on the scale of its campaign, often 1 to 5.",
            "An older criterion, as in CESTA and TIDES.",
            "mean over segments of the mean of their ratings",
            "LDC 2002; Hamon et al. 2007",
        ],
    ),
    term(
        "human",
        &["human score"],
        [
            "Fluency and adequacy added up: the mean of both judgments.",
            "One number where a corpus has both; otherwise use the criterion that it has.",
            "fluency + adequacy, means over segments",
            "Estrella et al. 2007",
        ],
    ),
    term(
        "MQM",
        &[],
        [
            "Errors marked by experts, with categories and severities, as a penalty for each segment; 0 is no error.",
            "The most reliable of the common protocols, and the most expensive one.",
            "minus the sum of weights: major 5, minor 1, fluency/punctuation 0.1",
            "Freitag et al. 2021",
        ],
    ),
    term(
        "ESA",
        &["error span annotation"],
        [
            "A score from 0 to 100 for each segment after marking its error spans.",
            "The protocol of WMT from 2024 on.",
            "mean of the scores",
            "Kocmi et al. 2024",
        ],
    ),
    term(
        "DA",
        &["direct assessment", "z-score"],
        [
            "A score from 0 to 100 for each segment or document, often standardised by judge.",
            "The protocol of WMT 2017 to 2022.",
            "mean of the scores, or of (score - mean of the judge)/standard deviation of the judge",
            "Graham et al. 2013",
        ],
    ),
];
