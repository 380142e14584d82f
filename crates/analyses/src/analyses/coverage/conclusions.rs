//! The table `conclusions`: how often paired comparisons on samples are right.

use std::sync::Arc;

use super::options::Coverage;
use super::truth::{self, TrueScores};
use crate::analyses::common::{BySize, Differences, PairDifference, Pairs};
use crate::analyses::{ConclusionRow, Draw, GridResults, Requested, Results};
use crate::plan::Placement;
use crate::stats::comparison::{TieRule, Wins};
use crate::stats::coverage::{Conclusion, Tally, by_significance, conclusion};
use crate::stats::reason::{Reason, Status};

/// Bounds of significance by which conclusions are sorted: Koehn's, from 50 % on.
const EDGES: [f64; 8] = [0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1.0];

/// Rows for each size: of every pair and level, over pairs by level, over pairs by significance; then
/// over all sizes by significance. In the order of studies, corpora, metrics and references, repeats,
/// replicates, sizes.
pub fn conclusions<'a>(results: &'a Results<'a>) -> Vec<ConclusionRow> {
    let mut rows = Vec::new();
    for (on_corpus, options) in
        results.asking(|study| study.analyses.get::<super::options::Coverage>())
    {
        let truths = TrueScores::new(&on_corpus);
        let differences = on_corpus.requested(&Differences::of(on_corpus.study, Pairs::All));
        let sizes = on_corpus.by_size();
        let groups = on_corpus.scored_groups().into_iter().filter(|group| group.len() > 1);
        for group in groups {
            for draw in on_corpus.draws() {
                let group = GroupRows {
                    on_corpus: &on_corpus,
                    options,
                    truths: &truths,
                    differences: &differences,
                    group: &group,
                    draw,
                };
                rows.extend(group.rows(&sizes));
            }
        }
    }
    rows
}

/// The systems of a metric, and where they are compared.
struct GroupRows<'a> {
    on_corpus: &'a GridResults<'a>,
    options: &'a Coverage,
    truths: &'a TrueScores,
    differences: &'a Requested<'a, Differences>,
    group: &'a Arc<[usize]>,
    draw: Draw,
}

/// What comparisons on samples come to.
#[derive(Clone, Copy, Default)]
struct Count {
    trials: u64,
    undefined: u64,
    correct: u64,
    wrong: u64,
}

impl Count {
    fn add(&mut self, conclusion: Option<Conclusion>) {
        match conclusion {
            None => {
                self.undefined += 1;
                return;
            }
            Some(Conclusion::NotDrawn) => {}
            Some(Conclusion::Right) => self.correct += 1,
            Some(Conclusion::Wrong) => self.wrong += 1,
        }
        self.trials += 1;
    }

    fn merge(&mut self, other: Self) {
        self.trials += other.trials;
        self.undefined += other.undefined;
        self.correct += other.correct;
        self.wrong += other.wrong;
    }
}

impl GroupRows<'_> {
    fn rows(&self, sizes: &BySize<'_>) -> Vec<ConclusionRow> {
        let levels = &self.options.levels;
        let pairs = Pairs::All.of(self.group.len());
        let mut rows = Vec::new();
        let mut all: Vec<(f64, bool)> = Vec::new();
        let names = &self.on_corpus.names;
        let direction = self.on_corpus.direction(self.group[0]);
        for ((segments, _), placements) in sizes {
            let of_samples: Vec<Vec<Option<Wins>>> =
                placements.iter().map(|placement| self.wins(placement)).collect();
            let mut pooled = vec![Count::default(); levels.len()];
            let mut of_size: Vec<(f64, bool)> = Vec::new();
            for (index, (a, b)) in pairs.iter().enumerate() {
                let (a, b) = (self.group[*a], self.group[*b]);
                let truth = self.truths.difference(a, b);
                let oriented = truth.map(|truth| direction.orient(truth.value));
                let wins: Vec<Option<Wins>> = of_samples.iter().map(|pairs| pairs[index]).collect();
                for (level, pooled) in levels.iter().zip(&mut pooled) {
                    let mut count = Count::default();
                    let concluded =
                        wins.iter().map(|wins| conclusion((*wins)?, *level, oriented?).ok());
                    concluded.for_each(|conclusion| count.add(conclusion));
                    pooled.merge(count);
                    rows.push(ConclusionRow {
                        system_a: Some(names.scorings[a].system.clone()),
                        system_b: Some(names.scorings[b].system.clone()),
                        true_difference: truth.map(|truth| truth.value),
                        true_difference_error: truth.map(|truth| truth.error),
                        ..self.by_level(*segments, *level, count, truth.is_some())
                    });
                }
                let significant =
                    wins.iter().flatten().filter_map(|wins| favoured(*wins, oriented?));
                of_size.extend(significant);
            }
            for (level, count) in levels.iter().zip(pooled) {
                rows.push(self.by_level(*segments, *level, count, true));
            }
            rows.extend(self.by_significance(Some(*segments), &of_size));
            all.extend(of_size);
        }
        rows.extend(self.by_significance(None, &all));
        rows
    }

    /// Replicates won in each pair of systems on a sample.
    fn wins(&self, placement: &Placement) -> Vec<Option<Wins>> {
        let at = self.draw.at(placement.test_set, self.group[0]);
        self.differences.get(at, self.group).iter().map(wins).collect()
    }

    fn by_level(
        &self,
        segments: usize,
        level: f64,
        count: Count,
        has_truth: bool,
    ) -> ConclusionRow {
        let mut row = self.row(Some(segments), count);
        row.nominal = Some(level);
        let [drawn, correct, wrong] = [count.correct + count.wrong, count.correct, count.wrong]
            .map(|held| share(held, count.trials, self.on_corpus.study.level));
        (row.drawn_share, row.drawn_share_lower, row.drawn_share_upper) = drawn;
        (row.correct_rate, row.correct_rate_lower, row.correct_rate_upper) = correct;
        (row.wrong_rate, row.wrong_rate_lower, row.wrong_rate_upper) = wrong;
        if !has_truth {
            row.status = Reason::UndefinedTruth.into();
        }
        row
    }

    fn by_significance(
        &self,
        segments: Option<usize>,
        conclusions: &[(f64, bool)],
    ) -> Vec<ConclusionRow> {
        let rows = by_significance(conclusions, &EDGES).into_iter().map(|bin| {
            let Tally { trials, held } = bin.tally;
            let count = Count { trials, undefined: 0, correct: held, wrong: trials - held };
            ConclusionRow {
                significance_lower: Some(bin.lower),
                significance_upper: Some(bin.upper),
                mean_significance: bin.mean_significance,
                ..self.row(segments, count)
            }
        });
        rows.collect()
    }

    fn row(&self, segments: Option<usize>, count: Count) -> ConclusionRow {
        let GridResults { names, study, .. } = self.on_corpus;
        let scoring = &names.scorings[self.group[0]];
        let drawn = count.correct + count.wrong;
        let (correct_share, correct_share_lower, correct_share_upper) =
            share(count.correct, drawn, study.level);
        ConclusionRow {
            study: names.study.clone(),
            corpus: names.corpus.clone(),
            metric: scoring.metric.clone(),
            reference_count: scoring.reference_count,
            reference_choice: scoring.reference_choice,
            references: scoring.references.clone(),
            sampling: truth::sampling(study),
            segments: segments.map(|segments| segments as u64),
            resample: names.resample,
            repeat: self.draw.repeat,
            replicates: self.draw.replicates,
            truth: self.options.truth,
            trials: count.trials,
            undefined: count.undefined,
            drawn,
            correct: count.correct,
            wrong: count.wrong,
            correct_share,
            share_level: study.level,
            correct_share_lower,
            correct_share_upper,
            status: if drawn == 0 { Reason::NoConclusion.into() } else { Status::OK },
            ..ConclusionRow::default()
        }
    }
}

/// A share, and the ends of Wilson's interval; all null of nothing.
fn share(held: u64, trials: u64, level: f64) -> (Option<f64>, Option<f64>, Option<f64>) {
    let tally = Tally { trials, held };
    let interval = tally.interval(level).ok();
    let (lower, upper) = interval.map(|interval| (interval.lower, interval.upper)).unzip();
    (tally.share().ok(), lower, upper)
}

/// Replicates won by either, where there are any.
fn wins(pair: &PairDifference) -> Option<Wins> {
    let wins = Wins { wins: pair.wins, losses: pair.losses, ties: pair.ties };
    (pair.delta.is_some() && wins.total() > 0).then_some(wins)
}

/// The share of replicates that the system wins which wins more of them, and whether it is truly
/// better.
fn favoured(wins: Wins, truth: f64) -> Option<(f64, bool)> {
    let of_b = Wins { wins: wins.losses, losses: wins.wins, ..wins };
    let share = wins.rate(TieRule::Loss).ok()?.max(of_b.rate(TieRule::Loss).ok()?);
    Some((share, conclusion(wins, share, truth).ok()? == Conclusion::Right))
}
