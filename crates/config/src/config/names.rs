//! Names that a spec declares: they become names of folders and stand in tables.

use schemars::json_schema;
use serde::Deserialize;
use serde::de::{Deserializer, Error};

use crate::value::{Kind, Refusal, inline_schema};

/// Letters of the longest name: it fits into the names of files with room for what is put before and
/// behind it.
pub(super) const LONGEST_NAME: usize = 100;

/// What names may look like.
pub(super) const NAME_PATTERN: &str = "^[A-Za-z0-9]([A-Za-z0-9._+-]*[A-Za-z0-9_+-])?$";

/// Refuses a name that is not safe as the name of a folder and in tables.
pub(super) fn check(name: &str) -> Result<(), Refusal> {
    let mut refused = name.chars().filter(|c| !c.is_ascii_alphanumeric() && !"-_.+".contains(*c));
    let problem = if name.is_empty() {
        "the name \"\" is empty".to_owned()
    } else if name.len() > LONGEST_NAME {
        let letters = name.chars().count();
        let start: String = name.chars().take(20).collect();
        let help = format!("names become folders and files: write at most {LONGEST_NAME} letters");
        let problem = format!("the name that begins with {start:?} has {letters} letters");
        return Err(Refusal::new(problem, help));
    } else if let Some(letter) = refused.next() {
        format!("the name {name:?} contains {letter:?}")
    } else if !name.starts_with(|letter: char| letter.is_ascii_alphanumeric()) {
        format!("the name {name:?} does not begin with a letter or digit")
    } else if name.ends_with('.') {
        format!("the name {name:?} ends with a dot")
    } else {
        return Ok(());
    };
    let help = "names become folders: use letters without accents, digits, `-`, `_`, `.` and `+`, \
                with a letter or digit first";
    Err(Refusal::new(problem, help))
}

/// A name as a value.
pub(super) enum Name {}

impl Kind for Name {
    type Value = String;

    fn deserialize<'de, D: Deserializer<'de>>(source: D) -> Result<String, D::Error> {
        let name = String::deserialize(source)?;
        check(&name).map_err(D::Error::custom)?;
        Ok(name)
    }
}

inline_schema!("Name", [] Name, |_generator| {
    json_schema!({ "type": "string", "pattern": NAME_PATTERN, "maxLength": LONGEST_NAME })
});
