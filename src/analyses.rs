//! The analyses of the program in one list, and the functions that take the list.

use std::sync::Arc;

use runner_analyses::analyses;
pub use runner_analyses::analyses::*;
pub use runner_campaign::assisted::{AssistedRow, AssistedTables, SavedOf, SavingsRow, assisted};
pub use runner_campaign::audit::{AuditLineRow, AuditRow, AuditTables, audit};
pub use runner_campaign::pick::{PickEstimator, PickGainRow, PickRow, PickTables, picks};
pub use runner_campaign::watch::LookRow;
pub use runner_campaign::{assisted, audit, pick, watch};

use crate::config::Parsed;
use crate::config::model::Spec;
use crate::corpus::model::Corpus;
use crate::diagnostic::Diagnostics;
use crate::plan::{Plan, PlanProblem};
use crate::presentation::{StudySection, Verdict};
use crate::table::{Manifest, TableDescription};

/// All analyses, in the order of the page: scores, sizes, systems, resamples, references, metrics. The last
/// reads the tables made before it. This is the only list of them.
pub static ANALYSES: [&Analysis; 33] = [
    &scores::SCORES,
    &margin::MARGIN,
    &strata::STRATA,
    &growth::GROWTH,
    &minimal_sizes::MINIMAL_SIZES,
    &ranking::RANKING,
    &comparison::COMPARISON,
    &watch::WATCH,
    &runs::RUNS,
    &gains::GAINS,
    &separation::SEPARATION,
    &influence::INFLUENCE,
    &power::POWER,
    &intervals::INTERVALS,
    &coverage::COVERAGE,
    &stability::STABILITY,
    &replicates::REPLICATES,
    &reference_equivalence::REFERENCE_EQUIVALENCE,
    &reference_effects::REFERENCE_EFFECTS,
    &cross_reference::CROSS_REFERENCE,
    &correlation::CORRELATION,
    &meaning::MEANING,
    &sensitivity::SENSITIVITY,
    &meta::META,
    &agreement::AGREEMENT,
    &variance_components::VARIANCE_COMPONENTS,
    &audit::AUDIT,
    &design::DESIGN,
    &pick::PICK,
    &assisted::ASSISTED,
    &representativeness::REPRESENTATIVENESS,
    &macro_average::MACRO_AVERAGE,
    &published::PUBLISHED,
];

/// Returns the question that the analysis with this key answers.
pub fn question_of(key: &str) -> question::Question {
    analyses::question_of(&ANALYSES, key)
}

/// Reads and validates a spec. Messages call it `name`, which is usually its path.
///
/// # Errors
///
/// Everything that is wrong with the spec, in the order of the text.
pub fn parse(name: &str, text: &str) -> Result<Parsed, Diagnostics> {
    analyses::parse(&ANALYSES, name, text)
}

/// Returns the JSON Schema of specs.
pub fn spec_schema() -> serde_json::Value {
    analyses::spec_schema(&ANALYSES)
}

/// Returns [`spec_schema`] as the text of a file.
pub fn spec_schema_text() -> String {
    analyses::spec_schema_text(&ANALYSES)
}

/// Plans `spec` over `corpora`, which are in the order of the spec.
///
/// # Errors
///
/// All problems that show only when a spec meets its corpora, see [`Plan::new`].
pub fn plan(spec: Spec, corpora: Vec<Arc<Corpus>>) -> Result<Plan, Vec<PlanProblem>> {
    analyses::plan(&ANALYSES, spec, corpora)
}

/// Returns the manifest of a run of `plan`, before its tables are known.
pub fn manifest(plan: &Plan) -> Manifest {
    analyses::manifest(&ANALYSES, plan)
}

/// Describes all tables that a run can make, in the order of the analyses.
pub fn all_tables() -> Vec<TableDescription> {
    analyses::all_tables(&ANALYSES)
}

/// Returns the conclusions of all analyses about one study on one corpus.
pub fn verdicts(section: &StudySection<'_>) -> Vec<Verdict> {
    analyses::verdicts(&ANALYSES, section)
}
