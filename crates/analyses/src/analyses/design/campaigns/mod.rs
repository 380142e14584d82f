//! Campaigns that show good systems more often, simulated before there is one: what they find that one with systems in
//! turn would not, and what that costs.

mod findings;
mod row;
mod rows;

pub(super) use findings::{findings, verdicts};
pub use row::{AssignmentPlanRow, CampaignAssignment};
pub use rows::assignment_plans;
pub(super) use rows::{CAMPAIGNS, MODELS};
