//! What every part of `runner` stands on: messages that point into a text, files that are whole or absent, text that is
//! safe to show, numbers in words.

pub mod diagnostic;
pub mod durable;
pub mod escape;
pub mod file_error;
pub mod located;
pub mod memory;
pub mod program;
pub mod removed;
pub mod warning;
pub mod words;
