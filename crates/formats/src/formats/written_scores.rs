//! Scores of one output, as a program wrote them: to its standard output, or to a file.
//!
//! What is there decides how it is read. Numbers stand on lines, in the lines that COMET prints (`FILE`, `Segment 0`,
//! `score: 0.8`, with tabs between them), in a column of tab-separated values, or in JSON: a list, a list in an object,
//! or an object on each line.

use std::path::Path;

use serde_json::Value;

use super::plain_scores;
use crate::corpus::error::CorpusError;
use crate::corpus::json::{self, without_constants};
use crate::corpus::json_lines;
use crate::corpus::lines::TextFile;
use crate::corpus::scores::{SCORE_HELP, parse_score, shortened};
use crate::words::counted;

/// Names of columns and keys that have scores, where none is named.
const FIELDS: [&str; 3] = ["score", "prediction", "COMET"];

/// Keys of the output in JSON that has texts beside scores.
const OUTPUTS: [&str; 2] = ["mt", "hypothesis"];

/// What was scored.
#[derive(Clone, Copy, Debug)]
pub struct Scored<'a> {
    /// What messages call the scores.
    pub name: &'a str,
    /// The column or key that has them, where it is not a usual one.
    pub field: Option<&'a str>,
    /// The texts, in order.
    pub outputs: &'a [&'a str],
}

/// A score for each text, `None` where there is none.
type Column = Vec<Option<f64>>;

/// Reads the file at `path`, which has the scores of `scored`.
///
/// # Errors
///
/// If it cannot be read, has another number of scores than there are texts, or scores of other texts.
pub fn written_scores(path: &Path, scored: Scored<'_>) -> Result<Column, CorpusError> {
    let file = TextFile::read(path, "file of scores", "the program did not write it")?;
    let file = file.without_mark().called(scored.name);
    let start = file.text().trim_start();
    let scores = if start.starts_with(['{', '[']) {
        of_json(&file, scored)?
    } else if file.lines().any(|line| printed_segment(line).is_some()) {
        printed(&file)?
    } else if scored.field.is_some() || file.lines().next().is_some_and(has_field) {
        column(&file, scored.field)?
    } else {
        plain_scores::lines(&file)?
    };
    let cause = match scores.len() {
        count if count != scored.outputs.len() => {
            let segments = counted(scored.outputs.len(), "segment");
            format!("it has {} for {segments}", counted(count, "score"))
        }
        _ if scores.iter().all(Option::is_none) && !scores.is_empty() => {
            "no segment has a score".to_owned()
        }
        _ => return Ok(scores),
    };
    let help = "the program has to write a score for each line of its input, in the same order";
    Err(CorpusError::malformed(file.path(), None, cause, help))
}

/// Reads scores that [`score_lines`] wrote.
///
/// # Errors
///
/// If they cannot be read.
pub fn read_score_lines(path: &Path) -> Result<Column, CorpusError> {
    plain_scores::lines(&TextFile::read(path, "file of scores", "it was there a moment ago")?)
}

/// A line for each score, as `scores` of [plain](super::source::PlainSource) reads them.
pub fn score_lines(scores: &[Option<f64>]) -> String {
    let lines = scores.iter().map(|score| match score {
        Some(score) => format!("{score}\n"),
        None => "None\n".to_owned(),
    });
    lines.collect()
}

fn score(file: &TextFile, line: usize, text: &str) -> Result<Option<f64>, CorpusError> {
    parse_score(text.trim())
        .map_err(|cause| CorpusError::malformed(file.path(), line, cause, SCORE_HELP))
}

/// Number and score of a segment in a line of COMET.
fn printed_segment(line: &str) -> Option<(&str, &str)> {
    let mut fields = line.split('\t').skip(1);
    let number = fields.next()?.strip_prefix("Segment ")?;
    Some((number, fields.next()?.strip_prefix("score: ")?))
}

/// The scores that COMET prints, whose lines stand among others.
fn printed(file: &TextFile) -> Result<Column, CorpusError> {
    let mut scores = Column::new();
    for (index, line) in file.lines().enumerate() {
        let Some((number, text)) = printed_segment(line) else { continue };
        if number != scores.len().to_string() {
            let cause =
                format!("`Segment {number}` stands where `Segment {}` should", scores.len());
            let help = "score one output in a call, and all segments in their order";
            return Err(CorpusError::malformed(file.path(), index + 1, cause, help));
        }
        scores.push(score(file, index + 1, text)?);
    }
    Ok(scores)
}

/// Whether a line of tab-separated names has a usual one.
fn has_field(line: &str) -> bool {
    line.trim_end().split('\t').any(|name| FIELDS.contains(&name))
}

/// A column of tab-separated values with their names in the first line.
fn column(file: &TextFile, field: Option<&str>) -> Result<Column, CorpusError> {
    let mut lines = file.lines().enumerate();
    let names: Vec<&str> =
        lines.next().map_or_else(Vec::new, |(_, line)| line.trim_end().split('\t').collect());
    let fields = field.map_or(FIELDS.to_vec(), |field| vec![field]);
    let place = fields.iter().find_map(|field| names.iter().position(|name| name == field));
    let Some(place) = place else {
        let cause = format!("there is no column `{}` in the first line", fields[0]);
        let help = "name the column of the scores with `field`";
        return Err(CorpusError::malformed(file.path(), 1, cause, help));
    };
    let scores = lines.map(|(index, line)| {
        let text = line.split('\t').nth(place).ok_or_else(|| {
            let cause = format!("there is no field in column `{}`", names[place]);
            CorpusError::malformed(file.path(), index + 1, cause, SCORE_HELP)
        })?;
        score(file, index + 1, text)
    });
    scores.collect()
}

fn of_json(file: &TextFile, scored: Scored<'_>) -> Result<Column, CorpusError> {
    let first = file.text().trim_start().lines().next().unwrap_or_default();
    let is_by_line = json::object(&without_constants(first))
        .is_ok_and(|object| !object.values().any(Value::is_array));
    if is_by_line {
        let records = json_lines::records(file);
        let entries = records.map(|record| record.map(|record| (Some(record.line), record.object)));
        return of_entries(file, &entries.collect::<Result<Vec<Entry>, _>>()?, scored);
    }
    // A list stands in an object, so that every key is seen to be there once.
    let text = without_constants(file.text());
    let text = if first.starts_with('[') { format!("{{\"scores\":{text}}}").into() } else { text };
    let object = json::object(&text).map_err(|error| no_list(file, error.to_string()))?;
    let mut lists = object.into_iter().filter_map(|(_, value)| match value {
        Value::Array(list) => Some(list),
        _ => None,
    });
    let (Some(list), None) = (lists.next(), lists.next()) else {
        return Err(no_list(file, "there is not one list in the object".to_owned()));
    };
    let entries: Vec<Entry> = list.into_iter().map(|value| (None, value)).collect();
    of_entries(file, &entries, scored)
}

fn no_list(file: &TextFile, cause: String) -> CorpusError {
    let help = "write a list of scores, or of objects with a score each";
    CorpusError::malformed(file.path(), None, cause, help)
}

/// A score, or an object that has one, and its line where it has one.
type Entry = (Option<usize>, Value);

fn of_entries(
    file: &TextFile,
    entries: &[Entry],
    scored: Scored<'_>,
) -> Result<Column, CorpusError> {
    let scores = entries.iter().enumerate().map(|(index, (line, value))| {
        of_entry(value, index, scored).map_err(|(cause, help)| {
            let cause = match line {
                Some(_) => cause,
                None => format!("entry {}: {cause}", index + 1),
            };
            CorpusError::malformed(file.path(), *line, cause, help)
        })
    });
    scores.collect()
}

/// The score of one entry, the text number `index`; or what is wrong with it, and the way out.
fn of_entry(
    value: &Value,
    index: usize,
    Scored { field, outputs, .. }: Scored<'_>,
) -> Result<Option<f64>, (String, &'static str)> {
    let keys = field.map_or(FIELDS.to_vec(), |field| vec![field]);
    let value = match value {
        Value::Object(object) => {
            let text = OUTPUTS.iter().find_map(|key| object.get(*key)?.as_str());
            if let (Some(text), Some(output)) = (text, outputs.get(index))
                && text.trim() != output.trim()
            {
                let (text, output) = (shortened(text), shortened(output));
                let cause = format!("it scores \"{text}\", but the text is \"{output}\"");
                return Err((cause, "scores have to be in the order of the texts"));
            }
            keys.iter().find_map(|key| object.get(*key)).ok_or_else(|| {
                let cause = format!("there is no key `{}`", keys[0]);
                (cause, "name the key of the scores with `field`")
            })?
        }
        value => value,
    };
    match value {
        Value::Null => Ok(None),
        Value::Number(number) => Ok(number.as_f64()),
        _ => Err(("the score is not a number".to_owned(), SCORE_HELP)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_as(text: &str, field: Option<&str>) -> Result<Column, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("scores");
        std::fs::write(&path, text).unwrap();
        let scored = Scored { name: "`m` of `a`", field, outputs: &["eins", "zwei"] };
        written_scores(&path, scored).map_err(|error| error.to_string())
    }

    const TWO: [Option<f64>; 2] = [Some(0.5), Some(-1.25)];

    #[test]
    fn all_forms_are_known_by_what_is_there() {
        for text in [
            "0.5\n-1.25\n",
            "0.5\n-1.25",
            "a.txt\tSegment 0\tscore: 0.5000\na.txt\tSegment 1\tscore: -1.25\tvariance: 0.1\na.txt\tscore: 0.4\n",
            "id\tscore\n1\t0.5\n2\t-1.25\n",
            "[0.5, -1.25]",
            "[{\"score\": 0.5}, {\"score\": -1.25}]",
            "{\"system_score\": 0.3, \"scores\": [0.5, -1.25]}",
            "{\n \"out.txt\": [{\"mt\": \"eins\", \"COMET\": 0.5}, {\"mt\": \"zwei \", \"COMET\": -1.25}]\n}",
            "{\"source\": \"one\", \"hypothesis\": \"eins\", \"prediction\": 0.5}\n{\"hypothesis\": \"zwei\", \"prediction\": -1.25}\n",
        ] {
            assert_eq!(read_as(text, None).unwrap(), TWO, "{text}");
        }
        assert_eq!(read_as("id\tquality\n1\t0.5\n2\t-1.25\n", Some("quality")).unwrap(), TWO);
        assert_eq!(read_as("{\"q\":0.5,\"score\":1}\n{\"q\":-1.25}\n", Some("q")).unwrap(), TWO);
        assert_eq!(read_as("[NaN, 1]", None).unwrap(), [None, Some(1.0)]);
        assert_eq!(read_as("nan\n1\n", None).unwrap(), [None, Some(1.0)]);
    }

    #[test]
    fn what_is_wrong_is_named() {
        let order =
            "the program has to write a score for each line of its input, in the same order";
        assert_eq!(
            read_as("1\n", None).unwrap_err(),
            format!("`m` of `a`: it has 1 score for 2 segments; {order}")
        );
        assert_eq!(
            read_as("None\nNone\n", None).unwrap_err(),
            format!("`m` of `a`: no segment has a score; {order}")
        );
        for (text, expected) in [
            ("1\ninf\n", "`m` of `a`:2: score `inf` is not a finite number;"),
            ("loading\n1\n2\n", "`m` of `a`:1: score `loading` is not a number;"),
            (
                "x\tSegment 0\tscore: 1\nx\tSegment 2\tscore: 1\n",
                "`m` of `a`:2: `Segment 2` stands where",
            ),
            ("id\tscore\n1\t2\n2\n", "`m` of `a`:3: there is no field in column `score`;"),
            ("[1, \"2\"]", "`m` of `a`: entry 2: the score is not a number;"),
            ("[1, 2", "`m` of `a`: not a JSON object:"),
            ("{\"a\": [1, 2], \"b\": [1, 2]}", "`m` of `a`: there is not one list in the object;"),
            (
                "{\"hypothesis\": \"zwei\", \"score\": 1}\n",
                "`m` of `a`:1: it scores \"zwei\", but the text is \"eins\";",
            ),
            ("{\"quality\": 1}\n{\"quality\": 2}\n", "`m` of `a`:1: there is no key `score`;"),
        ] {
            let message = read_as(text, None).unwrap_err();
            assert!(message.starts_with(expected), "{message}");
        }
    }

    #[test]
    fn kept_scores_come_back_as_they_were() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("kept");
        let scores = [Some(0.1 + 0.2), None, Some(-1e-300), Some(5.0)];
        std::fs::write(&path, score_lines(&scores)).unwrap();
        assert_eq!(read_score_lines(&path).unwrap(), scores);
    }
}
