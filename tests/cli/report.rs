//! `runner report`, and the report at the end of a run.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;

use runner::analyses::published::Basis;
use runner::analyses::{ClaimRow, PublishedRow};
use runner::table::read;

use crate::support::needs::{self, Need};
use crate::support::workspace::{Workspace, text, tree as files};

/// Names that would be markup in HTML, SVG, Markdown and LaTeX.
const NASTY: &str = "a_1 & <b>$x$ 50% #~^{}\\";

/// A corpus with enough documents for curves, two systems, one with a nasty name, and printed values.
fn workspace() -> Workspace {
    let workspace = Workspace::small();
    workspace.write("docs.txt", "d1\nd1\nd2\nd2\nd3\nd3\nd4\nd4\n");
    let lines = |name: &str| -> Vec<String> {
        let text = fs::read_to_string(workspace.path(name)).unwrap();
        text.lines().map(str::to_owned).collect()
    };
    let (one, two, reference) = (lines("one.txt"), lines("two.txt"), lines("ref.a.txt"));
    let mut text = format!("document\tref\t{NASTY}\ttwo\n");
    for i in 0..8 {
        writeln!(text, "d{}\t{}\t{}\t{}", i / 2 + 1, reference[i], one[i], two[i]).unwrap();
    }
    workspace.write("texts.tsv", text);
    workspace.write(
        "nasty.toml",
        r#"
[experiment]
name = "nasty"
title = "Nasty <i>names</i> & 100 % of $them$_x"
seed = 7
published = "printed.toml"
[corpora.tiny]
homepage = "javascript:alert(1)"
licence = "<script>alert(2)</script>"
[corpora.tiny.table]
path = "texts.tsv"
cluster = "document"
references = ["ref"]
systems = ["a_1 & <b>$x$ 50% #~^{}\\", "two"]
[studies.growth]
corpora = ["tiny"]
metrics = ["bleu", "ter"]
B = 100
[studies.growth.minimal-size]
epsilon = 0.01
[studies.growth.replicates]
"#,
    );
    workspace.write(
        "printed.toml",
        r#"
values = "printed.csv"
[source]
key = "paper"
authors = "A"
title = "T"
venue = "V"
year = 2004
[[tables]]
place = "Table 1 <&> $y$ \\input{x}"
title = "scores <i>of</i> two"
heading = "System"
[[tables]]
place = "Table 2"
title = "other scores"
heading = "System"
[[claims]]
place = "Section 1"
claim = "Scores <i>rise</i> above 100."
published = "above 100"
figure = "scores-growth-tiny-bleu"
note = "it never was"
[[claims.checks]]
quantity = "scores.score"
at = { corpus = "tiny", metric = "bleu", documents = "4" }
each = ["system"]
at-least = 100.5
[[claims]]
place = "Section 2"
claim = "It is warm."
published = "warm"
reason = "no table has temperatures"
"#,
    );
    workspace.write(
        "printed.csv",
        r"place,row,what,value,unit,reproduced_by,corpus,metric,documents,system,reason
Table 1 <&> $y$ \input{x},two,score,99.9,%,scores.score,tiny,bleu,4,two,
Table 1 <&> $y$ \input{x},three,score,1,%,scores.score,tiny,bleu,4,three,
Table 2,two,score,31.3,%,scores.score,tiny,bleu,4,two,
Figure 1,,a curve,,,,,,,,no figure
",
    );
    workspace
}

#[test]
fn the_report_is_made_from_the_tables_alone() {
    let workspace = workspace();
    let answer = workspace.succeed(&["run", "nasty.toml", "--out", "out"]);
    let folder = workspace.path("out/report");
    let first = files(&folder);
    for name in ["index.html", "report.json", "figures/scores-growth-tiny-bleu.svg"] {
        assert!(first.contains_key(Path::new(name)), "{name}: {:?}", first.keys());
    }
    // The spec, the corpus and the parts may be gone; what was changed is written again.
    fs::remove_dir_all(workspace.path("out/parts")).unwrap();
    fs::remove_file(workspace.path("texts.tsv")).unwrap();
    workspace.write("out/report/figures/scores-growth-tiny-bleu.svg", "old");
    workspace.write("out/report/index.html", "old");
    assert_eq!(workspace.succeed(&["report", "out"]), answer);
    assert_eq!(files(&folder), first);
    // Elsewhere and in another process, the same bytes.
    fs::rename(workspace.path("out"), workspace.path("moved")).unwrap();
    fs::remove_dir_all(workspace.path("moved/report")).unwrap();
    workspace.succeed(&["report", "moved"]);
    assert_eq!(files(&workspace.path("moved/report")), first);
}

/// Files of tables are written in the formats that are asked for, with a link each, and go again.
#[test]
fn tables_are_exported_on_demand() {
    let workspace = workspace();
    workspace.succeed(&["run", "nasty.toml", "--out", "out", "-q"]);
    let folder = workspace.path("out/report");
    let plain = files(&folder);
    assert!(plain.keys().all(|path| !path.starts_with("tables")), "{:?}", plain.keys());
    assert!(!text(&plain[Path::new("index.html")]).contains("href=\"tables/"));
    for (export, endings) in [
        (&["--export", "csv"][..], &["csv"][..]),
        (&["--export", "latex,markdown"], &["md", "tex"]),
        (&["--export", "latex", "--export", "csv", "--export", "csv"], &["csv", "tex"]),
    ] {
        workspace.succeed(&[&["report", "out"], export].concat());
        let found = files(&folder);
        let page = text(&found[Path::new("index.html")]);
        let mut tables = found.keys().filter(|path| path.starts_with("tables")).peekable();
        assert!(tables.peek().is_some(), "{export:?}");
        for path in tables {
            let ending = path.extension().unwrap().to_str().unwrap();
            assert!(endings.contains(&ending), "{}", path.display());
            assert!(page.contains(&format!("href=\"{}\"", path.display())), "{}", path.display());
        }
        for ending in endings {
            let path = format!("tables/minimal-size-growth-tiny.{ending}");
            assert!(found.contains_key(Path::new(&path)), "{path}");
        }
    }
    workspace.succeed(&["report", "out"]);
    assert_eq!(files(&folder), plain);
    workspace.fail(&["report", "out", "--export", "pdf"], 2);
}

/// The report says which tables it is about: those of one manifest.
#[test]
fn the_report_names_its_tables() {
    let workspace = workspace();
    workspace.succeed(&["run", "nasty.toml", "--out", "out", "-q"]);
    let json = |name: &str| -> serde_json::Value {
        serde_json::from_slice(&fs::read(workspace.path("out").join(name)).unwrap()).unwrap()
    };
    let record = json("report/report.json");
    let digest = record["manifest"].as_str().unwrap();
    assert_eq!(json("manifest.json")["digest"], digest);
    let page = fs::read_to_string(workspace.path("out/report/index.html")).unwrap();
    assert!(page.contains(&format!("Digest of the manifest: <code>{digest}</code>")));
    let listed = record["files"].as_array().unwrap().iter().map(|name| name.as_str().unwrap());
    let listed: BTreeSet<&Path> = listed.map(Path::new).collect();
    let found = files(&workspace.path("out"));
    let found = found.keys().map(|path| &**path).filter(|path| path.starts_with("report"));
    assert_eq!(found.collect::<BTreeSet<&Path>>(), listed);
}

/// However many files a report has, few of them are open at a time.
#[cfg(unix)]
#[test]
fn a_report_of_many_files_needs_few_open_ones() {
    const STUDY: &str = "corpora = [\"tiny\"]\n\
                         metrics = [\"bleu\", \"ter\", \"chrf\", \"mwer\", \"mper\", \"gtm\"]\n\
                         B = 20\n";
    let workspace = workspace();
    let spec = fs::read_to_string(workspace.path("nasty.toml")).unwrap();
    let (start, _) = spec.split_once("[studies.growth]").unwrap();
    let mut spec = start.replace("published = \"printed.toml\"\n", "");
    for study in ["a", "b", "c", "d", "e", "f"] {
        write!(spec, "[studies.{study}]\n{STUDY}[studies.{study}.minimal-size]\n").unwrap();
    }
    workspace.write("many.toml", spec);
    for (command, least) in
        [("run many.toml --out out -q", 60), ("report out --export csv,latex,markdown", 120)]
    {
        let mut shell = Command::new("sh");
        let script = format!("ulimit -n 40; exec \"$RUNNER\" {command}");
        shell.args(["-c", &script]).env("RUNNER", env!("CARGO_BIN_EXE_runner"));
        let output = shell.current_dir(workspace.path("")).output().unwrap();
        assert!(output.status.success(), "{command}: {}", text(&output.stderr));
        let count = files(&workspace.path("out/report")).len();
        assert!(count >= least, "{count} files are few");
    }
}

#[test]
fn printed_numbers_stand_beside_reproduced_ones() {
    let workspace = workspace();
    workspace.succeed(&["run", "nasty.toml", "--out", "out"]);
    let rows: Vec<PublishedRow> = read(&workspace.path("out/published.parquet")).unwrap();
    let verdicts: Vec<&str> = rows.iter().map(|row| row.verdict.name()).collect();
    assert_eq!(verdicts, ["outside", "not-reproduced", "within-rounding", "not-available"]);
    assert!(rows[0].difference.unwrap() < 0.0 && rows[0].basis == Some(Basis::Measured));
    assert_eq!(rows[1].basis, None);
    let reason = rows[1].reason.as_deref().unwrap();
    assert!(reason.contains("no row with") && reason.contains("system=three"), "{reason}");
    let manifest = fs::read_to_string(workspace.path("out/manifest.json")).unwrap();
    assert!(manifest.contains("\"kind\": \"published\""));
    // The digest of the file is part of what the run is.
    workspace.edit("printed.csv", "99.9", "98.9");
    workspace.succeed(&["run", "nasty.toml", "--out", "other"]);
    assert_ne!(manifest, fs::read_to_string(workspace.path("other/manifest.json")).unwrap());
}

#[test]
fn a_file_of_printed_values_that_is_wrong_is_a_wrong_request() {
    let workspace = workspace();
    workspace.edit("printed.csv", "99.9", "many");
    let message = workspace.fail(&["run", "nasty.toml"], 2);
    assert!(message.contains("\"many\" is no value"), "{message}");
    assert!(message.contains("printed.csv:2:1"), "{message}");
    workspace.edit("printed.toml", "\"Section 2\"", "2");
    let message = workspace.fail(&["run", "nasty.toml"], 2);
    assert!(message.contains("`place` must be a string"), "{message}");
    assert!(message.contains("printed.toml:29:9"), "{message}");
    workspace.edit("printed.toml", "place = 2", "place = \"Section 2\"");
    fs::remove_file(workspace.path("printed.csv")).unwrap();
    let message = workspace.fail(&["check", "nasty.toml"], 2);
    assert!(message.contains("cannot read the published values `printed.csv`"), "{message}");
    assert!(message.contains("`printed.toml` names them in `values`"), "{message}");
    fs::remove_file(workspace.path("printed.toml")).unwrap();
    let message = workspace.fail(&["check", "nasty.toml"], 2);
    assert!(message.contains("cannot read the published values `printed.toml`"), "{message}");
    assert!(message.contains("nasty.toml:6:13"), "{message}");
}

#[test]
fn nothing_of_a_spec_or_corpus_becomes_markup() {
    let workspace = workspace();
    workspace.succeed(&["run", "nasty.toml", "--out", "out"]);
    let files = files(&workspace.path("out/report"));
    let page = text(&files[Path::new("index.html")]);
    for markup in ["<i>names", "<b>$x$", "<script>alert", "href=\"javascript:"] {
        assert!(!page.contains(markup), "{markup}");
    }
    assert!(page.contains("a_1 &amp; &lt;b&gt;$x$ 50% #~^{}\\"), "the name is gone");
    assert_eq!(page.matches("<script>").count(), 1);
    assert!(!page.contains("http://www.w3.org/1999/xlink") && !page.contains("src=\"http"));
    for (path, content) in files.iter().filter(|(path, _)| path.starts_with("figures")) {
        let svg = text(content);
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>"), "{}", path.display());
        assert!(!svg.contains("<b>"), "{}", path.display());
    }
}

/// The page has the claims that fail before those that hold and folds away what cannot be tested, the terminal ends with
/// how many hold, and scripts get all of them.
#[test]
fn claims_stand_in_the_report() {
    let workspace = workspace();
    let said = workspace.succeed(&["run", "nasty.toml", "--out", "out"]);
    assert!(said.contains("Of 2 claims 1 does not; 1 cannot be tested."), "{said}");
    assert!(
        said.contains("  No  Scores <i>rise</i> above 100. Here: 27.02 to 31.27, 0 of 2."),
        "{said}"
    );
    let rows: Vec<ClaimRow> = read(&workspace.path("out/claims.parquet")).unwrap();
    let verdicts: Vec<&str> = rows.iter().map(|row| row.verdict.name()).collect();
    assert_eq!(verdicts, ["does-not-hold", "cannot-be-told"]);
    assert!(rows[0].here.ends_with("0 of 2"), "{}", rows[0].here);
    assert_eq!(&*rows[1].here, "no table has temperatures");
    let page = fs::read_to_string(workspace.path("out/report/index.html")).unwrap();
    // One sentence, everywhere.
    let sentence = "Of 2 claims 1 does not; 1 cannot be tested.";
    assert_eq!(page.matches(sentence).count(), 2, "the answers and the heading");
    let details = workspace.succeed(&["report", "out", "--details"]);
    assert!(details.contains(&format!("Does the paper hold?  {sentence}")), "{details}");
    let (answers, claims) = page.split_once("aria-labelledby=\"claims-paper\"").unwrap();
    assert!(answers.contains("<a href=\"#claims-paper\">"), "{answers}");
    let (claims, folded) = claims.split_once("Cannot be tested with these data (1)").unwrap();
    assert!(claims.contains("Scores &lt;i&gt;rise&lt;&#x2f;i&gt; above 100."), "{claims}");
    assert!(claims.contains("<a href=\"#scores-growth-tiny-bleu\">figure</a>"), "{claims}");
    let note = "<details><summary>27.02 to 31.27, 0 of 2</summary>(it never was)</details>";
    assert!(claims.contains(note), "{claims}");
    assert!(!claims.contains("It is warm.") && folded.contains("It is warm."), "{claims}");
    assert!(page.contains("<figure id=\"scores-growth-tiny-bleu\">"));
    // Below stands the printed table, with both values in a cell.
    let (_, printed) = folded.split_once("id=\"printed\">").unwrap();
    let (printed, _) = printed.split_once("</section>").unwrap();
    assert!(printed.contains("scores &lt;i&gt;of&lt;&#x2f;i&gt; two"), "{printed}");
    assert!(printed.contains(">99.9\n31.27 ✗<") && printed.contains(">1\n–<"), "{printed}");
    // Of further tables it says how many values agree.
    let (first, second) = printed.split_once("<details><summary>paper, Table 2").unwrap();
    assert!(first.contains("99.9") && second.starts_with(": other scores (1 ✓)"), "{second}");
    let json = workspace.succeed(&["report", "out", "--format", "json"]);
    let answer: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(answer["claims"][0]["verdict"], "does-not-hold");
    assert_eq!(answer["claims"][1]["here"], "no table has temperatures");
}

/// The page shows each figure once, beside the answer that it belongs to or folded away; every link within it leads
/// somewhere.
#[test]
fn figures_stand_beside_their_answers() {
    let workspace = workspace();
    workspace.edit("nasty.toml", "[studies.growth.replicates]", "[studies.growth.ranking]");
    workspace.succeed(&["run", "nasty.toml", "--out", "out"]);
    let files = files(&workspace.path("out/report"));
    let page = text(&files[Path::new("index.html")]);
    let names: Vec<String> = files
        .keys()
        .filter_map(|path| {
            Some(path.strip_prefix("figures").ok()?.file_stem()?.to_str()?.to_owned())
        })
        .collect();
    assert!(names.len() > 4, "{names:?}");
    for name in &names {
        assert_eq!(page.matches(&format!("<figure id=\"{name}\">")).count(), 1, "{name}");
    }
    // The answers come first, then a section for each: its verdict, a choice of figures, its numbers.
    let (first, rest) = page.split_once("<section class=\"block has-figure\"").unwrap();
    assert!(!first.contains("<figure"), "{first}");
    let (block, _) = rest.split_once("</section>").unwrap();
    let verdict = block.split_once("<h2 id=\"best\">").unwrap().1.split_once("</h2>").unwrap().0;
    assert!(first.contains(&format!("<span class=\"answer\">{verdict}</span>")), "{verdict}");
    assert!(block.contains("<option value=\"new-rankings-growth-tiny-bleu\">BLEU"), "{block}");
    assert!(block.contains("<summary>All numbers"), "{block}");
    let (_, folded) = page.split_once("<details class=\"part\" id=\"figures\">").unwrap();
    assert!(folded.contains("<figure id="), "no figure is folded away");
    // Each is drawn for a phone, too.
    assert_eq!(page.matches("<div class=\"drawing on-phone\"").count(), names.len());
    for link in page.split("href=\"#").skip(1).map(|rest| rest.split('"').next().unwrap()) {
        assert!(page.contains(&format!("id=\"{link}\"")), "{link}");
    }
    assert!(page.contains("Hover over a point to see its value."));
}

/// Tables of findings on the page have all lines and columns; a terminal says how many it leaves out.
#[test]
fn nothing_on_the_page_is_cut() {
    let workspace = workspace();
    let spec = fs::read_to_string(workspace.path("nasty.toml")).unwrap();
    let (start, _) = spec.split_once("[studies.growth]").unwrap();
    let metrics = "[\"bleu\", \"ter\", \"chrf\", \"mwer\", \"mper\", \"gtm\", \"nist\"]";
    let study = "[studies.growth]\ncorpora = [\"tiny\"]\nB = 100\n";
    let analyses = "[studies.growth.intervals]\nmethods = [\"percentile\", \"bca\", \"basic\"]\n";
    let start = start.replace("published = \"printed.toml\"\n", "");
    workspace.write("many.toml", format!("{start}{study}metrics = {metrics}\n{analyses}"));
    workspace.succeed(&["run", "many.toml", "--out", "out", "-q"]);
    let details = workspace.succeed(&["report", "out", "--details"]);
    assert!(details.contains("more lines: `intervals.parquet`."), "{details}");
    let page = fs::read_to_string(workspace.path("out/report/index.html")).unwrap();
    for cut in ["more lines:", "in the report", "the report has", "see the details"] {
        assert!(!page.contains(cut), "{cut}");
    }
}

/// Answers for scripts need neither the lock nor the right to write.
#[test]
fn reading_writes_nothing() {
    let workspace = workspace();
    let answer = workspace.succeed(&["run", "nasty.toml", "--out", "out", "--format", "json"]);
    let times = || {
        let paths =
            files(&workspace.path("out")).into_keys().map(|path| workspace.path("out").join(path));
        let time = |path: &std::path::PathBuf| fs::metadata(path).unwrap().modified().unwrap();
        paths.chain([workspace.path("out")]).map(|path| (time(&path), path)).collect::<Vec<_>>()
    };
    let before = (files(&workspace.path("out")), times());
    let lock = fs::File::open(workspace.path("out/.lock")).unwrap();
    lock.lock().unwrap();
    assert_eq!(workspace.succeed(&["report", "out", "--format", "json"]), answer);
    let checked = workspace.succeed(&["report", "out", "--check"]);
    assert!(checked.starts_with("`out`: the manifest and "), "{checked}");
    assert!(checked.ends_with(" tables are as they were written\n"), "{checked}");
    let message = workspace.fail(&["report", "out"], 4);
    assert!(message.contains("is in use by process"), "{message}");
    assert!(message.contains("= help: `--format json` reads without writing"), "{message}");
    assert!(before == (files(&workspace.path("out")), times()));
    drop(lock);
    workspace.write("out/scores.parquet", "damaged");
    let message = workspace.fail(&["report", "out", "--check"], 3);
    assert!(
        message.contains("`out/scores.parquet` is damaged: it is not the file that the"),
        "{message}"
    );
    assert!(message.contains("error: 1 table of `out` is not as it was written"), "{message}");
    workspace.edit("out/manifest.json", "\"seed\": 7", "\"seed\": 8");
    let message = workspace.fail(&["report", "out", "--check"], 3);
    assert!(message.contains("it was changed after it was written"), "{message}");
}

#[test]
fn scripts_get_the_answer_as_json() {
    let workspace = workspace();
    let run = workspace.succeed(&["run", "nasty.toml", "--out", "out", "--format", "json"]);
    let report = workspace.succeed(&["report", "out", "--format", "json"]);
    assert_eq!(run, report);
    let answer: serde_json::Value = serde_json::from_str(&run).unwrap();
    assert_eq!(answer["experiment"], "nasty");
    let study = serde_json::json!({
        "study": "growth",
        "corpus": "tiny",
        "synthetic": false,
        "systems": 2,
        "documents": 4,
        "segments": 8,
        "references": [1, 1],
        "partial": [],
        "resample": "segments",
        "level": 0.95,
    });
    assert_eq!(answer["studies"], serde_json::json!([study]));
    let findings = answer["findings"].as_array().unwrap();
    let sizes = findings.iter().find(|finding| finding["analysis"] == "minimal-size").unwrap();
    assert_eq!(sizes["rows"][0]["metric"], "bleu");
    assert_eq!(sizes["rows"][0]["judged_documents"], 4);
    assert_eq!(sizes["rows"][0]["systems"], 2);
    workspace.fail(&["run", "nasty.toml", "--quiet", "--format", "json"], 2);
}

#[test]
fn damaged_and_foreign_folders_are_refused() {
    let workspace = workspace();
    let message = workspace.fail(&["report", "none"], 3);
    assert!(message.contains("holds no results"), "{message}");
    workspace.succeed(&["run", "nasty.toml", "--out", "out"]);
    let path = workspace.path("out/scores.parquet");
    let whole = fs::read(&path).unwrap();
    let mut damaged = whole.clone();
    damaged[whole.len() / 2] ^= 1;
    for content in [&damaged[..], &whole[..100], b"PAR1", b""] {
        fs::write(&path, content).unwrap();
        let message = workspace.fail(&["report", "out"], 3);
        assert!(message.contains("scores.parquet` is damaged"), "{message}");
        assert!(message.contains("run the experiment again"), "{message}");
    }
    fs::remove_file(&path).unwrap();
    let message = workspace.fail(&["report", "out"], 3);
    assert!(message.contains("scores.parquet` is gone"), "{message}");
    fs::write(&path, &whole).unwrap();
    let manifest = fs::read_to_string(workspace.path("out/manifest.json")).unwrap();
    for changed in ["{}", "[1]", "", &manifest.replace("\"scores\"", "\"../scores\"")] {
        workspace.write("out/manifest.json", changed);
        workspace.fail(&["report", "out"], 3);
    }
}

/// Studies whose names look alike in files have files of their own, on file systems that take capitals
/// for small letters too.
#[test]
fn names_that_look_alike_have_files_of_their_own() {
    let workspace = workspace();
    let spec = fs::read_to_string(workspace.path("nasty.toml")).unwrap();
    let (head, study) = spec.split_once("[studies.growth]").unwrap();
    let study = |name: &&str| {
        let tables = study.replace("studies.growth", &format!("studies.{name}"));
        format!("[studies.{name}]{tables}")
    };
    let spec = |names: &[&str]| head.to_owned() + &names.iter().map(study).collect::<String>();
    workspace.write("alike.toml", spec(&["g_1", "g-1", "G-1"]));
    workspace.succeed(&["run", "alike.toml", "--out", "out", "-q"]);
    workspace.succeed(&["report", "out", "--export", "csv,markdown"]);
    let all = files(&workspace.path("out/report"));
    for (kind, ending) in
        [("tables/minimal-size-", "md"), ("tables/scores-", "csv"), ("figures/scores-", "svg")]
    {
        let names: Vec<String> = all
            .keys()
            .map(|path| path.display().to_string())
            .filter(|name| name.starts_with(kind) && name.ends_with(ending))
            .collect();
        let distinct: BTreeSet<String> = names.iter().map(|name| name.to_lowercase()).collect();
        assert_eq!(distinct.len(), if kind.starts_with('f') { 6 } else { 3 }, "{names:?}");
    }
    let page = text(&all[Path::new("index.html")]);
    let links = page.split("href=\"tables/").skip(1).map(|rest| rest.split('"').next().unwrap());
    for link in links {
        assert!(all.contains_key(&Path::new("tables").join(link)), "{link}");
    }
    // Which file is whose does not depend on the others.
    workspace.write("alike.toml", spec(&["g-1", "g_1"]));
    workspace.succeed(&["run", "alike.toml", "--out", "two", "-q"]);
    let two = files(&workspace.path("two/report"));
    let answers = two.iter().filter(|(path, _)| path.to_string_lossy().contains("/answer-"));
    for (path, content) in answers {
        assert_eq!(Some(content), all.get(path), "{}", path.display());
    }
}

/// Where `pdflatex` is installed.
#[test]
fn latex_compiles() {
    let latex = Command::new("pdflatex").arg("--version").output().ok();
    if Need::Latex.met(latex).is_none() {
        return;
    }
    let workspace = workspace();
    workspace.succeed(&["run", "nasty.toml", "--out", "out", "--quiet"]);
    workspace.succeed(&["report", "out", "--export", "latex"]);
    let mut document =
        "\\documentclass{article}\n\\usepackage{booktabs}\n\\begin{document}\n".to_owned();
    let tables = files(&workspace.path("out/report/tables"));
    let tables =
        tables.keys().filter(|path| path.extension().is_some_and(|ending| ending == "tex"));
    let mut count = 0;
    for path in tables {
        writeln!(document, "\\input{{out/report/tables/{}}}\n\\clearpage", path.display()).unwrap();
        count += 1;
    }
    assert!(count >= 4, "{count}");
    workspace.write("all.tex", document + "\\end{document}\n");
    let mut command = Command::new("pdflatex");
    command.args(["-interaction=nonstopmode", "-halt-on-error", "all.tex"]);
    let output = command.current_dir(workspace.path("")).output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stdout));
}

/// A study of the same corpus that plans sizes.
const PLANNED: &str = r#"
[experiment]
name = "planned"
seed = 7
[corpora.tiny.table]
path = "texts.tsv"
cluster = "document"
references = ["ref"]
systems = ["a_1 & <b>$x$ 50% #~^{}\\", "two"]
[studies.planned]
corpora = ["tiny"]
metrics = ["bleu", "chrf"]
test-sizes = { fractions = [1.0] }
[studies.planned.margin]
[studies.planned.power]
"#;

/// Where `RUNNER_BROWSER` names a Chromium and `RUNNER_PYTHON` a Python with playwright.
#[test]
fn the_page_works_in_a_browser() {
    let Some(python) = needs::named(Need::Python, "RUNNER_PYTHON") else { return };
    let Some(browser) = needs::named(Need::Browser, "RUNNER_BROWSER") else { return };
    let workspace = workspace();
    workspace.write("planned.toml", PLANNED);
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/python/check_page.py");
    for spec in ["nasty.toml", "planned.toml"] {
        workspace.succeed(&["run", spec, "--out", spec.trim_end_matches(".toml"), "--quiet"]);
        let page = format!("{}/report/index.html", spec.trim_end_matches(".toml"));
        let mut command = Command::new(&python);
        command.arg(&script).arg(&browser).arg(workspace.path(&page));
        if spec == "planned.toml" && !needs::is_thorough() {
            command.arg("--few");
        }
        let output = command.output().unwrap();
        let said = text(&output.stdout);
        assert!(output.status.success(), "{said}{}", text(&output.stderr));
        assert!(said.contains("phone 390 light: "), "{said}");
    }
}
