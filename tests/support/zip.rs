//! ZIP archives in the form in which inspect writes its logs.

use std::io::Write;

use flate2::Compression;
use flate2::Crc;
use flate2::write::DeflateEncoder;

/// An archive of files with their texts, packed by deflate.
pub(crate) fn archive(files: &[(&str, &str)]) -> Vec<u8> {
    let (mut bytes, mut directory) = (Vec::new(), Vec::new());
    for (name, text) in files {
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(text.as_bytes()).unwrap();
        let packed = encoder.finish().unwrap();
        let mut crc = Crc::new();
        crc.update(text.as_bytes());
        // Version, flags, method, time and date, checksum, sizes, lengths of the name and of what follows it.
        let mut about = Vec::new();
        for number in [20_u16, 0, 8, 0, 0] {
            about.extend(number.to_le_bytes());
        }
        let sizes = [packed.len(), text.len()].map(|size| u32::try_from(size).unwrap());
        for number in [crc.sum(), sizes[0], sizes[1]] {
            about.extend(number.to_le_bytes());
        }
        about.extend(u16::try_from(name.len()).unwrap().to_le_bytes());
        about.extend([0, 0]);
        directory.extend(b"PK\x01\x02\x14\x00");
        directory.extend(&about);
        directory.extend([0; 10]);
        directory.extend(u32::try_from(bytes.len()).unwrap().to_le_bytes());
        directory.extend(name.as_bytes());
        bytes.extend(b"PK\x03\x04");
        bytes.extend(about);
        bytes.extend(name.as_bytes());
        bytes.extend(packed);
    }
    let count = u16::try_from(files.len()).unwrap().to_le_bytes();
    let places = [directory.len(), bytes.len()].map(|size| u32::try_from(size).unwrap());
    bytes.extend(directory);
    bytes.extend(b"PK\x05\x06\0\0\0\0");
    bytes.extend(count);
    bytes.extend(count);
    bytes.extend(places[0].to_le_bytes());
    bytes.extend(places[1].to_le_bytes());
    bytes.extend([0, 0]);
    bytes
}
