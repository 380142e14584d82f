//! Names of a source: under what names tables have them, and what printed tables call them.

use std::collections::BTreeMap;

use super::document::PublishedDocument;

type NamesByCoordinate = BTreeMap<String, BTreeMap<String, String>>;

/// What the names of a source mean.
#[derive(Clone, Copy)]
pub(super) struct Names<'a> {
    known: Option<&'a NamesByCoordinate>,
    unknown: Option<&'a NamesByCoordinate>,
}

impl<'a> Names<'a> {
    pub(super) fn new(document: &'a PublishedDocument) -> Self {
        Self { known: document.names.as_ref(), unknown: document.unknown.as_ref() }
    }

    /// The name that tables have, or why it is unknown.
    pub(super) fn name(self, coordinate: &str, value: &str) -> Result<String, String> {
        let of = |names: Option<&'a NamesByCoordinate>| names?.get(coordinate)?.get(value);
        match of(self.unknown) {
            Some(reason) => Err(reason.clone()),
            None => Ok(of(self.known).map_or(value, String::as_str).to_owned()),
        }
    }

    /// Coordinates under the names that tables have.
    pub(super) fn coordinates(
        self,
        coordinates: &[(String, Vec<String>)],
    ) -> Result<Vec<(String, Vec<String>)>, String> {
        let meant = |(name, values): &(String, Vec<String>)| {
            let values = values.iter().map(|value| self.name(name, value));
            Ok((name.clone(), values.collect::<Result<_, String>>()?))
        };
        coordinates.iter().map(meant).collect()
    }
}

/// `text` with the values of coordinates in the place of their names in braces, as `labels` print them; the
/// name of what is no coordinate.
pub(super) fn template(
    text: &str,
    coordinates: &[(String, Vec<String>)],
    labels: Option<&NamesByCoordinate>,
) -> Result<String, String> {
    let mut filled = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        let Some((name, after)) = after.split_once('}') else { break };
        let coordinate = coordinates.iter().find(|(other, _)| other == name);
        let (_, values) = coordinate.ok_or_else(|| name.to_owned())?;
        let printed = |value: &String| {
            let label = labels.and_then(|labels| labels.get(name)?.get(value));
            label.unwrap_or(value).clone()
        };
        filled += before;
        filled += &values.iter().map(printed).collect::<Vec<_>>().join(", ");
        rest = after;
    }
    Ok(filled + rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_braces_are_filled_in() {
        let coordinates =
            [("metric".to_owned(), vec!["gtm".to_owned()]), ("B".to_owned(), vec!["5".to_owned()])];
        let labels = [("gtm".to_owned(), "GTM".to_owned())].into();
        let labels = BTreeMap::from([("metric".to_owned(), labels)]);
        let filled = |text: &str| template(text, &coordinates, Some(&labels));
        assert_eq!(filled("{metric}: R² ({B})"), Ok("GTM: R² (5)".to_owned()));
        assert_eq!(filled("plain {"), Ok("plain {".to_owned()));
        assert_eq!(filled("{system}"), Err("system".to_owned()));
    }
}
