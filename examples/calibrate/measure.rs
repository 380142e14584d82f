//! What is measured on a synthetic corpus, to be set beside the printed figures.

use std::collections::BTreeMap;

use rayon::prelude::*;
use runner::corpus::model::{Corpus, Texts};
use runner::corpus::synthetic::{Preset, Targets};
use runner::metric::config::{BleuConfig, NistConfig};
use runner::metric::{Metric, Rows, Scorer, Statistics, StatisticsRows};

/// The seed whose corpora are fitted.
pub(crate) const SEED: u64 = 2007;
/// Seeds over which a median is taken, where a target is one.
pub(crate) const SEEDS: std::ops::Range<u64> = SEED..SEED + 20;

/// What a figure is about. Percentages and BLEU are in percent.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Quantity {
    /// BLEU of a system with all references.
    Bleu(String),
    /// BLEU of the first system less that of the second.
    BleuDifference(String, String),
    /// BLEU of a system with the first reference alone.
    BleuFirstReference(String),
    /// BLEU of the second translation against the first as reference.
    CrossBleu(String, String),
    /// Mean judgment: criterion and system.
    Human(String, String),
    /// Share of equal judgments by criterion.
    AgreementExact(String),
    /// Share of judgments at most one apart, by criterion.
    AgreementWithinOne(String),
    /// Half of the 95 % interval of BLEU of a system, in percent of the score.
    BleuHalfWidth(String),
    /// 2.576 STDEV of NIST of a system on one document, in percent of the score: mean over documents.
    NistDocumentHalfWidth(String),
}

impl Quantity {
    /// Whether the quantity is half of the width of an interval.
    pub(crate) fn is_half_width(&self) -> bool {
        matches!(self, Self::BleuHalfWidth(_) | Self::NistDocumentHalfWidth(_))
    }

    /// How far an achieved value may be from its target.
    pub(crate) fn tolerance(&self) -> f64 {
        match self {
            Self::Bleu(_) | Self::BleuFirstReference(_) => 1.5,
            Self::CrossBleu(..) | Self::AgreementExact(_) | Self::AgreementWithinOne(_) => 3.0,
            Self::Human(..) => 0.05,
            Self::BleuDifference(..) | Self::BleuHalfWidth(_) => 0.1,
            Self::NistDocumentHalfWidth(_) => 0.3,
        }
    }
}

impl std::fmt::Display for Quantity {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Bleu(system) => write!(formatter, "BLEU {system}"),
            Self::BleuDifference(better, worse) => write!(formatter, "BLEU {better} - {worse}"),
            Self::BleuFirstReference(system) => write!(formatter, "BLEU {system}, 1 reference"),
            Self::CrossBleu(reference, scored) => write!(formatter, "BLEU {scored} / {reference}"),
            Self::Human(criterion, system) => write!(formatter, "{criterion} {system}"),
            Self::AgreementExact(criterion) => write!(formatter, "{criterion} exact"),
            Self::AgreementWithinOne(criterion) => write!(formatter, "{criterion} within 1"),
            Self::BleuHalfWidth(system) => write!(formatter, "half-width of BLEU {system}, %"),
            Self::NistDocumentHalfWidth(system) => {
                write!(formatter, "half-width of NIST {system} on a document, %")
            }
        }
    }
}

/// Figures by quantity.
pub(crate) type Figures = BTreeMap<Quantity, f64>;

/// The targets of a preset as figures.
pub(crate) fn figures(targets: &Targets) -> Figures {
    let mut figures = Figures::new();
    for (name, &value) in targets.bleu.iter().chain(&targets.bleu_chosen).flat_map(|p| &p.values) {
        figures.insert(Quantity::Bleu(name.clone()), value);
    }
    for (better, row) in targets.bleu_differences.iter().flat_map(|printed| &printed.values) {
        for (worse, &value) in row {
            figures.insert(Quantity::BleuDifference(better.clone(), worse.clone()), value);
        }
    }
    for (name, &value) in targets.bleu_first_reference.iter().flat_map(|p| &p.values) {
        figures.insert(Quantity::BleuFirstReference(name.clone()), value);
    }
    for (reference, row) in targets.cross_bleu.iter().flat_map(|printed| &printed.values) {
        for (scored, &value) in row {
            figures.insert(Quantity::CrossBleu(reference.clone(), scored.clone()), value);
        }
    }
    for (criterion, printed) in &targets.human {
        for (system, &value) in &printed.values {
            figures.insert(Quantity::Human(criterion.clone(), system.clone()), value);
        }
    }
    for (criterion, &value) in targets.agreement_exact.iter().flat_map(|p| &p.values) {
        figures.insert(Quantity::AgreementExact(criterion.clone()), value);
    }
    for (criterion, &value) in targets.agreement_within_one.iter().flat_map(|p| &p.values) {
        figures.insert(Quantity::AgreementWithinOne(criterion.clone()), value);
    }
    for (system, &value) in targets.bleu_half_width.iter().flat_map(|p| &p.values) {
        figures.insert(Quantity::BleuHalfWidth(system.clone()), value);
    }
    for (system, &value) in targets.nist_document_half_width.iter().flat_map(|p| &p.values) {
        figures.insert(Quantity::NistDocumentHalfWidth(system.clone()), value);
    }
    figures
}

/// Measures a preset as its targets ask: on the corpus of [`SEED`], half-widths as medians over
/// [`SEEDS`]; all as medians where the targets are.
pub(crate) fn measure_preset(preset: &Preset) -> Figures {
    let targets = figures(preset.targets());
    let over_seeds = preset.targets().over_seeds;
    if !over_seeds && !targets.keys().any(Quantity::is_half_width) {
        return measure(&preset.generate(SEED, preset.name()), &targets);
    }
    let of = |seed| measure(&preset.generate(seed, preset.name()), &targets);
    let mut by_seed: Vec<Figures> = SEEDS.into_par_iter().map(of).collect();
    let mut figures = by_seed.swap_remove(0);
    for (quantity, figure) in &mut figures {
        if over_seeds || quantity.is_half_width() {
            let others = by_seed.iter().map(|figures| figures[quantity]);
            *figure = median(others.chain([*figure]).collect());
        }
    }
    figures
}

/// The middle of some values, or the mean of the two in the middle.
pub(crate) fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let half = values.len() / 2;
    if values.len() % 2 == 1 { values[half] } else { f64::midpoint(values[half - 1], values[half]) }
}

/// Measures everything on a corpus that a target can name; of differences and half-widths, those in
/// `targets`.
pub(crate) fn measure(corpus: &Corpus, targets: &Figures) -> Figures {
    let mut figures = Figures::new();
    let references: Vec<&Texts> = corpus.references.iter().map(|known| &known.texts).collect();
    let systems: Vec<&Texts> = corpus.systems.iter().map(|known| &known.texts).collect();
    for (system, score) in corpus.systems.iter().zip(bleu(&references, &systems)) {
        figures.insert(Quantity::Bleu(system.name.clone()), score);
    }
    if references.len() > 1 {
        for (system, score) in corpus.systems.iter().zip(bleu(&references[..1], &systems)) {
            figures.insert(Quantity::BleuFirstReference(system.name.clone()), score);
        }
        for reference in &corpus.references {
            let scores = bleu(&[&reference.texts], &references);
            for (scored, score) in corpus.references.iter().zip(scores) {
                if scored.name != reference.name {
                    let pair = Quantity::CrossBleu(reference.name.clone(), scored.name.clone());
                    figures.insert(pair, score);
                }
            }
        }
    }
    for pair in targets.keys() {
        let value = match pair {
            Quantity::BleuDifference(better, worse) => {
                let score = |system: &String| figures[&Quantity::Bleu(system.clone())];
                score(better) - score(worse)
            }
            Quantity::BleuHalfWidth(system) => bleu_half_width(corpus, system),
            Quantity::NistDocumentHalfWidth(system) => nist_document_half_width(corpus, system),
            _ => continue,
        };
        figures.insert(pair.clone(), value);
    }
    measure_judgments(corpus, &mut figures);
    figures
}

fn measure_judgments(corpus: &Corpus, figures: &mut Figures) {
    for (criterion, by_system) in &corpus.judgments {
        let (mut judged, mut equal, mut near) = (0.0, 0.0, 0.0);
        for (system, judgments) in by_system {
            let (mut segments, mut sum) = (0.0, 0.0);
            for (first, second) in judgments.judges[0].iter().zip(&judgments.judges[1]) {
                let (Some(first), Some(second)) = (first, second) else { continue };
                segments += 1.0;
                sum += (first + second) / 2.0;
                equal += f64::from((first - second).abs() < 0.5);
                near += f64::from((first - second).abs() < 1.5);
            }
            judged += segments;
            figures.insert(Quantity::Human(criterion.clone(), system.clone()), sum / segments);
        }
        let percent = |count: f64| 100.0 * count / judged;
        figures.insert(Quantity::AgreementExact(criterion.clone()), percent(equal));
        figures.insert(Quantity::AgreementWithinOne(criterion.clone()), percent(near));
    }
}

/// Half-width of the 95 % interval of BLEU: 1.96 standard errors, in percent of the score.
fn bleu_half_width(corpus: &Corpus, system: &str) -> f64 {
    let statistics = statistics(&BleuConfig::default(), corpus, system);
    let StatisticsRows::Fixed(rows) = &statistics.rows else {
        panic!("BLEU does not depend on the test set");
    };
    1.96 * relative_error(rows, &*statistics.scorer)
}

/// Mean over documents of 2.576 standard errors of NIST on the document alone, in percent of the
/// score.
fn nist_document_half_width(corpus: &Corpus, system: &str) -> f64 {
    let statistics = statistics(&NistConfig::default(), corpus, system);
    let StatisticsRows::PerTestSet(rows) = &statistics.rows else {
        panic!("information weights depend on the test set");
    };
    let documents = corpus.documents.iter().map(|document| {
        let rows = rows.rows(&document.segments.clone().collect::<Vec<_>>());
        2.576 * relative_error(&rows, &*statistics.scorer)
    });
    documents.sum::<f64>() / corpus.documents.len() as f64
}

/// Statistics of a system with all references.
fn statistics(metric: &dyn Metric, corpus: &Corpus, system: &str) -> Statistics {
    let references: Vec<Vec<Option<&str>>> =
        corpus.references.iter().map(|known| known.texts.iter().collect()).collect();
    let references: Vec<&[Option<&str>]> = references.iter().map(Vec::as_slice).collect();
    let column = corpus.systems.iter().find(|known| known.name == system).expect("a system");
    metric.prepare(&references, &[]).extract(&column.texts.iter().collect::<Vec<_>>())
}

/// Jackknife standard error of a score over segments, in percent of the score. It estimates what the
/// STDEV of a bootstrap over segments does, without its chance.
fn relative_error(rows: &Rows, scorer: &dyn Scorer) -> f64 {
    let sums = rows.sums();
    let score = |sums: &[i64]| scorer.score(sums).expect("there are words");
    let without = |row: usize| {
        let rest: Vec<i64> = sums.iter().zip(rows.row(row)).map(|(sum, own)| sum - own).collect();
        score(&rest)
    };
    let scores: Vec<f64> = (0..rows.len()).map(without).collect();
    let count = scores.len() as f64;
    let mean = scores.iter().sum::<f64>() / count;
    let squares: f64 = scores.iter().map(|score| (score - mean) * (score - mean)).sum();
    100.0 * ((count - 1.0) / count * squares).sqrt() / score(&sums)
}

/// BLEU (13a, cased, order 4) of each of `outputs` with all `references`.
pub(crate) fn bleu(references: &[&Texts], outputs: &[&Texts]) -> Vec<f64> {
    let columns: Vec<Vec<Option<&str>>> =
        references.iter().map(|texts| texts.iter().collect()).collect();
    let columns: Vec<&[Option<&str>]> = columns.iter().map(Vec::as_slice).collect();
    let prepared = BleuConfig::default().prepare(&columns, &[]);
    let score = |texts: &&Texts| {
        let statistics = prepared.extract(&texts.iter().collect::<Vec<_>>());
        let StatisticsRows::Fixed(rows) = statistics.rows else {
            panic!("BLEU does not depend on the test set");
        };
        statistics.scorer.score(&rows.sums()).expect("there are words")
    };
    outputs.iter().map(score).collect()
}
