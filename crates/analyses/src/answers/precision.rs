//! How precise one score is, and what twice the data would give.

use std::collections::BTreeSet;

use super::block::{Block, Told, findings_about};
use super::by_metric::{MetricColumns, MetricLine};
use super::metrics::Labelled;
use crate::analyses::{MarginRow, Question, ScoreRow, largest_test_set, median};
use crate::presentation::{MetricRows, Rows, StudySection, TextCell, metric_in_print, two_digits};
use crate::table::{ChosenReferences, MetricKey, Resampled, TextUnit};
use crate::words::{grouped_count, in_a_row};

/// Metrics that the verdict names: all, or of more the first judgment and the first metric.
const NAMED: usize = 4;

/// The margins of error of the scores by a metric.
struct Margins {
    corpus: String,
    metric: Labelled,
    /// Of each system, with its name.
    by_system: Vec<(f64, String)>,
    /// Documents or segments that are resampled.
    units: u64,
    resampled: Resampled,
    /// Judges, where they are resampled, too.
    judges: Option<u64>,
}

impl Margins {
    fn median(&self) -> f64 {
        median(self.by_system.iter().map(|(margin, _)| *margin)).unwrap_or(0.0)
    }

    fn unit(&self) -> TextUnit {
        self.resampled.texts()
    }

    /// That of twice the units, by the law of the root; none where judges are resampled, who do not become more.
    fn doubled(&self) -> Option<f64> {
        (!self.resampled.has_judges()).then(|| self.median() / std::f64::consts::SQRT_2)
    }

    /// What it holds for: more in the later of two.
    fn holds_for(&self) -> (TextUnit, bool) {
        (self.unit(), self.resampled.has_judges())
    }

    fn texts(&self) -> String {
        grouped_count(self.units, self.unit().singular())
    }

    fn size(&self) -> String {
        let texts = self.texts();
        match self.judges {
            Some(judges) => format!("{texts} and {}", grouped_count(judges, "judge")),
            None => texts,
        }
    }
}

pub(super) fn block(told: &[Told<'_>]) -> Option<Block> {
    findings_about(Question::Precision, told).next()?;
    let margins = margins(told);
    let first = margins.first()?;
    let names_corpus = told
        .iter()
        .any(|other| !other.section.is_over_corpora() && other.section.corpus != first.corpus);
    let mut block = Block::new(Question::Precision, verdict(&margins, names_corpus));
    block.resampled = margins.iter().map(|one| (one.metric.label.clone(), one.resampled)).collect();
    let here: Vec<&Margins> = shown(&margins);
    if margins.len() > here.len() {
        block.by_metric = Some(columns(&margins));
        return Some(block);
    }
    let doubled = here.iter().filter_map(|margins| {
        Some(format!("±{} by {}", two_digits(margins.doubled()?), margins.metric.label))
    });
    let doubled: Vec<String> = doubled.collect();
    // Where the data are planned for, that answer says what more of them would give.
    if !doubled.is_empty() && findings_about(Question::Sizes, told).next().is_none() {
        block.sentences.push(format!(
            "Twice the {}s would give {} (extrapolated).",
            first.unit().singular(),
            in_a_row(&doubled, "and")
        ));
    }
    Some(block)
}

/// Those that the verdict names: all of the first corpus, or of many the first judgment and the first metric.
fn shown(margins: &[Margins]) -> Vec<&Margins> {
    let first = &margins[0];
    let of_corpus: Vec<&Margins> =
        margins.iter().filter(|other| other.corpus == first.corpus).collect();
    if of_corpus.len() <= NAMED {
        return of_corpus;
    }
    let other = of_corpus.iter().find(|other| other.metric.scorer != first.metric.scorer);
    vec![first, other.copied().unwrap_or(of_corpus[1])]
}

fn verdict(margins: &[Margins], names_corpus: bool) -> String {
    let shown = shown(margins);
    let first = shown[0];
    let on = if names_corpus { format!("On {}: ", first.corpus) } else { String::new() };
    if let ([only], [.., _]) = (&shown[..], only_metric(margins)) {
        return format!("{on}{}.", extremes(only));
    }
    // Metrics on the same texts are named before these; who judges is said of all answers.
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    for own in &shown {
        let margin = format!("±{} by {}", two_digits(own.median()), own.metric.label);
        let texts = own.texts();
        match groups.iter_mut().find(|(other, _)| *other == texts) {
            Some((_, all)) => all.push(margin),
            None => groups.push((texts, vec![margin])),
        }
    }
    let each: Vec<String> =
        groups.iter().map(|(size, all)| format!("{} on {size}", in_a_row(all, "and"))).collect();
    let systems: BTreeSet<&str> = first.by_system.iter().map(|(_, system)| &**system).collect();
    let systems = systems.len();
    let of = if systems > 1 { format!(" (median of {systems} systems)") } else { String::new() };
    format!("{on}{}{of}.", each.join(", "))
}

/// The margins of the one metric that there is.
fn only_metric(margins: &[Margins]) -> &[(f64, String)] {
    if let [only] = margins { &only.by_system } else { &[] }
}

/// `±1.4 (A) to ±6.6 (B) by BLEU on 85 documents`.
fn extremes(own: &Margins) -> String {
    let mut systems: Vec<&(f64, String)> = own.by_system.iter().collect();
    systems.sort_by(|one, other| one.0.total_cmp(&other.0));
    let (Some(least), Some(most)) = (systems.first(), systems.last()) else { return String::new() };
    let (low, high) = (two_digits(least.0), two_digits(most.0));
    let (label, size) = (&own.metric.label, own.size());
    if low == high {
        return format!("±{low} by {label} on {size}");
    }
    let middle = if own.by_system.len() > 2 {
        format!(", median ±{},", two_digits(own.median()))
    } else {
        String::new()
    };
    format!("±{low} ({}) to ±{high} ({}){middle} by {label} on {size}", least.1, most.1)
}

fn columns(margins: &[Margins]) -> MetricColumns {
    let lines = margins.iter().map(|one| MetricLine {
        corpus: one.corpus.clone(),
        metric: one.metric.label.clone(),
        cells: [Some(one.median()), one.doubled()]
            .map(|value| TextCell::optional(value, |value| format!("±{}", two_digits(value))))
            .to_vec(),
    });
    MetricColumns { header: vec!["margin", "at twice\nthe size"], lines: lines.collect() }
}

/// Margins by corpus and metric, judgments first: of each the one that is for other documents, where a study has it.
fn margins(told: &[Told<'_>]) -> Vec<Margins> {
    let mut all: Vec<Margins> = Vec::new();
    for own in told.iter().flat_map(of_section) {
        match all
            .iter()
            .position(|other: &Margins| other.corpus == own.corpus && other.metric == own.metric)
        {
            None => all.push(own),
            Some(place) if all[place].holds_for() < own.holds_for() => all[place] = own,
            Some(_) => {}
        }
    }
    // Margins for other segments do not stand beside wider ones for other documents.
    if let Some(unit) = all.iter().map(Margins::unit).max() {
        all.retain(|margins| margins.unit() == unit);
    }
    let corpora: Vec<String> = all.iter().map(|one| one.corpus.clone()).collect();
    all.sort_by_key(|one| {
        let corpus = corpora.iter().position(|corpus| *corpus == one.corpus);
        (corpus, one.metric.scorer)
    });
    all
}

/// Margins of error of the scores by a metric, each with its system: as the analysis of margins has them, or else half the
/// width of the interval of each score.
pub(super) fn by_system<'a>(
    section: &StudySection<'a>,
    metric: MetricKey<'_>,
) -> Vec<(f64, &'a str)> {
    let margins = section.rows_of_metric::<MarginRow>(metric);
    let margins = margins.map(|rows| largest_test_set(&rows, |row| &row.cell));
    let margins = margins.iter().flat_map(Rows::iter);
    let margins: Vec<(f64, &str)> =
        margins.filter_map(|row| Some((row.margin?, row.cell.system()))).collect();
    if !margins.is_empty() {
        return margins;
    }
    let scores = section.rows_of_metric::<ScoreRow>(metric);
    let scores = scores.map(|rows| largest_test_set(&rows, |row| &row.cell));
    let scores = scores.iter().flat_map(Rows::iter);
    scores.filter_map(|row| Some((row.margin()?, row.cell.system()))).collect()
}

fn of_section(told: &Told<'_>) -> Vec<Margins> {
    let section = &told.section;
    let scores = largest_test_set(&section.rows::<ScoreRow>(), |row| &row.cell);
    let metrics = scores.by_metric().into_iter().filter_map(|metric| {
        let margins = by_system(section, metric.key).into_iter();
        let by_system: Vec<(f64, String)> =
            margins.map(|(margin, system)| (margin, system.to_owned())).collect();
        let row = metric.rows.iter().find(|row| row.margin().is_some())?;
        let units = match row.resample.texts() {
            TextUnit::Segments => row.cell.judged_segments?,
            TextUnit::Documents => row.cell.judged_documents?.into(),
        };
        let metric = Labelled::new(section, &title(&metric), &row.cell.metric);
        (!by_system.is_empty()).then(|| Margins {
            corpus: section.corpus.to_owned(),
            metric,
            by_system,
            units,
            resampled: row.resample,
            judges: section.judges().filter(|_| row.resample.has_judges()),
        })
    });
    let mut all: Vec<Margins> = Vec::new();
    for own in metrics {
        match all.iter_mut().find(|other| other.metric == own.metric) {
            Some(other) => other.by_system.extend(own.by_system),
            None => all.push(own),
        }
    }
    all
}

/// What a metric is called: mixtures of as many references are one of several samples, and have one line.
fn title(metric: &MetricRows<'_, ScoreRow>) -> String {
    match (metric.key.reference_choice, metric.key.reference_count) {
        (Some(ChosenReferences::Mixed), Some(count)) => {
            format!("{} ({count} references mixed)", metric_in_print(metric.key.metric))
        }
        _ => metric.title.clone(),
    }
}
