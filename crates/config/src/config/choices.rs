//! Choices of a study from a few words.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::value::{Count, Kind, MOST, words};

/// Which references make up a reference count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(
    rename_all = "kebab-case",
    expecting = "\"first\", \"every-subset\" or a table such as { mixed = 20 }"
)]
pub enum ReferenceChoice {
    /// The first of the corpus.
    #[default]
    First,
    /// Every subset of that size.
    EverySubset,
    /// This number of random assignments of one reference to each segment.
    Mixed(#[serde(with = "Count::<1, MOST>")] u32),
}

// These names are part of every number: never change one.
words! {
    /// Resampling unit of the bootstrap.
    #[schemars(rename = "Resample")]
    pub enum ResamplingUnit {
        /// Segments.
        Segments = "segments",
        /// Whole documents (cluster bootstrap).
        Documents = "documents",
        /// Documents, then segments within them; overstates the variance.
        TwoStage = "two-stage",
    }
}

words! {
    /// Which segments count where judgments are missing.
    #[derive(Default)]
    pub enum Mask {
        /// Those that all compared systems have, by metric; systems without any are left out.
        #[default]
        Common = "common",
        /// Each system's own; two systems are compared on those that both have.
        Own = "own",
        /// All: a system that misses one has no score.
        All = "all",
    }
}

words! {
    /// What the degrees of freedom of standard errors follow from.
    #[derive(Default)]
    pub enum DegreesOfFreedom {
        /// The numbers of segments of the documents, of which long ones decide more.
        #[default]
        Lengths = "lengths",
        /// The number of documents alone: one less than there are, as if all were of one length.
        Units = "units",
    }
}

impl DegreesOfFreedom {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
    pub(super) fn is_usual(&self) -> bool {
        *self == Self::default()
    }
}
