//! A row per system and segment, or per judge of it.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::documents::DocumentRows;
use super::{Columns, NamedColumns, required};
use crate::corpus::documents::{DocumentsBuilder, singletons};
use crate::corpus::error::CorpusError;
use crate::corpus::limits::{check_cells, check_columns};
use crate::corpus::model::{Corpus, JudgeNames, Judgments, NamedTexts, Texts};
use crate::corpus::rows::{Field, RowFile};
use crate::corpus::scores::{SCORE_HELP, parse_score};
use crate::corpus::warnings::Warnings;
use crate::words::counted;

/// Reads `file`, whose systems are in column `system`.
pub(super) fn read(
    file: &RowFile,
    source: &NamedColumns<'_>,
    system: &str,
    warnings: &mut Warnings,
) -> Result<Corpus, CorpusError> {
    let mut columns = Columns::default();
    let places = Places {
        system: columns.ask(system),
        document: columns.ask_one(source.document),
        domain: columns.ask_one(source.domain),
        segment: columns.ask_one(source.segment),
        judge: columns.ask_one(source.judge),
        repeat: columns.ask_one(source.repeat),
        hypothesis: columns.ask_one(source.hypothesis),
        texts: source.source.into_iter().chain(source.references).map(|n| columns.ask(n)).collect(),
        judgments: columns.ask_all(source.judgments),
        scores: columns.ask_all(source.scores),
    };
    let names = columns.names.clone();
    let mut table = Table {
        file,
        columns,
        places,
        documents: DocumentsBuilder::new(file.path(), file.unit()),
        segments: Vec::new(),
        by_key: BTreeMap::new(),
        systems: BTreeMap::new(),
        document_rows: DocumentRows::default(),
        edited: None,
    };
    file.each(&names, &mut |line, fields| table.row(line, fields))?;
    table.into_corpus(source, warnings)
}

/// Where the fields of each use are.
struct Places {
    system: usize,
    document: Option<usize>,
    domain: Option<usize>,
    segment: Option<usize>,
    judge: Option<usize>,
    repeat: Option<usize>,
    hypothesis: Option<usize>,
    /// Source, if there is one, then references.
    texts: Vec<usize>,
    judgments: Vec<usize>,
    scores: Vec<usize>,
}

/// What all rows of a segment say.
struct Segment {
    line: usize,
    document: String,
    domain: Option<String>,
    texts: Vec<Option<String>>,
}

/// What the rows of a system's segment say.
struct Rated {
    line: usize,
    hypothesis: Option<String>,
    /// In ascending order. A list, since most outputs have one rating, and a tree keeps room for eleven.
    judgments: Vec<Rating>,
    scores: Vec<Option<f64>>,
}

/// Name of the judge with the number of a repeat (or a number alone, where judges have no names), and a score per criterion.
type Rating = ((String, u64), Vec<Option<f64>>);

struct Table<'a> {
    file: &'a RowFile,
    columns: Columns<'a>,
    places: Places,
    documents: DocumentsBuilder,
    segments: Vec<Segment>,
    by_key: BTreeMap<(String, String), usize>,
    systems: BTreeMap<String, BTreeMap<usize, Rated>>,
    document_rows: DocumentRows,
    /// Rows whose output is another text than that of an earlier row, and place of the first.
    edited: Option<(usize, usize)>,
}

impl Table<'_> {
    fn row(&mut self, line: usize, fields: &[Field<'_>]) -> Result<(), CorpusError> {
        let name = |at| required(self.file, line, &self.columns, fields, at);
        let system = name(self.places.system)?.to_owned();
        let document = self.places.document.map(name).transpose()?.unwrap_or("").to_owned();
        if self.places.document.is_some()
            && self
                .places
                .segment
                .is_some_and(|at: usize| fields[at].as_deref().unwrap_or("").trim().is_empty())
        {
            return self.document_row(line, fields, system, &document);
        }
        let domain = self.places.domain.map(name).transpose()?.map(str::to_owned);
        let judge = self.places.judge.map(name).transpose()?.unwrap_or("").to_owned();
        let repeat = self.places.repeat.map(|at| self.repeat(line, fields, at)).transpose()?;
        let id = self.places.segment.map(name).transpose()?.map(str::to_owned);

        let rows_of_system = self.systems.get(&system).map_or(0, BTreeMap::len);
        let index = match id {
            Some(id) => {
                let next = self.segments.len();
                *self.by_key.entry((document.clone(), id)).or_insert(next)
            }
            // Without names of segments, the rows of each system are the segments in their order.
            None => rows_of_system,
        };
        let text = |at: &usize| fields[*at].as_deref().map(str::to_owned);
        let texts: Vec<Option<String>> = self.places.texts.iter().map(text).collect();
        let segment = Segment { line, document, domain, texts };
        self.segment(index, segment)?;

        let judged = self.scores(line, fields, &self.places.judgments)?;
        let external = self.scores(line, fields, &self.places.scores)?;
        let hypothesis = self.places.hypothesis.as_ref().and_then(text);
        let rated = Rated { line, hypothesis, judgments: Vec::new(), scores: external };
        self.rated(index, system, rated, (judge, repeat), judged)?;
        check_columns(self.file.path(), self.systems.len())
    }

    /// The number of a repeat.
    fn repeat(&self, line: usize, fields: &[Field<'_>], at: usize) -> Result<u64, CorpusError> {
        let text = required(self.file, line, &self.columns, fields, at)?;
        // Programs that know missing values only in columns of real numbers write 1.0.
        text.strip_suffix(".0").unwrap_or(text).parse().map_err(|_| {
            let name = self.columns.names[at];
            let cause = format!("column `{name}`: `{text}` is no whole number");
            let help = "number the ratings of an output by one judge 1, 2, ... in their order";
            self.file.malformed(line, cause, help)
        })
    }

    /// The scores in `columns`.
    fn scores(
        &self,
        line: usize,
        fields: &[Field<'_>],
        columns: &[usize],
    ) -> Result<Vec<Option<f64>>, CorpusError> {
        let scores = columns.iter().map(|at| {
            let score = fields[*at].as_deref().unwrap_or("").trim();
            if score.is_empty() {
                return Ok(None);
            }
            parse_score(score).map_err(|cause| {
                let cause = format!("column `{}`: {cause}", self.columns.names[*at]);
                self.file.malformed(line, cause, SCORE_HELP)
            })
        });
        scores.collect()
    }

    /// Adds a row of scores of a whole document.
    fn document_row(
        &mut self,
        line: usize,
        fields: &[Field<'_>],
        system: String,
        document: &str,
    ) -> Result<(), CorpusError> {
        let places = &self.places;
        let segment_columns = places
            .judge
            .iter()
            .chain(&places.repeat)
            .chain(&places.hypothesis)
            .chain(&places.texts);
        let filled = segment_columns
            .chain(&places.judgments)
            .find(|at| !fields[**at].as_deref().unwrap_or("").trim().is_empty());
        if let Some(at) = filled {
            let names = &self.columns.names;
            let segment = places.segment.map_or("", |at| names[at]);
            let cause = format!("column `{segment}` is empty, and column `{}` is not", names[*at]);
            let help = "fill it in; a row without a segment has scores of a whole document only";
            return Err(self.file.malformed(line, cause, help));
        }
        let scores = self.scores(line, fields, &self.places.scores)?;
        self.document_rows.add((self.file, line), &system, document, scores)?;
        self.systems.entry(system).or_default();
        check_columns(self.file.path(), self.systems.len())
    }

    /// Adds the segment `index`, or compares it with what was said before.
    fn segment(&mut self, index: usize, segment: Segment) -> Result<(), CorpusError> {
        let Some(known) = self.segments.get(index) else {
            if self.places.document.is_some() {
                let domain = segment.domain.as_deref();
                self.documents.push(domain, &segment.document, segment.line)?;
            }
            self.segments.push(segment);
            return Ok(());
        };
        let places = &self.places;
        let mut texts = segment.texts.iter().zip(&known.texts);
        let differs = if segment.document != known.document {
            places.document
        } else if segment.domain != known.domain {
            places.domain
        } else {
            texts.rposition(|(here, there)| here != there).map(|at| places.texts[at])
        };
        let Some(column) = differs.map(|at| self.columns.names[at]) else { return Ok(()) };
        let cause =
            format!("column `{column}` differs from {}", self.file.unit().place(known.line));
        let help = "give all rows of a segment the same source, references and document, or name \
                    the column that identifies segments as `segment`";
        Err(self.file.malformed(segment.line, cause, help))
    }

    /// Adds what a row says of a system's segment.
    fn rated(
        &mut self,
        index: usize,
        system: String,
        rated: Rated,
        (judge, repeat): (String, Option<u64>),
        judged: Vec<Option<f64>>,
    ) -> Result<(), CorpusError> {
        let line = rated.line;
        let with_judges = !self.places.judgments.is_empty();
        let named = self.places.judge.is_some();
        let segments = self.systems.entry(system).or_default();
        let mut cause = None;
        let mut help = "keep one of the rows";
        if let Some(known) = segments.get(&index) {
            let place = self.file.unit().place(known.line);
            if !with_judges {
                cause = Some(format!("the system has had this segment on {place}"));
            } else if known.scores != rated.scores {
                cause = Some(format!("a score differs from {place}"));
            }
            if known.hypothesis != rated.hypothesis {
                self.edited.get_or_insert((0, line)).0 += 1;
            }
        }
        let entry = segments.entry(index).or_insert(rated);
        let number = if named { 0 } else { entry.judgments.len() as u64 };
        let key = (judge, repeat.unwrap_or(number));
        match entry.judgments.binary_search_by(|(known, _)| known.cmp(&key)) {
            _ if !with_judges => {}
            Err(at) => entry.judgments.insert(at, (key, judged)),
            Ok(_) => {
                let place = self.file.unit().place(entry.line);
                (cause, help) = twice(repeat, &place);
            }
        }
        match cause {
            None => Ok(()),
            Some(cause) => Err(self.file.malformed(line, cause, help)),
        }
    }

    /// Notes that outputs have several ratings of judges without names.
    fn note_nameless(&self, warnings: &mut Warnings) {
        let rated = self.systems.values().flat_map(BTreeMap::values);
        let counts: Vec<usize> =
            rated.map(|rated| rated.judgments.len()).filter(|count| *count > 1).collect();
        let Some(most) = counts.iter().max() else { return };
        let outputs = counted(counts.len(), "output");
        let has = if counts.len() == 1 { "has" } else { "have" };
        let message = format!("{outputs} {has} up to {most} ratings, and judges have no names");
        let help = "the mean of the ratings is taken, and judges cannot be resampled: name the column that says who \
                    judged as `judge`";
        warnings.note(self.file.path(), message, help);
    }

    fn into_corpus(
        mut self,
        source: &NamedColumns<'_>,
        warnings: &mut Warnings,
    ) -> Result<Corpus, CorpusError> {
        let count = self.segments.len();
        let path = self.file.path();
        let rated = self.systems.values().flat_map(BTreeMap::values);
        let judges = rated.map(|rated| rated.judgments.len()).max().unwrap_or(0);
        let per_system = (judges * self.places.judgments.len()).max(1);
        check_cells(path, self.systems.len().saturating_mul(per_system), count)?;
        let mut lacking = Vec::new();
        for (system, rated) in self.systems.iter().filter(|(_, rated)| rated.len() < count) {
            if source.segment.is_none() {
                let rows = counted(rated.len(), "row");
                let cause = format!("system `{system}` has {rows}, another {count}");
                let help = "name the column that identifies segments as `segment`, or give every system a row for \
                            each segment";
                return Err(CorpusError::malformed(path, None, cause, help));
            }
            lacking.push((system.clone(), count - rated.len()));
        }
        // Of scores alone, it is said for each score.
        if self.places.hypothesis.is_some() {
            warnings.add_lacking(path, "system", &lacking, count);
        }
        if let Some((rows, place)) = self.edited {
            let (rows, place) = (counted(rows, "row"), self.file.unit().place(place));
            let message = format!(
                "another output than before of the same system and segment: {rows}, first {place}"
            );
            let help = "the first text is taken, and all ratings count as those of it: look whether the rows are of \
                        one segment";
            warnings.add(path, message, help);
        }
        if source.judge.is_none() {
            self.note_nameless(warnings);
        }
        let mut corpus = Corpus::default();
        let column = |at: usize| {
            self.segments.iter().map(move |segment| segment.texts[at].as_deref()).collect()
        };
        let mut place = 0..self.places.texts.len();
        if source.source.is_some() {
            corpus.source = place.next().map(column);
        }
        for (name, at) in source.references.iter().zip(place) {
            corpus.references.push(NamedTexts { name: name.clone(), texts: column(at) });
        }
        // What rows say goes as soon as it is in the corpus, so that a large file is not there three times.
        for (system, mut rated) in std::mem::take(&mut self.systems) {
            if source.hypothesis.is_some() {
                let mut texts = Texts::default();
                for index in 0..count {
                    let text = rated.get_mut(&index).and_then(|rated| rated.hypothesis.take());
                    texts.push(text.as_deref());
                }
                corpus.systems.push(NamedTexts { name: system.clone(), texts });
            } else {
                corpus.systems_without_text.push(system.clone());
            }
            for (at, criterion) in source.judgments.iter().enumerate() {
                let mut columns = vec![vec![None; count]; judges];
                for (index, rated) in &rated {
                    for (column, (_, scores)) in columns.iter_mut().zip(&rated.judgments) {
                        column[*index] = scores[at];
                    }
                }
                let systems = corpus.judgments.entry(criterion.clone()).or_default();
                systems.insert(system.clone(), Judgments { judges: columns });
                if self.places.judge.is_some() {
                    let systems = corpus.judge_names.entry(criterion.clone()).or_default();
                    systems.insert(system.clone(), judge_names(&rated, at, judges, count));
                }
            }
            for (at, metric) in source.scores.iter().enumerate() {
                let systems = corpus.external.entry(metric.clone()).or_default();
                systems.insert(
                    system.clone(),
                    (0..count).map(|index| rated.get(&index).and_then(|r| r.scores[at])).collect(),
                );
            }
        }
        let with_documents = self.places.document.is_some();
        corpus.documents = if with_documents { self.documents.finish() } else { singletons(count) };
        let document_scores =
            self.document_rows.into_scores(self.file, source.scores, &corpus.documents)?;
        // A column may be of documents alone.
        corpus.external.retain(|name, systems| {
            !document_scores.contains_key(name) || systems.values().flatten().any(Option::is_some)
        });
        corpus.external_documents = document_scores;
        Ok(corpus)
    }
}

/// That a judge has judged an output before, under the same number of a repeat where there is one, and what to do.
fn twice(repeat: Option<u64>, place: &str) -> (Option<String>, &'static str) {
    match repeat {
        None => (
            Some(format!("the judge has judged this before, on {place} or later")),
            "keep one of the rows, or name the column that numbers the ratings of a judge as `repeat`",
        ),
        Some(number) => (
            Some(format!(
                "the judge has given rating {number} of this before, on {place} or later"
            )),
            "keep one of the rows, or number them in their order",
        ),
    }
}

/// Who gave each of the judgments of a system on the criterion `at`.
fn judge_names(
    rated: &BTreeMap<usize, Rated>,
    at: usize,
    judges: usize,
    segments: usize,
) -> JudgeNames {
    let mut columns = vec![vec![None; segments]; judges];
    let mut judge_names: BTreeMap<&str, Arc<str>> = BTreeMap::new();
    for (index, rated) in rated {
        for (column, ((name, _), scores)) in columns.iter_mut().zip(&rated.judgments) {
            let mut name =
                || judge_names.entry(name).or_insert_with(|| name.as_str().into()).clone();
            column[*index] = scores[at].map(|_| name());
        }
    }
    columns
}
