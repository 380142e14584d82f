//! A plan for people and for scripts.

use std::fmt::Write;

use serde::Serialize;

use super::grid::EXHAUSTIVE;
use super::{Cost, Grid, Plan};
use crate::escape;
use crate::spec::model::Study;

/// A plan as data: what `runner plan --format json` prints.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct PlanDocument {
    /// Name of the experiment.
    pub experiment: String,
    /// Corpora.
    pub corpora: Vec<CorpusSummary>,
    /// Grids: the cells of each are the product of its placements, scorings, repeats and replicates.
    pub grids: Vec<GridDocument>,
    /// Cells of all grids.
    pub cells: u64,
    /// Distinct results behind the cells.
    pub results: usize,
    /// Of these, results that an earlier run left.
    pub results_there: usize,
    /// Jobs: test sets with their draws.
    pub jobs: usize,
    /// Estimated work of all jobs.
    pub cost: Cost,
}

/// What a corpus holds.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct CorpusSummary {
    /// Name in the spec.
    pub name: String,
    /// Number of documents.
    pub documents: usize,
    /// Number of segments.
    pub segments: usize,
    /// Names of references.
    pub references: Vec<String>,
    /// Names of outputs that are not references.
    pub systems: Vec<String>,
    /// Names of criteria.
    pub criteria: Vec<String>,
    /// Whether it was generated.
    pub synthetic: bool,
}

/// The factors of a study on a corpus.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct GridDocument {
    /// Study.
    pub study: String,
    /// Corpus.
    pub corpus: String,
    /// Test sets along orderings.
    pub placements: Vec<PlacementDocument>,
    /// Metrics applied to systems.
    pub scorings: Vec<ScoringDocument>,
    /// Independent repetitions of the draws.
    pub repeats: u32,
    /// Numbers of replicates.
    #[serde(rename = "B")]
    pub replicates: Vec<u32>,
    /// Number of cells.
    pub cells: u64,
}

/// A test set along an ordering.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct PlacementDocument {
    /// Ordering.
    pub ordering: String,
    /// Identity of the test set.
    pub test_set: String,
    /// Its documents.
    pub documents: usize,
    /// Its segments.
    pub segments: usize,
    /// The fraction that was asked for.
    pub fraction: Option<f64>,
}

/// A metric applied to a system.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct ScoringDocument {
    /// Metric.
    pub metric: String,
    /// System.
    pub system: String,
    /// References, joined by `+`.
    pub references: Option<String>,
    /// Segments of the corpus that count.
    pub judged_segments: usize,
    /// Why there is no score, if there is none.
    pub obstacle: Option<String>,
}

impl PlanDocument {
    /// Describes `plan`, of whose results `results_there` are there already.
    pub fn new(plan: &Plan, results_there: usize) -> Self {
        Self {
            experiment: plan.spec.name.clone(),
            corpora: plan.corpora.iter().map(|plan| summary(&plan.corpus)).collect(),
            grids: plan.grids.iter().map(|grid| grid_document(plan, grid)).collect(),
            cells: plan.cell_count(),
            results: plan.jobs.iter().map(|job| job.tasks.len()).sum(),
            results_there,
            jobs: plan.jobs.len(),
            cost: plan.cost(),
        }
    }
}

fn summary(corpus: &crate::corpus::model::Corpus) -> CorpusSummary {
    CorpusSummary {
        name: corpus.name.clone(),
        documents: corpus.documents.len(),
        segments: corpus.segment_count(),
        references: corpus.references.iter().map(|reference| reference.name.clone()).collect(),
        systems: corpus.machine_systems().map(str::to_owned).collect(),
        criteria: corpus.judgments.keys().cloned().collect(),
        synthetic: corpus.synthetic,
    }
}

fn grid_document(plan: &Plan, grid: &Grid) -> GridDocument {
    let study = &plan.spec.studies[grid.study];
    let corpus_plan = &plan.corpora[grid.corpus];
    let corpus = &corpus_plan.corpus;
    let placements = grid.placements.iter().map(|placement| {
        let test_set = &corpus_plan.test_sets[placement.test_set];
        PlacementDocument {
            ordering: placement.ordering.to_string(),
            test_set: test_set.id.to_string(),
            documents: test_set.documents.len(),
            segments: test_set.segments,
            fraction: placement.fraction,
        }
    });
    let scorings = grid.scorings.iter().map(|index| {
        let scoring = &corpus_plan.scorings[*index];
        let masked = scoring.mask.iter().flat_map(|mask| mask.iter()).filter(|flag| !**flag);
        ScoringDocument {
            metric: plan.spec.metrics[scoring.metric].name.clone(),
            system: scoring.system.clone(),
            references: scoring.references.as_ref().map(|set| set.names(corpus)),
            judged_segments: match scoring.obstacle {
                None => corpus.segment_count() - masked.count(),
                Some(_) => 0,
            },
            obstacle: scoring.obstacle.map(|obstacle| obstacle.name().to_owned()),
        }
    });
    GridDocument {
        study: study.name.clone(),
        corpus: corpus.name.clone(),
        placements: placements.collect(),
        scorings: scorings.collect(),
        repeats: study.shown_repeats(),
        replicates: study.replicates.clone(),
        cells: grid.cell_count(&plan.spec),
    }
}

/// The plan as text of some twenty lines.
pub fn explain(plan: &Plan, results_there: usize) -> String {
    let document = PlanDocument::new(plan, results_there);
    let mut text = String::new();
    let mut line = |line: String| {
        text.push_str(&line);
        text.push('\n');
    };
    line(match &plan.spec.title {
        Some(title) => format!("{}: {}", plan.spec.name, escape::line(title)),
        None => plan.spec.name.clone(),
    });
    line("\ncorpora".to_owned());
    for corpus in &document.corpora {
        line(format!(
            "  {}: {}, {}, {}, {}{}{}",
            corpus.name,
            counted(corpus.documents as u64, "document"),
            counted(corpus.segments as u64, "segment"),
            counted(corpus.references.len() as u64, "reference"),
            counted(corpus.systems.len() as u64, "system"),
            list(", judged on ", &corpus.criteria),
            if corpus.synthetic { " (synthetic)" } else { "" },
        ));
    }
    line("\nstudies".to_owned());
    for (grid, described) in plan.grids.iter().zip(&document.grids) {
        line(grid_line(plan, grid, described));
    }
    let cost = document.cost;
    line("\nwork".to_owned());
    line(format!(
        "  {}, {} from {} with draws of their own ({} there already)",
        counted(document.cells, "cell"),
        counted(document.results as u64, "result"),
        counted(document.jobs as u64, "test set"),
        grouped(document.results_there as u64),
    ));
    line(format!(
        "  {} draws, {} multiply-adds, {} scores: {} on one core, {} of memory",
        magnitude(cost.draws),
        magnitude(cost.multiply_adds),
        magnitude(cost.scores),
        duration(cost.seconds),
        bytes(cost.memory),
    ));
    if cost.studentizing > 0.5 * cost.seconds && cost.seconds >= 1.0 {
        line(format!(
            "  most of it for bootstrap-t ({}), which takes a standard error of every replicate; bca is \
             as exact and cheap",
            duration(cost.studentizing)
        ));
    }
    text
}

fn grid_line(plan: &Plan, grid: &Grid, described: &GridDocument) -> String {
    let mut orderings: Vec<&str> = Vec::new();
    let mut sets: Vec<usize> = Vec::new();
    for placement in &grid.placements {
        if orderings.last() != Some(&&*placement.ordering) {
            orderings.push(&placement.ordering);
        }
        sets.push(placement.test_set);
    }
    sets.sort_unstable();
    sets.dedup();
    let study = &plan.spec.studies[grid.study];
    let mut text = String::new();
    let orderings = match orderings.as_slice() {
        _ if study.samples.is_some() => samples(study),
        [EXHAUSTIVE] => "every set of documents".to_owned(),
        several if several.len() > 4 => format!("{} orderings", several.len()),
        few => format!("orderings {}", few.join(", ")),
    };
    let without = described.scorings.iter().filter(|scoring| scoring.obstacle.is_some()).count();
    write!(
        text,
        "  {} on {}: {} ({orderings}; {}) x {} x {} x B = {} -> {}",
        described.study,
        described.corpus,
        counted(grid.placements.len() as u64, "placement"),
        counted(sets.len() as u64, "distinct test set"),
        counted(described.scorings.len() as u64, "scoring"),
        counted(u64::from(study.shown_repeats()), "repeat"),
        study.replicates.iter().map(u32::to_string).collect::<Vec<_>>().join(", "),
        counted(described.cells, "cell"),
    )
    .expect("writing to a string cannot fail");
    if study.repeats > study.shown_repeats() {
        let others = grouped(u64::from(study.repeats));
        write!(text, "; {others} repeats for stability").expect("writing to a string cannot fail");
    }
    if without > 0 {
        let without = counted(without as u64, "scoring");
        write!(text, "; no data for {without}").expect("writing to a string cannot fail");
    }
    text
}

/// How the test sets of a study that takes samples are picked.
fn samples(study: &Study) -> String {
    let Some(samples) = &study.samples else { return String::new() };
    let sizes: Vec<String> = samples.segments.iter().map(|size| grouped(*size as u64)).collect();
    format!("{} samples of {} segments", samples.sampling.name(), sizes.join(", "))
}

fn list(before: &str, names: &[String]) -> String {
    let names = names.join(", ");
    if names.is_empty() { String::new() } else { format!("{before}{}", escape::line(&names)) }
}

/// `1 segment`, `1,002 segments`.
fn counted(number: u64, noun: &str) -> String {
    format!("{} {noun}{}", grouped(number), if number == 1 { "" } else { "s" })
}

/// A number with commas between groups of three digits.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (position, digit) in digits.chars().enumerate() {
        if position > 0 && (digits.len() - position).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

fn magnitude(number: f64) -> String {
    match number {
        n if n >= 1e12 => format!("{:.1} trillion", n / 1e12),
        n if n >= 1e9 => format!("{:.1} billion", n / 1e9),
        n if n >= 1e6 => format!("{:.1} million", n / 1e6),
        n => format!("{n:.0}"),
    }
}

fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 1.0 => "less than a second".to_owned(),
        s if s < 100.0 => format!("about {s:.0} seconds"),
        s if s < 6000.0 => format!("about {:.0} minutes", s / 60.0),
        s => format!("about {:.1} hours", s / 3600.0),
    }
}

fn bytes(bytes: f64) -> String {
    match bytes {
        b if b >= 1e9 => format!("{:.1} GB", b / 1e9),
        b => format!("{:.0} MB", (b / 1e6).ceil()),
    }
}

#[cfg(test)]
mod tests {
    use super::grouped;

    #[test]
    fn digits_in_groups() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(32_767), "32,767");
        assert_eq!(grouped(1_234_567), "1,234,567");
    }
}
