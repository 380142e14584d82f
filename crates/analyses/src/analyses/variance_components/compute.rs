//! Components, severities and correlations of one criterion, from its ratings.

use std::collections::BTreeMap;

use super::VarianceComponentRow;
use crate::analyses::common::judged::{in_unit, share_together};
use crate::analyses::results::document_count;
use crate::metric::config::HumanConfig;
use crate::stats::correlation::pearson;
use crate::stats::interval::Interval;
use crate::stats::judges::additive::{AdditiveFit, Block};
use crate::stats::judges::components::{Components, Factor};
use crate::stats::judges::design::dispersion;
use crate::stats::judges::leave_out::{LeaveOut, Unit};
use crate::stats::judges::ratings::Ratings;
use crate::stats::judges::severity::Severities;
use crate::stats::reason::Reason;

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
    let enters = |factor: Factor| !matches!(factor, Factor::Document | Factor::Item);
    components.estimate(factor).filter(|_| enters(factor))?;
    let all = Factor::ALL.into_iter().filter(|factor| enters(*factor));
    let sum: f64 = all.map(|factor| components.get(factor)).sum();
    Some(components.get(factor) / sum).filter(|share| share.is_finite())
}

/// How ratings are spread over outputs: the columns about it, in a row of nothing else.
pub(super) fn pattern(ratings: &Ratings) -> VarianceComponentRow {
    let outputs = ratings.outputs();
    let count = |mut levels: Vec<u32>| {
        levels.sort_unstable();
        levels.dedup();
        levels.len()
    };
    VarianceComponentRow {
        ratings: ratings.len() as u64,
        systems: document_count(count(ratings.system().to_vec())),
        documents: document_count(count(ratings.document())),
        segments: count(ratings.item().to_vec()) as u64,
        judges: document_count(count(ratings.judge().to_vec())),
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
            let sum = of_judges.entry(ratings.judge()[*position]).or_default();
            *sum = (sum.0 + ratings.score()[*position], sum.1 + 1.0);
        }
        if of_judges.len() < 2 {
            continue;
        }
        let mean = |(sum, count): &(f64, f64)| sum / count;
        let total: f64 = of_judges.values().map(mean).sum();
        let others = (of_judges.len() - 1) as f64;
        for (judge, own) in &of_judges {
            let (x, y) = &mut pairs[*judge as usize];
            x.push(mean(own));
            y.push((total - mean(own)) / others);
        }
    }
    let correlation = |(x, y): (Vec<f64>, Vec<f64>)| {
        let found = (x.len() >= FEWEST_SHARED).then(|| pearson(&x, &y).ok()).flatten();
        (x.len(), found)
    };
    pairs.into_iter().map(correlation).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metric::config::HumanScale;
    use crate::stats::judges::ratings::Rating;

    /// Two systems on four segments of two documents; judge 0 rates all, 1 the first system, 2 one segment.
    fn ratings() -> Ratings {
        let score = |system: u32, item: u32| f64::from(7 * item % 5 + 2 * system);
        let mut rows = Vec::new();
        for item in 0..4 {
            for system in 0..2 {
                let mut rate = |judge: u32, by: f64| {
                    rows.push(Rating { system, item, judge, score: score(system, item) + by });
                };
                rate(0, 0.0);
                if system == 0 {
                    rate(1, -3.0);
                }
                if item == 0 {
                    rate(2, 1.0);
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
        let share = |factor| difference_share(&known, factor);
        assert_eq!((share(Factor::Document), share(Factor::Output)), (None, Some(0.3)));
        let texts = share(Factor::Output).unwrap() + share(Factor::SystemDocument).unwrap();
        assert!((texts - known.shared_by_ratings()).abs() < 1e-15);
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
        let of = |scale, higher| best(&oriented(&raw, Some(&human(scale, higher)))).unwrap();
        assert_eq!(of(HumanScale::Raw, true), (4, 2.0));
        assert_eq!(of(HumanScale::Raw, false), (4, 2.5));
        assert_eq!(of(HumanScale::Percent, true), (4, 50.0));
        assert_eq!(oriented(&raw, None), raw);
        // The judge who gives higher scores is the severe one where lower is better.
        let fit =
            |higher| Found::new(&oriented(&ratings(), Some(&human(HumanScale::Raw, higher))), None);
        let severity = |found: &Found| found.fit.as_ref().unwrap().judges[1].unwrap().severity;
        let (up, down) = (fit(true), fit(false));
        assert!(severity(&up) > 1.0 && (severity(&up) + severity(&down)).abs() < 1e-9);
    }

    /// Segments count alike, however often they were rated.
    #[test]
    fn scores_are_means_of_segments() {
        let rate = |system, item, judge, score| Rating { system, item, judge, score };
        let rows = [
            rate(0, 0, 0, 10.0),
            rate(0, 0, 1, 20.0),
            rate(0, 1, 0, 35.0),
            rate(1, 0, 0, 10.0),
            rate(1, 1, 0, 20.0),
        ];
        let ratings = Ratings::new(2, 2, vec![0, 0], rows).unwrap();
        assert_eq!(best(&ratings), Some((2, 10.0)));
    }

    #[test]
    fn what_cannot_be_separated_says_why() {
        let of = |keep: fn(&Rating) -> bool| {
            let kept = ratings().filtered(keep);
            let found = Found::new(&kept, None);
            let reason = found.components.unwrap_err();
            assert_eq!(reason, Reason::Confounded);
            (why_confounded(&pattern(&kept)), found.severities.unwrap_err())
        };
        assert_eq!(of(|rating| rating.judge == 0), (Reason::OneJudge, Reason::TooFewJudges));
        assert_eq!(
            of(|rating| rating.item < 2 && rating.judge < 2),
            (Reason::OneDocument, Reason::OneDocument)
        );
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
