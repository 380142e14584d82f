//! The file of verdicts on real test sets: read, and written after a run on these.

use std::fmt::Write;

use schemars::JsonSchema;
use serde::Deserialize;

use crate::analyses::published::ClaimVerdict;
use crate::config::read_toml;
use crate::diagnostic::{Diagnostics, SourceText};

/// Verdicts on claims by runs on real test sets.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct RealText {
    /// The sets, in the order in which they are shown. Default: none.
    #[serde(default)]
    pub sets: Vec<RealSet>,
}

/// A test set, and what a run on it found.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct RealSet {
    /// What it is called: campaign, year and languages. Required. Example: `name = "WMT21 en-de"`.
    pub name: String,
    /// The experiment that was run on it. Required. Example: `experiment = "laws-wmt21-ende"`.
    pub experiment: String,
    /// Number of systems. Required. Example: `systems = 20`.
    pub systems: u32,
    /// Number of references. Required. Example: `references = 3`.
    pub references: u32,
    /// Number of documents. Required. Example: `documents = 68`.
    pub documents: u64,
    /// Number of segments. Required. Example: `segments = 1002`.
    pub segments: u64,
    /// Version of the program that ran. Required. Example: `runner = "0.2.0"`.
    pub runner: String,
    /// Version of its numbers. Required. Example: `numbers = 8`.
    pub numbers: u32,
    /// Digest of the texts and judgments that it read. Required. Example: `data = "4f0c"`.
    pub data: String,
    /// The claims that the set can test. Default: none.
    #[serde(default)]
    pub claims: Vec<RealClaim>,
}

/// A claim on a test set.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct RealClaim {
    /// The source of the claim. Required. Example: `source = "koehn-2004"`.
    pub source: String,
    /// Its name in the file of the source. Required. Example: `id = "errs-on-caution"`.
    pub id: String,
    /// What the run has, in words. Required. Example: `here = "of 300: 98.4 %"`.
    pub here: String,
    /// The verdict, as in the table `claims`. Required. Example: `verdict = "holds"`.
    pub verdict: ClaimVerdict,
}

/// Reads the file.
///
/// # Errors
///
/// Everything that is wrong with it.
pub fn read_real(source: &SourceText) -> Result<RealText, Diagnostics> {
    let example = |key: &str| match key {
        "systems" | "references" | "documents" | "segments" | "numbers" => format!("{key} = 1"),
        _ => format!("{key} = \"...\""),
    };
    read_toml(source, example, |_: &RealText, _| {})
}

impl RealText {
    /// The text of its file.
    ///
    /// # Panics
    ///
    /// Never: writing to a string cannot fail.
    #[must_use]
    pub fn to_toml(&self) -> String {
        let mut text = "# Verdicts on the claims of the papers on public test sets, by experiments/laws-*.toml. Written by\n\
                        #\n\
                        #     RUNNER_UPDATE_REAL=1 RUNNER_SHARED=FOLDER cargo test --release --test studies real_text -- --ignored\n"
            .to_owned();
        for set in &self.sets {
            set.write(&mut text).expect("writing to a string cannot fail");
        }
        text
    }
}

impl RealSet {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        writeln!(text, "\n[[sets]]")?;
        writeln!(text, "name = {}", quoted(&self.name))?;
        writeln!(text, "experiment = {}", quoted(&self.experiment))?;
        for (key, count) in [
            ("systems", u64::from(self.systems)),
            ("references", u64::from(self.references)),
            ("documents", self.documents),
            ("segments", self.segments),
        ] {
            writeln!(text, "{key} = {count}")?;
        }
        writeln!(text, "runner = {}", quoted(&self.runner))?;
        writeln!(text, "numbers = {}", self.numbers)?;
        writeln!(text, "data = {}", quoted(&self.data))?;
        for claim in &self.claims {
            writeln!(text, "[[sets.claims]]")?;
            for (key, value) in [
                ("source", &*claim.source),
                ("id", &claim.id),
                ("here", &claim.here),
                ("verdict", claim.verdict.name()),
            ] {
                writeln!(text, "{key} = {}", quoted(value))?;
            }
        }
        Ok(())
    }
}

/// A string of TOML in double quotes.
fn quoted(text: &str) -> String {
    let mut quoted = String::from('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_control() => {
                write!(quoted, "\\u{:04X}", u32::from(c)).expect("writing to a string cannot fail");
            }
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}
