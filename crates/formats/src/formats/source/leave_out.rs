//! Sources without some of their references.

use super::CorpusFormat;
use crate::corpus::{Corpus, DependentReference};

impl CorpusFormat {
    /// Leaves out references of the corpus that it describes; says whether it can, which it cannot where one
    /// file holds several.
    pub fn leave_out(&mut self, corpus: &Corpus, references: &[DependentReference]) -> bool {
        let is_kept = |index: usize| references.iter().all(|reference| reference.index != index);
        let all = corpus.references.len();
        let kept = corpus.references.iter().enumerate().filter(|(index, _)| is_kept(*index));
        let names = Some(kept.map(|(_, reference)| reference.name.clone()).collect());
        match self {
            Self::Evalset(source) => source.references = names,
            Self::WmtXml(source) => source.references = names,
            Self::WmtJsonl(source) => source.references = names,
            Self::Mqm(source) => source.references = names,
            Self::Plain(source) if source.references.len() == all => {
                keep(&mut source.references, is_kept);
            }
            Self::Nist(source) if source.references.len() == all => {
                keep(&mut source.references, is_kept);
            }
            Self::Table(source) if source.references.len() == all => {
                keep(&mut source.references, is_kept);
            }
            _ => return false,
        }
        true
    }
}

fn keep<T>(list: &mut Vec<T>, is_kept: impl Fn(usize) -> bool) {
    let mut index = 0;
    list.retain(|_| {
        index += 1;
        is_kept(index - 1)
    });
}
