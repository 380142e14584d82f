//! Agreement of judges as a text table.

use super::{AgreementRow, JudgeRepeatRow};
use crate::presentation::{
    Layout, StudySection, TextCell, TextTable, real, whole, with_error, words, words_or,
};
use crate::stats::reason::Reason;

/// How much judges agree.
pub(super) fn agreement(section: &StudySection<'_>) -> Option<TextTable> {
    let layout = Layout {
        word: "agreement",
        caption: "Agreement of judges, with standard errors by the jackknife over documents.",
        ..Layout::default()
    };
    let rows = section.rows::<AgreementRow>();
    // Many judges make very many pairs: those over all systems are enough to see.
    let has_pairs = rows.iter().any(|row| row.status == Reason::NotTwoJudges.into());
    let rows = rows.keep(|row| row.system.is_none() || row.judge_a.is_none() || !has_pairs);
    layout.table(section, &rows, key, |row| {
        let option = row.option.as_ref().map_or_else(String::new, |option| format!(", {option}"));
        let heading = format!("{}{option}", row.measure.name().replace('-', " "));
        vec![(heading, with_error(row.value, row.standard_error))]
    })
}

/// How far judges repeat their ratings.
pub(super) fn judge_repeats(section: &StudySection<'_>) -> Option<TextTable> {
    let layout = Layout {
        word: "judge-repeats",
        caption: "Outputs that a judge rated more than once.",
        ..Layout::default()
    };
    let rows = section.rows::<JudgeRepeatRow>();
    layout.table(section, &rows, repeat_key, |row| {
        vec![
            ("outputs".to_owned(), whole(row.outputs)),
            ("standard deviation".to_owned(), real(row.standard_deviation)),
            ("ICC".to_owned(), real(row.icc)),
            ("drift".to_owned(), real(row.drift)),
        ]
    })
}

fn repeat_key(row: &JudgeRepeatRow) -> Vec<(&'static str, TextCell)> {
    vec![("criterion", words(&row.criterion)), ("judge", words(&row.judge))]
}

fn key(row: &AgreementRow) -> Vec<(&'static str, TextCell)> {
    let judges = row.judge_a.as_ref().zip(row.judge_b.as_ref());
    let judges = judges.map_or_else(|| "all".to_owned(), |(a, b)| format!("{a}, {b}"));
    vec![
        ("criterion", words(&row.criterion)),
        ("system", words_or(row.system.as_deref(), "all")),
        ("judges", words(&judges)),
        ("segments", whole(row.segments)),
    ]
}
