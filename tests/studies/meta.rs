//! Judging metrics as whole studies: against the functions of mt-metrics-eval on real data.

#![expect(clippy::unwrap_used, reason = "a test may panic")]
#![expect(clippy::unreadable_literal, reason = "values as they are published")]

use std::fmt::Write as _;
use std::path::Path;

use runner::analyses::{self, MetaRow};
use runner::config;
use runner::corpus::{self, model::Corpus};

use crate::support::{needs, study};

/// The corpora of a spec, with files in `folder`.
fn corpora(text: &str, folder: &Path) -> Vec<Corpus> {
    let spec = config::parse("test.toml", text).unwrap().spec;
    let read = |own: &config::model::CorpusSpec| {
        corpus::read(&own.name, &own.format, folder).unwrap().corpus
    };
    spec.corpora.iter().map(read).collect()
}

/// Gold, metric, and its SPA, acc-eq with threshold, PDP, Pearson of segments, pairwise accuracy over judged segments:
/// from the functions of mt-metrics-eval at commit 68a481a, SPA with the noise of 1,000 permutations.
type Golden = (&'static str, &'static str, [f64; 6]);

const GOLDEN: [Golden; 14] = [
    ("mqm", "COMET-refA", [0.960348, 0.574012, 0.00233901, 0.448804, 0.432404, 0.9697]),
    ("mqm", "MetricX-23-refA", [0.928136, 0.602602, 0.154385, 0.473740, 0.585484, 0.9242]),
    ("mqm", "XCOMET-Ensemble-refA", [0.939409, 0.603986, 0.00732954, 0.488100, 0.695323, 0.9394]),
    ("mqm", "CometKiwi-src", [0.938288, 0.569170, 0.00195026, 0.341328, 0.475269, 0.9697]),
    ("mqm", "BLEU-refA", [0.857197, 0.519598, 0.0, 0.242499, 0.192050, 0.8636]),
    ("mqm", "chrF-refA", [0.836636, 0.519236, 0.0, 0.300158, 0.231978, 0.8182]),
    ("mqm", "Random-sysname-src", [0.595924, 0.408762, 0.0, 0.114367, 0.063921, 0.5758]),
    ("ESA-1", "COMET-refA", [0.923803, 0.599253, 0.0, 0.520398, 0.505456, 0.9545]),
    ("ESA-1", "MetricX-23-refA", [0.882167, 0.578905, 1.06022e-5, 0.380037, 0.396704, 0.8939]),
    ("ESA-1", "XCOMET-Ensemble-refA", [0.872712, 0.562290, 0.0, 0.351013, 0.371076, 0.8939]),
    ("ESA-1", "CometKiwi-src", [0.891636, 0.573123, 0.0, 0.528106, 0.531103, 0.8939]),
    ("ESA-1", "BLEU-refA", [0.848379, 0.548748, 0.00091576, 0.421579, 0.324454, 0.8636]),
    ("ESA-1", "chrF-refA", [0.816121, 0.562875, 0.0, 0.516677, 0.434670, 0.8182]),
    ("ESA-1", "Random-sysname-src", [0.621106, 0.492168, 0.0, 0.122065, 0.105564, 0.6061]),
];

/// A study of the seven metrics of the golden table for each gold.
fn wmt23(more: &str) -> String {
    let mut text = "[experiment]\nname = \"x\"\nseed = 4\n[corpora.c.evalset]\npath = \"wmt23\"\n\
                    language-pair = \"en-de\"\nreferences = [\"refA\"]\n"
        .to_owned();
    for gold in ["mqm", "ESA-1"] {
        writeln!(text, "[metrics.{gold}.human]\ncriterion = \"{gold}\"").unwrap();
    }
    for (_, metric, _) in &GOLDEN[..7] {
        writeln!(text, "[metrics.{metric}.external]\nscore = \"{metric}\"").unwrap();
    }
    for gold in ["mqm", "ESA-1"] {
        let metrics: Vec<&str> =
            [gold].into_iter().chain(GOLDEN[..7].iter().map(|(_, metric, _)| *metric)).collect();
        writeln!(
            text,
            "[studies.{gold}]\ncorpora = [\"c\"]\nmetrics = {metrics:?}\n\
             test-sizes = {{ fractions = [1.0] }}\nB = 2\n[studies.{gold}.meta]\n{more}"
        )
        .unwrap();
    }
    text
}

#[test]
fn golden_values_of_wmt_2023() {
    let Some(data) = needs::data() else { return };
    let spec = wmt23(
        "measures = [\"spa\", \"acc-eq\", \"pdp\", \"pearson\", \"pairwise-accuracy\"]\n\
         grouping = [\"none\"]\npermutations = 1000\ntests = false\nsubsets = 0\n\
         compat = \"mtme\"\n",
    );
    let corpora = corpora(&spec, &data.join("evalsets"));
    let (_, rows) =
        study::run(&spec, Some(corpora), |results| analyses::meta(results).collect::<Vec<_>>());
    assert_eq!(rows.len(), 14 * 5);
    for (gold, metric, expected) in GOLDEN {
        let row = |measure: &str| -> &MetaRow {
            let mut own = rows.iter().filter(|row| (&*row.gold, &*row.metric) == (gold, metric));
            own.find(|row| &*row.measure == measure).unwrap()
        };
        let near = |measure: &str, expected: f64, error: f64| {
            let found = row(measure).value.unwrap();
            assert!((found - expected).abs() < error, "{gold} {metric} {measure}: {found}");
        };
        // The noise of theirs is .0004 to .0009.
        near("spa", expected[0], 0.004);
        near("acc-eq", expected[1], 1e-6);
        near("pdp", expected[3], 1e-6);
        near("pearson", expected[4], 1e-6);
        near("pairwise-accuracy", expected[5], 5e-5);
        let best = row("acc-eq");
        if best.tie_thresholds == Some(1) {
            let found = best.tie_threshold.unwrap();
            assert!((found - expected[2]).abs() <= 1e-5 * expected[2], "{gold} {metric}: {found}");
        }
        assert_eq!((best.systems, best.systems_left_out), (12, 0));
        assert_eq!(row("spa").compared, Some(66));
    }
}

/// Calibrated acc-eq where judgments that are the same decimals tie (-1.4 and -1.4000000000000004), with its threshold: by
/// an enumeration of all thresholds in NumPy, of human scores rounded to nine decimals.
const OF_DECIMALS: [(&str, &str, f64, f64); 6] = [
    ("mqm", "COMET-refA", 0.5738471673254287, 0.0021221041679382324),
    ("mqm", "MetricX-23-refA", 0.602305665349145, 0.14917266368865967),
    ("mqm", "BLEU-refA", 0.5193017127799747, 0.0),
    ("ESA-1", "COMET-refA", 0.5992534036012296, 0.0),
    ("ESA-1", "MetricX-23-refA", 0.5789049919484702, 1.0602176189422607e-05),
    ("ESA-1", "BLEU-refA", 0.5487483530961791, 0.0009157604693150745),
];

#[test]
fn equal_decimals_tie() {
    let Some(data) = needs::data() else { return };
    let spec = wmt23("measures = [\"acc-eq\"]\ntests = false\nsubsets = 0\n");
    let corpora = corpora(&spec, &data.join("evalsets"));
    let (_, rows) =
        study::run(&spec, Some(corpora), |results| analyses::meta(results).collect::<Vec<_>>());
    for (gold, metric, value, threshold) in OF_DECIMALS {
        let mut own = rows.iter().filter(|row| (&*row.gold, &*row.metric) == (gold, metric));
        let row = own.next().unwrap();
        assert!((row.value.unwrap() - value).abs() < 1e-12, "{gold} {metric}: {row:?}");
        // The smallest of several with the same value, which sums in another order may tell apart.
        let found = row.tie_threshold.unwrap();
        assert!(found <= threshold + 1e-12, "{gold} {metric}: {row:?}");
        assert!((found - threshold).abs() < 1e-12 || row.tie_thresholds > Some(1), "{row:?}");
    }
}
