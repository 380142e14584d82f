//! A row per system and item, or per judge or run of it.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::sync::Arc;

use super::{NamedColumns, check_full, check_scores, required, sort_by};
use crate::corpus::frame::{Column, Frame, Groups, Keys};
use crate::corpus::scores::Scores;
use crate::corpus::{
    Corpus, CorpusError, Document, JudgeNames, Judgments, NamedTexts, Texts, Warnings, check_cells,
    check_columns,
};
use crate::words::counted;

/// Reads `frame`, in which a column, or else the file, says of which system a row is; the corpus, and the item of each row.
pub(super) fn read(
    frame: &Frame,
    source: &NamedColumns<'_>,
    warnings: &mut Warnings,
) -> Result<(Corpus, Groups), CorpusError> {
    let mut table = Table::new(frame, source)?;
    table.note_odd(warnings);
    let corpus = table.corpus(warnings)?;
    Ok((corpus, table.items))
}

/// What the rows of a table are.
struct Table<'a> {
    frame: &'a Frame,
    source: &'a NamedColumns<'a>,
    systems: Keys,
    items: Groups,
    /// The first row of each item.
    firsts: Vec<usize>,
    judge: Option<&'a Column>,
    run: Option<&'a Column>,
    judgments: Vec<&'a Column>,
    scores: Vec<&'a Column>,
    /// Rows of items by system, then item, judge and run.
    rows: Vec<usize>,
}

impl<'a> Table<'a> {
    fn new(frame: &'a Frame, source: &'a NamedColumns<'a>) -> Result<Self, CorpusError> {
        let column = |name: &String| frame.column(name);
        let one = |name: Option<&String>| name.map(column).transpose();
        let all = |names: &[String]| names.iter().map(column).collect::<Result<Vec<_>, _>>();
        let system = one(source.system)?;
        let by_file = || {
            let rows = (0..frame.rows()).map(|row| u32::try_from(frame.file(row) + 1).unwrap_or(0));
            Keys { rows: rows.collect(), names: source.files.to_vec() }
        };
        let systems = system.map_or_else(by_file, |column| column.keys().clone());
        let cluster = one(source.cluster)?;
        let (judge, run) = (one(source.judge)?, one(source.run)?);
        for column in [system, cluster].into_iter().flatten() {
            check_full(frame, column)?;
        }
        let (judgments, scores) = (all(source.judgments)?, all(source.scores)?);
        // Logs of events have rows without a score.
        let has_values = |row: usize| {
            let mut columns = judgments.iter().chain(&scores);
            source.hypothesis.is_some() || columns.any(|column| column.number(row).is_some())
        };
        // With a cluster, a row without an item has scores of the whole cluster.
        for name in source.item.iter().filter(|_| cluster.is_none()) {
            let column = frame.column(name)?;
            let mut rows = (0..frame.rows()).filter(|row| has_values(*row));
            if let Some(row) = rows.find(|row| column.keys().rows[*row] == 0) {
                required(frame, column, row)?;
            }
        }
        for column in judgments.iter().chain(&scores) {
            check_scores(frame, column)?;
        }
        let items = if source.item.is_empty() {
            by_position(frame, &systems)?
        } else {
            frame.groups(&source.keys(frame)?)
        };
        check_columns(frame.path(), systems.names.len())?;
        let mut rows: Vec<usize> =
            (0..frame.rows()).filter(|row| items.rows[*row] > 0 && has_values(*row)).collect();
        for column in [judge, run].into_iter().flatten() {
            if let Some(row) = rows.iter().find(|row| column.keys().rows[**row] == 0) {
                required(frame, column, *row)?;
            }
        }
        for keys in [run, judge].into_iter().flatten().map(Column::keys) {
            sort_by(&mut rows, &keys.rows);
        }
        sort_by(&mut rows, &items.rows);
        sort_by(&mut rows, &systems.rows);
        Ok(Self {
            frame,
            source,
            firsts: items.first_rows(),
            items,
            systems,
            judge,
            run,
            judgments,
            scores,
            rows,
        })
    }

    /// The rows of each item that a system has, in the order of items.
    fn outputs(&self, system: u32) -> impl Iterator<Item = &[usize]> {
        let start = self.rows.partition_point(|row| self.systems.rows[*row] < system);
        let end = self.rows.partition_point(|row| self.systems.rows[*row] <= system);
        self.rows[start..end]
            .chunk_by(|one, other| self.items.rows[*one] == self.items.rows[*other])
    }

    /// The place of the item of a row.
    fn item(&self, row: usize) -> usize {
        self.items.rows[row] as usize - 1
    }

    /// Refuses rows of an item that contradict each other in what all systems share.
    fn check_shared(&self) -> Result<(), CorpusError> {
        let shared = self.source.domain.into_iter().chain(self.source.source);
        let by_position = self.source.cluster.filter(|_| self.source.item.is_empty());
        let shared = by_position.into_iter().chain(shared).chain(self.source.references);
        for name in shared {
            let column = self.frame.column(name)?;
            let differs = (0..self.frame.rows())
                .filter(|row| self.items.rows[*row] > 0)
                .find(|row| !column.is_same(*row, self.firsts[self.item(*row)]));
            if let Some(row) = differs {
                let first = self.frame.place(self.firsts[self.item(row)]);
                let cause = format!("column `{name}` differs from {first}");
                let help = "give all rows of an item the same source, references and document, or name the column that \
                            identifies items as `item`";
                return Err(self.frame.malformed(row, cause, help));
            }
        }
        Ok(())
    }

    /// Refuses two rows for one place: of an item, or of an item and judge.
    fn check_twice(&self) -> Result<(), CorpusError> {
        let is_judged = !self.judgments.is_empty();
        if is_judged && self.judge.is_none() && self.run.is_none() {
            return Ok(());
        }
        let key =
            |row: usize| [self.judge, self.run].map(|column| column.map(|c| c.keys().rows[row]));
        let place = |row: usize| (self.systems.rows[row], self.items.rows[row], key(row));
        let same = self.rows.windows(2).find(|pair| place(pair[0]) == place(pair[1]));
        let Some(&[one, other]) = same else { return Ok(()) };
        let (one, other) = (one.min(other), one.max(other));
        let first = self.frame.place(one);
        let (cause, help) = match (is_judged && self.judge.is_some(), self.run) {
            (true, None) => (
                format!("the judge has judged this before, on {first}"),
                "keep one of the rows, or name the column that numbers the ratings of a judge as `run`",
            ),
            (_, Some(run)) => (
                format!("column `{}` has the same run on {first}", run.name()),
                "keep one of the rows, or number them in their order",
            ),
            (false, None) => (
                format!("the system has had this item on {first}"),
                "keep one of the rows, or name the column that tells them apart: `judge`, `run`, or part of `item`",
            ),
        };
        Err(self.frame.malformed(other, cause, help))
    }

    /// Warns of rows that were put together by their position, and says what became of several rows of an item.
    fn note_odd(&self, warnings: &mut Warnings) {
        let path = self.frame.path();
        if self.source.item.is_empty() && self.systems.names.len() > 1 {
            let message = "no column identifies the items: rows were paired by their position";
            warnings.add(path, message, "name the column that identifies items as `item`");
        }
        let sizes = || {
            (1..=self.systems.names.len()).flat_map(|system| {
                self.outputs(u32::try_from(system).unwrap_or(0)).map(<[usize]>::len)
            })
        };
        let several: Vec<usize> = sizes().filter(|size| *size > 1).collect();
        let Some(most) = several.iter().max() else { return };
        if let (None, Some(run)) = (self.judge, self.run) {
            let message = format!("column `{}`: up to {most} runs of an item", run.name());
            warnings.note(path, message, "the mean of the runs is the score of the item");
        } else if self.judge.is_none() && !self.judgments.is_empty() {
            let outputs = counted(several.len(), "output");
            let has = if several.len() == 1 { "has" } else { "have" };
            let message = format!("{outputs} {has} up to {most} ratings, and judges have no names");
            let help = "the mean of the ratings is taken, and judges cannot be resampled: name the column that says who \
                        judged as `judge`";
            warnings.note(path, message, help);
        }
    }

    fn corpus(&mut self, warnings: &mut Warnings) -> Result<Corpus, CorpusError> {
        self.check_shared()?;
        self.check_twice()?;
        let names = self.systems.names.clone();
        let mut by_name: Vec<(&str, u32)> = names.iter().map(String::as_str).zip(1..).collect();
        by_name.sort_unstable();
        let (frame, source, count) = (self.frame, self.source, self.items.count);
        let documents = source.documents(frame, &self.firsts)?;
        let document_scores = self.document_scores(&by_name, &documents)?;
        let mut corpus = Corpus { documents, ..Corpus::default() };
        source.texts(frame, &self.firsts, &mut corpus)?;
        if self.judge.is_none() && self.run.is_none() && !self.judgments.is_empty() {
            self.order_nameless();
        }
        let averages = self.judge.is_none() && self.run.is_some();
        let sizes =
            by_name.iter().flat_map(|(_, system)| self.outputs(*system).map(<[usize]>::len));
        let judges = if averages { 1 } else { sizes.max().unwrap_or(0) };
        let per_system = (judges * self.judgments.len()).max(1);
        check_cells(frame.path(), names.len().saturating_mul(per_system), count)?;
        let hypothesis = source.hypothesis.map(|name| frame.column(name)).transpose()?;
        let judge_names: Vec<Arc<str>> = self.judge.map_or_else(Vec::new, |judge| {
            judge.keys().names.iter().map(|n| n.as_str().into()).collect()
        });
        let (mut edited, mut lacking): (Option<(usize, usize)>, _) = (None, Vec::new());
        for (name, system) in by_name {
            let outputs: Vec<&[usize]> = self.outputs(system).collect();
            if outputs.len() < count {
                lacking.push((name.to_owned(), count - outputs.len()));
            }
            match hypothesis {
                None => corpus.systems_without_text.push(name.to_owned()),
                Some(column) => {
                    let texts = self.hypotheses(column, &outputs, &mut edited);
                    corpus.systems.push(NamedTexts { name: name.to_owned(), texts });
                }
            }
            for (criterion, column) in source.judgments.iter().zip(&self.judgments) {
                let mut columns = vec![vec![None; count]; judges];
                let mut given: JudgeNames = vec![vec![None; count]; judges];
                for rows in &outputs {
                    let item = self.item(rows[0]);
                    if averages {
                        columns[0][item] = mean(column, rows);
                        continue;
                    }
                    for (place, row) in rows.iter().enumerate() {
                        columns[place][item] = column.number(*row);
                        if let (Some(judge), Some(_)) = (self.judge, columns[place][item]) {
                            let judge = judge.keys().rows[*row] as usize - 1;
                            given[place][item] = Some(Arc::clone(&judge_names[judge]));
                        }
                    }
                }
                let systems = corpus.judgments.entry(criterion.clone()).or_default();
                systems.insert(name.to_owned(), Judgments { judges: columns });
                if self.judge.is_some() {
                    let systems = corpus.judge_names.entry(criterion.clone()).or_default();
                    systems.insert(name.to_owned(), given);
                }
            }
            let names = source.holds.map_or(source.scores, std::slice::from_ref);
            for (metric, column) in names.iter().zip(&self.scores) {
                let mut scores = vec![None; count];
                for rows in &outputs {
                    let differs = rows.iter().find(|row| !column.is_same(**row, rows[0]));
                    if let Some(row) = differs.filter(|_| self.run.is_none()) {
                        let cause = format!("a score differs from {}", frame.place(rows[0]));
                        return Err(frame.malformed(*row, cause, "keep one of the rows"));
                    }
                    scores[self.item(rows[0])] = if self.run.is_some() {
                        mean(column, rows)
                    } else {
                        column.number(rows[0])
                    };
                }
                let systems = corpus.external.entry(metric.clone()).or_default();
                systems.insert(name.to_owned(), scores);
            }
        }
        // Of scores alone, it is said for each score.
        if hypothesis.is_some() {
            warnings.add_lacking(frame.path(), "system", &lacking, count);
        }
        if let Some((rows, row)) = edited {
            let (rows, place) = (counted(rows, "row"), frame.place(row));
            let message = format!(
                "another output than before of the same system and segment: {rows}, first {place}"
            );
            let help = "the first text is taken, and all ratings count as those of it: look whether the rows are of \
                        one segment";
            warnings.add(frame.path(), message, help);
        }
        // A column may be of documents alone.
        corpus.external.retain(|name, systems| {
            !document_scores.contains_key(name) || systems.values().flatten().any(Option::is_some)
        });
        corpus.external_documents = document_scores;
        Ok(corpus)
    }

    /// Puts ratings of judges without names in the order of the scores, whatever it was in the file.
    fn order_nameless(&mut self) {
        let mut rows = std::mem::take(&mut self.rows);
        let place = |row: &usize| (self.systems.rows[*row], self.items.rows[*row]);
        for rows in rows.chunk_by_mut(|one, other| place(one) == place(other)) {
            rows.sort_by(|one, other| {
                let orders = self.judgments.iter().map(|column| {
                    let [one, other] =
                        [one, other].map(|row| column.number(*row).unwrap_or(f64::INFINITY));
                    one.total_cmp(&other)
                });
                orders.fold(Ordering::Equal, Ordering::then)
            });
        }
        self.rows = rows;
    }

    /// The outputs of a system, and in `edited` how many rows have another text than the first of the item.
    fn hypotheses(
        &self,
        column: &Column,
        outputs: &[&[usize]],
        edited: &mut Option<(usize, usize)>,
    ) -> Texts {
        let mut texts = Texts::default();
        for rows in outputs {
            while texts.len() < self.item(rows[0]) {
                texts.push(None);
            }
            texts.push(column.text(rows[0]).as_deref());
            for row in rows.iter().filter(|row| !column.is_same(**row, rows[0])) {
                edited.get_or_insert((0, *row)).0 += 1;
            }
        }
        while texts.len() < self.items.count {
            texts.push(None);
        }
        texts
    }

    /// Scores of whole documents: of rows that name a document and no item.
    fn document_scores(
        &self,
        by_name: &[(&str, u32)],
        documents: &[Document],
    ) -> Result<BTreeMap<String, Scores>, CorpusError> {
        let mut all: BTreeMap<String, Scores> = BTreeMap::new();
        let Some(cluster) = self.source.cluster else { return Ok(all) };
        let item = self.source.item.first().map_or("", String::as_str);
        let cluster = self.frame.column(cluster)?.keys();
        let places: BTreeMap<&str, usize> =
            documents.iter().map(|document| document.id.as_str()).zip(0..).collect();
        let texts = self.source.source.into_iter().chain(self.source.references);
        let of_items = texts.chain(self.source.judge).chain(self.source.run);
        let of_items = of_items.chain(self.source.hypothesis).chain(self.source.judgments);
        let mut seen: BTreeMap<(u32, u32), usize> = BTreeMap::new();
        for row in (0..self.frame.rows()).filter(|row| self.items.rows[*row] == 0) {
            for name in of_items.clone() {
                if self.frame.column(name)?.keys().rows[row] > 0 {
                    let cause = format!("column `{item}` is empty, and column `{name}` is not");
                    let help =
                        "fill it in; a row without an item has scores of a whole document only";
                    return Err(self.frame.malformed(row, cause, help));
                }
            }
            if let Some(first) = seen.insert((self.systems.rows[row], cluster.rows[row]), row) {
                let first = self.frame.place(first);
                let cause = format!("the system has had this document on {first}");
                return Err(self.frame.malformed(row, cause, "keep one of the rows"));
            }
            let document = cluster.name(row).unwrap_or("");
            let Some(place) = places.get(document) else {
                let cause = format!("document `{document}` has no segment on any row");
                let help = "add rows of its segments, or remove this one";
                return Err(self.frame.malformed(row, cause, help));
            };
            let system = self.systems.rows[row];
            let name =
                by_name.iter().find(|(_, number)| *number == system).map_or("", |(name, _)| name);
            for column in &self.scores {
                if let Some(score) = column.number(row) {
                    let systems = all.entry(column.name().to_owned()).or_default();
                    let scores = systems.entry(name.to_owned()).or_default();
                    scores.resize(documents.len(), None);
                    scores[*place] = Some(score);
                }
            }
        }
        Ok(all)
    }
}

/// The mean of the scores in `rows`.
fn mean(column: &Column, rows: &[usize]) -> Option<f64> {
    let scores: Vec<f64> = rows.iter().filter_map(|row| column.number(*row)).collect();
    (!scores.is_empty()).then(|| scores.iter().sum::<f64>() / scores.len() as f64)
}

/// The i-th row of each system as item i, where every system has as many rows in one block, or in the same order as the
/// others in turn.
fn by_position(frame: &Frame, systems: &Keys) -> Result<Groups, CorpusError> {
    let mut counts = vec![0; systems.names.len() + 1];
    let position = |system: &u32| {
        counts[*system as usize] += 1;
        counts[*system as usize]
    };
    let rows: Vec<u32> = systems.rows.iter().map(position).collect();
    let blocks = systems.rows.chunk_by(|one, other| one == other).count();
    let turn = systems.names.len();
    let in_turn =
        systems.rows.iter().zip(systems.rows.iter().skip(turn)).all(|(one, other)| one == other);
    let cause = if let Some(number) = (2..=turn).find(|number| counts[*number] != counts[1]) {
        let rows = counted(counts[number] as usize, "row");
        format!(
            "system `{}` has {rows}, `{}` has {}",
            systems.names[number - 1],
            systems.names[0],
            counts[1]
        )
    } else if blocks != turn && !in_turn {
        "the rows of the systems are mixed".to_owned()
    } else {
        return Ok(Groups { rows, count: counts.get(1).map_or(0, |count| *count as usize) });
    };
    let cause = format!("no column identifies the items, and {cause}");
    Err(frame.refused(cause, "name the column that identifies items as `item` (--item)"))
}
