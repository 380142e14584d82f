//! How the table `relative_scores` is filled.

use super::options::CrossReference;
use super::relative::{self, Compared, RelativeScore, ScoreRatio};
use super::relative_row::RelativeScoreRow;
use crate::analyses::results::{Coordinates, GridResults, Results, document_count};
use crate::stats::reason::Reason;
use crate::table::Cell;

/// In the order of studies, corpora, metrics and systems.
pub fn relative_scores(results: &Results<'_>) -> Vec<RelativeScoreRow> {
    let mut rows = Vec::new();
    let studies = results.asking(|study| {
        study.analyses.get::<CrossReference>().filter(|options: &&CrossReference| options.relative)
    });
    for (on_corpus, _) in studies {
        let Some(whole) = on_corpus.grid.whole else { continue };
        let context = results.plan.context(on_corpus.grid);
        for one in relative::compared(&context) {
            let question = RelativeScore { sets: one.sets, level: on_corpus.study.level };
            let at = Coordinates::once(whole, one.group[0]);
            let computed = on_corpus.requested(&question).get(at, &one.group);
            rows.push(row(&on_corpus, whole, &one, &computed));
        }
    }
    rows
}

fn row(
    on_corpus: &GridResults<'_>,
    whole: usize,
    one: &Compared,
    computed: &Result<ScoreRatio, Reason>,
) -> RelativeScoreRow {
    let scoring = one.group[0];
    let at = on_corpus.first_at(whole, scoring);
    let mut cell = on_corpus.cell(at, None, &on_corpus.outcome(at));
    let reason = match computed {
        Ok(ratio) => ratio.standard_error.err(),
        Err(reason) => Some(*reason),
    };
    if let (Some(reason), true) = (reason, cell.status.is_ok()) {
        cell.status = reason.into();
    }
    let ratio = computed.as_ref().ok();
    // The metric decides whether a percentage makes sense.
    let relative = ratio.and_then(|ratio| on_corpus.relative(scoring, ratio.score, ratio.human));
    let percent = |value: Option<f64>| relative.and(value).map(|value| 100.0 * value);
    RelativeScoreRow {
        cell: Cell { references: None, ..cell },
        sets: document_count(one.sets),
        score: ratio.map(|ratio| ratio.score),
        human: ratio.map(|ratio| ratio.human),
        relative,
        standard_error: percent(ratio.and_then(|ratio| ratio.standard_error.ok())),
        ci_lower: percent(ratio.and_then(|ratio| ratio.ends).map(|ends| ends.0)),
        ci_upper: percent(ratio.and_then(|ratio| ratio.ends).map(|ends| ends.1)),
    }
}
