//! Parts: results on disk as soon as they are finished.
//!
//! A part holds the results of a batch, whatever made up the batch: it is a list of task keys with
//! their results, named by the hash of its content, written aside, synced and renamed. So parts
//! never conflict, never change, and can be computed anywhere; a key that stands in two of them has
//! the same result in both. What a result is, only its question knows: here it is bytes.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Read};
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hashbrown::HashTable;

use crate::durable;
use crate::file_error::{FileError, paths_in, unless_missing};
use crate::plan::{Plan, SeedJob, TaskKey};

const MAGIC: &[u8] = b"runner part 4\n";
/// How parts of every version begin.
const BEGINNING: &[u8] = b"runner part ";
const ENDING: &str = "part";
/// Digits of a hash in the name of a part.
// 128 bits of the hash.
const DIGITS: usize = 32;

#[derive(Debug)]
struct Part {
    /// Its file, if it was read.
    path: Option<PathBuf>,
    content: Vec<u8>,
    /// Bytes of the parts before it.
    begins: usize,
}

/// A result with the key of its task.
type Keyed = (TaskKey, Vec<u8>);

/// Results that are finished and not on disk yet. A thread that ends the process can bring them there.
#[derive(Debug, Default)]
pub struct Unkept {
    /// Nothing where results are not kept.
    folder: Option<PathBuf>,
    state: Mutex<UnkeptState>,
}

#[derive(Debug, Default)]
struct UnkeptState {
    /// Those that wait for others to share a part with.
    waiting: Vec<Keyed>,
    /// Those that are on their way.
    leaving: Vec<Keyed>,
    /// Number of those that are on disk.
    kept: usize,
}

impl Unkept {
    /// Results of a task that was just finished.
    pub(super) fn add(&self, results: Vec<Keyed>) {
        self.lock().waiting.extend(results);
    }

    /// Those that wait are to share a part.
    pub(super) fn send_off(&self) {
        let UnkeptState { waiting, leaving, .. } = &mut *self.lock();
        leaving.append(waiting);
    }

    /// Brings all of them to disk, safely beside other threads that do so, and returns how many have
    /// come there altogether.
    ///
    /// # Errors
    ///
    /// If the file system refuses.
    pub fn keep(&self) -> Result<usize, FileError> {
        let state = &mut *self.lock();
        let mut all = mem::take(&mut state.leaving);
        all.append(&mut state.waiting);
        if let Some(folder) = &self.folder
            && !all.is_empty()
        {
            write(folder, &encoded(&mut all))?;
        }
        state.kept += all.len();
        Ok(state.kept)
    }

    fn lock(&self) -> MutexGuard<'_, UnkeptState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Results as a part. Whatever their order, the same ones give the same bytes.
fn encoded(results: &mut [Keyed]) -> Vec<u8> {
    results.sort_unstable_by_key(|(key, _)| *key);
    let mut bytes = MAGIC.to_vec();
    bytes.reserve(results.iter().map(|(_, result)| result.len() + 20).sum());
    for (key, result) in results {
        let head = postcard::to_stdvec(&(*key, result.len())).expect("plain data");
        bytes.extend_from_slice(&head);
        bytes.extend_from_slice(result);
    }
    bytes
}

fn write(folder: &Path, part: &[u8]) -> Result<(), FileError> {
    let path = folder.join(name(part));
    durable::write_new(&path, part).map_err(FileError::on("write", &path))
}

/// The results that a folder holds, or only memory.
#[derive(Debug, Default)]
pub struct PartStore {
    /// Nothing where results are not kept.
    folder: Option<PathBuf>,
    unkept: Arc<Unkept>,
    /// Where the results are, in the bytes of all parts. Only ever looked up by key, and without the keys, which are
    /// there: a million results would take 50 MB more.
    results: HashTable<usize>,
    /// Parts, as they are on disk.
    parts: Vec<Part>,
    /// How many of them are known to hold what the questions of the plan give.
    checked: usize,
    /// Parts of other versions, which this one cannot read.
    foreign: Vec<PathBuf>,
    damaged: Vec<PathBuf>,
    /// Good parts that were read.
    known: BTreeSet<PathBuf>,
}

impl PartStore {
    /// An empty store whose results end with it.
    pub fn in_memory() -> Self {
        Self::default()
    }

    /// Reads the parts of `folder`; a folder that does not exist holds none. Files that are cut short,
    /// altered, or hold what no question of `plan` gives are left aside, see [`PartStore::damaged`].
    ///
    /// # Errors
    ///
    /// If the file system refuses.
    pub fn open(folder: &Path, plan: &Plan) -> Result<Self, FileError> {
        let mut store = Self::new(folder);
        store.refresh(plan)?;
        Ok(store)
    }

    fn new(folder: &Path) -> Self {
        let folder = Some(folder.to_owned());
        let unkept = Unkept { folder: folder.clone(), ..Unkept::default() };
        Self { folder, unkept: Arc::new(unkept), ..Self::in_memory() }
    }

    /// The results that are finished and not in the store yet.
    pub fn unkept(&self) -> Arc<Unkept> {
        Arc::clone(&self.unkept)
    }

    /// Reads parts that appeared since the last look, which others may have written. The folder is
    /// listed: looking for names would meet what a network file system remembers.
    ///
    /// # Errors
    ///
    /// If the file system refuses.
    pub fn refresh(&mut self, plan: &Plan) -> Result<(), FileError> {
        self.read_new()?;
        self.leave_unreadable(plan);
        Ok(())
    }

    /// A part under its own name may still hold other things than results: only its question knows.
    fn leave_unreadable(&mut self, plan: &Plan) {
        // Where a part goes, another one may have had the same key.
        loop {
            let unreadable = self.unreadable(plan);
            if unreadable.is_empty() {
                break;
            }
            self.results.clear();
            let parts = mem::take(&mut self.parts);
            for (index, Part { path, content, .. }) in parts.into_iter().enumerate() {
                if !unreadable.contains(&index) {
                    self.keep(path, content);
                } else if let Some(path) = path {
                    self.known.remove(&path);
                    self.damaged.push(path);
                }
            }
        }
        self.checked = self.parts.len();
    }

    /// Numbers of the parts among those that were not checked whose results their questions cannot read.
    fn unreadable(&self, plan: &Plan) -> BTreeSet<usize> {
        if self.checked == self.parts.len() {
            return BTreeSet::new();
        }
        let tasks = plan
            .all_jobs()
            .flat_map(|SeedJob { plan, job, .. }| job.tasks.iter().map(move |task| (plan, task)));
        let unreadable = tasks.filter_map(|(plan, task)| {
            let (part, result) = self.find(&plan.key(task))?;
            (part >= self.checked && !task.question.reads(result)).then_some(part)
        });
        unreadable.collect()
    }

    fn read_new(&mut self) -> Result<(), FileError> {
        let Some(folder) = &self.folder else { return Ok(()) };
        self.damaged.clear();
        self.foreign.clear();
        let mut paths = paths_in(folder)?;
        paths.retain(|path| has_name_of_part(path) && !self.known.contains(path));
        for path in paths {
            let bytes = durable::read_listed(&path).map_err(FileError::on("read", &path))?;
            let is_kept = match content(&path, bytes) {
                Content::Results(content) => self.keep(Some(path.clone()), content).is_some(),
                Content::Foreign => {
                    self.foreign.push(path);
                    continue;
                }
                Content::Damaged => false,
            };
            // A damaged one is looked at again next time: the run that computes it again mends it.
            if is_kept {
                self.known.insert(path);
            } else {
                self.damaged.push(path);
            }
        }
        Ok(())
    }

    /// Makes the folder, and clears it of damaged parts and of what killed runs left half-written.
    /// Only the one run that owns the folder may call this. A file that does not even begin as a part
    /// may belong to the user, and stays.
    ///
    /// # Errors
    ///
    /// If the file system refuses.
    pub fn prepare(&mut self) -> Result<(), FileError> {
        let Some(folder) = self.folder.clone() else { return Ok(()) };
        fs::create_dir_all(&folder).map_err(FileError::on("create", &folder))?;
        for path in self.damaged.drain(..) {
            let is_part = begins_as_part(&path).map_err(FileError::on("read", &path))?;
            if is_part {
                fs::remove_file(&path).map_err(FileError::on("remove", &path))?;
            }
        }
        durable::clear_unfinished(&folder).map_err(FileError::on("clear", &folder))?;
        Ok(())
    }

    /// Files that do not hold what their names promise.
    pub fn damaged(&self) -> &[PathBuf] {
        &self.damaged
    }

    /// Parts that another version of the program wrote. They hold nothing for this one.
    pub fn foreign(&self) -> &[PathBuf] {
        &self.foreign
    }

    /// Whether it holds no result at all.
    pub fn is_empty(&self) -> bool {
        self.results.is_empty()
    }

    /// Whether the result of a task is there.
    pub fn has(&self, key: &TaskKey) -> bool {
        self.find(key).is_some()
    }

    /// The result of a task.
    pub fn get(&self, key: &TaskKey) -> Option<&[u8]> {
        self.find(key).map(|(_, result)| result)
    }

    /// The number of a part that holds the result of a task, and the result.
    fn find(&self, key: &TaskKey) -> Option<(usize, &[u8])> {
        let place = self.results.find(key.hash(), |place| key_at(&self.parts, *place) == *key)?;
        let (part, record) = record(&self.parts, *place);
        Some((part, record.result))
    }

    /// Makes the folder. Unlike [`PartStore::prepare`] it clears nothing away, since others may be
    /// writing there; damaged parts do no harm, what they held is computed again.
    ///
    /// # Errors
    ///
    /// If the file system refuses.
    pub fn join(&self) -> Result<(), FileError> {
        let Some(folder) = &self.folder else { return Ok(()) };
        fs::create_dir_all(folder).map_err(FileError::on("create", folder))
    }

    /// Keeps the results that were sent off, on disk first.
    pub(super) fn receive(&mut self) -> Result<(), FileError> {
        let (bytes, count) = {
            let leaving = &mut self.unkept.lock().leaving;
            (encoded(leaving), leaving.len())
        };
        if count == 0 {
            return Ok(());
        }
        if let Some(folder) = &self.folder {
            write(folder, &bytes)?;
        }
        self.keep(None, bytes).expect("it was just made");
        // What the questions of the plan have just given needs no check.
        self.checked = self.parts.len();
        let mut state = self.unkept.lock();
        // Not before they are on disk: until then, a thread that ends the process can still bring them there.
        state.leaving.clear();
        state.kept += count;
        Ok(())
    }

    /// Keeps the results of a part, all or none. A task that is there already has the same result.
    fn keep(&mut self, path: Option<PathBuf>, content: Vec<u8>) -> Option<()> {
        let starts = starts(&content)?;
        let Self { results, parts, .. } = self;
        let begins = parts.last().map_or(0, |part| part.begins + part.content.len());
        parts.push(Part { path, content, begins });
        results.reserve(starts.len(), |place| key_at(parts, *place).hash());
        for place in starts.into_iter().map(|start| begins + start) {
            let key = key_at(parts, place);
            results
                .entry(
                    key.hash(),
                    |place| key_at(parts, *place) == key,
                    |place| key_at(parts, *place).hash(),
                )
                .or_insert(place);
        }
        Some(())
    }
}

/// A result in the content of a part.
struct Record<'a> {
    key: TaskKey,
    result: &'a [u8],
}

/// The first record of `bytes`, and what comes after it.
fn first_record(bytes: &[u8]) -> Option<(Record<'_>, &[u8])> {
    let ((key, length), rest): ((TaskKey, u32), _) = postcard::take_from_bytes(bytes).ok()?;
    let (result, rest) = rest.split_at_checked(length as usize)?;
    Some((Record { key, result }, rest))
}

/// The record at a place in the bytes of all `parts`, and the number of its part.
fn record(parts: &[Part], place: usize) -> (usize, Record<'_>) {
    let number = parts.partition_point(|part| part.begins <= place) - 1;
    let Part { content, begins, .. } = &parts[number];
    let (record, _) = first_record(&content[place - begins..]).expect("it was read before");
    (number, record)
}

fn key_at(parts: &[Part], place: usize) -> TaskKey {
    record(parts, place).1.key
}

/// Where the records of a part begin.
fn starts(content: &[u8]) -> Option<Vec<usize>> {
    let mut rest = content.strip_prefix(MAGIC)?;
    let mut starts = Vec::new();
    while !rest.is_empty() {
        starts.push(content.len() - rest.len());
        (_, rest) = first_record(rest)?;
    }
    Some(starts)
}

fn name(bytes: &[u8]) -> String {
    format!("{}.{ENDING}", &blake3::hash(bytes).to_hex()[..DIGITS])
}

/// Whether a file is named as parts are.
fn has_name_of_part(path: &Path) -> bool {
    let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    path.extension().is_some_and(|ending| ending == ENDING)
        && stem.len() == DIGITS
        && stem.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// Whether a file begins as parts do, as far as it goes.
fn begins_as_part(path: &Path) -> io::Result<bool> {
    let mut beginning = Vec::with_capacity(BEGINNING.len());
    File::open(path)?.take(BEGINNING.len() as u64).read_to_end(&mut beginning)?;
    Ok(BEGINNING.starts_with(&beginning))
}

/// Whether `folder` holds a part of any version, whole or damaged.
///
/// # Errors
///
/// If the file system refuses.
pub fn holds_parts(folder: &Path) -> Result<bool, FileError> {
    let fail = FileError::on("read", folder);
    for path in unless_missing(paths_in(folder))?.iter().filter(|path| has_name_of_part(path)) {
        let is_file = fs::symlink_metadata(path).map_err(fail)?.is_file();
        if is_file && begins_as_part(path).map_err(fail)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// What a file named as a part holds.
enum Content {
    Results(Vec<u8>),
    Foreign,
    Damaged,
}

fn content(path: &Path, bytes: Vec<u8>) -> Content {
    let is_named_so = path.file_name().is_some_and(|file| file == name(&bytes).as_str());
    match is_named_so {
        true if bytes.starts_with(MAGIC) => Content::Results(bytes),
        true if bytes.starts_with(BEGINNING) => Content::Foreign,
        _ => Content::Damaged,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn results(score: f64) -> Vec<Keyed> {
        let key = postcard::from_bytes(&[7; 16]).unwrap();
        vec![(key, score.to_le_bytes().to_vec())]
    }

    fn read(folder: &Path) -> PartStore {
        let mut store = PartStore::new(folder);
        store.read_new().unwrap();
        store
    }

    fn add(store: &mut PartStore, results: Vec<Keyed>) {
        store.unkept.add(results);
        store.unkept.send_off();
        store.receive().unwrap();
    }

    fn filled(folder: &Path) -> PathBuf {
        let mut store = read(folder);
        store.prepare().unwrap();
        add(&mut store, results(0.1 + 0.2));
        let entry = fs::read_dir(folder).unwrap().next().unwrap();
        entry.unwrap().path()
    }

    #[test]
    fn what_is_added_is_there_after_opening_again() {
        let folder = tempfile::tempdir().unwrap();
        filled(folder.path());
        let store = read(folder.path());
        let [(key, result)] = &results(0.1 + 0.2)[..] else { panic!("one result") };
        assert_eq!(store.get(key), Some(&result[..]));
        assert!(store.damaged().is_empty());
    }

    fn keyed(key: u8) -> (TaskKey, Vec<u8>) {
        (postcard::from_bytes(&[key; 16]).unwrap(), vec![key])
    }

    /// A thread that ends the process keeps what waits and what is on its way; the run may continue meanwhile.
    #[test]
    fn what_is_not_kept_yet_can_be_kept_by_others() {
        let folder = tempfile::tempdir().unwrap();
        let mut store = read(folder.path());
        let unkept = store.unkept();
        unkept.add(vec![keyed(1)]);
        unkept.send_off();
        unkept.add(vec![keyed(2), keyed(3)]);
        assert_eq!(unkept.keep().unwrap(), 3);
        store.receive().unwrap();
        add(&mut store, vec![keyed(4)]);
        assert_eq!(unkept.keep().unwrap(), 4);
        let results = read(folder.path());
        for key in 1..=4 {
            let (key, result) = keyed(key);
            assert_eq!(results.get(&key), Some(&result[..]));
        }
    }

    #[test]
    fn every_flipped_byte_and_every_cut_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let path = filled(folder.path());
        let good = fs::read(&path).unwrap();
        for position in 0..good.len() {
            let mut bad = good.clone();
            bad[position] ^= 1;
            assert!(matches!(content(&path, bad), Content::Damaged), "byte {position}");
            let cut = good[..position].to_vec();
            assert!(matches!(content(&path, cut), Content::Damaged), "cut at {position}");
            // A forged name does not make a part of it.
            if position > MAGIC.len() {
                assert!(starts(&good[..position]).is_none(), "cut at {position}");
            }
        }
        fs::write(&path, &good[..good.len() - 1]).unwrap();
        let mut store = read(folder.path());
        assert_eq!(store.damaged(), std::slice::from_ref(&path));
        assert!(!store.has(&results(0.0)[0].0));
        store.prepare().unwrap();
        assert!(!path.exists());
    }

    #[test]
    fn what_others_add_is_seen_at_the_next_look() {
        let folder = tempfile::tempdir().unwrap();
        let mut watching = read(folder.path());
        filled(folder.path());
        assert!(!watching.has(&results(0.0)[0].0));
        watching.read_new().unwrap();
        assert!(watching.has(&results(0.0)[0].0));
    }

    #[test]
    fn a_damaged_part_is_mended_where_nothing_may_be_cleared() {
        let folder = tempfile::tempdir().unwrap();
        let path = filled(folder.path());
        let good = fs::read(&path).unwrap();
        fs::write(&path, &good[1..]).unwrap();
        let mut store = read(folder.path());
        store.join().unwrap();
        add(&mut store, results(0.1 + 0.2));
        assert_eq!(fs::read(&path).unwrap(), good);
    }

    #[test]
    fn files_of_others_are_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        assert!(!holds_parts(folder.path()).unwrap());
        // One has another name, one has the name of a part and nothing of its content.
        let others = ["z.part", "0123456789abcdef0123456789abcdef.part"];
        for name in others {
            fs::write(folder.path().join(name), b"half a download").unwrap();
        }
        let mut store = read(folder.path());
        assert_eq!(store.damaged(), [folder.path().join(others[1])]);
        store.prepare().unwrap();
        for name in others {
            assert_eq!(fs::read(folder.path().join(name)).unwrap(), b"half a download");
        }
        assert!(!holds_parts(folder.path()).unwrap());
        add(&mut store, results(0.5));
        assert!(holds_parts(folder.path()).unwrap());
    }

    /// They are neither read nor called damaged, and stay: what they hold may be all that there is.
    #[test]
    fn parts_of_other_versions_are_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        for old in [&b"runner part 3\n whatever it held"[..], b"runner part 5\n what it will hold"]
        {
            fs::write(folder.path().join(name(old)), old).unwrap();
        }
        let mut store = read(folder.path());
        assert!(store.is_empty() && store.damaged().is_empty());
        assert_eq!(store.foreign().len(), 2);
        store.prepare().unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }

    #[test]
    fn half_written_files_are_cleared() {
        let folder = tempfile::tempdir().unwrap();
        let left_over = folder.path().join(".unfinished-host-12-aB3xYz");
        fs::write(&left_over, b"runner p").unwrap();
        read(folder.path()).prepare().unwrap();
        assert!(!left_over.exists());
    }
}
