//! How the table `looks` is filled.

use std::sync::Arc;

use super::compute::{PairHistory, PairLook, Setting, Watched, watched};
use super::options::Watch;
use super::row::LookRow;
use super::utc::utc;
use crate::analyses::common::judged::criterion_as_given;
use crate::analyses::common::sizes::largest_test_sets;
use crate::analyses::results::{Coordinates, GridResults, Outcome, Results, document_count};
use crate::config::model::DegreesOfFreedom;
use crate::stats::anytime::Degrees;
use crate::stats::reason::{Reason, Status};
use crate::table::Cell;

/// Skewness from which the normal boundary may err.
const SKEWED: f64 = 1.0;

/// All looks, in the order of studies, corpora, metrics, pairs, documents.
pub fn looks(results: &Results<'_>) -> Vec<LookRow> {
    rows(results, false)
}

/// The last look of each pair, in the same order.
pub fn latest_looks(results: &Results<'_>) -> Vec<LookRow> {
    rows(results, true)
}

fn rows(results: &Results<'_>, only_latest: bool) -> Vec<LookRow> {
    let mut rows = Vec::new();
    for (on_corpus, options) in results.asking(|study| study.analyses.get::<Watch>()) {
        let context = results.plan.context(on_corpus.grid);
        let Some(test_set) = largest_test_sets(&context).first().copied() else { continue };
        for group in on_corpus.groups() {
            let campaign = Campaign::new(&on_corpus, &group, test_set, options);
            rows.extend(campaign.into_iter().flat_map(|campaign| campaign.rows(only_latest)));
        }
    }
    rows
}

/// The systems of a metric as the log ends.
struct Campaign<'a> {
    options: &'a Watch,
    level: f64,
    cell: Cell,
    systems: Vec<Arc<str>>,
    watched: Watched,
}

impl<'a> Campaign<'a> {
    fn new(
        on_corpus: &GridResults<'_>,
        group: &[usize],
        test_set: usize,
        options: &'a Watch,
    ) -> Option<Self> {
        let first = on_corpus.scoring(group[0]);
        let config = &on_corpus.results.plan.spec.metrics[first.metric].config;
        let log = on_corpus.corpus.corpus.log.get(criterion_as_given(config)?)?;
        let systems: Vec<Arc<str>> = group
            .iter()
            .map(|scoring| on_corpus.scoring(*scoring).system.as_str().into())
            .collect();
        let baseline = options.baseline.as_ref();
        let level = on_corpus.study.level;
        let setting = Setting {
            systems: &systems,
            baseline: baseline.and_then(|name| systems.iter().position(|other| **other == **name)),
            direction: on_corpus.direction(group[0]),
            first_look: options.first_look,
            planned: options.planned,
            degrees: match on_corpus.results.plan.spec.df {
                DegreesOfFreedom::Lengths => Degrees::Lengths,
                DegreesOfFreedom::Units => Degrees::Documents,
            },
            alpha: 1.0 - level,
        };
        let watched = watched(log, &setting)?;
        let at = Coordinates::once(test_set, group[0]);
        // Nothing is computed from the test set itself.
        let outcome = Outcome { result: None, judged_segments: None, status: Status::OK };
        let cell = Cell { system: None, ..on_corpus.cell_on(at, (None, None), &outcome) };
        Some(Self { options, level, cell, systems, watched })
    }

    fn rows(&self, only_latest: bool) -> Vec<LookRow> {
        let pairs = self.watched.pairs.iter();
        pairs
            .flat_map(|pair| {
                let begin = if only_latest { pair.looks.len().saturating_sub(1) } else { 0 };
                let looks = pair.looks[begin..].iter().map(|look| self.row(pair, look));
                let unseen = pair.looks.is_empty().then(|| self.unseen(pair));
                looks.chain(unseen).collect::<Vec<_>>()
            })
            .collect()
    }

    /// Place of a system by its mean, from 1.
    fn place(&self, system: usize) -> u32 {
        let place = self.watched.order.iter().position(|other| *other == system);
        document_count(place.map_or(0, |place| place + 1))
    }

    /// What is the same at all looks of a pair.
    fn unseen(&self, pair: &PairHistory) -> LookRow {
        let (first, second) = pair.systems;
        let came_late = self.watched.late_systems.iter();
        LookRow {
            cell: Cell { status: Reason::TooFewDocuments.into(), ..self.cell.clone() },
            system_a: Arc::clone(&self.systems[first]),
            system_b: Arc::clone(&self.systems[second]),
            look: document_count(pair.sequence.documents()),
            ci_level: self.level,
            watched_pairs: document_count(self.watched.pairs.len()),
            late_ratings: pair.late_ratings,
            place_a: self.place(first),
            place_b: self.place(second),
            campaign_documents: document_count(self.watched.documents),
            planned: self.options.planned,
            first_look: self.options.first_look,
            exit_when: self.options.exit_when.map(|goal| goal.to_string().into()),
            budget: self.options.budget,
            came_late: came_late.into_iter().any(|system| [first, second].contains(system)),
            ..LookRow::default()
        }
    }

    fn row(&self, pair: &PairHistory, seen: &PairLook) -> LookRow {
        let PairLook { look, time, p_anytime, p_adjusted, is_decided } = *seen;
        let difference = look.difference;
        let better = pair.better().filter(|_| is_decided);
        let mut row = self.unseen(pair);
        row.cell.status = self.status(seen);
        let documents = look.documents;
        LookRow {
            look: document_count(documents),
            time: time.map(|time| utc(time).into()),
            difference: Some(difference),
            standard_deviation: Some(look.deviation),
            degrees_of_freedom: Some(look.degrees),
            ci_lower: look.margin.map(|margin| difference - margin),
            ci_upper: look.margin.map(|margin| difference + margin),
            p_anytime: Some(p_anytime),
            p_adjusted: Some(p_adjusted),
            better: better.map(|system| Arc::clone(&self.systems[system])),
            decided_at: pair.decided_at.filter(|_| is_decided).map(document_count),
            single_lower: look.single_margin.map(|margin| difference - margin),
            single_upper: look.single_margin.map(|margin| difference + margin),
            width_ratio: look.margin.zip(look.single_margin).map(|(all, single)| all / single),
            more_documents: look
                .margin
                .and_then(|_| self.watched.boundary.deciding_documents(&look))
                .map(|needed| needed.saturating_sub(documents) as u64),
            ..row
        }
    }

    fn status(&self, seen: &PairLook) -> Status {
        let reason = match seen.look {
            look if look.margin.is_none() => Some(Reason::NoVariation),
            _ if self.watched.is_in_order_of_names && !self.options.shuffled => {
                Some(Reason::OrderOfNames)
            }
            look if look.skewness.abs() > SKEWED => Some(Reason::Skewed),
            _ => None,
        };
        reason.map_or(Status::OK, Status::from)
    }
}
