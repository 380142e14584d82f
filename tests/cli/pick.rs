//! `runner pick`, weights of a corpus, and people with a metric, from data to answer.

use std::fmt::Write;
use std::fs;

use serde_json::Value;

use crate::support::workspace::Workspace;

const SYSTEMS: [&str; 4] = ["base", "large", "old", "tuned"];

/// Segments of the documents of a campaign.
fn lengths() -> impl Iterator<Item = usize> {
    (0..40_usize).map(|document| 1 + document * 7 % 5)
}

fn noise(at: usize, of: usize) -> f64 {
    ((at * 37 + of * 61 + at * of % 13 * 5) % 101) as f64 / 101.0 - 0.5
}

/// What a metric gives: systems differ on some segments and hardly on others.
fn metric(segment: usize, system: usize) -> f64 {
    let spread = if segment % 7 < 2 { 4.0 } else { 0.6 };
    80.0 + system as f64 / 4.0 + spread * noise(segment, system + 3)
}

/// What people give, who see more of what the metric sees.
fn judged(segment: usize, system: usize) -> f64 {
    let seen = metric(segment, system) - 80.0;
    let spread = if segment % 7 < 2 { 2.0 } else { 0.4 };
    70.0 + 3.0 * seen + spread * noise(segment + 11, system)
}

/// What another metric gives, which sees systems differ where people do not.
fn poor(segment: usize, system: usize) -> f64 {
    let spread = if segment % 7 < 2 { 0.1 } else { 4.0 };
    80.0 + spread * noise(segment + 5, system + 3)
}

/// Two of three documents are news.
fn domain(document: usize) -> &'static str {
    if document % 3 < 2 { "news" } else { "talks" }
}

/// A table with a row per segment and system, judged where `is_judged` says so.
fn table(is_judged: impl Fn(usize) -> bool) -> String {
    let mut text = "doc\tseg\tsystem\tsrc\tgenre\tpoor\tquality\trating\n".to_owned();
    for (system, name) in SYSTEMS.iter().enumerate() {
        let mut segment = 0;
        for (document, length) in lengths().enumerate() {
            for place in 0..length {
                let people = is_judged(segment).then(|| judged(segment, system));
                let people = people.map_or(String::new(), |score| format!("{score:.3}"));
                let words = "word ".repeat(1 + segment % 4);
                writeln!(
                    text,
                    "d{document}\t{}\t{name}\t{}\t{}\t{:.3}\t{:.3}\t{people}",
                    place + 1,
                    words.trim_end(),
                    domain(document),
                    poor(segment, system),
                    metric(segment, system)
                )
                .unwrap();
                segment += 1;
            }
        }
    }
    text
}

const CORPUS: &str = "[corpora.NAME.table]\npath = \"FILE\"\ncluster = \"doc\"\nitem = \"seg\"\nsource = \"src\"\n\
    domain = \"genre\"\nsystem = \"system\"\nscores = [\"poor\", \"quality\"]\n";

fn corpus(name: &str, file: &str, more: &str) -> String {
    CORPUS.replace("NAME", name).replace("FILE", file) + more
}

/// Specs of two campaigns: `new.toml`, of which nothing is judged, and `last.toml`.
fn workspace() -> Workspace {
    let workspace = Workspace::empty();
    workspace.write("new.tsv", table(|_| false));
    workspace.write("last.tsv", table(|segment| segment < 100));
    let spec = |corpus: &str, metrics: &str| {
        format!(
            "[experiment]\nname = \"x\"\nseed = 1\n{corpus}[metrics.quality.external]\nscore = \"quality\"\n\
             higher-is-better = true\n[studies.s]\ncorpora = [\"NAME\"]\nmetrics = [{metrics}]\n"
        )
    };
    let new = spec(&corpus("new", "new.tsv", ""), "\"quality\"").replace("NAME", "new");
    workspace.write("new.toml", new);
    let last = spec(&corpus("last", "last.tsv", "judgments = [\"rating\"]\n"), "\"quality\"");
    workspace.write("last.toml", last.replace("NAME", "last"));
    workspace
}

fn read(workspace: &Workspace, name: &str) -> String {
    fs::read_to_string(workspace.path(name)).unwrap()
}

const PICK: [&str; 6] = ["pick", "new.toml", "--by", "quality", "--count", "40"];
const EARLIER: [&str; 4] = ["--earlier", "last.toml", "--human", "rating"];

#[test]
fn picks_and_what_they_gain() {
    let workspace = workspace();
    let shown = workspace.succeed(&[&PICK[..], &EARLIER].concat());
    assert!(shown.lines().all(|line| line.chars().count() <= 80), "{shown}");
    let flat = shown.split_whitespace().collect::<Vec<&str>>().join(" ");
    assert!(flat.contains("40 of 120 segments, with probabilities from"), "{shown}");
    assert!(flat.contains("over 6 pairs of 100 segments"), "{shown}");
    assert!(flat.contains("The picks are not kept: `--write picks.json` keeps them"), "{shown}");
    let written = workspace.succeed(&[&PICK[..], &["--write", "kept.json"]].concat());
    assert!(!written.contains("not kept"), "{written}");
    let shown = workspace.succeed(&PICK);
    assert!(shown.contains("gain is not known"), "{shown}");
}

/// The file has as many segments as were to be picked, each with one over its probability, and the same seed gives the same file.
#[test]
fn a_file_of_picks() {
    let workspace = workspace();
    workspace.succeed(&[&PICK[..], &["--write", "picks.json", "-q"]].concat());
    let file: Value = serde_json::from_str(&read(&workspace, "picks.json")).unwrap();
    let picks = file["picks"].as_array().unwrap();
    assert_eq!(picks.len(), 40);
    for pick in picks {
        let [probability, weight] =
            ["probability", "weight"].map(|key| pick[key].as_f64().unwrap());
        assert!((probability * weight - 1.0).abs() < 1e-12 && probability <= 1.0, "{pick}");
    }
    let shown = workspace.succeed(&[&PICK[..], &["--format", "json"]].concat());
    let shown: Value = serde_json::from_str(&shown).unwrap();
    assert_eq!(shown["picks"], file);
    workspace.succeed(&[&PICK[..], &["--write", "other.json", "-q", "--seed", "2"]].concat());
    assert_ne!(read(&workspace, "picks.json"), read(&workspace, "other.json"));
    let error = workspace.fail(&[&PICK[..], &["--write", "picks.json"]].concat(), 2);
    assert!(error.contains("`picks.json` is there already"), "{error}");
    let documents =
        [&PICK[..5], &["12", "--units", "documents", "--write", "documents.json", "-q"]];
    workspace.succeed(&documents.concat());
    let file: Value = serde_json::from_str(&read(&workspace, "documents.json")).unwrap();
    let mut names: Vec<&str> = file["picks"]
        .as_array()
        .unwrap()
        .iter()
        .map(|pick| pick["document"].as_str().unwrap())
        .collect();
    names.dedup();
    assert_eq!(names.len(), 12);
}

/// Each domain has its share of the picks, each with one over its probability, and the answer says how many.
#[test]
fn picks_from_domains() {
    let workspace = workspace();
    let strata = ["--strata", "domain", "--write", "strata.json"];
    let shown = workspace.succeed(&[&PICK[..], &EARLIER, &strata].concat());
    assert!(shown.lines().all(|line| line.chars().count() <= 80), "{shown}");
    let flat = shown.split_whitespace().collect::<Vec<&str>>().join(" ");
    let file: Value = serde_json::from_str(&read(&workspace, "strata.json")).unwrap();
    let picks = file["picks"].as_array().unwrap();
    let mut counts = [0; 2];
    for pick in picks {
        let document: usize = pick["document"].as_str().unwrap()[1..].parse().unwrap();
        counts[usize::from(domain(document) == "talks")] += 1;
    }
    let mut segments = [0; 2];
    for (document, length) in lengths().enumerate() {
        segments[usize::from(domain(document) == "talks")] += length;
    }
    let [news, talks] = counts;
    assert_eq!(news + talks, 40);
    let expected = format!(
        "By domain: {news} of {} from news and {talks} of {} from talks.",
        segments[0], segments[1]
    );
    assert!(flat.contains(&expected), "{expected} {shown}");
    assert!(flat.contains("what strata add is not in it"), "{shown}");
    // As many of each with any seed, where together they vary.
    let by_seed = |more: &[&str], seed: &str| {
        let arguments = [&PICK[..], more, &["--format", "json", "--seed", seed]].concat();
        let shown: Value = serde_json::from_str(&workspace.succeed(&arguments)).unwrap();
        let picks = shown["picks"]["picks"].as_array().unwrap().clone();
        let documents = picks.iter().map(|pick| pick["document"].as_str().unwrap().to_owned());
        documents.filter(|name| domain(name[1..].parse().unwrap()) == "news").count()
    };
    let seeds = ["2", "3", "4", "5", "6", "7"];
    assert!(seeds.iter().all(|seed| by_seed(&["--strata", "domain"], seed) == news));
    assert!(seeds.iter().any(|seed| by_seed(&[], seed) != news));
}

/// A metric that sees other differences than people makes picks worse than a random part: with `--require-gain` there are none.
#[test]
fn picks_that_must_gain() {
    let workspace = workspace();
    let required = [&EARLIER[..], &["--require-gain", "--write", "gain.json"]].concat();
    let poor = [&["pick", "new.toml", "--by", "poor", "--count", "40"], &required[..]].concat();
    let run = |arguments: &[&str]| {
        let output = workspace.run(arguments);
        assert_eq!(output.status.code(), Some(2));
        [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap())
    };
    let [shown, error] =
        run(&poor).map(|text| text.split_whitespace().collect::<Vec<&str>>().join(" "));
    assert!(shown.contains("Nothing is picked: the gain is below 1"), "{shown}");
    assert!(!shown.contains("not kept"), "{shown}");
    assert!(error.contains("no picks: their expected gain is below 1 (0."), "{error}");
    assert!(error.contains("or leave `--require-gain` out"), "{error}");
    assert!(!workspace.path("gain.json").exists());
    let [scripted, _] = run(&[&poor[..], &["--format", "json"]].concat());
    let shown: Value = serde_json::from_str(&scripted).unwrap();
    assert!(shown["picks"].is_null(), "{shown}");
    // Others are picked.
    workspace.succeed(&[&PICK[..], &required].concat());
    assert!(workspace.path("gain.json").exists());
}

#[test]
fn requests_are_refused() {
    let workspace = workspace();
    let refused = |code: i32, arguments: &[&str], expected: &str| {
        let error = workspace.fail(arguments, code);
        let flat = error.split_whitespace().collect::<Vec<&str>>().join(" ");
        assert!(flat.contains(expected), "{error}");
    };
    refused(2, &PICK[..4], "--count <N>|--budget <COST>");
    refused(
        2,
        &[&PICK[..3], &["comet", "--count", "40"]].concat(),
        "corpus `new` has no scores `comet`",
    );
    refused(2, &[&PICK[..5], &["4000"]].concat(), "corpus `new` has 120 segments, not 4000");
    refused(
        2,
        &[&PICK[..], &["--earlier", "last.toml", "--human", "esa"]].concat(),
        "corpus `last` has no judgments on the criterion `esa`",
    );
    refused(2, &[&PICK[..], &["--require-gain"]].concat(), "--earlier <PATH>");
    refused(
        2,
        &[&PICK[..5], &["3", "--strata", "domain"]].concat(),
        "3 picks are too few for 2 domains, each of which has two",
    );
    let table = read(&workspace, "new.tsv");
    workspace.write("new.tsv", table.replace("\ttalks\t", "\tnews\t"));
    refused(
        2,
        &[&PICK[..], &["--strata", "domain"]].concat(),
        "corpus `new` has a single domain, `news`: that makes no strata",
    );
    let mut lines: Vec<String> = table.lines().map(str::to_owned).collect();
    let fields: Vec<&str> = lines[5].split('\t').collect();
    lines[5] = [&fields[..6], &["", ""]].concat().join("\t");
    workspace.write("new.tsv", lines.join("\n") + "\n");
    refused(2, &PICK, "has no score of segment");
}
