//! What is measured on a synthetic corpus, to be set beside the printed figures.

use std::collections::BTreeMap;

use rayon::prelude::*;
use runner::corpus::model::{Corpus, Judgments, Texts};
use runner::corpus::synthetic::{Fit, Preset, Targets};
use runner::metric::config::{BleuConfig, NistConfig};
use runner::metric::{Metric, Rows, Scorer, Statistics, StatisticsRows};

/// Seeds over whose corpora the median of a figure is taken.
pub(crate) const SEEDS: std::ops::Range<u64> = 2007..2027;

/// What a figure is about. Percentages and BLEU are in percent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Quantity {
    /// BLEU of a system with all references.
    Bleu,
    /// BLEU of the first system less that of the second.
    BleuDifference,
    /// BLEU of a system with the first reference alone.
    BleuFirstReference,
    /// BLEU of a system on the first document alone.
    BleuFirstDocument,
    /// BLEU of the second translation against the first as reference.
    CrossBleu,
    /// Mean judgment: criterion and system.
    Human,
    /// Share of equal judgments by criterion.
    AgreementExact,
    /// Share of judgments at most one apart, by criterion.
    AgreementWithinOne,
    /// Mean number of words of a segment of the references, or of the source.
    Words,
    /// Half of the 95 % interval of BLEU of a system, in percent of the score.
    BleuHalfWidth,
    /// Half of the 95 % interval of the sum of all criteria of a system, in percent of it.
    HumanHalfWidth,
    /// 2.576 STDEV of NIST of a system on the first document, in percent of the score.
    NistDocumentHalfWidth,
}

impl Quantity {
    /// How far an achieved median may be from its target.
    pub(crate) fn tolerance(self) -> f64 {
        match self {
            Self::Bleu | Self::BleuFirstReference | Self::BleuFirstDocument => 0.6,
            Self::CrossBleu | Self::AgreementWithinOne => 3.0,
            Self::Words | Self::AgreementExact => 1.0,
            Self::Human => 0.03,
            Self::BleuDifference | Self::BleuHalfWidth | Self::HumanHalfWidth => 0.1,
            Self::NistDocumentHalfWidth => 0.3,
        }
    }
}

/// Figures by quantity, and by the two names that they are of. Where there is one name, the first is empty.
pub(crate) type Figures = BTreeMap<(Quantity, String, String), f64>;

pub(crate) fn key(quantity: Quantity, name: &str) -> (Quantity, String, String) {
    (quantity, String::new(), name.to_owned())
}

/// The targets of a preset as figures.
pub(crate) fn figures(targets: &Targets) -> Figures {
    let mut figures = Figures::new();
    for (quantity, printed) in [
        (Quantity::Bleu, &targets.bleu),
        (Quantity::Bleu, &targets.bleu_chosen),
        (Quantity::BleuFirstReference, &targets.bleu_first_reference),
        (Quantity::AgreementExact, &targets.agreement_exact),
        (Quantity::AgreementWithinOne, &targets.agreement_within_one),
        (Quantity::BleuFirstDocument, &targets.bleu_first_document),
        (Quantity::HumanHalfWidth, &targets.human_half_width),
        (Quantity::BleuHalfWidth, &targets.bleu_half_width),
        (Quantity::NistDocumentHalfWidth, &targets.nist_document_half_width),
    ] {
        let values = printed.iter().flat_map(|printed| &printed.values);
        figures.extend(values.map(|(name, value)| (key(quantity, name), *value)));
    }
    let differences = targets.bleu_differences.iter().flat_map(|printed| &printed.values);
    let differences = differences.map(|(first, row)| (Quantity::BleuDifference, first, row));
    let crossed = targets.cross_bleu.iter().flat_map(|printed| &printed.values);
    let crossed = crossed.map(|(first, row)| (Quantity::CrossBleu, first, row));
    let human = targets.human.iter();
    let human = human.map(|(criterion, printed)| (Quantity::Human, criterion, &printed.values));
    for (quantity, first, row) in differences.chain(crossed).chain(human) {
        let row = row.iter();
        figures.extend(row.map(|(name, value)| ((quantity, first.clone(), name.clone()), *value)));
    }
    figures
}

/// The medians over [`SEEDS`] of all figures of a preset.
pub(crate) fn measure_preset(preset: &Preset) -> Figures {
    medians(&measure_seeds(preset))
}

/// The figures of a preset with each of [`SEEDS`].
pub(crate) fn measure_seeds(preset: &Preset) -> Vec<Figures> {
    SEEDS.into_par_iter().map(|seed| measure_seed(preset, seed)).collect()
}

/// The median of each figure.
pub(crate) fn medians(by_seed: &[Figures]) -> Figures {
    let middle = |quantity: &(Quantity, String, String)| {
        median(by_seed.iter().map(|one| one[quantity]).collect())
    };
    by_seed[0].keys().map(|quantity| (quantity.clone(), middle(quantity))).collect()
}

/// Figures of the corpus of one seed; agreement is that with the presets that share its judges, where their
/// pairs of judgments count in the printed one.
pub(crate) fn measure_seed(preset: &Preset, seed: u64) -> Figures {
    let corpus = preset.generate(seed, preset.name());
    let mut figures = measure(&corpus, &figures(preset.targets()));
    let others = &preset.targets().agreement_with;
    if !others.is_empty() {
        let judged_alike = |name: &String| {
            let other = Preset::find(name).expect("a preset of the pool");
            let fit = Fit { judges: preset.fit().judges.clone(), ..other.fit().clone() };
            other.with_fit(fit).expect("it has the same criteria").generate(seed, name)
        };
        let mut judged = vec![corpus];
        judged.extend(others.iter().map(judged_alike));
        figures.extend(agreement(&judged));
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
        figures.insert(key(Quantity::Bleu, &system.name), score);
    }
    if references.len() > 1 {
        for (system, score) in corpus.systems.iter().zip(bleu(&references[..1], &systems)) {
            figures.insert(key(Quantity::BleuFirstReference, &system.name), score);
        }
        for reference in &corpus.references {
            let scores = bleu(&[&reference.texts], &references);
            for (scored, score) in corpus.references.iter().zip(scores) {
                if scored.name != reference.name {
                    let names = (reference.name.clone(), scored.name.clone());
                    figures.insert((Quantity::CrossBleu, names.0, names.1), score);
                }
            }
        }
    }
    for quantity in targets.keys() {
        let (what, better, system) = quantity;
        let value = match what {
            Quantity::BleuDifference => {
                let score = |system: &str| figures[&key(Quantity::Bleu, system)];
                score(better) - score(system)
            }
            Quantity::BleuFirstDocument => bleu_first_document(corpus, system),
            Quantity::BleuHalfWidth => bleu_half_width(corpus, system),
            Quantity::HumanHalfWidth => human_half_width(corpus, system),
            Quantity::NistDocumentHalfWidth => nist_document_half_width(corpus, system),
            _ => continue,
        };
        figures.insert(quantity.clone(), value);
    }
    let words = mean_words(&references);
    figures.insert(key(Quantity::Words, "references"), words);
    if let Some(source) = &corpus.source {
        figures.insert(key(Quantity::Words, "source"), mean_words(&[source]));
    }
    figures.extend(means_of_judges(corpus));
    figures.extend(agreement(std::slice::from_ref(corpus)));
    figures
}

fn mean_words(columns: &[&Texts]) -> f64 {
    let texts = columns.iter().flat_map(|texts| texts.iter()).flatten();
    let (words, count) =
        texts.fold((0, 0), |(words, count), text| (words + text.split(' ').count(), count + 1));
    words as f64 / f64::from(count)
}

/// Both judgments of the judged segments of a system.
fn pairs(judgments: &Judgments) -> impl Iterator<Item = (f64, f64)> {
    let pairs = judgments.judges[0].iter().zip(&judgments.judges[1]);
    pairs.filter_map(|(first, second)| first.zip(*second))
}

/// Mean judgment by criterion and system.
fn means_of_judges(corpus: &Corpus) -> Figures {
    let mut figures = Figures::new();
    for (criterion, by_system) in &corpus.judgments {
        for (system, judgments) in by_system {
            let sums: Vec<f64> =
                pairs(judgments).map(|(one, two)| f64::midpoint(one, two)).collect();
            let mean = sums.iter().sum::<f64>() / sums.len() as f64;
            figures.insert((Quantity::Human, criterion.clone(), system.clone()), mean);
        }
    }
    figures
}

/// Agreement by criterion over all pairs of judgments of `corpora`.
fn agreement(corpora: &[Corpus]) -> Figures {
    let mut counts: BTreeMap<&String, [f64; 3]> = BTreeMap::new();
    for (criterion, by_system) in corpora.iter().flat_map(|corpus| &corpus.judgments) {
        let [all, equal, near] = counts.entry(criterion).or_default();
        for (one, two) in by_system.values().flat_map(pairs) {
            *all += 1.0;
            *equal += f64::from((one - two).abs() < 0.5);
            *near += f64::from((one - two).abs() < 1.5);
        }
    }
    let shares = counts.into_iter().flat_map(|(criterion, [all, equal, near])| {
        [
            (key(Quantity::AgreementExact, criterion), 100.0 * equal / all),
            (key(Quantity::AgreementWithinOne, criterion), 100.0 * near / all),
        ]
    });
    shares.collect()
}

/// BLEU of a system on the first document.
fn bleu_first_document(corpus: &Corpus, system: &str) -> f64 {
    let statistics = statistics(&BleuConfig::default(), corpus, system);
    let StatisticsRows::Fixed(rows) = &statistics.rows else {
        panic!("BLEU does not depend on the test set");
    };
    let mut sums = vec![0; rows.sums().len()];
    for segment in corpus.documents[0].segments.clone() {
        for (sum, own) in sums.iter_mut().zip(rows.row(segment)) {
            *sum += own;
        }
    }
    statistics.scorer.score(&sums).expect("there are words")
}

/// Half-width of the 95 % interval of the sum of all criteria, mean over judges: 1.96 standard errors, in
/// percent of the mean.
fn human_half_width(corpus: &Corpus, system: &str) -> f64 {
    let mut segments = vec![0.0; corpus.segment_count()];
    for by_system in corpus.judgments.values() {
        let sums = pairs(&by_system[system]).map(|(one, two)| f64::midpoint(one, two));
        for (segment, sum) in segments.iter_mut().zip(sums) {
            *segment += sum;
        }
    }
    let (mean, deviation) = mean_and_deviation(&segments);
    1.96 * 100.0 * deviation / (segments.len() as f64).sqrt() / mean
}

/// Mean and standard deviation.
pub(crate) fn mean_and_deviation(values: &[f64]) -> (f64, f64) {
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
    (mean, (squares / (values.len() - 1) as f64).sqrt())
}

/// Half-width of the 95 % interval of BLEU: 1.96 standard errors, in percent of the score.
fn bleu_half_width(corpus: &Corpus, system: &str) -> f64 {
    let statistics = statistics(&BleuConfig::default(), corpus, system);
    let StatisticsRows::Fixed(rows) = &statistics.rows else {
        panic!("BLEU does not depend on the test set");
    };
    1.96 * relative_error(rows, &*statistics.scorer)
}

/// 2.576 standard errors of NIST on the first document alone, in percent of the score.
fn nist_document_half_width(corpus: &Corpus, system: &str) -> f64 {
    let statistics = statistics(&NistConfig::default(), corpus, system);
    let StatisticsRows::PerTestSet(rows) = &statistics.rows else {
        panic!("information weights depend on the test set");
    };
    let rows = rows.rows(&corpus.documents[0].segments.clone().collect::<Vec<_>>());
    2.576 * relative_error(&rows, &*statistics.scorer)
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
