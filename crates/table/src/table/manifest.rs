//! Where results come from.

use std::collections::BTreeMap;

use crate::warning::Warning;
use serde::{Deserialize, Serialize};

use super::Resampled;
use serde_json::Value;

/// The key of the file under which its digest stands.
const DIGEST: &str = "digest";

/// Everything that determines the numbers of a run, and the digests of what it wrote. The same
/// spec, inputs and version give the same manifest.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// Version of the program.
    pub runner: String,
    /// Version of the numbers.
    pub numbers: u32,
    /// Hash of the canonical spec, the inputs, the seed and the version of the numbers.
    pub run_identity: String,
    /// The same of the first seed alone, where there are several. Tables state it, since they are of the
    /// first seed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_seed_identity: Option<String>,
    /// Name of the experiment.
    pub experiment: String,
    /// Seed of all streams.
    pub seed: u64,
    /// Number of seeds of the generator, `seed` and those that follow it, over which published values
    /// spread.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub seeds: u32,
    /// The spec with all defaults filled in.
    pub spec: serde_json::Value,
    /// What each study asks for, in the order of the spec, which is that of findings.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub asked: BTreeMap<String, Vec<String>>,
    /// Names of the corpora that were generated, now or by an earlier program.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub synthetic: Vec<String>,
    /// What was resampled, by study and corpus.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub resampling: Vec<Resampling>,
    /// Warnings about corpora and studies.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Warning>,
    /// What was read.
    pub inputs: Vec<Input>,
    /// Signature of each metric and number of references, as `metric/references`.
    pub signatures: BTreeMap<String, String>,
    /// Tables by name.
    pub tables: BTreeMap<String, TableDigest>,
}

fn one() -> u32 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_one(seeds: &u32) -> bool {
    *seeds == 1
}

/// A manifest as its file states it: with a digest of everything else that stands there.
#[derive(Serialize)]
struct Sealed<'a> {
    #[serde(flatten)]
    manifest: &'a Manifest,
    digest: String,
}

impl Manifest {
    /// The text of its file. Equal manifests give equal texts.
    pub fn to_text(&self) -> String {
        let plain = serde_json::to_string(self).expect("a manifest is plain data");
        // By way of the text, as it will be read.
        let digest = digest(serde_json::from_str(&plain).expect("it was just written"));
        let sealed = Sealed { manifest: self, digest };
        serde_json::to_string_pretty(&sealed).expect("a manifest is plain data") + "\n"
    }

    /// Reads the text of its file; also returns the digest of what stands there. The file must state
    /// it, unless it is of a version that stated none.
    ///
    /// # Errors
    ///
    /// What is wrong with the file.
    pub fn parse(text: &[u8]) -> Result<(Self, String), String> {
        let mut value: Value = serde_json::from_slice(text).map_err(|error| error.to_string())?;
        let stated = value.as_object_mut().and_then(|object| object.shift_remove(DIGEST));
        let manifest =
            serde_json::from_value(value.clone()).map_err(|error| {
                match value["runner"].as_str() {
                    Some(version) if version != env!("CARGO_PKG_VERSION") => {
                        format!(
                            "it was written by runner {version}: run the experiment again ({error})"
                        )
                    }
                    _ => error.to_string(),
                }
            })?;
        let digest = digest(value);
        match stated {
            Some(stated) if stated != digest.as_str() => {
                Err("it was changed after it was written: its digest is another".to_owned())
            }
            _ => Ok((manifest, digest)),
        }
    }
}

/// BLAKE3 of a JSON value without its layout: keys in order, no blanks.
fn digest(mut value: Value) -> String {
    value.sort_all_objects();
    blake3::hash(value.to_string().as_bytes()).to_hex().to_string()
}

/// A column of a corpus, or a file of printed values, that was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Input {
    /// Corpus; empty for files of printed values.
    pub corpus: String,
    /// `documents`, `reference`, `system`, `judgments`, `external`, `external-documents` or
    /// `published`.
    pub kind: String,
    /// Name, for judgments and external scores `criterion/system`, for printed values the path.
    pub name: String,
    /// BLAKE3 of the content.
    pub digest: String,
}

/// What a study resampled on a corpus.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Resampling {
    /// Study.
    pub study: String,
    /// Corpus.
    pub corpus: String,
    /// `segments`, `documents` or `two-stage`; `segments and judges` or `documents and judges` where judges are
    /// resampled, too, for metrics that have them.
    pub unit: Resampled,
    /// Number of judges, where they are resampled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub judges: Option<u64>,
}

/// A table that was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableDigest {
    /// Number of rows.
    pub rows: u64,
    /// BLAKE3 of the file.
    pub digest: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn manifest() -> Manifest {
        Manifest {
            runner: "0.2.0".to_owned(),
            numbers: 2,
            run_identity: "abc".to_owned(),
            first_seed_identity: None,
            experiment: "e".to_owned(),
            seed: u64::MAX,
            seeds: 1,
            // The last digits of numbers count.
            spec: serde_json::json!({ "z": 0.1 + 0.2, "a": [1, { "y": 1e-9, "x": null }] }),
            asked: [("s".to_owned(), vec!["power".to_owned()])].into(),
            synthetic: Vec::new(),
            resampling: Vec::new(),
            warnings: Vec::new(),
            inputs: Vec::new(),
            signatures: BTreeMap::new(),
            tables: [("t".to_owned(), TableDigest { rows: 3, digest: "d".to_owned() })].into(),
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let text = manifest().to_text();
        let (read, digest) = Manifest::parse(text.as_bytes()).unwrap();
        assert_eq!(read, manifest());
        assert!(text.ends_with(&format!("  \"digest\": \"{digest}\"\n}}\n")), "{text}");
        assert_eq!(read.to_text(), text);
        // Layout and the order of keys say nothing.
        let mut value: Value = serde_json::from_str(&text).unwrap();
        value.sort_all_objects();
        assert_eq!(Manifest::parse(value.to_string().as_bytes()).unwrap().1, digest);
    }

    #[test]
    fn every_changed_value_is_noticed() {
        let text = manifest().to_text();
        for (from, to) in [
            ("18446744073709551615", "7"),
            ("0.30000000000000004", "0.3"),
            ("\"rows\": 3", "\"rows\": 4"),
            ("\"x\": null", "\"x\": 0"),
            ("\"numbers\": 2", "\"numbers\": 2, \"more\": 1"),
        ] {
            assert!(text.contains(from), "{from}");
            let error = Manifest::parse(text.replace(from, to).as_bytes()).unwrap_err();
            assert!(error.contains("changed after it was written"), "{error}");
        }
    }

    /// Those of versions that did not state a digest are believed as they were then.
    #[test]
    fn a_manifest_without_a_digest_is_read() {
        let plain = serde_json::to_string_pretty(&manifest()).unwrap();
        let (read, digest) = Manifest::parse(plain.as_bytes()).unwrap();
        assert_eq!(read, manifest());
        assert_eq!(Manifest::parse(manifest().to_text().as_bytes()).unwrap().1, digest);
    }
}
