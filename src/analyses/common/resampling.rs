//! What the resampling unit does to margins of error: a note that findings share.

use super::largest::largest_test_set;
use super::moments::median;
use crate::analyses::ScoreRow;
use crate::presentation::{Rows, StudySection, number};

/// Design effects above this make margins from single segments misleading: they are then too narrow
/// by more than an eighth.
const NOTEWORTHY: f64 = 1.3;

/// How alike the segments of a document are for one metric, on the largest test set of a study.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::analyses) struct DocumentEffect {
    /// What the metric is called.
    pub(in crate::analyses) metric: String,
    /// Variance with documents as units over variance with segments as units: the median over systems.
    pub(in crate::analyses) design_effect: f64,
    /// Margin of error of a score with the unit of the study, in the metric's unit: the median over
    /// systems; `None` where nothing is resampled.
    pub(in crate::analyses) margin: Option<f64>,
    /// The margin that the other unit, segments or documents, would give.
    pub(in crate::analyses) margin_of_other_unit: Option<f64>,
}

/// By metric, in the order of the table `scores`. Metrics without a design effect are left out, and
/// corpora whose documents are single segments have none.
pub(in crate::analyses) fn document_effects(section: &StudySection<'_>) -> Vec<DocumentEffect> {
    let rows = largest_test_set(&section.rows::<ScoreRow>(), |row| &row.cell);
    rows.by_metric().iter().filter_map(|metric| effect(&metric.title, &metric.rows)).collect()
}

fn effect(metric: &str, rows: &Rows<'_, ScoreRow>) -> Option<DocumentEffect> {
    // Without a document of two segments there is no correlation within documents.
    let effects =
        || rows.iter().filter(|row| row.icc.is_some()).filter_map(|row| row.design_effect);
    let design_effect = median(effects())?;
    let to_other_unit = match rows.first().map(|row| &*row.resample)? {
        "segments" => design_effect.sqrt(),
        "documents" => 1.0 / design_effect.sqrt(),
        _ => return None,
    };
    let half_width = |row: &ScoreRow| Some((row.ci_upper? - row.ci_lower?) / 2.0);
    let margin = median(rows.iter().filter_map(half_width));
    Some(DocumentEffect {
        metric: metric.to_owned(),
        design_effect,
        margin,
        margin_of_other_unit: margin
            .map(|margin| margin * to_other_unit)
            .filter(|margin| margin.is_finite()),
    })
}

/// The note for the findings of a study on a corpus: which unit was resampled, how alike segments of a
/// document are, and what the other unit would have given. `None` where units make no difference,
/// because documents are single segments or no metric has a design effect, and for two-stage resampling.
pub(in crate::analyses) fn note(section: &StudySection<'_>) -> Option<String> {
    let rows = largest_test_set(&section.rows::<ScoreRow>(), |row| &row.cell);
    let first = rows.first()?;
    let effects = document_effects(section);
    let worst = effects.iter().max_by(|a, b| a.design_effect.total_cmp(&b.design_effect))?;
    let listed: Vec<String> = effects
        .iter()
        .map(|effect| format!("{} {:.1}", effect.metric, effect.design_effect))
        .collect();
    let listed = format!("design effect: {}", listed.join(", "));
    let alike = worst.design_effect > NOTEWORTHY;
    let margins = worst.margin.zip(worst.margin_of_other_unit).map(|(own, other)| {
        format!("{}: ±{} instead of ±{}", worst.metric, number(other), number(own))
    });
    let in_brackets = margins.map_or(String::new(), |margins| format!(" ({margins})"));
    let documents = first.cell.documents;
    Some(match &*first.resample {
        "documents" if alike => format!(
            "Segments of a document are alike ({listed}). Resampling single segments would give margins \
             too narrow for new texts{in_brackets}."
        ),
        "documents" => format!(
            "Segments of a document are hardly alike ({listed}): resampling single segments would give \
             similar margins."
        ),
        _ if alike => format!(
            "Warning: single segments were resampled, but segments of a document are alike ({listed}). The \
             margins are too narrow for new texts. Whole documents would give wider ones{in_brackets}."
        ),
        _ if documents < FEWEST_DOCUMENTS => format!(
            "Single segments were resampled. {} too few to see how alike segments of a document are: for \
             new texts, margins may be wider.",
            if documents == 1 {
                "1 document is".to_owned()
            } else {
                format!("{documents} documents are")
            }
        ),
        _ => format!(
            "Single segments were resampled. Segments of a document are hardly alike ({listed}): whole \
             documents would give similar margins."
        ),
    })
}

/// A design effect of fewer documents says little.
const FEWEST_DOCUMENTS: u32 = 8;
