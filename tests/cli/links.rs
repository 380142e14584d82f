//! Links of the documentation lead somewhere, and so do the places that texts of the program name.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

use crate::support::root;
use crate::words::files;

/// Lines of a page outside of its blocks of code.
fn prose(page: &str) -> impl Iterator<Item = &str> {
    let mut in_code = false;
    page.lines().filter(move |line| {
        let is_fence = line.trim_start().starts_with("```");
        in_code ^= is_fence;
        !in_code && !is_fence
    })
}

fn headings(page: &str) -> impl Iterator<Item = &str> {
    prose(page).filter_map(|line| {
        line.trim_start_matches('#').strip_prefix(' ').filter(|_| line.starts_with('#'))
    })
}

/// The anchor of a heading, as forges and mdBook make it.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.flat_map(char::to_lowercase).map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// All that a link may name in a page.
fn anchors(page: &str) -> BTreeSet<String> {
    let mut anchors: BTreeSet<String> = headings(page).map(anchor).collect();
    anchors.extend(
        page.split("<a id=\"").skip(1).filter_map(|rest| rest.split('"').next()).map(str::to_owned),
    );
    anchors
}

/// Where links of a page lead.
fn targets(page: &str) -> Vec<&str> {
    let text = page.split("](").skip(1);
    text.filter_map(|rest| rest.split_once(')')).map(|(target, _)| target).collect()
}

/// `path` without `..`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        if part == Component::ParentDir {
            plain.pop();
        } else {
            plain.push(part);
        }
    }
    plain
}

/// Pages by their place in the repository.
fn pages() -> BTreeMap<PathBuf, String> {
    let mut paths = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "experiments/README.md"]
        .map(PathBuf::from)
        .to_vec();
    let mut docs = Vec::new();
    files(&root().join("docs"), &mut docs);
    docs.retain(|path| path.extension().is_some_and(|kind| kind == "md"));
    paths.extend(docs.iter().map(|path| path.strip_prefix(root()).unwrap().to_path_buf()));
    paths
        .into_iter()
        .map(|path| (path.clone(), fs::read_to_string(root().join(path)).unwrap()))
        .collect()
}

#[test]
fn links_lead_somewhere() {
    let pages = pages();
    let mut broken = Vec::new();
    let mut links = 0;
    for (path, page) in &pages {
        let text = prose(page).collect::<Vec<_>>().join("\n");
        for target in targets(&text) {
            if target.contains("://")
                || target.starts_with("mailto:")
                || target.contains(char::is_whitespace)
            {
                continue;
            }
            links += 1;
            let (file, place) = target.split_once('#').unwrap_or((target, ""));
            let linked = if file.is_empty() {
                path.clone()
            } else {
                plain(&path.parent().unwrap().join(file))
            };
            let has_place = pages.get(&linked).is_none_or(|page| anchors(page).contains(place));
            if !root().join(&linked).exists() || (!place.is_empty() && !has_place) {
                broken.push(format!("{}: {target}", path.display()));
            }
        }
    }
    assert!(links > 200, "{links} links");
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn the_site_has_every_page() {
    let summary = fs::read_to_string(root().join("packaging/site/SUMMARY.md")).unwrap();
    let listed: BTreeSet<&str> = targets(&summary).into_iter().collect();
    for path in pages().keys() {
        let name = path.to_str().unwrap().replace('\\', "/").replace("README.md", "index.md");
        assert!(listed.contains(name.as_str()), "packaging/site/SUMMARY.md does not list {name}");
    }
}

/// A page that a text names, and the section behind it: `docs/formats.md, "Known scores"`.
fn named(text: &str) -> Option<(&str, Option<&str>)> {
    let end = text
        .find(|c: char| !c.is_ascii_alphanumeric() && !"/-_.".contains(c))
        .unwrap_or(text.len());
    let page = text[..end].trim_end_matches('.');
    let behind = text[end..].trim_start_matches('`');
    let section = behind.strip_prefix(", \\\"").or_else(|| behind.strip_prefix(", \""));
    let section = section.map(|rest| rest.split(['"', '\\', '\n']).next().unwrap_or_default());
    Path::new(page).extension().is_some_and(|kind| kind == "md").then_some((page, section))
}

#[test]
fn pages_and_sections_that_the_program_names_are_there() {
    let pages = pages();
    let mut sources = Vec::new();
    for folder in ["src", "crates"] {
        files(&root().join(folder), &mut sources);
    }
    // Terms of the glossary are JSON.
    sources.retain(|path| path.extension().is_some_and(|kind| kind == "rs" || kind == "json"));
    let mut sections = 0;
    for source in sources {
        let text = fs::read_to_string(&source).unwrap();
        for (start, _) in text.match_indices("docs/") {
            let Some((page, section)) = named(&text[start..]) else { continue };
            let source = source.display();
            let text = pages.get(Path::new(page));
            let text = text.unwrap_or_else(|| panic!("{source} names {page}, which is not there"));
            if let Some(section) = section {
                let is_there = headings(text).any(|heading| heading.starts_with(section));
                assert!(is_there, "{source} names {page}, \"{section}\", which is not there");
                sections += 1;
            }
        }
    }
    assert!(sections > 20, "{sections} sections");
}

#[test]
fn anchors_and_places_are_found() {
    let page = "# A `b_c` (d.e)\n```\n# no\n```\n## F --g ±\n<a id=\"old\"></a>[x](y.md#z)\n";
    assert_eq!(anchors(page).into_iter().collect::<Vec<_>>(), ["a-b_c-de", "f---g-", "old"]);
    assert_eq!(targets(page), ["y.md#z"]);
    assert_eq!(named("docs/a.md, \\\"B c\\\"\""), Some(("docs/a.md", Some("B c"))));
    assert_eq!(named("docs/a.md."), Some(("docs/a.md", None)));
    assert_eq!(named("docs/a/"), None);
}
