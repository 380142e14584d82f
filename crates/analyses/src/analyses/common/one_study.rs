//! Findings of rows made by hand: a study `s` on a corpus `c`.

use std::sync::Arc;

use crate::stats::reason::Status;
use crate::presentation::{About, Finding, StudySection};
use crate::table::{Cell, ReportRow, Tables};

/// What `findings` says of `rows`.
pub(in crate::analyses) fn findings_of<R: ReportRow>(
    rows: Vec<R>,
    findings: impl Fn(&StudySection<'_>) -> Vec<Finding>,
) -> Vec<Finding> {
    let mut tables = Tables::default();
    tables.insert(rows);
    let about = About::of_studies(&["s"]);
    StudySection::all(&tables, &about).iter().flat_map(findings).collect()
}

/// The one finding of rows, which is there.
pub(in crate::analyses) fn finding_of<R: ReportRow>(
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
    if let Some(table) = &finding.table {
        assert!(table.rows.len() <= 12, "{} lines", table.rows.len());
        assert!(table.rows.iter().all(|row| row.len() == table.header.len()));
    }
    finding
}

/// A cell of the study, with the order of the corpus.
pub(in crate::analyses) fn cell(metric: &str, system: Option<&str>, documents: u32) -> Cell {
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
