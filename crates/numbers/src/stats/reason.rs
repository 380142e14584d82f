//! Why there is no result: one vocabulary for estimators, test sets and rows of tables.

use std::fmt::{self, Display};

use serde::{Deserialize, Serialize};

use crate::value::words;

/// What an estimator gives.
pub type Estimate<T> = Result<T, Reason>;

words! {
    /// Why there is no result, or what is odd about one. An estimator never answers with NaN, and never with a zero that was not measured.
    ///
    /// Results that are kept name a reason by its place in this list: new ones go to the end.
    #[derive(Hash)]
    pub enum Reason {
        /// No replicate is defined, or fewer than the estimator needs.
        TooFewReplicates = "too-few-replicates": "there are too few resamples (`B`)",
        /// Fewer resampling units (segments, documents, systems) than the estimator needs.
        TooFewUnits = "too-few-units": "there are too few systems, documents or judges",
        /// Nothing varies: all replicates, units or ratings are equal.
        NoVariation = "no-variation": "nothing varies",
        /// All replicates lie on one side of the score, so that its quantile among them is 0 or 1.
        OneSided = "one-sided-replicates": "all resamples lie on one side of the score",
        /// The correction for skewness moves a tail past the end of the distribution.
        OutOfRange = "correction-out-of-range":
            "the correction for skewness leaves the range of probabilities",
        /// The score itself is undefined, or one needed on the way to the estimate.
        UndefinedScore = "undefined-score": "the metric has no value for some part of the test set",
        /// An exact enumeration has too many cases.
        TooManyUnits = "too-many-units": "there are too many units to enumerate",
        /// A size far beyond the data that it is planned from.
        BeyondData = "beyond-data": "more data are needed to say how many",
        /// A difference that the metric can hardly have.
        BeyondRange = "beyond-range": "the metric can hardly have such a difference",
        /// The wanted effect is zero: no amount of data shows it.
        NoEffect = "no-effect": "there is no difference to show",
        /// The score of a resample does not follow from sums, so that no unit can be left out.
        NotAdditive = "not-additive":
            "the metric's weights depend on the whole test set, so that no part can be left out",
        /// The estimator does not know the variance of a two-stage resampling.
        TwoStage = "two-stage": "documents are resampled, and segments in them",
        /// The estimator is not known for resamples within strata.
        Stratified = "stratified": "texts are resampled within strata",
        /// Judges are resampled too, and the estimator is known for texts alone.
        Judges = "no-crossed-form":
            "judges are resampled, and this is known for resampled texts alone",
        /// Fewer than two judges.
        TooFewJudges = "too-few-judges": "one judge does not show how judges differ",
        /// Systems are judged on different items, which the estimator does not know.
        UnevenJudgments = "uneven-judgments": "systems are judged on different segments",
        /// A judge or unit has all ratings of a system.
        Indispensable = "indispensable-cluster":
            "one judge or document has all ratings of a system",
        /// Nothing of the system for the metric.
        NoData = "no-data": "there are no scores",
        /// The system is one of the references that it would be compared with.
        ReferenceOfItself = "reference-of-itself": "the reference is scored against itself",
        /// No segment of the test set is judged.
        NoJudgedSegments = "no-judged-segments": "no segment is scored",
        /// Some segments are not judged, and all have to be.
        MissingJudgments = "missing-judgments": "judgments are missing, and `mask` is `all`",
        /// The metric has no value.
        Undefined = "undefined": "the metric has no value",
        /// There is a score, but one unit has no deviation.
        OneUnit = "one-unit": "a single segment or document cannot be resampled",
        /// There is a score, but a stratum has one unit.
        OneUnitStratum = "one-unit-stratum": "a stratum has a single unit",
        /// No segment of a stratum is judged.
        EmptyStratum = "empty-stratum": "no segment of a stratum is scored",
        /// No shared segment compares the systems of an adjusted score.
        Unconnected = "unconnected":
            "too few segments are shared for `estimate` to compare the systems, or a system has none",
        /// Too few sizes with a positive deviation to fit a function.
        NoFit = "no-fit": "too few sizes have a deviation",
        /// Fewer than two repeats have an interval.
        NoIntervals = "no-intervals": "fewer than two repeats have an interval",
        /// The systems have the same outputs.
        Identical = "identical": "the systems are identical",
        /// The systems are not scored on the same segments.
        DifferentSegments = "different-segments": "the systems are not scored on the same segments",
        /// Another metric is the primary one.
        Descriptive = "descriptive":
            "another metric is the primary one, and this one only describes",
        /// There is a result: the standard error of documents, since judges add no measurable variance.
        DocumentsOnly = "documents-only":
            "judges add no measurable variance: the standard error is that of documents",
        /// There is a result: the standard error of judges, since documents add no measurable variance.
        JudgesOnly = "judges-only":
            "documents add no measurable variance: the standard error is that of judges",
        /// No margin was asked for.
        NoMargin = "no-margin": "no margin is given",
        /// A share of a score that is not positive.
        RelativeToZero = "relative-to-zero":
            "a share of a score that is not positive has no meaning",
        /// No margin of error was asked for.
        NothingWanted = "nothing-wanted": "no margin of error is wanted",
        /// The system has no score in one of the corpora.
        NotInAllCorpora = "not-in-all-corpora": "a corpus has no score of the system",
        /// An average over tasks of which one has no value.
        UndefinedTask = "undefined-task": "one of the tasks has no value",
        /// The whole corpus has no score that could be the truth.
        UndefinedTruth = "undefined-truth": "the whole corpus has no score",
        /// No sample led to a conclusion.
        NoConclusion = "no-conclusion": "no sample led to a conclusion",
        /// A coefficient of two judges, and there are more.
        NotTwoJudges = "not-two-judges": "the coefficient is for two judges",
        /// There is a result: each output has one rating, so that its quality and the noise of judges are one.
        SingleRatings = "single-ratings": "each output has a single rating",
        /// There is a result: the estimate of a variance is negative, and counts as zero.
        Negative = "negative": "the estimate is negative, and counts as zero",
        /// The component cannot be distinguished from another one, which has it.
        PartOfAnother = "part-of-another": "it is part of another component",
        /// No pair of systems differs.
        NoDifferences = "no-differences": "no systems differ",
        /// Too few sizes for a law of sizes.
        TooFewSizes = "too-few-sizes": "there are too few sizes",
        /// No test set grows, so that there is no law of sizes.
        NoOrdering = "no-ordering": "no test set grows document by document",
        /// The pattern of ratings does not separate judges from texts.
        Confounded = "confounded": "the pattern of ratings does not separate judges from texts",
        /// Too few ratings for the severity of a judge.
        TooFewRatings = "too-few-ratings": "there are too few ratings",
        /// Nothing varies beside systems, documents and judges.
        NoVariance = "no-variance": "nothing varies beside systems, documents and judges",
        /// One document shows no variance between documents.
        OneDocument = "one-document": "all ratings are of one document",
        /// One judge shows no variance between judges.
        OneJudge = "one-judge": "there is one judge",
        /// Judges have no names, so that their variance is not known.
        JudgesUnknown = "judges-unknown": "the corpus does not say who judged what",
        /// The metric scores whole documents.
        ScoresOfDocuments = "scores-of-documents":
            "the metric scores whole documents, not segments",
        /// A number of documents, and segments are resampled.
        NoDocuments = "no-documents": "segments are resampled, not documents",
        /// No pair of systems has a test.
        NoTest = "no-test": "no pair of systems has a test",
        /// Judges have no names.
        NoNames = "no-names": "judges have no names",
        /// No method is known whose interval holds the value as often as it says.
        NoMethod = "no-method": "no interval is known that holds the value as often as it says",
        /// The measure is over a scope for which no interval is known.
        Scope = "scope": "no interval is known over this scope",
        /// Too few systems for an interval.
        TooFewSystems = "too-few-systems": "there are too few systems",
        /// Too few texts for an interval.
        TooFewTexts = "too-few-texts": "there are too few texts",
        /// Too few documents for a test.
        TooFewDocuments = "too-few-documents": "there are too few documents",
        /// Too few segments for a test.
        TooFewSegments = "too-few-segments": "there are too few segments",
        /// One size shows no law of sizes.
        OneSize = "one-size": "there is one size",
        /// Only the largest test set has the law of sizes.
        NotLargest = "not-largest": "this is not the largest test set",
        /// There is no interval.
        NoInterval = "no-interval": "there is no interval",
        /// Too many resamples have no value.
        UndefinedDraws = "undefined-draws": "too many resamples have no value",
        /// There is no size that an interval could be of.
        NoSize = "no-size": "there is no size",
        /// One ordering shows no spread.
        OneOrdering = "one-ordering": "there is one ordering",
        /// The metric adds up several criteria.
        SeveralCriteria = "several-criteria": "the metric adds up several criteria",
        /// The scores of the two systems are sums in different units.
        DifferentUnits = "different-units": "the two scores are sums in different units",
        /// Too few outputs for a test.
        TooFewOutputs = "too-few-outputs": "there are too few outputs",
        /// Scores other than 0 and 1.
        NotShares = "not-shares": "there are scores other than 0 and 1",
        /// There is a result: a few documents decide most of it.
        Skewed = "skewed": "a few documents decide most of it",
        /// There is a result: documents come in the order of their names, which may not be random.
        OrderOfNames = "order-of-names":
            "documents come sorted, so that the first may differ from the others",
        /// There is a result: picks with unequal probabilities are expected to be worse than a random part.
        GainBelowOne = "gain-below-one": "picks are expected to be worse than a random part",
        /// There is a result: it is not known whether picks gain anything.
        GainUncertain = "gain-uncertain": "it is not known whether picks gain anything",
        /// Weighted means of a few picks are biased.
        TooFewPicks = "too-few-picks": "there are too few picks for a weighted mean",
        /// The metric lacks scores of some segments.
        MissingScores = "missing-scores": "the metric has no score of some segments",
        /// There is a result: the larger of the variances of texts and of runs, which is above what both come to together.
        LargerOneWay = "larger-one-way":
            "the larger of the variances of texts and of runs is taken",
        /// There is a result for other texts alone: a system has one run, which does not show how runs vary.
        SingleRun = "single-run": "a system has a single run, which does not show how runs vary",
        /// The baseline has no score in one of the corpora.
        NoBaseline = "no-baseline": "a corpus has no score of the baseline",
        /// The two systems have fewer than five segments in common.
        TooFewItems = "too-few-items":
            "the two systems have fewer than 5 scored segments in common",
    }
}

impl Display for Reason {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.in_words())
    }
}

impl std::error::Error for Reason {}

/// Whether a row has its result, or why not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Status(Option<Reason>);

impl Status {
    /// There is a result.
    pub const OK: Self = Self(None);

    /// Whether there is a result.
    pub fn is_ok(self) -> bool {
        self == Self::OK
    }

    /// Why there is none, if there is none.
    pub fn reason(self) -> Option<Reason> {
        self.0
    }

    /// Why there is no result, in words; nothing where there is one.
    pub fn in_words(self) -> &'static str {
        self.0.map_or("", Reason::in_words)
    }

    /// Its word in tables: `ok`, or that of the reason.
    pub fn name(self) -> &'static str {
        self.0.map_or("ok", Reason::name)
    }

    /// The status with this word.
    pub fn from_name(name: &str) -> Option<Self> {
        if name == "ok" { Some(Self::OK) } else { Reason::from_name(name).map(Self::from) }
    }
}

impl<T> From<&Result<T, Reason>> for Status {
    fn from(result: &Result<T, Reason>) -> Self {
        Self(result.as_ref().err().copied())
    }
}

impl From<Reason> for Status {
    fn from(reason: Reason) -> Self {
        Self(Some(reason))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No word of a table reaches people.
    #[test]
    fn every_reason_has_words() {
        for reason in Reason::ALL {
            let (name, words) = (reason.name(), reason.in_words());
            assert!(words.contains(' '), "{name}: {words}");
            // A name of one word may be plain English.
            assert!(!name.contains('-') || !words.contains(name), "{name}: {words}");
            assert_eq!(Status::from_name(name), Some(Status::from(reason)));
        }
        assert_eq!(Status::from_name(Status::OK.name()), Some(Status::OK));
        assert_eq!(Status::from_name("well"), None);
    }
}
