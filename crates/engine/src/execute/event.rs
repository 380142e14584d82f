//! What happens while a plan runs.

/// Something that happened. Estimates are in seconds of one core.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Event {
    /// Work begins.
    Started {
        /// Jobs to run.
        jobs: usize,
        /// Results that earlier runs left.
        reused_results: usize,
        /// Estimated work.
        seconds: f64,
    },
    /// Statistics of scorings are being extracted.
    Extracting {
        /// Number of scorings.
        scorings: usize,
    },
    /// Statistics of all scorings are there.
    Extracted,
    /// A job is done.
    JobFinished {
        /// Its estimated work.
        seconds: f64,
    },
}
