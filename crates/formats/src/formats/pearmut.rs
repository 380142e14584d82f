//! Campaigns of Pearmut: the log, one submission per line, or the export, an object with a list of
//! submissions per campaign.
//!
//! A submission is what one person said of the segments of a document, of all systems shown. Left out are
//! tutorials and forms, attention checks, scores of systems that were not shown, and everything that a person
//! said before a reset: of all, or of the one item that the reset names (older versions). Of several
//! submissions of a person the last one with a segment and system counts.
//!
//! A log is read line by line, and only what is in the corpus is kept of it.

mod history;
mod item;
mod submission;
mod write;

pub use write::log_of_pearmut;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::judge_files::{Judged, NamedRatings};
use super::pairs::Pairs;
use super::seconds::Clock;
use super::source::PearmutSource;
use super::wmt_jsonl::coded_pair;
use crate::corpus::documents::extend;
use crate::corpus::json::{self, without_constants};
use crate::corpus::limits::{LIMITS, check_size};
use crate::corpus::model::ErrorSpan;
use crate::corpus::{
    CHECK_PATH, Corpus, CorpusError, Document, LineFile, NamedTexts, TextFile, Texts, Warnings,
    check_cells, check_columns, file_names, marked,
};
use crate::words::{counted, listing};
use item::{Item, Place};
use submission::{Names, Submission};

/// Criterion of the score; sliders have their own names.
const CRITERION: &str = "esa";

/// What becomes of what a submission says of a system's segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemStatus {
    /// It is a rating.
    Kept,
    /// The same person rated it again.
    Superseded,
    /// The person was reset later.
    Reset,
    /// Part of a tutorial.
    Tutorial,
    /// An attention check.
    Check,
    /// The system was not shown.
    NotShown,
    /// It is of another language pair than the one that is read.
    OtherPair,
}

/// What a submission says of a system's segment.
#[derive(Clone, Debug, PartialEq)]
pub struct ItemRow {
    /// Number of the submission in its campaign, from 0.
    pub submission: usize,
    /// Name of the segment.
    pub item: String,
    /// The system.
    pub system: String,
    /// What becomes of it.
    pub status: ItemStatus,
    /// The score, where one was given.
    pub score: Option<f64>,
    /// Values of sliders by name.
    pub sliders: BTreeMap<String, f64>,
    /// Number of errors by severity.
    pub errors: BTreeMap<String, f64>,
    /// Errors that are marked behind the end of the text: something missing, for instance.
    pub beyond_text: u32,
}

/// Everything that the submissions of a campaign say, in their order.
///
/// # Errors
///
/// If a file cannot be read or is none of Pearmut's.
pub fn statuses(paths: &[PathBuf], campaign: Option<&str>) -> Result<Vec<ItemRow>, CorpusError> {
    let mut reader = Reader::default();
    reader.read(paths, campaign)?;
    reader.supersede();
    let rows = reader.said.iter().map(|said| ItemRow {
        submission: said.submission,
        item: reader.items[said.item].0.clone(),
        system: reader.systems.name(said.system).to_string(),
        status: said.status,
        score: said.score,
        sliders: named(&said.sliders, &reader.sliders),
        errors: named(&said.errors, &reader.severities),
        beyond_text: said.beyond,
    });
    Ok(rows.collect())
}

/// Reads the files that `source` names.
pub(super) fn read(
    source: &PearmutSource,
    data_dir: &Path,
    warnings: &mut Warnings,
) -> Result<Corpus, CorpusError> {
    let paths: Vec<PathBuf> = source.files.iter().map(|path| data_dir.join(path)).collect();
    let mut reader = Reader::default();
    reader.read(&paths, source.campaign.as_deref())?;
    reader.choose(&paths[0], source.language_pair.as_deref())?;
    reader.supersede();
    reader.warn(&paths[0], warnings);
    let log = reader.log_of_ratings(source.language_pair.as_deref());
    let corpus = reader.into_corpus(&paths[0], source.error_counts)?;
    Ok(Corpus { log, ..corpus })
}

/// Names of the campaigns in an export, none in a log; `None` if the file is neither.
pub(super) fn campaigns(path: &Path) -> Result<Option<Vec<String>>, CorpusError> {
    let mut lines = LineFile::open(path, "file", CHECK_PATH)?;
    let Some(first) = lines.next_line()? else { return Ok(None) };
    if json::object(&without_constants(first))
        .is_ok_and(|object| submission::is_submission(&object))
    {
        return Ok(Some(Vec::new()));
    }
    let file = TextFile::read(path, "file", CHECK_PATH)?.without_mark();
    if !file.text().trim_start().starts_with('{') {
        return Ok(None);
    }
    let (mut names, mut is_export) = (Vec::new(), true);
    let read = json::each_in_lists(&without_constants(file.text()), |name, _, submission| {
        if names.last().is_none_or(|last| last != name) {
            names.push(name.to_owned());
        }
        is_export &= submission.as_object().is_some_and(submission::is_submission);
        Ok::<(), ()>(())
    });
    Ok((read.is_ok() && is_export && !names.is_empty()).then_some(names))
}

/// Language pairs of the ratings of a campaign, by the names of their segments; none of a file that is refused.
pub(super) fn pairs(path: &Path, campaign: Option<&str>) -> BTreeSet<String> {
    let mut reader = Reader::default();
    match reader.read(&[path.to_owned()], campaign) {
        Ok(()) => reader.pairs().into_iter().flatten().collect(),
        Err(_) => BTreeSet::new(),
    }
}

/// What a submission says of a system's segment. Names are numbers here.
struct Said {
    submission: usize,
    user: usize,
    item: usize,
    system: usize,
    status: ItemStatus,
    /// Number of the reset.
    reset: Option<usize>,
    score: Option<f64>,
    sliders: Box<[(usize, f64)]>,
    errors: Box<[(usize, f64)]>,
    beyond: u32,
    marked: Box<[ErrorSpan]>,
}

/// Values by name.
fn named(values: &[(usize, f64)], names: &Names) -> BTreeMap<String, f64> {
    values.iter().map(|(name, value)| (names.name(*name).to_string(), *value)).collect()
}

/// All that was read so far.
#[derive(Default)]
struct Reader {
    users: Names,
    systems: Names,
    sliders: Names,
    severities: Names,
    /// Segments by number, with their names.
    items: Vec<(String, Item)>,
    by_name: BTreeMap<String, usize>,
    said: Vec<Said>,
    /// What a later reset may make void: by user and place in the campaign.
    submitted: BTreeMap<usize, BTreeMap<String, Vec<std::ops::Range<usize>>>>,
    /// What each submission that has times said, and the times of its first and last action.
    times: Vec<(std::ops::Range<usize>, (f64, f64))>,
    /// Texts that differ from those of an earlier submission.
    differing: usize,
    /// Whether the last line of a log is there in part.
    has_unfinished_line: bool,
}

impl Reader {
    fn read(&mut self, paths: &[PathBuf], campaign: Option<&str>) -> Result<(), CorpusError> {
        let mut number = 0;
        for path in paths {
            let mut lines = LineFile::open(path, "log of Pearmut", CHECK_PATH)?;
            let first = lines.next_line()?.map(|first| json::object(&without_constants(first)));
            let is_log = first.is_some_and(|read| match read {
                Ok(object) => submission::is_submission(&object),
                // Whatever it is, it is said with its line.
                Err(error) => error.is_of_keys(),
            });
            if is_log {
                self.log(path, &mut number)?;
            } else {
                self.export(path, campaign, &mut number)?;
            }
        }
        if self.said.is_empty() {
            let cause = "there is no annotation in it";
            let help = "name the log of a campaign that has begun";
            return Err(CorpusError::malformed(&paths[0], None, cause, help));
        }
        Ok(())
    }

    fn log(&mut self, path: &Path, number: &mut usize) -> Result<(), CorpusError> {
        let mut lines = LineFile::open(path, "log of Pearmut", CHECK_PATH)?;
        let mut line = 0;
        while let Some(text) = lines.next_line()? {
            line += 1;
            let malformed =
                |(cause, help): (String, &str)| CorpusError::malformed(path, line, cause, help);
            let object = match json::object(&without_constants(text)) {
                Ok(object) => object,
                // The server is writing it.
                Err(_) if line > 1 && !lines.has_end() => {
                    self.has_unfinished_line = true;
                    break;
                }
                Err(error) => {
                    let help = error.help("a log has one submission in JSON per line");
                    return Err(malformed((error.to_string(), help)));
                }
            };
            let read = Submission::read(&object).map_err(malformed)?;
            self.submission(path, *number, &read)?;
            *number += 1;
        }
        Ok(())
    }

    fn export(
        &mut self,
        path: &Path,
        campaign: Option<&str>,
        number: &mut usize,
    ) -> Result<(), CorpusError> {
        const HELP: &str = "name the log of a campaign (one submission per line) or the export \
                            `annotations.json`";
        let file = TextFile::read(path, "export of Pearmut", CHECK_PATH)?.without_mark();
        let mut names = BTreeSet::new();
        let mut taken: Option<String> = None;
        let read = json::each_in_lists(&without_constants(file.text()), |name, index, value| {
            names.insert(name.to_owned());
            if campaign.is_some_and(|wanted| wanted != name)
                || taken.as_ref().is_some_and(|taken| taken != name)
            {
                return Ok(());
            }
            taken.get_or_insert_with(|| name.to_owned());
            let refused = |(cause, help): (String, &str)| {
                let cause = format!("submission {} of campaign `{name}`: {cause}", index + 1);
                CorpusError::malformed(path, None, cause, help)
            };
            let object = value.as_object();
            let object = object.ok_or_else(|| refused(("it is no object".to_owned(), HELP)))?;
            let read = Submission::read(object).map_err(refused)?;
            self.submission(path, *number, &read)?;
            *number += 1;
            Ok(())
        });
        match read {
            Ok(()) => {}
            Err(json::ListsError::Json(error)) => {
                return Err(CorpusError::malformed(path, None, error.to_string(), HELP));
            }
            Err(json::ListsError::Visit(error)) => return Err(error),
        }
        let there = || listing(names.iter().map(String::as_str));
        match campaign {
            Some(wanted) if !names.contains(wanted) => {
                let cause = format!("there is no campaign `{wanted}`");
                let help = format!("the campaigns are: {}", there());
                Err(CorpusError::malformed(path, None, cause, help))
            }
            None if names.len() > 1 => {
                let cause = format!("there are {} in it", counted(names.len(), "campaign"));
                let help = format!("name one as `campaign`: {}", there());
                Err(CorpusError::malformed(path, None, cause, help))
            }
            _ => Ok(()),
        }
    }

    /// Adds a submission, or makes void what a reset is about.
    fn submission(
        &mut self,
        path: &Path,
        number: usize,
        submission: &Submission<'_>,
    ) -> Result<(), CorpusError> {
        let user = self.users.number(submission.user);
        let Some(segments) = &submission.segments else {
            let void: Vec<std::ops::Range<usize>> = match &submission.item_i {
                None => {
                    self.submitted.remove(&user).into_iter().flatten().flat_map(|e| e.1).collect()
                }
                Some(item) => {
                    let items = self.submitted.get_mut(&user);
                    items.and_then(|items| items.remove(item)).unwrap_or_default()
                }
            };
            for said in void.into_iter().flatten() {
                let said = &mut self.said[said];
                // A reset of a tutorial takes no rating back.
                said.reset = (said.status == ItemStatus::Kept).then_some(number);
                said.status = ItemStatus::Reset;
            }
            return Ok(());
        };
        let item_i = submission.item_i.clone().unwrap_or_default();
        let begin = self.said.len();
        for (index, segment) in segments.iter().enumerate() {
            let name = match segment.name {
                Some(name) => name.to_owned(),
                // Forms have no names of items.
                None => format!("{item_i}_#_{index}"),
            };
            let status = status(&item_i, &name);
            let next = self.items.len();
            let item = *self.by_name.entry(name.clone()).or_insert(next);
            if item == next {
                self.items.push((name, Item::default()));
            }
            if status == ItemStatus::Kept {
                let entry = &mut self.items[item].1;
                self.differing += entry.texts(segment, &mut self.systems);
            }
            for said in &segment.said {
                let status = match status {
                    ItemStatus::Kept if !segment.targets.contains_key(said.system) => {
                        ItemStatus::NotShown
                    }
                    status => status,
                };
                self.said.push(Said {
                    submission: number,
                    user,
                    item,
                    system: self.systems.number(said.system),
                    status,
                    reset: None,
                    score: said.score,
                    sliders: said
                        .sliders
                        .iter()
                        .map(|(n, v)| (self.sliders.number(n), *v))
                        .collect(),
                    errors: said
                        .errors
                        .iter()
                        .map(|(name, count)| (self.severities.number(name), f64::from(*count)))
                        .collect(),
                    beyond: said.beyond,
                    marked: said.marked.clone().into(),
                });
            }
        }
        check_columns(path, self.systems.len())?;
        let segments = self.items.len() as u64;
        let help = "name the log of one campaign";
        check_size(path, "the number of segments", segments, LIMITS.segments as u64, help)?;
        let said = begin..self.said.len();
        if let Some(times) = submission.times {
            self.times.push((said.clone(), times));
        }
        self.submitted.entry(user).or_default().entry(item_i).or_default().push(said);
        Ok(())
    }

    /// The language pair in the name of each segment with a rating.
    fn pairs(&self) -> Vec<Option<String>> {
        let mut pairs = vec![None; self.items.len()];
        for said in self.said.iter().filter(|said| said.status == ItemStatus::Kept) {
            pairs[said.item] = coded_pair(&self.items[said.item].0);
        }
        pairs
    }

    /// Leaves out what is not of the language pair `wanted`; an error if there are several and none is.
    fn choose(&mut self, path: &Path, wanted: Option<&str>) -> Result<(), CorpusError> {
        let item_pairs = self.pairs();
        let mut pairs = Pairs::new(wanted);
        item_pairs.iter().flatten().for_each(|pair| {
            pairs.takes(pair);
        });
        pairs.only(path, "language-pair")?;
        for said in self.said.iter_mut().filter(|said| said.status == ItemStatus::Kept) {
            if wanted.is_some() && item_pairs[said.item].as_deref() != wanted {
                said.status = ItemStatus::OtherPair;
            }
        }
        Ok(())
    }

    /// Marks ratings of which there is a later one by the same person.
    fn supersede(&mut self) {
        let mut latest: BTreeMap<(usize, usize, usize), usize> = BTreeMap::new();
        for index in 0..self.said.len() {
            let said = &self.said[index];
            if said.status == ItemStatus::Kept {
                let key = (said.user, said.item, said.system);
                if let Some(earlier) = latest.insert(key, index) {
                    self.said[earlier].status = ItemStatus::Superseded;
                }
            }
        }
    }

    fn warn(&self, path: &Path, warnings: &mut Warnings) {
        let kinds = [
            (ItemStatus::Superseded, "earlier submissions"),
            (ItemStatus::Reset, "before a reset"),
            (ItemStatus::Tutorial, "of tutorials"),
            (ItemStatus::Check, "attention checks"),
            (ItemStatus::NotShown, "of systems that were not shown"),
        ];
        let left_out = kinds.iter().filter_map(|(status, what)| {
            let count = self.said.iter().filter(|said| said.status == *status).count();
            (count > 0).then(|| format!("{count} {what}"))
        });
        let left_out: Vec<String> = left_out.collect();
        if !left_out.is_empty() {
            let message =
                format!("left out of {} annotations: {}", self.said.len(), left_out.join(", "));
            warnings.note(path, message, "they rate nothing, or were corrected: nothing to do");
        }
        if self.has_unfinished_line {
            let message = "the last line has no end and is left out";
            warnings.note(
                path,
                message,
                "it was being written: nothing to do while the campaign runs",
            );
        }
        if self.differing > 0 {
            let texts = counted(self.differing, "text");
            let differ = if self.differing == 1 { "differs" } else { "differ" };
            let message = format!("{texts} of a segment {differ} from an earlier submission");
            warnings.add(
                path,
                message,
                "the first text is taken: look whether the campaign changed",
            );
        }
    }

    fn into_corpus(self, path: &Path, counts: bool) -> Result<Corpus, CorpusError> {
        let kept = self.said.iter().filter(|said| said.status == ItemStatus::Kept);
        let used: BTreeSet<usize> = kept.clone().map(|said| said.item).collect();
        let mut order: Vec<(Place, usize)> =
            used.into_iter().map(|item| (Place::parse(&self.items[item].0), item)).collect();
        order.sort();
        let mut segments = vec![None; self.items.len()];
        let mut documents: Vec<Document> = Vec::new();
        for (segment, (place, item)) in order.iter().enumerate() {
            segments[*item] = Some(segment);
            extend(&mut documents, &place.document, || place.domain().map(str::to_owned));
        }
        let count = order.len();
        let systems: BTreeSet<usize> = kept.clone().map(|said| said.system).collect();
        let judges = self.users.len();
        check_cells(path, systems.len().saturating_mul(judges.min(8)), count)?;
        let items: Vec<&Item> = order.iter().map(|(_, item)| &self.items[*item].1).collect();
        let mut corpus = Corpus { documents, ..Corpus::default() };
        if items.iter().any(|item| item.source.is_some()) {
            corpus.source = Some(items.iter().map(|item| item.source.as_deref()).collect());
        }
        if items.iter().any(|item| item.reference.is_some()) {
            let texts = items.iter().map(|item| item.reference.as_deref()).collect();
            corpus.references.push(NamedTexts { name: "ref".to_owned(), texts });
        }
        for system in systems {
            let texts: Texts =
                items.iter().map(|item| item.targets.get(&system).map(|text| &**text)).collect();
            let name = self.systems.name(system).to_string();
            if file_names::looks_human(&name) || name.starts_with("Human (") {
                corpus.human_systems.insert(name.clone());
            }
            corpus.systems.push(NamedTexts { name, texts });
        }
        corpus.systems.sort_by(|one, other| one.name.cmp(&other.name));
        let mut criteria: BTreeMap<String, NamedRatings> = BTreeMap::new();
        for said in kept {
            let Some(segment) = segments[said.item] else { continue };
            let (system, user) = (self.systems.name(said.system), self.users.name(said.user));
            let marked = said.marked.iter().cloned();
            marked::add(&mut corpus.error_spans, (&**system, count), segment, marked);
            let score = said.score.map(|score| (CRITERION.to_owned(), score));
            let sliders = said.sliders.iter();
            let sliders = sliders.map(|(n, value)| (self.sliders.name(*n).to_string(), *value));
            let errors = (0..self.severities.len()).filter(|_| counts).map(|severity| {
                let counted = said.errors.iter().find(|(known, _)| *known == severity);
                let name = format!("{CRITERION}-{}", self.severities.name(severity));
                (name, counted.map_or(0.0, |(_, count)| *count))
            });
            for (criterion, value) in score.into_iter().chain(sliders).chain(errors) {
                let ratings = criteria.entry(criterion).or_default();
                ratings.declare(system, count);
                ratings.add(system, segment, user, value);
            }
        }
        if criteria.is_empty() {
            let cause = "no score is left: all are of tutorials or checks, or were reset";
            let help = "name the log of a campaign with ratings, or set `error-counts = true`";
            return Err(CorpusError::malformed(path, None, cause, help));
        }
        let mut judged = Judged::default();
        let mut clock = Clock::default();
        for (said, (begin, end)) in &self.times {
            let parts = &self.said[said.clone()];
            let rated = parts
                .iter()
                .filter(|said| [ItemStatus::Kept, ItemStatus::Superseded].contains(&said.status));
            clock.took(end - begin, rated.count());
        }
        let seconds = clock.median();
        for (criterion, ratings) in criteria {
            // Counts of errors come with the score: they take no separate time.
            if let Some(seconds) = seconds.filter(|_| !counts || !criterion.starts_with("esa-")) {
                corpus.rating_seconds.insert(criterion.clone(), seconds);
            }
            ratings.enter(&criterion, &mut judged);
        }
        (corpus.judgments, corpus.judge_names) = (judged.judgments, judged.names);
        Ok(corpus)
    }
}

/// What an item is, by its place in the campaign and its name.
fn status(item_i: &str, name: &str) -> ItemStatus {
    let is_around = item_i.starts_with("welcome_") || item_i.starts_with("goodbye_");
    if item_i.starts_with("random_") || name.starts_with("attention_check") {
        ItemStatus::Check
    } else if is_around || name.contains("_#_tutorial_#_") {
        ItemStatus::Tutorial
    } else {
        ItemStatus::Kept
    }
}
