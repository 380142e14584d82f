//! Design: the cheapest campaign that reaches a goal, from what ratings and scores vary with; or what one finds that shows
//! good systems more often.

mod basis;
mod campaigns;
mod compute;
mod figures;
mod findings;
pub mod options;
mod request;
mod row;
mod rows;
mod rules;
mod text_tables;
mod verdicts;
mod what_if;

pub use campaigns::{AssignmentPlanRow, CampaignAssignment, assignment_plans};
pub(crate) use findings::{price, way_out};
pub use row::DesignRow;
pub(crate) use row::{DesignKind, GoalKind};
pub use rows::designs;

use super::{Analysis, Weights};
use crate::analyses::question::Question;
use crate::table::TableDescription;

/// The analysis.
pub const DESIGN: Analysis = Analysis {
    descriptions: &[TableDescription::of::<DesignRow>, TableDescription::of::<AssignmentPlanRow>],
    tables: |results, tables| {
        tables.add_asked(designs(results))?;
        tables.add_asked(assignment_plans(results))
    },
    question: Question::Buy,
    // A study has rows of one kind.
    findings: |section| [findings::findings(section), campaigns::findings(section)].concat(),
    verdicts: |section| [verdicts::verdicts(section), campaigns::verdicts(section)].concat(),
    figures: &[figures::KIND],
    text_tables: text_tables::designs,
    what_if: what_if::what_if,
    ..Analysis::asked_by::<options::Design>(Weights::Refused(
        "components of variance are of all segments alike",
    ))
};
