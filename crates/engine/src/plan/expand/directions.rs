//! Which way is better: what a metric says of scores that are given, or else their names and signs.

use std::sync::Arc;

use crate::config::model::{CorpusFormat, MetricConfig, MetricSpec, Spec};
use crate::config::source::SpecPath;
use crate::corpus::{Better, Corpus};
use crate::plan::problem::PlanProblem;

/// Says of every metric of given scores which way is better; problems where metric, name, signs and format
/// contradict each other.
pub(crate) fn settle(spec: &mut Spec, corpora: &[Arc<Corpus>]) -> Vec<PlanProblem> {
    let mut problems = Vec::new();
    for index in 0..spec.metrics.len() {
        let direction = direction(&spec.metrics[index], spec, corpora);
        match (direction, &mut spec.metrics[index].config) {
            (Err(problem), _) => problems.push(problem),
            (Ok(higher), MetricConfig::External(external)) => {
                external.higher_is_better = Some(higher);
            }
            (Ok(higher), MetricConfig::Human(human)) => human.higher_is_better = Some(higher),
            (Ok(_), _) => {}
        }
    }
    problems
}

/// What the corpora say of the scores of a metric.
struct Direction<'a> {
    corpus: &'a str,
    /// Whether the format has scores of which higher is better.
    is_turned_by_format: bool,
    better: Better,
}

/// Whether higher is better.
fn direction(
    metric: &MetricSpec,
    spec: &Spec,
    corpora: &[Arc<Corpus>],
) -> Result<bool, PlanProblem> {
    let (kind, declared, score) = match &metric.config {
        MetricConfig::External(external) => {
            ("external", external.higher_is_better, &external.score)
        }
        MetricConfig::Human(human) => match &human.criteria[..] {
            [criterion] => ("human", human.higher_is_better, criterion),
            // A sum of several is none that is known.
            _ => return Ok(human.higher_is_better()),
        },
        _ => return Ok(true),
    };
    let problem = |message: String, help: &str| {
        let path = SpecPath::of(["metrics", &*metric.name, kind]);
        let path = if declared.is_some() { path.then("higher-is-better") } else { path };
        PlanProblem { path, message, help: help.to_owned() }
    };
    let studies = spec.studies.iter().filter(|study| study.metrics.contains(&metric.name));
    let names: Vec<&String> = studies.flat_map(|study| &study.corpora).collect();
    let mut first: Option<Direction<'_>> = None;
    let used = corpora.iter().zip(&spec.corpora).filter(|(_, own)| names.contains(&&own.name));
    for (read, corpus) in used {
        let better = match Better::of_score(read, score, values(read, kind, score)) {
            None => continue,
            // A guess by the end of a name gives way to what the spec says.
            Some(Better::LowerAtEnd(_) | Better::Unclear) if declared.is_some() => continue,
            Some(Better::Unclear) => {
                return Err(problem(
                    format!("`{score}` sounds like a measure of errors: is lower better?"),
                    &format!(
                        "write `higher-is-better = false` or `true`; commands take `--lower-is-better {score}` or `--higher-is-better {score}`"
                    ),
                ));
            }
            Some(better) => better,
        };
        let is_turned_by_format = matches!(corpus.format, CorpusFormat::Evalset(_));
        let here = Direction { corpus: &corpus.name, is_turned_by_format, better };
        let Some(higher) = better.is_higher() else {
            return Err(problem(
                format!("`{score}` of corpus `{}`: {}", here.corpus, what(better)),
                "turn the scores of the other sign, and leave out those that stand for a missing one",
            ));
        };
        if declared.is_some_and(|declared| declared != higher) {
            let (declared, seen) = (in_words(!higher), what(better));
            return Err(problem(
                format!("`{score}`: {declared} is said to be better, but {seen}"),
                "leave the direction out, or give scores that are something else another name",
            ));
        }
        if declared.is_none() && !higher && here.is_turned_by_format {
            return Err(problem(
                format!(
                    "`{score}` of corpus `{}`: in a folder of this format higher is better, but {}",
                    here.corpus,
                    what(better)
                ),
                "say which it is: `higher-is-better = false`, or turn the scores",
            ));
        }
        match &first {
            Some(first) if first.better.is_higher() != better.is_higher() => {
                return Err(problem(
                    format!(
                        "`{score}`: {} of corpus `{}`, {} of corpus `{}`",
                        what(first.better),
                        first.corpus,
                        what(better),
                        here.corpus
                    ),
                    "declare a metric for each of the corpora",
                ));
            }
            Some(_) => {}
            None => first = Some(here),
        }
    }
    Ok(declared.or(first.and_then(|first| first.better.is_higher())).unwrap_or(true))
}

/// All scores of a corpus under a name.
fn values<'a>(corpus: &'a Corpus, kind: &str, score: &str) -> Box<dyn Iterator<Item = f64> + 'a> {
    if kind == "human" {
        let systems = corpus.judgments.get(score).into_iter().flat_map(|systems| systems.values());
        let judges = systems.flat_map(|judgments| judgments.judges.iter().flatten());
        return Box::new(judges.flatten().copied());
    }
    let all = [corpus.external.get(score), corpus.external_documents.get(score)];
    let columns = all.into_iter().flatten().flat_map(|systems| systems.values());
    Box::new(columns.flat_map(|column| column.iter().flatten().copied()))
}

fn in_words(is_higher: bool) -> &'static str {
    if is_higher { "higher" } else { "lower" }
}

/// What name and sign say.
fn what(better: Better) -> String {
    match better {
        Better::Higher(name) => format!("{name} is better when it is higher"),
        Better::Lower(name) | Better::LowerAtEnd(name) => {
            format!("{name} from 0 up is better when it is lower")
        }
        Better::Stated => "the files say that lower is better".to_owned(),
        Better::Turned(name) => format!("{name} below 0 is better when it is higher"),
        Better::Mixed(name, least, most) => {
            format!("{name} has one sign, and these scores go from {least} to {most}")
        }
        Better::Unclear => "nothing says which way is better".to_owned(),
    }
}
