//! Degenerate pairs: null with a reason, never a number that was not measured.

use runner::analyses::ComparisonRow;
use runner::corpus::model::NamedTexts;

use super::support::{all, find, judged, plan, run, texts};

const ALL_METHODS: &str = "[studies.s.comparison]\nmethods = [\"paired-bootstrap\", \
    \"difference-interval\", \"centred-bootstrap\", \"approximate-randomization\", \
    \"exact-randomization\"]\ntrials = 500\n";

fn compare(
    study: &str,
    lengths: &[usize],
    systems: &[(&str, Vec<Option<f64>>)],
) -> Vec<ComparisonRow> {
    let study = format!("metrics = [\"adequacy\"]\n{study}\n{ALL_METHODS}");
    let rows = run(&study, judged(lengths, systems)).comparisons;
    for row in &rows {
        let numbers = [row.delta, row.win_rate, row.p_value, row.p_error, row.p_adjusted];
        assert!(numbers.iter().flatten().all(|number| number.is_finite()), "{row:?}");
        // Random exchanges of few units have a p-value, which can never be significant.
        let is_hopeless = row.cell.status.name() == "too-few-units"
            && row.method.name().ends_with("randomization");
        assert!(!is_hopeless || row.verdict.is_none(), "{row:?}");
        assert_eq!(row.p_value.is_some(), row.cell.status.name() == "ok" || is_hopeless, "{row:?}");
        assert!(row.verdict.is_some() || row.cell.status.name() != "ok", "{row:?}");
    }
    rows
}

fn statuses(rows: &[ComparisonRow]) -> Vec<&str> {
    rows.iter().map(|row| row.cell.status.name()).collect()
}

fn verdicts(rows: &[ComparisonRow]) -> Vec<Option<&str>> {
    rows.iter().map(|row| row.verdict.map(|verdict| verdict.name())).collect()
}

#[test]
fn identical_systems_are_called_identical() {
    let a = all(&[1.0, 5.0, 3.0, 4.0, 2.0, 5.0]);
    let b = all(&[1.0, 2.0, 3.0, 4.0, 3.0, 1.0]);
    let rows = compare("", &[2, 4], &[("a", a.clone()), ("copy", a), ("b", b)]);
    assert_eq!(rows.len(), 15);
    let rows: Vec<ComparisonRow> =
        rows.into_iter().filter(|row| &*row.system_a == "a" && &*row.system_b == "copy").collect();
    assert_eq!(verdicts(&rows), [Some("identical"); 5]);
    // There is no interval of a difference that does not vary.
    assert_eq!(statuses(&rows), ["ok", "no-variation", "ok", "ok", "ok"]);
    assert_eq!(rows[0].win_rate, Some(0.0));
    for row in &rows {
        assert_eq!((row.delta, row.p_adjusted, row.family), (Some(0.0), None, 2));
        assert!(row.p_value.is_none_or(|p| p >= 1.0));
    }
}

#[test]
fn one_segment_one_document_and_constant_differences() {
    let rows = compare("", &[1], &[("a", all(&[3.0])), ("b", all(&[2.0]))]);
    assert_eq!(statuses(&rows), ["one-unit"; 5]);
    assert!(rows.iter().all(|row| row.delta == Some(1.0)));
    assert_eq!(verdicts(&rows), [None; 5]);
    let systems = [("a", all(&[3.0, 4.0, 1.0])), ("b", all(&[2.0, 2.0, 1.0]))];
    assert_eq!(statuses(&compare("resample = \"documents\"", &[3], &systems)), ["one-unit"; 5]);
    // Always better by .1: as often as one likes, but nothing is known of how that varies.
    let worse = [0.2, 1.3, 2.6, 0.7, 1.1, 3.0];
    let systems =
        [("a", all(&worse.map(|x: f64| (10.0 * x + 1.0).round() / 10.0))), ("b", all(&worse))];
    let rows = compare("", &[6], &systems);
    assert_eq!(statuses(&rows), ["ok", "no-variation", "no-variation", "ok", "ok"]);
    assert_eq!((rows[0].win_rate, rows[0].p_value), (Some(1.0), Some(0.0)));
    assert_eq!(rows[4].p_value, Some(2.0 / 64.0));
    // A tail without a replicate holds no end.
    let a = all(&[3.0, 4.0, 1.0, 2.0, 2.0, 2.0]);
    let systems = [("a", a), ("b", all(&[2.0, 2.0, 5.0, 2.0, 3.0, 1.0]))];
    let rows = compare("B = 10", &[6], &systems);
    assert_eq!(statuses(&rows), ["ok", "too-few-replicates", "ok", "ok", "ok"]);
}

/// Below six units no exact test reaches 5 %, and the bootstrap has no p; what else it says is shown.
#[test]
fn few_units_have_no_bootstrap_test() {
    let a = [3.0, 4.0, 1.0, 2.0, 2.0, 2.0];
    let b = [2.0, 2.0, 0.5, 1.0, 1.5, 1.5];
    let few = compare("", &[5], &[("a", all(&a[..5])), ("b", all(&b[..5]))]);
    let reason = "too-few-units";
    assert_eq!(statuses(&few), [reason; 5]);
    assert_eq!(verdicts(&few), [None; 5]);
    // Exchanges have a p-value, 2/32, which is the smallest possible one.
    assert_eq!(few[4].p_value, Some(0.0625));
    assert!(few.iter().all(|row| row.delta.is_some()));
    assert!(few[..3].iter().all(|row| (row.family, row.trials, row.p_error) == (0, None, None)));
    assert_eq!(few[0].win_rate, Some(1.0));
    assert!(few[1].ci_lower.unwrap() > 0.0 && few[1].ci_upper > few[1].ci_lower);
    let enough = compare("", &[6], &[("a", all(&a)), ("b", all(&b))]);
    assert_eq!(statuses(&enough), ["ok"; 5]);
    assert_eq!(verdicts(&enough)[..3], [Some(">"); 3]);
    // Eight units at 99 %, and four at 80 %.
    let of_level = |level: &str| {
        let systems = [("a", all(&a)), ("b", all(&b))];
        statuses(&compare(&format!("B = 2000\nlevel = {level}"), &[6], &systems))
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
    };
    assert_eq!(of_level("0.99")[..3], [reason; 3]);
    assert_eq!(of_level("0.8")[..3], ["ok"; 3]);
    // Documents are the units where documents are drawn.
    let documents = "resample = \"documents\"";
    let rows = compare(documents, &[3, 3], &[("a", all(&a)), ("b", all(&b))]);
    assert_eq!(statuses(&rows), [reason; 5]);
}

/// Nine systems are 36 pairs, and 36 times 2/1001 is .07.
#[test]
fn too_few_replicates_for_so_many_pairs() {
    let systems: Vec<(String, Vec<Option<f64>>)> = (0..9)
        .map(|system| {
            let values: Vec<f64> = (0..12)
                .map(|i| f64::from(20 * system) + f64::from(i * (system + 2) % 11))
                .collect();
            (format!("s{system}"), all(&values))
        })
        .collect();
    let systems: Vec<(&str, Vec<Option<f64>>)> =
        systems.iter().map(|(name, values)| (name.as_str(), values.clone())).collect();
    let study = |rest: &str| format!("metrics = [\"adequacy\"]\n{rest}");
    let problems = |rest: &str| -> Vec<(String, String)> {
        let found = plan(&study(rest), judged(&[12], &systems)).err().unwrap_or_default();
        found.into_iter().map(|problem| (problem.message, problem.help)).collect()
    };
    let bootstrapped = "[studies.s.comparison]\nmethods = [\"difference-interval\"]\n";
    let found = problems(&format!("B = [100, 1000]\n{bootstrapped}"));
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(
        found[0].0,
        "study `s` makes 36 comparisons with `B = 1000`: after Holm's adjustment the smallest p-value is \
         above 0.050, so that no difference could be significant"
    );
    assert!(found[0].1.starts_with("set `B = 1440` or more"), "{}", found[0].1);
    let randomized = "[studies.s.comparison]\nmethods = [\"approximate-randomization\"]\n";
    let found = problems(&format!("{randomized}trials = 718\n"));
    assert!(found[0].1.starts_with("set `trials = 720` or more"), "{found:?}");
    for enough in [
        &format!("B = [100, 1439]\n{bootstrapped}"),
        &format!("B = 1000\n{bootstrapped}baseline = \"s0\"\n"),
        &format!("B = 1000\n{bootstrapped}adjustment = \"none\"\n"),
        &format!("B = 1000\n{bootstrapped}adjustment = \"benjamini-hochberg\"\n"),
        // The default draws nothing.
        "B = 10\n[studies.s.comparison]\n",
        "B = 1000\n[studies.s.comparison]\nmethods = [\"paired-bootstrap\"]\n",
        "B = 1000\n[studies.s.comparison]\nmethods = [\"centred-bootstrap\"]\n",
        &format!("{randomized}trials = 719\n"),
    ] {
        assert_eq!(problems(enough), [], "{enough}");
    }
    // All systems are far apart. A hundred replicates cannot say so, 1,439 can.
    let rows = run(&study(&format!("B = [100, 1439]\n{bootstrapped}")), judged(&[12], &systems));
    for row in &rows.comparisons {
        let found =
            (row.cell.status.name(), row.verdict.map(|verdict| verdict.name()), row.p_value);
        let expected = match row.cell.replicates {
            100 => ("too-few-replicates", None, Some(2.0 / 101.0)),
            _ => ("ok", Some("<"), Some(2.0 / 1440.0)),
        };
        assert_eq!(found, expected, "{row:?}");
    }
    assert_eq!(rows.comparisons.len(), 72);
}

#[test]
fn many_units_cannot_be_enumerated() {
    let a: Vec<f64> = (0..21).map(|i| f64::from(i % 7)).collect();
    let b: Vec<f64> = a.iter().map(|x| x + 1.0).collect();
    let rows = compare("", &[21], &[("a", all(&a)), ("b", all(&b))]);
    assert_eq!(rows[4].cell.status.name(), "too-many-units");
    assert_eq!((rows[4].p_value, rows[4].verdict.map(|verdict| verdict.name())), (None, None));
    assert_eq!(rows[3].verdict.map(|verdict| verdict.name()), Some("<"));
    // Only units that differ count.
    let mut nearly = a.clone();
    nearly[3] += 1.0;
    let rows = compare("", &[21], &[("a", all(&a)), ("nearly", all(&nearly))]);
    assert_eq!((rows[4].cell.status.name(), rows[4].p_value), ("ok", Some(1.0)));
}

/// Under the common mask and their own both are compared where both are judged; resamples of their own are of other segments.
#[test]
fn missing_judgments() {
    let a = vec![Some(3.0), None, Some(5.0), Some(4.0), Some(1.0)];
    let b = vec![Some(2.0), Some(4.0), Some(1.0), None, Some(2.0)];
    let systems = [("a", a), ("b", b), ("unjudged", vec![None; 5])];
    let rows = compare("systems = [\"a\", \"b\"]", &[5], &systems);
    assert_eq!(statuses(&rows), ["too-few-units"; 5]);
    // Segments 0, 2, 4: differences 1, 4, -1; of all eight signs, six reach 4 in size.
    assert!(rows.iter().all(|row| (row.delta.unwrap() - 4.0 / 3.0).abs() < 1e-12));
    assert!(rows.iter().all(|row| row.cell.judged_segments == Some(3)));
    assert_eq!(rows[4].p_value, Some(0.75));
    let rows = compare("systems = [\"a\", \"b\"]\nmask = \"own\"", &[5], &systems);
    let different = "different-segments";
    assert_eq!(
        statuses(&rows),
        [different, different, different, "too-few-units", "too-few-units"]
    );
    assert!((rows[4].delta.unwrap() - 4.0 / 3.0).abs() < 1e-12 && rows[4].p_value == Some(0.75));
    assert!(rows.iter().all(|row| row.verdict.is_none()));
    let rows = compare("systems = [\"a\", \"b\"]\nmask = \"all\"", &[5], &systems);
    assert_eq!(statuses(&rows), ["missing-judgments"; 5]);
    let rows = compare("", &[5], &systems);
    let of_unjudged: Vec<ComparisonRow> =
        rows.into_iter().filter(|row| &*row.system_b == "unjudged").collect();
    assert_eq!(statuses(&of_unjudged), ["no-data"; 10]);
}

/// NIST with information made anew for each resample does not follow from sums, so that outputs
/// cannot be exchanged by their statistics; its replicates can be compared.
#[test]
fn scores_that_do_not_follow_from_sums() {
    let study = format!(
        "metrics = [\"anew\"]\nB = 200\n{ALL_METHODS}[metrics.anew.nist]\n\
         information = \"recomputed\"\n"
    );
    let rows = run(&study, texts()).comparisons;
    assert_eq!(statuses(&rows), ["ok", "ok", "ok", "not-additive", "not-additive"]);
    let study = "metrics = [\"anew\"]\nB = 200\ncomparison = { compat = \"sacrebleu\" }\n\
                 power = {}\n[metrics.anew.nist]\ninformation = \"recomputed\"\n";
    let rows = run(study, texts());
    assert_eq!(statuses(&rows.comparisons), ["not-additive"; 2]);
    assert!(rows.power.iter().all(|row| row.stdev.unwrap() > 0.0));
}

/// Lower is better for error rates, and `>` says better.
#[test]
fn verdicts_follow_the_direction() {
    let study = format!("metrics = [\"ter\", \"chrf\"]\n{ALL_METHODS}baseline = \"A\"\n");
    let rows = run(&study, texts()).comparisons;
    assert_eq!(rows.len(), 10);
    for row in &rows {
        assert_eq!([&*row.system_a, &*row.system_b], ["B", "A"]);
        let higher = row.delta.unwrap() > 0.0;
        assert_eq!(higher, &*row.cell.metric == "ter", "TER 31.8 and 24.8, chrF 64.6 and 71.0");
        if let Some(verdict) = row.verdict.map(|verdict| verdict.name()) {
            assert_eq!(verdict, "<", "{row:?}");
        }
    }
    let win_rates: Vec<f64> = rows.iter().filter_map(|row| row.win_rate).collect();
    assert!(win_rates.iter().all(|rate| *rate < 0.05), "{win_rates:?}");
}

#[test]
fn one_copy_among_texts() {
    let mut corpus = texts();
    let copy = NamedTexts { name: "copy".to_owned(), ..corpus.systems[1].clone() };
    corpus.systems.push(copy);
    let study = format!("metrics = [\"bleu\", \"nist\", \"ter\", \"gtm\"]\n{ALL_METHODS}");
    let rows = run(&study, corpus).comparisons;
    for row in &rows {
        let same = [&*row.system_a, &*row.system_b] == ["B", "copy"];
        assert_eq!(row.verdict.map(|verdict| verdict.name()) == Some("identical"), same, "{row:?}");
    }
    assert_eq!(find(&rows[..15], ["A", "B"], "centred-bootstrap").family, 8);
}

#[test]
fn what_keeps_a_study_from_comparing() {
    let problem = |study: &str| {
        let systems = [("a", all(&[1.0, 2.0])), ("best", all(&[3.0, 2.0]))];
        let study = format!("metrics = [\"adequacy\"]\n{study}");
        let problems = plan(&study, judged(&[2], &systems)).unwrap_err();
        assert_eq!(problems.len(), 1, "{problems:?}");
        (problems[0].message.clone(), problems[0].help.clone())
    };
    let (message, help) = problem("comparison = { baseline = \"bets\" }");
    assert_eq!(message, "study `s` has no system `bets`");
    assert_eq!(help, "did you mean `best`?");
    let (message, _) = problem("systems = [\"a\"]\npower = {}");
    assert_eq!(message, "corpus `c` has one system to compare");
    let mut corpus = texts();
    corpus.systems.push(NamedTexts { name: "C".to_owned(), ..corpus.systems[0].clone() });
    let study = "metrics = [\"ter\"]\nsystems = [\"A\", \"C\"]\ncomparison = { baseline = \"B\" }";
    let problems = plan(study, corpus).unwrap_err();
    assert_eq!(problems[0].message, "study `s` does not score its baseline `B`");
}
