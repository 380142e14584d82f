//! Which pairs are decided, and what the others need.

use super::options::Goal;
use super::progress::{Progress, goal, is_decided_as_placed, is_of_goal, progress};
use super::row::LookRow;
use crate::analyses::common::short_table::short_table;
use crate::presentation::{
    Finding, Rows, StudySection, TextTable, interval, metric_in_print, real, rounded, tenths, words,
};
use crate::stats::distribution::Distribution;
use crate::stats::reason::Reason;
use crate::words::{counted, grouped_count, in_a_row};

/// Pairs that a sentence names.
const MOST_NAMED: usize = 4;
/// Forecasts beyond this many times the documents so far are no guide.
const FAR: u64 = 20;

/// One finding a metric.
pub(super) fn findings(section: &StudySection<'_>) -> Vec<Finding> {
    let metrics = section.rows::<LookRow>().groups(|row| &*row.cell.metric);
    metrics.iter().map(|(metric, rows)| finding(section, &metric_in_print(metric), rows)).collect()
}

/// The last look of each pair.
pub(super) fn latest<'a>(rows: &Rows<'a, LookRow>) -> Vec<&'a LookRow> {
    let pairs = rows.groups(|row| (row.system_a.clone(), row.system_b.clone()));
    pairs.into_iter().filter_map(|(_, rows)| rows.iter().max_by_key(|row| row.look)).collect()
}

/// The names of the two systems, the one with the higher mean first.
pub(super) fn placed(row: &LookRow) -> (&str, &str) {
    let (a, b) = (&*row.system_a, &*row.system_b);
    if row.place_a < row.place_b { (a, b) } else { (b, a) }
}

fn are_neighbours(row: &LookRow) -> bool {
    row.place_a.abs_diff(row.place_b) == 1
}

fn finding(section: &StudySection<'_>, metric: &str, rows: &Rows<'_, LookRow>) -> Finding {
    let mut latest = latest(rows);
    latest.sort_by_key(|row| (row.place_a.min(row.place_b), row.place_a.max(row.place_b)));
    // With a baseline neighbours say little: its pairs are all that there are.
    let (shown, what): (Vec<&LookRow>, &str) = if has_baseline(&latest) {
        (latest.clone(), "pair")
    } else {
        (latest.iter().copied().filter(|row| are_neighbours(row)).collect(), "pair of neighbours")
    };
    let open: Vec<&LookRow> = match latest.first().and_then(|row| goal(row)) {
        Some(goal @ Goal::Top(_)) => latest
            .iter()
            .copied()
            .filter(|row| is_of_goal(row, goal) && !is_decided_as_placed(row))
            .collect(),
        _ => shown.iter().copied().filter(|row| row.better.is_none()).collect(),
    };
    Finding::new(section, "watch", headline(metric, &latest, &shown, what))
        .sentences(undecided(&open))
        .sentences(of_all(&latest, &shown))
        .sentences(price(&latest))
        .table(table(section, metric, &shown))
        .notes(notes(&latest))
        .rows(latest.iter().copied())
}

/// Whether all pairs share a system: of three systems or more they do so with a baseline alone.
fn has_baseline(latest: &[&LookRow]) -> bool {
    let Some(first) = latest.first() else { return false };
    latest.len() > 1
        && [&first.system_a, &first.system_b].into_iter().any(|system| {
            latest.iter().all(|row| row.system_a == *system || row.system_b == *system)
        })
}

/// `9 of 15 pairs of neighbours are decided`.
fn share_decided(rows: &[&LookRow], what: &str) -> String {
    let decided = rows.iter().filter(|row| row.better.is_some()).count();
    let verb = if decided == 1 { "is" } else { "are" };
    let (first, rest) = what.split_once(' ').unwrap_or((what, ""));
    let what = format!("{first}{} {rest}", if rows.len() == 1 { "" } else { "s" });
    format!("{decided} of {} {} {verb} decided", rows.len(), what.trim_end())
}

fn headline(metric: &str, latest: &[&LookRow], shown: &[&LookRow], what: &str) -> String {
    let Some(first) = latest.first() else {
        return format!("By {metric} there is no pair to watch.");
    };
    let level = tenths(first.ci_level);
    let after = format!("after {}", grouped_count(first.campaign_documents.into(), "document"));
    let holds = format!("{level} %, valid at every look, for these judges");
    let what_for = match goal(first) {
        Some(Goal::Top(1)) => "the first place".to_owned(),
        Some(Goal::Top(places)) => format!("the first {places} places"),
        _ => "all pairs".to_owned(),
    };
    let verb = if what_for == "the first place" { "is" } else { "are" };
    let capital = crate::words::capitalised(&what_for);
    match progress(latest.iter().copied()) {
        Progress::Decided => {
            format!("{capital} {verb} decided by {metric} {after}{} ({holds}).", winners(latest))
        }
        Progress::Open => {
            format!("{capital} {verb} not decided yet by {metric} {after}: continue ({holds}).")
        }
        Progress::UsedUp => format!(
            "{capital} {verb} not decided by {metric} {after}, and the budget is used up: stop ({holds})."
        ),
        Progress::NoGoal if latest.iter().all(|row| row.difference.is_none()) => format!(
            "By {metric} there is nothing to see {after}: the first look is at {} of a pair.",
            grouped_count(first.first_look.into(), "document")
        ),
        Progress::NoGoal => {
            let share = share_decided(shown, what);
            format!("By {metric} {share} {after} ({holds}).")
        }
    }
}

/// Who has the places that are decided.
fn winners(latest: &[&LookRow]) -> String {
    let Some(Goal::Top(places)) = latest.first().and_then(|row| goal(row)) else {
        return String::new();
    };
    let systems = latest
        .iter()
        .flat_map(|row| [(row.place_a, &*row.system_a), (row.place_b, &*row.system_b)]);
    let systems: std::collections::BTreeSet<(u32, &str)> =
        systems.filter(|(place, _)| *place <= places).collect();
    let names: Vec<&str> = systems.iter().map(|(_, name)| *name).take(MOST_NAMED + 2).collect();
    if names.len() < places as usize {
        return String::new();
    }
    format!(": {}", in_a_row(&names, "and"))
}

/// What a pair needs, in words.
fn needs(row: &LookRow) -> String {
    let (one, other) = placed(row);
    let need = match (row.more_documents, row.budget) {
        _ if row.cell.status.reason() == Some(Reason::TooFewDocuments) => format!(
            "{} before the first look",
            grouped_count(u64::from(row.first_look.saturating_sub(row.look)), "document")
        ),
        (Some(more), _) if more > FAR * u64::from(row.look) => {
            "practically equal so far".to_owned()
        }
        (Some(more), Some(budget)) if u64::from(row.look) + more > u64::from(budget) => {
            format!("about {} more documents, beyond the budget", rounded(more as f64))
        }
        (Some(0), _) => "the next document may decide".to_owned(),
        (Some(1), _) => "about 1 more document".to_owned(),
        (Some(more), _) => format!("about {} more documents", rounded(more as f64)),
        (None, _) => "no difference so far".to_owned(),
    };
    format!("{one} and {other} ({need})")
}

fn undecided(open: &[&LookRow]) -> Option<String> {
    if open.is_empty() {
        return None;
    }
    let mut named: Vec<String> = open.iter().take(MOST_NAMED).map(|row| needs(row)).collect();
    if open.len() > MOST_NAMED {
        named.push(format!("{} more", open.len() - MOST_NAMED));
    }
    Some(format!("Undecided: {}.", in_a_row(&named, "and")))
}

/// Pairs that are no neighbours count, too: the order is read off the data.
fn of_all(latest: &[&LookRow], shown: &[&LookRow]) -> Option<String> {
    let decided = latest.iter().filter(|row| row.better.is_some()).count();
    let has_looks = latest.iter().any(|row| row.difference.is_some());
    (latest.len() > shown.len() && has_looks).then(|| {
        let verb = if decided == 1 { "is" } else { "are" };
        format!("Of all {} pairs, which share the error, {decided} {verb} decided.", latest.len())
    })
}

fn price(latest: &[&LookRow]) -> Option<String> {
    let ratios: Vec<f64> = latest.iter().filter_map(|row| row.width_ratio).collect();
    let ratio = Distribution::new(&ratios).median()?;
    Some(format!(
        "Looking at any time makes intervals {ratio:.1} times as wide here as a single look would."
    ))
}

/// Pairs of which this is odd.
fn count(latest: &[&LookRow], reason: Reason) -> usize {
    latest.iter().filter(|row| row.cell.status.reason() == Some(reason)).count()
}

fn notes(latest: &[&LookRow]) -> Vec<String> {
    let mut notes = Vec::new();
    if count(latest, Reason::OrderOfNames) > 0 {
        notes.push(
            "Judges took documents in the order of their names. If that order was not random, the verdicts are about the \
             first documents alone; if it was, write `shuffled = true`."
                .to_owned(),
        );
    }
    let skewed = count(latest, Reason::Skewed);
    if skewed > 0 {
        notes.push(format!(
            "{} a few documents that decide most (skewness above 1): with one-sided tails false verdicts are more frequent \
             than promised.",
            if skewed == 1 { "1 pair has".to_owned() } else { format!("{skewed} pairs have") }
        ));
    }
    let late: u64 = latest.iter().map(|row| row.late_ratings).max().unwrap_or(0);
    if late > 0 {
        notes.push(format!(
            "Up to {} of a pair came after their document was counted, and are not used: a look never changes.",
            grouped_count(late, "rating")
        ));
    }
    let late_pairs = latest.iter().filter(|row| row.came_late).count();
    if late_pairs > 0 {
        notes.push(format!(
            "{} with a system that came in after the first look: name all systems in the spec before it.",
            counted(late_pairs, "pair")
        ));
    }
    let is_within = latest
        .iter()
        .any(|row| row.better.is_some() && row.ci_lower < Some(0.0) && row.ci_upper > Some(0.0));
    if is_within {
        notes.push(format!(
            "Intervals divide the error among all {} pairs, verdicts among those that are open (Holm): the interval of a pair \
             that is decided may contain 0.",
            latest.len()
        ));
    }
    if let Some(row) = latest.first() {
        notes.push(format!(
            "Every document from number {} of a pair on is a look. Intervals are narrowest at {}, as planned.",
            row.first_look,
            grouped_count(row.planned.into(), "document")
        ));
    }
    notes
}

/// Pairs as they stand.
fn table(section: &StudySection<'_>, metric: &str, shown: &[&LookRow]) -> Option<TextTable> {
    let rows = shown
        .iter()
        .map(|row| {
            let (one, other) = placed(row);
            let sign = if one == &*row.system_a { 1.0 } else { -1.0 };
            let ends = row
                .ci_lower
                .zip(row.ci_upper)
                .map(|(lower, upper)| if sign > 0.0 { (lower, upper) } else { (-upper, -lower) });
            let verdict = match (row.better.as_deref(), row.decided_at, row.more_documents) {
                (Some(better), Some(at), _) if better == one => format!("decided at {at}"),
                (Some(better), Some(at), _) => format!("{better} at {at}"),
                (_, _, Some(more)) if more <= FAR * u64::from(row.look) => format!("{more} more"),
                _ => "open".to_owned(),
            };
            vec![
                words(one),
                words(other),
                words(&row.look.to_string()),
                real(row.difference.map(|difference| sign * difference)),
                interval(ends.map(|ends| ends.0), ends.map(|ends| ends.1), 1.0),
                words(&verdict),
            ]
        })
        .collect();
    short_table(
        section,
        (
            "watch",
            &format!(
                "Neighbours as the log ends, by {metric}, with intervals that hold at every look."
            ),
        ),
        &["system", "other", "documents", "difference", "interval", "verdict"],
        rows,
        "looks",
    )
}
