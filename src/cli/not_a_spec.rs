//! Files that were given as a spec and are something else: what they look like, and which command they are for.

use std::path::Path;

use super::failure::Failure;
use crate::table::MANIFEST;
use crate::words::grouped_count;

/// Lines that are looked at.
const LOOKED_AT: usize = 200;

/// Of ten lines of a spec, more than one has a key or opens a table.
const SHARE: usize = 10;

/// Refuses folders, and files whose first bytes are not text or not TOML.
pub(super) fn refuse_other_kinds(path: &Path, start: &[u8]) -> Result<(), Failure> {
    let first = start.iter().find(|byte| !byte.is_ascii_whitespace());
    match start {
        _ if path.is_dir() && path.join(MANIFEST).exists() => {
            let folder = path.display();
            let message = format!("`{folder}` is not a spec: it is a folder with results");
            let help = format!("`runner report {folder}` writes the report on them again");
            Err(Failure::refusal(message, help))
        }
        _ if path.is_dir() => Err(refusal(path, "it is a folder", path)),
        // The first bytes of Parquet and of gzip (RFC 1952).
        [b'P', b'A', b'R', b'1', ..] => Err(refusal(path, "it is a Parquet file", path)),
        [0x1f, 0x8b, ..] => Err(refusal(path, "it is compressed with gzip", folder_of(path))),
        _ if first == Some(&b'{') => Err(refusal(path, "it looks like JSON", path)),
        _ if first == Some(&b'<') => Err(refusal(path, "it looks like XML or SGML", path)),
        _ => Ok(()),
    }
}

/// The refusal of a text that is not TOML at all; `None` where it looks like a spec with mistakes. Where the text
/// `is_whole`, the message has its length.
pub(super) fn refusal_of_text(path: &Path, text: &str, is_whole: bool) -> Option<Failure> {
    let lines = text
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .take(LOOKED_AT);
    let (mut all, mut like_toml, mut with_tabs) = (0, 0, 0);
    for line in lines {
        all += 1;
        like_toml += usize::from(is_like_toml(line));
        with_tabs += usize::from(line.contains('\t'));
    }
    if all < 2 || like_toml * SHARE > all {
        return None;
    }
    let count = if is_whole {
        format!(" of {}", grouped_count(text.lines().count() as u64, "line"))
    } else {
        String::new()
    };
    let is_csv = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("csv"));
    Some(if is_csv || with_tabs == all {
        refusal(path, &format!("it looks like a table{count}"), path)
    } else {
        refusal(path, &format!("it looks like a text{count}"), folder_of(path))
    })
}

/// Whether a line opens a table or has a key.
fn is_like_toml(line: &str) -> bool {
    (line.starts_with('[') && line.contains(']'))
        || line.split_once('=').is_some_and(|(key, _)| {
            let key = key.trim();
            !key.is_empty()
                && key.chars().all(|c| c.is_ascii_alphanumeric() || "-_.\"' ".contains(c))
                && key.split_whitespace().count() == 1
        })
}

/// Where the corpus is that a text file belongs to.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn refusal(path: &Path, what: &str, corpus: &Path) -> Failure {
    let message = format!("`{}` is not a spec: {what}", path.display());
    let help = format!(
        "a spec is a TOML file: `runner init {}` writes one for the corpora there; `runner score` and `runner \
         compare` need none",
        corpus.display()
    );
    Failure::refusal(message, help)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_toml_are_told_from_texts() {
        for line in ["[a]", "[[a.b]]", "a = 1", "a.\"b c\" = 1", "a=", "'x' = 2"] {
            assert_eq!(is_like_toml(line), !line.contains("b c"), "{line}");
        }
        for line in ["Guten Morgen!", "Two and two = four", "= 3", "[a", "\"a\","] {
            assert!(!is_like_toml(line), "{line}");
        }
    }
}
