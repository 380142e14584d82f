//! Keys of results: they name all that a result depends on, so that no run takes a result of another run
//! for its own, and nothing else, so that what did not change is not computed again.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeSet;

use rayon::prelude::*;
use runner::corpus::model::{Corpus, NamedTexts, Texts};

use crate::support::study;

const SPEC: &str = "[experiment]\nname = \"x\"\nseed = 5\n[corpora.c.plain]\nsystems = [\"none\"]\n\
    [studies.s]\ncorpora = [\"c\"]\nmetrics = [\"bleu\"]\nresample = \"documents\"\nB = 200\n\
    test-sizes = { documents = [9] }\n";

fn named(name: &str) -> NamedTexts {
    let mut texts = Texts::with_capacity(18, 18 * 30);
    for segment in 0..18 {
        texts.push(Some(&format!("{name} says the word number {segment} again")));
    }
    NamedTexts { name: name.to_owned(), texts }
}

/// Nine documents, two systems and a reference.
fn corpus() -> Corpus {
    Corpus {
        name: "c".to_owned(),
        documents: study::documents(&[2; 9]),
        references: vec![named("r")],
        systems: vec![named("a"), named("b")],
        ..Corpus::default()
    }
}

/// The same texts but for one.
fn with_other_segment(column: &mut NamedTexts) {
    let old = std::mem::replace(&mut column.texts, Texts::with_capacity(18, 18 * 30));
    for (segment, text) in old.iter().enumerate() {
        column.texts.push(if segment == 17 { Some("another text") } else { text });
    }
}

fn keys(text: &str, corpus: Corpus) -> BTreeSet<String> {
    let plan = study::plan(text, Some(vec![corpus])).unwrap();
    let tasks: Vec<_> = plan.jobs.iter().flat_map(|job| &job.tasks).collect();
    let keys: BTreeSet<String> = tasks.iter().map(|task| plan.key(task).to_string()).collect();
    assert_eq!(keys.len(), tasks.len(), "two tasks have one key");
    assert!(!keys.is_empty());
    keys
}

#[test]
fn another_question_has_other_keys() {
    let known = keys(SPEC, corpus());
    for (old, new) in [
        ("seed = 5", "seed = 6"),
        ("B = 200", "B = 201"),
        ("resample = \"documents\"", "resample = \"segments\""),
        ("documents = [9]", "documents = [8]"),
        ("B = 200", "B = 200\nlevel = 0.9"),
        ("B = 200", "B = 200\ninterval-method = \"percentile\""),
        ("\"bleu\"", "\"chrf\""),
        ("[studies.s]", "[metrics.bleu.bleu]\norder = 3\n[studies.s]"),
    ] {
        let others = keys(&SPEC.replacen(old, new, 1), corpus());
        assert!(known.is_disjoint(&others), "{new}");
    }
    let renamed = SPEC.replace("corpora.c.", "corpora.d.").replace("[\"c\"]", "[\"d\"]");
    let others = keys(&renamed, Corpus { name: "d".to_owned(), ..corpus() });
    assert!(known.is_disjoint(&others), "the draws are those of the corpus with its name");
    let repeated = keys(&SPEC.replace("B = 200", "B = 200\nrepeats = 2"), corpus());
    assert!(repeated.is_superset(&known));
    assert_eq!(repeated.len(), 2 * known.len());
}

#[test]
fn other_texts_have_other_keys() {
    let known = keys(SPEC, corpus());
    let mut other = corpus();
    with_other_segment(&mut other.references[0]);
    assert!(known.is_disjoint(&keys(SPEC, other)));
    // A result of one system says nothing of another.
    let mut other = corpus();
    with_other_segment(&mut other.systems[0]);
    let kept = known.intersection(&keys(SPEC, other)).count();
    assert_eq!(2 * kept, known.len());
}

#[test]
fn names_that_no_draw_depends_on_change_no_key() {
    let known = keys(SPEC, corpus());
    let study = SPEC.replace("studies.s", "studies.other").replace("\"x\"", "\"y\"");
    assert_eq!(keys(&study, corpus()), known);
    let metric = SPEC.replace("[\"bleu\"]", "[\"mine\"]") + "[metrics.mine.bleu]\n";
    assert_eq!(keys(&metric, corpus()), known);
}

/// Tasks that run may be the first that want keys: no thread waits for itself.
#[test]
fn keys_may_first_be_wanted_by_tasks_that_run() {
    let text = SPEC.replace("documents = [9]", "documents = \"each\"");
    let (done, waits) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(16).build().unwrap();
        for _ in 0..100 {
            let plan = study::plan(&text, Some(vec![corpus()])).unwrap();
            let tasks: Vec<_> = plan.jobs.iter().flat_map(|job| &job.tasks).collect();
            let keys = || tasks.par_iter().map(|task| plan.key(task).to_string()).collect();
            let keys: BTreeSet<String> = pool.install(keys);
            assert_eq!(keys.len(), tasks.len());
        }
        done.send(()).unwrap();
    });
    let within = std::time::Duration::from_mins(2);
    waits.recv_timeout(within).expect("no thread waits within a lock for a task that waits for it");
}
