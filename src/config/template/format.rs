//! The format table of a corpus, and how values are written.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use super::NotUnicode;
use crate::corpus::source::{
    CorpusFormat, MqmSource, NistSource, PlainSource, TableLayout, TableSource,
};

/// The lines of a table that have a value.
struct Lines<'a> {
    text: String,
    base: Option<&'a Path>,
    /// The first path that cannot be written.
    unwritable: Option<PathBuf>,
}

impl Lines<'_> {
    fn line(&mut self, key: &str, value: &str) {
        writeln!(self.text, "{key} = {value}").expect("writing to a string cannot fail");
    }

    /// What could be there, and a word on it.
    fn option(&mut self, code: &str, comment: &str) {
        self.text.push_str(&super::line(code, comment));
    }

    fn comment(&mut self, comment: &str) {
        self.text.push_str(comment);
        self.text.push('\n');
    }

    fn path(&mut self, key: &str, path: &Path) {
        let value = self.quoted_path(path);
        self.line(key, &value);
    }

    fn paths(&mut self, key: &str, paths: &[PathBuf]) {
        if !paths.is_empty() {
            let paths: Vec<String> = paths.iter().map(|path| self.quoted_path(path)).collect();
            self.line(key, &list(&paths));
        }
    }

    fn quoted_path(&mut self, path: &Path) -> String {
        let inside = self.base.and_then(|base| path.strip_prefix(base).ok());
        let path = inside.filter(|inside| !inside.as_os_str().is_empty()).unwrap_or(path);
        let Some(text) = path.to_str() else {
            self.unwritable.get_or_insert_with(|| path.to_owned());
            return String::new();
        };
        quoted(text)
    }

    fn name(&mut self, key: &str, name: Option<&String>) {
        if let Some(name) = name {
            self.line(key, &quoted(name));
        }
    }

    fn names(&mut self, key: &str, names: &[String]) {
        if !names.is_empty() {
            self.line(key, &quoted_list(names.iter().map(String::as_str)));
        }
    }
}

/// `[corpora.KEY.FORMAT]` and what is in it.
pub(super) fn of_format(
    key: &str,
    format: &CorpusFormat,
    base: Option<&Path>,
) -> Result<String, NotUnicode> {
    let mut lines = Lines { text: String::new(), base, unwritable: None };
    let mut table = |kind: &str| lines.comment(&format!("[corpora.{key}.{kind}]"));
    match format {
        CorpusFormat::Evalset(source) => {
            table("evalset");
            lines.path("path", &source.path);
            lines.line("language-pair", &quoted(&source.language_pair));
            lines.option("# references = [\"...\"]", "which, and in which order");
        }
        CorpusFormat::Plain(source) => {
            table("plain");
            plain(&mut lines, source);
        }
        CorpusFormat::Nist(source) => {
            table("nist");
            nist(&mut lines, source);
        }
        CorpusFormat::WmtXml(source) => {
            table("wmt-xml");
            lines.paths("paths", &source.files);
            lines.option("# references = [\"refA\"]", "which, and in which order");
            lines.option("# testsuites = true", "take their documents too");
        }
        CorpusFormat::Mqm(source) => {
            table("mqm");
            mqm(&mut lines, source);
        }
        CorpusFormat::Table(source) => {
            table("table");
            columns(&mut lines, source);
        }
        CorpusFormat::Synthetic(source) => {
            table("synthetic");
            lines.line("preset", &quoted(&source.preset));
            lines.line("seed", &source.seed.to_string());
        }
    }
    match lines.unwritable {
        None => Ok(lines.text),
        Some(path) => Err(NotUnicode { path }),
    }
}

fn plain(lines: &mut Lines<'_>, source: &PlainSource) {
    if let Some(path) = &source.source {
        lines.path("source", path);
    }
    lines.paths("references", &source.references);
    lines.paths("systems", &source.systems);
    match &source.documents {
        Some(path) => lines.path("documents", path),
        None => lines.option("# documents = \"...\"", "a document name per line"),
    }
}

fn nist(lines: &mut Lines<'_>, source: &NistSource) {
    if let Some(path) = &source.source {
        lines.path("source", path);
    }
    lines.paths("references", &source.references);
    lines.paths("systems", &source.systems);
    lines.option("# decode-entities = false", "keep `&amp;` as it stands in SGML");
}

fn mqm(lines: &mut Lines<'_>, source: &MqmSource) {
    lines.paths("paths", &source.files);
    lines.option("# references = [\"...\"]", "left out: those that look human");
    lines.option("# raters = \"separate\"", "as judges, instead of their mean");
    lines.option("# quoted = true", "if fields are in quotation marks");
}

fn columns(lines: &mut Lines<'_>, source: &TableSource) {
    lines.path("path", &source.path);
    if let Some(layout) = source.layout {
        lines.line(
            "layout",
            match layout {
                TableLayout::Tsv => "\"tsv\"",
                TableLayout::QuotedTsv => "\"quoted-tsv\"",
                TableLayout::Csv => "\"csv\"",
                TableLayout::Jsonl => "\"jsonl\"",
                TableLayout::Parquet => "\"parquet\"",
            },
        );
    }
    lines.comment("# The columns, as their names suggest:");
    lines.name("document", source.document.as_ref());
    lines.name("domain", source.domain.as_ref());
    lines.name("segment", source.segment.as_ref());
    lines.name("source", source.source.as_ref());
    lines.names("references", &source.references);
    lines.names("systems", &source.systems);
    lines.name("system", source.system.as_ref());
    lines.name("hypothesis", source.hypothesis.as_ref());
    lines.name("judge", source.judge.as_ref());
    lines.names("judgments", &source.judgments);
    lines.names("scores", &source.scores);
}

/// A key of a table, in quotation marks if it needs them.
pub(super) fn key(name: &str) -> String {
    let bare = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    if !name.is_empty() && name.bytes().all(bare) { name.to_owned() } else { quoted(name) }
}

/// A string as TOML: JSON's escapes are TOML's, except for one character that JSON lets stand.
pub(super) fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string().replace('\u{7f}', "\\u007F")
}

/// A list of strings, one to a line where it is long.
pub(super) fn quoted_list<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    list(&names.into_iter().map(quoted).collect::<Vec<_>>())
}

fn list(items: &[String]) -> String {
    const WIDTH: usize = 80;
    let line = format!("[{}]", items.join(", "));
    if line.len() <= WIDTH { line } else { format!("[\n    {},\n]", items.join(",\n    ")) }
}
