//! The page: findings first, then figures, tables and where everything comes from, in one file that
//! needs nothing else.

use minijinja::value::Serde;
use minijinja::{AutoEscape, Environment, UndefinedBehavior, Value, context};
use serde::Serialize;

use super::chapter::Chapter;
use super::error::ReportError;
use super::examples;
use super::paper_figures::{self, PaperFigure};
use super::warnings::to_sentence;
use crate::analyses::ClaimsOfSource;
use crate::analyses::examples::Examples;
use crate::escape::lines;
use crate::presentation::{About, Figure, FileName, TextCell, TextTable, themed};
use crate::table::Manifest;
use crate::warning::Warning;

const TEMPLATE: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/page.css");
const SCRIPT: &str = include_str!("page/page.js");

/// Figures that the page leads with.
const LEADING: usize = 8;
/// Figures that are drawn on the page; beyond them it links files, so that a browser can show it.
const MOST_FIGURES: usize = 200;
/// Lines of a table that the page shows; its files have more.
const MOST_LINES: usize = 200;
/// Of these, lines that a fold leaves open.
const OPEN_LINES: usize = 12;

/// Everything that stands on the page.
pub(super) struct Parts<'a> {
    pub(super) manifest: &'a Manifest,
    /// Of the manifest.
    pub(super) digest: &'a str,
    /// Endings of the files that each table is in.
    pub(super) endings: &'a [&'a str],
    pub(super) about: &'a About,
    /// What is odd about inputs and studies.
    pub(super) warnings: &'a [Warning],
    /// About the seeds of the generator, where there are several.
    pub(super) seeds: Option<String>,
    pub(super) chapters: &'a [Chapter<'a>],
    /// Figures of papers.
    pub(super) papers: &'a [PaperFigure],
    pub(super) tables: &'a [TextTable],
    /// Claims by source.
    pub(super) claims: &'a [ClaimsOfSource],
    /// How many published values are reproduced.
    pub(super) tallies: &'a [TextTable],
    /// Printed tables in their own rows and columns.
    pub(super) printed: &'a [TextTable],
    /// Published values, one in a line.
    /// Which of these are open.
    pub(super) open: &'a [bool],
    pub(super) published: &'a [TextTable],
    /// Where systems differ.
    pub(super) examples: Option<&'a Examples>,
}

/// The lines of a table that the page shows, without all the others.
#[derive(Serialize)]
struct Shown<'a> {
    name: &'a FileName,
    caption: &'a str,
    header: &'a [TextCell],
    rows: &'a [Vec<TextCell>],
    notes: &'a [String],
    /// Lines that the page does not show.
    left_out: usize,
    /// Whether some are folded away.
    is_long: bool,
    /// Lines of the table.
    lines: usize,
    source: Option<&'static str>,
}

impl<'a> Shown<'a> {
    fn new(table: &'a TextTable) -> Self {
        let TextTable { name, caption, header, rows, notes, left_out, source } = table;
        let shown = &rows[..rows.len().min(MOST_LINES)];
        Self {
            name,
            caption,
            header,
            rows: shown,
            notes,
            left_out: rows.len() - shown.len() + left_out,
            is_long: shown.len() > OPEN_LINES,
            lines: rows.len() + left_out,
            source: *source,
        }
    }
}

/// The page as HTML.
pub(super) fn page(parts: &Parts<'_>) -> Result<String, ReportError> {
    let mut environment = Environment::new();
    environment.set_auto_escape_callback(|_| AutoEscape::Html);
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.add_template("page", TEMPLATE)?;
    environment.add_template("examples", examples::TEMPLATE)?;
    let of_papers = paper_figures::drawn(parts.papers, parts.chapters);
    let leading = if of_papers.is_empty() { leading(parts.chapters) } else { of_papers };
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
        style => Value::from_safe_string(style(parts)),
        examples => parts.examples.map(examples::context),
        script => Value::from_safe_string(SCRIPT.to_owned()),
        title => parts.about.title.as_str(),
        chapters => parts.chapters.iter().map(chapter).collect::<Vec<_>>(),
        seeds => parts.seeds.as_deref(),
        synthetic => synthetic.collect::<Vec<_>>(),
        leading => leading.iter().enumerate().map(|(index, figure)| drawn(figure, &format!("l{index}"))).collect::<Vec<_>>(),
        papers => Value::from(Serde(parts.papers)),
        figures => all_figures(parts.chapters, &leading),
        figure_count => parts.chapters.iter().map(|chapter| chapter.figures.len()).sum::<usize>(),
        tables => Value::from(Serde(shown(parts.tables))),
        claims => parts.claims.iter().map(|source| claims(source, parts.chapters)).collect::<Vec<_>>(),
        tallies => Value::from(Serde(shown(parts.tallies))),
        printed => Value::from(Serde(shown(parts.printed))),
        published => Value::from(Serde(shown(parts.published))),
        open => parts.open.to_vec(),
        corpora => corpora.collect::<Vec<_>>(),
        warnings => parts.warnings.iter().filter(|own| !own.is_note()).map(warning).collect::<Vec<_>>(),
        notes => parts.warnings.iter().filter(|own| own.is_note()).map(warning).collect::<Vec<_>>(),
        manifest => Value::from(Serde(manifest)),
        digest => parts.digest,
        endings => Value::from(Serde(parts.endings)),
        spec => spec,
    })?;
    // What turns the direction of the text around is spelled out, in figures too.
    Ok(lines(&page).into_owned())
}

/// The style of what stands on the page.
fn style(parts: &Parts<'_>) -> String {
    [STYLE, parts.examples.map_or("", |_| examples::STYLE)].concat()
}

/// A warning in two sentences.
fn warning(warning: &Warning) -> Value {
    context! {
        label => warning.grade.in_words(),
        headline => to_sentence(&warning.headline()),
        help => to_sentence(&warning.help),
    }
}

/// What the page says about a study on a corpus.
fn chapter(chapter: &Chapter<'_>) -> Value {
    let findings = chapter.findings.iter().map(|(number, finding)| {
        let figure = chapter.figures.iter().find(|(own, _)| own == number).map(|(_, figure)| {
            context! { name => figure.name.to_string(), question => figure.question }
        });
        context! {
            headline => finding.headline.as_str(),
            sentences => Value::from(Serde(&finding.sentences)),
            table => Value::from(Serde(finding.table.as_ref().map(Shown::new))),
            notes => Value::from(Serde(&finding.notes)),
            figure => figure,
        }
    });
    context! {
        name => chapter.section.title(),
        subject => chapter.subject.as_ref().map(super::subject::Subject::sentences),
        findings => findings.collect::<Vec<_>>(),
    }
}

/// The claims of a source as the page lists them. A figure is linked where the page draws it.
fn claims(source: &ClaimsOfSource, chapters: &[Chapter<'_>]) -> Value {
    let has = |name: &str| {
        let mut figures = chapters.iter().flat_map(|chapter| &chapter.figures);
        // Beyond these, some are files alone.
        figures.clone().count() <= MOST_FIGURES
            && figures.any(|(_, figure)| figure.name.to_string() == name)
    };
    let line = |(cells, figure): (&Vec<TextCell>, &Option<std::sync::Arc<str>>)| {
        context! {
            cells => Value::from(Serde(cells)),
            figure => figure.as_deref().filter(|name| has(name)),
        }
    };
    let lines = source.table.rows.iter().zip(&source.figures).map(line);
    context! {
        name => source.table.name.to_string(),
        caption => source.table.caption.as_str(),
        count => source.count.as_str(),
        header => Value::from(Serde(&source.table.header)),
        lines => lines.collect::<Vec<_>>(),
    }
}

fn shown(tables: &[TextTable]) -> Vec<Shown<'_>> {
    tables.iter().map(Shown::new).collect()
}

/// The figures that the page leads with: the first of each finding in the order of findings, or else the
/// first of each kind.
fn leading<'a>(chapters: &'a [Chapter<'_>]) -> Vec<&'a Figure> {
    let mut leading: Vec<&Figure> = Vec::new();
    for chapter in chapters {
        let mut known = Vec::new();
        for (number, _) in &chapter.findings {
            if !known.contains(number) {
                known.push(*number);
                let figure = chapter.figures.iter().find(|(own, _)| own == number);
                leading.extend(figure.map(|(_, figure)| figure));
            }
        }
    }
    if leading.is_empty() {
        for (_, figure) in chapters.iter().flat_map(|chapter| &chapter.figures) {
            if leading.iter().all(|other| other.question != figure.question) {
                leading.push(figure);
            }
        }
    }
    leading.truncate(LEADING);
    leading
}

/// The figures that the page does not lead with, by study and corpus, then by what they answer.
fn all_figures(chapters: &[Chapter<'_>], leading: &[&Figure]) -> Vec<Value> {
    let mut left = MOST_FIGURES;
    let mut sections = Vec::new();
    for (number, chapter) in chapters.iter().enumerate() {
        let is_leading = |figure: &Figure| leading.iter().any(|other| other.name == figure.name);
        let figures = chapter.figures.iter().map(|(_, figure)| figure);
        let mut rest: Vec<&Figure> = figures.filter(|figure| !is_leading(figure)).collect();
        let linked = rest.split_off(rest.len().min(left));
        left -= rest.len();
        let figures: Vec<Value> = rest
            .iter()
            .enumerate()
            .map(|(place, figure)| drawn(figure, &format!("f{number}-{place}")))
            .collect();
        if !figures.is_empty() || !linked.is_empty() {
            let linked = linked.iter().map(|figure| {
                context! { name => figure.name.to_string(), published => figure.published.as_deref() }
            });
            let name = chapter.section.title();
            let linked = linked.collect::<Vec<_>>();
            sections.push(context! { name => name, figures => figures, linked => linked });
        }
    }
    sections
}

/// A figure as the page draws it.
fn drawn(figure: &Figure, prefix: &str) -> Value {
    context! {
        name => figure.name.to_string(),
        section => figure.section.as_str(),
        question => figure.question,
        title => figure.title.as_str(),
        caption => figure.caption.as_str(),
        published => figure.published.as_deref(),
        svg => Value::from_safe_string(themed(&figure.svg, prefix)),
    }
}
