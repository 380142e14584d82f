//! What other sizes of a campaign would reach and cost: all designs of the table.

use std::collections::{BTreeMap, BTreeSet};

use super::row::{DesignKind, DesignRow, GoalKind};
use crate::analyses::common::phrases::how_often;
use crate::presentation::{
    Between, Choice, GridResult, MetricRows, StudySection, Wanted, WhatIf, metric_in_print,
};
use crate::stats::goal::Goal;
use crate::stats::power::{PairedDeviation, Sides, Test};
use crate::words::grouped;

/// Power where the goal names none.
const POWER: f64 = 0.8;

/// Numbers of a grid at most: one with more is left out.
const MOST_NUMBERS: usize = 4000;

/// All of a design but documents: the limit of segments, with none for all of them; ratings, judges and references.
type Shape = [u32; 4];

/// No limit of segments.
const ALL: u32 = u32::MAX;

/// A grid for each metric.
pub(super) fn what_if(section: &StudySection<'_>) -> Vec<WhatIf> {
    let metrics = section.rows::<DesignRow>().by_metric();
    let grids = metrics.iter().filter_map(|metric| of_metric(section, metric));
    grids.filter(|grid| grid.count() <= MOST_NUMBERS).collect()
}

fn of_metric(section: &StudySection<'_>, metric: &MetricRows<'_, DesignRow>) -> Option<WhatIf> {
    let planned = metric.rows.keep(is_planned);
    let current = metric.rows.iter().find(|row| row.kind == DesignKind::Current)?;
    let listed = planned.iter().filter(|row| row.kind == DesignKind::Listed);
    let documents: BTreeSet<u32> = listed.map(|row| row.documents).collect();
    let by_size: BTreeMap<(Shape, u32), &DesignRow> =
        planned.iter().map(|row| ((shape(row), row.documents), row)).collect();
    let axes = [0, 1, 2, 3].map(|axis| -> Vec<u32> {
        let values: BTreeSet<u32> = planned.iter().map(|row| shape(row)[axis]).collect();
        values.into_iter().collect()
    });
    let first = planned.iter().find(|row| row.recommended).or_else(|| planned.first())?;
    let goal = goal(first)?;
    let shapes = combinations(&axes);
    let values = |value: &dyn Fn(&DesignRow) -> Option<f64>| -> Vec<Vec<Option<f64>>> {
        let results = shapes.iter().map(|shape| {
            documents.iter().map(|size| value(by_size.get(&(*shape, *size))?)).collect()
        });
        results.collect()
    };
    let (wanted, is_recommended) = (wanted(first), first.recommended);
    let grid = WhatIf {
        section: format!("{}, {}", section.study, section.corpus),
        metric: metric_in_print(&metric.title),
        name: metric.key.metric.to_owned(),
        unit: "documents",
        sizes: documents.iter().map(|count| f64::from(*count)).collect(),
        measured: current.documents.into(),
        start: if is_recommended { first.documents } else { current.documents }.into(),
        choices: choices(&axes, shape(first), current),
        results: vec![
            GridResult { between: Between::Logarithms, values: values(&|row| row.margin) },
            GridResult {
                between: Between::Logarithms,
                values: values(&|row| detectable(row, &goal)),
            },
            GridResult { between: Between::Line, values: values(&|row| Some(row.cost)) },
        ],
        drawn: wanted.result,
        says: says(first),
        wanted,
        errors: Vec::new(),
    };
    (grid.sizes.len() > 1).then(|| grid.finished())
}

fn is_planned(row: &DesignRow) -> bool {
    matches!(row.kind, DesignKind::Smallest | DesignKind::Listed)
}

/// Numbers of ratings are whole where they are planned.
fn shape(row: &DesignRow) -> Shape {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "numbers of ratings are small and whole"
    )]
    let ratings = row.ratings_per_segment.unwrap_or(0.0) as u32;
    let limit = row.segments_limit.unwrap_or(ALL);
    [limit, ratings, row.judges.unwrap_or(0), row.references.unwrap_or(0)]
}

/// All combinations, the last axis fastest.
fn combinations(axes: &[Vec<u32>; 4]) -> Vec<Shape> {
    let mut all: Vec<Vec<u32>> = vec![Vec::new()];
    for values in axes {
        let longer = all.iter().flat_map(|start| {
            values.iter().map(move |value| start.iter().copied().chain([*value]).collect())
        });
        all = longer.collect();
    }
    all.into_iter().filter_map(|shape| shape.try_into().ok()).collect()
}

/// A choice for each axis that designs have.
fn choices(axes: &[Vec<u32>; 4], start: Shape, current: &DesignRow) -> Vec<Choice> {
    let labels = ["segments of a document", "ratings of an output", "judges", "references"];
    // Limits and references are among those that the study has: no value of theirs is beyond the
    // measured ones.
    let measured = [
        f64::from(ALL),
        current.ratings_per_segment.unwrap_or(0.0).ceil(),
        current.judges.unwrap_or(0).into(),
        f64::from(ALL),
    ];
    let axes = axes.iter().enumerate().filter(|(axis, values)| {
        // What no design has is 0, and all segments of a document are no choice.
        values.iter().any(|value| *value != 0) && !(*axis == 0 && **values == [ALL])
    });
    let choices = axes.map(|(axis, values)| Choice {
        label: labels[axis],
        values: values.iter().map(|value| in_words(*value, axis == 0)).collect(),
        is_extrapolated: values.iter().map(|value| f64::from(*value) > measured[axis]).collect(),
        start: values.iter().position(|value| *value == start[axis]).unwrap_or(0),
    });
    choices.collect()
}

fn in_words(value: u32, is_limit: bool) -> String {
    match value {
        ALL => "all".to_owned(),
        1 if is_limit => "1".to_owned(),
        value if is_limit => format!("at most {value}"),
        value => grouped(value.into()),
    }
}

/// The test that differences are found by.
fn goal(row: &DesignRow) -> Option<Goal> {
    // The worst case of Holm, as in the planned designs.
    let level = 1.0 - (1.0 - row.level) / f64::from(row.pairs.max(1));
    Goal::new(Test { level, sides: Sides::Two }, row.power.unwrap_or(POWER)).ok()
}

/// The difference that a design finds with the power of the goal.
fn detectable(row: &DesignRow, goal: &Goal) -> Option<f64> {
    // A planned test has its units less one as degrees of freedom: so it has those of the design.
    let units = 1.0 + row.degrees_of_freedom?;
    let deviation = PairedDeviation { stdev: row.standard_error?, units, freedom_share: 1.0 };
    goal.smallest_detectable(deviation, units).ok()
}

fn says(row: &DesignRow) -> String {
    let often = how_often(row.power.unwrap_or(POWER));
    let unit = row.unit.as_deref().map_or_else(String::new, |unit| format!(" {unit}"));
    format!(
        "A difference of two systems has a margin of error of ±{{0}}, and a true one of {{1}} is found {often}. It \
         costs {{2}}{unit}."
    )
}

fn wanted(row: &DesignRow) -> Wanted {
    match row.goal {
        GoalKind::Margin => Wanted {
            label: "margin of error",
            result: 0,
            start: Some(row.wanted),
            says: "A margin of ±{wanted} takes {size}.".to_owned(),
        },
        kind => Wanted {
            label: "difference",
            result: 1,
            start: Some(row.wanted).filter(|_| kind == GoalKind::Detect),
            says: "A difference of {wanted} takes {size}.".to_owned(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyses::common::one_study::on_section;
    use crate::stats::judges::components::{Components, Factor};
    use crate::stats::judges::design::{Assignment, Costs, Design, PairTest};

    const LADDER: [u32; 8] = [7, 10, 15, 20, 30, 50, 70, 100];
    const TEST: PairTest = PairTest { level: 0.95, pairs: 3 };

    fn design(documents: f64, ratings: f64, judges: f64) -> Design {
        Design {
            documents,
            segments_per_document: 5.0,
            ratings_per_segment: ratings,
            judges,
            ..Design::default()
        }
    }

    fn row(kind: DesignKind, documents: u32, ratings: f64, judges: u32) -> DesignRow {
        let components = Components::known(&[
            (Factor::SystemDocument, 3.0),
            (Factor::Output, 16.0),
            (Factor::SystemJudge, 0.4),
            (Factor::Residual, 36.0),
        ]);
        let design = design(documents.into(), ratings, judges.into());
        let part = design.difference(&components, Assignment::Together);
        let costs = Costs { document: 5.0, rating: 0.5, judge: 30.0, ..Costs::default() };
        DesignRow {
            study: "s".into(),
            corpus: "c".into(),
            metric: "esa".into(),
            kind,
            documents,
            ratings_per_segment: Some(ratings),
            judges: Some(judges),
            cost: costs.of(&design, 4),
            goal: GoalKind::Detect,
            wanted: 4.0,
            power: Some(0.8),
            pairs: 3,
            level: 0.95,
            standard_error: Some(part.variance.sqrt()),
            degrees_of_freedom: Some(part.degrees_of_freedom),
            margin: Some(TEST.margin(part)),
            probability: Some(TEST.power(part, 4.0)),
            ..DesignRow::default()
        }
    }

    fn rows() -> Vec<DesignRow> {
        let mut rows = vec![row(DesignKind::Current, 40, 1.0, 12)];
        for (ratings, judges) in [(1.0, 6), (1.0, 12), (2.0, 6), (2.0, 12)] {
            rows.extend(LADDER.map(|size| row(DesignKind::Listed, size, ratings, judges)));
        }
        rows
    }

    /// Between the designs of the table the page is off by no more than it says, and it finds the size of a difference
    /// that has the wanted power.
    #[test]
    fn the_grid_is_what_the_program_computes() {
        let grids = on_section(rows(), what_if);
        let [grid] = &grids[..] else { panic!("{grids:?}") };
        let labels: Vec<&str> = grid.choices.iter().map(|choice| choice.label).collect();
        assert_eq!(labels, ["ratings of an output", "judges"]);
        assert_eq!(grid.choices[0].is_extrapolated, [false, true]);
        assert!(grid.errors.iter().all(|error| *error < 0.07), "{:?}", grid.errors);
        // The last combination has two ratings and twelve judges.
        let [margins, differences, costs] = [0, 1, 2].map(|result| -> Vec<(f64, f64)> {
            let values = grid.results[result].values[3].iter().flatten().copied();
            grid.sizes.iter().copied().zip(values).collect()
        });
        for size in [8, 12, 25, 60, 90] {
            let exact = row(DesignKind::Listed, size, 2.0, 12);
            let margin = Between::Logarithms.among(&margins, size.into()).unwrap();
            let off = (margin / exact.margin.unwrap() - 1.0).abs();
            assert!(off <= grid.errors[3] + 1e-4, "{size}: {margin}");
            let cost = Between::Line.among(&costs, size.into()).unwrap();
            assert!((cost / exact.cost - 1.0).abs() < 1e-4, "{size}: {cost}");
            let difference = Between::Logarithms.among(&differences, size.into()).unwrap();
            let part = design(size.into(), 2.0, 12.0).difference(
                &Components::known(&[
                    (Factor::SystemDocument, 3.0),
                    (Factor::Output, 16.0),
                    (Factor::SystemJudge, 0.4),
                    (Factor::Residual, 36.0),
                ]),
                Assignment::Together,
            );
            let power = TEST.power(part, difference);
            assert!((power - 0.8).abs() < 0.02, "{size}: {power}");
        }
    }

    #[test]
    fn all_combinations_have_a_place() {
        let all = combinations(&[vec![1, ALL], vec![1, 2, 3], vec![4], vec![0]]);
        assert_eq!(all.len(), 6);
        assert_eq!((all[0], all[1], all[5]), ([1, 1, 4, 0], [1, 2, 4, 0], [ALL, 3, 4, 0]));
    }
}
