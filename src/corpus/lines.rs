//! Text files: read whole, decompressed, checked to be UTF-8, split into lines.
//!
//! A line ends at LF and nowhere else; the LF after the last line may be left out. Everything else
//! stays as it is, because it is part of the segment: a carriage return, U+2028, trailing blanks,
//! and a byte order mark at the start of the file, which sacreBLEU, opening files as plain UTF-8,
//! leaves in the first line too (it is in the first line of wmt23 en-de AIRC).

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use flate2::bufread::MultiGzDecoder;

use super::error::CorpusError;
use super::limits::{LIMITS, Limits, SPLIT, check_memory, check_size};
use super::model::Texts;
use super::warnings::Warnings;

/// A text file in memory.
#[derive(Debug)]
pub(super) struct TextFile {
    path: PathBuf,
    text: String,
}

impl TextFile {
    /// Reads `path`, decompressing it if its name ends in `.gz` or its content is gzip. `what`
    /// is its role and `help` what to do when it is not there.
    pub(super) fn read(path: &Path, what: &'static str, help: &str) -> Result<Self, CorpusError> {
        Self::read_within(path, what, help, LIMITS)
    }

    fn read_within(
        path: &Path,
        what: &'static str,
        help: &str,
        limits: Limits,
    ) -> Result<Self, CorpusError> {
        let bytes = read_bytes(path, what, help, limits)?;
        let text = String::from_utf8(bytes).map_err(|error| invalid_utf8(path, &error))?;
        let lines = count_lines(&text);
        check_size(path, "the number of lines", lines as u64, limits.segments as u64, SPLIT)?;
        check_memory(path, lines, text.len())?;
        Ok(Self { path: path.to_owned(), text })
    }

    /// The file without a byte order mark at its start, for files that hold no segments' texts.
    pub(super) fn without_mark(mut self) -> Self {
        if self.text.starts_with('\u{feff}') {
            self.text.drain(..'\u{feff}'.len_utf8());
        }
        self
    }

    /// Where it was read from.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// All of the text.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Number of lines.
    pub(super) fn line_count(&self) -> usize {
        count_lines(&self.text)
    }

    /// The lines in order, without their LF.
    pub(super) fn lines(&self) -> impl Iterator<Item = &str> {
        let body = self.text.strip_suffix('\n').unwrap_or(&self.text);
        let count = if self.text.is_empty() { 0 } else { usize::MAX };
        body.split('\n').take(count)
    }

    /// The lines as the texts of segments; those that `is_missing` are no texts.
    pub(super) fn texts(&self, is_missing: impl Fn(&str) -> bool) -> Texts {
        let count = self.line_count();
        let mut texts = Texts::with_capacity(count, self.text.len().saturating_sub(count));
        for line in self.lines() {
            texts.push(Some(line).filter(|line| !is_missing(line)));
        }
        texts
    }

    /// Warns if lines end in a carriage return, which stays part of the text.
    pub(super) fn warn_of_carriage_returns(&self, warnings: &mut Warnings) {
        let mut ending = self.lines().enumerate().filter(|(_, line)| line.ends_with('\r'));
        if let Some((first, _)) = ending.next() {
            let count = 1 + ending.count();
            warnings.add(
                &self.path,
                format!(
                    "{count} of {} lines end in a carriage return, first line {}; it is kept as \
                     part of the text (convert CR LF line ends if that is not meant)",
                    self.line_count(),
                    first + 1
                ),
            );
        }
    }
}

/// The content of `path`, decompressed if its name ends in `.gz` or its content is gzip. `what` is
/// its role and `help` what to do when it is not there.
pub(super) fn read_bytes(
    path: &Path,
    what: &'static str,
    help: &str,
    limits: Limits,
) -> Result<Vec<u8>, CorpusError> {
    let fail = |error| CorpusError::io(path, error, what, help);
    let file = File::open(path).map_err(fail)?;
    let size = file.metadata().map_err(fail)?.len();
    check_size(path, SIZE, size, limits.file_bytes, SPLIT)?;
    check_memory(path, 0, usize::try_from(size).unwrap_or(usize::MAX))?;
    let mut file = BufReader::with_capacity(1 << 16, file);
    let magic = file.fill_buf().map_err(fail)?.starts_with(&[0x1f, 0x8b]);
    let named = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("gz"));
    if magic || named {
        return decompress(path, file, size, limits);
    }
    let bytes = read_bounded(file, limits.file_bytes, usize::try_from(size).unwrap_or(0));
    let bytes = bytes.map_err(fail)?;
    check_size(path, SIZE, bytes.len() as u64, limits.file_bytes, SPLIT)?;
    Ok(bytes)
}

const SIZE: &str = "the size in bytes";

fn count_lines(text: &str) -> usize {
    let ends = text.matches('\n').count();
    ends + usize::from(!text.is_empty() && !text.ends_with('\n'))
}

/// Everything `reader` has, up to one byte more than `limit`.
fn read_bounded(reader: impl Read, limit: u64, capacity: usize) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(capacity);
    reader.take(limit + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn decompress(
    path: &Path,
    file: impl BufRead,
    size: u64,
    limits: Limits,
) -> Result<Vec<u8>, CorpusError> {
    let proportionate = size.saturating_mul(limits.ratio).max(limits.free_bytes);
    let limit = limits.file_bytes.min(proportionate);
    let bytes = read_bounded(MultiGzDecoder::new(file), limit, 0).map_err(|error| {
        let cause = format!("the gzip stream is cut off or damaged ({error})");
        CorpusError::malformed(path, None, cause, "fetch the file again, or compress it again")
    })?;
    check_size(path, "the decompressed size in bytes", bytes.len() as u64, limit, SPLIT)?;
    Ok(bytes)
}

fn invalid_utf8(path: &Path, error: &std::string::FromUtf8Error) -> CorpusError {
    let bytes = error.as_bytes();
    let at = error.utf8_error().valid_up_to();
    let line = bytes[..at].split(|byte| *byte == b'\n').count();
    let line_start = bytes[..at].iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
    let cause =
        format!("byte {} of the line, 0x{:02x}, is not UTF-8", at - line_start + 1, bytes[at]);
    let utf16 = bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]);
    let help = if utf16 {
        "the file looks like UTF-16: convert it to UTF-8"
    } else {
        "convert the file to UTF-8, for instance with iconv"
    };
    CorpusError::malformed(path, line, cause, help)
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

    fn file(name: &str, content: &[u8]) -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        std::fs::write(&path, content).unwrap();
        (folder, path)
    }

    fn gzip(content: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(content).unwrap();
        encoder.finish().unwrap()
    }

    fn lines(content: &[u8]) -> Vec<String> {
        let (_folder, path) = file("a.txt", content);
        let read = TextFile::read(&path, "file", "").unwrap();
        let lines: Vec<String> = read.lines().map(str::to_owned).collect();
        assert_eq!(lines.len(), read.line_count());
        lines
    }

    fn error(name: &str, content: &[u8], limits: Limits) -> String {
        let (folder, path) = file(name, content);
        let error = TextFile::read_within(&path, "file", "", limits).unwrap_err().to_string();
        error.replace(&format!("{}/", folder.path().display()), "")
    }

    #[test]
    fn lines_end_at_line_feeds_only() {
        assert_eq!(lines(b""), [""; 0]);
        assert_eq!(lines(b"\n"), [""]);
        assert_eq!(lines(b"a"), ["a"]);
        assert_eq!(lines(b"a\n"), ["a"]);
        assert_eq!(lines(b"a\n\n"), ["a", ""]);
        assert_eq!(lines(b"\na"), ["", "a"]);
        let odd = "\u{feff}a\rb\u{2028}c\u{85}d\x0b\x0ce \r\n f\u{a0}";
        assert_eq!(lines(odd.as_bytes()), ["\u{feff}a\rb\u{2028}c\u{85}d\x0b\x0ce \r", " f\u{a0}"]);
    }

    #[test]
    fn gzip_is_read_by_name_and_by_content() {
        let two_members = [gzip(b"a\nb"), gzip(b"c\n")].concat();
        for name in ["a.txt.gz", "a.txt", "A.GZ"] {
            let (_folder, path) = file(name, &two_members);
            let read = TextFile::read(&path, "file", "").unwrap();
            assert_eq!(read.lines().collect::<Vec<_>>(), ["a", "bc"]);
        }
    }

    #[test]
    fn damaged_gzip_is_an_error() {
        let whole = gzip(b"some text that is long enough to be cut");
        let cut = error("a.gz", &whole[..whole.len() - 9], LIMITS);
        assert!(cut.starts_with("a.gz: the gzip stream is cut off or damaged"), "{cut}");
        let not_gzip = error("a.gz", b"plain text", LIMITS);
        assert!(not_gzip.starts_with("a.gz: the gzip stream is cut off or damaged"), "{not_gzip}");
    }

    #[test]
    fn invalid_utf8_is_named_by_line_and_byte() {
        assert_eq!(
            error("a.txt", b"good\nb\xc3\xa4d \xff\n", LIMITS),
            "a.txt:2: byte 6 of the line, 0xff, is not UTF-8; convert the file to UTF-8, for \
             instance with iconv"
        );
        let utf16 = error("a.txt", b"\xff\xfea\0", LIMITS);
        assert!(utf16.ends_with("the file looks like UTF-16: convert it to UTF-8"), "{utf16}");
    }

    #[test]
    fn sizes_are_limited() {
        let small = Limits { file_bytes: 100, free_bytes: 50, ratio: 2, segments: 3, ..LIMITS };
        let large = error("a.txt", &[b'a'; 101], small);
        assert_eq!(
            large,
            "a.txt: the size in bytes is 101, more than the 100 that are read; split the file, or \
             take the part of it that is needed"
        );
        let bomb = gzip(&vec![b'a'; 100_000]);
        let wide = Limits { file_bytes: 200, ratio: 1000, ..small };
        let message = error("a.gz", &bomb, wide);
        assert!(message.contains("the decompressed size in bytes is 201, more than the 200"));
        let ratio = error("a.gz", &bomb, Limits { file_bytes: 1 << 20, ..small });
        let limit = 2 * bomb.len();
        assert!(ratio.contains(&format!("more than the {limit} that are read")), "{ratio}");
        let many = error("a.txt", b"a\nb\nc\nd", small);
        assert!(many.contains("the number of lines is 4, more than the 3"), "{many}");
    }

    #[test]
    fn a_missing_file_and_a_folder_differ() {
        let folder = tempfile::tempdir().unwrap();
        let absent = TextFile::read(&folder.path().join("x"), "source file", "look").unwrap_err();
        assert!(absent.is_missing());
        assert!(absent.to_string().ends_with("x: no such source file; look"));
        let error = TextFile::read(folder.path(), "source file", "look").unwrap_err();
        assert!(matches!(error, CorpusError::Unreadable { .. }), "{error}");
    }

    #[test]
    fn carriage_returns_are_counted() {
        let (_folder, path) = file("a.txt", b"a\r\nb\nc\r\n");
        let mut warnings = Warnings::default();
        TextFile::read(&path, "file", "").unwrap().warn_of_carriage_returns(&mut warnings);
        let warning = &warnings.as_slice()[0];
        assert!(warning.message.starts_with("2 of 3 lines end in a carriage return, first line 1"));
    }
}
