//! `runner schema`.

use clap::{Args, ValueEnum};

use super::{Failure, print_exact};
use crate::analyses;
use crate::analyses::all_tables;
use crate::table;

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  runner schema spec > spec.schema.json")]
pub(super) struct SchemaArguments {
    /// Which schema
    #[arg(value_enum)]
    of: SchemaOf,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum SchemaOf {
    /// Specs
    Spec,
    /// Rows of the tables
    Tables,
    /// Files of published values
    Published,
}

pub(super) fn schema(arguments: &SchemaArguments) -> Result<(), Failure> {
    print_exact(&match arguments.of {
        SchemaOf::Spec => analyses::spec_schema_text(),
        SchemaOf::Tables => table::schema_text(all_tables()),
        SchemaOf::Published => analyses::published_schema_text(),
    })
}
