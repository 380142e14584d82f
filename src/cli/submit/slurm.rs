//! Submission to Slurm: job arrays over lists of shards, and a merge after them.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use super::arguments::SubmitArguments;
use super::scripts::Scripts;
use crate::cli::exit_code::Exit;
use crate::cli::failure::Failure;
use crate::cli::output::{print_lines, tell};
use crate::cli::queue_text::{elsewhere, remedy};
use crate::cli::run_folder::RunFolder;
use crate::cluster::slurm::{Queued, Slurm};
use crate::cluster::{Chunk, EngineError, MERGE_SCRIPT, Queue, Submission, chunks};
use crate::file_error::FileError;
use crate::words::counted;

/// `MaxArraySize` of a Slurm that was not told otherwise.
const USUAL_ARRAY: usize = 1001;

/// Submits those of the missing shards `keys` that are not queued, and the merge.
pub(super) fn submit(
    run: &RunFolder,
    keys: &[String],
    arguments: &SubmitArguments,
) -> Result<(), Failure> {
    if run.path.to_string_lossy().contains('\\') {
        let message = "Slurm cannot write logs into a folder with a backslash in its path";
        return Err(Failure::plain(Exit::Request, message));
    }
    let slurm = Slurm { limit: arguments.engine_timeout };
    // It works without Slurm, too: what it writes can be looked at anywhere.
    let (queue, most) = if arguments.dry_run {
        (Queue::default(), slurm.max_array_size().unwrap_or(USUAL_ARRAY))
    } else {
        (Queue::look(slurm, &run.path, &run.record.id())?, slurm.max_array_size()?)
    };
    refuse_others(run, &queue)?;
    for line in elsewhere(&queue) {
        tell(&format!("{line}\n"));
    }
    let alive = queue.tasks.iter().filter(|(_, task)| task.is_alive());
    let queued: BTreeSet<&String> = alive.map(|(key, _)| key).collect();
    let todo: Vec<String> = keys.iter().filter(|key| !queued.contains(key)).cloned().collect();
    if todo.is_empty() && queue.merges.iter().any(Queued::is_alive) {
        return nothing_to_submit(&queue, queued.len());
    }
    let lists = chunks(&todo, most);
    let submission = Submission::create(&run.path, &run.record.id(), "slurm", lists)?;
    let mut ready = Ready::write(run, submission, arguments)?;
    if arguments.dry_run {
        return ready.show();
    }
    let mut jobs = ready.submit_arrays(slurm)?;
    // The merge needs the shards of earlier submissions, too.
    jobs.extend(queue.jobs());
    let merge = ready.submit_merge(slurm, &jobs, run)?;
    let shards = counted(todo.len(), "shard");
    let arrays: Vec<&str> =
        ready.submission.record.chunks.iter().filter_map(|chunk| chunk.job.as_deref()).collect();
    print_lines(&match arrays.as_slice() {
        [] => format!("submitted the merge as job {merge} of Slurm\n"),
        all => {
            let jobs = if all.len() == 1 { "job" } else { "jobs" };
            let all = all.join(", ");
            format!("submitted {shards} as {jobs} {all} of Slurm, the merge as job {merge}\n")
        }
    })?;
    if !queued.is_empty() {
        tell(&format!("{} shards were queued or running already\n", queued.len()));
    }
    Ok(())
}

/// Shards of another cut of the folder would be computed twice.
fn refuse_others(run: &RunFolder, queue: &Queue) -> Result<(), Failure> {
    let alive = queue.others.iter().filter(|other| other.is_alive());
    let alive: Vec<&str> = alive.map(|other| other.id.as_str()).collect();
    if alive.is_empty() {
        return Ok(());
    }
    let folder = run.path.display();
    let message = format!(
        "tasks of an earlier plan of `{folder}` are still queued or running: {}",
        alive.join(", ")
    );
    Err(Failure::refusal(message, "`runner cancel` ends them"))
}

/// All remaining jobs are queued already.
fn nothing_to_submit(queue: &Queue, shards: usize) -> Result<(), Failure> {
    if let Some(stuck) = queue.stuck() {
        for queued in &stuck {
            tell(&format!("{}\n", remedy(queued)));
        }
        let message = "all remaining jobs are queued but cannot start";
        return Err(Failure::plain(Exit::Engine, message));
    }
    print_lines(&match shards {
        0 => "nothing to submit: the merge is queued\n".to_owned(),
        shards => format!("nothing to submit: {shards} shards are queued or running already\n"),
    })
}

/// A submission with its scripts.
struct Ready {
    submission: Submission,
    scripts: Vec<PathBuf>,
    merge: PathBuf,
}

impl Ready {
    fn write(
        run: &RunFolder,
        submission: Submission,
        arguments: &SubmitArguments,
    ) -> Result<Self, Failure> {
        let writer = Scripts::new(run, arguments)?;
        let mut scripts = Vec::new();
        let arrays = submission.record.chunks.len();
        for (index, chunk) in submission.record.chunks.iter().enumerate() {
            let at_once = arguments.nodes.map(|nodes| share(nodes as usize, arrays, index));
            let text = writer.array(&submission, chunk, at_once);
            scripts.push(submission.write_script(&chunk.script(), &text)?);
        }
        let merge = submission.write_script(MERGE_SCRIPT, &writer.merge(&submission))?;
        Ok(Self { submission, scripts, merge })
    }

    /// Prints the scripts, and how to submit them by hand.
    fn show(&self) -> Result<(), Failure> {
        for path in self.scripts.iter().chain([&self.merge]) {
            let text = fs::read_to_string(path).map_err(FileError::on("read", path))?;
            print_lines(&format!("# {}\n{text}\n", path.display()))?;
        }
        print_lines(
            "# Submit each array with `sbatch`, then the merge with `sbatch --dependency=afterany:JOB:JOB`.\n",
        )
    }

    /// Submits the arrays; returns their jobs. What was taken stays where another one is refused.
    fn submit_arrays(&mut self, slurm: Slurm) -> Result<Vec<String>, Failure> {
        let mut jobs: Vec<String> = Vec::new();
        for (index, script) in self.scripts.iter().enumerate() {
            let name = self.submission.record.chunks[index].name.clone();
            match slurm.submit(script, &[], &name) {
                Ok(job) => {
                    self.submission.record.chunks[index].job = Some(job.clone());
                    // At once, since the next array may be refused.
                    self.submission.save()?;
                    jobs.push(job);
                }
                Err(error) => {
                    let (taken, left) = self.submission.record.chunks.split_at(index);
                    let (taken, left) = (shard_count(taken), shard_count(left));
                    let by = if jobs.is_empty() { "" } else { " as " };
                    let jobs = jobs.join(", ");
                    tell(&format!(
                        "{taken} shards were submitted{by}{jobs}; {left} are left: submit again \
                         later, or in fewer and longer shards\n"
                    ));
                    return Err(error.into());
                }
            }
        }
        Ok(jobs)
    }

    /// Submits the merge after `jobs`, whatever becomes of them.
    fn submit_merge(
        &mut self,
        slurm: Slurm,
        jobs: &[String],
        run: &RunFolder,
    ) -> Result<String, Failure> {
        let name = self.submission.merge_name();
        let merge = match slurm.submit(&self.merge, &after(jobs), &name) {
            // Jobs that were over so soon that Slurm has forgotten them.
            Err(EngineError::Refused { stderr, .. }) if stderr.contains("dependency") => {
                let queue = Queue::look(slurm, &run.path, &run.record.id())?;
                slurm.submit(&self.merge, &after(&queue.jobs()), &name)
            }
            outcome => outcome,
        };
        let merge = merge.inspect_err(|_| {
            tell("the shards were submitted, the merge was not: `runner merge` makes the tables\n");
        })?;
        self.submission.record.merge = Some(merge.clone());
        self.submission.save()?;
        Ok(merge)
    }
}

fn shard_count(range: &[Chunk]) -> usize {
    range.iter().map(|chunk| chunk.shards).sum()
}

/// What the array `index` of `arrays` gets of `all` places, at least one.
fn share(all: usize, arrays: usize, index: usize) -> usize {
    (all / arrays + usize::from(index < all % arrays)).max(1)
}

/// The option that makes a job wait for the ends of others.
fn after(jobs: &[String]) -> Vec<String> {
    match jobs {
        [] => Vec::new(),
        jobs => vec![format!("--dependency=afterany:{}", jobs.join(":"))],
    }
}

#[cfg(test)]
mod tests {
    use super::share;

    #[test]
    fn places_are_shared_among_arrays() {
        assert_eq!([0, 1, 2].map(|array| share(64, 3, array)), [22, 21, 21]);
        assert_eq!(share(4, 1, 0), 4);
        assert_eq!([0, 1, 2].map(|array| share(2, 3, array)), [1, 1, 1]);
    }
}
