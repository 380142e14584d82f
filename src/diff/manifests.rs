//! Differences between manifests, in what determines numbers. The version of the program is not
//! among them: that of the numbers is.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use serde_json::Value;

use crate::table::Manifest;

/// A difference between two manifests; null where one has no such entry.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct ManifestChange {
    /// What differs: `version of the numbers`, `spec studies.growth.B`, `input tiny, system one`.
    pub what: String,
    /// In the first.
    pub a: Value,
    /// In the second.
    pub b: Value,
}

/// What differs between `a` and `b`, apart from the tables.
pub fn manifests(a: &Manifest, b: &Manifest) -> Vec<ManifestChange> {
    let mut changes = Vec::new();
    change(
        &mut changes,
        "experiment",
        &a.experiment.as_str().into(),
        &b.experiment.as_str().into(),
    );
    change(&mut changes, "version of the numbers", &a.numbers.into(), &b.numbers.into());
    // The seed stands in the spec, too, where a difference has its place.
    spec(&mut changes, "spec", &a.spec, &b.spec);
    let (inputs_a, inputs_b) = (inputs(a), inputs(b));
    entries(&mut changes, "input", &inputs_a, &inputs_b);
    entries(&mut changes, "signature", &a.signatures, &b.signatures);
    // Whatever else there may be that determines numbers.
    if changes.is_empty() {
        let (a, b) = (a.run_identity.as_str(), b.run_identity.as_str());
        change(&mut changes, "run identity", &a.into(), &b.into());
    }
    changes
}

fn change(changes: &mut Vec<ManifestChange>, what: &str, a: &Value, b: &Value) {
    if a != b {
        changes.push(ManifestChange { what: what.to_owned(), a: a.clone(), b: b.clone() });
    }
}

/// Differences in a tree of tables, each at its place; entries of lists are matched by name.
fn spec(changes: &mut Vec<ManifestChange>, at: &str, a: &Value, b: &Value) {
    let (Some(in_a), Some(in_b)) = (members(a), members(b)) else {
        return change(changes, at, a, b);
    };
    let names: BTreeSet<&String> = in_a.keys().chain(in_b.keys()).collect();
    for name in names {
        let (a, b) = (in_a.get(name).copied(), in_b.get(name).copied());
        let (a, b) = (a.unwrap_or(&Value::Null), b.unwrap_or(&Value::Null));
        let separator = if at == "spec" { " " } else { "." };
        spec(changes, &format!("{at}{separator}{name}"), a, b);
    }
}

fn members(value: &Value) -> Option<BTreeMap<String, &Value>> {
    match value {
        Value::Object(members) => {
            Some(members.iter().map(|(name, value)| (name.clone(), value)).collect())
        }
        Value::Array(list) => {
            let named = list.iter().map(|entry| Some((entry.get("name")?.as_str()?, entry)));
            let named: Option<Vec<_>> = named.collect();
            let named: BTreeMap<String, &Value> =
                named?.into_iter().map(|(name, entry)| (name.to_owned(), entry)).collect();
            // Where two entries have one name, there is nothing to match them by.
            (!named.is_empty() && named.len() == list.len()).then_some(named)
        }
        _ => None,
    }
}

/// Digests of inputs by name.
fn inputs(manifest: &Manifest) -> BTreeMap<String, String> {
    let named = manifest.inputs.iter().map(|input| {
        let name = format!("{}, {} {}", input.corpus, input.kind, input.name);
        (name.trim_end().to_owned(), input.digest.clone())
    });
    named.collect()
}

fn entries(
    changes: &mut Vec<ManifestChange>,
    what: &str,
    a: &BTreeMap<String, String>,
    b: &BTreeMap<String, String>,
) {
    let names: BTreeSet<&String> = a.keys().chain(b.keys()).collect();
    for name in names {
        change(
            changes,
            &format!("{what} {name}"),
            &text_value(a.get(name)),
            &text_value(b.get(name)),
        );
    }
}

fn text_value(entry: Option<&String>) -> Value {
    entry.map_or(Value::Null, |text| text.as_str().into())
}
