//! The rows of the tables `published`, `claims` and `published_figures`.

use std::sync::Arc;

use super::verdict::{Basis, ClaimVerdict, ValueVerdict};
use crate::table::{ReportRow, table};

table! {
    /// One row per published value of the files that the spec names, with the reproduced value next to
    /// it; then one per table or figure whose values are not available.
    pub struct PublishedRow in "published" {
        /// Short name of the source, such as a paper.
        source: Arc<str> [key],
        /// Table, figure or section that prints the number.
        place: Arc<str> [key],
        /// What the number is, in words.
        what: Arc<str> [key],
        /// Corpus of the number, where it has one.
        corpus: Option<Arc<str>>,
        /// Metric of the number, where it has one.
        metric: Option<Arc<str>>,
        /// System of the number under the name that the source uses, where it has one.
        system: Option<Arc<str>>,
        /// All coordinates under the names that the source uses, as `name=value`, joined by `, `.
        coordinates: Arc<str> [key],
        /// Table and column that reproduce it, with what is made of several rows; null where none
        /// does.
        quantity: Option<Arc<str>> [key],
        /// Unit as printed.
        unit: Arc<str>,
        /// Words of the source that weaken the number.
        hedge: Option<Arc<str>>,
        /// The published value as printed; null where it is not available.
        printed: Option<Arc<str>>,
        /// The published value in the unit of the column that reproduces it.
        printed_value: Option<f64>,
        /// Half a unit of its last digit, in the same unit.
        half_unit: Option<f64>,
        /// The reproduced value.
        reproduced: Option<f64>,
        /// Reproduced less printed, or less corrected where that is known.
        difference: Option<f64>,
        /// Lower end of the interval of the reproduced value.
        lower: Option<f64>,
        /// Upper end of the interval of the reproduced value.
        upper: Option<f64>,
        /// Which interval: `seeds` (the 95 % prediction interval for one further corpus, by Student's t, from five seeds on),
        /// `confidence` (at the level of the row), or `monte-carlo` (1.96 standard errors of the finite number of
        /// replicates).
        interval: Option<Arc<str>>,
        /// Number of seeds of the generator that have the value; null for a single seed.
        seeds: Option<u32>,
        /// Mean of the value over seeds.
        seeds_mean: Option<f64>,
        /// Median of the value over seeds.
        seeds_median: Option<f64>,
        /// Standard deviation of the value over seeds (divisor n - 1).
        seeds_sd: Option<f64>,
        /// `within-spread` (the published value, give or take its rounding, lies in the prediction
        /// interval of the seeds), `within-rounding` (the difference is no more than half a unit of the
        /// last printed digit), `within-interval` (the published value lies in the interval), `outside`
        /// (in none of these), `no-interval` (not within rounding, and there is no interval to judge by),
        /// `whole-range` (the prediction interval holds four fifths or more of what is `possible`, so that hardly
        /// any value could fail), `not-judged` (see `reason`), `not-reproduced` (see `reason`), or `not-available` (there is no published value, see
        /// `reason`). A known misprint is judged by its correction.
        verdict: ValueVerdict,
        /// Why there is nothing to compare, or why it is not judged.
        reason: Option<Arc<str>>,
        /// `calibrated` (the generated corpus was fitted to this number), `follows` (arithmetic of fitted
        /// numbers), `predicted` (neither), `closed-form` (whatever the corpus), `input` (put into the corpus or the
        /// experiment), or `measured` (the corpus is not generated); null where nothing is compared.
        basis: Option<Basis>,
        /// The values that the number can have, from the least to the largest, in the unit of print.
        possible: Option<Arc<str>>,
        /// Known misprint or inconsistency of the source.
        misprint: Option<Arc<str>>,
        /// What should have been printed, in the unit of the column, where it is known.
        corrected: Option<f64>,
        /// What a reader should know.
        note: Option<Arc<str>>,
        /// What turns the printed unit into that of the column.
        scale: Option<f64>,
        /// How captions name the source.
        source_name: Arc<str>,
        /// What the printed table shows whose cell this is, where the report shows that table.
        table_title: Option<Arc<str>>,
        /// Heading of the first column of that table.
        table_heading: Option<Arc<str>>,
        /// Its row in that table.
        table_row: Option<Arc<str>>,
        /// Place of the row among the rows, from 0.
        row_number: Option<u32>,
        /// Its column in that table.
        table_column: Option<Arc<str>>,
        /// Place of the column among the columns, from 0.
        column_number: Option<u32>,
    }
}

impl ReportRow for PublishedRow {}

table! {
    /// One row per claim of the files of published values that the spec names.
    pub struct ClaimRow in "claims" {
        /// Short name of the source, such as a paper.
        source: Arc<str> [key],
        /// Number of the claim in the file of the source, from 1.
        number: u32 [key],
        /// What documents and other files call the claim; null where it has no such name.
        id: Option<Arc<str>>,
        /// How captions name the source.
        source_name: Arc<str>,
        /// Where the claim stands.
        place: Arc<str>,
        /// What is claimed, in one sentence.
        claim: Arc<str>,
        /// What the source prints, with the words that weaken it.
        paper: Arc<str>,
        /// What this run has in its place, in words, with the number of seeds with which the claim holds; or why the
        /// run cannot tell.
        here: Arc<str>,
        /// The verdicts of kept runs on real test sets: all sets together, then a line for each; null if no set can test
        /// the claim.
        real_text: Option<Arc<str>>,
        /// `holds`, `holds-in-part`, `does-not-hold`, `depends-on-the-order` (of the documents: it holds in some orders),
        /// `fitted` (it agrees, and the corpora were fitted to it), `follows` (it agrees, and follows from what was
        /// fitted or put in), or `cannot-be-told` (see `here`). With five seeds or more a claim holds that holds with
        /// 95 % of them, and does not hold that holds with 5 % at most; with fewer, all cases, or none, must agree.
        verdict: ClaimVerdict,
        /// How the result depends on what the generated corpora were fitted to, as in `published`; null where
        /// it cannot be told.
        basis: Option<Basis>,
        /// Name of the figure that shows it.
        figure: Option<Arc<str>>,
        /// What a reader should know.
        note: Option<Arc<str>>,
    }
}

impl ReportRow for ClaimRow {}

table! {
    /// One row per figure of a source, such as a paper, and figure of the report that shows it.
    pub struct PublishedFigureRow in "published_figures" {
        /// Short name of the source.
        source: Arc<str> [key],
        /// The figure as the source numbers it.
        place: Arc<str> [key],
        /// File in `report/figures` that shows it, without its ending; null where none does.
        figure: Option<Arc<str>> [key],
        /// How the source is cited: authors and year.
        cited: Arc<str>,
        /// What it shows.
        what: Arc<str>,
        /// The experiment whose run draws `figure`, where it is another than this one.
        experiment: Option<Arc<str>>,
        /// Why no figure shows it.
        reason: Option<Arc<str>>,
        /// What a reader should know, such as what differs from print.
        note: Option<Arc<str>>,
    }
}

impl ReportRow for PublishedFigureRow {}
