//! A campaign that showed good systems more often, as a whole run: from the log to the tables, by values of a second program.

use std::fmt::Write;

use runner::analyses::{self, DynamicScoreRow, DynamicTables, Results};
use runner::corpus::model::Corpus;
use runner::formats;
use runner::formats::source::{CorpusFormat, PearmutSource};
use runner::stats::reason::Reason;

use crate::support::study;

/// A line of a log: who rated which segments of which document, with which scores of systems, and when.
struct Line<'a> {
    user: &'a str,
    document: &'a str,
    segments: usize,
    scores: &'a [(&'a str, f64)],
    times: Option<(f64, f64)>,
}

impl Line<'_> {
    fn json(&self, number: usize) -> String {
        let joined = |write: &dyn Fn(usize, &str, f64) -> String, segment: usize| {
            let parts = self.scores.iter().map(|(system, score)| write(segment, system, *score));
            parts.collect::<Vec<_>>().join(", ")
        };
        let (mut items, mut annotations) = (Vec::new(), Vec::new());
        for segment in 0..self.segments {
            let (document, said) = (
                self.document,
                joined(
                    &|_, system, score| format!("\"{system}\": {{\"score\": {score}}}"),
                    segment,
                ),
            );
            let shown = joined(
                &|segment, system, _| format!("\"{system}\": \"{system} {document} {segment}\""),
                segment,
            );
            items.push(format!(
                "{{\"item_id\": \"news_###_{document}_###_{segment}\", \"src\": \"{document} {segment}\", \"tgt\": {{{shown}}}}}"
            ));
            annotations.push(format!("{{{said}}}"));
        }
        let actions = self.times.map_or_else(String::new, |(load, end)| {
            format!("{{\"time\": {load}}}, {{\"time\": {end}}}")
        });
        format!(
            "{{\"annotation\": [{}], \"item\": [{}], \"actions\": [{actions}], \"user_id\": \"{}\", \"item_i\": {number}}}\n",
            annotations.join(", "),
            items.join(", "),
            self.user
        )
    }
}

/// Two of three systems on each page, ranks from the first page on.
fn lines() -> [Line<'static>; 4] {
    let line =
        |document, segments, scores| Line { user: "u", document, segments, scores, times: None };
    [
        line("d0", 3, &[("A", 80.0), ("B", 75.0)]),
        line("d1", 2, &[("A", 60.0), ("C", 58.0)]),
        line("d2", 1, &[("B", 64.0), ("A", 70.0)]),
        Line { user: "v", ..line("d0", 3, &[("C", 50.0), ("B", 75.0)]) },
    ]
}

fn log(lines: &[Line<'_>]) -> String {
    lines.iter().enumerate().map(|(number, line)| line.json(number)).collect()
}

fn read(log: &str) -> Corpus {
    let folder = tempfile::tempdir().expect("a log that can be read");
    std::fs::write(folder.path().join("log.jsonl"), log).expect("a log that can be read");
    let source = PearmutSource { files: vec!["log.jsonl".into()], ..PearmutSource::default() };
    formats::read("c", &CorpusFormat::Pearmut(source), folder.path())
        .expect("a log that can be read")
        .corpus
}

fn spec(dynamic: &str) -> String {
    format!(
        "[experiment]\nname = 'x'\nseed = 1\n[corpora.c.pearmut]\npaths = 'log.jsonl'\n[metrics.esa.human]\ncriterion = 'esa'\n\
         [metrics.least-squares.human]\ncriterion = 'esa'\nestimate = 'adjusted'\n\
         [studies.s]\ncorpora = ['c']\nmetrics = ['esa']\ndynamic = {dynamic}\n\
         [studies.t]\ncorpora = ['c']\nmetrics = ['least-squares']\nresample = 'documents'\nB = 2\n\
         test-sizes = {{ fractions = [1.0] }}\nmargin = {{}}\n"
    )
}

fn rows(log: &str, dynamic: &str) -> DynamicTables {
    let plan = study::plan(&spec(dynamic), Some(vec![read(log)])).expect("a plan");
    analyses::dynamic(&plan)
}

fn refusal(log: &str, dynamic: &str) -> String {
    let problems = study::plan(&spec(dynamic), Some(vec![read(log)])).expect_err("a problem");
    problems[0].message.clone()
}

#[track_caller]
fn close(
    rows: &[DynamicScoreRow],
    value: impl Fn(&DynamicScoreRow) -> Option<f64>,
    expected: [f64; 3],
    tolerance: f64,
) {
    let values: Vec<f64> = rows.iter().filter_map(value).collect();
    assert_eq!(values.len(), expected.len());
    for (value, expected) in values.iter().zip(expected) {
        assert!((value - expected).abs() < tolerance, "{values:?} {expected}");
    }
}

/// By numpy, at 1e-8; aipw at 1e-6.
#[test]
fn scores_are_those_of_a_second_program() {
    let tables = rows(&log(&lines()), "{ coldstart = 0, models = 2 }");
    close(&tables.scores, |row| row.weighted, [72.652_831_982, 73.611_190_818, 53.2], 1e-8);
    close(&tables.scores, |row| row.aipw, [66.343_239, 73.098_913, 42.072_816], 1e-6);
    close(&tables.scores, |row| row.plain, [71.666_666_667, 73.428_571_429, 53.2], 1e-8);
    let row = &tables.scores[2];
    assert_eq!((&*row.system, row.ratings, row.pages, row.systems, row.models), ("C", 5, 2, 3, 2));
    assert_eq!(row.status, Reason::TimesUnknown.into());
    let propensities: Vec<f64> =
        tables.propensities[3..6].iter().map(|row| row.propensity).collect();
    for (value, expected) in propensities.iter().zip([0.871_212_121, 0.660_606_061, 0.468_181_818])
    {
        assert!((value - expected).abs() < 1e-8, "{value} {expected}");
    }
    let page: Vec<_> = tables.propensities[3..6]
        .iter()
        .map(|row| (row.line, &*row.system, row.rank, row.shown))
        .collect();
    assert_eq!(page, [(2, "A", 1, true), (2, "B", 2, false), (2, "C", 3, true)]);
    assert_eq!(tables.propensities.len(), 12);
}

/// Adjusted scores are those of the metric with `estimate = "adjusted"`, with their errors.
#[test]
fn adjusted_scores_are_those_of_the_estimate() {
    let corpus = read(&log(&lines()));
    let (plan, store) = study::computed(&spec("{ coldstart = 0 }"), Some(vec![corpus]));
    let adjusted = analyses::dynamic(&plan).scores;
    let margins: Vec<_> = analyses::each_margin(&Results::new(&plan, &store))
        .filter(|row| &*row.cell.study == "t")
        .collect();
    assert_eq!(margins.len(), 3);
    for (row, margin) in adjusted.iter().zip(&margins) {
        let difference = row.adjusted.unwrap() - margin.score.unwrap();
        assert!(difference.abs() < 1e-6, "{row:?} {margin:?}");
        let errors = row.adjusted_standard_error.unwrap() / margin.standard_error.unwrap();
        assert!((errors - 1.0).abs() < 1e-6, "{row:?} {margin:?}");
    }
}

/// The third page was loaded before the second was submitted, and so knows less.
#[test]
fn pages_know_what_was_submitted_before_they_were_loaded() {
    let times = [(0.0, 5.0), (6.0, 9.0), (8.0, 12.0), (12.0, 15.0)];
    let timed: Vec<Line<'_>> = lines()
        .into_iter()
        .zip(times)
        .map(|(line, times)| Line { times: Some(times), ..line })
        .collect();
    let tables = rows(&log(&timed), "{ coldstart = 0 }");
    assert!(tables.scores.iter().all(|row| row.has_times && row.status.is_ok()));
    let ranks: Vec<u32> = tables.propensities.iter().map(|row| row.rank).collect();
    assert_eq!(ranks[3..9], [1, 2, 3, 1, 2, 3]);
    assert_eq!(ranks[9..], [2, 1, 3]);
    assert_eq!(tables.propensities[0].time.as_deref(), Some("1970-01-01T00:00:00Z"));
    let users: Vec<_> = tables.propensities.iter().map(|row| row.user.as_deref()).collect();
    assert_eq!((users[0], users[11]), (Some("A"), Some("B")));
}

#[test]
fn a_log_that_does_not_fit_keeps_what_needs_no_probabilities() {
    // With a cold start of three segments the third page had to show C.
    let tables = rows(&log(&lines()), "{ coldstart = 3 }");
    for row in &tables.scores {
        assert_eq!(row.status, Reason::ReplayFailed.into());
        assert_eq!((row.failed_line, row.failed_system.as_deref()), (Some(3), Some("C")));
        assert!(row.plain.is_some() && row.adjusted.is_some(), "{row:?}");
        assert_eq!((row.weighted, row.aipw, row.smallest_propensity), (None, None, None));
    }
    // A reset takes the second page back: C has the last one alone.
    let mut text = String::new();
    for (number, line) in lines().iter().enumerate() {
        if number == 3 {
            writeln!(text, "{{\"user_id\": \"u\", \"item_i\": 1, \"annotation\": \"__RESET__\"}}")
                .unwrap();
        }
        text += &line.json(number);
    }
    let tables = rows(&text, "{ coldstart = 0 }");
    assert_eq!(tables.scores[2].ratings, 3);
    assert!(tables.propensities[3..6].iter().all(|row| row.reset));
    assert_eq!(tables.propensities[9].line, 5);
}

#[test]
fn campaigns_without_dynamic_pages_are_refused() {
    let all = log(&lines());
    assert_eq!(
        refusal(&all, "{ coldstart = 0, models = 3 }"),
        "most pages of corpus `c` show 2 systems, not 3"
    );
    let two: String = log(&lines()[..1]);
    assert_eq!(
        refusal(&two, "{ coldstart = 0 }"),
        "pages of corpus `c` show all 2 systems: each is as likely as any other"
    );
    assert_eq!(
        refusal(&log(&lines()[..2]), "{ coldstart = 0 }"),
        "corpus `c` has 2 pages for 3 systems"
    );
    let mut corpus = read(&all);
    corpus.pages.rated.clear();
    let problems =
        study::plan(&spec("{ coldstart = 0 }"), Some(vec![corpus])).expect_err("no pages");
    assert_eq!(
        problems[0].message,
        "probabilities follow from the pages of a log, and corpus `c` has none"
    );
}
