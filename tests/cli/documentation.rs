//! Pages of the documentation show what the program prints: `README.md`, `docs/commands.md`, tutorials, and those on Python
//! and other programs.
//!
//! `RUNNER_UPDATE_DOCS=1 cargo test --test cli documentation` rewrites the output in all but `README.md` and the questions; read
//! the difference before committing it.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::needs::{self, Need};
use crate::support::root;
use crate::support::workspace::{Workspace, text};

const START: &str = "```console\n";
const END: &str = "```\n";

/// Lines that any command of the README prints at most.
const FIRST_SCREEN: usize = 50;

/// Runs `line` with a shell: its standard output, and standard error if it fails.
fn run(workspace: &Workspace, line: &str) -> String {
    run_after(workspace, 0, line).0
}

/// The same after a line that ended with `code`, which `$?` is then; and the code of this line. `python3` is the one that
/// `RUNNER_PYTHON` names, and finds the modules of this repository.
fn run_after(workspace: &Workspace, code: i32, line: &str) -> (String, i32) {
    let program = Path::new(env!("CARGO_BIN_EXE_runner"));
    let python = std::env::var_os("RUNNER_PYTHON").map(PathBuf::from);
    let mut folders: Vec<PathBuf> = [Some(program), python.as_deref()]
        .into_iter()
        .flatten()
        .filter_map(|program| program.parent().map(Path::to_path_buf))
        .collect();
    folders.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap()));
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("(exit {code})\n{line}")]).current_dir(workspace.path(""));
    shell.env("PATH", std::env::join_paths(folders).unwrap()).env("LC_ALL", "C");
    shell.env("RUNNER_PROGRAM", program).env("PYTHONPATH", root().join("python"));
    shell.env("PYTHONDONTWRITEBYTECODE", "1");
    let output = shell.output().unwrap();
    let mut shown = text(&output.stdout);
    if !output.status.success() {
        shown += &text(&output.stderr);
    }
    // Trailing blanks would not survive an editor.
    let shown = shown.lines().flat_map(|line| [line.trim_end(), "\n"]).collect();
    (shown, output.status.code().unwrap())
}

/// The page with every example run, and every block that begins with its name in a comment written to a file. What needs R
/// stays as it is where there is none.
fn renewed(page: &str) -> String {
    let workspace = Workspace::empty();
    let mut renewed = String::new();
    let mut rest = page;
    while let Some((before, after)) = rest.split_once(START) {
        let (block, after) = after.split_once(END).expect("every example ends");
        for language in ["toml", "python", "r"] {
            for file in blocks(before, &format!("```{language}\n# ")) {
                let (name, text) = file.split_once('\n').expect("a file follows its name");
                workspace.write(name, text);
            }
        }
        let has_r = || Command::new("Rscript").arg("--version").output().ok();
        if block.starts_with("$ Rscript ") && Need::R.met(has_r()).is_none() {
            renewed.extend([before, START, block, END]);
            rest = after;
            continue;
        }
        renewed += before;
        renewed += START;
        let mut code = 0;
        for line in block.lines().filter_map(|line| line.strip_prefix("$ ")) {
            let (shown, next) = run_after(&workspace, code, line);
            renewed.extend(["$ ", line, "\n", &shown]);
            code = next;
        }
        renewed += END;
        rest = after;
    }
    renewed + rest
}

/// Runs the examples of a page below `docs`, and checks or renews it.
fn check_or_renew(page: &str) {
    let path = root().join("docs").join(page);
    let page = std::fs::read_to_string(&path).unwrap();
    let renewed = renewed(&page);
    if std::env::var_os("RUNNER_UPDATE_DOCS").is_some() {
        std::fs::write(&path, &renewed).unwrap();
        return;
    }
    let different = page.lines().zip(renewed.lines()).find(|(page, now)| page != now);
    let path = path.display();
    assert!(
        page == renewed,
        "{path}: the first line that differs, and what it is now: {different:?}"
    );
}

#[test]
#[cfg(unix)]
fn examples_print_what_the_page_shows() {
    check_or_renew("commands.md");
}

#[test]
#[cfg(unix)]
fn tutorials_print_what_they_show() {
    let mut pages = 0;
    for entry in std::fs::read_dir(root().join("docs/tutorials")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        check_or_renew(&format!("tutorials/{name}"));
        pages += 1;
    }
    assert_eq!(pages, 5);
}

/// `DuckDB`, pandas and polars read tables, and R what they export; parts are copied from one machine to another.
#[test]
#[cfg(unix)]
fn other_programs_print_what_the_pages_show() {
    if needs::named(Need::Python, "RUNNER_PYTHON").is_none() {
        return;
    }
    for page in ["python.md", "results.md"] {
        check_or_renew(page);
    }
}

/// The README shows what its commands print, with `...` for lines that are left out.
#[test]
#[cfg(unix)]
fn the_readme_shows_what_is_printed() {
    let root = root();
    let page = std::fs::read_to_string(root.join("README.md")).unwrap();
    let workspace = Workspace::empty();
    std::os::unix::fs::symlink(root.join("experiments"), workspace.path("experiments")).unwrap();
    let mut shown = 0;
    for block in blocks(&page, START) {
        for example in block.split("$ ").skip(1) {
            let (line, expected) = example.split_once('\n').unwrap();
            let printed = run(&workspace, &line.replace("cargo run --release --", "runner"));
            let lines = printed.lines().count();
            assert!(lines <= FIRST_SCREEN, "`{line}` prints {lines} lines:\n{printed}");
            let mut rest = format!("\n{printed}");
            for part in expected.split("...\n").filter(|part| !part.is_empty()) {
                let Some((_, after)) = rest.split_once(&format!("\n{part}")) else {
                    panic!(
                        "`{line}` does not print, or not in this order:\n{part}\nbut:\n{printed}"
                    );
                };
                rest = format!("\n{after}");
                shown += part.lines().count();
            }
            let is_cut = expected.ends_with("...\n");
            assert!(is_cut || rest == "\n", "`{line}` prints more than is shown:\n{rest}");
        }
    }
    assert!(shown > 20, "{shown} lines");
}

#[test]
fn every_table_is_described() {
    let root = root();
    let page = std::fs::read_to_string(root.join("docs/commands.md")).unwrap();
    let (_, after) = page.split_once("\n### tables\n").unwrap();
    let (page, _) = after.split_once("\n## ").unwrap();
    let schema = std::fs::read_to_string(root.join("schemas/tables.schema.json")).unwrap();
    let schema: serde_json::Value = serde_json::from_str(&schema).unwrap();
    let tables = schema["$defs"].as_object().unwrap();
    assert!(tables.len() > 15, "{} tables", tables.len());
    for table in tables.keys() {
        assert!(
            page.contains(&format!("`{table}`")),
            "the table `{table}` is not in docs/commands.md"
        );
    }
}

/// Blocks of `page` between a line `start` and the next fence.
fn blocks<'page>(page: &'page str, start: &str) -> Vec<&'page str> {
    let starts = page.split(start).skip(1);
    starts.map(|block| block.split_once(END).expect("every example ends").0).collect()
}

/// Ratings of two systems on 24 documents of two segments by six judges, who like A differently.
fn ratings() -> String {
    let mut text = "system\tdocument\tsegment\tjudge\tesa\n".to_owned();
    for segment in 1..=48_i32 {
        let document = (segment + 1) / 2;
        let judge = document % 6;
        let likes = [12, -2, 9, -3, 10, -2][usize::try_from(judge).unwrap()];
        for (system, own, shift) in [("A", likes, 5), ("B", 0, 16)] {
            let noise = (segment * 37 + shift) % 7;
            let score = 60 + 2 * (document % 5) + own + noise + 3 * judge;
            writeln!(text, "{system}\td{document}\t{segment}\tperson {judge}\t{score}").unwrap();
        }
    }
    text
}

/// The questions of `docs/statistics/questions.md`: their examples are one spec (those on domains and on judges, which need
/// corpora with them, specs of their own), and the sentences quoted are what it prints.
#[test]
#[cfg(unix)]
fn questions_are_answered_as_quoted() {
    let path = root().join("docs/statistics/questions.md");
    let page = std::fs::read_to_string(&path).unwrap();
    let (domains, others): (Vec<_>, Vec<_>) =
        blocks(&page, "```toml\n").into_iter().partition(|block| block.starts_with("# strata\n"));
    let (judges, others): (Vec<_>, Vec<_>) =
        others.into_iter().partition(|block| block.starts_with("# judges\n"));
    assert_eq!((domains.len(), judges.len(), others.len()), (1, 1, 13));

    let workspace = Workspace::empty();
    workspace.write("questions.toml", others.concat());
    let corpus = "[experiment]\nname = \"domains\"\nseed = 1\n[corpora.news.evalset]\npath = \"set\"\n\
                  language-pair = \"xx-yy\"\n";
    workspace.write("domains.toml", format!("{corpus}{}", domains[0]));
    run(&workspace, "runner corpus generate cesta-enfr-2 set");
    let names = std::fs::read_to_string(workspace.path("set/documents/xx-yy.docs")).unwrap();
    let is_news = |id: &str| names.lines().take(450).any(|line| line.ends_with(&format!("\t{id}")));
    let domain = |line: &str| {
        let id = line.split_once('\t').unwrap().1;
        format!("{}\t{id}\n", if is_news(id) { "news" } else { "social" })
    };
    workspace.write("set/documents/xx-yy.docs", names.lines().map(domain).collect::<String>());

    workspace.write("ratings.tsv", ratings());
    let experiment = "[experiment]\nname = \"judges\"\nseed = 1\n";
    workspace.write("judges.toml", format!("{experiment}{}", judges[0]));
    let specs =
        ["questions", "domains", "judges"].map(|name| format!("runner run {name}.toml --details"));
    let printed = run(&workspace, &specs.join("; "));
    let flat = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let printed = flat(&printed);
    let quoted = page.split("\n\n").flat_map(|part| part.split("\n>\n"));
    let quoted: Vec<String> = quoted
        .filter(|part| part.starts_with("> "))
        .map(|part| flat(&part.replace("\n>", " ").replacen('>', "", 1)))
        .collect();
    assert!(quoted.len() >= 12, "{quoted:?}");
    for sentence in quoted {
        assert!(printed.contains(&sentence), "not printed: {sentence}\n{printed}");
    }
}
