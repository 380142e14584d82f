//! `runner pick`: what to have judged, with weights, and what that is expected to gain.

mod arguments;

use std::path::Path;
use std::sync::Arc;

pub(super) use arguments::PickArguments;

use serde_json::json;

use super::located::{load, locate, only};
use super::options::Format;
use super::{
    Exit, Failure, memory, new_file, print_json, print_styled, tell_warnings, texts, threads,
};
use crate::analyses::pick::options::Pick;
use crate::analyses::{self, PickGainRow, PickRow, PickTables, Results};
use crate::config::model::{Asked, CorpusFormat, MetricConfig, MetricSpec, Spec, Study};
use crate::corpus::model::Corpus;
use crate::formats::Loaded;
use crate::formats::weights::{Pick as Picked, Picks};
use crate::metric::config::{ExternalConfig, ScoreLevel};
use crate::presentation::{About, number};
use crate::report::pick::PickAnswer;
use crate::table::Tables;
use crate::value::ScoreEstimate;
use crate::warning::merged;

/// What the earlier corpus is called where it has the name of the other.
const EARLIER: &str = "earlier";

/// What people should know who named no file.
const NOT_KEPT: &str =
    "The picks are not kept: `--write picks.json` keeps them, with their weights.";

pub(super) fn pick(arguments: &PickArguments) -> Result<(), Failure> {
    threads::start(arguments.work.threads)?;
    let (corpus, mut warnings) = read(&arguments.path, arguments.corpus.as_deref())?;
    let mut corpora = vec![corpus];
    if let Some(path) = &arguments.earlier {
        let (mut earlier, more) = read(path, arguments.earlier_corpus.as_deref())?;
        if earlier.0.name == corpora[0].0.name {
            EARLIER.clone_into(&mut earlier.0.name);
        }
        corpora.push(earlier);
        warnings.extend(more);
    }
    tell_warnings(&merged(warnings));
    let spec = spec(arguments, &corpora)?;
    let loaded = corpora.into_iter().map(|(corpus, _)| Arc::new(corpus)).collect();
    let plan = analyses::plan(spec, loaded).map_err(|problems| texts::failure(&problems))?;
    memory::check(&plan, rayon::current_num_threads(), arguments.work.memory, "fewer systems")?;
    let store = texts::compute(&plan, arguments.work.quiet)?;
    let about = About::new(&analyses::manifest(&plan));
    let PickTables { picks, gains } = analyses::picks(&Results::new(&plan, &store));
    let refusal = refusal(&gains).filter(|_| arguments.require_gain);
    let file = picks_of(&picks, arguments, &plan.corpora[0].corpus);
    let file = refusal.is_none().then_some(file);
    let mut tables = Tables::default();
    tables.insert(picks);
    tables.insert(gains);
    let answer = PickAnswer::new(&tables, &about);
    if let (Some(out), Some(file)) = (&arguments.write, &file) {
        new_file::write(out, &file.json(), &format!("{} segments with weights", file.picks.len()))?;
    }
    if !arguments.work.quiet {
        match arguments.format {
            Format::Text => {
                let is_kept = arguments.write.is_some() || file.is_none();
                let answer = if is_kept { answer } else { answer.with_note(NOT_KEPT) };
                print_styled(|is_styled| answer.text(is_styled))?;
            }
            Format::Json => {
                print_json(&json!({ "findings": answer.json(), "picks": file }))?;
            }
        }
    }
    refusal.map_or(Ok(()), Err)
}

/// Why there are no picks where they have to gain something.
fn refusal(gains: &[PickGainRow]) -> Option<Failure> {
    let row = gains.last().filter(|row| !row.is_gain())?;
    let why = row.gain.map_or_else(
        || "their expected gain is not known".to_owned(),
        |gain| format!("their expected gain is below 1 ({})", number(gain)),
    );
    let message = format!("no picks: {why}, and `--require-gain` is given");
    Some(Failure::refusal(message, "take a random part, or leave `--require-gain` out"))
}

/// A corpus with its format.
type Read = (Corpus, CorpusFormat);

fn read(path: &Path, name: Option<&str>) -> Result<(Read, Vec<crate::warning::Warning>), Failure> {
    let located = only(locate(path, None, &crate::formats::Roles::default())?, name)?;
    let Loaded { corpus, warnings } = load(&located)?;
    Ok(((corpus, located.format), warnings))
}

/// The experiment: a study of all corpora by the metric alone.
fn spec(arguments: &PickArguments, corpora: &[Read]) -> Result<Spec, Failure> {
    let name = &arguments.by;
    let metric = metric(name, &corpora[0].0)?;
    let pick = Pick {
        units: arguments.units.into(),
        count: arguments.count,
        budget: arguments.budget,
        costs: arguments.costs.into(),
        strata: arguments.strata.map(Into::into),
        floor: arguments.floor,
        earlier: corpora.get(1).map(|(corpus, _)| corpus.name.clone()),
        human: arguments.human.clone(),
        require_gain: arguments.require_gain,
        ..Pick::by(name)
    };
    let study = Study {
        corpora: corpora.iter().map(|(corpus, _)| corpus.name.clone()).collect(),
        level: arguments.tests.level.unwrap_or(texts::LEVEL),
        analyses: Asked::default().with(pick),
        ..texts::whole_corpus(&corpora[0].0.name, std::slice::from_ref(&metric))
    };
    let corpora = corpora.iter().map(|(corpus, format)| (corpus.name.clone(), format.clone()));
    Ok(texts::experiment(corpora.collect(), vec![metric], study, arguments.tests.seed))
}

/// Scores in the corpus, or a metric that is built in.
fn metric(name: &str, corpus: &Corpus) -> Result<MetricSpec, Failure> {
    if corpus.external.contains_key(name) {
        let config = ExternalConfig {
            score: name.to_owned(),
            level: ScoreLevel::Segment,
            // Only how scores vary is read.
            higher_is_better: None,
            ratio_scale: false,
            estimate: ScoreEstimate::Mean,
        };
        return Ok(MetricSpec::new(name, MetricConfig::External(config)));
    }
    if let Some(config) = crate::config::built_in::config(name) {
        return Ok(MetricSpec::new(name, config));
    }
    let names: Vec<&str> = corpus.external.keys().map(String::as_str).collect();
    let message = format!("corpus `{}` has no scores `{name}`", corpus.name);
    let help = if names.is_empty() {
        "it has none of any metric: score all segments first, or name `chrf`".to_owned()
    } else {
        format!("it has {}", names.join(", "))
    };
    Err(Failure::with_help(Exit::Request, message, &help))
}

/// The picks, segment by segment.
fn picks_of(rows: &[PickRow], arguments: &PickArguments, corpus: &Corpus) -> Picks {
    let picked = rows.iter().filter(|row| row.picked);
    let picks = picked.flat_map(|row| {
        let segments = if let Some(segment) = row.segment {
            segment as usize..segment as usize + 1
        } else {
            let document = corpus.documents.iter().find(|document| *document.id == *row.document);
            1..document.map_or(0, |document| document.segments.len()) + 1
        };
        segments.map(|segment| Picked {
            document: row.document.to_string(),
            segment,
            probability: Some(row.probability),
            weight: row.weight,
        })
    });
    Picks {
        corpus: corpus.name.clone(),
        scores: arguments.by.clone(),
        units: crate::analyses::pick::options::PickedUnits::from(arguments.units).name().to_owned(),
        seed: arguments.tests.seed,
        segments: corpus.segment_count(),
        picks: picks.collect(),
    }
}
