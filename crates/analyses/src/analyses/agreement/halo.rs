//! Rows of `agreement` about halo: whether judges carry an impression of an output over from one criterion to another.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::options::AgreementMeasure;
use super::rows::jackknife_error;
use crate::analyses::{AgreementRow, document_count};
use crate::config::model::Study;
use crate::corpus::model::Corpus;
use crate::stats::agreement::halo;
use crate::stats::reason::Reason;

/// What each judge of an output gave by both criteria.
type Output = Vec<(f64, f64)>;

/// Two criteria of a corpus.
pub(super) struct Halo<'a> {
    pub(super) study: &'a Study,
    pub(super) corpus: &'a Corpus,
    pub(super) criteria: [&'a str; 2],
}

impl Halo<'_> {
    /// One row per system, then all systems together.
    pub(super) fn rows(&self, systems: &[&str]) -> Vec<AgreementRow> {
        let mut pooled = Documents(vec![Vec::new(); self.corpus.documents.len()]);
        let mut rows = Vec::new();
        for &system in systems {
            let documents = self.documents(system);
            rows.push(self.row(Some(system), &documents));
            for (all, outputs) in pooled.0.iter_mut().zip(documents.0) {
                all.extend(outputs);
            }
        }
        rows.push(self.row(None, &pooled));
        rows
    }

    fn row(&self, system: Option<&str>, documents: &Documents) -> AgreementRow {
        let compared = documents.compared();
        let value = match documents.judges() {
            0 if !self.is_judged(system) => Err(Reason::NoData),
            _ => halo(&documents.without(None)),
        };
        let standard_error = value.ok().and_then(|_| {
            jackknife_error(&compared, |document| halo(&documents.without(Some(document))))
        });
        AgreementRow {
            study: self.study.name.as_str().into(),
            corpus: self.corpus.name.as_str().into(),
            criterion: self.criteria[0].into(),
            system: system.map(Into::into),
            measure: AgreementMeasure::Halo,
            option: Some(self.criteria[1].into()),
            judges: document_count(documents.judges()),
            segments: documents.outputs().filter(|output| output.len() > 1).count() as u64,
            documents: document_count(compared.len()),
            value: value.ok(),
            standard_error,
            status: (&value).into(),
            ..AgreementRow::default()
        }
    }

    /// Returns `true` if there are judgments by both criteria.
    fn is_judged(&self, system: Option<&str>) -> bool {
        self.criteria.iter().all(|criterion| {
            self.corpus.judgments.get(*criterion).is_some_and(|by_system| match system {
                Some(system) => by_system.contains_key(system),
                None => !by_system.is_empty(),
            })
        })
    }

    fn documents(&self, system: &str) -> Documents {
        let documents = self.corpus.documents.iter().map(|document| {
            document.segments.clone().map(|segment| self.output(system, segment)).collect()
        });
        Documents(documents.collect())
    }

    /// Judges who rated an output by both criteria: the same name, or without names the same column.
    fn output(&self, system: &str, segment: usize) -> Output {
        let [first, second] =
            self.criteria.map(|criterion| self.by_judge(criterion, system, segment));
        let common =
            first.iter().filter_map(|(judge, rating)| Some((*rating, *second.get(judge)?)));
        common.collect()
    }

    fn by_judge(&self, criterion: &str, system: &str, segment: usize) -> BTreeMap<Judge, f64> {
        let judgments = self.corpus.judgments.get(criterion).and_then(|by| by.get(system));
        let names = self.corpus.judge_names.get(criterion).and_then(|by| by.get(system));
        let columns = judgments.iter().flat_map(|judgments| judgments.judges.iter().enumerate());
        let rated = columns.filter_map(|(column, ratings)| {
            let judge = match names {
                Some(names) => Judge::Name(names[column][segment].clone()?),
                None => Judge::Column(column),
            };
            Some((judge, ratings[segment]?))
        });
        rated.collect()
    }
}

/// Who rated an output.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Judge {
    Name(Arc<str>),
    Column(usize),
}

/// Outputs of each document.
struct Documents(Vec<Vec<Output>>);

impl Documents {
    fn outputs(&self) -> impl Iterator<Item = &Output> {
        self.0.iter().flatten()
    }

    fn judges(&self) -> usize {
        self.outputs().map(Vec::len).max().unwrap_or(0)
    }

    /// Documents with an output that two judges rated by both criteria.
    fn compared(&self) -> Vec<usize> {
        let documents = self.0.iter().enumerate();
        let compared =
            documents.filter(|(_, outputs)| outputs.iter().any(|output| output.len() > 1));
        compared.map(|(index, _)| index).collect()
    }

    fn without(&self, left_out: Option<usize>) -> Vec<Output> {
        let documents = self.0.iter().enumerate();
        let kept = documents.filter(|(index, _)| Some(*index) != left_out);
        kept.flat_map(|(_, outputs)| outputs.iter().cloned()).collect()
    }
}
