//! Ranks of systems without a spec, in all forms of an answer. It estimates nothing.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::forms::AnswerForms;
use super::{Export, signature, summary, warnings};
use crate::analyses::{ComparisonRow, ScoreRow, macro_average};
use crate::answers::{self, RankEntry, Ranks};
use crate::presentation::{About, Finding, StudySection, TextTable};
use crate::table::Tables;
use crate::warning::Warning;
use crate::words::listing;

/// Corpora that are ranked one by one beside an answer over all of them.
const MOST_BESIDE: usize = 3;

/// What is said of the systems of each study on each corpus.
#[derive(Debug)]
pub struct RankAnswer<'a> {
    warnings: &'a [Warning],
    /// Whether corpora have names that anybody gave.
    has_names: bool,
    /// What is said of several corpora together.
    together: Vec<Finding>,
    rankings: Vec<Ranking<'a>>,
}

#[derive(Debug)]
struct Ranking<'a> {
    section: StudySection<'a>,
    /// Systems that are human translations.
    humans: BTreeSet<String>,
    /// How the numbers were made, in a line.
    signature: String,
    block: Ranks,
    entries: Vec<RankEntry>,
}

impl<'a> RankAnswer<'a> {
    /// What `tables` say, with `warnings` before it; `humans` are systems that are human translations, by corpus, and
    /// `notes` what no row says; `has_names` where corpora have names.
    pub fn new(
        tables: &'a Tables,
        about: &'a About,
        humans: &BTreeMap<String, BTreeSet<String>>,
        notes: &[&str],
        has_names: bool,
        warnings: &'a [Warning],
    ) -> Self {
        let none = BTreeSet::new();
        let (over, on_each): (Vec<StudySection<'a>>, Vec<StudySection<'a>>) =
            StudySection::all(tables, about).into_iter().partition(StudySection::is_over_corpora);
        let rankings = on_each.into_iter().filter_map(|section| {
            let humans = humans.get(section.corpus).unwrap_or(&none);
            let mut block = answers::ranks(&section, humans)?;
            block.notes.extend(notes.iter().map(|note| (*note).to_owned()));
            block.notes.extend(warnings::beside_numbers(warnings, section.corpus));
            let entries = answers::rank_entries(&section, humans);
            let (scores, tests) = (section.rows::<ScoreRow>(), section.rows::<ComparisonRow>());
            let signature = signature::of_tests(scores.iter(), tests.iter());
            Some(Ranking { section, humans: humans.clone(), signature, block, entries })
        });
        Self {
            warnings,
            has_names,
            together: over
                .iter()
                .filter_map(|section| macro_average::finding(section, &[]))
                .collect(),
            rankings: rankings.collect(),
        }
    }

    /// Returns `true` if there is nothing to rank.
    pub fn is_empty(&self) -> bool {
        self.rankings.is_empty()
    }
}

impl AnswerForms for RankAnswer<'_> {
    fn warnings(&self) -> &[Warning] {
        self.warnings
    }

    fn text(&self, is_styled: bool) -> String {
        let several = self.rankings.len() > 1;
        let together = self
            .together
            .iter()
            .map(|finding| summary::of_finding(finding, summary::TSV, is_styled));
        let mut parts: Vec<String> = together.collect();
        if self.together.is_empty() || self.rankings.len() <= MOST_BESIDE {
            let rankings = self.rankings.iter().map(|ranking| {
                let title = if several {
                    summary::wrapped(&format!("{}.", ranking.section.title()), "")
                } else {
                    String::new()
                };
                let signature = signature::on_terminal(&ranking.signature);
                title + &summary::of_block(&ranking.block, is_styled) + "\n" + &signature
            });
            parts.extend(rankings);
        } else {
            let corpora: Vec<&str> =
                self.rankings.iter().map(|ranking| ranking.section.corpus).collect();
            let text = format!("Each by itself, with `--corpus NAME`: {}.", listing(corpora));
            parts.push(summary::wrapped(&text, ""));
        }
        warnings::text(self.warnings) + &parts.join("\n")
    }

    /// For people one for each study on each corpus, for others one of all.
    fn tables(&self, export: Export) -> Vec<TextTable> {
        if !export.is_for_people() {
            let sections = self.rankings.iter().map(|ranking| (&ranking.section, &ranking.humans));
            let mut table = answers::long_table(&sections.collect::<Vec<_>>());
            if !self.has_names {
                table.rows.iter_mut().for_each(|row| row[answers::CORPUS_COLUMN].text.clear());
            }
            return vec![table.aligned()];
        }
        // Rules separate groups where there are any.
        let has_groups = export == Export::Markdown;
        let together = self.together.iter().filter_map(|finding| {
            let mut table = finding.table.clone()?;
            table.caption.clone_from(&finding.headline);
            table.notes = [&finding.sentences[..], &finding.notes, &table.notes].concat();
            Some(table.aligned())
        });
        let rankings = self.rankings.iter().filter_map(|ranking| {
            let Ranking { section, humans, block, signature, .. } = ranking;
            let mut table = answers::paper_table(section, humans, has_groups)?;
            let Ranks { question, verdict, sentences, notes, .. } = block;
            let corpus =
                if self.has_names { format!("{}: ", section.corpus) } else { String::new() };
            table.caption = format!("{corpus}{question} {verdict}");
            let signature = vec![format!("Signature: {signature}")];
            table.notes = [&sentences[..], notes, &table.notes, &signature].concat();
            Some(table.aligned())
        });
        together.chain(rankings).collect()
    }

    /// For each study on each corpus its verdict and all systems by all metrics.
    fn json(&self) -> Value {
        let warned = self.warnings.iter().filter(|warning| !warning.is_note());
        let rankings =
            self.rankings.iter().map(|Ranking { section, block, entries, signature, .. }| {
                json!({
                    "signature": signature,
                    "title": section.title(),
                    "corpus": section.corpus,
                    "question": block.question,
                    "verdict": block.verdict,
                    "sentences": block.sentences,
                    "notes": block.notes,
                    "systems": entries,
                })
            });
        json!({
            "warnings": warnings::to_json(warned),
            "rankings": rankings.collect::<Vec<_>>(),
            "together": self.together.iter().map(Finding::to_json).collect::<Vec<_>>(),
        })
    }
}
