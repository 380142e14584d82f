//! How many pairs of systems differ significantly, and how many documents show it.

use super::SeparationRow;
use super::text_tables;
use crate::analyses::common::phrases::{adjustment, documents, resampled, size_in_words};
use crate::presentation::{Finding, MetricRows, StudySection, chance, number, rounded, share};

/// What the first metric shows, with a table by size, or of all metrics.
pub(super) fn finding(section: &StudySection<'_>) -> Option<Finding> {
    let metrics = section.rows::<SeparationRow>().of_first_draws().by_metric();
    let first = metrics.first()?;
    let (by, room) =
        if metrics.len() > 1 { (format!("By {}: ", first.title), 1) } else { (String::new(), 4) };
    let curve = Curve::new(first)?;
    let sentences = curve.sentences().into_iter().map(|sentence| format!("{by}{sentence}"));
    let others = metrics[1..].iter().filter_map(|metric| {
        Some(format!("By {}: {}", metric.title, Curve::new(metric)?.headline()))
    });
    let headline = format!("{by}{}", curve.headline());
    let finding = Finding::new(section, "separation", headline)
        // At most four sentences.
        .sentences(sentences.take(room).chain(others).take(4))
        .notes(curve.notes(section))
        .rows(metrics.iter().flat_map(|metric| metric.rows.iter()))
        .table(text_tables::of_finding(section, &metrics));
    Some(finding)
}

/// The finding of a metric as the title of its figure.
pub(super) fn title(metric: &MetricRows<'_, SeparationRow>) -> Option<String> {
    Some(Curve::new(metric)?.headline())
}

/// The size of a metric next to half of the largest.
pub(crate) fn half<'a>(metric: &MetricRows<'a, SeparationRow>) -> Option<&'a SeparationRow> {
    Curve::new(metric)?.half()
}

/// Scored documents and segments.
pub(super) fn size(row: &SeparationRow) -> Option<(f64, f64)> {
    row.scored_documents.zip(row.scored_segments)
}

/// The sizes of a metric.
struct Curve<'a> {
    rows: Vec<&'a SeparationRow>,
    last: &'a SeparationRow,
}

impl<'a> Curve<'a> {
    fn new(metric: &MetricRows<'a, SeparationRow>) -> Option<Self> {
        let rows: Vec<&SeparationRow> = metric.rows.iter().collect();
        let last = *rows.last()?;
        Some(Self { rows, last })
    }

    fn headline(&self) -> String {
        let Self { last, .. } = self;
        let Some((found, size)) = last.significant_largest.zip(size(last)) else {
            return format!("No pair of systems has a verdict: {}.", last.cell.status.in_words());
        };
        if last.identical == Some(f64::from(last.pairs)) {
            return match last.pairs {
                1 => "The two systems are identical.".to_owned(),
                _ => format!("All {} systems are identical.", last.systems),
            };
        }
        let all = documents(size.0);
        let half = self.half();
        if last.pairs == 1 {
            let not = if found == 0 { "not " } else { "" };
            let on_half = half.filter(|_| found > 0).and_then(|half| {
                let kept = chance(half.kept?);
                Some(match half.test_sets {
                    1 if half.kept? > 0.5 => format!(", and on {} of them too", part(half, size)?),
                    1 => format!(", but not on {} of them", part(half, size)?),
                    _ => format!(", and in {kept} of the orders on {} of them", part(half, size)?),
                })
            });
            let rest = on_half.unwrap_or_default();
            return format!("The two systems are {not}significantly different on {all}{rest}.");
        }
        if found == 0 {
            return format!(
                "None of the {} pairs of systems is significantly different on {all}.",
                last.pairs
            );
        }
        let kept = half.and_then(|half| {
            let (kept, part) = (half.kept?, part(half, size)?);
            let are = if part == "half" {
                "Half of the documents keep".to_owned()
            } else {
                format!("{part} of {all} keep")
            };
            Some(format!("{are} {} of {found} {}.", rounded(kept), verdicts(found)))
        });
        kept.unwrap_or_else(|| self.on_all(found, &all))
    }

    fn on_all(&self, found: u32, all: &str) -> String {
        let are = if found == 1 { "is" } else { "are" };
        format!(
            "{found} of {} pairs of systems {are} significantly different on {all}.",
            self.last.pairs
        )
    }

    /// The size next to half of the largest.
    fn half(&self) -> Option<&'a SeparationRow> {
        let wanted = 0.5 * self.last.scored_documents?;
        let smaller = self.rows[..self.rows.len() - 1].iter();
        let with_shares = smaller.filter(|row| row.kept.is_some());
        let off =
            with_shares.filter_map(|row| Some(((row.scored_documents? - wanted).abs(), *row)));
        off.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, row)| row)
    }

    fn sentences(&self) -> Vec<String> {
        let Self { last, .. } = self;
        let mut sentences = Vec::new();
        let Some((found, all)) = last.significant_largest.zip(size(last)) else { return sentences };
        if found == 0 || last.pairs < 2 {
            return sentences;
        }
        if self.half().is_some() {
            sentences.push(self.on_all(found, &size_in_words(all)));
        }
        let wanted = 0.9 * f64::from(found);
        let smaller = &self.rows[..self.rows.len() - 1];
        // By chance a smaller size may keep more than a larger one: all from there on have to.
        let loses = smaller.iter().rposition(|row| !row.kept.is_some_and(|kept| kept >= wanted));
        let first = loses.map_or(0, |place| place + 1);
        match (smaller.get(first), smaller.last()) {
            (Some(row), _) => sentences.extend(size(row).map(|own| {
                // Below 1.5 a mean over orders is printed as 1.
                let (own, are) = (size_in_words(own), if own.0 < 1.5 { "is" } else { "are" });
                format!("{own} {are} enough to keep nine in ten of these verdicts.")
            })),
            (None, Some(row)) => sentences.extend(size(row).map(|own| {
                format!(
                    "To keep nine in ten of these verdicts takes more than {}.",
                    size_in_words(own)
                )
            })),
            (None, None) => {}
        }
        let worst = smaller.iter().filter_map(|row| Some((row.reversed?, size(row)?)));
        let worst =
            worst.max_by(|a, b| a.0.total_cmp(&b.0)).filter(|(reversed, _)| *reversed > 0.0);
        if let Some((reversed, (of_size, _))) = worst {
            sentences.push(format!(
                "Of smaller test sets those of {} reverse most of these verdicts: {} on average.",
                documents(of_size),
                number(reversed)
            ));
        }
        sentences
    }

    fn notes(&self, section: &StudySection<'_>) -> Vec<String> {
        let Self { last, .. } = self;
        let adjustment = adjustment(last.adjustment, last.family, last.family_metrics);
        let mut notes = vec![format!(
            "{}; test {}, {adjustment}, {} %.",
            resampled(section),
            last.method.name(),
            share(last.level)
        )];
        let orders = self.rows.iter().map(|row| row.test_sets).max().unwrap_or(0);
        match (self.rows.len(), orders) {
            (1, _) => {}
            (_, 1) => notes.push(
                "One order of the documents: others may find more or fewer. Smaller test sets are parts of the \
                 largest, and agree with it more often than new ones do. Set `orderings = { random = 20 }` to see \
                 how many."
                    .to_owned(),
            ),
            (_, orders) => notes.push(format!(
                "Smaller test sets are parts of the largest, in {orders} orders or samples, and agree with it more \
                 often than new ones do; in brackets where the middle 80 % of them lie."
            )),
        }
        if let Some(identical) = last.identical.filter(|count| *count > 0.0) {
            notes.push(format!("Identical pairs: {}.", rounded(identical)));
        }
        if let Some(without) = last.without_verdict.filter(|count| *count > 0.0) {
            notes.push(format!("Pairs without a verdict: {}.", rounded(without)));
        }
        notes
    }
}

/// `half`, or the number of documents.
fn part(row: &SeparationRow, all: (f64, f64)) -> Option<String> {
    let documents = row.scored_documents?;
    let is_half = (documents / all.0 - 0.5).abs() <= 0.05;
    Some(if is_half { "half".to_owned() } else { rounded(documents) })
}

fn verdicts(count: u32) -> &'static str {
    if count == 1 { "verdict" } else { "verdicts" }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyses::common::one_study::{cell, each_reason};
    use crate::analyses::comparison::ReportedTest;
    use crate::analyses::comparison::options::Adjustment;
    use crate::presentation::About;
    use crate::stats::reason::{Reason, Status};
    use crate::table::{Cell, Tables};

    /// A size of a study: documents, test sets, significant pairs, kept ones.
    type Step = (u32, u32, Option<f64>, Option<f64>);

    fn row(
        pairs: u32,
        largest: Option<u32>,
        (documents, test_sets, significant, kept): Step,
    ) -> SeparationRow {
        SeparationRow {
            cell: Cell {
                status: significant.map_or(Reason::OneUnit.into(), |_| Status::OK),
                ..cell("bleu", None, documents)
            },
            method: ReportedTest::DifferenceInterval,
            adjustment: Adjustment::Holm,
            family: 3,
            family_metrics: 1,
            level: 0.95,
            systems: 2,
            pairs,
            test_sets,
            identical: Some(0.0),
            scored_documents: Some(documents.into()),
            scored_segments: Some(6.0 * f64::from(documents)),
            significant,
            significant_lower: significant.filter(|_| test_sets > 1).map(|count| count - 4.0),
            significant_upper: significant.filter(|_| test_sets > 1).map(|count| count + 4.0),
            significant_largest: largest,
            kept,
            reversed: kept.map(|_| 0.0),
            without_verdict: Some(if significant.is_some() { 0.0 } else { pairs.into() }),
            ..SeparationRow::default()
        }
    }

    fn finding_of(rows: Vec<SeparationRow>) -> Finding {
        let mut tables = Tables::default();
        tables.insert(rows);
        let about = About::of_studies(&["s"]);
        finding(&StudySection::all(&tables, &about)[0]).unwrap()
    }

    fn found(pairs: u32, largest: Option<u32>, steps: &[Step]) -> Finding {
        finding_of(steps.iter().map(|step| row(pairs, largest, *step)).collect())
    }

    #[test]
    fn half_of_the_documents() {
        let steps = [
            (30, 20, Some(31.0), Some(30.4)),
            (75, 20, Some(44.0), Some(42.3)),
            (120, 20, Some(48.0), Some(46.0)),
            (150, 1, Some(50.0), Some(50.0)),
        ];
        let found = found(66, Some(50), &steps);
        assert_eq!(found.headline, "Half of the documents keep 42 of 50 verdicts.");
        assert!(found.sentences[1].starts_with("120 documents (720 segments) are enough"));
        assert_eq!(found.notes.len(), 2, "{:?}", found.notes);
        assert_eq!((found.rows.len(), &found.rows[1]["kept"]), (4, &42.3.into()));
    }

    #[test]
    fn nothing_to_compare() {
        let none = found(3, None, &[(1, 1, None, None)]);
        assert_eq!(
            none.headline,
            "No pair of systems has a verdict: a single segment or document cannot be resampled."
        );
        assert!(none.sentences.is_empty());
    }

    #[test]
    fn every_reason_is_in_words() {
        each_reason(
            |reason| {
                let mut row = row(3, None, (4, 1, None, None));
                row.cell.status = reason.into();
                vec![row]
            },
            |section| finding(section).into_iter().collect(),
        );
    }
}
