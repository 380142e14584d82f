//! Expansion: from a study on a corpus to its grid.

mod connections;
mod correlation;
mod cross_reference;
pub(crate) mod directions;
mod given_scores;
mod limit;
mod orderings;
mod pool;
mod samples;
mod scorings;
mod unit;

use self::correlation::{Candidate, Wanted};
use self::orderings::{check_exhaustive, every_set, orderings, sizes};
pub(crate) use self::pool::Pool;
use self::unit::{UnitSite, resampling_unit};
use super::{
    Digests, Family, FamilyMember, Grid, GridContext, GrowthPath, Placement, PlanProblem, Planned,
    PlannedOptions, ScoredSystem, StudyOnCorpus,
};
use crate::config::model::{Spec, Study};
use crate::plan::analysis::requested;
use crate::plan::scoring::strata;

/// Expands a study on a corpus, both by their indices, adding what it needs to the pool of the corpus.
pub(crate) fn expand(
    spec: &Spec,
    (study_index, corpus_index): (usize, usize),
    analyses: &[Planned],
    pool: &mut Pool,
) -> Result<Grid, Vec<PlanProblem>> {
    let (study, corpus) = (&spec.studies[study_index], &*pool.plan.corpus.clone());
    let analyses: Vec<&dyn PlannedOptions> = requested(analyses, study).collect();
    let mut problems = limit::check(study, corpus);
    if !problems.is_empty() {
        return Err(problems);
    }
    let digests = Digests::new(corpus);
    let scorings = scorings::scorings(spec.seed, &spec.metrics, study, &digests);
    let scorings = scorings.unwrap_or_else(|refused| {
        problems.extend(refused);
        Vec::new()
    });
    let cross_references = cross_reference::scorings(&spec.metrics, study, &digests, &mut problems);
    let strata = strata::of_corpus(study, corpus, &mut problems);
    problems.extend(connections::unconnected(
        &spec.metrics,
        study,
        corpus,
        &scorings,
        strata.as_deref(),
    ));
    let source = &spec.corpora[corpus_index];
    let on_corpus =
        StudyOnCorpus { study, source, corpus, metrics: &spec.metrics, scorings: &scorings };
    problems.extend(analyses.iter().flat_map(|analysis| analysis.problems(&on_corpus)));
    let (sizes, orderings) = if let Some(samples) = &study.samples {
        samples::check(&study.name, samples, corpus, &mut problems);
        (Vec::new(), Vec::new())
    } else {
        check_exhaustive(study, corpus, &mut problems);
        (sizes(study, corpus, &mut problems), orderings(spec.seed, study, corpus, &mut problems))
    };
    if !problems.is_empty() {
        return Err(problems);
    }
    let [scorings, cross_references] = [scorings, cross_references].map(|scorings| {
        let scorings = scorings.into_iter().map(|scoring| scoring.in_strata(strata.as_ref()));
        scorings.collect::<Vec<ScoredSystem>>()
    });
    let families = correlation::families(&spec.metrics, study, &digests, &scorings);
    let reads_own = analyses.iter().any(|analysis| analysis.reads_own_segments());
    let own_segments = if reads_own {
        scorings::on_own_segments(&spec.metrics, &digests, &scorings)
    } else {
        Vec::new()
    };
    let scorings = pool.scorings(scorings);
    let cross_references = pool.scorings(cross_references);
    let own_segments = pool.scorings(own_segments);
    let correlated = families
        .into_iter()
        .map(|candidates| family(spec, study, candidates, &scorings, pool))
        .collect();
    let reads_whole = analyses.iter().any(|analysis| analysis.reads_whole_corpus());
    let whole = reads_whole.then(|| pool.whole());
    let mut placements = match &study.samples {
        Some(samples) => samples::placements(spec.seed, samples, pool),
        None if study.orderings.exhaustive => every_set(pool),
        None => Vec::new(),
    };
    let mut paths = Vec::new();
    for ordering in orderings {
        let mut path = GrowthPath { ordering: ordering.name.clone(), test_sets: Vec::new() };
        for (documents, fraction) in &sizes {
            let test_set = pool.test_set(ordering.documents[..*documents].to_vec());
            // Two sizes may be the same number of documents once they are rounded.
            if path.test_sets.last() != Some(&test_set) {
                path.test_sets.push(test_set);
            }
            if !study.orderings.exhaustive {
                let (ordering, fraction) = (ordering.name.clone(), *fraction);
                placements.push(Placement { ordering, test_set, fraction });
            }
        }
        paths.push(path);
    }
    let on_corpus = UnitSite { spec, study, scorings: &scorings, plan: &pool.plan };
    let unit = resampling_unit(&on_corpus, &placements);
    if let Some(strata) = &strata {
        problems.extend(strata::single_units(study, corpus, strata, unit));
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    let mut grid = Grid {
        study: study_index,
        corpus: corpus_index,
        unit,
        strata,
        scorings,
        own_segments,
        placements,
        paths,
        whole,
        cross_references,
        correlated,
        requests: Vec::new(),
    };
    if let Some(problem) = limit::check_cells(spec, &grid, corpus) {
        return Err(vec![problem]);
    }
    let context = GridContext::new(spec, &pool.plan, &grid);
    let pair_rows = analyses.iter().map(|analysis| analysis.pair_rows(&context));
    let pair_rows = pair_rows.fold(0, u64::saturating_add);
    if let Some(problem) = limit::check_pairs(study, corpus, pair_rows) {
        return Err(vec![problem]);
    }
    grid.requests = analyses.iter().flat_map(|analysis| analysis.requests(&context)).collect();
    Ok(grid)
}

/// Gives the scorings of a family their indices.
fn family(
    spec: &Spec,
    study: &Study,
    candidates: Vec<Candidate>,
    scorings: &[usize],
    pool: &mut Pool,
) -> Family {
    let members = candidates.into_iter().map(|candidate| FamilyMember {
        named: scorings[candidate.named],
        scorings: pool.scorings(candidate.scorings),
    });
    let members: Vec<FamilyMember> = members.collect();
    let metrics = members.iter().map(|member| pool.plan.scorings[member.named].metric);
    let names: Vec<&str> = metrics.map(|metric| spec.metrics[metric].name.as_str()).collect();
    let Wanted { pairs, differences } = correlation::wanted(study, &names);
    Family { members, pairs, differences }
}
