//! Terms about differences of systems and their tests.

use super::term::{Term, term};

pub(super) const TERMS: &[Term] = &[
    term(
        "significant",
        &["comparison", "significance", "significantly different", "p", "p-value"],
        [
            "Two systems differ significantly where a difference at least as large would be rare (5 % at level 95 %) \
             if neither were better. That rarity is p.",
            "Not significant does not mean equal: with few texts nothing is significant. See power and noninferiority \
             margin.",
            "by default p of Student's t: (score of A - score of B)/se of the difference",
            "Koehn 2004; Riezler & Maxwell 2005; docs/statistics/comparison.md, \"Comparing two systems\"",
        ],
    ),
    term(
        "Holm",
        &["adjustment", "Holm adjustment"],
        [
            "An adjustment of p-values for several comparisons, so that any false finding among all of them has a \
             probability of at most 5 %.",
            "The default wherever several pairs of systems or several metrics are tested at once.",
            "the i-th smallest of m p-values is multiplied by m - i + 1, and is at least the one before",
            "Holm 1979",
        ],
    ),
    term(
        "Benjamini-Hochberg",
        &["false discovery rate", "fdr"],
        [
            "An adjustment that bounds the expected share of false findings among the findings, not the probability of \
             any.",
            "Use it to screen many pairs: it finds more than Holm, and some of what it finds is false.",
            "the i-th smallest of m p-values times m/i, and at most the one after",
            "Benjamini & Hochberg 1995",
        ],
    ),
    term(
        "family",
        &["multiple comparisons"],
        [
            "The comparisons that are adjusted for together: all pairs of systems by all metrics, or the pairs of one \
             metric (`family = \"pairs\"`).",
            "More comparisons in a family make each harder to find. Name a primary metric or a baseline to have fewer.",
            "",
            "docs/statistics/comparison.md, \"Many pairs\"",
        ],
    ),
    term(
        "primary metric",
        &["primary", "descriptive"],
        [
            "The metric that decides, chosen before the scores are seen; the others only describe and have no verdicts.",
            "Use it to avoid an adjustment for several metrics (`--primary comet`).",
            "",
            "",
        ],
    ),
    term(
        "randomization",
        &["approximate-randomization", "exact-randomization", "permutation test"],
        [
            "A test that exchanges the outputs of two systems at random, document by document, and counts how often \
             the difference is at least as large as the observed one.",
            "Needs no assumption about the distribution, but has no interval (`--test randomization`).",
            "p = (count + 1)/(exchanges + 1)",
            "Noreen 1989; Riezler & Maxwell 2005",
        ],
    ),
    term(
        "paired bootstrap",
        &["difference-interval", "centred-bootstrap", "paired-bs"],
        [
            "A test that resamples the same texts for both systems: the share of resamples in which one system wins, or \
             the interval of the difference.",
            "For comparison with published results; with fewer than some thirty documents it rejects too often.",
            "1 - the larger of the two win rates (Koehn); percentiles of the differences (Zhang & Vogel)",
            "Koehn 2004; Zhang & Vogel 2004",
        ],
    ),
    term(
        "noninferiority margin",
        &["non-inferiority", "acceptable loss"],
        [
            "The largest loss to a baseline that is acceptable, chosen before the test. A system passes where its loss \
             is shown to be smaller, fails where it is shown to be larger; else the data are inconclusive.",
            "Use it where a new system is cheaper or faster and may be a little worse: `compare --margin BLEU=0.3`.",
            "pass if the interval of the difference lies above -margin",
            "Schuirmann 1987; Piaggio et al. 2012",
        ],
    ),
    term(
        "power",
        &["detectable difference", "effects"],
        [
            "The probability that a test finds a true difference of a given size on a test set of a given size.",
            "Use it before data are collected: 80 % (4 times in 5) is common. Plan for a difference that matters, never \
             for the observed one.",
            "P(|T| > t) of a noncentral t with noncentrality difference/(sd/sqrt(n))",
            "Cohen 1988; for machine translation Card et al. 2020",
        ],
    ),
    term(
        "influence",
        &["difficulty", "difficult document"],
        [
            "What a document does to a score, or to the difference of two systems: the value with it less the value without it.",
            "Look at it where a verdict surprises. A verdict that hangs on one document says that there are few documents.",
            "s(all) - s(all but d); difficulty is the mean z of the document's own scores",
            "docs/statistics/comparison.md, \"Influence of documents\"",
        ],
    ),
    term(
        "gains",
        &["gain", "adaptation"],
        [
            "What a system gains by a change, such as adaptation to a domain: its score after the change less that before.",
            "Use it where a corpus has both outputs. Gains of two systems are compared by the difference of the two gains, not by two \
             verdicts.",
            "s(after) - s(before), with an error over both outputs together",
            "Hamon et al. 2007, Table 9; docs/statistics/gains.md",
        ],
    ),
    term(
        "history",
        &["trend", "looks"],
        [
            "A system from version to version on one test set: each version is compared with the one before and with the first.",
            "Use it where one test set is looked at again and again. Alone, each look errs in 5 % of cases, and some look nearly always; \
             with all looks counted, some look errs in 5 %.",
            "look k is tested at alpha 6/(pi^2 k^2), with Holm within a look",
            "Bonferroni's inequality; docs/statistics/history.md",
        ],
    ),
    term(
        "runs",
        &["training runs", "seeds of training", "optimizer instability"],
        [
            "Several outputs of one system, as of training with other seeds. Their scores differ, which intervals over texts do not know.",
            "Use them before saying that a new system is better: for other texts and other runs the interval is often twice as wide.",
            "V = V_texts + V_runs - V_rest; share of runs (V_runs - V_rest)/V",
            "Clark et al. 2011; Cameron, Gelbach & Miller 2011; docs/statistics/runs.md",
        ],
    ),
    term(
        "seen",
        &["seen test data", "contamination"],
        [
            "Whether a system does better on segments that share a long n-gram with given texts, such as training data, than other \
             systems do.",
            "Use it where test data may have been known to a system. Seen segments may be easier for everybody: only differences \
             between systems speak.",
            "(s_A(seen) - s_A(others)) - (s_B(seen) - s_B(others)), with an error over all four scores together",
            "Koehn 2004; Hamon et al. 2007; docs/statistics/seen.md",
        ],
    ),
    term(
        "separation",
        &["verdicts by size"],
        [
            "How many pairs of systems differ significantly on test sets of each size, and how many of the verdicts on \
             all documents smaller test sets keep.",
            "Shows whether half of the documents would have been enough. Parts of one corpus agree more than new test \
             sets do.",
            "",
            "docs/statistics/power.md, \"Separation\"",
        ],
    ),
    term(
        "margin verdict",
        &["pass", "fail", "inconclusive"],
        [
            "What a test against a noninferiority margin concludes: pass, fail or inconclusive.",
            "Inconclusive asks for more data, not for another test; `compare` ends with exit code 7 then.",
            "",
            "",
        ],
    ),
    term(
        "audit",
        &["ranking rule", "error of a ranking rule"],
        [
            "How often a rule by which campaigns rank systems calls two of them different that are equal.",
            "Before you adopt a rule, or believe a line between two groups of systems.",
            "the mean difference is taken off one system, whole documents change owner at random, and the rule is applied",
            "docs/statistics/audit.md, \"What an audit does\"",
        ],
    ),
];
