//! How probable every rank is for every system.

use super::RankRow;
use super::clusters::clusters;
use crate::presentation::{
    Figure, FigureKind, Matrix, MatrixCell, MetricRows, Rows, StudySection, amount, by_metric,
    chance, share,
};

/// Systems from which on cells have no room for three digits.
const NARROW: usize = 16;

/// Systems of which ranks are drawn.
const MOST: usize = 30;

pub(super) const KIND: FigureKind = FigureKind {
    word: "ranks",
    question: "How sure is the ranking?",
    draw: |section| by_metric(section, figure),
};

/// Systems from the best to the worst against their ranks, on the largest test set.
fn figure(section: &StudySection<'_>, metric: &MetricRows<'_, RankRow>) -> Option<Figure> {
    let rows = metric.rows.of_one_ordering().of_most_documents();
    let test_set = &rows.first()?.cell.test_set;
    let rows = rows.keep(|row| row.cell.test_set == *test_set && row.probability.is_some());
    let first = rows.first()?;
    let mut systems = rows.groups(|row| row.cell.system());
    systems.sort_by(|(_, one), (_, other)| {
        let [rank, other_rank] =
            [one, other].map(|rows| rows.first().and_then(|row| row.mean_rank).unwrap_or(f64::MAX));
        rank.total_cmp(&other_rank)
    });
    let count = systems.len();
    // Of two systems the ranks are one probability, which the finding has.
    if count < 3 {
        return None;
    }
    let finding = first_in(&metric.title, &systems);
    systems.truncate(MOST);
    let is_narrow = systems.len() >= NARROW;
    let cells = systems.iter().map(|(system, rows)| {
        let mut line: Vec<Option<MatrixCell>> = vec![None; systems.len()];
        for row in rows.iter() {
            let (rank, share) = (row.rank, row.probability?);
            let tip = format!("{system} has rank {rank} in {:.1} % of resamples", 100.0 * share);
            if let Some(cell) = line.get_mut((rank as usize).wrapping_sub(1)) {
                *cell = Some(MatrixCell { share, mark: percent(share, is_narrow), tip });
            }
        }
        Some(line)
    });
    let matrix = Matrix {
        x_label: "rank".to_owned(),
        y_label: "system".to_owned(),
        cells: cells.collect::<Option<_>>()?,
        rows: systems.iter().map(|(system, _)| (*system).to_owned()).collect(),
        columns: (1..=systems.len()).map(|rank| rank.to_string()).collect(),
    };
    let some = (count > MOST).then(|| format!(" The best {MOST} of {count} are shown."));
    let some = some.unwrap_or_default();
    let without = if is_narrow {
        " Without a number: above 99 % where fully coloured, below 1 % where pale."
    } else {
        ""
    };
    let caption = format!(
        "In how many percent of the resamples of {} each system has each rank.{without} {}{some}",
        amount(&first.cell),
        clusters(&rows).map_or_else(String::new, |clusters| clusters.sentence()),
    );
    Some(KIND.matrix(section, &metric.title, caption, &matrix).titled(finding))
}

/// How often the best system is first, and how many systems keep their rank nearly always.
fn first_in(metric: &str, systems: &[(&str, Rows<'_, RankRow>)]) -> Option<String> {
    let (best, rows) = systems.first()?;
    let of_first = rows.iter().find(|row| row.rank == 1)?.probability?;
    let level = rows.first()?.level;
    let sure = systems.iter().filter(|(_, rows)| {
        rows.iter().any(|row| row.probability.is_some_and(|probability| probability >= level))
    });
    Some(format!(
        "{metric}: {best} is first in {} of resamples; {} of {} systems keep one rank in {} % of them",
        chance(of_first),
        sure.count(),
        systems.len(),
        share(level)
    ))
}

/// A share in percent, empty where it is nought, and in a narrow cell also where it is nearly nought or 1.
fn percent(share: f64, is_narrow: bool) -> String {
    match 100.0 * share {
        0.0 => String::new(),
        percent if is_narrow && (percent <= 0.5 || percent >= 99.5) => String::new(),
        // A half is rounded to the even number, nought.
        percent if percent <= 0.5 => "<1".to_owned(),
        percent if (99.5..100.0).contains(&percent) => ">99".to_owned(),
        percent => format!("{percent:.0}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One resample of 200 is no nought.
    #[test]
    fn rare_ranks_are_not_rounded_away() {
        let texts = [0.0, 0.001, 0.005, 0.006, 0.5, 0.994, 0.995, 1.0]
            .map(|own| [false, true].map(|is_narrow| percent(own, is_narrow)));
        let wide = texts.each_ref().map(|[wide, _]| wide.as_str());
        assert_eq!(wide, ["", "<1", "<1", "1", "50", "99", ">99", "100"]);
        let narrow = texts.each_ref().map(|[_, narrow]| narrow.as_str());
        assert_eq!(narrow, ["", "", "", "1", "50", "99", "", ""]);
    }
}
