//! Columns of a large table that is kept, gathered part by part.
//!
//! Most columns of a table tell in which study, of which corpus and with which options a row was computed: a few texts
//! many times, or one value everywhere. Texts are kept once, with a number for each row. As views of texts, 16 bytes
//! a row each, they would be most of the memory of a study of a million rows.

use std::collections::BTreeMap;

use polars::prelude::{Column, DataFrame, PolarsError, PolarsResult, StringChunked};

use super::contents::{Contents, Values};

/// Texts of a column, each different one once.
#[derive(Clone, Debug, Default)]
pub(super) struct Words {
    texts: Vec<Option<String>>,
    numbers: BTreeMap<Option<String>, u32>,
    /// The number of the text of each row.
    rows: Vec<u32>,
}

impl Words {
    /// The text in a row, which must be there.
    pub(super) fn get(&self, row: usize) -> Option<&str> {
        self.texts[self.rows[row] as usize].as_deref()
    }

    fn extend(&mut self, texts: &StringChunked) {
        // Neighbours are often alike.
        let mut last: Option<(Option<&str>, u32)> = None;
        for text in texts.iter() {
            let number = match last {
                Some((same, number)) if same == text => number,
                _ => self.number(text),
            };
            last = Some((text, number));
            self.rows.push(number);
        }
    }

    fn number(&mut self, text: Option<&str>) -> u32 {
        // Keys are owned, as a map of `Option<String>` cannot be searched by an `Option<&str>`.
        let text = text.map(str::to_owned);
        if let Some(number) = self.numbers.get(&text) {
            return *number;
        }
        let number = u32::try_from(self.texts.len()).expect("fewer than 2^32 different texts");
        self.texts.push(text.clone());
        self.numbers.insert(text, number);
        number
    }
}

/// Columns of the parts so far, all of which have the same.
#[derive(Debug, Default)]
pub(super) struct GatheredColumns {
    rows: usize,
    columns: Vec<(String, Values)>,
}

impl GatheredColumns {
    /// Adds the rows of a part behind those that are there.
    ///
    /// # Errors
    ///
    /// If it has other columns.
    pub(super) fn extend(&mut self, part: &DataFrame) -> PolarsResult<()> {
        if self.columns.is_empty() {
            let columns = part.columns().iter().map(|column| {
                let values = match Values::new(column)? {
                    Values::Text(texts) => {
                        let mut words = Words::default();
                        words.extend(&texts);
                        Values::Words(words)
                    }
                    values => values,
                };
                Ok((column.name().to_string(), values))
            });
            self.columns = columns.collect::<PolarsResult<_>>()?;
        } else {
            let names = part.columns().iter().map(Column::name);
            if !names.eq(self.columns.iter().map(|(name, _)| name)) {
                return Err(schema_mismatch());
            }
            for ((_, values), column) in self.columns.iter_mut().zip(part.columns()) {
                values.append(Values::new(column)?)?;
            }
        }
        self.rows += part.height();
        Ok(())
    }

    /// The table.
    pub(super) fn into_contents(self) -> Contents {
        let columns = self.columns.into_iter();
        // Values are looked up one by one.
        Contents::of_values(
            self.rows,
            columns.map(|(name, values)| (name, values.rechunked())).collect(),
        )
    }
}

fn schema_mismatch() -> PolarsError {
    PolarsError::SchemaMismatch("a part of a table has other columns".into())
}

impl Values {
    fn append(&mut self, part: Self) -> PolarsResult<()> {
        match (self, part) {
            (Self::Words(words), Self::Text(texts)) => words.extend(&texts),
            (Self::U32(values), Self::U32(part)) => values.append_owned(part)?,
            (Self::U64(values), Self::U64(part)) => values.append_owned(part)?,
            (Self::F64(values), Self::F64(part)) => values.append_owned(part)?,
            (Self::Boolean(values), Self::Boolean(part)) => values.append_owned(part)?,
            _ => return Err(schema_mismatch()),
        }
        Ok(())
    }

    fn rechunked(self) -> Self {
        match self {
            Self::U32(values) => Self::U32(values.rechunk().into_owned()),
            Self::U64(values) => Self::U64(values.rechunk().into_owned()),
            Self::F64(values) => Self::F64(values.rechunk().into_owned()),
            Self::Boolean(values) => Self::Boolean(values.rechunk().into_owned()),
            // Numbers were for adding texts.
            Self::Words(words) => Self::Words(Words { numbers: BTreeMap::new(), ..words }),
            texts @ Self::Text(_) => texts,
        }
    }
}

#[cfg(test)]
mod tests {
    use polars::prelude::{NamedFrom, Series};

    use super::*;
    use crate::table::CellValue;

    /// What is gathered from parts reads as the whole does, row by row, with nulls and signed zeros.
    #[test]
    fn parts_are_the_whole() {
        let texts = ["a", "a", "b", "", "c", "b", "a"].map(|text| (text != "c").then_some(text));
        let reals =
            [0.0, -0.0, 1.5, f64::MAX, 2.0, 2.0, -3.25].map(|real| (real < 1e9).then_some(real));
        let counts = [1_u64, 2, 3, u64::MAX, 5, 6, 7].map(|count| (count != 6).then_some(count));
        let flags = [true, false, true, true, false, true, false].map(Some);
        let columns: Vec<Column> = vec![
            Series::new("text".into(), &texts[..]).into(),
            Series::new("real".into(), &reals[..]).into(),
            Series::new("count".into(), &counts[..]).into(),
            Series::new("flag".into(), &flags[..]).into(),
        ];
        let whole = DataFrame::new(7, columns).unwrap();
        for cuts in [vec![7], vec![3, 4], vec![1, 1, 5], vec![4, 0, 3, 0]] {
            let mut gathered = GatheredColumns::default();
            let mut start = 0;
            for length in cuts {
                gathered.extend(&whole.slice(start, length)).unwrap();
                start += i64::try_from(length).unwrap();
            }
            let gathered = gathered.into_contents();
            let expected = Contents::of_frame(whole.clone()).unwrap();
            assert_eq!(gathered.rows(), 7);
            assert!(gathered.columns().eq(expected.columns()));
            for name in expected.columns() {
                for row in 0..7 {
                    let (value, expected) = (gathered.value(name, row), expected.value(name, row));
                    assert_eq!(value, expected, "{name} {row}");
                    if let (CellValue::Real(value), CellValue::Real(expected)) = (value, expected) {
                        assert_eq!(value.to_bits(), expected.to_bits());
                    }
                }
            }
        }
    }

    /// A part with a column of another type is refused.
    #[test]
    fn parts_have_the_same_columns() {
        let part = |series: Series| DataFrame::new(1, vec![series.into()]).unwrap();
        let mut gathered = GatheredColumns::default();
        gathered.extend(&part(Series::new("a".into(), &["x"][..]))).unwrap();
        assert!(gathered.extend(&part(Series::new("a".into(), &[1.0][..]))).is_err());
        assert!(gathered.extend(&part(Series::new("b".into(), &["x"][..]))).is_err());
    }
}
