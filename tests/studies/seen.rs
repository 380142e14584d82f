//! Seen test data as a whole run, against values worked out by hand: two systems in six documents of four segments, of which
//! the first does better on the eight that were seen.

use runner::analyses::{self, Results, SeenTables};

use crate::ranks::marked;
use crate::support::study;

const FLAGS: [u8; 24] = [1, 0, 0, 1, 0, 0, 1, 0, 1, 1, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0];

fn systems() -> [(&'static str, Vec<Option<f64>>); 2] {
    let a = [
        60, 40, 44, 70, 41, 39, 66, 45, 62, 71, 40, 38, 50, 47, 39, 64, 44, 60, 52, 41, 48, 37, 45,
        50,
    ];
    let b = [
        50, 42, 44, 55, 40, 41, 52, 47, 49, 56, 43, 36, 48, 49, 41, 50, 43, 50, 51, 42, 46, 39, 47,
        49,
    ];
    [("A", a), ("B", b)].map(|(name, scores)| (name, scores.map(f64::from).map(Some).to_vec()))
}

fn plan_text() -> String {
    "[experiment]\nname = \"x\"\nseed = 5\ndf = \"units\"\n[corpora.c.plain]\nsystems = [\"none\"]\n\
     [metrics.a.external]\nscore = \"a\"\n[metrics.e.external]\nscore = \"e\"\nhigher-is-better = false\n\
     [studies.s]\ncorpora = [\"c\"]\nmetrics = [\"a\", \"e\"]\nresample = \"documents\"\nB = 50\nseen = {}\n"
        .to_owned()
}

fn tables(flags: &[u8]) -> SeenTables {
    let systems = systems();
    let errors = systems.clone().map(|(name, scores)| {
        (name, scores.into_iter().map(|score| score.map(|score| 100.0 - score)).collect())
    });
    let mut corpus = marked(&[4; 6], &[("a", &systems), ("e", &errors)]);
    corpus.seen = Some(flags.iter().map(|flag| *flag == 1).collect());
    let (plan, store) = study::computed(&plan_text(), Some(vec![corpus]));
    analyses::seen(&Results::new(&plan, &store))
}

#[track_caller]
fn close(actual: Option<f64>, expected: f64) {
    assert!(
        actual.is_some_and(|actual| (actual - expected).abs() < 1e-8 * expected.abs().max(1.0)),
        "{actual:?}, not {expected}"
    );
}

#[test]
fn advantages_and_their_difference() {
    let tables = tables(&FLAGS);
    assert_eq!((tables.systems.len(), tables.differences.len()), (4, 2));
    // Means, and the jackknife over documents with Student's t of five degrees.
    let expected = [
        ("A", 62.25, 43.4375, 3.542_283_016_73, [9.706_771_620_51, 27.918_228_379_49]),
        ("B", 51.125, 43.8125, 1.570_076_094_63, [3.276_490_910_58, 11.348_509_089_43]),
    ];
    for (row, (system, seen, others, error, ends)) in tables.systems.iter().zip(expected) {
        assert_eq!((row.cell.system(), row.cell.status.name()), (system, "ok"));
        assert_eq!(row.seen_segments, Some(8));
        close(row.seen_share, 8.0 / 24.0);
        close(row.score_seen, seen);
        close(row.score_unseen, others);
        close(row.advantage, seen - others);
        close(row.standard_error, error);
        close(row.ci_lower, ends[0]);
        close(row.ci_upper, ends[1]);
    }
    close(tables.systems[0].p_value, 3.163_808_143_45e-3);
    let row = &tables.differences[0];
    assert_eq!((&*row.system_a, &*row.system_b), ("A", "B"));
    close(row.delta, 11.5);
    close(row.standard_error, 2.244_147_430_95);
    close(row.ci_lower, 5.731_235_377_49);
    close(row.ci_upper, 17.268_764_622_51);
    assert_eq!(row.p_adjusted, row.p_value);
    close(tables.differences[1].delta, -11.5);
}

/// Seen segments in five documents: an error would rest on too few of them.
#[test]
fn seen_segments_must_be_in_six_documents() {
    let mut flags = FLAGS;
    flags[22] = 0;
    let tables = tables(&flags);
    for row in &tables.systems {
        assert_eq!((row.cell.status.name(), row.advantage), ("too-few-documents", None));
        assert_eq!(row.seen_segments, Some(7));
    }
    assert!(tables.differences.iter().all(|row| row.p_value.is_none()));
}

#[test]
fn where_nothing_was_seen_there_is_no_difference() {
    let tables = tables(&[0; 24]);
    for row in &tables.systems {
        assert_eq!((row.cell.status.name(), row.advantage), ("undefined-score", None));
        assert_eq!((row.seen_segments, row.score_seen), (Some(0), None));
        assert!(row.score_unseen.is_some());
    }
    assert!(tables.differences.iter().all(|row| row.cell.status.name() == "undefined-score"));
}

#[test]
fn a_corpus_must_say_what_was_seen() {
    let corpus = marked(&[4; 6], &[("a", &systems()), ("e", &systems())]);
    let problems = study::plan(&plan_text(), Some(vec![corpus])).expect_err("refused");
    assert_eq!(problems[0].message, "nothing says which segments of corpus `c` were seen");
    assert!(problems[0].help.contains("[corpora.c.seen]"));
}
