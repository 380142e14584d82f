//! Every shipped experiment is right; those on generated corpora can be planned without any data.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::path::{Path, PathBuf};
use std::sync::Arc;

use runner::corpus;
use runner::corpus::source::CorpusFormat;
use runner::plan::{Plan, PlanDocument};
use runner::spec::{self, Parsed};

fn experiments() -> Vec<(PathBuf, Parsed)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("experiments");
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "toml"));
    paths.sort();
    let parse = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).unwrap();
        let parsed = spec::parse(&path.display().to_string(), &text);
        let parsed = parsed.unwrap_or_else(|problems| {
            panic!("{}", problems.render(runner::diagnostic::Style::Plain))
        });
        (path, parsed)
    };
    paths.into_iter().map(parse).collect()
}

#[test]
fn every_experiment_is_named_as_its_file() {
    let experiments = experiments();
    assert!(experiments.len() >= 2);
    for (path, parsed) in experiments {
        assert_eq!(path.file_stem().unwrap().to_str().unwrap(), parsed.spec.name);
    }
}

#[test]
fn experiments_on_generated_corpora_can_be_planned() {
    for (path, parsed) in experiments() {
        let synthetic = |format: &CorpusFormat| matches!(format, CorpusFormat::Synthetic(_));
        if !parsed.spec.corpora.iter().all(|corpus| synthetic(&corpus.format)) {
            continue;
        }
        let corpora = parsed.spec.corpora.iter().map(|corpus| {
            let loaded = corpus::read(&corpus.name, &corpus.format, Path::new("")).unwrap();
            Arc::new(loaded.corpus)
        });
        let plan = Plan::new(parsed.spec.clone(), corpora.collect()).unwrap();
        let document = PlanDocument::new(&plan, 0);
        assert!(document.cells > 0, "{}", path.display());
    }
}

/// The grid of the 2007 study: 15 prefixes in three orders, 7 metrics, 5 systems.
#[test]
fn the_cesta_grid() {
    let (_, parsed) =
        experiments().into_iter().find(|(_, parsed)| parsed.spec.name == "cesta").unwrap();
    let loaded = corpus::read("enfr-1", &parsed.spec.corpora[0].format, Path::new("")).unwrap();
    let plan = Plan::new(parsed.spec, vec![Arc::new(loaded.corpus)]).unwrap();
    assert_eq!(plan.grids[0].placements.len(), 45);
    assert_eq!(plan.grids[0].scorings.len(), 35);
    assert_eq!(plan.cell_count(), 45 * 35);
    // The three orders share their last test set.
    let test_sets = plan.corpora[0].test_sets.len();
    assert!(test_sets <= 43, "{test_sets}");
    assert_eq!(plan.jobs.len(), test_sets);
    // Results are keyed apart.
    let tasks: usize = plan.jobs.iter().map(|job| job.tasks.len()).sum();
    let keys = plan.jobs.iter().flat_map(|job| job.tasks.iter().map(|task| plan.key(job, task)));
    assert_eq!(keys.collect::<std::collections::BTreeSet<_>>().len(), tasks);
}
