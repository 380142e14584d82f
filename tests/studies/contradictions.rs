//! Judges that are models: golden values of a second program, and metrics of a public campaign.

use std::collections::BTreeMap;

use runner::analyses::{self, ContradictionTables, Results};
use runner::corpus::model::Corpus;
use runner::formats;
use runner::formats::judges_from;
use runner::formats::source::{CorpusFormat, EvalsetSource};
use runner::stats::reason::Reason;

use crate::support::{needs, study};

/// Scores of four documents of one segment by three judges.
const SCORES: [(&str, [[f64; 4]; 2]); 3] = [
    ("one", [[80.0, 70.0, 90.0, 60.0], [74.0, 71.0, 85.0, 50.0]]),
    ("three", [[-2.0, -4.0, -1.0, -6.0], [-3.0, -4.0, -2.0, -9.0]]),
    ("two", [[0.82, 0.79, 0.88, 0.70], [0.84, 0.80, 0.86, 0.74]]),
];

fn corpus() -> Corpus {
    let external = SCORES.map(|(name, [a, b])| {
        let columns = [("a", a), ("b", b)];
        let columns =
            columns.map(|(system, scores)| (system.to_owned(), scores.map(Some).to_vec()));
        (name.to_owned(), BTreeMap::from(columns))
    });
    let mut corpus = Corpus {
        name: "c".to_owned(),
        documents: study::documents(&[1; 4]),
        systems_without_text: vec!["a".to_owned(), "b".to_owned()],
        external: external.into(),
        ..Corpus::default()
    };
    let judges = ["one", "two", "three"].map(str::to_owned).to_vec();
    let stated = ["one", "two", "three"].map(|name| (name, true)).into();
    judges_from::add(&mut corpus, &[("jury".to_owned(), judges)].into(), &stated)
        .expect("complete");
    corpus
}

fn spec(study: &str) -> String {
    format!(
        "[experiment]\nname = 'x'\nseed = 1\ndf = 'units'\n[corpora.c]\njudges-from = {{ jury = ['one', 'two', 'three'] }}\n\
         [corpora.c.plain]\nsystems = ['n']\n[metrics.jury.human]\ncriterion = 'jury'\njudge-scores = 'z'\n\
         [studies.s]\ncorpora = ['c']\nmetrics = ['jury']\n{study}\n"
    )
}

fn rows(study: &str) -> ContradictionTables {
    let (plan, _) = study::computed(&spec(study), Some(vec![corpus()]));
    analyses::contradictions(&plan)
}

#[track_caller]
fn assert_near(value: Option<f64>, expected: f64) {
    let value = value.expect("there is a value");
    assert!((value - expected).abs() < 1e-8, "{value} {expected}");
}

/// By NumPy and SciPy, at 1e-8.
#[test]
fn a_jury_has_the_values_of_a_second_program() {
    let tables = rows("contradictions = {}");
    let [row] = &tables.jury[..] else { panic!("one pair") };
    assert_near(row.difference, 0.219_818_911);
    assert_near(row.deviation, 0.372_779_985);
    assert_near(row.new_judge_agrees, 0.669_817_821);
    let counts = (row.judges, row.judges_for, row.judges_against, row.significant_for);
    assert_eq!(counts, (3, 2, 1, 0));
    assert!(row.status.is_ok() && row.new_judge_agrees_new_texts < row.new_judge_agrees);
    let pairs: Vec<_> = tables
        .contradictions
        .iter()
        .map(|row| (row.pairs, row.both_significant, row.opposite))
        .collect();
    // One and three, one and two, three and two.
    assert_eq!(pairs, [(1, 0, 0), (1, 0, 1), (1, 0, 1)]);
    // At a low level more is significant, and contradicts.
    let tables = rows("level = 0.5\ncontradictions = {}");
    let contradict: Vec<_> =
        tables.contradictions.iter().map(|row| (row.both_significant, row.contradict)).collect();
    assert_eq!(contradict, [(1, 0), (1, 1), (1, 1)]);
}

#[test]
fn families_are_one_judge() {
    let tables = rows("contradictions = { families = { all = ['one', 'three'] } }");
    let row = &tables.jury[0];
    assert_eq!((row.judges, row.status), (2, Reason::TooFewJudges.into()));
    assert_near(row.difference, 0.5 * (0.5 * (0.383_160_646 + 0.483_045_892) - 0.206_749_803));
    assert_eq!(row.new_judge_agrees, None);
}

/// Judges are resampled as people are: of the variance of judges, documents and both, that of judges counts.
#[test]
fn model_judges_are_crossed_with_documents() {
    let study = "resample = { texts = 'documents', judges = true }\nB = 2\ntest-sizes = { fractions = [1.0] }\ncomparison = {}";
    let (plan, store) = study::computed(&spec(study), Some(vec![corpus()]));
    let row = analyses::each_comparison(&Results::new(&plan, &store)).next().expect("one pair");
    assert_near(row.delta, 0.219_818_911);
    assert_eq!(row.cell.status, Reason::JudgesOnly.into());
    // Student's t with two degrees of freedom has a closed form.
    let t = 0.219_818_911 / f64::sqrt(0.046_321_639);
    assert_near(row.degrees_of_freedom, 2.0);
    assert_near(row.p_value, 1.0 - t / (t * t + 2.0).sqrt());
}

#[test]
fn units_of_model_judges_differ() {
    let text = spec("contradictions = {}").replace("judge-scores = 'z'\n", "");
    let problems = study::plan(&text, Some(vec![corpus()])).expect_err("raw scores are no jury");
    assert_eq!(problems[0].message, "the judges of `jury` are scores in different units");
    let text = spec("contradictions = { families = { llm = ['gemba'] } }");
    let problems = study::plan(&text, Some(vec![corpus()])).expect_err("there is no such judge");
    assert_eq!(problems[0].message, "corpus `c` has no judge `gemba`");
}

/// WMT23 en-de: in how many of the 66 pairs both are significant, and in how many of these opposite.
#[test]
fn metrics_of_a_campaign() {
    let Some(data) = needs::data() else { return };
    let source = EvalsetSource {
        path: "evalsets/wmt23".into(),
        language_pair: "en-de".to_owned(),
        ..EvalsetSource::default()
    };
    let mut corpus =
        formats::read("c", &CorpusFormat::Evalset(source), &data).expect("complete data").corpus;
    let names = [
        "MetricX-23-refA",
        "COMET-refA",
        "BLEU-refA",
        "XCOMET-Ensemble-refA",
        "chrF-refA",
        "CometKiwi-src",
    ];
    // The reference is among the outputs, and metrics with it have no scores of it.
    let mqm = corpus.judgments.get_mut("mqm").expect("they are judged");
    mqm.remove("refA");
    let judged: Vec<String> = mqm.keys().cloned().collect();
    corpus.systems.retain(|system| judged.contains(&system.name));
    for column in corpus.external.values_mut() {
        column.retain(|system, _| judged.contains(system));
    }
    let judges: Vec<String> = names.map(str::to_owned).to_vec();
    judges_from::add(&mut corpus, &[("jury".to_owned(), judges)].into(), &[].into())
        .expect("complete data");
    let text = spec("resample = 'documents'\ncontradictions = {}")
        .replace("'one', 'two', 'three'", &format!("'{}'", names.join("', '")));
    let (plan, _) = study::computed(&text, Some(vec![corpus]));
    let tables = analyses::contradictions(&plan);
    let counts = |one: &str, other: &str| {
        let mut rows = tables.contradictions.iter();
        let row = rows.find(|row| {
            [&*row.judge_a, &*row.judge_b].iter().all(|name| [one, other].contains(name))
        });
        row.map(|row| (row.contradict, row.both_significant, row.pairs))
    };
    let all: Vec<_> = [
        ("MetricX-23-refA", "COMET-refA"),
        ("MetricX-23-refA", "BLEU-refA"),
        ("XCOMET-Ensemble-refA", "chrF-refA"),
        ("COMET-refA", "CometKiwi-src"),
    ]
    .map(|(one, other)| counts(one, other))
    .to_vec();
    // By NumPy and SciPy, on all 557 segments; on the 460 that people judged, 2 of 57, 3 of 48, 3 of 44 and 0 of 56.
    assert_eq!(all, [Some((2, 59, 66)), Some((3, 48, 66)), Some((4, 44, 66)), Some((0, 58, 66))]);
    let agrees: Vec<f64> = tables.jury.iter().filter_map(|row| row.new_judge_agrees).collect();
    let mean = agrees.iter().sum::<f64>() / agrees.len() as f64;
    assert!((mean - 0.90).abs() < 0.01, "{mean}");
}
