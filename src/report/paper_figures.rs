//! Figures of papers among those of a run: their numbers stand in captions, and the page lists them in the
//! order of the paper.

use serde::Serialize;

use super::chapter::Chapter;
use crate::analyses::PublishedFigureRow;
use crate::presentation::Rows;
use crate::table::{PAGE, Tables};
use crate::words::in_a_row;

/// A figure of a paper.
#[derive(Debug, Serialize)]
pub(super) struct PaperFigure {
    /// Such as `Koehn 2004, Figure 7`.
    label: String,
    what: String,
    /// Names of figures that show it.
    figures: Vec<String>,
    /// Those of other experiments: what they are called, and their page where results lie beside each other.
    elsewhere: Vec<Elsewhere>,
    /// Why nothing shows it, where something else does, or what differs.
    words: Option<String>,
}

/// A figure of another experiment.
#[derive(Debug, Serialize)]
struct Elsewhere {
    words: String,
    page: String,
}

/// Puts the numbers of papers into captions.
pub(super) fn label(chapters: &mut [Chapter<'_>], tables: &Tables) {
    let rows = Rows::<PublishedFigureRow>::all(tables);
    for (_, figure) in chapters.iter_mut().flat_map(|chapter| &mut chapter.figures) {
        let name = figure.name.to_string();
        let own = rows.keep(|row| row.experiment.is_none() && row.figure.as_deref() == Some(&name));
        let labels = own.groups(|row| &*row.cited).into_iter().map(|(cited, rows)| {
            let places: Vec<&str> = rows.iter().map(|row| &*row.place).collect();
            format!("{cited}, {}", in_a_row(&places, "and"))
        });
        let labels: Vec<String> = labels.collect();
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
    let places = rows.groups(|row| (&*row.source, &*row.place));
    let figures = places.iter().filter_map(|(_, rows)| {
        let first = rows.first()?;
        let (mut drawn, mut elsewhere) = (Vec::new(), Vec::new());
        let mut words: Vec<String> = first.reason.iter().map(ToString::to_string).collect();
        for name in rows.iter().filter_map(|row| row.figure.as_deref()) {
            match first.experiment.as_deref() {
                Some(other) => elsewhere.push(Elsewhere {
                    words: format!("{name} of the experiment {other}"),
                    page: format!("../../{other}/{PAGE}#{name}"),
                }),
                None if is_drawn(name) => drawn.push(name.to_owned()),
                None => words.push(format!("this run does not draw {name}")),
            }
        }
        words.extend(first.note.iter().map(ToString::to_string));
        Some(PaperFigure {
            label: format!("{}, {}", first.cited, first.place),
            what: first.what.to_string(),
            figures: drawn,
            elsewhere,
            words: (!words.is_empty()).then(|| words.join("; ")),
        })
    });
    figures.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyses::ScoreRow;
    use crate::presentation::{About, StudySection};
    use crate::table::Cell;

    /// A figure that a paper numbers has the number in its caption; one that the run lacks is said to be missing.
    #[test]
    fn captions_have_the_numbers_of_papers() {
        let score = |documents: u32| ScoreRow {
            cell: Cell {
                study: "s".into(),
                corpus: "c".into(),
                metric: "bleu".into(),
                system: Some("A".into()),
                ordering: Some("corpus".into()),
                documents,
                ..Cell::default()
            },
            score: Some(30.0),
            ..ScoreRow::default()
        };
        let row = |place: &str, figure: Option<&str>, reason: Option<&str>| PublishedFigureRow {
            source: "koehn-2004".into(),
            place: place.into(),
            cited: "Koehn 2004".into(),
            figure: figure.map(Into::into),
            reason: reason.map(Into::into),
            ..PublishedFigureRow::default()
        };
        let other = PublishedFigureRow {
            experiment: Some("other".into()),
            ..row("Figure 4", Some("scores-s-c-bleu"), None)
        };
        let mut tables = Tables::default();
        tables.insert([2, 4].map(score).to_vec());
        tables.insert(vec![
            row("Figure 1", None, Some("a drawing")),
            row("Figure 2", Some("scores-s-c-bleu"), None),
            row("Figure 3", Some("scores-s-c-bleu"), None),
            row("Figure 3", Some("no-such-figure"), None),
            other,
        ]);
        let about = About::of_studies(&["s"]);
        let mut chapters = Chapter::all(&StudySection::all(&tables, &about));
        label(&mut chapters, &tables);
        let labels = chapters.iter().flat_map(|chapter| &chapter.figures);
        let labels: Vec<_> = labels.map(|(_, figure)| figure.published.as_deref()).collect();
        assert_eq!(labels, [Some("Koehn 2004, Figure 2 and Figure 3")]);
        let papers = all(&chapters, &tables);
        let told: Vec<_> =
            papers.iter().map(|own| (own.figures.len(), own.words.as_deref())).collect();
        assert_eq!(
            told,
            [
                (0, Some("a drawing")),
                (1, None),
                (1, Some("this run does not draw no-such-figure")),
                (0, None),
            ]
        );
        let elsewhere = &papers[3].elsewhere;
        assert_eq!(elsewhere.len(), 1);
        assert_eq!(elsewhere[0].words, "scores-s-c-bleu of the experiment other");
        assert_eq!(elsewhere[0].page, "../../other/report/index.html#scores-s-c-bleu");
    }
}
