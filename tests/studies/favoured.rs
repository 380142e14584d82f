//! Favoured systems as whole runs, on the printed scores of Hamon et al. (2007), Tables 2 and 3.

use runner::analyses::{self, FavouredRow, Results};

use crate::ranks::marked;
use crate::support::study;

const SYSTEMS: [&str; 5] = ["S1", "S2", "S3", "S4", "S5"];

/// Six segments of each system that have these means.
fn about(means: [f64; 5], by: f64) -> Vec<(&'static str, Vec<Option<f64>>)> {
    let of_system = |(index, mean): (usize, f64)| {
        let scores = (0..6).map(|segment| {
            let sign = if (segment + index) % 2 == 0 { 1.0 } else { -1.0 };
            Some(mean + sign * by)
        });
        (SYSTEMS[index], scores.collect())
    };
    means.into_iter().enumerate().map(of_system).collect()
}

fn rows(study: &str) -> Vec<FavouredRow> {
    let fluency = about([2.41, 3.04, 3.01, 2.67, 2.84], 0.02);
    let bleu = about([37.60, 44.76, 57.33, 46.64, 43.87], 0.5);
    let errors: Vec<(&str, Vec<Option<f64>>)> = bleu
        .iter()
        .map(|(name, scores)| {
            (*name, scores.iter().map(|score| score.map(|score| 100.0 - score)).collect())
        })
        .collect();
    let corpus = marked(&[2, 2, 2], &[("bleu", &bleu), ("wer", &errors), ("fluency", &fluency)]);
    let text = format!(
        "[experiment]\nname = \"x\"\nseed = 5\n[corpora.c.plain]\nsystems = [\"none\"]\n\
         [metrics.b.external]\nscore = \"bleu\"\n[metrics.e.external]\nscore = \"wer\"\nhigher-is-better = false\n\
         [metrics.f.external]\nscore = \"fluency\"\n[studies.s]\ncorpora = [\"c\"]\nmetrics = [\"b\", \"e\", \"f\"]\n\
         resample = \"segments\"\nB = 200\ntest-sizes = {{ documents = [3] }}\n{study}"
    );
    let (plan, store) = study::computed(&text, Some(vec![corpus]));
    analyses::favoured(&Results::new(&plan, &store))
}

/// Deleted residuals and t as with numpy; S4 gains two ranks, because S2 loses two.
#[test]
fn printed_scores_favour_the_third_system() {
    let rows = rows("[studies.s.favoured]\nagainst = [\"f\"]\n");
    assert_eq!(rows.len(), 10);
    let expected = [
        (-4.321_481, -0.308_075, 0.0),
        (-10.339_589, -1.663_149, -2.0),
        (11.407_196, 2.578_1, 1.0),
        (3.988_207, 0.500_088, 2.0),
        (-3.846_662, -0.497_622, -1.0),
    ];
    // Error rates are turned, so that the same systems are favoured.
    for (metric, of_metric) in ["b", "e"].into_iter().zip(rows.chunks(5)) {
        for ((row, system), (deleted, t, ranks)) in of_metric.iter().zip(SYSTEMS).zip(expected) {
            assert_eq!(
                (&*row.cell.metric, row.cell.system(), &*row.against),
                (metric, system, "f")
            );
            assert!((row.deleted_residual.unwrap() - deleted).abs() < 1e-4, "{row:?}");
            assert!((row.t.unwrap() - t).abs() < 1e-4, "{row:?}");
            assert_eq!(row.ranks_gained, Some(ranks));
            assert!(row.ci_lower.unwrap() < deleted && deleted < row.ci_upper.unwrap(), "{row:?}");
        }
        // scipy.stats.t.sf(2.5781, 2) * 2 is .1232; of five by Holm.
        assert!((of_metric[2].p_value.unwrap() - 0.123_2).abs() < 1e-3);
        assert!(
            (of_metric[2].p_adjusted.unwrap() - 5.0 * of_metric[2].p_value.unwrap()).abs() < 1e-12
        );
    }
}

/// Of three systems one cannot be compared with the others.
#[test]
fn three_systems_are_too_few() {
    let rows =
        rows("systems = [\"S1\", \"S2\", \"S3\"]\n[studies.s.favoured]\nagainst = [\"f\"]\n");
    assert_eq!(rows.len(), 6);
    for row in rows {
        assert_eq!((row.cell.status.name(), row.deleted_residual), ("too-few-units", None));
        assert!(row.ranks_gained.is_some());
    }
}
