//! `runner watch`: a campaign that is looked at while it runs.

use std::fmt::Write;

use serde_json::Value;

use crate::support::workspace::Workspace;

/// A number from -8 to 8 that looks random.
fn noise(at: usize, of: usize) -> i64 {
    let mixed = (at * 7919 + of * 104_729 + at * of * 31) % 1009;
    i64::try_from(mixed % 17).unwrap() - 8
}

/// The first `documents` submissions of a campaign: two segments each, of three systems. A is ten points better than B and
/// C, which hardly differ.
fn log(documents: usize) -> String {
    let mut log = String::new();
    for document in 0..documents {
        let name = document * 7 % 60;
        let segments: Vec<usize> = vec![0, 1];
        let scores = |segment: &usize| {
            let at = 2 * document + segment;
            format!(
                "{{\"A\": {{\"score\": {}}}, \"B\": {{\"score\": {}}}, \"C\": {{\"score\": {}}}}}",
                85 + noise(at, 1),
                75 + noise(at, 2),
                75 + noise(at, 3)
            )
        };
        let item = |segment: &usize| {
            format!(
                "{{\"item_id\": \"news_###_d{name}_###_{segment}\", \"src\": \"text {at}\", \"tgt\": {{\"A\": \"a {at}\", \
                 \"B\": \"b {at}\", \"C\": \"c {at}\"}}}}",
                at = 2 * document + segment
            )
        };
        let scores: Vec<String> = segments.iter().map(scores).collect();
        let items: Vec<String> = segments.iter().map(item).collect();
        let time = 1_771_311_126 + 120 * document;
        writeln!(
            log,
            "{{\"annotation\": [{}], \"item\": [{}], \"actions\": [{{\"time\": {time}}}, {{\"time\": {}}}], \"user_id\": \
             \"u\", \"item_i\": {document}}}",
            scores.join(", "),
            items.join(", "),
            time + 60
        )
        .unwrap();
    }
    log
}

const WATCH: [&str; 4] = ["watch", "log.jsonl", "--planned", "40"];

fn code(workspace: &Workspace, more: &[&str]) -> Option<i32> {
    workspace.run(&[&WATCH[..], more].concat()).status.code()
}

#[test]
fn a_campaign_is_watched_until_its_goal() {
    let workspace = Workspace::empty();
    workspace.write("log.jsonl", log(40));
    let shown = workspace.succeed(&WATCH);
    assert!(shown.lines().all(|line| line.chars().count() <= 80), "{shown}");
    insta::assert_snapshot!(shown);
    let best = workspace.succeed(&[&WATCH[..], &["--exit-when", "best"]].concat());
    assert!(
        best.starts_with("The first place is decided by ESA after 40 documents: A (95 %,"),
        "{best}"
    );
    assert_eq!(code(&workspace, &["--exit-when", "best"]), Some(0));
    assert_eq!(code(&workspace, &["--exit-when", "top=2"]), Some(7));
    assert_eq!(code(&workspace, &["--exit-when", "top=2", "--stop-after", "60"]), Some(7));
    assert_eq!(code(&workspace, &["--exit-when", "all", "--stop-after", "40"]), Some(1));
    assert_eq!(code(&workspace, &["--exit-when", "top=3"]), Some(2), "there are three systems");
    assert_eq!(code(&workspace, &["--exit-when", "soon"]), Some(2));
    assert_eq!(code(&workspace, &["--criterion", "fluency"]), Some(2));
}

#[test]
fn before_the_first_look_nothing_is_said() {
    let workspace = Workspace::empty();
    workspace.write("log.jsonl", log(12));
    let shown = workspace.succeed(&WATCH);
    assert!(
        shown.starts_with(
            "By ESA there is nothing to see after 12 documents: the first look is at 20"
        ),
        "{shown}"
    );
    assert_eq!(code(&workspace, &["--exit-when", "all"]), Some(7));
}

/// The server may be writing a line.
#[test]
fn a_line_that_is_being_written_is_left_out() {
    let workspace = Workspace::empty();
    let whole = log(25);
    workspace.write("log.jsonl", &whole);
    let shown = workspace.succeed(&WATCH);
    let more = log(26);
    for end in [whole.len() + 1, whole.len() + 300, more.len() - 2] {
        workspace.write("log.jsonl", &more[..end]);
        assert_eq!(workspace.succeed(&WATCH), shown, "{end}");
    }
    // A line that is wrong in the middle is still an error.
    workspace.write("log.jsonl", whole.replacen("\"annotation\": [{", "\"annotation\": [", 1));
    assert_eq!(code(&workspace, &[]), Some(3));
}

#[test]
fn the_page_renews_itself_and_choices_stay() {
    let workspace = Workspace::empty();
    workspace.write("log.jsonl", log(40));
    let live = [&WATCH[..], &["--out", "live", "--exit-when", "best", "--every", "600"]].concat();
    workspace.succeed(&live);
    let page = std::fs::read_to_string(workspace.path("live/report/index.html")).unwrap();
    assert!(page.contains("<meta http-equiv=\"refresh\" content=\"600\">"));
    assert!(
        page.contains("Is the pair decided?") && page.contains("C and B are not decided"),
        "figures"
    );
    // Further looks into the same folder are made with the same choices alone.
    workspace.write("log.jsonl", log(44));
    workspace.succeed(&[&WATCH[..], &["--out", "live", "--stop-after", "80"]].concat());
    let page = std::fs::read_to_string(workspace.path("live/report/index.html")).unwrap();
    assert!(!page.contains("http-equiv=\"refresh\""));
    for (more, expected) in [
        (&["--planned", "50"][..], "was watched with --planned 40, and now it is 50"),
        (&["--systems", "B,A"], "was watched with --systems left out, and now it is A,B"),
        (&["--baseline", "A"], "was watched with --baseline left out, and now it is A"),
        (&["--level", "0.9"], "was watched with --level 0.95, and now it is 0.9"),
    ] {
        let planned = ["--planned", "40"].into_iter().filter(|_| more[0] != "--planned");
        let fixed = ["watch", "log.jsonl", "--out", "live"].into_iter().chain(planned);
        let other = workspace.run(&fixed.chain(more.iter().copied()).collect::<Vec<&str>>());
        assert_eq!(other.status.code(), Some(2));
        let message = String::from_utf8(other.stderr).unwrap().replace('\n', " ");
        assert!(message.contains(expected), "{message}");
    }
}

#[test]
fn scripts_have_the_last_look_of_each_pair() {
    let workspace = Workspace::empty();
    workspace.write("log.jsonl", log(40));
    let shown = workspace.succeed(&[&WATCH[..], &["--format", "json"]].concat());
    let answer: Value = serde_json::from_str(&shown).unwrap();
    let rows = answer["findings"][0]["rows"].as_array().unwrap();
    let pairs: Vec<(&str, &str, u64)> = rows
        .iter()
        .map(|row| {
            (
                row["system_a"].as_str().unwrap(),
                row["system_b"].as_str().unwrap(),
                row["look"].as_u64().unwrap(),
            )
        })
        .collect();
    assert_eq!(pairs, [("A", "C", 40), ("A", "B", 40), ("B", "C", 40)]);
    assert_eq!((&rows[0]["better"], &rows[2]["better"]), (&Value::from("A"), &Value::Null));
    assert_eq!(rows[0]["time"], "2026-02-17T08:11:06Z");
}
