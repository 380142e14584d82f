//! Correlations between metrics: which are correlated, and on which segments of which systems.
//!
//! Both scores of a pair must be of the same text, so metrics are correlated over the systems that have
//! scores under all of them and, with `mask = "common"`, over the segments that all of these systems have
//! under all of them. Where that leaves segments out, a metric is scored again without them.

use crate::config::model::{Mask, MetricSpec, Study};
use crate::config::rules::CorrelatedMetrics;
use crate::plan::scoring::{Digests, ReferenceSet, ScoredSystem, inputs, presence};

/// A member whose scorings have no indices yet. `named` is a position among the scorings of the study.
pub(crate) struct Candidate {
    pub(crate) named: usize,
    pub(crate) scorings: Vec<ScoredSystem>,
}

/// The families of `study`, of whose scorings on `corpus` they are made.
pub(crate) fn families(
    metrics: &[MetricSpec],
    study: &Study,
    digests: &Digests<'_>,
    scorings: &[ScoredSystem],
) -> Vec<Vec<Candidate>> {
    if correlated(study).is_none() || scorings.is_empty() {
        return Vec::new();
    }
    let groups: Vec<&[ScoredSystem]> = scorings.chunk_by(ScoredSystem::is_beside).collect();
    let mut sets: Vec<Option<&ReferenceSet>> = Vec::new();
    for set in groups.iter().filter_map(|group| group[0].references.as_ref()) {
        if !sets.contains(&Some(set)) {
            sets.push(Some(set));
        }
    }
    if sets.is_empty() {
        sets.push(None);
    }
    let families = sets.into_iter().map(|set| {
        let mut start = 0;
        let mut members = Vec::new();
        for group in &groups {
            if group[0].references.is_none() || group[0].references.as_ref() == set {
                members.push((start, *group));
            }
            start += group.len();
        }
        family(metrics, study.mask, digests, &members)
    });
    families.collect()
}

/// The members of one family; `groups` are the scorings of each with the position of the first.
fn family(
    metrics: &[MetricSpec],
    mask: Mask,
    digests: &Digests<'_>,
    groups: &[(usize, &[ScoredSystem])],
) -> Vec<Candidate> {
    let systems = groups.first().map_or(0, |(_, group)| group.len());
    let shared: Vec<usize> = (0..systems)
        .filter(|system| groups.iter().all(|(_, group)| group[*system].obstacle.is_none()))
        .collect();
    let count = digests.corpus().segment_count();
    let mut masks = vec![vec![true; count]; shared.len()];
    if mask != Mask::All {
        for (_, group) in groups {
            for (mask, system) in masks.iter_mut().zip(&shared) {
                let ScoredSystem { metric, system, references, adjusted, mask: counts, .. } =
                    &group[*system];
                let present: Vec<bool> = if adjusted.is_some() {
                    counts.iter().flat_map(|counts| counts.iter().copied()).collect()
                } else {
                    let config = &metrics[*metric].config;
                    let present = presence(config, references.as_ref(), system, digests.corpus());
                    present.expect("systems without scores are left out")
                };
                mask.iter_mut().zip(present).for_each(|(mask, present)| *mask &= present);
            }
        }
    }
    if mask == Mask::Common {
        let common: Vec<bool> =
            (0..count).map(|segment| masks.iter().all(|mask| mask[segment])).collect();
        masks.fill(common);
    }
    let members = groups.iter().map(|(named, group)| {
        let scorings = shared.iter().zip(&masks).map(|(system, counts)| {
            let scoring = &group[*system];
            let counts = counts.contains(&false).then(|| counts.as_slice().into());
            if mask == Mask::All || counts == scoring.mask {
                return scoring.clone();
            }
            let mut masked = ScoredSystem { mask: counts, ..scoring.clone() };
            masked.inputs = inputs(&metrics[scoring.metric].config, &masked, digests);
            masked
        });
        Candidate { named: *named, scorings: scorings.collect() }
    });
    members.collect()
}

/// Positions of metrics that are correlated, and of those whose correlations with a third are compared.
#[derive(Default)]
pub(crate) struct Wanted {
    pub(crate) pairs: Vec<(usize, usize)>,
    pub(crate) differences: Vec<(usize, usize, usize)>,
}

/// The metrics that the study correlates; `None` without a correlation.
fn correlated(study: &Study) -> Option<CorrelatedMetrics<'_>> {
    study.analyses.rules().find_map(|(_, rules)| rules.correlates())
}

/// What the study wants of the metrics `names`.
pub(crate) fn wanted(study: &Study, names: &[&str]) -> Wanted {
    let Some(options) = correlated(study) else { return Wanted::default() };
    let against = names.iter().map(|name| {
        options.against.is_none_or(|against| against.iter().any(|other| other == name))
    });
    let is_against: Vec<bool> = against.collect();
    let free = is_against.iter().map(|is_against| options.against.is_none() || !is_against);
    let is_free: Vec<bool> = free.collect();
    let mut pairs = Vec::new();
    for first in 0..names.len() {
        for second in (0..names.len()).filter(|second| *second != first && is_against[*second]) {
            // Among those that are correlated with all others, each pair once.
            if first < second || (options.against.is_some() && !is_against[first]) {
                pairs.push((first, second));
            }
        }
    }
    let mut differences = Vec::new();
    if options.differences {
        for third in (0..names.len()).filter(|third| is_against[*third]) {
            for one in (0..names.len()).filter(|one| *one != third && is_free[*one]) {
                let others = (one + 1..names.len()).filter(|other| *other != third);
                differences.extend(
                    others.filter(|other| is_free[*other]).map(|other| (one, other, third)),
                );
            }
        }
    }
    Wanted { pairs, differences }
}
