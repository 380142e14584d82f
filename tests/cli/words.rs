//! Words that texts for users do not use: README, docs, help, schemas and messages.
//!
//! Each has a plainer one beside it. A failure names file and line.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::support::root;

/// Words and phrases, with what to write instead. Capitals are meant as such.
const WORDS: &[(&str, &str)] = &[
    ("told apart", "significantly different, distinguished"),
    ("tell systems apart", "distinguish systems"),
    ("tells systems apart", "distinguishes systems"),
    ("at hand", "available"),
    ("anew", "again"),
    ("so many", "N, this many, the number of"),
    ("so much", "this much"),
    ("go on", "continue, resume"),
    ("goes on", "continues, resumes"),
    ("going on", "running"),
    ("whoever", "anyone who"),
    ("nobody", "no one"),
    ("held against", "compared with"),
    ("hold it against", "compare it with"),
    ("hold them against", "compare them with"),
    ("dear", "expensive"),
    ("asked for", "optional, requested, written"),
    ("carried out", "run, computed"),
    ("drawn", "resampled; shown, of figures"),
    ("honour of", "the plain verb"),
    ("to begin with", "starter"),
    ("that was killed", "interrupted"),
    ("undisturbed", "uninterrupted"),
    ("printed number", "published value"),
    ("printed numbers", "published values"),
    ("that of the run", "reproduced value"),
    ("documents that count", "scored documents"),
    ("half-width of the interval", "margin of error"),
    ("STDEV", "standard deviation; standard error, where it is that of an estimate"),
];

/// Files that quote what the papers call by these names.
const QUOTES: &[(&str, &[&str])] = &[
    ("docs/reproduction.md", &["STDEV", "nobody"]),
    ("experiments/README.md", &["STDEV"]),
    ("crates/analyses/src/analyses/growth/text_tables.rs", &["STDEV"]),
    ("crates/analyses/src/analyses/reference_equivalence/figures.rs", &["STDEV"]),
    ("crates/analyses/src/analyses/reference_equivalence/row.rs", &["STDEV"]),
    ("crates/analyses/src/analyses/reference_equivalence/text_tables.rs", &["STDEV"]),
    ("crates/analyses/src/analyses/stability/row.rs", &["STDEV"]),
];

/// Text without line breaks, with the line of every byte.
#[derive(Default)]
struct Flat {
    text: String,
    lines: Vec<usize>,
}

impl Flat {
    /// Adds `text` that begins in `line`; runs of white space are one blank.
    fn push(&mut self, text: &str, mut line: usize) {
        for letter in text.chars() {
            if letter == '\n' {
                line += 1;
            }
            let letter = if letter.is_whitespace() { ' ' } else { letter };
            if letter != ' ' || !self.text.ends_with(' ') {
                self.text.push(letter);
                self.lines.resize(self.text.len(), line);
            }
        }
    }

    fn of(text: &str) -> Self {
        let mut flat = Self::default();
        flat.push(text, 1);
        flat
    }

    /// Lines in which `phrase` stands as words; a single word in quotes, backticks or braces is a name.
    fn lines_with(&self, phrase: &str) -> Vec<usize> {
        let is_capital = phrase.chars().all(char::is_uppercase);
        let text = if is_capital { self.text.clone() } else { self.text.to_ascii_lowercase() };
        let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
        let matches = text.match_indices(phrase).filter(|(start, _)| {
            let before = text[..*start].chars().next_back().unwrap_or(' ');
            let after = text[start + phrase.len()..].chars().next().unwrap_or(' ');
            let is_name = !phrase.contains(' ')
                && [('`', '`'), ('"', '"'), ('{', '}')].contains(&(before, after));
            !is_word(before) && !is_word(after) && !is_name
        });
        matches.map(|(start, _)| self.lines[start]).collect()
    }
}

/// What a Rust source says to users: its string literals, and its doc comments where they are help.
fn said(source: &str, with_help: bool) -> Vec<Flat> {
    let source = source.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    let mut said = Vec::new();
    let mut help = Flat::default();
    for (index, line) in source.lines().enumerate() {
        match line.trim_start().strip_prefix("/// ") {
            Some(text) if with_help => help.push(&format!("{text} "), index + 1),
            _ => said.push(std::mem::take(&mut help)),
        }
    }
    let mut rest = source;
    while let Some(start) = rest.find(['"', '\'', '/']) {
        let line = source[..source.len() - rest.len() + start].matches('\n').count() + 1;
        let found = &rest[start..];
        let before = &rest[..start];
        rest = if found.starts_with("//") {
            found.find('\n').map_or("", |end| &found[end..])
        } else if let Some(after) = found.strip_prefix('/') {
            after
        } else if found.starts_with('\'') {
            after_letter(found)
        } else if let Some(hashes) = raw_hashes(before) {
            let end = format!("\"{}", "#".repeat(hashes));
            let (text, after) = found[1..].split_once(&end).expect("a raw string ends");
            said.push(literal(text, line));
            after
        } else {
            let end = end_of_string(found);
            said.push(literal(&found[1..end].replace("\\\n", "\n"), line));
            &found[end + 1..]
        };
    }
    said
}

/// A literal, with quotes that mark it as a name where it is one word.
fn literal(text: &str, line: usize) -> Flat {
    let mut flat = Flat::default();
    flat.push(&format!("\"{text}\""), line);
    flat
}

/// The number of `#` of the raw string that begins behind `before`.
fn raw_hashes(before: &str) -> Option<usize> {
    let start = before.trim_end_matches('#');
    (start.ends_with('r') && !start.trim_end_matches('r').ends_with(|c: char| c.is_alphanumeric()))
        .then_some(before.len() - start.len())
}

/// Where the string literal at the start of `text` ends.
fn end_of_string(text: &str) -> usize {
    let mut is_escaped = false;
    let end = text.char_indices().skip(1).find(|(_, letter)| {
        let ends = *letter == '"' && !is_escaped;
        is_escaped = *letter == '\\' && !is_escaped;
        ends
    });
    end.expect("a string ends").0
}

/// What follows the character literal or the lifetime at the start of `text`.
fn after_letter(text: &str) -> &str {
    let inside = &text[1..];
    let length = match inside.strip_prefix('\\') {
        Some(escape) => 2 + escape[1..].find('\'').unwrap_or_default(),
        None => inside.chars().next().map_or(0, char::len_utf8),
    };
    inside.get(length..).and_then(|rest| rest.strip_prefix('\'')).unwrap_or(inside)
}

/// All files below `folder`.
pub(crate) fn files(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, into);
        } else {
            into.push(path);
        }
    }
}

/// All texts for users, by file.
fn texts() -> BTreeMap<String, Vec<Flat>> {
    let mut paths = vec![root().join("README.md")];
    for folder in ["docs", "experiments", "schemas", "src", "crates"] {
        files(&root().join(folder), &mut paths);
    }
    let mut texts = BTreeMap::new();
    for path in paths {
        let name = path.strip_prefix(root()).unwrap().to_str().unwrap().replace('\\', "/");
        let is_test = name.ends_with("tests.rs") || name.ends_with("test.rs");
        let kind = path.extension().and_then(|kind| kind.to_str()).unwrap_or_default();
        let said = match kind {
            "rs" if !is_test => {
                said(&fs::read_to_string(&path).unwrap(), name.starts_with("src/cli/"))
            }
            "md" | "json" | "j2" | "html" => vec![Flat::of(&fs::read_to_string(&path).unwrap())],
            _ => continue,
        };
        texts.insert(name, said);
    }
    texts
}

#[test]
fn texts_for_users_use_plain_words() {
    let quoted_in = |name: &str| {
        let words = QUOTES.iter().filter(|(file, _)| *file == name);
        words.flat_map(|(_, words)| words.iter().copied()).collect::<BTreeSet<_>>()
    };
    let mut problems = Vec::new();
    let texts = texts();
    assert!(texts.len() > 300, "{} files", texts.len());
    for (name, said) in &texts {
        let quoted = quoted_in(name);
        for (phrase, instead) in WORDS {
            let lines: BTreeSet<usize> =
                said.iter().flat_map(|text| text.lines_with(phrase)).collect();
            let is_listed = quoted.contains(phrase);
            if is_listed && lines.is_empty() {
                problems.push(format!("{name}: no \"{phrase}\" any more: take it out of the list"));
            }
            for line in lines.iter().filter(|_| !is_listed) {
                problems.push(format!("{name}:{line}: \"{phrase}\"; write: {instead}"));
            }
        }
    }
    for (name, words) in QUOTES {
        let known = WORDS.iter().map(|(phrase, _)| *phrase).collect::<BTreeSet<_>>();
        if !texts.contains_key(*name) || !words.iter().all(|word| known.contains(word)) {
            problems.push(format!("{name}: the file, or one of its words, is not known"));
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// Checks that the reason of an ignored test says who runs it.
#[test]
fn ignored_tests_say_who_runs_them() {
    const REASONS: [&str; 2] = ["simulation of minutes: nightly", "cluster of minutes: nightly"];
    let mut paths = Vec::new();
    for folder in ["src", "crates", "tests"] {
        files(&root().join(folder), &mut paths);
    }
    let mut problems = Vec::new();
    for path in paths.iter().filter(|path| path.extension().is_some_and(|kind| kind == "rs")) {
        let source = fs::read_to_string(path).unwrap();
        let ignored = source.lines().filter_map(|line| line.trim().strip_prefix("#[ignore"));
        let reasons = ignored.map(|rest| rest.trim_start_matches(" = \"").trim_end_matches("\"]"));
        let wrong = reasons.filter(|reason| !REASONS.contains(reason));
        problems.extend(wrong.map(|reason| format!("{}: `{reason}`", path.display())));
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn literals_and_help_are_found() {
    let source = "/// Score files at\n/// hand.\nfn f<'a>(x: &'a str) {\n    let q = '\"'; // \"anew\"\n    \
                  print(\"told \\\n        apart\", r#\"so \"many\"#, '\\'', \"drawn\", \"{drawn} \\\" anew\");\n}\n";
    let said = said(source, true);
    let lines = |phrase: &str| -> Vec<usize> {
        said.iter().flat_map(|text| text.lines_with(phrase)).collect()
    };
    assert_eq!(lines("at hand"), [1]);
    assert_eq!(lines("told apart"), [5]);
    assert_eq!(lines("anew"), [6]);
    assert!(lines("drawn").is_empty(), "{:?}", lines("drawn"));
    assert_eq!(Flat::of("Draw\nn, so\n many STDEV, stdev").lines_with("so many"), [2]);
    assert_eq!(Flat::of("a\nSTDEV, stdev").lines_with("STDEV"), [2]);
}
