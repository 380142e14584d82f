//! A command replaces and removes its own files and no others.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::workspace::{SMALL, Workspace, parts, results, tree};

/// Every file below a folder but locks, whose holder changes.
fn files(workspace: &Workspace, folder: &str) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = tree(&workspace.path(folder));
    files.retain(|path, _| !path.ends_with(".lock"));
    files
}

/// Expects that a command is refused with 2 and leaves everything below the workspace as it was.
fn refused(workspace: &Workspace, arguments: &[&str]) -> String {
    let before = tree(&workspace.path(""));
    let message = workspace.fail(arguments, 2);
    assert!(tree(&workspace.path("")) == before, "{arguments:?} changed something");
    message
}

#[test]
fn a_folder_of_something_else_is_refused() {
    let workspace = Workspace::small();
    workspace.write("home/notes.txt", "mine");
    workspace.write("parts-of-others/parts/z.part", "half a download");
    workspace.write("plan-of-others/cluster/plan.json", "{}");
    fs::create_dir_all(workspace.path("folders/report")).unwrap();
    for (out, first) in [
        ("home", "notes.txt"),
        ("parts-of-others", "parts"),
        ("plan-of-others", "cluster"),
        ("folders", "report"),
        (".", "docs.txt"),
    ] {
        for command in [
            &["run", "small.toml", "-q", "--out", out][..],
            &["plan", "small.toml", "--shards", "2", "--out", out],
            &["submit", "small.toml", "--engine", "script", "--out", out],
        ] {
            // The plan itself is printed before it is cut.
            let before = tree(&workspace.path(""));
            let output = workspace.run(command);
            let message = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(2), "{command:?}: {message}");
            let expected = format!(
                "error: `{out}` is neither empty nor a folder of results: it holds `{first}`\n \
                 = help: name another folder with --out\n"
            );
            let message = message.replace(&format!("{}/", workspace.real_path().display()), "");
            let message = message.replace(&workspace.real_path().display().to_string(), ".");
            assert!(message.ends_with(&expected), "{message}");
            assert!(tree(&workspace.path("")) == before, "{command:?} changed something");
        }
    }
    let message = refused(&workspace, &["submit", "home", "--engine", "script"]);
    assert!(message.contains("has no plan that is cut into shards"), "{message}");
    // An empty folder is as good as none.
    fs::create_dir(workspace.path("empty")).unwrap();
    workspace.succeed(&["run", "small.toml", "-q", "--out", "empty"]);
}

#[test]
fn files_of_others_are_neither_replaced_nor_removed() {
    let workspace = Workspace::small();
    workspace.succeed(&["run", "small.toml", "-q", "--out", "out"]);
    let computed = parts(&workspace, "out");
    workspace.edit("small.toml", "B = 100", "B = 200");
    for name in [
        "power.parquet",
        "report/figures/x.svg",
        "report/tables/y.tex",
        "report/tables/y.csv",
        "report/figures/folder.svg/z",
    ] {
        workspace.write(&format!("out/{name}"), "mine");
        let foreign = name.strip_suffix("/z").unwrap_or(name);
        for command in [&["run", "small.toml", "-q", "--out", "out"][..], &["report", "out"]] {
            // A report has nothing to do with tables.
            let message = refused(&workspace, command);
            let expected = format!(
                "error: `out/{foreign}` is in the way: it is not listed as written by runner\n \
                 = help: move it away, or name another folder with --out\n"
            );
            assert_eq!(message, expected);
        }
        let path = workspace.path(&format!("out/{foreign}"));
        if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) }.unwrap();
    }
    assert_eq!(parts(&workspace, "out"), computed, "something was computed before the refusal");

    // What is in nobody's way stays.
    let others = [
        "notes.txt",
        "corpus.parquet",
        "parts/z.part",
        "parts/notes",
        "report/notes.txt",
        "report/figures/photo.png",
        "report/tables/notes.txt",
    ];
    for name in others {
        workspace.write(&format!("out/{name}"), "mine");
    }
    workspace.succeed(&["run", "small.toml", "-q", "--out", "out"]);
    workspace.succeed(&["report", "out", "--export", "csv"]);
    workspace.succeed(&["plan", "small.toml", "--shards", "2", "--out", "out"]);
    workspace.succeed(&["run", "small.toml", "-q", "--out", "out"]);
    for name in others {
        assert_eq!(fs::read(workspace.path("out").join(name)).unwrap(), b"mine", "{name}");
    }
}

/// A long run is not replaced by a comparison, nor by a run of another spec; one of the same name is renewed.
#[test]
fn results_of_another_experiment_are_refused() {
    let workspace = Workspace::small();
    workspace.succeed(&["run", "small.toml", "-q", "--out", "out"]);
    workspace.write("other.toml", SMALL.replace("name = \"small\"", "name = \"other\""));
    let compare = ["compare", "one.txt", "two.txt", "-r", "ref.a.txt", "--out", "out"];
    let commands: [(&str, &[&str]); 4] = [
        ("other", &["run", "other.toml", "-q", "--out", "out"]),
        ("other", &["run", "other.toml", "-q", "--out", "out", "--threads", "1"]),
        ("other", &["submit", "other.toml", "--engine", "script", "--out", "out"]),
        ("compare", &compare),
    ];
    // Of a run that is not finished parts are left, which are as dear as tables.
    for is_whole in [true, false] {
        if !is_whole {
            for name in ["manifest.json", "scores.parquet"] {
                fs::remove_file(workspace.path("out").join(name)).unwrap();
            }
        }
        for (name, arguments) in commands {
            let message = refused(&workspace, arguments);
            assert!(
                message.contains(&format!(
                    "has results of the experiment `small`; those of `{name}` would replace them\n \
                     = help: name another folder with --out\n"
                )),
                "{message}"
            );
        }
    }
    workspace.edit("small.toml", "B = 100", "B = 200");
    workspace.succeed(&["run", "small.toml", "-q", "--out", "out"]);
    // What was compared can be compared again, and is not replaced either.
    let compare: Vec<&str> = [&compare[..6], &["compared"]].concat();
    workspace.succeed(&compare);
    workspace.succeed(&compare);
    refused(&workspace, &["run", "small.toml", "-q", "--out", "compared"]);
}

/// The first corpus that somebody lost was a table called `scores.parquet`.
/// What lies behind a link is somebody's, even where its files are named as those of a report.
#[test]
fn reports_behind_links_are_refused() {
    for name in ["report", "report/figures", "report/tables"] {
        let workspace = Workspace::small();
        workspace.succeed(&["run", "small.toml", "-q", "--out", "out"]);
        for file in ["index.html", "scores.svg", "scores.csv"] {
            workspace.write(&format!("site/{file}"), "mine");
        }
        let link = workspace.path("out").join(name);
        if link.is_dir() {
            fs::remove_dir_all(&link).unwrap();
        }
        symlink(workspace.path("site"), &link).unwrap();
        refused(&workspace, &["report", "out"]);
        refused(&workspace, &["run", "small.toml", "-q", "--out", "out"]);
    }
}

/// Reading from a pipe would wait for ever.
#[test]
fn pipes_in_the_way_are_not_read() {
    for name in [".runner.json", "manifest.json", "scores.parquet"] {
        let workspace = Workspace::small();
        fs::create_dir(workspace.path("out")).unwrap();
        let made = Command::new("mkfifo").arg(workspace.path("out").join(name)).status();
        assert!(made.unwrap().success());
        let message = workspace.fail(&["run", "small.toml", "-q", "--out", "out"], 2);
        assert!(message.contains(&format!("`{name}`")), "{message}");
    }
}

/// A name that only begins like that of a file in the making is somebody's.
#[test]
fn names_that_begin_like_unfinished_files_are_kept() {
    let workspace = Workspace::small();
    workspace.write("out/.unfinished-thesis.tex", "mine");
    let message = refused(&workspace, &["run", "small.toml", "-q", "--out", "out"]);
    assert!(message.contains("it holds `.unfinished-thesis.tex`"), "{message}");
}

#[test]
fn an_input_is_never_replaced() {
    let workspace = Workspace::small();
    let convert = ["corpus", "convert", "small.toml", "--corpus", "tiny", "--to", "parquet"];
    workspace.succeed(&[&convert[..], &["scores.parquet"]].concat());
    let spec = fs::read_to_string(workspace.path("small.toml")).unwrap();
    let (start, rest) = spec.split_once("[corpora.tiny.plain]").unwrap();
    let (_, end) = rest.split_once("\n\n").unwrap();
    let with_corpus = |path: &str| format!("{start}[corpora.tiny.table]\npath = {path:?}\n\n{end}");
    workspace.write("table.toml", with_corpus("scores.parquet"));
    let message = refused(&workspace, &["run", "table.toml", "-q", "--out", "."]);
    assert_eq!(
        message,
        "error: the input `scores.parquet` lies where results are written: it is the file \
         `./scores.parquet`\n = help: name another folder with --out, or move the input\n"
    );

    // In a folder of results, in the place of a file that is listed there; by all of its names.
    workspace.succeed(&["run", "small.toml", "-q", "--out", "out"]);
    fs::rename(workspace.path("scores.parquet"), workspace.path("out/growth.parquet")).unwrap();
    fs::hard_link(workspace.path("out/growth.parquet"), workspace.path("hard.parquet")).unwrap();
    symlink("out/growth.parquet", workspace.path("soft.parquet")).unwrap();
    symlink("out", workspace.path("link")).unwrap();
    for (name, out) in [
        ("out/growth.parquet", "out"),
        ("out/../out/growth.parquet", "out"),
        ("link/growth.parquet", "out"),
        ("out/growth.parquet", "link"),
        ("hard.parquet", "out"),
        ("soft.parquet", "out"),
    ] {
        workspace.write("table.toml", with_corpus(name));
        for command in [
            &["run", "table.toml", "-q", "--out", out][..],
            &["submit", "table.toml", "--engine", "script", "--out", out],
        ] {
            let message = refused(&workspace, command);
            assert!(message.contains(&format!("the input `{name}` lies where")), "{message}");
        }
    }
    // An input may lie in the folder, beside the results.
    workspace.succeed(&["run", "small.toml", "-q", "--out", "other"]);
    fs::rename(workspace.path("out/growth.parquet"), workspace.path("other/corpus.parquet"))
        .unwrap();
    workspace.write("table.toml", with_corpus("other/corpus.parquet"));
    workspace.succeed(&["run", "table.toml", "-q", "--out", "other"]);
    workspace.succeed(&["run", "table.toml", "-q", "--out", "other"]);

    // Specs and published values are inputs, too.
    workspace.write("out/growth.parquet", &spec);
    let message =
        refused(&workspace, &["run", "out/growth.parquet", "-q", "--out", "out", "--data", "."]);
    assert!(message.contains("the input `out/growth.parquet` lies where"), "{message}");
    workspace.write(
        "out/growth.parquet",
        "[source]\nkey = \"a\"\nauthors = \"A\"\ntitle = \"T\"\nvenue = \"V\"\nyear = 2004\n\
         [[figures]]\nplace = \"Figure 1\"\nwhat = \"a curve\"\nreason = \"no figure\"\n",
    );
    workspace.edit("small.toml", "seed = 7", "seed = 7\npublished = \"out/growth.parquet\"");
    let message = refused(&workspace, &["run", "small.toml", "-q", "--out", "out"]);
    assert!(message.contains("the input `out/growth.parquet` lies where"), "{message}");
    workspace.write(
        "paper.toml",
        "values = \"out/growth.parquet\"\n[source]\nkey = \"a\"\nauthors = \"A\"\ntitle = \"T\"\nvenue = \"V\"\n\
         year = 2004\n",
    );
    workspace.write(
        "out/growth.parquet",
        "place,what,value,unit,reproduced_by,reason\nFigure 1,a curve,,,,no figure\n",
    );
    workspace.edit("small.toml", "\"out/growth.parquet\"", "\"paper.toml\"");
    let message = refused(&workspace, &["run", "small.toml", "-q", "--out", "out"]);
    assert!(message.contains("the input `out/growth.parquet` lies where"), "{message}");
}

#[test]
fn a_lock_of_somebody_else_is_left_alone() {
    let workspace = Workspace::small();
    workspace.write("victim", "precious");
    workspace.write("empty", "");
    workspace.succeed(&["run", "small.toml", "-q", "--out", "out"]);
    let lock = workspace.path("out/.lock");
    let message = "error: `out/.lock` is in the way: it is not a lock of runner\n";
    for target in ["../victim", "../empty", "../nothing"] {
        fs::remove_file(&lock).unwrap();
        symlink(target, &lock).unwrap();
        for command in [&["run", "small.toml", "-q", "--out", "out"][..], &["report", "out"]] {
            assert!(refused(&workspace, command).starts_with(message));
        }
    }
    fs::remove_file(&lock).unwrap();
    for content in ["precious", "process 1", "process 1 on a host\nand more\n"] {
        workspace.write("out/.lock", content);
        assert!(
            refused(&workspace, &["run", "small.toml", "-q", "--out", "out"]).starts_with(message)
        );
    }
    // One that a killed process left behind.
    for content in ["", "process 1 on a host\n"] {
        workspace.write("out/.lock", content);
        workspace.succeed(&["run", "small.toml", "-q", "--out", "out"]);
    }
    // That of submissions.
    workspace.succeed(&["plan", "small.toml", "--shards", "2", "--out", "shards"]);
    symlink("../../victim", workspace.path("shards/cluster/.lock")).unwrap();
    refused(&workspace, &["submit", "shards", "--engine", "script"]);
    // A folder whose only file is such a lock is not one of results.
    workspace.write("fresh/.lock", "precious");
    let message = refused(&workspace, &["run", "small.toml", "-q", "--out", "fresh"]);
    assert!(message.contains("it holds `.lock`"), "{message}");
}

/// Turns a folder of results into one of the version that had no lists: its report had tables in all
/// formats, each with a link on the page.
fn make_old(workspace: &Workspace, out: &str) {
    workspace.succeed(&["report", out, "--export", "csv,markdown", "--export", "latex"]);
    let folder = workspace.path(out);
    fs::remove_file(folder.join(".runner.json")).unwrap();
    fs::remove_file(folder.join("report/report.json")).unwrap();
    let manifest = fs::read_to_string(folder.join("manifest.json")).unwrap();
    let (manifest, _) = manifest.split_once(",\n  \"digest\"").unwrap();
    fs::write(folder.join("manifest.json"), format!("{manifest}\n}}\n")).unwrap();
}

#[test]
fn folders_of_earlier_versions_are_used() {
    let workspace = Workspace::small();
    workspace.succeed(&["run", "small.toml", "-q", "--out", "new"]);
    for out in ["old", "reported", "stopped", "killed"] {
        workspace.succeed(&["run", "small.toml", "-q", "--out", out]);
        make_old(&workspace, out);
    }
    assert!(workspace.path("old/report/tables").exists());
    workspace.succeed(&["diff", "old", "new"]);
    let expected = files(&workspace, "new/report");
    workspace.succeed(&["report", "reported"]);
    assert_eq!(files(&workspace, "reported/report"), expected);
    // A table that it does not list is not its own, though it is one of runner.
    fs::copy(workspace.path("old/scores.parquet"), workspace.path("old/power.parquet")).unwrap();
    let message = refused(&workspace, &["run", "small.toml", "-q", "--out", "old"]);
    assert!(message.contains("`old/power.parquet` is in the way"), "{message}");
    fs::remove_file(workspace.path("old/power.parquet")).unwrap();
    workspace.succeed(&["run", "small.toml", "-q", "--out", "old"]);
    assert_eq!(results(&workspace.path("old")), results(&workspace.path("new")));
    assert_eq!(files(&workspace, "old/report"), expected);

    // A first run that was interrupted.
    let keep_parts = |out: &str| {
        for entry in fs::read_dir(workspace.path(out)).unwrap() {
            let path = entry.unwrap().path();
            match path.file_name().unwrap().to_str().unwrap() {
                "parts" | ".lock" => {}
                "report" => fs::remove_dir_all(path).unwrap(),
                _ => fs::remove_file(path).unwrap(),
            }
        }
    };
    keep_parts("stopped");
    workspace.write("stopped/notes.txt", "mine");
    workspace.succeed(&["run", "small.toml", "-q", "--out", "stopped"]);
    assert_eq!(results(&workspace.path("stopped")), results(&workspace.path("new")));

    // A run that was killed while it replaced tables: there is no manifest.
    fs::remove_file(workspace.path("killed/manifest.json")).unwrap();
    workspace.write("killed/power.parquet", "mine");
    let message = refused(&workspace, &["run", "small.toml", "-q", "--out", "killed"]);
    assert!(message.contains("`killed/power.parquet` is in the way"), "{message}");
    fs::remove_file(workspace.path("killed/power.parquet")).unwrap();
    workspace.succeed(&["run", "small.toml", "-q", "--out", "killed"]);
    assert_eq!(results(&workspace.path("killed")), results(&workspace.path("new")));
    assert_eq!(files(&workspace, "killed/report"), expected);
}

/// An earlier version wrote its report over a later one, whose lists know nothing of that.
#[test]
fn earlier_versions_may_write_in_between() {
    let workspace = Workspace::small();
    workspace.succeed(&["run", "small.toml", "-q", "--out", "out"]);
    let lists = [".runner.json", "report/report.json"].map(|name| {
        let name = format!("out/{name}");
        (name.clone(), fs::read(workspace.path(&name)).unwrap())
    });
    let expected = files(&workspace, "out");
    make_old(&workspace, "out");
    for (name, content) in &lists {
        workspace.write(name, content);
    }
    workspace.succeed(&["report", "out"]);
    workspace.succeed(&["run", "small.toml", "-q", "--out", "out"]);
    let without_log = |mut files: BTreeMap<PathBuf, Vec<u8>>| {
        files.remove(Path::new("run-log.json"));
        files
    };
    assert_eq!(without_log(files(&workspace, "out")), without_log(expected));
}

/// Results whose hidden files were left behind when they were copied.
#[test]
fn copied_results_are_used() {
    let workspace = Workspace::small();
    workspace.succeed(&["run", "small.toml", "-q", "--out", "new"]);
    workspace.succeed(&["report", "new", "--export", "csv"]);
    let expected = files(&workspace, "new");
    fs::remove_file(workspace.path("new/.runner.json")).unwrap();
    fs::remove_file(workspace.path("new/.lock")).unwrap();
    workspace.succeed(&["report", "new", "--export", "csv"]);
    assert_eq!(files(&workspace, "new"), expected);
}

/// A list that is none, or that names files of others, is not followed.
#[test]
fn a_list_of_something_else_is_refused() {
    let workspace = Workspace::small();
    workspace.write("precious", "mine");
    workspace.succeed(&["run", "small.toml", "-q", "--out", "out"]);
    let good = fs::read_to_string(workspace.path("out/.runner.json")).unwrap();
    let bad =
        ["", "{}", &good[..good.len() / 2], &good.replace("results of runner", "something else")];
    for list in bad {
        workspace.write("out/.runner.json", list);
        let message = refused(&workspace, &["run", "small.toml", "-q", "--out", "out"]);
        assert!(message.contains("`out/.runner.json` is in the way"), "{message}");
        refused(&workspace, &["report", "out"]);
    }
    fs::remove_file(workspace.path("out/.runner.json")).unwrap();
    workspace.succeed(&["run", "small.toml", "-q", "--out", "out"]);
    assert_eq!(fs::read_to_string(workspace.path("out/.runner.json")).unwrap(), good);
    // What is listed though it is never written.
    workspace.write("out/notes.txt", "mine");
    workspace.write("out/report/figures/notes.txt", "mine");
    let precious = workspace.path("precious");
    let names =
        ["../precious", "notes.txt", "report/figures/notes.txt", precious.to_str().unwrap()];
    let names = names.map(|name| format!("{name:?}"));
    let names = [&names[..], &["\"report/figures/../../../precious\"".to_owned()]].concat();
    let longer = format!("{}, \"growth.parquet\"", names.join(", "));
    workspace.write("out/.runner.json", good.replace("\"growth.parquet\"", &longer));
    workspace.succeed(&["run", "small.toml", "-q", "--out", "out"]);
    assert_eq!(fs::read_to_string(workspace.path("out/.runner.json")).unwrap(), good);
    for name in ["precious", "out/notes.txt", "out/report/figures/notes.txt"] {
        assert_eq!(fs::read(workspace.path(name)).unwrap(), b"mine", "{name}");
    }
}

/// At every step of the list: what it names is there, and what is there is named.
#[test]
fn the_list_names_what_is_there() {
    let workspace = Workspace::small();
    let check = |commands: &[&[&str]]| {
        for command in commands {
            workspace.succeed(command);
        }
        let list = fs::read_to_string(workspace.path("out/.runner.json")).unwrap();
        let list: serde_json::Value = serde_json::from_str(&list).unwrap();
        let listed = list["files"].as_array().unwrap().iter().map(|name| name.as_str().unwrap());
        let mut there = files(&workspace, "out");
        there.retain(|path, _| !path.starts_with("parts") && path != Path::new(".runner.json"));
        let there: BTreeSet<PathBuf> = there.into_keys().collect();
        assert_eq!(there, listed.map(PathBuf::from).collect());
    };
    let run = ["run", "small.toml", "-q", "--out", "out"];
    check(&[&run]);
    check(&[&["report", "out", "--export", "latex"]]);
    assert!(workspace.path("out/report/tables").exists());
    check(&[&["report", "out"]]);
    assert!(!workspace.path("out/report/tables").exists());
    workspace.edit("small.toml", "[studies.growth.minimal-size]", "[studies.growth.replicates]");
    check(&[&run]);
    assert!(workspace.path("out/replicates.parquet").exists());
    workspace.edit("small.toml", "[studies.growth.replicates]", "");
    check(&[&["report", "out", "--export", "latex"], &run]);
    assert!(!workspace.path("out/replicates.parquet").exists());
}
