//! The table `designs`: what campaigns cost and reach.

use std::sync::Arc;

use crate::stats::Status;
use crate::stats::judges::Assignment;
use crate::table::{Coordinates, MetricKey, ReportRow, table, word_columns};
use crate::value::words;

words! {
    /// What a design is.
    #[derive(Default)]
    pub enum DesignKind {
        /// Nothing can be planned.
        #[default]
        None = "none",
        /// That of the corpus itself.
        Current = "current",
        /// The fewest documents with which a shape reaches the goal.
        Smallest = "smallest",
        /// Any other size.
        Listed = "listed",
    }
}

words! {
    /// What a campaign is to reach.
    #[derive(Default)]
    pub enum GoalKind {
        /// A difference is found with a power.
        #[default]
        Detect = "detect",
        /// Differences have a margin of error.
        Margin = "margin",
        /// The order of all systems is the true one.
        RankingHolds = "ranking-holds",
        /// The best system comes out best.
        BestIsBest = "best-is-best",
    }
}

word_columns!(DesignKind, GoalKind);

table! {
    /// One row per metric and design of a campaign: documents, segments, ratings, judges and references with
    /// their cost, and what they are expected to reach for new documents and new judges.
    pub struct DesignRow in "designs" {
        /// Name of the study in the spec.
        study: Arc<str> [key],
        /// Name of the corpus in the spec.
        corpus: Arc<str> [key],
        /// Name of the metric.
        metric: Arc<str> [key],
        /// `current` (that of the corpus itself), `smallest` (the fewest documents with which a shape reaches
        /// the goal), `listed` (all other sizes), or `none` where nothing can be planned.
        kind: DesignKind [key],
        /// Documents.
        documents: u32 [key],
        /// Segments that a document has at most; null for all.
        segments_limit: Option<u32> [key],
        /// Ratings of each output; null without judges. The mean number for `current`.
        ratings_per_segment: Option<f64> [key],
        /// Judges; null without.
        judges: Option<u32> [key],
        /// References of each segment; null where the metric reads none.
        references: Option<u32> [key],
        /// Mean number of segments of a document.
        segments_per_document: f64,
        /// Segments: documents times their mean number.
        segments: f64 ["segments", Real],
        /// `segments` in words, as in `margins`.
        required_words: Option<f64>,
        /// Systems.
        systems: u32,
        /// `together` (the same judges rate the outputs of all systems of a document), `scattered` (random
        /// judges for each system) or `nobody` (an automatic metric).
        assignment: Assignment,
        /// Cost, in the unit of the prices.
        cost: f64 ["cost", Real],
        /// The unit, where the spec names one or prices are minutes of ratings.
        unit: Option<Arc<str>>,
        /// What costs nothing although its number is planned: `judges`, `ratings`, `documents`, `references` or several of
        /// these with commas.
        free: Option<Arc<str>>,
        /// `detect`, `margin`, `ranking-holds` or `best-is-best`.
        goal: GoalKind,
        /// The difference to detect, the wanted margin or the wanted probability.
        wanted: f64,
        /// Wanted power; null for other goals than `detect`.
        power: Option<f64>,
        /// Pairs that tests and margins are adjusted for.
        pairs: u32,
        /// Confidence level.
        level: f64,
        /// Expected standard error of the difference of two systems, in the unit of the metric. Of several numbers of
        /// references in the unit of scores with the fewest, by the ratio of the mean differences of systems.
        standard_error: Option<f64>,
        /// Degrees of freedom of its estimate.
        degrees_of_freedom: Option<f64>,
        /// Expected margin of error of a difference, adjusted for `pairs`.
        margin: Option<f64> ["margin of a\ndifference", Real],
        /// Of `current`: that margin with twice the documents, all else as it was.
        margin_twice_documents: Option<f64>,
        /// The same with twice the ratings of an output. Null where none has two, and where judges are too few.
        margin_twice_ratings: Option<f64>,
        /// The same with twice the judges.
        margin_twice_judges: Option<f64>,
        /// Probability of the goal: the power, or that of the order or the best; null for `margin`.
        probability: Option<f64> ["reaches\nthe goal", Percent],
        /// Whether some number of documents reaches the goal with this shape.
        reachable: bool,
        /// Whether the goal is reached.
        reached: bool,
        /// Whether no design of the metric has a smaller margin at the same cost or less.
        on_frontier: bool,
        /// Whether it is the cheapest that reaches the goal.
        recommended: bool,
        /// Of `smallest`: lower end of the interval of the documents, from how well the components of variance
        /// are known. Null where it was not computed.
        documents_lower: Option<f64>,
        /// Upper end; null where no end can be named.
        documents_upper: Option<f64>,
        /// `ok`; `single-ratings`: no output of the corpus has two ratings, so that only designs with one are
        /// planned; or why there is no plan: `no-data`, `judges-unknown`, `too-few-units`, `confounded`,
        /// `not-additive`, `scores-of-documents`.
        status: Status,
    }
}

impl ReportRow for DesignRow {
    fn coordinates(&self) -> Coordinates<'_> {
        let metric = MetricKey::new(&self.metric, None, None, None);
        Coordinates { metric, ..Coordinates::of_section(&self.study, &self.corpus) }
    }
}
