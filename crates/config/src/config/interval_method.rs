//! Methods for intervals, which studies and several analyses name.

use crate::value::words;

words! {
    /// A method for intervals, which several analyses name.
    pub enum IntervalMethod {
        /// Quantiles of the replicates, linearly interpolated.
        Percentile = "percentile",
        /// Sorted replicates with as many dropped at each end (Koehn 2004).
        OrderStatistic = "order-statistic",
        /// The percentile interval mirrored at the score.
        Basic = "basic",
        /// Score and standard normal quantile times the standard deviation.
        Normal = "normal",
        /// Score and Student quantile times the standard deviation.
        StudentT = "student-t",
        /// Score and Student quantile times the standard error by the jackknife, without resampling;
        /// of a mean, the interval of the textbooks (Koehn 2004, section 4).
        JackknifeT = "jackknife-t",
        /// Studentised bootstrap.
        BootstrapT = "bootstrap-t",
        /// Bias-corrected and accelerated bootstrap.
        Bca = "bca",
        /// Wilson's interval of a share, for scores that are 0 or 1, with the standard error by the jackknife.
        Wilson = "wilson",
    }
}

impl IntervalMethod {
    /// Whether it is read off the tails of the replicates, which must hold some.
    pub fn reads_tails(self) -> bool {
        !matches!(self, Self::Normal | Self::StudentT | Self::JackknifeT | Self::Wilson)
    }
}
