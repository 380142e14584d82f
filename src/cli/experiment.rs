//! From the path of a spec to a plan: what `run`, `plan`, `submit` and `check` have in common.

use std::fs;
use std::io::{self, Read};
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::load::{LoadError, load};
use super::not_a_spec::{refusal_of_text, refuse_other_kinds};
use super::paths::absolute;
use super::{CommandOptions, Failure, refusal, standard_input, tell_warnings};
use crate::analyses::{self, published};
use crate::cluster::{PublishedText, Source};
use crate::config::Parsed;
use crate::config::model::{self, CorpusSpec};
use crate::config::source::SpecPath;
use crate::corpus::error::CorpusError;
use crate::diagnostic::{SourceText, closest};
use crate::formats::Loaded;
use crate::plan::Plan;
use crate::warning;

/// Bytes of the largest spec; larger is something else by mistake.
const MOST_BYTES: u64 = 1 << 20;

/// An experiment: its texts, and what they say of the requested studies.
pub(super) struct Experiment {
    /// What a plan is made from, here or on another machine.
    pub(super) source: Source,
    pub(super) parsed: Parsed,
}

impl Experiment {
    /// Reads and validates the spec at `path` and its files of published values.
    pub(super) fn read(
        path: &Path,
        data: Option<&Path>,
        studies: &[String],
        seeds: Option<u32>,
        force: bool,
        commands: &CommandOptions,
    ) -> Result<Self, Failure> {
        let (name, text) = read_text(path)?;
        let parsed = parse(&name, &text)?;
        let folder = path.parent().unwrap_or(Path::new(""));
        let published = read_published(&parsed, folder)?;
        let data = data.unwrap_or(folder).to_owned();
        let CommandOptions { allow_commands, score_cache, .. } = commands.clone();
        let score_cache = score_cache.map(|folder| absolute(&folder)).transpose()?;
        let studies = studies.to_vec();
        let source = Source {
            name,
            text,
            published,
            data,
            studies,
            seeds,
            force,
            allow_commands,
            score_cache,
        };
        Self::new(source, parsed)
    }

    /// The experiment that was read elsewhere as `source`.
    pub(super) fn from_source(source: Source) -> Result<Self, Failure> {
        let parsed = parse(&source.name, &source.text)?;
        Self::new(source, parsed)
    }

    fn new(source: Source, mut parsed: Parsed) -> Result<Self, Failure> {
        attach_published(&mut parsed, &source.published)?;
        keep_studies(&mut parsed, &source.studies)?;
        set_seeds(&mut parsed, source.seeds)?;
        Ok(Self { source, parsed })
    }

    /// The plan, over the corpora that the spec names.
    pub(super) fn plan(&self) -> Result<Plan, Failure> {
        let mut corpora = Vec::with_capacity(self.parsed.spec.corpora.len());
        for corpus in &self.parsed.spec.corpora {
            let loaded = self.load(corpus);
            corpora.push(loaded.map_err(|error| error.failure(|error| how_to_get(corpus, error)))?);
        }
        self.plan_over(corpora)
    }

    /// Reads a corpus of the spec.
    pub(super) fn load(&self, corpus: &CorpusSpec) -> Result<Loaded, LoadError> {
        let commands = CommandOptions {
            allow_commands: self.source.allow_commands,
            score_cache: self.source.score_cache.clone(),
            ..CommandOptions::default()
        };
        load(&self.parsed.spec, corpus, &self.source.data, &commands)
    }

    /// The plan over `loaded`, all corpora that the spec names, without refused ones. Its warnings are about corpora
    /// and studies; they are printed here if nothing is left to run.
    pub(super) fn plan_over(&self, loaded: Vec<Loaded>) -> Result<Plan, Failure> {
        let parsed = &self.parsed;
        let (mut corpora, warnings): (Vec<_>, Vec<_>) =
            loaded.into_iter().map(|loaded| (Arc::new(loaded.corpus), loaded.warnings)).unzip();
        let mut warnings = warnings.concat();
        let mut spec = parsed.spec.clone();
        if self.source.force {
            refusal::force(&mut warnings);
        } else {
            refusal::leave_out(&mut spec, &mut corpora, &mut warnings);
        }
        if spec.studies.is_empty() {
            tell_warnings(&warning::merged(warnings));
            return Err(refusal::of_everything());
        }
        let plan = analyses::plan(spec, corpora).map_err(|problems| {
            tell_warnings(&warnings);
            let errors = problems
                .into_iter()
                .map(|problem| parsed.error_at(&problem.path, problem.message).help(problem.help));
            let diagnostics = parsed.diagnostics(errors.collect());
            Failure::request(diagnostics.expect("a plan fails for some reason"))
        });
        let mut plan = plan?;
        plan.warnings = warning::merged(warnings.into_iter().chain(mem::take(&mut plan.warnings)));
        Ok(plan)
    }
}

/// The files that a plan was made from. Files that this machine does not have are left out.
pub(super) fn inputs(source: &Source, plan: &Plan) -> Result<Vec<PathBuf>, Failure> {
    let mut files = vec![PathBuf::from(&source.name)];
    for file in &source.published {
        let further = [&file.values, &file.real].into_iter().flatten().map(|(name, _)| name);
        files.extend(std::iter::once(&file.name).chain(further).map(PathBuf::from));
    }
    for corpus in &plan.spec.corpora {
        let data_files = corpus.format.input_files(&source.data).map_err(|error| {
            let message = format!("cannot list the files of corpus `{}`: {error}", corpus.name);
            Failure::file(message, error.kind())
        })?;
        files.extend(data_files);
        files.extend(corpus.weights.as_ref().map(|picks| source.data.join(picks)));
    }
    Ok(files)
}

fn parse(name: &str, text: &str) -> Result<Parsed, Failure> {
    analyses::parse(name, text).map_err(|problems| {
        refusal_of_text(Path::new(name), text, true).unwrap_or_else(|| Failure::request(problems))
    })
}

/// Name and text of the spec at `path`, or of that on standard input for `-`.
fn read_text(path: &Path) -> Result<(String, String), Failure> {
    let mut bytes = Vec::new();
    // One more, to notice what is too long.
    let most = MOST_BYTES + 1;
    let (name, read) = if standard_input::is_meant(path) {
        (standard_input::NAME.to_owned(), io::stdin().take(most).read_to_end(&mut bytes))
    } else {
        let read = fs::File::open(path).and_then(|file| file.take(most).read_to_end(&mut bytes));
        (path.display().to_string(), read)
    };
    // Before the error of reading, which says less of a folder.
    refuse_other_kinds(path, &bytes)?;
    read.map_err(|error| {
        let help = match spec_meant(path).filter(|_| error.kind() == io::ErrorKind::NotFound) {
            Some(meant) => format!("did you mean `{}`?", meant.display()),
            None => "check the path; `runner init DATA` writes a spec for your data".to_owned(),
        };
        Failure::refusal(format!("cannot read the spec `{name}`: {error}"), help)
    })?;
    if bytes.len() as u64 > MOST_BYTES {
        // Lossy, since the last character may be cut off.
        let start = String::from_utf8_lossy(&bytes);
        if let Some(refusal) = refusal_of_text(path, &start, false) {
            return Err(refusal);
        }
        let message =
            format!("the spec `{name}` has more than the {MOST_BYTES} bytes that are read");
        return Err(Failure::refusal(message, "name a TOML file"));
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let place = error.utf8_error().valid_up_to();
        let message = format!("the spec `{name}` is not UTF-8: byte {} is not", place + 1);
        Failure::refusal(message, "save it as UTF-8")
    })?;
    Ok((name, text))
}

/// Folder of the specs that come with the program.
const EXPERIMENTS: &str = "experiments";

/// The spec that a path which does not exist probably means: with its ending, among the experiments here, or with a
/// letter that differs.
fn spec_meant(path: &Path) -> Option<PathBuf> {
    let name = path.file_name()?.to_str()?;
    let stem = name.strip_suffix(".toml").unwrap_or(name);
    let own = path.parent().unwrap_or(Path::new(""));
    let folders = [own.to_owned(), own.join(EXPERIMENTS)];
    let exact = folders.iter().map(|folder| folder.join(format!("{stem}.toml")));
    if let Some(exact) = exact.into_iter().find(|path| path.is_file()) {
        return Some(exact);
    }
    folders.iter().find_map(|folder| {
        let listed = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let files = fs::read_dir(listed)
            .ok()?
            .filter_map(|entry| entry.ok()?.file_name().into_string().ok());
        let mut stems: Vec<String> =
            files.filter_map(|file| Some(file.strip_suffix(".toml")?.to_owned())).collect();
        // The order in which a folder is listed is not fixed, and of equally near names the first is taken.
        stems.sort();
        let meant = closest(stem, stems.iter().map(String::as_str))?;
        Some(folder.join(format!("{meant}.toml")))
    })
}

/// The files of published values that the spec names, relative to `folder`, with the files that they name.
fn read_published(parsed: &Parsed, folder: &Path) -> Result<Vec<PublishedText>, Failure> {
    let texts = parsed.spec.published.iter().enumerate().map(|(index, file)| {
        let path = folder.join(&file.path);
        let name = path.display().to_string();
        let bytes = fs::read(&path).map_err(|error| {
            let message = format!("cannot read the published values `{name}`: {error}");
            let list = SpecPath::of(["experiment", "published"]);
            let problem = parsed.error_at(&list.then(index), message);
            let problem = problem.help("paths are relative to the folder of the spec");
            Failure::request(parsed.diagnostics(vec![problem]).expect("there is one"))
        })?;
        let text = utf8(&name, bytes)?;
        let source = SourceText::new(&name, &text);
        let [values, real] = published::named_paths(&path, &source).map_err(Failure::request)?;
        let values = values.map(|path| named_by(&name, "values", path)).transpose()?;
        let real = real.map(|path| named_by(&name, "on-real-text", path)).transpose()?;
        Ok(PublishedText { name, text, values, real })
    });
    texts.collect()
}

/// Path and text of the file that the file `name` names in `key`.
fn named_by(name: &str, key: &str, path: String) -> Result<(String, String), Failure> {
    let bytes = fs::read(&path).map_err(|error| {
        let message = format!("cannot read the published values `{path}`: {error}");
        let help = format!("`{name}` names them in `{key}`, from the folder it lies in");
        Failure::refusal(message, help)
    })?;
    let text = utf8(&path, bytes)?;
    Ok((path, text))
}

fn utf8(name: &str, bytes: Vec<u8>) -> Result<String, Failure> {
    String::from_utf8(bytes).map_err(|_| {
        let message = format!("the published values `{name}` are not UTF-8");
        Failure::refusal(message, "save the file as UTF-8")
    })
}

/// Gives the spec the texts of its files of published values, once they are right.
fn attach_published(parsed: &mut Parsed, texts: &[PublishedText]) -> Result<(), Failure> {
    for (file, text) in parsed.spec.published.iter_mut().zip(texts) {
        let source = SourceText::new(&text.name, &text.text);
        let [values, real] = [&text.values, &text.real].map(|text| {
            text.as_ref().map(|(name, text): &(String, String)| SourceText::new(name, text))
        });
        published::read(&source, values.as_ref()).map_err(Failure::request)?;
        real.as_ref().map(published::read_real).transpose().map_err(Failure::request)?;
        let path = Path::new(&file.path);
        let [values_path, real_path] =
            published::named_paths(path, &source).map_err(Failure::request)?;
        let paths = [Some(file.path.clone()), values_path, real_path];
        let texts = [Some(source), values, real].into_iter().zip(paths);
        let texts = texts.filter_map(|(source, path)| {
            Some(model::PublishedText { path: path?, source: source? })
        });
        file.texts = texts.collect();
    }
    Ok(())
}

/// What the spec says about getting a corpus that is not there.
fn how_to_get(corpus: &CorpusSpec, error: &CorpusError) -> Option<String> {
    if !error.is_missing() {
        return None;
    }
    let name = &corpus.name;
    let homepage = corpus.homepage.as_ref().map(|page| format!("get it from {page}"));
    let licence = corpus.licence.as_ref().map(|licence| format!("licence: {licence}"));
    let links: Vec<String> = homepage.into_iter().chain(licence).collect();
    let place = "then name its folder with --data, or correct the path in the spec";
    Some(match links.as_slice() {
        [] => {
            format!("corpus `{name}`: name the folder it lies in with --data, or correct the path")
        }
        links => format!("corpus `{name}`: {} ({place})", links.join("; ")),
    })
}

/// Takes the number of seeds of the command line, if there is one.
fn set_seeds(parsed: &mut Parsed, seeds: Option<u32>) -> Result<(), Failure> {
    let Some(seeds) = seeds else { return Ok(()) };
    if let Some((refusal, help)) = parsed.spec.refusal_of_seeds().filter(|_| seeds > 1) {
        return Err(Failure::refusal(format!("--seeds {seeds}: {refusal}"), help));
    }
    parsed.spec.seeds = seeds;
    Ok(())
}

fn keep_studies(parsed: &mut Parsed, wanted: &[String]) -> Result<(), Failure> {
    if wanted.is_empty() {
        return Ok(());
    }
    let studies: Vec<&str> = parsed.spec.studies.iter().map(|study| study.name.as_str()).collect();
    if let Some(unknown) = wanted.iter().find(|name| !studies.contains(&name.as_str())) {
        let message = format!("the spec has no study `{unknown}`");
        let help = match closest(unknown, studies.iter().copied()) {
            Some(name) => format!("did you mean `{name}`?"),
            None => format!("it has {}", studies.join(", ")),
        };
        return Err(Failure::refusal(message, help));
    }
    let spec = &mut parsed.spec;
    spec.studies.retain(|study| wanted.contains(&study.name));
    spec.keep_used();
    Ok(())
}
