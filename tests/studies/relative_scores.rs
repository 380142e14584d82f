//! Systems against people as whole runs: judgments against values written out in NumPy, references against the tables of scores.

use runner::analyses::{self, RelativeScoreRow, Results};
use runner::corpus::model::{Corpus, NamedTexts, Texts};

use crate::ranks::marked;
use crate::support::study;

const WORDS: [usize; 3] = [50, 40, 48];

/// Sums of matched words over three sets of references, in percent of the words of a document: the same in all its segments.
fn scores(matched: [[usize; 3]; 3]) -> Vec<Option<f64>> {
    let of_document = |document: usize| {
        let sum: usize = matched.iter().map(|set| set[document]).sum();
        let score = 100.0 * sum as f64 / 3.0 / WORDS[document] as f64;
        vec![Some(score); WORDS[document]]
    };
    (0..3).flat_map(of_document).collect()
}

fn corpus() -> Corpus {
    let people = [[30, 24, 28], [33, 25, 30], [27, 22, 26]];
    let systems = [
        ("S1", scores([[20, 18, 19], [21, 18, 20], [19, 17, 18]])),
        ("S2", scores([[26, 20, 25], [27, 21, 25], [25, 20, 24]])),
        ("ref1", scores([people[0]; 3])),
        ("ref2", scores([people[1]; 3])),
        ("ref3", scores([people[2]; 3])),
    ];
    let mut corpus = marked(&WORDS, &[("score", &systems), ("signed", &systems)]);
    let texts = || -> Texts { (0..138).map(|_| Some("a word")).collect() };
    corpus.references = ["ref1", "ref2", "ref3"]
        .map(|name| NamedTexts { name: name.to_owned(), texts: texts() })
        .into();
    corpus
}

fn rows(metrics: &str) -> Vec<RelativeScoreRow> {
    let text = format!(
        "[experiment]\nname = \"x\"\nseed = 5\ndf = \"units\"\n[corpora.c.plain]\nsystems = [\"none\"]\n\
         [metrics.s.external]\nscore = \"score\"\nratio-scale = true\n\
         [metrics.n.external]\nscore = \"signed\"\nratio-scale = false\n\
         [studies.s]\ncorpora = [\"c\"]\nsystems = [\"S1\", \"S2\", \"ref1\", \"ref2\", \"ref3\"]\n\
         metrics = {metrics}\nB = 20\nresample = \"documents\"\ntest-sizes = {{ documents = [3] }}\n\
         [studies.s.cross-reference]\nrelative = true\n"
    );
    let (plan, store) = study::computed(&text, Some(vec![corpus()]));
    analyses::relative_scores(&Results::new(&plan, &store))
}

#[test]
fn judged_references_are_people() {
    let rows = rows("[\"s\"]");
    assert_eq!(rows.len(), 2);
    for (row, (system, relative, error)) in
        rows.iter().zip([("S1", 69.387_755, 2.269_074), ("S2", 86.938_776, 0.612_703)])
    {
        assert_eq!((row.cell.system(), row.cell.status.name(), row.sets), (system, "ok", 1));
        assert!((row.relative.unwrap() - relative).abs() < 1e-5, "{row:?}");
        assert!((row.standard_error.unwrap() - error).abs() < 1e-5, "{row:?}");
        // scipy.stats.t.ppf(.975, 2) is 4.302653.
        let half = 4.302_653 * error;
        assert!((row.ci_lower.unwrap() - relative + half).abs() < 1e-4, "{row:?}");
        assert!((row.ci_upper.unwrap() - relative - half).abs() < 1e-4, "{row:?}");
    }
}

#[test]
fn scores_that_may_be_negative_have_no_percentage() {
    for row in rows("[\"n\"]") {
        assert!(row.score.is_some() && row.relative.is_none() && row.ci_lower.is_none(), "{row:?}");
    }
}

/// By BLEU: means of the tables `scores` and `cross_references`, both by all references but one.
#[test]
fn systems_and_references_have_the_same_sets() {
    let text = "[experiment]\nname = \"x\"\nseed = 5\n[corpora.c.synthetic]\npreset = \"cesta-arfr-1\"\n\
                [studies.s]\ncorpora = [\"c\"]\nmetrics = [\"bleu\"]\nB = 20\nresample = \"documents\"\n\
                test-sizes = { documents = [16] }\nreference-counts = [3]\nreference-choice = \"every-subset\"\n\
                [studies.s.cross-reference]\nrelative = true\n";
    let (plan, store) = study::computed(text, None);
    let results = Results::new(&plan, &store);
    let rows = analyses::relative_scores(&results);
    let people = analyses::cross_references(&results);
    let human = people.iter().find(|row| row.cell.system.is_none()).unwrap().score.unwrap();
    assert_eq!(rows.len(), 2);
    for row in &rows {
        let scores = analyses::scores(&results);
        let by_sets = scores.iter().filter(|score| score.cell.system == row.cell.system);
        let by_sets: Vec<f64> = by_sets.map(|score| score.score.unwrap()).collect();
        assert_eq!((row.sets, by_sets.len()), (4, 4));
        let score = by_sets.iter().sum::<f64>() / 4.0;
        assert!(
            (row.score.unwrap() - score).abs() < 1e-9 && (row.human.unwrap() - human).abs() < 1e-9
        );
        assert!((row.relative.unwrap() - 100.0 * score / human).abs() < 1e-9, "{row:?}");
        assert!(row.ci_lower.unwrap() < row.relative.unwrap(), "{row:?}");
    }
}

#[test]
fn sets_of_all_references_but_one_are_needed() {
    let problem = |keys: &str| {
        let text = format!(
            "[experiment]\nname = \"x\"\nseed = 5\n[corpora.c.synthetic]\npreset = \"cesta-arfr-1\"\n\
             [studies.s]\ncorpora = [\"c\"]\nmetrics = [\"bleu\"]\nB = 20\n{keys}relative = true\n"
        );
        let problems = study::plan(&text, None).unwrap_err();
        (problems.len(), problems[0].message.clone(), problems[0].help.clone())
    };
    let (count, message, help) = problem("[studies.s.cross-reference]\n");
    assert_eq!(count, 1);
    assert_eq!(
        message,
        "`relative` compares systems and references by every set of 3 of the 4 references of corpus `c`"
    );
    assert_eq!(
        help,
        "write `reference-counts = [3]` and `reference-choice = \"every-subset\"` in the study, and 3 among the `counts`, or \
         leave these out"
    );
    let others = "reference-counts = [3]\nreference-choice = \"every-subset\"\n[studies.s.cross-reference]\ncounts = [1]\n";
    assert_eq!(problem(others).1, message);
}
