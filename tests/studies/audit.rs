//! The audit of ranking rules as a whole run, against values of SciPy and of an enumeration in numpy.

use runner::analyses::{self, AuditLineRow, AuditRow, AuditTables, Results};
use runner::stats::ranking_rules::RankingRule;

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
