//! Terms about one score and its precision.

use super::term::{Term, term};

pub(super) const TERMS: &[Term] = &[
    term(
        "margin of error",
        &["margin", "±", "half-width"],
        [
            "Half of the width of the confidence interval of a score: \"BLEU 44.4 ±1.9\" says that another test set of \
             the kind of this one, as large, would hardly move the true score out of 42.5 to 46.3.",
            "Read it before any difference: a score is known no better than this. A difference of two systems on the \
             same texts has a margin of its own, which is usually smaller.",
            "t se, with the standard error se by the jackknife over documents and Student's t",
            "Tukey 1958; docs/statistics/intervals.md, \"Margins of error\"",
        ],
    ),
    term(
        "confidence interval",
        &["interval", "CI", "intervals"],
        [
            "The range that holds the true value in 95 % of test sets (or another level), if the assumptions of its \
             method hold.",
            "An interval of a difference that excludes 0 is a significant difference; intervals of two scores that \
             overlap say nothing about their difference.",
            "score ± t se by default; `[studies.X.intervals]` compares methods such as percentile, BCa and bootstrap-t",
            "Efron & Tibshirani 1993; Zhang & Vogel 2004",
        ],
    ),
    term(
        "level",
        &["confidence level", "alpha"],
        [
            "The share of test sets of which an interval or a set of verdicts is right: 95 % unless `level` says \
             otherwise.",
            "At 95 % one true null hypothesis in 20 is rejected by chance, which is what adjustments for several \
             comparisons are for.",
            "alpha = 1 - level",
            "",
        ],
    ),
    term(
        "standard error",
        &["se"],
        [
            "The standard deviation that an estimate, such as a score, has over test sets of this size.",
            "All margins, tests and sizes rest on it. It falls with the square root of the number of documents.",
            "jackknife: sqrt((n - 1)/n sum (s_(i) - mean)^2), with s_(i) the score without document i",
            "Tukey 1958",
        ],
    ),
    term(
        "jackknife",
        &["jackknife-t", "leaving out"],
        [
            "An estimate of the standard error that leaves out one document (or segment) after the other and looks at \
             how the score changes. Nothing is random.",
            "The default for margins, tests and sizes: it holds its level from about ten documents on, where bootstrap \
             intervals are too narrow.",
            "se^2 = (n - 1)/n sum (s_(i) - mean)^2; the interval is score ± t se",
            "Quenouille 1956; Tukey 1958; Efron & Stein 1981",
        ],
    ),
    term(
        "bootstrap",
        &["replicates", "B"],
        [
            "Test sets made by picking documents (or segments) of this one at random with replacement; the spread of \
             their scores shows how uncertain the score is. The score of one such resample is a replicate.",
            "Used for ranks, shares of resamples and intervals other than the default; `B` is the number of replicates, \
             1,000 as a rule.",
            "standard deviation of s(resample 1) ... s(resample B)",
            "Efron 1979; for machine translation Koehn 2004, Zhang & Vogel 2004",
        ],
    ),
    term(
        "resampled unit",
        &["resampling unit", "resample", "unit"],
        [
            "What is left out or picked at random as a whole: documents, segments, or documents and judges.",
            "Documents, if the question is what other texts would show, since segments of a document are alike. Single \
             segments describe other segments of these documents alone, and give margins that are too narrow for new ones.",
            "",
            "docs/statistics/basics.md, \"What is resampled\"",
        ],
    ),
    term(
        "design effect",
        &["deff", "icc", "intra-class correlation"],
        [
            "By how much the variance of a score is larger than single segments suggest, because segments of a \
             document are alike.",
            "Above 1.3 margins by segments are at least an eighth too narrow. Published test sets have 1.4 to 12.",
            "variance with documents as units / variance with segments as units, about 1 + (m - 1) icc for documents of \
             m segments",
            "Kish 1965",
        ],
    ),
    term(
        "effective number of units",
        &["effective units", "degrees of freedom"],
        [
            "How many documents of equal length would be worth as much as these, whose lengths differ.",
            "A few long documents dominate a score; intervals are wider then, by fewer degrees of freedom.",
            "1 / sum of the squared shares of the documents in the segments",
            "Kish 1965; docs/statistics/intervals.md, \"Documents of unequal lengths\"",
        ],
    ),
    term(
        "strata",
        &["stratum"],
        [
            "Parts of a corpus, such as domains, within which documents are resampled, so that each part keeps its share.",
            "Use them where the parts are chosen on purpose and would be the same in a new test set. The answer says \
             which part needs more data.",
            "variance = sum of weight^2 times the variance within each stratum",
            "Cochran 1977",
        ],
    ),
    term(
        "stability",
        &["monte-carlo error"],
        [
            "How much the ends of an interval change when it is resampled with other random numbers.",
            "A reason to raise B; it says nothing about other texts.",
            "sqrt(p (1 - p)/B) / density at the end",
            "Zhang & Vogel 2004, Table 6",
        ],
    ),
    term(
        "coverage",
        &["samples"],
        [
            "The share of samples of a large corpus whose intervals hold the score of the whole corpus, or whose \
             verdicts are right.",
            "Tests an interval method on real data: 95 % intervals should hold the truth in 95 %.",
            "intervals that hold the truth / all samples",
            "Koehn 2004",
        ],
    ),
    term(
        "representativeness",
        &["judged part"],
        [
            "How probably a random part of the corpus prefers the same of two systems as the whole does.",
            "Shows whether the judged part of a corpus can stand for all of it.",
            "share of resamples of the part in which the sign of the difference is that of the whole",
            "Zhang & Vogel 2004",
        ],
    ),
    term(
        "macro-average",
        &["average over corpora"],
        [
            "The mean of scores, or of differences, over several corpora such as language pairs, in which each counts \
             the same.",
            "Use it to name one system that is best over all of them. Its error follows from those of the corpora.",
            "mean of s_c, with se^2 = sum se_c^2 / C^2 over C corpora",
            "docs/statistics/rankings.md, \"Several corpora\"",
        ],
    ),
    term(
        "adjusted score",
        &["estimate", "least-squares means"],
        [
            "The score that a system would have if all systems had been scored on the same segments (and by the same \
             judges).",
            "Use it where each system was judged on other segments: means would compare segments with systems.",
            "least squares: score = system + segment (+ judge)",
            "Searle, Speed & Milliken 1980",
        ],
    ),
    term(
        "signature",
        &[],
        [
            "All options that change a score, in one line: metric, tokenizer, case, references, version.",
            "Print it beside every score: scores with different signatures must not be compared.",
            "",
            "Post 2018 (sacreBLEU)",
        ],
    ),
];
