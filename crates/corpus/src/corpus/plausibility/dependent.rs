//! References that a careful person would leave out: those that were made from the output of a system, or from
//! another reference.

use super::super::model::Corpus;
use super::copies::{Copies, copies_of_references};

/// Share of longer texts, in percent, that a reference may have in common with a system and still be taken.
const OF_A_SYSTEM: usize = 20;

/// The same with another reference.
const OF_A_REFERENCE: usize = 50;

/// A reference that is better left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DependentReference {
    /// Its place among the references of the corpus.
    pub index: usize,
    /// Its name.
    pub name: String,
    /// What it equals, and where.
    pub reason: String,
}

/// References of `corpus` that are better left out, in their order; one is always left.
pub fn dependent_references(corpus: &Corpus) -> Vec<DependentReference> {
    let mut dependent: Vec<DependentReference> = Vec::new();
    let mut least: Option<(usize, usize)> = None;
    for (index, (reference, copies)) in copies_of_references(corpus).enumerate() {
        let most = copies.iter().max_by_key(|(_, copies)| copies.equal);
        let equal = most.map_or(0, |(_, copies)| copies.equal);
        if least.is_none_or(|(_, other)| equal < other) {
            least = Some((index, equal));
        }
        if let Some((system, copies)) = most.filter(|(_, copies)| copies.reach(OF_A_SYSTEM)) {
            let Copies { equal, common, .. } = copies;
            let reason =
                format!("it equals the output of {system} on {equal} of {common} segments");
            dependent.push(DependentReference { index, name: reference.name.clone(), reason });
        }
    }
    // One must stay: the one that has least in common with a system.
    if dependent.len() == corpus.references.len() {
        dependent.retain(|reference| Some(reference.index) != least.map(|(index, _)| index));
    }
    let references = &corpus.references;
    for (index, later) in references.iter().enumerate() {
        let is_out = |index| dependent.iter().any(|reference| reference.index == index);
        if is_out(index) {
            continue;
        }
        let earlier = (0..index).filter(|earlier| !is_out(*earlier));
        let copied = earlier
            .map(|earlier| (earlier, Copies::between(&references[earlier].texts, &later.texts)))
            .find(|(_, copies)| copies.reach(OF_A_REFERENCE));
        if let Some((earlier, Copies { equal, common, .. })) = copied {
            let other = &references[earlier].name;
            let reason = format!("it equals reference {other} on {equal} of {common} segments");
            dependent.push(DependentReference { index, name: later.name.clone(), reason });
        }
    }
    dependent.sort_by_key(|reference| reference.index);
    dependent
}
