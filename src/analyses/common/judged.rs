//! Judgments of a corpus on a criterion, with the judges who gave them.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::corpus::model::Corpus;
use crate::stats::judges::ratings::{Rating, Ratings};

/// The ratings on a criterion. Systems, items (segments of the corpus) and judges are numbered as in
/// `ratings`.
pub(in crate::analyses) struct Judged<'a> {
    /// Systems with a rating, in the order in which they were given.
    pub systems: Vec<&'a str>,
    /// Code of each judge with a rating, in the order of their codes: most judgments of the corpus first.
    pub judges: Vec<String>,
    /// Name of each judge, as the files have it.
    pub names: Vec<Arc<str>>,
    /// The ratings, by system, item and column of judgments.
    pub ratings: Ratings,
}

/// Why judges are not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::analyses) enum NotJudged {
    /// No such criterion, or no judgment of these systems.
    NoJudgments,
    /// The corpus does not name the judges of this criterion.
    NoNames,
}

impl<'a> Judged<'a> {
    /// The ratings of `systems` on `criterion`. O(systems x segments x columns of judgments).
    ///
    /// # Errors
    ///
    /// [`NotJudged`]; one system with judgments and without names is enough for `NoNames`.
    pub(in crate::analyses) fn new(
        corpus: &Corpus,
        criterion: &str,
        systems: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self, NotJudged> {
        let by_system = corpus.judgments.get(criterion).ok_or(NotJudged::NoJudgments)?;
        let names_by_system = corpus.judge_names.get(criterion);
        let mut judged = Vec::new();
        for system in systems {
            let Some(judgments) = by_system.get(system) else { continue };
            if !judgments.judges.iter().flatten().any(Option::is_some) {
                continue;
            }
            let names = names_by_system.and_then(|by| by.get(system)).ok_or(NotJudged::NoNames)?;
            judged.push((system, judgments, names));
        }
        if judged.is_empty() {
            return Err(NotJudged::NoJudgments);
        }
        let codes = corpus.judge_codes();
        let mut present: BTreeMap<(usize, &str), &Arc<str>> = BTreeMap::new();
        for name in judged.iter().flat_map(|(_, _, names)| names.iter().flatten().flatten()) {
            let code = codes[name].as_str();
            present.insert((code.len(), code), name);
        }
        let names: Vec<Arc<str>> = present.values().map(|name| Arc::clone(name)).collect();
        let judges: Vec<String> = present.keys().map(|(_, code)| (*code).to_owned()).collect();
        let numbers: BTreeMap<&str, u32> =
            names.iter().zip(0..).map(|(name, number)| (&**name, number)).collect();
        let mut ratings = Vec::new();
        for (system, (_, judgments, names)) in (0..).zip(&judged) {
            for (scores, names) in judgments.judges.iter().zip(*names) {
                for ((item, score), name) in (0..).zip(scores).zip(names) {
                    if let (Some(score), Some(name)) = (score, name) {
                        ratings.push(Rating {
                            system,
                            item,
                            judge: numbers[&**name],
                            score: *score,
                        });
                    }
                }
            }
        }
        ratings.sort_by_key(|rating| (rating.system, rating.item));
        let of_item = (0..).zip(&corpus.documents);
        let of_item =
            of_item.flat_map(|(index, document)| document.segments.clone().map(move |_| index));
        let ratings = Ratings::new(judged.len(), judges.len(), of_item.collect(), ratings).expect(
            "systems, items and judges are numbered here, and scores of a corpus are finite",
        );
        let systems = judged.into_iter().map(|(system, _, _)| system).collect();
        Ok(Self { systems, judges, names, ratings })
    }
}
