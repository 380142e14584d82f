//! Which campaign to run.

use std::collections::BTreeSet;

use super::{DesignKind, DesignRow, GoalKind, text_tables};
use crate::analyses::common::phrases::size_with_words;
use crate::presentation::{Finding, MetricRows, StudySection, chance, number, rounded, share};
use crate::stats::judges::design::Assignment;
use crate::stats::reason::Reason;
use crate::words::counted;

/// What a little more money may cost, as a multiple of the cheapest design.
const LITTLE_MORE: f64 = 1.1;

/// One finding per metric.
pub(super) fn findings(section: &StudySection<'_>) -> Vec<Finding> {
    let metrics = section.rows::<DesignRow>().by_metric();
    let is_one = metrics.len() == 1;
    metrics.iter().filter_map(|metric| finding(section, metric, is_one)).collect()
}

fn finding(
    section: &StudySection<'_>,
    metric: &MetricRows<'_, DesignRow>,
    is_one: bool,
) -> Option<Finding> {
    let designs = Designs::new(metric)?;
    let by = if is_one { String::new() } else { format!("By {}: ", metric.title) };
    let rows = metric.rows.iter().filter(|row| row.kind != DesignKind::Listed || row.on_frontier);
    let finding = Finding::new(section, "design", format!("{by}{}", designs.headline()))
        .sentences(designs.sentences())
        .notes(designs.notes())
        .rows(rows);
    Some(finding.table(text_tables::of_finding(section, metric)))
}

/// The finding of a metric as the title of its figure.
pub(super) fn title(metric: &MetricRows<'_, DesignRow>) -> Option<String> {
    Designs::new(metric).map(|designs| designs.headline())
}

/// What would reach the goal that no design of a metric reaches.
pub(crate) fn way_out(metric: &MetricRows<'_, DesignRow>) -> Option<&'static str> {
    let designs = Designs::new(metric)?;
    let closest = designs.closest()?;
    designs.recommended.is_none().then(|| designs.way_out(closest))
}

/// `82 documents (410 segments, 9,000 words), 1 rating of each output, 12 judges`.
pub(super) fn in_words(row: &DesignRow) -> String {
    let size = (row.documents.into(), row.segments);
    let mut parts = vec![size_with_words(size, row.required_words)];
    if let Some(limit) = row.segments_limit {
        let of_each = counted(limit as usize, "segment");
        parts.push(format!("at most {of_each} of each"));
    }
    if let Some(ratings) = row.ratings_per_segment {
        let ratings = if ratings.fract() == 0.0 { rounded(ratings) } else { number(ratings) };
        let plural = if ratings == "1" { "" } else { "s" };
        parts.push(format!("{ratings} rating{plural} of each output"));
    }
    parts.extend(row.judges.map(|judges| counted(judges as usize, "judge")));
    parts.extend(row.references.map(|count| counted(count as usize, "reference")));
    parts.join(", ")
}

/// A cost.
pub(crate) fn price(cost: f64) -> String {
    match cost {
        cost if cost < 100.0 => number(cost),
        cost if cost < 1e12 => rounded(cost),
        cost => format!("{cost:.3e}"),
    }
}

/// A cost with its unit.
fn price_in_unit(row: &DesignRow) -> String {
    let unit = row.unit.as_deref().map_or_else(String::new, |unit| format!(" {unit}"));
    format!("{}{unit}", price(row.cost))
}

impl GoalKind {
    /// Returns `true` if it is about the ranking of systems, and not about one difference.
    pub(super) fn is_of_ranking(self) -> bool {
        matches!(self, Self::RankingHolds | Self::BestIsBest)
    }
}

struct Designs<'a> {
    rows: Vec<&'a DesignRow>,
    first: &'a DesignRow,
    recommended: Option<&'a DesignRow>,
    current: Option<&'a DesignRow>,
}

impl<'a> Designs<'a> {
    fn new(metric: &MetricRows<'a, DesignRow>) -> Option<Self> {
        let rows: Vec<&DesignRow> = metric.rows.iter().collect();
        let first = *rows.first()?;
        let recommended = rows.iter().copied().find(|row| row.recommended);
        let current = rows.iter().copied().find(|row| row.kind == DesignKind::Current);
        Some(Self { rows, first, recommended, current })
    }

    fn headline(&self) -> String {
        if self.first.kind == DesignKind::None {
            return format!("No campaign can be planned: {}.", self.first.status.in_words());
        }
        match self.recommended {
            Some(row) => {
                format!("Cheapest design: {}. It costs {}.", in_words(row), price_in_unit(row))
            }
            None => format!("None of these designs {}.", self.goal("reaches")),
        }
    }

    /// What the goal is, after a verb for it.
    fn goal(&self, verb: &str) -> String {
        let row = self.first;
        let wanted = number(row.wanted);
        let goal = match row.goal {
            GoalKind::Detect => {
                let power = row.power.map_or_else(String::new, chance);
                format!("finding a difference of {wanted} in {power} of campaigns")
            }
            GoalKind::Margin => format!("a margin of ±{wanted} for differences"),
            GoalKind::RankingHolds => {
                format!("the true order in {} of campaigns", chance(row.wanted))
            }
            GoalKind::BestIsBest => {
                format!("the best system coming out best in {} of campaigns", chance(row.wanted))
            }
        };
        format!("{verb} the goal, {goal}")
    }

    /// What a design reaches.
    fn reached(row: &DesignRow) -> Option<String> {
        let wanted = number(row.wanted);
        let margin = row.margin.map(|margin| format!("±{}", number(margin)));
        Some(match (row.goal, row.probability) {
            (GoalKind::Detect, Some(power)) => {
                format!("finds a true difference of {wanted} in {} of campaigns", chance(power))
            }
            (GoalKind::RankingHolds, Some(probability)) => {
                format!(
                    "gives the true order of all systems in {} of campaigns",
                    chance(probability)
                )
            }
            (_, Some(probability)) => {
                format!("has the best system come out best in {} of campaigns", chance(probability))
            }
            (_, None) => format!("knows the difference of two systems to {}", margin?),
        })
    }

    fn sentences(&self) -> Vec<String> {
        let mut sentences = Vec::new();
        let pairs = match self.first.pairs {
            _ if self.first.goal.is_of_ranking() => String::new(),
            1 => " (one planned comparison)".to_owned(),
            pairs => format!(" (any of {})", counted(pairs as usize, "pair")),
        };
        if let Some(row) = self.recommended {
            let who = if row.judges.is_some() { "documents and judges" } else { "documents" };
            let reached = Self::reached(row).map(|reached| {
                format!("With new {who} it {reached}{pairs}, {} systems.", row.systems)
            });
            sentences.extend(reached);
            sentences.extend(interval(row));
            sentences.extend(self.little_more(row));
        } else if let Some(closest) = self.closest() {
            sentences.extend(
                Self::reached(closest).map(|reached| {
                    format!("The closest, {}, {reached}{pairs}.", in_words(closest))
                }),
            );
            sentences.push(self.way_out(closest).to_owned());
        }
        sentences.extend(self.current.filter(|_| self.first.kind != DesignKind::None).and_then(
            |row| {
                let reached = Self::reached(row)?;
                Some(format!("The campaign of this corpus, {}, {reached}.", in_words(row)))
            },
        ));
        sentences
    }

    /// The design with the smallest margin among those that cost little more.
    fn little_more(&self, cheapest: &DesignRow) -> Option<String> {
        let affordable = self.rows.iter().filter(|row| {
            row.on_frontier && row.cost > cheapest.cost && row.cost <= LITTLE_MORE * cheapest.cost
        });
        let best = affordable.min_by(|one, other| {
            let [one, other] = [one, other].map(|row| row.margin.unwrap_or(f64::INFINITY));
            one.total_cmp(&other)
        })?;
        let (before, after) = (cheapest.margin?, best.margin?);
        // Less than a fiftieth is not worth a sentence.
        (after < 0.98 * before).then(|| {
            let more = 100.0 * (best.cost / cheapest.cost - 1.0);
            format!(
                "For {} % more, {} narrow the margin of a difference from ±{} to ±{}.",
                // Less would be printed as 0 % more.
                rounded(more.max(1.0)),
                in_words(best),
                number(before),
                number(after)
            )
        })
    }

    /// What would reach the goal.
    fn way_out(&self, closest: &DesignRow) -> &'static str {
        match (self.rows.iter().any(|row| row.reachable), self.first.goal.is_of_ranking()) {
            (true, _) => "With more documents than listed it can be reached.",
            (false, true) => {
                "No number of documents reaches it: some systems are too close, or judges too few."
            }
            (false, false) if closest.judges.is_some() => {
                "No number of documents reaches it, because judges favour different systems: list more `judges`."
            }
            (false, false) => "No number of documents reaches it.",
        }
    }

    /// What comes closest to the goal.
    fn closest(&self) -> Option<&'a DesignRow> {
        let listed = self.rows.iter().copied().filter(|row| row.kind == DesignKind::Listed);
        listed.max_by(|one, other| {
            let [one, other] = [one, other].map(|row| match row.probability {
                Some(probability) => probability,
                // The smallest margin is closest: negative, since the largest number is taken.
                None => -row.margin.unwrap_or(f64::INFINITY),
            });
            one.total_cmp(&other)
        })
    }

    fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if self.first.kind == DesignKind::None {
            return notes;
        }
        if let Some(free) = self.recommended.and_then(|row| row.free.as_deref()) {
            let what = free.replace(',', " and ");
            notes.push(format!("Here {what} cost nothing: give prices in `costs`."));
        }
        let no_interval = self.recommended.is_some_and(|row| row.documents_lower.is_none());
        if no_interval && !self.first.goal.is_of_ranking() {
            notes.push(
                "How far off the number of documents may be is not known: this corpus has too few judges or documents, \
                 or `documents` lists the only ones possible."
                    .to_owned(),
            );
        }
        if self.rows.iter().any(|row| row.status == Reason::SingleRatings.into()) {
            notes.push(
                "No output of this corpus has two ratings: what a second rating is worth is not known, and only \
                 designs with one are planned. Have about 50 outputs rated twice."
                    .to_owned(),
            );
        }
        let planned = self.rows.iter().copied().find(|row| row.kind != DesignKind::Current);
        let assignments = [planned, self.current].map(|row| row.map(|row| row.assignment));
        let about_judges = match assignments {
            [Some(Assignment::Scattered), _] => Some(
                "As in this corpus, outputs of one document go to different judges, so that their severity counts. \
                 Compare `assignment = \"together\"`: the same judges rate all systems.",
            ),
            [Some(Assignment::Together), Some(Assignment::Scattered)] => Some(
                "Planned: the same judges rate the outputs of all systems of a document. In this corpus they went to \
                 different judges.",
            ),
            [Some(Assignment::Together), _] => Some(
                "As in this corpus, the same judges rate the outputs of all systems of a document.",
            ),
            _ => None,
        };
        notes.extend(about_judges.map(str::to_owned));
        if planned.is_some_and(|row| row.judges.is_some()) {
            notes.push("Planned judges rate equally many outputs.".to_owned());
        }
        let counts: BTreeSet<u32> = self.rows.iter().filter_map(|row| row.references).collect();
        if let (Some(fewest), 2..) = (counts.first(), counts.len()) {
            notes.push(format!(
                "Margins are in points of scores with {}: with others differences of systems have another size.",
                counted(*fewest as usize, "reference")
            ));
        }
        if self.first.goal.is_of_ranking() {
            notes.push(
                "True scores are taken to be those of this corpus, shrunk towards their mean: observed scores lie \
                 farther apart than true ones."
                    .to_owned(),
            );
        } else {
            let has_judges = self.first.assignment != Assignment::Nobody;
            let who = if has_judges { "documents and judges" } else { "documents" };
            notes.push(format!(
                "Student's t at {} %, with the degrees of freedom of {who}.",
                share(self.first.level)
            ));
        }
        notes
    }
}

/// Between which numbers of documents the true one lies.
fn interval(row: &DesignRow) -> Option<String> {
    let what = if row.judges.is_some() { "texts and judges vary" } else { "texts vary" };
    let from = format!("as far as this corpus shows how much {what}");
    // A campaign of fewer documents has no error.
    let lower = row.documents_lower?.max(2.0);
    Some(match row.documents_upper {
        Some(upper) => format!(
            "The true number of documents lies between {} and {} ({} %), {from}.",
            rounded(lower),
            rounded(upper),
            share(row.level)
        ),
        None => format!(
            "The true number of documents is at least {} ({} %), {from}; no upper end can be named.",
            rounded(lower),
            share(row.level)
        ),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyses::common::one_study::each_reason;

    #[test]
    fn reasons_are_in_words() {
        each_reason(
            |reason| {
                vec![DesignRow {
                    study: "s".into(),
                    corpus: "c".into(),
                    metric: "bleu".into(),
                    assignment: Assignment::Nobody,
                    status: reason.into(),
                    ..DesignRow::default()
                }]
            },
            findings,
        );
    }
}
