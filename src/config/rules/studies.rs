//! Rules of studies: names that they use, and keys that need or exclude each other.

use super::strata;
use crate::config::built_in;
use crate::config::document::SpecDocument;
use crate::config::model::{
    Correlation, Deviation, MetricConfig, MetricSpec, Over, ResamplingUnit, Study, TestSizes,
    Truth, Wanted, WantedMargin,
};
use crate::config::problems::SpecProblems;
use crate::config::source::SpecPath;
use crate::diagnostic::closest;
use crate::metric::config::ScoreLevel;

/// A study, its place, and its metrics with theirs; without those that are in error.
struct Context<'a> {
    study: &'a Study,
    at: SpecPath,
    metrics: Vec<(SpecPath, MetricSpec)>,
}

/// All studies.
pub(super) fn check(document: &SpecDocument, problems: &mut SpecProblems<'_>) {
    for (name, study) in &document.studies.0 {
        let at = SpecPath::of(["studies", name]);
        check_corpora(document, study, &at, problems);
        let metrics = resolve_metrics(document, study, &at, problems);
        let context = Context { study, at, metrics };
        context.check_of_documents(problems);
        context.check_ratio_scale(problems);
        context.check_test_sets(problems);
        context.check_compat(problems);
        context.check_margin(problems);
        context.check_correlation(problems);
        context.check_coverage(problems);
        strata::check(study, &context.at, &context.metrics, problems);
        if study.derivations.stability.is_some() && study.repeats < 2 {
            problems.key_error(
                &context.at.then("stability"),
                "one repeat says nothing about how much intervals change",
                "set `repeats` to 2 or more in this study; 100 give a first impression",
            );
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
    let known: Vec<&str> = document.corpora.0.iter().map(|(name, _)| name.as_str()).collect();
    for (index, name) in study.corpora.iter().enumerate() {
        let is_damaged = problems.damage.is_at(&SpecPath::of(["corpora", name]));
        if !known.contains(&name.as_str()) && !is_damaged {
            let at = at.then("corpora").then(index);
            unknown("corpus", name, &known, &format!("[corpora.{name}]"), &at, problems);
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
        if problems.damage.is_at(&SpecPath::of(["metrics", name])) {
            continue;
        }
        if let Some(metric) = document.metric(name) {
            used.push((at, metric));
            continue;
        }
        let declared = document.metrics.0.iter().map(|(known, _)| known.as_str());
        let known: Vec<&str> = declared.chain(built_in::NAMES).collect();
        unknown("metric", name, &known, &format!("[metrics.{name}.KIND]"), &at, problems);
    }
    used
}

impl Context<'_> {
    fn of_documents(&self) -> impl Iterator<Item = &(SpecPath, MetricSpec)> {
        self.metrics.iter().filter(|(_, metric)| metric.config.is_per_document())
    }

    /// Whether a metric is scored on whole documents, or scores of documents are correlated.
    fn needs_documents(&self) -> bool {
        let correlation = &self.study.derivations.correlation;
        let over_documents = |options: &Correlation| options.over == Over::Documents;
        self.of_documents().next().is_some() || correlation.as_ref().is_some_and(over_documents)
    }

    /// What is scored on whole documents is no sum over segments, and has no score of part of one.
    fn check_of_documents(&self, problems: &mut SpecProblems<'_>) {
        if self.study.samples.is_some() {
            for (metric_at, metric) in self.of_documents() {
                problems.error_beside(
                    metric_at,
                    (&self.at.then("samples"), "take documents apart"),
                    format!("`{}` is scored on whole documents", metric.name),
                    "use `test-sizes` and `orderings` for it, in a study of its own",
                );
            }
            return;
        }
        // Where nothing is written, documents are resampled for such a metric.
        if self.study.resample.is_none_or(|unit| unit == ResamplingUnit::Documents)
            || problems.damage.is_at(&self.at.then("resample"))
            || problems.damage.is_at(&SpecPath::of(["defaults", "resample"]))
        {
            return;
        }
        for (at, metric) in self.of_documents() {
            let other = match &metric.config {
                MetricConfig::External(config) if config.level == ScoreLevel::Document => {
                    "take scores of segments, with `level = \"segment\"`"
                }
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

    /// A deviation in percent of the mean needs a mean that is a quantity.
    fn check_ratio_scale(&self, problems: &mut SpecProblems<'_>) {
        let Some(options) = &self.study.minimal_size else { return };
        if options.deviation == Deviation::Absolute {
            return;
        }
        let at = self.at.then("minimal-size");
        for (metric_at, metric) in &self.metrics {
            let MetricConfig::External(config) = &metric.config else { continue };
            if config.ratio_scale {
                continue;
            }
            problems.error_beside(
                &at.then("deviation"),
                (metric_at, "may be zero or negative"),
                format!(
                    "a relative deviation is a percentage of the mean, and `{}` has no true zero to \
                     measure it from",
                    metric.name
                ),
                format!(
                    "set `deviation = \"absolute\"` in [{at}], or `ratio-scale = true` in \
                     [metrics.{}.external] if 0 means none of what it measures",
                    metric.name
                ),
            );
        }
    }

    /// Wanted margins are of metrics of the study; a relative one needs a score that is a quantity.
    fn check_margin(&self, problems: &mut SpecProblems<'_>) {
        let options = self.study.derivations.margin.as_ref();
        let Some(wanted) = options.and_then(|options| options.wanted.as_ref()) else { return };
        let at = self.at.then("margin").then("wanted");
        let of_metric = |name: &str| match wanted {
            Wanted::All(margin) => Some((at.clone(), *margin)),
            Wanted::Each(margins) => Some((at.then(name), *margins.get(name)?)),
        };
        for (metric_at, metric) in &self.metrics {
            let MetricConfig::External(config) = &metric.config else { continue };
            let Some((at, WantedMargin::Relative(_))) = of_metric(&metric.name) else { continue };
            if !config.ratio_scale {
                let name = &metric.name;
                problems.error_beside(
                    &at,
                    (metric_at, "may be zero or negative"),
                    format!(
                        "a relative margin is a percentage of the score, and `{name}` has no true zero \
                         to measure it from"
                    ),
                    format!(
                        "write a number in the unit of `{name}`, or `ratio-scale = true` in \
                         [metrics.{name}.external] if 0 means none of what it measures"
                    ),
                );
            }
        }
        // Where metrics are in error themselves, every name might be wrong for that.
        let Wanted::Each(margins) = wanted else { return };
        if problems.damage.is_at(&self.at.then("metrics")) {
            return;
        }
        let metrics = &self.study.metrics;
        for name in margins.keys().filter(|name| !metrics.contains(name)) {
            let help = match closest(name, metrics.iter().map(String::as_str)) {
                Some(meant) => format!("did you mean \"{meant}\"?"),
                None => "add it to the `metrics` of the study, or leave it out here".to_owned(),
            };
            problems.error(
                &at.then(name.as_str()),
                format!("{name:?} is no metric of this study"),
                help,
            );
        }
    }

    /// Samples take the place of sizes and orderings, and exhaustive orderings that of sizes.
    fn check_test_sets(&self, problems: &mut SpecProblems<'_>) {
        let samples = self.at.then("samples");
        for key in ["test-sizes", "orderings"] {
            problems.clash(
                &self.at.then(key),
                Some((&samples, "picks the test sets")),
                format!("`samples` takes the place of `{key}`"),
                format!("keep either `samples` or `{key}`"),
            );
        }
        problems.clash(
            &self.at.then("minimal-size"),
            Some((&samples, "has no sizes in documents")),
            "minimal sizes are read off test sets that grow document by document, which samples do not",
            "ask for them in a study with `orderings` in place of `samples`",
        );
        if self.study.orderings.exhaustive && self.study.test_sizes != TestSizes::EachDocument {
            problems.clash(
                &self.at.then("test-sizes"),
                Some((&self.at.then("orderings").then("exhaustive"), "has every size")),
                "`exhaustive` visits sets of every size, so sizes cannot be chosen",
                "leave `test-sizes` out, or write `{ documents = \"each\" }`",
            );
        }
    }

    /// A program that is reproduced brings its own choices along.
    fn check_compat(&self, problems: &mut SpecProblems<'_>) {
        let derivations = &self.study.derivations;
        let intervals = derivations.intervals.as_ref().and_then(|options| options.compat);
        let comparison = derivations.comparison.as_ref().and_then(|options| options.compat);
        let chosen = [
            ("intervals", intervals, ["methods", "level"]),
            ("comparison", comparison, ["methods", "ties"]),
        ];
        for (derivation, compat, keys) in chosen {
            if compat.is_none() {
                continue;
            }
            let at = self.at.then(derivation);
            for key in keys {
                problems.clash(
                    &at.then(key),
                    Some((&at.then("compat"), "brings its own")),
                    format!("`{key}` cannot be chosen together with `compat`"),
                    format!("keep either `compat` or `{key}`"),
                );
            }
            match self.study.resample {
                Some(ResamplingUnit::Segments) => {}
                Some(_) => problems.error(
                    &at.then("compat"),
                    "sacreBLEU draws segments, and this study does not",
                    "set `resample = \"segments\"` in this study, or name `methods` in place of `compat`",
                ),
                None if self.needs_documents() => problems.error(
                    &at.then("compat"),
                    "sacreBLEU draws segments, and another key of this study needs whole documents",
                    "move `compat` to a study of its own, or name `methods` in its place",
                ),
                None => {}
            }
        }
    }

    fn check_correlation(&self, problems: &mut SpecProblems<'_>) {
        let Some(options) = &self.study.derivations.correlation else { return };
        let at = self.at.then("correlation");
        if options.over == Over::Segments {
            for (metric_at, metric) in self.of_documents() {
                problems.error_beside(
                    &at.then("over"),
                    (metric_at, "scores whole documents"),
                    format!("`{}` has no scores of segments", metric.name),
                    "write `over = \"documents\"` with `resample = \"documents\"`, or leave the metric out",
                );
            }
        }
        let draws_others = |unit| unit != ResamplingUnit::Documents;
        if options.over == Over::Documents && self.study.resample.is_some_and(draws_others) {
            problems.error(
                &at.then("over"),
                "scores of documents are correlated, and this study draws segments, which would make each \
                 of them noisier than it is",
                "set `resample = \"documents\"` in this study",
            );
        }
        let metrics = &self.study.metrics;
        // Where metrics are in error themselves, every name might be wrong for that.
        if problems.damage.is_at(&self.at.then("metrics")) {
            return;
        }
        if metrics.len() == 1 {
            problems.error(
                &at,
                "metrics are correlated with each other, and this study has one",
                "name at least two `metrics` in the study",
            );
        }
        for (index, name) in options.against.iter().flatten().enumerate() {
            if !metrics.contains(name) {
                let help = match closest(name, metrics.iter().map(String::as_str)) {
                    Some(meant) => format!("did you mean \"{meant}\"?"),
                    None => "add it to the `metrics` of the study".to_owned(),
                };
                let at = at.then("against").then(index);
                problems.error(&at, format!("{name:?} is no metric of this study"), help);
            }
        }
    }

    fn check_coverage(&self, problems: &mut SpecProblems<'_>) {
        let Some(options) = &self.study.derivations.coverage else { return };
        let at = self.at.then("coverage");
        if problems.written.at(&self.at.then("samples")).is_none() {
            problems.error(
                &at,
                "coverage is counted over samples, and this study has none",
                "add `samples = { sampling = \"broad\", segments = [100, 300] }`",
            );
        }
        if options.truth != Truth::Generator && !problems.damage.is_at(&at.then("truth")) {
            problems.clash(
                &at.then("trials"),
                None,
                "`trials` are fresh corpora of a generator, and the truth is the corpus",
                "leave it out (`count` of `samples` is the number of samples), or write \
                 `truth = \"generator\"`",
            );
        }
    }
}
