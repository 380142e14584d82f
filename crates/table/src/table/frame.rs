//! Rows as a frame of polars.

use polars::prelude::{Column, DataFrame, NamedFrom, PolarsResult, Series};

use super::cell_value::CellValue;
use super::columns::{ColumnDescription, ColumnType, TableRow};

/// Rows that become columns together, a part of a row group: as rows they are larger.
pub(super) const PART: usize = 1 << 14;

/// The columns of `rows` in the file of their table.
///
/// # Errors
///
/// If the columns make no frame.
pub(super) fn frame_of<R: TableRow>(rows: &[R]) -> PolarsResult<DataFrame> {
    let columns = R::columns();
    let mut cells = Cells::new(&columns, rows.len());
    let mut values = Vec::with_capacity(R::COUNT);
    for row in rows {
        row.values(&mut values);
        cells.add(&mut values);
    }
    cells.into_frame(R::WITHOUT, rows.len())
}

/// The values of rows by column. One for all types of rows.
struct Cells<'a, 'c> {
    columns: Vec<(&'c ColumnDescription, Vec<CellValue<'a>>)>,
}

impl<'a, 'c> Cells<'a, 'c> {
    fn new(columns: &'c [ColumnDescription], rows: usize) -> Self {
        let columns = columns.iter().map(|column| (column, Vec::with_capacity(rows)));
        Self { columns: columns.collect() }
    }

    /// Takes the values of the next row.
    fn add(&mut self, values: &mut Vec<CellValue<'a>>) {
        for (value, (_, column)) in values.drain(..).zip(&mut self.columns) {
            column.push(value);
        }
    }

    fn into_frame(self, without: &[&str], rows: usize) -> PolarsResult<DataFrame> {
        let columns = self.columns.iter().filter(|(column, _)| !without.contains(&column.name));
        DataFrame::new(rows, columns.map(|(column, cells)| column_of(column, cells)).collect())
    }
}

/// A column with these values, which have its type.
fn column_of(column: &ColumnDescription, cells: &[CellValue<'_>]) -> Column {
    let name = column.name.into();
    let cells = cells.iter().copied();
    let series = match column.kind {
        ColumnType::Text => Series::new(name, cells.map(CellValue::text).collect::<Vec<_>>()),
        ColumnType::U32 => Series::new(
            name,
            cells
                .map(|cell: CellValue<'_>| {
                    cell.integer().and_then(|value| u32::try_from(value).ok())
                })
                .collect::<Vec<_>>(),
        ),
        ColumnType::U64 => Series::new(name, cells.map(CellValue::integer).collect::<Vec<_>>()),
        ColumnType::F64 => Series::new(name, cells.map(CellValue::real).collect::<Vec<_>>()),
        ColumnType::Boolean => Series::new(name, cells.map(CellValue::boolean).collect::<Vec<_>>()),
    };
    series.into()
}
