//! Options of the audit.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::config::asked::Options;
use crate::stats::ranking_rules::{Exchange, RankingRule};
use crate::value::{Count, Kind, MOST, Set, Text, Word, words};

words! {
    /// Pairs of systems of which equal ones are made.
    #[derive(Default)]
    pub enum AuditedPairs {
        #[default]
        /// Those that stand next to each other by a rule.
        Neighbours = "neighbours",
        /// All.
        All = "all",
    }
}

/// How often published ranking rules call systems different that are equal, on segment scores of the study, or on sums of texts.
/// Equal systems are made of the data: the mean difference is taken off one of them, and whole documents change owner.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Audit {
    /// Rules. `"documents"`, the test of this program, always stands beside them. Metrics of texts such as BLEU need
    /// `["sacrebleu-bs", "sacrebleu-ar"]`, the tests of sacreBLEU, and no others know these.
    /// Example: `rules = ["wmt25", "pearmut"]`.
    #[serde(with = "Set::<Word<RankingRule>>")]
    pub rules: Vec<RankingRule>,
    /// What changes owner together: everything of a document; everything that one judge gave of a document, where each of its
    /// judges judged both systems; or, which is the world that most rules believe in, everything of a segment.
    /// Example: `exchange = "segments"`.
    pub exchange: Exchange,
    /// Pairs of systems of which equal ones are made. Example: `pairs = "all"`.
    pub pairs: AuditedPairs,
    /// Random exchanges of a pair. Of at most 12 documents, or documents and judges, all are taken. Example: `draws = 300`.
    #[serde(with = "Count::<100, MOST>")]
    pub draws: u32,
    /// Metrics of the study that are rounds of one campaign: together they are audited as one. `wmt25` takes each value
    /// by itself, the other rules the mean or the last. Default: each metric by itself.
    /// Example: `rounds = ["ESA-1", "ESA-2"]`.
    #[serde(with = "Option::<Set::<Text>>", skip_serializing_if = "Option::is_none")]
    pub rounds: Option<Vec<String>>,
}

impl Options for Audit {
    const KEY: &'static str = "audit";
    const PLACE: u8 = 40;
}

impl Default for Audit {
    fn default() -> Self {
        Self {
            rules: vec![
                RankingRule::Wmt24,
                RankingRule::Wmt25,
                RankingRule::Wmt26,
                RankingRule::Pearmut,
            ],
            exchange: Exchange::default(),
            pairs: AuditedPairs::default(),
            draws: 1000,
            rounds: None,
        }
    }
}

impl Audit {
    /// A rule that does not read the scores of a metric, which are those of sums of texts or of segments.
    pub(super) fn unfit_rule(&self, are_sums: bool) -> Option<&'static str> {
        let mut rules = self.rules.iter().filter(|rule| **rule != RankingRule::Documents);
        rules.find(|rule| rule.reads_sums() != are_sums).map(|rule| rule.name())
    }

    /// Whether ratings change owner judge by judge.
    pub(super) fn exchanges_judges(&self) -> bool {
        self.exchange == Exchange::DocumentsAndJudges
    }

    /// Rules that are audited, in their order, the test of documents last.
    pub(super) fn all_rules(&self) -> Vec<RankingRule> {
        RankingRule::ALL
            .into_iter()
            .filter(|rule: &RankingRule| {
                self.rules.contains(rule) || *rule == RankingRule::Documents
            })
            .collect()
    }
}
