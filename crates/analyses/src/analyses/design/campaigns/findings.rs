//! What campaigns gain that show good systems more often, and what that costs the others.

use super::row::{AssignmentPlanRow, CampaignAssignment};
use crate::analyses::common::short_table::short_table;
use crate::presentation::{
    Finding, MetricRows, StudySection, TextCell, TextTable, Verdict, chance, number, rounded, words,
};
use crate::stats::judges::dynamic::DynamicEstimate;
use crate::stats::reason::Reason;
use crate::words::{capitalised, counted, grouped, grouped_count};

/// Errors of the simulation within which two results are alike.
const ERRORS: f64 = 2.0;

/// One finding by each metric.
pub(in super::super) fn findings(section: &StudySection<'_>) -> Vec<Finding> {
    let metrics = section.rows::<AssignmentPlanRow>().by_metric();
    metrics.iter().filter_map(|metric| finding(section, metric)).collect()
}

/// What is concluded of the most pages, for comparisons with other runs.
pub(in super::super) fn verdicts(section: &StudySection<'_>) -> Vec<Verdict> {
    let metrics = section.rows::<AssignmentPlanRow>().by_metric();
    let verdicts = metrics.iter().filter_map(|metric| {
        let verdict = match Plan::longest(metric) {
            Some(plan) => format!(
                "best system found {} than by static, {}",
                plan.how_often(),
                length(plan.dynamic)
            ),
            None => format!("no plan ({})", metric.rows.first()?.status.name()),
        };
        Some(Verdict::new("design", format!("{}, dynamic assignment", metric.title), verdict))
    });
    verdicts.collect()
}

fn finding(
    section: &StudySection<'_>,
    metric: &MetricRows<'_, AssignmentPlanRow>,
) -> Option<Finding> {
    let title = capitalised(&metric.title);
    let Some(plan) = Plan::longest(metric) else {
        let last = metric.rows.iter().last()?;
        let headline = match last.status.reason() {
            Some(Reason::SingleRatings) | None => format!(
                "{title}: campaigns of {} are too short: in a tenth of them or more nothing compares some systems, so that there \
                 are no adjusted scores.",
                grouped_count(last.lines.into(), "line")
            ),
            Some(_) => {
                format!("{title}: no campaign can be simulated: {}.", last.status.in_words())
            }
        };
        return Some(Finding::new(section, "design", headline).rows(metric.rows.iter()));
    };
    Some(
        Finding::new(section, "design", format!("{title}: {}", plan.headline()))
            .sentences(plan.of_the_rest())
            .sentences(shorter(metric, &plan))
            .sentences(plan.of_the_best())
            .sentences(plain(metric, &plan))
            .table(table(section, metric, &plan))
            .notes(notes(&plan))
            .rows(metric.rows.iter()),
    )
}

/// Adjusted scores of dynamic and static campaigns with the same number of pages.
struct Plan<'a> {
    dynamic: &'a AssignmentPlanRow,
    other: &'a AssignmentPlanRow,
}

impl<'a> Plan<'a> {
    /// By number of pages, ascending.
    fn all(metric: &MetricRows<'a, AssignmentPlanRow>) -> Vec<Self> {
        let adjusted: Vec<&AssignmentPlanRow> = metric
            .rows
            .iter()
            .filter(|row| row.estimate == DynamicEstimate::Adjusted && row.best_found.is_some())
            .collect();
        let plans = adjusted.chunk_by(|one, other| one.lines == other.lines);
        plans
            .filter_map(|rows| Some(Self { dynamic: rows.first()?, other: rows.get(1)? }))
            .collect()
    }

    fn longest(metric: &MetricRows<'a, AssignmentPlanRow>) -> Option<Self> {
        Self::all(metric).pop()
    }

    /// `more often`, `less often`, or `no more often` within the error of the simulation.
    fn how_often(&self) -> &'static str {
        let gain = self.dynamic.best_found_difference;
        match above_error(gain, self.dynamic.best_found_difference_error) {
            Some(gain) if gain > 0.0 => "more often",
            Some(_) => "less often",
            None => "no more often",
        }
    }

    fn headline(&self) -> String {
        let verb = match self.how_often() {
            "no more often" => "does not find the best system more often".to_owned(),
            often => format!("finds the best system {often}"),
        };
        format!(
            "dynamic assignment {verb} than static: in {} against {} of campaigns of {} (difference {:.1} ± {:.1} points).",
            found(self.dynamic),
            found(self.other),
            length(self.dynamic),
            100.0 * self.dynamic.best_found_difference.unwrap_or(0.0),
            100.0 * ERRORS * self.dynamic.best_found_difference_error.unwrap_or(0.0),
        )
    }

    /// What it does for the best systems.
    fn of_the_best(&self) -> Option<String> {
        let Self { dynamic, other } = self;
        let (top, from) = (dynamic.top_k_found?, other.top_k_found?);
        let rmse = (dynamic.rmse_top_k?, other.rmse_top_k?);
        let change =
            above_error(dynamic.rmse_top_k_difference, dynamic.rmse_top_k_difference_error);
        Some(format!(
            "Of the best {} it finds {} against {}; their adjusted scores {}.",
            dynamic.top,
            chance(top),
            chance(from),
            off(rmse, change)
        ))
    }

    /// What it costs the others.
    fn of_the_rest(&self) -> Option<String> {
        let Self { dynamic, other } = self;
        let rmse = (dynamic.rmse_rest?, other.rmse_rest?);
        let change = above_error(dynamic.rmse_rest_difference, dynamic.rmse_rest_difference_error);
        let rest = counted(dynamic.systems.saturating_sub(dynamic.top) as usize, "system");
        let rest = format!("{rest} below the best {}", dynamic.top);
        let price = match change {
            Some(change) if change > 0.0 => format!("The {rest} pay for it: their adjusted scores"),
            _ => format!("Adjusted scores of the {rest}"),
        };
        Some(format!("{price} {}.", off(rmse, change)))
    }
}

/// How far scores are off, beside those of static campaigns.
fn off((dynamic, other): (f64, f64), change: Option<f64>) -> String {
    let [dynamic, other] = [dynamic, other].map(number);
    match change {
        Some(_) => format!("are off by {dynamic} against {other} (RMSE)"),
        None => {
            format!("are off by as much as with static assignment ({dynamic} and {other}, RMSE)")
        }
    }
}

/// A difference that is larger than the error of the simulation.
fn above_error(difference: Option<f64>, error: Option<f64>) -> Option<f64> {
    let limit = ERRORS * error?;
    difference.filter(|difference| difference.abs() > limit)
}

/// How long campaigns are: shorter than planned where all outputs have ratings before.
fn length(row: &AssignmentPlanRow) -> String {
    let planned = grouped_count(row.lines.into(), "line");
    match row.pages.filter(|pages| *pages < f64::from(row.lines)) {
        Some(pages) => format!("{} of {planned} on average", rounded(pages)),
        None => planned,
    }
}

fn found(row: &AssignmentPlanRow) -> String {
    row.best_found.map_or_else(String::new, chance)
}

/// How often the best is found with fewer pages.
fn shorter(metric: &MetricRows<'_, AssignmentPlanRow>, longest: &Plan<'_>) -> Option<String> {
    let plans = Plan::all(metric);
    let shortest = plans.first().filter(|plan| plan.dynamic.lines < longest.dynamic.lines)?;
    let is_alike = shortest.how_often() == "no more often";
    Some(format!(
        "With {} it is {} against {}{}.",
        length(shortest.dynamic),
        found(shortest.dynamic),
        found(shortest.other),
        if is_alike { ", which the simulation does not distinguish" } else { "" }
    ))
}

/// How far plain means mislead.
fn plain(metric: &MetricRows<'_, AssignmentPlanRow>, plan: &Plan<'_>) -> Option<String> {
    let mut rows = metric.rows.iter().filter(|row| {
        row.lines == plan.dynamic.lines && row.assignment == CampaignAssignment::Dynamic
    });
    let plain = rows.find(|row| row.estimate == DynamicEstimate::Plain)?;
    let bias = above_error(plain.bias_rest, plain.bias_rest_error)?;
    let adjusted = match above_error(plan.dynamic.bias_rest, plan.dynamic.bias_rest_error) {
        Some(bias) => {
            format!("{} too {}", hundredths(bias.abs()), if bias < 0.0 { "low" } else { "high" })
        }
        None => "off by no more than the error of the simulation".to_owned(),
    };
    Some(format!(
        "Plain means of dynamic campaigns are {} too {} for systems below the best {}, adjusted ones {adjusted}.",
        hundredths(bias.abs()),
        if bias < 0.0 { "low" } else { "high" },
        plain.top,
    ))
}

/// With two decimals, in which a zero has no sign.
fn hundredths(value: f64) -> String {
    let text = format!("{value:.2}");
    text.strip_prefix('-').filter(|size| *size == "0.00").map_or(text.clone(), str::to_owned)
}

fn notes(plan: &Plan<'_>) -> Vec<String> {
    let row = plan.dynamic;
    let mut notes = vec![
        format!(
            "{} simulated from the components of variance of this corpus, with new documents of its lengths and new judges ({}, {}). True scores \
             are taken to be those of this corpus, shrunk towards their mean. ± is two errors of the simulation.",
            grouped_count(row.campaigns.into(), "campaign"),
            grouped_count(row.documents.into(), "document"),
            grouped_count(row.judges.into(), "judge"),
        ),
        format!(
            "A line is a document with {} of {}, rated by one judge; dynamic ones are chosen by rank after {} of each. Static campaigns have the \
             same documents and {} ratings, with systems in turn.",
            row.models,
            counted(row.systems as usize, "system"),
            counted(row.coldstart as usize, "segment"),
            row.ratings.map_or_else(String::new, rounded),
        ),
    ];
    if row.pages.is_some_and(|pages| pages < f64::from(row.lines)) {
        notes.push(
            "Some campaigns end before the last line, since all outputs have ratings.".to_owned(),
        );
    }
    if row.status == Reason::SingleRatings.into() {
        notes.push(
            "No output of this corpus has two ratings: a second rating of an output is taken to tell as much as one of another output."
                .to_owned(),
        );
    }
    notes
}

/// The most pages, by assignment and estimate, the unbiased one last.
fn table(
    section: &StudySection<'_>,
    metric: &MetricRows<'_, AssignmentPlanRow>,
    plan: &Plan<'_>,
) -> Option<TextTable> {
    let rows = metric.rows.iter().filter(|row| row.best_found.is_some());
    let lines = rows.map(|row| {
        vec![
            TextCell::number(grouped(row.lines.into()), Some(row.lines.into())),
            words(row.assignment.name()),
            words(row.estimate.name()),
            TextCell::optional(row.best_found, chance),
            TextCell::optional(row.top_k_found, chance),
            TextCell::optional(row.rmse_top_k, hundredths),
            TextCell::optional(row.rmse_rest, hundredths),
            TextCell::optional(row.bias_top_k, hundredths),
            TextCell::optional(row.bias_rest, hundredths),
        ]
    });
    let caption = format!(
        "{}: the best of {} found, and how far scores are off.",
        metric.title,
        counted(plan.dynamic.systems as usize, "system")
    );
    let best = format!("best {}\nfound", plan.dynamic.top);
    let [rmse, bias] = ["RMSE", "bias"].map(|what| format!("{what}\nbest {}", plan.dynamic.top));
    let header = [
        "lines",
        "assignment",
        "estimate",
        "best\nfound",
        &best,
        &rmse,
        "RMSE\nrest",
        &bias,
        "bias\nrest",
    ];
    short_table(section, ("assignment", &caption), &header, lines.collect(), "assignment_plans")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyses::common::one_study::{each_reason, finding_of};

    fn row(
        lines: u32,
        assignment: CampaignAssignment,
        [best, rmse_top, rmse_rest]: [f64; 3],
    ) -> AssignmentPlanRow {
        AssignmentPlanRow {
            study: "s".into(),
            corpus: "c".into(),
            metric: "esa".into(),
            lines,
            assignment,
            models: 3,
            coldstart: 20,
            top: 5,
            systems: 16,
            documents: 85,
            judges: 12,
            campaigns: 1000,
            ratings: Some(2850.0),
            pages: Some(lines.into()),
            best_found: Some(best),
            best_found_error: Some(0.015),
            top_k_found: Some(0.8),
            rmse_top_k: Some(rmse_top),
            rmse_rest: Some(rmse_rest),
            bias_top_k: Some(0.03),
            bias_rest: Some(-0.05),
            bias_rest_error: Some(0.02),
            ..AssignmentPlanRow::default()
        }
    }

    /// A dynamic campaign beside a static one that finds the best in .48 of cases, its errors 1.5 and 2.87.
    fn rows(lines: u32, best: f64, rmse_top: f64, rmse_rest: f64) -> Vec<AssignmentPlanRow> {
        let dynamic = AssignmentPlanRow {
            best_found_difference: Some(best - 0.48),
            best_found_difference_error: Some(0.02),
            rmse_top_k_difference: Some(rmse_top - 1.5),
            rmse_top_k_difference_error: Some(0.03),
            rmse_rest_difference: Some(rmse_rest - 2.87),
            rmse_rest_difference_error: Some(0.05),
            ..row(lines, CampaignAssignment::Dynamic, [best, rmse_top, rmse_rest])
        };
        let plain = AssignmentPlanRow {
            estimate: DynamicEstimate::Plain,
            bias_rest: Some(-0.47),
            bias_rest_error: Some(0.03),
            ..dynamic.clone()
        };
        vec![dynamic, plain, row(lines, CampaignAssignment::Static, [0.48, 1.5, 2.87])]
    }

    #[test]
    fn gains_and_costs() {
        let all = [rows(136, 0.50, 1.5, 2.87), rows(272, 0.62, 1.46, 3.93)].concat();
        let finding = finding_of(all.clone(), findings);
        assert_eq!(
            finding.headline,
            "ESA: dynamic assignment finds the best system more often than static: in 62 % against 48 % of campaigns of 272 lines (difference 14.0 ± 4.0 points)."
        );
        assert_eq!(
            finding.sentences,
            [
                "The 11 systems below the best 5 pay for it: their adjusted scores are off by 3.93 against 2.87 (RMSE).",
                "With 136 lines it is 50 % against 48 %, which the simulation does not distinguish.",
                "Of the best 5 it finds 80 % against 80 %; their adjusted scores are off by as much as with static assignment (1.46 and 1.50, RMSE).",
                "Plain means of dynamic campaigns are 0.47 too low for systems below the best 5, adjusted ones 0.05 too low.",
            ]
        );
        assert_eq!(finding.notes.len(), 2);
        let verdicts = crate::analyses::common::one_study::on_section(all, verdicts);
        assert_eq!(
            verdicts[0].conclusion,
            "best system found more often than by static, 272 lines"
        );
    }

    /// No gain, or one within the error of the simulation, is said first.
    #[test]
    fn no_gain_is_said() {
        let finding = finding_of(rows(272, 0.50, 1.5, 2.87), findings);
        assert_eq!(
            finding.headline,
            "ESA: dynamic assignment does not find the best system more often than static: in 50 % against 48 % of campaigns of 272 lines (difference \
             2.0 ± 4.0 points)."
        );
        assert_eq!(finding.sentences.len(), 3);
        let finding = finding_of(rows(272, 0.40, 1.4, 2.5), findings);
        assert!(finding.headline.contains("less often than static"), "{}", finding.headline);
        assert!(
            finding.headline.contains("(difference -8.0 ± 4.0 points)"),
            "{}",
            finding.headline
        );
        assert_eq!(
            finding.sentences[0],
            "Adjusted scores of the 11 systems below the best 5 are off by 2.50 against 2.87 (RMSE)."
        );
        assert_eq!(hundredths(-0.001), "0.00");
    }

    #[test]
    fn reasons_are_in_words() {
        each_reason(
            |reason| {
                vec![AssignmentPlanRow {
                    study: "s".into(),
                    corpus: "c".into(),
                    metric: "esa".into(),
                    status: reason.into(),
                    ..AssignmentPlanRow::default()
                }]
            },
            findings,
        );
    }
}
