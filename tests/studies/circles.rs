//! Circles of files: files that need each other, directly or through others, can only be read together.
//!
//! An arrow goes from a file to each file that defines what it names. Names that a module hands on (`pub use`) lead to
//! the file behind them. Tests may use anything.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::{BTreeMap, BTreeSet};
use std::slice;

use super::architecture::{code, sources};

/// Most files of a circle.
const MOST: usize = 4;

type Path = Vec<String>;

/// A file, as a module.
struct Module {
    file: String,
    /// The names that its `use` declarations bring in, with their paths as they are written.
    imports: BTreeMap<String, Path>,
    /// The paths that it needs itself: all but those that it only hands on.
    needed: BTreeSet<Path>,
}

/// All files, by the path of their module. Those of all packages are known by one path each.
struct Tree(BTreeMap<Path, Module>);

/// Names that lead to other names, at most.
const STEPS: usize = 9;

fn words(path: &str) -> Path {
    path.split("::").map(|part| part.trim().trim_start_matches("r#").to_owned()).collect()
}

/// The declarations of imports in `code`: whether others may use the names, and where the paths begin and end.
fn declarations(code: &str) -> Vec<(bool, usize, usize)> {
    let is_of_import = |c: char| c.is_alphanumeric() || c.is_whitespace() || "_:{},*#".contains(c);
    let declaration = |(place, _): (usize, &str)| {
        let before = code[..place].rsplit('\n').next().unwrap().trim();
        let (start, end) = (place + 4, place + code[place..].find(';')?);
        let is_declaration = before.is_empty() || before.starts_with("pub");
        let is_import = is_declaration && code[start..end].chars().all(is_of_import);
        is_import.then_some((!before.is_empty(), start, end))
    };
    code.match_indices("use ").filter_map(declaration).collect()
}

/// The parts of a list, of which some may be lists in braces.
fn parts(list: &str) -> Vec<&str> {
    let (mut depth, mut start, mut all) = (0, 0, Vec::new());
    for (place, c) in list.char_indices() {
        depth += i32::from(c == '{') - i32::from(c == '}');
        if c == ',' && depth == 0 {
            all.push(&list[start..place]);
            start = place + 1;
        }
    }
    all.push(&list[start..]);
    all.into_iter().map(str::trim).filter(|part| !part.is_empty()).collect()
}

/// Adds the paths of a tree of imports, with the names that they are known by.
fn flatten(tree: &str, before: &[String], all: &mut Vec<(String, Path)>) {
    if let Some((start, list)) = tree.split_once('{') {
        let mut path = before.to_vec();
        let start = start.trim().trim_end_matches("::");
        path.extend(if start.is_empty() { Vec::new() } else { words(start) });
        let list = list.trim_end().strip_suffix('}').unwrap();
        for part in &parts(list) {
            flatten(part, &path, all);
        }
        return;
    }
    let (path, name) =
        tree.split_once(" as ").map_or((tree, None), |(path, name)| (path, Some(name)));
    let mut path = [before, &words(path)].concat();
    if path.len() > 1 && path.last().is_some_and(|last| last == "self") {
        path.pop();
    }
    let name = name.map_or_else(|| path.last().unwrap().clone(), |name| name.trim().to_owned());
    all.push((name, path));
}

impl Module {
    fn new(file: &str, code: &str) -> Self {
        let code = code.split("#[cfg(all(test").next().unwrap();
        let (mut imports, mut handed_on) = (Vec::new(), Vec::new());
        let (mut rest, mut after) = (String::new(), 0);
        for (is_public, start, end) in declarations(code) {
            let names = if is_public { &mut handed_on } else { &mut imports };
            flatten(&code[start..end].replace('\n', " "), &[], names);
            rest += &code[after..start];
            after = end;
        }
        rest += &code[after..];
        let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
        let mentioned = rest.split(|c| !is_part(c)).map(|word| word.trim_matches(':'));
        let mentioned: BTreeSet<Path> = mentioned.map(words).collect();
        // A small word may as well be the name of a variable.
        let is_used = |name: &String| {
            let is_type = name.starts_with(char::is_uppercase);
            let is_mentioned = mentioned.contains(slice::from_ref(name));
            is_mentioned && (is_type || rest.contains(&format!("{name}(")))
        };
        let used: Vec<Path> = handed_on
            .iter()
            .filter(|(name, _)| is_used(name))
            .map(|(name, _)| vec![name.clone()])
            .collect();
        let paths = mentioned.into_iter().filter(|path| path.len() > 1);
        let imported = imports.iter().map(|(_, path)| path.clone());
        let needed = paths.chain(imported).chain(used).collect();
        let imports = imports.into_iter().chain(handed_on).collect();
        Self { file: file.to_owned(), imports, needed }
    }
}

/// The modules in files of their own that `code` declares for tests alone.
fn test_modules(code: &str) -> Vec<&str> {
    let declared = code.split("#[cfg(test)]\n").skip(1).filter_map(|rest| {
        let (before, _) = rest.split_once(';')?;
        let (before, name) = before.rsplit_once("mod ")?;
        (!before.contains('{') && !name.contains('{')).then_some(name)
    });
    declared.collect()
}

impl Tree {
    fn new() -> Self {
        let (mut modules, mut for_tests) = (BTreeMap::new(), Vec::new());
        for (inside, path) in sources() {
            let parts = inside.with_extension("");
            let mut parts: Path =
                parts.iter().map(|part| part.to_str().unwrap().to_owned()).collect();
            if parts.last().is_some_and(|last| last == "mod") {
                parts.pop();
            }
            let code = code(&path);
            let declared = test_modules(&code).into_iter();
            for_tests.extend(declared.map(|name| [parts.as_slice(), &[name.to_owned()]].concat()));
            modules.insert(parts, Module::new(inside.to_str().unwrap(), &code));
        }
        modules.retain(|path, module| {
            let is_root = ["lib.rs", "main.rs"].contains(&module.file.as_str());
            let is_test = path.iter().any(|part| part.ends_with("tests"));
            let is_for_tests = for_tests.iter().any(|other| path.starts_with(other));
            !is_root && !is_test && !is_for_tests
        });
        Self(modules)
    }

    /// The path from the root that `path` means in `module`; nothing if it leads to another crate.
    fn absolute(&self, module: &[String], path: &[String], steps: usize) -> Option<Path> {
        let (first, rest) = path.split_first()?;
        match first.as_str() {
            "self" => Some([module, rest].concat()),
            "super" if rest.first().is_some_and(|next| next == "super") => {
                self.absolute(module.split_last()?.1, rest, steps)
            }
            "super" => Some([module.split_last()?.1, rest].concat()),
            "crate" | "runner" => Some(rest.to_vec()),
            package if package.starts_with("runner_") => Some(rest.to_vec()),
            _ if self.0.contains_key(&[module, &path[..1]].concat()) => {
                Some([module, path].concat())
            }
            _ => {
                let import = self.0.get(module)?.imports.get(first)?;
                let path = [import.as_slice(), rest].concat();
                self.absolute(module, &path, steps.checked_sub(1)?)
            }
        }
    }

    /// The module of the file that defines what a path from the root leads to; nothing where that is a module as a
    /// whole.
    fn definition(&self, path: &[String], steps: usize) -> Option<&Module> {
        let length = (1..path.len()).rev().find(|length| self.0.contains_key(&path[..*length]))?;
        let (place, rest) = path.split_at(length);
        let module = &self.0[place];
        let handed_on = module.imports.get(&rest[0]).and_then(|import| {
            let import = self.absolute(place, import, STEPS)?;
            Some([import.as_slice(), &rest[1..]].concat())
        });
        match handed_on {
            Some(target) if target != path => self.definition(&target, steps.checked_sub(1)?),
            _ if self.0.contains_key(path) => None,
            _ => Some(module),
        }
    }

    /// The files that each file needs.
    fn arrows(&self) -> BTreeMap<&str, BTreeSet<&str>> {
        let needed = |(place, module): (&Path, &Module)| {
            let paths = module.needed.iter();
            let paths = paths.filter_map(|path| self.absolute(place, path, STEPS));
            let files: BTreeSet<&str> =
                paths.filter_map(|path| Some(&*self.definition(&path, STEPS)?.file)).collect();
            files.into_iter().filter(|file| *file != module.file).collect()
        };
        self.0.iter().map(|(place, module)| (&*module.file, needed((place, module)))).collect()
    }
}

fn reached<'a>(arrows: &BTreeMap<&'a str, BTreeSet<&'a str>>, start: &'a str) -> BTreeSet<&'a str> {
    let mut reached = BTreeSet::new();
    let mut next = vec![start];
    while let Some(file) = next.pop() {
        let new = arrows[file].iter().copied().filter(|file| reached.insert(*file));
        next.extend(new.collect::<Vec<_>>());
    }
    reached
}

/// The circles of two files and more, the largest first.
fn circles<'a>(arrows: &BTreeMap<&'a str, BTreeSet<&'a str>>) -> Vec<Vec<&'a str>> {
    let reached: BTreeMap<&str, BTreeSet<&str>> =
        arrows.keys().map(|file| (*file, reached(arrows, file))).collect();
    let circles: BTreeSet<Vec<&str>> = reached
        .iter()
        .map(|(file, from)| {
            from.iter().copied().filter(|other| reached[other].contains(file)).collect()
        })
        .collect();
    let mut circles: Vec<Vec<&str>> = circles.into_iter().filter(|files| files.len() > 1).collect();
    circles.sort_by_key(|files| std::cmp::Reverse(files.len()));
    circles
}

#[test]
fn circles_of_files_are_small() {
    let tree = Tree::new();
    let arrows = tree.arrows();
    let circles = circles(&arrows);
    let larger = circles.iter().filter(|files| files.len() > MOST);
    let problems: Vec<String> = larger
        .map(|files| format!("{} files need each other: {}", files.len(), files.join(", ")))
        .collect();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// What the test above rests on: names that are handed on, renamed, or reached through a module.
#[test]
fn arrows_lead_to_the_files_that_define_names() {
    let files = [
        ("a/mod.rs", "a", "pub use self::b::B;\npub use super::c::{C, make};\nmod b;"),
        ("a/b.rs", "a::b", "use crate::a::{C, self};\nfn f() -> C { a::make(super::d()) }"),
        ("c.rs", "c", "use crate::a::B as Other;\nuse std::fmt;\nfn make(_: Other) {}"),
    ];
    let modules = files.map(|(file, path, code)| (words(path), Module::new(file, code)));
    let tree = Tree(modules.into_iter().collect());
    let arrows = tree.arrows();
    let expected =
        [("a/b.rs", vec!["a/mod.rs", "c.rs"]), ("a/mod.rs", vec![]), ("c.rs", vec!["a/b.rs"])];
    for (file, to) in expected {
        assert_eq!(arrows[file].iter().copied().collect::<Vec<_>>(), to, "{file}");
    }
    assert_eq!(circles(&arrows), [["a/b.rs", "c.rs"]]);
}
