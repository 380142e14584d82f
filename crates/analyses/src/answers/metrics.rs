//! Metrics in answers: what they are called, in which order they stand, and how several are one phrase.

use crate::presentation::{StudySection, metric_in_print};
use crate::words::in_a_row;

/// Metrics that a phrase names; of more it gives the number.
const NAMED: usize = 3;

/// Who scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scorer {
    /// People.
    Judges,
    /// Another program, whose scores were read.
    Program,
    /// This program, from texts.
    Texts,
}

impl Scorer {
    /// Who scores by a metric.
    pub fn of_metric(section: &StudySection<'_>, metric: &str) -> Self {
        match section.given(metric) {
            Some(given) if given.is_human => Self::Judges,
            Some(_) => Self::Program,
            None => Self::Texts,
        }
    }
}

/// A metric with who scores.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Labelled {
    pub(super) label: String,
    pub(super) scorer: Scorer,
}

impl Labelled {
    /// A metric of a section, with the title that distinguishes it there.
    pub(super) fn new(section: &StudySection<'_>, title: &str, metric: &str) -> Self {
        Self { label: metric_in_print(title), scorer: Scorer::of_metric(section, metric) }
    }

    /// What differences by it are counted in: people give points.
    pub(super) fn unit(&self) -> &str {
        if self.scorer == Scorer::Judges { "points" } else { &self.label }
    }
}

/// Some of `all` metrics as one phrase: `both judgments and all 5 metrics`, `MQM and BLEU`.
pub(super) fn phrase(some: &[&Labelled], all: &[&Labelled]) -> String {
    let parts = [(true, "judgment"), (false, "metric")].map(|(judges, noun)| {
        let [names, mut others] = [some, all].map(|metrics| -> Vec<&str> {
            let same_scorer = metrics.iter().filter(|one| (one.scorer == Scorer::Judges) == judges);
            same_scorer.map(|one| &*one.label).collect()
        });
        others.retain(|label| !names.contains(label));
        of_all(&names, &others, noun)
    });
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    in_a_row(&parts, "and")
}

/// Names, or how many they are of all.
fn of_all(names: &[&str], others: &[&str], noun: &str) -> Option<String> {
    let count = names.len();
    match (count, others.len()) {
        (0, _) => None,
        (1, _) => Some(names[0].to_owned()),
        (2, 0) => Some(format!("both {noun}s")),
        (_, 0) => Some(format!("all {count} {noun}s")),
        (_, left_out) if count > NAMED && left_out < NAMED => Some(format!(
            "{count} of {} {noun}s (not {})",
            count + left_out,
            in_a_row(others, "or")
        )),
        _ if count > NAMED => Some(format!("{count} of {} {noun}s", count + others.len())),
        _ => Some(in_a_row(names, "and")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labelled(names: &[&str], scorer: Scorer) -> Vec<Labelled> {
        names.iter().map(|name| Labelled { label: (*name).to_owned(), scorer }).collect()
    }

    #[test]
    fn several_metrics_are_one_phrase() {
        let judges = labelled(&["adequacy", "fluency"], Scorer::Judges);
        let texts = labelled(&["BLEU", "NIST", "GTM", "mWER", "mPER"], Scorer::Texts);
        let all: Vec<&Labelled> = judges.iter().chain(&texts).collect();
        for (indices, expected) in [
            (&[0, 1, 2, 3, 4, 5, 6][..], "both judgments and all 5 metrics"),
            (&[1, 2, 4, 5, 6], "fluency and 4 of 5 metrics (not NIST)"),
            (&[2, 3], "BLEU and NIST"),
            (&[0], "adequacy"),
        ] {
            let some: Vec<&Labelled> = indices.iter().map(|index| all[*index]).collect();
            assert_eq!(phrase(&some, &all), expected);
        }
    }
}
