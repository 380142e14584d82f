//! A row per item, with a column of outputs or scores for each system.

use super::{NamedColumns, check_full, check_scores, ordered, sort_by, texts};
use crate::corpus::frame::{Column, Frame, Groups};
use crate::corpus::{Corpus, CorpusError, NamedTexts};

/// Reads `frame`; the corpus, and the item of each row.
pub(super) fn read(
    frame: &Frame,
    source: &NamedColumns<'_>,
) -> Result<(Corpus, Groups), CorpusError> {
    let keys = source.keys(frame)?;
    for column in &keys {
        check_full(frame, column)?;
    }
    let systems: Vec<&Column> =
        source.systems.iter().map(|name| frame.column(name)).collect::<Result<_, _>>()?;
    let groups = frame.groups(&keys);
    let mut rows = ordered(&groups);
    if source.item.is_empty() && source.holds.is_some() {
        // Rows without names are put in an order that depends on their scores alone, and is no order of these.
        let mut by_name = systems.clone();
        by_name.sort_by_key(|column| column.name());
        rows.sort_by_cached_key(|row| {
            let mut hash = blake3::Hasher::new();
            for column in &by_name {
                hash.update(&column.number(*row).map_or(u64::MAX, f64::to_bits).to_le_bytes());
            }
            *hash.finalize().as_bytes()
        });
        sort_by(&mut rows, &groups.rows);
    } else if !source.item.is_empty()
        && let Some(pair) =
            rows.windows(2).find(|pair| groups.rows[pair[0]] == groups.rows[pair[1]])
    {
        let cause = format!("the same item is on {}", frame.place(pair[0]));
        let help = "give a row to each item, or name the column of systems as `system`";
        return Err(frame.malformed(pair[1], cause, help));
    }
    let mut corpus = Corpus { documents: source.documents(frame, &rows)?, ..Corpus::default() };
    source.texts(frame, &rows, &mut corpus)?;
    for (name, column) in source.systems.iter().zip(systems) {
        let Some(score) = source.holds else {
            corpus.systems.push(NamedTexts { name: name.clone(), texts: texts(column, &rows) });
            continue;
        };
        check_scores(frame, column)?;
        corpus.systems_without_text.push(name.clone());
        let scores = rows.iter().map(|row| column.number(*row)).collect();
        corpus.external.entry(score.clone()).or_default().insert(name.clone(), scores);
    }
    let mut items = Groups::none(frame.rows());
    items.count = rows.len();
    for (item, row) in (1..).zip(&rows) {
        items.rows[*row] = item;
    }
    Ok((corpus, items))
}
