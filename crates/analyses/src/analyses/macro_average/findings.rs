//! The verdict over all corpora: the best mean, or each system against a baseline.

use super::INDEPENDENT;
use super::options::MacroAverage;
use super::row::MacroAverageRow;
use crate::analyses::ComparisonRow;
use crate::analyses::comparison::{
    PairVerdict, decimals, decimals_of, difference, signed_difference,
};
use crate::config::asked::Options;
use crate::presentation::{
    FileName, Finding, StudySection, TextCell, TextTable, Verdict, number, p_equals, p_value,
};
use crate::words::{capitalised, in_a_row};

/// A metric over all corpora.
struct Summary<'a> {
    title: String,
    /// Systems, the best mean first.
    systems: Vec<&'a MacroAverageRow>,
    pairs: Vec<&'a MacroAverageRow>,
}

fn summaries<'a>(section: &StudySection<'a>) -> Vec<Summary<'a>> {
    let metrics = section.rows::<MacroAverageRow>().of_first_draws().by_metric().into_iter();
    let summaries = metrics.map(|metric| {
        let (pairs, mut systems): (Vec<_>, Vec<_>) =
            metric.rows.iter().partition(|row| row.system_b.is_some());
        systems.sort_by_key(|row| (row.lacks.is_some(), row.observed_rank, &row.system_a));
        Summary { title: metric.title, systems, pairs }
    });
    summaries.collect()
}

/// Returns what the means show; a table has each of the corpora `on_each` below the means.
pub fn finding(section: &StudySection<'_>, on_each: &[StudySection<'_>]) -> Option<Finding> {
    let metrics = summaries(section);
    let mut headlines = metrics.iter().map(Summary::headline);
    let headline = headlines.next()?;
    let rows = metrics.iter().flat_map(|metric| metric.systems.iter().chain(&metric.pairs));
    let mut lines: Vec<Vec<TextCell>> = metrics.iter().flat_map(Summary::lines).collect();
    let mut finding = Finding::new(section, MacroAverage::KEY, headline)
        .sentences(headlines)
        .notes(notes(&metrics))
        .rows(rows.copied());
    for corpus in on_each {
        let rows = corpus.rows::<ComparisonRow>();
        lines.extend(rows.iter().map(|row| {
            let by = difference(row, false, decimals(&[row])).unwrap_or_default();
            let cells = [corpus.corpus, &row.cell.metric, &row.system_a, "", &by, "", ""];
            cells.map(TextCell::words).into()
        }));
        finding = finding.rows(rows.iter());
    }
    let table = TextTable {
        name: FileName::new(&["macro-average", section.study, "finding"]),
        caption: format!("Means over corpora, the best first. {}.", section.title()),
        header: ["corpus", "metric", "system", "mean", "difference", "p", "verdict"]
            .map(TextCell::words)
            .into(),
        rows: lines,
        ..TextTable::default()
    };
    Some(finding.table(table))
}

/// Returns the best system by each metric, and the verdict on each pair, for comparisons with other runs.
pub(super) fn verdicts(section: &StudySection<'_>) -> Vec<Verdict> {
    let mut verdicts = Vec::new();
    for metric in summaries(section) {
        let about = format!("{}, best mean", metric.title);
        verdicts.push(Verdict::new(MacroAverage::KEY, about, in_a_row(&metric.best(), "and")));
        verdicts.extend(metric.pairs.iter().map(|row| {
            let other = row.system_b.as_deref().unwrap_or_default();
            let about = format!("{}, {} and {other}", metric.title, row.system_a);
            let verdict = row.verdict.map_or("none", PairVerdict::in_words);
            Verdict::new(MacroAverage::KEY, about, verdict)
        }));
    }
    verdicts
}

impl Summary<'_> {
    /// Returns the system that all pairs share as B: a baseline, or the second of two.
    fn baseline(&self) -> Option<&str> {
        let first = self.pairs.first()?.system_b.as_deref();
        first.filter(|_| self.pairs.iter().all(|row| row.system_b.as_deref() == first))
    }

    fn best(&self) -> Vec<&str> {
        let best = self.systems.iter().filter(|row| row.observed_rank == Some(1));
        best.map(|row| &*row.system_a).collect()
    }

    fn headline(&self) -> String {
        let Some(first) = self.systems.first() else { return String::new() };
        let (best, all) = (self.best(), self.pairs.len());
        let over =
            format!("mean {} over {} corpora", self.title, first.corpora.split(", ").count());
        if best.is_empty() || all == 0 {
            return format!("Systems cannot be compared by {over}: {}.", first.status.in_words());
        }
        if let Some(baseline) = self.baseline() {
            let pairs = self.pairs.iter().map(|row| {
                let verdict = row.verdict.map_or("not tested", PairVerdict::in_words);
                let p = row.p_adjusted.map_or_else(String::new, |p| format!(", {}", p_equals(p)));
                format!("{} {verdict} ({}{p})", row.system_a, mean_difference(row))
            });
            let pairs = pairs.collect::<Vec<String>>().join("; ");
            return format!("Compared with {baseline} by {over}: {pairs}.");
        }
        let verdicts = self.pairs.iter().filter_map(|row| row.verdict);
        let different = verdicts.filter(|verdict| verdict.is_significant()).count();
        let have = if best.len() > 1 { "have" } else { "has" };
        format!(
            "{} {have} the best {over} ({}). {different} of {all} pairs of systems differ significantly.",
            in_a_row(&best, "and"),
            mean(first)
        )
    }

    /// Returns a line for each system with a mean.
    fn lines(&self) -> Vec<Vec<TextCell>> {
        let systems = self.systems.iter().filter(|row| row.lacks.is_none()).map(|row| {
            let pairs = self.pairs.iter().filter(|_| self.baseline().is_some());
            let pair = pairs.copied().find(|pair| pair.system_a == row.system_a);
            let verdict = pair.and_then(|pair| pair.verdict).map_or("", PairVerdict::in_words);
            let p = pair.and_then(|pair| pair.p_adjusted).map_or_else(String::new, p_value);
            let by = pair.map_or_else(String::new, mean_difference);
            let cells = ["mean", &self.title, &row.system_a, &mean(row), &by, &p, verdict];
            cells.map(TextCell::words).into()
        });
        systems.collect()
    }
}

/// Returns the difference of a pair with its interval.
fn mean_difference(row: &MacroAverageRow) -> String {
    let ends = row.ci_lower.zip(row.ci_upper);
    let half_width = ends.map_or(0.0, |(lower, upper)| 0.5 * (upper - lower));
    row.value.map_or_else(String::new, |value| {
        signed_difference(value, ends, decimals_of(half_width, value.abs()))
    })
}

/// Returns a mean score with its margin of error.
fn mean(row: &MacroAverageRow) -> String {
    let margin = row.ci_lower.zip(row.ci_upper).map(|(lower, upper)| 0.5 * (upper - lower));
    let margin = margin.map_or_else(String::new, |margin| format!(" ±{}", number(margin)));
    row.value.map_or_else(String::new, |value| number(value) + &margin)
}

fn notes(metrics: &[Summary<'_>]) -> Vec<String> {
    let systems = || metrics.iter().flat_map(|metric| &metric.systems);
    let left_out = systems().filter_map(|row| {
        let (system, metric, lacks) = (&row.system_a, &row.metric, row.lacks.as_ref()?);
        Some(format!("{system} is not compared by {metric}: it has no score on {lacks}."))
    });
    let corpora = systems()
        .next()
        .map(|row| format!("The weights of the corpora ({}) are {}.", row.corpora, row.weights));
    let family = metrics.iter().flat_map(|metric| &metric.pairs).filter_map(|row| row.family).max();
    let tests = family.filter(|family| *family > 0).map_or_else(String::new, |family| {
        format!("Differences have Student's t tests, corrected for {family} comparisons (Holm). ")
    });
    let method = format!("{tests}{}.", capitalised(INDEPENDENT));
    left_out.chain(corpora).chain([method]).collect()
}
