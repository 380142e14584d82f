//! ZIP archives, which some programs write their logs as.
//!
//! Sizes are checked before memory is taken for them. A file with another size or checksum than the directory states is
//! damaged.

use std::borrow::Cow;
use std::cell::RefCell;
use std::io::{Cursor, Read};
use std::path::{Path, PathBuf};

use zip::ZipArchive;
use zip::result::ZipError;

use crate::corpus::error::{CHECK_PATH, CorpusError};
use crate::corpus::limits::{LIMITS, SPLIT, check_memory, check_size};
use crate::corpus::lines::read_bytes;

/// The first bytes of an archive.
const START: &[u8] = b"PK\x03\x04";

/// An archive in memory.
pub(super) struct Archive {
    path: PathBuf,
    zip: RefCell<ZipArchive<Cursor<Vec<u8>>>>,
}

impl Archive {
    /// Reads the archive at `path`. Returns `None` if the file is not an archive.
    pub(super) fn read(path: &Path) -> Result<Option<Self>, CorpusError> {
        let bytes = read_bytes(path, "log", CHECK_PATH, LIMITS)?;
        if !bytes.starts_with(START) {
            return Ok(None);
        }
        let proportionate =
            (bytes.len() as u64).saturating_mul(LIMITS.ratio).max(LIMITS.free_bytes);
        let zip = ZipArchive::new(Cursor::new(bytes));
        let zip = zip.map_err(|_| damaged(path, "its directory is not whole"))?;
        let total = zip.decompressed_size().and_then(|total| u64::try_from(total).ok());
        let total = total.ok_or_else(|| damaged(path, "its directory is not whole"))?;
        let limit = proportionate.min(LIMITS.file_bytes);
        check_size(path, "the size of what is in it in bytes", total, limit, SPLIT)?;
        check_memory(path, 0, usize::try_from(total).unwrap_or(usize::MAX))?;
        Ok(Some(Self { path: path.to_owned(), zip: RefCell::new(zip) }))
    }

    /// Returns the names of the files in order.
    pub(super) fn names(&self) -> Result<Vec<String>, CorpusError> {
        let zip = self.zip.borrow();
        let names: Result<Vec<_>, _> =
            zip.file_names().map(|name| name.map(Cow::into_owned)).collect();
        let mut names = names.map_err(|_| damaged(&self.path, "a name is not text"))?;
        names.sort_unstable();
        Ok(names)
    }

    /// Returns the text of a file, or `None` if there is no file of this name.
    pub(super) fn text(&self, name: &str) -> Result<Option<String>, CorpusError> {
        let failed = |cause: String| Err(damaged(&self.path, &format!("`{name}` {cause}")));
        let mut zip = self.zip.borrow_mut();
        let file = match zip.by_name(name) {
            Ok(file) => file,
            Err(ZipError::FileNotFound) => return Ok(None),
            Err(error) => return failed(format!("cannot be unpacked: {error}")),
        };
        let (size, mut bytes) = (file.size(), Vec::new());
        // One byte more than stated shows that the directory is wrong.
        if let Err(error) = file.take(size.saturating_add(1)).read_to_end(&mut bytes) {
            return failed(format!("cannot be unpacked: {error}"));
        }
        if bytes.len() as u64 != size {
            return failed("does not have the size that the directory states".to_owned());
        }
        String::from_utf8(bytes).map(Some).or_else(|_| failed("is not UTF-8".to_owned()))
    }
}

fn damaged(path: &Path, cause: &str) -> CorpusError {
    let help = "write it again: `inspect log convert --to eval --output-dir FOLDER FILE`";
    CorpusError::malformed(path, None, format!("in this archive {cause}"), help)
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use zip::write::SimpleFileOptions;
    use zip::{CompressionMethod, ZipWriter};

    use super::*;

    /// Returns an archive with the file `x`.
    fn archive(content: &str, method: CompressionMethod) -> Vec<u8> {
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        zip.start_file("x", SimpleFileOptions::default().compression_method(method)).unwrap();
        zip.write_all(content.as_bytes()).unwrap();
        zip.finish().unwrap().into_inner()
    }

    /// Writes another size of the file into the directory.
    fn with_size(mut bytes: Vec<u8>, size: u32) -> Vec<u8> {
        let entry = bytes.windows(4).rposition(|mark| mark == b"PK\x01\x02").unwrap();
        bytes[entry + 24..entry + 28].copy_from_slice(&size.to_le_bytes());
        bytes
    }

    fn text(bytes: &[u8]) -> Result<Option<String>, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.eval");
        std::fs::write(&path, bytes).unwrap();
        let archive = Archive::read(&path).map_err(|error| error.to_string())?;
        archive.expect("it begins as one").text("x").map_err(|error| error.to_string())
    }

    #[test]
    fn files_of_all_methods_are_read() {
        let content = "the text of a file, ".repeat(50);
        for method in
            [CompressionMethod::Stored, CompressionMethod::Deflated, CompressionMethod::Zstd]
        {
            let whole = archive(&content, method);
            assert_eq!(text(&whole).unwrap(), Some(content.clone()));
            // The directory states too small a size, or the checksum of another text.
            assert!(text(&with_size(whole.clone(), 10)).is_err(), "{method}");
            let entry = whole.windows(4).rposition(|mark| mark == b"PK\x01\x02").unwrap();
            let mut forged = whole.clone();
            forged[entry + 16] ^= 1;
            assert!(text(&forged).is_err(), "{method}");
            for end in 0..whole.len() {
                let cut = &whole[..end];
                assert!(!cut.starts_with(START) || text(cut).is_err(), "{method} {end}");
            }
        }
    }

    #[test]
    fn what_claims_to_be_large_is_refused_before_it_is_unpacked() {
        let forged = with_size(archive("small", CompressionMethod::Deflated), 100 << 20);
        let message = text(&forged).unwrap_err();
        let expected =
            "the size of what is in it in bytes is 104857600, more than the 67108864 that are read";
        assert!(message.contains(expected), "{message}");
    }
}
