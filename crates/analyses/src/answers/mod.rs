//! Answers: one block a question, over all metrics, corpora and studies of an experiment. The first screen and the page
//! begin with them; the findings behind them are the details.
//!
//! Nothing is estimated here: blocks put together what rows and findings say.

mod best;
mod by_metric;
mod metrics;
mod precision;
mod ranks;
mod ranks_verdict;
mod sizes;
mod told;

use serde_json::{Value, json};

pub use by_metric::{MetricColumns, merged};
pub use metrics::Scorer;
pub use ranks::{RankEntry, Ranks, rank_entries, ranks};

use crate::analyses::ANALYSES;
use crate::presentation::{Finding, StudySection, TextTable};
use crate::value::words;

words! {
    /// What people ask of an evaluation, in the order in which they do.
    pub enum Question {
        /// Which system is best, and how sure is that.
        Best = "best",
        /// How precise a score is.
        Precision = "precision",
        /// How much data decides.
        Sizes = "sizes",
        /// Whether judges agree.
        Judges = "judges",
        /// What the next campaign should buy.
        Buy = "buy",
        /// Whether a second round finds the same.
        Again = "again",
        /// Which metric to trust.
        Metrics = "metrics",
        /// What references do.
        References = "references",
        /// Whether all corpora together say the same.
        Together = "together",
        /// Whether the methods keep what they promise.
        Methods = "methods",
        /// What everything else rests on, and no one asks for: single replicates, published values.
        None = "none",
    }
}

impl Question {
    /// As people ask it.
    pub fn in_words(self) -> &'static str {
        match self {
            Self::Best => "Which system is best?",
            Self::Precision => "How precise is one score?",
            Self::Sizes => "How much data is enough?",
            Self::Judges => "Do judges agree?",
            Self::Buy => "What to buy next?",
            Self::Again => "Would a second round find the same?",
            Self::Metrics => "Which metric agrees with people?",
            Self::References => "What do references change?",
            Self::Together => "What do all corpora say together?",
            Self::Methods => "Do the methods keep their promise?",
            Self::None => "What else?",
        }
    }
}

/// A study on a corpus with its findings.
pub struct Told<'a> {
    /// What the findings are about.
    pub section: StudySection<'a>,
    /// Each with the number of its analysis.
    pub findings: &'a [(usize, Finding)],
}

/// The answer to a question.
#[derive(Clone, Debug)]
pub struct Block {
    /// What was asked.
    pub question: Question,
    /// In one sentence.
    pub verdict: String,
    /// What else a reader should know, few sentences.
    pub sentences: Vec<String>,
    /// Its numbers, at most 80 columns wide.
    pub table: Option<TextTable>,
    /// What stands in a line for each metric: of several blocks in one table.
    pub by_metric: Option<MetricColumns>,
    /// Without which a reader would do something wrong.
    pub notes: Vec<String>,
    /// Headlines of findings that sentences leave out.
    pub left_out: usize,
    /// The findings that it puts together: study, corpus and key of the analysis.
    pub sources: Vec<Source>,
}

/// Where a block comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// Its name.
    pub study: String,
    /// Its name; empty over all corpora.
    pub corpus: String,
    /// As findings call it.
    pub analysis: &'static str,
}

impl Block {
    fn new(question: Question, verdict: impl Into<String>) -> Self {
        Self {
            question,
            verdict: verdict.into(),
            sentences: Vec::new(),
            table: None,
            by_metric: None,
            notes: Vec::new(),
            left_out: 0,
            sources: Vec::new(),
        }
    }

    /// For scripts.
    pub fn to_json(&self) -> Value {
        let sources = self.sources.iter().map(|source| {
            let corpus = Some(&source.corpus).filter(|corpus| !corpus.is_empty());
            json!({ "study": source.study, "corpus": corpus, "analysis": source.analysis })
        });
        json!({
            "key": self.question,
            "question": self.question.in_words(),
            "verdict": self.verdict,
            "sentences": self.sentences,
            "notes": self.notes,
            "sources": sources.collect::<Vec<_>>(),
        })
    }
}

/// The answers of an experiment to all questions that it asks, in the order of [`Question`].
pub fn answers(told: &[Told<'_>]) -> Vec<Block> {
    Question::ALL.into_iter().filter_map(|question| answer(question, told)).collect()
}

fn answer(question: Question, told: &[Told<'_>]) -> Option<Block> {
    let block = match question {
        Question::Best => best::block(told),
        Question::Precision => precision::block(told),
        Question::Sizes => sizes::block(told),
        Question::None => return None,
        _ => None,
    };
    let mut block = block.or_else(|| told::block(question, told))?;
    block.sources = sources(question, told);
    Some(block)
}

/// The findings that belong to a question.
fn sources(question: Question, told: &[Told<'_>]) -> Vec<Source> {
    let sources = findings_about(question, told).map(|(_, finding)| Source {
        study: finding.study.clone(),
        corpus: finding.corpus.clone(),
        analysis: finding.analysis,
    });
    sources.collect()
}

/// The findings that belong to a question, each with its study and corpus.
fn findings_about<'t, 'a>(
    question: Question,
    told: &'t [Told<'a>],
) -> impl Iterator<Item = (&'t StudySection<'a>, &'a Finding)> {
    told.iter().flat_map(move |told| {
        let belongs = move |(number, _): &&(usize, Finding)| ANALYSES[*number].question == question;
        let findings = told.findings.iter().filter(belongs);
        findings.map(move |(_, finding)| (&told.section, finding))
    })
}
