//! Damages to the bytes of a file.

use proptest::prelude::*;

/// A change to the bytes of a file.
#[derive(Clone, Debug)]
pub(crate) enum Damage {
    Set(usize, u8),
    Insert(usize, usize),
    Remove(usize, usize),
    Repeat(usize, usize),
    Truncate(usize),
}

/// What readers look for.
pub(crate) const PIECES: [&str; 40] = [
    "<",
    ">",
    "&",
    ";",
    "</seg>",
    "<seg id=\"1\">",
    "<seg",
    "</doc>",
    "<doc docid=\"a\">",
    "<!--",
    "-->",
    "<![CDATA[",
    "]]>",
    "<!DOCTYPE [",
    "&#x110000;",
    "&amp;",
    "\t",
    "\n",
    "\r\n",
    "\"",
    "{",
    "}",
    "null",
    "None",
    "nan",
    "1e999",
    "\u{feff}",
    "\u{2028}",
    "\0",
    "\u{1f}\u{8b}",
    "=",
    ",",
    "[",
    "]",
    "[[a]]",
    "\"\"\"",
    "'",
    "#",
    "PAR1",
    "\u{ff}\u{ff}\u{ff}\u{7f}",
];

pub(crate) fn damage() -> impl Strategy<Value = Damage> {
    let place = 0..10_000_usize;
    prop_oneof![
        (place.clone(), any::<u8>()).prop_map(|(at, byte)| Damage::Set(at, byte)),
        (place.clone(), 0..PIECES.len()).prop_map(|(at, piece)| Damage::Insert(at, piece)),
        (place.clone(), 1..40_usize).prop_map(|(at, length)| Damage::Remove(at, length)),
        (place.clone(), 1..40_usize).prop_map(|(at, length)| Damage::Repeat(at, length)),
        place.prop_map(Damage::Truncate),
    ]
}

/// Does `damage` to `bytes`.
pub(crate) fn apply(bytes: &mut Vec<u8>, damage: &Damage) {
    let length = bytes.len().max(1);
    match *damage {
        Damage::Set(at, byte) => {
            if let Some(place) = bytes.get_mut(at % length) {
                *place = byte;
            }
        }
        Damage::Insert(at, piece) => {
            let at = (at % length).min(bytes.len());
            bytes.splice(at..at, PIECES[piece].bytes());
        }
        Damage::Remove(at, count) => {
            let at = (at % length).min(bytes.len());
            bytes.drain(at..(at + count).min(bytes.len()));
        }
        Damage::Repeat(at, count) => {
            let at = (at % length).min(bytes.len());
            let piece = bytes[at..(at + count).min(bytes.len())].to_vec();
            bytes.splice(at..at, piece);
        }
        Damage::Truncate(at) => bytes.truncate(at % length),
    }
}

/// Some damages, each with the number of the file that it is done to.
pub(crate) fn damages() -> impl Strategy<Value = Vec<(usize, Damage)>> {
    proptest::collection::vec((0..10_usize, damage()), 1..6)
}
