//! What the tests of several programs need. Each program takes all of it in, and uses a part.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

pub(crate) mod needs;
pub(crate) mod paired;
pub(crate) mod proportion;
pub(crate) mod seed;
pub(crate) mod study;
pub(crate) mod workspace;
pub(crate) mod zip;

use std::path::Path;

use runner::formats::source::TableSource;

/// The folder of the repository.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The table at `path` whose columns `keys` name as in a spec.
pub(crate) fn table_of(path: &str, keys: &str) -> TableSource {
    toml::from_str(&format!("path = '{path}'\n{}", keys.replace("; ", "\n"))).unwrap()
}

/// Writes a file, and makes the folders that it is in.
pub(crate) fn write_file(folder: &Path, name: &str, content: impl AsRef<[u8]>) {
    let path = folder.join(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, content).unwrap();
}

/// A temporary folder with files.
pub(crate) fn folder_of<'a>(
    files: impl IntoIterator<Item = (&'a str, impl AsRef<[u8]>)>,
) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    files.into_iter().for_each(|(name, content)| write_file(folder.path(), name, content));
    folder
}

/// Panics unless a number is there, and differs from `expected` by `tolerance` at most.
#[track_caller]
pub(crate) fn close(found: impl Into<Option<f64>>, expected: f64, tolerance: f64) {
    let found = found.into();
    assert!(found.is_some_and(|x| (x - expected).abs() <= tolerance), "{found:?}, not {expected}");
}

/// BLEU with exponential smoothing of (hypothesis, reference, matches 1-4, totals 1-4), written out
/// apart from the metric of the crate.
pub(crate) fn bleu(sums: &[i64]) -> Option<f64> {
    if sums[6..].contains(&0) {
        return None;
    }
    if sums[2] == 0 {
        return Some(0.0);
    }
    let (mut logarithm, mut halved) = (0.0, 1.0);
    for n in 0..4 {
        let (matched, total) = (sums[2 + n] as f64, sums[6 + n] as f64);
        if matched == 0.0 {
            halved *= 2.0;
        }
        let matched = if matched == 0.0 { 1.0 / halved } else { matched };
        logarithm += libm::log(matched / total) / 4.0;
    }
    let penalty = (1.0 - sums[1] as f64 / sums[0] as f64).min(0.0);
    Some(100.0 * libm::exp(logarithm + penalty))
}
