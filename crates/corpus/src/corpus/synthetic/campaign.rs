//! Generated campaigns: judgments without texts, whose components of variance are known.
//!
//! A score is the mean of the system, plus effects of the document, of system and document, of the segment, of the output,
//! of the judge, of judge and system, and of the rating; all normal and independent, rounded to whole points and not cut
//! off at the ends of the scale, so that what is true is known. Documents and judges are new with every seed. The outputs
//! of a document go to random judges of the round, each output of one document by one system to one judge.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;

use super::message::sizes;
use super::stream::{Part, Stream};
use crate::corpus::model::{Corpus, Document, JudgeNames, Judgments};

/// A campaign preset.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Campaign {
    #[serde(skip)]
    name: String,
    version: u32,
    title: String,
    domain: String,
    documents: usize,
    segments: usize,
    document_size_sd: f64,
    /// True mean by system.
    systems: BTreeMap<String, f64>,
    variances: Variances,
    rounds: BTreeMap<String, Round>,
}

/// Variances of the effects.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Variances {
    document: f64,
    system_document: f64,
    item: f64,
    output: f64,
    judge: f64,
    system_judge: f64,
    residual: f64,
}

/// A round of judging: a criterion of the corpus.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Round {
    judges: usize,
    /// Documents that a second judge rates.
    rated_twice: usize,
}

/// Name and contents of every campaign.
const EMBEDDED: [(&str, &str); 1] = [("esa-campaign", include_str!("presets/esa-campaign.toml"))];

/// Names of the campaigns.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    EMBEDDED.iter().map(|(name, _)| *name)
}

/// The file of the campaign of this name.
pub(super) fn file(name: &str) -> Option<&'static str> {
    EMBEDDED.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

impl Campaign {
    /// The campaign of this name, `None` where there is none.
    ///
    /// # Panics
    ///
    /// Never: a test reads every embedded campaign.
    pub fn find(name: &str) -> Option<Self> {
        let (name, text) = EMBEDDED.iter().find(|(known, _)| *known == name)?;
        let campaign: Self = toml::from_str(text).expect("embedded campaigns are readable");
        Some(Self { name: (*name).to_owned(), ..campaign })
    }

    /// Name under which a spec asks for it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Number of this version of the campaign.
    pub fn version(&self) -> u32 {
        self.version
    }

    /// One line for lists.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The corpus of `seed`, under the name `name`.
    pub(super) fn generate(&self, seed: u64, name: &str) -> Corpus {
        let stream = |purpose: &[Part<'_>]| {
            Stream::new(&[&[Part::Name(&self.name), Part::Number(seed)], purpose].concat())
        };
        let lengths = sizes(
            (self.documents, self.segments, self.document_size_sd),
            &mut stream(&[Part::Name("document sizes")]),
        );
        let mut end = 0;
        let mut corpus = Corpus {
            name: name.to_owned(),
            systems_without_text: self.systems.keys().cloned().collect(),
            synthetic: true,
            ..Corpus::default()
        };
        for (position, length) in lengths.iter().enumerate() {
            let segments = end..end + length;
            end = segments.end;
            let (id, domain) = (format!("d{}", position + 1), Some(self.domain.clone()));
            corpus.documents.push(Document { id, domain, segments });
        }
        let qualities = self.qualities(&corpus.documents, stream);
        for (criterion, round) in &self.rounds {
            let judged = self.round(criterion, *round, &corpus.documents, &qualities, stream);
            for (system, (judgments, names)) in self.systems.keys().zip(judged) {
                let by_system = corpus.judgments.entry(criterion.clone()).or_default();
                by_system.insert(system.clone(), judgments);
                let by_system = corpus.judge_names.entry(criterion.clone()).or_default();
                by_system.insert(system.clone(), names);
            }
        }
        corpus
    }

    /// The true quality of every output, by system and segment: the same in all rounds.
    fn qualities(
        &self,
        documents: &[Document],
        stream: impl Fn(&[Part<'_>]) -> Stream,
    ) -> Vec<Vec<f64>> {
        let Variances { document, system_document, item, output, .. } = self.variances;
        let mut all = vec![Vec::new(); self.systems.len()];
        for (number, texts) in (0..).zip(documents) {
            let mut common = stream(&[Part::Name("document"), Part::Number(number)]);
            let document_effect = document.sqrt() * common.normal();
            let items: Vec<f64> =
                texts.segments.clone().map(|_| item.sqrt() * common.normal()).collect();
            for ((system, mean), qualities) in self.systems.iter().zip(&mut all) {
                let parts = [Part::Name("outputs"), Part::Number(number), Part::Name(system)];
                let mut random = stream(&parts);
                let base = mean + document_effect + system_document.sqrt() * random.normal();
                qualities
                    .extend(items.iter().map(|item| base + item + output.sqrt() * random.normal()));
            }
        }
        all
    }

    /// The judgments of a round, by system, with who gave them.
    fn round(
        &self,
        criterion: &str,
        round: Round,
        documents: &[Document],
        qualities: &[Vec<f64>],
        stream: impl Fn(&[Part<'_>]) -> Stream,
    ) -> Vec<(Judgments, JudgeNames)> {
        let Variances { judge, system_judge, residual, .. } = self.variances;
        let names: Vec<Arc<str>> = (1..=round.judges)
            .map(|number| Arc::from(format!("{criterion}-judge-{number:02}")))
            .collect();
        // By judge: severity, then what the judge likes in each system.
        let effects: Vec<Vec<f64>> = (0..)
            .take(round.judges)
            .map(|number| {
                let parts = [Part::Name("judge"), Part::Name(criterion), Part::Number(number)];
                let mut random = stream(&parts);
                let severity = judge.sqrt() * random.normal();
                let systems = self.systems.keys();
                systems.map(|_| system_judge.sqrt() * random.normal() - severity).collect()
            })
            .collect();
        let segments = documents.last().map_or(0, |last| last.segments.end);
        let columns = if round.rated_twice > 0 { 2 } else { 1 };
        let empty = || {
            let judges = vec![vec![None; segments]; columns];
            (Judgments { judges }, vec![vec![None; segments]; columns])
        };
        let mut judged: Vec<(Judgments, JudgeNames)> =
            self.systems.keys().map(|_| empty()).collect();
        let mut chosen = stream(&[Part::Name("rated twice"), Part::Name(criterion)]);
        let mut wanted = round.rated_twice;
        for ((number, position), document) in (0..).zip(0..).zip(documents) {
            let is_twice = chosen.below(documents.len() - position) < wanted;
            wanted -= usize::from(is_twice);
            for (system, name) in self.systems.keys().enumerate() {
                let parts = [
                    Part::Name("ratings"),
                    Part::Name(criterion),
                    Part::Number(number),
                    Part::Name(name),
                ];
                let mut random = stream(&parts);
                let first = random.below(round.judges);
                let other = random.below(round.judges - 1);
                let pair = [first, other + usize::from(other >= first)];
                for (column, rater) in pair.into_iter().enumerate() {
                    for segment in document.segments.clone() {
                        let noise = residual.sqrt() * random.normal();
                        let score = qualities[system][segment] + effects[rater][system] + noise;
                        if column == 0 || is_twice {
                            let (judgments, judges) = &mut judged[system];
                            judgments.judges[column][segment] = Some(score.round());
                            judges[column][segment] = Some(names[rater].clone());
                        }
                    }
                }
            }
        }
        judged
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn campaigns_have_the_shape_that_they_name() {
        for name in names() {
            let campaign = Campaign::find(name).unwrap();
            assert!(!campaign.title().is_empty() && campaign.name() == name);
            let corpus = campaign.generate(3, "c");
            corpus.check().unwrap();
            assert_eq!(corpus.documents.len(), campaign.documents);
            assert_eq!(corpus.segment_count(), campaign.segments);
            for (criterion, round) in &campaign.rounds {
                let by_system = &corpus.judgments[criterion];
                assert_eq!(by_system.len(), campaign.systems.len());
                let raters: std::collections::BTreeSet<_> =
                    corpus.judge_names[criterion].values().flatten().flatten().flatten().collect();
                assert_eq!(raters.len(), round.judges);
                let is_twice = |document: &&Document| {
                    let second = by_system["elm"].judges.get(1);
                    second.is_some_and(|judge| judge[document.segments.start].is_some())
                };
                let twice = corpus.documents.iter().filter(is_twice).count();
                assert_eq!(twice, round.rated_twice, "{criterion}");
            }
            assert_eq!(corpus, campaign.generate(3, "c"));
            assert_ne!(corpus.judgments, campaign.generate(4, "c").judgments);
        }
        assert!(Campaign::find("cesta-enfr-1").is_none());
    }

    /// Over 40 seeds, within four standard errors.
    #[test]
    fn scores_are_around_their_truth() {
        let campaign = Campaign::find("esa-campaign").unwrap();
        let mean = |seed: u64| {
            let corpus = campaign.generate(seed, "c");
            let scores = corpus.judgments["esa-1"]["elm"].judges[0].iter().flatten();
            scores.sum::<f64>() / campaign.segments as f64
        };
        let means: Vec<f64> = (0..40).map(mean).collect();
        let average = means.iter().sum::<f64>() / 40.0;
        let squares: f64 = means.iter().map(|mean| (mean - average) * (mean - average)).sum();
        let error = (squares / 39.0 / 40.0).sqrt();
        assert!((average - campaign.systems["elm"]).abs() < 4.0 * error, "{average} {error}");
        // Documents 18, system x document 12, segments 22, outputs 46, ratings 179; 12 judges with 27 + 8.
        let expected = 30.0 * 1.2 / 60.0 + 247.0 / 240.0 + 35.0 * 1.2 / 12.0;
        let variance = squares / 39.0;
        assert!(libm::log(variance / expected).abs() < 0.9, "{variance} {expected}");
    }
}
