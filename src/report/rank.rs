//! Ranks of systems without a spec, in all forms of an answer. It estimates nothing.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::{summary, warnings};
use crate::answers::{self, RankEntry, Ranks};
use crate::presentation::{About, StudySection, TextTable};
use crate::table::Tables;
use crate::warning::Warning;

/// What is said of the systems of each study on each corpus.
#[derive(Debug)]
pub struct RankAnswer<'a> {
    warnings: &'a [Warning],
    rankings: Vec<Ranking>,
}

#[derive(Debug)]
struct Ranking {
    /// What it is about, where there are several.
    title: String,
    block: Ranks,
    entries: Vec<RankEntry>,
}

impl<'a> RankAnswer<'a> {
    /// What `tables` say, with `warnings` before it; `humans` are systems that are human translations, by corpus, and
    /// `notes` what no row says.
    pub fn new(
        tables: &Tables,
        about: &About,
        humans: &BTreeMap<String, BTreeSet<String>>,
        notes: &[&str],
        warnings: &'a [Warning],
    ) -> Self {
        let none = BTreeSet::new();
        let of_section = |section: &StudySection<'_>| {
            let humans = humans.get(section.corpus).unwrap_or(&none);
            let mut block = answers::ranks(section, humans)?;
            block.notes.extend(notes.iter().map(|note| (*note).to_owned()));
            let entries = answers::rank_entries(section, humans);
            Some(Ranking { title: section.title(), block, entries })
        };
        let sections = StudySection::all(tables, about);
        Self { warnings, rankings: sections.iter().filter_map(of_section).collect() }
    }

    /// Whether there is nothing to rank.
    pub fn is_empty(&self) -> bool {
        self.rankings.is_empty()
    }

    /// The answer in lines of at most 80 columns, with emphasis if it `is_styled`.
    pub fn text(&self, is_styled: bool) -> String {
        let several = self.rankings.len() > 1;
        let of_ranking = |ranking: &Ranking| {
            let title = if several {
                summary::wrapped(&format!("{}.", ranking.title), "")
            } else {
                String::new()
            };
            title + &summary::of_block(&ranking.block, is_styled)
        };
        let rankings: Vec<String> = self.rankings.iter().map(of_ranking).collect();
        warnings::text(self.warnings) + &rankings.join("\n")
    }

    /// The tables, each with its verdict above and notes below.
    pub fn tables(&self) -> Vec<TextTable> {
        let of_ranking = |Ranking { block, .. }: &Ranking| {
            let Ranks { question, verdict, sentences, table, notes } = block;
            let mut table = table.clone();
            table.caption = format!("{question} {verdict}");
            table.notes = [&sentences[..], &table.notes, notes].concat();
            for cell in &mut table.header {
                cell.text = match &*cell.text {
                    "" => "significantly better than".to_owned(),
                    text => text.replace('\n', " "),
                };
            }
            table.aligned()
        };
        self.rankings.iter().map(of_ranking).collect()
    }

    /// Warnings and tables for a pull request.
    pub fn markdown(&self) -> String {
        let tables: Vec<String> = self.tables().iter().map(TextTable::markdown).collect();
        warnings::markdown(self.warnings) + &tables.join("\n")
    }

    /// For scripts: warnings, and for each study on each corpus its verdict and all systems by all metrics.
    pub fn json(&self) -> Value {
        let of_ranking = |Ranking { title, block, entries }: &Ranking| {
            json!({
                "title": title,
                "question": block.question,
                "verdict": block.verdict,
                "sentences": block.sentences,
                "notes": block.notes,
                "systems": entries,
            })
        };
        let warned = self.warnings.iter().filter(|warning| !warning.is_note());
        json!({
            "warnings": warnings::to_json(warned),
            "rankings": self.rankings.iter().map(of_ranking).collect::<Vec<_>>(),
        })
    }
}
