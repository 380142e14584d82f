//! What names of files and systems say: which system, score or language pair, and whether it is a reference.

use std::path::Path;

use super::error::CorpusError;

/// The name that a file gives to the reference or system in it: the file name without `.gz` and
/// without its last extension.
///
/// # Errors
///
/// If the path does not end in a UTF-8 name.
pub fn stem(path: &Path) -> Result<String, CorpusError> {
    let name = path.file_name().and_then(|name| name.to_str()).ok_or_else(|| {
        CorpusError::malformed(path, None, "the path does not end in a UTF-8 name", "rename it")
    })?;
    let plain = name.strip_suffix(".gz").unwrap_or(name);
    Ok(match plain.rsplit_once('.') {
        Some((stem, _)) if !stem.is_empty() => stem.to_owned(),
        _ => plain.to_owned(),
    })
}

/// Whether `name` is one of `words` in any case, with at most one of `signs`, then at most one letter
/// and then a number after it.
fn is_numbered(name: &str, words: &[&str], signs: &[char]) -> bool {
    let name = name.to_lowercase();
    // The first word that fits is taken, so that longer ones come first: `ref` would leave `erence` of `reference`.
    words.iter().find_map(|word| name.strip_prefix(word)).is_some_and(|rest| {
        let rest = rest.strip_prefix(signs).unwrap_or(rest);
        let number = rest.strip_prefix(|c: char| c.is_ascii_lowercase()).unwrap_or(rest);
        number.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// Whether `name` is `ref`, `reference` or `human`, in any case, with at most one letter and a
/// number after it, set off by `-`, `.` or `_` or not.
pub fn looks_human(name: &str) -> bool {
    is_numbered(name, &["reference", "ref", "human"], &['-', '.', '_'])
}

/// Whether `name` looks like `en-de` or `en-zh_TW`.
pub fn is_pair(name: &str) -> bool {
    name.split_once('-').is_some_and(|(source, target)| {
        [source, target].iter().all(|language| {
            // Up to codes such as `sr_Cyrl_RS`.
            (2..=10).contains(&language.len())
                && language.bytes().all(|b| b.is_ascii_alphabetic() || b == b'_')
        })
    })
}

/// `ref`, `reference`, `refA`, `ref1` and the like.
pub fn is_reference(word: &str) -> bool {
    is_numbered(word, &["reference", "ref"], &['_', '-'])
}

/// Endings that say nothing of the score.
const ENDINGS: [&str; 8] = ["txt", "score", "scores", "scr", "seg", "segment", "segments", "out"];

/// The system whose name is part of a file's name, and what is left of this as the name of the score:
/// `sys-a` and `comet` of `sys-a.comet`, `sys-a.txt.comet` and `comet.sys-a.scores`.
pub fn system_and_score(path: &Path, systems: &[String]) -> Option<(usize, String)> {
    let file = path.file_name()?.to_str()?;
    let file = file.strip_suffix(".gz").unwrap_or(file);
    let places = systems.iter().enumerate().filter_map(|(index, system)| {
        let mut places = file.match_indices(system.as_str()).map(|(start, _)| start);
        let place = places.find(|start| {
            let before = file[..*start].chars().next_back();
            let after = file[start + system.len()..].chars().next();
            [before, after].iter().flatten().all(|c| ".-_".contains(*c))
        });
        Some((index, place?))
    });
    // Of `sys` and `sys-a`, a file `sys-a.comet` is of the longer name.
    let (system, start) = places.max_by_key(|(index, _)| systems[*index].len())?;
    let rest = [&file[..start], &file[start + systems[system].len()..]];
    let parts =
        rest.iter().flat_map(|rest| rest.split('.')).map(|part| part.trim_matches(['-', '_']));
    let parts: Vec<&str> =
        parts.filter(|part| !part.is_empty() && !ENDINGS.contains(part)).collect();
    let name = if parts.is_empty() { "score".to_owned() } else { parts.join("-") };
    Some((system, name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn language_pairs_and_references_are_told_by_their_looks() {
        for name in ["en-de", "zh-en", "en-zh_TW", "deu-fra"] {
            assert!(is_pair(name), "{name}");
        }
        for name in ["newstest2021", "en", "e-d", "a-b-c", "en-de2", ""] {
            assert!(!is_pair(name), "{name}");
        }
        for word in ["ref", "refA", "ref1", "reference", "Reference2", "ref_a"] {
            assert!(is_reference(word), "{word}");
        }
        for word in ["refined", "prefix", "hyp", ""] {
            assert!(!is_reference(word), "{word}");
        }
    }

    #[test]
    fn human_names_are_told_from_others() {
        for name in ["ref", "refA", "ref-A", "ref.B", "Human-A", "REF_1", "reference", "refR10"] {
            assert!(looks_human(name), "{name}");
        }
        for name in ["refined", "Facebook-AI", "", "humanoid", "Online-ref"] {
            assert!(!looks_human(name), "{name}");
        }
    }

    #[test]
    fn scores_are_named_by_what_the_system_leaves() {
        let systems = ["sys", "sys-a", "b"].map(str::to_owned);
        let named = |file: &str| {
            let (system, name) = system_and_score(Path::new(file), &systems)?;
            Some((systems[system].as_str(), name))
        };
        for file in ["sys-a.comet", "sys-a.txt.comet", "x/comet.sys-a.scores", "sys-a_comet.txt.gz"]
        {
            assert_eq!(named(file), Some(("sys-a", "comet".to_owned())), "{file}");
        }
        assert_eq!(named("sys.comet-22"), Some(("sys", "comet-22".to_owned())));
        assert_eq!(named("b.score"), Some(("b", "score".to_owned())));
        assert_eq!(named("bb.comet"), None);
        assert_eq!(named("human.txt"), None);
    }
}
