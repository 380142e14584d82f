//! How often the rules of others err on these data, and which of their lines hold.

use std::collections::BTreeSet;

use super::row::{AuditLineRow, AuditRow, LineKind};
use crate::analyses::common::short_table::short_table;
use crate::presentation::{
    Finding, Rows, StudySection, TextTable, metric_in_print, percent, whole_percent, words,
};
use crate::stats::distribution::Distribution;
use crate::stats::proportion::binomial_upper_tail;
use crate::stats::ranking_rules::{Exchange, RankingRule};
use crate::words::{counted, in_a_row};

/// A rule errs too often where it errs noticeably more often than it means to, and as often as it does by chance in less than
/// one of a thousand audits.
const BY_CHANCE: f64 = 0.001;

/// The least excess over the nominal rate that is noticeable, a point, and the same as a share of it: with 15,000 draws
/// half a point is significant, and changes nothing for those who use the rule.
const LEAST_EXCESS: f64 = 0.01;
const LEAST_EXCESS_SHARE: f64 = 0.2;

/// Design effect from which segments of a document are said to be alike.
const NOTEWORTHY: f64 = 1.3;

/// One finding a metric.
pub(super) fn findings(section: &StudySection<'_>) -> Vec<Finding> {
    let lines = section.rows::<AuditLineRow>();
    let metrics = section.rows::<AuditRow>().groups(|row| row.cell.coordinates().metric);
    metrics
        .iter()
        .map(|(metric, pairs)| {
            let lines = lines.keep(|row| row.cell.coordinates().metric == *metric);
            finding(section, pairs, &lines)
        })
        .collect()
}

/// A rule on the neighbours that it makes, and its lines.
struct Summary {
    rule: RankingRule,
    nominal: f64,
    /// Whether pairs were made equal before they were exchanged.
    is_centred: bool,
    /// Pairs of equal systems, exchanges of all of them, and those that it calls different.
    pairs: usize,
    draws: u64,
    different: u64,
    /// Lines of the kind that it is known for: drawn, and of these those that hold; `None` where it draws none.
    lines: Option<(usize, usize)>,
}

impl Summary {
    fn rate(&self) -> Option<f64> {
        (self.draws > 0).then(|| self.different as f64 / self.draws as f64)
    }

    /// What the rate may be off by.
    fn tolerance(&self) -> f64 {
        LEAST_EXCESS.max(LEAST_EXCESS_SHARE * self.nominal)
    }

    fn errs_as_it_means_to(&self) -> bool {
        self.rate().is_some_and(|rate| (rate - self.nominal).abs() <= self.tolerance())
    }

    /// Where pairs keep their difference, what exchanges of whole documents find may be that difference.
    fn errs_too_often(&self) -> bool {
        self.is_centred
            && self.rate().is_some_and(|rate| rate > self.nominal + self.tolerance())
            && binomial_upper_tail(self.different, self.draws, self.nominal) < BY_CHANCE
    }
}

fn summaries(pairs: &Rows<'_, AuditRow>, lines: &Rows<'_, AuditLineRow>) -> Vec<Summary> {
    pairs
        .groups(|row| row.rule)
        .into_iter()
        .map(|(rule, rows)| {
            let neighbours: Vec<&AuditRow> = rows
                .iter()
                .filter(|row| row.place_b == row.place_a + 1 && row.draws.is_some())
                .collect();
            let rule_lines = lines.keep(|row| row.rule == rule);
            let kind = rule_lines.first().map_or(LineKind::Cluster, |row| row.kind);
            let drawn: Vec<&AuditLineRow> =
                rule_lines.iter().filter(|row| row.kind == kind && row.drawn).collect();
            Summary {
                rule,
                nominal: rows.first().map_or(0.0, |row| row.nominal),
                is_centred: rows.iter().all(|row| row.centred),
                pairs: neighbours.len(),
                draws: neighbours.iter().filter_map(|row| row.draws).sum(),
                different: neighbours.iter().filter_map(|row| row.different_draws).sum(),
                lines: rule_lines
                    .first()
                    .map(|_| (drawn.len(), drawn.iter().filter(|row| row.holds).count())),
            }
        })
        .collect()
}

fn finding(
    section: &StudySection<'_>,
    pairs: &Rows<'_, AuditRow>,
    lines: &Rows<'_, AuditLineRow>,
) -> Finding {
    let summaries = summaries(pairs, lines);
    let (own, others): (Vec<&Summary>, Vec<&Summary>) =
        summaries.iter().partition(|summary| summary.rule == RankingRule::Documents);
    let metric = pairs.first().map_or_else(String::new, |row| match row.rounds {
        0 | 1 => metric_in_print(&row.cell.metric),
        rounds => format!("{} ({rounds} rounds)", metric_in_print(&row.cell.metric)),
    });
    let finding = Finding::new(section, "audit", headline(&metric, &others))
        .sentences(drawn_lines(&others, count_pairs(pairs)))
        .sentences(own.first().and_then(|summary| by_documents(summary)))
        .sentences(alike(pairs))
        .table(table(section, &metric, &summaries))
        .note(notes(pairs));
    finding.rows(lines.iter().filter(|row| row.drawn))
}

/// The rule that errs most beyond what it means to.
fn headline(metric: &str, others: &[&Summary]) -> String {
    let rated: Vec<&&Summary> = others.iter().filter(|summary| summary.draws > 0).collect();
    let bad: Vec<&&&Summary> = rated.iter().filter(|summary| summary.errs_too_often()).collect();
    if rated.is_empty() {
        return format!(
            "How often ranking rules err by {metric} is not known: no pair could be made equal."
        );
    }
    let are_as_meant = rated.iter().all(|summary| summary.errs_as_it_means_to());
    let shares: Vec<String> =
        if bad.is_empty() { rated } else { bad.into_iter().copied().collect() }
            .into_iter()
            .map(|summary| {
                format!(
                    "{} {} % (it means {} %)",
                    summary.rule.in_words(),
                    whole_percent(summary.rate().unwrap_or_default(), 1.0),
                    whole_percent(summary.nominal, 1.0)
                )
            })
            .collect();
    let calls = format!(
        "By {metric}, equal neighbours are called different by {}",
        in_a_row(&shares, "and")
    );
    if others.iter().any(|summary| !summary.is_centred) && !are_as_meant {
        return format!("{calls}; part of it is their real difference, which sums of texts keep.");
    }
    let verdict = match others.iter().filter(|summary| summary.errs_too_often()).count() {
        0 if are_as_meant => "about as often as meant".to_owned(),
        0 => "no rule errs too often".to_owned(),
        1 => "that is too often".to_owned(),
        _ => "that is too often for each".to_owned(),
    };
    format!("{calls}: {verdict}.")
}

/// Systems of the metric in pairs.
fn count_pairs(pairs: &Rows<'_, AuditRow>) -> usize {
    pairs.iter().filter(|row| row.rule == RankingRule::Documents).count()
}

fn drawn_lines(others: &[&Summary], all: usize) -> Option<String> {
    let drawing: Vec<(&&Summary, (usize, usize))> =
        others.iter().filter_map(|summary| Some((summary, summary.lines?))).collect();
    if drawing.is_empty() {
        return None;
    }
    let named: Vec<String> = drawing
        .iter()
        .map(|(summary, (drawn, _))| {
            let lines = match drawn {
                0 => "no line".to_owned(),
                drawn => counted(*drawn, "line"),
            };
            format!("{} draws {lines}", summary.rule.in_words())
        })
        .collect();
    let (drawn, held) =
        drawing.iter().fold((0, 0), |(drawn, held), (_, lines)| (drawn + lines.0, held + lines.1));
    let verdict = match (drawn, held) {
        (0, _) => String::new(),
        (drawn, held) if drawn == held => {
            format!("; all hold with whole documents and Holm over {}", counted(all, "pair"))
        }
        (_, 0) => {
            format!("; none holds with whole documents and Holm over {}", counted(all, "pair"))
        }
        (drawn, held) => {
            format!(
                "; {held} of {drawn} hold with whole documents and Holm over {}",
                counted(all, "pair")
            )
        }
    };
    Some(format!("{}{verdict}.", in_a_row(&named, "and")))
}

fn by_documents(own: &Summary) -> Option<String> {
    Some(format!(
        "With whole documents as units it is {} % (it means {} %).",
        whole_percent(own.rate()?, 1.0),
        whole_percent(own.nominal, 1.0)
    ))
}

fn alike(pairs: &Rows<'_, AuditRow>) -> Option<String> {
    let effects: Vec<f64> = pairs
        .iter()
        .filter(|row| row.rule == RankingRule::Documents)
        .filter_map(|row| row.design_effect)
        .collect();
    let effect = Distribution::new(&effects).median().filter(|effect| *effect >= NOTEWORTHY)?;
    Some(format!(
        "Segments of a document are alike here (design effect {effect:.1}), and these rules take them for independent."
    ))
}

fn notes(pairs: &Rows<'_, AuditRow>) -> String {
    let draws: BTreeSet<u64> = pairs.iter().filter_map(|row| row.draws).collect();
    let draws = draws.last().copied().unwrap_or(0);
    let unit = match pairs.first().map(|row| row.exchange) {
        Some(Exchange::Segments) => {
            "single segments, as if those of a document had nothing in common, change"
        }
        Some(Exchange::DocumentsAndJudges) => {
            "the ratings that each judge gave of a document change"
        }
        _ => "whole documents change",
    };
    if pairs.first().is_some_and(|row| !row.centred) {
        return format!(
            "Equal neighbours are made of the data: {unit} owner by a fair coin ({draws} times a pair). No mean difference can be \
             taken off a score of sums, so that a real one counts as likeness within documents: rates are too high where \
             systems differ much."
        );
    }
    format!(
        "Equal neighbours are made of the data: the mean difference is taken off one system, then {unit} owner by a fair \
         coin ({draws} times a pair). What judges like in a system is not seen: true rates are higher by that."
    )
}

fn table(section: &StudySection<'_>, metric: &str, summaries: &[Summary]) -> Option<TextTable> {
    let rows = summaries
        .iter()
        .map(|summary| {
            let (drawn, held) = match summary.lines {
                Some((drawn, held)) => (drawn.to_string(), held.to_string()),
                None => ("none by this rule".to_owned(), String::new()),
            };
            vec![
                words(summary.rule.in_words()),
                percent(summary.rate()),
                percent(Some(summary.nominal)),
                words(&summary.pairs.to_string()),
                words(&drawn),
                words(&held),
            ]
        })
        .collect();
    short_table(
        section,
        ("audit", &format!("How often rules call equal systems different, by {metric}.")),
        &["rule", "errs", "means to", "pairs", "lines", "hold"],
        rows,
        "audit",
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::one_study::{cell, finding_of};

    fn row(rule: RankingRule, place: u32, different: u64) -> AuditRow {
        AuditRow {
            cell: cell("esa", None, 15),
            rule,
            system_a: format!("S{place}").into(),
            system_b: format!("S{}", place + 1).into(),
            place_a: place,
            place_b: place + 1,
            draws: Some(1000),
            centred: true,
            different_draws: Some(different),
            nominal: 0.05,
            design_effect: Some(2.4),
            ..AuditRow::default()
        }
    }

    #[test]
    fn rules_that_err_too_often_are_named() {
        for (different, end) in [
            // 6 % of 60,000 is significantly more than 5 %, and no more than a point.
            (3_600, "WMT24 6 % (it means 5 %): about as often as meant."),
            (3_900, "WMT24 6 % (it means 5 %): that is too often."),
            (600, "WMT24 1 % (it means 5 %): no rule errs too often."),
        ] {
            let row = AuditRow { draws: Some(60_000), ..row(RankingRule::Wmt24, 1, different) };
            let headline = finding_of(vec![row], findings).headline;
            assert_eq!(headline, format!("By ESA, equal neighbours are called different by {end}"));
        }
    }
}
