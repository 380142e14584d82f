//! Golden values of a second program (numpy), and all campaigns of three pages.

use super::*;

#[track_caller]
pub(super) fn close(actual: &[f64], expected: &[f64], tolerance: f64) {
    assert_eq!(actual.len(), expected.len());
    for (actual, expected) in actual.iter().zip(expected) {
        assert!((actual - expected).abs() < tolerance, "{actual}, not {expected}");
    }
}

pub(super) fn page(document: u32, segments: u32, means: &[(usize, f64)]) -> Page {
    let shown = means.iter().map(|(system, mean)| Shown {
        system: *system,
        segments,
        ratings: segments,
        sum: mean * f64::from(segments),
    });
    Page { document, segments, shown: shown.collect(), times: None, void_from: None }
}

const TWO: Assignment = Assignment { shown: 2, cold_start: 0 };

fn log() -> Vec<Page> {
    vec![
        page(0, 3, &[(0, 80.0), (1, 75.0)]),
        page(1, 2, &[(0, 60.0), (2, 58.0)]),
        page(2, 1, &[(1, 64.0), (0, 70.0)]),
        page(0, 3, &[(2, 50.0), (1, 75.0)]),
    ]
}

fn means(estimates: &[Estimates], mean: impl Fn(&Estimates) -> Option<MeanWithError>) -> Vec<f64> {
    estimates.iter().filter_map(|estimates| Some(mean(estimates)?.mean)).collect()
}

#[test]
fn a_log_with_three_systems() {
    let pages = log();
    let Replay { chances, has_times } = replay(&pages, 3, TWO);
    assert!(!has_times);
    assert_eq!(chances[1].ranks, [1, 2, 3]);
    assert_eq!(chances[2].ranks, [2, 1, 3]);
    assert!(chances.iter().all(|page| page.phase == Phase::Ranked));
    close(&chances[0].inclusion, &[2.0 / 3.0; 3], 1e-12);
    close(&chances[1].inclusion, &[0.871_212_121, 0.660_606_061, 0.468_181_818], 6e-10);
    for page in &chances[2..] {
        close(&page.inclusion, &[0.660_606_061, 0.871_212_121, 0.468_181_818], 6e-10);
    }
    let all = estimates(&pages, &chances, 3);
    close(&means(&all, |of| of.weighted), &[72.652_831_982, 73.611_190_818, 53.2], 6e-10);
    close(&means(&all, |of| of.augmented), &[66.343_239, 73.098_913, 42.072_816], 1e-6);
    close(&means(&all, |of| of.plain), &[71.666_666_667, 73.428_571_429, 53.2], 6e-10);
    assert!(all.iter().all(|of| of.augmented.unwrap().standard_error.unwrap() > 0.0));
    assert_eq!(
        all.iter().map(|of| (of.ratings, of.pages)).collect::<Vec<_>>(),
        [(6, 3), (7, 3), (5, 2)]
    );
    close(&[all[2].smallest.unwrap()], &[0.468_181_818], 6e-10);
    assert_eq!(failure(&pages, &chances, 3, TWO), None);
    // The error of a ratio: of A, residuals of 25, -23.333 and -1.667 in three documents.
    let squares: f64 =
        [25.0, -70.0 / 3.0, -5.0 / 3.0].iter().map(|residual| residual * residual).sum();
    let error = (1.5 * squares).sqrt() / 6.0;
    close(&[all[0].plain.unwrap().standard_error.unwrap()], &[error], 1e-9);
}

#[test]
fn cold_starts_pick_among_systems_with_few_ratings() {
    let assignment = Assignment { shown: 2, cold_start: 3 };
    let pages = log();
    let chances = replay(&pages, 3, assignment).chances;
    // At first all three are cold, then C alone, with two segments also after the second page.
    close(&chances[0].inclusion, &[2.0 / 3.0; 3], 1e-12);
    close(&chances[1].inclusion, &[0.5, 0.5, 1.0], 1e-12);
    close(&chances[3].inclusion, &[0.5, 0.5, 1.0], 1e-12);
    assert!(chances.iter().all(|page| page.phase == Phase::Cold));
    // The third page had to show C.
    let misfit = Failure { page: 2, misfit: Misfit::System(2) };
    assert_eq!(failure(&pages, &chances, 3, assignment), Some(misfit));
    let many = Assignment { shown: 1, cold_start: 4 };
    close(&replay(&pages, 3, many).chances[2].inclusion, &[0.0, 0.5, 0.5], 1e-12);
    let number = Failure { page: 0, misfit: Misfit::Number };
    let one = Assignment { shown: 1, cold_start: 0 };
    assert_eq!(failure(&pages, &replay(&pages, 3, one).chances, 3, one), Some(number));
}

fn with_times(times: [(f64, f64); 4]) -> Vec<Page> {
    let pages = log().into_iter().zip(times);
    pages.map(|(page, times)| Page { times: Some(times), ..page }).collect()
}

/// The third page was loaded before the second was submitted, by another person.
#[test]
fn pages_know_what_was_submitted_before_they_were_loaded() {
    let one_by_one = with_times([(0.0, 5.0), (5.0, 9.0), (9.0, 12.0), (12.0, 15.0)]);
    let replayed = replay(&one_by_one, 3, TWO);
    assert!(replayed.has_times);
    assert_eq!(replayed.chances, replay(&log(), 3, TWO).chances);
    let together = with_times([(0.0, 5.0), (6.0, 9.0), (8.0, 12.0), (12.0, 15.0)]);
    let chances = replay(&together, 3, TWO).chances;
    assert_eq!(chances[2].inclusion, chances[1].inclusion);
    assert_ne!(chances[3].inclusion, chances[1].inclusion);
}

/// A reset before the fourth page takes the second back: it is known between, and counts for no score.
#[test]
fn resets_are_known_from_then_on() {
    let mut pages = log();
    pages[1].void_from = Some(3);
    let chances = replay(&pages, 3, TWO).chances;
    let before = replay(&log(), 3, TWO).chances;
    assert_eq!(chances[..3], before[..3]);
    // A has 80 and 70, B 75 and 64.
    assert_eq!(chances[3].ranks, [1, 2, 3]);
    let expected = chances[3].expected.as_ref().unwrap()[2];
    close(&[expected], &[(240.0 + 225.0 + 64.0 + 70.0) / 8.0], 1e-12);
    let all = estimates(&pages, &chances, 3);
    assert_eq!(all.iter().map(|of| of.ratings).collect::<Vec<_>>(), [4, 7, 3]);
}

/// Equal means stay in the order in which systems came, whatever their numbers.
#[test]
fn ties_stay_in_the_order_of_the_log() {
    let pages = [page(0, 1, &[(2, 70.0), (0, 70.0)]), page(1, 1, &[(0, 70.0), (1, 70.0)])];
    let later = [&pages[..], &[page(2, 1, &[(0, 1.0), (1, 1.0)])]].concat();
    assert_eq!(replay(&later, 3, TWO).chances[2].ranks, [2, 3, 1]);
}

#[test]
fn systems_that_come_late_are_noticed() {
    let assignment = Assignment { shown: 2, cold_start: 1 };
    let mut pages = vec![page(0, 1, &[(0, 80.0), (1, 70.0)]); 5];
    pages.push(page(1, 1, &[(2, 75.0), (0, 70.0)]));
    let chances = replay(&pages, 3, assignment).chances;
    let late = Failure { page: 5, misfit: Misfit::Late(2) };
    assert_eq!(failure(&pages, &chances, 3, assignment), Some(late));
    // Without a cold start it could be chance, and is not after many pages.
    let pages: Vec<Page> = pages.iter().rev().cloned().collect();
    let none = failure(&pages, &replay(&pages, 3, TWO).chances, 3, TWO);
    assert_eq!(none, None);
    let mut many = vec![page(0, 1, &[(0, 80.0), (1, 70.0)]); 60];
    many[0] = pages[0].clone();
    let gone = Failure { page: 0, misfit: Misfit::Gone(2) };
    assert_eq!(failure(&many, &replay(&many, 3, TWO).chances, 3, TWO), Some(gone));
}

const SCORES: [[f64; 3]; 3] = [[80.0, 60.0, 70.0], [75.0, 65.0, 64.0], [50.0, 58.0, 66.0]];

/// Calls `each` with all logs of three pages with two of three systems that begin with `pages`, and their probabilities:
/// the first page uniformly and the others by ranks, of documents on which some system has no rating.
fn all_logs(pages: &[Page], probability: f64, each: &mut impl FnMut(&[Page], f64)) {
    if pages.len() == 3 {
        return each(pages, probability);
    }
    let open: Vec<u32> = (0..3)
        .filter(|document| {
            let shown = pages.iter().filter(|page| page.document == *document);
            let systems = shown.flat_map(|page| page.shown.iter().map(|shown| shown.system));
            systems.collect::<std::collections::BTreeSet<usize>>().len() < 3
        })
        .collect();
    let mut state = State::new(3);
    pages.iter().enumerate().for_each(|(number, page)| state.add(number, page));
    let Choice::Ranked(weights) = state.choice(&state.ranks(), TWO) else {
        panic!("no cold start")
    };
    let total: f64 = weights.iter().sum();
    for pair in [[0, 1], [0, 2], [1, 2]] {
        let [a, b] = pair.map(|system| weights[system] / total);
        let both = a * b / (1.0 - a) + b * a / (1.0 - b);
        for document in &open {
            let means = pair.map(|system| (system, SCORES[system][*document as usize]));
            let pages: Vec<Page> =
                pages.iter().cloned().chain([page(*document, 1, &means)]).collect();
            all_logs(&pages, probability * both / open.len() as f64, each);
        }
    }
}

/// Over all logs the augmented mean of the second and the third page has no bias, and plain means have.
#[test]
fn augmented_means_have_no_bias() {
    let mut sums = [[0.0; 3]; 3];
    all_logs(&[], 1.0, &mut |pages, probability| {
        let all = estimates(pages, &replay(pages, 3, TWO).chances, 3);
        for (sums, of_system) in sums.iter_mut().zip(all) {
            sums[0] += probability * of_system.augmented.unwrap().mean;
            if let Some(plain) = of_system.plain {
                sums[1] += probability * plain.mean;
                sums[2] += probability;
            }
        }
    });
    close(&sums.map(|sums| sums[0]), &[70.0, 68.0, 58.0], 1e-11);
    let plain = sums.map(|sums| sums[1] / sums[2]);
    close(&plain, &[69.731_991_547, 67.946_074_118, 57.793_801_598], 6e-10);
}
