//! Which systems a study compares with each other.

use std::sync::Arc;

use super::asked::by_metric;
use super::grid::Grid;
use super::problem::PlanProblem;
use super::question::Pairs;
use super::scoring::Scoring;
use crate::corpus::model::Corpus;
use crate::spec::model::{Adjustment, Compat, Spec, Study, TestMethod};

/// Systems of one metric and set of references, and which of them are paired.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compared {
    /// Indices of scorings in the corpus plan: the baseline first, where there is one, and the others
    /// in the order of the study.
    pub scorings: Arc<[usize]>,
    /// Which of them are paired.
    pub pairs: Pairs,
}

impl Compared {
    /// The comparisons among `scorings`, which share metric and references; `None` where there are
    /// fewer than two, or the `baseline` is not among them.
    pub fn new(baseline: Option<&str>, scorings: &[usize], all: &[Scoring]) -> Option<Self> {
        let mut ordered = scorings.to_vec();
        if let Some(baseline) = baseline {
            let position = scorings.iter().position(|index| all[*index].system == baseline)?;
            ordered[..=position].rotate_right(1);
        }
        let pairs = Self::pairs_with(baseline);
        (ordered.len() > 1).then(|| Self { scorings: ordered.into(), pairs })
    }

    /// Every system with a baseline, or every pair.
    pub fn pairs_with(baseline: Option<&str>) -> Pairs {
        if baseline.is_some() { Pairs::WithFirst } else { Pairs::All }
    }

    /// Pairs of scorings, in the order of answers.
    pub fn pairs(&self) -> Vec<(usize, usize)> {
        let pairs = self.pairs.of(self.scorings.len()).into_iter();
        pairs.map(|(a, b)| (self.scorings[a], self.scorings[b])).collect()
    }
}

/// What keeps a study from comparing systems: an unknown baseline, a single system, or fewer replicates
/// than so many pairs need.
pub(super) fn problems(study: &Study, corpus: &Corpus, scorings: &[Scoring]) -> Vec<PlanProblem> {
    let mut systems: Vec<&str> = Vec::new();
    for scoring in scorings {
        if !systems.contains(&scoring.system.as_str()) {
            systems.push(&scoring.system);
        }
    }
    let derivations = &study.derivations;
    let mut problems = Vec::new();
    // Without any system, the reason is reported elsewhere.
    if systems.is_empty() {
        return problems;
    }
    if let Some(baseline) = derivations.comparison.as_ref().and_then(|c| c.baseline.as_ref())
        && !systems.contains(&baseline.as_str())
    {
        let (key, owner) = (["comparison", "baseline"], format!("study `{}`", study.name));
        problems.push(if corpus.systems.iter().any(|system| system.name == *baseline) {
            let message = format!("{owner} does not score its baseline `{baseline}`");
            let help = "add it to the `systems` of the study".to_owned();
            PlanProblem::of_study(&study.name, &key, message, help)
        } else {
            PlanProblem::unknown(&study.name, &key, "system", baseline, &owner, &systems)
        });
    }
    let asked =
        [("comparison", derivations.comparison.is_some()), ("power", derivations.power.is_some())];
    for (key, is_asked) in asked {
        if is_asked && systems.len() < 2 {
            let message = format!("corpus `{}` has one system to compare", corpus.name);
            let help = "name two or more `systems`, or leave this out".to_owned();
            problems.push(PlanProblem::of_study(&study.name, &[key], message, help));
        }
    }
    problems.extend(too_few_trials(study, scorings));
    problems
}

/// What keeps a method from ever finding a difference: Holm multiplies the smallest p-value that its
/// replicates or exchanges can have by the number of pairs. With several B, the largest counts. A single
/// pair is not adjusted, and its row says so.
fn too_few_trials(study: &Study, scorings: &[Scoring]) -> Vec<PlanProblem> {
    let Some(options) = &study.derivations.comparison else { return Vec::new() };
    if options.adjustment != Adjustment::Holm {
        return Vec::new();
    }
    let all: Vec<usize> = (0..scorings.len()).collect();
    let count = |group: Arc<[usize]>| {
        let compared = Compared::new(options.baseline.as_deref(), &group, scorings)?;
        Some(compared.pairs.count(compared.scorings.len()) as u64)
    };
    let pairs = by_metric(&all, scorings).into_iter().filter_map(count).max().unwrap_or(0);
    let replicates = study.replicates.iter().copied().max().unwrap_or(0);
    // How many times 1/(trials + 1) the smallest p-value is. A win rate may be 1, and a p-value of all
    // exchanges does not depend on trials.
    let (of_exchanges, of_replicates) = match options.compat {
        Some(Compat::Sacrebleu) => (1, 1),
        None => {
            let has = |method: TestMethod| options.methods.contains(&method);
            let of_interval = 2 * u64::from(has(TestMethod::DifferenceInterval));
            let of_centred = u64::from(has(TestMethod::CentredBootstrap));
            (u64::from(has(TestMethod::ApproximateRandomization)), of_interval.max(of_centred))
        }
    };
    let problem = |(key, times, trials): (&str, u64, u32)| {
        // Enough by one; a whole number but for the rounding of 1 - level is not one more.
        let enough = ((times * pairs) as f64 / (1.0 - study.level) * (1.0 - 1e-12)).ceil();
        if times == 0 || pairs < 2 || f64::from(trials) + 1.0 >= enough {
            return None;
        }
        let message = format!(
            "study `{}` compares {pairs} pairs with `{key} = {trials}`, of which Holm's adjustment lets \
             none be significant at {}",
            study.name, study.level
        );
        let help = format!(
            "set `{key} = {enough}` or more, or name a `baseline`, or set `adjustment = \"none\"`"
        );
        Some(PlanProblem::of_study(&study.name, &["comparison"], message, help))
    };
    let asked = [("B", of_replicates, replicates), ("trials", of_exchanges, options.trials)];
    asked.into_iter().filter_map(problem).collect()
}

/// Effects of a curve where the spec names none, at most.
pub(super) const CURVE: usize = 4;

/// Rows of the tables `comparisons` and `power`.
pub(super) fn rows(spec: &Spec, grid: &Grid, all: &[Scoring]) -> (u64, u64) {
    let study = &spec.studies[grid.study];
    let groups = by_metric(&grid.scorings, all);
    let count = |baseline: Option<&str>| -> u64 {
        let compared = groups.iter().filter_map(|group| Compared::new(baseline, group, all));
        compared.map(|compared| compared.pairs.count(compared.scorings.len()) as u64).sum()
    };
    let comparisons = study.derivations.comparison.as_ref().map_or(0, |options| {
        let methods = if options.compat.is_some() { 2 } else { options.methods.len() };
        count(options.baseline.as_deref()) * methods as u64
    });
    let powers =
        study.derivations.power.as_ref().map_or(0, |options| {
            count(None) * options.effects.as_ref().map_or(CURVE, Vec::len) as u64
        });
    let cells = grid.placements.len() as u64
        * u64::from(study.shown_repeats())
        * study.replicates.len() as u64;
    (cells.saturating_mul(comparisons), cells.saturating_mul(powers))
}
