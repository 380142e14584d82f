//! The JSON Schema of specs: in step with the code, documented, and of one mind with the parser.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use jsonschema::Validator;
use proptest::prelude::*;
use proptest::sample::Index;
use runner::analyses::{parse, spec_schema as schema, spec_schema_text as schema_text};
use serde_json::{Map, Value, json};

use crate::support::{root, seed};

fn specs(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join("tests/spec").join(folder)).expect("in the repository");
    let paths = entries.map(|entry| entry.expect("readable").path());
    let mut paths: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|kind| kind == "toml")).collect();
    paths.sort();
    assert!(!paths.is_empty());
    paths
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).expect("readable")
}

fn validator() -> &'static Validator {
    static VALIDATOR: LazyLock<Validator> = LazyLock::new(|| {
        jsonschema::draft202012::new(&schema()).expect("the schema is valid itself")
    });
    &VALIDATOR
}

fn as_json(text: &str) -> Value {
    toml::from_str(text).expect("TOML")
}

#[test]
fn schema_of_specs_is_in_step() {
    assert_in_step("spec", &schema_text());
}

#[test]
fn schema_of_tables_is_in_step() {
    let text = runner::table::schema_text(runner::analyses::all_tables());
    jsonschema::draft202012::meta::validate(&as_value(&text)).expect("a valid schema");
    assert_in_step("tables", &text);
}

fn as_value(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

fn assert_in_step(name: &str, actual: &str) {
    let path = root().join(format!("schemas/{name}.schema.json"));
    if std::env::var_os("RUNNER_UPDATE_SCHEMAS").is_some() {
        fs::create_dir_all(path.parent().expect("a folder")).expect("writable");
        fs::write(&path, actual).expect("writable");
        return;
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    if expected == actual {
        return;
    }
    let old: BTreeSet<&str> = expected.lines().collect();
    let new: BTreeSet<&str> = actual.lines().collect();
    let gone = expected.lines().filter(|line| !new.contains(line)).map(|line| format!("-{line}"));
    let come = actual.lines().filter(|line| !old.contains(line)).map(|line| format!("+{line}"));
    let difference: Vec<String> = gone.chain(come).take(60).collect();
    panic!(
        "schemas/{name}.schema.json is not what the code describes:\n{}\nrun: cargo run -- schema \
         {name} > schemas/{name}.schema.json",
        difference.join("\n")
    );
}

#[test]
fn valid_specs_satisfy_the_schema() {
    let validator = validator();
    for path in specs("valid") {
        let errors: Vec<String> = validator
            .iter_errors(&as_json(&read(&path)))
            .map(|error| format!("{} at {}", error, error.instance_path()))
            .collect();
        assert!(errors.is_empty(), "{}: {}", path.display(), errors.join("\n"));
    }
}

/// What the schema refuses, with the place and the keyword, so that a slip in the test itself is
/// not taken for a refusal.
#[test]
fn schema_refuses() {
    let validator = validator();
    let valid = as_json(&read(&root().join("tests/spec/valid/cesta.toml")));
    let cases = r#"/sed | 1 |  | additionalProperties
/experiment/sed | 1 | /experiment | additionalProperties
/experiment/seed | -1 | /experiment/seed | minimum
/experiment/seed | "x" | /experiment/seed | type
/experiment/title | null | /experiment/title | type
/corpora | {} | /corpora | minProperties
/corpora/a | {} | /corpora/a | oneOf
/corpora/a~1b | { "synthetic": { "preset": "p" } } | /corpora | propertyNames
/corpora/enfr-1/synthetic/path | "x" | /corpora/enfr-1/synthetic | additionalProperties
/metrics/m | { "bleu": {}, "nist": {} } | /metrics/m | maxProperties
/metrics/m | {} | /metrics/m | minProperties
/metrics/m | { "bleu": { "order": 10 } } | /metrics/m/bleu/order | maximum
/metrics/m | { "bleu": { "tokenizer": "tercom" } } | /metrics/m/bleu/tokenizer | oneOf
/metrics/m | { "bleu": { "lowercase": null } } | /metrics/m/bleu/lowercase | enum
/studies/growth/metrcis | [] | /studies/growth | additionalProperties
/studies/growth/metrics | [] | /studies/growth/metrics | minItems
/studies/growth/B | "many" | /studies/growth/B | oneOf
/studies/growth/systems | "S1" | /studies/growth/systems | oneOf
/studies/growth/level | 1 | /studies/growth/level | exclusiveMaximum
/studies/growth/test-sizes | { "documents": "each", "fractions": [1] } | /studies/growth/test-sizes | maxProperties
/studies/growth/minimal-size/epsilon | 0 | /studies/growth/minimal-size/epsilon | exclusiveMinimum"#;
    for case in cases.lines() {
        let parts: Vec<&str> = case.split(" | ").collect();
        let [pointer, value, place, keyword] = parts[..] else { panic!("{case}") };
        let mut changed = valid.clone();
        let (around, key) = pointer.rsplit_once('/').expect("a pointer");
        let table = changed.pointer_mut(around).and_then(Value::as_object_mut).expect("a table");
        table.insert(key.replace("~1", "/"), serde_json::from_str(value).expect("JSON"));
        let found: Vec<(String, String)> = validator
            .iter_errors(&changed)
            .map(|error| (error.instance_path().to_string(), error.kind().keyword().to_owned()))
            .collect();
        assert!(
            found.iter().any(|(at, why)| at == place && why == keyword),
            "{pointer}: {found:?} instead of {keyword} at {place:?}"
        );
    }
}

/// Calls `found` with the place and the schema of every key of every table, and whether it is
/// required.
fn every_key(schema: &Value, found: &mut impl FnMut(&str, &str, &Value, bool)) {
    let definitions = schema["$defs"].as_object().expect("definitions");
    let top = ("the top", schema);
    let experiment = ("experiment", &schema["properties"]["experiment"]);
    let tables = definitions.iter().map(|(name, table)| (name.as_str(), table));
    for (name, table) in tables.chain([top, experiment]) {
        for (key, value) in table["properties"].as_object().into_iter().flatten() {
            let required = table["required"].as_array().into_iter().flatten();
            found(name, key, value, required.clone().any(|required| required == key));
        }
    }
}

#[test]
fn every_key_is_documented() {
    let schema = schema();
    let mut bad = Vec::new();
    every_key(&schema, &mut |table, key, value, is_required| {
        let text = value["description"].as_str().unwrap_or_default();
        // A key that stands for a table with keys of its own is documented there.
        let target = value["$ref"].as_str().and_then(|path| schema.pointer(&path[1..]));
        let is_table =
            |schema: &Value| schema["type"] == "object" && schema["additionalProperties"] == false;
        if target.is_some_and(is_table) || is_table(value) {
            if text.is_empty() {
                bad.push(format!("{table}.{key} has no description"));
            }
            return;
        }
        let by_choice = ["criterion", "criteria", "documents", "fractions", "terms"].contains(&key);
        let has_default = value.get("default").is_some() || text.contains("Default");
        if !(has_default || is_required || by_choice) {
            bad.push(format!("{table}.{key} has no default and is not required: {text}"));
        }
        if value.get("default").is_some() && text.contains("Default") {
            bad.push(format!("{table}.{key} says its default twice: {text}"));
        }
        if !text.contains("Example: `") {
            bad.push(format!("{table}.{key} has no example: {text}"));
        }
    });
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}

/// All keys that occur in `value`.
fn keys_in(value: &Value, keys: &mut BTreeSet<String>) {
    match value {
        Value::Object(table) => {
            for (key, value) in table {
                keys.insert(key.clone());
                keys_in(value, keys);
            }
        }
        Value::Array(list) => list.iter().for_each(|value| keys_in(value, keys)),
        _ => {}
    }
}

#[test]
fn every_key_is_used_by_some_spec() {
    let mut used = BTreeSet::new();
    for path in specs("valid") {
        keys_in(&as_json(&read(&path)), &mut used);
    }
    every_key(&schema(), &mut |table, key, _, _| {
        assert!(used.contains(key), "no spec uses {table}.{key}");
    });
}

/// The examples in the descriptions are TOML.
#[test]
fn examples_are_toml() {
    every_key(&schema(), &mut |table, key, value, _| {
        let text = value["description"].as_str().unwrap_or_default();
        let examples = text.split("Example: `").skip(1);
        for example in examples.filter_map(|rest| rest.split('`').next()) {
            let parsed = toml::from_str::<Value>(example);
            assert!(parsed.is_ok(), "{table}.{key}: {example}");
        }
    });
}

/// One small change of a spec.
#[derive(Clone, Debug)]
enum Mutation {
    Replace(Value),
    Delete,
    Rename,
    Insert(Value),
}

fn mutation() -> impl Strategy<Value = Mutation> {
    let value = prop::sample::select(vec![
        json!("x"),
        json!(""),
        json!("each"),
        json!("all"),
        json!(-1),
        json!(0),
        json!(1),
        json!(12),
        json!(0.5),
        json!(-0.5),
        json!(1.5),
        json!(true),
        json!([]),
        json!(["x"]),
        json!(["x", "x"]),
        json!([1, 2]),
        json!([0.5]),
        json!([[]]),
        json!({}),
        json!({ "x": 1 }),
        json!({ "mixed": 2 }),
        json!({ "floor": 0.5 }),
    ]);
    prop_oneof![
        6 => value.clone().prop_map(Mutation::Replace),
        1 => Just(Mutation::Delete),
        1 => Just(Mutation::Rename),
        1 => value.prop_map(Mutation::Insert),
    ]
}

/// Pointers to everything in `value`.
fn pointers(value: &Value, at: &str, found: &mut Vec<String>) {
    let mut child = |key: &str, value: &Value| {
        let at = format!("{at}/{}", key.replace('~', "~0").replace('/', "~1"));
        found.push(at.clone());
        pointers(value, &at, found);
    };
    match value {
        Value::Object(table) => table.iter().for_each(|(key, value)| child(key, value)),
        Value::Array(list) => {
            list.iter().enumerate().for_each(|(index, value)| child(&index.to_string(), value));
        }
        _ => {}
    }
}

fn mutate(spec: &mut Value, place: Index, mutation: Mutation) {
    let mut all = Vec::new();
    pointers(spec, "", &mut all);
    let pointer = place.get(&all);
    let (around, key) = pointer.rsplit_once('/').expect("not the top");
    let key = key.replace("~1", "/").replace("~0", "~");
    match (mutation, spec.pointer_mut(around).expect("it is there")) {
        (Mutation::Replace(value), Value::Object(table)) => drop(table.insert(key, value)),
        (Mutation::Replace(value) | Mutation::Insert(value), Value::Array(list)) => {
            list[key.parse::<usize>().expect("an index")] = value;
        }
        (Mutation::Insert(value), Value::Object(table)) => {
            drop(table.insert("x".to_owned(), value));
        }
        (Mutation::Delete, Value::Object(table)) => drop(table.remove(&key)),
        (Mutation::Rename, Value::Object(table)) => {
            let value = table.remove(&key).expect("it is there");
            table.insert(format!("{key}x"), value);
        }
        (Mutation::Delete | Mutation::Rename, Value::Array(list)) => {
            list.remove(key.parse().expect("an index"));
        }
        (_, Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_)) => {
            unreachable!("these hold nothing")
        }
    }
}

/// A value in TOML; tables inline.
fn as_toml(value: &Value) -> String {
    match value {
        Value::Object(table) => format!("{{ {} }}", entries(table).join(", ")),
        Value::Array(list) => {
            let list: Vec<String> = list.iter().map(as_toml).collect();
            format!("[{}]", list.join(", "))
        }
        // Strings, numbers and booleans are written alike.
        other => other.to_string(),
    }
}

fn entries(table: &Map<String, Value>) -> Vec<String> {
    let entry = |(key, value): (&String, &Value)| format!("{} = {}", json!(key), as_toml(value));
    table.iter().map(entry).collect()
}

proptest! {
    #![proptest_config(seed::properties(256))]

    /// What the schema refuses, the parser refuses; and what the parser refuses for its shape, the
    /// schema refuses. (Relations between values are the parser's alone.)
    #[test]
    fn schema_and_parser_agree(
        changes in prop::collection::vec((any::<Index>(), mutation()), 1..4),
    ) {
        let mut spec = as_json(&read(&root().join("tests/spec/valid/everything.toml")));
        for (place, mutation) in changes {
            mutate(&mut spec, place, mutation);
        }
        let text = entries(spec.as_object().expect("a table")).join("\n");
        let is_accepted = validator().is_valid(&spec);
        match parse("spec.toml", &text) {
            Ok(_) => prop_assert!(is_accepted, "only the schema refuses\n{text}"),
            Err(problems) => {
                let is_shape = |message: &str| {
                    message.starts_with("unknown key") || message.contains(" must be ")
                };
                let shape = problems.iter().find(|problem| is_shape(&problem.message));
                if let Some(problem) = shape {
                    prop_assert!(!is_accepted, "only the parser refuses: {}", problem.message);
                }
            }
        }
    }
}
