//! What studies do where a spec says nothing: which units they resample, and whether their intervals hold.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod held;
mod unit;
