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
        TooFewReplicates = "too-few-replicates",
        /// Fewer resampling units (segments, documents, systems) than the estimator needs.
        TooFewUnits = "too-few-units",
        /// Nothing varies: all replicates, units or ratings are equal.
        NoVariation = "no-variation",
        /// All replicates lie on one side of the score, so that its quantile among them is 0 or 1.
        OneSided = "one-sided-replicates",
        /// The correction for skewness moves a tail past the end of the distribution.
        OutOfRange = "correction-out-of-range",
        /// The score itself is undefined, or one needed on the way to the estimate.
        UndefinedScore = "undefined-score",
        /// An exact enumeration has too many cases.
        TooManyUnits = "too-many-units",
        /// A size far beyond the data that it is planned from.
        BeyondData = "beyond-data",
        /// A difference that the metric can hardly have.
        BeyondRange = "beyond-range",
        /// The wanted effect is zero: no amount of data shows it.
        NoEffect = "no-effect",
        /// The score of a resample does not follow from sums, so that no unit can be left out.
        NotAdditive = "not-additive",
        /// The estimator does not know the variance of a two-stage resampling.
        TwoStage = "two-stage",
        /// The estimator is not known for resamples within strata.
        Stratified = "stratified",
        /// Judges are resampled too, and the estimator is known for texts alone.
        Judges = "no-crossed-form",
        /// Fewer than two judges.
        TooFewJudges = "too-few-judges",
        /// Systems are judged on different items, which the estimator does not know.
        UnevenJudgments = "uneven-judgments",
        /// A judge or unit has all ratings of a system.
        Indispensable = "indispensable-cluster",
        /// Nothing of the system for the metric.
        NoData = "no-data",
        /// The system is one of the references that it would be compared with.
        ReferenceOfItself = "reference-of-itself",
        /// No segment of the test set is judged.
        NoJudgedSegments = "no-judged-segments",
        /// Some segments are not judged, and all have to be.
        MissingJudgments = "missing-judgments",
        /// The metric has no value.
        Undefined = "undefined",
        /// There is a score, but one unit has no deviation.
        OneUnit = "one-unit",
        /// There is a score, but a stratum has one unit.
        OneUnitStratum = "one-unit-stratum",
        /// No segment of a stratum is judged.
        EmptyStratum = "empty-stratum",
        /// No shared segment compares the systems of an adjusted score.
        Unconnected = "unconnected",
        /// Too few sizes with a positive deviation to fit a function.
        NoFit = "no-fit",
        /// Fewer than two repeats have an interval.
        NoIntervals = "no-intervals",
        /// The systems have the same outputs.
        Identical = "identical",
        /// The systems are not scored on the same segments.
        DifferentSegments = "different-segments",
        /// Another metric is the primary one.
        Descriptive = "descriptive",
        /// There is a result: the standard error of documents, since judges add no measurable variance.
        DocumentsOnly = "documents-only",
        /// There is a result: the standard error of judges, since documents add no measurable variance.
        JudgesOnly = "judges-only",
        /// No margin was asked for.
        NoMargin = "no-margin",
        /// A share of a score that is not positive.
        RelativeToZero = "relative-to-zero",
        /// No margin of error was asked for.
        NothingWanted = "nothing-wanted",
        /// The system has no score in one of the corpora.
        NotInAllCorpora = "not-in-all-corpora",
        /// An average over tasks of which one has no value.
        UndefinedTask = "undefined-task",
        /// The whole corpus has no score that could be the truth.
        UndefinedTruth = "undefined-truth",
        /// No sample led to a conclusion.
        NoConclusion = "no-conclusion",
        /// A coefficient of two judges, and there are more.
        NotTwoJudges = "not-two-judges",
        /// There is a result: each output has one rating, so that its quality and the noise of judges are one.
        SingleRatings = "single-ratings",
        /// There is a result: the estimate of a variance is negative, and counts as zero.
        Negative = "negative",
        /// The component cannot be distinguished from another one, which has it.
        PartOfAnother = "part-of-another",
        /// No pair of systems differs.
        NoDifferences = "no-differences",
        /// Too few sizes for a law of sizes.
        TooFewSizes = "too-few-sizes",
        /// No test set grows, so that there is no law of sizes.
        NoOrdering = "no-ordering",
        /// The pattern of ratings does not separate judges from texts.
        Confounded = "confounded",
        /// Too few ratings for the severity of a judge.
        TooFewRatings = "too-few-ratings",
        /// Nothing varies beside systems, documents and judges.
        NoVariance = "no-variance",
        /// One document shows no variance between documents.
        OneDocument = "one-document",
        /// One judge shows no variance between judges.
        OneJudge = "one-judge",
        /// Judges have no names, so that their variance is not known.
        JudgesUnknown = "judges-unknown",
        /// The metric scores whole documents.
        ScoresOfDocuments = "scores-of-documents",
        /// A number of documents, and segments are resampled.
        NoDocuments = "no-documents",
        /// No pair of systems has a test.
        NoTest = "no-test",
        /// Judges have no names.
        NoNames = "no-names",
        /// No method is known whose interval holds the value as often as it says.
        NoMethod = "no-method",
        /// The measure is over a scope for which no interval is known.
        Scope = "scope",
        /// Too few systems for an interval.
        TooFewSystems = "too-few-systems",
        /// Too few texts for an interval.
        TooFewTexts = "too-few-texts",
        /// Too few documents for a test.
        TooFewDocuments = "too-few-documents",
        /// Too few segments for a test.
        TooFewSegments = "too-few-segments",
        /// One size shows no law of sizes.
        OneSize = "one-size",
        /// Only the largest test set has the law of sizes.
        NotLargest = "not-largest",
        /// There is no interval.
        NoInterval = "no-interval",
        /// Too many resamples have no value.
        UndefinedDraws = "undefined-draws",
        /// There is no size that an interval could be of.
        NoSize = "no-size",
        /// One ordering shows no spread.
        OneOrdering = "one-ordering",
        /// The metric adds up several criteria.
        SeveralCriteria = "several-criteria",
        /// The scores of the two systems are sums in different units.
        DifferentUnits = "different-units",
        /// Too few outputs for a test.
        TooFewOutputs = "too-few-outputs",
        /// Scores other than 0 and 1.
        NotShares = "not-shares",
        /// There is a result: a few documents decide most of it.
        Skewed = "skewed",
        /// There is a result: documents come in the order of their names, which may not be random.
        OrderOfNames = "order-of-names",
        /// There is a result: picks with unequal probabilities are expected to be worse than a random part.
        GainBelowOne = "gain-below-one",
        /// There is a result: it is not known whether picks gain anything.
        GainUncertain = "gain-uncertain",
        /// Weighted means of a few picks are biased.
        TooFewPicks = "too-few-picks",
        /// The metric lacks scores of some segments.
        MissingScores = "missing-scores",
        /// There is a result: the larger of the variances of texts and of runs, which is above what both come to together.
        LargerOneWay = "larger-one-way",
        /// There is a result for other texts alone: a system has one run, which does not show how runs vary.
        SingleRun = "single-run",
        /// The baseline has no score in one of the corpora.
        NoBaseline = "no-baseline",
        /// The two systems have fewer than five segments in common.
        TooFewItems = "too-few-items",
    }
}

impl Reason {
    /// In words, as they stand behind "there is no ...:".
    pub fn in_words(self) -> &'static str {
        match self {
            Self::TooFewReplicates => "there are too few resamples (`B`)",
            Self::TooFewUnits => "there are too few systems, documents or judges",
            Self::NoVariation => "nothing varies",
            Self::OneSided => "all resamples lie on one side of the score",
            Self::OutOfRange => "the correction for skewness leaves the range of probabilities",
            Self::UndefinedScore => "the metric has no value for some part of the test set",
            Self::TooManyUnits => "there are too many units to enumerate",
            Self::BeyondData => "more data are needed to say how many",
            Self::BeyondRange => "the metric can hardly have such a difference",
            Self::NoEffect => "there is no difference to show",
            Self::NotAdditive => {
                "the metric's weights depend on the whole test set, so that no part can be left out"
            }
            Self::TwoStage => "documents are resampled, and segments in them",
            Self::Stratified => "texts are resampled within strata",
            Self::Judges => "judges are resampled, and this is known for resampled texts alone",
            Self::TooFewJudges => "one judge does not show how judges differ",
            Self::UnevenJudgments => "systems are judged on different segments",
            Self::Indispensable => "one judge or document has all ratings of a system",
            Self::NoData => "there are no scores",
            Self::ReferenceOfItself => "the reference is scored against itself",
            Self::NoJudgedSegments => "no segment is scored",
            Self::MissingJudgments => "judgments are missing, and `mask` is `all`",
            Self::Undefined => "the metric has no value",
            Self::OneUnit => "a single segment or document cannot be resampled",
            Self::OneUnitStratum => "a stratum has a single unit",
            Self::EmptyStratum => "no segment of a stratum is scored",
            Self::Unconnected => {
                "too few segments are shared for `estimate` to compare the systems, or a system has none"
            }
            Self::NoFit => "too few sizes have a deviation",
            Self::NoIntervals => "fewer than two repeats have an interval",
            Self::Identical => "the systems are identical",
            Self::DifferentSegments => "the systems are not scored on the same segments",
            Self::Descriptive => "another metric is the primary one, and this one only describes",
            Self::DocumentsOnly => {
                "judges add no measurable variance: the standard error is that of documents"
            }
            Self::JudgesOnly => {
                "documents add no measurable variance: the standard error is that of judges"
            }
            Self::NoMargin => "no margin is given",
            Self::RelativeToZero => "a share of a score that is not positive has no meaning",
            Self::NothingWanted => "no margin of error is wanted",
            Self::NotInAllCorpora => "a corpus has no score of the system",
            Self::NoBaseline => "a corpus has no score of the baseline",
            Self::UndefinedTask => "one of the tasks has no value",
            Self::UndefinedTruth => "the whole corpus has no score",
            Self::NoConclusion => "no sample led to a conclusion",
            Self::NotTwoJudges => "the coefficient is for two judges",
            Self::SingleRatings => "each output has a single rating",
            Self::Negative => "the estimate is negative, and counts as zero",
            Self::PartOfAnother => "it is part of another component",
            Self::NoDifferences => "no systems differ",
            Self::TooFewSizes => "there are too few sizes",
            Self::NoOrdering => "no test set grows document by document",
            Self::Confounded => "the pattern of ratings does not separate judges from texts",
            Self::TooFewRatings => "there are too few ratings",
            Self::NoVariance => "nothing varies beside systems, documents and judges",
            Self::OneDocument => "all ratings are of one document",
            Self::OneJudge => "there is one judge",
            Self::JudgesUnknown => "the corpus does not say who judged what",
            Self::ScoresOfDocuments => "the metric scores whole documents, not segments",
            Self::NoDocuments => "segments are resampled, not documents",
            Self::NoTest => "no pair of systems has a test",
            Self::NoNames => "judges have no names",
            Self::NoMethod => "no interval is known that holds the value as often as it says",
            Self::Scope => "no interval is known over this scope",
            Self::TooFewSystems => "there are too few systems",
            Self::TooFewTexts => "there are too few texts",
            Self::TooFewDocuments => "there are too few documents",
            Self::TooFewSegments => "there are too few segments",
            Self::OneSize => "there is one size",
            Self::NotLargest => "this is not the largest test set",
            Self::NoInterval => "there is no interval",
            Self::UndefinedDraws => "too many resamples have no value",
            Self::NoSize => "there is no size",
            Self::OneOrdering => "there is one ordering",
            Self::SeveralCriteria => "the metric adds up several criteria",
            Self::TooFewOutputs => "there are too few outputs",
            Self::NotShares => "there are scores other than 0 and 1",
            Self::Skewed => "a few documents decide most of it",
            Self::OrderOfNames => {
                "documents come sorted, so that the first may differ from the others"
            }
            Self::GainBelowOne => "picks are expected to be worse than a random part",
            Self::GainUncertain => "it is not known whether picks gain anything",
            Self::TooFewPicks => "there are too few picks for a weighted mean",
            Self::LargerOneWay => "the larger of the variances of texts and of runs is taken",
            Self::SingleRun => "a system has a single run, which does not show how runs vary",
            Self::MissingScores => "the metric has no score of some segments",
            Self::TooFewItems => "the two systems have fewer than 5 scored segments in common",
            Self::DifferentUnits => "the two scores are sums in different units",
        }
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
