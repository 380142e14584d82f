//! Several seeds of the generator: the first makes the tables, all make the spread of published values.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use runner::analyses::PublishedRow;
use runner::table::read;

use crate::support::workspace::{Workspace, parts, text, tree};

const SPEC: &str = r#"
[experiment]
name = "spread"
seed = 3
published = "paper.toml"

[defaults]
B = 40000

[corpora.made.synthetic]
preset = "cesta-enfr-1"

[corpora.unread.synthetic]
preset = "cesta-arfr-1"

[studies.growth]
corpora = ["made"]
systems = ["S1", "S4"]
metrics = ["bleu", "adequacy"]
resample = "segments"
test-sizes = { fractions = [0.2, 1.0] }
[studies.growth.ranking]
[studies.growth.comparison]
[studies.growth.agreement]

[studies.once]
corpora = ["made"]
systems = ["S1", "S4"]
metrics = ["bleu"]
test-sizes = { fractions = [1.0] }
resample = "segments"
B = 400
seeds = 1

[studies.elsewhere]
corpora = ["unread"]
metrics = ["bleu"]
test-sizes = { fractions = [1.0] }
"#;

const PAPER: &str = r#"
values = "paper.csv"
[source]
key = "paper"
authors = "A"
title = "T"
venue = "V"
year = 2004
"#;

const VALUES: &str = "\
place,what,value,unit,reproduced_by,reduce,corpus,study,metric,system,fraction
Table 1,score,0.4,,scores.score,,made,growth,bleu,S1,1.0
Table 1,score,0.4,,scores.score,,made,growth,bleu,S4,1.0
Table 1,deviation of adequacy,0.1,,scores.stdev,,made,growth,adequacy,S1,0.2
Table 1,deviation of adequacy,0.1,,scores.stdev,,made,growth,adequacy,S4,0.2
Table 2,agreement of the judges,0.4,,agreement.value,mean,made,growth,,,
Table 3,\"deviation, in a study with one seed\",0.01,,scores.stdev,,made,once,,S1,
Table 3,largest score of all studies,0.4,,scores.score,max,made,,bleu,,
Table 4,a value that no run has,3,,power.documents,,made,,,,
";

fn spread() -> Workspace {
    let workspace = Workspace::empty();
    workspace.write("spread.toml", SPEC);
    workspace.write("paper.toml", PAPER);
    workspace.write("paper.csv", VALUES);
    workspace
}

/// The tables and the report of a folder, without what says how the run went.
fn made(workspace: &Workspace, out: &str) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = tree(&workspace.path(out));
    files.retain(|path, _| {
        let is_table = path.extension().is_some_and(|ending| ending == "parquet");
        is_table || path.starts_with("report") || path == Path::new("manifest.json")
    });
    files
}

fn values(workspace: &Workspace, out: &str) -> Vec<PublishedRow> {
    read(&workspace.path(out).join("published.parquet")).unwrap()
}

/// The spread over seeds is that of runs with each of them.
#[test]
fn each_seed_gives_what_a_run_with_it_gives() {
    let workspace = spread();
    workspace.succeed(&["run", "spread.toml", "--seeds", "3", "--out", "all", "-q"]);
    let alone: Vec<Vec<PublishedRow>> = (3..6)
        .map(|seed| {
            workspace.write("one.toml", SPEC.replace("seed = 3", &format!("seed = {seed}")));
            let out = format!("one-{seed}");
            workspace.succeed(&["run", "one.toml", "--out", &out, "-q"]);
            values(&workspace, &out)
        })
        .collect();
    let mut compared = 0;
    for (index, row) in values(&workspace, "all").iter().enumerate() {
        let of_seeds: Vec<Option<f64>> = alone.iter().map(|rows| rows[index].reproduced).collect();
        assert_eq!(row.reproduced, of_seeds[0], "{row:?}");
        // Further seeds do not have the study with one seed, and no run has the value of Table 4.
        if ["Table 3", "Table 4"].contains(&&*row.place) {
            assert_eq!((row.seeds, row.seeds_mean), (None, None), "{row:?}");
            continue;
        }
        let of_seeds: Vec<f64> = of_seeds.into_iter().map(Option::unwrap).collect();
        let mean = of_seeds.iter().sum::<f64>() / 3.0;
        assert_eq!(row.seeds, Some(3), "{row:?}");
        assert!((row.seeds_mean.unwrap() - mean).abs() < 1e-12 * mean.abs(), "{row:?}");
        let bits: Vec<u64> = of_seeds.iter().map(|value| value.to_bits()).collect();
        let differ = bits[0] != bits[1] && bits[1] != bits[2];
        assert!(differ || &*row.what != "score", "corpora differ: {of_seeds:?}");
        compared += 1;
    }
    assert_eq!(compared, 5);
}

#[test]
fn the_first_seed_makes_the_same_tables_with_and_without_others() {
    let workspace = spread();
    workspace.succeed(&["run", "spread.toml", "--out", "one", "-q"]);
    let said = workspace.succeed(&["run", "spread.toml", "--seeds", "2", "--out", "two"]);
    assert!(
        said.starts_with(
            "2 seeds of the generator; too few to judge published values by their spread.\n\n"
        ),
        "{said}"
    );
    let (one, two) = (made(&workspace, "one"), made(&workspace, "two"));
    let of_seeds = ["published.parquet", "manifest.json"];
    let mut compared = 0;
    for (path, bytes) in &one {
        let is_of_seeds = of_seeds.iter().any(|name| path == Path::new(name));
        let is_figure = path.starts_with("report/figures");
        if !is_of_seeds && (is_figure || !path.starts_with("report")) {
            assert!(two[path] == *bytes, "{} differs", path.display());
            compared += 1;
        }
    }
    assert!(compared > 6, "{compared} files");
    let manifest = fs::read_to_string(workspace.path("two/manifest.json")).unwrap();
    let manifest: serde_json::Value = serde_json::from_str(&manifest).unwrap();
    assert_eq!((&manifest["seed"], &manifest["seeds"]), (&3.into(), &2.into()));
    let one = fs::read_to_string(workspace.path("one/manifest.json")).unwrap();
    let one: serde_json::Value = serde_json::from_str(&one).unwrap();
    assert_eq!(manifest["first_seed_identity"], one["run_identity"]);
    assert_ne!(manifest["run_identity"], one["run_identity"]);
    assert_eq!(one.get("seeds"), None);
}

#[test]
fn threads_shards_and_interruptions_change_no_byte_of_seeds() {
    let workspace = spread();
    let run = ["run", "spread.toml", "--seeds", "4", "-q"];
    workspace.succeed(&[&run[..], &["--threads", "1", "--out", "whole"]].concat());
    let whole = made(&workspace, "whole");
    workspace.succeed(&[&run[..], &["--threads", "3", "--out", "threads"]].concat());
    assert!(made(&workspace, "threads") == whole);

    let plan = ["plan", "spread.toml", "--seeds", "4", "--out", "cut", "--shards", "3"];
    let said = workspace.succeed(&plan);
    assert!(said.contains("4 seeds of the generator, 3 to 6"), "{said}");
    for shard in ["2", "0", "1"] {
        workspace.succeed(&["run-shard", "cut", "--shard", shard, "-q"]);
    }
    // All results are there, the tables are not.
    let status = workspace.command(&["status", "cut"]).output().unwrap();
    let said = String::from_utf8(status.stdout).unwrap();
    assert!(said.contains("3 of 3 shards complete"), "{said}");
    workspace.succeed(&["merge", "cut", "-q"]);
    assert!(made(&workspace, "cut") == whole);
    assert!(workspace.succeed(&["status", "cut"]).contains("3 of 3 shards complete"));

    // What a run leaves that ends in the middle.
    workspace.succeed(&[&run[..], &["--out", "resumed"]].concat());
    for part in parts(&workspace, "resumed").iter().step_by(2) {
        fs::remove_file(part).unwrap();
    }
    fs::remove_file(workspace.path("resumed/manifest.json")).unwrap();
    workspace.succeed(&[&run[..], &["--out", "resumed"]].concat());
    assert!(made(&workspace, "resumed") == whole);
}

#[test]
fn more_seeds_take_what_fewer_have_left() {
    let workspace = spread();
    workspace.succeed(&["run", "spread.toml", "--seeds", "2", "--out", "out", "-q"]);
    let results = |seeds: &str| {
        let plan = ["plan", "spread.toml", "--seeds", seeds, "--out", "out", "--format", "json"];
        let plan: serde_json::Value = serde_json::from_str(&workspace.succeed(&plan)).unwrap();
        ["results", "results-there"].map(|key| plan[key].as_u64().unwrap())
    };
    let [all, there] = results("2");
    assert_eq!(all, there);
    let [more, still] = results("4");
    assert_eq!(still, all, "what is there serves");
    workspace.succeed(&["run", "spread.toml", "--seeds", "4", "--out", "out", "-q"]);
    let log = fs::read_to_string(workspace.path("out/run-log.json")).unwrap();
    let log: serde_json::Value = serde_json::from_str(&log).unwrap();
    assert_eq!(log["results_computed"], more - all);
    let four = made(&workspace, "out");
    workspace.succeed(&["run", "spread.toml", "--seeds", "4", "--out", "fresh", "-q"]);
    assert!(made(&workspace, "fresh") == four);
    // Further seeds run only what published values read.
    let [one, _] = results("1");
    assert!(more - one < 3 * one, "{more} results of four seeds, {one} of one");
}

#[test]
fn a_spread_needs_a_generator_and_published_values() {
    let workspace = Workspace::small();
    let message = workspace.fail(&["run", "small.toml", "--seeds", "3"], 2);
    assert!(message.contains("--seeds 3: several seeds need a generated corpus"), "{message}");
    assert!(message.contains("[corpora.NAME.synthetic]"), "{message}");
    assert!(workspace.succeed(&["plan", "small.toml", "--seeds", "1"]).contains("scores in"));
    workspace.edit("small.toml", "seed = 7", "seed = 7\nseeds = 5");
    let message = workspace.fail(&["run", "small.toml"], 2);
    assert!(message.contains("small.toml:5:9"), "{message}");

    let workspace = spread();
    workspace.edit("spread.toml", "published = \"paper.toml\"", "seeds = 5");
    let message = workspace.fail(&["run", "spread.toml"], 2);
    assert!(message.contains("several seeds serve published values"), "{message}");
    for wrong in ["0", "1001", "x"] {
        let output = workspace.run(&["run", "spread.toml", "--seeds", wrong]);
        assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
    }
}
