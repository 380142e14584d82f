//! Experiments on real corpora, where `RUNNER_SHARED` names a folder that holds them.

use std::path::{Path, PathBuf};

use runner::analyses::{MinimalSizeRow, ScoreRow};
use runner::table::read;

use crate::support::needs;
use crate::support::workspace::Workspace;

fn evalsets() -> Option<PathBuf> {
    Some(needs::data()?.join("evalsets"))
}

/// The shipped experiment on WMT 2021 news, with fewer replicates.
#[test]
fn wmt21_runs_and_its_scores_are_those_of_sacrebleu() {
    let Some(evalsets) = evalsets() else { return };
    let workspace = Workspace::empty();
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("experiments/wmt21-ende.toml");
    let spec = std::fs::read_to_string(shipped).unwrap();
    let spec = spec
        .replace("B = 1500", "B = 50")
        .replace("documents = \"each\"", "documents = [17, 34, 51, 68]");
    workspace.write("wmt21.toml", spec);
    let data = evalsets.to_str().unwrap();
    let studies = ["--study", "growth", "--study", "growth-mqm"];
    let answer =
        workspace.succeed(&[&["run", "wmt21.toml", "--data", data], &studies[..]].concat());
    assert!(answer.contains("68 documents (1,002 segments)"), "{answer}");
    let folder = workspace.path("results/wmt21-ende");
    let scores: Vec<ScoreRow> = read(&folder.join("scores.parquet")).unwrap();
    let expected = std::fs::read_to_string(evalsets.join("../expected_sacrebleu.tsv")).unwrap();
    let mut compared = 0;
    for line in expected.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [set, pair, system, metric, references, _, _, score, ..] = fields[..] else {
            panic!("{line}")
        };
        if (set, pair, metric) != ("wmt21.news", "en-de", "BLEU") {
            continue;
        }
        let same = |row: &&ScoreRow| {
            row.cell.references.as_deref() == Some(references)
                && row.cell.system.as_deref() == Some(system)
                && row.cell.documents == 68
        };
        for row in scores.iter().filter(same) {
            let (ours, theirs) = (row.score.unwrap(), score.parse::<f64>().unwrap());
            assert!((ours - theirs).abs() <= 1e-9 * theirs, "{system}: {ours} {theirs}");
            compared += 1;
        }
    }
    // Twenty systems, refA alone and with refC and refD, three orderings.
    assert_eq!(compared, 20 * 2 * 3);

    // MQM: eight systems are judged, on 527 segments of 32 documents.
    let judged = scores.iter().filter(|row| &*row.cell.metric == "mqm" && row.cell.documents == 68);
    for row in judged {
        let judged = row.score.is_some();
        assert_eq!(row.cell.status.name(), if judged { "ok" } else { "no-data" });
        assert_eq!(row.cell.judged_segments, judged.then_some(527));
        assert_eq!(row.relative_stdev, None);
        assert_eq!(row.score.is_some_and(|score| score < 0.0), judged);
    }
    let sizes: Vec<MinimalSizeRow> = read(&folder.join("minimal_sizes.parquet")).unwrap();
    for row in sizes.iter().filter(|row| &*row.cell.metric == "mqm") {
        // Sizes are judged documents, for judged systems alone; without an epsilon in the metric's
        // own unit there is no x_max.
        let judged = row.cell.status.is_ok();
        assert_eq!(row.cell.judged_documents, judged.then_some(32));
        assert!(row.rank_stable_from.is_none_or(|size| judged && size < 32));
        assert_eq!(row.deviation.name(), "absolute");
        assert!(row.x_max.is_none() || row.function.name() == "cubic");
    }
}

/// `init` on every folder of real corpora in any format gives a spec that `check` accepts; where there
/// is nothing to evaluate, it says why.
#[test]
fn init_makes_right_specs_of_all_real_corpora() {
    let Some(evalsets) = evalsets() else { return };
    let data = evalsets.parent().unwrap();
    let workspace = Workspace::empty();
    for folder in [
        "evalsets/wmt21.news",
        "evalsets/wmt21.tedtalks",
        "evalsets/wmt23",
        "evalsets/wmt21.news/system-outputs/en-de",
        "sgml/GENERATED-wmt21.news-en-de",
        "sgml/meteor/example",
        "sgml/NiuTrans.SMT/tools/generate-xml-tools",
        "original/wmt21-news-systems/xml",
        "original/wmt21-news-systems/xml@cd9d313",
        "original/wmt-mqm-human-evaluation/ted/ende",
        "original/ErrorSpanAnnotation",
    ] {
        let path = data.join(folder);
        workspace.write("spec.toml", workspace.succeed(&["init", path.to_str().unwrap()]));
        let answer = workspace.succeed(&["check", "spec.toml"]);
        assert!(answer.contains("scores in"), "{folder}: {answer}");
    }
    for (folder, reason) in [
        ("evalsets/wmt14-extrarefs", "there are no outputs with references"),
        ("sgml/mosesdecoder/scripts/ems/example/data", "there are no outputs with references"),
        ("evalsets/wmt23/sources", "Nothing is cut or padded"),
    ] {
        let message = workspace.fail(&["init", data.join(folder).to_str().unwrap()], 3);
        assert!(message.contains(reason), "{folder}: {message}");
    }
}
