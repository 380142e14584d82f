//! What keeps a study from comparing systems.

use super::options::{Adjustment, Comparison, FamilyOf, TestMethod};
use crate::analyses::common::few_replicates::no_verdict;
use crate::analyses::common::pairs::{PairSelection, system_names};
use crate::analyses::intervals::options::Compat;
use crate::config::model::Study;
use crate::plan::{PlanProblem, StudyOnCorpus, by_metric};
use crate::presentation::number;
use crate::warning::Warning;

/// A baseline that the study does not score.
pub(in crate::analyses) fn unknown_baseline(
    on: &StudyOnCorpus<'_>,
    options: &Comparison,
) -> Option<PlanProblem> {
    let systems = system_names(on.scorings);
    let baseline = options.baseline.as_ref()?;
    // Without any system, the reason is reported elsewhere.
    if systems.is_empty() || systems.contains(&baseline.as_str()) {
        return None;
    }
    let study = &on.study.name;
    let (key, owner) = (["comparison", "baseline"], format!("study `{study}`"));
    Some(if on.corpus.systems.iter().any(|system| system.name == *baseline) {
        let message = format!("{owner} does not score its baseline `{baseline}`");
        let help = "add it to the `systems` of the study".to_owned();
        PlanProblem::of_study(study, &key, message, help)
    } else {
        PlanProblem::unknown(study, &key, "system", baseline, &owner, &systems)
    })
}

/// What keeps a method from ever finding a difference: Holm multiplies the smallest p-value that its
/// replicates or exchanges can have by the number of comparisons. With several B, the largest counts. A single
/// comparison is not adjusted, and its row says so. The analysis is the one that asks for the comparison.
pub(in crate::analyses) fn too_few_trials(
    on: &StudyOnCorpus<'_>,
    key_of_analysis: &str,
    options: &Comparison,
) -> Vec<PlanProblem> {
    let StudyOnCorpus { study, scorings, metrics, .. } = on;
    if options.adjustment != Adjustment::Holm {
        return Vec::new();
    }
    let all: Vec<usize> = (0..scorings.len()).collect();
    let baseline = options.baseline.as_deref();
    let selections = by_metric(&all, scorings).into_iter();
    let selections =
        selections.filter(|group| options.is_tested(&metrics[scorings[group[0]].metric].name));
    let selections = selections.filter_map(|group| PairSelection::new(baseline, &group, scorings));
    let counts = selections.map(|of_group| of_group.count());
    let comparisons = match options.family {
        // Of one pair by several metrics, all may differ at once.
        FamilyOf::MetricsAndPairs if counts.clone().all(|count| count < 2) => 1,
        FamilyOf::MetricsAndPairs => counts.sum(),
        FamilyOf::Pairs => counts.max().unwrap_or(0),
    };
    let replicates = study.replicates.iter().copied().max().unwrap_or(0);
    let (of_exchanges, of_replicates) = smallest_p_values(options);
    let asked = [("B", of_replicates, replicates), ("trials", of_exchanges, options.trials)];
    let problems = asked.into_iter().filter_map(|(key, times, trials)| {
        // Enough by one.
        let enough = crate::value::whole_up((times * comparisons) as f64 / (1.0 - study.level));
        if times == 0 || comparisons < 2 || f64::from(trials) + 1.0 >= enough {
            return None;
        }
        let message = format!(
            "study `{}` makes {comparisons} comparisons with `{key} = {trials}`: after Holm's adjustment the smallest \
             p-value is above {}, so that no difference could be significant",
            study.name,
            number(1.0 - study.level)
        );
        let help = format!(
            "set `{key} = {enough}` or more, or use the method `jackknife-t`, which resamples nothing, or \
             name a `baseline` or a `primary` metric"
        );
        Some(PlanProblem::of_study(&study.name, &[key_of_analysis], message, help))
    });
    problems.collect()
}

/// How many times 1/(trials + 1) the smallest p-value is, of exchanges and of replicates; 0 where there is none.
/// A win rate may be 1, and a p-value of all exchanges does not depend on trials.
fn smallest_p_values(options: &Comparison) -> (u64, u64) {
    if options.compat == Some(Compat::Sacrebleu) {
        return (1, 1);
    }
    let methods = &options.methods;
    let exchange_trials = u64::from(methods.contains(&TestMethod::ApproximateRandomization));
    let interval_trials = 2 * u64::from(methods.contains(&TestMethod::DifferenceInterval));
    let centred_trials = u64::from(methods.contains(&TestMethod::CentredBootstrap));
    (exchange_trials, interval_trials.max(centred_trials))
}

/// What too few replicates or exchanges keep a comparison from saying where Holm's adjustment, which is a
/// [problem](too_few_trials), does not.
pub(in crate::analyses) fn few_trials(study: &Study, options: &Comparison) -> Vec<Warning> {
    let (of_exchanges, of_replicates) = smallest_p_values(options);
    let replicates = study.replicates.iter().copied().max().unwrap_or(0);
    let asked = [("B", of_replicates, replicates), ("trials", of_exchanges, options.trials)];
    asked.into_iter().filter_map(|asked| no_verdict(study, asked)).collect()
}
