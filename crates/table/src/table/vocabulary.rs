//! Words of columns that many tables share.

use crate::stats::correlation::Coefficient;
use crate::stats::judges::components::Factor;
use crate::stats::judges::design::Assignment;
use crate::stats::judges::leave_out::Unit;
use crate::stats::meta::measure::Grouping;
use crate::stats::ranking_rules::{Exchange, RankingRule};
use crate::stats::regression::Fit;
use crate::table::columns::word_columns;
use crate::value::words;

words! {
    /// What a resample draws, as tables say it.
    #[derive(Default)]
    pub enum Resampled {
        /// Single segments.
        #[default]
        Segments = "segments": "single segments",
        /// Whole documents.
        Documents = "documents": "whole documents",
        /// Documents, then segments within them.
        TwoStage = "two-stage": "documents, and segments in them,",
        /// Single segments and judges.
        SegmentsAndJudges = "segments and judges": "single segments and judges",
        /// Whole documents and judges.
        DocumentsAndJudges = "documents and judges": "whole documents and judges",
    }
}

impl Resampled {
    /// Whether judges are resampled, too.
    pub fn has_judges(self) -> bool {
        matches!(self, Self::SegmentsAndJudges | Self::DocumentsAndJudges)
    }

    /// The texts among what is resampled.
    pub fn texts(self) -> TextUnit {
        match self {
            Self::Segments | Self::SegmentsAndJudges => TextUnit::Segments,
            Self::Documents | Self::TwoStage | Self::DocumentsAndJudges => TextUnit::Documents,
        }
    }

    /// `segment` or `document`: what a unit of texts is called.
    pub fn unit(self) -> &'static str {
        self.texts().singular()
    }
}

words! {
    /// What sizes are counted in.
    #[derive(Default)]
    pub enum TextUnit {
        /// Segments.
        #[default]
        Segments = "segments",
        /// Documents.
        Documents = "documents",
    }
}

impl TextUnit {
    /// What one of them is called.
    pub fn singular(self) -> &'static str {
        match self {
            Self::Segments => "segment",
            Self::Documents => "document",
        }
    }
}

words! {
    /// How references were chosen.
    #[derive(Default)]
    pub enum ChosenReferences {
        /// All others, for a reference that is scored as if it were a system.
        CrossReference = "cross-reference",
        /// Every subset of some size.
        EverySubset = "every-subset",
        /// The first ones.
        #[default]
        First = "first",
        /// One of several for each segment.
        Mixed = "mixed",
    }
}

word_columns!(Resampled, TextUnit, ChosenReferences, Factor, Unit, Assignment);
word_columns!(Coefficient, Fit, Grouping, RankingRule, Exchange);
