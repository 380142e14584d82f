//! The tables of a run, encoded one after the other.

use crate::table::{Manifest, TableDigest, TableError, TableRow, encode, encode_each};

/// Tables in memory, so that an error leaves earlier files as they were.
#[derive(Debug)]
pub struct ResultTables {
    manifest: Manifest,
    /// By their paths in the output folder.
    files: Vec<(String, Vec<u8>)>,
}

impl ResultTables {
    /// No tables yet; `manifest` learns of those that come.
    pub fn new(manifest: Manifest) -> Self {
        Self { manifest, files: Vec::new() }
    }

    /// What the tables are, and what determines their numbers.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// The tables by their paths in the output folder, and the manifest that lists them.
    pub fn into_parts(self) -> (Manifest, Vec<(String, Vec<u8>)>) {
        (self.manifest, self.files)
    }

    /// The encoded tables so far, by name.
    pub fn encoded(&self) -> impl Iterator<Item = (&str, &[u8])> {
        let name = |file: &'_ str| file.len() - ".parquet".len();
        self.files.iter().map(move |(file, bytes)| (&file[..name(file)], bytes.as_slice()))
    }

    /// Adds a table, be it empty.
    ///
    /// # Errors
    ///
    /// If it cannot be encoded.
    pub fn add<R: TableRow>(&mut self, rows: &[R]) -> Result<(), TableError> {
        let bytes = encode(rows, &self.manifest.run_identity)?;
        self.keep::<R>(rows.len() as u64, bytes);
        Ok(())
    }

    /// Adds a table, be it empty, whose rows are made as they are encoded.
    ///
    /// # Errors
    ///
    /// If it cannot be encoded.
    pub fn add_each<R: TableRow>(
        &mut self,
        rows: impl Iterator<Item = R>,
    ) -> Result<(), TableError> {
        let mut count = 0;
        let rows = rows.inspect(|_| count += 1);
        let bytes = encode_each(rows, &self.manifest.run_identity)?;
        self.keep::<R>(count, bytes);
        Ok(())
    }

    /// Adds a table that is only there where it has rows.
    ///
    /// # Errors
    ///
    /// If it cannot be encoded.
    pub fn add_asked<R: TableRow>(&mut self, rows: &[R]) -> Result<(), TableError> {
        if rows.is_empty() { Ok(()) } else { self.add(rows) }
    }

    /// The same for a table whose rows are made as they are encoded.
    ///
    /// # Errors
    ///
    /// If it cannot be encoded.
    pub fn add_each_asked<R: TableRow>(
        &mut self,
        rows: impl Iterator<Item = R>,
    ) -> Result<(), TableError> {
        let mut rows = rows.peekable();
        if rows.peek().is_none() { Ok(()) } else { self.add_each(rows) }
    }

    fn keep<R: TableRow>(&mut self, rows: u64, bytes: Vec<u8>) {
        let digest = blake3::hash(&bytes).to_hex().to_string();
        self.manifest.tables.insert(R::NAME.to_owned(), TableDigest { rows, digest });
        self.files.push((format!("{}.parquet", R::NAME), bytes));
    }
}
