//! A program that is reproduced digit by digit brings its own choices along.

use crate::analyses::intervals::options::Compat;
use crate::config::{ResamplingUnit, SpecPath, SpecProblems, StudyContext};

/// The unit that a reproduced program draws.
pub(crate) fn unit_of(compat: Option<Compat>) -> Option<ResamplingUnit> {
    compat.map(|Compat::Sacrebleu| ResamplingUnit::Segments)
}

/// Reports `keys` that are chosen beside `compat`, and units that the program does not know.
pub(crate) fn check(
    compat: Option<Compat>,
    keys: [&str; 2],
    at: &SpecPath,
    context: &StudyContext<'_>,
    problems: &mut SpecProblems<'_>,
) {
    if compat.is_none() {
        return;
    }
    for key in keys {
        problems.clash(
            &at.then(key),
            Some((&at.then("compat"), "brings its own")),
            format!("`{key}` cannot be chosen together with `compat`"),
            format!("keep either `compat` or `{key}`"),
        );
    }
    if context.study.strata.is_some() {
        problems.clash(
            &at.then("compat"),
            Some((&context.at.then("strata"), "resamples within strata")),
            "sacreBLEU knows no strata",
            "name `methods` in place of `compat`, or put it into a study without `strata`",
        );
    }
    if context.study.resamples_judges() {
        problems.error_beside(
            &at.then("compat"),
            (&context.at.then("resample"), "resamples judges"),
            "sacreBLEU knows no judges",
            "name `methods` in place of `compat`, or put it into a study without `judges`",
        );
    }
    match context.study.resampled_texts() {
        Some(ResamplingUnit::Segments) => {}
        Some(_) => problems.error(
            &at.then("compat"),
            "sacreBLEU resamples segments, and this study does not",
            "set `resample = \"segments\"` in this study, or name `methods` in place of `compat`",
        ),
        None if context.needs_documents() => problems.error(
            &at.then("compat"),
            "sacreBLEU resamples segments, and another key of this study needs whole documents",
            "move `compat` to a study of its own, or name `methods` in its place",
        ),
        None => {}
    }
}
