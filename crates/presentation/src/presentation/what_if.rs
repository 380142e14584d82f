//! What a reader of the page can vary: numbers over sizes of the data, between which the page interpolates. They are
//! computed by the analysis; the page knows no statistics.

use serde::Serialize;

/// How a result runs between two sizes of the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Between {
    /// Logarithms lie on a line.
    Logarithms,
    /// The result lies on a line.
    Line,
    /// One over its square lies on a line, as where a standard error falls with the root of the size.
    Root,
}

/// Numbers of one metric over sizes, for each combination of choices.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct WhatIf {
    /// Study and corpus.
    pub section: String,
    /// Metric, as in print.
    pub metric: String,
    /// The same as the spec has it.
    #[serde(skip)]
    pub name: String,
    /// What sizes count: `documents` or `segments`.
    pub unit: &'static str,
    /// Sizes, ascending.
    pub sizes: Vec<f64>,
    /// Size of the data that all numbers come from; larger ones are extrapolated.
    pub measured: f64,
    /// Size that a reader begins with.
    pub start: f64,
    pub choices: Vec<Choice>,
    pub results: Vec<GridResult>,
    /// Number of the result that is drawn over sizes.
    pub drawn: usize,
    /// What is said of a size: `{0}` stands for the first result, and so on.
    pub says: String,
    pub wanted: Wanted,
    /// Largest relative error of interpolation, about, for each combination of choices.
    pub errors: Vec<f64>,
}

/// A size that has a few values, between which nothing is interpolated.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Choice {
    /// What it is, such as `judges`.
    pub label: &'static str,
    /// Its values as words.
    pub values: Vec<String>,
    /// For each, whether it is beyond what was measured.
    pub is_extrapolated: Vec<bool>,
    /// Number of the value that a reader begins with.
    pub start: usize,
}

/// A result for each combination of choices, the last choice fastest, and each size.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GridResult {
    pub between: Between,
    /// Nothing where a design has no result.
    pub values: Vec<Vec<Option<f64>>>,
}

/// A value of a result that a reader wants: the page looks for the size that has it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Wanted {
    /// What it is, such as `margin`.
    pub label: &'static str,
    /// Number of the result.
    pub result: usize,
    /// Value that a reader begins with; nothing for that of the first size.
    pub start: Option<f64>,
    /// What is said: `{wanted}` and `{size}` are replaced.
    pub says: String,
}

impl WhatIf {
    /// With the error of interpolation between its sizes, and with numbers as short as the page shows them.
    #[must_use]
    pub fn finished(mut self) -> Self {
        if self.errors.is_empty() {
            let combinations = self.results.first().map_or(0, |result| result.values.len());
            self.errors = (0..combinations).map(|combination| self.error(combination)).collect();
        }
        for values in self.results.iter_mut().flat_map(|result| &mut result.values) {
            for value in values {
                *value = value.map(short);
            }
        }
        self
    }

    fn error(&self, combination: usize) -> f64 {
        let of_results = self.results.iter().map(|result| {
            let values = result.values[combination].iter();
            let points =
                self.sizes.iter().zip(values).filter_map(|(size, value)| Some((*size, (*value)?)));
            stated_error(&points.collect::<Vec<_>>(), result.between)
        });
        of_results.fold(0.0, f64::max)
    }

    /// How many numbers it has.
    pub fn count(&self) -> usize {
        let values = self.results.iter().flat_map(|result| &result.values);
        self.sizes.len() + values.map(Vec::len).sum::<usize>()
    }
}

/// What is stated as the relative error of interpolation between exact points: the largest deviation of an inner one from
/// what its neighbours make of it. Between nearer points a line is off by less: by a quarter where they are twice as near
/// and the curve bends as much.
pub fn stated_error(points: &[(f64, f64)], between: Between) -> f64 {
    let deviations = points.windows(3).map(|points| {
        let made = between.value(points[0], points[2], points[1].0);
        (made / points[1].1 - 1.0).abs()
    });
    short(deviations.filter(|deviation| deviation.is_finite()).fold(0.0, f64::max))
}

/// Five significant digits.
fn short(value: f64) -> f64 {
    format!("{value:.4e}").parse().unwrap_or(value)
}

impl Between {
    /// The result at a size between two points, as the page computes it.
    pub fn value(self, (low, first): (f64, f64), (high, last): (f64, f64), size: f64) -> f64 {
        match self {
            Self::Line => on_line((low, first), (high, last), size),
            Self::Root => {
                let [first, last] = [first, last].map(|value| 1.0 / (value * value));
                1.0 / on_line((low, first), (high, last), size).sqrt()
            }
            Self::Logarithms => {
                let [low, high, size, first, last] = [low, high, size, first, last].map(libm::log);
                libm::exp(on_line((low, first), (high, last), size))
            }
        }
    }

    /// The same among many points, of which two lie around the size.
    pub fn among(self, points: &[(f64, f64)], size: f64) -> Option<f64> {
        let pair = points.windows(2).find(|pair| (pair[0].0..=pair[1].0).contains(&size))?;
        Some(self.value(pair[0], pair[1], size))
    }
}

/// The height at `x` of the line through two points.
fn on_line((low, first): (f64, f64), (high, last): (f64, f64), x: f64) -> f64 {
    first + (last - first) * (x - low) / (high - low)
}

/// `count` sizes from `least` to `most` in equal ratios, whole ones.
pub fn sizes_between(least: f64, most: f64, count: usize) -> Vec<f64> {
    // Between a single size and itself there is no step.
    let step = libm::log(most / least) / (count.max(2) - 1) as f64;
    let sizes = (0..count).map(|index| (least * libm::exp(step * index as f64)).round());
    let mut sizes: Vec<f64> = sizes.collect();
    sizes.dedup();
    sizes
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each form is exact for the curves that it is made for.
    #[test]
    fn curves_of_each_form_are_met() {
        let curves: [(Between, &dyn Fn(f64) -> f64); 3] = [
            (Between::Logarithms, &|size| 7.0 * libm::pow(size, -0.4)),
            (Between::Line, &|size| 30.0 + 2.5 * size),
            (Between::Root, &|size| 4.0 / (size - 1.5).sqrt()),
        ];
        for (between, curve) in curves {
            let points: Vec<(f64, f64)> =
                [10.0, 40.0, 200.0].map(|size| (size, curve(size))).to_vec();
            for size in [10.0, 17.0, 40.0, 123.0, 200.0] {
                let value = between.among(&points, size).unwrap();
                assert!((value / curve(size) - 1.0).abs() < 1e-12, "{between:?} {size}: {value}");
            }
            assert_eq!(between.among(&points, 201.0), None);
        }
    }

    /// What is stated is not less than what interpolation is off by.
    #[test]
    fn the_stated_error_holds() {
        let curve = |size: f64| (9.0 / size + 0.2).sqrt();
        let sizes = sizes_between(4.0, 900.0, 12);
        assert_eq!((sizes[0], sizes[11]), (4.0, 900.0));
        let values = vec![sizes.iter().map(|size| Some(curve(*size))).collect()];
        let grid = WhatIf {
            section: "s, c".to_owned(),
            metric: "BLEU".to_owned(),
            name: "bleu".to_owned(),
            unit: "documents",
            measured: 60.0,
            start: 60.0,
            choices: Vec::new(),
            results: vec![GridResult { between: Between::Logarithms, values }],
            drawn: 0,
            says: "±{0}".to_owned(),
            wanted: Wanted {
                label: "margin",
                result: 0,
                start: None,
                says: "{wanted} takes {size}".to_owned(),
            },
            errors: Vec::new(),
            sizes,
        };
        assert_eq!(grid.count(), 24);
        let grid = grid.finished();
        let values = grid.results[0].values[0].iter().flatten();
        let points: Vec<(f64, f64)> = grid.sizes.iter().copied().zip(values.copied()).collect();
        let off = points.windows(2).map(|pair| {
            let size = (pair[0].0 * pair[1].0).sqrt();
            let value = Between::Logarithms.among(&points, size).unwrap();
            (value / curve(size) - 1.0).abs()
        });
        let off = off.fold(0.0, f64::max);
        assert!(
            off > 0.0 && off <= grid.errors[0] && grid.errors[0] < 0.02,
            "{off} {:?}",
            grid.errors
        );
    }
}
