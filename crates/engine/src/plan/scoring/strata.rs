//! Strata of a corpus: what its units are resampled within, and what its scores are added up by.

use std::sync::Arc;

use super::digests::add_part;
use crate::config::model::{ResamplingUnit, Strata, StratumKey, StratumWeights, Study, Weighting};
use crate::corpus::model::Corpus;
use crate::metric::stratified::Stratification;
use crate::plan::{PlanProblem, TestSet};

/// Identity of a division of a corpus into strata, whatever they weigh: a hash. It keys resamples.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct DivisionId([u8; 16]);

impl DivisionId {
    /// The bytes of the hash.
    pub fn as_bytes(&self) -> &[u8; 16] {
        &self.0
    }
}

/// The strata of a corpus with their weights. Two are equal where they divide the corpus alike and weigh
/// the same.
#[derive(Clone, Debug)]
pub struct CorpusStrata {
    /// What documents of a stratum share.
    pub by: StratumKey,
    /// How they are weighted.
    pub weighting: Weighting,
    /// Their names, in the order in which the corpus has them first.
    pub names: Vec<Arc<str>>,
    /// Their weights, above 0; they sum to 1.
    pub weights: Vec<f64>,
    document_strata: Vec<usize>,
    segment_strata: Vec<usize>,
    division: DivisionId,
}

impl PartialEq for CorpusStrata {
    fn eq(&self, other: &Self) -> bool {
        let [own, others] =
            [self, other].map(|strata| strata.weights.iter().map(|weight| weight.to_bits()));
        self.division == other.division && own.eq(others)
    }
}

impl Eq for CorpusStrata {}

impl CorpusStrata {
    /// The identity of the division.
    pub fn division(&self) -> DivisionId {
        self.division
    }

    /// The stratum of each unit of a test set: of its segments, or of its documents.
    pub fn of_units(
        &self,
        test_set: &TestSet,
        corpus: &Corpus,
        unit: ResamplingUnit,
    ) -> Vec<usize> {
        match unit {
            ResamplingUnit::Segments => {
                let segments = test_set.segment_indices(corpus).into_iter();
                segments.map(|segment| self.segment_strata[segment]).collect()
            }
            ResamplingUnit::Documents | ResamplingUnit::TwoStage => {
                test_set.documents.iter().map(|document| self.document_strata[*document]).collect()
            }
        }
    }

    /// What rows of documents, or else of segments, of the whole corpus are stratified by.
    pub fn stratification(&self, per_document: bool) -> Arc<Stratification> {
        let strata = if per_document { &self.document_strata } else { &self.segment_strata };
        Arc::new(Stratification { of_rows: strata.clone(), weights: self.weights.clone() })
    }

    /// The digest of what a scoring without strata reads, with these strata.
    pub(crate) fn inputs(&self, without: &[u8; 32]) -> [u8; 32] {
        let mut hasher = blake3::Hasher::new_derive_key("runner 2026 stratified scoring");
        hasher.update(without);
        hasher.update(&self.division.0);
        for weight in &self.weights {
            hasher.update(&weight.to_bits().to_le_bytes());
        }
        *hasher.finalize().as_bytes()
    }

    /// What is added to the signature of a score.
    pub fn signature(&self) -> String {
        let weights = self.names.iter().zip(&self.weights);
        let weights: Vec<String> =
            weights.map(|(name, weight)| format!("{name}={weight:.6}")).collect();
        format!("|strata:{}|weights:{}", self.by.name(), weights.join(","))
    }
}

/// Domains of a corpus in the order in which they come, and the place of each document's among them.
pub type DocumentDomains<'a> = (Vec<&'a str>, Vec<usize>);

/// Why domains make no strata, and the way out.
pub type NoStrata = (String, &'static str);

/// The domains of the documents of `corpus`.
///
/// # Errors
///
/// [`NoStrata`] where a document has none, or all have the same.
pub fn by_domain(corpus: &Corpus) -> Result<DocumentDomains<'_>, NoStrata> {
    let mut names: Vec<&str> = Vec::new();
    let mut document_strata = Vec::with_capacity(corpus.documents.len());
    let mut without = Vec::new();
    for document in &corpus.documents {
        let Some(domain) = document.domain.as_deref() else {
            without.push(document.id.as_str());
            continue;
        };
        let stratum = names.iter().position(|name| *name == domain);
        document_strata.push(stratum.unwrap_or_else(|| {
            names.push(domain);
            names.len() - 1
        }));
    }
    let place = format!("corpus `{}`", corpus.name);
    if let Some(first) = without.first() {
        let message = match without.len() {
            1 => format!("document `{first}` of {place} has no domain"),
            all if all == corpus.documents.len() => {
                format!("the documents of {place} have no domains")
            }
            several => {
                format!("{several} documents of {place} have no domain, `{first}` the first")
            }
        };
        let help = "leave `strata` out, or read the corpus from a format with a domain for every \
                    document";
        return Err((message, help));
    }
    if let [only] = names.as_slice() {
        let message = format!("{place} has a single domain, `{only}`: that makes no strata");
        return Err((message, "leave `strata` out"));
    }
    Ok((names, document_strata))
}

/// The strata of `study` on `corpus`; nothing where it asks for none, or where there is a problem.
pub(crate) fn of_corpus(
    study: &Study,
    corpus: &Corpus,
    problems: &mut Vec<PlanProblem>,
) -> Option<Arc<CorpusStrata>> {
    let Strata { by: StratumKey::Domain, weights } = study.strata.as_ref()?;
    let problem = |message: String, help: &str| {
        PlanProblem::of_study(&study.name, &["strata"], message, help.to_owned())
    };
    let (names, document_strata) = match by_domain(corpus) {
        Ok(strata) => strata,
        Err((message, help)) => {
            problems.push(problem(message, help));
            return None;
        }
    };
    let weights = weights_of(study, weights, &names, &document_strata, corpus, problems)?;
    let mut segment_strata = vec![0; corpus.segment_count()];
    for (document, stratum) in corpus.documents.iter().zip(&document_strata) {
        segment_strata[document.segments.clone()].fill(*stratum);
    }
    let division = division(&names, &document_strata);
    Some(Arc::new(CorpusStrata {
        by: StratumKey::Domain,
        weighting: study.strata.as_ref()?.weights.weighting(),
        names: names.into_iter().map(Arc::from).collect(),
        weights,
        document_strata,
        segment_strata,
        division,
    }))
}

fn division(names: &[&str], document_strata: &[usize]) -> DivisionId {
    let mut hasher = blake3::Hasher::new_derive_key("runner 2026 strata");
    for stratum in document_strata {
        add_part(&mut hasher, names[*stratum].as_bytes());
    }
    let mut id = [0; 16];
    hasher.finalize_xof().fill(&mut id);
    DivisionId(id)
}

/// Weights that sum to 1, in the order of `names`.
fn weights_of(
    study: &Study,
    weights: &StratumWeights,
    names: &[&str],
    document_strata: &[usize],
    corpus: &Corpus,
    problems: &mut Vec<PlanProblem>,
) -> Option<Vec<f64>> {
    let numbers: Vec<f64> = match weights {
        StratumWeights::Equal => vec![1.0; names.len()],
        StratumWeights::Size => {
            let mut segments = vec![0_usize; names.len()];
            for (document, stratum) in corpus.documents.iter().zip(document_strata) {
                segments[*stratum] += document.segments.len();
            }
            segments.into_iter().map(|count| count as f64).collect()
        }
        StratumWeights::Own(own) => {
            let owner = format!("corpus `{}`", corpus.name);
            let before = problems.len();
            for name in own.keys().filter(|name| !names.contains(&name.as_str())) {
                let key = ["strata", "weights", name.as_str()];
                problems.push(PlanProblem::unknown(
                    &study.name,
                    &key,
                    "domain",
                    name,
                    &owner,
                    names,
                ));
            }
            for name in names.iter().filter(|name| !own.contains_key(**name)) {
                let message = format!("domain `{name}` of {owner} has no weight");
                let help = format!(
                    "add `{name:?} = 1.0` to `weights`, or write `weights = \"size\"` or `\"equal\"`"
                );
                let key = ["strata", "weights"];
                problems.push(PlanProblem::of_study(&study.name, &key, message, help));
            }
            if problems.len() > before {
                return None;
            }
            names.iter().map(|name| own[*name]).collect()
        }
    };
    let total: f64 = numbers.iter().sum();
    Some(numbers.into_iter().map(|number| number / total).collect())
}

/// Problems of strata that have a single unit in the whole corpus.
pub(crate) fn single_units(
    study: &Study,
    corpus: &Corpus,
    strata: &CorpusStrata,
    unit: ResamplingUnit,
) -> Vec<PlanProblem> {
    let (of_units, noun, help) = match unit {
        ResamplingUnit::Segments => (
            &strata.segment_strata,
            "segment",
            "leave `strata` out, or join the domain with another in the corpus",
        ),
        _ => (
            &strata.document_strata,
            "document",
            "set `resample = \"segments\"` in this study, or join the domain with another in the corpus",
        ),
    };
    strata.names.iter().enumerate().filter_map(|(stratum, name)| {
        let units = of_units.iter().filter(|other| **other == stratum).count();
        (units == 1).then(|| {
            let message = format!(
                "domain `{name}` of corpus `{}` has a single {noun}, which cannot be resampled within it",
                corpus.name
            );
            PlanProblem::of_study(&study.name, &["strata"], message, help.to_owned())
        })
}).collect()
}
