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
                let texts = texts.chain(&mut source.systems).chain(&mut source.documents);
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
            Self::Table(source) => vec![&mut source.path],
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
            let of_pair = ["system-outputs", "metric-scores"].map(|kind| format!("{kind}/{pair}"));
            let folders = folders.into_iter().chain(of_pair.iter().map(String::as_str));
            files = files_in(&data_dir.join(path), folders)?;
        }
        let folder = evalset.map(|(path, _)| path.clone());
        let mut format = self.clone();
        let own = format.paths_mut().into_iter().filter(|path| Some(&**path) != folder.as_ref());
        files.extend(own.map(|path| data_dir.join(path)));
        Ok(files)
    }
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
    use crate::corpus::source::{AppraiseSource, EvalsetSource, PlainSource};

    #[test]
    fn every_file_of_a_corpus_is_named() {
        let plain = CorpusFormat::Plain(PlainSource {
            source: Some("src".into()),
            references: vec!["/absolute".into()],
            systems: vec!["one".into(), "../two".into()],
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
