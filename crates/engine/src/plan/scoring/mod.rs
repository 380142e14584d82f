//! Scorings: what a metric reads of a system, and the digest of it that keys its results.

mod adjusted;
mod digests;
mod inputs;
mod judges;
mod presence;
pub(crate) mod references;
mod scored_system;
pub(crate) mod strata;

pub use adjusted::AdjustedSystems;
pub(crate) use digests::{Digests, add_part};
pub(crate) use inputs::inputs;
pub use judges::MetricJudges;
pub use presence::Obstacle;
pub(crate) use presence::{external_scores, presence, scores_of_system};
pub(crate) use references::subsets;
pub use references::{Mixed, ReferenceSet};
pub use scored_system::{ScoredSystem, by_metric};
pub use strata::{CorpusStrata, DivisionId, DocumentDomains, NoStrata, by_domain};
