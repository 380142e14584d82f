//! Rows of an export, and what they are for.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Deserializer};
use serde_json::Value;

use crate::corpus::json_lines::records;
use crate::corpus::marked::{self, Place};
use crate::corpus::model::ErrorSpan;
use crate::corpus::rows::{quoted, quoted_records};
use crate::corpus::{CHECK_PATH, CorpusError, TextFile, json};
use crate::formats::mqm_weights;
use crate::located::read_json;

/// What becomes of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowStatus {
    /// It is a rating.
    Kept,
    /// The same login rated the same item again.
    Superseded,
    /// An attention check: a text made worse (`BAD`), or a reference (`REF`, `CHK`).
    Check,
    /// A filler: an item that the task has already.
    Duplicate,
    /// A filler: a part of a document.
    Incomplete,
    /// Part of a tutorial.
    Tutorial,
    /// The score of a whole document whose segments are rated as well.
    Document,
}

/// An error that was marked.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Span {
    /// In lower case.
    #[serde(deserialize_with = "lower")]
    pub(super) severity: String,
    /// Category and subcategory, where there are any.
    #[serde(rename = "error_type", default, deserialize_with = "joined")]
    pub(super) category: String,
    /// Of the first marked character and of the last; `"missing"` of an omission.
    #[serde(default)]
    start_i: Place,
    #[serde(default)]
    end_i: Place,
}

impl Span {
    /// The same as it is shown.
    pub(super) fn marked(&self) -> ErrorSpan {
        marked::inclusive(self.start_i, self.end_i, &self.severity, &self.category)
    }
}

/// A row.
#[derive(Clone, Debug)]
pub(super) struct Row {
    /// Which of the files it is in.
    pub(super) file: usize,
    pub(super) line: usize,
    pub(super) login: Arc<str>,
    pub(super) system: String,
    pub(super) item: String,
    /// The two languages, with `-` between them.
    pub(super) pair: String,
    pub(super) score: f64,
    /// Without marks of fillers and checks, and without the system.
    pub(super) document: String,
    /// Whether the document bore the name of the system.
    pub(super) names_system: bool,
    pub(super) spans: Vec<Span>,
    pub(super) end: f64,
    pub(super) status: RowStatus,
    /// Whether the row is about a whole document.
    is_document: bool,
}

impl Row {
    /// Minus the sum of the weights of its errors.
    pub(super) fn penalty(
        &self,
        weights: &BTreeMap<String, f64>,
        path: &Path,
    ) -> Result<f64, CorpusError> {
        let mut sum = 0.0;
        for span in &self.spans {
            sum +=
                mqm_weights::weight(weights, &span.severity, &span.category).ok_or_else(|| {
                    let cause = format!("severity `{}` has no weight", span.severity);
                    let help = "give it one in `weights`, 0 if it does not count";
                    CorpusError::malformed(path, self.line, cause, help)
                })?;
        }
        // Subtracting from zero keeps a segment without errors at 0 rather than -0.
        Ok(0.0 - sum)
    }
}

/// Returns `true` if the first line of `text`, or the one below a header, looks like a row of an export.
pub(in crate::formats) fn is_export(text: &str) -> bool {
    if let Some(line) = text.lines().next().filter(|line| line.starts_with('{')) {
        let keys = ["\"annotator\"", "\"item_type\"", "\"is_complete_document\""];
        return keys.iter().all(|key| line.contains(key));
    }
    let mut records = quoted(text, b',').into_records().map_while(Result::ok).take(2);
    let Some(record) = records.find(|record| !is_header(record)) else { return false };
    let record = with_errors(record);
    LENGTHS.contains(&record.len())
        && ["TGT", "BAD", "REF", "CHK"].contains(&&record[3])
        && [6, 10].into_iter().all(|at| record[at].trim().parse::<f64>().is_ok())
        && ["True", "False"].contains(&&record[8])
}

/// Numbers of fields with a list of errors: with `--batch-info`, Appraise adds a batch number, the id of the item and, for tasks with
/// several outputs side by side, the number of the output.
const LENGTHS: [usize; 3] = [12, 14, 15];

/// Adds an empty list of errors as the tenth field of a row of a task that has none.
fn with_errors(record: csv::StringRecord) -> csv::StringRecord {
    match record.get(9) {
        Some(tenth) if !tenth.is_empty() && !tenth.starts_with(['[', '{']) => {
            record.iter().take(9).chain([""]).chain(record.iter().skip(9)).collect()
        }
        _ => record,
    }
}

/// Returns `true` if a first row has names: there are no digits where scores and times have their numbers.
fn is_header(record: &csv::StringRecord) -> bool {
    (11..=15).contains(&record.len())
        && [6, 9, 10].into_iter().all(|at| {
            let is_named = !record[at].trim().is_empty();
            is_named && !record[at].contains(|c: char| c.is_ascii_digit())
        })
}

/// Whether all scores of ratings in `text` are 0 while errors are marked: it is MQM.
pub(in crate::formats) fn is_of_errors(path: &Path) -> bool {
    let mut rows = Vec::new();
    read(path, 0, &mut rows).is_ok()
        && rows.iter().filter(|row| row.status == RowStatus::Kept).all(|row| row.score == 0.0)
        && rows.iter().any(|row| !row.spans.is_empty())
}

/// Language pairs of the ratings in the file `path`; none of a file that is refused.
pub(in crate::formats) fn pairs(path: &Path) -> BTreeSet<String> {
    let mut rows = Vec::new();
    if read(path, 0, &mut rows).is_err() {
        return BTreeSet::new();
    }
    let kept = rows.into_iter().filter(|row| row.status == RowStatus::Kept);
    kept.map(|row| row.pair).collect()
}

/// Adds the rows of the file `path`, which is the `file`-th.
pub(super) fn read(path: &Path, file: usize, rows: &mut Vec<Row>) -> Result<(), CorpusError> {
    let text = TextFile::read(path, "export of Appraise", CHECK_PATH)?.without_mark();
    let mut logins: BTreeMap<String, Arc<str>> = BTreeMap::new();
    let records: Vec<(usize, csv::StringRecord)> = if text.text().trim_start().starts_with('{') {
        json_records(&text)?
    } else {
        quoted_records(&text, b',').collect::<Result<_, CorpusError>>()?
    };
    for (line, record) in records {
        if line == 1 && is_header(&record) {
            continue;
        }
        let row = row(&with_errors(record), file, line, &mut logins);
        rows.push(row.map_err(|(cause, help)| CorpusError::malformed(path, line, cause, help))?);
    }
    if rows.iter().all(|row| row.file != file) {
        let help = "export the scores of the campaign again";
        return Err(CorpusError::malformed(path, None, "the file has no row", help));
    }
    // Rows of a whole document are no segments if there are rows of its segments.
    let key = |row: &Row| (row.pair.clone(), row.document.clone());
    let (whole, segments): (Vec<&mut Row>, Vec<&mut Row>) = rows
        .iter_mut()
        .filter(|row| row.status == RowStatus::Kept)
        .partition(|row| row.is_document);
    let rated: BTreeSet<(String, String)> = segments.into_iter().map(|row| key(row)).collect();
    for row in whole.into_iter().filter(|row| rated.contains(&key(row))) {
        row.status = RowStatus::Document;
    }
    Ok(())
}

/// Names of the fields, which are the keys of the JSON-lines export.
const NAMES: &str = "annotator target_id item_id item_type source_language target_language score document_id \
                     is_complete_document mqm_annotations start_time end_time";

/// Returns the name of a field.
fn name_of(field: usize) -> &'static str {
    NAMES.split(' ').nth(field).unwrap_or_default()
}

/// Returns the rows of the JSON-lines export, each with its line. A line has one output, or several in the list `targets`.
fn json_records(text: &TextFile) -> Result<Vec<(usize, csv::StringRecord)>, CorpusError> {
    let mut rows = Vec::new();
    for record in records(text) {
        let record = record?;
        let line = &record.object;
        if line.get("task_type").is_some_and(|kind| kind == "ContrastiveESA") {
            let cause = "lines of the task type ContrastiveESA do not name the system of a target";
            return Err(record.malformed(cause, "use the CSV export, which names it"));
        }
        let targets = line.get("targets").and_then(Value::as_array);
        for target in targets.map_or(std::slice::from_ref(line), Vec::as_slice) {
            let field = |key| match target.get(key).or_else(|| line.get(key)) {
                None | Some(Value::Null) => String::new(),
                Some(Value::String(text)) => text.clone(),
                Some(value) => value.to_string(),
            };
            rows.push((record.line, NAMES.split(' ').map(field).collect()));
        }
    }
    Ok(rows)
}

fn row(
    record: &csv::StringRecord,
    file: usize,
    line: usize,
    logins: &mut BTreeMap<String, Arc<str>>,
) -> Result<Row, (String, &'static str)> {
    if !LENGTHS.contains(&record.len()) {
        let cause = "the row has not the fields of Appraise";
        let help = "name an export: 11 to 15 fields, of which the tenth is a list of errors or the start time";
        return Err((cause.to_owned(), help));
    }
    for at in [0, 1, 2, 7] {
        if record[at].trim().is_empty() {
            let cause = format!("the field {} is empty", name_of(at));
            return Err((cause, "fill it in, or remove the row"));
        }
    }
    let number = |at: usize| {
        let value = record[at].trim().parse::<f64>().ok().filter(|value| value.is_finite());
        value.ok_or_else(|| {
            (format!("`{}` in the field {}", &record[at], name_of(at)), "write a finite number")
        })
    };
    let (score, end) = (number(6)?, number(11)?);
    // Of no use here, but a row without it is damaged.
    let _start = number(10)?;
    let name = record[1].trim();
    // Exports of 2023 have `wmt23.NAME`.
    let campaign = name.split_once('.').filter(|(campaign, _)| is_campaign(campaign));
    let system = campaign.map_or(name, |(_, system)| system).to_owned();
    let (document, marks) = unmarked(record[7].trim());
    let before_system = document.strip_suffix(&*system).and_then(|d| d.strip_suffix('#'));
    let has = |mark: &str| marks.iter().any(|begun| begun.starts_with(mark));
    // Tutorials come first: their rows have the type of ratings, too.
    let status = match record[3].trim() {
        _ if [name, &record[7]].iter().any(|name| name.contains("tutorial")) => RowStatus::Tutorial,
        _ if has("incomplete") => RowStatus::Incomplete,
        "BAD" | "REF" | "CHK" => RowStatus::Check,
        "TGT" if has("bad") => RowStatus::Check,
        "TGT" if has("dup") => RowStatus::Duplicate,
        "TGT" => RowStatus::Kept,
        other => {
            let cause = format!("there is no type of items `{other}`");
            return Err((cause, "the types are TGT, BAD, REF and CHK"));
        }
    };
    let login = record[0].trim();
    let login = match logins.get(login) {
        Some(known) => Arc::clone(known),
        None => Arc::clone(logins.entry(login.to_owned()).or_insert_with(|| login.into())),
    };
    Ok(Row {
        file,
        line,
        login,
        item: record[2].trim().to_owned(),
        pair: format!("{}-{}", record[4].trim(), record[5].trim()),
        score,
        names_system: before_system.is_some(),
        document: before_system.unwrap_or(document).to_owned(),
        system,
        spans: spans(record[9].trim())?,
        end,
        status,
        is_document: record[8].trim().eq_ignore_ascii_case("true"),
    })
}

/// `wmt23` and the like.
fn is_campaign(word: &str) -> bool {
    word.strip_prefix("wmt")
        .is_some_and(|year| year.len() == 2 && year.bytes().all(|byte| byte.is_ascii_digit()))
}

/// The name of a document and the marks behind it, of which there may be several: `#bad`, `#bad7`, `#dup`,
/// `#duplicate3`, `#incomplete`.
fn unmarked(name: &str) -> (&str, Vec<&str>) {
    let (mut name, mut marks) = (name, Vec::new());
    while let Some((before, mark)) = name.rsplit_once('#') {
        if !["bad", "dup", "incomplete"].iter().any(|known| mark.starts_with(known)) {
            break;
        }
        marks.push(mark);
        name = before;
    }
    (name, marks)
}

/// The errors in a list of spans, or in an object with one under `errors`.
fn spans(text: &str) -> Result<Vec<Span>, (String, &'static str)> {
    const HELP: &str = "export the scores again: spans are a JSON list";
    if text.is_empty() || text == "[]" {
        return Ok(Vec::new());
    }
    // The reader that refuses repeated keys takes objects alone.
    let whole =
        if text.starts_with('{') { text.to_owned() } else { format!("{{\"errors\":{text}}}") };
    let object = json::object(&whole).map_err(|error| error.to_string());
    let spans = object.and_then(|object| read_json::<Spans>(&object.into()));
    spans.map(|spans| spans.errors).map_err(|cause| (format!("field 10 (spans): {cause}"), HELP))
}

#[derive(Deserialize)]
struct Spans {
    errors: Vec<Span>,
}

/// A severity in lower case.
fn lower<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    <&str>::deserialize(deserializer).map(str::to_lowercase)
}

/// A category, or a list of it and its subcategories, or null.
fn joined<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    Ok(match Option::<ErrorType>::deserialize(deserializer)? {
        None => String::new(),
        Some(ErrorType::One(category)) => category,
        Some(ErrorType::Path(parts)) => parts.into_iter().flatten().collect::<Vec<_>>().join("/"),
    })
}

#[derive(Deserialize)]
#[serde(untagged, expecting = "it is neither a string nor a list of strings")]
enum ErrorType {
    One(String),
    Path(Vec<Option<String>>),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_taken_off_names_of_documents() {
        assert_eq!(unmarked("test-en-news_x.1"), ("test-en-news_x.1", vec![]));
        assert_eq!(unmarked("a#incomplete#bad"), ("a", vec!["bad", "incomplete"]));
        assert_eq!(unmarked("a#refA#bad7"), ("a#refA", vec!["bad7"]));
        assert_eq!(unmarked("cs-de_#_social_#_x#dup"), ("cs-de_#_social_#_x", vec!["dup"]));
        assert_eq!(unmarked("cs-de_#_social_#_bad"), ("cs-de_#_social_#_bad", vec![]));
    }

    #[test]
    fn spans_are_lists_or_objects() {
        let text =
            r#"[{"start_i":"missing","end_i":"missing","severity":"major","error_type":null}]"#;
        let of_object = r#"{"errors": [{"severity": "Minor", "error_type": ["Style", "Odd"]}]}"#;
        for (text, severity, category) in [(text, "major", ""), (of_object, "minor", "Style/Odd")] {
            let spans = spans(text).unwrap();
            let [span] = &spans[..] else { panic!("{text}") };
            assert_eq!((&*span.severity, &*span.category), (severity, category));
        }
        assert!(spans("[]").unwrap().is_empty());
        for text in ["[1]", "{}", "[{\"severity\": 1}]", "x"] {
            assert!(spans(text).is_err(), "{text}");
        }
    }
}
