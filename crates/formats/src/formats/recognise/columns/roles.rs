//! What each column of a table is for.

use std::collections::BTreeMap;

use super::missing::{ask, no_column};
use super::names::{
    is_criterion, is_document, is_doubtful, is_metric, is_part, is_summary, no_score, rank, role,
};
use super::{NO_COLUMN, Roles, Unread};
use crate::corpus::error::CorpusError;
use crate::corpus::file_names::is_reference;
use crate::corpus::frame::{Column, Frame, Groups, Notation, parse_number};
use crate::formats::source::TableSource;
use crate::words::counted;

/// Names of columns that say what the score of a row measures.
const MEASURES: [&str; 4] = ["metric", "measure", "criterion", "dimension"];

/// Columns that may have the judges, at most.
const CANDIDATES: usize = 5;

/// Fewest clusters of a column that is not named as one of documents.
const FEWEST_CLUSTERS: usize = 8;

/// Most corpora in a table.
const MOST_CORPORA: usize = 100;

/// Whether columns of these names are those of ratings of systems.
pub(crate) fn is_of_ratings(names: &[&str]) -> bool {
    let roles: Vec<&str> = names.iter().filter_map(|name| role(name)).collect();
    roles.contains(&"system")
        && (roles.contains(&"judge") || names.iter().any(|name| is_criterion(name, false)))
}

/// A corpus in a table: its name, and the value of its rows in each column that tells corpora apart.
type Part = (String, BTreeMap<String, String>);

/// The corpora in a table: the rows of each, by column and value, with a name. One without a name where no column tells corpora
/// apart.
pub(super) fn corpora(frame: &Frame, given: &Roles) -> Result<Vec<Part>, CorpusError> {
    let look = Look { frame, given };
    let columns: Vec<&Column> =
        look.named("corpus").into_iter().filter(|c| c.distinct() > 1).collect();
    let groups = frame.groups(&columns);
    // A column with a value for every item or so names items.
    let is_of_corpora =
        (2..=MOST_CORPORA).contains(&groups.count) && groups.count * 10 <= frame.rows();
    if columns.is_empty() || !is_of_corpora {
        return Ok(vec![(String::new(), BTreeMap::new())]);
    }
    for column in &columns {
        if let Some(row) = column.keys().rows.iter().position(|key| *key == 0) {
            let cause = format!(
                "column `{}` is empty, and it says to which corpus a row belongs",
                column.name()
            );
            return Err(frame.malformed(row, cause, "fill it in, or leave the row out"));
        }
    }
    let rows = groups.first_rows().into_iter().map(|row| {
        let name = |column: &&Column| column.keys().name(row).unwrap_or("").to_owned();
        let names: Vec<String> = columns.iter().map(name).collect();
        let columns = columns.iter().map(|column| column.name().to_owned());
        (names.join("-"), columns.zip(names.iter().cloned()).collect())
    });
    Ok(rows.collect())
}

/// What the columns of `frame` are for, in a table that begins as `source`.
pub(super) fn table(
    frame: &Frame,
    source: &TableSource,
    given: &Roles,
) -> Result<(TableSource, Unread), CorpusError> {
    let look = Look { frame, given };
    look.check_given()?;
    let mut table = TableSource {
        path: source.path.clone(),
        layout: source.layout,
        rows: source.rows.clone(),
        source: look.first("source").map(name),
        references: look.texts(true).into_iter().map(name).collect(),
        ..TableSource::default()
    };
    let system = look.systems().into_iter().max_by_key(|column| column.distinct().min(2));
    let shape = match system {
        Some(_) => Shape::Long,
        None if frame.files() > 1 => Shape::Long,
        None => look.shape()?,
    };
    let mut unread = Unread::default();
    match shape {
        Shape::Long => look.long(system, &mut table, &mut unread)?,
        Shape::Wide(systems) => {
            table.systems = systems.into_iter().map(name).collect();
            table.holds = Some("score".to_owned());
            look.rows_of_items(&mut table)?;
        }
        Shape::Texts => {
            let texts = look.texts(false);
            let is_number = |text: &str| parse_number(text.trim()).is_some();
            let mut odd =
                texts.iter().filter(|c| c.first_other().is_some_and(|(_, t)| is_number(&t)));
            if let Some(error) = odd.find_map(|column| frame.no_number(column)) {
                return Err(error);
            }
            table.systems = texts.into_iter().map(name).collect();
            table.systems.extend(look.first("hypothesis").map(name));
            look.rows_of_items(&mut table)?;
        }
    }
    look.check_scores(&table, &unread)?;
    look.refuse_summaries(&table)?;
    look.list_others(&table, &mut unread);
    unread.decision = look.decision(&table);
    Ok((table, unread))
}

/// How a table is laid out.
enum Shape<'a> {
    /// A row per item of a system.
    Long,
    /// A row per item, with scores of each system in a column.
    Wide(Vec<&'a Column>),
    /// A row per item, with the outputs of each system in a column.
    Texts,
}

fn name(column: &Column) -> String {
    column.name().to_owned()
}

/// A table that is looked at, and what the user says of it.
#[derive(Clone, Copy)]
struct Look<'a> {
    frame: &'a Frame,
    given: &'a Roles,
}

impl<'a> Look<'a> {
    /// The columns that the user names, with their roles.
    fn given(&self) -> Vec<(&'static str, &'a str)> {
        let Roles { system, item, cluster, judge, run, score, errors_as: _ } = self.given;
        let one = [("system", system), ("cluster", cluster), ("judge", judge), ("run", run)];
        let one = one.into_iter().filter_map(|(role, name)| Some((role, name.as_deref()?)));
        let many = [("item", item), ("score", score)].into_iter();
        let many =
            many.flat_map(|(role, names)| names.iter().map(move |name| (role, name.as_str())));
        one.chain(many).collect()
    }

    fn check_given(&self) -> Result<(), CorpusError> {
        let mut named = self.given().into_iter().filter(|(_, name)| *name != NO_COLUMN);
        named.try_for_each(|(_, name)| self.frame.column(name).map(|_| ()))
    }

    /// The role of a column by what the user says, or else by its name.
    fn role(&self, column: &Column) -> Option<&'static str> {
        let given = self.given();
        match given.iter().find(|(_, name)| *name == column.name()) {
            Some((role, _)) => Some(role),
            // A column that is named as one of a role that another has is no score.
            None => role(column.name()).map(|role| {
                if given.iter().any(|(given, _)| *given == role) { "another" } else { role }
            }),
        }
    }

    /// The columns of a role, the best name first.
    fn named(&self, wanted: &str) -> Vec<&'a Column> {
        let columns = self.frame.columns().iter();
        let mut named: Vec<&Column> =
            columns.filter(|column| self.role(column) == Some(wanted)).collect();
        named.sort_by_key(|column| rank(column.name()));
        named
    }

    fn first(&self, wanted: &str) -> Option<&'a Column> {
        self.named(wanted).first().copied()
    }

    fn systems(&self) -> Vec<&'a Column> {
        self.named("system").into_iter().rev().collect()
    }

    /// Columns of texts without another role: those of references, or all others.
    fn texts(&self, are_references: bool) -> Vec<&'a Column> {
        let texts = self.frame.columns().iter().filter(|column| {
            !column.numbers().are_all()
                && self.role(column).is_none()
                && is_reference(column.name()) == are_references
        });
        texts.collect()
    }

    /// Columns of numbers without another role that may be scores.
    fn scores(&self) -> Vec<&'a Column> {
        let scores = self.frame.columns().iter().filter(|column| match self.role(column) {
            Some(role) => role == "score",
            None => {
                self.given.score.is_empty()
                    && column.numbers().are_all()
                    && no_score(column.name()).is_none()
            }
        });
        scores.collect()
    }

    /// The layout of one file without a column of systems.
    fn shape(&self) -> Result<Shape<'a>, CorpusError> {
        let scores = self.scores();
        let has_texts = self.first("hypothesis").is_some() || !self.texts(true).is_empty();
        // Where a row is an item, and has several numbers, no rows are those of a system.
        let is_of_items =
            self.named("item").iter().any(|item| item.distinct() == self.frame.rows());
        if scores.len() < 2 || has_texts || !is_of_items {
            self.refuse_unnamed_systems()?;
        }
        if has_texts && self.given.score.is_empty() {
            let has_scores = self.first("hypothesis").is_some() && !scores.is_empty();
            return Ok(if has_scores { Shape::Long } else { Shape::Texts });
        }
        let metrics = scores.iter().filter(|column| is_metric(column.name(), true)).count();
        let others = scores.iter().filter(|column| !is_metric(column.name(), false)).count();
        if !self.given.score.is_empty() && scores.len() > 1 && metrics < scores.len() {
            return Ok(Shape::Wide(scores));
        }
        if scores.is_empty() {
            return Ok(Shape::Texts);
        }
        let doubtful = self.frame.columns().iter().filter(|column| {
            is_doubtful(column.name()) && column.numbers().are_all() && self.role(column).is_none()
        });
        let doubtful: Vec<&str> = doubtful.map(Column::name).collect();
        if metrics == scores.len() || scores.len() == 1 && doubtful.is_empty() {
            return Ok(Shape::Long);
        }
        let odd: Vec<&str> =
            scores.iter().filter(|c| is_like_ids(c, &scores)).map(|c| c.name()).collect();
        if others == scores.len() && odd.is_empty() && doubtful.is_empty() {
            return Ok(Shape::Wide(scores));
        }
        let names: Vec<&str> =
            scores.iter().map(|c| c.name()).filter(|name| !odd.contains(name)).collect();
        let names = quoted(&names.join(","));
        let mut options = vec![format!("--score {names} (if each column is of a system)")];
        if !doubtful.is_empty() {
            options.push(format!("--score {names},{}", quoted(&doubtful.join(","))));
        }
        let cause = match odd.first() {
            Some(column) => {
                options.push(format!("--cluster {0} or --item {0}", quoted(column)));
                format!("column `{column}` may be names of items or clusters, or scores")
            }
            None if !doubtful.is_empty() => format!("`{}` may be a system", doubtful[0]),
            None => "columns may be scores of systems, or metrics of one system".to_owned(),
        };
        Err(ask(self.frame, &cause, &options))
    }

    /// Refuses rows of several systems that no column names.
    fn refuse_unnamed_systems(&self) -> Result<(), CorpusError> {
        let others = self.frame.columns().iter().filter(|column| {
            [None, Some("cluster"), Some("item"), Some("run")].contains(&self.role(column))
                && !column.numbers().are_all()
                && column.is_full()
                // A system has several items.
                && (2..=self.frame.rows() / 2).contains(&column.distinct())
        });
        let others: Vec<&Column> = others.collect();
        let keys = self.keys();
        let has_items = self.named("item").iter().any(|item| item.distinct() == self.frame.rows());
        let may_be_systems = others.iter().filter(|system| {
            let by_system = Groups::of(system.keys());
            keys.iter().any(|key| {
                let items = Groups::of(key.keys());
                // Where rows are items by name, two columns that have few of all pairs are chance.
                let are_few = self.frame.rows() * 4 < items.count * by_system.count;
                key.name() != system.name()
                    && !(has_items && are_few)
                    && items.largest() > 1
                    && items.and(&by_system).largest() == 1
                    && recurs(&items, &by_system)
            })
        });
        let options: Vec<String> =
            may_be_systems.map(|column| format!("--system {}", quoted(column.name()))).collect();
        let has_judge = self.first("judge").is_some();
        if options.is_empty() && !has_judge {
            return Ok(());
        }
        Err(ask(self.frame, "no column is named as that of the systems", &options))
    }

    /// Columns that may identify items by what they hold.
    fn keys(&self) -> Vec<&'a Column> {
        let keys = self.frame.columns().iter().filter(|column| {
            let is_free = match self.role(column) {
                Some(role) => ["item", "source", "cluster", "corpus"].contains(&role),
                None => !is_reference(column.name()),
            };
            let numbers = column.numbers();
            let is_score = numbers.are_all()
                && (is_metric(column.name(), false)
                    || numbers.notation != Notation::Plain
                    || numbers.values().any(|value| value.fract() != 0.0)
                    || no_score(column.name())
                        .is_some_and(|what| what != "numbers of lines or parts"));
            is_free && !is_score && column.is_full() && column.distinct() > 2
        });
        keys.collect()
    }

    /// The cluster and the item of a table whose rows are items.
    fn rows_of_items(&self, table: &mut TableSource) -> Result<(), CorpusError> {
        let items = self.named("item");
        let cluster = self.first("cluster").filter(|column| {
            is_document(column.name())
                || column.distinct() >= FEWEST_CLUSTERS
                || self.is_given("cluster")
        });
        let is_item = |column: &&&Column| {
            let columns: Vec<&Column> = cluster.into_iter().chain([**column]).collect();
            self.is_given("item") || self.frame.groups(&columns).largest() == 1
        };
        if let Some(item) =
            items.first().filter(|_| table.holds.is_some() && !self.is_given("item"))
            && !items.iter().any(|item| is_item(&item))
            && 2 * item.distinct() <= self.frame.rows()
        {
            let cause = format!("several rows have the same `{}`", item.name());
            let help = "write a row for each item of a system, with a column of systems and one of runs; or name all columns \
                        that identify an item by `--item`";
            return Err(no_column(self.frame, &cause, help));
        }
        let wanted = if self.is_given("item") { items.len() } else { 1 };
        table.item = items.iter().filter(is_item).take(wanted).map(|column| name(column)).collect();
        if table.item.is_empty() {
            let keys = self.keys().into_iter().filter(|key| {
                key.distinct() == self.frame.rows() && !table.systems.contains(&name(key))
            });
            table.item.extend(keys.map(name).next());
        }
        table.cluster = self.cluster(cluster);
        table.domain = self.first("domain").filter(|_| cluster.is_some()).map(name);
        Ok(())
    }

    /// The key of a cluster: the column, or that the user says there is none.
    fn cluster(&self, cluster: Option<&Column>) -> Option<String> {
        let said = self.given.cluster.clone().filter(|given| given == NO_COLUMN);
        cluster.map(name).or(said)
    }

    fn is_given(&self, role: &str) -> bool {
        self.given().iter().any(|(given, _)| *given == role)
    }

    /// A table with a row per item of a system.
    fn long(
        &self,
        system: Option<&'a Column>,
        table: &mut TableSource,
        unread: &mut Unread,
    ) -> Result<(), CorpusError> {
        let frame = self.frame;
        let systems = match system {
            Some(column) => Groups::of(column.keys()),
            None => frame.by_file(),
        };
        let documents = self
            .first("cluster")
            .filter(|column| is_document(column.name()) || self.is_given("cluster"))
            // Documents that are there once in each system are the items.
            .filter(|column| {
                let is_item = Groups::of(column.keys()).and(&systems).largest() == 1;
                !is_item || !self.named("item").is_empty() || self.is_given("cluster")
            });
        let judges = self.named("judge");
        let runs = self
            .named("run")
            .into_iter()
            .filter(|column| column.distinct() > 1 && column.is_full());
        let run = runs.clone().next();
        let items = self.items(&systems, documents, judges.first().copied(), run)?;
        if items.is_empty() && !judges.is_empty() {
            let cause = format!(
                "`{}` says who judged, and no column identifies the items",
                judges[0].name()
            );
            return Err(no_column(frame, &cause, "name it `item`, or give its name by `--item`"));
        }
        let (segments, outputs) = if items.is_empty() {
            (Groups::none(frame.rows()), Groups::none(frame.rows()))
        } else {
            let columns: Vec<&Column> =
                documents.into_iter().chain(items.iter().copied()).collect();
            let segments = frame.groups(&columns);
            let outputs = segments.and(&systems);
            (segments, outputs)
        };
        let judge =
            judges.iter().find(|judge| judge.is_distinct(&outputs)).or(judges.first()).copied();
        // What does not tell rows of an output apart is no run.
        let run = run.filter(|_| outputs.largest() > 1);
        table.system = system.map(name);
        table.item = items.iter().map(|column| name(column)).collect();
        table.hypothesis = self.first("hypothesis").filter(|c| !c.numbers().are_all()).map(name);
        let scores = self.scores();
        let has_number = |row| scores.iter().any(|column| column.number(row).is_some());
        let mut counts = vec![0_u32; outputs.count + 1];
        let rows = outputs.rows.iter().enumerate().filter(|(row, _)| has_number(*row));
        rows.for_each(|(_, output)| counts[*output as usize] += 1);
        let has_several = counts[1..].iter().any(|count| *count > 1);
        let long = Long { segments, outputs, judge, run, has_several };
        let numbers = Numbers::new(self, &long, &items)?;
        table.judge = judge.filter(|_| !numbers.judgments.is_empty()).map(name);
        table.run = run.map(name);
        table.judgments = numbers.judgments;
        table.scores = numbers.scores;
        // Lines that MetricX writes.
        if table.scores == ["prediction"] && table.hypothesis.is_some() && table.source.is_some() {
            table.holds = Some("MetricX".to_owned());
        }
        unread.columns = numbers.left_out;
        if !items.is_empty() {
            let is_constant = |name: &String| {
                frame.column(name).is_ok_and(|column| column.is_constant(&long.segments))
            };
            let references = std::mem::take(&mut table.references);
            let (constant, others) = references.into_iter().partition(is_constant);
            table.references = constant;
            if !others.is_empty() {
                unread.columns.insert("not the same for all systems".to_owned(), others);
            }
        }
        for column in self.named("cluster") {
            self.refuse_odd_clusters(column, &long.segments)?;
        }
        let mut clusters = self.named("cluster").into_iter();
        let cluster = documents.or_else(|| {
            clusters.find(|column| {
                column.distinct() >= FEWEST_CLUSTERS
                    && column.distinct() < long.segments.count
                    && column.is_full()
                    && column.is_constant(&long.segments)
                    && !items.iter().any(|item| item.name() == column.name())
            })
        });
        table.cluster = self.cluster(cluster);
        table.domain = self.first("domain").filter(|_| cluster.is_some()).map(name);
        let has_several = !table.judgments.is_empty() && long.has_several;
        if has_several && table.judge.is_none() && run.is_none() && !self.is_given("judge") {
            return Err(self.unknown_judges(&long, table));
        }
        Ok(())
    }

    /// Refuses a column named as one of clusters if a few rows contradict the others of their item.
    fn refuse_odd_clusters(&self, column: &Column, items: &Groups) -> Result<(), CorpusError> {
        let firsts = items.first_rows();
        let is_odd = |row: &usize| match items.rows[*row] {
            0 => false,
            item => {
                column.keys().rows[*row] == 0 || !column.is_same(*row, firsts[item as usize - 1])
            }
        };
        let odd: Vec<usize> = (0..self.frame.rows()).filter(is_odd).collect();
        let Some(row) = odd.first().filter(|_| odd.len() * 10 <= self.frame.rows()) else {
            return Ok(());
        };
        if items.count == 0 || column.distinct() < FEWEST_CLUSTERS {
            return Ok(());
        }
        let cause = format!(
            "column `{}` is empty, or another than on other rows of the item",
            column.name()
        );
        let help = "give all rows of an item the same, or take no clusters by `--cluster none`";
        Err(self.frame.malformed(*row, cause, help))
    }

    /// The columns that identify items.
    fn items(
        &self,
        systems: &Groups,
        documents: Option<&'a Column>,
        judge: Option<&'a Column>,
        run: Option<&'a Column>,
    ) -> Result<Vec<&'a Column>, CorpusError> {
        let named = self.named("item");
        if self.is_given("item") {
            // In the order in which they were given.
            return self.given.item.iter().map(|name| self.frame.column(name)).collect();
        }
        let with_document = |column: &'a Column| {
            let columns: Vec<&Column> = documents.into_iter().chain([column]).collect();
            self.frame.groups(&columns)
        };
        // What systems have in common; numbers of rows are of one system each.
        let has_systems = systems.count > 1;
        let shared = named.iter().find(|column| {
            let items = with_document(column);
            !has_systems || items.and(systems).count > items.count
        });
        let others = [judge, run].into_iter().flatten().map(|column| Groups::of(column.keys()));
        let rest = others.fold(systems.clone(), |groups, other| groups.and(&other));
        let is_key = |items: &Groups| {
            items.and(&rest).largest() == 1 && (!has_systems || recurs(items, systems))
        };
        let named_key = if has_systems { shared } else { named.first() }.copied();
        let is_unknown = |key: &&Column| {
            let is_known = self.role(key).is_some() || no_score(key.name()).is_some();
            named_key.is_none() || !is_known
        };
        let mut keys = if named_key.is_some() { named.clone() } else { Vec::new() };
        keys.extend(self.keys().into_iter().filter(is_unknown));
        keys.retain(|key| documents.is_none_or(|documents| documents.name() != key.name()));
        // A key has as many values as a system has rows.
        let most = rest.largest();
        let large = keys.iter().filter(|key| key.distinct() >= most || named.len() == keys.len());
        let groups = large.map(|key| (*key, quoted(key.name()), with_document(key)));
        let mut valid: Vec<(&Column, String, Groups)> = groups.collect();
        // Item numbers may start again in each cluster, category, ...
        let parts = self.frame.columns().iter().filter(|part| {
            (is_part(part.name()) || self.role(part) == Some("cluster")) && part.is_full()
        });
        valid.extend(parts.zip(named_key.into_iter().cycle()).map(|(part, key)| {
            let both = with_document(key).and(&Groups::of(part.keys()));
            let option = match self.role(part) {
                // Several samples of one task are runs, not items.
                Some("item") => format!("{} --run {}", quoted(part.name()), quoted(key.name())),
                _ => quoted(&format!("{},{}", part.name(), key.name())),
            };
            (key, option, both)
        }));
        valid.retain(|(.., items)| is_key(items));
        // Row numbers identify items only if nothing else does.
        let is_number = |key: &Column| self.role(key).is_none() && no_score(key.name()).is_some();
        if valid.iter().any(|(key, ..)| !is_number(key)) {
            valid.retain(|(key, ..)| !is_number(key));
        }
        let key = match (named_key, valid.first()) {
            (Some(key), _) => key,
            (None, Some((key, ..))) => *key,
            (None, None) if !named.is_empty() => named[0],
            (None, None) => {
                let pair = keys.iter().enumerate().find_map(|(place, one)| {
                    let other = keys[place + 1..]
                        .iter()
                        .find(|other| has_systems && is_key(&self.frame.groups(&[*one, **other])));
                    other.map(|other| format!("{},{}", one.name(), other.name()))
                });
                let Some(pair) = pair else { return Ok(Vec::new()) };
                let options = [
                    format!("--item {}", quoted(&pair)),
                    "--judge or --run with one of them".to_owned(),
                ];
                let cause = "only several columns together identify the items";
                return Err(ask(self.frame, cause, &options));
            }
        };
        let items = with_document(key);
        valid.retain(|(.., other)| !other.is_same_as(&items));
        if !has_systems || valid.is_empty() {
            return Ok(vec![key]);
        }
        let key = is_key(&items).then(|| quoted(key.name()));
        let options = key.into_iter().chain(valid.into_iter().map(|(_, option, _)| option));
        let options: Vec<String> = options.map(|option| format!("--item {option}")).collect();
        let cause = "it is not clear which columns identify an item, and the choice changes which rows are compared";
        Err(ask(self.frame, cause, &options))
    }

    /// Refuses a table without scores or outputs.
    fn check_scores(&self, table: &TableSource, unread: &Unread) -> Result<(), CorpusError> {
        let has_some = table.hypothesis.is_some()
            || [&table.systems, &table.judgments, &table.scores].into_iter().any(|c| !c.is_empty());
        if has_some {
            return Ok(());
        }
        let words = self.frame.columns().iter().filter(|one| {
            let has_numbers = one.numbers().values().next().is_some();
            matches!(self.role(one), None | Some("score"))
                && (is_criterion(one.name(), true) || has_numbers)
        });
        let first = |column: &&Column| Some(column.first_other()?.0);
        let words = words.filter(|column| first(column).is_some());
        if let Some(error) = words.min_by_key(first).and_then(|one| self.frame.no_number(one)) {
            return Err(error);
        }
        let options = unread.columns.iter().flat_map(|(what, names)| {
            names.iter().map(move |name| format!("--score {} ({what})", quoted(name)))
        });
        let cause = "no column holds scores or outputs";
        Err(ask(self.frame, cause, &options.collect::<Vec<_>>()))
    }

    /// Refuses rows such as `Average` below the items.
    fn refuse_summaries(&self, table: &TableSource) -> Result<(), CorpusError> {
        let count = self.frame.rows();
        let columns = table.item.iter().chain(&table.system);
        for column in columns.filter_map(|name| self.frame.column(name).ok()) {
            let names = &column.keys().names;
            let Some(name) = names.iter().find(|name| is_summary(name)) else { continue };
            let row = (0..count).rfind(|row| column.keys().name(*row) == Some(name));
            // Summaries are at the end of a table.
            if let Some(row) = row.filter(|row| names.len() > 2 && row * 10 >= count * 9) {
                let cause = format!("`{name}` seems to be a summary of the other rows");
                let help = "leave the row out, or give it another name";
                return Err(self.frame.malformed(row, cause, help));
            }
        }
        Ok(())
    }

    /// Lists columns that `table` does not name.
    fn list_others(&self, table: &TableSource, unread: &mut Unread) {
        let listed = unread.columns.values().flatten().map(String::as_str);
        let known: Vec<&str> = table.columns().map(|(_, column)| column).chain(listed).collect();
        let others =
            self.frame.columns().iter().map(Column::name).filter(|name| !known.contains(name));
        let others: Vec<String> = others.map(str::to_owned).collect();
        for name in others {
            let what = match role(&name) {
                Some("corpus") => "the same in all rows".to_owned(),
                Some(role) => format!("another column of the {role}"),
                None => "not recognised".to_owned(),
            };
            unread.columns.entry(what).or_default().push(name);
        }
        let unreadable: Vec<String> = self.frame.unread().map(str::to_owned).collect();
        if !unreadable.is_empty() {
            unread.columns.insert("neither texts nor numbers, or too large".to_owned(), unreadable);
        }
    }

    /// The use of each column, in a line.
    fn decision(&self, table: &TableSource) -> String {
        let path = self.frame.path().file_name().unwrap_or_default().to_string_lossy();
        let mut parts: Vec<String> = Vec::new();
        if table.system.is_none() && table.systems.is_empty() {
            parts.push(format!(
                "{} = system",
                if self.frame.files() > 1 { "files" } else { "file" }
            ));
        }
        for (key, column) in table.columns() {
            let Ok(column) = self.frame.column(column) else { continue };
            let name = column.name();
            parts.push(match key {
                "system" | "item" | "cluster" | "judge" | "run" | "domain" => {
                    format!("{name} = {key} ({})", column.distinct())
                }
                "references" => format!("{name} = reference"),
                "rows" => format!("{name} = corpus ({})", table.rows[name]),
                "systems" if table.holds.is_some() => format!("{name} = system{}", values(column)),
                "systems" => format!("{name} = output"),
                "judgments" | "scores" => format!("{name} = score{}", values(column)),
                _ => format!("{name} = {key}"),
            });
        }
        let used: Vec<&str> = table.columns().map(|(_, column)| column).collect();
        let names = self.frame.columns().iter().map(Column::name);
        let ignored: Vec<&str> = names.filter(|name| !used.contains(name)).collect();
        let ignored = ignored.join(", ");
        let ignored = if ignored.is_empty() { ignored } else { format!("; ignored: {ignored}") };
        format!("{path}: {}{ignored}", parts.join(", "))
    }

    /// Asks who judged outputs with several ratings, or what these measure.
    fn unknown_judges(&self, long: &Long<'_>, table: &TableSource) -> CorpusError {
        let used: Vec<&str> = table.columns().map(|(_, column)| column).collect();
        let columns = self.frame.columns().iter().filter(|column| {
            !used.contains(&column.name())
                // A column with more values than that numbers rows, or holds texts.
                && (2..=self.frame.rows() / 2).contains(&column.distinct())
                && column.is_distinct(&long.outputs)
        });
        let mut columns: Vec<&Column> = columns.collect();
        columns.sort_by_key(|column| column.distinct());
        let is_measure = |column: &&Column| MEASURES.contains(&&*column.name().to_lowercase());
        let (measures, candidates): (Vec<&Column>, Vec<&Column>) =
            columns.into_iter().partition(is_measure);
        if let Some(measure) = measures.first() {
            let cause = format!(
                "rows have scores of several kinds, which column `{}` says",
                measure.name()
            );
            let help = "give each kind a column of its own, or keep the rows of one";
            return self.frame.refused(cause, help);
        }
        let several = long.outputs.sizes().into_iter().filter(|size| *size > 1).count();
        let has = if several == 1 { "has" } else { "have" };
        let outputs = counted(several, "output");
        let cause = format!("{outputs} {has} several ratings: which column names the judge?");
        let columns = candidates.iter().take(CANDIDATES);
        let mut options: Vec<String> =
            columns.map(|column| format!("--judge {}", quoted(column.name()))).collect();
        if let (Some(item), Some(part)) = (table.item.first(), candidates.first()) {
            options.push(format!("--item {},{item} if `{item}` starts again in each", part.name()));
        }
        options.push("--run COLUMN if it tells runs of a system apart".to_owned());
        options.push("--judge none, which takes each rating as another judge's".to_owned());
        ask(self.frame, &cause, &options)
    }
}

/// How values are written, where that is not as numbers.
fn values(column: &Column) -> &'static str {
    let is_share = |value: f64| value == 0.0 || (value - 1.0).abs() < 1e-12;
    match column.numbers().notation {
        Notation::Plain if column.numbers().values().all(is_share) => " (0/1)",
        Notation::Plain => "",
        Notation::Truth => " (words as 1 and 0)",
        Notation::Percent => " (percent)",
        Notation::DecimalComma => " (decimal commas)",
        Notation::List => " (means of lists)",
    }
}

/// A name as it is written after an option.
fn quoted(name: &str) -> String {
    if name.contains(|letter: char| !letter.is_alphanumeric() && !"_-.,/".contains(letter)) {
        format!("'{name}'")
    } else {
        name.to_owned()
    }
}

/// Whether systems have items in common: at least half of those of the smallest.
fn recurs(items: &Groups, systems: &Groups) -> bool {
    let both = items.and(systems);
    let mut counts = vec![0_usize; systems.count + 1];
    for row in both.first_rows() {
        counts[systems.rows[row] as usize] += 1;
    }
    let smallest = counts[1..].iter().min().copied().unwrap_or(0);
    2 * both.count.saturating_sub(items.count) >= smallest
}

/// Fewest values that show that a column has no fractions.
const FEWEST_WHOLE: usize = 10;

/// Returns `true` if a column may have names of items or clusters, among columns of scores: whole numbers without a gap, where
/// one other column differs, or any whole numbers where two others have fractions or are far smaller.
fn is_like_ids(column: &Column, all: &[&Column]) -> bool {
    let numbers = column.numbers();
    let is_whole = |column: &Column| column.numbers().values().all(|value| value.fract() == 0.0);
    let largest =
        |column: &Column| column.numbers().values().fold(0.0, |most: f64, v| most.max(v.abs()));
    let others = || all.iter().filter(|other| other.name() != column.name());
    let count = numbers.values().count();
    let span = largest(column) - numbers.values().fold(f64::INFINITY, f64::min) + 1.0;
    let is_unlike = |other: &&&Column| {
        let has_many = other.numbers().values().count() >= FEWEST_WHOLE;
        has_many && !is_whole(other) || largest(other) * 5.0 < largest(column)
    };
    let is_of_few = others().any(|other| {
        !is_whole(other)
            || largest(other) * 5.0 < largest(column)
            || other.numbers().values().count() * 4 < count
    });
    is_whole(column)
        && numbers.notation == Notation::Plain
        // Numbers without a gap.
        && (count > 2 && (span - count as f64).abs() < 0.5 && is_of_few || others().filter(is_unlike).count() > 1)
}

/// A table with a row per item of a system, or per rating of it.
struct Long<'a> {
    segments: Groups,
    outputs: Groups,
    judge: Option<&'a Column>,
    run: Option<&'a Column>,
    /// Whether several rows of an output have numbers.
    has_several: bool,
}

/// Columns of numbers, by what they are.
#[derive(Default)]
struct Numbers {
    judgments: Vec<String>,
    scores: Vec<String>,
    left_out: BTreeMap<String, Vec<String>>,
}

impl Numbers {
    fn leave_out(&mut self, what: &str, name: &str) {
        self.left_out.entry(what.to_owned()).or_default().push(name.to_owned());
    }

    fn new(look: &Look<'_>, long: &Long<'_>, items: &[&Column]) -> Result<Self, CorpusError> {
        let mut all = Self::default();
        let has_several = long.has_several && long.run.is_none();
        let among_ratings = has_several || long.judge.is_some();
        let has_systems = long.outputs.count > long.segments.count;
        let (mut criteria, mut varying) = (Vec::new(), Vec::new());
        let columns = look.frame.columns().iter().filter(|column| {
            matches!(look.role(column), None | Some("score"))
                && !items.iter().any(|item| item.name() == column.name())
        });
        for column in columns {
            let name = column.name();
            let is_given = look.role(column) == Some("score");
            if is_given {
                // Refused when it is read, if it holds something else.
                let given = if among_ratings { &mut all.judgments } else { &mut all.scores };
                given.push(name.to_owned());
                continue;
            }
            // Lines that MetricX writes have texts.
            let is_of_metricx = name == "prediction" && look.first("hypothesis").is_some();
            let no_score = no_score(name).filter(|_| !is_of_metricx);
            let is_score = no_score.is_none() && is_criterion(name, among_ratings);
            if !look.given.score.is_empty() {
                continue;
            }
            if !column.numbers().are_all() {
                match look.frame.no_number(column).filter(|_| column.numbers().are_most()) {
                    Some(error) if is_score => return Err(error),
                    Some(_) => all.leave_out("not only numbers", name),
                    None => {}
                }
                continue;
            }
            let is_of_segment = has_systems && column.is_constant(&long.segments);
            if let Some(what) = no_score {
                all.leave_out(what, name);
            } else if is_score {
                criteria.push(column);
            } else if is_same(look.frame, column) {
                all.leave_out(SAME, name);
            } else if is_of_segment {
                all.leave_out("the same for all systems", name);
            } else if has_several && !column.is_constant(&long.outputs) {
                varying.push(name.to_owned());
            } else {
                all.scores.push(name.to_owned());
            }
        }
        all.judgments(look.frame, long, criteria);
        // Where no column is named as a judgment, the ratings are what varies with them.
        if all.judgments.is_empty() && !varying.is_empty() {
            all.judgments.append(&mut varying);
        } else if all.judgments.is_empty() && long.judge.is_some() && !has_several {
            all.judgments.append(&mut all.scores);
        }
        for name in &varying {
            all.leave_out("not the same in all ratings of an output", name);
        }
        let scores = std::mem::take(&mut all.scores);
        for name in scores {
            let column = look.frame.column(&name)?;
            let same = all.scores.iter().find(|other| {
                look.frame.column(other).is_ok_and(|other| column.has_same_numbers(other))
            });
            match same.cloned() {
                Some(other) if look.given.score.is_empty() => {
                    all.leave_out(&format!("the same as {other}"), &name);
                }
                _ => all.scores.push(name),
            }
        }
        Ok(all)
    }

    /// Takes `criteria` as judgments. Beside one that varies, one that never does is left out; and where ratings of an
    /// output differ, what is a score by a word of its name alone and the same in all ratings is one of a program.
    fn judgments(&mut self, frame: &Frame, long: &Long<'_>, criteria: Vec<&Column>) {
        let varies = criteria.iter().any(|column| !is_same(frame, column));
        let differs = criteria.iter().any(|column| !column.is_constant(&long.outputs));
        for column in criteria {
            let name = column.name();
            if varies && is_same(frame, column) {
                self.leave_out(SAME, name);
            } else if differs && !is_criterion(name, false) && column.is_constant(&long.outputs) {
                self.scores.push(name.to_owned());
            } else {
                self.judgments.push(name.to_owned());
            }
        }
    }
}

/// What a column without variation is called.
const SAME: &str = "the same in all rows";

/// Whether all rows have the same value, of several.
fn is_same(frame: &Frame, column: &Column) -> bool {
    frame.rows() > 1 && column.distinct() == 1
}
