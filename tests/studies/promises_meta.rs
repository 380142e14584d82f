//! What intervals of measures of metrics promise, kept for new documents and new systems.
//!
//! The population of documents is a real campaign; campaigns are documents drawn from it with replacement. Populations of
//! systems are made of real ones: means are normal with their covariance, and what an output deviates is a random
//! combination of what real systems deviate on the same segment; campaigns are some of these systems on the same segments.
//! The truth is the measure of the population. A few campaigns run always; many run nightly, and ten times as many with
//! `RUNNER_THOROUGH=1`.

#![expect(clippy::print_stdout, reason = "figures for people, shown with --nocapture")]
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::ops::Range;
use std::path::PathBuf;

use rand_pcg::Pcg64;
use rayon::prelude::*;
use runner::formats;
use runner::formats::source::{CorpusFormat, EvalsetSource};
use runner::stats::meta::judged::{JudgedMetrics, Population};
use runner::stats::meta::left_out::{LeftOut, of_difference};
use runner::stats::meta::measure::{Grouping, Measure, PValues, Tau};
use runner::stats::meta::scores::Scores;
use runner::stats::meta::spa::Signs;
use runner::stats::ordering::permutation;
use runner::stats::random::{Purpose, StreamKey, UniformBelow, uniform};
use runner::stats::special::normal_quantile;

use crate::support::needs::{data, is_thorough};

const LEVEL: f64 = 0.95;

/// Scores of people and metrics, and the segments of each document.
struct Campaign {
    name: &'static str,
    human: Scores,
    metrics: Vec<Scores>,
    documents: Vec<Range<usize>>,
}

fn real(pair: &'static str, metrics: &[&str]) -> Option<Campaign> {
    let source = EvalsetSource {
        path: PathBuf::from("evalsets/wmt23"),
        language_pair: pair.into(),
        ..EvalsetSource::default()
    };
    let corpus = formats::read("c", &CorpusFormat::Evalset(source), &data()?).unwrap().corpus;
    let of_people = &corpus.judgments["mqm"];
    let has_all = |name: &&String| {
        !name.starts_with("ref")
            && of_people[*name].judges[0].iter().any(Option::is_some)
            && metrics.iter().all(|metric| corpus.external[*metric].contains_key(*name))
    };
    let systems: Vec<&String> = of_people.keys().filter(has_all).collect();
    let is_judged =
        |segment: &usize| systems.iter().all(|name| of_people[*name].judges[0][*segment].is_some());
    let (mut kept, mut documents) = (Vec::new(), Vec::new());
    for document in &corpus.documents {
        let start = kept.len();
        kept.extend(document.segments.clone().filter(is_judged));
        documents.extend((kept.len() > start).then_some(start..kept.len()));
    }
    let select = |scores: &[Option<f64>]| -> Vec<f64> {
        kept.iter().map(|segment| scores[*segment].unwrap()).collect()
    };
    let rows = |of: &dyn Fn(&String) -> Vec<f64>| -> Vec<Vec<f64>> {
        systems.iter().map(|name| of(name)).collect()
    };
    Some(Campaign {
        name: pair,
        human: Scores::new(&rows(&|name| select(&of_people[name].judges[0]))),
        metrics: metrics
            .iter()
            .map(|metric| Scores::new(&rows(&|name| select(&corpus.external[*metric][name]))))
            .collect(),
        documents,
    })
}

fn campaigns() -> Vec<Campaign> {
    let all = [
        real("en-de", &["BLEU-refA", "COMET-refA", "MetricX-23-refA", "CometKiwi-src"]),
        real("he-en", &["BLEU-refB", "COMET-refB", "MetricX-23-refB", "CometKiwi-src"]),
    ];
    all.into_iter().flatten().collect()
}

fn normal(random: &mut Pcg64) -> f64 {
    normal_quantile(uniform(random)).unwrap()
}

impl Campaign {
    fn key(&self, about: &str) -> StreamKey {
        StreamKey::new(32, Purpose::Sample).text(self.name).text(about)
    }

    /// Systems of which all scores are combinations of real ones.
    fn of_many_systems(&self, count: usize) -> Self {
        let random = &mut self.key("systems").generator(0);
        let real = self.human.systems();
        let mut weights = Vec::new();
        for _ in 0..count {
            let of_mean: Vec<f64> = (0..real).map(|_| normal(random)).collect();
            let own: Vec<f64> = (0..real).map(|_| normal(random)).collect();
            let length = own.iter().map(|weight| weight * weight).sum::<f64>().sqrt();
            let own = own.iter().map(|weight| weight / length).collect::<Vec<f64>>();
            weights.push((of_mean, own));
        }
        let scale = 1.0 / (real as f64 - 1.0).sqrt();
        let made = |scores: &Scores| {
            let items = scores.items();
            let means = scores.means();
            let mean = means.iter().sum::<f64>() / real as f64;
            let of_item: Vec<f64> = (0..items)
                .map(|item| {
                    (0..real).map(|system| scores.at(system, item)).sum::<f64>() / real as f64
                })
                .collect();
            let rows: Vec<Vec<f64>> = weights
                .iter()
                .map(|(of_mean, own)| {
                    let systems = || (0..real).zip(&means);
                    let moved: f64 =
                        systems().map(|(system, own)| of_mean[system] * (own - mean)).sum();
                    let mut row: Vec<f64> = (0..items)
                        .map(|item| {
                            let apart = systems().map(|(system, of_system)| {
                                let deviation =
                                    scores.at(system, item) - of_system - of_item[item] + mean;
                                own[system] * deviation
                            });
                            apart.sum::<f64>() * (real as f64).sqrt() * scale
                        })
                        .collect();
                    let off = row.iter().sum::<f64>() / items as f64;
                    for (value, of_item) in row.iter_mut().zip(&of_item) {
                        *value += of_item + scale * moved - off;
                    }
                    row
                })
                .collect();
            Scores::new(&rows)
        };
        Self {
            name: self.name,
            human: made(&self.human),
            metrics: self.metrics.iter().map(made).collect(),
            documents: self.documents.clone(),
        }
    }

    fn select(&self, systems: &[usize], documents: &[usize]) -> Self {
        let (mut items, mut own) = (Vec::new(), Vec::new());
        for document in documents {
            let start = items.len();
            items.extend(self.documents[*document].clone());
            own.push(start..items.len());
        }
        Self {
            name: self.name,
            human: self.human.select(systems, &items),
            metrics: self.metrics.iter().map(|own| own.select(systems, &items)).collect(),
            documents: own,
        }
    }

    fn values(&self, measure: Measure) -> Vec<f64> {
        let signs = Signs::new(0, 0, &self.key("signs"));
        let value = |metric: &Scores| measure.of(&self.human, metric, &signs).unwrap().value;
        self.metrics.par_iter().map(value).collect()
    }

    /// Whether intervals hold the truth: of each metric, and of each difference that has one.
    fn held(&self, measure: Measure, truth: &[f64]) -> (Vec<bool>, Vec<bool>) {
        let signs = Signs::new(0, 0, &self.key("signs"));
        let population = Population::of_units(&self.human, self.documents.clone()).unwrap();
        let judged = JudgedMetrics::new(&self.human, &self.metrics, measure, &signs);
        let left_out = LeftOut::new(measure, &judged, &population).unwrap();
        let values: Vec<f64> = judged.values().into_iter().map(|own| own.unwrap().value).collect();
        let degrees = left_out.degrees_of_freedom();
        let of_value = |metric: usize| {
            let error = left_out.error(metric).ok()?;
            measure.interval(values[metric], error, degrees, LEVEL).ok()
        };
        let intervals: Vec<Option<(f64, f64)>> = (0..truth.len()).map(of_value).collect();
        let holds = |(low, high): (f64, f64), truth: f64| low <= truth && truth <= high;
        let own = intervals.iter().zip(truth);
        let own = own.filter_map(|(interval, truth)| Some(holds((*interval)?, *truth))).collect();
        let mut differences = Vec::new();
        let fewest = measure.fewest_for_differences();
        if fewest.is_some_and(|fewest| left_out.units() >= fewest) {
            for one in 0..truth.len() {
                for other in one + 1..truth.len() {
                    let Some(both) = intervals[one].zip(intervals[other]) else { continue };
                    let correlation = left_out.correlation(one, other).unwrap();
                    let of_both = [values[one], values[other]];
                    let found = of_difference(of_both, [both.0, both.1], correlation);
                    differences.push(holds(found, truth[one] - truth[other]));
                }
            }
        }
        (own, differences)
    }
}

fn thorough(few: u64) -> u64 {
    if is_thorough() { 10 * few } else { few }
}

/// Shares of intervals that hold the truth, by values and differences.
fn shares(
    trials: u64,
    held: impl Fn(u64) -> (Vec<bool>, Vec<bool>) + Send + Sync,
) -> (f64, Option<f64>) {
    let all: Vec<(Vec<bool>, Vec<bool>)> = (0..trials).into_par_iter().map(held).collect();
    let share = |all: Vec<&bool>| {
        let held = all.iter().filter(|held| ***held).count();
        (!all.is_empty()).then(|| held as f64 / all.len() as f64)
    };
    let own = share(all.iter().flat_map(|held| &held.0).collect());
    (own.unwrap(), share(all.iter().flat_map(|held| &held.1).collect()))
}

/// Few campaigns may hold fewer truths by chance, and all of them: intervals of one campaign are right or wrong together,
/// so that `campaigns` are the independent trials of the share.
fn check(place: &str, (own, difference): (f64, Option<f64>), campaigns: u64) {
    println!("{place}: {own:.3}, differences {difference:.3?}");
    let (least, most) = match campaigns {
        ..40 => (0.925 - 4.0 * (0.925 * 0.075 / campaigns as f64).sqrt(), 1.0),
        40..400 => (0.88, 0.999),
        400.. => (0.925, 0.999),
    };
    for share in [Some(own), difference].into_iter().flatten() {
        assert!((least..=most).contains(&share), "{place}: {share}, {least} to {most}");
    }
}

#[test]
fn intervals_hold_for_other_documents() {
    check_documents(&[15], 12);
}

#[test]
#[ignore = "simulation of minutes: nightly"]
fn intervals_hold_for_other_documents_in_many_trials() {
    check_documents(&[8, 15, 30], thorough(40));
}

fn check_documents(sizes: &[usize], trials: u64) {
    let measures = [
        Measure::AccEq { is_calibrated: true },
        Measure::AccEq { is_calibrated: false },
        Measure::Pdp,
        Measure::Pearson(Grouping::Item),
        Measure::Kendall(Tau::B, Grouping::Item),
    ];
    for campaign in campaigns() {
        let systems: Vec<usize> = (0..campaign.human.systems()).collect();
        for measure in measures {
            let truth = campaign.values(measure);
            for &documents in sizes {
                let held = |number: u64| {
                    let all = u32::try_from(campaign.documents.len()).unwrap();
                    let mut drawn = Vec::new();
                    let random = &mut campaign.key("documents").generator(number);
                    UniformBelow::new(all)
                        .draw(random, documents, |document| drawn.push(document as usize));
                    campaign.select(&systems, &drawn).held(measure, &truth)
                };
                let place = format!("{}, {measure:?}, {documents} documents", campaign.name);
                check(&place, shares(trials, held), trials);
            }
        }
    }
}

#[test]
fn intervals_hold_for_other_systems() {
    check_systems(&[10], 12);
}

#[test]
#[ignore = "simulation of minutes: nightly"]
fn intervals_hold_for_other_systems_in_many_trials() {
    check_systems(&[10, 15], thorough(60));
}

fn check_systems(counts: &[usize], trials: u64) {
    let measure = Measure::Spa(PValues::Normal);
    for campaign in campaigns() {
        let many = campaign.of_many_systems(150);
        let truth = many.values(measure);
        let documents: Vec<usize> = (0..campaign.documents.len()).collect();
        for &systems in counts {
            let held = |number: u64| {
                let mut drawn = permutation(&many.key("drawn"), number, 150);
                drawn.truncate(systems);
                many.select(&drawn, &documents).held(measure, &truth)
            };
            let place = format!("{}, {systems} systems", campaign.name);
            check(&place, shares(trials, held), trials);
        }
    }
}
