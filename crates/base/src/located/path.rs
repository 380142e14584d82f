//! The way from the top of a tree to a value in it.

use std::fmt;

/// One step down into a tree.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Step {
    /// Into a table.
    Key(String),
    /// Into a list, from 0.
    Index(usize),
}

impl From<&str> for Step {
    fn from(key: &str) -> Self {
        Self::Key(key.to_owned())
    }
}

impl From<usize> for Step {
    fn from(index: usize) -> Self {
        Self::Index(index)
    }
}

/// The way from the top of a tree to a value, such as `studies.growth.metrics[2]`.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct TreePath(Vec<Step>);

impl TreePath {
    /// The whole tree.
    pub fn top() -> Self {
        Self::default()
    }

    /// A path of keys.
    pub fn of<const N: usize>(keys: [&str; N]) -> Self {
        Self(keys.into_iter().map(Step::from).collect())
    }

    /// One step further.
    #[must_use]
    pub fn then(&self, step: impl Into<Step>) -> Self {
        let mut steps = self.0.clone();
        steps.push(step.into());
        Self(steps)
    }

    /// The steps from the top.
    pub fn steps(&self) -> &[Step] {
        &self.0
    }

    /// The path to what is around the last step, and that step; `None` at the top.
    pub fn split_last(&self) -> Option<(Self, &Step)> {
        let (last, around) = self.0.split_last()?;
        Some((Self(around.to_vec()), last))
    }

    /// The innermost key, for messages about the value or one of its entries.
    pub fn last_key(&self) -> Option<&str> {
        self.0.iter().rev().find_map(|step| match step {
            Step::Key(key) => Some(key.as_str()),
            Step::Index(_) => None,
        })
    }

    /// Whether this path leads to an entry of a list.
    pub fn is_entry(&self) -> bool {
        matches!(self.0.last(), Some(Step::Index(_)))
    }

    /// Whether `self` leads into what `other` leads to, or to the same.
    pub fn is_within(&self, other: &Self) -> bool {
        self.0.starts_with(&other.0)
    }
}

impl fmt::Display for TreePath {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, step) in self.0.iter().enumerate() {
            match step {
                Step::Key(key) => {
                    let dot = if position == 0 { "" } else { "." };
                    if key.is_empty()
                        || !key.chars().all(|letter: char| {
                            letter.is_ascii_alphanumeric() || "-_".contains(letter)
                        })
                    {
                        write!(formatter, "{dot}{key:?}")?;
                    } else {
                        write!(formatter, "{dot}{key}")?;
                    }
                }
                Step::Index(index) => write!(formatter, "[{index}]")?,
            }
        }
        Ok(())
    }
}

impl FromIterator<Step> for TreePath {
    fn from_iter<I: IntoIterator<Item = Step>>(steps: I) -> Self {
        Self(steps.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_read_like_the_file() {
        let path = TreePath::of(["studies", "growth", "metrics"]).then(2);
        assert_eq!(path.to_string(), "studies.growth.metrics[2]");
        assert_eq!(path.last_key(), Some("metrics"));
        assert_eq!(
            TreePath::of(["scores", "Online-A", "1 b"]).to_string(),
            "scores.Online-A.\"1 b\""
        );
    }
}
