//! What a reader must know before acting.

use super::Answer;
use super::views::MetricView;
use crate::analyses::ComparisonRow;
use crate::analyses::comparison::{PairVerdict, list};
use crate::analyses::margin::{plus_minus, uneven};
use crate::presentation::share;
use crate::report::subject::directions;
use crate::words::{counted, grouped, in_a_row};

/// Design effects above this make single segments misleading as units.
const NOTEWORTHY: f64 = 1.3;

impl Answer<'_> {
    /// About the comparison.
    pub(super) fn notes(&self) -> Vec<String> {
        let parts = [
            self.unit_note(),
            self.metrics.iter().find_map(|metric| uneven(metric.margin?)),
            self.direction_note(),
            self.overlap_note(),
            self.partial_note(),
            self.margin_note(),
            Some(self.worst_note()),
            self.adjustment_note(),
            self.primary_note(),
            self.method_note(),
        ];
        parts.into_iter().flatten().collect()
    }

    /// The unit, with the design effect.
    fn unit_note(&self) -> Option<String> {
        if !self.setting.has_documents {
            return Some(
                "No documents are named, so segments count as independent. Name the document of each \
                 segment with --documents: intervals are usually wider then."
                    .to_owned(),
            );
        }
        let effect = |metric: &MetricView<'_>| metric.margin?.design_effect;
        let effects = || self.metrics.iter().filter_map(|metric| Some((metric, effect(metric)?)));
        let named: Vec<String> =
            effects().map(|(metric, effect)| format!("{} {effect:.1}", metric.title)).collect();
        let named = named.join(", ");
        let is_large = effects().any(|(_, effect)| effect > NOTEWORTHY);
        if self.unit() == "segment" {
            if is_large {
                return Some(format!(
                    "Segments of a document are alike (design effect: {named}), and single segments are \
                     resampled: for new texts intervals are too narrow and p-values too small."
                ));
            }
            let cell = &self.first()?.cell;
            let is_of_documents = cell.segments? > u64::from(cell.documents);
            return is_of_documents.then(|| {
                let these = if cell.documents == 1 { "this document" } else { "these documents" };
                format!(
                    "Single segments are resampled: this is about other segments of {these}; how much \
                     other documents differ is not known."
                )
            });
        }
        if named.is_empty() {
            return None;
        }
        if !is_large {
            return Some(format!(
                "Design effect of documents: {named}. Single segments would give about the same."
            ));
        }
        let others =
            effects().filter(|(_, effect)| *effect > NOTEWORTHY).filter_map(|(metric, _)| {
                Some(format!("{} {}", plus_minus(metric.margin?.other_unit_margin?), metric.title))
            });
        let others: Vec<String> = others.collect();
        Some(format!(
            "Segments of a document are alike (design effect: {named}); single segments would give {}, too \
             narrow for new texts.",
            in_a_row(&others, "and")
        ))
    }

    /// Which metrics are errors, and which scores of other programs are none.
    fn direction_note(&self) -> Option<String> {
        directions(self.metrics.iter().filter_map(|metric| {
            let signature = &*metric.pairs.first()?.row.signature;
            let is_external = signature.starts_with("external|");
            Some((metric.title, is_external, self.higher_is_better(metric.title)))
        }))
    }

    /// Intervals of scores that overlap although the difference is significant.
    fn overlap_note(&self) -> Option<String> {
        self.only_system()?;
        let overlaps = |metric: &&MetricView<'_>| {
            let Some(pair) = metric.pairs.first() else { return false };
            let ends = |system: &str| {
                let row = metric.scores.get(system)?;
                row.ci_lower.zip(row.ci_upper)
            };
            let both = ends(&pair.row.system_a).zip(ends(&pair.row.system_b));
            let is_significant = matches!(pair.verdict, PairVerdict::Better | PairVerdict::Worse);
            is_significant
                && both.is_some_and(|((low, high), (other_low, other_high))| {
                    low <= other_high && other_low <= high
                })
        };
        let titles: Vec<&str> =
            self.metrics.iter().filter(overlaps).map(|metric| metric.title).collect();
        (!titles.is_empty()).then(|| {
            format!(
                "The intervals of the two scores overlap ({}); only the difference decides.",
                list(&titles)
            )
        })
    }

    /// Metrics that not all segments have scores of.
    fn partial_note(&self) -> Option<String> {
        let partial = |metric: &MetricView<'_>| {
            let cell = &metric.pairs.first()?.row.cell;
            let (scored, all) = (cell.judged_segments?, cell.segments?);
            let left_out = all.checked_sub(scored).filter(|left_out| *left_out > 0)?;
            Some(format!(
                "{} of {} by {}",
                grouped(left_out),
                crate::words::grouped_count(all, "segment"),
                metric.title
            ))
        };
        let partial: Vec<String> = self.metrics.iter().filter_map(partial).collect();
        (!partial.is_empty()).then(|| {
            format!("Left out, since a system has no score of them: {}.", in_a_row(&partial, "and"))
        })
    }

    fn margin_note(&self) -> Option<String> {
        let row = self.conclusion().and_then(|_| self.first())?;
        let level = share(0.5 * (1.0 - row.level));
        let tests = "one-sided t tests of the difference against the margin";
        let relative = if self.setting.has_relative_margin {
            " A margin in percent is taken of the baseline's score here, as if that were exact."
        } else {
            ""
        };
        let pairs = self.setting.systems.len();
        let is_of_own_test = self.highest_level().is_some();
        Some(if pairs > 1 {
            format!(
                "Pass and fail: {tests}, at {level} % after Holm's adjustment over the {} of a metric; the \
                 interval of a difference is that of its own test.{relative}",
                counted(pairs, "pair")
            )
        } else if is_of_own_test {
            format!(
                "Pass and fail: {tests}, at {level} % each; the interval of a difference is that of its own \
                 test.{relative}"
            )
        } else {
            format!(
                "Pass and fail: {tests}, at {level} % each. A system passes where the whole interval of the \
                 difference is better than a loss of the margin, and fails where all of it is worse.{relative}"
            )
        })
    }

    /// Which system and which pair sizes are for.
    pub(super) fn worst_note(&self) -> String {
        let margins = "Margins of error are those of the least precise system";
        if self.only_system().is_some() {
            format!("{margins}.")
        } else {
            format!("{margins}; differences that can be found, those of the pair that varies most.")
        }
    }

    /// Holm's adjustment.
    fn adjustment_note(&self) -> Option<String> {
        let row = self.first_tested()?;
        (row.family > 1).then(|| {
            let of = match (self.only_system(), row.family_metrics) {
                (_, 0 | 1) => counted(row.family as usize, "pair"),
                (Some(_), metrics) => {
                    format!("{}, unless all agree", counted(metrics as usize, "metric"))
                }
                (None, metrics) => format!(
                    "{} (pairs by {metrics} metrics)",
                    counted(row.family as usize, "comparison")
                ),
            };
            format!(
                "P-values are adjusted by Holm's method over the {of}{}.",
                match self.highest_level() {
                    Some(level) => format!(
                        "; intervals stand at the level of their test, up to {} %, and exclude 0 where the \
                         difference is significant",
                        share(level)
                    ),
                    None => String::new(),
                }
            )
        })
    }

    /// The first pair with a verdict or a reason for none.
    fn first_tested(&self) -> Option<&ComparisonRow> {
        let mut pairs = self.metrics.iter().flat_map(|metric| &metric.pairs);
        pairs.find(|pair| pair.verdict != PairVerdict::Descriptive).map(|pair| &pair.row)
    }

    /// The highest level of an interval of a difference, where one stands at the level of its test.
    fn highest_level(&self) -> Option<f64> {
        let rows = self.metrics.iter().flat_map(|metric| &metric.pairs).map(|pair| &pair.row);
        let levels = rows.filter_map(|row| row.interval_level.filter(|level| *level > row.level));
        levels.max_by(f64::total_cmp)
    }

    /// Metrics without verdicts.
    fn primary_note(&self) -> Option<String> {
        let verdicts = |metric: &&MetricView<'_>| {
            let mut pairs = metric.pairs.iter();
            pairs.any(|pair| pair.verdict == PairVerdict::Descriptive)
        };
        let described: Vec<&str> =
            self.metrics.iter().filter(verdicts).map(|metric| metric.title).collect();
        (!described.is_empty()).then(|| {
            format!(
                "{}: to describe, without verdicts, since another metric is the primary one.",
                list(&described)
            )
        })
    }

    /// How p-values and intervals are made.
    fn method_note(&self) -> Option<String> {
        let row = self.first()?;
        let seed = self.setting.seed;
        let method = |row: &ComparisonRow| match (&*row.method, row.trials) {
            ("approximate-randomization", Some(trials)) => {
                format!("P by approximate randomization (B = {}, seed {seed})", grouped(trials))
            }
            ("difference-interval", Some(trials)) => format!(
                "P and interval by the paired bootstrap (B = {}, seed {seed})",
                grouped(trials)
            ),
            _ => "P and interval by Student's t with the jackknife".to_owned(),
        };
        let mut methods: Vec<String> = Vec::new();
        for pair in self.metrics.iter().flat_map(|metric| &metric.pairs) {
            let method = method(&pair.row);
            if pair.row.p_value.is_some() && !methods.contains(&method) {
                methods.push(method);
            }
        }
        (!methods.is_empty())
            .then(|| format!("{}, level {} %.", methods.join("; "), share(row.level)))
    }
}
