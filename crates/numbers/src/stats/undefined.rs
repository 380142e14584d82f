//! Why an estimate does not exist.

use crate::value::words;

/// What an estimator gives.
pub type Estimate<T> = Result<T, UndefinedStatistic>;

words! {
    /// The reason for which an estimator has no answer. An estimator never answers with NaN, and never
    /// with a zero that was not measured.
    #[derive(Hash, thiserror::Error)]
    pub enum UndefinedStatistic {
        /// No replicate is defined, or fewer than the estimator needs.
        #[error("too few replicates are defined")]
        TooFewReplicates = "too-few-replicates",
        /// Fewer resampling units (segments, documents, systems) than the estimator needs.
        #[error("there are too few units")]
        TooFewUnits = "too-few-units",
        /// Nothing varies: all replicates, units or ratings are equal.
        #[error("nothing varies")]
        NoVariation = "no-variation",
        /// All replicates lie on one side of the score, so that its quantile among them is 0 or 1.
        #[error("all replicates lie on one side of the score")]
        OneSided = "one-sided-replicates",
        /// The correction for skewness moves a tail past the end of the distribution.
        #[error("the correction for skewness leaves the range of probabilities")]
        OutOfRange = "correction-out-of-range",
        /// The score itself is undefined, or one needed on the way to the estimate.
        #[error("a score is undefined")]
        UndefinedScore = "undefined-score",
        /// An exact enumeration has too many cases.
        #[error("too many units to enumerate")]
        TooManyUnits = "too-many-units",
        /// A size far beyond the data that it is planned from.
        #[error("more data are needed to say how many")]
        BeyondData = "beyond-data",
        /// A difference that the metric can hardly have.
        #[error("no difference that the metric can have")]
        BeyondRange = "beyond-range",
        /// The wanted effect is zero: no amount of data shows it.
        #[error("no effect")]
        NoEffect = "no-effect",
        /// The score of a resample does not follow from sums, so that no unit can be left out.
        #[error("scores do not follow from sums")]
        NotAdditive = "not-additive",
        /// The estimator does not know the variance of a two-stage resampling.
        #[error("not for two-stage resampling")]
        TwoStage = "two-stage",
        /// The estimator is not known for resamples within strata.
        #[error("not for resampling within strata")]
        Stratified = "stratified",
        /// Judges are resampled too, and the estimator is known for texts alone.
        #[error("not for resampling of judges")]
        Judges = "no-crossed-form",
        /// Fewer than two judges.
        #[error("there are fewer than two judges")]
        TooFewJudges = "too-few-judges",
        /// Systems are judged on different items, which the estimator does not know.
        #[error("systems are judged on different items")]
        UnevenJudgments = "uneven-judgments",
        /// A judge or unit has all ratings of a system.
        #[error("one judge or unit has all ratings of a system")]
        Indispensable = "indispensable-cluster",
    }
}

impl UndefinedStatistic {
    /// The reason as it stands in the `status` column of a table.
    pub fn status(self) -> &'static str {
        self.name()
    }
}
