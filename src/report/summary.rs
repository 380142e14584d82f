//! The answer as a table: how many documents, by metric. The terminal, the page and the files show
//! the same one.

use std::fmt::Write;

use comfy_table::{CellAlignment, LineStyle, Table, TableStyle};
use serde_json::{Value, json};

use crate::analyses::{Answer, MetricAnswer, Range};
use crate::escape;
use crate::presentation::{About, FileName, TextCell, TextTable, span};
use crate::words::grouped;

const INTO_STRING: &str = "writing to a string cannot fail";

const RULE: LineStyle = LineStyle::none().fill('─').junction('─');

/// Rules above, below, and under the header, and none between rows.
const RULES: TableStyle =
    TableStyle::new().top_border(RULE).header_separator(RULE).bottom_border(RULE);

/// The answers of all studies that ask for minimal sizes, and the size of those that do not, for a
/// terminal.
pub(super) fn text(about: &About, answers: &[Answer]) -> String {
    let mut text = String::new();
    for answer in answers {
        text.push_str(&of_study(about, answer));
        text.push('\n');
    }
    let asked = |study: &str| answers.iter().any(|answer| &*answer.study == study);
    for study in about.studies().filter(|study| !asked(study)) {
        writeln!(text, "{study}: no size to name; its results are in the tables and the report")
            .expect(INTO_STRING);
    }
    text
}

fn of_study(about: &About, answer: &Answer) -> String {
    let synthetic = if about.is_synthetic(&answer.corpus) { ", synthetic" } else { "" };
    let heading = format!(
        "How much data? Study {}, corpus {} ({} documents, {} segments{synthetic})",
        answer.study,
        answer.corpus,
        answer.documents,
        grouped(answer.segments),
    );
    let table = table(about, answer);
    [heading, on_terminal(&table), table.notes.join("\n") + "\n"].join("\n")
}

fn on_terminal(text_table: &TextTable) -> String {
    let mut table = Table::new();
    table.load_style(RULES);
    let shown = |cell: &TextCell| escape::lines(&cell.text).into_owned();
    table.set_header(text_table.header.iter().map(shown));
    for row in &text_table.rows {
        table.add_row(row.iter().map(shown));
    }
    for column in 1..text_table.header.len() {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table.to_string()
}

/// The answer of a study: one line per metric.
pub(super) fn table(about: &About, answer: &Answer) -> TextTable {
    let published = answer.metrics.iter().any(|metric| metric.x_min.curves > 0);
    let mut header = vec![TextCell::words("metric")];
    if let Some(target) = answer.target {
        let unit = if answer.relative { " %" } else { "" };
        let level = about.level(&answer.study);
        header.push(TextCell::words(format!("{level} % interval within ±{target}{unit}")));
    }
    let holds = answer.metrics.iter().find_map(|metric| metric.ranking_holds);
    if let Some(holds) = holds {
        header.push(TextCell::words(format!("ranking, p ≥ {}, from", holds.probability)));
    }
    let observed = answer.metrics.iter().any(|metric| metric.rank_stable_from.curves > 0);
    if observed {
        header.push(TextCell::words("observed ranking from"));
    }
    if published {
        header.extend(["x_min", "x_max"].map(TextCell::words));
    }
    let rows = answer.metrics.iter().map(|metric| {
        let mut row = vec![TextCell::words(name(answer, metric))];
        if answer.target.is_some() {
            let mark = if metric.target_extrapolated { "*" } else { "" };
            row.push(
                size(metric.target, mark, "out of reach").css_class(css_class(answer, metric)),
            );
        }
        if holds.is_some() {
            let from = metric.ranking_holds.map_or_else(Range::default, |holds| holds.from);
            row.push(size(from, "", "not reached"));
        }
        if observed {
            row.push(size(metric.rank_stable_from, "", "not before the end"));
        }
        if published {
            row.push(size(metric.x_min, "", "none"));
            row.push(size(metric.x_max, "", "none"));
        }
        row
    });
    let corpus = &answer.corpus;
    TextTable {
        name: FileName::new(&["answer", &answer.study, corpus]),
        caption: format!(
            "Documents needed, and segments in brackets. Study {}, corpus {corpus} of {} documents.",
            answer.study, answer.documents
        ),
        header,
        rows: rows.collect(),
        notes: notes(answer),
    }
}

/// Whether the test set is large enough for the wanted precision.
fn css_class(answer: &Answer, metric: &MetricAnswer) -> &'static str {
    let at_hand = f64::from(answer.documents);
    match metric.target.documents {
        Some((_, most)) if most <= at_hand && metric.target.absent == 0 => "good",
        Some((least, _)) if least <= at_hand => "middling",
        _ => "bad",
    }
}

/// The metric, with what tells it apart from its other lines.
pub(super) fn name(answer: &Answer, metric: &MetricAnswer) -> String {
    let mut name = metric.metric.to_string();
    let others = || answer.metrics.iter().filter(|other| other.metric == metric.metric);
    if others().any(|other| other.references != metric.references)
        && let Some(references) = &metric.references
    {
        write!(name, " ({references})").expect(INTO_STRING);
    }
    if others().any(|other| other.replicates != metric.replicates) {
        write!(name, ", B = {}", metric.replicates).expect(INTO_STRING);
    }
    name
}

/// Documents and, in brackets, segments, as a range over curves; `none` where no curve has the size,
/// and below the range how many have not.
fn size(range: Range, mark: &str, none: &str) -> TextCell {
    let (Some(documents), Some(segments)) = (documents(range), segments(range)) else {
        return TextCell::number(none, Some(f64::INFINITY));
    };
    let mut text = format!("{documents}{mark} ({segments})");
    if range.absent > 0 {
        write!(text, "\n{none} in {} of {}", range.absent, range.curves).expect(INTO_STRING);
    }
    TextCell::number(text, range.documents.map(|(_, most)| most))
}

/// The documents of a range: whole ones whole, estimates below ten with one decimal.
pub(super) fn documents(range: Range) -> Option<String> {
    let documents = range.documents?;
    let whole = documents.0.fract() == 0.0 && documents.1.fract() == 0.0;
    Some(span(documents, usize::from(!whole && documents.0 < 10.0)))
}

/// The segments of a range.
fn segments(range: Range) -> Option<String> {
    Some(span(range.segments?, 0))
}

fn notes(answer: &Answer) -> Vec<String> {
    let holds = answer.metrics.iter().any(|metric| metric.ranking_holds.is_some());
    let observed = !holds || answer.metrics.iter().any(|metric| metric.rank_stable_from.curves > 0);
    let mut sizes =
        "Sizes in documents that count for the metric (in segments, at their mean length), \
                     over all systems,\norderings and repeats."
            .to_owned();
    if observed {
        sizes.push_str(
            " The ranking is that of the observed scores, held against the largest test set;\n\
             no probability is attached to it.",
        );
    }
    let mut notes = vec![sizes];
    if holds {
        notes.push(
            "Ranking, p: from this size on, so many resamples of a test set order all systems as the whole\n\
             corpus does; not reached: at no size up to the whole corpus."
                .to_owned(),
        );
    }
    if answer.metrics.iter().any(|metric| metric.target_extrapolated) {
        notes.push("* some beyond the sizes seen: extrapolated along a power function.".to_owned());
    }
    let published = answer.metrics.iter().any(|metric| metric.x_min.curves > 0);
    if published && answer.tangent_at.total_cmp(&1.0).is_eq() {
        notes.push(
            "x_min: where the first tangent of the STDEV curve meets zero; x_max: where the curve is level.\n\
             x_min = 1 + 1/b is 3 in any unit whenever the deviation falls as the root of the size: it \
             says\nlittle by itself."
                .to_owned(),
        );
    }
    notes.extend(warnings(answer));
    if answer.small_sample_corrected {
        notes.push(
            "Documents are drawn: deviations over k documents are corrected by sqrt(k/(k - 1))."
                .to_owned(),
        );
    }
    notes
}

/// What to beware of in the curves behind `x_min` and `x_max`.
fn warnings(answer: &Answer) -> Option<String> {
    let mut words = Vec::new();
    let meanings = [
        ("bad-fit", "fit badly (adjusted R² below 0.9)"),
        ("few-sizes", "pass through fewer than four sizes"),
        ("not-falling", "do not fall"),
        ("slope-not-half", "fall much faster or slower than the root of the size"),
        ("extrapolated", "have x_max beyond the sizes seen"),
    ];
    for (word, meaning) in meanings {
        if let Some(count) = answer.warnings.get(word) {
            words.push(format!("{count} {meaning}"));
        }
    }
    (!words.is_empty())
        .then(|| format!("Beware: of {} curves, {}.", answer.fits, words.join(",\n")))
}

/// The answers for scripts. Sizes are `[smallest, largest]` over curves (systems, orderings and
/// repeats), `null` where no curve has one.
pub(super) fn json(about: &About, answers: &[Answer]) -> Value {
    let range = |range: Range| {
        let ends = |ends: Option<(f64, f64)>| ends.map(|(low, high)| [low, high]);
        json!({
            "documents": ends(range.documents),
            "segments": ends(range.segments),
            "absent": range.absent,
            "curves": range.curves,
        })
    };
    let answers = answers.iter().map(|answer| {
        let metrics = answer.metrics.iter().map(|metric| {
            json!({
                "metric": &*metric.metric,
                "references": metric.references.as_deref(),
                "B": metric.replicates,
                "target": range(metric.target),
                "target_extrapolated": metric.target_extrapolated,
                "ranking_holds": metric.ranking_holds.map(|holds| json!({
                    "probability": holds.probability,
                    "from": range(holds.from),
                })),
                "rank_stable_from": range(metric.rank_stable_from),
                "x_min": range(metric.x_min),
                "x_max": range(metric.x_max),
            })
        });
        json!({
            "study": &*answer.study,
            "corpus": &*answer.corpus,
            "synthetic": about.is_synthetic(&answer.corpus),
            "documents": answer.documents,
            "segments": answer.segments,
            "level": about.level(&answer.study) / 100.0,
            "target_half_width": answer.target,
            "deviation": if answer.relative { "relative" } else { "absolute" },
            "fits": answer.fits,
            "warnings": answer.warnings,
            "metrics": metrics.collect::<Vec<_>>(),
        })
    });
    Value::Array(answers.collect())
}
