//! The answer to a question that one analysis answers: what its findings say, over all studies and corpora.

use super::block::{Block, Told, findings_about};
use crate::analyses::question::Question;
use crate::presentation::{Finding, StudySection};

/// Lines of a table that stands on the first screen: of fewer, the sentences say enough.
const MIN_LINES: usize = 4;
const MOST_LINES: usize = 5;
/// Findings that are quoted.
const MOST_FINDINGS: usize = 4;
/// Sentences of one finding.
const MOST_SENTENCES: usize = 2;

/// The headlines of the findings that belong to a question, with the table of the first.
pub(super) fn block(question: Question, told: &[Told<'_>]) -> Option<Block> {
    let findings: Vec<(&StudySection<'_>, &Finding)> = findings_about(question, told).collect();
    let ((section, first), others) = findings.split_first()?;
    let names_studies = findings.iter().any(|(other, _)| other.study != section.study);
    let names_corpora = findings.iter().any(|(other, _)| other.corpus != section.corpus);
    let about = |section: &StudySection<'_>| match (names_studies, names_corpora) {
        _ if section.is_over_corpora() => String::new(),
        (_, true) => format!("On {}: ", section.corpus),
        (true, false) => format!("{}: ", capitalised_name(section.study)),
        (false, false) => String::new(),
    };
    let mut block = Block::new(question, first.headline.clone());
    if others.is_empty() {
        let table = first.table.clone();
        block.table = table.filter(|table| (MIN_LINES..=MOST_LINES).contains(&table.rows.len()));
        let most = match question {
            // The headline says which metrics are not worse.
            Question::Metrics => 0,
            _ if block.table.is_some() => 1,
            _ => MOST_SENTENCES,
        };
        block.sentences.extend(first.sentences.iter().take(most).cloned());
    } else {
        let quoted = others.iter().take(MOST_FINDINGS - 1);
        block.sentences.extend(
            quoted.map(|(section, finding)| format!("{}{}", about(section), finding.headline)),
        );
        block.verdict = format!("{}{}", about(section), block.verdict);
        block.left_out = others.len().saturating_sub(MOST_FINDINGS - 1);
    }
    Some(block)
}

/// The name of a study where a sentence begins; names stay as they are.
fn capitalised_name(study: &str) -> String {
    format!("Study {study}")
}
