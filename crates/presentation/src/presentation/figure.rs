//! Figures of one kind.

use super::file_name::FileName;
use super::metric_in_print::{metric_in_print, metric_in_spec, words_in_print};
use super::plot::{self, Caterpillar, Chart, Matrix};
use super::section::{MetricRows, StudySection};
use crate::table::{Cell, ReportRow};
use crate::words::grouped_count;

/// Figures of one kind about one section at most.
const MOST: usize = 12;

/// A figure and what to say about it.
#[derive(Clone, Debug)]
pub struct Figure {
    /// Names its file, by what the figure is about: it stays when the finding changes.
    pub name: FileName,
    /// Study and corpus.
    pub section: String,
    /// What it answers.
    pub question: &'static str,
    /// What distinguishes it from others of its kind: most often a metric.
    pub subject: String,
    /// What it shows, as a sentence without a full stop; else what it is about.
    pub title: String,
    pub caption: String,
    /// The figure of a paper that it shows, such as `Koehn 2004, Figure 7`.
    pub published: Option<String>,
    pub svg: String,
    /// The same for a phone, without words that are shown when something is pointed at.
    pub narrow: String,
}

impl Figure {
    /// With a finding as its title, where there is one.
    pub fn titled(self, finding: Option<String>) -> Self {
        let title = finding.map(|finding| finding.trim_end_matches('.').to_owned());
        Self { title: title.unwrap_or(self.title), ..self }
    }
}

/// Figures of one kind.
pub struct FigureKind {
    /// Begins the names of their files.
    pub word: &'static str,
    /// What they answer.
    pub question: &'static str,
    /// Draws those of a section.
    pub draw: fn(&StudySection<'_>) -> Vec<Figure>,
}

impl FigureKind {
    /// The first figures of a section; the last of them says how many are left out.
    pub fn figures(&self, section: &StudySection<'_>) -> Vec<Figure> {
        let mut figures = (self.draw)(section);
        let left_out = figures.len().saturating_sub(MOST);
        figures.truncate(MOST);
        if let Some(last) = figures.last_mut().filter(|_| left_out > 0) {
            let sentence = format!(" {left_out} more figures of this kind are left out.");
            last.caption.push_str(&sentence);
        }
        figures
    }

    pub fn chart(
        &self,
        section: &StudySection<'_>,
        subject: &str,
        caption: String,
        chart: &Chart,
    ) -> Figure {
        let [x_label, y_label] =
            [&chart.x_label, &chart.y_label].map(|label| words_in_print(label, subject));
        let chart = Chart { x_label, y_label, ..chart.clone() };
        self.figure(section, subject, caption, |width| plot::chart(&chart, width))
    }

    pub fn matrix(
        &self,
        section: &StudySection<'_>,
        subject: &str,
        caption: String,
        matrix: &Matrix,
    ) -> Figure {
        self.figure(section, subject, caption, |width| plot::matrix(matrix, width))
    }

    pub fn caterpillar(
        &self,
        section: &StudySection<'_>,
        subject: &str,
        caption: String,
        caterpillar: &Caterpillar,
    ) -> Figure {
        let x_label = words_in_print(&caterpillar.x_label, subject);
        let caterpillar = Caterpillar { x_label, ..caterpillar.clone() };
        self.figure(section, subject, caption, |width| plot::caterpillar(&caterpillar, width))
    }

    fn figure(
        &self,
        section: &StudySection<'_>,
        subject: &str,
        caption: String,
        draw: impl Fn(f64) -> String,
    ) -> Figure {
        // Files are named as metrics are in specs.
        let name = metric_in_spec(subject);
        Figure {
            name: FileName::new(&[self.word, section.study, section.corpus, &name]),
            section: if section.is_over_corpora() {
                format!("{}, over its corpora", section.study)
            } else {
                format!("{}, {}", section.study, section.corpus)
            },
            question: self.question,
            subject: name,
            title: metric_in_print(subject),
            caption,
            published: None,
            svg: draw(plot::WIDTH),
            narrow: draw(plot::NARROW),
        }
    }
}

/// Figures of the study's first repeat and number of resamples, at most one for each metric.
pub fn by_metric<'a, R: ReportRow>(
    section: &StudySection<'a>,
    figure: impl Fn(&StudySection<'a>, &MetricRows<'a, R>) -> Option<Figure>,
) -> Vec<Figure> {
    let metrics = section.rows::<R>().of_first_draws().by_metric();
    metrics.iter().filter_map(|metric| figure(section, metric)).collect()
}

/// Numbers of documents and segments in words: of those that count for the metric.
pub fn amount(cell: &Cell) -> String {
    let documents = cell.judged_documents.unwrap_or(cell.documents);
    let documents = grouped_count(documents.into(), "document");
    let segments = cell.judged_segments.or(cell.segments);
    let segments = segments.map(|segments| format!(" ({})", grouped_count(segments, "segment")));
    documents + &segments.unwrap_or_default()
}
