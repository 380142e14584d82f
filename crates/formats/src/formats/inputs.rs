//! Which files a corpus is read from.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::source::CorpusFormat;

impl CorpusFormat {
    /// All paths that it names.
    pub fn paths_mut(&mut self) -> Vec<&mut PathBuf> {
        match self {
            Self::Evalset(source) => vec![&mut source.path],
            Self::Plain(source) => {
                let texts = source.source.iter_mut().chain(&mut source.references);
                let texts = texts.chain(source.systems.iter_mut()).chain(&mut source.documents);
                let scores = source.scores.values_mut().chain(source.judgments.values_mut());
                texts.chain(scores.flatten()).collect()
            }
            Self::Nist(source) => {
                let sets = source.source.iter_mut().chain(&mut source.references);
                sets.chain(&mut source.systems).collect()
            }
            Self::WmtXml(source) => source.files.iter_mut().collect(),
            Self::Mqm(source) => source.files.iter_mut().collect(),
            Self::Appraise(source) => source.files.iter_mut().chain(&mut source.test_set).collect(),
            Self::Pearmut(source) => source.files.iter_mut().collect(),
            Self::Table(source) => source.path.iter_mut().collect(),
            Self::Comet(source) => source.scores.values_mut().flatten().collect(),
            Self::Samples(source) => source.files.iter_mut().collect(),
            Self::WmtJsonl(source) => {
                let lists = source.systems.iter_mut().chain(&mut source.scores);
                source
                    .test_set
                    .iter_mut()
                    .chain(lists)
                    .chain(&mut source.human_evaluation)
                    .collect()
            }
            Self::Synthetic(_) => Vec::new(),
        }
    }

    /// The files that the corpus is read from; relative paths start at `data_dir`. Of a test set in
    /// the layout of mt-metrics-eval, all that lie where the layout has its files.
    ///
    /// # Errors
    ///
    /// If a folder cannot be listed.
    pub fn input_files(&self, data_dir: &Path) -> io::Result<Vec<PathBuf>> {
        let evalset = match self {
            Self::Evalset(source) => Some((&source.path, &source.language_pair)),
            Self::Appraise(source) => source.test_set.as_ref().zip(source.language_pair.as_ref()),
            _ => None,
        };
        let mut files: Vec<PathBuf> = Vec::new();
        if let Some((path, pair)) = evalset {
            let folders = ["", "sources", "documents", "references", "human-scores"];
            let pair_folders =
                ["system-outputs", "metric-scores"].map(|kind| format!("{kind}/{pair}"));
            let folders = folders.into_iter().chain(pair_folders.iter().map(String::as_str));
            files = files_in(&data_dir.join(path), folders)?;
        }
        let folder = evalset.map(|(path, _)| path.clone());
        let mut format = self.clone();
        let other_paths =
            format.paths_mut().into_iter().filter(|path| Some(&**path) != folder.as_ref());
        let paths: Vec<PathBuf> = other_paths.map(|path| path.clone()).collect();
        files.extend(match self {
            Self::WmtJsonl(_) => json_lines_at(&paths, data_dir)?,
            Self::Samples(_) => {
                samples_at(&paths, data_dir)?.into_iter().map(|(file, _)| file).collect()
            }
            _ => paths.into_iter().map(|path| data_dir.join(path)).collect(),
        });
        Ok(files)
    }
}

/// The files at `paths`: each path, or where it is a folder, the files with JSON lines that lie directly
/// in it and are not hidden, in byte order.
pub(super) fn json_lines_at(paths: &[PathBuf], data_dir: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in paths {
        let path = data_dir.join(path);
        if !path.is_dir() {
            files.push(path);
            continue;
        }
        let mut inside = files_in(&path, std::iter::once(""))?;
        inside.retain(|file| is_json_lines(file));
        inside.sort();
        files.extend(inside);
    }
    Ok(files)
}

/// Levels of folders below one that are looked into.
pub(super) const LEVELS: usize = 2;

/// The same for files that are named as logs of samples.
const LEVELS_OF_LOGS: usize = 8;

/// The logs at `paths`: each path, or where it is a folder, the files in it and in folders up to two levels below
/// it that may be logs, and further down those that are named as such; in byte order, and whether a folder lists them.
pub(super) fn samples_at(paths: &[PathBuf], data_dir: &Path) -> io::Result<Vec<(PathBuf, bool)>> {
    let mut files = Vec::new();
    for path in paths {
        let path = data_dir.join(path);
        if !path.is_dir() {
            files.push((path, false));
            continue;
        }
        let mut level = vec![path.clone()];
        let mut inside = Vec::new();
        for depth in 0..=LEVELS_OF_LOGS {
            let mut below = Vec::new();
            for folder in level {
                inside.extend(files_in(&folder, std::iter::once(""))?.into_iter().filter(|file| {
                    if depth <= LEVELS { may_be_log(file) } else { is_named_as_log(file) }
                }));
                below.extend(folders_in(&folder)?);
            }
            level = below;
        }
        inside.sort();
        files.extend(inside.into_iter().map(|file| (file, true)));
    }
    Ok(files)
}

/// The folders that lie directly in `folder` and are not hidden, in byte order.
pub(super) fn folders_in(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut folders = Vec::new();
    for entry in fs::read_dir(folder)? {
        let inside = entry?.path();
        if inside.is_dir() && !is_hidden(&inside) {
            folders.push(inside);
        }
    }
    folders.sort();
    Ok(folders)
}

/// Whether the name of a file is one of a log of samples.
pub(super) fn may_be_log(path: &Path) -> bool {
    let ending = ending(path);
    ending.is_some_and(|ending| ["jsonl", "json", "eval"].contains(&ending.as_str()))
}

/// Whether a file is named as harnesses name logs of samples: `TIME.eval`, `samples_TASK_TIME.jsonl`, `UUID.jsonl`,
/// `NAME_samples.jsonl`, `test_run_TIME.json`.
fn is_named_as_log(path: &Path) -> bool {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let stem = name.split('.').next().unwrap_or_default();
    match ending(path).as_deref() {
        Some("eval") => true,
        Some("jsonl") => {
            name.starts_with("samples_") || stem.ends_with("_samples") || is_uuid(stem)
        }
        Some("json") => name.starts_with("test_run_"),
        _ => false,
    }
}

fn is_uuid(name: &str) -> bool {
    let lengths = name.split('-').map(str::len);
    lengths.eq([8, 4, 4, 4, 12])
        && name.bytes().all(|byte| byte == b'-' || byte.is_ascii_hexdigit())
}

/// Whether the name of a file says that it has JSON lines.
pub(super) fn is_json_lines(path: &Path) -> bool {
    ending(path).is_some_and(|ending| ending == "jsonl")
}

/// The ending of a file's name in lower case, before that of gzip; nothing for a hidden file.
fn ending(path: &Path) -> Option<String> {
    let name = path.file_name()?.to_string_lossy().to_lowercase();
    let plain = name.strip_suffix(".gz").unwrap_or(&name);
    let (_, ending) = plain.rsplit_once('.')?;
    (!is_hidden(path)).then(|| ending.to_owned())
}

fn is_hidden(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'))
}

/// The files that lie directly in some folders below `root`, of those that are there.
fn files_in<'a>(root: &Path, folders: impl Iterator<Item = &'a str>) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for folder in folders {
        let entries = match fs::read_dir(root.join(folder)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            entries => entries?,
        };
        for entry in entries {
            let path = entry?.path();
            if path.is_file() {
                files.push(path);
            }
        }
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::source::{
        AppraiseSource, EvalsetSource, PlainSource, SamplesSource, WmtJsonlSource,
    };

    #[test]
    fn every_file_of_a_corpus_is_named() {
        let plain = CorpusFormat::Plain(PlainSource {
            source: Some("src".into()),
            references: vec!["/absolute".into()],
            systems: vec!["one".into(), "../two".into()].into(),
            documents: Some("docs".into()),
            scores: [("comet".to_owned(), vec!["one.comet".into(), "two.comet".into()])].into(),
            judgments: [("da@ann".to_owned(), vec!["one.ann".into(), "two.ann".into()])].into(),
        });
        let mut files = plain.input_files(Path::new("data")).unwrap();
        files.sort();
        let expected = [
            "/absolute",
            "data/../two",
            "data/docs",
            "data/one",
            "data/one.ann",
            "data/one.comet",
            "data/src",
            "data/two.ann",
            "data/two.comet",
        ];
        assert_eq!(files, expected.map(PathBuf::from));

        let folder = tempfile::tempdir().unwrap();
        for name in ["out/b.jsonl", "out/A.JSONL.gz", "out/.c.jsonl", "out/d.json", "out/e/f.jsonl"]
        {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        let inside = |format: &CorpusFormat| -> Vec<String> {
            let files = format.input_files(folder.path()).unwrap();
            files
                .into_iter()
                .map(|path| path.strip_prefix(folder.path()).unwrap().display().to_string())
                .collect()
        };
        let wmt = CorpusFormat::WmtJsonl(WmtJsonlSource {
            test_set: Some("set.jsonl".into()),
            systems: vec!["out".into()],
            human_evaluation: vec!["h.jsonl".into()],
            ..WmtJsonlSource::default()
        });
        assert_eq!(inside(&wmt), ["set.jsonl", "out/A.JSONL.gz", "out/b.jsonl", "h.jsonl"]);
        let samples = SamplesSource { files: vec!["out".into()], ..SamplesSource::default() };
        let expected = ["out/A.JSONL.gz", "out/b.jsonl", "out/d.json", "out/e/f.jsonl"];
        assert_eq!(inside(&CorpusFormat::Samples(samples)), expected);

        let folder = tempfile::tempdir().unwrap();
        for name in ["sources/a-b.txt", "system-outputs/a-b/one.txt", "SYNTHETIC.txt", "other/x"] {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        let evalset = CorpusFormat::Evalset(EvalsetSource {
            path: PathBuf::new(),
            language_pair: "a-b".to_owned(),
            references: None,
            ..EvalsetSource::default()
        });
        let mut files = evalset.input_files(folder.path()).unwrap();
        files.sort();
        let expected = ["SYNTHETIC.txt", "sources/a-b.txt", "system-outputs/a-b/one.txt"];
        assert_eq!(files, expected.map(|name| folder.path().join(name)));

        let appraise = CorpusFormat::Appraise(AppraiseSource {
            files: vec!["export.csv".into()],
            test_set: Some(".".into()),
            language_pair: Some("a-b".to_owned()),
            ..AppraiseSource::default()
        });
        let files = appraise.input_files(folder.path()).unwrap();
        assert_eq!(files.len(), 4, "the export and the files of the test set: {files:?}");
        assert!(files.contains(&folder.path().join("export.csv")), "{files:?}");
    }
}
