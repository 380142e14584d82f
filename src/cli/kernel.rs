//! What sums are computed with.

use super::failure::Failure;
use crate::stats::kernel::{InstructionSet, choose as choose_instruction_set};

/// The variable that names the instruction set which sums are computed with, for tests and measurements.
const KERNEL: &str = "RUNNER_KERNEL";

/// Takes the instruction set that the environment names, where it names one.
pub(super) fn choose() -> Result<(), Failure> {
    let Some(name) = std::env::var_os(KERNEL).filter(|name| !name.is_empty()) else {
        return Ok(());
    };
    let name = name.to_string_lossy();
    let message = if !InstructionSet::NAMES.contains(&&*name) {
        format!("{KERNEL} names no instruction set: `{name}`")
    } else if let Some(set) = InstructionSet::named(&name) {
        choose_instruction_set(set).expect("nothing has been computed yet");
        return Ok(());
    } else {
        format!("{KERNEL} names an instruction set that this processor does not have: `{name}`")
    };
    let available: Vec<&str> =
        InstructionSet::available().into_iter().map(InstructionSet::name).collect();
    let help = format!("this processor has {}; results are the same on all", available.join(", "));
    Err(Failure::refusal(message, help))
}
