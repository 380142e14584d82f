//! Metrics that need no declaration.

use serde::Deserialize;
use toml::de::DeTable;

use super::document::Metric;
use super::model::MetricConfig;
use super::source::{Node, Reader};

/// A metric that needs no declaration.
#[derive(Clone, Copy, Debug)]
pub struct BuiltIn {
    /// Its name.
    pub name: &'static str,
    /// What it is, in a line.
    pub summary: &'static str,
    /// The table that would declare it: `KIND = { OPTIONS }`.
    declaration: &'static str,
}

impl BuiltIn {
    const fn new(name: &'static str, declaration: &'static str, summary: &'static str) -> Self {
        Self { name, summary, declaration }
    }

    /// The table that would declare it.
    pub(super) fn declaration(&self) -> Node {
        let table = DeTable::parse(self.declaration).expect("a test parses all of them");
        Node::of_document(&table, self.declaration)
    }

    /// Its options.
    pub fn config(&self) -> MetricConfig {
        let metric = Metric::deserialize(Reader::new(&self.declaration()));
        metric.expect("a test reads all of them").config(self.name)
    }
}

/// The metrics that need no declaration.
pub const METRICS: [BuiltIn; 14] = [
    BuiltIn::new("bleu", "bleu = {}", "BLEU as sacreBLEU computes it"),
    BuiltIn::new("m-bleu", "m-bleu = {}", "M-BLEU, arithmetic mean of n-gram precisions"),
    // The reading of equation 4 that explains the values printed by Zhang & Vogel (2004).
    BuiltIn::new("m-bleu-9", "m-bleu = { order = 9 }", "M-BLEU up to order 9"),
    BuiltIn::new("nist", "nist = {}", "NIST as mteval-v13a computes it"),
    BuiltIn::new("gtm", "gtm = {}", "GTM, the General Text Matcher 1.4"),
    BuiltIn::new("mwer", "mwer = {}", "multi-reference word error rate"),
    BuiltIn::new("mper", "mper = {}", "multi-reference position-independent error rate"),
    BuiltIn::new("ter", "ter = {}", "TER as sacreBLEU computes it"),
    BuiltIn::new("chrf", "chrf = {}", "chrF as sacreBLEU computes it (its chrF2)"),
    BuiltIn::new("chrf++", "chrf = { word-order = 2 }", "chrF++ as sacreBLEU computes it"),
    BuiltIn::new("wnm", "wnm = {}", "weighted n-gram model, scored on whole documents"),
    BuiltIn::new("fluency", "human = { criterion = 'fluency' }", "mean judgment of fluency"),
    BuiltIn::new("adequacy", "human = { criterion = 'adequacy' }", "mean judgment of adequacy"),
    BuiltIn::new(
        "human",
        "human = { criteria = ['fluency', 'adequacy'] }",
        "mean of both judgments, added up",
    ),
];

/// Names of the metrics that need no declaration.
pub const NAMES: [&str; METRICS.len()] = {
    let mut names = [""; METRICS.len()];
    let mut index = 0;
    while index < METRICS.len() {
        names[index] = METRICS[index].name;
        index += 1;
    }
    names
};

/// The built-in metric of this name.
pub fn named(name: &str) -> Option<&'static BuiltIn> {
    METRICS.iter().find(|metric| metric.name == name)
}

/// The metric that `name` stands for where nothing is declared under it.
pub fn config(name: &str) -> Option<MetricConfig> {
    named(name).map(BuiltIn::config)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metric::config::{ChrfConfig, ErrorRateConfig, HumanConfig, MBleuConfig};

    #[test]
    fn every_name_stands_for_a_metric() {
        for name in NAMES {
            assert!(config(name).is_some(), "{name}");
        }
        assert_eq!(config("blue"), None);
    }

    #[test]
    fn declarations_say_what_is_meant() {
        let expected = MetricConfig::MBleu(MBleuConfig::equal_weights(9));
        assert_eq!(config("m-bleu-9"), Some(expected));
        let expected = ChrfConfig { word_order: 2, ..ChrfConfig::default() };
        assert_eq!(config("chrf++"), Some(MetricConfig::Chrf(expected)));
        let mper = ErrorRateConfig { ordered: false, ..ErrorRateConfig::default() };
        assert_eq!(config("mper"), Some(MetricConfig::ErrorRate(mper)));
        let mwer = MetricConfig::ErrorRate(ErrorRateConfig::default());
        assert_eq!(config("mwer"), Some(mwer));
        let [fluency, adequacy] = ["fluency", "adequacy"].map(str::to_owned);
        for (name, criteria) in [
            ("fluency", vec![fluency.clone()]),
            ("adequacy", vec![adequacy.clone()]),
            ("human", vec![fluency, adequacy]),
        ] {
            assert_eq!(config(name), Some(MetricConfig::Human(HumanConfig::mean(criteria))));
        }
    }
}
