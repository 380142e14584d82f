//! Metrics with their intervals, the best first, by clusters.

use super::MetaRow;
use super::contest::{Contest, contests};
use super::findings::value_in_words;
use crate::presentation::{
    Caterpillar, CaterpillarRow, Figure, FigureKind, StudySection, Tone, share, some_shown,
};

pub(super) const AGREEMENT: FigureKind = FigureKind {
    word: "metrics",
    question: "Which metrics agree best with people?",
    draw: |section| {
        contests(section).iter().filter_map(|contest| agreement(section, contest)).collect()
    },
};

/// Metrics of a figure at most.
const MOST: usize = 40;

fn agreement(section: &StudySection<'_>, contest: &Contest<'_>) -> Option<Figure> {
    let count = contest.ranked.len();
    if count < 2 {
        return None;
    }
    let clusters = contest.clusters();
    let several = clusters.len() > 1;
    let mut rows = Vec::new();
    for (number, cluster) in clusters.iter().enumerate() {
        for (place, row) in cluster.iter().enumerate() {
            let heading = (several && place == 0).then(|| format!("Cluster {}", number + 1));
            rows.push(line(contest, row, heading, number));
        }
    }
    rows.truncate(MOST);
    let row = contest.any();
    let measure = contest.measure();
    let gold = contest.gold();
    let caterpillar =
        Caterpillar { x_label: format!("{measure} with {gold}"), rows, ..Caterpillar::default() };
    let intervals = if contest.ranked.iter().any(|row| row.ci_lower.is_some()) {
        format!(
            ", with {} % intervals for other {}. Metrics err alike, so that intervals may overlap where metrics differ \
             significantly.",
            share(row.ci_level),
            row.scope.name()
        )
    } else {
        ", without intervals.".to_owned()
    };
    let some = some_shown(MOST, count, "metrics");
    let clusters = if several {
        " A new cluster begins where a metric of the present one is significantly better."
    } else {
        ""
    };
    let caption = format!("{measure} of each metric with {gold}{intervals}{clusters}{some}");
    let subject = format!("{measure}, {}", row.gold);
    Some(
        AGREEMENT
            .caterpillar(section, &subject, caption, &caterpillar)
            .titled(Some(contest.headline())),
    )
}

fn line(
    contest: &Contest<'_>,
    row: &MetaRow,
    heading: Option<String>,
    cluster: usize,
) -> CaterpillarRow {
    let ranks = row.rank_lower.zip(row.rank_upper);
    let words = ranks.map_or_else(String::new, |(low, high)| {
        if low == high { format!("rank {low}") } else { format!("ranks {low}-{high}") }
    });
    let title = contest.title(row);
    let tip = format!("{title}: {}", value_in_words(row));
    CaterpillarRow {
        heading,
        name: if row.is_human { format!("{title} (people)") } else { title },
        value: row.value.unwrap_or(f64::NAN),
        interval: row.ci_lower.zip(row.ci_upper),
        tone: Tone::Series(cluster % 2),
        words,
        tip,
    }
}
