//! Submission to Slurm: job arrays over the missing shards, and a merge after them.

use std::collections::BTreeSet;
use std::iter;
use std::path::PathBuf;

use super::arguments::SubmitArguments;
use super::quote::{sbatch, shell};
use crate::cli::paths::program;
use crate::cli::run_folder::RunFolder;
use crate::cli::{Exit, Failure, print_lines, tell};
use crate::cluster::slurm::{self, MERGE_SCRIPT, Queued};
use crate::file_error::FileError;
use crate::words::{counted, ranges};

/// `MaxArraySize` of a Slurm with default settings.
const DEFAULT_ARRAY_SIZE: usize = 1001;

/// Says which jobs a user must release or cancel, if nothing continues by itself. Merges wait for tasks.
pub(super) fn held(queue: &[Queued]) -> Option<String> {
    let (merges, tasks): (Vec<&Queued>, Vec<&Queued>) =
        queue.iter().partition(|job| job.is_merge());
    let waiting = if tasks.is_empty() { merges } else { tasks };
    let remedies = waiting.into_iter().map(|job| {
        let Queued { id, reason, .. } = job;
        if job.cannot_start() {
            let help = format!("`scancel {id}`, then submit with other options");
            return Some(format!("{id} cannot start ({reason}): {help}"));
        }
        let help = format!("`scontrol release {id}` lets it continue");
        job.is_held().then(|| format!("{id} is held ({reason}): {help}"))
    });
    // `None` if one of them continues by itself.
    let remedies: Vec<String> = remedies.collect::<Option<_>>()?;
    (!remedies.is_empty()).then(|| remedies.join("; "))
}

/// Submits the shards of `missing` that are not queued, and the merge.
pub(super) fn submit(
    run: &RunFolder,
    missing: &[usize],
    arguments: &SubmitArguments,
) -> Result<(), Failure> {
    if run.path.to_string_lossy().contains('\\') {
        let message = "Slurm cannot write logs into a folder with a backslash in its path";
        return Err(Failure::plain(Exit::Request, message));
    }
    let scripts = Scripts { run, arguments, name: run.job_name() };
    if arguments.dry_run {
        let size = slurm::max_array_size().unwrap_or(DEFAULT_ARRAY_SIZE);
        return scripts.show(&scripts.arrays(missing, size)?);
    }
    let earlier = run.earlier_job_names()?.join(",");
    if !earlier.is_empty() && !slurm::queue(&earlier)?.is_empty() {
        let message = "jobs of an earlier plan of this folder are still queued or running";
        let help = format!("`scancel --name={earlier}` cancels them; then submit again");
        return Err(Failure::with_help(Exit::Engine, message, help));
    }
    let queue = slurm::queue(&scripts.name)?;
    tell(&format!("{}\n", run.about_jobs()));
    let queued: BTreeSet<usize> = queue.iter().filter_map(Queued::shard).collect();
    let todo: Vec<usize> =
        missing.iter().copied().filter(|shard| !queued.contains(shard)).collect();
    if todo.is_empty() && queue.iter().any(Queued::is_merge) {
        if let Some(held) = held(&queue) {
            let message = "all remaining jobs are queued but cannot start";
            return Err(Failure::with_help(Exit::Engine, message, held));
        }
        let count = queued.len();
        let message = format!("nothing to submit: {count} shards are queued or running already\n");
        return print_lines(&message);
    }
    let mut jobs: Vec<String> = Vec::new();
    let (mut submitted, all) = (0, todo.len());
    for (script, shards) in scripts.arrays(&todo, slurm::max_array_size()?)? {
        let job = slurm::submit(&script, &scripts.name, &[]).inspect_err(|_| {
            let (by, left) = (if jobs.is_empty() { "" } else { " as " }, all - submitted);
            let jobs = jobs.join(", ");
            tell(&format!(
                "{submitted} shards were submitted{by}{jobs}; {left} are left: submit again \
                 later, or in fewer and longer shards\n"
            ));
        })?;
        submitted += shards;
        jobs.push(job);
    }
    let arrays = jobs.join(", ");
    // The merge needs the shards of earlier submissions, too.
    jobs.extend(queue.iter().map(|job| job.job().to_owned()).collect::<BTreeSet<String>>());
    let merge = slurm::submit(&scripts.merge()?, &scripts.name, &jobs).inspect_err(|_| {
        tell("the shards were submitted, the merge was not: `runner merge` makes the tables\n");
    })?;
    print_lines(&match arrays.as_str() {
        "" => format!("submitted the merge as job {merge} of Slurm\n"),
        arrays => {
            let jobs = if arrays.contains(',') { "jobs" } else { "job" };
            let shards = counted(all, "shard");
            format!("submitted {shards} as {jobs} {arrays} of Slurm, the merge as job {merge}\n")
        }
    })
}

/// Writes the scripts of the jobs of a folder.
struct Scripts<'a> {
    run: &'a RunFolder,
    arguments: &'a SubmitArguments,
    /// Name of the jobs.
    name: String,
}

impl Scripts<'_> {
    /// Writes job arrays for these shards. Returns each script with its number of shards.
    fn arrays(&self, todo: &[usize], size: usize) -> Result<Vec<(PathBuf, usize)>, Failure> {
        let arrays = arrays(todo, size);
        let count = arrays.len();
        let write = |(place, shards): (usize, &Vec<usize>)| {
            let first = shards[0];
            let indices = ranges(shards.iter().map(|shard| shard - first)).replace(' ', "");
            let nodes = self.arguments.nodes.map(|nodes| share(nodes as usize, count, place));
            let throttle = nodes.map_or_else(String::new, |nodes| format!("%{nodes}"));
            // With `B:` only the shell of the script gets the signal, and `exec` replaces the shell by this program.
            let signal = format!("--signal=B:USR1@{}", self.arguments.notice.as_secs());
            let command = format!(
                "run-shard --plan {} --shard \"$((SLURM_ARRAY_TASK_ID + {first}))\" --max-requeues {}",
                self.run.record.id(),
                self.arguments.max_requeues
            );
            let stem = format!("array-{first:04}");
            let options = vec![format!("--array={indices}{throttle}"), signal];
            let path =
                self.write(&format!("{stem}.sh"), &format!("{stem}-%A_%a"), options, &command)?;
            Ok((path, shards.len()))
        };
        arrays.iter().enumerate().map(write).collect()
    }

    /// Writes the script that merges. It runs even if shards fail, and lists the missing ones.
    fn merge(&self) -> Result<PathBuf, Failure> {
        let wait = self.arguments.visibility_wait.as_secs();
        let command = format!("merge --visibility-wait {wait}s");
        self.write(MERGE_SCRIPT, "merge-%j", Vec::new(), &command)
    }

    /// Writes a script with these options of `sbatch` and this command.
    fn write(
        &self,
        file: &str,
        log: &str,
        mut options: Vec<String>,
        command: &str,
    ) -> Result<PathBuf, Failure> {
        let threads = self.arguments.cpus_per_task;
        // In the name of a log, Slurm reads a percent sign as the start of a field.
        let logs = self.run.scripts().to_string_lossy().replace('%', "%%");
        options.extend([
            format!("--job-name={}", self.name),
            "--ntasks=1".to_owned(),
            format!("--cpus-per-task={threads}"),
            "--requeue".to_owned(),
            // Without `append`, a requeued task would empty the log of its first start.
            "--open-mode=append".to_owned(),
            format!("--output={logs}/{log}.log"),
        ]);
        options.extend(self.arguments.sbatch_options());
        let options = options.iter().map(|option| format!("#SBATCH {}", sbatch(option)));
        let mut lines: Vec<String> = iter::once("#!/bin/sh".to_owned()).chain(options).collect();
        lines.extend_from_slice(&self.arguments.setup);
        let (program, folder) = (shell(&program()?), shell(&self.run.path.to_string_lossy()));
        // `--engine-arg` can change the number of threads.
        let threads = format!("\"${{SLURM_CPUS_PER_TASK:-{threads}}}\"");
        lines.push(format!("exec {program} {command} --threads {threads} {folder}\n"));
        self.run.write_script(file, &lines.join("\n"))
    }

    /// Prints the scripts, and how to submit them by hand.
    fn show(&self, arrays: &[(PathBuf, usize)]) -> Result<(), Failure> {
        for path in arrays.iter().map(|(path, _)| path).chain([&self.merge()?]) {
            let text = std::fs::read_to_string(path).map_err(FileError::on("read", path))?;
            print_lines(&format!("# {}\n{text}\n", path.display()))?;
        }
        print_lines(
            "# Submit each array with `sbatch`, then the merge with `sbatch --dependency=afterany:JOB:JOB`.\n",
        )
    }
}

/// Cuts ascending shards into as few arrays as possible, all about as long. Slurm limits the indices of an array, and
/// each array counts from its first shard.
fn arrays(todo: &[usize], size: usize) -> Vec<Vec<usize>> {
    let length = todo.len().div_ceil(todo.len().div_ceil(size).max(1));
    let mut arrays: Vec<Vec<usize>> = Vec::new();
    for shard in todo {
        match arrays.last_mut() {
            Some(array) if array.len() < length && shard - array[0] < size => array.push(*shard),
            _ => arrays.push(vec![*shard]),
        }
    }
    arrays
}

/// Returns how many of `all` places the array `index` of `arrays` gets, at least one.
fn share(all: usize, arrays: usize, index: usize) -> usize {
    (all / arrays + usize::from(index < all % arrays)).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrays_are_few_and_even_and_have_small_indices() {
        let all: Vec<usize> = (0..23).collect();
        let lengths = |size| arrays(&all, size).iter().map(Vec::len).collect::<Vec<_>>();
        assert_eq!(lengths(10), [8, 8, 7]);
        assert_eq!(lengths(23), [23]);
        assert_eq!(lengths(1), [1; 23]);
        assert_eq!(arrays(&all, 10).concat(), all);
        assert_eq!(arrays(&[3, 12, 13, 40], 10), [vec![3, 12], vec![13], vec![40]]);
        assert!(arrays(&[], 10).is_empty());
    }

    #[test]
    fn places_are_shared_among_arrays() {
        assert_eq!([0, 1, 2].map(|array| share(64, 3, array)), [22, 21, 21]);
        assert_eq!(share(4, 1, 0), 4);
        assert_eq!([0, 1, 2].map(|array| share(2, 3, array)), [1, 1, 1]);
    }
}
