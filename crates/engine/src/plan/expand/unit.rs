//! What is resampled where a study does not say.

use crate::config::model::{ResamplingUnit, Spec, Study};
use crate::plan::{CorpusPlan, Placement};

/// With fewer documents their deviation is hardly known: seven degrees of freedom leave it an error of a
/// quarter.
const FEWEST_DOCUMENTS: usize = 8;

/// With fewer segments to a document on average, documents are segments but for a few.
const FEWEST_SEGMENTS: usize = 2;

/// A study on a corpus, with the indices of its scorings in `plan`.
pub(crate) struct UnitSite<'a> {
    pub(crate) spec: &'a Spec,
    pub(crate) study: &'a Study,
    pub(crate) scorings: &'a [usize],
    pub(crate) plan: &'a CorpusPlan,
}

/// What one draw of the bootstrap takes: what the study says. Else documents where a metric is scored on
/// whole documents or an analysis needs them; segments where an analysis needs those, and where test sets
/// are samples of segments; and otherwise documents where the largest test set has enough
/// of them, for every metric, and they are more than single segments.
pub(crate) fn resampling_unit(site: &UnitSite<'_>, placements: &[Placement]) -> ResamplingUnit {
    let UnitSite { spec, study, .. } = site;
    if let Some(written) = study.resampled_texts() {
        return written;
    }
    let metrics = spec.metrics.iter().filter(|metric| study.metrics.contains(&metric.name));
    if metrics.into_iter().any(|metric| metric.config.is_per_document())
        || study.needs(ResamplingUnit::Documents)
    {
        return ResamplingUnit::Documents;
    }
    if study.needs(ResamplingUnit::Segments)
        || study.samples.is_some()
        || !has_documents(site, placements)
    {
        return ResamplingUnit::Segments;
    }
    ResamplingUnit::Documents
}

/// Whether the largest test set has enough documents of enough segments. Of a metric those documents count
/// that count for the system that has most of them.
fn has_documents(site: &UnitSite<'_>, placements: &[Placement]) -> bool {
    let UnitSite { scorings, plan, .. } = site;
    let test_sets = placements.iter().map(|placement| &plan.test_sets[placement.test_set]);
    let Some(largest) = test_sets.max_by_key(|test_set| test_set.documents.len()) else {
        return false;
    };
    let documents = largest.documents.len();
    if documents < FEWEST_DOCUMENTS || largest.segments < FEWEST_SEGMENTS * documents {
        return false;
    }
    let mut by_metric: Vec<(usize, usize)> = Vec::new();
    for scoring in scorings.iter().map(|index| &plan.scorings[*index]) {
        if scoring.obstacle.is_some() {
            continue;
        }
        let counted = largest.counted_documents(&plan.corpus, scoring.mask.as_deref());
        match by_metric.iter_mut().find(|(metric, _)| *metric == scoring.metric) {
            Some((_, most)) => *most = counted.max(*most),
            None => by_metric.push((scoring.metric, counted)),
        }
    }
    by_metric.iter().all(|(_, counted)| *counted >= FEWEST_DOCUMENTS)
}
