//! Names that earlier versions had, and what to use instead.

/// The kind of thing that a removed name was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A command of the program.
    Command,
    /// An option, after the command that had it: `compare --history`.
    Option,
    /// A key of a spec with the tables around it, or a value after its key; `*` stands for any name.
    Key,
    /// A table of results.
    Table,
}

/// A removed name.
#[derive(Clone, Copy, Debug)]
pub struct Removed {
    /// What it was.
    pub kind: Kind,
    /// Its name. The steps of a key are separated by dots.
    pub name: &'static str,
    /// What to do instead. In a key, `{study}` stands for the path of the study.
    pub instead: &'static str,
}

const fn command(name: &'static str, instead: &'static str) -> Removed {
    Removed { kind: Kind::Command, name, instead }
}

const fn option(name: &'static str, instead: &'static str) -> Removed {
    Removed { kind: Kind::Option, name, instead }
}

const fn key(name: &'static str, instead: &'static str) -> Removed {
    Removed { kind: Kind::Key, name, instead }
}

const fn table(name: &'static str, instead: &'static str) -> Removed {
    Removed { kind: Kind::Table, name, instead }
}

const JUDGES_OF_ONE_PAIR: &str = "use the table `comparisons`: with `resample = { texts = \"documents\", judges = true }` in the study, its tests also \
                                  hold for other judges";

const TWO_CORPORA: &str = "make one corpus of the segments that systems may have seen and one of the other segments, and \
                           compare the systems on both with `comparison`";

const RANKS_BY_BOTH: &str = "name the metric and the judgments in `metrics` of the study, and compare the ranks of each system \
                             in the table `ranks` (`ranking = {}`)";

const SIMULATED_CAMPAIGNS: &str = "leave it out: `design` no longer simulates campaigns with dynamic assignment; it plans \
                                   how many documents, ratings and judges a campaign needs to reach a `goal`";

const REPLAYED_CAMPAIGNS: &str = "campaigns with dynamic assignment are no longer replayed: rank the systems by a metric with \
                                  `estimate = \"adjusted\"`, which accounts for the segments that each system was rated on";

const META_SIZES: &str = "leave it out: intervals, ranks and tests in the tables `meta` and `meta_pairs` show how \
                          certain the order of the metrics is";

const USE_SHARD: &str =
    "`--shard N` names the shard, in a job array `--shard \"$SLURM_ARRAY_TASK_ID\"`";

const SECOND_ROUND: &str = "use `ranking` and `comparison`: they say which differences are significant \
                            for other documents and, with `resample = { texts = \"documents\", judges = true }`, for other judges";

/// All removed names.
pub const REMOVED: &[Removed] = &[
    table(
        "assignment_plans",
        "`design` no longer simulates campaigns with dynamic assignment; the table `designs` says how many \
         documents, ratings and judges a campaign needs to reach a goal",
    ),
    table("dynamic_scores", REPLAYED_CAMPAIGNS),
    table("propensities", REPLAYED_CAMPAIGNS),
    table("replication", SECOND_ROUND),
    key("studies.*.design.assignment.dynamic", SIMULATED_CAMPAIGNS),
    key("studies.*.design.campaigns", SIMULATED_CAMPAIGNS),
    key("studies.*.design.coldstart", SIMULATED_CAMPAIGNS),
    key("studies.*.design.lines", SIMULATED_CAMPAIGNS),
    key("studies.*.design.models", SIMULATED_CAMPAIGNS),
    key("studies.*.design.top", SIMULATED_CAMPAIGNS),
    key("studies.*.dynamic", REPLAYED_CAMPAIGNS),
    key("studies.*.replication", SECOND_ROUND),
    key(
        "studies.*.contradictions",
        "write `resample = { texts = \"documents\", judges = true }` and `comparison = {}` in [{study}]: they \
         test whether a difference also holds for other judges",
    ),
    table("contradictions", JUDGES_OF_ONE_PAIR),
    table("jury", JUDGES_OF_ONE_PAIR),
    command(
        "history",
        "compare with an earlier release: `runner compare NEW -r REFERENCE --against LAST`, where LAST is a folder that \
         `compare --out` wrote; `--earlier-looks N` corrects for N earlier looks at the test set",
    ),
    key(
        "studies.*.history",
        "write `comparison = {}` in [{study}]; `runner compare --against LAST --earlier-looks N` corrects for N earlier \
         looks at the test set",
    ),
    table("history", "use the table `comparisons`"),
    key("corpora.*.table.document", "write `cluster` with the same column"),
    key("corpora.*.table.repeat", "write `run` with the same column"),
    key("corpora.*.table.segment", "write `item` with the same column"),
    key("studies.*.seen", TWO_CORPORA),
    key("corpora.*.seen", TWO_CORPORA),
    key("studies.*.favoured", RANKS_BY_BOTH),
    table("seen", TWO_CORPORA),
    table("seen_differences", TWO_CORPORA),
    table("favoured", RANKS_BY_BOTH),
    table(
        "macro_differences",
        "use the table `macro_averages`: a pair of systems has a row with `system_b`",
    ),
    key(
        "studies.*.meta.exchange",
        "leave it out: tests exchange what a measure compares. `compat = \"mtme\"` exchanges single outputs \
         (PERM-BOTH), as mt-metrics-eval does",
    ),
    key("studies.*.meta.probability", META_SIZES),
    key("studies.*.meta.segments", META_SIZES),
    key("studies.*.meta.subsets", META_SIZES),
    key("studies.*.meta.systems", META_SIZES),
    table("meta_rankings", "read the ranks of each metric in the table `meta`"),
    table("meta_sizes", "read the interval of each metric in the table `meta`"),
    key(
        "studies.*.minimal-size.target-half-width",
        "name the margin of error in [{study}.margin]: `wanted = { bleu = 1.0 }` in the unit of the \
         metric, or `\"2 %\"` of the score",
    ),
    key(
        "studies.*.representativeness.threshold",
        "leave it out: the table `representativeness` has the largest difference and the probability \
         of the same decision",
    ),
    key(
        "claims.checks.on",
        "leave it out: a check looks up printed values if its `quantity` is `print.value`",
    ),
    key(
        "claims.checks.rising",
        "list the values in `at` in the opposite order, and write `falling`",
    ),
    key(
        "claims.checks.weight",
        "use a table that has the weighted mean; a CSV file of published values still has a column `weight`",
    ),
    key("source.parameters", "leave it out: nothing reads it, and a comment can say the same"),
    table(
        "published_seeds",
        "use the table `published`: it has the mean, the standard deviation and the interval over seeds",
    ),
    table("real_text", "use the column `real_text` of the table `claims`"),
    command(
        "cancel",
        "`scancel --name=NAME` cancels the jobs of a folder: `runner submit` and `runner status RUN` print NAME",
    ),
    option("submit --engine local", "`runner run` uses all cores of this machine"),
    option("submit --engine-timeout", "leave it out: each call of Slurm has a limit of one minute"),
    option("submit --retry-failed", "leave it out: `submit` runs all shards with missing results"),
    option("run-shard --list", USE_SHARD),
    option("run-shard --index", USE_SHARD),
    option("run-shard --index-env", USE_SHARD),
    option("run-shard --first-index", USE_SHARD),
];

/// Returns what to use instead of a removed command, option or table.
pub fn instead_of(kind: Kind, name: &str) -> Option<&'static str> {
    let removed = REMOVED.iter().find(|removed| removed.kind == kind && removed.name == name);
    removed.map(|removed| removed.instead)
}

/// Returns what to use instead of the removed command, key or table called `name`. A key is named by its path, with or
/// without `studies.*`: parts of a path may be the names of other keys.
pub fn instead_of_name(name: &str) -> Option<String> {
    let mut named = REMOVED.iter().filter(|removed| match removed.kind {
        Kind::Command | Kind::Table => removed.name == name,
        Kind::Key => removed.name.strip_prefix("studies.*.") == Some(name) || removed.name == name,
        Kind::Option => false,
    });
    named.next().map(|removed| removed.instead.replace("{study}", "studies.NAME"))
}

/// Returns what to use instead of the removed key or value at `path`, which lists the tables around it, the key, and the
/// value, if it is one.
pub fn instead_of_key(path: &[&str]) -> Option<&'static str> {
    let is_at_path = |name: &str| {
        let steps: Vec<&str> = name.split('.').collect();
        steps.len() == path.len()
            && steps.iter().zip(path).all(|(step, key)| *step == "*" || step == key)
    };
    let mut keys = REMOVED.iter().filter(|removed| removed.kind == Kind::Key);
    keys.find(|removed| is_at_path(removed.name)).map(|removed| removed.instead)
}
