//! What one half of the documents of real campaigns promises of the other half, against what the other half finds. The
//! halves have the same judges.

#![expect(clippy::print_stdout, reason = "figures for people, shown with --nocapture")]

use std::path::Path;

use super::needs;
use super::ratings::Ratings;
use super::real::{Names, table};
use super::replication::{Halves, Replication, Scope, Verdict, differences, halves, judged};
use super::two_way::Part;
use crate::stats::found_again::{Expectation, Tested, TrueShares, alpha_of_holm, critical_values};
use crate::stats::multiplicity::holm;
use crate::stats::random::{Purpose, StreamKey};

const CAMPAIGNS: [&str; 9] = [
    "wmt24.esa.en-cs/ratings.tsv",
    "biomqm.en-de/ratings.tsv",
    "wmt23.sxs-mqm.en-de/ratings.tsv",
    "wmt23.esa-campaigns.en-de/ESA-1.ratings.tsv",
    "wmt23.esa-campaigns.en-de/ESA-2.ratings.tsv",
    "wmt23.esa-campaigns.en-de/ESAAI-1.ratings.tsv",
    "wmt23.esa-campaigns.en-de/ESAAI-2.ratings.tsv",
    "wmt23.esa-campaigns.en-de/MQM-1.ratings.tsv",
    "wmt23.esa-campaigns.en-de/esa12.ratings.tsv",
];

/// Pairs found, those that the other half is expected to find again, and those that it finds.
#[derive(Clone, Copy, Debug, Default)]
struct Shares {
    found: f64,
    promised: f64,
    again: f64,
}

fn verdicts(pairs: &[(f64, Option<Part>)], adjusted: bool) -> Vec<Verdict> {
    let tests: Vec<(f64, Option<f64>)> =
        pairs.iter().map(|(value, part)| (*value, part.map(|part| part.p_value(*value)))).collect();
    judged(&tests, 0.95, if adjusted { holm } else { <[Option<f64>]>::to_vec })
}

fn promised(pairs: &[(f64, Option<Part>)], verdicts: &[Verdict], adjusted: bool) -> f64 {
    let all: Vec<Option<Tested>> = pairs
        .iter()
        .map(|(difference, part)| {
            let Part { variance, degrees_of_freedom } = (*part)?;
            let standard_error = variance.sqrt();
            Some(Tested { difference: *difference, standard_error, degrees_of_freedom })
        })
        .collect();
    let tested: Vec<Tested> = all.iter().flatten().copied().collect();
    let significant = verdicts.iter().filter(|verdict| verdict.significant).count();
    let alpha = if adjusted { alpha_of_holm(0.05, tested.len(), significant) } else { 0.05 };
    let shares = TrueShares::new(&tested);
    let critical = critical_values(tested.iter().map(|pair| pair.degrees_of_freedom), alpha);
    let significant_pairs = all.iter().zip(verdicts).filter(|(_, verdict)| verdict.significant);
    significant_pairs
        .filter_map(|(tested, _)| {
            let tested = (*tested)?;
            Some(Expectation::new(&tested, tested.standard_error, &critical, &shares).again)
        })
        .sum()
}

/// Over halves of the documents, both ways: found, promised and found again in a half.
fn shares(ratings: &Ratings, scope: Scope, adjusted: bool, divisions: u64) -> Shares {
    let key = StreamKey::new(1, Purpose::Halves);
    let mut sum = Shares::default();
    for number in 0..divisions {
        let of_segments;
        let ratings = if scope == Scope::Segments {
            let items = (0..u32::try_from(ratings.items()).unwrap()).collect();
            of_segments =
                Ratings::new(ratings.systems(), ratings.judges(), items, ratings.iter()).unwrap();
            &of_segments
        } else {
            ratings
        };
        let parts = halves(ratings, Halves::Documents, None, &key, number).unwrap();
        let pairs = parts.each_ref().map(|part| differences(part, scope));
        let verdicts_of_halves = pairs.each_ref().map(|pairs| verdicts(pairs, adjusted));
        for (first, second) in [(0, 1), (1, 0)] {
            let real = Replication::of(&verdicts_of_halves[first], &verdicts_of_halves[second]);
            sum.found += real.found as f64;
            sum.again += real.again as f64;
            sum.promised += promised(&pairs[first], &verdicts_of_halves[first], adjusted);
        }
    }
    let n = 2.0 * divisions as f64;
    Shares { found: sum.found / n, promised: sum.promised / n, again: sum.again / n }
}

fn check(data: &Path, campaigns: &[&str], divisions: u64) -> Vec<String> {
    let mut off = Vec::new();
    for name in campaigns {
        let mut names = Names::default();
        let rows = table(&data.join("raters").join(name), &mut names);
        let ratings = names.ratings(rows);
        for scope in [Scope::Segments, Scope::Documents, Scope::DocumentsAndJudges] {
            for adjusted in [false, true] {
                let Shares { found, promised, again } =
                    shares(&ratings, scope, adjusted, divisions);
                let (promised, again) = (promised / found, again / found);
                let of = if adjusted { "Holm" } else { "unadjusted" };
                let line = format!(
                    "{name}, {}, {of}: found {found:.1}, promised {promised:.2}, real {again:.2}",
                    scope.name()
                );
                println!("{line}");
                if found >= 10.0 && (promised - again).abs() > 0.1 {
                    off.push(line);
                }
            }
        }
    }
    off
}

/// Where ten pairs or more are found, the promise is within .1 of what the other half finds, in 38 of 45 cases (30 divisions,
/// both ways; three scopes, with and without Holm). The rest is named here: all are too low by .11 to .27, none is too high.
#[test]
#[ignore = "simulation of minutes: nightly"]
fn halves_keep_what_they_promise() {
    let Some(data) = needs::data() else { return };
    let off = check(&data, &CAMPAIGNS, 30);
    // Few MQM points of few outputs are most of the variance. Promises for other judges are held to halves with the same ones.
    let published = ["MQM-1.ratings.tsv", "ESA", "esa12"];
    assert!(
        off.iter().all(|line: &String| published.iter().any(|name| line.contains(name)))
            && off.len() <= 7,
        "{}",
        off.join("\n")
    );
}

/// A small sibling, of the ratings of three judges.
#[test]
fn halves_of_one_campaign_keep_what_they_promise() {
    let Some(data) = needs::data() else { return };
    assert_eq!(check(&data, &CAMPAIGNS[2..3], 4), Vec::<String>::new());
}
