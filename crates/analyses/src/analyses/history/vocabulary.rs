//! Words of the table `history`.

use crate::table::columns::word_columns;
use crate::value::words;

words! {
    /// What a run is compared with.
    #[derive(Default)]
    pub enum EarlierRun {
        #[default]
        /// The run before it.
        Previous = "previous",
        /// The first run.
        First = "first",
    }
}

word_columns!(EarlierRun);
