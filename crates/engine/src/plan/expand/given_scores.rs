//! Problems of metrics that read what a corpus holds: judgments of people, and scores of other programs.

use crate::config::model::Study;
use crate::corpus::model::Corpus;
use crate::metric::config::{HumanConfig, MetricConfig, ScoreLevel};
use crate::plan::{PlanProblem, external_scores};

pub(crate) fn check_criteria(
    study: &Study,
    corpus: &Corpus,
    human: &HumanConfig,
    problems: &mut Vec<PlanProblem>,
) {
    let criteria: Vec<&str> = corpus.judgments.keys().map(String::as_str).collect();
    let owner = format!("corpus `{}`", corpus.name);
    for criterion in &human.criteria {
        let Some(by_system) = corpus.judgments.get(criterion) else {
            let (key, what) = (["metrics"], "judgments on the criterion");
            problems.push(PlanProblem::unknown(
                &study.name,
                &key,
                what,
                criterion,
                &owner,
                &criteria,
            ));
            continue;
        };
        let judgments = by_system.values().flat_map(|judgments| judgments.judges.iter().flatten());
        if !human.has_true_zero() {
            let what = format!("z-scores of judges on `{criterion}` have no true zero");
            problems.extend(no_percentages(study, &what));
        } else if judgments.flatten().any(|value| *value < 0.0) {
            let what = format!("judgments on `{criterion}` in {owner} are negative");
            problems.extend(no_percentages(study, &what));
        }
    }
}

/// The problem of a study that wants deviations in percent of a mean that has no true zero.
fn no_percentages(study: &Study, what: &str) -> Option<PlanProblem> {
    let (key, _) = study.analyses.rules().find(|(_, rules)| rules.reads_percentages())?;
    let message = format!("{what}, and percentages of their mean say nothing");
    let help = "write `deviation = \"absolute\"`; then `epsilon` is in the unit of the judgments"
        .to_owned();
    Some(PlanProblem::of_study(&study.name, &[key], message, help))
}

pub(crate) fn check_scores(
    study: &Study,
    corpus: &Corpus,
    config: &MetricConfig,
    problems: &mut Vec<PlanProblem>,
) {
    let Some((level, names)) = config.scores_of_corpus() else { return };
    for name in &names {
        check_score(study, corpus, (name.as_str(), level), problems);
    }
}

fn check_score(
    study: &Study,
    corpus: &Corpus,
    (name, level): (&str, ScoreLevel),
    problems: &mut Vec<PlanProblem>,
) {
    let scores = external_scores(corpus, level);
    let owner = format!("corpus `{}`", corpus.name);
    let key = ["metrics"];
    let Some(by_system) = scores.get(name) else {
        let (what, here, there, other, word) = match level {
            ScoreLevel::Segment => {
                ("external score", "segments", "documents", ScoreLevel::Document, "document")
            }
            ScoreLevel::Document => {
                let what = "external score of documents";
                (what, "documents", "segments", ScoreLevel::Segment, "segment")
            }
        };
        problems.push(if external_scores(corpus, other).contains_key(name) {
            let message = format!("{owner} has no external score `{name}` of {here}");
            let help = format!("it has one of {there}: write `level = \"{word}\"`");
            PlanProblem::of_study(&study.name, &key, message, help)
        } else {
            let names: Vec<&str> = scores.keys().map(String::as_str).collect();
            PlanProblem::unknown(&study.name, &key, what, name, &owner, &names)
        });
        return;
    };
    if by_system.values().flatten().flatten().any(|value| *value < 0.0) {
        let what = format!("scores of `{name}` in {owner} are negative");
        problems.extend(no_percentages(study, &what));
    }
}

/// A metric that needs names of judges on a corpus without them.
pub(crate) fn check_names(
    study: &Study,
    metric: &str,
    human: &HumanConfig,
    systems: &[String],
    corpus: &Corpus,
    problems: &mut Vec<PlanProblem>,
) {
    let is_adjusted = !human.judge_scores.is_raw();
    let have_effects = human.adjustment().is_some_and(|adjustment| adjustment.judges);
    if !study.resamples_judges() && !is_adjusted && !have_effects {
        return;
    }
    for criterion in &human.criteria {
        let Some(by_system) = corpus.judgments.get(criterion) else { continue };
        let names = corpus.judge_names.get(criterion);
        // Means of judges are taken over all that they rated.
        let mut read = by_system.keys().filter(|system| is_adjusted || systems.contains(system));
        let Some(system) =
            read.find(|system| !names.is_some_and(|names| names.contains_key(*system)))
        else {
            continue;
        };
        let of = match names {
            Some(_) => format!("who judged `{system}` on criterion `{criterion}`"),
            None => format!("the judges of criterion `{criterion}`"),
        };
        let message = format!("corpus `{}` does not name {of}", corpus.name);
        let read =
            "read them with the judgments (`judge = \"COLUMN\"` of a table; docs/formats.md)";
        let (key, help): (&[&str], String) = if study.resamples_judges() {
            (&["resample"], format!("{read}, or resample texts alone: `resample = \"documents\"`"))
        } else if have_effects {
            (
                &["metrics"],
                format!("{read}, or set `estimate = \"adjusted\"` in [metrics.{metric}.human]"),
            )
        } else {
            (
                &["metrics"],
                format!("{read}, or set `judge-scores = \"raw\"` in [metrics.{metric}.human]"),
            )
        };
        problems.push(PlanProblem::of_study(&study.name, key, message, help));
    }
}

/// What a study does with a metric that has no form where segments of the corpus have weights.
pub(crate) fn check_weights(
    study: &Study,
    metric: &str,
    config: &MetricConfig,
    corpus: &Corpus,
    problems: &mut Vec<PlanProblem>,
) {
    if corpus.weights.is_none() {
        return;
    }
    let owner = format!("segments of corpus `{}` have weights", corpus.name);
    let mut refuse = |key: &str, why: String, help: &str| {
        let message = format!("{owner}, and {why}");
        problems.push(PlanProblem::of_study(&study.name, &[key], message, help.to_owned()));
    };
    let leave_out = "leave the metric out, or leave `weights` out of the corpus";
    if config.adjustment().is_some()
        || matches!(config, MetricConfig::Human(human) if !human.judge_scores.is_raw())
    {
        refuse(
            "metrics",
            format!("scores of `{metric}` are adjusted, which knows no weights"),
            leave_out,
        );
    } else if config.is_per_document() {
        refuse("metrics", format!("`{metric}` scores whole documents"), leave_out);
    } else if !matches!(config, MetricConfig::Human(_) | MetricConfig::External(_)) {
        let why = format!("`{metric}` adds up counts over texts, which knows no weights");
        refuse("metrics", why, "take judgments, or segment scores of a metric; leave this one out");
    }
    if study.resamples_judges() {
        let help = "resample texts alone: `resample = \"documents\"`";
        refuse("resample", "judges are resampled, which knows no weights".to_owned(), help);
    }
    if study.strata.is_some() {
        let why = "each stratum has its own weight already".to_owned();
        refuse("strata", why, "leave `strata` out, or leave `weights` out of the corpus");
    }
}
