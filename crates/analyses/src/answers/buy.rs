//! What the next campaign should buy: a line for each aim, over all studies that plan one.

use super::block::{Block, Told, findings_about};
use super::metrics::{Labelled, Scorer};
use crate::analyses::design::{DesignKind, GoalKind, price, way_out};
use crate::analyses::{DesignRow, Question};
use crate::presentation::{FileName, TextCell, TextTable, as_written, chance, rounded};
use crate::words::{counted, grouped, in_a_row};

/// A heading, and what stands below it for a plan.
type Column = (&'static str, fn(&Plan<'_>) -> Option<TextCell>);

/// An aim by a metric, with the cheapest design that reaches it.
struct Plan<'a> {
    metric: Labelled,
    /// All judgments that the aim is planned for; of these it is the one that takes most.
    judgments: Vec<String>,
    /// What all of its designs have in common.
    first: &'a DesignRow,
    cheapest: Option<&'a DesignRow>,
    /// The campaign of the corpus.
    current: Option<&'a DesignRow>,
    way_out: Option<&'static str>,
}

pub(super) fn block(told: &[Told<'_>]) -> Option<Block> {
    findings_about(Question::Buy, told).next()?;
    let mut plans: Vec<Plan<'_>> = told.iter().flat_map(of_section).collect();
    // Aims stand from the easiest to the hardest.
    plans.sort_by(|one, other| {
        let [key, other_key] =
            [one, other].map(|plan| (plan.first.goal.name(), plan.metric.scorer));
        one.hardness().total_cmp(&other.hardness()).then_with(|| key.cmp(&other_key))
    });
    let plans = dearest(plans);
    let first = plans.first()?;
    let mut block = Block::new(Question::Buy, verdict(&plans));
    if let Some(way_out) = plans.iter().find_map(|plan| plan.way_out) {
        block.sentences.push(way_out.to_owned());
    }
    if plans.iter().any(|plan| plan.cheapest.is_some()) {
        block.table = Some(table(&plans));
    } else {
        block.sentences.extend(today(first));
    }
    let names_metric = names_metrics(&plans) || first.judgments.len() > 1;
    block.sentences.extend(doubling(first, names_metric));
    Some(block)
}

fn of_section<'a>(told: &Told<'a>) -> Vec<Plan<'a>> {
    let section = &told.section;
    let metrics = section.rows::<DesignRow>().by_metric();
    let plans = metrics.iter().filter_map(|metric| {
        let first = metric.rows.first().filter(|row| row.kind != DesignKind::None)?;
        Some(Plan {
            metric: Labelled::new(section, &metric.title, &first.metric),
            judgments: Vec::new(),
            first,
            cheapest: metric.rows.iter().find(|row| row.recommended),
            current: metric.rows.iter().find(|row| row.kind == DesignKind::Current),
            way_out: way_out(metric),
        })
    });
    plans.collect()
}

/// Of the judgments that one campaign collects, the one that takes most for an aim.
fn dearest(plans: Vec<Plan<'_>>) -> Vec<Plan<'_>> {
    let mut all: Vec<Plan<'_>> = Vec::new();
    for plan in plans {
        let same = all.iter_mut().find(|other| {
            let of_one_campaign = [plan.metric.scorer, other.metric.scorer] == [Scorer::Judges; 2]
                && plan.first.corpus == other.first.corpus;
            of_one_campaign
                && plan.first.goal == other.first.goal
                && plan.first.wanted.total_cmp(&other.first.wanted).is_eq()
        });
        let label = plan.metric.label.clone();
        let Some(other) = same else {
            all.push(Plan { judgments: vec![label], ..plan });
            continue;
        };
        let mut judgments = std::mem::take(&mut other.judgments);
        judgments.push(label);
        let [size, other_size] =
            [plan.cheapest, other.cheapest].map(|row| row.map_or(f64::INFINITY, total));
        if size > other_size {
            *other = Plan { judgments, ..plan };
        } else {
            other.judgments = judgments;
        }
    }
    all
}

/// Ratings of a campaign; segments where no one rates.
fn total(row: &DesignRow) -> f64 {
    let segments = row.segments.round();
    row.ratings_per_segment.map_or(segments, |ratings| segments * ratings * f64::from(row.systems))
}

impl Plan<'_> {
    /// Larger for harder aims of one kind.
    fn hardness(&self) -> f64 {
        match self.first.goal {
            GoalKind::Detect | GoalKind::Margin => -self.first.wanted,
            GoalKind::RankingHolds | GoalKind::BestIsBest => self.first.wanted,
        }
    }

    /// ` by BLEU`, where metrics are named.
    fn by(&self, names_metrics: bool) -> String {
        if names_metrics { format!(" by {}", self.metric.label) } else { String::new() }
    }

    /// What is aimed at: `0.5 points`, `the true order in 90 %`.
    fn aim(&self) -> String {
        let wanted = self.first.wanted;
        match self.first.goal {
            GoalKind::Detect => self.in_unit(wanted),
            GoalKind::Margin => format!("a margin of ±{}", self.in_unit(wanted)),
            GoalKind::RankingHolds => format!("the true order in {}", chance(wanted)),
            GoalKind::BestIsBest => format!("the best system in {}", chance(wanted)),
        }
    }

    fn in_unit(&self, wanted: f64) -> String {
        let is_rated = self.first.ratings_per_segment.is_some();
        let unit = if is_rated { "points" } else { self.metric.unit() };
        let is_one = wanted.total_cmp(&1.0).is_eq() && unit == "points";
        format!("{} {}", as_written(wanted), if is_one { "point" } else { unit })
    }
}

/// Returns `true` if several metrics are planned for, each by itself.
fn names_metrics(plans: &[Plan<'_>]) -> bool {
    plans.iter().any(|plan| plan.judgments != plans[0].judgments)
}

/// `in 80 % of campaigns, 10 systems, any of 45 pairs`.
fn setting(plans: &[Plan<'_>]) -> String {
    let row = plans[0].first;
    let systems = plans[0].cheapest.or(plans[0].current).unwrap_or(row).systems;
    let mut parts = Vec::new();
    if row.goal == GoalKind::Detect {
        let power = row.power.map_or_else(String::new, chance);
        parts.push(format!("in {power} of campaigns"));
    }
    parts.push(counted(systems as usize, "system"));
    if matches!(row.goal, GoalKind::Detect | GoalKind::Margin) {
        parts.push(match row.pairs {
            1 => "one planned pair".to_owned(),
            pairs => format!("any of {pairs} pairs"),
        });
    }
    if let [_, _, ..] = &plans[0].judgments[..] {
        parts.push(in_a_row(&plans[0].judgments, "or"));
    }
    parts.join(", ")
}

fn verdict(plans: &[Plan<'_>]) -> String {
    let setting = setting(plans);
    let names_metrics = names_metrics(plans);
    let is_detected = plans.iter().all(|plan| plan.first.goal == GoalKind::Detect);
    let reached: Vec<(&Plan<'_>, &DesignRow)> =
        plans.iter().filter_map(|plan| Some((plan, plan.cheapest?))).collect();
    let verb = if is_detected { "find" } else { "give" };
    match &reached[..] {
        [] => {
            let aims: Vec<String> = plans.iter().map(Plan::aim).collect();
            let finds = if is_detected { "finds" } else { "gives" };
            format!("None of the listed designs {finds} {} ({setting}).", in_a_row(&aims, "or"))
        }
        [(plan, row), others @ ..] => {
            let what = if row.ratings_per_segment.is_some() { "ratings" } else { "segments" };
            let (size, by) = (rounded(total(row)), plan.by(names_metrics));
            let last = others.last().map_or_else(String::new, |(plan, row)| {
                let by = plan.by(names_metrics);
                format!(", {} {}{by}", rounded(total(row)), plan.aim())
            });
            format!("{size} {what} {verb} {}{by}{last} ({setting}).", plan.aim())
        }
    }
}

/// What the campaign of the corpus reaches of the easiest aim.
fn today(plan: &Plan<'_>) -> Option<String> {
    let probability = chance(plan.current?.probability?);
    let verb = if plan.first.goal == GoalKind::Detect { "finds" } else { "gives" };
    Some(format!("A campaign like this one {verb} {} in {probability}.", plan.aim()))
}

/// What twice the documents, ratings or judges do to the margin of a difference.
fn doubling(plan: &Plan<'_>, names_metric: bool) -> Option<String> {
    let current = plan.current?;
    let margin = current.margin?;
    let all = [
        ("documents", current.margin_twice_documents),
        ("ratings", current.margin_twice_ratings),
        ("judges", current.margin_twice_judges),
    ];
    let parts = all.into_iter().filter_map(|(what, twice)| {
        let narrower = 100.0 * (1.0 - twice? / margin);
        // Slightly negative changes, too, which would be written as `-0 %`.
        let change = if narrower < 0.5 { "0 %".to_owned() } else { format!("{narrower:.0} %") };
        Some((what, change))
    });
    let parts: Vec<(&str, String)> = parts.collect();
    let ((what, change), others) = parts.split_first()?;
    let others = others.iter().map(|(what, change)| format!("{change} with twice the {what}"));
    let by = plan.by(names_metric);
    let first = format!("A margin{by} narrows by {change} with twice the {what}");
    let all: Vec<String> = std::iter::once(first).chain(others).collect();
    Some(format!("{}.", all.join(", ")))
}

/// A number of things.
fn whole_number(value: Option<f64>) -> Option<TextCell> {
    value.map(|value| TextCell::number(rounded(value), Some(value)))
}

fn documents(plan: &Plan<'_>) -> Option<TextCell> {
    let row = plan.cheapest?;
    let text = format!("{} ({})", grouped(row.documents.into()), rounded(row.segments));
    Some(TextCell::number(text, Some(row.documents.into())))
}

fn interval(plan: &Plan<'_>) -> Option<TextCell> {
    let row = plan.cheapest?;
    // A campaign of fewer documents has no error.
    let lower = row.documents_lower?.max(2.0);
    let text = match row.documents_upper {
        Some(upper) => format!("{} to {}", rounded(lower), rounded(upper)),
        // Two are the fewest that any campaign has.
        None if lower <= 2.0 => return None,
        None => format!("{} or more", rounded(lower)),
    };
    Some(TextCell::number(text, Some(lower)))
}

fn all_ratings(plan: &Plan<'_>) -> Option<TextCell> {
    let row = plan.cheapest.filter(|row| row.ratings_per_segment.is_some())?;
    whole_number(Some(total(row)))
}

fn cost(plan: &Plan<'_>) -> Option<TextCell> {
    let row = plan.cheapest?;
    Some(TextCell::number(price(row.cost), Some(row.cost)))
}

/// What the campaign of the corpus reaches.
fn reached_today(plan: &Plan<'_>) -> Option<TextCell> {
    let probability = plan.current?.probability?;
    Some(TextCell::number(chance(probability), Some(probability)))
}

fn columns(plans: &[Plan<'_>]) -> Vec<Column> {
    let mut cheapest = plans.iter().filter_map(|plan| plan.cheapest);
    let is_rated_once =
        cheapest.clone().all(|row| row.ratings_per_segment.is_none_or(|ratings| ratings <= 1.0));
    let mut columns: Vec<Column> = Vec::new();
    if names_metrics(plans) {
        columns.push(("by", |plan| Some(TextCell::words(&*plan.metric.label))));
    }
    columns.push(("documents\n(segments)", documents));
    columns.push(("\ninterval", interval));
    columns.push(("of each\nat most", |plan| {
        whole_number(plan.cheapest?.segments_limit.map(f64::from))
    }));
    if !is_rated_once {
        columns.push(("ratings of\nan output", |plan| {
            whole_number(plan.cheapest?.ratings_per_segment)
        }));
    }
    columns.push(("judges", |plan| whole_number(plan.cheapest?.judges.map(f64::from))));
    columns.push(("references", |plan| whole_number(plan.cheapest?.references.map(f64::from))));
    let in_all = if is_rated_once { "ratings\n(1 each)" } else { "ratings\nin all" };
    columns.push((in_all, all_ratings));
    if let Some(unit) = cheapest.find_map(|row| row.unit.as_deref()) {
        // The usual prices are minutes of ratings.
        columns.push((if unit == "minutes" { "minutes" } else { "cost" }, cost));
    }
    columns.push(("found\nnow", reached_today));
    columns
}

/// A line for each aim and metric.
fn table(plans: &[Plan<'_>]) -> TextTable {
    let columns: Vec<Column> = columns(plans)
        .into_iter()
        .filter(|(_, cell)| plans.iter().any(|plan| cell(plan).is_some()))
        .collect();
    let is_detected = plans.iter().all(|plan| plan.first.goal == GoalKind::Detect);
    let aim = if is_detected { "to find" } else { "for" };
    let header = std::iter::once(aim).chain(columns.iter().map(|(heading, _)| *heading));
    let rows = plans.iter().map(|plan| {
        let cells = columns
            .iter()
            .map(|(_, cell)| cell(plan).unwrap_or_else(|| TextCell::number("–", None)));
        std::iter::once(TextCell::words(plan.aim())).chain(cells).collect()
    });
    let table = TextTable {
        name: FileName::new(&["answer-buy"]),
        caption: "The cheapest design for each aim.".to_owned(),
        header: header.map(TextCell::words).collect(),
        rows: rows.collect(),
        ..TextTable::default()
    };
    table.aligned()
}
