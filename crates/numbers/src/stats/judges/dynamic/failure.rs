//! Whether a log can come from the assignment by which it is replayed.

use super::{Assignment, Chances, Page};

/// Least probability of a system not to be shown on the pages before it came, or after it was shown last.
const LEAST: f64 = 1e-9;

/// What does not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// The page shows another number of systems.
    Number,
    /// It shows a system that could not be shown, or lacks one that had to be.
    System(usize),
    /// The system came when others had their ratings of the cold start, or longer ago than chance allows.
    Late(usize),
    /// The system was shown last on this page, longer ago than chance allows.
    Gone(usize),
}

/// A page that does not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Its number.
    pub page: usize,
    /// Why.
    pub misfit: Misfit,
}

/// The first thing that does not fit: systems that come or go, then pages. O(pages x systems).
pub fn failure(
    pages: &[Page],
    chances: &[Chances],
    systems: usize,
    assignment: Assignment,
) -> Option<Failure> {
    (0..systems)
        .find_map(|system| came_or_went(pages, chances, system))
        .or_else(|| misfit(pages, chances, systems, assignment))
}

fn shows(page: &Page, system: usize) -> bool {
    page.shown.iter().any(|shown| shown.system == system)
}

fn came_or_went(pages: &[Page], chances: &[Chances], system: usize) -> Option<Failure> {
    let first = pages.iter().position(|page| shows(page, system))?;
    let last = pages.iter().rposition(|page| shows(page, system))?;
    if unseen(&chances[..first], system) {
        return Some(Failure { page: first, misfit: Misfit::Late(system) });
    }
    unseen(&chances[last + 1..], system)
        .then_some(Failure { page: last, misfit: Misfit::Gone(system) })
}

/// Whether it is all but impossible that none of these pages shows a system.
fn unseen(chances: &[Chances], system: usize) -> bool {
    let none: f64 = chances.iter().map(|page| 1.0 - page.inclusion[system]).product();
    none < LEAST
}

fn misfit(
    pages: &[Page],
    chances: &[Chances],
    systems: usize,
    assignment: Assignment,
) -> Option<Failure> {
    pages.iter().zip(chances).enumerate().find_map(|(page, (of_page, chances))| {
        if of_page.shown.len() != assignment.shown.min(systems) {
            return Some(Failure { page, misfit: Misfit::Number });
        }
        let probabilities = chances.inclusion.iter().enumerate();
        probabilities
            .map(|(system, p)| (system, *p, shows(of_page, system)))
            .find(|(_, p, is_shown)| if *is_shown { *p <= 0.0 } else { *p >= 1.0 })
            .map(|(system, _, _)| Failure { page, misfit: Misfit::System(system) })
    })
}
