//! What real test sets say of the claims of a source. Their texts are not available everywhere, so that the results of runs
//! on them are kept in a file, which files of published values name.

use schemars::JsonSchema;
use serde::Deserialize;

use super::ClaimVerdict;
use crate::config::read_toml;
use crate::diagnostic::{Diagnostics, SourceText};
use crate::words::counted;

/// Verdicts on claims by runs on real test sets.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct RealText {
    /// The sets, in the order in which they are shown. Default: none.
    #[serde(default)]
    pub sets: Vec<RealSet>,
}

/// A test set, and what a run on it found.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct RealSet {
    /// What it is called: campaign, year and languages. Required. Example: `name = "WMT21 en-de"`.
    pub name: String,
    /// The experiment that was run on it. Required. Example: `experiment = "laws-wmt21-ende"`.
    pub experiment: String,
    /// Number of systems. Required. Example: `systems = 20`.
    pub systems: u32,
    /// Number of references. Required. Example: `references = 3`.
    pub references: u32,
    /// Number of documents. Required. Example: `documents = 68`.
    pub documents: u64,
    /// Number of segments. Required. Example: `segments = 1002`.
    pub segments: u64,
    /// Version of the program that ran. Required. Example: `runner = "0.2.0"`.
    pub runner: String,
    /// Version of its numbers. Required. Example: `numbers = 8`.
    pub numbers: u32,
    /// Digest of the texts and judgments that it read. Required. Example: `data = "4f0c"`.
    pub data: String,
    /// The claims that the set can test. Default: none.
    #[serde(default)]
    pub claims: Vec<RealClaim>,
}

/// A claim on a test set.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct RealClaim {
    /// The source of the claim. Required. Example: `source = "koehn-2004"`.
    pub source: String,
    /// Its name in the file of the source. Required. Example: `id = "errs-on-caution"`.
    pub id: String,
    /// What the run has, in words. Required. Example: `here = "of 300: 98.4 %"`.
    pub here: String,
    /// The verdict, as in the table `claims`. Required. Example: `verdict = "holds"`.
    pub verdict: ClaimVerdict,
}

/// Reads the file.
///
/// # Errors
///
/// Everything that is wrong with it.
pub fn read_real(source: &SourceText) -> Result<RealText, Diagnostics> {
    read_toml(source, |_: &RealText, _| {})
}

/// The note that says where the sets and their texts are.
pub(super) const HOW_TO_GET: &str = "\"On real text\" gives stored results from public test sets. This project does not include their texts; each spec \
     experiments/laws-*.toml says where to get them, and `runner run experiments/laws-NAME.toml --data FOLDER` repeats its study.";

/// Returns the verdict on all sets together, with the numbers of sets on which a claim holds and holds in part. It holds if it
/// holds on each set, and does not hold if it holds on no set, not even in part.
fn together(tested: &[(&RealSet, &RealClaim)]) -> String {
    let [holding, in_part, failing] =
        [ClaimVerdict::Holds, ClaimVerdict::HoldsInPart, ClaimVerdict::DoesNotHold]
            .map(|wanted| tested.iter().filter(|(_, claim)| claim.verdict == wanted).count());
    let verdict = match tested.len() {
        all if holding == all => ClaimVerdict::Holds,
        all if failing == all => ClaimVerdict::DoesNotHold,
        _ => ClaimVerdict::HoldsInPart,
    };
    let in_part = if in_part == 0 { String::new() } else { format!(", on {in_part} in part") };
    let sets = counted(tested.len(), "set");
    format!("{}: on {holding} of {sets}{in_part}", verdict.in_words())
}

/// Returns the verdict on all sets together, then a line for each set; `None` if no set can test the claim.
pub fn lines(source: &str, id: &str, real: &RealText) -> Option<String> {
    let claims = real.sets.iter().flat_map(|set| set.claims.iter().map(move |claim| (set, claim)));
    let tested: Vec<(&RealSet, &RealClaim)> =
        claims.filter(|(_, claim)| claim.source == source && claim.id == id).collect();
    let sets = tested.iter().map(|(set, claim)| {
        format!("\n{}, {}: {}", set.name, claim.verdict.in_words(), claim.here)
    });
    (!tested.is_empty()).then(|| together(&tested) + &sets.collect::<String>())
}

#[cfg(test)]
mod tests;
