//! P-values of pairs of systems that need no replicates of the job: exchanges of their outputs, and
//! sacreBLEU's own tests.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::options::TestMethod;
use super::request::{Randomization, Sacrebleu};
use crate::analyses::common::{
    PairedRows, Pairs, Probability, SystemRows, are_identical, comparable,
};
use crate::plan::{Group, JobResults};
use crate::stats::comparison::PValue;
use crate::stats::randomization::Exchange;
use crate::stats::reason::Reason;
use crate::stats::sacrebleu::{self, SEED};

/// Tests of one pair. Reasons are texts for the column `status`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PairTests {
    /// Difference A - B of the scores on the test set, in the metric's unit; `None` where a system has
    /// no score, or where the two are not scored on the same segments.
    pub delta: Option<f64>,
    /// Whether both have the same statistics in every resampling unit.
    pub identical: bool,
    /// P-values in the order of the question, or why there is none.
    pub tests: Vec<Result<Probability, Reason>>,
}

impl PairTests {
    /// None of `count` tests has a p-value.
    fn without(count: usize, delta: Option<f64>, identical: bool, reason: Reason) -> Self {
        Self { delta, identical, tests: vec![Err(reason); count] }
    }
}

/// Approximate and exact randomization: outputs are exchanged by resampling units (documents, where
/// documents are drawn first). Exchanges of a trial are the same for all pairs and metrics.
pub(super) fn randomized(
    job: &JobResults<'_>,
    group: &Group<'_>,
    question: &Randomization,
) -> Vec<PairTests> {
    let Randomization { methods, trials, pairs } = question;
    let key = job.exchanges();
    of_pairs(job, group, *pairs, methods.len(), |pair, columns, _| {
        let score = |sums: &[i64]| pair.score(sums);
        let exchange = Exchange::new(&pair.rows[0], &pair.rows[1], columns, &score)?;
        let tests = methods.iter().map(|method| match method {
            TestMethod::ExactRandomization => exchange.exact(),
            _ => exchange.random(&key, u64::from(*trials)),
        });
        Ok(tests.collect())
    })
}

/// sacreBLEU's p-values by bootstrap and by randomization, of the segments that count, from its own
/// stream: seed and repeat of the job do not enter.
pub(super) fn compatible(
    job: &JobResults<'_>,
    group: &Group<'_>,
    question: &Sacrebleu,
) -> Vec<PairTests> {
    let Sacrebleu { trials, pairs } = question;
    of_pairs(job, group, *pairs, 2, |pair, columns, present| {
        let rows = [0, 1].map(|which: usize| -> Vec<i64> {
            let rows = pair.rows[which].chunks_exact(columns).zip(present);
            rows.filter(|(_, present)| **present).flat_map(|(row, _)| row.to_vec()).collect()
        });
        let score = |sums: &[i64]| pair.score(sums);
        let [(score_a, of_a), (score_b, of_b)] = rows.each_ref().map(|rows: &Vec<i64>| {
            let sums = sacrebleu::resampled_sums(rows, columns, SEED, group.replicates as usize);
            let replicates = sums.chunks_exact(columns).map(|sums| score(sums).unwrap_or(f64::NAN));
            let mut total = vec![0; columns];
            for row in rows.chunks_exact(columns) {
                total.iter_mut().zip(row).for_each(|(sum, value)| *sum += value);
            }
            (score(&total).unwrap_or(f64::NAN), replicates.collect::<Vec<f64>>())
        });
        let bootstrap = sacrebleu::bootstrap_test([score_a, score_b], [&of_a, &of_b]);
        let rows = [&rows[0][..], &rows[1][..]];
        let randomization =
            sacrebleu::randomization_test(rows, columns, SEED, u64::from(*trials), &score);
        Ok(vec![bootstrap, randomization])
    })
}

/// Runs `test` on all pairs that can be tested; it gets the rows, the number of columns, and which
/// units have a segment that counts, and gives `count` p-values.
fn of_pairs(
    job: &JobResults<'_>,
    group: &Group<'_>,
    pairs: Pairs,
    count: usize,
    test: impl Fn(&PairedRows<'_>, usize, &[bool]) -> Result<Vec<Result<PValue, Reason>>, Reason> + Sync,
) -> Vec<PairTests> {
    let systems: Vec<SystemRows<'_>> =
        group.scorings.iter().map(|scoring| SystemRows::new(job, job.system(*scoring))).collect();
    let of_all = pairs.of(systems.len()).into_par_iter().map(|(a, b)| {
        let (a, b) = (&systems[a], &systems[b]);
        let common = job.on_common_rows([a.system, b.system]);
        let on_common =
            common.as_ref().map(|pair| pair.each_ref().map(|own| SystemRows::new(job, own)));
        let (a, b) = on_common.as_ref().map_or((a, b), |[a, b]| (a, b));
        let delta = match comparable([a.system, b.system]) {
            Ok(delta) => Some(delta),
            Err(reason) => return PairTests::without(count, None, false, reason),
        };
        // Rows whose weights are computed for each resample say nothing about its score.
        if let Err(undefined) = a.system.check_additive().and(b.system.check_additive()) {
            return PairTests::without(count, delta, false, undefined);
        }
        let Some(pair) = PairedRows::new(a, b) else {
            return PairTests::without(count, delta, false, Reason::DifferentUnits);
        };
        let identical = are_identical(job, [a, b]);
        if !a.system.has_replicates() {
            return PairTests::without(count, delta, identical, Reason::OneUnit);
        }
        let columns = a.system.rows.columns();
        match test(&pair, columns, &job.present_units(a.system)) {
            Ok(found) => {
                let tests = found.into_iter().map(|found| found.map(Into::into));
                PairTests { delta, identical, tests: tests.collect() }
            }
            Err(undefined) => PairTests::without(count, delta, identical, undefined),
        }
    });
    of_all.collect()
}
