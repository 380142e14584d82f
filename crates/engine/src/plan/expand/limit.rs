//! Sizes beyond which a study is refused before memory is taken for it.

use crate::config::model::{ReferenceChoice, Samples, Spec, Study, TestSizes};
use crate::corpus::model::Corpus;
use crate::plan::{Grid, PlanProblem};
use crate::words::grouped;

/// Documents in all test sets of a study together, and in all its orderings; segments in all its
/// samples: 512 MiB.
const MOST_DOCUMENTS: u64 = 1 << 26;

/// Test sets of a study along its orderings. All sets of 20 documents are half as many.
const MOST_TEST_SETS: u64 = 1 << 21;

/// Subsets of references of a study. All subsets of 16 references are as many.
const MOST_REFERENCE_SETS: u64 = 1 << 16;

/// Segments in all assignments of references to segments of a study together.
const MOST_ASSIGNED_SEGMENTS: u64 = 1 << 27;

/// Cells of a study on a corpus. All sets of 20 documents with 16 scorings are as many.
const MOST_CELLS: u64 = 1 << 24;

/// Rows of a study about pairs of systems, all of which its report reads: some GiB.
const MOST_PAIR_ROWS: u64 = 1 << 21;

/// What is too large about a study before it is expanded on a corpus.
pub(crate) fn check(study: &Study, corpus: &Corpus) -> Vec<PlanProblem> {
    let test_sets = match &study.samples {
        Some(samples) => check_samples(study, samples, corpus),
        None => check_orderings(study, corpus),
    };
    if !test_sets.is_empty() {
        return test_sets;
    }
    let available = corpus.references.len() as u64;
    let references = match study.reference_choice {
        ReferenceChoice::First => None,
        ReferenceChoice::EverySubset => {
            let counts = study.reference_counts.iter().flatten();
            let sets = counts.fold(0_u64, |sum, count| {
                sum.saturating_add(subset_count(available, *count as u64))
            });
            let what = format!("sets of references of corpus `{}`", corpus.name);
            let key = (study, &["reference-counts"][..]);
            let help = "ask for fewer counts, or for `reference-choice = \"first\"`";
            refusal(key, sets, MOST_REFERENCE_SETS, &what, help)
        }
        ReferenceChoice::Mixed(assignments) => {
            // Saturates, since a product that wraps could pass the limit.
            let segments = u64::from(assignments).saturating_mul(corpus.segment_count() as u64);
            let what = format!("segments in the assignments on corpus `{}`", corpus.name);
            let key = (study, &["reference-choice"][..]);
            refusal(key, segments, MOST_ASSIGNED_SEGMENTS, &what, "ask for fewer assignments")
        }
    };
    references.into_iter().collect()
}

fn check_orderings(study: &Study, corpus: &Corpus) -> Vec<PlanProblem> {
    let documents = corpus.documents.len() as u64;
    let wanted = &study.orderings;
    let orderings =
        u64::from(wanted.corpus) + u64::from(wanted.random) + wanted.explicit.len() as u64;
    let (sizes, in_sizes) = match &study.test_sizes {
        TestSizes::EachDocument => (documents, documents.saturating_mul(documents + 1) / 2),
        TestSizes::Documents(sizes) => {
            (sizes.len() as u64, sizes.iter().map(|size| *size as u64).sum())
        }
        TestSizes::Fractions(fractions) => {
            let sizes = fractions.len() as u64;
            (sizes, documents.saturating_mul(sizes))
        }
    };
    let test_sets = orderings.saturating_mul(sizes);
    let in_test_sets = orderings.saturating_mul(documents.max(in_sizes));
    let (key, help) = ((study, &["orderings"][..]), "ask for fewer orderings or sizes");
    let what = format!("test sets along orderings on corpus `{}`", corpus.name);
    let problem = refusal(key, test_sets, MOST_TEST_SETS, &what, help).or_else(|| {
        let what = format!("documents in the test sets on corpus `{}`", corpus.name);
        refusal(key, in_test_sets, MOST_DOCUMENTS, &what, help)
    });
    problem.into_iter().collect()
}

fn check_samples(study: &Study, samples: &Samples, corpus: &Corpus) -> Vec<PlanProblem> {
    let segments = samples.segments.iter().map(|size| *size as u64).sum();
    let segments = u64::from(samples.count).saturating_mul(segments);
    let count = u64::from(samples.count).saturating_mul(samples.segments.len() as u64);
    let key = (study, &["samples"][..]);
    let in_samples = format!("segments in the samples on corpus `{}`", corpus.name);
    let all = format!("samples on corpus `{}`", corpus.name);
    let problems = [
        refusal(key, segments, MOST_DOCUMENTS, &in_samples, "ask for fewer or smaller samples"),
        refusal(key, count, MOST_TEST_SETS, &all, "ask for fewer samples"),
    ];
    problems.into_iter().flatten().collect()
}

/// What is too large about an expanded study.
pub(crate) fn check_cells(spec: &Spec, grid: &Grid, corpus: &Corpus) -> Option<PlanProblem> {
    refusal(
        (&spec.studies[grid.study], &[]),
        grid.cell_count(spec),
        MOST_CELLS,
        &format!("cells on corpus `{}`", corpus.name),
        "ask for fewer orderings, sizes, references or repeats, or divide the study among several \
         experiments",
    )
}

/// Too many rows about pairs of systems.
pub(crate) fn check_pairs(study: &Study, corpus: &Corpus, rows: u64) -> Option<PlanProblem> {
    refusal(
        (study, &[]),
        rows,
        MOST_PAIR_ROWS,
        &format!("comparisons on corpus `{}`", corpus.name),
        "name a `baseline`, or ask for fewer systems, methods, effects, orderings or sizes",
    )
}

/// The problem of a key of a study that asks for more than `limit`.
fn refusal(
    (study, key): (&Study, &[&str]),
    asked: u64,
    limit: u64,
    what: &str,
    help: &str,
) -> Option<PlanProblem> {
    (asked > limit).then(|| {
        let asked = if asked == u64::MAX { "too many to count".to_owned() } else { grouped(asked) };
        let message = format!(
            "study `{}` asks for {asked} {what}; the limit is {}",
            study.name,
            grouped(limit)
        );
        PlanProblem::of_study(&study.name, key, message, help.to_owned())
    })
}

/// Number of subsets of `size` out of `available`, or the largest number.
fn subset_count(available: u64, size: u64) -> u64 {
    let size = size.min(available.saturating_sub(size));
    (0..size).fold(1_u64, |count, step| match count.checked_mul(available - step) {
        // A product of consecutive binomial factors is divisible at every step.
        Some(product) => product / (step + 1),
        None => u64::MAX,
    })
}

#[cfg(test)]
mod tests {
    use super::subset_count;

    #[test]
    fn subsets_are_counted() {
        assert_eq!(subset_count(11, 3), 165);
        assert_eq!(subset_count(4, 4), 1);
        assert_eq!(subset_count(5, 0), 1);
        assert_eq!(subset_count(4096, 2048), u64::MAX);
        assert_eq!((0..=16).map(|size| subset_count(16, size)).sum::<u64>(), 1 << 16);
    }
}
