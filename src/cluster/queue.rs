//! What Slurm says of the shards of a run folder.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::command::EngineError;
use super::files::RecordError;
use super::progress::{Progress, TaskState};
use super::slurm::{Queued, Slurm};
use super::submission::{Chunk, MERGE_SCRIPT, ShardList, Submission, submissions};

/// Why Slurm's view could not be had.
#[derive(Debug, thiserror::Error)]
pub enum LookError {
    /// A record cannot be read.
    #[error(transparent)]
    File(#[from] RecordError),
    /// Slurm does not answer.
    #[error(transparent)]
    Engine(#[from] EngineError),
}

/// Slurm's view of the jobs that were submitted for a run folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Queue {
    /// Tasks with the keys of their shards, older submissions first.
    pub tasks: Vec<(String, Queued)>,
    /// Merges.
    pub merges: Vec<Queued>,
    /// Tasks and merges of other plans for the same folder.
    pub others: Vec<Queued>,
    /// Jobs that run or may still run for other folders, by folder: this one was copied from there, or
    /// moved. They are not its own.
    pub elsewhere: BTreeMap<PathBuf, BTreeSet<String>>,
}

impl Queue {
    /// Asks Slurm, in one call, for the jobs of all submissions for the folder `run`; `plan` is the short
    /// name of its plan. Without submissions nothing is asked.
    ///
    /// # Errors
    ///
    /// If a record cannot be read, or `squeue` fails.
    pub fn look(slurm: Slurm, run: &Path, plan: &str) -> Result<Self, LookError> {
        let mut submitted = submissions(run)?;
        submitted.retain(|submission| submission.record.engine == "slurm");
        let names: Vec<String> = submitted.iter().flat_map(Submission::names).collect();
        let mut by_name: BTreeMap<String, Vec<Queued>> = BTreeMap::new();
        for queued in slurm.queue(&names)? {
            by_name.entry(queued.name.clone()).or_default().push(queued);
        }
        let mut queue = Self::default();
        for submission in &submitted {
            queue.add(submission, plan, &mut by_name)?;
        }
        Ok(queue)
    }

    /// Adds the jobs of a submission, which are taken out of those that Slurm knows by these names.
    fn add(
        &mut self,
        submission: &Submission,
        plan: &str,
        by_name: &mut BTreeMap<String, Vec<Queued>>,
    ) -> Result<(), RecordError> {
        let record = &submission.record;
        let mut take = |name: &str, recorded: &Option<String>, script: &str| {
            let mut jobs = by_name.remove(name).unwrap_or_default();
            jobs.retain(|queued| submission.has(queued, recorded.as_deref(), script));
            jobs
        };
        let merges = take(&submission.merge_name(), &record.merge, MERGE_SCRIPT);
        let chunks: Vec<(&Chunk, Vec<Queued>)> = record
            .chunks
            .iter()
            .map(|chunk| (chunk, take(&chunk.name, &chunk.job, &chunk.script())))
            .collect();
        let tasks = chunks.iter().flat_map(|(_, tasks)| tasks);
        if let Some(folder) = submission.elsewhere() {
            let alive = tasks.chain(&merges).filter(|queued| queued.is_alive());
            let jobs: BTreeSet<String> = alive.map(|queued| queued.job().to_owned()).collect();
            if !jobs.is_empty() {
                self.elsewhere.entry(folder.to_owned()).or_default().extend(jobs);
            }
            return Ok(());
        }
        if record.plan != plan {
            self.others.extend(tasks.chain(&merges).cloned());
            return Ok(());
        }
        self.merges.extend(merges);
        for (chunk, tasks) in chunks.into_iter().filter(|(_, tasks)| !tasks.is_empty()) {
            let list = ShardList::read(&submission.list_path(chunk))?;
            self.tasks.extend(tasks.into_iter().filter_map(|task| {
                let key = list.shards.get(task.index()?)?;
                Some((key.clone(), task))
            }));
        }
        Ok(())
    }

    /// Everything that runs or may still run for this plan.
    pub fn alive(&self) -> impl Iterator<Item = &Queued> {
        let tasks = self.tasks.iter().map(|(_, task)| task);
        tasks.chain(&self.merges).filter(|queued| queued.is_alive())
    }

    /// The jobs that everything alive belongs to, of other plans too, each once.
    pub fn jobs(&self) -> Vec<String> {
        let others = self.others.iter().filter(|queued| queued.is_alive());
        let mut jobs: Vec<String> =
            self.alive().chain(others).map(|queued| queued.job().to_owned()).collect();
        jobs.sort();
        jobs.dedup();
        jobs
    }

    /// The ids of what a user must release or change, if nothing else is left that could continue by
    /// itself; merges wait for tasks.
    pub fn stuck(&self) -> Option<Vec<&Queued>> {
        let tasks: Vec<&Queued> =
            self.tasks.iter().map(|(_, task)| task).filter(|task| task.is_alive()).collect();
        let waiting = if tasks.is_empty() {
            self.merges.iter().filter(|merge| merge.is_alive()).collect()
        } else {
            tasks
        };
        (!waiting.is_empty() && waiting.iter().all(|queued| queued.is_stuck())).then_some(waiting)
    }

    /// Notes in `progress` what Slurm says of each shard: the newest task, and one that is alive before
    /// one that is over.
    pub fn note(&self, progress: &mut Progress) {
        for shard in &mut progress.shards {
            for (_, task) in self.tasks.iter().filter(|(key, _)| *key == shard.key) {
                let alive = task.is_alive();
                if alive || !shard.task.as_ref().is_some_and(|task| task.alive) {
                    shard.task = Some(TaskState { queued: task.clone(), alive });
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn queued(id: &str, state: &str, reason: &str) -> Queued {
        let text = |text: &str| text.to_owned();
        let (name, node, script) = (text("runner-x-0000"), String::new(), String::new());
        Queued { name, id: text(id), state: text(state), node, reason: text(reason), script }
    }

    #[test]
    fn a_run_is_stuck_when_nothing_goes_on_by_itself() {
        let held = queued("7_1", "PENDING", "launch failed requeued held");
        let merge = queued("8", "PENDING", "Dependency");
        let mut queue = Queue {
            tasks: vec![("a".into(), queued("7_0", "RUNNING", "None")), ("b".into(), held.clone())],
            merges: vec![merge],
            ..Queue::default()
        };
        assert_eq!(queue.stuck(), None);
        queue.tasks[0].1.state = "COMPLETED".into();
        assert_eq!(queue.stuck(), Some(vec![&held]));
        queue.tasks.clear();
        assert_eq!(queue.stuck(), None);
        queue.merges[0].reason = "JobHeldUser".into();
        assert_eq!(queue.stuck().map(|stuck| stuck.len()), Some(1));
        queue.merges.clear();
        assert_eq!(queue.stuck(), None);
    }

    #[test]
    fn jobs_are_named_once() {
        let task = |id: &str, state: &str| ("a".to_owned(), queued(id, state, ""));
        let queue = Queue {
            tasks: vec![task("7_0", "RUNNING"), task("7_1", "PENDING"), task("6_0", "FAILED")],
            merges: vec![queued("8", "PENDING", "Dependency")],
            others: vec![queued("3", "PENDING", ""), queued("2", "COMPLETED", "")],
            elsewhere: BTreeMap::from([("/other".into(), BTreeSet::from(["1".to_owned()]))]),
        };
        assert_eq!(queue.jobs(), ["3", "7", "8"]);
    }
}
