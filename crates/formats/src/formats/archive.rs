//! ZIP archives, which some programs write their logs as: the directory, and files packed by deflate or Zstandard.
//!
//! Sizes are those that the directory states; they are checked before memory is taken for them, and a file that has
//! another size or checksum is damaged. What the logs do not need is refused: encryption, and archives beyond 4 GiB.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};

use flate2::Crc;
use flate2::read::DeflateDecoder;

use crate::corpus::error::{CHECK_PATH, CorpusError};
use crate::corpus::limits::{LIMITS, SPLIT, check_memory, check_size};
use crate::corpus::lines::read_bytes;

/// How an archive begins, and the marks of its parts.
const FILE: &[u8] = b"PK\x03\x04";
const ENTRY: &[u8] = b"PK\x01\x02";
const END: &[u8] = b"PK\x05\x06";

/// Bytes of the end of an archive without its comment, and of the longest comment.
const END_BYTES: usize = 22;
// The length is written in two bytes.
const COMMENT: usize = 0xFFFF;

/// An archive in memory.
pub(super) struct Archive {
    path: PathBuf,
    bytes: Vec<u8>,
    /// By name: of two files of one name the later one.
    files: BTreeMap<String, File>,
}

/// A file in it.
struct File {
    is_encrypted: bool,
    method: u64,
    crc: u64,
    packed: u64,
    size: u64,
    start: u64,
}

impl Archive {
    /// The archive at `path`; nothing if the file is none.
    pub(super) fn read(path: &Path) -> Result<Option<Self>, CorpusError> {
        let bytes = read_bytes(path, "log", CHECK_PATH, LIMITS)?;
        if !bytes.starts_with(FILE) {
            return Ok(None);
        }
        let files = directory(&bytes).and_then(entries);
        let files = files.ok_or_else(|| damaged(path, "its directory is not whole"))?;
        let total = files.values().map(|file| file.size).sum();
        let proportionate =
            (bytes.len() as u64).saturating_mul(LIMITS.ratio).max(LIMITS.free_bytes);
        let limit = proportionate.min(LIMITS.file_bytes);
        check_size(path, "the size of what is in it in bytes", total, limit, SPLIT)?;
        check_memory(path, 0, usize::try_from(total).unwrap_or(usize::MAX))?;
        Ok(Some(Self { path: path.to_owned(), bytes, files }))
    }

    /// Names of the files.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    /// The text of a file; nothing where there is none of this name.
    pub(super) fn text(&self, name: &str) -> Result<Option<String>, CorpusError> {
        let Some(file) = self.files.get(name) else { return Ok(None) };
        let text = self.unpacked(file);
        text.map(Some).map_err(|cause| damaged(&self.path, &format!("`{name}` {cause}")))
    }

    /// The text of a file, or what is wrong with it.
    fn unpacked(&self, file: &File) -> Result<String, String> {
        if file.is_encrypted {
            return Err("is encrypted".to_owned());
        }
        let packed = self.packed(file).ok_or("is cut off")?;
        let bytes = match file.method {
            // Numbers of the ZIP specification: 0 is stored, 8 deflate, 93 Zstandard.
            0 => Some(packed.to_vec()),
            8 => inflated(packed, file.size),
            93 => usize::try_from(file.size)
                .ok()
                .and_then(|size| zstd::bulk::decompress(packed, size).ok()),
            other => return Err(format!("is packed by method {other}")),
        };
        let bytes = bytes.ok_or("cannot be unpacked")?;
        let mut crc = Crc::new();
        crc.update(&bytes);
        if bytes.len() as u64 != file.size || u64::from(crc.sum()) != file.crc {
            return Err("is not what the directory says".to_owned());
        }
        String::from_utf8(bytes).map_err(|_| "is not UTF-8".to_owned())
    }

    /// The packed bytes of a file, which stand behind a header of its own.
    fn packed(&self, file: &File) -> Option<&[u8]> {
        let header = self.bytes.get(usize::try_from(file.start).ok()?..)?;
        // Lengths are read here, since the extra field may have another length than in the directory.
        // 30 bytes of the header are fixed, with the lengths of the name and of the extra field at 26 and 28.
        let skipped = 30 + number(header, 26, 2)? + number(header, 28, 2)?;
        let data =
            header.strip_prefix(FILE).map(|_| header)?.get(usize::try_from(skipped).ok()?..)?;
        data.get(..usize::try_from(file.packed).ok()?)
    }
}

fn damaged(path: &Path, cause: &str) -> CorpusError {
    let help = "write it again: `inspect log convert --to eval --output-dir FOLDER FILE`";
    CorpusError::malformed(path, None, format!("in this archive {cause}"), help)
}

/// A little-endian number of `size` bytes.
fn number(bytes: &[u8], at: usize, size: usize) -> Option<u64> {
    let bytes = bytes.get(at..at.checked_add(size)?)?;
    Some(bytes.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte)))
}

/// The bytes of the directory, which the end of the archive names.
fn directory(bytes: &[u8]) -> Option<&[u8]> {
    let tail = bytes.len().saturating_sub(END_BYTES + COMMENT);
    // The last one: packed bytes before it may look the same.
    let end = tail + bytes[tail..].windows(END.len()).rposition(|mark| mark == END)?;
    // Places in the end of an archive, as the specification has them, here and in the entries below.
    let (size, start) = (number(bytes, end + 12, 4)?, number(bytes, end + 16, 4)?);
    // The length of the comment is the last that is cut off.
    number(bytes, end + 20, 2)?;
    let start = usize::try_from(start).ok()?;
    bytes.get(start..start.checked_add(usize::try_from(size).ok()?)?)
}

/// The files of a directory. Their number is not read: an end of an archive may hold 16 bits of it alone.
fn entries(mut directory: &[u8]) -> Option<BTreeMap<String, File>> {
    let mut files = BTreeMap::new();
    while !directory.is_empty() {
        let entry = directory.strip_prefix(ENTRY).map(|_| directory)?;
        // 46 bytes are fixed; behind them stand the name, the extra field and the comment.
        let (name, more) = (number(entry, 28, 2)?, number(entry, 30, 2)? + number(entry, 32, 2)?);
        let end = usize::try_from(46 + name).ok()?;
        let file = File {
            is_encrypted: number(entry, 8, 2)? & 1 == 1,
            method: number(entry, 10, 2)?,
            crc: number(entry, 16, 4)?,
            packed: number(entry, 20, 4)?,
            size: number(entry, 24, 4)?,
            start: number(entry, 42, 4)?,
        };
        files.insert(String::from_utf8_lossy(entry.get(46..end)?).into_owned(), file);
        directory = entry.get(end..)?.get(usize::try_from(more).ok()?..)?;
    }
    Some(files)
}

/// What deflate has packed, if it has `size` bytes or less.
fn inflated(packed: &[u8], size: u64) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    // One byte more than stated shows that there is more.
    DeflateDecoder::new(packed).take(size.checked_add(1)?).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An archive with one file, as Python's `zipfile` writes it with Zstandard.
    fn archive(packed: &[u8], text: &[u8], size: u32) -> Vec<u8> {
        let mut crc = Crc::new();
        crc.update(text);
        let mut about = vec![20, 0, 0, 0, 93, 0, 0, 0, 0, 0];
        for number in [crc.sum(), u32::try_from(packed.len()).unwrap(), size] {
            about.extend(number.to_le_bytes());
        }
        about.extend([1, 0, 0, 0]);
        let mut bytes = [FILE, &about, b"x", packed].concat();
        let start = u32::try_from(bytes.len()).unwrap();
        let directory = [ENTRY, &[20, 0], &about, &[0; 14], b"x"].concat();
        bytes.extend(&directory);
        bytes.extend([END, &[0, 0, 0, 0, 1, 0, 1, 0]].concat());
        bytes.extend(u32::try_from(directory.len()).unwrap().to_le_bytes());
        bytes.extend(start.to_le_bytes());
        bytes.extend([0, 0]);
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
    fn files_packed_by_zstandard_are_read() {
        let content = "the text of a file, ".repeat(50);
        let packed = zstd::bulk::compress(content.as_bytes(), 3).unwrap();
        let size = u32::try_from(content.len()).unwrap();
        let whole = archive(&packed, content.as_bytes(), size);
        assert_eq!(text(&whole).unwrap(), Some(content.clone()));
        // What is larger than the directory says is not unpacked.
        let message = text(&archive(&packed, content.as_bytes(), 10)).unwrap_err();
        assert!(message.contains("`x` cannot be unpacked"), "{message}");
        for end in 0..whole.len() {
            let cut = &whole[..end];
            assert!(!cut.starts_with(FILE) || text(cut).is_err(), "{end}");
        }
    }

    #[test]
    fn what_claims_to_be_large_is_refused_before_it_is_unpacked() {
        let packed = zstd::bulk::compress(b"small", 3).unwrap();
        let message = text(&archive(&packed, b"small", 100 << 20)).unwrap_err();
        let expected =
            "the size of what is in it in bytes is 104857600, more than the 67108864 that are read";
        assert!(message.contains(expected), "{message}");
    }
}
