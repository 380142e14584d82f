//! What a method finds of a pair, adjusted for the number of pairs, as a verdict.

use super::options::Adjustment;
use super::vocabulary::PairVerdict::{self, Better, Identical, NotSignificant, Worse};
use crate::analyses::common::differences::Bounds;
use crate::stats::comparison::PValue;
use crate::stats::direction::Direction;
use crate::stats::interval;
use crate::stats::multiplicity::{benjamini_hochberg_levels, holm_levels};
use crate::stats::paired_jackknife::student_p_value;
use crate::stats::reason::Reason;

/// A p-value may exceed 1 - level by this much and still be significant: 1 - 0.95 is not 0.05 in binary.
pub(super) const ROUNDING: f64 = 1e-12;

/// What a method says of a pair.
#[derive(Clone, Default)]
pub(in crate::analyses) struct Finding {
    pub(in crate::analyses) delta: Option<f64>,
    pub(in crate::analyses) identical: bool,
    pub(in crate::analyses) interval: Option<Bounds>,
    /// Standard error and degrees of freedom, where the interval is Student's.
    pub(in crate::analyses) student: Option<(f64, f64)>,
    pub(in crate::analyses) win_rate: Option<f64>,
    pub(in crate::analyses) p_value: Option<f64>,
    /// Where judges are resampled: the p-value for new texts and the same judges.
    pub(in crate::analyses) p_texts_alone: Option<f64>,
    pub(in crate::analyses) p_error: Option<f64>,
    pub(in crate::analyses) trials: Option<u64>,
    /// The system that looks better, if the metric's direction is minded: A, or B.
    pub(in crate::analyses) favoured: Option<bool>,
    /// Whether the method itself lets a small p-value count.
    pub(in crate::analyses) conclusive: bool,
    /// The smallest p-value that the trials can have; absent where more would change nothing.
    pub(in crate::analyses) least_p: Option<f64>,
    /// The smallest p-value that the units can have; absent where their number bounds none.
    pub(in crate::analyses) least_p_of_units: Option<f64>,
    /// What the p-value counts in an adjustment, where that is not itself.
    pub(in crate::analyses) adjusted_as: Option<f64>,
    /// Why there is no p-value.
    pub(in crate::analyses) reason: Option<Reason>,
}

impl Finding {
    /// Returns the finding before a test: which system looks better, or neither if both have the same score.
    pub(super) fn untested(delta: Option<f64>, identical: bool, direction: Direction) -> Self {
        let oriented = delta.map(|delta| direction.orient(delta));
        let favoured = oriented.filter(|delta| *delta != 0.0).map(|delta| delta > 0.0);
        Self { delta, identical, favoured, conclusive: true, ..Self::default() }
    }

    /// Returns the finding of Student's test with a standard error and its degrees of freedom: nothing is drawn or counted.
    pub(in crate::analyses) fn by_student(
        delta: Option<f64>,
        identical: bool,
        error: Result<(f64, f64), Reason>,
        direction: Direction,
    ) -> Self {
        let base = Self::untested(delta, identical, direction);
        let error = if identical { Err(Reason::NoVariation) } else { error };
        let tested = error.and_then(|(error, freedom)| {
            let delta = delta.ok_or(Reason::UndefinedScore)?;
            interval::check_student(delta, error, freedom)?;
            Ok((student_p_value(delta, error, freedom), (error, freedom)))
        });
        match tested {
            Ok((p, student)) => Self { student: Some(student), p_value: Some(p), ..base },
            Err(reason) => base.with_reason(reason),
        }
    }

    /// The same, with why it has no p-value.
    pub(super) fn with_reason(self, reason: Reason) -> Self {
        Self { reason: Some(reason), ..self }
    }

    /// The p-value, where there is something to test.
    fn tested(&self) -> Option<f64> {
        self.p_value.filter(|_| !self.identical)
    }

    /// What that counts in an adjustment.
    fn counted(&self) -> Option<f64> {
        let p = self.tested()?;
        Some(self.adjusted_as.unwrap_or(p))
    }
}

/// The p-value of a difference by all of several metrics: the largest of theirs, or 1 where they do not favour the same
/// system; nothing where one has none.
pub(super) fn by_all_metrics(findings: &[&Finding]) -> Option<f64> {
    let p_values =
        findings.iter().map(|finding| finding.counted()).collect::<Option<Vec<f64>>>()?;
    if p_values.len() < 2 {
        return None;
    }
    let favoured = findings.first()?.favoured;
    let all_agree = favoured.is_some()
        && findings.iter().all(|finding| finding.conclusive && finding.favoured == favoured);
    Some(if all_agree { p_values.into_iter().fold(0.0, f64::max) } else { 1.0 })
}

/// What one method says of all pairs of a metric on a test set.
#[derive(Default)]
pub(in crate::analyses) struct Family {
    pub(in crate::analyses) findings: Vec<Finding>,
    pub(in crate::analyses) adjusted: Vec<Option<f64>>,
    /// The p-values for the same judges, adjusted in the same way.
    pub(in crate::analyses) adjusted_texts_alone: Vec<Option<f64>>,
    /// What the p-value of each is at most where it is significant.
    levels: Vec<Option<f64>>,
    /// How many comparisons are adjusted for together, by how many metrics; none where verdicts are not wanted.
    pub(in crate::analyses) size: u32,
    pub(in crate::analyses) metrics: u32,
}

impl Family {
    /// Of one metric alone, adjusted for verdicts at the confidence `level`.
    pub(in crate::analyses) fn new(
        findings: Vec<Finding>,
        adjustment: Adjustment,
        level: f64,
    ) -> Self {
        Self::of_metrics(vec![findings], adjustment, level).pop().unwrap_or_default()
    }

    /// Without verdicts: their p-values describe, and no number of comparisons is adjusted for.
    pub(super) fn descriptive(findings: Vec<Finding>) -> Self {
        let none = vec![None; findings.len()];
        let (adjusted, adjusted_texts_alone, levels) = (none.clone(), none.clone(), none);
        Self { findings, adjusted, adjusted_texts_alone, levels, size: 0, metrics: 0 }
    }

    /// Those of several metrics, adjusted together for verdicts at the confidence `level`.
    ///
    /// Two systems that differ by all metrics in one direction, each p-value at most 1 - `level`, differ without any
    /// adjustment: the last step of Hochberg (1988), valid for p-values that are positively dependent. (Of the claim that
    /// all differ alone, whatever the dependence: intersection and union, Berger 1982.)
    pub(in crate::analyses) fn of_metrics(
        of_metrics: Vec<Vec<Finding>>,
        adjustment: Adjustment,
        level: f64,
    ) -> Vec<Self> {
        let alpha = 1.0 - level + ROUNDING;
        let findings: Vec<&Finding> = of_metrics.iter().flatten().collect();
        let counted: Vec<Option<f64>> = findings.iter().map(|finding| finding.counted()).collect();
        let (mut adjusted, mut levels) = match adjustment {
            Adjustment::None => {
                let p_values = findings.iter().map(|finding| finding.tested());
                let levels = p_values.clone().map(|p| p.map(|_| alpha)).collect();
                (p_values.collect(), levels)
            }
            Adjustment::Holm => (adjustment.adjust(&counted), holm_levels(&counted, alpha)),
            Adjustment::BenjaminiHochberg => {
                (adjustment.adjust(&counted), benjamini_hochberg_levels(&counted, alpha))
            }
        };
        // With one pair each metric has one finding: only then are the metrics alone a family.
        if adjustment == Adjustment::Holm
            && of_metrics.iter().all(|findings| findings.len() == 1)
            && let Some(largest) = by_all_metrics(&findings)
            && largest <= alpha
        {
            for p in &mut adjusted {
                *p = p.map(|p| p.min(largest));
            }
            levels.fill(Some(alpha));
        }
        let texts_alone: Vec<Option<f64>> = findings
            .iter()
            .map(|finding| finding.p_texts_alone.filter(|_| !finding.identical))
            .collect();
        let mut texts_alone = adjustment.adjust(&texts_alone).into_iter();
        let tested_metrics = of_metrics
            .iter()
            .filter(|findings: &&Vec<Finding>| findings.iter().any(|one| one.tested().is_some()));
        let [size, metrics] = [adjusted.iter().flatten().count(), tested_metrics.count()]
            .map(|count| u32::try_from(count).unwrap_or(u32::MAX));
        let (mut adjusted, mut levels) = (adjusted.into_iter(), levels.into_iter());
        let families = of_metrics.into_iter().map(|findings| Self {
            adjusted: adjusted.by_ref().take(findings.len()).collect(),
            adjusted_texts_alone: texts_alone.by_ref().take(findings.len()).collect(),
            levels: levels.by_ref().take(findings.len()).collect(),
            findings,
            size,
            metrics,
        });
        families.collect()
    }

    /// The interval of a pair with its confidence level: Student's at the level at which the pair is tested, so that it
    /// excludes 0 where the pair is significant and nowhere else; others at `level`, whatever the adjustment.
    pub(in crate::analyses) fn interval(&self, index: usize, level: f64) -> Option<(Bounds, f64)> {
        let finding = &self.findings[index];
        let Some((error, freedom)) = finding.student else {
            return Some((finding.interval?, level));
        };
        let pair_level = match self.levels[index] {
            // Of one comparison the level of the test is that of the study, without the allowance
            // for rounding.
            Some(tested) if self.size > 1 => 1.0 - (tested - ROUNDING),
            _ => level,
        };
        let interval = interval::student(finding.delta?, error, freedom, pair_level).ok()?;
        Some((interval.into(), pair_level))
    }
}

/// The smallest p-value of `trials` random trials.
pub(super) fn least_p(trials: u64) -> f64 {
    PValue::with_observed(0, trials).p
}

/// P-values up to this many times the smallest possible one are that one: the next is twice as large, and random
/// exchanges scatter.
const NEAR_LEAST: f64 = 1.5;

/// What is concluded of a pair, if anything.
///
/// # Errors
///
/// [`Reason::TooFewUnits`] where so few units can have no significant p-value: whatever is observed,
/// or after the adjustment, given the smallest p-value that there is.
///
/// [`Reason::TooFewReplicates`] where no trial is as extreme as what was observed, and there are
/// nevertheless too few of them for the adjusted p-value to be significant: more could make it so, and
/// `~` would be read as if the pair had been looked at closely.
pub(in crate::analyses) fn verdict(
    finding: &Finding,
    adjusted: Option<f64>,
    level: f64,
) -> Result<Option<PairVerdict>, Reason> {
    if finding.identical {
        return Ok(Some(Identical));
    }
    let Some(adjusted) = adjusted else { return Ok(None) };
    let significant = adjusted <= 1.0 - level + ROUNDING;
    let is_least = finding.p_value.zip(finding.least_p).is_some_and(|(p, least)| p <= least);
    if !significant && is_least {
        return Err(Reason::TooFewReplicates);
    }
    let is_hopeless = finding
        .p_value
        .zip(finding.least_p_of_units)
        .is_some_and(|(p, least)| least > 1.0 - level + ROUNDING || p <= NEAR_LEAST * least);
    if !significant && is_hopeless {
        return Err(Reason::TooFewUnits);
    }
    Ok(Some(match finding.favoured.filter(|_| significant && finding.conclusive) {
        Some(true) => Better,
        Some(false) => Worse,
        None => NotSignificant,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::comparison::least_p_of_units;

    #[test]
    fn verdicts_by_adjusted_p_values() {
        let finding = Finding { favoured: Some(true), conclusive: true, ..Finding::default() };
        let against = Finding { favoured: Some(false), ..finding.clone() };
        let inconclusive = Finding { conclusive: false, ..finding.clone() };
        let identical = Finding { identical: true, ..finding.clone() };
        let cases = [
            // 1 - 0.95 is 0.050000000000000044, and 950 wins of 1,000 are significant.
            (&finding, Some(1.0 - 0.95), Some(Better)),
            (&finding, Some(0.0501), Some(NotSignificant)),
            (&against, Some(0.01), Some(Worse)),
            (&inconclusive, Some(0.01), Some(NotSignificant)),
            (&identical, None, Some(Identical)),
            (&finding, None, None),
        ];
        for (finding, adjusted, expected) in cases {
            assert_eq!(verdict(finding, adjusted, 0.95), Ok(expected), "{adjusted:?}");
        }
        assert_eq!(verdict(&finding, Some(0.1), 0.9), Ok(Some(Better)));
    }

    fn with_p_value(p: f64, favoured: bool) -> Finding {
        Finding {
            p_value: Some(p),
            favoured: Some(favoured),
            conclusive: true,
            ..Finding::default()
        }
    }

    fn of_trials(p: f64, trials: u64) -> Finding {
        Finding { least_p: Some(2.0 * least_p(trials)), ..with_p_value(p, true) }
    }

    /// On three of 45 pairs: one far from significant, one near the smallest p-value, and one that has it.
    fn verdicts(trials: u64) -> [Result<Option<PairVerdict>, Reason>; 3] {
        let least = 2.0 / (trials + 1) as f64;
        let mut findings = vec![of_trials(0.4, trials); 43];
        findings.extend([of_trials(2.0 * least, trials), of_trials(least, trials)]);
        let family = Family::new(findings, Adjustment::Holm, 0.95);
        [0, 43, 44]
            .map(|index: usize| verdict(&family.findings[index], family.adjusted[index], 0.95))
    }

    /// Holm over 45 pairs with 1,000 replicates: 45 x 2/1001 = .09.
    #[test]
    fn too_few_trials_are_no_verdict() {
        assert_eq!(
            verdicts(1000),
            [Ok(Some(NotSignificant)), Ok(Some(NotSignificant)), Err(Reason::TooFewReplicates)]
        );
        assert_eq!(verdicts(1798)[2], Err(Reason::TooFewReplicates));
        assert_eq!(verdicts(1799)[2], Ok(Some(Better)));
        assert_eq!(
            verdicts(10_000),
            [Ok(Some(NotSignificant)), Ok(Some(Better)), Ok(Some(Better))]
        );
    }

    /// On a pair with a p-value of exchanges of `units` units, among `pairs`.
    fn of_units(p: f64, units: u64, pairs: usize) -> Result<Option<PairVerdict>, Reason> {
        let finding = Finding {
            least_p: Some(least_p(10_000)),
            least_p_of_units: Some(least_p_of_units(units)),
            ..with_p_value(p, true)
        };
        let others = Finding { p_value: Some(0.9), ..finding.clone() };
        let mut findings = vec![others; pairs];
        findings[0] = finding;
        let family = Family::new(findings, Adjustment::Holm, 0.95);
        verdict(&family.findings[0], family.adjusted[0], 0.95)
    }

    /// Of five units no exchange has a p below 2/32, and seven pairs of eight units none below 7 x 2/256 = .055.
    #[test]
    fn too_few_units_are_no_verdict() {
        let too_few = Err(Reason::TooFewUnits);
        assert_eq!(of_units(0.063, 5, 1), too_few);
        assert_eq!(of_units(0.5, 5, 1), too_few, "whatever is observed");
        assert_eq!(of_units(0.031, 6, 1), Ok(Some(Better)));
        assert_eq!(of_units(0.5, 6, 1), Ok(Some(NotSignificant)));
        assert_eq!(of_units(0.0078, 8, 6), Ok(Some(Better)));
        assert_eq!(of_units(0.0079, 8, 7), too_few);
        assert_eq!(of_units(0.0157, 8, 7), Ok(Some(NotSignificant)));
        assert_eq!(of_units(0.0001, 60, 7), Ok(Some(Better)));
    }

    /// A win rate counts twice its p in a family, unless it is not adjusted.
    #[test]
    fn the_better_side_counts_twice() {
        let finding =
            Finding { p_value: Some(0.02), adjusted_as: Some(0.04), ..Finding::default() };
        let none = Finding { adjusted_as: Some(0.04), ..Finding::default() };
        for (adjustment, expected) in [
            (Adjustment::None, 0.02),
            (Adjustment::Holm, 0.08),
            (Adjustment::BenjaminiHochberg, 0.04),
        ] {
            let findings = vec![finding.clone(), none.clone(), finding.clone()];
            let family = Family::new(findings, adjustment, 0.95);
            assert_eq!(family.adjusted, [Some(expected), None, Some(expected)], "{adjustment:?}");
        }
    }

    fn by_metrics(p_values: &[f64], favoured: &[bool]) -> Vec<Vec<Finding>> {
        p_values.iter().zip(favoured).map(|(p, a)| vec![with_p_value(*p, *a)]).collect()
    }

    /// P-values of three metrics by Holm.
    fn by_holm(p_values: [f64; 3], favoured: [bool; 3]) -> Vec<f64> {
        let by_metric = by_metrics(&p_values, &favoured);
        let families = Family::of_metrics(by_metric, Adjustment::Holm, 0.95);
        assert!(families.iter().all(|family| (family.size, family.metrics) == (3, 3)));
        families.iter().map(|family| family.adjusted[0].unwrap()).collect()
    }

    /// Of one pair: Holm over metrics, unless all agree.
    #[test]
    fn a_pair_by_several_metrics() {
        assert_eq!(by_holm([0.01, 0.04, 0.2], [true; 3]), [0.03, 0.08, 0.2]);
        assert_eq!(by_holm([0.01, 0.04, 0.03], [true, true, false]), [0.03, 0.06, 0.06]);
        assert_eq!(by_holm([0.01, 0.04, 0.03], [true; 3]), [0.03, 0.04, 0.04]);
        for (findings, expected) in [
            (by_metrics(&[0.01, 0.2], &[true; 2]), Some(0.2)),
            (by_metrics(&[0.01, 0.02], &[true, false]), Some(1.0)),
            (by_metrics(&[0.01], &[true]), None),
        ] {
            assert_eq!(by_all_metrics(&findings.iter().flatten().collect::<Vec<_>>()), expected);
        }
    }

    fn uniform(state: &mut u64) -> f64 {
        *state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((*state >> 11) as f64 + 0.5) / (1_u64 << 53) as f64
    }

    fn made_up(state: &mut u64) -> Finding {
        let (delta, freedom) = (4.0 * uniform(state) - 1.0, 2.0 + 20.0 * uniform(state));
        Finding {
            delta: Some(delta),
            student: Some((0.8, freedom)),
            ..with_p_value(student_p_value(delta, 0.8, freedom), delta > 0.0)
        }
    }

    /// 2,000 made-up families of metrics and pairs: an interval excludes 0 where its pair has a verdict, and nowhere else.
    #[test]
    fn no_interval_denies_its_verdict() {
        let mut state = 1_u64;
        let mut verdicts = 0;
        for trial in 0..2000 {
            let (metrics, pairs) = (1 + trial % 3, 1 + trial % 4);
            let by_metric: Vec<Vec<Finding>> =
                (0..metrics).map(|_| (0..pairs).map(|_| made_up(&mut state)).collect()).collect();
            for family in Family::of_metrics(by_metric, Adjustment::Holm, 0.95) {
                for (index, own) in family.findings.iter().enumerate() {
                    let told = verdict(own, family.adjusted[index], 0.95).unwrap().unwrap();
                    let (interval, _) = family.interval(index, 0.95).unwrap();
                    let expected = if interval.lower > 0.0 {
                        Better
                    } else if interval.upper < 0.0 {
                        Worse
                    } else {
                        NotSignificant
                    };
                    assert_eq!(told, expected, "{} of trial {trial}", own.p_value.unwrap());
                    verdicts += u32::from(told.is_significant());
                }
            }
        }
        assert!(verdicts > 500, "{verdicts}");
    }
}
