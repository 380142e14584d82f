//! What published values and claims look up in the tables of a run.

use super::file::{Check, Claim, Coordinates, Names, Other, PRINT, Published, Quantity, Reduce};
use crate::config::model::Study;

/// Where a number is reproduced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// Table and column.
    pub quantity: Quantity,
    /// Columns and the values one of which they must have, under the names of the corpora.
    pub coordinates: Vec<(String, Vec<String>)>,
    /// What is made of several rows; exactly one must match without it.
    pub reduce: Option<Reduce>,
    /// The column that weights the rows of a mean.
    pub weight: Option<String>,
}

impl Target {
    /// Whether its coordinates leave it open that a row of a study is meant.
    pub fn may_be_of(&self, study: &Study) -> bool {
        self.may_have("study", std::slice::from_ref(&study.name))
            && self.may_have("corpus", &study.corpora)
    }

    fn may_have(&self, column: &str, values: &[String]) -> bool {
        let wanted = self.coordinates.iter().find(|(name, _)| name == column);
        wanted.is_none_or(|(_, wanted)| wanted.iter().any(|wanted| values.contains(wanted)))
    }

    /// The same with `value` in a column, whatever it had there.
    pub(super) fn with(mut self, column: &str, value: &str) -> Self {
        self.coordinates.retain(|(name, _)| name != column);
        self.coordinates.push((column.to_owned(), vec![value.to_owned()]));
        self
    }

    /// Table and column, with what is made of several rows.
    pub(super) fn words(&self) -> String {
        let Quantity { table, column } = &self.quantity;
        match (self.reduce, &self.weight) {
            (None, _) => format!("{table}.{column}"),
            (Some(reduce), None) => format!("{} of {table}.{column}", reduce.name()),
            (Some(reduce), Some(_)) => format!("weighted-{} of {table}.{column}", reduce.name()),
        }
    }
}

/// The values that a coordinate allows, of which nothing is an empty text.
pub(super) fn alternatives(text: &str) -> Vec<String> {
    let value = |text: &str| if text == "null" { String::new() } else { text.to_owned() };
    text.split('|').map(value).collect()
}

/// The name that tables have in `column` for what the source calls `name`.
pub(super) fn meant<'a>(names: &'a Names, column: &str, name: &'a str) -> &'a str {
    names.get(column).and_then(|names| names.get(name)).map_or(name, String::as_str)
}

/// The second number of a check.
#[derive(Clone)]
pub(super) struct Second<'a> {
    pub(super) target: Target,
    /// The columns that it does not share with the first: what they have stays, whatever the case.
    fixed: Vec<&'a str>,
}

impl Second<'_> {
    /// The same with `value` in a column that it shares with the first.
    pub(super) fn with(self, column: &str, value: &str) -> Self {
        let is_fixed = self.fixed.contains(&column);
        if is_fixed { self } else { Self { target: self.target.with(column, value), ..self } }
    }
}

impl Check {
    /// Returns `true` if it looks up printed values.
    pub(super) fn is_of_print(&self) -> bool {
        self.quantity.as_ref().is_some_and(|quantity| quantity.table == PRINT)
    }

    /// The number that it is about, if it looks one up.
    pub(super) fn target(&self, names: &Names) -> Option<Target> {
        Some(Target {
            quantity: self.quantity.clone()?,
            coordinates: in_tables(&self.at, names),
            reduce: self.reduce,
            weight: self.weight.clone(),
        })
    }

    /// The second number, if there is one.
    pub(super) fn second(&self, names: &Names) -> Option<Second<'_>> {
        let seconds = [&self.less, &self.over, &self.pearson, &self.spearman];
        let Other { quantity, at, without, reduce } =
            seconds.into_iter().find_map(Option::as_ref)?;
        let fixed: Vec<&str> = at.keys().chain(without).map(String::as_str).collect();
        let mut target = self.target(names)?;
        target.coordinates.retain(|(name, _)| !fixed.contains(&name.as_str()));
        target.coordinates.extend(in_tables(at, names));
        target.quantity = quantity.clone().unwrap_or(target.quantity);
        target.reduce = reduce.or(target.reduce);
        Some(Second { target, fixed })
    }
}

fn in_tables(at: &Coordinates, names: &Names) -> Vec<(String, Vec<String>)> {
    let mut coordinates: Vec<(String, Vec<String>)> =
        at.iter().map(|(column, text)| (column.clone(), alternatives(text))).collect();
    translate(&mut coordinates, names);
    coordinates
}

/// Gives coordinates the names that tables have for those of the source.
pub(super) fn translate(coordinates: &mut [(String, Vec<String>)], names: &Names) {
    for (column, wanted) in coordinates {
        for name in wanted {
            *name = meant(names, column, name).to_owned();
        }
    }
}

impl Claim {
    /// Everything that it looks up in tables of a run.
    pub(super) fn targets(&self, names: &Names) -> Vec<Target> {
        let checks = self.checks.iter().filter(|check| !check.is_of_print());
        let targets = checks.flat_map(|check| {
            [check.target(names), check.second(names).map(|second| second.target)]
        });
        targets.flatten().collect()
    }
}

impl Published {
    /// Everything that is looked up in tables: for its values and for its claims.
    pub fn targets(&self) -> Vec<Target> {
        let of_values = self.values.iter().filter_map(|value| value.target.clone().ok());
        of_values.chain(self.claims.iter().flat_map(|claim| claim.targets(&self.names))).collect()
    }
}
