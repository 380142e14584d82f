//! Test sets of a study: sizes and orderings, or samples.

use schemars::JsonSchema;
use serde::de::{Deserializer, Error};
use serde::{Deserialize, Serialize};

use super::defaults::MOST_REPLICATES;
use crate::table::columns::word_columns;
use crate::value::{
    Ascending, Check, Count, Distinct, EveryOne, Fraction, Kind, MOST, Refusal, Set, Text, WordOr,
    inline_schema, words,
};

word_columns!(Sampling);

/// Sizes of test sets along an ordering of the documents.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", from = "WrittenSizes")]
pub enum TestSizes {
    /// 1, 2, ... up to all documents.
    EachDocument,
    /// These numbers of documents, ascending.
    Documents(Vec<usize>),
    /// These fractions of the documents in (0, 1], ascending; rounded half up, at least one.
    Fractions(Vec<f64>),
}

/// Sizes of test sets: exactly one of the keys.
#[derive(Deserialize, JsonSchema)]
#[serde(rename = "unit of sizes", rename_all = "kebab-case")]
enum WrittenSizes {
    /// `"each"` for 1, 2, ... up to all documents, or numbers of documents.
    /// Example: `documents = [5, 10]`.
    Documents(
        #[serde(with = "WordOr::<Each, Ascending<Count<1, MOST, usize>>>")] Option<Vec<usize>>,
    ),
    /// Fractions of the documents, above 0 and at most 1; rounded half up, at least one document.
    /// Example: `fractions = [0.1, 0.5, 1.0]`.
    Fractions(#[serde(with = "Ascending::<Fraction>")] Vec<f64>),
}

impl From<WrittenSizes> for TestSizes {
    fn from(written: WrittenSizes) -> Self {
        match written {
            WrittenSizes::Documents(None) => Self::EachDocument,
            WrittenSizes::Documents(Some(counts)) => Self::Documents(counts),
            WrittenSizes::Fractions(fractions) => Self::Fractions(fractions),
        }
    }
}

enum Each {}

impl EveryOne for Each {
    const WORD: &'static str = "each";
    const EXPECTED: &'static str = "\"each\", a number of documents or a list of such numbers";
    const TAKES_NUMBER: bool = true;
}

/// Orders in which documents enter a growing test set. In this table, what is left out is off.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
#[schemars(extend("minProperties" = 1))]
pub struct Orderings {
    /// The order of the corpus. Example: `corpus = true`.
    pub corpus: bool,
    /// Number of random permutations. Example: `random = 2`.
    #[serde(with = "Count::<0, MOST>")]
    pub random: u32,
    /// Permutations of the names of all documents. Default: none.
    /// Example: `explicit = [["d3", "d1", "d2"]]`.
    #[serde(with = "Set::<Permutation>")]
    pub explicit: Vec<Vec<String>>,
    /// Every set of documents once, which stands for all orderings; up to 20 documents, with no
    /// other ordering and `documents = "each"`. Example: `exhaustive = true`.
    pub exhaustive: bool,
}

impl Orderings {
    /// The order of the corpus alone, where nothing is written.
    pub(super) fn of_corpus() -> Self {
        Self { corpus: true, ..Self::default() }
    }
}

impl Check for Orderings {
    /// Exhaustive orderings visit every set of documents, so nothing else can be asked for.
    fn check(&self) -> Result<(), Refusal> {
        let others = [
            ("corpus", self.corpus),
            ("random", self.random > 0),
            ("explicit", !self.explicit.is_empty()),
        ];
        let other = others.iter().find(|(_, is_there)| *is_there).map(|(key, _)| key);
        match other {
            Some(key) if self.exhaustive => {
                let problem =
                    format!("`exhaustive` visits every set of documents, so `{key}` adds nothing");
                let help = format!("leave `{key}` out, or move it to a study of its own");
                let refusal = Refusal::new(problem, help).at(*key);
                Err(refusal.beside("exhaustive", "stands for all orderings"))
            }
            None if !self.exhaustive => Err(Refusal::new(
                "{value} asks for no ordering",
                "add `corpus = true` for the order of the corpus, or leave `orderings` out",
            )),
            _ => Ok(()),
        }
    }
}

/// The names of documents, each once.
struct Permutation;

impl Kind for Permutation {
    type Value = Vec<String>;

    fn deserialize<'de, D: Deserializer<'de>>(source: D) -> Result<Vec<String>, D::Error> {
        let documents = Distinct::<Text>::deserialize(source)?;
        if documents.is_empty() {
            let refusal = Refusal::new("this ordering is empty", "name every document once");
            return Err(D::Error::custom(refusal));
        }
        Ok(documents)
    }
}

inline_schema!("Permutation", [] Permutation, |generator| Set::<Text>::json_schema(generator));

/// Test sets by segments out of a large corpus.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Samples {
    /// How the segments of a test set are picked. Example: `sampling = "broad"`.
    pub sampling: Sampling,
    /// Sizes of the test sets in segments. Example: `segments = [100, 300, 600]`.
    #[serde(with = "Ascending::<Count<1, MOST_REPLICATES, usize>>")]
    pub segments: Vec<usize>,
    /// Number of test sets of each size. Example: `count = 100`.
    #[serde(default = "usual_count", with = "Count::<1, MOST>")]
    pub count: u32,
}

fn usual_count() -> u32 {
    100
}

words! {
    /// How the segments of a sample are picked.
    #[derive(Default)]
    pub enum Sampling {
        /// A run of neighbours.
        #[default]
        Consecutive = "consecutive",
        /// Spread evenly over the corpus (Koehn 2004).
        Broad = "broad",
        /// At random, without replacement.
        Random = "random",
    }
}
