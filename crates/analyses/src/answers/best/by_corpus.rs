//! The winners by all metrics on a corpus, as verdict and sentences.

use std::collections::BTreeSet;

use super::winner::{Tests, Winner, sureness};
use crate::analyses::common::largest::largest_test_set;
use crate::analyses::{NewRankingRow, RankRow, comparison};
use crate::answers::block::Told;
use crate::answers::metrics::{Labelled, Scorer, phrase};
use crate::presentation::{MetricRows, StudySection, metric_in_print};
use crate::words::{counted, in_a_row, listing};

/// From this probability on a system is said to be the best, and from the second one that it probably is.
const SURE: f64 = 0.95;
const PROBABLE: f64 = 0.5;

/// A corpus with the winner by each metric, judgments first.
pub(super) struct OnCorpus {
    pub(super) name: String,
    pub(super) winners: Vec<Winner>,
}

/// The corpora that systems are ranked or compared on.
pub(super) fn corpora(told: &[Told<'_>]) -> Vec<OnCorpus> {
    let mut corpora: Vec<OnCorpus> = Vec::new();
    for told in told.iter().filter(|told| !told.section.is_over_corpora()) {
        let section = &told.section;
        let place = corpora.iter().position(|corpus| corpus.name == section.corpus);
        let place = place.unwrap_or_else(|| {
            corpora.push(OnCorpus { name: section.corpus.to_owned(), winners: Vec::new() });
            corpora.len() - 1
        });
        for winner in ranked(section).into_iter().chain(tested(section)) {
            corpora[place].add(winner);
        }
    }
    corpora.retain(|corpus| !corpus.winners.is_empty());
    for corpus in &mut corpora {
        corpus.winners.sort_by_key(|winner| winner.metric.scorer);
    }
    corpora
}

/// The winners of a ranking.
fn ranked(section: &StudySection<'_>) -> Vec<Winner> {
    let metrics = section.rows::<NewRankingRow>().of_first_draws().by_metric();
    let winner = |metric: &MetricRows<'_, NewRankingRow>| {
        let row = metric.rows.iter().next_back().filter(|row| row.systems > 1)?;
        let in_resamples = first_in_resamples(section, metric);
        let (best, in_resamples) = match (&row.best_system, in_resamples) {
            (Some(names), _) => (tied(names, row.best_systems.unwrap_or(1)), None),
            (None, Some((name, share))) => (vec![name], Some(share)),
            (None, None) => return None,
        };
        Some(Winner {
            metric: labelled(section, &metric.title, &row.cell.metric),
            best,
            again: row.best_again,
            in_resamples,
            order: row.order_is_true,
            systems: row.systems,
            tests: None,
        })
    };
    metrics.iter().filter_map(winner).collect()
}

/// Systems that tie, whose names may have the sign between them, too.
fn tied(names: &str, count: u32) -> Vec<String> {
    let parts: Vec<&str> = names.split(" + ").collect();
    let parts = if parts.len() == count as usize { parts } else { vec![names] };
    parts.into_iter().map(str::to_owned).collect()
}

fn first_in_resamples(
    section: &StudySection<'_>,
    metric: &MetricRows<'_, NewRankingRow>,
) -> Option<(String, f64)> {
    let rows = section.rows_of_metric::<RankRow>(metric.key)?;
    let rows = largest_test_set(&rows, |row| &row.cell);
    let firsts = rows.iter().filter(|row| row.rank == 1);
    let firsts = firsts.filter_map(|row| Some((row.cell.system().to_owned(), row.probability?)));
    firsts.max_by(|one, other| one.1.total_cmp(&other.1))
}

/// The winners of the comparisons of all pairs.
fn tested(section: &StudySection<'_>) -> Vec<Winner> {
    let metrics = comparison::summaries(section);
    let all_pairs =
        metrics.iter().filter(|metric| metric.is_tested() && metric.baseline().is_none());
    let winner = |metric: &comparison::MetricSummary<'_>| {
        let standings = metric.standings();
        let best = standings.first()?;
        let others = standings[1..].iter().map(|standing| standing.system);
        let not_beaten = others.filter(|other| !best.better_than.contains(other));
        let row = metric.first();
        let is_decided = metric.pairs.iter().any(|row| row.verdict.is_some());
        is_decided.then(|| Winner {
            metric: labelled(section, &metric.title, &row.cell.metric),
            // Without a significant pair the rows do not say which direction is better.
            best: if metric.significant() > 0 { vec![best.system.to_owned()] } else { Vec::new() },
            again: None,
            in_resamples: None,
            order: None,
            systems: u32::try_from(standings.len()).unwrap_or(u32::MAX),
            tests: Some(Tests {
                not_beaten: not_beaten.map(str::to_owned).collect(),
                others: standings.len() - 1,
                significant: metric.significant(),
                pairs: metric.pairs.len(),
                adjustment: row.adjustment.in_words(),
            }),
        })
    };
    all_pairs.filter_map(winner).collect()
}

fn labelled(section: &StudySection<'_>, title: &str, metric: &str) -> Labelled {
    Labelled { label: metric_in_print(title), scorer: Scorer::of_metric(section, metric) }
}

impl OnCorpus {
    /// The first study that knows something of a metric says it.
    fn add(&mut self, winner: Winner) {
        match self.winners.iter_mut().find(|other| other.metric == winner.metric) {
            None => self.winners.push(winner),
            Some(other) => {
                if other.best == winner.best || winner.best.is_empty() {
                    other.tests = other.tests.take().or(winner.tests);
                }
                if other.sureness().is_none() && other.best == winner.best {
                    let Winner { again, in_resamples, order, .. } = winner;
                    (other.again, other.in_resamples, other.order) = (again, in_resamples, order);
                }
            }
        }
    }

    /// Winners with the metrics by which they win, in the order of metrics.
    fn groups(&self) -> Vec<Vec<&Winner>> {
        let mut groups: Vec<Vec<&Winner>> = Vec::new();
        for winner in &self.winners {
            match groups.iter_mut().find(|group| group[0].best == winner.best) {
                Some(group) => group.push(winner),
                None => groups.push(vec![winner]),
            }
        }
        groups
    }

    /// Whether all metrics name the same best system.
    pub(super) fn has_one_winner(&self) -> bool {
        self.groups().len() == 1
    }

    fn phrase(&self, group: &[&Winner]) -> String {
        let of_group: Vec<&Labelled> = group.iter().map(|winner| &winner.metric).collect();
        let all: Vec<&Labelled> = self.winners.iter().map(|winner| &winner.metric).collect();
        phrase(&of_group, &all)
    }

    /// In a sentence.
    pub(super) fn verdict(&self) -> String {
        let mut groups = self.groups();
        // Metrics that name no system do not disagree with those that do.
        if groups.iter().any(|group| !group[0].best.is_empty()) {
            groups.retain(|group| !group[0].best.is_empty());
        }
        match &groups[..] {
            [only] => self.one_winner(only),
            _ => self.disagreement().to_owned(),
        }
    }

    /// What the verdict leaves open.
    pub(super) fn sentences(&self) -> Vec<String> {
        let groups = self.groups();
        if let [group] = &groups[..] {
            return differing(group).into_iter().collect();
        }
        let sentence = |group: &Vec<&Winner>| {
            let sure = sureness(group).map_or_else(String::new, |text| format!(" ({text})"));
            let by = capitalised_phrase(&self.phrase(group));
            if group[0].best.is_empty() {
                return format!("{by}: no two systems differ significantly.");
            }
            format!("{by}: {}{sure}.", group[0].names())
        };
        let is_decided = |group: &&Vec<&Winner>| !group[0].best.is_empty();
        // The verdict has the one winner; what is left are metrics that name none.
        let has_one = groups.iter().filter(is_decided).count() == 1;
        groups.iter().filter(|group| !has_one || !is_decided(group)).map(sentence).collect()
    }

    /// The best systems by judges, or by all other metrics.
    fn best_by(&self, judges: bool) -> BTreeSet<&Vec<String>> {
        self.winners
            .iter()
            .filter(|winner| (winner.metric.scorer == Scorer::Judges) == judges)
            .map(|winner| &winner.best)
            .filter(|best| !best.is_empty())
            .collect()
    }

    fn disagreement(&self) -> &'static str {
        let (judges, metrics) = (self.best_by(true), self.best_by(false));
        match (judges.len(), metrics.len()) {
            (0, _) => "It depends on the metric.",
            (_, 0) => "It depends on the judgment.",
            _ if judges.is_disjoint(&metrics) => "Judges and metrics disagree.",
            (1, _) => "Metrics disagree, some with the judges.",
            _ => "Judgments and metrics disagree.",
        }
    }

    /// All metrics have one winner.
    fn one_winner(&self, group: &[&Winner]) -> String {
        let (first, by) = (group[0], self.phrase(group));
        let names = first.names();
        if first.best.is_empty() {
            return format!("Not decided: no two systems differ significantly by {by}.");
        }
        if first.best.len() > 1 {
            return format!("{names} have the same score by {by}.");
        }
        let sure = sureness(group);
        let in_brackets = sure.clone().map_or_else(String::new, |text| format!(" ({text})"));
        if group.iter().all(|winner| winner.beats_all()) {
            let others = first.tests.as_ref().map_or(0, |tests| tests.others);
            let all = match others {
                1 => "the other".to_owned(),
                2 => "both others".to_owned(),
                others => format!("all {others} others"),
            };
            return format!("{names}, by {by}: significantly better than {all}{in_brackets}.");
        }
        let (sure_of_all, not_of_all): (Vec<&Winner>, Vec<&Winner>) =
            group.iter().partition(|winner| winner.beats_all());
        if let (Some(rivals), [_, ..]) = (rivals(&not_of_all), &sure_of_all[..]) {
            let (all, not) = (self.phrase(&sure_of_all), self.phrase(&not_of_all));
            return format!(
                "{names}, by {by}{in_brackets}: significantly better than all others by {all}, by {not} not than \
                 {rivals}."
            );
        }
        if let Some(rivals) = rivals(group) {
            return format!(
                "Not decided: {names} comes first by {by}, but is not significantly better than {rivals}{in_brackets}."
            );
        }
        let least = group.iter().filter_map(|winner| winner.sureness()).fold(1.0, f64::min);
        match sure {
            Some(sure) if least >= SURE => format!("{names}, by {by}: {sure}."),
            Some(sure) if least >= PROBABLE => format!("Probably {names}, by {by}: {sure}."),
            Some(sure) => format!("Not clear: {names} comes first by {by}, but {}.", only(&sure)),
            None => format!("{names}, by {by}."),
        }
    }
}

/// `first again in only 38 % of new test sets`.
fn only(sure: &str) -> String {
    sure.replacen(" in ", " in only ", 1)
}

/// The systems that the winner is not significantly better than by some metric that was tested.
fn rivals(group: &[&Winner]) -> Option<String> {
    let tests = group.iter().filter_map(|winner| winner.tests.as_ref());
    let mut names: Vec<&str> = Vec::new();
    for name in tests.flat_map(|tests| &tests.not_beaten) {
        if !names.contains(&&**name) {
            names.push(name);
        }
    }
    if names.len() > 3 {
        return Some(listing(names));
    }
    (!names.is_empty()).then(|| in_a_row(&names, "or"))
}

/// How many pairs differ, where they were tested by one metric; the table has it by several.
fn differing(group: &[&Winner]) -> Option<String> {
    let [winner] = group else { return None };
    let tests = winner.tests.as_ref().filter(|tests| tests.pairs > 1)?;
    let Tests { significant, pairs, adjustment, .. } = tests;
    let differ = if *significant == 1 { "differs" } else { "differ" };
    Some(format!(
        "{significant} of {} of systems {differ} significantly ({adjustment}).",
        counted(*pairs, "pair")
    ))
}

/// `By adequacy`, `Both judgments`: the begin of a sentence.
fn capitalised_phrase(phrase: &str) -> String {
    let first = phrase.split(' ').next().unwrap_or_default();
    if ["both", "all"].contains(&first) {
        return crate::words::capitalised(phrase);
    }
    format!("By {phrase}")
}
