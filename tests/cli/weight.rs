//! The size of the project only falls: counts of its files, with a limit for each in `tests/weight.toml`.
//!
//! A count above its limit fails, and so does a limit above its count. `RUNNER_UPDATE_WEIGHT=1 cargo test --test cli weight::`
//! lowers limits; nothing raises them. A capability that was granted lines says in `tests/weight.toml` how many it used.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use crate::support::root;
use crate::words::files;

const LIMITS: &str = "tests/weight.toml";

/// Folders whose sentences, tables and templates are counted.
const TELLING: [&str; 6] = [
    "crates/analyses/",
    "crates/campaign/",
    "crates/kit/",
    "crates/presentation/",
    "crates/tell/",
    "src/report/",
];

/// All files of the project by their paths from its folder, with their text.
fn texts() -> BTreeMap<String, String> {
    let mut paths: Vec<PathBuf> = vec![root().join("Cargo.toml")];
    for folder in ["benches", "crates", "docs", "examples", "src", "tests"] {
        if root().join(folder).is_dir() {
            files(&root().join(folder), &mut paths);
        }
    }
    let name =
        |path: &Path| path.strip_prefix(root()).unwrap().to_str().unwrap().replace('\\', "/");
    let texts = paths.iter().filter_map(|path| Some((name(path), fs::read_to_string(path).ok()?)));
    texts.collect()
}

fn is_of_kind(file: &str, kind: &str) -> bool {
    file.rsplit_once('.').is_some_and(|(_, ending)| ending == kind)
}

fn stem(file: &str) -> &str {
    file.rsplit_once('/').map_or(file, |(_, name)| name).trim_end_matches(".rs")
}

/// Files that `#[cfg(test)] mod NAME;` declares.
fn declared_for_tests(file: &str, text: &str) -> Vec<String> {
    let folder = file.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut declared = Vec::new();
    for (place, _) in text.match_indices("#[cfg(test)]") {
        let mut rest = text[place + "#[cfg(test)]".len()..].trim_start();
        let path = rest.strip_prefix("#[path = \"").and_then(|rest| rest.split_once('"'));
        if let Some((_, after)) = path {
            rest = after.trim_start_matches(']').trim_start();
        }
        if rest.starts_with("pub") {
            rest = rest.split_once(' ').map_or("", |(_, rest)| rest);
        }
        let name = rest.strip_prefix("mod ").and_then(|rest| rest.split_once(';'));
        let is_name = |name: &str| name.chars().all(|c| c.is_alphanumeric() || c == '_');
        let Some((name, _)) = name.filter(|(name, _)| is_name(name)) else { continue };
        if let Some((path, _)) = path {
            declared.push(format!("{folder}/{path}"));
        } else {
            for folder in [folder.to_owned(), format!("{folder}/{}", stem(file))] {
                declared.push(format!("{folder}/{name}.rs"));
                declared.push(format!("{folder}/{name}/mod.rs"));
            }
        }
    }
    declared
}

/// The lines of a source, those of the product before those of its inline test modules.
fn split(text: &str) -> (Vec<&str>, Vec<&str>) {
    let lines: Vec<&str> = text.lines().collect();
    let (mut product, mut tests, mut inside) = (Vec::new(), Vec::new(), false);
    for (number, line) in lines.iter().enumerate() {
        if !inside && line.starts_with("#[cfg(test)]") {
            let mut next = lines[number + 1..].iter().skip_while(|line| line.starts_with("#["));
            inside =
                next.next().is_some_and(|line| line.starts_with("mod ") && line.ends_with('{'));
        }
        if inside { &mut tests } else { &mut product }.push(*line);
        inside &= *line != "}";
    }
    (product, tests)
}

fn is_comment(line: &str) -> bool {
    line.trim_start().starts_with("//")
}

fn code(lines: &[&str]) -> usize {
    lines.iter().filter(|line| !line.trim().is_empty() && !is_comment(line)).count()
}

/// The number of words of at least `letters` letters.
fn words(text: &str, letters: usize) -> usize {
    text.split(|c: char| !c.is_ascii_alphabetic()).filter(|word| word.len() >= letters).count()
}

/// The number of string literals of three words or more. A literal that is broken into lines by `\` is passed over.
fn sentences(lines: &[&str]) -> usize {
    let code: Vec<&str> = lines.iter().copied().filter(|line| !is_comment(line)).collect();
    let (code, mut count, mut at) = (code.join("\n"), 0, 0);
    while let Some(start) = code[at..].find('"').map(|start| at + start + 1) {
        let mut escaped = false;
        let end = code[start..].find(|c| {
            let ends = !escaped && c == '"' || escaped && c == '\n';
            escaped = !escaped && c == '\\';
            ends
        });
        let literal = end.map(|end| &code[start..start + end]);
        match literal.filter(|literal| code[start + literal.len()..].starts_with('"')) {
            Some(literal) => {
                count += usize::from(words(literal, 2) >= 3);
                at = start + literal.len() + 1;
            }
            None => at = start,
        }
    }
    count
}

/// The number of doc comments that do not begin with what a thing is or does.
fn comments_without_a_verb(lines: &[&str]) -> usize {
    const STARTS: [&str; 6] = ["Of", "Those", "What", "How", "That", "The same"];
    let is_function = |line: &str| words(line, 1) > 1 && line.contains("fn ");
    let (mut count, mut first) = (0, None);
    for line in lines.iter().map(|line| line.trim()) {
        if let Some(comment) = line.strip_prefix("/// ") {
            first = first.or(Some(comment));
        } else if let Some(comment) =
            first.filter(|_| !line.starts_with("///") && !line.starts_with("#["))
        {
            let begins = |start: &str| {
                comment.strip_prefix(start).is_some_and(|rest| {
                    !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_')
                })
            };
            let is_old = STARTS.into_iter().any(begins)
                || is_function(line) && comment.starts_with("Whether");
            count += usize::from(is_old);
            first = None;
        }
    }
    count
}

/// The number of tables, and of the columns they declare.
fn tables(text: &str) -> (usize, usize) {
    let is_column = |line: &str| {
        let name = line.trim_start().trim_start_matches("pub ");
        line.starts_with(' ')
            && name.split_once(": ").is_some_and(|(name, _)| {
                !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_')
            })
    };
    let (mut tables, mut columns, mut rest) = (0, 0, text);
    while let Some((_, after)) = rest.split_once("table! {") {
        let Some((table, after)) = after.split_once("\n}") else { break };
        tables += 1;
        columns += table.lines().filter(|line| is_column(line)).count();
        rest = after;
    }
    (tables, columns)
}

/// The folder or file of an analysis, if `file` belongs to one.
fn room(file: &str) -> Option<&str> {
    let rest = file
        .strip_prefix("crates/analyses/src/")
        .or_else(|| file.strip_prefix("crates/campaign/src/"))?;
    let rest = rest.strip_prefix("analyses/").unwrap_or(rest);
    let is_kept =
        [".rs", ".toml", ".j2"].iter().any(|kind| rest.ends_with(kind)) || rest.contains('/');
    let name = rest.split(['/', '.']).next()?;
    (is_kept && !["lib", "mod", "common", "published", "answers"].contains(&name)).then_some(name)
}

fn counts(texts: &BTreeMap<String, String>) -> BTreeMap<&'static str, usize> {
    let sources = texts.iter().filter(|(file, _)| is_of_kind(file, "rs"));
    let for_tests: BTreeSet<String> =
        sources.clone().flat_map(|(file, text)| declared_for_tests(file, text)).collect();
    let mut counts = BTreeMap::new();
    let mut add = |name, count| *counts.entry(name).or_insert(0) += count;
    for (file, text) in sources {
        let (product, tests) = split(text);
        let is_test = file.starts_with("tests/")
            || file.contains("/tests/")
            || stem(file) == "tests"
            || stem(file).ends_with("_tests")
            || for_tests.contains(file);
        if is_test {
            add("tests", code(&text.lines().collect::<Vec<_>>()));
            continue;
        }
        add("code", code(&product));
        add("tests", code(&tests));
        add("comments-without-a-verb", comments_without_a_verb(&product));
        let (tables, columns) = tables(text);
        add("tables", tables);
        add("columns", columns);
        if TELLING.iter().any(|folder| file.starts_with(folder)) {
            add("sentences", sentences(&product));
        }
    }
    let mut rooms: BTreeMap<&str, usize> = BTreeMap::new();
    for (file, text) in texts {
        if let Some(room) = room(file) {
            *rooms.entry(room).or_default() += 1;
        }
        let is_template = [".toml", ".j2", ".html"].iter().any(|kind| file.ends_with(kind))
            && !file.ends_with("Cargo.toml")
            && !file.contains("glossary");
        if is_template && TELLING.iter().any(|folder| file.starts_with(folder)) {
            let is_counted =
                |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
            add("templates", text.lines().filter(is_counted).count());
        }
        if file.starts_with("docs/") && is_of_kind(file, "md") {
            add("docs", text.split_whitespace().count());
        }
    }
    add("files-of-an-analysis", rooms.into_values().max().unwrap_or_default());
    let manifest = texts["Cargo.toml"].lines();
    add(
        "release-overrides",
        manifest.filter(|line| line.starts_with("[profile.release.package")).count(),
    );
    counts
}

/// The limits: the number of a count, and the lines granted to a capability that it has used.
fn limits() -> (String, toml::Table) {
    let text = fs::read_to_string(root().join(LIMITS)).unwrap();
    let table = text.parse().unwrap();
    (text, table)
}

fn number(value: Option<&toml::Value>) -> usize {
    value.and_then(toml::Value::as_integer).map_or(0, |number| usize::try_from(number).unwrap())
}

/// What the allowances add to the limit of a count.
fn allowed(limits: &toml::Table, count: &str) -> usize {
    let allowances = limits.get("allowances").and_then(toml::Value::as_array).into_iter().flatten();
    let used = allowances.filter_map(|allowance| allowance.get(count)).map(|lines| {
        let (granted, used) = (number(lines.get("granted")), number(lines.get("used")));
        assert!(used <= granted, "{LIMITS}: {used} lines of {count} used, {granted} granted");
        used
    });
    used.sum()
}

#[test]
fn the_project_only_becomes_smaller() {
    let (mut text, limits) = limits();
    let counts = counts(&texts());
    let names: BTreeSet<&str> =
        limits["limits"].as_table().unwrap().keys().map(String::as_str).collect();
    assert_eq!(names, counts.keys().copied().collect(), "{LIMITS}: names of the limits");
    let mut problems = String::new();
    for (name, count) in counts {
        let limit = number(limits["limits"].get(name));
        let granted = allowed(&limits, name);
        if count > limit + granted {
            let over = count - limit - granted;
            writeln!(
                problems,
                "{name}: {count}, {over} above the limit. Remove as much elsewhere."
            )
            .unwrap();
        } else if count < limit + granted {
            let lower = count - granted;
            writeln!(
                problems,
                "{name}: {count}. Lower its limit in {LIMITS} from {limit} to {lower}."
            )
            .unwrap();
            text = text.replace(&format!("\n{name} = {limit}\n"), &format!("\n{name} = {lower}\n"));
        }
    }
    let is_above = problems.contains("Remove");
    if std::env::var_os("RUNNER_UPDATE_WEIGHT").is_some() && !is_above {
        fs::write(root().join(LIMITS), text).unwrap();
    } else {
        assert!(problems.is_empty(), "{problems}");
    }
}

#[test]
fn tests_comments_and_sentences_are_recognised() {
    let source = "\
//! A file.
/// Of the values.
fn f() {}
/// Whether it is.
fn g() -> bool {
    // \"a comment of words\"
    h(\"three of them\", \"two words\", \"a \\\"quoted\\\" word here\")
}
#[cfg(test)]
#[path = \"more.rs\"]
mod other;
#[cfg(test)]
mod tests {
    #[test]
    fn t() {}
}
";
    let (product, tests) = split(source);
    assert_eq!((code(&product), code(&tests)), (7, 5));
    assert_eq!(sentences(&product), 2);
    assert_eq!(comments_without_a_verb(&product), 2);
    assert_eq!(declared_for_tests("src/a.rs", source), ["src/more.rs"]);
    assert_eq!(
        tables(
            "table! {\n    /// X.\n    pub struct A {\n        a: u64,\n        ..b\n    }\n}\n"
        ),
        (1, 1)
    );
}
