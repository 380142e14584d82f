//! Judges that are models: scores of a corpus that count as the judgments of one judge each.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::corpus::known::Better;
use crate::corpus::{BySystem, Corpus, CorpusError, JudgeNames, Judgments};
use crate::words::{counted, listing};

/// Scores of segments, one for each segment.
type Columns<'a> = Vec<(&'a str, &'a BySystem<Vec<Option<f64>>>)>;

/// Whether higher is better, of scores of which the spec says it.
pub type Stated<'a> = BTreeMap<&'a str, bool>;

/// Gives `corpus` a criterion for each name of `judges`, of which each of the named scores is a judge. Scores that are
/// better when they are lower, as `stated` or as their names say, are turned.
///
/// # Errors
///
/// If there is no such score, or a single one; if judgments have the name already; if a score is constant, or misses a segment of
/// a system that another one has; if nothing says which way is better.
pub fn add(
    corpus: &mut Corpus,
    judges: &BTreeMap<String, Vec<String>>,
    stated: &Stated<'_>,
) -> Result<(), CorpusError> {
    for (criterion, scores) in judges {
        let (judgments, names) = judgments(corpus, (criterion, scores), stated)?;
        corpus.judgments.insert(criterion.clone(), judgments);
        corpus.judge_names.insert(criterion.clone(), names);
    }
    Ok(())
}

fn judgments(
    corpus: &Corpus,
    (criterion, scores): (&str, &[String]),
    stated: &Stated<'_>,
) -> Result<(BySystem<Judgments>, BySystem<JudgeNames>), CorpusError> {
    let refused =
        |cause: String, help| CorpusError::Inconsistent { name: corpus.name.clone(), cause, help };
    if corpus.judgments.contains_key(criterion) {
        let cause = format!(
            "`judges-from` would make judgments called `{criterion}`, which it has already"
        );
        return Err(refused(cause, "give those of `judges-from` another name"));
    }
    if scores.len() < 2 {
        let cause =
            format!("`judges-from` names one judge for `{criterion}`, who contradicts no one");
        return Err(refused(cause, "name the scores of several metrics"));
    }
    let columns: Columns<'_> = scores
        .iter()
        .map(|score| {
            let column = corpus.external.get(score).ok_or_else(|| {
                let names = listing(corpus.external.keys().map(String::as_str));
                let names =
                    if names.is_empty() { "no scores of segments".to_owned() } else { names };
                refused(
                    format!("`judges-from` names `{score}`, and it has {names}"),
                    "name scores of segments as the corpus has them",
                )
            })?;
            Ok((score.as_str(), column))
        })
        .collect::<Result<_, CorpusError>>()?;
    let systems: BTreeSet<&String> = columns.iter().flat_map(|(_, column)| column.keys()).collect();
    for (score, column) in &columns {
        complete(corpus, score, column, &systems).map_err(|cause| {
            refused(cause, "judges rate everything: leave the score out, or give it to all outputs")
        })?;
    }
    let are_higher_better = columns
        .iter()
        .map(|(score, column)| match stated.get(score) {
            Some(is_higher) => Ok(*is_higher),
            None => is_higher_better(corpus, score, column),
        })
        .collect::<Result<Vec<bool>, (String, &str)>>()
        .map_err(|(cause, help)| refused(cause, help))?;
    let by_system = systems.into_iter().map(|system| {
        let turned = columns.iter().zip(&are_higher_better).map(|((_, column), is_better)| {
            let values = column[system].iter();
            values
                .map(|value| if *is_better { *value } else { value.map(|value| -value) })
                .collect()
        });
        let names = scores.iter().map(|score| {
            let name: Arc<str> = score.as_str().into();
            vec![Some(name); corpus.segment_count()]
        });
        let judgments = Judgments { judges: turned.collect() };
        ((system.clone(), judgments), (system.clone(), names.collect()))
    });
    Ok(by_system.unzip())
}

/// As files or the name say.
fn is_higher_better(
    corpus: &Corpus,
    score: &str,
    column: &BySystem<Vec<Option<f64>>>,
) -> Result<bool, (String, &'static str)> {
    let values = column.values().flatten().flatten().copied();
    match Better::of_score(corpus, score, values) {
        None | Some(Better::Unclear) => Err((
            format!("nothing says whether higher or lower is better of `{score}` of `judges-from`"),
            "add a metric of it, which no study has to name: kind `external` with `score` and `higher-is-better`, true or false",
        )),
        Some(better) => better.is_higher().ok_or_else(|| {
            (
                format!(
                    "`{score}` of `judges-from` has errors on both sides of 0, of which one is wrong"
                ),
                "turn the scores of the other sign, and leave out those that stand for a missing one",
            )
        }),
    }
}

/// Whether a score has all segments of all systems, and not always the same.
fn complete(
    corpus: &Corpus,
    score: &str,
    column: &BySystem<Vec<Option<f64>>>,
    systems: &BTreeSet<&String>,
) -> Result<(), String> {
    let missing = systems.iter().filter_map(|system| {
        let present = column.get(*system).map_or(0, |values| values.iter().flatten().count());
        let missing = corpus.segment_count() - present;
        (missing > 0).then(|| format!("{} of `{system}`", counted(missing, "segment")))
    });
    let missing: Vec<String> = missing.take(4).collect();
    if !missing.is_empty() {
        return Err(format!("`{score}` of `judges-from` misses {}", missing.join(", ")));
    }
    let mut values = column.values().flatten().flatten();
    let first = values.next();
    if values.all(|value| Some(value) == first) {
        return Err(format!("`{score}` of `judges-from` is always the same"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::documents::singletons;

    fn column(values: [Option<f64>; 2]) -> BySystem<Vec<Option<f64>>> {
        [("A".to_owned(), values.to_vec()), ("B".to_owned(), vec![Some(2.0), Some(3.0)])].into()
    }

    fn corpus() -> Corpus {
        let external = [
            ("comet".to_owned(), column([Some(0.5), Some(1.0)])),
            ("MetricX-24".to_owned(), column([Some(4.0), Some(5.0)])),
            ("gaps".to_owned(), column([Some(4.0), None])),
            (
                "ter".to_owned(),
                [
                    ("A".to_owned(), vec![Some(0.5), Some(0.7)]),
                    ("B".to_owned(), vec![Some(-0.4), Some(-0.5)]),
                ]
                .into(),
            ),
            ("stated".to_owned(), column([Some(0.5), Some(1.0)])),
            ("own".to_owned(), column([Some(0.5), Some(1.0)])),
            (
                "same".to_owned(),
                [("A".to_owned(), vec![Some(1.0); 2]), ("B".to_owned(), vec![Some(1.0); 2])].into(),
            ),
        ];
        Corpus {
            name: "c".to_owned(),
            documents: singletons(2),
            external: external.into(),
            ..Corpus::default()
        }
    }

    fn added(scores: &[&str]) -> Result<Corpus, String> {
        let mut corpus = corpus();
        let scores = scores.iter().map(|score| (*score).to_owned()).collect();
        add(&mut corpus, &[("jury".to_owned(), scores)].into(), &[("stated", false)].into())
            .map_err(|error| error.to_string())?;
        Ok(corpus)
    }

    #[test]
    fn scores_are_judges() {
        let corpus = added(&["comet", "MetricX-24"]).unwrap();
        // Errors are turned.
        assert_eq!(
            corpus.judgments["jury"]["A"].judges,
            [[Some(0.5), Some(1.0)], [Some(-4.0), Some(-5.0)]]
        );
        assert_eq!(corpus.judge_names["jury"]["B"][1][0].as_deref(), Some("MetricX-24"));
    }

    #[test]
    fn the_spec_says_which_way_is_better() {
        let corpus = added(&["comet", "stated"]).unwrap();
        assert_eq!(
            corpus.judgments["jury"]["A"].judges,
            [[Some(0.5), Some(1.0)], [Some(-0.5), Some(-1.0)]]
        );
    }

    #[test]
    fn judges_rate_everything() {
        for (scores, message) in [
            (&["comet"][..], "`judges-from` names one judge for `jury`"),
            (
                &["comet", "bleurt"],
                "`judges-from` names `bleurt`, and it has MetricX-24, comet, gaps, own, same, stated, ter",
            ),
            (&["comet", "gaps"], "`gaps` of `judges-from` misses 1 segment of `A`"),
            (&["comet", "same"], "`same` of `judges-from` is always the same"),
            (
                &["comet", "own"],
                "nothing says whether higher or lower is better of `own` of `judges-from`; add a metric of it",
            ),
            (&["comet", "ter"], "`ter` of `judges-from` has errors on both sides of 0"),
        ] {
            let error = added(scores).unwrap_err();
            assert!(error.contains(message), "{error}");
        }
    }
}
