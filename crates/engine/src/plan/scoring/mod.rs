//! Scorings: what a metric reads of a system, and the digest of it that keys its results.

pub(crate) mod adjusted;
pub(crate) mod digests;
pub(crate) mod inputs;
pub(crate) mod judges;
pub(crate) mod presence;
pub(crate) mod references;
pub(crate) mod scored_system;
pub(crate) mod strata;
