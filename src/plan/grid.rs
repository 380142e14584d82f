//! Grids: the factors of a study on a corpus.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::analysis::{GridContext, PlannedAnalysis, StudyOnCorpus, by_metric};
use super::correlation::{self, Family, FamilyMember};
use super::cross_reference;
use super::limit;
use super::problem::PlanProblem;
use super::request::Request;
use super::samples;
use super::scoring::{self, Scoring};
use super::test_set::TestSet;
use crate::corpus::model::Corpus;
use crate::spec::model::{Spec, Study, TestSizes};
use crate::stats::ordering::permutation;
use crate::stats::random::{Purpose, StreamKey};

/// Most documents whose sets are enumerated: 2^20 - 1 sets.
const MOST_EXHAUSTIVE_DOCUMENTS: usize = 20;

/// Random orderings along which the results of an exhaustive study are read.
const EXHAUSTIVE_PATHS: u32 = 100;

/// Name of the ordering column where every set of documents stands for all orderings.
pub(super) const EXHAUSTIVE: &str = "exhaustive";

/// The factors of one study on one corpus. Its cells are the product of placements, scorings,
/// repeats and numbers of replicates.
#[derive(Clone, Debug)]
pub struct Grid {
    /// Index of the study in the spec.
    pub study: usize,
    /// Index of the corpus in the spec.
    pub corpus: usize,
    /// Indices of scorings of the corpus plan, in the order of metrics, references, systems.
    pub scorings: Vec<usize>,
    /// Test sets with their places in orderings.
    pub placements: Vec<Placement>,
    /// Orderings along which curves are read; none where test sets are samples.
    pub paths: Vec<Path>,
    /// Index of the test set of the whole corpus, where a derivation compares with it.
    pub whole: Option<usize>,
    /// Indices of scorings of references against other references.
    pub cross_references: Vec<usize>,
    /// Metrics that are correlated.
    pub correlated: Vec<Family>,
    /// What is asked of the replicates.
    pub requests: Vec<Request>,
}

/// A test set as a step of an ordering, or a sample.
#[derive(Clone, Debug, PartialEq)]
pub struct Placement {
    /// Name of the ordering, or of the sample.
    pub ordering: Arc<str>,
    /// Index of the test set in the corpus plan.
    pub test_set: usize,
    /// The fraction asked for, where sizes are fractions.
    pub fraction: Option<f64>,
}

/// A growing sequence of test sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// Name of the ordering.
    pub ordering: Arc<str>,
    /// Indices of test sets in the corpus plan, ascending in size, each once.
    pub test_sets: Vec<usize>,
}

impl Grid {
    /// Groups of scorings with scores that share metric and references, in the order of scorings:
    /// the systems that are compared with each other.
    pub fn groups(&self, corpus: &super::CorpusPlan) -> Vec<Arc<[usize]>> {
        by_metric(&self.scorings, &corpus.scorings)
    }

    /// Number of cells.
    pub fn cell_count(&self, spec: &Spec) -> u64 {
        let study = &spec.studies[self.study];
        self.placements.len() as u64
            * self.scorings.len() as u64
            * u64::from(study.shown_repeats())
            * study.replicates.len() as u64
    }
}

/// What the studies of one corpus share while plans are made.
#[derive(Default)]
pub(super) struct Pool {
    pub(super) test_sets: Vec<TestSet>,
    by_documents: BTreeMap<Vec<usize>, usize>,
    by_segments: BTreeMap<Vec<usize>, usize>,
    pub(super) scorings: Vec<Scoring>,
}

impl Pool {
    fn test_set(&mut self, corpus: &Corpus, mut documents: Vec<usize>) -> usize {
        documents.sort_unstable();
        if let Some(known) = self.by_documents.get(&documents) {
            return *known;
        }
        self.test_sets.push(TestSet::new(corpus, documents.clone()));
        self.by_documents.insert(documents, self.test_sets.len() - 1);
        self.test_sets.len() - 1
    }

    /// The set of the ascending `segments`, at least one.
    pub(super) fn sample(&mut self, corpus: &Corpus, segments: Vec<usize>) -> usize {
        if segments.len() == corpus.segment_count() {
            return self.test_set(corpus, (0..corpus.documents.len()).collect());
        }
        if let Some(known) = self.by_segments.get(&segments) {
            return *known;
        }
        self.test_sets.push(TestSet::of_segments(corpus, segments.clone()));
        self.by_segments.insert(segments, self.test_sets.len() - 1);
        self.test_sets.len() - 1
    }

    fn scoring(&mut self, scoring: Scoring) -> usize {
        if let Some(known) = self.scorings.iter().position(|known| *known == scoring) {
            return known;
        }
        self.scorings.push(scoring);
        self.scorings.len() - 1
    }
}

/// A study on a corpus.
pub(super) struct Site<'a> {
    pub(super) spec: &'a Spec,
    pub(super) study_index: usize,
    pub(super) study: &'a Study,
    pub(super) corpus_index: usize,
    pub(super) analyses: &'a [&'a dyn PlannedAnalysis],
}

/// A named order of documents.
struct Ordering {
    name: Arc<str>,
    documents: Vec<usize>,
}

/// Expands a study on a corpus, adding what it needs to the pool.
pub(super) fn expand(
    site: &Site<'_>,
    corpus: &Corpus,
    pool: &mut Pool,
) -> Result<Grid, Vec<PlanProblem>> {
    let Site { spec, study, .. } = site;
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
    let source = &spec.corpora[site.corpus_index];
    let on_corpus = StudyOnCorpus { study, source, corpus, scorings: &scorings };
    problems.extend(site.analyses.iter().flat_map(|analysis| analysis.problems(&on_corpus)));
    let (sizes, orderings) = if let Some(samples) = &study.samples {
        samples::check(&study.name, samples, corpus, &mut problems);
        (Vec::new(), Vec::new())
    } else {
        check_exhaustive(study, corpus, &mut problems);
        (sizes(study, corpus, &mut problems), orderings(site, corpus, &mut problems))
    };
    if !problems.is_empty() {
        return Err(problems);
    }
    let families = correlation::families(&spec.metrics, study, corpus, &scorings);
    let scorings: Vec<usize> = scorings.into_iter().map(|scoring| pool.scoring(scoring)).collect();
    let cross_references: Vec<usize> =
        cross_references.into_iter().map(|scoring| pool.scoring(scoring)).collect();
    let correlated = correlated(site, families, &scorings, pool);
    let reads_whole = site.analyses.iter().any(|analysis| analysis.reads_whole_corpus(study));
    let whole = reads_whole.then(|| pool.test_set(corpus, (0..corpus.documents.len()).collect()));
    let mut placements = match &study.samples {
        Some(samples) => samples::placements(site, samples, corpus, pool),
        None if study.orderings.exhaustive => every_set(corpus, pool),
        None => Vec::new(),
    };
    let mut paths = Vec::new();
    for ordering in orderings {
        let mut path = Path { ordering: ordering.name.clone(), test_sets: Vec::new() };
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
    let mut grid = Grid {
        study: site.study_index,
        corpus: site.corpus_index,
        scorings,
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
    let context = GridContext { study, grid: &grid, corpus, test_sets, scorings };
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
    site: &Site<'_>,
    families: Vec<Vec<correlation::Candidate>>,
    scorings: &[usize],
    pool: &mut Pool,
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

fn check_exhaustive(study: &Study, corpus: &Corpus, problems: &mut Vec<PlanProblem>) {
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
fn every_set(corpus: &Corpus, pool: &mut Pool) -> Vec<Placement> {
    let count = corpus.documents.len();
    let mut sets: Vec<u32> = (1..1 << count).collect();
    sets.sort_by_key(|set| (set.count_ones(), set.reverse_bits().wrapping_neg()));
    let ordering: Arc<str> = EXHAUSTIVE.into();
    let placements = sets.into_iter().map(|set| {
        let documents = (0..count).filter(|index| set & (1 << index) != 0).collect();
        let test_set = pool.test_set(corpus, documents);
        Placement { ordering: ordering.clone(), test_set, fraction: None }
    });
    placements.collect()
}

/// Sizes in documents with the fractions that they stand for, ascending.
fn sizes(
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

fn orderings(site: &Site<'_>, corpus: &Corpus, problems: &mut Vec<PlanProblem>) -> Vec<Ordering> {
    let wanted = &site.study.orderings;
    let count = corpus.documents.len();
    let mut all = Vec::new();
    if wanted.corpus || wanted.exhaustive {
        all.push(Ordering { name: "corpus".into(), documents: (0..count).collect() });
    }
    let random = if wanted.exhaustive { EXHAUSTIVE_PATHS } else { wanted.random };
    let key = StreamKey::new(site.spec.seed, Purpose::Ordering).text(&corpus.name);
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
                let problem = PlanProblem::of_study(&site.study.name, &key, message, help);
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
