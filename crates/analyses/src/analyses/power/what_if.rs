//! Which difference other sizes of the test set would find, and which size another difference takes.

use super::PowerRow;
use super::summary::{MetricPower, PairPower, summaries};
use crate::analyses::common::phrases::how_often;
use crate::presentation::{
    Between, GridResult, StudySection, Wanted, WhatIf, metric_in_print, stated_error,
};

/// Fewest units of a plan: where it has these, a smaller difference may take as few.
const LEAST_UNITS: f64 = 2.0;

/// A grid for each metric, of the pair in the middle: the sizes of the table, between which the difference falls with the
/// root of the size but for the quantiles of Student's t.
pub(super) fn what_if(section: &StudySection<'_>) -> Vec<WhatIf> {
    summaries(section).iter().filter_map(|metric| of_metric(section, metric)).collect()
}

fn of_metric(section: &StudySection<'_>, metric: &MetricPower<'_>) -> Option<WhatIf> {
    let pair = metric.typical()?;
    let row = pair.first();
    let units = row.units? as f64;
    let one = points(pair, |row| (row.required_units, row.smallest_detectable_effect));
    let any =
        points(pair, |row| (row.required_units_any_pair, row.smallest_detectable_effect_any_pair));
    let has_pairs = row.pairs > 1 && any.len() > 1;
    let curves = if has_pairs { vec![one, any] } else { vec![one] };
    let sizes = sizes(&curves)?;
    // Of the sizes of each curve: between them it is interpolated at those of the other. Four times, since the quantile of
    // Student's t bends more below the smallest inner size than around it.
    let error = curves
        .iter()
        .map(|points: &Vec<(f64, f64)>| 4.0 * stated_error(points, Between::Root))
        .fold(0.0, f64::max);
    let results = curves.iter().map(|points| GridResult {
        between: Between::Root,
        values: vec![sizes.iter().map(|size| Between::Root.among(points, *size)).collect()],
    });
    let often = how_often(row.power);
    let any = if has_pairs {
        format!("; among {} comparisons, one of {{1}}", row.pairs)
    } else {
        String::new()
    };
    let in_one = if has_pairs { " in one comparison" } else { "" };
    let grid = WhatIf {
        section: format!("{}, {}", section.study, section.corpus),
        metric: metric_in_print(&metric.title),
        name: row.cell.metric.to_string(),
        unit: plural(row),
        measured: units,
        start: units,
        choices: Vec::new(),
        results: results.collect(),
        drawn: 0,
        says: format!("A true difference of {{0}} is found {often}{in_one}{any}."),
        wanted: Wanted {
            label: "difference",
            result: 0,
            start: metric.leading_effect(),
            says: format!("A difference of {{wanted}} takes {{size}}{in_one}."),
        },
        errors: vec![error],
        sizes,
    };
    Some(grid.finished())
}

/// Sizes with the difference that each finds, ascending: those of the effects, and the test set itself.
fn points(
    pair: &PairPower<'_>,
    columns: impl Fn(&PowerRow) -> (Option<f64>, Option<f64>),
) -> Vec<(f64, f64)> {
    let effects = pair.rows.iter().filter_map(|row| Some((columns(row).0?, row.effect?)));
    let first = pair.first();
    let here = columns(first).1.zip(first.units).map(|(smallest, units)| (units as f64, smallest));
    let mut points: Vec<(f64, f64)> =
        effects.chain(here).filter(|(size, _)| *size > LEAST_UNITS).collect();
    points.sort_by(|one, other| one.0.total_cmp(&other.0));
    // An effect may be the one that is found here.
    points.dedup_by(|one, other| one.0 / other.0 < 1.0 + 1e-6);
    points
}

/// All sizes that lie on every curve, two at least.
fn sizes(curves: &[Vec<(f64, f64)>]) -> Option<Vec<f64>> {
    let ends = curves.iter().map(|points| Some((points.first()?.0, points.last()?.0)));
    let ends: Vec<(f64, f64)> = ends.collect::<Option<_>>()?;
    let least = ends.iter().map(|(least, _)| *least).fold(0.0, f64::max);
    let most = ends.iter().map(|(_, most)| *most).fold(f64::INFINITY, f64::min);
    let all = curves.iter().flatten().map(|(size, _)| *size);
    let mut sizes: Vec<f64> = all.filter(|size| (least..=most).contains(size)).collect();
    sizes.sort_by(f64::total_cmp);
    sizes.dedup();
    (sizes.len() > 1).then_some(sizes)
}

fn plural(row: &PowerRow) -> &'static str {
    if row.resample.unit() == "segment" { "segments" } else { "documents" }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyses::common::one_study::{cell, on_section};
    use crate::stats::goal::Goal;
    use crate::stats::power::{PairedDeviation, Sides, Test};

    const UNITS: f64 = 30.0;
    const EFFECTS: [f64; 4] = [0.5, 1.0, 2.0, 5.0];

    fn goals() -> [Goal; 2] {
        [0.05, 0.05 / 3.0]
            .map(|error| Goal::new(Test { level: 1.0 - error, sides: Sides::Two }, 0.8).unwrap())
    }

    fn deviation() -> PairedDeviation {
        PairedDeviation { stdev: 0.8, units: UNITS, freedom_share: 1.0 }
    }

    fn rows() -> Vec<PowerRow> {
        let [one, any] = goals();
        let rows = EFFECTS.map(|effect| PowerRow {
            cell: cell("bleu", None, 30),
            system_a: "a".into(),
            system_b: "b".into(),
            level: 0.95,
            power: 0.8,
            pairs: 3,
            units: Some(30),
            effect: Some(effect),
            required_units: one.required_units(deviation(), effect).ok(),
            required_units_any_pair: any.required_units(deviation(), effect).ok(),
            smallest_detectable_effect: one.smallest_detectable(deviation(), UNITS).ok(),
            smallest_detectable_effect_any_pair: any.smallest_detectable(deviation(), UNITS).ok(),
            ..PowerRow::default()
        });
        rows.to_vec()
    }

    /// Between the effects of the table, sizes are those of the plan.
    #[test]
    fn the_grid_is_what_the_program_computes() {
        let grids = on_section(rows(), what_if);
        let [grid] = &grids[..] else { panic!("{grids:?}") };
        for (goal, result) in goals().iter().zip(&grid.results) {
            let values = result.values[0].iter().flatten().copied();
            let points: Vec<(f64, f64)> = grid.sizes.iter().copied().zip(values).collect();
            for size in [12.0, 15.0, 22.0, 30.0, 41.0, 70.0] {
                let exact = goal.smallest_detectable(deviation(), size).unwrap();
                let value = Between::Root.among(&points, size).unwrap();
                let off = (value / exact - 1.0).abs();
                assert!(
                    off <= grid.errors[0] && off < 0.01,
                    "{size}: {value} {exact} {:?}",
                    grid.errors
                );
            }
        }
        assert_eq!(
            grid.says,
            "A true difference of {0} is found 4 times in 5 in one comparison; among 3 comparisons, one of {1}."
        );
    }

    /// One size is no curve.
    #[test]
    fn one_size_has_no_grid() {
        let row = PowerRow {
            effect: None,
            required_units: None,
            required_units_any_pair: None,
            ..rows()[0].clone()
        };
        assert!(on_section(vec![row], what_if).is_empty());
    }
}
