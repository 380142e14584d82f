//! What becomes of a claim, and of a published value: words of the tables, what people read in their place, and the class
//! on the page. The compiler asks for the words of each.

use crate::table::columns::word_columns;
use crate::value::words;

words! {
    /// What becomes of a claim.
    #[derive(Default)]
    pub enum ClaimVerdict {
        /// It holds.
        Holds = "holds",
        /// It holds in some cases, or with some seeds.
        HoldsInPart = "holds-in-part",
        /// It does not hold.
        DoesNotHold = "does-not-hold",
        /// It holds in some orders of the documents.
        DependsOnTheOrder = "depends-on-the-order",
        /// It agrees, and follows from what was fitted or put in.
        Follows = "follows",
        /// It agrees, and the corpora were fitted to it.
        Fitted = "fitted",
        /// There is nothing to tell it by.
        #[default]
        CannotBeTold = "cannot-be-told",
    }
}

words! {
    /// What becomes of a published value.
    #[derive(Default)]
    pub enum ValueVerdict {
        /// In the prediction interval of the seeds.
        WithinSpread = "within-spread",
        /// At most half a unit of the last digit away.
        WithinRounding = "within-rounding",
        /// In the interval of the reproduced value.
        WithinInterval = "within-interval",
        /// In none of these.
        Outside = "outside",
        /// Not within rounding, without an interval.
        NoInterval = "no-interval",
        /// The interval holds nearly all that is possible.
        WholeRange = "whole-range",
        /// The file says why not.
        NotJudged = "not-judged",
        /// Nothing reproduces it.
        NotReproduced = "not-reproduced",
        /// There is no published value.
        #[default]
        NotAvailable = "not-available",
    }
}

words! {
    /// How a reproduced value depends on what a synthetic corpus was fitted to.
    #[derive(Default)]
    pub enum Basis {
        /// A synthetic corpus was fitted to it.
        Calibrated = "calibrated",
        /// Arithmetic of fitted values.
        Follows = "follows",
        /// Nothing was fitted to it.
        #[default]
        Predicted = "predicted",
        /// It has a closed form, whatever the corpus.
        ClosedForm = "closed-form",
        /// It was put into the corpus or the experiment.
        Input = "input",
        /// The corpus is not generated.
        Measured = "measured",
    }
}

word_columns!(ClaimVerdict, ValueVerdict, Basis);

impl ClaimVerdict {
    /// Of one claim.
    pub(super) fn in_words(self) -> &'static str {
        match self {
            Self::DoesNotHold => "does not hold",
            Self::Follows => "follows from what was fitted",
            Self::CannotBeTold => "cannot be told",
            Self::Holds | Self::HoldsInPart | Self::DependsOnTheOrder | Self::Fitted => {
                self.of_some().0
            }
        }
    }

    /// Of one and of several of the claims of a source.
    fn of_some(self) -> (&'static str, &'static str) {
        match self {
            Self::Holds => ("holds", "hold"),
            Self::HoldsInPart => ("holds in part", "hold in part"),
            Self::DoesNotHold => ("does not", "do not"),
            Self::DependsOnTheOrder => {
                ("depends on the order", "depend on the order of the documents")
            }
            Self::Follows => ("follows from the fit", "follow from the fit"),
            Self::Fitted => ("was fitted", "were fitted"),
            Self::CannotBeTold => ("cannot be tested", "cannot be tested"),
        }
    }

    /// Its class on the page.
    pub(super) fn css_class(self) -> &'static str {
        match self {
            Self::Holds => "good",
            Self::HoldsInPart | Self::DependsOnTheOrder => "middling",
            Self::DoesNotHold => "bad",
            Self::Follows | Self::Fitted | Self::CannotBeTold => "",
        }
    }

    /// Its place on the page: what fails comes first, what cannot be told last.
    pub(super) fn rank(self) -> u8 {
        match self {
            Self::DoesNotHold => 0,
            Self::HoldsInPart => 1,
            Self::DependsOnTheOrder => 2,
            Self::Holds => 3,
            Self::Follows => 4,
            Self::Fitted => 5,
            Self::CannotBeTold => 6,
        }
    }
}

/// `Of 18 claims 4 hold, 3 hold in part, 2 do not; 7 cannot be tested.`
pub(super) fn in_a_sentence(verdicts: &[ClaimVerdict]) -> String {
    let tested =
        ClaimVerdict::ALL.into_iter().filter(|verdict| *verdict != ClaimVerdict::CannotBeTold);
    let tested: Vec<String> = tested.filter_map(|verdict| counted(verdicts, verdict)).collect();
    let tested = (!tested.is_empty()).then(|| tested.join(", "));
    let parts: Vec<String> =
        tested.into_iter().chain(counted(verdicts, ClaimVerdict::CannotBeTold)).collect();
    format!("Of {} {}.", crate::words::counted(verdicts.len(), "claim"), parts.join("; "))
}

/// How many of them have this verdict, in words; none where none has.
fn counted(verdicts: &[ClaimVerdict], verdict: ClaimVerdict) -> Option<String> {
    let (one, several) = verdict.of_some();
    match verdicts.iter().filter(|other| **other == verdict).count() {
        0 => None,
        1 => Some(format!("1 {one}")),
        count => Some(format!("{count} {several}")),
    }
}

impl ValueVerdict {
    /// What it is called, and its class on the page.
    pub(super) fn in_words(self) -> (&'static str, &'static str) {
        match self {
            Self::WithinSpread => ("within the spread", "good"),
            Self::WithinRounding => ("within rounding", "good"),
            Self::WithinInterval => ("within the interval", "good"),
            Self::Outside => ("outside", "bad"),
            Self::NoInterval => ("no interval", ""),
            Self::WholeRange => ("the interval says nothing", ""),
            Self::NotJudged => ("not judged", ""),
            Self::NotReproduced => ("nothing to compare", ""),
            Self::NotAvailable => ("not available", ""),
        }
    }

    /// Whether the published value lies where this run expects it; none where nothing says so.
    pub(super) fn agrees(self) -> Option<bool> {
        match self {
            Self::WithinSpread | Self::WithinRounding | Self::WithinInterval => Some(true),
            Self::Outside => Some(false),
            Self::NoInterval
            | Self::WholeRange
            | Self::NotJudged
            | Self::NotReproduced
            | Self::NotAvailable => None,
        }
    }
}

impl Basis {
    /// What stands behind the verdict on a claim.
    pub(super) fn behind_verdict(self) -> &'static str {
        match self {
            Self::Calibrated => " (fitted)",
            Self::Follows => " (follows from what was fitted)",
            Self::ClosedForm => " (closed form)",
            Self::Input => " (put in)",
            Self::Predicted | Self::Measured => "",
        }
    }

    /// The mark of a value that was not predicted: it was fitted, follows from what was, has a closed form or was put in.
    pub(super) fn mark(self) -> Option<&'static str> {
        match self {
            Self::Calibrated => Some("c"),
            Self::Follows => Some("f"),
            Self::ClosedForm => Some("="),
            Self::Input => Some("i"),
            Self::Predicted | Self::Measured => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_counts_the_claims() {
        use ClaimVerdict::{CannotBeTold, DependsOnTheOrder, DoesNotHold, Fitted, Holds};
        let some =
            [Holds, CannotBeTold, DoesNotHold, Holds, DependsOnTheOrder, Fitted, CannotBeTold];
        assert_eq!(
            in_a_sentence(&some),
            "Of 7 claims 2 hold, 1 does not, 1 depends on the order, 1 was fitted; 2 cannot be tested."
        );
        assert_eq!(in_a_sentence(&[CannotBeTold]), "Of 1 claim 1 cannot be tested.");
    }
}
