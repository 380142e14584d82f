//! How much data shows a difference between two systems.

use super::PowerRow;
use super::summary::{MetricPower, PairPower, summaries};
use crate::presentation::{
    Chart, Figure, FigureKind, Layer, Line, Point, StudySection, as_written, counted_mean,
    named_layers, number, share, size,
};
use crate::words::grouped_count;

pub(super) const KIND: FigureKind = FigureKind {
    word: "power",
    question: "How much data shows a difference?",
    draw: |section| {
        summaries(section).iter().filter_map(|metric| figure(section, metric)).collect()
    },
};

/// The pair in the middle by itself.
const ONE: &str = "one comparison";

/// Documents against the true difference: the pair in the middle, alone and among all pairs, and the
/// easiest and the hardest pair.
fn figure(section: &StudySection<'_>, metric: &MetricPower<'_>) -> Option<Figure> {
    let typical = metric.typical()?;
    let row = typical.first();
    let mut lines = Vec::new();
    if let Some(hardest) = metric.hardest() {
        lines.push(line("hardest pair".to_owned(), hardest, |row| row.required_documents));
    }
    if row.pairs > 1 {
        let name = format!("among {} comparisons", row.pairs);
        lines.push(line(name, typical, |row| row.required_documents_any_pair));
    }
    let one = line(ONE.to_owned(), typical, |row| row.required_documents);
    lines.push(with_what_is_found(one, typical));
    if let Some(easiest) = metric.pairs.first().filter(|_| metric.pairs.len() > 2) {
        lines.push(line("easiest pair".to_owned(), easiest, |row| row.required_documents));
    }
    lines.retain(|line| !line.points.is_empty());
    if lines.iter().all(|line| line.points.len() < 2) {
        return None;
    }
    let smallest = row.smallest_detectable_effect?;
    let available = available(row);
    let here = grouped_count(available.into(), "document");
    let across = Layer::Across { y: available.into(), name: Some("available".to_owned()) };
    let mark = Layer::Mark {
        x: smallest,
        y: available.into(),
        colour: lines.iter().position(|line| line.name == ONE).unwrap_or(0),
        words: number(smallest),
        tip: format!("{here} find {} in one comparison", number(smallest)),
    };
    let chart = Chart {
        x_label: format!("true difference, {}", metric.title),
        y_label: "documents".to_owned(),
        log_x: true,
        log_y: true,
        layers: std::iter::once(across).chain(named_layers(&lines)).chain([mark]).collect(),
        ..Chart::default()
    };
    let among = if row.pairs > 1 { " in one comparison" } else { "" };
    let size_of_effect = metric.leading_effect().and_then(|effect| {
        let documents = typical.of_effect(effect)?.required_documents?;
        let documents = counted_mean(documents, "document");
        Some(format!("a true difference of {} takes {documents}{among}; ", as_written(effect)))
    });
    let finding = format!(
        "{}: {}the {here} available find {}",
        metric.title,
        size_of_effect.unwrap_or_default(),
        number(smallest),
    );
    let which = metric.hardest().map_or_else(String::new, |hardest| {
        format!(
            " One comparison: {}, the pair in the middle. The hardest pair: {}.",
            typical.name(),
            hardest.name()
        )
    });
    let caption = format!(
        "Documents that find a true difference with a probability of {} % in a two-sided test at {} %; the \
         ring: what the documents here find.{which}",
        share(row.power),
        share(row.level),
    );
    Some(KIND.chart(section, &metric.title, caption, &chart).titled(Some(finding)))
}

/// Documents that the metric counts.
fn available(row: &PowerRow) -> u32 {
    row.cell.judged_documents.unwrap_or(row.cell.documents)
}

type Value = fn(&PowerRow) -> Option<f64>;

/// The documents that each effect takes.
fn line(name: String, pair: &PairPower<'_>, documents: Value) -> Line {
    Line {
        points: pair
            .rows
            .iter()
            .filter_map(|row: &&PowerRow| point(pair, row.effect?, documents(row)?))
            .collect(),
        name,
    }
}

/// The line through the effect that the documents here find, where it is among the others.
fn with_what_is_found(mut line: Line, pair: &PairPower<'_>) -> Line {
    let row = pair.first();
    let found = row.smallest_detectable_effect;
    line.points.extend(found.and_then(|effect| point(pair, effect, available(row).into())));
    line.points.sort_by(|one, other| one.x.total_cmp(&other.x));
    line
}

fn point(pair: &PairPower<'_>, x: f64, y: f64) -> Option<Point> {
    let tip = format!("{}: a difference of {} takes {} documents", pair.name(), number(x), size(y));
    Some(Point { x, y, reach: None, tip }).filter(|point| point.x > 0.0 && point.y > 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyses::common::one_study::{cell, on_section};

    fn figures(effects: &[f64], pairs: u32) -> Vec<Figure> {
        let rows = effects.iter().map(|effect| PowerRow {
            cell: cell("bleu", None, 30),
            system_a: "a".into(),
            system_b: "b".into(),
            level: 0.95,
            power: 0.8,
            pairs,
            effect: Some(*effect),
            stdev: Some(1.0),
            required_documents: Some((480.0 / (effect * effect)).ceil()),
            required_documents_any_pair: Some((900.0 / (effect * effect)).ceil()),
            smallest_detectable_effect: Some(4.0),
            ..PowerRow::default()
        });
        on_section(rows.collect(), |section| KIND.figures(section))
    }

    /// What the documents here find is marked on the line of one comparison, beyond the effects too.
    #[test]
    fn what_is_found_here_is_marked() {
        let figures = figures(&[0.5, 1.0, 2.0], 1);
        let [figure] = &figures[..] else { panic!("{figures:?}") };
        assert_eq!(
            figure.title,
            "BLEU: a true difference of 2 takes 120 documents; the 30 documents available find 4.00"
        );
        for words in [">4.00<", ">available<", ">one comparison<"] {
            assert!(figure.svg.contains(words), "{words}: {}", figure.svg);
        }
        assert!(!figure.svg.contains("any of"), "{}", figure.svg);
        // Its file has the same name whatever is found.
        assert_eq!(figure.name.to_string(), "power-s-c-bleu");
    }

    /// One comparison among several has a line of its own beside that of any pair; one effect and what is
    /// found make a line, too.
    #[test]
    fn any_pair_has_a_line() {
        let several = figures(&[1.0], 3);
        assert!(several[0].svg.contains(">among 3 comparisons<"), "{}", several[0].svg);
        assert!(several[0].title.contains(" in one comparison;"), "{}", several[0].title);
    }
}
