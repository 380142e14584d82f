//! Sets of references: which of them hypotheses are compared with.

use std::sync::Arc;

use crate::config::model::{ReferenceChoice, Study};
use crate::corpus::model::Corpus;
use crate::plan::problem::PlanProblem;
use crate::stats::random::{Purpose, StreamKey, UniformBelow};
use crate::table::ChosenReferences;

/// References that hypotheses are compared with.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ReferenceSet {
    /// How they were chosen.
    pub choice: ChosenReferences,
    /// Indices into the references of the corpus.
    pub indices: Vec<usize>,
    /// Which of them each segment has, where it has only one.
    pub mixed: Option<Mixed>,
}

/// An assignment of one reference to each segment.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mixed {
    /// Its number, from 1.
    pub number: u32,
    /// Index of the reference of each segment; absent where no translator has the segment.
    pub segment_choices: Arc<[Option<u32>]>,
}

impl ReferenceSet {
    /// Their names, joined by `+`; after the number of the assignment where they are mixed.
    pub fn names(&self, corpus: &Corpus) -> String {
        let names = self.indices.iter().map(|index| corpus.references[*index].name.as_str());
        let names = names.collect::<Vec<_>>().join("+");
        match &self.mixed {
            None => names,
            Some(mixed) => format!("mixed-{} of {names}", mixed.number),
        }
    }

    /// References that a segment is compared with.
    pub fn count(&self) -> usize {
        if self.mixed.is_some() { 1 } else { self.indices.len() }
    }

    /// What each segment is compared with, one column for each of [`count`](Self::count) references.
    pub fn texts<'a>(&self, corpus: &'a Corpus) -> Vec<Vec<Option<&'a str>>> {
        if let Some(mixed) = &self.mixed {
            let choices = mixed.segment_choices.iter().enumerate();
            let texts = choices.map(|(segment, reference)| {
                corpus.references[(*reference)? as usize].texts.get(segment)
            });
            return vec![texts.collect()];
        }
        let references = self.indices.iter().map(|index| &corpus.references[*index].texts);
        references.map(|texts| texts.iter().collect()).collect()
    }
}

/// The sets of a study, by ascending counts.
pub(crate) fn sets(
    seed: u64,
    study: &Study,
    corpus: &Corpus,
    problems: &mut Vec<PlanProblem>,
) -> Vec<ReferenceSet> {
    let available = corpus.references.len();
    if available == 0 {
        let message = format!("corpus `{}` has no references", corpus.name);
        let help = "metrics of hypotheses against references need at least one; use human or \
                    external metrics, or add references to the corpus";
        let key = ["corpora"];
        problems.push(PlanProblem::of_study(&study.name, &key, message, help.to_owned()));
        return Vec::new();
    }
    let counts = study.reference_counts.clone().unwrap_or_else(|| vec![available]);
    let mut sets = Vec::new();
    for count in counts {
        if count > available {
            let message =
                format!("corpus `{}` has {available} references, not {count}", corpus.name);
            let help = format!("ask for 1 to {available}");
            let key = ["reference-counts"];
            problems.push(PlanProblem::of_study(&study.name, &key, message, help));
            continue;
        }
        let first = (0..count).collect();
        match study.reference_choice {
            ReferenceChoice::First => {
                let choice = ChosenReferences::First;
                sets.push(ReferenceSet { choice, indices: first, mixed: None });
            }
            ReferenceChoice::EverySubset => {
                let choice = ChosenReferences::EverySubset;
                let subsets = subsets(available, count).into_iter();
                sets.extend(subsets.map(|indices| ReferenceSet { choice, indices, mixed: None }));
            }
            ReferenceChoice::Mixed(assignments) if count > 1 => {
                sets.extend((1..=assignments).map(|number| mixed(seed, corpus, &first, number)));
            }
            ReferenceChoice::Mixed(_) => {
                let message =
                    format!("one reference of corpus `{}` leaves nothing to mix", corpus.name);
                let help = "mix two or more with `reference-counts`, on a corpus that has them; or \
                            write `reference-choice = \"first\"`";
                let key = ["reference-choice"];
                problems.push(PlanProblem::of_study(&study.name, &key, message, help.to_owned()));
            }
        }
    }
    sets
}

/// Assignment `number`: each segment has one of the references `indices` that have the segment, each
/// with the same probability.
fn mixed(seed: u64, corpus: &Corpus, indices: &[usize], number: u32) -> ReferenceSet {
    let stream = StreamKey::new(seed, Purpose::MixedReferences).text(&corpus.name);
    let mut generator = stream.generator(u64::from(number));
    let mut having = Vec::with_capacity(indices.len());
    let segment_choices = (0..corpus.segment_count()).map(|segment| {
        having.clear();
        let all = indices.iter().copied();
        having.extend(all.filter(|index| corpus.references[*index].texts.get(segment).is_some()));
        let bound = u32::try_from(having.len()).expect("fewer than 2^32 references");
        let mut chosen = None;
        if bound > 0 {
            UniformBelow::new(bound)
                .draw(&mut generator, 1, |place| chosen = Some(having[place as usize]));
        }
        chosen.map(|index| u32::try_from(index).expect("fewer than 2^32 references"))
    });
    let mixed = Some(Mixed { number, segment_choices: segment_choices.collect() });
    ReferenceSet { choice: ChosenReferences::Mixed, indices: indices.to_vec(), mixed }
}

/// All ascending subsets of `count` numbers below `available`, in lexicographic order.
pub(crate) fn subsets(available: usize, count: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for _ in 0..count {
        let longer = all.iter().flat_map(|subset: &Vec<usize>| {
            let next = subset.last().map_or(0, |last| last + 1);
            (next..available).map(move |index| [subset.as_slice(), &[index]].concat())
        });
        all = longer.collect();
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::model::{Document, NamedTexts, Texts};

    #[test]
    fn subsets_in_lexicographic_order() {
        assert_eq!(subsets(3, 2), vec![vec![0, 1], vec![0, 2], vec![1, 2]]);
        assert_eq!(subsets(4, 4), vec![vec![0, 1, 2, 3]]);
        assert_eq!(subsets(11, 3).len(), 165);
    }

    fn reference(name: &str, missing: bool) -> NamedTexts {
        let texts: Texts =
            (0..3000).map(|segment| (!(missing && segment % 3 == 0)).then_some(name)).collect();
        NamedTexts { name: name.to_owned(), texts }
    }

    /// Three references over 3,000 segments; the second lacks every third of them.
    fn corpus() -> Corpus {
        Corpus {
            name: "made".to_owned(),
            documents: vec![Document { id: "d".to_owned(), domain: None, segments: 0..3000 }],
            references: vec![reference("a", false), reference("b", true), reference("c", false)],
            ..Corpus::default()
        }
    }

    #[test]
    fn each_translator_that_has_a_segment_is_as_likely() {
        let corpus = corpus();
        let set = mixed(7, &corpus, &[0, 1], 1);
        assert_eq!((set.count(), &*set.names(&corpus)), (1, "mixed-1 of a+b"));
        let texts = set.texts(&corpus);
        let [texts] = &texts[..] else { panic!("one column") };
        // Alone where the other lacks the segment, else half each: 4.5 deviations of sqrt(2000)/2.
        assert!(texts.iter().step_by(3).all(|text| *text == Some("a")));
        let count_of_b = texts.iter().filter(|text| **text == Some("b")).count();
        assert!((899..1101).contains(&count_of_b), "{count_of_b}");
        let [again, second, of_another_seed] = [(7, 1), (7, 2), (8, 1)]
            .map(|(seed, number)| mixed(seed, &corpus, &[0, 1], number).mixed.unwrap());
        let set = set.mixed.clone().unwrap();
        assert_eq!(again, set);
        assert_ne!(second.segment_choices, set.segment_choices);
        assert_ne!(of_another_seed, set);
    }
}
