//! The program `runner`: everything is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    runner::cli::main()
}
