//! What a difference means as a whole run: five systems, against values by SciPy.

use runner::analyses::{self, MeaningRow, PairsOfPeople, Results};
use runner::corpus::model::Corpus;

use crate::ranks::marked;
use crate::support::{close, study};

const SYSTEMS: [&str; 5] = ["A", "B", "C", "D", "E"];

/// Six documents of one segment, of each system with this mean.
fn about(means: [f64; 5]) -> Vec<(&'static str, Vec<Option<f64>>)> {
    let scores = |(system, mean): (usize, f64)| {
        let of_segment = |segment: usize| {
            let sign = if (segment + system).is_multiple_of(2) { 1.0 } else { -1.0 };
            Some(mean + 0.125 * sign)
        };
        (SYSTEMS[system], (0..6).map(of_segment).collect())
    };
    means.into_iter().enumerate().map(scores).collect()
}

fn corpus(name: &str, metric: [f64; 5], people: [f64; 5]) -> Corpus {
    let (metric, people) = (about(metric), about(people));
    let corpus = marked(&[1; 6], &[("m", &metric), ("people", &people)]);
    Corpus { name: name.to_owned(), ..corpus }
}

fn first() -> Corpus {
    corpus("c", [10.0, 12.0, 13.0, 17.0, 18.0], [70.0, 68.0, 75.0, 80.0, 77.0])
}

fn rows_of(corpora: Vec<Corpus>, study: &str) -> Vec<MeaningRow> {
    let names: Vec<&str> = corpora.iter().map(|corpus| &*corpus.name).collect();
    let declared: Vec<String> = names
        .iter()
        .map(|name| format!("[corpora.{name}.plain]\nsystems = [\"none\"]\n"))
        .collect();
    let declared = declared.concat();
    let text = format!(
        "[experiment]\nname = \"x\"\nseed = 5\n{declared}\
         [metrics.m.external]\nscore = \"m\"\n[metrics.p.external]\nscore = \"people\"\n\
         [studies.s]\ncorpora = {names:?}\nmetrics = [\"m\", \"p\"]\nB = 50\n{study}"
    );
    let (plan, store) = study::computed(&text, Some(corpora));
    analyses::meaning(&Results::new(&plan, &store))
}

fn rows(study: &str) -> Vec<MeaningRow> {
    rows_of(vec![first()], study)
}

#[test]
fn five_systems_have_this_curve() {
    let rows = rows("meaning = { against = [\"p\"], at = { m = [2.0, 9.0] } }\n");
    assert_eq!(rows.len(), 4);
    let first = &rows[0];
    assert_eq!((&*first.cell.metric, &*first.against, first.pairs), ("m", "p", 10));
    close(first.probability, 0.702_641_907, 1e-8);
    close(first.ci_lower, 0.543_071_252, 1e-8);
    close(first.ci_upper, 0.824_495_569, 1e-8);
    close(first.slope, 0.429_955_136, 1e-8);
    assert!(first.cell.status.is_ok());
    assert_eq!(rows[1].cell.status.name(), "beyond-data");
    // Systems whose documents all differ alike have no error, and count as not told apart.
    assert_eq!((rows[2].pairs_of, rows[2].pairs), (PairsOfPeople::Significant, 6));
    assert!(rows[2].slope.unwrap() > 0.0);
}

/// Quartiles of the differences that are there, unless others are given; four systems are too few.
#[test]
fn quartiles_are_differences_that_are_there() {
    let found = rows("meaning = { against = [\"p\"] }\n");
    let differences: Vec<f64> = found[..3].iter().map(|row| row.difference).collect();
    assert_eq!(differences, [2.0, 4.0, 6.0]);
    let few = rows("systems = [\"A\", \"B\", \"C\", \"D\"]\nmeaning = { against = [\"p\"] }\n");
    assert!(few.iter().all(|row| row.cell.status.name() == "too-few-units"), "{few:?}");
    assert!(few.iter().all(|row| row.probability.is_none()));
}

/// Pairs within each of two corpora, each system of each left out in turn, by a second program (Python, roots by halving).
#[test]
fn corpora_together_have_this_curve() {
    let second = corpus("d", [30.0, 34.0, 35.0, 41.0, 43.0], [60.0, 63.0, 61.0, 70.0, 66.0]);
    let study = "meaning = { against = [\"p\"], at = { m = [2.0] } }\n";
    let rows = rows_of(vec![first(), second], study);
    let corpora: Vec<&str> = rows.iter().map(|row| &*row.cell.corpus).collect();
    assert_eq!(corpora, ["c", "c", "d", "d", "", ""]);
    let (alone, together) = (&rows[2], &rows[4]);
    close(alone.slope, 0.329_119_139, 1e-8);
    close(alone.ci_lower, 0.534_653_283, 1e-8);
    assert_eq!((alone.corpora, alone.difference_75_least), (1, None));
    assert_eq!((together.corpora, together.systems, together.pairs), (2, 10, 20));
    close(together.slope, 0.371_625_134, 1e-8);
    close(together.probability, 0.677_706_191, 1e-8);
    close(together.ci_lower, 0.602_326_799, 1e-8);
    close(together.ci_upper, 0.744_849_944, 1e-8);
    close(together.difference_75, 2.956_237_850, 1e-8);
    close(together.difference_75_least, 2.555_178_894, 1e-8);
    close(together.difference_75_most, 3.338_038_295, 1e-8);
    assert_eq!((together.cell.documents, together.cell.segments), (12, Some(12)));
    assert_eq!(rows[5].pairs_of, PairsOfPeople::Significant);
}
