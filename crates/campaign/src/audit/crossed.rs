//! Whether each judge of a document judged all systems of it, without which ratings of judges cannot change owner.

use std::collections::{BTreeMap, BTreeSet};

use crate::analyses::common::judged::{Judged, criterion_as_given};
use crate::plan::{PlanProblem, StudyOnCorpus};

/// What keeps the judges of the metrics of a study from being exchanged, the first of each.
pub(super) fn problems(on: &StudyOnCorpus<'_>) -> Vec<PlanProblem> {
    let metrics: BTreeSet<usize> = on.scorings.iter().map(|scoring| scoring.metric).collect();
    let criteria = metrics.into_iter().filter_map(|metric| {
        let criterion = criterion_as_given(&on.metrics[metric].config)?;
        let scorings = on.scorings.iter();
        let scored = scorings.filter(|one| one.metric == metric && one.obstacle.is_none());
        Some((criterion, scored.map(|scoring| &*scoring.system).collect::<Vec<&str>>()))
    });
    criteria.filter_map(|(criterion, systems)| problem(on, criterion, &systems)).collect()
}

fn problem(on: &StudyOnCorpus<'_>, criterion: &str, systems: &[&str]) -> Option<PlanProblem> {
    let corpus = &on.corpus.name;
    let Ok(judged) = Judged::new(on.corpus, criterion, systems.iter().copied()) else {
        let message = format!("who judged `{criterion}` of corpus `{corpus}` is not known");
        return Some(refusal(
            on,
            message,
            "write `exchange = \"documents\"`, or read names of judges with the corpus",
        ));
    };
    let mut seen: BTreeMap<(u32, u32), BTreeSet<u32>> = BTreeMap::new();
    for rating in judged.ratings.iter() {
        let document = judged.ratings.document_of_item()[rating.item as usize];
        seen.entry((document, rating.judge)).or_default().insert(rating.system);
    }
    let ((document, judge), systems) =
        seen.iter().find(|(_, systems)| systems.len() < judged.systems.len())?;
    let (with, without): (Vec<_>, Vec<_>) =
        (0..).zip(&judged.systems).partition(|(number, _)| systems.contains(number));
    let message = format!(
        "judge `{}` of document `{}` of corpus `{corpus}` judged `{}` and not `{}` (`{criterion}`)",
        judged.labels(on.source)[*judge as usize],
        on.corpus.documents[*document as usize].id,
        with.first()?.1,
        without.first()?.1,
    );
    Some(refusal(
        on,
        message,
        "each judge of a document has to have judged all systems: name such `systems`, or write `exchange = \"documents\"`",
    ))
}

fn refusal(on: &StudyOnCorpus<'_>, message: String, help: &str) -> PlanProblem {
    PlanProblem::of_study(&on.study.name, &["audit", "exchange"], message, help.to_owned())
}
