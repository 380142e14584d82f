//! JSON as a tree of values, and what is wrong in it in words.

use serde::Deserialize;
use serde_json::{Number, Value};

use super::{Problem, ReadError, Reader, Tree, TreePath, View};

impl Tree for Value {
    const TABLE: &'static str = "an object";

    fn view(&self) -> View<'_, Self> {
        match self {
            Self::Null => View::Nothing,
            Self::Bool(is) => View::Boolean(*is),
            Self::Number(number) => number_view(number),
            Self::String(text) => View::Text(text),
            Self::Array(list) => View::List(list),
            Self::Object(entries) => {
                View::Table(entries.iter().map(|(key, value)| (key.as_str(), value)).collect())
            }
        }
    }
}

fn number_view(number: &Number) -> View<'static, Value> {
    let integer = number.as_i64().map(View::Integer);
    let whole = integer.or_else(|| number.as_u64().map(View::Natural));
    let view = whole.or_else(|| number.as_f64().map(View::Real));
    view.unwrap_or(View::OutOfRange("a number"))
}

/// Reads a value of JSON into a type.
///
/// # Errors
///
/// What is wrong, with the way to the value at fault.
pub fn read_json<'a, T: Deserialize<'a>>(value: &'a Value) -> Result<T, String> {
    T::deserialize(Reader::new(value)).map_err(|error| in_words(&error, value))
}

fn in_words(error: &ReadError, tree: &Value) -> String {
    let path = error.path();
    let place = match path.steps() {
        [] => "it".to_owned(),
        _ => quoted(&path),
    };
    match &error.problem {
        Problem::Missing(key) => match path.steps() {
            [] => format!("there is no \"{key}\""),
            _ => format!("there is no \"{key}\" in {place}"),
        },
        Problem::WrongType(expected) => {
            let kind = tree.value_at(&path).map_or("nothing", Tree::kind);
            format!("{place} is {kind}, not {expected}")
        }
        Problem::WrongValue(expected) => format!("{place} is not {expected}"),
        Problem::UnknownWord(words) => format!("{place} is none of {}", words.join(", ")),
        Problem::OutOfRange => format!("{place} is out of range"),
        Problem::Refused(cause) if path.steps().is_empty() => cause.clone(),
        Problem::Refused(cause) => format!("{place}: {cause}"),
        // Types of specs alone have keys that exclude others.
        Problem::UnknownKey(_) | Problem::NoChoice(..) | Problem::SecondChoice(..) => {
            format!("{place} has a key too many or too few")
        }
    }
}

/// A path in quotes.
fn quoted(path: &TreePath) -> String {
    let path = path.to_string();
    if path.contains('"') { format!("`{path}`") } else { format!("\"{path}\"") }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde_json::json;

    use super::*;

    #[derive(Debug, Deserialize, PartialEq)]
    struct Entry<'a> {
        name: &'a str,
        size: Option<f64>,
    }

    type Entries<'a> = BTreeMap<&'a str, Vec<Entry<'a>>>;

    #[test]
    fn records_are_read_into_types() {
        let value = json!({ "a": [{ "name": "x", "size": 1, "other": [] }, { "name": "y", "size": null }] });
        let read: Entries<'_> = read_json(&value).unwrap();
        assert_eq!(
            read["a"],
            [Entry { name: "x", size: Some(1.0) }, Entry { name: "y", size: None }]
        );
        assert_eq!(read_json(&json!(u64::MAX)), Ok(u64::MAX));
    }

    #[test]
    fn what_is_wrong_has_its_place() {
        let refused = |value: &Value| read_json::<Entries<'_>>(value).unwrap_err();
        assert_eq!(refused(&json!([])), "it is a list, not an object");
        assert_eq!(refused(&json!({ "a": 1 })), "\"a\" is a whole number, not a list");
        assert_eq!(refused(&json!({ "a": [{}] })), "there is no \"name\" in \"a[0]\"");
        let text = json!({ "a b": [{ "name": "x", "size": "1" }] });
        assert_eq!(refused(&text), "`\"a b\"[0].size` is a string, not a number");
        assert_eq!(read_json::<u64>(&json!(-1)).unwrap_err(), "it is not a whole number from 0 up");
    }
}
