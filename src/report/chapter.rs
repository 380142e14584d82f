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

    /// Returns `true` if an analysis has a finding here that its tables are about. Of a study that takes samples, tables of
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
