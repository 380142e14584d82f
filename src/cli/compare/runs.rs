//! `--runs`: files that are several runs of each system.

use std::path::PathBuf;

use super::arguments::CompareArguments;
use super::of_findings;
use super::request::{DEFAULT_METRICS, NAME, check_twice};
use crate::analyses;
use crate::analyses::runs::options::Runs;
use crate::cli::failure::Failure;
use crate::cli::texts::{LEVEL, Texts};
use crate::config::model::{Asked, Spec, Study};
use crate::corpus::file_stem;
use crate::report::findings_answer::FindingsAnswer;
use crate::table::Tables;

/// Compares the first system with each other, `runs` files of each after the other.
pub(super) fn compare(arguments: &CompareArguments, runs: usize) -> Result<(), Failure> {
    let spec = spec(arguments, runs)?;
    let less = "fewer systems, runs or metrics";
    of_findings::compare(arguments, spec, less, |results, about, warnings| {
        let rows = analyses::runs(results);
        let mut tables = Tables::default();
        tables.insert(rows.scores);
        tables.insert(rows.components);
        tables.insert(rows.comparisons);
        tables.insert(rows.designs);
        tables.insert(analyses::scores(results));
        Ok(FindingsAnswer::of_runs(&tables, about, warnings))
    })
}

fn spec(arguments: &CompareArguments, runs: usize) -> Result<Spec, Failure> {
    let mut texts = Texts::new(&arguments.systems, 2, &arguments.texts, &DEFAULT_METRICS)?;
    check_twice(texts.files())?;
    let systems = systems(texts.files(), runs)?;
    let names: Vec<String> = systems.iter().map(|(name, _)| name.clone()).collect();
    texts.name_runs(systems)?;
    let resample = texts.unit(arguments.resample, true)?;
    let baseline = arguments.baseline.as_ref().unwrap_or(&names[0]);
    if !names.contains(baseline) {
        let help = format!("by their files, the systems are {}", names.join(", "));
        return Err(Failure::refusal(format!("there is no system `{baseline}`"), help));
    }
    let others = names.iter().filter(|name| *name != baseline);
    let pairs = others.map(|other| [baseline.clone(), other.clone()]).collect();
    let options = Runs { pairs: Some(pairs), ..Runs::default() };
    let study = Study {
        resample,
        level: arguments.level.unwrap_or(LEVEL),
        analyses: Asked::default().with(options),
        ..texts.study(NAME)
    };
    Ok(texts.spec(study, arguments.seed.unwrap_or(1)))
}

/// The systems, `runs` of `files` each, named by what the names of these have in common.
fn systems(files: &[PathBuf], runs: usize) -> Result<Vec<(String, Vec<PathBuf>)>, Failure> {
    let count = files.len();
    if !count.is_multiple_of(runs) || count < 2 * runs {
        let message =
            format!("--runs {runs}: {count} files are not {runs} runs of two systems or more");
        let help = "name all runs of the baseline first, then as many of each system";
        return Err(Failure::refusal(message, help));
    }
    let mut systems: Vec<(String, Vec<PathBuf>)> = Vec::new();
    for files in files.chunks_exact(runs) {
        let stems = files.iter().map(|file| file_stem(file)).collect::<Result<Vec<_>, _>>();
        let name = shared_name(&stems.map_err(|error| Failure::corpus(&error, None))?);
        if systems.iter().any(|(other, _)| *other == name) {
            let message =
                format!("--runs {runs}: two systems would be called `{name}` by their files");
            let help =
                "name all runs of one system after the other, in files that begin with its name";
            return Err(Failure::refusal(message, help));
        }
        systems.push((name, files.to_vec()));
    }
    Ok(systems)
}

/// What names begin with, without signs at the end; the first name where that is nothing.
fn shared_name(stems: &[String]) -> String {
    let first = &stems[0];
    let ends = first.char_indices().map(|(start, character)| start + character.len_utf8());
    let shared = ends.take_while(|end| stems.iter().all(|stem| stem.starts_with(&first[..*end])));
    let end = shared.last().unwrap_or(0);
    let shared = first[..end].trim_end_matches(['.', '-', '_']);
    if shared.is_empty() { first.clone() } else { shared.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(stems: &[&str]) -> String {
        shared_name(&stems.iter().map(|stem| (*stem).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn systems_are_named_by_what_runs_share() {
        assert_eq!(name(&["base.1", "base.2", "base.3"]), "base");
        assert_eq!(name(&["base", "base"]), "base");
        assert_eq!(name(&["naïve-seed1", "naïve-seed2"]), "naïve-seed");
        assert_eq!(name(&["one", "two"]), "one");
    }
}
