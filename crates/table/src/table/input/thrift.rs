//! Walks over Thrift's compact protocol, in which Parquet writes its footer and page headers.
//!
//! A decoder that trusts a length takes memory for it. This one takes none: it follows the
//! structure, makes sure that everything claimed to be there can be there, and hands out the
//! integers of the outermost two levels. Source: the specification of the protocol,
//! `doc/specs/thrift-compact-protocol.md` in the Thrift repository.

/// Structures within structures; Parquet needs fewer than ten, beside nested columns.
const DEEPEST: usize = 64;

/// The bytes end early, or are no structure.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Broken;

/// An integer of a structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Integer {
    /// Number of the field in the outermost structure.
    pub(super) field: i16,
    /// Number of the field in the structure that this field is, where it is one.
    pub(super) inner: Option<i16>,
    /// The value.
    pub(super) value: i64,
}

/// Walks over the structure at the start of `bytes`; returns its length and its integers on two
/// levels. Time in proportion to the length.
pub(super) fn walk(bytes: &[u8]) -> Result<(usize, Vec<Integer>), Broken> {
    let mut walker = Walker { bytes, at: 0, path: Vec::new(), integers: Vec::new() };
    walker.structure()?;
    Ok((walker.at, walker.integers))
}

struct Walker<'a> {
    bytes: &'a [u8],
    at: usize,
    /// Numbers of the fields that lead here; 0 within lists, sets and maps.
    path: Vec<i16>,
    integers: Vec<Integer>,
}

impl Walker<'_> {
    fn byte(&mut self) -> Result<u8, Broken> {
        let byte = *self.bytes.get(self.at).ok_or(Broken)?;
        self.at += 1;
        Ok(byte)
    }

    fn pass(&mut self, count: u64) -> Result<(), Broken> {
        let rest = (self.bytes.len() - self.at) as u64;
        let count = usize::try_from(count).ok().filter(|_| count <= rest).ok_or(Broken)?;
        self.at += count;
        Ok(())
    }

    /// An unsigned number in groups of seven bits, the lowest first.
    fn number(&mut self) -> Result<u64, Broken> {
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(value);
            }
        }
        Err(Broken)
    }

    /// A signed number: 0, -1, 1, -2, ... as 0, 1, 2, 3, ...
    fn signed(&mut self) -> Result<i64, Broken> {
        let number = self.number()?;
        Ok((number >> 1).cast_signed() ^ -(number & 1).cast_signed())
    }

    fn structure(&mut self) -> Result<(), Broken> {
        // The walk is recursive: deeper structures could overflow the stack.
        if self.path.len() >= DEEPEST {
            return Err(Broken);
        }
        let mut field: i16 = 0;
        loop {
            let head = self.byte()?;
            if head == 0 {
                return Ok(());
            }
            // Four bits have the step from the field before; where they are 0, the number itself follows.
            field = match head >> 4 {
                0 => i16::try_from(self.signed()?).map_err(|_| Broken)?,
                step => field.checked_add(i16::from(step)).ok_or(Broken)?,
            };
            self.path.push(field);
            // The type of a truth value is the value.
            if !matches!(head & 0x0f, 1 | 2) {
                self.value(head & 0x0f)?;
            }
            self.path.pop();
        }
    }

    fn value(&mut self, kind: u8) -> Result<(), Broken> {
        match kind {
            // In lists, truth values (1, 2) take a byte, as bytes (3) do. Other kinds: 4 to 6 integers, 7 a double, 8
            // bytes, 9 a list, 10 a set, 11 a map, 12 a structure.
            1..=3 => self.pass(1),
            4..=6 => {
                let value = self.signed()?;
                match *self.path {
                    [field] => self.integers.push(Integer { field, inner: None, value }),
                    [field, inner] if inner != 0 => {
                        self.integers.push(Integer { field, inner: Some(inner), value });
                    }
                    _ => {}
                }
                Ok(())
            }
            7 => self.pass(8),
            8 => {
                let length = self.number()?;
                self.pass(length)
            }
            9 | 10 => {
                let head = self.byte()?;
                // 15 says that the count did not fit into the four bits, and follows.
                let count = if head >> 4 == 15 { self.number()? } else { u64::from(head >> 4) };
                self.elements(count, &[head & 0x0f])
            }
            11 => {
                let count = self.number()?;
                // An empty map states no kinds.
                if count == 0 {
                    return Ok(());
                }
                let kinds = self.byte()?;
                self.elements(count, &[kinds >> 4, kinds & 0x0f])
            }
            12 => self.structure(),
            _ => Err(Broken),
        }
    }

    /// `count` groups of values; each value takes a byte at least.
    fn elements(&mut self, count: u64, kinds: &[u8]) -> Result<(), Broken> {
        if count > (self.bytes.len() - self.at) as u64 || self.path.len() >= DEEPEST {
            return Err(Broken);
        }
        self.path.push(0);
        for _ in 0..count {
            for kind in kinds {
                self.value(*kind)?;
            }
        }
        self.path.pop();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A page header as pyarrow writes it: type 0, sizes 37 and 39, a data page header (5) of 6
    /// values in encoding 8, 3, 3.
    const HEADER: &[u8] = &[
        0x15, 0x00, 0x15, 74, 0x15, 78, 0x2c, 0x15, 12, 0x15, 16, 0x15, 6, 0x15, 6, 0x00, 0x00,
        0xff,
    ];

    #[test]
    fn integers_of_two_levels_are_found() {
        let (length, integers) = walk(HEADER).unwrap();
        assert_eq!(length, HEADER.len() - 1);
        let found: Vec<_> = integers.iter().map(|i| (i.field, i.inner, i.value)).collect();
        let inner = |number, value| (5, Some(number), value);
        assert_eq!(found[..4], [(1, None, 0), (2, None, 37), (3, None, 39), inner(1, 6)]);
        assert_eq!(found[4..], [inner(2, 8), inner(3, 3), inner(4, 3)]);
    }

    #[test]
    fn claims_beyond_the_end_are_refused() {
        for length in 0..HEADER.len() - 1 {
            assert_eq!(walk(&HEADER[..length]), Err(Broken), "{length}");
        }
        let huge = [0xff, 0xff, 0xff, 0xff, 0x07];
        for head in [&[0x18][..], &[0x19, 0xf5], &[0x1a, 0xfc], &[0x1b]] {
            assert_eq!(walk(&[head, &huge, &[0x55, 0, 0]].concat()), Err(Broken), "{head:?}");
        }
        assert_eq!(walk(&vec![0x1c; 100_000]), Err(Broken), "too deep");
        assert_eq!(walk(&vec![0x19; 100_000]), Err(Broken), "too deep");
        assert_eq!(
            walk(&[0x16, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]),
            Err(Broken)
        );
    }
}
