//! Studies over samples, mixed references and two-stage resampling, from a spec to rows.

#![expect(clippy::unwrap_used, reason = "a test may panic")]
#![expect(clippy::disallowed_methods, reason = "the independent value may come from the platform")]

mod coverage;
mod equivalence;
mod grids;
mod mixed;
mod support;
mod two_stage;
