//! Answers of rows made by hand: what must not be said.

use crate::analyses;
use crate::analyses::comparison::ReportedTest;
use crate::analyses::design::{DesignKind, GoalKind};
use crate::analyses::{Analysis, ComparisonRow, DesignRow, PairVerdict, Question, ScoreRow};
use crate::answers::{Block, Told, answers};
use crate::presentation::{About, StudySection};
use crate::stats::Status;
use crate::table::{Cell, Resampled, Tables};

static ANALYSES: [&Analysis; 9] = [
    &analyses::scores::SCORES,
    &analyses::margin::MARGIN,
    &analyses::minimal_sizes::MINIMAL_SIZES,
    &analyses::ranking::RANKING,
    &analyses::comparison::COMPARISON,
    &analyses::separation::SEPARATION,
    &analyses::power::POWER,
    &analyses::intervals::INTERVALS,
    &analyses::design::DESIGN,
];

fn cell(metric: &str, system: Option<&str>) -> Cell {
    Cell {
        study: "s".into(),
        corpus: "c".into(),
        metric: metric.into(),
        system: system.map(Into::into),
        ordering: Some("corpus".into()),
        documents: 20,
        segments: Some(200),
        judged_documents: Some(20),
        judged_segments: Some(200),
        repeat: 1,
        replicates: 100,
        status: Status::OK,
        ..Cell::default()
    }
}

/// A design for a difference of this many points, recommended or that of the corpus.
fn design(study: &str, wanted: f64, documents: u32, kind: DesignKind) -> DesignRow {
    DesignRow {
        study: study.into(),
        corpus: "c".into(),
        metric: "mqm".into(),
        kind,
        documents,
        ratings_per_segment: Some(1.0),
        judges: Some(8),
        segments_per_document: 3.0,
        segments: 3.0 * f64::from(documents),
        systems: 10,
        goal: GoalKind::Detect,
        wanted,
        power: Some(0.8),
        pairs: 45,
        level: 0.95,
        margin: Some(2.0),
        margin_twice_documents: Some(1.5),
        margin_twice_judges: Some(2.0),
        probability: Some(0.38),
        recommended: kind == DesignKind::Smallest,
        documents_lower: Some(f64::from(documents) / 2.0),
        ..DesignRow::default()
    }
}

fn score(metric: &str, system: &str, score: f64, resample: Resampled) -> ScoreRow {
    ScoreRow {
        cell: cell(metric, Some(system)),
        score: Some(score),
        ci_lower: Some(score - 2.0),
        ci_upper: Some(score + 2.0),
        resample,
        ..ScoreRow::default()
    }
}

fn pair(metric: &str, delta: f64, verdict: PairVerdict) -> ComparisonRow {
    ComparisonRow {
        cell: cell(metric, None),
        system_a: "a".into(),
        system_b: "b".into(),
        method: ReportedTest::JackknifeT,
        delta: Some(delta),
        p_value: Some(0.2),
        p_adjusted: Some(0.2),
        family: 1,
        verdict: Some(verdict),
        ..ComparisonRow::default()
    }
}

/// The answer to a question; findings are those of the analyses.
fn block(tables: &Tables, question: Question) -> Option<Block> {
    let about = About::of_studies(&["s", "large", "small"]);
    let sections = StudySection::all(tables, &about);
    let findings: Vec<Vec<_>> = sections
        .iter()
        .map(|section| {
            let analyses = ANALYSES.iter().enumerate();
            let findings = analyses.flat_map(|(number, analysis)| {
                let told = (analysis.findings)(section).into_iter();
                let told = told.chain((analysis.background)(section));
                told.map(move |finding| (number, finding))
            });
            findings.collect()
        })
        .collect();
    let told: Vec<Told<'_>> = sections
        .iter()
        .zip(&findings)
        .map(|(section, findings)| Told { section: *section, analyses: &ANALYSES, findings })
        .collect();
    answers(&told).into_iter().find(|block| block.question == question)
}

/// The score of TER is better when it is lower: where no pair differs, rows do not say so.
#[test]
fn no_system_comes_first_where_no_direction_is_known() {
    let mut tables = Tables::default();
    tables.insert(vec![pair("ter", 3.0, PairVerdict::NotSignificant)]);
    let scores = [("a", 43.0), ("b", 40.0)];
    tables.insert(
        scores.map(|(system, value)| score("ter", system, value, Resampled::Documents)).to_vec(),
    );
    let verdict = block(&tables, Question::Best).unwrap().verdict;
    assert_eq!(verdict, "Not decided: no two systems differ significantly by TER.");
    let mut tables = Tables::default();
    tables.insert(vec![pair("ter", 3.0, PairVerdict::Worse)]);
    tables.insert(
        scores.map(|(system, value)| score("ter", system, value, Resampled::Documents)).to_vec(),
    );
    let verdict = block(&tables, Question::Best).unwrap().verdict;
    assert_eq!(verdict, "b, by TER: significantly better than the other.");
}

/// A metric that names no system does not disagree with one that does.
#[test]
fn undecided_metrics_do_not_disagree() {
    let mut tables = Tables::default();
    let rows =
        vec![pair("bleu", 3.0, PairVerdict::Better), pair("ter", 3.0, PairVerdict::NotSignificant)];
    tables.insert(rows);
    let scores = ["bleu", "ter"].map(|metric| {
        [("a", 43.0), ("b", 40.0)]
            .map(|(system, value)| score(metric, system, value, Resampled::Documents))
    });
    tables.insert(scores.concat());
    let block = block(&tables, Question::Best).unwrap();
    assert_eq!(block.verdict, "a, by BLEU: significantly better than the other.");
    assert_eq!(block.sentences, ["By TER: no two systems differ significantly."]);
}

/// Twice the documents are not twice the judges.
#[test]
fn margins_of_judges_are_not_extrapolated() {
    let twice = "Twice the documents would give ±1.4 by BLEU (extrapolated).";
    for (resample, sentences) in
        [(Resampled::Documents, &[twice][..]), (Resampled::DocumentsAndJudges, &[])]
    {
        let mut tables = Tables::default();
        tables.insert(vec![score("bleu", "a", 43.0, resample), score("bleu", "b", 40.0, resample)]);
        assert_eq!(block(&tables, Question::Precision).unwrap().sentences, sentences);
    }
}

#[test]
fn an_aim_that_no_design_reaches_is_said() {
    let mut tables = Tables::default();
    tables.insert(vec![
        design("small", 1.0, 30, DesignKind::Current),
        design("small", 1.0, 500, DesignKind::Listed),
    ]);
    let block = block(&tables, Question::Buy).unwrap();
    assert_eq!(
        block.verdict,
        "None of the listed designs finds 1 point (in 80 % of campaigns, 10 systems, any of 45 pairs)."
    );
    assert!(block.table.is_none());
    assert!(
        block
            .sentences
            .iter()
            .any(|text| text == "A campaign like this one finds 1 point in 38 %.")
    );
}

/// A human translation is no system that wins.
#[test]
fn a_human_translation_is_not_the_best_system() {
    let rows = [("refA", "b"), ("refA", "c"), ("b", "c")].map(|(one, other)| ComparisonRow {
        system_a: one.into(),
        system_b: other.into(),
        p_adjusted_same_judges: Some(0.01),
        ..pair("mqm", 1.0, PairVerdict::Better)
    });
    let mut tables = Tables::default();
    tables.insert(rows.to_vec());
    let scores = [("refA", -1.0), ("b", -2.0), ("c", -3.0)];
    tables.insert(
        scores.map(|(name, value)| score("mqm", name, value, Resampled::Documents)).to_vec(),
    );
    let block = block(&tables, Question::Best).unwrap();
    assert_eq!(
        block.verdict,
        "b (below refA, human), by MQM: significantly better than the other."
    );
    let [differ] = &block.sentences[..] else { panic!("{:?}", block.sentences) };
    assert!(differ.starts_with("3 of 3 pairs differ significantly ("), "{differ}");
    assert!(differ.ends_with("); 3 would if judges were ignored."), "{differ}");
}
