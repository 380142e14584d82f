//! The page: the answers first, then claims and tables of papers, a section for each answer with its figure, and folded away all else
//! and where everything comes from. It is one file that needs nothing else.

mod gallery;
mod sections;
mod shown;
mod terms;

use minijinja::value::Serde;
use minijinja::{AutoEscape, Environment, UndefinedBehavior, Value, context};

use self::gallery::Gallery;
use self::shown::Shown;
use super::chapter::Chapter;
use super::paper_figures::PaperFigure;
use super::warnings::to_sentence;
use super::{ReportError, answer, examples};
use crate::analyses::ClaimsOfSource;
use crate::analyses::examples::Examples;
use crate::answers::Block;
use crate::escape::lines;
use crate::presentation::{About, CorpusAbout, TextTable};
use crate::table::Manifest;
use crate::warning::Warning;
use crate::words::in_a_row;

const TEMPLATE: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/page.css");
const SCRIPT: &str = include_str!("page/page.js");

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
    /// Printed tables in their own rows and columns.
    pub(super) printed: &'a [TextTable],
    /// Where systems differ.
    pub(super) examples: Option<&'a Examples>,
    /// Seconds after which it is loaded again.
    pub(super) renewal: Option<u32>,
}

/// The page as HTML.
pub(super) fn page(parts: &Parts<'_>) -> Result<String, ReportError> {
    let mut environment = Environment::new();
    // By itself the library goes by the ending of a template's name, and these have none.
    environment.set_auto_escape_callback(|_| AutoEscape::Html);
    // A slip in the template is an error, not an empty text.
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.add_template("page", TEMPLATE)?;
    environment.add_template("examples", examples::TEMPLATE)?;
    let blocks = answer::answers_of(parts.chapters);
    let gallery = Gallery::new(&blocks, parts.chapters);
    let manifest = parts.manifest;
    let spec = serde_json::to_string_pretty(&manifest.spec).unwrap_or_default();
    let page = environment.get_template("page")?.render(context! {
        style => Value::from_safe_string(style(parts)),
        renewal => parts.renewal,
        examples => parts.examples.map(examples::context),
        script => Value::from_safe_string(SCRIPT.to_owned()),
        title => title(parts, &blocks),
        head => answer::head(parts.chapters),
        answers => answers(parts, &blocks),
        blocks => blocks.iter().map(|block| sections::block(block, parts.chapters, &gallery)).collect::<Vec<_>>(),
        further => sections::further(parts.chapters),
        terms => terms::used(&blocks, parts.chapters),
        names => parts.about.corpora.iter().filter_map(names).collect::<Vec<_>>(),
        seeds => parts.seeds.as_deref(),
        papers => Value::from(Serde(parts.papers)),
        figures => gallery.others(),
        figure_count => gallery.count_of_others(),
        tables => Value::from(Serde(Shown::all(parts.tables))),
        claims => claims(parts, &gallery),
        printed => Value::from(Serde(Shown::all(parts.printed))),
        studies => parts.chapters.iter().map(study).collect::<Vec<_>>(),
        corpora => corpora(parts.about),
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

/// The title of the spec, or where it has none the first question with its answer.
fn title(parts: &Parts<'_>, blocks: &[Block]) -> String {
    let title = &parts.about.title;
    match blocks.first() {
        Some(first) if *title == parts.manifest.experiment => {
            format!("{} {}", sections::asked(first), sections::answered(first))
        }
        _ => title.clone(),
    }
}

/// A line for each answer: where it stands, the question, and the verdict.
fn answers(parts: &Parts<'_>, blocks: &[Block]) -> Vec<Value> {
    let answers = blocks.iter().map(|block| {
        context! {
            id => block.question.name(),
            question => sections::asked(block),
            verdict => sections::answered(block),
        }
    });
    let claims = parts.claims.iter().map(|source| {
        context! {
            id => source.table.name.to_string(),
            question => source.question(parts.claims.len() == 1),
            verdict => source.answer(),
        }
    });
    claims.chain(answers).collect()
}

/// The claims of all sources.
fn claims(parts: &Parts<'_>, gallery: &Gallery<'_>) -> Vec<Value> {
    let is_alone = parts.claims.len() == 1;
    parts.claims.iter().map(|source| sections::claims(source, is_alone, gallery)).collect()
}

/// A study on a corpus, and what its scores are of.
fn study(chapter: &Chapter<'_>) -> Value {
    context! {
        name => chapter.section.title(),
        subject => chapter.subject.as_ref().map(super::subject::Subject::sentences),
    }
}

/// Which systems are called otherwise than in their preset, where some are.
fn names(corpus: &CorpusAbout) -> Option<String> {
    let (own, here): (Vec<&str>, Vec<&str>) =
        corpus.renamed.iter().map(|(own, here)| (&**own, &**here)).unzip();
    (!own.is_empty()).then(|| {
        let (own, here) = (in_a_row(&own, "and"), in_a_row(&here, "and"));
        format!(
            "Systems of {} are called as in the paper: {here} are {own} of the preset.",
            corpus.name
        )
    })
}

fn corpora(about: &About) -> Vec<Value> {
    let corpora = about.corpora.iter().map(|corpus| {
        context! {
            name => corpus.name.as_str(),
            format => corpus.format.as_str(),
            preset => corpus.preset.as_deref(),
            is_synthetic => corpus.synthetic,
            // Only addresses that a browser opens harmlessly become links.
            homepage => corpus.homepage.as_deref(),
            is_link => corpus.homepage.as_ref().is_some_and(|page| page.starts_with("https://") || page.starts_with("http://")),
            licence => corpus.licence.as_deref(),
        }
    });
    corpora.collect()
}
