//! Components, severities and correlations of one criterion, from its ratings.

use std::collections::BTreeMap;

use crate::analyses::common::judged::{in_unit, share_together};
use crate::analyses::{VarianceComponentRow, document_count};
use crate::metric::config::HumanConfig;
use crate::stats::correlation::pearson;
use crate::stats::judges::additive::Block;
use crate::stats::judges::design::dispersion;
use crate::stats::judges::severity::Severities;
use crate::stats::judges::{AdditiveFit, Components, Factor, LeaveOut, Ratings, Unit};
use crate::stats::{Interval, Reason};

/// Outputs from which on a correlation over them means anything: two points always lie on a line.
const FEWEST_SHARED: usize = 3;

/// Systems that count as the best.
const BEST: usize = 4;

/// Ratings of a judge from which on he counts among judges who are compared: an effect of a stray rating is that of
/// its text.
pub(super) const FEWEST_RATINGS: usize = 10;

/// Ratings in the unit of the metric, with the sign that makes higher better; as they are without a metric. Of scores,
/// only differences are reported.
pub(super) fn oriented(ratings: &Ratings, metric: Option<&HumanConfig>) -> Ratings {
    let Some(metric) = metric else { return ratings.clone() };
    let ratings = in_unit(ratings, metric);
    let sign = if metric.higher_is_better() { 1.0 } else { -1.0 };
    let scores = ratings.score().iter().map(|score| sign * score).collect();
    ratings.with_scores(scores)
}

/// What the ratings on a criterion show.
pub(super) struct Found {
    pub(super) components: Result<Components, Reason>,
    left_out: BTreeMap<Unit, Result<LeaveOut, Reason>>,
    pub(super) fit: Result<AdditiveFit, Reason>,
    /// With documents left out in turn, or why that cannot be.
    pub(super) severities: Result<Severities, Reason>,
}

impl Found {
    /// `leave_out` as in the options of the study. Cost that of [`LeaveOut::new`].
    pub(super) fn new(ratings: &Ratings, leave_out: Option<Unit>) -> Self {
        let components = Components::new(ratings);
        let mut units: Vec<Unit> = Factor::ALL.map(|factor| unit(factor, leave_out)).to_vec();
        units.sort_unstable();
        units.dedup();
        // Without components of all ratings there are none of some.
        let left_out = match components {
            Ok(_) => units.into_iter().map(|unit| (unit, LeaveOut::new(ratings, unit))).collect(),
            Err(reason) => units.into_iter().map(|unit| (unit, Err(reason))).collect(),
        };
        let fit = AdditiveFit::new(ratings, Block::Document);
        let severities = match &fit {
            Err(reason) => Err(*reason),
            Ok(_) if ratings.document_sizes().len() < 2 => Err(Reason::OneDocument),
            Ok(_) => Severities::new(ratings),
        };
        Self { components, left_out, fit, severities }
    }

    /// Standard error and interval of a component, or why there are none; `None` where the component is part
    /// of another.
    pub(super) fn spread(
        &self,
        factor: Factor,
        unit: Unit,
        level: f64,
    ) -> Option<Result<(f64, Interval), Reason>> {
        let components = match &self.components {
            Ok(components) => components,
            Err(reason) => return Some(Err(*reason)),
        };
        components.estimate(factor)?;
        Some(match &self.left_out[&unit] {
            Err(reason) => Err(*reason),
            Ok(left) => {
                let ends = left.interval(components, factor, level);
                // Where one of the parts does not separate the factor, nothing is known of its spread.
                left.standard_error(|components: &Components| {
                    components.estimate(factor).unwrap_or(f64::NAN)
                })
                .zip(ends)
                .ok_or(Reason::Confounded)
            }
        })
    }
}

/// What is left out for the interval of a component.
pub(super) fn unit(factor: Factor, asked: Option<Unit>) -> Unit {
    asked.unwrap_or(match factor {
        Factor::Judge | Factor::SystemJudge => Unit::Judge,
        _ => Unit::Document,
    })
}

/// Of the variance of a difference of two systems on a segment, each rated once by judges of its own: the
/// share of a component. `None` for those that drop out of differences.
pub(super) fn difference_share(components: &Components, factor: Factor) -> Option<f64> {
    components.estimate(factor).filter(|_| enters_differences(factor))?;
    let all = Factor::ALL.into_iter().filter(|factor| enters_differences(*factor));
    let sum: f64 = all.map(|factor| components.get(factor)).sum();
    Some(components.get(factor) / sum).filter(|share| share.is_finite())
}

fn enters_differences(factor: Factor) -> bool {
    !matches!(factor, Factor::Document | Factor::Item)
}

/// How ratings are spread over outputs: the columns about it, in a row of nothing else.
pub(super) fn pattern(ratings: &Ratings) -> VarianceComponentRow {
    let outputs = ratings.outputs();
    let [systems, documents, segments, judges] = [
        ratings.system().to_vec(),
        ratings.document(),
        ratings.item().to_vec(),
        ratings.judge().to_vec(),
    ]
    .map(|mut levels| {
        levels.sort_unstable();
        levels.dedup();
        levels.len()
    });
    VarianceComponentRow {
        ratings: ratings.len() as u64,
        systems: document_count(systems),
        documents: document_count(documents),
        segments: segments as u64,
        judges: document_count(judges),
        outputs: outputs.len() as u64,
        repeated_outputs: outputs.values().filter(|ratings| ratings.len() > 1).count() as u64,
        together: share_together(ratings),
        size_dispersion: dispersion(&ratings.document_sizes()),
        ..VarianceComponentRow::default()
    }
}

/// Why judges are not separated from texts, with such a pattern of ratings.
pub(super) fn why_confounded(pattern: &VarianceComponentRow) -> Reason {
    match (pattern.judges, pattern.documents) {
        (..2, _) => Reason::OneJudge,
        (_, ..2) => Reason::OneDocument,
        _ => Reason::Confounded,
    }
}

/// The best systems by their scores, means over segments of the mean of the ratings, as metrics have them: how many,
/// and the range of their scores. `None` for fewer than two. Higher is better.
pub(super) fn best(ratings: &Ratings) -> Option<(usize, f64)> {
    let mut means: Vec<f64> = ratings.scores().into_iter().flatten().collect();
    means.sort_by(|one, other| other.total_cmp(one));
    means.truncate(BEST);
    match means.as_slice() {
        [first, .., last] => Some((means.len(), first - last)),
        _ => None,
    }
}

/// Of each judge: the outputs that others rated too, and over these the correlation with the mean of the
/// others. `None` where there are too few, or where nothing varies. O(ratings log ratings).
pub(super) fn with_others(ratings: &Ratings) -> Vec<(usize, Option<f64>)> {
    let mut pairs = vec![(Vec::new(), Vec::new()); ratings.judges()];
    for positions in ratings.outputs().values() {
        let mut of_judges: BTreeMap<u32, (f64, f64)> = BTreeMap::new();
        for position in positions {
            // Who rated an output twice counts once among its judges.
            let sum = of_judges.entry(ratings.judge()[*position]).or_default();
            *sum = (sum.0 + ratings.score()[*position], sum.1 + 1.0);
        }
        if of_judges.len() < 2 {
            continue;
        }
        let total: f64 = of_judges.values().map(|(sum, count)| sum / count).sum();
        let others = (of_judges.len() - 1) as f64;
        for (judge, (sum, count)) in of_judges {
            let judge_mean = sum / count;
            let (x, y) = &mut pairs[judge as usize];
            x.push(judge_mean);
            y.push((total - judge_mean) / others);
        }
    }
    let correlations = pairs.into_iter().map(|(x, y)| {
        let found = (x.len() >= FEWEST_SHARED).then(|| pearson(&x, &y).ok()).flatten();
        (x.len(), found)
    });
    correlations.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metric::config::HumanScale;
    use crate::stats::judges::ratings::Rating;

    /// Two systems on four segments of two documents; judge 0 rates all, 1 the first system, 2 one segment.
    fn ratings() -> Ratings {
        let mut rows = Vec::new();
        for item in 0..4 {
            for system in 0..2 {
                let score = f64::from(7 * item % 5 + 2 * system);
                rows.push(Rating { system, item, judge: 0, score });
                if system == 0 {
                    rows.push(Rating { system, item, judge: 1, score: score - 3.0 });
                }
                if item == 0 {
                    rows.push(Rating { system, item, judge: 2, score: score + 1.0 });
                }
            }
        }
        Ratings::new(2, 3, vec![0, 0, 1, 1], rows).unwrap()
    }

    #[test]
    fn patterns_are_counted() {
        let row = pattern(&ratings());
        assert_eq!((row.systems, row.documents, row.segments, row.judges), (2, 2, 4, 3));
        assert_eq!((row.outputs, row.repeated_outputs), (8, 5));
        // Eight of judge 0 and two of judge 2 in the first document, of fourteen.
        assert!((row.together - 10.0 / 14.0).abs() < 1e-15);
    }

    /// Of judge 0 and judge 1 by hand: scores 0, 2, 4, 1 of the first system, with judge 2 on its first segment
    /// and on that of the second (2 and 3).
    #[test]
    fn correlations_are_with_the_mean_of_the_others() {
        let found = with_others(&ratings());
        assert_eq!(found.iter().map(|own| own.0).collect::<Vec<_>>(), [5, 4, 2]);
        let x = [0.0, 2.0, 4.0, 1.0, 2.0];
        let y = [f64::midpoint(-3.0, 1.0), -1.0, 1.0, -2.0, 3.0];
        assert_eq!(found[0].1, Some(pearson(&x, &y).unwrap()));
        assert_eq!(found[2].1, None, "two outputs are too few");
    }

    #[test]
    fn shares_of_a_difference_add_up() {
        let known = Components::known(&[
            (Factor::Document, 9.0),
            (Factor::Output, 3.0),
            (Factor::Judge, 2.0),
            (Factor::Residual, 5.0),
        ]);
        let [documents, outputs, in_documents] =
            [Factor::Document, Factor::Output, Factor::SystemDocument]
                .map(|factor| difference_share(&known, factor));
        assert_eq!((documents, outputs), (None, Some(0.3)));
        let texts = outputs.unwrap() + in_documents.unwrap();
        assert!((texts - 3.0 / 10.0).abs() < 1e-15);
    }

    fn human(scale: HumanScale, higher_is_better: bool) -> HumanConfig {
        let mean = HumanConfig::mean(vec!["esa".to_owned()]);
        HumanConfig { scale, higher_is_better: Some(higher_is_better), ..mean }
    }

    #[test]
    fn the_metric_says_what_is_best_and_in_which_unit() {
        let scores = [1.0, 2.0, 3.0, 3.5, 4.0];
        let rows = scores.iter().zip(0..).map(|(score, system)| Rating {
            system,
            item: 0,
            judge: 0,
            score: *score,
        });
        let raw = Ratings::new(5, 1, vec![0], rows).unwrap();
        for (scale, higher, range) in [
            (HumanScale::Raw, true, 2.0),
            (HumanScale::Raw, false, 2.5),
            (HumanScale::Percent, true, 50.0),
        ] {
            assert_eq!(best(&oriented(&raw, Some(&human(scale, higher)))), Some((4, range)));
        }
        assert_eq!(oriented(&raw, None), raw);
        // The judge who gives higher scores is the severe one where lower is better.
        let [up, down] = [true, false].map(|higher| {
            let ratings = oriented(&ratings(), Some(&human(HumanScale::Raw, higher)));
            Found::new(&ratings, None).fit.unwrap().judges[1].unwrap().severity
        });
        assert!(up > 1.0 && (up + down).abs() < 1e-9);
    }

    /// Segments count alike, however often they were rated.
    #[test]
    fn scores_are_means_of_segments() {
        let rows =
            [(0, 0, 0, 10.0), (0, 0, 1, 20.0), (0, 1, 0, 35.0), (1, 0, 0, 10.0), (1, 1, 0, 20.0)]
                .map(|(system, item, judge, score)| Rating { system, item, judge, score });
        let ratings = Ratings::new(2, 2, vec![0, 0], rows).unwrap();
        assert_eq!(best(&ratings), Some((2, 10.0)));
    }

    #[test]
    fn what_cannot_be_separated_says_why() {
        let one_judge = ratings().filtered(|rating| rating.judge == 0);
        let one_document = ratings().filtered(|rating| rating.item < 2 && rating.judge < 2);
        for (kept, why, of_severities) in [
            (one_judge, Reason::OneJudge, Reason::TooFewJudges),
            (one_document, Reason::OneDocument, Reason::OneDocument),
        ] {
            let found = Found::new(&kept, None);
            assert_eq!(found.components.unwrap_err(), Reason::Confounded);
            assert_eq!(why_confounded(&pattern(&kept)), why);
            assert_eq!(found.severities.unwrap_err(), of_severities);
        }
    }

    #[test]
    fn ratings_that_are_all_equal_have_no_test() {
        let equal = ratings().with_scores(vec![7.3; ratings().len()]);
        let found = Found::new(&equal, None);
        assert_eq!(found.fit.unwrap_err(), Reason::NoVariance);
        assert_eq!(found.severities.unwrap_err(), Reason::NoVariance);
    }

    #[test]
    fn the_best_are_four_at_most() {
        assert_eq!(best(&ratings()).unwrap().0, 2);
        let one = ratings().filtered(|rating| rating.system == 0);
        assert_eq!(best(&one), None);
    }
}
