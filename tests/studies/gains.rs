//! Gains as whole runs, against values written out in NumPy: two systems with matched words in four documents, before
//! and after a change.

use runner::analyses::{self, GainTables, Results};

use crate::ranks::{WORDS, marked, turned, words};
use crate::support::{close, study};

/// `A` and `B` are the systems before their change.
fn tables(study: &str) -> GainTables {
    let systems = [
        ("A", words([30, 20, 25, 10])),
        ("A+", words([36, 24, 30, 14])),
        ("B", words([33, 26, 28, 17])),
        ("B+", words([34, 25, 29, 18])),
    ];
    let errors = systems.clone().map(|(name, scores)| (name, turned(&scores)));
    let mut judged = systems.clone();
    // The last segment of a document is not judged after the change.
    judged[1].1[59] = None;
    let corpus = marked(&WORDS, &[("a", &systems), ("e", &errors), ("j", &judged)]);
    let text = format!(
        "[experiment]\nname = \"x\"\nseed = 5\ndf = \"units\"\n[corpora.c.plain]\nsystems = [\"none\"]\n\
         [metrics.a.external]\nscore = \"a\"\nratio-scale = true\n[metrics.e.external]\nscore = \"e\"\nhigher-is-better = false\n\
         [metrics.j.external]\nscore = \"j\"\n\
         [defaults]\nresample = \"documents\"\nmask = \"own\"\n\
         [studies.s]\ncorpora = [\"c\"]\nB = 50\ntest-sizes = {{ documents = [4] }}\n{study}\n\
         [studies.s.gains.pairs]\nfirst = [\"A\", \"A+\"]\nsecond = [\"B\", \"B+\"]\n"
    );
    let (plan, store) = study::computed(&text, Some(vec![corpus]));
    analyses::gains(&Results::new(&plan, &store))
}

#[test]
fn gains_and_their_difference() {
    let tables = tables("metrics = [\"a\", \"e\"]");
    let expected = [
        ("first", 42.5, 52.0, 9.5, 0.504_464, [7.8946, 11.1054], [2, 2, 1]),
        ("second", 52.0, 53.0, 1.0, 1.000_01, [-2.1825, 4.1825], [1, 1, 2]),
    ];
    assert_eq!(tables.gains.len(), 4);
    for (row, (name, before, after, gain, error, ends, ranks)) in tables.gains.iter().zip(expected)
    {
        assert_eq!((row.cell.system(), row.cell.status.name()), (name, "ok"));
        close(row.before, before, 1e-4);
        close(row.after, after, 1e-4);
        close(row.gain, gain, 1e-4);
        close(row.standard_error, error, 1e-4);
        close(row.ci_lower, ends[0], 1e-4);
        close(row.ci_upper, ends[1], 1e-4);
        close(row.relative, 100.0 * gain / before, 1e-4);
        assert_eq!([row.rank_before, row.rank_after, row.rank_of_gain], ranks.map(Some));
    }
    assert_eq!((&*tables.gains[0].system_before, &*tables.gains[0].system_after), ("A", "A+"));
    // scipy.stats.t.sf(9.5 / .504464, 3) * 2 is .000326, of two by Holm.
    close(tables.gains[0].p_value, 0.000_326, 1e-4);
    close(tables.gains[0].p_adjusted, 0.000_652, 1e-4);
    let row = &tables.differences[0];
    assert_eq!((tables.differences.len(), &*row.system_a, &*row.system_b), (2, "first", "second"));
    close(row.delta, 8.5, 1e-4);
    close(row.standard_error, 0.508_929, 1e-4);
    close(row.ci_lower, 6.8804, 1e-4);
    close(row.ci_upper, 10.1196, 1e-4);
    // Error rates fall, and the same system improves most.
    let [first, second] = [&tables.gains[2], &tables.gains[3]];
    close(first.gain, -9.5, 1e-4);
    assert_eq!(
        first.relative, None,
        "an error rate of which the spec does not say that it has a true zero"
    );
    assert_eq!((first.rank_of_gain, second.rank_of_gain), (Some(1), Some(2)));
    assert_eq!((first.rank_before, second.rank_before), (Some(2), Some(1)));
}

/// Scores of other segments are no gain.
#[test]
fn both_outputs_have_the_same_segments() {
    let tables = tables("metrics = [\"j\"]");
    let [first, second] = [&tables.gains[0], &tables.gains[1]];
    assert_eq!((first.cell.status.name(), first.gain), ("different-segments", None));
    assert_eq!((second.cell.status.name(), second.rank_of_gain), ("ok", Some(1)));
    assert_eq!(tables.differences[0].cell.status.name(), "different-segments");
}
