//! Metrics that need no declaration.

use crate::metric::config::{
    BleuConfig, ChrfConfig, ErrorRateConfig, GtmConfig, HumanConfig, HumanScale, MBleuConfig,
    NistConfig, TerConfig, WnmConfig,
};

use super::model::MetricConfig;

/// Names of the metrics that need no declaration.
pub const NAMES: [&str; 14] = [
    "bleu", "m-bleu", "m-bleu-9", "nist", "gtm", "mwer", "mper", "ter", "chrf", "chrf++", "wnm",
    "fluency", "adequacy", "human",
];

/// The metric that `name` stands for where nothing is declared under it.
pub fn config(name: &str) -> Option<MetricConfig> {
    Some(match name {
        "bleu" => MetricConfig::Bleu(BleuConfig::default()),
        "m-bleu" => MetricConfig::MBleu(MBleuConfig::default()),
        // The reading of equation 4 that explains the values printed by Zhang & Vogel (2004).
        "m-bleu-9" => MetricConfig::MBleu(MBleuConfig::equal_weights(9)),
        "nist" => MetricConfig::Nist(NistConfig::default()),
        "gtm" => MetricConfig::Gtm(GtmConfig::default()),
        "mwer" => MetricConfig::ErrorRate(ErrorRateConfig::default()),
        "mper" => MetricConfig::ErrorRate(ErrorRateConfig { ordered: false, ..Default::default() }),
        "ter" => MetricConfig::Ter(TerConfig::default()),
        "chrf" => MetricConfig::Chrf(ChrfConfig::default()),
        "chrf++" => MetricConfig::Chrf(ChrfConfig { word_order: 2, ..Default::default() }),
        "wnm" => MetricConfig::Wnm(WnmConfig::default()),
        "fluency" => MetricConfig::Human(human(&["fluency"])),
        "adequacy" => MetricConfig::Human(human(&["adequacy"])),
        "human" => MetricConfig::Human(human(&["fluency", "adequacy"])),
        _ => return None,
    })
}

fn human(criteria: &[&str]) -> HumanConfig {
    HumanConfig {
        criteria: criteria.iter().map(|&criterion| criterion.to_owned()).collect(),
        scale: HumanScale::Raw,
        higher_is_better: true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_stands_for_a_metric() {
        for name in NAMES {
            assert!(config(name).is_some(), "{name}");
        }
        assert_eq!(config("blue"), None);
    }
}
