//! `compat = "sacrebleu"`, digit by digit.

use runner::corpus::model::{Corpus, NamedTexts};
use serde_json::Value;

use super::support::{documents, find, run, texts};

const COMPATIBLE: &str = "metrics = [\"bleu\", \"chrf\", \"chrf++\", \"ter\"]\nB = 1000\n\
    [studies.s.comparison]\ncompat = \"sacrebleu\"\nadjustment = \"none\"\n";

/// The eight segments `raw` with four references. sacreBLEU 2.6.0 with NumPy:
/// `PairedTest([("B", ...), ("C", ...)], {"BLEU": BLEU(references=refs)}, None, test_type="bs",
/// n_samples=1000)()`, and "ar" with 10,000; likewise A against B.
#[test]
fn another_corpus_and_a_baseline() {
    let study = "metrics = [\"bleu\"]\nB = 1000\n[studies.s.comparison]\ncompat = \"sacrebleu\"\n\
                 adjustment = \"none\"\nbaseline = \"B\"\n";
    let rows = run(study, raw()).comparisons;
    assert_eq!(rows.len(), 4);
    for (pair, bootstrap, randomization) in [
        (["A", "B"], 0.000_999_000_999_000_999, 0.016_498_350_164_983_5),
        (["C", "B"], 0.207_792_207_792_207_8, 0.631_936_806_319_368_1),
    ] {
        let p = |method| find(&rows, pair, method).p_value.unwrap();
        assert!((p("sacrebleu-paired-bs") - bootstrap).abs() < 1e-15, "{pair:?}");
        assert!((p("sacrebleu-paired-ar") - randomization).abs() < 1e-15, "{pair:?}");
    }
}

/// Its p-values of identical systems are the smallest possible; the verdict knows better.
#[test]
fn identical_systems_by_sacrebleu() {
    let mut corpus = texts();
    let copy = NamedTexts { name: "copy".to_owned(), ..corpus.systems[0].clone() };
    corpus.systems.push(copy);
    let rows = run(COMPATIBLE, corpus).comparisons;
    for row in rows.iter().filter(|row| [&*row.system_a, &*row.system_b] == ["A", "copy"]) {
        let trials = row.trials.unwrap() as f64;
        assert!((row.p_value.unwrap() - 1.0 / (trials + 1.0)).abs() < 1e-15);
        assert_eq!(
            (row.verdict.map(|verdict| verdict.name()), row.p_adjusted),
            (Some("identical"), None)
        );
        assert_eq!((row.family, row.family_metrics), (8, 4), "it is no test of the family");
    }
}

/// The corpus `raw` of `golden/bleu_sacrebleu.json` with its three systems and four references.
pub(crate) fn raw() -> Corpus {
    let golden: Value =
        serde_json::from_str(include_str!("../../golden/bleu_sacrebleu.json")).unwrap();
    let case = |system: &str| {
        let id = format!("raw-{system}-13a-mixed");
        golden["cases"].as_array().unwrap().iter().find(|case| case["id"] == *id).unwrap().clone()
    };
    let named = |name: String, texts: &Value| NamedTexts {
        name,
        texts: texts.as_array().unwrap().iter().map(|text| text.as_str()).collect(),
    };
    let references = case("A")["refs"].as_array().unwrap().clone();
    Corpus {
        name: "c".to_owned(),
        documents: documents(&[3, 5]),
        references: (0..).zip(&references).map(|(i, r)| named(format!("ref{i}"), r)).collect(),
        systems: ["A", "B", "C"].map(|name| named(name.to_owned(), &case(name)["hyps"])).into(),
        ..Corpus::default()
    }
}
