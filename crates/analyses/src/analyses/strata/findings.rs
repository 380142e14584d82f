//! How precisely each stratum is scored, and which one the uncertainty of the whole comes from.

use crate::analyses::{StratumRow, largest_test_set, median, short_table};
use crate::config::model::Weighting;
use crate::presentation::{
    Finding, MetricRows, Rows, StudySection, TextCell, TextTable, number, percent, real, share,
    whole, words,
};
use crate::stats::Reason;
use crate::words::{counted, listing};

/// Margins whose ratio is below this are about equal.
const ABOUT_EQUAL: f64 = 1.25;

/// Metrics beyond the first that have a part of a sentence.
const OTHER_METRICS: usize = 3;

/// A stratum by one metric.
struct Stratum<'a> {
    first: &'a StratumRow,
    /// Median over systems, as the margin.
    score: Option<f64>,
    margin: Option<f64>,
    /// Mean over systems, so that shares of strata still add up to 1.
    variance_share: Option<f64>,
}

/// The strata by one metric.
struct MetricStrata<'a> {
    title: String,
    systems: usize,
    strata: Vec<Stratum<'a>>,
}

impl<'a> MetricStrata<'a> {
    fn new(metric: &MetricRows<'a, StratumRow>) -> Self {
        let strata = metric.rows.groups(|row| &*row.stratum).into_iter();
        let strata = strata.filter_map(|(_, rows)| {
            let shares: Vec<f64> = rows.iter().filter_map(|row| row.variance_share).collect();
            let total: f64 = shares.iter().sum();
            Some(Stratum {
                first: rows.first()?,
                score: median(rows.iter().filter_map(|row| row.stratum_score)),
                margin: median(rows.iter().filter_map(|row| row.margin)),
                variance_share: (!shares.is_empty()).then(|| total / shares.len() as f64),
            })
        });
        Self {
            title: metric.title.clone(),
            systems: metric.rows.groups(|row| row.cell.system().to_owned()).len(),
            strata: strata.collect(),
        }
    }

    /// Strata with a margin, the narrowest first.
    fn by_margin(&self) -> Vec<(&str, f64)> {
        let margins = self
            .strata
            .iter()
            .filter_map(|stratum| Some((&*stratum.first.stratum, stratum.margin?)));
        let mut margins: Vec<(&str, f64)> = margins.collect();
        margins.sort_by(|one, other| one.1.total_cmp(&other.1));
        margins
    }
}

/// One finding about all metrics, on the largest test set.
pub(super) fn findings(section: &StudySection<'_>) -> Vec<Finding> {
    let rows = largest_test_set(&section.rows::<StratumRow>(), |row| &row.cell);
    let metrics: Vec<MetricStrata<'_>> = rows.by_metric().iter().map(MetricStrata::new).collect();
    let Some(first) = metrics.first() else { return Vec::new() };
    let mut finding = Finding::new(section, "strata", headline(first, rows.first()));
    let sentences = [source(first), gain(first), others(&metrics[1..]), missing(&rows)];
    for sentence in sentences.into_iter().flatten() {
        finding = finding.sentence(sentence);
    }
    finding = finding.table(table(section, &metrics)).note(
        "The whole score is the weighted sum of the scores of the strata. Where a score is no mean of \
         segments, that is not the score of all segments together.",
    );
    vec![finding.rows(rows.iter())]
}

/// The verdict on a metric, as the title of its figure.
pub(super) fn title(metric: &MetricRows<'_, StratumRow>) -> String {
    headline(&MetricStrata::new(metric), metric.rows.first())
}

fn headline(metric: &MetricStrata<'_>, row: Option<&StratumRow>) -> String {
    let MetricStrata { title, systems, strata } = metric;
    let level = row.map_or_else(String::new, |row| format!("{} %", share(row.level)));
    let of_systems =
        if *systems > 1 { format!(", median of {systems} systems") } else { String::new() };
    let count = strata.len();
    match metric.by_margin().as_slice() {
        [] => format!("No stratum has a margin of error by {title}."),
        [(name, margin)] => format!(
            "Of {count} strata, only {name} has a margin of error: ±{} by {title} ({level}{of_systems}).",
            number(*margin)
        ),
        [(_, narrow), .., (_, wide)] if wide / narrow < ABOUT_EQUAL => format!(
            "The {count} strata are scored about equally precisely, with margins of ±{} to ±{} by \
             {title} ({level}{of_systems}).",
            number(*narrow),
            number(*wide)
        ),
        [(precise, narrow), .., (imprecise, wide)] => format!(
            "Of {count} strata, {precise} is scored most precisely, to ±{} by {title}, and {imprecise} \
             least, to ±{} ({level}{of_systems}).",
            number(*narrow),
            number(*wide)
        ),
    }
}

/// The stratum that adds most to the variance of the whole.
fn source(metric: &MetricStrata<'_>) -> Option<String> {
    let shares =
        metric.strata.iter().filter_map(|stratum| Some((stratum.variance_share?, stratum)));
    let (most, stratum) = shares.max_by(|one, other| one.0.total_cmp(&other.0))?;
    let name = &stratum.first.stratum;
    let percent = format!("{:.0} %", 100.0 * most);
    Some(if most > 0.5 {
        format!(
            "Most of the uncertainty of the whole score comes from {name}: {percent} of its variance."
        )
    } else {
        format!(
            "The largest part of the uncertainty of the whole score comes from {name}: {percent} of its \
             variance."
        )
    })
}

/// The stratum of which one more unit lowers the variance most: it falls by its share over its units.
fn gain(metric: &MetricStrata<'_>) -> Option<String> {
    let gains = metric.strata.iter().filter_map(|stratum| {
        Some((stratum.variance_share? / stratum.first.units? as f64, stratum))
    });
    let (_, stratum) = gains.max_by(|one, other| one.0.total_cmp(&other.0))?;
    let unit = stratum.first.resample.unit();
    Some(format!("An additional {unit} of {} reduces it most.", stratum.first.stratum))
}

/// Margins by further metrics.
fn others(metrics: &[MetricStrata<'_>]) -> Option<String> {
    let parts = metrics.iter().filter_map(|metric| {
        let margins = metric.by_margin();
        let ((precise, narrow), (imprecise, wide)) = (*margins.first()?, *margins.last()?);
        (margins.len() > 1).then(|| {
            let (narrow, wide) = (number(narrow), number(wide));
            format!("from ±{narrow} ({precise}) to ±{wide} ({imprecise}) by {}", metric.title)
        })
    });
    let parts: Vec<String> = parts.take(OTHER_METRICS).collect();
    (!parts.is_empty())
        .then(|| format!("Margins range {}.", listing(parts.iter().map(String::as_str))))
}

/// Strata without a margin, and why.
fn missing(rows: &Rows<'_, StratumRow>) -> Option<String> {
    let without: Vec<&StratumRow> = rows.iter().filter(|row| row.margin.is_none()).collect();
    let first = without.first()?;
    let unit = first.resample.unit();
    let reason = match first.cell.status.reason() {
        Some(Reason::OneUnit) => format!("one {unit} does not show how it varies"),
        Some(Reason::NoVariation) => format!("every {unit} of it scores alike"),
        Some(reason) => reason.in_words().to_owned(),
        None => "the metric has no value for some part of it".to_owned(),
    };
    let others = match without.len() - 1 {
        0 => String::new(),
        others => format!(" {} without a margin: the table says why.", counted(others, "more row")),
    };
    Some(format!("No margin for {} of {}: {reason}.{others}", first.stratum, first.cell.system()))
}

fn table(section: &StudySection<'_>, metrics: &[MetricStrata<'_>]) -> Option<TextTable> {
    let strata = metrics
        .iter()
        .flat_map(|metric| metric.strata.iter().map(move |stratum| (&metric.title, stratum)));
    let rows = strata.map(|(title, stratum)| {
        let margin = TextCell::optional(stratum.margin, |margin| format!("±{}", number(margin)));
        vec![
            words(title),
            words(&stratum.first.stratum),
            percent(Some(stratum.first.weight)),
            whole(stratum.first.stratum_documents),
            whole(stratum.first.stratum_segments),
            real(stratum.score),
            margin,
            percent(stratum.variance_share),
        ]
    });
    let header =
        ["metric", "stratum", "weight", "documents", "segments", "score", "margin", "of variance"];
    let caption = ("strata", "Strata: median score and margin, and mean share, of all systems.");
    short_table(section, caption, &header, rows.collect(), "strata").map(TextTable::aligned)
}

/// The note of every finding of a study in strata.
pub fn note(section: &StudySection<'_>) -> Option<String> {
    let rows = section.rows::<StratumRow>();
    let first = rows.first()?;
    let strata = rows.groups(|row| &*row.stratum).len();
    let weighted = match first.weighting {
        Weighting::Size => "weighted by size",
        Weighting::Equal => "weighted equally",
        Weighting::Own => "weighted as the study says",
    };
    Some(format!("Resampled within {strata} strata ({}), {weighted}.", first.stratified_by.name()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyses::common::one_study::{cell, each_reason, finding_of};
    use crate::stats::reason::Status;
    use crate::table::{Cell, Resampled};

    fn row(metric: &str, system: &str, stratum: &str, margin: Option<f64>) -> StratumRow {
        let status = if margin.is_some() { Status::OK } else { Reason::OneUnit.into() };
        let share = match stratum {
            "news" => 0.3,
            _ => 0.7,
        };
        StratumRow {
            cell: Cell { status, ..cell(metric, Some(system), 20) },
            stratum: stratum.into(),
            weight: 0.5,
            stratum_documents: Some(10),
            stratum_segments: Some(100),
            units: Some(if stratum == "news" { 2 } else { 18 }),
            stratum_score: Some(30.0),
            margin,
            level: 0.95,
            variance_share: margin.map(|_| share),
            resample: Resampled::Documents,
            ..StratumRow::default()
        }
    }

    #[test]
    fn the_least_precise_stratum_is_named() {
        let rows = vec![
            row("bleu", "A", "news", Some(1.2)),
            row("bleu", "A", "social", Some(2.5)),
            row("chrf", "A", "news", Some(0.8)),
            row("chrf", "A", "social", Some(0.9)),
        ];
        let finding = finding_of(rows, findings);
        assert_eq!(
            finding.sentences,
            [
                "Most of the uncertainty of the whole score comes from social: 70 % of its variance.",
                "An additional document of news reduces it most.",
                "Margins range from ±0.800 (news) to ±0.900 (social) by chrF.",
            ]
        );
        assert_eq!(finding.rows.len(), 4);
        assert_eq!(finding.rows[1]["margin"], 2.5);
    }

    #[test]
    fn no_code_reaches_people() {
        each_reason(
            |reason| {
                let mut without = row("bleu", "A", "news", None);
                without.cell.status = reason.into();
                vec![without, row("bleu", "A", "talks", Some(1.0))]
            },
            findings,
        );
    }
}
