//! Answers: one block a question, over all metrics, corpora and studies of an experiment. The first screen and the page
//! begin with them; the findings behind them are the details.
//!
//! Nothing is estimated here: blocks put together what rows and findings say.

mod best;
mod block;
mod buy;
mod by_metric;
mod metrics;
mod precision;
mod ranks;
mod ranks_verdict;
mod sizes;
#[cfg(test)]
mod tests;
mod told;

pub use block::{Block, Source, Told};
pub use by_metric::{MetricColumns, merged};
pub use metrics::Scorer;
pub use ranks::{CORPUS_COLUMN, RankEntry, Ranks, long_table, paper_table, rank_entries, ranks};

use self::block::findings_about;
pub use crate::analyses::question::Question;

/// The answers of an experiment to all questions that it asks, in the order of [`Question`].
pub fn answers(told: &[Told<'_>]) -> Vec<Block> {
    Question::ALL.into_iter().filter_map(|question| answer(question, told)).collect()
}

fn answer(question: Question, told: &[Told<'_>]) -> Option<Block> {
    let block = match question {
        Question::Best => best::block(told),
        Question::Precision => precision::block(told),
        Question::Sizes => sizes::block(told),
        Question::Buy => buy::block(told),
        Question::None => return None,
        _ => None,
    };
    let mut block = block.or_else(|| told::block(question, told))?;
    block.sources = sources(question, told);
    Some(block)
}

/// The findings that belong to a question.
fn sources(question: Question, told: &[Told<'_>]) -> Vec<Source> {
    let sources = findings_about(question, told).map(|(_, finding)| Source {
        study: finding.study.clone(),
        corpus: finding.corpus.clone(),
        analysis: finding.analysis,
    });
    sources.collect()
}
