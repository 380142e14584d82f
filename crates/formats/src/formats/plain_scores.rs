//! Scores beside line-aligned outputs: a file for each system, or files that name the systems.

use std::path::{Path, PathBuf};

use super::written_scores::{self, Column, Names, Written};
use crate::corpus::file_names::system_and_score;
use crate::corpus::{
    Alignment, BySystem, CHECK_PATH, Corpus, CorpusError, TextFile, Texts, Warnings,
};
use crate::words::counted;

/// Reads the scores of this name of `corpus`, whose texts are there. Their paths are as written: a file for each of the
/// systems, or files that name them.
pub(super) fn read(
    (name, paths, systems): (&str, &[PathBuf], &[String]),
    data_dir: &Path,
    corpus: &Corpus,
    alignment: &mut Alignment,
    warnings: &mut Warnings,
) -> Result<BySystem<Column>, CorpusError> {
    let names = Names { field: None, metric: name, systems };
    let mut files: Vec<(PathBuf, Vec<Written>)> = Vec::with_capacity(paths.len());
    for path in paths.iter().map(|path| data_dir.join(path)) {
        let file = TextFile::read(&path, "score file", CHECK_PATH)?.without_mark();
        files.push((path, written_scores::read(&file, names)?));
    }
    name_by_place(name, &mut files, systems)?;
    let (mut columns, mut ids): (_, Option<Vec<String>>) = (BySystem::new(), None);
    for (path, all) in files {
        let mut unused = Vec::new();
        for written in all {
            let system = written.system.clone().unwrap_or_default();
            if !systems.contains(&system) {
                unused.push(system);
                continue;
            }
            alignment.agree_scores(&path, &system, written.scores.len(), "segment")?;
            if !written.ids.is_empty()
                && *ids.get_or_insert_with(|| written.ids.clone()) != written.ids
            {
                let cause = format!(
                    "the segments of `{system}` have other names or another order than those before"
                );
                let help = "put the rows of all files in the order of the texts";
                return Err(CorpusError::malformed(&path, None, cause, help));
            }
            written.check(&path, corpus.system(&system).into_iter().flat_map(Texts::iter))?;
            if columns.insert(system.clone(), written.scores).is_some() {
                let cause = format!("system `{system}` has `{name}` twice");
                let help = "name the scores of every system once";
                return Err(CorpusError::malformed(&path, None, cause, help));
            }
        }
        if !unused.is_empty() {
            let unused = unused.join(", ");
            warnings.add(
                &path,
                format!("scores are left out, of no system here: {unused}"),
                "name all outputs that the file has scores of, or ignore this",
            );
        }
    }
    match systems.iter().find(|system| !columns.contains_key(*system)) {
        None => Ok(columns),
        Some(lacking) => {
            let cause = format!("it has no scores of system `{lacking}`");
            let help = "score the outputs of all systems, in files named as they are here";
            Err(CorpusError::malformed(&data_dir.join(&paths[0]), None, cause, help))
        }
    }
}

/// Names the scores in files that are of one output each and do not say of which system here: by their place.
fn name_by_place(
    name: &str,
    files: &mut [(PathBuf, Vec<Written>)],
    systems: &[String],
) -> Result<(), CorpusError> {
    let is_here =
        |written: &Written| written.system.as_ref().is_some_and(|name| systems.contains(name));
    let unnamed = files.iter().find(|(_, all)| all.len() == 1 && !is_here(&all[0]));
    let Some((unnamed, _)) = unnamed else { return Ok(()) };
    if files.len() != systems.len() || files.iter().any(|(_, all)| all.len() != 1) {
        let (files, systems) = (counted(files.len(), "file"), counted(systems.len(), "system"));
        let cause = format!("`{name}` has {files} for {systems}");
        let help =
            "name one file of scores for each system, in their order, or one file with all of them";
        return Err(CorpusError::malformed(unnamed, None, cause, help));
    }
    let place_of = |(path, all): &(PathBuf, Vec<Written>)| {
        let named = all[0].system.as_ref().and_then(|name| systems.iter().position(|s| s == name));
        named.or_else(|| Some(system_and_score(path, systems)?.0))
    };
    let places: Vec<Option<usize>> = files.iter().map(place_of).collect();
    // Names of files say something where each is of one system, and of no other.
    let are_all_named = (0..systems.len()).all(|place| places.contains(&Some(place)));
    for (place, (path, all)) in files.iter().enumerate() {
        let is_named = are_all_named || is_here(&all[0]);
        let Some(named) = places[place].filter(|named| is_named && *named != place) else {
            continue;
        };
        let cause = format!(
            "by its name it has the scores of `{}`, and it stands for `{}`",
            systems[named], systems[place]
        );
        let help = format!("name the files in this order: {}", systems.join(", "));
        return Err(CorpusError::malformed(path, None, cause, help));
    }
    for ((_, all), system) in files.iter_mut().zip(systems) {
        all[0].system = Some(system.clone());
    }
    Ok(())
}
