//! The sizes that a study names for its aims.

use crate::analyses::margin::{self, MetricMargins};
use crate::analyses::power::{self, MetricPower};
use crate::analyses::{MarginRow, NewRankingRow, PowerRow, SeparationRow, separation};
use crate::answers::metrics::Labelled;
use crate::presentation::{
    MetricRows, StudySection, TextCell, as_written, rounded, share, two_digits,
};
use crate::stats::freedom::FARTHEST;
use crate::value::whole_up;
use crate::words::grouped;

/// What data are to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Aim {
    /// A difference in one planned comparison.
    Pair,
    /// A difference in any of all pairs.
    AnyPair,
    /// Each score within a margin of error.
    Margin,
    /// The best system.
    Best,
    /// The verdicts of all documents on half of them.
    Half,
}

impl Aim {
    pub(super) const ALL: [Self; 5] =
        [Self::Pair, Self::AnyPair, Self::Margin, Self::Best, Self::Half];

    /// As a line begins, with what is aimed at.
    pub(super) fn label(self, target: &str) -> String {
        match self {
            Self::Pair => format!("to find {target} in one pair"),
            Self::AnyPair => format!("... in any of {target} comparisons"),
            Self::Margin => format!("to know each score to {target}"),
            Self::Best => format!("to find the best system in {target}"),
            Self::Half => "significant pairs on half of the documents".to_owned(),
        }
    }

    /// The same where each metric has its target in its cell.
    pub(super) fn short_label(self, target: &str) -> String {
        match self {
            Self::Pair => "a difference in one pair".to_owned(),
            Self::AnyPair => format!("... in any of {target}"),
            Self::Margin => "each score to".to_owned(),
            Self::Best => format!("the best system in {target}"),
            Self::Half => "significant pairs on half".to_owned(),
        }
    }

    /// Over a column.
    pub(super) fn heading(self) -> &'static str {
        match self {
            Self::Pair => "a difference\nin one pair",
            Self::AnyPair => "in any pair",
            Self::Margin => "each score to",
            Self::Best => "the best\nsystem",
            Self::Half => "pairs on\nhalf",
        }
    }
}

/// What an aim takes by a metric.
#[derive(Clone, Debug)]
pub(super) struct Size {
    pub(super) corpus: String,
    pub(super) metric: Labelled,
    pub(super) aim: Aim,
    /// The difference, the margin or the probability that is aimed at.
    target: String,
    /// `170 (90 to 290)`.
    text: String,
    value: Option<f64>,
    /// Units that there are.
    pub(super) available: Option<u64>,
    pub(super) unit: &'static str,
}

impl Size {
    pub(super) fn target(&self) -> String {
        match self.aim {
            Aim::Pair => format!("{} {}", self.target, self.metric.unit()),
            _ => self.target.clone(),
        }
    }

    /// With the unit, where metrics have different ones.
    pub(super) fn target_in_unit(&self) -> String {
        format!("{} {}", self.target, self.metric.unit())
    }

    /// Returns `true` if what there is takes no more.
    pub(super) fn is_enough(&self) -> bool {
        let sizes = self.value.zip(self.available);
        sizes.is_some_and(|(value, available)| value <= available as f64)
    }

    /// `4 of the 23 differences by BLEU`.
    pub(super) fn half(&self) -> String {
        let text = self.text.replace("of ", "of the ");
        format!("{text} significant differences by {}", self.metric.label)
    }

    pub(super) fn cell(&self) -> TextCell {
        let text = match self.value.filter(|_| self.is_enough()) {
            Some(value) => format!("{}: enough", rounded(value.ceil())),
            None => self.text.clone(),
        };
        TextCell::number(text, self.value)
    }

    /// `0.01: 52, enough`, where there is no room for intervals.
    pub(super) fn short_cell(&self) -> TextCell {
        let size = self.text.split(" (").next().unwrap_or(&self.text);
        let target = match self.aim {
            Aim::Pair | Aim::Margin => format!("{}: ", self.target),
            Aim::AnyPair | Aim::Best | Aim::Half => String::new(),
        };
        let enough = if self.is_enough() { ", enough" } else { "" };
        TextCell::number(format!("{target}{size}{enough}"), self.value)
    }

    pub(super) fn cell_with_target(&self) -> TextCell {
        match self.aim {
            Aim::Pair | Aim::Margin => {
                TextCell::number(format!("{}: {}", self.target, self.text), self.value)
            }
            _ => TextCell::number(self.text.clone(), self.value),
        }
    }

    /// The first thing to say.
    pub(super) fn sentence(&self) -> String {
        let Self { target, text, unit, metric, .. } = self;
        let have = self
            .available
            .map_or_else(String::new, |units| format!("; you have {}", grouped(units)));
        let by = &metric.label;
        match self.aim {
            Aim::Pair | Aim::AnyPair => {
                let counted_in = metric.unit();
                format!(
                    "A difference of {target} {counted_in} in one pair takes {text} {unit}s{have}."
                )
            }
            Aim::Margin => {
                format!("To know each score by {by} to {target} takes {text} {unit}s{have}.")
            }
            Aim::Best => {
                format!("To find the best system by {by} in {target} takes {text} {unit}s{have}.")
            }
            Aim::Half => format!("Half of the documents would have shown {}.", self.half()),
        }
    }
}

/// All sizes that a study names on a corpus.
pub(super) fn of_section(section: &StudySection<'_>) -> Vec<Size> {
    let mut sizes: Vec<Size> =
        power::summaries(section).iter().flat_map(|metric| differences(section, metric)).collect();
    let margins = margin::by_metric(section);
    sizes.extend(margins.iter().filter_map(|metric| wanted_margin(section, metric)));
    let rankings = section.rows::<NewRankingRow>().of_first_draws().by_metric();
    if !sizes.is_empty() {
        sizes.extend(rankings.iter().filter_map(|metric| best(section, metric)));
    }
    let kept = section.rows::<SeparationRow>().of_first_draws().by_metric();
    sizes.extend(kept.iter().filter_map(|metric| half(section, metric)));
    sizes
}

fn size(section: &StudySection<'_>, title: &str, metric: &str, aim: Aim) -> Size {
    Size {
        corpus: section.corpus.to_owned(),
        metric: Labelled::new(section, title, metric),
        aim,
        target: String::new(),
        text: String::new(),
        value: None,
        available: None,
        unit: section.unit().texts().singular(),
    }
}

fn differences(section: &StudySection<'_>, metric: &MetricPower<'_>) -> Vec<Size> {
    let row = metric.leading_effect().and_then(|effect| {
        let row = metric.typical()?.of_effect(effect)?;
        Some((effect, row))
    });
    let Some((effect, row)) = row else { return Vec::new() };
    let base = |aim| Size {
        available: row.units,
        unit: row.resample.unit(),
        ..size(section, &metric.title, &row.cell.metric, aim)
    };
    let (text, value) = required(row);
    let one = Size { target: as_written(effect), text, value, ..base(Aim::Pair) };
    let any = row.required_units_any_pair.filter(|_| row.pairs > 1).map(|units| Size {
        target: row.pairs.to_string(),
        text: about(units),
        value: Some(units),
        ..base(Aim::AnyPair)
    });
    std::iter::once(one).chain(any).collect()
}

/// `170 (90 to 290)`, or what it is beyond.
fn required(row: &PowerRow) -> (String, Option<f64>) {
    let Some(units) = row.required_units else {
        let most = row.effective_units.map_or(0.0, |units| (FARTHEST * units).floor());
        return (format!("more than {}", rounded(most)), None);
    };
    // The upper end is cut off at the farthest size: up to rounding it then equals that.
    let ends = row.required_units_lower.zip(row.required_units_upper).map(|(lower, upper)| {
        let is_open =
            row.effective_units.is_some_and(|units| upper >= (1.0 - 1e-9) * FARTHEST * units);
        if is_open {
            format!(" ({} or more)", about(lower))
        } else {
            format!(" ({} to {})", about(lower), about(upper))
        }
    });
    (format!("{}{}", about(units), ends.unwrap_or_default()), Some(units))
}

/// Two significant digits, as sizes are known.
fn about(units: f64) -> String {
    let units = whole_up(units);
    if units < 100.0 {
        return rounded(units);
    }
    let scale = libm::pow(10.0, libm::floor(libm::log10(units)) - 1.0);
    rounded((units / scale).round() * scale)
}

fn wanted_margin(section: &StudySection<'_>, metric: &MetricMargins<'_>) -> Option<Size> {
    let row: &MarginRow = metric.worst;
    let target = format!("±{}", two_digits(row.wanted?));
    let needed = margin::needed(row)?;
    let ends = margin::size_interval(row, " to ");
    let ends = ends.map_or_else(String::new, |ends| format!(" ({ends})"));
    Some(Size {
        target,
        text: format!("{}{ends}", rounded(needed)),
        value: Some(needed),
        available: row.available_units,
        unit: row.unit.singular(),
        ..size(section, &metric.title, &row.cell.metric, Aim::Margin)
    })
}

/// The smallest size of those that were looked at from which on the best system of a test set is the best.
fn best(section: &StudySection<'_>, metric: &MetricRows<'_, NewRankingRow>) -> Option<Size> {
    let rows: Vec<&NewRankingRow> = metric.rows.iter().collect();
    let last = rows.last()?;
    last.best_is_best?;
    // By chance a smaller size may be sure where a larger one is not: all from there on have to be.
    let unsure =
        rows.iter().rposition(|row| !row.best_is_best.is_some_and(|p| p >= row.probability));
    let from = rows.get(unsure.map_or(0, |place| place + 1));
    let row = from.unwrap_or(last);
    let units = rounded(row.units.unwrap_or(row.scored_documents));
    let text =
        if from.is_some() { format!("{units} at most") } else { format!("more than {units}") };
    Some(Size {
        target: format!("{} %", share(last.probability)),
        text,
        ..size(section, &metric.title, &last.cell.metric, Aim::Best)
    })
}

fn half(section: &StudySection<'_>, metric: &MetricRows<'_, SeparationRow>) -> Option<Size> {
    let row = separation::half(metric)?;
    let documents = metric.rows.iter().next_back()?.scored_documents?;
    // The size next to half of the documents may be far from it.
    if (row.scored_documents? / documents - 0.5).abs() > 0.05 {
        return None;
    }
    let all = metric.rows.iter().next_back()?.significant_largest.filter(|all| *all > 0)?;
    let kept = row.kept?;
    Some(Size {
        text: format!("{} of {all}", rounded(kept)),
        ..size(section, &metric.title, &row.cell.metric, Aim::Half)
    })
}
