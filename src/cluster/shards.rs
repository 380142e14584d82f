//! Shards: lists of jobs of about equal cost.

use std::collections::BTreeSet;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::plan::{Cost, Plan, SeedJob};

/// Least mean work of a shard, in estimated seconds on one core. It is small so that tests can cut small
/// runs. Useful shards take some minutes.
const MIN_SHARD_SECONDS: f64 = 0.05;

/// The number or the size of the shards of a plan.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Sharding {
    /// Into N shards.
    Count(usize),
    /// Into shards of about this much work, in seconds on one core.
    Seconds(f64),
}

/// Jobs that one task of an engine runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Shard {
    /// Ascending positions among the jobs of all seeds of the plan.
    // Records of earlier versions have none. They must stay readable, because the refusal names their version.
    #[serde(default)]
    pub positions: Vec<usize>,
    /// Estimated work, seconds on one core.
    pub seconds: f64,
}

/// Cuts `plan` into shards, the largest first. There are never more shards than jobs, and their mean work is
/// at least `MIN_SHARD_SECONDS`. A plan without jobs has no shards. A job is never cut.
///
/// Jobs of one seed that are near each other stay together in stretches of some percent of a shard, since they
/// share texts and statistics. Each stretch, longest first, goes to the shard with the least work (Graham
/// 1969, LPT: the largest shard is at most 4/3 of the best possible with these stretches). Costs
/// n log n comparisons for n jobs.
pub fn shards(plan: &Plan, wish: Sharding) -> Vec<Shard> {
    let all: Vec<SeedJob<'_>> = plan.all_jobs().collect();
    let mut order: Vec<usize> = (0..all.len()).collect();
    order.sort_by_cached_key(|index| {
        let SeedJob { seed, plan, job } = all[*index];
        (seed, plan.locality_key(job))
    });
    let jobs = order.iter().map(|index| all[*index]);
    let costs: Vec<f64> =
        jobs.map(|SeedJob { plan, job, .. }| Cost::of_jobs(plan, [job]).seconds).collect();
    let count = count(&costs, wish);
    let stretches = stretches(&costs, count);
    let loads: Vec<f64> =
        stretches.iter().map(|stretch| costs[stretch.clone()].iter().sum()).collect();
    let shards = deal(&loads, count).into_iter().map(|(seconds, parts)| {
        let jobs = parts.into_iter().flat_map(|part| &order[stretches[part].clone()]);
        let mut positions: Vec<usize> = jobs.copied().collect();
        positions.sort_unstable();
        Shard { positions, seconds }
    });
    shards.collect()
}

/// Returns the number of shards for jobs of these costs.
fn count(costs: &[f64], wish: Sharding) -> usize {
    let total: f64 = costs.iter().sum();
    let at_most = |seconds: f64| {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a positive estimate; what is too large saturates"
        )]
        let count = (total / seconds.max(MIN_SHARD_SECONDS)).ceil() as usize;
        // Jobs whose estimated cost is 0 need a shard, too.
        count.max(1)
    };
    let wanted = match wish {
        Sharding::Count(count) => count.max(1).min(at_most(MIN_SHARD_SECONDS)),
        Sharding::Seconds(seconds) => at_most(seconds),
    };
    wanted.min(costs.len())
}

/// Cuts jobs of these costs into stretches, each at most a sixteenth of one of `count` shards or one job
/// long. Returns at least `count` stretches.
fn stretches(costs: &[f64], count: usize) -> Vec<Range<usize>> {
    let most = costs.iter().sum::<f64>() / (16.0 * count.max(1) as f64);
    let (mut starts, mut load) = (Vec::new(), 0.0);
    for (job, cost) in costs.iter().enumerate() {
        if job == 0 || load + cost > most {
            starts.push(job);
            load = 0.0;
        }
        load += cost;
    }
    if starts.len() < count {
        starts = (0..costs.len()).collect();
    }
    let ends = starts.iter().copied().skip(1).chain([costs.len()]);
    starts.iter().copied().zip(ends).map(|(start, end)| start..end).collect()
}

/// Deals pieces of these costs to `count` shards. Returns the work and the pieces of each, largest first.
fn deal(costs: &[f64], count: usize) -> Vec<(f64, Vec<usize>)> {
    let mut order: Vec<usize> = (0..costs.len()).collect();
    order.sort_by(|one, other| costs[*other].total_cmp(&costs[*one]).then(one.cmp(other)));
    let mut parts = vec![(0.0, Vec::new()); count];
    // Costs are not negative, and the bits of such numbers are in their order.
    let mut by_load: BTreeSet<(u64, usize)> = (0..count).map(|part| (0, part)).collect();
    for job in order {
        let (_, part) = by_load.pop_first().expect("pieces have at least one shard");
        let (seconds, jobs): &mut (f64, Vec<usize>) = &mut parts[part];
        *seconds += costs[job];
        jobs.push(job);
        by_load.insert((seconds.to_bits(), part));
    }
    parts.sort_by(|(one, first), (other, second)| other.total_cmp(one).then(first.cmp(second)));
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_job_is_in_one_shard() {
        let costs: Vec<f64> = (0..200).map(|i| f64::from(i * 7919 % 101) / 50.0).collect();
        let total: f64 = costs.iter().sum();
        for wish in [1, 2, 7, 30] {
            let parts = deal(&costs, count(&costs, Sharding::Count(wish)));
            assert_eq!(parts.len(), wish);
            let mut jobs: Vec<usize> = parts.iter().flat_map(|(_, jobs)| jobs).copied().collect();
            jobs.sort_unstable();
            assert_eq!(jobs, (0..200).collect::<Vec<_>>());
            assert!(parts.is_sorted_by(|(one, _), (other, _)| one >= other));
            // With jobs much smaller than a shard the bound of the method is far from reached.
            assert!(parts[0].0 <= total / parts.len() as f64 * 1.1);
        }
    }

    #[test]
    fn stretches_are_short_and_hold_every_job_once() {
        let costs: Vec<f64> = (0..200).map(|i| f64::from(i * 7919 % 101) / 50.0).collect();
        let total: f64 = costs.iter().sum();
        for shards in [1, 3, 20, 200] {
            let stretches = stretches(&costs, shards);
            assert!(stretches.len() >= shards);
            let jobs: Vec<usize> = stretches.iter().cloned().flatten().collect();
            assert_eq!(jobs, (0..200).collect::<Vec<_>>());
            let most = total / (16 * shards) as f64;
            for stretch in stretches {
                let load: f64 = costs[stretch.clone()].iter().sum();
                assert!(stretch.len() == 1 || load <= most + 1e-9, "{stretch:?}: {load}");
            }
        }
        assert_eq!(stretches(&[1.0, 0.0, 0.0], 3).len(), 3);
        assert!(stretches(&[], 0).is_empty());
    }

    #[test]
    fn the_largest_is_within_the_bound_of_the_method() {
        // Graham's worst case for two machines: 3, 3, 2, 2, 2 gives 7 where 6 is possible.
        let parts = deal(&[3.0, 3.0, 2.0, 2.0, 2.0], 2);
        assert_eq!(parts, [(7.0, vec![0, 2, 4]), (5.0, vec![1, 3])]);
    }

    #[test]
    fn a_huge_job_is_a_shard() {
        let costs = [0.001, 5000.0, 0.001];
        assert_eq!(count(&costs, Sharding::Seconds(600.0)), 3);
        let parts = deal(&costs, 2);
        assert_eq!(parts[0].1, [1]);
        assert_eq!(parts[1].1, [0, 2]);
    }

    #[test]
    fn tiny_jobs_are_no_shards_by_themselves() {
        // Powers of two, so that the sum is exact.
        let costs = vec![1.0 / 128.0; 128];
        assert_eq!(count(&costs, Sharding::Count(100)), 20);
        assert_eq!(count(&costs, Sharding::Seconds(1e-9)), 20);
        assert_eq!(count(&costs, Sharding::Seconds(600.0)), 1);
        assert_eq!(count(&costs[..1], Sharding::Count(100)), 1);
        assert_eq!(count(&[], Sharding::Count(5)), 0);
    }
}
