//! Judging metrics as whole studies: against the functions of mt-metrics-eval on real data.

#![expect(clippy::unwrap_used, reason = "a test may panic")]
#![expect(clippy::unreadable_literal, reason = "values as they are published")]

use std::fmt::Write as _;
use std::path::Path;

use runner::analyses::{self, MetaPairRow, MetaRow, Results};
use runner::config;
use runner::corpus::model::{Corpus, Judgments};
use runner::formats;

use crate::support::{needs, study};

/// The corpora of a spec, with files in `folder`.
fn corpora(text: &str, folder: &Path) -> Vec<Corpus> {
    let spec = runner::analyses::parse("test.toml", text).unwrap().spec;
    let read = |own: &config::model::CorpusSpec| {
        formats::read(&own.name, &own.format, folder).unwrap().corpus
    };
    spec.corpora.iter().map(read).collect()
}

/// Gold, metric, and its SPA, acc-eq with threshold, PDP, Pearson of segments, pairwise accuracy over judged segments:
/// from the functions of mt-metrics-eval at commit 68a481a, SPA with the noise of 1,000 permutations.
type Golden = (&'static str, &'static str, [f64; 6]);

const GOLDEN: [Golden; 14] = include!("../golden/wmt23_metrics.rs");

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
         grouping = [\"none\"]\ntests = false\n\
         compat = \"mtme\"\n",
    );
    let corpora = corpora(&spec, &data.join("evalsets"));
    let (_, rows) = study::run(&spec, Some(corpora), analyses::meta);
    assert_eq!(rows.len(), 14 * 5);
    for (gold, metric, expected) in GOLDEN {
        let row = |measure: &str| -> &MetaRow {
            let mut own = rows.iter().filter(|row| (&*row.gold, &*row.metric) == (gold, metric));
            own.find(|row| row.measure.name() == measure).unwrap()
        };
        let near = |measure: &str, expected: f64, error: f64| {
            let found = row(measure).value.unwrap();
            assert!((found - expected).abs() < error, "{gold} {metric} {measure}: {found}");
        };
        // Equal but for one permutation of one of 66 pairs: where its 32-bit sums tie depends on how its arrays lie in
        // memory.
        near("spa", expected[0], 1.0 / 66_000.0 + 1e-6);
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
    let spec = wmt23("measures = [\"acc-eq\"]\ntests = false\n");
    let corpora = corpora(&spec, &data.join("evalsets"));
    let (_, rows) = study::run(&spec, Some(corpora), analyses::meta);
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

/// Scores that look like noise and are the same everywhere.
fn noise(a: usize, b: usize, c: usize) -> f64 {
    let hash = (a * 7919 + b * 104_729 + c * 1_299_709 + 11) % 65_536;
    let hash = hash.wrapping_mul(40_503).wrapping_add(hash >> 3) % 65_536;
    u32::try_from(hash).map(f64::from).unwrap() / 65_536.0
}

/// Systems on thirty segments in ten documents, with two rounds of judging that are the same but for gaps, and
/// metrics: one that follows people closely, one loosely, one not at all.
fn made(name: &str, names: &[&str], gap: usize) -> Corpus {
    let mut corpus = Corpus {
        name: name.to_owned(),
        documents: study::documents(&[3; 10]),
        systems_without_text: names.iter().map(|name| (*name).to_owned()).collect(),
        ..Corpus::default()
    };
    for name in names {
        let system = usize::from(name.as_bytes()[0] - b'A');
        let people: Vec<f64> = (0..30)
            .map(|segment| {
                ((system as f64 * 0.4 + 4.0 * noise(system, segment, 1)) * 5.0).round() / 5.0
            })
            .collect();
        let judged = |segment: usize| gap == 0 || !(segment + 3 * system).is_multiple_of(gap);
        let round = |keeps: &dyn Fn(usize) -> bool| Judgments {
            judges: vec![(0..30).map(|segment| keeps(segment).then(|| people[segment])).collect()],
        };
        for (criterion, own) in [("first", round(&judged)), ("second", round(&|_| true))] {
            let by_system = corpus.judgments.entry(criterion.to_owned()).or_default();
            by_system.insert((*name).to_owned(), own);
        }
        for (metric, share, salt) in [("close", 0.5, 2), ("loose", 4.0, 3), ("none", 40.0, 4)] {
            let scores: Vec<f64> = (0..30)
                .map(|segment| people[segment] + share * noise(system, segment, salt))
                .collect();
            let by_system = corpus.external.entry(metric.to_owned()).or_default();
            by_system.insert((*name).to_owned(), study::all(&scores));
        }
    }
    corpus
}

fn spec(corpora: &[&str], systems: &[&str], more: &str) -> String {
    let mut text = "[experiment]\nname = \"x\"\nseed = 9\n".to_owned();
    for corpus in corpora {
        writeln!(text, "[corpora.{corpus}.evalset]\npath = \"x\"\nlanguage-pair = \"x-y\"")
            .unwrap();
    }
    for criterion in ["first", "second"] {
        writeln!(text, "[metrics.{criterion}.human]\ncriterion = \"{criterion}\"").unwrap();
    }
    for metric in ["close", "loose", "none"] {
        writeln!(text, "[metrics.{metric}.external]\nscore = \"{metric}\"").unwrap();
    }
    writeln!(
        text,
        "[studies.s]\ncorpora = {corpora:?}\nsystems = {systems:?}\n\
         metrics = [\"first\", \"close\", \"loose\", \"none\", \"second\"]\n\
         test-sizes = {{ fractions = [1.0] }}\nresample = \"segments\"\nB = 200\n\
         [studies.s.meta]\ngold = \"first\"\npermutations = 200\n{more}"
    )
    .unwrap();
    text
}

/// Both tables of a study.
struct Found {
    rows: Vec<MetaRow>,
    pairs: Vec<MetaPairRow>,
}

fn run(text: &str, corpora: Vec<Corpus>) -> Found {
    let read = |results: &Results<'_>| Found {
        rows: analyses::meta(results),
        pairs: analyses::meta_pairs(results),
    };
    study::run(text, Some(corpora), read).1
}

const SYSTEMS: [&str; 6] = ["A", "B", "C", "D", "E", "F"];
const MEASURES: &str = "measures = [\"spa\", \"acc-eq\", \"pdp\", \"pearson\", \"kendall\", \
                        \"pairwise-accuracy\", \"system-spearman\"]\ngrouping = [\"item\", \"none\"]\n";

/// The same judgments again agree perfectly; measures fall from the close metric to the one that knows nothing, which is
/// significantly worse.
#[test]
fn people_agree_with_themselves_and_noise_does_not() {
    let text = spec(&["c"], &SYSTEMS, MEASURES);
    let found = run(&text, vec![made("c", &SYSTEMS, 7)]);
    assert_eq!(found.rows.len(), 9 * 4);
    assert_eq!(found.pairs.len(), 9 * 6);
    for rows in found.rows.chunks_exact(4) {
        let values: Vec<f64> = rows.iter().map(|row| row.value.unwrap()).collect();
        let [close, loose, none, second] = values[..] else { panic!("four metrics") };
        assert!((second - 1.0).abs() < 1e-12, "{}: {second}", rows[3].measure.name());
        assert!(rows[3].is_human && !rows[0].is_human);
        assert!(close >= loose && loose > none, "{}: {values:?}", rows[0].measure.name());
        for row in rows {
            let status = match (
                row.measure.name(),
                row.grouping.map(|grouping| grouping.name()),
                &*row.metric,
            ) {
                ("spa", ..) => "too-few-systems",
                ("pairwise-accuracy" | "system-spearman", ..) | ("pearson", Some("none"), _) => {
                    "no-method"
                }
                // At the end of its scale.
                (_, _, "second") => "no-variation",
                _ => "ok",
            };
            assert_eq!(row.interval_status.name(), status, "{row:?}");
            let ends = row.ci_lower.zip(row.ci_upper);
            assert_eq!(ends.is_some(), status == "ok", "{row:?}");
            let holds =
                |(low, high): (f64, f64)| low < row.value.unwrap() && row.value.unwrap() < high;
            assert!(ends.is_none_or(holds), "{row:?}");
            let of_systems =
                ["spa", "pairwise-accuracy", "system-spearman"].contains(&row.measure.name());
            assert_eq!(row.scope.name(), if of_systems { "systems" } else { "texts" }, "{row:?}");
            // Four segments of each system are not judged, and not the same ones.
            assert_eq!((row.segments, row.systems), (Some(30), 6));
        }
        let ranks: Vec<u32> = rows.iter().map(|row| row.rank.unwrap()).collect();
        assert_eq!((ranks[3], ranks[2]), (1, 4));
        let shares: f64 = rows.iter().map(|row| row.best_share.unwrap()).sum();
        assert!((shares - 1.0).abs() < 1e-9);
    }
    let pair = |measure: &str, metric: &str, other: &str| {
        let mut pairs = found.pairs.iter().filter(|row| {
            (&*row.metric, &*row.other_metric) == (metric, other) && row.measure.name() == measure
        });
        pairs.next().unwrap()
    };
    let apart = pair("acc-eq", "close", "none");
    // No exchange does as well: (0 + 1) / (200 + 1).
    assert!((apart.p_value.unwrap() - 1.0 / 201.0).abs() < 1e-12);
    assert_eq!(apart.is_significant, Some(true));
    let difference = apart.value.unwrap() - apart.other_value.unwrap();
    assert!((apart.difference.unwrap() - difference).abs() < 1e-15);
    // Intervals of differences at the level of the step of Holm never contradict the test.
    for row in &found.pairs {
        let (Some(low), Some(high)) = (row.ci_lower, row.ci_upper) else {
            assert_ne!(row.interval_status.name(), "ok", "{row:?}");
            continue;
        };
        assert!(low <= row.difference.unwrap() && row.difference.unwrap() <= high, "{row:?}");
        assert_eq!(row.is_significant, Some(low >= 0.0 || high <= 0.0), "{row:?}");
        assert!(row.interval_level.unwrap() >= 0.95 - 1e-12, "{row:?}");
    }
    let near = pair("acc-eq", "loose", "none");
    assert!(near.ci_lower.is_some() && near.interval_level.is_some(), "{near:?}");
    assert_eq!(pair("pdp", "loose", "none").interval_status.name(), "no-method");
    let last =
        found.rows.iter().find(|row| (row.measure.name(), &*row.metric) == ("acc-eq", "none"));
    assert!(last.unwrap().cluster > Some(1));
}

/// Values do not depend on the order of systems, whose judgments are uneven.
#[test]
fn the_order_of_systems_does_not_matter() {
    let more = format!("{MEASURES}tests = false\n");
    let turned: Vec<&str> = SYSTEMS.iter().rev().copied().collect();
    let [one, other] = [&SYSTEMS[..], &turned[..]]
        .map(|systems| run(&spec(&["c"], systems, &more), vec![made("c", &SYSTEMS, 5)]).rows);
    for (one, other) in one.iter().zip(&other) {
        let (a, b) = (one.value.unwrap(), other.value.unwrap());
        assert!((a - b).abs() < 1e-12, "{} {}: {a} {b}", one.measure.name(), one.metric);
    }
}

/// Averages by hand, of the rows of each corpus: of a share as it is, of a correlation on the scale from 0 to 1.
#[test]
fn averages_are_weighted_means_over_tasks() {
    let more = "measures = [\"acc-eq\", \"pdp\"]\n[studies.s.meta.average]\n\
                measures = { acc-eq = 3.0 }\ncorpora = { two = 0.5 }\n";
    let corpora = vec![made("one", &SYSTEMS, 7), made("two", &SYSTEMS[1..], 4)];
    let found = run(&spec(&["one", "two"], &SYSTEMS[1..], more), corpora);
    let value = |corpus: &str, measure: &str, metric: &str| {
        let mut rows = found.rows.iter();
        let is_it = |row: &&MetaRow| {
            (&*row.corpus, row.measure.name(), &*row.metric) == (corpus, measure, metric)
        };
        rows.find(is_it).unwrap().value.unwrap()
    };
    for metric in ["close", "loose", "none", "second"] {
        let of_corpus = |corpus: &str| {
            let correlation = f64::midpoint(value(corpus, "pdp", metric), 1.0);
            3.0 * value(corpus, "acc-eq", metric) + correlation
        };
        let expected = (of_corpus("one") + 0.5 * of_corpus("two")) / 6.0;
        let average = value("", "average", metric);
        assert!((average - expected).abs() < 1e-12, "{metric}: {average} {expected}");
    }
    let pairs: Vec<&MetaPairRow> =
        found.pairs.iter().filter(|row| row.measure.name() == "average").collect();
    assert_eq!(pairs.len(), 6);
    let apart = pairs.iter().find(|row| (&*row.metric, &*row.other_metric) == ("close", "none"));
    assert!((apart.unwrap().p_value.unwrap() - 1.0 / 201.0).abs() < 1e-12);
}

/// The share of right pairs of systems of both corpora, and its test: columns exchanged in each by themselves, which is
/// the enumeration of all exchanges of all systems.
#[test]
fn pairwise_accuracy_is_pooled_over_corpora() {
    let more = "measures = [\"pairwise-accuracy\"]\n";
    let corpora = vec![made("one", &SYSTEMS, 0), made("two", &SYSTEMS[1..], 0)];
    let found = run(&spec(&["one", "two"], &SYSTEMS[1..], more), corpora.clone());
    assert_eq!((found.rows.len(), found.pairs.len()), (3 * 4, 3 * 6));
    let (alone, pooled) = found.rows.split_at(8);
    for (metric, row) in pooled.iter().enumerate() {
        let of_corpus = |corpus: usize| &alone[4 * corpus + metric];
        let right = |own: &MetaRow| own.value.unwrap() * 10.0;
        let expected = (right(of_corpus(0)) + right(of_corpus(1))) / 20.0;
        assert_eq!((&*row.corpus, row.systems, row.compared), ("", 10, Some(20)));
        assert!((row.value.unwrap() - expected).abs() < 1e-12, "{row:?}");
    }
    for pair in &found.pairs[12..] {
        assert_eq!((&*pair.corpus, pair.permutations, pair.is_complete), ("", 1024, true));
        let share = pair.p_value.unwrap() * 1024.0;
        assert!((share - share.round()).abs() < 1e-9, "{pair:?}");
        let sides = pair.p_better.unwrap() + pair.p_worse.unwrap();
        assert!(sides >= 1.0 && pair.least_p == Some(2.0 / 1024.0), "{pair:?}");
    }
    // Of one corpus there is nothing to pool.
    let one = run(&spec(&["one"], &SYSTEMS, more), vec![corpora[0].clone()]);
    assert!(one.rows.iter().all(|row| &*row.corpus == "one"));
}

/// The program that is reproduced mixes segments and systems where judgments are uneven: that is refused.
#[test]
fn uneven_judgments_are_not_for_mtme() {
    let more = "measures = [\"spa\"]\ncompat = \"mtme\"\n";
    let uneven = run(&spec(&["c"], &SYSTEMS, more), vec![made("c", &SYSTEMS, 7)]);
    assert!(uneven.rows.iter().all(|row| row.status.name() == "uneven-judgments"));
    let even = run(&spec(&["c"], &SYSTEMS, more), vec![made("c", &SYSTEMS, 0)]);
    assert!(even.rows.iter().all(|row| row.status.name() == "ok"));
}

/// What is exchanged follows the measure; all exchanges of six systems are too few for six pairs of metrics.
#[test]
fn the_unit_of_exchange_follows_the_measure() {
    let found = |more: &str, resample: &str| {
        let text = spec(&["c"], &SYSTEMS, &format!("measures = [\"spa\", \"pdp\"]\n{more}"));
        run(&text.replace("\"segments\"", resample), vec![made("c", &SYSTEMS, 0)]).pairs
    };
    let (of_documents, of_segments) = (found("", "\"documents\""), found("", "\"segments\""));
    let like_mtme = found("compat = \"mtme\"\n", "\"segments\"");
    let about = |rows: &[MetaPairRow]| -> Vec<(String, u64, bool, String)> {
        let about = |row: &MetaPairRow| {
            let (exchanged, status) =
                (row.exchanged.name().to_owned(), row.status.name().to_owned());
            (exchanged, row.permutations, row.is_complete, status)
        };
        // The first pair of each measure.
        rows.iter().step_by(6).map(about).collect()
    };
    let row = |exchanged: &str, count, is_complete, status: &str| {
        (exchanged.to_owned(), count, is_complete, status.to_owned())
    };
    let of_systems = row("systems", 64, true, "too-few-systems");
    let documents = row("documents", 200, false, "ok");
    assert_eq!(about(&of_documents), [of_systems.clone(), documents]);
    let segments = row("segments", 200, false, "ok");
    assert_eq!(about(&of_segments), [of_systems, segments]);
    let outputs = row("outputs", 200, false, "ok");
    assert_eq!(about(&like_mtme), [outputs.clone(), outputs]);
    for row in &of_documents[..6] {
        let share = row.p_value.unwrap() * 64.0;
        assert!((share - share.round()).abs() < 1e-9 && share >= 2.0, "{row:?}");
        assert_eq!((row.least_p, row.is_significant), (Some(2.0 / 64.0), Some(false)));
    }
    // Whatever is exchanged, the difference is that of the values.
    for (one, other) in of_segments.iter().zip(&like_mtme).skip(6) {
        assert!((one.difference.unwrap() - other.difference.unwrap()).abs() < 1e-12, "{one:?}");
    }
}

/// Ten documents have no more exchanges than draws: p-values are exact.
#[test]
fn few_documents_are_enumerated() {
    let text = spec(&["c"], &SYSTEMS, "measures = [\"acc-eq\"]\n");
    let text = text.replace("\"segments\"", "\"documents\"");
    let text = text.replace("permutations = 200", "permutations = 1024");
    let pairs = run(&text, vec![made("c", &SYSTEMS, 0)]).pairs;
    for row in &pairs {
        assert_eq!((row.permutations, row.is_complete, row.status.name()), (1024, true, "ok"));
    }
    // The close metric is better than none in every document.
    let apart = pairs.iter().find(|row| (&*row.metric, &*row.other_metric) == ("close", "none"));
    assert!((apart.unwrap().p_value.unwrap() - 2.0 / 1024.0).abs() < 1e-12);
}

/// An average of measures of systems and of outputs exchanges systems for both, in the same random draws.
#[test]
fn averages_exchange_what_all_measures_need() {
    let test = |measures: &str| {
        let more = format!("measures = {measures}\n[studies.s.meta.average]\n");
        let found = run(&spec(&["c"], &SYSTEMS, &more), vec![made("c", &SYSTEMS, 0)]);
        let average = |row: &MetaPairRow| row.measure.name() == "average";
        found.pairs.into_iter().filter(average).collect::<Vec<_>>()
    };
    let both = test("[\"spa\", \"acc-eq\"]");
    assert!(both.iter().all(|row| (row.exchanged.name(), row.permutations) == ("systems", 200)));
    let of_outputs = test("[\"pdp\", \"acc-eq\"]");
    assert!(
        of_outputs.iter().all(|row| (row.exchanged.name(), row.permutations) == ("segments", 200))
    );
    // Of one measure it is the test of that measure, but for the draws: about 2 of 64 exchanges are as extreme.
    let alone = test("[\"spa\"]");
    let apart = alone.iter().find(|row| (&*row.metric, &*row.other_metric) == ("close", "none"));
    let p = apart.unwrap().p_value.unwrap();
    assert!((0.005..0.2).contains(&p), "{p}");
}

/// Values of soft pairwise accuracy say how noisy they are, but for few segments, of which all signs are enumerated.
#[test]
fn soft_accuracy_has_a_monte_carlo_error() {
    let more = "measures = [\"spa\", \"acc-eq\"]\ntests = false\n";
    let rows = run(&spec(&["c"], &SYSTEMS, more), vec![made("c", &SYSTEMS, 0)]).rows;
    for row in &rows {
        let expected = row.measure.name() == "spa";
        assert_eq!(row.monte_carlo_error.is_some(), expected, "{row:?}");
        assert!(row.monte_carlo_error.unwrap_or(0.0) < 0.002, "{row:?}");
    }
}
