//! Scores that a command of the user's gives to outputs: it is called once for each output, and what it wrote is kept.
//!
//! Kept scores are known by all that they depend on: the texts, the command with the files that it names, and the
//! version that the user states. A call that fails loses no other.
//!
//! This module knows of corpora and commands, and neither of studies nor of terminals.

mod call;
mod inputs;
mod kept;

pub use call::Calls;
use inputs::Inputs;
use kept::Kept;

use crate::config::score_command::ScoreCommand;
use crate::corpus::{BySystem, Corpus, CorpusError};
use crate::file_error::FileError;
use crate::warning::Warning;

/// Scores that a study wants.
#[derive(Clone, Debug)]
pub struct Wanted<'a> {
    /// Name of the metric.
    pub name: &'a str,
    /// What gives them.
    pub command: &'a ScoreCommand,
    /// Whether it may be called.
    pub is_allowed: bool,
    /// The systems that are scored, where not all are.
    pub systems: Option<Vec<String>>,
}

/// Why there are no scores.
#[derive(Debug, thiserror::Error)]
pub enum CommandError {
    /// The corpus brings scores of this name.
    #[error("the corpus has scores called `{name}`, and a command gives scores of that name")]
    Taken {
        /// The name.
        name: String,
    },
    /// The command reads what the corpus does not have.
    #[error("the command of `{name}` reads {what}, and the corpus has none")]
    Lacking {
        /// Name of the metric.
        name: String,
        /// What is not there.
        what: String,
    },
    /// The command was not allowed.
    #[error("`{name}` needs to run `{program}`, and commands of a spec are not run by themselves")]
    NotAllowed {
        /// Name of the metric.
        name: String,
        /// The program.
        program: String,
    },
    /// The program did not start.
    #[error("`{name}`: cannot start `{program}`: {source}")]
    Start {
        /// Name of the metric.
        name: String,
        /// The program.
        program: String,
        /// Why not.
        source: std::io::Error,
    },
    /// The program failed.
    #[error("`{name}`: `{program}`{how}")]
    Failed {
        /// Name of the metric.
        name: String,
        /// The program.
        program: String,
        /// What it was scoring, and how it ended.
        how: String,
        /// The last lines that it wrote to standard error.
        said: String,
        /// Outputs whose scores are kept.
        kept: usize,
    },
    /// What it wrote is not what it should be.
    #[error("{0}")]
    Corpus(#[from] CorpusError),
    /// The file system refused.
    #[error("{0}")]
    File(#[from] FileError),
}

/// Adds the scores that are `wanted` to `corpus`. What follows from how they were computed is noted.
///
/// # Errors
///
/// If a command is not allowed, fails, or writes what are no scores of the outputs.
pub fn add(
    corpus: &mut Corpus,
    wanted: &[Wanted<'_>],
    calls: &Calls<'_>,
) -> Result<Vec<Warning>, CommandError> {
    let mut notes = Vec::new();
    for wanted in wanted {
        if corpus.external.contains_key(wanted.name) {
            return Err(CommandError::Taken { name: wanted.name.to_owned() });
        }
        let inputs = Inputs::new(corpus, wanted)?;
        notes.extend(inputs.note());
        let scores = of_systems(corpus, wanted, &inputs, calls)?;
        corpus.external.insert(wanted.name.to_owned(), scores);
    }
    Ok(notes)
}

/// Scores of each segment, by system.
type Scores = BySystem<Vec<Option<f64>>>;

fn of_systems(
    corpus: &Corpus,
    wanted: &Wanted<'_>,
    inputs: &Inputs<'_>,
    calls: &Calls<'_>,
) -> Result<Scores, CommandError> {
    let systems: Vec<&str> = match &wanted.systems {
        Some(systems) => systems.iter().map(String::as_str).collect(),
        None => corpus.machine_systems().collect(),
    };
    let outputs = systems.into_iter().filter(|system| !inputs.is_reference(system));
    let outputs: Vec<(&str, _)> =
        outputs.filter_map(|system| Some((system, corpus.hypotheses(system)?))).collect();
    let kept = Kept::new(calls, wanted, inputs)?;
    let mut scores = Scores::new();
    let mut lacking = Vec::new();
    for (system, output) in outputs {
        match kept.get(output)? {
            Some(column) => drop(scores.insert(system.to_owned(), column)),
            None => lacking.push((system, output)),
        }
    }
    let count = lacking.len();
    for (number, (system, output)) in (1..).zip(lacking) {
        calls.tell(wanted, system, number, count);
        let column = calls.score(wanted, inputs, (system, output), scores.len())?;
        kept.put(output, &column)?;
        scores.insert(system.to_owned(), column);
    }
    Ok(scores)
}
