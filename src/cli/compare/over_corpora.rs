//! Systems of several corpora, such as the tasks of a harness: means over all of them, against a baseline.

use super::arguments::CompareArguments;
use super::of_findings;
use super::request::CompareRequest;
use crate::analyses::{self, ComparisonRow};
use crate::cli::{Exit, Failure};
use crate::report::findings_answer::FindingsAnswer;
use crate::table::Tables;

/// Compares the systems of `request` over all its corpora.
pub(super) fn compare(
    arguments: &CompareArguments,
    request: CompareRequest,
) -> Result<(), Failure> {
    let CompareRequest { spec, systems, .. } = request;
    let baseline = &systems[0];
    of_findings::compare(arguments, spec, "fewer systems or metrics", |results, about, warnings| {
        let mut tables = Tables::default();
        tables.insert(analyses::each_comparison(results).collect::<Vec<ComparisonRow>>());
        tables.insert(analyses::scores(results));
        tables.insert(analyses::macro_averages(results));
        let answer = FindingsAnswer::over_corpora(&tables, about, warnings);
        if answer.is_empty() {
            let message = format!("no system has scores on all corpora beside `{baseline}`");
            let help = "name one corpus with `--corpus`";
            return Err(Failure::with_help(Exit::Input, message, help));
        }
        Ok(answer)
    })
}
