//! Files of outputs: a list that names systems by its files, or a table that names systems, perhaps with several runs each.

use std::fmt;
use std::ops::{Deref, DerefMut};
use std::path::PathBuf;

use schemars::json_schema;
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::corpus::model::SystemRuns;
use crate::corpus::{CorpusError, stem};
use crate::value::{Distinct, Entry, Kind, Named, OneOrMany, Text, inline_schema};

/// Files of outputs, in the order of the spec.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outputs {
    files: Vec<PathBuf>,
    /// Systems in the order of their files, with how many files each has; nothing where files name them.
    systems: Vec<(String, usize)>,
}

impl Outputs {
    /// The `files`, `runs` of each system after the other.
    pub fn of_runs(systems: Vec<(String, Vec<PathBuf>)>) -> Self {
        let counts = systems.iter().map(|(name, files)| (name.clone(), files.len())).collect();
        let files = systems.into_iter().flat_map(|(_, files)| files).collect();
        Self { files, systems: counts }
    }

    /// Names of the outputs, one for each file: that of the system, with the number of the run behind a dot where it has
    /// several; or the stem of the file.
    ///
    /// # Errors
    ///
    /// As [`stem`].
    pub fn names(&self) -> Result<Vec<String>, CorpusError> {
        if self.systems.is_empty() {
            return self.files.iter().map(|file| stem(file)).collect();
        }
        Ok(self.systems.iter().flat_map(|(name, files)| run_names(name, *files)).collect())
    }

    /// Systems with several runs.
    pub(in crate::formats) fn runs(&self) -> Vec<SystemRuns> {
        let several = self.systems.iter().filter(|(_, files)| *files > 1);
        several
            .map(|(name, files)| SystemRuns { system: name.clone(), runs: run_names(name, *files) })
            .collect()
    }
}

fn run_names(system: &str, files: usize) -> Vec<String> {
    match files {
        1 => vec![system.to_owned()],
        _ => (1..=files).map(|run| format!("{system}.{run}")).collect(),
    }
}

impl From<Vec<PathBuf>> for Outputs {
    fn from(files: Vec<PathBuf>) -> Self {
        Self { files, systems: Vec::new() }
    }
}

impl Deref for Outputs {
    type Target = Vec<PathBuf>;

    fn deref(&self) -> &Vec<PathBuf> {
        &self.files
    }
}

impl DerefMut for Outputs {
    fn deref_mut(&mut self) -> &mut Vec<PathBuf> {
        &mut self.files
    }
}

impl Serialize for Outputs {
    fn serialize<S: Serializer>(&self, target: S) -> Result<S::Ok, S::Error> {
        if self.systems.is_empty() {
            return self.files.serialize(target);
        }
        let mut table = target.serialize_map(Some(self.systems.len()))?;
        let mut files = self.files.iter();
        for (name, count) in &self.systems {
            table.serialize_entry(name, &files.by_ref().take(*count).collect::<Vec<_>>())?;
        }
        table.end()
    }
}

/// How they are written.
#[derive(Debug)]
pub(super) enum ListOrTable {}

impl Kind for ListOrTable {
    type Value = Outputs;

    fn deserialize<'de, D: Deserializer<'de>>(source: D) -> Result<Outputs, D::Error> {
        source.deserialize_any(OutputsVisitor)
    }
}

inline_schema!("Outputs", [] ListOrTable, |generator| {
    let files = OneOrMany::<Text<PathBuf>>::json_schema(generator);
    let table = json_schema!({ "type": "object", "additionalProperties": files });
    json_schema!({ "oneOf": [Distinct::<Text<PathBuf>>::json_schema(generator), table] })
});

struct OutputsVisitor;

impl<'de> Visitor<'de> for OutputsVisitor {
    type Value = Outputs;

    fn expecting(&self, text: &mut fmt::Formatter<'_>) -> fmt::Result {
        text.write_str("a list of files, or a table of systems with their files")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Outputs, A::Error> {
        Distinct::<Text<PathBuf>>::deserialize(SeqAccessDeserializer::new(list)).map(Outputs::from)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Outputs, A::Error> {
        let source = MapAccessDeserializer::new(map);
        let Named(systems) = Named::<Entry<OneOrMany<Text<PathBuf>>>>::deserialize(source)?;
        Ok(Outputs::of_runs(
            systems.into_iter().map(|(name, Entry(files))| (name, files)).collect(),
        ))
    }
}
