//! Options that say what the columns of a table are for.

use clap::Args;

use super::failure::Failure;
use crate::formats::Roles;

const COLUMNS: &str = "Columns of a table (fields of a log)";

/// The columns of a table, or the fields of a log, that a user names.
#[derive(Clone, Debug, Default, Args)]
pub(super) struct RoleArguments {
    /// Column of the systems [default: by its name]
    #[arg(long, help_heading = COLUMNS, value_name = "COLUMN")]
    pub(super) system: Option<String>,
    /// Columns that identify an item, separated by commas [default: by what they hold]
    #[arg(long, help_heading = COLUMNS, value_name = "COLUMNS", value_delimiter = ',')]
    pub(super) item: Vec<String>,
    /// Column that groups items, such as documents; `none` if nothing does [default: by its name]
    #[arg(long, help_heading = COLUMNS, value_name = "COLUMN")]
    pub(super) cluster: Option<String>,
    /// Column that says who judged; `none` if none does [default: by its name]
    #[arg(long, help_heading = COLUMNS, value_name = "COLUMN")]
    pub(super) judge: Option<String>,
    /// Column that tells runs of a system apart; `none` if there is one [default: by its name]
    #[arg(long, help_heading = COLUMNS, value_name = "COLUMN")]
    pub(super) run: Option<String>,
    /// Columns of scores, separated by commas; in a table without systems, one of each system
    #[arg(long, help_heading = COLUMNS, value_name = "COLUMNS", value_delimiter = ',')]
    pub(super) score: Vec<String>,
    /// Score of the samples in logs that failed, such as 0 to count API errors as wrong [default: they have no score]
    #[arg(long, help_heading = COLUMNS, value_name = "SCORE")]
    pub(super) errors_as: Option<u32>,
}

impl RoleArguments {
    /// The roles of columns.
    pub(super) fn roles(&self) -> Roles {
        let Self { system, item, cluster, judge, run, score, errors_as } = self.clone();
        Roles { system, item, cluster, judge, run, score, errors_as }
    }

    /// Refuses what files of texts cannot have.
    pub(super) fn check_for_texts(&self) -> Result<(), Failure> {
        match self.roles().given().first() {
            None => Ok(()),
            Some((option, _)) => {
                let message = format!("{option}: files of texts have no columns");
                Err(Failure::refusal(message, "leave it out"))
            }
        }
    }
}
