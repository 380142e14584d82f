//! Studies whose scores are adjusted for the segments that systems have: on complete data those of means, else those of
//! least squares, with the standard errors of fits without each document, and what is refused.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeMap;
use std::sync::Arc;

use runner::analyses::{
    ComparisonRow, MarginRow, Results, ScoreRow, each_comparison, each_correlation, each_margin,
    scores,
};
use runner::corpus::model::{Corpus, JudgeNames};
use runner::plan::PlanProblem;
use runner::stats::correlation::pearson;
use runner::stats::least_squares_means::{LeastSquaresMeans, Observation};
use runner::stats::special::student_t_quantile;

use crate::support::study;

const SYSTEMS: [&str; 4] = ["A", "B", "C", "D"];
const LENGTHS: [usize; 16] = [2, 3, 1, 2, 3, 1, 2, 2, 1, 3, 2, 2, 3, 1, 2, 3];
const SEGMENTS: u32 = 33;

fn spec(estimate: &str, more: &str) -> String {
    format!(
        r#"
[experiment]
name = "x"
seed = 1
df = "units"

[corpora.c.plain]
references = ["ref"]
systems = ["sys"]

[metrics.esa.human]
criterion = "adequacy"
{estimate}

[studies.s]
corpora = ["c"]
metrics = ["esa"]
resample = "documents"
B = 200
test-sizes = {{ fractions = [1.0] }}
{more}
"#
    )
}

const ADJUSTED: &str = "estimate = \"adjusted\"";
const JUDGES: &str = "estimate = \"adjusted-judges\"";
const PAIRS: &str = "[studies.s.comparison]\nadjustment = \"none\"\nmethods = [\"jackknife-t\", \"approximate-randomization\"]\n\
                     [studies.s.margin]\nwanted = 4.0\n";

fn document(segment: u32) -> u32 {
    let ends = LENGTHS.iter().scan(0, |end, length| {
        *end += u32::try_from(*length).unwrap();
        Some(*end)
    });
    u32::try_from(ends.take_while(|end| *end <= segment).count()).unwrap()
}

/// Scores that look random, with hard documents.
fn score(system: u32, segment: u32) -> f64 {
    let noise = f64::from((37 * segment + 11 * system + 5 * segment * system) % 23);
    60.0 + f64::from(system) - f64::from(document(segment) * 7 % 30) + noise
}

/// Whether a system was judged: half of the documents, which differ by system, or all.
fn is_judged(complete: bool, system: u32, segment: u32) -> bool {
    complete || (document(segment) * 5 + 3 * system) % 8 < 4
}

fn judge(system: u32, segment: u32) -> u32 {
    (document(segment) + 2 * system + segment % 2) % 3
}

fn corpus(complete: bool) -> Corpus {
    let systems = (0..).zip(SYSTEMS).map(|(system, name)| {
        let judged = |segment: u32| is_judged(complete, system, segment);
        let of_segment = |segment| judged(segment).then(|| score(system, segment));
        (name, (0..SEGMENTS).map(of_segment).collect())
    });
    let mut corpus = study::judged(&LENGTHS, &systems.collect::<Vec<_>>());
    let names = (0..).zip(SYSTEMS).map(|(system, name)| {
        let name_of = |segment| Some(Arc::from(format!("judge {}", judge(system, segment))));
        let names: JudgeNames = vec![(0..SEGMENTS).map(name_of).collect()];
        (name.to_owned(), names)
    });
    corpus.judge_names.insert("adequacy".to_owned(), names.collect());
    corpus
}

/// Observations of the segments for which `keep` holds.
fn observations(judges: bool, keep: impl Fn(u32) -> bool) -> Vec<Vec<Observation>> {
    let of_segment = |segment: u32| {
        let judged = (0..4).filter(|system| is_judged(false, *system, segment));
        let observation = |system: u32| Observation {
            system,
            judge: judges.then(|| judge(system, segment)),
            score: score(system, segment),
            weight: 1.0,
        };
        judged.map(observation).collect()
    };
    (0..SEGMENTS).filter(|segment| keep(*segment)).map(of_segment).collect()
}

fn fitted(judges: bool, keep: impl Fn(u32) -> bool) -> Vec<f64> {
    let items = observations(judges, keep);
    let items: Vec<&[Observation]> = items.iter().map(Vec::as_slice).collect();
    let fit = LeastSquaresMeans::new(&items, 4, if judges { 3 } else { 0 }).unwrap();
    (0..4).map(|system| fit.score(system).unwrap()).collect()
}

type Rows = (Vec<ScoreRow>, Vec<ComparisonRow>, Vec<MarginRow>);

fn read(results: &Results<'_>) -> Rows {
    let comparisons = each_comparison(results).collect();
    (scores(results), comparisons, each_margin(results).collect())
}

#[track_caller]
fn near(found: Option<f64>, expected: Option<f64>) {
    let (found, expected) = (found.unwrap(), expected.unwrap());
    assert!((found - expected).abs() < 2e-8 * (1.0 + expected.abs()), "{found} is not {expected}");
}

/// Where every system was judged on every segment, nothing changes but the last digits.
#[test]
fn complete_judgments_have_means() {
    let of = |estimate: &str| study::run(&spec(estimate, PAIRS), Some(vec![corpus(true)]), read).1;
    let ((scores, comparisons, margins), adjusted) = (of(""), of(ADJUSTED));
    assert_eq!((scores.len(), comparisons.len(), margins.len()), (4, 12, 4));
    for (adjusted, plain) in adjusted.0.iter().zip(&scores) {
        near(adjusted.score, plain.score);
        near(adjusted.mean, plain.mean);
        near(adjusted.stdev, plain.stdev);
        near(adjusted.half_width, plain.half_width);
        assert!(adjusted.signature.contains("|estimate:adjusted|"), "{}", adjusted.signature);
        assert!(adjusted.signature.ends_with("|systems:4"), "{}", adjusted.signature);
    }
    for (adjusted, plain) in adjusted.1.iter().zip(&comparisons) {
        near(adjusted.delta, plain.delta);
        near(adjusted.p_value, plain.p_value);
    }
    for (adjusted, plain) in adjusted.2.iter().zip(&margins) {
        near(adjusted.standard_error, plain.standard_error);
        near(adjusted.required_units, plain.required_units);
    }
}

/// Scores are those of least squares, and standard errors those of the jackknife with every document left out of a new fit that
/// changes the difference.
#[test]
fn unequal_judgments_have_least_squares_and_refits() {
    for (estimate, judges) in [(ADJUSTED, false), (JUDGES, true)] {
        let text = spec(estimate, PAIRS);
        let (scores, comparisons, _) = study::run(&text, Some(vec![corpus(false)]), read).1;
        let whole = fitted(judges, |_| true);
        for (row, expected) in scores.iter().zip(&whole) {
            near(row.score, Some(*expected));
            assert_eq!(row.cell.status.name(), "ok");
            // What any system has counts for all.
            assert_eq!(row.cell.judged_segments, Some(33));
        }
        let left_out = 0..u32::try_from(LENGTHS.len()).unwrap();
        let without: Vec<Vec<f64>> = left_out
            .map(|left_out| fitted(judges, |segment| document(segment) != left_out))
            .collect();
        for row in comparisons.iter().filter(|row| row.method.name() == "jackknife-t") {
            let [a, b] = [&row.system_a, &row.system_b]
                .map(|name| SYSTEMS.iter().position(|own| **own == **name).unwrap());
            near(row.delta, Some(whole[a] - whole[b]));
            let differences = without.iter().map(|own| own[a] - own[b]);
            let informs = |own: &f64| (own - whole[a] + whole[b]).abs() > 1e-9;
            let differences: Vec<f64> = differences.filter(informs).collect();
            let n = differences.len() as f64;
            let mean = differences.iter().sum::<f64>() / n;
            let squares = differences.iter().map(|own| (own - mean) * (own - mean)).sum::<f64>();
            let error = ((n - 1.0) / n * squares).sqrt();
            let quantile = student_t_quantile(0.975, n - 1.0).unwrap();
            near(row.half_width, Some(quantile * error));
            assert_eq!(row.cell.judged_documents, u32::try_from(differences.len()).ok());
        }
        assert!(comparisons.iter().all(|row| row.p_value.is_some()));
    }
}

/// Every test set is fitted by itself; a system that has no judgment on it has no score, and says why.
#[test]
fn test_sets_are_fitted_by_themselves() {
    let more = "[studies.s.comparison]\n";
    let text = spec(ADJUSTED, more).replace("fractions = [1.0]", "documents = [1, 10, 16]");
    let rows = study::run(&text, Some(vec![corpus(false)]), scores).1;
    let of_size = |documents: u32| -> Vec<&ScoreRow> {
        rows.iter().filter(|row| row.cell.documents == documents).collect()
    };
    // The first document was judged for all but the third system.
    let found: Vec<(bool, &str)> =
        of_size(1).iter().map(|row| (row.score.is_some(), row.cell.status.name())).collect();
    let (there, none) = ((true, "one-unit"), (false, "unconnected"));
    assert_eq!(found, [there, there, none, there]);
    let expected = fitted(false, |segment| document(segment) < 10);
    let found = of_size(10);
    assert_eq!(found.len(), 4);
    for (row, expected) in found.iter().zip(expected) {
        near(row.score, Some(expected));
    }
}

/// Each stratum is fitted by itself, and adds to the score by its weight.
#[test]
fn strata_are_fitted_by_themselves() {
    let mut corpus = corpus(false);
    for (index, document) in corpus.documents.iter_mut().enumerate() {
        document.domain = Some(if index % 2 == 0 { "news" } else { "speech" }.to_owned());
    }
    let more = "strata = { by = \"domain\", weights = \"equal\" }\n[studies.s.comparison]\n";
    let rows = study::run(&spec(ADJUSTED, more), Some(vec![corpus]), scores).1;
    let of = |remainder: u32| fitted(false, |segment| document(segment) % 2 == remainder);
    for (row, (news, speech)) in rows.iter().zip(of(0).into_iter().zip(of(1))) {
        near(row.score, Some(0.5 * news + 0.5 * speech));
        assert!(row.half_width.is_some());
    }
}

/// Adjusted scores of systems correlate with those of a metric on all segments: what they are adjusted for does not
/// have to be the same segments of each.
#[test]
fn adjusted_scores_are_correlated() {
    let found = |estimate: &str, complete: bool| {
        let mut corpus = corpus(complete);
        let of_system = |(system, name): (u32, &str)| {
            let one = |segment| Some(score(system, segment) + f64::from(system * segment % 3));
            (name.to_owned(), (0..SEGMENTS).map(one).collect())
        };
        corpus.external.insert("comet".to_owned(), (0..).zip(SYSTEMS).map(of_system).collect());
        let text = spec(estimate, "[studies.s.correlation]\n")
            .replace("[\"esa\"]", "[\"esa\", \"comet\"]")
            + "[metrics.comet.external]\nscore = \"comet\"\n";
        let read = |results: &Results<'_>| {
            (scores(results), each_correlation(results).collect::<Vec<_>>())
        };
        study::run(&text, Some(vec![corpus]), read).1
    };
    for estimate in [ADJUSTED, JUDGES] {
        for complete in [true, false] {
            let (scores, rows) = found(estimate, complete);
            assert_eq!((scores.len(), rows.len()), (8, 2), "{estimate} {complete}");
            let row = rows.iter().find(|row| row.kind.name() == "pearson").unwrap();
            assert_eq!((row.cell.status.name(), row.n), ("ok", Some(4)), "{estimate} {complete}");
            let all: Vec<f64> = scores.iter().map(|row| row.score.unwrap()).collect();
            near(row.coefficient, pearson(&all[..4], &all[4..]).ok());
            assert!(row.ci_lower.is_some(), "{row:?}");
        }
    }
}

/// External scores of segments, and of documents: a document is then the item.
#[test]
fn external_scores_are_adjusted() {
    let mut corpus = corpus(false);
    let columns = |count: u32, is_there: &dyn Fn(u32, u32) -> bool| -> BTreeMap<_, Vec<_>> {
        let of_system = |(system, name): (u32, &str)| {
            let one = |item| is_there(system, item).then(|| score(system, item));
            (name.to_owned(), (0..count).map(one).collect())
        };
        (0..).zip(SYSTEMS).map(of_system).collect()
    };
    let of_segments = columns(SEGMENTS, &|system, segment| is_judged(false, system, segment));
    corpus.external.insert("comet".to_owned(), of_segments);
    let is_there = |system: u32, item: u32| (item * 5 + 3 * system) % 8 < 4;
    corpus.external_documents.insert("whole".to_owned(), columns(16, &is_there));
    let text = spec(ADJUSTED, "").replace("[\"esa\"]", "[\"esa\", \"comet\", \"whole\"]")
        + "[metrics.comet.external]\nscore = \"comet\"\nestimate = \"adjusted\"\n\
           [metrics.whole.external]\nscore = \"whole\"\nlevel = \"document\"\nestimate = \"adjusted\"\n";
    let rows = study::run(&text, Some(vec![corpus]), scores).1;
    assert_eq!(rows.len(), 12);
    for (judged, scored) in rows[..4].iter().zip(&rows[4..8]) {
        near(scored.score, judged.score);
        near(scored.half_width, judged.half_width);
    }
    let items: Vec<Vec<Observation>> = (0..16)
        .map(|item| {
            let judged = (0..4).filter(|system| is_there(*system, item));
            let one = |system| Observation {
                system,
                judge: None,
                score: score(system, item),
                weight: 1.0,
            };
            judged.map(one).collect()
        })
        .collect();
    let items: Vec<&[Observation]> = items.iter().map(Vec::as_slice).collect();
    let fit = LeastSquaresMeans::new(&items, 4, 0).unwrap();
    for (system, row) in rows[8..].iter().enumerate() {
        near(row.score, fit.score(system));
    }
}

/// A score belongs to the systems that it was adjusted together with, and to nothing else.
#[test]
fn keys_follow_the_systems_and_their_judgments() {
    let keys = |text: &str, corpus: Corpus| {
        let plan = study::plan(text, Some(vec![corpus])).unwrap();
        let of_a = |scorings: &[usize]| {
            scorings.iter().all(|own| plan.corpora[0].scorings[*own].system == "A")
        };
        let tasks = plan.jobs.iter().flat_map(|job| &job.tasks);
        let own = tasks.filter(|task| of_a(&task.scorings));
        own.map(|task| plan.key(task)).collect::<Vec<_>>()
    };
    let text = spec(ADJUSTED, "");
    let all = keys(&text, corpus(false));
    assert!(!all.is_empty());
    assert_eq!(all, keys(&text, corpus(false)));
    let fewer = text.replace("[studies.s]", "[studies.s]\nsystems = [\"A\", \"B\", \"C\"]");
    let named = text.replace("[studies.s]", "[studies.s]\nsystems = [\"D\", \"A\", \"C\", \"B\"]");
    assert_ne!(all, keys(&fewer, corpus(false)));
    assert_eq!(all, keys(&named, corpus(false)));
    let mut other = corpus(false);
    let of_b = other.judgments.get_mut("adequacy").unwrap().get_mut("B").unwrap();
    let first = of_b.judges[0].iter_mut().flatten().next().unwrap();
    *first += 1.0;
    assert_ne!(all, keys(&text, other));
    // Judges matter only where they have effects.
    let mut renamed = corpus(false);
    for name in &mut renamed.judge_names.get_mut("adequacy").unwrap().get_mut("B").unwrap()[0] {
        *name = Some(Arc::from("judge 0"));
    }
    let judges = spec(JUDGES, "");
    assert_ne!(keys(&judges, corpus(false)), keys(&judges, renamed));
}

fn problems(text: &str, corpus: Corpus) -> Vec<PlanProblem> {
    study::plan(text, Some(vec![corpus])).err().unwrap_or_default()
}

#[test]
fn systems_that_nothing_compares_are_named() {
    let mut apart = corpus(true);
    let by_system = apart.judgments.get_mut("adequacy").unwrap();
    for (name, judgments) in by_system.iter_mut() {
        let keep = usize::from(["A", "C"].contains(&name.as_str()));
        let scores = judgments.judges[0].iter_mut().enumerate();
        scores.filter(|(segment, _)| segment % 2 != keep).for_each(|(_, score)| *score = None);
    }
    let found = problems(&spec(ADJUSTED, ""), apart.clone());
    assert_eq!(found.len(), 1);
    assert_eq!(
        found[0].message,
        "nothing compares the systems of metric `esa` in corpus `c`: they fall into 2 groups that share no segment: \
         A, C | B, D"
    );
    assert!(found[0].help.contains("one study for each"), "{}", found[0].help);
    // A judge of its own for each system.
    let mut confounded = corpus(true);
    for (name, names) in confounded.judge_names.get_mut("adequacy").unwrap().iter_mut() {
        names[0].iter_mut().for_each(|judge| *judge = Some(Arc::from(format!("judge of {name}"))));
    }
    assert!(problems(&spec(ADJUSTED, ""), confounded.clone()).is_empty());
    let found = problems(&spec(JUDGES, ""), confounded);
    assert!(
        found[0].message.ends_with(
            "4 groups that share no segment and no judge that would tell them apart: A | B | C | D"
        ),
        "{}",
        found[0].message
    );
    assert!(found[0].help.contains("`estimate = \"adjusted\"`"), "{}", found[0].help);
    // Judges without names.
    let mut nameless = corpus(true);
    nameless.judge_names.clear();
    let found = problems(&spec(JUDGES, ""), nameless);
    assert_eq!(found[0].message, "corpus `c` does not name the judges of criterion `adequacy`");
    assert!(found[0].help.contains("`estimate = \"adjusted\"`"), "{}", found[0].help);
}
