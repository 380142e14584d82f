//! How much of what a round finds a second one finds again.

use super::row::{ReplicationRow, RoundUnit, Rounds};
use crate::analyses::common::phrases::{MOST_LINES, adjustment};
use crate::analyses::common::short_table::short_table;
use crate::presentation::{
    Finding, Rows, StudySection, TextCell, chance, counted_mean, metric_in_print, number, rounded,
    share, spread, words,
};
use crate::stats::judges::replication::Scope;
use crate::words::grouped_count;

/// Share of the pairs found that is enough to be found again.
const WANTED: f64 = 0.8;

/// Lines of one pair of rounds in the table of a finding.
const MOST_OF_CURVE: usize = 4;

/// Pairs below which the share that is expected to be found again is too high on average.
const FEW: f64 = 10.0;

/// Ratio of sizes from which on what is significant is too large.
const TOO_LARGE: f64 = 1.05;

/// What the first pair of rounds shows, with all sizes; of others a sentence each.
pub(super) fn finding(section: &StudySection<'_>) -> Option<Finding> {
    let curves = curves(section);
    let first = curves.first()?;
    // A finding has four sentences at most, which rounds share.
    let room = if curves.len() > 1 { 2 } else { 4 };
    let others = curves[1..].iter().map(Curve::headline);
    let reverse = curves.iter().find(|curve| {
        curve.last.second.as_deref() == Some(&*first.last.first)
            && first.last.second.as_deref() == Some(&*curve.last.first)
    });
    let reverse = reverse.and_then(|curve| curve.last.exaggeration);
    let several_sources = curves.iter().any(|curve| curve.last.source != first.last.source);
    let finding = Finding::new(section, "replication", first.headline())
        .sentences(first.sentences(reverse).into_iter().take(room).chain(others).take(4))
        .notes(first.notes(several_sources))
        .rows(section.rows::<ReplicationRow>().iter());
    let several = curves.len() > 1;
    let lines = curves.iter().flat_map(|curve| {
        lines_of(curve, MOST_LINES / curves.len().max(1)).into_iter().map(move |row| {
            let mut line = if several { vec![words(&curve.label())] } else { Vec::new() };
            let found = row.found.map(|found| format!("{} of {}", count(found), row.pairs));
            line.extend([
                words(&size_in_cell(row)),
                found.map_or_else(|| words("–"), |text| TextCell::number(text, row.found)),
                TextCell::optional(row.again_share, chance),
                TextCell::optional(row.reversed_share, chance),
                TextCell::optional(row.exaggeration, |ratio| format!("{ratio:.2}")),
                TextCell::optional(row.none_reversed.filter(|_| row.again_share.is_some()), chance),
            ]);
            line
        })
    });
    let mut header = if several { vec!["rounds"] } else { Vec::new() };
    header.extend([
        "segments\n(documents)",
        "pairs\nfound",
        "found\nagain",
        "reversed",
        "ratio\nof sizes",
        "none\nreversed",
    ]);
    let table = short_table(
        section,
        ("found-again", "Significantly different pairs of one round in a second one."),
        &header,
        lines.collect(),
        "replication",
    );
    Some(finding.table(table))
}

/// Sizes of a curve that the table of a finding has: one of each that there is, the largest always; at most four, and not
/// more than a share of the table, but two.
fn lines_of<'a>(curve: &Curve<'a>, room: usize) -> Vec<&'a ReplicationRow> {
    let mut rows: Vec<&ReplicationRow> = Vec::new();
    for row in curve.rows.iter() {
        let is_known = rows.iter().any(|shown| {
            shown.units == row.units && shown.segments == row.segments && shown.found == row.found
        });
        if row.found.is_some() && !is_known {
            rows.push(row);
        }
    }
    if rows.is_empty() {
        return vec![curve.last];
    }
    let shown = spread(rows.len(), room.clamp(2, MOST_OF_CURVE));
    shown.into_iter().map(|place| rows[place]).collect()
}

/// Two rounds by their size.
pub(super) struct Curve<'a> {
    pub(super) rows: Rows<'a, ReplicationRow>,
    /// Of the largest size.
    pub(super) last: &'a ReplicationRow,
}

/// Pairs of rounds, in the order of the table.
pub(super) fn curves<'a>(section: &StudySection<'a>) -> Vec<Curve<'a>> {
    let groups = section
        .rows::<ReplicationRow>()
        .groups(|row| (row.source, &*row.first, row.second.as_deref(), row.references.as_deref()));
    let curves = groups.into_iter().filter_map(|(_, rows)| {
        let last = rows.iter().next_back()?;
        Some(Curve { rows, last })
    });
    curves.collect()
}

impl Curve<'_> {
    /// What the rounds are, in few words.
    pub(super) fn title(&self) -> String {
        let first = metric_in_print(&self.last.first);
        match (self.last.source, &self.last.second) {
            (Rounds::Criteria, second) => {
                format!("{first}, {}", metric_in_print(second.as_deref().unwrap_or_default()))
            }
            (Rounds::Halves, _) => match self.last.references.as_deref() {
                Some(references) => format!("{first} ({references})"),
                None => first,
            },
            (Rounds::HalvesOfJudges, _) => format!("{first}, judges"),
            (Rounds::Components, _) => format!("{first}, expected"),
        }
    }

    /// The same for a cell.
    fn label(&self) -> String {
        match self.last.source {
            Rounds::Criteria | Rounds::Halves => self.title(),
            Rounds::HalvesOfJudges => "half of judges".to_owned(),
            Rounds::Components => "second campaign".to_owned(),
        }
    }

    /// What is found again, on the largest size.
    pub(super) fn headline(&self) -> String {
        let row = self.last;
        let Some(found) = row.found else {
            return format!(
                "{}: there are no two rounds to compare: {}.",
                self.title(),
                row.status.in_words()
            );
        };
        let shares = row.again_share.zip(row.reversed_share);
        let second = row.second.as_deref().unwrap_or_default();
        match (row.source, shares) {
            (Rounds::Criteria, None) => {
                format!("{} finds no pair of systems significantly different.", row.first)
            }
            (Rounds::Criteria, Some(_)) => {
                let again = row.again.unwrap_or(0.0);
                let reversed = match row.reversed.unwrap_or(0.0) {
                    // Means over divisions: limits are those of the numbers as they are printed.
                    none if none < 0.5 => "none is reversed".to_owned(),
                    one if one < 1.5 => "1 is reversed".to_owned(),
                    several => format!("{} are reversed", rounded(several)),
                };
                let first = &row.first;
                if found < 1.5 {
                    let not = if again < 0.5 { "not " } else { "" };
                    return format!(
                        "The one pair of systems that {first} finds significantly different is {not}significant \
                         in {second}; {reversed}."
                    );
                }
                let are = if (again - 1.0).abs() < 0.5 { "is" } else { "are" };
                format!(
                    "{} of the {} pairs of systems that {first} finds significantly different {are} significant in \
                     {second}; {reversed}.",
                    rounded(again),
                    rounded(found)
                )
            }
            (source, None) => {
                let what = match source {
                    Rounds::Criteria => "The first round finds",
                    Rounds::Halves => "Half of the test set finds",
                    Rounds::HalvesOfJudges => "Half of the judges find",
                    Rounds::Components => "A campaign of this size finds",
                };
                format!("{}: {what} no pair of systems significantly different.", self.title())
            }
            (source, Some((again, reversed))) => {
                let (again, reversed) = (chance(again), chance(reversed));
                let (title, first) = (self.title(), &row.first);
                match source {
                    Rounds::Halves => format!(
                        "{title}: of the pairs that one half of the test set finds significantly different, the \
                         other half, of other {}, finds {again} again and reverses {reversed}.",
                        row.unit.name()
                    ),
                    Rounds::HalvesOfJudges => format!(
                        "{first}: of the pairs that half of the judges find significantly different for {}, the other \
                         half find {again} again and reverse {reversed}.",
                        scope(row)
                    ),
                    _ => {
                        let found = if found < FEW {
                            format!(
                                "the few pairs ({}) that differ significantly here",
                                rounded(found)
                            )
                        } else {
                            format!("the {} pairs that differ significantly here", rounded(found))
                        };
                        format!(
                            "{first}: a second campaign of this size, with {}, would find {again} of {found} again and \
                             reverse {reversed}.",
                            scope(row)
                        )
                    }
                }
            }
        }
    }

    /// `reverse` is the ratio of sizes with the rounds exchanged, where that is a row of its own.
    fn sentences(&self, reverse: Option<f64>) -> Vec<String> {
        let mut sentences = Vec::new();
        let row = self.last;
        if let Some(ratio) = row.exaggeration {
            // One scale wider than the other makes one direction large and the other small.
            let is_too = ratio > TOO_LARGE && reverse.is_none_or(|other| other > TOO_LARGE);
            let too = if is_too { ": what is significant is too large on average" } else { "" };
            sentences.push(format!(
                "Significant differences are {ratio:.2} times as large as the same differences in the second \
                 round{too}."
            ));
        }
        if let Some(none) =
            row.none_reversed.filter(|_| row.comparisons.is_some_and(|count| count > 1))
        {
            sentences.push(format!(
                "In {} of {} of rounds no pair that is found comes out reversed.",
                chance(none),
                grouped_count(row.comparisons.unwrap_or(0), "comparison")
            ));
        }
        sentences.extend(self.enough());
        sentences
    }

    /// From which size on enough is found again.
    fn enough(&self) -> Option<String> {
        let known: Vec<&ReplicationRow> =
            self.rows.iter().filter(|row| row.segments.is_some() && row.found.is_some()).collect();
        if known.len() < 2 {
            return None;
        }
        let mut known = known;
        known.sort_by(|one, other| {
            one.segments.unwrap_or(0.0).total_cmp(&other.segments.unwrap_or(0.0))
        });
        // By chance a smaller size may find more again than a larger one: all from there on have
        // to.
        let last_too_small =
            known.iter().rposition(|row| !row.again_share.is_some_and(|share| share >= WANTED));
        let from = last_too_small.map_or(0, |place| place + 1);
        let wanted = chance(WANTED);
        if let Some(row) = known.get(from) {
            return Some(format!("Rounds of {} find {wanted} of the pairs again.", size(row)));
        }
        let last = size(known.last()?);
        Some(format!("To find {wanted} of the pairs again takes more than {last}."))
    }

    fn notes(&self, several_sources: bool) -> Vec<String> {
        let row = self.last;
        let what = match row.source {
            Rounds::Criteria => "Both rounds have the same texts.",
            Rounds::Halves => {
                "The halves are disjoint, so that each is new to the other; both are smaller than the \
                         test set, and find less than it does."
            }
            Rounds::HalvesOfJudges => {
                "The halves have the same texts and half of the ratings each."
            }
            Rounds::Components => {
                "Differences are made smaller by what noise adds to those of all pairs, and both rounds have errors. Sizes are \
                  those of the second campaign."
            }
        };
        let scope = scope(row);
        // By a program there is no judge.
        let scope = if row.source == Rounds::Halves {
            scope.split(',').next().unwrap_or(scope)
        } else {
            scope
        };
        let mut notes = vec![
            what.to_owned(),
            format!(
                "Verdicts for {scope}: Student's t, {}, {} %. Reversed: of the opposite sign in the second round, \
                 significantly or not.",
                adjustment(row.adjustment, row.pairs, 1),
                share(row.level)
            ),
        ];
        if several_sources {
            notes.push(
                "Sources answer different questions: real rounds have the same texts and their own scales, halves are \
                 smaller than the test set, and second campaigns are expected from the errors of this one."
                    .to_owned(),
            );
        }
        notes
    }
}

/// What verdicts are to hold for.
fn scope(row: &ReplicationRow) -> &'static str {
    match row.scope {
        Scope::Segments => "other segments, the same judges",
        Scope::Documents => "other documents, the same judges",
        Scope::DocumentsAndJudges => "other documents and judges",
    }
}

/// `57 (20)`, for a column "segments (documents)".
fn size_in_cell(row: &ReplicationRow) -> String {
    let segments = row.segments.map(rounded);
    match (row.unit, row.units, segments) {
        (RoundUnit::Judges, Some(units), _) => counted_mean(units, "judge"),
        (RoundUnit::Documents, Some(units), Some(segments)) => {
            format!("{segments} ({})", rounded(units))
        }
        (_, _, Some(segments)) => segments,
        _ => row.size.to_string(),
    }
}

/// `57 segments (20 documents)`.
pub(super) fn size(row: &ReplicationRow) -> String {
    let segments = row.segments.map(|count| counted_mean(count, "segment"));
    match (row.unit, row.units, segments) {
        (RoundUnit::Judges, Some(units), _) => counted_mean(units, "judge"),
        (RoundUnit::Documents, Some(units), Some(segments)) => {
            format!("{segments} ({})", counted_mean(units, "document"))
        }
        (_, _, Some(segments)) => segments,
        _ => row.size.to_string(),
    }
}

/// A mean number of pairs.
fn count(mean: f64) -> String {
    if mean.fract() == 0.0 { rounded(mean) } else { format!("{mean:.1}") }
}

/// A share in the words of a tip.
pub(super) fn tip(row: &ReplicationRow) -> Option<String> {
    let again = chance(row.again_share?);
    let found = number(row.found?);
    Some(format!("{}: {again} of {found} pairs of {} found again", size(row), row.pairs))
}

#[cfg(test)]
#[path = "findings_tests.rs"]
mod tests;
