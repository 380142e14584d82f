//! How the tables of influence are filled.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::options::Influence;
use super::request::{Difference, DocumentInfluence, DocumentScore, GroupInfluence};
use super::row::{DifficultyRow, InfluencePairRow, InfluenceRow};
use crate::analyses::common::extremes;
use crate::analyses::{Coordinates, GridResults, PairVerdict, Results, largest_test_sets};
use crate::stats::{Direction, Reason, SampleMoments, Status};

/// All rows of the studies that ask.
#[derive(Default)]
pub struct InfluenceTables {
    /// Documents in scores.
    pub scores: Vec<InfluenceRow>,
    /// Documents over all metrics.
    pub difficulty: Vec<DifficultyRow>,
    /// Documents in differences.
    pub pairs: Vec<InfluencePairRow>,
}

/// In the order of studies, corpora, metrics and references, systems or pairs, documents.
pub fn influence(results: &Results<'_>) -> InfluenceTables {
    let mut tables = InfluenceTables::default();
    for (on_corpus, options) in results.asking(|study| study.analyses.get::<Influence>()) {
        let context = results.plan.context(on_corpus.grid);
        // Several orders end with one test set; of samples of a size the first stands for all.
        let Some(test_set) = largest_test_sets(&context).first().copied() else { continue };
        let study = OfStudy { named: options.documents, ..OfStudy::new(&on_corpus, test_set) };
        let first = tables.scores.len();
        for group in on_corpus.scored_groups() {
            study.add(&group, &mut tables);
        }
        let difficulty = study.difficulty(&tables.scores[first..]);
        tables.difficulty.extend(difficulty);
    }
    tables
}

struct OfStudy<'a> {
    on_corpus: &'a GridResults<'a>,
    test_set: usize,
    documents: Vec<Arc<str>>,
    /// How many of them findings name.
    named: u32,
}

impl<'a> OfStudy<'a> {
    fn new(on_corpus: &'a GridResults<'a>, test_set: usize) -> Self {
        let all = &on_corpus.corpus.corpus.documents;
        let documents = &on_corpus.corpus.test_sets[test_set].documents;
        let documents = documents.iter().map(|index| Arc::from(all[*index].id.as_str())).collect();
        Self { on_corpus, test_set, documents, named: 0 }
    }

    fn at(&self, scoring: usize) -> Coordinates {
        self.on_corpus.first_at(self.test_set, scoring)
    }

    fn add(&self, group: &[usize], tables: &mut InfluenceTables) {
        let question = DocumentInfluence::new(self.on_corpus.study.level);
        let at = Coordinates::once(self.test_set, group[0]);
        let computed: GroupInfluence = self.on_corpus.requested(&question).get(at, group);
        for (scoring, documents) in group.iter().zip(&computed.systems) {
            tables.scores.extend(self.of_system(*scoring, documents));
        }
        let direction = self.on_corpus.direction(group[0]);
        let pairs = question.pairs.of(group.len()).into_iter().zip(&computed.pairs);
        for ((a, b), pair) in pairs {
            let names = [a, b].map(|place| &self.on_corpus.names.scorings[group[place]].system);
            let cell = self.on_corpus.group_cell(self.at(group[a]), None);
            tables.pairs.extend(self.documents.iter().zip(&pair.without).map(
                |(document, without): (&Arc<str>, &Difference)| InfluencePairRow {
                    cell: cell.clone(),
                    system_a: names[0].clone(),
                    system_b: names[1].clone(),
                    document: document.clone(),
                    delta: pair.whole.delta,
                    verdict: verdict(&pair.whole, direction),
                    delta_without: without.delta,
                    ci_lower: without.ends.map(|ends| ends.0),
                    ci_upper: without.ends.map(|ends| ends.1),
                    verdict_without: verdict(without, direction),
                    documents_of_half: pair.half,
                },
            ));
        }
    }

    fn of_system(
        &self,
        scoring: usize,
        documents: &Result<Vec<DocumentScore>, Reason>,
    ) -> Vec<InfluenceRow> {
        let at = self.at(scoring);
        let outcome = self.on_corpus.outcome(at);
        let mut cell = self.on_corpus.cell(at, None, &outcome);
        let none = vec![DocumentScore::default(); self.documents.len()];
        let documents = match documents {
            Ok(documents) => documents,
            Err(reason) => {
                cell.status = (*reason).into();
                &none
            }
        };
        let direction = self.on_corpus.direction(scoring);
        let turned = documents
            .iter()
            .filter_map(|document| document.score.map(|score| direction.orient(score)));
        let moments = SampleMoments::of(turned);
        let whole = outcome.result.and_then(|result| result.score);
        self.documents
            .iter()
            .zip(documents)
            .map(|(name, document): (&Arc<str>, &DocumentScore)| InfluenceRow {
                cell: cell.clone(),
                document: name.clone(),
                score: document.score,
                z: document.score.zip(moments.as_ref()).and_then(|(score, moments)| {
                    let deviation = (moments.squares / (moments.count as f64 - 1.0)).sqrt();
                    (deviation > 0.0).then(|| (direction.orient(score) - moments.mean) / deviation)
                }),
                influence: whole.zip(document.without).map(|(whole, without)| whole - without),
            })
            .collect()
    }

    /// Of each document, from the rows of this study.
    fn difficulty(&self, rows: &[InfluenceRow]) -> Vec<DifficultyRow> {
        self.documents.iter().map(|document| self.of_document(document, rows)).collect()
    }

    fn of_document(&self, document: &Arc<str>, rows: &[InfluenceRow]) -> DifficultyRow {
        // By metric and references, and by system.
        let (mut by_metric, mut by_system) = (BTreeMap::new(), BTreeMap::new());
        for row in rows.iter().filter(|row| row.document == *document) {
            let Some(z) = row.z else { continue };
            let metric = (&row.cell.metric, &row.cell.references);
            by_metric.entry(metric).or_insert_with(Vec::new).push(z);
            by_system.entry(row.cell.system()).or_insert_with(Vec::new).push(z);
        }
        let means: Vec<f64> = by_metric.values().map(|values| mean(values)).collect();
        let disagreements = by_system.iter().filter(|(_, values)| values.len() > 1);
        let largest = disagreements
            .filter_map(|(system, values)| {
                extremes(values.iter().copied().map(Some)).map(|(low, high)| (high - low, *system))
            })
            .reduce(|most, next| if next.0 > most.0 { next } else { most });
        let names = &self.on_corpus.names;
        let status = if means.is_empty() { Reason::NoData.into() } else { Status::OK };
        let ends = extremes(means.iter().copied().map(Some));
        DifficultyRow {
            study: names.study.clone(),
            corpus: names.corpus.clone(),
            document: document.clone(),
            z: (!means.is_empty()).then(|| mean(&means)),
            z_lower: ends.map(|ends| ends.0),
            z_upper: ends.map(|ends| ends.1),
            disagreement: largest.map(|(disagreement, _)| disagreement),
            system_with_largest: largest.map(|(_, system)| system.into()),
            named: self.named,
            status,
        }
    }
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// What an interval says of the first system.
fn verdict(difference: &Difference, direction: Direction) -> Option<PairVerdict> {
    let (lower, upper) = difference.ends?;
    let turned = [direction.orient(lower), direction.orient(upper)];
    Some(match () {
        () if turned.iter().all(|end| *end > 0.0) => PairVerdict::Better,
        () if turned.iter().all(|end| *end < 0.0) => PairVerdict::Worse,
        () => PairVerdict::NotSignificant,
    })
}
