//! The JSON Schema of specs, for editors and for other programs that write specs.

use schemars::Schema;
use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use serde_json::Value;

use super::document::SpecDocument;

/// The schema of a spec (draft 2020-12), generated from [`SpecDocument`].
///
/// It describes the shape of a spec and refuses unknown keys. Relations between values are checked
/// by [`parse`](super::parse) alone.
pub fn schema() -> Value {
    let settings = SchemaSettings::draft2020_12()
        .for_deserialize()
        .with_transform(RecursiveTransform(without_null))
        .with_transform(RecursiveTransform(without_line_breaks));
    settings.into_generator().into_root_schema_for::<SpecDocument>().into()
}

/// [`schema`] as it is written to a file.
pub fn schema_text() -> String {
    format!("{:#}\n", schema())
}

/// Optional keys are left out and never null, which TOML does not have.
pub(super) fn without_null(schema: &mut Schema) {
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
pub(super) fn without_line_breaks(schema: &mut Schema) {
    if let Some(Value::String(text)) = schema.get_mut("description") {
        let paragraphs: Vec<String> =
            text.split("\n\n").map(|paragraph| paragraph.replace('\n', " ")).collect();
        *text = paragraphs.join("\n\n");
    }
}
