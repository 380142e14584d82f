//! Why an estimate does not exist.

/// The reason for which an estimator has no answer. An estimator never answers with NaN, and never
/// with a zero that was not measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, thiserror::Error)]
pub enum UndefinedStatistic {
    /// No replicate is defined, or fewer than the estimator needs.
    #[error("too few replicates are defined")]
    TooFewReplicates,
    /// Fewer resampling units (segments, documents, systems) than the estimator needs.
    #[error("there are too few units")]
    TooFewUnits,
    /// Nothing varies: all replicates, units or ratings are equal.
    #[error("nothing varies")]
    NoVariation,
    /// All replicates lie on one side of the score, so that its quantile among them is 0 or 1.
    #[error("all replicates lie on one side of the score")]
    OneSided,
    /// The correction for skewness moves a tail past the end of the distribution.
    #[error("the correction for skewness leaves the range of probabilities")]
    OutOfRange,
    /// The score itself is undefined, or one needed on the way to the estimate.
    #[error("a score is undefined")]
    UndefinedScore,
    /// A relative value is asked for, and what it is relative to is zero.
    #[error("relative to zero")]
    RelativeToZero,
    /// An exact enumeration has too many cases.
    #[error("too many units to enumerate")]
    TooManyUnits,
    /// The wanted effect is zero: no amount of data shows it.
    #[error("no effect")]
    NoEffect,
    /// The score of a resample does not follow from sums, so that no unit can be left out.
    #[error("scores do not follow from sums")]
    NotAdditive,
    /// The estimator does not know the variance of a two-stage resampling.
    #[error("not for two-stage resampling")]
    TwoStage,
}

impl UndefinedStatistic {
    /// The reason as it stands in the `status` column of a table.
    pub fn status(self) -> &'static str {
        match self {
            Self::TooFewReplicates => "too-few-replicates",
            Self::TooFewUnits => "too-few-units",
            Self::NoVariation => "no-variation",
            Self::OneSided => "one-sided-replicates",
            Self::OutOfRange => "correction-out-of-range",
            Self::UndefinedScore => "undefined-score",
            Self::RelativeToZero => "relative-to-zero",
            Self::TooManyUnits => "too-many-units",
            Self::NoEffect => "no-effect",
            Self::NotAdditive => "not-additive",
            Self::TwoStage => "two-stage",
        }
    }
}
