//! Real text: WMT 2021 news, English to German, where `RUNNER_SHARED` names a folder that holds it.

use runner::corpus::model::NamedTexts;
use runner::formats;

use super::support::{find, run};
use crate::support::needs;

const REAL: &str = "[experiment]\nname = \"x\"\nseed = 1\n[corpora.c.evalset]\npath = \"wmt21.news\"\n\
    language-pair = \"en-de\"\nreferences = [\"refA\"]\n[studies.s]\ncorpora = [\"c\"]\n\
    metrics = [\"bleu\"]\n";

#[test]
fn systems_of_wmt21_and_a_copy() {
    let Some(data) = needs::data() else { return };
    let folder = data.join("evalsets");
    let spec = runner::analyses::parse("test.toml", REAL).unwrap().spec;
    let mut corpus = formats::read("c", &spec.corpora[0].format, &folder).unwrap().corpus;
    let place = corpus.systems.iter().position(|system| system.name == "Online-W").unwrap();
    let copy = NamedTexts { name: "copy".to_owned(), ..corpus.systems[place].clone() };
    corpus.systems.push(copy);
    let systems = "systems = [\"Online-W\", \"Facebook-AI\", \"VolcTrans-AT\", \"copy\"]\n";
    let whole = "metrics = [\"bleu\"]\nresample = \"segments\"\nB = 1000\ntest-sizes = { fractions = [1.0] }\n";
    let study =
        format!("{whole}{systems}comparison = {{ compat = \"sacrebleu\", adjustment = \"none\" }}");
    let theirs = run(&study, corpus.clone()).comparisons;
    for (system, bootstrap, randomization) in THEIRS {
        let p = |method| find(&theirs, ["Online-W", system], method).p_value.unwrap();
        assert!((p("sacrebleu-paired-bs") - bootstrap).abs() < 1e-12, "{system}");
        assert!((p("sacrebleu-paired-ar") - randomization).abs() < 1e-12, "{system}");
    }
    let study = format!(
        "{whole}{systems}[studies.s.comparison]\nadjustment = \"none\"\n\
         methods = [\"approximate-randomization\", \"difference-interval\"]\n[studies.s.power]\n"
    );
    let ours = run(&study, corpus);
    for (system, _, randomization) in THEIRS {
        let row = find(&ours.comparisons, ["Online-W", system], "approximate-randomization");
        // Two samples of 10,000 exchanges.
        let error = 1.5 * row.p_error.unwrap();
        assert!((row.p_value.unwrap() - randomization).abs() < 4.0 * error, "{row:?}");
    }
    for row in &ours.comparisons {
        let same = [&*row.system_a, &*row.system_b] == ["Online-W", "copy"];
        assert_eq!(row.verdict.map(|verdict| verdict.name()) == Some("identical"), same, "{row:?}");
    }
    // A copy answers to every other system like its original.
    let p = |pair| find(&ours.comparisons, pair, "approximate-randomization").p_value;
    assert_eq!(p(["Online-W", "Facebook-AI"]), p(["Facebook-AI", "copy"]));
    let identical = ours.power.iter().filter(|row| row.cell.status.name() == "identical");
    assert_eq!(identical.count(), 1);
}

/// sacreBLEU 2.6.0, baseline Online-W, reference refA: `PairedTest(named, {"BLEU":
/// BLEU(references=refs)}, None, test_type="bs", n_samples=1000)()`, and "ar" with 10,000.
const THEIRS: [(&str, f64, f64); 2] = [
    ("Facebook-AI", 0.000_999_000_999_000_999, 9.999_000_099_990_002e-5),
    ("VolcTrans-AT", 0.110_889_110_889_110_9, 0.257_874_212_578_742_1),
];
