//! The default test: Student's t with the jackknife of the paired difference.

use runner::analyses::ComparisonRow;
use runner::stats::special::student_t_cdf;

use super::support::{all, judged, run, texts};

const DEFAULT: &str = "metrics = [\"adequacy\"]\nB = 10\n";

fn compare(
    study: &str,
    lengths: &[usize],
    systems: &[(&str, Vec<Option<f64>>)],
) -> Vec<ComparisonRow> {
    let study = format!("{DEFAULT}{study}\n[studies.s.comparison]\n");
    let rows = run(&study, judged(lengths, systems)).comparisons;
    assert!(rows.iter().all(|row| row.method.name() == "jackknife-t"));
    rows
}

/// Documents of unequal lengths, some segments without a judgment, and a document without any: the
/// standard error is that of scores with each judged document left out.
#[test]
fn documents_are_left_out_whole() {
    let a = [3.0, 4.0, 5.0, 2.0, 4.0, 4.0, 5.0, 1.0, 4.0];
    let b = [2.0, 4.0, 4.0, 1.0, 3.0, 4.0, 4.0, 2.0, 1.0];
    let lengths = [2, 3, 1, 3];
    let judgments = |values: [f64; 9]| -> Vec<Option<f64>> {
        let mut values = all(&values);
        values[3] = None;
        // The third document is not judged at all.
        values[5] = None;
        values
    };
    let rows =
        compare("resample = \"documents\"", &lengths, &[("a", judgments(a)), ("b", judgments(b))]);
    let row = &rows[0];
    let documents: [&[usize]; 3] = [&[0, 1], &[2, 4], &[6, 7, 8]];
    let difference = |kept: &[&[usize]]| -> f64 {
        let segments: Vec<usize> = kept.iter().flat_map(|document| document.to_vec()).collect();
        segments.iter().map(|i| a[*i] - b[*i]).sum::<f64>() / segments.len() as f64
    };
    let without: Vec<f64> = (0..3)
        .map(|left_out| {
            let kept: Vec<&[usize]> =
                (0..3).filter(|index| *index != left_out).map(|index| documents[index]).collect();
            difference(&kept)
        })
        .collect();
    let mean = without.iter().sum::<f64>() / 3.0;
    let squares: f64 = without.iter().map(|value| (value - mean) * (value - mean)).sum();
    let error = (2.0 / 3.0 * squares).sqrt();
    assert!((row.delta.unwrap() - difference(&documents)).abs() < 1e-12);
    // Of two, two and three segments whose differences are alike in no document: by the matrix of the lengths in NumPy, and
    // Student's quantile of .975 by SciPy.
    assert!((row.degrees_of_freedom.unwrap() - 1.857_076_601_994_28).abs() < 1e-9, "{row:?}");
    let half_width = 4.636_092_373_088_053 * error;
    assert!((row.ci_upper.unwrap() - row.ci_lower.unwrap() - 2.0 * half_width).abs() < 1e-9);
    let t = (row.delta.unwrap() / error).abs();
    let p = 2.0 * student_t_cdf(-t, 1.857_076_601_994_28);
    assert!((row.p_value.unwrap() - p).abs() < 1e-9, "{row:?}");
    // Documents are what two-stage resampling begins with.
    let two_stage =
        compare("resample = \"two-stage\"", &lengths, &[("a", judgments(a)), ("b", judgments(b))]);
    assert_eq!(two_stage[0].p_value, row.p_value);
}

#[test]
fn what_has_no_standard_error() {
    let statuses = |lengths: &[usize], systems: &[(&str, Vec<Option<f64>>)]| {
        let rows = compare("resample = \"documents\"", lengths, systems);
        let status = |row: &ComparisonRow| {
            let verdict = row.verdict.map(|verdict| verdict.name());
            (row.cell.status.name().to_owned(), verdict)
        };
        rows.iter().map(status).collect::<Vec<_>>()
    };
    let a = all(&[1.0, 5.0, 3.0, 4.0, 2.0]);
    let identical = statuses(&[2, 3], &[("a", a.clone()), ("copy", a.clone())]);
    assert_eq!(identical, [("no-variation".to_owned(), Some("identical"))]);
    let one = statuses(&[5], &[("a", a.clone()), ("b", all(&[1.0, 2.0, 3.0, 3.0, 2.0]))]);
    assert_eq!(one, [("one-unit".to_owned(), None)]);
    let few =
        statuses(&[2, 2], &[("a", all(&[1.0, 5.0, 3.0, 4.0])), ("b", all(&[1.0, 2.0, 3.0, 3.0]))]);
    assert_eq!(few, [("too-few-items".to_owned(), None)]);
    // Better by 1 everywhere: of two units the sign test says nothing.
    let constant = statuses(&[2, 3], &[("a", a), ("b", all(&[0.0, 4.0, 2.0, 3.0, 1.0]))]);
    assert_eq!(constant, [("no-variation".to_owned(), None)]);
    let study = "metrics = [\"anew\"]\nB = 10\n[studies.s.comparison]\n[metrics.anew.nist]\n\
                 information = \"recomputed\"\n";
    let rows = run(study, texts()).comparisons;
    assert_eq!((rows[0].cell.status.name(), rows[0].p_value), ("not-additive", None));
    assert!(rows[0].delta.is_some());
}

/// The number of replicates does not enter.
#[test]
fn rows_are_the_same_for_every_draw() {
    let a = [3.0, 4.0, 5.0, 2.0, 4.0, 4.0];
    let b = [2.0, 4.0, 4.0, 1.0, 3.0, 5.0];
    let systems = [("a", all(&a)), ("b", all(&b))];
    let study = "metrics = [\"adequacy\"]\nB = [10, 20]\n[studies.s.comparison]\n";
    let rows = run(study, judged(&[3, 3], &systems)).comparisons;
    assert_eq!(rows.len(), 2);
    assert_eq!(rows[0].p_value, rows[1].p_value);
    assert!(rows[0].p_value.is_some());
}
