//! An earlier release in place of a baseline: what changed since in how scores are made, and what the number of looks at the test
//! set leaves of the verdicts.

use serde_json::{Value, json};

use super::labelled;
use crate::analyses::ComparisonRow;
use crate::analyses::comparison::PairVerdict;
use crate::diff::ManifestChange;
use crate::presentation::{metric_in_print, p_equals_closely};
use crate::report::diff::manifest_change;
use crate::stats::looks;
use crate::words::{grouped_count, in_a_row};

/// What the baseline is of.
#[derive(Clone, Debug)]
pub struct Earlier {
    /// What the system is called here.
    pub name: String,
    /// Where it was kept.
    pub path: String,
    /// Whether it is known how its scores were made.
    pub is_recorded: bool,
    /// What changed since in how scores are made.
    pub changes: Vec<ManifestChange>,
    /// Number of this look at the test set, where all are counted.
    pub look: Option<u32>,
}

/// Verdicts with all looks counted.
#[derive(Clone, Debug)]
pub(super) struct Looks<'a> {
    look: u32,
    level: f64,
    verdicts: Vec<LookVerdict<'a>>,
}

/// The verdict of a metric on a system.
#[derive(Clone, Debug)]
struct LookVerdict<'a> {
    row: &'a ComparisonRow,
    p_adjusted: f64,
    verdict: PairVerdict,
}

impl Earlier {
    /// What all looks leave of the verdicts of `rows`; nothing where looks are not counted, or there is no verdict.
    pub(super) fn looks<'a>(&self, rows: &'a [ComparisonRow]) -> Option<Looks<'a>> {
        let look = self.look?;
        let level = rows.first()?.level;
        let verdicts: Vec<LookVerdict<'_>> =
            rows.iter().filter_map(|row| LookVerdict::new(row, look)).collect();
        (!verdicts.is_empty()).then_some(Looks { look, level, verdicts })
    }

    /// What changed, in a sentence.
    pub(super) fn sentence(&self) -> String {
        let Self { name, path, .. } = self;
        if !self.is_recorded {
            return format!("{name} is from {path}, which does not say how it was scored then.");
        }
        if self.changes.is_empty() {
            return format!("{name} is from {path}: same program, numbers and signatures.");
        }
        let changes: Vec<String> = self.changes.iter().map(manifest_change).collect();
        let changes = changes.join("; ");
        format!("{name} is from {path}, scored again by this program. Since then: {changes}.")
    }

    pub(super) fn text(&self) -> String {
        labelled("Against", &self.sentence())
    }

    pub(super) fn to_json(&self, looks: Option<&Looks<'_>>) -> Value {
        let mut object = json!({
            "name": self.name,
            "path": self.path,
            "is_recorded": self.is_recorded,
            "changes": self.changes,
            "look": self.look,
        });
        if let Some(Looks { look, level, verdicts }) = looks {
            object["look_alpha"] = json!((1.0 - level) * looks::share_of_look(*look));
            object["spent"] = json!(looks::share_spent(*look));
            object["verdicts"] = verdicts.iter().map(LookVerdict::to_json).collect();
        }
        object
    }
}

impl Looks<'_> {
    /// The verdicts with all looks counted, in a sentence.
    pub(super) fn sentence(&self) -> String {
        let is_one = self.verdicts.windows(2).all(|two| two[0].row.system_a == two[1].row.system_a);
        let verdicts = self.verdicts.iter().map(|one| {
            let system = if is_one { String::new() } else { format!("{} ", one.row.system_a) };
            let metric = metric_in_print(&one.row.cell.metric);
            let p = p_equals_closely(one.p_adjusted);
            format!("{system}{} by {metric} ({p})", one.verdict.in_words())
        });
        let verdicts = in_a_row(&verdicts.collect::<Vec<_>>(), "and");
        let before = grouped_count(u64::from(self.look.saturating_sub(1)), "look");
        format!("With this look and the {before} before it counted: {verdicts}.")
    }

    /// Returns `true` if what is significant alone is not so with all looks counted.
    pub(super) fn loses_any(&self) -> bool {
        self.verdicts.iter().any(|one| one.row.conclusion() != Some(one.verdict))
    }

    pub(super) fn text(&self) -> String {
        labelled("Looks", &self.sentence())
    }
}

impl<'a> LookVerdict<'a> {
    /// Of a row that has a verdict: what is left of it.
    fn new(row: &'a ComparisonRow, look: u32) -> Option<Self> {
        let (alone, p_adjusted) = (row.conclusion()?, looks::adjusted(row.p_adjusted?, look));
        let is_kept = p_adjusted <= 1.0 - row.level;
        let verdict = if is_kept { alone } else { PairVerdict::NotSignificant };
        Some(Self { row, p_adjusted, verdict })
    }

    fn to_json(&self) -> Value {
        json!({
            "metric": &*self.row.cell.metric,
            "system": &*self.row.system_a,
            "p_adjusted": self.p_adjusted,
            "verdict": self.verdict.name(),
        })
    }
}
