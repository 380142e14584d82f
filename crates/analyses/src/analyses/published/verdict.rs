//! What becomes of a claim, and of a published value: words of the tables, what people read in their place, and the class
//! on the page. The compiler asks for the words of each.

use crate::table::columns::word_columns;
use crate::value::words;
use crate::words::counted;

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
    /// Returns the words for a claim alone, for one and for several of the claims of a source; the class on the page; and the
    /// place on it: claims that fail come first, claims that cannot be told last.
    fn words(self) -> ([&'static str; 3], &'static str, u8) {
        const ORDER: &str = "depends on the order";
        const ORDERS: &str = "depend on the order of the documents";
        const FIT: [&str; 3] =
            ["follows from what was fitted", "follows from the fit", "follow from the fit"];
        const PART: &str = "holds in part";
        const UNTESTED: &str = "cannot be tested";
        match self {
            Self::DoesNotHold => (["does not hold", "does not", "do not"], "bad", 0),
            Self::HoldsInPart => ([PART, PART, "hold in part"], "middling", 1),
            Self::DependsOnTheOrder => ([ORDER, ORDER, ORDERS], "middling", 2),
            Self::Holds => (["holds", "holds", "hold"], "good", 3),
            Self::Follows => (FIT, "", 4),
            Self::Fitted => (["was fitted", "was fitted", "were fitted"], "", 5),
            Self::CannotBeTold => (["cannot be told", UNTESTED, UNTESTED], "", 6),
        }
    }

    /// Returns the verdict on one claim in words.
    pub(super) fn in_words(self) -> &'static str {
        self.words().0[0]
    }

    /// Returns its class on the page.
    pub(super) fn css_class(self) -> &'static str {
        self.words().1
    }

    /// Returns its place on the page.
    pub(super) fn rank(self) -> u8 {
        self.words().2
    }
}

/// Writes `Of 18 claims 4 hold, 3 hold in part, 2 do not; 7 cannot be tested.`
pub(super) fn in_a_sentence(verdicts: &[ClaimVerdict]) -> String {
    let mut text = format!("Of {}", counted(verdicts.len(), "claim"));
    let mut separator = " ";
    for verdict in ClaimVerdict::ALL {
        let count = verdicts.iter().filter(|other| **other == verdict).count();
        let ([_, one, several], ..) = verdict.words();
        // Those that were not tested come last, and apart.
        if verdict == ClaimVerdict::CannotBeTold && separator == ", " {
            separator = "; ";
        }
        if count > 0 {
            text = format!("{text}{separator}{count} {}", if count == 1 { one } else { several });
            separator = ", ";
        }
    }
    text + "."
}

impl ValueVerdict {
    /// Returns `true` if the published value lies where this run expects it, and `None` if nothing says so.
    pub(super) fn agrees(self) -> Option<bool> {
        match self {
            Self::WithinSpread | Self::WithinRounding | Self::WithinInterval => Some(true),
            Self::Outside => Some(false),
            _ => None,
        }
    }
}

impl Basis {
    /// Returns the words behind the verdict on a claim, and the mark of a value; `None` for predictions and measurements.
    pub(super) fn not_predicted(self) -> Option<(&'static str, &'static str)> {
        match self {
            Self::Calibrated => Some((" (fitted)", "c")),
            Self::Follows => Some((" (follows from what was fitted)", "f")),
            Self::ClosedForm => Some((" (closed form)", "=")),
            Self::Input => Some((" (put in)", "i")),
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
