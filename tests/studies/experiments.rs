//! Every shipped experiment is right: those that bring their data along can be planned, small ones run,
//! and what they set beside print can be looked up in their tables.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use runner::analyses::published::{self, HALF_WIDTH, Published};
use runner::analyses::{self, Results};
use runner::config::Parsed;
use runner::config::model::{Sampling, Spec};
use runner::diagnostic::SourceText;
use runner::formats;
use runner::formats::source::CorpusFormat;
use runner::plan::Plan;

use crate::shipped::plan_document;
use crate::support::{needs, root, study};

fn folder() -> PathBuf {
    root().join("experiments")
}

fn experiments() -> Vec<(PathBuf, Parsed)> {
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "toml"));
    paths.sort();
    let parse = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).unwrap();
        let parsed = runner::analyses::parse(&path.display().to_string(), &text);
        let parsed = parsed.unwrap_or_else(|problems| {
            panic!("{}", problems.render(runner::diagnostic::Style::Plain))
        });
        (path, parsed)
    };
    paths.into_iter().map(parse).collect()
}

fn experiment(name: &str) -> Spec {
    let found = experiments().into_iter().find(|(_, parsed)| parsed.spec.name == name);
    found.unwrap().1.spec
}

/// The experiments that name files which are not in this repository, by the folder of real corpora that they
/// are in.
const REAL: [(&str, &str); 14] = [
    ("campaign-wmt24", "evalsets"),
    ("expect-reference", ""),
    ("laws-newstest2009", "sgml/meteor"),
    ("laws-wmt14-references", "evalsets"),
    ("laws-wmt21-defr", "evalsets"),
    ("laws-wmt21-ende", "evalsets"),
    ("laws-wmt23-heen", "evalsets"),
    ("newstest2009", "sgml/meteor"),
    ("wmt14-references", "evalsets"),
    ("wmt21-defr", "evalsets"),
    ("wmt21-ende", "evalsets"),
    ("wmt21-tedtalks", "evalsets"),
    ("wmt23-ende", "evalsets"),
    ("wmt23-heen", "evalsets"),
];

fn plan(spec: Spec, data: &Path) -> Plan {
    let corpora = spec.corpora.iter().map(|corpus| {
        let loaded = formats::read(&corpus.name, &corpus.format, data);
        let mut loaded = loaded.unwrap_or_else(|error| panic!("{}: {error}", spec.name)).corpus;
        corpus.shorten(&mut loaded).unwrap_or_else(|error| panic!("{}: {error}", spec.name));
        Arc::new(loaded)
    });
    let corpora = corpora.collect();
    let name = spec.name.clone();
    runner::analyses::plan(spec, corpora).unwrap_or_else(|problems| panic!("{name}: {problems:?}"))
}

#[test]
fn every_experiment_is_named_as_its_file() {
    let experiments = experiments();
    assert_eq!(experiments.len(), 23);
    for (path, parsed) in experiments {
        assert_eq!(path.file_stem().unwrap().to_str().unwrap(), parsed.spec.name);
    }
}

#[test]
fn experiments_that_bring_their_data_along_can_be_planned() {
    let mut planned = 0;
    for (path, parsed) in experiments() {
        if REAL.iter().any(|(name, _)| *name == parsed.spec.name) {
            continue;
        }
        assert!(plan_document(&path)["cells"].as_u64() > Some(0), "{}", path.display());
        planned += 1;
    }
    assert_eq!(planned, 9);
}

#[test]
fn experiments_on_real_data_can_be_planned() {
    let Some(folder) = needs::data() else { return };
    for (name, data) in REAL {
        // Their corpora are those of other experiments.
        if name.starts_with("laws-") && !needs::is_thorough() {
            continue;
        }
        let mut spec = experiment(name);
        for corpus in &mut spec.corpora {
            // Of the file of all language pairs there are the rows of one.
            if let CorpusFormat::Appraise(source) = &mut corpus.format {
                let rows = "../raters/wmt24.esa.en-cs/original.esa_generalMT2024_wave2.eng-ces.csv";
                source.files = vec![rows.into()];
            }
        }
        let plan = plan(spec, &folder.join(data));
        assert!(plan.cell_count() > 0, "{name}");
    }
}

/// "100 blocks of 300 consecutive sentences"; "30,000 test sentences are divided into 300, 100, 50, and
/// 10 samples, each the size of 100, 300, 600, and 3000 sentences respectively". "5,000 bootstrapping
/// tests"; B in Tables 5 and 6.
#[test]
fn sizes_are_those_that_are_printed() {
    let europarl = experiment("europarl-2004");
    let samples = europarl.studies.iter().filter_map(|study| {
        let samples = study.samples.as_ref()?;
        assert_eq!(study.replicates, [1000]);
        Some((samples.sampling, samples.segments.clone(), samples.count))
    });
    let samples: Vec<_> = samples.collect();
    for printed in [
        (Sampling::Consecutive, vec![300], 100),
        (Sampling::Broad, vec![100], 300),
        (Sampling::Broad, vec![300], 100),
        (Sampling::Broad, vec![600], 50),
        (Sampling::Broad, vec![3000], 10),
    ] {
        assert!(samples.contains(&printed), "{printed:?}");
    }
    // And the three systems of Figures 4, 7 and 8 by themselves.
    assert_eq!(samples.len(), 6);
    let tides = experiment("tides-2002");
    let study = |name: &str| tides.studies.iter().find(|study| study.name == name).unwrap();
    let table_5 = [1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000];
    assert_eq!(study("replicates").replicates, table_5);
    assert_eq!(study("stability").replicates, [100, 500, 1_000, 2_000, 10_000]);
    assert_eq!((study("stability").repeats, study("stability-methods").repeats), (5_000, 5_000));
    assert_eq!(study("systems").replicates, [2_000]);
    for study in &experiment("cesta").studies {
        assert_eq!(study.replicates, [1_500]);
    }
}

/// The published values of a file, with those of the CSV file beside it.
fn source_of(path: &Path) -> Published {
    let text = |path: &Path| {
        let text = std::fs::read_to_string(path).ok()?;
        Some(SourceText::new(&path.display().to_string(), &text))
    };
    let file = text(path).unwrap();
    let [values, _] = published::named_paths(path, &file).unwrap();
    let values = values.map(|values| text(Path::new(&values)).unwrap());
    published::read(&file, values.as_ref()).unwrap()
}

/// The papers have 27 figures; each is shown or has a reason why not, once, and the table of them says the same.
#[test]
fn every_figure_of_the_papers_has_an_entry() {
    let readme = std::fs::read_to_string(folder().join("README.md")).unwrap();
    let mut drawn = 0;
    for (source, figures) in [("koehn-2004", 8), ("zhang-vogel-2004", 8), ("estrella-2007", 11)] {
        let published = source_of(&folder().join(format!("published/{source}.toml")));
        let places: Vec<&str> = published.figures.iter().map(|own| own.place.as_str()).collect();
        let expected: Vec<String> =
            (1..=figures).map(|number| format!("Figure {number}")).collect();
        assert_eq!(places, expected, "{source}");
        for figure in &published.figures {
            let cell = match &figure.reason {
                None => {
                    drawn += 1;
                    let files = figure.files.iter().map(|name| format!("`{name}`"));
                    files.collect::<Vec<_>>().join(", ")
                }
                Some(reason) => format!("none: {reason}"),
            };
            let line = format!(", {} | {} |", figure.place, figure.what);
            let line = readme.lines().find(|own| own.contains(&line));
            let line = line.unwrap_or_else(|| panic!("README.md lacks {source}, {}", figure.place));
            assert!(line.ends_with(&format!("| {cell} |")), "{line}: {cell}");
        }
    }
    assert_eq!(drawn, 26);
    assert!(readme.contains("Of 27 figures 26 are shown"));
}

/// Names that a printed number may be looked up by, in some experiments.
fn names<'a>(specs: impl Iterator<Item = &'a Spec>) -> BTreeMap<&'static str, BTreeSet<String>> {
    let specs: Vec<&Spec> = specs.collect();
    let studies = || specs.iter().flat_map(|spec| &spec.studies);
    let metrics = studies().flat_map(|study| &study.metrics);
    BTreeMap::from([
        ("study", studies().map(|study| study.name.clone()).collect()),
        (
            "corpus",
            specs.iter().flat_map(|spec| &spec.corpora).map(|corpus| corpus.name.clone()).collect(),
        ),
        ("metric", metrics.cloned().collect()),
    ])
}

/// A misspelt coordinate would read as "not reproduced".
#[test]
fn printed_numbers_name_what_there_is() {
    let tables: BTreeMap<&str, BTreeSet<&str>> = runner::analyses::all_tables()
        .iter()
        .map(|table| (table.name, table.columns.iter().map(|column| column.name).collect()))
        .collect();
    let mut checked = 0;
    let experiments = experiments();
    for (path, parsed) in &experiments {
        for file in &parsed.spec.published {
            // What one corpus lacks, such as judgments, another has that is tried by the same file.
            let same_file = experiments.iter().map(|(_, other)| &other.spec);
            let same_file = same_file.filter(|other| other.published.contains(file));
            let names = names(same_file);
            let source = source_of(&path.with_file_name(&file.path));
            for target in source.targets() {
                let (table, column) = (&*target.quantity.table, &*target.quantity.column);
                let place = format!("{}, {column}", source.name());
                let Some(columns) = tables.get(table) else {
                    panic!("{place}: there is no table {table}");
                };
                assert!(column == HALF_WIDTH || columns.contains(column), "{place}: {column}");
                for (column, values) in &target.coordinates {
                    assert!(columns.contains(column.as_str()), "{place}: {column}");
                    let known = names.get(column.as_str());
                    let unknown =
                        |value: &&String| known.is_some_and(|known| !known.contains(*value));
                    assert_eq!(values.iter().find(unknown), None, "{place}: {column}");
                }
                checked += 1;
            }
        }
    }
    assert!(checked > 600, "{checked}");
}

/// Koehn's example in closed form: 30 % -+ t sqrt(.3 .7/99), t with 99 degrees of freedom.
/// `scipy.stats.t.ppf([.95, .975, .995], 99)`
#[test]
fn thirty_correct_of_a_hundred() {
    let plan = plan(experiment("koehn-judged"), &folder());
    let store = study::compute(&plan);
    let rows = analyses::each_interval(&Results::new(&plan, &store)).collect::<Vec<_>>();
    let standard_error = 100.0 * (0.3_f64 * 0.7 / 99.0).sqrt();
    for (level, factor) in [
        (0.9, 1.660_391_156_016_990_6),
        (0.95, 1.984_216_951_586_417_4),
        (0.99, 2.626_405_457_280_827),
    ] {
        let is_here = |row: &&runner::analyses::IntervalRow| {
            row.method.name() == "jackknife-t" && row.level.total_cmp(&level).is_eq()
        };
        let row = rows.iter().find(is_here).unwrap();
        assert!((row.score.unwrap() - 30.0).abs() < 1e-12);
        let half_width = row.half_width.unwrap();
        assert!(
            (half_width / (factor * standard_error) - 1.0).abs() < 1e-9,
            "{level}: {half_width}"
        );
    }
}

/// The grid of the 2007 study: 15 prefixes in three orders, 7 metrics, 5 systems.
#[test]
fn the_cesta_grid() {
    let mut spec = experiment("cesta");
    spec.studies.truncate(1);
    let plan = plan(spec, &folder());
    assert_eq!(plan.grids[0].placements.len(), 45);
    assert_eq!(plan.grids[0].scorings.len(), 35);
    assert_eq!(plan.cell_count(), 45 * 35);
    // The three orders share their last test set.
    let test_sets = plan.corpora[0].test_sets.len();
    assert!(test_sets <= 43, "{test_sets}");
    assert_eq!(plan.jobs.len(), test_sets);
    // Results are keyed apart.
    let tasks: usize = plan.jobs.iter().map(|job| job.tasks.len()).sum();
    let keys = plan.jobs.iter().flat_map(|job| job.tasks.iter().map(|task| plan.key(task)));
    assert_eq!(keys.collect::<std::collections::BTreeSet<_>>().len(), tasks);
}
