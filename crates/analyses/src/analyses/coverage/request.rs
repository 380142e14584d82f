//! What coverage asks for: intervals and differences on every sample, and the truth.

use super::options::Coverage;
use crate::analyses::{ConclusionRow, CoverageRow, ScoreIntervals};
use serde::Serialize;

use super::compute;
use super::options::{self, Truth};
use crate::analyses::common::{Differences, Pairs};
use crate::analyses::intervals::options::Intervals;
use crate::config::model::{ReferenceChoice, Study};
use crate::formats::source::CorpusFormat;
use crate::plan::prices::LOOKUP;
use crate::plan::{
    GridContext, GridCounts, Group, JobResults, PlanProblem, PlannedOptions, Question, Request,
    StudyOnCorpus, TableSize, TaskSize, Work,
};

/// Nanoseconds per segment and system of a fresh corpus: writing and scoring it.
const FRESH_SEGMENT: f64 = 12_000.0;

/// Nanoseconds to decode an interval or a difference on a sample, and to count what one comes to.
const DECODE: f64 = 60.0;
const TALLY: f64 = 15.0;

/// Of several scorings of a synthetic corpus: scores on fresh corpora of its generator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct GeneratorScores {
    /// Number of fresh corpora.
    pub corpora: u32,
}

impl GeneratorScores {
    /// Those of a study whose samples are compared with the generator.
    pub fn of(study: &Study) -> Option<Self> {
        let options = study.analyses.get::<Coverage>()?;
        (options.truth == Truth::Generator).then_some(Self { corpora: options.trials })
    }
}

impl Question for GeneratorScores {
    /// For each scoring, in the metric's unit, the scores on all fresh corpora; absent where
    /// undefined.
    type Result = Vec<Vec<Option<f64>>>;
    const TAG: &'static str = "generator";

    fn work(&self, size: &TaskSize) -> Work {
        let segments = f64::from(self.corpora) * size.units * size.scorings as f64;
        Work::plain(segments * FRESH_SEGMENT)
    }

    fn result_bytes(&self, size: &TaskSize) -> f64 {
        9.0 * size.scorings as f64 * f64::from(self.corpora)
    }

    fn compute(&self, job: &JobResults<'_>, group: &Group<'_>) -> Vec<Vec<Option<f64>>> {
        compute::generator_scores(job, group, self.corpora)
    }
}

/// The intervals whose coverage is counted.
pub(super) fn intervals(options: &options::Coverage) -> ScoreIntervals {
    let options::Coverage { methods, levels, .. } = options.clone();
    ScoreIntervals { options: Intervals { methods: Some(methods), levels, compat: None } }
}

impl PlannedOptions for Coverage {
    /// What keeps the generator of a corpus from being the truth.
    fn problems(&self, study: &StudyOnCorpus<'_>) -> Vec<PlanProblem> {
        let StudyOnCorpus { study, source, .. } = study;
        if GeneratorScores::of(study).is_none() {
            return Vec::new();
        }
        let problem = |message: String, help: &str| {
            PlanProblem::of_study(&study.name, &["coverage", "truth"], message, help.to_owned())
        };
        let mut problems = Vec::new();
        if !matches!(source.format, CorpusFormat::Synthetic(_)) {
            problems.push(problem(
                format!("corpus `{}` was not generated", source.name),
                "write `truth = \"corpus\"`: its score is as near to the truth as one gets",
            ));
        }
        if let ReferenceChoice::Mixed(_) = study.reference_choice {
            problems.push(problem(
                "an assignment of references belongs to one corpus, and the generator makes others"
                    .to_owned(),
                "write `truth = \"corpus\"`, or choose references otherwise",
            ));
        }
        problems
    }

    fn reads_whole_corpus(&self) -> bool {
        true
    }

    fn requests(&self, context: &GridContext<'_>) -> Vec<Request> {
        let GridContext { study, grid, .. } = context;
        let differences = Differences::of(study, Pairs::All);
        let mut requests = vec![
            context.everywhere(intervals(self), context.singles(&grid.scorings)),
            context.everywhere(differences, context.groups()),
        ];
        let all = context.scored(&grid.scorings);
        let generator = GeneratorScores::of(study).filter(|_| !all.is_empty());
        if let Some((whole, question)) = grid.whole.zip(generator) {
            requests.push(Request::once(question, vec![all.into()], vec![whole]));
        }
        requests
    }

    /// Few rows from many results.
    fn table_sizes(&self, _context: &GridContext<'_>, counts: &GridCounts) -> Vec<TableSize> {
        let kinds = (self.methods.len() * self.levels.len()) as f64;
        let of_size = counts.sizes * counts.draws;
        let groups = counts.groups.len() as f64;
        let intervals = counts.cells * (2.0 * LOOKUP + kinds * (DECODE + TALLY));
        let pairs = counts.pairs() * self.levels.len() as f64;
        let compared =
            counts.places * (counts.pairs() * DECODE + pairs * 4.0 * TALLY + groups * LOOKUP);
        let coverage = TableSize::new::<CoverageRow>(
            counts,
            of_size * (counts.scorings + groups) * kinds,
            6.0,
        )
        .at_once();
        // Besides pairs, a group has seven bands of significance, and rows for the levels.
        let rows = of_size * (pairs + 10.0 * groups);
        let conclusions = TableSize::new::<ConclusionRow>(counts, rows, 8.0).at_once();
        vec![coverage.source(intervals), conclusions.source(compared)]
    }
}
