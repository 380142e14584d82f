//! What the resampling unit does to margins of error: a note that findings share.

use crate::analyses::{ScoreRow, largest_test_set, median};
use crate::presentation::{Rows, StudySection, number};
use crate::table::Resampled;

/// Design effects above this make margins from single segments misleading: they are then too narrow
/// by more than an eighth.
pub(crate) const NOTEWORTHY: f64 = 1.3;

/// How alike the segments of a document are for one metric, on the largest test set of a study.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct DocumentEffect {
    /// What the metric is called.
    pub(crate) metric: String,
    /// Variance with documents as units over variance with segments as units: the median over systems.
    pub(crate) design_effect: f64,
    /// Margin of error of a score with the unit of the study, in the metric's unit: the median over
    /// systems; `None` where nothing is resampled.
    pub(crate) margin: Option<f64>,
    /// The margin that the other unit, segments or documents, would give.
    pub(crate) margin_of_other_unit: Option<f64>,
}

/// By metric, in the order of the table `scores`. Metrics without a design effect are left out, and
/// corpora whose documents are single segments have none.
pub(crate) fn document_effects(section: &StudySection<'_>) -> Vec<DocumentEffect> {
    let rows = largest_test_set(&section.rows::<ScoreRow>(), |row| &row.cell);
    rows.by_metric().iter().filter_map(|metric| effect(&metric.title, &metric.rows)).collect()
}

fn effect(metric: &str, rows: &Rows<'_, ScoreRow>) -> Option<DocumentEffect> {
    // Without a document of two segments there is no correlation within documents.
    let effects =
        || rows.iter().filter(|row| row.icc.is_some()).filter_map(|row| row.design_effect);
    let design_effect = median(effects())?;
    let to_other_unit = match rows.first()?.resample {
        Resampled::Segments => design_effect.sqrt(),
        Resampled::Documents => 1.0 / design_effect.sqrt(),
        // Two stages overstate the variance, and judges add another: no design effect
        // leads to the other unit.
        Resampled::TwoStage | Resampled::SegmentsAndJudges | Resampled::DocumentsAndJudges => {
            return None;
        }
    };
    let margin = median(rows.iter().filter_map(ScoreRow::margin));
    Some(DocumentEffect {
        metric: metric.to_owned(),
        design_effect,
        margin,
        margin_of_other_unit: margin
            .map(|margin| margin * to_other_unit)
            .filter(|margin| margin.is_finite()),
    })
}

/// What was resampled for most of `units`: with judges, where some metrics have them.
pub(crate) fn common_unit(mut units: impl Iterator<Item = Resampled> + Clone) -> Option<Resampled> {
    units.clone().find(|unit| unit.has_judges()).or_else(|| units.next())
}

/// The note for the findings of a study on a corpus: which unit was resampled, how alike segments of a
/// document are, and what the other unit would have given. `None` where units make no difference,
/// because documents are single segments or no metric has a design effect, and for two-stage resampling.
pub(crate) fn note(section: &StudySection<'_>) -> Option<String> {
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
    Some(match first.resample {
        Resampled::Documents if alike => format!(
            "Segments of a document are alike ({listed}). Resampling single segments would give margins \
             too narrow for new texts{in_brackets}."
        ),
        Resampled::Documents => format!(
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
// The relative error of a standard deviation of k values is about 1/sqrt(2 (k - 1)): a quarter at
// eight.
const FEWEST_DOCUMENTS: u32 = 8;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyses::common::one_study::on_section;
    use crate::table::Cell;

    /// A score of a system with its interval.
    fn row(
        metric: &str,
        system: &str,
        resample: Resampled,
        (effect, margin): (f64, f64),
    ) -> ScoreRow {
        ScoreRow {
            cell: Cell {
                study: "s".into(),
                corpus: "c".into(),
                metric: metric.into(),
                system: Some(system.into()),
                ordering: Some("corpus".into()),
                documents: 20,
                segments: Some(100),
                repeat: 1,
                ..Cell::default()
            },
            ci_lower: Some(30.0 - margin),
            ci_upper: Some(30.0 + margin),
            design_effect: Some(effect),
            icc: Some(0.1),
            resample,
            ..ScoreRow::default()
        }
    }

    fn note_of(rows: Vec<ScoreRow>) -> Option<String> {
        on_section(rows, note)
    }

    #[test]
    fn the_other_unit_has_the_margin_of_its_variance() {
        let [of_documents, of_segments] = [Resampled::Documents, Resampled::Segments].map(|unit| {
            vec![
                row("bleu", "A", unit, (4.0, 1.0)),
                row("bleu", "B", unit, (4.0, 3.0)),
                row("chrf", "A", unit, (1.0, 0.5)),
            ]
        });
        let effects = on_section(of_documents.clone(), document_effects);
        let bleu = DocumentEffect {
            metric: "BLEU".to_owned(),
            design_effect: 4.0,
            margin: Some(2.0),
            margin_of_other_unit: Some(1.0),
        };
        assert_eq!(effects[0], bleu);
        assert_eq!(effects[1].margin_of_other_unit, Some(0.5));
        let effects = on_section(of_segments.clone(), document_effects);
        assert_eq!(effects[0].margin_of_other_unit, Some(4.0));
        assert!(note_of(of_documents).unwrap().starts_with("Segments of a document are alike"));
        assert!(note_of(of_segments).unwrap().starts_with("Warning: single segments"));
    }

    fn alone(unit: Resampled, effect: f64) -> Vec<ScoreRow> {
        vec![row("bleu", "A", unit, (effect, 1.0))]
    }

    #[test]
    fn notes_say_no_more_than_the_rows_bear() {
        let hardly = note_of(alone(Resampled::Documents, 1.1)).unwrap();
        assert!(hardly.starts_with("Segments of a document are hardly alike"), "{hardly}");
        assert!(note_of(alone(Resampled::Segments, 1.3)).unwrap().starts_with("Single segments"));
        assert!(note_of(alone(Resampled::Segments, 1.31)).unwrap().starts_with("Warning"));
        assert_eq!(note_of(alone(Resampled::TwoStage, 3.0)), None);
        // Documents of one segment have no correlation within.
        let single = ScoreRow { icc: None, ..row("bleu", "A", Resampled::Segments, (1.0, 1.0)) };
        assert_eq!(note_of(vec![single]), None);
        // Scores of documents have no influence of single segments.
        let scored =
            ScoreRow { design_effect: None, ..row("wnm", "A", Resampled::Documents, (1.0, 1.0)) };
        assert_eq!(note_of(vec![scored]), None);
        let mut few = row("bleu", "A", Resampled::Segments, (1.2, 1.0));
        few.cell.documents = 2;
        let few = note_of(vec![few]).unwrap();
        assert!(few.contains("2 documents are too few"), "{few}");
        // Nothing was resampled: no margin is named.
        let bare =
            ScoreRow { ci_lower: None, ..row("bleu", "A", Resampled::Documents, (2.0, 1.0)) };
        assert!(note_of(vec![bare]).unwrap().ends_with("margins too narrow for new texts."));
    }
}
