//! What published values and claims look up in the tables of a run.

use super::file::{Check, Claim, Coordinates, Names, On, Other, Published, Quantity, Reduce};

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
    /// Whether its coordinates leave it open that a row has one of `values` in `column`.
    pub fn may_have<'a>(&self, column: &str, values: impl IntoIterator<Item = &'a str>) -> bool {
        let wanted = self.coordinates.iter().find(|(name, _)| name == column);
        wanted.is_none_or(|(_, wanted)| {
            values.into_iter().any(|value| wanted.iter().any(|wanted| wanted == value))
        })
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

/// The table of printed values that stand for `quantity`. What was made of several rows has a table of its own.
pub(super) fn table_in_print(quantity: &Quantity, reduce: Option<Reduce>) -> String {
    reduce.map_or_else(
        || quantity.table.clone(),
        |reduce| format!("{} of {}", reduce.name(), quantity.table),
    )
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

impl Check {
    /// The number that it is about, if it looks one up.
    pub(super) fn target(&self, names: &Names) -> Option<Target> {
        Some(Target {
            quantity: self.quantity.clone()?,
            coordinates: in_tables(&self.at, names),
            reduce: self.reduce,
            weight: self.weight.clone(),
        })
    }

    /// The second number, with the columns that it does not share with the first.
    pub(super) fn other(&self, names: &Names) -> Option<(Target, Vec<&str>)> {
        let seconds = [&self.less, &self.over, &self.pearson, &self.spearman];
        let second = seconds.into_iter().find_map(Option::as_ref)?;
        let Other { quantity, at, without, reduce } = second;
        let differing: Vec<&str> = at.keys().chain(without).map(String::as_str).collect();
        let mut other = self.target(names)?;
        other.coordinates.retain(|(name, _)| !differing.contains(&name.as_str()));
        other.coordinates.extend(in_tables(at, names));
        other.quantity = quantity.clone().unwrap_or(other.quantity);
        other.reduce = reduce.or(other.reduce);
        Some((other, differing))
    }
}

fn in_tables(at: &Coordinates, names: &Names) -> Vec<(String, Vec<String>)> {
    let alternatives = |(column, text): (&String, &String)| {
        let values = alternatives(text).into_iter();
        let values = values.map(|value| meant(names, column, &value).to_owned());
        (column.clone(), values.collect())
    };
    at.iter().map(alternatives).collect()
}

impl Claim {
    /// Everything that it looks up in tables of a run.
    pub(super) fn targets(&self, names: &Names) -> Vec<Target> {
        let of_check = |check: &Check| {
            let other = check.other(names).map(|(target, _)| target);
            check.target(names).into_iter().chain(other)
        };
        self.checks.iter().filter(|check| check.on == On::Run).flat_map(of_check).collect()
    }
}

impl Published {
    /// Everything that is looked up in tables: for its values and for its claims.
    pub fn targets(&self) -> Vec<Target> {
        let of_values = self.values.iter().filter_map(|value| value.target.clone().ok());
        of_values.chain(self.claims.iter().flat_map(|claim| claim.targets(&self.names))).collect()
    }
}
