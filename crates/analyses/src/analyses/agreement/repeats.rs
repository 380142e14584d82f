//! How the table `judge_repeats` is filled: judges who rated outputs more than once.

use std::collections::BTreeMap;

use super::JudgeRepeatRow;
use super::options::Agreement;
use crate::analyses::common::{JudgeLabel, JudgeLabels, system_names};
use crate::plan::Plan;
use crate::stats::judges::test_retest::test_retest;
use crate::stats::reason::Status;

/// In the order of studies, corpora, criteria, judges.
pub fn judge_repeats(plan: &Plan) -> Vec<JudgeRepeatRow> {
    let mut rows = Vec::new();
    for grid in &plan.grids {
        let study = &plan.spec.studies[grid.study];
        let Some(options) = study.analyses.get::<Agreement>() else { continue };
        let corpus = &plan.corpora[grid.corpus].corpus;
        let labels = JudgeLabels::new(corpus, &plan.spec.corpora[grid.corpus]);
        let scorings = &plan.corpora[grid.corpus].scorings;
        let systems = system_names(grid.scorings.iter().map(|index| &scorings[*index]));
        for (criterion, repeats) in &corpus.repeats {
            if options.criteria.as_ref().is_some_and(|criteria| !criteria.contains(criterion)) {
                continue;
            }
            let mut by_judge: BTreeMap<&JudgeLabel, Vec<&[f64]>> = BTreeMap::new();
            for ratings in repeats.iter().filter(|one| systems.contains(&one.system.as_str())) {
                by_judge.entry(labels.get(&ratings.judge)).or_default().push(&ratings.scores);
            }
            rows.extend(by_judge.into_iter().map(|(judge, outputs)| JudgeRepeatRow {
                study: study.name.as_str().into(),
                corpus: corpus.name.as_str().into(),
                criterion: criterion.as_str().into(),
                judge: judge.text.clone(),
                ..of_judge(&outputs)
            }));
        }
    }
    rows
}

/// What repeats say of a judge.
fn of_judge(outputs: &[&[f64]]) -> JudgeRepeatRow {
    let row = JudgeRepeatRow {
        outputs: outputs.len() as u64,
        ratings: outputs.iter().map(|ratings| ratings.len() as u64).sum(),
        ..JudgeRepeatRow::default()
    };
    match test_retest(outputs) {
        Err(reason) => JudgeRepeatRow { status: reason.into(), ..row },
        Ok(repeated) => JudgeRepeatRow {
            standard_deviation: Some(repeated.standard_deviation),
            icc: repeated.correlation.ok(),
            drift: Some(repeated.drift),
            status: Status::from(&repeated.correlation),
            ..row
        },
    }
}
