//! `runner init` on files as people have them: what they are taken for, and that the spec runs without an edit.

use std::fmt::Write as _;
use std::fs;

use crate::support::workspace::{Workspace, text, unwrapped};

/// Three systems on six documents of two segments, rated by two of four people each. `cells` writes what follows
/// system, document and segment: of a judge, a score and the number of the row.
fn ratings(header: &str, separator: char, cells: &dyn Fn(usize, usize, usize) -> String) -> String {
    let mut rows = format!("system,doc,seg_id,{header}\n");
    let mut row = 0;
    for (system, document, segment) in
        (0..3).flat_map(|s| (0..6).flat_map(move |d| (0..2).map(move |i| (s, d, i))))
    {
        for judge in [document % 4, (document + 1) % 4] {
            let score = 40 + 9 * system + 3 * judge + (row * 7 + document * 5 + segment) % 11;
            let cells = cells(judge, score, row);
            writeln!(rows, "S{system},d{document},{segment},{cells}").unwrap();
            row += 1;
        }
    }
    rows.replace(',', &separator.to_string())
}

/// What `init` says on standard error, and the spec that it writes; it ends with `code`.
fn init(workspace: &Workspace, path: &str, code: i32) -> (String, String) {
    init_with(workspace, path, &[], code)
}

fn init_with(workspace: &Workspace, path: &str, more: &[&str], code: i32) -> (String, String) {
    let _ = fs::remove_file(workspace.path("spec.toml"));
    let arguments = ["init", path, "--output", "spec.toml", "--name", "mine"];
    let output = workspace.run(&[&arguments[..], more].concat());
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{path}: {said}");
    assert!(output.stdout.is_empty(), "{path}");
    (said, fs::read_to_string(workspace.path("spec.toml")).unwrap_or_default())
}

fn lines_in(all: &str, wanted: &[&str]) {
    for line in wanted {
        assert!(unwrapped(all).contains(&unwrapped(line)), "{line:?} is missing:\n{all}");
    }
}

#[test]
fn ratings_with_times_counts_and_numbers_of_lines() {
    let workspace = Workspace::empty();
    let cells = |judge: usize, score: usize, row: usize| {
        let (line, start) = (1 + row / 2 % 12, 1_700_000_000 + 31 * row);
        format!("{line},p{judge},login{judge},{score},{},{start}.5,a remark", score % 3)
    };
    let header = "line,assessor,login,score,minor,start_time,comment";
    workspace.write("ratings.tsv", ratings(header, '\t', &cells));
    let (said, spec) = init(&workspace, "ratings.tsv", 0);
    lines_in(
        &said,
        &[
            "corpus `ratings`: format table, 12 segments in 6 documents, 3 systems, 4 judges; judgments: score\n",
            "ratings.tsv: system = system (3), doc = cluster (6), assessor = judge (4), seg_id = item (2), score = score; \
             ignored: line, login, minor, start_time, comment\n",
            "Judges are resampled with the documents; campaigns are planned for differences of 2, 1 or 0.5 points.\n",
            "spec.toml: a starter spec\nnext: runner run spec.toml\n",
        ],
    );
    assert!(said.lines().count() <= 12 && said.lines().all(|line| line.len() <= 80), "{said}");
    lines_in(
        &spec,
        &[
            "judge = \"assessor\"\n",
            "judgments = [\"score\"]\n",
            "#   counts of errors: `minor`\n",
            "resample = { texts = \"documents\", judges = true }\n",
            "[studies.judges.variance-components]\n",
            "[studies.judges.agreement]\n",
            "[studies.judgments.comparison]\n",
            "[studies.judgments.ranking]\n",
            "[studies.find-2.design]\ngoal = { detect = 2.0, power = 0.8 }\n",
            "[studies.find-1.design]\ngoal = { detect = 1.0, power = 0.8 }\n",
            "[studies.\"find-0.5\".design]\ngoal = { detect = 0.5, power = 0.8 }\n",
        ],
    );
    assert!(!spec.contains("scores = [") && !spec.contains("power]"), "{spec}");
    let answer = workspace.succeed(&["run", "spec.toml"]);
    lines_in(
        &answer,
        &["What to buy next?", "2 points ", "0.5 points ", "Krippendorff", "documents and judges"],
    );
}

#[test]
fn repeats_are_numbered_by_a_column_of_that_name() {
    let workspace = Workspace::empty();
    let once = ratings("judge,repeat,score", ',', &|judge, score, _| format!("{judge},1,{score}"));
    let again = ratings("", ',', &|judge, score, _| format!("{judge},2,{}", score + 1));
    let again: Vec<&str> = again.lines().skip(1).take(10).collect();
    workspace.write("ratings.csv", format!("{once}{}\n", again.join("\n")));
    let (said, spec) = init(&workspace, "ratings.csv", 0);
    lines_in(&said, &["judge = judge (4), repeat = run (2), seg_id = item (2), score = score"]);
    lines_in(&spec, &["run = \"repeat\""]);
}

#[test]
fn columns_without_scores_are_listed() {
    let workspace = Workspace::empty();
    let cells = |judge: usize, score: usize, row: usize| {
        let some = if row == 5 { "n.a." } else { "3" };
        let (adequacy, late) = (score / 20, row * 31 % 17);
        format!("r{judge},{score},{adequacy},7,100,{late},{some},{}", row / 2)
    };
    let header = "rater,raw_score,adequacy,wave_size,quality,clicks,pauses,esa_score";
    workspace.write("ratings.csv", ratings(header, ',', &cells));
    let (said, spec) = init(&workspace, "ratings.csv", 0);
    lines_in(
        &said,
        &[
            "judgments: adequacy, raw_score; external scores: esa_score\n",
            "; ignored: wave_size, quality, clicks, pauses\n",
        ],
    );
    lines_in(
        &spec,
        &[
            "judgments = [\"raw_score\", \"adequacy\"]\n",
            "#   numbers of lines or parts: `wave_size`",
            "#   the same in all rows: `quality`",
            "#   not the same in all ratings of an output: `clicks`",
            "#   not only numbers: `pauses`",
        ],
    );
}

#[test]
fn judges_that_cannot_be_resampled() {
    let workspace = Workspace::empty();
    // One judge.
    let cells = |_: usize, score: usize, _: usize| format!("ann,{score}");
    let all = ratings("rater,score", ',', &cells);
    let mut lines = all.lines();
    let first = lines.next().into_iter().chain(lines.step_by(2));
    workspace.write("one.csv", first.collect::<Vec<_>>().join("\n") + "\n");
    let (said, spec) = init(&workspace, "one.csv", 0);
    let note =
        "There is one judge: documents alone are resampled. What others would say is not known.";
    lines_in(&said, &[note]);
    lines_in(&spec, &[&format!("# {note}")]);
    assert!(!spec.contains("judges = true") && !spec.contains("design]"), "{spec}");
    workspace.succeed(&["run", "spec.toml", "-q"]);
    // A judge of one system alone, and the others of the others.
    let lone = all.lines().enumerate().map(|(index, line)| {
        let name = if line.starts_with("S1,") { "eve" } else { ["ann", "bob"][index % 2] };
        line.replace(",ann,", &format!(",{name},"))
    });
    let mut lone: Vec<String> = lone.collect();
    let mut is_first = false;
    lone.retain(|line| {
        is_first = !is_first;
        is_first || !line.starts_with("S1,")
    });
    workspace.write("lone.csv", lone.join("\n") + "\n");
    let (said, spec) = init(&workspace, "lone.csv", 0);
    let note = "All ratings of `S1` are by one judge: judges cannot be resampled, and intervals are for these judges.";
    lines_in(&said, &[note]);
    lines_in(&spec, &[&format!("# {note}"), "[studies.judges.variance-components]"]);
    assert!(!spec.contains("judges = true"), "{spec}");
    workspace.succeed(&["run", "spec.toml", "-q"]);
}

#[test]
fn ratings_whose_judges_are_not_named_as_such() {
    let workspace = Workspace::empty();
    let cells = |judge: usize, score: usize, row: usize| format!("{judge},{score},{row}");
    workspace.write("ratings.csv", ratings("person,score,timestamp", ',', &cells));
    let (said, spec) = init(&workspace, "ratings.csv", 3);
    let asked = "36 outputs have several ratings: which column names the judge? (the columns are";
    lines_in(&said, &[asked, "answer with --judge person or --item person,seg_id"]);
    assert!(spec.is_empty(), "nothing is written");
    let (said, spec) = init_with(&workspace, "ratings.csv", &["--judge", "person"], 0);
    lines_in(&said, &["4 judges", "person = judge (4)", "score = score"]);
    lines_in(&spec, &["judge = \"person\"\n", "judges = true"]);
    workspace.succeed(&["run", "spec.toml", "-q"]);
    let (said, spec) = init_with(&workspace, "ratings.csv", &["--judge", "none"], 0);
    let note = "Judges have no names here: documents alone are resampled, as if other judges said the same.";
    lines_in(&said, &[note]);
    lines_in(&spec, &[note]);
    assert!(!spec.contains("judge =") && !spec.contains("judges = true"), "{spec}");
    workspace.succeed(&["run", "spec.toml", "-q"]);
    let (said, _) = init_with(&workspace, "ratings.csv", &["--judge", "nobody"], 3);
    lines_in(
        &said,
        &["error: ratings.csv:1: there is no column `nobody`; the columns are: system, doc"],
    );
}

#[test]
fn ratings_that_nobody_can_have_given() {
    let workspace = Workspace::empty();
    let cells = |_: usize, score: usize, row: usize| format!("{score},{row}");
    workspace.write("ratings.csv", ratings("score,timestamp", ',', &cells));
    let (said, spec) = init(&workspace, "ratings.csv", 3);
    lines_in(&said, &["which column names the judge?", "answer with --run COLUMN", "--judge none"]);
    assert!(spec.is_empty());
}

#[test]
fn tables_that_cannot_be_read_are_refused() {
    let workspace = Workspace::empty();
    let rows = |header: &str| {
        let cells = |judge: usize, score: usize, _: usize| format!("r{judge},{score}");
        ratings("rater,score", ',', &cells).replacen("system,doc,seg_id,rater,score", header, 1)
    };
    let refused = |file: &str, content: String, expected: &str| {
        workspace.write(file, content);
        let (said, spec) = init(&workspace, file, 3);
        assert_eq!(said, format!("error: {file}{expected}\n"));
        assert!(spec.is_empty());
    };
    let all = "system,doc,seg_id,rater,score";
    refused(
        "words.csv",
        rows(all).replacen("S0,d0,1,r0,44", "S0,d0,1,r0,n.a.", 1),
        ":4: column `score`: score `n.a.` is not a number; write a finite number, or None where there is no score",
    );
    refused(
        "engine.csv",
        rows("translator,doc,seg_id,rater,score"),
        ":1: no column is named as that of the systems (the columns are translator, doc, seg_id, rater, score); name \
         the columns `system`, `item` and `score`, or use `--system`, `--item` and `--score`",
    );
    refused(
        "place.csv",
        rows("system,doc,place,rater,score"),
        ":1: `rater` says who judged, and no column identifies the items (the columns are system, doc, place, rater, \
         score); name it `item`, or give its name by `--item`",
    );
    refused(
        "points.csv",
        rows("system,doc,seg_id,rater,minor"),
        ":1: no column holds scores or outputs (the columns are system, doc, seg_id, rater, minor); answer with \
         --score minor (counts of errors)",
    );
    refused(
        "ratings.txt",
        rows(all),
        ": this is a table with commas, and its name does not say so; let its name end in .csv",
    );
    refused(
        "ratings.xlsx",
        "PK\u{3}\u{4}".to_owned(),
        ": a spreadsheet (.xlsx) cannot be read; export the sheet as CSV: columns with names in the first row, a row for \
         each rating",
    );
}

#[test]
fn a_score_of_pearmut_that_is_not_a_number_is_none() {
    let workspace = Workspace::empty();
    let mut log = String::new();
    for (item, user) in (0..6).flat_map(|item| ["u1", "u2"].map(|user| (item, user))) {
        let score = if item == 0 { "NaN".to_owned() } else { (60 + item * user.len()).to_string() };
        writeln!(
            log,
            "{{\"user_id\": \"{user}\", \"item_i\": {item}, \"item\": [{{\"item_id\": \"news_###_d_###_{item}\", \
             \"src\": \"s\", \"tgt\": {{\"A\": \"a\", \"B\": \"b\"}}}}], \"annotation\": [{{\"A\": \
             {{\"score\": {score}}}, \"B\": {{\"score\": {}}}}}]}}",
            70 - item
        )
        .unwrap();
    }
    workspace.write("log.jsonl", log);
    let (said, _) = init(&workspace, "log.jsonl", 0);
    lines_in(&said, &["format pearmut, 6 segments in 1 document, 2 systems, 2 judges"]);
    workspace.succeed(&["run", "spec.toml", "-q"]);
}

#[test]
fn results_lie_in_folders_below() {
    let workspace = Workspace::empty();
    for model in 0..2 {
        let mut log = String::new();
        for sample in 0..20 {
            let score = f64::from(u8::from((sample * 7 + model * 3) % 5 > 1));
            writeln!(
                log,
                "{{\"doc_id\": {sample}, \"target\": \"t\", \"filtered_resps\": [\"a\"], \"filter\": \
                 \"none\", \"metrics\": [\"acc\", \"bleu\"], \"acc\": {score}, \"bleu\": [\"t\", \"a\"]}}"
            )
            .unwrap();
        }
        let folder = format!("out/run{model}/org__model-{model}");
        for task in ["one", "two"] {
            workspace.write(&format!("{folder}/samples_{task}_2026-01-01.jsonl"), &log);
        }
        workspace.write(&format!("{folder}/results_2026-01-01.json"), "{\"results\": {}}");
        workspace.write(
            &format!("tables/deep/er{model}/scores.csv"),
            "system,seg,comet\nA,1,2\nB,1,3\n",
        );
    }
    let (said, spec) = init(&workspace, "out", 0);
    lines_in(&spec, &["[corpora.one.samples]\n", "[corpora.two.samples]\n"]);
    // What both corpora have is said once.
    assert_eq!(said.matches("no number for single samples").count(), 1, "{said}");
    workspace.succeed(&["run", "spec.toml", "-q"]);
    let (_, spec) = init(&workspace, "tables/deep", 0);
    lines_in(&spec, &["[corpora.er0-scores.table]\n", "[corpora.er1-scores.table]\n"]);
}

#[cfg(unix)]
#[test]
fn what_would_wait_for_ever_is_refused() {
    let workspace = Workspace::empty();
    let pipe = workspace.path("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    workspace.write("ref.txt", "a\n");
    for arguments in [
        &["score", "pipe", "--references", "ref.txt"][..],
        &["init", "pipe"],
        &["corpus", "describe", "pipe"],
    ] {
        let message = workspace.fail(arguments, 3);
        assert!(message.contains("pipe: cannot be read: it is a named pipe"), "{message}");
    }
    if cfg!(target_os = "linux") {
        let message = workspace.fail(&["init", "/proc"], 3);
        assert!(message.contains("/proc: its files show the state of the system"), "{message}");
    }
}

#[test]
fn corpora_that_would_not_be_read_again_are_refused() {
    let workspace = Workspace::empty();
    for (name, word) in [("ref", "c"), ("one", "d"), ("two", "e")] {
        let lines = (0..9).map(|line| format!("a {line} b {word}\n"));
        workspace.write(&format!("set/{name}.txt"), lines.collect::<String>());
    }
    let convert = ["corpus", "convert", "set", "out", "--to", "evalset", "--language-pair"];
    for pair in ["a-b", "deutsch", "en_de"] {
        let message = workspace.fail(&[&convert[..], &[pair]].concat(), 2);
        assert!(
            message.starts_with(&format!("error: `{pair}` is not a language pair")),
            "{message}"
        );
        assert!(!workspace.path("out").exists());
    }
    let message = "error: standard output, `-`, cannot be";
    let convert = ["corpus", "convert", "set", "-", "--to", "evalset", "--language-pair", "en-de"];
    assert!(workspace.fail(&convert, 2).starts_with(message));
    let compare = ["compare", "set/one.txt", "set/two.txt", "-r", "set/ref.txt", "--out", "-"];
    assert!(workspace.fail(&compare, 2).starts_with(message));
    assert!(!workspace.path("-").exists());
}
