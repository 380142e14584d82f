//! What runs say of systems, by each metric.

use super::row::{RunComparisonRow, RunDesignKind, RunDesignRow, RunRow};
use crate::analyses::common::{MOST_LINES, how_often, short_table};
use crate::analyses::comparison::PairVerdict;
use crate::presentation::{
    Finding, MetricRows, Rows, StudySection, TextCell, TextTable, as_written, interval, number,
    p_equals, real, rounded, size, whole, whole_percent, words,
};
use crate::stats::{Reason, SampleMoments, Status};
use crate::words::{counted, grouped_count};

/// One finding by each metric.
pub fn findings(section: &StudySection<'_>) -> Vec<Finding> {
    let scores = section.rows::<RunRow>();
    scores.by_metric().iter().map(|metric| of_metric(section, metric)).collect()
}

fn of_metric(section: &StudySection<'_>, scores: &MetricRows<'_, RunRow>) -> Finding {
    let metric = scores.key;
    let pairs = section.rows_of_metric::<RunComparisonRow>(metric);
    let pairs = pairs.map_or_else(Vec::new, |rows| rows.iter().collect::<Vec<_>>());
    let designs = section.rows_of_metric::<RunDesignRow>(metric);
    let designs = designs.map_or_else(Vec::new, |rows| rows.iter().collect::<Vec<_>>());
    let unit = section.unit().unit();
    let finding = match &pairs[..] {
        [] => Finding::new(section, "runs", of_systems(scores)),
        [pair] => Finding::new(section, "runs", verdict(pair, &scores.title))
            .sentences(texts_alone(pair))
            .sentences(parts(pair, unit))
            .sentences(exchanged(pair))
            .sentences(plan(pair, &designs, unit)),
        _ => Finding::new(section, "runs", verdicts(&pairs, &scores.title))
            .sentences(shares_of_runs(&pairs)),
    };
    let table = match &pairs[..] {
        [] | [_] => system_table(section, scores),
        _ => pair_table(section, &pairs, &scores.title),
    };
    finding
        .table(table)
        .notes(notes(&pairs, unit))
        .rows(scores.rows.iter())
        .rows(pairs)
        .rows(designs)
}

fn signed(difference: f64) -> String {
    let text = number(difference);
    // A zero has no sign, nor has what is rounded to it.
    if difference > 0.0 && text != "0.000" { format!("+{text}") } else { text }
}

fn ends(lower: Option<f64>, upper: Option<f64>) -> String {
    let ends = lower.zip(upper);
    ends.map_or_else(String::new, |(low, high)| format!(" [{}, {}]", signed(low), signed(high)))
}

/// What the intervals of a pair are for.
fn population(pair: &RunComparisonRow) -> &'static str {
    if pair.se_runs.is_some() {
        "for other texts and other runs"
    } else {
        "for other texts and these runs alone"
    }
}

fn verdict(pair: &RunComparisonRow, metric: &str) -> String {
    let RunComparisonRow { system_a, system_b, .. } = pair;
    let Some(difference) = pair.difference else {
        return format!(
            "{system_a} is not compared with {system_b} by {metric}: {}.",
            pair.cell.status.in_words()
        );
    };
    let verdict = match pair.verdict {
        Some(PairVerdict::Better) => "is better than",
        Some(PairVerdict::Worse) => "is worse than",
        _ => "is not significantly different from",
    };
    format!(
        "{system_a} {verdict} {system_b} by {metric}: {}{} {}.",
        signed(difference),
        ends(pair.lower, pair.upper),
        population(pair)
    )
}

/// The same pair if the runs were the systems themselves.
fn texts_alone(pair: &RunComparisonRow) -> Option<String> {
    pair.se_runs?;
    let p = p_equals(pair.p_texts_only?);
    let for_these =
        format!("For other texts and these runs it is{}", ends(pair.texts_lower, pair.texts_upper));
    let is_other = pair.verdict != pair.texts_verdict;
    let caveat = if is_other { ", which is significant for these runs alone" } else { "" };
    Some(format!("{for_these} ({p}){caveat}."))
}

/// What the variance is made of, and what more of either would bring.
fn parts(pair: &RunComparisonRow, unit: &str) -> Option<String> {
    let error = pair.se?;
    Some(format!(
        "{} % of the variance is runs: twice the runs change the standard error from {} to {}, twice the {unit}s to {}.",
        whole_percent(pair.share_runs?, 1.0),
        number(error),
        number(pair.se_twice_runs?),
        number(pair.se_twice_texts?),
    ))
}

/// The exact test.
fn exchanged(pair: &RunComparisonRow) -> Option<String> {
    let (p, smallest) = (pair.p_runs_exact?, pair.smallest_p_runs?);
    let runs = format!("{} and {}", pair.runs_a, counted(pair.runs_b as usize, "run"));
    let cannot = if smallest > 1.0 - pair.ci_level {
        format!("; with {runs} it is never below {smallest:.3}, and cannot be significant")
    } else {
        String::new()
    };
    Some(format!("On these texts alone, the exact test over runs has {}{cannot}.", p_equals(p)))
}

/// The cheapest plan, or that with the present runs.
fn plan(pair: &RunComparisonRow, designs: &[&RunDesignRow], unit: &str) -> Option<String> {
    let smallest: Vec<&RunDesignRow> = designs
        .iter()
        .copied()
        .filter(|design| design.kind == RunDesignKind::Smallest && design.system_a == pair.system_a)
        .collect();
    let now = pair.runs_a.min(pair.runs_b);
    let with_runs_now = smallest.iter().find(|design| design.runs == now)?;
    let goal = format!(
        "A true difference of {} is found {}",
        as_written(with_runs_now.detect?),
        how_often(with_runs_now.power)
    );
    let chosen = smallest.iter().find(|design| design.recommended).unwrap_or(with_runs_now);
    if chosen.units.is_some() {
        let cost = chosen.cost.map(|cost| format!(", at a cost of {}", rounded(cost)));
        let size = size_in_words(chosen, unit);
        return Some(format!("{goal} with {size}{}.", cost.unwrap_or_default()));
    }
    let never = if chosen.cell.status == Reason::NoSize.into() {
        format!("no number of {unit}s is enough")
    } else {
        // As far as sizes are looked for (`FARTHEST`).
        format!("it takes more than fifty times the {unit}s of today")
    };
    let more = smallest.iter().find(|design| design.runs > now && design.units.is_some());
    let more = more.map(|more| format!("; it takes {}", size_in_words(more, unit)));
    let runs = counted(now as usize, "run");
    Some(format!("{goal}: with {runs} {never}{}.", more.unwrap_or_default()))
}

/// `5 runs of each system and 1,200 segments`.
fn size_in_words(design: &RunDesignRow, unit: &str) -> String {
    let units =
        design.units.map(|units| format!(" and {}", grouped_count(whole_units(units), unit)));
    format!("{} of each system{}", counted(design.runs as usize, "run"), units.unwrap_or_default())
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a number of texts")]
fn whole_units(units: f64) -> u64 {
    units.max(0.0) as u64
}

/// Without a pair: how far apart the runs of a system are.
fn of_systems(scores: &MetricRows<'_, RunRow>) -> String {
    let lines = systems(&scores.rows);
    let Some((name, moments)) = lines.first().and_then(|(name, moments)| Some((name, (*moments)?)))
    else {
        let why = scores.rows.first().map_or("", |row| row.cell.status.in_words());
        return format!("There is nothing to say of runs by {}: {why}.", scores.title);
    };
    let deviation = moments.stdev().map_or_else(String::new, number);
    format!(
        "{} of {name} have a mean {} of {} and a standard deviation of {deviation}.",
        grouped_count(moments.count as u64, "run"),
        scores.title,
        number(moments.mean)
    )
}

/// Systems with what their runs have.
fn systems<'a>(scores: &Rows<'a, RunRow>) -> Vec<(&'a str, Option<SampleMoments>)> {
    let groups = scores.groups(|row: &RunRow| row.cell.system());
    let moments = groups
        .into_iter()
        .map(|(name, runs)| (name, SampleMoments::of(runs.iter().filter_map(|run| run.score))));
    moments.collect()
}

fn verdicts(pairs: &[&RunComparisonRow], metric: &str) -> String {
    let verdicts = pairs.iter().map(|pair| pair.verdict);
    let texts_verdicts = pairs.iter().map(|pair| pair.texts_verdict);
    format!(
        "By {metric}, {} of {} differ significantly for other texts and other runs, {} for other texts and these runs.",
        significant(verdicts),
        counted(pairs.len(), "pair"),
        significant(texts_verdicts)
    )
}

fn significant(verdicts: impl Iterator<Item = Option<PairVerdict>>) -> usize {
    verdicts.flatten().filter(|verdict| verdict.is_significant()).count()
}

fn shares_of_runs(pairs: &[&RunComparisonRow]) -> Option<String> {
    let shares = pairs.iter().filter_map(|pair| pair.share_runs);
    let low = shares.clone().min_by(f64::total_cmp)?;
    let high = shares.max_by(f64::total_cmp)?;
    Some(format!(
        "Runs are {} to {} % of the variance of these differences. Each pair is tested by itself.",
        whole_percent(low, 1.0),
        whole_percent(high, 1.0)
    ))
}

fn notes(pairs: &[&RunComparisonRow], unit: &str) -> Vec<String> {
    let mut notes = Vec::new();
    let statuses: Vec<Status> = pairs.iter().map(|pair| pair.cell.status).collect();
    if statuses.contains(&Reason::SingleRun.into()) {
        notes.push(
            "A system with one run does not show how its runs vary: its intervals are for other texts alone.".to_owned(),
        );
    }
    if statuses.contains(&Reason::LargerOneWay.into()) {
        notes.push(
            "Texts and runs together vary less than one of them alone, whose larger variance is taken: the interval is wide \
             rather than narrow."
                .to_owned(),
        );
    }
    if pairs.iter().any(|pair| pair.p_runs_exact.is_some()) {
        notes.push(
            "The exact test is about these texts: on other texts it rejects too often.".to_owned(),
        );
    }
    if unit == "segment" {
        notes.push("Each segment counts as a document of its own.".to_owned());
    }
    notes
}

fn system_table(section: &StudySection<'_>, scores: &MetricRows<'_, RunRow>) -> Option<TextTable> {
    let lines = systems(&scores.rows).into_iter().take(MOST_LINES).map(|(name, moments)| {
        let runs = scores.rows.iter().filter(|row| row.cell.system() == name);
        let runs = runs.map(|row| row.score.map_or_else(|| "-".to_owned(), number));
        vec![
            words(name),
            real(moments.map(|moments| moments.mean)),
            real(moments.and_then(|moments| moments.stdev())),
            words(&some(&runs.collect::<Vec<_>>())),
        ]
    });
    let caption = format!("{}: means over runs, and how far runs are apart.", scores.title);
    let header = ["system", "mean", "SD of runs", "runs"];
    short_table(section, ("runs", &caption), &header, lines.collect(), "runs")
}

/// The first scores.
fn some(scores: &[String]) -> String {
    const SHOWN: usize = 5;
    let more = scores.len().saturating_sub(SHOWN);
    let shown = scores[..scores.len() - more].join(" ");
    if more > 0 { format!("{shown} and {more} more") } else { shown }
}

fn pair_table(
    section: &StudySection<'_>,
    pairs: &[&RunComparisonRow],
    metric: &str,
) -> Option<TextTable> {
    let mut pairs = pairs.to_vec();
    let baseline = &pairs.first()?.system_b;
    let has_baseline = pairs.iter().all(|pair| pair.system_b == *baseline);
    let caption = if has_baseline {
        format!("{metric}: differences of means over runs, from {baseline}.")
    } else {
        format!("{metric}: differences of means over runs.")
    };
    // The closest pairs, which are the ones in doubt.
    pairs.sort_by(|one, other| {
        let [one, other] = [one, other].map(|pair| pair.difference.unwrap_or_default().abs());
        one.total_cmp(&other)
    });
    let lines = pairs.into_iter().take(MOST_LINES).map(|pair: &RunComparisonRow| {
        vec![
            words(&if has_baseline {
                pair.system_a.to_string()
            } else {
                format!("{} - {}", pair.system_a, pair.system_b)
            }),
            whole(Some(f64::from(pair.runs_a.min(pair.runs_b)))),
            real(pair.difference),
            interval(pair.lower, pair.upper, 1.0),
            TextCell::optional(pair.p_value, |p| format!("{p:.3}")),
            TextCell::optional(pair.p_texts_only, |p| format!("{p:.3}")),
            TextCell::optional(pair.share_runs, |share| {
                format!("{} %", size((100.0 * share).round()))
            }),
        ]
    });
    let header = ["systems", "runs", "difference", "interval", "p", "p, texts", "runs in V"];
    short_table(section, ("runs", &caption), &header, lines.collect(), "run_comparisons")
}
