//! Outputs that do not stand beside their references: shifted by a few segments, from the start or from
//! some segment on, or of another text altogether.
//!
//! Every segment is compared with the reference beside it by the letters that they share. A translation
//! shares three times as many with its own reference as with any other, in all languages and for all
//! systems that were looked at; so segments where this is not so are few and lie scattered. A stretch of
//! them, found as the subarray with the largest sum (Kadane; Bentley 1984, CACM 27, 865-873), is a mistake.

use std::sync::OnceLock;

use rayon::prelude::*;

use super::super::model::{Corpus, NamedTexts, Texts};
use super::super::warnings::Warning;
use super::outputs;
use crate::similarity::LetterSet;
use crate::words::counted;

/// Offsets that are tried where a segment does not look like its reference.
const OFFSETS: [isize; 6] = [1, -1, 2, -2, 3, -3];

/// Segments that are looked at; of more, every second, third and so on.
const MOST_SAMPLED: usize = 2048;

/// Segments below which there is nothing to tell by.
const FEWEST: usize = 8;

/// Of so many segments one is looked at first. A stretch that counts is longer.
const COARSE: usize = 4;

/// Overlaps below this call for a look at the neighbours. Translations have .4 to .7 on average.
const LOW: f64 = 0.35;

/// What a segment that is like its reference takes from the sum of a stretch.
const LIKE: f64 = -0.2;

/// Sum of a stretch from which on it is no accident. The largest of real outputs (140 columns of WMT 2021 and
/// 2023, TED and IWSLT) is below 1, and each shifted segment adds some 0.4.
const SUSPICIOUS: f64 = 2.5;

/// What it adds at least, on average.
const LEAST_GAIN: f64 = 0.15;

/// What a shifted segment adds to the sum of a stretch.
const USUAL_GAIN: f64 = 0.45;

/// Sampled segments of a stretch that do look like a neighbour, at least.
const FEWEST_SHIFTED: usize = 6;

/// How far above the overlap of unrelated segments a segment must be to count as related.
const ABOVE_CHANCE: f64 = 0.06;

/// Sampled segments of a stretch of unrelated texts, at least, and the sum that they must reach.
const FEWEST_UNRELATED: usize = 20;
const UNRELATED: f64 = 1.2;

/// A stretch of segments that do not belong to the references beside them.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Misfit {
    /// First and last segment, from 0.
    first: usize,
    last: usize,
    /// By how many segments the references that they do belong to come later; nothing where none is near.
    offset: Option<isize>,
    /// Mean overlap with those, or by chance, and with the references beside them.
    elsewhere: f64,
    here: f64,
}

pub(super) fn find(corpus: &Corpus) -> Vec<Warning> {
    let Some(reference) = corpus.references.first() else { return Vec::new() };
    let sample = Sample::new(&reference.texts);
    if sample.letters.len() < FEWEST {
        return Vec::new();
    }
    let references = corpus.references[1..].iter().map(|column| ("reference", column));
    let columns = references.chain(outputs(corpus).map(|column| ("system", column)));
    let columns: Vec<(&str, &NamedTexts)> = columns.collect();
    let found: Vec<Option<Misfit>> =
        columns.par_iter().map(|(_, column)| sample.misfit(&column.texts)).collect();
    let misfits: Vec<Misfit> = found.iter().flatten().copied().collect();
    // All others agree against it: the first reference is to blame.
    if let [first, .., _] = misfits[..]
        && misfits.len() == columns.len()
        && misfits.iter().all(|other| other.offset == first.offset)
    {
        let turned = Misfit { offset: first.offset.map(|offset| -offset), ..first };
        let others = "all systems and other references";
        return vec![turned.warning("reference", &reference.name, others, sample.segments)];
    }
    let against = format!("reference `{}`", reference.name);
    let warnings = columns.iter().zip(found).filter_map(|((kind, column), misfit)| {
        Some(misfit?.warning(kind, &column.name, &against, sample.segments))
    });
    warnings.collect()
}

impl Misfit {
    fn warning(&self, kind: &str, name: &str, against: &str, segments: usize) -> Warning {
        let (first, last) = (self.first + 1, self.last + 1);
        let stretch = if first == 1 && last == segments {
            format!("in all {segments} segments")
        } else {
            format!("in segments {first} to {last}")
        };
        let Self { elsewhere, here, .. } = self;
        let Some(offset) = self.offset else {
            return Warning::of_corpus(
                format!(
                    "{kind} `{name}` has hardly anything in common with {against} {stretch} (likeness \
                     {here:.2}, of segments paired by chance {elsewhere:.2})"
                ),
                "it may be in another order, of another text or in another language: compare the files there",
            );
        };
        let by = counted(offset.unsigned_abs(), "segment");
        let place =
            if first == 1 { "at its start".to_owned() } else { format!("near segment {first}") };
        let what = if offset > 0 { "lacks" } else { "has" };
        let more = if offset > 0 { "" } else { " too many" };
        Warning::of_corpus(
            format!(
                "{kind} `{name}` is shifted by {by} against {against} {stretch} (likeness {here:.2} as it \
                 stands, {elsewhere:.2} shifted)"
            ),
            format!(
                "it probably {what} {by}{more} {place}: align the file and run again, scores of these segments \
                 mean nothing"
            ),
        )
    }
}

/// Segments of a reference with their letters.
struct Sample<'a> {
    texts: &'a Texts,
    segments: usize,
    /// Every so many segments are looked at.
    step: usize,
    /// Of each segment that may be looked at, once it is; empty where there is no text.
    letters: Vec<OnceLock<LetterSet>>,
}

/// What is known of a segment that may be looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Looked {
    /// It need not be looked at, since a segment near it is like its reference.
    No,
    /// It or its reference has no text.
    Empty,
    /// Its overlap with its reference.
    Overlap(f64),
}

impl<'a> Sample<'a> {
    fn new(texts: &'a Texts) -> Self {
        let segments = texts.len();
        let step = segments.div_ceil(MOST_SAMPLED).max(1);
        let letters = (0..segments).step_by(step).map(|_| OnceLock::new()).collect();
        Self { texts, segments, step, letters }
    }

    /// The letters of the reference of a segment.
    fn letters(&self, at: usize) -> &LetterSet {
        self.letters[at].get_or_init(|| letters(self.texts, at * self.step))
    }

    /// The likeness of a text with the reference of segment `index`, which may be beyond the ends.
    fn overlap_at(&self, own: &LetterSet, index: Option<usize>) -> f64 {
        let Some(index) = index.filter(|index| *index < self.segments) else { return 0.0 };
        if index.is_multiple_of(self.step) {
            return own.overlap(self.letters(index / self.step));
        }
        own.overlap(&letters(self.texts, index))
    }

    /// Overlaps of a column with its references: of every fourth segment, and of those around one that is low.
    /// A stretch that is long enough holds a fourth segment; most others need not be looked at.
    fn look(&self, column: &Texts) -> Vec<Looked> {
        let mut looked = vec![Looked::No; self.letters.len()];
        let overlap = |at: usize| {
            let (own, other) = (letters(column, at * self.step), self.letters(at));
            // Without a text there is nothing to compare.
            if own.is_empty() || other.is_empty() {
                Looked::Empty
            } else {
                Looked::Overlap(own.overlap(other))
            }
        };
        for at in (0..looked.len()).step_by(COARSE) {
            looked[at] = overlap(at);
        }
        for at in (0..looked.len()).step_by(COARSE) {
            // Around a gap as around a misfit: a stretch may lie on both sides of it.
            if !matches!(looked[at], Looked::Overlap(here) if here >= LOW) {
                let around = at.saturating_sub(COARSE - 1)..(at + COARSE).min(looked.len());
                for near in around.filter(|near| near % COARSE > 0) {
                    if looked[near] == Looked::No {
                        looked[near] = overlap(near);
                    }
                }
            }
        }
        looked
    }

    /// The first stretch of `column` that fits other segments than its own, or else one that fits none.
    fn misfit(&self, column: &Texts) -> Option<Misfit> {
        let here = self.look(column);
        let is_low = |(at, looked): (usize, &Looked)| match looked {
            Looked::Overlap(here) if *here < LOW => {
                Some((at, *here, letters(column, at * self.step)))
            }
            _ => None,
        };
        let low: Vec<LowSegment> = here.iter().enumerate().filter_map(is_low).collect();
        // Where not even the usual gain makes a stretch of them, the neighbours need not be looked at.
        if stretch(&here, &low, |_, _, _| USUAL_GAIN)?.counted < FEWEST_SHIFTED {
            return None;
        }
        let shifted = OFFSETS.iter().filter_map(|offset| {
            let elsewhere = |at: usize, own: &LetterSet| {
                self.overlap_at(own, (at * self.step).checked_add_signed(*offset))
            };
            let stretch = stretch(&here, &low, |at, here, own| elsewhere(at, own) - here)?;
            // Over a long stretch, chance alone adds up: with another offset, each segment gains next to nothing.
            let length = (stretch.last - stretch.first + 1) as f64;
            let is_found = stretch.sum >= SUSPICIOUS.max(LEAST_GAIN * length)
                && stretch.counted >= FEWEST_SHIFTED;
            is_found.then(|| self.described(&stretch, &low, Some(*offset), elsewhere))
        });
        if let Some(first) = shifted.min_by_key(|misfit| misfit.first) {
            return Some(first);
        }
        let chance = self.chance(&low);
        let stretch = stretch(&here, &low, |_, here, _| chance + ABOVE_CHANCE - here)?;
        let is_found = stretch.sum >= UNRELATED && stretch.counted >= FEWEST_UNRELATED;
        is_found.then(|| self.described(&stretch, &low, None, |_, _| chance))
    }

    /// Mean overlap of segments with references that are not theirs: those half of the text away.
    fn chance(&self, low: &[LowSegment]) -> f64 {
        let half = self.letters.len() / 2;
        let far =
            |(at, _, own): &LowSegment| own.overlap(self.letters((at + half) % self.letters.len()));
        low.iter().map(far).sum::<f64>() / low.len() as f64
    }

    fn described(
        &self,
        stretch: &Stretch,
        low: &[LowSegment],
        offset: Option<isize>,
        elsewhere: impl Fn(usize, &LetterSet) -> f64,
    ) -> Misfit {
        let within = || low.iter().filter(|(at, ..)| (stretch.first..=stretch.last).contains(at));
        let mean = |of: &dyn Fn(&LowSegment) -> f64| {
            within().map(of).sum::<f64>() / within().count().max(1) as f64
        };
        // At the ends there is nothing to compare with: the last segments of a file that is shifted belong to it.
        let near_end = 2 * COARSE * self.step;
        let first = stretch.first * self.step;
        let last = stretch.last * self.step;
        Misfit {
            first: if first < near_end { 0 } else { first },
            last: if last + near_end >= self.segments { self.segments - 1 } else { last },
            offset,
            elsewhere: mean(&|(at, _, own)| elsewhere(*at, own)),
            here: mean(&|(_, here, _)| *here),
        }
    }
}

/// A segment that does not look like its reference: its place, its overlap, its letters.
type LowSegment = (usize, f64, LetterSet);

fn letters(texts: &Texts, index: usize) -> LetterSet {
    LetterSet::new(texts.get(index).unwrap_or(""))
}

/// The stretch with the largest sum of gains: `gain` of segments that are low, [`LIKE`] of those that are like
/// their reference, and nothing of those without a text to compare.
fn stretch(
    here: &[Looked],
    low: &[LowSegment],
    gain: impl Fn(usize, f64, &LetterSet) -> f64,
) -> Option<Stretch> {
    let mut low = low.iter().peekable();
    let gains = here.iter().enumerate().map(|(at, looked)| match looked {
        Looked::Empty => 0.0,
        _ => match low.next_if(|(index, ..)| *index == at) {
            Some((_, here, own)) => gain(at, *here, own),
            None => LIKE,
        },
    });
    largest_stretch(gains)
}

/// The part of a sequence with the largest sum.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Stretch {
    sum: f64,
    first: usize,
    last: usize,
    /// Positive values in it.
    counted: usize,
}

fn largest_stretch(values: impl Iterator<Item = f64>) -> Option<Stretch> {
    let mut best: Option<Stretch> = None;
    let mut current = Stretch { sum: 0.0, first: 0, last: 0, counted: 0 };
    for (at, value) in values.enumerate() {
        if current.sum <= 0.0 {
            current = Stretch { sum: 0.0, first: at, last: at, counted: 0 };
        }
        current.sum += value;
        current.last = at;
        current.counted += usize::from(value > 0.0);
        if current.sum > best.map_or(0.0, |best| best.sum) {
            best = Some(current);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_stretch_is_found() {
        let found = |values: &[f64]| {
            let best = largest_stretch(values.iter().copied())?;
            Some((best.first, best.last, best.counted))
        };
        assert_eq!(found(&[-1.0, 2.0, -1.0, 3.0, -4.0, 1.0]), Some((1, 3, 2)));
        assert_eq!(found(&[1.0, -2.0, 1.5]), Some((2, 2, 1)));
        assert_eq!(found(&[-1.0, 0.0]), None);
        assert_eq!(found(&[]), None);
    }
}
