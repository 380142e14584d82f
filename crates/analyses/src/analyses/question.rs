//! The questions of people that findings answer.

use crate::value::words;

words! {
    /// What people ask of an evaluation, in the order in which they do.
    pub enum Question {
        /// Which system is best, and how sure is that.
        Best = "best",
        /// How precise a score is.
        Precision = "precision",
        /// How much data decides.
        Sizes = "sizes",
        /// Whether judges agree.
        Judges = "judges",
        /// What the next campaign should buy.
        Buy = "buy",
        /// Which metric to trust.
        Metrics = "metrics",
        /// What references do.
        References = "references",
        /// Whether all corpora together say the same.
        Together = "together",
        /// Whether the methods keep what they promise.
        Methods = "methods",
        /// What everything else rests on, and no one asks for: single replicates, published values.
        None = "none",
    }
}

impl Question {
    /// As people ask it.
    pub fn in_words(self) -> &'static str {
        match self {
            Self::Best => "Which system is best?",
            Self::Precision => "How precise is one score?",
            Self::Sizes => "How much data is enough?",
            Self::Judges => "Do judges agree?",
            Self::Buy => "What to buy next?",
            Self::Metrics => "Which metric agrees with people?",
            Self::References => "What do references change?",
            Self::Together => "What do all corpora say together?",
            Self::Methods => "Do the methods keep their promise?",
            Self::None => "What else?",
        }
    }
}
