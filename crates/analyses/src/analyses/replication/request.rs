//! What replication asks of test sets, and whether a corpus has the rounds and judges that it reads.

use super::ReplicationRow;
use super::options::Replication;
use std::sync::Arc;

use super::halves::{Halves, RoundSize};
use super::options::Source;
use crate::analyses::common::judged::{judge_problems, unnamed};
use crate::analyses::common::pairs::{one_system, system_names};
use crate::analyses::common::sizes::largest_test_sets;
use crate::analyses::comparison::options::Comparison;
use crate::config::model::Study;
use crate::plan::{
    GridContext, GridCounts, PlanProblem, PlannedOptions, Request, StudyOnCorpus, TableSize,
};
use crate::stats::judges::replication::Scope;

/// Nanoseconds per rating and pair, to test a round.
const RATING_AND_PAIR: f64 = 5.0;

/// Nanoseconds per pair of a second campaign: its critical value.
const PROMISED_PAIR: f64 = 20_000.0;

/// What is asked of groups of systems, where the study asks for halves of the test set.
pub(super) fn question(study: &Study) -> Option<Halves> {
    let options = study.analyses.get::<Replication>()?;
    options.has(Source::Halves).then(|| Halves {
        level: study.level,
        adjustment: options.adjustment(study.analyses.get::<Comparison>()),
        divisions: options.divisions,
        sizes: RoundSize::all(options.segments.as_deref(), options.documents.as_deref()),
    })
}

/// Groups of two systems or more.
pub(super) fn groups(context: &GridContext<'_>) -> Vec<Arc<[usize]>> {
    context.groups().into_iter().filter(|group| group.len() > 1).collect()
}

/// The first of the largest test sets: with samples they are alike, with orderings the same.
pub(super) fn test_set(context: &GridContext<'_>) -> Option<usize> {
    largest_test_sets(context).first().copied()
}

impl PlannedOptions for Replication {
    fn problems(&self, on: &StudyOnCorpus<'_>) -> Vec<PlanProblem> {
        let StudyOnCorpus { study, corpus, .. } = on;
        let mut problems: Vec<PlanProblem> = one_system(on, "replication").into_iter().collect();
        let owner = format!("corpus `{}`", corpus.name);
        let criteria: Vec<&str> = corpus.judgments.keys().map(String::as_str).collect();
        let rounds = self.rounds.as_deref().unwrap_or_default();
        for (index, name) in rounds.iter().enumerate() {
            if !criteria.contains(&name.as_str()) {
                let key = ["replication", "rounds"];
                let unknown =
                    PlanProblem::unknown(&study.name, &key, "criterion", name, &owner, &criteria);
                problems.push(unknown.at(index));
            }
        }
        if problems.is_empty() && self.rounds.is_some() {
            let mut systems = system_names(on.scorings);
            systems.retain(|system| {
                rounds.iter().all(|name| corpus.judgments[name].contains_key(*system))
            });
            if systems.len() < 2 {
                let message =
                    format!("fewer than two systems of corpus `{}` are in all rounds", corpus.name);
                let help = "name rounds that judged the same systems".to_owned();
                let key = ["replication", "rounds"];
                problems.push(PlanProblem::of_study(&study.name, &key, message, help));
            }
        }
        // By documents alone rounds are compared whether or not judges have names.
        if problems.is_empty() && self.scope == Some(Scope::DocumentsAndJudges) {
            let nameless = rounds.iter().enumerate();
            let nameless = nameless.filter(|(_, name)| !corpus.judge_names.contains_key(*name));
            let place = ["replication", "rounds"];
            problems.extend(nameless.map(|(index, name)| unnamed(on, &place, name).at(index)));
        }
        if self.needs_judges() {
            problems.extend(judge_problems(on, "replication", self.criteria.as_deref()));
        }
        problems
    }

    fn requests(&self, context: &GridContext<'_>) -> Vec<Request> {
        let asked = question(context.study).zip(test_set(context));
        let groups = groups(context);
        let request =
            asked.map(|(question, test_set)| Request::once(question, groups, vec![test_set]));
        request.into_iter().filter(|request| !request.groups.is_empty()).collect()
    }

    fn table_sizes(&self, context: &GridContext<'_>, counts: &GridCounts) -> Vec<TableSize> {
        let sizes = self.segments.as_ref().map_or(0, Vec::len)
            + self.documents.as_ref().map_or(0, Vec::len)
            + 1;
        let sizes = sizes as f64;
        let rounds = self.rounds.as_ref().map_or(0, Vec::len) as f64;
        let real = rounds * (rounds - 1.0).max(0.0) * sizes;
        let criteria = context.corpus.judge_names.len() as f64;
        let [judges, components] = [Source::HalvesOfJudges, Source::Components]
            .map(|source| if self.has(source) { criteria } else { 0.0 });
        let promised = components * sizes;
        let groups = counts.groups.len() as f64;
        let systems = counts.systems() / groups.max(1.0);
        let pairs = 0.5 * systems * (systems - 1.0).max(0.0);
        let ratings = systems * context.corpus.segment_count() as f64;
        let tests = 2.0 * f64::from(self.divisions) * (real + judges);
        let tests = tests * ratings * pairs * RATING_AND_PAIR;
        let source = tests + ratings * pairs * RATING_AND_PAIR + promised * pairs * PROMISED_PAIR;
        let rows = real + judges + promised + groups * sizes;
        vec![TableSize::new::<ReplicationRow>(counts, rows, 7.0).at_once().source(source)]
    }
}
