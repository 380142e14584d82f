//! Minimal sizes: curves through the deviations along an ordering, the sizes read off them, and
//! whether these depend on which documents come first.

mod compute;
mod curves;
mod figures;
mod findings;
mod fit_warning;
mod form;
mod minimal_size_row;
pub mod options;
mod order_figures;
mod reading;
mod request;
mod rows;
mod rules;
mod series;
mod stable_rank;
mod subset_independence;
mod subset_independence_row;
mod text_tables;

pub use compute::{SizeSpread, SizeSpreads};
pub use curves::Curves;
pub(crate) use findings::{LevelSize, level_sizes};
pub use minimal_size_row::MinimalSizeRow;
pub use request::SizeIntervals;
pub use rows::minimal_sizes;
pub use subset_independence::subset_independence;
pub use subset_independence_row::{Quantity, SubsetIndependenceRow};

use super::{Analysis, Question, Standing, Weights};
use crate::table::TableDescription;

/// The analysis.
pub const MINIMAL_SIZES: Analysis = Analysis {
    descriptions: &[
        TableDescription::of::<MinimalSizeRow>,
        TableDescription::of::<SubsetIndependenceRow>,
    ],
    tables: |results, tables| {
        let curves = Curves::new(results);
        tables.add(minimal_sizes(results, &curves))?;
        tables.add_asked(subset_independence(results, &curves))
    },
    question: Question::Sizes,
    findings: findings::findings,
    figures: &[figures::KIND, order_figures::KIND],
    text_tables: text_tables::minimal_sizes,
    standing: Standing::Last,
    ..Analysis::asked_by::<options::MinimalSize>(Weights::Refused(
        "sizes are numbers of texts of a random part, and picks are none",
    ))
};
