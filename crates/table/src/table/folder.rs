//! A folder of results: its manifest, and the tables that the manifest vouches for.

use std::fs::File;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;

use super::contents::{Contents, TableFile};
use super::manifest::Manifest;
use super::parquet::TableError;
use crate::file_error::{FileError, read_if_there};

/// Name of the manifest's file.
pub const MANIFEST: &str = "manifest.json";

/// Name of the log of the run that wrote the tables.
pub const RUN_LOG: &str = "run-log.json";

/// Name of the file of segments and parts in which systems differ, which the report shows.
pub const EXAMPLES: &str = "compare-examples.json";

/// Name of the file with the outputs that were compared and their test set, for later comparisons with them.
pub const OUTPUTS: &str = "compare-outputs.parquet";

/// A folder with a manifest.
#[derive(Clone, Debug)]
pub struct ResultFolder {
    /// The folder.
    pub path: PathBuf,
    /// Its manifest.
    pub manifest: Manifest,
    /// Digest of the manifest, which lists the digests of the tables: the identity of the results.
    pub digest: String,
}

impl ResultFolder {
    /// The examples that lie beside the tables; nothing where there are none.
    ///
    /// # Errors
    ///
    /// If the file system refuses or they are damaged.
    pub fn examples<T: DeserializeOwned>(&self) -> Result<Option<T>, TableError> {
        let path = self.path.join(EXAMPLES);
        let Some(bytes) = read_if_there(&path)? else { return Ok(None) };
        let examples = serde_json::from_slice(&bytes)
            .map_err(|error| TableError::Damaged { path, message: error.to_string() })?;
        Ok(Some(examples))
    }

    /// Reads the manifest of a folder; nothing where there is none.
    ///
    /// # Errors
    ///
    /// If the file system refuses or the manifest is damaged.
    pub fn open(path: &Path) -> Result<Option<Self>, TableError> {
        let file = path.join(MANIFEST);
        let Some(bytes) = read_if_there(&file)? else { return Ok(None) };
        let (manifest, digest) = Manifest::parse(&bytes)
            .map_err(|message| TableError::Damaged { path: file, message })?;
        Ok(Some(Self { path: path.to_owned(), manifest, digest }))
    }

    /// A table that the manifest lists; nothing where the folder does not keep its file. The name is that
    /// of a table that this version knows: no other may become part of a path.
    ///
    /// # Errors
    ///
    /// If the file system refuses, or the file is not the one that the manifest lists.
    pub fn table(&self, name: &str) -> Result<Option<Contents>, TableError> {
        let Some(file) = self.file(name)? else { return Ok(None) };
        file.whole().map(Some).map_err(|message| self.damaged(name, message))
    }

    /// The error that says what is wrong with the file of a table.
    pub fn damaged(&self, name: &str, message: String) -> TableError {
        TableError::Damaged { path: self.path_of(name), message }
    }

    fn path_of(&self, name: &str) -> PathBuf {
        self.path.join(format!("{name}.parquet"))
    }

    /// The file of a table that the manifest lists, of which nothing is decoded yet; nothing where
    /// the folder does not keep it. The name is as for [`Self::table`].
    ///
    /// # Errors
    ///
    /// If the file system refuses, or the file is not the one that the manifest lists.
    pub fn file(&self, name: &str) -> Result<Option<TableFile>, TableError> {
        let Some(entry) = self.manifest.tables.get(name) else { return Ok(None) };
        let Some(bytes) = read_if_there(&self.path_of(name))? else { return Ok(None) };
        self.check(name, &entry.digest, &blake3::hash(&bytes))?;
        TableFile::open(bytes).map(Some).map_err(|message| self.damaged(name, message))
    }

    /// What is wrong with the files of the tables that the manifest lists, those that are missing among
    /// it; nothing if all are there as they were written. Reads them all, but keeps none in memory.
    pub fn damaged_tables(&self) -> Vec<TableError> {
        let tables = self.manifest.tables.iter();
        let damages = tables.filter_map(|(name, entry)| {
            let (path, mut hasher) = (self.path_of(name), blake3::Hasher::new());
            let hashed = File::open(&path).and_then(|file| hasher.update_reader(file).map(|_| ()));
            let hashed = hashed.map_err(|error| FileError::on("read", &path)(error).into());
            hashed.and_then(|()| self.check(name, &entry.digest, &hasher.finalize())).err()
        });
        damages.collect()
    }

    /// Compares the digest that the manifest lists with that of the file of a table.
    fn check(&self, name: &str, listed: &str, found: &blake3::Hash) -> Result<(), TableError> {
        if found.to_hex().as_str() == listed {
            return Ok(());
        }
        Err(self.damaged(name, "it is not the file that the manifest lists".to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::table::manifest::TableDigest;

    #[test]
    fn every_damage_to_a_table_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("scores.parquet");
        let digest = blake3::hash(b"rows").to_hex().to_string();
        let manifest = serde_json::json!({
            "runner": "", "numbers": 0, "run_identity": "", "experiment": "", "seed": 0,
            "spec": {}, "inputs": [], "signatures": {}, "tables": {},
        });
        let mut manifest: Manifest = serde_json::from_value(manifest).unwrap();
        manifest.tables.insert("scores".to_owned(), TableDigest { rows: 1, digest });
        let results =
            ResultFolder { path: folder.path().to_owned(), manifest, digest: String::new() };
        let damage = || {
            let damaged = results.damaged_tables();
            damaged.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
        };
        assert!(damage().starts_with("cannot read `"), "{}", damage());
        for other in ["", "row", "rowt", "rows\n"] {
            fs::write(&path, other).unwrap();
            assert!(damage().ends_with("it is not the file that the manifest lists"), "{other}");
        }
        fs::write(&path, "rows").unwrap();
        assert_eq!(damage(), "");
    }
}
