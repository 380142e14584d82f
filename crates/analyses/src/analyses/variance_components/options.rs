//! Options of the components of variance.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::config::asked::Options;
use crate::stats::judges::leave_out::Unit;
use crate::value::{Kind, Set, Text};

/// What ratings vary with: documents, segments, outputs, judges and what changes with each rating; and how
/// severe each judge is. For criteria whose judges the corpus names.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct VarianceComponents {
    /// Criteria of the corpus. Default: all whose judges it names. Example: `criteria = ["esa"]`.
    #[serde(with = "Option::<Set<Text>>")]
    pub criteria: Option<Vec<String>>,
    /// What is left out in turn for the intervals of components: `"documents"`, for other documents and the
    /// same judges, or `"judges"`, for other judges and the same documents. Default: judges for the components
    /// of judges, documents for the others. Example: `leave-out = "documents"`.
    pub leave_out: Option<Unit>,
}

impl Options for VarianceComponents {
    const KEY: &'static str = "variance-components";
    const PLACE: u8 = 13;
}
