//! Tables that need no draws, from a spec to rows: cross-references, representativeness, agreement.

#![expect(clippy::unreadable_literal, reason = "values as the other program prints them")]

use std::collections::BTreeMap;

use runner::analyses;
use runner::corpus::model::{Corpus, JudgeNames, Judgments, NamedTexts};

use crate::support::study::{documents, judged, plan, run};

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
        assert!((found - value).abs() < 1e-6, "{}: {found}, not {value}", pair[0].measure.name());
    }
    // Exact agreement without each document: 4/7, 3/7 and 3/6; jackknife by hand.
    let values = [4.0 / 7.0, 3.0 / 7.0, 3.0 / 6.0_f64];
    let mean = values.iter().sum::<f64>() / 3.0;
    let error = (2.0 / 3.0 * values.iter().map(|v| (v - mean) * (v - mean)).sum::<f64>()).sqrt();
    assert!((rows[0].standard_error.unwrap() - error).abs() < 1e-12);
}

/// Four judges packed into two columns: kappa is of pairs of them, each by itself, and not of the columns.
/// By hand: of `[1, 2, 2, 1]` and `[1, 2, 1, 1]` it is (.75 - .5) / .5, of `[1, 2, 1, 2]` and
/// `[2, 1, 2, 1]` (0 - .5) / .5.
#[test]
fn kappa_is_of_pairs_of_judges_by_name() {
    let scores = |scores: [u8; 8]| scores.iter().map(|x| Some(f64::from(*x))).collect::<Vec<_>>();
    let judges = vec![scores([1, 2, 2, 1, 1, 2, 1, 2]), scores([1, 2, 1, 1, 2, 1, 2, 1])];
    let names = |first: &str, second: &str| -> Vec<Option<std::sync::Arc<str>>> {
        [[first; 4], [second; 4]].concat().into_iter().map(|name| Some(name.into())).collect()
    };
    let corpus = |names: Option<JudgeNames>| Corpus {
        name: "c".to_owned(),
        documents: documents(&[2, 2, 2, 2]),
        systems_without_text: vec!["one".to_owned()],
        judgments: BTreeMap::from([(
            "adequacy".to_owned(),
            BTreeMap::from([("one".to_owned(), Judgments { judges: judges.clone() })]),
        )]),
        judge_names: names
            .map(|names| ("adequacy".to_owned(), BTreeMap::from([("one".to_owned(), names)])))
            .into_iter()
            .collect(),
        ..Corpus::default()
    };
    let study = "metrics = [\"adequacy\"]\n[studies.s.agreement]\n\
                 measures = [\"cohen-kappa\", \"krippendorff-alpha\"]\n";
    let rows = |names: Option<JudgeNames>| {
        let corpus = corpus(names);
        corpus.check().unwrap();
        analyses::agreement(&plan(&spec_of(study), Some(vec![corpus])).unwrap())
    };
    let named = rows(Some(vec![names("ann", "cem"), names("bob", "dan")]));
    let kappa: Vec<_> = named
        .iter()
        .filter(|row| row.measure.name() == "cohen-kappa" && row.system.is_none())
        .map(|row| {
            let pair = row.judge_a.as_deref().zip(row.judge_b.as_deref());
            (pair, row.segments, row.value, row.status.name())
        })
        .collect();
    assert_eq!(
        kappa,
        [
            (None, 8, None, "not-two-judges"),
            (Some(("A", "B")), 4, Some(0.5), "ok"),
            (Some(("C", "D")), 4, Some(-1.0), "ok"),
        ]
    );
    // The same two throughout: one kappa, with their codes, or with their names for those who ask for them.
    let two = rows(Some(vec![names("ann", "ann"), names("bob", "bob")]));
    let two: Vec<_> = two.iter().filter(|row| row.measure.name() == "cohen-kappa").collect();
    assert_eq!(two.len(), 2);
    assert_eq!(two[1].judge_b.as_deref(), Some("B"));
    let asked = spec_of(study).replace("[corpora.c", "[corpora.c]\njudge-names = true\n[corpora.c");
    let same = corpus(Some(vec![names("ann", "ann"), names("bob", "bob")]));
    let asked = analyses::agreement(&plan(&asked, Some(vec![same])).unwrap());
    assert_eq!(asked[1].judge_b.as_deref(), Some("bob"));
    let unnamed = rows(None);
    assert_eq!(two[1].value, unnamed[1].value);
    assert_eq!((unnamed.len(), unnamed[1].judge_a.as_deref()), (4, None));
    // Names in another order in each segment are still those of the same two.
    let mut swapped = corpus(Some(vec![names("ann", "bob"), names("bob", "ann")]));
    for segment in 4..8 {
        let judges =
            &mut swapped.judgments.get_mut("adequacy").unwrap().get_mut("one").unwrap().judges;
        let first = judges[0][segment];
        judges[0][segment] = judges[1][segment];
        judges[1][segment] = first;
    }
    let swapped = analyses::agreement(&plan(&spec_of(study), Some(vec![swapped])).unwrap());
    assert_eq!(swapped[1].value, two[1].value);
    let short = corpus(Some(vec![names("ann", "ann")]));
    assert!(short.check().unwrap_err().to_string().contains("lacks names of judges"));
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
            assert_eq!((row.coefficient.name(), row.cell.documents), (coefficient, size));
            assert_eq!((row.systems, row.cell.system.as_deref()), (3, None));
            let found = row.value.unwrap();
            assert!((found - value).abs() < 1e-12, "{coefficient} {size}: {found}");
            // On the whole one = three > two. One document has no deviation; the whole decides like itself.
            let (same, probability, largest, whose) = [
                (0.5, None, 2.0, "one"),
                (1.0, row.same_decision_probability, 0.5, "three"),
                (1.0, Some(1.0), 0.0, "one"),
            ][size as usize - 1];
            assert_eq!((row.pairs, row.same_decisions), (2, Some(same)));
            assert_eq!(row.same_decision_probability, probability);
            assert!(size < 2 || probability.is_some());
            assert_eq!(row.largest_difference, Some(largest));
            assert_eq!(row.largest_difference_system.as_deref(), Some(whose));
            assert!((row.corpus_share.unwrap() - f64::from(size) / 3.0).abs() < 1e-12);
        }
    }
    assert!(rows.next().is_none());
}

/// Three hundred random parts of a corpus: as many of them decide like the whole as the mean of their
/// probabilities says (each pair alone, and all together).
#[test]
fn probabilities_of_the_same_decision_are_shares_of_random_parts() {
    // Uniform noise that no two systems share.
    let noise = |system: usize, segment: usize| {
        let hash = (segment * 7919 + system * 104_729 + 13) * 2_654_435_761 % 4_294_967_296;
        hash as f64 / 4_294_967_296.0
    };
    let systems = ["a", "b", "c"];
    for (first, second) in [(0, 1), (0, 2), (1, 2)] {
        let values = |system: usize| -> Vec<Option<f64>> {
            let base = 1.0 + 0.08 * system as f64;
            (0..240).map(|segment| Some(base + 2.0 * noise(system, segment))).collect()
        };
        let pair = [first, second].map(|system| (systems[system], values(system)));
        let corpus = judged(&[240], &pair);
        let study = "metrics = [\"adequacy\"]\nB = 300\n\
                     samples = { sampling = \"random\", segments = 60, count = 300 }\n\
                     [studies.s.representativeness]\ncoefficients = [\"pearson\"]\n";
        let spec = spec_of(study).replacen("B = 20\n", "", 1);
        let rows = run(&spec, Some(vec![corpus]), analyses::representativeness).1;
        assert_eq!(rows.len(), 300);
        let mean = |value: fn(&analyses::RepresentativenessRow) -> Option<f64>| {
            rows.iter().map(|row| value(row).unwrap()).sum::<f64>() / 300.0
        };
        let (share, probability) =
            (mean(|row| row.same_decisions), mean(|row| row.same_decision_probability));
        // Two standard errors and a half of a share of 300.
        let error = (probability * (1.0 - probability) / 300.0).sqrt();
        assert!(
            (share - probability).abs() < 2.5 * error + 0.005,
            "{first} and {second}: {share} of the parts, {probability} said"
        );
        assert!(rows.iter().all(|row| (row.corpus_share.unwrap() - 0.25).abs() < 1e-12));
    }
}

/// Scores that are alike everywhere decide alike everywhere.
#[test]
fn equal_parts_decide_like_the_whole() {
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
    assert!(rows.iter().all(|row| row.same_decisions == Some(1.0)));
    let probabilities: Vec<Option<f64>> =
        rows.iter().map(|row| row.same_decision_probability).collect();
    assert_eq!(
        probabilities,
        [[None, Some(1.0), Some(1.0)]; 2].concat(),
        "one unit does not deviate"
    );
    assert!(rows.iter().all(|row| row.mean_difference == Some(0.0)));
    assert!(rows.iter().all(|row| row.same_ranks == Some(1.0)));
}
