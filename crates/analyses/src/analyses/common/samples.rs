//! What figures of many samples share: the samples of a size, and how they are called.

use crate::presentation::{Rows, SamplesAbout, StudySection};
use crate::table::{ReportRow, number_of};
use crate::words::grouped;

/// Samples below which a figure of them shows nothing.
const FEWEST: usize = 5;

/// Samples of one size.
pub(crate) struct SampleSize<'a, R> {
    about: &'a SamplesAbout,
    pub(crate) segments: u64,
    /// By number.
    pub(crate) rows: Vec<(u32, &'a R)>,
}

/// The samples of each size that `rows` are about, one row for each; sizes with enough of them.
pub(crate) fn by_size<'a, R: ReportRow>(
    section: &StudySection<'a>,
    rows: &Rows<'a, R>,
    segments: impl Fn(&R) -> Option<u64>,
) -> Vec<SampleSize<'a, R>> {
    let Some(about) = section.samples() else { return Vec::new() };
    let sizes = rows.groups(segments).into_iter().filter_map(|(segments, rows)| {
        let numbered =
            rows.iter().filter_map(|row| Some((number_of(row.coordinates().ordering)?, row)));
        let mut rows: Vec<(u32, &R)> = numbered.collect();
        rows.sort_by_key(|(number, _)| *number);
        Some(SampleSize { about, segments: segments?, rows })
    });
    sizes.filter(|size| size.rows.len() >= FEWEST).collect()
}

impl<R> SampleSize<'_, R> {
    /// `100 broad samples of 300 segments`.
    pub(crate) fn in_words(&self) -> String {
        let SamplesAbout { sampling, count } = self.about;
        let shown = self.rows.len() as u64;
        let first = if shown < *count { "the first " } else { "" };
        let of = if shown < *count { format!(" of {}", grouped(*count)) } else { String::new() };
        let (shown, segments) = (grouped(shown), grouped(self.segments));
        format!("{first}{shown}{of} {sampling} samples of {segments} segments")
    }

    /// From before the first to beyond the last, so that no point stands on an edge.
    pub(crate) fn x_range(&self) -> (Option<f64>, Option<f64>) {
        (Some(0.0), self.rows.last().map(|(number, _)| f64::from(*number) + 1.0))
    }

    /// What figures of a subject with samples of this size are called: with the size, where there are others.
    pub(crate) fn title(&self, subject: &str, sizes: usize) -> String {
        if sizes > 1 {
            format!("{subject}, {} segments", self.segments)
        } else {
            subject.to_owned()
        }
    }
}
