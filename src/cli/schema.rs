//! `runner schema`.

use super::arguments::{SchemaArguments, SchemaOf};
use super::failure::Failure;
use super::print;
use crate::{spec, table};

pub(super) fn schema(arguments: &SchemaArguments) -> Result<(), Failure> {
    print(&match arguments.of {
        SchemaOf::Spec => spec::schema_text(),
        SchemaOf::Tables => table::schema_text(),
        SchemaOf::Published => spec::published::schema_text(),
    })
}
