//! Structs as columns.

use std::sync::Arc;

use polars::prelude::{Column, DataFrame, DataType, NamedFrom, PolarsResult, Series};

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

    /// The columns of `rows` in its file.
    ///
    /// # Errors
    ///
    /// If the columns make no frame.
    fn frame(rows: &[Self]) -> PolarsResult<DataFrame> {
        let columns = Self::write(rows.iter()).into_iter();
        let has = |column: &Column| !Self::WITHOUT.contains(&column.name().as_str());
        DataFrame::new(rows.len(), columns.filter(has).collect())
    }

    /// The rows of a frame that has the columns of its file; of what the table does not have, nothing.
    ///
    /// # Errors
    ///
    /// As [`Columns::read`].
    fn read_rows(frame: &DataFrame) -> PolarsResult<Vec<Self>> {
        if Self::WITHOUT.is_empty() {
            return Self::read(frame);
        }
        let mut whole = frame.clone();
        for name in Self::WITHOUT {
            let column = Column::full_null((*name).into(), frame.height(), &DataType::String);
            whole.with_column(column)?;
        }
        Self::read(&whole)
    }
}

/// A struct whose fields are columns.
pub trait Columns: Clone + Sized {
    /// How many there are.
    const COUNT: usize;

    /// Its columns in order.
    fn columns() -> Vec<ColumnDescription>;

    /// The columns of `rows`.
    fn write<'a>(rows: impl Iterator<Item = &'a Self> + Clone) -> Vec<Column>
    where
        Self: 'a;

    /// The rows of a frame that has these columns.
    ///
    /// # Errors
    ///
    /// If a column is missing, has another type, or has a null where none is allowed.
    fn read(frame: &DataFrame) -> PolarsResult<Vec<Self>>;
}

/// A type that a column can hold.
pub(crate) trait Value: Sized + Clone {
    const TYPE: ColumnType;
    const NULLABLE: bool;
    fn series<'a>(name: &str, values: impl Iterator<Item = &'a Self>) -> Series
    where
        Self: 'a;
    fn values(column: &Column) -> PolarsResult<Vec<Self>>;
}

fn without_null<T>(value: Option<T>, column: &Column) -> PolarsResult<T> {
    value.ok_or_else(|| {
        let message = format!("column `{}` has a null where none is allowed", column.name());
        polars::prelude::PolarsError::InvalidOperation(message.into())
    })
}

macro_rules! value {
    ($type:ty, $kind:expr, $accessor:ident) => {
        impl Value for $type {
            const TYPE: ColumnType = $kind;
            const NULLABLE: bool = false;
            fn series<'a>(name: &str, values: impl Iterator<Item = &'a Self>) -> Series {
                Series::new(name.into(), values.copied().collect::<Vec<Self>>())
            }
            fn values(column: &Column) -> PolarsResult<Vec<Self>> {
                let values = column.$accessor()?.iter();
                values.map(|value| without_null(value, column)).collect()
            }
        }

        impl Value for Option<$type> {
            const TYPE: ColumnType = $kind;
            const NULLABLE: bool = true;
            fn series<'a>(name: &str, values: impl Iterator<Item = &'a Self>) -> Series {
                Series::new(name.into(), values.copied().collect::<Vec<Self>>())
            }
            fn values(column: &Column) -> PolarsResult<Vec<Self>> {
                Ok(column.$accessor()?.iter().collect())
            }
        }
    };
}

value!(u32, ColumnType::U32, u32);
value!(u64, ColumnType::U64, u64);
value!(f64, ColumnType::F64, f64);
value!(bool, ColumnType::Boolean, bool);

impl Value for Arc<str> {
    const TYPE: ColumnType = ColumnType::Text;
    const NULLABLE: bool = false;
    fn series<'a>(name: &str, values: impl Iterator<Item = &'a Self>) -> Series {
        let texts: Vec<&str> = values.map(|text| &**text).collect();
        Series::new(name.into(), texts)
    }
    fn values(column: &Column) -> PolarsResult<Vec<Self>> {
        let values = shared_texts(column)?;
        values.map(|value| without_null(value, column)).collect()
    }
}

impl Value for Option<Arc<str>> {
    const TYPE: ColumnType = ColumnType::Text;
    const NULLABLE: bool = true;
    fn series<'a>(name: &str, values: impl Iterator<Item = &'a Self>) -> Series {
        let texts: Vec<Option<&str>> = values.map(Option::as_deref).collect();
        Series::new(name.into(), texts)
    }
    fn values(column: &Column) -> PolarsResult<Vec<Self>> {
        Ok(shared_texts(column)?.collect())
    }
}

/// Texts of a column. Rows that follow each other have many in common, which are one in memory too.
fn shared_texts(column: &Column) -> PolarsResult<impl Iterator<Item = Option<Arc<str>>>> {
    let mut last: Option<Arc<str>> = None;
    Ok(column.str()?.iter().map(move |value| {
        if last.as_deref() != value {
            last = value.map(Arc::from);
        }
        last.clone()
    }))
}

/// Whether the marks of a column say that it is a key column. Another mark is a slip of the pen.
pub(crate) const fn is_key(marks: &[&str]) -> bool {
    if let [mark] = marks {
        assert!(matches!(mark.as_bytes(), b"key"), "the only mark of a column is `key`");
        return true;
    }
    false
}

/// Joins the lines of a doc comment.
pub(crate) fn joined(lines: &[&str]) -> String {
    let lines: Vec<&str> = lines.iter().map(|line| line.trim()).collect();
    lines.join(" ").trim().to_owned()
}

/// Defines a struct whose documented fields are columns, after the columns of a group if one is
/// named first (`..group: Type`). Columns that tell rows apart are marked: `field ("column", key)`.
macro_rules! columns {
    (
        $(#[doc = $doc:literal])+
        pub struct $Row:ident {
            $(.. $(#[doc = $group_doc:literal])+ $group:ident : $Group:ty,)?
            $( $(#[doc = $field_doc:literal])+ $field:ident ($column:literal $(, $key:ident)?) : $type:ty, )*
        }
    ) => {
        $(#[doc = $doc])+
        #[derive(Clone, Debug, Default, PartialEq)]
        pub struct $Row {
            $( $(#[doc = $group_doc])+ pub $group: $Group, )?
            $( $(#[doc = $field_doc])+ pub $field: $type, )*
        }

        impl crate::table::columns::Columns for $Row {
            const COUNT: usize = [$($column),*].len()
                $( + <$Group as crate::table::columns::Columns>::COUNT )?;

            fn columns() -> Vec<crate::table::columns::ColumnDescription> {
                let own = [$( crate::table::columns::ColumnDescription {
                    name: $column,
                    kind: <$type as crate::table::columns::Value>::TYPE,
                    nullable: <$type as crate::table::columns::Value>::NULLABLE,
                    key: crate::table::columns::is_key(&[$(stringify!($key))?]),
                    description: crate::table::columns::joined(&[$($field_doc),+]),
                }, )*];
                std::iter::empty()
                    $( .chain(<$Group as crate::table::columns::Columns>::columns()) )?
                    .chain(own)
                    .collect()
            }

            fn write<'a>(
                rows: impl Iterator<Item = &'a Self> + Clone,
            ) -> Vec<polars::prelude::Column> {
                let mut all = Vec::new();
                $( all.extend(<$Group as crate::table::columns::Columns>::write(
                    rows.clone().map(|row| &row.$group),
                )); )?
                $(
                    let values = rows.clone().map(|row| &row.$field);
                    all.push(
                        <$type as crate::table::columns::Value>::series($column, values).into(),
                    );
                )*
                all
            }

            fn read(
                frame: &polars::prelude::DataFrame,
            ) -> polars::prelude::PolarsResult<Vec<Self>> {
                $( let $group = <$Group as crate::table::columns::Columns>::read(frame)?; )?
                $( let $field =
                    <$type as crate::table::columns::Value>::values(frame.column($column)?)?; )*
                let mut rows = Vec::with_capacity(frame.height());
                $( let mut $group = $group.into_iter(); )?
                $( let mut $field = $field.into_iter(); )*
                for _ in 0..frame.height() {
                    rows.push(Self {
                        $( $group: $group.next().expect("columns of a frame have one length"), )?
                        $( $field: $field.next().expect("columns of a frame have one length"), )*
                    });
                }
                Ok(rows)
            }
        }
    };
}
pub(crate) use columns;

/// Defines a table: [`columns!`] with a name. A table of cells says which rows a report shows, if not all,
/// of how many numbered orders and samples it reads all rows besides, and which columns of the cell it does
/// not have, since they would be null throughout; others say the first two in an implementation of [`ReportRow`](crate::table::ReportRow).
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
        crate::table::columns::table! {
            $(#[doc = $doc])+
            pub struct $Row in $name, without [$($($without),+)?] {
                { .. $(#[doc = $cell_doc])+ cell: Cell, $($body)* }
            }
        }

        impl crate::table::shown::ReportRow for $Row {
            $( const SHOWN: crate::table::shown::Shown = crate::table::shown::Shown::$shown; )?
            $( const NUMBERED: u32 = $numbered; )?
            fn coordinates(&self) -> crate::table::shown::Coordinates<'_> {
                self.cell.coordinates()
            }
        }
    };
    (
        $(#[doc = $doc:literal])+
        pub struct $Row:ident in $name:literal, without [$($without:literal),*] { { $($body:tt)* } }
    ) => {
        crate::table::columns::columns! {
            $(#[doc = $doc])+
            pub struct $Row { $($body)* }
        }

        impl crate::table::columns::TableRow for $Row {
            const NAME: &'static str = $name;
            const WITHOUT: &'static [&'static str] = &[$($without),*];
            fn description() -> String {
                crate::table::columns::joined(&[$($doc),+])
            }
        }
    };
    ( $(#[doc = $doc:literal])+ pub struct $Row:ident in $name:literal { $($body:tt)* } ) => {
        crate::table::columns::table! {
            $(#[doc = $doc])+
            pub struct $Row in $name, without [] { { $($body)* } }
        }
    };
}
pub(crate) use table;
