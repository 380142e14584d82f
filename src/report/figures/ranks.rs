//! How probable every rank is for every system.

use std::collections::BTreeMap;

use super::{Figure, Kind, Metric, amount, by_metric};
use crate::report::lookup::position;
use crate::report::number::size;
use crate::report::place::{Place, Row, Rows};
use crate::report::plot::{Matrix, MatrixCell};

/// Systems of which ranks are drawn.
const MOST: usize = 30;

pub(super) const KIND: Kind = Kind { word: "ranks", question: "How sure is the ranking?", draw };

fn draw(place: &Place<'_>) -> Vec<Figure> {
    let Some(rows) = place.rows("ranks") else { return Vec::new() };
    by_metric(rows).iter().filter_map(|(metric, rows)| figure(place, metric, rows)).collect()
}

/// Systems from the best to the worst against their ranks, on the largest test set.
fn figure(place: &Place<'_>, metric: &Metric, rows: &Rows<'_>) -> Option<Figure> {
    let rows = rows.of_one_ordering().of_largest("documents");
    let test_set = rows.first()?.text("test_set");
    let rows = rows.keep(|row| row.text("test_set") == test_set && !row.is_null("probability"));
    let first = rows.first()?;
    let mut systems = rows.groups(|row| row.text("system"));
    systems.sort_by(|(_, one), (_, other)| {
        let rank = |rows: &Rows<'_>| rows.first().and_then(|row| row.number("mean_rank"));
        rank(one).unwrap_or(f64::MAX).total_cmp(&rank(other).unwrap_or(f64::MAX))
    });
    let count = systems.len();
    if count < 2 {
        return None;
    }
    systems.truncate(MOST);
    let mut ranks: Vec<String> = Vec::new();
    let mut cells: BTreeMap<(usize, usize), MatrixCell> = BTreeMap::new();
    for rank in 1..=systems.len() {
        position(&mut ranks, rank.to_string());
    }
    for (line, (system, rows)) in systems.iter().enumerate() {
        for row in rows.iter() {
            let rank = row.number("rank").map(size)?;
            let Some(column) = ranks.iter().position(|own| *own == rank) else { continue };
            let probability = row.number("probability")?;
            let mark = percent(probability);
            let tip =
                format!("{system} has rank {rank} in {:.1} % of resamples", 100.0 * probability);
            cells.insert((line, column), MatrixCell { share: probability, mark, tip });
        }
    }
    let line =
        |line: usize| (0..ranks.len()).map(|column| cells.get(&(line, column)).cloned()).collect();
    let matrix = Matrix {
        x_label: "rank".to_owned(),
        y_label: "system".to_owned(),
        cells: (0..systems.len()).map(line).collect(),
        rows: systems.iter().map(|(system, _)| (*system).to_owned()).collect(),
        columns: ranks,
    };
    let some = if count > MOST {
        format!(" The best {MOST} of {count} are shown.")
    } else {
        String::new()
    };
    let caption = format!(
        "In how many percent of the resamples of {} each system has each rank. {}{some}",
        amount(first),
        clusters(&systems, place.level()),
    );
    Some(KIND.matrix(place, &metric.title, caption, &matrix))
}

/// A share in percent, empty where it is nought.
fn percent(share: f64) -> String {
    match 100.0 * share {
        0.0 => String::new(),
        percent if percent < 0.5 => "<1".to_owned(),
        percent if percent > 99.5 && percent < 100.0 => ">99".to_owned(),
        percent => format!("{percent:.0}"),
    }
}

/// Which systems cannot be told apart, in a sentence.
fn clusters(systems: &[(&str, Rows<'_>)], level: f64) -> String {
    let mut clusters: BTreeMap<u64, Vec<&str>> = BTreeMap::new();
    for (system, rows) in systems {
        let cluster = rows.first().and_then(|row: Row<'_>| row.number("cluster"));
        if let Some(cluster) = cluster {
            clusters.entry(cluster.to_bits()).or_default().push(system);
        }
    }
    let alike: Vec<String> =
        clusters.values().filter(|names| names.len() > 1).map(|names| names.join(", ")).collect();
    if clusters.is_empty() {
        String::new()
    } else if alike.is_empty() {
        format!("At {level} % the ranges of ranks of no two systems overlap.")
    } else {
        format!("At {level} % the ranges of ranks overlap among {}.", alike.join("; among "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::about::About;
    use crate::table::Contents;

    #[test]
    fn systems_stand_from_the_best_to_the_worst() {
        let same = |value: &'static str| [value; 4];
        let table = Contents::of_texts(&[
            ("study", &same("s")),
            ("corpus", &same("c")),
            ("metric", &same("bleu")),
            ("system", &["low", "low", "high", "high"]),
            ("reference_count", &same("1")),
            ("reference_choice", &same("first")),
            ("references", &same("r")),
            ("ordering", &same("corpus")),
            ("test_set", &same("t")),
            ("documents", &same("4")),
            ("segments", &same("8")),
            ("repeat", &same("1")),
            ("B", &same("100")),
            ("rank", &["1", "2", "1", "2"]),
            ("probability", &["0.004", "0.996", "0.996", "0.004"]),
            ("mean_rank", &["1.9", "1.9", "1.1", "1.1"]),
            ("cluster", &["2", "2", "1", "1"]),
        ]);
        let about = About::of_studies(&["s"]);
        let places = Place::of([("ranks", &table)].into_iter(), &about);
        let figures = draw(&places[0]);
        assert_eq!(figures.len(), 1);
        let (svg, caption) = (&figures[0].svg, &figures[0].caption);
        let height = |name: &str| -> f64 {
            let (before, _) = svg.split_once(&format!(">{name}</text>")).unwrap();
            let (_, y) = before.rsplit_once(" y=\"").unwrap();
            y.split_once('"').unwrap().0.parse().unwrap()
        };
        assert!(height("high") < height("low"), "{svg}");
        assert!(svg.contains("high has rank 1 in 99.6 % of resamples"), "{svg}");
        assert!(svg.contains(">&lt;1<") && svg.contains(">&gt;99<"), "{svg}");
        assert!(caption.contains("4 documents (8 segments)"), "{caption}");
        assert!(caption.contains("At 95 % the ranges of ranks of no two systems overlap."));
    }
}
