//! What judges gave: means of their ratings, adjusted ones, and single ratings where judges are resampled.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use super::reduced;
use crate::corpus::model::Corpus;
use crate::metric::config::HumanConfig;
use crate::metric::{Scorer, Statistics, human};
use crate::plan::{MetricJudges, ScoredSystem};
use crate::stats::judges::adjusted;
use crate::stats::judges::ratings::{Rating, Ratings};

/// The ratings of a system with their judges.
pub(super) struct JudgedRows {
    /// Segment of the corpus, number among the judges of the metric, and row of each rating; by segment.
    pub(super) ratings: Vec<(usize, u32, [i64; 2])>,
    /// Score of sums of rows.
    pub(super) scorer: Arc<dyn Scorer>,
}

/// Judgments of the systems on each criterion, adjusted for their judges: `[system][j][segment]`.
pub(super) type Adjusted = Vec<BTreeMap<String, Vec<Vec<Option<f64>>>>>;

/// The judgments on the criteria of `human`, where they are not taken as they are.
pub(super) fn adjusted(human: &HumanConfig, corpus: &Corpus) -> Result<Option<Adjusted>, String> {
    let mut judgments = comparable(human, corpus)?;
    if !human.reduce.is_mean() {
        judgments = Some(reduced::centres(human, corpus, judgments.as_ref()));
    }
    if !human.value.is_score() {
        judgments = Some(reduced::ranks(human, corpus, judgments.as_ref()));
    }
    Ok(judgments)
}

/// Judgments of judges of different severity, made comparable. Means and deviations of judges are those of all that they
/// rated on the criterion in the corpus, whatever the study takes of it.
fn comparable(human: &HumanConfig, corpus: &Corpus) -> Result<Option<Adjusted>, String> {
    if human.judge_scores.is_raw() {
        return Ok(None);
    }
    let criteria = human.criteria.iter().map(|criterion| {
        let by_system = &corpus.judgments[criterion];
        let no_names = || format!("the judges of criterion `{criterion}` have no names");
        let names = corpus.judge_names.get(criterion).ok_or_else(no_names)?;
        let mut numbers: BTreeMap<&str, u32> = BTreeMap::new();
        let mut ratings = Vec::new();
        for (system, (name, judgments)) in (0..).zip(by_system) {
            let names = names.get(name).ok_or_else(no_names)?;
            for (scores, names) in judgments.judges.iter().zip(names) {
                for ((item, score), name) in (0..).zip(scores).zip(names) {
                    let Some(score) = *score else { continue };
                    let next = u32::try_from(numbers.len()).map_err(|error| error.to_string())?;
                    let name = name.as_deref().ok_or_else(no_names)?;
                    let judge = *numbers.entry(name).or_insert(next);
                    ratings.push(Rating { system, item, judge, score });
                }
            }
        }
        // Documents do not matter to means and deviations of judges.
        let documents = vec![0; corpus.segment_count()];
        let ratings = Ratings::new(by_system.len(), numbers.len(), documents, ratings)
            .map_err(|error| format!("criterion `{criterion}`: {error}"))?;
        let scores = adjusted::adjusted(&ratings, human.judge_scores).ok_or_else(|| {
            format!(
                "a judge of criterion `{criterion}` gave a single rating, or always the same one, and has no \
                 z-score; `judge-scores = \"centred\"` needs no deviation"
            )
        })?;
        // They are in the order of `ratings`, which is that of the columns below.
        let mut scores = scores.score().iter();
        let mut replaced = BTreeMap::new();
        for (system, judgments) in by_system {
            let columns = judgments.judges.iter().map(|column| {
                column.iter().map(|score| score.and_then(|_| scores.next().copied())).collect()
            });
            replaced.insert(system.clone(), columns.collect());
        }
        Ok(replaced)
    });
    criteria.collect::<Result<Adjusted, String>>().map(Some)
}

/// The judgments of a system by criterion, those of `adjusted` where they are not taken as they are.
pub(super) fn given<'a>(
    human: &HumanConfig,
    corpus: &'a Corpus,
    system: &str,
    adjusted: Option<&'a Adjusted>,
) -> Vec<&'a human::Judges> {
    let criteria = 0..human.criteria.len();
    criteria.map(|criterion| by_criterion(human, criterion, corpus, system, adjusted)).collect()
}

/// Those on one of its criteria.
pub(super) fn by_criterion<'a>(
    human: &HumanConfig,
    criterion: usize,
    corpus: &'a Corpus,
    system: &str,
    adjusted: Option<&'a Adjusted>,
) -> &'a human::Judges {
    match adjusted {
        Some(adjusted) => adjusted[criterion][system].as_slice(),
        None => corpus.judgments[&human.criteria[criterion]][system].judges.as_slice(),
    }
}

/// Statistics of a system, with single ratings where its judges are resampled.
pub(super) fn extract(
    human: &HumanConfig,
    corpus: &Corpus,
    scoring: &ScoredSystem,
    adjusted: Option<&Adjusted>,
) -> Result<(Statistics, Option<Arc<JudgedRows>>), String> {
    let system = &scoring.system;
    let criteria = given(human, corpus, system, adjusted);
    let segments = corpus.segment_count();
    let statistics = match &corpus.weights {
        Some(weights) => human::weighted_statistics(weights, &criteria, human),
        None => human::statistics(segments, &criteria, human),
    };
    let statistics = statistics.map_err(|error| error.to_string())?;
    let Some(judges) = &scoring.judges else { return Ok((statistics, None)) };
    let rated = human::rating_rows(segments, criteria[0], human);
    let rated = rated.map_err(|error| error.to_string())?;
    let names = &corpus.judge_names[judges.criterion()][system];
    let ratings = rated.places.iter().zip(&rated.rows).filter_map(|((segment, column), row)| {
        // Those outside the mask may have other judges.
        let judge = judges.number(names[*column][*segment].as_deref()?)?;
        Some((*segment, judge, *row))
    });
    let (ratings, scorer) = (ratings.collect(), rated.scorer);
    Ok((statistics, Some(Arc::new(JudgedRows { ratings, scorer }))))
}

/// The judges of a test set with the places where they rated: what the systems of a metric share when judges are
/// resampled.
pub(super) struct Crossing {
    /// All judges of the metric.
    metric: Arc<MetricJudges>,
    /// Numbers of those who rated something of the test set.
    judges: Vec<u32>,
}

impl Crossing {
    pub(super) fn new(metric: Arc<MetricJudges>, judges: Vec<u32>) -> Self {
        Self { metric, judges }
    }

    /// Whether it is that of `judges`.
    pub(super) fn is_of(&self, judges: &Arc<MetricJudges>) -> bool {
        Arc::ptr_eq(&self.metric, judges) || self.metric == *judges
    }

    /// Number of judges.
    pub(super) fn judges(&self) -> usize {
        self.judges.len()
    }

    /// Sums of the ratings of each unit by each judge, in the order of units, then judges. `units` are ranges of
    /// positions in the test set, `segments` its segments, ascending by position; only those of the mask count.
    pub(super) fn cells(
        &self,
        rows: &JudgedRows,
        units: &[Range<usize>],
        segments: &[usize],
        mask: Option<&[bool]>,
    ) -> Vec<(u32, u32, [i64; 2])> {
        let mut unit_of: BTreeMap<usize, u32> = BTreeMap::new();
        for (unit, positions) in (0..).zip(units) {
            unit_of.extend(segments[positions.clone()].iter().map(|segment| (*segment, unit)));
        }
        let mut cells: BTreeMap<(u32, u32), [i64; 2]> = BTreeMap::new();
        for (segment, judge, row) in &rows.ratings {
            let counts = mask.is_none_or(|mask| mask[*segment]);
            let Some(unit) = unit_of.get(segment).filter(|_| counts) else { continue };
            let judge = self.judges.binary_search(judge).expect("judges of all systems are known");
            let judge = u32::try_from(judge).expect("fewer than 2^32 judges");
            let sums = cells.entry((*unit, judge)).or_default();
            sums.iter_mut().zip(row).for_each(|(sum, value)| *sum += value);
        }
        cells.into_iter().map(|((unit, judge), sums)| (unit, judge, sums)).collect()
    }
}
