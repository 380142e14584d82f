//! Derivations.

use crate::diagnostic::closest;
use crate::spec::document::{
    AgreementTable, ComparisonTable, CorrelationTable, CoverageTable, DeviationWord, FunctionWord,
    IntervalsTable, MinimalSizeTable, OneOrMany, OverWord, PowerTable, StudyTable, TruthWord,
};
use crate::spec::model::{
    Deviation, MetricConfig, MetricSpec, MinimalSize, Over, RegressionFunction, ResamplingUnit,
    Study,
};
use crate::spec::source::SpecPath;

use super::{Findings, values};

/// Fewest draws whose deviation says anything: its own error is 16 % of it.
const FEWEST_DRAWS: i64 = 20;

/// The options of minimal sizes, where they are wanted. `at` is the study.
pub(super) fn minimal_size(
    table: Option<&MinimalSizeTable>,
    at: &SpecPath,
    findings: &mut Findings<'_>,
) -> Option<MinimalSize> {
    let table = table?;
    let at = at.then("minimal-size");
    let mut positive = |value: Option<f64>, key| {
        value.map(|value| values::positive(value, &at.then(key), findings))
    };
    let tangent_at = positive(table.tangent_at, "tangent-at").unwrap_or(1.0);
    let epsilon = positive(table.epsilon, "epsilon");
    let target_half_width = positive(table.target_half_width, "target-half-width");
    let functions = match &table.functions {
        None => vec![RegressionFunction::Power, RegressionFunction::Cubic],
        Some(words) => {
            list_of_words(Some(words), &at.then("functions"), findings);
            words.iter().map(|word| function(*word)).collect()
        }
    };
    let deviation = match table.deviation {
        None | Some(DeviationWord::Relative) => Deviation::Relative,
        Some(DeviationWord::Absolute) => Deviation::Absolute,
    };
    let interval_draws = table.interval_draws.map_or(200, |draws| {
        let least = if draws == 0 { 0 } else { FEWEST_DRAWS };
        let range = (least, values::MOST);
        values::count::<u32>(draws, range, &at.then("interval-draws"), findings)
    });
    // The paper's slope is in percentage points; no number serves every metric's own unit.
    let epsilon = epsilon.or((deviation == Deviation::Relative).then_some(0.01));
    Some(MinimalSize {
        functions,
        tangent_at,
        epsilon,
        deviation,
        target_half_width,
        interval_draws,
    })
}

fn function(word: FunctionWord) -> RegressionFunction {
    match word {
        FunctionWord::Power => RegressionFunction::Power,
        FunctionWord::Cubic => RegressionFunction::Cubic,
    }
}

/// Everything that only checks. `used` are the metrics of the study that could be resolved.
pub(super) fn check(
    table: &StudyTable,
    used: &[(SpecPath, MetricSpec)],
    at: &SpecPath,
    findings: &mut Findings<'_>,
) {
    if let Some(minimal_size) = &table.minimal_size {
        check_ratio_scale(minimal_size, used, &at.then("minimal-size"), findings);
    }
    if let Some(table) = &table.intervals {
        intervals(table, &at.then("intervals"), findings);
    }
    if let Some(comparison) = &table.comparison {
        check_comparison(comparison, &at.then("comparison"), findings);
    }
    if let Some(ranking) = &table.ranking {
        let at = at.then("ranking");
        if let Some(probability) = ranking.probability {
            values::share(probability, &at.then("probability"), findings);
        }
        if let Some(tolerance) = ranking.distance_tolerance {
            values::positive(tolerance, &at.then("distance-tolerance"), findings);
        }
    }
    if let Some(correlation) = &table.correlation {
        check_correlation(correlation, table, used, &at.then("correlation"), findings);
    }
    if let Some(coverage) = &table.coverage {
        check_coverage(coverage, table, &at.then("coverage"), findings);
    }
    if let Some(stability) = &table.stability {
        let at = at.then("stability");
        list_of_words(stability.methods.as_ref(), &at.then("methods"), findings);
    }
    if let Some(power) = &table.power {
        check_power(power, &at.then("power"), findings);
    }
    if let Some(representativeness) = &table.representativeness {
        let at = at.then("representativeness");
        let coefficients = representativeness.coefficients.as_ref();
        list_of_words(coefficients, &at.then("coefficients"), findings);
        if let Some(threshold) = representativeness.threshold
            && !(threshold > 0.0 && threshold <= 1.0)
        {
            let message = "`threshold` is not above 0 and at most 1";
            findings.error(&at.then("threshold"), message, "write a number such as 0.95");
        }
    }
    if let Some(agreement) = &table.agreement {
        check_agreement(agreement, &at.then("agreement"), findings);
    }
    if let Some(counts) = table.cross_reference.as_ref().and_then(|cross| cross.counts.as_ref()) {
        let at = at.then("cross-reference").then("counts");
        values::counts::<u32>(counts, values::MOST, &at, findings);
    }
}

/// What derivations ask of the bootstrap, be it of the study or of `[defaults]`.
pub(super) fn check_bootstrap(study: &Study, at: &SpecPath, findings: &mut Findings<'_>) {
    let intervals = study.derivations.intervals.as_ref().and_then(|intervals| intervals.compat);
    let comparison = study.derivations.comparison.as_ref().and_then(|options| options.compat);
    for (key, compat) in [("intervals", intervals), ("comparison", comparison)] {
        if compat.is_none() || study.resample == ResamplingUnit::Segments {
            continue;
        }
        findings.error(
            &at.then(key).then("compat"),
            "sacreBLEU draws segments, and this study does not",
            "set `resample = \"segments\"` in this study, or name `methods` in place of `compat`",
        );
    }
    let over = study.derivations.correlation.as_ref().map(|correlation| correlation.over);
    if over == Some(Over::Documents) && study.resample != ResamplingUnit::Documents {
        findings.error(
            &at.then("correlation").then("over"),
            "scores of documents are correlated, and this study draws segments, which would make each \
             of them noisier than it is",
            "set `resample = \"documents\"` in this study",
        );
    }
    if study.derivations.stability.is_some() && study.repeats < 2 {
        findings.key_error(
            &at.then("stability"),
            "one repeat says nothing about how much intervals change",
            "set `repeats` to 2 or more in this study; 100 give a first impression",
        );
    }
}

/// A deviation in percent of the mean needs a mean that is a quantity.
fn check_ratio_scale(
    table: &MinimalSizeTable,
    used: &[(SpecPath, MetricSpec)],
    at: &SpecPath,
    findings: &mut Findings<'_>,
) {
    let key = at.then("deviation");
    if table.deviation == Some(DeviationWord::Absolute) || findings.damage.is_at(&key) {
        return;
    }
    for (metric_at, metric) in used {
        let MetricConfig::External(config) = &metric.config else { continue };
        if config.ratio_scale {
            continue;
        }
        findings.error_beside(
            &key,
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

fn intervals(table: &IntervalsTable, at: &SpecPath, findings: &mut Findings<'_>) {
    list_of_words(table.methods.as_ref(), &at.then("methods"), findings);
    levels(table.level.as_ref(), at, findings);
    if table.compat.is_some() {
        fixed_by_compat(at, "methods", table.methods.is_some(), findings);
        fixed_by_compat(at, "level", table.level.is_some(), findings);
    }
}

fn check_comparison(table: &ComparisonTable, at: &SpecPath, findings: &mut Findings<'_>) {
    list_of_words(table.methods.as_ref(), &at.then("methods"), findings);
    trials(table.trials, at, findings);
    if let Some(baseline) = &table.baseline {
        values::text(baseline, &at.then("baseline"), findings);
    }
    if table.compat.is_some() {
        fixed_by_compat(at, "methods", table.methods.is_some(), findings);
        fixed_by_compat(at, "ties", table.ties.is_some(), findings);
    }
}

fn check_coverage(
    table: &CoverageTable,
    study: &StudyTable,
    at: &SpecPath,
    findings: &mut Findings<'_>,
) {
    list_of_words(table.methods.as_ref(), &at.then("methods"), findings);
    levels(table.level.as_ref(), at, findings);
    if study.samples.is_none() {
        findings.error(
            at,
            "coverage is counted over samples, and this study has none",
            "add `samples = { sampling = \"broad\", segments = [100, 300] }`",
        );
    }
    let Some(trials) = table.trials else { return };
    values::count::<u32>(trials, (2, values::MOST), &at.then("trials"), findings);
    if table.truth != Some(TruthWord::Generator) && !findings.damage.is_at(&at.then("truth")) {
        findings.error(
            &at.then("trials"),
            "`trials` are fresh corpora of a generator, and the truth is the corpus",
            "leave it out (`count` of `samples` is the number of samples), or write \
             `truth = \"generator\"`",
        );
    }
}

fn fixed_by_compat(at: &SpecPath, key: &str, is_there: bool, findings: &mut Findings<'_>) {
    if is_there {
        findings.error_beside(
            &at.then(key),
            (&at.then("compat"), "brings its own"),
            format!("`{key}` cannot be chosen together with `compat`"),
            format!("keep either `compat` or `{key}`"),
        );
    }
}

fn check_correlation(
    table: &CorrelationTable,
    study: &StudyTable,
    used: &[(SpecPath, MetricSpec)],
    at: &SpecPath,
    findings: &mut Findings<'_>,
) {
    list_of_words(table.coefficients.as_ref(), &at.then("coefficients"), findings);
    if table.over == Some(OverWord::Segments) {
        for (metric_at, metric) in used.iter().filter(|(_, used)| used.config.is_per_document()) {
            findings.error_beside(
                &at.then("over"),
                (metric_at, "scores whole documents"),
                format!("`{}` has no scores of segments", metric.name),
                "write `over = \"documents\"` with `resample = \"documents\"`, or leave the metric out",
            );
        }
    }
    if let [_] = study.metrics.as_deref().unwrap_or_default() {
        findings.error(
            at,
            "metrics are correlated with each other, and this study has one",
            "name at least two `metrics` in the study",
        );
    }
    let Some(against) = &table.against else { return };
    let at = at.then("against");
    values::texts(against, false, &at, findings);
    // Without metrics, which is reported elsewhere, every name would be wrong.
    let Some(metrics) = &study.metrics else { return };
    for (index, name) in against.iter().enumerate() {
        if !metrics.contains(name) && !name.is_empty() {
            let help = match closest(name, metrics.iter().map(String::as_str)) {
                Some(meant) => format!("did you mean \"{meant}\"?"),
                None => "add it to the `metrics` of the study".to_owned(),
            };
            findings.error(&at.then(index), format!("{name:?} is no metric of this study"), help);
        }
    }
}

fn check_power(table: &PowerTable, at: &SpecPath, findings: &mut Findings<'_>) {
    if let Some(effects) = &table.effects {
        values::numbers(effects, values::positive, &at.then("effects"), findings);
    }
    for (key, value) in [("power", table.power), ("level", table.level)] {
        if let Some(value) = value {
            values::share(value, &at.then(key), findings);
        }
    }
}

fn check_agreement(table: &AgreementTable, at: &SpecPath, findings: &mut Findings<'_>) {
    if let Some(criteria) = &table.criteria {
        values::texts(criteria, false, &at.then("criteria"), findings);
    }
    list_of_words(table.measures.as_ref(), &at.then("measures"), findings);
    if let Some(within) = &table.within {
        let at = at.then("within");
        values::not_empty(within, &at, findings);
        values::distinct(within, |&value| value, &at, findings);
        for (index, &value) in within.iter().enumerate() {
            values::count::<u32>(value, (0, values::MOST), &at.then(index), findings);
        }
    }
}

fn levels(written: Option<&OneOrMany<f64>>, at: &SpecPath, findings: &mut Findings<'_>) {
    if let Some(levels) = written {
        values::numbers(levels, values::share, &at.then("level"), findings);
    }
}

fn trials(written: Option<i64>, at: &SpecPath, findings: &mut Findings<'_>) {
    if let Some(trials) = written {
        let range = (1, values::MOST_REPLICATES);
        values::count::<u32>(trials, range, &at.then("trials"), findings);
    }
}

/// A list of different words, at least one.
fn list_of_words<T: Copy + Ord>(list: Option<&Vec<T>>, at: &SpecPath, findings: &mut Findings<'_>) {
    if let Some(list) = list {
        values::not_empty(list, at, findings);
        values::distinct(list, |&word| word, at, findings);
    }
}
