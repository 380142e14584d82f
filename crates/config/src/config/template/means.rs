//! Studies of means: of judgments, with what their judges permit, and of external scores.

use serde::Serialize;

use super::{Metrics, Named, has_few_documents, has_gaps, key, quoted_list};
use crate::corpus::ScoreSummary;
use crate::formats::source::CorpusFormat;
use crate::words::counted;

/// Judges from which on they are not called few: with k of them intervals have k - 1 degrees of freedom or fewer.
const MANY_JUDGES: usize = 5;

/// A study of means of judgments or scores.
#[derive(Serialize)]
#[expect(clippy::struct_excessive_bools, reason = "what a template asks")]
pub(super) struct Means {
    what: &'static str,
    key: String,
    corpora: String,
    metrics: String,
    #[serde(skip)]
    names: Vec<String>,
    few_documents: bool,
    several_systems: bool,
    /// Whether some systems lack scores that others have.
    has_gaps: bool,
    /// Comments on judges.
    judge_notes: Vec<String>,
    /// Whether judges are resampled.
    with_judges: bool,
    /// The study of the judges, where they have names, and whether outputs have several ratings.
    judges: Option<String>,
    several_ratings: bool,
    /// The studies that plan a campaign, one for each difference that it is to find, and these differences in words.
    designs: Vec<DesignStudy>,
    differences: String,
}

/// A study that plans a campaign.
#[derive(Serialize)]
struct DesignStudy {
    key: String,
    metrics: String,
    difference: &'static str,
}

/// Why judges are resampled or not.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Judges {
    /// Nothing is known of them, or there are none.
    None,
    /// Outputs have several ratings without names.
    Nameless,
    One,
    /// This system has all its ratings of one of them.
    Lone(String),
    /// The scores are adjusted.
    Adjusted,
    Resampled(usize),
}

/// The study of the judgments of a corpus, which needs no text, or that of external scores, where
/// there is nothing else or they were put beside texts; elsewhere there may be very many.
pub(super) fn means(corpus: &Named<'_>, several: bool, metrics: &mut Metrics) -> Option<Means> {
    let description = &corpus.entry.description;
    let (criteria, external) = (&description.criteria, &description.external);
    let is_plain = matches!(
        corpus.entry.found.format,
        CorpusFormat::Plain(_) | CorpusFormat::Comet(_) | CorpusFormat::Table(_)
    );
    let (study, what, scores, kind) = if criteria.is_empty() && (is_plain || corpus.outputs() == 0)
    {
        ("scores", "external scores", external, "external")
    } else {
        ("judgments", "judgments", criteria, "human")
    };
    // A control set shows how annotators agree; it is too small to compare systems.
    let is_wmt = matches!(corpus.entry.found.format, CorpusFormat::WmtJsonl(_));
    let (controls, others): (Vec<&ScoreSummary>, Vec<&ScoreSummary>) =
        scores.iter().partition(|scores| is_wmt && scores.name.starts_with("control-"));
    let mut scores = if others.is_empty() { controls } else { others };
    scores.retain(|scores| scores.systems > 0);
    let names: Vec<String> =
        scores.iter().map(|scores| metrics.declare(kind, scores, false)).collect();
    if let ("human", Some(example)) = (kind, external.first()) {
        metrics.declare("external", example, true);
    }
    let judges = if kind == "human" { Judges::new(&scores) } else { Judges::None };
    let has_names = kind == "human" && scores.iter().all(|scores| scores.named_judges.count > 1);
    let are_shared = scores.iter().all(|scores| scores.named_judges.are_shared);
    let name =
        |study: &str| if several { format!("{study}-{}", corpus.name) } else { study.to_owned() };
    let several_systems = scores.iter().any(|scores| scores.systems > 1);
    let mut judge_notes: Vec<String> = judges.note().into_iter().collect();
    if has_names && !are_shared {
        judge_notes.push(
            "No judge rated two systems, so that severity and quality cannot be distinguished: there is no study of \
             judges."
                .to_owned(),
        );
    }
    let corpora = quoted_list([corpus.name.as_str()]);
    let means = Means {
        what,
        key: key(&name(study)),
        metrics: quoted_list(names.iter().map(String::as_str)),
        few_documents: has_few_documents(corpus),
        several_systems,
        has_gaps: scores.iter().any(|scores| has_gaps(scores)),
        judge_notes,
        with_judges: matches!(judges, Judges::Resampled(_)),
        judges: (has_names && are_shared).then(|| key(&name("judges"))),
        several_ratings: scores.iter().any(|scores| scores.judges > 1),
        designs: Vec::new(),
        differences: String::new(),
        corpora,
        names,
    };
    let is_planned = means.judges.is_some()
        && means.with_judges
        && scores.iter().all(|scores| scores.systems > 1);
    let means = if is_planned { means.planned(&scores, &name) } else { means };
    (!means.names.is_empty()).then_some(means)
}

impl Judges {
    fn new(scores: &[&ScoreSummary]) -> Self {
        let fewest = scores.iter().map(|scores| scores.named_judges.count).min().unwrap_or(0);
        let lone = scores.iter().find_map(|scores| scores.named_judges.lone.clone());
        let adjusted = scores.iter().any(|scores| super::shared(scores).is_some());
        match (fewest, lone, adjusted) {
            (0, _, _) if scores.iter().any(|scores| scores.judges > 1) => Self::Nameless,
            (0, _, _) => Self::None,
            (1, _, _) => Self::One,
            (_, Some(system), _) => Self::Lone(system),
            (_, _, true) => Self::Adjusted,
            (count, None, false) => Self::Resampled(count),
        }
    }

    /// What the spec says of it.
    fn note(&self) -> Option<String> {
        Some(match self {
            Self::None => return None,
            Self::Nameless => {
                "Judges have no names here: documents alone are resampled, as if other judges said the same.".to_owned()
            }
            Self::One => "There is one judge: documents alone are resampled. What others would say is not known."
                .to_owned(),
            Self::Lone(system) => {
                let system: String = system.chars().filter(|letter| !letter.is_control()).collect();
                format!(
                    "All ratings of `{system}` are by one judge: judges cannot be resampled, and intervals are for \
                     these judges."
                )
            }
            Self::Adjusted => {
                "Adjusted scores are known for resampled documents alone: intervals are for these judges.".to_owned()
            }
            Self::Resampled(count) if *count < MANY_JUDGES => format!(
                "Would other documents and other judges say the same? {} are few, so that intervals are wide.",
                counted(*count, "judge")
            ),
            Self::Resampled(_) => {
                "Would other documents and other judges say the same?".to_owned()
            }
        })
    }
}

/// Round differences, as TOML has them.
const DIFFERENCES: [&str; 23] = [
    "0.0001", "0.0002", "0.0005", "0.001", "0.002", "0.005", "0.01", "0.02", "0.05", "0.1", "0.2",
    "0.5", "1.0", "2.0", "5.0", "10.0", "20.0", "50.0", "100.0", "200.0", "500.0", "1000.0",
    "2000.0",
];

/// A difference that is worth a campaign, in standard deviations of a rating.
const WORTHWHILE: f64 = 0.15;

/// Three round differences that suit scores with this standard deviation, the largest first: of 20 on a scale from
/// 0 to 100 these are 5, 2 and 1 points.
fn differences(deviation: f64) -> Option<[&'static str; 3]> {
    let middle = DIFFERENCES.iter().rposition(|difference| {
        let difference: f64 = difference.parse().expect("they are numbers");
        difference <= WORTHWHILE * deviation
    })?;
    // One of the three is to lie on each side of it.
    let middle = middle.clamp(1, DIFFERENCES.len() - 2);
    Some([DIFFERENCES[middle + 1], DIFFERENCES[middle], DIFFERENCES[middle - 1]])
}

/// `0.5` and `2`.
fn plain(difference: &str) -> &str {
    difference.strip_suffix(".0").unwrap_or(difference)
}

impl Means {
    /// Whether it has metrics that are adjusted: a metric is adjusted in all corpora or in none.
    pub(super) fn adjust(&mut self, metrics: &Metrics) {
        if self.with_judges && self.names.iter().any(|name| metrics.is_adjusted(name)) {
            self.with_judges = false;
            self.judge_notes = Judges::Adjusted.note().into_iter().collect();
            self.designs.clear();
        }
    }

    /// What judges are taken for, in a line for the terminal.
    pub(super) fn judges_in_words(&self) -> Option<String> {
        let note = self.judge_notes.first()?;
        let words = match (self.with_judges, self.designs.is_empty()) {
            (false, _) => note.clone(),
            (true, true) => "Judges are resampled with the documents.".to_owned(),
            (true, false) => format!(
                "Judges are resampled with the documents; campaigns are planned for differences of {} points.",
                self.differences
            ),
        };
        Some(words)
    }

    /// With studies that plan campaigns, for criteria with one scale together.
    fn planned(mut self, scores: &[&ScoreSummary], name: &impl Fn(&str) -> String) -> Self {
        let mut groups: Vec<([&'static str; 3], Vec<&str>)> = Vec::new();
        for (scores, metric) in scores.iter().zip(&self.names) {
            let Some(differences) = differences(scores.deviation) else { continue };
            match groups.iter_mut().find(|(known, _)| *known == differences) {
                Some((_, metrics)) => metrics.push(metric),
                None => groups.push((differences, vec![metric])),
            }
        }
        let are_several = groups.len() > 1;
        let studies = groups.iter().flat_map(|(differences, metrics)| {
            let of_metric = if are_several { format!("-{}", metrics[0]) } else { String::new() };
            differences.map(|difference| DesignStudy {
                key: key(&name(&format!("find-{}{of_metric}", plain(difference)))),
                metrics: quoted_list(metrics.iter().copied()),
                difference,
            })
        });
        let designs: Vec<DesignStudy> = studies.collect();
        let words = groups.iter().map(|([large, middle, small], _)| {
            format!("{}, {} or {}", plain(large), plain(middle), plain(small))
        });
        self.differences = words.collect::<Vec<_>>().join(" points, or ");
        self.designs = designs;
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_suit_the_scale() {
        // Ratings of 0 to 100, weights of errors, and five grades.
        assert_eq!(differences(20.0), Some(["5.0", "2.0", "1.0"]));
        assert_eq!(differences(7.5), Some(["2.0", "1.0", "0.5"]));
        assert_eq!(differences(1.0), Some(["0.2", "0.1", "0.05"]));
        assert_eq!(differences(1e9), Some(["2000.0", "1000.0", "500.0"]));
        assert_eq!(differences(0.0), None);
        assert_eq!(plain("2.0"), "2");
    }
}
