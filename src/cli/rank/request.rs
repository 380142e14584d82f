//! What `runner rank` asks for, as a spec: that of files of text, or the one that `init` writes for data.

use super::arguments::RankArguments;
use crate::analyses::comparison::options::{Comparison, FamilyOf};
use crate::analyses::macro_average::options::MacroAverage;
use crate::analyses::ranking::options::Ranking;
use crate::cli::data::{Data, DataRequest, averages};
use crate::cli::failure::Failure;
use crate::cli::texts::{LEVEL, Texts};
use crate::config::model::{Asked, Spec, Study};

/// Name of the experiment, its corpus and its study.
const NAME: &str = "rank";

/// Resamples behind the probabilities of ranks.
const REPLICATES: u32 = 1000;
const DEFAULT_METRICS: [&str; 2] = ["bleu", "chrf"];

/// What is computed.
pub(in crate::cli) struct RankRequest {
    pub(super) spec: Spec,
    /// Whether it is of files of texts, which have no names of corpora and documents.
    pub(super) is_of_texts: bool,
}

impl RankRequest {
    /// Asks for the ranks of the systems of data.
    pub(in crate::cli) fn of_data(
        mut data: Data,
        wanted: &DataRequest<'_>,
    ) -> Result<Self, Failure> {
        let studies = without_parts(data.studies(wanted)?).into_iter();
        let studies = studies.map(|study| Study {
            analyses: match study.analyses.get::<MacroAverage>() {
                Some(average) => analyses().with(average.clone()),
                None => analyses(),
            },
            replicates: vec![REPLICATES],
            ..study
        });
        let studies = studies.collect();
        Ok(Self { spec: data.into_spec_of(studies, wanted), is_of_texts: false })
    }
}

/// Of data or of files of texts, whatever the paths are.
pub(super) fn request(arguments: &RankArguments) -> Result<RankRequest, Failure> {
    let wanted = DataRequest {
        command: "rank",
        selection: &arguments.selection,
        texts: &arguments.texts,
        level: arguments.tests.level,
        resample: arguments.resample,
        seed: arguments.tests.seed,
        compares: true,
        averages: true,
    };
    if let Some(data) = Data::recognise(&arguments.systems, &wanted)? {
        return RankRequest::of_data(data, &wanted);
    }
    arguments.selection.check_for_texts()?;
    Ok(RankRequest { spec: of_texts(arguments)?, is_of_texts: true })
}

/// Leaves to studies over several corpora what they rank on each of them.
fn without_parts(mut studies: Vec<Study>) -> Vec<Study> {
    let over: Vec<Study> = studies.iter().filter(|study| averages(study)).cloned().collect();
    for study in studies.iter_mut().filter(|study| !averages(study)) {
        study.metrics.retain(|metric| {
            let mut over = over.iter();
            !over.any(|over| {
                over.metrics.contains(metric)
                    && study.corpora.iter().all(|corpus| over.corpora.contains(corpus))
            })
        });
    }
    studies.retain(|study| !study.metrics.is_empty());
    studies
}

fn of_texts(arguments: &RankArguments) -> Result<Spec, Failure> {
    let texts = Texts::new(&arguments.systems, 2, &arguments.texts, &DEFAULT_METRICS)?;
    let study = Study {
        resample: texts.unit(arguments.resample, true)?,
        replicates: vec![REPLICATES],
        level: arguments.tests.level.unwrap_or(LEVEL),
        analyses: analyses(),
        systems: Some(texts.selected(&arguments.selection.systems, None)?),
        ..texts.study(NAME)
    };
    Ok(texts.spec(study, arguments.tests.seed))
}

/// All pairs by each metric, and what new test sets would say.
fn analyses() -> Asked {
    let comparison = Comparison { family: FamilyOf::Pairs, ..Comparison::default() };
    Asked::default().with(comparison).with(Ranking::default())
}
