//! One submission.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Map, Value};

use crate::corpus::known::refusal_of_esa;
use crate::corpus::marked::{self, Place};
use crate::corpus::model::ErrorSpan;

/// What the key `annotation` says where a person was reset.
const RESET: &str = "__RESET__";

/// Names, each with a number in the order in which they came.
#[derive(Default)]
pub(super) struct Names {
    names: Vec<Arc<str>>,
    numbers: BTreeMap<Arc<str>, usize>,
}

impl Names {
    pub(super) fn number(&mut self, name: &str) -> usize {
        if let Some(known) = self.numbers.get(name) {
            return *known;
        }
        let name: Arc<str> = name.into();
        self.names.push(Arc::clone(&name));
        self.numbers.insert(name, self.names.len() - 1);
        self.names.len() - 1
    }

    pub(super) fn name(&self, number: usize) -> &Arc<str> {
        &self.names[number]
    }

    pub(super) fn len(&self) -> usize {
        self.names.len()
    }
}

/// A submission as it is in the file.
pub(super) struct Submission<'a> {
    pub(super) user: &'a str,
    /// Place in the campaign; `None` of a reset of everything.
    pub(super) item_i: Option<String>,
    /// `None` of a reset.
    pub(super) segments: Option<Vec<Segment<'a>>>,
    /// When the first action was, and the last: seconds since 1970.
    pub(super) times: Option<(f64, f64)>,
}

/// A segment, as it was shown, and what was said of it.
pub(super) struct Segment<'a> {
    pub(super) name: Option<&'a str>,
    pub(super) source: Option<&'a str>,
    pub(super) reference: Option<&'a str>,
    pub(super) targets: BTreeMap<&'a str, &'a str>,
    pub(super) said: Vec<OfSystem<'a>>,
}

/// What was said of a system.
pub(super) struct OfSystem<'a> {
    pub(super) system: &'a str,
    pub(super) score: Option<f64>,
    pub(super) sliders: Vec<(&'a str, f64)>,
    /// By severity in lower case.
    pub(super) errors: BTreeMap<String, u32>,
    /// Errors behind the end of the text.
    pub(super) beyond: u32,
    /// All errors.
    pub(super) marked: Vec<ErrorSpan>,
}

/// What is wrong, and the way out.
type Refusal = (String, &'static str);

const HELP: &str = "name the log that Pearmut wrote, unchanged";

/// Whether `object` looks like a submission.
pub(super) fn is_submission(object: &Map<String, Value>) -> bool {
    object.contains_key("annotation") && object.contains_key("user_id")
}

impl<'a> Submission<'a> {
    pub(super) fn read(object: &'a Map<String, Value>) -> Result<Self, Refusal> {
        let Some(Value::String(user)) = object.get("user_id") else {
            return Err(("there is no \"user_id\"".to_owned(), HELP));
        };
        let item_i = match object.get("item_i") {
            None | Some(Value::Null) => None,
            Some(Value::String(text)) => Some(text.clone()),
            Some(Value::Number(number)) => Some(number.to_string()),
            Some(_) => {
                return Err(("\"item_i\" is neither a number nor a string".to_owned(), HELP));
            }
        };
        let said = match object.get("annotation") {
            Some(Value::String(word)) if word == RESET => {
                return Ok(Self { user, item_i, segments: None, times: None });
            }
            Some(Value::Array(said)) => said,
            _ => return Err(("\"annotation\" is no list".to_owned(), HELP)),
        };
        let Some(Value::Array(items)) = object.get("item") else {
            return Err(("\"item\" is no list".to_owned(), HELP));
        };
        if items.len() != said.len() {
            let cause = format!("{} annotations of {} items", said.len(), items.len());
            return Err((cause, HELP));
        }
        let segments = items.iter().zip(said).map(|(item, said)| Segment::read(item, said));
        let segments: Result<Vec<Option<Segment<'_>>>, Refusal> = segments.collect();
        Ok(Self {
            user,
            item_i,
            segments: Some(segments?.into_iter().flatten().collect()),
            times: times(object.get("actions")),
        })
    }
}

/// The times of the first action and the last, where they have any.
fn times(actions: Option<&Value>) -> Option<(f64, f64)> {
    let actions = actions?.as_array()?;
    let [first, last] = [actions.first(), actions.last()]
        .map(|action| action?.get("time")?.as_f64().filter(|time| time.is_finite()));
    first.zip(last)
}

impl<'a> Segment<'a> {
    /// `None` if nothing is said of outputs: a skipped item, or a form.
    fn read(item: &'a Value, said: &'a Value) -> Result<Option<Self>, Refusal> {
        let (Value::Object(said), Some(Value::Object(shown))) = (said, item.get("tgt")) else {
            return Ok(None);
        };
        let text = |key: &str| item.get(key).and_then(Value::as_str);
        let mut targets = BTreeMap::new();
        for (system, text) in shown {
            let Value::String(text) = text else {
                return Err((format!("the output of `{system}` is no string"), HELP));
            };
            targets.insert(system.as_str(), text.as_str());
        }
        let said = said.iter().map(|(system, said)| {
            OfSystem::read(system, said, targets.get(&**system).copied())
                .map_err(|cause| (format!("of `{system}`: {cause}"), HELP))
        });
        let said: Result<Vec<Option<OfSystem<'_>>>, Refusal> = said.collect();
        Ok(Some(Self {
            name: text("item_id").filter(|name| !name.is_empty()),
            // A source with a video or a picture has its text beside it.
            source: text("src_text").or_else(|| text("src")),
            reference: text("ref"),
            said: said?.into_iter().flatten().collect(),
            targets,
        }))
    }
}

impl<'a> OfSystem<'a> {
    fn read(system: &'a str, said: &'a Value, text: Option<&str>) -> Result<Option<Self>, String> {
        let said = match said {
            Value::Null => return Ok(None),
            Value::Object(said) => said,
            _ => return Err("it is no object".to_owned()),
        };
        let number = |value: &Value| value.as_f64().filter(|value| value.is_finite());
        let score = match said.get("score") {
            None | Some(Value::Null) => None,
            Some(score) => Some(number(score).ok_or_else(|| "\"score\" is no number".to_owned())?),
        };
        if let Some(cause) = score.and_then(refusal_of_esa) {
            return Err(cause);
        }
        let mut sliders = Vec::new();
        if let Some(Value::Object(own)) = said.get("sliders") {
            for (name, value) in own.iter().filter(|(_, value)| !value.is_null()) {
                let value = number(value).ok_or_else(|| format!("slider `{name}` is no number"))?;
                sliders.push((name.as_str(), value));
            }
        }
        let (mut errors, mut beyond, mut marked) = (BTreeMap::new(), 0, Vec::new());
        let spans = said.get("error_spans").and_then(Value::as_array);
        let length = text.map(|text| text.encode_utf16().count() as f64);
        for span in spans.into_iter().flatten() {
            let severity = match span.get("severity") {
                Some(Value::String(severity)) => severity.to_lowercase(),
                None | Some(Value::Null) => "unknown".to_owned(),
                Some(_) => return Err("the severity of an error is no string".to_owned()),
            };
            let [start, last] = ["start_i", "end_i"]
                .map(|key| Place(text.and_then(|text| place(text, span.get(key)?))));
            let category = span.get("category").and_then(Value::as_str).unwrap_or_default();
            marked.push(marked::inclusive(start, last, &severity, category));
            *errors.entry(severity).or_insert(0) += 1;
            // Offsets count units of UTF-16.
            let start = span.get("start_i").and_then(Value::as_f64);
            // What is missing from a text is marked as if it stood behind its end.
            let is_beyond = start.zip(length).is_some_and(|(start, length)| start >= length);
            beyond += u32::from(is_beyond);
        }
        Ok(Some(Self { system, score, sliders, errors, beyond, marked }))
    }
}

/// Characters of a text before an offset in units of UTF-16.
fn place(text: &str, offset: &Value) -> Option<usize> {
    let offset = offset.as_f64().filter(|offset| *offset >= 0.0)?;
    let mut units = 0;
    let before = text.chars().take_while(|character| {
        units += character.len_utf16();
        units as f64 <= offset
    });
    Some(before.count())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_count_units_of_utf_16() {
        let characters = |offset: f64| place("a😀b", &Value::from(offset));
        assert_eq!([0.0, 1.0, 3.0, 9.0].map(characters), [0, 1, 2, 3].map(Some));
        assert_eq!((characters(-1.0), place("a", &Value::from("missing"))), (None, None));
    }
}
