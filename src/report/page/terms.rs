//! The terms that a page uses, for a reader who does not know them.

use minijinja::{Value, context};

use crate::answers::Block;
use crate::presentation::TextTable;
use crate::report::chapter::Chapter;
use crate::report::glossary;

/// Letters of a name at least: shorter ones stand in other words, too.
const SHORTEST: usize = 3;

/// The terms of which a name stands in answers, findings or headings of their tables.
pub(super) fn used(blocks: &[Block], chapters: &[Chapter<'_>]) -> Vec<Value> {
    let text = words(blocks, chapters);
    let terms = glossary::terms().filter(|term| {
        let mut names = term.names().filter(|name| name.chars().count() >= SHORTEST);
        names.any(|name| text.contains(&spaced(name)))
    });
    terms.map(|term| context! { title => term.title(), text => term.paragraph() }).collect()
}

/// All words with blanks between them, and around them.
fn words(blocks: &[Block], chapters: &[Chapter<'_>]) -> String {
    let headings = |table: &TextTable| -> Vec<String> {
        table.header.iter().map(|cell| cell.text.clone()).collect()
    };
    let mut texts: Vec<String> = Vec::new();
    for block in blocks {
        texts.push(block.verdict.clone());
        texts.extend(block.sentences.iter().chain(&block.notes).cloned());
        texts.extend(block.table.iter().flat_map(headings));
        if let Some(columns) = &block.by_metric {
            texts.extend(columns.header.iter().map(|heading| (*heading).to_owned()));
            texts.extend(columns.lines.iter().map(|line| line.metric.clone()));
        }
    }
    for (_, finding) in chapters.iter().flat_map(|chapter| &chapter.findings) {
        texts.push(finding.headline.clone());
        texts.extend(finding.sentences.iter().chain(&finding.notes).cloned());
        texts.extend(finding.table.iter().flat_map(headings));
    }
    spaced(&texts.join(" "))
}

/// Words in small letters, with one blank around each.
fn spaced(text: &str) -> String {
    // Names such as `chrF++` and those of columns stay whole.
    let words = text.split(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '+')));
    let words = words.filter(|word| !word.is_empty());
    let words: Vec<String> = words.map(str::to_lowercase).collect();
    format!(" {} ", words.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_whole_words() {
        let text = spaced("The margin of error, by chrF++ (x_min).");
        for name in ["margin of error", "chrF++", "x_min"] {
            assert!(text.contains(&spaced(name)), "{name}");
        }
        for name in ["chrF", "min", "margins"] {
            assert!(!text.contains(&spaced(name)), "{name}");
        }
    }
}
