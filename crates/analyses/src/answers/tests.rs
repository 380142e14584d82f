//! Answers of rows made by hand: what must not be said.

use crate::analyses::comparison::{PairVerdict, ReportedTest};
use crate::analyses::question::Question;
use crate::analyses::{ANALYSES, ComparisonRow, NewRankingRow, ScoreRow};
use crate::answers::{Block, Told, answers};
use crate::presentation::{About, StudySection};
use crate::stats::reason::Status;
use crate::table::{Cell, Resampled, Tables};

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
    let about = About::of_studies(&["s"]);
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
        .map(|(section, findings)| Told { section: *section, findings })
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

#[test]
fn one_system_is_not_the_best() {
    let mut tables = Tables::default();
    let row = NewRankingRow { cell: cell("bleu", None), systems: 1, ..NewRankingRow::default() };
    tables.insert(vec![row]);
    tables.insert(vec![score("bleu", "a", 43.0, Resampled::Documents)]);
    let verdict = block(&tables, Question::Best).unwrap().verdict;
    assert_eq!(verdict, "There is nothing to rank: one system has scores.");
}

/// Twice the documents are not twice the judges.
#[test]
fn margins_of_judges_are_not_extrapolated() {
    let sentences = |resample| {
        let mut tables = Tables::default();
        tables.insert(vec![score("bleu", "a", 43.0, resample), score("bleu", "b", 40.0, resample)]);
        block(&tables, Question::Precision).unwrap().sentences
    };
    let twice = "Twice the documents would give ±1.4 by BLEU (extrapolated).";
    assert_eq!(sentences(Resampled::Documents), [twice]);
    assert!(sentences(Resampled::DocumentsAndJudges).is_empty());
}
