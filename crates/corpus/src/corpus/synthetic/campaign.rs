//! Generated campaigns: judgments without texts, whose components of variance are known.
//!
//! A score is the mean of the system, plus effects of the document, of system and document, of the segment, of the output,
//! of the judge, of judge and system, and of the rating; all normal and independent, rounded to whole points and not cut
//! off at the ends of the scale (unless the preset says so), so that what is true is known. Documents and judges are new with
//! every seed. The outputs of a document go to random judges of the round, each output of one document by one system to one
//! judge. A campaign that runs has the order of its ratings, too: documents come in random order.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;

use super::message::sizes;
use super::stream::{Part, Stream};
use crate::corpus::model::{Corpus, Document, JudgeNames, Judgments, LoggedRating};

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
    /// Ends of the scale at which scores are cut off.
    scale: Option<(f64, f64)>,
    /// Round of which the order of ratings is known.
    logged: Option<String>,
    /// Metrics that score all outputs.
    #[serde(default)]
    metrics: BTreeMap<String, Noise>,
}

/// What a metric adds to the quality of outputs: variances of normal effects.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Noise {
    system_document: f64,
    output: f64,
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
const EMBEDDED: [(&str, &str); 2] = [
    ("esa-campaign", include_str!("presets/esa-campaign.toml")),
    ("running-campaign", include_str!("presets/running-campaign.toml")),
];

/// What parts the names of domain, document and segment in a log.
const SIGN: &str = "_###_";

/// When the first submission of a log ends, in seconds since 1970: a Monday morning. And what each takes.
const BEGIN: f64 = 1_772_442_300.0;
const SUBMISSION: f64 = 300.0;

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
        for (metric, noise) in &self.metrics {
            let scores = self.scores(metric, *noise, &corpus.documents, &qualities, stream);
            corpus.external.insert(metric.clone(), scores);
        }
        if let Some(criterion) = &self.logged {
            let log = log(&corpus, criterion, &mut stream(&[Part::Name("order of documents")]));
            corpus.log.insert(criterion.clone(), log);
        }
        corpus
    }

    /// What a metric gives to every output, by system: its quality and noise, with two decimals.
    fn scores(
        &self,
        metric: &str,
        noise: Noise,
        documents: &[Document],
        qualities: &[Vec<f64>],
        stream: impl Fn(&[Part<'_>]) -> Stream,
    ) -> BTreeMap<String, Vec<Option<f64>>> {
        let mut by_system = BTreeMap::new();
        for (system, qualities) in self.systems.keys().zip(qualities) {
            let mut random = stream(&[Part::Name(metric), Part::Name(system)]);
            let mut scores = Vec::with_capacity(qualities.len());
            for document in documents {
                let common = noise.system_document.sqrt() * random.normal();
                for quality in &qualities[document.segments.clone()] {
                    let score = quality + common + noise.output.sqrt() * random.normal();
                    scores.push(Some((100.0 * score).round() / 100.0));
                }
            }
            by_system.insert(system.clone(), scores);
        }
        by_system
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
        let judges = vec![vec![None; segments]; columns];
        let empty = (Judgments { judges }, vec![vec![None; segments]; columns]);
        let mut judged: Vec<(Judgments, JudgeNames)> = vec![empty; self.systems.len()];
        let mut chosen = stream(&[Part::Name("rated twice"), Part::Name(criterion)]);
        let mut wanted = round.rated_twice;
        for ((number, position), document) in (0..).zip(0..).zip(documents) {
            // Selection sampling (algorithm S of Knuth): exactly as many as wanted, each set equally likely.
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
                // `other` counts the judges without the first.
                let pair = [first, other + usize::from(other >= first)];
                for (column, rater) in pair.into_iter().enumerate() {
                    for segment in document.segments.clone() {
                        let noise = residual.sqrt() * random.normal();
                        let score = qualities[system][segment] + effects[rater][system] + noise;
                        // The second judge's noise is drawn in any case,
                        // so that other scores do not change with the documents that are rated twice.
                        if column == 0 || is_twice {
                            let (judgments, judges) = &mut judged[system];
                            let score = score.round();
                            let score =
                                self.scale.map_or(score, |(low, high)| score.clamp(low, high));
                            judgments.judges[column][segment] = Some(score);
                            judges[column][segment] = Some(names[rater].clone());
                        }
                    }
                }
            }
        }
        judged
    }
}

/// The judgments of `corpus` on a criterion as they come: documents in random order, of each a submission by each judge.
fn log(corpus: &Corpus, criterion: &str, random: &mut Stream) -> Vec<LoggedRating> {
    let mut order: Vec<&Document> = corpus.documents.iter().collect();
    for last in (1..order.len()).rev() {
        order.swap(last, random.below(last + 1));
    }
    let mut log = Vec::new();
    let mut place = 0;
    for document in order {
        let name = [document.domain.as_deref().unwrap_or_default(), &document.id].join(SIGN);
        let name: Arc<str> = name.into();
        let mut submissions: BTreeMap<&Arc<str>, Vec<(usize, &str, f64)>> = BTreeMap::new();
        for (system, judgments) in &corpus.judgments[criterion] {
            let names = &corpus.judge_names[criterion][system];
            for (scores, judges) in judgments.judges.iter().zip(names) {
                for segment in document.segments.clone() {
                    if let (Some(score), Some(judge)) = (scores[segment], &judges[segment]) {
                        submissions.entry(judge).or_default().push((segment, system, score));
                    }
                }
            }
        }
        for (judge, mut ratings) in submissions {
            ratings.sort_by_key(|(segment, system, _)| (*segment, *system));
            log.extend(ratings.into_iter().map(|(segment, system, score)| {
                let number = segment - document.segments.start;
                LoggedRating {
                    place,
                    until: None,
                    time: Some(BEGIN + SUBMISSION * f64::from(place)),
                    document: Arc::clone(&name),
                    segment: format!("{name}{SIGN}{number}").into(),
                    system: system.into(),
                    judge: Arc::clone(judge),
                    score,
                }
            }));
            place += 1;
        }
    }
    log
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
                let second = by_system["cedar"].judges.get(1);
                let twice = corpus.documents.iter().filter(|document| {
                    second.is_some_and(|judge| judge[document.segments.start].is_some())
                });
                assert_eq!(twice.count(), round.rated_twice, "{criterion}");
            }
            assert_eq!(corpus, campaign.generate(3, "c"));
            assert_ne!(corpus.judgments, campaign.generate(4, "c").judgments);
        }
        assert!(Campaign::find("cesta-enfr-1").is_none());
    }

    /// All ratings are in the log, document by document in an order that depends on the seed.
    #[test]
    fn a_campaign_that_runs_has_the_order_of_its_ratings() {
        let campaign = Campaign::find("running-campaign").unwrap();
        let corpus = campaign.generate(3, "c");
        let log = &corpus.log["esa"];
        let judged: Vec<f64> = corpus.judgments["esa"]
            .values()
            .flat_map(|judgments| judgments.judges.iter().flatten().flatten().copied())
            .collect();
        assert_eq!(log.len(), judged.len());
        assert!(judged.iter().all(|score| (0.0..=100.0).contains(score)));
        let order: Vec<&str> = log
            .chunk_by(|one, other| one.document == other.document)
            .map(|ratings| &*ratings[0].document)
            .collect();
        assert_eq!(order.len(), corpus.documents.len(), "documents are not torn apart");
        let ascending = order.windows(2).filter(|pair| pair[0] < pair[1]).count();
        assert!((40..80).contains(&ascending), "{ascending}");
        for ratings in log.chunk_by(|one, other| one.place == other.place) {
            assert!(ratings.iter().all(|rating| rating.judge == ratings[0].judge));
        }
        assert_ne!(campaign.generate(4, "c").log["esa"][0].document, log[0].document);
        let scores = &corpus.external["learned"];
        assert!(scores.values().flatten().all(Option::is_some) && scores.len() == 6);
    }

    /// Over 40 seeds, within four standard errors.
    #[test]
    fn scores_are_around_their_truth() {
        let campaign = Campaign::find("esa-campaign").unwrap();
        let means = (0..40).map(|seed| {
            let corpus = campaign.generate(seed, "c");
            let scores = corpus.judgments["esa-1"]["elm"].judges[0].iter().flatten();
            scores.sum::<f64>() / campaign.segments as f64
        });
        let means: Vec<f64> = means.collect();
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
