//! Against values that SciPy 1.17.1 and an enumeration in numpy gave (docs/statistics/audit.md).

use std::ops::Range;

use super::*;
use crate::stats::random::{Purpose, StreamKey};

fn of_scores(scores: Vec<f64>) -> RatedSystem {
    RatedSystem { mean: scores.clone(), last: scores.clone(), rounds: vec![scores] }
}

/// Six documents of 3, 3, 2, 4, 3 and 3 segments; the first three are news, the others talk.
fn golden() -> RatedPair {
    let a = [
        80.0, 84.0, 77.0, 90.0, 93.0, 88.0, 60.0, 65.0, 71.0, 75.0, 70.0, 79.0, 95.0, 91.0, 97.0,
        55.0, 62.0, 58.0,
    ];
    let b = [
        76.0, 83.0, 71.0, 91.0, 90.0, 84.0, 63.0, 69.0, 60.0, 66.0, 64.0, 65.0, 90.0, 88.0, 95.0,
        57.0, 61.0, 50.0,
    ];
    let documents: Vec<Range<usize>> = vec![0..3, 3..6, 6..8, 8..12, 12..15, 15..18];
    let systems = [a.to_vec(), b.to_vec()].map(of_scores);
    let domains = vec![(0..8).collect(), (8..18).collect()];
    RatedPair::new([&systems[0], &systems[1]], documents, domains)
}

/// Degrees of freedom of these values are those of equal documents.
const TEST: DocumentTest = DocumentTest { alpha: 0.05, by_lengths: false };

/// Rules that read scores of segments.
fn of_segments() -> Vec<RankingRule> {
    RankingRule::ALL.into_iter().filter(|rule| !rule.reads_sums()).collect()
}

/// The same scores as sums, in parts of 18, of the first system less `less` parts.
fn summed(less: i64) -> SummedPair {
    let a = [80, 84, 77, 90, 93, 88, 60, 65, 71, 75, 70, 79, 95, 91, 97, 55, 62, 58];
    let b = [76, 83, 71, 91, 90, 84, 63, 69, 60, 66, 64, 65, 90, 88, 95, 57, 61, 50];
    let rows = [a.map(|score| 18 * score - less), b.map(|score| 18 * score)];
    let rows = rows.map(|scores| scores.into_iter().flat_map(|score| [score, 1]).collect());
    let lengths = [3, 3, 2, 4, 3, 3];
    SummedPair::new(
        rows,
        2,
        &lengths,
        Box::new(|sums: &[i64]| (sums[1] > 0).then(|| sums[0] as f64 / (18 * sums[1]) as f64)),
    )
}

/// sacreBLEU's tests of these means, and their counts over all exchanges once the mean difference is taken off.
#[test]
fn rules_of_sacrebleu_are_those_of_its_functions() {
    let rules = [RankingRule::SacrebleuBs, RankingRule::SacrebleuAr, RankingRule::Documents];
    let pair = summed(0);
    assert!((pair.difference().unwrap() - 67.0 / 18.0).abs() < 1e-12);
    for (rule, expected) in rules.into_iter().zip([0.000_999_001, 0.002_399_760, 0.104_200_533]) {
        let verdict = pair.judge(rule, TEST);
        assert!((verdict.p_value.unwrap() - expected).abs() < 1e-8, "{rule:?} {verdict:?}");
        assert_eq!(verdict.better, Some(0));
    }
    assert_eq!(pair.judge(RankingRule::Wmt26, TEST).p_value, None);
    let rates = summed(67).different_draws(Exchange::Documents, &Draws::Exact, &rules, TEST);
    assert_eq!(rates, NullRates { draws: 64, different: vec![26, 18, 0] });
}

#[test]
fn p_values_are_those_of_the_rules() {
    let pair = golden();
    assert!((pair.mean_difference().unwrap() - 67.0 / 18.0).abs() < 1e-12);
    let expected =
        [0.028_336_187, 0.003_419_188, 0.004_477_852, 0.004_477_852, 0.004_477_852, 0.104_200_533];
    for (rule, expected) in of_segments().into_iter().zip(expected) {
        let verdict = rule.judge(&pair, TEST);
        let p_value = verdict.p_value.unwrap();
        assert!((p_value - expected).abs() < 1e-8, "{rule:?} {p_value} {expected}");
        assert_eq!(verdict.is_different, rule != RankingRule::Documents, "{rule:?}");
        assert_eq!(verdict.better, Some(0), "{rule:?}");
    }
}

/// Differences of one sign.
fn eight(sign: f64) -> Vec<f64> {
    (1..=8).map(|size| sign * f64::from(size)).collect()
}

/// Two domains with opposite, equally clear differences support each other, and one with p of 1 decides: traps of the
/// rule that are kept.
#[test]
fn two_sided_p_values_of_domains_are_joined() {
    let even = vec![1.0, -1.0, 1.0, -1.0, 2.0, -2.0, 2.0, -2.0];
    for (second, joined, within) in [(eight(-1.0), 0.000_314_322, 1e-9), (even, 1.0, 1e-12)] {
        let domains: Vec<Vec<usize>> = vec![(0..8).collect(), (8..16).collect()];
        let systems = [[eight(1.0), second].concat(), vec![0.0; 16]].map(of_scores);
        let documents = (0..16).map(|segment| segment..segment + 1).collect();
        let pair = RatedPair::new([&systems[0], &systems[1]], documents, domains);
        let p = RankingRule::Wmt24.judge(&pair, TEST).p_value.unwrap();
        assert!((p - joined).abs() < within, "{p} {joined}");
    }
}

#[test]
fn all_exchanges_of_documents_are_counted() {
    let count =
        |exchange, draws: &Draws| different_draws(&golden(), exchange, draws, &of_segments(), TEST);
    let rates = count(Exchange::Documents, &Draws::Exact);
    assert_eq!(rates, NullRates { draws: 64, different: vec![16, 24, 20, 20, 20, 0] });
    // Random exchanges agree with all of them, up to three standard errors.
    let key = StreamKey::new(1, Purpose::Audit);
    let random = count(Exchange::Documents, &Draws::Random(4000, Box::new(key.clone())));
    for (random, exact) in random.different.iter().zip(&rates.different) {
        let share = *exact as f64 / 64.0;
        let error = (share * (1.0 - share) / 4000.0).sqrt();
        assert!((*random as f64 / 4000.0 - share).abs() <= 3.0 * error, "{random} {exact}");
    }
    // Fewer are a prefix of more, and another key has others.
    let [one, other] = [key.clone(), key.number(1)]
        .map(|key| count(Exchange::Segments, &Draws::Random(200, Box::new(key))).different);
    assert_ne!(one, other);
}

/// Ratings of one judge change owner as documents do, to the last bit of what rules read.
#[test]
fn one_judge_is_as_documents() {
    let RatedPair { mean, documents, domains, .. } = golden();
    let systems = [0, 1].map(|system| {
        let ratings = mean.values(system);
        ratings
            .map(|value| vec![JudgedRating { judge: 7, round: 0, value }])
            .collect::<JudgedSystem>()
    });
    let pair = JudgedPair::new(systems, 1, documents, domains);
    assert_eq!(pair.units(), [0, 1, 2, 3, 4, 5].map(|document| (document, 7)));
    let rates = pair.different_draws(&Draws::Exact, &of_segments(), TEST);
    assert_eq!(rates, NullRates { draws: 64, different: vec![16, 24, 20, 20, 20, 0] });
}

/// Two judges of one document, by hand: with what one gave in the other's place, means are of both, and of the mean difference
/// nothing is left in theirs; the last rating is that of the second.
#[test]
fn what_judges_gave_has_their_own_coins() {
    let systems = [[80.0, 90.0], [70.0, 60.0]].map(|values: [f64; 2]| {
        let ratings = (0..).zip(values);
        vec![ratings.map(|(judge, value)| JudgedRating { judge, round: 0, value }).collect()]
    });
    let pair = JudgedPair::new(systems, 1, std::iter::once(0..1).collect(), vec![vec![0]]);
    assert_eq!(pair.units(), [(0, 0), (0, 1)]);
    // Of 20 points, first with second judge exchanged, then both, neither.
    for (moved, means, last) in [
        (vec![(0, 1)], [60.0, 70.0], [60.0, 70.0]),
        (vec![(0, 0), (0, 1)], [65.0, 65.0], [60.0, 70.0]),
        (vec![], [65.0, 65.0], [70.0, 60.0]),
    ] {
        let rated = pair.rated(&moved.into_iter().collect(), 20.0);
        for system in [0, 1] {
            assert_eq!(rated.mean.values(system).next(), Some(means[system]));
            assert_eq!(rated.last.values(system).next(), Some(last[system]));
            assert_eq!(rated.rounds[0].values(system).next(), Some(means[system]));
        }
    }
}
