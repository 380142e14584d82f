//! Studies in the canonical text of a spec.

use serde::{Serialize, Serializer};

use super::asked::Asked;
use super::study::Study;

/// Studies with their analyses beside their other keys, as in the file.
pub(super) fn studies<S: Serializer>(studies: &[Study], target: S) -> Result<S::Ok, S::Error> {
    /// The one key that stands there as null where it is missing: identities of runs depend on it.
    const ALWAYS: &str = "minimal-size";

    #[derive(Serialize)]
    #[serde(rename_all = "kebab-case")]
    struct Whole<'a> {
        #[serde(flatten)]
        study: &'a Study,
        #[serde(skip_serializing_if = "Option::is_some")]
        minimal_size: Option<()>,
        #[serde(flatten)]
        analyses: &'a Asked,
    }
    let whole = studies.iter().map(|study| {
        let minimal_size = study.analyses.keys().find(|key| *key == ALWAYS).map(|_| ());
        Whole { study, minimal_size, analyses: &study.analyses }
    });
    target.collect_seq(whole)
}

#[cfg(test)]
mod tests {
    use crate::config::parse;

    fn canonical(text: &str) -> String {
        parse("spec.toml", text, &[]).expect("valid").spec.canonical()
    }

    const SPEC: &str = r#"
        [experiment]
        name = "x"
        seed = 7
        [corpora.a.synthetic]
        preset = "p"
        [corpora.b.synthetic]
        preset = "q"
        [studies.one]
        corpora = ["b", "a"]
        metrics = ["nist", "bleu"]
        B = 100
        test-sizes = { fractions = [0.1, 0.50] }
        [studies.two]
        corpora = ["a"]
        metrics = ["bleu"]
    "#;

    #[test]
    fn spelling_does_not_matter() {
        let other = r#"
            # defaults written out, other order, other notation
            corpora.b.synthetic = { seed = 7, preset = 'q' }
            corpora.a.synthetic = { seed = 0x7, preset = "\u0070" }
            experiment = { seed = 0b111, name = "x" }
            [metrics.bleu.bleu]
            tokenizer = "13a"
            lowercase = false
            order = 4
            [studies.one]
            systems = "all"
            reference-choice = "first"
            orderings = { corpus = true, random = 0 }
            test-sizes.fractions = [5e-1, 0.1]
            B = [1_00]
            repeats = 1
            level = 0.950
            mask = "common"
            metrics = ["nist", "bleu"]
            corpora = ["b", "a"]
            [studies.two]
            metrics = ["bleu"]
            corpora = ["a"]
            B = 1000
            test-sizes = { documents = "each" }
        "#;
        assert_eq!(canonical(other), canonical(SPEC));
    }

    #[test]
    fn meaning_matters() {
        for (from, to) in [
            ("seed = 7", "seed = 8"),
            ("\"x\"", "\"y\""),
            ("B = 100", "B = 101"),
            ("0.50", "0.51"),
            ("[\"b\", \"a\"]", "[\"a\", \"b\"]"),
            ("[\"nist\", \"bleu\"]", "[\"bleu\", \"nist\"]"),
            ("studies.one", "studies.three"),
        ] {
            let changed = SPEC.replacen(from, to, 1);
            assert_ne!(changed, SPEC, "{from}");
            assert_ne!(canonical(&changed), canonical(SPEC), "{from}");
        }
    }

    #[test]
    fn studies_keep_their_order() {
        let text = canonical(SPEC);
        let [one, two] = ["\"one\"", "\"two\""].map(|name| text.find(name).expect("in the text"));
        assert!(one < two);
    }

    #[test]
    fn is_read_back_by_any_reader_of_json() {
        let value: serde_json::Value = serde_json::from_str(&canonical(SPEC)).expect("JSON");
        assert_eq!(value["studies"][0]["level"], serde_json::json!(0.95));
    }
}
