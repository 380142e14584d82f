//! Least-squares means on complete data, against derivatives, and without items.

use super::*;

/// Numbers from 0 to 1 that look random.
fn hashed(number: u32) -> f64 {
    let mixed = number.wrapping_mul(2_654_435_761).rotate_left(13).wrapping_mul(2_246_822_519);
    f64::from(mixed >> 8) / f64::from(1_u32 << 24)
}

fn observation(system: u32, judge: Option<u32>, score: f64) -> Observation {
    Observation { system, judge, score, weight: 1.0 }
}

/// Items that about `share` of the systems were observed on, all in one group.
fn unbalanced(items: u32, systems: u32, judges: u32, share: f64) -> Vec<Vec<Observation>> {
    (0..items)
        .map(|item: u32| {
            let difficulty = 40.0 * hashed(7 * item + 1);
            (0..systems)
                .filter(|system: &u32| hashed(100 * item + system) < share)
                .map(|system: u32| {
                    let place = 1000 + 100 * item + system;
                    let judge = (judges > 0).then(|| {
                        let count = f64::from(judges);
                        (0..judges)
                            .rfind(|judge| f64::from(*judge) <= count * hashed(place + 17))
                            .unwrap()
                    });
                    let severity = judge.map_or(0.0, |judge| 5.0 * f64::from(judge % 3));
                    let score = 60.0 - difficulty + 2.0 * f64::from(system) - severity;
                    observation(system, judge, score + 20.0 * hashed(place + 5))
                })
                .collect()
        })
        .collect()
}

fn slices(items: &[Vec<Observation>]) -> Vec<&[Observation]> {
    items.iter().map(Vec::as_slice).collect()
}

/// With documents of `length` items.
fn contributions(
    fit: &LeastSquaresMeans<'_>,
    items: usize,
    length: usize,
) -> Vec<Option<Vec<Option<f64>>>> {
    fit.contributions(&(0..items).map(|item| item / length).collect::<Vec<_>>())
}

fn scores(items: &[&[Observation]], systems: usize, judges: usize) -> Vec<f64> {
    let fit = LeastSquaresMeans::new(items, systems, judges).unwrap();
    (0..systems).map(|system| fit.score(system).unwrap()).collect()
}

#[test]
fn complete_data_have_plain_means_and_their_own_contributions() {
    let items = unbalanced(37, 6, 0, 2.0);
    let items = slices(&items);
    let fit = LeastSquaresMeans::new(&items, 6, 0).unwrap();
    for system in 0..6_u32 {
        let scores: Vec<f64> = items.iter().map(|item| item[system as usize].score).collect();
        let mean = scores.iter().sum::<f64>() / scores.len() as f64;
        let score = fit.score(system as usize).unwrap();
        assert!((score - mean).abs() < 1e-12, "{score} {mean}");
        // Each its own document, and documents of several.
        for length in [1, 5] {
            let contributions = contributions(&fit, 37, length).swap_remove(system as usize);
            for (contribution, score) in contributions.unwrap().iter().zip(&scores) {
                assert!((contribution.unwrap() - score).abs() < 1e-10, "{contribution:?} {score}");
            }
        }
    }
}

/// A judge who rates all systems of an item changes nothing of their differences.
#[test]
fn judges_of_whole_items_drop_out() {
    let mut items = unbalanced(30, 5, 0, 2.0);
    let without: Vec<Vec<Observation>> = items.clone();
    for (item, number) in items.iter_mut().zip(0_u32..) {
        for observation in item {
            observation.judge = Some(number % 4);
        }
    }
    let (with, without) = (slices(&items), slices(&without));
    for (with, without) in scores(&with, 5, 4).iter().zip(scores(&without, 5, 0)) {
        assert!((with - without).abs() < 1e-12, "{with} {without}");
    }
}

/// What a score gains where an item counts a little more: items are there `TIMES` times, and one of them once more or less.
#[test]
fn contributions_are_derivatives() {
    const TIMES: usize = 400;
    for judges in [0, 3] {
        let items = unbalanced(14, 4, judges, 0.6);
        let all = slices(&items);
        let judges = judges as usize;
        let fit = LeastSquaresMeans::new(&all, 4, judges).unwrap();
        // A single document cannot be left out: its items have the derivatives.
        let contributions = contributions(&fit, all.len(), all.len());
        let filled = all.iter().filter(|item| !item.is_empty()).count() as f64;
        for (index, item) in all.iter().enumerate().filter(|(_, item)| !item.is_empty()) {
            let [more, fewer] = [TIMES + 1, TIMES - 1].map(|times| {
                let others = all.iter().enumerate().filter(|(other, _)| *other != index);
                let others = others.flat_map(|(_, item)| std::iter::repeat_n(*item, TIMES));
                let many: Vec<&[Observation]> =
                    others.chain(std::iter::repeat_n(*item, times)).collect();
                scores(&many, 4, judges)
            });
            for system in 0..4 {
                let derivative = 0.5 * TIMES as f64 * (more[system] - fewer[system]);
                let contribution = contributions[system].as_ref().unwrap()[index].unwrap();
                let expected = filled * derivative;
                let left = contribution - fit.score(system).unwrap();
                let within = 1e-4 * (1.0 + expected.abs());
                assert!((left - expected).abs() < within, "{judges} {index}: {left} {expected}");
            }
        }
    }
}

/// The mean of contributions is the score, whatever is missing.
#[test]
fn contributions_have_the_score_as_their_mean() {
    for (judges, length) in [(0, 1), (5, 1), (0, 7), (5, 7)] {
        let items = unbalanced(60, 7, judges, 0.4);
        let items = slices(&items);
        let fit = LeastSquaresMeans::new(&items, 7, judges as usize).unwrap();
        for (system, contributions_of_system) in
            contributions(&fit, 60, length).into_iter().enumerate()
        {
            let values: Vec<f64> = contributions_of_system.unwrap().into_iter().flatten().collect();
            let mean = values.iter().sum::<f64>() / values.len() as f64;
            assert!((mean - fit.score(system).unwrap()).abs() < 1e-11);
        }
    }
}

/// Means of contributions without a document differ as scores do that are fitted without it.
#[test]
fn documents_left_out_change_scores_as_fits_without_them() {
    for (judges, length) in [(0, 1), (4, 1), (0, 5), (4, 5)] {
        let items = unbalanced(60, 5, judges, 0.5);
        let all = slices(&items);
        let judges = judges as usize;
        let fit = LeastSquaresMeans::new(&all, 5, judges).unwrap();
        let contributions = contributions(&fit, all.len(), length);
        let mut differences = vec![Vec::new(); 5];
        for start in (0..all.len()).step_by(length) {
            if all[start..start + length].iter().all(|item| item.is_empty()) {
                continue;
            }
            let kept: Vec<usize> =
                (0..all.len()).filter(|item| !(start..start + length).contains(item)).collect();
            let rest: Vec<&[Observation]> = kept.iter().map(|item| all[*item]).collect();
            for (system, fitted) in scores(&rest, 5, judges).into_iter().enumerate() {
                let all = contributions[system].as_ref().unwrap();
                let values: Vec<f64> = kept.iter().filter_map(|item| all[*item]).collect();
                let mean = values.iter().sum::<f64>() / values.len() as f64;
                differences[system].push(mean - fitted);
            }
        }
        for (system, differences) in differences.into_iter().enumerate() {
            let first = differences[0];
            let is_same = differences.iter().all(|difference| (difference - first).abs() < 1e-9);
            // Means are moved by one number, so that that of all is the score.
            assert!(is_same, "{judges} {length} {system}: {differences:?}");
            assert!(first.abs() < 1.0, "{first}");
        }
    }
}

/// A document without which nothing compares two systems keeps the derivatives of its items.
#[test]
fn indispensable_documents_have_finite_contributions() {
    let items = [(0, 1, 1.0), (0, 1, 2.0), (1, 2, 5.0), (0, 1, 6.0)]
        .map(|(a, b, gap)| vec![observation(a, None, 50.0), observation(b, None, 50.0 + gap)]);
    let items = slices(&items);
    let fit = LeastSquaresMeans::new(&items, 3, 0).unwrap();
    let values: Vec<Vec<Option<f64>>> =
        contributions(&fit, 4, 1).into_iter().map(Option::unwrap).collect();
    let gaps: Vec<f64> =
        values[2].iter().zip(&values[1]).map(|(a, b)| a.unwrap() - b.unwrap()).collect();
    // Only the third item says anything of the last two systems, and nothing of how that varies.
    assert!(gaps.iter().all(|gap| (gap - 5.0).abs() < 1e-11), "{gaps:?}");
    let gaps: Vec<f64> =
        values[1].iter().zip(&values[0]).map(|(a, b)| a.unwrap() - b.unwrap()).collect();
    let mean = gaps.iter().sum::<f64>() / 4.0;
    assert!((mean - 3.0).abs() < 1e-11, "{gaps:?}");
}

#[test]
fn groups_that_nothing_compares_are_named() {
    let pair = |a: u32, b: u32| vec![observation(a, None, 1.0), observation(b, None, 2.0)];
    let items = [pair(0, 3), pair(3, 0), pair(1, 4), vec![observation(2, None, 5.0)], Vec::new()];
    let items = slices(&items);
    let expected = vec![vec![0, 3], vec![1, 4], vec![2]];
    // The fifth system has no observation, and belongs to no group.
    assert_eq!(groups(&items, 6, 0), expected);
    let error = LeastSquaresMeans::new(&items, 6, 0).unwrap_err();
    assert_eq!(
        (error.to_string().as_str(), error.groups),
        ("systems fall into 3 groups that nothing compares", expected)
    );
    let linked = [pair(0, 3), pair(1, 3), pair(1, 4), pair(4, 2)];
    let linked = slices(&linked);
    assert_eq!(groups(&linked, 6, 0), [[0, 1, 2, 3, 4]]);
    let fit = LeastSquaresMeans::new(&linked, 6, 0).unwrap();
    assert_eq!((fit.observed[5], fit.score(5)), (false, None));
    assert_eq!(contributions(&fit, 4, 1)[5], None);
}

/// A system whose only judge rates nothing else cannot be compared, though it shares items.
#[test]
fn judges_of_single_systems_are_confounded_with_them() {
    let confounded = [judged_item([0, 1, 2]), judged_item([1, 0, 2]), judged_item([0, 1, 2])];
    assert_eq!(groups(&slices(&confounded), 3, 3), [vec![0, 1], vec![2]]);
    let crossed = [judged_item([0, 1, 2]), judged_item([1, 0, 2]), judged_item([0, 2, 1])];
    assert_eq!(groups(&slices(&crossed), 3, 3), [vec![0, 1, 2]]);
    // Judges with items of their own do not keep systems from being compared.
    let apart = [
        judged_item([0, 1, 0]),
        judged_item([1, 0, 1]),
        judged_item([2, 2, 2]),
        judged_item([3, 3, 3]),
    ];
    assert_eq!(groups(&slices(&apart), 3, 4), [vec![0, 1, 2]]);
}

fn judged_item(judges: [u32; 3]) -> Vec<Observation> {
    (0..3).zip(judges).map(|(system, judge)| observation(system, Some(judge), 1.0)).collect()
}

/// Adding a number to all scores, or multiplying them, does so with scores and contributions.
#[test]
fn scores_move_with_their_unit() {
    let items = unbalanced(25, 4, 3, 0.7);
    let moved: Vec<Vec<Observation>> = items
        .iter()
        .map(|item| {
            item.iter()
                .map(|observation| Observation {
                    score: 3.0 * observation.score - 7.0,
                    ..*observation
                })
                .collect()
        })
        .collect();
    let (items, moved) = (slices(&items), slices(&moved));
    let fits = [&items, &moved].map(|items| LeastSquaresMeans::new(items, 4, 3).unwrap());
    let [one, other] = [0, 1].map(|fit| contributions(&fits[fit], 25, 3));
    for (one, other) in one.iter().flatten().zip(other.iter().flatten()) {
        for (one, other) in one.iter().flatten().zip(other.iter().flatten()) {
            assert!((3.0 * one - 7.0 - other).abs() < 1e-9);
        }
    }
}

/// A and B share twelve items, B and C seven: the variances of the differences are 2/12, 2/7, and their sum. An item of one
/// system, or of two judges who rated nothing else, says nothing.
#[test]
fn information_is_the_part_in_the_variance() {
    let pair = |systems: [u32; 2]| systems.map(|system| observation(system, None, 1.0)).to_vec();
    let mut items = vec![pair([0, 1]); 12];
    items.extend(vec![pair([1, 2]); 7]);
    items.push(vec![observation(0, None, 3.0)]);
    let slices = slices(&items);
    let fit = LeastSquaresMeans::new(&slices, 3, 0).unwrap();
    let information = fit.information();
    for (pair, expected) in [([0, 1], [1.0, 0.0]), ([2, 1], [0.0, 1.0]), ([0, 2], [1.0, 1.0])] {
        for (item, found) in
            information.of_items(slices.iter().copied(), pair).into_iter().enumerate()
        {
            let [first, second] = [2.0 / 144.0, 2.0 / 49.0];
            let expected = match item {
                0..12 => expected[0] * first,
                12..19 => expected[1] * second,
                _ => 0.0,
            };
            assert!((found - expected).abs() < 1e-12, "{pair:?}, item {item}: {found}");
        }
    }
    // With judges, parts still add up to the variance: here of five items by two judges each.
    let judged = |system, judge| observation(system, Some(judge), 1.0);
    let items = [[judged(0, 0), judged(1, 1)], [judged(0, 1), judged(1, 0)]];
    let items = [&items[0][..], &items[1], &items[1]];
    let fit = LeastSquaresMeans::new(&items, 2, 2).unwrap();
    let parts = fit.information().of_items(items.into_iter(), [0, 1]);
    // Of y = system + judge on differences (1, 1), (1, -1), (1, -1): the inverse of [[3, -1], [-1, 3]] has 3/8.
    assert!((parts.iter().sum::<f64>() - 2.0 * 3.0 / 8.0).abs() < 1e-12, "{parts:?}");
}
