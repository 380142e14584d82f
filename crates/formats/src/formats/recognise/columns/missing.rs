//! What keeps a table from being a corpus.

use std::collections::BTreeSet;

use crate::corpus::error::CorpusError;
use crate::corpus::frame::{Column, Frame};
use crate::corpus::scores::shortened;
use crate::words::listing;

/// Returns `true` if an error is answered with an option.
pub(crate) fn is_question(error: &CorpusError) -> bool {
    matches!(error, CorpusError::Malformed { help, .. } if help.starts_with("answer with "))
}

/// Asks what a column is for: `options` are the answers.
pub(super) fn ask(frame: &Frame, cause: &str, options: &[String]) -> CorpusError {
    let help = match options {
        [] => "name the columns `system`, `item` and `score`, or use `--system`, `--item` and `--score`".to_owned(),
        options => format!("answer with {}", options.join(" or ")),
    };
    no_column(frame, cause, &help)
}

/// That no column has a role, with the names of all.
pub(super) fn no_column(frame: &Frame, cause: &str, help: &str) -> CorpusError {
    let names: Vec<String> = frame.columns().iter().map(Column::name).map(shortened).collect();
    if names.is_empty() {
        let unread: BTreeSet<&str> = frame.unread().collect();
        let cause = format!("its columns are neither texts nor numbers: {}", listing(unread));
        let help = "write it as JSON lines, such as with `to_json(FILE, orient=\"records\", lines=True)` of pandas, \
                    whose objects are read";
        return frame.refused(cause, help);
    }
    let names = listing(names.iter().map(String::as_str));
    frame.refused(format!("{cause} (the columns are {names})"), help)
}
