//! Scores of one system in a file: one number per line, line i for segment i; `None` where a segment has none.

use std::path::Path;

use super::alignment::Alignment;
use super::error::{CHECK_PATH, CorpusError};
use super::lines::TextFile;

/// Reads the scores in `path`, one for each of the `segments` of the file `anchor`.
///
/// # Errors
///
/// If the file cannot be read, has another number of lines, or a line is neither a finite number nor `None`.
pub fn read_numbers(
    path: &Path,
    anchor: &Path,
    segments: usize,
) -> Result<Vec<Option<f64>>, CorpusError> {
    let file = TextFile::read(path, "score file", CHECK_PATH)?.without_mark();
    Alignment::with(anchor, segments).agree(path, file.line_count())?;
    let number = |(index, line): (usize, &str)| {
        let text = line.trim();
        if text == "None" {
            return Ok(None);
        }
        let value = text.parse::<f64>().ok().filter(|value| value.is_finite());
        value.map(Some).ok_or_else(|| {
            let shown: String = text.chars().take(40).collect();
            let cause = format!("`{shown}` is no number");
            let help = "write one score per line, and `None` where a segment has none";
            CorpusError::malformed(path, index + 1, cause, help)
        })
    };
    file.lines().enumerate().map(number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(content: &str, segments: usize) -> Result<Vec<Option<f64>>, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.comet");
        std::fs::write(&path, content).unwrap();
        let found = read_numbers(&path, Path::new("a.txt"), segments);
        found.map_err(|error| {
            error.to_string().replace(&format!("{}/", folder.path().display()), "")
        })
    }

    #[test]
    fn a_line_is_a_score() {
        assert_eq!(read("0.5\n-1e-3\r\nNone\n", 3), Ok(vec![Some(0.5), Some(-0.001), None]));
        for (content, message) in [
            ("0.5\nhigh\n", "a.comet:2: `high` is no number; write one score per line, and `None`"),
            ("nan\n1\n", "a.comet:1: `nan` is no number"),
            ("1\n\n", "a.comet:2: `` is no number"),
            ("1\n", "a.comet and a.txt part at line 2: the first has 1 line, the second 2"),
        ] {
            let error = read(content, 2).unwrap_err();
            assert!(error.starts_with(message), "{error}");
        }
    }
}
