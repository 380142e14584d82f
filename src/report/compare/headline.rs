//! The verdict in a sentence.

use super::views::{MetricView, PairView};
use super::{Answer, Conclusion};
use crate::analyses::comparison::{Verdict, answer, list, reason};
use crate::words::{counted, grouped, in_a_row};

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
        let verdicts: Vec<(String, Verdict)> =
            pairs().map(|(metric, pair)| (metric.title.to_owned(), pair.verdict)).collect();
        let (Some((metric, pair)), true) = (pairs().next(), verdicts.len() == 1) else {
            return answer(&verdicts);
        };
        let title = metric.title;
        match pair.verdict {
            Verdict::Better => format!("Yes, on {title}."),
            Verdict::Worse => format!("No, it is worse on {title}."),
            Verdict::NotSignificant => {
                format!("Not shown: the difference is not significant on {title}.")
            }
            Verdict::Identical => format!("No, they are identical on {title}."),
            Verdict::Missing => format!("No verdict on {title}: {}.", why_missing(pair)),
        }
    }

    fn of_several(&self) -> String {
        let all = self.setting.systems.len();
        let of_metric = |metric: &MetricView<'_>| {
            let of_verdict = |wanted: Verdict| -> Vec<&str> {
                let own = metric.pairs.iter().filter(|pair| pair.verdict == wanted);
                own.map(|pair| &*pair.row.system_a).collect()
            };
            let better = of_verdict(Verdict::Better);
            let named = if better.is_empty() {
                "none".to_owned()
            } else {
                format!("{} ({} of {all})", list(&better), better.len())
            };
            let missing = of_verdict(Verdict::Missing);
            let missing = if missing.is_empty() {
                String::new()
            } else {
                format!(", no verdict on {}", list(&missing))
            };
            format!("{}: {named}{missing}", metric.title)
        };
        let by_metric: Vec<String> = self.metrics.iter().map(of_metric).collect();
        format!(
            "Which systems are better than {}? {}.",
            self.setting.baseline,
            by_metric.join("; ")
        )
    }

    /// Whether the systems lose less than the margins; nothing where there are none.
    pub(super) fn margin_headline(&self) -> Option<String> {
        let conclusion = self.conclusion()?;
        let several = self.only_system().is_none();
        let of_verdict = |wanted: Option<&str>| -> Vec<String> {
            let pairs = self.metrics.iter().filter(|metric| metric.has_margin());
            let pairs =
                pairs.flat_map(|metric| metric.pairs.iter().map(move |pair| (metric, pair)));
            let own = pairs.filter(|(_, pair)| pair.margin_verdict() == wanted);
            let name = |(metric, pair): (&MetricView<'_>, &PairView)| {
                let system = &pair.row.system_a;
                if several {
                    format!("{system} on {}", metric.title)
                } else {
                    metric.title.to_owned()
                }
            };
            own.map(name).collect()
        };
        let words = [
            (Some("fail"), "fail"),
            (Some("inconclusive"), "inconclusive"),
            (None, "no verdict"),
            (Some("pass"), "pass"),
        ];
        let words = words.map(|(verdict, word)| (of_verdict(verdict), word));
        let words: Vec<String> = words
            .iter()
            .filter(|(names, _)| !names.is_empty())
            .map(|(names, word)| {
                let on = if several { ": " } else { " on " };
                format!("{word}{on}{}", in_a_row(names, "and"))
            })
            .collect();
        let verdict = match conclusion {
            Conclusion::Pass => "Yes",
            Conclusion::Fail => "No",
            Conclusion::Inconclusive => "Not shown",
        };
        let question = match self.only_system() {
            Some(system) => {
                format!("Does {system} lose less than the margin to {}?", self.setting.baseline)
            }
            None => {
                format!("Do all systems lose less than the margin to {}?", self.setting.baseline)
            }
        };
        Some(format!("{question} {verdict} ({}).", words.join("; ")))
    }

    /// Reasons for missing verdicts, where the headline does not have them.
    pub(super) fn missing(&self) -> Vec<String> {
        let mut sentences = Vec::new();
        if self.only_system().is_some() && self.metrics.len() == 1 {
            return sentences;
        }
        for metric in &self.metrics {
            let missing = metric.pairs.iter().filter(|pair| pair.verdict == Verdict::Missing);
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
    let row = &pair.row;
    if &*row.cell.status == "too-few-replicates" && row.method.contains("randomization") {
        let trials =
            row.trials.map_or_else(String::new, |trials| format!(" = {}", grouped(trials)));
        return format!("--bootstrap{trials} is too small for any p-value to be significant");
    }
    reason(&row.cell.status, row)
}
