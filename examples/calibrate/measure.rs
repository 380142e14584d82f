//! What is measured on a synthetic corpus, to be set beside the printed figures.

use std::collections::BTreeMap;

use runner::corpus::model::{Corpus, Texts};
use runner::corpus::synthetic::Targets;
use runner::metric::config::BleuConfig;
use runner::metric::{Metric, StatisticsRows};

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
}

impl Quantity {
    /// How far an achieved value may be from its target.
    pub(crate) fn tolerance(&self) -> f64 {
        match self {
            Self::Bleu(_) | Self::BleuFirstReference(_) => 1.5,
            Self::CrossBleu(..) | Self::AgreementExact(_) | Self::AgreementWithinOne(_) => 3.0,
            Self::Human(..) => 0.05,
            Self::BleuDifference(..) => 0.1,
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
    figures
}

/// Measures everything on a corpus that a target can name; of differences, those in `targets`.
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
        if let Quantity::BleuDifference(better, worse) = pair {
            let score = |system: &String| figures[&Quantity::Bleu(system.clone())];
            let difference = score(better) - score(worse);
            figures.insert(pair.clone(), difference);
        }
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
