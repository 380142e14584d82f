//! The verdict in a sentence.

use super::views::{MetricView, PairView};
use super::{Answer, Conclusion};
use crate::analyses::comparison::{PairVerdict, answer, list, reason};
use crate::words::counted;

/// Verdicts on margins, those first that matter most.
const WORDS: [(Option<&str>, &str); 4] = [
    (Some("fail"), "fail"),
    (Some("inconclusive"), "inconclusive"),
    (None, "no verdict"),
    (Some("pass"), "pass"),
];

impl Answer<'_> {
    /// Whether the systems are better.
    pub(super) fn headline(&self) -> String {
        match self.only_system() {
            Some(system) => {
                format!("Is {system} better than {}? {}", self.setting.baseline, self.of_pair())
            }
            None => self.of_several(),
        }
    }

    fn of_pair(&self) -> String {
        let pairs =
            || self.metrics.iter().filter_map(|metric| Some((metric, metric.pairs.first()?)));
        let verdicts: Vec<(String, PairVerdict)> =
            pairs().map(|(metric, pair)| (metric.title.to_owned(), pair.verdict)).collect();
        let (Some((metric, pair)), true) = (pairs().next(), verdicts.len() == 1) else {
            return answer(&verdicts);
        };
        let title = metric.title;
        match pair.verdict {
            PairVerdict::Better => format!("Yes, on {title}."),
            PairVerdict::Worse => format!("No, it is worse on {title}."),
            PairVerdict::NotSignificant => {
                format!("Not shown: the difference is not significant on {title}.")
            }
            PairVerdict::Identical => format!("No, they are identical on {title}."),
            PairVerdict::Missing | PairVerdict::Descriptive => {
                format!("No verdict on {title}: {}.", why_missing(pair))
            }
        }
    }

    fn of_several(&self) -> String {
        let all = self.setting.systems.len();
        let of_metric = |metric: &MetricView<'_>| {
            let of_verdict = |wanted: PairVerdict| -> Vec<&str> {
                let own = metric.pairs.iter().filter(|pair| pair.verdict == wanted);
                own.map(|pair| &*pair.row.system_a).collect()
            };
            let better = of_verdict(PairVerdict::Better);
            let named = if better.is_empty() {
                "none".to_owned()
            } else {
                format!("{} ({} of {all})", list(&better), better.len())
            };
            let missing = of_verdict(PairVerdict::Missing);
            let missing = if missing.is_empty() {
                String::new()
            } else {
                format!(", no verdict on {}", list(&missing))
            };
            format!("{}: {named}{missing}", metric.title)
        };
        let is_tested = |metric: &&MetricView<'_>| {
            let mut pairs = metric.pairs.iter();
            pairs.any(|pair| pair.verdict != PairVerdict::Descriptive)
        };
        let by_metric: Vec<String> = self.metrics.iter().filter(is_tested).map(of_metric).collect();
        format!(
            "Which systems are better than {}? {}.",
            self.setting.baseline,
            by_metric.join("; ")
        )
    }

    /// Whether the systems lose less than the margins; nothing where there are none.
    pub(super) fn margin_headline(&self) -> Option<String> {
        let verdict = match self.conclusion()? {
            Conclusion::Pass => "Yes",
            Conclusion::Fail => "No",
            Conclusion::Inconclusive => "Not shown",
        };
        let baseline = &self.setting.baseline;
        let with_margin = || self.metrics.iter().filter(|metric| metric.has_margin());
        if let Some(system) = self.only_system() {
            let words = WORDS.iter().filter_map(|(wanted, word)| {
                let is = |metric: &&MetricView<'_>| {
                    metric.pairs.iter().all(|pair| pair.margin_verdict() == *wanted)
                };
                let titles: Vec<&str> =
                    with_margin().filter(is).map(|metric| metric.title).collect();
                (!titles.is_empty()).then(|| format!("{word} on {}", list(&titles)))
            });
            let words: Vec<String> = words.collect();
            let words = words.join("; ");
            return Some(format!(
                "Does {system} lose less than the margin to {baseline}? {verdict} ({words})."
            ));
        }
        let of_metric = |metric: &MetricView<'_>| {
            let words = WORDS.iter().filter_map(|(wanted, word)| {
                let own = metric.pairs.iter().filter(|pair| pair.margin_verdict() == *wanted);
                let systems: Vec<&str> = own.map(|pair| &*pair.row.system_a).collect();
                (!systems.is_empty()).then(|| format!("{} {word}", list(&systems)))
            });
            let words: Vec<String> = words.collect();
            format!("{}: {}", metric.title, words.join(", "))
        };
        let words: Vec<String> = with_margin().map(of_metric).collect();
        Some(format!(
            "Do all systems lose less than the margin to {baseline}? {verdict} ({}).",
            words.join("; ")
        ))
    }

    /// Reasons for missing verdicts, where the headline does not have them.
    pub(super) fn missing(&self) -> Vec<String> {
        let mut sentences = Vec::new();
        if self.only_system().is_some() && self.metrics.len() == 1 {
            return sentences;
        }
        for metric in &self.metrics {
            let missing = metric.pairs.iter().filter(|pair| pair.verdict == PairVerdict::Missing);
            let mut reasons: Vec<(String, usize)> = Vec::new();
            for why in missing.map(why_missing) {
                match reasons.iter_mut().find(|(other, _)| *other == why) {
                    Some((_, count)) => *count += 1,
                    None => reasons.push((why, 1)),
                }
            }
            let sentence = |(why, count): &(String, usize)| {
                if metric.pairs.len() == 1 {
                    format!("No verdict on {}: {why}.", metric.title)
                } else {
                    format!(
                        "No verdict on {} of {}: {why}.",
                        counted(*count, "system"),
                        metric.title
                    )
                }
            };
            sentences.extend(reasons.iter().map(sentence));
        }
        sentences
    }
}

/// Why a pair has no verdict, and what would give one.
fn why_missing(pair: &PairView) -> String {
    reason(pair.row.cell.status, &pair.row)
}
