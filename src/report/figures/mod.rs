//! Figures out of the tables of a run. What is drawn stands in a table: nothing is estimated here.

mod conclusions;
mod coverage;
mod deviation;
mod equivalence;
mod lines;
mod power;
mod rank_stability;
mod ranks;
mod references;
mod replicates;
mod scores;
mod significance;
mod stability;
mod width;

use super::file_name::FileName;
use super::lookup::shortened;
use super::number::size;
use super::place::{Place, Row, Rows};
use super::plot::{self, Chart, Matrix};

/// A figure and what to say about it.
#[derive(Clone, Debug)]
pub(super) struct Figure {
    /// Names its file.
    pub(super) name: FileName,
    /// Study and corpus.
    pub(super) place: String,
    /// What it answers.
    pub(super) question: &'static str,
    /// What it is about, usually the metric.
    pub(super) title: String,
    pub(super) caption: String,
    pub(super) svg: String,
}

/// Figures of one sort.
struct Kind {
    /// Begins the names of their files.
    word: &'static str,
    /// What they answer.
    question: &'static str,
    /// Draws those of a place.
    draw: fn(&Place<'_>) -> Vec<Figure>,
}

/// The list of figures, in the order of the page.
const KINDS: [Kind; 16] = [
    scores::KIND,
    deviation::KIND,
    width::SIZES,
    width::REFERENCES,
    equivalence::KIND,
    rank_stability::KIND,
    ranks::KIND,
    significance::KIND,
    power::KIND,
    coverage::KIND,
    conclusions::BY_SIZE,
    conclusions::BY_SIGNIFICANCE,
    width::METHODS,
    stability::KIND,
    replicates::KIND,
    references::KIND,
];

/// Figures of one kind about one place at most.
const MOST: usize = 12;

/// All figures, by study and corpus.
pub(super) fn all(places: &[Place<'_>]) -> Vec<Figure> {
    let of_place = |place| KINDS.iter().flat_map(move |kind| some_of((kind.draw)(place)));
    places.iter().flat_map(of_place).collect()
}

/// The first of many figures; the last of them says how many are left out.
fn some_of(mut figures: Vec<Figure>) -> Vec<Figure> {
    let left_out = figures.len().saturating_sub(MOST);
    figures.truncate(MOST);
    if let Some(last) = figures.last_mut().filter(|_| left_out > 0) {
        let sentence = format!(" {left_out} more figures like this are left out.");
        last.caption.push_str(&sentence);
    }
    figures
}

impl Kind {
    fn chart(&self, place: &Place<'_>, title: &str, caption: String, chart: &Chart) -> Figure {
        self.figure(place, title, caption, plot::chart(chart))
    }

    fn matrix(&self, place: &Place<'_>, title: &str, caption: String, matrix: &Matrix) -> Figure {
        self.figure(place, title, caption, plot::matrix(matrix))
    }

    fn figure(&self, place: &Place<'_>, title: &str, caption: String, svg: String) -> Figure {
        Figure {
            name: FileName::new(&[self.word, &place.study, &place.corpus, title]),
            place: format!("{}, {}", place.study, place.corpus),
            question: self.question,
            title: title.to_owned(),
            caption,
            svg,
        }
    }
}

/// A metric of a figure: as it is told apart in tables, and as it is called.
struct Metric {
    key: String,
    title: String,
}

/// Numbers of documents and segments in words, for a tooltip.
fn amount(row: Row<'_>) -> String {
    let documents = row.number("documents").map_or_else(String::new, size);
    let segments = row.number("segments").map(|segments| format!(" ({} segments)", size(segments)));
    format!("{documents} documents{}", segments.unwrap_or_default())
}

fn amount_of_segments(row: Row<'_>) -> String {
    row.number("segments")
        .map_or_else(String::new, |segments| format!("{} segments", size(segments)))
}

/// Rows of the first repeat and number of replicates, by metric and references.
fn by_metric<'a>(rows: &Rows<'a>) -> Vec<(Metric, Rows<'a>)> {
    let groups = rows.of_first_draws().by_metric();
    let keys: Vec<String> = groups.iter().map(|(metric, _)| metric.clone()).collect();
    let titles = shortened(&keys);
    let metrics = keys.into_iter().zip(titles).map(|(key, title)| Metric { key, title });
    metrics.zip(groups.into_iter().map(|(_, rows)| rows)).collect()
}
