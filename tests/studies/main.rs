//! Studies from a spec to rows: specs and schemas, plans, every analysis against enumerations, closed
//! forms and other programs, and the shipped experiments.

#![expect(
    clippy::redundant_closure_for_method_calls,
    reason = "a test need not name the type of a word"
)]

mod adjusted;
mod architecture;
mod audit;
mod bootstrap;
mod bootstrap_nist;
mod chance_gain;
mod compare;
mod crossed;
mod defaults;
mod derived;
mod design;
mod document_scores;
mod examples;
mod expect;
mod experiments;
mod few_documents;
mod gains;
mod given;
mod growth;
mod influence;
mod intervals;
mod judged_values;
mod judges;
mod keys;
mod macro_average;
mod margins;
mod meaning;
mod meta;
mod model_judges;
mod picks;
mod promises;
mod promises_meta;
mod promises_reliability;
mod promises_sizes;
mod published;
mod ranks;
mod real_text;
mod reference_effects;
mod relative_scores;
mod reproduction;
mod runs;
mod samples;
mod schema;
mod sensitivity;
mod separation;
mod shipped;
mod shortened;
mod sizes;
mod spec;
mod strata;
#[path = "../support/mod.rs"]
#[expect(dead_code, reason = "each program of tests uses a part")]
mod support;
mod watch;
mod weights;
