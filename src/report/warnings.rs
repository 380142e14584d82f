//! Warnings in every form of an answer: before the findings, in the same words, and once.

use serde_json::Value;

use super::summary::wrapped;
use crate::analyses::{ScoreRow, scores};
use crate::presentation::{StudySection, in_markdown};
use crate::warning::Warning;
use crate::words::capitalised;

/// The warning that two thirds of the scores of a study on a corpus are undefined, and why.
pub(super) fn undefined_scores(section: &StudySection<'_>) -> Option<Warning> {
    let rows = section.rows::<ScoreRow>();
    let message = scores::undefined(&rows)?;
    if rows.iter().filter(|row| row.score.is_none()).count() * 3 < rows.iter().count() * 2 {
        return None;
    }
    let help = "the findings are about the rest alone: name in `systems` and `metrics` of the study what has scores, \
                or complete the scores";
    let corpus = Some(section.corpus.to_owned());
    Some(Warning { corpus, ..Warning::of_study(section.study, message, help) })
}

/// For scripts: the fields, and all of it as one text.
pub fn to_json<'a>(warnings: impl IntoIterator<Item = &'a Warning>) -> Value {
    let values = warnings.into_iter().map(|warning| {
        let mut value = serde_json::to_value(warning).expect("a warning is plain data");
        value["text"] = Value::from(warning.to_string());
        value
    });
    values.collect()
}

/// For a terminal of 80 columns: a paragraph for each that may change a verdict, and an empty line below each.
pub fn text<'a>(warnings: impl IntoIterator<Item = &'a Warning>) -> String {
    let mut text = String::new();
    for warning in warnings.into_iter().filter(|warning| !warning.is_note()) {
        let label = format!("{}  ", warning.grade.in_words());
        let sentences =
            format!("{}. {}.", to_sentence(&warning.headline()), to_sentence(&warning.help));
        text += &wrapped(&format!("{label}{sentences}"), &" ".repeat(label.len()));
        text.push('\n');
    }
    text
}

/// For a pull request: a paragraph for each that may change a verdict.
pub(super) fn markdown<'a>(warnings: impl IntoIterator<Item = &'a Warning>) -> String {
    let warnings = warnings.into_iter().filter(|warning| !warning.is_note());
    let paragraphs = warnings.map(|warning| {
        let (headline, help) = (to_sentence(&warning.headline()), to_sentence(&warning.help));
        format!(
            "**{}:** {}. {}.\n\n",
            warning.grade.in_words(),
            in_markdown(&headline),
            in_markdown(&help)
        )
    });
    paragraphs.collect()
}

/// What is said in place of a verdict.
const NO_VERDICT: &str = "No verdict: these inputs cannot be compared.";

/// The way out of a refusal.
const FORCE: &str = "To compare them all the same, add --force.";

/// The refusals for a terminal, in place of an answer.
pub fn refusal_text(warnings: &[Warning]) -> String {
    format!("{NO_VERDICT}\n\n{}{FORCE}\n", text(warnings))
}

/// The refusals for a pull request.
pub fn refusal_markdown(warnings: &[Warning]) -> String {
    format!("**{NO_VERDICT}**\n\n{}{FORCE}\n", markdown(warnings))
}

/// A text that begins as a sentence does.
///
/// A name of a file stays as it is.
pub(super) fn to_sentence(text: &str) -> String {
    let first = text.split_whitespace().next().unwrap_or("");
    if first.trim_end_matches([':', ',']).contains(['.', '/']) {
        return text.to_owned();
    }
    capitalised(text)
}

/// The notes that stand beside the numbers of a corpus, such as that on runs of samples.
pub(super) fn beside_numbers(warnings: &[Warning], corpus: &str) -> Vec<String> {
    // A single corpus is not named.
    let about = warnings.iter().filter(|warning| {
        let corpora = warning.corpus.as_deref();
        warning.is_beside_numbers()
            // A merged warning has the names of all its corpora in one text.
            && corpora.is_none_or(|names| names.split(", ").any(|name| name == corpus))
    });
    about.map(|note| format!("{}.", note.message)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::presentation::About;
    use crate::stats::reason::{Reason, Status};
    use crate::table::{Cell, Tables};

    fn of(rows: &[(&str, &str, Option<f64>, Status)]) -> Option<Warning> {
        let mut tables = Tables::default();
        let rows = rows.iter().map(|(metric, system, score, status)| ScoreRow {
            cell: Cell {
                study: "s".into(),
                corpus: "c".into(),
                metric: (*metric).into(),
                system: Some((*system).into()),
                documents: 20,
                status: *status,
                ..Cell::default()
            },
            score: *score,
            ..ScoreRow::default()
        });
        tables.insert(rows.collect::<Vec<_>>());
        let about = About::of_studies(&["s"]);
        undefined_scores(&StudySection::all(&tables, &about)[0])
    }

    #[test]
    fn two_thirds_of_undefined_scores_are_said_with_their_reasons() {
        let (there, none) =
            (("bleu", "a", Some(1.0), Status::OK), ("mqm", "a", None, Reason::NoData.into()));
        assert_eq!(of(&[there]), None);
        assert_eq!(of(&[there, none]), None);
        let found =
            of(&[there, none, ("mqm", "b", None, Reason::NoJudgedSegments.into())]).unwrap();
        assert_eq!(
            found.message,
            "2 of 3 scores are undefined: 1 because there are no scores (mqm: a); 1 because no segment is \
             scored (mqm: b)"
        );
        let found = of(&[none]).unwrap();
        assert_eq!(
            found.message,
            "1 of 1 score is undefined: 1 because there are no scores (mqm: a)"
        );
        let systems = ["a", "b", "c", "d", "e", "f", "g"];
        let many = systems.map(|system| ("mqm", system, None, Reason::NoData.into()));
        let message = of(&many).unwrap().message;
        assert!(message.ends_with("(mqm: a, b, c, d, e and 2 more)"), "{message}");
    }
}
