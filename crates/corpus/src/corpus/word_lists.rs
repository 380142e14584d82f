//! Lists of words in the names of columns and of scores.

use std::sync::LazyLock;

static LISTS: LazyLock<Vec<(&str, &str)>> = LazyLock::new(|| {
    let lines = include_str!("word_lists.txt").lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split_once(": ")).collect()
});

/// Returns the names of the lists that begin with `start`, without it, and the words of each.
pub fn lists(start: &str) -> impl Iterator<Item = (&'static str, &'static str)> + Clone {
    LISTS.iter().filter_map(move |(name, words)| Some((name.strip_prefix(start)?, *words)))
}

/// Returns the words of a list.
pub fn words_of(name: &str) -> &'static str {
    lists("words, ").find(|(known, _)| *known == name).map_or("", |(_, words)| words)
}

/// Returns `true` if words between blanks have one.
pub fn has(words: &str, word: &str) -> bool {
    words.split(' ').any(|known| known == word)
}
