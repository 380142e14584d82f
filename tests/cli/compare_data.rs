//! `runner compare` on ratings: the errors that judges marked in the outputs, and what does not go with data.

use std::fmt::Write as _;

use serde_json::Value;

use crate::support::workspace::Workspace;

/// Twelve documents of two segments by three systems, each output rated by two of three judges who mark errors: `new` has
/// fewer than `old`, and `other` is a third.
fn workspace() -> Workspace {
    let mut rows =
        "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\n".to_owned();
    for (of, system) in ["old", "new", "other"].iter().enumerate() {
        for segment in 0..24_usize {
            let (document, place) = (segment / 2, segment % 2 + 1);
            for judge in [document % 3, (document + 1) % 3] {
                let chance = (segment * 7 + of * 5 + judge * 3 + segment * segment) % 11;
                let is_bad = chance + 3 * of < 6;
                let (target, category, severity) = match (is_bad, chance % 3) {
                    (false, _) => ("<script> & so on", "No-error", "No-error"),
                    (true, 0) => ("<script> & <v>so on</v>", "Fluency/Grammar", "Minor"),
                    (true, _) => ("<v><script></v> & so on", "Accuracy/Mistranslation", "Major"),
                };
                writeln!(
                    rows,
                    "{system}\td{document}\t{place}\t{}\tjudge-{judge}\tthe source\t{target}\t{category}\t{severity}",
                    segment + 1
                )
                .unwrap();
            }
        }
    }
    let workspace = Workspace::empty();
    workspace.write("mqm.tsv", rows);
    workspace
}

const BOTH: [&str; 4] = ["compare", "mqm.tsv", "--systems", "old,new"];

#[test]
fn marked_errors_stand_in_the_outputs() {
    let workspace = workspace();
    let shown = workspace.succeed(&[&BOTH[..], &["--examples", "1"]].concat());
    assert!(shown.contains("24 segments in 12 documents."), "{shown}");
    assert!(shown.contains("Whole documents and judges left out in turn"), "{shown}");
    assert!(shown.contains("<<<script>>>[major: Accuracy/Mistranslation]"), "{shown}");
    let json = workspace.succeed(&[&BOTH[..], &["--examples", "1", "--format", "json"]].concat());
    let json: Value = serde_json::from_str(&json).unwrap();
    let system = &json["examples"]["systems"][0];
    assert_eq!((&system["system"], &system["selected_by"]), (&"new".into(), &"mqm".into()));
    let error = &system["in_favour"][0]["texts"]["baseline"]["errors"][0];
    assert_eq!(
        (&error["severity"], &error["start"], &error["end"]),
        (&"major".into(), &0.into(), &8.into())
    );
}

#[test]
fn the_page_marks_errors_and_escapes_texts() {
    let workspace = workspace();
    workspace.succeed(&[&BOTH[..], &["--out", "out", "--quiet"]].concat());
    let page = std::fs::read_to_string(workspace.path("out/report/index.html")).unwrap();
    let marked = "<mark>&lt;script&gt;</mark><span class=\"severity\">major: Accuracy&#x2f;Mistranslation</span>";
    assert!(page.contains(marked), "{page}");
    assert!(!page.contains("<script> &"), "texts are escaped");
    workspace.succeed(&[&BOTH[..], &["--out", "bare", "--no-texts", "--quiet"]].concat());
    let page = std::fs::read_to_string(workspace.path("bare/report/index.html")).unwrap();
    assert!(!page.contains("script&gt;") && !page.contains("Mistranslation"), "texts are left out");
}

#[test]
fn what_does_not_go_with_data_is_refused() {
    let workspace = workspace();
    workspace.write("ref.txt", "x\n");
    for (more, message) in [
        (&["-r", "ref.txt"][..], "`--references` or `--scores` is about files of texts"),
        (&["--like", "sacrebleu"], "`--like` is about files of texts"),
        (&["--source", "ref.txt"], "`--source` is about files of texts"),
        (&["--baseline", "nobody"], "there is no system `nobody`"),
        (&["--corpus", "nothing"], "there is no corpus `nothing`"),
        (&["--metric", "esa"], "`esa` is no metric, and no column of scores there"),
    ] {
        let said = workspace.fail(&[&BOTH[..], more].concat(), 2);
        assert!(said.contains(message), "{said}");
    }
    let said = workspace.fail(&["compare", "mqm.tsv", "--systems", "old,nobody"], 2);
    assert!(said.contains("nobody"), "{said}");
    let said = workspace.fail(&["compare", "mqm.tsv", "--systems", "old"], 2);
    assert!(said.contains("there is only one system"), "{said}");
}
