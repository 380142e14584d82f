//! Figures of papers among those of a run: their numbers stand in captions, and the page lists them in the
//! order of the paper.

use serde::Serialize;

use super::chapter::Chapter;
use crate::analyses::PublishedFigureRow;
use crate::presentation::{Figure, Rows};
use crate::table::Tables;
use crate::words::in_a_row;

/// A figure of a paper.
#[derive(Debug, Serialize)]
pub(super) struct PaperFigure {
    /// Such as `Koehn 2004, Figure 7`.
    label: String,
    what: String,
    /// Names of figures that show it.
    drawn: Vec<String>,
    /// Why nothing shows it, where something else does, or what differs.
    words: Option<String>,
}

/// Puts the numbers of papers into captions.
pub(super) fn label(chapters: &mut [Chapter<'_>], tables: &Tables) {
    let rows = Rows::<PublishedFigureRow>::all(tables);
    for (_, figure) in chapters.iter_mut().flat_map(|chapter| &mut chapter.figures) {
        let name = figure.name.to_string();
        let own = rows.keep(|row| row.experiment.is_none() && row.figure.as_deref() == Some(&name));
        let of_source = |(cited, rows): (&str, Rows<'_, PublishedFigureRow>)| {
            let places: Vec<&str> = rows.iter().map(|row| &*row.place).collect();
            format!("{cited}, {}", in_a_row(&places, "and"))
        };
        let labels: Vec<String> =
            own.groups(|row| &*row.cited).into_iter().map(of_source).collect();
        figure.published = (!labels.is_empty()).then(|| labels.join("; "));
    }
}

/// The figures of all papers in their order.
pub(super) fn all(chapters: &[Chapter<'_>], tables: &Tables) -> Vec<PaperFigure> {
    let rows = Rows::<PublishedFigureRow>::all(tables);
    let is_drawn = |name: &str| {
        let figures = chapters.iter().flat_map(|chapter| &chapter.figures);
        figures.into_iter().any(|(_, figure)| figure.name.to_string() == name)
    };
    let figure = |rows: &Rows<'_, PublishedFigureRow>| {
        let first = rows.first()?;
        let mut drawn = Vec::new();
        let mut words: Vec<String> = first.reason.iter().map(|reason| reason.to_string()).collect();
        for name in rows.iter().filter_map(|row| row.figure.as_deref()) {
            match first.experiment.as_deref() {
                Some(other) => words.push(format!("{name} of the experiment {other}")),
                None if is_drawn(name) => drawn.push(name.to_owned()),
                None => words.push(format!("this run does not draw {name}")),
            }
        }
        words.extend(first.note.iter().map(|note| note.to_string()));
        Some(PaperFigure {
            label: format!("{}, {}", first.cited, first.place),
            what: first.what.to_string(),
            drawn,
            words: (!words.is_empty()).then(|| words.join("; ")),
        })
    };
    let places = rows.groups(|row| (&*row.source, &*row.place));
    places.iter().filter_map(|(_, rows)| figure(rows)).collect()
}

/// Those that a run draws, in the order of the papers.
pub(super) fn drawn<'a>(papers: &[PaperFigure], chapters: &'a [Chapter<'_>]) -> Vec<&'a Figure> {
    let mut drawn: Vec<&Figure> = Vec::new();
    for name in papers.iter().flat_map(|paper| &paper.drawn) {
        let mut figures = chapters.iter().flat_map(|chapter| &chapter.figures);
        let figure = figures.find(|(_, figure)| figure.name.to_string() == *name);
        if let Some((_, figure)) =
            figure.filter(|(_, own)| drawn.iter().all(|other| other.name != own.name))
        {
            drawn.push(figure);
        }
    }
    drawn
}
