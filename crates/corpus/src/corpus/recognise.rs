//! What lies at a path: a guess at the format of a folder or file, from names and first lines.
//!
//! The guess is a description as a spec would state it; whether it is right shows when the corpus
//! is read. Paths in it begin with the path that was given.

mod columns;
mod folder;
mod samples;
mod texts;
mod wmt_jsonl;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::appraise;
use super::comet::systems as comet_systems;
use super::error::{CHECK_PATH, CorpusError};
use super::evalset::refuse_unfinished;
use super::inputs::is_json_lines;
use super::lines::TextFile;
use super::pearmut;
use super::plain::stem;
use super::plain_scores::are_scores;
pub use columns::{JudgeColumn, UnknownJudges, Unread, table_columns};
pub use folder::is_pair as is_language_pair;

use super::source::{
    AppraiseSource, CorpusFormat, NistSource, PearmutSource, Protocol, TableLayout, WmtXmlSource,
};

pub(super) use texts::system_and_score;

/// A corpus that seems to lie there.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// A name for it: the language pair, or the name of the folder or file.
    pub name: String,
    /// Its format and files.
    pub format: CorpusFormat,
}

/// The corpora at `path`, at least one; several where a folder holds several language pairs or
/// files that are a corpus each. Files are read whole.
///
/// # Errors
///
/// If nothing is there, it cannot be read, or its layout is none of those that are known.
pub fn recognise(path: &Path) -> Result<Vec<Found>, CorpusError> {
    refuse_unfinished(path)?;
    let metadata = fs::metadata(path);
    let metadata =
        metadata.map_err(|error| CorpusError::io(path, error, "file or folder", CHECK_PATH))?;
    if metadata.is_dir() { folder::recognise(path) } else { file(path) }
}

/// What a file is, by its name and content.
enum Kind {
    /// NIST, with the kind of its sets.
    Nist(NistRole),
    WmtXml,
    /// A file that is a corpus by itself.
    Rows(Box<CorpusFormat>),
    /// Several campaigns or language pairs in one file, by name.
    Campaigns(Vec<(String, CorpusFormat)>),
    Text,
    /// Nothing that a corpus is made of.
    Other,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum NistRole {
    Source,
    References,
    Systems,
}

/// Endings of files that spreadsheet programs write.
const SPREADSHEETS: [&str; 5] = ["xlsx", "xls", "xlsm", "xlsb", "ods"];

fn kind(path: &Path) -> Result<Kind, CorpusError> {
    if let Some(campaigns) = campaigns(path)? {
        return Ok(campaigns);
    }
    if let Some(layout) = TableLayout::of_file(path) {
        let format = columns::guess(path, layout)?;
        return Ok(format.map_or(Kind::Other, |format| Kind::Rows(format.into())));
    }
    let name = path.file_name().map(|name| name.to_string_lossy().to_lowercase());
    let name = name.unwrap_or_default();
    let plain = name.strip_suffix(".gz").unwrap_or(&name);
    let (first, ending) = plain.rsplit_once('.').unwrap_or((plain, ""));
    Ok(match ending {
        "sgm" | "sgml" | "xml" => markup(path)?,
        "md" | "toml" | "pdf" | "html" | "py" | "sh" | "zip" | "tar" | "sha256" => Kind::Other,
        ending if SPREADSHEETS.contains(&ending) => Kind::Other,
        "json" | "scr" | "score" if !is_of_scores(path)? => Kind::Other,
        _ if ["readme", "license", "licence", "copying", "makefile"].contains(&first) => {
            Kind::Other
        }
        _ => Kind::Text,
    })
}

/// What annotation tools write: an export of Appraise, a log or an export of Pearmut.
fn campaigns(path: &Path) -> Result<Option<Kind>, CorpusError> {
    let name = path.file_name().map(|name| name.to_string_lossy().to_lowercase());
    let name = name.unwrap_or_default();
    let ending = name.strip_suffix(".gz").unwrap_or(&name).rsplit_once('.');
    let files = vec![path.to_owned()];
    match ending.map_or("", |(_, ending)| ending) {
        "csv" => {
            let file = TextFile::read(path, "file", CHECK_PATH)?.without_mark();
            if !appraise::is_export(file.text()) {
                return Ok(None);
            }
            let protocol = if appraise::is_of_errors(path) { Protocol::Mqm } else { Protocol::Esa };
            let source = AppraiseSource { files, protocol, ..AppraiseSource::default() };
            let campaigns = by_pair("", appraise::pairs(path), |languages| {
                CorpusFormat::Appraise(AppraiseSource { languages, ..source.clone() })
            });
            Ok(Some(Kind::of_campaigns(campaigns)))
        }
        "json" | "jsonl" | "ndjson" => {
            let Some(names) = pearmut::campaigns(path)? else { return Ok(None) };
            let source = PearmutSource { files, ..PearmutSource::default() };
            // A log, and an export of one campaign, need no name of it.
            let names: Vec<Option<String>> =
                if names.len() < 2 { vec![None] } else { names.into_iter().map(Some).collect() };
            let campaign = |campaign: Option<String>| {
                let pairs = pearmut::pairs(path, campaign.as_deref());
                by_pair(campaign.as_deref().unwrap_or_default(), pairs, |language_pair| {
                    let campaign = campaign.clone();
                    let source = PearmutSource { campaign, language_pair, ..source.clone() };
                    CorpusFormat::Pearmut(source)
                })
            };
            Ok(Some(Kind::of_campaigns(names.into_iter().flat_map(campaign).collect())))
        }
        _ => Ok(None),
    }
}

impl Kind {
    fn of_campaigns(mut campaigns: Vec<(String, CorpusFormat)>) -> Self {
        match campaigns.pop() {
            Some((_, only)) if campaigns.is_empty() => Self::Rows(only.into()),
            last => Self::Campaigns(campaigns.into_iter().chain(last).collect()),
        }
    }
}

/// The corpora of a campaign: one, or where it has several language pairs, one of each.
fn by_pair(
    campaign: &str,
    pairs: BTreeSet<String>,
    format: impl Fn(Option<String>) -> CorpusFormat,
) -> Vec<(String, CorpusFormat)> {
    if pairs.len() < 2 {
        return vec![(campaign.to_owned(), format(None))];
    }
    pairs
        .into_iter()
        .map(|pair| (format!("{campaign} {pair}").trim_start().to_owned(), format(Some(pair))))
        .collect()
}

/// Whether a file holds scores of outputs beside it.
fn is_of_scores(path: &Path) -> Result<bool, CorpusError> {
    let file = TextFile::read(path, "file", CHECK_PATH)?.without_mark();
    Ok(are_scores(file.text()) || comet_systems(file.text()).is_some())
}

/// The kind of an SGML or XML file: that of the first set in it.
fn markup(path: &Path) -> Result<Kind, CorpusError> {
    let text = TextFile::read(path, "file", CHECK_PATH)?.text().to_ascii_lowercase();
    let sets = [
        ("<srcset", Kind::Nist(NistRole::Source)),
        ("<refset", Kind::Nist(NistRole::References)),
        ("<tstset", Kind::Nist(NistRole::Systems)),
        ("<dataset", Kind::WmtXml),
    ];
    let tags = sets.into_iter().filter_map(|(tag, kind)| Some((text.find(tag)?, kind)));
    Ok(tags.min_by_key(|(place, _)| *place).map_or(Kind::Other, |(_, kind)| kind))
}

fn file(path: &Path) -> Result<Vec<Found>, CorpusError> {
    refuse_spreadsheet(path)?;
    if is_json_lines(path) {
        let corpora = wmt_jsonl::in_file(path)?;
        if !corpora.is_empty() {
            return Ok(corpora);
        }
    }
    let corpora = samples::in_file(path)?;
    if !corpora.is_empty() {
        return Ok(corpora);
    }
    let name = stem(path)?;
    let format = match kind(path)? {
        Kind::Nist(role) => CorpusFormat::Nist(nist([(role, path.to_owned())])),
        Kind::WmtXml => wmt_xml(path),
        Kind::Rows(format) => *format,
        Kind::Campaigns(campaigns) => {
            let corpora = campaigns.into_iter().map(|(name, format)| Found { name, format });
            return Ok(corpora.collect());
        }
        Kind::Text if comet_systems(TextFile::read(path, "file", CHECK_PATH)?.text()).is_some() => {
            texts::texts(vec![path.to_owned()])?
        }
        Kind::Text => return Err(alone(path)?),
        Kind::Other => return Err(unknown(path)),
    };
    Ok(vec![Found { name, format }])
}

fn refuse_spreadsheet(path: &Path) -> Result<(), CorpusError> {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    match ending.filter(|ending| SPREADSHEETS.contains(&ending.as_str())) {
        None => Ok(()),
        Some(ending) => {
            let cause = format!("a spreadsheet (.{ending}) cannot be read");
            let help = "export the sheet as CSV: columns with names in the first row, a row for each rating";
            Err(CorpusError::malformed(path, None, cause, help))
        }
    }
}

/// Why a text file is no corpus: it is a part of one, or a table that its name does not show.
fn alone(path: &Path) -> Result<CorpusError, CorpusError> {
    let file = TextFile::read(path, "file", CHECK_PATH)?.without_mark();
    let header = file.lines().next().unwrap_or_default().trim_end_matches('\r');
    let table = [('\t', "tabs", "tsv"), (',', "commas", "csv")].into_iter();
    let mut table = table
        .filter(|(sign, _, _)| columns::is_of_ratings(&header.split(*sign).collect::<Vec<_>>()));
    let (cause, help) = match table.next() {
        Some((_, separators, ending)) => (
            format!("this is a table with {separators}, and its name does not say so"),
            format!("let its name end in .{ending}"),
        ),
        None => (
            "a text file is no corpus by itself".to_owned(),
            "name the folder that holds it and its references".to_owned(),
        ),
    };
    Ok(CorpusError::malformed(path, None, cause, help))
}

/// One corpus of NIST files, in their order.
fn nist(files: impl IntoIterator<Item = (NistRole, PathBuf)>) -> NistSource {
    let mut source =
        NistSource { source: None, references: vec![], systems: vec![], decode_entities: true };
    for (role, path) in files {
        match role {
            NistRole::Source => {
                source.source.get_or_insert(path);
            }
            NistRole::References => source.references.push(path),
            NistRole::Systems => source.systems.push(path),
        }
    }
    source
}

fn wmt_xml(path: &Path) -> CorpusFormat {
    let files = vec![path.to_owned()];
    CorpusFormat::WmtXml(WmtXmlSource { files, references: None, testsuites: false })
}

fn unknown(path: &Path) -> CorpusError {
    let cause = "this is in no format that is known";
    let help = "known are folders in the layout of mt-metrics-eval, folders of text files with \
                `ref` in the names of references, SGML, XML and JSON lines of NIST and WMT, exports of \
                Appraise and Pearmut, files of COMET, logs of samples of lm-evaluation-harness and \
                inspect, and rows with named columns in .tsv, .csv, .jsonl or .parquet";
    CorpusError::malformed(path, None, cause, help)
}
