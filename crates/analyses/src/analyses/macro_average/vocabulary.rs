//! Words of the tables of macro-averages.

use crate::table::columns::word_columns;
use crate::value::words;

words! {
    /// What is averaged over corpora.
    #[derive(Default)]
    pub enum Quantity {
        /// Scores.
        #[default]
        Score = "score",
        /// Ranks, 1 for the best.
        Rank = "rank",
        /// Shares of the other systems that a system beats.
        ShareBeaten = "share-beaten",
    }
}

words! {
    /// What places of systems are shares of.
    pub enum Basis {
        /// New test sets, simulated from true scores.
        NewTestSets = "new-test-sets",
        /// Joint replicates, which take observed scores for the true ones.
        Resamples = "resamples",
    }
}

words! {
    /// How an interval over corpora is made.
    #[derive(Default)]
    pub enum MacroMethod {
        /// Student's t with the standard error.
        #[default]
        StudentT = "student-t",
        /// Percentiles of joint replicates.
        Percentile = "percentile",
        /// Percentiles of new test sets.
        NewTestSets = "new-test-sets",
    }
}

word_columns!(Quantity, Basis, MacroMethod);

impl Quantity {
    /// How intervals of differences are made.
    pub(super) fn method_of_pairs(self) -> MacroMethod {
        if self == Self::Score { MacroMethod::StudentT } else { MacroMethod::Percentile }
    }

    /// How intervals of systems are made.
    pub(super) fn method(self, basis: Option<Basis>) -> MacroMethod {
        match basis {
            Some(Basis::NewTestSets) if self != Self::Score => MacroMethod::NewTestSets,
            _ => self.method_of_pairs(),
        }
    }
}
