//! Options of a campaign that is watched.

use std::fmt;

use schemars::{JsonSchema, json_schema};
use serde::de::{Deserializer, Error};
use serde::ser::Serializer;
use serde::{Deserialize, Serialize};

use crate::config::asked::Options;
use crate::value::{Count, Kind, MOST, Refusal, Text, inline_schema};

/// Which pairs of systems of a running campaign are decided, by intervals that hold at all looks together: after every
/// document, whether or not anyone looks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Watch {
    /// Documents that the campaign is planned for: the intervals are narrowest there. It is chosen before the first look.
    /// Example: `planned = 85`.
    #[serde(with = "Count::<10, MOST>")]
    pub planned: u32,
    /// Documents of a pair before its first look. Example: `first-look = 30`.
    #[serde(default = "first_look", with = "Count::<10, MOST>")]
    pub first_look: u32,
    /// The system that the others are compared with. It is chosen before the first look. Default: all pairs are compared.
    /// Example: `baseline = "A"`.
    #[serde(default, with = "Option::<Text>", skip_serializing_if = "Option::is_none")]
    pub baseline: Option<String>,
    /// What ends the campaign: `"best"`, that the first place is decided, `"top=3"`, that it is decided which systems the
    /// first three are, or `"all"`, that all pairs are decided. Default: nothing. Example: `exit-when = "top=3"`.
    #[serde(default, with = "Option::<WrittenGoal>", skip_serializing_if = "Option::is_none")]
    pub exit_when: Option<Goal>,
    /// Documents that can be paid. Default: any number. Example: `budget = 120`.
    #[serde(default, with = "Option::<Count<10, MOST>>", skip_serializing_if = "Option::is_none")]
    pub budget: Option<u32>,
    /// Whether documents come in random order although their names ascend. Example: `shuffled = true`.
    #[serde(default)]
    pub shuffled: bool,
}

impl Options for Watch {
    const KEY: &'static str = "watch";
    const PLACE: u8 = 45;
}

/// Documents of a pair before its first look, where no number is written.
pub const FIRST_LOOK: u32 = 20;

fn first_look() -> u32 {
    FIRST_LOOK
}

/// What ends a campaign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// All pairs are decided.
    All,
    /// It is decided which systems the first ones are.
    Top(u32),
}

/// What may be written for a goal.
const GOALS: &str = "write \"best\", \"all\" or \"top=\" and a number of places, such as \"top=3\"";

impl Goal {
    /// The goal of this text.
    ///
    /// # Errors
    ///
    /// What may be written.
    pub fn parse(text: &str) -> Result<Self, &'static str> {
        match text {
            "all" => Ok(Self::All),
            "best" => Ok(Self::Top(1)),
            _ => {
                let places = text.strip_prefix("top=").and_then(|places| places.parse().ok());
                places.filter(|places| *places > 0).map(Self::Top).ok_or(GOALS)
            }
        }
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, text: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::All => text.write_str("all"),
            Self::Top(1) => text.write_str("best"),
            Self::Top(places) => write!(text, "top={places}"),
        }
    }
}

impl Serialize for Goal {
    fn serialize<S: Serializer>(&self, target: S) -> Result<S::Ok, S::Error> {
        target.collect_str(self)
    }
}

/// How a goal is written.
#[derive(Debug)]
pub enum WrittenGoal {}

impl Kind for WrittenGoal {
    type Value = Goal;

    fn deserialize<'de, D: Deserializer<'de>>(source: D) -> Result<Goal, D::Error> {
        let text = String::deserialize(source)?;
        Goal::parse(&text)
            .map_err(|help| D::Error::custom(Refusal::new("{value} is no goal", help)))
    }
}

inline_schema!("Goal", [] WrittenGoal, |_generator| {
    json_schema!({ "type": "string", "pattern": "^(best|all|top=[1-9][0-9]*)$" })
});
