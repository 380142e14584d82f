//! `docs/reproduction.md` quotes the reference results: the tables between its marks are made from them.
//!
//! `RUNNER_UPDATE_DOCS=1 cargo test --test studies reproduction` rewrites them after `just golden`; read the
//! difference before committing it.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::path::PathBuf;

use runner::analyses::{ClaimRow, PublishedRow, claims_markdown, tally_markdown};
use runner::table::{ReportRow, TableFile};

use crate::support::root;

const START: &str = "<!-- results: ";
const END: &str = "<!-- end of results -->";

/// The experiments of the four papers.
const EXPERIMENTS: [&str; 4] = ["cesta", "cesta-campaign", "tides-2002", "europarl-2004"];

fn document() -> PathBuf {
    root().join("docs/reproduction.md")
}

/// The rows of a table of the reference results.
fn rows<R: ReportRow>(experiment: &str) -> Vec<R> {
    let path = root().join("results/golden").join(experiment).join(format!("{}.parquet", R::NAME));
    let bytes = std::fs::read(&path)
        .unwrap_or_else(|error| panic!("{}: {error}; `just golden` makes it", path.display()));
    TableFile::open(bytes).unwrap().shown().unwrap().rows
}

/// What stands between a mark and its end.
fn made(what: &str) -> String {
    match what.split_once(' ') {
        Some(("claims", experiment)) => claims_markdown(&rows::<ClaimRow>(experiment)),
        None if what == "tally" => {
            let all = EXPERIMENTS.iter().flat_map(|experiment| rows::<PublishedRow>(experiment));
            tally_markdown(&all.collect::<Vec<_>>())
        }
        _ => panic!("`{what}` is neither `tally` nor `claims EXPERIMENT`"),
    }
}

fn renewed(page: &str) -> (String, Vec<String>) {
    let (mut text, mut marks) = (String::new(), Vec::new());
    let mut rest = page;
    while let Some((before, after)) = rest.split_once(START) {
        let (what, after) = after.split_once(" -->\n").expect("a mark ends");
        let (_, after) = after.split_once(END).expect("what is made ends");
        text.extend([before, START, what, " -->\n", &made(what), END]);
        marks.push(what.to_owned());
        rest = after;
    }
    (text + rest, marks)
}

#[test]
fn the_document_quotes_the_reference_results() {
    let page = std::fs::read_to_string(document()).unwrap();
    let (renewed, marks) = renewed(&page);
    if std::env::var_os("RUNNER_UPDATE_DOCS").is_some() {
        std::fs::write(document(), &renewed).unwrap();
        return;
    }
    for wanted in
        EXPERIMENTS.iter().map(|name| format!("claims {name}")).chain(["tally".to_owned()])
    {
        assert!(marks.contains(&wanted), "the document has no mark `{wanted}`");
    }
    let different = page.lines().zip(renewed.lines()).find(|(page, now)| page != now);
    assert!(page == renewed, "the first line that differs, and what it is now: {different:?}");
}
