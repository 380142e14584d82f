//! A description as text.

use std::fmt;

use super::{ColumnSummary, Description, DocumentScoreSummary, JudgeSummary, ScoreSummary};
use crate::escape;
use crate::words::{counted, listing};

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
        if let Some(weighted) = self.weighted {
            writeln!(f, "  {} with a weight: means are over these", counted(weighted, "segment"))?;
        }
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
            let names = listing(self.systems_without_text.iter().map(String::as_str));
            writeln!(f, "  systems without text: {}", escape::line(&names))?;
        }
        scores(f, "human judgments", &self.criteria)?;
        judges(f, &self.judges)?;
        for (criterion, seconds) in &self.rating_seconds {
            let criterion = escape::line(criterion);
            writeln!(f, "  median time of a rating on {criterion}: {seconds:.1} seconds")?;
        }
        scores(f, "external metrics", &self.external)?;
        document_scores(f, &self.external_documents)?;
        if !self.oddities.is_empty() {
            writeln!(f, "  odd:")?;
        }
        for oddity in &self.oddities {
            writeln!(f, "    {}", escape::line(&oddity.message))?;
        }
        Ok(())
    }
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

/// Lines under a title, each with a name before it.
fn section<T>(
    f: &mut fmt::Formatter<'_>,
    title: &str,
    all: &[T],
    name: impl Fn(&T) -> &str,
    line: impl Fn(&T) -> String,
) -> fmt::Result {
    if all.is_empty() {
        return Ok(());
    }
    writeln!(f, "  {title}:")?;
    let width = all.iter().map(|one| escape::line(name(one)).chars().count()).max().unwrap_or(0);
    all.iter()
        .try_for_each(|one| writeln!(f, "    {:width$}  {}", escape::line(name(one)), line(one)))
}

fn columns(
    f: &mut fmt::Formatter<'_>,
    noun: &str,
    columns: &[ColumnSummary],
    human: &[String],
) -> fmt::Result {
    let title = counted(columns.len(), noun);
    section(
        f,
        &title,
        columns,
        |column| &column.name,
        |column| {
            let mark = if human.contains(&column.name) { ", human" } else { "" };
            format!("{}{mark}", texts(column))
        },
    )
}

fn document_scores(f: &mut fmt::Formatter<'_>, all: &[DocumentScoreSummary]) -> fmt::Result {
    section(
        f,
        "scores of documents",
        all,
        |scores| &scores.name,
        |scores| {
            let documents = counted(scores.documents, "document");
            let common = (scores.common_documents < scores.documents)
                .then(|| format!(", {} of all systems", scores.common_documents));
            let systems = counted(scores.systems, "system");
            format!("{documents} of {systems}{}", common.unwrap_or_default())
        },
    )
}

/// Codes of judges with their numbers of judgments, as many to a line as fit; of many the first.
fn judges(f: &mut fmt::Formatter<'_>, judges: &[JudgeSummary]) -> fmt::Result {
    const WIDTH: usize = 80;
    const MOST: usize = 200;
    if judges.is_empty() {
        return Ok(());
    }
    writeln!(f, "  {} by number of judgments:", counted(judges.len(), "judge"))?;
    let mut line = String::new();
    for judge in &judges[..judges.len().min(MOST)] {
        let next = format!("  {} {}", judge.code, judge.judgments);
        if 2 + line.len() + next.len() > WIDTH {
            writeln!(f, "  {line}")?;
            line.clear();
        }
        line.push_str(&next);
    }
    writeln!(f, "  {line}")?;
    if let Some(rest @ [next, ..]) = judges.get(MOST..)
        && let Some(last) = rest.last()
    {
        let more = rest.len();
        writeln!(
            f,
            "    and {more} more with {} to {} judgments; `--format json` has them all",
            last.judgments, next.judgments
        )?;
    }
    Ok(())
}

fn scores(f: &mut fmt::Formatter<'_>, title: &str, all: &[ScoreSummary]) -> fmt::Result {
    section(
        f,
        title,
        all,
        |scores| &scores.name,
        |scores| {
            let segments = counted(scores.segments, "segment");
            let mut parts = vec![format!("{segments} of {}", counted(scores.systems, "system"))];
            if scores.common_segments < scores.segments {
                parts.push(format!("{} of all systems", scores.common_segments));
            }
            if scores.judges > 1 {
                parts.push(format!("up to {} judges", scores.judges));
            }
            if scores.repeated > 0 {
                parts.push(format!("{} rated again", counted(scores.repeated, "output")));
            }
            if scores.partial_documents > 0 {
                let documents = counted(scores.partial_documents, "document");
                parts.push(format!("{documents} only in part"));
            }
            parts.join(", ")
        },
    )
}
