//! Stable sizes as whole runs, against all orders of five documents walked one by one; and sizes in words.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use runner::analyses::{self, GrowthRow, Results};
use runner::corpus::model::Corpus;

use crate::ranks::marked;
use crate::support::{close, study};

fn spec(study: &str) -> String {
    format!(
        "[experiment]\nname = \"x\"\nseed = 5\n[corpora.c.plain]\nsystems = [\"none\"]\n\
         [metrics.a.external]\nscore = \"a\"\nratio-scale = true\n[studies.s]\ncorpora = [\"c\"]\n\
         metrics = [\"a\"]\ntest-sizes = {{ documents = \"each\" }}\nresample = \"segments\"\n{study}"
    )
}

/// Rows by size, of documents of one segment with these scores.
fn growth(scores: &[f64], study: &str) -> Vec<GrowthRow> {
    growth_of(&vec![1; scores.len()], scores, study)
}

fn growth_of(lengths: &[usize], scores: &[f64], study: &str) -> Vec<GrowthRow> {
    let corpus = marked(lengths, &[("a", &[("one", study::all(scores))])]);
    let (plan, store) = study::computed(&spec(study), Some(vec![corpus]));
    analyses::growth(&Results::new(&plan, &store))
}

const FIVE: [f64; 5] = [60.0, 40.0, 50.0, 55.0, 45.0];

/// All orders of as many documents.
fn permutations(count: usize) -> Vec<Vec<usize>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let longer = |shorter: Vec<usize>| {
        (0..count).map(move |place| {
            let mut order = shorter.clone();
            order.insert(place, count - 1);
            order
        })
    };
    permutations(count - 1).into_iter().flat_map(longer).collect()
}

/// From which size on means of the first scores stay within `tolerance` of the mean of all: walked in each order,
/// ascending.
fn walked(scores: &[f64], tolerance: f64) -> Vec<f64> {
    let mean = |order: &[usize]| {
        order.iter().map(|index| scores[*index]).sum::<f64>() / order.len() as f64
    };
    let stable_from = |order: Vec<usize>| {
        let last = mean(&order);
        let is_near = |size: &usize| (mean(&order[..*size]) - last).abs() <= tolerance + 1e-9;
        (1..=order.len()).rev().take_while(is_near).last().unwrap() as f64
    };
    let mut sizes: Vec<f64> = permutations(scores.len()).into_iter().map(stable_from).collect();
    sizes.sort_by(f64::total_cmp);
    sizes
}

/// Changes, and stable from 5 at a tolerance of 1, and from 2 at 5.
#[test]
fn scores_settle_along_one_order() {
    let along = |tolerance: &str| {
        growth(&FIVE, &format!("B = 100\n[studies.s.stable-size]\nscore = {tolerance}\n"))
    };
    let rows = along("1");
    for (row, change) in rows.iter().zip([10.0, 0.0, 0.0, 1.25, 0.0]) {
        close(row.score_change_mean, change, 1e-9);
        assert_eq!((row.score_tolerance, row.scores_stable_from), (Some(1.0), Some(5.0)));
        assert_eq!((row.scores_stable_from_lower, row.scores_stable_from_upper), (None, None));
        assert_eq!(row.stdev_tolerance, Some(25.0));
    }
    assert_eq!(along("5")[0].scores_stable_from, Some(2.0));
    // Four percent of 50 are 2, whatever the metric is called.
    let relative = along("{ default = \"4 %\" }");
    assert_eq!(
        (relative[0].score_tolerance, relative[0].scores_stable_from),
        (Some(2.0), Some(2.0))
    );
    // Half of the interval of the last score.
    let last = &along("\"margin\"")[4];
    close(last.score_tolerance, last.ci_width_mean.unwrap() / 2.0, 1e-12);
}

/// All 120 orders: the means are 4.8, 2.9333 and 1.7, and the ends are those of the orders walked one by one.
#[test]
fn every_set_stands_for_all_orders() {
    for (tolerance, mean) in [(1.0, 4.8), (2.5, 352.0 / 120.0), (5.0, 1.7)] {
        let study = format!(
            "B = 20\norderings = {{ exhaustive = true }}\n[studies.s.stable-size]\nscore = {tolerance}\n"
        );
        let rows = growth(&FIVE, &study);
        let orders = walked(&FIVE, tolerance);
        assert_eq!((rows.len(), orders.len()), (5, 120));
        close(rows[0].scores_stable_from, mean, 1e-9);
        close(rows[0].scores_stable_from, orders.iter().sum::<f64>() / 120.0, 1e-9);
        // The 12th and the 108th of 120.
        let ends = (rows[0].scores_stable_from_lower, rows[0].scores_stable_from_upper);
        assert_eq!(ends, (Some(orders[11]), Some(orders[107])));
        // sqrt((1/n - 1/5) 62.5); of the ten sets of two, distances of 0 (2), 2.5 (4), 5 (2) and 7.5 (2).
        let spreads = [rows[1].score_spread, rows[2].score_spread, rows[3].score_spread];
        for (spread, expected) in spreads.into_iter().zip([4.330_127, 2.886_751, 1.767_767]) {
            close(spread, expected, 1e-6);
        }
        close(rows[1].score_change_mean, 3.5, 1e-9);
    }
}

/// Orders of a study count once each, and each by its own largest test set.
#[test]
fn several_orders_have_a_mean() {
    let orders =
        "[[\"d4\", \"d0\", \"d1\", \"d2\", \"d3\"], [\"d2\", \"d1\", \"d0\", \"d3\", \"d4\"]]";
    let study = format!(
        "B = 20\norderings = {{ corpus = true, explicit = {orders} }}\n[studies.s.stable-size]\nscore = 2.5\n"
    );
    let rows = growth(&FIVE, &study);
    // Corpus order: 60, 50, 50, 51.25. Then 45, 52.5, 48.33, 48.75. Then 50, 45, 50, 51.25.
    close(rows[0].scores_stable_from, (2.0 + 2.0 + 3.0) / 3.0, 1e-12);
    assert_eq!(
        (rows[0].scores_stable_from_lower, rows[0].scores_stable_from_upper),
        (Some(2.0), Some(3.0))
    );
    close(rows[0].score_change_mean, (10.0 + 5.0 + 0.0) / 3.0, 1e-9);
}

/// Documents that are all alike: STDEV falls as the root of the size, so that 9 of 15 documents are 29.1 % above the
/// last one, and 10 are 22.5 %.
#[test]
fn stdev_settles_by_the_law_of_the_root() {
    let scores: Vec<f64> = (0..90).map(|segment| f64::from(segment % 6)).collect();
    let from = |tolerance: &str| {
        let study = format!("B = 20000\n[studies.s.stable-size]\nstdev = \"{tolerance}\"\n");
        growth_of(&[6; 15], &scores, &study)
    };
    let rows = from("26 %");
    // Each sd has a Monte-Carlo error of .5 %.
    close(rows[8].stdev_ratio, (15.0_f64 / 9.0).sqrt(), 0.03);
    close(rows[9].stdev_ratio, 1.5_f64.sqrt(), 0.03);
    assert_eq!((rows[0].stdev_stable_from, rows[14].stdev_ratio), (Some(10.0), Some(1.0)));
    assert_eq!(from("33 %")[0].stdev_stable_from, Some(9.0));
}

/// Without a question there is no answer, and without a last score no stable size.
#[test]
fn what_is_not_asked_or_not_known_is_null() {
    let rows = growth(&FIVE, "B = 20\n");
    assert!(
        rows.iter().all(|row| row.score_change_mean.is_none() && row.stdev_tolerance.is_none())
    );
    let corpus = marked(&[1; 5], &[("a", &[("one", vec![None; 5])])]);
    let text = spec("B = 20\n[studies.s.stable-size]\nscore = 1\n");
    let (plan, store) = study::computed(&text, Some(vec![corpus]));
    let rows = analyses::growth(&Results::new(&plan, &store));
    assert!(!rows.is_empty());
    for row in rows {
        assert_eq!(
            (row.scores_stable_from, row.score_tolerance, row.stdev_ratio),
            (None, None, None)
        );
    }
}

/// Required segments times the mean number of words of a reference segment.
#[test]
fn sizes_are_told_in_words() {
    let text = "[experiment]\nname = \"x\"\nseed = 5\n[corpora.c.plain]\nreferences = [\"ref\"]\nsystems = [\"A\"]\n\
                [studies.s]\ncorpora = [\"c\"]\nmetrics = [\"bleu\"]\nB = 50\nresample = \"segments\"\n\
                test-sizes = { documents = \"each\" }\n[studies.s.margin]\nwanted = 5\n[studies.s.power]\neffects = [5]\n\
                [studies.s.design]\ngoal = { margin = 5 }\n[studies.s.minimal-size]\n";
    let corpus = Corpus { documents: study::documents(&[10; 5]), ..study::texts() };
    let references = corpus.references[0].texts.iter().flatten();
    let lengths: Vec<usize> = references.map(|text| text.split(' ').count()).collect();
    let words = lengths.iter().sum::<usize>() as f64 / lengths.len() as f64;
    let (plan, store) = study::computed(text, Some(vec![corpus]));
    let results = Results::new(&plan, &store);
    let margins: Vec<_> = analyses::each_margin(&results)
        .map(|row| (row.required_segments, row.required_words))
        .collect();
    let power: Vec<_> = analyses::each_power(&results)
        .map(|row| (row.required_segments, row.required_words))
        .collect();
    let designs: Vec<_> = analyses::designs(&results)
        .iter()
        .map(|row| (Some(row.segments), row.required_words))
        .collect();
    let curves = analyses::Curves::new(&results);
    let sizes = analyses::minimal_sizes(&results, &curves);
    let sizes: Vec<_> = sizes.iter().map(|row| (row.segments_max, row.required_words)).collect();
    for of_table in [margins, power, designs, sizes] {
        assert!(of_table.iter().any(|(segments, _)| segments.is_some()), "{of_table:?}");
        for (segments, in_words) in of_table {
            // A whole number but for rounding is not one more.
            assert_eq!(in_words, segments.map(|segments| (segments * words - 1e-6).ceil()));
        }
    }
}
