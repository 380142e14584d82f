//! Placed kills and injected faults: every system call that creates, renames or removes a name is killed
//! once, meets SIGTERM once and is made to fail once, in every command that writes.
//!
//! `strace` places them, so the suite is skipped where there is none. A test run takes a sample of the
//! places; `RUNNER_THOROUGH=1` takes all of them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::support::needs::{Need, is_thorough};
use crate::support::workspace::{Workspace, text};

/// What creates, renames or removes a name. The question mark passes over calls that a processor lacks.
const CALLS: &str = "?open,?openat,?creat,?mkdir,?mkdirat,?rename,?renameat,?renameat2,?unlink,?unlinkat,\
                     ?rmdir,?link,?linkat,?symlink,?symlinkat";

/// What makes content last; made to fail, not killed, since a kill there leaves what the call before left.
const WRITES: &str = "?write,?pwrite64,?fsync,?fdatasync,?ftruncate";

/// Faults that a file system can answer with at any moment.
const ERRORS: [&str; 3] = ["ENOSPC", "EIO", "EROFS"];

/// A fault at the `number`th call of a kind, as `strace` counts in each thread.
struct Fault {
    call: String,
    number: usize,
    /// `signal=SIGKILL`, `signal=SIGTERM` or `error=ENOSPC`.
    what: String,
}

/// A call, and which of its kind in its thread.
type Place = (String, usize);

/// One place of each call, unless all are wanted: the first, the middle or the last of three, call by call.
fn one_of_each(places: &BTreeSet<Place>, start: usize) -> Vec<Place> {
    if is_thorough() {
        return places.iter().cloned().collect();
    }
    let places: Vec<&Place> = places.iter().collect();
    let calls = places.chunk_by(|one, other| one.0 == other.0).enumerate();
    calls.map(|(index, places)| places[(start + index) % places.len()].clone()).collect()
}

/// Places of each call: the first, one in the middle and the last. A corpus of hundreds of files has a thousand that are
/// alike.
fn sample(places: &BTreeSet<Place>) -> BTreeSet<Place> {
    if is_thorough() {
        return places.clone();
    }
    let mut by_call: BTreeMap<&str, Vec<&Place>> = BTreeMap::new();
    for place in places {
        by_call.entry(&place.0).or_default().push(place);
    }
    let sampled = by_call.values().flat_map(|places| {
        let ends = [places.first(), places.get(places.len() / 2), places.last()];
        ends.into_iter().flatten().map(|place| (*place).clone())
    });
    sampled.collect()
}

impl Fault {
    fn new((call, number): &Place, what: String) -> Self {
        Self { call: call.clone(), number: *number, what }
    }

    fn injection(&self) -> String {
        format!("inject={}:{}:when={}", self.call, self.what, self.number)
    }

    fn is_kill(&self) -> bool {
        self.what == KILL
    }

    fn is_signal(&self) -> bool {
        self.what == TERMINATE
    }
}

const KILL: &str = "signal=SIGKILL";
const TERMINATE: &str = "signal=SIGTERM";

/// Contents of files by their path below a folder.
type Tree = BTreeMap<String, Vec<u8>>;

fn tree(folder: &Path) -> Tree {
    fn add(root: &Path, folder: &Path, tree: &mut Tree) {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                add(root, &path, tree);
            } else {
                let name = path.strip_prefix(root).unwrap().to_str().unwrap().to_owned();
                tree.insert(name, fs::read(&path).unwrap());
            }
        }
    }
    let mut found = Tree::new();
    add(folder, folder, &mut found);
    found
}

fn copy(from: &Path, to: &Path) {
    let copied = Command::new("cp").arg("-r").arg(from).arg(to).status().unwrap();
    assert!(copied.success());
}

/// A command under attack, in a folder that begins as a copy of `start` each time.
struct Attack<'a> {
    workspace: &'a Workspace,
    arguments: &'a [&'a str],
    /// What the command writes: a folder or a file below the working folder.
    target: &'a str,
    /// Files of the target that differ from run to run: logs, locks, names of parts, records of submissions.
    is_variable: fn(&str) -> bool,
    /// Whether it refuses a target that is there, so that what is whole is not made again.
    once: bool,
    /// Looks at what a kill left.
    check: &'a dyn Fn(&Path, &str),
}

impl Attack<'_> {
    fn folder(&self) -> PathBuf {
        self.workspace.path("work")
    }

    fn restart(&self) {
        let _ = fs::remove_dir_all(self.folder());
        copy(&self.workspace.path("start"), &self.folder());
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.current_dir(self.folder()).env("NO_COLOR", "1").env("RAYON_NUM_THREADS", "1");
        command.stdin(Stdio::null());
        command
    }

    fn plain(&self) -> Output {
        self.command(env!("CARGO_BIN_EXE_runner")).args(self.arguments).output().unwrap()
    }

    fn traced(&self, options: &[String], log: &Path) -> Output {
        let mut command = self.command("strace");
        command.args(["-f", "-qq", "-o"]).arg(log).args(options);
        command.arg(env!("CARGO_BIN_EXE_runner")).args(self.arguments).output().unwrap()
    }

    /// What lasts of the target.
    fn result(&self) -> Tree {
        let mut all = tree(&self.folder());
        all.retain(|name, _| !(self.is_target(name) && (self.is_variable)(name)));
        all
    }

    fn is_target(&self, name: &str) -> bool {
        name.strip_prefix(self.target).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
            || name.rsplit('/').any(|part| part.starts_with(".unfinished-"))
    }

    /// Every place of an undisturbed run, as call and number within its thread.
    fn places(&self, calls: &str, counts: fn(&str) -> bool) -> BTreeSet<Place> {
        self.restart();
        let log = self.workspace.path("calls");
        let output = self.traced(&["-e".to_owned(), format!("trace={calls}")], &log);
        assert!(output.status.success(), "{}", text(&output.stderr));
        let mut seen: BTreeMap<(String, String), usize> = BTreeMap::new();
        let mut places = BTreeSet::new();
        for line in fs::read_to_string(&log).unwrap().lines() {
            let Some((thread, call)) = line.split_once(' ') else { continue };
            let Some((name, rest)) = call.trim_start().split_once('(') else { continue };
            if !name.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
                continue;
            }
            let number = seen.entry((thread.to_owned(), name.to_owned())).or_default();
            *number += 1;
            if counts(rest) || !name.starts_with("open") {
                places.insert((name.to_owned(), *number));
            }
        }
        places
    }

    /// Kills and fails the command at each place, and runs it again each time. Returns how often SIGTERM ended it.
    fn run(&self) -> usize {
        self.restart();
        let output = self.plain();
        assert!(output.status.success(), "{}", text(&output.stderr));
        let expected = self.result();
        let before = tree(&self.workspace.path("start"));
        let writes = |flags: &str| {
            ["O_CREAT", "O_WRONLY", "O_RDWR", "O_TRUNC"].iter().any(|flag| flags.contains(flag))
        };
        let changes = self.places(CALLS, writes);
        let all_writes = self.places(WRITES, |_| true);
        assert!(!changes.is_empty(), "{:?} writes nothing", self.arguments);
        let sampled_changes = sample(&changes);
        let kills = sampled_changes.iter().map(|place| Fault::new(place, KILL.to_owned()));
        // Kills, which leave most behind, are at every place of the sample.
        let signals = one_of_each(&sampled_changes, 0).into_iter();
        let signals = signals.map(|place| Fault::new(&place, TERMINATE.to_owned()));
        let failing = one_of_each(&sampled_changes, 1).into_iter();
        let failing = failing.chain(one_of_each(&sample(&all_writes), 0));
        let errors = failing.enumerate().map(|(index, place)| {
            Fault::new(&place, format!("error={}", ERRORS[index % ERRORS.len()]))
        });
        let faults = kills.chain(signals).chain(errors);
        let (mut killed, mut ended, mut failed, mut passed) = (0, 0, 0, 0);
        for fault in faults {
            self.restart();
            let injection = fault.injection();
            let log = self.workspace.path("injected");
            let output = self.traced(&["-e".to_owned(), injection.clone()], &log);
            let message = text(&output.stderr);
            match output.status.code() {
                Some(0) => passed += 1,
                // strace ends as the program did: by the signal, or with its code.
                None | Some(137) if fault.is_kill() => killed += 1,
                // Interrupted with the work saved, or with nothing.
                Some(75 | 143) if fault.is_signal() => ended += 1,
                Some(4) => failed += 1,
                code => panic!("{:?}, {injection}: {code:?}\n{message}", self.arguments),
            }
            for (name, content) in &before {
                if !self.is_target(name) {
                    let now = fs::read(self.folder().join(name)).ok();
                    assert_eq!(now.as_ref(), Some(content), "{injection}: `{name}` was changed");
                }
            }
            (self.check)(&self.folder(), &injection);
            if !(self.once && self.folder().join(self.target).exists()) {
                let output = self.plain();
                let message = text(&output.stderr);
                assert!(output.status.success(), "again after {injection}: {message}");
            }
            let found = self.result();
            let names = |tree: &Tree| tree.keys().cloned().collect::<Vec<_>>();
            assert_eq!(names(&found), names(&expected), "again after {injection}");
            for (name, content) in &expected {
                assert!(found[name] == *content, "again after {injection}: `{name}` differs");
            }
        }
        println!(
            "{:?}: of {} places to kill and {} to fail {killed} killed, {ended} ended by SIGTERM, {failed} failed, {passed} passed",
            self.arguments,
            changes.len(),
            changes.len() + all_writes.len(),
        );
        assert!(killed > 0 && failed > 0, "the faults missed the command");
        ended
    }
}

/// Whether the suite can run; says so where it cannot.
fn has_strace() -> bool {
    let found = Command::new("strace").args(["-f", "-o", "/dev/null", "true"]).output();
    let works = found.is_ok_and(|output| output.status.success());
    Need::Strace.met(works.then_some(())).is_some()
}

/// Logs, locks and parts, whose number depends on where a run was interrupted.
fn varies(name: &str) -> bool {
    let file = name.rsplit('/').next().unwrap();
    matches!(file, "run-log.json" | ".lock") || name.contains("/parts/")
}

fn start(files: &Workspace, workspace: &Workspace) {
    copy(&files.path(""), &workspace.path("start"));
}

/// The output of `command` in `folder`.
fn runner(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_runner"));
    command.args(arguments).current_dir(folder).env("NO_COLOR", "1").output().unwrap()
}

/// Where there is a manifest, all tables are whole and its own; a page is that of these tables.
fn sealed(folder: &Path, states: &[&Tree], when: &str) {
    let found = tree(&folder.join("out"));
    let Some(manifest) = found.get("manifest.json") else { return };
    let state = states.iter().find(|state| state.get("manifest.json") == Some(manifest));
    let state = state.unwrap_or_else(|| panic!("{when}: a manifest of another run"));
    for (name, content) in state.iter().filter(|(name, _)| name.ends_with(".parquet")) {
        assert!(found.get(name) == Some(content), "{when}: `{name}` is not that of the manifest");
    }
    if let Some(page) = found.get("report/index.html") {
        assert!(state.get("report/index.html") == Some(page), "{when}: the page is a stale one");
    }
}

#[test]
fn run_and_report_survive_every_fault() {
    if !has_strace() {
        return;
    }
    let files = Workspace::small();
    let workspace = Workspace::empty();
    start(&files, &workspace);
    // From nothing.
    files.succeed(&["run", "small.toml", "--out", "out", "-q"]);
    let old = tree(&files.path("out"));
    let check = |folder: &Path, when: &str| sealed(folder, &[&old], when);
    let arguments = ["run", "small.toml", "--out", "out", "-q"];
    let attack = Attack {
        workspace: &workspace,
        arguments: &arguments,
        target: "out",
        is_variable: varies,
        once: false,
        check: &check,
    };
    let mut ended = attack.run();

    // Over other tables and their report, beside files of somebody else.
    files.write("out/notes.txt", "mine");
    fs::remove_dir_all(workspace.path("start")).unwrap();
    start(&files, &workspace);
    let edited = workspace.path("start/small.toml");
    let spec = fs::read_to_string(&edited).unwrap();
    fs::write(&edited, spec.replace("B = 100", "B = 120")).unwrap();
    fs::write(files.path("small.toml"), fs::read(&edited).unwrap()).unwrap();
    files.succeed(&["run", "small.toml", "--out", "out", "-q"]);
    let new = tree(&files.path("out"));
    let check = |folder: &Path, when: &str| {
        sealed(folder, &[&old, &new], when);
        assert_eq!(fs::read(folder.join("out/notes.txt")).unwrap(), b"mine", "{when}");
    };
    ended += Attack { check: &check, ..attack }.run();

    // The report alone.
    fs::remove_dir_all(workspace.path("start")).unwrap();
    fs::remove_dir_all(files.path("out/report/figures")).unwrap();
    start(&files, &workspace);
    ended += Attack { arguments: &["report", "out"], check: &check, ..attack }.run();
    assert!(ended > 0, "no signal ended a command");
}

/// What a command that writes a corpus leaves when it is killed: the whole `target` or nothing of it, and
/// nothing aside that passes for a corpus. What is `invented` has its mark in either place.
fn left(folder: &Path, target: &str, invented: bool, when: &str) {
    let describe = |path: &str| runner(folder, &["corpus", "describe", path]);
    let described = describe(target);
    if folder.join(target).exists() {
        assert!(described.status.success(), "{when}: {}", text(&described.stderr));
        let is_marked = text(&described.stdout).contains("(generated, not real)");
        assert_eq!(is_marked, invented, "{when}: invented data are marked, and no others");
    } else {
        assert_eq!(described.status.code(), Some(3), "{when}");
    }
    let names = fs::read_dir(folder).unwrap();
    let names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    for name in names.filter(|name| name.starts_with(".unfinished-")) {
        let code = describe(&name).status.code();
        assert_eq!(code, Some(3), "{when}: `{name}` is read as a corpus");
        let files = tree(&folder.join(&name));
        let is_marked = files.is_empty() || files.contains_key("SYNTHETIC.txt");
        assert!(is_marked || !invented, "{when}: {:?}", files.keys());
    }
}

/// Attacks a command that writes the corpus `target` once.
fn attack_writer(workspace: &Workspace, arguments: &[&str], target: &str, invented: bool) {
    let check = |folder: &Path, when: &str| left(folder, target, invented, when);
    let is_variable = |_: &str| false;
    Attack { workspace, arguments, target, is_variable, once: true, check: &check }.run();
}

#[test]
fn corpora_are_written_whole_or_not_at_all() {
    if !has_strace() {
        return;
    }
    let workspace = Workspace::empty();
    fs::create_dir(workspace.path("start")).unwrap();
    workspace.write("start/inputs/small.txt", "not an input");
    let generate = ["corpus", "generate", "cesta-enfr-1", "made", "--language-pair", "en-fr"];
    attack_writer(&workspace, &generate, "made", true);
}

#[test]
fn corpora_are_converted_whole_or_not_at_all() {
    if !has_strace() {
        return;
    }
    let real = Workspace::small();
    let invented = Workspace::empty();
    // In all that the layout holds.
    for (name, text) in [
        ("SYNTHETIC.txt", "made up\n"),
        ("sources/en-de.txt", "a\nb\n"),
        ("references/en-de.refA.txt", "c\nd\n"),
        ("system-outputs/en-de/S.txt", "c\ne\n"),
        ("human-scores/en-de.mqm.seg.score", "S\t0\nS\t-1\n"),
    ] {
        invented.write(&format!("invented/{name}"), text);
    }
    for (files, source, is_invented) in
        [(&real, "small.toml", false), (&invented, "invented", true)]
    {
        let workspace = Workspace::empty();
        start(files, &workspace);
        let convert = ["corpus", "convert", source];
        let evalset = ["made", "--to", "evalset", "--language-pair", "en-fr"];
        attack_writer(&workspace, &[&convert[..], &evalset].concat(), "made", is_invented);
        let parquet = ["made.parquet", "--to", "parquet"];
        attack_writer(&workspace, &[&convert[..], &parquet].concat(), "made.parquet", is_invented);
    }
}

/// Plans and records name folders, and scripts the program.
fn of_submissions(name: &str) -> bool {
    varies(name) || name.contains("/cluster")
}

/// A submission clears nothing away, since others may be writing there: a later merge does.
fn of_killed_submissions(name: &str) -> bool {
    of_submissions(name) || name.starts_with("out/.unfinished-")
}

#[test]
fn submissions_and_merges_survive_every_fault() {
    if !has_strace() {
        return;
    }
    let files = Workspace::small();
    let workspace = Workspace::empty();
    start(&files, &workspace);
    let nothing = |_: &Path, _: &str| {};
    let arguments = ["submit", "small.toml", "--engine", "script", "--out", "out", "--shards", "2"];
    let attack = Attack {
        workspace: &workspace,
        arguments: &arguments,
        target: "out",
        is_variable: of_killed_submissions,
        once: false,
        check: &nothing,
    };
    attack.run();

    let (plan, shard) =
        (["plan", "small.toml", "--out", "out", "--shards", "1"], ["run-shard", "out"]);
    files.succeed(&plan);
    files.succeed(&[shard[0], shard[1], "--shard", "0"]);
    fs::remove_dir_all(workspace.path("start")).unwrap();
    start(&files, &workspace);
    // The record of the plan has the path of the corpora.
    let record = workspace.path("start/out/cluster/plan.json");
    let moved = fs::read_to_string(&record).unwrap();
    let from = files.path("").display().to_string();
    let to = workspace.path("work/").display().to_string();
    fs::write(&record, moved.replace(&from, &to)).unwrap();
    files.succeed(&["merge", "out", "-q"]);
    let whole = tree(&files.path("out"));
    let check = |folder: &Path, when: &str| sealed(folder, &[&whole], when);
    let left = "out/.unfinished-host-7-aB3xYz";
    fs::write(workspace.path("start").join(left), "half").unwrap();
    let (arguments, is_variable) = (&["merge", "out", "-q"][..], of_submissions);
    Attack { arguments, is_variable, check: &check, ..attack }.run();
    assert!(workspace.path("start").join(left).exists());
    assert!(!workspace.path("work").join(left).exists(), "a merge left it");
}
