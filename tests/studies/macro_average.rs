//! Means over corpora as whole runs, from a spec to rows, against `SciPy`.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeMap;

use runner::analyses::macro_average::finding;
use runner::analyses::{self, MacroAverageRow};
use runner::corpus::model::Corpus;
use runner::table::Tables;
use runner_presentation::presentation::{About, StudySection};

use crate::support::study::{self, all, documents};

/// A corpus with scores of segments, each a document: by system.
fn corpus(name: &str, lengths: &[usize], systems: &[(&str, &[f64])]) -> Corpus {
    let scores = systems.iter().map(|(system, scores)| ((*system).to_owned(), all(scores)));
    Corpus {
        name: name.to_owned(),
        documents: documents(lengths),
        systems_without_text: systems.iter().map(|(system, _)| (*system).to_owned()).collect(),
        external: BTreeMap::from([("a".to_owned(), scores.collect())]),
        ..Corpus::default()
    }
}

const HEAD: &str = "[experiment]\nname = \"x\"\nseed = 5\ndf = \"units\"\n[corpora.one.plain]\nsystems = [\"none\"]\n\
    [corpora.two.plain]\nsystems = [\"none\"]\n[metrics.a.external]\nscore = \"a\"\n\
    [studies.s]\ncorpora = [\"one\", \"two\"]\ntest-sizes = { fractions = [1.0] }\n\
    metrics = [\"a\"]\nresample = \"segments\"\nB = 50\n";

fn run(study: &str, corpora: [Corpus; 2]) -> Vec<MacroAverageRow> {
    study::run(&format!("{HEAD}{study}"), Some(corpora.into()), analyses::macro_averages).1
}

/// Returns the row of a system, or of a pair.
fn find<'a>(found: &'a [MacroAverageRow], a: &str, b: Option<&str>) -> &'a MacroAverageRow {
    let is_it = |row: &&MacroAverageRow| &*row.system_a == a && row.system_b.as_deref() == b;
    found.iter().find(is_it).unwrap()
}

fn close(found: Option<f64>, expected: f64) {
    let found = found.unwrap();
    assert!((found - expected).abs() <= 1e-9 * expected.abs().max(1.0), "{found}, not {expected}");
}

const A_ON_ONE: [f64; 6] = [5.0, 1.0, 4.0, 2.0, 6.0, 3.5];
const B_ON_ONE: [f64; 6] = [3.0, 1.5, 3.0, 2.0, 4.0, 1.0];
const A_ON_TWO: [f64; 7] = [60.0, 72.0, 55.0, 80.0, 66.0, 71.0, 64.0];
const B_ON_TWO: [f64; 7] = [61.0, 70.0, 52.0, 79.0, 60.0, 69.0, 66.0];

fn two_corpora() -> [Corpus; 2] {
    let one = corpus("one", &[1; 6], &[("A", &A_ON_ONE), ("B", &B_ON_ONE)]);
    // The other has its systems in another order.
    [one, corpus("two", &[1; 7], &[("B", &B_ON_TWO), ("A", &A_ON_TWO)])]
}

/// Welch's interval and p-value of a weighted sum of two means: with x and y as arrays of numpy,
/// `vx, vy = wx**2 * x.var(ddof=1) / len(x), wy**2 * y.var(ddof=1) / len(y)`,
/// `df = (vx + vy)**2 / (vx**2 / (len(x) - 1) + vy**2 / (len(y) - 1))`, `stats.t.ppf(.975, df)`, `2 * stats.t.sf(...)`;
/// for equal weights the differences are `stats.ttest_ind(dx, -dy, equal_var=False)`.
#[test]
fn means_of_two_corpora_are_those_of_scipy() {
    let study = "[studies.s.macro-average]\n";
    let equal = run(study, two_corpora());
    let weighted = run(&format!("{study}weights = {{ one = 1.5, two = 0.5 }}\n"), two_corpora());
    // Mean, standard error, degrees of freedom, ends; of A, and of the difference A - B with its p.
    let of_equal = [
        [
            35.220_238_095_238_095,
            1.612_726_192_189_814,
            6.693_323_026_294_105,
            31.371_038_601_287_438,
            39.069_437_589_188_75,
        ],
        [
            1.369_047_619_047_619,
            0.556_246_735_576_041_2,
            8.685_526_293_999_143,
            0.103_750_839_814_833_46,
            2.634_344_398_280_404_7,
        ],
    ];
    let of_weighted = [
        [
            19.401_785_714_285_715,
            0.968_001_548_707_087_3,
            10.486_322_700_832_439,
            17.258_425_867_667_23,
            21.545_145_560_904_2,
        ],
        [
            1.267_857_142_857_142_8,
            0.446_737_988_010_839_3,
            9.004_280_802_417_789,
            0.257_338_836_893_203_25,
            2.278_375_448_821_082,
        ],
    ];
    let ps = [0.036_994_450_661_751_3, 0.019_456_550_971_847_467];
    for (found, (expected, p)) in
        [&equal, &weighted].into_iter().zip([of_equal, of_weighted].iter().zip(ps))
    {
        for (b, expected) in [None, Some("B")].into_iter().zip(expected) {
            let row = find(found, "A", b);
            let [value, error, freedom, lower, upper] = *expected;
            close(row.value, value);
            close(row.standard_error, error);
            close(row.degrees_of_freedom, freedom);
            close(row.ci_lower, lower);
            close(row.ci_upper, upper);
            assert_eq!(row.status.name(), "ok");
        }
        let row = find(found, "A", Some("B"));
        close(row.p_value, p);
        close(row.p_adjusted, p);
        assert_eq!((row.family, row.verdict.map(|verdict| verdict.name())), (Some(1), Some(">")));
    }
    assert_eq!(find(&equal, "B", None).observed_rank, Some(2));
    // With a baseline, the pair is turned.
    let study = "[studies.s.comparison]\nbaseline = \"A\"\n[studies.s.macro-average]\n";
    let turned = run(study, two_corpora());
    let row = find(&turned, "B", Some("A"));
    close(row.value, -of_equal[1][0]);
    close(row.p_value, ps[0]);
    assert_eq!(row.verdict.map(|verdict| verdict.name()), Some("<"));
}

#[test]
fn missing_and_identical_systems_have_a_status() {
    let [mut one, mut two] = two_corpora();
    let add = |corpus: &mut Corpus, name: &str, scores: &[f64]| {
        corpus.systems_without_text.push(name.to_owned());
        corpus.external.get_mut("a").unwrap().insert(name.to_owned(), all(scores));
    };
    add(&mut one, "C", &A_ON_ONE);
    add(&mut two, "C", &A_ON_TWO);
    add(&mut one, "only-one", &[9.0; 6]);
    let found = run("[studies.s.macro-average]\n", [one, two]);
    let row = find(&found, "only-one", None);
    assert_eq!((row.status.name(), row.lacks.as_deref()), ("not-in-all-corpora", Some("two")));
    assert_eq!((row.value, row.observed_rank), (None, None));
    let twins = find(&found, "A", Some("C"));
    assert_eq!(
        (twins.value, twins.verdict.map(|verdict| verdict.name())),
        (Some(0.0), Some("identical"))
    );
    assert_eq!((twins.family, twins.status.name()), (Some(2), "ok"));
    // One segment is no sample: scores, and no interval.
    let single = corpus("two", &[1], &[("A", &[3.0]), ("B", &[4.0])]);
    let found = run("[studies.s.macro-average]\n", [two_corpora()[0].clone(), single]);
    for (row, status) in
        [(find(&found, "A", None), "one-unit"), (find(&found, "A", Some("B")), "too-few-items")]
    {
        assert_eq!((row.status.name(), row.standard_error), (status, None));
        assert!(row.value.is_some(), "{row:?}");
    }
}

/// Three systems and four metrics. System B has no score on the second corpus in metrics `a` and `b`, and the baseline has none
/// in `c` and `d`. In `d`, systems A and B have scores of different segments.
#[test]
fn metrics_without_the_baseline_have_a_status_and_no_tests() {
    let names = ["A", "B", "base"];
    let mut one = corpus("one", &[1; 6], &names.map(|name| (name, &A_ON_ONE[..])));
    let mut two = corpus("two", &[1; 7], &names.map(|name| (name, &A_ON_TWO[..])));
    let scores = |a: &[f64], other: &str, b: &[f64]| {
        BTreeMap::from([("A".to_owned(), all(a)), (other.to_owned(), all(b))])
    };
    for (metric, other) in [("a", "base"), ("b", "base"), ("c", "B"), ("d", "B")] {
        let mut on_one = scores(&A_ON_ONE, "base", &B_ON_ONE);
        on_one.insert("B".to_owned(), all(&B_ON_ONE));
        let mut on_two = scores(&A_ON_TWO, other, &B_ON_TWO);
        if metric == "d" {
            on_two.get_mut("B").unwrap()[0] = None;
        }
        one.external.insert(metric.to_owned(), on_one);
        two.external.insert(metric.to_owned(), on_two);
    }
    let head =
        HEAD.replace("metrics = [\"a\"]", "metrics = [\"a\", \"b\", \"c\", \"d\"]\nmask = \"own\"");
    let metrics =
        ["b", "c", "d"].map(|name| format!("[metrics.{name}.external]\nscore = \"{name}\"\n"));
    let study = "[studies.s.comparison]\nbaseline = \"base\"\n[studies.s.macro-average]\n";
    let spec = format!("{head}{study}{}", metrics.concat());
    let (plan, found) = study::run(&spec, Some(vec![one, two]), analyses::macro_averages);
    let by = |metric: &str| -> Vec<MacroAverageRow> {
        found.iter().filter(|row| &*row.metric == metric).cloned().collect()
    };
    // Metrics `a` and `b` have one pair each and agree, so their largest p-value needs no correction.
    for metric in ["a", "b"] {
        let rows = by(metric);
        let row = find(&rows, "A", Some("base"));
        close(row.p_adjusted, 0.036_994_450_661_751_3);
        assert_eq!((row.family, row.verdict.map(|verdict| verdict.name())), (Some(2), Some(">")));
        assert_eq!(find(&rows, "B", None).lacks.as_deref(), Some("two"));
    }
    for metric in ["c", "d"] {
        let rows = by(metric);
        assert!(rows.iter().all(|row| row.system_b.is_none()), "{rows:?}");
        for (system, rank) in [("A", Some(1)), ("B", Some(2))] {
            let row = find(&rows, system, None);
            assert_eq!((row.status.name(), row.observed_rank), ("no-baseline", rank));
        }
        assert_eq!(find(&rows, "base", None).status.name(), "not-in-all-corpora");
    }
    let mut tables = Tables::default();
    tables.insert(found);
    let about = About::new(&analyses::manifest(&plan));
    let finding = finding(&StudySection::all(&tables, &about)[0], &[]).unwrap();
    for sentence in &finding.sentences[1..] {
        assert!(sentence.ends_with(": a corpus has no score of the baseline."), "{sentence}");
    }
    assert_eq!(finding.sentences.len(), 3);
}

/// Documents with the same names and lengths look like translations of the same texts. Generated documents and numbered ones
/// do not.
#[test]
fn corpora_that_share_documents_are_named() {
    let warnings = |change: fn(&mut Corpus)| {
        let mut corpora = two_corpora();
        corpora.iter_mut().for_each(change);
        let plan = study::plan(&format!("{HEAD}[studies.s.macro-average]\n"), Some(corpora.into()));
        let warnings = plan.unwrap().warnings.into_iter().map(|warning| warning.to_string());
        warnings.filter(|warning| warning.contains("share")).collect::<Vec<String>>()
    };
    let shared = warnings(|_| ());
    let start =
        "study `s`: corpora `one` and `two` share 6 documents by name and number of segments";
    assert!(shared.len() == 1 && shared[0].starts_with(start), "{shared:?}");
    let number = |corpus: &mut Corpus| {
        corpus.documents.iter_mut().for_each(|document| document.id = document.id[1..].to_owned());
    };
    assert_eq!(warnings(number), [""; 0]);
    assert_eq!(warnings(|corpus| corpus.synthetic = true), [""; 0]);
}
