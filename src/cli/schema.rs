//! `runner schema`.

use super::arguments::{SchemaArguments, SchemaOf};
use super::failure::Failure;
use super::print_exact;
use crate::{spec, table};

pub(super) fn schema(arguments: &SchemaArguments) -> Result<(), Failure> {
    print_exact(&match arguments.of {
        SchemaOf::Spec => spec::schema_text(),
        SchemaOf::Tables => table::schema_text(),
        SchemaOf::Published => spec::published::schema_text(),
    })
}
