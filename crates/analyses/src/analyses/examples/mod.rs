//! Where two systems differ: the segments that carry the difference of their scores, and what documents, domains and
//! lengths contribute to it.
//!
//! It is for the eye: no study has it among its analyses, and no table. `compare` shows it, of any corpus: of outputs
//! and references, of scores of other programs, and of judgments, whose marked errors it takes along. All that is
//! computed is typed ([`Examples`]) and reads back from JSON; how it looks is a matter of `report`.

mod compute;
mod model;
mod pair;
mod parts;
mod segments;
mod words;

pub use compute::{ExampleRequest, examples};
pub use model::{
    ErrorSpan, Example, ExampleTexts, Examples, LengthUnit, MetricParts, Output, Part,
    SegmentScores, SystemExamples, UnitSpread,
};
pub use words::words;
