//! A plan for people.

use super::document::{GridDocument, PlanDocument, SeedsDocument};
use super::experiment_plan::Plan;
use super::grid::{EXHAUSTIVE, Grid};
use crate::config::model::Study;
use crate::escape;
use crate::words::{bytes, duration, grouped, grouped_count, magnitude};
use std::fmt::Write as _;

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
            grouped_count(corpus.documents as u64, "document"),
            grouped_count(corpus.segments as u64, "segment"),
            grouped_count(corpus.references.len() as u64, "reference"),
            grouped_count(corpus.systems.len() as u64, "system"),
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
        "  {} in {}; {} of {} are there already",
        grouped_count(document.cells, "score"),
        studies(plan.spec.studies.len()),
        grouped(document.results_there as u64),
        grouped_count(document.results as u64, "result"),
    ));
    if let Some(SeedsDocument { first, last, count, studies, results }) = &document.seeds {
        line(format!(
            "  {count} seeds of the generator, {first} to {last}: further ones run what published values \
             read, {} of {}, {}",
            studies.len(),
            self::studies(plan.spec.studies.len()),
            grouped_count(*results as u64, "result"),
        ));
    }
    line(format!(
        "  {} on one core, {} of memory ({} resamples of {}, {} scores of resamples)",
        duration(cost.seconds),
        bytes(cost.memory),
        magnitude(cost.draws),
        grouped_count(document.jobs as u64, "test set"),
        magnitude(cost.scores),
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

/// `1 study`, `2 studies`.
pub fn studies(count: usize) -> String {
    format!("{count} {}", if count == 1 { "study" } else { "studies" })
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
    let orderings = match orderings.as_slice() {
        _ if study.samples.is_some() => samples(study),
        [EXHAUSTIVE] => "every set of documents".to_owned(),
        several if several.len() > 4 => format!("{} document orders", several.len()),
        few => format!("document order {}", few.join(", ")),
    };
    let distinct = if sets.len() < grid.placements.len() {
        format!(", {} distinct", grouped(sets.len() as u64))
    } else {
        String::new()
    };
    let repeats = match u64::from(study.shown_repeats()) {
        1 => String::new(),
        several => format!(" x {}", grouped_count(several, "repeat")),
    };
    let replicates: Vec<String> =
        study.replicates.iter().map(|count| grouped(u64::from(*count))).collect();
    let mut text = format!(
        "  {} on {}: {}{distinct} ({orderings}) x {} (system, metric, references){repeats}, B = {}: {}",
        described.study,
        described.corpus,
        grouped_count(grid.placements.len() as u64, "test set"),
        grouped_count(described.scorings.len() as u64, "scoring"),
        replicates.join(" and "),
        grouped_count(described.cells, "score"),
    );
    if let Some(strata) = &grid.strata {
        let (count, by) = (strata.names.len(), strata.by.name());
        let _ = write!(text, "; {count} strata by {by}");
    }
    if let Some(analysis) = study.repeats_are_for() {
        let _ = write!(text, "; {} repeats for {analysis}", grouped(u64::from(study.repeats)));
    }
    let without = described.scorings.iter().filter(|scoring| scoring.obstacle.is_some()).count();
    if without > 0 {
        let _ = write!(text, "; no data for {}", grouped_count(without as u64, "scoring"));
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
