//! Lines of a file that is gone through several times.

use std::io::Read;
use std::path::{Path, PathBuf};

use crate::corpus::limits::{LIMITS, SPLIT, check_memory, check_size};
use crate::corpus::lines::{looks_like_utf16, open};
use crate::corpus::{CHECK_PATH, CorpusError, LineFile, TextFile, json};

/// Bytes from which on a file stays on the disk: in memory it would be there beside what is made of it. A table of 230 MB
/// with 400,000 outputs took 473 MB so, and takes 287 MB. Smaller files are read once, since a disk may be slow.
const ON_DISK: u64 = 16 << 20;

/// A file whose lines are read from memory, or, if it is large, from the disk each time.
pub(in crate::corpus) enum Lines {
    /// All of its text.
    Kept(TextFile),
    /// Where it is, and its role.
    OnDisk(PathBuf, &'static str),
}

impl Lines {
    /// Opens `path`; `what` is its role. Pipes, which can be read once, and compressed files are kept.
    pub(super) fn open(path: &Path, what: &'static str) -> Result<Self, CorpusError> {
        Self::open_from(path, what, ON_DISK)
    }

    /// The same where files of `least` bytes and more stay on the disk.
    fn open_from(path: &Path, what: &'static str, least: u64) -> Result<Self, CorpusError> {
        // What is no regular file, or is not there, has no size here: reading it says what is wrong.
        let metadata = std::fs::metadata(path).ok().filter(std::fs::Metadata::is_file);
        let size = metadata.map_or(0, |metadata| metadata.len());
        if size < least || is_encoded(path) {
            return TextFile::read(path, what, CHECK_PATH)
                .map(|file| Self::Kept(file.without_mark()));
        }
        check_memory(path, 0, usize::try_from(size).unwrap_or(usize::MAX))?;
        Ok(Self::OnDisk(path.to_owned(), what))
    }

    /// Opens lines of JSON; the rows of a table in one JSON value are such lines, too.
    pub(super) fn open_json(path: &Path, what: &'static str) -> Result<Self, CorpusError> {
        let name = path.to_string_lossy();
        let ending = Path::new(name.strip_suffix(".gz").unwrap_or(&name)).extension();
        if !ending.is_some_and(|ending| ending.eq_ignore_ascii_case("json")) {
            return Self::open(path, what);
        }
        let file = TextFile::read(path, what, CHECK_PATH)?.without_mark();
        Ok(Self::Kept(match json::rows(file.text()) {
            Some(rows) => file.with_text(rows),
            None => file,
        }))
    }

    /// Where it is.
    pub(super) fn path(&self) -> &Path {
        match self {
            Self::Kept(file) => file.path(),
            Self::OnDisk(path, _) => path,
        }
    }

    /// Returns the first `count` lines without their ends.
    pub(super) fn head(&self, count: usize) -> Result<Vec<String>, CorpusError> {
        match self {
            Self::Kept(file) => Ok(file.lines().take(count).map(str::to_owned).collect()),
            Self::OnDisk(path, what) => {
                let mut file = LineFile::open(path, what, CHECK_PATH)?;
                let mut next = || Ok(file.next_line()?.map(str::to_owned));
                (0..count).map_while(|_| next().transpose()).collect()
            }
        }
    }

    /// Calls `visit` with the number from 1 and the text of every line, in order.
    pub(super) fn each(
        &self,
        visit: &mut dyn FnMut(usize, &str) -> Result<(), CorpusError>,
    ) -> Result<(), CorpusError> {
        match self {
            Self::Kept(file) => {
                (1..).zip(file.lines()).try_for_each(|(line, text)| visit(line, text))
            }
            Self::OnDisk(path, what) => {
                let mut file = LineFile::open(path, what, CHECK_PATH)?;
                let mut line = 0;
                while let Some(text) = file.next_line()? {
                    line += 1;
                    check_lines(path, line as u64)?;
                    visit(line, text)?;
                }
                Ok(())
            }
        }
    }
}

fn check_lines(path: &Path, lines: u64) -> Result<(), CorpusError> {
    check_size(path, "the number of lines", lines, LIMITS.segments as u64, SPLIT)
}

/// Whether a file is compressed, or UTF-16: [`TextFile`] opens the one and refuses the other.
fn is_encoded(path: &Path) -> bool {
    let mut start = Vec::new();
    // As many bytes as `looks_like_utf16` looks at.
    let read = open(path).and_then(|file| file.take(1024).read_to_end(&mut start));
    let is_compressed = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("gz"))
        || start.starts_with(&[0x1f, 0x8b]);
    let is_utf16 = start.starts_with(&[0xff, 0xfe])
        || start.starts_with(&[0xfe, 0xff])
        || looks_like_utf16(&start);
    // What cannot be read is left to `TextFile`, which says why.
    read.is_err() || is_compressed || is_utf16
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first line and all lines, or the refusal.
    fn read(path: &Path, least: u64) -> Result<(String, Vec<String>), CorpusError> {
        let file = Lines::open_from(path, "file", least)?;
        let mut all = Vec::new();
        file.each(&mut |line, text| {
            all.push(format!("{line}:{text}"));
            Ok(())
        })?;
        Ok((file.head(1)?.concat(), all))
    }

    #[test]
    fn lines_on_the_disk_are_those_in_memory() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x");
        let utf16: Vec<u8> = "some text, ".repeat(9).bytes().flat_map(|byte| [byte, 0]).collect();
        let contents: [&[u8]; 8] = [
            b"",
            b"\n",
            b"a\tb\r\nc",
            b"a\n\nb\n\n",
            "\u{feff}a\nb\u{2028}\u{feff}\n".as_bytes(),
            b"a\nb\xff\n",
            b"\xff\xfea\0",
            &utf16,
        ];
        for (case, content) in contents.into_iter().enumerate() {
            std::fs::write(&path, content).unwrap();
            let [on_disk, in_memory] =
                [0, u64::MAX].map(|least| read(&path, least).map_err(|error| error.to_string()));
            assert_eq!(on_disk, in_memory, "content {case}");
        }
        assert!(Lines::open_from(&path, "file", 0).is_err(), "the last one is UTF-16");
        std::fs::write(&path, "a\nb\n").unwrap();
        assert!(matches!(Lines::open_from(&path, "file", 0), Ok(Lines::OnDisk(..))));
        assert_eq!(
            read(&path, 0).unwrap(),
            ("a".to_owned(), vec!["1:a".to_owned(), "2:b".to_owned()])
        );
    }
}
