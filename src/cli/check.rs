//! `runner check`.

use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};

use super::load::LoadError;
use super::output::{print, tell_failure};
use super::standard_input::{self, StandardInput};
use super::{CommandOptions, Experiment, Failure, refusal, tell_warnings};
use crate::config::model::CorpusSpec;
use crate::escape;
use crate::plan::studies;
use crate::warning;
use crate::words::{counted, grouped_count};

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  runner check experiments/*.toml")]
pub(super) struct CheckArguments {
    /// Specs, TOML files; `-` is standard input
    #[arg(value_name = "SPEC", required = true, value_hint = ValueHint::FilePath)]
    specs: Vec<PathBuf>,
    /// Folder that relative paths of corpora start from [default: the folder of the spec]
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    data: Option<PathBuf>,
    #[command(flatten)]
    commands: CommandOptions,
}

/// Checks every spec, whatever is wrong with the others; fails with the first failure's code.
pub(super) fn check(arguments: &CheckArguments) -> Result<(), Failure> {
    let mut input = StandardInput::default();
    // Standard input can be read once: a second `-` is refused before any spec is read.
    for _ in arguments.specs.iter().filter(|path| standard_input::is_meant(path)) {
        input.take()?;
    }
    let mut first = None;
    for path in &arguments.specs {
        let data = arguments.data.as_deref();
        if let Err(failure) = check_one(path, data, &arguments.commands) {
            tell_failure(&failure);
            first.get_or_insert(failure.exit);
        }
    }
    first.map_or(Ok(()), |exit| Err(Failure::already_reported(exit)))
}

fn check_one(path: &Path, data: Option<&Path>, commands: &CommandOptions) -> Result<(), Failure> {
    let experiment = Experiment::read(path, data, &[], None, false, commands)?;
    let declared = &experiment.parsed.spec.corpora;
    let mut corpora = Vec::new();
    let mut lines = vec![format!("{}: OK", experiment.source.name)];
    for corpus in declared {
        let state = match experiment.load(corpus) {
            Ok(loaded) => {
                let corpus = &loaded.corpus;
                let documents = counted(corpus.documents.len(), "document");
                let segments = grouped_count(corpus.segment_count() as u64, "segment");
                corpora.push(loaded);
                format!("{documents}, {segments}")
            }
            Err(LoadError::Corpus(error)) if error.is_missing() => format!("missing ({error})"),
            Err(error) => return Err(error.failure(|_| None)),
        };
        lines.push(format!("  corpus {}: {state}{}", corpus.name, terms(corpus)));
    }
    let warnings = if corpora.len() == declared.len() {
        let plan = experiment.plan_over(corpora)?;
        let scores = grouped_count(plan.cell_count(), "score");
        lines.push(format!("  {scores} in {}", studies(plan.spec.studies.len())));
        plan.warnings
    } else {
        lines.push("  not planned: a corpus is missing".to_owned());
        warning::merged(corpora.into_iter().flat_map(|loaded| loaded.warnings))
    };
    tell_warnings(&warnings);
    print(&(lines.join("\n") + "\n"))?;
    refusal::check(&warnings)
}

/// What the spec says about getting and using a corpus.
fn terms(corpus: &CorpusSpec) -> String {
    let links = [("homepage", &corpus.homepage), ("licence", &corpus.licence)];
    let present = links.iter().filter_map(|(key, value)| Some((key, value.as_ref()?)));
    present.fold(String::new(), |text, (key, value)| text + "; " + key + " " + &escape::line(value))
}
