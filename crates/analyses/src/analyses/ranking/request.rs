//! What rankings ask for: the ranks of systems in replicates, and what new test sets would say.

use super::options::Ranking;
use super::{NewRankingRow, RankRow, RankStabilityRow};
use serde::Serialize;

use super::compute::{self, GroupRanks};
use super::{lines, new_rankings};
use crate::config::model::Study;
use crate::plan::prices::LOOKUP;
use crate::plan::{
    GridContext, GridCounts, Group, JobResults, PlannedOptions, Question, Request, TableSize,
    TaskSize, Work,
};
use crate::stats::reason::Reason;

/// Nanoseconds of a row beside its columns: many systems and ranks make rows whose writing is nearly
/// all of the work (5 to 200 systems on 400 test sets).
const ROW: f64 = 2_800.0;

/// Nanoseconds per replicate and system, for ranks: and for each doubling of the systems, since they
/// are sorted.
const RANK: f64 = 8.0;
const RANK_OF_DOUBLED: f64 = 3.0;

/// Of several systems: their ranks in replicates, compared with those on the test set and on the whole
/// corpus.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Ranks {
    /// Confidence level of the intervals of ranks, and of the lines between clusters.
    pub level: f64,
}

impl Ranks {
    /// With intervals of the level of the study, if it asks for ranks.
    pub fn of(study: &Study) -> Option<Self> {
        study.analyses.get::<Ranking>().map(|_| Self { level: study.level })
    }
}

impl Question for Ranks {
    /// Or why there are no ranks.
    type Result = Result<GroupRanks, Reason>;
    const TAG: &'static str = "ranks";

    fn work(&self, size: &TaskSize) -> Work {
        let doublings = f64::from(size.scorings.max(1).ilog2());
        let systems = size.scorings as f64;
        let ranks = Work::plain(size.replicates * systems * (RANK + RANK_OF_DOUBLED * doublings));
        ranks + lines::work(size)
    }

    fn result_bytes(&self, size: &TaskSize) -> f64 {
        let systems = size.scorings as f64;
        // Systems have few of the ranks where these are many.
        systems * (14.0 + 8.0 * systems.min(8.0 + 0.3 * systems))
    }

    fn compute(&self, job: &JobResults<'_>, group: &Group<'_>) -> Self::Result {
        compute::ranks(job, group, self.level)
    }
}

impl PlannedOptions for Ranking {
    fn reads_whole_corpus(&self) -> bool {
        true
    }

    fn requests(&self, context: &GridContext<'_>) -> Vec<Request> {
        let question = Ranks::of(context.study);
        let ranks = question.map(|question| context.everywhere(question, context.groups()));
        ranks.into_iter().chain(new_rankings::requests(context)).collect()
    }

    fn table_sizes(&self, context: &GridContext<'_>, counts: &GridCounts) -> Vec<TableSize> {
        if Ranks::of(context.study).is_none() {
            return Vec::new();
        }
        let ranks: f64 = counts.groups.iter().map(|systems| systems * systems).sum();
        let results = counts.places * counts.systems() * LOOKUP;
        // Each test set along its ordering, and all of a size together.
        let steps = (counts.places + counts.sizes * counts.draws) * counts.groups.len() as f64;
        let sizes = counts.sizes * counts.draws * counts.groups.len() as f64;
        vec![
            TableSize::new::<RankRow>(counts, counts.places * ranks, 0.3)
                .source(results + counts.places * ranks * ROW),
            TableSize::new::<RankStabilityRow>(counts, steps, 5.0).at_once().source(results),
            TableSize::new::<NewRankingRow>(counts, sizes, 12.0).at_once().source(sizes * LOOKUP),
        ]
    }
}
