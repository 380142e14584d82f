//! Centres of a few values of which one may be far from the others (Huber 1964).

/// The middle value, or the mean of the two in the middle; `None` of none.
pub fn median(values: &[f64]) -> Option<f64> {
    let mut values = values.to_vec();
    values.sort_unstable_by(f64::total_cmp);
    let middle = values.len() / 2;
    match values.len() {
        0 => None,
        even if even % 2 == 0 => Some(f64::midpoint(values[middle - 1], values[middle])),
        _ => Some(values[middle]),
    }
}

/// Huber's estimate: the t at which the differences x - t, each cut to -c to c, sum to 0, so that a value further than c
/// from it has the weight c/|x - t|. Where a whole range of t does, it is the median. `None` of no values.
///
/// The sum falls along t in straight pieces between the points x - c and x + c: it is 0 in one of them, exactly.
pub fn huber(values: &[f64], c: f64) -> Option<f64> {
    let middle = median(values)?;
    if c.is_nan() || c <= 0.0 || cut_sum(values, c, middle) == 0.0 {
        return Some(middle);
    }
    let mut ends: Vec<f64> = values.iter().flat_map(|x| [x - c, x + c]).collect();
    ends.sort_unstable_by(f64::total_cmp);
    let piece = ends.windows(2).find(|piece| cut_sum(values, c, piece[1]) <= 0.0)?;
    let (above, below) = (cut_sum(values, c, piece[0]), cut_sum(values, c, piece[1]));
    // Below the first of them every value pulls upwards by c, above the last downwards: the signs differ.
    Some(piece[0] + (piece[1] - piece[0]) * above / (above - below))
}

/// Sum of the differences from t, each cut to -c to c.
fn cut_sum(values: &[f64], c: f64, t: f64) -> f64 {
    values.iter().map(|x| (x - t).clamp(-c, c)).sum()
}

/// Standard deviation within groups, pooled over all of them; `None` where none has two values.
pub fn pooled_deviation<'a>(groups: impl Iterator<Item = &'a [f64]>) -> Option<f64> {
    let (mut squares, mut freedom) = (0.0, 0.0);
    for group in groups.filter(|group| group.len() > 1) {
        let mean = group.iter().sum::<f64>() / group.len() as f64;
        squares += group.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>();
        freedom += group.len() as f64 - 1.0;
    }
    (freedom > 0.0).then(|| (squares / freedom).sqrt())
}

/// The rank of a value among others, 1 for the largest; those that tie share the ranks that they take up.
pub fn rank_among(value: f64, others: impl Iterator<Item = f64>) -> f64 {
    let places = others.map(|other| match other.total_cmp(&value) {
        std::cmp::Ordering::Greater => 1.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Less => 0.0,
    });
    1.0 + places.sum::<f64>()
}

#[cfg(test)]
mod tests {
    use super::*;

    const OUTPUTS: [&[f64]; 4] =
        [&[4.0, 4.0, 1.0], &[5.0, 3.0, 2.0], &[1.0, 5.0, 5.0, 5.0], &[2.0, 4.0]];

    /// By iterating weights in numpy, from the median on.
    #[test]
    fn one_far_value_weighs_less() {
        for (c, expected) in [
            (0.5, [3.75, 3.0, 4.833_333_333, 3.0]),
            (1.0, [3.5, 3.0, 4.666_666_667, 3.0]),
            // Beyond all differences it is the mean.
            (9.0, [3.0, 10.0 / 3.0, 4.0, 3.0]),
            (0.0, [4.0, 3.0, 5.0, 3.0]),
        ] {
            for (output, expected) in OUTPUTS.iter().zip(expected) {
                let centre = huber(output, c).unwrap();
                assert!((centre - expected).abs() < 1e-9, "{output:?}, {c}: {centre}");
            }
        }
        assert_eq!(OUTPUTS.map(median), [4.0, 3.0, 5.0, 3.0].map(Some));
        assert_eq!((huber(&[], 1.0), median(&[])), (None, None));
    }

    #[test]
    fn deviations_are_pooled() {
        let groups = OUTPUTS.into_iter().chain([&[3.0, 3.0, 3.0][..], &[1.0]]);
        let deviation = pooled_deviation(groups).unwrap();
        assert!((deviation - 1.570_563).abs() < 1e-6, "{deviation}");
        assert_eq!(pooled_deviation(std::iter::once(&[1.0][..])), None);
    }

    #[test]
    fn ties_share_ranks() {
        for (x, rank) in [(4.0, 1.0), (3.0, 1.5), (2.0, 2.0), (1.0, 2.5), (0.0, 3.0)] {
            assert!((rank_among(x, [3.0, 1.0].into_iter()) - rank).abs() < 1e-12, "{x}");
        }
    }
}
