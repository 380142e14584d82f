//! `resample` of a study: what one resample of the bootstrap takes.

use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::value::{MapAccessDeserializer, StrDeserializer};
use serde::de::{Deserializer, Error, MapAccess, Visitor};
use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};

use super::choices::ResamplingUnit;
use crate::value::Refusal;

/// The units that a bootstrap draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resample {
    /// Unit of texts.
    pub texts: ResamplingUnit,
    /// Whether judges are resampled, too: the ratings of a document and judge count as often as the document times as
    /// often as the judge.
    pub judges: bool,
}

impl From<ResamplingUnit> for Resample {
    fn from(texts: ResamplingUnit) -> Self {
        Self { texts, judges: false }
    }
}

/// Without judges it is the word, so that specs of before are the same.
impl Serialize for Resample {
    fn serialize<S: Serializer>(&self, target: S) -> Result<S::Ok, S::Error> {
        if !self.judges {
            return self.texts.serialize(target);
        }
        let mut table = target.serialize_map(Some(2))?;
        table.serialize_entry("texts", &self.texts)?;
        table.serialize_entry("judges", &self.judges)?;
        table.end()
    }
}

impl<'de> Deserialize<'de> for Resample {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        source.deserialize_any(ResampleVisitor)
    }
}

/// Units of texts, and whether judges are resampled, too.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(inline)]
struct Written {
    /// Unit of texts: `"documents"` or `"segments"`. Example: `texts = "documents"`.
    texts: ResamplingUnit,
    /// Whether judges are resampled, too, which must be named in the corpus. Example: `judges = true`.
    #[serde(default)]
    judges: bool,
}

struct ResampleVisitor;

impl<'de> Visitor<'de> for ResampleVisitor {
    type Value = Resample;

    fn expecting(&self, text: &mut fmt::Formatter<'_>) -> fmt::Result {
        text.write_str(
            "\"segments\", \"documents\", \"two-stage\" or a table such as { texts = \"documents\", judges = \
             true }",
        )
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Resample, E> {
        ResamplingUnit::deserialize(StrDeserializer::new(text)).map(Resample::from)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Resample, A::Error> {
        let Written { texts, judges } = Written::deserialize(MapAccessDeserializer::new(map))?;
        if judges && texts == ResamplingUnit::TwoStage {
            let help = "write `texts = \"documents\"` or `texts = \"segments\"`";
            let refusal = Refusal::new("two-stage resampling knows no judges", help);
            return Err(A::Error::custom(refusal));
        }
        Ok(Resample { texts, judges })
    }
}

impl JsonSchema for Resample {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "ResampleWithJudges".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let word = generator.subschema_for::<ResamplingUnit>();
        let table = generator.subschema_for::<Written>();
        json_schema!({ "anyOf": [word, table] })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_judges_it_is_the_word() {
        let of = |text: &str| -> Resample { serde_json::from_str(text).unwrap() };
        let documents = Resample::from(ResamplingUnit::Documents);
        assert_eq!(of("\"documents\""), documents);
        assert_eq!(of("{\"texts\": \"documents\"}"), documents);
        assert_eq!(of("{\"texts\": \"documents\", \"judges\": false}"), documents);
        assert_eq!(serde_json::to_string(&documents).unwrap(), "\"documents\"");
        let both = Resample { judges: true, ..documents };
        let text = "{\"texts\":\"documents\",\"judges\":true}";
        assert_eq!(of(text), both);
        assert_eq!(serde_json::to_string(&both).unwrap(), text);
        let refused = serde_json::from_str::<Resample>("{\"texts\":\"two-stage\",\"judges\":true}");
        assert!(refused.unwrap_err().to_string().contains("knows no judges"));
    }
}
