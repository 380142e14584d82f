//! Tables that need no draws, from a spec to rows: cross-references, representativeness, agreement.

#![expect(clippy::unreadable_literal, reason = "values as the other program prints them")]

use std::collections::BTreeMap;

use runner::analyses;
use runner::corpus::model::{Corpus, Judgments, NamedTexts};

use crate::support::study::{documents, plan, run};

fn spec_of(study: &str) -> String {
    format!(
        "[experiment]\nname = \"x\"\nseed = 1\n[corpora.c.synthetic]\npreset = \"tides-2002\"\n\
         [studies.s]\ncorpora = [\"c\"]\nB = 20\n{study}"
    )
}

fn texts(name: &str, texts: [&str; 3]) -> NamedTexts {
    NamedTexts { name: name.to_owned(), texts: texts.into_iter().collect() }
}

/// Values of sacreBLEU 2.6.0: `sacrebleu.corpus_bleu(texts of one, [texts of the others]).score`.
#[test]
fn cross_references_are_what_sacrebleu_gives() {
    let corpus = Corpus {
        name: "c".to_owned(),
        documents: documents(&[2, 1]),
        references: vec![
            texts(
                "A",
                ["the cat sat on the mat", "it was raining all day long", "we left early today"],
            ),
            texts(
                "B",
                ["the cat was on the mat", "it rained all day long", "we left very early today"],
            ),
            texts(
                "C",
                ["a cat sat on the mat", "it was raining the whole day", "we went away early"],
            ),
        ],
        systems: vec![texts("one", ["the cat", "it rained", "we left"])],
        ..Corpus::default()
    };
    let study = "metrics = [\"bleu\"]\n[studies.s.cross-reference]\ncounts = [1, 2]\n";
    let rows = run(&spec_of(study), Some(vec![corpus]), analyses::cross_references).1;
    let found: Vec<(String, f64)> = rows
        .iter()
        .map(|row| {
            let system = row.cell.system.as_deref().unwrap_or("mean");
            let references = row.cell.references.as_deref().unwrap_or("all");
            let count = row.cell.reference_count.unwrap();
            (format!("{system} {references} {count}"), row.score.unwrap())
        })
        .collect();
    let expected = [
        ("A B 1", EXPECTED[0]),
        ("A C 1", EXPECTED[1]),
        ("B A 1", EXPECTED[2]),
        ("B C 1", EXPECTED[3]),
        ("C A 1", EXPECTED[4]),
        ("C B 1", EXPECTED[5]),
        ("mean all 1", EXPECTED[..6].iter().sum::<f64>() / 6.0),
        ("A B+C 2", EXPECTED[6]),
        ("B A+C 2", EXPECTED[7]),
        ("C A+B 2", EXPECTED[8]),
        ("mean all 2", EXPECTED[6..].iter().sum::<f64>() / 3.0),
    ];
    assert_eq!(found.len(), expected.len());
    for ((name, score), (wanted, value)) in found.iter().zip(expected) {
        assert_eq!(name, wanted);
        assert!((score - value).abs() < 1e-9, "{name}: {score}, not {value}");
    }
}

const EXPECTED: [f64; 9] = [
    28.117066259517443,
    43.63833147884654,
    28.117066259517443,
    15.310245441182436,
    43.63833147884654,
    15.310245441182436,
    58.964120249738095,
    28.117066259517443,
    43.63833147884654,
];

/// The worked example of two judges of ten segments: 0.5 exact and 0.9 within one; kappa by
/// scikit-learn, alpha by the program krippendorff (see `golden/agreement.json`).
#[test]
fn agreement_of_the_worked_example() {
    let judge = |scores: [u8; 10]| scores.iter().map(|x| Some(f64::from(*x))).collect::<Vec<_>>();
    let judges = vec![judge([5, 4, 3, 3, 1, 2, 4, 5, 2, 3]), judge([5, 3, 3, 4, 1, 1, 4, 4, 2, 5])];
    let corpus = Corpus {
        name: "c".to_owned(),
        documents: documents(&[3, 3, 4]),
        systems_without_text: vec!["one".to_owned()],
        judgments: BTreeMap::from([(
            "adequacy".to_owned(),
            BTreeMap::from([("one".to_owned(), Judgments { judges })]),
        )]),
        ..Corpus::default()
    };
    let study = "metrics = [\"adequacy\"]\n[studies.s.agreement]\n\
                 measures = [\"within\", \"cohen-kappa\", \"fleiss-kappa\", \"krippendorff-alpha\"]\n\
                 within = [0, 1]\nweights = \"quadratic\"\n";
    let rows = analyses::agreement(&plan(&spec_of(study), Some(vec![corpus])).unwrap());
    let expected = [0.5, 0.9, 0.772_727, 0.367_089, 0.746_816];
    // One system: the rows over all systems say the same.
    assert_eq!(rows.len(), 2 * expected.len());
    for (pair, value) in rows.chunks(2).zip(expected) {
        assert_eq!((pair[0].system.as_deref(), pair[1].system.as_deref()), (Some("one"), None));
        assert_eq!(pair[0].value, pair[1].value);
        assert_eq!((pair[0].segments, pair[0].documents, pair[0].judges), (10, 3, 2));
        let found = pair[0].value.unwrap();
        assert!((found - value).abs() < 1e-6, "{}: {found}, not {value}", pair[0].measure);
    }
    // Exact agreement without each document: 4/7, 3/7 and 3/6; jackknife by hand.
    let values = [4.0 / 7.0, 3.0 / 7.0, 3.0 / 6.0_f64];
    let mean = values.iter().sum::<f64>() / 3.0;
    let error = (2.0 / 3.0 * values.iter().map(|v| (v - mean) * (v - mean)).sum::<f64>()).sqrt();
    assert!((rows[0].standard_error.unwrap() - error).abs() < 1e-12);
}

/// Three documents of one judged segment; means by hand, coefficients by numpy and scipy.
#[test]
fn representativeness_of_growing_subsets() {
    let scores = [("one", [1.0, 5.0, 3.0]), ("two", [2.0, 2.0, 2.0]), ("three", [4.0, 1.0, 4.0])];
    let by_system = scores.map(|(name, values)| {
        (name.to_owned(), Judgments { judges: vec![values.map(Some).to_vec()] })
    });
    let corpus = Corpus {
        name: "c".to_owned(),
        documents: documents(&[1, 1, 1]),
        systems_without_text: scores.iter().map(|(name, _)| (*name).to_owned()).collect(),
        judgments: BTreeMap::from([("adequacy".to_owned(), BTreeMap::from(by_system))]),
        ..Corpus::default()
    };
    let study = "metrics = [\"adequacy\"]\n[studies.s.representativeness]\n";
    let rows = run(&spec_of(study), Some(vec![corpus]), analyses::representativeness).1;
    // Wholes: 3, 2, 3. Subsets: 1 2 4; 3 2 2.5; 3 2 3.
    // scipy.stats.pearsonr([1, 2, 4], [3, 2, 3]), pearsonr([3, 2, 2.5], [3, 2, 3]), ...
    let expected = [
        ("pearson", [0.188_982_236_504_613_5, 0.866_025_403_784_438_7, 1.0]),
        ("spearman", [0.0, 0.866_025_403_784_438_7, 1.0]),
    ];
    let mut rows = rows.iter();
    for (coefficient, values) in expected {
        for (size, value) in (1..).zip(values) {
            let row = rows.next().unwrap();
            assert_eq!((&*row.coefficient, row.cell.documents), (coefficient, size));
            assert_eq!((row.systems, row.cell.system.as_deref()), (3, None));
            let found = row.value.unwrap();
            assert!((found - value).abs() < 1e-12, "{coefficient} {size}: {found}");
            assert_eq!(row.representative, Some(value >= 0.95));
            assert_eq!(row.representative_from, None, "only the whole is like itself");
        }
    }
    assert!(rows.next().is_none());
}

/// The smallest size is counted from which on all are alike.
#[test]
fn subsets_that_rank_like_the_whole_are_representative_from_the_first() {
    let judged = |base: f64| Judgments { judges: vec![vec![Some(base), Some(base), Some(base)]] };
    let by_system = BTreeMap::from(
        [("one", 1.0), ("two", 2.0), ("three", 4.0)].map(|(name, x)| (name.to_owned(), judged(x))),
    );
    let corpus = Corpus {
        name: "c".to_owned(),
        documents: documents(&[1, 1, 1]),
        systems_without_text: vec!["one".to_owned(), "two".to_owned(), "three".to_owned()],
        judgments: BTreeMap::from([("adequacy".to_owned(), by_system)]),
        ..Corpus::default()
    };
    let study = "metrics = [\"adequacy\"]\n[studies.s.representativeness]\n";
    let rows = run(&spec_of(study), Some(vec![corpus]), analyses::representativeness).1;
    assert!(rows.iter().all(|row| row.representative_from == Some(1)));
    assert!(rows.iter().all(|row| row.mean_difference == Some(0.0)));
    assert!(rows.iter().all(|row| row.same_ranks == Some(1.0)));
}
