//! Requests: a question with the groups of scorings and the test sets that it is asked of.

use std::sync::Arc;

use super::question::{AnyQuestion, Question};

/// A question, and what it is asked of: one result for each group on each test set, in every repeat
/// and for every number of replicates.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// The question.
    pub question: AnyQuestion,
    /// Groups of indices of scorings in the corpus plan, sorted.
    pub groups: Vec<Arc<[usize]>>,
    /// Indices of test sets in the corpus plan, ascending.
    pub test_sets: Vec<usize>,
    /// Numbers of replicates.
    pub replicates: Vec<u32>,
    /// It is asked of the repeats from 1 to this.
    pub repeats: u32,
    /// Indices of its tasks in the plan, in the order of [`results`](Self::results).
    tasks: Vec<u32>,
}

impl Request {
    /// A request that has no tasks yet.
    pub fn new(
        question: impl Question,
        mut groups: Vec<Arc<[usize]>>,
        mut test_sets: Vec<usize>,
        replicates: Vec<u32>,
        repeats: u32,
    ) -> Self {
        groups.sort_unstable();
        groups.dedup();
        test_sets.sort_unstable();
        test_sets.dedup();
        let question = AnyQuestion::new(question);
        let mut request =
            Self { question, groups, test_sets, replicates, repeats, tasks: Vec::new() };
        request.tasks = vec![0; request.results().count()];
        request
    }

    /// A request of what takes no resamples: all repeats and numbers of replicates would be alike.
    pub fn once(question: impl Question, groups: Vec<Arc<[usize]>>, test_sets: Vec<usize>) -> Self {
        Self::new(question, groups, test_sets, vec![0], 1)
    }

    /// Test set, repeat, place of the group and number of replicates of each result.
    pub(super) fn results(&self) -> impl Iterator<Item = (usize, u32, usize, u32)> {
        self.test_sets.iter().flat_map(move |test_set| {
            (1..=self.repeats).flat_map(move |repeat| {
                (0..self.groups.len()).flat_map(move |group| {
                    let counts = self.replicates.iter();
                    counts.map(move |replicates| (*test_set, repeat, group, *replicates))
                })
            })
        })
    }

    pub(super) fn set_task(&mut self, place: usize, task: u32) {
        self.tasks[place] = task;
    }

    /// The index in the plan of the task for a group; `None` where that is not asked.
    pub fn task(
        &self,
        test_set: usize,
        repeat: u32,
        group: &[usize],
        replicates: u32,
    ) -> Option<usize> {
        let test_set = self.test_sets.binary_search(&test_set).ok()?;
        let group = self.groups.binary_search_by(|other| (**other).cmp(group)).ok()?;
        let count = self.replicates.iter().position(|count| *count == replicates)?;
        let repeat = repeat.checked_sub(1).filter(|repeat| *repeat < self.repeats)? as usize;
        let place = test_set * self.repeats as usize + repeat;
        let place = (place * self.groups.len() + group) * self.replicates.len() + count;
        Some(self.tasks[place] as usize)
    }
}
