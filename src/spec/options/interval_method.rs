//! Methods for intervals, which several derivations name.

use crate::value::words;

words! {
    /// A method for intervals.
    pub enum IntervalMethod {
        /// Quantiles of the replicates, linearly interpolated.
        Percentile = "percentile",
        /// Sorted replicates with as many dropped at each end (Koehn 2004).
        OrderStatistic = "order-statistic",
        /// The percentile interval mirrored at the score.
        Basic = "basic",
        /// Score and standard normal quantile times STDEV.
        Normal = "normal",
        /// Score and Student quantile times STDEV.
        StudentT = "student-t",
        /// Score and Student quantile times the standard error by the jackknife, without resampling;
        /// of a mean, the interval of the textbooks (Koehn 2004, section 4).
        JackknifeT = "jackknife-t",
        /// Studentised bootstrap.
        BootstrapT = "bootstrap-t",
        /// Bias-corrected and accelerated bootstrap.
        Bca = "bca",
    }
}

words! {
    /// A program whose numbers are reproduced digit by digit.
    pub enum Compat {
        /// sacreBLEU.
        Sacrebleu = "sacrebleu",
    }
}
