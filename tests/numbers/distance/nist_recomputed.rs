//! NIST with information weights from the references of each resample, against resamples that a
//! separate implementation scored (`nist_bootstrap.json`) and against corpora with repeated segments.

use runner::corpus::model::{Corpus, Texts};
use runner::corpus::synthetic;
use runner::metric::config::{Information, NistConfig};
use runner::metric::{Metric, Segments, Statistics, StatisticsRows};
use serde_json::Value;

use super::support::{all_texts, array, assert_close, corpus_score, extract, golden, score, texts};

fn metric(information: Information) -> NistConfig {
    NistConfig { information, ..NistConfig::default() }
}

/// Score of the resample that has `segments[i]` `counts[i]` times.
fn resample(statistics: &Statistics, segments: &[usize], counts: &[u32]) -> Option<f64> {
    let StatisticsRows::PerReplicate(rows) = &statistics.rows else { panic!("per replicate") };
    rows.resamples(segments).score(counts)
}

fn counts(draw: &Value, segments: usize) -> Vec<u32> {
    let mut counts = vec![0; segments];
    for at in array(draw) {
        counts[usize::try_from(at.as_u64().unwrap()).unwrap()] += 1;
    }
    counts
}

#[test]
fn replicates_of_a_separate_implementation() {
    let bootstrap = golden("nist_bootstrap.json");
    let texts_file = golden("mteval13a.json");
    let case = array(&texts_file["cases"]).iter().find(|case| case["id"] == "raw-default").unwrap();
    let all: Vec<usize> = (0..array(&case["docs"]).len()).collect();
    let mut checked = 0;
    for known in array(&bootstrap["rows"]) {
        let name = known["sys"].as_str().unwrap();
        let metric = metric(Information::Recomputed);
        let statistics =
            extract(&metric, &all_texts(&case["refs"]), &texts(&case["systems"][name]));
        let StatisticsRows::PerReplicate(rows) = &statistics.rows else { panic!("per replicate") };
        let mut scorer = rows.resamples(&all);
        let full = scorer.score(&vec![1; all.len()]).unwrap();
        assert_close(full, known["full"].as_f64().unwrap(), 1e-11, name);
        let draws = array(&bootstrap["indices"]).iter();
        let mut scores = Vec::new();
        for (draw, theirs) in draws.zip(array(&known["recomputed_info"])) {
            let ours = scorer.score(&counts(draw, all.len())).unwrap();
            assert_close(ours, theirs.as_f64().unwrap(), 1e-11, name);
            scores.push(ours);
        }
        checked += scores.len();
        if name == "A" {
            // As published with the resamples: far below the 7.0202 of the test set.
            let mean = scores.iter().sum::<f64>() / 200.0;
            let squares = scores.iter().map(|score| (score - mean) * (score - mean));
            let stdev = (squares.sum::<f64>() / 199.0).sqrt();
            assert!((mean - 6.3663).abs() < 5e-5, "{mean}");
            assert!((stdev - 0.3139).abs() < 1e-3, "{stdev}");
        }
    }
    assert_eq!(checked, 600);
}

/// The first 60 segments of a generated corpus, with gaps.
struct Sample {
    references: Vec<Vec<Option<String>>>,
    hypotheses: Vec<Option<String>>,
}

fn sample(corpus: &Corpus) -> Sample {
    let column = |texts: &Texts, gap: usize| -> Vec<Option<String>> {
        let texts = texts.iter().take(60).enumerate();
        texts.map(|(at, text)| text.filter(|_| at % gap != 7).map(str::to_owned)).collect()
    };
    let references = corpus.references[..2].iter().zip([11, 19]);
    Sample {
        references: references.map(|(reference, gap)| column(&reference.texts, gap)).collect(),
        hypotheses: column(&corpus.systems[0].texts, 13),
    }
}

impl Sample {
    /// Statistics of these segments, in this order, as a corpus.
    fn statistics(&self, information: Information, segments: &[usize]) -> Statistics {
        let pick = |texts: &[Option<String>]| -> Vec<Option<String>> {
            segments.iter().map(|at| texts[*at].clone()).collect()
        };
        let references: Vec<Vec<Option<String>>> =
            self.references.iter().map(|texts| pick(texts)).collect();
        let views: Vec<Vec<Option<&str>>> =
            references.iter().map(|texts| texts.iter().map(Option::as_deref).collect()).collect();
        let hypotheses = pick(&self.hypotheses);
        let hypotheses: Vec<Option<&str>> = hypotheses.iter().map(Option::as_deref).collect();
        let views: Vec<&Segments<'_>> = views.iter().map(Vec::as_slice).collect();
        metric(information).prepare(&views, &[]).extract(&hypotheses)
    }
}

/// A resample scores like a corpus in which a segment stands as often as it was drawn.
#[test]
fn a_resample_scores_like_a_corpus_that_repeats_segments() {
    let sample = sample(&synthetic::generate("cesta-enfr-1", 3, "made").unwrap());
    let all: Vec<usize> = (0..60).collect();
    let statistics = sample.statistics(Information::Recomputed, &all);
    let mut state = 12_345_u64;
    let mut next = |bound: u64| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from((state >> 33) % bound).unwrap()
    };
    for round in 0..60 {
        let segments: Vec<usize> =
            all.iter().copied().filter(|_| next(3) < 1 + round % 3).collect();
        let mut counts = vec![0_u32; segments.len()];
        for _ in 0..segments.len() {
            counts[next(segments.len() as u64)] += 1;
        }
        let repeated: Vec<usize> = segments
            .iter()
            .zip(&counts)
            .flat_map(|(segment, count)| vec![*segment; *count as usize])
            .collect();
        let alone = sample.statistics(Information::TestSet, &repeated);
        let theirs = corpus_score(&alone, repeated.len()).unwrap();
        let ours = resample(&statistics, &segments, &counts).unwrap();
        assert_close(ours, theirs, 1e-11, "resample");
    }
}

/// Every segment once is the test set: the same score, bit for bit, whatever came before.
#[test]
fn every_segment_once_is_the_test_set() {
    let sample = sample(&synthetic::generate("tides-2002", 8, "made").unwrap());
    let all: Vec<usize> = (0..60).collect();
    let statistics = sample.statistics(Information::Recomputed, &all);
    let fixed = sample.statistics(Information::TestSet, &all);
    for step in 1..20 {
        let segments: Vec<usize> = all.iter().copied().step_by(step).collect();
        let StatisticsRows::PerReplicate(rows) = &statistics.rows else { panic!("per replicate") };
        let mut scorer = rows.resamples(&segments);
        let expected = score(&fixed, &segments);
        assert!(expected.is_some());
        assert_eq!(scorer.score(&vec![1; segments.len()]), expected);
        scorer.score(&vec![3; segments.len()]);
        assert_eq!(scorer.score(&vec![1; segments.len()]), expected);
        assert_eq!(score(&statistics, &segments), expected);
    }
}

#[test]
fn edge_cases() {
    let metric = metric(Information::Recomputed);
    let references = [vec![Some("a b c"), Some(""), None, Some("a d")]];
    let hypotheses = [Some("a b c"), Some("x"), Some("y"), None];
    let statistics = extract(&metric, &references, &hypotheses);
    let all = [0, 1, 2, 3];
    assert_eq!(resample(&statistics, &all, &[0, 0, 0, 0]), None);
    assert_eq!(resample(&statistics, &[], &[]), None);
    // An empty reference, a missing one, and a missing hypothesis score nothing.
    assert_eq!(resample(&statistics, &all, &[0, 4, 0, 0]), None);
    assert_eq!(resample(&statistics, &all, &[0, 0, 4, 0]), None);
    assert_eq!(resample(&statistics, &all, &[0, 0, 0, 4]), None);
    // Alone, however often, its three words are one in three.
    for count in [1, 7, 1 << 24] {
        let ours = resample(&statistics, &all, &[count, 0, 0, 0]).unwrap();
        assert_close(ours, libm::log2(3.0), 1e-11, "log2(3)");
    }
    // The missing hypothesis leaves its references: of 12 words `a` is 5, `b` and `c` are 2 each, and
    // `a` is followed by `b` 2 times in 5. `b c` and `a b c` are certain.
    let first = (libm::log2(12.0 / 5.0) + 2.0 * libm::log2(12.0 / 2.0)) / 3.0;
    let second = libm::log2(5.0 / 2.0) / 2.0;
    let ours = resample(&statistics, &all, &[2, 0, 0, 3]).unwrap();
    assert_close(ours, first + second, 1e-11, "two segments");
}

#[test]
fn the_signature_says_so() {
    let signature = metric(Information::Recomputed).signature(4);
    assert_eq!(signature, "NIST|nrefs:4|case:lc-ascii|tok:13a|order:5|info:recomputed");
}
