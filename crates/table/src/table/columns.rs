//! Structs as columns: what a row says of itself, once, for files, scripts, tables for people and schemas.
//!
//! A field of [`table!`] is a column. From its type follow the type in the file and in JSON, and the words that a
//! column of words may have; from its doc comment the description in files and schemas; from its marks whether it
//! tells rows apart, and how people see it.

use std::sync::Arc;

use super::cell_value::CellValue;
use crate::stats::reason::Status;

/// Type of a column's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnType {
    /// UTF-8 text.
    Text,
    /// Unsigned integer of 32 bits.
    U32,
    /// Unsigned integer of 64 bits.
    U64,
    /// Floating-point number of 64 bits, never NaN.
    F64,
    /// True or false.
    Boolean,
}

/// How people see the values of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// As they are: text, and whole numbers.
    Plain,
    /// A number rounded to what a reader can use.
    Real,
    /// A share in percent.
    Percent,
}

/// What a column holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColumnDescription {
    /// Name in the file.
    pub name: &'static str,
    /// Type.
    pub kind: ColumnType,
    /// Whether values may be missing.
    pub nullable: bool,
    /// Whether it is a key column: no two rows have the same values in all of them.
    pub key: bool,
    /// All words that it may hold; empty where it holds any text, or numbers.
    pub words: Vec<&'static str>,
    /// What people call it, and how they see it; none where tables for people do not have it.
    pub label: Option<(&'static str, Format)>,
    /// Meaning and unit.
    pub description: String,
}

/// A row of a table.
pub trait TableRow: Columns + Send + Sync + 'static {
    /// Name of the table and of its file without the ending.
    const NAME: &'static str;

    /// Columns of its group that the table does not have: its rows are about several systems or orderings,
    /// so that no row would have a value.
    const WITHOUT: &'static [&'static str] = &[];

    /// What the table holds.
    fn description() -> String;

    /// The columns of its file.
    fn table_columns() -> Vec<ColumnDescription> {
        let columns = Self::columns().into_iter();
        columns.filter(|column| !Self::WITHOUT.contains(&column.name)).collect()
    }

    /// The row for scripts: an object whose keys are the columns.
    fn json(&self) -> serde_json::Map<String, serde_json::Value> {
        let mut values = Vec::with_capacity(Self::COUNT);
        self.values(&mut values);
        let mut names = Vec::with_capacity(Self::COUNT);
        Self::names(&mut names);
        let own = names.into_iter().zip(values).filter(|(name, _)| !Self::WITHOUT.contains(name));
        own.map(|(name, value)| (name.to_owned(), value.json())).collect()
    }
}

/// A struct whose fields are columns.
pub trait Columns: Clone + Sized {
    /// How many there are.
    const COUNT: usize;

    /// Its columns in order.
    fn columns() -> Vec<ColumnDescription>;

    /// The names of its columns in order.
    fn names(names: &mut Vec<&'static str>);

    /// Adds its values, one for each column.
    fn values<'a>(&'a self, values: &mut Vec<CellValue<'a>>);

    /// The row that `values` stands at.
    ///
    /// # Errors
    ///
    /// If a value is missing that may not be, or is of another type or no word of its column.
    fn read(values: &mut RowReader<'_>) -> Result<Self, String>;
}

/// A type that a column can hold.
pub trait Value: Sized + Clone {
    /// Type in the file.
    const TYPE: ColumnType;
    /// Whether values may be missing.
    const NULLABLE: bool = false;

    /// All words that it may be; empty where it is no word.
    fn words() -> Vec<&'static str> {
        Vec::new()
    }

    /// What stands in a file.
    fn cell(&self) -> CellValue<'_>;

    /// From what stands in a file, if it is that.
    fn of_cell(cell: CellValue<'_>, texts: &mut SharedText) -> Option<Self>;
}

/// Rows that follow each other have many texts in common, which are one in memory, too.
#[derive(Debug, Default)]
pub struct SharedText(Option<Arc<str>>);

impl SharedText {
    /// `text`, the same in memory as that of the row before if that is equal.
    fn share(&mut self, text: &str) -> Arc<str> {
        if self.0.as_deref() != Some(text) {
            self.0 = Some(Arc::from(text));
        }
        self.0.clone().expect("it was set")
    }
}

/// The value of a column in a row.
// Boxed, so that reading is compiled once and not for each type of rows.
pub(super) type CellAt<'a> = Box<dyn Fn(usize) -> CellValue<'a> + 'a>;

/// The columns of a table as rows are read of them. A column that the table does not have is null throughout.
pub struct RowReader<'a> {
    columns: Vec<(Option<CellAt<'a>>, SharedText)>,
    row: usize,
    /// Number of the column that is read next.
    next: usize,
}

impl<'a> RowReader<'a> {
    /// Of the columns of `R` in their order.
    pub(super) fn new(columns: Vec<Option<CellAt<'a>>>) -> Self {
        let columns = columns.into_iter().map(|column| (column, SharedText::default())).collect();
        Self { columns, row: 0, next: 0 }
    }

    /// The first `count` rows.
    pub(super) fn rows<R: Columns>(&mut self, count: usize) -> Result<Vec<R>, String> {
        (0..count)
            .map(|row| {
                (self.row, self.next) = (row, 0);
                R::read(self)
            })
            .collect()
    }

    /// The next value of the row, of the column `name`.
    ///
    /// # Errors
    ///
    /// If it is missing and may not be, or of another type or no word of its column.
    pub fn value<T: Value>(&mut self, name: &str) -> Result<T, String> {
        let (column, texts) = &mut self.columns[self.next];
        self.next += 1;
        let cell = column.as_ref().map_or(CellValue::Null, |column| column(self.row));
        T::of_cell(cell, texts).ok_or_else(|| match cell {
            CellValue::Null => format!("column `{name}` has a null where none is allowed"),
            CellValue::Text(text) if T::TYPE == ColumnType::Text => {
                format!("column `{name}` has the word `{text}`, which this version does not know")
            }
            _ => format!("column `{name}` has values of another type"),
        })
    }
}

macro_rules! value {
    ($type:ty, $kind:ident, $cell:expr, $of_cell:expr) => {
        impl Value for $type {
            const TYPE: ColumnType = ColumnType::$kind;
            fn cell(&self) -> CellValue<'_> {
                ($cell)(self)
            }
            fn of_cell(cell: CellValue<'_>, _texts: &mut SharedText) -> Option<Self> {
                ($of_cell)(cell)
            }
        }
    };
}

value!(u32, U32, |value: &u32| CellValue::Integer((*value).into()), |cell: CellValue<'_>| {
    cell.integer()?.try_into().ok()
});
value!(u64, U64, |value: &u64| CellValue::Integer(*value), CellValue::integer);
value!(f64, F64, |value: &f64| CellValue::Real(*value), CellValue::real);
value!(bool, Boolean, |value: &bool| CellValue::Boolean(*value), CellValue::boolean);
value!(Status, Text, |status: &Status| CellValue::Text(status.name()), |cell: CellValue<'_>| {
    Status::from_name(cell.text()?)
});

impl Value for Arc<str> {
    const TYPE: ColumnType = ColumnType::Text;
    fn cell(&self) -> CellValue<'_> {
        CellValue::Text(self)
    }
    fn of_cell(cell: CellValue<'_>, texts: &mut SharedText) -> Option<Self> {
        Some(texts.share(cell.text()?))
    }
}

impl<T: Value> Value for Option<T> {
    const TYPE: ColumnType = T::TYPE;
    const NULLABLE: bool = true;
    fn words() -> Vec<&'static str> {
        T::words()
    }
    fn cell(&self) -> CellValue<'_> {
        self.as_ref().map_or(CellValue::Null, T::cell)
    }
    fn of_cell(cell: CellValue<'_>, texts: &mut SharedText) -> Option<Self> {
        match cell {
            CellValue::Null => Some(None),
            cell => T::of_cell(cell, texts).map(Some),
        }
    }
}

/// Makes enums of [`words!`](crate::value::words) types of columns.
#[macro_export]
macro_rules! word_columns {
    ($($Word:ty),+ $(,)?) => { $(
        impl $crate::table::columns::Value for $Word {
            const TYPE: $crate::table::ColumnType = $crate::table::ColumnType::Text;
            fn words() -> Vec<&'static str> {
                <$Word>::ALL.iter().map(|word| word.name()).collect()
            }
            fn cell(&self) -> $crate::table::CellValue<'_> {
                $crate::table::CellValue::Text(self.name())
            }
            fn of_cell(
                cell: $crate::table::CellValue<'_>,
                _texts: &mut $crate::table::columns::SharedText,
            ) -> Option<Self> {
                <$Word>::from_name(cell.text()?)
            }
        }
    )+ };
}

/// Joins the lines of a doc comment.
pub fn joined(lines: &[&str]) -> String {
    let lines: Vec<&str> = lines.iter().map(|line| line.trim()).collect();
    lines.join(" ").trim().to_owned()
}

/// Whether the marks of a column make it a key column.
#[macro_export]
macro_rules! is_key {
    (key $($rest:tt)*) => {
        true
    };
    ($($other:tt)*) => {
        false
    };
}

/// What the marks of a column call it for people.
#[macro_export]
macro_rules! label {
    ($(key)?) => {
        None
    };
    ($(key,)? $label:literal) => {
        Some(($label, $crate::table::columns::Format::Plain))
    };
    ($(key,)? $label:literal, $format:ident) => {
        Some(($label, $crate::table::columns::Format::$format))
    };
}

/// Defines a struct whose documented fields are columns, after the columns of a group if one is
/// named first (`..group: Type`). A column has the name of its field, or another after `as`. Marks stand behind its
/// type: `[key]` for columns that tell rows apart, `["label"]` or `["label", Real]` for what people call it and how
/// they see it ([`Format`]), `[key, "label"]` for both.
#[macro_export]
macro_rules! columns {
    (
        $(#[doc = $doc:literal])+
        pub struct $Row:ident {
            $(.. $(#[doc = $group_doc:literal])+ $group:ident : $Group:ty,)?
            $( $(#[doc = $field_doc:literal])+
               $field:ident $(as $column:literal)? : $type:ty $([ $($mark:tt)+ ])?, )*
        }
    ) => {
        $(#[doc = $doc])+
        #[derive(Clone, Debug, Default, PartialEq)]
        pub struct $Row {
            $( $(#[doc = $group_doc])+ pub $group: $Group, )?
            $( $(#[doc = $field_doc])+ pub $field: $type, )*
        }

        impl $crate::table::columns::Columns for $Row {
            const COUNT: usize = [$(stringify!($field)),*].len()
                $( + <$Group as $crate::table::columns::Columns>::COUNT )?;

            fn columns() -> Vec<$crate::table::columns::ColumnDescription> {
                let own = [$( $crate::table::columns::ColumnDescription {
                    name: $crate::column_name!($field $($column)?),
                    kind: <$type as $crate::table::columns::Value>::TYPE,
                    nullable: <$type as $crate::table::columns::Value>::NULLABLE,
                    key: $crate::is_key!($($($mark)+)?),
                    words: <$type as $crate::table::columns::Value>::words(),
                    label: $crate::label!($($($mark)+)?),
                    description: $crate::table::columns::joined(&[$($field_doc),+]),
                }, )*];
                std::iter::empty()
                    $( .chain(<$Group as $crate::table::columns::Columns>::columns()) )?
                    .chain(own)
                    .collect()
            }

            fn names(names: &mut Vec<&'static str>) {
                $( <$Group as $crate::table::columns::Columns>::names(names); )?
                names.extend([$( $crate::column_name!($field $($column)?), )*]);
            }

            fn values<'a>(&'a self, values: &mut Vec<$crate::table::CellValue<'a>>) {
                $( <$Group as $crate::table::columns::Columns>::values(&self.$group, values); )?
                values.extend([$( $crate::table::columns::Value::cell(&self.$field), )*]);
            }

            fn read(
                values: &mut $crate::table::columns::RowReader<'_>,
            ) -> Result<Self, String> {
                Ok(Self {
                    $( $group: <$Group as $crate::table::columns::Columns>::read(values)?, )?
                    $( $field: values
                        .value($crate::column_name!($field $($column)?))?, )*
                })
            }
        }
    };
}

/// The name of a column: that of its field, unless it has another.
#[macro_export]
macro_rules! column_name {
    ($field:ident) => {
        stringify!($field)
    };
    ($field:ident $column:literal) => {
        $column
    };
}

/// Defines a table: [`columns!`] with a name. A table of cells says which rows a report shows, if not all,
/// of how many numbered orders and samples it reads all rows besides, and which columns of the cell it does
/// not have, since they would be null throughout; others say the first two in an implementation of [`ReportRow`]($crate::table::ReportRow),
/// which those that have only a `study` and a `corpus` in common with other tables get by `of_section`.
#[macro_export]
macro_rules! table {
    (
        $(#[doc = $doc:literal])+
        pub struct $Row:ident in $name:literal
            $(, shown $shown:ident)? $(, numbered $numbered:literal)?
            $(, without [$($without:literal),+])?
        {
            .. $(#[doc = $cell_doc:literal])+ cell: Cell, $($body:tt)*
        }
    ) => {
        $crate::table! {
            $(#[doc = $doc])+
            pub struct $Row in $name, without [$($($without),+)?] {
                { .. $(#[doc = $cell_doc])+ cell: Cell, $($body)* }
            }
        }

        impl $crate::table::shown::ReportRow for $Row {
            $( const SHOWN: $crate::table::shown::Shown = $crate::table::shown::Shown::$shown; )?
            $( const NUMBERED: u32 = $numbered; )?
            fn coordinates(&self) -> $crate::table::shown::Coordinates<'_> {
                self.cell.coordinates()
            }
        }
    };
    (
        $(#[doc = $doc:literal])+
        pub struct $Row:ident in $name:literal, without [$($without:literal),*] { { $($body:tt)* } }
    ) => {
        $crate::columns! {
            $(#[doc = $doc])+
            pub struct $Row { $($body)* }
        }

        impl $crate::table::columns::TableRow for $Row {
            const NAME: &'static str = $name;
            const WITHOUT: &'static [&'static str] = &[$($without),*];
            fn description() -> String {
                $crate::table::columns::joined(&[$($doc),+])
            }
        }
    };
    (
        $(#[doc = $doc:literal])+
        pub struct $Row:ident in $name:literal, of_section { $($body:tt)* }
    ) => {
        $crate::table! {
            $(#[doc = $doc])+
            pub struct $Row in $name { $($body)* }
        }

        impl $crate::table::shown::ReportRow for $Row {
            fn coordinates(&self) -> $crate::table::shown::Coordinates<'_> {
                $crate::table::shown::Coordinates::of_section(&self.study, &self.corpus)
            }
        }
    };
    ( $(#[doc = $doc:literal])+ pub struct $Row:ident in $name:literal { $($body:tt)* } ) => {
        $crate::table! {
            $(#[doc = $doc])+
            pub struct $Row in $name, without [] { { $($body)* } }
        }
    };
}

pub use crate::{columns, table, word_columns};
