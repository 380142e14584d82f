//! Examples for a pull request: tables, and texts in fenced blocks, where nothing in them is markup, a link or a mention.

use super::tables::short_tables;
use super::terminal::{in_one_line, marked_lines};
use super::wording::{
    NOTES, headline, metrics, place, scores, sentences, side_title, sides, unscored,
};
use crate::analyses::examples::{Example, Examples, SystemExamples};
use crate::presentation::in_markdown;

/// Examples in Markdown.
pub fn markdown(examples: &Examples) -> String {
    let systems: String =
        examples.systems.iter().map(|system| of_system(examples, system)).collect();
    let notes: String = NOTES.iter().map(|note| paragraph(note)).collect();
    systems + &notes
}

fn paragraph(text: &str) -> String {
    format!("\n{}\n", in_markdown(text))
}

fn of_system(examples: &Examples, system: &SystemExamples) -> String {
    let mut text = format!("\n### {}\n", in_markdown(&headline(examples, system)));
    let Some(parts) = metrics(system).next() else {
        return text + &unscored(system).map_or_else(String::new, |line| paragraph(&line));
    };
    text += &paragraph(&sentences(examples, &system.system, parts).join(" "));
    text += &unscored(system).map_or_else(String::new, |line| paragraph(&line));
    for table in short_tables(examples, parts) {
        text.push('\n');
        text += &table.markdown();
    }
    if let Some(metric) = &system.selected_by {
        for (favoured, segments) in sides(examples, system) {
            text += &paragraph(&side_title(favoured, metric, segments.len()));
            text.extend(segments.iter().map(|example| of_segment(example, metric)));
        }
    }
    text
}

fn of_segment(example: &Example, metric: &str) -> String {
    let title = format!("{}: {}", place(example), scores(example, Some(metric)));
    let text = format!("\n* {}\n", in_markdown(&title));
    let Some(texts) = &example.texts else { return text };
    let lines = marked_lines(texts, false).into_iter();
    let lines: Vec<String> =
        lines.map(|(label, words)| format!("  {label:<8}{}\n", in_one_line(&words))).collect();
    let lines = lines.concat();
    // Longer than any run in the texts, so that these cannot end the block.
    // Three at least, since fewer begin no block.
    let fence = "`".repeat(longest_run(&lines, '`').max(2) + 1);
    format!("{text}\n  {fence}text\n{lines}  {fence}\n")
}

fn longest_run(text: &str, wanted: char) -> usize {
    text.split(|c| c != wanted).map(str::len).max().unwrap_or(0)
}
