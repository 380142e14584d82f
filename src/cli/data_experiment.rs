//! Data without a spec and without options for texts, such as a file of ratings: the experiment that `runner init` would
//! write for it.

use std::path::{Path, PathBuf};

use super::experiment::Experiment;
use super::failure::Failure;
use super::init;
use crate::cluster::Source;
use crate::config::model::{MetricConfig, Spec, Study};
use crate::config::template;
use crate::corpus::JudgeColumn;

/// The experiment for the data at `path`; nothing where no study is written for it.
pub(super) fn experiment(path: &Path, force: bool) -> Result<Option<Experiment>, Failure> {
    let output = Some(Path::new("FILE"));
    let command = |judge: &str| init::command(path, judge, output);
    let (entries, _) = init::entries(path, &JudgeColumn::Recognised, &command)?;
    let text = template(&init::name_of(path)?, &entries, None).map_err(|error| {
        let message = format!("`{}` is not Unicode", error.path.display());
        Failure::refusal(message, "rename the file or folder")
    })?;
    let Some(template) = text else { return Ok(None) };
    let source = Source {
        name: path.display().to_string(),
        text: template.spec,
        published: Vec::new(),
        data: PathBuf::new(),
        studies: Vec::new(),
        seeds: None,
        force,
        allow_commands: false,
        score_cache: None,
    };
    Experiment::from_source(source).map(Some)
}

/// Whether a study is by what judges say.
pub(super) fn is_by_judges(spec: &Spec, study: &Study) -> bool {
    let mut metrics = spec.metrics.iter().filter(|metric| study.metrics.contains(&metric.name));
    metrics.any(|metric| matches!(metric.config, MetricConfig::Human(_)))
}
