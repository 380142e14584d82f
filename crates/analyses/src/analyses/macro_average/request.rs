//! What macro-averages ask of the largest test set of each corpus: scores of replicates, and standard errors of scores and
//! of differences. What they are over all corpora is put together when the tables are made.

use super::options::MacroAverage;
use super::{MacroAverageRow, MacroDifferenceRow};
use std::collections::BTreeSet;
use std::sync::Arc;

use crate::analyses::common::few_replicates::empty_tails;
use crate::analyses::common::paired_errors::PairedErrors;
use crate::analyses::common::pairs::Pairs;
use crate::analyses::common::sizes::by_size;
use crate::analyses::common::two_way::{TwoWayErrors, TwoWayPrecision, by_resampling};
use crate::analyses::margin::ScorePrecision;
use crate::analyses::replicates::KeptReplicates;
use crate::corpus::model::Document;
use crate::plan::prices::{LOOKUP, ends_with_errors};
use crate::plan::{
    GridContext, GridCounts, PlanProblem, PlannedOptions, Question, Request, TableSize,
};
use crate::warning::Warning;
use crate::words::{grouped_count, in_a_row, listing};

/// Key of the analysis in a study.
pub(super) const KEY: &str = "macro-average";

/// Nanoseconds per replicate and system: ranks, means over corpora, and their distributions, of replicates and of new test
/// sets.
const REPLICATE: f64 = 1000.0;

/// Rows of a system on a corpus and, shared out among corpora, over all; and of a pair.
const OF_SYSTEM: f64 = 5.0;
const OF_PAIR: f64 = 1.0;

/// Documents of a corpus that may be those of another one by chance, in names and lengths: one in ten.
const ALIKE: f64 = 0.1;

/// Standard errors of differences.
pub(super) fn errors() -> PairedErrors {
    PairedErrors { pairs: Pairs::All }
}

/// The same where judges are resampled.
pub(super) fn two_way_errors() -> TwoWayErrors {
    TwoWayErrors { pairs: Pairs::All }
}

/// The test set of a corpus that counts: the largest, and the first of several.
pub(super) fn test_set(context: &GridContext<'_>) -> Option<usize> {
    let largest = by_size(context).into_values().next_back()?;
    largest.first().map(|placement| placement.test_set)
}

impl PlannedOptions for MacroAverage {
    fn problems_over_corpora(&self, grids: &[GridContext<'_>]) -> Vec<PlanProblem> {
        let Some(first) = grids.first() else { return Vec::new() };
        first.study.metrics.iter().filter_map(|metric| too_few_systems(grids, metric)).collect()
    }

    fn warnings_over_corpora(&self, grids: &[GridContext<'_>]) -> Vec<Warning> {
        let Some(first) = grids.first() else { return Vec::new() };
        let study = first.study;
        let what = "intervals of mean ranks and shares of systems beaten";
        let tails = empty_tails(study, what, study.level, None);
        let pairs = Pairs::All.of(grids.len());
        let alike = pairs.into_iter().filter_map(|(a, b)| same_documents(&grids[a], &grids[b]));
        tails.into_iter().chain(alike).collect()
    }

    fn pair_rows(&self, context: &GridContext<'_>) -> u64 {
        let study = context.study;
        let pairs = context.groups().into_iter().map(|group| Pairs::All.count(group.len()) as u64);
        // Of scores and of shares.
        2 * pairs.sum::<u64>() * u64::from(study.shown_repeats()) * study.replicates.len() as u64
    }

    fn requests(&self, context: &GridContext<'_>) -> Vec<Request> {
        let Some(test_set) = test_set(context) else { return Vec::new() };
        let GridContext { grid, scorings, .. } = context;
        let is_recomputed =
            |group: &Arc<[usize]>| group.iter().any(|index| scorings[*index].is_recomputed);
        let on_test_set = Ask { test_set, context };
        let singles = context.singles(&grid.scorings);
        let replicates = on_test_set.resampled(KeptReplicates, singles.clone());
        let (recomputed, plain): (Vec<_>, Vec<_>) = singles.into_iter().partition(is_recomputed);
        let (crossed, plain) = by_resampling(plain, scorings);
        let of_scores = [
            on_test_set.resampled(ScorePrecision {}, recomputed),
            on_test_set.once(ScorePrecision {}, plain),
            on_test_set.once(TwoWayPrecision {}, crossed),
        ];
        let (recomputed, plain): (Vec<_>, Vec<_>) =
            context.groups().into_iter().partition(is_recomputed);
        let (crossed, plain) = by_resampling(plain, scorings);
        let of_pairs = [
            on_test_set.resampled(errors(), recomputed),
            on_test_set.once(errors(), plain),
            on_test_set.once(two_way_errors(), crossed),
        ];
        let all = std::iter::once(replicates).chain(of_scores).chain(of_pairs);
        all.filter(|request| !request.groups.is_empty()).collect()
    }

    fn table_sizes(&self, context: &GridContext<'_>, counts: &GridCounts) -> Vec<TableSize> {
        let study = context.study;
        let replicates: f64 = study.replicates.iter().copied().map(f64::from).sum();
        let replicates = replicates * f64::from(study.shown_repeats());
        let (systems, pairs) = (counts.systems(), counts.pairs());
        let of_pairs: f64 =
            study.replicates.iter().map(|b| 2.0 * ends_with_errors((*b).into())).sum();
        let of_pairs = pairs * of_pairs * f64::from(study.shown_repeats());
        let source = systems * (replicates * REPLICATE + 3.0 * counts.draws * LOOKUP);
        vec![
            TableSize::new::<MacroAverageRow>(counts, OF_SYSTEM * systems * counts.draws, 4.0)
                .at_once()
                .source(source),
            TableSize::new::<MacroDifferenceRow>(counts, OF_PAIR * pairs * counts.draws, 8.0)
                .at_once()
                .source(of_pairs),
        ]
    }
}

/// A test set to ask questions of.
struct Ask<'a> {
    test_set: usize,
    context: &'a GridContext<'a>,
}

impl Ask<'_> {
    /// With every number of replicates, in the repeats that tables show.
    fn resampled(&self, question: impl Question, groups: Vec<Arc<[usize]>>) -> Request {
        let study = self.context.study;
        let (replicates, repeats) = (study.replicates.clone(), study.shown_repeats());
        Request::new(question, groups, vec![self.test_set], replicates, repeats)
    }

    /// Of the test set itself.
    fn once(&self, question: impl Question, groups: Vec<Arc<[usize]>>) -> Request {
        Request::once(question, groups, vec![self.test_set])
    }
}

/// The problem of a metric by which fewer than two systems have scores on all corpora.
fn too_few_systems(grids: &[GridContext<'_>], metric: &str) -> Option<PlanProblem> {
    let study = grids.first()?.study;
    let scored: Vec<(&str, BTreeSet<&str>)> =
        grids.iter().map(|grid| scored(grid, metric)).collect();
    let (_, of_first) = scored.first()?;
    let common: Vec<&str> = of_first
        .iter()
        .filter(|system: &&&str| scored.iter().all(|(_, systems)| systems.contains(**system)))
        .copied()
        .collect();
    if common.len() >= 2 {
        return None;
    }
    let found = match common.as_slice() {
        [] => "no system has".to_owned(),
        names => format!("only `{}` has", names.concat()),
    };
    let each = scored.iter().map(|(corpus, systems)| {
        let names = listing(systems.iter().copied());
        format!("`{corpus}` has {}", if names.is_empty() { "none" } else { &names })
    });
    let each: Vec<String> = each.collect();
    let message =
        format!("{found} a score by `{metric}` on all corpora of the study: {}", each.join("; "));
    let help = "macro-averages compare two systems or more by the same names: name corpora that share them, or leave \
                `macro-average` out"
        .to_owned();
    Some(PlanProblem::of_study(&study.name, &[KEY], message, help))
}

/// The corpus, and its systems with scores by `metric`.
fn scored<'a>(grid: &'a GridContext<'_>, metric: &str) -> (&'a str, BTreeSet<&'a str>) {
    // Groups share metric and references, and stand in the order of the study's metrics.
    let place = grid.study.metrics.iter().position(|name| name == metric);
    let mut metrics: Vec<usize> = Vec::new();
    for index in &grid.grid.scorings {
        let own = grid.scorings[*index].metric;
        if !metrics.contains(&own) {
            metrics.push(own);
        }
    }
    let wanted = place.and_then(|place| metrics.get(place)).copied();
    let own = grid.grid.scorings.iter().map(|index| &grid.scorings[*index]);
    let own = own.filter(|own| Some(own.metric) == wanted && own.obstacle.is_none());
    (&grid.corpus.name, own.map(|own| own.system.as_str()).collect())
}

/// A warning where two corpora look like translations of the same texts: then they are not independent.
fn same_documents(a: &GridContext<'_>, b: &GridContext<'_>) -> Option<Warning> {
    // Generated documents have the same names in all corpora, and other texts.
    if a.corpus.synthetic || b.corpus.synthetic {
        return None;
    }
    // Nor do numbers of documents without names say anything.
    let of_a: BTreeSet<(String, usize)> = a
        .corpus
        .documents
        .iter()
        .filter(|document: &&Document| document.id.parse::<u64>().is_err())
        .map(id_and_length)
        .collect();
    let documents = b.corpus.documents.iter().map(id_and_length);
    let same = documents.filter(|document| of_a.contains(document)).count();
    let fewest = a.corpus.documents.len().min(b.corpus.documents.len());
    // A single document may agree by chance.
    if same < 2 || (same as f64) < ALIKE * fewest as f64 {
        return None;
    }
    let names = [&*a.corpus.name, &*b.corpus.name].map(|name| format!("`{name}`"));
    let message = format!(
        "corpora {} share {} by name and number of segments; macro-averages take corpora for independent, and with the same \
         source texts intervals are too narrow",
        in_a_row(&names, "and"),
        grouped_count(same as u64, "document"),
    );
    let help = "average over corpora with other source texts, or read the intervals as too narrow"
        .to_owned();
    Some(Warning::of_study(&a.study.name, message, help))
}

fn id_and_length(document: &Document) -> (String, usize) {
    (document.id.clone(), document.segments.len())
}
