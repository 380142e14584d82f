//! What each column of a table is for.

use std::collections::BTreeMap;
use std::iter;

use super::missing;
use super::names::{is_criterion, no_score, rank, role};
use super::{JudgeColumn, UnknownJudges, Unread};
use crate::corpus::error::CorpusError;
use crate::corpus::file_names::is_reference;
use crate::corpus::rows::RowFile;
use crate::corpus::rows::{ColumnValues, Groups};
use crate::formats::source::TableSource;

/// Names of columns that say what the score of a row measures.
const MEASURES: [&str; 4] = ["metric", "measure", "criterion", "dimension"];

/// Columns that may have the judges, at most.
const CANDIDATES: usize = 5;

/// The columns of a row per system and segment, or per rating of it, and which rows are of the same output and
/// segment.
struct Long {
    document: Option<usize>,
    segment: Option<usize>,
    system: usize,
    judge: Option<usize>,
    hypothesis: Option<usize>,
    outputs: Groups,
    segments: Groups,
}

/// Columns of numbers, by what they are.
#[derive(Default)]
struct Numbers {
    judgments: Vec<String>,
    scores: Vec<String>,
    left_out: LeftOut,
}

/// Names of columns, by what they seem to be.
#[derive(Default)]
struct LeftOut(Vec<(String, Vec<String>)>);

impl LeftOut {
    fn add(&mut self, what: &str, name: &str) {
        match self.0.iter_mut().find(|(known, _)| known == what) {
            Some((_, names)) => names.push(name.to_owned()),
            None => self.0.push((what.to_owned(), vec![name.to_owned()])),
        }
    }
}

/// Whether columns of these names are those of ratings of systems.
pub(crate) fn is_of_ratings(names: &[&str]) -> bool {
    let roles: Vec<&str> = names.iter().filter_map(|name| role(name)).collect();
    roles.contains(&"system")
        && (roles.contains(&"judge") || names.iter().any(|name| is_criterion(name, false)))
}

/// What the columns of `file` are, and what no use is made of.
pub(super) fn table(
    file: &RowFile,
    columns: &ColumnValues,
    judge: &JudgeColumn,
) -> Result<(TableSource, Unread), CorpusError> {
    let name = |column: usize| columns.names()[column].clone();
    let document = first(columns, "document");
    let mut table = TableSource {
        path: file.path().to_owned(),
        document: document.map(name),
        domain: first(columns, "domain").filter(|_| document.is_some()).map(name),
        source: first(columns, "source").map(name),
        references: texts(columns, true),
        ..TableSource::default()
    };
    let mut unread = Unread::default();
    if let Some(system) = first(columns, "system") {
        let judges = judge_columns(columns, judge);
        let long = Long::new(columns, system, document, &judges);
        if let (None, Some(judge)) = (long.segment, judges.first()) {
            return Err(missing::no_segment(file, columns, &columns.names()[*judge]));
        }
        let numbers = Numbers::new(file, columns, &long)?;
        table.system = Some(name(system));
        table.segment = long.segment.map(name);
        table.hypothesis = long.hypothesis.map(name);
        table.judge = long.judge.map(name).filter(|_| !numbers.judgments.is_empty());
        let repeat = first(columns, "repeat").filter(|column| columns.is_of_numbers(*column));
        table.repeat = repeat.filter(|_| table.judge.is_some()).map(name);
        table.judgments = numbers.judgments;
        table.scores = numbers.scores;
        unread.columns = numbers.left_out.0;
        let has_several = !table.judgments.is_empty() && long.outputs.largest() > 1;
        if has_several && table.judge.is_none() && *judge != JudgeColumn::Unknown {
            unread.judges = Some(unknown_judges(columns, &long, &table));
        }
    } else {
        table.segment = first(columns, "segment").map(name);
        table.systems = texts(columns, false);
        table.systems.extend(first(columns, "hypothesis").map(name));
    }
    refuse_lacking(file, columns, &table)?;
    list_others(columns, &table, &mut unread);
    Ok((table, unread))
}

/// Refuses a table without scores or outputs, and ratings without a column of systems.
fn refuse_lacking(
    file: &RowFile,
    columns: &ColumnValues,
    table: &TableSource,
) -> Result<(), CorpusError> {
    let names = columns.names();
    let is_empty = table.hypothesis.is_none()
        && [&table.systems, &table.judgments, &table.scores].into_iter().all(Vec::is_empty);
    let has_judge = names.iter().any(|name| role(name) == Some("judge"));
    if table.system.is_none()
        && (has_judge || (is_empty && names.iter().any(|name| is_criterion(name, has_judge))))
    {
        return Err(missing::no_system(file, columns));
    }
    if !is_empty {
        return Ok(());
    }
    if names.iter().all(|name| role(name).is_none()) {
        return Err(missing::no_names(file, columns));
    }
    let words = (0..names.len()).filter(|column| is_criterion(&names[*column], has_judge));
    let words = words.filter_map(|column| Some((&*names[column], columns.first_other(column)?)));
    Err(missing::no_scores(file, columns, words.min_by_key(|(_, cell)| cell.place)))
}

/// Names of columns of texts without another role: those of references, or all others.
fn texts(columns: &ColumnValues, are_references: bool) -> Vec<String> {
    let names = columns.names().iter().enumerate();
    let texts = names.filter(|(column, name)| {
        !columns.is_of_numbers(*column)
            && role(name).is_none()
            && is_reference(name) == are_references
    });
    texts.map(|(_, name)| name.clone()).collect()
}

/// The columns that a role is named for, the best name first.
fn candidates(columns: &ColumnValues, wanted: &str) -> Vec<usize> {
    let names = columns.names();
    let mut found: Vec<usize> =
        (0..names.len()).filter(|column| role(&names[*column]) == Some(wanted)).collect();
    found.sort_by_key(|column| rank(&names[*column]));
    found
}

fn first(columns: &ColumnValues, wanted: &str) -> Option<usize> {
    candidates(columns, wanted).first().copied()
}

/// The columns that may say who judged.
fn judge_columns(columns: &ColumnValues, judge: &JudgeColumn) -> Vec<usize> {
    let named = match judge {
        JudgeColumn::Recognised => None,
        JudgeColumn::Named(name) => columns.place(name),
        JudgeColumn::Unknown => return Vec::new(),
    };
    named.map_or_else(|| candidates(columns, "judge"), |named| vec![named])
}

impl Long {
    fn new(
        columns: &ColumnValues,
        system: usize,
        document: Option<usize>,
        judges: &[usize],
    ) -> Self {
        let document_column = document.as_slice();
        let segments = candidates(columns, "segment");
        // What systems have in common; numbers of rows are of one system each.
        let shared = segments.iter().find(|segment| {
            let groups = columns.groups(&[document_column, &[**segment]].concat());
            columns.distinct(system) < 2 || !columns.is_constant(&groups, system)
        });
        let named = shared.or(segments.first()).copied();
        let text = first(columns, "source");
        let segment = named.or(text.filter(|_| !judges.is_empty()));
        let hypothesis = first(columns, "hypothesis");
        let (segments, outputs) = match segment {
            Some(segment) => {
                let segment_columns = [document_column, &[segment]].concat();
                let output_columns = [document_column, &[segment, system]].concat();
                (columns.groups(&segment_columns), columns.groups(&output_columns))
            }
            None => (Groups::none(), Groups::none()),
        };
        let judges = if segment.is_some() { judges } else { &[] };
        let judge = judges
            .iter()
            .copied()
            .find(|judge: &usize| columns.is_distinct(&outputs, *judge))
            .or(judges.first().copied());
        Self { document, segment, system, judge, hypothesis, outputs, segments }
    }

    /// The columns that a table takes for something.
    fn roles(&self) -> Vec<usize> {
        let optional = [self.document, self.segment, self.judge, self.hypothesis];
        optional.into_iter().flatten().chain(iter::once(self.system)).collect()
    }
}

impl Numbers {
    fn new(file: &RowFile, columns: &ColumnValues, long: &Long) -> Result<Self, CorpusError> {
        let mut all = Self::default();
        let has_several = long.outputs.largest() > 1;
        let among_ratings = has_several || long.judge.is_some();
        let has_systems = !columns.is_constant(&long.segments, long.system);
        let (mut criteria, mut varying) = (Vec::new(), Vec::new());
        let roles = long.roles();
        for column in (0..columns.names().len()).filter(|column: &usize| {
            role(&columns.names()[*column]).is_none() && !roles.contains(column)
        }) {
            let name = &columns.names()[column];
            let is_score = no_score(name).is_none() && is_criterion(name, among_ratings);
            if !columns.is_of_numbers(column) {
                let cell =
                    columns.first_other(column).filter(|_| columns.is_mostly_numbers(column));
                match cell {
                    Some(cell) if is_score => return Err(missing::no_number(file, name, cell)),
                    Some(_) => all.left_out.add("not only numbers", name),
                    None => {}
                }
                continue;
            }
            let is_of_segment = has_systems && columns.is_constant(&long.segments, column);
            if let Some(what) = no_score(name) {
                all.left_out.add(what, name);
            } else if is_score {
                criteria.push(column);
            } else if is_same(columns, column) {
                all.left_out.add(SAME, name);
            } else if is_of_segment {
                all.left_out.add("the same for all systems", name);
            } else if has_several && !columns.is_constant(&long.outputs, column) {
                varying.push(name.clone());
            } else {
                all.scores.push(name.clone());
            }
        }
        all.judgments(columns, long, criteria);
        // Where no column is named as a judgment, the ratings are what varies with them.
        if all.judgments.is_empty() && !varying.is_empty() {
            all.judgments.append(&mut varying);
        } else if all.judgments.is_empty() && long.judge.is_some() && !has_several {
            all.judgments.append(&mut all.scores);
        }
        for name in &varying {
            all.left_out.add("not the same in all ratings of an output", name);
        }
        Ok(all)
    }

    /// Takes `criteria` as judgments. Beside one that varies, one that never does is left out; and where ratings of an
    /// output differ, what is a score by a word of its name alone and the same in all ratings is one of a program.
    fn judgments(&mut self, columns: &ColumnValues, long: &Long, criteria: Vec<usize>) {
        let varies = criteria.iter().any(|column| !is_same(columns, *column));
        let differs = criteria.iter().any(|column| !columns.is_constant(&long.outputs, *column));
        for column in criteria {
            let name = &columns.names()[column];
            if varies && is_same(columns, column) {
                self.left_out.add(SAME, name);
            } else if differs
                && !is_criterion(name, false)
                && columns.is_constant(&long.outputs, column)
            {
                self.scores.push(name.clone());
            } else {
                self.judgments.push(name.clone());
            }
        }
    }
}

/// What a column without variation is called.
const SAME: &str = "the same in all rows";

/// Whether all rows have the same value, of several.
fn is_same(columns: &ColumnValues, column: usize) -> bool {
    columns.rows() > 1 && columns.distinct(column) == 1
}

/// Lists columns that `table` does not name.
fn list_others(columns: &ColumnValues, table: &TableSource, unread: &mut Unread) {
    let optional = [
        &table.document,
        &table.domain,
        &table.segment,
        &table.source,
        &table.system,
        &table.hypothesis,
        &table.judge,
        &table.repeat,
    ];
    let lists = [&table.references, &table.systems, &table.judgments, &table.scores];
    let named = optional.into_iter().flatten().chain(lists.into_iter().flatten());
    let listed = unread.columns.iter().flat_map(|(_, names)| names);
    let known: Vec<&String> = named.chain(listed).collect();
    let others = columns.names().iter().filter(|name| !known.contains(name));
    let mut more: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for name in others {
        let what = match role(name) {
            Some(role) => format!("another column of the {role}"),
            None => "not recognised".to_owned(),
        };
        more.entry(what).or_default().push(name.clone());
    }
    unread.columns.extend(more);
}

/// Who may have judged outputs with several ratings.
fn unknown_judges(columns: &ColumnValues, long: &Long, table: &TableSource) -> UnknownJudges {
    let roles = long.roles();
    let identifying = (0..columns.names().len()).filter(|column: &usize| {
        let values = columns.distinct(*column);
        !roles.contains(column)
            && !table.judgments.contains(&columns.names()[*column])
            // A column with more values than that numbers rows, or holds texts.
            && (2..=columns.rows() / 2).contains(&values)
            && columns.is_distinct(&long.outputs, *column)
    });
    let mut groupings: Vec<usize> = identifying.collect();
    groupings.sort_by_key(|column| columns.distinct(*column));
    let names = groupings.iter().map(|column| columns.names()[*column].clone());
    let (measures, mut candidates): (Vec<String>, Vec<String>) =
        names.partition(|name| MEASURES.contains(&&*name.to_lowercase()));
    candidates.truncate(CANDIDATES);
    let measure = measures.into_iter().next();
    let (outputs, fewest, most) = long.outputs.repeated();
    UnknownJudges { outputs, ratings: (fewest, most), candidates, measure }
}
