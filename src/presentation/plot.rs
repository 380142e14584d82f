//! Drawing: charts and matrices as SVG. The only module that knows the plotting library.
//!
//! Equal charts give equal text, whatever was drawn before. Colours are those of print on white;
//! [`themed`] turns them into style variables of a page that has a light and a dark side.

use std::sync::Arc;

use kuva::plot::histogram::Histogram;
use kuva::plot::legend::LegendPosition;
use kuva::plot::{BandPlot, ColorMap, Heatmap, LinePlot, ScatterPlot};
use kuva::prelude::{MarkerShape, TextAnnotation};
use kuva::render::layout::{Layout, TickFormat};
use kuva::render::plots::Plot;
use kuva::render::theme::Theme;

use super::svg;

/// Colours of series, told apart with any colour vision (after Okabe & Ito); a chart with more series
/// starts again.
pub(crate) const SERIES: [&str; 8] =
    ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#a87900", "#6a51a3", "#7f7f7f"];
const INK: &str = "#1d2329";
const FAINT: &str = "#dfe3e8";
const PAPER: &str = "#ffffff";
/// Words on cells, whose colours are the same on the light and the dark side.
const ON_LIGHT: &str = "#10151a";
const ON_DARK: &str = "#fdfdfd";
/// The library sets words in cells in the colour of the figure. These private characters begin words
/// that get one of their own; [`plain`] keeps them out of names.
const MARK_ON_LIGHT: char = '\u{e000}';
const MARK_ON_DARK: char = '\u{e001}';

/// Size in pixels at which text is meant to be read.
const WIDTH: f64 = 560.0;
const HEIGHT: f64 = 380.0;

/// A chart with two axes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Chart {
    pub(crate) x_label: String,
    pub(crate) y_label: String,
    /// Where the axes begin and end, where that is not left to the data.
    pub(crate) x_range: (Option<f64>, Option<f64>),
    pub(crate) y_range: (Option<f64>, Option<f64>),
    /// Whether only whole numbers stand at the horizontal axis.
    pub(crate) whole_x: bool,
    /// Whether axes are logarithmic, for positive values.
    pub(crate) log_x: bool,
    pub(crate) log_y: bool,
    /// From back to front.
    pub(crate) layers: Vec<Layer>,
}

/// What a chart shows.
#[derive(Clone, Debug)]
pub(crate) enum Layer {
    /// A line, with an entry in the legend if it has a name.
    Line { points: Vec<(f64, f64)>, colour: usize, stroke: Stroke, name: Option<String> },
    /// Points, each with the text that is shown when it is pointed at.
    Points { points: Vec<Point>, colour: usize, name: Option<String> },
    /// The area between two lines: x, lower, upper.
    Band { points: Vec<(f64, f64, f64)>, colour: usize },
    /// Bars between edges, one more than counts.
    Bars { edges: Vec<f64>, counts: Vec<f64>, colour: usize },
}

/// How a line is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stroke {
    Solid,
    Dashed,
    Dotted,
}

/// A point of a chart.
#[derive(Clone, Debug)]
pub(crate) struct Point {
    pub(crate) x: f64,
    pub(crate) y: f64,
    /// How far its interval reaches below and above, where it has one.
    pub(crate) reach: Option<(f64, f64)>,
    pub(crate) tip: String,
}

/// A matrix with words in its cells.
#[derive(Clone, Debug, Default)]
pub(crate) struct Matrix {
    pub(crate) x_label: String,
    pub(crate) y_label: String,
    /// Names from top to bottom.
    pub(crate) rows: Vec<String>,
    /// Names from left to right.
    pub(crate) columns: Vec<String>,
    /// Line by line; `None` leaves a cell empty.
    pub(crate) cells: Vec<Vec<Option<MatrixCell>>>,
}

/// A cell of a matrix.
#[derive(Clone, Debug)]
pub(crate) struct MatrixCell {
    /// From -1 (orange) over 0 (nearly white) to 1 (blue).
    pub(crate) share: f64,
    pub(crate) mark: String,
    pub(crate) tip: String,
}

/// A chart as SVG.
pub(crate) fn chart(chart: &Chart) -> String {
    let plots: Vec<Plot> = chart.layers.iter().map(layer).collect();
    let mut layout = Layout::auto_from_plots(&plots)
        .with_x_label(plain(&chart.x_label))
        .with_y_label(plain(&chart.y_label))
        .with_legend_position(LegendPosition::OutsideBottomColumns)
        .with_legend_box(false);
    if let Some(low) = chart.x_range.0 {
        layout = layout.with_x_axis_min(low);
    }
    if let Some(high) = chart.x_range.1 {
        layout = layout.with_x_axis_max(high);
    }
    if let Some(low) = chart.y_range.0 {
        layout = layout.with_y_axis_min(low);
    }
    if let Some(high) = chart.y_range.1 {
        layout = layout.with_y_axis_max(high);
    }
    if chart.log_x {
        layout = layout.with_log_x().with_x_tick_format(TickFormat::Custom(Arc::new(short)));
    }
    if chart.log_y {
        layout = layout.with_log_y().with_y_tick_format(TickFormat::Custom(Arc::new(short)));
    }
    if let Some(step) = chart.whole_x.then(|| whole_step(chart)).flatten() {
        layout = layout.with_x_tick_format(TickFormat::Integer).with_x_tick_step(step);
    }
    svg(plots, dressed(layout, HEIGHT + 22.0 * more_legend(chart) as f64))
}

/// Lines of the legend beyond the two that fit the height of a chart. The library sets up to four
/// entries side by side, fewer where names are long.
fn more_legend(chart: &Chart) -> usize {
    let names: Vec<usize> = chart
        .layers
        .iter()
        .filter_map(|layer| match layer {
            Layer::Line { name, .. } | Layer::Points { name, .. } => name.as_ref(),
            Layer::Band { .. } | Layer::Bars { .. } => None,
        })
        .map(|name| name.chars().count())
        .collect();
    let longest = names.iter().max().copied().unwrap_or(0);
    let columns = (500 / (8 * longest + 60)).clamp(1, 4);
    names.len().div_ceil(columns).saturating_sub(2)
}

/// A distance of whole numbers at the axis that leaves about seven of them.
fn whole_step(chart: &Chart) -> Option<f64> {
    let ends = chart.layers.iter().flat_map(|layer| match layer {
        Layer::Line { points, .. } => points.iter().map(|point| point.0).collect::<Vec<_>>(),
        Layer::Points { points, .. } => points.iter().map(|point| point.x).collect(),
        Layer::Band { points, .. } => points.iter().map(|point| point.0).collect(),
        Layer::Bars { edges, .. } => edges.clone(),
    });
    let largest = ends.fold(0.0, f64::max).max(chart.x_range.1.unwrap_or(0.0));
    let mut steps = vec![1.0];
    for power in [10.0, 100.0, 1e3, 1e4, 1e5, 1e6] {
        steps.extend([power / 5.0, power / 2.0, power]);
    }
    steps.into_iter().find(|step| largest / step <= 8.0)
}

fn layer(layer: &Layer) -> Plot {
    match layer {
        Layer::Line { points, colour, stroke, name } => {
            let width = if *stroke == Stroke::Solid { 2.0 } else { 1.5 };
            let line = LinePlot::new().with_data(points.iter().copied());
            let line = line.with_color(series(*colour)).with_stroke_width(width);
            let line = match stroke {
                Stroke::Solid => line,
                Stroke::Dashed => line.with_dashed(),
                Stroke::Dotted => line.with_dotted(),
            };
            match name {
                Some(name) => line.with_legend(plain(name)).into(),
                None => line.into(),
            }
        }
        Layer::Points { points, colour, name } => {
            let tips = points.iter().map(|point| plain(&point.tip));
            let mut scatter = ScatterPlot::new()
                .with_data(points.iter().map(|point| (point.x, point.y)))
                .with_color(series(*colour))
                .with_size(3.2)
                .with_marker(MarkerShape::Circle)
                .with_tooltip_labels(tips);
            if points.iter().any(|point| point.reach.is_some()) {
                let reach = points.iter().map(|point| point.reach.unwrap_or((0.0, 0.0)));
                scatter = scatter.with_y_err_asymmetric(reach);
            }
            match name {
                Some(name) => scatter.with_legend(plain(name)).into(),
                None => scatter.into(),
            }
        }
        Layer::Band { points, colour } => {
            let x = points.iter().map(|point| point.0);
            let lower = points.iter().map(|point| point.1);
            let upper = points.iter().map(|point| point.2);
            BandPlot::new(x, lower, upper).with_color(series(*colour)).with_opacity(0.13).into()
        }
        Layer::Bars { edges, counts, colour } => {
            let tips = edges
                .windows(2)
                .zip(counts)
                .map(|(edge, count)| format!("{} to {}: {count}", short(edge[0]), short(edge[1])));
            let tips: Vec<String> = tips.collect();
            Histogram::from_bins(edges.clone(), counts.clone())
                .with_color(series(*colour))
                .with_tooltip_labels(tips)
                .into()
        }
    }
}

/// A matrix as SVG.
pub(crate) fn matrix(matrix: &Matrix) -> String {
    let share = |cell: &Option<MatrixCell>| cell.as_ref().map_or(f64::NAN, |cell| cell.share);
    let data: Vec<Vec<f64>> =
        matrix.cells.iter().map(|line| line.iter().map(share).collect()).collect();
    let shares = || data.iter().flatten().copied().filter(|share| !share.is_nan());
    // The library stretches values to 0 to 1.
    let (low, high) = (shares().fold(1.0, f64::min), shares().fold(-1.0, f64::max));
    let colour = move |stretched: f64| shade(low + stretched * (high - low));
    let tip = |cell: &Option<MatrixCell>| plain(cell.as_ref().map_or("", |cell| &cell.tip));
    let names =
        |names: &[String]| -> Vec<String> { names.iter().map(|name| plain(name)).collect() };
    let (rows, columns) = (names(&matrix.rows), names(&matrix.columns));
    // The library counts rows from the bottom.
    let tips = matrix.cells.iter().rev().flatten().map(tip);
    let heatmap = Heatmap::new()
        .with_data(data.clone())
        .with_labels(rows.clone(), columns.clone())
        .with_y_categories(rows.clone())
        .with_x_categories(columns.clone())
        .with_color_map(ColorMap::Custom(Arc::new(colour)))
        .with_tooltip_labels(tips);
    let plots: Vec<Plot> = vec![heatmap.into()];
    let (height, width) = (rows.len(), columns.len());
    let font_size = match width {
        0..=12 => 13,
        13..=20 => 10,
        _ => 8,
    };
    let line_height = if height <= 12 { 34.0 } else { 24.0 };
    let mut layout = Layout::auto_from_plots(&plots)
        .with_y_categories(rows.into_iter().rev().collect())
        .with_x_categories(columns)
        .with_x_label(plain(&matrix.x_label))
        .with_y_label(plain(&matrix.y_label));
    // The cells say what their shades mean.
    layout.show_colorbar = false;
    for (row, line) in matrix.cells.iter().enumerate() {
        for (column, cell) in line.iter().enumerate() {
            let Some(cell) = cell else { continue };
            let sign = if cell.share.abs() > 0.55 { MARK_ON_DARK } else { MARK_ON_LIGHT };
            // A little lower, so that the middle of the letters is the middle of the cell.
            let place = ((column + 1) as f64, (height - row) as f64 - 0.13);
            let words = format!("{sign}{}", plain(&cell.mark));
            let mark = TextAnnotation::new(words, place.0, place.1).with_font_size(font_size);
            layout = layout.with_annotation(mark);
        }
    }
    svg(plots, dressed(layout, 120.0 + line_height * height as f64))
}

/// From nearly white to blue or, below zero, to orange; grey where there is no value.
fn shade(share: f64) -> String {
    if share.is_nan() {
        return FAINT.to_owned();
    }
    let mix = |from: u8, to: u8| {
        let mixed = f64::from(from) + (f64::from(to) - f64::from(from)) * share.abs().min(1.0);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "between two bytes"
        )]
        let mixed = mixed.round() as u8;
        mixed
    };
    let [red, green, blue] = if share < 0.0 { [0xb3, 0x47, 0x00] } else { [0x00, 0x5a, 0x8f] };
    format!("#{:02x}{:02x}{:02x}", mix(0xf2, red), mix(0xf6, green), mix(0xfa, blue))
}

fn dressed(layout: Layout, height: f64) -> Layout {
    let theme = Theme {
        background: PAPER.into(),
        axis_color: INK.into(),
        grid_color: FAINT.into(),
        tick_color: INK.into(),
        text_color: INK.into(),
        legend_bg: PAPER.into(),
        legend_border: FAINT.into(),
        pie_leader: INK.into(),
        box_median: INK.into(),
        violin_border: INK.into(),
        colorbar_border: INK.into(),
        font_family: Some("Helvetica, Arial, sans-serif".into()),
        show_grid: true,
    };
    layout
        .with_theme(theme)
        .with_width(WIDTH)
        .with_height(height)
        .with_label_size(14)
        .with_tick_size(13)
        .with_body_size(13)
        .with_axis_line_width(1.0)
        .with_grid_line_width(1.0)
}

fn series(index: usize) -> &'static str {
    SERIES[index % SERIES.len()]
}

/// Text for the library, which takes what stands between dollars for a formula; characters that XML
/// does not have are replaced.
fn plain(text: &str) -> String {
    let allowed = |c: char| match c {
        '\t' | '\n' | '\r' => ' ',
        c if c.is_control()
            || matches!(c, MARK_ON_LIGHT | MARK_ON_DARK | '\u{fffe}' | '\u{ffff}') =>
        {
            '\u{fffd}'
        }
        c => c,
    };
    text.chars().map(allowed).collect::<String>().replace('$', "\\$")
}

fn short(value: f64) -> String {
    format!("{value:.3}").trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The picture, scalable, without the traces of what was drawn before.
fn svg(plots: Vec<Plot>, layout: Layout) -> String {
    // Names hold no marks, and no `>` that is not escaped: a mark after one begins the text of a tag.
    let text = kuva::render_to_svg(plots, layout)
        .replace(&format!(">{MARK_ON_LIGHT}"), &format!(" fill=\"{ON_LIGHT}\">"))
        .replace(&format!(">{MARK_ON_DARK}"), &format!(" fill=\"{ON_DARK}\">"));
    svg::finished(&text)
}

/// The picture for a page: colours are style variables (`--ink`, `--paper`, `--faint`, `--s1`, ...), and
/// ids in it are its own.
pub(crate) fn themed(text: &str, prefix: &str) -> String {
    svg::on_page(text, prefix, |colour| {
        let name = match colour {
            INK => "ink".to_owned(),
            PAPER => "paper".to_owned(),
            FAINT => "faint".to_owned(),
            _ => format!("s{}", SERIES.iter().position(|series| *series == colour)? + 1),
        };
        Some(format!("var(--{name})"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Names that look like what is changed in a picture stay as they are, on the page too.
    #[test]
    fn names_in_a_picture_are_those_of_the_data() {
        let names = [
            "clip-base",
            "kuva-clip-0",
            "url(#clip-0)",
            "id=\"clip-0\"",
            "\"#0072b2\"",
            "fill=\"#1d2329\"",
            "clip-path",
            "width=\"560\"",
            "<g id='x'>&amp;",
        ];
        let line = |(index, name): (usize, &&str)| Layer::Line {
            points: vec![(1.0, 1.0), (2.0, index as f64)],
            colour: index,
            stroke: Stroke::Solid,
            name: Some((*name).to_owned()),
        };
        let tip = |name: &&str| Point { x: 1.0, y: 1.0, reach: None, tip: (*name).to_owned() };
        let mut layers: Vec<Layer> = names.iter().enumerate().map(line).collect();
        let points = names.iter().map(tip).collect();
        layers.push(Layer::Points { points, colour: 0, name: None });
        let picture = chart(&Chart { layers, ..Chart::default() });
        let escaped = |name: &str| {
            let name = name.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
            name.replace('"', "&quot;").replace('\'', "&apos;")
        };
        for svg in [&picture, &themed(&picture, "f0")] {
            for name in names {
                let count = svg.matches(&format!(">{}</", escaped(name))).count();
                assert!(count >= 2, "{name}: {count} times in {svg}");
            }
        }
        let page = themed(&picture, "f0");
        assert!(picture.contains("<clipPath id=\"clip-0\">"), "{picture}");
        assert!(picture.contains("clip-path=\"url(#clip-0)\""), "{picture}");
        assert!(page.contains("<clipPath id=\"f0-clip-0\">"), "{page}");
        assert!(page.contains("clip-path=\"url(#f0-clip-0)\""), "{page}");
        assert!(page.contains("stroke=\"var(--s1)\""), "{page}");
    }

    /// Equal charts give equal text, whatever was drawn before.
    #[test]
    fn pictures_do_not_depend_on_others() {
        let points = vec![(1.0, 1.0), (2.0, 2.0)];
        let line = Layer::Line { points, colour: 0, stroke: Stroke::Solid, name: None };
        let drawn = || chart(&Chart { layers: vec![line.clone()], ..Chart::default() });
        assert_eq!(drawn(), drawn());
    }
}
