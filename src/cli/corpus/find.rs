//! From a path to corpora: recognised ones, or those of a spec.

use std::path::{Path, PathBuf};

use crate::cli::commands::CommandOptions;
use crate::cli::experiment::Experiment;
use crate::cli::failure::Failure;
use crate::cli::standard_input;
use crate::corpus::source::CorpusFormat;
use crate::corpus::{self, Loaded};
use crate::diagnostic::closest;

/// A corpus, and where its relative paths start.
#[derive(Debug)]
pub(in crate::cli) struct Located {
    pub(in crate::cli) name: String,
    pub(in crate::cli) format: CorpusFormat,
    folder: PathBuf,
}

/// The corpora at `path`, at least one; a file that ends in `.toml` is a spec.
pub(in crate::cli) fn locate(path: &Path, data: Option<&Path>) -> Result<Vec<Located>, Failure> {
    standard_input::refuse(path, "a corpus")?;
    if path.extension().is_some_and(|ending| ending == "toml") {
        let experiment =
            Experiment::read(path, data, &[], None, false, &CommandOptions::default())?;
        let corpora = experiment.parsed.spec.corpora;
        let located = corpora.into_iter().map(|corpus| Located {
            name: corpus.name,
            format: corpus.format,
            folder: experiment.source.data.clone(),
        });
        return Ok(located.collect());
    }
    if data.is_some() {
        let message = format!("--data is for specs, and `{}` is none", path.display());
        return Err(Failure::refusal(message, "leave it out"));
    }
    let recognised = corpus::recognise(path).map_err(|error| Failure::corpus(&error, None))?;
    let located = recognised.into_iter().map(|corpus| Located {
        name: corpus.name,
        format: corpus.format,
        folder: PathBuf::new(),
    });
    Ok(located.collect())
}

/// Reads a corpus; what is odd about it is for the caller to tell.
pub(in crate::cli) fn load(located: &Located) -> Result<Loaded, Failure> {
    corpus::read(&located.name, &located.format, &located.folder)
        .map_err(|error| Failure::corpus(&error, None))
}

/// All corpora, or the one of that name.
pub(super) fn wanted(
    mut located: Vec<Located>,
    name: Option<&str>,
) -> Result<Vec<Located>, Failure> {
    let Some(name) = name else { return Ok(located) };
    let names: Vec<String> = located.iter().map(|located| located.name.clone()).collect();
    located.retain(|located| located.name == name);
    if !located.is_empty() {
        return Ok(located);
    }
    let help = match closest(name, names.iter().map(String::as_str)) {
        Some(candidate) => format!("did you mean `{candidate}`?"),
        None => format!("there is {}", names.join(", ")),
    };
    Err(Failure::refusal(format!("there is no corpus `{name}`"), help))
}

/// The one corpus there is, or the one of that name.
pub(super) fn only(located: Vec<Located>, name: Option<&str>) -> Result<Located, Failure> {
    let mut wanted = wanted(located, name)?;
    if wanted.len() > 1 {
        let names: Vec<&str> = wanted.iter().map(|located| located.name.as_str()).collect();
        let message = format!("there are {} corpora: {}", names.len(), names.join(", "));
        let help = "choose one with `--corpus NAME`";
        return Err(Failure::refusal(message, help));
    }
    Ok(wanted.remove(0))
}
