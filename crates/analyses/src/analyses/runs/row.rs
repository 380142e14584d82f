//! The tables of runs.

use std::sync::Arc;

use crate::analyses::comparison::PairVerdict;
use crate::table::{Cell, table, word_columns};
use crate::value::words;

words! {
    /// What scores of runs by texts vary with.
    #[derive(Default)]
    pub enum RunComponent {
        #[default]
        /// Runs of the system.
        Run = "run",
        /// Texts.
        Text = "text",
        /// What is left, runs and texts together.
        Rest = "rest",
    }
}

words! {
    /// What a number of runs and texts is.
    #[derive(Default)]
    pub enum RunDesignKind {
        #[default]
        /// One of a list of sizes.
        Listed = "listed",
        /// The fewest texts with which these runs find the difference.
        Smallest = "smallest",
    }
}

word_columns!(RunComponent, RunDesignKind);

table! {
    /// One row per run of a system and metric: its score on the largest test set.
    pub struct RunRow in "runs", without ["ordering", "fraction"] {
        .. /// The cell, of the system.
        cell: Cell,
        /// Number of the run, from 1.
        run: u32 [key, "run"],
        /// Name of its output.
        output: Arc<str>,
        /// Its score.
        score: Option<f64> ["score", Real],
    }
}

table! {
    /// Three rows per system and metric: what scores of texts in runs vary with, by mean squares of the two-way layout. For
    /// scores of sums, texts stand for their influence on the score. Texts are documents, where these are resampled.
    /// `status` is also `single-run`, and `negative`, where an estimate below zero counts as zero.
    pub struct RunComponentRow in "run_components", without ["ordering", "fraction"] {
        .. /// The cell, of the system.
        cell: Cell,
        /// `run`, `text` or `rest`.
        component: RunComponent [key, "component"],
        /// Its variance as it is estimated: (its mean square - that of the rest)/number of the others.
        estimate: Option<f64>,
        /// The same, not below zero.
        value: Option<f64> ["variance", Real],
        /// Share in the variance of the score, with these numbers of runs and texts.
        share: Option<f64> ["share in the score", Percent],
        /// Runs.
        runs: u32,
    }
}

table! {
    /// One row per pair of systems and metric: the difference of their means over runs, for other texts and other runs, on the
    /// largest test set. `status` is `ok` where both are crossed, `larger-one-way` (the larger of the variances of texts and of
    /// runs stands for both), `single-run` (a system has one run: the interval is for other texts alone), or why there is no
    /// difference.
    pub struct RunComparisonRow in "run_comparisons", without ["system", "ordering", "fraction"] {
        .. /// The cell, without a system.
        cell: Cell,
        /// The system that is compared.
        system_a: Arc<str> [key, "A"],
        /// The baseline.
        system_b: Arc<str> [key, "B"],
        /// Runs of A.
        runs_a: u32 ["runs of A"],
        /// Runs of B.
        runs_b: u32 ["runs of B"],
        /// Resampling units with a scored segment.
        units: Option<u64>,
        /// Mean of A over runs less that of B.
        difference: Option<f64> ["A - B", Real],
        /// Standard error for other texts and these runs.
        se_texts: Option<f64>,
        /// For other runs and these texts; null where a system has one run.
        se_runs: Option<f64>,
        /// For both.
        se: Option<f64>,
        /// Degrees of freedom of `se` (Satterthwaite; of runs by Welch).
        degrees_of_freedom: Option<f64>,
        /// Lower end of the interval for other texts and other runs, by Student's t.
        lower: Option<f64> ["lower end", Real],
        /// Upper end.
        upper: Option<f64> ["upper end", Real],
        /// Lower end for other texts and these runs.
        texts_lower: Option<f64>,
        /// Upper end.
        texts_upper: Option<f64>,
        /// Level of the intervals.
        ci_level: f64,
        /// Two-sided p-value for other texts and other runs.
        p_value: Option<f64> ["p", Real],
        /// The same for other texts and these runs.
        p_texts_only: Option<f64> ["p, texts alone", Real],
        /// Exact test over runs, on these texts alone: all ways to deal the runs to both systems, or 10,000 random ones.
        p_runs_exact: Option<f64> ["p, runs exchanged", Real],
        /// The smallest p-value that it can have with so few runs.
        smallest_p_runs: Option<f64>,
        /// Share of the variance that other runs add to that of other texts.
        share_runs: Option<f64> ["runs in the variance", Percent],
        /// The standard error that twice the runs would bring.
        se_twice_runs: Option<f64>,
        /// The same of twice the texts.
        se_twice_texts: Option<f64>,
        /// `>`: A is better, by the direction of the metric; `<`: B is; `~`: not significantly different.
        verdict: Option<PairVerdict> ["verdict"],
        /// The same for other texts and these runs.
        texts_verdict: Option<PairVerdict>,
        /// Whether run k of A belongs to run k of B.
        paired_runs: bool,
    }
}

table! {
    /// One row per pair of systems, metric, number of runs of each system and number of texts: the precision of the difference, from
    /// the components of variance. `smallest` has the fewest texts with which these runs find `detect`; `status` is then also
    /// `no-size` (no number of texts is enough: runs vary too much) and `beyond-data` (more than fifty times the present ones).
    pub struct RunDesignRow in "run_designs", without ["system", "ordering", "fraction"] {
        .. /// The cell, without a system.
        cell: Cell,
        /// The system that is compared.
        system_a: Arc<str> [key, "A"],
        /// The baseline.
        system_b: Arc<str> [key, "B"],
        /// `listed` or `smallest`.
        kind: RunDesignKind [key, "kind"],
        /// Runs of each system.
        runs: u32 [key, "runs"],
        /// Resampling units; null for infinitely many, and where there is no size.
        units: Option<f64> [key, "texts", Real],
        /// Standard error of the difference.
        standard_error: Option<f64> ["standard error", Real],
        /// Half of the width of its interval.
        margin: Option<f64> ["margin", Real],
        /// Probability that a true difference of `detect` is significant; null without it.
        probability: Option<f64> ["finds it", Percent],
        /// The difference to detect.
        detect: Option<f64>,
        /// The wanted power.
        power: f64,
        /// Runs of both systems and segments, by their prices; null without prices, and for infinitely many texts.
        cost: Option<f64> ["cost", Real],
        /// Whether it is the cheapest of `smallest`.
        recommended: bool,
    }
}
