//! What the page says: a section for each answer, and the claims of papers.

use minijinja::value::Serde;
use minijinja::{Value, context};

use super::gallery::Gallery;
use super::shown::Shown;
use crate::analyses::{ANALYSES, ClaimsOfSource};
use crate::answers::{Block, Question, merged};
use crate::presentation::{Finding, TextCell, TextTable};
use crate::report::chapter::Chapter;

/// The answer to a question with its figures, and with all that its findings say.
pub(super) fn block(block: &Block, chapters: &[Chapter<'_>], gallery: &Gallery<'_>) -> Value {
    let table = table(block, chapters);
    let findings = || about(block.question, chapters);
    let mut notes: Vec<&String> = Vec::new();
    for note in findings().flat_map(|(_, finding)| &finding.notes) {
        if !notes.contains(&note) && !block.notes.contains(note) {
            notes.push(note);
        }
    }
    let is_all_told = findings().all(|(_, finding)| {
        *finding.headline == block.verdict
            && finding.sentences.iter().all(|sentence| block.sentences.contains(sentence))
            && finding.table.as_ref().is_none_or(|own| is_same(own, table.as_ref()))
    });
    // The table of a finding has files.
    let mut tables = findings().filter_map(|(_, finding)| finding.table.as_ref());
    let with_files = tables.find(|own| is_same(own, table.as_ref())).map(Shown::new);
    let shown = with_files.or_else(|| table.as_ref().map(Shown::of_page));
    context! {
        id => block.question.name(),
        question => asked(block),
        verdict => answered(block),
        sentences => Value::from(Serde(&block.sentences)),
        table => Value::from(Serde(shown)),
        notes => Value::from(Serde(&block.notes)),
        figures => gallery.of_question(block.question),
        how => Value::from(Serde(notes)),
        studies => if is_all_told {
            Vec::new()
        } else {
            studies(block.question, chapters, table.as_ref())
        },
        findings => findings().count(),
    }
}

/// The question of an answer: its own, as that of a comparison with a baseline, or that of all of its kind.
pub(super) fn asked(block: &Block) -> String {
    let question = block.verdict.split_once("? ").map(|(question, _)| format!("{question}?"));
    question.unwrap_or_else(|| block.question.in_words().to_owned())
}

/// The answer without its question.
pub(super) fn answered(block: &Block) -> &str {
    block.verdict.split_once("? ").map_or(&block.verdict, |(_, answer)| answer)
}

/// The findings that answer no question.
pub(super) fn further(chapters: &[Chapter<'_>]) -> Vec<Value> {
    studies(Question::None, chapters, None)
}

/// The numbers of an answer: its table, or a line for each metric, or the table of the one finding that it rests on.
fn table(block: &Block, chapters: &[Chapter<'_>]) -> Option<TextTable> {
    let table = block.table.clone().map(TextTable::aligned);
    table.or_else(|| merged(&[block.by_metric.as_ref()?])).or_else(|| {
        let mut tables =
            about(block.question, chapters).filter_map(|(_, finding)| finding.table.clone());
        let has_room = matches!(block.question, Question::Best | Question::Buy);
        tables.next().filter(|_| has_room && tables.next().is_none())
    })
}

/// Returns `true` if a table is the one that stands open.
fn is_same(table: &TextTable, open: Option<&TextTable>) -> bool {
    open.is_some_and(|open| open.header == table.header && open.rows == table.rows)
}

fn about<'a>(
    question: Question,
    chapters: &'a [Chapter<'a>],
) -> impl Iterator<Item = (&'a Chapter<'a>, &'a Finding)> {
    chapters.iter().flat_map(move |chapter| {
        let findings = chapter.findings.iter();
        let about = findings.filter(move |(number, _)| ANALYSES[*number].question == question);
        about.map(move |(_, finding)| (chapter, finding))
    })
}

/// The findings about a question, by study and corpus.
fn studies(question: Question, chapters: &[Chapter<'_>], open: Option<&TextTable>) -> Vec<Value> {
    let mut studies: Vec<(String, Vec<Value>)> = Vec::new();
    for (chapter, finding) in about(question, chapters) {
        let name = chapter.section.title();
        let table = finding.table.as_ref().filter(|table| !is_same(table, open));
        // Those of an answer stand where its reader looks for them: above.
        let notes = if question == Question::None { &finding.notes[..] } else { &[] };
        let finding = context! {
            headline => finding.headline.as_str(),
            sentences => Value::from(Serde(&finding.sentences)),
            table => Value::from(Serde(table.map(Shown::new))),
            notes => Value::from(Serde(notes)),
        };
        match studies.last_mut().filter(|(own, _)| *own == name) {
            Some((_, findings)) => findings.push(finding),
            None => studies.push((name, vec![finding])),
        }
    }
    studies.into_iter().map(|(name, findings)| context! { name, findings }).collect()
}

/// The claims of a source: those that fail first, and apart those that these data cannot test. A figure is linked where
/// the page draws it.
pub(super) fn claims(source: &ClaimsOfSource, is_alone: bool, gallery: &Gallery<'_>) -> Value {
    let (tested, untested) = source.ranked();
    context! {
        name => source.table.name.to_string(),
        caption => source.table.caption.as_str(),
        question => source.question(is_alone),
        answer => source.answer(),
        header => Value::from(Serde(&source.table.header)),
        notes => Value::from(Serde(&source.table.notes)),
        tested => claim_lines(source, tested, gallery),
        untested => claim_lines(source, untested, gallery),
    }
}

/// Claims at these places of their table.
fn claim_lines(source: &ClaimsOfSource, places: Vec<usize>, gallery: &Gallery<'_>) -> Vec<Value> {
    let lines = places.into_iter().map(|place| {
        let figure = source.rows[place].figure.as_deref().filter(|name| gallery.has(name));
        let cells = source.table.rows[place].iter().map(claim_cell).collect::<Vec<_>>();
        context! { cells, figure }
    });
    lines.collect()
}

/// What a cell says in its first line, and what is folded away behind it: the other lines, and of many checks all but the
/// first two.
fn claim_cell(cell: &TextCell) -> Value {
    const OPEN: usize = 2;
    let (first, rest) = cell.text.split_once('\n').unwrap_or((&cell.text, ""));
    let checks: Vec<&str> = first.split("; ").collect();
    // One check more takes no more room than `1 more`.
    let (first, rest) = if checks.len() > OPEN + 1 {
        let (open, folded) = checks.split_at(OPEN);
        let first = format!("{}; {} more", open.join("; "), folded.len());
        (first, [folded.join("\n"), rest.to_owned()].join("\n").trim_end().to_owned())
    } else {
        (first.to_owned(), rest.to_owned())
    };
    context! { first, rest, css_class => cell.css_class }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str) -> [String; 2] {
        let cell = claim_cell(&TextCell::words(text));
        ["first", "rest"].map(|name| cell.get_attr(name).expect("it has both").to_string())
    }

    /// Of many checks the first ones are seen.
    #[test]
    fn many_checks_are_folded() {
        assert_eq!(
            parts("a: 1; b: 2; c: 3; d: 4\n(note)"),
            ["a: 1; b: 2; 2 more", "c: 3\nd: 4\n(note)"]
        );
        assert_eq!(parts("a: 1; b: 2; c: 3"), ["a: 1; b: 2; c: 3", ""]);
        assert_eq!(parts("holds\nset"), ["holds", "set"]);
    }
}
