//! What an analysis may say of a study that asks for it. Each says it where the analysis lies; nothing
//! here knows of any.

use crate::config::choices::ResamplingUnit;
use crate::config::metric_spec::MetricSpec;
use crate::config::problems::SpecProblems;
use crate::config::source::SpecPath;
use crate::config::study::Study;
use crate::diagnostic::closest;
use crate::metric::config::MetricConfig;

/// Options of an analysis, and what they have to do with other keys of the study. What they say of
/// themselves is checked by their types.
pub trait StudyRules {
    /// Reports keys that need or exclude each other; the options themselves stand `at` this place.
    fn check(&self, _at: &SpecPath, _context: &StudyContext<'_>, _problems: &mut SpecProblems<'_>) {
    }

    /// What must be resampled where the study does not say. Whole documents come before segments.
    fn needed_unit(&self) -> Option<ResamplingUnit> {
        None
    }

    /// Why it has no form where judges are resampled with the texts; `None` where it has one.
    fn no_form_for_judges(&self) -> Option<NoForm> {
        None
    }

    /// Why it has no form where resamples are drawn within strata; `None` where it has one.
    fn no_form_for_strata(&self) -> Option<NoForm> {
        None
    }

    /// Which metrics it correlates, where it does.
    fn correlates(&self) -> Option<CorrelatedMetrics<'_>> {
        None
    }

    /// With how many others it compares references, where it scores them like systems: `Some(None)` is all others.
    fn cross_references(&self) -> Option<Option<&[usize]>> {
        None
    }

    /// Whether it reads percentages of scores, which need a true zero.
    fn reads_percentages(&self) -> bool {
        false
    }

    /// Whether its table sums up the repeats, so that all others show the first alone.
    fn sums_up_repeats(&self) -> bool {
        false
    }
}

/// Which metrics of a study are correlated.
#[derive(Clone, Copy)]
pub struct CorrelatedMetrics<'a> {
    /// The names of those with which all others are; none where each is with each.
    pub against: Option<&'a [String]>,
    /// Whether two correlations with the same metric are compared.
    pub differences: bool,
}

/// Why an analysis cannot be computed as the study resamples, and the way out.
pub struct NoForm {
    pub(super) reason: &'static str,
    pub(super) help: &'static str,
}

impl NoForm {
    /// With the way out.
    pub fn new(reason: &'static str, help: &'static str) -> Self {
        Self { reason, help }
    }

    /// For judges: texts are resampled alone, in another study.
    pub fn for_judges(reason: &'static str) -> Self {
        Self::new(reason, "put it into a study with `resample = \"documents\"`")
    }

    /// For judges: sizes are planned by `design`.
    pub fn planned_by_design(reason: &'static str) -> Self {
        Self::new(
            reason,
            "ask for `[studies.NAME.design]`, which plans texts and judges together, or put it into a study with \
             `resample = \"documents\"`",
        )
    }
}

/// A study, its place, and its metrics with theirs; without those that are in error.
pub struct StudyContext<'a> {
    /// The study.
    pub study: &'a Study,
    /// Its place.
    pub at: SpecPath,
    /// Its metrics.
    pub metrics: Vec<(SpecPath, MetricSpec)>,
}

impl StudyContext<'_> {
    /// Its metrics, without those in error.
    pub fn metrics(&self) -> impl Iterator<Item = &MetricSpec> {
        self.metrics.iter().map(|(_, metric)| metric)
    }

    /// Metrics that are scored on whole documents.
    pub fn of_documents(&self) -> impl Iterator<Item = &(SpecPath, MetricSpec)> {
        self.metrics.iter().filter(|(_, metric)| metric.config.is_per_document())
    }

    /// Whether a metric or an analysis takes whole documents.
    pub fn needs_documents(&self) -> bool {
        self.of_documents().next().is_some() || self.study.needs(ResamplingUnit::Documents)
    }

    /// Metrics whose scores may be zero or negative: nothing is a percentage of them.
    pub fn without_ratio_scale(&self) -> impl Iterator<Item = &(SpecPath, MetricSpec)> {
        self.metrics.iter().filter(|(_, metric)| match &metric.config {
            MetricConfig::External(config) => !config.ratio_scale,
            MetricConfig::Human(config) => !config.has_true_zero(),
            MetricConfig::Given(config) => !config.has_true_zero(),
            _ => false,
        })
    }

    /// What may be said beside other ways out of a metric without a true zero.
    pub fn or_ratio_scale(metric: &MetricSpec) -> String {
        match metric.config {
            MetricConfig::External(_) => format!(
                ", or `ratio-scale = true` in [metrics.{}.external] if 0 means none of what it measures",
                metric.name
            ),
            _ => String::new(),
        }
    }

    /// Whether names of metrics can be looked up: where some are in error themselves, every other name
    /// might be wrong for that.
    pub fn knows_its_metrics(&self, problems: &SpecProblems<'_>) -> bool {
        !problems.is_damaged(&self.at.then("metrics"))
    }

    /// Reports a `name` that is no metric of the study; `help` is for one that is like none of them.
    pub fn check_metric(
        &self,
        name: &str,
        at: &SpecPath,
        help: &str,
        problems: &mut SpecProblems<'_>,
    ) {
        check_name(("metric", &self.study.metrics), name, at, help, problems);
    }

    /// Reports a `name` that is no corpus of the study; `help` is for one that is like none of them.
    pub fn check_corpus(
        &self,
        name: &str,
        at: &SpecPath,
        help: &str,
        problems: &mut SpecProblems<'_>,
    ) {
        if !problems.is_damaged(&self.at.then("corpora")) {
            check_name(("corpus", &self.study.corpora), name, at, help, problems);
        }
    }
}

/// Reports a `name` that is not one of those `known` to the study.
fn check_name(
    (what, known): (&str, &[String]),
    name: &str,
    at: &SpecPath,
    help: &str,
    problems: &mut SpecProblems<'_>,
) {
    if known.iter().any(|other| other == name) {
        return;
    }
    let help = match closest(name, known.iter().map(String::as_str)) {
        Some(meant) => format!("did you mean \"{meant}\"?"),
        None => help.to_owned(),
    };
    problems.error(at, format!("{name:?} is no {what} of this study"), help);
}
