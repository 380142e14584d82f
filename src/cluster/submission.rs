//! Submissions: numbered folders with the lists, scripts and logs of what an engine was given.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::files::{RecordError, folder, make_folder, read_json, write_json, write_text};
use super::identity::{Identity, is_same};
use super::slurm::Queued;
use crate::file_error::{FileError, paths_in};

/// Name of the script that merges.
pub const MERGE_SCRIPT: &str = "merge.sh";

/// What the indices of an engine's tasks stand for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShardList {
    /// Short name of the plan.
    pub plan: String,
    /// Keys of shards, by index.
    pub shards: Vec<String>,
}

impl ShardList {
    /// Reads a list.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    pub fn read(path: &Path) -> Result<Self, RecordError> {
        read_json(path)
    }
}

/// Shards that an engine takes in one piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chunk {
    /// Name of the engine's job, which no other job has.
    pub name: String,
    /// Start of the names of its script and logs.
    pub stem: String,
    /// Number of shards.
    pub shards: usize,
    /// The engine's name for the job, once it is known.
    pub job: Option<String>,
}

impl Chunk {
    /// Name of its script.
    pub fn script(&self) -> String {
        format!("{}.sh", self.stem)
    }
}

/// A submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Submission {
    /// Its folder.
    pub folder: PathBuf,
    /// What its record says.
    pub record: SubmissionRecord,
}

/// The file `submission.json` of a submission. It is there before the engine is asked for anything, so
/// that jobs of a submission that was cut off are found by their names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SubmissionRecord {
    /// What makes the names of its jobs its own. Records of earlier programs have none: their names may
    /// be those of another folder's jobs.
    #[serde(default)]
    pub identity: Option<Identity>,
    /// Short name of the plan.
    pub plan: String,
    /// Name of the engine.
    pub engine: String,
    /// What it was given.
    pub chunks: Vec<Chunk>,
    /// The engine's name for the merge, once it is known.
    pub merge: Option<String>,
}

/// Cuts a list into as few pieces of at most `most` as there can be, all about as long.
pub fn chunks<T: Clone>(all: &[T], most: usize) -> Vec<Vec<T>> {
    if all.is_empty() {
        return Vec::new();
    }
    let pieces = all.len().div_ceil(most.max(1));
    all.chunks(all.len().div_ceil(pieces)).map(<[T]>::to_vec).collect()
}

impl Submission {
    /// Makes the folder of a submission of these lists of shards and writes lists and record. `run` is the
    /// absolute path of the run folder.
    ///
    /// # Errors
    ///
    /// If the file system refuses.
    pub fn create(
        run: &Path,
        plan: &str,
        engine: &str,
        lists: Vec<Vec<String>>,
    ) -> Result<Self, RecordError> {
        let identity = Identity::new(run)?;
        let folder = new_folder(run)?;
        let mut made = Vec::with_capacity(lists.len());
        for (index, shards) in lists.into_iter().enumerate() {
            let stem = format!("array-{index:04}");
            let name = format!("runner-{}-{index:04}", identity.id);
            let chunk = Chunk { name, stem, shards: shards.len(), job: None };
            let path = folder.join(format!("{}.json", chunk.stem));
            write_json(&path, &ShardList { plan: plan.to_owned(), shards })?;
            made.push(chunk);
        }
        let (plan, engine) = (plan.to_owned(), engine.to_owned());
        let identity = Some(identity);
        let record = SubmissionRecord { identity, plan, engine, chunks: made, merge: None };
        let submission = Self { folder, record };
        // Last: a folder without a record has asked an engine for nothing.
        submission.save()?;
        Ok(submission)
    }

    /// Writes the record again.
    ///
    /// # Errors
    ///
    /// If the file system refuses.
    pub fn save(&self) -> Result<(), RecordError> {
        write_json(&self.folder.join("submission.json"), &self.record)
    }

    /// Writes a script into the folder.
    ///
    /// # Errors
    ///
    /// If the file system refuses.
    pub fn write_script(&self, name: &str, text: &str) -> Result<PathBuf, RecordError> {
        let path = self.folder.join(name);
        write_text(&path, text)?;
        Ok(path)
    }

    /// Where the list of a chunk lies.
    pub fn list_path(&self, chunk: &Chunk) -> PathBuf {
        self.folder.join(format!("{}.json", chunk.stem))
    }

    /// Name of the job that merges.
    pub fn merge_name(&self) -> String {
        let Some(identity) = &self.record.identity else {
            let number = self.folder.file_name().unwrap_or_default().to_string_lossy();
            return format!("runner-{}-{number}-merge", self.record.plan);
        };
        format!("runner-{}-merge", identity.id)
    }

    /// The run folder that it was made for, where that is not the one that it lies in: this one is a copy
    /// then, or was moved, and the jobs write elsewhere.
    pub fn elsewhere(&self) -> Option<&Path> {
        let identity = self.record.identity.as_ref()?;
        // The first is the folder itself, the second that of all submissions.
        let run = self.folder.ancestors().nth(2)?;
        (!identity.is_of(run)).then_some(identity.run.as_path())
    }

    /// Whether a job that bears the name of one of its jobs is that job: `recorded` is the id of that
    /// job, as far as it is known, and `script` the name of what it runs. Where names have an identity,
    /// they say so alone; others may be those of another folder's jobs, and count only with the id and
    /// the script, which lies in this folder.
    pub(super) fn has(&self, queued: &Queued, recorded: Option<&str>, script: &str) -> bool {
        let is_recorded = || {
            let script = self.folder.join(script);
            recorded == Some(queued.job()) && is_same(Path::new(&queued.script), &script)
        };
        self.record.identity.is_some() || is_recorded()
    }

    /// Names of all its jobs.
    pub fn names(&self) -> Vec<String> {
        let chunks = self.record.chunks.iter().map(|chunk| chunk.name.clone());
        chunks.chain([self.merge_name()]).collect()
    }

    /// The last lines of the newest log of a task.
    pub fn log_end(&self, chunk: &Chunk, index: usize, lines: usize) -> Option<String> {
        let (start, end) = (format!("{}-", chunk.stem), format!("_{index}.log"));
        let entries = fs::read_dir(&self.folder).ok()?.flatten().map(|entry| entry.path());
        let mut logs: Vec<PathBuf> = entries
            .filter(|path| {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                name.starts_with(&start) && name.ends_with(&end)
            })
            .collect();
        // The name has the id of a job, whose digits become more.
        logs.sort_by_key(|path| (path.as_os_str().len(), path.clone()));
        let text = fs::read(logs.pop()?).ok()?;
        let text = String::from_utf8_lossy(&text);
        let all: Vec<&str> =
            text.lines().filter(|line| line.contains(char::is_alphanumeric)).collect();
        Some(all[all.len().saturating_sub(lines)..].join("\n"))
    }
}

/// A folder for this submission alone: creating an existing folder fails on any file system, so that two
/// processes never share one.
fn new_folder(run: &Path) -> Result<PathBuf, RecordError> {
    let all = folder(run);
    make_folder(&all)?;
    let mut number = submissions(run)?.len() + 1;
    loop {
        let path = all.join(format!("{number:04}"));
        match fs::create_dir(&path) {
            Ok(()) => return Ok(path),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
            Err(error) => return Err(FileError::on("create", &path)(error).into()),
        }
    }
}

/// The submissions of a run folder, in order. One whose record is not there yet has asked an engine for
/// nothing.
///
/// # Errors
///
/// If the file system refuses, or a record cannot be read.
pub fn submissions(run: &Path) -> Result<Vec<Submission>, RecordError> {
    let mut submissions = Vec::new();
    for folder in paths_in(&folder(run))? {
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        // Beside them lie the plan and what was noted of failures.
        let Ok(number) = name.parse::<usize>() else { continue };
        match read_json(&folder.join("submission.json")) {
            Ok(record) => submissions.push((number, Submission { folder, record })),
            Err(error) if error.is_missing() => {}
            Err(error) => return Err(error),
        }
    }
    // By number: paths are in order of names, where 10000 stands before 9999.
    submissions.sort_by_key(|(number, _)| *number);
    Ok(submissions.into_iter().map(|(_, submission)| submission).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_are_few_and_even() {
        let all: Vec<usize> = (0..23).collect();
        let lengths = |most| chunks(&all, most).iter().map(Vec::len).collect::<Vec<_>>();
        assert_eq!(lengths(10), [8, 8, 7]);
        assert_eq!(lengths(23), [23]);
        assert_eq!(lengths(1), [1; 23]);
        assert_eq!(chunks(&all, 10).concat(), all);
        assert!(chunks::<usize>(&[], 10).is_empty());
    }

    #[test]
    fn every_submission_has_a_folder_and_names_of_its_own() {
        let run = tempfile::tempdir().unwrap();
        let one = Submission::create(run.path(), "abc", "slurm", vec![vec!["x".into()]]).unwrap();
        let mut two = Submission::create(run.path(), "abc", "slurm", Vec::new()).unwrap();
        let (first, second) = (identity_of(&one), identity_of(&two));
        assert_ne!(first, second);
        assert_eq!(one.names(), [format!("runner-{first}-0000"), format!("runner-{first}-merge")]);
        assert_eq!(two.names(), [format!("runner-{second}-merge")]);
        // The same plan in another folder.
        let other = tempfile::tempdir().unwrap();
        let third = Submission::create(other.path(), "abc", "slurm", Vec::new()).unwrap();
        assert!(third.names().iter().all(|name| !one.names().contains(name)));
        // A folder without a record was interrupted: not a submission.
        fs::create_dir(folder(run.path()).join("0003")).unwrap();
        two.record.merge = Some("17".into());
        two.save().unwrap();
        assert_eq!(submissions(run.path()).unwrap(), [one, two]);
        let next = Submission::create(run.path(), "abc", "slurm", Vec::new()).unwrap();
        assert!(next.folder.ends_with("0004"));
    }

    fn identity_of(of: &Submission) -> String {
        of.record.identity.as_ref().unwrap().id.clone()
    }

    #[test]
    fn the_end_of_the_newest_log_is_found() {
        let run = tempfile::tempdir().unwrap();
        let lists = vec![vec!["x".into(), "y".into()]];
        let submission = Submission::create(run.path(), "abc", "slurm", lists).unwrap();
        let chunk = &submission.record.chunks[0];
        let write = |name: &str, text: &str| fs::write(submission.folder.join(name), text).unwrap();
        write("array-0000-17_1.log", "one\ntwo\n\n |\nthree\n");
        write("array-0000-17_11.log", "other\n");
        // Ids of jobs become longer.
        write("array-0000-9_1.log", "earlier\n");
        assert_eq!(submission.log_end(chunk, 1, 2).as_deref(), Some("two\nthree"));
        assert_eq!(submission.log_end(chunk, 0, 2), None);
    }
}
