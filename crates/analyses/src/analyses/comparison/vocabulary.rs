//! Words of the table `comparisons`: the test of a pair, what it concludes, and whether that counts.

use super::options::TestMethod;
use crate::table::columns::word_columns;
use crate::value::words;

words! {
    /// What a test concludes of two systems, by the metric's direction; from the best for the first one to the worst.
    pub enum PairVerdict {
        /// The first is significantly better.
        Better = ">",
        /// Neither is.
        NotSignificant = "~",
        /// Both have the same statistics in every resampling unit.
        Identical = "identical",
        /// The second is significantly better.
        Worse = "<",
    }
}

impl PairVerdict {
    /// Whether the systems differ significantly.
    pub fn is_significant(self) -> bool {
        matches!(self, Self::Better | Self::Worse)
    }

    /// Seen from the second system.
    pub(crate) fn turned(self) -> Self {
        match self {
            Self::Better => Self::Worse,
            Self::Worse => Self::Better,
            Self::NotSignificant | Self::Identical => self,
        }
    }

    /// Of the first system, in a table.
    pub fn in_words(self) -> &'static str {
        match self {
            Self::Better => "better",
            Self::NotSignificant => "not significant",
            Self::Identical => "identical",
            Self::Worse => "worse",
        }
    }
}

words! {
    /// What the verdicts by a metric are for.
    #[derive(Default)]
    pub enum Role {
        /// They count.
        #[default]
        Tested = "tested",
        /// Another metric is the primary one.
        Descriptive = "descriptive",
    }
}

words! {
    /// Whether a system loses less than the accepted margin.
    pub enum MarginVerdict {
        /// It is shown to lose more.
        Fail = "fail",
        /// Neither is shown.
        Inconclusive = "inconclusive",
        /// It is shown to lose less.
        Pass = "pass",
    }
}

impl MarginVerdict {
    /// What those of several pairs come to.
    pub fn of_all(mut verdicts: impl Iterator<Item = Option<Self>> + Clone) -> Self {
        if verdicts.clone().any(|verdict| verdict == Some(Self::Fail)) {
            Self::Fail
        } else if verdicts.all(|verdict| verdict == Some(Self::Pass)) {
            Self::Pass
        } else {
            Self::Inconclusive
        }
    }
}

words! {
    /// The test of a row: those of the spec, their forms where judges are resampled, and tests of other programs.
    #[derive(Default)]
    pub enum ReportedTest {
        /// Student's t of the paired difference.
        #[default]
        JackknifeT = "jackknife-t",
        /// The same for new texts and new judges.
        TwoWayT = "two-way-t",
        /// Koehn 2004.
        PairedBootstrap = "paired-bootstrap",
        /// Zhang & Vogel 2004.
        DifferenceInterval = "difference-interval",
        /// Riezler & Maxwell 2005.
        CentredBootstrap = "centred-bootstrap",
        /// Random exchanges of outputs.
        ApproximateRandomization = "approximate-randomization",
        /// All exchanges of outputs.
        ExactRandomization = "exact-randomization",
        /// sacreBLEU's paired bootstrap.
        SacrebleuBootstrap = "sacrebleu-paired-bs",
        /// sacreBLEU's approximate randomization.
        SacrebleuRandomization = "sacrebleu-paired-ar",
    }
}

impl ReportedTest {
    /// The form of a method of the spec, where judges are resampled or not.
    pub(super) fn new(method: TestMethod, has_judges: bool) -> Self {
        match method {
            TestMethod::JackknifeT if has_judges => Self::TwoWayT,
            TestMethod::JackknifeT => Self::JackknifeT,
            TestMethod::PairedBootstrap => Self::PairedBootstrap,
            TestMethod::DifferenceInterval => Self::DifferenceInterval,
            TestMethod::CentredBootstrap => Self::CentredBootstrap,
            TestMethod::ApproximateRandomization => Self::ApproximateRandomization,
            TestMethod::ExactRandomization => Self::ExactRandomization,
        }
    }

    /// Whether it exchanges the outputs of two systems.
    pub(super) fn exchanges(self) -> bool {
        matches!(
            self,
            Self::ApproximateRandomization
                | Self::ExactRandomization
                | Self::SacrebleuRandomization
        )
    }
}

word_columns!(PairVerdict, Role, MarginVerdict, ReportedTest);
