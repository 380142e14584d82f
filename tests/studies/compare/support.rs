//! Small corpora, and runs over them.

use runner::analyses::{ComparisonRow, PowerRow};
use runner::analyses::{Results, each_comparison, each_power};
use runner::corpus::model::Corpus;
use runner::plan::{Plan, PlanProblem};

use crate::support::study;
pub(crate) use crate::support::study::{all, documents, judged, texts};

pub(crate) struct Rows {
    pub(crate) comparisons: Vec<ComparisonRow>,
    pub(crate) power: Vec<PowerRow>,
}

/// The head of a spec with one study, to which `study` is appended; on the whole corpus, unless it says
/// otherwise.
pub(crate) fn spec_of(study: &str) -> String {
    let has_sizes = study.contains("test-sizes") || study.contains("samples");
    let whole = if has_sizes { "" } else { "test-sizes = { fractions = [1.0] }\n" };
    format!(
        "[experiment]\nname = \"x\"\nseed = 5\n[corpora.c.synthetic]\npreset = \"tides-2002\"\n\
         [studies.s]\ncorpora = [\"c\"]\n{whole}{study}"
    )
}

pub(crate) fn plan(study: &str, corpus: Corpus) -> Result<Plan, Vec<PlanProblem>> {
    study::plan(&spec_of(study), Some(vec![corpus]))
}

pub(crate) fn run(study: &str, corpus: Corpus) -> Rows {
    let (plan, store) = study::computed(&spec_of(study), Some(vec![corpus]));
    let results = &Results::new(&plan, &store);
    Rows { comparisons: each_comparison(results).collect(), power: each_power(results).collect() }
}

/// The row of a pair and method.
#[track_caller]
pub(crate) fn find<'a>(
    rows: &'a [ComparisonRow],
    pair: [&str; 2],
    method: &str,
) -> &'a ComparisonRow {
    let is = |row: &&ComparisonRow| {
        [&*row.system_a, &*row.system_b] == pair && row.method.name() == method
    };
    let mut found = rows.iter().filter(is);
    let row = found.next().unwrap();
    assert!(found.next().is_none(), "one row for {pair:?} by {method}");
    row
}
