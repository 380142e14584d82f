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

fn damaged(target: &str, samples: &[(Files, CorpusFormat)]) {
    fuzz_values(target, (damages(), 0..samples.len()), |(damages, which)| {
        survives(&samples[which], &damages);
    });
}

/// Makes a target of each format.
macro_rules! targets {
    ($($target:ident: $samples:expr;)*) => {
        $(#[test]
        fn $target() {
            damaged(stringify!($target), &$samples);
        })*
    };
}

targets! {
    damaged_evalset: [samples::evalset()];
    damaged_plain: [samples::plain()];
    damaged_gzip: [samples::compressed(samples::plain())];
    damaged_sgml: [samples::nist()];
    damaged_xml: [samples::wmt_xml()];
    damaged_mqm: [samples::mqm(false), samples::mqm(true)];
    damaged_appraise: samples::appraise();
    damaged_wmt_jsonl: samples::wmt_jsonl();
    damaged_pearmut: samples::pearmut();
    damaged_samples: samples::logs();
    damaged_comet: [samples::comet()];
    damaged_table: samples::tables();
    damaged_parquet: samples::parquet();
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
