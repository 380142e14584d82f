//! How alike references are.

use super::CrossReferenceRow;
use crate::analyses::common::short_table::short_table;
use crate::presentation::{Finding, Rows, StudySection, metric_in_print, real, whole, words};
use crate::presentation::{number, words_or};

/// How a reference scores against others, by metric: on average, and of the pair that is least alike.
pub(super) fn findings(section: &StudySection<'_>) -> Vec<Finding> {
    let rows = section.rows::<CrossReferenceRow>().of_first_draws();
    let metrics: Vec<Alikeness<'_>> =
        rows.groups(|row| &*row.cell.metric).iter().filter_map(Alikeness::new).collect();
    let Some(first) = metrics.first() else { return Vec::new() };
    let headline = match metrics.as_slice() {
        [one] => one.in_words(),
        _ => match metrics.iter().find(|metric| metric.least.is_some()) {
            Some(metric) => metric.in_words(),
            None => first.in_words(),
        },
    };
    let mut finding = Finding::new(section, "cross-reference", headline);
    let others = metrics.iter().map(Alikeness::in_words);
    // At most four sentences.
    let others: Vec<String> =
        others.filter(|sentence| *sentence != finding.headline).take(4).collect();
    for sentence in others {
        finding = finding.sentence(sentence);
    }
    let lines = metrics.iter().map(|metric| {
        let least = metric.least;
        vec![
            words(&metric_in_print(metric.name)),
            whole(metric.count),
            real(metric.mean),
            words_or(least.and_then(|row| row.cell.system.as_deref()), "–"),
            words_or(least.and_then(|row| row.cell.references.as_deref()), "–"),
            real(least.and_then(|row| row.score)),
        ]
    });
    let table = short_table(
        section,
        ("alike-references", "References scored against others, on the whole corpus."),
        &["metric", "others", "mean score", "least alike", "against", "score"],
        lines.collect(),
        "cross_references",
    );
    vec![finding.table(table).rows(rows.iter())]
}

/// The sentence about a metric.
pub(super) fn in_words(metric: &str, rows: &Rows<'_, CrossReferenceRow>) -> Option<String> {
    Alikeness::new(&(metric, rows.clone())).map(|metric| metric.in_words())
}

/// How alike references are by a metric, with the smallest number of others that was asked for.
struct Alikeness<'a> {
    name: &'a str,
    count: u32,
    pairs: usize,
    /// Absent where a score is.
    mean: Option<f64>,
    /// That of the lowest score; for metrics of which lower is better, too: what is said of it is its
    /// score.
    least: Option<&'a CrossReferenceRow>,
}

impl<'a> Alikeness<'a> {
    fn new((name, rows): &(&'a str, Rows<'a, CrossReferenceRow>)) -> Option<Self> {
        let count = rows.iter().filter_map(|row| row.cell.reference_count).min()?;
        let rows = rows.keep(|row| row.cell.reference_count == Some(count));
        let mean = rows.iter().find(|row| row.cell.system.is_none()).and_then(|row| row.score);
        let scored = rows.keep(|row| row.cell.system.is_some());
        let scores = scored.iter().filter_map(|row| Some((row.score?, row)));
        let least = scores.min_by(|one, other| one.0.total_cmp(&other.0)).map(|(_, row)| row);
        Some(Self { name, count, pairs: scored.iter().count(), mean, least })
    }

    fn in_words(&self) -> String {
        let name = metric_in_print(self.name);
        let Some(mean) = self.mean else {
            return format!("By {name}, references have no score against one another.");
        };
        let others = match self.count {
            1 => "another".to_owned(),
            count => format!("{count} others"),
        };
        let mean = number(mean);
        let lowest = self.least.filter(|_| self.pairs > 2).map(|row| {
            let against = row.cell.references.as_deref().unwrap_or_default();
            let score = number(row.score.unwrap_or_default());
            format!("; the lowest score is {score} ({} against {against})", row.cell.system())
        });
        format!(
            "By {name}, a reference scores {mean} against {others} on average{}.",
            lowest.unwrap_or_default()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyses::common::one_study::{cell, finding_of, findings_of};

    fn row(system: Option<&str>, against: Option<&str>, score: Option<f64>) -> CrossReferenceRow {
        let mut cell = cell("bleu", system, 15);
        (cell.ordering, cell.reference_count) = (None, Some(1));
        cell.references = against.map(Into::into);
        CrossReferenceRow { cell, score, ..CrossReferenceRow::default() }
    }

    #[test]
    fn two_references_and_none() {
        let two = vec![
            row(Some("a"), Some("b"), Some(30.0)),
            row(Some("b"), Some("a"), Some(30.0)),
            row(None, None, Some(30.0)),
        ];
        assert_eq!(
            finding_of(two, findings).headline,
            "By BLEU, a reference scores 30.00 against another on average."
        );
        let none = vec![row(Some("a"), Some("b"), None), row(None, None, None)];
        let found = finding_of(none, findings);
        assert_eq!(found.headline, "By BLEU, references have no score against one another.");
        assert!(findings_of(Vec::<CrossReferenceRow>::new(), findings).is_empty());
    }
}
