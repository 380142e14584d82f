//! What a test needs of the place where it runs and cannot bring along: programs, permissions, real corpora.
//!
//! A test that lacks something says so on standard error, where the harness does not swallow it, and in the
//! file that `RUNNER_SKIPPED` names, for a summary. It fails where `RUNNER_CI_REQUIRES` promises the thing: a
//! list of names such as `python,slurm`.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::thread;

/// Whether tests try all cases and many trials, as every night: `RUNNER_THOROUGH=1`.
pub(crate) fn is_thorough() -> bool {
    std::env::var_os("RUNNER_THOROUGH").is_some()
}

/// Something that may be missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Need {
    /// Real corpora, in the folder `data` of the one that `RUNNER_SHARED` names.
    Data,
    /// A Python with what `.ci/requirements.in` lists, which `RUNNER_PYTHON` names.
    Python,
    /// `Rscript`.
    R,
    /// A Chromium, which `RUNNER_BROWSER` names.
    Browser,
    /// `pdflatex`.
    Latex,
    /// GNU parallel.
    Parallel,
    /// A Slurm that can be started, which `RUNNER_TEST_SLURM` says.
    Slurm,
    /// `strace`, and the permission to trace.
    Strace,
    /// The permission to mount a file system.
    Mount,
    /// The permission to give files to another user.
    Root,
    /// A build that is optimised.
    Optimised,
}

impl Need {
    pub(crate) const ALL: [(Self, &'static str, &'static str); 11] = [
        (Self::Data, "data", "RUNNER_SHARED does not name a folder with real corpora"),
        (Self::Python, "python", "RUNNER_PYTHON does not name a Python"),
        (Self::R, "r", "there is no Rscript"),
        (Self::Browser, "browser", "RUNNER_BROWSER does not name a browser"),
        (Self::Latex, "latex", "there is no pdflatex"),
        (Self::Parallel, "parallel", "there is no GNU parallel"),
        (Self::Slurm, "slurm", "RUNNER_TEST_SLURM is not set"),
        (Self::Strace, "strace", "there is no strace, or it may not trace"),
        (Self::Mount, "mount", "mounting a file system is not permitted"),
        (Self::Root, "root", "only root can give files to another user"),
        (Self::Optimised, "optimised", "it takes long without optimisation"),
    ];

    /// What is found of this need; where nothing is, says that the test, or the named part of it, is skipped.
    #[track_caller]
    pub(crate) fn met<T>(self, found: Option<T>) -> Option<T> {
        if found.is_none() {
            self.skip("");
        }
        found
    }

    /// Says that `part` of the test that runs is skipped, all of it where that is empty.
    ///
    /// # Panics
    ///
    /// Where `RUNNER_CI_REQUIRES` promises what is missing.
    #[track_caller]
    pub(crate) fn skip(self, part: &str) {
        let promised = std::env::var("RUNNER_CI_REQUIRES").unwrap_or_default();
        let why = missing(self, &promised).unwrap_or_else(|broken| panic!("{broken}"));
        let test = thread::current().name().unwrap_or("a test").to_owned();
        let comma = if part.is_empty() { "" } else { ", " };
        let line = format!("skipped: {test}{comma}{part}: {why}\n");
        // Not by a macro: what those print is only shown of tests that fail.
        let _ = io::stderr().write_all(line.as_bytes());
        if let Some(summary) = std::env::var_os("RUNNER_SKIPPED") {
            let mut summary = File::options().create(true).append(true).open(summary).unwrap();
            summary.write_all(line.as_bytes()).unwrap();
        }
    }
}

/// Why a need is not met; an error where it is among what is `promised`.
pub(crate) fn missing(need: Need, promised: &str) -> Result<&'static str, String> {
    let promised: Vec<&str> =
        promised.split(',').map(str::trim).filter(|name| !name.is_empty()).collect();
    let known = |name: &str| Need::ALL.iter().any(|(_, known, _)| *known == name);
    if let Some(unknown) = promised.iter().find(|name| !known(name)) {
        return Err(format!("RUNNER_CI_REQUIRES names `{unknown}`, which no test needs"));
    }
    let (_, name, why) = Need::ALL.into_iter().find(|(other, ..)| *other == need).unwrap();
    if promised.contains(&name) {
        return Err(format!("RUNNER_CI_REQUIRES promises `{name}`: {why}"));
    }
    Ok(why)
}

/// The folder of real corpora, where there is one.
#[track_caller]
pub(crate) fn data() -> Option<PathBuf> {
    let shared = std::env::var_os("RUNNER_SHARED");
    Need::Data.met(shared.map(|shared| Path::new(&shared).join("data")))
}

/// What a variable names that a need is met by.
#[track_caller]
pub(crate) fn named(need: Need, variable: &str) -> Option<PathBuf> {
    need.met(std::env::var_os(variable).map(PathBuf::from))
}
