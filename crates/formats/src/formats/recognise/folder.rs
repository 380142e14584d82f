//! What lies in a folder.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use super::columns::{Roles, is_question};
use super::kind::{Found, Kind, NistRole, kind, nist, unknown, wmt_xml};
use super::texts::texts as format_of_texts;
use super::{samples, tables, wmt_jsonl};
use crate::corpus::error::{CHECK_PATH, CorpusError};
use crate::corpus::file_names::{is_pair, stem};
use crate::corpus::limits::LIMITS;
use crate::formats::inputs::{LEVELS, folders_in};
use crate::formats::source::{CorpusFormat, EvalsetSource, NistSource, TableLayout};

/// The corpora in `folder`, or where it has none by itself, in the nearest folders below it that have some.
pub(super) fn recognise(folder: &Path, roles: &Roles) -> Result<Vec<Found>, CorpusError> {
    refuse_of_the_system(folder)?;
    let (here, refused) = match directly_in(folder, roles) {
        Err(error @ CorpusError::Malformed { .. }) => (Vec::new(), Some(error)),
        here => (here?, None),
    };
    if here.iter().any(can_be_evaluated) {
        return Ok(here);
    }
    let mut level = vec![folder.to_owned()];
    for _ in 0..LEVELS {
        let inside = level.iter().map(|folder| {
            folders_in(folder).map_err(|error| CorpusError::io(folder, error, "folder", CHECK_PATH))
        });
        level = inside.collect::<Result<Vec<_>, CorpusError>>()?.concat();
        if level.len() > LIMITS.columns {
            return Err(CorpusError::Limit {
                path: folder.to_owned(),
                what: "the number of folders in it",
                found: level.len() as u64,
                limit: LIMITS.columns as u64,
                help: "name the one that holds the files",
            });
        }
        let below = in_some(&level, roles)?;
        if !below.is_empty() {
            return Ok(below);
        }
    }
    if here.is_empty() { Err(refused.unwrap_or_else(|| unknown(folder))) } else { Ok(here) }
}

/// The corpora in some folders, each named after its folder, too, where several have some.
fn in_some(folders: &[PathBuf], roles: &Roles) -> Result<Vec<Found>, CorpusError> {
    let mut all: Vec<(&PathBuf, Vec<Found>)> = Vec::new();
    for folder in folders {
        let mut corpora = match directly_in(folder, roles) {
            // Not every folder beside a corpus is one.
            Err(CorpusError::Malformed { .. }) => continue,
            corpora => corpora?,
        };
        corpora.retain(can_be_evaluated);
        if !corpora.is_empty() {
            all.push((folder, corpora));
        }
    }
    let are_several = all.len() > 1;
    let corpora = all.into_iter().flat_map(|(folder, corpora)| {
        let folder = folder.file_name().unwrap_or_default().to_string_lossy();
        corpora.into_iter().map(move |found| {
            let is_enough = !are_several || found.name == folder;
            let name = if is_enough { found.name } else { format!("{folder}-{}", found.name) };
            Found { name, ..found }
        })
    });
    Ok(corpora.collect())
}

/// Whether there may be more than texts that nothing can be compared with.
fn can_be_evaluated(found: &Found) -> bool {
    match &found.format {
        CorpusFormat::Plain(plain) => !plain.references.is_empty() || !plain.scores.is_empty(),
        _ => true,
    }
}

/// Refuses folders in which the kernel shows itself as files: reading some of these never ends.
fn refuse_of_the_system(folder: &Path) -> Result<(), CorpusError> {
    #[cfg(target_os = "linux")]
    {
        use std::os::unix::fs::MetadataExt;
        let device = |path: &Path| fs::metadata(path).ok().map(|metadata| metadata.dev());
        let is_of_the_system = ["/proc", "/sys"].into_iter().any(|root| {
            // Where nothing is mounted there, it is a folder like others, on the device of the root.
            let root = device(Path::new(root)).filter(|root| Some(*root) != device(Path::new("/")));
            root.is_some() && root == device(folder)
        });
        if is_of_the_system {
            let cause = "its files show the state of the system, and hold no data";
            return Err(CorpusError::malformed(
                folder,
                None,
                cause,
                "name a folder with your data",
            ));
        }
    }
    Ok(())
}

/// The corpora in `folder` itself; none where it has nothing that is known.
fn directly_in(folder: &Path, roles: &Roles) -> Result<Vec<Found>, CorpusError> {
    let pairs = language_pairs(folder)?;
    if !pairs.is_empty() {
        return pairs.into_iter().map(|pair| evalset(folder, pair)).collect();
    }
    for in_folder in [wmt_jsonl::in_folder, samples::in_folder] {
        let corpora = in_folder(folder)?;
        if !corpora.is_empty() {
            return Ok(corpora);
        }
    }
    let name = || {
        // `.` and `..` have no name.
        let name = fs::canonicalize(folder).ok();
        let name = name.as_deref().and_then(Path::file_name).unwrap_or_default();
        name.to_string_lossy().into_owned()
    };
    let mut files = entries(folder)?;
    files.retain(|path| path.is_file());
    let rows = files.iter().filter(|file| TableLayout::of_file(file).is_some());
    let rows: Vec<PathBuf> = rows.cloned().collect();
    match (rows.len() > 1).then(|| tables(&rows, roles)).flatten() {
        Some(Ok(mut found)) => {
            if let [Found { name: named, format: CorpusFormat::Table(table), .. }] = &mut found[..]
                && table.system.is_none()
                && table.systems.is_empty()
            {
                *named = name();
                return Ok(found);
            }
        }
        // What is asked of all is not known of one.
        Some(Err(error)) if is_question(&error) => return Err(error),
        _ => {}
    }
    let mut corpora = Vec::new();
    let mut sgml: Vec<(NistRole, PathBuf)> = Vec::new();
    let (mut texts, mut refused) = (Vec::new(), None);
    for path in files {
        let kind = match kind(&path, roles) {
            // Not everything that lies beside a corpus is part of it.
            Err(error @ CorpusError::Malformed { .. }) => {
                refused.get_or_insert(error);
                Kind::Other
            }
            kind => kind?,
        };
        match kind {
            Kind::Nist(role) => sgml.push((role, path)),
            Kind::WmtXml => corpora.push(Found::new(stem(&path)?, wmt_xml(&path))),
            Kind::Rows(format) => corpora.push(Found::new(stem(&path)?, *format)),
            Kind::Corpora(more) => corpora.extend(more),
            Kind::Text => texts.push(path),
            Kind::Other => {}
        }
    }
    if !sgml.is_empty() {
        let source: NistSource = nist(sgml);
        corpora.insert(0, Found::new(name(), CorpusFormat::Nist(source)));
    }
    if corpora.is_empty() && !texts.is_empty() {
        corpora.push(Found::new(name(), format_of_texts(texts)?));
    }
    match refused {
        Some(error) if corpora.is_empty() => Err(error),
        _ => Ok(corpora),
    }
}

/// What is in a folder and not hidden, in byte order.
pub(super) fn entries(folder: &Path) -> Result<Vec<PathBuf>, CorpusError> {
    let fail = |error| CorpusError::io(folder, error, "folder", CHECK_PATH);
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(fail)? {
        let entry = entry.map_err(fail)?;
        if !entry.file_name().to_string_lossy().starts_with('.') {
            paths.push(entry.path());
        }
    }
    paths.sort();
    Ok(paths)
}

fn evalset(folder: &Path, pair: String) -> Result<Found, CorpusError> {
    let ratings = ratings(folder, &pair)?;
    let source = EvalsetSource {
        path: folder.to_owned(),
        language_pair: pair.clone(),
        ratings,
        ..EvalsetSource::default()
    };
    Ok(Found::new(pair, CorpusFormat::Evalset(source)))
}

/// Ratings by criterion, the part of a name before the first dot, where there are no scores on it. A merged
/// file has what the others have.
fn ratings(folder: &Path, pair: &str) -> Result<BTreeMap<String, Vec<String>>, CorpusError> {
    let folder = folder.join("human-scores");
    let mut names = Vec::new();
    if folder.is_dir() {
        for path in entries(&folder)? {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let plain = name.strip_suffix(".gz").unwrap_or(&name);
            names.extend(plain.strip_prefix(&format!("{pair}.")).map(str::to_owned));
        }
    }
    let mut ratings: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for name in names.iter().filter_map(|name| name.strip_suffix(".seg.rating")) {
        let criterion = name.split('.').next().unwrap_or(name);
        if !names.contains(&format!("{criterion}.seg.score")) {
            ratings.entry(criterion.to_owned()).or_default().push(name.to_owned());
        }
    }
    for files in ratings.values_mut() {
        if let Some(merged) = files.iter().find(|name| name.ends_with(".merged")) {
            *files = vec![merged.clone()];
        }
    }
    Ok(ratings)
}

/// Language pairs of a folder in the layout of mt-metrics-eval: of its sources, documents and
/// references, and of folders of outputs.
fn language_pairs(folder: &Path) -> Result<BTreeSet<String>, CorpusError> {
    let mut pairs = BTreeSet::new();
    for kind in ["sources", "documents", "references", "human-scores", "system-outputs"] {
        let folder = folder.join(kind);
        if !folder.is_dir() {
            continue;
        }
        for path in entries(&folder)? {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if path.is_dir() != (kind == "system-outputs") {
                continue;
            }
            let pair = if path.is_dir() { &name } else { name.split('.').next().unwrap_or("") };
            if is_pair(pair) {
                pairs.insert(pair.to_owned());
            }
        }
    }
    Ok(pairs)
}
