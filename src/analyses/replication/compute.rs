//! Two rounds of ratings: real ones, halves of judges, and campaigns simulated from components.

use rayon::prelude::*;

use super::counts::{Counts, Test};
use super::halves::RoundSize;
use crate::analyses::common::judged::assignment;
use crate::stats::judges::components::{Components, Inseparable};
use crate::stats::judges::crossed::Crossed;
use crate::stats::judges::design::{Assignment, Design};
use crate::stats::judges::prospect::{drawn_in, simulated_tests};
use crate::stats::judges::ratings::Ratings;
use crate::stats::judges::replication::{
    Halves, Replication, Scope, Verdict, halves, shuffle, tests,
};
use crate::stats::judges::two_way::{Part, TwoWay, by_documents};
use crate::stats::random::StreamKey;

/// Two rounds of a size, compared.
pub(super) struct OfSize {
    pub(super) units: f64,
    pub(super) segments: f64,
    pub(super) found: Result<Counts, &'static str>,
}

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
        let both: Vec<u32> =
            documents[0].iter().filter(|own| documents[1].contains(own)).copied().collect();
        let per_document = segments(rounds[0]) / documents[0].len().max(1) as f64;
        let units = size.units(per_document, true, both.len());
        let of = |found| OfSize {
            units: units as f64,
            segments: match size {
                RoundSize::Whole => segments(rounds[0]),
                _ => per_document * units as f64,
            },
            found,
        };
        if size == RoundSize::Whole {
            let ([found, _], is_tested) = self.compared(rounds);
            return of(if is_tested { Ok(found.into()) } else { Err("no-test") });
        }
        if units < 2 || units > both.len() {
            return of(Err("too-few-units"));
        }
        let sample = |number: u32| {
            let mut order = both.clone();
            shuffle(&mut order, units, key, number.into());
            order.truncate(units);
            order.sort_unstable();
            let [first, second] = rounds.map(|round| {
                let document = round.document_of_item();
                let is_in = |item: u32| order.binary_search(&document[item as usize]).is_ok();
                round.filtered(|rating| is_in(rating.item))
            });
            let ([found, _], is_tested) = self.compared([&first, &second]);
            (found, is_tested)
        };
        let all: Vec<(Replication, bool)> =
            (0..self.divisions).into_par_iter().map(sample).collect();
        if !all.iter().any(|(_, is_tested)| *is_tested) {
            return of(Err("no-test"));
        }
        of(Ok(Counts::sum(all.into_iter().map(|(found, _)| found))))
    }

    /// Random halves of the judges, each half the first once.
    pub(super) fn of_judges(self, ratings: &Ratings, key: &StreamKey) -> OfSize {
        let judges = ratings.loads().into_iter().filter(|load| *load > 0).count();
        let division = |number: u32| {
            let parts = halves(ratings, Halves::Judges, None, key, number.into())?;
            let size = parts.iter().map(segments).sum::<f64>() / 2.0;
            let (both, is_tested) = self.compared(parts.each_ref());
            Some((both, size, is_tested))
        };
        let all: Option<Vec<_>> = (0..self.divisions).into_par_iter().map(division).collect();
        let units = (judges / 2) as f64;
        match all {
            Some(all) if !all.is_empty() => OfSize {
                units,
                segments: all.iter().map(|(_, size, _)| size).sum::<f64>() / all.len() as f64,
                found: if all.iter().any(|(_, _, is_tested)| *is_tested) {
                    Ok(Counts::sum(all.into_iter().flat_map(|(both, _, _)| both)))
                } else {
                    Err("no-test")
                },
            },
            _ => OfSize { units, segments: 0.0, found: Err("too-few-units") },
        }
    }
}

/// What campaigns are simulated from.
pub(super) struct Campaign {
    components: Components,
    design: Design,
    assignment: Assignment,
    /// True scores of systems, as far as they are known.
    truth: Vec<f64>,
}

impl Campaign {
    /// Components and sizes of a campaign, and the scores of its systems drawn in towards their mean. Cost that of
    /// [`Components::new`] and a standard error for each pair.
    pub(super) fn new(ratings: &Ratings) -> Result<Self, &'static str> {
        let components = Components::new(ratings).map_err(Inseparable::name)?;
        let means: Vec<f64> = ratings.system_means().into_iter().flatten().collect();
        let design = Design::of(ratings);
        let assignment = assignment(ratings);
        let now = design.difference(&components, assignment);
        if !now.variance.is_finite() {
            return Err("no-test");
        }
        // The error of a score is half that of a difference.
        let truth = drawn_in(&means, 0.5 * mean_variance(ratings).unwrap_or(now.variance));
        Ok(Self { components, design, assignment, truth })
    }

    /// Two campaigns of a size with new documents and as many, but new, judges.
    pub(super) fn simulated(
        &self,
        size: RoundSize,
        test: Test,
        key: &StreamKey,
        rounds: u32,
    ) -> OfSize {
        let per_document = self.design.segments_per_document;
        let documents = match size {
            RoundSize::Whole => self.design.documents,
            RoundSize::Documents(documents) => documents.into(),
            RoundSize::Segments(segments) => (f64::from(segments) / per_document).max(2.0),
        };
        // No more judges than there is work for.
        let judges = self.design.judges.min(documents * self.design.ratings_per_segment);
        let design = Design { documents, judges, ..self.design };
        let part: Part = design.difference(&self.components, self.assignment);
        let found = if part.variance.is_finite() && part.variance > 0.0 {
            let judged = |tests: &[(f64, Option<f64>)]| test.verdicts(tests);
            Ok(simulated_tests(&self.truth, part, judged, key, rounds.into()).into())
        } else {
            Err("no-test")
        };
        OfSize { units: documents, segments: documents * per_document, found }
    }
}

/// Mean variance of the differences of all pairs, over documents and judges.
fn mean_variance(ratings: &Ratings) -> Option<f64> {
    let systems = u32::try_from(ratings.systems()).ok()?;
    let pairs = (0..systems).flat_map(|a| (a + 1..systems).map(move |b| (a, b)));
    let variance = |(a, b)| {
        let crossed = Crossed::difference(ratings, a, b);
        let both = TwoWay::jackknife(&crossed).ok().map(|found| found.total.variance);
        both.or_else(|| by_documents(&crossed).ok().map(|(_, part)| part.variance))
    };
    let all: Vec<f64> = pairs.filter_map(variance).collect();
    (!all.is_empty()).then(|| all.iter().sum::<f64>() / all.len() as f64)
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
    use super::*;
    use crate::analyses::comparison::options::Adjustment;
    use crate::stats::judges::ratings::Rating;
    use crate::stats::random::Purpose;

    /// Three systems a point apart on forty documents of two segments, six judges who each rate all outputs of a
    /// document; noise by a hash.
    fn campaign(round: u32) -> Ratings {
        let noise = |a: u32, b: u32| {
            let hash = (a * 7919 + b * 104_729 + round * 1_299_709).wrapping_mul(2_654_435_761);
            f64::from(hash >> 16) / 65_536.0 - 0.5
        };
        let rows = (0..240_u32).map(|index| {
            let (item, system) = (index / 3, index % 3);
            let judge = (item / 2) % 6;
            let score = f64::from(system) + 4.0 * noise(item, system) + noise(judge, 1000);
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
        let of = |size| round(Scope::Documents).of_rounds(rounds, size, &key);
        let [small, all] = [RoundSize::Segments(12), RoundSize::Whole].map(of);
        let counts = |of: &OfSize| of.found.unwrap();
        assert_eq!((all.units, all.segments, counts(&all).comparisons), (40.0, 80.0, 1));
        assert_eq!((small.units, small.segments, counts(&small).comparisons), (6.0, 12.0, 20));
        assert!(counts(&all).again >= 2, "{:?}", all.found);
        let share = |of: &OfSize| counts(of).found as f64 / counts(of).comparisons as f64;
        assert!(share(&small) < share(&all));
        assert_eq!(of(RoundSize::Documents(41)).found, Err("too-few-units"));
        // As many documents as there are: every sample is the whole.
        let again = of(RoundSize::Documents(40)).found.unwrap();
        assert_eq!(again.found, 20 * counts(&all).found);
    }

    #[test]
    fn halves_of_judges_count_both_ways() {
        let key = StreamKey::new(1, Purpose::Halves);
        let found = round(Scope::DocumentsAndJudges).of_judges(&campaign(1), &key);
        assert_eq!((found.units, found.found.unwrap().comparisons), (3.0, 40));
        // Halves of one judge have no test for other judges.
        let three = campaign(1).filtered(|rating| rating.judge < 3);
        let found = round(Scope::DocumentsAndJudges).of_judges(&three, &key);
        assert_eq!((found.units, found.found), (1.0, Err("no-test")));
        let one = campaign(1).filtered(|rating| rating.judge == 0);
        let found = round(Scope::Documents).of_judges(&one, &key);
        assert_eq!(found.found, Err("too-few-units"));
    }

    /// Two systems far apart and one close to the first: the far pairs are always found again.
    #[test]
    fn simulated_campaigns_follow_their_components() {
        let found = Campaign::new(&campaign(1)).map_err(|_| ()).unwrap();
        assert_eq!(found.truth.len(), 3);
        assert_eq!(found.assignment, Assignment::Together);
        let key = StreamKey::new(1, Purpose::Rounds);
        let test = Test { level: 0.95, adjustment: Adjustment::None };
        let of = |size| found.simulated(size, test, &key, 400).found.unwrap();
        let (small, all) = (of(RoundSize::Segments(10)), of(RoundSize::Whole));
        let share = |counts: Counts| counts.again as f64 / counts.found as f64;
        assert!(share(small) < share(all), "{small:?} {all:?}");
        assert!(small.exaggeration > all.exaggeration, "{small:?} {all:?}");
    }
}
