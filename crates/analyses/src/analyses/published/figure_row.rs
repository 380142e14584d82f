//! The table `published_figures`: figures of papers, and the figures of a run that show them.

use std::sync::Arc;

use super::file::{Published, Source};
use crate::table::ReportRow;
use crate::table::columns::table;

table! {
    /// One row per figure of a source, such as a paper, and figure of the report that shows it.
    pub struct PublishedFigureRow in "published_figures" {
        /// Short name of the source.
        source: Arc<str> [key],
        /// The figure as the source numbers it.
        place: Arc<str> [key],
        /// File in `report/figures` that shows it, without its ending; null where none does.
        figure: Option<Arc<str>> [key],
        /// How the source is cited: authors and year.
        cited: Arc<str>,
        /// What it shows.
        what: Arc<str>,
        /// The experiment whose run draws `figure`, where it is another than this one.
        experiment: Option<Arc<str>>,
        /// Why no figure shows it.
        reason: Option<Arc<str>>,
        /// What a reader should know, such as what differs from print.
        note: Option<Arc<str>>,
    }
}

impl ReportRow for PublishedFigureRow {}

/// The rows of all sources, in the order of their files: one for each file that shows a figure, or one without.
pub(super) fn published_figures(sources: &[Published]) -> Vec<PublishedFigureRow> {
    let mut rows = Vec::new();
    for source in sources {
        for figure in &source.figures {
            let without = figure.files.is_empty().then_some(None);
            let files = figure.files.iter().map(|name| Some(name.as_str().into())).chain(without);
            rows.extend(files.map(|name| PublishedFigureRow {
                source: source.source.key.as_str().into(),
                place: figure.place.as_str().into(),
                figure: name,
                cited: cited(&source.source).into(),
                what: figure.what.as_str().into(),
                experiment: figure.experiment.as_deref().map(Arc::from),
                reason: figure.reason.as_deref().map(Arc::from),
                note: figure.note.as_deref().map(Arc::from),
            }));
        }
    }
    rows
}

/// `Koehn 2004`, `Zhang & Vogel 2004`, `Estrella et al. 2007`.
fn cited(source: &Source) -> String {
    let names: Vec<&str> =
        source.authors.split(',').filter_map(|author| author.split_whitespace().last()).collect();
    let authors = match names.as_slice() {
        [] => source.authors.clone(),
        [one] => (*one).to_owned(),
        [one, other] => format!("{one} & {other}"),
        [first, ..] => format!("{first} et al."),
    };
    format!("{authors} {}", source.year)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyses::published::read;
    use crate::diagnostic::SourceText;

    #[test]
    fn sources_are_cited_by_authors_and_year() {
        for (authors, words) in [
            ("Philipp Koehn", "Koehn 2004"),
            ("Ying Zhang, Stephan Vogel", "Zhang & Vogel 2004"),
            ("Paula Estrella, Olivier Hamon, Andrei Popescu-Belis", "Estrella et al. 2004"),
        ] {
            let text = format!(
                "[source]\nkey = \"k\"\nauthors = \"{authors}\"\ntitle = \"T\"\nvenue = \"V\"\nyear = 2004\n\
                 [[figures]]\nplace = \"Figure 1\"\nwhat = \"W\"\nfiles = [\"a\", \"b\"]\n\
                 [[figures]]\nplace = \"Figure 2\"\nwhat = \"W\"\nreason = \"R\"\n"
            );
            let source = read(&SourceText::new("file.toml", &text), None).expect("valid");
            let rows = published_figures(&[source]);
            assert!(rows.iter().all(|row| &*row.cited == words), "{rows:?}");
            let shown: Vec<_> =
                rows.iter().map(|row| (row.figure.as_deref(), row.reason.as_deref())).collect();
            assert_eq!(shown, [(Some("a"), None), (Some("b"), None), (None, Some("R"))]);
        }
    }
}
