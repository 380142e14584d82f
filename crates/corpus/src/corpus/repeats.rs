//! Judges who rated an output more than once. The mean of such ratings is the judge's rating everywhere; the single
//! ratings are kept beside it, since they say how far a judge repeats a rating.
//!
//! Readers put every rating into a separate column, with the name of its judge: that a name stands twice at a segment is what
//! a repeat is, in any format. Parquet files are written like that, too.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::model::{BySystem, Corpus, JudgeNames, Judgments, RepeatedRatings};
use crate::warning::Warning;
use crate::words::grouped_count;

/// Ratings of a segment with their judges, in the order of columns.
type Given = Vec<(f64, Arc<str>)>;

/// Judges with their ratings of a segment.
type ByJudge = Vec<(Arc<str>, Vec<f64>)>;

impl Corpus {
    /// Puts the mean in place of ratings of an output by one judge, and keeps these. A note says so.
    pub fn average_repeats(&mut self) -> Option<Warning> {
        for (criterion, by_system) in &mut self.judge_names {
            let Some(judgments) = self.judgments.get_mut(criterion) else { continue };
            let repeats = averaged(judgments, by_system);
            if !repeats.is_empty() {
                self.repeats.insert(criterion.clone(), repeats);
            }
        }
        let all = self.repeats.values().flatten();
        let most = all.clone().map(|ratings| ratings.scores.len()).max()?;
        let outputs = outputs(all);
        let has = if outputs == 1 { "has" } else { "have" };
        let message = format!(
            "{} {has} up to {most} ratings by one judge",
            grouped_count(outputs as u64, "output")
        );
        let help = "the mean of them is the rating of that judge; `agreement` of a study says how far judges repeat their ratings";
        Some(Warning::of_corpus(message, help).as_note())
    }

    /// The judgments of a system with each rating in a separate column, repeats too; `None` where there are none.
    pub fn single_ratings(&self, criterion: &str, system: &str) -> Option<(Judgments, JudgeNames)> {
        let repeats = self.repeats.get(criterion)?;
        let mut repeats = repeats.iter().filter(|ratings| ratings.system == system).peekable();
        repeats.peek()?;
        let mut judges = self.judgments.get(criterion)?.get(system)?.judges.clone();
        let mut names = self.judge_names.get(criterion)?.get(system)?.clone();
        // Columns that the ratings of a segment take up so far.
        let first = judges.len();
        let mut taken: BTreeMap<usize, usize> = BTreeMap::new();
        for RepeatedRatings { segment, judge, scores, .. } in repeats {
            let mean = (0..first).find(|column| names[*column][*segment].as_ref() == Some(judge));
            let (Some(mean), [one, others @ ..]) = (mean, &scores[..]) else { continue };
            judges[mean][*segment] = Some(*one);
            for score in others {
                let column = taken.entry(*segment).or_insert(first);
                if *column == judges.len() {
                    judges.push(vec![None; self.segment_count()]);
                    names.push(vec![None; self.segment_count()]);
                }
                judges[*column][*segment] = Some(*score);
                names[*column][*segment] = Some(Arc::clone(judge));
                *column += 1;
            }
        }
        Some((Judgments { judges }, names))
    }
}

/// How many outputs the ratings are of.
pub(super) fn outputs<'a>(repeats: impl IntoIterator<Item = &'a RepeatedRatings>) -> usize {
    let outputs = repeats.into_iter().map(|ratings| (&*ratings.system, ratings.segment));
    outputs.collect::<BTreeSet<(&str, usize)>>().len()
}

/// Averages the repeats in judgments on a criterion, and gives them back by system and segment.
fn averaged(
    judgments: &mut BySystem<Judgments>,
    names: &mut BySystem<JudgeNames>,
) -> Vec<RepeatedRatings> {
    let mut all = Vec::new();
    for (system, names) in &mut *names {
        let Some(Judgments { judges }) = judgments.get_mut(system) else { continue };
        for segment in 0..judges.first().map_or(0, Vec::len) {
            let given = given(judges, names, segment);
            let Some((means, repeats)) = means(&given) else { continue };
            for (column, (scores, names)) in judges.iter_mut().zip(names.iter_mut()).enumerate() {
                (scores[segment], names[segment]) = means.get(column).cloned().unzip();
            }
            all.extend(repeats.into_iter().map(|(judge, scores)| RepeatedRatings {
                system: system.clone(),
                segment,
                judge,
                scores,
            }));
        }
    }
    if !all.is_empty() {
        drop_empty(judgments, names);
    }
    all
}

/// Drops the last columns that have no rating.
fn drop_empty(judgments: &mut BySystem<Judgments>, names: &mut BySystem<JudgeNames>) {
    for (system, names) in names {
        let Some(Judgments { judges }) = judgments.get_mut(system) else { continue };
        let last = judges.iter().rposition(|scores| scores.iter().any(Option::is_some));
        let kept = last.map_or(1, |last| last + 1);
        judges.truncate(kept);
        names.truncate(kept);
    }
}

/// The ratings of a segment.
fn given(judges: &[Vec<Option<f64>>], names: &JudgeNames, segment: usize) -> Given {
    let columns = judges.iter().zip(names);
    let given = columns.filter_map(|(scores, names)| scores[segment].zip(names[segment].clone()));
    given.collect()
}

/// A mean for each judge, in the order of the first ratings, and the ratings of those with several; `None` where no one has.
fn means(given: &[(f64, Arc<str>)]) -> Option<(Given, ByJudge)> {
    let mut places = given.iter().enumerate();
    if places.all(|(place, (_, judge))| given[..place].iter().all(|(_, other)| other != judge)) {
        return None;
    }
    let mut by_judge = ByJudge::new();
    for (score, judge) in given {
        match by_judge.iter_mut().find(|(known, _)| known == judge) {
            Some((_, scores)) => scores.push(*score),
            None => by_judge.push((Arc::clone(judge), vec![*score])),
        }
    }
    let means = by_judge.iter().map(|(judge, scores)| {
        (scores.iter().sum::<f64>() / scores.len() as f64, Arc::clone(judge))
    });
    let means = means.collect();
    by_judge.retain(|(_, scores)| scores.len() > 1);
    Some((means, by_judge))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::documents::singletons;

    /// Columns with the judges of their scores.
    fn corpus(columns: &[[Option<(f64, &str)>; 2]]) -> Corpus {
        let judges = columns.iter().map(|column| column.map(|rating| Some(rating?.0)).to_vec());
        let names =
            columns.iter().map(|column| column.map(|rating| Some(Arc::from(rating?.1))).to_vec());
        let judgments = Judgments { judges: judges.collect() };
        Corpus {
            documents: singletons(2),
            judgments: [("da".to_owned(), [("A".to_owned(), judgments)].into())].into(),
            judge_names: [("da".to_owned(), [("A".to_owned(), names.collect())].into())].into(),
            ..Corpus::default()
        }
    }

    #[test]
    fn the_mean_is_the_rating_of_a_judge() {
        let ([ann, bob], none) = (["ann", "bob"], None);
        let columns = [
            [Some((3.0, ann)), Some((7.0, bob))],
            [Some((4.0, ann)), none],
            [Some((9.0, bob)), none],
            [Some((8.0, ann)), none],
        ];
        let mut averaged = corpus(&columns);
        let note = averaged.average_repeats().unwrap();
        assert!(note.is_note());
        assert_eq!(note.message, "1 output has up to 3 ratings by one judge");
        assert_eq!(
            averaged.judgments["da"]["A"].judges,
            [[Some(5.0), Some(7.0)], [Some(9.0), None]]
        );
        let names: Vec<Vec<Option<&str>>> = averaged.judge_names["da"]["A"]
            .iter()
            .map(|column| column.iter().map(Option::as_deref).collect())
            .collect();
        assert_eq!(names, [[Some("ann"), Some("bob")], [Some("bob"), None]]);
        let ratings = &averaged.repeats["da"];
        assert_eq!((ratings.len(), ratings[0].segment), (1, 0));
        assert_eq!(ratings[0].scores, [3.0, 4.0, 8.0]);
        // Single ratings, read again, are the same corpus.
        let (judgments, names) = averaged.single_ratings("da", "A").unwrap();
        let mut again = corpus(&[]);
        again.judgments.get_mut("da").unwrap().insert("A".to_owned(), judgments);
        again.judge_names.get_mut("da").unwrap().insert("A".to_owned(), names);
        again.average_repeats();
        assert_eq!(again, averaged);
    }

    #[test]
    fn nothing_changes_without_repeats() {
        let columns = [[Some((3.0, "ann")), None], [Some((4.0, "bob")), None], [None, None]];
        let mut read = corpus(&columns);
        assert_eq!(read.average_repeats(), None);
        assert_eq!(read, corpus(&columns));
        assert!(read.single_ratings("da", "A").is_none());
    }
}
