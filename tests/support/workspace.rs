//! A folder with a spec and its corpus, and the program run in it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

/// A spec on a small plain corpus: two documents, two systems, two references.
pub(crate) const SMALL: &str = r#"
[experiment]
name = "small"
seed = 7

[corpora.tiny]
homepage = "https://example.org/tiny"
licence = "ask first"
[corpora.tiny.plain]
references = ["ref.a.txt", "ref.b.txt"]
systems = ["one.txt", "two.txt"]
documents = "docs.txt"

[studies.growth]
corpora = ["tiny"]
metrics = ["bleu"]
B = 100

[studies.growth.minimal-size]
"#;

pub(crate) struct Workspace {
    folder: tempfile::TempDir,
}

impl Workspace {
    /// An empty folder.
    pub(crate) fn empty() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    /// The small corpus and its spec.
    pub(crate) fn small() -> Self {
        let workspace = Self::empty();
        let sentences = |words: [&str; 6]| {
            let line = |start: usize| {
                let words: Vec<&str> = (0..9).map(|i| words[(start + i * i) % 6]).collect();
                words.join(" ")
            };
            (0..8).map(line).collect::<Vec<_>>().join("\n") + "\n"
        };
        workspace.write("ref.a.txt", sentences(["the", "cat", "sat", "on", "a", "mat"]));
        workspace.write("ref.b.txt", sentences(["the", "cat", "lay", "on", "the", "mat"]));
        workspace.write("one.txt", sentences(["the", "cat", "sat", "on", "the", "rug"]));
        workspace.write("two.txt", sentences(["a", "dog", "sat", "on", "a", "mat"]));
        workspace.write("docs.txt", "d1\nd1\nd1\nd2\nd2\nd2\nd2\nd2\n");
        workspace.write("small.toml", SMALL);
        workspace
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Where the folder is when all links are followed.
    pub(crate) fn real_path(&self) -> PathBuf {
        self.folder.path().canonicalize().unwrap()
    }

    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        super::write_file(self.folder.path(), name, content);
    }

    /// Replaces text in a file of the folder.
    pub(crate) fn edit(&self, name: &str, from: &str, to: &str) {
        let text = fs::read_to_string(self.path(name)).unwrap();
        assert!(text.contains(from), "`{name}` has no `{from}`");
        self.write(name, text.replacen(from, to, 1));
    }

    /// The program, to be run in the folder.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_runner"));
        command.args(arguments).current_dir(self.folder.path());
        command.env_remove("RAYON_NUM_THREADS").env("NO_COLOR", "1");
        command
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    /// Runs and expects success; returns standard output.
    pub(crate) fn succeed(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
        text(&output.stdout)
    }

    /// Runs and expects an exit code and nothing on standard output; returns standard error.
    pub(crate) fn fail(&self, arguments: &[&str], code: i32) -> String {
        let output = self.run(arguments);
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {message}");
        assert_eq!(text(&output.stdout), "", "{arguments:?}");
        message
    }

    /// Expects the same output from any number of threads and the default seed, and another one from another seed.
    pub(crate) fn check_seed(&self, arguments: &[&str]) {
        let with = |more: &[&str], threads: &str| {
            let mut command = self.command(&[arguments, &["--format", "json"], more].concat());
            let output = command.env("RAYON_NUM_THREADS", threads).output().unwrap();
            assert!(output.status.success());
            output.stdout
        };
        assert_eq!(with(&[], "1"), with(&[], "3"));
        assert_eq!(with(&[], "1"), with(&["--seed", "1"], "1"));
        assert_ne!(with(&[], "1"), with(&["--seed", "2"], "1"));
    }

    /// Runs with `--format json`; returns the answer, whatever the exit code.
    pub(crate) fn json(&self, arguments: &[&str]) -> Value {
        let output = self.run(&[arguments, &["--format", "json"]].concat());
        serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|error| panic!("{arguments:?}: {error} {output:?}"))
    }
}

/// A text without line breaks and other runs of space.
pub(crate) fn unwrapped(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A text that stays the same in the next version: signatures have it.
pub(crate) fn versionless(text: &str) -> String {
    text.replace(concat!("runner:", env!("CARGO_PKG_VERSION")), "runner:VERSION")
}

pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// What must be the same for the same run: tables and manifest, by name.
pub(crate) fn results(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let names = ["test_sets", "scores", "growth", "minimal_sizes"].map(|t| format!("{t}.parquet"));
    let names = names.into_iter().chain(["manifest.json".to_owned()]);
    names.map(|name| (name.clone(), fs::read(folder.join(&name)).expect(&name))).collect()
}

/// Every file below a folder, by its path in it. Of a link, where it leads to.
pub(crate) fn tree(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let entry = entry.unwrap();
            let path = entry.path();
            let kind = entry.file_type().unwrap();
            let content = if kind.is_dir() {
                folders.push(path);
                continue;
            } else if kind.is_symlink() {
                fs::read_link(&path).unwrap().into_os_string().into_encoded_bytes()
            } else {
                fs::read(&path).unwrap()
            };
            found.insert(path.strip_prefix(folder).unwrap().to_owned(), content);
        }
    }
    found
}

/// The parts of an output folder.
pub(crate) fn parts(workspace: &Workspace, out: &str) -> Vec<PathBuf> {
    parts_of(&workspace.path(out))
}

/// The parts of an output folder, by its path.
pub(crate) fn parts_of(out: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(out.join("parts")).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "part"));
    paths.sort();
    paths
}
