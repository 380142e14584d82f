//! Files of picks: which segments were picked to be judged, and what each weighs in means. JSON:
//! `{"picks": [{"document": "d1", "segment": 3, "weight": 2.9}]}`, segments counted from 1 in their document.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::corpus::{CHECK_PATH, Corpus, CorpusError, TextFile, json};
use crate::located::read_json;

/// The picks of a corpus, as they are written.
#[derive(Clone, Debug, Serialize)]
pub struct Picks {
    /// The corpus.
    pub corpus: String,
    /// The metric whose spread over systems decided.
    pub scores: String,
    /// What was picked: segments or documents.
    pub units: String,
    /// Seed of the random numbers.
    pub seed: u64,
    /// Segments of the corpus.
    pub segments: usize,
    /// Picked segments, in the order of the corpus.
    pub picks: Vec<Pick>,
}

/// A picked segment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pick {
    /// Its document.
    pub document: String,
    /// Its place in the document, from 1.
    pub segment: usize,
    /// The probability with which it was picked.
    #[serde(default)]
    pub probability: Option<f64>,
    /// One over the probability.
    pub weight: f64,
}

/// What is read of a file; the rest is for people.
#[derive(Deserialize)]
struct ReadPicks {
    picks: Vec<Pick>,
}

const HELP: &str = "name a file that `runner pick` wrote for this corpus";

impl Picks {
    /// The text of the file.
    #[expect(clippy::missing_panics_doc, reason = "they are plain data")]
    pub fn json(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).expect("picks are plain data");
        text.push('\n');
        text
    }
}

/// Gives `corpus` the weights in the file of picks at `path`.
///
/// # Errors
///
/// If it is no such file, names what the corpus does not have, or has a weight that is not one over a probability.
pub fn add(corpus: &mut Corpus, path: &Path) -> Result<(), CorpusError> {
    let file = TextFile::read(path, "file of picks", CHECK_PATH)?.without_mark();
    let malformed = |cause: String| CorpusError::malformed(path, None, cause, HELP);
    let object = json::object(file.text()).map_err(|error| malformed(error.to_string()))?;
    let object = Value::Object(object);
    let ReadPicks { picks } = read_json(&object).map_err(malformed)?;
    let documents: BTreeMap<&str, usize> =
        corpus.documents.iter().map(|document| document.id.as_str()).zip(0..).collect();
    let mut weights = vec![None; corpus.segment_count()];
    for Pick { document: name, segment, weight, .. } in picks {
        let document = documents.get(name.as_str()).map(|index| &corpus.documents[*index]);
        let document =
            document.ok_or_else(|| malformed(format!("the corpus has no document `{name}`")))?;
        let count = document.segments.len();
        if !(1..=count).contains(&segment) {
            return Err(malformed(format!(
                "segment {segment} of document `{name}` is outside 1 to {count}"
            )));
        }
        let place = document.segments.start + segment - 1;
        if weights[place].replace(weight).is_some() {
            return Err(malformed(format!(
                "segment {segment} of document `{name}` is picked twice"
            )));
        }
    }
    corpus.weights = Some(weights);
    corpus.check_weights()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::corpus::model::Document;

    fn corpus() -> Corpus {
        let documents = [("a", 0..1), ("b", 1..4)].map(|(id, segments)| Document {
            id: id.into(),
            domain: None,
            segments,
        });
        Corpus { name: "tiny".into(), documents: documents.into(), ..Corpus::default() }
    }

    fn added(text: &str) -> Result<Option<Vec<Option<f64>>>, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("picks.json");
        fs::write(&path, text).unwrap();
        let mut corpus = corpus();
        add(&mut corpus, &path).map_err(|error| error.to_string())?;
        Ok(corpus.weights)
    }

    #[test]
    fn weights_stand_at_their_segments() {
        let picks = [("b", 3, 2.5), ("a", 1, 1.0)].map(|(document, segment, weight)| Pick {
            document: document.into(),
            segment,
            probability: Some(1.0 / weight),
            weight,
        });
        let picks = Picks {
            corpus: "tiny".into(),
            scores: "comet".into(),
            units: "segments".into(),
            seed: 1,
            segments: 4,
            picks: picks.into(),
        };
        assert_eq!(added(&picks.json()), Ok(Some(vec![Some(1.0), None, None, Some(2.5)])));
    }

    fn one(document: &str, segment: usize, weight: f64) -> String {
        format!(r#"{{"document": "{document}", "segment": {segment}, "weight": {weight}}}"#)
    }

    fn refused(picks: &[String], expected: &str) {
        let error = added(&format!(r#"{{"picks": [{}]}}"#, picks.join(", "))).unwrap_err();
        assert!(error.contains(expected), "{error}");
    }

    #[test]
    fn wrong_picks_are_refused() {
        refused(&[one("c", 1, 1.0)], "the corpus has no document `c`");
        refused(&[one("b", 4, 1.0)], "segment 4 of document `b` is outside 1 to 3");
        refused(&[one("b", 0, 1.0)], "segment 0 of document `b` is outside 1 to 3");
        refused(&[one("b", 2, 1.0), one("b", 2, 1.0)], "segment 2 of document `b` is picked twice");
        refused(&[one("b", 2, 0.0)], "a segment has the weight 0");
        refused(&[one("b", 2, -1.0)], "a segment has the weight -1");
        refused(
            &[one("b", 2, 4.5)],
            "a segment has the weight 4.5; a weight is one over the probability",
        );
        refused(&[], "none of its segments has a weight");
        assert!(added("[]").unwrap_err().contains("name a file that `runner pick` wrote"));
        assert!(added(r#"{"picks": [{"document": "a"}]}"#).unwrap_err().contains("segment"));
    }
}
