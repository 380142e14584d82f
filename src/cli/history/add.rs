//! Keeps an output as the next run of a folder.

use std::collections::BTreeMap;
use std::path::Path;

use super::arguments::HistoryArguments;
use crate::cli::failure::Failure;
use crate::cli::texts::{LEVEL, Texts};
use crate::cli::{refusal, runs, texts};
use crate::config::model::Study;
use crate::formats::kept_run::{encode_run, read_run};
use crate::warning::Warning;

/// Name of the corpus and its study.
const NAME: &str = "history";
const DEFAULT_METRICS: [&str; 2] = ["bleu", "chrf"];

/// Keeps the output, if it is of the test set of those that are kept, and returns what is odd about it. One that is refused
/// is not kept.
pub(super) fn add(
    arguments: &HistoryArguments,
    system: &Path,
    label: &str,
) -> Result<Vec<Warning>, Failure> {
    runs::check_label(label)?;
    let texts = Texts::new(&[system.to_owned()], 1, &arguments.texts, &DEFAULT_METRICS)?;
    let [name] = &texts.systems[..] else {
        let help = "name metrics with commas between them: `-m bleu,chrf`";
        return Err(Failure::refusal("a run has one output", help));
    };
    let name = name.clone();
    let metrics: Vec<String> = if arguments.texts.metrics.is_given() {
        arguments.texts.metrics.values().to_vec()
    } else {
        let names = texts.metrics.iter().map(|metric| metric.name.clone());
        names.filter(|name| DEFAULT_METRICS.contains(&name.as_str())).collect()
    };
    let study = Study { level: arguments.tests.level.unwrap_or(LEVEL), ..texts.study(NAME) };
    let spec = texts.spec(study, arguments.tests.seed);
    let read = texts::read(&spec, &arguments.texts.commands(&[]))?;
    let mut plan = texts::plan(spec, read, false, false)?;
    if arguments.force {
        refusal::force(&mut plan.warnings);
    }
    if plan.warnings.iter().any(Warning::is_refusal) {
        return Err(refusal::print(&plan.warnings, arguments.format, arguments.work.quiet)?);
    }
    let record = runs::record(&plan, &[label.to_owned()], &metrics);
    let mut corpus = (*plan.corpora[0].corpus).clone();
    if name != label {
        let renamed = BTreeMap::from([(name, label.to_owned())]);
        let taken = corpus.reference(label).is_some();
        if taken || corpus.rename_systems(&renamed).is_err() {
            let message = format!("--label `{label}` is the name of a reference");
            return Err(Failure::refusal(message, "give the run another label"));
        }
    }
    // One is enough: each of them was compared with the one before it.
    if let Some(last) = runs::list(&arguments.folder)?.last() {
        let kept = read_run(&last.path).map_err(|error| Failure::corpus(&error, None))?;
        if let Some(other) = corpus.other_test_set(&kept.corpus) {
            return Err(runs::of_another_test_set(&last.path, &other));
        }
        let has_documents = kept.corpus.documents.len() < kept.corpus.segment_count();
        if arguments.texts.documents.is_none() && has_documents {
            corpus.documents = kept.corpus.documents;
            plan.warnings.push(same_documents(label, &last.label));
        }
    }
    // `history`, which is no part of the run.
    corpus.name.clear();
    runs::add(&arguments.folder, label, &encode_run(&corpus, &record)?)?;
    Ok(plan.warnings)
}

/// That a run has no documents of its own.
fn same_documents(label: &str, last: &str) -> Warning {
    let message = format!("no documents are named, and those of `{last}` count for `{label}`, too");
    Warning::of_corpus(message, "name them with `--documents` where they are others")
}
