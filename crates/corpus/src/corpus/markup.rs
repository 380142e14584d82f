//! A tolerant scanner for the SGML of test sets, as it is really written.
//!
//! Such files are not valid XML: `&` and `<` stand bare in segments, names are in any case, some
//! tags are never closed. The scanner finds tags outside of segments, and takes the text of a
//! segment up to its end tag. It reads nothing but the text it is given (no DTD, no external
//! entity), never recurses, and looks at each byte a fixed number of times.

use quick_xml::escape::resolve_xml_entity;

/// A start or end tag outside of a segment.
#[derive(Clone, Copy, Debug)]
pub struct Tag<'a> {
    /// As it is written.
    pub name: &'a str,
    attributes: &'a str,
    /// Whether it opens, closes or does both.
    pub kind: TagKind,
    /// Line of its `<`, from 1.
    pub line: usize,
}

/// Which kind of tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TagKind {
    /// Written `<name>`.
    Open,
    /// Written `<name/>`.
    Empty,
    /// Written `</name>`.
    Close,
}

impl Tag<'_> {
    /// Whether the name is `name`, in any case.
    pub fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// The value of attribute `name`, entities decoded, blanks around it dropped; the first if it
    /// is given twice.
    pub fn attribute(&self, name: &str) -> Option<String> {
        let mut rest = self.attributes;
        loop {
            rest = rest.trim_start();
            let end = rest.find(|c: char| c == '=' || c.is_ascii_whitespace())?;
            let key = &rest[..end];
            rest = rest[end..].trim_start();
            let Some(after) = rest.strip_prefix('=') else { continue };
            let after = after.trim_start();
            let (value, remaining) = match after.chars().next() {
                Some(quote @ ('"' | '\'')) => {
                    let body = &after[1..];
                    body.split_once(quote).unwrap_or((body, ""))
                }
                _ => after.split_once(|c: char| c.is_ascii_whitespace()).unwrap_or((after, "")),
            };
            rest = remaining;
            if key.eq_ignore_ascii_case(name) {
                let mut decoded = String::with_capacity(value.len());
                return decode(value.trim(), false, &mut decoded).ok().map(|()| decoded);
            }
        }
    }
}

/// A defect: the line it is on, and what is wrong.
pub type Defect = (usize, String);

/// How segments are written.
#[derive(Clone, Copy, Debug)]
pub struct Dialect {
    /// XML: tags inside a segment are markup and are dropped, unknown entities are refused. In
    /// SGML both are text.
    pub xml: bool,
    /// Whether entities are decoded.
    pub decode: bool,
}

/// Goes through a text from tag to tag.
pub struct Scanner<'a> {
    rest: &'a str,
    line: usize,
    dialect: Dialect,
}

impl<'a> Scanner<'a> {
    /// Starts at the beginning of `text`.
    pub fn new(text: &'a str, dialect: Dialect) -> Self {
        Self { rest: text, line: 1, dialect }
    }

    /// The next tag; text, comments, declarations and processing instructions are passed over.
    ///
    /// # Errors
    ///
    /// If the markup is damaged.
    pub fn next_tag(&mut self) -> Result<Option<Tag<'a>>, Defect> {
        loop {
            let Some(at) = self.rest.find('<') else {
                return Ok(None);
            };
            self.advance(at);
            let line = self.line;
            let body = &self.rest[1..];
            if body.starts_with("!--") {
                self.skip_past("-->", "comment")?;
            } else if body.starts_with('!') {
                self.skip_declaration()?;
            } else if body.starts_with('?') {
                self.skip_past(">", "processing instruction")?;
            } else if is_tag(body) {
                let end = body.find('>').ok_or_else(|| (line, "a tag is not closed".to_owned()))?;
                let inside = &body[..end];
                self.advance(end + 2);
                return Ok(Some(tag(inside, line)));
            } else {
                self.advance(1);
            }
        }
    }

    /// The text of the segment whose start tag was just read: up to its end tag, which is passed
    /// over. Line breaks with the blanks around them become one space, blanks at the ends go.
    ///
    /// # Errors
    ///
    /// If the markup is damaged, or the segment does not end.
    pub fn segment_text(&mut self) -> Result<String, Defect> {
        let start = self.line;
        let mut text = String::new();
        loop {
            let at = self.rest.find('<').ok_or_else(|| unclosed(start))?;
            self.take_text(at, &mut text)?;
            let body = &self.rest[1..];
            if let Some(after) = strip_name(body, "/seg") {
                let end = after.find('>').ok_or_else(|| unclosed(start))?;
                self.advance(body.len() - after.len() + end + 2);
                return Ok(join_lines(&text));
            }
            // Else a segment without an end tag would take in those that follow.
            let ends = ["seg", "doc", "/doc", "/srcset", "/refset", "/tstset"];
            if ends.iter().any(|name| strip_name(body, name).is_some()) {
                return Err(unclosed(start));
            }
            self.take_markup(&mut text)?;
        }
    }

    /// Adds the next `length` bytes, which hold no `<`, to `text`.
    fn take_text(&mut self, length: usize, text: &mut String) -> Result<(), Defect> {
        let piece = &self.rest[..length];
        if self.dialect.xml || self.dialect.decode {
            decode(piece, self.dialect.xml, text).map_err(|(at, entity)| {
                let line = self.line + piece[..at].matches('\n').count();
                (line, format!("entity `{entity}` is not one of the five of XML; no DTD is read"))
            })?;
        } else {
            text.push_str(piece);
        }
        self.advance(length);
        Ok(())
    }

    /// Handles the `<` inside a segment at which the rest starts.
    fn take_markup(&mut self, text: &mut String) -> Result<(), Defect> {
        const CDATA: &str = "<![CDATA[";
        let body = &self.rest[1..];
        let skipped = ["skipped", "/skipped"].iter().any(|name| strip_name(body, name).is_some());
        if self.dialect.xml && self.rest.starts_with(CDATA) {
            self.advance(CDATA.len());
            let end = self.rest.find("]]>");
            let end = end.ok_or_else(|| (self.line, "a CDATA section is not closed".to_owned()))?;
            text.push_str(&self.rest[..end]);
            self.advance(end + 3);
        } else if self.dialect.xml && body.starts_with("!--") {
            self.skip_past("-->", "comment")?;
        } else if skipped || (self.dialect.xml && is_tag(body)) {
            self.skip_past(">", "tag")?;
        } else {
            text.push('<');
            self.advance(1);
        }
        Ok(())
    }

    fn skip_past(&mut self, end: &str, what: &str) -> Result<(), Defect> {
        let at =
            self.rest.find(end).ok_or_else(|| (self.line, format!("a {what} is not closed")))?;
        self.advance(at + end.len());
        Ok(())
    }

    /// Passes over `<!DOCTYPE ... [ ... ]>` and the like, unread.
    fn skip_declaration(&mut self) -> Result<(), Defect> {
        let mut in_subset = false;
        for (at, byte) in self.rest.bytes().enumerate() {
            match byte {
                b'[' => in_subset = true,
                b']' => in_subset = false,
                b'>' if !in_subset => {
                    self.advance(at + 1);
                    return Ok(());
                }
                _ => {}
            }
        }
        Err((self.line, "a declaration is not closed".to_owned()))
    }

    fn advance(&mut self, bytes: usize) {
        self.line += self.rest[..bytes].matches('\n').count();
        self.rest = &self.rest[bytes..];
    }
}

fn unclosed(line: usize) -> Defect {
    (line, "the segment has no </seg>".to_owned())
}

/// Whether what follows a `<` makes it the start of a tag.
fn is_tag(body: &str) -> bool {
    body.strip_prefix('/').unwrap_or(body).starts_with(|c: char| c.is_ascii_alphabetic())
}

/// What follows `name` in `body`, if `body` starts with that name in any case.
fn strip_name<'a>(body: &'a str, name: &str) -> Option<&'a str> {
    let start = body.get(..name.len())?;
    let after = &body[name.len()..];
    let ends = after.starts_with(|c: char| c == '>' || c == '/' || c.is_ascii_whitespace());
    (start.eq_ignore_ascii_case(name) && ends).then_some(after)
}

/// A tag from what stands between its angle brackets.
fn tag(inside: &str, line: usize) -> Tag<'_> {
    let (inside, kind) = match (inside.strip_prefix('/'), inside.strip_suffix('/')) {
        (Some(inside), _) => (inside, TagKind::Close),
        (None, Some(inside)) => (inside, TagKind::Empty),
        (None, None) => (inside, TagKind::Open),
    };
    let end = inside.find(|c: char| c.is_ascii_whitespace()).unwrap_or(inside.len());
    Tag { name: &inside[..end], attributes: &inside[end..], kind, line }
}

/// Adds `text` to `decoded`. A bare `&` stays; an entity that is not known stays too or, in XML, is an
/// error, with its place.
fn decode<'a>(text: &'a str, xml: bool, decoded: &mut String) -> Result<(), (usize, &'a str)> {
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        decoded.push_str(&rest[..at]);
        rest = &rest[at..];
        let (length, character) = entity(rest).unwrap_or((1, Some('&')));
        match character {
            Some(character) => decoded.push(character),
            None if xml => return Err((text.len() - rest.len(), &rest[..length])),
            None => decoded.push_str(&rest[..length]),
        }
        rest = &rest[length..];
    }
    decoded.push_str(rest);
    Ok(())
}

/// The entity that `text` starts with: its length and the character it stands for, if known.
/// `None` if the `&` starts no entity.
fn entity(text: &str) -> Option<(usize, Option<char>)> {
    // A bound, so that time stays linear where bare `&` are many and no `;` follows.
    const LONGEST: usize = 32;
    let end = text.bytes().take(LONGEST).position(|byte| byte == b';')?;
    let name = &text[1..end];
    let named = !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'#');
    if !named {
        return None;
    }
    let character = match name.strip_prefix('#') {
        None => predefined_entity(name),
        Some(number) => {
            let code = match number.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16),
                None => number.parse(),
            };
            // XML has no character 0.
            code.ok().filter(|code| *code != 0).and_then(char::from_u32)
        }
    };
    Some((end + 1, character))
}

/// The character that one of the five entities of XML, such as `amp`, stands for.
pub fn predefined_entity(name: &str) -> Option<char> {
    resolve_xml_entity(name).and_then(|text| text.chars().next())
}

/// `text` without blanks at its ends, each line break with the blanks around it one space.
pub fn join_lines(text: &str) -> String {
    let text = text.trim_ascii();
    let mut joined = String::with_capacity(text.len());
    for part in text.split(['\n', '\r']) {
        let part = part.trim_ascii();
        if part.is_empty() {
            continue;
        }
        if !joined.is_empty() {
            joined.push(' ');
        }
        joined.push_str(part);
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;

    const SGML: Dialect = Dialect { xml: false, decode: true };
    const XML: Dialect = Dialect { xml: true, decode: true };

    fn segment(text: &str, dialect: Dialect) -> Result<String, Defect> {
        Scanner::new(text, dialect).segment_text()
    }

    #[test]
    fn tags_are_found_among_all_else() {
        let text = "<?xml version=\"1.0\"?><!DOCTYPE x SYSTEM \"a\" [<!ENTITY e \"<seg>\">]>\n\
                    1 < 2 <!-- <doc> -->\n<DOC docid=a/b SysID = 'x &amp; y' n=\"\">\n</P ><p/>";
        let mut scanner = Scanner::new(text, SGML);
        let doc = scanner.next_tag().unwrap().unwrap();
        assert!(doc.is("doc"));
        assert_eq!((doc.kind, doc.line), (TagKind::Open, 3));
        assert_eq!(doc.attribute("DOCID").unwrap(), "a/b");
        assert_eq!(doc.attribute("sysid").unwrap(), "x & y");
        assert_eq!(doc.attribute("n").unwrap(), "");
        assert_eq!(doc.attribute("id"), None);
        let close = scanner.next_tag().unwrap().unwrap();
        assert_eq!((close.name, close.kind, close.line), ("P", TagKind::Close, 4));
        assert_eq!(scanner.next_tag().unwrap().unwrap().kind, TagKind::Empty);
        assert!(scanner.next_tag().unwrap().is_none());
    }

    #[test]
    fn sgml_text_is_taken_as_it_stands() {
        let text =
            " B&B <b>x</b> 1 < 2 &amp;lt; &foo; &#65;&#x42;&#0; <skipped>s</skipped>\r\n \n y ";
        let expected = "B&B <b>x</b> 1 < 2 &lt; &foo; AB&#0; s y";
        assert_eq!(segment(&format!("{text}</SEG >"), SGML).unwrap(), expected);
        let raw = Dialect { decode: false, ..SGML };
        assert_eq!(segment("&amp; &lt;</seg>", raw).unwrap(), "&amp; &lt;");
        assert_eq!(segment("a\u{a0} b  c</seg>", SGML).unwrap(), "a\u{a0} b  c");
    }

    #[test]
    fn xml_text_loses_its_markup() {
        let text = "a <b>x</b> &lt;<![CDATA[<&amp;>]]><!-- no -->y</seg>";
        assert_eq!(segment(text, XML).unwrap(), "a x <<&amp;>y");
        assert_eq!(
            segment("a\n&foo;</seg>", XML).unwrap_err(),
            (2, "entity `&foo;` is not one of the five of XML; no DTD is read".to_owned())
        );
    }

    #[test]
    fn what_is_not_closed_is_an_error() {
        for text in ["a", "a</seg", "a <seg id=1>b</seg>", "a</doc>", "a</refset></seg>"] {
            assert_eq!(segment(text, SGML).unwrap_err().1, "the segment has no </seg>", "{text}");
        }
        for text in ["<!-- ", "<!DOCTYPE [>", "<?xml ", "<doc "] {
            let defect = Scanner::new(text, SGML).next_tag().unwrap_err();
            assert!(defect.1.ends_with("is not closed"), "{text}");
        }
        assert!(segment("<![CDATA[</seg>", XML).is_err());
    }
}
