//! From claims as they are written to claims that can be judged.

use std::collections::BTreeMap;

use super::claim::{Against, Check, Claim, Subject};
use super::claim_document::{AgainstTable, CheckTable};
use super::document::{Coordinate, PublishedDocument, Reduce};
use super::lower::{check_weight, table_and_column};
use super::names::Names;
use super::values::Target;
use crate::config::problems::SpecProblems;
use crate::config::source::SpecPath;

/// All claims of the file.
pub(super) fn claims(document: &PublishedDocument, problems: &mut SpecProblems<'_>) -> Vec<Claim> {
    let mut claims = Vec::new();
    for (index, table) in document.claims.iter().flatten().enumerate() {
        let at = SpecPath::of(["claims"]).then(index);
        let checks = match (&table.checks, &table.reason) {
            (Some(checks), None) if !checks.is_empty() => {
                let mut lowered = Vec::new();
                for (index, check) in checks.iter().enumerate() {
                    let at = at.then("checks").then(index);
                    let mut one = OneCheck { document, check, at: &at, problems: &mut *problems };
                    lowered.push(one.lower());
                }
                // A name that stands for nothing known: the whole claim cannot be judged.
                lowered.into_iter().collect()
            }
            (None, Some(reason)) => Err(reason.clone()),
            (Some(_), Some(_)) => {
                let message = "a claim with `checks` needs no `reason` why it cannot be told";
                problems.key_error(&at.then("reason"), message, "leave one of them out");
                Err(String::new())
            }
            _ => {
                let help = "add `checks`, or `reason = \"...\"` why it cannot be told";
                problems.error(&at, "there are neither `checks` nor a `reason`", help);
                Err(String::new())
            }
        };
        claims.push(Claim {
            place: table.place.clone(),
            claim: table.claim.clone(),
            published: table.published.clone(),
            checks,
            basis: table.basis.unwrap_or_default(),
            figure: table.figure.clone(),
            note: table.note.clone(),
        });
    }
    claims
}

/// A check with its place in the file.
struct OneCheck<'a, 'f> {
    document: &'a PublishedDocument,
    check: &'a CheckTable,
    at: &'a SpecPath,
    problems: &'a mut SpecProblems<'f>,
}

impl OneCheck<'_, '_> {
    /// The check, or why its names are unknown.
    fn lower(&mut self) -> Result<Check, String> {
        let check = self.check;
        let subject = match (&check.values, &check.quantity) {
            (Some(values), None) => {
                let has_number_keys = check.order.is_some() || check.at.is_some();
                if has_number_keys || check.at_least.is_some() || check.at_most.is_some() {
                    let message = "`values` are judged by their own verdicts";
                    self.problems.error(&self.at.then("values"), message, "leave the rest out");
                }
                Subject::Values {
                    place: values.place.clone(),
                    what: values.what.clone().unwrap_or_default(),
                    at: listed(values.at.as_ref()),
                }
            }
            (None, Some(_)) if check.order.is_some() => self.order()?,
            (None, Some(_)) => self.numbers()?,
            _ => {
                let help = "write one of them";
                self.problems.error(self.at, "a check needs either `values` or `quantity`", help);
                return Err(String::new());
            }
        };
        Ok(Check {
            label: check.label.clone(),
            subject,
            share: self
                .within("share", check.share.unwrap_or(1.0), |share| share > 0.0 && share <= 1.0),
            scale: self.within("scale", check.scale.unwrap_or(1.0), |scale| scale != 0.0),
            unit: check.unit.clone().unwrap_or_default(),
            decimals: check.decimals.unwrap_or(2).min(9),
        })
    }

    fn within(&mut self, key: &str, value: f64, is_right: impl Fn(f64) -> bool) -> f64 {
        if value.is_finite() && is_right(value) {
            return value;
        }
        let message = format!("`{key}` is out of its range");
        let help = if key == "share" {
            "write a number above 0, at most 1"
        } else {
            "write a number other than 0"
        };
        self.problems.error(&self.at.then(key), message, help);
        1.0
    }

    fn numbers(&mut self) -> Result<Subject, String> {
        let check = self.check;
        let at = listed(check.at.as_ref());
        let target = self.target(check.quantity.as_deref(), check.reduce, &at)?;
        let against = match &check.against {
            None => None,
            Some(AgainstTable { quantity, at: other_at, reduce }) => {
                let changed = listed(other_at.as_ref());
                let is_kept = |(name, _): &(String, Vec<String>)| {
                    changed.iter().all(|(other, _)| other != name)
                };
                let coordinates: Vec<_> =
                    at.iter().filter(|entry| is_kept(entry)).chain(&changed).cloned().collect();
                let quantity = quantity.as_deref().or(check.quantity.as_deref());
                let other = self.target(quantity, reduce.or(check.reduce), &coordinates)?;
                let relation = check.relation.unwrap_or_default();
                let changed = changed.into_iter().map(|(name, _)| name).collect();
                Some(Against { target: other, own: changed, relation })
            }
        };
        if check.at_least.is_none() && check.at_most.is_none() {
            let help = "add `at-least`, `at-most` or both";
            self.problems.error(self.at, "nothing says which numbers hold", help);
        }
        Ok(Subject::Numbers {
            target,
            against,
            each: check.each.clone().unwrap_or_default(),
            among: check.among.iter().flatten().map(|(name, ends)| (name.clone(), *ends)).collect(),
            limits: (check.at_least, check.at_most),
            by_order: check.by_order.unwrap_or(false),
        })
    }

    fn order(&mut self) -> Result<Subject, String> {
        let check = self.check;
        let target =
            self.target(check.quantity.as_deref(), check.reduce, &listed(check.at.as_ref()))?;
        let Some(along) = check.along.clone() else {
            let help = "add such as `along = \"system\"`";
            self.problems.error(&self.at.then("order"), "nothing says what is ordered", help);
            return Err(String::new());
        };
        let names = Names::new(self.document);
        let order =
            check.order.iter().flatten().map(|name| Ok((name.clone(), names.name(&along, name)?)));
        let order = order.collect::<Result<Vec<_>, String>>()?;
        if order.len() < 2 {
            self.problems.error(
                &self.at.then("order"),
                "an order has at least two values",
                "add values",
            );
        }
        Ok(Subject::Order { target, along, order, ascending: check.ascending.unwrap_or(false) })
    }

    fn target(
        &mut self,
        quantity: Option<&str>,
        reduce: Option<Reduce>,
        coordinates: &[(String, Vec<String>)],
    ) -> Result<Target, String> {
        let quantity = quantity.unwrap_or_default();
        let Some((table, column)) = table_and_column(quantity) else {
            let message = format!("\"{quantity}\" is no table and column");
            self.problems.error(
                &self.at.then("quantity"),
                message,
                "write such as \"scores.median\"",
            );
            return Err(String::new());
        };
        let weight = self.check.weight.clone();
        check_weight(reduce, weight.as_ref(), self.at, self.problems);
        let coordinates = Names::new(self.document).coordinates(coordinates)?;
        Ok(Target { table, column, coordinates, reduce, weight })
    }
}

fn listed(at: Option<&BTreeMap<String, Coordinate>>) -> Vec<(String, Vec<String>)> {
    let at = at.into_iter().flatten();
    at.map(|(name, values)| (name.clone(), values.0.clone())).collect()
}
