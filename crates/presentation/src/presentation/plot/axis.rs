//! Axes: where they begin and end, their round numbers, and places along them.

use super::picture::rounded;
use crate::presentation::extent;

/// Numbers at an axis at most.
const MOST: f64 = 7.0;

/// Part of a logarithmic axis without round ends that lies beyond its data, on each side.
const EDGE: f64 = 0.03;

/// An axis in the numbers of its data.
#[derive(Clone, Debug)]
pub(super) struct Axis {
    low: f64,
    high: f64,
    is_log: bool,
    /// Numbers that are written at it.
    pub(super) ticks: Vec<f64>,
}

/// What an axis is to be.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Wish {
    pub(super) range: (Option<f64>, Option<f64>),
    pub(super) is_log: bool,
    /// Whether only whole numbers are written at it.
    pub(super) is_whole: bool,
    /// Whether it ends at round numbers.
    pub(super) has_round_ends: bool,
}

impl Axis {
    /// An axis for some values.
    pub(super) fn new(values: impl Iterator<Item = f64>, wish: Wish) -> Self {
        let is_log = wish.is_log;
        let values = values.filter(|value| value.is_finite() && (!is_log || *value > 0.0));
        let (mut low, mut high) = extent(values);
        if low > high {
            (low, high) = if is_log { (1.0, 10.0) } else { (0.0, 1.0) };
        }
        low = wish.range.0.unwrap_or(low);
        high = wish.range.1.unwrap_or(high);
        if low >= high {
            let half = if low == 0.0 { 1.0 } else { 0.1 * low.abs() };
            (low, high) = (low - half, low + half);
        }
        if is_log { Self::logarithmic(low, high, wish) } else { Self::linear(low, high, wish) }
    }

    fn linear(mut low: f64, mut high: f64, wish: Wish) -> Self {
        let mut step = round_step((high - low) / MOST);
        if wish.is_whole {
            step = step.max(1.0);
        }
        // A number that is a hair beyond the end is the end.
        let hair = 1e-9 * (high - low);
        if wish.has_round_ends {
            if wish.range.0.is_none() {
                low = step * ((low + hair) / step).floor();
            }
            if wish.range.1.is_none() {
                high = step * ((high - hair) / step).ceil();
            }
        }
        let first = ((low - hair) / step).ceil();
        let count = ((high + hair) / step).floor() - first;
        let indices = std::iter::successors(Some(0.0), |index| Some(index + 1.0));
        let ticks = indices.take_while(|index| *index <= count).map(|index| step * (first + index));
        Self { low, high, is_log: false, ticks: ticks.collect() }
    }

    fn logarithmic(mut low: f64, mut high: f64, wish: Wish) -> Self {
        let powers = (libm::log10(low).floor(), libm::log10(high).ceil());
        let all = steps_of_powers(powers, &[1.0, 2.0, 5.0]);
        if wish.has_round_ends {
            // With a thousandth of room: powers are not exact.
            let below = all.iter().rev().find(|tick| **tick <= low * 1.001);
            let above = all.iter().find(|tick| **tick >= high * 0.999);
            low = wish.range.0.or(below.copied()).unwrap_or(low);
            high = wish.range.1.or(above.copied()).unwrap_or(high);
        } else {
            // The first and the last point do not stand on the edges.
            let edge = libm::pow(high / low, EDGE);
            low = wish.range.0.unwrap_or(low / edge);
            high = wish.range.1.unwrap_or(high * edge);
        }
        let mut ticks = within(low, high, &all);
        if ticks.len() as f64 > MOST + 2.0 {
            ticks = within(low, high, &steps_of_powers(powers, &[1.0]));
        } else if ticks.len() < 2 {
            ticks = within(
                low,
                high,
                &steps_of_powers(powers, &[1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0]),
            );
        }
        Self { low, high, is_log: true, ticks }
    }

    /// Where a value is, from 0 at the beginning to 1 at the end; beyond them outside of that.
    pub(super) fn place(&self, value: f64) -> f64 {
        if self.is_log && value <= 0.0 {
            return -1.0;
        }
        let [value, low, high] = [value, self.low, self.high]
            .map(|value| if self.is_log { libm::log10(value) } else { value });
        (value - low) / (high - low)
    }

    /// Returns `true` if a value lies along the axis.
    pub(super) fn holds(&self, value: f64) -> bool {
        // With room for rounding: the ends are on the axis.
        value.is_finite() && (-1e-6..=1.0 + 1e-6).contains(&self.place(value))
    }

    /// The numbers at the axis as they are written, all with the same decimals unless it is logarithmic.
    pub(super) fn labels(&self) -> Vec<String> {
        let step = match self.ticks.as_slice() {
            [one, other, ..] if !self.is_log => other - one,
            _ => return self.ticks.iter().map(|tick| grouped(&rounded(*tick, 6))).collect(),
        };
        // Steps are 1, 2 or 5 times a power of ten.
        let decimals = (0..12_u8).find(|decimals| {
            let scaled = step * libm::pow(10.0, f64::from(*decimals));
            // Neither steps nor computed powers are exact.
            (scaled - scaled.round()).abs() < 1e-6
        });
        let decimals = usize::from(decimals.unwrap_or(0));
        let labels = self.ticks.iter().map(|tick| {
            let text = format!("{tick:.decimals$}");
            let is_zero = text.bytes().all(|byte| matches!(byte, b'-' | b'0' | b'.'));
            grouped(if is_zero { text.trim_start_matches('-') } else { &text })
        });
        labels.collect()
    }
}

/// `steps` times each power of ten between two exponents.
fn steps_of_powers((first, last): (f64, f64), steps: &[f64]) -> Vec<f64> {
    let powers = std::iter::successors(Some(first), |power| Some(power + 1.0));
    let powers = powers.take_while(|power| *power <= last).map(|power| libm::pow(10.0, power));
    powers.flat_map(|power| steps.iter().map(move |step| step * power)).collect()
}

/// The ticks that are not beyond `low` and `high`.
fn within(low: f64, high: f64, ticks: &[f64]) -> Vec<f64> {
    let range = low * 0.999..=high * 1.001;
    ticks.iter().copied().filter(|tick| range.contains(tick)).collect()
}

/// The next 1, 2 or 5 times a power of ten.
fn round_step(least: f64) -> f64 {
    let power = libm::pow(10.0, libm::log10(least).floor());
    let steps = [1.0, 2.0, 5.0].into_iter().map(|step| step * power);
    // A step that is the least one but for rounding will do.
    steps.into_iter().find(|step| *step >= least * (1.0 - 1e-9)).unwrap_or(10.0 * power)
}

/// Digits before the point in groups of three, where there are five or more.
fn grouped(number: &str) -> String {
    let (sign, number) = number.strip_prefix('-').map_or(("", number), |number| ("-", number));
    let (whole, rest) = number.find('.').map_or((number, ""), |point| number.split_at(point));
    if whole.len() < 5 {
        return format!("{sign}{number}");
    }
    let mut grouped = sign.to_owned();
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index) % 3 == 0 {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(values: &[f64], wish: Wish) -> String {
        Axis::new(values.iter().copied(), wish).labels().join(" ")
    }

    #[test]
    fn numbers_at_axes_are_round() {
        let round = Wish { has_round_ends: true, ..Wish::default() };
        assert_eq!(labels(&[0.31, 2.9], round), "0.0 0.5 1.0 1.5 2.0 2.5 3.0");
        assert_eq!(labels(&[-3.0, 4.0], round), "-3 -2 -1 0 1 2 3 4");
        assert_eq!(labels(&[7.0, 68.0], Wish::default()), "10 20 30 40 50 60");
        assert_eq!(
            labels(&[12_000.0, 60_000.0], round),
            "10,000 20,000 30,000 40,000 50,000 60,000"
        );
        assert_eq!(labels(&[1.0, 2.0], Wish { is_whole: true, ..round }), "1 2");
        // One value stands in the middle.
        assert_eq!(labels(&[5.0], round), labels(&[4.5, 5.5], round));
        assert_eq!(labels(&[], round), labels(&[0.0, 1.0], round));
    }

    #[test]
    fn logarithms_have_round_numbers_too() {
        let log = Wish { is_log: true, has_round_ends: true, ..Wish::default() };
        assert_eq!(labels(&[0.3, 40.0], log), "0.2 0.5 1 2 5 10 20 50");
        assert_eq!(labels(&[3.0, 900_000.0], log), "10 100 1000 10,000 100,000 1,000,000");
        assert_eq!(labels(&[0.0, -1.0, 2.0, 5.0], log), "2 5");
        // Without round ends the data are within the axis.
        let within = Axis::new([1.0, 100.0].into_iter(), Wish { has_round_ends: false, ..log });
        assert!((within.place(1.0) - 0.03 / 1.06).abs() < 1e-9 && within.place(100.0) < 0.98);
        let axis = Axis::new([1.0, 100.0].into_iter(), log);
        assert!((axis.place(10.0) - 0.5).abs() < 1e-12);
        assert!(!axis.holds(0.0) && !axis.holds(200.0) && axis.holds(100.0));
    }
}
