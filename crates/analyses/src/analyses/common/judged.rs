//! Judgments of a corpus on a criterion, with the judges who gave them.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::config::model::CorpusSpec;
use crate::corpus::model::Corpus;
use crate::metric::config::{HumanConfig, HumanScale, MetricConfig};
use crate::plan::{PlanProblem, StudyOnCorpus};
use crate::stats::judges::design::Assignment;
use crate::stats::judges::ratings::{Rating, Ratings};
use crate::stats::reason::Reason;

/// The ratings on a criterion. Systems, items (segments of the corpus) and judges are numbered as in
/// `ratings`.
pub struct Judged<'a> {
    /// Systems with a rating, in the order in which they were given.
    pub systems: Vec<&'a str>,
    /// Code of each judge with a rating, in the order of their codes: most judgments of the corpus first.
    pub judges: Vec<String>,
    /// Name of each judge, as the files have it.
    pub names: Vec<Arc<str>>,
    /// The ratings, by system, item and column of judgments.
    pub ratings: Ratings,
}

impl<'a> Judged<'a> {
    /// The ratings of `systems` on `criterion`. O(systems x segments x columns of judgments).
    ///
    /// # Errors
    ///
    /// [`Reason`]; one system with judgments and without names is enough for `NoNames`.
    pub fn new(
        corpus: &Corpus,
        criterion: &str,
        systems: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self, Reason> {
        let by_system = corpus.judgments.get(criterion).ok_or(Reason::NoData)?;
        let names_by_system = corpus.judge_names.get(criterion);
        let mut judged = Vec::new();
        for system in systems {
            let Some(judgments) = by_system.get(system) else { continue };
            if !judgments.judges.iter().flatten().any(Option::is_some) {
                continue;
            }
            let names =
                names_by_system.and_then(|by| by.get(system)).ok_or(Reason::JudgesUnknown)?;
            judged.push((system, judgments, names));
        }
        if judged.is_empty() {
            return Err(Reason::NoData);
        }
        let codes = corpus.judge_codes();
        let mut present: BTreeMap<(usize, &str), &Arc<str>> = BTreeMap::new();
        for (_, judgments, names) in &judged {
            let columns = judgments.judges.iter().flatten().zip(names.iter().flatten());
            for (_, name) in columns.filter(|(score, _)| score.is_some()) {
                let Some(name) = name else { continue };
                let code = codes[name].as_str();
                // By length first: `AA` comes after `Z`, not after `A`.
                present.insert((code.len(), code), name);
            }
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
        let ratings = numbered(corpus, judged.len(), judges.len(), ratings);
        let systems = judged.into_iter().map(|(system, _, _)| system).collect();
        Ok(Self { systems, judges, names, ratings })
    }
}

impl Judged<'_> {
    /// What tables call the judges, in their order: codes, or names where `source` says so
    /// (`judge-names = true`).
    pub fn labels(&self, source: &CorpusSpec) -> Vec<Arc<str>> {
        if source.judge_names {
            self.names.clone()
        } else {
            self.judges.iter().map(|code| code.as_str().into()).collect()
        }
    }
}

/// The criterion of ratings as they were given; none of any other metric.
pub fn criterion_as_given(config: &MetricConfig) -> Option<&str> {
    let MetricConfig::Human(human) = config else { return None };
    let [criterion] = &human.criteria[..] else { return None };
    let plain = HumanConfig {
        higher_is_better: human.higher_is_better,
        ..HumanConfig::mean(human.criteria.clone())
    };
    (*human == plain).then_some(criterion)
}

/// Ratings by system, item and column of judgments, over the documents of the corpus.
fn numbered(corpus: &Corpus, systems: usize, judges: usize, mut ratings: Vec<Rating>) -> Ratings {
    // A stable sort: ratings of an output keep the order of their columns.
    ratings.sort_by_key(|rating| (rating.system, rating.item));
    let of_item = (0..).zip(&corpus.documents);
    let of_item =
        of_item.flat_map(|(index, document)| document.segments.clone().map(move |_| index));
    Ratings::new(systems, judges, of_item.collect(), ratings)
        .expect("systems, items and judges are numbered here, and scores of a corpus are finite")
}

/// The criteria that are `asked` for, or all of the corpus with names of judges.
pub(crate) fn named_criteria<'a>(corpus: &'a Corpus, asked: Option<&'a [String]>) -> Vec<&'a str> {
    match asked {
        Some(asked) => asked.iter().map(String::as_str).collect(),
        None => corpus.judge_names.keys().map(String::as_str).collect(),
    }
}

/// What keeps an analysis `key` of judges from its criteria: no judgments, none of that name, or judges
/// without names.
pub(crate) fn judge_problems(
    on: &StudyOnCorpus<'_>,
    key: &str,
    asked: Option<&[String]>,
) -> Vec<PlanProblem> {
    let StudyOnCorpus { study, corpus, .. } = on;
    if corpus.judgments.is_empty() {
        let message = format!("corpus `{}` has no judgments", corpus.name);
        let help = format!("leave `{key}` out, or add judgments to the corpus");
        return vec![PlanProblem::of_study(&study.name, &[key], message, help)];
    }
    let Some(asked) = asked else {
        if corpus.judge_names.is_empty() {
            let message = format!("corpus `{}` does not name its judges", corpus.name);
            return vec![PlanProblem::of_study(&study.name, &[key], message, NAMES.to_owned())];
        }
        return Vec::new();
    };
    let owner = format!("corpus `{}`", corpus.name);
    let criteria: Vec<&str> = corpus.judgments.keys().map(String::as_str).collect();
    let place = [key, "criteria"];
    let problems = asked.iter().enumerate().filter_map(|(index, name)| {
        if !corpus.judgments.contains_key(name) {
            let unknown =
                PlanProblem::unknown(&study.name, &place, "criterion", name, &owner, &criteria);
            return Some(unknown.at(index));
        }
        let is_named = corpus.judge_names.contains_key(name);
        (!is_named).then(|| unnamed(on, &place, name).at(index))
    });
    problems.collect()
}

/// That the judges of a criterion have no names, at a key of the study.
pub(crate) fn unnamed(on: &StudyOnCorpus<'_>, place: &[&str], criterion: &str) -> PlanProblem {
    let message = format!("corpus `{}` does not name the judges of `{criterion}`", on.corpus.name);
    PlanProblem::of_study(&on.study.name, place, message, NAMES.to_owned())
}

/// How a corpus comes by names of judges.
const NAMES: &str = "tables have names with `judge = \"COLUMN\"`, MQM with `raters = \"separate\"`; \
                     the names stay out of tables and reports";

/// Share of the ratings by judges who rated a document for all systems, from which on severity drops out of
/// differences of systems.
pub(crate) const TOGETHER: f64 = 0.95;

/// Share of the ratings by judges who rated the document for all its systems.
pub(crate) fn share_together(ratings: &Ratings) -> f64 {
    let document = ratings.document();
    let mut cells: Vec<(u32, u32, u32)> = (0..ratings.len())
        .map(|index| (document[index], ratings.judge()[index], ratings.system()[index]))
        .collect();
    cells.sort_unstable();
    let mut of_document: Vec<(u32, u32)> = cells.iter().map(|cell| (cell.0, cell.2)).collect();
    of_document.sort_unstable();
    of_document.dedup();
    let mut whole = 0;
    for cell in cells.chunk_by(|one, other| (one.0, one.1) == (other.0, other.1)) {
        let mut systems: Vec<u32> = cell.iter().map(|judgment| judgment.2).collect();
        systems.dedup();
        let document = cell[0].0;
        let all = of_document.partition_point(|judged| judged.0 <= document)
            - of_document.partition_point(|judged| judged.0 < document);
        whole += if systems.len() == all { cell.len() } else { 0 };
    }
    whole as f64 / ratings.len().max(1) as f64
}

/// Who rates what, by [`TOGETHER`].
pub(crate) fn assignment(ratings: &Ratings) -> Assignment {
    if share_together(ratings) >= TOGETHER { Assignment::Together } else { Assignment::Scattered }
}

/// Ratings in the unit of the metric.
pub(crate) fn in_unit(ratings: &Ratings, human: &HumanConfig) -> Ratings {
    match human.scale {
        HumanScale::Raw => ratings.clone(),
        HumanScale::Percent => {
            // The five grades from 1 to 5 as 0, 25, ... 100.
            let scores = ratings.score().iter().map(|score| 25.0 * (score - 1.0));
            ratings.with_scores(scores.collect())
        }
    }
}

/// What judges are called in tables and reports.
pub(crate) struct JudgeLabels(BTreeMap<Arc<str>, JudgeLabel>);

/// What a judge is called, in the order of codes: most judgments of the corpus first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct JudgeLabel {
    place: usize,
    /// The code or, where the spec asks for names, the name.
    pub(crate) text: Arc<str>,
}

impl JudgeLabels {
    /// Codes of the judges of `corpus`, or their names where `source` says so (`judge-names = true`).
    pub(crate) fn new(corpus: &Corpus, source: &CorpusSpec) -> Self {
        let mut judges: Vec<(Arc<str>, String)> = corpus.judge_codes().into_iter().collect();
        // By length first: `AA` comes after `Z`, not after `A`.
        judges.sort_by(|(_, one), (_, other)| (one.len(), one).cmp(&(other.len(), other)));
        let labels = judges.into_iter().enumerate().map(|(place, (name, code))| {
            let text = if source.judge_names { name.clone() } else { code.into() };
            (name, JudgeLabel { place, text })
        });
        Self(labels.collect())
    }

    /// The label of the judge whom the corpus calls `name`.
    ///
    /// # Panics
    ///
    /// If the corpus has no such judge.
    pub(crate) fn get(&self, name: &str) -> &JudgeLabel {
        self.0.get(name).expect("every judge of a corpus has a code")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::model::{CorpusFormat, PlainSource};
    use crate::corpus::model::{Document, Judgments};

    /// Two systems, two segments; bob has judged fluency alone.
    fn corpus() -> Corpus {
        let names: [[Option<&str>; 2]; 2] = [[Some("zoe"), Some("ann")], [Some("bob"), None]];
        let names = names.map(|column| column.map(|name| name.map(Arc::from)).to_vec()).to_vec();
        let (some, none) = (Some(1.0), None);
        Corpus {
            documents: vec![Document { id: "d".to_owned(), domain: None, segments: 0..2 }],
            judgments: [
                (
                    "adequacy",
                    of_both(judged([[some, some], [none; 2]]), judged([[some, none], [none; 2]])),
                ),
                (
                    "fluency",
                    of_both(judged([[none; 2], [some, none]]), judged([[none; 2], [none; 2]])),
                ),
            ]
            .map(|(criterion, by): (&str, _)| (criterion.to_owned(), by))
            .into(),
            judge_names: ["adequacy", "fluency"]
                .map(|criterion| (criterion.to_owned(), of_both(names.clone(), names.clone())))
                .into(),
            ..Corpus::default()
        }
    }

    fn source(judge_names: bool) -> CorpusSpec {
        CorpusSpec {
            name: "c".to_owned(),
            homepage: None,
            licence: None,
            judge_names,
            judges_from: BTreeMap::new(),
            shortened: None,
            weights: None,
            format: CorpusFormat::Plain(PlainSource::default()),
        }
    }

    fn judged(scores: [[Option<f64>; 2]; 2]) -> Judgments {
        Judgments { judges: scores.map(|column| column.to_vec()).to_vec() }
    }

    fn of_both<T>(one: T, two: T) -> BTreeMap<String, T> {
        [("one".to_owned(), one), ("two".to_owned(), two)].into()
    }

    #[test]
    fn judges_of_a_criterion_are_those_who_judged_it() {
        let corpus = corpus();
        let judged = Judged::new(&corpus, "adequacy", ["one", "two"]).map_err(|_| ()).unwrap();
        assert_eq!(judged.labels(&source(false)), [Arc::from("A"), Arc::from("B")]);
        assert_eq!(judged.labels(&source(true)), [Arc::from("zoe"), Arc::from("ann")]);
        assert_eq!(
            (judged.judges, judged.ratings.loads()),
            (vec!["A".to_owned(), "B".to_owned()], vec![2, 1])
        );
        assert_eq!(&*judged.names[0], "zoe");
        let fluency = Judged::new(&corpus, "fluency", ["one", "two"]).map_err(|_| ()).unwrap();
        assert_eq!((fluency.systems, fluency.judges), (vec!["one"], vec!["C".to_owned()]));
    }

    #[test]
    fn names_are_shown_where_the_spec_asks_for_them() {
        let corpus = corpus();
        let codes = JudgeLabels::new(&corpus, &source(false));
        assert_eq!(&*codes.get("zoe").text, "A");
        let names = JudgeLabels::new(&corpus, &source(true));
        assert_eq!(&*names.get("zoe").text, "zoe");
        assert!(names.get("zoe") < names.get("ann"), "in the order of codes");
    }

    /// Three systems on four documents of two segments, by who rates what of documents and systems.
    fn rated(by: fn(u32, u32) -> u32) -> Ratings {
        let rows = (0..24_u32).map(|index| {
            let (item, system) = (index / 3, index % 3);
            Rating { system, item, judge: by(item / 2, system), score: 1.0 }
        });
        Ratings::new(3, 4, (0..8).map(|item| item / 2).collect(), rows).unwrap()
    }

    #[test]
    fn who_rates_all_systems_of_a_document_is_counted() {
        let all = rated(|document, _| document);
        assert!((share_together(&all) - 1.0).abs() < 1e-15);
        // Where a document has two systems, both are all of them.
        let some = all.filtered(|rating| rating.judge != 0 || rating.system != 2);
        assert!((share_together(&some) - 1.0).abs() < 1e-15);
        assert!(share_together(&rated(|document, system| (document + system) % 4)) < 1e-15);
        let mixed = rated(|document, system| if document == 0 { system } else { document });
        assert!((share_together(&mixed) - 0.75).abs() < 1e-15);
    }
}
