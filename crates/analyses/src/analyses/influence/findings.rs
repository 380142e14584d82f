//! Which documents decide: those that verdicts hang on, and the difficult ones.

use super::row::{DifficultyRow, InfluencePairRow, InfluenceRow};
use crate::analyses::common::short_table::short_table;
use crate::analyses::comparison::PairVerdict;
use crate::presentation::{Finding, Rows, StudySection, TextTable, real, words};
use crate::words::{capitalised, counted, in_a_row};

/// Verdicts that a sentence names.
const NAMED: usize = 3;

/// One finding about all metrics.
pub(super) fn finding(section: &StudySection<'_>) -> Option<Finding> {
    let scores = section.rows::<InfluenceRow>();
    scores.first()?;
    let difficulty = section.rows::<DifficultyRow>();
    let pairs = section.rows::<InfluencePairRow>();
    let changed: Vec<&InfluencePairRow> = pairs.iter().filter(|row| is_changed(row)).collect();
    let mut finding = Finding::new(section, "influence", headline(&pairs))
        .sentences(changes(&changed))
        .sentences(half(&pairs, difficulty.iter().count()))
        .table(table(section, &difficulty));
    if pairs.iter().any(|row| row.verdict.is_some()) {
        finding = finding.note(format!(
            "Student's intervals at {} % over whole documents, unadjusted for the number of pairs. A verdict that hangs on \
             one document says that there are few; leaving documents out does not mend that.",
            section.level()
        ));
    }
    if let Some(row) = scores.iter().find(|row| !row.cell.status.is_ok()) {
        let why = row.cell.status.in_words();
        finding =
            finding.note(format!("By {} documents cannot be left out: {why}.", row.cell.metric));
    }
    Some(changed.into_iter().fold(finding.rows(difficulty.iter()), Finding::row))
}

fn is_changed(row: &InfluencePairRow) -> bool {
    row.verdict.zip(row.verdict_without).is_some_and(|(whole, without)| whole != without)
}

/// On how many pairs, by all metrics, the verdict hangs on one document.
fn headline(pairs: &Rows<'_, InfluencePairRow>) -> String {
    let groups =
        pairs.groups(|row| (row.cell.coordinates().metric, &*row.system_a, &*row.system_b));
    let has_verdict =
        |rows: &Rows<'_, InfluencePairRow>| rows.iter().any(|row| row.verdict.is_some());
    let judged = groups.iter().filter(|(_, rows)| has_verdict(rows)).count();
    let dependent = groups.iter().filter(|(_, rows)| rows.iter().any(is_changed)).count();
    let comparisons = counted(judged, "comparison");
    match (judged, dependent) {
        (0, _) => "There is no verdict on two systems that could hang on a document.".to_owned(),
        (_, 0) => format!("No verdict of {comparisons} hangs on a single document."),
        (_, some) => format!("The verdict of {some} of {comparisons} hangs on a single document."),
    }
}

/// The first verdicts that change.
fn changes(changed: &[&InfluencePairRow]) -> Option<String> {
    let named: Vec<String> = changed
        .iter()
        .take(NAMED)
        .map(|row: &&InfluencePairRow| {
            let verdict = row.verdict_without.map_or("unknown", PairVerdict::in_words);
            let InfluencePairRow { document, system_a, system_b, cell, .. } = row;
            format!(
                "without {document} {system_a} against {system_b} is {verdict} by {}",
                cell.metric
            )
        })
        .collect();
    let more = match changed.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" ({more} more in the table influence_pairs)"),
    };
    (!named.is_empty()).then(|| format!("{}{more}.", capitalised(&in_a_row(&named, "and"))))
}

/// The significant difference that the fewest documents make.
fn half(pairs: &Rows<'_, InfluencePairRow>, documents: usize) -> Option<String> {
    let is_significant =
        |row: &InfluencePairRow| row.verdict.is_some_and(PairVerdict::is_significant);
    let halved = pairs.iter().filter(|row| is_significant(row) && row.documents_of_half.is_some());
    let row = halved.min_by_key(|row| row.documents_of_half)?;
    Some(format!(
        "Half of the difference of {} and {} by {} comes from {} of {documents} documents.",
        row.system_a, row.system_b, row.cell.metric, row.documents_of_half?
    ))
}

/// The most difficult documents, as many as the study names.
fn table(section: &StudySection<'_>, difficulty: &Rows<'_, DifficultyRow>) -> Option<TextTable> {
    let mut rows: Vec<&DifficultyRow> = difficulty.iter().filter(|row| row.z.is_some()).collect();
    rows.sort_by(|one, other| one.z.unwrap_or_default().total_cmp(&other.z.unwrap_or_default()));
    let count = rows.first().map_or(0, |row| row.named as usize);
    short_table(
        section,
        (
            "difficult-documents",
            "The most difficult documents: scores in standard deviations of documents.",
        ),
        &[
            "document",
            "z",
            "lowest\nby metric",
            "highest\nby metric",
            "metrics\ndisagree by",
            "for system",
        ],
        rows.iter()
            .take(count)
            .map(|row: &&DifficultyRow| {
                let system = row.system_with_largest.as_deref().unwrap_or("–");
                vec![
                    words(&row.document),
                    real(row.z),
                    real(row.z_lower),
                    real(row.z_upper),
                    real(row.disagreement),
                    words(system),
                ]
            })
            .collect(),
        "difficulty",
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::presentation::About;
    use crate::table::Tables;

    use crate::analyses::common::one_study::cell;

    fn row(document: &str, without: PairVerdict) -> InfluencePairRow {
        InfluencePairRow {
            cell: cell("bleu", None, 4),
            system_a: "A".into(),
            system_b: "B".into(),
            document: document.into(),
            verdict: Some(PairVerdict::Better),
            verdict_without: Some(without),
            documents_of_half: Some(2),
            ..InfluencePairRow::default()
        }
    }

    fn told(pairs: Vec<InfluencePairRow>) -> Finding {
        let mut tables = Tables::default();
        let documents = [("d1", 0.5), ("d2", -0.5)].map(|(name, z)| DifficultyRow {
            study: "s".into(),
            corpus: "c".into(),
            document: name.into(),
            z: Some(z),
            named: 1,
            ..DifficultyRow::default()
        });
        tables.insert(vec![InfluenceRow {
            cell: cell("bleu", Some("A"), 4),
            ..InfluenceRow::default()
        }]);
        tables.insert(documents.to_vec());
        tables.insert(pairs);
        let about = About::of_studies(&["s"]);
        finding(&StudySection::all(&tables, &about)[0]).unwrap()
    }

    #[test]
    fn verdicts_that_hang_on_a_document_are_named() {
        let finding =
            told(vec![row("d1", PairVerdict::Better), row("d2", PairVerdict::NotSignificant)]);
        assert_eq!(
            finding.headline,
            "The verdict of 1 of 1 comparison hangs on a single document."
        );
        assert_eq!(
            finding.sentences,
            [
                "Without d2 A against B is not significant by bleu.",
                "Half of the difference of A and B by bleu comes from 2 of 2 documents."
            ]
        );
        assert_eq!(finding.table.unwrap().rows.len(), 1);
        let finding = told(vec![row("d1", PairVerdict::Better)]);
        assert_eq!(finding.headline, "No verdict of 1 comparison hangs on a single document.");
        assert!(told(Vec::new()).headline.starts_with("There is no verdict"));
    }
}
