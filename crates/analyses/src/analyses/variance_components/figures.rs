//! The severity of each judge, and what ratings vary with.

use super::finding_tables::name;
use super::findings::{Criterion, criteria};
use super::{JudgeRow, VarianceComponentRow};
use crate::presentation::{
    Caterpillar, CaterpillarRow, Figure, FigureKind, StudySection, Tone, number, share, some_shown,
    spread,
};
use crate::stats::judges::components::Factor;
use crate::stats::reason::Reason;
use crate::words::grouped_count;

/// Judges that a figure has at most.
const MOST: usize = 40;

pub(super) const SEVERITY: FigureKind = FigureKind {
    word: "severity",
    question: "How severe is each judge?",
    draw: |section| {
        criteria(section).iter().filter_map(|criterion| severity(section, criterion)).collect()
    },
};

pub(super) const SHARES: FigureKind = FigureKind {
    word: "components",
    question: "What do ratings vary with?",
    draw: |section| {
        criteria(section).iter().filter_map(|criterion| shares(section, criterion)).collect()
    },
};

/// Judges from the most lenient to the most severe.
fn severity(section: &StudySection<'_>, criterion: &Criterion<'_>) -> Option<Figure> {
    let mut judges: Vec<(&JudgeRow, f64)> =
        criterion.judges.iter().filter_map(|row| Some((row, row.severity?))).collect();
    judges.sort_by(|one, other| one.1.total_cmp(&other.1));
    if judges.len() < 2 {
        return None;
    }
    let shown = spread(judges.len(), MOST);
    let some = some_shown(shown.len(), judges.len(), "judges");
    let rows = shown.iter().map(|index| {
        let (row, severity) = judges[*index];
        let interval = row.lower.zip(row.upper);
        let tone = match interval {
            Some((low, _)) if low > 0.0 => Tone::Below,
            Some((_, high)) if high < 0.0 => Tone::Above,
            _ => Tone::Open,
        };
        let ratings = grouped_count(row.load, "rating");
        let ends = interval.map_or_else(String::new, |(low, high)| {
            format!(" ({} to {})", number(low), number(high))
        });
        CaterpillarRow {
            heading: None,
            name: format!("judge {}", row.judge),
            value: severity,
            interval,
            tone,
            words: ratings.clone(),
            tip: format!("judge {}, {ratings}: severity {}{ends}", row.judge, number(severity)),
        }
    });
    let caterpillar = Caterpillar {
        x_label: format!("severity in {}", criterion.name),
        line_at: Some(0.0),
        sides: Some(("more lenient".to_owned(), "more severe".to_owned())),
        rows: rows.collect(),
    };
    let codes =
        if criterion.has_codes() { " Judge A gave the most judgments, B the next." } else { "" };
    let caption = format!(
        "Points by which each judge scores the same outputs worse than the mean judge, by least squares of \
         system + document + judge, with {} % intervals by leaving out documents.{codes}{some}",
        share(criterion.test.level)
    );
    Some(
        SEVERITY
            .caterpillar(section, criterion.name, caption, &caterpillar)
            .titled(Some(criterion.headline())),
    )
}

/// Components from documents to the residual, as standard deviations.
fn shares(section: &StudySection<'_>, criterion: &Criterion<'_>) -> Option<Figure> {
    let rows = criterion.rows.iter().filter_map(|row| {
        let (value, part) = (row.value?.sqrt(), row.share?);
        let interval = row.lower.zip(row.upper).map(|(low, high)| (low.sqrt(), high.sqrt()));
        let part = format!("{:.0} %", 100.0 * part);
        Some(CaterpillarRow {
            heading: None,
            name: name(row).to_owned(),
            value,
            interval,
            tone: if is_of_judges(row) { Tone::Below } else { Tone::Above },
            words: part.clone(),
            tip: format!(
                "{}: standard deviation {} {part} of the variance",
                row.component.name(),
                number(value)
            ),
        })
    });
    let rows: Vec<CaterpillarRow> = rows.collect();
    if rows.len() < 2 {
        return None;
    }
    let largest = criterion.rows.iter().filter_map(|row| Some((row.share?, row)));
    let (part, largest) = largest.max_by(|one, other| one.0.total_cmp(&other.0))?;
    let title =
        format!("{:.0} % of the variance of ratings is {}", 100.0 * part, described(largest));
    let caterpillar = Caterpillar {
        x_label: format!("standard deviation in {}", criterion.name),
        line_at: Some(0.0),
        sides: None,
        rows,
    };
    let single = if criterion.rows.iter().any(|row| row.status == Reason::SingleRatings.into()) {
        " No output has two ratings, so that quality of outputs is part of what changes with each rating."
    } else {
        ""
    };
    let caption = format!(
        "Standard deviations of what ratings vary with; orange: what judges add. At the right the shares of the \
         variance, which add up to 100 %. Systems are fixed. {} % intervals by leaving out documents or \
         judges.{single}",
        share(criterion.test.level)
    );
    Some(SHARES.caterpillar(section, criterion.name, caption, &caterpillar).titled(Some(title)))
}

fn is_of_judges(row: &VarianceComponentRow) -> bool {
    matches!(row.component, Factor::Judge | Factor::SystemJudge)
}

/// A component in a sentence.
fn described(row: &VarianceComponentRow) -> &'static str {
    match row.component {
        Factor::Document => "the difficulty of documents",
        Factor::SystemDocument => "how well a system does in a document",
        Factor::Item => "the difficulty of segments",
        Factor::Output => "the quality of outputs",
        Factor::Judge => "the severity of judges",
        Factor::SystemJudge => "what judges like in systems",
        Factor::Residual if row.status == Reason::SingleRatings.into() => {
            "quality and noise, which single ratings do not separate"
        }
        Factor::Residual => "what changes with each rating",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::reason::Status;

    fn row(component: Factor, status: Status) -> VarianceComponentRow {
        VarianceComponentRow { component, status, ..VarianceComponentRow::default() }
    }

    #[test]
    fn components_are_called_by_what_they_are() {
        assert_eq!(name(&row(Factor::Item, Status::OK)), "segment");
        assert_eq!(name(&row(Factor::Residual, Reason::SingleRatings.into())), "quality and noise");
        assert_eq!(described(&row(Factor::Residual, Status::OK)), "what changes with each rating");
    }
}
