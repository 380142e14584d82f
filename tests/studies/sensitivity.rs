//! Sensitivity of metrics as whole runs, against paired t statistics written out here.

use runner::analyses::{self, MetricDiscriminationRow, Results};

use crate::ranks::marked;
use crate::support::study;

/// Scores of eight segments by system.
type Scores = [[f64; 8]; 4];

const SYSTEMS: [&str; 4] = ["A", "B", "C", "D"];

const METRIC: Scores = [
    [52.0, 48.0, 61.0, 55.0, 47.0, 58.0, 50.0, 53.0],
    [45.0, 44.0, 55.0, 50.0, 40.0, 50.0, 47.0, 44.0],
    [46.0, 40.0, 57.0, 49.0, 43.0, 52.0, 45.0, 46.0],
    [30.0, 35.0, 41.0, 36.0, 30.0, 40.0, 33.0, 36.0],
];

const BASELINE: Scores = [
    [50.0, 40.0, 66.0, 52.0, 41.0, 61.0, 47.0, 58.0],
    [46.0, 47.0, 50.0, 55.0, 36.0, 49.0, 52.0, 40.0],
    [40.0, 45.0, 60.0, 41.0, 48.0, 47.0, 40.0, 51.0],
    [35.0, 29.0, 47.0, 40.0, 25.0, 46.0, 30.0, 35.0],
];

/// D, the worst by metrics, is the best by the judges.
const GOLD: Scores = [
    [3.0, 4.0, 3.0, 4.0, 3.0, 4.0, 3.0, 4.0],
    [3.0, 3.0, 2.0, 3.0, 3.0, 3.0, 2.0, 3.0],
    [2.0, 3.0, 3.0, 2.0, 3.0, 2.0, 3.0, 2.0],
    [5.0, 4.0, 5.0, 5.0, 4.0, 5.0, 4.0, 5.0],
];

fn rows(study: &str) -> Vec<MetricDiscriminationRow> {
    let scores = |all: Scores| SYSTEMS.into_iter().zip(all.map(|one| one.map(Some).to_vec()));
    let [metric, baseline, gold] =
        [METRIC, BASELINE, GOLD].map(|all| scores(all).collect::<Vec<_>>());
    let corpus = marked(&[4, 4], &[("m", &metric), ("b", &baseline), ("g", &gold)]);
    let text = format!(
        "[experiment]\nname = \"x\"\nseed = 5\n[corpora.c.plain]\nsystems = [\"none\"]\n\
         [metrics.m.external]\nscore = \"m\"\n[metrics.b.external]\nscore = \"b\"\n[metrics.g.external]\nscore = \"g\"\n\
         [studies.s]\ncorpora = [\"c\"]\nmetrics = [\"m\", \"b\", \"g\"]\nresample = \"segments\"\nB = 20\n\
         test-sizes = {{ documents = [2] }}\n{study}"
    );
    let (plan, store) = study::computed(&text, Some(vec![corpus]));
    analyses::metric_discrimination(&Results::new(&plan, &store))
}

/// Paired t of each pair.
fn t_of_pairs(scores: &Scores) -> Vec<f64> {
    let pairs = (0..4).flat_map(|a| (a + 1..4).map(move |b| (a, b)));
    pairs
        .map(|(a, b)| {
            let differences: Vec<f64> =
                scores[a].iter().zip(&scores[b]).map(|(a, b)| a - b).collect();
            let mean = differences.iter().sum::<f64>() / 8.0;
            let squares: f64 = differences.iter().map(|x| (x - mean) * (x - mean)).sum();
            mean / (squares / 7.0 / 8.0).sqrt()
        })
        .collect()
}

#[test]
fn ratios_are_those_of_paired_t_statistics() {
    let rows = rows("[studies.s.sensitivity]\nbaseline = \"b\"\ngold = \"g\"\n");
    // scipy.stats.t.ppf(.975, 7).
    let critical = 2.364_624_3;
    let excess = |scores: &Scores| t_of_pairs(scores).iter().map(|t| t * t - 1.0).sum::<f64>();
    let gold = t_of_pairs(&GOLD);
    for (row, (name, scores)) in rows.iter().zip([("m", METRIC), ("b", BASELINE), ("g", GOLD)]) {
        assert_eq!(
            (&*row.cell.metric, row.cell.status.name(), row.pairs, row.systems),
            (name, "ok", 6, 4)
        );
        let t = t_of_pairs(&scores);
        let mean = t.iter().map(|t| t * t).sum::<f64>() / 6.0;
        assert!((row.mean_squared_z.unwrap() / mean - 1.0).abs() < 1e-9, "{row:?}");
        let ratio = excess(&scores) / excess(&BASELINE);
        assert!((row.ratio.unwrap() / ratio - 1.0).abs() < 1e-9, "{row:?}");
        assert!((row.documents_relative.unwrap() * ratio - 1.0).abs() < 1e-9);
        assert_eq!(row.significant as usize, t.iter().filter(|t| t.abs() > critical).count());
        let against = |clear: bool| {
            let pairs =
                t.iter().zip(&gold).filter(|(t, gold)| t.abs() > critical && *t * *gold < 0.0);
            let count = pairs.filter(|(_, gold)| !clear || gold.abs() > critical).count();
            u32::try_from(count).unwrap()
        };
        let is_gold = name == "g";
        assert_eq!(row.contradicts_gold, (!is_gold).then(|| against(false)));
        assert_eq!(row.contradicts_gold_significantly, (!is_gold).then(|| against(true)));
        match (name, row.ratio_lower.zip(row.ratio_upper)) {
            ("b", ends) => assert_eq!((ends, row.ratio_error), (None, None)),
            (_, ends) => assert!(ends.is_some_and(|(low, high)| low < ratio && ratio < high)),
        }
    }
    assert_eq!(rows[0].contradicts_gold, Some(3));
}

#[test]
fn without_judgments_nothing_is_contradicted() {
    let rows = rows("[studies.s.sensitivity]\nbaseline = \"b\"\n");
    assert_eq!(rows.len(), 3);
    assert!(rows.iter().all(|row| row.contradicts_gold.is_none()));
}
