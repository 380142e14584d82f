//! Errors that judges mark in outputs, as formats write them.
//!
//! What judges mark is shown beside segments and enters no score: a place that makes no sense is no reason to refuse a
//! rating. Places behind the end of an output are at its end for those who show them.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::model::{ErrorSpan, ErrorSpans};

/// Where an error is marked that has no place in the output, such as an omission: behind its end.
// Behind the end of any text: a file has at most 2^30 bytes.
pub const AT_THE_END: usize = u32::MAX as usize;

/// Adds the errors that a judge marked in a segment of `system`, which has `segments` segments.
pub fn add(
    all: &mut ErrorSpans,
    (system, segments): (&str, usize),
    segment: usize,
    errors: impl IntoIterator<Item = ErrorSpan>,
) {
    let mut errors = errors.into_iter().peekable();
    if errors.peek().is_none() {
        return;
    }
    if !all.contains_key(system) {
        all.insert(system.to_owned(), vec![Vec::new(); segments]);
    }
    if let Some(of_segment) = all.get_mut(system).and_then(|of_system| of_system.get_mut(segment)) {
        of_segment.extend(errors);
    }
}

/// A number of characters; anything else, such as `"missing"`, is no place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place(pub Option<usize>);

impl Place {
    fn of_number(number: f64) -> Self {
        let is_place = (0.0..AT_THE_END as f64).contains(&number);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a place is between 0 and AT_THE_END"
        )]
        let place = is_place.then_some(number as usize);
        Self(place)
    }
}

/// Of the first character and the one behind the last.
pub fn span(start: Place, end: Place, severity: &str, category: &str) -> ErrorSpan {
    let (start, end) = start.0.zip(end.0).unwrap_or((AT_THE_END, AT_THE_END));
    ErrorSpan {
        start,
        end: end.max(start),
        severity: severity.to_lowercase(),
        category: Some(category.to_owned()).filter(|category| !category.is_empty()),
    }
}

/// Of the first character and the last.
pub fn inclusive(start: Place, last: Place, severity: &str, category: &str) -> ErrorSpan {
    span(start, Place(last.0.map(|last| last + 1)), severity, category)
}

impl<'de> Deserialize<'de> for Place {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AnyPlace)
    }
}

struct AnyPlace;

impl<'de> Visitor<'de> for AnyPlace {
    type Value = Place;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number of characters")
    }

    fn visit_u64<E>(self, number: u64) -> Result<Place, E> {
        // Rounding begins far beyond the last place.
        Ok(Place::of_number(number as f64))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Place, E> {
        Ok(Place::of_number(number as f64))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Place, E> {
        Ok(Place::of_number(number))
    }

    fn visit_str<E>(self, _text: &str) -> Result<Place, E> {
        Ok(Place::default())
    }

    fn visit_bool<E>(self, _value: bool) -> Result<Place, E> {
        Ok(Place::default())
    }

    fn visit_unit<E>(self) -> Result<Place, E> {
        Ok(Place::default())
    }

    fn visit_none<E>(self) -> Result<Place, E> {
        Ok(Place::default())
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Place, D::Error> {
        Place::deserialize(deserializer)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Place, A::Error> {
        // serde_json refuses a list of which elements are left.
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Place::default())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Place, A::Error> {
        while entries.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Place::default())
    }
}

/// The error that `<v>` and `</v>` mark in a text, in characters of the text without the marks.
pub fn between_marks(text: &str, severity: &str, category: &str) -> ErrorSpan {
    let marked = text.split_once("<v>").map(|(before, rest)| {
        let marked = rest.split_once("</v>").map_or(rest, |(marked, _)| marked);
        let [start, length] = [before, marked].map(|text| text.replace("</v>", "").chars().count());
        (Place(Some(start)), Place(Some(start + length)))
    });
    let (start, end) = marked.unwrap_or_default();
    span(start, end, severity, category)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_counted_in_characters() {
        for (text, start, end) in [
            ("Übel <v>schläft</v>.", 5, 12),
            ("<v>.</v>", 0, 1),
            ("to the <v>end", 7, 10),
            ("nothing is marked", AT_THE_END, AT_THE_END),
        ] {
            let error = between_marks(text, "Major", "Accuracy/Mistranslation");
            assert_eq!((error.start, error.end), (start, end), "{text}");
        }
        let label = between_marks("<v>a</v>", "Major", "Fluency").label();
        assert_eq!(label, "major: Fluency");
    }

    #[test]
    fn what_is_no_place_is_passed_over() {
        let read = |text: &str| serde_json::from_str::<Place>(text).map(|place| place.0);
        assert_eq!(read("7").unwrap(), Some(7));
        assert_eq!(read("7.0").unwrap(), Some(7));
        for odd in ["\"missing\"", "null", "-1", "1e300", "[1, 2]", "{\"a\": 1}", "true"] {
            assert_eq!(read(odd).unwrap(), None, "{odd}");
        }
        let error = inclusive(Place(Some(4)), Place(Some(4)), "minor", "");
        assert_eq!((error.start, error.end, error.category), (4, 5, None));
        let omission = inclusive(Place(None), Place(Some(4)), "minor", "");
        assert_eq!((omission.start, omission.end), (AT_THE_END, AT_THE_END));
    }

    #[test]
    fn systems_without_errors_are_not_there() {
        let mut all = ErrorSpans::new();
        add(&mut all, ("a", 3), 1, []);
        assert!(all.is_empty());
        add(&mut all, ("b", 3), 1, [between_marks("<v>x</v>", "minor", "")]);
        let counts: Vec<usize> = all["b"].iter().map(Vec::len).collect();
        assert_eq!((all.len(), counts), (1, vec![0, 1, 0]));
    }
}
