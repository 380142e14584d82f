//! What a campaign costs, how precise its differences are, and what its test can show.
//!
//! k documents of s segments have n = k s segments, m ratings of each output, and R judges of equal load. Then a
//! difference of two systems has the variance
//!
//! ```text
//! Var(d) = 2 [ v_sd + (v_si + v_e / m) / s ] / k  +  2 v_sr / R  ( + 2 v_r (1 - 1/R) / (k m) )
//! ```
//!
//! with the components of `components`. The last term is there where the outputs of a document go to random judges,
//! whose shares of two systems then differ: it is `v_r sum_r (w_ra - w_rb)^2`, on average. Where no judge rated both
//! systems it would be `2 v_r sum_r w_r^2`.

use super::components::{Components, Factor};
use super::ratings::Ratings;
use super::two_way::Part;
use crate::stats::freedom::share_of_lengths;
use crate::stats::noncentral::noncentral_t_tails;
use crate::stats::special::student_t_quantile;
use crate::value::words;

words! {
    /// Who rates the outputs of a document.
    #[derive(Default)]
    pub enum Assignment {
        /// The same judges rate those of all systems: their severity drops out of differences.
        #[default]
        Together = "together",
        /// Random judges for each system.
        Scattered = "scattered",
        /// No one: an automatic metric scores them. Ratings and judges do not enter.
        Nobody = "nobody",
    }
}

/// Sizes of a campaign.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Design {
    /// Documents, k.
    pub documents: f64,
    /// Segments of each, s.
    pub segments_per_document: f64,
    /// Ratings of each output, m, by different judges.
    pub ratings_per_segment: f64,
    /// Judges, R.
    pub judges: f64,
    /// References of each segment. They cost, and `components` must come from scores with the same number of
    /// references.
    pub references: f64,
    /// Mean square of the sizes of documents over the square of their mean, at least 1: scores are means over segments, so
    /// that what is common to a document counts by its size.
    pub size_dispersion: f64,
    /// Degrees of freedom over documents, as a share of those of as many equal ones: see
    /// [`share_of_lengths`].
    pub freedom_share: f64,
}

impl Default for Design {
    /// Nothing, of documents of equal sizes.
    fn default() -> Self {
        Self {
            documents: 0.0,
            segments_per_document: 0.0,
            ratings_per_segment: 0.0,
            judges: 0.0,
            references: 0.0,
            size_dispersion: 1.0,
            freedom_share: 1.0,
        }
    }
}

/// Prices, in any unit.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Costs {
    /// Of a document, besides its segments.
    pub document: f64,
    /// Of a segment, besides its ratings.
    pub segment: f64,
    /// Of a rating of one output.
    pub rating: f64,
    /// Of a judge, besides ratings: hiring and training.
    pub judge: f64,
    /// Of a reference of one segment.
    pub reference: f64,
}

impl Costs {
    /// Of a campaign with this number of systems.
    pub fn of(&self, design: &Design, systems: usize) -> f64 {
        let segments = design.segments();
        self.document * design.documents
            + self.segment * segments
            + self.rating * segments * design.ratings_per_segment * systems as f64
            + self.judge * design.judges
            + self.reference * segments * design.references
    }
}

/// Mean square of the sizes of documents over the square of their mean; 1 without documents.
pub fn dispersion(sizes: &[f64]) -> f64 {
    let count = sizes.len() as f64;
    let mean = sizes.iter().sum::<f64>() / count;
    let mean_square = sizes.iter().map(|size| size * size).sum::<f64>() / count;
    if sizes.is_empty() { 1.0 } else { mean_square / (mean * mean) }
}

impl Design {
    /// That of the campaign which `ratings` come from, with mean numbers of ratings and segments.
    pub fn of(ratings: &Ratings) -> Self {
        let sizes = ratings.document_sizes();
        let documents = sizes.len() as f64;
        Self {
            documents,
            segments_per_document: sizes.iter().sum::<f64>() / documents,
            ratings_per_segment: ratings.len() as f64 / ratings.outputs().len() as f64,
            judges: ratings.loads().iter().filter(|load| **load > 0).count() as f64,
            references: 0.0,
            size_dispersion: dispersion(&sizes),
            // Of judged documents: their segments count as alike, as the jackknife over them does.
            freedom_share: share_of_lengths(&sizes, 1.0),
        }
    }

    /// Degrees of freedom over documents, at least 1.
    fn document_freedom(&self) -> f64 {
        (self.freedom_share * (self.documents - 1.0)).max(1.0)
    }

    /// Segments, n.
    pub fn segments(&self) -> f64 {
        self.documents * self.segments_per_document
    }

    /// Variance of a difference of two systems, and the degrees of freedom that its estimate by
    /// [`TwoWay::jackknife`](super::two_way::TwoWay::jackknife) has: of the expected variances by documents, judges and
    /// cells of both, those of its Satterthwaite formula.
    ///
    /// At least one; infinite variance for a design that has no test (fewer than two documents or judges, more ratings than
    /// judges, or more judges than documents times ratings).
    pub fn difference(&self, components: &Components, assignment: Assignment) -> Part {
        let Self { documents, segments_per_document, ratings_per_segment, judges, .. } = *self;
        let of = |factor: Factor| components.get(factor);
        // What is common to a document, and what segments of it have of their own.
        let per_document = |variance: f64| 2.0 * variance * self.size_dispersion;
        let per_segment = |variance: f64| 2.0 * variance / segments_per_document;
        let quality = per_document(of(Factor::SystemDocument)) + per_segment(of(Factor::Output));
        let noise = per_segment(of(Factor::Residual));
        if assignment == Assignment::Nobody && documents >= 2.0 {
            let variance = (quality + noise) / documents;
            return Part { variance, degrees_of_freedom: self.document_freedom() };
        }
        let cells = documents * ratings_per_segment;
        // Without a document for each there is no work for all judges.
        if documents < 2.0 || judges < 2.0 || ratings_per_segment > judges || cells < judges {
            return Part { variance: f64::INFINITY, degrees_of_freedom: 1.0 };
        }
        let liking = of(Factor::SystemJudge);
        // What outputs of a document have in common drops out of a cell that has both of them.
        let (severity, difficulty) = match assignment {
            Assignment::Together | Assignment::Nobody => (0.0, 0.0),
            Assignment::Scattered => (
                per_document(of(Factor::Judge)) * (1.0 - 1.0 / judges),
                per_document(of(Factor::Document)) + per_segment(of(Factor::Item)),
            ),
        };
        let changing = noise + per_document(liking) + severity;
        let by_documents = (quality + changing / ratings_per_segment) / documents;
        let by_judges = 2.0 * liking / judges + (quality + noise + severity + difficulty) / cells;
        let by_cells = (quality + changing + difficulty) / cells;
        let variance = by_documents + by_judges - by_cells;
        let freedoms = [self.document_freedom(), judges - 1.0];
        let freedom = variance * variance
            / (satterthwaite_term(by_documents, freedoms[0])
                + satterthwaite_term(by_judges, freedoms[1]));
        // The bound of `TwoWay::jackknife`, whose degrees of freedom these are on average.
        Part { variance, degrees_of_freedom: freedom.max(freedoms[0].min(freedoms[1])) }
    }
}

fn satterthwaite_term(variance: f64, freedom: f64) -> f64 {
    variance * variance / freedom
}

/// Two-sided test of one pair of `pairs`: the worst case of Holm's adjustment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairTest {
    /// Confidence level, in (0, 1).
    pub level: f64,
    /// Pairs of systems; 1 for one planned comparison.
    pub pairs: usize,
}

impl PairTest {
    /// Standard errors from which on a difference is significant.
    ///
    /// # Panics
    ///
    /// If the level is not in (0, 1) or there are no pairs.
    pub fn critical(&self, degrees_of_freedom: f64) -> f64 {
        let tail = 0.5 * (1.0 - self.level) / self.pairs as f64;
        student_t_quantile(1.0 - tail, degrees_of_freedom)
            .expect("a confidence level lies in (0, 1)")
    }

    /// Margin of error of a difference.
    pub fn margin(&self, part: Part) -> f64 {
        self.critical(part.degrees_of_freedom) * part.variance.sqrt()
    }

    /// Probability that a true `difference` is significant.
    pub fn power(&self, part: Part, difference: f64) -> f64 {
        power_within(self.margin(part), part, difference)
    }
}

/// Probability that a true `difference` is found where one beyond `margin` is significant.
pub(super) fn power_within(margin: f64, part: Part, difference: f64) -> f64 {
    if part.variance.is_infinite() {
        return 0.0;
    }
    let error = part.variance.sqrt();
    if error <= 0.0 {
        return f64::from(u8::from(difference != 0.0));
    }
    noncentral_t_tails(margin / error, part.degrees_of_freedom, difference.abs() / error)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn components() -> Components {
        Components::known(&[
            (Factor::Document, 7.0),
            (Factor::SystemDocument, 3.0),
            (Factor::Item, 11.0),
            (Factor::Output, 16.0),
            (Factor::Judge, 25.0),
            (Factor::SystemJudge, 2.0),
            (Factor::Residual, 36.0),
        ])
    }

    const DESIGN: Design = Design {
        documents: 10.0,
        segments_per_document: 4.0,
        ratings_per_segment: 3.0,
        judges: 5.0,
        references: 0.0,
        size_dispersion: 1.0,
        freedom_share: 1.0,
    };

    #[test]
    fn variances_are_those_of_the_formula() {
        let together = DESIGN.difference(&components(), Assignment::Together).variance;
        assert!((together - (2.0 * (3.0 + (16.0 + 12.0) / 4.0) / 10.0 + 4.0 / 5.0)).abs() < 1e-12);
        let scattered = DESIGN.difference(&components(), Assignment::Scattered).variance;
        assert!((scattered - together - 50.0 * 0.8 / 30.0).abs() < 1e-12);
        for none in [Design { judges: 2.0, ..DESIGN }, Design { judges: 31.0, ..DESIGN }] {
            assert!(none.difference(&components(), Assignment::Together).variance.is_infinite());
        }
        let alike = DESIGN.difference(&Components::known(&[]), Assignment::Together);
        let test = PairTest { level: 0.95, pairs: 1 };
        assert_eq!((test.power(alike, 1.0), test.power(alike, 0.0)), (1.0, 0.0));
    }

    /// Means over documents of unequal sizes: `sum n^2 / (sum n)^2` in place of 1/k for what is common to a document.
    #[test]
    fn what_is_common_to_a_document_counts_by_its_size() {
        let uneven = Design { size_dispersion: 1.5, ..DESIGN };
        let together = uneven.difference(&components(), Assignment::Together).variance;
        let expected = 2.0 * (1.5 * 3.0 + (16.0 + 12.0) / 4.0) / 10.0 + 4.0 / 5.0;
        assert!((together - expected).abs() < 1e-12, "{together}");
        let scattered = uneven.difference(&components(), Assignment::Scattered).variance;
        assert!((scattered - together - 1.5 * 50.0 * 0.8 / 30.0).abs() < 1e-12);
        let scored = uneven.difference(&components(), Assignment::Nobody);
        assert!((scored.variance - 2.0 * (1.5 * 3.0 + (16.0 + 36.0) / 4.0) / 10.0).abs() < 1e-12);
        assert!((scored.degrees_of_freedom - 9.0).abs() < 1e-12);
    }

    #[test]
    fn costs_add_up() {
        let costs =
            Costs { document: 5.0, segment: 1.0, rating: 0.5, judge: 30.0, reference: 12.0 };
        assert!((costs.of(&DESIGN, 2) - (50.0 + 40.0 + 120.0 * 0.5 * 2.0 + 150.0)).abs() < 1e-12);
        let scored = Design { ratings_per_segment: 0.0, judges: 0.0, references: 2.0, ..DESIGN };
        assert!((costs.of(&scored, 2) - (50.0 + 40.0 + 40.0 * 2.0 * 12.0)).abs() < 1e-12);
    }
}
