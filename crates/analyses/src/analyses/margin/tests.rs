//! What is said of margins, for one size and many, one system and many, and for what is missing.

use super::{MarginRow, findings, text_tables};
use crate::analyses::common::one_study::{cell, each_reason};
use crate::presentation::{About, Finding, StudySection};
use crate::stats::margin::{Precision, check_law};
use crate::stats::{Freedom, Reason, Status};
use crate::table::{Cell, Tables, TextUnit};

/// A row whose numbers belong together.
struct Given {
    metric: &'static str,
    system: &'static str,
    units: u64,
    /// Standard error of the score.
    error: f64,
    wanted: Option<f64>,
}

const BLEU: Given =
    Given { metric: "bleu", system: "A", units: 160, error: 0.91, wanted: Some(1.0) };

fn row(given: &Given) -> MarginRow {
    let Given { metric, system, units, error, wanted } = *given;
    let precision = Precision {
        standard_error: error,
        units: usize::try_from(units).unwrap(),
        strata: 1,
        freedom: Freedom::of_units(units as f64, 1.0),
        level: 0.95,
    };
    let documents = u32::try_from(units).unwrap();
    let cell = cell(metric, Some(system), documents);
    let margin = precision.margin().ok();
    let required = wanted.and_then(|wanted| precision.required_units(wanted).ok());
    let log_error = (2.0 / (units as f64 - 1.0)).sqrt();
    let ends = wanted.and_then(|wanted| precision.required_interval(wanted).ok());
    MarginRow {
        cell,
        score: Some(33.7),
        level: 0.95,
        margin,
        standard_error: Some(error),
        reproduction_margin: margin.map(|margin| margin * 2.0_f64.sqrt()),
        design_effect: Some(2.1),
        unit: TextUnit::Documents,
        available_units: Some(units),
        degrees_of_freedom: Some(precision.freedom.degrees),
        effective_units: Some(precision.freedom.effective_units),
        longest_share: Some(precision.freedom.longest_share),
        other_unit_margin: margin.map(|margin| margin / 2.1_f64.sqrt()),
        wanted,
        required_units: required,
        required_units_lower: ends.map(|ends| ends.0),
        required_units_upper: ends.map(|ends| ends.1),
        required_documents: required.map(f64::ceil),
        required_segments: required.map(|units| (9.0 * units).ceil()),
        assurance: 0.8,
        assured_units: wanted
            .and_then(|wanted| precision.assured_units(wanted, units as f64 - 1.0, 0.8).ok()),
        required_status: if required.is_some() { Status::OK } else { Reason::TooFewUnits.into() },
        log_variance_error: Some(log_error),
        between_variance: Some(1.0),
        within_variance: Some(9.0),
        between_p_value: Some(0.4),
        law_status: Reason::OneSize.into(),
        resample: crate::table::Resampled::Documents,
        ..MarginRow::default()
    }
}

fn finding(rows: Vec<MarginRow>) -> Finding {
    let mut tables = Tables::default();
    tables.insert(rows);
    let about = About::of_studies(&["s"]);
    let section = StudySection::all(&tables, &about)[0];
    assert!(text_tables::margins(&section).is_some(), "the page has a table");
    let mut findings = findings::findings(&section);
    assert_eq!(findings.len(), 1);
    findings.remove(0)
}

/// Headline, sentences, the lines of the table, notes.
fn said(rows: Vec<MarginRow>) -> String {
    let finding = finding(rows);
    let mut lines = vec![finding.headline.clone()];
    assert!(finding.sentences.len() <= 4, "{:?}", finding.sentences);
    lines.extend(finding.sentences.iter().map(|sentence| format!("- {sentence}")));
    if let Some(table) = &finding.table {
        lines.extend(std::iter::once(&table.header).chain(&table.rows).map(|cells| {
            cells.iter().map(|cell| cell.text.clone()).collect::<Vec<_>>().join(" | ")
        }));
    }
    lines.extend(finding.notes.iter().map(|note| format!("Note {note}")));
    lines.join("\n")
}

fn without_margin(given: &Given, status: Reason) -> MarginRow {
    let full = row(given);
    let cell = Cell { status: status.into(), ..full.cell.clone() };
    MarginRow {
        cell,
        margin: None,
        standard_error: None,
        reproduction_margin: None,
        other_unit_margin: None,
        required_units: None,
        required_units_lower: None,
        required_units_upper: None,
        assured_units: None,
        required_status: status.into(),
        ..full
    }
}

#[test]
fn one_system_on_one_size_needs_more() {
    insta::assert_snapshot!(said(vec![row(&BLEU)]), @r"
    To know the BLEU score of A to ±1 takes about 510 documents (420 to 650); there are 160.
    - About half of all test sets of the needed size reach the margin; 80 % of those with 570 documents do.
    - Scores on another test set of this size may differ by up to 2.5 (BLEU).
    metric | margin now | wanted | documents needed | you have 160
    BLEU | ±1.8 | ±1 | 510 (420-650) | 350 more
    Note Margins are half of the width of 95 % intervals, for other documents of this kind. Resampling unit: whole documents (design effect: BLEU 2.10); single segments would give ±1.2 by BLEU, too narrow for new texts.
    Note Sizes beyond 160 documents are extrapolated: margins fall as the root of the size.
    ");
    // The system with the widest margin decides.
    let precise = row(&Given { system: "B", error: 0.3, ..BLEU });
    assert!(finding(vec![precise, row(&BLEU)]).headline.starts_with("To know "));
}

#[test]
fn reasons_are_in_words() {
    each_reason(|reason| vec![without_margin(&BLEU, reason)], findings::findings);
    // Some systems have no margin; of others the size is not known.
    each_reason(
        |reason| {
            let [bleu, ter] = [("bleu", Some(510.0)), ("ter", None)].map(|(metric, size)| {
                let full = row(&BLEU);
                MarginRow {
                    cell: Cell { metric: metric.into(), ..full.cell.clone() },
                    required_units: size,
                    required_units_lower: None,
                    required_status: reason.into(),
                    ..full
                }
            });
            vec![bleu, without_margin(&Given { system: "B", ..BLEU }, reason), ter]
        },
        findings::findings,
    );
}

/// Where the first half of the documents has a standard error.
fn said_of_law(standard_error: f64) -> String {
    let [part, whole] = [(standard_error, 80), (0.91, 160)].map(|(standard_error, units)| {
        let freedom = Freedom::of_units(units as f64, 1.0);
        Precision { standard_error, units, strata: 1, freedom, level: 0.95 }
    });
    let check = check_law(&part, &whole, 0.11).unwrap();
    let (ratio, p_value) = (Some(check.ratio), Some(check.p_value));
    let law =
        MarginRow { law_units: Some(80), law_ratio: ratio, law_p_value: p_value, ..row(&BLEU) };
    said(vec![law])
}

#[test]
fn a_law_that_fails_is_told() {
    let lawful = said_of_law(0.91 * 2.0_f64.sqrt());
    assert!(lawful.contains("which the first 80 documents fit."), "{lawful}");
    assert!(!lawful.contains("wider") && !lawful.contains("narrower"), "{lawful}");
    let unlawful = said_of_law(2.2);
    assert!(
        unlawful.contains("the margin of the first 80 documents is 1.71 times wider"),
        "{unlawful}"
    );
    assert!(!unlawful.contains("documents fit"), "{unlawful}");
}

/// More documents with fewer segments each are spoken of where documents surely differ.
#[test]
fn documents_against_segments_where_data_bear_it() {
    for (p, units, ratio, is_said) in [
        (0.001, 160, 0.8, true),
        (0.2, 160, 0.8, false),
        (0.001, 7, 0.8, false),
        (0.001, 160, 0.97, false),
    ] {
        let full = row(&Given { units, ..BLEU });
        let said = said(vec![MarginRow {
            between_p_value: Some(p),
            doubled_documents_margin: full.margin.map(|margin| ratio * margin),
            best_segments_per_document: Some(6.2),
            ..full
        }]);
        let sentence = "320 documents with half of the segments each would give ±1.4 by BLEU, in place of ±1.8. \
                        At the costs of the spec the cheapest sample takes 6 segments of each document.";
        assert_eq!(said.contains(sentence), is_said, "{said}");
        assert_eq!(said.contains("half of the segments"), is_said, "{said}");
    }
}

#[test]
fn rows_for_scripts_say_which_system_decides() {
    let rows = vec![row(&BLEU), without_margin(&Given { system: "B", ..BLEU }, Reason::NoData)];
    let finding = finding(rows);
    assert_eq!(finding.rows[0]["decides"], true);
    assert_eq!(finding.rows[1]["margin"], serde_json::Value::Null);
    assert_eq!(finding.rows[1]["status"], "no-data");
}
