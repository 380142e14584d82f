//! Which system is the best: the range of ranks that the tests of pairs leave to each system, by all metrics side by side.
//!
//! Of N systems, one that k are significantly better than, and that is significantly better than m, has the ranks 1 + k to
//! N - m. The tests are those of the analysis `comparison`, with its adjustment.

mod paper;

pub use paper::{CORPUS_COLUMN, long_table, paper_table};

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::{precision, ranks_verdict};
use crate::analyses::common::moments::median;
use crate::analyses::comparison::{
    MetricSummary, common_adjustment, decimals, difference, missing_verdicts, setting, summaries,
};
use crate::analyses::{NewRankingRow, RankRow};
use crate::presentation::{
    FileName, Rows, StudySection, TextCell, TextTable, chance, extent, metric_in_print, number,
    share, two_digits,
};
use crate::stats::ranking::clusters_by_tests;
use crate::table::{MetricKey, ReportRow};
use crate::words::in_a_row;

/// Metrics up to which the table says how many systems one beats in words, and as a number.
const MOST_IN_WORDS: usize = 2;
const MOST_IN_NUMBERS: usize = 4;

/// The same where each metric has ranks of its own.
const MOST_IN_NUMBERS_WITH_RANKS: usize = 3;

/// Metrics that fit a terminal, without ranks of their own and with them.
const MOST_METRICS: usize = 6;
const MOST_METRICS_WITH_RANKS: usize = 4;

/// Of the widest margin of error, a part that a smaller one counts as, where scores hardly vary.
const SMALLEST_PART: f64 = 0.05;

/// The ranks of the systems, as an answer.
#[derive(Clone, Debug)]
pub struct Ranks {
    /// As a person asks it.
    pub question: &'static str,
    /// The answer in a sentence or two.
    pub verdict: String,
    /// What else a reader needs.
    pub sentences: Vec<String>,
    /// The numbers behind it.
    pub table: TextTable,
    /// What a reader must know before acting.
    pub notes: Vec<String>,
}

/// The systems by one metric.
pub(super) struct MetricRanks<'a> {
    /// As it is printed.
    pub(super) title: String,
    pub(super) summary: &'a MetricSummary<'a>,
    /// The best first.
    pub(super) places: Vec<Place<'a>>,
    margins: Option<ScoreMargins>,
    pub(super) new: Option<&'a NewRankingRow>,
    /// How often each system is first in resamples.
    first: BTreeMap<&'a str, f64>,
    is_human: bool,
}

/// Margins of error of the scores by a metric.
struct ScoreMargins {
    narrowest: f64,
    median: f64,
    widest: f64,
}

impl ScoreMargins {
    fn new(section: &StudySection<'_>, metric: MetricKey<'_>) -> Option<Self> {
        let margins = precision::by_system(section, metric).into_iter();
        let margins: Vec<f64> =
            margins.map(|(margin, _)| margin).filter(|margin| *margin > 0.0).collect();
        let (narrowest, widest) = extent(margins.iter().copied());
        Some(Self { median: median(margins.into_iter())?, narrowest, widest })
    }
}

/// A system among the others.
pub(super) struct Place<'a> {
    pub(super) system: &'a str,
    /// Whether it is a human translation.
    pub(super) is_reference: bool,
    score: Option<f64>,
    pub(super) better_than: Vec<&'a str>,
    pub(super) worse_than: Vec<&'a str>,
    /// The best and the worst rank that the tests leave.
    range: (usize, usize),
    /// Number of its group: all systems of one are significantly better than all systems of those below.
    group: usize,
}

impl Place<'_> {
    fn range_in_words(&self) -> String {
        let (best, worst) = self.range;
        if best == worst { best.to_string() } else { format!("{best}-{worst}") }
    }

    /// Its name, which says whether it is a human translation.
    pub(super) fn name(&self) -> String {
        if self.is_reference { format!("{} (human)", self.system) } else { self.system.to_owned() }
    }
}

impl<'a> MetricRanks<'a> {
    fn new(
        section: &StudySection<'a>,
        summary: &'a MetricSummary<'a>,
        humans: &BTreeSet<String>,
    ) -> Self {
        let key = summary.first().coordinates().metric;
        let ranks = section.rows_of_metric::<RankRow>(key).map(|rows| rows.of_most_documents());
        let ranks = ranks.iter().flat_map(Rows::iter);
        let first = ranks.clone().filter(|row| row.rank == 1);
        let first = first.filter_map(|row| Some((row.cell.system(), row.probability?))).collect();
        let observed: BTreeMap<&str, u32> =
            ranks.filter_map(|row| Some((row.cell.system(), row.observed_rank?))).collect();
        let standings = summary.standings();
        let systems = standings.len();
        let mut places: Vec<Place<'a>> = standings
            .into_iter()
            .map(|standing| Place {
                system: standing.system,
                is_reference: humans.contains(standing.system),
                score: summary.score(standing.system),
                range: (1 + standing.worse_than.len(), systems - standing.better_than.len()),
                group: 1,
                better_than: standing.better_than,
                worse_than: standing.worse_than,
            })
            .collect();
        // In the direction of the metric, where no pair shows it; the order is stable.
        places.sort_by_key(|place| observed.get(place.system).copied().unwrap_or(u32::MAX));
        let order: Vec<usize> = (0..systems).collect();
        let groups = clusters_by_tests(&order, |high, low| {
            places[high].better_than.contains(&places[low].system)
        });
        places.iter_mut().zip(groups).for_each(|(place, group)| place.group = group);
        Self {
            title: metric_in_print(&summary.title),
            margins: ScoreMargins::new(section, key),
            new: new_ranking(section, key),
            first,
            is_human: section.given(key.metric).is_some_and(|given| given.is_human),
            summary,
            places,
        }
    }

    /// Returns `true` if any pair has a verdict.
    pub(super) fn has_verdicts(&self) -> bool {
        self.summary.with(None).len() < self.summary.pairs.len()
    }

    /// Returns `true` if lower scores are better, as the order of the systems says.
    fn is_lower_better(&self) -> bool {
        let mut scores = self.places.iter().filter_map(|place| place.score);
        scores.next().zip(scores.next_back()).is_some_and(|(best, worst)| best < worst)
    }

    pub(super) fn place(&self, system: &str) -> Option<&Place<'a>> {
        self.places.iter().find(|place| place.system == system)
    }

    /// Decimals that show two digits of the narrowest margin of error.
    fn decimals(&self) -> Option<usize> {
        let ScoreMargins { narrowest, widest, .. } = self.margins.as_ref()?;
        let digits = 1.0 - libm::log10(narrowest.max(SMALLEST_PART * widest)).floor();
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 8")]
        let digits = digits.clamp(0.0, 8.0) as usize;
        Some(digits)
    }

    fn number(&self, value: f64) -> String {
        self.decimals().map_or_else(|| number(value), |digits| format!("{value:.digits$}"))
    }

    /// The name, what a score is uncertain by, and the direction where it is not the usual one.
    fn heading(&self) -> String {
        let margin = self.margin();
        let lower = self.is_lower_better().then(|| "lower is better".to_owned());
        let parts: Vec<String> = margin.into_iter().chain(lower).collect();
        if parts.is_empty() {
            return self.title.clone();
        }
        format!("{} ({})", self.title, parts.join(", "))
    }

    /// The name, and below it what a score is uncertain by.
    fn narrow_heading(&self) -> String {
        let margin = self.margin().map(|margin| format!("\n{margin}"));
        self.title.clone() + &margin.unwrap_or_default()
    }

    /// The median margin of error of a score.
    fn margin(&self) -> Option<String> {
        Some(format!("±{}", two_digits(self.margins.as_ref()?.median)))
    }
}

fn new_ranking<'a>(section: &StudySection<'a>, key: MetricKey<'a>) -> Option<&'a NewRankingRow> {
    section.rows_of_metric::<NewRankingRow>(key)?.of_first_draws().of_most_documents().first()
}

/// The block of a study on a corpus; nothing where no two systems are compared. The systems of `humans` are human
/// translations, which are ranked and not called the best system.
pub fn ranks(section: &StudySection<'_>, humans: &BTreeSet<String>) -> Option<Ranks> {
    let summaries = in_order(section);
    let metrics = of_metrics(section, &summaries, humans);
    let first = metrics.first()?;
    let question =
        if first.is_human && metrics.len() == 1 { "Who wins?" } else { "Which system is best?" };
    let table = match &metrics[..] {
        [metric] => of_one_metric(section, metric),
        several => of_several_metrics(section, several),
    };
    let mut sentences = ranks_verdict::new_test_sets(&metrics);
    sentences.extend(summaries.iter().flat_map(missing_verdicts));
    sentences.push(setting(section, &summaries));
    Some(Ranks {
        question,
        verdict: ranks_verdict::verdict(&metrics),
        sentences,
        table,
        notes: notes(section, &metrics, &summaries),
    })
}

/// The metrics with pairs: judgments first, then scores that were read, then metrics of texts.
fn in_order<'a>(section: &StudySection<'a>) -> Vec<MetricSummary<'a>> {
    let mut summaries = summaries(section);
    summaries.sort_by_key(|summary| {
        let given = section.given(summary.first().coordinates().metric.metric);
        given.map_or(2, |given| u8::from(!given.is_human))
    });
    summaries
}

fn of_metrics<'a>(
    section: &StudySection<'a>,
    summaries: &'a [MetricSummary<'a>],
    humans: &BTreeSet<String>,
) -> Vec<MetricRanks<'a>> {
    summaries.iter().map(|summary| MetricRanks::new(section, summary, humans)).collect()
}

/// A system by a metric, for scripts.
#[derive(Clone, Debug, Serialize)]
pub struct RankEntry {
    /// The name of the metric in the spec.
    pub metric: String,
    /// The system.
    pub system: String,
    /// Whether it is a human translation.
    pub is_human: bool,
    /// Its score.
    pub score: Option<f64>,
    /// Margin of error of the score.
    pub margin: Option<f64>,
    /// The best rank that the tests leave.
    pub rank_lower: usize,
    /// The worst one.
    pub rank_upper: usize,
    /// The rank by score.
    pub rank: usize,
    /// Number of its group: all systems of one are significantly better than all systems of those below.
    pub group: usize,
    /// Documents in which it has scores.
    pub documents: Option<u32>,
    /// Segments on which it has scores.
    pub segments: Option<u64>,
    /// Systems that it is significantly better than.
    pub better_than: Vec<String>,
    /// Systems that are significantly better.
    pub worse_than: Vec<String>,
}

/// The ranks of [`ranks`] for scripts, unrounded.
pub fn rank_entries(section: &StudySection<'_>, humans: &BTreeSet<String>) -> Vec<RankEntry> {
    let summaries = in_order(section);
    let mut entries = Vec::new();
    for metric in of_metrics(section, &summaries, humans) {
        for (number, place) in metric.places.iter().enumerate() {
            let row = metric.summary.scores.get(place.system);
            let cell = row.map(|row| &row.cell);
            entries.push(RankEntry {
                rank: number + 1,
                group: place.group,
                documents: cell.map(|cell| cell.judged_documents.unwrap_or(cell.documents)),
                segments: cell.and_then(|cell| cell.judged_segments.or(cell.segments)),
                metric: metric.summary.title.clone(),
                system: place.system.to_owned(),
                is_human: place.is_reference,
                score: place.score,
                margin: row.and_then(|row| row.margin()),
                rank_lower: place.range.0,
                rank_upper: place.range.1,
                better_than: owned(&place.better_than),
                worse_than: owned(&place.worse_than),
            });
        }
    }
    entries
}

fn owned(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

fn notes(
    section: &StudySection<'_>,
    metrics: &[MetricRanks<'_>],
    summaries: &[MetricSummary<'_>],
) -> Vec<String> {
    let row = metrics[0].summary.first();
    let over = common_adjustment(summaries).map_or_else(String::new, |how| format!("; {how}"));
    let margins = if metrics.iter().any(|metric| metric.margins.is_some()) {
        " ±: the margin of error of a score, median of the systems."
    } else {
        ""
    };
    let mut notes = vec![format!(
        "Ranks: 1 + systems that are significantly better, to {} - systems that are significantly worse ({} %{over}).\
         {margins}",
        metrics[0].places.len(),
        share(row.level),
    )];
    let lower: Vec<&str> = metrics
        .iter()
        .filter(|metric| metric.is_lower_better())
        .map(|metric| &*metric.title)
        .collect();
    // With two metrics the headings say so, see [`MetricRanks::heading`].
    if !lower.is_empty() && metrics.len() != MOST_IN_WORDS {
        notes.push(format!("Lower is better by {}.", in_a_row(&lower, "and")));
    }
    let shown = if metrics.len() == 1 { 1 } else { shown(metrics).len() };
    if shown < metrics.len() {
        notes.push(format!(
            "The table has the first {shown} of {} metrics; `--format json` has all.",
            metrics.len()
        ));
    }
    if section.is_synthetic() {
        notes.push("The corpus was generated.".to_owned());
    }
    notes
}

/// Ranks, scores and differences from the best by one metric.
fn of_one_metric(section: &StudySection<'_>, metric: &MetricRanks<'_>) -> TextTable {
    let leader = metric.places[0].system;
    let pairs = metric.summary.pairs_with(leader);
    let digits = metric.decimals().unwrap_or_else(|| decimals(&metric.summary.pairs));
    let has_judges = section.judges().is_some() && !metric.first.is_empty();
    let mut header = vec!["rank".to_owned(), "system".to_owned(), metric.narrow_heading()];
    header.push(format!("minus\n{leader}"));
    if has_judges {
        header.push("first in\nresamples".to_owned());
    }
    header.push("better\nthan".to_owned());
    let rows = metric.places.iter().map(|place| {
        let pair = pairs.get(place.system);
        // The leader is the first of the pair where it stands there: then the difference is turned.
        let difference = pair.and_then(|(row, is_first)| difference(row, *is_first, digits));
        let mut cells = vec![
            TextCell::words(place.range_in_words()),
            TextCell::words(place.name()),
            TextCell::optional(place.score, |score| metric.number(score)),
            TextCell::number(difference.unwrap_or_default(), None),
        ];
        if has_judges {
            let first = metric.first.get(place.system).copied();
            cells.push(TextCell::optional(first, chance));
        }
        let beaten = place.better_than.len();
        cells.push(TextCell::number(beaten.to_string(), Some(beaten as f64)));
        cells
    });
    table(section, header, rows.collect())
}

/// Returns `true` if all systems have the same ranks by all metrics.
fn has_common_ranks(metrics: &[MetricRanks<'_>]) -> bool {
    systems(metrics).iter().all(|place| {
        let ranges = metrics.iter().map(|metric| Some(metric.place(place.system)?.range));
        ranges.collect::<BTreeSet<_>>().len() == 1
    })
}

/// The metrics that fit a terminal.
fn shown<'b, 'a>(metrics: &'b [MetricRanks<'a>]) -> &'b [MetricRanks<'a>] {
    let most = if has_common_ranks(metrics) { MOST_METRICS } else { MOST_METRICS_WITH_RANKS };
    &metrics[..metrics.len().min(most)]
}

/// Ranks and scores by several metrics.
fn of_several_metrics(section: &StudySection<'_>, metrics: &[MetricRanks<'_>]) -> TextTable {
    let (is_same, shown) = (has_common_ranks(metrics), shown(metrics));
    let in_words = shown.len() <= MOST_IN_WORDS;
    let most = if is_same { MOST_IN_NUMBERS } else { MOST_IN_NUMBERS_WITH_RANKS };
    let has_beaten = shown.len() <= most;
    let common = is_same.then(|| "rank".to_owned());
    let mut header: Vec<String> = common.into_iter().chain(["system".to_owned()]).collect();
    for metric in shown {
        header.extend((!is_same).then(|| "rank".to_owned()));
        header.push(if in_words { metric.heading() } else { metric.narrow_heading() });
        let beats = if in_words { String::new() } else { "beats".to_owned() };
        header.extend(has_beaten.then_some(beats));
    }
    let systems = systems(shown);
    let rows = systems.iter().map(|place| {
        let range = is_same.then(|| TextCell::words(place.range_in_words()));
        let mut cells: Vec<TextCell> =
            range.into_iter().chain([TextCell::words(place.name())]).collect();
        for metric in shown {
            let own = metric.place(place.system);
            let range = own.map_or_else(|| "–".to_owned(), Place::range_in_words);
            cells.extend((!is_same).then(|| TextCell::words(range)));
            let score = own.and_then(|place| place.score);
            cells.push(TextCell::optional(score, |score| metric.number(score)));
            cells.extend(has_beaten.then(|| beaten(metric, own, in_words)));
        }
        cells
    });
    table(section, header, rows.collect())
}

/// The systems in the order of the first metric, then those that it does not score.
fn systems<'b, 'a>(metrics: &'b [MetricRanks<'a>]) -> Vec<&'b Place<'a>> {
    let mut seen = BTreeSet::new();
    let all = metrics.iter().flat_map(|metric| &metric.places);
    all.filter(|place| seen.insert(place.system)).collect()
}

/// How many systems one is significantly better than: in words, or as a number below a heading.
fn beaten(metric: &MetricRanks<'_>, place: Option<&Place<'_>>, in_words: bool) -> TextCell {
    let count = place.map_or(0, |place| place.better_than.len());
    let number =
        if count + 1 == metric.places.len() { "all".to_owned() } else { count.to_string() };
    match (count, in_words) {
        (0, true) => TextCell::words(""),
        (_, true) => TextCell::words(format!("beats {number}")),
        (_, false) => TextCell::number(number, Some(count as f64)),
    }
}

fn table(section: &StudySection<'_>, header: Vec<String>, rows: Vec<Vec<TextCell>>) -> TextTable {
    TextTable {
        name: FileName::new(&["ranks", section.study, section.corpus]),
        caption: "Ranks of the systems by the tests of their pairs.".to_owned(),
        header: header.into_iter().map(TextCell::words).collect(),
        rows,
        ..TextTable::default()
    }
}
