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
