//! What an analysis concludes, without the numbers that it follows from.

/// A conclusion about something: two runs that conclude the same have equal ones, however their numbers
/// differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The key of the analysis in a spec.
    pub analysis: &'static str,
    /// What it is about: a metric with systems, in words. No other verdict of the analysis on the same study
    /// and corpus is about the same.
    pub about: String,
    /// What is concluded, in words.
    pub conclusion: String,
}

impl Verdict {
    pub fn new(
        analysis: &'static str,
        about: impl Into<String>,
        conclusion: impl Into<String>,
    ) -> Self {
        Self { analysis, about: about.into(), conclusion: conclusion.into() }
    }
}
