//! The direction of dependencies: which module may use which, and which crates.
//!
//! The lists below are the architecture; `docs/architecture.md` says why. A module or a crate that
//! is not listed fails the test.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Module, modules that it may use, crates that it may use.
const ALLOWED: [(&str, &[&str], &[&str]); 29] = [
    (
        "answers",
        &["analyses", "corpus", "presentation", "stats", "table", "value", "words"],
        &["libm", "serde", "serde_json"],
    ),
    ("diagnostic", &["escape"], &["annotate_snippets", "strsim"]),
    ("diff", &["table"], &["serde", "serde_json"]),
    ("durable", &["file_error"], &["gethostname", "tempfile"]),
    ("escape", &[], &[]),
    ("file_error", &[], &["thiserror"]),
    ("located", &[], &["serde", "serde_json"]),
    ("memory", &[], &["thiserror"]),
    ("program", &[], &["tempfile"]),
    ("warning", &[], &["serde"]),
    ("similarity", &[], &[]),
    ("value", &[], &["schemars", "serde"]),
    ("tokenize", &[], &["schemars", "serde", "unicode_properties"]),
    (
        "stats",
        &["value"],
        &["blake3", "libm", "nalgebra", "rand", "rand_pcg", "serde", "thiserror"],
    ),
    (
        "metric",
        &["tokenize", "value"],
        &["unicode_properties", "libm", "rustc_hash", "schemars", "serde", "thiserror"],
    ),
    (
        "corpus",
        &[
            "diagnostic",
            "escape",
            "file_error",
            "located",
            "memory",
            "similarity",
            "table",
            "tokenize",
            "value",
            "words",
            "warning",
        ],
        &[
            "blake3",
            "csv",
            "flate2",
            "libm",
            "quick_xml",
            "rand",
            "rand_pcg",
            "rayon",
            "rustc_hash",
            "schemars",
            "serde",
            "serde_json",
            "thiserror",
            "toml",
        ],
    ),
    (
        "formats",
        &["corpus", "durable", "file_error", "located", "table", "value", "words", "warning"],
        &[
            "csv",
            "flate2",
            "quick_xml",
            "rayon",
            "rustc_hash",
            "schemars",
            "serde",
            "serde_json",
            "thiserror",
            "zstd",
        ],
    ),
    (
        "config",
        &[
            "corpus",
            "formats",
            "diagnostic",
            "located",
            "metric",
            "stats",
            "table",
            "value",
            "words",
        ],
        &["minijinja", "schemars", "serde", "serde_json", "toml"],
    ),
    (
        "plan",
        &[
            "corpus",
            "diagnostic",
            "escape",
            "metric",
            "config",
            "stats",
            "table",
            "words",
            "warning",
        ],
        &["blake3", "postcard", "rayon", "serde"],
    ),
    (
        "execute",
        &["corpus", "formats", "durable", "file_error", "metric", "plan", "config", "stats"],
        &["blake3", "hashbrown", "postcard", "rayon", "thiserror"],
    ),
    (
        "table",
        &["durable", "file_error", "stats", "value", "warning"],
        &["blake3", "polars", "serde", "serde_json", "thiserror"],
    ),
    (
        "analyses",
        &[
            "corpus",
            "formats",
            "diagnostic",
            "execute",
            "metric",
            "plan",
            "presentation",
            "config",
            "stats",
            "table",
            "value",
            "words",
            "warning",
        ],
        &["blake3", "csv", "libm", "rayon", "schemars", "serde", "serde_json"],
    ),
    (
        "presentation",
        &["escape", "table", "words"],
        &["blake3", "libm", "quick_xml", "serde", "serde_json"],
    ),
    (
        "report",
        &[
            "analyses",
            "answers",
            "diff",
            "escape",
            "execute",
            "presentation",
            "stats",
            "table",
            "words",
            "warning",
        ],
        &["indicatif", "minijinja", "serde", "serde_json", "similar", "thiserror", "unicode_width"],
    ),
    (
        "cluster",
        &["durable", "execute", "file_error", "plan", "program", "table"],
        &["blake3", "getrandom", "serde", "serde_json", "thiserror"],
    ),
    (
        "command_scores",
        &["config", "corpus", "formats", "durable", "file_error", "program", "warning"],
        &["blake3", "serde_json", "tempfile", "thiserror"],
    ),
    (
        "cli",
        &[
            "analyses",
            "cluster",
            "command_scores",
            "corpus",
            "formats",
            "diagnostic",
            "diff",
            "durable",
            "escape",
            "execute",
            "file_error",
            "memory",
            "metric",
            "plan",
            "presentation",
            "program",
            "report",
            "config",
            "stats",
            "table",
            "value",
            "words",
            "warning",
        ],
        &[
            "clap",
            "clap_complete",
            "clap_mangen",
            "gethostname",
            "libc",
            "rayon",
            "serde",
            "serde_json",
            "signal_hook",
        ],
    ),
    ("main", &["cli"], &[]),
    ("words", &[], &[]),
];

fn source_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(source_files(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// Source text without tests (which may use anything) and comments.
pub(super) fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap();
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

/// Names that follow `prefix` in `code`, braces included: `crate::{a, b::c}` gives a and b.
fn names_after(code: &str, prefix: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for (position, _) in code.match_indices(prefix) {
        let rest = &code[position + prefix.len()..];
        let list = match rest.strip_prefix('{') {
            Some(braced) => {
                let mut depth = 1;
                let end = braced.find(|c| {
                    depth += i32::from(c == '{') - i32::from(c == '}');
                    depth == 0
                });
                let mut flat = String::new();
                let mut level = 0;
                for c in braced[..end.unwrap()].chars() {
                    level += i32::from(c == '{');
                    if level == 0 {
                        flat.push(c);
                    }
                    level -= i32::from(c == '}');
                }
                flat
            }
            None => rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect(),
        };
        for part in list.split(',') {
            let name: String =
                part.trim().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            if name.chars().next().is_some_and(char::is_lowercase) {
                names.insert(name);
            }
        }
    }
    names
}

fn dependencies() -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for package in packages() {
        let manifest = fs::read_to_string(package.join("Cargo.toml")).unwrap();
        let section = manifest.split("\n[dependencies]\n").nth(1).unwrap();
        let section = section.split("\n[").next().unwrap();
        let entries = section.lines().filter_map(|line| line.split_once(" = "));
        names
            .extend(entries.map(|(name, _)| name.trim_end_matches(".workspace").replace('-', "_")));
    }
    names
}

/// The packages, as folders. Modules of all of them are known by one name each.
fn packages() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let parts = fs::read_dir(root.join("crates")).unwrap();
    let mut packages: Vec<PathBuf> = parts.map(|entry| entry.unwrap().path()).collect();
    packages.push(root.to_owned());
    packages.sort();
    packages
}

pub(super) fn sources() -> Vec<(PathBuf, PathBuf)> {
    let files = |package: PathBuf| {
        let root = package.join("src");
        let files = source_files(&root).into_iter();
        files.map(|path| (path.strip_prefix(&root).unwrap().to_owned(), path)).collect::<Vec<_>>()
    };
    packages().into_iter().flat_map(files).collect()
}

/// The module of a file.
fn module_of(inside: &Path) -> &str {
    inside.iter().next().unwrap().to_str().unwrap().trim_end_matches(".rs")
}

/// Macros of tables, which a package exports at its top.
const MACROS: [&str; 5] = ["column_name", "columns", "is_key", "label", "word_columns"];

fn used() -> BTreeMap<String, (BTreeSet<String>, BTreeSet<String>)> {
    let crates = dependencies();
    let mut used: BTreeMap<String, (BTreeSet<String>, BTreeSet<String>)> = BTreeMap::new();
    for (inside, path) in sources() {
        let module = module_of(&inside);
        if module == "lib" {
            continue;
        }
        let code = code(&path);
        let (modules, externals) = used.entry(module.to_owned()).or_default();
        modules.extend(names_after(&code, "crate::"));
        modules.extend(names_after(&code, "runner::"));
        modules.remove(module);
        // What `crate::` leads to in a macro is the macro beside it.
        modules.retain(|name| !MACROS.contains(&name.as_str()));
        let mentioned = |name: &&String| {
            let path = format!("{name}::");
            code.match_indices(&path).any(|(position, _)| {
                let before = code[..position].chars().next_back();
                !before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':')
            }) || code.contains(&format!("use {name};"))
        };
        externals.extend(crates.iter().filter(mentioned).cloned());
    }
    used
}

#[test]
fn dependencies_point_one_way() {
    let mut problems = Vec::new();
    for (module, (modules, externals)) in used() {
        let Some((_, allowed, crates)) = ALLOWED.iter().find(|(name, ..)| *name == module) else {
            problems.push(format!("module `{module}` is not in the list"));
            continue;
        };
        for other in modules.iter().filter(|other| !allowed.contains(&other.as_str())) {
            problems.push(format!("`{module}` must not use `crate::{other}`"));
        }
        for other in externals.iter().filter(|other| !crates.contains(&other.as_str())) {
            problems.push(format!("`{module}` must not use the crate `{other}`"));
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// What the list allows without need would let the architecture erode unseen.
#[test]
fn the_list_allows_no_more_than_is_used() {
    let used = used();
    let mut problems = Vec::new();
    for (module, modules, crates) in ALLOWED {
        let Some((used_modules, used_crates)) = used.get(module) else {
            problems.push(format!("module `{module}` does not exist"));
            continue;
        };
        for other in modules.iter().filter(|other| !used_modules.contains(**other)) {
            problems.push(format!("`{module}` does not use `crate::{other}`"));
        }
        for other in crates.iter().filter(|other| !used_crates.contains(**other)) {
            problems.push(format!("`{module}` does not use the crate `{other}`"));
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// What the files of an analysis must not use: results come before rows, and rows before what is said and
/// drawn of them.
const LAYERS: [(&str, &[&str]); 7] = [
    ("options.rs", &["plan", "execute", "presentation"]),
    ("rules.rs", &["corpus", "plan", "execute", "stats", "table", "presentation"]),
    ("request.rs", &["execute", "table", "presentation"]),
    ("compute.rs", &["table", "presentation"]),
    ("rows.rs", &["presentation"]),
    ("figures.rs", &["plan", "execute"]),
    ("text_tables.rs", &["plan", "execute"]),
];

#[test]
fn files_of_an_analysis_keep_their_layers() {
    let mut problems = Vec::new();
    for (inside, path) in sources() {
        let name = inside.file_name().unwrap().to_str().unwrap();
        let Some((_, forbidden)) = LAYERS.iter().find(|(file, _)| *file == name) else { continue };
        if !inside.starts_with("analyses") {
            continue;
        }
        let used = names_after(&code(&path), "crate::");
        let wrong = forbidden.iter().filter(|module| used.contains(**module));
        problems.extend(wrong.map(|module| format!("{}: `crate::{module}`", inside.display())));
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn every_module_says_what_it_is_for() {
    for (_, path) in sources() {
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.starts_with("//! "), "{} has no module documentation", path.display());
    }
}
