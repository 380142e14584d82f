//! A starter spec for corpora that were recognised, with comments on what to do next.
//!
//! It uses defaults that suit most corpora, and says in comments what else could be asked. The
//! text is a valid spec; whether it is what the user wants is for the user to see.

mod means;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use minijinja::syntax::SyntaxConfig;
use minijinja::value::Serde;
use minijinja::{Environment, UndefinedBehavior};
use serde::Serialize;
use serde_json::{Value, json};

use super::built_in;
use super::names::LONGEST_NAME;
use crate::corpus::{DependentReference, Description, ScoreSummary};
use crate::formats::source::CorpusFormat;
use crate::formats::{Found, Unread};
use crate::words::counted;
use means::means;

const TEMPLATE: &str = include_str!("template/spec.toml.j2");

/// A corpus, and what is in it.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Where it lies.
    pub found: Found,
    /// What it holds.
    pub description: Description,
    /// References that were there and are left out.
    pub left_out: Vec<DependentReference>,
}

/// Documents from which on sizes are fractions instead of every number.
const FEW_DOCUMENTS: usize = 20;

/// Oddities that are worth a line each.
const ODDITIES: usize = 5;

/// A starter spec.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Starter {
    /// The spec.
    pub spec: String,
    /// How judges are treated, by place of the corpus.
    pub judges: Vec<Option<String>>,
}

/// A path that a spec cannot hold, because TOML is Unicode and the path is not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotUnicode {
    /// The path.
    pub path: PathBuf,
}

/// A starter spec called `name` for `corpora`. Paths are written relative to `base` where they lie in it.
///
/// `None` if there is nothing to evaluate: no outputs with references, no judgments and no scores.
///
/// # Errors
///
/// If a path that it would have to name is not Unicode.
#[expect(clippy::missing_panics_doc, reason = "the template is part of the program")]
pub fn template(
    name: &str,
    corpora: &[Entry],
    base: Option<&Path>,
) -> Result<Option<Starter>, NotUnicode> {
    let mut taken = BTreeSet::new();
    let corpora: Vec<Named<'_>> = corpora
        .iter()
        .map(|entry| Named { name: unique(&safe(&entry.found.name), &mut taken), entry })
        .collect();
    let tables = corpora.iter().map(|corpus| table(corpus, base));
    let tables = tables.collect::<Result<Vec<CorpusTable>, NotUnicode>>()?;
    let mut metrics = Metrics::default();
    let (mut of_corpora, mut judged) = (Vec::new(), Vec::new());
    for corpus in &corpora {
        of_corpora.push(means(corpus, corpora.len() > 1, &mut metrics));
        judged.extend(judged_metrics(corpus, corpora.len() > 1, &mut metrics));
    }
    // Adjusted scores are known for resampled texts alone, and a metric is adjusted in all corpora or in none.
    of_corpora.iter_mut().flatten().for_each(|study| study.adjust(&metrics));
    let judges = of_corpora.iter().map(|study| study.as_ref()?.judges_in_words()).collect();
    let studies: Vec<_> = of_corpora.into_iter().flatten().collect();
    let tasks = tasks(&corpora);
    let outputs = outputs(&corpora);
    if outputs.is_none() && studies.is_empty() {
        return Ok(None);
    }
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    let syntax = SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build();
    environment.set_syntax(syntax.expect("the usual delimiters differ"));
    // All comments in one column.
    environment.add_filter("note", |code: &str, note: &str| format!("{code:33} # {note}"));
    let context = json!({
        "name": quoted(&safe(name)), "corpora": tables, "metrics": metrics.0, "outputs": outputs,
        "studies": studies, "judged": judged, "tasks": tasks,
    });
    let text =
        environment.render_str(TEMPLATE, Serde(context)).expect("the template has its context");
    Ok(Some(Starter { spec: format!("{}\n", text.trim_end()), judges }))
}

/// A corpus under its name in the spec.
struct Named<'a> {
    name: String,
    entry: &'a Entry,
}

impl Named<'_> {
    /// How many systems can be compared with references.
    fn outputs(&self) -> usize {
        let Description { references, systems, human_systems, .. } = &self.entry.description;
        if references.is_empty() {
            return 0;
        }
        let names = systems.iter().map(|system| &system.name);
        let machines = names.filter(|name| {
            !human_systems.contains(*name) && references.iter().all(|known| known.name != **name)
        });
        machines.count()
    }
}

/// `[corpora.KEY.FORMAT]`.
#[derive(Serialize)]
struct CorpusTable {
    facts: Vec<String>,
    key: String,
    format: String,
    /// Lines of keys and values: where the files are and how they are written, then all others.
    files: Vec<String>,
    others: Vec<String>,
    with_documents: bool,
    /// Whether the references are listed.
    with_references: bool,
    /// Comments on columns that are not read.
    unread: Vec<String>,
}

fn table(corpus: &Named<'_>, base: Option<&Path>) -> Result<CorpusTable, NotUnicode> {
    let mut format = corpus.entry.found.format.clone();
    for path in format.paths_mut() {
        let inside = base.and_then(|base| path.strip_prefix(base).ok());
        if let Some(inside) = inside.filter(|inside| !inside.as_os_str().is_empty()) {
            *path = inside.to_owned();
        }
        if path.to_str().is_none() {
            return Err(NotUnicode { path: path.clone() });
        }
    }
    let mut table = CorpusTable {
        facts: facts(corpus.entry),
        key: key(&corpus.name),
        format: String::new(),
        files: Vec::new(),
        others: Vec::new(),
        with_references: !corpus.entry.left_out.is_empty(),
        unread: comments(&corpus.entry.found.unread),
        with_documents: matches!(&format, CorpusFormat::Plain(plain) if plain.documents.is_some()),
    };
    let written = serde_json::to_value(&format).expect("paths are Unicode, and keys are strings");
    let formats = written.as_object().into_iter().flatten();
    for (kind, (key, value)) in formats
        .flat_map(|(kind, keys)| keys.as_object().into_iter().flatten().map(move |k| (kind, k)))
    {
        table.format.clone_from(kind);
        let value = match value {
            Value::String(text) => quoted(text),
            Value::Number(number) => number.to_string(),
            Value::Bool(true) if key == "texts" => "true".to_owned(),
            Value::Array(list) if list.len() == 1 && ["path", "item"].contains(&key.as_str()) => {
                quoted(list[0].as_str().unwrap_or_default())
            }
            Value::Array(list) if !list.is_empty() => {
                quoted_list(list.iter().filter_map(Value::as_str))
            }
            Value::Object(scores) => {
                let written = |value: &Value| match value {
                    Value::String(text) => quoted(text),
                    list => {
                        quoted_list(list.as_array().into_iter().flatten().filter_map(Value::as_str))
                    }
                };
                let lines = scores
                    .iter()
                    .map(|(name, value)| format!("{key}.{} = {}", self::key(name), written(value)));
                table.others.extend(lines);
                continue;
            }
            // What is left out, and defaults.
            _ => continue,
        };
        let is_file = ["path", "layout"].contains(&key.as_str());
        let lines = if is_file { &mut table.files } else { &mut table.others };
        let key = if key == "files" { "paths" } else { key };
        lines.push(format!("{key} = {value}"));
    }
    Ok(table)
}

/// What a corpus holds, line by line.
fn facts(Entry { description, left_out, .. }: &Entry) -> Vec<String> {
    let names = |names: &mut dyn Iterator<Item = &String>| -> String {
        names.map(String::as_str).collect::<Vec<_>>().join(", ")
    };
    let outputs = description.systems.iter().filter(|output| {
        description.references.iter().all(|reference| reference.name != output.name)
            && left_out.iter().all(|reference| reference.name != output.name)
    });
    let mut lines = vec![format!(
        "{} in {}.",
        counted(description.segments, "segment"),
        counted(description.documents.count, "document")
    )];
    for (what, list) in [
        ("References", names(&mut description.references.iter().map(|column| &column.name))),
        ("Systems", names(&mut outputs.map(|column| &column.name))),
        ("Systems without text", names(&mut description.systems_without_text.iter())),
        ("Judgments", names(&mut description.criteria.iter().map(|scores| &scores.name))),
        ("External scores", names(&mut description.external.iter().map(|scores| &scores.name))),
    ] {
        if !list.is_empty() {
            lines.push(format!("{what}: {list}."));
        }
    }
    lines.extend(left_out.iter().map(|reference| {
        let DependentReference { name, reason, .. } = reference;
        format!("Left out: reference {name}, since {reason}; `references` can take it, too.")
    }));
    let odd = description.oddities.iter().take(ODDITIES);
    lines.extend(odd.map(|oddity| format!("Odd: {}.", oddity.message)));
    if description.oddities.len() > ODDITIES {
        lines.push("More that is odd: see `runner corpus describe`.".to_owned());
    }
    lines.iter().map(|line| one_line(line)).collect()
}

/// A comment, which ends at the line's end.
fn one_line(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).collect()
}

/// Declarations of metrics, each once.
#[derive(Default)]
struct Metrics(Vec<Metric>);

#[derive(Serialize)]
struct Metric {
    key: String,
    kind: &'static str,
    /// The criterion or score.
    of: String,
    /// Whether it is a comment, for those who want it.
    suggested: bool,
    /// Whether lower is better, by name and sign.
    lower: bool,
    /// What its systems share, where that is too little for means.
    shared: Option<String>,
}

impl Metrics {
    /// The name of the metric of a criterion or score, declared where it is not built in.
    fn declare(&mut self, kind: &'static str, scores: &ScoreSummary, suggested: bool) -> String {
        let of = scores.name.as_str();
        let name = safe(of);
        let shared = shared(scores);
        let is_built_in = kind == "human" && name == of && built_in::NAMES.contains(&of);
        let key = key(&name);
        if let Some(known) = self.0.iter_mut().find(|known| known.key == key) {
            known.suggested &= suggested;
            known.shared = known.shared.take().or(shared);
        } else if !is_built_in || shared.is_some() {
            let lower = scores.is_lower_better;
            self.0.push(Metric { key, kind, of: quoted(of), suggested, lower, shared });
        }
        name
    }

    fn is_adjusted(&self, name: &str) -> bool {
        let key = key(name);
        self.0.iter().any(|metric| metric.key == key && metric.shared.is_some())
    }
}

/// Returns `true` if some systems lack a score of a segment that another one has.
fn has_gaps(scores: &ScoreSummary) -> bool {
    scores.systems > 1 && scores.common_segments < scores.segments
}

/// Returns `true` if systems share less than half of what any has, and other systems connect those that share nothing.
fn shares_little(scores: &ScoreSummary) -> bool {
    has_gaps(scores) && 2 * scores.common_segments < scores.segments && scores.is_connected
}

/// What systems share, where scores are adjusted: judges see what they are given, so that few outputs are of all systems.
fn shared(scores: &ScoreSummary) -> Option<String> {
    (shares_little(scores) && scores.named_judges.count > 0).then(|| {
        let all = counted(scores.segments, "segment");
        format!("systems share {} of {all}", scores.common_segments)
    })
}

/// The study of outputs against references.
#[derive(Serialize)]
struct Outputs {
    corpora: String,
    /// What all corpora have.
    references: usize,
    few_documents: bool,
    several_systems: bool,
    /// `true` if texts came along with the scores of a metric, which answers first.
    after_scores: bool,
}

fn outputs(corpora: &[Named<'_>]) -> Option<Outputs> {
    let corpora: Vec<&Named<'_>> = corpora.iter().filter(|corpus| corpus.outputs() > 0).collect();
    let references =
        corpora.iter().map(|corpus| corpus.entry.description.references.len()).min()?;
    Some(Outputs {
        corpora: quoted_list(corpora.iter().map(|corpus| corpus.name.as_str())),
        references,
        few_documents: corpora.iter().all(|corpus| has_few_documents(corpus)),
        several_systems: corpora.iter().all(|corpus| corpus.outputs() > 1),
        after_scores: corpora.iter().all(|corpus| match &corpus.entry.found.format {
            CorpusFormat::Comet(_) => true,
            CorpusFormat::Table(table) => !table.scores.is_empty(),
            _ => false,
        }),
    })
}

/// The study over all tasks of logs of samples.
#[derive(Serialize)]
struct Tasks {
    corpora: String,
    metrics: String,
    has_gaps: bool,
}

/// Nothing where there are not several tasks of the same two systems; `[]` as metrics where these have no common score.
fn tasks(corpora: &[Named<'_>]) -> Option<Tasks> {
    let corpora: Vec<&Named<'_>> = corpora
        .iter()
        .filter(|corpus| match &corpus.entry.found.format {
            CorpusFormat::Samples(_) => true,
            CorpusFormat::Table(table) => !table.rows.is_empty(),
            _ => false,
        })
        .collect();
    let descriptions: Vec<&Description> =
        corpora.iter().map(|corpus| &corpus.entry.description).collect();
    let (first, others) = descriptions.split_first()?;
    let on_all = first.systems_without_text.iter().filter(|system| {
        others.iter().all(|description| description.systems_without_text.contains(system))
    });
    let is_on_all = |name: &str| {
        descriptions.iter().all(|description| {
            description.external.iter().any(|scores| scores.name == name && scores.systems > 1)
        })
    };
    let names = first.external.iter().map(|scores| scores.name.as_str());
    let names: Vec<String> = names.filter(|name| is_on_all(name)).map(safe).collect();
    (corpora.len() > 1 && on_all.count() > 1).then(|| Tasks {
        corpora: quoted_list(corpora.iter().map(|corpus| corpus.name.as_str())),
        metrics: quoted_list(names.iter().map(String::as_str)),
        has_gaps: descriptions.iter().any(|corpus| corpus.external.iter().any(has_gaps)),
    })
}

fn has_few_documents(corpus: &Named<'_>) -> bool {
    corpus.entry.description.documents.count <= FEW_DOCUMENTS
}

/// The columns that are not read, as comments.
fn comments(unread: &Unread) -> Vec<String> {
    let heading = (!unread.columns.is_empty()).then(|| {
        "# Ignored; a column that has scores can be added to `judgments` or `scores`:".to_owned()
    });
    let columns =
        unread.columns.iter().map(|(what, names)| format!("#   {what}: {}", listed(names)));
    heading.into_iter().chain(columns).map(|line| one_line(&line)).collect()
}

/// Names in backticks.
fn listed(names: &[String]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

/// A study of how well metrics agree with people.
#[derive(Serialize)]
struct JudgedMetrics {
    key: String,
    corpora: String,
    metrics: String,
    gold: String,
    /// External scores that it leaves out.
    left_out: usize,
    /// Whether there are enough systems for measures of systems to distinguish metrics.
    has_enough_systems: bool,
    /// From how many systems on they can.
    fewest_systems: usize,
}

/// External scores that a study of metrics has at most.
const MOST_SCORES: usize = 10;

/// Systems of which exchanges can show that two metrics differ at 95 %: of k systems the smallest p-value is 2/2^k, and
/// Holm multiplies it by the number of pairs of metrics.
fn fewest_systems(metrics: usize) -> usize {
    let pairs = (metrics * metrics.saturating_sub(1) / 2).max(1);
    // 20 is one over 0.05, and up to 60 systems the shift fits into 64 bits.
    (2..60).find(|systems| 20 * pairs <= 1 << (systems - 1)).unwrap_or(60)
}

/// The study of the metrics of a corpus that has judgments, and outputs to be scored or external scores. The criterion
/// with most judgments is what metrics are compared with.
fn judged_metrics(
    corpus: &Named<'_>,
    several: bool,
    metrics: &mut Metrics,
) -> Option<JudgedMetrics> {
    let Description { criteria, external, .. } = &corpus.entry.description;
    let is_wmt = matches!(corpus.entry.found.format, CorpusFormat::WmtJsonl(_));
    // Adjusted scores are of systems, and metrics are judged by those of segments.
    let is_comparable = |scores: &&ScoreSummary| scores.systems > 1 && !shares_little(scores);
    let people = criteria.iter().filter(is_comparable);
    let people: Vec<&ScoreSummary> =
        people.filter(|scores| !is_wmt || !scores.name.starts_with("control-")).collect();
    // From behind: of equals, `max_by_key` takes the last, and the first of the file is wanted.
    let gold = people.iter().rev().max_by_key(|scores| scores.segments)?;
    let scores: Vec<&ScoreSummary> = external.iter().filter(is_comparable).collect();
    let has_texts = corpus.outputs() > 1;
    if scores.is_empty() && !has_texts {
        return None;
    }
    let mut names = vec![metrics.declare("human", gold, false)];
    let gold_name = names[0].clone();
    names.extend(has_texts.then(|| ["bleu", "chrf"].map(str::to_owned)).into_iter().flatten());
    let shown = scores.iter().take(MOST_SCORES);
    names.extend(shown.map(|scores| metrics.declare("external", scores, false)));
    let others = people.iter().filter(|scores| scores.name != gold.name);
    names.extend(others.map(|scores| metrics.declare("human", scores, false)));
    let name = if several { format!("metrics-{}", corpus.name) } else { "metrics".to_owned() };
    let fewest_systems = fewest_systems(names.len() - 1);
    Some(JudgedMetrics {
        has_enough_systems: gold.systems >= fewest_systems,
        fewest_systems,
        key: key(&name),
        corpora: quoted_list([corpus.name.as_str()]),
        metrics: quoted_list(names.iter().map(String::as_str)),
        gold: quoted(&gold_name),
        left_out: scores.len().saturating_sub(MOST_SCORES),
    })
}

/// A name that specs accept, as near to `name` as can be, and short enough for a number or a study's
/// word beside it.
fn safe(name: &str) -> String {
    let name = name.chars().map(|c| match c {
        c if c.is_ascii_alphanumeric() || "-_.+".contains(c) => c,
        _ => '-',
    });
    let name: String = name.take(LONGEST_NAME - 20).collect();
    let name = name.trim_start_matches(|c: char| !c.is_ascii_alphanumeric());
    let name = name.trim_end_matches('.');
    if name.is_empty() { "corpus".to_owned() } else { name.to_owned() }
}

/// `name`, or with a number behind it if that is taken.
fn unique(name: &str, taken: &mut BTreeSet<String>) -> String {
    let numbered = (2..).map(|number| format!("{name}-{number}"));
    let mut names = std::iter::once(name.to_owned()).chain(numbered);
    let free = names.find(|name| !taken.contains(name)).expect("there is always another number");
    taken.insert(free.clone());
    free
}

/// A key of a table, in quotation marks if it needs them.
fn key(name: &str) -> String {
    if !name.is_empty()
        && name.bytes().all(|byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_')
    {
        name.to_owned()
    } else {
        quoted(name)
    }
}

/// A string as TOML: JSON's escapes are TOML's, except for one character that JSON lets stand.
fn quoted(text: &str) -> String {
    Value::from(text).to_string().replace('\u{7f}', "\\u007F")
}

/// A list of strings, one to a line where it is long.
fn quoted_list<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    const WIDTH: usize = 80;
    let items: Vec<String> = names.into_iter().map(quoted).collect();
    let line = format!("[{}]", items.join(", "));
    if line.len() <= WIDTH { line } else { format!("[\n    {},\n]", items.join(",\n    ")) }
}
