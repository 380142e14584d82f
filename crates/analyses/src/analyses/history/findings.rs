//! Whether the last version is better than those before it, and what that costs of the level.

use super::row::HistoryRow;
use super::vocabulary::EarlierRun;
use crate::analyses::common::largest::largest_test_set;
use crate::analyses::common::short_table::short_table;
use crate::analyses::comparison::PairVerdict;
use crate::presentation::{
    Finding, MetricRows, StudySection, TextCell, TextTable, Verdict, number, p_closely,
    p_equals_closely, real, share, two_digits, whole_percent, words,
};

/// Metrics that sentences name, beside that of the headline.
const NAMED: usize = 2;

/// Lines of the table.
const LINES: usize = 12;

/// One finding about all metrics.
pub(super) fn finding(section: &StudySection<'_>) -> Option<Finding> {
    let rows = largest_test_set(&section.rows::<HistoryRow>(), |row| &row.cell);
    let metrics = rows.by_metric();
    let mut sentences = metrics.iter().map(headline);
    let first = sentences.next()?;
    let last_look = rows.iter().filter(|row| row.look.is_some()).max_by_key(|row| row.look);
    Some(
        Finding::new(section, "history", first)
            .sentences(sentences.take(NAMED))
            .sentences(last_look.and_then(looks))
            .table(table(section, &metrics))
            .notes(last_look.map(|row| rule(row).into_iter()).into_iter().flatten())
            .rows(rows.iter()),
    )
}

/// What is said of the last run by a metric.
pub(super) fn headline(metric: &MetricRows<'_, HistoryRow>) -> String {
    let title = &metric.title;
    let Some(last) = metric.rows.iter().map(|row| row.run).max() else { return String::new() };
    let last_rows: Vec<&HistoryRow> =
        metric.rows.iter().filter(|row| row.run == last && row.earlier.is_some()).collect();
    // The second run has one before it, which is the first.
    let shown = if last == 2 { &last_rows[..last_rows.len().min(1)] } else { &last_rows[..] };
    let Some(row) = shown.first() else {
        return format!("By {title} there is one run, which is compared with nothing.");
    };
    let clauses: Vec<String> = shown.iter().map(|row| clause(row)).collect();
    format!("By {title} {} is {}.", row.cell.system(), clauses.join(", and "))
}

/// What a row says of its run, as what follows "is".
fn clause(row: &HistoryRow) -> String {
    let earlier = match row.compared_with {
        EarlierRun::First => format!("the first, {}", name(row)),
        EarlierRun::Previous => name(row).to_owned(),
    };
    let comma = if row.compared_with == EarlierRun::First { "," } else { "" };
    let p = row.p_value.map_or_else(String::new, |p| format!(", {}", p_equals_closely(p)));
    let by = row.delta.map_or_else(String::new, |delta| format!(" ({}{p})", signed(delta)));
    match (row.verdict, row.plain_verdict) {
        (Some(PairVerdict::Identical), _) => format!("identical to {earlier}"),
        (Some(PairVerdict::Better), _) => format!("better than {earlier}{by}"),
        (Some(PairVerdict::Worse), _) => format!("worse than {earlier}{by}"),
        (_, Some(PairVerdict::Better)) => {
            format!("better than {earlier}{comma} only if this look is taken alone{by}")
        }
        (_, Some(PairVerdict::Worse)) => {
            format!("worse than {earlier}{comma} only if this look is taken alone{by}")
        }
        (Some(PairVerdict::NotSignificant), _) => {
            format!("not significantly different from {earlier}{by}")
        }
        (None, _) if row.cell.status.is_ok() => {
            format!("not compared with {earlier}, which has no score")
        }
        (None, _) => {
            format!("compared with {earlier} without a verdict{by}: {}", row.cell.status.in_words())
        }
    }
}

fn name(row: &HistoryRow) -> &str {
    row.earlier.as_deref().unwrap_or_default()
}

fn signed(delta: f64) -> String {
    let text = number(delta);
    if delta > 0.0 && text != "0.000" { format!("+{text}") } else { text }
}

/// What the looks so far cost.
fn looks(row: &HistoryRow) -> Option<String> {
    let (look, spent, alpha) = (row.look?, row.spent?, row.look_alpha?);
    let level = number_of_level(1.0 - row.level);
    Some(format!(
        "This is look {look} at the test set: its smallest p must be at most {}, not {level}, and {} % of the {level} are spent.",
        two_digits(alpha),
        whole_percent(spent, 1.0),
    ))
}

/// `0.05`, without what rounding leaves.
fn number_of_level(alpha: f64) -> String {
    format!("{alpha:.6}").trim_end_matches('0').to_owned()
}

/// What a reader must know before acting.
fn rule(row: &HistoryRow) -> [String; 2] {
    let percent = share(1.0 - row.level);
    [
        format!(
            "all looks: look k is tested at the part 6/(pi² k²) of the level, with Holm within a look, so that any number of looks has a \
             false verdict in at most {percent} % of cases. alone: {percent} % at each look, and nearly always after many."
        ),
        "The rule pays for looking, not for tuning: a version that was selected or trained on this test set is too good on it. Take a \
         new test set for a claim."
            .to_owned(),
    ]
}

/// The last runs, metric by metric.
fn table(section: &StudySection<'_>, metrics: &[MetricRows<'_, HistoryRow>]) -> Option<TextTable> {
    let most = (LINES / metrics.len().max(1)).max(1);
    let lines = metrics.iter().flat_map(|metric| {
        let rows: Vec<&HistoryRow> = metric.rows.iter().collect();
        let lines: Vec<Vec<TextCell>> = rows
            .chunk_by(|one, other| one.run == other.run)
            .map(|of_run| line(&metric.title, of_run))
            .collect();
        let left_out = lines.len().saturating_sub(most);
        lines.into_iter().skip(left_out)
    });
    short_table(
        section,
        (
            "history",
            "The last runs: scores, the step from the run before, and the way from the first.",
        ),
        &[
            "metric",
            "run",
            "score",
            "step",
            "p",
            "alone",
            "all\nlooks",
            "since\nfirst",
            "alone",
            "all\nlooks",
        ],
        lines.take(LINES).collect(),
        "history",
    )
}

/// A run: both of its rows.
fn line(title: &str, of_run: &[&HistoryRow]) -> Vec<TextCell> {
    let [previous, first] = EarlierRun::ALL
        .map(|earlier| of_run.iter().find(|row| row.compared_with == earlier).copied());
    let either = previous.or(first);
    let [alone, counted] = verdict_cells(previous);
    let [alone_since, counted_since] = verdict_cells(first);
    let [step, way] =
        [previous, first].map(|row| TextCell::optional(row.and_then(|row| row.delta), signed));
    vec![
        words(title),
        words(either.map(|row| row.cell.system()).unwrap_or_default()),
        real(either.and_then(|row| row.score)),
        step,
        TextCell::optional(previous.and_then(|row| row.p_value), p_closely),
        alone,
        counted,
        way,
        alone_since,
        counted_since,
    ]
}

/// Alone, and with all looks counted.
fn verdict_cells(row: Option<&HistoryRow>) -> [TextCell; 2] {
    [row.and_then(|row| row.plain_verdict), row.and_then(|row| row.verdict)].map(verdict_cell)
}

fn verdict_cell(verdict: Option<PairVerdict>) -> TextCell {
    match verdict {
        Some(PairVerdict::Better) => words("better").css_class("good"),
        Some(PairVerdict::Worse) => words("worse").css_class("bad"),
        Some(PairVerdict::NotSignificant) => words("~"),
        Some(PairVerdict::Identical) => words("same"),
        None => words("–"),
    }
}

/// One per metric and earlier run of the last run of the largest test set.
pub(super) fn verdicts(section: &StudySection<'_>) -> Vec<Verdict> {
    let rows = largest_test_set(&section.rows::<HistoryRow>(), |row| &row.cell);
    let last = rows.iter().map(|row| row.run).max();
    let metrics = rows.by_metric().into_iter();
    metrics
        .flat_map(|metric: MetricRows<'_, HistoryRow>| {
            let rows = metric.rows.keep(|row| Some(row.run) == last && row.earlier.is_some());
            rows.iter().map(|row| verdict(&metric.title, row)).collect::<Vec<Verdict>>()
        })
        .collect()
}

fn verdict(title: &str, row: &HistoryRow) -> Verdict {
    let about = format!("{title}, {} run", row.compared_with.name());
    Verdict::new("history", about, row.verdict.map_or("no verdict", PairVerdict::in_words))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyses::common::one_study::{cell, each_reason, finding_of, on_section};
    use crate::stats::reason::Reason;

    const RUNS: [&str; 3] = ["v1", "v2", "v3"];

    fn row(
        run: u32,
        compared_with: EarlierRun,
        delta: f64,
        p: f64,
        verdicts: [PairVerdict; 2],
    ) -> HistoryRow {
        let earlier = match compared_with {
            EarlierRun::Previous => RUNS[run as usize - 2],
            EarlierRun::First => RUNS[0],
        };
        HistoryRow {
            cell: cell("bleu", Some(RUNS[run as usize - 1]), 16),
            compared_with,
            run,
            earlier: Some(earlier.into()),
            score: Some(25.0 + delta),
            delta: Some(delta),
            p_value: Some(p),
            plain_verdict: Some(verdicts[0]),
            look: Some(run - 1),
            look_alpha: Some(0.0076),
            spent: Some(0.7599),
            verdict: Some(verdicts[1]),
            level: 0.95,
            ..HistoryRow::default()
        }
    }

    fn all_findings(section: &StudySection<'_>) -> Vec<Finding> {
        finding(section).into_iter().collect()
    }

    fn rows() -> Vec<HistoryRow> {
        use EarlierRun::{First, Previous};
        use PairVerdict::{Better, NotSignificant, Worse};
        vec![
            row(2, Previous, -0.5, 0.01, [Worse, Worse]),
            row(2, First, -0.5, 0.01, [Worse, Worse]),
            row(3, Previous, 1.25, 0.03, [Better, NotSignificant]),
            row(3, First, 0.75, 0.2, [NotSignificant, NotSignificant]),
        ]
    }

    #[test]
    fn the_last_run_is_told_with_its_price() {
        let finding = finding_of(rows(), all_findings);
        assert_eq!(
            finding.headline,
            "By BLEU v3 is better than v2 only if this look is taken alone (+1.25, p = 0.0300), and not significantly different from \
             the first, v1 (+0.750, p = 0.2000)."
        );
        assert_eq!(
            finding.sentences,
            [
                "This is look 2 at the test set: its smallest p must be at most 0.0076, not 0.05, and 76 % of the 0.05 are spent."
            ]
        );
        let table = finding.table.unwrap();
        let line: Vec<&str> = table.rows[1].iter().map(|cell| cell.text.as_str()).collect();
        assert_eq!(
            line[1..],
            ["v3", "26.25", "+1.25", "0.0300", "better", "~", "+0.750", "~", "~"]
        );
        let told = on_section(rows(), verdicts);
        let told: Vec<(&str, &str)> =
            told.iter().map(|verdict| (&*verdict.about, &*verdict.conclusion)).collect();
        assert_eq!(
            told,
            [("BLEU, previous run", "not significant"), ("BLEU, first run", "not significant")]
        );
    }

    #[test]
    fn the_second_run_is_compared_once() {
        let finding = finding_of(rows()[..2].to_vec(), all_findings);
        assert_eq!(finding.headline, "By BLEU v2 is worse than v1 (-0.500, p = 0.0100).");
    }

    #[test]
    fn runs_without_a_verdict() {
        each_reason(
            |reason: Reason| {
                let mut without = row(2, EarlierRun::Previous, 1.0, 0.5, [PairVerdict::Worse; 2]);
                without.cell.status = reason.into();
                (without.p_value, without.verdict, without.plain_verdict) = (None, None, None);
                vec![without]
            },
            all_findings,
        );
    }
}
