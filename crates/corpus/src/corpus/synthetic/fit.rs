//! What a preset is fitted to, and the fitted parameters.

use std::collections::BTreeMap;

use serde::Deserialize;

/// The printed figures that parameters were fitted to, with their sources. The median of each over twenty
/// seeds is brought to it.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Targets {
    /// BLEU of systems with all references, in percent.
    pub bleu: Option<Printed>,
    /// BLEU of systems whose figures are not printed, chosen by hand.
    pub bleu_chosen: Option<Printed>,
    /// BLEU of a system (outer key) less that of another (inner key), in points.
    pub bleu_differences: Option<PrintedPairs>,
    /// BLEU of systems with the first reference alone, in percent.
    pub bleu_first_reference: Option<Printed>,
    /// BLEU of a reference (outer key) against another (inner key), in percent.
    pub cross_bleu: Option<PrintedPairs>,
    /// Mean judgment by criterion and system.
    pub human: BTreeMap<String, Printed>,
    /// Share of segments with equal judgments by criterion, in percent.
    pub agreement_exact: Option<Printed>,
    /// Share of segments whose judgments differ by at most one, by criterion, in percent.
    pub agreement_within_one: Option<Printed>,
    /// Half of the 95 % bootstrap interval of BLEU by system, in percent of the score.
    pub bleu_half_width: Option<Printed>,
    /// 2.576 bootstrap STDEV of NIST on the first document by system, in percent of the score.
    pub nist_document_half_width: Option<Printed>,
    /// Half of the 95 % bootstrap interval of the human score (all criteria) by system, in percent of the score.
    pub human_half_width: Option<Printed>,
    /// BLEU of systems on the first document alone, in percent.
    pub bleu_first_document: Option<Printed>,
    /// Presets with the same pool of judges whose pairs of judgments the printed agreement counts as well.
    pub agreement_with: Vec<String>,
    /// What the papers do not print, or what cannot be fitted, and why.
    pub not_fitted: Vec<String>,
}

/// Printed figures.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Printed<T = f64> {
    /// Paper and table.
    pub source: String,
    /// Figure by name.
    pub values: BTreeMap<String, T>,
}

/// Printed figures of pairs, by pair of names.
pub type PrintedPairs = Printed<BTreeMap<String, f64>>;

/// The fitted parameters.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Fit {
    /// Factor on all deviations of freedom and difficulty between documents and between segments.
    #[serde(default = "as_designed")]
    pub spread: f64,
    /// Factor on the difficulty of the first document.
    #[serde(default = "as_designed")]
    pub first_document: f64,
    /// Translators by name.
    pub references: BTreeMap<String, TranslatorFit>,
    /// Systems by name.
    pub systems: BTreeMap<String, SystemFit>,
    /// Judges by criterion.
    #[serde(default)]
    pub judges: BTreeMap<String, JudgeFit>,
}

/// What the design says, as it stands.
fn as_designed() -> f64 {
    1.0
}

/// Fitted parameters of a translator.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct TranslatorFit {
    /// Factor on all rates of variation: 0 always takes the most usual rendering.
    pub liberty: f64,
    /// Share of chunks in which this translator chooses as an earlier one does, by name.
    #[serde(default)]
    pub follows: BTreeMap<String, f64>,
}

/// Fitted parameters of a system.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct SystemFit {
    /// Factor on all rates of variation, as for translators.
    pub liberty: f64,
    /// Errors of meaning per content word.
    pub meaning_errors: f64,
    /// Errors of form per chunk.
    pub form_errors: f64,
}

/// Fitted parameters of the judges on one criterion.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct JudgeFit {
    /// Deviation of a judgment around the judge's own mean, in points of the scale.
    pub noise: f64,
    /// Share of judgments that miss by far more: their deviation is 3 points.
    pub lapse: f64,
}
