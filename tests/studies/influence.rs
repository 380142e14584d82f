//! Influence of documents as whole runs, against values by hand: two systems with matched words in four documents.

use runner::analyses::{self, DifficultyRow, InfluenceRow, Results};

use crate::ranks::{WORDS, marked, turned, words};
use crate::support::{close, study};

fn tables(metrics: &str, study: &str) -> analyses::InfluenceTables {
    let systems = [("A", words([36, 24, 30, 14])), ("B", words([34, 25, 29, 18]))];
    let errors = systems.clone().map(|(name, scores)| (name, turned(&scores)));
    let corpus = marked(&WORDS, &[("a", &systems), ("e", &errors)]);
    let text = format!(
        "[experiment]\nname = \"x\"\nseed = 5\n[corpora.c.plain]\nsystems = [\"none\"]\n\
         [metrics.a.external]\nscore = \"a\"\n[metrics.e.external]\nscore = \"e\"\nhigher-is-better = false\n\
         [studies.s]\ncorpora = [\"c\"]\nmetrics = {metrics}\nB = 50\n{study}"
    );
    let (plan, store) = study::computed(&text, Some(vec![corpus]));
    analyses::influence(&Results::new(&plan, &store))
}

#[test]
fn documents_in_scores() {
    let rows = tables("[\"a\"]", "[studies.s.influence]\n").scores;
    let expected = [
        (
            "A",
            [60.0, 48.0, 60.0, 35.0],
            [0.77556, -0.230_572, 0.77556, -1.320_549],
            [3.42857, -1.33333, 2.66667, -4.25],
        ),
        (
            "B",
            [56.6667, 50.0, 58.0, 45.0],
            [0.701_599, -0.398_948, 0.921_708, -1.224_359],
            [1.57143, -1.0, 1.66667, -2.0],
        ),
    ];
    assert_eq!(rows.len(), 8);
    for (system, scores, z, influence) in expected {
        let of_system: Vec<&InfluenceRow> =
            rows.iter().filter(|row| row.cell.system() == system).collect();
        for (index, row) in of_system.iter().enumerate() {
            assert_eq!(*row.document, format!("d{index}"));
            close(row.score, scores[index], 1e-4);
            close(row.z, z[index], 1e-4);
            close(row.influence, influence[index], 1e-4);
        }
    }
}

/// A is worse by one point; without the last document it is better.
#[test]
fn documents_in_differences() {
    let rows = tables("[\"a\"]", "[studies.s.influence]\n").pairs;
    let without = [-2.857_143, -0.666_667, -2.0, 1.25];
    assert_eq!(rows.len(), 4);
    for (row, without) in rows.iter().zip(without) {
        assert_eq!((&*row.system_a, &*row.system_b), ("A", "B"));
        close(row.delta, -1.0, 1e-4);
        close(row.delta_without, without, 1e-4);
        assert!(row.ci_lower.unwrap() < without && without < row.ci_upper.unwrap());
        assert_eq!(row.verdict_without.map(|verdict| verdict.name()), Some("~"));
        // Without the last document nothing of the difference is left.
        assert_eq!(row.documents_of_half, Some(1));
    }
}

/// The same scores turned to error rates: documents are as difficult, and metrics agree to the last digit.
#[test]
fn documents_over_metrics() {
    let rows = tables("[\"a\", \"e\"]", "[studies.s.influence]\ndocuments = 2\n").difficulty;
    let means = [0.73858, -0.31476, 0.848_634, -1.272_454];
    assert_eq!(rows.len(), 4);
    for (row, mean) in rows.iter().zip(means) {
        close(row.z, mean, 1e-4);
        close(row.z_lower, mean, 1e-4);
        close(row.z_upper, mean, 1e-4);
        close(row.disagreement, 0.0, 1e-4);
        assert_eq!((row.named, row.status.name()), (2, "ok"));
    }
    let one: Vec<DifficultyRow> = tables("[\"a\"]", "[studies.s.influence]\n").difficulty;
    assert!(one.iter().all(|row| row.disagreement.is_none() && row.system_with_largest.is_none()));
}
