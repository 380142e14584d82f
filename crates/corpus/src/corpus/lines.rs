//! Text files: read whole, decompressed, checked to be UTF-8, split into lines.
//!
//! A line ends at LF and nowhere else; the LF after the last line may be left out. Everything else
//! stays as it is, because it is part of the segment: a carriage return, U+2028, trailing blanks. A byte
//! order mark at the start of the file is no part of it and goes, with a warning where segments are read:
//! sacreBLEU, opening files as plain UTF-8, scores it as a letter of the first word (it is in the first line
//! of wmt23 en-de AIRC).

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use flate2::bufread::MultiGzDecoder;

use super::limits::{LIMITS, Limits, SPLIT, check_memory, check_size};
use super::{CorpusError, Texts, Warnings};

/// The byte order mark, which UTF-8 does not need.
pub const MARK: char = '\u{feff}';

const FROM_UTF16: &str = "convert it to UTF-8, for instance with `iconv -f UTF-16 -t UTF-8`";

/// A text file in memory.
#[derive(Debug)]
pub struct TextFile {
    path: PathBuf,
    text: String,
}

impl TextFile {
    /// Reads `path`, decompressing it if its name ends in `.gz` or its content is gzip. `what`
    /// is its role and `help` what to do when it is not there.
    ///
    /// # Errors
    ///
    /// If it cannot be read, is too large for the limits or for the memory, or is not UTF-8.
    pub fn read(path: &Path, what: &'static str, help: &str) -> Result<Self, CorpusError> {
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
        if looks_like_utf16(text.as_bytes()) {
            let cause = "every other byte is zero: the file looks like UTF-16";
            return Err(CorpusError::malformed(path, None, cause, FROM_UTF16));
        }
        let lines = count_lines(&text);
        check_size(path, "the number of lines", lines as u64, limits.segments as u64, SPLIT)?;
        check_memory(path, lines, text.len())?;
        Ok(Self { path: path.to_owned(), text })
    }

    /// The file without a byte order mark at its start, for files that are not the texts of one column.
    #[must_use]
    pub fn without_mark(mut self) -> Self {
        if self.text.starts_with(MARK) {
            self.text.drain(..MARK.len_utf8());
        }
        self
    }

    /// The same with other text.
    #[must_use]
    pub fn with_text(self, text: String) -> Self {
        Self { text, ..self }
    }

    /// The same under another name in messages.
    #[must_use]
    pub fn called(self, name: &str) -> Self {
        Self { path: PathBuf::from(name), ..self }
    }

    /// Where it was read from.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// All of the text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Number of lines.
    pub fn line_count(&self) -> usize {
        count_lines(&self.text)
    }

    /// The lines in order, without their LF.
    pub fn lines(&self) -> impl Iterator<Item = &str> {
        let body = self.text.strip_suffix('\n').unwrap_or(&self.text);
        // Splitting an empty text gives one line, and an empty file has none.
        let count = if self.text.is_empty() { 0 } else { usize::MAX };
        body.split('\n').take(count)
    }

    /// The lines as the texts of segments; those that `is_missing` are no texts.
    pub fn texts(&self, is_missing: impl Fn(&str) -> bool) -> Texts {
        let count = self.line_count();
        // Without the ends of lines, of which the last line may have none.
        let mut texts = Texts::with_capacity(count, self.text.len().saturating_sub(count));
        for line in self.lines() {
            texts.push(Some(line).filter(|line| !is_missing(line)));
        }
        texts
    }

    /// The file as segments have it: without a byte order mark, and with warnings of that and of carriage
    /// returns, which stay part of the text.
    ///
    /// # Errors
    ///
    /// If its lines end in carriage returns alone.
    pub fn of_segments(self, warnings: &mut Warnings) -> Result<Self, CorpusError> {
        let is_marked = self.text.starts_with(MARK);
        let file = self.without_mark();
        if is_marked {
            let message = "a byte order mark stands before the first line: it is removed";
            let help =
                "sacreBLEU scores it as part of the first word: save the file as UTF-8 without it";
            warnings.note(&file.path, message, help);
        }
        if !file.text.contains('\r') {
            return Ok(file);
        }
        let all = file.line_count();
        if all == 1 && file.text.trim_end().matches('\r').count() > 1 {
            let cause =
                "there is one line with carriage returns in it: lines seem to end in these alone";
            let help = "convert them to line feeds, for instance with `tr '\\r' '\\n'`";
            return Err(CorpusError::malformed(&file.path, None, cause, help));
        }
        let mut warn = |what: &str, help: &str, is_odd: &dyn Fn(&str) -> bool| {
            let mut odd = file.lines().enumerate().filter(|(_, line)| is_odd(line));
            if let Some((first, _)) = odd.next() {
                let count = 1 + odd.count();
                let message = format!(
                    "{count} of {all} lines {what} a carriage return, first line {}",
                    first + 1
                );
                warnings.add(&file.path, message, help);
            }
        };
        let help = "it is kept as part of the text: convert CR LF line ends if that is not meant";
        warn("end in", help, &|line| line.ends_with('\r'));
        let help = "it is kept as part of the text, and ends no line: replace it by a blank or a line feed";
        warn("have within them", help, &|line| {
            line.strip_suffix('\r').unwrap_or(line).contains('\r')
        });
        Ok(file)
    }
}

/// From here on a line is looked at for whether there is memory for it: a file without ends of lines is one line.
const LONG_LINE: u64 = 1 << 26;

/// A text file that is read line by line, for what is too large to be in memory: decompressed as
/// [`TextFile`], and within the same limits.
pub struct LineFile {
    path: PathBuf,
    file: Opened,
    line: Vec<u8>,
    /// Where the line begins: behind a byte order mark.
    start: usize,
    number: usize,
    bytes: u64,
    /// Whether the last line that was read has its LF.
    has_end: bool,
    long_line: u64,
}

impl LineFile {
    /// Opens `path`; `what` is its role and `help` what to do when it is not there.
    ///
    /// # Errors
    ///
    /// If it cannot be opened.
    pub fn open(path: &Path, what: &'static str, help: &str) -> Result<Self, CorpusError> {
        let file = Opened::new(path, what, help, LIMITS)?;
        let path = path.to_owned();
        let line = Vec::new();
        let (start, number, bytes) = (0, 0, 0);
        Ok(Self { path, file, line, start, number, bytes, has_end: true, long_line: LONG_LINE })
    }

    /// The next line without its LF, and without a byte order mark at the start of the file.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or the line is not UTF-8.
    pub fn next_line(&mut self) -> Result<Option<&str>, CorpusError> {
        self.line.clear();
        self.start = 0;
        loop {
            // One byte more than is allowed, so that a line without an end is noticed.
            let room = (self.file.limit + 1 - self.bytes).min(self.long_line);
            let read = self.file.reader.by_ref().take(room).read_until(b'\n', &mut self.line);
            let read = read.map_err(|error| self.file.broken(&self.path, error))? as u64;
            self.bytes += read;
            self.file.check(&self.path, self.bytes)?;
            if read < room || self.line.last() == Some(&b'\n') {
                break;
            }
            // What a packed file holds is not known: the line may double.
            let rest = if self.file.is_compressed {
                self.line.len()
            } else {
                usize::try_from(self.file.size.saturating_sub(self.bytes)).unwrap_or(usize::MAX)
            };
            check_memory(&self.path, 0, rest)?;
        }
        if self.line.is_empty() {
            return Ok(None);
        }
        self.number += 1;
        self.has_end = self.line.last() == Some(&b'\n');
        if self.has_end {
            self.line.pop();
        }
        let line = std::str::from_utf8(&self.line)
            .map_err(|error| not_utf8(&self.path, self.number, error.valid_up_to(), &self.line))?;
        if self.number == 1 && line.starts_with(MARK) {
            self.start = MARK.len_utf8();
        }
        Ok(Some(&line[self.start..]))
    }

    /// Whether the line that was read last has its LF: that of a file that is being written may lack it.
    pub fn has_end(&self) -> bool {
        self.has_end
    }
}

/// The content of `path`, decompressed if its name ends in `.gz` or its content is gzip. `what` is
/// its role and `help` what to do when it is not there.
///
/// # Errors
///
/// If it cannot be read, or is too large for the limits or for the memory.
pub fn read_bytes(
    path: &Path,
    what: &'static str,
    help: &str,
    limits: Limits,
) -> Result<Vec<u8>, CorpusError> {
    let mut file = Opened::new(path, what, help, limits)?;
    check_memory(path, 0, usize::try_from(file.size).unwrap_or(usize::MAX))?;
    // What a packed file holds is not known from its size.
    let capacity = if file.is_compressed { 0 } else { usize::try_from(file.size).unwrap_or(0) };
    let mut bytes = Vec::with_capacity(capacity);
    // One byte more than is allowed, so that a file that is too large is noticed.
    let read = file.reader.by_ref().take(file.limit + 1).read_to_end(&mut bytes);
    read.map_err(|error| file.broken(path, error))?;
    file.check(path, bytes.len() as u64)?;
    Ok(bytes)
}

/// A file that is decompressed while it is read, if its name ends in `.gz` or its content is gzip.
struct Opened {
    reader: Box<dyn BufRead>,
    /// Bytes of the file as it is.
    size: u64,
    /// Bytes that may be read of it.
    limit: u64,
    is_compressed: bool,
}

impl Opened {
    fn new(
        path: &Path,
        what: &'static str,
        help: &str,
        limits: Limits,
    ) -> Result<Self, CorpusError> {
        let fail = |error| CorpusError::io(path, error, what, help);
        let file = open(path).map_err(fail)?;
        let size = file.metadata().map_err(fail)?.len();
        check_size(path, SIZE, size, limits.file_bytes, SPLIT)?;
        let mut file = BufReader::with_capacity(1 << 16, file);
        // The identification of gzip (RFC 1952).
        let magic = file.fill_buf().map_err(fail)?.starts_with(&[0x1f, 0x8b]);
        let named = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("gz"));
        let is_compressed = magic || named;
        let (reader, limit): (Box<dyn BufRead>, u64) = if is_compressed {
            // A file may have several members, as `cat` of two files makes it; gzip reads them all.
            let decoded = BufReader::with_capacity(1 << 16, MultiGzDecoder::new(file));
            let proportionate = size.saturating_mul(limits.ratio).max(limits.free_bytes);
            (Box::new(decoded), proportionate.min(limits.file_bytes))
        } else {
            (Box::new(file), limits.file_bytes)
        };
        Ok(Self { reader, size, limit, is_compressed })
    }

    /// Refuses more bytes than may be read.
    fn check(&self, path: &Path, bytes: u64) -> Result<(), CorpusError> {
        let what = if self.is_compressed { "the decompressed size in bytes" } else { SIZE };
        check_size(path, what, bytes, self.limit, SPLIT)
    }

    /// What it means that reading fails.
    fn broken(&self, path: &Path, error: io::Error) -> CorpusError {
        let help = "fetch the file again, or compress it again";
        if !self.is_compressed {
            return CorpusError::io(path, error, "file", help);
        }
        let cause = format!("the gzip stream is cut off or damaged ({error})");
        CorpusError::malformed(path, None, cause, help)
    }
}

const SIZE: &str = "the size in bytes";

/// Opens a file. Opening a named pipe would wait until another program writes to it; a pipe without a name, as
/// shells make them, has a writer.
///
/// # Errors
///
/// Those of the system.
pub fn open(path: &Path) -> io::Result<File> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        let is_pipe = std::fs::metadata(path)?.file_type().is_fifo();
        // A pipe without a name is a link to `pipe:[...]`, which is no path.
        if is_pipe && std::fs::canonicalize(path).is_ok() {
            return Err(io::Error::other("it is a named pipe, write its content to a file first"));
        }
    }
    File::open(path)
}

fn count_lines(text: &str) -> usize {
    let ends = text.matches('\n').count();
    ends + usize::from(!text.is_empty() && !text.ends_with('\n'))
}

fn invalid_utf8(path: &Path, error: &std::string::FromUtf8Error) -> CorpusError {
    let bytes = error.as_bytes();
    let at = error.utf8_error().valid_up_to();
    let line = bytes[..at].split(|byte| *byte == b'\n').count();
    let line_start = bytes[..at].iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
    let utf16 = bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]);
    if utf16 {
        let cause = "it begins with the byte order mark of UTF-16";
        return CorpusError::malformed(path, None, cause, FROM_UTF16);
    }
    not_utf8(path, line, at - line_start, &bytes[line_start..])
}

/// The error of a line whose byte `at` is not UTF-8.
fn not_utf8(path: &Path, number: usize, at: usize, line: &[u8]) -> CorpusError {
    let cause = format!("byte {} of the line, 0x{:02x}, is not UTF-8", at + 1, line[at]);
    let help = "convert the file to UTF-8, for instance with iconv";
    CorpusError::malformed(path, number, cause, help)
}

/// Whether a text is UTF-16 without a mark: of Latin letters every other byte is zero, which is valid UTF-8.
pub(super) fn looks_like_utf16(text: &[u8]) -> bool {
    const LOOKED_AT: usize = 1024;
    const FEWEST: usize = 64;
    let start = &text[..text.len().min(LOOKED_AT)];
    let zeros =
        |parity: usize| start.iter().skip(parity).step_by(2).filter(|byte| **byte == 0).count();
    let (even, odd) = (zeros(0), zeros(1));
    // Four fifths of every other byte will do: dashes and curly quotes have no zero.
    start.len() >= FEWEST && even.min(odd) == 0 && even.max(odd) * 5 >= start.len() * 2
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
    fn line_files_have_the_same_lines() {
        let text = "\u{feff}a\r\n\nb\u{2028}c";
        for (name, content) in [("a", text.as_bytes().to_vec()), ("b.gz", gzip(text.as_bytes()))] {
            let (_folder, path) = file(name, &content);
            let mut lines = LineFile::open(&path, "file", "").unwrap();
            let mut all = Vec::new();
            while let Some(line) = lines.next_line().unwrap() {
                all.push(line.to_owned());
            }
            assert_eq!(all, ["a\r", "", "b\u{2028}c"]);
        }
        for (name, content) in [("a", text.as_bytes().to_vec()), ("b.gz", gzip(text.as_bytes()))] {
            let (_folder, path) = file(name, &content);
            for long_line in 1..8 {
                let mut lines = LineFile::open(&path, "file", "").unwrap();
                lines.long_line = long_line;
                let mut all = Vec::new();
                while let Some(line) = lines.next_line().unwrap() {
                    all.push(line.to_owned());
                }
                assert_eq!(all, ["a\r", "", "b\u{2028}c"], "in steps of {long_line}");
            }
        }
        let (_folder, path) = file("a", b"good\nb\xc3\xa4d \xff\n");
        let mut lines = LineFile::open(&path, "file", "").unwrap();
        assert_eq!(lines.next_line().unwrap(), Some("good"));
        let message = lines.next_line().unwrap_err().to_string();
        assert!(message.contains("a:2: byte 6 of the line, 0xff, is not UTF-8"), "{message}");
        let whole = gzip(b"some text that is long enough to be cut");
        let (_folder, path) = file("a.gz", &whole[..whole.len() - 9]);
        let error = LineFile::open(&path, "file", "").unwrap().next_line().unwrap_err();
        assert!(error.to_string().contains("the gzip stream is cut off or damaged"), "{error}");
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
        TextFile::read(&path, "file", "").unwrap().of_segments(&mut warnings).unwrap();
        let messages: Vec<&str> =
            warnings.as_slice().iter().map(|warning| warning.message.as_str()).collect();
        assert_eq!(messages, ["2 of 3 lines end in a carriage return, first line 1"]);

        let (_folder, path) = file("a.txt", b"a\nb\rc\r\n");
        let mut warnings = Warnings::default();
        TextFile::read(&path, "file", "").unwrap().of_segments(&mut warnings).unwrap();
        let messages: Vec<&str> =
            warnings.as_slice().iter().map(|warning| warning.message.as_str()).collect();
        assert_eq!(
            messages,
            [
                "1 of 2 lines end in a carriage return, first line 2",
                "1 of 2 lines have within them a carriage return, first line 2"
            ]
        );
    }

    #[test]
    fn lines_of_old_macs_are_refused() {
        let (_folder, path) = file("a.txt", b"a\rb\rc\r");
        let read = TextFile::read(&path, "file", "").unwrap().of_segments(&mut Warnings::default());
        let message = read.unwrap_err().to_string();
        assert!(
            message.ends_with(
                "a.txt: there is one line with carriage returns in it: lines seem to end in these alone; convert \
                 them to line feeds, for instance with `tr '\\r' '\\n'`"
            ),
            "{message}"
        );
    }

    #[test]
    fn a_byte_order_mark_goes_and_is_said() {
        let (_folder, path) = file("a.txt", "\u{feff}a\n\u{feff}b\n".as_bytes());
        let mut warnings = Warnings::default();
        let read = TextFile::read(&path, "file", "").unwrap().of_segments(&mut warnings).unwrap();
        assert_eq!(read.lines().collect::<Vec<_>>(), ["a", "\u{feff}b"]);
        assert_eq!(
            warnings.as_slice()[0].to_string().replace(&path.display().to_string(), "a.txt"),
            "a.txt: a byte order mark stands before the first line: it is removed; sacreBLEU scores it as part \
             of the first word: save the file as UTF-8 without it"
        );
    }

    #[test]
    fn utf16_is_refused_with_and_without_a_mark() {
        let words = "Guten Morgen, liebe Katze!\nWie geht es dir an diesem Tag?\n";
        let little: Vec<u8> = words.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = words.encode_utf16().flat_map(u16::to_be_bytes).collect();
        let help = "convert it to UTF-8, for instance with `iconv -f UTF-16 -t UTF-8`";
        for plain in [&little, &big] {
            let message = error("a.txt", plain, LIMITS);
            let cause = "every other byte is zero: the file looks like UTF-16";
            assert_eq!(message, format!("a.txt: {cause}; {help}"));
        }
        for marked in [[&[0xff, 0xfe], &little[..]].concat(), [&[0xfe, 0xff], &big[..]].concat()] {
            let message = error("a.txt", &marked, LIMITS);
            let cause = "it begins with the byte order mark of UTF-16";
            assert_eq!(message, format!("a.txt: {cause}; {help}"));
        }
    }
}
