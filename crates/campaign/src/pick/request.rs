//! What picks ask for: scores of all segments of the corpora to pick from, and of the earlier one.

use std::sync::Arc;

use super::earlier::units;
use super::options::{Pick, PickCosts, PickedUnits};
use super::row::{PickGainRow, PickRow};
use crate::analyses::common::pairs::one_system;
use crate::analyses::common::segment_table::SegmentTable;
use crate::corpus::model::Corpus;
use crate::metric::config::MetricConfig;
use crate::plan::{
    GridContext, GridCounts, NoStrata, PlanProblem, PlannedOptions, Request, ScoredSystem,
    StudyOnCorpus, TableSize, by_domain,
};
use crate::stats::picks::fewest_picks;

/// Domains, each with its units.
pub(super) type DomainUnits<'a> = Vec<(&'a str, Vec<usize>)>;

/// The domains of a corpus, in the order in which they come.
pub(super) fn units_by_domain(
    corpus: &Corpus,
    picked: PickedUnits,
) -> Result<DomainUnits<'_>, NoStrata> {
    let (names, domain_of_document) = by_domain(corpus)?;
    let mut strata: DomainUnits<'_> = names.into_iter().map(|name| (name, Vec::new())).collect();
    for (unit, (document, _)) in units(corpus, picked, |_| true).iter().enumerate() {
        strata[domain_of_document[*document]].1.push(unit);
    }
    Ok(strata)
}

/// Scorings of the systems by the metric.
pub(super) fn group(context: &GridContext<'_>, options: &Pick) -> Option<Arc<[usize]>> {
    context
        .groups()
        .into_iter()
        .find(|group| context.metrics[context.scorings[group[0]].metric].name == options.scores)
}

impl Pick {
    /// Whether a corpus is the earlier one.
    pub(super) fn is_earlier(&self, corpus: &Corpus) -> bool {
        self.earlier.as_ref() == Some(&corpus.name)
    }

    /// Units to pick from.
    pub(super) fn units_of(&self, corpus: &Corpus) -> usize {
        match self.units {
            PickedUnits::Segments => corpus.segment_count(),
            PickedUnits::Documents => corpus.documents.len(),
        }
    }

    fn problem(on: &StudyOnCorpus<'_>, key: &str, message: String, help: &str) -> PlanProblem {
        PlanProblem::of_study(&on.study.name, &["pick", key], message, help.to_owned())
    }

    /// What is wrong with a corpus to pick from.
    fn problems_of_new(&self, on: &StudyOnCorpus<'_>) -> Vec<PlanProblem> {
        let name = &on.corpus.name;
        let scored = on.scorings.iter().filter(|one| on.metrics[one.metric].name == self.scores);
        let mut problems: Vec<PlanProblem> = scored
            .filter_map(|scoring| self.missing(on, scoring))
            .take(1)
            .map(|message| {
                let help = "a unit without a score has no probability: score all of them first, or name the `systems`";
                Self::problem(on, "scores", message, help)
            })
            .collect();
        let units = self.units_of(on.corpus);
        if let Some(count) = self.count.filter(|count| *count as usize > units) {
            let message = format!("corpus `{name}` has {units} {}, not {count}", self.units.name());
            problems.push(Self::problem(on, "count", message, "pick fewer"));
        }
        problems.extend(self.problem_of_strata(on));
        problems
    }

    /// What keeps a corpus from being picked from by strata.
    fn problem_of_strata(&self, on: &StudyOnCorpus<'_>) -> Option<PlanProblem> {
        self.strata?;
        let domains = match units_by_domain(on.corpus, self.units) {
            Ok(domains) => domains,
            Err((message, help)) => return Some(Self::problem(on, "strata", message, help)),
        };
        let strata: Vec<Vec<usize>> = domains.into_iter().map(|(_, units)| units).collect();
        let (fewest, count) = (fewest_picks(&strata), self.count?);
        (fewest > count as usize).then(|| {
            let message = format!(
                "{count} picks are too few for {} domains, each of which has two",
                strata.len()
            );
            Self::problem(on, "count", message, &format!("pick at least {fewest}"))
        })
    }

    /// What a system lacks: the first segment without a score.
    fn missing(&self, on: &StudyOnCorpus<'_>, scoring: &ScoredSystem) -> Option<String> {
        let metric = format!("`{}` of corpus `{}`", self.scores, on.corpus.name);
        if scoring.obstacle.is_some() {
            return Some(format!("{metric} has no score of system `{}`", scoring.system));
        }
        let segment = scoring.mask.as_ref()?.iter().position(|is_present| !is_present)?;
        let document =
            on.corpus.documents.iter().find(|document| document.segments.contains(&segment))?;
        let place = segment - document.segments.start + 1;
        let config = &on.metrics[scoring.metric].config;
        let system = Self::lacking_system(on, config, segment).unwrap_or_default();
        Some(format!(
            "{metric} has no score of segment {place} of document `{}`{system}",
            document.id
        ))
    }

    /// The first system that has no score of a segment, where scores are given.
    fn lacking_system(
        on: &StudyOnCorpus<'_>,
        config: &MetricConfig,
        segment: usize,
    ) -> Option<String> {
        let MetricConfig::External(external) = config else { return None };
        let scores = on.corpus.external.get(&external.score)?;
        let systems = on.scorings.iter().map(|scoring| &scoring.system);
        let system = systems
            .into_iter()
            .find(|system| scores.get(*system).is_some_and(|column| column[segment].is_none()))?;
        Some(format!(" by system `{system}`"))
    }
}

impl PlannedOptions for Pick {
    fn problems(&self, on: &StudyOnCorpus<'_>) -> Vec<PlanProblem> {
        let mut problems: Vec<PlanProblem> = one_system(on, "pick").into_iter().collect();
        if self.is_earlier(on.corpus) {
            let criteria: Vec<&str> = on.corpus.judgments.keys().map(String::as_str).collect();
            let human = self.human.as_deref().unwrap_or_default();
            if !criteria.contains(&human) {
                let owner = format!("corpus `{}`", on.corpus.name);
                problems.push(PlanProblem::unknown(
                    &on.study.name,
                    &["pick", "human"],
                    "judgments on the criterion",
                    human,
                    &owner,
                    &criteria,
                ));
            }
        } else {
            problems.extend(self.problems_of_new(on));
        }
        if self.costs == PickCosts::Words && on.corpus.source.is_none() {
            let message =
                format!("corpus `{}` has no source texts to count words of", on.corpus.name);
            problems.push(Self::problem(on, "costs", message, "leave `costs` out"));
        }
        problems
    }

    fn reads_whole_corpus(&self) -> bool {
        true
    }

    fn requests(&self, context: &GridContext<'_>) -> Vec<Request> {
        let whole = context.grid.whole.into_iter().collect();
        let group = group(context, self).into_iter().collect();
        vec![Request::new(SegmentTable, group, whole, vec![0], 1)]
    }

    fn table_sizes(&self, context: &GridContext<'_>, counts: &GridCounts) -> Vec<TableSize> {
        let units = if self.is_earlier(context.corpus) { 0 } else { self.units_of(context.corpus) };
        vec![
            TableSize::new::<PickRow>(counts, units as f64, 5.0).at_once(),
            TableSize::new::<PickGainRow>(counts, 3.0, 8.0).at_once(),
        ]
    }
}
