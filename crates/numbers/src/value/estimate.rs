//! How the score of a system is made of scores of segments.

use super::words;

words! {
    /// How the score of a system is made of what people gave its outputs.
    #[derive(Default)]
    pub enum JudgedEstimate {
        /// The mean over the segments that count.
        #[default]
        Mean = "mean",
        /// Least squares of system + segment.
        Adjusted = "adjusted",
        /// Least squares of system + segment + judge.
        AdjustedJudges = "adjusted-judges",
    }
}

words! {
    /// How the score of a system is made of scores of its segments or documents.
    #[derive(Default)]
    pub enum ScoreEstimate {
        /// The mean over those that count.
        #[default]
        Mean = "mean",
        /// Least squares of system + segment, or system + document.
        Adjusted = "adjusted",
    }
}

impl JudgedEstimate {
    /// Whether it is the mean.
    pub fn is_mean(&self) -> bool {
        *self == Self::Mean
    }
}

impl ScoreEstimate {
    /// Whether it is the mean.
    pub fn is_mean(&self) -> bool {
        *self == Self::Mean
    }
}
