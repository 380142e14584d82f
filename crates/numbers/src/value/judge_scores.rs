//! How the scores of different judges are made comparable.

use super::words;

words! {
    /// How the scores of different judges are made comparable.
    #[derive(Default)]
    pub enum JudgeScores {
        /// As they were given.
        #[default]
        Raw = "raw",
        /// Less the mean of the judge, plus the mean over all ratings: in the unit of the scale.
        Centred = "centred",
        /// Less the mean of the judge, over the standard deviation of the judge (divisor n - 1): no unit.
        Z = "z",
    }
}

impl JudgeScores {
    /// Whether scores are as they were given.
    pub fn is_raw(&self) -> bool {
        *self == Self::Raw
    }
}
