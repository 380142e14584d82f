//! Corpora: every format read, described and written.

mod describe;
mod documented;
mod evalset_and_plain;
mod mqm;
mod nist;
mod parquet;
mod real;
mod synthetic;
mod table;
mod wmt_xml;
mod write;
