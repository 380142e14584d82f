//! Findings and figures of rows made by hand: a study `s` on a corpus `c`.

use std::sync::Arc;

use crate::presentation::{About, Finding, StudySection};
use crate::stats::reason::{Reason, Status};
use crate::table::{Cell, ReportRow, Tables};

/// What `read` makes of the section of the study, whose one table has `rows`.
pub(crate) fn on_section<R: ReportRow, T>(
    rows: Vec<R>,
    read: impl FnOnce(&StudySection<'_>) -> T,
) -> T {
    let mut tables = Tables::default();
    tables.insert(rows);
    let about = About::of_studies(&["s"]);
    read(&StudySection::all(&tables, &about)[0])
}

/// What `findings` says of `rows`.
pub(crate) fn findings_of<R: ReportRow>(
    rows: Vec<R>,
    findings: impl Fn(&StudySection<'_>) -> Vec<Finding>,
) -> Vec<Finding> {
    let mut tables = Tables::default();
    tables.insert(rows);
    let about = About::of_studies(&["s"]);
    StudySection::all(&tables, &about).iter().flat_map(findings).collect()
}

/// The one finding of rows, which is there.
pub(crate) fn finding_of<R: ReportRow>(
    rows: Vec<R>,
    findings: impl Fn(&StudySection<'_>) -> Vec<Finding>,
) -> Finding {
    let mut all = findings_of(rows, findings);
    assert_eq!(all.len(), 1, "one finding");
    let finding = all.remove(0);
    // What every finding keeps to.
    assert!(finding.sentences.len() <= 4, "{:?}", finding.sentences);
    for text in finding.sentences.iter().chain([&finding.headline]) {
        assert!(text.ends_with('.') && !text.contains("NaN"), "{text}");
    }
    assert_no_codes(&finding);
    if let Some(table) = &finding.table {
        assert!(table.rows.len() <= 12, "{} lines", table.rows.len());
        assert!(table.rows.iter().all(|row| row.len() == table.header.len()));
    }
    finding
}

/// No word of the column `status` reaches people.
pub(crate) fn assert_no_codes(finding: &Finding) {
    for text in finding.sentences.iter().chain(&finding.notes).chain([&finding.headline]) {
        // A word with a hyphen is a code, except `two-stage`, which is a term.
        let mut codes = Reason::ALL
            .into_iter()
            .filter(|reason: &Reason| reason.name().contains('-') && *reason != Reason::TwoStage);
        assert_eq!(codes.find(|reason| text.contains(reason.name())), None, "{text}");
    }
}

/// Findings of the rows that `rows` makes of each reason have no code in their texts, as all that [`finding_of`] looks at.
pub(crate) fn each_reason<R: ReportRow>(
    rows: impl Fn(Reason) -> Vec<R>,
    findings: impl Fn(&StudySection<'_>) -> Vec<Finding>,
) {
    for reason in Reason::ALL {
        finding_of(rows(reason), &findings);
    }
}

/// A cell of the study, with the order of the corpus.
pub(crate) fn cell(metric: &str, system: Option<&str>, documents: u32) -> Cell {
    Cell {
        study: "s".into(),
        corpus: "c".into(),
        metric: metric.into(),
        system: system.map(Arc::from),
        ordering: Some("corpus".into()),
        test_set: Some(format!("t{documents}").into()),
        documents,
        segments: Some(10 * u64::from(documents)),
        judged_segments: Some(10 * u64::from(documents)),
        judged_documents: Some(documents),
        repeat: 1,
        replicates: 100,
        status: Status::OK,
        ..Cell::default()
    }
}
