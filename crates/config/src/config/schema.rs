//! The JSON Schema of specs, for editors and for other programs that write specs.

use schemars::Schema;
use schemars::generate::SchemaSettings;
use schemars::transform::{RecursiveTransform, Transform};
use serde_json::{Map, Value, json};

use super::document::SpecDocument;
use super::{OptionsKind, SpecPath, Step};
use crate::located::REST;

/// The schema of a spec (draft 2020-12) whose studies may ask for analyses of these `kinds`, generated from the types
/// that it is read into.
///
/// It describes the shape of a spec, with ranges and defaults, and refuses unknown keys. Relations
/// between values are checked by [`parse`](super::parse) alone.
pub fn schema(kinds: &[&OptionsKind]) -> Value {
    let mut generator = settings().into_generator();
    let tables =
        kinds.iter().map(|kind| (kind.key.to_owned(), (kind.schema)(&mut generator).into()));
    let tables: Map<String, Value> = tables.collect();
    let mut root = generator.into_root_schema_for::<SpecDocument>();
    let described = tables.into_iter().map(|(key, table)| {
        let target = &table["$ref"];
        let name = target.as_str().and_then(|target| target.rsplit('/').next());
        let text = name.and_then(|name| root.get("$defs")?.get(name)?.get("description"));
        (key, text.map_or(table.clone(), |text| json!({ "description": text, "$ref": target })))
    });
    let tables: Map<String, Value> = described.collect();
    let study = root.get_mut("$defs").and_then(|types| types.pointer_mut("/Study/properties"));
    if let Some(keys) = study.and_then(Value::as_object_mut) {
        keys.insert(REST.to_owned(), json!({ "properties": tables }));
    }
    RecursiveTransform(with_choices).transform(&mut root);
    RecursiveTransform(without_rest).transform(&mut root);
    root.into()
}

/// [`schema`] as it is written to a file.
pub fn schema_text(kinds: &[&OptionsKind]) -> String {
    format!("{:#}\n", schema(kinds))
}

/// Settings for schemas of files in TOML.
pub(super) fn settings() -> SchemaSettings {
    SchemaSettings::draft2020_12()
        .for_deserialize()
        .with_transform(RecursiveTransform(without_null))
        .with_transform(RecursiveTransform(without_line_breaks))
}

/// Analyses whose options have a key of this name.
pub(super) fn analyses_with(key: &str, kinds: &[&OptionsKind]) -> Vec<&'static str> {
    let having = kinds.iter().filter(|kind| {
        let mut generator = settings().into_generator();
        let table: Value = (kind.schema)(&mut generator).into();
        let named = table["$ref"].as_str().and_then(|target| target.rsplit('/').next());
        let types = generator.definitions();
        let table = named.and_then(|name| types.get(name)).unwrap_or(&table);
        table["properties"].get(key).is_some()
    });
    having.map(|kind| kind.key).collect()
}

/// The line that says how a required key of a spec is written; `None` for any other key.
pub(super) fn example(path: &SpecPath, key: &str, kinds: &[&OptionsKind]) -> Option<String> {
    let root = schema(kinds);
    let resolved = |schema: &'_ Value| -> Option<Value> {
        match schema["$ref"].as_str() {
            Some(target) => root.pointer(target.strip_prefix('#')?).cloned(),
            None => Some(schema.clone()),
        }
    };
    let mut table = root.clone();
    for step in path.split_last()?.0.steps() {
        let Step::Key(key) = step else { return None };
        let property =
            table["properties"].get(key).or_else(|| table.get("additionalProperties"))?;
        table = resolved(property)?;
    }
    table["required"].as_array()?.iter().find(|required| *required == key)?;
    let (_, example) =
        table["properties"][key]["description"].as_str()?.split_once("Example: `")?;
    example.split('`').next().map(str::to_owned)
}

/// Optional keys are left out and never null, which TOML does not have, nor are they empty lists.
fn without_null(schema: &mut Schema) {
    // A spec is only ever written for this program to read.
    schema.remove("writeOnly");
    if schema.get("default").is_some_and(|value| value.is_null() || *value == json!([])) {
        schema.remove("default");
    }
    if let Some(Value::Array(kinds)) = schema.get_mut("type") {
        kinds.retain(|kind| kind != "null");
        if let [kind] = kinds.as_slice() {
            let kind = kind.clone();
            schema.insert("type".to_owned(), kind);
        }
    }
    if let Some(Value::Array(values)) = schema.get_mut("enum") {
        values.retain(|value| !value.is_null());
    }
    if let Some(Value::Array(choices)) = schema.get_mut("anyOf") {
        choices.retain(|choice| choice.get("type").is_none_or(|kind| kind != "null"));
        if let [Value::Object(only)] = choices.as_mut_slice() {
            let only = std::mem::take(only);
            schema.remove("anyOf");
            for (key, value) in only {
                schema.insert(key, value);
            }
        }
    }
}

/// Doc comments are wrapped to fit the source; their paragraphs stay apart.
fn without_line_breaks(schema: &mut Schema) {
    if let Some(Value::String(text)) = schema.get_mut("description") {
        let paragraphs: Vec<String> =
            text.split("\n\n").map(|paragraph| paragraph.replace('\n', " ")).collect();
        *text = paragraphs.join("\n\n");
    }
}

/// A choice between tables of one key each becomes one table with exactly one key, so that each key
/// has its documentation.
fn with_choices(schema: &mut Schema) {
    let Some(Value::Array(choices)) = schema.get("oneOf") else { return };
    let keys: Option<Map<String, Value>> = choices.iter().map(only_property).collect();
    let Some(keys) = keys else { return };
    schema.remove("oneOf");
    schema.insert("type".to_owned(), "object".into());
    schema.insert("additionalProperties".to_owned(), false.into());
    schema.insert("properties".to_owned(), keys.into());
    schema.insert("minProperties".to_owned(), 1.into());
    schema.insert("maxProperties".to_owned(), 1.into());
}

/// The key of a table that has just one, with the documentation of the table.
fn only_property(table: &Value) -> Option<(String, Value)> {
    let mut keys = table.get("properties")?.as_object()?.iter();
    let (Some((key, value)), None) = (keys.next(), keys.next()) else { return None };
    table.get("required")?.as_array()?.first().filter(|required| *required == key)?;
    let mut value = value.clone();
    value["description"] = table.get("description")?.clone();
    Some((key.clone(), value))
}

/// Puts the keys of the field that is called [`REST`] beside the others.
fn without_rest(schema: &mut Schema) {
    let keys = schema.get_mut("properties").and_then(Value::as_object_mut);
    let Some(keys) = keys.filter(|keys| keys.contains_key(REST)) else { return };
    let rest = keys.shift_remove(REST).unwrap_or_default();
    let others = rest["properties"].as_object().cloned().unwrap_or_default();
    let choice: Vec<Value> = others.keys().map(|key| json!({ "required": [key] })).collect();
    keys.extend(others);
    if let Some(Value::Array(required)) = schema.get_mut("required") {
        required.retain(|key| key != REST);
        if required.is_empty() {
            schema.remove("required");
        }
    }
    if rest["maxProperties"] == 1 {
        schema.insert("oneOf".to_owned(), choice.into());
    }
}
