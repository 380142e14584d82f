//! Which system is best: the winner by every metric, judgments first, and how sure that is.

mod by_corpus;
mod winner;

use std::collections::BTreeSet;

use self::by_corpus::{MOST_COUNTS, OnCorpus};
use self::winner::{Winner, chances};
use super::by_metric::MetricLine;
use super::{Block, MetricColumns, Scorer, Told, ranks};
use crate::analyses::{Question, ScoreRow, comparison};
use crate::corpus::looks_human;
use crate::presentation::{TextCell, TextTable, chance};

/// Corpora that have a sentence of their own.
const MOST_CORPORA: usize = 4;

pub(super) fn block(told: &[Told<'_>]) -> Option<Block> {
    let corpora = by_corpus::corpora(told);
    let of_baseline = versus_baseline(told);
    let Some(first) = corpora.first() else {
        let (verdict, sentences) = of_baseline.split_first()?;
        let mut block = Block::new(Question::Best, verdict.clone());
        block.sentences.extend(sentences.iter().cloned());
        return Some(block);
    };
    let mut block = match &corpora[..] {
        [only] => {
            let mut block = Block::new(Question::Best, only.verdict());
            block.sentences.extend(only.sentences());
            block
        }
        _ => of_corpora(&corpora),
    };
    block.sentences.extend(order(&corpora));
    block.sentences.extend(of_baseline);
    block.table = ranks_of(told);
    // Sentences have the numbers of few metrics with one winner.
    let is_said = first.winners.len() <= MOST_COUNTS && first.has_one_winner();
    if corpora.len() > 1 || !is_said {
        block.by_metric = Some(columns(&corpora));
    }
    if says_shares_of_resamples(&block) {
        block
            .notes
            .push("Shares of resamples take the scores of this test set for the truth.".to_owned());
    }
    block.resampled =
        winners(&corpora).map(|winner| (winner.metric.label.clone(), winner.resampled)).collect();
    Some(block)
}

/// The winners on all corpora.
fn winners(corpora: &[OnCorpus]) -> impl Iterator<Item = &Winner> {
    corpora.iter().flat_map(|corpus| &corpus.winners)
}

/// The ranks of the systems where all pairs were compared: by judges, or else on the first corpus.
fn ranks_of(told: &[Told<'_>]) -> Option<TextTable> {
    let all_pairs = told.iter().filter(|told| {
        let metrics = comparison::summaries(&told.section);
        metrics.first().is_some_and(|metric| metric.baseline().is_none() && metric.pairs.len() > 1)
    });
    let first = all_pairs.min_by_key(|told| {
        let metrics = comparison::summaries(&told.section);
        let scorers = metrics
            .iter()
            .map(|metric| Scorer::of_metric(&told.section, &metric.first().cell.metric));
        scorers.min()
    });
    let section = &first?.section;
    let scores = section.rows::<ScoreRow>();
    let systems = scores.iter().map(|row| row.cell.system());
    let humans = systems.filter(|system| looks_human(system)).map(str::to_owned).collect();
    Some(ranks(section, &humans)?.table)
}

/// Several corpora: those that say the same together.
fn of_corpora(corpora: &[OnCorpus]) -> Block {
    let verdicts: BTreeSet<String> = corpora.iter().map(OnCorpus::verdict).collect();
    if verdicts.len() == 1 && corpora.iter().all(OnCorpus::has_one_winner) {
        let all = format!("On all {} corpora: {}", corpora.len(), corpora[0].verdict());
        return Block::new(Question::Best, all);
    }
    let mut block = Block::new(Question::Best, verdict_on(&corpora[0]));
    block.sentences.extend(corpora[0].sentences());
    for corpus in corpora[1..].iter().take(MOST_CORPORA - 1) {
        let sentences = std::iter::once(verdict_on(corpus)).chain(corpus.sentences());
        block.sentences.push(sentences.collect::<Vec<_>>().join(" "));
    }
    if let left_out @ 1.. = corpora.len().saturating_sub(MOST_CORPORA) {
        block.sentences.push(format!("{left_out} more corpora: see the table."));
    }
    block
}

/// The verdict with the name of the corpus.
fn verdict_on(corpus: &OnCorpus) -> String {
    let verdict = corpus.verdict();
    if corpus.disagrees() {
        return format!("On {} {}", corpus.name, decapitalised(&verdict));
    }
    format!("On {}: {verdict}", corpus.name)
}

/// Returns `true` if its sentences or tables have shares of resamples.
fn says_shares_of_resamples(block: &Block) -> bool {
    let headings = block.table.iter().flat_map(|table| &table.header).map(|cell| &*cell.text);
    let by_metric = block.by_metric.iter().flat_map(|columns| &columns.header).copied();
    let sentences = block.sentences.iter().chain([&block.verdict]).map(|text| &**text);
    headings.chain(by_metric).chain(sentences).any(|text| text.contains("resamples"))
}

/// Within a sentence.
fn decapitalised(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

/// How far the complete order can be trusted.
fn order(corpora: &[OnCorpus]) -> Option<String> {
    let orders: Vec<f64> = winners(corpora).filter_map(|winner| winner.order).collect();
    // Of two systems, who is first is the order.
    let systems = winners(corpora).map(|winner| winner.systems).max()?;
    if orders.is_empty() || systems < 3 {
        return None;
    }
    Some(format!("The complete order is right in {} of new test sets.", chances(&orders)))
}

/// What comparisons with a baseline come to.
fn versus_baseline(told: &[Told<'_>]) -> Vec<String> {
    let with_baseline = told.iter().filter(|told| {
        let metrics = comparison::summaries(&told.section);
        metrics.first().is_some_and(|metric| metric.baseline().is_some())
    });
    let findings = with_baseline.flat_map(|told| told.findings);
    let findings = findings.filter(|(_, finding)| finding.analysis == comparison::COMPARISON.key);
    findings.map(|(_, finding)| finding.headline.clone()).collect()
}

/// A heading, and which winners have a cell below it.
type Column = (&'static str, fn(&Winner) -> bool);

fn columns(corpora: &[OnCorpus]) -> MetricColumns {
    let all: [Column; 4] = [
        ("first again", |winner| winner.again.is_some()),
        ("first in\nresamples", |winner| winner.in_resamples.is_some()),
        ("order right", |winner| winner.order.is_some()),
        ("pairs that\ndiffer", |winner| winner.tests.is_some()),
    ];
    let shown: Vec<bool> = all.iter().map(|(_, wanted)| winners(corpora).any(wanted)).collect();
    let lines = corpora.iter().flat_map(|corpus| {
        corpus.winners.iter().map(|winner| {
            let cells = cells(winner).into_iter().zip(&shown).filter(|(_, shown)| **shown);
            let names = std::iter::once(TextCell::words(winner.names()));
            MetricLine {
                corpus: corpus.name.clone(),
                metric: winner.metric.label.clone(),
                cells: names.chain(cells.map(|(cell, _)| cell)).collect(),
            }
        })
    });
    let headings = all.iter().zip(&shown).filter(|(_, shown)| **shown);
    let header = std::iter::once("best").chain(headings.map(|((heading, _), _)| *heading));
    MetricColumns { header: header.collect(), lines: lines.collect() }
}

/// The cells of a winner below all headings.
fn cells(winner: &Winner) -> [TextCell; 4] {
    let [again, in_resamples, order] = [winner.again, winner.in_resamples, winner.order]
        .map(|share| TextCell::optional(share, chance));
    let tests = winner.tests.as_ref();
    let differ = tests.map(|tests| format!("{} of {}", tests.significant, tests.pairs));
    let differ = TextCell::number(differ.unwrap_or_else(|| "–".to_owned()), None);
    [again, in_resamples, order, differ]
}
