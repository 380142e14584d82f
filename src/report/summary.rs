//! The answer on the terminal: wanted precision, stable ranking, `x_min` and `x_max`.

use std::fmt::Write;

use comfy_table::{CellAlignment, LineStyle, Table, TableStyle};

use crate::analysis::{Answer, MetricAnswer, Range};
use crate::plan::{Plan, grouped};

const RULE: LineStyle = LineStyle::none().fill('─').junction('─');

/// Rules above, below, and under the header, and none between rows.
const RULES: TableStyle =
    TableStyle::new().top_border(RULE).header_separator(RULE).bottom_border(RULE);

/// The answers of all studies that ask for minimal sizes, and the size of those that do not.
pub fn text(plan: &Plan, answers: &[Answer]) -> String {
    let mut text = String::new();
    for answer in answers {
        text.push_str(&of_study(plan, answer));
        text.push('\n');
    }
    let asked = |study: &str| answers.iter().any(|answer| &*answer.study == study);
    for study in plan.spec.studies.iter().filter(|study| !asked(&study.name)) {
        writeln!(text, "{}: see the tables; it asks for no minimal size", study.name)
            .expect("writing to a string cannot fail");
    }
    text
}

fn of_study(plan: &Plan, answer: &Answer) -> String {
    let synthetic =
        plan.corpora.iter().any(|plan| plan.corpus.synthetic && plan.corpus.name == *answer.corpus);
    let mut lines = vec![format!(
        "How much data? Study {}, corpus {} ({} documents, {} segments{})",
        answer.study,
        answer.corpus,
        answer.documents,
        grouped(answer.segments),
        if synthetic { ", synthetic" } else { "" },
    )];
    let study = plan.spec.studies.iter().find(|study| study.name == *answer.study);
    lines.push(table(answer, study.map_or(0.95, |study| study.level)));
    lines.push(notes(answer));
    lines.join("\n")
}

fn table(answer: &Answer, level: f64) -> String {
    let mut table = Table::new();
    table.load_style(RULES);
    let published = answer.metrics.iter().any(|metric| metric.x_min.curves > 0);
    let mut header = vec!["metric".to_owned()];
    if let Some(target) = answer.target {
        let unit = if answer.relative { " %" } else { "" };
        header.push(format!("{} % interval within ±{target}{unit}", 100.0 * level));
    }
    header.push("ranking holds from".to_owned());
    if published {
        header.extend(["x_min", "x_max"].map(str::to_owned));
    }
    let columns = header.len();
    table.set_header(header);
    for metric in &answer.metrics {
        let mut row = vec![name(answer, metric)];
        if answer.target.is_some() {
            let mark = if metric.target_extrapolated { "*" } else { "" };
            row.push(size(metric.target, mark, "out of reach"));
        }
        row.push(size(metric.rank_stable_from, "", "not before the end"));
        if published {
            row.push(size(metric.x_min, "", "none"));
            row.push(size(metric.x_max, "", "none"));
        }
        table.add_row(row);
    }
    for column in 1..columns {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table.to_string()
}

/// The metric, with what tells it apart from its other lines.
fn name(answer: &Answer, metric: &MetricAnswer) -> String {
    let mut name = metric.metric.to_string();
    let others = || answer.metrics.iter().filter(|other| other.metric == metric.metric);
    if others().any(|other| other.references != metric.references)
        && let Some(references) = &metric.references
    {
        write!(name, " ({references})").expect("writing to a string cannot fail");
    }
    if others().any(|other| other.replicates != metric.replicates) {
        write!(name, ", B = {}", metric.replicates).expect("writing to a string cannot fail");
    }
    name
}

/// Documents and, in brackets, segments, as a range over curves; `none` where no curve has the size,
/// and below the range how many have not.
fn size(range: Range, mark: &str, none: &str) -> String {
    let (Some(documents), Some(segments)) = (range.documents, range.segments) else {
        return none.to_owned();
    };
    let documents_text = span(documents, decimals(documents));
    let mut text = format!("{documents_text}{mark} ({})", span(segments, 0));
    if range.absent > 0 {
        write!(text, "\n{none} in {} of {}", range.absent, range.curves)
            .expect("writing to a string cannot fail");
    }
    text
}

fn span((lowest, highest): (f64, f64), decimals: usize) -> String {
    let (lowest, highest) = (format!("{lowest:.decimals$}"), format!("{highest:.decimals$}"));
    if lowest == highest { lowest } else { format!("{lowest}-{highest}") }
}

/// Whole documents are written whole, estimates below ten with one decimal.
fn decimals((lowest, highest): (f64, f64)) -> usize {
    let whole = lowest.fract() == 0.0 && highest.fract() == 0.0;
    usize::from(!whole && lowest < 10.0)
}

fn notes(answer: &Answer) -> String {
    let mut notes = vec![
        "Sizes in documents that count for the metric (in segments, at their mean length), over all \
         systems,\norderings and repeats. The ranking is that of the observed scores, held against the \
         largest test set;\nno probability is attached to it."
            .to_owned(),
    ];
    if answer.metrics.iter().any(|metric| metric.target_extrapolated) {
        notes.push("* some beyond the sizes seen: extrapolated along a power function.".to_owned());
    }
    let published = answer.metrics.iter().any(|metric| metric.x_min.curves > 0);
    if published && answer.tangent_at.total_cmp(&1.0).is_eq() {
        notes.push(
            "x_min = 1 + 1/b is 3 in any unit whenever the deviation falls as the root of the size: it \
             says\nlittle by itself."
                .to_owned(),
        );
    }
    if answer.small_sample_corrected {
        notes.push(
            "Documents are drawn: deviations over k documents are corrected by sqrt(k/(k - 1))."
                .to_owned(),
        );
    }
    notes.join("\n") + "\n"
}
