//! Values of scores: systems and judges on different scales or with different signs, files in another order, and
//! values that stand for something else.
//!
//! Scores are compared in size, so that a scale is that of errors and of log-probabilities, too. Two are on
//! different scales where both a typical score and the spread of the one are many times those of the other, and a
//! typical score of the one is beyond nearly all of the other. Systems that are very good and very bad differ in one
//! of these, and scores that are centred at 0 in none.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::super::known::known_score;
use super::super::model::Corpus;
use super::outliers;
use super::shared::{NAMED, ScoreFiles};
use crate::warning::Warning;

/// How many times the size and the spread of another a score has on another scale: ten, less what systems differ.
const FACTOR: f64 = 8.0;

/// The same for the size where scores go down to a fraction of the usual one, as errors do: hardly any of a very good
/// system, and very many of a very bad one.
const FACTOR_OF_ERRORS: f64 = 16.0;

/// The same for the middle and the spread of scores that overlap, as errors of a hundredfold weight do.
const FACTOR_OF_BOTH: f64 = 32.0;

/// Scores other than 0 that say something of a scale or a sign.
const FEWEST: usize = 10;

/// Different scores from which on an order of size is no chance.
const SORTED: usize = 20;

/// Scores of one kind.
pub(super) struct Scored<'a> {
    pub(super) name: &'a str,
    /// What each system was given, by judge or at once.
    pub(super) systems: Vec<(&'a str, Vec<&'a [Option<f64>]>)>,
}

pub(super) fn find(corpus: &Corpus, files: &ScoreFiles<'_>) -> Vec<Warning> {
    let scored = scores(corpus);
    let mut warnings: Vec<Warning> =
        scored.iter().filter_map(|scored| of_systems(scored, files)).collect();
    let codes = corpus.judge_codes();
    for (criterion, systems) in &corpus.judge_names {
        let mut judges: BTreeMap<&str, Vec<Option<f64>>> = BTreeMap::new();
        for (system, names) in systems {
            let judgments = corpus.judgments.get(criterion).and_then(|by| by.get(system));
            let columns = judgments.map_or(&[][..], |judgments| &judgments.judges);
            let pairs =
                columns.iter().zip(names).flat_map(|(scores, names)| scores.iter().zip(names));
            for (score, name) in pairs {
                if let (Some(_), Some(name)) = (score, name) {
                    judges.entry(&codes[name]).or_default().push(*score);
                }
            }
        }
        let judges: Vec<Column<'_>> = judges
            .iter()
            .filter_map(|(code, scores)| Column::new(code, None, Cow::Borrowed(scores)))
            .collect();
        let warning = on_another_scale(criterion, "judge", &judges);
        warnings.extend(warning.or_else(|| of_another_sign(criterion, "judge", &judges)));
    }
    warnings
}

/// All scores of all systems.
fn scores(corpus: &Corpus) -> Vec<Scored<'_>> {
    let judged = corpus.judgments.iter().map(|(name, systems)| {
        let judges = systems.iter().map(|(system, own)| {
            (system.as_str(), own.judges.iter().map(Vec::as_slice).collect::<Vec<_>>())
        });
        Scored { name, systems: judges.collect() }
    });
    let given = corpus.external.iter().chain(&corpus.external_documents).map(|(name, systems)| {
        let columns = systems.iter().map(|(system, own)| (system.as_str(), vec![own.as_slice()]));
        Scored { name, systems: columns.collect() }
    });
    judged.chain(given).collect()
}

/// What is odd about the scores of the systems: the first thing, which explains the others.
fn of_systems(scored: &Scored<'_>, files: &ScoreFiles<'_>) -> Option<Warning> {
    let name = scored.name;
    let columns: Vec<Column<'_>> = scored
        .systems
        .iter()
        .filter_map(|(system, judges)| Column::new(system, files(name, system), mean(judges)))
        .collect();
    on_another_scale(name, "system", &columns)
        .or_else(|| of_another_sign(name, "system", &columns))
        .or_else(|| sorted(name, &columns))
        .or_else(|| outliers::find(scored))
}

/// The mean judgment of each segment.
fn mean<'a>(judges: &[&'a [Option<f64>]]) -> Cow<'a, [Option<f64>]> {
    if let [one] = judges {
        return Cow::Borrowed(one);
    }
    let means = (0..judges.first().map_or(0, |judge| judge.len())).map(|segment| {
        let scores: Vec<f64> = judges.iter().filter_map(|judge| judge[segment]).collect();
        (!scores.is_empty()).then(|| scores.iter().sum::<f64>() / scores.len() as f64)
    });
    means.collect()
}

/// Scores of a system or judge, with what their sizes are.
struct Column<'a> {
    name: &'a str,
    /// The file that has them, where it has no others.
    file: Option<String>,
    scores: Cow<'a, [Option<f64>]>,
    /// Of the sizes other than 0: what few are below, the middle, what few are above, and how far they spread.
    low: f64,
    median: f64,
    high: f64,
    spread: f64,
    /// Scores below and above 0.
    below: usize,
    above: usize,
}

impl<'a> Column<'a> {
    /// Nothing where there are few scores other than 0.
    fn new(name: &'a str, file: Option<String>, scores: Cow<'a, [Option<f64>]>) -> Option<Self> {
        let others = scores.iter().flatten().filter(|score| **score != 0.0);
        let mut sizes: Vec<f64> = others.clone().map(|score| score.abs()).collect();
        if sizes.len() < FEWEST {
            return None;
        }
        sizes.sort_unstable_by(f64::total_cmp);
        let [low, lower, median, upper, high] =
            [5, 25, 50, 75, 95].map(|percent| sizes[(sizes.len() - 1) * percent / 100]);
        // Where half of the scores are one number, their middle half has no width.
        let spread = if upper > lower { upper - lower } else { high - low };
        let above = others.filter(|score| **score > 0.0).count();
        let below = sizes.len() - above;
        Some(Self { name, file, scores, low, median, high, spread, below, above })
    }

    /// The name, with the file where it is known.
    fn shown(&self) -> String {
        let file = self.file.as_ref().map_or_else(String::new, |file| format!(" ({file})"));
        format!("`{}`{file}", self.name)
    }

    /// Whether `other` is on a scale with far larger numbers.
    fn is_below_scale_of(&self, other: &Self) -> bool {
        let are_errors = 4.0 * self.low <= self.median;
        let factor = if are_errors { FACTOR_OF_ERRORS } else { FACTOR };
        let is_beyond = other.median >= factor * self.high && other.spread >= FACTOR * self.spread;
        let is_overlapping = other.median >= FACTOR_OF_BOTH * self.median
            && other.spread >= FACTOR_OF_BOTH * self.spread;
        self.spread > 0.0 && (is_beyond || is_overlapping)
    }

    /// Whether the scores of the one are as far below 0 as those of the other are above it, and none of them near 0.
    fn is_mirrored_in(&self, other: &Self) -> bool {
        let (small, large) = (self.median.min(other.median), self.median.max(other.median));
        large <= 2.0 * small
            && [self, other].iter().all(|values| values.low > values.high - values.low)
    }

    /// Whether the higher scores of the one mostly are where the other has lower ones.
    fn is_opposed_to(&self, other: &Self) -> bool {
        let [middle, other_middle] = [self, other]
            .map(|values| if values.below > 0 { -values.median } else { values.median });
        let (mut alike, mut opposed) = (0.0, 0.0);
        for (one, two) in self.scores.iter().zip(&*other.scores) {
            let (Some(one), Some(two)) = (one, two) else { continue };
            let sign = (one - middle) * (two - other_middle);
            alike += f64::from(sign > 0.0);
            opposed += f64::from(sign < 0.0);
        }
        // Two standard errors of an even chance.
        opposed - alike > 2.0 * f64::sqrt(opposed + alike)
    }
}

fn on_another_scale(name: &str, what: &str, columns: &[Column<'_>]) -> Option<Warning> {
    let mut sorted: Vec<&Column<'_>> = columns.iter().collect();
    sorted.sort_by(|one, other| one.median.total_cmp(&other.median));
    let start = 1 + sorted.windows(2).position(|pair| pair[0].is_below_scale_of(pair[1]))?;
    let (low, high) = sorted.split_at(start);
    let (few, many, median, usual) = if low.len() < high.len() {
        (low, high, low[start - 1].median, high[0].median)
    } else {
        (high, low, high[0].median, low[start - 1].median)
    };
    let message = format!(
        "`{name}`: the scores of {what} {} are on another scale than those of {} (medians {} and {} in size)",
        names(few),
        names(many),
        number(median),
        number(usual)
    );
    let help = "bring all scores to one scale, and run again: nothing is rescaled";
    Some(Warning::of_corpus(message, help).refused())
}

fn of_another_sign(name: &str, what: &str, columns: &[Column<'_>]) -> Option<Warning> {
    let below: Vec<&Column<'_>> = columns.iter().filter(|column| column.above == 0).collect();
    let above: Vec<&Column<'_>> = columns.iter().filter(|column| column.below == 0).collect();
    let (one, other) = (below.first()?, above.first()?);
    // Systems may be good and bad, and each judge has seen several.
    if what == "system" && !one.is_mirrored_in(other) && !one.is_opposed_to(other) {
        return None;
    }
    let message = format!(
        "`{name}`: all scores of {what} {} are below 0, and all of {} above 0",
        names(&below),
        names(&above)
    );
    let help = "turn the signs of one of them, and run again: better scores are higher ones for the one, and lower \
                ones for the other";
    Some(Warning::of_corpus(message, help).refused())
}

/// Scores that go up, or down, from the first segment to the last.
fn sorted(name: &str, columns: &[Column<'_>]) -> Option<Warning> {
    let sorted = columns.iter().filter(|column: &&Column<'_>| {
        let mut scores = column.scores.iter().flatten();
        let changes = scores
            .clone()
            .zip(scores.clone().skip(1))
            .filter(|(one, next)| one.total_cmp(next).is_ne())
            .count();
        let is_sorted = scores.clone().is_sorted() || scores.clone().rev().is_sorted();
        // Whole numbers may count lines.
        let is_fractional = scores.any(|score| score.fract() != 0.0);
        changes >= SORTED && is_fractional && is_sorted
    });
    let sorted: Vec<&Column<'_>> = sorted.collect();
    if sorted.is_empty() {
        return None;
    }
    let message = format!(
        "`{name}`: the scores of {} are sorted, from the first segment to the last",
        names(&sorted)
    );
    let help = "give them in the order of the segments, and run again";
    let warning = Warning::of_corpus(message, help);
    // Another column may be of times.
    Some(if known_score(name).is_some() { warning.refused() } else { warning })
}

/// The first names, and how many more there are.
fn names(columns: &[&Column<'_>]) -> String {
    let all: Vec<String> = columns.iter().map(|column| column.shown()).collect();
    // One more name takes no more room than `and 1 more`.
    if all.len() <= NAMED + 1 {
        return all.join(", ");
    }
    format!("{} and {} more", all[..NAMED].join(", "), all.len() - NAMED)
}

/// A number in few digits.
pub(super) fn number(value: f64) -> String {
    let exact = value.to_string();
    let short =
        format!("{value:.3e}").parse().map_or_else(|_| exact.clone(), |v: f64| v.to_string());
    if exact.len() <= 7 { exact } else { short }
}
