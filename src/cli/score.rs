//! `runner score`: scores of files, without a spec.

mod arguments;

pub(super) use arguments::ScoreArguments;

use super::failure::Failure;
use super::options::Format;
use super::output::{print, print_exact, print_json, tell_warnings};
use super::texts::{self, Texts};
use crate::analyses::{self, Results};
use crate::config::model::{Spec, Study};
use crate::report::scores::{Draws, bare, json, text};

const NAME: &str = "score";

const REPLICATES: u32 = 1000;

pub(super) fn score(arguments: &ScoreArguments) -> Result<(), Failure> {
    let plan = texts::plan(spec(arguments)?, true, &arguments.texts.commands())?;
    let store = texts::compute(&plan, false)?;
    let rows = analyses::scores::scores(&Results::new(&plan, &store));
    let draws = arguments.wants_intervals().then_some(Draws { seed: arguments.seed });
    match arguments.format {
        Format::Text => {
            tell_warnings(&plan.warnings);
            let width = arguments.width.map(usize::from);
            if arguments.score_only {
                return print_exact(&bare(&rows, width));
            }
            print(&text(&rows, draws, width))
        }
        Format::Json => print_json(&json(&rows, draws, &plan.warnings)),
    }
}

fn spec(arguments: &ScoreArguments) -> Result<Spec, Failure> {
    let texts = Texts::new(&arguments.hypotheses, 1, &arguments.texts, &["bleu"])?;
    let mut study = Study {
        resample: texts.unit(arguments.resample, arguments.wants_intervals())?,
        ..texts.study(NAME)
    };
    if arguments.wants_intervals() {
        study.replicates = vec![arguments.bootstrap.unwrap_or(REPLICATES)];
    }
    study.level = arguments.level.unwrap_or(study.level);
    Ok(texts.spec(study, arguments.seed))
}
