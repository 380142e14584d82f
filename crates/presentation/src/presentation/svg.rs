//! Changes to pictures that are drawn. They go through the markup, so that names in a picture, which may
//! look like anything, stay as they are.

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

/// The picture with `prefix` before its ids, for a page with several pictures, and with other values of
/// attributes that name colours.
pub(super) fn on_page(svg: &str, prefix: &str, colour: impl Fn(&str) -> Option<String>) -> String {
    with_tags(svg, |tag| {
        for (name, value) in &mut tag.attributes {
            if let Some(other) = with_prefix(name, value, prefix) {
                *value = other;
            } else if matches!(name.as_str(), "fill" | "stroke")
                && let Some(other) = colour(value)
            {
                *value = other;
            }
        }
    })
}

/// The value of an attribute that gives an id or refers to one, with `prefix` before the id.
fn with_prefix(name: &str, value: &str, prefix: &str) -> Option<String> {
    let (before, after) = match name {
        "id" => ("", ""),
        "href" | "xlink:href" => ("#", ""),
        "clip-path" | "fill" | "stroke" | "mask" | "filter" => ("url(#", ")"),
        _ => return None,
    };
    let id = value.strip_prefix(before)?.strip_suffix(after)?;
    Some(format!("{before}{prefix}-{id}{after}"))
}

/// A tag that begins an element, with its attributes as they are written.
struct Tag {
    name: String,
    attributes: Vec<(String, String)>,
}

impl Tag {
    fn new(tag: &BytesStart<'_>) -> Self {
        let attributes = tag.attributes().map(|attribute| {
            let attribute = attribute.expect(WELL_FORMED);
            // A quotation mark needs no escape within others.
            (attribute.key.as_ref().to_owned(), attribute.value.replace('"', "&quot;"))
        });
        Self { name: tag.name().as_ref().to_owned(), attributes: attributes.collect() }
    }
}

const WELL_FORMED: &str = "pictures are well-formed";

/// The picture with its tags changed; all else keeps its bytes.
fn with_tags(svg: &str, mut change: impl FnMut(&mut Tag)) -> String {
    let mut reader = Reader::from_str(svg);
    let mut done = String::with_capacity(svg.len() + svg.len() / 8);
    let mut start = 0;
    loop {
        let event = reader.read_event().expect(WELL_FORMED);
        let end = usize::try_from(reader.buffer_position()).expect("it lies in memory");
        let raw = &svg[start..end];
        start = end;
        match event {
            Event::Eof => return done,
            Event::Start(tag) | Event::Empty(tag) => {
                let mut tag = Tag::new(&tag);
                change(&mut tag);
                done.extend(["<", &tag.name]);
                for (name, value) in &tag.attributes {
                    done.extend([" ", name, "=\"", value, "\""]);
                }
                let ending = [" />", "/>", ">"].into_iter().find(|ending| raw.ends_with(ending));
                done.push_str(ending.unwrap_or(">"));
            }
            _ => done.push_str(raw),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A picture with names that look like its markup.
    const SVG: &str = r##"<svg xmlns="s" width="560" height="380" fill="#1d2329"><!-- clip-7 --><defs><clipPath id="clip-7"><rect x="1" width="2" height="3"/></clipPath><linearGradient id="g"/></defs><g clip-path="url(#clip-7)" data-group="url(#clip-7)" data-name="id=&quot;a&quot; #1d2329"><rect fill="url(#g)" stroke="#1d2329" /><title>clip-base id="clip-7" &lt;rect fill="#1d2329"/> url(#clip-7)</title></g><use href="#g" /><text>clip-7 "#1d2329" ></text></svg>"##;

    /// The names in [`SVG`].
    const NAMES: [&str; 4] = [
        "<!-- clip-7 -->",
        "data-group=\"url(#clip-7)\" data-name=\"id=&quot;a&quot; #1d2329\"",
        "<title>clip-base id=\"clip-7\" &lt;rect fill=\"#1d2329\"/> url(#clip-7)</title>",
        "<text>clip-7 \"#1d2329\" ></text>",
    ];

    #[test]
    fn ids_and_colours_are_those_of_a_page_and_names_kept() {
        let svg =
            on_page(SVG, "f3", |colour| (colour == "#1d2329").then(|| "var(--ink)".to_owned()));
        for name in NAMES {
            assert!(svg.contains(name), "{name}: {svg}");
        }
        assert!(svg.contains("id=\"f3-clip-7\"") && svg.contains("url(#f3-clip-7)\""));
        assert!(svg.contains("<rect fill=\"url(#f3-g)\" stroke=\"var(--ink)\" />"), "{svg}");
        assert!(svg.contains("height=\"380\" fill=\"var(--ink)\">"), "{svg}");
    }

    #[test]
    fn without_a_change_nothing_changes() {
        assert_eq!(with_tags(SVG, |_| ()), SVG);
    }
}
