//! The table `replication`.

use super::ReplicationRow;
use super::compute::{Campaign, OfSize, Round, SecondCampaign};
use super::counts::{Counts, Promise, Test};
use super::halves::RoundSize;
use super::options::{Replication, Source};
use super::request;
use super::row::{RoundUnit, Rounds};
use crate::analyses::common::judged::{Judged, named_criteria, without_judges};
use crate::analyses::common::pairs::{Pairs, system_names};
use crate::analyses::results::{Coordinates, Results, document_count};
use crate::config::model::{ResamplingUnit, Study};
use crate::corpus::model::Corpus;
use crate::plan::Grid;
use crate::stats::judges::ratings::Ratings;
use crate::stats::judges::replication::Scope;
use crate::stats::random::{Purpose, StreamKey};
use crate::stats::reason::{Reason, Status};

/// One row per pair of rounds and size, in the order of studies, corpora, sources (rounds, halves of the test set,
/// halves of judges, components), criteria or metrics, sizes.
pub fn replication(results: &Results<'_>) -> Vec<ReplicationRow> {
    let plan = results.plan;
    let mut rows = Vec::new();
    for grid in &plan.grids {
        let study = &plan.spec.studies[grid.study];
        let Some(options) = &study.derivations.replication else { continue };
        let scorings = &plan.corpora[grid.corpus].scorings;
        let adjustment = options.adjustment(study.derivations.comparison.as_ref());
        let of_study = OfStudy {
            study,
            options,
            corpus: &plan.corpora[grid.corpus].corpus,
            systems: system_names(grid.scorings.iter().map(|index| &scorings[*index])),
            test: Test { level: study.level, adjustment },
            sizes: RoundSize::all(options.segments.as_deref(), options.documents.as_deref()),
            seed: plan.spec.seed,
        };
        rows.extend(of_study.rounds());
        rows.extend(of_study.halves(results, grid));
        rows.extend(of_study.of_criteria());
    }
    rows
}

/// A study on a corpus.
struct OfStudy<'a> {
    study: &'a Study,
    options: &'a Replication,
    corpus: &'a Corpus,
    systems: Vec<&'a str>,
    test: Test,
    sizes: Vec<RoundSize>,
    seed: u64,
}

impl OfStudy<'_> {
    /// Each of the real rounds with each other.
    fn rounds(&self) -> Vec<ReplicationRow> {
        let Some(names) = &self.options.rounds else { return Vec::new() };
        let is_judged = |system: &&str| {
            let of_round = |name: &String| {
                let judgments = self.corpus.judgments.get(name).and_then(|by| by.get(*system));
                judgments.is_some_and(|own| own.judges.iter().flatten().any(Option::is_some))
            };
            names.iter().all(of_round)
        };
        let systems: Vec<&str> = self.systems.iter().copied().filter(is_judged).collect();
        let has_names = names.iter().all(|name| self.corpus.judge_names.contains_key(name));
        let scope = self.options.scope.unwrap_or(if has_names {
            Scope::DocumentsAndJudges
        } else {
            Scope::Documents
        });
        let ratings = |name: &String| -> Option<Ratings> {
            if scope == Scope::DocumentsAndJudges {
                let judged = Judged::new(self.corpus, name, systems.iter().copied());
                judged.ok().map(|judged| judged.ratings)
            } else {
                without_judges(self.corpus, name, &systems)
            }
        };
        let rounds: Vec<Option<Ratings>> = names.iter().map(ratings).collect();
        let key = self.key(Purpose::Halves).text("rounds");
        let round = self.round(scope);
        let mut rows = Vec::new();
        for (first, of_first) in names.iter().zip(&rounds) {
            for (second, of_second) in names.iter().zip(&rounds).filter(|own| own.0 != first) {
                for size in &self.sizes {
                    let found = match (of_first, of_second) {
                        (Some(one), Some(other)) => round.of_rounds([one, other], *size, &key),
                        _ => nothing(Reason::NoNames),
                    };
                    let row = ReplicationRow {
                        source: Rounds::Criteria,
                        first: first.as_str().into(),
                        second: Some(second.as_str().into()),
                        size: in_words(*size, "all").into(),
                        unit: RoundUnit::Documents,
                        scope,
                        ..self.row(systems.len(), &found)
                    };
                    rows.push(row);
                }
            }
        }
        rows
    }

    /// Halves of the test set, by each metric.
    fn halves(&self, results: &Results<'_>, grid: &Grid) -> Vec<ReplicationRow> {
        let plan = results.plan;
        let context = plan.context(grid);
        let Some(question) = request::question(self.study) else { return Vec::new() };
        let Some(test_set) = request::test_set(&context) else { return Vec::new() };
        let requested = results.requested(grid, &question);
        let is_of_segments = grid.unit == ResamplingUnit::Segments;
        let (unit, scope) = if is_of_segments {
            (RoundUnit::Segments, Scope::Segments)
        } else {
            (RoundUnit::Documents, Scope::Documents)
        };
        let mut rows = Vec::new();
        for group in request::groups(&context) {
            let scoring = &context.scorings[group[0]];
            let at = Coordinates { test_set, scoring: group[0], repeat: 1, replicates: 0 };
            let found = requested.get(at, &group);
            let references = scoring.references.as_ref().map(|set| set.names(self.corpus));
            for (index, size) in self.sizes.iter().enumerate() {
                let (units, segments, found) = match &found {
                    Ok(sizes) => {
                        let own = &sizes[index];
                        (Some(own.units as f64), Some(own.segments), own.found)
                    }
                    Err(status) => (None, None, Err(*status)),
                };
                rows.push(ReplicationRow {
                    source: Rounds::Halves,
                    first: plan.spec.metrics[scoring.metric].name.as_str().into(),
                    references: references.as_deref().map(Into::into),
                    size: in_words(*size, "half").into(),
                    unit,
                    units: units.filter(|units| *units > 0.0),
                    segments: segments.filter(|segments| *segments > 0.0),
                    scope,
                    ..self.counted(group.len(), found.ok(), (&found).into())
                });
            }
        }
        rows
    }

    /// Halves of the judges of criteria, and what their campaigns promise of a second one.
    fn of_criteria(&self) -> Vec<ReplicationRow> {
        let options = self.options;
        if !options.needs_judges() {
            return Vec::new();
        }
        let judged: Vec<(&str, Judged<'_>)> =
            named_criteria(self.corpus, options.criteria.as_deref())
                .into_iter()
                .filter_map(|name| {
                    let judged = Judged::new(self.corpus, name, self.systems.iter().copied());
                    Some((name, judged.ok()?))
                })
                .collect();
        let mut rows = Vec::new();
        if options.has(Source::HalvesOfJudges) {
            let round = self.round(options.scope.unwrap_or(Scope::DocumentsAndJudges));
            for (name, judged) in &judged {
                let key = self.key(Purpose::Halves).text("judges").text(name);
                let found = round.of_judges(&judged.ratings, &key);
                rows.push(ReplicationRow {
                    source: Rounds::HalvesOfJudges,
                    first: (*name).into(),
                    size: "half".into(),
                    unit: RoundUnit::Judges,
                    scope: round.scope,
                    ..self.row(judged.systems.len(), &found)
                });
            }
        }
        if options.has(Source::Components) {
            let scope = options.scope.unwrap_or(Scope::DocumentsAndJudges);
            for (name, judged) in &judged {
                let campaign = Campaign::new(&judged.ratings, scope);
                for size in &self.sizes {
                    let found = campaign.second(*size, self.test);
                    rows.push(ReplicationRow {
                        source: Rounds::Components,
                        first: (*name).into(),
                        size: in_words(*size, "all").into(),
                        unit: RoundUnit::Documents,
                        scope,
                        ..self.promised(judged.systems.len(), &found)
                    });
                }
            }
        }
        rows
    }

    fn round(&self, scope: Scope) -> Round {
        Round { test: self.test, scope, divisions: self.options.divisions }
    }

    fn key(&self, purpose: Purpose) -> StreamKey {
        StreamKey::new(self.seed, purpose).text(&self.corpus.name)
    }

    fn row(&self, systems: usize, found: &OfSize) -> ReplicationRow {
        let OfSize { units, segments, found } = *found;
        ReplicationRow {
            units: Some(units).filter(|units| *units > 0.0),
            segments: Some(segments).filter(|segments| *segments > 0.0),
            ..self.counted(systems, found.ok(), (&found).into())
        }
    }

    /// What is expected of a second campaign.
    fn promised(&self, systems: usize, second: &SecondCampaign) -> ReplicationRow {
        let promise = second.found.ok();
        let share = |count: fn(&Promise) -> f64| {
            let own = promise.as_ref().filter(|own| own.found > 0)?;
            Some(count(own) / own.found as f64)
        };
        ReplicationRow {
            units: Some(second.units),
            segments: Some(second.segments),
            comparisons: promise.map(|_| 1),
            found: promise.map(|own| own.found as f64),
            again: promise.map(|own| own.again),
            reversed: promise.map(|own| own.reversed),
            reversed_significantly: promise.map(|own| own.reversed_significantly),
            again_share: share(|own| own.again),
            reversed_share: share(|own| own.reversed),
            exaggeration: promise.and_then(|own| own.exaggeration),
            ..self.counted(systems, None, (&second.found).into())
        }
    }

    fn counted(&self, systems: usize, counts: Option<Counts>, status: Status) -> ReplicationRow {
        let mean = |count: fn(&Counts) -> u64| {
            counts.as_ref().map(|own| count(own) as f64 / own.comparisons as f64)
        };
        let share = |count: fn(&Counts) -> u64| {
            let own = counts.as_ref().filter(|own| own.found > 0)?;
            Some(count(own) as f64 / own.found as f64)
        };
        ReplicationRow {
            study: self.study.name.as_str().into(),
            corpus: self.corpus.name.as_str().into(),
            adjustment: self.test.adjustment,
            level: self.test.level,
            systems: document_count(systems),
            pairs: document_count(Pairs::All.count(systems)),
            comparisons: counts.map(|own| own.comparisons),
            found: mean(|own| own.found),
            again: mean(|own| own.again),
            reversed: mean(|own| own.reversed),
            reversed_significantly: mean(|own| own.reversed_significantly),
            again_share: share(|own| own.again),
            reversed_share: share(|own| own.reversed),
            exaggeration: counts.and_then(|own| own.exaggeration),
            none_reversed: mean(|own| own.none_reversed),
            status,
            ..ReplicationRow::default()
        }
    }
}

/// Two rounds that there are not.
fn nothing(reason: Reason) -> OfSize {
    OfSize { units: 0.0, segments: 0.0, found: Err(reason) }
}

/// The size of a round as the table has it.
fn in_words(size: RoundSize, whole: &str) -> String {
    match size {
        RoundSize::Whole => whole.to_owned(),
        RoundSize::Documents(count) => format!("{count} documents"),
        RoundSize::Segments(count) => format!("{count} segments"),
    }
}
