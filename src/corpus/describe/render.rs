//! A description as text.

use std::fmt;

use super::{ColumnSummary, Description, DocumentScoreSummary, ScoreSummary};
use crate::escape;
use crate::words::counted;

impl fmt::Display for Description {
    /// Several lines, each ended by LF.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let generated = if self.synthetic { " (generated, not real)" } else { "" };
        writeln!(f, "corpus {}{generated}", escape::line(&self.name))?;
        let sizes = &self.documents;
        writeln!(
            f,
            "  {} in {} of {} to {} (median {})",
            counted(self.segments, "segment"),
            counted(sizes.count, "document"),
            sizes.smallest,
            sizes.largest,
            sizes.median
        )?;
        if !self.domains.is_empty() {
            let domains: Vec<String> =
                self.domains.iter().map(|(domain, count)| format!("{domain} {count}")).collect();
            writeln!(f, "  segments by domain: {}", escape::line(&domains.join(", ")))?;
        }
        if let Some(source) = &self.source {
            write!(f, "  source: {}", texts(source))?;
            if self.repeated_sources > 0 {
                write!(f, ", {}", counted(self.repeated_sources, "repeated text"))?;
            }
            writeln!(f)?;
        }
        columns(f, "reference", &self.references, &[])?;
        columns(f, "system", &self.systems, &self.human_systems)?;
        if !self.systems_without_text.is_empty() {
            let names = self.systems_without_text.join(", ");
            writeln!(f, "  systems without text: {}", escape::line(&names))?;
        }
        scores(f, "human judgments", &self.criteria)?;
        scores(f, "external metrics", &self.external)?;
        document_scores(f, &self.external_documents)?;
        if !self.oddities.is_empty() {
            writeln!(f, "  odd:")?;
        }
        for oddity in &self.oddities {
            writeln!(f, "    {}", escape::line(&oddity.to_string()))?;
        }
        Ok(())
    }
}

/// Characters of the longest name, as it is shown.
fn width<'a>(names: impl Iterator<Item = &'a String>) -> usize {
    names.map(|name| escape::line(name).chars().count()).max().unwrap_or(0)
}

fn texts(column: &ColumnSummary) -> String {
    let mut parts = vec![counted(column.words, "word")];
    for (count, what) in [(column.missing, "missing"), (column.empty, "empty")] {
        if count > 0 {
            parts.push(format!("{count} {what}"));
        }
    }
    parts.join(", ")
}

fn columns(
    f: &mut fmt::Formatter<'_>,
    noun: &str,
    columns: &[ColumnSummary],
    human: &[String],
) -> fmt::Result {
    if columns.is_empty() {
        return Ok(());
    }
    writeln!(f, "  {}:", counted(columns.len(), noun))?;
    let width = width(columns.iter().map(|column| &column.name));
    for column in columns {
        let mark = if human.contains(&column.name) { ", human" } else { "" };
        writeln!(f, "    {:width$}  {}{mark}", escape::line(&column.name), texts(column))?;
    }
    Ok(())
}

fn document_scores(f: &mut fmt::Formatter<'_>, all: &[DocumentScoreSummary]) -> fmt::Result {
    if all.is_empty() {
        return Ok(());
    }
    writeln!(f, "  scores of documents:")?;
    let width = width(all.iter().map(|scores| &scores.name));
    for scores in all {
        let documents = counted(scores.documents, "document");
        let systems = counted(scores.systems, "system");
        let name = escape::line(&scores.name);
        write!(f, "    {name:width$}  {documents} of {systems}")?;
        if scores.common_documents < scores.documents {
            write!(f, ", {} of all systems", scores.common_documents)?;
        }
        writeln!(f)?;
    }
    Ok(())
}

fn scores(f: &mut fmt::Formatter<'_>, title: &str, all: &[ScoreSummary]) -> fmt::Result {
    if all.is_empty() {
        return Ok(());
    }
    writeln!(f, "  {title}:")?;
    let width = width(all.iter().map(|scores| &scores.name));
    for scores in all {
        write!(
            f,
            "    {:width$}  {} of {}",
            escape::line(&scores.name),
            counted(scores.segments, "segment"),
            counted(scores.systems, "system")
        )?;
        if scores.common_segments < scores.segments {
            write!(f, ", {} of all systems", scores.common_segments)?;
        }
        if scores.judges > 1 {
            write!(f, ", up to {} judges", scores.judges)?;
        }
        if scores.partial_documents > 0 {
            write!(f, ", {} only in part", counted(scores.partial_documents, "document"))?;
        }
        writeln!(f)?;
    }
    Ok(())
}
