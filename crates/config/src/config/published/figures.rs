//! Figures of a source, and the figures of a run that show them.

use schemars::JsonSchema;
use serde::Deserialize;

use super::document::OneOrMany;
use crate::config::problems::SpecProblems;
use crate::config::source::SpecPath;

/// A figure of the source, and what shows it.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(rename = "Figure")]
pub(super) struct FigureTable {
    /// The figure as the source numbers it. Required. Example: `place = "Figure 7"`.
    pub(super) place: String,
    /// What it shows. Required. Example: `what = "BLEU of 100 broad samples"`.
    pub(super) what: String,
    /// The figures of the run that show it: names of files in `report/figures` without their ending.
    /// Default: none, and then `reason` is required. Example: `files = "samples-broad-europarl-bleu"`.
    pub(super) files: Option<OneOrMany>,
    /// The experiment whose run draws them, where it is not one that names this file of published values.
    /// Default: none. Example: `experiment = "koehn-judged"`.
    pub(super) experiment: Option<String>,
    /// Why no figure shows it. Default: none, and then `files` is required.
    /// Example: `reason = "a drawing of the method"`.
    pub(super) reason: Option<String>,
    /// What a reader should know, such as what differs from print. Default: none.
    /// Example: `note = "of another system"`.
    pub(super) note: Option<String>,
}

/// A figure of a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaperFigure {
    /// As the source numbers it.
    pub place: String,
    /// What it shows.
    pub what: String,
    /// Names of the figures of a run that show it, or why none does.
    pub shown: Result<Vec<String>, String>,
    /// The experiment whose run draws them, where it is another.
    pub experiment: Option<String>,
    /// What a reader should know.
    pub note: Option<String>,
}

/// Every figure is shown, or has a reason why not.
pub(super) fn lower(tables: &[FigureTable], problems: &mut SpecProblems<'_>) -> Vec<PaperFigure> {
    let mut figures = Vec::new();
    for (index, table) in tables.iter().enumerate() {
        let at = SpecPath::of(["figures"]).then(index);
        let files = table.files.as_ref().map(|files| match files {
            OneOrMany::One(name) => vec![name.clone()],
            OneOrMany::Many(names) => names.clone(),
        });
        let shown = match (files, &table.reason) {
            (Some(files), None) => Ok(files),
            (None, Some(reason)) => Err(reason.clone()),
            (None, None) => {
                let help = "add `files = \"NAME\"`, or `reason = \"...\"` for its absence";
                problems.error(&at, "there is neither `files` nor `reason`", help);
                continue;
            }
            (Some(_), Some(_)) => {
                let message = "a figure with `files` needs no `reason` for its absence";
                problems.key_error(&at.then("reason"), message, "leave one of them out");
                continue;
            }
        };
        let FigureTable { place, what, experiment, note, .. } = table.clone();
        figures.push(PaperFigure { place, what, shown, experiment, note });
    }
    figures
}
