//! What sums are computed with.

use super::failure::Failure;
use crate::diagnostic::Diagnostic;
use crate::stats::kernel::{Unit, choose_unit};

/// The variable that names the unit which sums are computed with, for tests and measurements.
const KERNEL: &str = "RUNNER_KERNEL";

/// Takes the unit that the environment names, where it names one.
pub(super) fn choose() -> Result<(), Failure> {
    let Some(name) = std::env::var_os(KERNEL).filter(|name| !name.is_empty()) else {
        return Ok(());
    };
    let name = name.to_string_lossy();
    let message = if !Unit::NAMES.contains(&&*name) {
        format!("{KERNEL} names no unit: `{name}`")
    } else if let Some(set) = Unit::named(&name) {
        choose_unit(set).expect("nothing has been computed yet");
        return Ok(());
    } else {
        format!("{KERNEL} names a unit that this processor does not have: `{name}`")
    };
    let available: Vec<&str> =
        Unit::available().into_iter().map(Unit::name).collect();
    let help = format!("this processor has {}; results are the same on all", available.join(", "));
    Err(Failure::request(Diagnostic::error(message).help(help)))
}
