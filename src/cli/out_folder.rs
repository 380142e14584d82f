//! The output folder: where it is, whether it may be written to, and by whom.

mod lock;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

pub(super) use lock::lock;

use super::{Failure, standard_input};
use crate::analyses::all_tables;
use crate::cluster::PlanRecord;
use crate::config::model::Spec;
use crate::durable;
use crate::execute::{holds_parts, parts_folder};
use crate::file_error::{FileError, paths_in, unless_missing};
use crate::table::{LOCK, OwnFiles, Replaced, TableError};

/// `out` where it is given, or `results/<experiment>`.
pub(super) fn path(out: Option<&Path>, spec: &Spec) -> PathBuf {
    out.map_or_else(|| Path::new("results").join(&spec.name), Path::to_owned)
}

/// The right to write to an output folder, until it is dropped or the process ends, however it ends.
#[derive(Debug)]
pub(super) struct OutFolder {
    pub(super) path: PathBuf,
    own: OwnFiles,
    _lock: fs::File,
}

impl OutFolder {
    /// Makes the folder and takes its lock, for results of `experiment`, or of that whose results are there.
    /// Refuses a folder of something else or of another experiment, and one in which a file of somebody
    /// else, or one of the `inputs`, would be replaced; it is then as it was.
    pub(super) fn open(
        path: PathBuf,
        experiment: Option<&str>,
        inputs: &[PathBuf],
    ) -> Result<Self, Failure> {
        check(&path, experiment, inputs)?;
        create(&path)?;
        let lock = lock(&path.join(LOCK), Duration::ZERO, &|holder| {
            let (folder, elsewhere) = (path.display(), ", or name another folder with --out");
            // Reports lie beside their tables.
            let elsewhere = experiment.map_or("", |_| elsewhere);
            format!("the output folder `{folder}` is in use by {holder}; wait for it{elsewhere}")
        })?;
        // Another run may have ended in between.
        let mut own_files = check(&path, experiment, inputs)?;
        own_files.claim(experiment)?;
        own_files.clear_unfinished()?;
        Ok(Self { path, own: own_files, _lock: lock })
    }

    /// Writes files, of which the last is the seal of all, in place of those that were there. Paths are
    /// relative to the folder.
    pub(super) fn replace(
        &mut self,
        what: Replaced,
        files: Vec<(String, Vec<u8>)>,
    ) -> Result<(), TableError> {
        self.own.replace(what, files)
    }
}

/// Makes a folder into one of results before anything else is written there, under the same conditions
/// as [`OutFolder::open`]. It takes no lock: runs in shards have many writers.
pub(super) fn claim(
    path: &Path,
    experiment: Option<&str>,
    inputs: &[PathBuf],
) -> Result<(), Failure> {
    let mut own_files = check(path, experiment, inputs)?;
    create(path)?;
    Ok(own_files.claim(experiment)?)
}

fn create(path: &Path) -> Result<(), Failure> {
    Ok(fs::create_dir_all(path).map_err(FileError::on("create the output folder", path))?)
}

/// What is the program's own in the folder, if it may be written to. Changes nothing.
fn check(path: &Path, experiment: Option<&str>, inputs: &[PathBuf]) -> Result<OwnFiles, Failure> {
    standard_input::refuse_output(path, "an output folder")?;
    let tables = all_tables().into_iter().map(|table| table.name);
    let own_files = OwnFiles::read(path, tables.collect())?;
    refuse_inputs(&own_files, inputs)?;
    let record = PlanRecord::is_recorded(path)?;
    let has_parts = holds_parts(&parts_folder(path))?;
    let is_marked = own_files.is_marked() || record == Some(true) || has_parts;
    if !is_marked && let Some(foreign) = first_unexplained(path)? {
        return Err(Failure::refusal(
            format!(
                "`{}` is neither empty nor a folder of results: it holds `{foreign}`",
                path.display()
            ),
            "name another folder with --out",
        ));
    }
    let has_results = own_files.has_manifest() || record == Some(true) || has_parts;
    if let (Some(other), Some(experiment)) = (own_files.experiment(), experiment)
        && other != experiment
        && has_results
    {
        return Err(Failure::refusal(
            format!(
                "`{}` has results of the experiment `{other}`; those of `{experiment}` would replace them",
                path.display()
            ),
            "name another folder with --out",
        ));
    }
    let foreign = own_files.first_foreign()?;
    match foreign.or_else(|| (record == Some(false)).then(|| PlanRecord::path(path))) {
        Some(foreign) => Err(Failure::in_the_way(&foreign)),
        None => Ok(own_files),
    }
}

/// Refuses to replace a file that the spec reads, by whatever name.
fn refuse_inputs(own_files: &OwnFiles, inputs: &[PathBuf]) -> Result<(), Failure> {
    let by_identity = inputs.iter().filter_map(|input| Some((identity(input)?, input)));
    let by_identity: BTreeMap<_, _> = by_identity.collect();
    for path in own_files.in_reach()? {
        let Some(input) = identity(&path).and_then(|identity| by_identity.get(&identity)) else {
            continue;
        };
        let (shown, input) = (path.display(), input.display());
        return Err(Failure::refusal(
            format!("the input `{input}` lies where results are written: it is the file `{shown}`"),
            "name another folder with --out, or move the input",
        ));
    }
    Ok(())
}

/// What two names of one file have in common; nothing where there is no file.
#[cfg(unix)]
fn identity(path: &Path) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    let metadata = fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
    Some((metadata.dev(), metadata.ino()))
}

#[cfg(not(unix))]
fn identity(path: &Path) -> Option<PathBuf> {
    path.canonicalize().ok().filter(|path| path.is_file())
}

/// The first thing in a folder that a command which was killed early would not have left there.
fn first_unexplained(path: &Path) -> Result<Option<String>, Failure> {
    for inside in unless_missing(paths_in(path))? {
        let name = inside.file_name().unwrap_or_default().to_string_lossy();
        let is_explained = match &*name {
            LOCK => lock::is_own(&inside),
            // Neither holds anything that was finished.
            "parts" | "cluster" => inside.is_dir() && only_unfinished(&inside)?,
            _ => inside.is_file() && durable::is_unfinished(&inside),
        };
        if !is_explained {
            return Ok(Some(name.into_owned()));
        }
    }
    Ok(None)
}

/// Whether a folder holds nothing but locks and files in the making.
fn only_unfinished(folder: &Path) -> Result<bool, Failure> {
    Ok(unless_missing(paths_in(folder))?.iter().all(|path| {
        if path.ends_with(LOCK) { lock::is_own(path) } else { durable::is_unfinished(path) }
    }))
}
