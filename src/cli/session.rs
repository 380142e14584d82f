//! From the path of a spec to a plan: what `run`, `plan` and `check` have in common.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::arguments::SpecArguments;
use super::failure::Failure;
use super::tell;
use crate::corpus;
use crate::corpus::error::CorpusError;
use crate::diagnostic::{Diagnostic, closest};
use crate::plan::Plan;
use crate::spec::model::CorpusSpec;
use crate::spec::{self, Parsed};

/// Reads and validates the spec at `path`.
pub(super) fn read_spec(path: &Path) -> Result<Parsed, Failure> {
    let name = path.display().to_string();
    let bytes = fs::read(path).map_err(|error| {
        let message = format!("cannot read the spec `{name}`: {error}");
        Failure::request(Diagnostic::error(message).help("name a TOML file, see `runner --help`"))
    })?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let place = error.utf8_error().valid_up_to();
        let message = format!("the spec `{name}` is not UTF-8: byte {} is not", place + 1);
        Failure::request(Diagnostic::error(message).help("save it as UTF-8"))
    })?;
    spec::parse(&name, &text).map_err(Failure::request)
}

/// Reads the spec, keeps the studies that are asked for, reads the corpora that these use and makes
/// the plan.
pub(super) fn read_plan(arguments: &SpecArguments) -> Result<Plan, Failure> {
    let mut parsed = read_spec(&arguments.spec)?;
    keep_studies(&mut parsed, &arguments.studies)?;
    let data = data_folder(&arguments.spec, arguments.data.as_deref());
    let mut corpora = Vec::new();
    for corpus in &parsed.spec.corpora {
        let loaded = load(corpus, &data);
        corpora.push(loaded.map_err(|error| Failure::corpus(&error, how_to_get(corpus, &error)))?);
    }
    make_plan(&parsed, corpora)
}

/// Where relative corpus paths start.
pub(super) fn data_folder(spec: &Path, data: Option<&Path>) -> PathBuf {
    let beside = || spec.parent().unwrap_or(Path::new("")).to_owned();
    data.map_or_else(beside, Path::to_owned)
}

/// Reads a corpus and tells what is odd about it.
pub(super) fn load(
    corpus: &CorpusSpec,
    data: &Path,
) -> Result<Arc<corpus::model::Corpus>, CorpusError> {
    let loaded = corpus::read(&corpus.name, &corpus.format, data)?;
    for warning in &loaded.warnings {
        tell(&format!("warning: corpus `{}`: {warning}\n", corpus.name));
    }
    Ok(Arc::new(loaded.corpus))
}

/// What the spec says about getting a corpus that is not there.
pub(super) fn how_to_get(corpus: &CorpusSpec, error: &CorpusError) -> Option<String> {
    if !error.is_missing() {
        return None;
    }
    let name = &corpus.name;
    let homepage = corpus.homepage.as_ref().map(|page| format!("get it from {page}"));
    let licence = corpus.licence.as_ref().map(|licence| format!("licence: {licence}"));
    let known: Vec<String> = homepage.into_iter().chain(licence).collect();
    let place = "then name its folder with --data, or correct the path in the spec";
    Some(match known.as_slice() {
        [] => {
            format!("corpus `{name}`: name the folder it lies in with --data, or correct the path")
        }
        known => format!("corpus `{name}`: {} ({place})", known.join("; ")),
    })
}

/// Expands a spec over its corpora.
pub(super) fn make_plan(
    parsed: &Parsed,
    corpora: Vec<Arc<corpus::model::Corpus>>,
) -> Result<Plan, Failure> {
    Plan::new(parsed.spec.clone(), corpora).map_err(|problems| {
        let errors = problems
            .into_iter()
            .map(|problem| parsed.error_at(&problem.path, problem.message).help(problem.help));
        let diagnostics = parsed.diagnostics(errors.collect());
        Failure::request(diagnostics.expect("a plan fails for some reason"))
    })
}

fn keep_studies(parsed: &mut Parsed, wanted: &[String]) -> Result<(), Failure> {
    if wanted.is_empty() {
        return Ok(());
    }
    let known = || parsed.spec.studies.iter().map(|study| study.name.as_str());
    if let Some(unknown) = wanted.iter().find(|name| !known().any(|known| known == **name)) {
        let message = format!("the spec has no study `{unknown}`");
        let help = match closest(unknown, known()) {
            Some(name) => format!("did you mean `{name}`?"),
            None => format!("it has {}", known().collect::<Vec<_>>().join(", ")),
        };
        return Err(Failure::request(Diagnostic::error(message).help(help)));
    }
    let spec = &mut parsed.spec;
    spec.studies.retain(|study| wanted.contains(&study.name));
    spec.corpora
        .retain(|corpus| spec.studies.iter().any(|study| study.corpora.contains(&corpus.name)));
    spec.metrics
        .retain(|metric| spec.studies.iter().any(|study| study.metrics.contains(&metric.name)));
    Ok(())
}
