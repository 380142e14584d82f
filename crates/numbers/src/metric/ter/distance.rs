//! Edit distance in a beam.
//!
//! Row i of the matrix belongs to the first i words of the hypothesis, column j to the first j of
//! the reference. Only cells near the diagonal of the rectangle are computed; the others count as
//! unreachable. All rows are kept, so that a changed hypothesis shares those of its unchanged
//! beginning, and the rest is compared with them.

use std::ops::Range;

/// Cells to each side of the diagonal.
// As in tercom and sacreBLEU: a wider beam finds fewer edits in some texts.
const BEAM: usize = 25;

/// A cost that no path has; sums with it do not overflow.
const UNREACHABLE: u32 = u32::MAX / 2;

/// Which cells of each row are computed.
#[derive(Clone, Copy, Debug, Default)]
struct Beam {
    hypothesis: usize,
    reference: usize,
    ratio: f64,
    width: usize,
}

impl Beam {
    /// As in tercom, but around a diagonal scaled by the lengths, as sacreBLEU does. Where a step
    /// along the hypothesis is longer than the beam is wide, the beam is widened.
    fn new(hypothesis: usize, reference: usize) -> Self {
        let ratio = if hypothesis == 0 { 1.0 } else { reference as f64 / hypothesis as f64 };
        let half = ratio / 2.0;
        let width = if half > BEAM as f64 { floor(half + BEAM as f64).1 } else { BEAM };
        Self { hypothesis, reference, ratio, width }
    }

    /// Columns of row `row`; the whole of the first, and all to the right in the last.
    fn columns(&self, row: usize) -> Range<usize> {
        if row == 0 {
            return 0..self.reference + 1;
        }
        let diagonal = floor(row as f64 * self.ratio).0;
        let end = if row == self.hypothesis { usize::MAX } else { diagonal + self.width };
        diagonal.saturating_sub(self.width)..end.min(self.reference + 1)
    }
}

/// The integers next to `value`, which is not negative: below and above.
fn floor(value: f64) -> (usize, usize) {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "lengths of texts in memory are far below 2^53"
    )]
    (value.floor() as usize, value.ceil() as usize)
}

/// Costs of one row.
#[derive(Clone, Copy)]
struct Row<'a> {
    /// Column of the first cost.
    start: usize,
    costs: &'a [u32],
}

/// Appends the costs of `columns` in the row below `above`, for hypothesis word `word`.
fn extend_row(
    above: Row<'_>,
    word: u32,
    reference: &[u32],
    columns: Range<usize>,
    costs: &mut Vec<u32>,
) {
    // Beams only move to the right, and always overlap.
    let shared = &above.costs[columns.start - above.start..];
    let (mut left, mut diagonal) = (UNREACHABLE, UNREACHABLE);
    let mut shared = shared.iter();
    let mut column = columns.start;
    if column == 0 {
        let up = shared.next().copied().unwrap_or(UNREACHABLE);
        (left, diagonal) = (up + 1, up);
        costs.push(left);
        column = 1;
    } else if column > above.start {
        diagonal = above.costs[column - 1 - above.start];
    }
    let reference = &reference[column - 1..columns.end - 1];
    let mut rest = reference.iter();
    // `shared` is the shorter one, and so the one to be asked first.
    for (&up, &other) in shared.zip(&mut rest) {
        let cost = (diagonal + u32::from(word != other)).min(up.min(left) + 1);
        costs.push(cost);
        (left, diagonal) = (cost, up);
    }
    for &other in rest {
        left = (diagonal + u32::from(word != other)).min(left + 1);
        costs.push(left);
        diagonal = UNREACHABLE;
    }
}

/// How the words of a hypothesis and a reference are aligned by the cheapest edits.
#[derive(Clone, Debug, Default)]
pub(super) struct Alignment {
    /// Of each reference word: how many hypothesis words are used up once it is reached.
    pub reached: Vec<usize>,
    /// Before each hypothesis word, and at the end: how many words are not matched.
    pub hypothesis_errors: Vec<u32>,
    /// The same for the reference.
    pub reference_errors: Vec<u32>,
}

/// Distances of one hypothesis, and of variants of it, from one reference.
#[derive(Clone, Debug, Default)]
pub(super) struct Distances {
    beam: Beam,
    costs: Vec<u32>,
    /// Start of each row in `costs`, and the end of the last.
    starts: Vec<usize>,
    /// Rows of a variant.
    current: Vec<u32>,
    above: Vec<u32>,
}

impl Distances {
    /// Begins with a reference of `reference` words and hypotheses of `hypothesis` words.
    pub(super) fn reset(&mut self, hypothesis: usize, reference: usize) {
        self.beam = Beam::new(hypothesis, reference);
        self.costs.clear();
        self.costs.extend((0..).take(reference + 1));
        self.starts.clear();
        self.starts.extend([0, self.costs.len()]);
    }

    /// Makes `hypothesis` the one that variants are compared with; up to its word `from`, it is
    /// the same as before. Returns its distance from `reference`.
    pub(super) fn set(&mut self, hypothesis: &[u32], from: usize, reference: &[u32]) -> u32 {
        let row = from.min(self.starts.len() - 2);
        self.starts.truncate(row + 2);
        self.costs.truncate(self.starts[row + 1]);
        for (before, &word) in hypothesis.iter().enumerate().skip(row) {
            let columns = self.beam.columns(before + 1);
            let (above, costs) = (self.starts[before], &mut self.current);
            let above = Row { start: self.beam.columns(before).start, costs: &self.costs[above..] };
            costs.clear();
            extend_row(above, word, reference, columns, costs);
            self.costs.extend_from_slice(costs);
            self.starts.push(self.costs.len());
        }
        self.costs.last().copied().unwrap_or(0)
    }

    fn row(&self, row: usize) -> Row<'_> {
        let costs = &self.costs[self.starts[row]..self.starts[row + 1]];
        Row { start: self.beam.columns(row).start, costs }
    }

    /// Cost of the first `row` words against the first `column`.
    fn cost(&self, row: usize, column: usize) -> u32 {
        let Row { start, costs } = self.row(row);
        let cost = column.checked_sub(start).and_then(|at| costs.get(at));
        cost.copied().unwrap_or(UNREACHABLE)
    }

    /// Reads the cheapest edits of `hypothesis` back from the end. Among equals, a match or
    /// substitution comes before leaving out a hypothesis word, and that before leaving out a
    /// reference word.
    pub(super) fn align(&self, hypothesis: &[u32], reference: &[u32], alignment: &mut Alignment) {
        let Alignment { reached, hypothesis_errors, reference_errors } = alignment;
        reached.clear();
        reached.resize(reference.len(), 0);
        hypothesis_errors.clear();
        hypothesis_errors.resize(hypothesis.len() + 1, 0);
        reference_errors.clear();
        reference_errors.resize(reference.len() + 1, 0);
        let (mut row, mut column) = (hypothesis.len(), reference.len());
        while row > 0 || column > 0 {
            let cost = self.cost(row, column);
            if row > 0 && column > 0 {
                let differs = u32::from(hypothesis[row - 1] != reference[column - 1]);
                if self.cost(row - 1, column - 1) + differs == cost {
                    reached[column - 1] = row;
                    hypothesis_errors[row] = differs;
                    reference_errors[column] = differs;
                    (row, column) = (row - 1, column - 1);
                    continue;
                }
            }
            if row > 0 && self.cost(row - 1, column) + 1 == cost {
                hypothesis_errors[row] = 1;
                row -= 1;
            } else {
                reached[column - 1] = row;
                reference_errors[column] = 1;
                column -= 1;
            }
        }
        accumulate(hypothesis_errors);
        accumulate(reference_errors);
    }

    /// Distance of the variant whose words from `from` on are `changed`, and behind them those of
    /// `hypothesis`; `None` where it is more than `limit`.
    ///
    /// Behind the changed words, costs are compared with those of the hypothesis: what comes after
    /// is the same, so the distances differ by at least the smallest and at most the largest
    /// difference in a row. Most variants are decided in the first such row.
    pub(super) fn variant(
        &mut self,
        hypothesis: &[u32],
        from: usize,
        changed: &[u32],
        reference: &[u32],
        limit: u32,
    ) -> Option<u32> {
        let Self { beam, costs, starts, current, above } = self;
        above.clear();
        above.extend_from_slice(&costs[starts[from]..starts[from + 1]]);
        let mut start = beam.columns(from).start;
        let behind = from + changed.len();
        let distance = costs.last().copied().unwrap_or(0);
        for row in from + 1..=hypothesis.len() {
            let word = changed.get(row - 1 - from).copied().unwrap_or(hypothesis[row - 1]);
            let columns = beam.columns(row);
            current.clear();
            extend_row(Row { start, costs: above }, word, reference, columns.clone(), current);
            start = columns.start;
            std::mem::swap(current, above);
            if row >= behind {
                let (least, most) = differences(above, &costs[starts[row]..starts[row + 1]]);
                // A lower bound, which may fall below 0.
                if distance.saturating_add_signed(least) > limit {
                    return None;
                }
                if least == most {
                    return Some(distance.saturating_add_signed(least));
                }
            }
        }
        above.last().copied().filter(|&distance| distance <= limit)
    }
}

/// Turns marks of words into counts of marks before each word.
fn accumulate(marks: &mut [u32]) {
    let mut count = 0;
    for mark in marks {
        count += *mark;
        *mark = count;
    }
}

/// The smallest and the largest difference between two rows.
fn differences(row: &[u32], other: &[u32]) -> (i32, i32) {
    let mut extremes = (i32::MAX, i32::MIN);
    for (&cost, &other) in row.iter().zip(other) {
        let difference = cost.wrapping_sub(other).cast_signed();
        extremes = (extremes.0.min(difference), extremes.1.max(difference));
    }
    extremes
}
