//! How far a run in shards is, and what Slurm has of it, in words.

use crate::cluster::slurm::Queued;
use crate::cluster::{Progress, Queue};
use crate::words::grouped;

/// How far a run is, in one line.
pub(super) fn headline(name: &str, progress: &Progress) -> String {
    let (results, there) = progress.results();
    let complete = progress.shards.iter().filter(|shard| shard.is_complete()).count();
    format!(
        "{name}: {complete} of {} shards complete, {} of {} results",
        progress.shards.len(),
        grouped(there as u64),
        grouped(results as u64)
    )
}

/// What Slurm says, in a few lines.
pub(super) fn engine(queue: &Queue) -> Vec<String> {
    let alive = queue.alive().count();
    if alive == 0 {
        return elsewhere(queue);
    }
    let [running, pending] = ["RUNNING", "PENDING"]
        .map(|state| queue.alive().filter(|queued| queued.state == state).count());
    let mut counts = vec![format!("{running} running"), format!("{pending} waiting")];
    if alive > running + pending {
        counts.push(format!("{} in other states", alive - running - pending));
    }
    let mut lines = vec![format!("slurm: {}", counts.join(", "))];
    let held = queue.alive().filter(|queued| queued.is_stuck());
    lines.extend(held.map(|queued| format!("  {}", remedy(queued))));
    lines.extend(elsewhere(queue));
    lines
}

/// The jobs of the folder that this one was copied from, or was before it was moved.
pub(super) fn elsewhere(queue: &Queue) -> Vec<String> {
    let lines = queue.elsewhere.iter().map(|(folder, jobs)| {
        let jobs: Vec<&str> = jobs.iter().map(String::as_str).collect();
        let (folder, listed, all) = (folder.display(), jobs.join(", "), jobs.join(" "));
        format!(
            "slurm: jobs {listed} are of `{folder}`, from where this folder was copied or moved, and are \
             left alone; `scancel {all}` ends them"
        )
    });
    lines.collect()
}

/// Why something waits for somebody, and what to do.
pub(super) fn remedy(queued: &Queued) -> String {
    let Queued { id, reason, .. } = queued;
    if queued.is_held() {
        format!("{id} is held ({reason}): `scontrol release {id}` lets it continue")
    } else {
        format!("{id} will not start ({reason}): `runner cancel`, then submit with other options")
    }
}
