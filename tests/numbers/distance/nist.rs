//! NIST against mteval-v13a (Moses copy, `--metricsMATR`; `mteval13a.json`) and against statistics
//! whose totals equal mteval's to 1e-11 (`nist_stats.json`).

use proptest::collection::vec;
use proptest::prelude::*;
use runner::metric::config::{Information, Lowercase, NistConfig};
use runner::metric::{Metric, Statistics};
use serde_json::Value;

use super::support::{
    all_texts, array, assert_close, corpus_score, extract, golden, rows, score, texts,
};

use crate::support::seed;

fn metric(information: Information, lowercase: Lowercase) -> NistConfig {
    NistConfig { information, lowercase, ..NistConfig::default() }
}

/// Units per bit of information in so small a corpus: 2^40.
const UNIT: f64 = (1_u64 << 40) as f64;

/// Segments of document `id`, or all.
fn segments(case: &Value, id: Option<&str>) -> Vec<usize> {
    let documents = array(&case["docs"]).iter().enumerate();
    let kept = documents.filter(|(_, document)| id.is_none_or(|id| document.as_str() == Some(id)));
    kept.map(|(at, _)| at).collect()
}

/// Checks scores on all three levels of every case, with the mteval quirk left out.
fn check_all(information: Information) -> usize {
    let golden = golden("mteval13a.json");
    let mut checked = 0;
    for case in array(&golden["cases"]) {
        if case["id"] == "zero-token" {
            continue;
        }
        let cased = array(&case["args"]).contains(&Value::from("-c"));
        let metric = metric(information, if cased { Lowercase::No } else { Lowercase::Ascii });
        let references = all_texts(&case["refs"]);
        let all = segments(case, None);
        for (name, hypotheses) in case["systems"].as_object().unwrap() {
            let hypotheses = texts(hypotheses);
            let statistics = extract(&metric, &references, &hypotheses);
            let pooled = rows(&statistics, &all);
            let mut check = |ours: Option<f64>, theirs: &Value, what: &Value| {
                let what = format!("{} {what}", case["id"]);
                assert_close(ours.unwrap(), theirs.as_f64().unwrap(), 1e-9, &what);
                checked += 1;
            };
            for entry in array(&case["NIST_sys"]).iter().filter(|entry| entry[0] == **name) {
                check(score(&statistics, &all), &entry[1], entry);
            }
            for entry in array(&case["NIST_doc"]).iter().filter(|entry| entry[0] == **name) {
                let mut sums = vec![0; pooled.columns()];
                for segment in segments(case, entry[1].as_str()) {
                    sums.iter_mut().zip(pooled.row(segment)).for_each(|(sum, value)| *sum += value);
                }
                check(statistics.scorer.score(&sums), &entry[2], entry);
            }
            for entry in array(&case["NIST_seg"]).iter().filter(|entry| entry[0] == **name) {
                let document = segments(case, entry[1].as_str());
                let at: usize = entry[2].as_str().unwrap().parse().unwrap();
                check(statistics.scorer.score(pooled.row(document[at - 1])), &entry[3], entry);
            }
        }
    }
    checked
}

#[test]
fn system_document_and_segment_scores_equal_mteval() {
    let golden = golden("mteval13a.json");
    let cases = array(&golden["cases"]).iter().filter(|case| case["id"] != "zero-token");
    let levels = ["NIST_sys", "NIST_doc", "NIST_seg"];
    let expected: usize =
        cases.flat_map(|case| levels.map(|level| array(&case[level]).len())).sum();
    assert!(expected > 200);
    // The whole corpus is the test set here, so both origins of the weights are the same.
    assert_eq!(check_all(Information::TestSet), expected);
    assert_eq!(check_all(Information::Corpus), expected);
}

#[test]
fn a_prefix_that_is_the_token_zero_is_a_prefix() {
    // mteval says 2.485816, because Perl takes the string "0" for false.
    let golden = golden("mteval13a.json");
    let case = array(&golden["cases"]).iter().find(|case| case["id"] == "zero-token").unwrap();
    let (name, hypotheses) = case["systems"].as_object().unwrap().iter().next().unwrap();
    let hypotheses = texts(hypotheses);
    let metric = metric(Information::TestSet, Lowercase::Ascii);
    let statistics = extract(&metric, &all_texts(&case["refs"]), &hypotheses);
    let ours = corpus_score(&statistics, hypotheses.len()).unwrap();
    assert!((ours - 2.051_203).abs() < 1e-6, "{name}: {ours}");
}

fn raw_corpus(golden: &Value) -> &Value {
    array(&golden["cases"]).iter().find(|case| case["id"] == "raw-default").unwrap()
}

#[test]
fn rows_are_the_known_statistics() {
    let statistics = golden("nist_stats.json");
    let texts_file = golden("mteval13a.json");
    let mut checked = 0;
    for known in array(&statistics["rows"]) {
        let id = if known["corpus"] == "raw" { "raw-default" } else { "tok" };
        let case = array(&texts_file["cases"]).iter().find(|case| case["id"] == id).unwrap();
        let metric = metric(Information::TestSet, Lowercase::Ascii);
        let hypotheses = texts(&case["systems"][known["sys"].as_str().unwrap()]);
        let ours = extract(&metric, &all_texts(&case["refs"]), &hypotheses);
        let rows = rows(&ours, &segments(case, None));
        for (at, segment) in array(&known["segments"]).iter().enumerate() {
            let row = rows.row(at);
            for (order, info) in array(&segment["info"]).iter().enumerate() {
                let info = info.as_f64().unwrap();
                let error = (row[order] as f64 / UNIT - info).abs();
                // Half a unit, and rounding within a sum of some tens of terms.
                assert!(error <= 0.5 / UNIT + 1e-13, "{id} {at} {order}: {error:e}");
                assert_eq!(row[5 + order], segment["count"][order].as_i64().unwrap());
            }
            assert_eq!(row[10], segment["hyp_len"].as_i64().unwrap());
            assert_eq!(row[11], segment["ref_len_sum"].as_i64().unwrap());
            checked += 1;
        }
        let score = corpus_score(&ours, hypotheses.len()).unwrap();
        assert_close(score, known["nist5"].as_f64().unwrap(), 1e-11, "nist5");
    }
    assert!(checked > 40);
}

fn raw_statistics<'a>(case: &'a Value, system: &str, information: Information) -> Statistics {
    let references: Vec<Vec<Option<&'a str>>> = all_texts(&case["refs"]);
    extract(&metric(information, Lowercase::Ascii), &references, &texts(&case["systems"][system]))
}

#[test]
fn bootstraps_with_a_fixed_table() {
    // The first 200 resamples of `nist_bootstrap.json`: `fixed_info` keeps the table of the full
    // set.
    let bootstrap = golden("nist_bootstrap.json");
    let texts_file = golden("mteval13a.json");
    let case = raw_corpus(&texts_file);
    for known in array(&bootstrap["rows"]) {
        let name = known["sys"].as_str().unwrap();
        let statistics = raw_statistics(case, name, Information::TestSet);
        let rows = rows(&statistics, &segments(case, None));
        for (draw, theirs) in array(&bootstrap["indices"]).iter().zip(array(&known["fixed_info"])) {
            let mut sums = vec![0; rows.columns()];
            for at in array(draw) {
                let row = rows.row(usize::try_from(at.as_u64().unwrap()).unwrap());
                sums.iter_mut().zip(row).for_each(|(sum, value)| *sum += value);
            }
            let ours = statistics.scorer.score(&sums).unwrap();
            assert_close(ours, theirs.as_f64().unwrap(), 1e-11, name);
        }
    }
}

#[test]
fn a_test_set_has_its_own_table() {
    let bootstrap = golden("nist_bootstrap.json");
    let texts_file = golden("mteval13a.json");
    let case = raw_corpus(&texts_file);
    let first = segments(case, Some("d1"));
    for known in array(&bootstrap["rows"]) {
        let name = known["sys"].as_str().unwrap();
        for (information, key) in [
            (Information::TestSet, "subset_d1_info_subset"),
            (Information::Corpus, "subset_d1_info_full"),
        ] {
            let ours = score(&raw_statistics(case, name, information), &first).unwrap();
            assert_close(ours, known[key].as_f64().unwrap(), 1e-11, key);
        }
    }
}

/// A test set's table must equal that of a corpus which holds nothing else.
#[test]
fn a_test_set_scores_like_a_corpus_of_its_own() {
    let texts_file = golden("mteval13a.json");
    let case = raw_corpus(&texts_file);
    let metric = metric(Information::TestSet, Lowercase::Ascii);
    let references = all_texts(&case["refs"]);
    for (_, hypotheses) in case["systems"].as_object().unwrap() {
        let hypotheses = texts(hypotheses);
        let whole = extract(&metric, &references, &hypotheses);
        for set in 1_u32..256 {
            let kept: Vec<usize> = (0..8).filter(|at| set >> at & 1 == 1).collect();
            let references: Vec<Vec<_>> =
                references.iter().map(|texts| kept.iter().map(|&at| texts[at]).collect()).collect();
            let hypotheses: Vec<_> = kept.iter().map(|&at| hypotheses[at]).collect();
            let alone = extract(&metric, &references, &hypotheses);
            assert_eq!(rows(&whole, &kept), rows(&alone, &(0..kept.len()).collect::<Vec<_>>()));
        }
    }
}

#[test]
fn edge_cases() {
    let metric = metric(Information::TestSet, Lowercase::Ascii);
    let one = |reference, hypothesis| {
        corpus_score(&extract(&metric, &[vec![Some(reference)]], &[Some(hypothesis)]), 1)
    };
    assert_close(one("a b c", "a b c").unwrap(), libm::log2(3.0), 1e-11, "log2(3)");
    assert_eq!(one("a b", ""), Some(0.0));
    assert_eq!(one("a b", "x y"), Some(0.0));
    assert_eq!(one("", "x"), None);
    assert_eq!(one("", ""), None);
    assert_eq!(corpus_score(&extract(&metric, &[], &[Some("x")]), 1), None);
    assert_eq!(corpus_score(&extract(&metric, &[vec![]], &[]), 0), None);
    // A missing hypothesis has no row, yet its references belong to the test set's table.
    let references = [vec![Some("a b"), Some("a a")]];
    let statistics = extract(&metric, &references, &[Some("a b"), None]);
    assert!(!rows(&statistics, &[0, 1]).is_present(1));
    assert_close(
        corpus_score(&statistics, 2).unwrap(),
        libm::log2(4.0 / 3.0) / 2.0 + 2.0 / 2.0 + libm::log2(3.0),
        1e-11,
        "missing",
    );
}

#[test]
fn a_hundred_thousand_tokens() {
    let words: Vec<String> = (0..100_000_u64).map(|at| format!("w{}", at * at % 4_999)).collect();
    let text = words.join(" ");
    let metric = metric(Information::TestSet, Lowercase::No);
    let statistics = extract(&metric, &[vec![Some(text.as_str())]], &[Some(text.as_str())]);
    assert_eq!(
        rows(&statistics, &[0]).row(0)[5..],
        [100_000, 99_999, 99_998, 99_997, 99_996, 100_000, 100_000]
    );
    // All n-grams are matched, so that the first order is the entropy of the words.
    assert!(corpus_score(&statistics, 1).unwrap() >= 11.0);
}

#[test]
fn signature_and_direction() {
    let nist = NistConfig::default();
    assert_eq!(nist.signature(4), "NIST|nrefs:4|case:lc-ascii|tok:13a|order:5|info:test-set");
    assert!(nist.higher_is_better());
    assert!(metric(Information::Corpus, Lowercase::No).signature(1).ends_with("info:corpus"));
}

proptest! {
    #![proptest_config(seed::properties(256))]

    /// Whatever test sets were asked for before, and by which system.
    #[test]
    fn rows_do_not_depend_on_earlier_test_sets(sets in vec(vec(any::<bool>(), 70), 1..12)) {
        let texts = |start: usize, step: usize| -> Vec<String> {
            let word = |at: usize| ["a", "b", "c", "d", "e"][(at * at + start) % 5];
            let line = |segment: usize| (0..9).map(|at| word(segment + step * at)).collect::<Vec<_>>();
            (0..70).map(|segment| line(segment).join(" ")).collect()
        };
        let [first, second, one, two] = [texts(0, 1), texts(1, 2), texts(2, 1), texts(3, 3)];
        let slices = |lines: &[String]| lines.iter().map(|line| Some(line.clone())).collect::<Vec<_>>();
        let all = [first, second, one, two].map(|lines| slices(&lines));
        let all: Vec<Vec<Option<&str>>> =
            all.iter().map(|lines| lines.iter().map(Option::as_deref).collect()).collect();
        let metric = metric(Information::TestSet, Lowercase::Ascii);
        let references: [&[Option<&str>]; 2] = [&all[0], &all[1]];
        let prepared = metric.prepare(&references, &[]);
        let systems = [prepared.extract(&all[2]), prepared.extract(&all[3])];
        for set in sets {
            let chosen: Vec<usize> = (0..70).filter(|segment| set[*segment]).collect();
            for (system, hypotheses) in systems.iter().zip(&all[2..]) {
                let afresh = extract(&metric, &all[..2], hypotheses);
                prop_assert_eq!(rows(system, &chosen), rows(&afresh, &chosen));
            }
        }
    }
}
