//! How precise single scores are, and whether methods agree.

use super::{IntervalRow, ReportedMethod};
use crate::analyses::common::resampling;
use crate::analyses::common::{
    Margin, common_unit, extremes, headline, largest_test_set, median, short_table, test_set,
};
use crate::presentation::{
    Finding, MetricRows, Rows, StudySection, TextCell, TextTable, number, share, words,
};
use crate::words::{grouped_count, listing};

/// Below so many units, methods that read intervals off replicates give too narrow ones (docs/statistics/intervals.md).
const FEW_UNITS: u64 = 50;

/// Intervals of one metric by one method at one level.
struct Kind<'a> {
    metric: String,
    method: ReportedMethod,
    level: f64,
    rows: Rows<'a, IntervalRow>,
}

impl Kind<'_> {
    fn margins(&self) -> impl Iterator<Item = f64> {
        self.rows.iter().filter_map(|row| row.half_width)
    }
}

/// Margins of error on the largest test set.
pub(super) fn findings(section: &StudySection<'_>) -> Vec<Finding> {
    let rows = largest_test_set(&section.rows::<IntervalRow>(), |row| &row.cell);
    let Some(first) = rows.first() else { return Vec::new() };
    let metrics = rows.by_metric();
    let kinds: Vec<Kind<'_>> = metrics.iter().flat_map(kinds).collect();
    let (method, level) = (first.method, share(first.level));
    // Each metric by its first method: where a metric has no jackknife, that is another.
    let margins = metrics.iter().filter_map(|metric| {
        let kind =
            kinds.iter().find(|kind| kind.metric == metric.title && share(kind.level) == level)?;
        Margin::of_systems(&kind.metric, kind.margins())
    });
    let margins: Vec<Margin> = margins.collect();
    let systems = rows.groups(|row| row.cell.system()).len();
    let headline = headline(&margins, systems, &level)
        .unwrap_or_else(|| format!("There are no intervals: {}.", first.cell.status.in_words()));
    let place = test_set(first.cell.segments, first.cell.documents);
    let unit = common_unit(rows.iter().map(|row| row.resample)).unwrap_or(first.resample);
    let mut finding = Finding::new(section, "intervals", headline).sentence(format!(
        "{place}; {} were resampled. The method is {}.",
        unit.in_words(),
        method.name()
    ));
    let of_headline: Vec<&Kind<'_>> =
        kinds.iter().filter(|kind| share(kind.level) == level).collect();
    if let Some(sentence) = comparison(&of_headline) {
        finding = finding.sentence(sentence);
    }
    if let Some(sentence) = missing(&kinds) {
        finding = finding.sentence(sentence);
    }
    if kinds.len() > 1 || systems > 1 {
        finding = finding.table(table(section, &kinds, systems));
    }
    let notes = [small_sample(section, &rows), resampling::note(section)];
    vec![notes.into_iter().flatten().fold(finding.rows(rows.iter()), Finding::note)]
}

fn kinds<'a>(metric: &MetricRows<'a, IntervalRow>) -> Vec<Kind<'a>> {
    let groups = metric.rows.groups(|row| (row.method, share(row.level)));
    let kinds = groups.into_iter().filter_map(|((method, _), rows)| {
        let level = rows.first()?.level;
        Some(Kind { metric: metric.title.clone(), method, level, rows })
    });
    kinds.collect()
}

/// How far methods are apart where they are most, at the level of the headline: by the ratio of median margins.
fn comparison(kinds: &[&Kind<'_>]) -> Option<String> {
    let mut most: Option<(f64, &Kind<'_>, f64, &Kind<'_>, f64)> = None;
    for &one in kinds {
        for &other in kinds {
            if one.metric != other.metric {
                continue;
            }
            let (Some(wide), Some(narrow)) = (median(one.margins()), median(other.margins()))
            else {
                continue;
            };
            let ratio = wide / narrow;
            if ratio.is_finite() && most.is_none_or(|(largest, ..)| ratio > largest) {
                most = Some((ratio, one, wide, other, narrow));
            }
        }
    }
    let (ratio, wide, widest, narrow, narrowest) = most?;
    if wide.method == narrow.method {
        return None;
    }
    if ratio < 1.02 {
        return Some("The methods agree to 2 % of the margin.".to_owned());
    }
    Some(format!(
        "Methods differ most for {}: ±{} by {}, ±{} by {}.",
        wide.metric,
        number(widest),
        wide.method.name(),
        number(narrowest),
        narrow.method.name()
    ))
}

/// What has no interval at all.
fn missing(kinds: &[Kind<'_>]) -> Option<String> {
    let without = kinds.iter().filter(|kind| kind.margins().next().is_none());
    let names = without.map(|kind| {
        let status = kind.rows.first().map_or("", |row| row.cell.status.in_words());
        format!("{} by {} ({status})", kind.metric, kind.method.name())
    });
    let without: Vec<String> = names.collect();
    (!without.is_empty() && without.len() < kinds.len())
        .then(|| format!("No interval: {}.", listing(without.iter().map(String::as_str))))
}

/// That some methods are too narrow for few units.
fn small_sample(section: &StudySection<'_>, rows: &Rows<'_, IntervalRow>) -> Option<String> {
    let judges = section.judges().filter(|judges| *judges < FEW_UNITS);
    let few = rows.iter().filter(|row| {
        let has_judges = row.resample.has_judges();
        row.units.is_some_and(|units| units < FEW_UNITS) || (has_judges && judges.is_some())
    });
    let narrow = few.filter(|row| row.method.is_narrow() && row.half_width.is_some());
    let units = narrow.clone().filter_map(|row| row.units).min()?;
    let first = narrow.clone().next()?;
    let mut methods: Vec<&str> = Vec::new();
    for row in narrow {
        if !methods.contains(&row.method.name()) {
            methods.push(row.method.name());
        }
    }
    let what = first.resample.texts().name();
    let judges = judges.filter(|_| first.resample.has_judges());
    let what = match judges {
        Some(judges) => format!("{what} and {}", grouped_count(judges, "judge")),
        None => what.to_owned(),
    };
    Some(format!(
        "With {units} {what}, intervals by {} are too narrow: they hold the true score less often than \
         they say. `jackknife-t` is right for few units.",
        listing(methods)
    ))
}

/// A line per metric, method and level.
fn table(section: &StudySection<'_>, kinds: &[Kind<'_>], systems: usize) -> Option<TextTable> {
    let has_levels = kinds.iter().any(|kind| kind.level.total_cmp(&kinds[0].level).is_ne());
    let mut header = vec!["metric", "method", "level", "margin of error", "smallest", "largest"];
    header.retain(|heading| *heading != "level" || has_levels);
    header.truncate(header.len() - if systems > 1 { 0 } else { 2 });
    let lines = kinds.iter().map(|kind| {
        let mut line = vec![words(&kind.metric), words(kind.method.name())];
        if has_levels {
            line.push(TextCell::number(format!("{} %", share(kind.level)), Some(kind.level)));
        }
        let mut margins = vec![median(kind.margins())];
        if systems > 1 {
            let (low, high) = extremes(kind.margins().map(Some)).unzip();
            margins.extend([low, high]);
        }
        let margins = margins.into_iter();
        line.extend(
            margins.map(|value| TextCell::optional(value, |value| format!("±{}", number(value)))),
        );
        line
    });
    let caption = ("finding-intervals", "Margins of error of scores.");
    short_table(section, caption, &header, lines.collect(), "intervals")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyses::common::one_study::{cell, each_reason, finding_of};

    fn row(method: ReportedMethod, half_width: Option<f64>) -> IntervalRow {
        let cell = cell("bleu", Some("A"), 20);
        IntervalRow {
            cell,
            method,
            level: 0.95,
            half_width,
            units: Some(20),
            ..IntervalRow::default()
        }
    }

    #[test]
    fn what_is_too_narrow_is_said() {
        let rows = [(ReportedMethod::JackknifeT, 1.5), (ReportedMethod::Percentile, 1.2)]
            .map(|(method, half_width)| row(method, Some(half_width)));
        let finding = finding_of(rows.to_vec(), findings);
        assert!(finding.notes[0].contains("intervals by percentile are too narrow"));
    }

    #[test]
    fn no_code_reaches_people() {
        for others in [vec![], vec![row(ReportedMethod::JackknifeT, Some(1.5))]] {
            each_reason(
                |reason| {
                    let mut without = row(ReportedMethod::Bca, None);
                    without.cell.status = reason.into();
                    [others.clone(), vec![without]].concat()
                },
                findings,
            );
        }
    }
}
