//! Which campaign to run.

use serde_json::json;

use super::{DesignRow, text_tables};
use crate::analyses::common::phrases::{chance, rounded, size_in_words, why};
use crate::presentation::{Finding, MetricRows, StudySection, number, share};
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
    let mut finding = Finding::new(section, "design", format!("{by}{}", designs.headline()));
    for sentence in designs.sentences() {
        finding = finding.sentence(sentence);
    }
    for note in designs.notes() {
        finding = finding.note(note);
    }
    for row in metric.rows.iter().filter(|row| &*row.kind != "listed" || row.on_frontier) {
        finding = finding.row(data(row));
    }
    Some(finding.table(text_tables::of_finding(section, metric)))
}

/// The finding of a metric as the title of its figure.
pub(super) fn title(metric: &MetricRows<'_, DesignRow>) -> Option<String> {
    Designs::new(metric).map(|designs| designs.headline())
}

/// `82 documents (410 segments), 1 rating of each output, 12 judges`.
pub(super) fn in_words(row: &DesignRow) -> String {
    let mut parts = vec![size_in_words((row.documents.into(), row.segments))];
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
pub(super) fn price(cost: f64) -> String {
    if cost < 100.0 { number(cost) } else { rounded(cost) }
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
        let current = rows.iter().copied().find(|row| &*row.kind == "current");
        Some(Self { rows, first, recommended, current })
    }

    fn headline(&self) -> String {
        if &*self.first.kind == "none" {
            return format!("No campaign can be planned: {}.", without(&self.first.status));
        }
        match self.recommended {
            Some(row) => {
                format!("Cheapest design: {}. It costs {}.", in_words(row), price(row.cost))
            }
            None => format!("None of these designs {}.", self.goal("reaches")),
        }
    }

    /// What the goal is, after a verb for it.
    fn goal(&self, verb: &str) -> String {
        let row = self.first;
        let wanted = number(row.wanted);
        let goal = match &*row.goal {
            "detect" => {
                let power = row.power.map_or_else(String::new, chance);
                format!("finding a difference of {wanted} in {power} of campaigns")
            }
            "margin" => format!("a margin of ±{wanted} for differences"),
            "ranking-holds" => format!("the true order in {} of campaigns", chance(row.wanted)),
            _ => format!("the best system coming out best in {} of campaigns", chance(row.wanted)),
        };
        format!("{verb} the goal, {goal}")
    }

    /// What a design reaches.
    fn reached(&self, row: &DesignRow) -> Option<String> {
        let wanted = number(row.wanted);
        let margin = row.margin.map(|margin| format!("±{}", number(margin)));
        Some(match (&*row.goal, row.probability) {
            ("detect", Some(power)) => {
                format!("finds a true difference of {wanted} in {} of campaigns", chance(power))
            }
            ("ranking-holds", Some(probability)) => {
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
        let pairs = match (self.first.pairs, &*self.first.goal) {
            (_, "ranking-holds" | "best-is-best") => String::new(),
            (1, _) => " (one planned comparison)".to_owned(),
            (pairs, _) => format!(" (any of {})", counted(pairs as usize, "pair")),
        };
        if let Some(row) = self.recommended {
            let who = if row.judges.is_some() { "documents and judges" } else { "documents" };
            let reached = self.reached(row).map(|reached| {
                format!("With new {who} it {reached}{pairs}, {} systems.", row.systems)
            });
            sentences.extend(reached);
            sentences.extend(self.little_more(row));
        } else if let Some(closest) = self.closest() {
            sentences.extend(
                self.reached(closest).map(|reached| {
                    format!("The closest, {}, {reached}{pairs}.", in_words(closest))
                }),
            );
            if closest.judges.is_some() {
                sentences.push(
                    "Documents do not make up for judges who like different systems: list more `judges`."
                        .to_owned(),
                );
            }
        }
        sentences.extend(self.current.filter(|_| &*self.first.kind != "none").and_then(|row| {
            let reached = self.reached(row)?;
            Some(format!("The campaign of this corpus, {}, {reached}.", in_words(row)))
        }));
        sentences
    }

    /// The design with the smallest margin among those that cost little more.
    fn little_more(&self, cheapest: &DesignRow) -> Option<String> {
        let affordable = self.rows.iter().filter(|row| {
            row.on_frontier && row.cost > cheapest.cost && row.cost <= LITTLE_MORE * cheapest.cost
        });
        let margin = |row: &DesignRow| row.margin.unwrap_or(f64::INFINITY);
        let best = affordable.min_by(|one, other| margin(one).total_cmp(&margin(other)))?;
        let (before, after) = (cheapest.margin?, best.margin?);
        // Less than a fiftieth is not worth a sentence.
        (after < 0.98 * before).then(|| {
            let more = 100.0 * (best.cost / cheapest.cost - 1.0);
            format!(
                "For {} % more, {} narrow the margin of a difference from ±{} to ±{}.",
                rounded(more.max(1.0)),
                in_words(best),
                number(before),
                number(after)
            )
        })
    }

    /// What comes closest to the goal.
    fn closest(&self) -> Option<&'a DesignRow> {
        let listed = self.rows.iter().copied().filter(|row| &*row.kind == "listed");
        listed.max_by(|one, other| {
            let place = |row: &DesignRow| match row.probability {
                Some(probability) => probability,
                None => -row.margin.unwrap_or(f64::INFINITY),
            };
            place(one).total_cmp(&place(other))
        })
    }

    fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if &*self.first.kind == "none" {
            return notes;
        }
        if let Some(row) = self.recommended {
            notes.extend(interval(row));
        }
        if self.rows.iter().any(|row| &*row.status == "single-ratings") {
            notes.push(
                "No output of this corpus has two ratings: what a second rating is worth is not known, and only \
                 designs with one are planned. Have about 50 outputs rated twice."
                    .to_owned(),
            );
        }
        let of_judges = match &*self.first.assignment {
            "scattered" => Some(
                "Outputs of one document go to different judges, so that their severity counts. Compare \
                 `assignment = \"together\"`: the same judges rate all systems.",
            ),
            "together" => Some("The same judges rate the outputs of all systems of a document."),
            _ => None,
        };
        notes.extend(of_judges.map(str::to_owned));
        if matches!(&*self.first.goal, "ranking-holds" | "best-is-best") {
            notes.push(
                "True scores are taken to be those of this corpus, drawn together by the share of their variance \
                 that errors explain."
                    .to_owned(),
            );
        } else {
            notes.push(format!(
                "Student's t at {} %, with the degrees of freedom of documents and judges.",
                share(self.first.level)
            ));
        }
        notes
    }
}

/// Between which numbers of documents the true one lies.
fn interval(row: &DesignRow) -> Option<String> {
    let documents = rounded(row.documents.into());
    Some(match (row.documents_lower, row.documents_upper) {
        (Some(lower), Some(upper)) => format!(
            "{documents} documents is an estimate: {} to {} ({} %), as far as this corpus tells how much texts and \
             judges vary.",
            rounded(lower),
            rounded(upper),
            share(row.level)
        ),
        (Some(_), None) => format!(
            "{documents} documents is an estimate without an upper end: without one of its judges or documents \
             this corpus would promise no number."
        ),
        (None, _) => return None,
    })
}

/// Why there is no plan.
fn without(status: &str) -> String {
    match status {
        "judges-unknown" => "the corpus does not say who judged what".to_owned(),
        "several-criteria" => "the metric adds up several criteria".to_owned(),
        "confounded" => "the pattern of ratings does not separate judges from texts".to_owned(),
        "not-additive" => "scores of test sets do not follow from sums over segments".to_owned(),
        "scores-of-documents" => "whole documents are scored, not segments".to_owned(),
        other => why(other),
    }
}

fn data(row: &DesignRow) -> serde_json::Value {
    json!({
        "metric": &*row.metric,
        "kind": &*row.kind,
        "documents": row.documents,
        "segments": row.segments,
        "segments_limit": row.segments_limit,
        "ratings_per_segment": row.ratings_per_segment,
        "judges": row.judges,
        "references": row.references,
        "systems": row.systems,
        "assignment": &*row.assignment,
        "cost": row.cost,
        "goal": &*row.goal,
        "wanted": row.wanted,
        "power": row.power,
        "pairs": row.pairs,
        "level": row.level,
        "margin": row.margin,
        "probability": row.probability,
        "reached": row.reached,
        "on_frontier": row.on_frontier,
        "recommended": row.recommended,
        "documents_lower": row.documents_lower,
        "documents_upper": row.documents_upper,
        "status": &*row.status,
    })
}
