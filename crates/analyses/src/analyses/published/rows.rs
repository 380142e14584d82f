//! The rows of the tables `published` and `published_figures`.
//!
//! Published values name a table, a column and coordinates, and are looked up in whatever tables
//! there are: nothing here depends on what a table is about.

use std::collections::BTreeSet;

use rayon::prelude::*;

use super::file::{Published, Source};
use super::lookup::{Interval, RunTables, Target, alternatives, look_up};
use super::read::Number;
use super::verdict::{Basis, ValueVerdict};
use super::{PublishedFigureRow, PublishedRow, claims};
use crate::analyses::{Analyses, Results, published_tables, seeds};
use crate::config::model::Study;
use crate::stats::moments::SampleMoments;
use crate::stats::robust::median;
use crate::stats::special::student_t_quantile;
use crate::table::TableError;

/// The share of the possible values from which on an interval says nothing.
const WHOLE: f64 = 0.8;

/// Seeds below which their spread decides nothing: with four, the 95 % interval is 3.6 standard deviations
/// wide on either side, and holds almost anything.
pub const FEWEST_SEEDS: usize = 5;

/// Level of the prediction interval.
const LEVEL: f64 = 0.95;

/// Seeds from which on a value that all of them share excludes others: if the published corpus were one more
/// of the same kind, each of the n + 1 would be the odd one with probability 1/(n + 1), at most 5 %.
const FEWEST_ALIKE: usize = 19;

/// Mean and spread of a value over seeds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Spread {
    moments: SampleMoments,
    median: f64,
    sd: f64,
    /// Ends of the prediction interval for one further corpus; `None` below [`FEWEST_SEEDS`].
    ends: Option<(f64, f64)>,
}

impl Spread {
    /// Returns the spread of the values of the seeds that have one, `None` for fewer than two.
    fn new(values: &[f64]) -> Option<Self> {
        let moments = SampleMoments::of(values.iter().copied())?;
        let (sd, n) = (moments.stdev()?, moments.count as f64);
        let quantile = student_t_quantile(0.5 * (1.0 + LEVEL), n - 1.0);
        // A prediction interval: one further value varies (1) beside the mean of the others (1/n).
        let reach = quantile.map(|quantile| quantile * sd * (1.0 + 1.0 / n).sqrt());
        let reach = reach.filter(|_| moments.count >= FEWEST_SEEDS);
        let ends = reach.map(|reach| (moments.mean - reach, moments.mean + reach));
        Some(Self { moments, median: median(values)?, sd, ends })
    }

    /// Returns `true` if a printed value may come from one further corpus, `None` if the seeds are too few to say.
    /// Print is rounded: every value that would be printed alike counts.
    fn holds(&self, printed: f64, half_unit: f64) -> Option<bool> {
        let (lower, upper) = self.ends?;
        // What lies on the edge is inside, whatever rounding makes of it.
        let slack = half_unit * (1.0 + 1e-9);
        let holds = (lower - slack..=upper + slack).contains(&printed);
        // Equal values may differ in their last digits.
        let are_alike = self.sd <= 1e-12 * self.moments.mean.abs();
        (holds || !are_alike || self.moments.count >= FEWEST_ALIKE).then_some(holds)
    }
}

/// Returns a row for each published value of `sources`, looked up in `tables` and judged by its spread over `seeds` if
/// these are enough. Numbers of the corpora in `synthetic` are predictions where nothing else is said.
pub(super) fn published(
    sources: &[Published],
    tables: &RunTables,
    synthetic: &BTreeSet<String>,
    seeds: &[Vec<f64>],
) -> Vec<PublishedRow> {
    let mut spreads = seeds.iter().map(|values| Spread::new(values));
    let values =
        sources.iter().flat_map(|source| source.values.iter().map(move |one| (source, one)));
    let rows = values.map(|(source, value)| {
        let spread = spreads.next().flatten();
        let mut row = PublishedRow {
            source: source.source.key.as_str().into(),
            source_name: source.name().into(),
            seeds: spread.and_then(|spread| u32::try_from(spread.moments.count).ok()),
            seeds_mean: spread.map(|spread| spread.moments.mean),
            seeds_median: spread.map(|spread| spread.median),
            seeds_sd: spread.map(|spread| spread.sd),
            ..value.row.clone()
        };
        let found = value.target.as_ref().map_err(String::clone);
        let found = found.and_then(|target| look_up(tables, target));
        match (found, value.judged) {
            (Ok((reproduced, interval)), Some(judged)) => {
                let ends = spread.and_then(|spread| spread.ends);
                let of_seeds = ends.map(|(lower, upper)| (lower, upper, "seeds"));
                if let Some((lower, upper, kind)) = of_seeds.or(interval) {
                    (row.lower, row.upper, row.interval) =
                        (Some(lower), Some(upper), Some(kind.into()));
                }
                row.reproduced = Some(reproduced);
                row.difference = Some(reproduced - judged.value);
                row.verdict = verdict(&row, judged, interval, spread);
                // Without corpora among its coordinates it is about all of them.
                let is_generated =
                    value.line.get("corpus").map_or(!synthetic.is_empty(), |names| {
                        alternatives(names).iter().all(|corpus| synthetic.contains(corpus))
                    });
                let is_general = is_generated || value.basis == Basis::ClosedForm;
                let basis = if is_general { value.basis } else { Basis::Measured };
                row.basis = row.reason.is_none().then_some(basis);
            }
            (reproduced, judged) => {
                row.verdict =
                    judged.map_or(ValueVerdict::NotAvailable, |_| ValueVerdict::NotReproduced);
                row.reason = reproduced.err().map(Into::into).or(row.reason);
            }
        }
        row
    });
    rows.collect()
}

/// Returns the verdict on a row. With enough seeds their spread decides, which is what a corpus of the same kind may have;
/// the value of one corpus may agree by luck. Else rounding, and then the `interval` of the one corpus.
fn verdict(
    row: &PublishedRow,
    judged: Number,
    interval: Option<Interval>,
    spread: Option<Spread>,
) -> ValueVerdict {
    let (least, largest) = row.possible_ends();
    let is_whole = |(lower, upper): (f64, f64)| upper - lower >= WHOLE * (largest - least);
    // What is exactly half a unit off may be so by the last bit.
    let slack = judged.half_unit * (1.0 + 1e-9);
    let is_near = row.difference.is_some_and(|difference| difference.abs() <= slack);
    match (spread.and_then(|spread| spread.holds(judged.value, judged.half_unit)), interval) {
        _ if row.reason.is_some() => ValueVerdict::NotJudged,
        _ if row.interval.as_deref() == Some("seeds")
            && row.ends_in_print().is_some_and(is_whole) =>
        {
            ValueVerdict::WholeRange
        }
        (Some(true), _) => ValueVerdict::WithinSpread,
        (None, _) if is_near => ValueVerdict::WithinRounding,
        (None, None) => ValueVerdict::NoInterval,
        (None, Some((lower, upper, _))) if (lower..=upper).contains(&judged.value) => {
            ValueVerdict::WithinInterval
        }
        (Some(false), _) | (None, Some(_)) => ValueVerdict::Outside,
    }
}

/// Looks up published values and then claims with every seed, in the order of all sources. Returns for each the results of
/// the seeds that have one. `first` are the tables of the first seed.
pub(super) fn by_seed(
    analyses: Analyses,
    results: &Results<'_>,
    sources: &[Published],
    first: &RunTables,
) -> Result<Vec<Vec<f64>>, TableError> {
    let plan = results.plan;
    let wanted = published_tables(plan);
    let further = plan.further.par_iter().map(|further| {
        let tables = seeds::contents(analyses, further, results.store, &wanted)?;
        let is_left_out =
            |study: &&Study| further.spec.studies.iter().all(|other| other.name != study.name);
        let left_out: Vec<&Study> = plan.spec.studies.iter().filter(is_left_out).collect();
        Ok(with_seed(sources, &tables, &left_out))
    });
    let further: Vec<_> = further.collect::<Result<_, TableError>>()?;
    let mut all = with_seed(sources, first, &[]);
    for results in further {
        all.iter_mut().zip(results).for_each(|(all, result)| all.extend(result));
    }
    Ok(all)
}

/// Returns the reproduced value of each published value, and then how far each claim holds: one number or none.
///
/// There is no result for a sum over rows, or for a table without studies, if rows of a study that was `left_out` may be
/// among them: a whole run would give another value.
fn with_seed(sources: &[Published], tables: &RunTables, left_out: &[&Study]) -> Vec<Vec<f64>> {
    let is_whole = |target: &Target| !left_out.iter().any(|study| target.may_be_of(study));
    let values = sources.iter().flat_map(|source| &source.values).map(|value| {
        let target = value.target.as_ref().ok()?;
        let table = tables.get(&target.quantity.table)?;
        let is_one_row = target.reduce.is_none() && table.column("study").is_some();
        let found = (is_one_row || is_whole(target)).then(|| look_up(tables, target));
        Some(found?.ok()?.0)
    });
    let claims =
        sources.iter().flat_map(|source| source.claims.iter().map(move |one| (source, one)));
    let claims = claims.map(|(source, claim)| {
        let is_whole = claim.targets(&source.names).iter().all(is_whole);
        is_whole.then(|| claims::with_seed(claim, source, tables))?
    });
    values.chain(claims).map(Vec::from_iter).collect()
}

/// Returns the rows of all sources, in the order of their files: one for each file that shows a figure, or one without.
pub(super) fn published_figures(sources: &[Published]) -> Vec<PublishedFigureRow> {
    let figures =
        sources.iter().flat_map(|source| source.figures.iter().map(move |one| (source, one)));
    let rows = figures.flat_map(|(Published { source, .. }, figure)| {
        let without = figure.files.is_empty().then_some(None);
        let files = figure.files.iter().map(|name| Some(name.as_str().into())).chain(without);
        files.map(|name| PublishedFigureRow {
            source: source.key.as_str().into(),
            place: figure.place.as_str().into(),
            figure: name,
            cited: cited(source).into(),
            what: figure.what.as_str().into(),
            experiment: figure.experiment.as_deref().map(Into::into),
            reason: figure.reason.as_deref().map(Into::into),
            note: figure.note.as_deref().map(Into::into),
        })
    });
    rows.collect()
}

/// Returns authors and year: `Koehn 2004`, `Zhang & Vogel 2004`, `Estrella et al. 2007`.
fn cited(source: &Source) -> String {
    let names = source.authors.split(',').filter_map(|author| author.split_whitespace().last());
    let names: Vec<&str> = names.collect();
    let authors = match names[..] {
        [first, other] => format!("{first} & {other}"),
        [first, _, ..] => format!("{first} et al."),
        _ => names.concat(),
    };
    format!("{authors} {}", source.year)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyses::TestSetRow;
    use crate::analyses::published::read;
    use crate::diagnostic::SourceText;

    const FILE: &str = "values = \"file.csv\"\n[source]\nkey = \"paper\"\nauthors = \"A\"\ntitle = \"T\"\n\
                        venue = \"V\"\nyear = 2004\n";

    fn tables() -> RunTables {
        let row = |document: &str, segments| TestSetRow {
            corpus: "c".into(),
            test_set: "t".into(),
            document: document.into(),
            segments,
        };
        let table =
            crate::table::contents_of([row("d1", 7), row("d2", 12), row("d3", 12)]).unwrap();
        RunTables::from([("test_sets".to_owned(), table)])
    }

    /// The file with one value and what its line says beside.
    fn file(value: &str, cells: &[(&str, &str)]) -> Published {
        let names: Vec<&str> = cells.iter().map(|(name, _)| *name).collect();
        let cells: Vec<&str> = cells.iter().map(|(_, cell)| *cell).collect();
        let csv = format!(
            "place,what,value,unit,reproduced_by,corpus,{}\nP,W,{value},,test_sets.segments,c,{}\n",
            names.join(","),
            cells.join(",")
        );
        let (file, csv) = (SourceText::new("file.toml", FILE), SourceText::new("file.csv", &csv));
        read(&file, Some(&csv)).unwrap_or_else(|problems| panic!("{problems}"))
    }

    fn row_of(value: &str, cells: &[(&str, &str)]) -> PublishedRow {
        let corpora = BTreeSet::from(["c".to_owned()]);
        let mut rows = published(&[file(value, cells)], &tables(), &corpora, &[]);
        assert_eq!(rows.len(), 1);
        rows.remove(0)
    }

    #[test]
    fn numbers_are_found_by_their_coordinates() {
        let first = row_of("7", &[("document", "d1")]);
        assert_eq!((first.verdict.name(), first.reproduced), ("within-rounding", Some(7.0)));
        assert_eq!(
            (first.basis.map(Basis::name), first.difference),
            (Some("predicted"), Some(0.0))
        );
        let rounded = row_of("71", &[("scale", "0.1"), ("document", "d1")]);
        assert_eq!((rounded.verdict.name(), rounded.reproduced), ("no-interval", Some(7.0)));
        let edge = row_of("70", &[("scale", "0.1"), ("document", "d1")]);
        assert_eq!(edge.verdict.name(), "within-rounding");
        let fitted = row_of("11.4", &[("basis", "calibrated"), ("document", "d2")]);
        assert_eq!(
            (fitted.verdict.name(), fitted.basis.map(Basis::name)),
            ("no-interval", Some("calibrated"))
        );
        // Two rows that agree are one number.
        assert_eq!(row_of("12", &[("segments", "12")]).reproduced, Some(12.0));
        assert_eq!(row_of("7", &[("segments", "1..8")]).reproduced, Some(7.0));
    }

    #[test]
    fn several_rows_make_one_number_only_where_it_is_said_how() {
        for (reduce, value) in [("min", 7.0), ("max", 12.0), ("median", 12.0), ("mean", 31.0 / 3.0)]
        {
            let reduced = row_of("1", &[("reduce", reduce)]);
            assert_eq!(reduced.reproduced, Some(value), "{reduce}");
            assert_eq!(
                reduced.quantity.as_deref(),
                Some(&*format!("{reduce} of test_sets.segments"))
            );
        }
        let reason = |name: &str, cell: &str| {
            let row = row_of("1", &[(name, cell)]);
            assert_eq!((row.verdict.name(), row.basis.map(Basis::name)), ("not-reproduced", None));
            row.reason.expect("there is one").to_string()
        };
        assert_eq!(
            reason("document", ""),
            "3 rows of `test_sets` match, which differ in `document`"
        );
        assert_eq!(reason("document", "d9"), "`test_sets` has no row with corpus=c, document=d9");
        assert_eq!(reason("colour", "red"), "the table `test_sets` has no column `colour`");
    }

    /// 7 of one row and 12 of two, by hand: (7 x 7 + 12 x 12 + 12 x 12) / 31.
    #[test]
    fn rows_are_weighted() {
        let pooled = row_of("10.9", &[("reduce", "mean"), ("weight", "segments")]);
        assert!((pooled.reproduced.expect("three rows") - 337.0 / 31.0).abs() < 1e-12);
        assert_eq!(pooled.verdict.name(), "within-rounding");
        assert_eq!(pooled.quantity.as_deref(), Some("weighted-mean of test_sets.segments"));
        let without = row_of("10.9", &[("reduce", "mean"), ("weight", "size")]);
        assert_eq!(without.reason.as_deref(), Some("the table `test_sets` has no column `size`"));
    }

    #[test]
    fn misprints_are_judged_by_their_correction() {
        let misprint = [("document", "d1"), ("misprint", "n")];
        let corrected = row_of("65", &[&misprint[..], &[("corrected", "7.0")]].concat());
        assert_eq!(
            (corrected.verdict.name(), corrected.difference),
            ("within-rounding", Some(0.0))
        );
        assert_eq!((corrected.printed_value, corrected.corrected), (Some(65.0), Some(7.0)));
        let unknown = row_of("65", &misprint);
        assert_eq!((unknown.verdict.name(), unknown.difference), ("no-interval", Some(-58.0)));
    }

    /// The value in a run whose seeds have these `values`.
    fn with_seeds(printed: &str, cells: &[(&str, &str)], values: &[f64]) -> PublishedRow {
        let corpora = BTreeSet::from(["c".to_owned()]);
        let file = file(printed, &[&[("document", "d1")], cells].concat());
        let mut rows = published(&[file], &tables(), &corpora, &[values.to_vec()]);
        rows.remove(0)
    }

    /// The value of the first seed is 7. Student's t with 4 degrees of freedom: 2.7764 x 1.5811 x
    /// sqrt(1.2) = 4.8089, from 4.1911 to 13.8089.
    const FIVE: [f64; 5] = [7.0, 8.0, 9.0, 10.0, 11.0];

    #[test]
    fn spread_over_seeds_decides() {
        let row = with_seeds("14", &[], &FIVE);
        assert_eq!((row.verdict.name(), row.seeds), ("within-spread", Some(5)));
        let ends = (row.lower.expect("five"), row.upper.expect("five"));
        assert!((ends.0 - 4.1911).abs() < 1e-4 && (ends.1 - 13.8089).abs() < 1e-4, "{ends:?}");
        assert_eq!(with_seeds("14.0", &[], &FIVE).verdict.name(), "outside");
        // Within rounding of this corpus, and far from what seeds have.
        let others = [90.0, 91.0, 92.0, 90.5, 91.5, 92.5, 91.0];
        assert_eq!(with_seeds("7", &[], &others).verdict.name(), "outside");
        let four = with_seeds("14", &[], &FIVE[..4]);
        assert_eq!((four.verdict.name(), four.seeds, four.lower), ("no-interval", Some(4), None));
    }

    /// Of 1 to 12 the interval of 4.19 to 13.81 holds 71 %, of 3 to 12 it holds 87 %.
    #[test]
    fn an_interval_of_all_that_is_possible_says_nothing() {
        let verdict = |cells: &[_]| with_seeds("9", cells, &FIVE).verdict.name();
        assert_eq!(verdict(&[("possible", "1..12")]), "within-spread");
        assert_eq!(verdict(&[("possible", "3..12")]), "whole-range");
        assert_eq!(verdict(&[("possible", "-12..-3"), ("scale", "-1")]), "whole-range");
        let row = with_seeds("9", &[("possible", "3..12")], &FIVE);
        assert_eq!((row.possible.as_deref(), row.verdict.agrees()), (Some("3..12"), None));
    }

    #[test]
    fn what_is_not_judged_is_shown_with_the_reason() {
        let row = with_seeds("9", &[("unjudged", "ratio of sums near 0")], &FIVE);
        assert_eq!(
            (row.verdict.name(), row.reproduced, row.basis),
            ("not-judged", Some(7.0), None)
        );
        assert_eq!(row.reason.as_deref(), Some("ratio of sums near 0"));
    }
}

#[cfg(test)]
mod spread_tests {
    use super::*;

    /// `scipy.stats.t.ppf(.975, 19) * numpy.std(x, ddof=1) * (1 + 1/20)**.5` for x = 1, ..., 20.
    #[test]
    fn the_interval_is_that_of_one_further_value() {
        let values: Vec<f64> = (1..=20).map(f64::from).collect();
        let spread = Spread::new(&values).expect("twenty");
        let (lower, upper) = spread.ends.expect("twenty");
        let reach = 2.093_024_054_408_263 * 35.0_f64.sqrt() * 1.05_f64.sqrt();
        assert!((lower - (10.5 - reach)).abs() < 1e-9 && (upper - (10.5 + reach)).abs() < 1e-9);
        assert_eq!(Spread::new(&values[..1]), None);
        assert_eq!(Spread::new(&values[..4]).and_then(|spread| spread.ends), None);
    }

    /// Normal values from a fixed stream: 95 % of further ones lie in the interval, with five seeds as
    /// with twenty (standard error over 20,000 trials: 0.15 %).
    #[test]
    fn further_values_lie_in_it_as_often_as_it_says() {
        let mut state = 1_u64;
        let mut uniform = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            ((state >> 11) as f64 + 0.5) / (1_u64 << 53) as f64
        };
        for count in [5, 20] {
            let mut held = 0;
            for _ in 0..20_000 {
                let mut normal =
                    || crate::stats::special::normal_quantile(uniform()).expect("a probability");
                let values: Vec<f64> = (0..count).map(|_| normal()).collect();
                let further = normal();
                held += usize::from(
                    Spread::new(&values).expect("some").holds(further, 0.0) == Some(true),
                );
            }
            let share = held as f64 / 20_000.0;
            assert!((share - 0.95).abs() < 0.005, "{count} seeds: {share}");
        }
    }

    #[test]
    fn values_that_are_all_alike_exclude_others_from_nineteen_seeds_on() {
        let alike = |count: usize| Spread::new(&vec![3.0; count]).expect("some");
        assert_eq!(alike(18).holds(3.0, 0.5), Some(true));
        assert_eq!(alike(18).holds(4.0, 0.5), None);
        assert_eq!(alike(19).holds(4.0, 0.5), Some(false));
        assert_eq!(alike(4).holds(3.0, 0.5), None);
    }
}

#[cfg(test)]
mod figure_tests {
    use super::*;
    use crate::analyses::published::read;
    use crate::diagnostic::SourceText;

    #[test]
    fn sources_are_cited_by_authors_and_year() {
        for (authors, words) in [
            ("Philipp Koehn", "Koehn 2004"),
            ("Ying Zhang, Stephan Vogel", "Zhang & Vogel 2004"),
            ("Paula Estrella, Olivier Hamon, Andrei Popescu-Belis", "Estrella et al. 2004"),
        ] {
            let text = format!(
                "[source]\nkey = \"k\"\nauthors = \"{authors}\"\ntitle = \"T\"\nvenue = \"V\"\nyear = 2004\n\
                 [[figures]]\nplace = \"Figure 1\"\nwhat = \"W\"\nfiles = [\"a\", \"b\"]\n\
                 [[figures]]\nplace = \"Figure 2\"\nwhat = \"W\"\nreason = \"R\"\n"
            );
            let source = read(&SourceText::new("file.toml", &text), None).expect("valid");
            let rows = published_figures(&[source]);
            assert!(rows.iter().all(|row| &*row.cited == words), "{rows:?}");
            let shown: Vec<_> =
                rows.iter().map(|row| (row.figure.as_deref(), row.reason.as_deref())).collect();
            assert_eq!(shown, [(Some("a"), None), (Some("b"), None), (None, Some("R"))]);
        }
    }
}
