//! Terms that are metrics of texts. Options and details: docs/metrics.md.

use super::term::{Term, term};

pub(super) const TERMS: &[Term] = &[
    term(
        "BLEU",
        &[],
        [
            "Precision of n-grams up to 4 against the references, with a penalty for short outputs; 0 to 100.",
            "The most used metric; compare scores with the same signature alone, and only within a language pair.",
            "BP times the geometric mean of the n-gram precisions, summed over the test set",
            "Papineni et al. 2002; as sacreBLEU computes it (Post 2018)",
        ],
    ),
    term(
        "M-BLEU",
        &[],
        [
            "BLEU with the arithmetic mean of the n-gram precisions, which are never all lost by one that is 0.",
            "To reproduce Zhang & Vogel 2004.",
            "BP times the mean of the n-gram precisions",
            "Zhang & Vogel 2004",
        ],
    ),
    term(
        "M-BLEU-9",
        &[],
        [
            "M-BLEU with n-grams up to 9.",
            "To reproduce the values published by Zhang & Vogel 2004.",
            "BP times the mean of nine precisions",
            "Zhang & Vogel 2004",
        ],
    ),
    term(
        "NIST",
        &[],
        [
            "Like BLEU, but n-grams up to 5 are weighted by how rare they are in the references.",
            "To compare with older campaigns. Its weights depend on the test set.",
            "sum over orders of information of matches / n-grams, times a brevity penalty",
            "Doddington 2002; as mteval-v13a computes it",
        ],
    ),
    term(
        "order share",
        &[],
        [
            "What n-grams of one order contribute to NIST, in percent of the score.",
            "To see what a score is made of. On news of WMT, two thirds come from single words.",
            "100 (information of matches / n-grams) of the order / the same summed over orders",
            "Zhang & Vogel 2004, section 2.3",
        ],
    ),
    term(
        "GTM",
        &[],
        [
            "F-measure of the words that output and reference share, where longer runs of matches can count more.",
            "To compare with older campaigns.",
            "harmonic mean of precision and recall of the maximum match size",
            "Turian, Shen & Melamed 2003",
        ],
    ),
    term(
        "mWER",
        &["word error rate"],
        [
            "Edit distance in words to the nearest reference, in percent of its length; lower is better.",
            "To compare with older campaigns.",
            "(substitutions + insertions + deletions)/words",
            "Nießen et al. 2000",
        ],
    ),
    term(
        "mPER",
        &["position-independent error rate"],
        [
            "mWER that ignores the order of words; lower is better.",
            "Beside mWER: what is left of it is not word order.",
            "words that differ as bags of words/words",
            "Tillmann et al. 1997",
        ],
    ),
    term(
        "TER",
        &["translation edit rate"],
        [
            "Edits, among them shifts of phrases, that turn the output into the reference, in percent of its length; \
             lower is better.",
            "An estimate of the work of post-editing.",
            "edits/mean length of the references",
            "Snover et al. 2006; as sacreBLEU computes it",
        ],
    ),
    term(
        "chrF",
        &["chrF2"],
        [
            "F-score of n-grams of characters up to 6, in which recall counts twice as much; 0 to 100.",
            "Agrees with people better than BLEU in most studies, above all for languages with many word forms.",
            "(1 + beta^2) P R/(beta^2 P + R) with beta = 2",
            "Popović 2015; as sacreBLEU computes it",
        ],
    ),
    term(
        "chrF++",
        &["chrF2++"],
        [
            "chrF with n-grams of words up to 2 added.",
            "As chrF; name which of the two is meant.",
            "as chrF, over characters and words",
            "Popović 2017",
        ],
    ),
    term(
        "WNM",
        &["weighted n-gram model"],
        [
            "F-score of words weighted by how salient they are in their document; scored on whole documents.",
            "To reproduce the papers that use it; it needs documents.",
            "weighted precision and recall of matches, weights like tf-idf",
            "Babych & Hartley 2004",
        ],
    ),
    term(
        "COMET",
        &["xCOMET", "neural metric"],
        [
            "A model that predicts judgments from source, output and reference. Its scores are read from files.",
            "Agrees with people better than metrics of strings. Name the model: scores of two models must not be \
             compared.",
            "",
            "Rei et al. 2020, 2022",
        ],
    ),
    term(
        "METEOR",
        &["METEOR 1.5"],
        [
            "F-measure of words that match as they are, by their stems, as synonyms or as paraphrases, with a penalty for \
             matches in many pieces; 0 to 1. Its counts are read from files.",
            "To compare with results of its time: `[metrics.meteor.given]` with the 23 numbers that its program writes.",
            "F (1 - gamma (chunks / matched words)^beta) of the sums over the test set",
            "Banerjee & Lavie 2005; Denkowski & Lavie 2014; docs/metrics.md, \"Scores of given sums\"",
        ],
    ),
    term(
        "HTER",
        &["given"],
        [
            "Edits that a person made to an output, per word of the corrected text; lower is better. Edits and words are \
             read from files, as sums of any other program can be.",
            "To measure how much an output needs to be edited: `[metrics.hter.given]` with `ratio`.",
            "sum of edits / sum of words",
            "Snover et al. 2006; docs/metrics.md, \"Scores of given sums\"",
        ],
    ),
    term(
        "MetricX",
        &[],
        [
            "A model that predicts MQM errors, from 0 to 25; lower is better. Its scores are read from files.",
            "Say that lower is better: `--lower-is-better metricx`.",
            "",
            "Juraska et al. 2023, 2024",
        ],
    ),
    term(
        "BLEURT",
        &[],
        [
            "A model that predicts judgments from output and reference. Its scores are read from files.",
            "As COMET, where there is no source.",
            "",
            "Sellam, Das & Parikh 2020",
        ],
    ),
];
