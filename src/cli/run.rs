//! `runner run`.

use std::time::{Instant, SystemTime, UNIX_EPOCH};

use serde::Serialize;

use super::arguments::RunArguments;
use super::failure::Failure;
use super::out_folder::{self, OutFolder};
use super::{print, session, tell};
use crate::analysis::{self, Results};
use crate::execute::{self, PartStore, parts_folder};
use crate::plan::Plan;
use crate::report::progress::Progress;
use crate::report::summary;
use crate::table::{self, Manifest, TableDigest, TableRow};

/// What was special about this run: not part of the results.
#[derive(Debug, Serialize)]
struct RunLog {
    runner: &'static str,
    host: String,
    /// Seconds since 1970.
    finished: u64,
    seconds: f64,
    threads: usize,
    results_reused: usize,
    results_computed: usize,
    damaged_parts: Vec<String>,
}

pub(super) fn run(arguments: &RunArguments) -> Result<(), Failure> {
    let start = Instant::now();
    if let Some(threads) = arguments.threads {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.into());
        pool.build_global().map_err(|error| {
            Failure::environment(format!("cannot start {threads} threads: {error}"))
        })?;
    }
    let plan = session::read_plan(&arguments.spec)?;
    let out = OutFolder::open(out_folder::path(&arguments.spec, &plan.spec))?;
    let mut store = PartStore::open(&parts_folder(&out.path))?;
    let damaged: Vec<String> =
        store.damaged().iter().map(|path| path.display().to_string()).collect();
    for path in &damaged {
        tell(&format!("warning: `{path}` is damaged; what it held is computed again\n"));
    }
    store.prepare()?;
    let reused = execute::reusable(&plan, &store);
    let progress = Progress::new(arguments.quiet);
    execute::run(&plan, &mut store, &|event| progress.show(event))?;
    progress.finish();

    let results = Results::new(&plan, &store);
    let minimal_sizes = analysis::minimal_sizes(results);
    let mut tables = Tables::new(&plan);
    tables.add(&analysis::test_sets(&plan))?;
    tables.add(&analysis::scores(results))?;
    tables.add(&analysis::growth(results))?;
    tables.add(&minimal_sizes)?;
    let log = RunLog {
        runner: env!("CARGO_PKG_VERSION"),
        host: gethostname::gethostname().to_string_lossy().into_owned(),
        finished: unix_time(),
        seconds: start.elapsed().as_secs_f64(),
        threads: rayon::current_num_threads(),
        results_reused: reused,
        results_computed: plan.jobs.iter().map(|job| job.tasks.len()).sum::<usize>() - reused,
        damaged_parts: damaged,
    };
    tables.write(&out, &log)?;
    if arguments.quiet {
        return Ok(());
    }
    print(&summary::text(&plan, &analysis::answer(&minimal_sizes)))?;
    tell(&format!("tables in {}\n", out.path.display()));
    Ok(())
}

#[expect(clippy::disallowed_methods, reason = "the log says when the run was, no result does")]
fn unix_time() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs())
}

/// Tables in memory, so that an error leaves earlier files as they were.
struct Tables {
    manifest: Manifest,
    files: Vec<(String, Vec<u8>)>,
}

impl Tables {
    fn new(plan: &Plan) -> Self {
        Self { manifest: analysis::manifest(plan), files: Vec::new() }
    }

    fn add<R: TableRow>(&mut self, rows: &[R]) -> Result<(), Failure> {
        let bytes = table::encode(rows, &self.manifest.run_identity)?;
        let digest = blake3::hash(&bytes).to_hex().to_string();
        let entry = TableDigest { rows: rows.len() as u64, digest };
        self.manifest.tables.insert(R::NAME.to_owned(), entry);
        self.files.push((format!("{}.parquet", R::NAME), bytes));
        Ok(())
    }

    /// Writes tables, log and, as the seal of a finished run, the manifest.
    fn write(self, out: &OutFolder, log: &RunLog) -> Result<(), Failure> {
        for (name, bytes) in &self.files {
            table::write_file(&out.path.join(name), bytes)?;
        }
        let json = |value: serde_json::Result<String>| value.expect("plain data") + "\n";
        let log = json(serde_json::to_string_pretty(log));
        table::write_file(&out.path.join("run-log.json"), log.as_bytes())?;
        let manifest = json(serde_json::to_string_pretty(&self.manifest));
        table::write_file(&out.path.join("manifest.json"), manifest.as_bytes())?;
        Ok(())
    }
}
