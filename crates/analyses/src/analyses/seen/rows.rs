//! How the tables of seen test data are filled.

use super::options::Seen;
use super::request::{GroupSeen, SeenSegments, SystemSeen};
use super::row::{SeenDifferenceRow, SeenRow};
use crate::analyses::common::change::{ChangeColumns, adjusted, status};
use crate::analyses::common::pairs::Pairs;
use crate::analyses::common::sizes::largest_test_sets;
use crate::analyses::results::{Coordinates, GridResults, Results};
use crate::stats::reason::{Reason, Status};
use crate::table::Cell;

/// All rows of the studies that ask.
#[derive(Default)]
pub struct SeenTables {
    /// Systems.
    pub systems: Vec<SeenRow>,
    /// Pairs of systems.
    pub differences: Vec<SeenDifferenceRow>,
}

/// In the order of studies, corpora, metrics and references, systems or pairs.
pub fn seen(results: &Results<'_>) -> SeenTables {
    let mut tables = SeenTables::default();
    for (on_corpus, _) in results.asking(|study| study.analyses.get::<Seen>()) {
        let flags = on_corpus.corpus.corpus.seen.as_deref();
        let question = SeenSegments::new(on_corpus.study.level, flags);
        let sets = largest_test_sets(&results.plan.context(on_corpus.grid));
        let (Some(question), Some(test_set)) = (question, sets.first()) else { continue };
        for group in on_corpus.scored_groups() {
            let at = Coordinates::once(*test_set, group[0]);
            let computed: GroupSeen = on_corpus.requested(&question).get(at, &group);
            for (scoring, system) in group.iter().zip(&computed.systems) {
                tables.systems.push(of_system(
                    &on_corpus,
                    on_corpus.first_at(at.test_set, *scoring),
                    system,
                ));
            }
            add_differences(&on_corpus, at, (&group, &computed), &mut tables.differences);
        }
    }
    tables
}

fn of_system(
    on_corpus: &GridResults<'_>,
    at: Coordinates,
    system: &Result<SystemSeen, Reason>,
) -> SeenRow {
    let cell = on_corpus.cell(at, None, &on_corpus.outcome(at));
    let advantage = system.and_then(|system| system.advantage);
    let why = if cell.status.is_ok() { status(&advantage) } else { cell.status };
    let system = system.ok();
    let ChangeColumns { delta, standard_error, ci_lower, ci_upper, p_value } =
        advantage.ok().into();
    SeenRow {
        cell: Cell { status: why, ..cell },
        seen_segments: system.map(|system| system.seen_segments),
        seen_share: system
            .map(|system| system.seen_segments as f64 / system.segments.max(1) as f64),
        score_seen: system.and_then(|system| system.scores[0]),
        score_unseen: system.and_then(|system| system.scores[1]),
        advantage: delta,
        standard_error,
        ci_lower,
        ci_upper,
        p_value,
    }
}

fn add_differences(
    on_corpus: &GridResults<'_>,
    at: Coordinates,
    (group, computed): (&[usize], &GroupSeen),
    rows: &mut Vec<SeenDifferenceRow>,
) {
    let adjusted = adjusted(computed.differences.iter().map(|difference| difference.ok()));
    let pairs = Pairs::All.of(group.len()).into_iter().zip(&computed.differences);
    for (((a, b), difference), p_adjusted) in pairs.zip(adjusted) {
        let [system_a, system_b] =
            [a, b].map(|place| on_corpus.names.scorings[group[place]].system.clone());
        let cell = on_corpus.group_cell(on_corpus.first_at(at.test_set, group[a]), None);
        let why: Status = status(difference);
        let ChangeColumns { delta, standard_error, ci_lower, ci_upper, p_value } =
            difference.ok().into();
        rows.push(SeenDifferenceRow {
            cell: Cell { status: why, ..cell },
            system_a,
            system_b,
            delta,
            standard_error,
            ci_lower,
            ci_upper,
            p_value,
            p_adjusted,
        });
    }
}
