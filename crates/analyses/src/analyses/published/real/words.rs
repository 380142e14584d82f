//! The words for verdicts on real test sets.

use super::{RealClaim, RealSet, RealText};
use crate::analyses::published::ClaimVerdict;
use crate::words::counted;

/// Where the sets and their texts are.
pub(in crate::analyses::published) const HOW_TO_GET: &str = "On real text: kept results on public test sets, whose texts are not part of this project. Each spec \
     `experiments/laws-*.toml` says where to get them; `runner run experiments/laws-NAME.toml --data FOLDER` runs them again.";

/// The verdict on all sets together: what holds on each of them holds, and what holds on none, not even in part, does
/// not; with the number of sets on which it holds, and of those on which it holds in part.
pub(super) fn together(tested: &[(&RealSet, &RealClaim)]) -> String {
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
