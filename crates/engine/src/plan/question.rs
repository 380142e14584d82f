//! Questions: what a study asks of the replicates of a test set.
//!
//! A question is asked of a group of scorings that share the resamples of a job. Its options are part of
//! the key of its result, so whatever changes a result stands here or in the scorings. Each analysis
//! defines its own; the plan prices them, execution answers them, and neither knows which there are.

use std::fmt::Debug;
use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::job_results::JobResults;

/// A question to a group of scorings, typed by its result.
pub trait Question: Debug + Send + Sync + Serialize + 'static {
    /// What it gives.
    type Result: Serialize + DeserializeOwned;

    /// Tells questions apart whose options are alike. Part of the key of a result.
    const TAG: &'static str;

    /// What answering takes, beside the resamples and the scores of replicates.
    fn work(&self, _size: &TaskSize) -> Work {
        Work::default()
    }

    /// Bytes of the result.
    fn result_bytes(&self, _size: &TaskSize) -> f64 {
        0.0
    }

    /// The result for `group`.
    fn compute(&self, job: &JobResults<'_>, group: &Group<'_>) -> Self::Result;
}

/// What a question is asked of.
#[derive(Clone, Copy, Debug)]
pub struct Group<'a> {
    /// Indices of scorings in the corpus plan, without obstacles; at least one.
    pub scorings: &'a [usize],
    /// Number of replicates; 0 where only scores are asked for.
    pub replicates: u32,
}

/// What the price of a task depends on.
#[derive(Clone, Copy, Debug)]
pub struct TaskSize {
    /// Number of scorings.
    pub scorings: usize,
    /// Number of replicates.
    pub replicates: f64,
    /// Resampling units of the test set.
    pub units: f64,
    /// Segments of the test set.
    pub segments: f64,
    /// 16-bit columns of sufficient statistics of a scoring.
    pub columns: f64,
}

/// Nanoseconds on one core.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Work {
    /// For standard errors of single replicates (bootstrap-t).
    pub studentizing: f64,
    /// For everything else.
    pub other: f64,
}

impl Work {
    /// Work without standard errors of replicates.
    pub fn plain(nanoseconds: f64) -> Self {
        Self { studentizing: 0.0, other: nanoseconds }
    }
}

impl std::ops::Add for Work {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            studentizing: self.studentizing + other.studentizing,
            other: self.other + other.other,
        }
    }
}

impl std::iter::Sum for Work {
    fn sum<I: Iterator<Item = Self>>(work: I) -> Self {
        work.fold(Self::default(), |total, work| total + work)
    }
}

/// A question of any type. Two are equal where their tags and options are.
#[derive(Clone, Debug)]
pub struct AnyQuestion(Arc<Asked>);

/// What tasks share. One pointer for both: a plan may have a million of them.
#[derive(Debug)]
struct Asked {
    identity: Vec<u8>,
    question: Box<dyn ErasedQuestion>,
}

impl AnyQuestion {
    /// Forgets the type of `question`.
    pub fn new(question: impl Question) -> Self {
        Self(Arc::new(Asked { identity: identity(&question), question: Box::new(question) }))
    }

    /// Tag and options as bytes.
    pub fn identity(&self) -> &[u8] {
        &self.0.identity
    }

    /// Whether it is `question`.
    pub fn is<Q: Question>(&self, question: &Q) -> bool {
        self.0.identity == identity(question)
    }

    /// See [`Question::work`].
    pub fn work(&self, size: &TaskSize) -> Work {
        self.0.question.work(size)
    }

    /// See [`Question::result_bytes`].
    pub fn result_bytes(&self, size: &TaskSize) -> f64 {
        self.0.question.result_bytes(size)
    }

    /// Whether `bytes` are a result of this question, and nothing more.
    pub fn reads(&self, bytes: &[u8]) -> bool {
        self.0.question.reads(bytes)
    }

    /// The result for `group`, encoded; [`decode`] gives it its type back.
    pub fn compute(&self, job: &JobResults<'_>, group: &Group<'_>) -> Vec<u8> {
        self.0.question.compute(job, group)
    }
}

impl PartialEq for AnyQuestion {
    fn eq(&self, other: &Self) -> bool {
        self.0.identity == other.0.identity
    }
}

/// The result of a question of type `Q` from what [`AnyQuestion::compute`] made.
///
/// # Panics
///
/// If the bytes are those of another type, which is a bug: see [`AnyQuestion::reads`].
pub fn decode<Q: Question>(bytes: &[u8]) -> Q::Result {
    postcard::from_bytes(bytes).expect("a result has the type of its question")
}

fn identity<Q: Question>(question: &Q) -> Vec<u8> {
    postcard::to_stdvec(&(Q::TAG, question)).expect("options are plain data")
}

trait ErasedQuestion: Debug + Send + Sync {
    fn work(&self, size: &TaskSize) -> Work;
    fn result_bytes(&self, size: &TaskSize) -> f64;
    fn reads(&self, bytes: &[u8]) -> bool;
    fn compute(&self, job: &JobResults<'_>, group: &Group<'_>) -> Vec<u8>;
}

impl<Q: Question> ErasedQuestion for Q {
    fn work(&self, size: &TaskSize) -> Work {
        Question::work(self, size)
    }

    fn result_bytes(&self, size: &TaskSize) -> f64 {
        Question::result_bytes(self, size)
    }

    fn reads(&self, bytes: &[u8]) -> bool {
        // Its bytes do not name their types: those of another type may be read, but hardly to their very end.
        let result: Result<(Q::Result, &[u8]), _> = postcard::take_from_bytes(bytes);
        result.is_ok_and(|(_, rest)| rest.is_empty())
    }

    fn compute(&self, job: &JobResults<'_>, group: &Group<'_>) -> Vec<u8> {
        let result = Question::compute(self, job, group);
        postcard::to_stdvec(&result).expect("results are plain data")
    }
}
