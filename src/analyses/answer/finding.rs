//! The answer as a finding: how many documents, by metric.

use std::fmt::Write;

use serde_json::{Value, json};

use super::sentences::{precision, ranking, verdict};
use super::{Answer, MetricAnswer, Range, answer};
use crate::presentation::{FileName, Finding, StudySection, TextCell, TextTable, span};

/// How much data a study needs, if it asks for minimal sizes or ranks.
pub(in crate::analyses) fn finding(section: &StudySection<'_>) -> Option<Finding> {
    // A section is about one study on one corpus.
    let answer = answer(section.row_slice(), section.row_slice()).into_iter().next()?;
    let ranking = ranking(&answer);
    let finding = match answer.target {
        None => Finding::new(section, "minimal-sizes", ranking),
        Some(target) => Finding::new(section, "minimal-sizes", verdict(&answer, target))
            .sentence(precision(section.level(), &answer, target))
            .sentence(ranking),
    };
    Some(finding.table(table(section, &answer)).row(data(section, &answer)))
}

/// The answer of a study: one line per metric.
fn table(section: &StudySection<'_>, answer: &Answer) -> TextTable {
    let published = answer.metrics.iter().any(|metric| metric.x_min.curves > 0);
    let mut header = vec![TextCell::words("metric")];
    if let Some(target) = answer.target {
        let unit = if answer.relative { " %" } else { "" };
        let level = section.level();
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
        write!(name, " ({references})").expect("writing to a string cannot fail");
    }
    if others().any(|other| other.replicates != metric.replicates) {
        write!(name, ", B = {}", metric.replicates).expect("writing to a string cannot fail");
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
        write!(text, "\n{none} in {} of {}", range.absent, range.curves)
            .expect("writing to a string cannot fail");
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

/// The answer for scripts. Sizes are `[smallest, largest]` over curves (systems, orderings and repeats), `null`
/// where no curve has one.
fn data(section: &StudySection<'_>, answer: &Answer) -> Value {
    let range = |range: Range| {
        let ends = |ends: Option<(f64, f64)>| ends.map(|(low, high)| [low, high]);
        json!({
            "documents": ends(range.documents),
            "segments": ends(range.segments),
            "absent": range.absent,
            "curves": range.curves,
        })
    };
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
        "documents": answer.documents,
        "segments": answer.segments,
        "level": section.level() / 100.0,
        "target_half_width": answer.target,
        "deviation": if answer.relative { "relative" } else { "absolute" },
        "fits": answer.fits,
        "warnings": answer.warnings,
        "metrics": metrics.collect::<Vec<_>>(),
    })
}
