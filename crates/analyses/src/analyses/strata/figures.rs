//! The score of each system in each stratum, with its margin.

use super::{StratumRow, findings};
use crate::analyses::common::largest_test_set;
use crate::presentation::{
    Caterpillar, CaterpillarRow, Figure, FigureKind, MetricRows, Rows, StudySection, Tone, number,
    share, spread,
};

/// Rows of a figure at most, and systems in each stratum.
const MOST: usize = 40;
const SYSTEMS: usize = 6;

pub(super) const KIND: FigureKind = FigureKind {
    word: "strata",
    question: "How do the systems score in each stratum?",
    draw: |section| {
        let rows = largest_test_set(&section.rows::<StratumRow>(), |row| &row.cell);
        rows.by_metric().iter().filter_map(|metric| figure(section, metric)).collect()
    },
};

/// Dots with bars, stratum by stratum; a system has one colour in all of them.
fn figure(section: &StudySection<'_>, metric: &MetricRows<'_, StratumRow>) -> Option<Figure> {
    let scored = metric.rows.keep(|row| row.stratum_score.is_some());
    let strata = scored.groups(|row| &*row.stratum);
    let systems = systems(&scored);
    let most = (MOST / strata.len().max(1)).clamp(1, SYSTEMS);
    let shown: Vec<&str> =
        spread(systems.len(), most).into_iter().map(|index| systems[index]).collect();
    let rows = strata.iter().flat_map(|(stratum, rows)| {
        let mut heading = rows.first().map(|row| {
            let weight = 100.0 * row.weight;
            let shares: Vec<f64> = rows.iter().filter_map(|row| row.variance_share).collect();
            let mean = 100.0 * shares.iter().sum::<f64>() / shares.len() as f64;
            let variance = if shares.is_empty() {
                String::new()
            } else {
                format!(", {mean:.0} % of the variance")
            };
            format!("{stratum}: weight {weight:.0} %{variance}")
        });
        let rows = shown.iter().enumerate().filter_map(|(colour, system)| {
            let found = rows.iter().find(|row| row.cell.system() == *system)?;
            let tone = if shown.len() > 1 { Tone::Series(colour) } else { Tone::Above };
            row(found, tone, heading.take())
        });
        rows.collect::<Vec<_>>()
    });
    let rows: Vec<CaterpillarRow> = rows.collect();
    if strata.len() < 2 || rows.iter().all(|row| row.interval.is_none()) {
        return None;
    }
    let some = if shown.len() < systems.len() {
        format!(" {} of {} systems, from the best to the worst.", shown.len(), systems.len())
    } else {
        String::new()
    };
    let level = scored.first()?.level;
    let caption = format!(
        "Score of each stratum by itself with its margin of error ({} %). The whole score is the weighted \
         sum; the share of its variance is the mean over systems.{some}",
        share(level)
    );
    let caterpillar = Caterpillar { x_label: metric.title.clone(), rows, ..Caterpillar::default() };
    let figure = KIND.caterpillar(section, &metric.title, caption, &caterpillar);
    Some(figure.titled(Some(findings::title(metric))))
}

/// The score of a system in a stratum, with its margin.
fn row(row: &StratumRow, tone: Tone, heading: Option<String>) -> Option<CaterpillarRow> {
    let (value, margin) = (row.stratum_score?, row.margin);
    let plus_minus = margin.map_or_else(String::new, |margin| format!(" ±{}", number(margin)));
    let words = format!("{}{plus_minus}", number(value));
    let (name, stratum) = (row.cell.system().to_owned(), &row.stratum);
    Some(CaterpillarRow {
        heading,
        value,
        interval: margin.map(|margin| (value - margin, value + margin)),
        tone,
        tip: format!("{name}, {stratum}: {words}"),
        words,
        name,
    })
}

/// All systems by their mean score over strata, descending.
fn systems<'a>(rows: &Rows<'a, StratumRow>) -> Vec<&'a str> {
    let whole = rows.groups(|row| row.cell.system()).into_iter().map(|(system, rows)| {
        let parts = rows.iter().filter_map(|row| Some(row.weight * row.stratum_score?));
        (parts.sum::<f64>(), system)
    });
    let mut systems: Vec<(f64, &str)> = whole.collect();
    systems.sort_by(|one, other| other.0.total_cmp(&one.0));
    systems.into_iter().map(|(_, system)| system).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyses::common::one_study::{cell, on_section};

    fn figures(systems: usize, strata: &[&str], margin: Option<f64>) -> Vec<Figure> {
        let rows = (0..systems).flat_map(|system| {
            strata.iter().map(move |stratum| StratumRow {
                cell: cell("bleu", Some(&format!("system-{system:02}")), 20),
                stratum: (*stratum).into(),
                weight: 1.0 / strata.len() as f64,
                stratum_score: Some(30.0 + system as f64),
                margin,
                variance_share: margin.map(|_| 1.0 / strata.len() as f64),
                level: 0.95,
                ..StratumRow::default()
            })
        });
        on_section(rows.collect(), |section| KIND.figures(section))
    }

    /// Of many systems some are shown, the best and the worst among them; one stratum, or strata without
    /// margins, are no figure.
    #[test]
    fn few_of_many_systems_are_shown() {
        let many = figures(15, &["a", "b", "c"], Some(1.0));
        for (system, count) in [("system-14", 3), ("system-00", 3), ("system-01", 0)] {
            let found = many[0].svg.matches(&format!(">{system}</text>")).count();
            assert_eq!(found, count, "{system}");
        }
        assert!(many[0].caption.ends_with(" 6 of 15 systems, from the best to the worst."));
        assert!(figures(3, &["news"], Some(1.0)).is_empty());
        assert!(figures(3, &["news", "social"], None).is_empty());
    }
}
