//! What is probably not what was meant: said before the findings, and once.

use serde_json::{Value, json};

use crate::analyses::{ScoreRow, why};
use crate::presentation::{Rows, StudySection};
use crate::table::NotedWarning;
use crate::words::{grouped, grouped_count};

/// Names of systems and metrics that a warning lists.
const NAMED: usize = 5;

/// The warning that two thirds of the scores of a study on a corpus are undefined, and why.
pub(super) fn undefined_scores(section: &StudySection<'_>) -> Option<NotedWarning> {
    let rows = section.rows::<ScoreRow>();
    let undefined = rows.keep(|row| row.score.is_none());
    let (all, count) = (rows.iter().count() as u64, undefined.iter().count() as u64);
    if count == 0 || count * 3 < all * 2 {
        return None;
    }
    let mut reasons = undefined.groups(|row| &*row.cell.status);
    reasons.sort_by_key(|(_, rows)| std::cmp::Reverse(rows.iter().count()));
    let spelled = reasons.iter().map(|(status, rows)| {
        let metrics = names(rows, |row| &row.cell.metric);
        let systems = names(rows, |row| row.cell.system());
        let count = grouped(rows.iter().count() as u64);
        format!("{count} because {} ({metrics}: {systems})", why(status))
    });
    let spelled: Vec<String> = spelled.collect();
    Some(NotedWarning {
        corpus: Some(section.corpus.to_owned()),
        study: Some(section.study.to_owned()),
        message: format!(
            "{} of {} undefined: {}",
            grouped(count),
            grouped_count(all, "score") + if all == 1 { " is" } else { " are" },
            spelled.join("; ")
        ),
        help: "the findings are about the rest alone: name in `systems` and `metrics` of the study what has \
               scores, or complete the scores"
            .to_owned(),
    })
}

/// Names in the order of the rows, each once, the first few of them.
fn names<'a>(rows: &Rows<'a, ScoreRow>, name: impl Fn(&'a ScoreRow) -> &'a str) -> String {
    let mut all: Vec<&str> = Vec::new();
    for name in rows.iter().map(name) {
        if !all.contains(&name) {
            all.push(name);
        }
    }
    let shown = all[..all.len().min(NAMED)].join(", ");
    if all.len() > NAMED { format!("{shown} and {} more", all.len() - NAMED) } else { shown }
}

/// For scripts.
pub(super) fn to_json(warning: &NotedWarning) -> Value {
    let NotedWarning { corpus, study, message, help } = warning;
    json!({ "corpus": corpus, "study": study, "message": message, "help": help })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::presentation::About;
    use crate::table::{Cell, Tables};

    fn of(rows: &[(&str, &str, Option<f64>, &str)]) -> Option<NotedWarning> {
        let row = |(metric, system, score, status): &(&str, &str, Option<f64>, &str)| ScoreRow {
            cell: Cell {
                study: "s".into(),
                corpus: "c".into(),
                metric: (*metric).into(),
                system: Some((*system).into()),
                documents: 20,
                status: (*status).into(),
                ..Cell::default()
            },
            score: *score,
            ..ScoreRow::default()
        };
        let mut tables = Tables::default();
        tables.insert(rows.iter().map(row).collect::<Vec<_>>());
        let about = About::of_studies(&["s"]);
        undefined_scores(&StudySection::all(&tables, &about)[0])
    }

    #[test]
    fn two_thirds_of_undefined_scores_are_said_with_their_reasons() {
        let (there, none) = (("bleu", "a", Some(1.0), "ok"), ("mqm", "a", None, "no-data"));
        assert_eq!(of(&[there]), None);
        assert_eq!(of(&[there, none]), None);
        let found = of(&[there, none, ("mqm", "b", None, "no-judged-segments")]).unwrap();
        assert_eq!(
            found.message,
            "2 of 3 scores are undefined: 1 because a system has no scores (mqm: a); 1 because no segment is \
             scored (mqm: b)"
        );
        let found = of(&[none]).unwrap();
        assert_eq!(
            found.message,
            "1 of 1 score is undefined: 1 because a system has no scores (mqm: a)"
        );
        let systems = ["a", "b", "c", "d", "e", "f", "g"];
        let many = systems.map(|system| ("mqm", system, None, "no-data"));
        let message = of(&many).unwrap().message;
        assert!(message.ends_with("(mqm: a, b, c, d, e and 2 more)"), "{message}");
    }
}
