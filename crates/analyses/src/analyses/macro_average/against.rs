//! Systems against a baseline over all corpora: differences of mean scores by all metrics as one family of tests, with what
//! each corpus says beside them.

use std::sync::Arc;

use super::difference_row::MacroDifferenceRow;
use super::findings::{corpora, left_out, of_weights};
use super::summary::{MetricSummary, summaries};
use super::vocabulary::Quantity;
use crate::analyses::ComparisonRow;
use crate::analyses::comparison::options::Adjustment;
use crate::analyses::comparison::{
    Family, PairFinding, PairVerdict, decimals_of, headings, signed_difference, verdict,
};
use crate::presentation::{
    FileName, Finding, StudySection, TextCell, TextTable, p_equals, p_value, share,
};
use crate::words::in_a_row;

/// A metric, and each system less the baseline by it.
struct AgainstBaseline<'a> {
    metric: MetricSummary<'a>,
    rows: Vec<MacroDifferenceRow>,
    /// Of what is shown.
    decimals: usize,
}

/// What is said of each system against `baseline`: `section` is over all corpora, `on_each` has them one by one.
pub fn against(
    section: &StudySection<'_>,
    on_each: &[StudySection<'_>],
    baseline: &str,
) -> Option<Finding> {
    let metrics = by_metric(section, baseline);
    let first = metrics.first()?;
    let (row, others) = (first.rows.first()?, &metrics[1..]);
    let verdict = if others.is_empty() {
        headline(first)
    } else {
        format!("By {}: {}", first.metric.title, headline(first))
    };
    let others =
        others.iter().map(|other| format!("By {}: {}", other.metric.title, headline(other)));
    let on_each: Vec<&ComparisonRow> = on_each
        .iter()
        .flat_map(StudySection::row_slice::<ComparisonRow>)
        .filter(|row| *row.system_b == *baseline)
        .collect();
    let finding = Finding::new(section, super::request::KEY, verdict)
        .sentences(others)
        .sentence(method(row))
        .table(table(section, &metrics, &on_each))
        .notes(notes(&metrics))
        .rows(metrics.iter().flat_map(|metric| &metric.rows))
        .rows(on_each);
    Some(finding)
}

/// The metrics by which systems are compared with the baseline, tested as one family.
fn by_metric<'a>(section: &StudySection<'a>, baseline: &str) -> Vec<AgainstBaseline<'a>> {
    let mut metrics: Vec<AgainstBaseline<'a>> = summaries(section)
        .into_iter()
        .map(|metric| {
            let scores = metric.differences.iter().filter(|row| row.quantity == Quantity::Score);
            let rows = scores.filter_map(|row| less_baseline(row, baseline)).collect();
            AgainstBaseline { metric, rows, decimals: 0 }
        })
        .filter(|metric| !metric.rows.is_empty())
        .collect();
    let Some(level) = metrics.first().map(|metric| metric.rows[0].level) else { return metrics };
    let findings = metrics.iter().map(AgainstBaseline::findings).collect();
    let families = Family::of_metrics(findings, Adjustment::Holm, level);
    for (metric, family) in metrics.iter_mut().zip(&families) {
        for (number, row) in metric.rows.iter_mut().enumerate() {
            judge(row, family, number);
        }
        let widths = metric.rows.iter().filter_map(|row| Some(row.ci_upper? - row.ci_lower?));
        let widest = widths.map(|width| 0.5 * width).fold(0.0, f64::max);
        let largest = metric.rows.iter().filter_map(|row| row.delta).map(f64::abs);
        metric.decimals = decimals_of(widest, largest.fold(0.0, f64::max));
    }
    metrics
}

/// The row of a system less the baseline; nothing of a pair without it.
fn less_baseline(row: &MacroDifferenceRow, baseline: &str) -> Option<MacroDifferenceRow> {
    if *row.system_b == *baseline {
        return Some(row.clone());
    }
    (*row.system_a == *baseline).then(|| MacroDifferenceRow {
        system_a: Arc::clone(&row.system_b),
        system_b: Arc::clone(&row.system_a),
        delta: row.delta.map(negative),
        ci_lower: row.ci_upper.map(negative),
        ci_upper: row.ci_lower.map(negative),
        a_better: row.a_better.map(|share| 1.0 - share),
        verdict: row.verdict.map(PairVerdict::turned),
        ..row.clone()
    })
}

/// 0 has no sign.
fn negative(value: f64) -> f64 {
    0.0 - value
}

/// Gives a row the verdict and the interval that it has in its family.
fn judge(row: &mut MacroDifferenceRow, family: &Family, number: usize) {
    let adjusted = family.adjusted[number];
    row.p_adjusted = adjusted;
    row.family = family.size;
    row.verdict = verdict(&family.findings[number], adjusted, row.level).ok().flatten();
    if let Some((ends, level)) = family.interval(number, row.level) {
        (row.ci_lower, row.ci_upper) = (Some(ends.lower), Some(ends.upper));
        row.interval_level = Some(level);
    }
}

impl AgainstBaseline<'_> {
    fn findings(&self) -> Vec<PairFinding> {
        let rows = self.rows.iter().map(|row| {
            let ranks = self.rank(&row.system_a).zip(self.rank(&row.system_b));
            PairFinding {
                delta: row.delta,
                identical: row.verdict == Some(PairVerdict::Identical),
                student: row.standard_error.zip(row.degrees_of_freedom),
                p_value: row.p_value,
                favoured: ranks.filter(|(a, b)| a != b).map(|(a, b)| a < b),
                conclusive: true,
                ..PairFinding::default()
            }
        });
        rows.collect()
    }

    /// The rank of a system by its mean score, 1 for the best.
    fn rank(&self, system: &str) -> Option<u32> {
        let mut systems = self.metric.systems.iter();
        systems.find(|known| known.name == system)?.score.observed_rank
    }

    /// The score of a system on a corpus, or its mean over all.
    fn score(&self, system: &str, corpus: Option<&str>) -> TextCell {
        let mut rows = self.metric.rows.iter();
        let row = rows.find(|row| {
            row.quantity == Quantity::Score
                && *row.system == *system
                && row.corpus.as_deref() == corpus
        });
        let decimals = self.decimals;
        TextCell::optional(row.and_then(|row| row.value), |value| format!("{value:.decimals$}"))
    }

    fn difference(&self, row: &MacroDifferenceRow) -> Option<String> {
        Some(signed_difference(row.delta?, row.ci_lower.zip(row.ci_upper), self.decimals))
    }

    /// All columns of a system on a corpus, or over all.
    fn line(
        &self,
        row: &MacroDifferenceRow,
        corpus: Option<&str>,
        on_each: &[&ComparisonRow],
    ) -> [TextCell; 8] {
        let by = match corpus {
            None => self.difference(row),
            Some(corpus) => on_each
                .iter()
                .find(|alone| {
                    *alone.cell.corpus == *corpus
                        && alone.cell.metric == row.metric
                        && alone.system_a == row.system_a
                })
                .and_then(|alone| {
                    let ends = alone.ci_lower.zip(alone.ci_upper);
                    Some(signed_difference(alone.delta?, ends, self.decimals))
                }),
        };
        let p = row.p_adjusted.filter(|_| corpus.is_none());
        let verdict = row.verdict.filter(|_| corpus.is_none());
        [
            TextCell::words(corpus.unwrap_or("mean")),
            TextCell::words(&*self.metric.title),
            TextCell::words(&*row.system_a),
            self.score(&row.system_a, corpus),
            self.score(&row.system_b, corpus),
            TextCell::number(by.unwrap_or_else(|| "–".to_owned()), None),
            TextCell::number(p.map_or_else(String::new, p_value), p),
            TextCell::words(verdict.map_or("", short_verdict)),
        ]
    }
}

/// The verdict by a metric: on the only system, or on all of several.
fn headline(metric: &AgainstBaseline<'_>) -> String {
    let over = corpora(&metric.metric);
    let title = &metric.metric.title;
    if let [row] = &metric.rows[..] {
        return of_pair(metric, row, &over);
    }
    let baseline = &metric.rows[0].system_b;
    let groups = [
        (Some(PairVerdict::Better), "better"),
        (Some(PairVerdict::Worse), "worse"),
        (Some(PairVerdict::NotSignificant), "not significantly different"),
        (Some(PairVerdict::Identical), "identical"),
        (None, "without a verdict"),
    ];
    let parts = groups.iter().filter_map(|(verdict, word)| {
        let rows = metric.rows.iter().filter(|row| row.verdict == *verdict);
        let names: Vec<&str> = rows.map(|row| &*row.system_a).collect();
        (!names.is_empty()).then(|| format!("{word}: {}", in_a_row(&names, "and")))
    });
    let parts: Vec<String> = parts.collect();
    format!("Against {baseline} over {over}, by mean {title}: {}.", parts.join("; "))
}

fn of_pair(metric: &AgainstBaseline<'_>, row: &MacroDifferenceRow, over: &str) -> String {
    let title = &metric.metric.title;
    let [system, baseline] = [&row.system_a, &row.system_b];
    let p = row.p_adjusted.map_or_else(String::new, |p| format!(", {}", p_equals(p)));
    let by = metric.difference(row).map_or_else(String::new, |by| format!(": {by}{p}"));
    match row.verdict {
        Some(PairVerdict::Better) => {
            format!("{system} is better than {baseline} over {over} (mean {title}){by}.")
        }
        Some(PairVerdict::Worse) => {
            format!("{system} is worse than {baseline} over {over} (mean {title}){by}.")
        }
        Some(PairVerdict::NotSignificant) => format!(
            "{system} and {baseline} are not significantly different over {over} (mean {title}){by}."
        ),
        Some(PairVerdict::Identical) => {
            format!("{system} and {baseline} have the same scores over {over} ({title}).")
        }
        None => format!(
            "There is no verdict on {system} and {baseline} over {over} (mean {title}): {}.",
            row.status.in_words()
        ),
    }
}

/// How it is tested.
fn method(row: &MacroDifferenceRow) -> String {
    format!(
        "Means over {} corpora. Student's t, with the paired standard errors of all (level {} %).",
        row.corpora,
        share(row.level)
    )
}

/// The means by each metric and system, and below them every corpus.
fn table(
    section: &StudySection<'_>,
    metrics: &[AgainstBaseline<'_>],
    on_each: &[&ComparisonRow],
) -> Option<TextTable> {
    let first = metrics.first()?;
    let is_pair = metrics.iter().all(|metric| metric.rows.len() == 1);
    let [a, b] = headings(&first.rows[0].system_a, &first.rows[0].system_b);
    let columns = [
        (true, "corpus"),
        (metrics.len() > 1, "metric"),
        (!is_pair, "system"),
        (true, if is_pair { a.as_str() } else { "score" }),
        (true, if is_pair { b.as_str() } else { "baseline" }),
        (true, "difference"),
        (true, "p"),
        (true, "verdict"),
    ];
    let names = first.metric.corpora.iter().map(|(name, _)| Some(*name));
    let corpora: Vec<Option<&str>> = std::iter::once(None).chain(names).collect();
    let mut rows: Vec<Vec<TextCell>> = Vec::new();
    for corpus in &corpora {
        for metric in metrics {
            for row in &metric.rows {
                let cells = metric.line(row, *corpus, on_each).into_iter().zip(&columns);
                let shown = cells.filter(|(_, column)| column.0);
                rows.push(shown.map(|(cell, _)| cell).collect());
            }
        }
    }
    let columns = columns.iter().filter(|column| column.0);
    Some(TextTable {
        name: FileName::new(&["against", section.study, &*first.rows[0].system_b]),
        caption: format!("Means over corpora against {}.", first.rows[0].system_b),
        header: columns.map(|column| TextCell::words(column.1)).collect(),
        rules: vec![metrics.iter().map(|metric| metric.rows.len()).sum()],
        rows,
        ..TextTable::default()
    })
}

fn short_verdict(verdict: PairVerdict) -> &'static str {
    match verdict {
        PairVerdict::NotSignificant => "n.s.",
        other => other.in_words(),
    }
}

fn notes(metrics: &[AgainstBaseline<'_>]) -> Vec<String> {
    let summaries = metrics.iter().map(|metric| &metric.metric);
    let mut notes = left_out(summaries);
    notes.extend(metrics.first().and_then(|first| of_weights(&first.metric)));
    if let Some(row) = metrics.iter().flat_map(|metric| &metric.rows).find(|row| row.family > 1) {
        notes.push(format!(
            "Holm's adjustment over {} comparisons of means. Intervals of means stand at the level of their test.",
            row.family
        ));
    }
    let mut rows = metrics.iter().flat_map(|metric| &metric.rows);
    if rows.any(|row| row.verdict == Some(PairVerdict::NotSignificant)) {
        notes.push("n.s.: not significantly different.".to_owned());
    }
    notes.push(
        "Single corpora describe: each interval is for itself, and none is adjusted for their number. Corpora may have \
         different scales, so that one decides the mean: `runner rank` has mean ranks, too."
            .to_owned(),
    );
    notes.push(super::findings::INDEPENDENT.to_owned());
    notes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(a: &str, b: &str) -> MacroDifferenceRow {
        MacroDifferenceRow {
            system_a: a.into(),
            system_b: b.into(),
            delta: Some(0.3),
            standard_error: Some(0.1),
            degrees_of_freedom: Some(50.0),
            ci_lower: Some(0.1),
            ci_upper: Some(0.5),
            p_value: Some(0.004),
            level: 0.95,
            a_better: Some(0.9),
            verdict: Some(PairVerdict::Better),
            ..MacroDifferenceRow::default()
        }
    }

    fn finding(p: f64, t: f64, favoured: bool) -> PairFinding {
        PairFinding {
            delta: Some(t * 0.1),
            student: Some((0.1, 50.0)),
            p_value: Some(p),
            favoured: Some(favoured),
            conclusive: true,
            ..PairFinding::default()
        }
    }

    #[test]
    fn the_baseline_comes_second() {
        let turned = less_baseline(&row("base", "new"), "base").unwrap();
        assert_eq!((&*turned.system_a, &*turned.system_b), ("new", "base"));
        assert_eq!(turned.delta, Some(-0.3));
        assert_eq!((turned.ci_lower, turned.ci_upper), (Some(-0.5), Some(-0.1)));
        assert_eq!(turned.verdict, Some(PairVerdict::Worse));
        assert_eq!(less_baseline(&row("new", "base"), "base").unwrap().delta, Some(0.3));
        assert!(less_baseline(&row("new", "other"), "base").is_none());
    }

    /// Two p-values of .004 and .04 by two metrics that favour different systems: Holm makes them .008 and .04, and each
    /// interval stands at the level of its step.
    #[test]
    fn metrics_are_one_family() {
        let findings = vec![vec![finding(0.004, 3.0, true)], vec![finding(0.04, -2.1, false)]];
        let families = Family::of_metrics(findings, Adjustment::Holm, 0.95);
        let [mut one, mut other] = [row("new", "base"), row("new", "base")];
        judge(&mut one, &families[0], 0);
        judge(&mut other, &families[1], 0);
        assert!((one.p_adjusted.unwrap() - 0.008).abs() < 1e-12);
        assert!((other.p_adjusted.unwrap() - 0.04).abs() < 1e-12);
        assert_eq!((one.family, other.family), (2, 2));
        assert_eq!(one.verdict, Some(PairVerdict::Better));
        assert_eq!(other.verdict, Some(PairVerdict::Worse));
        assert!((one.interval_level.unwrap() - 0.975).abs() < 1e-9);
        assert!((other.interval_level.unwrap() - 0.95).abs() < 1e-9);
    }
}
