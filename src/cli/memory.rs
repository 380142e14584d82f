//! Memory that a run may take, and whether a plan fits into it.

use super::failure::Failure;
use crate::memory::{limit, usual};
use crate::plan::{Plan, memory};

/// Reads a limit in gigabytes.
pub(super) fn gigabytes(text: &str) -> Result<f64, String> {
    let number: f64 = text.parse().map_err(|_| "this is not a number".to_owned())?;
    if number > 0.0 && number.is_finite() {
        return Ok(number);
    }
    Err("a limit on memory is a finite number above 0".to_owned())
}

/// Sets the limit on memory for all that follows, reading too, where one is given.
pub(super) fn start(gigabytes: Option<f64>) {
    if let Some(gigabytes) = gigabytes {
        limit(gigabytes * 1e9);
    }
}

/// Refuses a plan whose estimated need of memory on `threads` threads is beyond `gigabytes`, or, where
/// that is not given, beyond what a process may usually take. `less` is what needs less.
pub(super) fn check(
    plan: &Plan,
    threads: usize,
    gigabytes: Option<f64>,
    less: &str,
) -> Result<(), Failure> {
    let limit = gigabytes.map_or_else(usual, |gigabytes| gigabytes * 1e9);
    let need = memory(plan, threads);
    if need <= limit {
        return Ok(());
    }
    let message = format!(
        "the run needs about {:.1} GB of memory on {threads} threads; the limit is {:.1} GB",
        need / 1e9,
        limit / 1e9
    );
    Err(Failure::refusal(message, format!("{less}, need less; `--memory GB` sets another limit")))
}

#[cfg(test)]
mod tests {
    use super::gigabytes;

    #[test]
    fn limits_are_finite_and_positive() {
        assert_eq!(gigabytes("0.5"), Ok(0.5));
        for wrong in ["nan", "NaN", "inf", "-inf", "infinity", "1e999", "0", "-0", "-1", "", "1GB"]
        {
            assert!(gigabytes(wrong).is_err(), "{wrong}");
        }
    }
}
