//! The first screen: what the data are, the answer to each question, and where the details are; at most 80 columns.

use std::collections::BTreeSet;

use super::chapter::Chapter;
use super::subject::{Subject, population};
use super::summary::{self, PAGE, on_terminal, wrapped};
use crate::analyses::{ANALYSES, ClaimRow, ClaimsOfSource};
use crate::answers::{self, Block, MetricColumns, Question, Told};
use crate::presentation::About;
use crate::table::Resampled;
use crate::words::in_a_row;

/// Notes that stand on the first screen; the details have all.
const MOST_NOTES: usize = 3;
/// Lines of a table.
const MOST_LINES: usize = 10;
/// Claims that fail and are quoted.
const MOST_CLAIMS: usize = 2;

/// The answers of all chapters.
pub(super) fn answers_of(chapters: &[Chapter<'_>]) -> Vec<Block> {
    let told = chapters.iter().map(|chapter| Told {
        section: chapter.section,
        analyses: &ANALYSES,
        findings: &chapter.findings,
    });
    answers::answers(&told.collect::<Vec<_>>())
}

/// The first screen, questions in bold if it `is_styled`.
pub(super) fn text(
    about: &About,
    experiment: &str,
    chapters: &[Chapter<'_>],
    claims: &[ClaimsOfSource],
    is_styled: bool,
) -> String {
    let blocks = answers_of(chapters);
    let paragraphs = head_of(chapters, &blocks);
    // A spec without a title has a name, which is that of the folder of results.
    let mut text =
        if about.title == experiment { String::new() } else { wrapped(&about.title, "") };
    text.extend(paragraphs.iter().map(|paragraph| wrapped(paragraph, "")));
    text.push('\n');
    // What several answers say of each metric stands in one table, below the last of them.
    let columns: Vec<&MetricColumns> =
        blocks.iter().filter_map(|block| block.by_metric.as_ref()).collect();
    let last = blocks.iter().rposition(|block| block.by_metric.is_some());
    // Where that is too wide, each block has its own.
    let all_columns = answers::merged(&columns).filter(summary::fits);
    for (place, block) in blocks.iter().enumerate() {
        text += &sentences(block, is_styled);
        if let Some(table) = &block.table {
            text += &on_terminal(&table.clone().aligned(), MOST_LINES, PAGE, is_styled);
        }
        let table = match (&all_columns, &block.by_metric) {
            (Some(table), _) if Some(place) == last => Some(table.clone()),
            (None, Some(columns)) => answers::merged(&[columns]),
            _ => None,
        };
        // An empty line stands around tables.
        let is_last = place + 1 == blocks.len();
        if is_last || table.is_some() || block.table.is_some() {
            text.push('\n');
        }
        if let Some(table) = table {
            text += &on_terminal(&table, MOST_LINES, PAGE, is_styled);
            text.push('\n');
        }
    }
    if blocks.is_empty() {
        text += "The spec has no analysis: the scores are in the tables and on the page.\n\n";
    }
    text + &of_claims(claims, is_styled) + &notes(&blocks)
}

/// The question of a block, its verdict, and what else it says.
fn sentences(block: &Block, is_styled: bool) -> String {
    let mut text = question(block.question.in_words(), &block.verdict, is_styled);
    for sentence in &block.sentences {
        text += &super::wrap::wrapped(sentence, "  ", "  ");
    }
    if block.left_out > 0 {
        let findings = crate::words::counted(block.left_out, "more finding");
        text += &super::wrap::wrapped(&format!("{findings}: see the details."), "  ", "  ");
    }
    text
}

/// The first notes of all blocks, each once.
fn notes(blocks: &[Block]) -> String {
    let mut notes: Vec<&String> = Vec::new();
    for note in blocks.iter().flat_map(|block| &block.notes) {
        if !notes.contains(&note) {
            notes.push(note);
        }
    }
    notes.iter().take(MOST_NOTES).map(|note| wrapped(&format!("Note  {note}"), "      ")).collect()
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
        let asked = claims.question(sources.len() == 1);
        text += &question(&asked, &claims.answer(), is_styled);
        let failing = claims.failing();
        for ClaimRow { claim, here, .. } in failing.iter().take(MOST_CLAIMS) {
            let here = here.lines().next().unwrap_or_default();
            let line = format!("No  {claim} Here: {here}.");
            text += &super::wrap::wrapped(&line, "  ", "      ");
        }
        if let left_out @ 1.. = failing.len().saturating_sub(MOST_CLAIMS) {
            let left_out = format!("... {left_out} more: see the page");
            text += &super::wrap::wrapped(&left_out, "  ", "  ");
        }
        text.push('\n');
    }
    text
}

/// What the data are and what intervals are for, a paragraph each.
pub(super) fn head(chapters: &[Chapter<'_>]) -> Vec<String> {
    head_of(chapters, &answers_of(chapters))
}

fn head_of(chapters: &[Chapter<'_>], blocks: &[Block]) -> Vec<String> {
    let subjects: Vec<&Subject<'_>> =
        chapters.iter().filter_map(|chapter| chapter.subject.as_ref()).collect();
    let mut paragraphs = corpora(&subjects);
    paragraphs.extend(populations(&subjects, blocks));
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

/// What intervals are for: once where it is the same in all answers, else by metric, or by answer.
fn populations(subjects: &[&Subject<'_>], blocks: &[Block]) -> Option<String> {
    // Where studies have different levels, only their findings name them.
    let levels: BTreeSet<String> =
        subjects.iter().map(|subject| format!(" ({} %)", subject.level())).collect();
    let level = if levels.len() == 1 { levels.first()?.as_str() } else { "" };
    let answers = || blocks.iter().filter(|block| !block.resampled.is_empty());
    let by_metric: BTreeSet<(&str, Resampled)> =
        answers().flat_map(|block| &block.resampled).map(|(name, unit)| (&**name, *unit)).collect();
    let all: BTreeSet<Resampled> = if by_metric.is_empty() {
        subjects.iter().map(|subject| subject.resampled()).collect()
    } else {
        by_metric.iter().map(|(_, resampled)| *resampled).collect()
    };
    if all.is_empty() {
        return None;
    }
    let metrics: BTreeSet<&str> = by_metric.iter().map(|(metric, _)| *metric).collect();
    if all.len() == 1 || by_metric.is_empty() {
        return Some(format!("Intervals{level} are {}.", for_populations(&all)));
    }
    if metrics.len() == by_metric.len() {
        let parts = all.iter().map(|resampled| {
            let metrics = by_metric.iter().filter(|(_, other)| other == resampled);
            let metrics = crate::words::listing(metrics.map(|(metric, _)| *metric));
            format!("for {} ({metrics})", population(*resampled))
        });
        let parts: Vec<String> = parts.collect();
        return Some(format!("Intervals{level} are {}.", parts.join("; ")));
    }
    let parts = answers().map(|block| {
        let what = match block.question {
            Question::Precision => "margins of error",
            _ => "ranks, shares and tests",
        };
        let all = block.resampled.iter().map(|(_, resampled)| *resampled).collect();
        format!("{what} are {}", for_populations(&all))
    });
    let parts: Vec<String> = parts.collect();
    Some(format!("{}{level}.", crate::words::capitalised(&parts.join("; "))))
}

/// `for other documents of this kind or for other segments of these documents`.
fn for_populations(all: &BTreeSet<Resampled>) -> String {
    let all: Vec<String> =
        all.iter().map(|resampled| format!("for {}", population(*resampled))).collect();
    in_a_row(&all, "or")
}
