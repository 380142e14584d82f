//! What a difference is worth before there are data, for people. It estimates nothing.

use super::{signature, summary};
use crate::presentation::Finding;

/// The answer in lines of at most 80 columns, with the signature of the metric, and emphasis if it `is_styled`.
pub fn text(finding: &Finding, metric_signature: &str, is_styled: bool) -> String {
    let answer = summary::of_finding(finding, summary::JSON, is_styled);
    format!("{answer}\n{}", signature::on_terminal(metric_signature))
}
