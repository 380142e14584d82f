//! Methods of intervals as tables name them.

use super::options::{Compat, IntervalMethod};
use crate::table::columns::word_columns;
use crate::value::words;

words! {
    /// How an interval was made.
    #[derive(Default)]
    pub enum ReportedMethod {
        /// Quantiles of the replicates, linearly interpolated.
        #[default]
        Percentile = "percentile",
        /// Sorted replicates with as many dropped at each end.
        OrderStatistic = "order-statistic",
        /// The percentile interval mirrored at the score.
        Basic = "basic",
        /// Score and standard normal quantile times the standard deviation.
        Normal = "normal",
        /// Score and Student quantile times the standard deviation.
        StudentT = "student-t",
        /// Score and Student quantile times the standard error by the jackknife.
        JackknifeT = "jackknife-t",
        /// Studentised bootstrap.
        BootstrapT = "bootstrap-t",
        /// Bias-corrected and accelerated bootstrap.
        Bca = "bca",
        /// That of the jackknife where judges are resampled, too.
        TwoWayT = "two-way-t",
        /// That of sacreBLEU.
        Sacrebleu = "sacrebleu",
        /// Wilson's interval of a share.
        Wilson = "wilson",
    }
}

word_columns!(ReportedMethod);

impl ReportedMethod {
    /// Returns `true` if it reads the interval off replicates without making up for few units, so that it is too narrow there
    /// (docs/statistics/intervals.md).
    pub(super) fn is_narrow(self) -> bool {
        matches!(
            self,
            Self::Percentile | Self::OrderStatistic | Self::Basic | Self::Normal | Self::Bca
        )
    }
}

impl From<IntervalMethod> for ReportedMethod {
    fn from(method: IntervalMethod) -> Self {
        Self::from_name(method.name()).expect("methods are reported by their names")
    }
}

impl From<Compat> for ReportedMethod {
    fn from(Compat::Sacrebleu: Compat) -> Self {
        Self::Sacrebleu
    }
}
