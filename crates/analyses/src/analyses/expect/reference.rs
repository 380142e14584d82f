//! The table of earlier campaigns: numbers alone, as the experiment `expect-reference` made them.

use std::collections::BTreeMap;

use csv::ReaderBuilder;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::stats::expected::{EarlierPair, LeftOut, left_out, near_pairs};

/// Which test sets, by reference.
const CAMPAIGNS: &str = include_str!("reference/campaigns.csv");
/// Which metrics, by signature.
const METRICS: &str = include_str!("reference/metrics.csv");
/// Pairs of systems.
const PAIRS: &str = include_str!("reference/pairs.csv");

/// Quantiles of deviations between which a range lies.
pub(super) const RANGE: (f64, f64) = (0.1, 0.9);

/// Campaigns below which a range cannot be checked.
pub(super) const FEWEST_CAMPAIGNS: usize = 4;

/// Share of near pairs within the range of other campaigns for which a metric has answers.
// The range is from .1 to .9, so that .80 is what it should hold.
const HOLDS: (f64, f64) = (0.70, 0.95);

/// A test set of an earlier campaign, with one or more references.
#[derive(Clone, Debug, PartialEq)]
pub struct Campaign {
    /// Name in the experiment.
    pub name: String,
    /// Source and target, such as `en-de`.
    pub languages: String,
    /// Year.
    pub year: u32,
    /// Kinds of texts, such as `news`.
    pub domain: String,
    /// Where the data are, with their version.
    pub source: String,
    /// Scored segments.
    pub segments: f64,
    /// Words of a reference (mean).
    pub words: f64,
    /// Documents.
    pub documents: f64,
    /// Pairs of systems, for each reference.
    pub pairs: Vec<EarlierPair>,
}

/// All that is known of a metric.
#[derive(Clone, Debug, PartialEq)]
pub struct Reference {
    /// Name in a spec.
    pub metric: String,
    /// Everything that changes its scores.
    pub signature: String,
    /// Test sets, in the order of the experiment.
    pub campaigns: Vec<Campaign>,
}

#[derive(Deserialize)]
struct CampaignLine {
    campaign: String,
    reference: String,
    languages: String,
    year: u32,
    domain: String,
    segments: f64,
    words: f64,
    documents: f64,
    source: String,
}

#[derive(Deserialize)]
struct MetricLine {
    metric: String,
    signature: String,
}

#[derive(Deserialize)]
struct PairLine {
    campaign: String,
    reference: String,
    metric: String,
    difference: f64,
    standard_error: f64,
}

/// The lines of a file that is part of the program.
fn lines<T: DeserializeOwned>(text: &str) -> Vec<T> {
    let mut reader = ReaderBuilder::new().comment(Some(b'#')).from_reader(text.as_bytes());
    reader.deserialize().map(|line| line.expect("the table is part of the program")).collect()
}

impl Reference {
    /// Of all metrics in the table.
    pub fn all() -> Vec<Self> {
        let campaigns: Vec<CampaignLine> = lines(CAMPAIGNS);
        let mut pairs: BTreeMap<(String, String, String), Vec<PairLine>> = BTreeMap::new();
        for pair in lines::<PairLine>(PAIRS) {
            let key = (pair.metric.clone(), pair.campaign.clone(), pair.reference.clone());
            pairs.entry(key).or_default().push(pair);
        }
        let metrics = lines::<MetricLine>(METRICS).into_iter();
        let references = metrics.map(|MetricLine { metric, signature }| {
            let mut test_sets: Vec<Campaign> = Vec::new();
            for line in &campaigns {
                let key = (metric.clone(), line.campaign.clone(), line.reference.clone());
                add(&mut test_sets, line, pairs.get(&key).map_or(&[], Vec::as_slice));
            }
            for test_set in &mut test_sets {
                let by_reference = campaigns.iter().filter(|line| line.campaign == test_set.name);
                test_set.words /= by_reference.count() as f64;
            }
            Self { metric, signature, campaigns: test_sets }
        });
        references.collect()
    }

    /// The near pairs of each campaign, for this difference.
    pub fn near(&self, difference: f64) -> Vec<Vec<EarlierPair>> {
        self.campaigns.iter().map(|campaign| near_pairs(&campaign.pairs, difference)).collect()
    }

    /// Each campaign left out in turn: how many of its near pairs the range of the others holds.
    pub fn left_out(&self, difference: f64) -> Vec<LeftOut> {
        left_out(&self.near(difference), RANGE.0, RANGE.1)
    }

    /// Share of the nearer half of the pairs of all campaigns that the range of the others holds.
    pub fn held(&self) -> f64 {
        LeftOut::together(&self.left_out(0.0)).share()
    }

    /// Returns `true` if the range holds as many pairs of other campaigns as it should; unknown, and so not refused, where campaigns
    /// are too few.
    pub fn is_offered(&self) -> bool {
        let held = self.held();
        self.campaigns.len() < FEWEST_CAMPAIGNS || (HOLDS.0 <= held && held <= HOLDS.1)
    }

    /// Median over campaigns of what `amount` makes of each.
    pub(super) fn median(&self, amount: fn(&Campaign) -> f64) -> f64 {
        let mut amounts: Vec<f64> = self.campaigns.iter().map(amount).collect();
        amounts.sort_by(f64::total_cmp);
        let last = amounts.len().saturating_sub(1);
        f64::midpoint(amounts[last / 2], amounts[last.div_ceil(2)])
    }
}

/// Adds the pairs by one reference to the campaign of `line`, with its words.
fn add(campaigns: &mut Vec<Campaign>, line: &CampaignLine, pairs: &[PairLine]) {
    let pairs = pairs.iter().map(|pair| EarlierPair {
        difference: pair.difference,
        // For one word: standard errors fall with the root of the number of words.
        deviation: pair.standard_error * line.words.sqrt(),
    });
    match campaigns.last_mut().filter(|campaign| campaign.name == line.campaign) {
        Some(campaign) => {
            campaign.words += line.words;
            campaign.pairs.extend(pairs);
        }
        None => campaigns.push(Campaign {
            name: line.campaign.clone(),
            languages: line.languages.clone(),
            year: line.year,
            domain: line.domain.clone(),
            source: line.source.clone(),
            segments: line.segments,
            words: line.words,
            documents: line.documents,
            pairs: pairs.collect(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_its_campaigns() {
        let all = Reference::all();
        let metrics: Vec<&str> = all.iter().map(|reference| &*reference.metric).collect();
        assert_eq!(metrics, ["bleu", "chrf", "ter"]);
        for Reference { metric, campaigns, .. } in &all {
            let sizes: Vec<(&str, usize)> =
                campaigns.iter().map(|campaign| (&*campaign.name, campaign.pairs.len())).collect();
            // Systems in pairs, and three references of the first.
            let expected = [
                ("wmt21-ende", 3 * 20 * 19 / 2),
                ("wmt21-defr", 9 * 8 / 2),
                ("wmt21-tedtalks", 13 * 12 / 2),
                ("wmt23-ende", 12 * 11 / 2),
                ("wmt23-heen", 12 * 11 / 2),
                ("wmt25-csde", 6 * 5 / 2),
            ];
            assert_eq!(sizes, expected, "{metric}");
            for campaign in campaigns {
                let length = campaign.words / campaign.segments;
                assert!((15.0..=120.0).contains(&length), "{}: {length}", campaign.name);
                assert!(campaign.pairs.iter().all(|pair| pair.deviation > 0.0), "{metric}");
            }
        }
    }

    /// The range of the others holds .70 to .95 of the near pairs of BLEU and chrF at every difference that is tried, and too
    /// few of TER, which is therefore not offered.
    #[test]
    fn ranges_hold_campaigns_that_are_left_out() {
        for reference in Reference::all() {
            let shares = [0.0, 0.5, 1.0, 2.0]
                .map(|difference| LeftOut::together(&reference.left_out(difference)).share());
            let is_ter = reference.metric == "ter";
            for share in shares {
                assert_eq!(
                    (0.70..=0.95).contains(&share),
                    !is_ter,
                    "{}: {shares:?}",
                    reference.metric
                );
            }
            assert_eq!(reference.is_offered(), !is_ter);
        }
    }
}
