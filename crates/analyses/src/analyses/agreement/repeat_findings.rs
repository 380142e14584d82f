//! What is said of judges who rated outputs more than once.

use super::JudgeRepeatRow;
use crate::presentation::{Rows, number};
use crate::words::{counted, grouped_count};

/// What becomes of such ratings.
pub(super) const NOTE: &str = "Where a judge rated an output more than once, the mean counts as the rating, here and in all other analyses.";

/// Judges with fewer outputs stand in the table, and not at an end of a range: with two the deviation is nearly anything.
const FEWEST_OUTPUTS: u64 = 10;

/// How far judges repeat their ratings by the first criterion: one judge with all numbers, or the range over several.
pub(super) fn repeats_in_words(rows: &Rows<'_, JudgeRepeatRow>) -> Option<String> {
    let first = rows.first()?;
    // Scales differ between criteria.
    let mut deviations: Vec<(f64, &JudgeRepeatRow)> = rows
        .iter()
        .filter(|row| row.criterion == first.criterion)
        .filter_map(|row| Some((row.standard_deviation?, row)))
        .collect();
    if deviations.len() > 1 {
        deviations.retain(|(_, row)| row.outputs >= FEWEST_OUTPUTS);
    }
    deviations.sort_by(|one, other| one.0.total_cmp(&other.0));
    match deviations.as_slice() {
        [] => None,
        [(deviation, row)] => {
            let icc = row.icc.map_or_else(String::new, |icc| format!(", ICC {}", number(icc)));
            Some(format!(
                "Ratings of {} by judge {} vary by {} points when an output is rated again (standard deviation of one; {}{icc}); \
                 second ratings are {}.",
                row.criterion,
                row.judge,
                number(*deviation),
                grouped_count(row.outputs, "output"),
                drift_in_words(row.drift?)
            ))
        }
        [(least, surest), .., (most, unsure)] => Some(format!(
            "When {} rate an output again, a rating of {} varies by {} (judge {}, {}) to {} points (judge {}, {}; standard deviation).",
            counted(deviations.len(), "judge"),
            first.criterion,
            number(*least),
            surest.judge,
            grouped_count(surest.outputs, "output"),
            number(*most),
            unsure.judge,
            grouped_count(unsure.outputs, "output"),
        )),
    }
}

/// `0.833 higher`.
fn drift_in_words(drift: f64) -> String {
    match drift {
        _ if drift > 0.0 => format!("{} higher", number(drift)),
        _ if drift < 0.0 => format!("{} lower", number(-drift)),
        _ => "as high on average".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::AgreementRow;
    use super::super::options::AgreementMeasure;
    use super::*;
    use crate::presentation::{About, Finding, StudySection};
    use crate::stats::reason::Status;
    use crate::table::Tables;

    fn agreement() -> AgreementRow {
        AgreementRow {
            study: "s".into(),
            corpus: "c".into(),
            criterion: "adequacy".into(),
            measure: AgreementMeasure::KrippendorffAlpha,
            option: Some("ordinal".into()),
            value: Some(0.9),
            status: Status::OK,
            ..AgreementRow::default()
        }
    }

    fn repeat(judge: &str, deviation: f64) -> JudgeRepeatRow {
        JudgeRepeatRow {
            study: "s".into(),
            corpus: "c".into(),
            criterion: "adequacy".into(),
            judge: judge.into(),
            outputs: 1200,
            ratings: 2400,
            standard_deviation: Some(deviation),
            icc: Some(0.974),
            drift: Some(-0.833),
            status: Status::OK,
        }
    }

    fn with_repeats(rows: Vec<AgreementRow>, repeats: Vec<JudgeRepeatRow>) -> Finding {
        let mut tables = Tables::default();
        tables.insert(rows);
        tables.insert(repeats);
        let about = About::of_studies(&["s"]);
        super::super::findings::findings(&StudySection::all(&tables, &about)[0]).remove(0)
    }

    #[test]
    fn judges_who_rate_again_are_reported() {
        let one = with_repeats(vec![agreement()], vec![repeat("A", 1.98)]);
        assert_eq!(
            one.sentences,
            [
                "Ratings of adequacy by judge A vary by 1.98 points when an output is rated again (standard deviation of one; 1,200 \
              outputs, ICC 0.974); second ratings are 0.833 lower."
            ]
        );
        assert!(one.notes.iter().any(|note| note.contains("the mean counts as the rating")));
        let nothing = JudgeRepeatRow { icc: None, drift: Some(0.0), ..repeat("A", 0.0) };
        let told = with_repeats(vec![agreement()], vec![nothing]);
        assert!(told.sentences[0].ends_with("second ratings are as high on average."), "{told:?}");
    }
}
