//! What people with a metric ask for: scores of all segments by both.

use std::sync::Arc;

use super::options::Assisted;
use super::row::{AssistedRow, SavingsRow};
use crate::analyses::common::segment_table::SegmentTable;
use crate::corpus::model::Corpus;
use crate::metric::config::MetricConfig;
use crate::plan::{
    GridContext, GridCounts, PlanProblem, PlannedOptions, Request, StudyOnCorpus, TableSize,
};
use crate::stats::special::chi_square_tail;
use crate::warning::Warning;

/// Documents of the smaller part for each domain, from which a chi-square test is one.
// The usual rule for expected counts, here of domains on average.
const OF_DOMAIN: f64 = 5.0;

/// Below this probability, the domains of the judged part differ by more than chance.
const BY_CHANCE: f64 = 0.01;

/// Scorings of the systems that have scores of a metric, each on all segments that it has.
pub(super) fn group(context: &GridContext<'_>, metric: &str) -> Vec<usize> {
    let all = context.scorings;
    let named = context.grid.own_segments.iter().copied().filter(|scoring| {
        let scoring = &all[*scoring];
        scoring.obstacle.is_none() && context.metrics[scoring.metric].name == metric
    });
    let named: Vec<usize> = named.collect();
    // Of several sets of references the first: each system is to occur once.
    let first = named.first().map(|first| &all[*first].references);
    named.into_iter().filter(|scoring| Some(&all[*scoring].references) == first).collect()
}

impl Assisted {
    /// Documents of which the corpus has a judgment.
    fn judged(&self, context: &GridContext<'_>) -> Vec<bool> {
        let config = context.metrics.iter().find(|metric| metric.name == self.human);
        let Some(MetricConfig::Human(human)) = config.map(|metric| &metric.config) else {
            return Vec::new();
        };
        let columns = human
            .criteria
            .iter()
            .filter_map(|criterion| context.corpus.judgments.get(criterion))
            .flat_map(|by_system| by_system.values().flat_map(|judgments| &judgments.judges));
        let columns: Vec<&Vec<Option<f64>>> = columns.collect();
        let documents = context.corpus.documents.iter();
        documents
            .map(|document| {
                let mut segments = document.segments.clone();
                segments.any(|segment| columns.iter().any(|column| column[segment].is_some()))
            })
            .collect()
    }
}

/// The probability that judged documents differ at least as much in domains by chance; nothing where there are no two domains,
/// or no two parts.
fn chance_of_domains(corpus: &Corpus, judged: &[bool]) -> Option<f64> {
    let documents = corpus.documents.iter().zip(judged);
    let mut domains: Vec<&str> =
        documents.clone().filter_map(|(document, _)| document.domain.as_deref()).collect();
    domains.sort_unstable();
    domains.dedup();
    let share = judged.iter().filter(|is_judged| **is_judged).count() as f64 / judged.len() as f64;
    let smaller = share.min(1.0 - share) * judged.len() as f64;
    if domains.len() < 2 || smaller < OF_DOMAIN * domains.len() as f64 {
        return None;
    }
    let terms = domains.iter().map(|domain| {
        let in_domain =
            documents.clone().filter(|(document, _)| document.domain.as_deref() == Some(domain));
        let (count, seen) = in_domain.fold((0.0, 0.0), |(count, seen), (_, is_judged)| {
            (count + 1.0, seen + f64::from(u8::from(*is_judged)))
        });
        let away = seen - share * count;
        // Judged documents and others together: 1/share + 1/(1 - share) = 1/(share (1 - share)).
        away * away / (count * share * (1.0 - share))
    });
    Some(chi_square_tail(terms.sum(), domains.len() as f64 - 1.0))
}

impl PlannedOptions for Assisted {
    fn problems(&self, on: &StudyOnCorpus<'_>) -> Vec<PlanProblem> {
        if self.random || on.corpus.weights.is_some() {
            return Vec::new();
        }
        let message = format!(
            "nothing says that the judged documents of corpus `{}` are a random part of it",
            on.corpus.name
        );
        let help = "write `random = true` if they were chosen at random, or give the corpus the `weights` of picks";
        vec![PlanProblem::of_study(&on.study.name, &["assisted"], message, help.to_owned())]
    }

    fn reads_own_segments(&self) -> bool {
        true
    }

    fn reads_whole_corpus(&self) -> bool {
        true
    }

    fn warnings(&self, context: &GridContext<'_>) -> Vec<Warning> {
        let judged = self.judged(context);
        let chance = chance_of_domains(context.corpus, &judged);
        let is_weighted = context.corpus.weights.is_some();
        let differs = chance.is_some_and(|chance| chance < BY_CHANCE) && !is_weighted;
        let warning = differs.then(|| {
            let message = format!(
                "judged and other documents of corpus `{}` differ in domains by more than chance",
                context.corpus.name
            );
            let help = "they are no random part: judge at random, or put each domain into a corpus of its own";
            Warning::of_study(&context.study.name, message, help)
        });
        warning.into_iter().collect()
    }

    fn requests(&self, context: &GridContext<'_>) -> Vec<Request> {
        let groups = [&self.human, &self.metric].map(|metric| group(context, metric));
        let groups: Vec<Arc<[usize]>> =
            groups.into_iter().filter(|group| !group.is_empty()).map(Arc::from).collect();
        vec![Request::once(SegmentTable, groups, context.grid.whole.into_iter().collect())]
    }

    fn table_sizes(&self, context: &GridContext<'_>, counts: &GridCounts) -> Vec<TableSize> {
        let systems = group(context, &self.human).len() as f64;
        let rows = systems * (systems + 1.0) / 2.0;
        vec![
            TableSize::new::<AssistedRow>(counts, rows, 15.0).at_once(),
            TableSize::new::<SavingsRow>(counts, 2.0, 6.0).at_once(),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::model::Document;

    /// Twenty documents of news and twenty of talks, of which this many are judged.
    fn judged(news: usize, talk: usize) -> Option<f64> {
        let documents = (0..40).map(|index: usize| Document {
            id: index.to_string(),
            domain: Some(if index < 20 { "news" } else { "talk" }.to_owned()),
            segments: index..index + 1,
        });
        let corpus = Corpus { documents: documents.collect(), ..Corpus::default() };
        let judged: Vec<bool> = (0..40)
            .map(|index| if index < 20 { index < news } else { index - 20 < talk })
            .collect();
        chance_of_domains(&corpus, &judged)
    }

    #[test]
    fn domains_by_chance() {
        // scipy.stats.chi2_contingency([[10, 10], [10, 10]], correction=False), and of 15 and 5.
        assert!((judged(10, 10).unwrap() - 1.0).abs() < 1e-12);
        assert!((judged(15, 5).unwrap() - 0.001_565_402_258_002_549).abs() < 1e-9);
        assert_eq!(judged(20, 20), None);
    }
}
