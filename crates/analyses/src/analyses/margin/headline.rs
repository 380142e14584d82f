//! The verdict on margins, in one sentence.

use super::wording::{available, interval, needed, plus_minus, rounded, unit, wanted, whole};
use super::{MarginRow, MetricMargins};
use crate::analyses::common::phrases::beside_size;
use crate::stats::freedom::FARTHEST;
use crate::stats::reason::Reason;
use crate::words::{grouped, in_a_row};

/// Metrics that a sentence names; of more it gives the number.
const NAMED: usize = 3;

/// What is said of a metric.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    /// The margin is as narrow as wanted.
    Enough,
    /// It takes more, and is known how much.
    More,
    /// It takes more, and is not known how much.
    Unknown,
    /// No margin is wanted.
    Unasked,
    /// There is no margin.
    Undefined,
}

fn verdict(metric: &MetricMargins<'_>) -> Verdict {
    let row = metric.worst;
    match (row.margin, row.wanted) {
        (None, _) => Verdict::Undefined,
        (Some(_), None) => Verdict::Unasked,
        (Some(margin), Some(wanted)) if margin <= wanted => Verdict::Enough,
        _ if row.required_units.is_some() => Verdict::More,
        _ => Verdict::Unknown,
    }
}

/// The verdict on all metrics.
pub(super) fn headline(metrics: &[MetricMargins<'_>]) -> String {
    let [enough, more, unknown, unasked, undefined] =
        [Verdict::Enough, Verdict::More, Verdict::Unknown, Verdict::Unasked, Verdict::Undefined]
            .map(|wanted| -> Vec<&MetricMargins<'_>> {
                metrics.iter().filter(|metric| verdict(metric) == wanted).collect()
            });
    let wanted = enough.len() + more.len() + unknown.len();
    if wanted == 0 {
        return without_wish(&unasked, &undefined);
    }
    let mut clauses = Vec::new();
    if !enough.is_empty() {
        clauses.push(are_enough(&enough, wanted));
    }
    if !more.is_empty() {
        clauses.push(need_more(&more, enough.is_empty()));
    }
    if !unknown.is_empty() {
        clauses.push(no_size(&unknown));
    }
    format!("{}.", clauses.join("; "))
}

/// `150 documents are enough to know every bleu score to ±1`.
fn are_enough(metrics: &[&MetricMargins<'_>], wanted_metrics: usize) -> String {
    let first = metrics[0].worst;
    let same = metrics.iter().all(|metric| {
        (&metric.worst.unit, metric.worst.available_units) == (&first.unit, first.available_units)
    });
    let amount =
        if same { available(first) } else { format!("The {}s of this test set", unit(first)) };
    let verb = if same && first.available_units == Some(1) { "is" } else { "are" };
    if metrics.len() > NAMED {
        let all = if metrics.len() == wanted_metrics { "all " } else { "" };
        let of = if all.is_empty() { format!(" of {wanted_metrics}") } else { String::new() };
        let count = metrics.len();
        return format!(
            "{amount} {verb} enough for the wanted margins of {all}{count}{of} metrics"
        );
    }
    let margins: Vec<String> =
        metrics.iter().map(|metric| format!("{} to {}", scores(metric), wish(metric))).collect();
    format!("{amount} {verb} enough to know {}", in_a_row(&margins, "and"))
}

/// `comet (±0.005) needs about 260 documents (190 to 380)`.
fn need_more(metrics: &[&MetricMargins<'_>], is_first: bool) -> String {
    if metrics.len() > NAMED {
        let most = metrics.iter().max_by(|one, other| {
            let [one, other] = [one, other].map(|metric| {
                let row = metric.worst;
                row.required_units.unwrap_or(0.0) / row.available_units.unwrap_or(1) as f64
            });
            one.total_cmp(&other)
        });
        let most = most.map_or_else(String::new, |metric| {
            format!("{} the most, {}", metric.title, needed_in_words(metric.worst, is_first))
        });
        let count = metrics.len();
        return format!("{count} metrics need more, {most}{}", there_are(metrics[0], is_first));
    }
    let first = metrics[0];
    let parts = metrics.iter().enumerate().map(|(index, metric)| {
        let (title, wish) = (&metric.title, wish(metric));
        let size = needed_in_words(metric.worst, is_first);
        match (index, is_first) {
            (0, true) => format!("To know {} to {wish} takes {size}", scores(metric)),
            (0, false) => format!("{title} ({wish}) needs {size}"),
            _ => format!("{title} ({wish}) {size}"),
        }
    });
    let parts: Vec<String> = parts.collect();
    format!("{}{}", parts.join(", "), there_are(first, is_first))
}

/// `about 260 documents (190 to 380)`, without the noun where a clause before has it.
fn needed_in_words(row: &MarginRow, has_noun: bool) -> String {
    let noun = if has_noun { format!(" {}s", unit(row)) } else { String::new() };
    let needed = needed(row).map_or_else(String::new, whole);
    let beside = beside_size(interval(row, " to "), row.required_words);
    format!("about {needed}{noun}{beside}")
}

/// How many there are, where no clause before says it.
fn there_are(metric: &MetricMargins<'_>, is_first: bool) -> String {
    let count = metric.worst.available_units.unwrap_or(0);
    match (is_first, count) {
        (false, _) => String::new(),
        (true, 1) => "; there is 1".to_owned(),
        (true, count) => format!("; there are {}", grouped(count)),
    }
}

/// Where the margin is too wide, and no size is known.
fn no_size(metrics: &[&MetricMargins<'_>]) -> String {
    let parts: Vec<String> = metrics
        .iter()
        .map(|metric| {
            let row = metric.worst;
            let now = row.margin.map_or_else(String::new, plus_minus);
            if row.required_status == Reason::Judges.into() {
                let (title, wish) = (&metric.title, wish(metric));
                return format!(
                    "{title} is known to {now} and not to {wish}: how many documents and judges that takes, \
                     `[studies.NAME.design]` plans"
                );
            }
            if row.required_status == Reason::BeyondData.into() {
                let most = row.effective_units.map_or(0.0, |units| (FARTHEST * units).floor());
                return format!(
                    "{} is known to {now} and not to {}: that takes more than {} {}s ({FARTHEST} times what is \
                     here); measure more first",
                    metric.title,
                    wish(metric),
                    whole(rounded(most, row.available_units.unwrap_or(1))),
                    unit(row),
                );
            }
            format!(
                "{} is known to {now} and not to {}, and no size can be named from {}",
                metric.title,
                wish(metric),
                available(row)
            )
        })
        .collect();
    parts.join("; ")
}

/// Margins of today, where none is wanted.
fn without_wish(known: &[&MetricMargins<'_>], undefined: &[&MetricMargins<'_>]) -> String {
    let Some(first) = known.first() else {
        let why = undefined.first().map_or("", |metric| metric.worst.cell.status.in_words());
        return format!("There is no margin of error: {why}.");
    };
    let amount = available(first.worst);
    if known.len() > NAMED {
        return format!(
            "How precise {} metrics are on {amount}: the widest margins of error.",
            known.len()
        );
    }
    let parts: Vec<String> = known
        .iter()
        .map(|metric| {
            let margin = metric.worst.margin.map_or_else(String::new, plus_minus);
            format!("{} to {margin}", scores(metric))
        })
        .collect();
    format!("{amount} give {}.", in_a_row(&parts, "and"))
}

/// `every bleu score`, or `the bleu score of A`.
fn scores(metric: &MetricMargins<'_>) -> String {
    if metric.rows.iter().count() == 1 {
        return format!("the {} score of {}", metric.title, metric.worst.cell.system());
    }
    if metric.with_margin() == 1 {
        return format!("the {} score of {}", metric.title, metric.worst.cell.system());
    }
    format!("every {} score", metric.title)
}

fn wish(metric: &MetricMargins<'_>) -> String {
    metric.worst.wanted.map_or_else(String::new, wanted)
}
