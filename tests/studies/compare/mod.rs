//! Comparisons of systems and power as whole runs, from a spec to rows.

#![expect(clippy::unwrap_used, reason = "a test may panic")]
#![expect(clippy::disallowed_methods, reason = "the independent value may come from the platform")]

mod common_items;
mod jackknife;
mod methods;
mod noninferiority;
mod power;
mod real;
mod sacrebleu;
mod statuses;
mod support;
mod undeclared_clusters;
