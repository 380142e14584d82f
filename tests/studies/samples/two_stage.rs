//! Documents drawn first, segments within them second.

use runner::analyses::scores;

use super::support::{MARKED, marked, noise, run};

const STUDIES: &str = r#"
[defaults]
B = 40000

[studies.two-stage]
corpora = ["marked"]
metrics = ["mark"]
test-sizes = { documents = [12] }
resample = "two-stage"

[studies.documents]
corpora = ["marked"]
metrics = ["mark"]
test-sizes = { documents = [12] }
resample = "documents"
"#;

/// For twelve documents of five segments the variance of a mean is `s_b^2 / k + s_w^2 / (k n)`; that
/// of whole documents lacks the second term, which is what two stages add twice.
#[test]
fn the_variance_of_a_mean_has_a_closed_form() {
    let mark = |segment: usize| 50.0 + 10.0 * noise(segment / 5) + 30.0 * noise(1000 + segment);
    let corpus = marked(&[5; 12], &[("s", &mark)]);
    let (_, rows) = run(&format!("{MARKED}{STUDIES}"), Some(vec![corpus]), scores);
    let (k, n) = (12.0, 5.0);
    let means: Vec<f64> =
        (0..12).map(|document| (0..5).map(|i| mark(5 * document + i)).sum::<f64>() / n).collect();
    let mean = means.iter().sum::<f64>() / k;
    let between = means.iter().map(|m| (m - mean).powi(2)).sum::<f64>() / k;
    let within = (0..60).map(|i| (mark(i) - means[i / 5]).powi(2)).sum::<f64>() / (k * n);
    for (row, variance) in rows.iter().zip([between / k + within / (k * n), between / k]) {
        let exact = variance.sqrt();
        let error = exact / (2.0_f64 * 39_999.0).sqrt();
        assert!((row.score.unwrap() - mean).abs() < 1e-6);
        assert!((row.mean.unwrap() - mean).abs() < 4.5 * exact / 40_000.0_f64.sqrt());
        assert!((row.stdev.unwrap() - exact).abs() < 4.5 * error, "{row:?} {exact}");
    }
    assert_eq!((rows[0].resample.name(), rows[1].resample.name()), ("two-stage", "documents"));
}

/// Documents of one and two segments have resamples of two, three or four segments: mean and
/// deviation over all of them, with their probabilities.
#[test]
fn unequal_documents_follow_the_exact_distribution() {
    let values = [10.0, 40.0, 70.0];
    let corpus = marked(&[1, 2], &[("s", &|segment| values[segment])]);
    let text = format!("{MARKED}{STUDIES}").replace("[12]", "[2]");
    let (_, rows) = run(&text, Some(vec![corpus]), scores);
    let mut exact = vec![(10.0, 0.25)];
    for a in [1, 2] {
        for b in [1, 2] {
            exact.push(((10.0 + values[a] + values[b]) / 3.0, 0.5 / 4.0));
            for c in [1, 2] {
                for d in [1, 2] {
                    let sum: f64 = [a, b, c, d].iter().map(|i| values[*i]).sum();
                    exact.push((sum / 4.0, 0.25 / 16.0));
                }
            }
        }
    }
    let mean: f64 = exact.iter().map(|(x, p)| x * p).sum();
    let moment = |power: i32| exact.iter().map(|(x, p)| (x - mean).powi(power) * p).sum::<f64>();
    let stdev = moment(2).sqrt();
    let error = ((moment(4) - stdev.powi(4)) / 4e4).sqrt() / (2.0 * stdev);
    assert!((rows[0].mean.unwrap() - mean).abs() < 4.5 * stdev / 200.0);
    assert!((rows[0].stdev.unwrap() - stdev).abs() < 4.5 * error, "{stdev}");
}

#[test]
fn one_document_is_no_sample_of_documents() {
    let corpus = marked(&[7], &[("s", &|segment| segment as f64 + 1.0)]);
    let text = format!("{MARKED}{STUDIES}").replace("[12]", "[1]").replace("40000", "50");
    let (_, rows) = run(&text, Some(vec![corpus]), scores);
    assert_eq!((rows[0].cell.status.name(), rows[0].score), ("one-unit", Some(4.0)));
    assert_eq!((rows[0].stdev, rows[0].ci_lower), (None, None));
}
