//! The table `designs`: designs of a metric, what they cost and reach.

use std::cmp::Ordering;
use std::sync::Arc;

use rayon::prelude::*;

use super::basis::Basis;
use super::options::{CountOrAll, Design as Options, DesignGoal, PlannedAssignment, Prices};
use super::request::{self, Differences};
use super::row::{DesignKind, DesignRow, GoalKind};
use crate::analyses::results::{Coordinates, GridResults, Results, document_count};
use crate::metric::config::MetricConfig;
use crate::stats::judges::design::{Assignment, Costs, Design, PairTest};
use crate::stats::judges::goal::Goal;
use crate::stats::judges::planner::{Evaluation, Planner};
use crate::stats::judges::two_way::Part;
use crate::stats::reason::{Reason, Status};

/// Numbers of documents that are listed where any is possible.
// Round numbers in about equal proportions, since margins fall with the root of the size.
const LADDER: [u32; 15] = [5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 500, 700, 1000];

/// Power where the spec names none.
const POWER: f64 = 0.8;

/// The rows of all metrics, in the order of studies, corpora, metrics.
pub fn designs(results: &Results<'_>) -> Vec<DesignRow> {
    let asking = results.asking(|study| study.analyses.get::<Options>());
    let rows = asking.flat_map(|(on_corpus, options)| {
        let metrics = on_corpus.study.metrics.iter();
        let rows = metrics
            .flat_map(|metric| MetricDesigns { on_corpus: &on_corpus, options, metric }.rows());
        rows.collect::<Vec<DesignRow>>()
    });
    rows.collect()
}

/// A metric of a study on a corpus.
struct MetricDesigns<'a> {
    on_corpus: &'a GridResults<'a>,
    options: &'a Options,
    metric: &'a str,
}

/// A design with what it is.
struct Planned {
    kind: DesignKind,
    limit: CountOrAll,
    /// Number of its basis.
    basis: usize,
    evaluation: Evaluation,
    interval: Option<(f64, Option<f64>)>,
    /// Whether some number of documents reaches the goal with this shape.
    reachable: bool,
    recommended: bool,
}

impl MetricDesigns<'_> {
    fn rows(&self) -> Vec<DesignRow> {
        match self.bases() {
            Ok(bases) => self.of_bases(bases),
            Err(reason) => vec![self.without(reason.into())],
        }
    }

    /// What is known of the metric, by number of references.
    fn bases(&self) -> Result<Vec<Basis>, Reason> {
        let GridResults { results, grid, corpus, .. } = self.on_corpus;
        let spec = &results.plan.spec;
        let metric = spec.metrics.iter().position(|metric| metric.name == *self.metric);
        let metric = metric.expect("a validated spec names known metrics");
        if let MetricConfig::Human(human) = &spec.metrics[metric].config {
            return Ok(vec![Basis::of_judgments(self.on_corpus, metric, human)?]);
        }
        let mut scorings = grid
            .scorings
            .iter()
            .copied()
            .filter(|scoring| corpus.scorings[*scoring].metric == metric);
        let first = scorings.next().ok_or(Reason::NoData)?;
        let better = self.on_corpus.direction(first).orient(1.0);
        let requested = self.on_corpus.requested(&Differences);
        let context = results.plan.context(grid);
        let test_set = *request::basis(&context).first().ok_or(Reason::NoData)?;
        let mut bases: Vec<Basis> = Vec::new();
        for group in context.groups() {
            let scoring = &corpus.scorings[group[0]];
            if scoring.metric != metric {
                continue;
            }
            let references = scoring.references.as_ref();
            let references = references.map(|set| document_count(set.count()));
            let is_wanted = match (&self.options.references, references) {
                (Some(wanted), Some(count)) => wanted.contains(&count),
                _ => true,
            };
            // Of several sets of references of one size the first stands for all.
            if !is_wanted || bases.iter().any(|basis| basis.references == references) {
                continue;
            }
            // Scores are known with the study's resamples, differences need none.
            let outcome = self.on_corpus.outcome(self.on_corpus.first_at(test_set, group[0]));
            if let (None, Some(reason)) = (outcome.result, outcome.status.reason()) {
                return Err(reason);
            }
            let at = Coordinates::once(test_set, group[0]);
            let differences = requested.get(at, &group)?;
            bases.push(Basis::of_differences(&differences, references, better)?);
        }
        // A point is not worth the same with other references: all in the unit of the fewest.
        let unit = bases.first().map(Basis::mean_difference).ok_or(Reason::NoData)?;
        let in_unit = bases.into_iter().map(|basis| match basis.mean_difference() {
            size if size > 0.0 && unit > 0.0 => basis.in_unit(unit / size),
            _ => basis,
        });
        Ok(in_unit.collect())
    }

    fn of_bases(&self, bases: Vec<Basis>) -> Vec<DesignRow> {
        let planners: Vec<(Basis, Planner)> = bases
            .into_iter()
            .map(|basis| {
                let planner = self.planner(&basis);
                (basis, planner)
            })
            .collect();
        let planned = planners.iter().enumerate();
        let mut planned: Vec<Planned> = planned
            .flat_map(|(number, (basis, planner))| self.planned(number, basis, planner))
            .collect();
        recommend(&mut planned);
        mark_frontier(&mut planned);
        let is_of_ranking = self.options.goal.named().0.is_of_ranking();
        // Of the order of all systems an evaluation is a hundred times as long.
        let with_interval = planned.par_iter_mut().filter(|design| {
            design.kind == DesignKind::Smallest && (design.recommended || !is_of_ranking)
        });
        with_interval.for_each(|design| {
            let (basis, planner) = &planners[design.basis];
            if !basis.left_out.is_empty() {
                let left_out: Vec<_> = basis.left_out.iter().collect();
                let level = self.on_corpus.study.level;
                design.interval =
                    planner.required_interval(design.evaluation.design, &left_out, level);
            }
        });
        let rows = planned.iter().map(|design| {
            let (basis, planner) = &planners[design.basis];
            self.row(basis, planner, design)
        });
        rows.collect()
    }

    fn planner(&self, basis: &Basis) -> Planner {
        let systems = self.options.systems.map_or(basis.scores.len(), |count| count as usize);
        let assignment = match (basis.assignment, self.options.assignment) {
            (Assignment::Nobody, _) | (_, None) => basis.assignment,
            (_, Some(PlannedAssignment::Together)) => Assignment::Together,
            (_, Some(PlannedAssignment::Scattered)) => Assignment::Scattered,
        };
        let goal = &self.options.goal;
        let planned_goal = match goal.named() {
            (GoalKind::Detect, difference) => {
                Goal::Detect { difference, power: goal.power.unwrap_or(POWER) }
            }
            (GoalKind::Margin, margin) => Goal::Margin(margin),
            (GoalKind::RankingHolds, probability) => {
                Goal::RankingHolds { probability, truth: basis.true_scores() }
            }
            (GoalKind::BestIsBest, probability) => {
                Goal::BestIsBest { probability, truth: basis.true_scores() }
            }
        };
        let all_pairs = systems * systems.saturating_sub(1) / 2;
        let pairs = match (goal.pairs, goal.detect) {
            (Some(CountOrAll::Count(pairs)), _) => pairs as usize,
            (Some(CountOrAll::All), _) | (None, Some(_)) => all_pairs,
            (None, None) => 1,
        };
        Planner {
            components: basis.components,
            assignment,
            systems,
            test: PairTest { level: self.on_corpus.study.level, pairs: pairs.max(1) },
            goal: planned_goal,
            costs: self.costs(basis),
        }
    }

    fn costs(&self, basis: &Basis) -> Costs {
        let has_judges = basis.assignment != Assignment::Nobody;
        let prices = self.options.costs.clone().unwrap_or_else(|| Prices {
            segment: if has_judges { 0.0 } else { 1.0 },
            rating: if has_judges { basis.minutes.unwrap_or(1.0) } else { 0.0 },
            ..Prices::default()
        });
        let Prices { document, segment, rating, judge, reference, unit: _ } = prices;
        Costs { document, segment, rating, judge, reference }
    }

    /// The unit of costs.
    fn unit(&self, basis: &Basis) -> Option<&str> {
        match &self.options.costs {
            Some(prices) => prices.unit.as_deref(),
            None => basis.minutes.map(|_| "minutes"),
        }
    }

    /// The current design, and of each shape the smallest that reaches the goal and those listed.
    fn planned(&self, number: usize, basis: &Basis, planner: &Planner) -> Vec<Planned> {
        let design = |kind, limit, evaluation, reachable| Planned {
            kind,
            limit,
            basis: number,
            evaluation,
            interval: None,
            reachable,
            recommended: false,
        };
        let now = planner.evaluate_part(basis.current(), basis.now());
        let mut all = vec![design(DesignKind::Current, CountOrAll::All, now, now.reached)];
        let possible = self.options.documents.as_deref();
        for (limit, shape) in self.shapes(basis) {
            let evaluated = |documents: &u32| {
                planner.evaluate(Design { documents: f64::from(*documents), ..shape })
            };
            let any = planner.smallest(shape);
            let smallest = match possible {
                None => any,
                Some(possible) => possible.iter().map(evaluated).find(|other| other.reached),
            };
            let reachable = any.is_some();
            let least = smallest.map(|smallest| smallest.design.documents);
            all.extend(smallest.map(|best| design(DesignKind::Smallest, limit, best, reachable)));
            let listed = possible.unwrap_or(&LADDER).iter();
            let others = listed.filter(|count| Some(f64::from(**count)) != least).map(evaluated);
            let tested = others.filter(|other| other.part.variance.is_finite());
            all.extend(tested.map(|other| design(DesignKind::Listed, limit, other, reachable)));
        }
        all
    }

    /// All combinations of the sizes but documents.
    fn shapes(&self, basis: &Basis) -> Vec<(CountOrAll, Design)> {
        let mut shapes: Vec<(CountOrAll, Design)> = Vec::new();
        let mut seen: Vec<Design> = Vec::new();
        for limit in &self.options.segments_per_document {
            let texts = basis.shape(*limit);
            // Limits above the longest document are all alike.
            if seen.contains(&texts) {
                continue;
            }
            seen.push(texts);
            if basis.assignment == Assignment::Nobody {
                shapes.push((*limit, texts));
                continue;
            }
            // Where no output has two ratings, what another rating is worth is not known.
            let ratings = self.options.ratings_per_segment.iter();
            let ratings = ratings.filter(|m| **m == 1 || !basis.components.has_single_ratings());
            for ratings in ratings {
                // An output is rated by different judges.
                for judges in self.judges(basis).into_iter().filter(|judges| ratings <= judges) {
                    let (ratings_per_segment, judges) = (f64::from(*ratings), f64::from(judges));
                    shapes.push((*limit, Design { ratings_per_segment, judges, ..texts }));
                }
            }
        }
        shapes
    }

    fn judges(&self, basis: &Basis) -> Vec<u32> {
        self.options.judges.clone().unwrap_or_else(|| {
            let now = whole(basis.judges);
            // One judge does not show how judges differ.
            let mut all = vec![now.div_ceil(2).max(2), now.max(2), (2 * now).max(2)];
            all.dedup();
            all
        })
    }

    fn row(&self, basis: &Basis, planner: &Planner, planned: &Planned) -> DesignRow {
        let Evaluation { design, part, .. } = planned.evaluation;
        let has_judges = basis.assignment != Assignment::Nobody;
        let is_defined = part.variance.is_finite();
        let doubled = match planned.kind {
            DesignKind::Current => Doubled::new(basis, planner, &planned.evaluation),
            _ => Doubled::default(),
        };
        let (lower, upper) = planned.interval.map_or((None, None), |(low, high)| (Some(low), high));
        let status = if has_judges && basis.components.has_single_ratings() {
            Reason::SingleRatings.into()
        } else {
            Status::OK
        };
        DesignRow {
            kind: planned.kind,
            documents: whole(design.documents),
            segments_limit: match planned.limit {
                CountOrAll::All => None,
                CountOrAll::Count(count) => Some(count),
            },
            ratings_per_segment: has_judges.then_some(design.ratings_per_segment),
            judges: has_judges.then(|| whole(design.judges)),
            references: basis.references,
            segments_per_document: design.segments_per_document,
            segments: design.segments(),
            required_words: self.on_corpus.words(Some(design.segments())),
            systems: document_count(planner.systems),
            assignment: match planned.kind {
                DesignKind::Current => basis.assignment,
                _ => planner.assignment,
            },
            cost: planned.evaluation.cost,
            unit: self.unit(basis).map(Arc::from),
            free: free(planner, basis),
            reachable: planned.reachable,
            pairs: document_count(planner.test.pairs),
            standard_error: is_defined.then(|| part.variance.sqrt()),
            degrees_of_freedom: is_defined.then_some(part.degrees_of_freedom),
            margin: Some(planned.evaluation.margin).filter(|margin| margin.is_finite()),
            margin_twice_documents: doubled.documents,
            margin_twice_ratings: doubled.ratings,
            margin_twice_judges: doubled.judges,
            probability: (self.options.goal.margin.is_none())
                .then_some(planned.evaluation.attained),
            reached: planned.evaluation.reached,
            on_frontier: planned.evaluation.on_frontier,
            recommended: planned.recommended,
            documents_lower: lower,
            documents_upper: upper,
            ..self.without(status)
        }
    }

    /// A row that plans nothing.
    fn without(&self, status: Status) -> DesignRow {
        let goal = &self.options.goal;
        let (goal_kind, wanted) = goal.named();
        let names = &self.on_corpus.names;
        DesignRow {
            study: names.study.clone(),
            corpus: names.corpus.clone(),
            metric: self.metric.into(),
            kind: DesignKind::None,
            assignment: Assignment::Nobody,
            goal: goal_kind,
            wanted,
            power: goal.detect.map(|_| goal.power.unwrap_or(POWER)),
            level: self.on_corpus.study.level,
            status,
            ..DesignRow::default()
        }
    }
}

/// Margins of the campaign of the corpus with twice of something.
#[derive(Clone, Copy, Default)]
struct Doubled {
    documents: Option<f64>,
    ratings: Option<f64>,
    judges: Option<f64>,
}

impl Doubled {
    /// Components of variance say how much less differences vary then; that is applied to how much they vary in `now`.
    fn new(basis: &Basis, planner: &Planner, now: &Evaluation) -> Self {
        let planner = Planner { assignment: basis.assignment, ..planner.clone() };
        let current = basis.current();
        let factor = now.part.variance / planner.evaluate(current).part.variance;
        if !factor.is_finite() || factor <= 0.0 {
            return Self::default();
        }
        let has_judges = basis.assignment != Assignment::Nobody;
        let ratings = 2.0 * current.ratings_per_segment;
        // What a second rating is worth is known where outputs have one, and a judge rates an output once.
        let has_ratings =
            has_judges && !basis.components.has_single_ratings() && ratings <= current.judges;
        let [documents, ratings, judges] = [
            Some(Design { documents: 2.0 * current.documents, ..current }),
            has_ratings.then_some(Design { ratings_per_segment: ratings, ..current }),
            has_judges.then_some(Design { judges: 2.0 * current.judges, ..current }),
        ]
        .map(|design| {
            let part = planner.evaluate(design?).part;
            let part = Part { variance: factor * part.variance, ..part };
            Some(planner.test.margin(part)).filter(|margin| margin.is_finite())
        });
        Self { documents, ratings, judges }
    }
}

impl DesignGoal {
    /// Its key and value.
    fn named(&self) -> (GoalKind, f64) {
        let all = [
            (GoalKind::Detect, self.detect),
            (GoalKind::Margin, self.margin),
            (GoalKind::RankingHolds, self.ranking_holds),
            (GoalKind::BestIsBest, self.best_is_best),
        ];
        let named = all.into_iter().find_map(|(kind, value)| Some((kind, value?)));
        named.expect("a goal that was read has one of its keys")
    }
}

/// What costs nothing although its number is planned.
fn free(planner: &Planner, basis: &Basis) -> Option<Arc<str>> {
    let Costs { document, segment, rating, judge, reference } = planner.costs;
    let has_judges = basis.assignment != Assignment::Nobody;
    let all = [
        // 1 stands for what is not planned, so that it is not free.
        ("documents", document + segment + if has_judges { rating } else { reference }),
        ("ratings", if has_judges { rating } else { 1.0 }),
        ("judges", if has_judges { judge } else { 1.0 }),
        ("references", if basis.references.is_some() { reference } else { 1.0 }),
    ];
    let free: Vec<&str> =
        all.iter().filter(|(_, price)| *price <= 0.0).map(|(name, _)| *name).collect();
    (!free.is_empty()).then(|| free.join(",").into())
}

/// The cheapest of those that reach the goal; of equal costs that with the smallest margin.
fn recommend(planned: &mut [Planned]) {
    let candidates = planned.iter_mut().filter(|design| design.kind == DesignKind::Smallest);
    if let Some(best) = candidates.min_by(|one, other| by_cost(one, other)) {
        best.recommended = true;
    }
}

fn by_cost(one: &Planned, other: &Planned) -> Ordering {
    let (one, other) = (&one.evaluation, &other.evaluation);
    one.cost.total_cmp(&other.cost).then(one.margin.total_cmp(&other.margin))
}

/// No other design has a smaller margin at the same cost or less.
fn mark_frontier(planned: &mut [Planned]) {
    let mut all: Vec<&mut Planned> =
        planned.iter_mut().filter(|design| design.kind != DesignKind::Current).collect();
    all.sort_by(|one, other| by_cost(one, other));
    let mut least = f64::INFINITY;
    for Planned { evaluation, .. } in all {
        evaluation.on_frontier = evaluation.margin < least;
        least = least.min(evaluation.margin);
    }
}

/// A whole number of the planner.
fn whole(size: f64) -> u32 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "sizes are whole numbers below 1e7"
    )]
    let whole = size as u32;
    whole
}
