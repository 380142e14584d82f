//! Claims of a source.

use super::claim_document::Relation;
use super::document::Basis;
use super::values::Target;

/// A claim, and what decides whether it holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    /// Where it stands.
    pub place: String,
    /// What is claimed.
    pub claim: String,
    /// What is printed.
    pub published: String,
    /// What decides, or why it cannot be told.
    pub checks: Result<Vec<Check>, String>,
    /// How the result depends on what a synthetic corpus was fitted to.
    pub basis: Basis,
    /// Name of the figure that shows it.
    pub figure: Option<String>,
    /// What a reader should know.
    pub note: Option<String>,
}

/// One thing that a claim says about the results.
#[derive(Clone, Debug, PartialEq)]
pub struct Check {
    /// What its number is called.
    pub label: Option<String>,
    /// What is looked up.
    pub subject: Subject,
    /// The share of cases that must hold.
    pub share: f64,
    /// What turns the unit of print into that of the column.
    pub scale: f64,
    /// Unit behind the numbers shown.
    pub unit: String,
    /// Decimals of the numbers shown.
    pub decimals: u8,
}

/// What a check is about.
#[derive(Clone, Debug, PartialEq)]
pub enum Subject {
    /// Published values: how their place begins, what their description contains, and coordinates.
    Values {
        /// How the place begins.
        place: String,
        /// What the description contains.
        what: String,
        /// Coordinates under the names of the source.
        at: Vec<(String, Vec<String>)>,
    },
    /// Numbers of tables, compared with limits.
    Numbers {
        /// The number.
        target: Target,
        /// A second one.
        against: Option<Against>,
        /// Columns for each combination of whose values there is a case.
        each: Vec<String>,
        /// Columns of numbers, and from where to where they lie in the cases that count.
        among: Vec<(String, [f64; 2])>,
        /// Least and largest number of a case that holds, in the unit of print.
        limits: (Option<f64>, Option<f64>),
        /// Whether each order of the documents is judged by itself.
        by_order: bool,
    },
    /// Numbers of tables, compared with each other.
    Order {
        /// The number, without the column `along`.
        target: Target,
        /// The column whose values are ordered.
        along: String,
        /// Its values, from the largest number to the smallest: as the source names them, and as the tables do.
        order: Vec<(String, String)>,
        /// Whether they go from the smallest to the largest.
        ascending: bool,
    },
}

/// The second number of a comparison.
#[derive(Clone, Debug, PartialEq)]
pub struct Against {
    /// The number.
    pub target: Target,
    /// Columns in which it differs from the first, whatever the case.
    pub own: Vec<String>,
    /// What is made of both.
    pub relation: Relation,
}

impl Claim {
    /// Everything that it looks up in tables.
    pub fn targets(&self) -> impl Iterator<Item = &Target> {
        let checks = self.checks.iter().flatten();
        checks.flat_map(|check| match &check.subject {
            Subject::Values { .. } => vec![],
            Subject::Numbers { target, against, .. } => {
                let other = against.as_ref().map(|against| &against.target);
                std::iter::once(target).chain(other).collect()
            }
            Subject::Order { target, .. } => vec![target],
        })
    }
}
