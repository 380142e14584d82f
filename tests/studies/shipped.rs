//! The shipped experiments come out as the reference results in `results/golden`, with any number of
//! threads and any unit of the processor.
//!
//! Reference results are: the manifest, a digest of every column of every table (`columns.json`), and
//! the smaller tables (and those that `docs/reproduction.md` quotes), by which `runner diff` says how much a number moved. `just golden` renews them,
//! and refuses to where numbers moved and their version did not.
//!
//! Experiments that take long without optimisation are left to optimised builds
//! (`cargo test --release --test studies shipped::`); `RUNNER_THOROUGH=1` runs all of them with 1 to 8
//! threads and with all instruction sets, those of more than a minute with 1 and 8 threads, with the
//! plainest set and the widest.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use runner::formats::source::CorpusFormat;
use runner::stats::kernel::InstructionSet;
use runner::table::{CellValue, Manifest, ResultFolder};
use serde_json::Value;

use crate::support::needs::{Need, is_thorough};
use crate::support::root;

/// Estimated seconds of an optimised build up to which an experiment runs in every test.
const SHORT: f64 = 0.5;

/// Up to which it runs with every number of threads and on every unit.
const LONG: f64 = 60.0;

/// Bytes that all reference results may take together.
const BUDGET: u64 = 640 << 10;

/// Tables that are kept whatever their size: `docs/reproduction.md` quotes them.
const QUOTED: [&str; 2] = ["claims", "published"];

/// By table and column.
type Digests = BTreeMap<String, BTreeMap<String, String>>;

fn golden(name: &str) -> PathBuf {
    root().join("results/golden").join(name)
}

fn program(arguments: &[&str], kernel: Option<&str>) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_runner"));
    command.args(arguments).current_dir(root()).env("NO_COLOR", "1");
    command.env_remove("RAYON_NUM_THREADS");
    if let Some(kernel) = kernel {
        command.env("RUNNER_KERNEL", kernel);
    }
    let output = command.output().unwrap();
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{arguments:?}: {message}");
    String::from_utf8(output.stdout).unwrap()
}

/// Specs that need no data: the shipped experiments on generated corpora, and one that uses every
/// metric. Long ones are left out where nothing is optimised.
fn specs() -> Vec<(String, PathBuf)> {
    let mut specs = Vec::new();
    for folder in ["experiments", "tests/golden/specs"] {
        for entry in fs::read_dir(root().join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_none_or(|ending| ending != "toml") {
                continue;
            }
            let text = fs::read_to_string(&path).unwrap();
            let parsed = runner::analyses::parse("spec", &text).unwrap();
            let is_here = |corpus: &runner::config::model::CorpusSpec| match &corpus.format {
                CorpusFormat::Synthetic(_) => true,
                CorpusFormat::Table(table) => {
                    table.path.iter().all(|table| path.with_file_name(table).exists())
                }
                _ => false,
            };
            if parsed.spec.corpora.iter().all(is_here) {
                specs.push((parsed.spec.name, path));
            }
        }
    }
    specs.sort();
    assert!(specs.len() >= 2);
    specs.retain(|(name, path)| {
        if is_thorough() || !cfg!(debug_assertions) {
            return true;
        }
        let short = seconds(path) <= SHORT;
        if !short {
            Need::Optimised.skip(name);
        }
        short
    });
    specs
}

/// What `runner plan` says of a spec, for all tests once: the largest takes ten seconds where nothing is optimised.
pub(crate) fn plan_document(spec: &Path) -> Arc<Value> {
    static PLANS: Mutex<BTreeMap<PathBuf, Arc<OnceLock<Arc<Value>>>>> = Mutex::new(BTreeMap::new());
    let mut plans = PLANS.lock().unwrap_or_else(PoisonError::into_inner);
    let plan = plans.entry(spec.to_owned()).or_default().clone();
    drop(plans);
    let made = plan.get_or_init(|| {
        let plan = program(&["plan", spec.to_str().unwrap(), "--format", "json"], None);
        Arc::new(serde_json::from_str(&plan).unwrap())
    });
    Arc::clone(made)
}

/// Seconds that `runner plan` expects.
fn seconds(spec: &Path) -> f64 {
    plan_document(spec)["cost"]["seconds"].as_f64().unwrap()
}

fn run(spec: &Path, out: &Path, threads: usize, kernel: Option<&str>, seeds: u32) {
    let (spec, out, threads) = (spec.to_str().unwrap(), out.to_str().unwrap(), threads.to_string());
    let seeds = seeds.to_string();
    let seeds: &[&str] = if seeds == "1" { &[] } else { &["--seeds", &seeds] };
    program(&[&["run", spec, "--out", out, "--threads", &threads, "-q"], seeds].concat(), kernel);
}

/// Seeds of the reference results: those of the papers' experiments are judged by their spread.
fn seeds(name: &str) -> u32 {
    if ["cesta", "cesta-campaign", "europarl-2004", "tides-2002"].contains(&name) { 20 } else { 1 }
}

fn open(folder: &Path) -> ResultFolder {
    ResultFolder::open(folder).unwrap().unwrap_or_else(|| {
        panic!("{} has no manifest.json: `just golden` makes it", folder.display())
    })
}

/// The digest of every column of every table: values in the order of the rows.
fn column_digests(results: &ResultFolder) -> Digests {
    let of_table = |name: &String| {
        let table = results.table(name).unwrap().expect("the table is there");
        let columns = table.columns().map(|column| {
            let mut hasher = blake3::Hasher::new();
            let values = table.column(column).unwrap();
            for row in 0..table.rows() {
                match values.at(row) {
                    CellValue::Null => hasher.update(b"n"),
                    CellValue::Boolean(value) => hasher.update(&[b'b', u8::from(value)]),
                    CellValue::Integer(value) => hasher.update(b"i").update(&value.to_le_bytes()),
                    CellValue::Real(value) => hasher.update(b"r").update(&value.to_le_bytes()),
                    CellValue::Text(value) => {
                        hasher.update(b"t").update(&(value.len() as u64).to_le_bytes());
                        hasher.update(value.as_bytes())
                    }
                };
            }
            (column.to_owned(), hasher.finalize().to_hex()[..16].to_owned())
        });
        (name.clone(), columns.collect())
    };
    results.manifest.tables.keys().map(of_table).collect()
}

/// Columns that both have and that differ, as `table.column`.
fn moved(known: &Digests, found: &Digests) -> Vec<String> {
    let mut moved = Vec::new();
    for (table, columns) in known {
        for (column, digest) in columns {
            let now = found.get(table).and_then(|columns| columns.get(column));
            if now.is_some_and(|now| now != digest) {
                moved.push(format!("{table}.{column}"));
            }
        }
    }
    moved
}

/// Whether two manifests ask for the same numbers.
fn same_question(known: &Manifest, found: &Manifest) -> bool {
    runner::diff::manifests(known, found).is_empty()
}

fn known_digests(folder: &Path) -> Digests {
    serde_json::from_str(&fs::read_to_string(folder.join("columns.json")).unwrap()).unwrap()
}

/// Every number of every shipped experiment. Where `RUNNER_UPDATE_GOLDEN` is set, writes the
/// reference results instead: all of them (`1`), or those of the experiments that it names (`cesta,koehn-judged`).
#[test]
fn results_are_those_of_reference() {
    let folder = tempfile::tempdir().unwrap();
    let mut specs = specs();
    // All, or those that are named.
    let renewed = std::env::var("RUNNER_UPDATE_GOLDEN").ok();
    if let Some(named) = renewed.as_deref().filter(|named| *named != "1") {
        specs.retain(|(name, _)| named.split(',').any(|wanted| wanted == name));
    }
    let runs: Vec<(String, PathBuf)> = specs
        .iter()
        .map(|(name, spec)| {
            let out = folder.path().join(name);
            run(spec, &out, 2, None, seeds(name));
            (name.clone(), out)
        })
        .collect();
    let mut problems = Vec::new();
    for (name, out) in &runs {
        let (kept, found) = (golden(name), open(out));
        check_keys(&found);
        check_figures(&found, out);
        check_page(name, out);
        let Some(known) = ResultFolder::open(&kept).unwrap() else {
            problems.push(format!("{name}: there are no reference results"));
            continue;
        };
        let (before, after) = (known_digests(&kept), column_digests(&found));
        let moved = moved(&before, &after);
        if same_question(&known.manifest, &found.manifest) && !moved.is_empty() {
            let mut diff = Command::new(env!("CARGO_BIN_EXE_runner"));
            let diff = diff.arg("diff").args([&kept, out]).output().unwrap();
            panic!(
                "{name}: numbers moved, with the same spec, inputs and version: {}\nIf they should, \
                 raise NUMBERS_VERSION, write a line \"Numbers\" in CHANGELOG.md and run `just \
                 golden`. In the smaller tables:\n{}",
                moved.join(", "),
                String::from_utf8_lossy(&diff.stdout)
            );
        }
        if !same_question(&known.manifest, &found.manifest) || before != after {
            problems.push(format!("{name}: the reference results are of another spec or version"));
        }
    }
    if renewed.is_some() {
        renew(&runs);
    } else {
        assert!(problems.is_empty(), "run `just golden`:\n{}", problems.join("\n"));
    }
}

/// The figures that files of published values name are drawn.
fn check_figures(results: &ResultFolder, out: &Path) {
    let Some(figures) = results.table("published_figures").unwrap() else { return };
    let column = |name: &str| figures.column(name).unwrap();
    let (names, others) = (column("figure"), column("experiment"));
    for row in 0..figures.rows() {
        if let (CellValue::Text(name), CellValue::Null) = (names.at(row), others.at(row)) {
            let path = out.join(format!("report/figures/{name}.svg"));
            assert!(path.exists(), "{} is not drawn", path.display());
        }
    }
}

/// A page is below three megabytes, and every figure on it is drawn for a phone, too.
fn check_page(name: &str, out: &Path) {
    let page = fs::read_to_string(out.join("report/index.html")).unwrap();
    assert!(page.len() < 3_000_000, "{name}: the page has {} bytes", page.len());
    let [figures, on_phone] =
        ["<figure id=", "<div class=\"drawing on-phone\""].map(|tag| page.matches(tag).count());
    assert_eq!(figures, on_phone, "{name}: figures, and drawings for a phone");
}

/// Lines that the answers of an experiment take on a terminal, at most.
const FIRST_SCREENS: [(&str, usize); 2] = [("cesta", 40), ("campaign-design", 45)];

/// The answers stand on one screen of 80 columns, and no line of them twice.
fn check_first_screen(name: &str, out: &Path) {
    let Some((_, most)) = FIRST_SCREENS.into_iter().find(|(other, _)| *other == name) else {
        return;
    };
    let text = program(&["report", out.to_str().unwrap()], None);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines.len() <= most, "{name}: {} lines, more than {most}:\n{text}", lines.len());
    let mut seen = std::collections::BTreeSet::new();
    for line in &lines {
        // The last two lines have the path of the folder.
        let is_path = line.starts_with("Page") || line.starts_with("Details");
        assert!(is_path || line.chars().count() <= 80, "{name}: wider than 80 columns: {line}");
        assert!(line.is_empty() || seen.insert(line.trim()), "{name}: twice: {line}");
    }
}

/// The key columns of a table tell its rows apart.
fn check_keys(results: &ResultFolder) {
    for table in runner::analyses::all_tables() {
        let Some(contents) = results.table(table.name).unwrap() else { continue };
        let keys = table.columns.iter().filter(|column| column.key);
        let keys: Vec<_> = keys.map(|key| contents.column(key.name).unwrap()).collect();
        assert!(!keys.is_empty(), "the table {} has no key column", table.name);
        let mut seen = std::collections::BTreeSet::new();
        for row in 0..contents.rows() {
            let key: Vec<String> = keys.iter().map(|key| format!("{:?}", key.at(row))).collect();
            assert!(seen.insert(key), "two rows of {} have the key of row {row}", table.name);
        }
    }
}

/// Writes reference results: of the tables the smallest, as many as the budget allows.
fn renew(runs: &[(String, PathBuf)]) {
    for (name, _) in runs {
        let _ = fs::remove_dir_all(golden(name));
    }
    let mut used = size_of_golden();
    let mut tables = Vec::new();
    for (name, out) in runs {
        let kept = golden(name);
        fs::create_dir_all(&kept).unwrap();
        used += fs::copy(out.join("manifest.json"), kept.join("manifest.json")).unwrap();
        let results = open(out);
        let digests = serde_json::to_string_pretty(&column_digests(&results)).unwrap() + "\n";
        fs::write(kept.join("columns.json"), &digests).unwrap();
        used += digests.len() as u64;
        for table in results.manifest.tables.keys() {
            let file = format!("{table}.parquet");
            let size = fs::metadata(out.join(&file)).unwrap().len();
            let is_quoted = QUOTED.contains(&table.as_str());
            tables.push((!is_quoted, size, out.join(&file), kept.join(&file)));
        }
    }
    tables.sort();
    for (_, size, from, to) in tables {
        if used + size <= BUDGET {
            used += fs::copy(from, to).unwrap();
        }
    }
    assert!(used <= BUDGET, "reference results take {used} bytes, more than {BUDGET}");
}

/// Bytes of all reference results.
fn size_of_golden() -> u64 {
    let size_of = |folder: &Path| -> u64 {
        let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().metadata().unwrap());
        files.map(|file| file.len()).sum()
    };
    let folders = fs::read_dir(golden("")).unwrap().map(|entry| entry.unwrap().path());
    folders.filter(|path| path.is_dir()).map(|path| size_of(&path)).sum()
}

#[test]
fn reference_results_are_small() {
    let used = size_of_golden();
    assert!(used > 0 && used <= BUDGET, "reference results take {used} bytes");
}

/// A version of the numbers that nobody can look up is none.
#[test]
fn the_changelog_knows_the_version_of_the_numbers() {
    let changelog = fs::read_to_string(root().join("CHANGELOG.md")).unwrap();
    let line = format!("* Numbers: version {}", runner::NUMBERS_VERSION);
    assert!(changelog.contains(&line), "CHANGELOG.md has no line `{line}`");
}

/// The files that must be the same for the same run.
fn files(out: &Path) -> BTreeMap<String, Vec<u8>> {
    let names = open(out).manifest.tables.into_keys().map(|table| format!("{table}.parquet"));
    let names = names.chain(["manifest.json".to_owned()]);
    names.map(|name| (name.clone(), fs::read(out.join(name)).unwrap())).collect()
}

#[test]
fn threads_and_units_change_no_byte() {
    let folder = tempfile::tempdir().unwrap();
    for (name, spec) in specs() {
        let all = is_thorough() && seconds(&spec) <= LONG;
        let threads: &[usize] = if all { &[2, 3, 4, 5, 6, 7, 8] } else { &[8] };
        let reference = folder.path().join(&name);
        run(&spec, &reference, 1, Some("portable"), 1);
        check_first_screen(&name, &reference);
        let reference = files(&reference);
        for threads in threads {
            let out = folder.path().join(format!("{name}-{threads}"));
            run(&spec, &out, *threads, None, 1);
            assert!(files(&out) == reference, "{name} differs with {threads} threads");
        }
        let sets = InstructionSet::available().into_iter().filter(|_| all);
        for set in sets.map(InstructionSet::name) {
            let out = folder.path().join(format!("{name}-{set}"));
            run(&spec, &out, 2, Some(set), 1);
            assert!(files(&out) == reference, "{name} differs with {set}");
        }
    }
}
