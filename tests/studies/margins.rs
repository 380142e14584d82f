//! Margins of error as whole runs, from a spec to rows, against closed forms.

use runner::analyses::{MarginRow, Results, each_margin, scores};
use runner::corpus::model::Corpus;
use runner::stats::special::student_t_quantile;

use crate::support::study;

const SPEC: &str = r#"
[experiment]
name = "x"
seed = 1

[corpora.c.plain]
references = ["ref"]
systems = ["sys"]

[studies.s]
corpora = ["c"]
metrics = ["adequacy"]
B = 50
"#;

fn margins(text: &str, corpus: Corpus) -> Vec<MarginRow> {
    let (plan, store) = study::computed(text, Some(vec![corpus]));
    each_margin(&Results::new(&plan, &store)).collect()
}

/// Twelve documents of four segments, whose judgments are not alike.
fn twelve() -> Vec<f64> {
    let noise = [0.3, -0.2, 0.1, -0.4, 0.25, -0.05, 0.35, -0.35, 0.15, 0.0, -0.1, 0.2];
    let levels = [3.0, 4.2, 2.6, 3.9, 3.3, 4.6, 2.2, 3.7, 4.0, 2.9, 3.5, 3.1];
    (0..48).map(|segment| levels[segment / 4] + noise[(7 * segment) % 12]).collect()
}

fn means_of(values: &[f64], length: usize) -> Vec<f64> {
    values.chunks(length).map(|own| own.iter().sum::<f64>() / length as f64).collect()
}

/// Divisor n - 1.
fn variance(values: &[f64]) -> f64 {
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    values.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / (values.len() - 1) as f64
}

#[track_caller]
fn close(found: f64, expected: f64) {
    assert!((found - expected).abs() <= 1e-6 * expected.abs(), "{found}, not {expected}");
}

/// Of a mean over documents of one length: Student's interval of the document means, the size where the
/// quantile of that size gives the wanted margin, the layout of the analysis of variance, and the law
/// between six and twelve documents. Judgments are fixed point of six decimals.
#[test]
fn of_means_all_has_closed_forms() {
    let study = "resample = \"documents\"\ntest-sizes = { fractions = [0.5, 1.0] }\n\
                 [studies.s.margin]\nwanted = 0.2\ndocument-cost = 3\n";
    let values = twelve();
    let corpus = study::judged(&[4; 12], &[("sys", study::all(&values))]);
    let rows = margins(&format!("{SPEC}{study}"), corpus);
    assert_eq!(rows.len(), 2);
    let row = &rows[1];
    let means = means_of(&values, 4);
    let error = (variance(&means) / 12.0).sqrt();
    assert_eq!(
        (row.cell.status.name(), row.required_status.name(), row.unit.name()),
        ("ok", "ok", "documents")
    );
    close(row.standard_error.unwrap(), error);
    // scipy.stats.t.ppf(0.975, 11)
    close(row.margin.unwrap(), 2.200_985_160_082_949 * error);
    close(row.reproduction_margin.unwrap(), 2.0_f64.sqrt() * row.margin.unwrap());
    assert_eq!(row.available_units, Some(12));
    // The variance over its median: scipy.stats.chi2.ppf(0.5, 11) / 11.
    let median: f64 = 10.340_998_074_391_82 / 11.0;
    let size = row.required_units.unwrap();
    let at_size = student_t_quantile(0.975, size - 1.0).unwrap() * error * (12.0 / size).sqrt();
    close(at_size / median.sqrt(), 0.2);
    assert_eq!(row.required_documents, Some(size.ceil()));
    assert_eq!(row.required_segments, Some((4.0 * size).ceil()));
    let (lower, upper) = (row.required_units_lower.unwrap(), row.required_units_upper.unwrap());
    assert!(lower < size && size < upper && row.assured_units.unwrap() > size);
    // The error of the log variance of a mean: all variances of eleven document means.
    let logs: Vec<f64> = (0..12)
        .map(|out| {
            let rest: Vec<f64> = (0..12).filter(|own| *own != out).map(|own| means[own]).collect();
            runner_ln(variance(&rest))
        })
        .collect();
    let spread = (11.0 / 12.0 * 11.0 * variance(&logs)).sqrt();
    close(row.log_variance_error.unwrap(), spread);
    let within = values.chunks(4).map(variance).sum::<f64>() / 12.0;
    let between = variance(&means) - within / 4.0;
    close(row.within_variance.unwrap(), within);
    close(row.between_variance.unwrap(), between);
    let now = between * 4.0 + within;
    close(
        row.doubled_documents_margin.unwrap(),
        row.margin.unwrap() * ((between * 2.0 + within) / now).sqrt(),
    );
    close(row.best_segments_per_document.unwrap(), (3.0 * within / between).sqrt().max(1.0));
    let of_segments = (variance(&values) / 48.0).sqrt();
    // scipy.stats.t.ppf(0.975, 47)
    close(row.other_unit_margin.unwrap(), 2.011_740_513_729_765_5 * of_segments);
    let half = (variance(&means[..6]) / 6.0).sqrt();
    assert_eq!((row.law_units, row.law_status.name()), (Some(6), "ok"));
    close(row.law_ratio.unwrap(), half * 6.0_f64.sqrt() / (error * 12.0_f64.sqrt()));
    assert_eq!((rows[0].law_status.name(), rows[0].law_ratio), ("not-largest", None));
}

fn runner_ln(value: f64) -> f64 {
    #[expect(
        clippy::disallowed_methods,
        reason = "the independent value may come from the platform"
    )]
    value.ln()
}

/// The status says what there is, and what is missing.
#[test]
fn what_is_missing_says_why() {
    let values = twelve();
    let spec = |study: &str| format!("{SPEC}resample = \"documents\"\n{study}");
    let only = |study: &str, lengths: &[usize], values: &[f64]| {
        let corpus = study::judged(lengths, &[("sys", study::all(values))]);
        let rows = margins(&spec(study), corpus);
        rows.into_iter().last().unwrap()
    };
    let statuses = |row: &MarginRow| {
        (row.cell.status.name().to_owned(), row.required_status.name().to_owned())
    };
    let both = |one: &str, other: &str| (one.to_owned(), other.to_owned());
    let wanted = "[studies.s.margin]\nwanted = { adequacy = 0.2 }\n";
    let row = only(wanted, &[4], &values[..4]);
    assert_eq!(statuses(&row), both("one-unit", "one-unit"));
    assert_eq!((row.margin, row.required_units), (None, None));
    let row = only(wanted, &[4, 4, 4], &values[..12]);
    assert_eq!(statuses(&row), both("ok", "too-few-units"));
    assert!(row.margin.is_some() && row.required_units.is_none());
    let row = only(wanted, &[1; 6], &[2.0; 6]);
    assert_eq!(statuses(&row), both("no-variation", "no-variation"));
    assert_eq!(row.margin, None);
    // Without one of them the others are equal: there is a size, and none that is assured.
    let row = only(wanted, &[1; 6], &[2.0, 2.0, 2.0, 2.0, 2.0, 3.0]);
    assert_eq!(statuses(&row), both("ok", "no-variation"));
    assert!(row.required_units.is_some() && row.assured_units.is_none());
    assert_eq!(row.between_variance, None, "documents of one segment");
    let row = only("[studies.s.margin]\n", &[4; 12], &values);
    assert_eq!(statuses(&row), both("ok", "nothing-wanted"));
    assert!(row.margin.is_some() && row.required_units.is_none());
    let row = only("[studies.s.margin]\nwanted = \"5 %\"\n", &[4; 12], &values);
    assert_eq!(statuses(&row), both("ok", "ok"));
    close(row.wanted.unwrap(), 0.05 * row.score.unwrap());
    let below: Vec<f64> = values.iter().map(|value| value - 9.0).collect();
    let row = only("[studies.s.margin]\nwanted = \"5 %\"\n", &[4; 12], &below);
    assert_eq!((statuses(&row), row.wanted), (both("ok", "relative-to-zero"), None));
}

/// Only documents with a judgment are units, and lengths are those of what is judged.
#[test]
fn partial_judgments_count_alone() {
    let values = twelve();
    let some = values.iter().enumerate();
    let judged = |(index, value): (usize, &f64)| (index >= 8 && index % 4 < 2).then_some(*value);
    let partial: Vec<Option<f64>> = some.map(judged).collect();
    let means: Vec<f64> = values[8..].chunks(4).map(|own| f64::midpoint(own[0], own[1])).collect();
    let study = "resample = \"documents\"\ntest-sizes = { fractions = [1.0] }\n\
                 [studies.s.margin]\nwanted = 0.2\n";
    let corpus = study::judged(&[4; 12], &[("sys", partial)]);
    let rows = margins(&format!("{SPEC}{study}"), corpus);
    let row = &rows[0];
    assert_eq!(row.available_units, Some(10));
    close(row.standard_error.unwrap(), (variance(&means) / 10.0).sqrt());
    assert_eq!(row.required_segments, Some((2.0 * row.required_units.unwrap()).ceil()));
    assert_eq!(row.law_status.name(), "one-size");
}

/// Segments as units, and two stages, whose jackknife is that of documents.
#[test]
fn units_are_those_of_the_study() {
    let values = twelve();
    let row = |resample: &str| {
        let study = format!(
            "resample = \"{resample}\"\ntest-sizes = {{ fractions = [1.0] }}\n[studies.s.margin]\nwanted = 0.1\n"
        );
        let corpus = study::judged(&[4; 12], &[("sys", study::all(&values))]);
        margins(&format!("{SPEC}{study}"), corpus).remove(0)
    };
    let [segments, documents, both] = ["segments", "documents", "two-stage"].map(row);
    close(segments.standard_error.unwrap(), (variance(&values) / 48.0).sqrt());
    assert_eq!((segments.unit.name(), segments.available_units), ("segments", Some(48)));
    let size = segments.required_units.unwrap();
    assert_eq!(segments.required_segments, Some(size.ceil()));
    assert_eq!(segments.required_documents, Some((size / 4.0).ceil()));
    close(segments.other_unit_margin.unwrap(), documents.margin.unwrap());
    close(documents.other_unit_margin.unwrap(), segments.margin.unwrap());
    assert_eq!(both.standard_error, documents.standard_error);
    assert_eq!((both.unit.name(), both.resample.name()), ("documents", "two-stage"));
}

/// Without sums the deviation of the replicates, corrected for few units; no interval of sizes.
#[test]
fn what_has_no_jackknife_comes_from_replicates() {
    let spec = |resample: &str| {
        format!(
            "{}resample = \"{resample}\"\ntest-sizes = {{ fractions = [1.0] }}\n[studies.s.margin]\nwanted = 0.5\n\
             [metrics.anew.nist]\ninformation = \"recomputed\"\n",
            SPEC.replace("adequacy", "anew").replace("\"sys\"", "\"A\", \"B\"")
        )
    };
    let (plan, store) = study::computed(&spec("segments"), Some(vec![study::texts()]));
    let results = &Results::new(&plan, &store);
    let (rows, scores) = (each_margin(results).collect::<Vec<_>>(), scores(results));
    assert_eq!(rows.len(), 2);
    for (row, score) in rows.iter().zip(&scores) {
        let factor = (50.0_f64 / 49.0).sqrt();
        close(row.standard_error.unwrap(), factor * score.stdev.unwrap());
        close(row.monte_carlo_error.unwrap(), factor * score.stdev_error.unwrap());
        assert_eq!((row.cell.status.name(), row.required_status.name()), ("ok", "not-additive"));
        assert!(row.required_units.is_some() && row.required_units_lower.is_none());
    }
    let rows = margins(&spec("two-stage"), study::texts());
    assert_eq!((rows[0].cell.status.name(), rows[0].margin), ("two-stage", None));
}
