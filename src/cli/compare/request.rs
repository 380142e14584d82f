//! What `runner compare` asks for, as a spec: so that it is planned and computed as any other.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::arguments::{CompareArguments, Like, TestOfDifference};
use super::data;
use crate::analyses::comparison::options::{Adjustment, Comparison, TestMethod};
use crate::analyses::intervals::options::{Compat, Intervals};
use crate::analyses::margin::options::{Margin, Wanted, WantedMargin};
use crate::analyses::power::options::Power;
use crate::cli::data::{Data, DataRequest, of_texts_alone};
use crate::cli::earlier::EarlierSystem;
use crate::cli::failure::Failure;
use crate::cli::rank::RankRequest;
use crate::cli::texts::{LEVEL, Texts, Unit};
use crate::config::metric_arguments;
use crate::config::model::{self, MetricConfig, MetricSpec, ResamplingUnit, Spec, Study};
use crate::diagnostic::{closest, meant};

/// Name of the experiment, its corpus and its study.
pub(super) const NAME: &str = "compare";

/// Resamples behind the deviations that sizes are planned from, and of sacreBLEU.
pub(super) const REPLICATES: u32 = 1000;
// The default of sacreBLEU, too (`--paired-ar-n`).
const TRIALS: u32 = 10_000;
pub(super) const DEFAULT_METRICS: [&str; 2] = ["bleu", "chrf"];

/// What is computed.
pub(super) struct CompareRequest {
    /// With one study, whose only test set is the whole corpus, or that of each of several.
    pub(super) spec: Spec,
    /// Names of the systems, the baseline first.
    pub(super) systems: Vec<String>,
    /// Wanted margins of error by metric.
    pub(super) wanted: BTreeMap<String, f64>,
    /// Whether it is known which segments make documents.
    pub(super) has_documents: bool,
    /// The system of an earlier release that takes the place of the baseline.
    pub(super) earlier: Option<EarlierSystem>,
    /// Whether it is of files of texts, which have no judges.
    pub(super) is_of_texts: bool,
    /// Whether means over several corpora are compared.
    pub(super) is_over_corpora: bool,
}

impl CompareRequest {
    /// Of data, which name their documents.
    pub(super) fn of_data(spec: Spec, systems: Vec<String>) -> Self {
        Self {
            spec,
            systems,
            wanted: BTreeMap::new(),
            has_documents: true,
            earlier: None,
            is_of_texts: false,
            is_over_corpora: false,
        }
    }
}

/// What is compared with what.
pub(super) enum Asked {
    /// Systems with a baseline.
    OfBaseline(Box<CompareRequest>),
    /// Each of several systems with each other.
    AllPairs(RankRequest),
}

/// Of data or of files of texts, whatever the paths are.
pub(super) fn request(arguments: &CompareArguments) -> Result<Asked, Failure> {
    let selection = &arguments.selection;
    let wanted = DataRequest {
        command: "compare",
        selection,
        texts: &arguments.texts,
        level: arguments.level,
        resample: arguments.resample,
        seed: arguments.seed.unwrap_or(1),
        // An earlier release is the second system.
        compares: arguments.against.is_none(),
        averages: selection.corpus.is_none(),
    };
    if let Some(data) = Data::recognise(&arguments.systems, &wanted)? {
        if arguments.against.is_some() {
            return Err(of_texts_alone("`--against`", &arguments.systems[0]));
        }
        return data::request(data, &wanted, arguments);
    }
    selection.check_for_texts()?;
    of_texts(arguments).map(|request| Asked::OfBaseline(Box::new(request)))
}

fn of_texts(arguments: &CompareArguments) -> Result<CompareRequest, Failure> {
    let least = if arguments.against.is_some() { 1 } else { 2 };
    let mut texts = Texts::new(&arguments.systems, least, &arguments.texts, &DEFAULT_METRICS)?;
    if arguments.like.is_some() && texts.has_scores() {
        let help = "leave `--scores` and `--command` out, or `--like`";
        return Err(Failure::refusal("sacreBLEU knows no scores of other programs", help));
    }
    check_twice(texts.files())?;
    let earlier = earlier(arguments, &mut texts)?;
    let systems = match &earlier {
        None => texts.selected(&arguments.selection.systems, arguments.baseline.as_deref())?,
        Some(earlier) => {
            let new = texts.selected(&arguments.selection.systems, None)?;
            std::iter::once(earlier.name.clone()).chain(new).collect()
        }
    };
    let metrics = &texts.metrics;
    let tested = if arguments.primary.is_some() { 1 } else { metrics.len() };
    let comparisons = (systems.len() - 1) * tested;
    check_trials(arguments, comparisons)?;
    let resample = if arguments.like.is_some() {
        if arguments.resample.is_some_and(|unit| unit != Unit::Segments) {
            let help = "leave `--resample documents` out, or `--like`";
            return Err(Failure::refusal("sacreBLEU resamples single segments", help));
        }
        Some(ResamplingUnit::Segments.into())
    } else {
        texts.unit(arguments.resample, true)?
    };
    let arguments = &checked(arguments, metrics)?;
    let study = Study {
        resample,
        replicates: vec![match arguments.like {
            Some(Like::Sacrebleu) => arguments.bootstrap.unwrap_or(REPLICATES),
            // Only its randomization is shown.
            Some(Like::SacrebleuAr) => 2,
            None => replicates(arguments, comparisons),
        }],
        level: arguments.level.unwrap_or(LEVEL),
        analyses: analyses(arguments, &systems[0], metrics, false),
        systems: Some(systems.clone()),
        ..texts.study(NAME)
    };
    let has_documents = arguments.texts.documents.is_some();
    let spec = texts.spec(study, arguments.seed.unwrap_or(1));
    Ok(CompareRequest {
        spec,
        systems,
        wanted: wanted(arguments),
        has_documents,
        earlier,
        is_of_texts: true,
        is_over_corpora: false,
    })
}

/// The system of `--against`. Of one that has scores alone, metrics of texts are left out unless they are named.
fn earlier(
    arguments: &CompareArguments,
    texts: &mut Texts,
) -> Result<Option<EarlierSystem>, Failure> {
    let Some(path) = &arguments.against else { return Ok(None) };
    let baseline = arguments.baseline.as_deref();
    let earlier = EarlierSystem::read(path, baseline, &texts.systems, &texts.metrics)?;
    let earlier = earlier.with_earlier_looks(arguments.earlier_looks);
    if !earlier.has_text() && !texts.metrics.iter().all(is_of_program) {
        if arguments.texts.metrics.is_given() {
            let message = format!("`{}` has scores alone, and no text to score", path.display());
            let help = "leave `--metrics` out, or name a folder that has the outputs";
            return Err(Failure::refusal(message, help));
        }
        texts.metrics.retain(is_of_program);
    }
    Ok(Some(earlier))
}

/// Whether a metric is of scores by another program.
fn is_of_program(metric: &MetricSpec) -> bool {
    matches!(metric.config, MetricConfig::External(_))
}

/// The arguments with the names that metrics have here, each of a metric that is there.
pub(super) fn checked(
    arguments: &CompareArguments,
    metrics: &[MetricSpec],
) -> Result<CompareArguments, Failure> {
    let names: Vec<&str> = metrics.iter().map(|metric| &*metric.name).collect();
    let arguments = with_names_of_metrics(arguments, &names);
    check_names("--margin", arguments.margin.iter().map(|margin| &*margin.metric), &names)?;
    check_names("--primary", arguments.primary.as_deref().into_iter(), &names)?;
    check_names("--wanted", arguments.wanted.iter().map(|wanted| &*wanted.metric), &names)?;
    check_percentages(&arguments, metrics)?;
    Ok(arguments)
}

/// Wanted margins of error by metric.
pub(super) fn wanted(arguments: &CompareArguments) -> BTreeMap<String, f64> {
    let wanted = arguments.wanted.iter();
    wanted.map(|wanted| (wanted.metric.clone(), wanted.value)).collect()
}

/// Resamples of a comparison that reproduces no other program.
pub(super) fn replicates(arguments: &CompareArguments, comparisons: usize) -> u32 {
    REPLICATES.max(enough_replicates(arguments, comparisons))
}

/// The analyses whose rows are shown. Where judges are resampled, no number of texts is planned.
pub(super) fn analyses(
    arguments: &CompareArguments,
    baseline: &str,
    metrics: &[MetricSpec],
    has_judges: bool,
) -> model::Asked {
    let baseline = Some(baseline.to_owned());
    if let Some(like) = arguments.like {
        let compat = Some(Compat::Sacrebleu);
        let is_randomized = like == Like::SacrebleuAr;
        let comparison = Comparison {
            baseline,
            compat,
            // sacreBLEU adjusts nothing.
            adjustment: Adjustment::None,
            // Of its two tests only one is shown.
            trials: if is_randomized { arguments.bootstrap.unwrap_or(TRIALS) } else { 1 },
            ..Comparison::default()
        };
        let intervals = Intervals { compat, ..Intervals::default() };
        let comparison = model::Asked::default().with(comparison);
        return if is_randomized { comparison } else { comparison.with(intervals) };
    }
    let level = arguments.level.unwrap_or(LEVEL);
    // Weights that depend on the whole test set rule out jackknife and randomization.
    let mut methods = vec![match arguments.test {
        TestOfDifference::JackknifeT => TestMethod::JackknifeT,
        TestOfDifference::Randomization => TestMethod::ApproximateRandomization,
    }];
    if metrics.iter().any(|metric| may_lack_sums(&metric.config)) {
        methods.push(TestMethod::DifferenceInterval);
    }
    let losses = arguments.margin.iter().map(|margin| (margin.metric.clone(), margin.loss));
    let losses: BTreeMap<String, WantedMargin> = losses.collect();
    let comparison = Comparison {
        methods,
        trials: arguments.bootstrap.unwrap_or(TRIALS),
        baseline,
        primary: arguments.primary.clone(),
        margin: (!losses.is_empty()).then_some(Wanted::Each(losses)),
        ..Comparison::default()
    };
    let asked =
        model::Asked::default().with(comparison).with(Margin { level, ..Margin::default() });
    if has_judges { asked } else { asked.with(Power { level, ..Power::default() }) }
}

fn may_lack_sums(config: &MetricConfig) -> bool {
    matches!(config, MetricConfig::Nist(_) | MetricConfig::Wnm(_))
}

/// No system is compared with itself.
pub(super) fn check_twice(files: &[PathBuf]) -> Result<(), Failure> {
    match (0..files.len()).find(|index| files[..*index].contains(&files[*index])) {
        Some(index) => Err(Failure::refusal(
            format!("`{}` is named twice", files[index].display()),
            "name each system once, the baseline first",
        )),
        None => Ok(()),
    }
}

/// Enough random exchanges for a significant p-value, the smallest of which is 1/(B + 1).
fn check_trials(arguments: &CompareArguments, comparisons: usize) -> Result<(), Failure> {
    let Some(trials) = arguments.bootstrap.filter(|_| arguments.like.is_none()) else {
        return Ok(());
    };
    if arguments.test != TestOfDifference::Randomization {
        return Err(Failure::refusal(
            "--bootstrap: the test of the difference exchanges and resamples nothing",
            "leave it out, or add `--test randomization`",
        ));
    }
    let level = arguments.level.unwrap_or(LEVEL);
    // The smallest p-value of `B` trials is 1 / (B + 1): the observed value counts, too.
    let enough = enough_times(1.0, comparisons, level) - 1.0;
    if f64::from(trials) >= enough {
        return Ok(());
    }
    let message = format!(
        "--bootstrap {trials} is too small for any difference to be significant at level {level}"
    );
    Err(Failure::refusal(message, format!("take {enough} or more")))
}

/// How many times 1 - level, after Holm's adjustment, fits into `times`, rounded up.
fn enough_times(times: f64, comparisons: usize, level: f64) -> f64 {
    crate::value::whole_up(times * comparisons as f64 / (1.0 - level))
}

/// Resamples with which an interval of a difference can be significant.
fn enough_replicates(arguments: &CompareArguments, comparisons: usize) -> u32 {
    // Two tails: each is to hold at least one resample.
    let enough = enough_times(2.0, comparisons, arguments.level.unwrap_or(LEVEL));
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "capped")]
    // No spec may ask for more than ten million replicates.
    let enough = enough.clamp(1.0, 1e7) as u32;
    enough
}

/// The arguments with the names that the metrics have here, where they are written as in papers.
fn with_names_of_metrics(arguments: &CompareArguments, metrics: &[&str]) -> CompareArguments {
    let mut arguments = arguments.clone();
    let margins = arguments.margin.iter_mut().map(|margin| &mut margin.metric);
    let wanted = arguments.wanted.iter_mut().map(|wanted| &mut wanted.metric);
    for name in margins.chain(wanted).chain(&mut arguments.primary) {
        if let Some(metric) = same_metric(name, metrics) {
            metric.clone_into(name);
        }
    }
    arguments
}

/// The one of `metrics` that `name` stands for.
fn same_metric<'a>(name: &str, metrics: &[&'a str]) -> Option<&'a str> {
    let here = metric_arguments::name_here(name);
    let same = metrics.iter().find(|metric| **metric == name);
    // An exact name goes first: names of two scores may differ in nothing but capitals.
    let same = same.or_else(|| metrics.iter().find(|metric| metric.eq_ignore_ascii_case(name)));
    let same = same.or_else(|| metrics.iter().find(|metric| here.as_deref() == Some(**metric)));
    same.copied().or_else(|| match meant(name, metrics.iter().copied())[..] {
        [only] => Some(only),
        _ => None,
    })
}

/// Each name is that of a metric, and stands there once.
fn check_names<'a>(
    option: &str,
    names: impl Iterator<Item = &'a str>,
    metrics: &[&str],
) -> Result<(), Failure> {
    let mut seen: Vec<&str> = Vec::new();
    for name in names {
        if !metrics.contains(&name) {
            let help = match closest(name, metrics.iter().copied()) {
                Some(meant) => format!("did you mean `{meant}`?"),
                None if metrics.is_empty() => "name its scores with `--scores`".to_owned(),
                None => format!("the metrics are {}", metrics.join(", ")),
            };
            let message = format!("{option}: systems are not compared by `{name}`");
            return Err(Failure::refusal(message, help));
        }
        if seen.contains(&name) {
            let message = format!("{option} names `{name}` twice");
            return Err(Failure::refusal(message, "leave one of them out"));
        }
        seen.push(name);
    }
    Ok(())
}

/// A percentage is of a quantity, which scores of other programs need not be.
fn check_percentages(arguments: &CompareArguments, metrics: &[MetricSpec]) -> Result<(), Failure> {
    let mut relative = arguments.margin.iter().filter(|margin| margin.is_relative());
    let on_scores = relative.find(|margin| {
        let mut named = metrics.iter().filter(|metric| metric.name == margin.metric);
        named.any(|metric| matches!(metric.config, MetricConfig::External(_)))
    });
    match on_scores {
        Some(margin) => Err(Failure::refusal(
            format!("--margin: `{}` has no true zero that a percentage could be of", margin.metric),
            format!("write the loss in the unit of the scores, as `{}=0.01`", margin.metric),
        )),
        None => Ok(()),
    }
}
