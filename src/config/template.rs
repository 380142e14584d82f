//! A spec to begin with: for corpora that were recognised, with comments for whoever goes on.
//!
//! It uses defaults that suit most corpora, and says in comments what else could be asked. The
//! text is a valid spec; whether it is what the user wants is for the user to see.

mod format;

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use super::built_in;
use super::names::LONGEST_NAME;
use crate::corpus::{Description, Found};
use format::{key, quoted, quoted_list};

/// A corpus, and what is in it.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Where it lies.
    pub found: Found,
    /// What it holds.
    pub description: Description,
}

/// Documents from which on sizes are fractions instead of every number.
const FEW_DOCUMENTS: usize = 20;

/// Oddities that are worth a line each.
const ODDITIES: usize = 5;

const INTO_STRING: &str = "writing to a string cannot fail";

/// A path that a spec cannot hold, because TOML is Unicode and the path is not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotUnicode {
    /// The path.
    pub path: PathBuf,
}

/// A spec called `name` for `corpora`. Paths are written relative to `base` where they lie in it.
///
/// `None` if there is nothing to evaluate: no outputs with references, no judgments and no scores.
///
/// # Errors
///
/// If a path that it would have to name is not Unicode.
pub fn template(
    name: &str,
    corpora: &[Entry],
    base: Option<&Path>,
) -> Result<Option<String>, NotUnicode> {
    let mut taken = BTreeSet::new();
    let corpora: Vec<Named<'_>> = corpora
        .iter()
        .map(|entry| Named { name: unique(&safe(&entry.found.name), &mut taken), entry })
        .collect();
    let mut text = head(&safe(name));
    for corpus in &corpora {
        text.push_str(&of_corpus(corpus, base)?);
    }
    let mut studies = String::new();
    let mut metrics = Metrics::default();
    studies.push_str(&growth(&corpora));
    for corpus in &corpora {
        studies.push_str(&judgments(corpus, corpora.len() > 1, &mut metrics));
        studies.push_str(&scores(corpus, corpora.len() > 1, &mut metrics));
    }
    if studies.is_empty() {
        return Ok(None);
    }
    // Every part ends with an empty line.
    let text = text + &metrics.text + &studies;
    Ok(Some(format!("{}\n", text.trim_end())))
}

/// A corpus under its name in the spec.
struct Named<'a> {
    name: String,
    entry: &'a Entry,
}

impl Named<'_> {
    /// Whether hypotheses can be compared with references.
    fn has_outputs(&self) -> bool {
        let Description { references, systems, human_systems, .. } = &self.entry.description;
        let is_machine = |name: &String| {
            !human_systems.contains(name) && references.iter().all(|known| known.name != *name)
        };
        !references.is_empty() && systems.iter().any(|system| is_machine(&system.name))
    }
}

/// Declarations of metrics, each once.
#[derive(Default)]
struct Metrics {
    declared: BTreeSet<String>,
    text: String,
}

impl Metrics {
    /// The name of a metric of one criterion, declared where it is not built in.
    fn human(&mut self, criterion: &str) -> String {
        let name = safe(criterion);
        let built_in = built_in::NAMES.contains(&name.as_str()) && name == criterion;
        if !built_in && self.declared.insert(name.clone()) {
            let (key, criterion) = (key(&name), quoted(criterion));
            let direction = line("# higher-is-better = false", "for counts of errors");
            let table = format!("[metrics.{key}.human]\ncriterion = {criterion}\n{direction}\n");
            self.text.push_str(&table);
        }
        name
    }

    /// A declaration to take in where external scores are wanted.
    fn suggest(&mut self, score: &str) {
        let name = safe(score);
        if self.declared.insert(name.clone()) {
            let table = line(&format!("# [metrics.{}.external]", key(&name)), "for a study");
            writeln!(self.text, "{table}# score = {}\n", quoted(score)).expect(INTO_STRING);
        }
    }

    /// The name of a metric of external scores.
    fn external(&mut self, score: &str) -> String {
        let name = safe(score);
        if self.declared.insert(name.clone()) {
            let (key, score) = (key(&name), quoted(score));
            let direction = line("# higher-is-better = false", "for errors and distances");
            let table = format!("[metrics.{key}.external]\nscore = {score}\n{direction}\n");
            self.text.push_str(&table);
        }
        name
    }
}

/// A line with a comment behind it, all comments in one column.
fn line(code: &str, comment: &str) -> String {
    format!("{code:33} # {comment}\n")
}

fn head(name: &str) -> String {
    [
        "# An experiment. Relative paths start at the folder of this file.\n\
         #\n\
         #     runner check FILE      # is it right, and are the corpora there?\n\
         #     runner plan FILE       # what would it compute?\n\
         #     runner run FILE        # compute, and answer\n\n\
         [experiment]\n",
        &line(&format!("name = {}", quoted(name)), "names the output folder, results/NAME"),
        "# title = \"How much test data does ... need?\"\n",
        &line("seed = 1", "the same seed gives the same numbers"),
        "\n[defaults]\n",
        &line("B = 1000", "bootstrap replicates"),
        &line("level = 0.95", "of intervals"),
        &line("# resample = \"segments\"", "single segments; left out: documents where it can"),
        "\n",
    ]
    .concat()
}

fn of_corpus(corpus: &Named<'_>, base: Option<&Path>) -> Result<String, NotUnicode> {
    let description = &corpus.entry.description;
    let mut text = String::new();
    for line in facts(description) {
        writeln!(text, "# {line}").expect(INTO_STRING);
    }
    let key = key(&corpus.name);
    writeln!(text, "[corpora.{key}]").expect(INTO_STRING);
    text.push_str(&line("# homepage = \"https://...\"", "where to get it"));
    text.push_str(&line("# licence = \"...\"", "terms of use"));
    text.push_str(&format::of_format(&key, &corpus.entry.found.format, base)?);
    text.push('\n');
    Ok(text)
}

/// What a corpus holds, line by line.
fn facts(description: &Description) -> Vec<String> {
    let names = |names: &mut dyn Iterator<Item = &String>| -> String {
        names.map(String::as_str).collect::<Vec<_>>().join(", ")
    };
    let is_reference = |name: &String| description.references.iter().any(|r| r.name == *name);
    let outputs = description.systems.iter().filter(|column| !is_reference(&column.name));
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
    let odd = description.oddities.iter().take(ODDITIES);
    lines.extend(odd.map(|oddity| format!("Odd: {oddity}.")));
    if description.oddities.len() > ODDITIES {
        lines.push("More that is odd: see `runner corpus describe`.".to_owned());
    }
    // A comment ends at the line's end.
    lines.iter().map(|line| line.chars().filter(|c| !c.is_control()).collect()).collect()
}

fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// The study of outputs against references.
fn growth(corpora: &[Named<'_>]) -> String {
    let corpora: Vec<&Named<'_>> = corpora.iter().filter(|corpus| corpus.has_outputs()).collect();
    if corpora.is_empty() {
        return String::new();
    }
    let references = corpora.iter().map(|corpus| corpus.entry.description.references.len()).min();
    let counts = match references.unwrap_or(1) {
        1 => String::new(),
        most => line(&format!("# reference-counts = [1, {most}]"), "left out: all"),
    };
    let others = "also nist, ter, gtm, mwer, mper, m-bleu, chrf++";
    [
        "# Scores and their deviations on growing test sets, and the smallest that are enough.\n\
         [studies.growth]\n",
        &format!("corpora = {}\n", quoted_list(corpora.iter().map(|corpus| corpus.name.as_str()))),
        &line("metrics = [\"bleu\", \"chrf\"]", others),
        &line("# systems = [\"...\"]", "left out: all that are not references"),
        &counts,
        &sizes(&corpora),
        "\n[studies.growth.minimal-size]\n\
         functions = [\"power\", \"cubic\"]\n",
        &line("target-half-width = 2.0", "of the interval, in percent of the mean"),
        "\n",
    ]
    .concat()
}

/// Sizes and orders of test sets.
fn sizes(corpora: &[&Named<'_>]) -> String {
    let documents = corpora.iter().map(|corpus| corpus.entry.description.documents.count);
    let sizes = if documents.max().unwrap_or(0) <= FEW_DOCUMENTS {
        "{ documents = \"each\" }"
    } else {
        "{ fractions = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0] }"
    };
    format!("test-sizes = {sizes}\norderings = {{ corpus = true, random = 2 }}\n")
}

/// The study of the judgments of a corpus, which needs no text.
fn judgments(corpus: &Named<'_>, several: bool, metrics: &mut Metrics) -> String {
    let criteria = &corpus.entry.description.criteria;
    let names: Vec<String> = criteria.iter().map(|scores| metrics.human(&scores.name)).collect();
    absolute("judgments", "Means of judgments", corpus, several, &names)
}

/// The study of external scores, where there is nothing else; there may be very many.
fn scores(corpus: &Named<'_>, several: bool, metrics: &mut Metrics) -> String {
    let description = &corpus.entry.description;
    if !description.criteria.is_empty() || corpus.has_outputs() {
        if let Some(example) = description.external.first() {
            metrics.suggest(&example.name);
        }
        return String::new();
    }
    let names: Vec<String> =
        description.external.iter().map(|scores| metrics.external(&scores.name)).collect();
    absolute("scores", "Means of external scores", corpus, several, &names)
}

/// A study whose deviations are absolute, since means may be negative.
fn absolute(
    study: &str,
    what: &str,
    corpus: &Named<'_>,
    several: bool,
    metrics: &[String],
) -> String {
    if metrics.is_empty() {
        return String::new();
    }
    let study = if several { format!("{study}-{}", corpus.name) } else { study.to_owned() };
    let study = key(&study);
    format!(
        "# {what}; deviations in their own unit.\n\
         [studies.{study}]\n\
         corpora = {}\n\
         metrics = {}\n\
         {}\n\
         [studies.{study}.minimal-size]\n\
         deviation = \"absolute\"\n\n",
        quoted_list([corpus.name.as_str()]),
        quoted_list(metrics.iter().map(String::as_str)),
        sizes(&[corpus]),
    )
}

/// A name that specs accept, as near to `name` as can be, and short enough for a number or a study's
/// word beside it.
fn safe(name: &str) -> String {
    let allowed = |c: char| c.is_ascii_alphanumeric() || "-_.+".contains(c);
    let name: String =
        name.chars().map(|c| if allowed(c) { c } else { '-' }).take(LONGEST_NAME - 20).collect();
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
