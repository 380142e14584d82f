//! Options of minimal sizes.

use schemars::{JsonSchema, json_schema};
use serde::de::{Deserializer, IntoDeserializer};
use serde::{Deserialize, Serialize};

use crate::config::asked::Options;
use crate::table::columns::word_columns;
use crate::value::{Alone, Count, Kind, MOST, Positive, Set, Word, inline_schema, words};

/// Minimal sizes by regression of the standard deviation against documents (Estrella, Hamon &
/// Popescu-Belis 2007): where the curve stops falling. For the documents that a margin of error takes use
/// `margin`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct MinimalSize {
    /// Functions fitted to the standard deviation. Example: `functions = ["power"]`.
    #[serde(with = "Set::<Word<RegressionFunction>>")]
    pub functions: Vec<RegressionFunction>,
    /// Size in documents where the tangent touches whose zero is `x_min` (`x_i` of the paper); above 0.
    /// Example: `tangent-at = 2`.
    #[serde(with = "Positive")]
    pub tangent_at: f64,
    /// Slope per document below which the curve counts as level (`x_max`), in the unit of `deviation`;
    /// above 0. Default: 0.01 for relative deviations; none for absolute ones, whose unit is the
    /// metric's, so that the power function then has no `x_max`. Example: `epsilon = 0.001`.
    #[serde(with = "Option::<Positive>")]
    pub epsilon: Option<f64>,
    /// Unit of the standard deviation. `"relative"` needs metrics with a true zero.
    /// Example: `deviation = "absolute"`.
    pub deviation: Deviation,
    /// Number of resamples of the documents, in random order, for the intervals of `x_min` and `x_max`;
    /// 0 for none, otherwise 20 or more. Example: `interval-draws = 1000`.
    #[serde(with = "Draws")]
    pub interval_draws: u32,
}

impl Options for MinimalSize {
    const KEY: &'static str = "minimal-size";
    const PLACE: u8 = 0;

    fn completed(self) -> Self {
        self.with_epsilon()
    }
}

impl Default for MinimalSize {
    fn default() -> Self {
        Self {
            functions: vec![RegressionFunction::Power, RegressionFunction::Cubic],
            tangent_at: 1.0,
            epsilon: None,
            deviation: Deviation::Relative,
            // The error of a deviation over 200 resamples is 5 % of it.
            interval_draws: 200,
        }
    }
}

impl MinimalSize {
    /// With the slope of the paper, which is in percentage points, where none is written; no number
    /// serves every metric's own unit.
    #[must_use]
    pub(crate) fn with_epsilon(self) -> Self {
        let of_paper = self.is_relative().then_some(0.01);
        Self { epsilon: self.epsilon.or(of_paper), ..self }
    }

    /// Returns `true` if deviations are in percent of the mean.
    pub(crate) fn is_relative(&self) -> bool {
        self.deviation == Deviation::Relative
    }
}

/// A number of resamples: none, or enough to estimate their deviation.
enum Draws {}

impl Draws {
    /// The error of a deviation over 20 resamples is 16 % of it.
    const FEWEST: i64 = 20;
}

impl Kind for Draws {
    type Value = u32;

    const ALONE: Alone = Alone::WholeNumber;

    fn deserialize<'de, D: Deserializer<'de>>(source: D) -> Result<u32, D::Error> {
        match i64::deserialize(source)? {
            0 => Ok(0),
            draws => Count::<{ Draws::FEWEST }, MOST>::deserialize(draws.into_deserializer()),
        }
    }
}

inline_schema!("Draws", [] Draws, |_generator| {
    let some = json_schema!({ "type": "integer", "minimum": Draws::FEWEST, "maximum": MOST });
    json_schema!({ "oneOf": [{ "const": 0 }, some] })
});

words! {
    /// A function fitted to the standard deviation against documents.
    #[derive(Default)]
    #[schemars(rename = "Function")]
    pub enum RegressionFunction {
        /// `a x^-b`.
        #[default]
        Power = "power",
        /// `d x^3 + c x^2 + b x + a`.
        Cubic = "cubic",
    }
}

words! {
    /// Unit of the standard deviation.
    #[derive(Default)]
    pub enum Deviation {
        /// Percent of the mean of the replicates.
        #[default]
        Relative = "relative",
        /// The metric's own unit.
        Absolute = "absolute",
    }
}

word_columns!(RegressionFunction, Deviation);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slope_of_the_paper_is_relative() {
        let relative = MinimalSize::default();
        assert_eq!(relative.clone().with_epsilon().epsilon, Some(0.01));
        let absolute = MinimalSize { deviation: Deviation::Absolute, ..relative.clone() };
        assert_eq!(absolute.with_epsilon().epsilon, None);
        let written = MinimalSize { epsilon: Some(2.0), ..relative };
        assert_eq!(written.with_epsilon().epsilon, Some(2.0));
    }
}
