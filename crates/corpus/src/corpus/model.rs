//! The one model that all formats are read into.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// One text per segment, any of which may be missing, in one buffer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Texts {
    buffer: String,
    /// End of each text in `buffer`; a missing text is empty and marked in `missing`.
    ends: Vec<usize>,
    missing: Vec<bool>,
}

impl Texts {
    /// No text yet, with room for `segments` of together `bytes` bytes.
    pub fn with_capacity(segments: usize, bytes: usize) -> Self {
        Self {
            buffer: String::with_capacity(bytes),
            ends: Vec::with_capacity(segments),
            missing: Vec::with_capacity(segments),
        }
    }

    /// Number of segments.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is no segment.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Bytes of all texts together.
    pub fn text_bytes(&self) -> usize {
        self.buffer.len()
    }

    /// Bytes that they take in memory.
    pub fn bytes(&self) -> usize {
        self.buffer.capacity() + self.ends.capacity() * size_of::<usize>() + self.missing.capacity()
    }

    /// Appends the text of the next segment; `None` where it is missing (an empty text is not).
    pub fn push(&mut self, text: Option<&str>) {
        self.buffer.push_str(text.unwrap_or(""));
        self.ends.push(self.buffer.len());
        self.missing.push(text.is_none());
    }

    /// The text of segment `index`, `None` where it is missing.
    ///
    /// # Panics
    ///
    /// If `index` is not below [`Texts::len`].
    pub fn get(&self, index: usize) -> Option<&str> {
        if self.missing[index] {
            return None;
        }
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        Some(&self.buffer[start..self.ends[index]])
    }

    /// Bytes of the text of segment `index`, without looking at it; `None` where it is missing.
    ///
    /// # Panics
    ///
    /// If `index` is not below [`Texts::len`].
    pub fn length(&self, index: usize) -> Option<usize> {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        (!self.missing[index]).then(|| self.ends[index] - start)
    }

    /// All texts in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Option<&str>> + Clone {
        (0..self.len()).map(|index| self.get(index))
    }
}

impl<'a> FromIterator<Option<&'a str>> for Texts {
    fn from_iter<I: IntoIterator<Item = Option<&'a str>>>(texts: I) -> Self {
        let mut all = Self::default();
        for text in texts {
            all.push(text);
        }
        all
    }
}

impl<'a> FromIterator<&'a str> for Texts {
    fn from_iter<I: IntoIterator<Item = &'a str>>(texts: I) -> Self {
        texts.into_iter().map(Some).collect()
    }
}

/// A document: a contiguous run of segments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// Unique within the corpus.
    pub id: String,
    /// Domain or genre, where the format has one.
    pub domain: Option<String>,
    /// Indices of its segments in the corpus.
    pub segments: Range<usize>,
}

/// A named column of texts: a reference or a system output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedTexts {
    /// Name of the translator or the system.
    pub name: String,
    /// One text per segment of the corpus.
    pub texts: Texts,
}

/// Outputs of several runs of one system, such as of training with other seeds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SystemRuns {
    /// Name of the system, which has no output of its own.
    pub system: String,
    /// Names of the outputs of its runs.
    pub runs: Vec<String>,
}

/// The judgments that one system received on one criterion.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Judgments {
    /// `judges[j][i]`: the score that the `j`-th judge gave segment `i`; `None` where there is
    /// none. Judges are interchangeable: the `j`-th need not be the same person everywhere.
    pub judges: Vec<Vec<Option<f64>>>,
}

impl Judgments {
    /// The mean score of each segment, of the judges who gave one.
    pub fn means(&self) -> Vec<Option<f64>> {
        let count = self.judges.first().map_or(0, Vec::len);
        let mean = |segment: usize| {
            let scores: Vec<f64> = self.judges.iter().filter_map(|judge| judge[segment]).collect();
            (!scores.is_empty()).then(|| scores.iter().sum::<f64>() / scores.len() as f64)
        };
        (0..count).map(mean).collect()
    }
}

/// Who gave the judgments of one system on one criterion: as `judges` of [`Judgments`], with a name in
/// place of each score.
pub type JudgeNames = Vec<Vec<Option<Arc<str>>>>;

/// Several ratings of an output by one judge, of which [`Judgments`] have the mean.
#[derive(Clone, Debug, PartialEq)]
pub struct RepeatedRatings {
    /// The system.
    pub system: String,
    /// Index of the segment in the corpus.
    pub segment: usize,
    /// The judge, as among the names of judges.
    pub judge: Arc<str>,
    /// Two scores or more, in the order in which they were given.
    pub scores: Vec<f64>,
}

/// Scores of one system by one criterion or external metric, keyed by system name.
pub type BySystem<T> = BTreeMap<String, T>;

/// Calls the systems otherwise.
fn renamed<T>(by_system: &mut BySystem<T>, name: &impl Fn(&String) -> String) {
    let columns = std::mem::take(by_system).into_iter();
    *by_system = columns.map(|(system, column)| (name(&system), column)).collect();
}

/// An error that a judge marked in an output.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ErrorSpan {
    /// Characters before it.
    pub start: usize,
    /// Characters before its end; as its start where nothing is marked, as of an omission.
    pub end: usize,
    /// Severity in the words of the judgments, such as `major`.
    pub severity: String,
    /// Category, where the judgments have it.
    pub category: Option<String>,
}

impl ErrorSpan {
    /// Severity and category.
    pub fn label(&self) -> String {
        match &self.category {
            Some(category) => format!("{}: {category}", self.severity),
            None => self.severity.clone(),
        }
    }

    /// The same in an output of `characters` characters: what is behind its end is at its end.
    #[must_use]
    pub fn within(self, characters: usize) -> Self {
        let [start, end] = [self.start, self.end].map(|place| place.min(characters));
        Self { start, end, ..self }
    }
}

/// A rating in the log of a running campaign, with what became of it.
#[derive(Clone, Debug, PartialEq)]
pub struct LoggedRating {
    /// Place of its submission in the log, from 0.
    pub place: u32,
    /// Place of the submission that took it back: a later one by the same person, or a reset.
    pub until: Option<u32>,
    /// When it was submitted, in seconds since 1970, where the log has times.
    pub time: Option<f64>,
    /// The document, as the log names it.
    pub document: Arc<str>,
    /// The segment.
    pub segment: Arc<str>,
    /// The system.
    pub system: Arc<str>,
    /// Who gave it.
    pub judge: Arc<str>,
    /// The score.
    pub score: f64,
}

/// Marked errors by system, then segment.
pub type ErrorSpans = BySystem<Vec<Vec<ErrorSpan>>>;

/// A corpus. Every column has [`Corpus::segment_count`] entries, unless it is of documents.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Corpus {
    /// Name under which the spec declares it.
    pub name: String,
    /// Documents in corpus order; together they cover every segment once.
    pub documents: Vec<Document>,
    /// Source texts, where known.
    pub source: Option<Texts>,
    /// References in the order in which reference counts take them.
    pub references: Vec<NamedTexts>,
    /// Outputs, in alphabetical order of their names or as the format orders them.
    pub systems: Vec<NamedTexts>,
    /// Which outputs are of several runs of a system, where the corpus says so.
    pub runs: Vec<SystemRuns>,
    /// Systems known from judgments or scores alone, without text.
    pub systems_without_text: Vec<String>,
    /// Names under which human translations stand among the systems, whether or not they are in
    /// use as references.
    pub human_systems: BTreeSet<String>,
    /// Human judgments: criterion, then system.
    pub judgments: BTreeMap<String, BySystem<Judgments>>,
    /// Who gave them, by criterion and system; nothing where the format has no names. No judgment of a
    /// criterion and system that is here lacks its name; a name where there is no judgment says nothing.
    pub judge_names: BTreeMap<String, BySystem<JudgeNames>>,
    /// Ratings of outputs that a judge rated more than once, by criterion, in the order of systems and segments: `judgments`
    /// have their means.
    pub repeats: BTreeMap<String, Vec<RepeatedRatings>>,
    /// Median seconds that a rating takes, by criterion, where the format has times: of all that a judge
    /// does for one judgment, reading included.
    pub rating_seconds: BTreeMap<String, f64>,
    /// All ratings as they came, by criterion, where the format is a log: also those that were taken back, which
    /// `judgments` lack.
    pub log: BTreeMap<String, Vec<LoggedRating>>,
    /// Errors that judges marked, of systems that have any: for the eye, no score is made of them.
    pub error_spans: ErrorSpans,
    /// Segment scores of external metrics: metric name, then system.
    pub external: BTreeMap<String, BySystem<Vec<Option<f64>>>>,
    /// Scores that whole documents received from external metrics or from judges: name of the score,
    /// then system; one entry per document.
    pub external_documents: BTreeMap<String, BySystem<Vec<Option<f64>>>>,
    /// External scores of which lower is better, where the format says it of scores that are not known by name.
    pub lower_is_better: BTreeSet<String>,
    /// What each segment weighs in means, where they were picked with unequal probabilities: one over the probability.
    /// Those that were not picked have no weight, and do not count.
    pub weights: Option<Vec<Option<f64>>>,
    /// Whether the texts were generated, which every report must say.
    pub synthetic: bool,
}

impl Corpus {
    /// Calls systems otherwise: by their names, those that they are to have.
    ///
    /// # Errors
    ///
    /// If there is no such system, or two would have the same name.
    pub fn rename_systems(&mut self, names: &BTreeMap<String, String>) -> Result<(), String> {
        let systems: BTreeSet<&str> = self.machine_systems().collect();
        if let Some(name) = names.keys().find(|name| !systems.contains(name.as_str())) {
            return Err(format!("there is no system `{name}`"));
        }
        let name = |system: &String| names.get(system).unwrap_or(system).clone();
        let here: BTreeSet<String> =
            systems.iter().map(|system| name(&(*system).to_owned())).collect();
        if here.len() < systems.len() {
            return Err("two systems would have the same name".to_owned());
        }
        for system in &mut self.systems {
            system.name = name(&system.name);
        }
        for system in &mut self.systems_without_text {
            *system = name(system);
        }
        self.runs
            .iter_mut()
            .flat_map(|of_system| &mut of_system.runs)
            .for_each(|run| *run = name(run));
        self.judgments.values_mut().for_each(|by_system| renamed(by_system, &name));
        self.judge_names.values_mut().for_each(|by_system| renamed(by_system, &name));
        self.external.values_mut().for_each(|by_system| renamed(by_system, &name));
        for ratings in self.repeats.values_mut().flatten() {
            ratings.system = name(&ratings.system);
        }
        for rating in self.log.values_mut().flatten() {
            rating.system = name(&rating.system.to_string()).into();
        }
        Ok(())
    }

    /// Number of segments.
    pub fn segment_count(&self) -> usize {
        self.documents.last().map_or(0, |last| last.segments.end)
    }

    /// Bytes that its texts, judgments and scores take in memory.
    pub fn bytes(&self) -> usize {
        let named = self.references.iter().chain(&self.systems).map(|named| &named.texts);
        let texts: usize = named.chain(&self.source).map(Texts::bytes).sum();
        let judges = self
            .judgments
            .values()
            .flat_map(BTreeMap::values)
            .flat_map(|judgments| &judgments.judges);
        let scores = self.external.values().chain(self.external_documents.values());
        let columns = judges.chain(scores.flat_map(BTreeMap::values)).chain(&self.weights);
        let names = self.judge_names.values().flat_map(BTreeMap::values).flatten();
        let names: usize = names.map(|names| names.len() * size_of::<Option<Arc<str>>>()).sum();
        let repeats = self.repeats.values().flatten();
        let repeats = repeats
            .map(|ratings| size_of::<RepeatedRatings>() + ratings.scores.len() * size_of::<f64>());
        let log = self.log.values().map(Vec::len).sum::<usize>() * size_of::<LoggedRating>();
        texts
            + names
            + repeats.sum::<usize>()
            + log
            + columns.map(|values| values.len() * size_of::<Option<f64>>()).sum::<usize>()
    }

    /// Puts the texts, scores and judgments of segments in another order, in which the documents are already.
    pub fn put_in_order(&mut self, order: &[usize]) {
        let texts =
            self.systems.iter_mut().chain(&mut self.references).map(|named| &mut named.texts);
        for texts in texts.chain(&mut self.source) {
            *texts = order.iter().map(|segment| texts.get(*segment)).collect();
        }
        let judgments = self.judgments.values_mut().flat_map(BTreeMap::values_mut);
        let columns = judgments.flat_map(|judgments| &mut judgments.judges);
        let scores = self.external.values_mut().flat_map(BTreeMap::values_mut);
        for column in columns.chain(scores) {
            *column = order.iter().map(|segment| column[*segment]).collect();
        }
        for names in self.judge_names.values_mut().flat_map(BTreeMap::values_mut).flatten() {
            *names = order.iter().map(|segment| names[*segment].clone()).collect();
        }
    }

    /// The same corpus without any text: its documents, names, judgments and scores.
    #[must_use]
    pub fn without_texts(&self) -> Self {
        let [references, systems] = [&self.references, &self.systems].map(|all| {
            all.iter()
                .map(|named| NamedTexts { name: named.name.clone(), texts: Texts::default() })
                .collect()
        });
        Self {
            name: self.name.clone(),
            documents: self.documents.clone(),
            source: None,
            references,
            systems,
            runs: self.runs.clone(),
            systems_without_text: self.systems_without_text.clone(),
            human_systems: self.human_systems.clone(),
            judgments: self.judgments.clone(),
            judge_names: self.judge_names.clone(),
            repeats: self.repeats.clone(),
            rating_seconds: self.rating_seconds.clone(),
            log: self.log.clone(),
            // They are places in the texts.
            error_spans: ErrorSpans::new(),
            external: self.external.clone(),
            external_documents: self.external_documents.clone(),
            lower_is_better: self.lower_is_better.clone(),
            weights: self.weights.clone(),
            synthetic: self.synthetic,
        }
    }

    /// The texts of the output named `system`.
    pub fn system(&self, system: &str) -> Option<&Texts> {
        self.systems.iter().find(|output| output.name == system).map(|output| &output.texts)
    }

    /// The texts of the reference named `reference`.
    pub fn reference(&self, reference: &str) -> Option<&Texts> {
        self.references.iter().find(|column| column.name == reference).map(|column| &column.texts)
    }

    /// The texts that are scored under `name`: those of an output, or of a reference that is scored
    /// like one.
    pub fn hypotheses(&self, name: &str) -> Option<&Texts> {
        self.system(name).or_else(|| self.reference(name))
    }

    /// Names of the systems that are neither references nor known to be human translations: what
    /// a study takes when it names no systems.
    pub fn machine_systems(&self) -> impl Iterator<Item = &str> {
        let names = self.systems.iter().map(|system| system.name.as_str());
        let names = names.chain(self.systems_without_text.iter().map(String::as_str));
        names.filter(|name| self.reference(name).is_none() && !self.human_systems.contains(*name))
    }
}
