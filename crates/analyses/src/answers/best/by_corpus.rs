//! The winners by all metrics on a corpus, as verdict and sentences.

use std::collections::BTreeSet;

use super::winner::{Tests, Winner, sureness};
use crate::analyses::common::largest::largest_test_set;
use crate::analyses::{ComparisonRow, NewRankingRow, RankRow, comparison};
use crate::answers::block::Told;
use crate::answers::metrics::{Labelled, Scorer, phrase};
use crate::corpus::looks_human;
use crate::presentation::{MetricRows, StudySection};
use crate::stats::reason::Reason;
use crate::words::{counted, in_a_row};

/// From this probability on a system is said to be the best, and from the second one that it probably is.
const SURE: f64 = 0.95;
const PROBABLE: f64 = 0.5;
/// Metrics that a sentence gives a number of pairs for; of more, the table has it.
pub(super) const MOST_COUNTS: usize = 4;

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
        // A stable sort: metrics of one kind stay in the order of the study.
        corpus.winners.sort_by_key(|winner| winner.metric.scorer);
    }
    corpora
}

/// The winners of a ranking.
fn ranked(section: &StudySection<'_>) -> Vec<Winner> {
    let metrics = section.rows::<NewRankingRow>().of_first_draws().by_metric();
    let winners = metrics.iter().filter_map(|metric| {
        let row = metric.rows.iter().next_back().filter(|row| row.systems > 1)?;
        let tests = section.rows_of_metric::<ComparisonRow>(metric.key);
        let too_few = |row: &ComparisonRow| row.cell.status == Reason::TooFewItems.into();
        if tests.is_some_and(|tests| tests.iter().all(too_few)) {
            return None;
        }
        let machine = best_machine(section, metric);
        let named =
            row.best_system.as_ref().map(|names| tied(names, row.best_systems.unwrap_or(1)));
        let is_of_machines =
            named.as_ref().is_some_and(|names| !names.iter().any(|name| looks_human(name)));
        let (best, again, in_resamples) = match (named, machine) {
            (Some(names), machine) if is_of_machines || machine.is_none() => {
                (names, row.best_again, None)
            }
            // Of the best machine below a human translation, new test sets say nothing.
            (Some(_), Some(machine)) => (vec![machine.name], None, None),
            (None, Some(machine)) => (vec![machine.name], None, machine.first),
            (None | Some(_), None) => return None,
        };
        Some(Winner {
            metric: Labelled::new(section, &metric.title, &row.cell.metric),
            best,
            again,
            in_resamples,
            order: row.order_is_true,
            systems: row.systems,
            humans_above: Vec::new(),
            // What new test sets would say is of other texts alone; resamples are of judges, too, where the study has them so.
            resampled: if again.is_some() { row.resample } else { section.unit() },
            tests: None,
        })
    });
    winners.collect()
}

/// Systems that tie, whose names may have the sign between them, too.
fn tied(names: &str, count: u32) -> Vec<String> {
    let parts: Vec<&str> = names.split(" + ").collect();
    let parts = if parts.len() == count as usize { parts } else { vec![names] };
    parts.into_iter().map(str::to_owned).collect()
}

/// The system that is ranked first but for human translations.
struct Machine {
    name: String,
    /// In how many resamples it comes first.
    first: Option<f64>,
}

fn best_machine(
    section: &StudySection<'_>,
    metric: &MetricRows<'_, NewRankingRow>,
) -> Option<Machine> {
    let rows = section.rows_of_metric::<RankRow>(metric.key)?;
    let rows = largest_test_set(&rows, |row| &row.cell);
    let firsts = rows.iter().filter(|row| row.rank == 1 && !looks_human(row.cell.system()));
    let best = firsts.min_by_key(|row| row.observed_rank.unwrap_or(u32::MAX))?;
    Some(Machine { name: best.cell.system().to_owned(), first: best.probability })
}

/// The winners of the comparisons of all pairs.
fn tested(section: &StudySection<'_>) -> Vec<Winner> {
    let metrics = comparison::summaries(section);
    let all_pairs =
        metrics.iter().filter(|metric| metric.is_tested() && metric.baseline().is_none());
    let winners = all_pairs.filter_map(|metric| {
        let standings = metric.standings();
        let mut machines = standings.iter().filter(|standing| !looks_human(standing.system));
        let best = machines.next().or(standings.first())?;
        let others: Vec<&str> = machines.map(|standing| standing.system).collect();
        let not_beaten = others.iter().filter(|other| !best.better_than.contains(other));
        let above = standings.iter().take_while(|standing| standing.system != best.system);
        let row = metric.first();
        let is_decided = metric.pairs.iter().any(|row| row.verdict.is_some());
        is_decided.then(|| Winner {
            metric: Labelled::new(section, &metric.title, &row.cell.metric),
            // Without a significant pair the rows do not say which direction is better.
            best: if metric.significant() > 0 { vec![best.system.to_owned()] } else { Vec::new() },
            again: None,
            in_resamples: None,
            order: None,
            systems: u32::try_from(standings.len()).unwrap_or(u32::MAX),
            humans_above: above.map(|standing| standing.system.to_owned()).collect(),
            resampled: row.resample,
            tests: Some(Tests {
                not_beaten: not_beaten.map(|name| (*name).to_owned()).collect(),
                others: others.len(),
                significant: metric.significant(),
                for_same_judges: metric.significant_for_same_judges(),
                pairs: metric.pairs.len(),
                adjustment: row.adjustment.in_words(),
            }),
        })
    });
    winners.collect()
}

impl OnCorpus {
    /// The first study that knows something of a metric says it.
    fn add(&mut self, winner: Winner) {
        match self.winners.iter_mut().find(|other| other.metric == winner.metric) {
            None => self.winners.push(winner),
            Some(other) => {
                if other.sureness().is_none() && other.best == winner.best {
                    let Winner { again, in_resamples, order, .. } = winner;
                    (other.again, other.in_resamples, other.order) = (again, in_resamples, order);
                }
                if other.best == winner.best || winner.best.is_empty() {
                    other.tests = other.tests.take().or(winner.tests);
                    if other.humans_above.is_empty() {
                        other.humans_above = winner.humans_above;
                    }
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

    /// Returns `true` if metrics name different best systems, so that the verdict names none.
    pub(super) fn disagrees(&self) -> bool {
        self.groups().iter().filter(|group| !group[0].best.is_empty()).count() > 1
    }

    /// Returns `true` if all metrics name the same best system.
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
            _ => self.disagreement(),
        }
    }

    /// What the verdict leaves open.
    pub(super) fn sentences(&self) -> Vec<String> {
        let groups = self.groups();
        if let [group] = &groups[..] {
            return differing(group).into_iter().collect();
        }
        // The verdict has the one winner; what is left are metrics that name none.
        let has_one = groups.iter().filter(|group| !group[0].best.is_empty()).count() == 1;
        let left = groups.iter().filter(|group| !has_one || group[0].best.is_empty());
        left.map(|group| self.winner_in_words(group)).collect()
    }

    /// What some metrics say, as a sentence.
    fn winner_in_words(&self, group: &[&Winner]) -> String {
        let sure = sureness(group).map_or_else(String::new, |text| format!(" ({text})"));
        let by = capitalised_phrase(&self.phrase(group));
        if group[0].best.is_empty() {
            return format!("{by}: no two systems differ significantly.");
        }
        let rivals = self.best_elsewhere(group);
        let but = if rivals.is_empty() {
            String::new()
        } else {
            format!(", not significantly better than {}", in_a_row(&rivals, "or"))
        };
        format!("{by}: {}{sure}{but}.", group[0].names())
    }

    /// Systems that are best by other metrics, and that by some of these the best one is not significantly better than.
    fn best_elsewhere(&self, group: &[&Winner]) -> Vec<&str> {
        let mut rivals: Vec<&str> = Vec::new();
        for best in self.winners.iter().flat_map(|winner| &winner.best) {
            let tests = group.iter().filter_map(|winner| winner.tests.as_ref());
            let is_rival = tests.flat_map(|tests| &tests.not_beaten).any(|other| other == best);
            if is_rival && !rivals.contains(&&**best) {
                rivals.push(best);
            }
        }
        rivals
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

    fn disagreement(&self) -> String {
        let (judges, metrics) = (self.best_by(true), self.best_by(false));
        let said = match (judges.len(), metrics.len()) {
            (0, _) => "It depends on the metric.",
            (_, 0) => "It depends on the judgment.",
            _ if judges.is_disjoint(&metrics) => {
                match named_by_all(&judges).zip(named_by_all(&metrics)) {
                    Some((one, other)) => {
                        return format!("Judges say {one}, metrics say {other}.");
                    }
                    None => "Judges and metrics disagree.",
                }
            }
            (1, _) => "Metrics disagree, some with the judges.",
            _ => "Judgments and metrics disagree.",
        };
        said.to_owned()
    }

    /// All metrics have one winner.
    fn one_winner(&self, group: &[&Winner]) -> String {
        let (first, by) = (group[0], self.phrase(group));
        let names = first.names() + &first.below_humans();
        if first.best.is_empty() {
            return format!("Not decided: no two systems differ significantly by {by}.");
        }
        if first.best.len() > 1 {
            return format!("{} have the same score by {by}.", first.names());
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
            // The table of ranks has the share of resamples of the one metric.
            let in_table = matches!(group, [one] if one.in_resamples.is_some());
            let in_brackets = if in_table { "" } else { &*in_brackets };
            return format!(
                "Not decided: {names} comes first by {by}{in_brackets}, but is not significantly better than {rivals}."
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

/// The one best system that all of them name.
fn named_by_all(best: &BTreeSet<&Vec<String>>) -> Option<String> {
    match best.first().map(|names| names.as_slice()) {
        Some([name]) if best.len() == 1 => Some(name.clone()),
        _ => None,
    }
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
    let others = group.first()?.tests.as_ref().map_or(0, |tests| tests.others);
    match names.len() {
        0 => None,
        // More than three names make no readable sentence.
        count if count > 3 && count == others => Some("any other".to_owned()),
        count if count > 3 => Some(format!("{count} of the {others} others")),
        _ => Some(in_a_row(&names, "or")),
    }
}

/// How many pairs differ, of all metrics that have one winner.
fn differing(group: &[&Winner]) -> Option<String> {
    let tested: Vec<(&Winner, &Tests)> =
        group.iter().filter_map(|winner| Some((*winner, winner.tests.as_ref()?))).collect();
    let (_, first) = tested.first().filter(|(_, tests)| tests.pairs > 1)?;
    let Tests { pairs, adjustment, .. } = first;
    let is_same = tested.iter().all(|(_, tests)| tests.pairs == *pairs);
    if !is_same || tested.len() > MOST_COUNTS {
        return None;
    }
    if let [(_, Tests { significant, for_same_judges, .. })] = &tested[..] {
        let differ = if *significant == 1 { "differs" } else { "differ" };
        let pairs = counted(*pairs, "pair");
        let ignoring = for_same_judges
            .map_or_else(String::new, |count| format!("; {count} would if judges were ignored"));
        return Some(format!(
            "{significant} of {pairs} {differ} significantly ({adjustment}){ignoring}."
        ));
    }
    let mut counts: Vec<(usize, Vec<&str>)> = Vec::new();
    for (winner, tests) in &tested {
        match counts.iter_mut().find(|(count, _)| *count == tests.significant) {
            Some((_, metrics)) => metrics.push(&winner.metric.label),
            None => counts.push((tests.significant, vec![&winner.metric.label])),
        }
    }
    let parts: Vec<String> = counts
        .iter()
        .map(|(count, metrics)| format!("{} {count}", in_a_row(metrics, "and")))
        .collect();
    Some(format!("Significant pairs ({adjustment}), of {pairs}: {}.", parts.join(", ")))
}

/// `By adequacy`, `Both judgments`: the begin of a sentence.
fn capitalised_phrase(phrase: &str) -> String {
    let first = phrase.split(' ').next().unwrap_or_default();
    if ["both", "all"].contains(&first) {
        return crate::words::capitalised(phrase);
    }
    format!("By {phrase}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Resampled;

    fn winner(scorer: Scorer, best: &[&str]) -> Winner {
        Winner {
            metric: Labelled { label: format!("{scorer:?}"), scorer },
            best: best.iter().map(|name| (*name).to_owned()).collect(),
            again: None,
            in_resamples: None,
            order: None,
            systems: 3,
            humans_above: Vec::new(),
            resampled: Resampled::Documents,
            tests: None,
        }
    }

    /// The verdict says what judges and metrics say, where each of them name one system.
    #[test]
    fn judges_and_metrics_that_disagree_are_named() {
        for (judges, verdict) in [
            (&["A"][..], "Judges say A, metrics say B."),
            (&["A", "C"], "Judges and metrics disagree."),
        ] {
            let winners = vec![winner(Scorer::Judges, judges), winner(Scorer::Texts, &["B"])];
            assert_eq!(OnCorpus { name: "c".to_owned(), winners }.verdict(), verdict);
        }
    }
}
