//! What a run writes and prints.

use runner::analyses::{GrowthRow, MinimalSizeRow, ScoreRow, TestSetRow};
use runner::table::read;

use crate::support::workspace::{SMALL, Workspace};

#[test]
fn a_run_writes_every_table_and_answers() {
    let workspace = Workspace::small();
    let answer = workspace.succeed(&["run", "small.toml"]);
    let subject = "tiny: 2 systems, 2 documents (8 segments), 2 references.\n\
                   Intervals (95 %) are for other segments of these documents.\n\n";
    assert!(answer.contains(subject), "{answer}");
    let ways_on = "Page     results/small/report/index.html\n\
                   Details  runner report results/small --details\n";
    assert!(answer.ends_with(ways_on), "{answer}");
    let details = workspace.succeed(&["report", "results/small", "--details"]);
    let subject = "Study growth, corpus tiny: 2 systems, 2 documents, 8 segments, 2 references.\n\
                   Single segments resampled, 95 % intervals.\n\n";
    assert!(details.starts_with(subject), "{details}");
    let folder = workspace.path("results/small");
    let scores: Vec<ScoreRow> = read(&folder.join("scores.parquet")).unwrap();
    // Two sizes of one ordering, two systems.
    assert_eq!(scores.len(), 4);
    assert!(scores.iter().all(|row| row.cell.status.is_ok()));
    let whole = |row: &&ScoreRow| row.cell.documents == 2;
    for row in scores.iter().filter(whole) {
        assert_eq!((row.cell.segments, row.cell.judged_segments), (Some(8), Some(8)));
        let (lower, upper) = (row.ci_lower.unwrap(), row.ci_upper.unwrap());
        assert!(lower <= row.median.unwrap() && row.median.unwrap() <= upper);
        assert!(row.stdev.unwrap() > 0.0);
        let relative = 100.0 * row.stdev.unwrap() / row.mean.unwrap();
        assert!((row.relative_stdev.unwrap() - relative).abs() < 1e-12);
    }
    let test_sets: Vec<TestSetRow> = read(&folder.join("test_sets.parquet")).unwrap();
    let documents: Vec<&str> = test_sets.iter().map(|row| &*row.document).collect();
    assert_eq!(documents, ["d1", "d1", "d2"]);
    let growth: Vec<GrowthRow> = read(&folder.join("growth.parquet")).unwrap();
    assert_eq!(growth.len(), 4);
    let sizes: Vec<MinimalSizeRow> = read(&folder.join("minimal_sizes.parquet")).unwrap();
    // Power in two fits and the cubic, for each of two systems; two points carry no cubic.
    assert_eq!(sizes.len(), 6);
    for row in &sizes {
        let cubic = row.function.name() == "cubic";
        assert_eq!(row.cell.status.name(), if cubic { "no-fit" } else { "ok" });
        assert_eq!(row.a.is_none(), cubic);
    }
    let manifest = std::fs::read_to_string(folder.join("manifest.json")).unwrap();
    for part in ["run_identity", "BLEU|nrefs:2", "\"seed\": 7", "one"] {
        assert!(manifest.contains(part), "{part}");
    }
}

/// The findings stand in the order in which a study asks, minimal sizes last, on terminal, page and for
/// scripts alike, and a report made later knows that order.
#[test]
fn findings_stand_in_the_order_of_the_spec() {
    let told = |tables: [&str; 3]| {
        let workspace = Workspace::small();
        let tables = tables.map(|table| format!("[studies.growth.{table}]\n")).concat();
        workspace.edit("small.toml", "[studies.growth.minimal-size]\n", &tables);
        let answer = workspace.succeed(&["run", "small.toml", "--details"]);
        assert_eq!(workspace.succeed(&["report", "results/small", "--details"]), answer);
        let json = workspace.succeed(&["report", "results/small", "--format", "json"]);
        let json: serde_json::Value = serde_json::from_str(&json).unwrap();
        let path = workspace.path("results/small/report/index.html");
        let page = std::fs::read_to_string(path).unwrap();
        let (mut in_text, mut on_page) = (0, 0);
        let findings = json["findings"].as_array().unwrap().iter();
        let analyses = findings.map(|finding| {
            let headline = finding["headline"].as_str().unwrap();
            let first: String = headline.chars().take(40).collect();
            in_text += answer[in_text..].find(&first).expect("in this order on the terminal");
            // On the page each stands with the answer to its question: both sizes in this order.
            if finding["analysis"] == "ranking" {
                assert!(page.contains(headline), "the page does not say it");
            } else {
                on_page += page[on_page..].find(headline).expect("in this order on the page");
            }
            finding["analysis"].as_str().unwrap().to_owned()
        });
        analyses.collect::<Vec<_>>()
    };
    let one = told(["ranking", "minimal-size", "power"]);
    let other = told(["power", "ranking", "minimal-size"]);
    assert_eq!(one[..2], ["ranking", "power"]);
    assert_eq!(other[..2], ["power", "ranking"]);
    assert!(one[2].starts_with("minimal-size") && other[2] == one[2], "{one:?}, {other:?}");
}

#[test]
fn a_plan_explains_itself() {
    let workspace = Workspace::small();
    let plan = workspace.succeed(&["plan", "small.toml"]);
    assert!(plan.contains("tiny: 2 documents, 8 segments, 2 references, 2 systems"), "{plan}");
    assert!(plan.contains("4 scores in 1 study; 0 of 6 results are there already"), "{plan}");
    workspace.succeed(&["run", "small.toml"]);
    let plan = workspace.succeed(&["plan", "small.toml"]);
    assert!(plan.contains("6 of 6 results are there already"), "{plan}");
    let grid = workspace.succeed(&["plan", "small.toml", "--format", "json"]);
    let grid: serde_json::Value = serde_json::from_str(&grid).unwrap();
    assert_eq!(grid["cells"], 4);
    assert_eq!(grid["grids"][0]["placements"][1]["documents"], 2);
    assert_eq!(grid["grids"][0]["scorings"][0]["references"], "ref.a+ref.b");
}

#[test]
fn only_the_study_that_is_asked_for() {
    let workspace = Workspace::small();
    let second = "\n[studies.again]\ncorpora = [\"tiny\"]\nmetrics = [\"ter\"]\nB = 10\n";
    workspace.write("small.toml", format!("{SMALL}{second}"));
    workspace.succeed(&["run", "small.toml", "--study", "again", "--out", "one"]);
    let scores: Vec<ScoreRow> = read(&workspace.path("one/scores.parquet")).unwrap();
    assert!(scores.iter().all(|row| &*row.cell.study == "again" && &*row.cell.metric == "ter"));
    let message = workspace.fail(&["run", "small.toml", "--study", "agian"], 2);
    assert!(message.contains("did you mean `again`?"), "{message}");
}

#[test]
fn check_names_the_corpora_and_their_terms() {
    let workspace = Workspace::small();
    let text = workspace.succeed(&["check", "small.toml"]);
    assert_eq!(
        text,
        "small.toml: OK\n  \
         corpus tiny: 2 documents, 8 segments; homepage https://example.org/tiny;\n      \
         licence ask first\n  \
         4 scores in 1 study\n"
    );
}

#[test]
fn quiet_says_nothing() {
    let workspace = Workspace::small();
    let output = workspace.run(&["run", "small.toml", "--quiet"]);
    assert!(output.status.success() && output.stdout.is_empty() && output.stderr.is_empty());
}

/// Every set of documents: growth reports means over all orderings, and curves are read along
/// sampled ones through the same sets.
#[test]
fn exhaustive_orderings_run_every_set_once() {
    let workspace = Workspace::small();
    workspace.write("docs.txt", "d1\nd1\nd2\nd2\nd3\nd3\nd4\nd4\n");
    workspace.edit("small.toml", "B = 100", "B = 100\norderings = { exhaustive = true }");
    workspace.succeed(&["run", "small.toml"]);
    let folder = workspace.path("results/small");
    let scores: Vec<ScoreRow> = read(&folder.join("scores.parquet")).unwrap();
    assert_eq!(scores.len(), 15 * 2);
    let growth: Vec<GrowthRow> = read(&folder.join("growth.parquet")).unwrap();
    assert_eq!(growth.len(), 4 * 2);
    for row in growth.iter().filter(|row| row.cell.system.as_deref() == Some("one")) {
        assert_eq!(row.orderings, 24);
        // The mean over orderings of a size is the mean over sets of that size.
        let of_size = scores.iter().filter(|score| {
            score.cell.documents == row.cell.documents && score.cell.system == row.cell.system
        });
        let values: Vec<f64> = of_size.map(|score| score.score.unwrap()).collect();
        assert_eq!(values.len(), [4, 6, 4, 1][row.cell.documents as usize - 1]);
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        assert!((row.score_mean.unwrap() - mean).abs() < 1e-12);
    }
    let sizes: Vec<MinimalSizeRow> = read(&folder.join("minimal_sizes.parquet")).unwrap();
    // The corpus order and 100 random ones, three fits, two systems.
    assert_eq!(sizes.len(), 101 * 3 * 2);
    // The same numbers as random orderings that are run as such.
    workspace.edit("small.toml", "exhaustive = true", "corpus = true, random = 100");
    workspace.succeed(&["run", "small.toml", "--out", "sampled"]);
    let sampled: Vec<MinimalSizeRow> =
        read(&workspace.path("sampled/minimal_sizes.parquet")).unwrap();
    assert_eq!(sizes, sampled);
}
