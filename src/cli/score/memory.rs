//! Memory that scoring takes, and whether it is there.

use super::arguments::ScoreArguments;
use crate::cli::exit_code::Exit;
use crate::cli::failure::Failure;
use crate::corpus::model::NamedTexts;
use crate::memory;
use crate::metric::config::MetricConfig;
use crate::plan::{CorpusPlan, Plan};

/// Bytes per segment, whatever is scored: of the test set and of how much each segment weighs. All numbers
/// here are measured, on a million empty lines and on 300,000 lines of twenty words.
const SEGMENT: f64 = 90.0;

/// The same for draws.
const DRAWN_SEGMENT: f64 = 64.0;

/// Refuses what does not fit into memory beside the corpus, which is there already.
pub(super) fn check(arguments: &ScoreArguments, plan: &Plan) -> Result<(), Failure> {
    let needed: f64 = plan.corpora.iter().map(|corpus| needed(arguments, plan, corpus)).sum();
    memory::check(needed).map_err(|shortage| {
        let help =
            format!("score fewer metrics, systems or lines at a time, or {}", shortage.help());
        Failure::with_help(Exit::Environment, format!("scoring takes {shortage}"), help)
    })
}

fn needed(arguments: &ScoreArguments, plan: &Plan, corpus: &CorpusPlan) -> f64 {
    let segments = corpus.corpus.segment_count() as f64;
    let text = |column: &NamedTexts| -> usize { column.texts.iter().flatten().map(str::len).sum() };
    let text = corpus.corpus.references.iter().map(text).sum::<usize>() as f64;
    let references = corpus.corpus.references.len() as f64;
    let mut needed = segments * SEGMENT;
    for metric in &plan.spec.metrics {
        let Need { of_segment, of_byte, .. } = need(&metric.config);
        needed += references * segments * of_segment + text * of_byte;
    }
    let draws = arguments.wants_intervals();
    if draws {
        let replicates = plan.jobs.iter().map(|job| f64::from(job.replicates())).sum::<f64>();
        needed += segments * DRAWN_SEGMENT + 16.0 * replicates * corpus.scorings.len() as f64;
    }
    for scoring in &corpus.scorings {
        let columns = need(&plan.spec.metrics[scoring.metric].config).columns as f64;
        // Integers of 64 bits, and a mark; drawn as integers of 16 bits.
        let drawn = if draws { 4.0 * columns } else { 0.0 };
        needed += segments * (8.0 * columns + 1.0 + drawn);
    }
    needed
}

/// What a metric takes.
struct Need {
    /// Integers of a row.
    columns: usize,
    /// Bytes per segment of a reference while hypotheses are compared with it.
    of_segment: f64,
    /// Bytes per byte of a reference, the same while.
    of_byte: f64,
}

fn need(config: &MetricConfig) -> Need {
    // References that are read some segments at a time take nothing to speak of.
    let (columns, of_segment, of_byte) = match config {
        MetricConfig::Bleu(bleu) => (2 + 2 * bleu.order, 0.0, 0.0),
        MetricConfig::MBleu(bleu) => (2 + 2 * bleu.weights.len(), 0.0, 0.0),
        MetricConfig::Chrf(chrf) => (3 * (chrf.character_order + chrf.word_order), 0.0, 0.0),
        MetricConfig::ErrorRate(_) | MetricConfig::Ter(_) => (2, 16.0, 1.0),
        MetricConfig::Gtm(_) => (3, 16.0, 1.0),
        MetricConfig::Nist(nist) => (2 + 2 * nist.order, 390.0, 14.0),
        MetricConfig::Wnm(_) => (2, 340.0, 19.0),
        MetricConfig::Human(_) | MetricConfig::External(_) => (2, 0.0, 0.0),
    };
    Need { columns, of_segment, of_byte }
}
