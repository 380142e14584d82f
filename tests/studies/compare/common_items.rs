//! Pairs of systems that lack scores, and differences that do not vary: what is compared, and what everything counts.

use runner::analyses::{ComparisonRow, PowerRow};
use runner::corpus::model::NamedTexts;

use super::support::{Rows, all, judged, run, texts};
use crate::support::paired::{Noise, close, differences, paired_t};

type Scores = Vec<Option<f64>>;

const OWN: &str = "metrics = [\"adequacy\"]\nmask = \"own\"\n";
const TESTS: &str = "[studies.s.comparison]\nadjustment = \"none\"\n\
                     methods = [\"jackknife-t\", \"approximate-randomization\"]\n[studies.s.power]\neffects = [0.5]\n";

/// Three systems with scores of one decimal, or of 0 and 1. Of `a` nothing is missing, of `b` up to 30 %, of `c` up to 90 %.
fn systems(seed: u64, items: usize) -> [(&'static str, Scores); 3] {
    let mut noise = Noise(seed * 7919 + 11);
    let is_binary = seed.is_multiple_of(3);
    let rates = [0.0, 0.3 * noise.next(), 0.9 * noise.next()];
    let mut systems = ["a", "b", "c"].map(|name| (name, Vec::new()));
    for _ in 0..items {
        let easy = noise.next();
        for ((_, scores), missing) in systems.iter_mut().zip(rates) {
            let score = 3.0 * easy + 2.0 * noise.next();
            let score =
                if is_binary { f64::from(score > 2.4) } else { (10.0 * score).round() / 10.0 };
            scores.push((noise.next() >= missing).then_some(score));
        }
    }
    systems
}

fn numbers(row: &ComparisonRow) -> Option<[f64; 5]> {
    Some([row.delta?, row.degrees_of_freedom?, row.p_value?, row.ci_lower?, row.ci_upper?])
}

/// What tests and plans count: segments, resampling units of the plan.
fn counts(rows: &Rows, pair: [&str; 2]) -> (Option<u64>, Option<u64>) {
    let of_pair = |row: &&PowerRow| [&*row.system_a, &*row.system_b] == pair;
    let power = rows.power.iter().find(of_pair).unwrap();
    (power.cell.judged_segments, power.units)
}

/// 150 tables: every pair has the numbers of the paired t test on the items that both have, in whatever order of sizes.
#[test]
fn pairs_have_the_paired_t_test_on_common_items() {
    let (mut tested, mut few) = (0, 0);
    for seed in 0..150_u64 {
        let items = 8 + usize::try_from(seed % 50).unwrap();
        let systems = systems(seed, items);
        let rows = run(&format!("{OWN}{TESTS}"), judged(&vec![1; items], &systems));
        for row in &rows.comparisons {
            let [a, b] = [&row.system_a, &row.system_b]
                .map(|name| &systems.iter().find(|(own, _)| *own == &**name).unwrap().1);
            let differences = differences(a, b);
            let what =
                format!("seed {seed}, {} and {}: {differences:?}", row.system_a, row.system_b);
            let common = Some(differences.len() as u64);
            assert_eq!(row.cell.judged_segments, common, "{what}");
            assert_eq!(counts(&rows, [&row.system_a, &row.system_b]), (common, common), "{what}");
            if differences.len() < 5 {
                let is_t = row.method.name() == "jackknife-t";
                assert!(row.verdict.is_none() && row.ci_lower.is_none(), "{what}");
                assert!(!is_t || row.p_value.is_none() && row.cell.status.name() != "ok", "{what}");
                few += 1;
            } else if row.method.name() == "jackknife-t" {
                let expected = paired_t(&differences, 0.95);
                if differences.iter().all(|one| (one - differences[0]).abs() < 1e-9) {
                    continue;
                }
                close(numbers(row).unwrap(), expected, &what);
                let of_a = row.score_a.unwrap() - row.score_b.unwrap();
                assert!((of_a - expected[0]).abs() < 1e-9, "{what}");
                tested += 1;
            } else {
                assert!(
                    (row.delta.unwrap() - paired_t(&differences, 0.95)[0]).abs() < 1e-9,
                    "{what}"
                );
                assert!(row.p_value.is_some(), "{what}");
            }
        }
    }
    assert!(tested > 350 && few > 20, "{tested} {few}");
}

/// With documents of unequal lengths, a pair among three has the numbers that it has alone, where the others change nothing:
/// documents without a common item inform no difference.
#[test]
fn documents_with_a_common_item_inform_a_difference() {
    for seed in 0..12_u64 {
        let lengths = [2, 5, 3, 1, 4, 6, 2, 3, 1, 5, 2, 4];
        let mut systems = systems(seed, lengths.iter().sum());
        // The third has nothing of three whole documents.
        systems[2].1[..10].fill(None);
        let documents = "resample = \"documents\"\n";
        let rows = run(&format!("{OWN}{documents}{TESTS}"), judged(&lengths, &systems)).comparisons;
        for row in rows.iter().filter(|row| &*row.system_b == "c" && row.p_value.is_some()) {
            let names = format!("systems = [\"{}\", \"c\"]\n", row.system_a);
            let study = format!("metrics = [\"adequacy\"]\n{names}{documents}{TESTS}");
            let alone = run(&study, judged(&lengths, &systems)).comparisons;
            let alone = alone.iter().find(|other| other.method == row.method).unwrap();
            if row.method.name() == "jackknife-t" {
                close(numbers(row).unwrap(), numbers(alone).unwrap(), &row.system_a);
                assert!(row.degrees_of_freedom.unwrap() <= 8.0 + 1e-12, "nine documents");
            }
            let amounts =
                |row: &ComparisonRow| (row.cell.judged_segments, row.cell.judged_documents);
            assert_eq!(amounts(row), amounts(alone));
            assert!(row.cell.judged_documents.unwrap() <= 9);
        }
    }
}

/// Adjusted scores of two systems: the paired t test again, whatever items one of them has beside. Of 200 items 6 are common.
#[test]
fn adjusted_scores_have_the_degrees_of_freedom_of_what_informs_them() {
    let adjusted = "metrics = [\"adjusted\"]\n[metrics.adjusted.human]\ncriterion = \"adequacy\"\n\
                    estimate = \"adjusted\"\n[studies.s.comparison]\n[studies.s.power]\n";
    let study = adjusted.replace("[metrics", "SPLIT[metrics");
    let (study, metric) = study.split_once("SPLIT").unwrap();
    let (metric, analyses) = metric.split_once("[studies").unwrap();
    let text = format!("{study}[studies{analyses}{metric}");
    for seed in 1..20_u64 {
        let mut systems = systems(seed, 200);
        systems[0].1[120..].fill(None);
        let rows = run(&text, judged(&[1; 200], &systems[..2]));
        let row = &rows.comparisons[0];
        let expected = paired_t(&differences(&systems[0].1, &systems[1].1), 0.95);
        close(numbers(row).unwrap(), expected, &format!("seed {seed}"));
        let common = Some(differences(&systems[0].1, &systems[1].1).len() as u64);
        assert_eq!(row.cell.judged_segments, common);
        assert_eq!(counts(&rows, ["a", "b"]), (common, common));
    }
    let first = |count: usize| (0..200).map(|at| (at < count).then_some(1.0)).collect::<Scores>();
    let mut of_six = first(6);
    for at in [0, 3, 5] {
        of_six[at] = Some(0.0);
    }
    let rows = run(&text, judged(&[1; 200], &[("b", first(200)), ("a", of_six)])).comparisons;
    // `scipy.stats.ttest_rel([1, 1, 1, 1, 1, 1], [0, 1, 1, 0, 1, 0])` with its `confidence_interval(.95)`.
    let scipy =
        [0.5, 5.0, 0.075_586_818_421_612_41, -0.074_799_572_620_899_2, 1.074_799_572_620_899_2];
    close(numbers(&rows[0]).unwrap(), scipy, "six of 200");
    let rows = run(&text, judged(&[1; 200], &[("b", first(200)), ("a", first(4))])).comparisons;
    assert_eq!((rows[0].cell.status.name(), rows[0].verdict), ("too-few-items", None));
}

/// One difference everywhere: the exact sign test, no interval, no plan, and a margin that it settles.
#[test]
fn a_constant_difference_has_the_sign_test() {
    let worse = [0.2, 1.3, 2.6, 0.7, 1.1, 3.0, 0.4];
    let study = "metrics = [\"adequacy\"]\n[studies.s.power]\n[studies.s.comparison]\nbaseline = \"b\"\nmargin = 0.05\n";
    for documents in [false, true] {
        let lengths = [2; 7];
        let b: Vec<f64> = worse.iter().flat_map(|score| [*score, score + 1.0]).collect();
        let a: Vec<f64> = b.iter().map(|score| (10.0 * score + 1.0).round() / 10.0).collect();
        let unit = if documents { "documents" } else { "segments" };
        let study = &format!("resample = \"{unit}\"\n{study}");
        let rows = run(study, judged(&lengths, &[("b", all(&b)), ("a", all(&a))]));
        let row = &rows.comparisons[0];
        // `scipy.stats.binomtest(n, n).pvalue`, for 7 documents and for 14 segments.
        let p = if documents { 0.015_625 } else { 0.000_122_070_312_5 };
        assert_eq!((row.p_value, row.verdict.map(|verdict| verdict.name())), (Some(p), Some(">")));
        assert_eq!((row.cell.status.name(), row.ci_lower), ("no-variation", None));
        assert_eq!(row.degrees_of_freedom, None);
        assert_eq!(row.margin_verdict.map(|verdict| verdict.name()), Some("pass"));
        assert_eq!(row.margin_p_value, Some(p / 2.0));
        assert!(rows.power.iter().all(|row| row.required_units.is_none()));
        let turned = run(study, judged(&lengths, &[("b", all(&a)), ("a", all(&b))])).comparisons;
        assert_eq!(turned[0].margin_verdict.map(|verdict| verdict.name()), Some("fail"));
    }
}

/// Equal outputs are a tie, whatever scores say, by every test; one different output decides nothing else.
#[test]
fn equal_outputs_are_a_tie() {
    let mut corpus = texts();
    let copy = NamedTexts { name: "copy".to_owned(), ..corpus.systems[1].clone() };
    let original = copy.clone().name.replace("copy", &corpus.systems[1].name);
    corpus.systems.push(copy);
    let segments = corpus.segment_count();
    let scores = |more: f64| -> Scores {
        (0..segments)
            .map(|at| Some(0.5 + 0.01 * (at * at % 7) as f64 + more * (at % 3) as f64))
            .collect()
    };
    let by_system = [(original.clone(), scores(0.0)), ("copy".to_owned(), scores(6e-5))];
    corpus.external.insert("c32".to_owned(), by_system.into_iter().collect());
    let methods =
        "methods = [\"jackknife-t\", \"approximate-randomization\", \"paired-bootstrap\"]";
    let study = format!(
        "metrics = [\"c32\"]\nsystems = [\"copy\", \"{original}\"]\nB = 200\n[studies.s.comparison]\n{methods}\n\
         [metrics.c32.external]\nscore = \"c32\"\n"
    );
    let rows = run(&study, corpus).comparisons;
    assert_eq!(rows.len(), 3);
    for row in rows {
        assert_eq!(row.verdict.map(|verdict| verdict.name()), Some("identical"), "{row:?}");
        assert_eq!((row.p_adjusted, row.ci_lower, row.family), (None, None, 0));
    }
}
