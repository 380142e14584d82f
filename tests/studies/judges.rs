//! Judges as whole studies: on real ratings, with the figures of other programs.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::{read_to_string, write};
use std::path::Path;

use runner::analyses::{self, Results, VarianceComponentRow, judge_repeats, variance_components};
use runner::corpus::model::Corpus;
use runner::plan::Plan;

use crate::ranks::marked;
use crate::support::{close, needs, study};

/// A row of a table of ratings: system, document, segment, judge, and a score for each criterion.
type Row = [String; 4];

/// Writes ratings as a table, those of a document together.
fn table(path: &Path, criteria: &[&str], rows: &BTreeMap<Row, BTreeMap<usize, String>>) {
    let mut text = format!("system\tdoc\tseg\tjudge\t{}\n", criteria.join("\t"));
    let mut ordered: Vec<_> = rows.iter().collect();
    ordered.sort_by_key(|(row, _)| (&row[1], &row[2], &row[0], &row[3]));
    for (row, scores) in ordered {
        let scores: Vec<&str> =
            (0..criteria.len()).map(|index| scores.get(&index).map_or("", |s| s)).collect();
        writeln!(text, "{}\t{}", row.join("\t"), scores.join("\t")).unwrap();
    }
    write(path, text).unwrap();
}

fn spec(path: &Path, criteria: &[&str], named: &str, study: &str) -> String {
    let list = format!("{criteria:?}");
    format!(
        "[experiment]\nname = \"x\"\nseed = 11\n[corpora.c]\n{named}\n[corpora.c.table]\npath = '{}'\n\
         system = \"system\"\ncluster = \"doc\"\nitem = \"seg\"\njudge = \"judge\"\njudgments = {list}\n\
         [metrics.score.human]\ncriteria = [{:?}]\n\
         [studies.s]\ncorpora = [\"c\"]\nmetrics = [\"score\"]\nB = 20\n{study}",
        path.display(),
        criteria[0]
    )
}

fn judge_row<'a>(rows: &'a [VarianceComponentRow], criterion: &str) -> &'a VarianceComponentRow {
    let mut own = rows.iter().filter(|row| &*row.criterion == criterion);
    own.find(|row| row.component.name() == "judge").unwrap()
}

fn planned(text: &str) -> Plan {
    study::plan(text, None).unwrap()
}

/// Raw files with repeated texts: F = 30.5 on 7 and 2,615 and 4.8 points; F = 17.7 on 21 and 3,585 and 5.8 points. A
/// text that a person rated twice is a segment of its own each time: the test has effects of documents.
#[test]
fn figures_of_the_raw_files() {
    let Some(data) = needs::data() else { return };
    let map = read_to_string(data.join("raters/wmt23.esa-campaigns.en-de/rater_map.tsv")).unwrap();
    let person: BTreeMap<&str, &str> =
        map.lines().skip(1).map(|line| line.split_once('\t').unwrap()).collect();
    let person = |account: &str| {
        person.get(account).map_or(account, |rest| rest.split('\t').next().unwrap()).to_owned()
    };
    let folder = tempfile::tempdir().unwrap();
    for (files, f, freedom, deviation) in [
        (&["240315rc5ESA"][..], 30.470_195_374_4, [7.0, 2615.0], 4.787_105_663_28),
        (&["240520rc6ESA", "240521rc6ESA"], 17.701_861_613_8, [21.0, 3585.0], 5.800_784_743_29),
    ] {
        let mut last = BTreeMap::new();
        for file in files {
            let inside = "original/ErrorSpanAnnotation/data/campaign-ruction-rc5";
            let text = read_to_string(data.join(format!("{inside}/{file}.scores.csv"))).unwrap();
            for line in text.lines() {
                // Only the ninth field and later ones are quoted.
                let fields: Vec<&str> = line.splitn(9, ',').collect();
                let [account, system, item, kind, _, _, score, document, _] = fields[..] else {
                    panic!("{line}");
                };
                if kind == "TGT" && !document.contains("tutorial") {
                    last.insert(
                        [account, system, item, document].map(str::to_owned),
                        score.to_owned(),
                    );
                }
            }
        }
        let mut rows: BTreeMap<Row, BTreeMap<usize, String>> = BTreeMap::new();
        for ([account, system, item, document], score) in last {
            let document = document.split('#').next().unwrap().to_owned();
            let mut row = [system, document, item, person(&account)];
            while rows.contains_key(&row) {
                row[2].push('+');
            }
            rows.insert(row, BTreeMap::from([(0, score)]));
        }
        let path = folder.path().join("raw.tsv");
        table(&path, &["esa"], &rows);
        let text = spec(&path, &["esa"], "", "[studies.s.variance-components]\n");
        let rows = variance_components(&planned(&text));
        let found = judge_row(&rows, "esa");
        close(found.f.unwrap(), f, 1e-8);
        close(found.degrees_of_freedom.unwrap(), freedom[0], 1e-9);
        close(found.residual_degrees_of_freedom.unwrap(), freedom[1], 1e-9);
        close(found.severity_deviation.unwrap(), deviation, 1e-8);
    }
}

const HEAD: &str = "[experiment]\nname = \"x\"\nseed = 5\n[corpora.c.plain]\nsystems = [\"none\"]\n\
    [metrics.a.external]\nscore = \"a\"\n[studies.s]\ncorpora = [\"c\"]\nmetrics = [\"a\"]\n\
    resample = \"documents\"\nB = 20\n";

/// Three systems on six documents of one segment.
const SCORES: [[f64; 6]; 3] = [
    [5.1, 4.2, 6.3, 5.4, 4.9, 5.6],
    [4.1, 3.4, 5.1, 4.6, 3.8, 4.4],
    [4.2, 4.4, 4.9, 4.1, 4.6, 5.3],
];

fn few() -> Corpus {
    let systems: Vec<(&str, Vec<Option<f64>>)> =
        ["x", "y", "z"].into_iter().zip(SCORES.map(|own| study::all(&own))).collect();
    marked(&[1; 6], &[("a", &systems)])
}

#[test]
fn what_cannot_be_compared_says_why() {
    let problems = |study: &str, corpus: Corpus| {
        let found = study::plan(&format!("{HEAD}{study}"), Some(vec![corpus])).unwrap_err();
        found.iter().map(|own| format!("{}; {}", own.message, own.help)).collect::<Vec<_>>()
    };
    let components = "[studies.s.variance-components]\n";
    assert_eq!(
        problems(components, few()),
        [
            "corpus `c` has no judgments; leave `variance-components` out, or add judgments to the corpus"
        ]
    );
    let judged = |names: bool| {
        let mut corpus = few();
        let scores = [("x", [3.0; 6]), ("y", [4.0; 6])];
        let own = study::judged(&[1; 6], &scores.map(|(name, own)| (name, study::all(&own))));
        if names {
            let of_system = |name: &str| (name.to_owned(), vec![vec![Some("ann".into()); 6]]);
            corpus.judge_names.insert("other".to_owned(), ["x", "y"].map(of_system).into());
            corpus.judgments.insert("other".to_owned(), own.judgments["adequacy"].clone());
        }
        corpus.judgments.extend(own.judgments);
        corpus
    };
    let names = "tables have names with `judge = \"COLUMN\"`, MQM with `raters = \"separate\"`; the names stay out \
                 of tables and reports";
    assert_eq!(
        problems(components, judged(false)),
        [format!("corpus `c` does not name its judges; {names}")]
    );
    assert_eq!(
        problems(&format!("{components}criteria = [\"adequacy\", \"adequcy\"]\n"), judged(true)),
        [
            format!("corpus `c` does not name the judges of `adequacy`; {names}"),
            "corpus `c` has no criterion `adequcy`; did you mean `adequacy`?".to_owned(),
        ]
    );
    // One judge has no one to differ from.
    let plan = study::plan(&format!("{HEAD}{components}"), Some(vec![judged(true)])).unwrap();
    let rows = variance_components(&plan);
    assert_eq!(
        judge_row(&rows, "other").test_status.map(|word| word.name()),
        Some("too-few-judges")
    );
    assert_eq!(analyses::judges(&plan)[0].status.name(), "too-few-judges");
}

/// Six outputs that A rated twice, one of which B rated once: the values of the second program, and means everywhere else.
#[test]
fn a_judge_who_rates_again_has_a_reliability() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("again.tsv");
    let mut text = "system\tseg\tjudge\tagain\tda\n".to_owned();
    let scores = [[70, 72], [82, 80], [90, 91], [55, 60], [64, 61], [77, 79]];
    for (output, scores) in scores.into_iter().enumerate() {
        for (again, score) in scores.into_iter().enumerate() {
            let system = ["x", "y"][output / 3];
            writeln!(text, "{system}\t{}\tann\t{again}\t{score}", output % 3).unwrap();
        }
    }
    text += "x\t0\tbob\t0\t51\n";
    write(&path, text).unwrap();
    let spec = format!(
        "[experiment]\nname = \"x\"\nseed = 11\n[corpora.c.table]\npath = '{}'\nsystem = \"system\"\n\
         item = \"seg\"\njudge = \"judge\"\nrun = \"again\"\njudgments = [\"da\"]\n\
         [metrics.da.human]\ncriteria = [\"da\"]\n\
         [studies.s]\ncorpora = [\"c\"]\nmetrics = [\"da\"]\nB = 20\n\
         test-sizes = {{ fractions = [1.0] }}\nagreement = {{}}\n",
        path.display()
    );
    let (plan, store) = study::computed(&spec, None);
    let rows = judge_repeats(&plan);
    assert_eq!(rows.len(), 1);
    let row = &rows[0];
    assert_eq!((&*row.judge, row.outputs, row.ratings), ("A", 6, 12));
    close(row.standard_deviation.unwrap(), 1.979_057_015, 1e-8);
    close(row.icc.unwrap(), 0.974_181_499, 1e-8);
    close(row.drift.unwrap(), 0.833_333_333, 1e-8);
    assert!(row.status.is_ok());
    // The output that two judges rated counts with the mean of the two: 71 and 51.
    let scores = analyses::scores(&Results::new(&plan, &store));
    let score = |system: &str| {
        let row = scores.iter().find(|row| row.cell.system.as_deref() == Some(system)).unwrap();
        row.score.unwrap()
    };
    close(score("x"), (61.0 + 81.0 + 90.5) / 3.0, 1e-8);
    close(score("y"), (57.5 + 62.5 + 78.0) / 3.0, 1e-8);
    let other =
        spec.replace("agreement = {}", "agreement = { criteria = [\"da\"] }\nsystems = [\"y\"]");
    let (plan, _) = study::computed(&other, None);
    assert_eq!(judge_repeats(&plan)[0].outputs, 3);
}
