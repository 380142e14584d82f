//! From a path to corpora: recognised ones, or those of a spec.

use std::path::{Path, PathBuf};

use super::{CommandOptions, Experiment, Failure, standard_input};
use crate::diagnostic::closest;
use crate::formats::source::CorpusFormat;
use crate::formats::{self, Found, Loaded, Roles, Unread};

/// A corpus, with paths from here.
#[derive(Clone, Debug)]
pub(super) struct Located {
    pub(super) name: String,
    pub(super) format: CorpusFormat,
    /// File of picks, where a spec names one.
    pub(super) weights: Option<PathBuf>,
    /// What was made of the columns of a table that was recognised.
    pub(super) unread: Unread,
}

impl From<Found> for Located {
    fn from(found: Found) -> Self {
        Self { name: found.name, format: found.format, weights: None, unread: found.unread }
    }
}

/// Returns `true` if the name of a file is one of specs.
pub(super) fn is_spec(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "toml")
}

/// The corpora at `path`, at least one; a file that ends in `.toml` is a spec. Tables are read with the columns of `roles`.
pub(super) fn locate(
    path: &Path,
    data: Option<&Path>,
    roles: &Roles,
) -> Result<Vec<Located>, Failure> {
    standard_input::refuse(path, "a corpus")?;
    if is_spec(path) {
        if let Some((option, _)) = roles.given().first() {
            let message = format!("{option} is not for a spec");
            let help = "leave it out: in a spec, write `errors-as`, `cluster` and the like in the table of the corpus";
            return Err(Failure::refusal(message, help));
        }
        let experiment =
            Experiment::read(path, data, &[], None, false, &CommandOptions::default())?;
        let corpora = experiment.parsed.spec.corpora;
        let folder = experiment.source.data;
        let located = corpora.into_iter().map(|corpus| {
            let mut format = corpus.format;
            format.paths_mut().into_iter().for_each(|path| *path = folder.join(&*path));
            let weights = corpus.weights.map(|picks| folder.join(picks));
            Located { name: corpus.name, format, weights, unread: Unread::default() }
        });
        return Ok(located.collect());
    }
    if data.is_some() {
        let message = format!("--data is for specs, and `{}` is none", path.display());
        return Err(Failure::refusal(message, "leave it out"));
    }
    let recognised =
        formats::recognise_with(path, roles).map_err(|error| Failure::corpus(&error, None))?;
    Ok(recognised.into_iter().map(Located::from).collect())
}

/// Reads a corpus; what is odd about it is for the caller to tell.
pub(super) fn load(located: &Located) -> Result<Loaded, Failure> {
    let Located { name, format, weights, .. } = located;
    formats::read(name, format, Path::new(""))
        .and_then(|mut loaded| {
            if let Some(picks) = weights {
                formats::weights::add(&mut loaded.corpus, picks)?;
            }
            Ok(loaded)
        })
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
    Err(no_corpus(name, &names))
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

/// That there is no corpus of this name.
pub(super) fn no_corpus(name: &str, names: &[String]) -> Failure {
    let help = match closest(name, names.iter().map(String::as_str)) {
        Some(candidate) => format!("did you mean `{candidate}`?"),
        None => format!("there is {}", names.join(", ")),
    };
    Failure::refusal(format!("there is no corpus `{name}`"), help)
}
