//! What a study on a corpus is about, said once before its findings.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::analyses::ScoreRow;
use crate::presentation::{GivenScores, Rows, StudySection};
use crate::table::{Resampled, TextUnit};
use crate::words::{capitalised, grouped, grouped_count, listing};

/// What the scores of a study on a corpus are of, on its largest test set.
pub(super) struct Subject<'a> {
    study: &'a str,
    corpus: &'a str,
    is_synthetic: bool,
    /// Systems that have a score; all where none has.
    systems: usize,
    documents: u32,
    segments: u64,
    /// The smallest and the largest number of references; none where no metric reads any.
    references: Option<(u32, u32)>,
    /// Metrics that only a part of the test set counts for.
    partial: Vec<Partial<'a>>,
    /// Metrics of given scores.
    given: Vec<(&'a str, GivenScores)>,
    unit: Resampled,
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
        let all = section.rows::<ScoreRow>().of_first_draws().of_most_documents();
        let has_score = all.keep(|row| row.score.is_some());
        let rows = if has_score.is_empty() { all } else { has_score };
        let first = rows.first()?;
        let systems: BTreeSet<&str> = rows.iter().map(|row| row.cell.system()).collect();
        let references = rows.iter().filter_map(|row| row.cell.reference_count);
        let metrics = rows.groups(|row| &*row.cell.metric);
        let partial = metrics.iter().filter_map(|(metric, rows)| {
            // A mask gives all systems the same; without one, the system with the most stands for all.
            let row = rows.iter().max_by_key(|row| row.cell.judged_segments)?;
            let (documents, segments) = (row.cell.judged_documents?, row.cell.judged_segments?);
            let is_human = section.given(metric).is_some_and(|given| given.is_human);
            let partial = Partial { metric, is_human, documents, segments };
            (segments < row.cell.segments?).then_some(partial)
        });
        let given =
            metrics.iter().filter_map(|(metric, _)| Some((*metric, section.given(metric)?)));
        let samples = section.samples().filter(|samples| samples.count > 1);
        Some(Self {
            study: section.study,
            corpus: section.corpus,
            is_synthetic: section.is_synthetic(),
            systems: systems.len(),
            documents: first.cell.documents,
            segments: rows.iter().filter_map(|row| row.cell.segments).max().unwrap_or(0),
            references: references.clone().min().zip(references.max()),
            partial: partial.collect(),
            given: given.collect(),
            unit: section.judges().map_or(first.resample, |_| section.unit()),
            judges: section.judges(),
            without_judges: without_judges(&rows),
            level: section.level(),
            samples: samples.map(|samples| (samples.sampling.as_str(), samples.count)),
        })
    }

    pub(super) fn corpus(&self) -> &'a str {
        self.corpus
    }

    pub(super) fn is_synthetic(&self) -> bool {
        self.is_synthetic
    }

    pub(super) fn most_references(&self) -> Option<u32> {
        self.references.map(|(_, most)| most)
    }

    /// Confidence level, percent, without the last digits, which are those of a binary fraction.
    pub(super) fn level(&self) -> f64 {
        (self.level * 1e8).round() / 1e8
    }

    /// What there is of the corpus: `5 systems, 15 documents (790 segments)`.
    pub(super) fn brief(&self) -> String {
        let mut counts = vec![grouped_count(self.systems as u64, "system")];
        let segments = grouped_count(self.segments, "segment");
        counts.push(if self.segments == u64::from(self.documents) {
            segments
        } else {
            format!("{} ({segments})", grouped_count(self.documents.into(), "document"))
        });
        let judged: BTreeSet<u64> = self
            .partial
            .iter()
            .filter(|partial| partial.is_human)
            .map(|partial| partial.segments)
            .collect();
        if let (Some(judged), 1) = (judged.first(), judged.len()) {
            counts.push(format!("{} of them judged", grouped(*judged)));
        }
        counts.extend(self.judges.map(|judges| grouped_count(judges, "judge")));
        counts.join(", ")
    }

    /// Returns the units that are resampled.
    pub(super) fn resampled(&self) -> Resampled {
        self.unit
    }

    /// The study and its corpus.
    pub(super) fn title(&self) -> String {
        format!("Study {}, corpus {}", self.study, self.corpus)
    }

    /// What scores are adjusted for, a sentence for each metric.
    pub(super) fn adjustments(&self) -> impl Iterator<Item = String> {
        self.adjusted().map(|(metric, what)| {
            format!("{metric}: scores adjusted for {what}, which differ between systems.")
        })
    }

    /// In sentences: what there is, what counts of it, and how it is resampled.
    pub(super) fn sentences(&self) -> String {
        let mut sentences = vec![self.counts()];
        if let Some((sampling, count)) = self.samples {
            sentences.push(format!("The largest of {} {sampling} samples.", grouped(count)));
        }
        sentences.extend(self.partial.iter().map(|partial| self.partial_in_words(partial)));
        sentences.extend(self.adjustments());
        sentences.extend(self.directions());
        let resampled = capitalised(self.unit.in_words());
        let level = self.level();
        sentences.push(format!("{resampled} resampled, {level} % intervals."));
        if self.unit.has_judges() && !self.without_judges.is_empty() {
            let metrics = listing(self.without_judges.iter().copied());
            let have = if self.without_judges.len() == 1 { "has" } else { "have" };
            let texts = self.unit.texts().name();
            sentences.push(format!("{metrics} {have} no judges: {texts} alone."));
        }
        sentences.join(" ")
    }

    /// What a comparison does not say of its scores, each sentence after a blank: references, what counts, and
    /// directions.
    pub(super) fn details(&self) -> String {
        let references = self.references().map(|references| format!("{references}."));
        let partial = self.partial.iter().map(|partial| self.partial_in_words(partial));
        let details = references.into_iter().chain(partial).chain(self.directions());
        details.fold(String::new(), |text, sentence| text + " " + &sentence)
    }

    /// `1 reference`, `1 to 4 references`.
    fn references(&self) -> Option<String> {
        self.references.map(|(least, most)| match (least, most) {
            _ if least < most => format!("{least} to {most} references"),
            _ => grouped_count(most.into(), "reference"),
        })
    }

    fn directions(&self) -> Option<String> {
        let given = self.given.iter();
        directions(given.map(|(name, of)| (*name, !of.is_human, of.higher_is_better)))
    }

    /// `2 systems, 20 documents, 1,400 segments, 1 reference.`
    fn counts(&self) -> String {
        let mut counts = vec![grouped_count(self.systems as u64, "system")];
        // Documents of one segment each are no more than segments.
        if self.segments != u64::from(self.documents) {
            counts.push(grouped_count(self.documents.into(), "document"));
        }
        counts.push(grouped_count(self.segments, "segment"));
        counts.extend(self.judges.map(|judges| grouped_count(judges, "judge")));
        counts.extend(self.references());
        if self.is_synthetic {
            counts.push("synthetic".to_owned());
        }
        format!("{}.", counts.join(", "))
    }

    fn partial_in_words(&self, partial: &Partial<'_>) -> String {
        let Partial { metric, is_human, documents, segments } = partial;
        let counts = if *is_human { "judged" } else { "scored" };
        let (documents_of_all, all) = (self.documents, grouped(self.segments));
        let segments = grouped(*segments);
        if *documents < documents_of_all {
            format!(
                "{metric}: {documents} of {documents_of_all} documents {counts} ({segments} of {all} segments)."
            )
        } else {
            format!("{metric}: {segments} of {all} segments {counts}, in all documents.")
        }
    }

    /// Metrics whose scores are adjusted, with what for.
    fn adjusted(&self) -> impl Iterator<Item = (&'a str, &'static str)> {
        self.given.iter().filter_map(|(metric, given)| Some((*metric, given.adjusted_for?)))
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
        if let Some(judges) = self.judges {
            subject["judges"] = judges.into();
        }
        if !self.given.is_empty() {
            let direction = |(metric, given): &(&str, GivenScores)| json!({ "metric": metric, "higher_is_better": given.higher_is_better });
            subject["directions"] = self.given.iter().map(direction).collect();
        }
        let adjusted =
            self.adjusted().map(|(metric, what)| json!({ "metric": metric, "for": what }));
        let adjusted: Vec<Value> = adjusted.collect();
        if !adjusted.is_empty() {
            subject["adjusted"] = adjusted.into();
        }
        subject
    }
}

/// What intervals are for.
pub(super) fn population(resampled: Resampled) -> String {
    let texts = match resampled.texts() {
        TextUnit::Segments => "other segments of these documents",
        TextUnit::Documents => "other documents of this kind",
    };
    match (resampled.has_judges(), resampled.texts()) {
        (false, _) => texts.to_owned(),
        (true, TextUnit::Documents) => "other documents and judges of this kind".to_owned(),
        (true, TextUnit::Segments) => format!("{texts} and other judges"),
    }
}

/// Which way is better, in a sentence: of all metrics whose lower scores are, and of scores of other programs. Of a
/// metric, its name, whether another program scores it, and whether higher is better.
pub(super) fn directions<'a>(
    metrics: impl Iterator<Item = (&'a str, bool, bool)>,
) -> Option<String> {
    const LISTED: usize = 6;
    let (mut higher, mut lower) = (Vec::new(), Vec::new());
    for (name, is_external, is_higher) in metrics {
        if !is_higher {
            lower.push(name);
        } else if is_external {
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
    let rows = rows.keep(|row| !row.resample.has_judges());
    rows.groups(|row| &*row.cell.metric).into_iter().map(|(metric, _)| metric).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::presentation::About;
    use crate::table::{Cell, Tables};

    #[test]
    fn the_largest_test_set_is_meant_though_a_smaller_one_has_the_scores() {
        let row = |system: &str, documents: u32, score| ScoreRow {
            cell: Cell {
                study: "s".into(),
                corpus: "c".into(),
                metric: "mqm".into(),
                system: Some(system.into()),
                documents,
                segments: Some(3 * u64::from(documents)),
                ..Cell::default()
            },
            score,
            ..ScoreRow::default()
        };
        let mut tables = Tables::default();
        tables.insert(vec![row("a", 1, Some(1.0)), row("a", 12, None), row("b", 12, None)]);
        let about = About::of_studies(&["s"]);
        let subject = Subject::new(&StudySection::all(&tables, &about)[0]).unwrap().sentences();
        assert!(subject.starts_with("2 systems, 12 documents, 36 segments."), "{subject}");
    }
}
