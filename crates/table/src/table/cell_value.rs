//! A value of a table, of whatever column.

/// A value of a table.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
#[serde(untagged)]
pub enum CellValue<'a> {
    /// There is none.
    Null,
    /// True or false.
    Boolean(bool),
    /// A whole number.
    Integer(u64),
    /// A real number.
    Real(f64),
    /// Text.
    Text(&'a str),
}

impl<'a> CellValue<'a> {
    /// As a number, if it is one.
    pub fn number(self) -> Option<f64> {
        match self {
            Self::Integer(number) => Some(number as f64),
            Self::Real(number) => Some(number),
            Self::Null | Self::Boolean(_) | Self::Text(_) => None,
        }
    }

    /// As a whole number, if it is one.
    pub fn integer(self) -> Option<u64> {
        match self {
            Self::Integer(number) => Some(number),
            Self::Null | Self::Boolean(_) | Self::Real(_) | Self::Text(_) => None,
        }
    }

    /// As a real number, if it is one: whole numbers are not.
    pub fn real(self) -> Option<f64> {
        match self {
            Self::Real(number) => Some(number),
            Self::Null | Self::Boolean(_) | Self::Integer(_) | Self::Text(_) => None,
        }
    }

    /// As true or false, if it is that.
    pub fn boolean(self) -> Option<bool> {
        match self {
            Self::Boolean(value) => Some(value),
            Self::Null | Self::Integer(_) | Self::Real(_) | Self::Text(_) => None,
        }
    }

    /// Returns the value as JSON.
    pub fn json(self) -> serde_json::Value {
        serde_json::to_value(self).expect("a cell is plain data")
    }

    /// As text, if it is text.
    pub fn text(self) -> Option<&'a str> {
        match self {
            Self::Text(text) => Some(text),
            Self::Null | Self::Boolean(_) | Self::Integer(_) | Self::Real(_) => None,
        }
    }

    /// Whether it is what `written` says: equal text, an equal number to nine digits, or nothing
    /// where nothing is.
    pub fn is(self, written: &str) -> bool {
        match self {
            Self::Null => written.is_empty(),
            Self::Text(text) => text == written,
            Self::Boolean(value) => written == if value { "true" } else { "false" },
            Self::Integer(_) | Self::Real(_) => {
                let (own, wanted) = (self.number(), written.parse::<f64>().ok());
                own.zip(wanted).is_some_and(|(own, wanted)| {
                    (own - wanted).abs() <= 1e-9 * own.abs().max(wanted.abs())
                })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_compared_with_what_is_written() {
        assert!(CellValue::Integer(12).is("12") && CellValue::Integer(12).is("12.0"));
        assert!(CellValue::Real(0.1 + 0.2).is("0.3") && !CellValue::Real(0.31).is("0.3"));
        assert!(CellValue::Text("S1").is("S1") && !CellValue::Text("12").is("12.0"));
        assert!(CellValue::Boolean(true).is("true"));
        assert!(
            CellValue::Null.is("") && !CellValue::Null.is("0") && !CellValue::Integer(0).is("")
        );
    }
}
