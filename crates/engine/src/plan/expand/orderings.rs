//! Orderings of documents, and the sizes at which test sets are taken along them.

use std::sync::Arc;

use super::pool::Pool;
use crate::config::model::{Study, TestSizes};
use crate::corpus::model::Corpus;
use crate::plan::grid::{EXHAUSTIVE, Placement};
use crate::plan::problem::PlanProblem;
use crate::stats::ordering::permutation;
use crate::stats::random::{Purpose, StreamKey};

/// Most documents whose sets are enumerated: 2^20 - 1 sets.
const MOST_EXHAUSTIVE_DOCUMENTS: usize = 20;

/// Random orderings along which the results of an exhaustive study are read.
const EXHAUSTIVE_PATHS: u32 = 100;

/// A named order of documents.
pub(crate) struct Ordering {
    pub(crate) name: Arc<str>,
    pub(crate) documents: Vec<usize>,
}

pub(crate) fn check_exhaustive(study: &Study, corpus: &Corpus, problems: &mut Vec<PlanProblem>) {
    let documents = corpus.documents.len();
    if study.orderings.exhaustive && documents > MOST_EXHAUSTIVE_DOCUMENTS {
        let name = &corpus.name;
        let message =
            format!("corpus `{name}` has {documents} documents, too many to run every set of them");
        let help = format!(
            "exhaustive orderings go up to {MOST_EXHAUSTIVE_DOCUMENTS} documents; \
             use `random = 100` instead"
        );
        let key = ["orderings", "exhaustive"];
        problems.push(PlanProblem::of_study(&study.name, &key, message, help));
    }
}

/// Every set of documents, small sets first.
pub(crate) fn every_set(pool: &mut Pool) -> Vec<Placement> {
    let count = pool.plan.corpus.documents.len();
    let mut sets: Vec<u32> = (1..1 << count).collect();
    // Sets of one size are in the order of their documents: with its bits reversed,
    // a set with an earlier document is the larger number.
    sets.sort_by_key(|set| (set.count_ones(), set.reverse_bits().wrapping_neg()));
    let ordering: Arc<str> = EXHAUSTIVE.into();
    let placements = sets.into_iter().map(|set| {
        let documents = (0..count).filter(|index| set & (1 << index) != 0).collect();
        let test_set = pool.test_set(documents);
        Placement { ordering: ordering.clone(), test_set, fraction: None }
    });
    placements.collect()
}

/// Sizes in documents with the fractions that they stand for, ascending.
pub(crate) fn sizes(
    study: &Study,
    corpus: &Corpus,
    problems: &mut Vec<PlanProblem>,
) -> Vec<(usize, Option<f64>)> {
    let available = corpus.documents.len();
    match &study.test_sizes {
        TestSizes::EachDocument => (1..=available).map(|size| (size, None)).collect(),
        TestSizes::Documents(sizes) => {
            for (index, size) in sizes.iter().enumerate().filter(|(_, size)| **size > available) {
                let message =
                    format!("corpus `{}` has {available} documents, not {size}", corpus.name);
                let help = format!("ask for 1 to {available}, or for fractions");
                let key = ["test-sizes", "documents"];
                let problem = PlanProblem::of_study(&study.name, &key, message, help);
                problems.push(problem.at(index));
            }
            let sizes = sizes.iter().filter(|size| **size <= available);
            sizes.map(|size| (*size, None)).collect()
        }
        TestSizes::Fractions(fractions) => fractions
            .iter()
            .map(|fraction| (rounded_half_up(*fraction, available), Some(*fraction)))
            .collect(),
    }
}

fn rounded_half_up(fraction: f64, available: usize) -> usize {
    // The shift by a billionth lets 0.35 * 10 documents, which is 3.4999999999999996 in binary,
    // round up as the spec writes it.
    let rounded = (fraction * available as f64 + 0.5 + 1e-9).floor();
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a fraction in (0, 1] of a number of documents"
    )]
    let documents = rounded as usize;
    documents.clamp(1, available)
}

/// The orderings of a study.
pub(crate) fn orderings(
    seed: u64,
    study: &Study,
    corpus: &Corpus,
    problems: &mut Vec<PlanProblem>,
) -> Vec<Ordering> {
    let wanted = &study.orderings;
    let count = corpus.documents.len();
    let mut all = Vec::new();
    if wanted.corpus || wanted.exhaustive {
        all.push(Ordering { name: "corpus".into(), documents: (0..count).collect() });
    }
    let random = if wanted.exhaustive { EXHAUSTIVE_PATHS } else { wanted.random };
    let key = StreamKey::new(seed, Purpose::Ordering).text(&corpus.name);
    for number in 1..=random {
        let documents = permutation(&key, u64::from(number), count);
        all.push(Ordering { name: format!("random-{number}").into(), documents });
    }
    for (index, names) in wanted.explicit.iter().enumerate() {
        match explicit(names, corpus) {
            Ok(documents) => {
                let name = format!("explicit-{}", index + 1).into();
                all.push(Ordering { name, documents });
            }
            Err((message, help)) => {
                let key = ["orderings", "explicit"];
                let problem = PlanProblem::of_study(&study.name, &key, message, help);
                problems.push(problem.at(index));
            }
        }
    }
    all
}

fn explicit(names: &[String], corpus: &Corpus) -> Result<Vec<usize>, (String, String)> {
    let count = corpus.documents.len();
    let mut documents = Vec::with_capacity(names.len());
    for name in names {
        let position = corpus.documents.iter().position(|document| document.id == *name);
        let Some(index) = position else {
            let message = format!("corpus `{}` has no document `{name}`", corpus.name);
            let help = format!("its {count} documents begin with `{}`", corpus.documents[0].id);
            return Err((message, help));
        };
        if documents.contains(&index) {
            let message = format!("document `{name}` stands twice in the ordering");
            return Err((message, "name every document once".to_owned()));
        }
        documents.push(index);
    }
    if let Some(missing) = (0..count).find(|index| !documents.contains(index)) {
        let message = format!(
            "the ordering names {} of {count} documents of corpus `{}`",
            documents.len(),
            corpus.name
        );
        let help =
            format!("name every document once; `{}` is missing", corpus.documents[missing].id);
        return Err((message, help));
    }
    Ok(documents)
}

#[cfg(test)]
mod tests {
    use super::rounded_half_up;

    #[test]
    fn fractions_round_half_up_and_take_at_least_one_document() {
        assert_eq!(rounded_half_up(0.5, 15), 8);
        assert_eq!(rounded_half_up(0.35, 10), 4);
        assert_eq!(rounded_half_up(0.1, 15), 2);
        assert_eq!(rounded_half_up(0.01, 15), 1);
        assert_eq!(rounded_half_up(1.0, 15), 15);
        assert_eq!(rounded_half_up(0.49, 1), 1);
    }
}
