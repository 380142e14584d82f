//! NIST (Doddington 2002) as mteval-v13a computes it.
//!
//! Per order n, the information of matched n-grams over the number of n-grams of the hypotheses;
//! the score is the sum over orders times a penalty for short output:
//!
//! `sum_n (info_n / max(1, count_n)) * penalty(|h| / mean |r|)`,
//! `penalty(x) = exp(-ln 2 / ln(1.5)^2 * ln(min(x, 1))^2)`: 1/2 at two thirds of the length.
//!
//! Matches are clipped by the largest count in a single reference of the segment. Information
//! weights come from all references of the test set, or of the whole corpus, see `information.rs`,
//! and are then fixed for whatever is drawn from the test set; or they are computed again for every
//! resample, see `resample.rs`.
//!
//! Rows are `info_1..N, count_1..N, |h|, mean |r|`. Information is real: it is rounded once per
//! segment and order to a multiple of 2^-40, or of a larger power of two where sums over the corpus
//! could otherwise come near the limit of `i64` (2^-30 for 30,000 segments with four references of
//! 100 tokens). The error of a segment's information is at most half of that. Lengths are exact.
//!
//! Edge cases: an empty hypothesis counts by its missing length; without any hypothesis token the
//! score is 0; where references have no token it is undefined. The share of an order is its term over the
//! sum, so that the penalty cancels; what has no information is counted in `zero_information.rs`. One deviation: mteval takes an
//! n-gram whose prefix is the token `0` for one without prefix; this does not.

mod information;
mod resample;
mod terms;
mod zero_information;

use std::ops::Range;
use std::sync::Arc;

use self::information::{Count, Counts, DIGITS, ROOT, ReferenceNgrams};
use self::terms::Terms;
use self::zero_information::PreparedZeroInformation;
use super::config::{Information, NistConfig, NistValue};
use super::tokens::{ReferenceTokens, integer};
use super::{
    ManySums, Metric, Prepared, Rows, Scorer, Segments, Statistics, StatisticsRows, TestSetRows,
    fixed_point,
};
use crate::tokenize::tokenizer;

impl Metric for NistConfig {
    fn signature(&self, references: usize) -> String {
        let information = self.information.name();
        let (case, tokenizer) = (self.lowercase.signature(), self.tokenizer.signature());
        let order = self.order;
        let mut signature = format!(
            "NIST|nrefs:{references}|case:{case}|tok:{tokenizer}|order:{order}|info:{information}"
        );
        if let Some(of) = self.of {
            signature.push_str("|of:");
            signature.push_str(&of.to_string());
        }
        if self.value != NistValue::Score {
            signature.push_str("|value:");
            signature.push_str(self.value.name());
        }
        signature
    }

    /// Cost: one look-up per n-gram of the references.
    fn prepare(&self, references: &[&Segments<'_>], _: &[Range<usize>]) -> Box<dyn Prepared> {
        let tokenizer = tokenizer(self.tokenizer, self.lowercase);
        let tokens = ReferenceTokens::new(references, tokenizer);
        let ngrams = ReferenceNgrams::new(&tokens, self.largest_order());
        let digits = fixed_point::digits(tokens.segments(), ngrams.largest_information());
        let ngrams = Arc::new(ngrams);
        if self.value == NistValue::ZeroInformation {
            return Box::new(PreparedZeroInformation { config: self.clone(), tokens, ngrams });
        }
        Box::new(PreparedNist { config: self.clone(), tokens, ngrams, digits })
    }
}

struct PreparedNist {
    config: NistConfig,
    tokens: ReferenceTokens,
    ngrams: Arc<ReferenceNgrams>,
    /// Binary digits after the point of information in rows.
    digits: u32,
}

impl Prepared for PreparedNist {
    /// Cost: one look-up per matched n-gram and per n-gram of the references.
    fn extract(&self, hypotheses: &Segments<'_>) -> Statistics {
        let order = self.config.largest_order();
        let scorer = NistScorer {
            order,
            part: self.config.of.map(|_| self.config.order),
            units: fixed_point::units(self.digits),
            half: libm::log(1.5),
            length_scale: self.tokens.scale(),
        };
        let mut matches = Matches {
            ngrams: Arc::clone(&self.ngrams),
            order,
            scorer,
            digits: self.digits,
            found: Vec::new(),
            ends: Vec::new(),
            known: Vec::new(),
            terms: Terms::default(),
            tails: Vec::new(),
        };
        let mut matcher = Matcher::new(&self.ngrams, order);
        self.tokens.for_each(hypotheses, |segment, hypothesis| {
            let Some(hypothesis) = hypothesis else { return matches.push_absent() };
            matcher.read(segment, hypothesis);
            let lengths = [integer(hypothesis.len()), self.tokens.mean_length(segment)];
            matches.push(&matcher, lengths);
        });
        let rows = match self.config.information {
            Information::TestSet => StatisticsRows::PerTestSet(Arc::new(matches)),
            Information::Corpus => {
                let all: Vec<usize> = (0..hypotheses.len()).collect();
                StatisticsRows::Fixed(Arc::new(matches.rows(&all)))
            }
            Information::Recomputed => StatisticsRows::PerReplicate(Arc::new(matches)),
        };
        Statistics { rows, scorer: Arc::new(scorer) }
    }
}

/// Finds the matches of one segment at a time.
struct Matcher<'a> {
    ngrams: &'a ReferenceNgrams,
    /// How often each n-gram can still be matched. All zero between segments.
    left: Vec<u32>,
    /// Per order, the matched n-grams with their prefixes, once per match.
    found: Vec<Vec<(u32, u32)>>,
}

impl<'a> Matcher<'a> {
    fn new(ngrams: &'a ReferenceNgrams, order: usize) -> Self {
        Self { ngrams, left: vec![0; ngrams.len()], found: vec![Vec::new(); order] }
    }

    fn read(&mut self, segment: usize, hypothesis: &[u32]) {
        let limits = self.ngrams.limits(segment);
        for &(ngram, limit) in limits {
            self.left[ngram as usize] = limit + 1;
        }
        self.found.iter_mut().for_each(Vec::clear);
        for start in 0..hypothesis.len() {
            let mut ngram = ROOT;
            for (found, &token) in self.found.iter_mut().zip(&hypothesis[start..]) {
                let Some(next) = self.ngrams.child(ngram, token) else { break };
                // 0 is not in these references, nor is any longer n-gram; 1 is used up.
                match &mut self.left[next as usize] {
                    0 => break,
                    1 => (),
                    left => {
                        *left -= 1;
                        found.push((ngram, next));
                    }
                }
                ngram = next;
            }
        }
        for &(ngram, _) in limits {
            self.left[ngram as usize] = 0;
        }
    }
}

/// Origins of the counts of prefix and n-gram, and how often it is matched.
type Found = (Count, Count, u32);

/// What a segment matched, weighted when the test set is known.
struct Matches {
    ngrams: Arc<ReferenceNgrams>,
    order: usize,
    scorer: NistScorer,
    digits: u32,
    /// Matches whose information depends on the test set.
    found: Vec<Found>,
    /// End in `found` of every segment's orders.
    ends: Vec<usize>,
    /// Information of every segment's orders that is the same in every test set.
    known: Vec<i128>,
    /// All information of every segment's orders.
    terms: Terms,
    /// `count_1..N, |h|, mean |r|` of every segment, `None` where it is absent.
    tails: Vec<Option<Box<[i64]>>>,
}

impl Matches {
    fn push_absent(&mut self) {
        for _ in 0..self.order {
            self.close(0, self.found.len());
        }
        self.tails.push(None);
    }

    fn push(&mut self, matcher: &Matcher<'_>, lengths: [i64; 2]) {
        for found in &matcher.found {
            let mut known = 0;
            let first = self.found.len();
            for &(prefix, ngram) in found {
                let (prefix, ngram) = (self.ngrams.origin(prefix), self.ngrams.origin(ngram));
                match self.ngrams.known_information(prefix, ngram) {
                    Some(information) => known += i128::from(information),
                    None => match self.found[first..].last_mut() {
                        Some(last) if last.1 == ngram && last.0 == prefix => last.2 += 1,
                        _ => self.found.push((prefix, ngram, 1)),
                    },
                }
            }
            self.close(known, first);
        }
        let counts = (0..self.order).map(|order| (lengths[0] - integer(order)).max(0));
        self.tails.push(Some(counts.chain(lengths).collect()));
    }
}

impl Matches {
    /// Ends an order of a segment whose matches begin at `first`.
    fn close(&mut self, known: i128, first: usize) {
        self.ends.push(self.found.len());
        self.known.push(known);
        self.terms.push(&self.ngrams, known, &self.found[first..]);
    }

    /// What depends on the test set, for order and segment at `at`.
    fn found(&self, at: usize) -> &[Found] {
        between(&self.found, &self.ends, at)
    }

    /// Information of a segment in the unit of rows.
    fn rounded(&self, information: i128) -> i64 {
        // At least 12, since rows have at most 40 digits.
        let excess = DIGITS - self.digits;
        // Half a unit is added, since a shift alone rounds down.
        let rounded = (information + (1 << (excess - 1))) >> excess;
        i64::try_from(rounded).expect("digits are few enough for the most that references can give")
    }
}

impl TestSetRows for Matches {
    /// Cost: one addition per n-gram that several segments share, in the references of the segments
    /// by which the test set differs from one that was asked for before; a look-up per n-gram that a
    /// segment matches or continues.
    fn rows(&self, segments: &[usize]) -> Rows {
        self.ngrams.with_counts(segments, |counts| self.weighted(segments, counts))
    }
}

impl Matches {
    fn weighted(&self, segments: &[usize], counts: &Counts) -> Rows {
        let mut rows = Rows::with_capacity(2 * self.order + 2, segments.len());
        for &segment in segments {
            let Some(tail) = &self.tails[segment] else {
                rows.push_absent();
                continue;
            };
            let row = rows.push_zeros();
            row[self.order..].copy_from_slice(tail);
            for (order, information) in row[..self.order].iter_mut().enumerate() {
                let exact = self.terms.information(segment * self.order + order, counts);
                *information = self.rounded(exact);
            }
        }
        rows
    }
}

/// The `index`-th of consecutive lists that end at `ends`.
fn between<'l, T>(all: &'l [T], ends: &[usize], index: usize) -> &'l [T] {
    let start = if index == 0 { 0 } else { ends[index - 1] };
    &all[start..ends[index]]
}

#[derive(Clone, Copy)]
struct NistScorer {
    order: usize,
    /// The order whose share of the score is reported in place of it.
    part: Option<usize>,
    /// Units of information.
    units: f64,
    /// Logarithm of the ratio of lengths, up or down, that halves the score.
    half: f64,
    length_scale: i64,
}

impl NistScorer {
    /// Score of sums of rows; `real` gives the number nearest to a sum.
    fn value<T: Copy + Into<i128>>(&self, sums: &[T], real: impl Fn(T) -> f64) -> Option<f64> {
        if let Some(part) = self.part {
            return self.share(part, sums, &real);
        }
        let shortness = self.shortness(sums, &real)?;
        Some(self.information(sums, &real) * penalty(shortness))
    }

    /// Share of an order in percent; `None` where nothing matches.
    fn share<T: Copy>(&self, order: usize, sums: &[T], real: impl Fn(T) -> f64) -> Option<f64> {
        let all = self.information(sums, &real);
        let part = self.terms(sums, &real).nth(order - 1)?;
        (all > 0.0).then(|| 100.0 * part / all)
    }

    /// Sum over orders of the information of matches over the number of n-grams.
    fn information<T: Copy>(&self, sums: &[T], real: impl Fn(T) -> f64) -> f64 {
        self.terms(sums, real).sum()
    }

    fn terms<T: Copy>(&self, sums: &[T], real: impl Fn(T) -> f64) -> impl Iterator<Item = f64> {
        let (information, rest) = sums.split_at(self.order);
        // Units are a power of two, so that their reciprocal is exact.
        let one = 1.0 / self.units;
        let terms = information.iter().zip(&rest[..self.order]);
        terms.map(move |(&info, &count)| real(info) * one / real(count).max(1.0))
    }

    /// Logarithm of the ratio of lengths to base 1.5, up to 0 for output at least as long as its
    /// references; `None` where these have no token.
    fn shortness<T: Copy + Into<i128>>(&self, sums: &[T], real: impl Fn(T) -> f64) -> Option<f64> {
        let (own, references) = (sums[2 * self.order], sums[2 * self.order + 1]);
        if references.into() <= 0 {
            return None;
        }
        let own = own.into() * i128::from(self.length_scale);
        let ratio = fixed_point::nearest(own) / real(references);
        Some(if ratio >= 1.0 { 0.0 } else { libm::log(ratio) / self.half })
    }
}

/// Penalty for output that is shorter than its references: 1/2 at two thirds of their length.
fn penalty(shortness: f64) -> f64 {
    if shortness == 0.0 { 1.0 } else { libm::exp(-core::f64::consts::LN_2 * shortness * shortness) }
}

impl Scorer for NistScorer {
    fn columns(&self) -> usize {
        2 * self.order + 2
    }

    fn score(&self, sums: &[i64]) -> Option<f64> {
        self.value(sums, |sum| sum as f64)
    }

    fn score_many(&self, sums: &ManySums<'_>, scores: &mut [f64]) {
        let real = |sum| sum as f64;
        if self.part.is_some() {
            for (score, sums) in scores.iter_mut().zip(sums.iter()) {
                *score = self.value(sums, real).unwrap_or(f64::NAN);
            }
            return;
        }
        for (score, sums) in scores.iter_mut().zip(sums.iter()) {
            *score = self.shortness(sums, real).unwrap_or(f64::NAN);
        }
        for score in scores.iter_mut() {
            *score = penalty(*score);
        }
        for (score, sums) in scores.iter_mut().zip(sums.iter()) {
            *score *= self.information(sums, real);
        }
    }
}
