//! The direction of dependencies where the compiler does not hold it: between modules of one package, and between the files
//! of an analysis. `docs/architecture.md` says why.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::support::root;

/// The modules of a package; each may use those before it.
const FLOORS: [(&str, &[&str]); 6] = [
    (
        "crates/base",
        &[
            "escape",
            "diagnostic",
            "file_error",
            "durable",
            "located",
            "memory",
            "program",
            "removed",
            "warning",
            "words",
        ],
    ),
    ("crates/numbers", &["value", "tokenize", "similarity", "metric", "stats"]),
    ("crates/engine", &["plan", "execute"]),
    ("crates/analyses", &["analyses", "answers"]),
    ("crates/campaign", &["assisted", "audit", "pick", "watch"]),
    ("", &["analyses", "diff", "command_scores", "cluster", "report", "cli", "main"]),
];

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

fn source_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            source_files(&path, files);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            files.push(path);
        }
    }
}

/// The sources of a package, by their paths from its `src`, without comments and without inline tests.
fn sources(package: &str) -> Vec<(PathBuf, String)> {
    let folder = root().join(package).join("src");
    let mut files = Vec::new();
    source_files(&folder, &mut files);
    let code = |path: &Path| {
        let text = fs::read_to_string(path).unwrap();
        let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
        let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        lines.collect::<Vec<_>>().join("\n")
    };
    let files =
        files.iter().map(|path| (path.strip_prefix(&folder).unwrap().to_owned(), code(path)));
    files.collect()
}

/// Names that follow `crate::` in `code`, braces included: `crate::{a, b::c}` gives `a` and `b`.
fn modules_used(code: &str) -> BTreeSet<&str> {
    let mut names = BTreeSet::new();
    for (place, _) in code.match_indices("crate::") {
        let rest = &code[place + "crate::".len()..];
        let Some(list) = rest.strip_prefix('{') else {
            names.insert(rest);
            continue;
        };
        let mut depth = 0;
        for item in list.split_inclusive(['{', '}', ',']) {
            if depth == 0 {
                names.insert(item.trim_start());
            }
            depth += i32::from(item.ends_with('{')) - i32::from(item.ends_with('}'));
            if depth < 0 {
                break;
            }
        }
    }
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    names.into_iter().map(|name| name.split(|c| !is_part(c)).next().unwrap()).collect()
}

#[test]
fn modules_of_a_package_depend_one_way() {
    let mut problems = Vec::new();
    for (package, floors) in FLOORS {
        let modules: Vec<(usize, PathBuf, String)> = sources(package)
            .into_iter()
            .filter_map(|(file, code)| {
                let module = file
                    .iter()
                    .next()
                    .unwrap()
                    .to_str()
                    .unwrap()
                    .trim_end_matches(".rs")
                    .to_owned();
                if module == "lib" {
                    return None;
                }
                let floor = floors.iter().position(|floor| *floor == module);
                Some((
                    floor.unwrap_or_else(|| panic!("{package}: `{module}` has no floor")),
                    file,
                    code,
                ))
            })
            .collect();
        for (floor, file, code) in modules {
            let above =
                floors[floor + 1..].iter().filter(|above| modules_used(&code).contains(*above));
            problems.extend(
                above.map(|above| format!("{package} {}: `crate::{above}`", file.display())),
            );
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn files_of_an_analysis_keep_their_layers() {
    let mut problems = Vec::new();
    let mut files = sources("crates/analyses");
    files.retain(|(file, _)| file.starts_with("analyses"));
    files.extend(sources("crates/campaign"));
    for (file, code) in &files {
        let name = file.file_name().unwrap().to_str().unwrap();
        let Some((_, forbidden)) = LAYERS.iter().find(|(layer, _)| *layer == name) else {
            continue;
        };
        let wrong = forbidden.iter().filter(|module| modules_used(code).contains(*module));
        problems.extend(wrong.map(|module| format!("{}: `crate::{module}`", file.display())));
    }
    assert!(files.len() > 100, "{} files", files.len());
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn imports_are_read_with_their_braces() {
    let code = "use crate::a::B;\nuse crate::{c::{self, d}, e};\nfn f() -> crate::g::H {}";
    assert!(["a", "c", "e", "g"].iter().all(|name| modules_used(code).contains(name)));
    assert!(["B", "d", "self"].iter().all(|name| !modules_used(code).contains(name)));
}
