//! Studies that resample judges with texts, as whole runs from a spec to rows: the same replicates as one by one from
//! the same counts, the two-way jackknife of the same ratings, what is refused, and what intervals promise, kept for new
//! documents and new judges.

#![expect(clippy::unwrap_used, reason = "a test may panic")]
#![expect(clippy::print_stdout, reason = "shares of intervals, shown with --nocapture")]

use std::collections::BTreeMap;
use std::fs::read_to_string;
use std::path::Path;
use std::sync::Arc;

use runner::analyses::{
    ComparisonRow, MarginRow, Results, ScoreRow, each_comparison, each_interval, each_margin,
    each_replicate, scores,
};
use runner::corpus::model::{Corpus, JudgeNames, Judgments};
use runner::plan::PlanProblem;
use runner::stats::judges::crossed::Crossed;
use runner::stats::judges::ratings::{Rating, Ratings};
use runner::stats::judges::two_way::{TwoWay, Variance};
use runner::stats::kernel::{BLOCK, block_counts};
use runner::stats::random::{Purpose, StreamKey, UniformBelow};
use runner::stats::special::normal_quantile;

use crate::support::{needs, study};

const BOTH: &str = "resample = { texts = \"documents\", judges = true }";

fn spec(more: &str) -> String {
    format!(
        r#"
[experiment]
name = "x"
seed = 1

[corpora.c.plain]
references = ["ref"]
systems = ["sys"]

[studies.s]
corpora = ["c"]
metrics = ["adequacy"]
test-sizes = {{ fractions = [1.0] }}
{more}
"#
    )
}

/// Ratings of some systems: who rated which segment how.
struct Campaign {
    lengths: Vec<usize>,
    systems: usize,
    judges: usize,
    ratings: Vec<Rating>,
}

impl Campaign {
    fn document_of_item(&self) -> Vec<u32> {
        let lengths = (0..).zip(&self.lengths);
        lengths.flat_map(|(document, length)| vec![document; *length]).collect()
    }

    fn ratings(&self) -> Ratings {
        let rows = self.ratings.iter().copied();
        Ratings::new(self.systems, self.judges, self.document_of_item(), rows).unwrap()
    }

    fn difference(&self) -> TwoWay {
        TwoWay::jackknife(&Crossed::difference(&self.ratings(), 0, 1)).unwrap()
    }

    /// A corpus without texts: the j-th rating of an output stands in column j, whoever gave it.
    fn corpus(&self) -> Corpus {
        let segments = self.lengths.iter().sum::<usize>();
        let mut corpus = Corpus {
            name: "c".to_owned(),
            documents: study::documents(&self.lengths),
            ..Corpus::default()
        };
        for system in 0..self.systems {
            let name = ["A", "B", "C"][system].to_owned();
            let (mut scores, mut names): (Vec<Vec<Option<f64>>>, JudgeNames) = Default::default();
            for rating in self.ratings.iter().filter(|rating| rating.system as usize == system) {
                let item = rating.item as usize;
                let free = scores.iter().position(|column| column[item].is_none());
                let column = free.unwrap_or_else(|| {
                    scores.push(vec![None; segments]);
                    names.push(vec![None; segments]);
                    scores.len() - 1
                });
                scores[column][item] = Some(rating.score);
                names[column][item] = Some(Arc::from(format!("judge {}", rating.judge)));
            }
            corpus.systems_without_text.push(name.clone());
            let judgments = corpus.judgments.entry("adequacy".to_owned()).or_default();
            judgments.insert(name.clone(), Judgments { judges: scores });
            let by_system = corpus.judge_names.entry("adequacy".to_owned()).or_default();
            by_system.insert(name, names);
        }
        corpus
    }
}

/// Ten documents of one to three segments, two systems, and seven judges; every output has one rating.
fn small() -> Campaign {
    let lengths = vec![2, 3, 1, 2, 3, 1, 2, 2, 1, 3];
    let document = |item: u32| {
        let ends = lengths.iter().scan(0, |end, length| {
            *end += u32::try_from(*length).unwrap();
            Some(*end)
        });
        u32::try_from(ends.take_while(|end| *end <= item).count()).unwrap()
    };
    let rating = |(item, system): (u32, u32)| {
        let judge = (item + document(item) / 2) % 7;
        let noise = f64::from((37 * item + 11 * system + 5 * judge) % 13);
        let score = 60.0 + f64::from(judge) * 2.0 - 4.0 * f64::from(system) + noise;
        Rating { system, item, judge, score }
    };
    let outputs = (0..20).flat_map(|item| [(item, 0), (item, 1)]);
    Campaign { ratings: outputs.map(rating).collect(), systems: 2, judges: 7, lengths }
}

fn run<T>(more: &str, corpus: Corpus, read: impl for<'a> FnOnce(&'a Results<'a>) -> T) -> T {
    study::run(&spec(more), Some(vec![corpus]), read).1
}

fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-10 * (1.0 + expected.abs()), "{found} is not {expected}");
}

/// How often each unit and each judge is in the resamples of the study, from the streams themselves.
fn counts(stream: &StreamKey, resamples: usize, units: usize) -> Vec<Vec<u32>> {
    let blocks = (0..resamples.div_ceil(BLOCK)).flat_map(|block| {
        let mut all = Vec::new();
        let count = BLOCK.min(resamples - block * BLOCK);
        block_counts(stream, block, count, units, &mut |counts| all.push(counts.to_vec()));
        all
    });
    blocks.collect()
}

#[test]
fn replicates_are_those_of_the_counts_of_documents_and_judges() {
    let campaign = small();
    let text = spec(&format!("{BOTH}\nB = 300\n[studies.s.replicates]"));
    let (plan, replicates) = study::run(&text, Some(vec![campaign.corpus()]), |results| {
        each_replicate(results).collect::<Vec<_>>()
    });
    let of_corpus = &plan.corpora[0];
    let stream = plan.jobs[0].coordinates.stream(1, of_corpus, Purpose::Bootstrap);
    let documents = counts(&stream, 300, 10);
    let judges = counts(&stream.clone().text("judges"), 300, 7);
    let ratings = campaign.ratings();
    for (system, name) in [(0, "A"), (1, "B")] {
        let crossed = Crossed::mean(&ratings, system);
        let own: Vec<Option<f64>> = replicates
            .iter()
            .filter(|row| row.cell.system.as_deref() == Some(name))
            .map(|row| row.score)
            .collect();
        assert_eq!(own.len(), 300);
        for ((found, documents), judges) in own.iter().zip(&documents).zip(&judges) {
            // Judges are numbered by their names: `judge 0` to `judge 6`.
            match (found, crossed.resampled(documents, judges)) {
                (Some(found), Some(expected)) => near(*found, expected),
                (found, expected) => assert_eq!(*found, expected),
            }
        }
    }
}

/// Comparisons, margins, scores, and of intervals the method, the status and whether there is one.
type Rows = (Vec<ComparisonRow>, Vec<MarginRow>, Vec<ScoreRow>, Vec<(String, String, bool)>);

#[test]
fn errors_and_tests_are_those_of_the_two_way_jackknife() {
    let campaign = small();
    let more = format!(
        "{BOTH}\nB = 500\n[studies.s.comparison]\nmethods = [\"jackknife-t\", \"approximate-randomization\", \
         \"difference-interval\"]\n[studies.s.margin]\nwanted = 1.0\n[studies.s.intervals]\nmethods = \
         [\"jackknife-t\", \"percentile\", \"student-t\", \"bca\", \"bootstrap-t\"]"
    );
    let (comparisons, margins, scores, intervals): Rows =
        run(&more, campaign.corpus(), |results| {
            let intervals = each_interval(results)
                .filter(|row| row.cell.system.as_deref() == Some("A"))
                .map(|row| {
                    (
                        row.method.name().to_owned(),
                        row.cell.status.name().to_owned(),
                        row.lower.is_some(),
                    )
                });
            let intervals = intervals.collect();
            let comparisons = each_comparison(results).collect();
            (comparisons, each_margin(results).collect(), scores(results), intervals)
        });
    let expected = campaign.difference();
    let row = &comparisons[0];
    assert_eq!((row.method.name(), row.resample.name()), ("two-way-t", "documents and judges"));
    let status = if expected.status == Variance::TwoWay { "ok" } else { expected.status.name() };
    assert_eq!(row.cell.status.name(), status);
    near(row.delta.unwrap(), expected.value);
    near(row.p_value.unwrap(), expected.p_value());
    near(row.half_width.unwrap(), expected.margin(0.95));
    assert_eq!(comparisons[1].cell.status.name(), "no-crossed-form");
    assert_eq!(comparisons[1].p_value, None);
    assert!(comparisons[2].p_value.is_some(), "read off the crossed replicates");
    let ratings = campaign.ratings();
    for (system, (margin, score)) in (0..).zip(margins.iter().zip(&scores)) {
        let expected = TwoWay::jackknife(&Crossed::mean(&ratings, system)).unwrap();
        near(margin.standard_error.unwrap(), expected.standard_error());
        near(margin.margin.unwrap(), expected.margin(0.95));
        assert_eq!(margin.required_status.name(), "no-crossed-form");
        assert_eq!((margin.required_units, margin.other_unit_margin), (None, None));
        near(score.half_width.unwrap(), expected.margin(0.95));
        near(score.score.unwrap(), expected.value);
        assert_eq!(score.ci_method.map(|word| word.name()), Some("two-way-t"));
    }
    let intervals: Vec<(&str, &str, bool)> =
        intervals.iter().map(|(method, status, has)| (&**method, &**status, *has)).collect();
    assert!(intervals[0].0 == "two-way-t" && intervals[0].2, "{intervals:?}");
    assert_eq!(
        intervals[1..],
        [
            ("percentile", "ok", true),
            ("student-t", "no-crossed-form", false),
            ("bca", "no-crossed-form", false),
            ("bootstrap-t", "no-crossed-form", false),
        ]
    );
}

/// The score of a test set is what it is without judges, although some segments have two ratings: a rating of these
/// weighs half.
#[test]
fn scores_stay_what_they_are() {
    let mut campaign = small();
    let again = campaign.ratings.iter().filter(|rating| rating.item % 3 == 0);
    let again: Vec<Rating> = again
        .map(|rating| Rating {
            judge: (rating.judge + 2) % 7,
            score: rating.score + 7.0,
            ..*rating
        })
        .collect();
    campaign.ratings.extend(again);
    let of = |more: &str| run(more, campaign.corpus(), scores);
    let (with, without) = (of(BOTH), of("resample = \"documents\""));
    for (with, without) in with.iter().zip(&without) {
        assert_eq!(with.score, without.score);
        assert_ne!(with.half_width, without.half_width);
        assert_eq!(
            (with.resample.name(), without.resample.name()),
            ("documents and judges", "documents")
        );
    }
}

/// What judges do not enter has the keys of before, whatever is resampled beside it.
#[test]
fn metrics_without_judges_are_resampled_as_before() {
    let mut corpus = small().corpus();
    let values =
        |system: usize| (0..20).map(|item| Some(((item * 7 + system) % 5) as f64)).collect();
    let systems = BTreeMap::from([("A".to_owned(), values(0)), ("B".to_owned(), values(1))]);
    corpus.external.insert("comet".to_owned(), systems);
    let text = |resample: &str| {
        let text = spec(&format!("{resample}\n[studies.s.comparison]\n"));
        text.replace("[\"adequacy\"]", "[\"adequacy\", \"comet\"]")
            + "[metrics.comet.external]\nscore = \"comet\"\n"
    };
    let keys = |resample: &str| {
        let plan = study::plan(&text(resample), Some(vec![corpus.clone()])).unwrap();
        let tasks = plan.jobs.iter().flat_map(|job| &job.tasks);
        let of_metric = |human: bool| {
            let is_own =
                |scoring: &usize| plan.corpora[0].scorings[*scoring].metric == usize::from(!human);
            let own = tasks.clone().filter(|task| task.scorings.iter().all(is_own));
            own.map(|task| plan.key(task)).collect::<Vec<_>>()
        };
        (of_metric(true), of_metric(false))
    };
    let ((judged, scored), (judged_before, scored_before)) =
        (keys(BOTH), keys("resample = \"documents\""));
    assert_eq!(scored, scored_before);
    assert!(!scored.is_empty() && judged.iter().all(|key| !judged_before.contains(key)));
    // A table without judges is the word.
    assert_eq!(keys("resample = { texts = \"documents\" }").0, judged_before);
    let rows = study::run(&text(BOTH), Some(vec![corpus.clone()]), scores).1;
    let resample: Vec<&str> = rows.iter().map(|row| row.resample.name()).collect();
    assert_eq!(
        resample,
        ["documents and judges", "documents and judges", "documents", "documents"]
    );
}

fn problems(text: &str, corpus: Corpus) -> Vec<PlanProblem> {
    study::plan(text, Some(vec![corpus])).err().unwrap_or_default()
}

#[test]
fn judges_without_names_are_refused() {
    let mut corpus = small().corpus();
    corpus.judge_names.clear();
    let found = problems(&spec(BOTH), corpus.clone());
    let message = "corpus `c` does not name the judges of criterion `adequacy`";
    assert_eq!(found.iter().map(|problem| &*problem.message).collect::<Vec<_>>(), [message]);
    assert!(found[0].help.contains("resample = \"documents\""), "{}", found[0].help);
    let adjusted =
        spec("") + "[metrics.adequacy.human]\ncriterion = \"adequacy\"\njudge-scores = \"z\"\n";
    let found = problems(&adjusted, corpus);
    assert_eq!(found[0].message, message);
    assert!(found[0].help.contains("judge-scores = \"raw\""), "{}", found[0].help);
}

#[test]
fn what_has_no_crossed_form_is_refused() {
    let refused = |more: &str| -> Vec<String> {
        let text = spec(more);
        let problems = runner::analyses::parse("test.toml", &text).err().unwrap();
        let text = problems.render(runner::diagnostic::Style::Plain);
        text.lines().filter(|line| line.starts_with("error")).map(str::to_owned).collect()
    };
    for key in ["power", "minimal-size", "representativeness", "correlation", "coverage"] {
        let found = refused(&format!("{BOTH}\n[studies.s.{key}]\n"));
        assert!(!found.is_empty(), "{key}");
    }
    let found = refused("resample = { texts = \"two-stage\", judges = true }");
    assert!(found[0].contains("two-stage resampling knows no judges"), "{found:?}");
    let found = refused(&format!("{BOTH}\nstrata = {{ by = \"domain\" }}"));
    assert!(found[0].contains("judges are not resampled within strata"), "{found:?}");
    let text = spec(BOTH).replace("[\"adequacy\"]", "[\"human\"]");
    let problems = runner::analyses::parse("test.toml", &text).err().unwrap();
    let text = problems.render(runner::diagnostic::Style::Plain);
    assert!(text.contains("adds up several criteria"), "{text}");
    let text = spec(BOTH).replace("[\"adequacy\"]", "[\"bleu\"]");
    let problems = runner::analyses::parse("test.toml", &text).err().unwrap();
    let text = problems.render(runner::diagnostic::Style::Plain);
    assert!(text.contains("no metric of the study is judged by people"), "{text}");
}

/// Means and, by Python's `statistics.stdev`, deviations of each judge over both systems.
#[test]
fn scores_of_judges_are_centred_or_standardised() {
    let ratings = [
        (0, 0, 0, 2.0),
        (0, 1, 0, 4.0),
        (1, 0, 0, 9.0),
        (1, 1, 1, 70.0),
        (0, 2, 1, 80.0),
        (1, 2, 1, 93.0),
    ];
    let ratings = ratings.map(|(system, item, judge, score)| Rating { system, item, judge, score });
    let campaign =
        Campaign { lengths: vec![1, 1, 1], systems: 2, judges: 2, ratings: ratings.into() };
    let of = |word: &str| {
        let text = spec("resample = \"documents\"")
            + "[metrics.adequacy.human]\ncriterion = \"adequacy\"\njudge-scores = \""
            + word
            + "\"\n";
        let rows = study::run(&text, Some(vec![campaign.corpus()]), scores).1;
        (
            rows.iter().map(|row| row.score.unwrap()).collect::<Vec<_>>(),
            rows[0].signature.to_string(),
        )
    };
    let (raw, signature) = of("raw");
    assert_eq!(signature, "human|criteria:adequacy|judges:mean|scale:raw|better:higher");
    near(raw[0], 86.0 / 3.0);
    // Means 5 and 81, 43 over all.
    let (centred, signature) = of("centred");
    assert!(signature.contains("|judge-scores:centred|"), "{signature}");
    near(centred[0], (40.0 + 42.0 + 42.0) / 3.0);
    near(centred[1], (47.0 + 32.0 + 55.0) / 3.0);
    let (z, signature) = of("z");
    assert!(signature.contains("|judge-scores:z|"), "{signature}");
    let (few, many) = (3.605_551_275_463_989, 11.532_562_594_670_797);
    // Decimals end at the ninth digit.
    assert!((z[0] - (-4.0 / few - 1.0 / many) / 3.0).abs() < 1e-9);
    assert!((z[1] - (4.0 / few + (12.0 - 11.0) / many) / 3.0).abs() < 1e-9);
}

#[test]
fn threads_change_nothing() {
    let text = spec(&format!("{BOTH}\nB = 700\n[studies.s.comparison]\n[studies.s.ranking]\n"));
    let plan = study::plan(&text, Some(vec![small().corpus()])).unwrap();
    let of = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let store = pool.install(|| study::compute(&plan));
        let keys = plan.jobs.iter().flat_map(|job| &job.tasks).map(|task| plan.key(task));
        keys.map(|key| store.get(&key).unwrap().to_vec()).collect::<Vec<_>>()
    };
    assert_eq!(of(1), of(3));
}

/// A standard normal number.
fn normal(generator: &mut impl FnMut() -> u32) -> f64 {
    normal_quantile((f64::from(generator()) + 0.5) / f64::from(1 << 30)).unwrap()
}

/// Documents and judges anew: 40 documents of two segments, each read by one judge for both systems; judges differ in
/// severity (variance 25) and like systems differently (variance 16). B is better by 2.
fn campaign(judges: u32, number: u64) -> Campaign {
    let mut generator =
        StreamKey::new(11, Purpose::Bootstrap).number(number).generator(u64::from(judges));
    let below = UniformBelow::new(1 << 30);
    let mut draw = || {
        let mut drawn = 0;
        below.draw(&mut generator, 1, |number| drawn = number);
        drawn
    };
    let mut effect = |variance: f64| variance.sqrt() * normal(&mut draw);
    let severity: Vec<f64> = (0..judges).map(|_| effect(25.0)).collect();
    let likes: Vec<[f64; 2]> = (0..judges).map(|_| [effect(16.0), effect(16.0)]).collect();
    let mut ratings = Vec::new();
    for document in 0..40_u32 {
        let judge = document % judges;
        let (level, own) = (effect(20.0), [effect(10.0), effect(10.0)]);
        for item in 2 * document..2 * document + 2 {
            let quality = effect(20.0);
            for (system, better) in [(0, 0.0), (1, 2.0)] {
                let of_judge = severity[judge as usize] + likes[judge as usize][system];
                let score = 70.0 + better + level + own[system] + quality + of_judge + effect(60.0);
                ratings.push(Rating { system: u32::try_from(system).unwrap(), item, judge, score });
            }
        }
    }
    Campaign { lengths: vec![2; 40], systems: 2, judges: judges as usize, ratings }
}

/// The share of `campaigns` intervals of the difference that hold the truth.
fn held(judges: u32, campaigns: u64, resample: &str) -> f64 {
    let more = format!("{resample}\nB = 1\n[studies.s.comparison]\n");
    let holds = |number: &u64| {
        let rows = run(&more, campaign(judges, *number).corpus(), |results| {
            each_comparison(results).collect::<Vec<_>>()
        });
        let (lower, upper) = rows[0].ci_lower.zip(rows[0].ci_upper).unwrap();
        lower <= -2.0 && -2.0 <= upper
    };
    let count = (0..campaigns).filter(holds).count();
    count as f64 / campaigns as f64
}

fn check_coverage(judges: &[u32], campaigns: u64, error: f64) {
    for &judges in judges {
        let both = held(judges, campaigns, BOTH);
        let documents = held(judges, campaigns, "resample = \"documents\"");
        println!("{judges} judges: {both:.3} with judges, {documents:.3} with documents alone");
        assert!((0.9 - error..=0.98 + error).contains(&both), "{judges}: {both}");
        assert!(documents < both, "{judges}: {documents}");
    }
}

/// Errors of three standard deviations of a share of .94.
#[test]
fn intervals_hold_the_truth_for_new_judges() {
    check_coverage(&[5], 60, 3.0 * (0.94 * 0.06_f64 / 60.0).sqrt() - 0.04);
}

#[test]
#[ignore = "simulation of minutes: nightly"]
fn intervals_hold_the_truth_for_new_judges_in_many_campaigns() {
    check_coverage(&[5, 10, 20], 2000, 0.0);
}

/// WMT 2023, English to German, the first round of ESA: 13 systems, 71 documents, eight judges.
fn esa(data: &Path) -> (Campaign, Vec<String>) {
    let path = data.join("raters/wmt23.esa-campaigns.en-de/ESA-1.ratings.tsv");
    let text = read_to_string(path).unwrap();
    let rows: Vec<Vec<&str>> =
        text.lines().skip(1).map(|line| line.split('\t').collect()).collect();
    let names = |column: usize| {
        let mut names: Vec<&str> = rows.iter().map(|row| row[column]).collect();
        names.sort_unstable();
        names.dedup();
        names
    };
    let (systems, documents, judges) = (names(1), names(2), names(5));
    let mut items: Vec<(u32, u32)> = Vec::new();
    let place =
        |names: &[&str], name: &str| u32::try_from(names.binary_search(&name).unwrap()).unwrap();
    for row in &rows {
        items.push((place(&documents, row[2]), row[3].parse().unwrap()));
    }
    let of_rows = items.clone();
    items.sort_unstable();
    items.dedup();
    let rating = |(row, item): (&Vec<&str>, &(u32, u32))| Rating {
        system: place(&systems, row[1]),
        item: u32::try_from(items.binary_search(item).unwrap()).unwrap(),
        judge: place(&judges, row[5]),
        score: row[7].parse().unwrap(),
    };
    let ratings: Vec<Rating> = rows.iter().zip(&of_rows).map(rating).collect();
    let lengths = (0..documents.len())
        .map(|document| items.iter().filter(|(own, _)| *own as usize == document).count());
    let lengths = lengths.collect();
    let campaign = Campaign { lengths, systems: systems.len(), judges: judges.len(), ratings };
    (campaign, systems.iter().map(|name| (*name).to_owned()).collect())
}

/// From the file through spec, plan and run to the table, against the same ratings read by the test.
#[test]
fn a_real_campaign_is_resampled() {
    let Some(data) = needs::data() else { return };
    let (campaign, systems) = esa(&data);
    let path = data.join("raters/wmt23.esa-campaigns.en-de/ESA-1.ratings.tsv");
    let text = format!(
        "[experiment]\nname = \"esa\"\nseed = 5\n[corpora.esa.table]\npath = {path:?}\nsystem = \"system\"\nitem = \
         \"line\"\ncluster = \"doc\"\njudge = \"rater\"\njudgments = [\"score\"]\n[metrics.esa.human]\ncriterion = \
         \"score\"\n[studies.s]\ncorpora = [\"esa\"]\nsystems = {systems:?}\nmetrics = [\"esa\"]\ntest-sizes = {{ \
         fractions = [1.0] }}\nB = 200\n{BOTH}\n[studies.s.comparison]\n[studies.t]\ncorpora = [\"esa\"]\nsystems = \
         {systems:?}\nmetrics = [\"esa\"]\ntest-sizes = {{ fractions = [1.0] }}\nB = 200\nresample = \
         \"documents\"\n[studies.t.comparison]\n"
    );
    let (_, rows) = study::run(&text, None, |results| each_comparison(results).collect::<Vec<_>>());
    let (both, texts): (Vec<_>, Vec<_>) =
        rows.iter().partition::<Vec<_>, _>(|row| &*row.cell.study == "s");
    assert_eq!((both.len(), texts.len()), (78, 78));
    let ratings = campaign.ratings();
    let mut statuses: BTreeMap<&str, usize> = BTreeMap::new();
    for row in &both {
        let place = |name: &str| {
            u32::try_from(systems.iter().position(|own| own == name).unwrap()).unwrap()
        };
        let crossed = Crossed::difference(&ratings, place(&row.system_a), place(&row.system_b));
        let expected = TwoWay::jackknife(&crossed).unwrap();
        near(row.delta.unwrap(), expected.value);
        near(row.half_width.unwrap(), expected.margin(row.interval_level.unwrap()));
        *statuses.entry(row.cell.status.name()).or_default() += 1;
    }
    let different = |rows: &[&ComparisonRow]| {
        let differ = |row: &&&ComparisonRow| {
            matches!(row.verdict.map(|verdict| verdict.name()), Some("<" | ">"))
        };
        rows.iter().filter(differ).count()
    };
    let (with, without) = (different(&both), different(&texts));
    println!(
        "{with} of 78 pairs differ for new documents and judges, {without} for new documents: {statuses:?}"
    );
    assert!(with < without);
}
