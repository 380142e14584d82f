//! The crossed ("pigeonhole") bootstrap: documents and judges are resampled apart from each other, and a rating
//! counts as often as its document times as often as its judge (Owen 2007; Owen & Eckles 2012, *Annals of
//! Applied Statistics* 6, 895-927).
//!
//! Of a complete layout of I documents and J judges the variance of the resampled mean is
//! `s_D^2 / I + s_J^2 / J + s_DJ^2 / (I J)` with the mean squares (divisors I, J and I J) of row means, column means
//! and what neither explains. The first two hold a share of the last already, so that it counts about three
//! times: conservative where outputs have one rating each. With few judges the divisor J in the place of J - 1 makes it
//! too small where all judges rate all: [`TwoWay`](super::two_way::TwoWay) knows degrees of freedom, and the bootstrap
//! does not.

/// How often each place of a document and a judge is in each of some resamples, given by the counts of their `documents`
/// and `judges`, a row of counts for each resample: the product of both. Appended to `counts` row by row.
///
/// # Panics
///
/// If a place lies beyond the rows, or a row has no unit.
pub fn add_counts(
    places: &[(u32, u32)],
    documents: std::slice::ChunksExact<'_, u32>,
    judges: std::slice::ChunksExact<'_, u32>,
    counts: &mut Vec<u32>,
) {
    for (documents, judges) in documents.zip(judges) {
        counts.extend(places.iter().map(|(document, judge): &(u32, u32)| {
            documents[*document as usize] * judges[*judge as usize]
        }));
    }
}

#[cfg(test)]
mod tests {
    use crate::stats::judges::coverage_simulation::{Resampled, replicates};
    use crate::stats::judges::crossed::Crossed;
    use crate::stats::judges::ratings::{Rating, Ratings};
    use crate::stats::moments::SampleMoments;
    use crate::stats::random::{Purpose, StreamKey};

    const SCORES: [f64; 12] = [3.0, 4.5, 2.0, 5.0, 7.0, 3.5, 1.0, 2.0, 2.5, 6.0, 6.5, 4.0];

    /// Four documents of an item, three judges, every one rated by each.
    fn complete() -> Crossed {
        let rows = (0..12_u32).map(|index| Rating {
            system: 0,
            item: index / 3,
            judge: index % 3,
            score: SCORES[index as usize],
        });
        Crossed::mean(&Ratings::new(1, 3, (0..4).collect(), rows).unwrap(), 0)
    }

    /// All ways to resample `units`, as counts; each is as probable as the others.
    fn all_counts(units: usize) -> Vec<Vec<u32>> {
        let ways = units.pow(u32::try_from(units).unwrap());
        (0..ways)
            .map(|way| {
                let mut counts = vec![0; units];
                (0..units).fold(way, |rest, _| {
                    counts[rest % units] += 1;
                    rest / units
                });
                counts
            })
            .collect()
    }

    /// All 4^4 x 3^3 resamples against the closed form.
    #[test]
    fn enumeration_has_the_closed_form() {
        let crossed = complete();
        let judges = all_counts(3);
        let values: Vec<f64> = all_counts(4)
            .iter()
            .flat_map(|documents| judges.iter().map(|j| crossed.resampled(documents, j).unwrap()))
            .collect();
        assert_eq!(values.len(), 256 * 27);
        let moments = SampleMoments::of(values.iter().copied()).unwrap();
        let mean = SCORES.iter().sum::<f64>() / 12.0;
        let row =
            [0, 1, 2, 3].map(|i: usize| SCORES[3 * i..3 * i + 3].iter().sum::<f64>() / 3.0 - mean);
        let column =
            [0, 1, 2].map(|j: usize| SCORES[j..].iter().step_by(3).sum::<f64>() / 4.0 - mean);
        let rows = row.iter().map(|x| x * x).sum::<f64>() / 4.0;
        let columns = column.iter().map(|x| x * x).sum::<f64>() / 3.0;
        let rest = (0..12)
            .map(|index| SCORES[index] - mean - row[index / 3] - column[index % 3])
            .map(|x| x * x)
            .sum::<f64>()
            / 12.0;
        let variance = rows / 4.0 + columns / 3.0 + rest / 12.0;
        assert!((moments.mean - mean).abs() < 1e-12);
        assert!((moments.squares / values.len() as f64 - variance).abs() < 1e-12);

        // Random resamples: four Monte-Carlo errors of a variance.
        let key = StreamKey::new(3, Purpose::Bootstrap);
        let drawn = replicates(&crossed, Resampled::DocumentsAndJudges, &key, 20_000);
        let drawn = SampleMoments::of(drawn.iter().copied()).unwrap().variance().unwrap();
        assert!((drawn / variance - 1.0).abs() < 4.0 * (2.0_f64 / 20_000.0).sqrt(), "{drawn}");
        let drawn = replicates(&crossed, Resampled::Documents, &key, 20_000);
        let drawn = SampleMoments::of(drawn.iter().copied()).unwrap().variance().unwrap();
        assert!((drawn / (rows / 4.0) - 1.0).abs() < 4.0 * (2.0_f64 / 20_000.0).sqrt(), "{drawn}");
    }

    #[test]
    fn prefixes_are_prefixes() {
        let key = StreamKey::new(3, Purpose::Bootstrap);
        let [five, nine] =
            [5, 9].map(|count| replicates(&complete(), Resampled::DocumentsAndJudges, &key, count));
        assert_eq!(five, nine[..5]);
    }

    /// A resample without the only judge of a system has no value.
    #[test]
    fn what_a_resample_leaves_out() {
        let rows = [(0, 0, 1.0), (1, 1, 2.0)];
        let rows = rows.map(|(system, judge, score)| Rating { system, item: 0, judge, score });
        let ratings = Ratings::new(2, 2, vec![0], rows).unwrap();
        let crossed = Crossed::difference(&ratings, 0, 1);
        assert_eq!(crossed.value(), Some(-1.0));
        assert_eq!(crossed.resampled(&[1], &[2, 0]), None);
        assert_eq!(crossed.resampled(&[1], &[1, 1]), Some(-1.0));
    }
}
