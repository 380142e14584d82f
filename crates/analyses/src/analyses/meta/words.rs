//! Words of the tables about metrics.

use super::options::{MeasureName, Scope};
use crate::stats::meta::measure::Grouping;
use crate::stats::reason::Reason;
use crate::table::columns::{SharedText, Value, word_columns};
use crate::table::{CellValue, ColumnType};
use crate::value::words;

word_columns!(Scope, ExchangedUnit);

/// What metrics are compared by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum ComparedBy {
    /// The weighted average over all measures and corpora of the study.
    #[default]
    Average,
    /// A measure.
    Measure(MeasureName),
}

impl ComparedBy {
    const AVERAGE: &'static str = "average";

    /// Its name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Average => Self::AVERAGE,
            Self::Measure(measure) => measure.name(),
        }
    }

    /// With what it is computed within: `pearson by item`.
    pub(super) fn within(self, grouping: Option<Grouping>) -> String {
        let name = self.name();
        match grouping {
            None => name.to_owned(),
            Some(Grouping::None) => format!("{name} of all outputs"),
            Some(Grouping::Item) => format!("{name} by item"),
            Some(Grouping::System) => format!("{name} by system"),
        }
    }

    /// Returns `true` if ties of people, who tie more often than metrics, lower it.
    pub(super) fn counts_ties(self) -> bool {
        use MeasureName::{Acc23, AccEq, AccEqUncalibrated, Kendall23};
        matches!(self, Self::Measure(AccEq | AccEqUncalibrated | Acc23 | Kendall23))
    }
}

impl From<MeasureName> for ComparedBy {
    fn from(measure: MeasureName) -> Self {
        Self::Measure(measure)
    }
}

impl Value for ComparedBy {
    const TYPE: ColumnType = ColumnType::Text;

    fn words() -> Vec<&'static str> {
        let measures = MeasureName::ALL.iter().map(|measure| measure.name());
        measures.chain([Self::AVERAGE]).collect()
    }

    fn cell(&self) -> CellValue<'_> {
        CellValue::Text(self.name())
    }

    fn of_cell(cell: CellValue<'_>, _texts: &mut SharedText) -> Option<Self> {
        match cell.text()? {
            Self::AVERAGE => Some(Self::Average),
            name => MeasureName::from_name(name).map(Self::Measure),
        }
    }
}

words! {
    /// What is exchanged together to test two metrics, and what the test is about.
    #[derive(Default)]
    pub enum ExchangedUnit {
        /// Outputs one by one.
        #[default]
        Outputs = "outputs",
        /// All outputs of a system.
        Systems = "systems",
        /// All outputs of a document.
        Documents = "documents",
        /// All outputs of a segment.
        Segments = "segments",
    }
}

impl ExchangedUnit {
    /// What one of them is called.
    pub(super) fn singular(self) -> &'static str {
        match self {
            Self::Outputs => "output",
            Self::Systems => "system",
            Self::Documents => "document",
            Self::Segments => "segment",
        }
    }

    /// Why no test can be significant where even all exchanges are too few.
    pub(super) fn too_few(self) -> Reason {
        match self {
            Self::Outputs => Reason::TooFewOutputs,
            Self::Systems => Reason::TooFewSystems,
            Self::Documents => Reason::TooFewDocuments,
            Self::Segments => Reason::TooFewSegments,
        }
    }
}
