//! What people see: progress while a plan runs, and the answer at its end.
//!
//! This module rounds and words; it computes nothing.

pub mod progress;
pub mod scores;
pub mod summary;
