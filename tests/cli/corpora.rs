//! `runner corpus` and `runner init`.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::support::workspace::{Workspace, text};

/// Small corpora, one folder per format.
fn corpora() -> Workspace {
    let workspace = Workspace::empty();
    workspace.write("plain/src.en", "one\ntwo\nthree\n");
    workspace.write("plain/ref.a.de", "eins\nzwei\ndrei\n");
    workspace.write("plain/ref.b.de", "ein\nzweie\ndrei\n");
    workspace.write("plain/zeta.de", "eins\nzwo\ndrei\n");
    workspace.write("plain/docs.txt", "d1\nd1\nd2\n");
    workspace.write("plain/README.md", "# not a corpus\n");
    let set = |kind: &str, name: &str| {
        format!(
            "<{kind} setid=\"s\"><doc docid=\"d\" sysid=\"{name}\">\
             <seg id=\"1\">a b c d e</seg><seg id=\"2\">{name} f g h</seg></doc></{kind}>\n"
        )
    };
    workspace.write("sgml/src.sgm", set("srcset", "source"));
    workspace.write("sgml/ref.sgm", set("refset", "r1") + &set("refset", "r2"));
    workspace.write("sgml/tst.sgm", set("tstset", "s1"));
    workspace.write(
        "xml/set.en-de.xml",
        "<dataset id=\"s\"><doc id=\"d\" origlang=\"en\">\
         <src lang=\"en\"><p><seg id=\"1\">a</seg></p></src>\
         <ref lang=\"de\" translator=\"A\"><p><seg id=\"1\">b c d e</seg></p></ref>\
         <hyp lang=\"de\" system=\"S\"><p><seg id=\"1\">b c d</seg></p></hyp></doc></dataset>\n",
    );
    workspace.write(
        "mqm/ratings.tsv",
        "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\n\
         S\td\t1\t1\tr\tx\ty\tStyle\tMinor\n",
    );
    workspace.write(
        "rows/scores.tsv",
        "doc\tseg_id\tsystem\tCOMET-22\tadequacy\nd\t1\tS1\t0.5\t4\nd\t1\tS2\t-0.25\tNone\n",
    );
    workspace.write("rows/more.csv", "src,ref,S1,S2\na,b c d e,b,\"b, c\"\n");
    workspace
}

#[test]
fn corpora_are_described() {
    let workspace = corpora();
    let mut text = String::new();
    for path in ["plain", "sgml", "xml/set.en-de.xml", "mqm", "rows"] {
        text += &workspace.succeed(&["corpus", "describe", path]);
    }
    insta::assert_snapshot!(text);
    let json = workspace.succeed(&["corpus", "describe", "plain", "--format", "json"]);
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["corpora"][0]["segments"], 3);
    assert_eq!(json["corpora"][0]["systems"][0]["name"], "zeta");
}

#[test]
fn a_spec_stands_for_its_corpora() {
    let workspace = Workspace::small();
    let text = workspace.succeed(&["corpus", "describe", "small.toml"]);
    assert!(text.starts_with("corpus tiny\n  8 segments in 2 documents"), "{text}");
}

/// Names and contents of all files below a folder.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut all = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap().display().to_string();
                all.insert(name, fs::read(path).unwrap());
            }
        }
    }
    all
}

#[test]
fn generated_corpora_convert_to_themselves() {
    let workspace = Workspace::empty();
    let generate = |seed: &str, out: &str| {
        workspace.succeed(&["corpus", "generate", "cesta-arfr-1", "--seed", seed, out]);
        files(&workspace.path(out))
    };
    let first = generate("7", "one");
    assert!(first.contains_key("references/xx-yy.ref1.txt"), "{:?}", first.keys());
    assert_eq!(first, generate("7", "again"));
    assert_ne!(first, generate("8", "other"));
    workspace.succeed(&["corpus", "convert", "one", "--to", "evalset", "copy"]);
    assert_eq!(first, files(&workspace.path("copy")));
    // What was generated says so wherever it goes.
    let text = workspace.succeed(&["corpus", "describe", "copy"]);
    assert!(text.starts_with("corpus xx-yy (generated, not real)"), "{text}");
}

#[test]
fn any_format_becomes_parquet_and_is_recognised() {
    let workspace = corpora();
    for (path, corpus) in [
        ("plain", "plain"),
        ("sgml", "sgml"),
        ("xml", "set.en-de"),
        ("mqm", "ratings"),
        ("rows", "scores"),
    ] {
        let out = format!("out/{path}.parquet");
        fs::create_dir_all(workspace.path("out")).unwrap();
        workspace
            .succeed(&["corpus", "convert", path, "--to", "parquet", &out, "--corpus", corpus]);
        let describe = |path: &str, corpus: &str| {
            let arguments = ["corpus", "describe", path, "--corpus", corpus, "--format", "json"];
            let text = workspace.succeed(&arguments);
            let mut json: Value = serde_json::from_str(&text).unwrap();
            json["corpora"][0].as_object_mut().unwrap().remove("name");
            json["corpora"].take()
        };
        assert_eq!(describe(path, corpus), describe(&out, path), "{path}");
        // By itself and among others; and a spec for it runs.
        assert_eq!(describe(path, corpus), describe("out", path), "{path}");
        let spec = workspace.succeed(&["init", &out]);
        assert!(spec.contains(&format!("[corpora.{path}.table]\npath = \"{out}\"\n")), "{spec}");
        workspace.write("spec.toml", &spec);
        workspace.succeed(&["check", "spec.toml"]);
        workspace.succeed(&["run", "spec.toml", "-q"]);
        // The tables of results are no corpora.
        let results = format!("results/{path}");
        let error = workspace.fail(&["corpus", "describe", &results], 3);
        assert!(error.contains("this is in no format that is known"), "{error}");
        // Through the other layout and back, it is the same file; but that has no errors that judges marked.
        if path == "mqm" {
            continue;
        }
        let other = format!("set-{path}");
        let pair = ["--language-pair", "en-de"];
        let there = ["corpus", "convert", &out, "--to", "evalset", &other];
        workspace.succeed(&[&there[..], &pair].concat());
        let again = format!("out/{path}-again.parquet");
        workspace.succeed(&["corpus", "convert", &other, "--to", "parquet", &again]);
        let bytes = |file: &str| fs::read(workspace.path(file)).unwrap();
        assert_eq!(bytes(&out), bytes(&again), "{path}");
        fs::remove_file(workspace.path(&again)).unwrap();
    }
}

#[test]
fn presets_are_listed() {
    let text = Workspace::empty().succeed(&["corpus", "presets"]);
    for name in runner::corpus::synthetic::presets() {
        assert!(text.lines().any(|line| line.starts_with(name)), "{name}: {text}");
    }
}

#[test]
fn mistakes_have_their_messages_and_codes() {
    let workspace = corpora();
    workspace.write("empty/notes.md", "nothing\n");
    workspace.write("full/file", "x\n");
    workspace.write("spec.toml", "x\n");
    let mut messages = String::new();
    for (arguments, code) in [
        (&["corpus", "describe", "nowhere"][..], 3),
        (&["corpus", "describe", "empty"], 3),
        (&["corpus", "describe", "plain/zeta.de"], 3),
        (&["corpus", "describe", "rows", "--corpus", "score"], 2),
        (&["corpus", "describe", "plain", "--data", "x"], 2),
        (&["corpus", "convert", "rows", "--to", "evalset", "out"], 2),
        (&["corpus", "convert", "plain", "--to", "evalset", "out"], 2),
        (&["corpus", "convert", "xml", "--to", "evalset", "full", "--language-pair", "en-de"], 2),
        (&["corpus", "convert", "xml", "--to", "evalset", "o", "--language-pair", "a b"], 2),
        (&["corpus", "convert", "xml", "--to", "parquet", "out"], 2),
        (
            &[
                "corpus",
                "convert",
                "xml",
                "--to",
                "parquet",
                "x.parquet",
                "--language-pair",
                "en-de",
            ],
            2,
        ),
        (&["corpus", "generate", "cesta", "out"], 2),
        (&["init", "empty"], 3),
        (&["init", "sgml/ref.sgm"], 3),
        (&["init", "plain", "--output", "spec.toml"], 2),
        (&["init", "plain", "--output", "no/such/folder.toml"], 4),
    ] {
        messages.push_str(&workspace.fail(arguments, code));
    }
    insta::assert_snapshot!(messages);
    let nowhere = ["corpus", "convert", "xml", "--to", "parquet", "no/such/folder.parquet"];
    let message = workspace.fail(&nowhere, 4);
    assert!(
        message.starts_with("error: cannot write `no/such/folder.parquet`: No such"),
        "{message}"
    );
    workspace.write("damaged.parquet", "PAR1");
    let message = workspace.fail(&["corpus", "describe", "damaged.parquet"], 3);
    assert!(
        message.starts_with("error: damaged.parquet: the Parquet file is cut off"),
        "{message}"
    );
}

/// What `init` writes is a spec that runs, wherever it lies.
#[test]
fn init_writes_specs_that_run() {
    let workspace = corpora();
    workspace.write("elsewhere/file", "");
    for path in ["plain", "sgml", "xml", "mqm", "rows"] {
        let printed = workspace.succeed(&["init", path]);
        if path != "xml" && path != "mqm" {
            insta::assert_snapshot!(path, printed);
        }
        workspace.write("spec.toml", &printed);
        workspace.succeed(&["check", "spec.toml"]);
        workspace.succeed(&["run", "spec.toml", "-q"]);
        for (output, relative) in
            [(format!("{path}/spec.toml"), true), (format!("elsewhere/{path}.toml"), false)]
        {
            workspace.succeed(&["init", path, "--output", &output, "--name", "x y"]);
            workspace.succeed(&["check", &output]);
            let text = fs::read_to_string(workspace.path(&output)).unwrap();
            assert!(text.contains("name = \"x-y\""), "{text}");
            let folder = workspace.path("").display().to_string();
            assert_eq!(text.contains(&folder), !relative, "{text}");
        }
        fs::remove_file(workspace.path(&format!("{path}/spec.toml"))).unwrap();
    }
}

/// Files of JSON that other programs wrote, one folder per format.
fn json() -> Workspace {
    let workspace = Workspace::empty();
    let (mut set, mut outputs, mut ratings) =
        (String::new(), [String::new(), String::new()], String::new());
    let mut logs = [String::new(), String::new()];
    let mut scores = [Vec::new(), Vec::new()];
    for document in 0..6 {
        let id = format!("en-de_#_news_#_d{document}");
        let texts = |word: &str| format!("{word} a b c {document}.\\n\\n{word} d e f {document}.");
        let line = format!(
            "{{\"doc_id\": \"{id}\", \"src_lang\": \"en\", \"tgt_lang\": \"de\", \"src_text\": \"{}\", \"refs\": \
             {{\"refA\": {{\"ref\": \"{}\"}}}}}}\n",
            texts("source"),
            texts("right")
        );
        set.push_str(&line);
        for (system, word) in ["right", "wrong"].into_iter().enumerate() {
            let text = texts(word);
            let line = format!("{{\"doc_id\": \"{id}\", \"hypothesis\": \"{text}\"}}\n");
            outputs[system].push_str(&line);
            let score = (document * 7 + system * 3) % 5;
            let line = format!(
                "{{\"doc_id\": {document}, \"target\": \"t\", \"filtered_resps\": [\"a\"], \"filter\": \"none\", \
                 \"metrics\": [\"acc\"], \"acc\": {score}}}\n"
            );
            logs[system].push_str(&line);
            scores[system].push(serde_json::json!({
                "src": format!("s {document}"), "mt": format!("{word} {document}"), "COMET": score,
            }));
        }
        for paragraph in 0..2 {
            let score = 60 + document * 3 + paragraph;
            let line = format!(
                "{{\"doc_id\": \"{id}_#_{paragraph}\", \"src_text\": \"s\", \"tgt_text\": {{\"one\": \"o\", \"two+\": \
                 \"t\"}}, \"scores\": {{\"one\": {{\"human1\": {score}, \"annotator1\": \"eva\"}}, \"two+\": \
                 {{\"human1\": {}, \"annotator1\": \"tom\"}}}}}}\n",
                score - 5 * paragraph
            );
            ratings.push_str(&line);
        }
    }
    workspace.write("wmt/set.jsonl", set);
    workspace.write("wmt/systems/one.jsonl", &outputs[0]);
    workspace.write("wmt/systems/two+.jsonl", &outputs[1]);
    workspace.write("human/humeval.jsonl", ratings);
    workspace.write("logs/one/samples_task_2026-01-01.jsonl", &logs[0]);
    workspace.write("logs/two/samples_task_2026-01-01.jsonl", &logs[1]);
    let scores = serde_json::json!({ "one.txt": scores[0], "two.txt": scores[1] });
    workspace.write("comet/comet.json", scores.to_string());
    workspace
}

#[test]
fn json_of_other_programs_is_recognised() {
    let workspace = json();
    for (path, format) in [
        ("wmt", "en-de.wmt-jsonl"),
        ("wmt/set.jsonl", "en-de.wmt-jsonl"),
        ("human", "en-de.wmt-jsonl"),
        ("human/humeval.jsonl", "en-de.wmt-jsonl"),
        ("logs", "task.samples"),
        ("logs/two/samples_task_2026-01-01.jsonl", "task.samples"),
        ("comet", "comet.comet"),
        ("comet/comet.json", "comet.comet"),
    ] {
        let printed = workspace.succeed(&["init", path]);
        assert!(printed.contains(&format!("[corpora.{format}]\n")), "{printed}");
        if !path.contains('.') {
            insta::assert_snapshot!(format!("json-{path}"), printed);
        }
        workspace.write("spec.toml", &printed);
        workspace.succeed(&["check", "spec.toml"]);
        workspace.succeed(&["run", "spec.toml", "-q"]);
        workspace.succeed(&["corpus", "describe", path]);
        let out = format!("{}.parquet", path.replace(['/', '.'], "-"));
        workspace.succeed(&["corpus", "convert", path, "--to", "parquet", &out]);
        workspace.succeed(&["corpus", "describe", &out]);
    }
    // The language pair names the files of an evalset.
    workspace.succeed(&["corpus", "convert", "wmt", "--to", "evalset", "set"]);
    assert!(workspace.path("set/references/en-de.refA.txt").exists());
    for (path, message) in [
        ("wmt/systems/one.jsonl", "outputs are no corpus by themselves"),
        ("wmt/systems", "outputs are no corpus by themselves"),
    ] {
        let error = workspace.fail(&["init", path], 3);
        assert!(error.contains(message), "{error}");
    }
}

/// TOML holds Unicode alone: a path that is something else is refused, not changed into another.
#[cfg(unix)]
#[test]
fn init_refuses_paths_that_a_spec_cannot_name() {
    use std::os::unix::ffi::OsStrExt;
    let workspace = corpora();
    let odd = std::ffi::OsStr::from_bytes(b"odd-\xff");
    fs::rename(workspace.path("plain"), workspace.path("").join(odd)).unwrap();
    let init = |folder: &Path, path: &Path, output: Option<&str>| {
        let mut command = workspace.command(&["init"]);
        command.arg(path).current_dir(folder);
        output.map(|output| command.args(["--output", output]));
        command.output().unwrap()
    };
    let home = workspace.path("");
    for output in [None, Some("spec.toml")] {
        let refused = init(&home, Path::new(odd), output);
        let message = String::from_utf8(refused.stderr).unwrap();
        assert_eq!(refused.status.code(), Some(2), "{message}");
        let expected =
            "error: `odd-\u{fffd}/src.en` is not Unicode, and a spec can name no such path";
        assert!(message.starts_with(expected), "{message}");
        assert!(refused.stdout.is_empty());
        assert!(!home.join("spec.toml").exists());
    }
    // Where the path in the spec does not lead through it, the folder may have any name.
    let written = init(&home.join(odd), Path::new("."), Some("spec.toml"));
    assert!(written.status.success(), "{}", String::from_utf8_lossy(&written.stderr));
    let mut check = workspace.command(&["check", "spec.toml"]);
    assert!(check.current_dir(home.join(odd)).status().unwrap().success());
}

/// An evalset in the folder of the spec itself has no path but the folder.
#[test]
fn init_in_the_folder_of_an_evalset() {
    let workspace = Workspace::empty();
    workspace.succeed(&["corpus", "generate", "cesta-arfr-1", "set"]);
    workspace.succeed(&["init", "set", "--output", "set/spec.toml"]);
    let text = workspace.succeed(&["check", "set/spec.toml"]);
    assert!(text.contains("corpus xx-yy: 16 documents, 298 segments"), "{text}");
}

/// The folder that a command makes is there when all of it is: a target that exists and is empty is used,
/// and the current folder, which would be replaced under the shell, is not.
#[test]
fn an_empty_folder_is_used_and_the_current_one_is_not() {
    let workspace = Workspace::small();
    fs::create_dir(workspace.path("empty")).unwrap();
    let convert = ["corpus", "convert", "small.toml", "--to", "evalset", "empty"];
    workspace.succeed(&[&convert[..], &["--language-pair", "en-de"]].concat());
    assert!(workspace.path("empty/system-outputs/en-de/one.txt").is_file());
    fs::create_dir(workspace.path("here")).unwrap();
    let mut command = workspace.command(&["corpus", "generate", "cesta-arfr-1", "."]);
    let output = command.current_dir(workspace.path("here")).output().unwrap();
    let message = text(&output.stderr);
    assert_eq!(output.status.code(), Some(4), "{message}");
    assert!(message.contains("it is the current folder"), "{message}");
    assert_eq!(fs::read_dir(workspace.path("here")).unwrap().count(), 0);
}

/// Outputs with scores of other programs beside them, as numbers and as COMET's file.
fn scored() -> Workspace {
    let workspace = Workspace::empty();
    let lines =
        |text: &dyn Fn(usize) -> String| (0..24).map(|i| text(i) + "\n").collect::<String>();
    workspace.write("set/ref.txt", lines(&|i| format!("the cat {i} sat on a mat")));
    workspace.write("set/docs.txt", lines(&|i| format!("d{}", i / 3)));
    let mut kiwi = serde_json::Map::new();
    for (number, system) in ["sys-a", "sys-b"].into_iter().enumerate() {
        let text = |i: usize| format!("the cat {} sat on the mat", i / (number + 1));
        let score = |i: usize| 0.5 + ((i * 7 + number) % 10) as f64 / 40.0 + number as f64 / 8.0;
        workspace.write(&format!("set/{system}.txt"), lines(&text));
        let missing = |i: usize| if i == 5 { "nan".to_owned() } else { score(i).to_string() };
        workspace.write(&format!("set/{system}.comet"), lines(&missing));
        let entry = |i| serde_json::json!({ "src": "", "mt": text(i), "COMET": score(i) });
        kiwi.insert(format!("{system}.txt"), (0..24).map(entry).collect());
    }
    workspace.write("set/kiwi.json", Value::Object(kiwi).to_string());
    workspace
}

#[test]
fn scores_beside_texts_are_recognised() {
    let workspace = scored();
    let spec = workspace.succeed(&["init", "set"]);
    insta::assert_snapshot!("scores", spec);
    workspace.write("spec.toml", &spec);
    workspace.succeed(&["check", "spec.toml"]);
    let printed = workspace.succeed(&["run", "spec.toml"]);
    for metric in ["comet", "kiwi"] {
        assert!(printed.contains(metric), "{printed}");
    }
    // A score that not all systems have is no column of the comparison.
    fs::remove_file(workspace.path("set/sys-b.comet")).unwrap();
    assert_eq!(
        workspace.fail(&["init", "set"], 3),
        "error: set/sys-a.comet: there are no scores `comet` of `sys-b` beside it; score the outputs of \
         all systems, or move these scores away\n"
    );
}
