//! Rules of studies: names that they use, and keys that need or exclude each other.

use super::study_rules::StudyContext;
use super::{judges, strata};
use crate::config::document::SpecDocument;
use crate::config::model::{MetricSpec, ResamplingUnit, Study, TestSizes};
use crate::config::problems::SpecProblems;
use crate::config::{MetricConfig, SpecPath, built_in};
use crate::diagnostic::closest;
use crate::metric::config::ScoreLevel;

/// All studies.
pub(super) fn check(document: &SpecDocument, problems: &mut SpecProblems<'_>) {
    for (name, study) in &document.studies.0 {
        let at = SpecPath::of(["studies", name]);
        check_corpora(document, study, &at, problems);
        let metrics = resolve_metrics(document, study, &at, problems);
        let context = StudyContext { study, at, metrics };
        check_of_documents(&context, problems);
        check_test_sets(&context, problems);
        strata::check(study, &context.at, &context.metrics, problems);
        judges::check(study, &context.at, &context.metrics, problems);
        for (key, options) in study.analyses.rules() {
            options.check(&context.at.then(key), &context, problems);
        }
    }
}

/// Reports a name that is not known, with the known ones.
fn unknown(
    what: &str,
    name: &str,
    known: &[&str],
    declare: &str,
    at: &SpecPath,
    problems: &mut SpecProblems<'_>,
) {
    let help = match closest(name, known.iter().copied()) {
        Some(meant) => format!("did you mean \"{meant}\"?"),
        None if known.is_empty() => format!("declare it in `{declare}`"),
        None => format!("declare it in `{declare}`, or use a known one: {}", known.join(", ")),
    };
    problems.error(at, format!("there is no {what} {name:?}"), help);
}

fn check_corpora(
    document: &SpecDocument,
    study: &Study,
    at: &SpecPath,
    problems: &mut SpecProblems<'_>,
) {
    let corpora: Vec<&str> = document.corpora.0.iter().map(|(name, _)| name.as_str()).collect();
    for (index, name) in study.corpora.iter().enumerate() {
        let is_damaged = problems.is_damaged(&SpecPath::of(["corpora", name]));
        if !corpora.contains(&name.as_str()) && !is_damaged {
            let at = at.then("corpora").then(index);
            unknown("corpus", name, &corpora, &format!("[corpora.{name}]"), &at, problems);
        }
    }
}

fn resolve_metrics(
    document: &SpecDocument,
    study: &Study,
    at: &SpecPath,
    problems: &mut SpecProblems<'_>,
) -> Vec<(SpecPath, MetricSpec)> {
    let mut used = Vec::new();
    for (index, name) in study.metrics.iter().enumerate() {
        let at = at.then("metrics").then(index);
        if problems.is_damaged(&SpecPath::of(["metrics", name])) {
            continue;
        }
        if let Some(metric) = document.metric(name) {
            used.push((at, metric));
            continue;
        }
        let declared = document.metrics.0.iter().map(|(known, _)| known.as_str());
        let metrics: Vec<&str> = declared.chain(built_in::NAMES).collect();
        unknown("metric", name, &metrics, &format!("[metrics.{name}.KIND]"), &at, problems);
    }
    used
}

/// What is scored on whole documents is no sum over segments, and has no score of part of one.
fn check_of_documents(context: &StudyContext<'_>, problems: &mut SpecProblems<'_>) {
    if context.study.samples.is_some() {
        for (metric_at, metric) in context.of_documents() {
            problems.error_beside(
                metric_at,
                (&context.at.then("samples"), "take documents apart"),
                format!("`{}` is scored on whole documents", metric.name),
                "use `test-sizes` and `orderings` for it, in a study of its own",
            );
        }
        return;
    }
    // Where nothing is written, documents are resampled for such a metric.
    if context.study.resampled_texts().is_none_or(|unit| unit == ResamplingUnit::Documents)
        || problems.is_damaged(&context.at.then("resample"))
        || problems.is_damaged(&SpecPath::of(["defaults", "resample"]))
    {
        return;
    }
    for (at, metric) in context.of_documents() {
        let other = match &metric.config {
            MetricConfig::External(config) if config.level == ScoreLevel::Document => {
                "take scores of segments, with `level = \"segment\"`"
            }
            MetricConfig::Given(_) => "take numbers of segments, with `level = \"segment\"`",
            _ => "declare a metric of kind `wnm` with `aggregation = \"segment\"`",
        };
        let name = &metric.name;
        problems.error(
            at,
            format!("`{name}` is scored on whole documents, so segments cannot be resampled"),
            format!("set `resample = \"documents\"` in this study, or {other}"),
        );
    }
}

/// Samples take the place of sizes and orderings, and exhaustive orderings that of sizes.
fn check_test_sets(context: &StudyContext<'_>, problems: &mut SpecProblems<'_>) {
    let samples = context.at.then("samples");
    for key in ["test-sizes", "orderings"] {
        problems.clash(
            &context.at.then(key),
            Some((&samples, "picks the test sets")),
            format!("`samples` takes the place of `{key}`"),
            format!("keep either `samples` or `{key}`"),
        );
    }
    if context.study.orderings.exhaustive && context.study.test_sizes != TestSizes::EachDocument {
        problems.clash(
            &context.at.then("test-sizes"),
            Some((&context.at.then("orderings").then("exhaustive"), "has every size")),
            "`exhaustive` visits sets of every size, so sizes cannot be chosen",
            "leave `test-sizes` out, or write `{ documents = \"each\" }`",
        );
    }
}
