//! What is known of a metric before a campaign is planned: how its scores vary, and what documents are like.

use super::compute::DifferenceSquares;
use super::options::CountOrAll;
use crate::analyses::common::judged::{Judged, assignment, in_unit};
use crate::analyses::results::GridResults;
use crate::metric::config::HumanConfig;
use crate::stats::Reason;
use crate::stats::freedom::share_of_lengths;
use crate::stats::judges::adjusted::adjusted;
use crate::stats::judges::design::dispersion;
use crate::stats::judges::shrunken::drawn_in;
use crate::stats::judges::weights::mean_variance;
use crate::stats::judges::{
    Assignment, Components, Design, Factor, LeaveOut, Part, Ratings, Unit, texts,
};
use crate::stats::least_squares_means::{LeastSquaresMeans, Observation};
use crate::stats::moments::mean;

/// What a campaign is planned from.
pub(super) struct Basis {
    /// Components of the variance of ratings, or of scores.
    pub(super) components: Components,
    /// The same without each document, and without each judge.
    pub(super) left_out: Vec<LeaveOut>,
    /// Who rates what.
    pub(super) assignment: Assignment,
    /// Scores of the systems, higher is better.
    pub(super) scores: Vec<f64>,
    /// Scored segments of each document that has any.
    pub(super) lengths: Vec<f64>,
    /// Mean number of ratings of an output, and the judges who gave them; 0 without judges.
    pub(super) ratings_per_segment: f64,
    pub(super) judges: f64,
    /// Variance of a difference in the campaign as it was, where it is not that of a design.
    pub(super) variance: Option<f64>,
    /// Median minutes of a rating, where they are known.
    pub(super) minutes: Option<f64>,
    /// References that scores are of; `None` where the metric reads none.
    pub(super) references: Option<u32>,
}

impl Basis {
    /// From the judgments that the metric `human`, number `metric` of the spec, scores a corpus by.
    pub(super) fn of_judgments(
        on_corpus: &GridResults<'_>,
        metric: usize,
        human: &HumanConfig,
    ) -> Result<Self, Reason> {
        let GridResults { grid, corpus, .. } = on_corpus;
        let [criterion] = &human.criteria[..] else {
            return Err(Reason::SeveralCriteria);
        };
        let scorings = grid.scorings.iter().map(|scoring| &corpus.scorings[*scoring]);
        let scorings = scorings.filter(|scoring| scoring.metric == metric);
        let systems = scorings.map(|scoring| scoring.system.as_str());
        let judged = Judged::new(&corpus.corpus, criterion, systems)?;
        let seconds = corpus.corpus.rating_seconds.get(criterion).copied();
        Self::of_ratings(&judged, human, seconds)
    }

    /// From ratings of `judged` by the metric `human`.
    fn of_ratings(
        judged: &Judged<'_>,
        human: &HumanConfig,
        seconds: Option<f64>,
    ) -> Result<Self, Reason> {
        let ratings = adjusted(&judged.ratings, human.judge_scores).ok_or(Reason::NoVariation)?;
        let ratings = in_unit(&ratings, human);
        let components = Components::new(&ratings)?;
        let units = [Unit::Document, Unit::Judge];
        // Without one of few judges the pattern may separate nothing: then sizes have no interval.
        let left_out = units.map(|unit| LeaveOut::new(&ratings, unit).ok());
        let left_out = left_out.into_iter().collect::<Option<Vec<LeaveOut>>>().unwrap_or_default();
        let now = Design::of(&ratings);
        let better = if human.higher_is_better() { 1.0 } else { -1.0 };
        let scores = match human.adjustment() {
            None => ratings.scores(),
            Some(adjustment) => adjusted_scores(&ratings, adjustment.judges)?,
        };
        let scores = scores.into_iter().flatten().map(|score| better * score);
        Ok(Self {
            variance: mean_variance(&ratings, &components),
            minutes: seconds.map(|seconds| seconds / 60.0),
            components,
            left_out,
            assignment: assignment(&ratings),
            scores: scores.collect(),
            lengths: ratings.document_sizes(),
            ratings_per_segment: now.ratings_per_segment,
            judges: now.judges,
            references: None,
        })
    }

    /// From differences of automatic scores; `better` is the sign of better ones.
    pub(super) fn of_differences(
        differences: &DifferenceSquares,
        references: Option<u32>,
        better: f64,
    ) -> Result<Self, Reason> {
        let DifferenceSquares { documents, scores } = differences;
        let (components, left_out) = texts::components(documents).ok_or(Reason::TooFewUnits)?;
        let lengths = documents.iter().map(|document| document.segments);
        Ok(Self {
            components,
            left_out: vec![left_out],
            assignment: Assignment::Nobody,
            scores: scores.iter().map(|score| better * score).collect(),
            lengths: lengths.filter(|length| *length > 0.0).collect(),
            ratings_per_segment: 0.0,
            judges: 0.0,
            variance: None,
            minutes: None,
            references,
        })
    }

    /// How alike the difference of two systems is in the segments of a document. Where there are judges the jackknife over
    /// documents takes segments for wholly alike.
    fn correlation(&self) -> f64 {
        if self.assignment != Assignment::Nobody {
            return 1.0;
        }
        let [common, output, residual] = [Factor::SystemDocument, Factor::Output, Factor::Residual]
            .map(|factor| self.components.get(factor).max(0.0));
        let all = common + output + residual;
        // Where nothing varies nothing is known, and 1 leaves the fewest degrees of freedom.
        if all > 0.0 { common / all } else { 1.0 }
    }

    /// Documents of at most `limit` segments each.
    pub(super) fn shape(&self, limit: CountOrAll) -> Design {
        let most = match limit {
            CountOrAll::All => f64::INFINITY,
            CountOrAll::Count(count) => f64::from(count),
        };
        let lengths: Vec<f64> = self.lengths.iter().map(|length| length.min(most)).collect();
        Design {
            segments_per_document: mean(lengths.iter().copied()).unwrap_or(1.0),
            size_dispersion: dispersion(&lengths),
            freedom_share: share_of_lengths(&lengths, self.correlation()),
            references: self.references.map_or(0.0, f64::from),
            ..Design::default()
        }
    }

    /// The campaign that the corpus comes from.
    pub(super) fn current(&self) -> Design {
        Design {
            documents: self.lengths.len() as f64,
            ratings_per_segment: self.ratings_per_segment,
            judges: self.judges,
            ..self.shape(CountOrAll::All)
        }
    }

    /// Variance of a difference in the campaign of the corpus, with the degrees of freedom of its sizes.
    pub(super) fn now(&self) -> Part {
        let current = self.current();
        // Of judges without work for all, as many as have some.
        let employed = current.judges.min(current.documents * current.ratings_per_segment);
        let current = Design { judges: employed, ..current };
        let part = current.difference(&self.components, self.assignment);
        Part { variance: self.variance.unwrap_or(part.variance), ..part }
    }

    /// Mean absolute difference of two systems.
    pub(super) fn mean_difference(&self) -> f64 {
        let scores = self.scores.iter().enumerate();
        let pairs = scores
            .flat_map(|(index, a)| self.scores[index + 1..].iter().map(move |b| (a - b).abs()));
        mean(pairs).unwrap_or(0.0)
    }

    /// The same in a unit in which scores are `factor` times as large.
    #[must_use]
    pub(super) fn in_unit(self, factor: f64) -> Self {
        Self {
            components: self.components.scaled(factor * factor),
            left_out: self.left_out.iter().map(|left| left.scaled(factor * factor)).collect(),
            variance: self.variance.map(|variance| factor * factor * variance),
            scores: self.scores.iter().map(|score| factor * score).collect(),
            ..self
        }
    }

    /// True scores, as far as they are known: the observed ones drawn together by the share of their variance that
    /// errors explain. Observed scores lie farther apart than true ones.
    pub(super) fn true_scores(&self) -> Vec<f64> {
        // A difference has the errors of two scores.
        let error = 0.5 * self.now().variance;
        drawn_in(&self.scores, error)
    }
}

/// Scores of systems by least squares, with effects of judges or without.
fn adjusted_scores(ratings: &Ratings, judges: bool) -> Result<Vec<Option<f64>>, Reason> {
    let mut items = vec![Vec::new(); ratings.items()];
    for ((system, item), positions) in ratings.outputs() {
        let weight = 1.0 / positions.len() as f64;
        items[item as usize].extend(positions.into_iter().map(|position| Observation {
            system,
            judge: judges.then(|| ratings.judge()[position]),
            score: ratings.score()[position],
            weight,
        }));
    }
    let items: Vec<&[Observation]> = items.iter().map(Vec::as_slice).collect();
    let count = if judges { ratings.judges() } else { 0 };
    let fit = LeastSquaresMeans::new(&items, ratings.systems(), count);
    let fit = fit.map_err(|_| Reason::Unconnected)?;
    Ok((0..ratings.systems()).map(|system| fit.score(system)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::judges::components::Factor;
    use crate::stats::judges::ratings::Rating;

    fn basis(scores: &[f64], lengths: &[f64]) -> Basis {
        Basis {
            components: Components::known(&[(Factor::SystemDocument, 3.0), (Factor::Output, 8.0)]),
            left_out: Vec::new(),
            assignment: Assignment::Nobody,
            scores: scores.to_vec(),
            lengths: lengths.to_vec(),
            ratings_per_segment: 0.0,
            judges: 0.0,
            variance: None,
            minutes: None,
            references: Some(1),
        }
    }

    #[test]
    fn longer_documents_are_cut() {
        let basis = basis(&[1.0, 2.0], &[2.0, 4.0, 6.0]);
        let whole = basis.shape(CountOrAll::All);
        assert!((whole.segments_per_document - 4.0).abs() < 1e-12);
        assert!((whole.size_dispersion - 56.0 / 48.0).abs() < 1e-12);
        let cut = basis.shape(CountOrAll::Count(4));
        assert!((cut.segments_per_document - 10.0 / 3.0).abs() < 1e-12);
        assert!((cut.size_dispersion - 12.0 / (100.0 / 9.0)).abs() < 1e-12);
        let single = basis.shape(CountOrAll::Count(1));
        assert!((single.size_dispersion - 1.0).abs() < 1e-12);
    }

    /// Of scores with the variance v + e, true ones have v: here e = (3 + 8)/11 = 1 and v + e = 4.
    #[test]
    fn true_scores_lie_closer_together() {
        let basis = basis(&[-2.0, 0.0, 2.0], &[1.0; 11]);
        let scores = basis.true_scores();
        let kept = f64::sqrt(1.0 - 1.0 / 4.0);
        assert!((scores[2] - 2.0 * kept).abs() < 1e-12 && scores[1].abs() < 1e-12, "{scores:?}");
    }

    /// Two systems differ by 2 on the item that both have; the first has a hard one besides.
    #[test]
    fn adjusted_scores_compare_on_shared_items() {
        let rows = [(0, 0, 5.0), (1, 0, 7.0), (0, 1, 1.0), (1, 2, 9.0)]
            .map(|(system, item, score)| Rating { system, item, judge: 0, score });
        let ratings = Ratings::new(2, 1, vec![0, 1, 2], rows).unwrap();
        let scores = adjusted_scores(&ratings, false).unwrap();
        assert!((scores[1].unwrap() - scores[0].unwrap() - 2.0).abs() < 1e-12, "{scores:?}");
        let apart = ratings.filtered(|rating| rating.item > 0);
        assert_eq!(adjusted_scores(&apart, false), Err(Reason::Unconnected));
    }
}
