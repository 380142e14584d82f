//! Standard errors that are not by the jackknife over texts.

use runner::analyses::{self, MacroAverageRow, MarginRow, ReplicateRow, Results};
use runner::corpus::model::Corpus;

use super::{close, find};
use crate::support::study;

/// Standard errors and degrees of freedom over corpora, from the table `margins`.
fn from_margins(margins: &[MarginRow], freedom: impl Fn(&MarginRow) -> f64) -> [f64; 2] {
    let parts: Vec<(f64, f64)> = margins
        .iter()
        .map(|row| {
            let error = 0.5 * row.standard_error.unwrap();
            (error * error, freedom(row))
        })
        .collect();
    let variance: f64 = parts.iter().map(|(own, _)| own).sum();
    let inverse: f64 = parts.iter().map(|(own, freedom)| own * own / freedom).sum();
    [variance.sqrt(), variance * variance / inverse]
}

/// NIST with weights made anew for each resample has no jackknife: standard errors come from replicates.
#[test]
fn metrics_that_are_not_additive_take_replicates() {
    let head = "[experiment]\nname = \"x\"\nseed = 5\n[corpora.one.plain]\nsystems = [\"none\"]\n\
        [corpora.two.plain]\nsystems = [\"none\"]\n[metrics.again.nist]\ninformation = \"recomputed\"\n\
        [studies.s]\ncorpora = [\"one\", \"two\"]\nmetrics = [\"again\"]\ntest-sizes = { fractions = [1.0] }\n\
        resample = \"segments\"\nB = [100, 200]\nmacro-average = {}\nreplicates = {}\nmargin = {}\n";
    let corpora = ["one", "two"].map(|name| Corpus { name: name.to_owned(), ..study::texts() });
    let read = |results: &Results<'_>| {
        let replicates: Vec<ReplicateRow> = analyses::each_replicate(results).collect();
        let margins: Vec<MarginRow> = analyses::each_margin(results).collect();
        (replicates, margins, analyses::macro_averages(results))
    };
    let (_, (replicates, margins, found)) = study::run(head, Some(corpora.into()), read);
    for count in [100, 200] {
        let is_own = |row: &&MarginRow| row.cell.replicates == count && row.cell.system() == "A";
        let own: Vec<MarginRow> = margins.iter().filter(is_own).cloned().collect();
        assert_eq!(own.len(), 2);
        let [error, freedom] = from_margins(&own, |_| 49.0);
        let is_own = |row: &&MacroAverageRow| {
            row.replicates == count && row.corpus.is_none() && row.quantity.name() == "score"
        };
        let row = found.averages.iter().filter(is_own).find(|row| &*row.system == "A").unwrap();
        close(row.standard_error, error);
        close(row.degrees_of_freedom, freedom);
        let of = |corpus: &str, system: &str| -> Vec<f64> {
            let own = replicates.iter().filter(|row| {
                (&*row.cell.corpus, row.cell.system(), row.cell.replicates)
                    == (corpus, system, count)
            });
            own.map(|row| row.score.unwrap()).collect()
        };
        let variance = |corpus: &str| {
            let pairs = of(corpus, "A").into_iter().zip(of(corpus, "B"));
            let differences: Vec<f64> = pairs.map(|(a, b)| a - b).collect();
            let mean = differences.iter().sum::<f64>() / f64::from(count);
            let squares: f64 = differences.iter().map(|own| (own - mean) * (own - mean)).sum();
            50.0 / 49.0 * squares / f64::from(count - 1)
        };
        let row = found.differences.iter().find(|row| row.replicates == count).unwrap();
        close(row.standard_error, 0.5 * (variance("one") + variance("two")).sqrt());
        assert_eq!(row.status.name(), "ok");
    }
}

/// Where judges are resampled, standard errors are those over texts and judges.
#[test]
fn judges_count_where_they_are_resampled() {
    let spec = "[experiment]\nname = \"x\"\nseed = 5\n[corpora.one.synthetic]\npreset = \"esa-campaign\"\n\
        [corpora.two.synthetic]\npreset = \"esa-campaign\"\n[metrics.esa.human]\ncriterion = \"esa-1\"\n\
        [studies.s]\ncorpora = [\"one\", \"two\"]\nmetrics = [\"esa\"]\ntest-sizes = { fractions = [1.0] }\n\
        resample = { texts = \"documents\", judges = true }\nB = 100\nmacro-average = {}\nmargin = {}\n";
    let read = |results: &Results<'_>| {
        let margins: Vec<MarginRow> = analyses::each_margin(results).collect();
        (margins, analyses::macro_averages(results))
    };
    let (_, (margins, found)) = study::run(spec, None, read);
    let system = margins[0].cell.system().to_owned();
    let own: Vec<MarginRow> =
        margins.iter().filter(|row| row.cell.system() == system).cloned().collect();
    assert_eq!(own.len(), 2);
    let row = find(&found, ("esa", "score", &system), None);
    close(row.standard_error, from_margins(&own, |_| 1.0)[0]);
    assert!(row.best_probability.is_some() && row.status.name() == "ok", "{row:?}");
    // New judges have no model of new test sets.
    assert_eq!(row.basis.map(|basis| basis.name()), Some("resamples"));
    assert_eq!(find(&found, ("esa", "rank", &system), None).method.name(), "percentile");
    assert!(found.differences.iter().all(|row| row.a_better.is_some()));
}
