//! The page: the answer first, then figures, tables and where everything comes from, in one file
//! that needs nothing else.

use minijinja::value::Serde;
use minijinja::{AutoEscape, Environment, UndefinedBehavior, Value, context};
use serde::Serialize;

use super::error::ReportError;
use super::summary;
use crate::analyses::{Answer, MetricAnswer};
use crate::presentation::{About, Figure, FileName, TextCell, TextTable, share, size, themed};
use crate::table::Manifest;
use crate::words::grouped;

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
    pub(super) answers: &'a [Answer],
    /// One per answer.
    pub(super) answer_tables: &'a [TextTable],
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

/// What the page says about a study.
#[derive(Serialize)]
struct Words<'a> {
    study: &'a str,
    corpus: &'a str,
    documents: u32,
    segments: String,
    synthetic: bool,
    /// The shortest answer.
    verdict: Option<String>,
    /// Some sentences each.
    precision: Option<String>,
    ranking: String,
    table: Shown<'a>,
}

/// The page as HTML.
pub(super) fn page(parts: &Parts<'_>) -> Result<String, ReportError> {
    let mut environment = Environment::new();
    environment.set_auto_escape_callback(|_| AutoEscape::Html);
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.add_template("page", TEMPLATE)?;
    let words: Vec<Words<'_>> = parts
        .answers
        .iter()
        .zip(parts.answer_tables)
        .map(|(answer, table)| words(parts.about, answer, table))
        .collect();
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
        words => Value::from(Serde(&words)),
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

fn words<'a>(about: &About, answer: &'a Answer, table: &'a TextTable) -> Words<'a> {
    Words {
        study: &answer.study,
        corpus: &answer.corpus,
        documents: answer.documents,
        segments: grouped(answer.segments),
        synthetic: about.is_synthetic(&answer.corpus),
        verdict: answer.target.map(|target| verdict(answer, target)),
        precision: answer.target.map(|target| precision(about, answer, target)),
        ranking: ranking(answer),
        table: Shown::new(table),
    }
}

/// Whether the documents at hand are enough, in one sentence.
fn verdict(answer: &Answer, target: f64) -> String {
    let at_hand = f64::from(answer.documents);
    let is_enough = |metric: &&MetricAnswer| {
        let most = metric.target.documents.map(|(_, most)| most);
        metric.target.absent == 0 && most.is_some_and(|most| most <= at_hand)
    };
    let (enough, all) = (answer.metrics.iter().filter(is_enough).count(), answer.metrics.len());
    let unit = if answer.relative { " %" } else { "" };
    let share = match enough {
        0 => "enough for none of the metrics".to_owned(),
        _ if enough == all && all == 1 => "enough".to_owned(),
        _ if enough == all => "enough for every metric".to_owned(),
        _ => format!("enough for {enough} of {all} metrics"),
    };
    format!("{} documents are {share} to know scores to ±{target}{unit}.", answer.documents)
}

/// How many documents the wanted precision takes, in words.
fn precision(about: &About, answer: &Answer, target: f64) -> String {
    let unit = if answer.relative { " % of the score" } else { " points of the score" };
    let level = about.level(&answer.study);
    let at_hand = f64::from(answer.documents);
    let (mut enough, mut more, mut never) = (Vec::new(), Vec::new(), Vec::new());
    for metric in &answer.metrics {
        let name = summary::name(answer, metric);
        match (summary::documents(metric.target), metric.target.documents) {
            (Some(span), Some((_, most))) if most <= at_hand && metric.target.absent == 0 => {
                enough.push(format!("{name} {span}"));
            }
            (Some(span), Some(_)) => more.push(format!("{name} {span}")),
            _ => never.push(name),
        }
    }
    let mut text = format!("For a {level} % interval within ±{target}{unit}, ");
    let count = answer.documents;
    let sentences = [
        (&enough, format!("these {count} documents are enough for: {} documents", list(&enough))),
        (
            &more,
            format!(
                "more than these {count} documents, for some systems at least, are needed for: {} documents",
                list(&more)
            ),
        ),
        (&never, format!("no number of documents within reach is enough for: {}", list(&never))),
    ];
    let sentences: Vec<String> = sentences
        .into_iter()
        .filter(|(names, _)| !names.is_empty())
        .map(|(_, sentence)| sentence)
        .collect();
    text += &sentences.join("; ");
    text + ". Where a span is given, systems and orders of the documents differ: plan for its upper end."
}

/// From which size on the ranking holds, in words.
fn ranking(answer: &Answer) -> String {
    let (mut early, mut late, mut open) = (Vec::new(), Vec::new(), Vec::new());
    let half = f64::from(answer.documents) / 2.0;
    let ranked = |metric: &&MetricAnswer| metric.rank_stable_from.curves > 0;
    if answer.metrics.iter().any(|metric| metric.ranking_holds.is_some()) {
        return probable_ranking(answer);
    }
    for metric in answer.metrics.iter().filter(ranked) {
        let name = summary::name(answer, metric);
        match metric.rank_stable_from.documents {
            Some((_, most)) if metric.rank_stable_from.absent == 0 => {
                let entry = format!("{name} (from {})", size(most));
                if most <= half { early.push(entry) } else { late.push(entry) }
            }
            _ => open.push(name),
        }
    }
    if early.is_empty() && late.is_empty() && open.is_empty() {
        return "There is nothing to rank: fewer than two systems have scores.".to_owned();
    }
    let mut sentences = Vec::new();
    if !early.is_empty() {
        sentences.push(format!(
            "In every order of the documents that was tried, the ranking of the systems is final before half of the test set for {}",
            list(&early)
        ));
    }
    if !late.is_empty() {
        sentences.push(format!(
            "it settles only in the second half for {}: more documents could still change it",
            list(&late)
        ));
    }
    if !open.is_empty() {
        sentences.push(format!(
            "it still changes with the last documents, in some order at least, for {}: there it cannot be trusted",
            list(&open)
        ));
    }
    let text = sentences.join("; ");
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    format!(
        "{first}{}. This is what was observed; no probability is attached to it.",
        letters.as_str()
    )
}

/// From which size on the ranking holds with the wanted probability, in words.
fn probable_ranking(answer: &Answer) -> String {
    let (mut reached, mut open, mut probability) = (Vec::new(), Vec::new(), None);
    for metric in &answer.metrics {
        let Some(holds) = metric.ranking_holds else { continue };
        probability = Some(holds.probability);
        let name = summary::name(answer, metric);
        match summary::documents(holds.from) {
            Some(span) if holds.from.absent == 0 => reached.push(format!("{name} (from {span})")),
            _ => open.push(name),
        }
    }
    let mut sentences = Vec::new();
    if !reached.is_empty() {
        sentences.push(format!(
            "the ranking of the whole corpus comes out of a test set for {}",
            list(&reached)
        ));
    }
    if !open.is_empty() {
        sentences.push(format!(
            "no size at hand is enough, in some order of the documents at least, for {}: some systems are \
             too close",
            list(&open)
        ));
    }
    let probability = share(probability.unwrap_or_default());
    format!("With a probability of {probability} %, {}.", sentences.join("; "))
}

/// "a", "a and b", "a, b and c".
fn list(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
