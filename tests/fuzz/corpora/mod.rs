//! No input makes a reader panic, go on for ever or take memory out of proportion.
//!
//! Valid files of each format are damaged in every way; what is still accepted keeps the invariants
//! of a corpus, and what is refused says so. A target is a test function of its own, named after its
//! format:
//!
//! ```text
//! cargo test --test fuzz corpora::                                        # 300 cases each
//! RUNNER_FUZZ_SECONDS=600 cargo test --test fuzz corpora::damaged_sgml   # one target for ten minutes
//! ```
//!
//! A failure prints the smallest damage that still fails, and its seed (see `tests/fuzz/harness.rs`).

mod damage;
mod hostile;
mod samples;

use damage::{Damage, apply, damages};
use proptest::prelude::*;
use runner::corpus::describe;
use runner::diagnostic::Style;
use runner::formats::source::CorpusFormat;
use runner::formats::{read, recognise};
use samples::Files;

use crate::harness::{check_memory, fuzz_values, within};
use crate::support::write_file as write;

/// Writes `files`, with the `damages` done to them in turn, and reads them.
fn survives((files, format): &(Files, CorpusFormat), damages: &[(usize, Damage)]) {
    let folder = tempfile::tempdir().expect("can be made");
    let mut files = files.clone();
    let count = files.len();
    for (file, damage) in damages {
        apply(&mut files[file % count].1, damage);
    }
    for (name, content) in &files {
        write(folder.path(), name, content);
    }
    within(10.0, || {
        match read("damaged", format, folder.path()) {
            Ok(loaded) => {
                loaded.corpus.check().expect("what is accepted is sound");
                assert!(!describe(&loaded.corpus).to_string().is_empty());
            }
            Err(error) => assert!(error.to_string().len() > 20, "{error}"),
        }
        // A guess at the format may be wrong, and comes back with one or a reason.
        if let Err(error) = recognise(folder.path()) {
            assert!(error.to_string().len() > 20, "{error}");
        }
    });
}

#[test]
fn undamaged_files_are_read() {
    for sample in samples::all() {
        let folder = tempfile::tempdir().unwrap();
        for (name, content) in &sample.0 {
            write(folder.path(), name, content);
        }
        read("whole", &sample.1, folder.path()).unwrap();
    }
}

#[test]
fn damaged_evalset() {
    let sample = samples::evalset();
    fuzz_values("damaged_evalset", damages(), |damages| survives(&sample, &damages));
}

#[test]
fn damaged_plain() {
    let sample = samples::plain();
    fuzz_values("damaged_plain", damages(), |damages| survives(&sample, &damages));
}

#[test]
fn damaged_gzip() {
    let sample = samples::compressed(samples::plain());
    fuzz_values("damaged_gzip", damages(), |damages| survives(&sample, &damages));
}

#[test]
fn damaged_sgml() {
    let sample = samples::nist();
    fuzz_values("damaged_sgml", damages(), |damages| survives(&sample, &damages));
}

#[test]
fn damaged_xml() {
    let sample = samples::wmt_xml();
    fuzz_values("damaged_xml", damages(), |damages| survives(&sample, &damages));
}

#[test]
fn damaged_mqm() {
    let samples = [samples::mqm(false), samples::mqm(true)];
    fuzz_values("damaged_mqm", (damages(), 0..2_usize), |(damages, which)| {
        survives(&samples[which], &damages);
    });
}

#[test]
fn damaged_appraise() {
    let samples = samples::appraise();
    let which = 0..samples.len();
    fuzz_values("damaged_appraise", (damages(), which), |(damages, which)| {
        survives(&samples[which], &damages);
    });
}

#[test]
fn damaged_wmt_jsonl() {
    let samples = samples::wmt_jsonl();
    let which = 0..samples.len();
    fuzz_values("damaged_wmt_jsonl", (damages(), which), |(damages, which)| {
        survives(&samples[which], &damages);
    });
}

#[test]
fn damaged_pearmut() {
    let samples = samples::pearmut();
    let which = 0..samples.len();
    fuzz_values("damaged_pearmut", (damages(), which), |(damages, which)| {
        survives(&samples[which], &damages);
    });
}

#[test]
fn damaged_samples() {
    let samples = samples::logs();
    let which = 0..samples.len();
    fuzz_values("damaged_samples", (damages(), which), |(damages, which)| {
        survives(&samples[which], &damages);
    });
}

#[test]
fn damaged_comet() {
    let sample = samples::comet();
    fuzz_values("damaged_comet", damages(), |damages| survives(&sample, &damages));
}

#[test]
fn damaged_table() {
    let samples = samples::tables();
    let which = 0..samples.len();
    fuzz_values("damaged_table", (damages(), which), |(damages, which)| {
        survives(&samples[which], &damages);
    });
}

#[test]
fn damaged_parquet() {
    let samples = samples::parquet();
    let which = 0..samples.len();
    fuzz_values("damaged_parquet", (damages(), which), |(damages, which)| {
        survives(&samples[which], &damages);
    });
}

/// The same damages to specs; a damaged spec is refused in words that can be shown.
#[test]
fn damaged_spec() {
    let specs = samples::specs();
    let which = 0..specs.len();
    fuzz_values("damaged_spec", (damages(), which), |(damages, which)| {
        let mut bytes = specs[which].clone().into_bytes();
        for (_, damage) in &damages {
            apply(&mut bytes, damage);
        }
        let text = String::from_utf8_lossy(&bytes);
        within(10.0, || {
            if let Err(problems) = runner::analyses::parse("damaged.toml", &text) {
                assert!(problems.render(Style::Plain).contains("damaged.toml"));
            }
        });
    });
}

/// Text that is no file of any format, read as each.
#[test]
fn anything_at_all() {
    let formats: Vec<(Files, CorpusFormat)> = samples::all();
    let bytes = prop_oneof![
        proptest::collection::vec(any::<u8>(), 0..200),
        proptest::collection::vec(0..damage::PIECES.len(), 0..60).prop_map(|pieces| {
            pieces.into_iter().flat_map(|piece| damage::PIECES[piece].bytes()).collect()
        }),
    ];
    fuzz_values("anything_at_all", (bytes, 0..formats.len()), |(bytes, which)| {
        let (files, format) = &formats[which];
        let files: Files = files.iter().map(|(name, _)| (*name, bytes.clone())).collect();
        survives(&(files, format.clone()), &[]);
        if let Ok(text) = std::str::from_utf8(&bytes) {
            let _ =
                runner::analyses::parse("anything.toml", text).map_err(|p| p.render(Style::Plain));
        }
    });
}

#[test]
fn memory_stays_small() {
    check_memory();
}
