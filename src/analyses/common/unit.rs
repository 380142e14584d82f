//! What sizes are counted in.

use crate::table::columns::word_columns;
use crate::value::words;

words! {
    /// What a size is counted in.
    #[derive(Default)]
    pub enum CountedUnit {
        /// Documents.
        #[default]
        Documents = "documents",
        /// Segments.
        Segments = "segments",
        /// Judges.
        Judges = "judges",
    }
}

word_columns!(CountedUnit);

impl CountedUnit {
    /// Documents or segments.
    pub(in crate::analyses) fn of_texts(are_documents: bool) -> Self {
        if are_documents { Self::Documents } else { Self::Segments }
    }

    /// One of them.
    pub(in crate::analyses) fn noun(self) -> &'static str {
        match self {
            Self::Documents => "document",
            Self::Segments => "segment",
            Self::Judges => "judge",
        }
    }
}
