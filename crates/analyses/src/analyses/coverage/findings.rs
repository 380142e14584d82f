//! How often intervals hold the truth, and conclusions are right.

use super::options::Truth;
use super::{ConclusionRow, CoverageRow};
use crate::analyses::common::short_table::short_table;
use crate::presentation::{
    Finding, Rows, StudySection, TextCell, percent, share, tenths, whole, words,
};
use crate::table::ReportRow;
use crate::words::grouped_count;

/// Standard errors by which an observed share differs from the promised one before it is said to.
const CLEARLY: f64 = 2.0;

/// The share of intervals that hold the true score, over all systems, by metric, sampling, method, level
/// and size.
pub(super) fn findings(section: &StudySection<'_>) -> Vec<Finding> {
    let all = section.rows::<CoverageRow>().of_first_draws();
    let pooled = all.keep(|row| row.system.is_none());
    let title = all.titles();
    let cases: Vec<Case<'_>> = pooled.iter().map(|row| Case::new(row, title(row), &all)).collect();
    let Some(first) = cases.first() else { return Vec::new() };
    let mut finding = Finding::new(section, "coverage", headline(&cases));
    let conclusions = section.rows::<ConclusionRow>().of_first_draws();
    if let Some(sentence) = conclusions_in_words(&conclusions) {
        finding = finding.sentence(sentence);
    }
    let lines = cases.iter().map(|case| {
        let row = case.row;
        let text = row.observed.map_or_else(
            || row.status.in_words().to_owned(),
            |observed| format!("{} of {} ({} %)", row.held, row.trials, tenths(observed)),
        );
        vec![
            words(&case.metric),
            words(row.method.name()),
            whole(row.segments),
            percent(Some(case.promised)),
            TextCell::number(text, row.observed),
        ]
    });
    let table = short_table(
        section,
        ("held-intervals", "Intervals from samples that hold the true score, over all systems."),
        &["metric", "method", "segments", "promised", "held"],
        lines.collect(),
        "coverage",
    );
    finding = finding.table(table);
    if first.row.expected.is_some() && cases.iter().any(|case| case.promised > case.row.nominal) {
        finding = finding.note(
            "Promised: the level, with the correction for samples that are a part of the corpus whose \
             score counts as true.",
        );
    }
    if cases.iter().any(|case| case.row.observed.is_some()) {
        finding = finding.note(format!(
            "True score: that of the {}. Systems share their samples: shares are as uncertain as {} samples \
             make them.",
            match first.row.truth {
                Truth::Corpus => "whole corpus",
                Truth::Generator => "generator",
            },
            first.samples()
        ));
    }
    vec![finding.rows(pooled.iter())]
}

/// Intervals of one kind, of samples of one size.
struct Case<'a> {
    row: &'a CoverageRow,
    metric: String,
    systems: usize,
    /// Share that the level promises; of a part of a finite corpus, more than the level.
    promised: f64,
}

impl<'a> Case<'a> {
    fn new(row: &'a CoverageRow, metric: String, all: &Rows<'a, CoverageRow>) -> Self {
        let cases = all.iter().filter(|other| {
            other.system.is_some()
                && other.coordinates().metric == row.coordinates().metric
                && (other.sampling, other.segments, other.method)
                    == (row.sampling, row.segments, row.method)
                && other.nominal.total_cmp(&row.nominal).is_eq()
                && other.trials > 0
        });
        let systems = cases.count().max(1);
        Self { row, metric, systems, promised: row.expected.unwrap_or(row.nominal) }
    }

    /// Samples with an interval, which all systems share.
    fn samples(&self) -> u64 {
        self.row.trials / self.systems as u64
    }

    /// Observed share less the promised one, in standard errors that a share of so many samples has.
    fn excess(&self) -> Option<f64> {
        let observed = self.row.observed?;
        // That of the promised share: with the observed one, a share of 100 % would have no error.
        let variance = self.promised * (1.0 - self.promised) / self.samples().max(1) as f64;
        (variance > 0.0).then(|| (observed - self.promised) / variance.sqrt())
    }

    /// `95 % intervals by bleu (percentile) from samples of 100 segments`.
    fn name(&self) -> String {
        let CoverageRow { method, nominal, segments, .. } = self.row;
        let (metric, segments) = (&self.metric, grouped_count(*segments, "segment"));
        let (level, method) = (share(*nominal), method.name());
        format!("{level} % intervals by {metric} ({method}) from samples of {segments}")
    }
}

fn headline(cases: &[Case<'_>]) -> String {
    let tested: Vec<(&Case<'_>, f64)> =
        cases.iter().filter_map(|case| Some((case, case.excess()?))).collect();
    let Some((worst, _)) = tested.iter().min_by(|one, other| one.1.total_cmp(&other.1)).copied()
    else {
        let status = cases.first().map_or("", |case| case.row.status.in_words());
        return format!("How often intervals hold the true score is not known: {status}.");
    };
    let narrow = tested.iter().filter(|(_, excess)| *excess < -CLEARLY).count();
    let wide = tested.iter().filter(|(_, excess)| *excess > CLEARLY).count();
    let observed = tenths(worst.row.observed.unwrap_or_default());
    let (name, promised) = (worst.name(), tenths(worst.promised));
    match (narrow, wide, tested.len()) {
        (1, _, 1) => {
            format!(
                "{observed} % of {name} hold the true score, fewer than the {promised} % promised."
            )
        }
        (_, 1, 1) => {
            format!(
                "{observed} % of {name} hold the true score, more than the {promised} % promised."
            )
        }
        (_, _, 1) => format!(
            "{observed} % of {name} hold the true score: {} show no departure from the {promised} % \
             promised.",
            grouped_count(worst.samples(), "sample")
        ),
        (0, 0, all) => format!(
            "Coverage agrees with the promised {promised} % in all {all} cases ({}).",
            grouped_count(worst.samples(), "sample")
        ),
        (0, wide, all) => format!(
            "Intervals hold the true score more often than promised in {wide} of {all} cases, and in none \
             clearly less often."
        ),
        (narrow, _, all) => format!(
            "Intervals hold the true score less often than promised in {narrow} of {all} cases; at worst, \
             {observed} % of {name} do, of {promised} % promised."
        ),
    }
}

/// What single samples conclude, over all pairs and at the largest size.
fn conclusions_in_words(rows: &Rows<'_, ConclusionRow>) -> Option<String> {
    let title = rows.titles();
    let rows = rows.keep(|row| row.system_a.is_none() && row.nominal.is_some());
    let row = rows.iter().max_by_key(|row| row.segments)?;
    let (segments, nominal) = (grouped_count(row.segments?, "segment"), share(row.nominal?));
    let metric = title(row);
    let drawn = tenths(row.drawn_share?);
    Some(match row.correct_share {
        Some(correct) => format!(
            "By {metric}, the paired bootstrap concludes which of two systems is better from {drawn} % of \
             samples of {segments} (at {nominal} %); {} % of these conclusions are right.",
            tenths(correct)
        ),
        None => format!(
            "By {metric}, the paired bootstrap concludes nothing from samples of {segments} (at {nominal} %)."
        ),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyses::common::one_study::{each_reason, finding_of};
    use crate::config::model::Sampling;
    use crate::stats::reason::{Reason, Status};

    fn row(segments: u64, system: Option<&str>, held: u64, trials: u64) -> CoverageRow {
        CoverageRow {
            study: "s".into(),
            corpus: "c".into(),
            metric: "bleu".into(),
            system: system.map(Into::into),
            sampling: Sampling::Random,
            segments,
            repeat: 1,
            replicates: 100,
            nominal: 0.95,
            truth: Truth::Generator,
            trials,
            held,
            observed: (trials > 0).then(|| held as f64 / trials as f64),
            status: if trials > 0 { Status::OK } else { Reason::TooFewUnits.into() },
            ..CoverageRow::default()
        }
    }

    fn headline(rows: Vec<CoverageRow>) -> String {
        finding_of(rows, findings).headline
    }

    #[test]
    fn one_case_is_told_from_chance() {
        let departs = headline(vec![row(100, None, 160, 200)]);
        assert!(departs.contains("fewer than the 95 % promised"), "{departs}");
        let agrees = headline(vec![row(100, None, 186, 200)]);
        assert!(agrees.contains("200 samples show no departure"), "{agrees}");
        // Half of a corpus: 99.4 % are expected, and 99 % are no departure.
        let half = CoverageRow { expected: Some(0.994), ..row(100, None, 198, 200) };
        assert!(headline(vec![half]).contains("no departure from the 99.4 % promised"));
        // Twenty systems on the same ten samples: they are as uncertain as ten.
        let systems = (0..20).map(|system| row(100, Some(&format!("s{system}")), 9, 10));
        let rows: Vec<CoverageRow> = systems.chain([row(100, None, 180, 200)]).collect();
        assert!(headline(rows).contains("10 samples show no departure"));
    }

    #[test]
    fn no_code_reaches_people() {
        each_reason(
            |reason| vec![CoverageRow { status: reason.into(), ..row(100, None, 0, 0) }],
            findings,
        );
    }
}
