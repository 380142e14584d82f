//! The metrics of a study by one measure, the best first.

use std::cmp::Ordering;

use super::{MetaPairRow, MetaRow};
use crate::presentation::{Rows, StudySection, metric_in_print};
use crate::words::in_a_row;

/// Metrics by a measure.
pub(super) struct Contest<'a> {
    /// Those with a value, the best first.
    pub(super) ranked: Vec<&'a MetaRow>,
    /// Those without.
    pub(super) undefined: Vec<&'a MetaRow>,
    /// Tests of pairs.
    pub(super) pairs: Rows<'a, MetaPairRow>,
    /// Whether some metric comes with several sets of references.
    has_several_references: bool,
}

/// Measures of a section, in the order of the table.
pub(super) fn contests<'a>(section: &StudySection<'a>) -> Vec<Contest<'a>> {
    let all = section.rows::<MetaRow>();
    let pairs = section.rows::<MetaPairRow>();
    let groups = all.groups(|row| (row.measure, row.grouping)).into_iter();
    let contests = groups.map(|(of_group, rows)| {
        let (mut ranked, undefined): (Vec<&MetaRow>, Vec<&MetaRow>) =
            rows.iter().partition(|row| row.value.is_some());
        ranked.sort_by(|one, other| {
            let [value, other_value] = [one, other].map(|row| row.value.unwrap_or(f64::NAN));
            other_value.total_cmp(&value)
        });
        let has_several_references = rows
            .iter()
            .any(|row| rows.iter().filter(|other| other.metric == row.metric).count() > 1);
        Contest {
            ranked,
            undefined,
            pairs: pairs.keep(|row| (row.measure, row.grouping) == of_group),
            has_several_references,
        }
    });
    contests.collect()
}

impl<'a> Contest<'a> {
    /// Any row: what all share stands in it.
    pub(super) fn any(&self) -> &'a MetaRow {
        self.ranked.first().or(self.undefined.first()).expect("a group has a row")
    }

    /// The measure in words.
    pub(super) fn measure(&self) -> String {
        let row = self.any();
        row.measure.within(row.grouping)
    }

    /// What a metric is called: with its references where these distinguish it.
    pub(super) fn title(&self, row: &MetaRow) -> String {
        match row.references.as_deref().filter(|_| self.has_several_references) {
            Some(references) => format!("{} ({references})", metric_in_print(&row.metric)),
            None => metric_in_print(&row.metric),
        }
    }

    /// What metrics are compared with, in print.
    pub(super) fn gold(&self) -> String {
        metric_in_print(&self.any().gold)
    }

    /// Whether `one` is significantly better or worse than `other` on the outputs that both score; equal where it is
    /// neither, `None` where that was not tested.
    pub(super) fn verdict(&self, one: &MetaRow, other: &MetaRow) -> Option<Ordering> {
        let pair = self
            .pairs
            .iter()
            .find(|pair| is_pair(pair, one, other) || is_pair(pair, other, one))?;
        if !pair.is_significant? {
            return Some(Ordering::Equal);
        }
        let order = pair.difference?.total_cmp(&0.0);
        Some(if is_pair(pair, one, other) { order } else { order.reverse() })
    }

    /// Metrics with the highest value, or so near it that the noise of random signs decides.
    pub(super) fn best(&self) -> &[&'a MetaRow] {
        let first = self.ranked.first();
        let ties = self.ranked.iter().take_while(|row| {
            first.is_some_and(|best| {
                row.value == best.value || (row.rank.is_some() && row.rank == best.rank)
            })
        });
        &self.ranked[..ties.count()]
    }

    /// A test that no scores could make significant: all exchanges are too few.
    pub(super) fn hopeless(&self) -> Option<&MetaPairRow> {
        self.pairs.iter().find(|row| row.status.reason() == Some(row.exchanged.too_few()))
    }

    /// Metrics below the highest value which the first with it is compared with, with this outcome.
    pub(super) fn below_best(&self, outcome: Option<Ordering>) -> Vec<&'a MetaRow> {
        let Some(best) = self.ranked.first() else { return Vec::new() };
        let others = self.ranked[self.best().len()..].iter();
        others.filter(|row| self.verdict(best, row) == outcome).copied().collect()
    }

    /// Metrics by cluster, the best first.
    pub(super) fn clusters(&self) -> Vec<Vec<&'a MetaRow>> {
        let mut clusters: Vec<Vec<&MetaRow>> = Vec::new();
        for row in &self.ranked {
            let is_new = clusters.last().is_none_or(|last| last[0].cluster != row.cluster);
            if is_new {
                clusters.push(Vec::new());
            }
            clusters.last_mut().expect("made above").push(row);
        }
        clusters
    }

    /// `COMET, MetricX-23 and 2 others`.
    pub(super) fn names(&self, rows: &[&MetaRow]) -> String {
        const SHOWN: usize = 4;
        let mut names: Vec<String> = rows.iter().take(SHOWN).map(|row| self.title(row)).collect();
        match rows.len().saturating_sub(SHOWN) {
            0 => {}
            1 => names.push(self.title(rows[SHOWN])),
            more => names.push(format!("{more} others")),
        }
        in_a_row(&names, "and")
    }
}

/// Whether a pair is of these two metrics, in this order.
fn is_pair(pair: &MetaPairRow, first: &MetaRow, second: &MetaRow) -> bool {
    (&pair.metric, &pair.references) == (&first.metric, &first.references)
        && (&pair.other_metric, &pair.other_references) == (&second.metric, &second.references)
}
