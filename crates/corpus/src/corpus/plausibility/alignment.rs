//! Outputs that do not stand beside their references: shifted, in another order, of another text or in another
//! language, in a part or as a whole.
//!
//! Every segment is compared with the reference beside it by the letters that they share. A translation
//! shares three times as many with its own reference as with any other, in all languages and for all
//! systems that were looked at; so segments where this is not so are few and lie scattered. A stretch of
//! them, found as the subarray with the largest sum (Kadane; Bentley 1984, CACM 27, 865-873), is a mistake.

use std::collections::BTreeMap;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;

use super::super::model::{Corpus, Texts};
use super::language::Vocabulary;
use super::lines::{Column, Lines, Oddity, TOO_MUCH, columns};
use super::shared::LONG;
use crate::similarity::LetterSet;
use crate::warning::Warning;
use crate::words::counted;

/// Segments below which there is nothing to tell by.
const FEWEST: usize = 8;

/// How far away a segment is looked for that does not look like its reference.
const WINDOW: usize = 12;

/// Threes of letters below which a text is too short to tell by.
const FEWEST_LETTERS: u32 = 6;

/// A segment below it is not like its reference. Translations have .4 to .7 on average.
const LOW: f64 = 0.35;

/// A segment that belongs elsewhere has this similarity with another reference, and this much more than
/// with its own.
const LEAST_ELSEWHERE: f64 = 0.3;
const LEAST_GAIN: f64 = 0.15;

/// What a segment that is like its reference takes from the sum of a stretch, and one that is like none.
const LIKE: f64 = -0.2;
const LIKE_NONE: f64 = -0.05;

/// Sum of a stretch, and segments in it, from which on it is no accident. Real outputs (some 140 columns of WMT
/// 2014 to 2023, TED and IWSLT) have two such segments in a row at most; each shifted one adds some 0.4.
const SUSPICIOUS: f64 = 1.0;
const FEWEST_SHIFTED: usize = 3;

/// How far above the overlap of unrelated segments a segment must be to count as related.
const ABOVE_CHANCE: f64 = 0.06;

/// Segments of a stretch of unrelated texts, at least, and the sum that they must reach.
const FEWEST_UNRELATED: usize = 20;
const UNRELATED: f64 = 1.2;

/// Segments within which a stretch reaches the end of the text.
const NEAR_END: usize = 8;

/// Below it a segment may as well belong to another text.
const UNLIKE: f64 = 0.15;

/// An output below [`LOW`] that shares this part with the source is the source.
const SOURCE: f64 = 0.9;

/// Below it a text may be in another language.
const MAYBE_FOREIGN: f64 = 0.25;

const UNTRANSLATED: Oddity = Oddity {
    what: "the text of the source in place of a translation",
    help: "these segments were not translated, or the wrong file was taken: translate them, or leave the system out",
    one_in: 100,
    is_noted: false,
    is_refused: true,
};

const FOREIGN: Oddity = Oddity {
    what: "texts in another language than the reference, by its most frequent words",
    help: "these segments were not translated, or into another language: look at the file",
    one_in: 200,
    is_noted: false,
    is_refused: true,
};

/// Of independent translations, free ones of short texts and those of weak systems reach 5 %.
const UNRELATED_LINES: Oddity = Oddity {
    what: "texts that have nothing in common with the reference, where others have",
    help: "they may belong to other segments or be no translations: look at the file",
    one_in: 12,
    is_noted: false,
    is_refused: false,
};

/// A column, or a part of it, that does not belong to the reference beside it.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Misfit {
    /// It is in another language: shares of the most frequent words of the reference, in it and in the reference.
    Foreign { own: f64, reference: f64 },
    /// A stretch belongs to other segments, or to none.
    Elsewhere(Place),
}

/// A stretch of segments that do not belong to the references beside them.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Place {
    /// First and last segment, from 0.
    first: usize,
    last: usize,
    moved: Moved,
    /// Mean overlap with the references that they do belong to, or by chance, and with those beside them.
    elsewhere: f64,
    here: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Moved {
    /// The references that they belong to come later, by as many segments.
    By(isize),
    /// They are in another order.
    Apart,
    /// They belong to none that is near.
    Away,
}

/// What was found about a column.
struct Found {
    misfit: Option<Misfit>,
    untranslated: Lines,
    foreign: Lines,
    /// Segments that are unlike their reference.
    unlike: Vec<usize>,
    /// Segments that are not like it, and all that can be compared.
    low: usize,
    comparable: usize,
}

/// What [`find`] keeps of the first reference and of a column on each thread, in bytes; segments that are unlike their
/// reference take as much again.
pub(super) fn bytes(corpus: &Corpus) -> usize {
    let segments = corpus.references.first().map_or(0, |reference| reference.texts.len());
    let at_once = rayon::current_num_threads().min(corpus.references.len() + corpus.systems.len());
    segments * (size_of::<LetterSet>() + size_of::<AtomicUsize>() + at_once * size_of::<Looked>())
}

pub(super) fn find(corpus: &Corpus) -> Vec<Warning> {
    let Some(first) = corpus.references.first() else { return Vec::new() };
    if first.texts.len() < FEWEST {
        return Vec::new();
    }
    let reference = Reference::new(&first.texts, corpus.source.as_ref());
    // The first column is the reference itself.
    let columns: Vec<Column> = columns(corpus).into_iter().skip(1).collect();
    let compared: Vec<Found> =
        columns.par_iter().map(|column| reference.compare(column.texts)).collect();
    let mut warnings = misfits(&columns, &compared, &first.name, reference.letters.len());
    let lines = |of: &dyn Fn(&Found) -> &Lines, oddity: Oddity| {
        let lines: Vec<_> = columns.iter().zip(compared.iter().map(of)).collect();
        oddity.warnings(&lines)
    };
    warnings.extend(lines(&|compared| &compared.untranslated, UNTRANSLATED));
    warnings.extend(lines(&|compared| &compared.foreign, FOREIGN));
    let unrelated = compared.iter().map(|compared| reference.unrelated(compared, columns.len()));
    let unrelated: Vec<Lines> = unrelated.collect();
    warnings.extend(UNRELATED_LINES.warnings(&columns.iter().zip(&unrelated).collect::<Vec<_>>()));
    warnings
}

/// Warnings about columns that do not belong to the reference, in a stretch or as a whole.
fn misfits(columns: &[Column], found: &[Found], reference: &str, segments: usize) -> Vec<Warning> {
    let misfits: Vec<Misfit> = found.iter().filter_map(|found| found.misfit).collect();
    // All others agree against it: the first reference is to blame.
    if let [first, .., _] = misfits[..]
        && misfits.len() == columns.len()
        && misfits.iter().all(|other| other.is_like(first))
    {
        let others = "all systems and other references";
        return vec![first.turned().warning(&format!("reference `{reference}`"), others, segments)];
    }
    let against = format!("reference `{reference}`");
    let all = columns.iter().zip(found);
    all.filter_map(|(column, found)| {
        Some(found.misfit?.warning(&column.named(), &against, segments))
    })
    .collect()
}

impl Misfit {
    /// Whether the same is wrong with two columns.
    fn is_like(&self, other: Self) -> bool {
        match (self, other) {
            (Self::Foreign { .. }, Self::Foreign { .. }) => true,
            (Self::Elsewhere(one), Self::Elsewhere(other)) => one.moved == other.moved,
            _ => false,
        }
    }

    /// The same seen from the reference.
    fn turned(self) -> Self {
        match self {
            Self::Foreign { own, reference } => Self::Foreign { own: reference, reference: own },
            Self::Elsewhere(place) => {
                let moved = match place.moved {
                    Moved::By(offset) => Moved::By(-offset),
                    moved => moved,
                };
                Self::Elsewhere(Place { moved, ..place })
            }
        }
    }

    fn warning(self, column: &str, against: &str, segments: usize) -> Warning {
        let place = match self {
            Self::Elsewhere(place) => place,
            Self::Foreign { own, reference } => {
                let (least, most) = (own.min(reference), own.max(reference));
                return Warning::of_corpus(
                    format!(
                        "{column} is in another language than {against}: the most frequent words of one are {:.0} % \
                         of its words, and {:.0} % of the words of the other",
                        100.0 * most,
                        100.0 * least
                    ),
                    "the wrong file or language pair was probably taken: compare the files",
                )
                .refused();
            }
        };
        let Place { first, last, moved, elsewhere, here } = place;
        let is_too_much = (last - first + 1) * 100 >= segments * TOO_MUCH;
        let stretch = if first == 0 && last + 1 == segments {
            format!("in all {segments} segments")
        } else {
            format!("in segments {} to {}", first + 1, last + 1)
        };
        let warning = match moved {
            Moved::By(offset) => {
                let by = counted(offset.unsigned_abs(), "segment");
                let at = if first == 0 {
                    "at its start".to_owned()
                } else {
                    format!("near segment {}", first + 1)
                };
                let (what, more) = if offset > 0 { ("lacks", "") } else { ("has", " too many") };
                Warning::of_corpus(
                    format!(
                        "{column} is shifted by {by} against {against} {stretch} (likeness {here:.2} as it stands, \
                         {elsewhere:.2} shifted)"
                    ),
                    format!(
                        "it probably {what} {by}{more} {at}: align the file and run again, scores of these segments \
                         mean nothing"
                    ),
                )
            }
            Moved::Apart => Warning::of_corpus(
                format!(
                    "{column} is in another order than {against} {stretch} (likeness {here:.2} as it stands, \
                     {elsewhere:.2} with segments near by)"
                ),
                "align the file and run again, scores of these segments mean nothing",
            ),
            Moved::Away => Warning::of_corpus(
                format!(
                    "{column} has hardly anything in common with {against} {stretch} (likeness {here:.2}, of \
                     segments paired by chance {elsewhere:.2})"
                ),
                "it may be in another order, of another text or in another language: compare the files there",
            ),
        };
        if is_too_much { warning.refused() } else { warning }
    }
}

/// The first reference, with what columns are compared by.
struct Reference<'a> {
    texts: &'a Texts,
    source: Option<&'a Texts>,
    letters: Vec<LetterSet>,
    vocabulary: OnceLock<Option<Vocabulary>>,
    /// Of each segment, columns that are like it.
    like: Vec<AtomicUsize>,
}

/// What is known of a segment.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Looked {
    /// It or its reference has no text, or hardly one.
    Nothing,
    /// It is like its reference.
    Like,
    /// It is not: its overlap.
    Low(f64),
}

impl<'a> Reference<'a> {
    fn new(texts: &'a Texts, source: Option<&'a Texts>) -> Self {
        let letters = (0..texts.len()).into_par_iter().map(|at| letters(texts, at)).collect();
        let like = (0..texts.len()).map(|_| AtomicUsize::new(0)).collect();
        Self { texts, source, letters, vocabulary: OnceLock::new(), like }
    }

    fn vocabulary(&self) -> Option<&Vocabulary> {
        // Counted when first needed: where no text may be foreign, it never is.
        self.vocabulary.get_or_init(|| Vocabulary::read(self.texts)).as_ref()
    }

    /// What is odd about a column beside it.
    fn compare(&self, column: &Texts) -> Found {
        let mut compared = Found {
            misfit: None,
            untranslated: Lines::default(),
            foreign: Lines::default(),
            unlike: Vec::new(),
            low: 0,
            comparable: 0,
        };
        // In the order of segments, since sums of overlaps depend on the order.
        let mut low: BTreeMap<usize, LetterSet> = BTreeMap::new();
        let looked = self.letters.iter().enumerate().map(|(at, beside)| {
            let hypothesis = letters(column, at);
            let looked = if hypothesis.size() < FEWEST_LETTERS || beside.size() < FEWEST_LETTERS {
                Looked::Nothing
            } else {
                match hypothesis.overlap(beside) {
                    here if here < LOW => Looked::Low(here),
                    _ => Looked::Like,
                }
            };
            let (is_source, is_foreign) = self.is_untranslated(column, at, looked, &hypothesis);
            compared.untranslated.add(at, is_source);
            compared.foreign.add(at, is_foreign);
            compared.comparable += usize::from(looked != Looked::Nothing);
            match looked {
                Looked::Nothing => {}
                Looked::Like => {
                    // No order is needed: counts are read when all threads have ended.
                    self.like[at].fetch_add(1, Ordering::Relaxed);
                }
                Looked::Low(here) => {
                    low.insert(at, hypothesis);
                    if here < UNLIKE && !is_source && !is_foreign {
                        compared.unlike.push(at);
                    }
                }
            }
            looked
        });
        let looked: Vec<Looked> = looked.collect();
        compared.low = low.len();
        // The whole in another language: nothing else need be said.
        if 2 * low.len() >= compared.comparable
            && !compared.untranslated.are_too_many()
            && let Some((own, reference)) =
                self.vocabulary().and_then(|vocabulary| vocabulary.is_foreign_column(column))
        {
            compared.misfit = Some(Misfit::Foreign { own, reference });
            compared.foreign = Lines::default();
            return compared;
        }
        if !compared.untranslated.are_too_many() && !compared.foreign.are_too_many() {
            compared.misfit = self.misfit(&looked, &low).map(Misfit::Elsewhere);
            // What belongs to other segments has other words.
            if compared.misfit.is_some() {
                compared.foreign = Lines::default();
            }
        }
        compared
    }

    /// Whether a text is that of the source, and if not, whether it is in another language than the reference.
    fn is_untranslated(
        &self,
        column: &Texts,
        at: usize,
        looked: Looked,
        own: &LetterSet,
    ) -> (bool, bool) {
        let (Some(text), Some(reference)) = (column.get(at), self.texts.get(at)) else {
            return (false, false);
        };
        let is_low = matches!(looked, Looked::Low(_));
        if text.len() >= LONG
            && let Some(source) = self.source.and_then(|source| source.get(at))
            // Where the reference keeps the source as it is, so may an output.
            && reference != source
            && (text == source || is_low && own.overlap(&LetterSet::new(source)) >= SOURCE)
        {
            return (true, false);
        }
        let is_foreign = matches!(looked, Looked::Low(here) if here < MAYBE_FOREIGN)
            && self.vocabulary().is_some_and(|words| words.is_foreign(text, reference));
        (false, is_foreign)
    }

    /// The stretch of a column that most likely fits other segments than its own, or else one that fits none.
    fn misfit(&self, looked: &[Looked], low: &BTreeMap<usize, LetterSet>) -> Option<Place> {
        let elsewhere: BTreeMap<usize, (isize, f64)> = low
            .iter()
            .filter_map(|(at, own)| {
                let Looked::Low(here) = looked[*at] else { return None };
                let (offset, there) = self.nearest(*at, own)?;
                let is_found = there >= LEAST_ELSEWHERE && there - here >= LEAST_GAIN;
                is_found.then_some((*at, (offset, there)))
            })
            .collect();
        let gains = looked.iter().enumerate().map(|(at, looked)| match looked {
            Looked::Nothing => 0.0,
            Looked::Like => LIKE,
            Looked::Low(here) => elsewhere.get(&at).map_or(LIKE_NONE, |(_, there)| there - here),
        });
        let shifted = largest_stretch(gains)
            .filter(|stretch| stretch.sum >= SUSPICIOUS && stretch.counted >= FEWEST_SHIFTED);
        let chance = self.chance(low);
        let gains = looked.iter().map(|looked| match looked {
            Looked::Nothing => 0.0,
            Looked::Like => LIKE,
            Looked::Low(here) => chance + ABOVE_CHANCE - here,
        });
        let unrelated = largest_stretch(gains)
            .filter(|stretch| stretch.sum >= UNRELATED && stretch.counted >= FEWEST_UNRELATED);
        // Where most are like none that is near, a few are by chance.
        let most = shifted.map_or(0, |stretch| 2 * stretch.counted);
        if let Some(stretch) = unrelated.filter(|stretch| stretch.counted > most) {
            return Some(self.place(stretch, Moved::Away, chance, looked));
        }
        let stretch = shifted?;
        let within: Vec<_> = elsewhere.range(stretch.first..=stretch.last).collect();
        let mut offsets: BTreeMap<isize, usize> = BTreeMap::new();
        for (_, (offset, _)) in &within {
            *offsets.entry(*offset).or_default() += 1;
        }
        let most = offsets.into_iter().max_by_key(|(_, count)| *count);
        let moved = match most {
            Some((offset, count)) if 3 * count >= 2 * within.len() => Moved::By(offset),
            _ => Moved::Apart,
        };
        let there = within.iter().map(|(_, (_, there))| there).sum::<f64>();
        Some(self.place(stretch, moved, there / within.len().max(1) as f64, looked))
    }

    /// The reference near segment `at`, but not its own, that is most like `own`: how much later, and how like.
    fn nearest(&self, at: usize, own: &LetterSet) -> Option<(isize, f64)> {
        let beside = self.texts.get(at);
        let window = at.saturating_sub(WINDOW)..(at + WINDOW + 1).min(self.letters.len());
        let others = window.filter(|other| {
            // A reference that is repeated near by is no other one.
            self.letters[*other].size() >= FEWEST_LETTERS && self.texts.get(*other) != beside
        });
        let others = others.map(|other| {
            (other.cast_signed() - at.cast_signed(), own.overlap(&self.letters[other]))
        });
        others.max_by(|one, other| {
            let nearer = other.0.unsigned_abs().cmp(&one.0.unsigned_abs());
            // Of equally similar ones the nearest: `max_by` would take the last.
            one.1.total_cmp(&other.1).then(nearer)
        })
    }

    /// Mean overlap of segments with references that are not theirs: those half of the text away.
    fn chance(&self, low: &BTreeMap<usize, LetterSet>) -> f64 {
        let half = self.letters.len() / 2;
        low.iter()
            .map(|(at, own)| own.overlap(&self.letters[(at + half) % self.letters.len()]))
            .sum::<f64>()
            / low.len().max(1) as f64
    }

    fn place(&self, stretch: Stretch, moved: Moved, elsewhere: f64, looked: &[Looked]) -> Place {
        let Stretch { first, last, .. } = stretch;
        let low = looked[first..=last].iter().filter_map(|looked| match looked {
            Looked::Low(here) => Some(*here),
            _ => None,
        });
        let low: Vec<f64> = low.collect();
        let here = low.iter().sum::<f64>() / low.len().max(1) as f64;
        // At the ends there is nothing to compare with: the last segments of a file that is shifted belong to it.
        let segments = self.letters.len();
        Place {
            first: if first < NEAR_END { 0 } else { first },
            last: if last + NEAR_END >= segments { segments - 1 } else { last },
            moved,
            elsewhere,
            here,
        }
    }

    /// Segments of a column that are unlike their reference, where half of the other columns are like it. A weak
    /// system has many that are not very like it for each one that is unlike it.
    fn unrelated(&self, found: &Found, columns: usize) -> Lines {
        let mut lines = Lines::default();
        let is_weak = found.low > 3 * found.unlike.len();
        if columns > 1 && found.misfit.is_none() && !is_weak {
            for at in &found.unlike {
                // By now all columns have been compared, and the threads have been waited for.
                if 2 * self.like[*at].load(Ordering::Relaxed) >= columns - 1 {
                    lines.add(*at, true);
                }
            }
            lines.all = found.comparable;
        }
        lines
    }
}

fn letters(texts: &Texts, index: usize) -> LetterSet {
    LetterSet::new(texts.get(index).unwrap_or(""))
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
        let cases: [(&[f64], _); 4] = [
            (&[-1.0, 2.0, -1.0, 3.0, -4.0, 1.0], Some((1, 3, 2))),
            (&[1.0, -2.0, 1.5], Some((2, 2, 1))),
            (&[-1.0, 0.0], None),
            (&[], None),
        ];
        for (values, expected) in cases {
            let best = largest_stretch(values.iter().copied());
            assert_eq!(best.map(|best| (best.first, best.last, best.counted)), expected);
        }
    }
}
