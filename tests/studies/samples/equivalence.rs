//! References against segments.

use std::collections::BTreeMap;

use runner::analyses::{ReferenceEquivalenceRow, ReplicateRow, ScoreRow};
use runner::analyses::{each_replicate, reference_discrimination, reference_equivalence, scores};

use super::support::run;

const SPEC: &str = r#"
[experiment]
name = "references"
seed = 2004

[corpora.tides.synthetic]
preset = "tides-2002"

[studies.counts]
corpora = ["tides"]
systems = ["A"]
metrics = ["bleu"]
reference-counts = [1, 2, 4]
reference-choice = "every-subset"
test-sizes = { documents = [5, 40] }
orderings = { corpus = true, random = 1 }
B = 500

[studies.mixed]
corpora = ["tides"]
systems = ["A"]
metrics = ["bleu"]
reference-choice = { mixed = 3 }
test-sizes = { documents = [40] }
B = 500

[studies.one-count]
corpora = ["tides"]
systems = ["A"]
metrics = ["bleu", "adequacy"]
test-sizes = { documents = [5] }
B = 100
"#;

/// Means, spreads and ratios counted again from the table of scores.
#[test]
fn rows_are_means_and_ratios_of_scores() {
    let read =
        |results: &runner::analyses::Results<'_>| (reference_equivalence(results), scores(results));
    let system = runner::corpus::synthetic::generate("tides-2002", 0, "tides").unwrap();
    let system = system.machine_systems().next().unwrap().to_owned();
    let (_, (rows, scores)) = run(&SPEC.replace("\"A\"", &format!("{system:?}")), None, read);
    let of = |row: &ReferenceEquivalenceRow| -> Vec<&ScoreRow> {
        let is = |score: &&ScoreRow| {
            score.cell.study == row.study
                && score.cell.ordering.as_ref() == Some(&row.ordering)
                && score.cell.documents == 40
                && score.cell.reference_count == Some(row.reference_count)
        };
        scores.iter().filter(is).collect()
    };
    let close = |one: Option<f64>, other: f64| (one.unwrap() - other).abs() < 1e-9 * other.abs();
    for row in &rows {
        let own = of(row);
        let n = own.len() as f64;
        assert_eq!(row.sets as usize, own.len());
        let mean = |value: fn(&ScoreRow) -> f64| own.iter().map(|s| value(s)).sum::<f64>() / n;
        assert!(close(row.score_mean, mean(|s| s.score.unwrap())));
        let relative = mean(|s| s.relative_stdev.unwrap());
        assert!(close(row.relative_stdev_mean, relative));
        let error = mean(|s| s.relative_stdev.unwrap() * s.stdev_error.unwrap() / s.stdev.unwrap());
        assert!(close(row.relative_stdev_error, error));
        if own.len() > 1 {
            let squares: f64 =
                own.iter().map(|s| (s.relative_stdev.unwrap() - relative).powi(2)).sum();
            assert!(close(row.relative_stdev_spread, (squares / (n - 1.0)).sqrt()));
        }
    }
    let counts: Vec<(&str, u32, u32, u32)> = rows
        .iter()
        .map(|row| (&*row.study, row.reference_count, row.translators, row.sets))
        .collect();
    let of_path = [("counts", 1, 1, 4), ("counts", 2, 2, 6), ("counts", 4, 4, 1)];
    assert_eq!(counts, [&of_path[..], &of_path, &[("mixed", 1, 4, 3)]].concat());

    for path in rows[..6].chunks(3) {
        let s: Vec<f64> = path.iter().map(|row| row.relative_stdev_mean.unwrap()).collect();
        assert_eq!((path[0].fewer, path[0].more_segments_relative), (None, None));
        assert_eq!((path[1].fewer, path[2].fewer), (Some(1), Some(2)));
        assert!(close(path[1].more_segments_relative, 100.0 * ((s[0] / s[1]).powi(2) - 1.0)));
        // Two references more: the root for one.
        assert!(close(path[2].more_segments_relative, 100.0 * (s[1] / s[2] - 1.0)));
        let equal: Vec<f64> = path.iter().map(|row| row.equal_data_relative.unwrap()).collect();
        assert!((equal[0] - 100.0).abs() < 1e-9);
        assert!(close(path[2].equal_data_relative, 100.0 * (s[2] / s[0]).powi(2)));
        // Zhang & Vogel 2004, Table 4: more references are worth some of the data, not most of it.
        assert!(equal[2] < 100.0 && equal[2] > 30.0, "{equal:?}");
        let absolute: Vec<f64> = path.iter().map(|row| row.stdev_mean.unwrap()).collect();
        assert!(close(path[2].equal_data_absolute, 100.0 * (absolute[2] / absolute[0]).powi(2)));
        let e: Vec<f64> = path.iter().map(|row| row.relative_stdev_error.unwrap()).collect();
        let error = 200.0 * (s[0] / s[1]).powi(2) * (e[0] / s[0]).hypot(e[1] / s[1]);
        assert!(close(path[1].more_segments_relative_error, error));
    }
    let mixed = &rows[6];
    assert_eq!((mixed.more_segments_relative, mixed.equal_data_relative), (None, None));
    assert!(mixed.score_spread.unwrap() > 0.0);
}

const SYSTEMS: &str = r#"
[experiment]
name = "references"
seed = 2004

[corpora.tides.synthetic]
preset = "tides-2002"

[studies.systems]
corpora = ["tides"]
metrics = ["bleu"]
reference-counts = [1, 4]
reference-choice = "every-subset"
test-sizes = { documents = [5, 40] }
resample = "segments"
B = 400

[studies.systems.replicates]
"#;

/// Squared z counted again from single replicates; rows of one system, and of one number of references,
/// are not made.
#[test]
fn discrimination_is_that_of_the_replicates() {
    let read = |results: &runner::analyses::Results<'_>| {
        let replicates: Vec<ReplicateRow> =
            each_replicate(results).filter(|row| row.cell.documents == 40).collect();
        (reference_discrimination(results), scores(results), replicates)
    };
    let (_, (rows, scores, replicates)) = run(SYSTEMS, None, read);
    let counts: Vec<(u32, u32, u64)> =
        rows.iter().map(|row| (row.reference_count, row.sets, row.segments)).collect();
    let segments = scores.iter().filter_map(|row| row.cell.segments).max().unwrap();
    assert_eq!(counts, [(1, 4, segments), (4, 1, segments)]);
    // By references and system: the score, and those of replicates.
    let mut known: BTreeMap<(String, String), (f64, Vec<f64>)> = BTreeMap::new();
    let key = |cell: &runner::table::Cell| {
        (cell.references.as_deref().unwrap().to_owned(), cell.system().to_owned())
    };
    for row in scores.iter().filter(|row| row.cell.documents == 40) {
        known.insert(key(&row.cell), (row.score.unwrap(), Vec::new()));
    }
    for row in &replicates {
        known.get_mut(&key(&row.cell)).unwrap().1.push(row.score.unwrap());
    }
    let mut sums: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
    let entries: Vec<_> = known.iter().collect();
    for (index, ((references, _), (score, own))) in entries.iter().enumerate() {
        for ((others, _), (other_score, other)) in &entries[index + 1..] {
            if references != others {
                continue;
            }
            let n = own.len() as f64;
            let differences: Vec<f64> = own.iter().zip(other).map(|(a, b)| a - b).collect();
            let mean = differences.iter().sum::<f64>() / n;
            let variance = differences.iter().map(|d| (d - mean).powi(2)).sum::<f64>() / (n - 1.0);
            let units = segments as f64;
            let squared = (score - other_score).powi(2) / (variance * units / (units - 1.0));
            sums.entry(references.matches('+').count() + 1).or_default().push(squared);
        }
    }
    let mean = |count: usize| sums[&count].iter().sum::<f64>() / sums[&count].len() as f64;
    let ratio = (mean(4) - 1.0) / (mean(1) - 1.0);
    assert_eq!(rows[0].discrimination_ratio, Some(1.0));
    assert_eq!(rows[0].discrimination_ratio_error, None);
    for (row, count) in rows.iter().zip([1, 4]) {
        assert!((row.mean_squared_z.unwrap() / mean(count) - 1.0).abs() < 1e-9);
        assert_eq!((row.status.name(), row.fewest), ("ok", 1));
        assert_eq!(row.pairs, row.systems * (row.systems - 1) / 2);
    }
    assert!((rows[1].discrimination_ratio.unwrap() / ratio - 1.0).abs() < 1e-9);
    assert!(rows[1].discrimination_ratio_error.unwrap() > 0.0);
    let one = SPEC.replace("systems = [\"A\"]", "").replace("reference-counts = [1, 2, 4]", "");
    let one = run(&one, None, reference_discrimination).1;
    assert!(one.is_empty(), "{} rows of one number of references", one.len());
}
