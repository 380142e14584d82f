//! What people read of a difference before there are data.

use super::{Expected, ExpectedRow, ExpectedStatus, Question, Size, rows};
use crate::analyses::common::phrases::how_often;
use crate::presentation::{
    FileName, Finding, TextCell, TextTable, as_written, chance, metric_in_print, number, two_digits,
};
use crate::stats::expected::LeftOut;
use crate::words::{grouped_count, in_a_row, magnitude};

/// Share of its near pairs below which a campaign is far from the others.
const FAR: f64 = 0.5;

/// The answer for people; its rows are for scripts.
pub fn finding(question: &Question, expected: &Expected) -> Finding {
    let rows = rows(question, expected);
    let finding = Finding {
        analysis: "expect",
        study: String::new(),
        corpus: String::new(),
        synthetic: false,
        headline: headline(question, expected, &rows),
        sentences: Vec::new(),
        table: Some(table(question, expected, &rows)),
        notes: notes(question, expected),
        rows: Vec::new(),
    };
    finding.sentences(sentences(question, expected, &rows)).rows(&rows)
}

/// The difference on the size, and whether a test would see anything.
fn headline(question: &Question, expected: &Expected, rows: &[ExpectedRow]) -> String {
    let alpha = question.alpha();
    let significant = rows.iter().filter(|row| row.p_value <= alpha).count();
    let verdict = match significant {
        0 => "probably nothing",
        all if all == rows.len() => "probably a real difference",
        _ => "it depends on the systems",
    };
    let sign = if question.difference < 0.0 { "" } else { "+" };
    let metric = metric_in_print(&expected.reference.metric);
    format!("{sign}{} {metric} on {}: {verdict}.", as_written(question.difference), size(question))
}

/// `2,000 segments`.
fn size(question: &Question) -> String {
    let (number, noun) = match question.size {
        Size::Segments(number) => (number, "segment"),
        Size::Documents(number) => (number, "document"),
        Size::Words(number) => (number, "word"),
    };
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a size that was typed"
    )]
    grouped_count(number as u64, noun)
}

/// What is needed, in the unit of the question.
fn required(question: &Question, row: &ExpectedRow) -> f64 {
    match question.size {
        Size::Segments(_) => row.required_segments,
        Size::Documents(_) => row.required_documents,
        Size::Words(_) => row.required_words,
    }
}

/// Below this number of documents nothing is planned: what pairs vary by is known of larger test sets, where the mean of many
/// texts is about normal. Intervals over fewer hold (`tests/studies/few_documents.rs`), but are wider than a plan says.
const FEWEST_DOCUMENTS: f64 = 8.0;

/// The same in the unit of the question.
fn fewest(question: &Question, expected: &Expected) -> f64 {
    let words = FEWEST_DOCUMENTS * expected.words_per_document;
    match question.size {
        Size::Segments(_) => words / question.words_per_segment,
        Size::Documents(_) => FEWEST_DOCUMENTS,
        Size::Words(_) => words,
    }
}

/// `about 190 to 1,400 words`, of which none is below the fewest.
fn needed(question: &Question, expected: &Expected, low: f64, high: f64) -> String {
    let (fewest, units) = (fewest(question, expected), units(question));
    if high < fewest {
        format!("fewer than {} {units}", about(fewest))
    } else if low < fewest {
        format!("at most about {} {units}", about(high))
    } else {
        format!("about {} {units}", range(about(low), &about(high)))
    }
}

/// The unit of the question.
fn units(question: &Question) -> &'static str {
    match question.size {
        Size::Segments(_) => "segments",
        Size::Documents(_) => "documents",
        Size::Words(_) => "words",
    }
}

fn sentences(question: &Question, expected: &Expected, rows: &[ExpectedRow]) -> Vec<String> {
    let [first, .., last] = rows else { return Vec::new() };
    let campaigns = grouped_count(expected.reference.campaigns.len() as u64, "public campaign");
    let size = as_written(question.difference.abs());
    vec![
        format!(
            "On {campaigns} two systems as near as this vary by amounts that make p {}.",
            range(p(first.p_value), &p(last.p_value))
        ),
        format!(
            "A true difference of {size} is significant on {} of such test sets; {} would find it {}.",
            range(likely(last.significant), &likely(first.significant)),
            needed(question, expected, required(question, first), required(question, last)),
            how_often(question.power)
        ),
        format!(
            "On other texts of this size the two would change places in {} of cases (flat prior).",
            range(chance(first.turns_round), &chance(last.turns_round))
        ),
    ]
}

/// `11 to 29 %`, or one of them where both are the same.
fn range(low: String, high: &str) -> String {
    if low == high {
        return low;
    }
    let low = if high.ends_with('%') { low.trim_end_matches(" %") } else { &low };
    format!("{low} to {high}")
}

/// A probability that is no certainty, however near to one it is rounded.
fn likely(probability: f64) -> String {
    chance(probability.min(1.0 - f64::EPSILON))
}

/// A p-value with two digits.
fn p(value: f64) -> String {
    if value < 1e-4 { "<0.0001".to_owned() } else { two_digits(value) }
}

/// A size with two digits: that of another test set is no closer known.
fn about(size: f64) -> String {
    magnitude(format!("{:.1e}", size.max(1.0)).parse().unwrap_or(size))
}

fn table(question: &Question, expected: &Expected, rows: &[ExpectedRow]) -> TextTable {
    let fewest = fewest(question, expected);
    let header = [
        "pairs vary",
        "quantile",
        "standard\nerror",
        "p",
        "found",
        "change\nplaces",
        &format!("{}\nneeded", units(question)),
    ];
    let lines = ["little", "as most", "much"].iter().zip(rows).map(|(word, row)| {
        vec![
            TextCell::words(*word),
            TextCell::number(as_written(row.quantile), Some(row.quantile)),
            TextCell::number(number(row.standard_error), Some(row.standard_error)),
            TextCell::number(p(row.p_value), Some(row.p_value)),
            TextCell::number(likely(row.significant), Some(row.significant)),
            TextCell::number(chance(row.turns_round), Some(row.turns_round)),
            match required(question, row) {
                few if few < fewest => TextCell::number(format!("<{}", about(fewest)), Some(few)),
                enough => TextCell::number(about(enough), Some(enough)),
            },
        ]
    });
    TextTable {
        name: FileName::new(&["expected"]),
        caption: "What the difference is worth, by how much pairs of systems vary.".to_owned(),
        header: header.iter().map(|heading| TextCell::words(*heading)).collect(),
        rows: lines.collect(),
        ..TextTable::default()
    }
}

fn notes(question: &Question, expected: &Expected) -> Vec<String> {
    let campaigns = &expected.reference.campaigns;
    let names: Vec<&str> = campaigns.iter().map(|campaign| &*campaign.name).collect();
    let held = LeftOut::together(&expected.left_out).share();
    let far: Vec<String> = campaigns
        .iter()
        .zip(&expected.left_out)
        .filter(|(_, left_out)| left_out.share() < FAR)
        .map(|(campaign, left_out)| format!("{} ({})", campaign.name, chance(left_out.share())))
        .collect();
    let far = if far.is_empty() {
        String::new()
    } else {
        format!(", fewest of {}", in_a_row(&far, "and"))
    };
    let mut notes = vec![match expected.status {
        ExpectedStatus::FewCampaigns => format!(
            "This is a guess from {}: too few to check whether the range holds another campaign.",
            in_a_row(&names, "and")
        ),
        _ => format!(
            "This is a guess from {}. Of a campaign left out, the range of the others holds {} of the pairs{far}.",
            in_a_row(&names, "and"),
            chance(held)
        ),
    }];
    let fewest = fewest(question, expected);
    let (Size::Segments(size) | Size::Documents(size) | Size::Words(size)) = question.size;
    if size < fewest {
        let (number, units) = (about(fewest), units(question));
        notes.insert(
            0,
            format!(
                "This test set is too small to plan with: what pairs vary by is known of {number} {units} or more."
            ),
        );
    }
    match &question.target {
        Some(target) if expected.status == ExpectedStatus::OtherLanguage => {
            let note = format!(
                "No campaign is into the script of {target}: how far this carries over is not known."
            );
            notes.insert(0, note);
        }
        Some(_) => {}
        None => notes.push(
            "All are into languages in Latin script: `--target-language` names yours.".to_owned(),
        ),
    }
    if question.family > 1 {
        notes.push(format!(
            "Tested as one of {} pairs: p has to be at most {}.",
            question.family,
            two_digits(question.alpha())
        ));
    }
    notes.push("Your own outputs answer better: `runner compare A B -r REFERENCE`.".to_owned());
    notes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyses::expect::{Reference, expected};

    fn answer(difference: f64, size: Size, family: u32, target: Option<&str>) -> Finding {
        let question = Question {
            metric: "bleu".to_owned(),
            signature: None,
            difference,
            size,
            words_per_segment: 22.0,
            level: 0.95,
            power: 0.8,
            family,
            target: target.map(str::to_owned),
        };
        let expected = expected(&question, Reference::all());
        finding(&question, &expected.unwrap_or_else(|why| panic!("{why:?}")))
    }

    #[test]
    fn the_verdict_leads() {
        let headlines = [
            (0.4, Size::Segments(2000.0)),
            (1.0, Size::Segments(2000.0)),
            (-3.0, Size::Documents(200.0)),
        ]
        .map(|(difference, size)| answer(difference, size, 1, None).headline);
        assert_eq!(
            headlines,
            [
                "+0.4 BLEU on 2,000 segments: probably nothing.",
                "+1 BLEU on 2,000 segments: it depends on the systems.",
                "-3 BLEU on 200 documents: probably a real difference.",
            ]
        );
    }

    /// Nine segments are no test set: sizes end where the campaigns say nothing.
    #[test]
    fn tiny_sizes_are_not_planned() {
        let finding = answer(6.0, Size::Words(44_000.0), 1, None);
        let text = finding.sentences.join(" ");
        assert!(text.contains("; at most about 4,400 words would find it"), "{text}");
        let table = finding.table.unwrap();
        assert_eq!(table.rows[0][6].text, "<2,900", "{table:?}");
        let text = answer(40.0, Size::Documents(100.0), 1, None).sentences.join(" ");
        assert!(text.contains("; fewer than 8 documents would find it"), "{text}");
        let tiny = answer(1.0, Size::Segments(10.0), 1, None);
        assert!(tiny.notes[0].starts_with("This test set is too small to plan with"), "{tiny:?}");
        let enough = answer(1.0, Size::Segments(2000.0), 1, None);
        assert!(!enough.notes[0].contains("too small"), "{enough:?}");
    }

    #[test]
    fn ranges_say_what_they_must() {
        assert_eq!(range("11 %".to_owned(), "29 %"), "11 to 29 %");
        assert_eq!(range("<1 %".to_owned(), "<1 %"), "<1 %");
        assert_eq!(range("0.16".to_owned(), "0.48"), "0.16 to 0.48");
        assert_eq!([about(8027.3), about(0.2), about(32_109.0)], ["8,000", "1", "32,000"]);
        assert_eq!([likely(1.0), likely(0.5)], [">99 %", "50 %"]);
        assert_eq!([p(0.484), p(0.000_02)], ["0.48", "<0.0001"]);
    }
}
