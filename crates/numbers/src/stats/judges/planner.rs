//! The cheapest campaign that reaches a goal, and what more money buys.

use super::components::Components;
use super::design::{Assignment, Costs, Design, PairTest};
use super::goal::Goal;
use super::leave_out::LeaveOut;
use super::two_way::Part;
use crate::stats::special::student_t_quantile;
use crate::value::whole_up;

/// Documents beyond which no campaign is planned.
const MOST_DOCUMENTS: f64 = 1e7;

/// What designs are judged by.
#[derive(Clone, Debug)]
pub struct Planner {
    /// Components of variance.
    pub components: Components,
    /// Who rates what.
    pub assignment: Assignment,
    /// Systems that are rated.
    pub systems: usize,
    /// Test of differences.
    pub test: PairTest,
    /// The goal.
    pub goal: Goal,
    /// Prices.
    pub costs: Costs,
}

/// A design with what it costs and attains.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evaluation {
    /// Its sizes.
    pub design: Design,
    /// Its cost.
    pub cost: f64,
    /// Variance of a difference and degrees of freedom.
    pub part: Part,
    /// Margin of error of a difference.
    pub margin: f64,
    /// What it attains of the goal: a probability or a margin.
    pub attained: f64,
    /// Whether that is enough.
    pub reached: bool,
    /// Whether no design of the same list has a smaller margin at the same cost or less.
    pub on_frontier: bool,
}

impl Planner {
    /// A design with what it costs and attains; `on_frontier` is for lists. Some microseconds; a ranking takes 100.
    pub fn evaluate(&self, design: Design) -> Evaluation {
        self.evaluate_part(design, design.difference(&self.components, self.assignment))
    }

    /// A design whose variance and degrees of freedom are known otherwise.
    pub fn evaluate_part(&self, design: Design, part: Part) -> Evaluation {
        let margin = self.test.margin(part);
        let attained = self.goal.attained(part, margin);
        Evaluation {
            design,
            cost: self.costs.of(&design, self.systems),
            part,
            margin,
            attained,
            reached: self.goal.is_reached(attained),
            on_frontier: false,
        }
    }

    /// A shape with the smallest whole number of documents that reaches the goal; `None` where no number does.
    pub fn smallest(&self, shape: Design) -> Option<Evaluation> {
        let required = self.required_documents(shape)?;
        let documents = whole_up(required);
        Some(self.evaluate(Design { documents, ..shape }))
    }

    /// Documents, unrounded, with which a design of the shape of `design` reaches the goal; `None` where no number
    /// does, because judges alone make differences vary more than the goal allows. Bisection, some 60 evaluations.
    pub fn required_documents(&self, design: Design) -> Option<f64> {
        let reached = |documents: f64| self.evaluate(Design { documents, ..design }).reached;
        // Of fewer documents there is no test.
        let (mut low, mut high) = (2.0, 2.0);
        while !reached(high) {
            low = high;
            high *= 2.0;
            if high > MOST_DOCUMENTS {
                return None;
            }
        }
        // Bisection: variance and degrees of freedom both change with the documents, so that there is no closed form.
        while high - low > 1e-9 * high {
            let middle = 0.5 * (low + high);
            if reached(middle) { high = middle } else { low = middle }
        }
        Some(high)
    }

    /// Interval of the required documents of a shape, from how well components are known: `K exp(+-t e)` with the
    /// standard error e of log K by the jackknife over documents and over judges, whose squares are added. The degrees
    /// of freedom are the units of the smaller one, less one. The upper end is `None` where the components without some
    /// unit can reach the goal with no number of documents.
    ///
    /// `None` where the goal cannot be reached.
    ///
    /// # Panics
    ///
    /// If `level` is not in (0, 1).
    pub fn required_interval(
        &self,
        design: Design,
        left_out: &[&LeaveOut],
        level: f64,
    ) -> Option<(f64, Option<f64>)> {
        let required = self.required_documents(design)?;
        let squares = left_out.iter().map(|left| {
            let error = left.standard_error(|components| {
                let planner = Self { components: *components, ..self.clone() };
                planner.required_documents(design).map_or(f64::NAN, libm::log)
            })?;
            Some(error * error)
        });
        let units = left_out.iter().map(|left| left.components().len()).min()?;
        let quantile = student_t_quantile(0.5 * (1.0 + level), (units - 1) as f64)
            .expect("a confidence level lies in (0, 1)");
        match squares.sum::<Option<f64>>() {
            Some(square) => {
                let reach = quantile * square.sqrt();
                Some((required * libm::exp(-reach), Some(required * libm::exp(reach))))
            }
            // Only those with which it can be reached say how small it may be.
            None => Some((2.0, None)),
        }
    }
}
