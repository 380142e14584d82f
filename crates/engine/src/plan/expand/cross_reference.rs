//! Cross-references: every reference scored like a system against the others (Hamon et al. 2007,
//! Table 1).

use super::scorings::{metric_named, of_reference_set};
use crate::config::model::{Mask, MetricSpec, Study};
use crate::plan::problem::PlanProblem;
use crate::plan::scoring::{Digests, ReferenceSet, ScoredSystem, subsets};
use crate::table::ChosenReferences;

/// The scorings of each reference of `corpus` against every set of others of the sizes that the study
/// asks for, in the order of metrics, counts, references, sets.
pub(crate) fn scorings(
    metrics: &[MetricSpec],
    study: &Study,
    digests: &Digests<'_>,
    problems: &mut Vec<PlanProblem>,
) -> Vec<ScoredSystem> {
    let mut asked = study.analyses.rules();
    let Some(counts) = asked.find_map(|(_, rules)| rules.cross_references()) else {
        return Vec::new();
    };
    let corpus = digests.corpus();
    let available = corpus.references.len();
    if available < 2 {
        let message = format!(
            "corpus `{}` has {available} reference{}, and cross-references compare at least two",
            corpus.name,
            if available == 1 { "" } else { "s" }
        );
        let help = "leave `cross-reference` out, or add references to the corpus".to_owned();
        problems.push(PlanProblem::of_study(&study.name, &["cross-reference"], message, help));
        return Vec::new();
    }
    let counts = counts.map_or_else(|| vec![available - 1], <[usize]>::to_vec);
    for (index, count) in counts.iter().enumerate().filter(|(_, count)| **count >= available) {
        let message = format!(
            "a reference of corpus `{}` has {} others, not {count}",
            corpus.name,
            available - 1
        );
        let help = format!("ask for 1 to {}", available - 1);
        let key = ["cross-reference", "counts"];
        problems.push(PlanProblem::of_study(&study.name, &key, message, help).at(index));
    }
    let mut all = Vec::new();
    for name in &study.metrics {
        let metric = metric_named(name, metrics);
        let config = &metrics[metric].config;
        if !config.reads_texts() {
            continue;
        }
        for count in counts.iter().filter(|count| **count < available) {
            for (own, reference) in corpus.references.iter().enumerate() {
                let sets = subsets(available, *count).into_iter();
                for indices in sets.filter(|indices| !indices.contains(&own)) {
                    let set = ReferenceSet {
                        choice: ChosenReferences::CrossReference,
                        indices,
                        mixed: None,
                    };
                    all.extend(of_reference_set(
                        metric,
                        config,
                        Some(&set),
                        Mask::Own,
                        std::slice::from_ref(&reference.name),
                        digests,
                    ));
                }
            }
        }
    }
    all
}
