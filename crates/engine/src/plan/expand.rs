//! Expansion: from a study on a corpus to its grid.

use super::adjusted;
use super::analysis::{PlannedAnalysis, StudyOnCorpus};
use super::correlation::{self, Family, FamilyMember};
use super::cross_reference;
use super::grid::{Grid, GrowthPath, Placement};
use super::grid_context::GridContext;
use super::interner::TestSetInterner;
use super::limit;
use super::orderings::{check_exhaustive, every_set, orderings, sizes};
use super::problem::PlanProblem;
use super::samples;
use super::scoring::{self, ScoredSystem};
use super::strata;
use super::unit::{UnitSite, resampling_unit};
use crate::config::model::{Spec, Study};
use crate::corpus::model::Corpus;

/// A study on a corpus.
pub(super) struct StudySite<'a> {
    pub(super) spec: &'a Spec,
    pub(super) study_index: usize,
    pub(super) study: &'a Study,
    pub(super) corpus_index: usize,
    pub(super) analyses: &'a [&'a dyn PlannedAnalysis],
}

/// Expands a study on a corpus, adding what it needs to the pool.
pub(super) fn expand(
    site: &StudySite<'_>,
    corpus: &Corpus,
    pool: &mut TestSetInterner,
) -> Result<Grid, Vec<PlanProblem>> {
    let StudySite { spec, study, .. } = site;
    let mut problems = limit::check(study, corpus);
    if !problems.is_empty() {
        return Err(problems);
    }
    let scorings =
        scoring::scorings(spec.seed, &spec.metrics, study, corpus).unwrap_or_else(|found| {
            problems.extend(found);
            Vec::new()
        });
    let cross_references = cross_reference::scorings(&spec.metrics, study, corpus, &mut problems);
    let strata = strata::of_corpus(study, corpus, &mut problems);
    let connections =
        adjusted::unconnected(&spec.metrics, study, corpus, &scorings, strata.as_deref());
    problems.extend(connections);
    let source = &spec.corpora[site.corpus_index];
    let on_corpus =
        StudyOnCorpus { study, source, corpus, metrics: &spec.metrics, scorings: &scorings };
    problems.extend(site.analyses.iter().flat_map(|analysis| analysis.problems(&on_corpus)));
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
    let in_strata = |scorings: Vec<ScoredSystem>| -> Vec<ScoredSystem> {
        scorings.into_iter().map(|scoring| scoring.in_strata(strata.as_ref())).collect()
    };
    let (scorings, cross_references) = (in_strata(scorings), in_strata(cross_references));
    let families = correlation::families(&spec.metrics, study, corpus, &scorings);
    let reads_own = site.analyses.iter().any(|analysis| analysis.reads_own_segments(study));
    let own_segments = if reads_own {
        scoring::on_own_segments(&spec.metrics, corpus, &scorings)
    } else {
        Vec::new()
    };
    let scorings: Vec<usize> = scorings.into_iter().map(|scoring| pool.scoring(scoring)).collect();
    let cross_references: Vec<usize> =
        cross_references.into_iter().map(|scoring| pool.scoring(scoring)).collect();
    let own_segments = own_segments.into_iter().map(|scoring| pool.scoring(scoring)).collect();
    let correlated = correlated(site, families, &scorings, pool);
    let reads_whole = site.analyses.iter().any(|analysis| analysis.reads_whole_corpus(study));
    let whole = reads_whole.then(|| pool.test_set(corpus, (0..corpus.documents.len()).collect()));
    let mut placements = match &study.samples {
        Some(samples) => samples::placements(spec.seed, samples, corpus, pool),
        None if study.orderings.exhaustive => every_set(corpus, pool),
        None => Vec::new(),
    };
    let mut paths = Vec::new();
    for ordering in orderings {
        let mut path = GrowthPath { ordering: ordering.name.clone(), test_sets: Vec::new() };
        for (documents, fraction) in &sizes {
            let test_set = pool.test_set(corpus, ordering.documents[..*documents].to_vec());
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
    let on_corpus = UnitSite { spec, study, corpus, scorings: &scorings, pool };
    let unit = resampling_unit(&on_corpus, &placements);
    if let Some(strata) = &strata {
        problems.extend(strata::single_units(study, corpus, strata, unit));
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    let mut grid = Grid {
        study: site.study_index,
        corpus: site.corpus_index,
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
    let (test_sets, scorings) = (&pool.test_sets, &pool.scorings);
    let context =
        GridContext { study, metrics: &spec.metrics, grid: &grid, corpus, test_sets, scorings };
    let pair_rows = site.analyses.iter().map(|analysis| analysis.pair_rows(&context));
    let pair_rows = pair_rows.fold(0, u64::saturating_add);
    if let Some(problem) = limit::check_pairs(study, corpus, pair_rows) {
        return Err(vec![problem]);
    }
    grid.requests = site.analyses.iter().flat_map(|analysis| analysis.requests(&context)).collect();
    Ok(grid)
}

/// Gives the scorings of families their indices.
fn correlated(
    site: &StudySite<'_>,
    families: Vec<Vec<correlation::Candidate>>,
    scorings: &[usize],
    pool: &mut TestSetInterner,
) -> Vec<Family> {
    let mut of_family = |candidates: Vec<correlation::Candidate>| {
        let member = |candidate: correlation::Candidate| FamilyMember {
            named: scorings[candidate.named],
            scorings: candidate.scorings.into_iter().map(|scoring| pool.scoring(scoring)).collect(),
        };
        let members: Vec<FamilyMember> = candidates.into_iter().map(member).collect();
        let metric = |member: &FamilyMember| pool.scorings[member.named].metric;
        let names: Vec<&str> =
            members.iter().map(|member| site.spec.metrics[metric(member)].name.as_str()).collect();
        let correlation::Wanted { pairs, differences } = correlation::wanted(site.study, &names);
        Family { members, pairs, differences }
    };
    families.into_iter().map(&mut of_family).collect()
}
