//! Metrics of human judgments, external scores and distances, held against other programs.
//!
//! Golden files were written for this project; each names the program that made its values.

#![expect(clippy::unwrap_used, reason = "what is unwrapped is part of golden files")]

mod error_rate;
mod gtm;
mod means;
mod nist;
mod nist_parts;
mod nist_recomputed;
mod properties;
mod support;
mod wnm;
