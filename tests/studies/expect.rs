//! The table of earlier campaigns that `runner expect` reads is what `experiments/expect-reference.toml` makes.
//!
//! ```text
//! RUNNER_UPDATE_EXPECT=1 RUNNER_SHARED=FOLDER cargo test --release --test studies expect -- --ignored
//! ```
//!
//! writes it. A plain run of the tests compares the campaigns that take a second.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use runner::NUMBERS_VERSION;
use runner::analyses::{PowerRow, Results, each_power};
use runner::config::model::Spec;
use runner::corpus::model::Corpus;
use runner::formats;
use runner::plan::Plan;

use crate::support::{needs, root, study};

/// What no corpus says of itself: languages, year and kinds of texts.
const CAMPAIGNS: [(&str, &str, u32, &str); 6] = [
    ("wmt21-ende", "en-de", 2021, "news"),
    ("wmt21-defr", "de-fr", 2021, "news"),
    ("wmt21-tedtalks", "en-de", 2021, "talks"),
    ("wmt23-ende", "en-de", 2023, "news social speech reviews"),
    ("wmt23-heen", "he-en", 2023, "news reviews"),
    ("wmt25-csde", "cs-de", 2025, "news speech education social dialogue"),
];

/// Those that a plain run compares.
const SMALL: [&str; 2] = ["wmt21-tedtalks", "wmt25-csde"];

fn file(name: &str) -> PathBuf {
    root().join("crates/analyses/src/analyses/expect/reference").join(name)
}

/// The experiment on some of its corpora.
fn spec(campaigns: &[&str]) -> Spec {
    let path = root().join("experiments/expect-reference.toml");
    let text = fs::read_to_string(&path).unwrap();
    let parsed = runner::analyses::parse(&path.display().to_string(), &text);
    let mut spec = parsed.unwrap_or_else(|why| panic!("{why:?}")).spec;
    spec.corpora.retain(|corpus| campaigns.contains(&&*corpus.name));
    for study in &mut spec.studies {
        study.corpora.retain(|corpus| campaigns.contains(&&**corpus));
    }
    spec
}

/// The files as they are now: `campaigns.csv`, `metrics.csv` and `pairs.csv`.
struct Files {
    campaigns: String,
    metrics: String,
    pairs: String,
}

/// Makes the table of some campaigns.
fn made(campaigns: &[&str], data: &Path) -> Files {
    let spec = spec(campaigns);
    let corpora = spec
        .corpora
        .iter()
        .map(|corpus| Arc::new(formats::read(&corpus.name, &corpus.format, data).unwrap().corpus));
    let corpora: Vec<Arc<Corpus>> = corpora.collect();
    let plan =
        runner::analyses::plan(spec, corpora.clone()).unwrap_or_else(|why| panic!("{why:?}"));
    let store = study::compute(&plan);
    let rows: Vec<PowerRow> = each_power(&Results::new(&plan, &store)).collect();
    let by_documents = rows.iter().filter(|row| &*row.cell.study == "documents");
    let by_segments = rows.iter().filter(|row| &*row.cell.study == "segments");
    let mut files = Files {
        campaigns: "campaign,reference,languages,year,domain,segments,words,documents,source\n"
            .to_owned(),
        metrics: "metric,signature\n".to_owned(),
        pairs: format!(
            "# runner {}, numbers {NUMBERS_VERSION}\ncampaign,reference,metric,difference,standard_error,design_effect\n",
            env!("CARGO_PKG_VERSION")
        ),
    };
    let mut last = String::new();
    for (row, of_segments) in by_documents.zip(by_segments) {
        let campaign = campaign(row, &plan, &corpora);
        if campaign != last {
            if !files.campaigns.contains(&campaign) {
                files.campaigns += &campaign;
            }
            last = campaign;
        }
        let metric = format!("{},{}\n", row.cell.metric, row.signature);
        if !files.metrics.contains(&metric) {
            files.metrics += &metric;
        }
        files.pairs += &pair(row, of_segments);
    }
    files
}

/// A line of `campaigns.csv`.
fn campaign(row: &PowerRow, plan: &Plan, corpora: &[Arc<Corpus>]) -> String {
    let (name, reference) = (&*row.cell.corpus, row.cell.references.as_deref().unwrap());
    let (_, languages, year, domain) =
        CAMPAIGNS.iter().find(|campaign| campaign.0 == name).unwrap();
    let corpus = corpora.iter().find(|corpus| corpus.name == name).unwrap();
    let texts = corpus.reference(reference).unwrap();
    let words: usize = texts.iter().flatten().map(|text| text.split_whitespace().count()).sum();
    let of_spec = plan.spec.corpora.iter().find(|corpus| corpus.name == name).unwrap();
    format!(
        "{name},{reference},{languages},{year},{domain},{},{words},{},{}\n",
        row.cell.segments.unwrap(),
        row.cell.documents,
        of_spec.homepage.as_ref().unwrap()
    )
}

/// A line of `pairs.csv`.
fn pair(row: &PowerRow, by_segments: &PowerRow) -> String {
    let key = |row: &PowerRow| {
        let PowerRow { cell, system_a, system_b, .. } = row;
        (
            cell.corpus.clone(),
            cell.references.clone(),
            cell.metric.clone(),
            system_a.clone(),
            system_b.clone(),
        )
    };
    assert_eq!(key(row), key(by_segments));
    let error = row.stdev.unwrap();
    let ratio = error / by_segments.stdev.unwrap();
    let reference = row.cell.references.as_deref().unwrap();
    let mut line = format!("{},{reference},{}", row.cell.corpus, row.cell.metric);
    let difference = row.observed_difference.unwrap().abs();
    writeln!(line, ",{difference:.5},{error:.5},{:.3}", ratio * ratio).unwrap();
    line
}

/// The lines of a file about some campaigns, and lines about none.
fn about(name: &str, campaigns: &[&str]) -> String {
    let text = fs::read_to_string(file(name)).unwrap();
    let lines = text.lines().filter(|line| {
        let first = line.split(',').next().unwrap();
        campaigns.contains(&first) || CAMPAIGNS.iter().all(|campaign| campaign.0 != first)
    });
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// Without the line that says which version made it.
fn numbers(pairs: &str) -> &str {
    pairs.split_once('\n').unwrap().1
}

fn compare(campaigns: &[&str], files: &Files) {
    assert_eq!(files.campaigns, about("campaigns.csv", campaigns));
    assert_eq!(files.metrics, about("metrics.csv", campaigns));
    assert!(
        numbers(&files.pairs) == numbers(&about("pairs.csv", campaigns)),
        "the pairs of {campaigns:?}"
    );
}

#[test]
fn the_table_of_small_campaigns_is_made_of_them() {
    let Some(data) = needs::data() else { return };
    compare(&SMALL, &made(&SMALL, &data));
}

#[test]
#[ignore = "simulation of minutes: nightly"]
fn the_table_of_all_campaigns_is_made_of_them() {
    let Some(data) = needs::data() else { return };
    let all = CAMPAIGNS.map(|campaign| campaign.0);
    let files = made(&all, &data);
    if std::env::var_os("RUNNER_UPDATE_EXPECT").is_some() {
        fs::write(file("campaigns.csv"), &files.campaigns).unwrap();
        fs::write(file("metrics.csv"), &files.metrics).unwrap();
        fs::write(file("pairs.csv"), &files.pairs).unwrap();
    }
    compare(&all, &files);
}
