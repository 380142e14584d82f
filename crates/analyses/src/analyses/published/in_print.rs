//! Numbers in the unit and with the digits of print.

use std::sync::Arc;

use super::PublishedRow;
use super::verdict::Basis;

impl PublishedRow {
    /// Decimals as printed.
    fn decimals(&self) -> usize {
        let printed = self.printed.as_deref().unwrap_or_default();
        printed.split_once('.').map_or(0, |(_, decimals)| decimals.len())
    }

    /// A number in the unit of the column, in the unit of print with one decimal more. Where print has a
    /// sign, so has this.
    pub(super) fn in_print(&self, value: f64) -> String {
        self.spelled(value / self.scale.unwrap_or(1.0))
    }

    /// A number in the unit of print, with one decimal more. A count has none, as in print.
    fn spelled(&self, value: f64) -> String {
        let is_count = self.decimals() == 0 && (value - value.round()).abs() < 1e-9;
        let decimals = if is_count { 0 } else { self.decimals() + 1 };
        let text = format!("{value:.decimals$}");
        if self.has_sign() && value >= 0.0 { format!("+{text}") } else { text }
    }

    /// Whether print has a plus.
    fn has_sign(&self) -> bool {
        self.printed.as_deref().is_some_and(|printed| printed.starts_with('+'))
    }

    /// The end of an interval in the unit of print, no further than what is possible.
    fn end(&self, value: f64) -> f64 {
        let value = value / self.scale.unwrap_or(1.0);
        let ends = self.possible.as_deref().and_then(|possible| possible.split_once(".."));
        let ends = ends.and_then(|(least, most)| least.parse().ok().zip(most.parse().ok()));
        ends.map_or(value, |(least, most): (f64, f64)| value.max(least).min(most))
    }

    /// The value as printed, or its correction, with the words that weaken it.
    pub(super) fn printed_text(&self) -> String {
        let text = |text: &Option<Arc<str>>| text.as_deref().unwrap_or_default().to_owned();
        [text(&self.hedge), text(&self.printed)].join(" ").trim().to_owned()
    }

    /// The reproduced value in the unit of print.
    pub(super) fn reproduced_text(&self) -> String {
        self.reproduced.map_or_else(|| "–".to_owned(), |value| self.in_print(value))
    }

    /// The reproduced value in the unit of print; of several seeds their median and standard deviation.
    pub(super) fn over_seeds_text(&self) -> String {
        let (Some(median), Some(sd)) = (self.seeds_median, self.seeds_sd) else {
            return self.reproduced_text();
        };
        let [median, sd] = [median, sd].map(|value| value / self.scale.unwrap_or(1.0));
        if sd == 0.0 {
            return format!("{} ± 0", self.spelled(median));
        }
        let decimals = decimals_of(sd.abs()).min(self.decimals() + 1);
        let sign = if self.has_sign() && median >= 0.0 { "+" } else { "" };
        format!("{sign}{median:.decimals$} ± {:.decimals$}", sd.abs())
    }

    /// The ends by which it is judged, in the unit of print, and what they are; empty without any.
    pub(super) fn interval_text(&self) -> String {
        let ends = |lower: f64, upper: f64, what: &str| {
            let (lower, upper) =
                if self.scale.unwrap_or(1.0) < 0.0 { (upper, lower) } else { (lower, upper) };
            let [lower, upper] = [lower, upper].map(|end| self.spelled(self.end(end)));
            format!("{lower} to {upper} ({what})")
        };
        if let (Some(lower), Some(upper), Some(seeds)) =
            (self.seeds_lower, self.seeds_upper, self.seeds)
        {
            return ends(lower, upper, &format!("{seeds} seeds"));
        }
        match (self.lower, self.upper, self.interval.as_deref()) {
            (Some(lower), Some(upper), Some("monte-carlo")) => ends(lower, upper, "Monte Carlo"),
            (Some(lower), Some(upper), _) => ends(lower, upper, "one corpus"),
            _ => String::new(),
        }
    }

    /// Whether it is a prediction, or a number of a real corpus: what agreement says something about.
    pub(super) fn is_told_by_agreement(&self) -> bool {
        matches!(self.basis, Some(Basis::Predicted | Basis::Measured))
    }

    /// A mark for tables: `✓` where it agrees, `✗` where not, `c`, `f`, `=` and `i` where it was fitted, follows from
    /// what was, has a closed form or was put in; empty where nothing is judged.
    pub(super) fn mark(&self) -> &'static str {
        let judged = match self.verdict.agrees() {
            Some(true) => "✓",
            Some(false) => "✗",
            None => "",
        };
        self.basis.and_then(Basis::mark).unwrap_or(judged)
    }
}

/// Decimals with which a spread has two digits.
fn decimals_of(sd: f64) -> usize {
    let mut shown = sd;
    let mut decimals = 0;
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
        assert_eq!((row.mark(), row.verdict.in_words().0), ("✓", "within the interval"));
        let seeds = PublishedRow {
            seeds: Some(20),
            seeds_lower: Some(0.9),
            seeds_upper: Some(0.99),
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
            seeds_lower: Some(-0.4),
            seeds_upper: Some(7.0),
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
            seeds_lower: Some(-103.0),
            seeds_upper: Some(-85.0),
            possible: Some("-1..1".into()),
            ..row
        };
        assert_eq!(scaled.over_seeds_text(), "0.930 ± 0.040");
        assert_eq!(scaled.interval_text(), "0.850 to 1.000 (20 seeds)");
    }
}
