//! Systems against a baseline: what `run` finds of their comparison, of the precision of scores and of the data that
//! differences take, with the verdict on all margins together. It estimates nothing.

mod earlier;
mod meaning;
mod reproduced;

use serde_json::{Value, json};

pub use self::earlier::Earlier;
use self::earlier::Looks;
pub use self::meaning::Curves;
use self::meaning::Meaning;
use super::answer::{self, answers_of};
use super::chapter::Chapter;
use super::{signature, summary, warnings};
use crate::analyses::ComparisonRow;
use crate::analyses::comparison::{MarginVerdict, ReportedTest};
use crate::answers::{Block, Question};
use crate::presentation::{About, Finding, StudySection, TextTable};
use crate::stats::Reason;
use crate::table::Tables;
use crate::warning::Warning;

/// What a reader must know where no documents are named.
pub const NO_DOCUMENTS: &str = "No documents are named, so segments count as independent. Name the document of each segment \
                                with --documents: intervals are usually wider then.";

/// What was asked for, as far as the rows do not say.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The system that the others are compared with.
    pub baseline: String,
    /// Whether it is known which segments make documents.
    pub has_documents: bool,
    /// Metrics of which lower scores are better.
    pub lower_is_better: Vec<String>,
    /// Whether a margin is a percentage of the baseline's score.
    pub has_relative_margin: bool,
    /// Seed of random exchanges and resamples.
    pub seed: u64,
    /// What the baseline is of, where it is of an earlier release.
    pub earlier: Option<Earlier>,
    /// How often people agree with differences, where that is known.
    pub curves: Option<Curves>,
    /// The test of sacreBLEU that is reproduced in place of our own.
    pub reproduced: Option<Reproduced>,
}

/// A test of sacreBLEU.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reproduced {
    /// Its paired bootstrap resampling.
    Bootstrap,
    /// Its paired approximate randomization.
    Randomization,
}

impl Reproduced {
    fn test(self) -> ReportedTest {
        match self {
            Self::Bootstrap => ReportedTest::SacrebleuBootstrap,
            Self::Randomization => ReportedTest::SacrebleuRandomization,
        }
    }
}

/// What is said of the systems.
#[derive(Debug)]
pub struct Answer<'a> {
    setting: &'a Setting,
    warnings: &'a [Warning],
    conclusion: Option<MarginVerdict>,
    /// That of the comparison first.
    findings: Vec<Finding>,
    /// How much data is enough.
    sizes: Option<Block>,
    /// How the numbers were made, in a line.
    signature: String,
    /// Verdicts with all looks at the test set counted, where these are.
    looks: Option<Looks<'a>>,
    /// What the differences mean to people.
    meanings: Vec<Meaning<'a>>,
}

/// Notes of the comparison that stand below the short answer.
const MOST_NOTES: usize = 2;

impl<'a> Answer<'a> {
    /// What `tables` of one study on one corpus say, with `warnings` before it.
    pub fn new(
        tables: &'a Tables,
        about: &About,
        setting: &'a Setting,
        warnings: &'a [Warning],
    ) -> Self {
        let sections = StudySection::all(tables, about);
        let chapters = Chapter::of_findings(&sections);
        let mut blocks = answers_of(&chapters).into_iter();
        let sizes = blocks.find(|block| block.question == Question::Sizes);
        let mut findings = Vec::new();
        for chapter in chapters {
            let asked = chapter.section.asked();
            let own = chapter.findings.into_iter().map(|(_, finding)| finding);
            findings.extend(own.filter(|finding| asked.iter().any(|key| key == finding.analysis)));
            let details = chapter.subject.map(|subject| subject.details()).unwrap_or_default();
            if let Some(setting) = findings.first_mut().and_then(|own| own.sentences.first_mut()) {
                *setting += &details;
            }
        }
        if let (Some(comparison), [section, ..]) = (findings.first_mut(), &sections[..]) {
            if let Some(reproduced) = setting.reproduced {
                comparison.table = Some(reproduced::table(section, setting));
                comparison.notes = reproduced::notes(section, setting, reproduced);
            } else {
                comparison.notes.extend(setting.notes());
            }
            // The short answer has the first ones.
            comparison.notes.splice(0..0, warnings::beside_numbers(warnings, section.corpus));
        }
        let rows = tables.rows::<ComparisonRow>();
        let margins = rows.iter().filter(|row| row.has_margin()).map(|row| row.margin_verdict);
        let earlier = setting.earlier.as_ref();
        Self {
            setting,
            warnings,
            // Of no margins at all, `of_all` would make a pass.
            conclusion: margins.clone().next().map(|_| MarginVerdict::of_all(margins)),
            findings,
            sizes,
            signature: signature::of_tests(tables.rows().iter(), rows.iter()),
            looks: earlier.and_then(|earlier| earlier.looks(rows)),
            meanings: setting.curves.iter().flat_map(|curves| curves.meanings(rows)).collect(),
        }
    }

    /// What the margins of all metrics and systems come to; nothing where none was asked for.
    pub fn conclusion(&self) -> Option<MarginVerdict> {
        self.conclusion
    }

    /// The verdict with its table, and how much data is enough, in lines of at most 80 columns; verdicts in colours if
    /// it `is_styled`. Names of others are spelled out where a terminal would obey them.
    pub fn text(&self, is_styled: bool) -> String {
        let Some(comparison) = self.findings.first().filter(|_| self.setting.reproduced.is_none())
        else {
            return self.details(is_styled);
        };
        let mut short = comparison.clone();
        // The details have the others.
        short.sentences.truncate(1);
        // What the table needs to be read stays beside it, once.
        let mut table_notes = short.table.iter().flat_map(|table| &table.notes);
        let is_adjustment_said = table_notes.any(|note| note.contains("Holm over"));
        short.notes.retain(|note| !(is_adjustment_said && note.starts_with("Holm's adjustment")));
        short.notes.truncate(MOST_NOTES);
        let mut text = warnings::text(self.warnings);
        // A verdict that does not stand with all looks counted must not lead alone.
        let looks = self.looks.as_ref().filter(|looks| looks.loses_any());
        text += &looks.map(|looks| looks.text() + "\n").unwrap_or_default();
        text += &summary::of_finding(&short, summary::TSV, is_styled);
        if let Some(Block { verdict, table, .. }) = &self.sizes {
            text.push('\n');
            text += &answer::question("Large enough?", verdict, is_styled);
            if let Some(table) = table {
                text += &summary::on_terminal(table, usize::MAX, summary::TSV, is_styled);
            }
        }
        text.push('\n');
        text += &self.changes_text();
        if looks.is_none() {
            text += &self.looks_text();
        }
        text += &meaning::text(&self.meanings);
        text += &signature::on_terminal(&self.signature);
        text + "Paper      --format latex (or typst); method and all findings: --details\n"
    }

    /// All findings in lines of at most 80 columns; verdicts in colours if it `is_styled`.
    pub fn details(&self, is_styled: bool) -> String {
        // What a reproduced program prints besides stands in the table.
        let shown = if self.setting.reproduced.is_some() { 1 } else { self.findings.len() };
        let findings = self.findings.iter().take(shown);
        let findings: Vec<String> =
            findings.map(|finding| summary::of_finding(finding, summary::TSV, is_styled)).collect();
        let more = self.changes_text() + &self.looks_text() + &meaning::text(&self.meanings);
        let gap = if more.is_empty() { "" } else { "\n" };
        warnings::text(self.warnings) + &findings.join("\n") + gap + &more
    }

    /// What changed since an earlier release.
    fn changes_text(&self) -> String {
        self.setting.earlier.as_ref().map(Earlier::text).unwrap_or_default()
    }

    /// What is left of the verdicts with all looks counted.
    fn looks_text(&self) -> String {
        self.looks.as_ref().map(Looks::text).unwrap_or_default()
    }

    /// The comparison for a pull request: warnings, the verdict, a table, and notes.
    pub fn markdown(&self) -> String {
        let table = self.table().map(|table| table.markdown());
        warnings::markdown(self.warnings) + &table.unwrap_or_default()
    }

    /// The table of the comparison with the verdict above and notes below; nothing where there is none.
    pub fn table(&self) -> Option<TextTable> {
        let Finding { headline, sentences, table, notes, .. } = self.findings.first()?.clone();
        let mut table = table?;
        table.caption = headline;
        let signature = format!("Signature: {}", self.signature);
        let earlier = self.setting.earlier.iter().map(Earlier::sentence);
        let earlier = earlier.chain(self.looks.iter().map(Looks::sentence));
        let earlier = earlier.chain(meaning::sentences(&self.meanings)).collect();
        table.notes = [sentences, table.notes, notes, earlier, vec![signature]].concat();
        Some(table.aligned())
    }

    /// What the margins come to, warnings, notes, and an object for each finding, as `run` has them.
    pub fn json(&self) -> Value {
        let findings: Vec<Value> = self.findings.iter().map(Finding::to_json).collect();
        let mut document =
            document(self.conclusion.map(MarginVerdict::name), self.warnings, &findings);
        document["baseline"] = json!(self.setting.baseline);
        document["signature"] = json!(self.signature);
        document["lower_is_better"] = json!(self.setting.lower_is_better);
        if let Some(earlier) = &self.setting.earlier {
            document["against"] = earlier.to_json(self.looks.as_ref());
        }
        if let Some(curves) = &self.setting.curves {
            document["meaning"] = meaning::to_json(curves, &self.meanings);
        }
        document["seed"] = match self.setting.reproduced {
            Some(_) => json!(reproduced::SEED),
            None => json!(self.setting.seed),
        };
        document
    }
}

impl Setting {
    /// What a reader must know that no row says.
    fn notes(&self) -> impl Iterator<Item = String> {
        let relative =
            "A margin in percent is taken of the baseline's score here, as if that were exact.";
        let notes = [(!self.has_documents, NO_DOCUMENTS), (self.has_relative_margin, relative)];
        notes.into_iter().filter(|(applies, _)| *applies).map(|(_, note)| note.to_owned())
    }
}

/// A sentence in lines behind its label.
fn labelled(label: &str, sentence: &str) -> String {
    summary::wrapped(&format!("{label:<11}{sentence}"), "           ")
}

/// The answer on inputs that are refused, for scripts: without findings.
pub fn refused_json(warnings: &[Warning]) -> Value {
    document(Some("refused"), warnings, &[])
}

fn document(conclusion: Option<&str>, warnings: &[Warning], findings: &[Value]) -> Value {
    let (notes, warnings): (Vec<&Warning>, Vec<&Warning>) =
        warnings.iter().partition(|warning| warning.is_note());
    json!({
        "conclusion": conclusion,
        "warnings": warnings::to_json(warnings),
        "notes": warnings::to_json(notes),
        "findings": findings,
    })
}

/// The test that decides of each pair: the one that is reproduced, or the first of the study, in place of which stands
/// the interval of the difference where outputs cannot be exchanged, and none be left out.
pub fn deciding_tests(
    rows: &[ComparisonRow],
    reproduced: Option<Reproduced>,
) -> Vec<ComparisonRow> {
    fn pair(row: &ComparisonRow) -> [&str; 3] {
        [&row.cell.metric, &row.system_a, &row.system_b]
    }
    let pairs = rows.chunk_by(|one, other| pair(one) == pair(other));
    let deciding = pairs.filter_map(|tests| {
        let wanted = match reproduced {
            Some(reproduced) => reproduced.test(),
            None if tests[0].cell.status == Reason::NotAdditive.into() => {
                ReportedTest::DifferenceInterval
            }
            None => tests[0].method,
        };
        tests.iter().find(|row| row.method == wanted).or(tests.first()).cloned()
    });
    deciding.collect()
}

/// A round margin of error to plan for: the largest of 1, 2 and 5 times a power of ten that is noticeably
/// below the `margin` of today.
pub fn wanted_margin(margin: f64) -> f64 {
    const NOTICEABLY: f64 = 0.85;
    // In text, since computed powers of ten are not exact.
    let text = format!("{:e}", NOTICEABLY * margin);
    let Some((digits, exponent)) = text.split_once('e') else { return margin };
    let Ok(digits) = digits.parse::<f64>() else { return margin };
    let digit = [5, 2, 1].into_iter().find(|digit| f64::from(*digit) <= digits).unwrap_or(1);
    format!("{digit}e{exponent}").parse().unwrap_or(margin)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wanted_margins_are_round_and_smaller() {
        let cases = [(1.8, 1.0), (1.2, 1.0), (1.1, 0.5), (0.9, 0.5), (2.4, 2.0), (0.0063, 0.005)];
        for (margin, wanted) in cases {
            assert!((wanted_margin(margin) / wanted - 1.0).abs() < 1e-12, "{margin}");
        }
        assert!(wanted_margin(12.0) < 12.0);
        assert!((wanted_margin(12.0) - 10.0).abs() < 1e-12);
    }

    #[test]
    fn one_test_of_a_pair_decides() {
        let row = |metric: &str, method, reason: Option<Reason>| {
            let mut row = ComparisonRow { method, ..ComparisonRow::default() };
            row.cell.metric = metric.into();
            row.cell.status = reason.map_or(row.cell.status, Into::into);
            row
        };
        let rows = [
            row("bleu", ReportedTest::JackknifeT, None),
            row("bleu", ReportedTest::DifferenceInterval, None),
            row("nist", ReportedTest::JackknifeT, Some(Reason::NotAdditive)),
            row("nist", ReportedTest::DifferenceInterval, None),
        ];
        let methods: Vec<ReportedTest> =
            deciding_tests(&rows, None).iter().map(|row| row.method).collect();
        assert_eq!(methods, [ReportedTest::JackknifeT, ReportedTest::DifferenceInterval]);
    }
}
