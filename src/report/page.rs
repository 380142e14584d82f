//! The page: the answer first, then figures, tables and where everything comes from, in one file
//! that needs nothing else.

use minijinja::value::Serde;
use minijinja::{AutoEscape, Environment, UndefinedBehavior, Value, context};
use serde::Serialize;

use super::error::ReportError;
use crate::presentation::{About, Figure, FileName, Finding, TextCell, TextTable, themed};
use crate::table::Manifest;

const TEMPLATE: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/page.css");
const SCRIPT: &str = include_str!("page/page.js");

/// Figures that are drawn on the page; more are linked, so that it stays a page.
const MOST_FIGURES: usize = 60;
/// Lines of a table that the page shows; its files have more.
const MOST_LINES: usize = 300;

/// Everything that stands on the page.
pub(super) struct Parts<'a> {
    pub(super) manifest: &'a Manifest,
    /// Of the manifest.
    pub(super) digest: &'a str,
    /// Endings of the files that each table is in.
    pub(super) endings: &'a [&'a str],
    pub(super) about: &'a About,
    pub(super) findings: &'a [Finding],
    pub(super) figures: &'a [Figure],
    pub(super) tables: &'a [TextTable],
    pub(super) published: &'a [TextTable],
}

/// The lines of a table that the page shows, without all the others.
#[derive(Serialize)]
struct Shown<'a> {
    name: &'a FileName,
    caption: &'a str,
    header: &'a [TextCell],
    rows: &'a [Vec<TextCell>],
    notes: &'a [String],
    /// Lines of the table.
    lines: usize,
}

impl<'a> Shown<'a> {
    fn new(TextTable { name, caption, header, rows, notes }: &'a TextTable) -> Self {
        let shown = &rows[..rows.len().min(MOST_LINES)];
        Self { name, caption, header, rows: shown, notes, lines: rows.len() }
    }
}

/// What the page says of a finding.
#[derive(Serialize)]
struct Found<'a> {
    study: &'a str,
    corpus: &'a str,
    headline: &'a str,
    sentences: &'a [String],
    table: Option<Shown<'a>>,
    notes: &'a [String],
}

/// The page as HTML.
pub(super) fn page(parts: &Parts<'_>) -> Result<String, ReportError> {
    let mut environment = Environment::new();
    environment.set_auto_escape_callback(|_| AutoEscape::Html);
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.add_template("page", TEMPLATE)?;
    let findings: Vec<Found<'_>> = parts.findings.iter().map(found).collect();
    let manifest = parts.manifest;
    let synthetic = parts.about.corpora.iter().filter(|corpus| corpus.synthetic);
    let synthetic = synthetic.map(|corpus| {
        context! { name => corpus.name.as_str(), preset => corpus.preset.as_deref() }
    });
    let corpora = parts.about.corpora.iter().map(|corpus| {
        context! {
            name => corpus.name.as_str(),
            format => corpus.format.as_str(),
            preset => corpus.preset.as_deref(),
            // Only addresses that a browser opens harmlessly become links.
            homepage => corpus.homepage.as_deref(),
            is_link => corpus.homepage.as_ref().is_some_and(|page| page.starts_with("https://") || page.starts_with("http://")),
            licence => corpus.licence.as_deref(),
        }
    });
    let spec = serde_json::to_string_pretty(&manifest.spec).unwrap_or_default();
    let page = environment.get_template("page")?.render(context! {
        style => Value::from_safe_string(STYLE.to_owned()),
        script => Value::from_safe_string(SCRIPT.to_owned()),
        title => parts.about.title.as_str(),
        findings => Value::from(Serde(&findings)),
        synthetic => synthetic.collect::<Vec<_>>(),
        sections => sections(parts.figures),
        questions => questions(parts.figures),
        most_lines => MOST_LINES,
        tables => Value::from(Serde(shown(parts.tables))),
        agreement => Value::from(Serde(parts.published.first().map(Shown::new))),
        published => Value::from(Serde(shown(parts.published.get(1..).unwrap_or_default()))),
        corpora => corpora.collect::<Vec<_>>(),
        manifest => Value::from(Serde(manifest)),
        digest => parts.digest,
        endings => Value::from(Serde(parts.endings)),
        spec => spec,
    })?;
    Ok(page)
}

fn found(finding: &Finding) -> Found<'_> {
    let Finding { study, corpus, headline, sentences, table, notes, .. } = finding;
    let table = table.as_ref().map(Shown::new);
    Found { study, corpus, headline, sentences, table, notes }
}

fn shown(tables: &[TextTable]) -> Vec<Shown<'_>> {
    tables.iter().map(Shown::new).collect()
}

/// What figures answer, each with the first figure that does.
fn questions(figures: &[Figure]) -> Vec<Value> {
    let mut questions: Vec<&Figure> = Vec::new();
    for figure in figures {
        if questions.iter().all(|known| known.question != figure.question) {
            questions.push(figure);
        }
    }
    let link =
        |figure: &Figure| context! { question => figure.question, name => figure.name.to_string() };
    questions.into_iter().map(link).collect()
}

/// Figures by study and corpus, then by what they answer, drawn for the page. Beyond the first ones
/// they are links to their files.
fn sections(figures: &[Figure]) -> Vec<Value> {
    type Questions<'a> = Vec<(&'a str, Vec<Value>)>;
    let mut sections: Vec<(&str, Questions<'_>)> = Vec::new();
    for (index, figure) in figures.iter().enumerate() {
        let is_drawn = index < MOST_FIGURES;
        let svg = is_drawn.then(|| themed(&figure.svg, &format!("f{index}")));
        let value = context! {
            name => figure.name.to_string(),
            title => figure.title.as_str(),
            caption => figure.caption.as_str(),
            svg => svg.map(Value::from_safe_string),
        };
        if sections.last().is_none_or(|(section, _)| *section != figure.section) {
            sections.push((&figure.section, Vec::new()));
        }
        let Some((_, questions)) = sections.last_mut() else { continue };
        match questions.last_mut() {
            Some((question, list)) if *question == figure.question => list.push(value),
            _ => questions.push((figure.question, vec![value])),
        }
    }
    let question = |(question, figures): (&str, Vec<Value>)| context! { question, figures };
    let section = |(section, questions): (&str, Questions<'_>)| {
        context! { section, questions => questions.into_iter().map(question).collect::<Vec<_>>() }
    };
    sections.into_iter().map(section).collect()
}
