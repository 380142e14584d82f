//! Texts that are too long for a metric, found before anything is computed.

use std::collections::BTreeSet;

use super::ExecuteError;
use crate::corpus::{Corpus, file_stem};
use crate::formats::source::CorpusFormat;
use crate::metric::longest_text;
use crate::plan::{CorpusPlan, Plan, ScoredSystem};

/// A column of texts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Role {
    Reference,
    System,
}

/// Refuses a corpus that has a text which is too long for the metric of one of the `scorings` that read
/// it.
pub(super) fn check(
    plan: &Plan,
    corpus: &CorpusPlan,
    scorings: &[usize],
) -> Result<(), ExecuteError> {
    // A column has part in many scorings.
    let mut columns = BTreeSet::new();
    for scoring in scorings {
        let ScoredSystem { metric, references, system, .. } = &corpus.scorings[*scoring];
        let Some(references) = references else { continue };
        let names = references.indices.iter().map(|index| &corpus.corpus.references[*index].name);
        columns.extend(names.map(|name| (*metric, Role::Reference, name.as_str())));
        columns.insert((*metric, Role::System, system.as_str()));
    }
    for (metric, role, name) in columns {
        let metric = &plan.spec.metrics[metric];
        let Some(longest) = longest_text(&metric.config) else { continue };
        let texts = match role {
            Role::Reference => corpus.corpus.reference(name),
            Role::System => corpus.corpus.hypotheses(name),
        };
        let Some(beyond) = texts.and_then(|texts| longest.first_beyond(texts.iter())) else {
            continue;
        };
        let (segment, tokens) = beyond;
        let spec = plan.spec.corpus(&corpus.corpus.name);
        let place = spec.and_then(|spec| line(&spec.format, role, name, segment));
        return Err(ExecuteError::TooLong {
            place: place.unwrap_or_else(|| place_in(&corpus.corpus, role, name, segment)),
            tokens,
            limit: longest.tokens,
            metric: metric.name.clone(),
        });
    }
    Ok(())
}

/// File and line of a text in line-aligned files.
fn line(format: &CorpusFormat, role: Role, name: &str, segment: usize) -> Option<String> {
    let CorpusFormat::Plain(source) = format else { return None };
    // References are named by their stem, or what more of the path it takes.
    let mut references = source.references.iter().filter(|path| {
        file_stem(path).is_ok_and(|stem| stem == name)
            || path.file_name().is_some_and(|file| file == name)
            || path.as_os_str() == name
    });
    let path = match role {
        Role::Reference => references.next().cloned(),
        // References may be scored, too.
        Role::System => {
            let place = source.systems.names().ok()?.iter().position(|output| output == name);
            place.map(|place| source.systems[place].clone()).or_else(|| references.next().cloned())
        }
    };
    Some(format!("{}:{}", path?.display(), segment + 1))
}

/// A text by its place in the corpus.
fn place_in(corpus: &Corpus, role: Role, name: &str, segment: usize) -> String {
    let role = match role {
        Role::Reference => "reference",
        Role::System => "system",
    };
    let document = corpus.documents.iter().find(|document| document.segments.contains(&segment));
    let document = document.map_or("", |document| &document.id);
    let (corpus, number) = (&corpus.name, segment + 1);
    format!("corpus `{corpus}`, {role} `{name}`, segment {number} in document `{document}`")
}
