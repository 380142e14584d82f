//! An earlier release in place of a baseline: what changed since in how scores are made, and what the number of looks at the test
//! set leaves of the verdicts.

use serde_json::{Value, json};

use crate::analyses::ComparisonRow;
use crate::analyses::comparison::PairVerdict;
use crate::diff::ManifestChange;
use crate::presentation::{metric_in_print, p_equals_closely};
use crate::report::diff::manifest_change;
use crate::report::summary::wrapped;
use crate::stats::looks;
use crate::words::{grouped_count, in_a_row};

/// Indent of lines behind their labels.
const INDENT: &str = "           ";

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
    /// Whether looks are among them that are not kept.
    pub counts_others: bool,
}

/// Verdicts with all looks counted.
#[derive(Clone, Debug)]
pub(super) struct Looks {
    look: u32,
    counts_others: bool,
    level: f64,
    verdicts: Vec<LookVerdict>,
}

/// The verdict of a metric on a system.
#[derive(Clone, Debug)]
struct LookVerdict {
    metric: String,
    system: String,
    p_adjusted: f64,
    /// Whether it is significant alone.
    is_lost: bool,
    verdict: PairVerdict,
}

impl Earlier {
    /// What all looks leave of the verdicts of `rows`; nothing where looks are not counted, or there is no verdict.
    pub(super) fn looks(&self, rows: &[ComparisonRow]) -> Option<Looks> {
        let look = self.look?;
        let level = rows.first()?.level;
        let verdicts: Vec<LookVerdict> =
            rows.iter().filter_map(|row| LookVerdict::new(row, look)).collect();
        let counts_others = self.counts_others;
        (!verdicts.is_empty()).then_some(Looks { look, counts_others, level, verdicts })
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
        format!(
            "{name} is from {path}, scored again by this program. Since then: {}.",
            changes.join("; ")
        )
    }

    pub(super) fn text(&self) -> String {
        wrapped(&format!("Against    {}", self.sentence()), INDENT)
    }

    pub(super) fn to_json(&self, looks: Option<&Looks>) -> Value {
        let mut object = json!({
            "name": self.name,
            "path": self.path,
            "is_recorded": self.is_recorded,
            "changes": self.changes,
            "look": self.look,
        });
        if let Some(looks) = looks {
            object["look_alpha"] = json!(looks.alpha());
            object["spent"] = json!(looks::share_spent(looks.look));
            object["verdicts"] = looks.verdicts.iter().map(LookVerdict::to_json).collect();
        }
        object
    }
}

impl Looks {
    fn alpha(&self) -> f64 {
        (1.0 - self.level) * looks::share_of_look(self.look)
    }

    /// The verdicts with all looks counted, in a sentence.
    pub(super) fn sentence(&self) -> String {
        let systems: Vec<&str> = self.verdicts.iter().map(|one| one.system.as_str()).collect();
        let is_one = systems.windows(2).all(|pair| pair[0] == pair[1]);
        let verdicts: Vec<String> = self
            .verdicts
            .iter()
            .map(|one| {
                let system = if is_one { String::new() } else { format!("{} ", one.system) };
                let metric = metric_in_print(&one.metric);
                format!(
                    "{system}{} by {metric} ({})",
                    one.verdict.in_words(),
                    p_equals_closely(one.p_adjusted)
                )
            })
            .collect();
        let before = u64::from(self.look.saturating_sub(1));
        let verdicts = in_a_row(&verdicts, "and");
        if self.counts_others {
            let before = grouped_count(before, "look");
            return format!("With this look and the {before} before it counted: {verdicts}.");
        }
        format!(
            "With this look and the {} counted: {verdicts}. Other calls, such as those of pull requests, are not counted: \
             `--earlier-looks N` counts them.",
            grouped_count(before, "kept look"),
        )
    }

    /// Whether what is significant alone is not so with all looks counted.
    pub(super) fn loses_any(&self) -> bool {
        self.verdicts.iter().any(|one| one.is_lost)
    }

    pub(super) fn text(&self) -> String {
        wrapped(&format!("Looks      {}", self.sentence()), INDENT)
    }
}

impl LookVerdict {
    /// Of a row that has a verdict: what is left of it.
    fn new(row: &ComparisonRow, look: u32) -> Option<Self> {
        let (plain, p) = (row.conclusion()?, looks::adjusted(row.p_adjusted?, look));
        let is_kept = p <= 1.0 - row.level;
        Some(Self {
            metric: row.cell.metric.to_string(),
            system: row.system_a.to_string(),
            p_adjusted: p,
            is_lost: !is_kept && plain != PairVerdict::NotSignificant,
            verdict: if is_kept { plain } else { PairVerdict::NotSignificant },
        })
    }

    fn to_json(&self) -> Value {
        json!({
            "metric": self.metric,
            "system": self.system,
            "p_adjusted": self.p_adjusted,
            "verdict": self.verdict.name(),
        })
    }
}
