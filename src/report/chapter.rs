//! What the analyses say and draw about a study on a corpus, in the order in which the study asks.

use super::subject::Subject;
use crate::analyses::{ANALYSES, Analysis, Standing, strata_note};
use crate::presentation::{Figure, Finding, StudySection, TextTable};

/// A study on a corpus with all that is said about it.
pub(super) struct Chapter<'a> {
    pub(super) section: StudySection<'a>,
    /// Nothing where there are no scores.
    pub(super) subject: Option<Subject<'a>>,
    /// Findings, each with the number of its analysis.
    pub(super) findings: Vec<(usize, Finding)>,
    /// Figures, each with the number of its analysis: those of findings in their order, then the others.
    pub(super) figures: Vec<(usize, Figure)>,
}

impl<'a> Chapter<'a> {
    /// The chapters of all studies, with their figures.
    pub(super) fn all(sections: &[StudySection<'a>]) -> Vec<Self> {
        let mut chapters = Self::of_findings(sections);
        chapters.iter_mut().for_each(Self::draw);
        chapters
    }

    /// The chapters of all studies, without their figures.
    pub(super) fn of_findings(sections: &[StudySection<'a>]) -> Vec<Self> {
        let chapters = sections.iter().map(|section| {
            let findings = ANALYSES.iter().enumerate().map(|(number, analysis)| {
                (analysis.findings)(section).into_iter().map(move |finding| (number, finding))
            });
            let mut findings: Vec<(usize, Finding)> = findings.flatten().collect();
            // A study that asks for no more has its scores, and how they grow precise.
            if findings.iter().all(|(number, _)| ANALYSES[*number].standing != Standing::AsAsked) {
                let analyses = ANALYSES.iter().enumerate();
                findings.extend(analyses.filter_map(|(number, analysis)| {
                    Some((number, (analysis.background)(section)?))
                }));
            }
            findings.sort_by_key(|(number, _)| (rank(ANALYSES[*number], section.asked()), *number));
            if let Some(note) = strata_note(section) {
                for (_, finding) in
                    findings.iter_mut().filter(|(number, _)| ANALYSES[*number].resamples)
                {
                    finding.notes.insert(0, note.clone());
                }
            }
            Self {
                section: *section,
                subject: Subject::new(section),
                findings,
                figures: Vec::new(),
            }
        });
        chapters.collect()
    }

    fn draw(&mut self) {
        let mut numbers: Vec<usize> = (0..ANALYSES.len()).collect();
        // The sort is stable: analyses without findings come last, in the order of their list.
        numbers.sort_by_key(|number| {
            self.findings.iter().position(|(own, _)| own == number).unwrap_or(usize::MAX)
        });
        let figures = numbers.into_iter().flat_map(|number| {
            let kinds = ANALYSES[number].figures.iter();
            kinds.flat_map(|kind| kind.figures(&self.section)).map(move |figure| (number, figure))
        });
        self.figures = figures.collect();
    }

    /// All tables for people: those of findings first, else in the order of the analyses.
    pub(super) fn text_tables(&self) -> Vec<TextTable> {
        let mut numbers: Vec<usize> = (0..ANALYSES.len()).collect();
        numbers.sort_by_key(|number| !self.is_told(*number));
        let tables =
            numbers.into_iter().map(|number| (ANALYSES[number].text_tables)(&self.section));
        tables.flatten().collect()
    }

    /// Whether an analysis has a finding here that its tables are about. Of a study that takes samples, tables of
    /// one sample are not what it is about.
    fn is_told(&self, number: usize) -> bool {
        self.findings.iter().any(|(told, _)| *told == number)
            && (self.section.samples().is_none() || ANALYSES[number].is_over_samples)
    }
}

/// Where the finding of an analysis stands among those that a study asks for. What is not asked for by a
/// key of its own comes after that.
fn rank(analysis: &Analysis, asked: &[String]) -> (bool, usize) {
    let position = asked.iter().position(|key| key == analysis.key);
    (analysis.standing == Standing::Last, position.unwrap_or(usize::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyses::{ScoreRow, StratumRow};
    use crate::presentation::About;
    use crate::table::{Cell, Tables};

    /// A study in strata that asks for nothing else has its scores, too, and every finding names the strata.
    #[test]
    fn strata_stand_beside_the_scores() {
        let cell = Cell {
            study: "s".into(),
            corpus: "c".into(),
            metric: "bleu".into(),
            system: Some("A".into()),
            ordering: Some("corpus".into()),
            documents: 20,
            segments: Some(100),
            repeat: 1,
            status: crate::stats::reason::Status::OK,
            ..Cell::default()
        };
        let score = ScoreRow {
            cell: cell.clone(),
            score: Some(30.0),
            ci_lower: Some(29.0),
            ci_upper: Some(31.0),
            resample: crate::table::Resampled::Documents,
            ..ScoreRow::default()
        };
        let strata = ["news", "social"].map(|stratum| StratumRow {
            cell: cell.clone(),
            stratum: stratum.into(),
            stratified_by: crate::config::model::StratumKey::Domain,
            weighting: crate::config::model::Weighting::Size,
            weight: 0.5,
            margin: Some(1.5),
            level: 0.95,
            resample: crate::table::Resampled::Documents,
            ..StratumRow::default()
        });
        let mut tables = Tables::default();
        tables.insert(vec![score]);
        tables.insert(strata.to_vec());
        let about = About::of_studies(&["s"]);
        let chapters = Chapter::of_findings(&StudySection::all(&tables, &about));
        let findings: Vec<&Finding> = chapters[0].findings.iter().map(|(_, own)| own).collect();
        let analyses: Vec<&str> = findings.iter().map(|finding| finding.analysis).collect();
        assert_eq!(analyses, ["scores", "strata"]);
        let note = "Resampled within 2 strata (domain), weighted by size.";
        assert!(findings.iter().all(|finding| finding.notes[0] == note));
    }

    #[test]
    fn findings_stand_in_the_order_of_the_spec() {
        let asked = ["minimal-size", "power", "comparison"].map(str::to_owned);
        let mut analyses = ANALYSES.to_vec();
        analyses
            .retain(|analysis| ["", "minimal-size", "comparison", "power"].contains(&analysis.key));
        analyses.sort_by_key(|analysis| rank(analysis, &asked));
        let keys: Vec<&str> = analyses.iter().map(|analysis| analysis.key).collect();
        assert_eq!(
            (keys[0], keys[1], *keys.last().unwrap()),
            ("power", "comparison", "minimal-size")
        );
    }
}
