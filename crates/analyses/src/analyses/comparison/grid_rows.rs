//! The table `comparisons`: results of pairs of systems by all metrics, adjusted for their number, as verdicts.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::options::{Comparison, FamilyOf};
use super::rows::{GroupComparisons, PlaceFindings, Tests};
use super::verdict::{Family, Finding, by_all_metrics};
use super::vocabulary::Role;
use crate::analyses::{ComparisonRow, Draw, GridResults, Results};
use crate::plan::Placement;

/// One row per pair and method, in the order of studies, corpora, placements, repeats, replicates, metrics and
/// references, pairs, methods. Rows are made a place at a time: those of many systems on many test sets would fill
/// the memory.
pub fn each_comparison<'a>(
    results: &'a Results<'a>,
) -> impl Iterator<Item = ComparisonRow> + use<'a> {
    let asking = results.asking(|study| study.analyses.get::<Comparison>());
    asking.flat_map(|(on_corpus, options)| {
        let comparisons = Rc::new(GridComparisons::new(&on_corpus, options));
        on_corpus.walk(std::iter::once(comparisons)).flat_map(|(comparisons, placement, draw)| {
            comparisons.rows(placement, draw).into_iter().flatten()
        })
    })
}

/// Comparisons of the systems of a study on a corpus, by all of its metrics: their verdicts may be one family.
pub(in crate::analyses) struct GridComparisons<'a> {
    options: &'a Comparison,
    level: f64,
    metrics: Vec<GroupComparisons<'a>>,
    /// Of each metric, where its pairs are among those of all, of which there are `pair_count`.
    pair_places: Vec<Vec<usize>>,
    pair_count: usize,
}

impl<'a> GridComparisons<'a> {
    /// Those of `options`, which were asked by [`requests_for`](super::request::requests_for).
    pub(in crate::analyses) fn new(on_corpus: &GridResults<'a>, options: &'a Comparison) -> Self {
        let tests = Rc::new(Tests::new(on_corpus, options));
        let groups = on_corpus.groups().into_iter();
        let metrics: Vec<_> =
            groups.map(|group| GroupComparisons::new(on_corpus, options, &tests, group)).collect();
        let (pair_places, pair_count) = pair_places(&metrics);
        Self { options, level: on_corpus.study.level, metrics, pair_places, pair_count }
    }

    /// One row per pair and method, for each metric and set of references.
    pub(in crate::analyses) fn rows(
        &self,
        placement: &Placement,
        draw: Draw,
    ) -> Vec<Vec<ComparisonRow>> {
        let places = self
            .metrics
            .iter()
            .map(|metric| metric.place(placement, draw.at(placement.test_set, metric.scorings[0])));
        let mut places: Vec<PlaceFindings> = places.collect();
        let methods = places.iter().map(|place| place.by_method.len()).max().unwrap_or(0);
        let mut families: Vec<Vec<Family>> = self.metrics.iter().map(|_| Vec::new()).collect();
        for method in 0..methods {
            let findings =
                places.iter_mut().map(|place| std::mem::take(&mut place.by_method[method]));
            for (of_metric, family) in families.iter_mut().zip(self.families(findings.collect())) {
                of_metric.push(family);
            }
        }
        let by_all = self.by_all_metrics(&families);
        let rows = (0..self.metrics.len()).map(|metric| {
            self.metrics[metric].rows(&places[metric], &families[metric], |method, pair| {
                by_all.get(method)?[self.pair_places[metric][pair]]
            })
        });
        rows.collect()
    }

    /// What a method says of each metric, with the adjustment of the study.
    fn families(&self, by_metric: Vec<Vec<Finding>>) -> Vec<Family> {
        let Comparison { adjustment, family, .. } = *self.options;
        if family == FamilyOf::Pairs {
            let alone = by_metric.into_iter().zip(&self.metrics).map(|(findings, metric)| {
                if metric.role == Role::Tested {
                    Family::new(findings, adjustment, self.level)
                } else {
                    Family::descriptive(findings)
                }
            });
            return alone.collect();
        }
        let mut tested = Vec::new();
        let mut families: Vec<Option<Family>> = Vec::new();
        for (findings, metric) in by_metric.into_iter().zip(&self.metrics) {
            families.push(if metric.role == Role::Tested {
                tested.push(findings);
                None
            } else {
                Some(Family::descriptive(findings))
            });
        }
        let mut together = Family::of_metrics(tested, adjustment, self.level).into_iter();
        let all = families
            .into_iter()
            .map(|family| family.or_else(|| together.next()).unwrap_or_default());
        all.collect()
    }

    /// For each method and pair the largest p-value of the metrics with verdicts, adjusted
    /// for the number of pairs.
    fn by_all_metrics(&self, families: &[Vec<Family>]) -> Vec<Vec<Option<f64>>> {
        let tested: Vec<usize> = (0..self.metrics.len())
            .filter(|metric| self.metrics[*metric].role == Role::Tested)
            .collect();
        let Some(first) = tested.first() else { return Vec::new() };
        let largest = (0..families[*first].len()).map(|method| {
            let mut findings: Vec<Vec<&Finding>> = vec![Vec::new(); self.pair_count];
            for metric in &tested {
                for (pair, finding) in
                    self.pair_places[*metric].iter().zip(&families[*metric][method].findings)
                {
                    findings[*pair].push(finding);
                }
            }
            let p_values: Vec<Option<f64>> = findings
                .iter()
                // A pair that some metric does not compare cannot differ by all of them.
                .map(|findings| by_all_metrics(findings).filter(|_| findings.len() == tested.len()))
                .collect();
            self.options.adjustment.adjust(&p_values)
        });
        largest.collect()
    }
}

/// For the pairs of each metric their place among the pairs of all metrics, and how many those are.
fn pair_places(metrics: &[GroupComparisons<'_>]) -> (Vec<Vec<usize>>, usize) {
    let mut places = BTreeMap::new();
    let mut by_metric = Vec::with_capacity(metrics.len());
    for metric in metrics {
        let lines = metric.pairs.all.iter().map(|pair| {
            let next = places.len();
            *places.entry(metric.systems(*pair)).or_insert(next)
        });
        by_metric.push(lines.collect());
    }
    (by_metric, places.len())
}
