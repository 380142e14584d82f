//! The questions that data answer, each with the command that answers it.

use std::path::Path;

use serde::Serialize;

use crate::analyses::comparison::options::Comparison;
use crate::analyses::margin::options::Margin;
use crate::analyses::question::Question;
use crate::analyses::question_of;
use crate::cli::submit::shell;
use crate::cli::{Failure, Located, data, init};
use crate::config::Entry;
use crate::config::asked::Options;
use crate::config::model::{Spec, Study};
use crate::corpus::Description;
use crate::escape;
use crate::formats::Found;
use crate::report::wrap::wrapped;

/// A question with the command that answers it.
#[derive(Debug, Serialize)]
pub(super) struct Asked {
    question: String,
    command: String,
}

/// The questions that the data at `path` answer, which are `corpora` with what these hold.
pub(super) fn questions(
    path: &Path,
    corpora: Vec<(Located, Description)>,
    corpus: Option<&str>,
) -> Result<Vec<Asked>, Failure> {
    let place = shell(&path.to_string_lossy());
    let one = corpus.map_or_else(String::new, |name| format!(" --corpus {}", shell(name)));
    let mut entries = Vec::with_capacity(corpora.len());
    for (located, description) in corpora {
        entries.push(Entry {
            found: Found { name: located.name, format: located.format, unread: located.unread },
            description,
            left_out: Vec::new(),
        });
    }
    let Some(spec) = data::spec_at(path, &entries)? else { return Ok(Vec::new()) };
    let mut asked = without_spec(&spec, &entries, &format!("{place}{one}"));
    if path.extension().is_none_or(|ending| ending != "toml") {
        asked.extend(with_spec(&spec, &place, &init::name_of(path)?));
    }
    Ok(asked)
}

/// What is answered at once.
fn without_spec(spec: &Spec, entries: &[Entry], place: &str) -> Vec<Asked> {
    let mut asked = Vec::new();
    let mut ask = |question: &str, command: String| {
        asked.push(Asked { question: question.to_owned(), command });
    };
    if let Some(study) = spec.studies.iter().find(|study| asks::<Comparison>(study)) {
        ask(Question::Best.in_words(), format!("runner rank {place}"));
        let corpus = &study.corpora[0];
        let number = spec.corpora.iter().position(|other| other.name == *corpus);
        let systems = number.map(|number| data::machine_systems(&entries[number].description));
        if let Some([one, other, ..]) = systems.as_deref() {
            let corpus = if entries.len() > 1 && !place.contains(" --corpus ") {
                format!(" --corpus {}", shell(corpus))
            } else {
                String::new()
            };
            let both = shell(&format!("{one},{other}"));
            ask(
                &format!("Is {other} better than {one}, and how much data would decide?"),
                format!("runner compare {place}{corpus} --systems {both}"),
            );
        }
    }
    if spec.studies.iter().any(asks::<Margin>) {
        ask(Question::Precision.in_words(), format!("runner score {place} --interval"));
    }
    asked
}

/// Whether a study asks for an analysis.
fn asks<O: Options>(study: &Study) -> bool {
    study.analyses.get::<O>().is_some()
}

/// What a spec answers: all of it, and by single studies.
fn with_spec(spec: &Spec, place: &str, name: &str) -> Vec<Asked> {
    let file = shell(&format!("{name}.toml"));
    let mut asked = vec![Asked {
        question: Question::Sizes.in_words().to_owned(),
        command: format!("runner init {place} -o {file} && runner run {file}"),
    }];
    for question in [Question::Judges, Question::Buy, Question::Metrics] {
        let mut studies = spec.studies.iter();
        let study =
            studies.find(|study| study.analyses.keys().any(|key| question_of(key) == question));
        let Some(study) = study else { continue };
        let command = format!("runner run {file} --study {}", shell(&study.name));
        match asked.iter_mut().find(|asked| asked.command == command) {
            Some(asked) => asked.question = format!("{} {}", asked.question, question.in_words()),
            None => asked.push(Asked { question: question.in_words().to_owned(), command }),
        }
    }
    asked
}

/// The questions in lines; commands stay whole, to be copied.
pub(super) fn text(asked: &[Asked]) -> String {
    if asked.is_empty() {
        return String::new();
    }
    let mut text = "Questions that these data answer\n".to_owned();
    for Asked { question, command } in asked {
        text += &wrapped(question, "  ", "  ");
        text.extend(["      ", &*escape::line(command), "\n"]);
    }
    text
}
