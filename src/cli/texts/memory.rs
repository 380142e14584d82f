//! Memory that scoring takes, and whether it is there.

use crate::cli::{Exit, Failure};
use crate::corpus::model::NamedTexts;
use crate::memory;
use crate::plan::{CorpusPlan, MetricCost, Plan};

/// Bytes per segment, whatever is scored: of the test set and of how much each segment weighs. All numbers
/// here are measured, on a million empty lines and on 300,000 lines of twenty words.
const SEGMENT: f64 = 90.0;

/// The same for draws.
const DRAWN_SEGMENT: f64 = 64.0;

/// Refuses what does not fit into memory beside the corpus, which is there already; `draws` where anything is
/// resampled.
pub(super) fn check(draws: bool, plan: &Plan) -> Result<(), Failure> {
    let needed: f64 = plan.corpora.iter().map(|corpus| needed(draws, plan, corpus)).sum();
    memory::check(needed).map_err(|shortage| {
        let help =
            format!("score fewer metrics, systems or lines at a time, or {}", shortage.help());
        Failure::with_help(Exit::Environment, format!("scoring takes {shortage}"), help)
    })
}

fn needed(draws: bool, plan: &Plan, corpus: &CorpusPlan) -> f64 {
    let segments = corpus.corpus.segment_count() as f64;
    let text = corpus
        .corpus
        .references
        .iter()
        .map(|column: &NamedTexts| -> usize { column.texts.iter().flatten().map(str::len).sum() })
        .sum::<usize>() as f64;
    let references = corpus.corpus.references.len() as f64;
    let mut needed = segments * SEGMENT;
    for metric in &plan.spec.metrics {
        let MetricCost { of_segment, of_byte, .. } = MetricCost::new(&metric.config);
        needed += references * segments * of_segment + text * of_byte;
    }
    if draws {
        let replicates = plan.jobs.iter().map(|job| f64::from(job.replicates())).sum::<f64>();
        needed += segments * DRAWN_SEGMENT + 16.0 * replicates * corpus.scorings.len() as f64;
    }
    for scoring in &corpus.scorings {
        let columns = MetricCost::new(&plan.spec.metrics[scoring.metric].config).columns as f64;
        // Integers of 64 bits, and a mark; drawn as pairs of integers of 16 bits.
        let drawn = if draws { 4.0 * columns } else { 0.0 };
        needed += segments * (8.0 * columns + 1.0 + drawn);
    }
    needed
}
