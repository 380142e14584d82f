//! `runner score`: scores of files or data, without a spec.

mod arguments;

pub(super) use arguments::ScoreArguments;

use super::answer_format::AnswerFormat;
use super::data::{Data, DataRequest};
use super::failure::Failure;
use super::output::{print, print_exact, print_json, print_tables, tell_warnings};
use super::texts::{self, Texts};
use crate::analyses::{self, Results, ScoreRow};
use crate::config::model::{Spec, Study};
use crate::report::scores::{Draws, bare, json, table, text};
use crate::report::wrap::wrapped;

/// Name of the experiment, its corpus and its study.
const NAME: &str = "score";

// The default of sacreBLEU, too (`--confidence-n`).
const REPLICATES: u32 = 1000;

pub(super) fn score(arguments: &ScoreArguments) -> Result<(), Failure> {
    let (spec, has_corpora) = spec(arguments)?;
    let read = texts::read(&spec, &arguments.texts.commands(&arguments.systems))?;
    let plan = texts::plan(spec, read, true, false)?;
    let store = texts::compute(&plan, false)?;
    let rows = analyses::scores::scores(&Results::new(&plan, &store));
    let sections: Vec<&[ScoreRow]> = rows.chunk_by(is_of_one_section).collect();
    let draws = arguments.wants_intervals().then_some(Draws { seed: arguments.seed });
    let width = arguments.bare.width();
    if arguments.format != AnswerFormat::Json {
        tell_warnings(&plan.warnings);
    }
    let several = sections.len() > 1;
    if arguments.bare.bare {
        let numbers = sections.iter().map(|rows| bare(rows, width)).collect::<String>();
        return print_exact(&numbers);
    }
    match (arguments.format, arguments.format.export()) {
        (AnswerFormat::Json, _) => print_json(&json(&sections, draws, has_corpora, &plan.warnings)),
        (_, Some(export)) => {
            let tables = sections.iter().map(|rows| {
                let name = several.then(|| &*rows[0].cell.corpus);
                table(rows, draws, width, name)
            });
            print_tables(&tables.collect::<Vec<_>>(), export)
        }
        (_, None) => {
            let mut texts = Vec::with_capacity(sections.len());
            for rows in &sections {
                let cell = &rows[0].cell;
                let title = format!("Study {}, corpus {}.", cell.study, cell.corpus);
                let title = if several { wrapped(&title, "", "") } else { String::new() };
                texts.push(title + &text(rows, draws, width));
            }
            print(&texts.join("\n"))
        }
    }
}

/// Whether scores are of one study on one corpus.
fn is_of_one_section(one: &ScoreRow, other: &ScoreRow) -> bool {
    one.cell.study == other.cell.study && one.cell.corpus == other.cell.corpus
}

/// What is computed, and whether its corpora have names.
fn spec(arguments: &ScoreArguments) -> Result<(Spec, bool), Failure> {
    let wanted = DataRequest {
        command: NAME,
        selection: &arguments.selection,
        texts: &arguments.texts,
        level: arguments.level,
        resample: arguments.resample,
        seed: arguments.seed,
        compares: false,
        averages: false,
    };
    let replicates =
        if arguments.wants_intervals() { arguments.bootstrap.unwrap_or(REPLICATES) } else { 0 };
    if let Some(mut data) = Data::recognise(&arguments.systems, &wanted)? {
        let studies = data.studies(&wanted)?.into_iter();
        let studies = studies.map(|study| Study { replicates: vec![replicates], ..study });
        let studies = studies.collect();
        return Ok((data.into_spec_of(studies, &wanted), true));
    }
    arguments.selection.check_for_texts()?;
    let texts = Texts::new(&arguments.systems, 1, &arguments.texts, &["bleu"])?;
    let mut study = Study {
        resample: texts.unit(arguments.resample, arguments.wants_intervals())?,
        replicates: vec![replicates],
        systems: Some(texts.selected(&arguments.selection.systems, None)?),
        ..texts.study(NAME)
    };
    study.level = arguments.level.unwrap_or(study.level);
    Ok((texts.spec(study, arguments.seed), false))
}
