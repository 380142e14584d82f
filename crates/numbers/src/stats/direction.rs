//! Which of two scores is better.

/// Direction of a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Larger is better (BLEU).
    HigherIsBetter,
    /// Smaller is better (error rates).
    LowerIsBetter,
}

impl Direction {
    /// The direction of a metric that says whether higher is better.
    pub fn from_higher_is_better(higher_is_better: bool) -> Self {
        if higher_is_better { Self::HigherIsBetter } else { Self::LowerIsBetter }
    }

    /// `difference` of two scores so that positive means the first is better.
    pub fn orient(self, difference: f64) -> f64 {
        match self {
            Self::HigherIsBetter => difference,
            Self::LowerIsBetter => -difference,
        }
    }
}
