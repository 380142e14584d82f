//! The audit of ranking rules as a whole run, against values of SciPy and of an enumeration in numpy.

use std::collections::BTreeMap;
use std::sync::Arc;

use runner::analyses::{self, AuditLineRow, AuditRow, AuditTables, Results};
use runner::corpus::model::{Corpus, Judgments};
use runner::stats::ranking_rules::{Exchange, RankingRule};

use crate::ranks::marked;
use crate::support::study;

const LENGTHS: [usize; 6] = [3, 3, 2, 4, 3, 3];

fn given(scores: &[f64]) -> Vec<Option<f64>> {
    scores.iter().copied().map(Some).collect()
}

fn tables(systems: &[(&'static str, Vec<Option<f64>>)], study: &str) -> AuditTables {
    let mut corpus = marked(&LENGTHS, &[("esa", systems)]);
    for (index, document) in corpus.documents.iter_mut().enumerate() {
        document.domain = Some(if index < 3 { "news" } else { "talk" }.to_owned());
    }
    let text = format!(
        "[experiment]\nname = \"x\"\nseed = 5\ndf = \"units\"\n[corpora.c.plain]\nsystems = [\"none\"]\n\
         [metrics.esa.external]\nscore = \"esa\"\n[studies.s]\ncorpora = [\"c\"]\nmetrics = [\"esa\"]\nB = 50\n\
         [studies.s.audit]\n{study}"
    );
    let (plan, store) = study::computed(&text, Some(vec![corpus]));
    analyses::audit(&Results::new(&plan, &store))
}

fn two_systems() -> Vec<(&'static str, Vec<Option<f64>>)> {
    let a = [
        80.0, 84.0, 77.0, 90.0, 93.0, 88.0, 60.0, 65.0, 71.0, 75.0, 70.0, 79.0, 95.0, 91.0, 97.0,
        55.0, 62.0, 58.0,
    ];
    let b = [
        76.0, 83.0, 71.0, 91.0, 90.0, 84.0, 63.0, 69.0, 60.0, 66.0, 64.0, 65.0, 90.0, 88.0, 95.0,
        57.0, 61.0, 50.0,
    ];
    // The worse one stands first.
    vec![("B", given(&b)), ("A", given(&a))]
}

#[test]
fn rules_err_as_often_as_all_exchanges_say() {
    let tables = tables(
        &two_systems(),
        "rules = [\"wmt24\", \"wmt25\", \"wmt26\", \"pearmut\", \"comet-compare\"]\n",
    );
    let expected = [
        (RankingRule::Wmt24, 0.028_336_187, 16),
        (RankingRule::Wmt25, 0.003_419_188, 24),
        (RankingRule::Wmt26, 0.004_477_852, 20),
        (RankingRule::Pearmut, 0.004_477_852, 20),
        (RankingRule::CometCompare, 0.004_477_852, 20),
        (RankingRule::Documents, 0.104_200_533, 0),
    ];
    assert_eq!(tables.pairs.len(), expected.len());
    for (row, (rule, p_value, different)) in tables.pairs.iter().zip(expected) {
        assert_eq!((row.rule, &*row.system_a, &*row.system_b), (rule, "A", "B"));
        assert!((row.rule_p_value.unwrap() - p_value).abs() < 1e-8, "{row:?}");
        assert!((row.p_value.unwrap() - 0.104_200_533).abs() < 1e-8, "{row:?}");
        assert_eq!(row.p_adjusted, row.p_value);
        assert_eq!((row.draws, row.different_draws), (Some(64), Some(different)), "{rule:?}");
        assert!((row.difference.unwrap() - 67.0 / 18.0).abs() < 1e-12);
        assert_eq!((row.common_documents, row.common_segments), (6, 18));
    }
    // Each draws its line, and none holds.
    let drawn: Vec<RankingRule> =
        tables.lines.iter().filter(|row| row.drawn).map(|row| row.rule).collect();
    let [wmt24, wmt25, wmt26, pearmut] =
        [RankingRule::Wmt24, RankingRule::Wmt25, RankingRule::Wmt26, RankingRule::Pearmut];
    assert_eq!(drawn, [wmt24, wmt25, wmt25, wmt26, wmt26, pearmut]);
    assert!(tables.lines.iter().all(|row: &AuditLineRow| !row.holds && row.above == 1));
}

/// Equal systems are made of every pair where all are asked for, and of neighbours else; missing segments are nobody's.
#[test]
fn neighbours_are_taken_unless_all_are_wanted() {
    let mut systems = two_systems();
    let third = systems[0].1.iter().enumerate();
    let third = third.map(|(index, score)| score.map(|score| score - 3.0).filter(|_| index != 4));
    systems.push(("C", third.collect()));
    let audited = |study: &str| {
        tables(&systems, &format!("rules = [\"pearmut\"]\ndraws = 100\n{study}")).pairs
    };
    let drawn = |rows: &[AuditRow]| {
        let of_rule = rows.iter().filter(|row| row.rule == RankingRule::Pearmut);
        of_rule
            .filter(|row| row.draws.is_some())
            .map(|row| format!("{}{}", row.system_a, row.system_b))
            .collect::<Vec<_>>()
    };
    let neighbours = audited("");
    assert_eq!(drawn(&neighbours), ["AB", "BC"]);
    assert_eq!(drawn(&audited("pairs = \"all\"\n")), ["AB", "AC", "BC"]);
    let last =
        neighbours.iter().find(|row| (&*row.system_a, &*row.system_b) == ("B", "C")).unwrap();
    assert_eq!(last.common_segments, 17);
    // Of single segments there are too many exchanges: they are random.
    let segments = audited("exchange = \"segments\"\n");
    assert!(segments.iter().filter_map(|row| row.draws).all(|draws| draws == 100));
}

/// What two judges each gave both systems: a second one differs from the first by these.
const SECOND: [[f64; 18]; 2] = [
    [
        -2.0, 1.0, 5.0, -3.0, 2.0, 0.0, 4.0, -1.0, 3.0, -5.0, 1.0, -2.0, 6.0, -4.0, 2.0, 0.0, -3.0,
        1.0,
    ],
    [
        3.0, -5.0, 2.0, -1.0, 4.0, -2.0, 0.0, 6.0, -3.0, 1.0, -4.0, 2.0, -2.0, 3.0, -6.0, 5.0, 1.0,
        -1.0,
    ],
];

/// The systems judged by two people; `lacks` takes away what the second one gave B of a document.
fn judged(lacks: Option<usize>) -> Corpus {
    let systems = two_systems();
    let mut corpus = marked(&LENGTHS, &[("unused", &systems)]);
    corpus.external.clear();
    for (index, document) in corpus.documents.iter_mut().enumerate() {
        document.domain = Some(if index < 3 { "news" } else { "talk" }.to_owned());
    }
    let mut judgments = BTreeMap::new();
    let mut names = BTreeMap::new();
    for ((system, scores), more) in systems.iter().zip(SECOND) {
        let second = scores.iter().zip(more).map(|(score, more)| score.map(|score| score + more));
        let mut second: Vec<Option<f64>> = second.collect();
        if let Some(document) = lacks.filter(|_| *system == "B") {
            second[corpus.documents[document].segments.clone()].fill(None);
        }
        let named = ["first", "second"].map(|name| vec![Some(Arc::from(name)); scores.len()]);
        names.insert((*system).to_owned(), named.to_vec());
        let judges = vec![scores.clone(), second];
        judgments.insert((*system).to_owned(), Judgments { judges });
    }
    corpus.judgments.insert("esa".to_owned(), judgments);
    corpus.judge_names.insert("esa".to_owned(), names);
    corpus
}

const JUDGED: &str = "[experiment]\nname = \"x\"\nseed = 5\ndf = \"units\"\n[corpora.c.plain]\nsystems = [\"none\"]\n\
    [metrics.esa.human]\ncriterion = \"esa\"\n[studies.s]\ncorpora = [\"c\"]\nmetrics = [\"esa\"]\nB = 50\n\
    [studies.s.audit]\nrules = [\"wmt24\", \"wmt25\", \"wmt26\", \"pearmut\"]\nexchange = \"documents-and-judges\"\n";

/// All exchanges of six documents by two judges, each with its own coin, as SciPy has them.
#[test]
fn ratings_of_judges_change_owner() {
    let (plan, store) = study::computed(JUDGED, Some(vec![judged(None)]));
    let rows = analyses::audit(&Results::new(&plan, &store)).pairs;
    let expected = [
        (RankingRule::Wmt24, 0.043_938_442, 76),
        (RankingRule::Wmt25, 0.004_592_966, 422),
        (RankingRule::Wmt26, 0.008_020_297, 234),
        (RankingRule::Pearmut, 0.034_803_408, 128),
        (RankingRule::Documents, 0.101_162_337, 36),
    ];
    assert_eq!(rows.len(), expected.len());
    for (row, (rule, p_value, different)) in rows.iter().zip(expected) {
        assert_eq!((row.rule, &*row.system_a, &*row.system_b), (rule, "A", "B"));
        assert!((row.rule_p_value.unwrap() - p_value).abs() < 1e-8, "{row:?}");
        assert_eq!((row.draws, row.different_draws), (Some(4096), Some(different)), "{rule:?}");
        assert_eq!(row.exchange, Exchange::DocumentsAndJudges);
    }
}

/// A judge who saw one of the systems alone has nothing to exchange, and is named.
#[test]
fn judges_of_one_system_are_refused() {
    let refused = |corpus: Corpus, expected: &str| {
        let problems = study::plan(JUDGED, Some(vec![corpus])).expect_err("a refusal");
        assert_eq!(problems[0].message, expected);
    };
    refused(
        judged(Some(4)),
        "judge `B` of document `d4` of corpus `c` judged `A` and not `B` (`esa`)",
    );
    let mut unnamed = judged(None);
    unnamed.judge_names.clear();
    refused(unnamed, "who judged `esa` of corpus `c` is not known");
}
