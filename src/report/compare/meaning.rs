//! What differences mean to people: how often they agree, by a table `meaning` of an earlier run.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::labelled;
use crate::analyses::{ComparisonRow, MeaningRow, PairsOfPeople};
use crate::presentation::{metric_in_print, number, whole_percent};
use crate::stats::meaning::probability;
use crate::words::{counted, grouped_count, listing};

/// Differences that people see; scripts get all.
const MOST: usize = 6;

/// Curves of how often people agree with a difference.
#[derive(Clone, Debug)]
pub struct Curves {
    /// Of their file.
    pub path: String,
    /// Digest of the file.
    pub digest: String,
    /// The rows of the file.
    pub rows: Vec<MeaningRow>,
    /// Language pair of the corpus on which systems are compared, where it is known.
    pub language_pair: Option<String>,
}

/// What a difference means, by one curve.
#[derive(Clone, Debug)]
pub(super) struct Meaning<'a> {
    difference: f64,
    system: &'a str,
    curve: &'a MeaningRow,
    /// At this difference, with its ends; none where the curve is of one corpus, of another language pair.
    probability: Option<f64>,
    ends: Option<(f64, f64)>,
    /// Where the difference may be 0: the probabilities at the ends of its interval.
    over_interval: Option<(f64, f64)>,
    status: &'static str,
    /// The language pair here, where the curve is of another one.
    other_pair: Option<&'a str>,
}

impl Curves {
    /// One for each corpus and judgments by a metric: of all pairs.
    fn of_metric<'a>(&'a self, metric: &'a str) -> impl Iterator<Item = &'a MeaningRow> {
        let mut seen: BTreeSet<[&str; 3]> = BTreeSet::new();
        let rows = self.rows.iter().filter(|row| row.pairs_of == PairsOfPeople::All);
        let rows = rows.filter(move |row| *row.cell.metric == *metric && row.slope.is_some());
        rows.filter(move |row| seen.insert([&row.cell.corpus, &row.against, &row.signature]))
    }

    /// The curves that say something of a comparison: that of the same corpus, or else those over several corpora, or else
    /// those of any.
    fn of_comparison<'a>(&'a self, row: &'a ComparisonRow) -> Vec<&'a MeaningRow> {
        let all = self.of_metric(&row.cell.metric);
        let mut curves: Vec<&MeaningRow> =
            all.filter(|candidate| candidate.signature == row.signature).collect();
        if curves.iter().any(|curve| self.is_of_corpus(curve, row)) {
            curves.retain(|curve| self.is_of_corpus(curve, row));
        } else if curves.iter().any(|curve| curve.corpora > 1) {
            curves.retain(|curve| curve.corpora > 1);
        }
        curves
    }

    fn is_of_corpus(&self, curve: &MeaningRow, row: &ComparisonRow) -> bool {
        curve.cell.corpus == row.cell.corpus && self.other_pair(curve).is_none()
    }

    /// The language pair here, where all corpora of a curve are known to have another.
    fn other_pair(&self, curve: &MeaningRow) -> Option<&str> {
        let here = self.language_pair.as_deref()?;
        curve.language_pair.as_deref().filter(|pair| *pair != here).map(|_| here)
    }

    /// Refuses comparisons by metrics that have no curve, or the curve of another signature: what is wrong, and what to do.
    ///
    /// # Errors
    ///
    /// The message and the way out.
    pub fn check(&self, comparisons: &[ComparisonRow]) -> Result<(), (String, String)> {
        let path = &self.path;
        for row in comparisons {
            let metric = &*row.cell.metric;
            let curves: Vec<&MeaningRow> = self.of_metric(metric).collect();
            let is_there = curves.iter().any(|curve| curve.signature == row.signature);
            if let Some(other) = curves.first().filter(|_| !is_there) {
                let message = format!(
                    "--meaning: `{metric}` here ({}) is not the `{metric}` of `{path}` ({})",
                    row.signature, other.signature
                );
                let help =
                    "score with the options and references of the curve, or leave `--meaning` out";
                return Err((message, help.to_owned()));
            }
        }
        if comparisons.iter().any(|row| self.of_metric(&row.cell.metric).next().is_some()) {
            return Ok(());
        }
        let metrics: BTreeSet<&str> = self.rows.iter().map(|row| &*row.cell.metric).collect();
        let message = format!("--meaning: `{path}` has no curve of a metric that is compared here");
        Err((message, format!("it has curves of {}", listing(metrics.into_iter()))))
    }

    /// What the differences mean by all curves there are.
    pub(super) fn meanings<'a>(&'a self, comparisons: &'a [ComparisonRow]) -> Vec<Meaning<'a>> {
        let meanings = comparisons.iter().flat_map(|row| {
            let curves = self.of_comparison(row).into_iter();
            curves.filter_map(|curve| Meaning::new(self, row, curve))
        });
        meanings.collect()
    }
}

impl<'a> Meaning<'a> {
    fn new(curves: &'a Curves, row: &'a ComparisonRow, curve: &'a MeaningRow) -> Option<Self> {
        let difference = row.delta?.abs();
        let slopes = [curve.slope, curve.slope_lower, curve.slope_upper];
        let [share, low, high] =
            slopes.map(|slope| slope.map(|slope| probability(slope, difference)));
        let is_beyond = curve.largest_difference.is_some_and(|largest| difference > largest);
        let other_pair = curves.other_pair(curve);
        let is_for_it = other_pair.is_none();
        Some(Self {
            difference,
            system: &row.system_a,
            curve,
            probability: share.filter(|_| is_for_it),
            ends: low.zip(high).filter(|_| is_for_it),
            over_interval: over_interval(row, curve.slope?).filter(|_| is_for_it),
            status: if is_beyond && is_for_it {
                "beyond-data"
            } else if curves.is_of_corpus(curve, row) {
                "ok"
            } else {
                "other-corpus"
            },
            other_pair,
        })
    }
}

/// The probabilities at the ends of the interval of a difference that may be 0, the lower one first.
fn over_interval(row: &ComparisonRow, slope: f64) -> Option<(f64, f64)> {
    let ends = row.ci_lower.zip(row.ci_upper).filter(|(low, high)| *low <= 0.0 && *high >= 0.0);
    let sign = row.delta?.signum();
    let (one, other) = ends?;
    let [one, other] = [one, other].map(|end| probability(slope, sign * end));
    Some((one.min(other), one.max(other)))
}

impl Meaning<'_> {
    /// In a sentence or two.
    fn sentence(&self, names_system: bool) -> String {
        let Self { difference, system, curve, ends, status, .. } = self;
        let system = if names_system { format!("{system}, ") } else { String::new() };
        let Some(probability) = self.probability else {
            return self.of_another_pair(&system);
        };
        let ends = ends.map_or_else(String::new, |ends| format!("{}; ", range(ends)));
        let against = &curve.against;
        let corpus = match curve.corpora {
            0 | 1 => curve.cell.corpus.to_string(),
            corpora => format!("{corpora} corpora"),
        };
        let pairs = grouped_count(curve.pairs, "pair");
        let systems = counted(curve.systems as usize, "system");
        let beyond = if *status == "beyond-data" { ", none of them so far apart" } else { "" };
        let enough = curve.difference_75.map_or_else(String::new, |difference| {
            format!(" For 75 % it takes {}.", number(difference))
        });
        let uncertain = self.over_interval.map_or_else(String::new, |ends| {
            format!(" The difference is not significant: over its interval it is {}.", range(ends))
        });
        format!(
            "{system}{} {}: people ({against}) agree in {} % of pairs this far apart ({ends}{pairs} of {systems} of {corpus}{beyond}).{uncertain}{enough}",
            number(*difference),
            metric_in_print(&curve.cell.metric),
            whole_percent(probability, 1.0),
        )
    }

    /// Why the curve says nothing here.
    fn of_another_pair(&self, system: &str) -> String {
        let Self { difference, curve, .. } = self;
        format!(
            "{system}{} {}: the curve is of {} ({}) and does not carry over to {}; fit one on two language pairs or more.",
            number(*difference),
            metric_in_print(&curve.cell.metric),
            curve.cell.corpus,
            curve.language_pair.as_deref().unwrap_or_default(),
            self.other_pair.unwrap_or_default(),
        )
    }

    fn to_json(&self) -> Value {
        let Self { difference, system, curve, probability, ends, over_interval, status, .. } = self;
        json!({
            "metric": &*curve.cell.metric,
            "system": system,
            "difference": difference,
            "probability": probability,
            "lower": ends.map(|(low, _)| low),
            "upper": ends.map(|(_, high)| high),
            "lower_of_interval": over_interval.map(|(low, _)| low),
            "upper_of_interval": over_interval.map(|(_, high)| high),
            "level": curve.ci_level,
            "difference_75": curve.difference_75,
            "corpus": &*curve.cell.corpus,
            "corpora": curve.corpora,
            "language_pair": curve.language_pair.as_deref(),
            "against": &*curve.against,
            "pairs": curve.pairs,
            "systems": curve.systems,
            "status": status,
        })
    }
}

/// `60 to 80 %`.
fn range((low, high): (f64, f64)) -> String {
    format!("{} to {} %", whole_percent(low, 1.0), whole_percent(high, 1.0))
}

/// What a reader must know.
const CAVEAT: &str =
    "Significant is not noticeable; and a curve does not carry over to another language pair.";

/// The sentences, with what a reader must know last.
pub(super) fn sentences(meanings: &[Meaning<'_>]) -> Vec<String> {
    let names_systems = meanings.windows(2).any(|pair| pair[0].system != pair[1].system);
    let shown = meanings.iter().take(MOST);
    let mut sentences: Vec<String> = shown.map(|meaning| meaning.sentence(names_systems)).collect();
    if let more @ 1.. = meanings.len().saturating_sub(MOST) {
        sentences.push(format!("{more} more differences are in the answer for scripts."));
    }
    sentences.extend((!meanings.is_empty()).then(|| CAVEAT.to_owned()));
    sentences
}

pub(super) fn text(meanings: &[Meaning<'_>]) -> String {
    let labels = std::iter::once("Meaning").chain(std::iter::repeat(""));
    let lines = labels.zip(sentences(meanings));
    lines.map(|(label, sentence)| labelled(label, &sentence)).collect()
}

pub(super) fn to_json(curves: &Curves, meanings: &[Meaning<'_>]) -> Value {
    json!({
        "path": curves.path,
        "digest": curves.digest,
        "rows": meanings.iter().map(Meaning::to_json).collect::<Vec<Value>>(),
    })
}
