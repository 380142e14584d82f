//! Scores of outputs, as a program wrote them: to its standard output, or to a file.
//!
//! The content decides how it is read: a number on each line, the lines that COMET prints (`FILE`, `Segment 0`, `score: 0.8`,
//! with tabs between them), a table with names in its first row, or JSON: a list, an object of lists, or an object on each
//! line.

use std::path::Path;

use serde_json::{Map, Value, json};

use super::comet;
use crate::corpus::frame::may_be_thousands;
use crate::corpus::json::{self, without_constants};
use crate::corpus::rows::quoted_records;
use crate::corpus::scores::{self, parse_score, shortened};
use crate::corpus::{CHECK_PATH, CorpusError, TextFile, json_lines, stem};
use crate::diagnostic::meant;
use crate::words::{counted, in_a_row, listing};

/// What to write for a score.
const SCORE_HELP: &str =
    "write a finite number; an empty line, nan or None where there is no score";

/// Columns and keys that have scores, in any case, where none is called as the metric. Data with a human `score` may have
/// the prediction of a model as well.
const FIELDS: [&str; 3] = ["prediction", "COMET", "score"];

/// Columns and keys of the texts that were scored.
const OUTPUTS: [&str; 4] = ["mt", "hypothesis", "hyp", "translation"];

/// Columns and keys that number segments; the index that pandas writes has no name.
const NUMBERS: [&str; 6] = ["", "id", "index", "segment", "seg_id", "segment_id"];

/// What was scored.
#[derive(Clone, Copy, Debug)]
pub struct Scored<'a> {
    /// What messages call the scores.
    pub name: &'a str,
    /// The metric.
    pub metric: &'a str,
    /// The column or key that has them, where it is not a usual one.
    pub field: Option<&'a str>,
    /// The texts, in order.
    pub outputs: &'a [&'a str],
}

/// A score for each text, `None` where there is none.
pub(super) type Column = Vec<Option<f64>>;

/// The scores of one output.
pub(super) struct Written {
    /// The output, where the file names it.
    pub(super) system: Option<String>,
    pub(super) scores: Column,
    /// The texts that were scored, where the file has them.
    texts: Vec<Option<String>>,
    /// The names that the file gives the segments.
    pub(super) ids: Vec<String>,
}

/// A score, or an object that has one, and its line where it has one.
type Record = (Option<usize>, Value);

/// The records of an output, and its name where the file has it.
type Output = (Option<String>, Vec<Record>);

/// A column or key with scores, and the output that they are of where there are several.
type NamedColumn<'a> = (Option<String>, &'a str);

/// What columns and keys of scores may be called.
#[derive(Clone, Copy)]
pub(super) struct Names<'a> {
    /// The only one that has them.
    pub(super) field: Option<&'a str>,
    pub(super) metric: &'a str,
    /// The outputs, each of which may have one.
    pub(super) systems: &'a [String],
}

/// Reads the file at `path`, which has the scores of `scored`.
///
/// # Errors
///
/// If it cannot be read, has another number of scores than there are texts, or scores of other texts.
pub fn written_scores(path: &Path, scored: Scored<'_>) -> Result<Vec<Option<f64>>, CorpusError> {
    let file = TextFile::read(path, "file of scores", "the program did not write it")?;
    let file = file.without_mark().called(scored.name);
    let Scored { metric, field, outputs, .. } = scored;
    let written = only(&file, Names { field, metric, systems: &[] })?;
    written.check(file.path(), outputs.iter().copied().map(Some))?;
    let count = written.scores.len();
    let cause = if count != outputs.len() {
        format!("it has {} for {}", counted(count, "score"), counted(outputs.len(), "segment"))
    } else if written.scores.iter().all(Option::is_none) && count > 0 {
        "no segment has a score".to_owned()
    } else {
        return Ok(written.scores);
    };
    let help = "the program has to write a score for each line of its input, in the same order";
    Err(CorpusError::malformed(file.path(), None, cause, help))
}

/// Reads the file at `path`, which has the scores of one output by `metric`.
///
/// # Errors
///
/// If it cannot be read, or has those of several.
pub fn read_scores(path: &Path, metric: &str) -> Result<Vec<Option<f64>>, CorpusError> {
    let file = TextFile::read(path, "file of scores", "it was there a moment ago")?.without_mark();
    only(&file, Names { field: None, metric, systems: &[] }).map(|written| written.scores)
}

/// A line for each score, as `scores` of [plain](super::source::PlainSource) reads them.
pub fn score_lines(scores: &[Option<f64>]) -> String {
    let lines = scores.iter().map(|score| match score {
        Some(score) => format!("{score}\n"),
        None => "None\n".to_owned(),
    });
    lines.collect()
}

fn only(file: &TextFile, names: Names<'_>) -> Result<Written, CorpusError> {
    let mut all = read(file, names)?;
    all.pop().filter(|_| all.is_empty()).ok_or_else(|| {
        let cause = "it does not have the scores of one output";
        CorpusError::malformed(file.path(), None, cause, "score one output in a call")
    })
}

/// Reads the scores in `file`, of one output or of each that it names.
pub(super) fn read(file: &TextFile, names: Names<'_>) -> Result<Vec<Written>, CorpusError> {
    if let Some(written) = of_lines(file) {
        return written;
    }
    let outputs = if file.text().trim_start().starts_with(['{', '[']) {
        of_json(file)?
    } else {
        vec![(None, rows(file, names)?)]
    };
    let outputs = outputs.iter();
    let all = outputs.map(|(system, records)| of_records(file, system.as_ref(), records, names));
    Ok(all.collect::<Result<Vec<_>, CorpusError>>()?.into_iter().flatten().collect())
}

/// Reads lines that name outputs, without their texts; `None` of anything else.
pub(super) fn of_lines(file: &TextFile) -> Option<Result<Vec<Written>, CorpusError>> {
    if is_printed(file.text()) { Some(printed(file)) } else { named(file).map(Ok) }
}

impl Written {
    /// Returns the output with a segment for each score, without texts.
    pub(super) fn segments(&self) -> (&str, Vec<comet::Segment<'_>>) {
        let segments = self.scores.iter().map(|score| comet::Segment::of_score(*score));
        (self.system.as_deref().unwrap_or_default(), segments.collect())
    }

    /// Refuses scores of other texts.
    pub(super) fn check<'a>(
        &self,
        path: &Path,
        texts: impl Iterator<Item = Option<&'a str>>,
    ) -> Result<(), CorpusError> {
        let mut pairs = (1..)
            .zip(&self.texts)
            .zip(texts)
            .filter_map(|((number, scored), text)| Some((number, scored.as_ref()?, text?)));
        let other = pairs.find(|(_, scored, text)| stripped(scored) != stripped(text));
        let Some((number, scored, text)) = other else { return Ok(()) };
        let (scored, text) = (shortened(scored), shortened(text));
        let of = self.system.as_ref().map(|name| format!("`{name}`, ")).unwrap_or_default();
        let cause = format!("{of}segment {number} scores \"{scored}\", but the text is \"{text}\"");
        let help = "score the outputs as they are here, line by line";
        Err(CorpusError::malformed(path, None, cause, help))
    }
}

/// Returns a text as COMET strips it, without quotes, which tables may double.
fn stripped(text: &str) -> String {
    // Python strips these four as well, which are no white space in Unicode.
    let text = text.trim_matches(|c: char| c.is_whitespace() || ('\u{1c}'..='\u{1f}').contains(&c));
    text.replace('"', "")
}

/// Reads a score as programs print it; `None` where they have none.
fn parse(text: &str) -> Result<Option<f64>, String> {
    let score = text.trim().trim_matches('"');
    if ["", "nan", "na", "n/a", "null", "-"].contains(&&*score.to_lowercase()) {
        return Ok(None);
    }
    // Spreadsheets in many languages write a decimal comma.
    let number = if score.contains('.') { String::new() } else { score.replacen(',', ".", 1) };
    parse_score(score).or_else(|cause| parse_score(&number).map_err(|_| cause))
}

/// Returns `true` if `text` has nothing but a score, or none, on each line, and some score.
pub(super) fn are_scores(text: &str) -> bool {
    let mut lines = text.lines().map(parse);
    let mut any = false;
    lines.all(|score| {
        any |= matches!(score, Ok(Some(_)));
        score.is_ok()
    }) && any
}

/// Returns `true` if the file at `path` has scores, and is no output.
pub fn is_of_scores(path: &Path) -> bool {
    let file = TextFile::read(path, "file", CHECK_PATH);
    file.is_ok_and(|file| are_scores(file.text()) || named_outputs(&file).is_some())
}

/// Returns the outputs that a file names whose scores it has: of COMET, or of mt-metrics-eval.
pub(super) fn named_outputs(file: &TextFile) -> Option<Vec<String>> {
    match of_lines(file) {
        Some(outputs) => outputs.ok()?.into_iter().map(|output| output.system).collect(),
        None => comet::systems(file.text()),
    }
}

/// Output, number and score of a segment in a line of COMET.
fn printed_segment(line: &str) -> Option<(&str, &str, &str)> {
    let mut fields = line.split('\t');
    let (output, number) = (fields.next()?, fields.next()?.strip_prefix("Segment ")?);
    Some((output, number, fields.next()?.strip_prefix("score: ")?))
}

/// Returns `true` if `text` has lines that `comet-score` prints.
pub(super) fn is_printed(text: &str) -> bool {
    text.lines().any(|line| printed_segment(line).is_some())
}

/// Reads lines of an output and a score, as mt-metrics-eval writes them, of which outputs have several; `None` of anything else.
fn named(file: &TextFile) -> Option<Vec<Written>> {
    if !file.lines().all(|line| line.contains('\t')) {
        return None;
    }
    let blocks = scores::parse(file).ok()?;
    let outputs = blocks.into_iter();
    let outputs = outputs.map(|(name, scores)| Written {
        system: Some(name),
        scores,
        texts: Vec::new(),
        ids: Vec::new(),
    });
    let outputs: Vec<Written> = outputs.collect();
    outputs.iter().any(|output| output.scores.len() > 1).then_some(outputs)
}

/// Reads the scores that COMET prints, whose lines stand among others. Outputs that are scored in one call take turns.
fn printed(file: &TextFile) -> Result<Vec<Written>, CorpusError> {
    let mut all: Vec<Written> = Vec::new();
    for (line, text) in (1..).zip(file.lines()) {
        let malformed = |cause: String| {
            let help = "give the whole output of one call of `comet-score`, unchanged";
            CorpusError::malformed(file.path(), line, cause, help)
        };
        let Some((output, last)) = text.split_once('\t') else { continue };
        let system = stem(Path::new(output)).ok();
        let place = all.iter().position(|written| written.system == system);
        if let Some((_, number, score)) = printed_segment(text) {
            let place = place.unwrap_or(all.len());
            if place == all.len() {
                all.push(Written {
                    system,
                    scores: Vec::new(),
                    texts: Vec::new(),
                    ids: Vec::new(),
                });
            }
            let expected = all[place].scores.len();
            if number != expected.to_string() {
                let cause = format!("`Segment {number}` stands where `Segment {expected}` should");
                return Err(malformed(cause));
            }
            all[place].scores.push(parse(score).map_err(malformed)?);
        } else if let Some(place) = place
            && let Some(Ok(mean)) =
                last.strip_prefix("score: ").map(|mean| mean.trim().parse::<f64>())
        {
            let scores = &all[place].scores;
            let found = scores.iter().flatten().sum::<f64>() / scores.len() as f64;
            // The scores and their mean are rounded to four decimals.
            if (found - mean).abs() > 1.01e-4 {
                let count = counted(scores.len(), "score");
                return Err(malformed(format!(
                    "the mean of {count} is {found:.4}, and the file says {mean}"
                )));
            }
        }
    }
    Ok(all)
}

/// Reads lines of scores, or the rows of a table.
fn rows(file: &TextFile, names: Names<'_>) -> Result<Vec<Record>, CorpusError> {
    let first = file.lines().next().unwrap_or_default().trim();
    let separator = ['\t', ';', ','].into_iter().find(|separator| first.contains(*separator));
    let is_name = || columns(&[first], names).is_ok_and(|columns| !columns.is_empty());
    if parse(first).is_ok() || separator.is_none() && !is_name() {
        return Ok((1..).zip(file.lines()).map(|(line, text)| (Some(line), text.into())).collect());
    }
    let rows: Vec<(usize, Vec<String>)> = if let Some(sign @ (';' | ',')) = separator {
        let fields = |row: csv::StringRecord| row.iter().map(str::to_owned).collect();
        let rows = quoted_records(file, sign as u8);
        rows.map(|row| row.map(|(line, row)| (line, fields(row)))).collect::<Result<_, _>>()?
    } else {
        // Few programs quote between tabs, and texts have quotes.
        let fields =
            |line: &str| line.trim_end_matches('\r').split('\t').map(str::to_owned).collect();
        (1..).zip(file.lines().map(fields)).collect()
    };
    let header = &rows[0].1;
    let has_twice = (1..header.len()).any(|place| header[..place].contains(&header[place]));
    let odd = rows.iter().find(|(_, row)| has_twice || row.len() > header.len());
    if let Some((line, _)) = odd {
        let cause = if has_twice {
            "two columns have one name"
        } else {
            "it has more fields than the first line"
        };
        let help = "write a name over each column, and a field in each";
        return Err(CorpusError::malformed(file.path(), *line, cause, help));
    }
    let records = rows.iter().skip(1).map(|(line, row)| {
        let names = rows[0].1.iter().map(|name| name.trim().trim_matches('"').to_owned());
        let cells = names.zip(row).map(|(name, cell)| (name, cell.as_str().into()));
        (Some(*line), Value::Object(cells.collect()))
    });
    Ok(records.collect())
}

/// Reads the scores in JSON: those of one output, or of each output that COMET names.
fn of_json(file: &TextFile) -> Result<Vec<Output>, CorpusError> {
    let first = file.text().trim_start().lines().next().unwrap_or_default();
    let is_by_line = json::object(&without_constants(first))
        .is_ok_and(|object| !object.values().any(Value::is_array));
    if is_by_line {
        let records = json_lines::records(file);
        let records = records.map(|record| record.map(|record| (Some(record.line), record.object)));
        return Ok(vec![(None, records.collect::<Result<_, _>>()?)]);
    }
    let malformed = |cause: String| {
        let help = "give the file that `comet-score --to_json` wrote, or a list of scores";
        CorpusError::malformed(file.path(), None, cause, help)
    };
    // A list stands in an object, so that every key is seen to be there once.
    let text = without_constants(file.text());
    let text = if first.starts_with('[') { format!("{{\"scores\":{text}}}").into() } else { text };
    let object = json::object(&text).map_err(|error| malformed(error.to_string()))?;
    let object = Value::Object(object);
    let values = object.as_object().into_iter().flat_map(Map::values);
    let lists: Vec<&Vec<Value>> = values.filter_map(Value::as_array).collect();
    match (comet::scored(&object), &lists[..]) {
        (Ok(scored), _) => {
            let outputs = scored.into_iter().map(|(output, segments)| {
                let records = segments.iter();
                let records =
                    records.map(|one| (None, json!({ "mt": one.mt, "COMET": one.score })));
                Ok((Some(stem(Path::new(output))?), records.collect()))
            });
            outputs.collect()
        }
        (Err(_), [list]) => Ok(vec![(None, list.iter().map(|one| (None, one.clone())).collect())]),
        (Err(cause), _) => Err(malformed(cause)),
    }
}

/// Returns the columns or keys that have scores, each with the output where it is one of several.
fn columns<'a>(keys: &[&'a str], names: Names<'_>) -> Result<Vec<NamedColumn<'a>>, String> {
    let mut found = match names.field {
        Some(field) => keys.iter().copied().filter(|key| *key == field).collect(),
        None => meant(names.metric, keys.iter().copied()),
    };
    let is_named = found.iter().any(|key| key.eq_ignore_ascii_case(names.metric));
    if names.field.is_none() && !is_named {
        let mut usual = FIELDS.iter();
        found.extend(usual.find_map(|name| keys.iter().find(|key| key.eq_ignore_ascii_case(name))));
    }
    let of_systems = names.systems.iter().map(|system| {
        let key = keys.iter().find(|key| *key == system)?;
        Some((Some(system.clone()), *key))
    });
    match of_systems.collect::<Option<Vec<_>>>() {
        Some(all) if all.len() > 1 || found.is_empty() => Ok(all),
        _ if found.len() > 1 => {
            Err(format!("`{}` can be {}", names.metric, in_a_row(&found, "or")))
        }
        _ => Ok(found.into_iter().map(|key| (None, key)).collect()),
    }
}

/// Returns the scores in records, of one output or of each that has a column.
fn of_records(
    file: &TextFile,
    system: Option<&String>,
    records: &[Record],
    names: Names<'_>,
) -> Result<Vec<Written>, CorpusError> {
    let first = records.first().and_then(|(_, value)| value.as_object());
    let keys: Vec<&str> = first.into_iter().flat_map(Map::keys).map(String::as_str).collect();
    let malformed = |line: Option<usize>, cause: String, help: &str| {
        CorpusError::malformed(file.path(), line, cause, help)
    };
    let columns = match columns(&keys, names) {
        Ok(columns) if first.is_none() && columns.is_empty() => Ok(vec![(None, "")]),
        Ok(columns) if columns.is_empty() => {
            let wanted = names.field.unwrap_or(names.metric);
            Err(format!("there is no `{wanted}` or `score`, but {}", listing(keys.iter().copied())))
        }
        columns => columns,
    };
    let help = "call the scores as their column or key, or name that with `field`";
    let columns = columns.map_err(|cause| malformed(None, cause, help))?;
    let is_id = |key: &&str| {
        let key = key.to_lowercase();
        NUMBERS.contains(&&*key) || key.ends_with("id") || key.ends_with("_no")
    };
    let id_key = keys.iter().copied().find(is_id);
    let text_key = OUTPUTS.into_iter().find(|key| columns.len() == 1 && keys.contains(key));
    if text_key.is_none() && is_in_other_order(&keys, records) {
        let cause = "the segments are numbered, and not in this order".to_owned();
        let help = "sort them if the texts are in the order of the numbers; else leave these out";
        return Err(malformed(None, cause, help));
    }
    let header = file.lines().next().unwrap_or_default();
    let written = columns.into_iter().map(|(output, key)| {
        let texts = records.iter().map(|(_, value)| value.get(key).unwrap_or(value).as_str());
        if !header.contains(';') && may_be_thousands(texts.flatten(), ',') {
            let cause = "scores such as 1,234 may be fractions or thousands".to_owned();
            return Err(malformed(
                None,
                cause,
                "write fractions with a point, and thousands without a sign",
            ));
        }
        let scores = (1..).zip(records).map(|(number, (line, value))| {
            let score = match value.as_object().map_or(Some(value), |object| object.get(key)) {
                Some(Value::Null) => Ok(None),
                Some(Value::Number(number)) => Ok(number.as_f64()),
                Some(Value::String(text)) => parse(text),
                Some(_) => Err("the score is not a number".to_owned()),
                None => Err(format!("there is no `{key}`")),
            };
            let entry = if line.is_none() { format!("entry {number}: ") } else { String::new() };
            score.map_err(|cause| malformed(*line, entry + &cause, SCORE_HELP))
        });
        let texts =
            records.iter().map(|(_, value)| Some(value.get(text_key?)?.as_str()?.to_owned()));
        let ids = records.iter().filter_map(|(_, value)| Some(value.get(id_key?)?.to_string()));
        let (system, texts, ids) = (output.or(system.cloned()), texts.collect(), ids.collect());
        Ok(Written { system, scores: scores.collect::<Result<_, _>>()?, texts, ids })
    });
    written.collect()
}

/// Returns `true` if records number the segments, and are not in the order of the numbers.
fn is_in_other_order(keys: &[&str], records: &[Record]) -> bool {
    let Some(key) = NUMBERS.into_iter().find(|key| keys.contains(key)) else { return false };
    let numbers = records.iter().filter_map(|(_, record)| {
        let value = record.get(key)?;
        value.as_u64().or_else(|| value.as_str()?.trim().parse().ok())
    });
    let numbers: Vec<u64> = numbers.collect();
    let first = numbers.iter().min().copied().unwrap_or_default();
    let mut sorted = numbers.clone();
    sorted.sort_unstable();
    let counts = first < 2 && sorted.iter().copied().eq((first..).take(records.len()));
    counts && numbers != sorted
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(text: &str) -> (tempfile::TempDir, std::path::PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("scores");
        std::fs::write(&path, text).unwrap();
        (folder, path)
    }

    fn read_as(text: &str, field: Option<&str>) -> Result<Column, String> {
        let (_folder, path) = file(text);
        let outputs = &["eins", "zwei, \"drei\""];
        let scored = Scored { name: "`m` of `a`", metric: "comet", field, outputs };
        written_scores(&path, scored).map_err(|error| error.to_string())
    }

    const TWO: [Option<f64>; 2] = [Some(0.5), Some(-1.25)];

    #[test]
    fn all_forms_are_known_by_what_is_there() {
        for text in [
            "0.5\n-1.25",
            "0,5\r\n-1,25\r\n",
            "a.txt\tSegment 0\tscore: 0.5000\na.txt\tSegment 1\tscore: -1.25\tvariance: 0.1\na.txt\tscore: -0.3750\n",
            "id\tscore\n1\t0.5\n2\t-1.25\n",
            "src\tmt\tCOMET\none\teins\t0.5\n\"two\tzwei, \"drei\"\t-1.25\n",
            "src,mt,ref,comet\none,eins,eins,0.5\n\"two, three\",\"zwei, \"\"drei\"\"\",x,-1.25\n",
            ",mt,comet-22\n0,eins,0.5\n1,\"zwei, \"\"drei\"\"\",-1.25\n",
            "mt;score;bleu\neins;0,5;1,0\n\"zwei, \"\"drei\"\"\";-1,25;0\n",
            "score\n0.5\n-1.25\n",
            "\"id\"\t\"score\"\n\"a\"\t\"0.5\"\n\"b\"\t-1.25\n",
            "mt,score,comet\neins,7,0.5\n\"zwei, \"\"drei\"\"\",8,-1.25\n",
            "{\"score\": 70, \"prediction\": 0.5}\n{\"score\": 80, \"prediction\": -1.25}\n",
            "[0.5, -1.25]",
            "[\"0.5\", -1.25]",
            "[{\"score\": 0.5}, {\"score\": -1.25}]",
            "{\"system_score\": 0.3, \"scores\": [0.5, -1.25]}",
            "{\n \"out.txt\": [{\"mt\": \"eins\", \"COMET\": 0.5}, {\"mt\": \"zwei, \\\"drei\\\" \", \"COMET\": -1.25}]\n}",
            "{\"source\": \"one\", \"hypothesis\": \"eins\", \"prediction\": 0.5}\n{\"hypothesis\": \"zwei, \\\"drei\\\"\", \"prediction\": -1.25}\n",
        ] {
            assert_eq!(read_as(text, None).unwrap(), TWO, "{text}");
        }
        assert_eq!(read_as("id\tquality\n1\t0.5\n2\t-1.25\n", Some("quality")).unwrap(), TWO);
        assert_eq!(read_as("{\"q\":0.5,\"score\":1}\n{\"q\":-1.25}\n", Some("q")).unwrap(), TWO);
        assert_eq!(read_as("[NaN, 1]", None).unwrap(), [None, Some(1.0)]);
        assert_eq!(read_as("score\n\n1\n", None).unwrap(), [None, Some(1.0)]);
        assert_eq!(read_as("id\tscore\na\t\nb\t1\n", None).unwrap(), [None, Some(1.0)]);
        for missing in ["", "nan", "NA", "n/a", "null", "None", "-"] {
            let read = read_as(&format!("{missing}\n1\n"), None);
            assert_eq!(read.unwrap(), [None, Some(1.0)], "{missing}");
        }
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
                "`m` of `a`:2: `Segment 2` stands where `Segment 1` should;",
            ),
            (
                "x\tSegment 0\tscore: 1\nx\tSegment 1\tscore: 0.5\nx\tscore: 0.7502\n",
                "`m` of `a`:3: the mean of 2 scores is 0.7500, and the file says 0.7502;",
            ),
            (
                "x\tSegment 0\tscore: 1\ny\tSegment 0\tscore: 0.5\n",
                "`m` of `a`: it does not have the scores of one output;",
            ),
            ("id\tscore\n1\t2\n2\n", "`m` of `a`:3: there is no `score`;"),
            ("1,234\n-2,345\n", "`m` of `a`: scores such as 1,234 may be"),
            ("[1, \"x\"]", "`m` of `a`: entry 2: score `x` is not a number;"),
            ("[1, [2]]", "`m` of `a`: entry 2: the score is not a number;"),
            ("[1, 2", "`m` of `a`: not a JSON object:"),
            ("{\"a\": [1, 2], \"b\": [1, 2]}", "`m` of `a`: `a`:"),
            (
                "{\"hypothesis\": \"zwei\", \"score\": 1}\n",
                "`m` of `a`: segment 1 scores \"zwei\", but the text is \"eins\";",
            ),
            (
                "mt,comet\n\"zwei, drei\",1\neins,2\n",
                "`m` of `a`: segment 1 scores \"zwei, drei\", but the text is \"eins\";",
            ),
            (
                "id,comet\n2,1\n1,2\n",
                "`m` of `a`: the segments are numbered, and not in this order;",
            ),
            (
                "{\"quality\": 1}\n{\"quality\": 2}\n",
                "`m` of `a`: there is no `comet` or `score`, but quality;",
            ),
            ("COMET-22,comet_kiwi\n1,2\n", "`m` of `a`: `comet` can be COMET-22 or comet_kiwi;"),
        ] {
            let message = read_as(text, None).unwrap_err();
            assert!(message.starts_with(expected), "{message}");
        }
    }

    #[test]
    fn kept_scores_come_back_as_they_were() {
        let scores = [Some(0.1 + 0.2), None, Some(-1e-300), Some(5.0)];
        let (_folder, path) = file(&score_lines(&scores));
        assert_eq!(read_scores(&path, "score").unwrap(), scores);
    }
}
