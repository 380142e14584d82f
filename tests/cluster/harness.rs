//! A cluster that lives as long as a test, and a run folder on it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::support::needs::Need;
use crate::support::root;
use crate::support::study::generated;
pub(crate) use crate::support::workspace::text;
use crate::support::workspace::{parts_of, results};

/// One cluster at a time: they share the ports and the machine.
static ONE: Mutex<()> = Mutex::new(());

/// Results of runs on one machine, by number of replicates.
static REFERENCE: Mutex<BTreeMap<u32, Results>> = Mutex::new(BTreeMap::new());

/// Bytes of tables and manifest, by name.
pub(crate) type Results = BTreeMap<String, Vec<u8>>;

pub(crate) struct Cluster {
    folder: tempfile::TempDir,
    settings: Vec<(String, String)>,
    _one: MutexGuard<'static, ()>,
}

impl Drop for Cluster {
    fn drop(&mut self) {
        let _ = self.script(&["stop"]).output();
    }
}

impl Cluster {
    /// Three nodes of two CPUs, unless the environment does not ask for such tests. Settings are
    /// variables of the script, without their common start.
    pub(crate) fn start(settings: &[(&str, &str)]) -> Option<Self> {
        Need::Slurm.met(std::env::var_os("RUNNER_TEST_SLURM"))?;
        let one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
        let folder = tempfile::tempdir().unwrap();
        // Other users must reach the socket of munge and the run folder.
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
        let port = 20_000 + std::process::id() % 2_000 * 10;
        let mut all = vec![
            ("SLURM_TEST_DIR".to_owned(), folder.path().join("slurm").display().to_string()),
            ("SLURM_TEST_BASEPORT".to_owned(), port.to_string()),
        ];
        let given = settings.iter();
        all.extend(given.map(|(key, value)| (format!("SLURM_TEST_{key}"), (*value).to_owned())));
        let cluster = Self { folder, settings: all, _one: one };
        cluster.control(&["start", "3"]);
        Some(cluster)
    }

    fn script(&self, arguments: &[&str]) -> Command {
        let path = root().join("tests/cluster/slurm-test-cluster.sh");
        let mut command = Command::new("bash");
        command.arg(path).args(arguments).envs(self.settings.iter().cloned());
        command
    }

    /// Does something to the cluster.
    pub(crate) fn control(&self, arguments: &[&str]) {
        // Daemons inherit what is open, so that a pipe would not end with the script.
        let log = self.folder.path().join("control.log");
        let file = fs::File::options().create(true).append(true).open(&log).unwrap();
        let mut command = self.script(arguments);
        command.stdin(Stdio::null()).stdout(file.try_clone().unwrap()).stderr(file);
        let status = command.status().unwrap();
        assert!(status.success(), "{arguments:?}: {}", fs::read_to_string(log).unwrap());
    }

    /// A program in the environment of the cluster.
    pub(crate) fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        let config = self.folder.path().join("slurm/slurm.conf");
        command.env("SLURM_CONF", config).env("NO_COLOR", "1").env_remove("RAYON_NUM_THREADS");
        command.current_dir(self.folder.path());
        command
    }

    /// Runs one of Slurm's programs.
    pub(crate) fn slurm(&self, program: &str, arguments: &[&str]) -> String {
        let output = self.command(program).args(arguments).output().unwrap();
        assert!(output.status.success(), "{program} {arguments:?}: {}", text(&output.stderr));
        text(&output.stdout)
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// A run of a study that takes about `seconds` on one thread of this machine, with this build, to be
    /// cut into so many shards, in a folder whose name no careless script survives.
    pub(crate) fn run(&self, seconds: f64, shards: u32) -> Run<'_> {
        self.study(replicates(seconds, shards), shards)
    }

    /// A run of a study of so many replicates, whatever time that takes.
    pub(crate) fn study(&self, replicates: u32, shards: u32) -> Run<'_> {
        let folder = self.path("it's a \"run\", 50% #1");
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("study.toml"), spec(replicates)).unwrap();
        Run { cluster: self, folder, name: "out".to_owned(), replicates, shards }
    }
}

fn spec(replicates: u32) -> String {
    generated("study", 8, replicates) + "\n[studies.growth.minimal-size]\n"
}

/// How many replicates take about `seconds`, and are enough for so many shards.
fn replicates(seconds: f64, shards: u32) -> u32 {
    /// Replicates of a probe.
    const PROBE: u32 = 1000;
    static SPEED: OnceLock<(f64, f64)> = OnceLock::new();
    let (measured, estimated) = SPEED.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("study.toml"), spec(PROBE)).unwrap();
        let run = |arguments: &[&str]| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_runner"));
            text(&command.args(arguments).current_dir(folder.path()).output().unwrap().stdout)
        };
        let plan = run(&["plan", "study.toml", "--format", "json"]);
        let plan: serde_json::Value = serde_json::from_str(&plan).unwrap();
        let start = Instant::now();
        run(&["run", "study.toml", "--threads", "1", "-q"]);
        (start.elapsed().as_secs_f64(), plan["cost"]["seconds"].as_f64().unwrap())
    });
    let by_time = f64::from(PROBE) * seconds / measured;
    // A shard has at least a twentieth of a second of estimated work.
    let by_shards = f64::from(PROBE) * 0.05 * (f64::from(shards) + 0.5) / estimated;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "small and positive"
    )]
    let replicates = by_time.max(by_shards).min(5e6) as u32;
    replicates.next_multiple_of(100)
}

fn reference(replicates: u32) -> Results {
    let mut known = REFERENCE.lock().unwrap_or_else(PoisonError::into_inner);
    let made = known.entry(replicates).or_insert_with(|| {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("study.toml"), spec(replicates)).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_runner"));
        command.args(["run", "study.toml", "--out", "out", "-q"]).current_dir(folder.path());
        assert!(command.status().unwrap().success());
        results(&folder.path().join("out"))
    });
    made.clone()
}

/// A study on a cluster.
pub(crate) struct Run<'a> {
    cluster: &'a Cluster,
    pub(crate) folder: PathBuf,
    name: String,
    replicates: u32,
    shards: u32,
}

impl Run<'_> {
    /// The same study, to another folder for results.
    pub(crate) fn beside(&self, name: &str) -> Self {
        let (folder, name) = (self.folder.clone(), name.to_owned());
        Self { folder, name, ..*self }
    }

    pub(crate) fn out(&self) -> PathBuf {
        self.folder.join(&self.name)
    }

    /// Name of the jobs of the folder.
    fn job_name(&self) -> String {
        let folders = fs::read_dir(self.out().join("cluster")).unwrap().flatten();
        let mut scripts =
            folders.filter_map(|f| fs::read_to_string(f.path().join("merge.sh")).ok());
        let script = scripts.next().unwrap();
        let (_, name) = script.split_once("--job-name=").unwrap();
        name.lines().next().unwrap().to_owned()
    }

    /// Cancels the jobs of the folder.
    pub(crate) fn cancel(&self) {
        self.cluster.slurm("scancel", &[&format!("--name={}", self.job_name())]);
    }

    /// Ids of the jobs of the folder that run or wait, without the indices of tasks.
    pub(crate) fn jobs(&self) -> Vec<String> {
        let name = format!("--name={}", self.job_name());
        let jobs = self.cluster.slurm("squeue", &["-h", "-o", "%F", &name]);
        let jobs: BTreeSet<String> = jobs.lines().map(|job| job.trim().to_owned()).collect();
        jobs.into_iter().collect()
    }

    /// What `status` says, and its exit code.
    pub(crate) fn status(&self) -> (serde_json::Value, Option<i32>) {
        let output = self.runner(&["status", &self.name, "--json"]).output().unwrap();
        (serde_json::from_slice(&output.stdout).unwrap(), output.status.code())
    }

    /// The program, in the folder of the study.
    pub(crate) fn runner(&self, arguments: &[&str]) -> Command {
        let mut command = self.cluster.command(env!("CARGO_BIN_EXE_runner"));
        command.args(arguments).current_dir(&self.folder);
        command
    }

    /// `submit` to Slurm, with further arguments.
    pub(crate) fn submit(&self, arguments: &[&str]) -> Command {
        let shards = self.shards.to_string();
        let mut command = self.runner(&["submit", "study.toml", "--out", &self.name]);
        command.args(["--engine", "slurm", "--shards", &shards, "--visibility-wait", "3s"]);
        command.args(["--poll", "1s"]).args(arguments);
        command
    }

    /// Submits, and expects success; returns standard output.
    pub(crate) fn submitted(&self, arguments: &[&str]) -> String {
        succeed(&mut self.submit(arguments))
    }

    /// Submits, waits, and expects the bytes of a run on one machine.
    pub(crate) fn finish(&self, arguments: &[&str]) {
        succeed(self.submit(&["--wait"]).args(arguments));
        self.assert_finished();
    }

    pub(crate) fn assert_finished(&self) {
        let made = results(&self.out());
        for (name, bytes) in reference(self.replicates) {
            assert!(made[&name] == bytes, "{name} is not that of a run on one machine");
        }
    }

    /// Ids of tasks in `states`, without merges, by node.
    pub(crate) fn tasks(&self, states: &str) -> Vec<(String, String)> {
        let all = ["-h", "-r", "-t", states, "-o", "%i %N %j"];
        let lines = self.cluster.slurm("squeue", &all);
        // Merges are no arrays.
        let tasks = lines.lines().filter(|line| line.contains("runner-") && line.contains('_'));
        let tasks = tasks.map(|line| {
            let fields: Vec<&str> = line.split(' ').collect();
            (fields[0].to_owned(), fields[1].to_owned())
        });
        tasks.collect()
    }

    /// Waits until a task runs and has said so in its log; returns its id and node.
    pub(crate) fn a_running_task(&self) -> (String, String) {
        wait_for("a running task", || {
            let mut running = self.tasks("RUNNING").into_iter();
            running.find(|(task, _)| self.log_of(task).contains("test sets to resample"))
        })
    }

    /// Takes the node of a running task down; returns both. On a busy machine a task may come to its
    /// end first: then another is taken.
    pub(crate) fn lose_a_node(&self) -> (String, String) {
        loop {
            let (task, node) = self.a_running_task();
            self.cluster.control(&["down-node", &node]);
            if !self.log_of(&task).contains(" is complete after ") {
                return (task, node);
            }
            self.cluster.control(&["start-node", &node]);
        }
    }

    /// The log of a task.
    pub(crate) fn log_of(&self, task: &str) -> String {
        let end = format!("-{task}.log");
        let found = self.logs().into_iter().find(|(name, _)| name.ends_with(&end));
        found.map(|(_, log)| log).unwrap_or_default()
    }

    /// Logs of tasks, by name.
    pub(crate) fn logs(&self) -> BTreeMap<String, String> {
        let mut logs = BTreeMap::new();
        for submission in fs::read_dir(self.out().join("cluster")).into_iter().flatten().flatten() {
            for file in fs::read_dir(submission.path()).into_iter().flatten().flatten() {
                let name = file.file_name().into_string().unwrap();
                if file.path().extension().is_some_and(|ending| ending == "log") {
                    logs.insert(name, text(&fs::read(file.path()).unwrap()));
                }
            }
        }
        logs
    }

    pub(crate) fn parts(&self) -> usize {
        parts_of(&self.out()).len()
    }
}

pub(crate) fn wait_for<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(start.elapsed() < Duration::from_mins(5), "waited in vain for {what}");
        sleep(Duration::from_millis(100));
    }
}

pub(crate) fn succeed(command: &mut Command) -> String {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{command:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

/// Runs and expects an exit code; returns standard error.
pub(crate) fn fail(command: &mut Command, code: i32) -> String {
    let output = command.output().unwrap();
    let message = text(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{command:?}: {message}{}", text(&output.stdout));
    message
}

pub(crate) fn spawn(command: &mut Command) -> Child {
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

pub(crate) fn expect_success(child: Child) -> Output {
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}{}", text(&output.stderr), text(&output.stdout));
    output
}
