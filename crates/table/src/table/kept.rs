//! Tables of a run that is not finished, kept beside its parts so that the next run need not make them again.
//!
//! All tables of an analysis lie in one file, whose name follows from the run and the analysis and whose
//! beginning has a digest of the rest. A damaged file holds nothing, and is written again.

use std::fs::{self, File};
use std::io::{self, Read};
use std::iter;
use std::path::{Path, PathBuf};

use super::manifest::Manifest;
use crate::durable;
use crate::file_error::{FileError, paths_in, read_if_there, unless_missing};

/// How the files begin.
const MAGIC: &[u8] = b"runner tables 1\n";
const ENDING: &str = "tables";
/// Digits of a digest, in hexadecimal.
const DIGITS: usize = 64;

/// The tables that a folder keeps of a run.
#[derive(Debug)]
pub struct KeptTables {
    folder: PathBuf,
    run: String,
}

/// A table as a Parquet file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptTable {
    /// Its name.
    pub name: String,
    /// Number of rows.
    pub rows: u64,
    /// The file.
    pub bytes: Vec<u8>,
}

impl KeptTables {
    /// Those in `folder` of the run that `manifest` describes, which names no tables yet.
    pub fn of_run(folder: &Path, manifest: &Manifest) -> Self {
        Self { folder: folder.to_owned(), run: manifest.to_text() }
    }

    /// The tables of an analysis, if they are kept.
    pub fn get(&self, analysis: &str) -> Option<Vec<KeptTable>> {
        let bytes = read_if_there(&self.path(analysis)).ok()??;
        let rest = bytes.strip_prefix(MAGIC)?;
        let (digest, content) = rest.split_at_checked(DIGITS)?;
        if blake3::hash(content).to_hex().as_bytes() != digest {
            return None;
        }
        let end = content.iter().position(|byte| *byte == b'\n')?;
        let list: Vec<(String, u64, usize)> = serde_json::from_slice(&content[..end]).ok()?;
        let mut files = &content[end + 1..];
        let mut next = |(name, rows, length)| {
            let (bytes, after) = files.split_at_checked(length)?;
            files = after;
            Some(KeptTable { name, rows, bytes: bytes.to_vec() })
        };
        list.into_iter().map(&mut next).collect()
    }

    /// Keeps the tables of an analysis: names, numbers of rows and Parquet files.
    ///
    /// # Errors
    ///
    /// If the file system refuses.
    pub fn add(&self, analysis: &str, tables: &[(&str, u64, &[u8])]) -> Result<(), FileError> {
        let list: Vec<_> =
            tables.iter().map(|(name, rows, file)| (name, rows, file.len())).collect();
        let mut list = serde_json::to_vec(&list).expect("a list is plain data");
        list.push(b'\n');
        // Tables may be half of the memory of a run: no copies are made of them.
        let content = || iter::once(&*list).chain(tables.iter().map(|(_, _, file)| *file));
        let mut hasher = blake3::Hasher::new();
        for part in content() {
            hasher.update(part);
        }
        let digest = hasher.finalize().to_hex();
        let parts: Vec<&[u8]> = [MAGIC, digest.as_bytes()].into_iter().chain(content()).collect();
        let path = self.path(analysis);
        durable::write_parts(&path, &parts).map_err(FileError::on("write", &path))
    }

    fn path(&self, analysis: &str) -> PathBuf {
        let mut hasher = blake3::Hasher::new_derive_key("runner 2026 kept tables");
        hasher.update(self.run.as_bytes()).update(analysis.as_bytes());
        self.folder.join(format!("{}.{ENDING}", &hasher.finalize().to_hex()[..DIGITS / 2]))
    }

    /// Removes all that the folder keeps, of whatever run.
    ///
    /// # Errors
    ///
    /// If the file system refuses.
    pub fn clear(folder: &Path) -> Result<(), FileError> {
        for path in unless_missing(paths_in(folder))? {
            let is_named_so = path.extension().is_some_and(|ending| ending == ENDING);
            if is_named_so
                // Reading from a pipe would wait.
                && path.is_file()
                && is_own(&path).map_err(FileError::on("read", &path))?
            {
                fs::remove_file(&path).map_err(FileError::on("remove", &path))?;
            }
        }
        Ok(())
    }
}

/// Whether a file begins as those here do.
fn is_own(path: &Path) -> io::Result<bool> {
    let mut beginning = Vec::with_capacity(MAGIC.len());
    File::open(path)?.take(MAGIC.len() as u64).read_to_end(&mut beginning)?;
    Ok(beginning == MAGIC)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_there_for_the_same_run_alone() {
        let folder = tempfile::tempdir().unwrap();
        let of_run =
            |run: &str| KeptTables { folder: folder.path().to_owned(), run: run.to_owned() };
        let kept = of_run("one");
        let files: [(&str, u64, &[u8]); 2] = [("scores", 7, b"a\nb"), ("test_sets", 0, b"")];
        kept.add("scores", &files).unwrap();
        kept.add("growth", &[]).unwrap();
        let found = kept.get("scores").unwrap();
        let found = found.iter().map(|own| (&*own.name, own.rows, &*own.bytes));
        assert_eq!(found.collect::<Vec<_>>(), files);
        assert_eq!(kept.get("growth"), Some(Vec::new()));
        assert_eq!(kept.get("margin"), None);
        assert_eq!(of_run("two").get("scores"), None);
        fs::write(folder.path().join("others.tables"), "mine").unwrap();
        KeptTables::clear(folder.path()).unwrap();
        assert_eq!(kept.get("scores"), None);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn what_is_damaged_is_not_there() {
        let folder = tempfile::tempdir().unwrap();
        let kept = KeptTables { folder: folder.path().to_owned(), run: String::new() };
        kept.add("scores", &[("scores", 7, b"bytes of a file")]).unwrap();
        let path = kept.path("scores");
        let good = fs::read(&path).unwrap();
        for position in 0..good.len() {
            let mut bad = good.clone();
            bad[position] ^= 1;
            fs::write(&path, &bad).unwrap();
            assert_eq!(kept.get("scores"), None, "byte {position}");
            fs::write(&path, &good[..position]).unwrap();
            assert_eq!(kept.get("scores"), None, "cut at {position}");
        }
    }
}
