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

words! {
    /// How several ratings of an output become one value.
    #[derive(Default)]
    pub enum Reduction {
        /// The mean.
        #[default]
        Mean = "mean",
        /// The median.
        Median = "median",
        /// Huber's estimate: ratings far from the others weigh less.
        Huber = "huber",
    }
}

words! {
    /// What judgments of a segment say of a system.
    #[derive(Default)]
    pub enum JudgedValue {
        /// What it was given.
        #[default]
        Score = "score",
        /// Its rank among the systems of the corpus in the segment.
        Rank = "rank",
    }
}

impl Reduction {
    /// Whether it is the mean.
    pub fn is_mean(&self) -> bool {
        *self == Self::Mean
    }
}

impl JudgedValue {
    /// Whether it is the score.
    pub fn is_score(&self) -> bool {
        *self == Self::Score
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
