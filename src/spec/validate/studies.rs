//! Studies.

use crate::diagnostic::closest;
use crate::spec::built_in;
use crate::spec::document::{
    DefaultsTable, MaskWord, OneOrMany, ReferenceChoice as ChoiceOfReferences, ResampleWord,
    SpecDocument, StudyTable, Systems,
};
use crate::spec::model::{Mask, MetricConfig, MetricSpec, ReferenceChoice, ResamplingUnit, Study};
use crate::spec::source::SpecPath;

use super::{Findings, derivations, derive, named, test_sets, values};

/// What the spec says about the bootstrap where a study says nothing.
struct Defaults {
    replicates: Vec<u32>,
    level: f64,
    resample: ResamplingUnit,
    mask: Mask,
    repeats: u32,
}

/// All studies, and the metrics that they use in order of first use.
pub(super) fn lower(
    document: &SpecDocument,
    declared: &[(&str, Option<MetricConfig>)],
    findings: &mut Findings<'_>,
) -> (Vec<Study>, Vec<MetricSpec>) {
    let none = DefaultsTable::default();
    let written = document.defaults.as_ref().unwrap_or(&none);
    let defaults = defaults(written, findings);
    let corpora: Vec<&str> =
        document.corpora.iter().flat_map(|corpora| corpora.iter().map(|(name, _)| name)).collect();
    let entries = named(
        document.studies.as_ref(),
        "studies",
        Some("[studies.NAME]` with the name of a study, for instance `[studies.growth]"),
        findings,
    );
    let mut metrics: Vec<MetricSpec> = Vec::new();
    let mut studies = Vec::new();
    for (name, table, at) in entries {
        check_corpora(table, &corpora, &at, findings);
        let used = resolve_metrics(table, declared, &at, findings);
        let study = study(name, table, &defaults, &at, findings);
        check_of_documents(&used, table, written, &at, findings);
        derivations::check(table, &used, &at, findings);
        derivations::check_bootstrap(&study, &at, findings);
        for (_, metric) in used {
            if !metrics.iter().any(|known| known.name == metric.name) {
                metrics.push(metric);
            }
        }
        studies.push(study);
    }
    (studies, metrics)
}

fn defaults(table: &DefaultsTable, findings: &mut Findings<'_>) -> Defaults {
    let at = SpecPath::of(["defaults"]);
    let built_in = Defaults {
        replicates: vec![1000],
        level: 0.95,
        resample: ResamplingUnit::default(),
        mask: Mask::default(),
        repeats: 1,
    };
    bootstrap(
        (&table.replicates, table.level, table.resample, table.mask, table.repeats),
        built_in,
        &at,
        findings,
    )
}

type Written<'d> =
    (&'d Option<OneOrMany<i64>>, Option<f64>, Option<ResampleWord>, Option<MaskWord>, Option<i64>);

/// The options that studies share with `[defaults]`.
fn bootstrap(
    (replicates, level, resample, mask, repeats): Written<'_>,
    default: Defaults,
    at: &SpecPath,
    findings: &mut Findings<'_>,
) -> Defaults {
    Defaults {
        replicates: match replicates {
            Some(counts) => {
                values::counts(counts, values::MOST_REPLICATES, &at.then("B"), findings)
            }
            None => default.replicates,
        },
        level: level
            .map_or(default.level, |level| values::share(level, &at.then("level"), findings)),
        resample: match resample {
            Some(ResampleWord::Documents) => ResamplingUnit::Documents,
            Some(ResampleWord::Segments) => ResamplingUnit::Segments,
            Some(ResampleWord::TwoStage) => ResamplingUnit::TwoStage,
            None => default.resample,
        },
        mask: mask.map_or(default.mask, |word| match word {
            MaskWord::Common => Mask::Common,
            MaskWord::Own => Mask::Own,
            MaskWord::All => Mask::All,
        }),
        repeats: repeats.map_or(default.repeats, |repeats| {
            values::count(repeats, (1, values::MOST), &at.then("repeats"), findings)
        }),
    }
}

fn study(
    name: &str,
    table: &StudyTable,
    defaults: &Defaults,
    at: &SpecPath,
    findings: &mut Findings<'_>,
) -> Study {
    let inherited = Defaults { replicates: defaults.replicates.clone(), ..*defaults };
    let written = (&table.replicates, table.level, table.resample, table.mask, table.repeats);
    let bootstrap = bootstrap(written, inherited, at, findings);
    let counts = table.reference_counts.as_ref();
    let reference_counts = counts
        .map(|counts| values::counts(counts, values::MOST, &at.then("reference-counts"), findings));
    let (test_sizes, orderings, samples) = test_sets::lower(table, at, findings);
    Study {
        name: name.to_owned(),
        corpora: table.corpora.clone().unwrap_or_default(),
        systems: systems(table.systems.as_ref(), &at.then("systems"), findings),
        metrics: table.metrics.clone().unwrap_or_default(),
        reference_counts,
        reference_choice: choice(table.reference_choice.as_ref(), at, findings),
        test_sizes,
        orderings,
        samples,
        resample: bootstrap.resample,
        replicates: bootstrap.replicates,
        repeats: bootstrap.repeats,
        level: bootstrap.level,
        mask: bootstrap.mask,
        minimal_size: derivations::minimal_size(table.minimal_size.as_ref(), at, findings),
        derivations: derive::lower(table, bootstrap.level),
    }
}

/// The names of a required list of a study: not empty, no duplicates.
fn names<'d>(
    list: Option<&'d Vec<String>>,
    key: &str,
    example: &str,
    at: &SpecPath,
    findings: &mut Findings<'_>,
) -> &'d [String] {
    let Some(list) = list else {
        findings.missing(at, key, example);
        return &[];
    };
    if list.is_empty() {
        let help = format!("name at least one, for instance `{example}`");
        findings.error(&at.then(key), format!("`{key}` is empty"), help);
    }
    values::distinct(list, String::clone, &at.then(key), findings);
    list
}

/// Reports a name that is not known, with the known ones.
fn unknown(
    what: &str,
    name: &str,
    known: &[&str],
    declare: &str,
    at: &SpecPath,
    findings: &mut Findings<'_>,
) {
    let help = match closest(name, known.iter().copied()) {
        Some(meant) => format!("did you mean \"{meant}\"?"),
        None if known.is_empty() => format!("declare it in `{declare}`"),
        None => format!("declare it in `{declare}`, or use a known one: {}", known.join(", ")),
    };
    findings.error(at, format!("there is no {what} {name:?}"), help);
}

fn check_corpora(table: &StudyTable, known: &[&str], at: &SpecPath, findings: &mut Findings<'_>) {
    let example = format!("corpora = [\"{}\"]", known.first().unwrap_or(&"enfr-1"));
    for (index, name) in
        names(table.corpora.as_ref(), "corpora", &example, at, findings).iter().enumerate()
    {
        let is_damaged = findings.damage.is_at(&SpecPath::of(["corpora", name]));
        if !known.contains(&name.as_str()) && !is_damaged {
            let at = at.then("corpora").then(index);
            unknown("corpus", name, known, &format!("[corpora.{name}]"), &at, findings);
        }
    }
}

/// The metrics of a study, each with the path of its name; without those that are in error.
fn resolve_metrics(
    table: &StudyTable,
    declared: &[(&str, Option<MetricConfig>)],
    at: &SpecPath,
    findings: &mut Findings<'_>,
) -> Vec<(SpecPath, MetricSpec)> {
    let list = names(table.metrics.as_ref(), "metrics", "metrics = [\"bleu\"]", at, findings);
    let mut used = Vec::new();
    for (index, name) in list.iter().enumerate() {
        let at = at.then("metrics").then(index);
        let is_damaged = findings.damage.is_at(&SpecPath::of(["metrics", name]));
        let config = match declared.iter().find(|(known, _)| known == name) {
            Some((_, config)) => config.clone(),
            None if is_damaged => None,
            None => {
                let config = built_in::config(name);
                if config.is_none() {
                    let known = declared.iter().map(|(known, _)| *known).chain(built_in::NAMES);
                    let known: Vec<&str> = known.collect();
                    let declare = format!("[metrics.{name}.KIND]");
                    unknown("metric", name, &known, &declare, &at, findings);
                }
                config
            }
        };
        if let Some(config) = config {
            used.push((at, MetricSpec { name: name.clone(), config }));
        }
    }
    used
}

/// What is scored on whole documents is no sum over segments, and has no score of part of one.
fn check_of_documents(
    used: &[(SpecPath, MetricSpec)],
    table: &StudyTable,
    defaults: &DefaultsTable,
    at: &SpecPath,
    findings: &mut Findings<'_>,
) {
    if table.samples.is_some() {
        for (metric_at, metric) in used.iter().filter(|(_, metric)| metric.config.is_per_document())
        {
            findings.error_beside(
                metric_at,
                (&at.then("samples"), "take documents apart"),
                format!("`{}` is scored on whole documents", metric.name),
                "use `test-sizes` and `orderings` for it, in a study of its own",
            );
        }
        return;
    }
    let resample = table.resample.or(defaults.resample);
    if resample == Some(ResampleWord::Documents)
        || findings.damage.is_at(&at.then("resample"))
        || findings.damage.is_at(&SpecPath::of(["defaults", "resample"]))
    {
        return;
    }
    for (at, metric) in used {
        if metric.config.is_per_document() {
            let other = match metric.config {
                MetricConfig::Wnm(_) => {
                    "declare a metric of kind `wnm` with `aggregation = \"segment\"`"
                }
                _ => "take scores of segments, with `level = \"segment\"`",
            };
            findings.error(
                at,
                format!(
                    "`{}` is scored on whole documents, so segments cannot be resampled",
                    metric.name
                ),
                format!("set `resample = \"documents\"` in this study, or {other}"),
            );
        }
    }
}

fn systems(
    systems: Option<&Systems>,
    at: &SpecPath,
    findings: &mut Findings<'_>,
) -> Option<Vec<String>> {
    match systems {
        None | Some(Systems::All) => None,
        Some(Systems::List(list)) => {
            values::texts(list, false, at, findings);
            Some(list.clone())
        }
    }
}

fn choice(
    choice: Option<&ChoiceOfReferences>,
    at: &SpecPath,
    findings: &mut Findings<'_>,
) -> ReferenceChoice {
    match choice {
        None => ReferenceChoice::default(),
        Some(ChoiceOfReferences::First) => ReferenceChoice::First,
        Some(ChoiceOfReferences::EverySubset) => ReferenceChoice::EverySubset,
        Some(ChoiceOfReferences::Mixed(count)) => {
            let at = at.then("reference-choice").then("mixed");
            ReferenceChoice::Mixed(values::count(*count, (1, values::MOST), &at, findings))
        }
    }
}
