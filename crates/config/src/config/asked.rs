//! The analyses that a study asks for, each with its options. Which analyses there are is said by those who read a
//! spec ([`OptionsKind`]): nothing here knows of any.

use std::any::Any;
use std::fmt::Debug;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::DeserializeOwned;
use serde::{Serialize, Serializer};

use super::rules::StudyRules;
use super::source::Reader;
use crate::located::ReadError;

/// Options of an analysis.
pub trait Options: StudyRules + Debug + Clone + PartialEq + Serialize + Any + Send + Sync {
    /// The key of its table in a study.
    const KEY: &'static str;

    /// Its place in the canonical spec, on which identities of runs depend: never change one.
    const PLACE: u8;

    /// With what is left out and follows from the rest.
    #[must_use]
    fn completed(self) -> Self {
        self
    }
}

/// Options of whichever analysis.
trait AnyOptions: StudyRules + Any + Debug + Send + Sync {
    fn boxed(&self) -> Box<dyn AnyOptions>;
    fn json(&self) -> serde_json::Value;
    fn place(&self) -> u8;
    fn key(&self) -> &'static str;
}

impl<O: Options> AnyOptions for O {
    fn boxed(&self) -> Box<dyn AnyOptions> {
        Box::new(self.clone())
    }

    fn json(&self) -> serde_json::Value {
        serde_json::to_value(self).expect("options are plain data")
    }

    fn place(&self) -> u8 {
        O::PLACE
    }

    fn key(&self) -> &'static str {
        O::KEY
    }
}

/// How the options of an analysis are read, and what a schema says of them.
pub struct OptionsKind {
    pub(super) key: &'static str,
    read: fn(Reader<'_>) -> Result<Box<dyn AnyOptions>, ReadError>,
    pub(super) schema: fn(&mut SchemaGenerator) -> Schema,
}

impl OptionsKind {
    /// Of options that are read as their type says.
    pub const fn new<O: Options + DeserializeOwned + JsonSchema>() -> Self {
        Self {
            key: O::KEY,
            read: |table| Ok(Box::new(O::deserialize(table)?.completed())),
            schema: |generator| generator.subschema_for::<O>(),
        }
    }
}

/// The analyses that a study asks for, in the order of the file, which is that of findings. No number depends on it.
#[derive(Debug, Default)]
pub struct Asked(Vec<Box<dyn AnyOptions>>);

impl Asked {
    /// Reads the tables of a study that are not its own keys.
    pub(super) fn read(study: &Reader<'_>, kinds: &[&OptionsKind]) -> Result<Self, ReadError> {
        let table =
            |(key, table): (&str, Reader<'_>)| match kinds.iter().find(|kind| kind.key == key) {
                Some(kind) => (kind.read)(table).map_err(|error| error.inside(key)),
                None => Err(study.unknown_key(key, kinds.iter().map(|kind| kind.key))),
            };
        study.entries().into_iter().map(table).collect::<Result<_, _>>().map(Self)
    }

    /// Returns the options of an analysis, or `None` if the study does not request it.
    pub fn get<O: Options>(&self) -> Option<&O> {
        self.0.iter().find_map(|options| (&**options as &dyn Any).downcast_ref())
    }

    /// Returns the options of an analysis to change them, or `None` if the study does not request it.
    pub fn get_mut<O: Options>(&mut self) -> Option<&mut O> {
        self.0.iter_mut().find_map(|options| (&mut **options as &mut dyn Any).downcast_mut())
    }

    /// Asks for one more analysis.
    #[must_use]
    pub fn with<O: Options>(mut self, options: O) -> Self {
        self.0.push(Box::new(options));
        self
    }

    /// Asks no longer for an analysis; whether it did.
    pub fn remove<O: Options>(&mut self) -> bool {
        let before = self.0.len();
        self.0.retain(|options| !(&**options as &dyn Any).is::<O>());
        self.0.len() < before
    }

    /// The keys of the analyses, in the order of the file.
    pub fn keys(&self) -> impl Iterator<Item = &'static str> {
        self.0.iter().map(|options| options.key())
    }

    /// What the analyses say of a study, by their keys.
    pub fn rules(&self) -> impl Iterator<Item = (&'static str, &dyn StudyRules)> {
        self.0.iter().map(|options| (options.key(), &**options as &dyn StudyRules))
    }

    /// In the order of the canonical spec.
    fn sorted(&self) -> Vec<&dyn AnyOptions> {
        let mut sorted: Vec<&dyn AnyOptions> = self.0.iter().map(|options| &**options).collect();
        sorted.sort_by_key(|options| options.place());
        sorted
    }
}

impl Clone for Asked {
    fn clone(&self) -> Self {
        Self(self.0.iter().map(|options| options.boxed()).collect())
    }
}

impl PartialEq for Asked {
    fn eq(&self, other: &Self) -> bool {
        // Analyses have options of different types: what these are in JSON is compared.
        let [own, others] = [self, other]
            .map(|asked| asked.0.iter().map(|options| (options.key(), options.json())));
        own.eq(others)
    }
}

/// As in the canonical spec: whatever the order of the file.
impl Serialize for Asked {
    fn serialize<S: Serializer>(&self, target: S) -> Result<S::Ok, S::Error> {
        target.collect_map(self.sorted().into_iter().map(|options| (options.key(), options.json())))
    }
}
