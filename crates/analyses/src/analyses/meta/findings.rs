//! Which metrics agree best with people, and which cannot be distinguished.

use std::cmp::Ordering;

use super::contest::{Contest, contests};
use super::{ExchangedUnit, MetaPairRow, MetaRow};
use crate::analyses::common::short_table::short_table;
use crate::presentation::{
    Finding, StudySection, TextCell, TextTable, chance, coefficient, number, share, words,
};
use crate::stats::reason::Reason;
use crate::words::{counted, grouped_count, in_a_row};

/// Systems below which other systems could give quite another value.
const FEW_SYSTEMS: u32 = 10;

/// Monte-Carlo errors up to this are not shown.
// Half of the last digit: values have three decimals.
const SHOWN_NOISE: f64 = 0.0005;

/// A finding for each measure.
pub(super) fn findings(section: &StudySection<'_>) -> Vec<Finding> {
    let contests = contests(section);
    let all = contests.iter().enumerate();
    all.map(|(place, contest)| finding(section, contest, place == 0)).collect()
}

fn finding(section: &StudySection<'_>, contest: &Contest<'_>, is_first: bool) -> Finding {
    Finding::new(section, "meta", contest.headline())
        .sentences(contest.sentences())
        .table(contest.table(section))
        .notes(contest.notes(is_first))
        .rows(contest.ranked.iter().chain(&contest.undefined).copied())
        .rows(contest.pairs.iter())
}

/// `.960 [.921, .981]` as a value of the measure.
pub(super) fn value_in_words(row: &MetaRow) -> String {
    let ends = row.ci_lower.zip(row.ci_upper);
    row.value.map_or_else(|| "undefined".to_owned(), |value| coefficient(value, ends))
}

impl Contest<'_> {
    /// Which metric is best, and which are not significantly worse.
    pub(super) fn headline(&self) -> String {
        let (measure, gold) = (self.measure(), self.gold());
        let Some(best) = self.ranked.first() else {
            let why = self.any().status.in_words();
            return format!("No metric has a {measure} with {gold}: {why}.");
        };
        let tied = self.best();
        let verdict = if tied.len() == 1 {
            let (title, value) = (self.title(best), value_in_words(best));
            format!("By {measure}, {title} agrees best with {gold}: {value}")
        } else {
            let value = best.value.unwrap_or(f64::NAN);
            format!("By {measure}, {} agree best with {gold}: {value:.3}", self.names(tied))
        };
        if self.ranked.len() == 1 {
            let (title, value) = (self.title(best), value_in_words(best));
            return format!("By {measure}, {title} agrees with {gold} at {value}.");
        }
        if self.pairs.is_empty() {
            return format!("{verdict}; no pair of metrics was tested.");
        }
        if let Some(row) = self.hopeless() {
            return format!("{verdict}; with {} no difference can be significant.", units(row));
        }
        let near = self.below_best(Some(Ordering::Equal));
        let worse = self.below_best(Some(Ordering::Greater));
        let mut text = if worse.len() + tied.len() == self.ranked.len() && tied.len() == 1 {
            format!("{verdict}, significantly better than all others.")
        } else if near.is_empty() {
            format!("{verdict}.")
        } else if near.len() + tied.len() == self.ranked.len() {
            format!("{verdict}, but no metric is significantly worse.")
        } else {
            let are = if near.len() == 1 { "is" } else { "are" };
            format!("{verdict}; {} {are} not significantly worse.", self.names(&near))
        };
        // Values are of the outputs that each metric scores, tests of those that both do.
        let better = self.below_best(Some(Ordering::Less));
        if !better.is_empty() {
            let are = if better.len() == 1 { "is" } else { "are" };
            let names = self.names(&better);
            text = format!(
                "{text} On the outputs that both score, {names} {are} significantly better."
            );
        }
        let apart = self.below_best(None);
        if !apart.is_empty() {
            let pronoun = if tied.len() == 1 { "it" } else { "these" };
            let names = self.names(&apart);
            text = format!("{text} {names} could not be tested against {pronoun}.");
        }
        text
    }

    fn sentences(&self) -> Vec<String> {
        let mut sentences = Vec::new();
        sentences.extend(self.distinguished());
        sentences.extend(self.ceiling());
        sentences.extend(self.least());
        sentences
    }

    /// How many pairs of metrics differ significantly, and the clusters; or why none can.
    fn distinguished(&self) -> Option<String> {
        if let Some(row) = self.hopeless() {
            let tested = self.pairs.iter().filter(|row| row.least_p.is_some()).count();
            let least = row.least_p.unwrap_or(f64::NAN);
            return Some(format!(
                "All {} of {} give no p below {}, or {} adjusted by Holm for {}: no two metrics can differ significantly by \
                 {}.",
                grouped_count(row.permutations, "exchange"),
                units(row),
                number(least),
                number((least * tested as f64).min(1.0)),
                counted(tested, "pair"),
                self.measure()
            ));
        }
        let test = self.pairs.first()?;
        let tested = self.pairs.iter().filter(|row| row.is_significant.is_some()).count();
        let differ = self.pairs.iter().filter(|row| row.is_significant == Some(true)).count();
        (tested > 1).then(|| {
            let clusters = self.clusters();
            let clusters = match clusters.len() {
                0 | 1 => "all metrics are in one cluster".to_owned(),
                count => format!("they make {count} clusters"),
            };
            format!(
                "{differ} of {} of metrics differ significantly{} ({}, Holm); {clusters}.",
                counted(tested, "pair"),
                claim(test),
                exchanges(test)
            )
        })
    }

    /// How well other judgments of people agree: a second round of the same ones is what metrics could reach.
    fn ceiling(&self) -> Option<String> {
        const SHOWN: usize = 2;
        let metrics: Vec<&MetaRow> =
            self.ranked.iter().copied().filter(|row| !row.is_human).collect();
        let of_people = self.ranked.iter().filter(|row| row.is_human);
        let shown = of_people.take(SHOWN).map(|human| {
            let above = metrics.iter().filter(|row| row.value > human.value);
            let count = above.clone().count();
            let sure = above.filter(|row| self.verdict(row, human) == Some(Ordering::Greater));
            let sure = sure.count();
            let (title, value) = (self.title(human), value_in_words(human));
            let higher = if count == 1 { "is higher" } else { "are higher" };
            format!(
                "{title} at {value} ({count} of {} metrics {higher}, {sure} significantly)",
                metrics.len()
            )
        });
        let shown: Vec<String> = shown.collect();
        (!shown.is_empty() && !metrics.is_empty())
            .then(|| format!("Judged by people, too: {}.", in_a_row(&shown, "and")))
    }

    /// The least metric.
    fn least(&self) -> Option<String> {
        let [_, _, .., least] = self.ranked.as_slice() else { return None };
        Some(format!("{} agrees least: {}.", self.title(least), value_in_words(least)))
    }

    fn table(&self, section: &StudySection<'_>) -> Option<TextTable> {
        let mut rows = self.ranked.iter();
        let has_noise = rows.clone().any(|row| row.monte_carlo_error > Some(SHOWN_NOISE));
        let has_threshold = rows.clone().any(|row| row.tie_threshold.is_some());
        let has_ranks = rows.clone().any(|row| row.rank_lower.is_some());
        let has_clusters = rows.any(|row| row.cluster.is_some());
        let mut header = vec!["metric", "value"];
        header.extend(has_noise.then_some("Monte-Carlo error"));
        header.extend(has_ranks.then_some("ranks"));
        header.extend(has_ranks.then_some("best"));
        header.extend(has_clusters.then_some("cluster"));
        header.extend(has_threshold.then_some("ties up to"));
        let lines = self.ranked.iter().map(|row| {
            let ranks = row.rank_lower.zip(row.rank_upper);
            let ranks = ranks.map_or_else(String::new, |(low, high)| {
                if low == high { format!("{low}") } else { format!("{low}-{high}") }
            });
            let mut line =
                vec![words(&self.title(row)), TextCell::number(value_in_words(row), row.value)];
            line.extend(has_noise.then(|| TextCell::optional(row.monte_carlo_error, number)));
            line.extend(has_ranks.then(|| words(&ranks)));
            line.extend(has_ranks.then(|| TextCell::optional(row.best_share, chance)));
            let cluster = row.cluster.map(f64::from);
            line.extend(has_clusters.then(|| TextCell::optional(cluster, |own| format!("{own}"))));
            line.extend(has_threshold.then(|| TextCell::optional(row.tie_threshold, number)));
            line
        });
        let caption = format!("Agreement of metrics with {} by {}.", self.gold(), self.measure());
        short_table(
            section,
            (&format!("metrics-{}", self.measure().replace(' ', "-")), &caption),
            &header,
            lines.collect(),
            "meta",
        )
    }

    /// What intervals are to hold for, or why there is none.
    fn about_intervals(&self) -> Option<String> {
        if let Some(row) = self.ranked.iter().find(|row| row.ci_lower.is_some()) {
            let (level, scope) = (share(row.ci_level), row.scope.in_words());
            return Some(format!("{level} % intervals for {scope}."));
        }
        let row = self.ranked.first()?;
        let why = match row.interval_status.reason()? {
            Reason::NoMethod => {
                format!("none holds what it promises for {}", row.scope.in_words())
            }
            Reason::TooFewSystems => "with so few systems none holds what it promises".to_owned(),
            Reason::TooFewTexts => "with so few documents none holds what it promises".to_owned(),
            _ => return None,
        };
        Some(format!("No intervals by {}: {why}.", self.measure()))
    }

    fn notes(&self, is_first: bool) -> Vec<String> {
        let row = self.any();
        let mut notes = Vec::new();
        if is_first {
            let segments = row.segments.map(|count| grouped_count(count, "segment"));
            let systems = counted(row.systems as usize, "system");
            if let Some(segments) = segments {
                notes.push(format!("On {systems} and {segments}."));
            }
            if row.systems < FEW_SYSTEMS {
                notes.push(format!(
                    "Of {systems}: others could give quite another ranking of metrics."
                ));
            }
            if row.systems_left_out > 0 {
                notes.push(format!(
                    "{} left out, of which {} or a metric has no scores.",
                    counted(row.systems_left_out as usize, "system"),
                    row.gold
                ));
            }
        }
        notes.extend(self.about_intervals());
        let segments: Vec<u64> = self.ranked.iter().filter_map(|row| row.segments).collect();
        if let Some((least, most)) = segments.iter().min().zip(segments.iter().max())
            && least < most
        {
            notes.push(format!(
                "Metrics have scores of {least} to {most} judged segments; tests of a pair take those of both, \
                 values and ranks do not."
            ));
        }
        if self.pairs.first().is_some_and(|test| test.exchanged == ExchangedUnit::Outputs) {
            notes.push(
                "Outputs were exchanged one by one, as if the errors of a metric on them were independent: where it errs \
                 alike on a whole system or document, p-values are too small."
                    .to_owned(),
            );
        }
        if row.measure.counts_ties() && self.ranked.iter().any(|row| row.is_human) {
            notes.push(
                "People tie more often than metrics, and on scales of their own: by this measure other judgments are no \
                 upper limit for metrics."
                    .to_owned(),
            );
        }
        for row in &self.undefined {
            let (title, why) = (self.title(row), row.status.in_words());
            notes.push(format!("{title} has no {}: {why}.", self.measure()));
        }
        notes
    }
}

/// `7 systems`: what is exchanged, where all exchanges are enumerated.
fn units(row: &MetaPairRow) -> String {
    counted(row.permutations.max(1).ilog2() as usize, row.exchanged.singular())
}

/// What a test says that two metrics differ for.
fn claim(row: &MetaPairRow) -> String {
    match row.exchanged {
        ExchangedUnit::Outputs => String::new(),
        units => format!(" for other {}", units.name()),
    }
}

/// `all 4,096 exchanges of systems`.
fn exchanges(row: &MetaPairRow) -> String {
    let count = grouped_count(row.permutations, "exchange");
    let all = if row.is_complete { "all " } else { "" };
    format!("{all}{count} of {}", row.exchanged.name())
}

#[cfg(test)]
#[path = "findings_tests.rs"]
mod tests;
