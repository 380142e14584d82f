//! What figures and tables for people are made with: charts, lines, text tables, words for numbers, and
//! the rows of a study. Nothing here knows a particular table of results.

mod about;
mod figure;
mod file_name;
mod finding;
mod layout;
mod lines;
mod metric_in_print;
mod number;
mod plot;
mod section;
mod svg;
#[cfg(test)]
mod test_rows;
mod text_table;
mod verdict;

pub use about::{About, CorpusAbout, GivenScores, SamplesAbout};
pub use figure::{Figure, FigureKind, amount, by_metric};
pub use file_name::{FileName, make_unique};
pub use finding::Finding;
pub use layout::{
    LONGEST, Layout, interval, of_ends, percent, real, relative, size_cell, whole, with_error,
    words, words_or,
};
pub use lines::{
    COLOURED, GREY, Line, MOST_LINES, MOST_POINTS, Polyline, beside, dashed, extent_of_x, layers,
    lines, named_layers, polylines, polylines_by, some_of, some_shown, spread,
};
pub use metric_in_print::{metric_in_print, metric_in_spec, words_in_print};
pub use number::{
    as_written, chance, coefficient, counted_mean, extent, number, p_closely, p_equals,
    p_equals_closely, p_value, points, rounded, share, size, tenths, two_digits, whole_percent,
};
pub use plot::{
    Caterpillar, CaterpillarRow, Chart, Layer, Matrix, MatrixCell, Point, Stroke, Tone, themed,
};
pub use section::{MetricRows, Rows, StudySection, metric_name};
pub use text_table::{TextCell, TextTable, in_markdown};
pub use verdict::Verdict;
