//! Plans of campaigns as whole runs: from judgments of a generated campaign whose components are known, and from
//! automatic metrics.

use runner::analyses::{self, ComparisonRow, DesignRow, Results, each_comparison};
use runner::stats::special::student_t_quantile;

use crate::support::needs::is_thorough;
use crate::support::study;

fn campaign(keys: &str) -> String {
    format!(
        "[experiment]\nname = \"x\"\nseed = 5\n[corpora.c.synthetic]\npreset = \"esa-campaign\"\nseed = 11\n\
         [metrics.esa-1.human]\ncriterion = \"esa-1\"\n[metrics.esa-2.human]\ncriterion = \"esa-2\"\n\
         [studies.s]\ncorpora = [\"c\"]\nmetrics = [\"esa-1\", \"esa-2\"]\n\
         test-sizes = {{ fractions = [1.0] }}\n[studies.s.design]\n{keys}"
    )
}

fn designs(text: &str) -> Vec<DesignRow> {
    study::run(text, None, analyses::designs).1
}

const COSTS: &str =
    "costs = { document = 5, segment = 1, rating = 0.6, judge = 120, reference = 3 }\n";

#[test]
fn the_cheapest_design_that_reaches_the_goal_is_recommended() {
    let keys = "goal = { detect = 4.0, power = 0.8, pairs = 3 }\nratings-per-segment = [1, 2]\n\
                judges = [6, 12, 24]\nsegments-per-document = [\"all\", 1]\nassignment = \"together\"\n";
    let rows = designs(&campaign(&format!("{keys}{COSTS}")));
    let (first, second): (Vec<DesignRow>, Vec<DesignRow>) =
        rows.into_iter().partition(|row| &*row.metric == "esa-1");
    for rows in [&first, &second] {
        let recommended: Vec<&DesignRow> = rows.iter().filter(|row| row.recommended).collect();
        let [best] = recommended[..] else { panic!("{recommended:?}") };
        assert!(
            best.reached && best.kind.name() == "smallest" && best.pairs == 3 && best.systems == 10
        );
        let reaching = rows.iter().filter(|row| row.reached && row.kind.name() != "current");
        assert!(reaching.clone().all(|row| row.cost >= best.cost));
        let (lower, upper) = (best.documents_lower.unwrap(), best.documents_upper);
        let documents = f64::from(best.documents);
        // Without one of twelve judges no number of documents may be enough.
        let is_below = upper.is_none_or(|upper| documents < upper);
        assert!(lower < documents && is_below, "{lower} {documents} {upper:?}");
        for row in rows {
            let outputs = row.segments * row.ratings_per_segment.unwrap() * 10.0;
            let judges = f64::from(row.judges.unwrap());
            let cost =
                5.0 * f64::from(row.documents) + row.segments + 0.6 * outputs + 120.0 * judges;
            assert!((row.cost - cost).abs() < 1e-6, "{row:?}");
            assert_eq!(row.reached, row.probability.unwrap() >= 0.8);
            let dominated = rows.iter().any(|other| {
                other.kind.name() != "current"
                    && other.cost <= row.cost
                    && other.margin < row.margin
            });
            assert!(!(row.on_frontier && dominated), "{row:?}");
        }
        let [current] =
            rows.iter().filter(|row| row.kind.name() == "current").collect::<Vec<_>>()[..]
        else {
            panic!("one current design");
        };
        assert_eq!((current.documents, current.judges), (60, Some(12)));
        assert!((current.segments - 240.0).abs() < 1e-9);
    }
    // In the first round 18 documents have two ratings; in the second none has.
    assert!(first.iter().all(|row| row.status.name() == "ok"));
    assert!(first.iter().any(|row| row.ratings_per_segment == Some(2.0)));
    assert!(second.iter().all(|row| row.status.name() == "single-ratings"));
    assert!(second.iter().all(|row| row.ratings_per_segment == Some(1.0)));
}

/// With the components that the generator has, the designs planned from its judgments reach their power on average:
/// `2 [v_sd d + (v_si + v_e)/s]/k + 2 v_sj/R` with documents of unequal sizes.
#[test]
fn designs_planned_from_judgments_reach_their_goal() {
    use runner::stats::judges::components::{Components, Factor};
    use runner::stats::judges::design::{Assignment, Design, PairTest};
    let truth = Components::known(&[
        (Factor::SystemDocument, 12.0),
        (Factor::Output, 46.0),
        (Factor::SystemJudge, 8.0),
        (Factor::Residual, 179.0),
    ]);
    let keys = "goal = { detect = 5.0, power = 0.8, pairs = 1 }\nratings-per-segment = 1\njudges = 24\n\
                assignment = \"together\"\n";
    let power = |seed: u32| {
        let text = campaign(keys).replace("seed = 11", &format!("seed = {seed}"));
        let rows = designs(&text);
        let best = rows.iter().find(|row| row.recommended && &*row.metric == "esa-1").unwrap();
        // The sizes of documents of the preset: their logarithms have the deviation 0.4.
        let design = Design {
            documents: best.documents.into(),
            segments_per_document: 4.0,
            ratings_per_segment: 1.0,
            judges: 24.0,
            size_dispersion: 1.1,
            ..Design::default()
        };
        let part = design.difference(&truth, Assignment::Together);
        PairTest { level: 0.95, pairs: 1 }.power(part, 5.0)
    };
    let campaigns = if is_thorough() { 20 } else { 10 };
    let mean = (1..=campaigns).map(power).sum::<f64>() / f64::from(campaigns);
    assert!((mean - 0.8).abs() < 0.05, "{mean}");
}

#[test]
fn goals_of_margins_and_rankings_are_met() {
    let rows = |goal: &str| {
        let keys = format!("goal = {goal}\njudges = 48\nratings-per-segment = 1\n{COSTS}");
        designs(&campaign(&keys))
    };
    let margin = rows("{ margin = 3.0 }");
    let best = margin.iter().find(|row| row.recommended).unwrap();
    assert!(best.margin.unwrap() <= 3.0 && best.probability.is_none() && best.pairs == 1);
    let ranking = rows("{ best-is-best = 0.6 }");
    for best in ranking.iter().filter(|row| row.recommended) {
        assert!(best.probability.unwrap() >= 0.6 && best.documents_lower.is_some());
    }
    let order = rows("{ ranking-holds = 0.99 }");
    assert!(order.iter().all(|row| !row.recommended && !row.reached), "{:?}", order[0]);
}

/// Of automatic metrics segments are weighed against references, and what is expected of the present test set is the mean
/// variance of the differences in `comparisons`, up to the unequal sizes of documents.
#[test]
fn references_cost_and_narrow_margins() {
    let text = format!(
        "[experiment]\nname = \"x\"\nseed = 5\n[corpora.c.synthetic]\npreset = \"cesta-enfr-2\"\n\
         [studies.s]\ncorpora = [\"c\"]\nmetrics = [\"bleu\"]\nreference-counts = [1, 2, 4]\n\
         test-sizes = {{ fractions = [1.0] }}\nresample = \"documents\"\n[studies.s.comparison]\n\
         [studies.s.design]\ngoal = {{ margin = 2.0 }}\nreferences = [1, 4]\n{COSTS}"
    );
    let (plan, store) = study::computed(&text, None);
    let results = &Results::new(&plan, &store);
    let rows = analyses::designs(results);
    let current = |count: u32| {
        let of = |row: &&DesignRow| row.kind.name() == "current" && row.references == Some(count);
        rows.iter().find(of).unwrap()
    };
    assert!(rows.iter().all(|row| row.references != Some(2) && row.judges.is_none()));
    let narrower = current(1).margin.unwrap() - current(4).margin.unwrap();
    assert!(narrower > 0.0, "{narrower}");
    let pairs = |count: u32| -> Vec<(f64, f64)> {
        let of_count = each_comparison(results).filter_map(|row: ComparisonRow| {
            let own = row.cell.reference_count == Some(count) && row.method.name() == "jackknife-t";
            let (lower, upper) = row.ci_lower.zip(row.ci_upper).filter(|_| own)?;
            let tail = 0.5 * (1.0 + row.interval_level?);
            let quantile = student_t_quantile(tail, row.degrees_of_freedom?)?;
            let error = (upper - lower) / 2.0 / quantile;
            Some((row.delta?.abs(), error * error))
        });
        of_count.collect()
    };
    let mean = |pairs: &[(f64, f64)]| {
        assert_eq!(pairs.len(), 10);
        pairs.iter().fold((0.0, 0.0), |sum, pair| (sum.0 + pair.0 / 10.0, sum.1 + pair.1 / 10.0))
    };
    let (unit, _) = mean(&pairs(1));
    for count in [1, 4] {
        // In points of scores with one reference.
        let (difference, variance) = mean(&pairs(count));
        let expected = variance * (unit / difference) * (unit / difference);
        let error = current(count).standard_error.unwrap();
        let planned = error * error;
        assert!(libm::log(planned / expected).abs() < 0.2, "{count}: {planned} {expected}");
        let row = current(count);
        let cost = 5.0 * 16.0 + 917.0 * (1.0 + 3.0 * f64::from(count));
        assert!((row.cost - cost).abs() < 1e-6, "{row:?}");
    }
    let [best] = rows.iter().filter(|row| row.recommended).collect::<Vec<_>>()[..] else {
        panic!("one design is the cheapest");
    };
    assert!(best.margin.unwrap() <= 2.0);
}
