//! The ranks as they stand in a paper or on a leaderboard: rank, range of ranks, group, score and documents of each system.

use std::collections::BTreeSet;

use super::{MetricRanks, Place, in_order, of_metrics, systems};
use crate::presentation::{FileName, StudySection, TextCell, TextTable, two_digits};

/// What groups are.
const GROUPS: &str = "Groups: each system of a group is significantly better than each system of the groups below it.";
const ONE_GROUP: &str =
    "All systems are in one group: nowhere are all above significantly better than all below.";

/// The table for people; nothing where no two systems are compared. The first metric decides the order and the groups, which
/// rules separate in print; with `has_groups` a column names them. It has no caption.
pub fn paper_table(
    section: &StudySection<'_>,
    humans: &BTreeSet<String>,
    has_groups: bool,
) -> Option<TextTable> {
    let summaries = in_order(section);
    let metrics = of_metrics(section, &summaries, humans);
    let (first, others) = metrics.split_first()?;
    let mut header = vec!["rank".to_owned(), "range".to_owned()];
    header.extend(has_groups.then(|| "group".to_owned()));
    header.extend(["system".to_owned(), first.heading(), "documents".to_owned()]);
    header.extend(others.iter().flat_map(|metric| ["range".to_owned(), metric.heading()]));
    let places = systems(&metrics);
    let mut rows = Vec::with_capacity(places.len());
    let mut rules = Vec::new();
    let mut last = None;
    for (number, place) in places.iter().enumerate() {
        let here = first.place(place.system);
        let own_group = here.map(|place| place.group);
        if number > 0 && own_group != last {
            rules.push(number);
        }
        last = own_group;
        let rank = here.map_or_else(|| "–".to_owned(), |_| (number + 1).to_string());
        let mut cells = vec![TextCell::words(rank), range(here)];
        cells.extend(has_groups.then(|| group(here)));
        cells.push(TextCell::words(place.name()));
        cells.extend([score(first, here), documents(first, place.system)]);
        for metric in others {
            let here = metric.place(place.system);
            cells.extend([range(here), score(metric, here)]);
        }
        rows.push(cells);
    }
    let groups = if rules.is_empty() { ONE_GROUP } else { GROUPS };
    Some(TextTable {
        name: FileName::new(&["ranks", section.study, section.corpus]),
        header: header.into_iter().map(TextCell::words).collect(),
        rows,
        rules,
        notes: vec![if others.is_empty() {
            groups.to_owned()
        } else {
            format!("{groups} Ranks and groups are those by {}.", first.title)
        }],
        ..TextTable::default()
    })
}

/// Where [`long_table`] has the name of the corpus.
pub const CORPUS_COLUMN: usize = 2;

/// A line for each system and metric, for scripts and spreadsheets.
pub fn long_table(sections: &[(&StudySection<'_>, &BTreeSet<String>)]) -> TextTable {
    let header = [
        "system",
        "metric",
        "corpus",
        "rank",
        "rank_lower",
        "rank_upper",
        "group",
        "score",
        "margin",
        "documents",
        "segments",
        "human",
    ];
    let mut rows = Vec::new();
    for (section, humans) in sections {
        let summaries = in_order(section);
        for metric in of_metrics(section, &summaries, humans) {
            for (number, place) in metric.places.iter().enumerate() {
                let row = metric.summary.scores.get(place.system);
                let segments = row.and_then(|row| row.cell.judged_segments.or(row.cell.segments));
                let margin = row.and_then(|row| row.margin());
                rows.push(vec![
                    TextCell::words(place.system),
                    TextCell::words(&*metric.title),
                    TextCell::words(section.corpus),
                    whole(number + 1),
                    whole(place.range.0),
                    whole(place.range.1),
                    whole(place.group),
                    known(place.score, |score| metric.number(score)),
                    known(margin, two_digits),
                    documents(&metric, place.system),
                    TextCell::number(segments.map_or_else(String::new, |n| n.to_string()), None),
                    TextCell::words(if place.is_reference { "yes" } else { "no" }),
                ]);
            }
        }
    }
    let header = header.map(TextCell::words).to_vec();
    TextTable { name: FileName::new(&["ranks"]), header, rows, ..TextTable::default() }
}

fn whole(number: usize) -> TextCell {
    TextCell::number(number.to_string(), None)
}

/// A number, or an empty field.
fn known(value: Option<f64>, write: impl Fn(f64) -> String) -> TextCell {
    TextCell::number(value.map_or_else(String::new, write), value)
}

fn range(place: Option<&Place<'_>>) -> TextCell {
    TextCell::words(place.map_or_else(|| "–".to_owned(), Place::range_in_words))
}

fn group(place: Option<&Place<'_>>) -> TextCell {
    TextCell::words(place.map_or_else(|| "–".to_owned(), |place| place.group.to_string()))
}

fn score(metric: &MetricRanks<'_>, place: Option<&Place<'_>>) -> TextCell {
    TextCell::optional(place.and_then(|place| place.score), |score| metric.number(score))
}

/// Documents in which a system has scores.
fn documents(metric: &MetricRanks<'_>, system: &str) -> TextCell {
    let row = metric.summary.scores.get(system);
    let count = row.map(|row| row.cell.judged_documents.unwrap_or(row.cell.documents));
    TextCell::number(count.map_or_else(String::new, |count| count.to_string()), None)
}
