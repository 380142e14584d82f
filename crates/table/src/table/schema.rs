//! The JSON Schema of the tables.

use serde_json::{Map, Value, json};

use super::columns::ColumnType;
use super::description::TableDescription;

/// The JSON Schema of the tables as it is checked in.
pub fn schema_text(tables: Vec<TableDescription>) -> String {
    serde_json::to_string_pretty(&schema(tables)).expect("a schema is plain data") + "\n"
}

/// JSON Schema (draft 2020-12) with one definition per table: the object that a row is.
fn schema(tables: Vec<TableDescription>) -> Value {
    let tables: Map<String, Value> =
        tables.into_iter().map(|table| (table.name.to_owned(), definition(table))).collect();
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Tables of runner",
        "description": "One Parquet file per table; each definition describes a row.",
        "$defs": tables,
    })
}

fn definition(table: TableDescription) -> Value {
    let mut properties = Map::new();
    let mut names = Vec::new();
    for column in table.columns {
        let (kind, format) = match column.kind {
            ColumnType::Text => ("string", "utf8"),
            ColumnType::U32 => ("integer", "uint32"),
            ColumnType::U64 => ("integer", "uint64"),
            ColumnType::F64 => ("number", "double"),
            ColumnType::Boolean => ("boolean", "boolean"),
        };
        let kind = if column.nullable { json!([kind, "null"]) } else { json!(kind) };
        let property = json!({ "type": kind, "format": format, "description": column.description });
        properties.insert(column.name.to_owned(), property);
        names.push(column.name);
    }
    json!({
        "type": "object",
        "description": table.description,
        "properties": properties,
        "required": names,
        "additionalProperties": false,
    })
}
