//! How much data is enough: a line for each aim, a column for each metric.

mod aims;

use self::aims::{Aim, Size, of_section};
use super::block::{Block, Told, findings_about};
use super::by_metric::{MetricColumns, MetricLine};
use super::told;
use crate::analyses::minimal_sizes;
use crate::analyses::question::Question;
use crate::presentation::{FileName, TextCell, TextTable, metric_in_print};
use crate::words::{grouped, in_a_row};

/// Metrics that have a column each; of more, each has a line.
const MOST_COLUMNS: usize = 3;

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
    let curves = curves(told);
    let first = sizes.iter().min_by_key(|size| Aim::ALL.iter().position(|aim| *aim == size.aim));
    let Some(first) = first else {
        let mut block = told::block(Question::Sizes, told)?;
        if curves.is_some() {
            block.table = None;
            block.sentences.clear();
        }
        block.by_metric = curves;
        block.notes = minimal_sizes_note(told);
        return Some(block);
    };
    let mut block = Block::new(Question::Sizes, first.sentence());
    let metrics = labels(&sizes);
    if sizes.iter().all(|size| size.corpus == first.corpus) && metrics.len() <= MOST_COLUMNS {
        block.table = Some(aims_by_metric(&sizes, &metrics));
    } else {
        // Verdicts that half keep are no size.
        let named: Vec<Size> = sizes.iter().filter(|size| size.aim != Aim::Half).cloned().collect();
        block.by_metric = Some(metrics_by_aim(if named.is_empty() { &sizes } else { &named }));
    }
    block.notes = minimal_sizes_note(told);
    Some(block)
}

fn labels(sizes: &[Size]) -> Vec<String> {
    sizes.iter().fold(Vec::new(), |mut labels, size| {
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

/// A line for each aim.
fn aims_by_metric(sizes: &[Size], metrics: &[String]) -> TextTable {
    let first = &sizes[0];
    let line = |aim: &Aim| {
        let of_aim = || sizes.iter().filter(|size| size.aim == *aim);
        let cells = metrics.iter().map(|metric| {
            let size = of_aim().find(|size| size.metric.label == *metric);
            size.map_or_else(|| TextCell::number("–", None), Size::cell)
        });
        let targets: Vec<String> =
            of_aim().map(Size::target).fold(Vec::new(), |mut all, target| {
                if !target.is_empty() && !all.contains(&target) {
                    all.push(target);
                }
                all
            });
        let label = TextCell::words(aim.label(&in_a_row(&targets, "or")));
        std::iter::once(label).chain(cells).collect()
    };
    let have = first
        .available
        .map_or_else(String::new, |units| format!("{}s (you have {})", first.unit, grouped(units)));
    let header = std::iter::once(have).chain(metrics.iter().cloned()).map(TextCell::words);
    let table = TextTable {
        name: FileName::new(&["answer-sizes", &first.corpus]),
        caption: "Sizes that each aim takes.".to_owned(),
        header: header.collect(),
        rows: aims(sizes).iter().map(line).collect(),
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
            let of_metric = || {
                sizes.iter().filter(|other| {
                    other.corpus == size.corpus && other.metric.label == size.metric.label
                })
            };
            let cells = aims.iter().map(|aim| {
                let size = of_metric().find(|other| other.aim == *aim);
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

/// What is read off curves (Estrella et al. 2007), of the first study that has them on a corpus.
fn curves(told: &[Told<'_>]) -> Option<MetricColumns> {
    let mut lines: Vec<MetricLine> = Vec::new();
    for told in told {
        let corpus = told.section.corpus;
        if lines.iter().any(|line| line.corpus == corpus) {
            continue;
        }
        let read = minimal_sizes::level_sizes(&told.section).into_iter();
        lines.extend(read.map(|(title, cell)| MetricLine {
            corpus: corpus.to_owned(),
            metric: metric_in_print(&title),
            cells: vec![cell],
        }));
    }
    (!lines.is_empty()).then(|| MetricColumns { header: vec!["x_max"], lines })
}

fn minimal_sizes_note(told: &[Told<'_>]) -> Vec<String> {
    let has_curves = told.iter().any(|told| !minimal_sizes::level_sizes(&told.section).is_empty());
    let note = "x_max is a number of documents, * extrapolated beyond those that there are; x_min is about 3 for almost \
                any corpus. Do not plan with either: ask for `margin` or `power`.";
    has_curves.then(|| note.to_owned()).into_iter().collect()
}
