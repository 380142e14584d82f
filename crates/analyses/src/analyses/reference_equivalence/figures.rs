//! What another reference is worth in data.

use super::ReferenceEquivalenceRow;
use crate::presentation::{
    Chart, Figure, FigureKind, Point, Rows, StudySection, beside, layers, lines, metric_in_print,
    number, some_of,
};
use crate::table::ChosenReferences;
use crate::words::counted;

pub(super) const KIND: FigureKind =
    FigureKind { word: "equivalence", question: "What is another reference worth?", draw };

fn draw(section: &StudySection<'_>) -> Vec<Figure> {
    let rows = section.rows::<ReferenceEquivalenceRow>().of_first_draws();
    let metrics =
        rows.keep(|row| row.reference_choice != ChosenReferences::Mixed).groups(|row| &row.metric);
    metrics.iter().filter_map(|(metric, rows)| figure(section, metric, rows)).collect()
}

/// The part of the data that is needed, by number of references: one line per system.
fn figure(
    section: &StudySection<'_>,
    metric: &str,
    rows: &Rows<'_, ReferenceEquivalenceRow>,
) -> Option<Figure> {
    let rows = rows.of_one_ordering();
    let lines = lines(&rows, |row| row.system.to_string(), point);
    let (mut shown, sentence) = some_of(lines, "systems")?;
    beside(&mut shown);
    let chart = Chart {
        x_label: "references".to_owned(),
        y_label: "data of the same relative deviation, %".to_owned(),
        y_range: (Some(0.0), None),
        whole_x: true,
        layers: layers(&shown),
        ..Chart::default()
    };
    let caption = format!(
        "Part of the data on which the relative deviation (STDEV over score) is that of the fewest \
         references on all of it ({} segments), with the error of a finite number of resamples. More \
         references raise the score; for what they are worth in comparing systems see the discrimination \
         ratio.{sentence}",
        rows.first()?.segments
    );
    let most = rows.iter().filter(|row| row.equal_data_relative.is_some());
    let most = most.map(|row| row.reference_count).max()?;
    let of_most = rows.keep(|row| row.reference_count == most);
    let mut shares: Vec<f64> = of_most.iter().filter_map(|row| row.equal_data_relative).collect();
    shares.sort_by(f64::total_cmp);
    let finding = shares.get(shares.len() / 2).map(|share| {
        let of = if shares.len() > 1 { " (median system)" } else { "" };
        format!(
            "{}: {} give the same relative deviation on {share:.0} % of the data{of}",
            metric_in_print(metric),
            counted(most as usize, "reference")
        )
    });
    Some(KIND.chart(section, metric, caption, &chart).titled(finding))
}

fn point(row: &ReferenceEquivalenceRow) -> Option<Point> {
    let (references, y) = (row.reference_count, row.equal_data_relative?);
    let more = row.more_segments_relative.map_or_else(String::new, |more| {
        let error = row.more_segments_relative_error;
        let error = error.map_or_else(String::new, |error| format!(" ± {}", number(error)));
        format!("; another reference is worth {}{error} % more segments", number(more))
    });
    let tip = format!("{}, {references} references: {} % of the data{more}", row.system, number(y));
    let reach = row.equal_data_relative_error.map(|error| (error, error));
    Some(Point { x: references.into(), y, reach, tip })
}
