//! How the table `metric_discrimination` is filled.

use std::collections::{BTreeMap, BTreeSet};

use super::options::Sensitivity;
use super::request::{self, QUESTION};
use super::row::MetricDiscriminationRow;
use crate::analyses::{
    Coordinates, GridResults, PairError, PairedErrors, Requested, Results, document_count,
};
use crate::plan::{Family, Placement};
use crate::stats::equivalence::{SquaredZ, discrimination_ratio};
use crate::stats::interval::student;
use crate::stats::{Reason, Status, student_p_value};

/// In the order of studies, corpora, sets of references, test sets, metrics.
pub fn metric_discrimination(results: &Results<'_>) -> Vec<MetricDiscriminationRow> {
    let mut rows = Vec::new();
    for (on_corpus, options) in results.asking(|study| study.analyses.get::<Sensitivity>()) {
        let errors = on_corpus.requested(&QUESTION);
        for family in &on_corpus.grid.correlated {
            for placement in &on_corpus.grid.placements {
                let place = FamilyPlace { on_corpus: &on_corpus, options, family, placement };
                rows.extend(place.rows(&errors));
            }
        }
    }
    rows
}

/// A difference that has an error, turned so that more is better.
#[derive(Clone, Copy)]
struct PairTest {
    z: f64,
    is_significant: bool,
}

/// By positions of systems.
type PairTests = BTreeMap<(usize, usize), PairTest>;

/// Metrics with one set of references, on a test set.
struct FamilyPlace<'a> {
    on_corpus: &'a GridResults<'a>,
    options: &'a Sensitivity,
    family: &'a Family,
    placement: &'a Placement,
}

impl FamilyPlace<'_> {
    fn rows(&self, errors: &Requested<'_, PairedErrors>) -> Vec<MetricDiscriminationRow> {
        let tests: Vec<PairTests> = request::groups(self.family)
            .map(|group| {
                let at = Coordinates::once(self.placement.test_set, group[0]);
                self.tests(group[0], group.len(), errors.get(at, &group))
            })
            .collect();
        let Some(first) = tests.first() else { return Vec::new() };
        // A ratio compares metrics on the same pairs alone.
        let shared: BTreeSet<(usize, usize)> = first
            .keys()
            .copied()
            .filter(|pair| tests.iter().all(|metric| metric.contains_key(pair)))
            .collect();
        let squares: Vec<Vec<SquaredZ>> = tests
            .iter()
            .map(|metric: &PairTests| {
                shared
                    .iter()
                    .map(|(a, b)| (*a, *b, metric[&(*a, *b)].z * metric[&(*a, *b)].z))
                    .collect()
            })
            .collect();
        let Some(baseline) = self.member(Some(&self.options.baseline)) else { return Vec::new() };
        let gold = self.member(self.options.gold.as_ref());
        (0..tests.len())
            .map(|member| {
                let against = gold.filter(|gold| *gold != member).map(|gold| &tests[gold]);
                let counts = Counts::new(&shared, &tests[member], against);
                self.row(member, baseline, &squares, &counts)
            })
            .collect()
    }

    /// The place of a metric in the family.
    fn member(&self, name: Option<&String>) -> Option<usize> {
        let scorings = &self.on_corpus.names.scorings;
        let mut members = self.family.members.iter();
        members.position(|member| Some(&*scorings[member.named].metric) == name.map(String::as_str))
    }

    /// Pairs of systems that have a test.
    fn tests(&self, scoring: usize, systems: usize, errors: Vec<PairError>) -> PairTests {
        let direction = self.on_corpus.direction(scoring);
        let alpha = 1.0 - self.on_corpus.study.level;
        QUESTION
            .pairs
            .of(systems)
            .into_iter()
            .zip(errors)
            .filter_map(|(pair, error): ((usize, usize), PairError)| {
                let (delta, deviation) = (error.delta?, error.standard_error.ok()?);
                let degrees = error.freedom.degrees;
                if deviation <= 0.0 || degrees < 1.0 {
                    return None;
                }
                let is_significant = student_p_value(delta, deviation, degrees) < alpha;
                Some((pair, PairTest { z: direction.orient(delta / deviation), is_significant }))
            })
            .collect()
    }

    fn row(
        &self,
        member: usize,
        baseline: usize,
        squares: &[Vec<SquaredZ>],
        counts: &Counts,
    ) -> MetricDiscriminationRow {
        let (z, scoring) = (&squares[member], self.family.members[member].scorings[0]);
        let ratio = discrimination_ratio(z, &squares[baseline]);
        // Of the baseline to itself the ratio is 1, without an error.
        let error = ratio.and_then(|(_, error)| error).filter(|_| member != baseline);
        let systems: BTreeSet<usize> = z.iter().flat_map(|(a, b, _)| [*a, *b]).collect();
        let interval = ratio.zip(error).and_then(|((ratio, _), error)| {
            // The jackknife leaves out systems, not texts.
            let degrees = systems.len() as f64 - 1.0;
            let level = self.on_corpus.study.level;
            // On the scale of logarithms, so that no end is below 0.
            student(libm::log(ratio), error / ratio, degrees, level).ok()
        });
        let at = self.on_corpus.first_at(self.placement.test_set, scoring);
        let mut cell = self.on_corpus.group_cell(at, Some(self.placement));
        cell.status = match ratio {
            Some(_) => Status::OK,
            None if z.is_empty() => Reason::TooFewUnits.into(),
            None => Reason::NoDifferences.into(),
        };
        let squared: f64 = z.iter().map(|(_, _, squared)| squared).sum();
        MetricDiscriminationRow {
            cell,
            baseline: self.options.baseline.as_str().into(),
            systems: document_count(systems.len()),
            pairs: document_count(z.len()),
            mean_squared_z: (!z.is_empty()).then(|| squared / z.len() as f64),
            ratio: ratio.map(|(ratio, _)| ratio),
            ratio_error: error,
            ratio_lower: interval.map(|interval| libm::exp(interval.lower)),
            ratio_upper: interval.map(|interval| libm::exp(interval.upper)),
            documents_relative: ratio.map(|(ratio, _)| 1.0 / ratio),
            significant: document_count(counts.significant),
            contradicts_gold: counts.contradicts.map(|(all, _)| document_count(all)),
            contradicts_gold_significantly: counts
                .contradicts
                .map(|(_, clear)| document_count(clear)),
        }
    }
}

/// Pairs of a metric that differ significantly.
struct Counts {
    significant: usize,
    /// Of these, those that contradict the judgments, and those that do so significantly.
    contradicts: Option<(usize, usize)>,
}

impl Counts {
    fn new(
        shared: &BTreeSet<(usize, usize)>,
        metric: &PairTests,
        gold: Option<&PairTests>,
    ) -> Self {
        let significant = shared.iter().filter(|pair| metric[*pair].is_significant);
        let contradicts = gold.map(|gold: &PairTests| {
            let against = significant.clone().filter(|pair| metric[*pair].z * gold[*pair].z < 0.0);
            let against: Vec<&(usize, usize)> = against.collect();
            let clear = against.iter().filter(|pair| gold[**pair].is_significant).count();
            (against.len(), clear)
        });
        Self { significant: significant.count(), contradicts }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn squares(z: [f64; 3]) -> Vec<SquaredZ> {
        [(0, 1), (0, 2), (1, 2)].into_iter().zip(z).map(|((a, b), z)| (a, b, z * z)).collect()
    }

    /// With NumPy: ratios 3.072, 1.586667 and .65625 without each system.
    #[test]
    fn ratio_and_error_of_three_systems() {
        let (baseline, metric) = (squares([3.0, 2.0, 1.5]), squares([2.5, 2.4, 2.2]));
        let (ratio, error) = discrimination_ratio(&metric, &baseline).unwrap();
        assert!((ratio - 1.130_612).abs() < 1e-6, "{ratio}");
        assert!((error.unwrap() / ratio - 0.894_236).abs() < 1e-6, "{error:?}");
    }

    /// Of the differences of seven scores with relative widths of their intervals, in percent.
    fn squares_of_widths(scores: [f64; 7], widths: [f64; 7]) -> Vec<SquaredZ> {
        let variances = [0, 1, 2, 3, 4, 5, 6].map(|index| {
            let error = scores[index] * widths[index] / 2.0 / 100.0 / 1.96;
            error * error
        });
        let pairs = (0..7).flat_map(|a| (a + 1..7).map(move |b| (a, b)));
        let squares = pairs.map(|(a, b)| {
            let delta = scores[a] - scores[b];
            (a, b, delta * delta / (variances[a] + variances[b]))
        });
        squares.collect()
    }

    /// Medians and intervals of Zhang & Vogel (2004), Table 1, with errors taken as independent: sums and ratios with NumPy.
    #[test]
    fn printed_intervals_discriminate() {
        let nist = [7.191, 6.194, 6.954, 6.527, 4.941, 7.487, 7.165];
        let nist_widths = [3.38, 5.31, 3.70, 3.52, 4.33, 3.57, 3.38];
        let bleu = [0.184, 0.165, 0.180, 0.145, 0.076, 0.240, 0.184];
        let bleu_widths = [8.76, 10.76, 9.21, 10.23, 13.36, 7.73, 9.02];
        let m_bleu = [0.125, 0.113, 0.120, 0.108, 0.072, 0.147, 0.124];
        let m_bleu_widths = [4.96, 6.09, 5.50, 5.11, 5.52, 5.10, 5.00];
        let baseline = squares_of_widths(bleu, bleu_widths);
        for (metric, sum, ratio, beyond) in [
            (baseline.clone(), 3622.5, 1.0, 18),
            (squares_of_widths(nist, nist_widths), 4107.1, 1.134, 20),
            (squares_of_widths(m_bleu, m_bleu_widths), 5115.3, 1.412, 19),
        ] {
            let sum_here: f64 = metric.iter().map(|(_, _, squared)| squared - 1.0).sum();
            assert!((sum_here - sum).abs() < 0.3, "{sum_here}");
            let (ratio_here, _) = discrimination_ratio(&metric, &baseline).unwrap();
            assert!((ratio_here - ratio).abs() < 5e-4, "{ratio_here}");
            let limit = 1.96 * 1.96;
            assert_eq!(metric.iter().filter(|(_, _, squared)| *squared > limit).count(), beyond);
        }
    }

    #[test]
    fn significant_pairs_against_the_judges() {
        let pairs = [(0, 1), (0, 2), (1, 2)];
        let [metric, gold] = [[2.5_f64, -3.0, 1.0], [-1.0, 4.0, -5.0]].map(|z| {
            let tests = z.map(|z| PairTest { z, is_significant: z.abs() > 2.0 });
            pairs.into_iter().zip(tests).collect::<PairTests>()
        });
        let counts = Counts::new(&pairs.into(), &metric, Some(&gold));
        assert_eq!((counts.significant, counts.contradicts), (2, Some((2, 1))));
        assert_eq!(Counts::new(&pairs.into(), &metric, None).contradicts, None);
    }
}
