//! `--meaning`: curves of how often people agree with a difference, from the table `meaning` of a run.

use std::path::Path;

use crate::analyses::{ComparisonRow, MeaningRow};
use crate::cli::failure::Failure;
use crate::plan::Plan;
use crate::report::compare::Curves;
use crate::table::{TableRow, read_with_digest};

/// Reads the table at `path`, or in the folder of results there.
pub(super) fn read(path: &Path) -> Result<Curves, Failure> {
    let file = if path.is_dir() {
        path.join(format!("{}.parquet", MeaningRow::NAME))
    } else {
        path.to_owned()
    };
    if !file.exists() {
        let message = format!("--meaning: there is no `{}`", file.display());
        let help = "name results of a study with `meaning`, or its table meaning.parquet";
        return Err(Failure::refusal(message, help));
    }
    let (rows, digest) = read_with_digest::<MeaningRow>(&file)?;
    Ok(Curves { path: file.display().to_string(), digest, rows, language_pair: None })
}

/// Curves for the corpus on which systems are compared.
pub(super) fn on_corpus(curves: Curves, plan: &Plan) -> Curves {
    let corpus = plan.grids.first().map(|grid| &plan.spec.corpora[grid.corpus]);
    let pair = corpus.and_then(|corpus| corpus.format.language_pair());
    Curves { language_pair: pair.map(str::to_owned), ..curves }
}

/// Refuses curves of other metrics than those that systems are compared by.
pub(super) fn check(curves: Option<&Curves>, rows: &[ComparisonRow]) -> Result<(), Failure> {
    let checked = curves.map_or(Ok(()), |curves| curves.check(rows));
    checked.map_err(|(message, help)| Failure::refusal(message, help))
}
