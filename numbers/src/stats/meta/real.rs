//! The table of golden values of WMT 2023, English to German: from the functions of mt-metrics-eval at commit 68a481a.
//! Its soft pairwise accuracy has the noise of 1,000 permutations.

#![expect(clippy::unreadable_literal, reason = "values as they are published")]
#![expect(clippy::print_stdout, reason = "figures for people, shown with --nocapture")]

use std::collections::BTreeMap;
use std::fs::read_to_string;
use std::path::Path;

use super::measure::{Grouping, Measure, PValues};
use super::scores::Scores;
use super::spa::Signs;
use crate::stats::judges::needs;
use crate::stats::random::{Purpose, StreamKey};

/// Scores by system of a file of segment scores.
fn columns(path: &Path) -> BTreeMap<String, Vec<f64>> {
    let mut columns: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    for line in read_to_string(path).unwrap().lines() {
        let (system, score) = line.split_once('\t').unwrap();
        let score = if score == "None" { f64::NAN } else { score.trim().parse().unwrap() };
        columns.entry(system.to_owned()).or_default().push(score);
    }
    columns
}

/// Of the 12 systems that are no references, in byte order.
fn scores(path: &Path) -> Scores {
    let columns = columns(path);
    let rows = columns.into_iter().filter(|(name, _)| name != "refA" && name != "synthetic_ref");
    let rows: Vec<Vec<f64>> = rows.map(|(_, row)| row).collect();
    assert_eq!(rows.len(), 12, "{}", path.display());
    Scores::new(&rows)
}

/// Gold, metric, and its SPA, acc-eq with threshold, PDP, Pearson of segments, pairwise accuracy over judged segments.
type Row = (&'static str, &'static str, [f64; 6]);

const GOLDEN: [Row; 14] = [
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

#[test]
fn golden_values_of_wmt_2023_come_out_again() {
    let Some(data) = needs::data() else { return };
    let folder = data.join("evalsets/wmt23");
    let key = StreamKey::new(4, Purpose::Generator).text("golden");
    for (gold, name, expected) in GOLDEN {
        let human = scores(&folder.join(format!("human-scores/en-de.{gold}.seg.score")));
        let metric = scores(&folder.join(format!("metric-scores/en-de/{name}.seg.score")));
        let signs = Signs::new(human.items(), 2_000, &key);
        let value = |measure: Measure| measure.of(&human, &metric, &signs).unwrap();
        let calibrated = value(Measure::AccEq { is_calibrated: true });
        let found = [
            value(Measure::Spa(PValues::Permutations)).value,
            calibrated.value,
            calibrated.threshold.unwrap(),
            value(Measure::Pdp).value,
            value(Measure::Pearson(Grouping::None)).value,
            value(Measure::PairwiseAccuracy).value,
        ];
        let maximisers = calibrated.maximisers.unwrap();
        println!("{gold} {name}: {found:.6?} {maximisers}");
        // Its noise is .0004 to .0009; ours with 2,000 permutations is smaller.
        assert!((found[0] - expected[0]).abs() < 0.004, "{gold} {name}: {found:?}");
        for index in [1, 3, 4] {
            assert!((found[index] - expected[index]).abs() < 1e-6, "{gold} {name}: {found:?}");
        }
        assert!((found[5] - expected[5]).abs() < 5e-5, "{gold} {name}: {found:?}");
        if maximisers == 1 {
            let near = (found[2] - expected[2]).abs() <= 1e-5 * expected[2].max(1e-9);
            assert!(near, "{gold} {name}: {found:?}");
        }
    }
}
