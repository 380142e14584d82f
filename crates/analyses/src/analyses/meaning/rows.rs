//! How the table `meaning` is filled.

use super::options::Meaning;
use super::request::{errors, group};
use super::row::{MeaningRow, PairsOfPeople};
use crate::analyses::common::sizes::largest_test_sets;
use crate::analyses::results::{Coordinates, GridResults, Results, document_count};
use crate::plan::{Family, FamilyMember};
use crate::stats::meaning::{
    AgreeingPair, SlopeEstimate, agreeing_pairs, ascending_shares, difference_of_three_quarters,
    probability, share_at, slope_over_systems,
};
use crate::stats::moments::mean;
use crate::stats::multiplicity::holm;
use crate::stats::paired_jackknife::student_p_value;
use crate::stats::reason::{Estimate, Reason};

/// In the order of studies, corpora, metrics, judgments, choices of pairs, differences.
pub fn meaning(results: &Results<'_>) -> Vec<MeaningRow> {
    let mut rows = Vec::new();
    for (on_corpus, options) in results.asking(|study| study.analyses.get::<Meaning>()) {
        let context = results.plan.context(on_corpus.grid);
        let Some(test_set) = largest_test_sets(&context).first().copied() else { continue };
        for family in &on_corpus.grid.correlated {
            if family.members.first().is_none_or(|member| member.scorings.is_empty()) {
                continue;
            }
            for (metric, against) in &family.pairs {
                let compared = Compared::new(&on_corpus, test_set, family, (*metric, *against));
                rows.extend(compared.rows(options));
            }
        }
    }
    rows
}

/// The systems of a metric and of judgments.
struct Compared<'a> {
    on_corpus: &'a GridResults<'a>,
    test_set: usize,
    metric: &'a FamilyMember,
    people: &'a FamilyMember,
    /// Scores by the metric and by people, higher ones are better.
    scores: Option<[Vec<f64>; 2]>,
    /// Whether people tell the systems of each pair apart, pair by pair.
    significant: Vec<((usize, usize), bool)>,
}

impl<'a> Compared<'a> {
    fn new(
        on_corpus: &'a GridResults<'a>,
        test_set: usize,
        family: &'a Family,
        (metric, against): (usize, usize),
    ) -> Self {
        let [metric, people] = [metric, against].map(|member| &family.members[member]);
        let mut compared =
            Self { on_corpus, test_set, metric, people, scores: None, significant: Vec::new() };
        compared.scores = compared
            .scores_by(metric)
            .zip(compared.scores_by(people))
            .map(|(metric, people)| [metric, people]);
        compared.significant = compared.told_apart();
        compared
    }

    fn at(&self, scoring: usize) -> Coordinates {
        self.on_corpus.first_at(self.test_set, scoring)
    }

    fn scores_by(&self, member: &FamilyMember) -> Option<Vec<f64>> {
        let score = |scoring: &usize| {
            let score = self.on_corpus.outcome(self.at(*scoring)).result?.score?;
            Some(self.on_corpus.direction(*scoring).orient(score))
        };
        member.scorings.iter().map(score).collect()
    }

    /// Pairs of systems, and whether people tell them apart: Student's t over whole documents, Holm over all pairs.
    fn told_apart(&self) -> Vec<((usize, usize), bool)> {
        let question = errors();
        let group = group(self.people);
        let at = Coordinates::once(self.test_set, group[0]);
        let errors = self.on_corpus.requested(&question).get(at, &group);
        let p_values: Vec<Option<f64>> = errors
            .iter()
            .map(|pair| {
                let error = pair.standard_error.as_ref().ok().filter(|error| **error > 0.0)?;
                Some(student_p_value(pair.delta?, *error, pair.freedom.degrees))
            })
            .collect();
        let alpha = 1.0 - self.on_corpus.study.level;
        let adjusted = holm(&p_values).into_iter();
        let verdicts = adjusted.map(|p| p.is_some_and(|p| p < alpha));
        question.pairs.of(group.len()).into_iter().zip(verdicts).collect()
    }

    fn counts(&self, pairs_of: PairsOfPeople, first: usize, second: usize) -> bool {
        pairs_of == PairsOfPeople::All
            || self.significant.iter().any(|((a, b), is_significant)| {
                *is_significant && ((*a, *b) == (first, second) || (*b, *a) == (first, second))
            })
    }

    fn rows(&self, options: &Meaning) -> Vec<MeaningRow> {
        let name = &self.on_corpus.names.scorings[self.metric.named].metric;
        let asked = options.at.get(&**name);
        let choices = PairsOfPeople::ALL.into_iter();
        choices.flat_map(|pairs_of| self.of_choice(pairs_of, asked)).collect()
    }

    fn of_choice(&self, pairs_of: PairsOfPeople, asked: Option<&Vec<f64>>) -> Vec<MeaningRow> {
        let level = self.on_corpus.study.level;
        let keep = |first, second| self.counts(pairs_of, first, second);
        let (pairs, curve): (Vec<AgreeingPair>, Estimate<SlopeEstimate>) = match &self.scores {
            Some([metric, people]) => (
                agreeing_pairs(metric, people, keep),
                slope_over_systems(metric, people, keep, level),
            ),
            None => (Vec::new(), Err(Reason::UndefinedScore)),
        };
        let shares = ascending_shares(&pairs);
        let largest = pairs.iter().map(|pair| pair.difference).fold(f64::NAN, f64::max);
        let differences = asked.cloned().unwrap_or_else(|| quartiles(&shares));
        let first = self.metric.scorings[0];
        let cell = self.on_corpus.group_cell(self.at(first), None);
        let row = |difference: f64| {
            let curve = curve.as_ref();
            let at = |slope: f64| probability(slope, difference);
            let mut cell = cell.clone();
            match curve {
                Err(reason) => cell.status = (*reason).into(),
                Ok(_) if difference > largest => cell.status = Reason::BeyondData.into(),
                Ok(_) => {}
            }
            MeaningRow {
                cell,
                against: self.on_corpus.names.scorings[self.people.named].metric.clone(),
                pairs_of,
                difference,
                probability: curve.ok().map(|curve| at(curve.slope)),
                ci_lower: curve.ok().map(|curve| at(curve.ends.0)),
                ci_upper: curve.ok().map(|curve| at(curve.ends.1)),
                ci_level: level,
                ascending_share: share_at(&shares, difference),
                slope: curve.ok().map(|curve| curve.slope),
                slope_lower: curve.ok().map(|curve| curve.ends.0),
                slope_upper: curve.ok().map(|curve| curve.ends.1),
                difference_75: curve
                    .ok()
                    .and_then(|curve| difference_of_three_quarters(curve.slope)),
                largest_difference: Some(largest).filter(|largest| largest.is_finite()),
                agreeing_share: mean(pairs.iter().map(|pair| pair.agrees)),
                pairs: pairs.len() as u64,
                systems: document_count(self.metric.scorings.len()),
                signature: self.on_corpus.names.scorings[self.metric.named].signature.clone(),
            }
        };
        // One row says why where there is no difference.
        let differences = if differences.is_empty() { vec![0.0] } else { differences };
        differences.into_iter().map(row).collect()
    }
}

/// Quartiles of the distinct differences that are not 0, each of which is one of them.
fn quartiles(shares: &[(f64, f64)]) -> Vec<f64> {
    let differences: Vec<f64> =
        shares.iter().map(|(difference, _)| *difference).filter(|x| *x > 0.0).collect();
    let last = differences.len().saturating_sub(1);
    let mut quartiles: Vec<f64> = [1, 2, 3]
        .iter()
        .filter_map(|quarter| differences.get(quarter * last / 4))
        .copied()
        .collect();
    quartiles.dedup();
    quartiles
}
