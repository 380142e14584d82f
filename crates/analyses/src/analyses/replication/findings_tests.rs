//! What replication says of rounds, halves and second campaigns.

use super::*;
use crate::analyses::common::one_study::{each_reason, finding_of};
use crate::analyses::comparison::options::Adjustment;
use crate::stats::reason::{Reason, Status};

fn row(found: f64, again: f64, reversed: f64) -> ReplicationRow {
    ReplicationRow {
        study: "s".into(),
        corpus: "c".into(),
        source: Rounds::Criteria,
        first: "ESA-1".into(),
        second: Some("ESA-2".into()),
        size: "all".into(),
        unit: RoundUnit::Documents,
        units: Some(71.0),
        segments: Some(207.0),
        scope: Scope::Segments,
        adjustment: Adjustment::None,
        level: 0.95,
        systems: 13,
        pairs: 78,
        comparisons: Some(1),
        found: Some(found),
        again: Some(again),
        reversed: Some(reversed),
        again_share: Some(again / found).filter(|share| share.is_finite()),
        reversed_share: Some(reversed / found).filter(|share| share.is_finite()),
        exaggeration: Some(0.892),
        none_reversed: Some(if reversed > 0.0 { 0.0 } else { 1.0 }),
        status: Status::OK,
        ..ReplicationRow::default()
    }
}

fn found(rows: Vec<ReplicationRow>) -> Finding {
    finding_of(rows, |section| finding(section).into_iter().collect())
}

#[test]
fn real_rounds_are_counted() {
    let one = found(vec![row(58.0, 46.0, 1.0)]);
    assert_eq!(
        one.headline,
        "46 of the 58 pairs of systems that ESA-1 finds significantly different are significant in ESA-2; 1 is \
         reversed."
    );
    for (counts, words) in [
        ((48.0, 38.0, 0.0), "; none is reversed."),
        ((48.0, 1.0, 3.0), "different is significant in ESA-2; 3 are reversed."),
    ] {
        let headline = found(vec![row(counts.0, counts.1, counts.2)]).headline;
        assert!(headline.ends_with(words), "{headline}");
    }
    for (pairs, headline) in [
        (
            1.0,
            "The one pair of systems that ESA-1 finds significantly different is not significant in ESA-2; none \
             is reversed.",
        ),
        (0.0, "ESA-1 finds no pair of systems significantly different."),
    ] {
        assert_eq!(found(vec![row(pairs, 0.0, 0.0)]).headline, headline);
    }
    assert_eq!(
        one.sentences,
        [
            "Significant differences are 0.89 times as large as the same differences in the second round."
        ]
    );
    assert_eq!(one.notes[0], "Both rounds have the same texts.");
}

/// A wider scale makes differences of one direction larger: nothing is exaggerated.
#[test]
fn scale_is_not_exaggeration() {
    for (one, other, is_too_large) in [(1.19, 0.87, false), (0.87, 1.19, false), (1.19, 1.06, true)]
    {
        let first = ReplicationRow { exaggeration: Some(one), ..row(48.0, 38.0, 0.0) };
        let second = ReplicationRow {
            first: "ESA-2".into(),
            second: Some("ESA-1".into()),
            exaggeration: Some(other),
            ..row(45.0, 38.0, 0.0)
        };
        let found = found(vec![first, second]);
        assert_eq!(found.sentences[0].contains("too large"), is_too_large);
    }
}

/// Two rounds of some documents.
fn sized(documents: f64, source: Rounds, again: f64) -> ReplicationRow {
    ReplicationRow {
        source,
        second: Some("ESA-2".into()).filter(|_| source == Rounds::Criteria),
        size: format!("{documents} documents").into(),
        units: Some(documents),
        segments: Some(8.0 * documents),
        ..row(20.0, again, 0.0)
    }
}

#[test]
fn the_table_has_all_curves_and_no_size_twice() {
    let mut rows = Vec::new();
    for source in [Rounds::Criteria, Rounds::Components] {
        let sizes = [10.0, 15.0, 20.0, 30.0, 40.0, 60.0];
        rows.extend(sizes.map(|documents| sized(documents, source, documents / 4.0)));
        rows.push(ReplicationRow { size: "all".into(), ..sized(60.0, source, 15.0) });
    }
    let impossible = ReplicationRow {
        found: None,
        again_share: None,
        status: Reason::TooFewUnits.into(),
        ..sized(90.0, Rounds::Criteria, 1.0)
    };
    rows.insert(6, impossible);
    let found = found(rows);
    let table = found.table.unwrap();
    assert_eq!(table.rows.len(), 8);
    for (line, label, size) in [
        (0, "ESA-1, ESA-2", "80 (10)"),
        (3, "ESA-1", "480 (60)"),
        (7, "second campaign", "480 (60)"),
    ] {
        let [title, sizes] = [0, 1].map(|column| format!("{:?}", table.rows[line][column]));
        assert!(title.contains(label) && sizes.contains(size), "{sizes}");
    }
    assert!(!format!("{:?}", table.rows).contains("too-few-units"));
    assert!(found.notes.iter().any(|note| note.starts_with("Sources answer different")));
}

/// Halves of a test set by a metric.
fn half(segments: f64, again: f64) -> ReplicationRow {
    ReplicationRow {
        source: Rounds::Halves,
        first: "bleu".into(),
        second: None,
        size: "half".into(),
        units: Some((segments / 3.0_f64).round()),
        segments: Some(segments),
        comparisons: Some(200),
        exaggeration: Some(1.12),
        none_reversed: Some(0.97),
        scope: Scope::Documents,
        ..row(20.5, again, 0.1)
    }
}

#[test]
fn halves_have_shares_and_sizes() {
    let one = found(vec![half(30.0, 9.0), half(60.0, 17.0), half(100.0, 18.0)]);
    assert_eq!(
        one.headline,
        "BLEU: of the pairs that one half of the test set finds significantly different, the other half, of other \
         documents, finds 88 % again and reverses <1 %."
    );
    assert_eq!(
        one.sentences,
        [
            "Significant differences are 1.12 times as large as the same differences in the second round: what \
             is significant is too large on average.",
            "In 97 % of 200 comparisons of rounds no pair that is found comes out reversed.",
            "Rounds of 60 segments (20 documents) find 80 % of the pairs again.",
        ]
    );
    assert!(one.notes[1].starts_with("Verdicts for other documents: Student's t"));
    let never = found(vec![half(30.0, 9.0), half(60.0, 10.0)]);
    assert_eq!(
        never.sentences[2],
        "To find 80 % of the pairs again takes more than 60 segments (20 documents)."
    );
}

/// One share, with what it is to hold for; few pairs are called so.
#[test]
fn second_campaigns_have_a_scope() {
    let [with_judges, few] =
        [(40.0, 31.0, Scope::Documents), (4.0, 1.0, Scope::DocumentsAndJudges)].map(
            |(pairs, again, scope)| {
                let row = ReplicationRow {
                    source: Rounds::Components,
                    first: "esa".into(),
                    second: None,
                    scope,
                    none_reversed: None,
                    ..row(pairs, again, 0.4)
                };
                found(vec![row]).headline
            },
        );
    assert_eq!(
        with_judges,
        "esa: a second campaign of this size, with other documents, the same judges, would find 78 % of the 40 \
         pairs that differ significantly here again and reverse 1 %."
    );
    assert_eq!(
        few,
        "esa: a second campaign of this size, with other documents and judges, would find 25 % of the few pairs \
         (4) that differ significantly here again and reverse 10 %."
    );
}

#[test]
fn what_is_missing_has_its_reason() {
    let none = ReplicationRow {
        found: None,
        again_share: None,
        comparisons: None,
        exaggeration: None,
        none_reversed: None,
        status: Reason::TooFewUnits.into(),
        ..row(1.0, 1.0, 1.0)
    };
    assert_eq!(
        found(vec![none]).headline,
        "ESA-1, ESA-2: there are no two rounds to compare: there are too few systems, documents or \
         judges."
    );
}

#[test]
fn reasons_are_in_words() {
    each_reason(
        |reason| {
            let none = row(1.0, 1.0, 1.0);
            vec![ReplicationRow { found: None, again_share: None, status: reason.into(), ..none }]
        },
        |section| finding(section).into_iter().collect(),
    );
}
