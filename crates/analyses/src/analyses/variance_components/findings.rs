//! How much judges differ, and whether ratings or segments are missing.

use super::compute::FEWEST_RATINGS;
use super::finding_tables::table;
use super::{JudgeRow, VarianceComponentRow};
use crate::analyses::common::judged::TOGETHER;
use crate::presentation::{Finding, Rows, StudySection, chance, p_equals_closely, points, rounded};
use crate::stats::judges::{Assignment, Components, Design, Factor};
use crate::stats::{Reason, Status};
use crate::words::{grouped, grouped_count, in_a_row};

/// Segments that are worth rating twice where none is.
const TWICE: u32 = 50;

/// What the first criterion shows, with its components; of others a sentence each.
pub(super) fn finding(section: &StudySection<'_>) -> Option<Finding> {
    let criteria = criteria(section);
    let first = criteria.first()?;
    let (by, room) =
        if criteria.len() > 1 { (format!("{}: ", first.name), 2) } else { (String::new(), 4) };
    let headline = format!("{by}{}", first.headline());
    let sentences = first.sentences().into_iter().map(|sentence| format!("{by}{sentence}"));
    let others = criteria[1..].iter().map(|other| format!("{}: {}", other.name, other.headline()));
    let finding = Finding::new(section, "variance-components", headline)
        // At most four sentences.
        .sentences(sentences.take(room).chain(others).take(4))
        .notes(first.notes());
    let finding = criteria.iter().fold(finding, |finding, criterion| {
        finding.rows(criterion.rows.iter()).rows(criterion.judges.iter())
    });
    Some(finding.table(table(section, &criteria)))
}

/// A criterion with the rows about it.
pub(super) struct Criterion<'a> {
    pub(super) name: &'a str,
    pub(super) rows: Rows<'a, VarianceComponentRow>,
    pub(super) judges: Rows<'a, JudgeRow>,
    /// Its row `judge`, with the test.
    pub(super) test: &'a VarianceComponentRow,
}

/// The criteria of a section, in the order of the table.
pub(super) fn criteria<'a>(section: &StudySection<'a>) -> Vec<Criterion<'a>> {
    let all = section.rows::<JudgeRow>();
    let groups = section.rows::<VarianceComponentRow>().groups(|row| &*row.criterion);
    let criteria = groups.into_iter().filter_map(|(name, rows)| {
        let test = rows.iter().find(|row| row.component == Factor::Judge)?;
        let judges = all.keep(|row| *row.criterion == *name);
        Some(Criterion { name, rows, judges, test })
    });
    criteria.collect()
}

impl<'a> Criterion<'a> {
    fn component(&self, factor: Factor) -> Option<&'a VarianceComponentRow> {
        self.rows.iter().find(|row| row.component == factor)
    }

    /// Returns `true` if judges differ in severity, with ratings of a document that are not independent; `None` where that is not
    /// known.
    pub(super) fn differ(&self) -> Option<bool> {
        Some(self.test.severity_p_value? <= 1.0 - self.test.level)
    }

    /// How much judges differ, beside the best systems.
    pub(super) fn headline(&self) -> String {
        let row = self.test;
        let (Some(differ), Some(deviation)) = (self.differ(), row.severity_deviation) else {
            return format!("Whether judges differ in severity is not known: {}.", self.why());
        };
        let best = row.best_systems.zip(row.best_range);
        let best = best.map_or_else(String::new, |(count, range)| {
            let range = points(range);
            match count {
                2 if row.systems == 2 => format!("; the two systems lie {range} apart"),
                count => {
                    format!("; the {} best systems lie within {range} points", in_words(count))
                }
            }
        });
        if differ {
            return format!("Judges differ by {} points{best}.", points(deviation));
        }
        format!("The {} judges are not significantly different in severity{best}.", row.judges)
    }

    /// Returns `true` if judges have codes, and not their names.
    pub(super) fn has_codes(&self) -> bool {
        self.judges.iter().all(|row| row.judge.bytes().all(|byte| byte.is_ascii_uppercase()))
    }

    /// Why it is not known whether judges differ.
    fn why(&self) -> &'static str {
        let (test, severity) = (self.test.test_status, self.test.severity_status);
        match (test.and_then(Status::reason), severity.and_then(Status::reason)) {
            (Some(reason), _) => reason.in_words(),
            (None, Some(Reason::TooFewJudges)) => {
                "fewer than two judges gave ten ratings or more in more than one document"
            }
            (None, reason) => reason.map_or("", Reason::in_words),
        }
    }

    fn sentences(&self) -> Vec<String> {
        let mut sentences = Vec::new();
        sentences.extend(self.extremes());
        sentences.extend(self.belongs());
        sentences.extend(self.what_helps());
        sentences.extend(self.who_sees_what());
        sentences
    }

    /// The most severe and the most lenient judge.
    fn extremes(&self) -> Option<String> {
        let many = self.judges.iter().filter(|row| row.load >= FEWEST_RATINGS as u64);
        let known = many.filter_map(|row| Some((row.severity?, &*row.judge)));
        let most = known.clone().max_by(|one, other| one.0.total_cmp(&other.0))?;
        let least = known.min_by(|one, other| one.0.total_cmp(&other.0))?;
        (self.differ()? && most.0 > 0.0 && least.0 < 0.0).then(|| {
            format!(
                "Judge {} is the most severe and scores the same outputs {} points worse than the mean judge; judge {} \
                 is the most lenient, {} points better.",
                most.1,
                points(most.0),
                least.1,
                points(-least.0)
            )
        })
    }

    /// How much of a difference on a segment another rating would have in common with it.
    fn belongs(&self) -> Option<String> {
        self.component(Factor::Output).filter(|row| row.status != Reason::SingleRatings.into())?;
        let [of_documents, of_outputs, of_ratings] =
            [Factor::SystemDocument, Factor::Output, Factor::Residual]
                .map(|factor| self.component(factor)?.difference_share);
        of_ratings?;
        let texts = of_documents.unwrap_or(0.0) + of_outputs.unwrap_or(0.0);
        let only = if texts < 0.5 { "only " } else { "" };
        Some(format!(
            "Of the variance of a difference of two systems on a segment {only}{} is real quality difference between \
             the two outputs; the rest changes from rating to rating.",
            chance(texts)
        ))
    }

    /// What twice the documents, twice the ratings and twice the judges do to the margin of error of a
    /// difference.
    fn what_helps(&self) -> Option<String> {
        let [documents, ratings, judges] =
            self.gains()?.map(|gain| format!("{} %", (100.0 * gain).round()));
        Some(format!(
            "The margin of error of a difference narrows by {documents} with twice as many documents, by {ratings} \
             with twice as many ratings of each output, by {judges} with twice as many judges."
        ))
    }

    /// Shares by which standard errors fall where documents, ratings or judges are doubled; `None` where
    /// quality and noise are one, or the pattern has no test.
    fn gains(&self) -> Option<[f64; 3]> {
        let mut known = Vec::new();
        for factor in Factor::ALL {
            let row = self.component(factor)?;
            if !matches!(row.status.reason(), None | Some(Reason::Negative | Reason::PartOfAnother))
            {
                return None;
            }
            known.push((factor, row.value.unwrap_or(0.0)));
        }
        let components = Components::known(&known);
        let test = self.test;
        let assignment =
            if test.together >= TOGETHER { Assignment::Together } else { Assignment::Scattered };
        let design = Design {
            documents: test.documents.into(),
            segments_per_document: test.segments as f64 / f64::from(test.documents),
            ratings_per_segment: test.ratings as f64 / test.outputs as f64,
            judges: test.judges.into(),
            size_dispersion: test.size_dispersion,
            ..Design::default()
        };
        let [now, doubled @ ..] = [
            design,
            Design { documents: 2.0 * design.documents, ..design },
            Design { ratings_per_segment: 2.0 * design.ratings_per_segment, ..design },
            Design { judges: 2.0 * design.judges, ..design },
        ]
        .map(|design| design.difference(&components, assignment).variance);
        let gains = doubled.map(|variance| 1.0 - (variance / now).sqrt());
        gains.iter().all(|gain| gain.is_finite()).then_some(gains)
    }

    /// Says whether severity enters differences of systems.
    fn who_sees_what(&self) -> Option<String> {
        let is_apart = self.differ()? && self.test.together < TOGETHER;
        is_apart.then(|| {
            // Less would be printed as 0 %.
            let who = if (f64::EPSILON..0.005).contains(&self.test.together) {
                "Hardly any rating is by a judge who rated the document for all systems".to_owned()
            } else if self.test.together > 0.0 {
                let share = chance(self.test.together);
                format!("Only {share} of the ratings are by judges who rated the document for all systems")
            } else {
                "No judge rated a document for all systems".to_owned()
            };
            format!(
                "{who}: severity enters differences. Let a judge rate all outputs of a document."
            )
        })
    }

    fn notes(&self) -> Vec<String> {
        let test = self.test;
        let mut notes = vec![format!(
            "{} of {} outputs ({} systems, {} of {}) by {}.",
            grouped_count(test.ratings, "rating"),
            grouped(test.outputs),
            test.systems,
            grouped_count(test.segments, "segment"),
            grouped_count(test.documents.into(), "document"),
            grouped_count(test.judges.into(), "judge")
        )];
        let status =
            |wanted: Reason| self.rows.iter().filter(|row| row.status == wanted.into()).collect();
        let single: Vec<&VarianceComponentRow> = status(Reason::SingleRatings);
        if !single.is_empty() {
            notes.push(format!(
                "No segment has two ratings of one output: whether more ratings or more segments help is not \
                 known. Have {TWICE} segments rated twice."
            ));
        }
        if test.repeated_outputs > 0 && test.repeated_outputs < u64::from(TWICE) {
            notes.push(format!(
                "Only {} {} two ratings: the shares of quality and noise are uncertain.",
                grouped_count(test.repeated_outputs, "output"),
                if test.repeated_outputs == 1 { "has" } else { "have" }
            ));
        }
        let separate = match test.status.reason() {
            Some(Reason::OneJudge) => {
                Some("A single judge rated everything: what judges add to ratings is not known.")
            }
            Some(Reason::OneDocument) => Some(
                "All ratings are of one document: what documents add to ratings is not known. Rate several.",
            ),
            Some(Reason::Confounded) => Some(
                "Judges are not separated from texts: each has texts of his own. Have some documents rated by several \
                 judges.",
            ),
            _ => None,
        };
        notes.extend(separate.map(str::to_owned));
        let negative: Vec<&VarianceComponentRow> = status(Reason::Negative);
        if !negative.is_empty() {
            let names: Vec<&str> = negative.iter().map(|row| row.component.name()).collect();
            notes.push(format!("Estimated below 0, counted as 0: {}.", in_a_row(&names, "and")));
        }
        notes.extend(self.about_severity());
        notes
    }

    /// Where severity and its test come from.
    fn about_severity(&self) -> Vec<String> {
        let test = self.test;
        let (Some(f), Some(p), Some(deviation)) = (test.f, test.p_value, test.severity_deviation)
        else {
            return Vec::new();
        };
        let codes =
            if self.has_codes() { " Judge A gave the most judgments, B the next." } else { "" };
        let component = test.value.map(|value| points(value.sqrt()));
        // As printed: beside each other two equal numbers would say nothing.
        let other = component.filter(|other| *other != points(deviation)).map_or_else(
            String::new,
            |other| {
                format!("; {other} by the components of variance, another estimator of the same")
            },
        );
        let claim = test.severity_p_value.map_or_else(String::new, |p| {
            format!(" That judges differ: {} with documents left out in turn.", p_equals_closely(p))
        });
        let mut notes = vec![
            format!(
                "Severity by least squares of system + document + judge, standard deviation {}{other}.{claim}{codes}",
                points(deviation)
            ),
            format!(
                "F = {} on {} and {} degrees of freedom, {}: p-value for independent ratings, too small where systems \
                 do better or worse in a document.",
                points(f),
                rounded(test.degrees_of_freedom.unwrap_or(0.0)),
                rounded(test.residual_degrees_of_freedom.unwrap_or(0.0)),
                p_equals_closely(p)
            ),
        ];
        let few = self.judges.iter().filter(|row| row.load < FEWEST_RATINGS as u64).count();
        if few > 0 {
            notes.push(format!(
                "{} with fewer than {FEWEST_RATINGS} ratings {} not compared with others.",
                grouped_count(few as u64, "judge"),
                if few == 1 { "is" } else { "are" }
            ));
        }
        notes
    }
}

fn in_words(count: u32) -> &'static str {
    match count {
        2 => "two",
        3 => "three",
        _ => "four",
    }
}

#[cfg(test)]
#[path = "findings_tests.rs"]
mod tests;
