//! `run --locked`: the numbers must come out as the manifest in the output folder says.

use std::path::Path;

use super::{Exit, Failure};
use crate::diff;
use crate::report;
use crate::table::{Manifest, ResultFolder};

/// A manifest that a run must not depart from.
#[derive(Debug)]
pub(super) struct Locked {
    manifest: Manifest,
    folder: String,
}

impl Locked {
    /// Refuses, before anything is computed, what would give other numbers than the manifest in
    /// `folder` is about: `wanted` has another spec, other inputs or another version of the numbers.
    pub(super) fn new(folder: &Path, wanted: &Manifest) -> Result<Self, Failure> {
        let name = folder.display().to_string();
        let Some(results) = ResultFolder::open(folder)? else {
            return Err(Failure::with_help(
                Exit::Differences,
                format!("--locked: `{name}` has no manifest.json to hold the run against"),
                "run once without --locked",
            ));
        };
        let changes = diff::manifests(&results.manifest, wanted);
        if changes.is_empty() {
            return Ok(Self { manifest: results.manifest, folder: name });
        }
        let list: Vec<String> = changes.iter().map(report::diff::manifest_change).collect();
        Err(Failure::with_help(
            Exit::Differences,
            format!(
                "--locked: this run is not the one that `{name}` holds\n  {}",
                list.join("\n  ")
            ),
            "leave --locked out to compute it again, or name another folder with --out",
        ))
    }

    /// Refuses, before anything is written, tables other than those of the manifest.
    pub(super) fn check(&self, manifest: &Manifest) -> Result<(), Failure> {
        let names = self.manifest.tables.keys().chain(manifest.tables.keys());
        let mut changed: Vec<&str> = names
            .filter(|name| self.manifest.tables.get(*name) != manifest.tables.get(*name))
            .map(String::as_str)
            .collect();
        // A name that both manifests have stands there twice.
        changed.sort_unstable();
        changed.dedup();
        if changed.is_empty() {
            return Ok(());
        }
        Err(Failure::with_help(
            Exit::Differences,
            format!(
                "--locked: the tables {} did not come out as in `{}`, which stays as it was",
                changed.join(", "),
                self.folder
            ),
            "run into another folder with --out and compare the two with `runner diff`",
        ))
    }
}
