//! Any file that `runner init` reads, in place of files of texts: `compare`, `rank` and `score` on logs, ratings, evaluation
//! sets and specs, with the options and the answers of texts.

use std::fmt::Write as _;
use std::process::Command;

use serde_json::{Value, json};

use crate::support::needs::Need;
use crate::support::workspace::{Workspace, text};

/// A log of inspect, as it writes them in JSON: of 60 samples, those whose number is a multiple of `wrong` are incorrect.
fn log(model: &str, task: &str, wrong: usize) -> String {
    let value = |id: usize| if id.is_multiple_of(wrong) { "I" } else { "C" };
    log_of(model, task, |id| json!({"match": {"value": value(id)}}))
}

/// The same with the scores that `scores` has of a sample.
fn log_of(model: &str, task: &str, scores: impl Fn(usize) -> Value) -> String {
    let sample = |id: usize| {
        json!({
            "id": id, "epoch": 1, "input": format!("question {id}"), "target": "x",
            "output": {"completion": "y"}, "scores": scores(id),
        })
    };
    json!({
        "version": 2, "status": "success", "eval": {"task": task, "model": model},
        "samples": (1..=60).map(sample).collect::<Vec<_>>(),
    })
    .to_string()
}

/// Ratings of three systems in ten documents of four segments by two criteria.
fn ratings() -> String {
    let mut table = "system\tdoc\tseg_id\tesa\tfluency\n".to_owned();
    for (of, system) in ["A", "B", "C"].into_iter().enumerate() {
        for segment in 0..40 {
            let noise = (segment * 7 + of * 5 + segment * segment) % 11;
            let (esa, fluency) = (70 - 12 * of + noise, 3 + (noise + of) % 3);
            writeln!(table, "{system}\td{}\t{segment}\t{esa}\t{fluency}", segment / 4).unwrap();
        }
    }
    table
}

fn workspace() -> Workspace {
    let workspace = Workspace::small();
    workspace.write("old.json", log("org/old", "arith", 2));
    workspace.write("new.json", log("org/new", "arith", 7));
    workspace.write("other.json", log("org/other", "words", 3));
    workspace.write("ratings.tsv", ratings());
    workspace
}

/// The same with an evaluation set of two systems that people judged.
fn with_set() -> Workspace {
    let workspace = workspace();
    workspace.succeed(&["corpus", "generate", "cesta-arfr-1", "set"]);
    workspace
}

/// Systems, baseline and difference of a comparison by one metric.
fn pair(answer: &Value) -> (&str, &str, f64) {
    let row = &answer["findings"][0]["rows"][0];
    let name = |key: &str| row[key].as_str().unwrap();
    (name("system_a"), name("system_b"), row["delta"].as_f64().unwrap())
}

#[test]
fn logs_are_compared_in_the_order_of_the_paths() {
    let workspace = workspace();
    let forth = workspace.json(&["compare", "old.json", "new.json"]);
    let (a, b, delta) = pair(&forth);
    // 30 of 60 are right in the old log, 52 in the new one.
    assert_eq!((a, b, forth["baseline"].as_str()), ("org/new", "org/old", Some("org/old")));
    assert!((delta - 22.0 / 60.0).abs() < 1e-12, "{delta}");
    let back = workspace.json(&["compare", "new.json", "old.json"]);
    assert_eq!((pair(&back).0, pair(&back).1), ("org/old", "org/new"));
    assert!((pair(&back).2 + delta).abs() < 1e-12);
    let named = workspace.json(&["compare", "new.json", "old.json", "--baseline", "org/old"]);
    assert_eq!(pair(&named), (a, b, delta));
    // The same logs in a folder.
    workspace.write("logs/old.json", log("org/old", "arith", 2));
    workspace.write("logs/new.json", log("org/new", "arith", 7));
    let folder = workspace.json(&["compare", "logs", "--systems", "org/old,org/new"]);
    assert_eq!(pair(&folder), (a, b, delta));
    let ranked = workspace.json(&["rank", "old.json", "new.json"]);
    assert_eq!(ranked["rankings"][0]["systems"][0]["system"], "org/new");
    let scored = workspace.json(&["score", "old.json"]);
    assert_eq!(scored["scores"][0]["score"], 0.5);
}

#[test]
fn paths_that_do_not_go_together_are_named() {
    let workspace = with_set();
    workspace.write("again.json", log("org/old", "arith", 5));
    for (line, expected) in [
        ("compare old.json other.json", "the logs share no task: `old.json` is of `arith`"),
        ("compare old.json again.json", "are logs of one model, `org/old`"),
        (
            "compare old.json one.txt",
            "`old.json` is a corpus in format samples and `one.txt` is a text",
        ),
        (
            "compare ratings.tsv small.toml",
            "`ratings.tsv` is a corpus in format table and `small.toml` is a spec",
        ),
        ("compare old.json one.txt", "runner compare old.json --systems A,B"),
        ("compare ratings.tsv A B", "write `runner compare ratings.tsv --systems A,B`"),
        ("compare ratings.tsv --margin esa=1", "there are 3 systems: which is the baseline?"),
        (
            "compare ratings.tsv --format json",
            "`runner compare ratings.tsv --baseline A` compares all others with it",
        ),
        ("rank ratings.tsv --systems A,B -r ref.a.txt", "and `ratings.tsv` has its own"),
        ("score set -r ref.a.txt", "and `set` has its own"),
        ("rank one.txt two.txt -r ref.a.txt --corpus x", "--corpus: files of texts are one corpus"),
        ("rank one.txt two.txt -r ref.a.txt --systems one,three", "there is no system `three`"),
        ("compare one.txt two.txt", "there are no references"),
    ] {
        let said = workspace.fail(&line.split(' ').collect::<Vec<_>>(), 2);
        assert!(said.contains(expected), "{line}: {said}");
    }
    assert!(workspace.fail(&["score", "one.txt"], 2).contains("there are no references"));
}

#[test]
fn a_metric_is_a_column_or_a_metric_of_texts() {
    let workspace = with_set();
    let compare = ["compare", "ratings.tsv", "--baseline", "B"];
    let esa = workspace.json(&[&compare[..], &["--metric", "ESA"]].concat());
    let rows = esa["findings"][0]["rows"].as_array().unwrap();
    assert!(rows.iter().all(|row| row["metric"] == "esa" && row["system_b"] == "B"), "{rows:?}");
    assert_eq!(rows.len(), 2);
    // Both columns in one option, or without it.
    let both = workspace.json(&[&compare[..], &["-m", "esa,fluency"]].concat());
    let all = workspace.json(&compare);
    assert_eq!(both["findings"][0]["rows"], all["findings"][0]["rows"]);
    assert_eq!(both["findings"][0]["rows"].as_array().unwrap().len(), 4);
    // A metric of texts that no starter spec has, and a criterion.
    let systems = ["compare", "set", "--systems", "S6,S7", "--metric"];
    let ter = workspace.json(&[&systems[..], &["ter:normalized"]].concat());
    assert_eq!(ter["findings"][0]["rows"][0]["metric"], "ter");
    assert_eq!(pair(&workspace.json(&[&systems[..], &["fluency"]].concat())).0, "S7");
    let ranked = workspace.succeed(&["rank", "set", "--metric", "bleu", "chrf"]);
    assert!(ranked.contains("BLEU") && !ranked.contains("adequacy"), "{ranked}");
}

#[test]
fn a_spec_stands_for_its_corpora_wherever_it_lies() {
    let workspace = workspace();
    let here =
        workspace.succeed(&["compare", "small.toml", "--systems", "one,two", "-b", "-w", "6"]);
    let texts = "compare one.txt two.txt -r ref.a.txt -r ref.b.txt -m bleu -b -w 6";
    assert_eq!(here, workspace.succeed(&texts.split(' ').collect::<Vec<_>>()));
    let spec = std::fs::read_to_string(workspace.path("small.toml")).unwrap();
    workspace.write(
        "specs/small.toml",
        spec.replace("\"ref", "\"../ref")
            .replace("\"one", "\"../one")
            .replace("\"two", "\"../two")
            .replace("\"docs", "\"../docs"),
    );
    let there = ["compare", "specs/small.toml", "--systems", "one,two", "-b", "-w", "6"];
    assert_eq!(workspace.succeed(&there), here);
}

#[test]
fn bare_numbers_stand_alone() {
    let workspace = workspace();
    let line = "compare one.txt two.txt -r ref.a.txt -m bleu chrf --bare";
    let bare = workspace.succeed(&line.split(' ').collect::<Vec<_>>());
    let answer =
        workspace.json(&["compare", "one.txt", "two.txt", "-r", "ref.a.txt", "-m", "bleu", "chrf"]);
    let deltas = answer["findings"][0]["rows"].as_array().unwrap().iter();
    let deltas: Vec<String> =
        deltas.map(|row| format!("{:.2}", row["delta"].as_f64().unwrap())).collect();
    assert_eq!(bare, deltas.join("\t") + "\n");
    let scores = workspace.succeed(&["score", "old.json", "new.json", "-b", "-w", "3"]);
    let lines: std::collections::BTreeSet<&str> = scores.lines().collect();
    assert_eq!(lines, ["0.500", "0.867"].into());
    // Decimals of an answer follow from its intervals.
    let said = workspace.fail(&["compare", "old.json", "new.json", "-w", "3"], 2);
    assert!(said.contains("add `--bare`"), "{said}");
    assert!(
        workspace.succeed(&["score", "one.txt", "-r", "ref.a.txt", "--score-only"]).ends_with('\n')
    );
}

#[test]
fn answers_are_pasted_in_all_formats() {
    let workspace = workspace();
    for command in
        ["compare ratings.tsv --baseline A", "rank ratings.tsv", "score ratings.tsv --interval"]
    {
        for (format, mark) in [
            ("markdown", "---:"),
            ("tsv", "\t"),
            ("csv", ",\""),
            ("latex", "\\toprule"),
            ("typst", "table.header("),
        ] {
            let arguments: Vec<&str> = command.split(' ').chain(["--format", format]).collect();
            let shown = workspace.succeed(&arguments);
            let has_mark = shown.contains(mark) || (format == "csv" && shown.contains(','));
            assert!(has_mark, "{command} {format}: {shown}");
            let is_for_people = !["tsv", "csv"].contains(&format);
            assert_eq!(shown.contains("Signature: "), is_for_people, "{command} {format}: {shown}");
        }
    }
    let answers = [
        "compare old.json new.json",
        "rank old.json new.json",
        "score old.json new.json --interval",
    ];
    for command in answers {
        let shown = workspace.succeed(&command.split(' ').collect::<Vec<_>>());
        assert!(shown.contains("\nSignature  external|score:match"), "{shown}");
        assert!(shown.lines().all(|line| line.chars().count() <= 80), "{shown}");
        let shown = shown.split_whitespace().collect::<Vec<_>>().join("");
        assert!(shown.contains("|unit:segments|n:60|level:0.95"), "{shown}");
    }
}

/// Groups end where all systems above are better than all below: here each system is one by `esa`.
#[test]
fn ranks_have_groups() {
    let workspace = workspace();
    let rank = |format: &str| {
        workspace.succeed(&["rank", "ratings.tsv", "--metric", "esa", "--format", format])
    };
    let tsv = rank("tsv");
    let lines: Vec<Vec<&str>> = tsv.lines().map(|line| line.split('\t').collect()).collect();
    assert_eq!(
        lines[0][..7],
        ["system", "metric", "corpus", "rank", "rank_lower", "rank_upper", "group"]
    );
    let groups: Vec<(&str, &str, &str)> =
        lines[1..].iter().map(|line| (line[0], line[3], line[6])).collect();
    assert_eq!(groups, [("A", "1", "1"), ("B", "2", "2"), ("C", "3", "3")]);
    let answer: Value = serde_json::from_str(&rank("json")).unwrap();
    let system = &answer["rankings"][0]["systems"][2];
    assert_eq!(
        (&system["group"], &system["rank"], &system["documents"]),
        (&3.into(), &3.into(), &10.into())
    );
    // A rule below the heading, and one above each further group.
    assert_eq!(rank("latex").matches("\\midrule").count(), 3);
    assert_eq!(rank("typst").matches("table.hline(stroke: 0.5pt)").count(), 3);
    assert!(rank("markdown").contains("| rank | range | group | system |"));
}

/// Names that would be commands, in tables that LaTeX sets with `booktabs` alone, where `pdflatex` is installed.
#[test]
fn tables_for_papers_compile() {
    let workspace = Workspace::empty();
    let nasty = ["A_1 & $x$ 50% #~^{}\\", "*B [b] <c>", "C \"d\" | é"];
    let table = ratings().lines().skip(1).fold(
        "system\tdoc\tseg_id\tesa\tfluency\n".to_owned(),
        |all, line| {
            let place = ["A", "B", "C"].iter().position(|name| line.starts_with(name)).unwrap();
            format!("{all}{}{}\n", nasty[place], &line[1..])
        },
    );
    workspace.write("ratings.tsv", table.replace('"', "'"));
    let latex = Command::new("pdflatex").arg("--version").output().ok();
    let mut document =
        "\\documentclass{article}\n\\usepackage{booktabs}\n\\begin{document}\n".to_owned();
    for command in ["rank ratings.tsv", "rank ratings.tsv -m esa", "score ratings.tsv --interval"] {
        let words: Vec<&str> = command.split(' ').chain(["--format", "latex"]).collect();
        let table = workspace.succeed(&words);
        for escaped in [
            "A\\_1 \\& \\$x\\$ 50\\% \\#\\textasciitilde{}",
            "{[}b{]} \\textless{}c\\textgreater{}",
        ] {
            assert!(table.contains(escaped), "{table}");
        }
        document = document + &table + "\\clearpage\n";
    }
    let words = ["rank", "ratings.tsv", "--format", "typst"];
    assert!(workspace.succeed(&words).contains("A\\_1 & \\$x\\$ 50% \\#\\~^{}\\\\]"));
    if Need::Latex.met(latex).is_none() {
        return;
    }
    workspace.write("all.tex", document + "\\end{document}\n");
    let mut command = Command::new("pdflatex");
    command.args(["-interaction=nonstopmode", "-halt-on-error", "all.tex"]);
    let output = command.current_dir(workspace.path("")).output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stdout));
}

/// Every command that `corpus describe` shows works as it stands.
#[test]
fn the_commands_of_a_description_run() {
    let workspace = workspace();
    workspace.write("logs/old.json", log("org/old", "arith", 2));
    workspace.write("logs/new.json", log("org/new", "arith", 7));
    let convert = "corpus convert small.toml --to evalset evalset --language-pair en-de";
    workspace.succeed(&convert.split(' ').collect::<Vec<_>>());
    for data in ["ratings.tsv", "evalset", "logs", "small.toml", "old.json"] {
        let answer = workspace.json(&["corpus", "describe", data]);
        let asked = answer["questions"].as_array().unwrap();
        assert!(asked.len() > 1 || data == "small.toml" || data == "old.json", "{data}: {asked:?}");
        let shown = workspace.succeed(&["corpus", "describe", data]);
        for asked in asked {
            let (question, command) =
                (asked["question"].as_str().unwrap(), asked["command"].as_str().unwrap());
            assert!(shown.contains(question) && shown.contains(command), "{shown}");
            for command in command.split(" && ") {
                let words: Vec<&str> =
                    command.strip_prefix("runner ").unwrap().split(' ').collect();
                let output = workspace.run(&words);
                assert!(output.status.success(), "{command}: {}", text(&output.stderr));
            }
        }
    }
    // Where the judges are not known, the question names a column.
    workspace.write(
        "judged.csv",
        "system,seg_id,person,score\nA,1,ann,70\nA,1,bob,60\nB,1,ann,80\nB,1,bob,75\n",
    );
    for command in [&["rank"][..], &["corpus", "describe"]] {
        let said = workspace.fail(&[command, &["judged.csv"]].concat(), 3);
        assert!(said.contains("answer with --judge person"), "{said}");
    }
    workspace.run(&["rank", "judged.csv", "--judge", "person"]);
}

/// Logs of lm-evaluation-harness in a folder for each model: of two tasks, or of more than is read.
fn lines(samples: usize, wrong: usize, id: &str) -> String {
    let line = |sample: usize| {
        let score = u8::from(!sample.is_multiple_of(wrong));
        json!({
            "doc_id": sample, "target": "T", "filtered_resps": ["x"], "filter": "none", "metrics": ["acc"],
            "doc_hash": format!("{id}{sample}"), "acc": score,
        })
        .to_string()
            + "\n"
    };
    (1..=samples).map(line).collect()
}

/// Logs of 16 models and one that begins with `start` and has zeros behind it, refused with a message that has `message`.
fn refused_for_memory(start: &str, megabytes: u64, message: &str) {
    let workspace = Workspace::small();
    for model in 0..16 {
        workspace.write(&format!("logs/m{model:02}/samples_t_2026.jsonl"), lines(10, 2, "t"));
    }
    workspace.write("logs/z/samples_t_2026.jsonl", start);
    let path = workspace.path("logs/z/samples_t_2026.jsonl");
    std::fs::File::options().write(true).open(path).unwrap().set_len(megabytes << 20).unwrap();
    let said = workspace.fail(&["rank", "logs", "--memory", "0.1"], 4);
    assert!(said.contains(message), "{said}");
    let expected = "the limit is 0.10 GB; give it more with `--memory GB`, or split the file, or take the part of it that is needed";
    assert!(said.replace('\n', " ").contains(expected), "{said}");
}

/// Zeros would be refused for their content if they were read.
#[test]
fn logs_beyond_the_limit_of_memory_are_refused_before_they_are_read() {
    refused_for_memory(&lines(1, 2, "t"), 900, "logs: reading it takes about 0.");
}

#[test]
fn a_log_of_one_long_line_is_refused_before_it_is_read_whole() {
    refused_for_memory("", 200, "logs/z/samples_t_2026.jsonl: reading it takes about 0.14 GB");
}

/// Two models in two folders on two tasks.
fn tasks() -> Workspace {
    let workspace = Workspace::small();
    for (model, wrong) in [("org__strong", 9), ("org__weak", 2), ("org__fair", 3)] {
        for (task, more) in [("arc", 0), ("gsm8k", 1)] {
            let path = format!(
                "runs/{model}/deep/{model}/samples_{task}_2026-01-02T03-04-05.678901.jsonl"
            );
            workspace.write(&path, lines(60, wrong + more, task));
        }
    }
    workspace
}

#[test]
fn several_tasks_have_one_answer() {
    let workspace = tasks();
    let answer = workspace.succeed(&["rank", "runs"]);
    let first = answer.lines().next().unwrap();
    assert!(
        first.starts_with("org__strong has the best mean acc over 2 corpora (0.900"),
        "{answer}"
    );
    assert!(answer.contains("Study tasks, corpus arc."), "{answer}");
    let answer = workspace.json(&["rank", "runs"]);
    assert!(answer["together"][0]["corpus"].is_null(), "it is of several corpora");
    assert_eq!(answer["rankings"].as_array().unwrap().len(), 2, "each task once");
    // A task by itself has no answer over several.
    let answer = workspace.json(&["rank", "runs", "--corpus", "arc"]);
    assert_eq!(answer["together"].as_array().unwrap().len(), 0);
    assert_eq!(answer["rankings"].as_array().unwrap().len(), 1);
    // The spec has the same question.
    workspace.succeed(&["init", "runs", "-o", "runs.toml"]);
    let spec = std::fs::read_to_string(workspace.path("runs.toml")).unwrap();
    assert!(spec.contains("[studies.tasks.macro-average]"), "{spec}");
    let answer = workspace.succeed(&["run", "runs.toml", "--study", "tasks"]);
    assert!(answer.contains("org__strong"), "{answer}");
}

/// The means of two tasks, and the number of each row.
fn over_tasks(workspace: &Workspace, arguments: &[&str]) -> (Value, Vec<Value>, Vec<Value>) {
    let answer = workspace.json(arguments);
    let rows = answer["findings"][0]["rows"].as_array().unwrap().clone();
    let (means, tasks) = rows
        .into_iter()
        .filter(|row| !row["system_b"].is_null())
        .partition(|row| row["value"].is_number());
    (answer, means, tasks)
}

/// The difference of means over tasks is the mean of their differences, and its error half the root of the sum of their
/// squares.
#[test]
fn systems_are_compared_over_tasks() {
    let workspace = tasks();
    let folders = ["compare", "runs/org__weak", "runs/org__strong"];
    let shown = workspace.succeed(&folders);
    assert!(shown.lines().all(|line| line.chars().count() <= 80), "{shown}");
    let verdict = "Compared with org__weak by mean acc over 2 corpora: org__strong better (+0.317\n[+0.213, +0.421], p < 0.001).\n";
    assert!(shown.starts_with(verdict), "{shown}");
    let (answer, means, tasks) = over_tasks(&workspace, &folders);
    let ([mean], [arc, gsm8k]) = (&means[..], &tasks[..]) else { panic!("{answer}") };
    let number = |row: &Value, key: &str| row[key].as_f64().unwrap();
    let delta = 0.5 * (number(arc, "delta") + number(gsm8k, "delta"));
    assert!((number(mean, "value") - delta).abs() < 1e-12, "{mean}");
    // The half widths of the tasks are t times their errors, with 59 degrees of freedom.
    let t = 2.000_995_378_088_299;
    let errors = [arc, gsm8k].map(|row| number(row, "half_width") / t);
    let error = 0.5 * (errors[0] * errors[0] + errors[1] * errors[1]).sqrt();
    assert!((number(mean, "standard_error") - error).abs() < 1e-9, "{mean}");
    assert_eq!((&mean["system_a"], &mean["verdict"]), (&"org__strong".into(), &">".into()));
    // Turned round, in one folder, and as a table.
    let turned = ["compare", "runs", "--systems", "org__strong,org__weak"];
    let (_, turned_means, _) = over_tasks(&workspace, &turned);
    assert!((number(&turned_means[0], "value") + delta).abs() < 1e-12);
    assert_eq!(turned_means[0]["verdict"], "<");
    let table = workspace.succeed(&[&folders[..], &["--format", "tsv"]].concat());
    let first: Vec<&str> = table.lines().map(|line| line.split('\t').next().unwrap()).collect();
    assert_eq!(first, ["corpus", "mean", "mean", "arc", "gsm8k"], "{table}");
}

/// Three systems: two comparisons by Holm; a task alone as before; what is about one task is refused.
#[test]
fn several_systems_are_compared_over_tasks() {
    let workspace = tasks();
    let all = ["compare", "runs", "--baseline", "org__weak"];
    let shown = workspace.succeed(&all);
    assert!(shown.starts_with("Compared with org__weak by mean acc over 2 corpora: "), "{shown}");
    let (answer, means, tasks) = over_tasks(&workspace, &all);
    assert_eq!((means.len(), tasks.len()), (2, 4), "{answer}");
    assert!(
        means.iter().all(|row| row["family"] == 2 && row["system_b"] == "org__weak"),
        "{answer}"
    );
    let p: Vec<[f64; 2]> = means
        .iter()
        .map(|row| ["p_value", "p_adjusted"].map(|key| row[key].as_f64().unwrap()))
        .collect();
    let least = if p[0][0] < p[1][0] { p[0] } else { p[1] };
    assert!((least[1] - 2.0 * least[0]).abs() < 1e-12, "{p:?}");
    let one = workspace.succeed(&[&all[..], &["--corpus", "arc"]].concat());
    assert!(one.contains("60 segments in 60 documents."), "{one}");
    assert!(!one.contains("over 2 corpora"), "{one}");
    let named = workspace.succeed(&[&all[..], &["--metric", "acc"]].concat());
    assert_eq!(named, shown);
    for more in [&["--margin", "acc=0.1"][..], &["--examples"], &["--bare"], &["--details"]] {
        let said = workspace.fail(&[&all[..], more].concat(), 2);
        let wanted = format!("`{}` is about one corpus, and there are 2", more[0]);
        assert!(said.contains(&wanted) && said.contains("--corpus arc`"), "{said}");
    }
    workspace.succeed(&[&all[..], &["--out", "over", "--quiet"]].concat());
    assert!(workspace.path("over/macro_averages.parquet").exists());
    // A metric that is named keeps the answer over tasks, of ranks too.
    let ranks = workspace.json(&["rank", "runs", "--metric", "acc"]);
    assert_eq!(ranks["together"].as_array().unwrap().len(), 1, "{ranks}");
    assert_eq!(ranks["rankings"].as_array().unwrap().len(), 2, "each task once: {ranks}");
}

/// One file of a folder that is broken: its name, the cause, and how to do without it.
#[test]
fn a_broken_log_is_named() {
    let workspace = tasks();
    workspace.write(
        "runs/org__weak/deep/org__weak/samples_new_2026-01-02T03-04-05.678901.jsonl",
        "{\"doc_id\": 1",
    );
    let said = workspace.fail(&["rank", "runs"], 3).replace('\n', " ");
    assert!(
        said.contains("samples_new_2026-01-02T03-04-05.678901.jsonl:1: not a JSON object"),
        "{said}"
    );
    assert!(
        said.contains("or move the file out of its folder: the others are read without it"),
        "{said}"
    );
}

/// The score of a sample.
type Score = fn(usize) -> Value;

/// A log of inspect with several scores of each sample.
fn scored_log(model: &str, task: &str, scores: &[(&str, Score)]) -> String {
    log_of(model, task, |id| {
        scores
            .iter()
            .map(|(name, score)| ((*name).to_owned(), json!({"value": score(id)})))
            .collect()
    })
}

const SOME: Score = |id| json!((id * id % 7) as f64 / 10.0);
const MORE: Score = |id| json!((id * id % 11) as f64 / 10.0);

#[test]
fn a_score_of_one_system_is_left_out_and_the_others_answer() {
    let workspace = Workspace::empty();
    workspace.write("alone/a.json", scored_log("a", "t", &[("match", SOME)]));
    workspace.write("alone/b.json", scored_log("b", "t", &[("match", MORE)]));
    workspace.write("x/a.json", scored_log("a", "t", &[("f1", SOME), ("match", SOME)]));
    workspace.write("x/b.json", scored_log("b", "t", &[("match", MORE)]));
    for command in ["rank", "compare"] {
        let expected = workspace.json(&[command, "alone"]);
        for arguments in [&[command, "x"][..], &[command, "x", "-m", "match"]] {
            let found = workspace.json(arguments);
            assert_eq!(found["findings"], expected["findings"], "{arguments:?}");
            assert_eq!(found["rankings"], expected["rankings"], "{arguments:?}");
            let warning = &found["warnings"][0];
            assert_eq!(warning["message"], "metric `f1` has no score of: b");
            assert_eq!(warning["help"], "systems are not compared by it: add their scores");
        }
    }
    let scores = workspace.succeed(&["score", "x"]);
    assert!(scores.contains("f1") && scores.contains("match"), "{scores}");
    workspace.succeed(&["init", "x", "-o", "x.toml"]);
    let found = workspace.succeed(&["run", "x.toml"]);
    assert!(found.contains("by match"), "{found}");

    let rows = (0..40).map(|at| {
        let fluency = if at % 2 == 0 { "3" } else { "" };
        format!("{},{},{},{fluency}\n", ["A", "B"][at % 2], at / 2, at * at % 7)
    });
    let rows = rows.collect::<Vec<_>>().concat();
    workspace.write("one.csv", format!("system,segment,adequacy,fluency\n{rows}"));
    let found = workspace.json(&["compare", "one.csv"]);
    let rows = found["findings"][0]["rows"].as_array().unwrap();
    assert_eq!((rows.len(), &rows[0]["metric"]), (1, &json!("adequacy")));
}

#[test]
fn data_without_an_answer_say_why() {
    let workspace = Workspace::empty();
    let grades: Score = |id| json!(["A", "B", "F"][id % 3]);
    let lists: Score = |id| json!([id, 2]);
    for (folder, tasks, scores) in [
        ("grades", ["t", "t"], &[("match", grades)][..]),
        ("lists", ["t", "t"], &[("match", lists)]),
        ("unscored", ["t", "t"], &[]),
        ("tasks", ["s", "t"], &[("match", SOME)]),
        ("one", ["t", "t"], &[("match", SOME)]),
    ] {
        for (model, task) in ["a", "b"].into_iter().zip(tasks) {
            let scores = if folder == "one" && model == "b" { &[] } else { scores };
            workspace.write(&format!("{folder}/{model}.json"), scored_log(model, task, scores));
        }
    }
    workspace.write("scores.log", "x.txt\tSegment 0\tscore: 0.5\nx.txt\tscore: 0.5\n");
    workspace.write("a.txt", "a\n");
    let nothing = "there are no scores and no references of these systems: a";
    for (paths, code, reason) in [
        ("grades", 3, "60 scores that are no numbers, of match"),
        ("grades", 3, nothing),
        ("lists", 3, "60 scores that are no numbers, of match"),
        ("unscored", 3, nothing),
        ("unscored/a.json", 3, nothing),
        ("tasks", 3, "task `s` has no log of: b"),
        ("tasks", 3, "no two systems have the same score on the same corpus"),
        ("tasks/a.json", 3, "there is only one system, a"),
        ("one", 3, "metric `match` has no score of: b"),
        ("a.txt b.txt", 2, "b.txt: no such file or folder"),
        ("a.json b.json", 2, "a.json: no such file or folder"),
        ("scores.log a.txt", 2, "`scores.log` is a corpus in format comet and `a.txt` is a text"),
    ] {
        for command in ["rank", "compare"] {
            let arguments: Vec<&str> = [command].into_iter().chain(paths.split(' ')).collect();
            let message = workspace.fail(&arguments, code);
            assert!(message.contains(reason), "{arguments:?}: {message}");
        }
    }
    assert!(workspace.succeed(&["corpus", "describe", "scores.log"]).contains("comet"));
}

#[test]
fn a_metric_may_be_named_by_its_first_words() {
    let workspace = Workspace::empty();
    for (model, score) in [("a", SOME), ("b", MORE)] {
        let scores = [("COMET-22", score), ("wmt-kiwi_1", MORE), ("wmt-kiwi_2", SOME)];
        workspace.write(&format!("x/{model}.json"), scored_log(model, "t", &scores));
        workspace.write(&format!("y/{model}.json"), scored_log(model, "t", &[("Penalty", score)]));
    }
    let expected = workspace.json(&["compare", "x", "-m", "COMET-22"]);
    for name in ["comet", "Comet22", "comet_22"] {
        let found = workspace.json(&["compare", "x", "-m", name, "--primary", name]);
        assert_eq!(
            found["findings"][0]["rows"][0]["delta"],
            expected["findings"][0]["rows"][0]["delta"]
        );
        assert_eq!(found["findings"][0]["rows"].as_array().unwrap().len(), 1, "{name}");
    }
    let both = workspace.json(&["compare", "x", "-m", "comet,wmt-kiwi_2"]);
    assert_eq!(both["findings"][0]["rows"].as_array().unwrap().len(), 2);
    let message = workspace.fail(&["compare", "x", "-m", "wmt"], 2);
    assert!(message.contains("`wmt` can be wmt-kiwi_1 or wmt-kiwi_2"), "{message}");
    // Which way is better is asked of data, too.
    let message = workspace.fail(&["compare", "y"], 2);
    assert!(
        message.contains("`Penalty` sounds like a measure of errors: is lower better?"),
        "{message}"
    );
    let verdict = |option: &str| {
        let found = workspace.json(&["compare", "y", option, "penalty"]);
        found["findings"][0]["rows"][0]["verdict"].clone()
    };
    assert_eq!([verdict("--lower-is-better"), verdict("--higher-is-better")], ["<", ">"]);
    for unknown in ["kiwi", "comet-22-da", "com"] {
        let message = workspace.fail(&["compare", "x", "-m", unknown], 2);
        assert!(message.contains("is no metric, and no column of scores there"), "{message}");
    }
}

/// Texts and scores of COMET in one file: BLEU prefers `b`, and COMET `a`.
#[test]
fn a_file_of_comet_is_answered_by_its_scores_first() {
    let workspace = Workspace::empty();
    let segments = |text: &str, better: usize| {
        let of = |at: usize| {
            json!({
                "src": "s", "ref": format!("{at} eins zwei drei vier"), "mt": format!("{at} {text}"),
                "COMET": ((at * at % 7) + better * (at % 3 + 1)) as f64 / 10.0,
            })
        };
        json!((0..30).map(of).collect::<Vec<_>>())
    };
    let (a, b) = (segments("eins zwei", 1), segments("eins zwei drei vier", 0));
    let file = json!({"out/a.txt": a, "b.txt": b});
    workspace.write("result.json", file.to_string());
    let found = workspace.json(&["compare", "result.json"]);
    let rows = found["findings"][0]["rows"].as_array().unwrap();
    assert_eq!(
        (rows.len(), &rows[0]["metric"], &rows[0]["verdict"]),
        (1, &json!("comet"), &json!("<"))
    );
    let both = workspace.json(&["compare", "result.json", "-m", "comet", "bleu"]);
    assert_eq!(both["findings"][0]["rows"].as_array().unwrap().len(), 2);
    for command in ["rank", "score"] {
        let shown = workspace.succeed(&[command, "result.json"]);
        let place =
            |name: &str| shown.to_lowercase().find(name).unwrap_or_else(|| panic!("{shown}"));
        assert!(place("study scores") < place("study systems"), "{shown}");
    }
    let spec = workspace.succeed(&["init", "result.json", "-o", "x.toml"]);
    assert_eq!(spec, "");
    let spec = std::fs::read_to_string(workspace.path("x.toml")).unwrap();
    assert!(spec.find("[studies.scores]") < spec.find("[studies.systems]"), "{spec}");
    workspace.succeed(&["check", "x.toml"]);
    // A file whose name is that of a score keeps it.
    workspace.write("xcomet-xl.json", file.to_string());
    let found = workspace.json(&["compare", "xcomet-xl.json", "-m", "xcomet"]);
    assert_eq!(found["findings"][0]["rows"][0]["metric"], "xcomet-xl");
}
