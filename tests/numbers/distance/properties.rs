//! What every metric of texts must hold to, on random texts.

use proptest::prelude::*;
use runner::metric::config::{
    ErrorRateConfig, GtmConfig, Information, Lowercase, NistConfig, Normalisation, Tokenizer,
    WnmAggregation, WnmConfig, WnmWeight,
};
use runner::metric::{Metric, Segments};

use super::support::{corpus_score, extract, rows};
use crate::support::seed;

/// A metric under a name for messages; the score of a perfect match, where it is known.
type Named = (String, Box<dyn Metric>, Option<f64>);

/// Metrics on texts without punctuation.
fn metrics() -> Vec<Named> {
    let (tokenizer, lowercase) = (Tokenizer::None, Lowercase::No);
    let mut metrics: Vec<Named> = Vec::new();
    for information in [Information::TestSet, Information::Corpus] {
        let nist = NistConfig { information, tokenizer, ..NistConfig::default() };
        metrics.push((format!("nist {information:?}"), Box::new(nist), None));
    }
    for exponent in [1.0, 1.5, 2.0] {
        let gtm = GtmConfig { exponent, tokenizer, lowercase };
        metrics.push((format!("gtm {exponent}"), Box::new(gtm), Some(100.0)));
    }
    for normalisation in [
        Normalisation::Average,
        Normalisation::Closest,
        Normalisation::Shortest,
        Normalisation::Longest,
        Normalisation::BestReference,
        Normalisation::RatioBestReference,
    ] {
        for ordered in [true, false] {
            let config = ErrorRateConfig { tokenizer, lowercase, normalisation, ordered };
            let name = format!("ordered {ordered} {normalisation:?}");
            metrics.push((name, Box::new(config), Some(0.0)));
        }
    }
    for weight in [WnmWeight::SScore, WnmWeight::TfIdf, WnmWeight::One] {
        let aggregation = WnmAggregation::Segment;
        let config = WnmConfig { weight, aggregation, ..WnmConfig::default() };
        let best = (weight == WnmWeight::One).then_some(100.0);
        metrics.push((format!("wnm {weight:?}"), Box::new(config), best));
    }
    metrics
}

fn text(words: usize) -> impl Strategy<Value = String> {
    let words =
        prop::collection::vec(prop::sample::select(vec!["a", "b", "c", "d", "e"]), 0..words);
    words.prop_map(|words| words.join(" "))
}

/// Texts of some segments, any of which may be missing.
fn column(segments: usize) -> impl Strategy<Value = Vec<Option<String>>> {
    prop::collection::vec(prop::option::weighted(0.9, text(12)), segments)
}

fn borrowed(texts: &[Option<String>]) -> Vec<Option<&str>> {
    texts.iter().map(Option::as_deref).collect()
}

const SEGMENTS: usize = 6;

fn all() -> Vec<usize> {
    (0..SEGMENTS).collect()
}

fn prepared_rows(
    metric: &dyn Metric,
    references: &[Vec<Option<&str>>],
    hypotheses: &Segments<'_>,
) -> runner::metric::Rows {
    rows(&extract(metric, references, hypotheses), &all())
}

proptest! {
    #![proptest_config(seed::properties(200))]

    #[test]
    fn a_corpus_score_is_that_of_summed_rows_in_any_order(
        references in prop::collection::vec(column(SEGMENTS), 1..4),
        hypotheses in column(SEGMENTS),
        order in Just(all()).prop_shuffle(),
    ) {
        let references: Vec<_> = references.iter().map(|texts| borrowed(texts)).collect();
        let hypotheses = borrowed(&hypotheses);
        for (name, metric, _) in metrics() {
            let statistics = extract(&*metric, &references, &hypotheses);
            let ordered = rows(&statistics, &all());
            prop_assert_eq!(ordered.columns(), statistics.scorer.columns());
            let mut sums = vec![0; ordered.columns()];
            for &at in &order {
                sums.iter_mut().zip(ordered.row(at)).for_each(|(sum, value)| *sum += value);
            }
            prop_assert_eq!(
                statistics.scorer.score(&sums),
                corpus_score(&statistics, SEGMENTS),
                "{}",
                name
            );
            // Absent rows are zero.
            for at in all().into_iter().filter(|&at| !ordered.is_present(at)) {
                prop_assert!(ordered.row(at).iter().all(|&value| value == 0), "{}", name);
            }
        }
    }

    #[test]
    fn the_order_of_segments_in_the_corpus_is_irrelevant(
        references in prop::collection::vec(column(SEGMENTS), 1..4),
        hypotheses in column(SEGMENTS),
        order in Just(all()).prop_shuffle(),
    ) {
        let references: Vec<_> = references.iter().map(|texts| borrowed(texts)).collect();
        let hypotheses = borrowed(&hypotheses);
        let moved = |texts: &Vec<Option<&str>>| -> Vec<Option<String>> {
            order.iter().map(|&at| texts[at].map(str::to_owned)).collect()
        };
        let moved_references: Vec<_> = references.iter().map(moved).collect();
        let moved_references: Vec<_> = moved_references.iter().map(|texts| borrowed(texts)).collect();
        let moved_hypotheses = moved(&hypotheses);
        for (name, metric, _) in metrics() {
            if name.starts_with("wnm") {
                // Its documents are places in the corpus.
                continue;
            }
            let before = prepared_rows(&*metric, &references, &hypotheses);
            let after = prepared_rows(&*metric, &moved_references, &borrowed(&moved_hypotheses));
            for (to, &from) in order.iter().enumerate() {
                prop_assert_eq!(before.row(from), after.row(to), "{}", name);
                prop_assert_eq!(before.is_present(from), after.is_present(to));
            }
        }
    }

    #[test]
    fn the_order_of_references_is_irrelevant(
        references in prop::collection::vec(column(SEGMENTS), 2..4),
        hypotheses in column(SEGMENTS),
    ) {
        let references: Vec<_> = references.iter().map(|texts| borrowed(texts)).collect();
        let hypotheses = borrowed(&hypotheses);
        let reversed: Vec<_> = references.iter().rev().cloned().collect();
        for (name, metric, _) in metrics() {
            // Ties between runs of GTM go to the later reference.
            if name.starts_with("gtm") && name != "gtm 1" {
                continue;
            }
            let before = extract(&*metric, &references, &hypotheses);
            let after = extract(&*metric, &reversed, &hypotheses);
            let (before, after) =
                (corpus_score(&before, SEGMENTS), corpus_score(&after, SEGMENTS));
            match (before, after) {
                (Some(before), Some(after)) => {
                    let near = (before - after).abs() <= 1e-9 * before.abs().max(1.0);
                    prop_assert!(near, "{}: {} {}", name, before, after);
                }
                (before, after) => prop_assert_eq!(before, after),
            }
        }
    }

    #[test]
    fn a_missing_hypothesis_changes_its_own_row_only(
        references in prop::collection::vec(column(SEGMENTS), 1..4),
        hypotheses in column(SEGMENTS),
        lost in 0..SEGMENTS,
    ) {
        let references: Vec<_> = references.iter().map(|texts| borrowed(texts)).collect();
        let hypotheses = borrowed(&hypotheses);
        let mut lacking = hypotheses.clone();
        lacking[lost] = None;
        for (name, metric, _) in metrics() {
            let before = prepared_rows(&*metric, &references, &hypotheses);
            let after = prepared_rows(&*metric, &references, &lacking);
            prop_assert!(!after.is_present(lost));
            for at in all().into_iter().filter(|&at| at != lost) {
                prop_assert_eq!(before.row(at), after.row(at), "{}", name);
                prop_assert_eq!(before.is_present(at), after.is_present(at));
            }
        }
    }

    #[test]
    fn a_perfect_match_is_best(
        reference in prop::collection::vec(text(12), SEGMENTS),
        other in prop::collection::vec(text(12), SEGMENTS),
    ) {
        let reference: Vec<_> = reference.iter().map(|text| Some(text.as_str())).collect();
        let other: Vec<_> = other.iter().map(|text| Some(text.as_str())).collect();
        prop_assume!(reference.iter().flatten().any(|text| !text.is_empty()));
        let references = [reference.clone()];
        for (name, metric, best) in metrics() {
            let Some(best) = best else { continue };
            let perfect = corpus_score(&extract(&*metric, &references, &reference), SEGMENTS);
            let perfect = perfect.unwrap();
            prop_assert!((perfect - best).abs() <= 1e-9, "{}: {}", name, perfect);
            let worse = corpus_score(&extract(&*metric, &references, &other), SEGMENTS).unwrap();
            if metric.higher_is_better() {
                prop_assert!(worse <= best + 1e-9, "{}: {}", name, worse);
            } else {
                prop_assert!(worse >= best, "{}: {}", name, worse);
            }
        }
    }

    #[test]
    fn position_independence_never_costs(
        references in prop::collection::vec(column(SEGMENTS), 1..4),
        hypotheses in column(SEGMENTS),
    ) {
        let references: Vec<_> = references.iter().map(|texts| borrowed(texts)).collect();
        let hypotheses = borrowed(&hypotheses);
        let [mwer, mper] = [true, false].map(|ordered| {
            let config = ErrorRateConfig {
                tokenizer: Tokenizer::None,
                lowercase: Lowercase::No,
                normalisation: Normalisation::Average,
                ordered,
            };
            prepared_rows(&config, &references, &hypotheses)
        });
        for at in 0..SEGMENTS {
            prop_assert!(mper.row(at)[0] <= mwer.row(at)[0]);
            prop_assert_eq!(mper.row(at)[1], mwer.row(at)[1]);
        }
    }
}
