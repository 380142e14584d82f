//! How far judges agree.

use super::options::{AgreementMeasure, KappaWeights};
use super::repeat_findings::{NOTE, repeats_in_words};
use super::{AgreementRow, JudgeRepeatRow};
use crate::analyses::common::short_table::short_table;
use crate::presentation::{Finding, Rows, StudySection, number, share, whole, with_error, words};
use crate::stats::reason::Reason;
use crate::words::grouped_count;

/// Krippendorff's alpha from which judgments are reliable, and from which they bear tentative
/// conclusions (Krippendorff 2004, "Content analysis", section 11.4.2).
const RELIABLE: f64 = 0.8;
const TENTATIVE: f64 = 0.667;

/// Measures, the one first that is corrected for chance and takes any judges.
const MEASURES: [AgreementMeasure; 5] = [
    AgreementMeasure::KrippendorffAlpha,
    AgreementMeasure::FleissKappa,
    AgreementMeasure::CohenKappa,
    AgreementMeasure::Within,
    AgreementMeasure::Halo,
];

/// Every measure over all systems, with a verdict by Krippendorff's alpha where it is there.
pub(super) fn findings(section: &StudySection<'_>) -> Vec<Finding> {
    let rows = section.rows::<AgreementRow>().keep(|row| row.system.is_none());
    if rows.is_empty() {
        return Vec::new();
    }
    let repeats = section.rows::<JudgeRepeatRow>();
    let halo = rows.iter().find(|row| row.measure == AgreementMeasure::Halo);
    let of_one_criterion = rows.clone().keep(|row| row.measure != AgreementMeasure::Halo);
    let criteria = of_one_criterion.groups(|row| &*row.criterion);
    let deciding: Vec<&AgreementRow> =
        criteria.iter().filter_map(|(_, rows)| deciding(rows)).collect();
    let mut finding = Finding::new(section, "agreement", headline(&deciding));
    if let [_, _, ..] = deciding.as_slice() {
        // At most four sentences, with one each for halo and repeated ratings.
        let places = 4 - usize::from(halo.is_some()) - usize::from(!repeats.is_empty());
        finding = finding.sentences(deciding.iter().take(places).map(|row| in_words(row)));
    }
    finding = finding.sentences(halo.map(halo_in_words)).sentences(repeats_in_words(&repeats));
    // The best measures come first: there may be more lines than a table has.
    let ordered =
        MEASURES.iter().flat_map(|measure| rows.iter().filter(|row| row.measure == *measure));
    let lines = ordered.map(|row| {
        let judges = row.judge_a.as_ref().zip(row.judge_b.as_ref());
        let judges = judges.map_or_else(|| "all".to_owned(), |(a, b)| format!("{a}, {b}"));
        vec![
            words(&row.criterion),
            words(&measure(row).replace("Krippendorff's ", "").replace("Cohen's ", "")),
            words(&judges),
            with_error(row.value, row.standard_error),
            whole(row.segments),
        ]
    });
    let table = short_table(
        section,
        ("agreement-of-judges", "Agreement of judges over all systems, with standard errors."),
        &["criterion", "measure", "judges", "value", "segments"],
        lines.collect(),
        "agreement",
    );
    let averaged = (!repeats.is_empty()).then(|| NOTE.to_owned());
    let finding = finding.table(table).notes(notes(&rows)).notes(averaged);
    vec![finding.rows(rows.iter()).rows(repeats.iter())]
}

/// The measure that a verdict is about: the one that is corrected for chance and takes any judges, or
/// else the next best that there is.
fn deciding<'a>(rows: &Rows<'a, AgreementRow>) -> Option<&'a AgreementRow> {
    let mut defined = MEASURES.iter().filter_map(|measure| {
        rows.iter().find(|row| row.measure == *measure && row.value.is_some())
    });
    defined.next().or(rows.first())
}

fn headline(deciding: &[&AgreementRow]) -> String {
    match deciding {
        [] => "Agreement is not known.".to_owned(),
        [one] => in_words(one),
        several => {
            let alphas: Vec<f64> = several.iter().filter_map(|row| alpha(row)).collect();
            let reliable = alphas.iter().filter(|alpha| **alpha >= RELIABLE).count();
            if alphas.is_empty() {
                without_alpha(several)
            } else {
                format!(
                    "Judges agree reliably on {reliable} of {} criteria (Krippendorff's alpha of at least \
                     {RELIABLE}).",
                    several.len()
                )
            }
        }
    }
}

/// Criteria by a measure for which there are no limits.
fn without_alpha(criteria: &[&AgreementRow]) -> String {
    let mut known: Vec<(f64, &AgreementRow)> =
        criteria.iter().filter_map(|row| Some((row.value?, *row))).collect();
    known.sort_by(|one, other| other.0.total_cmp(&one.0));
    let same = known.iter().all(|(_, row)| measure(row) == measure(known[0].1));
    match known.as_slice() {
        [best, .., least] if same => format!(
            "Judges agree most on {} and least on {} ({}: {} and {}).",
            best.1.criterion,
            least.1.criterion,
            measure(best.1),
            number(best.0),
            number(least.0)
        ),
        _ => format!("Agreement is known on {} of {} criteria.", known.len(), criteria.len()),
    }
}

fn alpha(row: &AgreementRow) -> Option<f64> {
    row.value.filter(|_| row.measure == AgreementMeasure::KrippendorffAlpha)
}

/// Standard errors from 0 at which a halo is visible.
const CLEAR: f64 = 2.0;

/// Documents from which two standard errors mean something: of four, no halo at all is beyond them in 7 % of cases on
/// each side.
const FEWEST_DOCUMENTS: u32 = 6;

/// Says whether judges differ alike by both criteria: by an impression carried over, or by their severity.
fn halo_in_words(row: &AgreementRow) -> String {
    let criteria = format!("{} and {}", row.criterion, row.option.as_deref().unwrap_or_default());
    let Some(value) = row.value else {
        let reason = row.status.reason().map_or("no value", Reason::in_words);
        return format!("Whether {criteria} have a halo is not known: {reason}.");
    };
    let correlation = match row.standard_error {
        Some(error) => format!("correlate by {} ± {}", number(value), number(error)),
        None => format!("correlate by {}", number(value)),
    };
    let is_enough = row.documents >= FEWEST_DOCUMENTS;
    let verdict = match row.standard_error.filter(|_| is_enough) {
        Some(error) if value > CLEAR * error => {
            "Judges differ alike by both criteria (an impression carried over, or severity)"
        }
        Some(error) if value < -CLEAR * error => "Judges differ in opposite ways",
        _ => "No halo is visible",
    };
    format!("{verdict}, {criteria}: the differences of two judges {correlation}.")
}

/// What a row says, in a sentence.
fn in_words(row: &AgreementRow) -> String {
    let criterion = &row.criterion;
    let Some(value) = row.value else {
        return match row.status.reason() {
            Some(Reason::NoData) => format!("There are no judgments of {criterion}."),
            Some(Reason::TooFewUnits) => {
                format!("No segment has two judgments of {criterion}: agreement is not known.")
            }
            Some(Reason::NoVariation) => format!(
                "All judgments of {criterion} are equal: they do not show whether judges can \
                 distinguish segments."
            ),
            Some(Reason::NotTwoJudges) => format!(
                "More than two judges judged {criterion}, and Cohen's kappa is of two: ask for \
                 `krippendorff-alpha`."
            ),
            reason => format!(
                "Agreement on {criterion} is not defined: {}.",
                reason.map_or("no value", Reason::in_words)
            ),
        };
    };
    let error =
        row.standard_error.map_or_else(String::new, |error| format!(" ± {}", number(error)));
    let segments = grouped_count(row.segments, "segment");
    let found = format!("{} is {}{error} over {segments}", measure(row), number(value));
    match (row.measure, alpha(row)) {
        (_, Some(alpha)) if alpha >= RELIABLE => {
            format!("Judges agree reliably on {criterion}: {found}.")
        }
        (_, Some(alpha)) if alpha >= TENTATIVE => {
            format!("Judges agree on {criterion} well enough for tentative conclusions: {found}.")
        }
        (_, Some(_)) => {
            format!("Judges agree too little on {criterion} to rely on single judgments: {found}.")
        }
        (AgreementMeasure::Within, None) => {
            let error = row
                .standard_error
                .map_or_else(String::new, |error| format!(" (± {})", share(error)));
            let how = match row.option.as_deref() {
                Some("0") | None => "are equal".to_owned(),
                Some(distance) => format!("differ by at most {distance}"),
            };
            format!(
                "{} %{error} of pairs of judgments of {criterion} {how}, over {segments}.",
                share(value)
            )
        }
        _ => format!("On {criterion}, {found}."),
    }
}

/// The measure with its option: `Krippendorff's alpha (ordinal)`.
fn measure(row: &AgreementRow) -> String {
    let option = row.option.as_deref().unwrap_or_default();
    match row.measure {
        AgreementMeasure::Within if option == "0" => "equal".to_owned(),
        AgreementMeasure::Within => format!("within {option}"),
        AgreementMeasure::CohenKappa if option == KappaWeights::None.name() => {
            "Cohen's kappa".to_owned()
        }
        AgreementMeasure::CohenKappa => format!("Cohen's kappa ({option})"),
        AgreementMeasure::FleissKappa => "Fleiss' kappa".to_owned(),
        AgreementMeasure::KrippendorffAlpha => format!("Krippendorff's alpha ({option})"),
        AgreementMeasure::Halo => format!("halo with {option}"),
    }
}

fn notes(rows: &Rows<'_, AgreementRow>) -> Vec<String> {
    let mut notes = Vec::new();
    if rows.iter().any(|row| alpha(row).is_some()) {
        notes.push(format!(
            "Reliable from {RELIABLE}, tentative conclusions from {TENTATIVE} (Krippendorff 2004). Means \
             over many segments can be reliable where single judgments are not."
        ));
    }
    if rows.iter().any(|row| row.value.is_some() && row.measure == AgreementMeasure::Within) {
        notes.push("Shares of close judgments are not corrected for chance.".to_owned());
    }
    if rows.iter().any(|row| row.value.is_some() && row.measure == AgreementMeasure::Halo) {
        notes.push(
            "A halo is not an error alone: who is strict, or has misread an output, differs by both criteria."
                .to_owned(),
        );
    }
    if rows.iter().any(|row| {
        row.measure == AgreementMeasure::CohenKappa && row.value.is_some() && row.judge_a.is_none()
    }) {
        notes.push(
            "The corpus has no names of judges: Cohen's kappa takes each column of judgments for one \
             judge."
                .to_owned(),
        );
    }
    let documents = rows.iter().filter(|row| row.standard_error.is_some()).map(|row| row.documents);
    if let Some(documents) = documents.max() {
        notes.push(format!("Standard errors (±): jackknife over {documents} documents."));
    }
    notes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyses::common::one_study::{each_reason, finding_of};
    use crate::stats::reason::Status;

    fn row(measure: AgreementMeasure, option: Option<&str>, value: Option<f64>) -> AgreementRow {
        AgreementRow {
            study: "s".into(),
            corpus: "c".into(),
            criterion: "adequacy".into(),
            measure,
            option: option.map(Into::into),
            judges: 2,
            segments: 1200,
            documents: 15,
            value,
            standard_error: value.map(|_| 0.021),
            status: Status::OK,
            ..AgreementRow::default()
        }
    }

    fn alpha_of(value: f64) -> AgreementRow {
        row(AgreementMeasure::KrippendorffAlpha, Some("ordinal"), Some(value))
    }

    #[test]
    fn verdicts_are_by_alpha() {
        for (alpha, beginning) in [
            (0.81, "Judges agree reliably on adequacy"),
            (0.7, "Judges agree on adequacy well enough for tentative"),
            (0.6, "Judges agree too little on adequacy to rely on single"),
        ] {
            let headline = finding_of(vec![alpha_of(alpha)], findings).headline;
            assert!(headline.starts_with(beginning), "{headline}");
        }
    }

    fn without(measure: AgreementMeasure, reason: Reason) -> AgreementRow {
        AgreementRow { status: reason.into(), ..row(measure, None, None) }
    }

    fn halo(value: Option<f64>, error: Option<f64>) -> AgreementRow {
        AgreementRow {
            criterion: "fluency".into(),
            standard_error: error,
            ..row(AgreementMeasure::Halo, Some("adequacy"), value)
        }
    }

    /// What is said of a halo.
    fn sentence(halo: AgreementRow) -> String {
        let finding = finding_of(vec![alpha_of(0.9), halo], findings);
        assert!(finding.headline.starts_with("Judges agree reliably on adequacy"));
        finding.sentences.last().cloned().unwrap()
    }

    #[test]
    fn halo_is_a_sentence_of_its_own() {
        assert!(sentence(halo(Some(0.41), Some(0.02))).starts_with("Judges differ alike"));
        assert!(sentence(halo(Some(0.01), Some(0.02))).starts_with("No halo is visible, fluency"));
        assert!(sentence(halo(Some(0.4), None)).starts_with("No halo is visible, fluency"));
        assert!(
            sentence(halo(Some(-0.4), Some(0.1)))
                .starts_with("Judges differ in opposite ways, fluency")
        );
        let unknown = AgreementRow { status: Reason::TooFewUnits.into(), ..halo(None, None) };
        assert!(
            sentence(unknown).starts_with("Whether fluency and adequacy have a halo is not known:")
        );
    }

    #[test]
    fn reasons_are_in_words() {
        each_reason(|reason| vec![without(AgreementMeasure::FleissKappa, reason)], findings);
    }
}
