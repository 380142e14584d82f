//! How far a campaign is.

use super::options::Goal;
use super::row::LookRow;

/// How far a campaign is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// No goal is named.
    NoGoal,
    /// What was to be decided is decided.
    Decided,
    /// It is not, and there is budget left.
    Open,
    /// It is not, and the budget is used up.
    UsedUp,
}

/// The goal that rows carry.
pub(super) fn goal(row: &LookRow) -> Option<Goal> {
    row.exit_when.as_ref().and_then(|goal| Goal::parse(goal).ok())
}

/// Whether the goal is about the pair of a row.
pub(super) fn is_of_goal(row: &LookRow, goal: Goal) -> bool {
    match goal {
        Goal::All => true,
        Goal::Top(places) => (row.place_a <= places) != (row.place_b <= places),
    }
}

/// Whether it is decided that the system with the higher mean is better.
pub(super) fn is_decided_as_placed(row: &LookRow) -> bool {
    let higher = if row.place_a < row.place_b { &row.system_a } else { &row.system_b };
    row.better.as_ref() == Some(higher)
}

/// How far the campaign is of whose pairs these are the last looks.
pub fn progress<'a>(latest: impl IntoIterator<Item = &'a LookRow>) -> Progress {
    let mut rows = latest.into_iter().peekable();
    let Some(first) = rows.peek().copied() else { return Progress::NoGoal };
    let Some(goal) = goal(first) else { return Progress::NoGoal };
    let mut of_goal = rows.filter(|row| is_of_goal(row, goal));
    let is_decided = of_goal.all(|row| match goal {
        Goal::All => row.better.is_some(),
        Goal::Top(_) => is_decided_as_placed(row),
    });
    match first.budget {
        _ if is_decided => Progress::Decided,
        Some(budget) if first.campaign_documents >= budget => Progress::UsedUp,
        _ => Progress::Open,
    }
}
