//! How sure rankings are, how well parts stand for the whole, and how well metrics and judges agree.

use crate::presentation::{
    Layout, MetricRows, StudySection, TextCell, TextTable, metric_name, of_ends, percent, real,
    size_cell, whole, with_error, words, words_or,
};
use crate::table::{
    AgreementRow, CorrelationRow, RankRow, RankStabilityRow, RepresentativenessRow,
};

/// Probabilities of ranks on the largest test set, a table per metric.
pub(super) fn ranks(section: &StudySection<'_>) -> Vec<TextTable> {
    let rows = section.rows::<RankRow>().of_first_draws().of_one_ordering();
    let of_metric = |metric: MetricRows<'_, RankRow>| {
        let layout = Layout {
            word: "ranks",
            about: &metric_name(metric.key),
            caption: "Ranks: by the scores, the range of ranks over resamples, clusters of systems whose \
                      ranges overlap, and the probability of each rank.",
            ..Layout::default()
        };
        let key = |row: &RankRow| {
            vec![
                ("system", words(row.cell.system())),
                ("documents", size_cell(&row.cell)),
                ("level", whole(row.level)),
            ]
        };
        layout.table(section, &metric.rows.of_most_documents(), key, |row| {
            let ends = row.rank_lower.map(f64::from).zip(row.rank_upper.map(f64::from));
            let range =
                of_ends(
                    ends,
                    |(low, high)| {
                        if low < high { format!("{low}-{high}") } else { format!("{low}") }
                    },
                );
            vec![
                ("score".to_owned(), real(row.score)),
                ("rank".to_owned(), whole(row.observed_rank)),
                ("range".to_owned(), range),
                ("cluster".to_owned(), whole(row.cluster)),
                (format!("P({})", row.rank), percent(row.probability)),
            ]
        })
    };
    rows.by_metric().into_iter().filter_map(of_metric).collect()
}

/// How probable the ranking of the whole corpus is, by size.
pub(super) fn rank_stability(section: &StudySection<'_>) -> Option<TextTable> {
    let rows = section.rows::<RankStabilityRow>().of_first_draws().of_one_ordering();
    let title = rows.titles();
    let layout = Layout {
        word: "rank-stability",
        caption: "Probability that resamples rank the systems as the whole corpus does, and the size from \
                  which on that is probable enough.",
        ..Layout::default()
    };
    let key = |row: &RankStabilityRow| {
        vec![
            ("metric", TextCell::words(title(row))),
            ("documents", size_cell(&row.cell)),
            ("wanted", percent(row.probability)),
            ("systems", whole(row.systems)),
        ]
    };
    layout.table(section, &rows, key, |row| {
        vec![
            ("ranking holds".to_owned(), percent(row.holds)),
            ("best holds".to_owned(), percent(row.best_holds)),
            ("distances deviate, %".to_owned(), real(row.distance_deviation)),
            ("holds from, documents".to_owned(), whole(row.stable_from)),
            ("distances from, documents".to_owned(), whole(row.distances_stable_from)),
        ]
    })
}

/// Coefficients between scores on test sets and on the whole corpus.
pub(super) fn representativeness(section: &StudySection<'_>) -> Option<TextTable> {
    let rows = section.rows::<RepresentativenessRow>().of_first_draws();
    // Sets of documents that share a size have no lines of their own.
    let rows = rows.keep(|row| row.cell.ordering.as_deref() != Some("exhaustive"));
    let title = rows.titles();
    let layout = Layout {
        word: "representativeness",
        caption: "Correlation of the systems' scores on each test set with those on the whole corpus.",
        ..Layout::default()
    };
    let key = |row: &RepresentativenessRow| {
        vec![
            ("ordering", words(row.cell.ordering.as_deref().unwrap_or_default())),
            ("documents", size_cell(&row.cell)),
            ("segments", whole(row.cell.segments)),
            ("systems", whole(row.systems)),
        ]
    };
    layout.table(section, &rows, key, |row| {
        vec![(format!("{} {}", title(row), row.coefficient), real(row.value))]
    })
}

/// How well metrics agree with each other or with judges, on the largest test set.
pub(super) fn correlations(section: &StudySection<'_>) -> Option<TextTable> {
    let rows = section.rows::<CorrelationRow>().of_first_draws();
    let rows = rows.of_one_ordering().of_most_documents().keep(|row| row.against.is_none());
    let title = rows.titles();
    let layout = Layout {
        word: "correlations",
        caption: "Correlation of metrics on the largest test set, with intervals over resamples.",
        notes: &[
            "Positive where two metrics agree on what is better. Replicates add noise to scores, so that \
             intervals lie nearer to 0 than coefficients.",
        ],
        ..Layout::default()
    };
    let key = |row: &CorrelationRow| {
        vec![
            ("metric", TextCell::words(title(row))),
            ("with", words(&row.other_metric)),
            ("over", words(&row.over)),
            ("systems", whole(row.systems)),
            ("documents", size_cell(&row.cell)),
            ("level", whole(row.ci_level)),
        ]
    };
    layout.table(section, &rows, key, |row| {
        let ends = row.ci_lower.zip(row.ci_upper);
        let ends = ends.map_or_else(String::new, |(low, high)| format!(" [{low:.3}, {high:.3}]"));
        let cell = TextCell::optional(row.coefficient, |value| format!("{value:.3}{ends}"));
        vec![(row.kind.to_string(), cell)]
    })
}

/// How much judges agree.
pub(super) fn agreement(section: &StudySection<'_>) -> Option<TextTable> {
    let layout = Layout {
        word: "agreement",
        caption: "Agreement of judges, with standard errors by the jackknife over documents.",
        ..Layout::default()
    };
    let key = |row: &AgreementRow| {
        vec![
            ("criterion", words(&row.criterion)),
            ("system", words_or(row.system.as_deref(), "all")),
            ("segments", whole(row.segments)),
        ]
    };
    layout.table(section, &section.rows(), key, |row| {
        let option = row.option.as_ref().map_or_else(String::new, |option| format!(", {option}"));
        let heading = format!("{}{option}", row.measure.replace('-', " "));
        vec![(heading, with_error(row.value, row.standard_error))]
    })
}
