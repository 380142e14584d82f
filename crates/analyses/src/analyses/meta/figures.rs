//! Metrics with their intervals, the best first, by clusters.

use super::contest::{Contest, contests};
use super::findings::value_in_words;
use super::words::Varied;
use super::{MetaRow, MetaSizeRow};
use crate::presentation::{
    Caterpillar, CaterpillarRow, Chart, Figure, FigureKind, Point, StudySection, Tone, beside,
    lines, named_layers, share, some_of,
};

pub(super) const AGREEMENT: FigureKind = FigureKind {
    word: "metrics",
    question: "Which metrics agree best with people?",
    draw: |section| {
        contests(section).iter().filter_map(|contest| agreement(section, contest)).collect()
    },
};

pub(super) const SIZES: FigureKind = FigureKind {
    word: "metrics-by-size",
    question: "How many segments and systems does it take to judge metrics?",
    draw: |section| {
        let contests = contests(section);
        contests
            .iter()
            .flat_map(|contest| Varied::ALL.map(|varied| sizes(section, contest, varied)))
            .flatten()
            .collect()
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
    let some =
        if count > MOST { format!(" {MOST} of {count} metrics are shown.") } else { String::new() };
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

/// Each metric on random parts of the segments, or of the systems.
fn sizes(section: &StudySection<'_>, contest: &Contest<'_>, varied: Varied) -> Option<Figure> {
    let rows = contest.sizes.keep(|row| row.varied == varied);
    let others = match varied {
        Varied::Segments => "with all systems",
        Varied::Systems => "on all segments",
    };
    let varied = varied.name();
    let name = |row: &MetaSizeRow| contest.name(&row.metric, row.references.as_deref());
    let point = |row: &MetaSizeRow| {
        let (x, y) = (row.size, row.mean?);
        let reach = row.lower.zip(row.upper).map(|(low, high)| (y - low, high - y));
        let tip = format!("{}, {x:.0} {varied}: {y:.3}", name(row));
        Some(Point { x, y, reach, tip })
    };
    let mut all = lines(&rows, name, point);
    // In the order of the metrics, the best first.
    all.sort_by_key(|line| contest.ranked.iter().position(|row| contest.title(row) == line.name));
    let (mut shown, sentence) = some_of(all, "metrics")?;
    beside(&mut shown);
    let row = rows.first()?;
    let (measure, gold) = (contest.measure(), contest.gold());
    let chart = Chart {
        x_label: varied.to_owned(),
        y_label: format!("{measure} with {gold}"),
        x_range: (Some(0.0), None),
        whole_x: true,
        layers: named_layers(&shown),
        ..Chart::default()
    };
    let caption = format!(
        "{measure} of each metric with {gold} on random parts of the {varied}, {others}: mean, and where {} % of the \
         parts lie. Large parts have most of their {varied} in common, so that their bars say nothing of new ones.{sentence}",
        share(row.level),
    );
    let subject = format!("{measure}, {}, {varied}", row.gold);
    Some(SIZES.chart(section, &subject, caption, &chart))
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
