//! The kept verdicts on real test sets, `experiments/published/real.toml`, are those of runs on these.
//!
//! ```text
//! RUNNER_UPDATE_REAL=1 RUNNER_SHARED=FOLDER cargo test --release --test studies real_text -- --ignored
//! ```
//!
//! writes them. A plain run of the tests compares one set, by those of its studies that take seconds.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use runner::analyses::published::{self, Published, RealClaim, RealSet, RealText};
use runner::analyses::{ClaimRow, ScoreRow, TestSetRow};
use runner::diagnostic::SourceText;
use runner::table::{Manifest, ResultFolder, read};

use crate::support::{needs, root};

/// What a set is called, the experiment on it, and the folder of real corpora that it is in; the largest first.
const SETS: [(&str, &str, &str); 5] = [
    ("WMT21 en-de", "laws-wmt21-ende", "evalsets"),
    ("WMT23 he-en", "laws-wmt23-heen", "evalsets"),
    ("WMT21 de-fr", "laws-wmt21-defr", "evalsets"),
    ("newstest2009", "laws-newstest2009", "sgml/meteor"),
    ("WMT14 references", "laws-wmt14-references", "evalsets"),
];

const PAPERS: [&str; 4] = ["koehn-2004", "zhang-vogel-2004", "estrella-2007", "hamon-2007"];

fn source(path: &Path) -> SourceText {
    let text =
        std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    SourceText::new(&path.display().to_string(), &text)
}

fn kept_path() -> PathBuf {
    root().join("experiments/published/real.toml")
}

/// What is kept.
pub(crate) fn kept() -> RealText {
    published::read_real(&source(&kept_path())).unwrap_or_else(|problems| panic!("{problems}"))
}

/// The claims that are tried on real test sets, a file for each paper.
pub(crate) fn laws() -> Vec<Published> {
    let law = |paper: &str| {
        let path = root().join(format!("experiments/published/laws/{paper}.toml"));
        published::read(&source(&path), None).unwrap_or_else(|problems| panic!("{problems}"))
    };
    PAPERS.into_iter().map(law).collect()
}

/// Runs an experiment on the corpora in `data`; all its studies, if none is named.
fn run(experiment: &str, data: &Path, studies: &[&str], out: &Path) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_runner"));
    command.current_dir(root()).env("NO_COLOR", "1").env_remove("RAYON_NUM_THREADS");
    command.arg("run").arg(format!("experiments/{experiment}.toml")).arg("--quiet");
    command.arg("--data").arg(data).arg("--out").arg(out);
    for study in studies {
        command.args(["--study", study]);
    }
    let output = command.output().unwrap();
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{experiment}: {message}");
}

/// The digest of everything that was read of a corpus.
fn digest(manifest: &Manifest) -> String {
    let mut hasher = blake3::Hasher::new();
    for input in manifest.inputs.iter().filter(|input| input.kind != "published") {
        for part in [&input.kind, &input.name, &input.digest] {
            hasher.update(part.as_bytes()).update(b"\n");
        }
    }
    hasher.finalize().to_hex()[..16].to_owned()
}

/// Documents and segments of the largest test set.
fn size(folder: &Path) -> (u64, u64) {
    let rows: Vec<TestSetRow> = read(&folder.join("test_sets.parquet")).unwrap();
    let mut sizes: BTreeMap<&str, (u64, u64)> = BTreeMap::new();
    for row in &rows {
        let (documents, segments) = sizes.entry(&row.test_set).or_default();
        *documents += 1;
        *segments += row.segments;
    }
    sizes.into_values().max_by_key(|(_, segments)| *segments).unwrap()
}

/// The systems that have scores. References stand among the outputs of some sets, and have none.
fn systems(folder: &Path) -> u32 {
    let rows: Vec<ScoreRow> = read(&folder.join("scores.parquet")).unwrap();
    let scored = rows.iter().filter(|row| row.score.is_some());
    let names: BTreeSet<&str> = scored.filter_map(|row| row.cell.system.as_deref()).collect();
    u32::try_from(names.len()).unwrap()
}

/// The claims that a run could test.
fn claims(folder: &Path) -> Vec<RealClaim> {
    let rows: Vec<ClaimRow> = read(&folder.join("claims.parquet")).unwrap();
    let told = rows.into_iter().filter(|row| row.verdict.name() != "cannot-be-told");
    let told = told.map(|row| {
        let here = row.here.to_string();
        let id = row.id.expect("claims on real text have names").to_string();
        RealClaim { source: row.source.to_string(), id, here, verdict: row.verdict }
    });
    told.collect()
}

fn of_run(name: &str, experiment: &str, folder: &Path) -> RealSet {
    let manifest = ResultFolder::open(folder).unwrap().expect("it ran").manifest;
    let references = manifest.inputs.iter().filter(|input| input.kind == "reference");
    let (documents, segments) = size(folder);
    RealSet {
        name: name.to_owned(),
        experiment: experiment.to_owned(),
        systems: systems(folder),
        references: u32::try_from(references.count()).unwrap(),
        documents,
        segments,
        runner: manifest.runner.clone(),
        numbers: manifest.numbers,
        data: digest(&manifest),
        claims: claims(folder),
    }
}

/// Each kept verdict is about a claim that is tried, and about one of the paper; and each claim that is tried, has one.
#[test]
fn kept_verdicts_are_about_claims_of_the_papers() {
    let (kept, laws) = (kept(), laws());
    let names: Vec<_> = kept.sets.iter().map(|set| (&*set.name, &*set.experiment)).collect();
    assert_eq!(names, SETS.map(|(name, experiment, _)| (name, experiment)));
    let mut tested: Vec<(&str, &str)> = Vec::new();
    for claim in kept.sets.iter().flat_map(|set| &set.claims) {
        let law = laws.iter().find(|law| law.source.key == claim.source).expect("a paper");
        let is_same = |law: &&published::Claim| law.id.as_deref() == Some(&*claim.id);
        assert!(law.claims.iter().any(|law| is_same(&law)), "{}: {}", claim.source, claim.id);
        assert!(["holds", "holds-in-part", "does-not-hold"].contains(&claim.verdict.name()));
        tested.push((&claim.source, &claim.id));
    }
    for law in &laws {
        let path = root().join(format!("experiments/published/{}.toml", law.source.key));
        let paper = source(&path).text;
        for claim in &law.claims {
            let id = claim.id.as_deref().expect("claims on real text have names");
            assert!(tested.contains(&(&*law.source.key, id)), "no set tests {id}");
            assert!(
                paper.contains(&format!("\nid = \"{id}\"\n")),
                "{} has no {id}",
                path.display()
            );
        }
    }
}

/// The text of the file of kept verdicts.
fn text_of(kept: &RealText) -> String {
    let mut parts = vec![
        "# Verdicts on the claims of the papers on public test sets, by experiments/laws-*.toml. Written by\n\
         #\n\
         #     RUNNER_UPDATE_REAL=1 RUNNER_SHARED=FOLDER cargo test --release --test studies real_text -- --ignored\n"
            .to_owned(),
    ];
    for set in &kept.sets {
        let RealSet { name, experiment, runner, data, .. } = set;
        let RealSet { systems, references, documents, segments, numbers, .. } = set;
        let [name, experiment, runner, data] =
            [name, experiment, runner, data].map(|text| quoted(text));
        parts.push(format!(
            "\n[[sets]]\nname = {name}\nexperiment = {experiment}\nsystems = {systems}\nreferences = {references}\n\
             documents = {documents}\nsegments = {segments}\nrunner = {runner}\nnumbers = {numbers}\ndata = {data}\n"
        ));
        for claim in &set.claims {
            let told = [&*claim.source, &claim.id, &claim.here, claim.verdict.name()];
            let [source, id, here, verdict] = told.map(quoted);
            parts.push(format!(
                "[[sets.claims]]\nsource = {source}\nid = {id}\nhere = {here}\nverdict = {verdict}\n"
            ));
        }
    }
    parts.concat()
}

/// A string of TOML in double quotes.
fn quoted(text: &str) -> String {
    let escaped = text.chars().map(|c| match c {
        '"' | '\\' => format!("\\{c}"),
        c if c.is_control() => format!("\\u{:04X}", u32::from(c)),
        c => c.to_string(),
    });
    format!("\"{}\"", escaped.collect::<String>())
}

#[test]
fn what_is_kept_is_written_as_it_stands() {
    assert_eq!(text_of(&kept()), source(&kept_path()).text.as_ref());
    let hard = "a \"quoted\" \\ text\twith a tab";
    let read: toml::Table = toml::from_str(&format!("text = {}", quoted(hard))).unwrap();
    assert_eq!(read["text"].as_str(), Some(hard));
}

/// Two studies on one set: its claims come out as they are kept.
#[test]
fn a_run_on_one_set_is_what_is_kept() {
    let Some(data) = needs::data() else { return };
    let out = tempfile::tempdir().unwrap();
    let (name, experiment, folder) = SETS[3];
    run(experiment, &data.join(folder), &["systems", "sizes"], out.path());
    let (fresh, kept) = (of_run(name, experiment, out.path()), kept());
    let kept = kept.sets.iter().find(|set| set.name == name).unwrap();
    assert_eq!((&fresh.data, fresh.numbers), (&kept.data, kept.numbers), "{}", renew());
    assert!(fresh.claims.len() >= 4, "{:?}", fresh.claims);
    for claim in &fresh.claims {
        let same =
            kept.claims.iter().find(|kept| (&kept.source, &kept.id) == (&claim.source, &claim.id));
        assert_eq!(same, Some(claim), "{}", renew());
    }
}

fn renew() -> &'static str {
    "run RUNNER_UPDATE_REAL=1 cargo test --release --test studies real_text -- --ignored, and read the difference"
}

/// All studies on all sets. With `RUNNER_UPDATE_REAL` they are written instead. Results lie in the target folder, so
/// that an interrupted run continues.
#[test]
#[ignore = "simulation of minutes: nightly"]
fn runs_on_all_sets_are_what_is_kept() {
    let Some(data) = needs::data() else { return };
    let results = Path::new(env!("CARGO_TARGET_TMPDIR")).join("real");
    let sets = SETS.map(|(name, experiment, folder)| {
        let out = results.join(experiment);
        run(experiment, &data.join(folder), &[], &out);
        of_run(name, experiment, &out)
    });
    let fresh = RealText { sets: sets.to_vec() };
    if std::env::var_os("RUNNER_UPDATE_REAL").is_some() {
        std::fs::write(kept_path(), text_of(&fresh)).unwrap();
        return;
    }
    for (fresh, kept) in fresh.sets.iter().zip(&kept().sets) {
        // The version of the program moves without its numbers.
        let fresh = RealSet { runner: kept.runner.clone(), ..fresh.clone() };
        assert_eq!(&fresh, kept, "{}", renew());
    }
}
