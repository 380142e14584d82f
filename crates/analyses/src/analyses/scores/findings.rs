//! Scores with their margins of error, for a study that asks for nothing else.

use super::ScoreRow;
use crate::analyses::common::resampling;
use crate::analyses::common::{Margin, common_unit, headline, largest_test_set, test_set};
use crate::presentation::{
    FileName, Finding, MetricRows, Rows, StudySection, TextCell, TextTable, number, share,
};
use crate::words::{capitalised, counted, grouped, grouped_count, listing};

/// Scores on the largest test set; none where there is no row.
pub(super) fn finding(section: &StudySection<'_>) -> Option<Finding> {
    let rows = largest_test_set(&section.rows::<ScoreRow>(), |row| &row.cell);
    let first = rows.first()?;
    let metrics = rows.by_metric();
    let systems = rows.groups(|row| row.cell.system());
    let with_score = systems.iter().filter(|(_, rows)| rows.iter().any(|row| row.score.is_some()));
    let margins = metrics.iter().filter_map(|metric| {
        Margin::of_systems(&metric.title, metric.rows.iter().filter_map(ScoreRow::margin))
    });
    let margins: Vec<Margin> = margins.collect();
    let level = share(first.ci_level);
    let headline = match (with_score.count(), &systems[..], &metrics[..]) {
        (0, ..) => format!("There is no score: {}.", first.cell.status.in_words()),
        (_, [_], [_]) => {
            let margin = first.margin().map(|margin| format!(" ±{} ({level} %)", number(margin)));
            let (system, metric) = (first.cell.system(), &metrics[0].title);
            let score = first.score.map(number).unwrap_or_default();
            format!("{system} scores {score}{} by {metric}.", margin.unwrap_or_default())
        }
        (scored, ..) => headline(&margins, scored, &level).unwrap_or_else(|| {
            let names = listing(metrics.iter().map(|metric| metric.title.as_str()));
            format!("{} scored by {names}, without intervals.", are(scored, "system"))
        }),
    };
    let mut sentence = format!("{}.", test_set(first.cell.segments, first.cell.documents));
    if !margins.is_empty() {
        let unit = common_unit(rows.iter().map(|row| row.resample)).unwrap_or(first.resample);
        sentence = format!("{sentence} {} were resampled.", capitalised(unit.in_words()));
    }
    let mut finding = Finding::new(section, "scores", headline).sentence(sentence);
    if systems.len() > 1 || metrics.len() > 1 {
        finding = finding.table(table(section, &metrics, &systems));
    }
    finding = finding.rows(rows.iter());
    if systems.len() > 1 && !margins.is_empty() {
        finding = finding.note(
            "Two systems can differ significantly although the intervals of their scores overlap: \
             `comparison` tests the difference.",
        );
    }
    if rows.iter().any(|row| row.score.is_some()) {
        finding =
            undefined(&rows).into_iter().fold(finding, |finding, text| finding.note(text + "."));
    }
    Some(match resampling::note(section).filter(|_| !margins.is_empty()) {
        Some(note) => finding.note(note),
        None => finding,
    })
}

/// Names of systems and metrics that a sentence lists.
const NAMED: usize = 5;

/// How many scores are undefined, and why; nothing where all are defined.
pub fn undefined(rows: &Rows<'_, ScoreRow>) -> Option<String> {
    let without = rows.keep(|row| row.score.is_none());
    let (all, count) = (rows.iter().count() as u64, without.iter().count() as u64);
    let mut reasons = without.groups(|row| row.cell.status.in_words());
    reasons.sort_by_key(|(_, rows)| std::cmp::Reverse(rows.iter().count()));
    let spelled = reasons.iter().map(|(reason, rows)| {
        let metrics = names(rows, |row| &row.cell.metric);
        let systems = names(rows, |row| row.cell.system());
        let count = grouped(rows.iter().count() as u64);
        format!("{count} because {reason} ({metrics}: {systems})")
    });
    (count > 0).then(|| {
        format!(
            "{} of {} {} undefined: {}",
            grouped(count),
            grouped_count(all, "score"),
            if all == 1 { "is" } else { "are" },
            spelled.collect::<Vec<_>>().join("; ")
        )
    })
}

/// Names in the order of the rows, each once, the first few of them.
fn names<'a>(rows: &Rows<'a, ScoreRow>, name: impl Fn(&'a ScoreRow) -> &'a str) -> String {
    let names: Vec<&str> = rows.groups(name).into_iter().map(|(name, _)| name).collect();
    let shown = names[..names.len().min(NAMED)].join(", ");
    if names.len() > NAMED { format!("{shown} and {} more", names.len() - NAMED) } else { shown }
}

/// Metrics that have a column each; of more each has a line.
const COLUMNS: usize = 12;

/// A line per system and a column per metric, or with many metrics the other way around.
fn table(
    section: &StudySection<'_>,
    metrics: &[MetricRows<'_, ScoreRow>],
    systems: &[(&str, Rows<'_, ScoreRow>)],
) -> TextTable {
    let titles = metrics.iter().map(|metric| metric.title.as_str());
    let names = systems.iter().map(|(system, _)| *system);
    let is_turned = metrics.len() > COLUMNS && metrics.len() > systems.len();
    let (header, rows): (Vec<&str>, Vec<Vec<TextCell>>) = if is_turned {
        let lines = metrics.iter().map(|metric| {
            let cells = names.clone().map(|system| score_cell(metric, system));
            std::iter::once(TextCell::words(&metric.title)).chain(cells).collect()
        });
        (std::iter::once("metric").chain(names.clone()).collect(), lines.collect())
    } else {
        let lines = names.map(|system| {
            let cells = metrics.iter().map(|metric| score_cell(metric, system));
            std::iter::once(TextCell::words(system)).chain(cells).collect()
        });
        (std::iter::once("system").chain(titles).collect(), lines.collect())
    };
    TextTable {
        name: FileName::new(&["finding-scores", section.study, section.corpus]),
        caption: "Scores with margins of error.".to_owned(),
        header: header.into_iter().map(TextCell::words).collect(),
        rows,
        ..TextTable::default()
    }
}

/// `31.50 ±1.20`.
fn score_cell(metric: &MetricRows<'_, ScoreRow>, system: &str) -> TextCell {
    let row = metric.rows.iter().find(|row| row.cell.system() == system);
    let Some((row, score)) = row.and_then(|row| Some((row, row.score?))) else {
        return TextCell::words("–");
    };
    let margin = row.margin().map_or(String::new(), |margin| format!(" ±{}", number(margin)));
    TextCell::number(format!("{}{margin}", number(score)), Some(score))
}

fn are(number: usize, noun: &str) -> String {
    format!("{} {}", counted(number, noun), if number == 1 { "was" } else { "were" })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyses::common::one_study::{cell, each_reason};
    use crate::presentation::About;
    use crate::stats::reason::{Reason, Status};
    use crate::table::{Cell, Resampled, Tables};

    fn row(metric: &str, system: &str, score: Option<f64>) -> ScoreRow {
        ScoreRow {
            cell: Cell {
                status: if score.is_some() { Status::OK } else { Reason::NoJudgedSegments.into() },
                ..cell(metric, Some(system), 20)
            },
            score,
            ci_level: 0.95,
            ci_lower: score.map(|score| score - 1.25),
            ci_upper: score.map(|score| score + 1.25),
            resample: Resampled::Documents,
            ..ScoreRow::default()
        }
    }

    fn of(rows: Vec<ScoreRow>) -> Finding {
        let mut tables = Tables::default();
        tables.insert(rows);
        let about = About::of_studies(&["s"]);
        finding(&StudySection::all(&tables, &about)[0]).expect("there are rows")
    }

    #[test]
    fn no_code_reaches_people() {
        for others in [vec![], vec![row("bleu", "B", Some(30.0))]] {
            each_reason(
                |reason| {
                    let mut without = row("bleu", "A", None);
                    without.cell.status = reason.into();
                    [vec![without], others.clone()].concat()
                },
                |section| finding(section).into_iter().collect(),
            );
        }
    }

    #[test]
    fn what_is_not_there_is_said() {
        let found = of(vec![row("bleu", "A", None)]);
        assert_eq!(found.headline, "There is no score: no segment is scored.");
    }
}
