//! Two rounds of ratings: real ones, halves of judges, and a campaign with what it promises of a second one.

use rayon::prelude::*;

use super::counts::{OfSize, Test, Totals};
use super::halves::RoundSize;
use crate::analyses::common::judged::assignment;
use crate::stats::found_again::{Expectation, Tested, TrueShares, critical_values};
use crate::stats::judges::components::Components;
use crate::stats::judges::design::{Assignment, Design};
use crate::stats::judges::ratings::Ratings;
use crate::stats::judges::replication::{
    Halves, Replication, Scope, Verdict, differences, halves, shuffle, tests,
};
use crate::stats::judges::two_way::Part;
use crate::stats::random::StreamKey;
use crate::stats::reason::Reason;

/// A round as it is tested.
#[derive(Clone, Copy)]
pub(super) struct Round {
    pub(super) test: Test,
    pub(super) scope: Scope,
    /// Random divisions, or samples of a size.
    pub(super) divisions: u32,
}

impl Round {
    /// Verdicts, and whether any pair has a test.
    fn verdicts(self, ratings: &Ratings) -> (Vec<Verdict>, bool) {
        let tests = tests(ratings, self.scope);
        (self.test.verdicts(&tests), tests.iter().any(|(_, p_value)| p_value.is_some()))
    }

    /// Two rounds, and whether both have a test.
    fn compared(self, rounds: [&Ratings; 2]) -> ([Replication; 2], bool) {
        let [(one, has_one), (other, has_other)] = rounds.map(|round| self.verdicts(round));
        let both = [Replication::of(&one, &other), Replication::of(&other, &one)];
        (both, has_one && has_other)
    }

    /// Two rounds on the same documents: all of them, or random ones that are the same in both.
    pub(super) fn of_rounds(
        self,
        rounds: [&Ratings; 2],
        size: RoundSize,
        key: &StreamKey,
    ) -> OfSize {
        let documents = rounds.map(documents);
        let both: Vec<u32> = documents[0]
            .iter()
            .filter(|document| documents[1].contains(document))
            .copied()
            .collect();
        let per_document = segments(rounds[0]) / documents[0].len().max(1) as f64;
        let units = size.units(per_document, true, both.len());
        let segments = match size {
            RoundSize::Whole => segments(rounds[0]),
            _ => per_document * units as f64,
        };
        let totals = if size == RoundSize::Whole {
            let ([counts, _], is_tested) = self.compared(rounds);
            if is_tested { Ok(counts.into()) } else { Err(Reason::NoTest) }
        } else if units < 2 || units > both.len() {
            Err(Reason::TooFewUnits)
        } else {
            self.of_samples(rounds, &both, units, key)
        };
        OfSize { units: units as f64, segments, totals }
    }

    /// Over random samples of `units` documents, which are the same in both rounds.
    fn of_samples(
        self,
        rounds: [&Ratings; 2],
        documents: &[u32],
        units: usize,
        key: &StreamKey,
    ) -> Result<Totals, Reason> {
        let samples = (0..self.divisions).into_par_iter().map(|number| {
            let mut order = documents.to_vec();
            // Smaller samples begin with the same documents, so that curves are smooth.
            shuffle(&mut order, units, key, number.into());
            order.truncate(units);
            // Sorted for the binary search.
            order.sort_unstable();
            let [first, second] = rounds.map(|round| {
                let document = round.document_of_item();
                round
                    .filtered(|rating| order.binary_search(&document[rating.item as usize]).is_ok())
            });
            let ([counts, _], is_tested) = self.compared([&first, &second]);
            (counts, is_tested)
        });
        let all: Vec<(Replication, bool)> = samples.collect();
        if !all.iter().any(|(_, is_tested)| *is_tested) {
            return Err(Reason::NoTest);
        }
        Ok(Totals::sum(all.into_iter().map(|(counts, _)| counts)))
    }

    /// Random halves of the judges, each half the first once.
    pub(super) fn of_judges(self, ratings: &Ratings, key: &StreamKey) -> OfSize {
        let judges = ratings.loads().into_iter().filter(|load| *load > 0).count();
        let divisions = (0..self.divisions).into_par_iter().map(|number| {
            let parts = halves(ratings, Halves::Judges, None, key, number.into())?;
            let size = parts.iter().map(segments).sum::<f64>() / 2.0;
            let (both, is_tested) = self.compared(parts.each_ref());
            Some((both, size, is_tested))
        });
        let all: Option<Vec<_>> = divisions.collect();
        let units = (judges / 2) as f64;
        match all {
            Some(all) if !all.is_empty() => OfSize {
                units,
                segments: all.iter().map(|(_, size, _)| size).sum::<f64>() / all.len() as f64,
                totals: if all.iter().any(|(_, _, is_tested)| *is_tested) {
                    Ok(Totals::sum(all.into_iter().flat_map(|(both, _, _)| both)))
                } else {
                    Err(Reason::NoTest)
                },
            },
            _ => OfSize { units, segments: 0.0, totals: Err(Reason::TooFewUnits) },
        }
    }
}

/// A campaign, and what it promises of a second one.
pub(super) struct Campaign {
    scope: Scope,
    design: Design,
    assignment: Assignment,
    /// Of each pair, in the order of all rounds.
    pairs: Vec<(f64, Option<Part>)>,
    /// What differences vary by; only where new judges count is it needed, and for other sizes.
    components: Result<Components, Reason>,
}

impl Campaign {
    /// Cost that of [`Components::new`] and a standard error for each pair.
    pub(super) fn new(ratings: &Ratings, scope: Scope) -> Self {
        Self {
            scope,
            design: Design::of(ratings),
            assignment: assignment(ratings),
            pairs: differences(ratings, scope),
            components: Components::new(ratings),
        }
    }

    /// What a second campaign of a size with new documents is expected to find again of the pairs that this one finds;
    /// with as many, but new, judges, where verdicts are to hold for these.
    pub(super) fn second(&self, size: RoundSize, test: Test) -> OfSize {
        let per_document = self.design.segments_per_document;
        let documents = match size {
            RoundSize::Whole => self.design.documents,
            RoundSize::Documents(documents) => documents.into(),
            // One document leaves no degrees of freedom.
            RoundSize::Segments(segments) => (f64::from(segments) / per_document).max(2.0),
        };
        let totals = self.scale(documents, size).and_then(|scale| self.promise(scale, test));
        OfSize { units: documents, segments: documents * per_document, totals }
    }

    /// The factor of variances and degrees of freedom in a campaign of `documents` documents.
    fn scale(&self, documents: f64, size: RoundSize) -> Result<Part, Reason> {
        if size == RoundSize::Whole {
            return Ok(Part { variance: 1.0, degrees_of_freedom: 1.0 });
        }
        if self.scope != Scope::DocumentsAndJudges {
            let now = self.design.documents;
            let degrees_of_freedom = (documents - 1.0) / (now - 1.0).max(1.0);
            return Ok(Part { variance: now / documents, degrees_of_freedom });
        }
        // Judges are as many, and no more than there is work for.
        let components = self.components.as_ref().map_err(|status| *status)?;
        let judges = self.design.judges.min(documents * self.design.ratings_per_segment);
        let [now, second] = [self.design, Design { documents, judges, ..self.design }]
            .map(|design| design.difference(components, self.assignment));
        let variance = second.variance / now.variance;
        if !(variance.is_finite() && variance > 0.0) {
            return Err(Reason::NoTest);
        }
        let degrees_of_freedom = second.degrees_of_freedom / now.degrees_of_freedom;
        Ok(Part { variance, degrees_of_freedom })
    }

    fn promise(&self, scale: Part, test: Test) -> Result<Totals, Reason> {
        let known: Vec<Tested> =
            self.pairs.iter().filter_map(|(value, part)| Some(tested(*value, (*part)?))).collect();
        if known.is_empty() {
            return Err(Reason::NoTest);
        }
        let tests: Vec<(f64, Option<f64>)> = self
            .pairs
            .iter()
            .map(|(value, part)| (*value, part.map(|part| part.p_value(*value))))
            .collect();
        let verdicts = test.verdicts(&tests);
        let significant = verdicts.iter().filter(|verdict| verdict.significant).count();
        let limit = test.limit(known.len(), significant);
        let freedoms = known.iter().map(|pair| pair.degrees_of_freedom * scale.degrees_of_freedom);
        let critical = critical_values(freedoms, limit);
        let (shares, mut promise) =
            (TrueShares::new(&known), Totals { comparisons: 1, ..Totals::default() });
        let (mut first, mut second) = (0.0, 0.0);
        let pairs = self.pairs.iter().zip(&verdicts).filter(|(_, verdict)| verdict.significant);
        for ((value, part), _) in pairs {
            let Some(part) = part else { continue };
            let own = tested(*value, *part);
            let error = own.standard_error * scale.variance.sqrt();
            let expected = Expectation::new(&own, error, &critical, &shares);
            promise.found += 1.0;
            promise.again += expected.again;
            promise.reversed += expected.reversed;
            promise.reversed_significantly += expected.reversed_significantly;
            first += value.abs();
            second += expected.size;
        }
        promise.exaggeration = (second > 0.0).then(|| first / second);
        Ok(promise)
    }
}

fn tested(difference: f64, part: Part) -> Tested {
    let Part { variance, degrees_of_freedom } = part;
    Tested { difference, standard_error: variance.sqrt(), degrees_of_freedom }
}

/// Documents with a rating, ascending.
fn documents(ratings: &Ratings) -> Vec<u32> {
    let mut documents = ratings.document();
    documents.sort_unstable();
    documents.dedup();
    documents
}

/// Segments with a rating.
fn segments(ratings: &Ratings) -> f64 {
    ratings.document_sizes().iter().sum()
}

#[cfg(test)]
mod tests {
    use RoundSize::{Documents, Segments, Whole};

    use super::*;
    use crate::analyses::comparison::options::Adjustment;
    use crate::stats::judges::ratings::Rating;
    use crate::stats::random::Purpose;

    /// Three systems a point apart on forty documents of two segments, six judges who each rate all outputs of a
    /// document; noise by a hash.
    fn campaign(round: u32) -> Ratings {
        let rows = (0..240_u32).map(|index| {
            let (item, system) = (index / 3, index % 3);
            let judge = (item / 2) % 6;
            let [of_output, of_judge] = [(item, system), (judge, 1000)].map(|(a, b)| {
                let hash = (a * 7919 + b * 104_729 + round * 1_299_709).wrapping_mul(2_654_435_761);
                f64::from(hash >> 16) / 65_536.0 - 0.5
            });
            let score = f64::from(system) + 4.0 * of_output + of_judge;
            Rating { system, item, judge, score }
        });
        Ratings::new(3, 6, (0..80).map(|item| item / 2).collect(), rows).unwrap()
    }

    fn round(scope: Scope) -> Round {
        let test = Test { level: 0.95, adjustment: Adjustment::None };
        Round { test, scope, divisions: 20 }
    }

    #[test]
    fn smaller_rounds_find_less_again() {
        let rounds = [campaign(1), campaign(2)];
        let rounds = rounds.each_ref();
        let key = StreamKey::new(1, Purpose::Halves);
        let [small, all, as_many, too_many] = [Segments(12), Whole, Documents(40), Documents(41)]
            .map(|size| round(Scope::Documents).of_rounds(rounds, size, &key));
        assert_eq!((all.units, all.segments), (40.0, 80.0));
        assert_eq!((small.units, small.segments), (6.0, 12.0));
        let [small, all, as_many] = [small, all, as_many].map(|of| of.totals.unwrap());
        assert_eq!((small.comparisons, all.comparisons), (20, 1));
        assert!(all.again >= 2.0, "{all:?}");
        assert!(small.found / 20.0 < all.found);
        assert_eq!(too_many.totals, Err(Reason::TooFewUnits));
        // As many documents as there are: every sample is the whole.
        assert!((as_many.found - 20.0 * all.found).abs() < 1e-12);
    }

    #[test]
    fn halves_of_judges_count_both_ways() {
        let key = StreamKey::new(1, Purpose::Halves);
        let found = round(Scope::DocumentsAndJudges).of_judges(&campaign(1), &key);
        assert_eq!((found.units, found.totals.unwrap().comparisons), (3.0, 40));
        // Halves of one judge have no test for other judges.
        let three = campaign(1).filtered(|rating| rating.judge < 3);
        let found = round(Scope::DocumentsAndJudges).of_judges(&three, &key);
        assert_eq!((found.units, found.totals), (1.0, Err(Reason::NoTest)));
        let one = campaign(1).filtered(|rating| rating.judge == 0);
        let found = round(Scope::Documents).of_judges(&one, &key);
        assert_eq!(found.totals, Err(Reason::TooFewUnits));
    }

    /// A second campaign finds less again where it is smaller, and less with new judges; of what is plainly there all.
    #[test]
    fn second_campaigns_follow_their_standard_errors() {
        let test = Test { level: 0.95, adjustment: Adjustment::None };
        let sizes = [Segments(10), Documents(20), Whole, Documents(2000)];
        for scope in [Scope::Documents, Scope::DocumentsAndJudges] {
            let campaign = Campaign::new(&campaign(1), scope);
            let all = sizes.map(|size| campaign.second(size, test).totals.unwrap());
            assert!(all.windows(2).all(|pair| pair[0].again < pair[1].again), "{all:?}");
            let [.., larger] = all;
            assert!(
                all[..3]
                    .iter()
                    .all(|result| result.found > 2.5 && result.exaggeration.unwrap() > 1.0)
            );
            assert!(larger.again > 2.5 && larger.reversed < 0.1, "{larger:?}");
        }
        // By hand: three pairs of known errors.
        let found = Campaign {
            pairs: [3.0, -2.5, 0.5]
                .map(|value| (value, Some(Part { variance: 1.0, degrees_of_freedom: 30.0 })))
                .to_vec(),
            ..Campaign::new(&campaign(1), Scope::Documents)
        };
        let holm = Test { level: 0.95, adjustment: Adjustment::Holm };
        let promise = found.second(Whole, holm).totals.unwrap();
        // Two of three are found, so that the last of them is tested at .05/2.
        // SciPy 1.17.1: `stats.t.cdf((B z - stats.t.ppf(1 - .0125, 30))/sqrt(1 + B), 30)`, over the weights of 40 shares B.
        assert!((promise.found - 2.0).abs() < 1e-12);
        assert!((promise.again - 0.609_710_954).abs() < 1e-7, "{promise:?}");
        assert!((promise.exaggeration.unwrap() - 1.750_853_778).abs() < 1e-7);
    }
}
