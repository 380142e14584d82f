//! Scores against the number of references.

use super::ScoreRow;
use crate::presentation::{
    Chart, Figure, FigureKind, Line, Point, Rows, StudySection, extent_of_x, layers,
    metric_in_print, number, size, some_of,
};
use crate::table::ChosenReferences;

pub(super) const KIND: FigureKind = FigureKind {
    word: "scores-references",
    question: "What do further references add to a score?",
    draw,
};

/// For each metric, one line per system, with its intervals where the study has one system.
fn draw(section: &StudySection<'_>) -> Vec<Figure> {
    let rows = section.rows::<ScoreRow>().of_first_draws().keep(|row| {
        row.score.is_some() && row.cell.reference_choice == Some(ChosenReferences::First)
    });
    let metrics = rows.groups(|row| &*row.cell.metric);
    metrics.iter().filter_map(|(metric, rows)| figure(section, metric, rows)).collect()
}

fn figure(section: &StudySection<'_>, metric: &str, rows: &Rows<'_, ScoreRow>) -> Option<Figure> {
    let rows = rows.of_one_ordering().of_most_documents();
    let test_set = &rows.first()?.cell.test_set;
    let rows = rows.keep(|row| row.cell.test_set == *test_set);
    let systems = rows.groups(|row| row.cell.system());
    let has_intervals = systems.len() == 1;
    let lines = systems.iter().map(|(system, rows)| {
        let points = rows.iter().filter_map(|row| {
            let (x, y) = (row.cell.reference_count?, row.score?);
            let ends = row.ci_lower.zip(row.ci_upper).filter(|_| has_intervals);
            let words = ends.map_or_else(String::new, |(low, high)| {
                format!(" [{}, {}]", number(low), number(high))
            });
            let reach = ends.map(|(low, high)| (y - low, high - y));
            let tip = format!("{system}, {}: {}{words}", references(x.into()), number(y));
            Some(Point { x: x.into(), y, reach, tip })
        });
        let mut points: Vec<Point> = points.collect();
        points.sort_by(|one, other| one.x.total_cmp(&other.x));
        Line { name: (*system).to_owned(), points }
    });
    let (shown, sentence) = some_of(lines.collect(), "systems")?;
    let (first, last) = extent_of_x(&shown);
    let chart = Chart {
        x_label: "references".to_owned(),
        // Bars do not stand on the axis.
        x_range: (Some(first - 0.2), Some(last + 0.2)),
        y_label: metric_in_print(metric),
        whole_x: true,
        layers: layers(&shown),
        ..Chart::default()
    };
    let (of, bars) = if has_intervals {
        let level = section.level();
        (format!(" of {}", shown[0].name), format!(" with its {level} % interval"))
    } else {
        (String::new(), String::new())
    };
    let caption = format!(
        "Score{of} against the first one, two and more references{bars}. Scores with different numbers of \
         references are on different scales.{sentence}"
    );
    let finding = shown.first().and_then(|line| {
        let (first, last) = (line.points.first()?, line.points.last()?);
        let counts = [first, last].map(|point| references(point.x));
        Some(format!(
            "{}: {} scores {} with {}, {} with {}",
            metric_in_print(metric),
            line.name,
            number(first.y),
            counts[0],
            number(last.y),
            counts[1]
        ))
    });
    Some(KIND.chart(section, metric, caption, &chart).titled(finding))
}

fn references(count: f64) -> String {
    match size(count).as_str() {
        "1" => "1 reference".to_owned(),
        count => format!("{count} references"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyses::common::one_study::{cell, on_section};

    fn figures(systems: &[&str], counts: &[u32]) -> Vec<Figure> {
        let rows = systems.iter().flat_map(|system| {
            counts.iter().map(|count| {
                let mut cell = cell("bleu", Some(system), 10);
                cell.reference_count = Some(*count);
                cell.reference_choice = Some(ChosenReferences::First);
                cell.references = Some(format!("{count}").into());
                let score = 10.0 + f64::from(*count);
                let (ci_lower, ci_upper) = (Some(score - 1.0), Some(score + 1.0));
                ScoreRow { cell, score: Some(score), ci_lower, ci_upper, ..ScoreRow::default() }
            })
        });
        on_section(rows.collect(), |section| KIND.figures(section))
    }

    #[test]
    fn one_number_of_references_is_no_figure() {
        assert!(figures(&["A", "B"], &[4]).is_empty());
        let several = figures(&["A", "B"], &[1, 2]);
        assert_eq!(several.len(), 1);
        assert!(!several[0].caption.contains("interval"), "{}", several[0].caption);
    }
}
