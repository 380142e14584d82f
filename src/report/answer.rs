//! The first screen: what the data are, the answer to each question, and where the details are; at most 80 columns.

use std::collections::BTreeSet;

use super::chapter::Chapter;
use super::subject::Subject;
use super::summary::{self, on_terminal, wrapped};
use crate::analyses::ClaimsOfSource;
use crate::answers::{self, Block, MetricColumns, Told};
use crate::presentation::About;
use crate::words::in_a_row;

/// Notes that stand on the first screen; the details have all.
const MOST_NOTES: usize = 3;
/// Lines of a table.
const MOST_LINES: usize = 14;
/// Claims that fail and are quoted.
const MOST_CLAIMS: usize = 3;

/// The answers of all chapters.
pub(super) fn answers_of(chapters: &[Chapter<'_>]) -> Vec<Block> {
    let told = chapters
        .iter()
        .map(|chapter| Told { section: chapter.section, findings: &chapter.findings });
    answers::answers(&told.collect::<Vec<_>>())
}

/// The first screen, questions in bold if it `is_styled`.
pub(super) fn text(
    about: &About,
    chapters: &[Chapter<'_>],
    claims: &[ClaimsOfSource],
    is_styled: bool,
) -> String {
    let blocks = answers_of(chapters);
    let mut text = wrapped(&about.title, "");
    text.extend(head(chapters).iter().map(|paragraph| wrapped(paragraph, "")));
    text.push('\n');
    // What several answers say of each metric stands in one table, below the last of them.
    let columns: Vec<&MetricColumns> =
        blocks.iter().filter_map(|block| block.by_metric.as_ref()).collect();
    let last = blocks.iter().rposition(|block| block.by_metric.is_some());
    // Where that is too wide, each block has its own.
    let all_columns = answers::merged(&columns).filter(summary::fits);
    for (place, block) in blocks.iter().enumerate() {
        text += &question(block.question.in_words(), &block.verdict, is_styled);
        for sentence in &block.sentences {
            text += &super::wrap::wrapped(sentence, "  ", "  ");
        }
        if block.left_out > 0 {
            let left_out = format!("{} more findings: see the details.", block.left_out);
            text += &super::wrap::wrapped(&left_out, "  ", "  ");
        }
        if let Some(table) = &block.table {
            text += &on_terminal(&table.clone().aligned(), MOST_LINES, is_styled);
        }
        let table = match (&all_columns, &block.by_metric) {
            (Some(table), _) if Some(place) == last => Some(table.clone()),
            (None, Some(columns)) => answers::merged(&[columns]),
            _ => None,
        };
        if let Some(table) = table {
            text.push('\n');
            text += &on_terminal(&table, MOST_LINES, is_styled);
        }
        text.push('\n');
    }
    if blocks.is_empty() {
        text += "The spec has no analysis: the scores are in the tables and on the page.\n\n";
    }
    text += &of_claims(claims, is_styled);
    let mut notes: Vec<&String> = Vec::new();
    for note in blocks.iter().flat_map(|block| &block.notes) {
        if !notes.contains(&note) {
            notes.push(note);
        }
    }
    for note in notes.iter().take(MOST_NOTES) {
        text += &wrapped(&format!("Note  {note}"), "      ");
    }
    text
}

/// Where everything else is.
pub(super) fn ways_on(folder: &str, page: &str) -> String {
    let folder = crate::escape::line(folder);
    format!("Page     {folder}/{page}\nDetails  runner report {folder} --details\n")
}

/// A question with its answer.
pub(super) fn question(question: &str, verdict: &str, is_styled: bool) -> String {
    let text = wrapped(&format!("{question}  {verdict}"), "  ");
    match text.strip_prefix(question).filter(|_| is_styled) {
        Some(rest) => format!("\u{1b}[1m{question}\u{1b}[0m{rest}"),
        None => text,
    }
}

/// Do the claims of papers hold?
fn of_claims(sources: &[ClaimsOfSource], is_styled: bool) -> String {
    let mut text = String::new();
    for claims in sources {
        text += &question("Does the paper hold?", &claims.count, is_styled);
        for claim in claims.failing.iter().take(MOST_CLAIMS) {
            text += &super::wrap::wrapped(&format!("* {claim}"), "  ", "    ");
        }
        if let left_out @ 1.. = claims.failing.len().saturating_sub(MOST_CLAIMS) {
            let left_out = format!("... {left_out} more: see the page");
            text += &super::wrap::wrapped(&left_out, "  ", "  ");
        }
        text.push('\n');
    }
    text
}

/// What the data are and what intervals are for, a paragraph each.
pub(super) fn head(chapters: &[Chapter<'_>]) -> Vec<String> {
    let subjects: Vec<&Subject<'_>> =
        chapters.iter().filter_map(|chapter| chapter.subject.as_ref()).collect();
    let mut paragraphs = corpora(&subjects);
    paragraphs.extend(populations(&subjects));
    for adjustment in subjects.iter().flat_map(|subject| subject.adjustments()) {
        if !paragraphs.contains(&adjustment) {
            paragraphs.push(adjustment);
        }
    }
    paragraphs
}

/// `Generated: enfr-1: 5 systems, 15 documents (790 segments), 4 references; enfr-2: ...`
fn corpora(subjects: &[&Subject<'_>]) -> Vec<String> {
    const NAMED: usize = 4;
    let mut text = Vec::new();
    for (is_generated, label) in [(true, "Generated: "), (false, "")] {
        let mut names = BTreeSet::new();
        let of_kind = subjects.iter().filter(|subject| subject.is_synthetic() == is_generated);
        let of_kind: Vec<&&Subject<'_>> =
            of_kind.filter(|subject| names.insert(subject.corpus())).collect();
        let briefs = of_kind.iter().take(NAMED).map(|subject| {
            let references = references(subjects, subject.corpus());
            format!("{}: {}{references}", subject.corpus(), subject.brief())
        });
        let mut briefs: Vec<String> = briefs.collect();
        if let left_out @ 1.. = of_kind.len().saturating_sub(NAMED) {
            briefs.push(format!("and {left_out} more corpora"));
        }
        if !briefs.is_empty() {
            text.push(format!("{label}{}.", briefs.join("; ")));
        }
    }
    text
}

/// The largest number of references of any study on a corpus.
fn references(subjects: &[&Subject<'_>], corpus: &str) -> String {
    let of_corpus = subjects.iter().filter(|subject| subject.corpus() == corpus);
    let most = of_corpus.filter_map(|subject| subject.most_references()).max();
    most.map_or_else(String::new, |count| {
        format!(", {}", crate::words::grouped_count(count.into(), "reference"))
    })
}

/// What intervals are for, once where it is the same in all studies.
fn populations(subjects: &[&Subject<'_>]) -> Option<String> {
    let first = subjects.first()?;
    let mut groups: Vec<(String, Vec<&str>)> = Vec::new();
    for subject in subjects {
        let population = subject.population();
        match groups.iter_mut().find(|(other, _)| *other == population) {
            Some((_, studies)) if studies.contains(&subject.study()) => {}
            Some((_, studies)) => studies.push(subject.study()),
            None => groups.push((population, vec![subject.study()])),
        }
    }
    let level = first.level();
    if let [(population, _)] = &groups[..] {
        return Some(format!("Intervals ({level} %) are for {population}."));
    }
    let each = groups.iter().map(|(population, studies)| {
        let studies_word = if studies.len() == 1 { "study" } else { "studies" };
        format!("for {population} ({studies_word} {})", in_a_row(studies, "and"))
    });
    let each: Vec<String> = each.collect();
    Some(format!("Intervals ({level} %): {}.", each.join("; ")))
}
