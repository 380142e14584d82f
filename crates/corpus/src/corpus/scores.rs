//! Score files of segments and documents in the evalset layout: one block of lines `SYSTEM<blank>SCORE` per system.

use std::path::Path;

use super::{Alignment, BySystem, CorpusError, TextFile, check_columns};

/// Scores of segments or documents, `None` where there is none, by system.
pub type Scores = BySystem<Vec<Option<f64>>>;

/// Reads the score file `path`. Every block must have one score per `unit`, a segment or document;
/// `None` stands for a missing score.
///
/// # Errors
///
/// If the file cannot be read, a line is not a system and a score, a system comes back, or a block has another number of
/// scores than there are units.
pub fn read(path: &Path, alignment: &mut Alignment, unit: &str) -> Result<Scores, CorpusError> {
    let file = TextFile::read(path, "score file", "it was there a moment ago")?.without_mark();
    let blocks = parse(&file)?;
    for (system, scores) in &blocks {
        alignment.agree_scores(path, system, scores.len(), unit)?;
    }
    Ok(blocks)
}

/// Reads the blocks in `file`.
///
/// # Errors
///
/// As [`read`], whatever their lengths.
pub fn parse(file: &TextFile) -> Result<Scores, CorpusError> {
    let mut blocks = Scores::new();
    let mut block: Option<(&str, Vec<Option<f64>>)> = None;
    for (index, line) in file.lines().enumerate() {
        let malformed =
            |cause: String, help: &str| CorpusError::malformed(file.path(), index + 1, cause, help);
        let help = "write the system and its score, with a tab between them";
        let (system, score) = two_fields(line).map_err(|cause| malformed(cause, help))?;
        let score = parse_score(score).map_err(|cause| malformed(cause, SCORE_HELP))?;
        match &mut block {
            Some((current, scores)) if *current == system => scores.push(score),
            _ => {
                if blocks.contains_key(system) {
                    let cause = format!("system `{system}` comes back after another system");
                    return Err(malformed(cause, "put all scores of a system together"));
                }
                if let Some((name, scores)) = block.replace((system, vec![score])) {
                    blocks.insert(name.to_owned(), scores);
                    check_columns(file.path(), blocks.len())?;
                }
            }
        }
    }
    if let Some((name, scores)) = block {
        blocks.insert(name.to_owned(), scores);
    }
    Ok(blocks)
}

/// The two fields of a line; the error says how many there are.
///
/// # Errors
///
/// If there are not two.
pub fn two_fields(line: &str) -> Result<(&str, &str), String> {
    let mut fields = line.split_whitespace();
    match (fields.next(), fields.next(), fields.next()) {
        (Some(one), Some(other), None) => Ok((one, other)),
        _ => Err(format!("{} fields instead of 2", line.split_whitespace().count())),
    }
}

/// What to write for a score.
pub const SCORE_HELP: &str = "write a finite number, or None where there is no score";

/// A score, or `None` for the word `None`; the error says what is wrong with it.
///
/// # Errors
///
/// If it is not a finite number.
pub fn parse_score(score: &str) -> Result<Option<f64>, String> {
    if score == "None" {
        return Ok(None);
    }
    match score.parse::<f64>() {
        Ok(value) if value.is_finite() => Ok(Some(value)),
        Ok(_) => Err(format!("score `{score}` is not a finite number")),
        Err(_) => Err(format!("score `{}` is not a number", shortened(score))),
    }
}

/// The start of a text that may be long.
pub fn shortened(text: &str) -> String {
    const LONGEST: usize = 40;
    match text.char_indices().nth(LONGEST) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}...", &text[..end]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blocks(content: &str) -> Result<Scores, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.score");
        std::fs::write(&path, content).unwrap();
        let mut alignment = Alignment::default();
        alignment.agree(Path::new("source.txt"), 2).unwrap();
        read(&path, &mut alignment, "segment")
            .map_err(|error| error.to_string().replace(&*folder.path().to_string_lossy(), "."))
    }

    #[test]
    fn blocks_of_systems_are_read() {
        let read = blocks("B\t-0.0\nB\tNone\nA  3\nA\t-25.200000000000003\r\n").unwrap();
        assert_eq!(read["A"], [Some(3.0), Some(-25.200_000_000_000_003)]);
        assert_eq!(read["B"], [Some(0.0), None]);
        assert!(read["B"][0].unwrap().is_sign_negative());
    }

    fn refused(content: &str, expected: &str) {
        assert_eq!(blocks(content).unwrap_err(), expected);
    }

    #[test]
    fn defects_are_named() {
        refused(
            "A\t1\nA\t2\nA\t3\n",
            "./x.score has 3 scores of system `A`, source.txt has 2 segments. Nothing is cut or padded: \
             align them first.",
        );
        refused(
            "A\t1\nB\t2\nA\t3\n",
            "./x.score:3: system `A` comes back after another system; \
             put all scores of a system together",
        );
        refused(
            "A\t1\nnews\tA\t1\n",
            "./x.score:2: 3 fields instead of 2; write the system and \
             its score, with a tab between them",
        );
        refused(
            "A\tnan\n",
            "./x.score:1: score `nan` is not a finite number; write a finite \
             number, or None where there is no score",
        );
        refused(
            "A\tone\n",
            "./x.score:1: score `one` is not a number; write a finite number, or \
             None where there is no score",
        );
    }
}
