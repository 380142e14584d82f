//! The table `claims`: what sources conclude, and whether it holds in this run.

use std::sync::Arc;

use super::verdict::{Basis, ClaimVerdict};
use crate::table::ReportRow;
use crate::table::columns::table;

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
        /// What is printed, with the words that weaken it.
        published: Arc<str>,
        /// What this run has in its place, in words; null where it cannot be told.
        here: Option<Arc<str>>,
        /// Number of cases that decide.
        cases: Option<u32>,
        /// Cases that agree with the claim.
        held: Option<u32>,
        /// Seeds of the generator with which the claim was judged; null for a single seed.
        seeds: Option<u32>,
        /// Seeds with which it holds.
        seeds_holding: Option<u32>,
        /// `holds`, `holds-in-part`, `does-not-hold`, `depends-on-the-order` (of the documents: it holds in some orders),
        /// `fitted` (it agrees, and the corpora were fitted to it), `follows` (it agrees, and follows from what was
        /// fitted or put in), or `cannot-be-told` (see `reason`). With five seeds or more a claim holds that holds with
        /// 95 % of them, and does not hold that holds with 5 % at most; with fewer, all cases, or none, must agree.
        verdict: ClaimVerdict,
        /// Whether the printed values themselves pass its checks, as far as they have the numbers; null where they
        /// have none of them. A claim that they fail is not that of the source.
        holds_in_print: Option<bool>,
        /// What the checks find in print, in words.
        in_print: Option<Arc<str>>,
        /// Why it cannot be told.
        reason: Option<Arc<str>>,
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
