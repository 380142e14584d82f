//! Runs that are interrupted: by signals, at any moment, and by the file system.

use std::fmt::Write as _;
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::support::needs::Need;
use crate::support::workspace::{Workspace, parts, results, text, tree};

/// Enough work for many batches.
const SPEC: &str = r#"
[experiment]
name = "long"
seed = 3

[corpora.made.synthetic]
preset = "cesta-arfr-1"

[studies.growth]
corpora = ["made"]
systems = ["S6"]
metrics = ["adequacy"]
orderings = { corpus = true, random = 8 }
resample = "documents"
B = 100000
"#;

fn workspace() -> Workspace {
    let workspace = Workspace::empty();
    workspace.write("long.toml", SPEC);
    workspace
}

/// Numbers from a fixed seed (`SplitMix64`).
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}

fn send(signal: &str, process: &Child) {
    let sent = Command::new("kill").args([signal, &process.id().to_string()]).status();
    assert!(sent.unwrap().success(), "cannot send {signal}");
}

/// Waits until a run has kept a first part.
fn wait_for_a_part(workspace: &Workspace, out: &str) {
    let start = Instant::now();
    while parts(workspace, out).is_empty() {
        assert!(start.elapsed() < Duration::from_mins(5), "no part appears");
        sleep(Duration::from_millis(2));
    }
}

/// What the log of the last run says under `key`.
fn logged(folder: &Path, key: &str) -> u64 {
    let log = fs::read_to_string(folder.join("run-log.json")).unwrap();
    let log: serde_json::Value = serde_json::from_str(&log).unwrap();
    log[key].as_u64().unwrap()
}

#[test]
fn a_signal_ends_a_run_with_its_work_saved() {
    let workspace = workspace();
    workspace.succeed(&["run", "long.toml", "--out", "undisturbed", "-q"]);
    let all = logged(&workspace.path("undisturbed"), "results_computed");
    for signal in ["-INT", "-TERM"] {
        let out = format!("out{signal}");
        let mut command = workspace.command(&["run", "long.toml", "--out", &out]);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let run = command.spawn().unwrap();
        wait_for_a_part(&workspace, &out);
        send(signal, &run);
        let output = run.wait_with_output().unwrap();
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(75), "{message}");
        assert_eq!(text(&output.stdout), "");
        let told = message.split("interrupted; ").nth(1).and_then(|rest| rest.split(' ').next());
        let told: u64 = told.unwrap_or_else(|| panic!("{message}")).parse().unwrap();
        let expected = format!(
            "error: interrupted; {told} of {all} results are kept in `{out}`\n = help: run the \
             same command again to resume\n"
        );
        assert!(message.ends_with(&expected), "{message}");
        assert!(told > 0 && told < all, "{told} of {all}");

        workspace.succeed(&["run", "long.toml", "--out", &out, "-q"]);
        assert_eq!(logged(&workspace.path(&out), "results_reused"), told);
        assert_eq!(results(&workspace.path(&out)), results(&workspace.path("undisturbed")));
    }
}

/// Waits until a process listens for SIGTERM.
fn wait_until_it_listens(process: &Child) {
    let status = format!("/proc/{}/status", process.id());
    let start = Instant::now();
    while start.elapsed() < Duration::from_mins(1) {
        let Ok(status) = fs::read_to_string(&status) else { break };
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        let caught = u64::from_str_radix(caught.unwrap().trim(), 16).unwrap();
        if caught & (1 << 14) != 0 {
            return;
        }
        sleep(Duration::from_millis(5));
    }
    // Where it cannot be known.
    sleep(Duration::from_secs(1));
}

/// Signals a command that would go on for long; it must end soon, with this code. Returns what it told.
fn ended(workspace: &Workspace, arguments: &[&str], signal: &str, code: i32) -> String {
    let mut command = workspace.command(arguments);
    // An open pipe, from which it may wait for its input.
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut run = command.spawn().unwrap();
    let input = run.stdin.take();
    wait_until_it_listens(&run);
    sleep(Duration::from_millis(200));
    let start = Instant::now();
    send(signal, &run);
    let output = run.wait_with_output().unwrap();
    drop(input);
    let (seconds, message) = (start.elapsed().as_secs_f64(), text(&output.stderr));
    println!("{arguments:?}: {signal}, {code} after {seconds:.2} s");
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {message}");
    // Two on a machine that has nothing else to do.
    assert!(seconds < 5.0, "{arguments:?} took {seconds} s");
    message
}

#[test]
fn a_signal_ends_every_command() {
    let workspace = Workspace::small();
    let names = ["ref.txt", "one.txt", "two.txt"];
    for (name, words) in names.iter().zip(["the cat sat", "a cat sat", "the cat lay"]) {
        let lines = (0..200_000).map(|line| format!("{words} on the mat number {line}\n"));
        workspace.write(&format!("large/{name}"), lines.collect::<String>());
    }
    // Every result takes far longer than it takes to send a signal.
    let sizes = "test-sizes = { fractions = [1.0] }\nresample = \"segments\"";
    let long = SPEC.replace("resample = \"documents\"", sizes);
    workspace.write("long.toml", long.replace("B = 100000", "B = 10000000"));
    let before = tree(&workspace.path(""));
    let (one, two, reference) = ("large/one.txt", "large/two.txt", "large/ref.txt");
    let commands: &[&[&str]] = &[
        // While they read ...
        &["run", "-"],
        &["plan", "-"],
        &["check", "-"],
        &["score", "-", "-r", "ref.a.txt"],
        &["compare", "-", "two.txt", "-r", "ref.a.txt"],
        &["init", "large"],
        &["corpus", "describe", "large"],
        &["corpus", "convert", "large", "new.parquet", "--to", "parquet"],
        // ... and while they compute.
        &["corpus", "generate", "europarl-2004", "new"],
        &["score", one, "-r", reference, "--B", "10000000"],
        &[
            "compare",
            one,
            two,
            "-r",
            reference,
            "--test",
            "randomization",
            "--B",
            "10000000",
            "--out",
            "out",
        ],
        &["run", "long.toml", "--out", "out", "-q"],
    ];
    for (index, arguments) in commands.iter().enumerate() {
        let (signal, code) = [("-TERM", 143), ("-INT", 130)][index % 2];
        let message = ended(&workspace, arguments, signal, code);
        let told = message.lines().last().unwrap_or_default();
        assert_eq!(told, "error: interrupted; nothing was saved", "{arguments:?}");
        let _ = fs::remove_dir_all(workspace.path("out"));
        let mut found = tree(&workspace.path(""));
        // What is left aside goes with the next such command.
        found.retain(|path, _| !path.to_string_lossy().starts_with(".unfinished-"));
        assert!(found == before, "{arguments:?} left something");
    }
}

/// Many systems and sizes: making the tables takes far longer than the results.
const TABLES: &str = r#"
[experiment]
name = "tables"
seed = 3

[corpora.c.table]
path = "scores.tsv"
system = "system"
item = "id"
judgments = ["da"]

[metrics.da.human]
criterion = "da"

[studies.a]
corpora = ["c"]
metrics = ["da"]
test-sizes = { fractions = [0.2, 0.4, 0.6, 0.8, 1.0] }
B = 20

[studies.a.margin]
[studies.a.ranking]
[studies.a.comparison]
"#;

/// The tables that a folder keeps until a run is finished, which may be making or removing them now.
fn kept_tables(out: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let files = fs::read_dir(out.join("parts")).into_iter().flatten().flatten();
    let paths = files.map(|file| file.path());
    let tables = paths.filter(|path| path.extension().is_some_and(|ending| ending == "tables"));
    let mut kept: Vec<(PathBuf, Vec<u8>)> =
        tables.filter_map(|path| fs::read(&path).ok().map(|content| (path, content))).collect();
    kept.sort();
    kept
}

#[test]
fn tables_are_kept_when_a_run_is_interrupted() {
    let workspace = Workspace::empty();
    let mut dice = Dice(11);
    let mut rows = "system\tid\tda\n".to_owned();
    for system in 0..120 {
        for id in 0..10 {
            writeln!(rows, "s{system}\t{id}\t{}", dice.roll() % 100).unwrap();
        }
    }
    workspace.write("scores.tsv", rows);
    workspace.write("tables.toml", TABLES);
    workspace.succeed(&["run", "tables.toml", "--out", "undisturbed", "-q"]);
    assert_eq!(kept_tables(&workspace.path("undisturbed")), []);
    let out = workspace.path("out");
    let mut before = Vec::new();
    for signal in ["-TERM", "-KILL"] {
        let mut command = workspace.command(&["run", "tables.toml", "--out", "out", "-q"]);
        let mut run = command.stderr(Stdio::piped()).spawn().unwrap();
        while kept_tables(&out).len() <= before.len() {
            assert!(run.try_wait().unwrap().is_none(), "no table was kept");
            sleep(Duration::from_millis(2));
        }
        let start = Instant::now();
        send(signal, &run);
        let output = run.wait_with_output().unwrap();
        assert!(start.elapsed() < Duration::from_secs(5));
        if signal == "-TERM" {
            let message = text(&output.stderr);
            assert_eq!(output.status.code(), Some(75), "{message}");
            assert!(
                message.contains("error: interrupted; all ")
                    && message.contains(" are kept in `out`"),
                "{message}"
            );
        }
        // What was made before is not made again, but read.
        let kept = kept_tables(&out);
        assert!(before.iter().all(|file| kept.contains(file)) && kept.len() > before.len());
        before = kept;
    }
    workspace.succeed(&["run", "tables.toml", "--out", "out", "-q"]);
    assert_eq!(logged(&out, "results_computed"), 0);
    assert_eq!(kept_tables(&out), []);
    let lasting = |folder: &str| {
        let mut all = tree(&workspace.path(folder));
        all.retain(|path, _| {
            !(path.starts_with("parts")
                || path.ends_with("run-log.json")
                || path.ends_with(".lock"))
        });
        all
    };
    assert_eq!(lasting("out"), lasting("undisturbed"));
}

/// Kills at random moments, from a fixed seed: whatever a run was doing, the next one goes on, keeps
/// every part and ends in the bytes of a run that nobody disturbed. `RUNNER_KILLS` is the number of
/// kills, 50 unless said otherwise.
#[test]
fn runs_killed_at_random_moments_end_in_the_same_bytes() {
    let kills = std::env::var("RUNNER_KILLS").map_or(50, |number| number.parse().unwrap());
    let workspace = workspace();
    let start = Instant::now();
    workspace.succeed(&["run", "long.toml", "--out", "undisturbed", "-q"]);
    let whole = start.elapsed();
    let expected = results(&workspace.path("undisturbed"));
    let part_count = parts(&workspace, "undisturbed").len();
    assert!(part_count >= 4, "{part_count} parts are too few to kill runs between them");

    let mut dice = Dice(2007);
    let (mut folder, mut done, mut saved, mut with_parts, mut finished) = (0, 0, 0, 0, 0);
    while done < kills {
        let out = format!("out-{folder}");
        let before: Vec<(PathBuf, Vec<u8>)> = parts(&workspace, &out)
            .into_iter()
            .map(|path| (path.clone(), fs::read(&path).unwrap()))
            .collect();
        let mut command = workspace.command(&["run", "long.toml", "--out", &out, "-q"]);
        let mut run = command.stderr(Stdio::null()).spawn().unwrap();
        // From the start to somewhat before the end, which is nearer the more is there already.
        let left = 100 + 700 * part_count.saturating_sub(before.len()) / part_count;
        let moment = u32::try_from(dice.roll() % left as u64).unwrap();
        sleep(whole * moment / 1000);
        let signal = ["-KILL", "-TERM"][usize::try_from(dice.roll() % 2).unwrap()];
        // The process is a zombie until it is waited for, so that the signal finds it or nothing.
        send(signal, &run);
        let status = run.wait().unwrap();
        for (path, bytes) in &before {
            assert_eq!(fs::read(path).ok().as_ref(), Some(bytes), "a part was lost or changed");
        }
        match (status.code(), status.signal()) {
            (Some(0), _) => {
                assert_eq!(results(&workspace.path(&out)), expected);
                (folder, finished) = (folder + 1, finished + 1);
                continue;
            }
            (Some(75), _) => saved += 1,
            // SIGTERM finds nothing that is saved, or kills a process that does not listen yet.
            (Some(143), _) | (None, Some(9 | 15)) => {}
            _ => panic!("{status}"),
        }
        done += 1;
        with_parts += u32::from(!parts(&workspace, &out).is_empty());
    }
    let out = format!("out-{folder}");
    workspace.succeed(&["run", "long.toml", "--out", &out, "-q"]);
    assert_eq!(results(&workspace.path(&out)), expected);
    let left: Vec<_> = fs::read_dir(workspace.path(&out)).unwrap().flatten().collect();
    let left = left.iter().map(|entry| entry.file_name().into_string().unwrap());
    assert_eq!(left.filter(|name| name.starts_with(".unfinished-")).count(), 0);
    println!("{kills} kills, {with_parts} with parts, {saved} saved at a signal, {finished} ended");
    assert!(with_parts >= kills / 4 && saved > 0, "the moments missed the work");
}

/// What is left half-written anywhere in a folder.
fn unfinished(folder: &Path) -> Vec<PathBuf> {
    let name = |path: &PathBuf| path.file_name().unwrap().to_string_lossy().into_owned();
    let files = tree(folder).into_keys();
    files.filter(|path| name(path).starts_with(".unfinished-")).collect()
}

/// A run that is killed while it writes its report, by a limit on the size of files that only the page
/// exceeds.
fn killed_at_the_page(workspace: &Workspace, arguments: &str) {
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("ulimit -f 64; exec \"$RUNNER\" {arguments}")]);
    shell.current_dir(workspace.path("")).env("RUNNER", env!("CARGO_BIN_EXE_runner"));
    let status = shell.status().unwrap();
    assert!(status.signal().is_some(), "it was not killed: {status}");
}

#[test]
fn no_report_stands_beside_tables_of_another_run() {
    let workspace = Workspace::small();
    workspace.succeed(&["run", "small.toml", "--out", "out", "-q"]);
    workspace.succeed(&["report", "out", "--export", "csv"]);
    workspace.edit("small.toml", "B = 100", "B = 200");
    workspace.succeed(&["run", "small.toml", "--out", "undisturbed", "-q"]);
    let expected = tree(&workspace.path("undisturbed/report"));
    let out = workspace.path("out");
    for again in [&["run", "small.toml", "--out", "out", "-q"][..], &["report", "out"]] {
        killed_at_the_page(&workspace, "run small.toml --out out -q");
        assert_eq!(results(&out), results(&workspace.path("undisturbed")));
        let report = tree(&out.join("report"));
        let whole = report
            .keys()
            .filter(|path| !unfinished(&out).contains(&Path::new("report").join(path)));
        assert_eq!(whole.count(), 0, "{:?}", report.keys());
        assert!(unfinished(&out).iter().any(|path| path.starts_with("report/figures")));
        workspace.succeed(again);
        assert_eq!(tree(&out.join("report")), expected);
        assert_eq!(unfinished(&out), Vec::<PathBuf>::new());
        // And back, for the next round.
        workspace.edit("small.toml", "B = 200", "B = 100");
        workspace.succeed(&["run", "small.toml", "--out", "out", "-q"]);
        workspace.edit("small.toml", "B = 100", "B = 200");
    }
}

/// Runs of two specs into one folder, killed at any moment: where there is a page, the tables beside it
/// are those that it is about, and the next command finds its way.
#[test]
fn a_page_is_always_that_of_its_tables() {
    let kills = std::env::var("RUNNER_KILLS").map_or(40, |number| number.parse().unwrap());
    let workspace = Workspace::small();
    workspace.write("one.toml", crate::support::workspace::SMALL);
    workspace.edit("small.toml", "[studies.growth.minimal-size]", "[studies.growth.replicates]");
    let mut whole = Duration::ZERO;
    for spec in ["one", "small"] {
        let start = Instant::now();
        workspace.succeed(&["run", &format!("{spec}.toml"), "--out", spec, "-q"]);
        whole = whole.max(start.elapsed());
    }
    let out = workspace.path("out");
    let json = |name: &str| -> Option<serde_json::Value> {
        Some(serde_json::from_slice(&fs::read(out.join(name)).ok()?).unwrap())
    };
    let tables = |folder: &Path| {
        let mut tables = tree(folder);
        tables.retain(|path, _| path.extension().is_some_and(|ending| ending == "parquet"));
        tables
    };
    let (mut dice, mut pages, mut without, mut finished) = (Dice(2009), 0, 0, 0);
    for round in 0..kills {
        let spec = ["one", "small"][round % 2];
        let arguments = ["run", &format!("{spec}.toml"), "--out", "out", "-q"];
        let mut run = workspace.command(&arguments).stderr(Stdio::null()).spawn().unwrap();
        sleep(whole * u32::try_from(dice.roll() % 1100).unwrap() / 1000);
        send("-KILL", &run);
        finished += u32::from(run.wait().unwrap().success());
        if !out.join("report/index.html").exists() {
            without += 1;
            continue;
        }
        pages += 1;
        let about = json("report/report.json").unwrap();
        // Before tables are replaced the manifest goes, and then the page.
        if let Some(manifest) = json("manifest.json") {
            assert_eq!(about["manifest"], manifest["digest"], "round {round}");
        }
        let digests = ["one", "small"].map(|spec| {
            let manifest = fs::read(workspace.path(spec).join("manifest.json")).unwrap();
            let manifest: serde_json::Value = serde_json::from_slice(&manifest).unwrap();
            (manifest["digest"].clone(), spec)
        });
        let (_, spec) = digests.iter().find(|(digest, _)| *digest == about["manifest"]).unwrap();
        assert!(tables(&out) == tables(&workspace.path(spec)), "round {round}");
    }
    println!("{kills} kills, {finished} too late; then {pages} pages, {without} times none");
    for spec in ["small", "one"] {
        workspace.succeed(&["run", &format!("{spec}.toml"), "--out", "out", "-q"]);
        assert_eq!(tables(&out), tables(&workspace.path(spec)));
        assert_eq!(tree(&out.join("report")), tree(&workspace.path(spec).join("report")));
        assert_eq!(unfinished(&out), Vec::<PathBuf>::new());
    }
}

/// Nothing looks at the times of files.
#[test]
fn a_clock_set_back_changes_nothing() {
    let workspace = Workspace::small();
    workspace.succeed(&["run", "small.toml", "-q"]);
    let folder = workspace.path("results/small");
    let before = results(&folder);
    for date in ["1990-01-01", "2090-01-01"] {
        let mut command = Command::new("find");
        command.arg(&folder).args(["-exec", "touch", "-d", date, "{}", "+"]);
        assert!(command.status().unwrap().success());
        workspace.succeed(&["run", "small.toml", "-q"]);
        assert_eq!(logged(&folder, "results_computed"), 0);
        assert_eq!(results(&folder), before);
    }
}

/// Runs a script with a file system of its own in the folder `disk`, if the system permits it.
fn with_small_disk(workspace: &Workspace, script: &str) -> Option<String> {
    fs::create_dir_all(workspace.path("disk")).unwrap();
    let isolated = |script: &str| {
        let mut shell = Command::new("unshare");
        shell.args(["--mount", "--map-root-user", "sh", "-c", script]);
        shell.current_dir(workspace.path("")).env("NO_COLOR", "1");
        shell.env("RUNNER", env!("CARGO_BIN_EXE_runner"));
        shell.output()
    };
    let permitted = isolated("mount -t tmpfs -o size=100k none disk");
    if !permitted.is_ok_and(|output| output.status.success()) {
        Need::Mount.skip("");
        return None;
    }
    let output = isolated(&format!("set -u; {script}")).unwrap();
    let all = text(&output.stdout) + &text(&output.stderr);
    assert!(output.status.success(), "{all}");
    Some(all)
}

#[test]
fn a_full_disk_loses_nothing() {
    let workspace = workspace();
    workspace.edit("long.toml", "B = 100000", "B = 200");
    workspace.edit("long.toml", "random = 8", "random = 40");
    workspace.succeed(&["run", "long.toml", "--out", "undisturbed", "-q"]);
    // Full while parts are written, full while tables are written, and then not full.
    let script = r#"
        mount -t tmpfs -o size=24k none disk
        for size in 24k 120k 64m; do
            mount -o remount,size=$size disk
            $RUNNER run long.toml --out disk/out -q; echo "$size: exit $?"
            ls disk/out/manifest.json disk/out/parts | wc -l
        done
        cp -r disk/out copy
    "#;
    let Some(told) = with_small_disk(&workspace, script) else { return };
    assert!(told.contains("24k: exit 4\n"), "{told}");
    assert!(told.contains("120k: exit 4\n"), "{told}");
    assert!(told.contains("64m: exit 0\n"), "{told}");
    assert_eq!(told.matches("No space left on device").count(), 2, "{told}");
    assert_eq!(told.matches("help: free some space").count(), 2, "{told}");
    assert_eq!(results(&workspace.path("copy")), results(&workspace.path("undisturbed")));
    assert_eq!(logged(&workspace.path("copy"), "results_computed"), 0, "{told}");
}

/// A disk that is full when the report is written: the tables are new by then, and the message says so.
/// Here the report has a file system of its own.
#[test]
fn a_full_disk_says_what_was_written() {
    let workspace = Workspace::small();
    workspace.succeed(&["run", "small.toml", "--out", "undisturbed", "-q"]);
    workspace.edit("small.toml", "B = 100", "B = 50");
    let script = r#"
        mount -t tmpfs -o size=64m none disk
        $RUNNER run small.toml --out disk/out -q; echo "first: exit $?"
        sed -i 's/B = 50/B = 100/' small.toml
        rm -r disk/out/report && mkdir disk/out/report
        mount -t tmpfs -o size=16k none disk/out/report
        $RUNNER run small.toml --out disk/out -q; echo "full: exit $?"
        cp -r disk/out after
        umount disk/out/report
        $RUNNER report disk/out >/dev/null; echo "report: exit $?"
        cp -r disk/out reported
    "#;
    let Some(told) = with_small_disk(&workspace, script) else { return };
    for outcome in ["first: exit 0", "full: exit 4", "report: exit 0"] {
        assert!(told.contains(outcome), "{told}");
    }
    let help = "= help: the tables are complete, the report could not be written: free some space, \
                then `runner report disk/out` writes it\n";
    assert!(told.contains("No space left on device") && told.contains(help), "{told}");
    assert_eq!(results(&workspace.path("after")), results(&workspace.path("undisturbed")));
    assert!(!workspace.path("after/report/index.html").exists());
    let expected = tree(&workspace.path("undisturbed/report"));
    assert_eq!(tree(&workspace.path("reported/report")), expected);
}

/// A disk that is full when tables are replaced leaves the earlier ones as they were.
#[test]
fn a_full_disk_keeps_earlier_tables() {
    let workspace = Workspace::small();
    let script = r#"
        mount -t tmpfs -o size=64m none disk
        $RUNNER run small.toml --out disk/out -q; echo "first: exit $?"
        cp -r disk/out before
        sed -i 's/B = 100/B = 200/' small.toml
        head -c 100m /dev/zero > disk/filler 2>/dev/null
        $RUNNER run small.toml --out disk/out -q; echo "full: exit $?"
        cp -r disk/out after
        mount -o remount,ro disk
        $RUNNER run small.toml --out disk/out -q; echo "read-only: exit $?"
    "#;
    let Some(told) = with_small_disk(&workspace, script) else { return };
    for outcome in ["first: exit 0", "full: exit 4", "read-only: exit 4"] {
        assert!(told.contains(outcome), "{told}");
    }
    assert!(told.contains("Read-only file system"), "{told}");
    assert!(told.contains("help: name a folder that can be written to with --out"), "{told}");
    assert_eq!(results(&workspace.path("after")), results(&workspace.path("before")));
}
