//! A folder of results: its manifest, and the tables that the manifest vouches for.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::contents::Contents;
use super::manifest::Manifest;
use super::parquet::TableError;

/// Name of the manifest's file.
pub const MANIFEST: &str = "manifest.json";

/// A folder with a manifest.
#[derive(Clone, Debug)]
pub struct ResultFolder {
    /// The folder.
    pub path: PathBuf,
    /// Its manifest.
    pub manifest: Manifest,
}

impl ResultFolder {
    /// Reads the manifest of a folder; nothing where there is none.
    ///
    /// # Errors
    ///
    /// If the file system refuses or the manifest is damaged.
    pub fn open(path: &Path) -> Result<Option<Self>, TableError> {
        let file = path.join(MANIFEST);
        let bytes = match fs::read(&file) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            bytes => bytes.map_err(|source| unreadable(&file, source))?,
        };
        let manifest = serde_json::from_slice(&bytes)
            .map_err(|error| TableError::Damaged { path: file, message: error.to_string() })?;
        Ok(Some(Self { path: path.to_owned(), manifest }))
    }

    /// A table that the manifest lists; nothing where the folder does not keep its file.
    ///
    /// # Errors
    ///
    /// If the file system refuses, or the file is not the one that the manifest lists.
    pub fn table(&self, name: &str) -> Result<Option<Contents>, TableError> {
        let path = self.path.join(format!("{name}.parquet"));
        let damaged =
            |message: &str| TableError::Damaged { path: path.clone(), message: message.to_owned() };
        let listed = super::all().iter().any(|table| table.name == name);
        let Some(entry) = self.manifest.tables.get(name).filter(|_| listed) else {
            return Ok(None);
        };
        let bytes = match fs::read(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            bytes => bytes.map_err(|source| unreadable(&path, source))?,
        };
        if blake3::hash(&bytes).to_hex().as_str() != entry.digest {
            return Err(damaged("it is not the file that the manifest lists"));
        }
        let contents = Contents::decode(&bytes).map_err(|message| damaged(&message))?;
        Ok(Some(contents))
    }
}

fn unreadable(path: &Path, source: io::Error) -> TableError {
    TableError::Io { action: "read", path: path.to_owned(), source }
}
