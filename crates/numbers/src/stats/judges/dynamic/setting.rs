//! Campaigns from components of variance: what systems get on documents and from judges, and the pages of a server that
//! shows good systems more often, or of one that takes them in turn.
//!
//! The model is that of [`components`](super::super::components) with normal effects. Nothing but the mean of a page enters a score, so that the
//! segments of a document are simulated together: their mean is as exact as they are.

use rand_pcg::Pcg64;

use super::server::{OpenDocuments, Turns};
use super::{Assignment, Chances, Page, Shown, State};
use crate::stats::judges::components::{Components, Factor};
use crate::stats::random::normal;

/// Where campaigns come from.
#[derive(Clone, Debug)]
pub struct Population {
    /// True scores of systems, higher is better.
    pub truth: Vec<f64>,
    /// What ratings vary with.
    pub components: Components,
    /// Segments of each document, at least 1.
    pub lengths: Vec<u32>,
    /// Judges, at least 1.
    pub judges: usize,
}

/// One campaign before anyone rates: its documents and judges.
#[derive(Clone, Debug)]
pub struct Setting {
    /// Segments of each document.
    pub lengths: Vec<u32>,
    /// What each system gets on a document, by document.
    pub values: Vec<Vec<f64>>,
    /// What a judge adds to it for each system, by judge.
    pub judges: Vec<Vec<f64>>,
    /// Variance of a rating beside.
    pub residual: f64,
}

impl Population {
    /// Deviation of the mean of a document of `length` segments: what they have in common, and what is of each.
    fn deviation(&self, common: Factor, of_segments: Factor, length: u32) -> f64 {
        let [common, of_segments] = [common, of_segments].map(|factor| self.components.get(factor));
        (common + of_segments / f64::from(length)).sqrt()
    }

    /// New documents of these lengths and new judges; and what estimates are compared with, of each system: its true score, with
    /// the mean difficulty of the documents and the mean severity of the judges, which are the same for all systems.
    pub fn setting(&self, random: &mut Pcg64) -> (Setting, Vec<f64>) {
        let (mut common, mut segments) = (0.0, 0.0);
        let mut values = Vec::with_capacity(self.lengths.len());
        for length in &self.lengths {
            let difficulty =
                self.deviation(Factor::Document, Factor::Item, *length) * normal(random);
            let deviation = self.deviation(Factor::SystemDocument, Factor::Output, *length);
            common += f64::from(*length) * difficulty;
            segments += f64::from(*length);
            let values_of_systems =
                self.truth.iter().map(|truth| truth + difficulty + deviation * normal(random));
            values.push(values_of_systems.collect());
        }
        let [severity, liking] =
            [Factor::Judge, Factor::SystemJudge].map(|factor| self.components.get(factor).sqrt());
        let mut severities = 0.0;
        let judges = (0..self.judges).map(|_| {
            let severity = severity * normal(random);
            severities += severity;
            self.truth.iter().map(|_| severity + liking * normal(random)).collect()
        });
        let judges = judges.collect();
        let common = common / segments + severities / self.judges as f64;
        let residual = self.components.get(Factor::Residual);
        let setting = Setting { lengths: self.lengths.clone(), values, judges, residual };
        (setting, self.truth.iter().map(|truth| truth + common).collect())
    }
}

impl Setting {
    fn systems(&self) -> usize {
        self.values.first().map_or(0, Vec::len)
    }

    /// A page that one judge fills in. Judges take turns.
    fn page(
        &self,
        number: usize,
        document: usize,
        systems: Vec<usize>,
        random: &mut Pcg64,
    ) -> Page {
        let segments = self.lengths[document];
        let length = f64::from(segments);
        let deviation = (length * self.residual).sqrt();
        let judge = &self.judges[number % self.judges.len()];
        let shown = systems.into_iter().map(|system| {
            let noise = if deviation > 0.0 { deviation * normal(random) } else { 0.0 };
            let sum = length * (self.values[document][system] + judge[system]) + noise;
            Shown { system, segments, ratings: segments, sum }
        });
        let document = u32::try_from(document).expect("documents are far below 2^32");
        Page { document, segments, shown: shown.collect(), times: None, void_from: None }
    }

    /// `lines` pages, one after the other, or fewer if all documents have ratings of all systems before; with the
    /// probabilities of each. O(lines x systems²).
    ///
    /// # Panics
    ///
    /// As [`inclusion()`](super::inclusion()) does.
    pub fn dynamic(
        &self,
        assignment: Assignment,
        lines: usize,
        random: &mut Pcg64,
    ) -> (Vec<Page>, Vec<Chances>) {
        let mut state = State::new(self.systems());
        let mut documents = OpenDocuments::new(self.lengths.len(), self.systems());
        let (mut pages, mut all_chances) = (Vec::with_capacity(lines), Vec::with_capacity(lines));
        while pages.len() < lines {
            let (chances, choice) = state.chances(assignment);
            let systems = choice.systems(assignment.shown, random);
            let Some(document) = documents.next(&systems, random) else { break };
            let page = self.page(pages.len(), document, systems, random);
            state.add(pages.len(), &page);
            pages.push(page);
            all_chances.push(chances);
        }
        (pages, all_chances)
    }

    /// Pages of the documents of `others`, with `shown` systems each that take turns in random order: as many ratings.
    pub fn in_turn(&self, others: &[Page], shown: usize, random: &mut Pcg64) -> Vec<Page> {
        let mut turns = Turns::new(self.systems());
        let pages = others.iter().enumerate().map(|(number, other)| {
            let systems = turns.next(shown, random);
            self.page(number, other.document as usize, systems, random)
        });
        pages.collect()
    }
}
