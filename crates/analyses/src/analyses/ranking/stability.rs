//! The table `rank_stability`: from which size on a ranking holds.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

use super::options::Ranking;
use super::rows::RankedGroup;
use super::{GroupRanks, RankStabilityRow, Ranks};
use crate::analyses::results::{Coordinates, GridResults, Results, document_count, scores};
use crate::plan::Placement;
use crate::stats::monte_carlo::share_error;
use crate::stats::ranking::stable_from;
use crate::stats::reason::Status;

/// For each group of systems, repeat and number of replicates: the sizes of each ordering, then the
/// sizes over orderings.
pub fn rank_stability(results: &Results<'_>) -> Vec<RankStabilityRow> {
    let mut rows = Vec::new();
    for (on_corpus, question) in results.asking(Ranks::of) {
        let options = on_corpus.study.analyses.get::<Ranking>().expect("a ranking is requested");
        let requested = Rc::new(on_corpus.requested(&question));
        let sequences = sequences(&on_corpus);
        for group in on_corpus.scored_groups() {
            let ranked = RankedGroup::new(&on_corpus, requested.clone(), group);
            for draw in on_corpus.draws() {
                let at = draw.at(0, ranked.group[0]);
                let group_rows = GroupRows { ranked: &ranked, options, at };
                let mut known = BTreeMap::new();
                for sequence in &sequences {
                    rows.extend(group_rows.rows(sequence, &mut known));
                }
            }
        }
    }
    rows
}

/// Test sets of ascending size.
struct Sequence {
    ordering: Option<Arc<str>>,
    /// Test sets of each size, with the fraction that it is.
    sizes: Vec<(Vec<usize>, Option<f64>)>,
}

/// One along each ordering, and one over all.
fn sequences(on_corpus: &GridResults<'_>) -> Vec<Sequence> {
    let GridResults { grid, study, .. } = on_corpus;
    let mut placed: BTreeMap<&str, Vec<&Placement>> = BTreeMap::new();
    for placement in &grid.placements {
        placed.entry(&placement.ordering).or_default().push(placement);
    }
    let along = grid.paths.iter().map(|path| {
        let sizes = if study.orderings.exhaustive {
            path.test_sets.iter().map(|test_set| (vec![*test_set], None)).collect()
        } else {
            let placements = placed.get(&*path.ordering).into_iter().flatten();
            placements.map(|placement| (vec![placement.test_set], placement.fraction)).collect()
        };
        Sequence { ordering: Some(path.ordering.clone()), sizes }
    });
    let sizes = on_corpus.by_size().into_values().map(|placements| {
        let fraction = placements[0].fraction;
        (placements.into_iter().map(|placement| placement.test_set).collect(), fraction)
    });
    let over = Sequence { ordering: None, sizes: sizes.collect() };
    along.chain([over]).collect()
}

/// A ranking on a test set, or on several of one size.
#[derive(Clone, Debug, Default)]
struct Step {
    holds: Option<f64>,
    holds_error: Option<f64>,
    best_holds: Option<f64>,
    repeats: Option<f64>,
    observed: Option<f64>,
    distance_deviation: Option<f64>,
    documents: f64,
    segments: f64,
    status: Status,
}

struct GroupRows<'a> {
    ranked: &'a RankedGroup<'a>,
    options: &'a Ranking,
    at: Coordinates,
}

impl GroupRows<'_> {
    /// The rows of a sequence; `known` are the steps of single test sets so far.
    fn rows(
        &self,
        sequence: &Sequence,
        known: &mut BTreeMap<usize, Step>,
    ) -> Vec<RankStabilityRow> {
        let (RankedGroup { on_corpus, group, .. }, options) = (self.ranked, self.options);
        let steps: Vec<Step> = sequence
            .sizes
            .iter()
            .map(|(test_sets, _)| {
                for test_set in test_sets {
                    known.entry(*test_set).or_insert_with(|| self.step(*test_set));
                }
                Step::mean(test_sets, known)
            })
            .collect();
        let places: Vec<f64> = (0..steps.len()).map(|place| place as f64).collect();
        let from = |values: Vec<Option<f64>>, threshold: f64| {
            let first = stable_from(&places, &values, threshold)?;
            steps.get(places.iter().position(|place| *place >= first)?)
        };
        let stable = from(steps.iter().map(|step| step.holds).collect(), options.probability);
        // That the whole corpus is like itself says nothing of smaller test sets.
        let deviations = steps.iter().map(|step| step.distance_deviation.map(|value| -value));
        // Negated, since `stable_from` asks for values that are not below a threshold.
        let distances = from(deviations.collect(), -options.distance_tolerance)
            .filter(|step| steps.last().is_some_and(|last| step.segments < last.segments));
        let by_documents = on_corpus.study.samples.is_none();
        let [stable_from, distances_stable_from] = [stable, distances]
            .map(|step| step.filter(|_| by_documents).map(|step| step.documents));
        let rows = steps.iter().zip(&sequence.sizes).map(|(step, (test_sets, fraction))| {
            RankStabilityRow {
                cell: on_corpus.cell_over(
                    test_sets,
                    Coordinates { test_set: test_sets[0], ..self.at },
                    (sequence.ordering.as_ref(), *fraction),
                    step.status,
                ),
                systems: document_count(group.len()),
                test_sets: document_count(test_sets.iter().collect::<BTreeSet<_>>().len()),
                holds: step.holds,
                holds_error: step.holds_error,
                best_holds: step.best_holds,
                repeats: step.repeats,
                observed: step.observed,
                probability: options.probability,
                stable_from,
                stable_from_segments: stable.map(|step| step.segments),
                distance_deviation: step.distance_deviation,
                distance_tolerance: options.distance_tolerance,
                distances_stable_from,
                distances_stable_from_segments: distances.map(|step| step.segments),
            }
        });
        rows.collect()
    }

    fn step(&self, test_set: usize) -> Step {
        let RankedGroup { on_corpus, corpus_scores, .. } = self.ranked;
        let at = Coordinates { test_set, ..self.at };
        let found = self.ranked.at(at);
        let scores = scores(&found.outcomes);
        let ranks = self.ranked.ranks(&scores).zip(self.ranked.ranks(corpus_scores));
        let of_group = found.ranks.as_ref().ok();
        let share = |count: fn(&GroupRanks) -> Option<u64>| {
            let ranks = of_group?;
            Some(count(ranks)? as f64 / ranks.replicates as f64)
        };
        let first = &found.outcomes[0];
        let judged = on_corpus.counted_documents(at.scoring, test_set);
        Step {
            holds: share(|ranks| ranks.like_corpus),
            holds_error: of_group
                .and_then(|ranks| Some(share_error(ranks.like_corpus?, ranks.replicates))),
            best_holds: share(|ranks| ranks.best_like_corpus),
            repeats: share(|ranks| Some(ranks.like_observed)),
            observed: ranks.map(|(own, whole)| f64::from(u8::from(own == whole))),
            distance_deviation: distance_deviation(&scores, corpus_scores),
            documents: judged as f64,
            segments: first.judged_segments.unwrap_or(0) as f64,
            status: found.ranks.err().unwrap_or(Status::OK),
        }
    }
}

impl Step {
    /// The mean over `test_sets`, which may repeat.
    fn mean(test_sets: &[usize], known: &BTreeMap<usize, Step>) -> Self {
        if let [only] = test_sets {
            return known[only].clone();
        }
        let n = test_sets.len() as f64;
        let mean = |value: fn(&Step) -> Option<f64>| {
            let values: Option<Vec<f64>> = test_sets.iter().map(|set| value(&known[set])).collect();
            values.map(|values| values.iter().sum::<f64>() / n)
        };
        // Test sets have draws of their own, equal ones the same.
        let mut weights: BTreeMap<usize, f64> = BTreeMap::new();
        for set in test_sets {
            *weights.entry(*set).or_default() += 1.0 / n;
        }
        let squares: Option<Vec<f64>> = weights
            .iter()
            .map(|(set, weight)| Some(weight * known[set].holds_error?).map(|error| error * error))
            .collect();
        Self {
            holds: mean(|step| step.holds),
            holds_error: squares.map(|squares| squares.iter().sum::<f64>().sqrt()),
            best_holds: mean(|step| step.best_holds),
            repeats: mean(|step| step.repeats),
            observed: mean(|step| step.observed),
            distance_deviation: mean(|step| step.distance_deviation),
            documents: mean(|step| Some(step.documents)).unwrap_or_default(),
            segments: mean(|step| Some(step.segments)).unwrap_or_default(),
            status: test_sets
                .iter()
                .map(|set| known[set].status)
                .find(|status| !status.is_ok())
                .unwrap_or(Status::OK),
        }
    }
}

/// The largest change of a distance between two systems from `whole` to `part`, in percent of the
/// range of `whole`. It is that between the systems that moved furthest apart: the range of the
/// changes of scores.
fn distance_deviation(part: &[f64], whole: &[f64]) -> Option<f64> {
    let changes = part.iter().zip(whole).map(|(part, whole)| part - whole);
    let (moved, spread) = (range(changes)?, range(whole.iter().copied())?);
    (spread > 0.0).then(|| 100.0 * moved / spread)
}

/// Largest minus smallest; `None` where one is undefined.
fn range(values: impl Iterator<Item = f64>) -> Option<f64> {
    let values: Vec<f64> = values.collect();
    let least = values.iter().copied().reduce(f64::min)?;
    let most = values.iter().copied().reduce(f64::max)?;
    values.iter().all(|value| value.is_finite()).then_some(most - least)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_between_systems() {
        // Distances 2 and 5 on the whole, 1 and 5.5 on the part: A and C are 0.5 off, A and B 1.
        let found = distance_deviation(&[4.0, 3.0, -1.5], &[10.0, 8.0, 5.0]).unwrap();
        // B to C: 4.5 against 3.
        assert!((found - 100.0 * 1.5 / 5.0).abs() < 1e-12);
        assert_eq!(distance_deviation(&[1.0, 2.0], &[3.0, 3.0]), None);
        assert_eq!(distance_deviation(&[1.0, f64::NAN], &[3.0, 4.0]), None);
    }

    #[test]
    fn equal_test_sets_share_their_errors() {
        let step =
            |holds: f64| Step { holds: Some(holds), holds_error: Some(0.1), ..Step::default() };
        let known = BTreeMap::from([(3, step(0.5)), (8, step(0.8))]);
        let found = Step::mean(&[3, 3, 8], &known);
        assert!((found.holds.unwrap() - 0.6).abs() < 1e-12);
        assert!((found.holds_error.unwrap() - 0.1 * 5.0_f64.sqrt() / 3.0).abs() < 1e-12);
        let undefined = BTreeMap::from([(3, step(0.5)), (8, Step::default())]);
        assert_eq!(Step::mean(&[3, 8], &undefined).holds, None);
    }
}
