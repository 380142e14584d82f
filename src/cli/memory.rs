//! Memory that a run may take, and whether a plan fits into it.

use std::fs;

use super::failure::Failure;
use crate::diagnostic::Diagnostic;
use crate::plan::Plan;

/// The limit where the memory of the machine is not known, in bytes.
const USUAL: f64 = 16e9;

/// Share of the machine's memory that a run may take unless `--memory` says otherwise.
const SHARE: f64 = 0.75;

/// Reads a limit in gigabytes.
pub(super) fn gigabytes(text: &str) -> Result<f64, String> {
    let number: f64 = text.parse().map_err(|_| "this is not a number".to_owned())?;
    if number > 0.0 && number.is_finite() {
        return Ok(number);
    }
    Err("a limit on memory is a finite number above 0".to_owned())
}

/// Refuses a plan whose estimated need of memory on `threads` threads is beyond `gigabytes`, or, where
/// that is not given, beyond three quarters of what the machine has.
pub(super) fn check(plan: &Plan, threads: usize, gigabytes: Option<f64>) -> Result<(), Failure> {
    let limit = gigabytes.map_or_else(usual, |gigabytes| gigabytes * 1e9);
    let need = plan.memory(threads);
    if need <= limit {
        return Ok(());
    }
    let message = format!(
        "the run needs about {:.1} GB of memory on {threads} threads; the limit is {:.1} GB",
        need / 1e9,
        limit / 1e9
    );
    Err(Failure::request(Diagnostic::error(message).help(
        "fewer replicates (B), metrics, systems or sizes in the largest study, or fewer --threads, \
         need less; `--memory GB` sets another limit",
    )))
}

/// Three quarters of the memory that this process can have, if Linux says so.
fn usual() -> f64 {
    let of_group = fs::read_to_string("/sys/fs/cgroup/memory.max").ok();
    let of_group = of_group.and_then(|text| text.trim().parse::<f64>().ok());
    let of_machine = fs::read_to_string("/proc/meminfo").ok().as_deref().and_then(total);
    match (of_group, of_machine) {
        (Some(group), Some(machine)) => SHARE * group.min(machine),
        (Some(known), None) | (None, Some(known)) => SHARE * known,
        (None, None) => USUAL,
    }
}

/// The line `MemTotal:  24576000 kB` in bytes.
fn total(text: &str) -> Option<f64> {
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    line.split_whitespace().next()?.parse::<f64>().ok().map(|kilobytes| kilobytes * 1024.0)
}

#[cfg(test)]
mod tests {
    use super::{gigabytes, total};

    #[test]
    fn memory_is_read_off() {
        assert_eq!(total("MemTotal:       16 kB\nMemFree: 1 kB\n"), Some(16384.0));
        assert_eq!(total("nothing"), None);
    }

    #[test]
    fn limits_are_finite_and_positive() {
        assert_eq!(gigabytes("0.5"), Ok(0.5));
        for wrong in ["nan", "NaN", "inf", "-inf", "infinity", "1e999", "0", "-0", "-1", "", "1GB"]
        {
            assert!(gigabytes(wrong).is_err(), "{wrong}");
        }
    }
}
