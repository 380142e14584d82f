//! Corpora whose systems cannot be compared: they have no verdicts, unless `--force` is given.

use std::mem;
use std::sync::Arc;

use super::answer_format::AnswerFormat;
use super::output;
use super::{Exit, Failure, tell};
use crate::analyses::macro_average::options::MacroAverage;
use crate::analyses::meta::options::Meta;
use crate::config::model::{Asked, Spec};
use crate::corpus::model::Corpus;
use crate::report::compare::refused_json;
use crate::report::warnings;
use crate::warning::{Grade, Warning};

/// Makes warnings of refusals.
pub(super) fn force(warnings: &mut [Warning]) {
    for warning in warnings.iter_mut().filter(|warning| warning.is_refusal()) {
        warning.grade = Grade::Warning;
        warning.help += "; compared all the same, by --force";
    }
}

/// Prints the refusals in place of an answer, and gives the failure to end with.
pub(super) fn print(
    warnings: &[Warning],
    format: AnswerFormat,
    is_quiet: bool,
) -> Result<Failure, Failure> {
    match format {
        _ if is_quiet || format.is_bare() => tell(&warnings::refusal_text(warnings)),
        AnswerFormat::Json => output::print_json(&refused_json(warnings))?,
        AnswerFormat::Markdown => output::print_lines(&warnings::refusal_markdown(warnings))?,
        _ => output::print(&warnings::refusal_text(warnings))?,
    }
    Ok(Failure::already_reported(Exit::Input))
}

/// That no corpus is left.
pub(super) fn of_everything() -> Failure {
    let help = "correct the inputs, or add --force to compare them all the same";
    Failure::with_help(Exit::Input, "no verdict: these inputs cannot be compared", help)
}

/// That a command has done all but what is refused, if anything is.
pub(super) fn check(warnings: &[Warning]) -> Result<(), Failure> {
    if warnings.iter().any(Warning::is_refusal) {
        return Err(Failure::already_reported(Exit::Input));
    }
    Ok(())
}

/// Takes the corpora that `warnings` refuse out of the studies, and the studies that have no other. What is
/// about all corpora of a study has no result without one of them.
pub(super) fn leave_out(spec: &mut Spec, corpora: &mut Vec<Arc<Corpus>>, warnings: &mut [Warning]) {
    let refused: Vec<String> = warnings
        .iter()
        .filter(|warning| warning.is_refusal())
        .filter_map(|warning| warning.corpus.clone())
        .collect();
    if refused.is_empty() {
        return;
    }
    let mut incomplete = Vec::new();
    for study in &mut spec.studies {
        let (out, kept): (Vec<String>, Vec<String>) =
            mem::take(&mut study.corpora).into_iter().partition(|name| refused.contains(name));
        study.corpora = kept;
        if !out.is_empty() && leave_out_averages(&mut study.analyses) {
            incomplete.push((study.name.clone(), out));
        }
    }
    spec.studies.retain(|study| !study.corpora.is_empty());
    // Where no study is left, the command ends with `of_everything` instead.
    if !spec.studies.is_empty() {
        for warning in warnings.iter_mut().filter(|warning| warning.is_refusal()) {
            warning.help += "; the corpus is left out of all results, unless --force is given";
        }
    }
    spec.keep_used();
    corpora.retain(|corpus| spec.corpora.iter().any(|kept| kept.name == corpus.name));
    for (study, out) in incomplete {
        for warning in warnings.iter_mut() {
            let is_about = warning.corpus.as_ref().is_some_and(|corpus| out.contains(corpus));
            if warning.is_refusal() && is_about {
                let lost = format!("; study `{study}` has no average over its corpora without it");
                warning.help += &lost;
            }
        }
    }
}

/// Takes out what is about all corpora of a study; whether there was any.
fn leave_out_averages(analyses: &mut Asked) -> bool {
    let average = analyses.get_mut::<Meta>().and_then(|meta| meta.average.take());
    analyses.remove::<MacroAverage>() || average.is_some()
}
