//! How the tables `jury` and `contradictions` are filled.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::compute::{JudgeDifference, ScoresByJudge};
use super::options::Contradictions;
use super::row::{ContradictionRow, JuryRow};
use crate::analyses::common::judged::Judged;
use crate::analyses::common::pairs::{Pairs, system_names};
use crate::analyses::results::document_count;
use crate::config::model::{DegreesOfFreedom, MetricConfig, MetricSpec};
use crate::plan::{Grid, Plan};
use crate::stats::direction::Direction;
use crate::stats::judges::adjusted::adjusted;
use crate::stats::judges::new_judge::{FEWEST_JUDGES, JudgedDifference};
use crate::stats::moments::mean;
use crate::stats::reason::{Reason, Status};

/// All rows of the studies that ask.
#[derive(Default)]
pub struct ContradictionTables {
    /// Pairs of systems.
    pub jury: Vec<JuryRow>,
    /// Pairs of judges.
    pub contradictions: Vec<ContradictionRow>,
}

/// Those of `metrics` that are means of ratings on one criterion, with it.
pub(super) fn judged_metrics<'a>(
    metrics: impl Iterator<Item = &'a MetricSpec>,
) -> impl Iterator<Item = (&'a MetricSpec, &'a str)> {
    metrics.filter_map(|metric| match &metric.config {
        MetricConfig::Human(human) if human.is_of_ratings() => match &human.criteria[..] {
            [criterion] => Some((metric, criterion.as_str())),
            _ => None,
        },
        _ => None,
    })
}

/// In the order of studies, corpora, metrics, and pairs.
pub fn contradictions(plan: &Plan) -> ContradictionTables {
    let mut tables = ContradictionTables::default();
    for grid in &plan.grids {
        let study = &plan.spec.studies[grid.study];
        let Some(options) = study.analyses.get::<Contradictions>() else { continue };
        let metrics = study
            .metrics
            .iter()
            .filter_map(|name| plan.spec.metrics.iter().find(|metric| metric.name == *name));
        for (metric, criterion) in judged_metrics(metrics) {
            if let Some(jury) = Jury::new(plan, grid, options, (metric, criterion)) {
                jury.add_rows(&mut tables);
            }
        }
    }
    tables
}

/// The judges of a metric.
struct Jury<'a> {
    study: Arc<str>,
    corpus: Arc<str>,
    metric: Arc<str>,
    level: f64,
    systems: Vec<&'a str>,
    judges: Vec<Arc<str>>,
    /// Judges by family; one that is of none is a family of its own.
    families: Vec<Vec<usize>>,
    scores: ScoresByJudge,
    pairs: Vec<(usize, usize)>,
    direction: Direction,
}

impl<'a> Jury<'a> {
    fn new(
        plan: &'a Plan,
        grid: &Grid,
        options: &'a Contradictions,
        (metric, criterion): (&MetricSpec, &str),
    ) -> Option<Self> {
        let MetricConfig::Human(human) = &metric.config else { return None };
        let study = &plan.spec.studies[grid.study];
        let corpus = &plan.corpora[grid.corpus];
        let source = &plan.spec.corpora[grid.corpus];
        let mut systems = system_names(grid.scorings.iter().map(|index| &corpus.scorings[*index]));
        if let Some(place) = options
            .baseline
            .as_deref()
            .and_then(|baseline| systems.iter().position(|system| *system == baseline))
        {
            // The baseline goes first, and the others keep their order.
            systems[..=place].rotate_right(1);
        }
        let judged = Judged::new(&corpus.corpus, criterion, systems).ok()?;
        let ratings = adjusted(&judged.ratings, human.judge_scores)?;
        // Names of metrics are not names of people, for which codes would have to stand.
        let labels = if source.judges_from.contains_key(criterion) {
            judged.names.clone()
        } else {
            judged.labels(source)
        };
        let has_baseline = options.baseline.as_deref() == judged.systems.first().copied();
        let pairs = if has_baseline { Pairs::WithFirst } else { Pairs::All };
        let by_lengths = plan.spec.df != DegreesOfFreedom::Units;
        Some(Self {
            study: study.name.as_str().into(),
            corpus: corpus.corpus.name.as_str().into(),
            metric: metric.name.as_str().into(),
            level: study.level,
            families: families(options, &judged.names),
            judges: labels,
            pairs: pairs.of(judged.systems.len()),
            systems: judged.systems,
            scores: ScoresByJudge::new(&ratings, by_lengths),
            direction: Direction::from_higher_is_better(human.higher_judgments_are_better()),
        })
    }

    fn add_rows(&self, tables: &mut ContradictionTables) {
        let by_pair: Vec<Vec<Option<JudgeDifference>>> = self
            .pairs
            .iter()
            .map(|pair| {
                (0..self.judges.len()).map(|judge| self.difference(&[judge], *pair)).collect()
            })
            .collect();
        tables.jury.extend(
            self.pairs
                .iter()
                .zip(&by_pair)
                .map(|(pair, by_judge)| self.of_systems(*pair, by_judge)),
        );
        let judges = Pairs::All.of(self.judges.len()).into_iter();
        tables.contradictions.extend(judges.map(|judges| self.of_judges(judges, &by_pair)));
    }

    fn difference(&self, judges: &[usize], pair: (usize, usize)) -> Option<JudgeDifference> {
        let judged = self.scores.difference(judges, pair)?;
        Some(JudgeDifference { difference: self.direction.orient(judged.difference), ..judged })
    }

    fn of_systems(&self, pair: (usize, usize), by_judge: &[Option<JudgeDifference>]) -> JuryRow {
        let by_family = self.families.iter().filter_map(|judges| {
            mean(judges.iter().filter_map(|judge| Some(by_judge[*judge]?.difference)))
        });
        let by_family: Vec<f64> = by_family.collect();
        let jury = JudgedDifference::new(&by_family);
        let jurors: Vec<usize> = (0..self.judges.len()).collect();
        let texts = self.difference(&jurors, pair).and_then(|together| together.error);
        let [significantly, all] = [true, false].map(|is_significant| {
            let rated = by_judge.iter().flatten();
            let rated = rated.filter(|judge| !is_significant || judge.is_significant(self.level));
            let rated: Vec<f64> = rated.map(|judge| judge.difference).collect();
            [1.0, -1.0].map(|sign| {
                document_count(rated.iter().filter(|rated| sign * **rated > 0.0).count())
            })
        });
        JuryRow {
            study: self.study.clone(),
            corpus: self.corpus.clone(),
            metric: self.metric.clone(),
            system_a: self.systems[pair.0].into(),
            system_b: self.systems[pair.1].into(),
            difference: mean(by_family.iter().copied()),
            deviation: jury.map(|jury| jury.deviation),
            judges: document_count(by_family.len()),
            judges_for: all[0],
            judges_against: all[1],
            significant_for: significantly[0],
            significant_against: significantly[1],
            new_judge_agrees: jury.map(|jury| jury.another_agrees(0.0)),
            new_judge_agrees_new_texts: jury
                .zip(texts)
                .map(|(jury, (error, _))| jury.another_agrees(error * error)),
            level: self.level,
            status: match (by_family.len(), jury) {
                (0, _) => Reason::NoData.into(),
                (count, _) if count < FEWEST_JUDGES => Reason::TooFewJudges.into(),
                (_, None) => Reason::NoVariation.into(),
                _ => Status::OK,
            },
        }
    }

    fn of_judges(
        &self,
        (one, other): (usize, usize),
        by_pair: &[Vec<Option<JudgeDifference>>],
    ) -> ContradictionRow {
        let both = by_pair.iter().filter_map(|by_judge| Some([by_judge[one]?, by_judge[other]?]));
        let both: Vec<[JudgeDifference; 2]> = both.collect();
        let are_opposite =
            |pair: &&[JudgeDifference; 2]| pair[0].difference * pair[1].difference < 0.0;
        let significant: Vec<&[JudgeDifference; 2]> = both
            .iter()
            .filter(|pair| pair.iter().all(|judge| judge.is_significant(self.level)))
            .collect();
        let contradict = significant.iter().copied().filter(are_opposite).count();
        let is_any = !significant.is_empty();
        ContradictionRow {
            study: self.study.clone(),
            corpus: self.corpus.clone(),
            metric: self.metric.clone(),
            judge_a: self.judges[one].clone(),
            judge_b: self.judges[other].clone(),
            pairs: both.len() as u64,
            both_significant: significant.len() as u64,
            contradict: contradict as u64,
            share: is_any.then(|| contradict as f64 / significant.len() as f64),
            opposite: both.iter().filter(are_opposite).count() as u64,
            level: self.level,
        }
    }
}

/// Judges by family, in the order of the first of each.
fn families(options: &Contradictions, names: &[Arc<str>]) -> Vec<Vec<usize>> {
    let family_of: BTreeMap<&str, usize> = options
        .families
        .values()
        .zip(0..)
        .flat_map(|(members, family)| members.iter().map(move |name| (name.as_str(), family)))
        .collect();
    let mut families: Vec<(Option<usize>, Vec<usize>)> = Vec::new();
    for (judge, name) in names.iter().enumerate() {
        let family = family_of.get(&**name).copied();
        match families.iter_mut().find(|(other, _)| family.is_some() && *other == family) {
            Some((_, members)) => members.push(judge),
            None => families.push((family, vec![judge])),
        }
    }
    families.into_iter().map(|(_, members)| members).collect()
}
