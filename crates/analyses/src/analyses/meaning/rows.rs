//! How the table `meaning` is filled.

use super::options::Meaning;
use super::request::{errors, group};
use super::row::{MeaningRow, PairsOfPeople};
use crate::analyses::{Coordinates, GridResults, Results, document_count, largest_test_sets};
use crate::plan::{Family, FamilyMember};
use crate::stats::meaning::{
    AgreeingPair, CorpusScores, SlopeEstimate, ascending_shares, difference_of_three_quarters,
    pairs_within, probability, share_at, slope_over_systems,
};
use crate::stats::moments::mean;
use crate::stats::{Estimate, Reason, holm, student_p_value};
use crate::table::Cell;

/// In the order of studies, corpora, metrics, judgments, choices of pairs, differences. Rows over all corpora of a study follow
/// those of the last one.
pub fn meaning(results: &Results<'_>) -> Vec<MeaningRow> {
    let mut rows = Vec::new();
    let asking: Vec<(GridResults<'_>, &Meaning)> =
        results.asking(|study| study.analyses.get::<Meaning>()).collect();
    for study in asking.chunk_by(|(one, _), (other, _)| one.grid.study == other.grid.study) {
        let options = study[0].1;
        let compared: Vec<Compared<'_>> =
            study.iter().flat_map(|(on_corpus, _)| on_one_corpus(on_corpus)).collect();
        rows.extend(compared.iter().flat_map(|one| Fitted::new(vec![one]).rows(options)));
        rows.extend(together(&compared).into_iter().flat_map(|all| all.rows(options)));
    }
    rows
}

/// The metrics of a study on a corpus with the judgments that each is compared with.
fn on_one_corpus<'a>(on_corpus: &'a GridResults<'a>) -> Vec<Compared<'a>> {
    let context = on_corpus.results.plan.context(on_corpus.grid);
    let Some(test_set) = largest_test_sets(&context).first().copied() else { return Vec::new() };
    let families = on_corpus.grid.correlated.iter();
    let families = families.filter(|family| {
        family.members.first().is_some_and(|member: &FamilyMember| !member.scorings.is_empty())
    });
    let compared = families.flat_map(|family| {
        family.pairs.iter().map(move |pair| Compared::new(on_corpus, test_set, family, *pair))
    });
    compared.collect()
}

/// Metric, judgments and signature, and the place among those of a corpus that share them.
type Key<'a> = (&'a str, &'a str, &'a str, usize);

/// Those of several corpora that are of one metric with one signature and of the same judgments: the n-th of each corpus,
/// since a corpus may have several sets of references.
fn together<'a>(compared: &'a [Compared<'a>]) -> Vec<Fitted<'a>> {
    let mut groups: Vec<(Key<'_>, Vec<&Compared<'_>>)> = Vec::new();
    for (place, one) in compared.iter().enumerate() {
        let earlier = compared[..place].iter().filter(|other| {
            other.on_corpus.grid.corpus == one.on_corpus.grid.corpus && other.names() == one.names()
        });
        let (metric, against, signature) = one.names();
        let key = (metric, against, signature, earlier.count());
        match groups.iter_mut().find(|(other, _)| *other == key) {
            Some((_, group)) => group.push(one),
            None => groups.push((key, vec![one])),
        }
    }
    let groups = groups.into_iter().filter(|(_, group)| group.len() > 1);
    groups.map(|(_, group)| Fitted::new(group)).collect()
}

/// The systems of a metric and of judgments.
struct Compared<'a> {
    on_corpus: &'a GridResults<'a>,
    test_set: usize,
    metric: &'a FamilyMember,
    people: &'a FamilyMember,
    /// Scores by the metric and by people, higher ones are better.
    scores: Option<[Vec<f64>; 2]>,
    /// Whether people tell the systems of each pair apart, pair by pair.
    significant: Vec<((usize, usize), bool)>,
}

impl<'a> Compared<'a> {
    fn new(
        on_corpus: &'a GridResults<'a>,
        test_set: usize,
        family: &'a Family,
        (metric, against): (usize, usize),
    ) -> Self {
        let [metric, people] = [metric, against].map(|member| &family.members[member]);
        let mut compared =
            Self { on_corpus, test_set, metric, people, scores: None, significant: Vec::new() };
        compared.scores = compared
            .scores_by(metric)
            .zip(compared.scores_by(people))
            .map(|(metric, people)| [metric, people]);
        compared.significant = compared.told_apart();
        compared
    }

    fn at(&self, scoring: usize) -> Coordinates {
        self.on_corpus.first_at(self.test_set, scoring)
    }

    fn scores_by(&self, member: &FamilyMember) -> Option<Vec<f64>> {
        let scores = member.scorings.iter().map(|scoring| {
            let score = self.on_corpus.outcome(self.at(*scoring)).result?.score?;
            Some(self.on_corpus.direction(*scoring).orient(score))
        });
        scores.collect()
    }

    /// Pairs of systems, and whether people tell them apart: Student's t over whole documents, Holm over all pairs.
    fn told_apart(&self) -> Vec<((usize, usize), bool)> {
        let question = errors();
        let group = group(self.people);
        let at = Coordinates::once(self.test_set, group[0]);
        let errors = self.on_corpus.requested(&question).get(at, &group);
        let p_values: Vec<Option<f64>> = errors
            .iter()
            .map(|pair| {
                let error = pair.standard_error.as_ref().ok().filter(|error| **error > 0.0)?;
                Some(student_p_value(pair.delta?, *error, pair.freedom.degrees))
            })
            .collect();
        let alpha = 1.0 - self.on_corpus.study.level;
        let adjusted = holm(&p_values).into_iter();
        let verdicts = adjusted.map(|p| p.is_some_and(|p| p < alpha));
        question.pairs.of(group.len()).into_iter().zip(verdicts).collect()
    }

    /// The metric, the judgments, and everything that changes the scores of the metric.
    fn names(&self) -> (&str, &str, &str) {
        let names = &self.on_corpus.names.scorings;
        let metric = &names[self.metric.named];
        (&metric.metric, &names[self.people.named].metric, &metric.signature)
    }

    /// Pairs of systems that do not count.
    fn left_out(&self, pairs_of: PairsOfPeople) -> Vec<(usize, usize)> {
        let all = self.significant.iter();
        let left_out = all.filter(|(_, counts)| pairs_of == PairsOfPeople::Significant && !counts);
        left_out.map(|(pair, _)| *pair).collect()
    }

    fn cell(&self) -> Cell {
        self.on_corpus.group_cell(self.at(self.metric.scorings[0]), None)
    }

    fn language_pair(&self) -> Option<&str> {
        let corpora = &self.on_corpus.results.plan.spec.corpora;
        corpora[self.on_corpus.grid.corpus].format.language_pair()
    }
}

/// A metric and judgments on one corpus, or on several of which pairs count together.
struct Fitted<'a> {
    corpora: Vec<&'a Compared<'a>>,
}

impl<'a> Fitted<'a> {
    fn new(corpora: Vec<&'a Compared<'a>>) -> Self {
        Self { corpora }
    }

    fn rows(&self, options: &Meaning) -> Vec<MeaningRow> {
        let asked = options.at.get(self.corpora[0].names().0);
        let choices = PairsOfPeople::ALL.into_iter();
        choices.flat_map(|pairs_of| self.of_choice(pairs_of, asked)).collect()
    }

    /// The pairs that count, and their curve.
    fn curve(&self, pairs_of: PairsOfPeople) -> (Vec<AgreeingPair>, Estimate<SlopeEstimate>) {
        let left_out: Vec<Vec<(usize, usize)>> =
            self.corpora.iter().map(|corpus| corpus.left_out(pairs_of)).collect();
        let corpora = self.corpora.iter().zip(&left_out).map(|(corpus, left_out)| {
            let [metric, people] = corpus.scores.as_ref()?;
            Some(CorpusScores { metric, people, left_out })
        });
        match corpora.collect::<Option<Vec<CorpusScores<'_>>>>() {
            Some(corpora) => (
                pairs_within(&corpora),
                slope_over_systems(&corpora, self.corpora[0].on_corpus.study.level),
            ),
            None => (Vec::new(), Err(Reason::UndefinedScore)),
        }
    }

    /// Least and largest difference that three of four need on a single corpus; none on one alone, and no largest where
    /// on one of them no difference is enough, or it has no curve.
    fn range_75(&self, pairs_of: PairsOfPeople) -> (Option<f64>, Option<f64>) {
        let single = self.corpora.iter().filter(|_| self.corpora.len() > 1).map(|corpus| {
            let (_, curve) = Fitted::new(vec![*corpus]).curve(pairs_of);
            difference_of_three_quarters(curve.ok()?.slope)
        });
        let single: Vec<Option<f64>> = single.collect();
        let least = single.iter().copied().flatten().reduce(f64::min);
        let all: Option<Vec<f64>> = single.into_iter().collect();
        (least, all.and_then(|all| all.into_iter().reduce(f64::max)))
    }

    /// What all rows say of where the pairs come from.
    fn cell(&self) -> Cell {
        let cells: Vec<Cell> = self.corpora.iter().map(|corpus| corpus.cell()).collect();
        let first = cells[0].clone();
        if cells.len() == 1 {
            return first;
        }
        Cell {
            corpus: "".into(),
            references: None,
            test_set: None,
            documents: cells.iter().map(|cell| cell.documents).sum(),
            segments: cells.iter().map(|cell| cell.segments).sum(),
            judged_segments: cells.iter().map(|cell| cell.judged_segments).sum(),
            judged_documents: cells.iter().map(|cell| cell.judged_documents).sum(),
            ..first
        }
    }

    fn language_pair(&self) -> Option<&str> {
        let first = self.corpora[0].language_pair();
        first.filter(|_| self.corpora.iter().all(|corpus| corpus.language_pair() == first))
    }

    fn of_choice(&self, pairs_of: PairsOfPeople, asked: Option<&Vec<f64>>) -> Vec<MeaningRow> {
        let (pairs, curve) = self.curve(pairs_of);
        let shares = ascending_shares(&pairs);
        // `f64::max` passes over NaN, which is left where there is no pair.
        let largest = pairs.iter().map(|pair| pair.difference).fold(f64::NAN, f64::max);
        let differences = asked.cloned().unwrap_or_else(|| quartiles(&shares));
        let (_, against, signature) = self.corpora[0].names();
        let systems: usize = self.corpora.iter().map(|corpus| corpus.metric.scorings.len()).sum();
        let (least, most) = self.range_75(pairs_of);
        // A slope that was cut at 0 in every part has no error.
        let ends = curve.as_ref().ok().filter(|curve| curve.ends.1 > 0.0).map(|curve| curve.ends);
        let cell = self.cell();
        // One row says why where there is no difference.
        let differences = if differences.is_empty() { vec![0.0] } else { differences };
        let rows = differences.into_iter().map(|difference| {
            let curve = curve.as_ref();
            let at = |slope: f64| probability(slope, difference);
            let mut cell = cell.clone();
            match curve {
                Err(reason) => cell.status = (*reason).into(),
                Ok(_) if difference > largest => cell.status = Reason::BeyondData.into(),
                Ok(_) => {}
            }
            MeaningRow {
                cell,
                against: against.into(),
                pairs_of,
                difference,
                probability: curve.ok().map(|curve| at(curve.slope)),
                ci_lower: ends.map(|ends| at(ends.0)),
                ci_upper: ends.map(|ends| at(ends.1)),
                ci_level: self.corpora[0].on_corpus.study.level,
                ascending_share: share_at(&shares, difference),
                slope: curve.ok().map(|curve| curve.slope),
                slope_lower: ends.map(|ends| ends.0),
                slope_upper: ends.map(|ends| ends.1),
                difference_75: curve
                    .ok()
                    .and_then(|curve| difference_of_three_quarters(curve.slope)),
                largest_difference: Some(largest).filter(|largest| largest.is_finite()),
                agreeing_share: mean(pairs.iter().map(|pair| pair.agrees)),
                pairs: pairs.len() as u64,
                corpora: document_count(self.corpora.len()),
                difference_75_least: least,
                difference_75_most: most,
                language_pair: self.language_pair().map(Into::into),
                systems: document_count(systems),
                signature: signature.into(),
            }
        });
        rows.collect()
    }
}

/// Quartiles of the distinct differences that are not 0, each of which is one of them.
fn quartiles(shares: &[(f64, f64)]) -> Vec<f64> {
    let differences: Vec<f64> =
        shares.iter().map(|(difference, _)| *difference).filter(|x| *x > 0.0).collect();
    let last = differences.len().saturating_sub(1);
    let mut quartiles: Vec<f64> = [1, 2, 3]
        .iter()
        .filter_map(|quarter| differences.get(quarter * last / 4))
        .copied()
        .collect();
    quartiles.dedup();
    quartiles
}
