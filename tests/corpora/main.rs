//! Corpora: every format read, described and written.

mod appraise;
mod back;
mod comet;
mod describe;
mod documented;
mod evalset_and_plain;
mod forged;
mod harnesses;
mod logs;
mod mistakes;
mod mqm;
mod nist;
mod parquet;
mod pearmut;
mod ratings;
mod real;
mod samples;
mod shapes;
#[path = "../support/mod.rs"]
#[expect(dead_code, reason = "each program of tests uses a part")]
mod support;
mod synthetic;
mod table;
mod wmt_jsonl;
mod wmt_xml;
mod write;
