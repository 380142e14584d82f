//! Arguments that give something to a metric: `bleu=0.3`.

use crate::analyses::margin::options::WantedMargin;

/// A number in the unit of a metric.
#[derive(Clone, Debug)]
pub(in crate::cli) struct MetricValue {
    pub(super) metric: String,
    pub(super) value: f64,
}

/// A loss that is accepted by a metric.
#[derive(Clone, Debug)]
pub(in crate::cli) struct Loss {
    pub(super) metric: String,
    pub(super) loss: WantedMargin,
}

impl Loss {
    /// Whether it is a percentage of the baseline's score.
    pub(in crate::cli) fn is_relative(&self) -> bool {
        matches!(self.loss, WantedMargin::Relative(_))
    }
}

fn halves(text: &str) -> Result<(&str, &str), String> {
    let halves = text.split_once('=').map(|(name, value)| (name.trim(), value.trim()));
    halves
        .filter(|(name, value)| !name.is_empty() && !value.is_empty())
        .ok_or_else(|| "a metric, `=` and a value are expected".to_owned())
}

fn positive(text: &str) -> Result<f64, String> {
    let value = text.parse::<f64>().ok().filter(|value| *value > 0.0 && value.is_finite());
    value.ok_or_else(|| format!("`{text}` is not a number above 0"))
}

pub(super) fn metric_value(text: &str) -> Result<MetricValue, String> {
    let (metric, value) = halves(text)?;
    Ok(MetricValue { metric: metric.to_owned(), value: positive(value)? })
}

pub(super) fn loss(text: &str) -> Result<Loss, String> {
    let (metric, value) = halves(text)?;
    let loss = match value.strip_suffix('%') {
        Some(percent) => WantedMargin::Relative(positive(percent.trim_end())?),
        None => WantedMargin::Absolute(positive(value)?),
    };
    Ok(Loss { metric: metric.to_owned(), loss })
}
