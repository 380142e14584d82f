//! What findings say of rows made by hand.

use super::super::difference_row::MacroDifferenceRow;
use super::*;
use crate::analyses::common::one_study::assert_no_codes;
use crate::analyses::comparison::PairVerdict;
use crate::presentation::About;
use crate::table::Tables;

/// Of a system: mean score, its rank, how probably it is best, cluster, mean rank, its rank.
type System<'a> = (&'a str, f64, u32, f64, u32, f64, u32);

fn rows(metric: &str, systems: &[System<'_>]) -> Vec<MacroAverageRow> {
    let known = MacroAverageRow {
        study: "s".into(),
        metric: metric.into(),
        repeat: 1,
        replicates: 100,
        corpora: 2,
        systems: u32::try_from(systems.len()).unwrap(),
        level: 0.95,
        status: Status::OK,
        ..MacroAverageRow::default()
    };
    let of_systems = systems.iter().flat_map(|system_case| {
        let (system, score, score_rank, best, cluster, rank, rank_rank) = system_case;
        let row = |quantity: Quantity, value: f64, observed: u32| MacroAverageRow {
            quantity,
            system: (*system).into(),
            value: Some(value),
            lower: Some(value - 0.5),
            upper: Some(value + 0.5),
            observed_rank: Some(observed),
            best_probability: Some(*best),
            basis: Some(Basis::NewTestSets),
            rank_lower: Some(observed),
            rank_upper: Some(observed + 1),
            cluster: Some(*cluster),
            ..known.clone()
        };
        let [on_first, on_second] = ["en-de", "he-en"].map(|corpus| MacroAverageRow {
            corpus: Some(corpus.into()),
            weight: Some(0.5),
            ..row(Quantity::Score, *score, *score_rank)
        });
        let share = share_beaten(*rank, systems.len());
        vec![
            row(Quantity::Score, *score, *score_rank),
            on_first,
            on_second,
            row(Quantity::Rank, *rank, *rank_rank),
            row(Quantity::ShareBeaten, share, *rank_rank),
        ]
    });
    of_systems.collect()
}

fn share_beaten(rank: f64, systems: usize) -> f64 {
    crate::stats::macro_average::share_beaten(rank, systems)
}

fn pair(quantity: Quantity, a: &str, b: &str, verdict: Option<PairVerdict>) -> MacroDifferenceRow {
    MacroDifferenceRow {
        study: "s".into(),
        metric: "bleu".into(),
        quantity,
        system_a: a.into(),
        system_b: b.into(),
        repeat: 1,
        replicates: 100,
        level: 0.95,
        family: 3,
        verdict,
        status: verdict.map_or(Reason::TooFewReplicates.into(), |_| Status::OK),
        ..MacroDifferenceRow::default()
    }
}

fn found(rows: Vec<MacroAverageRow>, pairs: Vec<MacroDifferenceRow>) -> Finding {
    let mut tables = Tables::default();
    tables.insert(rows);
    tables.insert(pairs);
    let about = About::of_studies(&["s"]);
    let sections = StudySection::all(&tables, &about);
    let [section] = &sections[..] else { panic!("one section") };
    assert!(section.is_over_corpora());
    let mut all = findings(section);
    assert_eq!(all.len(), 1);
    let finding = all.remove(0);
    assert!(finding.sentences.len() <= 4, "{:?}", finding.sentences);
    for text in finding.sentences.iter().chain([&finding.headline]).chain(&finding.notes) {
        assert!(text.ends_with('.') && !text.contains("NaN"), "{text}");
    }
    let table = finding.table.as_ref();
    assert!(table.is_none_or(|table| table.rows.len() <= 12));
    assert!(table.is_none_or(|table| table.rows.iter().all(|row| row.len() == table.header.len())));
    finding
}

const THREE: [System<'_>; 3] = [
    ("A", 44.0, 1, 0.97, 1, 1.0, 1),
    ("B", 40.0, 2, 0.02, 2, 2.5, 2),
    ("C", 39.0, 3, 0.01, 2, 2.5, 2),
];

#[test]
fn the_best_over_corpora_is_named() {
    let pairs = [Quantity::Score, Quantity::ShareBeaten].map(|quantity| {
        let c = (quantity == Quantity::Score).then_some(PairVerdict::NotSignificant);
        [
            pair(quantity, "A", "B", Some(PairVerdict::Better)),
            pair(quantity, "A", "C", Some(PairVerdict::Better)),
            pair(quantity, "B", "C", c),
        ]
    });
    let finding = found(rows("bleu", &THREE), pairs.concat());
    assert_eq!(
        finding.headline,
        "The best system over en-de and he-en by mean score is A (mean BLEU 44.00 ±0.500; best in 97 % of new test sets)."
    );
    assert_eq!(
        finding.sentences,
        [
            "It is also first by mean rank (1.00 of 3, 100 % of the others beaten).",
            "Significant differences among 3 pairs (Holm, 95 %): 2 of mean scores, 2 of shares beaten.",
            "Clusters by mean scores: 1 A | 2 B, C.",
        ]
    );
    assert!(finding.notes[0].contains("`B = 120` or more"), "{:?}", finding.notes);
    // Score, rank and share over corpora, and scores on each of the two.
    assert_eq!(finding.rows.len(), 3 * 5);
    assert!(finding.to_json()["corpus"].is_null() && finding.rows[0]["corpus"].is_null());
    assert_eq!(
        (&finding.rows[1]["corpus"], &finding.rows[1]["value"]),
        (&"en-de".into(), &44.0.into())
    );
}

#[test]
fn what_is_not_sure_is_said() {
    let close: [System<'_>; 3] = [
        ("A", 44.0, 1, 0.6, 1, 1.5, 2),
        ("B", 43.9, 2, 0.38, 1, 1.0, 1),
        ("C", 39.0, 3, 0.02, 1, 3.0, 3),
    ];
    let finding = found(rows("bleu", &close), Vec::new());
    assert_eq!(
        finding.headline,
        "The best system over en-de and he-en by mean score is probably A (mean BLEU 44.00 ±0.500; best in 60 % of new test sets, B in \
         38 %)."
    );
    assert_eq!(
        finding.sentences,
        [
            "By mean rank B is first (1.00 of 3, 100 % of the others beaten).",
            "All systems are in one cluster by mean scores.",
        ]
    );
    let mut unsure = rows("bleu", &close);
    for row in &mut unsure {
        row.best_probability = row.best_probability.map(|probability| 0.7 * probability);
    }
    assert!(
        found(unsure.clone(), Vec::new())
            .headline
            .starts_with("No system is clearly the best over")
    );
    // Where new test sets have no model, resamples are called so.
    for row in &mut unsure {
        row.basis = Some(Basis::Resamples);
    }
    let finding = found(unsure, Vec::new());
    assert!(
        finding.headline.ends_with("first in 42 % of resamples, B in 27 %)."),
        "{}",
        finding.headline
    );
    assert!(
        finding.notes.iter().any(|note| note.starts_with("Resamples take")),
        "{:?}",
        finding.notes
    );
    // Two metrics: a sentence each.
    let both = [rows("bleu", &THREE), rows("chrf", &close)].concat();
    let finding = found(both, Vec::new());
    assert!(finding.headline.starts_with("By BLEU: The best system over"), "{}", finding.headline);
    assert!(
        finding.sentences[0].starts_with("By chrF: The best system"),
        "{:?}",
        finding.sentences
    );
    assert_eq!(finding.table.unwrap().header[0].text, "metric");
}

#[test]
fn what_is_missing_is_said() {
    // No resamples: the order is known, and nothing of how sure it is.
    let mut plain = rows("bleu", &THREE);
    for row in &mut plain {
        (row.best_probability, row.lower, row.upper, row.cluster) = (None, None, None, None);
        row.status = Reason::OneUnit.into();
    }
    let finding = found(plain, Vec::new());
    assert_eq!(finding.headline, "A has the best mean BLEU over en-de and he-en: 44.00.");
    assert!(finding.notes[0].starts_with("Without joint resamples: a single segment"));
    // One system on all corpora, two that lack one.
    let mut one = rows("bleu", &[("A", 44.0, 1, 1.0, 1, 1.0, 1), THREE[1]]);
    one.retain(|row| &*row.system == "A");
    for row in &mut one {
        row.observed_rank = None;
    }
    let others = [("B", "he-en"), ("C", "he-en"), ("D", "en-de")];
    one.extend(others.into_iter().flat_map(|(system, lacks)| {
        Quantity::ALL.map(|quantity| MacroAverageRow {
            system: system.into(),
            quantity,
            corpus: None,
            value: None,
            lacks: Some(lacks.into()),
            status: Reason::NotInAllCorpora.into(),
            ..rows("bleu", &THREE)[0].clone()
        })
    }));
    let finding = found(one, Vec::new());
    assert_eq!(
        finding.headline,
        "There is nothing to compare over en-de and he-en: 1 system has scores on all."
    );
    assert_eq!(finding.notes[0], "Not compared: B, C (no score on he-en); D (no score on en-de).");
    assert_eq!(finding.rows.last().unwrap()["lacks"], "en-de");
}

#[test]
fn every_reason_is_in_words() {
    for reason in Reason::ALL {
        let mut rows = rows("bleu", &THREE);
        for row in &mut rows {
            (row.best_probability, row.observed_rank, row.status) = (None, None, reason.into());
        }
        assert_no_codes(&found(rows, Vec::new()));
    }
}

#[test]
fn weights_are_told_where_they_differ() {
    let mut weighted = rows("bleu", &THREE);
    for row in &mut weighted {
        row.weight = row.corpus.as_deref().map(|name| if name == "en-de" { 0.75 } else { 0.25 });
    }
    let finding = found(weighted, Vec::new());
    assert!(finding.notes.contains(&"Weights: en-de 75 %, he-en 25 %.".to_owned()));
}
