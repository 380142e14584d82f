//! The program from outside: what it prints, writes and returns.

#![expect(clippy::unwrap_used, reason = "a test may panic")]
#![expect(clippy::print_stdout, reason = "how many kills there were is shown on request")]

mod adjusted;
mod against;
mod answers;
mod bad_input;
mod cases;
#[cfg(unix)]
mod cluster;
#[cfg(unix)]
mod commands;
mod common_items;
mod compare;
mod compare_data;
mod corpora;
mod determinism;
mod diff;
mod documentation;
mod doors;
mod estimates;
mod expect;
mod explain;
#[cfg(target_os = "linux")]
mod faults;
mod formats;
#[cfg(unix)]
mod hostile;
mod init;
#[cfg(unix)]
mod interruption;
mod judges;
mod limits;
mod links;
mod logs;
mod macro_average;
mod mistakes;
mod needs;
mod own_files;
#[cfg(unix)]
mod pick;
mod played;
mod python;
mod rank;
mod report;
mod resume;
mod runs;
mod score;
mod seeds;
mod shared;
mod shell;
mod spellings;
#[cfg(unix)]
mod submissions;
#[path = "../support/mod.rs"]
#[expect(dead_code, reason = "each program of tests uses a part")]
mod support;
mod values;
mod watch;
mod weight;
mod widths;
mod words;
