//! What people type who know sacreBLEU, papers, or another word for a command: accepted, or answered with what to
//! type.

use crate::support::workspace::{Workspace, text};

/// Twelve segments of a baseline and of a system, with a reference.
fn workspace() -> Workspace {
    let workspace = Workspace::empty();
    let lines = |shift: usize| {
        let word = |at: usize| ["the", "cat", "sat", "on", "a", "mat", "dog", "lay"][at % 8];
        let line = |line: usize| {
            let words =
                (0..7).map(|at| word(line * 3 + at * at + if at % 4 == 1 { shift } else { 0 }));
            words.collect::<Vec<_>>().join(" ") + "\n"
        };
        (0..12).map(line).collect::<String>()
    };
    for (name, shift) in [("ref.txt", 0), ("base.txt", 1), ("mine.txt", 2)] {
        workspace.write(name, lines(shift));
    }
    workspace
}

/// The message and the help of a request that is refused.
fn refused(workspace: &Workspace, line: &str) -> String {
    let arguments: Vec<&str> = line.split(' ').collect();
    workspace.fail(&arguments, 2)
}

#[test]
fn options_of_sacrebleu_are_answered_with_what_to_type() {
    let workspace = workspace();
    let files = "compare base.txt mine.txt -r ref.txt";
    let cases = [
        ("--tokenize zh", "write `-m bleu:tokenizer=zh`"),
        ("-tok zh", "write `-m bleu:tokenizer=zh`"),
        ("-m BLEU TER --tokenize=zh", "write `-m bleu:tokenizer=zh`"),
        ("-lc", "write `-m bleu:lowercase`"),
        ("--ter-normalized -m ter", "write `-m ter:normalized`"),
        ("--paired-bs", "write `--like sacrebleu`"),
        ("--paired-ar", "write `--like sacrebleu-ar`"),
        ("--paired-bs-n 500", "write `--B 500`"),
        ("-t wmt24", "test sets are not downloaded"),
    ];
    for (options, expected) in cases {
        let message = refused(&workspace, &format!("{files} {options}"));
        assert!(
            message.starts_with("error: `-") && message.contains("is an option of sacreBLEU"),
            "{message}"
        );
        assert!(message.contains(expected), "{message}");
    }
    insta::assert_snapshot!(refused(&workspace, "compare ref.txt -i base.txt mine.txt -m bleu"), @r"
    error: `-i` is an option of sacreBLEU
     = help: list the systems; references after -r: `runner compare SYSTEM... -r REFERENCE`
    ");
    // What is no option of sacreBLEU is said as before.
    assert!(refused(&workspace, &format!("{files} --nonsense")).contains("unexpected argument"));
}

#[test]
fn options_of_comet_are_answered_with_what_to_type() {
    let workspace = workspace();
    workspace.write("src.txt", "a\n".repeat(12));
    for (line, expected) in [
        ("score -s src.txt -t mine.txt -r ref.txt", "write `--source src.txt`"),
        (
            "compare --source src.txt -t base.txt mine.txt -r ref.txt",
            "list the translations without an option",
        ),
        ("score mine.txt -r ref.txt --gpus 1", "models are run by their own program"),
        (
            "score mine.txt -r ref.txt --model Unbabel/wmt22-comet-da",
            "`--scores comet=scores.json`",
        ),
        ("score mine.txt -r ref.txt --only_system", "write `--bare`"),
        ("rank mine.txt -r ref.txt --only_system", "an option of `runner score`"),
        ("score mine.txt -r ref.txt --to_json out.json", "write `--format json`"),
    ] {
        let message = refused(&workspace, line);
        assert!(
            message.contains("is an option of COMET") && message.contains(expected),
            "{line}: {message}"
        );
    }
    // Without a file behind it, `-t` names a test set.
    assert!(
        refused(&workspace, "score mine.txt -t wmt24 -l en-de").contains("an option of sacreBLEU")
    );
}

#[test]
fn the_lines_to_type_run() {
    let workspace = workspace();
    for line in [
        "compare base.txt mine.txt -r ref.txt -m bleu:tokenizer=zh chrf",
        "compare base.txt mine.txt -r ref.txt -m bleu:tokenize=zh,lc",
        "compare base.txt mine.txt -r ref.txt -m BLEU chrF2 TER chrF++",
        "compare base.txt mine.txt -r ref.txt --like sacrebleu-ar --B 500",
    ] {
        workspace.succeed(&line.split(' ').collect::<Vec<_>>());
    }
}

#[test]
fn metrics_are_called_as_in_papers_everywhere() {
    let workspace = workspace();
    let json = |margin: &str, primary: &str| {
        let line = format!(
            "compare base.txt mine.txt -r ref.txt --margin {margin} --primary {primary} --wanted {margin} --format json"
        );
        let output = workspace.run(&line.split(' ').collect::<Vec<_>>());
        assert!(matches!(output.status.code(), Some(0 | 1 | 7)), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    assert_eq!(json("BLEU=30,chrF2=20", "BLEU"), json("bleu=30,chrf=20", "bleu"));
    let message = refused(&workspace, "compare base.txt mine.txt -r ref.txt --margin TER=1");
    assert!(message.contains("systems are not compared by `TER`"), "{message}");
}

#[test]
fn removed_commands_and_options_say_what_to_use() {
    let workspace = workspace();
    for (line, expected) in [
        ("cancel out", "`scancel --name=NAME` cancels the jobs of a folder"),
        ("submit mine.toml --engine local", "`runner run` uses all cores"),
        ("submit mine.toml --engine slurm --retry-failed", "`submit` runs all shards with missing"),
        ("run-shard out --list list.json --index 0", "`--shard N` names the shard"),
    ] {
        let message = refused(&workspace, line);
        assert!(message.contains(expected), "{line}: {message}");
    }
}

#[test]
fn mistakes_have_a_way_out() {
    let workspace = workspace();
    workspace.write("experiments/cesta.toml", "");
    workspace.write("mine.toml", "");
    for (line, expected) in [
        ("compare base.txt mine.txt -r ref.txt --level 95", "for 95 percent write 0.95"),
        ("score mine.txt -r ref.txt --level 99.9", "for 99.9 percent write 0.999"),
        ("compare base.txt mine.txt -r ref.txt -m meteor", "texts are scored by bleu, m-bleu"),
        ("run cesta", "did you mean `experiments/cesta.toml`?"),
        ("run cesat.toml", "did you mean `experiments/cesta.toml`?"),
        ("run mine", "did you mean `mine.toml`?"),
        ("run weather", "`runner init DATA` writes a spec"),
        ("help design", "`runner explain design` explains the term"),
        ("significance", "`runner compare BASELINE SYSTEM... -r REFERENCE`"),
        ("mine.toml", "to run it, write `runner run mine.toml`"),
        ("base.txt mine.txt", "`base.txt` is a file, not a command"),
        ("Holm", "`runner explain Holm` explains the term"),
    ] {
        let message = refused(&workspace, line);
        assert!(message.contains(expected), "{line}: {message}");
    }
    // None of the metrics that read judgments is offered.
    let message = refused(&workspace, "compare base.txt mine.txt -r ref.txt -m meteor");
    assert!(!message.contains("fluency"), "{message}");
    // A word near a command is left to the parser.
    assert!(refused(&workspace, "compare2").contains("compare"));
}
