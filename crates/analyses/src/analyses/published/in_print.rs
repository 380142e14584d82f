//! Numbers in the unit and with the digits of print.

use super::PublishedRow;
use super::printed::range;
use super::verdict::Basis;

impl PublishedRow {
    /// Decimals as printed.
    fn decimals(&self) -> usize {
        let printed = self.printed.as_deref().unwrap_or_default();
        printed.split_once('.').map_or(0, |(_, decimals)| decimals.len())
    }

    /// A number in the unit of the column, in that of print.
    fn scaled(&self, value: f64) -> f64 {
        value / self.scale.unwrap_or(1.0)
    }

    /// A number in the unit of print, with one decimal more. A count has none, as in print.
    fn spelled(&self, value: f64) -> String {
        // A count that was multiplied by its scale is whole up to rounding.
        let is_count = self.decimals() == 0 && (value - value.round()).abs() < 1e-9;
        self.signed(value, if is_count { 0 } else { self.decimals() + 1 })
    }

    /// A number with these decimals, and with a plus where print has one.
    fn signed(&self, value: f64, decimals: usize) -> String {
        let has_sign = self.printed.as_deref().is_some_and(|printed| printed.starts_with('+'));
        let sign = if has_sign && value >= 0.0 { "+" } else { "" };
        format!("{sign}{value:.decimals$}")
    }

    /// The end of an interval in the unit of print, no further than what is possible.
    fn end(&self, value: f64) -> f64 {
        let value = self.scaled(value);
        let ends = self.possible.as_deref().and_then(range);
        ends.map_or(value, |(least, most)| value.max(least).min(most))
    }

    /// The value as printed, or its correction, with the words that weaken it.
    pub(super) fn printed_text(&self) -> String {
        let parts = [&self.hedge, &self.printed].map(|text| text.as_deref().unwrap_or_default());
        parts.join(" ").trim().to_owned()
    }

    /// The reproduced value in the unit of print.
    pub(super) fn reproduced_text(&self) -> String {
        self.reproduced.map_or_else(|| "–".to_owned(), |value| self.spelled(self.scaled(value)))
    }

    /// The reproduced value in the unit of print; of several seeds their median and standard deviation.
    pub(super) fn over_seeds_text(&self) -> String {
        let Some((median, sd)) = self.seeds_median.zip(self.seeds_sd) else {
            return self.reproduced_text();
        };
        let (median, sd) = (self.scaled(median), self.scaled(sd).abs());
        if sd == 0.0 {
            return format!("{} ± 0", self.spelled(median));
        }
        let decimals = decimals_of(sd).min(self.decimals() + 1);
        format!("{} ± {sd:.decimals$}", self.signed(median, decimals))
    }

    /// The ends by which it is judged, in the unit of print, and what they are; empty without any.
    pub(super) fn interval_text(&self) -> String {
        let Some(ends) = self.lower.zip(self.upper) else { return String::new() };
        let what = match (self.interval.as_deref(), self.seeds) {
            (Some("seeds"), Some(seeds)) => format!("{seeds} seeds"),
            (Some("monte-carlo"), _) => "Monte Carlo".to_owned(),
            _ => "one corpus".to_owned(),
        };
        // A negative scale exchanges the ends.
        let (lower, upper) = if self.scaled(1.0) < 0.0 { (ends.1, ends.0) } else { ends };
        let [lower, upper] = [lower, upper].map(|end| self.spelled(self.end(end)));
        format!("{lower} to {upper} ({what})")
    }

    /// Whether the published value lies where this run expects it, where that says something: of a prediction, or a number
    /// of a real corpus.
    pub(super) fn told_by_agreement(&self) -> Option<bool> {
        let is_told = matches!(self.basis, Some(Basis::Predicted | Basis::Measured));
        self.verdict.agrees().filter(|_| is_told)
    }

    /// A mark for tables: `✓` where it agrees, `✗` where not, `c`, `f`, `=` and `i` where it was fitted, follows from
    /// what was, has a closed form or was put in; empty where nothing is judged.
    pub(super) fn mark(&self) -> &'static str {
        match (self.basis.and_then(Basis::not_predicted), self.verdict.agrees()) {
            (Some((_, mark)), _) => mark,
            (None, Some(true)) => "✓",
            (None, Some(false)) => "✗",
            (None, None) => "",
        }
    }
}

/// The class on the page of some values together.
pub(super) fn css_class(rows: &[&PublishedRow]) -> &'static str {
    let told: Vec<bool> = rows.iter().filter_map(|row| row.told_by_agreement()).collect();
    match (told.contains(&true), told.contains(&false)) {
        (true, false) => "good",
        (false, true) => "bad",
        (true, true) => "middling",
        (false, false) => "",
    }
}

/// Decimals with which a spread has two digits.
fn decimals_of(sd: f64) -> usize {
    let (mut shown, mut decimals) = (sd, 0);
    // From 9.5 on rounding gives two digits.
    while shown < 9.5 && decimals < 9 {
        shown *= 10.0;
        decimals += 1;
    }
    decimals
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyses::published::ValueVerdict;

    #[test]
    fn numbers_are_shown_as_print_has_them() {
        let row = PublishedRow {
            printed: Some("97".into()),
            scale: Some(0.01),
            reproduced: Some(0.93),
            lower: Some(0.861),
            upper: Some(0.9714),
            hedge: Some("about".into()),
            verdict: ValueVerdict::WithinInterval,
            basis: Some(Basis::Predicted),
            ..PublishedRow::default()
        };
        assert_eq!(row.printed_text(), "about 97");
        assert_eq!(row.reproduced_text(), "93");
        assert_eq!(row.interval_text(), "86.1 to 97.1 (one corpus)");
        assert_eq!(row.mark(), "✓");
        let seeds = PublishedRow {
            seeds: Some(20),
            lower: Some(0.9),
            upper: Some(0.99),
            interval: Some("seeds".into()),
            printed: Some("+4.41".into()),
            scale: None,
            basis: Some(Basis::Calibrated),
            ..row
        };
        assert_eq!(seeds.interval_text(), "+0.900 to +0.990 (20 seeds)");
        assert_eq!(seeds.mark(), "c");
    }

    #[test]
    fn counts_and_ends_are_possible_ones() {
        let row = PublishedRow {
            printed: Some("5".into()),
            reproduced: Some(4.0),
            seeds: Some(20),
            seeds_median: Some(4.5),
            seeds_sd: Some(0.71),
            lower: Some(-0.4),
            upper: Some(7.0),
            interval: Some("seeds".into()),
            possible: Some("1..5".into()),
            ..PublishedRow::default()
        };
        assert_eq!(row.reproduced_text(), "4");
        assert_eq!(row.over_seeds_text(), "4.5 ± 0.7");
        let alike = PublishedRow { seeds_median: Some(5.0), seeds_sd: Some(0.0), ..row.clone() };
        assert_eq!(alike.over_seeds_text(), "5 ± 0");
        let long = PublishedRow {
            printed: Some("+7.2612".into()),
            seeds_median: Some(6.31464),
            seeds_sd: Some(0.51841),
            ..row.clone()
        };
        assert_eq!(long.over_seeds_text(), "+6.31 ± 0.52");
        assert_eq!(row.interval_text(), "1 to 5 (20 seeds)");
        let scaled = PublishedRow {
            printed: Some(".95".into()),
            scale: Some(-100.0),
            seeds_median: Some(-93.0),
            seeds_sd: Some(4.0),
            lower: Some(-103.0),
            upper: Some(-85.0),
            possible: Some("-1..1".into()),
            ..row
        };
        assert_eq!(scaled.over_seeds_text(), "0.930 ± 0.040");
        assert_eq!(scaled.interval_text(), "0.850 to 1.000 (20 seeds)");
    }
}
