//! Test sets by segments: grids, scores and growth.

use runner::analyses::{each_test_set, growth, scores};

use super::support::{MARKED, marked, noise, plan, run};

const SAMPLES: &str = r#"
[studies.broad]
corpora = ["marked"]
metrics = ["mark"]
samples = { sampling = "broad", segments = [4, 20, 60], count = 5 }
B = 100

[studies.consecutive]
corpora = ["marked"]
metrics = ["mark"]
samples = { sampling = "consecutive", segments = 20, count = 3 }
B = 100

[studies.random]
corpora = ["marked"]
metrics = ["mark"]
samples = { sampling = "random", segments = [20, 30], count = 40 }
B = 100
"#;

fn mark(segment: usize) -> f64 {
    1.0 + noise(segment)
}

#[test]
fn samples_are_scored_on_their_segments() {
    let corpus = marked(&[10; 6], &[("s", &mark)]);
    let text = format!("{MARKED}{SAMPLES}");
    let (plan, (rows, growth)) =
        run(&text, Some(vec![corpus]), |results| (scores(results), growth(results)));
    let mean = |segments: &[usize]| {
        segments.iter().map(|segment| mark(*segment)).sum::<f64>() / segments.len() as f64
    };
    let find = |study: &str, ordering: &str, segments: u64| {
        let mut found = rows.iter().filter(|row| {
            &*row.cell.study == study
                && row.cell.ordering.as_deref() == Some(ordering)
                && row.cell.segments == Some(segments)
        });
        let row = found.next().unwrap();
        assert!(found.next().is_none());
        row
    };
    // Three disjoint ones of every third segment, then one in each stretch of three.
    for index in 0..3 {
        let row = find("broad", &format!("broad-{}", index + 1), 20);
        let segments: Vec<usize> = (index..60).step_by(3).collect();
        assert!((row.score.unwrap() - mean(&segments)).abs() < 1e-7);
        assert_eq!((row.cell.documents, row.cell.judged_segments), (6, Some(20)));
    }
    find("broad", "broad-5", 20);
    // The corpus itself is the same test set five times, and runs once.
    let whole = find("broad", "broad-1", 60);
    assert!((whole.score.unwrap() - mean(&(0..60).collect::<Vec<_>>())).abs() < 1e-7);
    assert_eq!(rows.iter().filter(|row| row.cell.segments == Some(60)).count(), 1);
    for index in 0..3 {
        let row = find("consecutive", &format!("consecutive-{}", index + 1), 20);
        let segments: Vec<usize> = (20 * index..20 * index + 20).collect();
        assert!((row.score.unwrap() - mean(&segments)).abs() < 1e-7);
        assert_eq!(row.cell.documents, 2);
    }
    assert_eq!(rows.iter().filter(|row| &*row.cell.study == "random").count(), 80);

    // Rows of documents add up to the test sets.
    let named: Vec<_> = each_test_set(&plan).collect();
    for row in &rows {
        let own = named.iter().filter(|set| Some(&set.test_set) == row.cell.test_set.as_ref());
        assert_eq!(own.map(|set| set.segments).sum::<u64>(), row.cell.segments.unwrap());
    }

    let sizes: Vec<(&str, u64, u64)> = growth
        .iter()
        .map(|row| (&*row.cell.study, row.cell.segments.unwrap(), row.orderings))
        .collect();
    let expected = [
        ("broad", 4, 5),
        ("broad", 20, 5),
        ("broad", 60, 1),
        ("consecutive", 20, 3),
        ("random", 20, 40),
        ("random", 30, 40),
    ];
    assert_eq!(sizes, expected);
}

/// The scores of random samples spread as means of n out of N do: `s^2 / n (1 - n / N)`.
#[test]
fn random_samples_spread_as_samples_without_replacement() {
    let corpus = marked(&[10; 6], &[("s", &mark)]);
    let text = format!("{MARKED}{SAMPLES}").replace("count = 40", "count = 2000");
    let (_, rows) = run(&text.replace("B = 100", "B = 2"), Some(vec![corpus]), growth);
    let mean = (0..60).map(mark).sum::<f64>() / 60.0;
    let variance = (0..60).map(|i| (mark(i) - mean).powi(2)).sum::<f64>() / 59.0;
    for row in rows.iter().filter(|row| &*row.cell.study == "random") {
        let n = row.cell.segments.unwrap() as f64;
        let exact = (variance / n * (1.0 - n / 60.0)).sqrt();
        let (spread, error) = (row.score_spread.unwrap(), exact / (2.0_f64 * 1999.0).sqrt());
        assert!((spread - exact).abs() < 4.5 * error, "{n}: {spread} {exact}");
        assert!((row.score_mean.unwrap() - mean).abs() < 4.5 * exact / 2000.0_f64.sqrt());
    }
}

#[test]
fn a_corpus_that_is_too_small_is_named() {
    let corpus = marked(&[10; 6], &[("s", &mark)]);
    let text = format!("{MARKED}{SAMPLES}").replace("20, 60]", "20, 61]");
    let problems = plan(&text, Some(vec![corpus])).unwrap_err();
    assert_eq!(problems.len(), 1);
    assert_eq!(problems[0].message, "corpus `marked` has 60 segments, not 61");
    assert_eq!(problems[0].help, "ask for 1 to 60");
    assert_eq!(problems[0].path.to_string(), "studies.broad.samples.segments[2]");
}
