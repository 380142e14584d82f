//! How many threads work.

use std::ffi::OsString;
use std::thread::available_parallelism;

use super::{Exit, Failure};

/// More threads than this, on fewer cores, wait for each other most of the time: with four times as many,
/// what takes no time takes half a minute on two cores, and no signal is heeded meanwhile.
const MOST: u16 = 256;

/// The variable that says how many threads work where the arguments do not.
const COMMON: &str = "RAYON_NUM_THREADS";

/// The variable that says how many threads the tables are read and written with.
const OF_TABLES: &str = "POLARS_MAX_THREADS";

/// Reads a number of threads.
pub(super) fn parse(text: &str) -> Result<u16, String> {
    let (number, most) = (text.trim().parse().ok(), most());
    let number = number.filter(|number| (1..=most).contains(number));
    number.ok_or_else(|| format!("this machine takes a whole number from 1 to {most}"))
}

/// Starts as many threads as are `wanted`; otherwise the environment or the machine says how many.
///
/// # Errors
///
/// If the environment names no number that [`parse`] takes, or the system has no room for the threads.
pub(super) fn start(wanted: Option<u16>) -> Result<(), Failure> {
    // Left to itself, the reader of tables would panic over it.
    named(OF_TABLES, std::env::var_os(OF_TABLES))?;
    let threads = match wanted {
        Some(threads) => threads,
        None => named(COMMON, std::env::var_os(COMMON))?.unwrap_or_else(cores),
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.into());
    pool.build_global().map_err(|error| {
        Failure::with_help(
            Exit::Environment,
            format!("cannot start {threads} threads: {error}"),
            format!("ask for fewer with --threads or {COMMON}, or raise the limits of the system"),
        )
    })
}

fn most() -> u16 {
    cores().max(MOST)
}

fn cores() -> u16 {
    available_parallelism().map_or(1, |cores| u16::try_from(cores.get()).unwrap_or(u16::MAX))
}

/// The number of threads in a variable; nothing where it is empty or not there.
fn named(variable: &str, value: Option<OsString>) -> Result<Option<u16>, Failure> {
    let Some(value) = value.filter(|value| !value.is_empty()) else { return Ok(None) };
    let text = value.to_string_lossy();
    parse(&text).map(Some).map_err(|reason| {
        Failure::refusal(
            format!("the environment variable {variable} is `{text}`: {reason}"),
            "set it to such a number, or unset it",
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_threads_are_read_off() {
        for (value, number) in [("1", Some(1)), ("256", Some(256)), ("", None)] {
            assert_eq!(named("X", Some(value.into())).ok(), Some(number));
        }
        for wrong in ["0", "-1", "65536", "99999999999999999999", "many", "1.5", "nan"] {
            let error = named("X", Some(wrong.into())).unwrap_err();
            assert_eq!(error.exit, Exit::Request, "{wrong}");
        }
        assert_eq!(parse(&(u32::from(most()) + 1).to_string()).ok(), None);
    }
}
