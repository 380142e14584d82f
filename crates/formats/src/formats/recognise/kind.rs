//! What a file is, by its name and its first lines.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::columns::{self, Roles, Unread};
use crate::corpus::{CHECK_PATH, CorpusError, LineFile, TextFile, json};
use crate::formats::source::{
    AppraiseSource, CorpusFormat, NistSource, PearmutSource, Protocol, TableLayout, WmtXmlSource,
};
use crate::formats::{appraise, is_of_scores, pearmut};

/// A corpus that seems to lie there.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// A name for it: the language pair, or the name of the folder or file.
    pub name: String,
    /// Its format and files.
    pub format: CorpusFormat,
    /// What was made of the columns of a table.
    pub unread: Unread,
}

impl Found {
    /// A corpus that is no table.
    pub(super) fn new(name: impl Into<String>, format: CorpusFormat) -> Self {
        Self { name: name.into(), format, unread: Unread::default() }
    }
}

/// What a file is, by its name and content.
pub(super) enum Kind {
    /// NIST, with the kind of its sets.
    Nist(NistRole),
    WmtXml,
    /// A file that is a corpus by itself.
    Rows(Box<CorpusFormat>),
    /// Several campaigns, language pairs or tasks in one file.
    Corpora(Vec<Found>),
    Text,
    /// Nothing that a corpus is made of.
    Other,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum NistRole {
    Source,
    References,
    Systems,
}

/// Endings of files that spreadsheet programs write.
pub(super) const SPREADSHEETS: [&str; 5] = ["xlsx", "xls", "xlsm", "xlsb", "ods"];

pub(super) fn kind(path: &Path, roles: &Roles) -> Result<Kind, CorpusError> {
    if let Some(campaigns) = campaigns(path)? {
        return Ok(campaigns);
    }
    if let Some(layout) = TableLayout::of_file(path).filter(|_| !is_other_json(path)) {
        let corpora = columns::guess(path, layout, roles)?;
        return Ok(if corpora.is_empty() { Kind::Other } else { Kind::Corpora(corpora) });
    }
    let name = path.file_name().map(|name| name.to_string_lossy().to_lowercase());
    let name = name.unwrap_or_default();
    let plain = name.strip_suffix(".gz").unwrap_or(&name);
    let (first, ending) = plain.rsplit_once('.').unwrap_or((plain, ""));
    Ok(match ending {
        "sgm" | "sgml" | "xml" => markup(path)?,
        "md" | "toml" | "pdf" | "html" | "py" | "sh" | "zip" | "tar" | "sha256" => Kind::Other,
        ending if SPREADSHEETS.contains(&ending) => Kind::Other,
        "json" | "scr" | "score" if !is_of_scores(path) => Kind::Other,
        _ if ["readme", "license", "licence", "copying", "makefile"].contains(&first) => {
            Kind::Other
        }
        _ => Kind::Text,
    })
}

/// Whether a file is a table whose columns have to be found.
pub(super) fn is_table(path: &Path) -> Result<bool, CorpusError> {
    match TableLayout::of_file(path).filter(|_| !is_other_json(path)) {
        Some(layout) => Ok(campaigns(path)?.is_none() && columns::is_table(path, layout)?),
        None => Ok(false),
    }
}

/// What annotation tools write: an export of Appraise, a log or an export of Pearmut.
fn campaigns(path: &Path) -> Result<Option<Kind>, CorpusError> {
    let name = path.file_name().map(|name| name.to_string_lossy().to_lowercase());
    let name = name.unwrap_or_default();
    let ending = name.strip_suffix(".gz").unwrap_or(&name).rsplit_once('.');
    let files = vec![path.to_owned()];
    let ending = ending.map_or("", |(_, ending)| ending);
    let is_appraise = match ending {
        "csv" => {
            appraise::is_export(TextFile::read(path, "file", CHECK_PATH)?.without_mark().text())
        }
        "jsonl" | "ndjson" => {
            LineFile::open(path, "file", CHECK_PATH)?.next_line()?.is_some_and(appraise::is_export)
        }
        _ => false,
    };
    match ending {
        _ if is_appraise => {
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
            let campaigns = names.into_iter().flat_map(|campaign| {
                let pairs = pearmut::pairs(path, campaign.as_deref());
                by_pair(campaign.as_deref().unwrap_or_default(), pairs, |language_pair| {
                    let campaign = campaign.clone();
                    let source = PearmutSource { campaign, language_pair, ..source.clone() };
                    CorpusFormat::Pearmut(source)
                })
            });
            Ok(Some(Kind::of_campaigns(campaigns.collect())))
        }
        _ => Ok(None),
    }
}

impl Kind {
    fn of_campaigns(mut campaigns: Vec<(String, CorpusFormat)>) -> Self {
        match campaigns.pop() {
            Some((_, only)) if campaigns.is_empty() => Self::Rows(only.into()),
            last => {
                let campaigns = campaigns.into_iter().chain(last);
                Self::Corpora(campaigns.map(|(name, format)| Found::new(name, format)).collect())
            }
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

/// Whether a file of JSON is no table.
fn is_other_json(path: &Path) -> bool {
    let is_json = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("json"));
    let file = is_json.then(|| TextFile::read(path, "file", CHECK_PATH));
    file.is_some_and(|file| !file.is_ok_and(|file| json::rows(file.text()).is_some()))
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

/// One corpus of NIST files, in their order.
pub(super) fn nist(files: impl IntoIterator<Item = (NistRole, PathBuf)>) -> NistSource {
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

pub(super) fn wmt_xml(path: &Path) -> CorpusFormat {
    let files = vec![path.to_owned()];
    CorpusFormat::WmtXml(WmtXmlSource { files, references: None, testsuites: false })
}

pub(super) fn unknown(path: &Path) -> CorpusError {
    let cause = "this is in no format that is known";
    let help = "known are folders in the layout of mt-metrics-eval, folders of text files with \
                `ref` in the names of references, SGML, XML and JSON lines of NIST and WMT, exports of \
                Appraise and Pearmut, files of COMET, logs of samples of lm-evaluation-harness, \
                inspect, promptfoo, DeepEval and Every Eval Ever, and rows with named columns in .tsv, .csv, .json, .jsonl or \
                .parquet; of tables in folders below, name the files";
    CorpusError::malformed(path, None, cause, help)
}
