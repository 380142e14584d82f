//! Scores that some systems have and others lack: only segments that all of them have are compared.

use std::collections::BTreeMap;

use super::super::model::{BySystem, Corpus};
use super::shared::named;
use crate::warning::Warning;

/// Share of segments with judgments, in percent, that may be left out without a word.
const LEFT_OUT: usize = 5;

/// Segments with judgments that are left out, at least, for a word.
const FEWEST: usize = 10;

/// Systems that a message names.
const NAMED: usize = 10;

/// Which segments a system has a score of.
type Present = Vec<bool>;

pub(super) fn find(corpus: &Corpus) -> Vec<Warning> {
    let segments = corpus.segment_count();
    let mut gaps: Vec<(Gap, String)> = Vec::new();
    let mut add = |name: &str, systems: BySystem<Present>, is_external: bool, unit| {
        // Campaigns have judges or texts; a table of items has neither.
        let has_judges = corpus.judge_names.contains_key(name) || !corpus.systems.is_empty();
        if let Some(gap) = Gap::between(&systems, is_external, has_judges, unit) {
            gaps.push((gap, name.to_owned()));
        }
    };
    for (name, systems) in &corpus.judgments {
        let systems = systems.iter().map(|(system, judgments)| {
            (
                system.clone(),
                (0..segments)
                    .map(|segment: usize| {
                        judgments.judges.iter().any(|judge| judge[segment].is_some())
                    })
                    .collect(),
            )
        });
        add(name, systems.collect(), false, "segment");
    }
    for (all, unit) in [(&corpus.external, "segment"), (&corpus.external_documents, "document")] {
        for (name, systems) in all.iter().filter(|(_, systems)| {
            !systems.values().all(|scores: &Vec<Option<f64>>| scores.iter().all(Option::is_some))
        }) {
            let systems = systems.iter().map(|(system, scores)| {
                (system.clone(), scores.iter().map(Option::is_some).collect())
            });
            add(name, systems.collect(), true, unit);
        }
    }
    // Metrics with the same gaps, in one warning.
    let mut by_gap: BTreeMap<Gap, Vec<String>> = BTreeMap::new();
    for (gap, name) in gaps {
        by_gap.entry(gap).or_default().push(name);
    }
    by_gap.into_iter().map(|(gap, names)| gap.warning(&names)).collect()
}

/// What a score leaves out, and because of whom.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Gap {
    unit: &'static str,
    /// Units that some system has a score of, or all of the corpus where scores are a program's.
    expected: usize,
    /// Of these, those that all systems with scores have.
    common: usize,
    /// What systems lack of the expected ones, those that lack most first.
    lacking: Vec<(usize, String)>,
}

impl Gap {
    fn between(
        systems: &BySystem<Present>,
        is_external: bool,
        has_judges: bool,
        unit: &'static str,
    ) -> Option<Self> {
        let scored: Vec<(&String, &Present)> =
            systems.iter().filter(|(_, present)| present.contains(&true)).collect();
        let all = scored.first()?.1.len();
        // People judge what they are given; programs score everything.
        let expected: Vec<usize> = (0..all)
            .filter(|at| is_external || scored.iter().any(|(_, present)| present[*at]))
            .collect();
        let common = expected.iter().filter(|at| scored.iter().all(|(_, present)| present[**at]));
        let common = common.count();
        let left_out = expected.len() - common;
        let is_rare = left_out < FEWEST || left_out * 100 <= expected.len() * LEFT_OUT;
        if left_out == 0 || !is_external && has_judges && is_rare {
            return None;
        }
        let lacking = scored.iter().map(|(system, present)| {
            (expected.iter().filter(|at| !present[**at]).count(), (*system).clone())
        });
        let mut lacking: Vec<(usize, String)> = lacking.filter(|(count, _)| *count > 0).collect();
        lacking.sort_by(|one, other| other.0.cmp(&one.0).then_with(|| one.1.cmp(&other.1)));
        Some(Self { unit, expected: expected.len(), common, lacking })
    }

    fn warning(&self, names: &[String]) -> Warning {
        let Self { unit, expected, common, lacking } = self;
        let shown = lacking.iter().take(NAMED);
        let shown: Vec<String> =
            shown.map(|(count, system)| format!("`{system}` lacks {count}")).collect();
        let more = lacking.len().saturating_sub(NAMED);
        let more =
            if more > 0 { format!(", {more} more systems lack some") } else { String::new() };
        let of = if names.len() == 1 { "score" } else { "scores" };
        let help = "`rank`, `compare` and `init` compare each pair of systems on what both have (`mask = \"own\"`), or adjust \
                    what judges gave (`estimate = \"adjusted\"`), and other specs use what all systems have: complete the \
                    scores, or leave systems out with `systems`";
        Warning::of_corpus(
            format!(
                "{of} {}: all systems have {} of {expected} {unit}s ({}{more})",
                named(names.iter().map(String::as_str)),
                common,
                shown.join(", ")
            ),
            help,
        )
    }
}
