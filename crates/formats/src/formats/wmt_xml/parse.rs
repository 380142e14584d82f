//! One XML file as documents, each with its columns of segments.

use quick_xml::Reader;
use quick_xml::events::{BytesRef, BytesStart, Event};

use crate::corpus::markup::{join_lines, predefined_entity};
use crate::corpus::{CorpusError, TextFile};

/// Deepest nesting of elements; the schema needs six.
const MAX_DEPTH: usize = 64;

/// A document as written.
#[derive(Default)]
pub(super) struct XmlDocument {
    pub(super) id: String,
    pub(super) domain: Option<String>,
    pub(super) testsuite: Option<String>,
    pub(super) line: usize,
    pub(super) source: Option<Vec<Segment>>,
    /// References and systems with their names.
    pub(super) columns: Vec<(Side, String, Vec<Segment>)>,
}

/// What a column is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Source,
    Reference,
    System,
}

/// A segment as written.
pub(super) struct Segment {
    pub(super) id: String,
    pub(super) text: String,
    pub(super) line: usize,
}

/// What is wrong, and what to do.
type Defect = (String, &'static str);

const SCHEMA: &str = "write it as the WMT schema says: doc { src, ref, hyp { p { seg } } }";
const VALID: &str = "make the file valid XML";

/// Reads all documents of `file`.
pub(super) fn parse(file: &TextFile) -> Result<Vec<XmlDocument>, CorpusError> {
    let text = file.text();
    let mut reader = Reader::from_str(text);
    let mut parser = Parser::default();
    let (mut line, mut counted) = (1, 0);
    let mut advance = |line: &mut usize, to: u64| {
        let to = usize::try_from(to).unwrap_or(text.len()).clamp(counted, text.len());
        *line += text.as_bytes()[counted..to].split(|byte| *byte == b'\n').count() - 1;
        counted = to;
    };
    loop {
        let outcome = match reader.read_event() {
            Ok(Event::Eof) => parser.finish().map(Some),
            Ok(event) => {
                let outcome = parser.event(&event, line);
                // Only now: what is wrong with an element is reported with the line where it begins.
                advance(&mut line, reader.buffer_position());
                outcome.map(|()| None)
            }
            Err(error) => {
                advance(&mut line, reader.error_position());
                Err(invalid(error))
            }
        };
        match outcome {
            Ok(None) => {}
            Ok(Some(documents)) => return Ok(documents),
            Err((cause, help)) => {
                return Err(CorpusError::malformed(file.path(), line, cause, help));
            }
        }
    }
}

#[derive(Default)]
struct Parser {
    documents: Vec<XmlDocument>,
    depth: usize,
    in_document: bool,
    /// The column that is open.
    column: Option<(Side, String)>,
    segments: Vec<Segment>,
    segment: Option<Segment>,
    /// Languages of sources, references and systems.
    languages: [Option<String>; 3],
}

impl Parser {
    fn event(&mut self, event: &Event<'_>, line: usize) -> Result<(), Defect> {
        match event {
            Event::Start(tag) => {
                self.depth += 1;
                if self.depth > MAX_DEPTH {
                    return Err((format!("elements are nested deeper than {MAX_DEPTH}"), SCHEMA));
                }
                self.open(tag, line)?;
            }
            Event::Empty(tag) => {
                self.open(tag, line)?;
                self.close(tag.name().as_ref())?;
            }
            Event::End(tag) => {
                self.depth = self.depth.saturating_sub(1);
                self.close(tag.name().as_ref())?;
            }
            Event::Text(text) => self.text(text),
            Event::CData(text) => self.text(text),
            Event::GeneralRef(reference) => {
                self.text(resolve(reference)?.encode_utf8(&mut [0; 4]));
            }
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) | Event::Eof => {}
        }
        Ok(())
    }

    /// Text, which counts within a segment.
    fn text(&mut self, text: &str) {
        if let Some(segment) = &mut self.segment {
            segment.text.push_str(text);
        }
    }

    fn open(&mut self, tag: &BytesStart<'_>, line: usize) -> Result<(), Defect> {
        match tag.name().as_ref() {
            "doc" => {
                if self.in_document {
                    return Err(("a document inside a document".to_owned(), SCHEMA));
                }
                self.in_document = true;
                self.documents.push(XmlDocument {
                    id: required(tag, "id", "a document without id")?,
                    domain: filled(tag, "domain")?,
                    testsuite: filled(tag, "testsuite")?,
                    line,
                    ..XmlDocument::default()
                });
            }
            "src" => self.open_column(tag, Side::Source, String::new())?,
            "ref" => {
                let name = match attribute(tag, "translator")? {
                    Some(translator) if translator.starts_with("ref") => translator,
                    Some(translator) => format!("ref{translator}"),
                    None => "ref".to_owned(),
                };
                self.open_column(tag, Side::Reference, name)?;
            }
            "hyp" => {
                let name = required(tag, "system", "a <hyp> without system")?;
                self.open_column(tag, Side::System, name)?;
            }
            "seg" if self.column.is_some() => {
                if self.segment.is_some() {
                    return Err(("a segment inside a segment".to_owned(), SCHEMA));
                }
                let id = required(tag, "id", "a segment without id")?;
                self.segment = Some(Segment { id, text: String::new(), line });
            }
            _ => {}
        }
        Ok(())
    }

    fn open_column(
        &mut self,
        tag: &BytesStart<'_>,
        side: Side,
        name: String,
    ) -> Result<(), Defect> {
        let what = ["src", "ref", "hyp"][side as usize];
        if !self.in_document || self.column.is_some() {
            return Err((format!("a <{what}> that is not right inside a document"), SCHEMA));
        }
        let language = attribute(tag, "lang")?.or(attribute(tag, "language")?);
        if let Some(language) = language {
            let first = self.languages[side as usize].get_or_insert_with(|| language.clone());
            if *first != language {
                let cause = format!("a <{what}> in `{language}` after others in `{first}`");
                return Err((cause, "keep one language pair per file"));
            }
        }
        self.column = Some((side, name));
        Ok(())
    }

    fn close(&mut self, name: &str) -> Result<(), Defect> {
        match name {
            "doc" => self.in_document = false,
            "seg" => {
                if let Some(mut segment) = self.segment.take() {
                    segment.text = join_lines(&segment.text);
                    self.segments.push(segment);
                }
            }
            "src" | "ref" | "hyp" => {
                let segments = std::mem::take(&mut self.segments);
                let (Some((side, name)), Some(document)) =
                    (self.column.take(), self.documents.last_mut())
                else {
                    return Ok(());
                };
                if side != Side::Source {
                    document.columns.push((side, name, segments));
                } else if document.source.replace(segments).is_some() {
                    return Err(("a second <src> in a document".to_owned(), SCHEMA));
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn finish(&mut self) -> Result<Vec<XmlDocument>, Defect> {
        if self.depth > 0 {
            return Err(("the file ends inside an element".to_owned(), VALID));
        }
        if self.documents.is_empty() {
            return Err(("there is no document in it".to_owned(), SCHEMA));
        }
        Ok(std::mem::take(&mut self.documents))
    }
}

fn invalid(error: impl std::fmt::Display) -> Defect {
    (format!("not valid XML: {error}"), VALID)
}

/// The value of the attribute `name` of `tag`.
fn attribute(tag: &BytesStart<'_>, name: &str) -> Result<Option<String>, Defect> {
    let Some(attribute) = tag.try_get_attribute(name).map_err(invalid)? else {
        return Ok(None);
    };
    let value = quick_xml::escape::unescape(&attribute.value).map_err(invalid)?;
    Ok(Some(value.trim().to_owned()))
}

/// The same, unless it is empty.
fn filled(tag: &BytesStart<'_>, name: &str) -> Result<Option<String>, Defect> {
    Ok(attribute(tag, name)?.filter(|value| !value.is_empty()))
}

/// The same; `without` says that it is not there.
fn required(tag: &BytesStart<'_>, name: &str, without: &str) -> Result<String, Defect> {
    filled(tag, name)?.ok_or_else(|| (without.to_owned(), SCHEMA))
}

/// The character that a reference such as `&amp;` or `&#228;` stands for.
fn resolve(reference: &BytesRef<'_>) -> Result<char, Defect> {
    if let Some(character) = reference.resolve_char_ref().map_err(invalid)? {
        return Ok(character);
    }
    let name = reference.as_ref();
    predefined_entity(name).ok_or_else(|| {
        let cause = format!("entity `&{name};` is not one of the five of XML; no DTD is read");
        (cause, "write the character itself")
    })
}
