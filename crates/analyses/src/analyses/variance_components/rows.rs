//! The tables `variance_components` and `judges`.

use std::sync::Arc;

use super::compute::{
    FEWEST_RATINGS, Found, best, difference_share, oriented, pattern, unit, why_confounded,
    with_others,
};
use crate::analyses::common::judged::{Judged, named_criteria};
use crate::analyses::common::pairs::system_names;
use crate::analyses::{JudgeRow, VarianceComponentRow, document_count};
use crate::metric::config::{HumanConfig, MetricConfig};
use crate::plan::{Grid, Plan};
use crate::stats::judges::{AdditiveFit, Components, Factor, Unit};
use crate::stats::{Reason, Status};

/// One row per criterion and component, in the order of studies, corpora, criteria.
pub fn variance_components(plan: &Plan) -> Vec<VarianceComponentRow> {
    criteria(plan).iter().flat_map(Criterion::components).collect()
}

/// One row per criterion and judge, in the order of studies, corpora, criteria, codes.
pub fn judges(plan: &Plan) -> Vec<JudgeRow> {
    criteria(plan).iter().flat_map(Criterion::judges).collect()
}

/// The ratings of a study on a criterion, and what they show.
pub(super) struct Criterion<'a> {
    study: Arc<str>,
    corpus: Arc<str>,
    name: Arc<str>,
    level: f64,
    leave_out: Option<Unit>,
    judged: Judged<'a>,
    labels: Vec<Arc<str>>,
    found: Found,
}

/// All that studies ask for.
pub(super) fn criteria(plan: &Plan) -> Vec<Criterion<'_>> {
    let mut all = Vec::new();
    for grid in &plan.grids {
        let study = &plan.spec.studies[grid.study];
        let Some(options) = study.analyses.get::<super::options::VarianceComponents>() else {
            continue;
        };
        let corpus = &plan.corpora[grid.corpus].corpus;
        let scorings = &plan.corpora[grid.corpus].scorings;
        let systems = system_names(grid.scorings.iter().map(|index| &scorings[*index]));
        for criterion in named_criteria(corpus, options.criteria.as_deref()) {
            // The systems of the study may be others than those that were judged.
            let Ok(mut judged) = Judged::new(corpus, criterion, systems.iter().copied()) else {
                continue;
            };
            judged.ratings = oriented(&judged.ratings, metric_of(plan, grid, criterion));
            let found = Found::new(&judged.ratings, options.leave_out);
            let labels = judged.labels(&plan.spec.corpora[grid.corpus]);
            all.push(Criterion {
                study: study.name.as_str().into(),
                corpus: corpus.name.as_str().into(),
                name: criterion.into(),
                level: study.level,
                leave_out: options.leave_out,
                judged,
                labels,
                found,
            });
        }
    }
    all
}

/// The first metric of the study that is the mean of judgments on the criterion.
fn metric_of<'a>(plan: &'a Plan, grid: &Grid, criterion: &str) -> Option<&'a HumanConfig> {
    let scorings = &plan.corpora[grid.corpus].scorings;
    let metrics = grid.scorings.iter().map(|index| &plan.spec.metrics[scorings[*index].metric]);
    let mut human = metrics.filter_map(|metric| match &metric.config {
        MetricConfig::Human(human) => Some(human),
        _ => None,
    });
    human.find(|human| {
        human.is_of_ratings() && matches!(&human.criteria[..], [own] if own == criterion)
    })
}

impl Criterion<'_> {
    /// A row for each component.
    pub(super) fn components(&self) -> Vec<VarianceComponentRow> {
        let ratings = &self.judged.ratings;
        let pattern = pattern(ratings);
        let reason = |reason: Reason| match (reason, &self.found.components) {
            (Reason::Confounded, Err(_)) => why_confounded(&pattern),
            _ => reason,
        };
        let rows = Factor::ALL.map(|factor| {
            let components = self.found.components.as_ref();
            let separated = components.ok();
            let status = match components {
                Ok(components) => status(components, factor),
                Err(why) => reason(*why).into(),
            };
            let unit = unit(factor, self.leave_out);
            let spread = self.found.spread(factor, unit, self.level);
            let (spread, interval_status) = match spread {
                None => (None, status),
                Some(Ok(spread)) => (Some(spread), Status::OK),
                Some(Err(why)) => (None, reason(why).into()),
            };
            let estimate = separated.and_then(|components| components.estimate(factor));
            let estimated = separated.filter(|_| estimate.is_some());
            let row = VarianceComponentRow {
                study: self.study.clone(),
                corpus: self.corpus.clone(),
                criterion: self.name.clone(),
                component: factor,
                estimate,
                value: estimated.map(|components| components.get(factor)),
                leave_out: unit,
                standard_error: spread.as_ref().map(|(error, _)| *error),
                lower: spread.as_ref().map(|(_, ends)| ends.lower),
                upper: spread.as_ref().map(|(_, ends)| ends.upper),
                level: self.level,
                interval_status,
                share: estimated
                    .map(|components| components.share(factor))
                    .filter(|share| share.is_finite()),
                difference_share: separated
                    .and_then(|components| difference_share(components, factor)),
                status,
                ..pattern.clone()
            };
            if factor == Factor::Judge { self.with_test(row) } else { row }
        });
        rows.into()
    }

    /// The row of judges with the test of whether they differ.
    fn with_test(&self, row: VarianceComponentRow) -> VarianceComponentRow {
        let fit = self.found.fit.as_ref();
        let test = fit.ok().map(|fit| fit.test);
        let best = best(&self.judged.ratings);
        let severities = self.found.severities.as_ref();
        let p_value = severities.ok().and_then(|severities| severities.p_value(FEWEST_RATINGS));
        let severity_status = match (severities, p_value) {
            (Err(reason), _) => (*reason).into(),
            (Ok(_), None) => Reason::TooFewJudges.into(),
            (Ok(_), Some(_)) => Status::OK,
        };
        VarianceComponentRow {
            severity_deviation: fit.ok().map(AdditiveFit::severity_deviation),
            f: test.map(|test| test.f),
            degrees_of_freedom: test.map(|test| test.above),
            residual_degrees_of_freedom: test.map(|test| test.below),
            p_value: test.map(|test| test.p_value),
            test_status: Some((&self.found.fit).into()),
            severity_p_value: p_value,
            severity_status: Some(severity_status),
            best_systems: best.map(|(count, _)| document_count(count)),
            best_range: best.map(|(_, range)| range),
            ..row
        }
    }

    /// A row for each judge.
    pub(super) fn judges(&self) -> Vec<JudgeRow> {
        let fit = self.found.fit.as_ref();
        let loads = self.judged.ratings.loads();
        let others = with_others(&self.judged.ratings);
        let severities = self.found.severities.as_ref().ok();
        let rows = self.labels.iter().enumerate().map(|(judge, label)| {
            let effect = fit.ok().and_then(|fit| fit.judges[judge]);
            let severity = severities.and_then(|severities| severities.judges[judge].as_ref());
            let interval = severity.map(|severity| severity.interval(self.level));
            JudgeRow {
                study: self.study.clone(),
                corpus: self.corpus.clone(),
                criterion: self.name.clone(),
                judge: label.clone(),
                load: loads[judge] as u64,
                severity: effect.map(|effect| effect.severity),
                standard_error: severity.map(|severity| severity.standard_error),
                lower: interval.as_ref().map(|interval| interval.lower),
                upper: interval.as_ref().map(|interval| interval.upper),
                level: self.level,
                spread: effect.map(|effect| effect.spread).filter(|spread| spread.is_finite()),
                shared_outputs: others[judge].0 as u64,
                correlation: others[judge].1,
                status: (&self.found.fit).into(),
            }
        });
        rows.collect()
    }
}

/// What is to be known of a component.
fn status(components: &Components, factor: Factor) -> Status {
    let is_single = components.has_single_ratings();
    match components.estimate(factor) {
        None if is_single && factor == Factor::Output => Reason::SingleRatings.into(),
        None => Reason::PartOfAnother.into(),
        Some(value) if value < 0.0 => Reason::Negative.into(),
        Some(_) if is_single && factor == Factor::Residual => Reason::SingleRatings.into(),
        Some(_) => Status::OK,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_have_a_status_each() {
        let known = Components::known(&[(Factor::Judge, -1.0), (Factor::Output, 2.0)]);
        let statuses = [Factor::Judge, Factor::Output, Factor::Residual];
        assert_eq!(
            statuses.map(|factor| status(&known, factor)),
            [Reason::Negative.into(), Status::OK, Status::OK]
        );
        let none = Components::default();
        assert_eq!(status(&none, Factor::Document), Reason::PartOfAnother.into());
    }
}
