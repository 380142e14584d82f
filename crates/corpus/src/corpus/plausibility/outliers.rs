//! Scores that are none: outside of the range of a known score, one negative number among scores from 0 up, and what
//! is far from all others.

use std::collections::BTreeSet;

use super::super::known::known_score;
use super::shared::named;
use super::values::{Scored, number};
use crate::warning::Warning;
use crate::words::counted;

/// Scores that say what others are far from.
const FEWEST: usize = 20;

/// Different ones among these.
const VARIED: usize = 10;

/// How many times the range of all others a score is away from them.
const FAR: f64 = 5.0;

/// A score and the index of its system.
type Score = (f64, usize);

pub(super) fn find(scored: &Scored<'_>) -> Option<Warning> {
    let mut all: Vec<Score> = Vec::new();
    for (index, (_, judges)) in scored.systems.iter().enumerate() {
        all.extend(
            judges.iter().flat_map(|judge| judge.iter().flatten()).map(|score| (*score, index)),
        );
    }
    all.sort_unstable_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)));
    if let Some(known) = known_score(scored.name)
        && let Some(range) = known.in_words()
    {
        let out: Vec<Score> =
            all.iter().copied().filter(|(score, _)| known.excludes(*score)).collect();
        if !out.is_empty() {
            return Some(outside(scored, &out, &format!("{} is from {range}", known.name)));
        }
    }
    let (odd, others) = match negative(&all) {
        Some(place) => all.split_at(place),
        None if known_score(scored.name).is_some_and(|known| known.in_words().is_some()) => {
            return None;
        }
        None => far(&all)?,
    };
    let ends = others.first().zip(others.last());
    let range = ends
        .map_or_else(String::new, |(low, high)| format!("{} to {}", number(low.0), number(high.0)));
    let message = match odd {
        [(one, _)] => format!(
            "`{}` of {}: one score, {}, is far from all others ({}) and may decide the mean",
            scored.name,
            systems(scored, odd),
            number(*one),
            range
        ),
        _ => format!(
            "`{}` of {}: {} of {} are apart from all others ({}): {}",
            scored.name,
            systems(scored, odd),
            odd.len(),
            counted(all.len(), "score"),
            range,
            listed(odd)
        ),
    };
    Some(Warning::of_corpus(message, HELP))
}

/// The way out.
const HELP: &str = "leave out what stands for a missing score (an empty line, `nan` or `None`), and correct the rest";

const ON_ANOTHER_SCALE: &str = "all systems are so: if all scores were multiplied alike, verdicts hold, and margins and \
                                sizes are on that scale; else correct them";

/// The scores `out` are none by the name: refused where they are most of one system and not of all.
fn outside(scored: &Scored<'_>, out: &[Score], range: &str) -> Warning {
    let message = format!(
        "`{}` of {}: {}, and {} outside: {}",
        scored.name,
        systems(scored, out),
        range,
        if out.len() == 1 {
            "one score is".to_owned()
        } else {
            format!("{} scores are", out.len())
        },
        listed(out)
    );
    let is_most = |system: usize| {
        let (_, judges) = &scored.systems[system];
        let all = judges.iter().flat_map(|judge| judge.iter().flatten()).count();
        2 * out.iter().filter(|(_, own)| *own == system).count() > all
    };
    let mut systems = 0..scored.systems.len();
    if systems.clone().all(is_most) {
        return Warning::of_corpus(message, ON_ANOTHER_SCALE);
    }
    let warning = Warning::of_corpus(message, HELP);
    if systems.any(is_most) { warning.refused() } else { warning }
}

/// Where the others begin, behind one negative number that stands several times among scores from 0 up.
#[expect(clippy::float_cmp, reason = "the same number again, not a computed one")]
fn negative(sorted: &[Score]) -> Option<usize> {
    let place = sorted.partition_point(|(score, _)| *score < 0.0);
    let (first, most) = (sorted.first()?.0, sorted.last()?.0);
    let is_one = place > 1 && sorted[place - 1].0 == first;
    // Errors that were turned have nothing above 0, and preferences are -1, 0 and 1.
    let is_preference = most == -first && 4 * place >= sorted.len();
    (is_one && most > 0.0 && 2 * place < sorted.len() && !is_preference).then_some(place)
}

/// The fewer of two parts of the scores that are far from each other, and the rest.
#[expect(clippy::float_cmp, reason = "the same number again, not a computed one")]
fn far(sorted: &[Score]) -> Option<(&[Score], &[Score])> {
    let count = sorted.len();
    if count < FEWEST {
        return None;
    }
    let cuts = (1..count.div_ceil(2)).flat_map(|few| [few, count - few]);
    cuts.map(|place| (place, sorted.split_at(place))).find_map(|(place, (low, high))| {
        let gap = sorted[place].0 - sorted[place - 1].0;
        let (few, many) = if low.len() < high.len() { (low, high) } else { (high, low) };
        // Where all of them are one number, counting its copies at every cut would take the square of the time.
        let range = many.last().zip(many.first()).map_or(0.0, |(b, a)| b.0 - a.0);
        let changes = many.windows(2).filter(|pair| pair[0].0 != pair[1].0).take(VARIED);
        let is_far = range > 0.0 && gap >= FAR * range && changes.count() + 1 >= VARIED;
        is_far.then_some((few, many))
    })
}

fn systems(scored: &Scored<'_>, scores: &[Score]) -> String {
    let systems: BTreeSet<usize> = scores.iter().map(|(_, system)| *system).collect();
    named(systems.into_iter().map(|system| scored.systems[system].0))
}

/// Sorted scores in words.
#[expect(clippy::float_cmp, reason = "the same number again, not a computed one")]
fn listed(scores: &[Score]) -> String {
    match (scores.first(), scores.last()) {
        (Some((one, _)), Some((other, _))) if one == other => {
            format!("{}, {}", number(*one), counted(scores.len(), "time"))
        }
        (Some((one, _)), Some((other, _))) => format!("{} to {}", number(*one), number(*other)),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;

    /// Three of five are right: the upper half of the scores is one number.
    #[test]
    fn a_million_truth_values_take_hardly_any_time() {
        let right = (0..1_000_000).map(|sample| Some(f64::from(u8::from(sample % 5 < 3))));
        let right: Vec<Option<f64>> = right.collect();
        let start = Instant::now();
        let scored = Scored { name: "acc", systems: vec![("a", vec![&right[..]])] };
        assert!(find(&scored).is_none());
        assert!(start.elapsed() < Duration::from_mins(1));
    }
}
