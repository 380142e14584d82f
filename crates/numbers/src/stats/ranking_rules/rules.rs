//! The rules, each as its owners apply it (docs/statistics/audit.md has the sources).

use super::lines::LineRule;
use super::pair::{Columns, RatedPair, RatedSystem};
use super::signed_rank::{Alternative, signed_rank_test};
use crate::stats::freedom::UnitSegments;
use crate::stats::jackknife::Jackknife;
use crate::stats::moments::{SampleMoments, mean};
use crate::stats::paired_jackknife::student_p_value;
use crate::stats::special::{normal_cdf, normal_quantile, student_t_cdf};
use crate::value::words;

/// Below it all of them call a pair different.
const ALPHA: f64 = 0.05;

words! {
    /// A rule by which systems are called different.
    #[derive(Default)]
    pub enum RankingRule {
        /// WMT 2024: signed ranks in each domain, two-sided p-values joined by Stouffer's sum.
        Wmt24 = "wmt24": "WMT24",
        /// WMT 2025: signed ranks over the values of all rounds, one-sided towards the higher mean.
        Wmt25 = "wmt25": "WMT25",
        /// WMT 2026: paired t, or t of two samples.
        Wmt26 = "wmt26": "WMT26",
        /// Pearmut: paired t of last ratings.
        Pearmut = "pearmut": "Pearmut",
        /// comet-compare: paired t of segment scores in single precision.
        CometCompare = "comet-compare": "comet-compare",
        /// sacreBLEU's paired bootstrap: of sums of texts, as `compat = "sacrebleu"`.
        SacrebleuBs = "sacrebleu-bs": "sacreBLEU's bootstrap",
        /// sacreBLEU's approximate randomization: of sums of texts.
        SacrebleuAr = "sacrebleu-ar": "sacreBLEU's randomization",
        #[default]
        /// Student's t over whole documents, as `jackknife-t` of `comparison`.
        Documents = "documents": "documents",
    }
}

/// What a rule says of a pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RuleVerdict {
    /// The smallest that it looks at; `None` where it computes none.
    pub p_value: Option<f64>,
    /// Whether it is below .05.
    pub is_different: bool,
    /// Which of both has the higher score by the rule's own mean; neither where these are equal or not there.
    pub better: Option<usize>,
}

/// What rules that look at whole documents go by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DocumentTest {
    /// Largest p-value of a significant difference.
    pub alpha: f64,
    /// Whether degrees of freedom follow from the lengths of documents.
    pub by_lengths: bool,
}

impl RankingRule {
    /// Whether it reads sums of texts, and no scores of segments. The test of documents reads either.
    pub fn reads_sums(self) -> bool {
        matches!(self, Self::SacrebleuBs | Self::SacrebleuAr)
    }

    /// How often it should call equal systems different, by its own definition; `alpha` is that of the test of documents.
    pub fn nominal_rate(self, alpha: f64) -> f64 {
        match self {
            // The data choose the side of a one-sided test; sacreBLEU takes absolute values before it centres, so that
            // only one tail counts.
            Self::Wmt25 | Self::SacrebleuBs => 2.0 * ALPHA,
            Self::Wmt24 | Self::Wmt26 | Self::Pearmut | Self::CometCompare | Self::SacrebleuAr => {
                ALPHA
            }
            Self::Documents => alpha,
        }
    }

    /// The kinds of lines that it draws, the main one first.
    pub fn line_rules(self) -> &'static [LineRule] {
        match self {
            Self::Wmt24 | Self::Documents => &[LineRule::AllPairs],
            Self::Wmt25 => &[LineRule::FirstDifference, LineRule::Neighbours],
            Self::Wmt26 => &[LineRule::AllPairs, LineRule::Neighbours],
            Self::Pearmut => &[LineRule::Neighbours],
            Self::CometCompare | Self::SacrebleuBs | Self::SacrebleuAr => &[],
        }
    }

    /// The score by which it sorts systems; `None` without any rating.
    pub fn score(self, system: &RatedSystem, domains: &[Vec<usize>]) -> Option<f64> {
        match self {
            Self::Wmt24 => mean(domains.iter().filter_map(|segments| {
                mean_of_known(segments.iter().map(|segment| system.mean[*segment]))
            })),
            Self::Wmt25 => mean_of_known(system.rounds.iter().flatten().copied()),
            Self::Pearmut => mean_of_known(system.last.iter().copied()),
            Self::SacrebleuBs | Self::SacrebleuAr => None,
            Self::Wmt26 | Self::CometCompare | Self::Documents => {
                mean_of_known(system.mean.iter().copied())
            }
        }
    }

    /// The verdict on a pair; none of a rule that reads sums ([`SummedPair`](super::SummedPair)). O(n log n), with n
    /// segments.
    pub fn judge(self, pair: &RatedPair, test: DocumentTest) -> RuleVerdict {
        match self {
            Self::Wmt24 => by_domains(pair),
            Self::Wmt25 => by_rounds(pair),
            Self::Wmt26 => {
                let p_values = [paired_t(pair.mean.common()), two_samples_t(&pair.mean)];
                let least = p_values.into_iter().flatten().min_by(f64::total_cmp);
                RuleVerdict::new(least, own_means(&pair.mean))
            }
            Self::Pearmut => RuleVerdict::new(paired_t(pair.last.common()), own_means(&pair.last)),
            Self::CometCompare => {
                #[expect(clippy::cast_possible_truncation, reason = "single precision is the rule")]
                let single = pair.mean.common().map(|difference| f64::from(difference as f32));
                RuleVerdict::new(paired_t(single), own_means(&pair.mean))
            }
            Self::SacrebleuBs | Self::SacrebleuAr => RuleVerdict::new(None, [None, None]),
            Self::Documents => {
                let p_value = documents_p_value(pair, test.by_lengths);
                RuleVerdict {
                    is_different: p_value.is_some_and(|p| p < test.alpha),
                    ..RuleVerdict::new(p_value, own_means(&pair.mean))
                }
            }
        }
    }
}

impl RuleVerdict {
    pub(super) fn new(p_value: Option<f64>, means: [Option<f64>; 2]) -> Self {
        let better = match means {
            [Some(first), Some(second)] if first > second => Some(0),
            [Some(first), Some(second)] if first < second => Some(1),
            _ => None,
        };
        Self { p_value, is_different: p_value.is_some_and(|p| p < ALPHA), better }
    }
}

fn mean_of_known(values: impl Iterator<Item = f64>) -> Option<f64> {
    mean(values.filter(|value| !value.is_nan()))
}

fn own_means(columns: &Columns) -> [Option<f64>; 2] {
    [0, 1].map(|system| mean(columns.values(system)))
}

/// Two-sided p-values by domain, each turned into a quantile as if it were one-sided, and their sum over the root of
/// their number. So two domains with opposite clear differences support each other: that is the rule.
fn by_domains(pair: &RatedPair) -> RuleVerdict {
    let p_values: Vec<f64> = pair
        .domains
        .iter()
        .filter_map(|segments| {
            let differences = pair.mean.common_of(segments);
            signed_rank_test(&differences, Alternative::TwoSided).ok().map(|(_, p)| p)
        })
        .collect();
    // A domain with p of 1 makes the joined one 1, too: that quantile is infinite.
    let quantiles = p_values.iter().map(|p| -normal_quantile(*p).unwrap_or(f64::INFINITY));
    let sum: f64 = quantiles.sum();
    let joined = (!p_values.is_empty()).then(|| normal_cdf(-sum / (p_values.len() as f64).sqrt()));
    let means = [0, 1].map(|system| {
        let by_domain = pair.domains.iter();
        mean(by_domain.filter_map(|segments| mean(pair.mean.values_of(system, segments))))
    });
    RuleVerdict::new(joined, means)
}

/// One-sided in favour of the higher mean of own values.
fn by_rounds(pair: &RatedPair) -> RuleVerdict {
    let means =
        [0, 1].map(|system| mean(pair.rounds.iter().flat_map(|round| round.values(system))));
    let is_first = matches!(means, [Some(first), Some(second)] if first >= second);
    let differences = pair.rounds.iter().flat_map(Columns::common);
    let turned: Vec<f64> =
        differences.map(|difference| if is_first { difference } else { -difference }).collect();
    let p_value = signed_rank_test(&turned, Alternative::Greater).ok().map(|(_, p)| p);
    RuleVerdict::new(p_value, means)
}

/// Two-sided p-value of a mean of 0; `None` of fewer than two values or where all are 0, and 0 where all are another
/// number.
fn paired_t(differences: impl Iterator<Item = f64> + Clone) -> Option<f64> {
    let moments = SampleMoments::of(differences)?;
    let count = moments.count as f64;
    two_sided(moments.mean, moments.variance()? / count, count - 1.0)
}

/// Two-sided p-value of equal means of two samples of one variance.
fn two_samples_t(columns: &Columns) -> Option<f64> {
    let [a, b] = [0, 1].map(|system| SampleMoments::of(columns.values(system)));
    let (a, b) = (a?, b?);
    let [count_a, count_b] = [a.count as f64, b.count as f64];
    let freedom = count_a + count_b - 2.0;
    if freedom < 1.0 {
        return None;
    }
    let variance = (a.squares + b.squares) / freedom * (1.0 / count_a + 1.0 / count_b);
    two_sided(a.mean - b.mean, variance, freedom)
}

fn two_sided(mean: f64, variance: f64, freedom: f64) -> Option<f64> {
    if variance > 0.0 {
        return Some((2.0 * student_t_cdf(-(mean / variance.sqrt()).abs(), freedom)).min(1.0));
    }
    (mean != 0.0).then_some(0.0)
}

/// Two-sided p-value of the difference of means over segments with whole documents as units, by the jackknife, with
/// the degrees of freedom that follow from the lengths of documents, or with those of as many equal ones. `None` below
/// two documents, and where nothing varies.
fn documents_p_value(pair: &RatedPair, by_lengths: bool) -> Option<f64> {
    let mut lengths = Vec::with_capacity(pair.documents.len());
    let mut sums = Vec::with_capacity(pair.documents.len());
    let mut influence = Vec::new();
    for document in &pair.documents {
        let segments: Vec<usize> = document.clone().collect();
        let differences = pair.mean.common_of(&segments);
        if !differences.is_empty() {
            lengths.push(u32::try_from(differences.len()).expect("fewer segments than 2^32"));
            sums.push(differences.iter().sum::<f64>());
            influence.extend(differences);
        }
    }
    let (segments, total) = (influence.len() as f64, sums.iter().sum::<f64>());
    let without = sums.iter().zip(&lengths);
    let without = without.map(|(sum, length)| (total - sum) / (segments - f64::from(*length)));
    let jackknife = Jackknife::from_values(without.collect()).ok()?;
    let jackknife = if by_lengths {
        jackknife.with_segments(UnitSegments { lengths, influence })
    } else {
        jackknife
    };
    let error = jackknife.standard_error();
    (error > 0.0).then(|| student_p_value(total / segments, error, jackknife.freedom().degrees))
}
