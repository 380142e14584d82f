//! Intervals of differences, one under the other.

use super::ComparisonRow;
use super::summary::{MetricSummary, summaries};
use super::vocabulary::PairVerdict;
use super::wording::{adjustment, amount, decimals, difference};
use crate::presentation::{
    Caterpillar, CaterpillarRow, Figure, StudySection, Tone, p_equals, share,
};
use crate::words::counted;

/// Pairs that one figure shows.
pub(super) const MOST: usize = 20;

/// A pair from the side that looks better, or as it stands against a baseline.
struct Bar<'a> {
    row: &'a ComparisonRow,
    turned: bool,
}

impl<'a> Bar<'a> {
    /// The system whose score the other's is taken from, and the other.
    fn systems(&self) -> (&'a str, &'a str) {
        let (a, b) = (&*self.row.system_a, &*self.row.system_b);
        if self.turned { (b, a) } else { (a, b) }
    }

    /// Difference, lower and upper end.
    fn values(&self) -> Option<[f64; 3]> {
        let (delta, low, high) = (self.row.delta?, self.row.ci_lower?, self.row.ci_upper?);
        Some(if self.turned { [-delta, -high, -low] } else { [delta, low, high] })
    }

    /// Of the first of [`Self::systems`] over the second.
    fn verdict(&self) -> Option<PairVerdict> {
        let verdict = self.row.conclusion();
        if self.turned { verdict.map(PairVerdict::turned) } else { verdict }
    }

    /// The difference, which is larger the better the first is, where `sign` is that of the metric's direction.
    fn gain(&self, sign: f64) -> f64 {
        self.values().map_or(0.0, |[delta, ..]| sign * delta)
    }

    /// In a figure of pairs that have this in common.
    fn line(&self, shared: Shared<'_>, decimals: usize) -> Option<CaterpillarRow> {
        let [value, low, high] = self.values()?;
        let (a, b) = self.systems();
        let verdict = self.verdict();
        let p = self.row.p_adjusted.or(self.row.p_value).map(p_equals);
        let interval = difference(self.row, self.turned, decimals).unwrap_or_default();
        let p_value = p.as_ref().map_or_else(String::new, |p| format!(", {p}"));
        let word = verdict.map_or(self.row.conclusion_in_words(), PairVerdict::in_words);
        Some(CaterpillarRow {
            heading: None,
            name: match shared {
                Shared::Second(_) => a.to_owned(),
                Shared::First(_) => b.to_owned(),
                Shared::Neither => format!("{a} − {b}"),
            },
            value,
            interval: Some((low, high)),
            tone: match verdict {
                Some(PairVerdict::Better) => Tone::Above,
                Some(PairVerdict::Worse) => Tone::Below,
                Some(PairVerdict::NotSignificant | PairVerdict::Identical) | None => Tone::Open,
            },
            words: p.unwrap_or_default(),
            tip: format!("{a} − {b}: {interval}{p_value}, {word}"),
        })
    }
}

/// What all pairs of a figure have in common.
#[derive(Clone, Copy)]
enum Shared<'a> {
    /// The system that the scores of all others are compared with.
    Second(&'a str),
    /// The system that is compared with all others.
    First(&'a str),
    /// Nothing.
    Neither,
}

/// One for each metric, of all pairs if these are few, else of the first system with the others.
pub(super) fn figures(section: &StudySection<'_>) -> Vec<Figure> {
    summaries(section).iter().filter_map(|metric| figure(section, metric)).collect()
}

fn figure(section: &StudySection<'_>, metric: &MetricSummary<'_>) -> Option<Figure> {
    let (bars, shared) = bars(metric);
    if bars.is_empty() {
        return None;
    }
    let decimals = decimals(&metric.pairs);
    let caterpillar = Caterpillar {
        x_label: match shared {
            Shared::Second(system) => format!("difference from {system}, {}", metric.title),
            Shared::First(system) => format!("difference of {system} from each, {}", metric.title),
            Shared::Neither => format!("difference, {}", metric.title),
        },
        line_at: Some(0.0),
        sides: sides(metric, &bars, shared),
        rows: bars.iter().filter_map(|bar| bar.line(shared, decimals)).collect(),
    };
    let sample = section.sample_in_words(metric.first().cell.ordering.as_deref());
    let caption = caption(metric, bars.len(), &sample);
    let figure = super::figures::KIND.caterpillar(section, &metric.title, caption, &caterpillar);
    Some(figure.titled(Some(title(metric))))
}

/// Who is better on either side of the line, where the direction of the metric is known.
fn sides(
    metric: &MetricSummary<'_>,
    bars: &[Bar<'_>],
    shared: Shared<'_>,
) -> Option<(String, String)> {
    let (when_first_worse, when_first_better) = match (shared, bars) {
        (Shared::First(system), _) => (format!("{system} worse"), format!("{system} better")),
        (Shared::Neither, [bar]) => {
            let (a, b) = bar.systems();
            (format!("{b} better"), format!("{a} better"))
        }
        (Shared::Neither, _) => ("second better".to_owned(), "first better".to_owned()),
        (Shared::Second(_), _) => ("worse".to_owned(), "better".to_owned()),
    };
    Some(if metric.higher_is_better()? {
        (when_first_worse, when_first_better)
    } else {
        (when_first_better, when_first_worse)
    })
}

/// Those with intervals: the best first.
fn bars<'a>(metric: &MetricSummary<'a>) -> (Vec<Bar<'a>>, Shared<'a>) {
    let sign = metric.sign();
    let (mut bars, shared) = if metric.baseline().is_none() && metric.pairs.len() > MOST {
        let standings = metric.standings();
        let first = standings.first().map_or("", |standing| standing.system);
        let pairs = metric.pairs_with(first);
        let with_first = standings.iter().skip(1).filter_map(|other| {
            let (row, is_first) = *pairs.get(other.system)?;
            Some(Bar { row, turned: !is_first })
        });
        (with_first.collect(), Shared::First(first))
    } else {
        let keeps_sides = metric.pairs.len() == 1 || metric.baseline().is_some();
        let all = metric.pairs.iter().map(|row| {
            let turned = !keeps_sides && row.delta.is_some_and(|delta| sign * delta < 0.0);
            Bar { row, turned }
        });
        (all.collect::<Vec<Bar<'a>>>(), metric.baseline().map_or(Shared::Neither, Shared::Second))
    };
    bars.retain(|bar| bar.values().is_some());
    bars.sort_by(|one, other| other.gain(sign).total_cmp(&one.gain(sign)));
    bars.truncate(MOST);
    (bars, shared)
}

/// What was found.
fn title(metric: &MetricSummary<'_>) -> String {
    let title = &metric.title;
    let first = metric.first();
    if metric.pairs.len() == 1 {
        let (a, b) = (&first.system_a, &first.system_b);
        return match first.conclusion() {
            Some(PairVerdict::Better) => format!("{title}: {a} is better than {b}"),
            Some(PairVerdict::Worse) => format!("{title}: {a} is worse than {b}"),
            Some(PairVerdict::Identical) => format!("{title}: {a} and {b} are identical"),
            Some(PairVerdict::NotSignificant) => {
                format!("{title}: {a} and {b} are not significantly different")
            }
            None if first.is_tested() => format!("{title}: no verdict on {a} and {b}"),
            None => format!("{title}, to describe: {a} less {b}"),
        };
    }
    if !metric.is_tested() {
        return format!("{title}, to describe: {}", counted(metric.pairs.len(), "difference"));
    }
    let different = metric.significant();
    let are = if different == 1 { "is" } else { "are" };
    format!("{title}: {different} of {} pairs {are} significantly different", metric.pairs.len())
}

fn caption(metric: &MetricSummary<'_>, shown: usize, sample: &str) -> String {
    let first = metric.first();
    let how = adjustment(first).map_or_else(String::new, |how| format!(", {how}"));
    let apart = if how.is_empty() || first.degrees_of_freedom.is_some() {
        ""
    } else {
        " A ring may stand on an interval without 0, since verdicts allow for the number of pairs."
    };
    let some = match metric.pairs.len() {
        all if all == shown => String::new(),
        all if metric.baseline().is_none() && all > MOST => {
            format!(" Of {all} pairs those with the best system are shown.")
        }
        all => format!(" {shown} of {all} pairs are shown."),
    };
    format!(
        "Differences of {} with their {} % intervals ({}{how}), on {}{sample}. Blue and orange: significant; a grey \
         ring: not significant.{apart} Whether the intervals of two scores overlap does not matter: both \
         are scored on the same texts, and the difference decides.{some}",
        metric.title,
        share(first.level),
        first.method.name(),
        amount(metric.pairs.iter().map(|row| &row.cell)),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyses::common::one_study::{cell, on_section};
    use crate::analyses::comparison::options::Adjustment;

    fn row((a, b, delta, verdict): (&str, &str, f64, &str)) -> ComparisonRow {
        let verdict = PairVerdict::from_name(verdict);
        ComparisonRow {
            cell: cell("ter", None, 20),
            system_a: a.into(),
            system_b: b.into(),
            level: 0.95,
            delta: Some(delta),
            ci_lower: Some(delta - 1.0),
            ci_upper: Some(delta + 1.0),
            p_adjusted: Some(if verdict == Some(PairVerdict::NotSignificant) {
                0.2
            } else {
                0.0001
            }),
            adjustment: Adjustment::Holm,
            family: 3,
            verdict,
            ..ComparisonRow::default()
        }
    }

    fn figure_of(rows: &[(&str, &str, f64, &str)]) -> Figure {
        let mut figures = on_section(rows.iter().copied().map(row).collect(), figures);
        assert_eq!(figures.len(), 1);
        figures.remove(0)
    }

    /// Height of some words in the picture.
    fn height(figure: &Figure, words: &str) -> f64 {
        let (before, _) = figure.svg.split_once(&format!(">{words}</text>")).unwrap();
        let (_, y) = before.rsplit_once(" y=\"").unwrap();
        y.split_once('"').unwrap().0.parse().unwrap()
    }

    /// Where lower scores are better, pairs are seen from the better system all the same, the clearest
    /// first, and the sides are named so.
    #[test]
    fn pairs_are_seen_from_the_better_system() {
        let figure = figure_of(&[
            ("high", "low", 4.0, "<"),
            ("low", "middle", -3.0, ">"),
            ("high", "middle", 0.5, "~"),
        ]);
        let pairs = ["low − high", "low − middle", "middle − high"];
        let heights = pairs.map(|pair| height(&figure, pair));
        assert!(heights.windows(2).all(|pair| pair[0] < pair[1]), "{heights:?}");
        assert_eq!(figure.title, "TER: 2 of 3 pairs are significantly different");
        assert!(figure.svg.contains("← first better"), "{}", figure.svg);
        assert!(figure.svg.contains("low − high: -4.00 [-5.00, -3.00], p &lt; 0.001, better"));
        // Both significant pairs are blue, the third is a ring.
        assert_eq!(figure.svg.matches("<circle").count(), 3);
        assert_eq!(figure.svg.matches("fill=\"#0072b2\"").count(), 2);
    }

    /// Against a baseline every system stands under its own name, on its own side.
    #[test]
    fn against_a_baseline_systems_stand_alone() {
        let figure = figure_of(&[("a", "base", 4.0, "<"), ("b", "base", -3.0, ">")]);
        assert!(height(&figure, "b") < height(&figure, "a"));
        assert!(figure.svg.contains("difference from base, TER"));
        assert!(figure.svg.contains("fill=\"#d55e00\"") && figure.svg.contains("worse →"));
    }

    /// The picture of one pair says who is compared with whom.
    #[test]
    fn one_pair_keeps_its_sides() {
        let figure = figure_of(&[("a", "b", 0.5, "~")]);
        assert_eq!(figure.title, "TER: a and b are not significantly different");
        assert!(height(&figure, "a − b") > 0.0 && !figure.svg.contains("better"));
    }
}
