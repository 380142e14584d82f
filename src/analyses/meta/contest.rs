//! The metrics of a study by one measure, the best first.

use super::{MetaPairRow, MetaRankingRow, MetaRow, MetaSizeRow};
use crate::presentation::{Rows, StudySection};
use crate::words::in_a_row;

/// Metrics by a measure.
pub(super) struct Contest<'a> {
    /// Those with a value, the best first.
    pub(super) ranked: Vec<&'a MetaRow>,
    /// Those without.
    pub(super) undefined: Vec<&'a MetaRow>,
    /// Tests of pairs.
    pub(super) pairs: Rows<'a, MetaPairRow>,
    /// Metrics on parts of the segments and systems.
    pub(super) sizes: Rows<'a, MetaSizeRow>,
    /// How they rank there.
    pub(super) rankings: Rows<'a, MetaRankingRow>,
    /// Whether some metric comes with several sets of references.
    has_several_references: bool,
}

/// Measures of a section, in the order of the table.
pub(super) fn contests<'a>(section: &StudySection<'a>) -> Vec<Contest<'a>> {
    let all = section.rows::<MetaRow>();
    let pairs = section.rows::<MetaPairRow>();
    let sizes = section.rows::<MetaSizeRow>();
    let rankings = section.rows::<MetaRankingRow>();
    let groups = all.groups(|row| (&*row.measure, row.grouping.as_deref()));
    let contest = |((measure, grouping), rows): ((&'a str, Option<&'a str>), Rows<'a, MetaRow>)| {
        let (mut ranked, undefined): (Vec<&MetaRow>, Vec<&MetaRow>) =
            rows.iter().partition(|row| row.value.is_some());
        let value = |row: &MetaRow| row.value.unwrap_or(f64::NAN);
        ranked.sort_by(|one, other| value(other).total_cmp(&value(one)));
        let has_several_references = rows.iter().any(|row| {
            let same = |other: &&MetaRow| other.metric == row.metric;
            rows.iter().filter(same).count() > 1
        });
        let is_own = |own: &str, within: Option<&str>| (own, within) == (measure, grouping);
        Contest {
            ranked,
            undefined,
            pairs: pairs.keep(|row| is_own(&row.measure, row.grouping.as_deref())),
            sizes: sizes.keep(|row| is_own(&row.measure, row.grouping.as_deref())),
            rankings: rankings.keep(|row| is_own(&row.measure, row.grouping.as_deref())),
            has_several_references,
        }
    };
    groups.into_iter().map(contest).collect()
}

impl<'a> Contest<'a> {
    /// Any row: what all share stands in it.
    pub(super) fn any(&self) -> &'a MetaRow {
        self.ranked.first().or(self.undefined.first()).expect("a group has a row")
    }

    /// The measure in words.
    pub(super) fn measure(&self) -> String {
        let row = self.any();
        named(&row.measure, row.grouping.as_deref())
    }

    /// What a metric is called: with its references where these distinguish it.
    pub(super) fn title(&self, row: &MetaRow) -> String {
        self.name(&row.metric, row.references.as_deref())
    }

    /// The same of its names.
    pub(super) fn name(&self, metric: &str, references: Option<&str>) -> String {
        match references.filter(|_| self.has_several_references) {
            Some(references) => format!("{metric} ({references})"),
            None => metric.to_owned(),
        }
    }

    /// Whether two metrics differ significantly; `None` where that was not tested.
    pub(super) fn is_significant(&self, one: &MetaRow, other: &MetaRow) -> Option<bool> {
        let is = |row: &MetaRow, metric: &str, references: &Option<std::sync::Arc<str>>| {
            &*row.metric == metric && row.references == *references
        };
        let pair = self.pairs.iter().find(|pair| {
            let first = |row: &MetaRow| is(row, &pair.metric, &pair.references);
            let second = |row: &MetaRow| is(row, &pair.other_metric, &pair.other_references);
            first(one) && second(other) || first(other) && second(one)
        });
        pair.and_then(|pair| pair.is_significant)
    }

    /// Metrics that are not significantly worse than the best one, which is not among them.
    pub(super) fn near_best(&self) -> Vec<&'a MetaRow> {
        let Some((best, others)) = self.ranked.split_first() else { return Vec::new() };
        let near = others.iter().filter(|row| self.is_significant(best, row) == Some(false));
        near.copied().collect()
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

/// A measure with what it is computed within: `pearson by item`.
pub(super) fn named(measure: &str, grouping: Option<&str>) -> String {
    match grouping {
        None => measure.to_owned(),
        Some("none") => format!("{measure} of all outputs"),
        Some(grouping) => format!("{measure} by {grouping}"),
    }
}
