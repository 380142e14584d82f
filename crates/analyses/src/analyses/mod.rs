//! Everything that a study can ask for, a folder each.
//!
//! A folder holds all that there is about an analysis: what it asks of which test sets and what that
//! costs (`request.rs`), its computation (`compute.rs`), its table (`row.rs`) and how it is filled
//! (`rows.rs`), and what people see of it (`figures.rs`, `text_tables.rs`). Everything else knows it
//! through the list of the program (`src/analyses.rs`), which functions here take as an argument.

mod analysis;
pub mod common;
mod manifest;
pub mod question;
mod result_tables;
pub mod results;
mod seeds;

pub mod agreement;
pub mod comparison;
pub mod correlation;
pub mod coverage;
pub mod cross_reference;
pub mod design;
pub mod examples;
pub mod expect;
pub mod gains;
pub mod growth;
pub mod influence;
pub mod intervals;
pub mod macro_average;
pub mod margin;
pub mod meaning;
pub mod meta;
pub mod minimal_sizes;
pub mod power;
pub mod published;
pub mod ranking;
pub mod reference_effects;
pub mod reference_equivalence;
pub mod replicates;
pub mod representativeness;
pub mod runs;
pub mod scores;
pub mod sensitivity;
pub mod separation;
pub mod stability;
pub mod strata;
pub mod variance_components;
mod weights;

pub(crate) use common::{
    GroupPairs, TwoWayErrors, largest_test_set, median, phrases, system_names,
};
pub(crate) use common::{largest_test_sets, short_table};
pub(crate) use comparison::PairVerdict;
pub(crate) use intervals::{ReportedMethod, ScoreIntervals};
pub(crate) use margin::ScorePrecision;
pub(crate) use meta::{ComparedBy, ExchangedUnit};
pub(crate) use results::{
    Coordinates, Draw, GridResults, Outcome, Requested, ScoringNames, document_count,
};
pub(crate) use scores::{ScoreSummary, Summary};
use std::sync::Arc;

pub use agreement::{AgreementRow, JudgeRepeatRow, agreement, judge_repeats};
pub use analysis::{Analyses, Analysis, Standing, Weights};
pub use common::differences::{Bounds, Differences, PairDifference, Probability};
pub use common::paired_errors::{PairError, PairedErrors};
pub use common::pairs::Pairs;
pub use comparison::{ComparisonRow, each_comparison};
pub use correlation::{CorrelationRow, each_correlation};
pub use coverage::{ConclusionRow, CoverageRow, conclusions, conclusions_over_sizes, coverage};
pub use cross_reference::{CrossReferenceRow, RelativeScoreRow, cross_references, relative_scores};
pub use design::{DesignRow, designs};
pub use gains::{GainDifferenceRow, GainRow, GainTables, gains};
pub use growth::{GrowthRow, growth};
pub use influence::{DifficultyRow, InfluencePairRow, InfluenceRow, InfluenceTables, influence};
pub use intervals::{IntervalRow, each_interval};
pub use macro_average::{MacroAverageRow, macro_averages};
pub use manifest::manifest;
pub use margin::{MarginRow, each_margin};
pub use meaning::{MeaningRow, PairsOfPeople, meaning};
pub use meta::{MetaPairRow, MetaRow, meta, meta_pairs};
pub use minimal_sizes::{
    Curves, MinimalSizeRow, SubsetIndependenceRow, minimal_sizes, subset_independence,
};
pub use power::{PowerRow, each_power};
pub use published::{
    ClaimRow, PublishedFigureRow, PublishedRow, published_schema_text, published_tables,
};
pub use published::{ClaimsOfSource, FEWEST_SEEDS, claims_of_sources, printed_tables};
pub use question::Question;
pub use ranking::{
    NewRankingRow, RankRow, RankStabilityRow, each_rank, new_rankings, rank_stability,
};
pub use reference_effects::{
    ReferenceComponent, ReferenceComponentRow, ReferenceEffectRow, ReferenceEffectTables,
    reference_effects,
};
pub use reference_equivalence::{
    ReferenceDiscriminationRow, ReferenceEquivalenceRow, reference_discrimination,
    reference_equivalence,
};
pub use replicates::{ReplicateRow, each_replicate};
pub use representativeness::{RepresentativenessRow, representativeness};
pub use result_tables::ResultTables;
pub use results::Results;
pub use runs::{RunComparisonRow, RunComponentRow, RunDesignRow, RunRow, RunTables, runs};
pub use scores::{ScoreRow, TestSetRow, each_score, each_test_set, scores};
pub use sensitivity::{MetricDiscriminationRow, metric_discrimination};
pub use separation::{SeparationRow, separation};
pub use stability::{StabilityRow, stability};
pub use strata::note as strata_note;
pub use strata::{StratumRow, each_stratum};
pub use variance_components::{JudgeRow, VarianceComponentRow, judges, variance_components};

use crate::config::{self, OptionsKind, Parsed, Spec};
use crate::corpus::model::Corpus;
use crate::diagnostic::Diagnostics;
use crate::plan::{Plan, PlanProblem};
use crate::presentation::{StudySection, Verdict};
use crate::table::TableDescription;
use crate::warning;

/// Returns the question that the analysis with this key answers.
pub fn question_of(analyses: Analyses, key: &str) -> Question {
    let named = analyses.iter().find(|analysis| analysis.key == key);
    named.map_or(Question::None, |analysis| analysis.question)
}

/// Returns the readers of the options of `analyses`.
fn options(analyses: Analyses) -> Vec<&'static OptionsKind> {
    analyses.iter().filter_map(|analysis| analysis.options.as_ref()).collect()
}

/// Reads and validates a spec that may ask for `analyses`. `name` is how messages call it, usually its path.
///
/// # Errors
///
/// Everything that is wrong with the spec, in the order of the text.
pub fn parse(analyses: Analyses, name: &str, text: &str) -> Result<Parsed, Diagnostics> {
    config::parse(name, text, &options(analyses))
}

/// The JSON Schema of specs.
pub fn spec_schema(analyses: Analyses) -> serde_json::Value {
    config::schema(&options(analyses))
}

/// [`spec_schema`] as it is written to a file.
pub fn spec_schema_text(analyses: Analyses) -> String {
    config::schema_text(&options(analyses))
}

/// The plan of `spec` over `corpora` (in the order in which the spec declares them). Where it asks for
/// several seeds, the generated corpora are those of the first.
///
/// # Errors
///
/// All problems that show only when a spec meets its corpora, see [`Plan::new`].
pub fn plan(
    analyses: Analyses,
    spec: Spec,
    corpora: Vec<Arc<Corpus>>,
) -> Result<Plan, Vec<PlanProblem>> {
    let planned: Vec<_> = analyses.iter().map(|analysis| analysis.plan).collect();
    let refused = weights::problems(analyses, &spec, &corpora);
    let mut plan = match Plan::new(spec, corpora, &planned) {
        Ok(plan) if refused.is_empty() => plan,
        Ok(_) => return Err(refused),
        Err(problems) => return Err(refused.into_iter().chain(problems).collect()),
    };
    plan.further = seeds::plans(analyses, &plan)?;
    let warnings = macro_average::warnings(&plan);
    plan.warnings = warning::merged([std::mem::take(&mut plan.warnings), warnings].concat());
    Ok(plan)
}

/// All tables that a run can make, in the order of the analyses.
pub fn all_tables(analyses: Analyses) -> Vec<TableDescription> {
    let described = analyses.iter().flat_map(|analysis| analysis.descriptions);
    described.map(|description| description()).collect()
}

/// What all analyses conclude about one study on one corpus.
pub fn verdicts(analyses: Analyses, section: &StudySection<'_>) -> Vec<Verdict> {
    analyses.iter().flat_map(|analysis| (analysis.verdicts)(section)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    static ANALYSES: [&Analysis; 3] =
        [&minimal_sizes::MINIMAL_SIZES, &comparison::COMPARISON, &power::POWER];

    const SPEC: &str = "\
[experiment]
name = 'x'
seed = 1
[corpora.c.synthetic]
preset = 'p'
[studies.s]
corpora = ['c']
metrics = ['bleu']
";

    /// The analyses of the study in their order, and the canonical spec.
    fn order(tables: &str) -> (Vec<&'static str>, String) {
        let parsed = parse(&ANALYSES, "spec.toml", &format!("{SPEC}{tables}")).expect("valid");
        (parsed.spec.studies[0].analyses.keys().collect(), parsed.spec.canonical())
    }

    /// The order in which a study asks, not that of the fields, is that of findings.
    #[test]
    fn analyses_keep_the_order_of_the_file() {
        let (one, canonical) =
            order("[studies.s.power]\n[studies.s.minimal-size]\n[studies.s.comparison]");
        assert_eq!(one, ["power", "minimal-size", "comparison"]);
        let (other, same) = order("comparison = {}\nminimal-size = {}\npower = {}");
        assert_eq!(other, ["comparison", "minimal-size", "power"]);
        // No number depends on it.
        assert_eq!(canonical, same);
        assert!(order("").0.is_empty());
    }
}
