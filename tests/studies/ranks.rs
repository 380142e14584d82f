//! Ranks, their stability and correlations as whole runs, from a spec to rows, against enumeration of
//! all resamples, `SciPy`, and the table of replicates.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeMap;
use std::sync::Arc;

use runner::analyses::{self, Results};
use runner::analyses::{
    ComparisonRow, CorrelationRow, RankRow, RankStabilityRow, ReplicateRow, ScoreRow,
};
use runner::corpus;
use runner::corpus::model::{Corpus, Document};
use runner::formats;

use crate::support::proportion::binomial_test;
use crate::support::{needs, study};

struct Rows {
    comparisons: Vec<ComparisonRow>,
    ranks: Vec<RankRow>,
    stability: Vec<RankStabilityRow>,
    correlations: Vec<CorrelationRow>,
    replicates: Vec<ReplicateRow>,
    scores: Vec<ScoreRow>,
}

fn run(text: &str, corpus: Corpus) -> Rows {
    let (plan, store) = study::computed(text, Some(vec![corpus]));
    let results = &Results::new(&plan, &store);
    Rows {
        comparisons: analyses::each_comparison(results).collect(),
        ranks: analyses::each_rank(results).collect(),
        stability: analyses::rank_stability(results),
        correlations: analyses::each_correlation(results).collect(),
        replicates: analyses::each_replicate(results).collect(),
        scores: analyses::scores(results),
    }
}

/// Scores of a metric: one row per system.
pub(crate) type Scores<'a> = (&'a str, &'a [(&'a str, Vec<Option<f64>>)]);

/// Words of four documents.
pub(crate) const WORDS: [usize; 4] = [60, 50, 50, 40];

/// A segment per word, which is matched (100) or not (0), by the number of matched words of each document.
pub(crate) fn words(matched: [usize; 4]) -> Vec<Option<f64>> {
    let documents = WORDS.iter().zip(matched);
    let scores = documents.flat_map(|(words, matched)| (0..*words).map(move |word| word < matched));
    scores.map(|is_matched| Some(if is_matched { 100.0 } else { 0.0 })).collect()
}

/// Scores of which lower is better.
pub(crate) fn turned(scores: &[Option<f64>]) -> Vec<Option<f64>> {
    scores.iter().map(|score| score.map(|score| 100.0 - score)).collect()
}

pub(crate) fn marked(lengths: &[usize], metrics: &[Scores<'_>]) -> Corpus {
    let mut start = 0;
    let document = |(index, length): (usize, &usize)| {
        start += length;
        let segments = start - length..start;
        Document { id: format!("d{index}"), domain: None, segments }
    };
    let mut corpus = Corpus {
        name: "c".to_owned(),
        documents: lengths.iter().enumerate().map(document).collect(),
        ..Corpus::default()
    };
    let systems = metrics[0].1.iter();
    corpus.systems_without_text = systems.map(|(name, _)| (*name).to_owned()).collect();
    for (metric, systems) in metrics {
        let by_system = systems.iter().map(|(name, scores)| ((*name).to_owned(), scores.clone()));
        corpus.external.insert((*metric).to_owned(), by_system.collect());
    }
    corpus
}

fn some(scores: &[f64]) -> Vec<Option<f64>> {
    scores.iter().copied().map(Some).collect()
}

const HEAD: &str = "[experiment]\nname = \"x\"\nseed = 5\n[corpora.c.plain]\nsystems = [\"none\"]\n\
    [metrics.a.external]\nscore = \"a\"\n[metrics.h.external]\nscore = \"h\"\n\
    [metrics.d.external]\nscore = \"d\"\n[metrics.error.external]\nscore = \"a\"\n\
    higher-is-better = false\n[studies.s]\ncorpora = [\"c\"]\n";

fn within(found: f64, expected: f64, error: f64) -> bool {
    (found - expected).abs() <= 5.0 * error
}

/// All 4^4 resamples of four segments, counted with `itertools.product` and `scipy.stats.rankdata`
/// (methods min and max; systems that tie share the ranks between the two).
#[test]
fn probabilities_are_those_of_all_resamples() {
    let systems = [
        ("one", some(&[5.0, 1.0, 4.0, 2.0])),
        ("two", some(&[3.0, 3.0, 3.0, 2.0])),
        ("three", some(&[1.0, 4.0, 2.0, 2.5])),
    ];
    let exact = [
        [0.628_906_25, 0.076_171_87, 0.294_921_88],
        [0.109_375, 0.857_421_88, 0.033_203_12],
        [0.261_718_75, 0.066_406_25, 0.671_875],
    ];
    let corpus = marked(&[4], &[("a", &systems)]);
    let study = "metrics = [\"a\", \"error\"]\nB = 50000\n[studies.s.ranking]\n";
    let rows = run(&format!("{HEAD}{study}"), corpus);
    assert_eq!(rows.ranks.len(), 2 * 9);
    for row in &rows.ranks {
        let system = systems.iter().position(|(name, _)| row.cell.system.as_deref() == Some(*name));
        // Where lower is better, the ranks are turned round.
        let turned = &*row.cell.metric == "error";
        let rank = if turned { 4 - row.rank } else { row.rank } as usize;
        let expected = exact[system.unwrap()][rank - 1];
        let (found, error) = (row.probability.unwrap(), row.probability_error.unwrap());
        assert!(within(found, expected, error), "{row:?}");
        let observed = u32::try_from(system.unwrap()).unwrap() + 1;
        assert_eq!(row.observed_rank, Some(if turned { 4 - observed } else { observed }));
        assert_eq!(row.corpus_rank, row.observed_rank);
        // Every rank of every system has more than 2.5 %. Pairs on four segments have no test.
        assert_eq!((row.rank_lower, row.rank_upper, row.cluster), (Some(1), Some(3), None));
        assert_eq!(row.cell.status.name(), "ok");
    }
    for row in &rows.stability {
        let (found, error) = (row.holds.unwrap(), row.holds_error.unwrap());
        assert!(within(found, 0.5625, error), "{row:?}");
        assert_eq!((row.repeats, row.observed, row.stable_from), (Some(found), Some(1.0), None));
        assert_eq!(row.distance_deviation, Some(0.0));
        assert_eq!(row.distances_stable_from, None, "the whole is all there is");
        if &*row.cell.metric == "a" {
            assert!(within(row.best_holds.unwrap(), 0.578_125, error));
        }
    }
}

#[test]
fn identical_systems_share_their_ranks() {
    let same = some(&[5.0, 1.0, 4.0, 2.0, 3.0]);
    let systems =
        [("one", same.clone()), ("two", same), ("three", some(&[0.0, 0.5, 0.25, 0.0, 0.5]))];
    let corpus = marked(&[2, 3], &[("a", &systems)]);
    let study = "metrics = [\"a\"]\nB = 500\n[studies.s.ranking]\n";
    let rows = run(&format!("{HEAD}{study}"), corpus);
    for row in rows.ranks.iter().filter(|row| row.cell.documents == 2) {
        let is_last = row.cell.system.as_deref() == Some("three");
        let expected =
            if is_last == (row.rank == 3) { if is_last { 1.0 } else { 0.5 } } else { 0.0 };
        assert!((row.probability.unwrap() - expected).abs() < 1e-12, "{row:?}");
        assert_eq!(row.cluster, Some(if is_last { 2 } else { 1 }));
        assert_eq!(row.observed_rank, Some(if is_last { 3 } else { 1 }));
    }
    assert!(rows.stability.iter().all(|row| row.holds == Some(1.0)));
    assert!(rows.stability.iter().all(|row| row.stable_from == Some(1.0)));
    assert_eq!(rows.stability[0].stable_from_segments, Some(2.0));
}

#[test]
fn what_cannot_be_ranked_says_why() {
    let gap = vec![Some(1.0), None, Some(2.0), Some(4.0)];
    let systems = [("one", some(&[5.0, 1.0, 4.0, 2.0])), ("two", gap)];
    let corpus = || marked(&[4], &[("a", &systems)]);
    let statuses = |study: &str| {
        let rows = run(
            &format!("{HEAD}metrics = [\"a\"]\nB = 50\n{study}[studies.s.ranking]\n"),
            corpus(),
        );
        assert!(rows.ranks.iter().all(|row| row.probability.is_none() && row.cluster.is_none()));
        assert!(rows.stability.iter().all(|row| row.holds.is_none() && row.stable_from.is_none()));
        let observed = rows.ranks[0].observed_rank;
        (
            rows.ranks[0].cell.status.name().to_owned(),
            rows.stability[0].cell.status.name().to_owned(),
            observed,
        )
    };
    let both = |status: &str, rank| (status.to_owned(), status.to_owned(), rank);
    assert_eq!(statuses("resample = \"documents\"\n"), both("one-unit", Some(1)));
    assert_eq!(statuses("mask = \"own\"\n"), both("different-segments", Some(1)));
    assert_eq!(statuses("mask = \"all\"\n"), both("missing-judgments", None));
    assert_eq!(statuses("systems = [\"one\"]\n"), both("too-few-units", Some(1)));
}

/// Everything counted again from the table of replicates, which holds the same resamples.
#[test]
fn ranks_follow_from_the_replicates() {
    let noise = |index: usize| (index * 7919 % 101) as f64 / 10.0;
    let score =
        |system: usize| (0..18).map(|i| Some(noise(i * 5 + system) + system as f64)).collect();
    let systems: Vec<(&str, Vec<Option<f64>>)> = ["s0", "s1", "s2", "s3"]
        .into_iter()
        .enumerate()
        .map(|(i, name)| (name, score(i)))
        .collect();
    let corpus = marked(&[2, 3, 4, 1, 5, 3], &[("a", &systems)]);
    let study = "metrics = [\"a\"]\nB = 300\norderings = { corpus = true, random = 2 }\n\
                 [studies.s.ranking]\nprobability = 0.3\n[studies.s.replicates]\n";
    let rows = run(&format!("{HEAD}{study}"), corpus);
    // By ordering and size: for each replicate the scores of the systems.
    let mut scores: BTreeMap<(Arc<str>, u32), Vec<Vec<f64>>> = BTreeMap::new();
    for row in &rows.replicates {
        let place = (row.cell.ordering.clone().unwrap(), row.cell.documents);
        let of_place = scores.entry(place).or_insert_with(|| vec![Vec::new(); 300]);
        of_place[row.replicate as usize - 1].push(row.score.unwrap());
    }
    let rank = |scores: &[f64], own: usize| 1 + scores.iter().filter(|s| **s > scores[own]).count();
    let order = |scores: &[f64]| (0..4).map(|i| rank(scores, i)).collect::<Vec<_>>();
    let mean = |(_, scores): &(&str, Vec<Option<f64>>)| scores.iter().flatten().sum::<f64>() / 18.0;
    let whole = order(&systems.iter().map(mean).collect::<Vec<_>>());
    for row in &rows.ranks {
        let place = (row.cell.ordering.clone().unwrap(), row.cell.documents);
        let own = systems.iter().position(|(n, _)| row.cell.system.as_deref() == Some(*n)).unwrap();
        let replicates = &scores[&place];
        assert!(
            replicates.iter().all(|scores| order(scores).iter().sum::<usize>() == 10),
            "no ties"
        );
        let count = replicates.iter().filter(|s| rank(s, own) == row.rank as usize).count();
        assert!((row.probability.unwrap() - count as f64 / 300.0).abs() < 1e-12);
        assert_eq!(row.corpus_rank, Some(u32::try_from(whole[own]).unwrap()));
    }
    let mut by_size: BTreeMap<u32, Vec<f64>> = BTreeMap::new();
    let orderings = ["corpus", "random-1", "random-2"];
    for ordering in orderings {
        let own =
            rows.stability.iter().filter(|row| row.cell.ordering.as_deref() == Some(ordering));
        let own: Vec<&RankStabilityRow> = own.collect();
        assert_eq!(own.len(), 6);
        let shares: Vec<f64> = own
            .iter()
            .map(|row| {
                let replicates = &scores[&(ordering.into(), row.cell.documents)];
                let same = replicates.iter().filter(|scores| order(scores) == whole).count();
                same as f64 / 300.0
            })
            .collect();
        let from = (0..6).find(|first| shares[*first..].iter().all(|share| *share >= 0.3));
        for (row, share) in own.iter().zip(&shares) {
            assert!((row.holds.unwrap() - share).abs() < 1e-12);
            assert_eq!(row.stable_from, from.map(|first| (first + 1) as f64));
            by_size.entry(row.cell.documents).or_default().push(*share);
        }
    }
    let over: Vec<&RankStabilityRow> =
        rows.stability.iter().filter(|row| row.cell.ordering.is_none()).collect();
    assert_eq!(over.len(), 6);
    for row in &over {
        let mean = by_size[&row.cell.documents].iter().sum::<f64>() / 3.0;
        assert!((row.holds.unwrap() - mean).abs() < 1e-12);
    }
    // All orderings end with the same test set.
    assert_eq!((over[5].test_sets, over[5].observed), (1, Some(1.0)));
}

const A: [[f64; 6]; 5] = [
    [3.0, 1.0, 4.0, 1.0, 5.0, 9.0],
    [2.0, 6.0, 5.0, 3.0, 5.0, 8.0],
    [9.0, 7.0, 9.0, 3.0, 2.0, 3.0],
    [8.0, 4.0, 6.0, 2.0, 6.0, 4.0],
    [3.0, 3.0, 8.0, 3.0, 2.0, 7.0],
];
const H: [[f64; 6]; 5] = [
    [1.0, 2.0, 3.0, 1.0, 4.0, 4.0],
    [2.0, 4.0, 3.0, 2.0, 3.0, 5.0],
    [5.0, 4.0, 5.0, 1.0, 2.0, 2.0],
    [4.0, 3.0, 3.0, 2.0, 4.0, 3.0],
    [1.0, 1.0, 4.0, 2.0, 2.0, 4.0],
];
const D: [[f64; 6]; 5] = [
    [2.0, 7.0, 1.0, 8.0, 2.0, 8.0],
    [1.0, 8.0, 2.0, 8.0, 4.0, 5.0],
    [9.0, 0.0, 4.0, 5.0, 2.0, 3.0],
    [5.0, 3.0, 6.0, 0.0, 2.0, 8.0],
    [7.0, 4.0, 7.0, 1.0, 3.0, 5.0],
];
const NAMES: [&str; 5] = ["v", "w", "x", "y", "z"];

fn table(scores: &[[f64; 6]], segments: usize) -> Vec<(&'static str, Vec<Option<f64>>)> {
    NAMES.into_iter().zip(scores).map(|(name, row)| (name, some(&row[..segments]))).collect()
}

/// The third segment has no human score, so that it counts for no metric. Coefficients of the means over
/// the other five by `scipy.stats` 1.17.1 (`pearsonr`, `spearmanr`, `kendalltau`), Hamming by hand,
/// Williams' p from the formula with `scipy.stats.t.sf`; quantiles over all 6^6 resamples by
/// `numpy.quantile`.
#[test]
fn correlations_over_systems() {
    let mut human = table(&H, 6);
    for (_, scores) in &mut human {
        scores[2] = None;
    }
    let corpus = marked(&[6], &[("a", &table(&A, 6)), ("d", &table(&D, 6)), ("h", &human)]);
    let study = "metrics = [\"a\", \"d\", \"h\", \"error\"]\nB = 20000\nlevel = 0.9\n\
                 [studies.s.correlation]\nagainst = [\"h\"]\n\
                 coefficients = [\"pearson\", \"spearman\", \"kendall\"]\ndifferences = true\n";
    let rows = run(&format!("{HEAD}{study}"), corpus).correlations;
    // Three pairs and three differences, four kinds each.
    assert_eq!(rows.len(), 24);
    let expected = [
        ("a", "pearson", 0.935_585_214_234_721_2),
        ("a", "spearman", 0.917_662_935_482_247_1),
        ("a", "kendall", 0.881_917_103_688_196_8),
        ("a", "hamming", 0.8),
        ("d", "pearson", -0.045_834_924_851_410_57),
        ("d", "spearman", -0.359_092_423_229_803_95),
        ("d", "kendall", -0.316_227_766_016_837_94),
        ("d", "hamming", 0.0),
        // The same scores, of which lower ones are better.
        ("error", "pearson", -0.935_585_214_234_721_2),
        ("error", "kendall", -0.881_917_103_688_196_8),
    ];
    let find = |metric: &str, kind: &str, against: Option<&str>| {
        let is_own = |row: &&CorrelationRow| {
            (&*row.cell.metric, row.kind.name(), row.against.as_deref()) == (metric, kind, against)
        };
        rows.iter().find(is_own).unwrap()
    };
    for (metric, kind, value) in expected {
        let row = find(metric, kind, None);
        assert!((row.coefficient.unwrap() - value).abs() < 1e-9, "{row:?}");
        assert_eq!((row.systems, row.n, row.cell.judged_segments), (5, Some(5), Some(5)));
        assert_eq!((&*row.other_metric, row.over.name()), ("h", "systems"));
        assert_eq!(row.turned, metric == "error");
    }
    let row = find("a", "pearson", None);
    assert!((row.replicate_mean.unwrap() - 0.843_444_8).abs() < 5.0 * 0.156_09 / 20_000_f64.sqrt());
    let attenuation = row.coefficient.unwrap() - row.replicate_mean.unwrap();
    assert!((row.attenuation.unwrap() - attenuation).abs() < 1e-12 && attenuation > 0.08);
    assert!(within(row.ci_lower.unwrap(), 0.562_565, row.ci_lower_error.unwrap()), "{row:?}");
    assert!(within(row.ci_upper.unwrap(), 0.983_415_1, row.ci_upper_error.unwrap()), "{row:?}");
    let row = find("a", "pearson", Some("d"));
    assert!((row.difference.unwrap() - 0.981_420_139_086_131_8).abs() < 1e-9);
    assert!((row.p_value.unwrap() - 0.181_895_128_585_037_2).abs() < 1e-9);
    assert!(within(row.ci_lower.unwrap(), 0.206_764_7, row.ci_lower_error.unwrap()), "{row:?}");
    assert!(within(row.ci_upper.unwrap(), 1.537_745_1, row.ci_upper_error.unwrap()), "{row:?}");
    let p = row.p_bootstrap.unwrap();
    assert!(within(p, 0.003_858_1, row.p_bootstrap_error.unwrap()), "{row:?}");
    assert_eq!(find("a", "kendall", Some("d")).p_value, None, "Williams' test is of Pearson's");
}

/// Values over three systems and four segments by `scipy.stats`; means and quantiles over all 4^4
/// resamples of segments by `numpy`.
#[test]
fn correlations_over_segments() {
    let corpus = marked(&[4], &[("a", &table(&A[..3], 4)), ("h", &table(&H[..3], 4))]);
    let study = "metrics = [\"a\", \"h\"]\nB = 20000\nlevel = 0.9\n[studies.s.correlation]\n\
                 coefficients = [\"pearson\", \"kendall\"]\nover = \"segments\"\n";
    let rows = run(&format!("{HEAD}{study}"), corpus).correlations;
    assert_eq!(rows.len(), 2);
    let expected =
        [(0.920_278_573_495_71, 0.921_450_823), (0.780_109_355_696_354_5, 0.741_715_238)];
    for (row, (value, mean)) in rows.iter().zip(expected) {
        assert!((row.coefficient.unwrap() - value).abs() < 1e-9, "{row:?}");
        assert_eq!((row.n, row.systems), (Some(12), 3));
        // Standard deviations of the replicates are below 0.12.
        assert!((row.replicate_mean.unwrap() - mean).abs() < 5.0 * 0.12 / 20_000_f64.sqrt());
    }
    let (lower, upper) = (rows[0].ci_lower.unwrap(), rows[0].ci_upper.unwrap());
    assert!((lower - 0.883_574_06).abs() < 0.01 && (upper - 0.976_127_26).abs() < 0.01);
}

/// Four segments of one system: a resample of one or two of them, as 88 of all 4^4 are, correlates with 1,
/// -1 or not at all, and says nothing. Mean, deviation and quantiles of the other 168 by
/// `itertools.product`, `numpy.corrcoef` and `numpy.quantile`.
#[test]
fn resamples_of_two_pairs_have_no_correlation() {
    let corpus = marked(&[4], &[("a", &table(&A[..1], 4)), ("h", &table(&H[..1], 4))]);
    let study = "metrics = [\"a\", \"h\"]\nB = 20000\nlevel = 0.9\n[studies.s.correlation]\n\
                 coefficients = [\"pearson\"]\nover = \"segments\"\n";
    let row = run(&format!("{HEAD}{study}"), corpus).correlations.remove(0);
    assert!((row.coefficient.unwrap() - 0.522_232_967_867_093_5).abs() < 1e-9, "{row:?}");
    assert!(binomial_test(row.undefined_replicates.unwrap(), 20_000, 88.0 / 256.0) > 1e-3);
    let defined = 20_000.0 * 168.0 / 256.0;
    let error = 0.505_024_7 / f64::sqrt(defined);
    assert!((row.replicate_mean.unwrap() - 0.384_031_2).abs() < 5.0 * error, "{row:?}");
    assert!((row.ci_lower.unwrap() + 0.577_350_27).abs() < 1e-6, "{row:?}");
    assert!((row.ci_upper.unwrap() - 0.904_534_03).abs() < 1e-6, "{row:?}");
}

/// WNM has a row for each document, judgments have one for each segment. Coefficients and their replicates
/// again from the tables of scores and replicates, by the textbook formula.
#[test]
fn a_metric_of_documents_correlates_with_one_of_segments() {
    let spec = "[experiment]\nname = \"x\"\nseed = 5\n[corpora.c.synthetic]\npreset = \"cesta-enfr-1\"\n\
                [studies.s]\ncorpora = [\"c\"]\nmetrics = [\"wnm\", \"fluency\"]\nB = 60\n\
                resample = \"documents\"\ntest-sizes = { documents = [9] }\n\
                [studies.s.correlation]\ncoefficients = [\"pearson\"]\n[studies.s.replicates]\n";
    let corpus = corpus::synthetic::generate("cesta-enfr-1", 5, "c").unwrap();
    let rows = run(spec, corpus);
    let row = &rows.correlations[0];
    assert_eq!((row.cell.status.name(), row.kind.name(), row.systems), ("ok", "pearson", 5));
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let pearson = |x: &[f64], y: &[f64]| {
        let sum = |a: &[f64], b: &[f64]| -> f64 {
            a.iter().zip(b).map(|(p, q)| (p - mean(a)) * (q - mean(b))).sum()
        };
        sum(x, y) / (sum(x, x) * sum(y, y)).sqrt()
    };
    let of_metric = |metric: &str| -> Vec<f64> {
        let own = rows.scores.iter().filter(|row| &*row.cell.metric == metric);
        own.map(|row| row.score.unwrap()).collect()
    };
    let coefficient = pearson(&of_metric("wnm"), &of_metric("fluency"));
    assert!((row.coefficient.unwrap() - coefficient).abs() < 1e-9, "{row:?} {coefficient}");
    let of_replicate = |metric: &str, replicate: u32| -> Vec<f64> {
        let own = rows.replicates.iter();
        let own = own.filter(|row| &*row.cell.metric == metric && row.replicate == replicate);
        own.map(|row| row.score.unwrap()).collect()
    };
    let drawn: Vec<f64> =
        (1..=60).map(|b| pearson(&of_replicate("wnm", b), &of_replicate("fluency", b))).collect();
    assert!((row.replicate_mean.unwrap() - mean(&drawn)).abs() < 1e-9, "{row:?}");
}

/// Systems that are judged on different segments are still not correlated, whatever rows metrics have.
#[test]
fn systems_scored_on_different_segments_do_not_correlate() {
    let mut human = table(&H, 6);
    human[0].1[2] = None;
    let mut corpus = marked(&[3, 3], &[("a", &table(&A, 6)), ("h", &human)]);
    let documents = NAMES.into_iter().zip(A).map(|(name, row)| (name.to_owned(), some(&row[..2])));
    corpus.external_documents.insert("w".to_owned(), documents.collect());
    for metrics in ["\"w\", \"h\"", "\"a\", \"h\""] {
        let of_mask = |mask: &str| {
            let study = format!(
                "metrics = [{metrics}]\nB = 50\nresample = \"documents\"\nmask = \"{mask}\"\n\
                 test-sizes = {{ documents = [2] }}\n[studies.s.correlation]\n\
                 [metrics.w.external]\nscore = \"w\"\nlevel = \"document\"\n"
            );
            let row = run(&format!("{HEAD}{study}"), corpus.clone()).correlations.remove(0);
            (row.coefficient.is_some(), row.cell.status.name().to_owned())
        };
        assert_eq!(of_mask("own"), (false, "different-segments".to_owned()), "{metrics}");
        assert_eq!(of_mask("common"), (true, "ok".to_owned()), "{metrics}");
    }
}

/// Two documents of one length and two segments each: their scores are means of two.
#[test]
fn correlations_over_documents() {
    let corpus = marked(&[2, 2], &[("a", &table(&A[..2], 4)), ("h", &table(&H[..2], 4))]);
    let study = "metrics = [\"a\", \"h\"]\nB = 200\nresample = \"documents\"\n\
                 test-sizes = { documents = [2] }\n[studies.s.correlation]\nover = \"documents\"\n";
    let row = run(&format!("{HEAD}{study}"), corpus).correlations.remove(0);
    // scipy.stats.pearsonr([2, 2.5, 4, 4], [1.5, 2, 3, 2.5])
    let x = [2.0, 2.5, 4.0, 4.0];
    let y = [1.5, 2.0, 3.0, 2.5];
    let mean = |values: [f64; 4]| values.iter().sum::<f64>() / 4.0;
    let sum = |a: [f64; 4], b: [f64; 4]| -> f64 {
        a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>() - 4.0 * mean(a) * mean(b)
    };
    let pearson = sum(x, y) / (sum(x, x) * sum(y, y)).sqrt();
    assert!((row.coefficient.unwrap() - pearson).abs() < 1e-9, "{row:?}");
    assert_eq!((row.n, row.over.name()), (Some(4), "documents"));
}

#[test]
fn what_does_not_correlate_says_why() {
    let run = |a: &[(&'static str, Vec<Option<f64>>)], count: usize| {
        let corpus = marked(&[6], &[("a", a), ("h", &table(&H[..count], 6))]);
        let study = "metrics = [\"a\", \"h\"]\nB = 50\n[studies.s.correlation]\n";
        let rows = run(&format!("{HEAD}{study}"), corpus).correlations;
        assert_eq!(
            (rows[0].kind.name(), rows[0].ci_lower, rows[0].n.is_some()),
            ("pearson", None, true)
        );
        (rows[0].coefficient, rows[0].cell.status.name().to_owned())
    };
    assert_eq!(run(&table(&A[..2], 6), 2), (None, "too-few-units".to_owned()));
    let level: Vec<_> = NAMES.into_iter().map(|name| (name, some(&[2.0; 6]))).collect();
    assert_eq!(run(&level, 5), (None, "no-variation".to_owned()));
    // A system that one metric does not score is left out.
    assert_eq!(run(&table(&A[..2], 6), 5), (None, "too-few-units".to_owned()));
}

fn evalset(text: &str) -> Option<Rows> {
    let base = needs::data()?.join("evalsets");
    let spec = runner::analyses::parse("test.toml", text).unwrap().spec;
    let corpus = formats::read("c", &spec.corpora[0].format, &base).unwrap().corpus;
    Some(run(text, corpus))
}

/// A third of refB is the output of `VolcTrans-GLAT`: against it, that system is first without doubt;
/// against refA, refB as a system is not first, as translations by people rarely are.
#[test]
fn a_contaminated_reference_decides_the_ranking() {
    let spec = |references: &str, other: &str| {
        format!(
            "[experiment]\nname = \"x\"\nseed = 5\n[corpora.c.evalset]\npath = \"wmt21.news\"\n\
             language-pair = \"en-de\"\nreferences = [\"{references}\"]\n[studies.s]\ncorpora = [\"c\"]\n\
             systems = [\"VolcTrans-GLAT\", \"Facebook-AI\", \"HuaweiTSC\", \"Online-W\", \"{other}\"]\n\
             metrics = [\"bleu\"]\nB = 200\ntest-sizes = {{ documents = [34, 68] }}\n[studies.s.ranking]\n"
        )
    };
    let Some(contaminated) = evalset(&spec("refB", "refC")) else { return };
    let probability = |rows: &Rows, system: &str, rank: u32| {
        let mut rows = rows.ranks.iter().filter(|row| row.cell.documents == 68 && row.rank == rank);
        rows.find(|row| row.cell.system.as_deref() == Some(system)).unwrap().probability.unwrap()
    };
    assert!((probability(&contaminated, "VolcTrans-GLAT", 1) - 1.0).abs() < 1e-12);
    let clean = evalset(&spec("refA", "refB")).unwrap();
    assert!(probability(&clean, "refB", 1) < 0.01);
}

/// Hebrew to English, of which 820 of 1,910 segments are judged, most documents in part: BLEU enters on
/// those alone.
#[test]
fn correlations_are_of_the_judged_segments() {
    let spec = "[experiment]\nname = \"x\"\nseed = 5\n[corpora.c.evalset]\npath = \"wmt23\"\n\
                language-pair = \"he-en\"\nreferences = [\"refB\"]\n\
                [metrics.mqm.human]\ncriteria = [\"mqm\"]\n\
                [studies.s]\ncorpora = [\"c\"]\nmetrics = [\"bleu\", \"mqm\"]\nB = 100\n\
                test-sizes = { fractions = [1.0] }\n[studies.s.ranking]\n[studies.s.correlation]\n";
    let Some(rows) = evalset(spec) else { return };
    let row = &rows.correlations[0];
    assert_eq!((row.cell.judged_segments, row.systems), (Some(820), 12));
    assert!(row.coefficient.unwrap() > 0.5, "{row:?}");
    let judged = rows.ranks.iter().find(|row| &*row.cell.metric == "mqm").unwrap();
    assert_eq!((judged.cell.judged_segments, judged.cell.segments), (Some(820), Some(1910)));
    let of_bleu = rows.ranks.iter().find(|row| &*row.cell.metric == "bleu").unwrap();
    assert_eq!(
        of_bleu.cell.judged_segments,
        Some(1910),
        "ranks of a metric are of all its segments"
    );
}

/// A line between clusters is where `comparisons` of this one metric has a verdict on every pair across it; and the range in
/// new test sets is at least as wide as what resamples of this one show.
#[test]
fn clusters_are_cut_where_every_pair_differs() {
    let lengths = [2, 3, 5, 8, 4, 6, 1, 7, 3, 9, 2, 5];
    let segments: usize = lengths.iter().sum();
    let scores = |system: usize| -> Vec<Option<f64>> {
        let noise = |segment: usize| ((segment * (7 + 4 * system) + 3 * system) % 17) as f64;
        let level = [0.0, 1.0, 9.0, 9.5, 20.0][system];
        (0..segments).map(|segment| Some(level + noise(segment))).collect()
    };
    let systems: Vec<(&str, Vec<Option<f64>>)> =
        ["a", "b", "c", "d", "e"].into_iter().zip((0..5).map(scores)).collect();
    let study = "B = 1000\nresample = \"documents\"\nmetrics = [\"a\"]\n[studies.s.ranking]\n[studies.s.comparison]\n";
    let rows = run(&format!("{HEAD}{study}"), marked(&lengths, &[("a", &systems)]));
    let mut clusters = BTreeMap::new();
    for row in rows.ranks.iter().filter(|row| row.cell.documents == 12) {
        clusters.insert(row.cell.system().to_owned(), row.cluster.unwrap());
        let (low, high) = (row.new_rank_lower.unwrap(), row.new_rank_upper.unwrap());
        assert!(low <= row.rank_lower.unwrap() && high >= row.rank_upper.unwrap(), "{row:?}");
    }
    let mut order: Vec<(&str, f64)> = rows
        .scores
        .iter()
        .filter(|row| row.cell.documents == 12)
        .map(|row| (row.cell.system(), row.score.unwrap()))
        .collect();
    order.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    let mut lines = 0;
    for cut in 1..order.len() {
        let (above, below) = order.split_at(cut);
        let differs = |high: &str, low: &str| {
            rows.comparisons.iter().filter(|row| row.cell.documents == 12).any(|row| {
                let pair = (&*row.system_a, &*row.system_b);
                let verdict = row.verdict.map(|verdict| verdict.name());
                (pair == (high, low) && verdict == Some(">"))
                    || (pair == (low, high) && verdict == Some("<"))
            })
        };
        let is_line = above.iter().all(|(high, _)| below.iter().all(|(low, _)| differs(high, low)));
        let (last, next) = (clusters[above[cut - 1].0], clusters[below[0].0]);
        assert_eq!(next - last, u32::from(is_line), "after {}", above[cut - 1].0);
        lines += u32::from(is_line);
    }
    assert!((1..4).contains(&lines), "{lines}: some are lines, some are not");
}
