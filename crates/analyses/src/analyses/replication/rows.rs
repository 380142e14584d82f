//! The table `replication`.

use super::ReplicationRow;
use super::compute::{Campaign, Round};
use super::counts::{OfSize, Test};
use super::halves::RoundSize;
use super::options::{Replication, Source};
use super::request;
use super::row::{RoundUnit, Rounds};
use crate::analyses::common::judged::{Judged, named_criteria, without_judges};
use crate::analyses::common::pairs::{Pairs, system_names};
use crate::analyses::comparison::options::Comparison;
use crate::analyses::results::{Coordinates, GridResults, Results, document_count};
use crate::config::model::{ResamplingUnit, Study};
use crate::corpus::model::Corpus;
use crate::stats::judges::ratings::Ratings;
use crate::stats::judges::replication::Scope;
use crate::stats::random::{Purpose, StreamKey};
use crate::stats::reason::Reason;

/// One row per pair of rounds and size, in the order of studies, corpora, sources (rounds, halves of the test set,
/// halves of judges, components), criteria or metrics, sizes.
pub fn replication(results: &Results<'_>) -> Vec<ReplicationRow> {
    let seed = results.plan.spec.seed;
    let asking = results.asking(|study| study.analyses.get::<super::options::Replication>());
    let rows = asking.flat_map(|(on_corpus, options)| {
        let GridResults { grid, study, corpus, .. } = on_corpus;
        let adjustment = options.adjustment(study.analyses.get::<Comparison>());
        let rounds = OfStudy {
            study,
            options,
            corpus: &corpus.corpus,
            systems: system_names(grid.scorings.iter().map(|index| &corpus.scorings[*index])),
            test: Test { level: study.level, adjustment },
            sizes: RoundSize::all(options.segments.as_deref(), options.documents.as_deref()),
            seed,
        };
        let mut rows = rounds.rounds();
        rows.extend(rounds.halves(&on_corpus));
        rows.extend(rounds.of_criteria());
        rows
    });
    rows.collect()
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
        let mut systems = self.systems.clone();
        systems.retain(|system| names.iter().all(|name| self.is_judged(name, system)));
        let has_names = names.iter().all(|name| self.corpus.judge_names.contains_key(name));
        let scope = self.options.scope.unwrap_or(if has_names {
            Scope::DocumentsAndJudges
        } else {
            Scope::Documents
        });
        let rounds = names.iter().map(|name| {
            if scope == Scope::DocumentsAndJudges {
                let judged = Judged::new(self.corpus, name, systems.iter().copied());
                judged.ok().map(|judged| judged.ratings)
            } else {
                without_judges(self.corpus, name, &systems)
            }
        });
        let rounds: Vec<Option<Ratings>> = rounds.collect();
        let key = self.key(Purpose::Halves).text("rounds");
        let round = self.round(scope);
        let mut rows = Vec::new();
        for (first, of_first) in names.iter().zip(&rounds) {
            for (second, of_second) in
                names.iter().zip(&rounds).filter(|(other, _)| *other != first)
            {
                for size in &self.sizes {
                    let of_size = match (of_first, of_second) {
                        (Some(one), Some(other)) => round.of_rounds([one, other], *size, &key),
                        _ => OfSize::nothing(Reason::NoNames),
                    };
                    let row = ReplicationRow {
                        source: Rounds::Criteria,
                        first: first.as_str().into(),
                        second: Some(second.as_str().into()),
                        size: in_words(*size, "all").into(),
                        unit: RoundUnit::Documents,
                        scope,
                        ..self.row(systems.len(), &of_size)
                    };
                    rows.push(row);
                }
            }
        }
        rows
    }

    /// Whether a round has a judgment of an output of a system.
    fn is_judged(&self, round: &str, system: &str) -> bool {
        let judgments = self.corpus.judgments.get(round).and_then(|by| by.get(system));
        judgments.is_some_and(|judgments| judgments.judges.iter().flatten().any(Option::is_some))
    }

    /// Halves of the test set, by each metric.
    fn halves(&self, on_corpus: &GridResults<'_>) -> Vec<ReplicationRow> {
        let GridResults { results, grid, .. } = on_corpus;
        let context = results.plan.context(grid);
        let Some(question) = request::question(self.study) else { return Vec::new() };
        let Some(test_set) = request::test_set(&context) else { return Vec::new() };
        let requested = on_corpus.requested(&question);
        let (unit, scope) = if grid.unit == ResamplingUnit::Segments {
            (RoundUnit::Segments, Scope::Segments)
        } else {
            (RoundUnit::Documents, Scope::Documents)
        };
        let mut rows = Vec::new();
        for group in request::groups(&context) {
            let names = &on_corpus.names.scorings[group[0]];
            let at = Coordinates::once(test_set, group[0]);
            let halves = requested.get(at, &group);
            for (index, size) in self.sizes.iter().enumerate() {
                let of_size = match &halves {
                    Ok(sizes) => sizes[index].clone(),
                    Err(reason) => OfSize::nothing(*reason),
                };
                rows.push(ReplicationRow {
                    source: Rounds::Halves,
                    first: names.metric.clone(),
                    references: names.references.clone(),
                    size: in_words(*size, "half").into(),
                    unit,
                    scope,
                    ..self.row(group.len(), &of_size)
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
                let halves = round.of_judges(&judged.ratings, &key);
                rows.push(ReplicationRow {
                    source: Rounds::HalvesOfJudges,
                    first: (*name).into(),
                    size: "half".into(),
                    unit: RoundUnit::Judges,
                    scope: round.scope,
                    ..self.row(judged.systems.len(), &halves)
                });
            }
        }
        if options.has(Source::Components) {
            let scope = options.scope.unwrap_or(Scope::DocumentsAndJudges);
            for (name, judged) in &judged {
                let campaign = Campaign::new(&judged.ratings, scope);
                for size in &self.sizes {
                    let second = campaign.second(*size, self.test);
                    rows.push(ReplicationRow {
                        source: Rounds::Components,
                        first: (*name).into(),
                        size: in_words(*size, "all").into(),
                        unit: RoundUnit::Documents,
                        scope,
                        ..self.row(judged.systems.len(), &second)
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

    fn row(&self, systems: usize, of_size: &OfSize) -> ReplicationRow {
        let OfSize { units, segments, totals } = *of_size;
        let status = (&totals).into();
        let totals = totals.ok();
        ReplicationRow {
            study: self.study.name.as_str().into(),
            corpus: self.corpus.name.as_str().into(),
            adjustment: self.test.adjustment,
            level: self.test.level,
            systems: document_count(systems),
            pairs: document_count(Pairs::All.count(systems)),
            units: Some(units).filter(|units| *units > 0.0),
            segments: Some(segments).filter(|segments| *segments > 0.0),
            comparisons: totals.map(|totals| totals.comparisons),
            found: totals.map(|totals| totals.mean(totals.found)),
            again: totals.map(|totals| totals.mean(totals.again)),
            reversed: totals.map(|totals| totals.mean(totals.reversed)),
            reversed_significantly: totals.map(|totals| totals.mean(totals.reversed_significantly)),
            again_share: totals.and_then(|totals| totals.share(totals.again)),
            reversed_share: totals.and_then(|totals| totals.share(totals.reversed)),
            exaggeration: totals.and_then(|totals| totals.exaggeration),
            none_reversed: totals.and_then(|totals| Some(totals.mean(totals.none_reversed?))),
            status,
            ..ReplicationRow::default()
        }
    }
}

/// The size of a round as the table has it.
fn in_words(size: RoundSize, whole: &str) -> String {
    match size {
        RoundSize::Whole => whole.to_owned(),
        RoundSize::Documents(count) => format!("{count} documents"),
        RoundSize::Segments(count) => format!("{count} segments"),
    }
}
