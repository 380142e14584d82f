//! What `runner rank` asks for, as a spec: that of files of text, or the one that `init` writes for data.

use super::arguments::RankArguments;
use crate::analyses::comparison::options::{Comparison, FamilyOf};
use crate::analyses::ranking::options::Ranking;
use crate::cli::data::{Data, DataRequest};
use crate::cli::failure::Failure;
use crate::cli::texts::{LEVEL, Texts};
use crate::config::model::{Asked, Spec, Study};

/// Name of the experiment, its corpus and its study.
const NAME: &str = "rank";

/// Resamples behind the probabilities of ranks.
const REPLICATES: u32 = 1000;
const DEFAULT_METRICS: [&str; 2] = ["bleu", "chrf"];

/// What is computed.
pub(super) struct RankRequest {
    pub(super) spec: Spec,
    /// Whether it is of files of texts, which have no names of corpora and documents.
    pub(super) is_of_texts: bool,
}

/// Of data or of files of texts, whatever the paths are.
pub(super) fn request(arguments: &RankArguments) -> Result<RankRequest, Failure> {
    let wanted = DataRequest {
        command: "rank",
        selection: &arguments.selection,
        texts: &arguments.texts,
        level: arguments.level,
        resample: arguments.resample,
        seed: arguments.seed,
        compares: true,
    };
    if let Some(mut data) = Data::recognise(&arguments.systems, &wanted)? {
        let studies = data.studies(&wanted)?.into_iter();
        let studies = studies.map(|study| Study {
            analyses: analyses(),
            replicates: vec![REPLICATES],
            ..study
        });
        let studies = studies.collect();
        return Ok(RankRequest { spec: data.into_spec_of(studies, &wanted), is_of_texts: false });
    }
    arguments.selection.check_for_texts()?;
    Ok(RankRequest { spec: of_texts(arguments)?, is_of_texts: true })
}

fn of_texts(arguments: &RankArguments) -> Result<Spec, Failure> {
    let texts = Texts::new(&arguments.systems, 2, &arguments.texts, &DEFAULT_METRICS)?;
    let study = Study {
        resample: texts.unit(arguments.resample, true)?,
        replicates: vec![REPLICATES],
        level: arguments.level.unwrap_or(LEVEL),
        analyses: analyses(),
        systems: Some(texts.selected(&arguments.selection.systems, None)?),
        ..texts.study(NAME)
    };
    Ok(texts.spec(study, arguments.seed))
}

/// All pairs by each metric, and what new test sets would say.
fn analyses() -> Asked {
    let comparison = Comparison { family: FamilyOf::Pairs, ..Comparison::default() };
    Asked::default().with(comparison).with(Ranking::default())
}
