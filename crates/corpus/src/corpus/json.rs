//! Objects in JSON, every key of which is there once.
//!
//! JSON leaves open what a key means that is there twice, and programs differ: the first value, the
//! last, or both. Whichever were taken, some corpus would be read as something else.

use std::borrow::Cow;
use std::cell::RefCell;
use std::fmt;

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

/// Why a text is not such an object.
#[derive(Debug)]
pub struct ObjectError(serde_json::Error);

impl ObjectError {
    /// Whether a key is there twice: in the object, or in one within it.
    pub fn is_of_keys(&self) -> bool {
        // Of an error that a visitor makes, serde_json keeps the words alone.
        self.0.is_data() && self.0.to_string().starts_with(REPEATED)
    }

    /// The way out, which is `help` for a text that is no object.
    pub fn help<'a>(&self, help: &'a str) -> &'a str {
        if self.is_of_keys() { "give every key of an object once" } else { help }
    }
}

impl fmt::Display for ObjectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let message = self.0.to_string();
        match message.rsplit_once(" at line ") {
            // The key says where it is.
            Some((message, _)) if self.is_of_keys() => f.write_str(message),
            _ => write!(f, "not a JSON object: {message}"),
        }
    }
}

/// How the message about a key begins that is there twice.
const REPEATED: &str = "the key ";

/// The error of a key that is there twice.
fn repeated<E: Error>(key: &str) -> E {
    E::custom(format!("{REPEATED}{} is there twice in one object", Value::from(key)))
}

/// Returns the rows of a table in one JSON value as lines of objects; `None` of anything else. A table is a list of objects,
/// or `columns` and lists of values as `data`, as pandas writes them.
pub fn rows(text: &str) -> Option<String> {
    let text = without_constants(text);
    let mut reader = serde_json::Deserializer::from_str(&text);
    let value = AnyValue.deserialize(&mut reader).ok()?;
    reader.end().ok()?;
    let rows: Vec<Value> = match value {
        Value::Array(rows) => rows,
        Value::Object(mut table) => {
            let columns = table.get("columns")?.as_array()?.iter().map(|name| name.as_str());
            let columns: Vec<String> =
                columns.map(|name| name.map(str::to_owned)).collect::<Option<_>>()?;
            let Value::Array(rows) = table.remove("data")? else { return None };
            if (1..columns.len()).any(|place| columns[..place].contains(&columns[place])) {
                return None;
            }
            let object = |row| match row {
                Value::Array(row) if row.len() == columns.len() => {
                    Some(columns.iter().cloned().zip(row).collect())
                }
                _ => None,
            };
            rows.into_iter().map(object).collect::<Option<_>>()?
        }
        _ => return None,
    };
    let is_table = !rows.is_empty() && rows.iter().all(Value::is_object);
    let rows: Vec<String> = rows.iter().map(Value::to_string).collect();
    is_table.then(|| rows.join("\n"))
}

/// A string, or a number in its digits.
#[derive(Deserialize)]
#[serde(untagged, expecting = "it is neither a number nor a string")]
pub enum Label {
    /// A string.
    Text(String),
    /// A number, in its digits.
    Number(Number),
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => f.write_str(text),
            Self::Number(number) => number.fmt(f),
        }
    }
}

/// Reads the object `text`.
///
/// # Errors
///
/// If it is not one object, a key is there twice, or a number has no finite value.
pub fn object(text: &str) -> Result<Map<String, Value>, ObjectError> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let read = deserializer.deserialize_map(AnyValue);
    match read.and_then(|object| deserializer.end().map(|()| object)).map_err(ObjectError)? {
        Value::Object(object) => Ok(object),
        _ => unreachable!("a map is read into an object"),
    }
}

/// Calls `visit` with the keys of the object `text`, without reading its values: a fifth of the time of [`object`], which
/// finds the defects that this passes over, such as a key that comes again.
///
/// # Errors
///
/// If it is not one object.
pub fn keys(text: &str, visit: impl FnMut(&str)) -> Result<(), ObjectError> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let read = deserializer.deserialize_map(Keys(visit));
    read.and_then(|()| deserializer.end()).map_err(ObjectError)
}

/// `text` with null in place of the numbers that Python writes and JSON does not have: NaN, Infinity and
/// -Infinity.
pub fn without_constants(text: &str) -> Cow<'_, str> {
    const CONSTANTS: [&str; 3] = ["NaN", "-Infinity", "Infinity"];
    if !text.contains("NaN") && !text.contains("Infinity") {
        return text.into();
    }
    let mut replaced = String::with_capacity(text.len());
    let mut end = 0;
    let (mut in_string, mut escaped) = (false, false);
    for (at, byte) in text.bytes().enumerate() {
        if in_string {
            (in_string, escaped) = (escaped || byte != b'"', !escaped && byte == b'\\');
            continue;
        }
        in_string = byte == b'"';
        // The `Infinity` within `-Infinity` is not another one.
        if at >= end
            && let Some(constant) = CONSTANTS
                .iter()
                .find(|constant| text.as_bytes()[at..].starts_with(constant.as_bytes()))
        {
            replaced.push_str(&text[end..at]);
            replaced.push_str("null");
            end = at + constant.len();
        }
    }
    replaced.push_str(&text[end..]);
    replaced.into()
}

/// Why a text is not an object of lists, or what the visitor said.
#[derive(Debug)]
pub enum ListsError<E> {
    /// It is none.
    Json(ObjectError),
    /// A visitor refused an element.
    Visit(E),
}

/// Calls `visit` with the key, the number from 0 and the value of every element of the lists in the object
/// `text`, one after the other: only one element is in memory.
///
/// # Errors
///
/// If it is not such an object, and the errors of `visit`.
pub fn each_in_lists<E>(
    text: &str,
    visit: impl FnMut(&str, usize, Value) -> Result<(), E>,
) -> Result<(), ListsError<E>> {
    // An error of serde holds words alone: that of the visitor goes around it.
    let refused = RefCell::new(None);
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let read = deserializer.deserialize_map(Lists { refused: &refused, visit });
    match (read.and_then(|()| deserializer.end()), refused.take()) {
        (Ok(()), _) => Ok(()),
        (_, Some(error)) => Err(ListsError::Visit(error)),
        (Err(error), None) => Err(ListsError::Json(ObjectError(error))),
    }
}

/// Reads an object of lists, element by element.
struct Lists<'a, E, F> {
    refused: &'a RefCell<Option<E>>,
    visit: F,
}

impl<'de, E, F: FnMut(&str, usize, Value) -> Result<(), E>> Visitor<'de> for Lists<'_, E, F> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object of lists")
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut entries: A) -> Result<(), A::Error> {
        let mut keys = std::collections::BTreeSet::new();
        while let Some(key) = entries.next_key::<String>()? {
            if !keys.insert(key.clone()) {
                return Err(repeated(&key));
            }
            entries.next_value_seed(List { key: &key, all: &mut self })?;
        }
        Ok(())
    }
}

/// One of the lists.
struct List<'a, 'b, E, F> {
    key: &'a str,
    all: &'a mut Lists<'b, E, F>,
}

impl<'de, E, F: FnMut(&str, usize, Value) -> Result<(), E>> DeserializeSeed<'de>
    for List<'_, '_, E, F>
{
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de, E, F: FnMut(&str, usize, Value) -> Result<(), E>> Visitor<'de> for List<'_, '_, E, F> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<(), A::Error> {
        let mut index = 0;
        while let Some(element) = elements.next_element_seed(AnyValue)? {
            if let Err(error) = (self.all.visit)(self.key, index, element) {
                *self.all.refused.borrow_mut() = Some(error);
                // It ends the reading; its words are not used, since `refused` has what the visitor said.
                return Err(A::Error::custom("refused"));
            }
            index += 1;
        }
        Ok(())
    }
}

/// Reads any value, and refuses a key that comes again in an object.
#[derive(Clone, Copy)]
struct AnyValue;

impl<'de> DeserializeSeed<'de> for AnyValue {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for AnyValue {
    type Value = Value;

    /// Of the outermost value; within it, anything will do.
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map")
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Value, A::Error> {
        let mut array = Vec::new();
        while let Some(element) = elements.next_element_seed(self)? {
            array.push(element);
        }
        Ok(array.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some(key) = entries.next_key::<String>()? {
            if object.contains_key(&key) {
                return Err(repeated(&key));
            }
            object.insert(key, entries.next_value_seed(self)?);
        }
        Ok(object.into())
    }
}

/// Reads the keys of an object.
struct Keys<V>(V);

impl<'de, V: FnMut(&str)> Visitor<'de> for Keys<V> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map")
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut entries: A) -> Result<(), A::Error> {
        while entries.next_key_seed(Key(&mut self.0))?.is_some() {
            entries.next_value::<IgnoredAny>()?;
        }
        Ok(())
    }
}

/// Reads a key without a copy of it.
struct Key<'a, V>(&'a mut V);

impl<'de, V: FnMut(&str)> DeserializeSeed<'de> for Key<'_, V> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<V: FnMut(&str)> Visitor<'_> for Key<'_, V> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key")
    }

    fn visit_str<E>(self, key: &str) -> Result<(), E> {
        (self.0)(key);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn refused(text: &str) -> String {
        object(text).unwrap_err().to_string()
    }

    #[test]
    fn a_key_that_comes_again_is_named() {
        let message = r#"the key "a" is there twice in one object"#;
        assert_eq!(refused(r#"{"a": 1, "b": 2, "a": 1}"#), message);
        // However it is written, and wherever it is.
        assert_eq!(refused(r#"{"a": 1, "\u0061": null}"#), message);
        assert_eq!(refused(r#"{"b": [{"c": {"a": 1, "a": 2}}]}"#), message);
        assert_eq!(refused(r#"{"": 1, "": 2}"#), r#"the key "" is there twice in one object"#);
        assert!(object(r#"{"a": {"a": 1}, "b": [{"a": 1}, {"a": 2}]}"#).is_ok());
    }

    #[test]
    fn numbers_of_python_are_null() {
        let text = r#"{"a": NaN, "b": [-Infinity, Infinity], "c": "NaN \" NaN\\", "d": NaN}"#;
        let expected = r#"{"a": null, "b": [null, null], "c": "NaN \" NaN\\", "d": null}"#;
        assert_eq!(without_constants(text), expected);
        assert!(matches!(without_constants("{}"), Cow::Borrowed("{}")));
        assert_eq!(without_constants("NaNNaN-InfinityNa"), "nullnullnullNa");
    }

    #[test]
    fn what_is_no_object_says_so() {
        assert_eq!(
            refused("[1]"),
            "not a JSON object: invalid type: sequence, expected a map at line 1 column 0"
        );
        assert!(refused(r#"{"a": 1} {}"#).starts_with("not a JSON object: trailing characters"));
        assert!(refused(&"[".repeat(100_000)).starts_with("not a JSON object: "));
        let deep = format!("{{\"a\":{}", "[".repeat(100_000));
        assert!(refused(&deep).starts_with("not a JSON object: recursion limit exceeded"));
    }

    #[test]
    fn lists_are_read_element_by_element() {
        let mut seen = Vec::new();
        let mut read = |text: &str| {
            each_in_lists(text, |key, index, value| {
                seen.push(format!("{key} {index} {value}"));
                if value == 3 { Err("three") } else { Ok(()) }
            })
        };
        assert!(read(r#"{"a": [1, {"x": [2]}], "b": []}"#).is_ok());
        assert!(matches!(read(r#"{"c": [3, 4]}"#), Err(ListsError::Visit("three"))));
        for (text, cause) in [
            (r#"{"a": [], "a": []}"#, r#"the key "a" is there twice in one object"#),
            (r#"{"a": [{"b": 1, "b": 2}]}"#, r#"the key "b" is there twice in one object"#),
            (r#"{"a": 1}"#, "not a JSON object: invalid type: integer `1`, expected a list"),
            ("[]", "not a JSON object: invalid type: sequence, expected an object of lists"),
        ] {
            let Err(ListsError::Json(error)) = read(text) else { panic!("{text}") };
            assert!(error.to_string().starts_with(cause), "{error}");
        }
        assert_eq!(seen, ["a 0 1", r#"a 1 {"x":[2]}"#, "c 0 3"]);
    }

    fn value() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            any::<u64>().prop_map(Value::from),
            any::<f64>().prop_map(Value::from),
            any::<String>().prop_map(Value::from),
        ];
        leaf.prop_recursive(4, 40, 5, |inner| {
            let object = prop::collection::btree_map(any::<String>(), inner.clone(), 0..5);
            prop_oneof![
                prop::collection::vec(inner, 0..5).prop_map(Value::from),
                object.prop_map(|entries| Value::Object(entries.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn everything_else_is_read_as_serde_json_reads_it(value in value()) {
            let text = serde_json::json!({ "value": value }).to_string();
            let expected: Map<String, Value> = serde_json::from_str(&text).unwrap();
            prop_assert_eq!(object(&text).unwrap(), expected);
        }
    }
}
