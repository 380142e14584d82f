//! No spec, part, manifest or table makes the program panic, go on for ever or take memory out of
//! proportion: valid ones are mixed and damaged at random. (Corpora have targets of their own, in
//! `tests/fuzz/corpora`.)
//!
//! ```text
//! cargo test --test fuzz                               # 300 cases each
//! RUNNER_FUZZ_SECONDS=600 cargo test --test fuzz specs # one target for ten minutes
//! RUNNER_FUZZ_SEED=17 cargo test --test fuzz specs     # one case again
//! ```
//!
//! The inputs to begin with are the specs of the repository and the reference results; inputs that
//! once failed lie in `tests/fuzz/found` and begin every run.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod corpora;
mod harness;
#[path = "../support/mod.rs"]
#[expect(dead_code, reason = "each program of tests uses a part")]
mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use harness::{damaged, fuzz};
use runner::analyses::all_tables;
use runner::corpus::model::Corpus;
use runner::diagnostic::Style;
use runner::diff::{self, Tolerance};
use runner::execute::{PartStore, reusable};
use runner::formats;
use runner::plan::{Plan, PlanDocument, explain, memory};
use runner::table::{Contents, Manifest, ResultFolder};
use support::root;

/// The files of a folder with this ending, in order.
fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join(folder)).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|known| known == ending));
    paths.sort();
    paths
}

/// The corpus that every spec is planned on, whose systems are called as those of many specs.
fn small_corpus() -> Corpus {
    runner::corpus::synthetic::generate("cesta-enfr-1", 1, "made").unwrap()
}

/// The spec is planned on a corpus that is there already, whatever formats it names.
fn plan_on(corpus: &Corpus, spec: runner::config::model::Spec) {
    let renamed = spec.corpora.iter().map(|named| {
        let mut corpus = corpus.clone();
        corpus.name.clone_from(&named.name);
        Arc::new(corpus)
    });
    let corpora = renamed.collect();
    // Every set of fifteen documents is fine, but slow here.
    if spec.studies.iter().any(|study| study.orderings.exhaustive) {
        return;
    }
    match runner::analyses::plan(spec, corpora) {
        Ok(plan) => {
            assert!(!explain(&plan, 0).is_empty());
            assert!(memory(&plan, 2).is_finite());
            serde_json::to_string(&PlanDocument::new(&plan, 0)).unwrap();
        }
        Err(problems) => {
            assert!(problems.iter().all(|problem| problem.message.len() > 10));
        }
    }
}

#[test]
fn specs() {
    let mut seeds: Vec<Vec<u8>> = Vec::new();
    for folder in ["tests/fuzz/found", "tests/spec/valid", "tests/spec/invalid", "experiments"] {
        seeds.extend(files(folder, "toml").iter().map(|path| fs::read(path).unwrap()));
    }
    let corpus = small_corpus();
    let check = |bytes: &[u8]| {
        let Ok(text) = std::str::from_utf8(bytes) else { return };
        match runner::analyses::parse("spec.toml", text) {
            Ok(parsed) => {
                let canonical = parsed.spec.canonical();
                serde_json::from_str::<serde_json::Value>(&canonical).unwrap();
                // The name becomes a folder.
                let mut parts = Path::new(&parsed.spec.name).components();
                assert!(matches!(parts.next(), Some(std::path::Component::Normal(_))));
                assert_eq!(parts.next(), None);
                plan_on(&corpus, parsed.spec);
            }
            Err(problems) => {
                assert!(problems.render(Style::Plain).contains("error"));
                assert!(!problems.render(Style::Styled).is_empty());
            }
        }
    };
    for seed in &seeds {
        check(seed);
    }
    fuzz("specs", |dice| damaged(dice, &seeds), |bytes, _| check(bytes));
}

const SPEC: &str = r#"
[experiment]
name = "small"
seed = 7
[corpora.made.synthetic]
preset = "cesta-arfr-1"
[studies.growth]
corpora = ["made"]
systems = ["S6"]
metrics = ["adequacy"]
test-sizes = { documents = [1, 2] }
B = 20
replicates = {}
"#;

fn small_plan() -> Plan {
    let parsed = runner::analyses::parse("small.toml", SPEC).unwrap();
    let loaded =
        formats::read("made", &parsed.spec.corpora[0].format, Path::new("")).unwrap().corpus;
    runner::analyses::plan(parsed.spec, vec![Arc::new(loaded)]).unwrap()
}

#[test]
fn parts() {
    let folder = tempfile::tempdir().unwrap();
    let plan = small_plan();
    let mut store = PartStore::open(folder.path(), &plan).unwrap();
    store.prepare().unwrap();
    let stop = std::sync::atomic::AtomicBool::new(false);
    runner::execute::run(&plan, &mut store, &stop, &|_| ()).unwrap();
    let entries = fs::read_dir(folder.path()).unwrap().flatten();
    let good: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    let all = reusable(&plan, &PartStore::open(folder.path(), &plan).unwrap());
    assert!(all > 0);
    let seeds: Vec<Vec<u8>> = good.iter().map(|path| fs::read(path).unwrap()).collect();
    fuzz(
        "parts",
        |dice| damaged(dice, &seeds),
        |bytes, dice| {
            let folder = tempfile::tempdir().unwrap();
            // Under the name of the good part it is damaged; under its own it is another part.
            let own = format!("{}.part", &blake3::hash(bytes).to_hex()[..32]);
            let known = good[0].file_name().unwrap().to_str().unwrap().to_owned();
            let named_well = dice.below(3) > 0;
            let name = if named_well { own.clone() } else { known.clone() };
            fs::write(folder.path().join(&name), bytes).unwrap();
            let mut store = PartStore::open(folder.path(), &plan).unwrap();
            if name != own {
                assert_eq!(store.damaged().len(), 1, "damage went unnoticed");
                assert_eq!(reusable(&plan, &store), 0);
            }
            let damaged = store.damaged().to_vec();
            store.prepare().unwrap();
            // What does not even begin as a part is somebody else's.
            let is_part = b"runner part ".starts_with(&bytes[..bytes.len().min(12)]);
            assert!(!is_part || damaged.iter().all(|path| !path.exists()));
            assert!(is_part || damaged.iter().all(|path| path.exists()));
            // Whatever it held, the tables can be made.
            runner::execute::run(&plan, &mut store, &stop, &|_| ()).unwrap();
            let scores = runner::analyses::scores(&runner::analyses::Results::new(&plan, &store));
            assert!(!scores.is_empty());
        },
    );
}

/// Tables that once failed: a decoder without checks of its own gave some columns of unequal length.
#[test]
fn tables_that_were_found_are_refused() {
    let found = files("tests/fuzz/found", "parquet");
    assert!(!found.is_empty());
    for path in found {
        assert!(Contents::decode(&fs::read(&path).unwrap()).is_err(), "{}", path.display());
    }
}

/// A copy of reference results, with one file in the place of another.
fn with_file(from: &Path, name: &str, bytes: &[u8]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        fs::copy(&path, folder.path().join(path.file_name().unwrap())).unwrap();
    }
    fs::write(folder.path().join(name), bytes).unwrap();
    folder
}

fn golden() -> PathBuf {
    root().join("results/golden/numbers")
}

#[test]
fn manifests() {
    let golden = golden();
    let known = ResultFolder::open(&golden).unwrap().unwrap();
    let mut seeds = vec![fs::read(golden.join("manifest.json")).unwrap()];
    seeds.extend(files("tests/fuzz/found", "json").iter().map(|path| fs::read(path).unwrap()));
    fuzz(
        "manifests",
        |dice| damaged(dice, &seeds),
        |bytes, _| {
            let folder = with_file(&golden, "manifest.json", bytes);
            let Ok(found) = ResultFolder::open(folder.path()) else { return };
            let found = found.unwrap();
            match diff::folders(&known, &found, &all_tables(), Tolerance::default(), 3) {
                Ok(diff) => {
                    assert!(!runner::report::diff::text(&diff).is_empty());
                    serde_json::to_string(&diff).unwrap();
                }
                Err(error) => assert!(error.to_string().contains("manifest lists"), "{error}"),
            }
        },
    );
}

/// Tables whose manifest vouches for them though they are damaged, and tables whose damage it shows.
#[test]
fn tables() {
    let golden = golden();
    let manifest = fs::read_to_string(golden.join("manifest.json")).unwrap();
    let manifest: Manifest = serde_json::from_str(&manifest).unwrap();
    let known = ResultFolder::open(&golden).unwrap().unwrap();
    let name = "test_sets";
    let good = fs::read(golden.join("test_sets.parquet")).unwrap();
    let mut seeds = vec![good.clone()];
    seeds.extend(files("tests/fuzz/found", "parquet").iter().map(|path| fs::read(path).unwrap()));
    // The decoder's own panics become errors; their messages would bury everything else.
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if panic.location().is_some_and(|place| place.file().contains("tests/fuzz")) {
            hook(panic);
        }
    }));
    fuzz(
        "tables",
        |dice| damaged(dice, &seeds),
        |bytes, dice| {
            let folder = with_file(&golden, "test_sets.parquet", bytes);
            let mut found = ResultFolder { path: folder.path().to_owned(), ..known.clone() };
            if dice.below(10) == 0 {
                assert_eq!(found.table(name).is_err(), bytes != good, "damage went unnoticed");
                return;
            }
            let mut forged = manifest.clone();
            let entry = forged.tables.get_mut(name).unwrap();
            entry.digest = blake3::hash(bytes).to_hex().to_string();
            found.manifest = forged;
            if let Ok(diff) = diff::folders(&known, &found, &all_tables(), Tolerance::default(), 3)
            {
                assert!(!runner::report::diff::text(&diff).is_empty());
                serde_json::to_string(&diff).unwrap();
            }
        },
    );
}
