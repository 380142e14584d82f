//! Two rounds of ESA on WMT 2023, English to German, where `RUNNER_SHARED` names the folder of the data: figures of
//! NumPy, SciPy and statsmodels on the same files.

#![expect(clippy::print_stdout, reason = "figures for people, shown with --nocapture")]

use std::collections::BTreeMap;
use std::fs::read_to_string;
use std::path::Path;

use super::additive::{AdditiveFit, Block};
use super::components::{Components, Factor};
use super::crossed::Crossed;
use super::design::{Assignment, Design};
use super::leave_out::{LeaveOut, Unit};
use super::needs;
use super::ratings::{Rating, Ratings};
use super::two_way::TwoWay;
use crate::stats::noncentral::NoncentralT;

/// Names of systems, items with their documents, and judges, numbered over all files that are read.
#[derive(Default)]
struct Names {
    systems: BTreeMap<String, u32>,
    documents: BTreeMap<String, u32>,
    items: BTreeMap<(u32, String), u32>,
    document_of_item: Vec<u32>,
    judges: BTreeMap<String, u32>,
}

fn number<K: Ord>(names: &mut BTreeMap<K, u32>, name: K) -> u32 {
    let next = u32::try_from(names.len()).unwrap();
    *names.entry(name).or_insert(next)
}

impl Names {
    fn rating(&mut self, [system, document, item, judge]: [&str; 4], score: &str) -> Rating {
        let document = number(&mut self.documents, document.to_owned());
        let item = number(&mut self.items, (document, item.to_owned()));
        if item as usize == self.document_of_item.len() {
            self.document_of_item.push(document);
        }
        let system = number(&mut self.systems, system.to_owned());
        let judge = number(&mut self.judges, judge.to_owned());
        Rating { system, item, judge, score: score.parse().unwrap() }
    }

    fn ratings(&self, rows: Vec<Rating>) -> Ratings {
        let items = self.document_of_item.clone();
        Ratings::new(self.systems.len(), self.judges.len(), items, rows).unwrap()
    }
}

/// Rows of one campaign: a system, document, segment, and the person who rated it.
fn campaign(data: &Path, name: &str, names: &mut Names) -> Vec<Rating> {
    table(&data.join(format!("raters/wmt23.esa-campaigns.en-de/{name}.ratings.tsv")), names)
}

fn table(path: &Path, names: &mut Names) -> Vec<Rating> {
    let text = read_to_string(path).unwrap();
    let mut lines = text.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    let head = lines.next().unwrap();
    let columns = ["system", "doc", "seg_id", "rater", "score"]
        .map(|name| head.iter().position(|heading| *heading == name).unwrap());
    lines
        .map(|line| {
            let [system, document, item, judge, score] = columns.map(|column| line[column]);
            names.rating([system, document, item, judge], score)
        })
        .collect()
}

fn one(data: &Path, campaigns: &[&str]) -> (Ratings, Names) {
    let mut names = Names::default();
    let rows =
        campaigns.iter().flat_map(|name| campaign(data, name, &mut names)).collect::<Vec<_>>();
    (names.ratings(rows), names)
}

fn near(value: f64, expected: f64, digits: f64) {
    assert!((value - expected).abs() < digits, "{value} is not {expected}");
}

/// NumPy 2.4.6: `lstsq` with a column for each system, document and judge.
#[test]
fn judges_differ_by_about_five_points() {
    let Some(data) = needs::data() else { return };
    for (name, f, freedom, deviation, residual) in [
        ("ESA-1", 29.955_361_507_8, [7.0, 2601.0], 4.766_949_014_76, 15.075_386_378_3),
        ("ESA-2", 20.076_415_992_2, [9.0, 2599.0], 5.329_239_170_78, 18.897_618_808_0),
    ] {
        let (ratings, _) = one(&data, &[name]);
        assert_eq!((ratings.len(), ratings.documents(), ratings.items()), (2691, 71, 207));
        let fit = AdditiveFit::new(&ratings, Block::Document).unwrap();
        near(fit.test.f, f, 1e-8);
        near(fit.test.above, freedom[0], 1e-9);
        near(fit.test.below, freedom[1], 1e-9);
        assert!(fit.test.p_value < 1e-20);
        near(fit.severity_deviation(), deviation, 1e-8);
        near(fit.residual_variance.sqrt(), residual, 1e-8);
    }
}

/// statsmodels 0.15.0: `cov_cluster_2groups` of a regression on a constant and one of the systems, without its factor
/// (n - 1)/(n - 2).
#[test]
fn variances_by_documents_and_judges_are_those_of_statsmodels() {
    let Some(data) = needs::data() else { return };
    for (campaigns, a, b, difference, variances) in [
        (
            &["ESA-1"][..],
            "GPT4-5shot",
            "ONLINE-A",
            2.589_371_980_676,
            [0.548_837_005_133_503, 2.255_158_856_792_123, 2.109_237_902_703_982],
        ),
        (
            &["ESA-1"],
            "ONLINE-W",
            "ONLINE-B",
            0.280_193_236_714_8,
            [3.698_219_353_291_942, 2.413_118_459_538_847, 3.589_099_647_588_545],
        ),
        (
            &["ESA-1", "ESA-2"],
            "GPT4-5shot",
            "ONLINE-A",
            2.833_333_333_333,
            [1.330_415_713_233_951, 1.731_815_248_600_942, 1.403_141_402_734_051],
        ),
        (
            &["ESA-1", "ESA-2"],
            "ONLINE-W",
            "ONLINE-B",
            -0.217_391_304_347_8,
            [3.062_488_997_731_887, 1.730_629_644_459_168, 3.021_946_373_469_325],
        ),
    ] {
        let (ratings, names) = one(&data, campaigns);
        let crossed = Crossed::difference(&ratings, names.systems[a], names.systems[b]);
        let comparison = TwoWay::cluster_robust(&crossed).unwrap();
        near(comparison.value, difference, 1e-9);
        near(comparison.total.variance, variances[0], 1e-9);
        near(comparison.documents.variance, variances[1], 1e-9);
        near(comparison.judges.variance, variances[2], 1e-9);
    }
}

/// 28 to 31 % of the variance of a difference on a segment is shared by two ratings of it, by the products of the
/// differences of both rounds.
#[test]
fn a_third_of_the_variance_is_of_texts() {
    let Some(data) = needs::data() else { return };
    let (ratings, _) = one(&data, &["ESA-1", "ESA-2"]);
    let components = Components::new(&ratings).unwrap();
    let of_difference =
        |factors: &[Factor]| -> f64 { factors.iter().map(|one| components.get(*one)).sum() };
    let texts = of_difference(&[Factor::SystemDocument, Factor::Output]);
    let noise = of_difference(&[Factor::Judge, Factor::SystemJudge, Factor::Residual]);
    assert!((0.28..=0.31).contains(&(texts / (texts + noise))), "{components:?}");
    // Severity as by least squares, with other estimators.
    let fit = AdditiveFit::new(&ratings, Block::Document).unwrap();
    near(components.get(Factor::Judge).sqrt(), fit.severity_deviation(), 0.3);
    for unit in [Unit::Document, Unit::Judge] {
        let left = LeaveOut::new(&ratings, unit).unwrap();
        let interval = |factor| left.interval(&components, factor, 0.95).unwrap();
        assert!(
            Factor::ALL.iter().all(|factor| interval(*factor).contains(components.get(*factor)))
        );
        // What judges like in systems may be nothing; that they differ in severity is certain.
        assert!(interval(Factor::SystemJudge).lower <= 0.0 && interval(Factor::Judge).lower > 10.0);
    }
}

/// Powers that Card et al. (2020) simulated with lme4, for ten judges who rate all items under both conditions: ours by
/// the noncentral t distribution with Satterthwaite's degrees of freedom. Their test rejects beyond 1.96 on one side,
/// their `diff` is half the difference, and each value is of 200 simulations. Of three judges theirs is larger: the
/// normal quantile is too small for two degrees of freedom.
#[test]
fn powers_of_mixed_models_come_out_again() {
    let Some(data) = needs::data() else { return };
    let text = read_to_string(data.join("golden/card2020_highvar_lowvar_lmer.csv")).unwrap();
    let mut rows = Vec::new();
    for line in text.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').map(|field| field.trim_matches('"')).collect();
        let [half_difference, items, simulated, workers] =
            [1, 2, 3, 4].map(|index: usize| fields[index].parse::<f64>().unwrap());
        // Standard deviations of the slopes of items and workers, and of residuals.
        let (item, worker, residual) =
            if fields[6].starts_with("High") { (0.14, 0.11, 0.26) } else { (0.13, 0.04, 0.16) };
        let components = Components::known(&[
            (Factor::Output, 2.0 * item * item),
            (Factor::SystemJudge, 2.0 * worker * worker),
            (Factor::Residual, residual * residual),
        ]);
        let design = Design {
            documents: items,
            segments_per_document: 1.0,
            ratings_per_segment: workers,
            judges: workers,
            ..Design::default()
        };
        let part = design.difference(&components, Assignment::Together);
        let shift = 2.0 * half_difference / part.variance.sqrt();
        let power = NoncentralT::new(part.degrees_of_freedom).tail(1.96, shift);
        let z = (simulated - power) / (power * (1.0 - power) / 200.0).sqrt().max(0.0025);
        println!("{line}: {power:.3} {z:.2}");
        rows.push((workers, z));
    }
    assert_eq!(rows.len(), 48);
    let ten: Vec<f64> =
        rows.iter().filter(|row| (row.0 - 10.0).abs() < 0.5).map(|row| row.1).collect();
    assert_eq!(ten.len(), 24);
    let mean = ten.iter().sum::<f64>() / 24.0;
    println!("mean z of ten workers {mean:.3}");
    assert!((-0.6..=0.6).contains(&mean) && ten.iter().all(|z| z.abs() < 3.5), "{mean} {ten:?}");
}

/// Mean squares within outputs of a one-way analysis of variance, which the notes on the data give: where each rating of
/// an output is by another judge they are the sum of the components that differ between such ratings, exactly.
#[test]
fn components_within_outputs_add_up_to_the_mean_square() {
    let Some(data) = needs::data() else { return };
    for (path, within) in [
        ("wmt23.esa-campaigns.en-de/esa12.ratings.tsv", 214.431_996),
        ("wmt23.sxs-mqm.en-de/ratings.tsv", 26.224_644),
    ] {
        let mut names = Names::default();
        let rows = table(&data.join("raters").join(path), &mut names);
        let components = Components::new(&names.ratings(rows)).unwrap();
        let factors = [Factor::Judge, Factor::SystemJudge, Factor::Residual];
        let sum = factors.iter().map(|factor| components.estimate(*factor).unwrap()).sum::<f64>();
        println!("{path}: {components:?}");
        near(sum, within, 1e-6);
    }
}
