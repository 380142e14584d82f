//! How much data is enough: a line for each aim, a column for each metric.

mod aims;

use self::aims::{Aim, Size, of_section};
use super::block::{Block, Told, findings_about};
use super::by_metric::{MetricColumns, MetricLine};
use super::metrics::{Labelled, Scorer};
use super::told;
use crate::analyses::common::phrases::how_often;
use crate::analyses::minimal_sizes::{self, LevelSize};
use crate::analyses::{PowerRow, Question, power};
use crate::presentation::{
    FileName, StudySection, TextCell, TextTable, extent, metric_in_print, share, size, two_digits,
};
use crate::words::{grouped, grouped_count, in_a_row};

/// Metrics that have a column each; of more, each has a line.
const MOST_COLUMNS: usize = 3;
/// Of these, as many as have room for intervals on a terminal.
const ROOM: usize = 2;

pub(super) fn block(told: &[Told<'_>]) -> Option<Block> {
    findings_about(Question::Sizes, told).next()?;
    let mut sizes: Vec<Size> = told.iter().flat_map(|told| of_section(&told.section)).collect();
    let corpora: Vec<String> = sizes.iter().map(|size| size.corpus.clone()).collect();
    sizes.sort_by_key(|size| {
        let corpus = corpora.iter().position(|corpus| *corpus == size.corpus);
        (corpus, size.metric.scorer)
    });
    // Sizes in segments do not stand beside sizes in documents, which new texts come in.
    if let Some(unit) = sizes.iter().map(|size| size.unit).min() {
        sizes.retain(|size| size.unit == unit);
    }
    // Verdicts that half of the documents keep are no size: they stand beside sizes, and alone only where there are none.
    let sized = labels(sizes.iter().filter(|size| size.aim != Aim::Half));
    if !sized.is_empty() {
        sizes.retain(|size| sized.contains(&size.metric.label));
    }
    let curves = curves(told);
    if sizes.is_empty() {
        let mut block = told::block(Question::Sizes, told)?;
        if let Some(curves) = curves {
            block.table = None;
            block.sentences.clear();
            block.verdict = curves.verdict;
            block.left_out = 0;
            block.by_metric = Some(curves.columns);
        }
        block.notes = minimal_sizes_note(told);
        return Some(block);
    }
    let mut block = Block::new(Question::Sizes, verdict(told, &sizes));
    let metrics = labels(sizes.iter());
    let is_one_corpus = sizes.iter().all(|size| size.corpus == sizes[0].corpus);
    if sized.is_empty() || sizes.len() == 1 {
        // The sentence has the number.
    } else if is_one_corpus && metrics.len() <= MOST_COLUMNS {
        block.table = Some(aims_by_metric(&sizes, &metrics));
    } else {
        let named: Vec<Size> = sizes.iter().filter(|size| size.aim != Aim::Half).cloned().collect();
        block.by_metric = Some(metrics_by_aim(&named));
    }
    block.notes = minimal_sizes_note(told);
    Some(block)
}

/// Metrics that the verdict names.
const NAMED: usize = 3;

/// What the data find, or how far they are enough.
fn verdict(told: &[Told<'_>], sizes: &[Size]) -> String {
    if let Some(found) = told.iter().find_map(|told| detectable(&told.section)) {
        return found;
    }
    let aimed: Vec<&Size> = sizes.iter().filter(|size| size.aim != Aim::Half).collect();
    match aimed[..] {
        [] => {
            let halves: Vec<String> = sizes.iter().take(NAMED).map(Size::half).collect();
            format!("Half of the documents would have shown {}.", in_a_row(&halves, "and"))
        }
        [only] => only.sentence(),
        _ => {
            let enough = aimed.iter().filter(|size| size.is_enough()).count();
            let have = aimed.iter().find_map(|size| size.available).map_or_else(
                || "This test set is".to_owned(),
                |units| format!("{} are", grouped_count(units, aimed[0].unit)),
            );
            format!("{have} enough for {enough} of the {} aims below.", aimed.len())
        }
    }
}

/// `These 94 documents find a true difference of 1.2 BLEU or 0.8 chrF in one pair (4 times in 5, tests at 95 %).`
fn detectable(section: &StudySection<'_>) -> Option<String> {
    let metrics = power::summaries(section);
    let mut effects: Vec<(Scorer, String, &PowerRow)> = metrics
        .iter()
        .filter_map(|metric| {
            let row = metric.typical()?.first();
            let effect = two_digits(row.smallest_detectable_effect?);
            let metric = Labelled::new(section, &metric.title, &row.cell.metric);
            let unit = match metric.scorer {
                Scorer::Judges => format!("points ({})", metric.label),
                _ => metric.label,
            };
            Some((metric.scorer, format!("{effect} {unit}"), row))
        })
        .collect();
    effects.sort_by_key(|(scorer, ..)| *scorer);
    let (_, _, row) = effects.first()?;
    let same_units = effects.iter().all(|(.., other)| other.units == row.units);
    let have = match row.units.filter(|_| same_units) {
        Some(units) => format!("The {} find", grouped_count(units, row.resample.unit())),
        None => "This test set finds".to_owned(),
    };
    let named: Vec<&str> = effects.iter().take(NAMED).map(|(_, text, _)| &**text).collect();
    let pair = if row.pairs > 1 { " in one pair" } else { "" };
    Some(format!(
        "{have} a true difference of {}{pair} ({}, tests at {} %).",
        in_a_row(&named, "or"),
        how_often(row.power),
        share(row.level)
    ))
}

fn labels<'s>(sizes: impl Iterator<Item = &'s Size>) -> Vec<String> {
    sizes.fold(Vec::new(), |mut labels, size| {
        if !labels.contains(&size.metric.label) {
            labels.push(size.metric.label.clone());
        }
        labels
    })
}

/// The aims that there are, in their order.
fn aims(sizes: &[Size]) -> Vec<Aim> {
    Aim::ALL.into_iter().filter(|aim| sizes.iter().any(|size| size.aim == *aim)).collect()
}

/// Texts that are not empty, each once.
fn distinct(texts: impl Iterator<Item = String>) -> Vec<String> {
    texts.fold(Vec::new(), |mut all, text| {
        if !text.is_empty() && !all.contains(&text) {
            all.push(text);
        }
        all
    })
}

/// A line for each aim.
fn aims_by_metric(sizes: &[Size], metrics: &[String]) -> TextTable {
    let first = &sizes[0];
    let has_room = metrics.len() <= ROOM;
    let aims = aims(sizes);
    let rows = aims.iter().map(|aim| {
        let with_aim = sizes.iter().filter(|size| size.aim == *aim);
        let mut targets = distinct(with_aim.clone().map(Size::target));
        if targets.len() > 1 && *aim == Aim::Margin {
            targets = distinct(with_aim.clone().map(Size::target_in_unit));
        }
        let targets = in_a_row(&targets, "or");
        let label = if has_room { aim.label(&targets) } else { aim.short_label(&targets) };
        let cells = metrics.iter().map(|metric| {
            let size = with_aim.clone().find(|size| size.metric.label == *metric);
            let cell = if has_room { Size::cell } else { Size::short_cell };
            size.map_or_else(|| TextCell::number("–", None), cell)
        });
        std::iter::once(TextCell::words(label)).chain(cells).collect()
    });
    let have = first
        .available
        .map_or_else(String::new, |units| format!("{}s (you have {})", first.unit, grouped(units)));
    let header = std::iter::once(have).chain(metrics.iter().cloned()).map(TextCell::words);
    let table = TextTable {
        name: FileName::new(&["answer-sizes", &first.corpus]),
        caption: "Sizes that each aim takes.".to_owned(),
        header: header.collect(),
        rows: rows.collect(),
        ..TextTable::default()
    };
    table.aligned()
}

/// A line for each metric.
fn metrics_by_aim(sizes: &[Size]) -> MetricColumns {
    let aims = aims(sizes);
    let mut lines: Vec<MetricLine> = Vec::new();
    for size in sizes {
        if !lines.iter().any(|line| line.corpus == size.corpus && line.metric == size.metric.label)
        {
            let metric_sizes = sizes.iter().filter(|other| {
                other.corpus == size.corpus && other.metric.label == size.metric.label
            });
            let cells = aims.iter().map(|aim| {
                let size = metric_sizes.clone().find(|other| other.aim == *aim);
                size.map_or_else(|| TextCell::number("–", None), Size::cell_with_target)
            });
            lines.push(MetricLine {
                corpus: size.corpus.clone(),
                metric: size.metric.label.clone(),
                cells: cells.collect(),
            });
        }
    }
    MetricColumns { header: aims.iter().map(|aim| aim.heading()).collect(), lines }
}

/// What is read off curves (Estrella et al. 2007).
struct CurveSizes {
    verdict: String,
    columns: MetricColumns,
}

/// Of the first study that has them on a corpus.
fn curves(told: &[Told<'_>]) -> Option<CurveSizes> {
    let mut lines: Vec<MetricLine> = Vec::new();
    let mut sizes: Vec<LevelSize> = Vec::new();
    for told in told {
        let corpus = told.section.corpus;
        if lines.iter().any(|line| line.corpus == corpus) {
            continue;
        }
        for size in minimal_sizes::level_sizes(&told.section) {
            lines.push(MetricLine {
                corpus: corpus.to_owned(),
                metric: metric_in_print(&size.title),
                cells: vec![size.cell()],
            });
            sizes.push(size);
        }
    }
    let first = sizes.first()?;
    let (low, high) = extent(sizes.iter().map(|size| size.documents));
    let beyond = sizes.iter().filter(|size| size.is_beyond()).count();
    let beyond = match sizes.len() {
        1 if beyond == 1 => "beyond the test set".to_owned(),
        all if beyond == all => "all beyond the test set".to_owned(),
        all => format!("beyond the test set in {beyond} of {all} cases"),
    };
    let range = if sizes.len() == 1 {
        size(first.documents)
    } else {
        format!("{} to {}", size(low), size(high))
    };
    let verdict = format!("x_max is {range} documents, {beyond}.");
    Some(CurveSizes { verdict, columns: MetricColumns { header: vec!["x_max"], lines } })
}

fn minimal_sizes_note(told: &[Told<'_>]) -> Vec<String> {
    let has_curves = told.iter().any(|told| !minimal_sizes::level_sizes(&told.section).is_empty());
    let note = "x_max: documents (* extrapolated). Plan with `margin` or `power` instead.";
    has_curves.then(|| note.to_owned()).into_iter().collect()
}
