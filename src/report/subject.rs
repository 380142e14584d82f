//! What a study on a corpus is about, said once before its findings.

use std::collections::BTreeSet;
use std::fmt::Write;

use serde_json::{Value, json};

use crate::analyses::ScoreRow;
use crate::presentation::{Rows, StudySection};
use crate::words::{grouped, grouped_count, listing};

const INTO_STRING: &str = "writing to a string cannot fail";

/// What the scores of a study on a corpus are of, on its largest test set.
pub(super) struct Subject<'a> {
    study: &'a str,
    corpus: &'a str,
    is_synthetic: bool,
    /// Systems that have a score.
    systems: usize,
    documents: u32,
    segments: u64,
    /// The smallest and the largest number of references; none where no metric reads any.
    references: Option<(u32, u32)>,
    /// Metrics that only a part of the test set counts for.
    partial: Vec<Partial<'a>>,
    /// Metrics whose scores are adjusted for what systems have scores of, and for what besides.
    adjusted: Vec<(&'a str, &'static str)>,
    /// Metrics of given scores with their signatures, which say what is better.
    given: Vec<(&'a str, &'a str)>,
    /// Unit of resampling.
    unit: &'a str,
    /// Number of judges, where they are resampled.
    judges: Option<u64>,
    /// Metrics that have none, where they are.
    without_judges: Vec<&'a str>,
    /// Confidence level, percent.
    level: f64,
    /// How samples are picked, and their number, where the study takes several.
    samples: Option<(&'a str, u64)>,
}

/// A metric that only a part of the test set counts for.
struct Partial<'a> {
    metric: &'a str,
    /// Whether people are the judges.
    is_human: bool,
    /// Documents and segments that count.
    documents: u32,
    segments: u64,
}

impl<'a> Subject<'a> {
    /// What the scores are of; nothing where there are none.
    pub(super) fn new(section: &StudySection<'a>) -> Option<Self> {
        let rows = section.rows::<ScoreRow>().of_first_draws();
        let has_score = rows.keep(|row| row.score.is_some());
        let largest = if has_score.is_empty() { rows } else { has_score }.of_most_documents();
        let first = largest.first()?;
        let systems: BTreeSet<&str> = largest.iter().map(|row| row.cell.system()).collect();
        let references = || largest.iter().filter_map(|row| row.cell.reference_count);
        let partial =
            largest.groups(|row| &*row.cell.metric).into_iter().filter_map(|(metric, rows)| {
                // A mask gives all systems the same; without one, the system with the most stands for all.
                let row = rows.iter().max_by_key(|row| row.cell.judged_segments)?;
                let (documents, segments) = (row.cell.judged_documents?, row.cell.judged_segments?);
                let is_human = section.is_human(metric);
                (segments < row.cell.segments?).then_some(Partial {
                    metric,
                    is_human,
                    documents,
                    segments,
                })
            });
        Some(Self {
            study: section.study,
            corpus: section.corpus,
            is_synthetic: section.is_synthetic(),
            systems: systems.len(),
            documents: first.cell.documents,
            segments: largest.iter().filter_map(|row| row.cell.segments).max().unwrap_or(0),
            references: references().min().zip(references().max()),
            partial: partial.collect(),
            adjusted: adjusted(&largest),
            given: given(&largest),
            unit: section.judges().map_or(&*first.resample, |_| section.unit()),
            judges: section.judges(),
            without_judges: without_judges(&largest),
            level: section.level(),
            samples: section
                .samples()
                .filter(|samples| samples.count > 1)
                .map(|samples| (samples.sampling.as_str(), samples.count)),
        })
    }

    /// The study and its corpus.
    pub(super) fn title(&self) -> String {
        format!("Study {}, corpus {}", self.study, self.corpus)
    }

    /// In sentences: what there is, what counts of it, and how it is resampled.
    pub(super) fn sentences(&self) -> String {
        let mut text = grouped_count(self.systems as u64, "system");
        // Documents of one segment each are no more than segments.
        if self.segments != u64::from(self.documents) {
            write!(text, ", {}", grouped_count(self.documents.into(), "document"))
                .expect(INTO_STRING);
        }
        write!(text, ", {}", grouped_count(self.segments, "segment")).expect(INTO_STRING);
        if let Some(judges) = self.judges {
            write!(text, ", {}", grouped_count(judges, "judge")).expect(INTO_STRING);
        }
        match self.references {
            Some((least, most)) if least < most => write!(text, ", {least} to {most} references"),
            Some((_, most)) => write!(text, ", {}", grouped_count(most.into(), "reference")),
            None => Ok(()),
        }
        .expect(INTO_STRING);
        if self.is_synthetic {
            text.push_str(", synthetic");
        }
        text.push('.');
        if let Some((sampling, count)) = &self.samples {
            write!(text, " The largest of {} {sampling} samples.", grouped(*count))
                .expect(INTO_STRING);
        }
        for partial in &self.partial {
            let Partial { metric, is_human, documents, segments } = partial;
            let counts = if *is_human { "judged" } else { "scored" };
            let (all, of) = (self.documents, grouped(self.segments));
            let segments = grouped(*segments);
            if *documents < all {
                write!(
                    text,
                    " {metric}: {documents} of {all} documents {counts} ({segments} of {of} segments)."
                )
            } else {
                write!(text, " {metric}: {segments} of {of} segments {counts}, in all documents.")
            }
            .expect(INTO_STRING);
        }
        for (metric, what) in &self.adjusted {
            write!(text, " {metric}: scores adjusted for {what}, which differ between systems.")
                .expect(INTO_STRING);
        }
        let given = self.given.iter();
        if let Some(sentence) = directions(given.map(|(name, of)| (*name, *of, is_higher(of)))) {
            write!(text, " {sentence}").expect(INTO_STRING);
        }
        let resampled = match self.unit {
            "documents" => "Whole documents resampled",
            "two-stage" => "Documents resampled, and segments within them",
            "documents and judges" => "Whole documents and judges resampled",
            "segments and judges" => "Single segments and judges resampled",
            _ => "Single segments resampled",
        };
        // Without the last digits, which are those of a binary fraction.
        let level = (self.level * 1e8).round() / 1e8;
        write!(text, " {resampled}, {level} % intervals.").expect(INTO_STRING);
        if let Some(texts) = self.unit.strip_suffix(" and judges")
            && !self.without_judges.is_empty()
        {
            let metrics = listing(self.without_judges.iter().copied());
            let have = if self.without_judges.len() == 1 { "has" } else { "have" };
            write!(text, " {metrics} {have} no judges: {texts} alone.").expect(INTO_STRING);
        }
        text
    }

    /// For scripts.
    pub(super) fn to_json(&self) -> Value {
        let partial = self.partial.iter().map(|partial| {
            let Partial { metric, is_human, documents, segments } = partial;
            json!({
                "metric": metric,
                "is_human": is_human,
                "documents": documents,
                "segments": segments,
            })
        });
        let mut subject = json!({
            "study": self.study,
            "corpus": self.corpus,
            "synthetic": self.is_synthetic,
            "systems": self.systems,
            "documents": self.documents,
            "segments": self.segments,
            "references": self.references.map(|(least, most)| [least, most]),
            "partial": partial.collect::<Vec<_>>(),
            "resample": self.unit,
            "level": self.level / 100.0,
        });
        if let (Some(judges), Some(subject)) = (self.judges, subject.as_object_mut()) {
            subject.insert("judges".to_owned(), judges.into());
        }
        if let (false, Some(subject)) = (self.given.is_empty(), subject.as_object_mut()) {
            let of_metric = |(metric, signature): &(&str, &str)| json!({ "metric": metric, "higher_is_better": is_higher(signature) });
            subject.insert("directions".to_owned(), self.given.iter().map(of_metric).collect());
        }
        if let (false, Some(subject)) = (self.adjusted.is_empty(), subject.as_object_mut()) {
            let of_metric =
                |(metric, what): &(&str, &str)| json!({ "metric": metric, "for": what });
            subject.insert("adjusted".to_owned(), self.adjusted.iter().map(of_metric).collect());
        }
        subject
    }
}

/// Metrics whose signatures say that scores are adjusted, with what for.
fn adjusted<'a>(rows: &Rows<'a, ScoreRow>) -> Vec<(&'a str, &'static str)> {
    let of_metric = |(metric, rows): (&'a str, Rows<'a, ScoreRow>)| {
        let estimate =
            rows.first()?.signature.split('|').find_map(|own| own.strip_prefix("estimate:"));
        let what = if rows.first()?.signature.contains("|level:document") {
            "documents"
        } else if estimate? == "adjusted-judges" {
            "segments and judges"
        } else {
            "segments"
        };
        estimate.map(|_| (metric, what))
    };
    rows.groups(|row| &*row.cell.metric).into_iter().filter_map(of_metric).collect()
}

/// Metrics of given scores, with their signatures.
fn given<'a>(rows: &Rows<'a, ScoreRow>) -> Vec<(&'a str, &'a str)> {
    let of_metric = |(metric, rows): (&'a str, Rows<'a, ScoreRow>)| {
        let signature = &*rows.first()?.signature;
        signature.contains("|better:").then_some((metric, signature))
    };
    rows.groups(|row| &*row.cell.metric).into_iter().filter_map(of_metric).collect()
}

/// Whether the signature of given scores says that higher is better.
fn is_higher(signature: &str) -> bool {
    !signature.contains("|better:lower")
}

/// Which way is better, in a sentence: of all metrics whose lower scores are, and of scores of other programs. A metric
/// has its signature, and says whether higher is better.
pub(super) fn directions<'a>(
    metrics: impl Iterator<Item = (&'a str, &'a str, bool)>,
) -> Option<String> {
    const LISTED: usize = 6;
    let (mut higher, mut lower) = (Vec::new(), Vec::new());
    for (name, signature, is_higher) in metrics {
        if !is_higher {
            lower.push(name);
        } else if signature.starts_with("external|") {
            higher.push(name);
        }
    }
    let of_higher = if higher.len() > LISTED {
        format!("{} external scores", higher.len())
    } else {
        listing(higher.iter().copied())
    };
    let parts = [("Lower", listing(lower)), ("Higher", of_higher)].into_iter();
    let parts = parts.filter(|(_, names)| !names.is_empty());
    let parts: Vec<String> =
        parts.map(|(what, names)| format!("{what} is better: {names}.")).collect();
    (!parts.is_empty()).then(|| parts.join(" "))
}

/// Metrics whose scores are resampled by texts alone, where those of others are not.
fn without_judges<'a>(rows: &Rows<'a, ScoreRow>) -> Vec<&'a str> {
    let mut metrics: Vec<&str> = Vec::new();
    for row in rows.iter().filter(|row| !row.resample.ends_with("judges")) {
        if !metrics.contains(&&*row.cell.metric) {
            metrics.push(&row.cell.metric);
        }
    }
    metrics
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::presentation::About;
    use crate::table::{Cell, Tables};

    fn subject(rows: &[(&str, &str, u32, u64, Option<f64>)], resample: &str) -> String {
        let row = |(metric, system, judged_documents, judged, score): &(
            &str,
            &str,
            u32,
            u64,
            Option<f64>,
        )| {
            ScoreRow {
                cell: Cell {
                    study: "s".into(),
                    corpus: "c".into(),
                    metric: (*metric).into(),
                    system: Some((*system).into()),
                    reference_count: (*metric == "bleu").then_some(1),
                    documents: 20,
                    segments: Some(1400),
                    judged_documents: Some(*judged_documents),
                    judged_segments: Some(*judged),
                    ..Cell::default()
                },
                score: *score,
                resample: resample.into(),
                ..ScoreRow::default()
            }
        };
        let mut tables = Tables::default();
        tables.insert(rows.iter().map(row).collect::<Vec<_>>());
        let about = About::of_studies(&["s"]);
        let sections = StudySection::all(&tables, &about);
        Subject::new(&sections[0]).expect("there are scores").sentences()
    }

    #[test]
    fn what_counts_is_said() {
        let score = Some(1.0);
        assert_eq!(
            subject(&[("bleu", "a", 20, 1400, score), ("bleu", "b", 20, 1400, score)], "documents"),
            "2 systems, 20 documents, 1,400 segments, 1 reference. Whole documents resampled, 95 % \
             intervals."
        );
        // A system without a score is none of those that are compared.
        assert_eq!(
            subject(&[("mqm", "a", 12, 900, score), ("mqm", "b", 0, 0, None)], "segments"),
            "1 system, 20 documents, 1,400 segments. mqm: 12 of 20 documents scored (900 of 1,400 \
             segments). Single segments resampled, 95 % intervals."
        );
        assert_eq!(
            subject(&[("mqm", "a", 20, 900, score)], "documents"),
            "1 system, 20 documents, 1,400 segments. mqm: 900 of 1,400 segments scored, in all \
             documents. Whole documents resampled, 95 % intervals."
        );
    }
}
