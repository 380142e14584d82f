//! `docs/reproduction.md` quotes the reference results: the tables between its marks are made from them, and so is every
//! number before a comment such as
//!
//! ```text
//! 58.6<!-- = seeds_mean/scale | europarl-2004.published | what~conclusions at 95 % that Spanish -->
//! ```
//!
//! A quote has three parts or more: what it is, a table of an experiment, and what its row has (`column=value`, or
//! `column~part of a text`). What it is, is a column, one divided by another (`a/b`) or less another (`a-b`), `min`, `median`, `max` or `count` of these
//! where several rows match, or `number 2 here`, the second number in a text. It has the decimals that stand there.
//!
//! `RUNNER_UPDATE_DOCS=1 cargo test --test studies reproduction` rewrites both after `just golden`; read the difference
//! before committing it: words around a number stay.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::path::PathBuf;

use runner::analyses::published::{Claim, RealSet, RealText, real_text_lines};
use runner::analyses::{ClaimRow, claims_of_sources};
use runner::table::{Contents, ReportRow, TableFile, Tables};

use crate::real_text;
use crate::support::root;

const START: &str = "<!-- results: ";
const END: &str = "<!-- end of results -->";
const QUOTE: &str = "<!-- = ";

/// The experiments of the four papers.
const EXPERIMENTS: [&str; 4] = ["cesta", "cesta-campaign", "tides-2002", "europarl-2004"];

/// All of them that have claims.
const WITH_CLAIMS: [&str; 6] =
    ["cesta", "cesta-all-orders", "cesta-campaign", "tides-2002", "europarl-2004", "koehn-judged"];

fn document() -> PathBuf {
    root().join("docs/reproduction.md")
}

/// The file of a table of the reference results.
fn file(experiment: &str, table: &str) -> Vec<u8> {
    let path = root().join("results/golden").join(experiment).join(format!("{table}.parquet"));
    std::fs::read(&path)
        .unwrap_or_else(|error| panic!("{}: {error}; `just golden` makes it", path.display()))
}

/// The rows of a table of the reference results.
fn rows<R: ReportRow>(experiment: &str) -> Vec<R> {
    TableFile::open(file(experiment, R::NAME)).unwrap().shown().unwrap().rows
}

/// What stands between a mark and its end.
fn made(what: &str) -> String {
    match what.split_once(' ') {
        Some(("claims", experiment)) => claims(experiment),
        None if what == "real-sets" => real_sets(&real_text::kept()),
        None if what == "real-text" => {
            let rows = EXPERIMENTS.iter().flat_map(|experiment| rows::<ClaimRow>(experiment));
            let generated: Vec<ClaimRow> = rows.collect();
            let (laws, kept) = (real_text::laws(), real_text::kept());
            let lines = laws.iter().flat_map(|law| {
                law.claims
                    .iter()
                    .map(|claim| on_real_text(&law.source.key, claim, &generated, &kept))
            });
            "| claim | print | generated | on real text | verdict |\n|---|---|---|---|---|\n"
                .to_owned()
                + &lines.collect::<String>()
        }
        _ => panic!("`{what}` is neither `real-sets`, `real-text` nor `claims EXPERIMENT`"),
    }
}

/// The claims of an experiment. Verdicts on real text have a table of their own.
fn claims(experiment: &str) -> String {
    let without = |row| ClaimRow { real_text: None, ..row };
    let mut tables = Tables::default();
    tables.insert(rows::<ClaimRow>(experiment).into_iter().map(without).collect());
    let sources = claims_of_sources(&tables);
    assert_eq!(sources.len(), 1, "{experiment}");
    let text = sources[0].table.markdown();
    text.lines().filter(|line| line.starts_with('|')).flat_map(|line| [line, "\n"]).collect()
}

/// The test sets of kept runs.
fn real_sets(real: &RealText) -> String {
    let lines = real.sets.iter().map(|set| {
        let RealSet { experiment, systems, references, documents, segments, .. } = set;
        // Where segments have no documents, each is its own.
        let documents =
            if documents == segments { "–".to_owned() } else { documents.to_string() };
        let counts = format!("{systems} | {references} | {documents} | {segments}");
        let (name, tested) = (in_markdown(&set.name), set.claims.len());
        format!("| {name} | `{experiment}` | {counts} | {tested} |\n")
    });
    "| set | experiment | systems | references | documents | segments | claims tested |\n\
     |---|---|---:|---:|---:|---:|---:|\n"
        .to_owned()
        + &lines.collect::<String>()
}

/// A claim in print, on generated corpora and on real test sets.
fn on_real_text(source: &str, claim: &Claim, generated: &[ClaimRow], real: &RealText) -> String {
    let id = claim.id.as_deref().unwrap_or_default();
    let mut rows = generated.iter();
    let generated = rows
        .find(|row| *row.source == *source && row.id.as_deref() == Some(id))
        .map_or("–".to_owned(), |row| format!("{}: {}", row.verdict_text(), row.here));
    let note = claim.note.as_deref().map_or(String::new(), |note| format!(" ({note})"));
    let [said, place, print, generated] =
        [&*(claim.claim.clone() + &note), &claim.place, &claim.published, &generated]
            .map(in_markdown);
    let tested = real_text_lines(source, id, real).unwrap_or_else(|| "not tested\n–".to_owned());
    let (verdict, sets) = tested.split_once('\n').unwrap();
    let sets: Vec<String> = sets.lines().map(in_markdown).collect();
    format!(
        "| {said} *{place}* | {print} | {generated} | {} | **{verdict}** |\n",
        sets.join("<br>")
    )
}

/// Text that Markdown shows as it is.
fn in_markdown(text: &str) -> String {
    let escaped = text.chars().map(|c| match c {
        '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '#' | '~' | '$' => format!("\\{c}"),
        '<' => "&lt;".to_owned(),
        '>' => "&gt;".to_owned(),
        '&' => "&amp;".to_owned(),
        c => c.to_string(),
    });
    escaped.collect()
}

/// The page with new tables, and the marks of these.
fn with_tables(page: &str) -> (String, Vec<String>) {
    let (mut text, mut marks) = (String::new(), Vec::new());
    let mut rest = page;
    while let Some((before, after)) = rest.split_once(START) {
        let (what, after) = after.split_once(" -->\n").expect("a mark ends");
        let (_, after) = after.split_once(END).expect("what is made ends");
        text.extend([before, START, what, " -->\n", &made(what), END]);
        marks.push(what.to_owned());
        rest = after;
    }
    (text + rest, marks)
}

/// The page with its quotes read again, and their number.
fn with_quotes(page: &str, tables: &dyn Fn(&str) -> Contents) -> (String, usize) {
    let (mut text, mut quotes) = (String::new(), 0);
    let mut rest = page;
    while let Some((before, after)) = rest.split_once(QUOTE) {
        let (quote, after) = after.split_once(" -->").expect("a quote ends");
        let is_of_number = |letter: char| letter.is_ascii_digit() || matches!(letter, '.' | '-');
        let words = before.trim_end_matches(is_of_number);
        let written = &before[words.len()..];
        assert!(written.parse::<f64>().is_ok(), "`{quote}` stands behind `{written}`, no number");
        let value = value(quote, tables).unwrap_or_else(|problem| panic!("`{quote}`: {problem}"));
        text.extend([words, &like(written, value), QUOTE, quote, " -->"]);
        quotes += 1;
        rest = after;
    }
    (text + rest, quotes)
}

/// A number with the decimals of another, and without a 0 before the point where that has none.
fn like(written: &str, value: f64) -> String {
    let decimals = written.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    let text = format!("{value:.decimals$}");
    let has_no_zero = written.trim_start_matches('-').starts_with('.');
    if has_no_zero { text.replacen("0.", ".", 1) } else { text }
}

/// What a quote is of.
fn value(quote: &str, tables: &dyn Fn(&str) -> Contents) -> Result<f64, String> {
    let mut parts = quote.split(" | ");
    let what: Vec<&str> = parts.next().unwrap_or_default().split(' ').collect();
    let table = tables(parts.next().ok_or("it names no table")?);
    let mut rows: Vec<usize> = (0..table.rows()).collect();
    for part in parts {
        let (column, wanted, whole) = match (part.split_once('='), part.split_once('~')) {
            (Some((column, wanted)), _) if !column.contains('~') => (column, wanted, true),
            (_, Some((column, wanted))) => (column, wanted, false),
            _ => return Err(format!("`{part}` is neither `column=value` nor `column~text`")),
        };
        table.column(column).ok_or_else(|| format!("there is no column `{column}`"))?;
        rows.retain(|row| {
            let value = table.value(column, *row);
            if whole {
                value.is(wanted)
            } else {
                value.text().is_some_and(|text| text.contains(wanted))
            }
        });
    }
    let number = |column: &str, row: usize| {
        table.value(column, row).number().ok_or_else(|| format!("`{column}` is not a number"))
    };
    let computed = |what: &str, row: usize| match (what.split_once('/'), what.split_once('-')) {
        // No scale is a scale of 1.
        (Some((column, "scale")), _) => {
            Ok(number(column, row)? / number("scale", row).unwrap_or(1.0))
        }
        (Some((column, by)), _) => Ok(number(column, row)? / number(by, row)?),
        (_, Some((column, less))) => Ok(number(column, row)? - number(less, row)?),
        _ => number(what, row),
    };
    match (&what[..], &rows[..]) {
        (["count"], rows) => Ok(rows.len() as f64),
        (_, []) => Err("no row matches".to_owned()),
        ([column], [row]) => computed(column, *row),
        (["number", place, column], [row]) => {
            let text = table.value(column, *row).text().unwrap_or_default();
            let is_of_number =
                |letter: char| letter.is_ascii_digit() || matches!(letter, '.' | '-');
            let numbers = text.split(|letter| !is_of_number(letter));
            let numbers: Vec<f64> = numbers.filter_map(|text| text.parse().ok()).collect();
            let place: usize = place.parse().map_err(|_| "which number?")?;
            numbers.get(place - 1).copied().ok_or_else(|| format!("of {numbers:?}?"))
        }
        ([reduce @ ("min" | "median" | "max"), column], rows) => {
            let values = rows.iter().map(|row| computed(column, *row));
            let mut values: Vec<f64> = values.collect::<Result<_, _>>()?;
            values.sort_by(f64::total_cmp);
            let last = values.len() - 1;
            Ok(match *reduce {
                "min" => values[0],
                "max" => values[last],
                _ => f64::midpoint(values[last / 2], values[values.len() / 2]),
            })
        }
        (_, rows) => Err(format!("{} rows match", rows.len())),
    }
}

#[test]
fn the_document_quotes_the_reference_results() {
    let page = std::fs::read_to_string(document()).unwrap();
    let (renewed, marks) = with_tables(&page);
    let golden = |name: &str| {
        let (experiment, table) = name.split_once('.').expect("EXPERIMENT.TABLE");
        Contents::decode(&file(experiment, table)).unwrap()
    };
    let (renewed, quotes) = with_quotes(&renewed, &golden);
    if std::env::var_os("RUNNER_UPDATE_DOCS").is_some() {
        std::fs::write(document(), &renewed).unwrap();
        return;
    }
    for wanted in WITH_CLAIMS
        .iter()
        .map(|name| format!("claims {name}"))
        .chain(["real-sets", "real-text"].map(str::to_owned))
    {
        assert!(marks.contains(&wanted), "the document has no mark `{wanted}`");
    }
    assert!(quotes >= 20, "{quotes} quotes");
    let different = page.lines().zip(renewed.lines()).find(|(page, now)| page != now);
    assert!(page == renewed, "the first line that differs, and what it is now: {different:?}");
}

/// A claim that several pages have, has one verdict.
#[test]
fn claims_have_one_verdict() {
    let mut verdicts = std::collections::BTreeMap::new();
    for experiment in WITH_CLAIMS {
        for row in rows::<ClaimRow>(experiment) {
            let id = row.id.clone().unwrap_or_else(|| panic!("{} has no id", row.claim));
            let paper = row.source.trim_end_matches("-all-orders").to_owned();
            let verdict = verdicts.entry((paper, id)).or_insert(row.verdict);
            assert_eq!(*verdict, row.verdict, "{experiment}: {}", row.claim);
        }
    }
}

/// Quotes of a small table, by hand.
#[test]
fn numbers_are_quoted_as_they_stand() {
    let table = |name: &str| {
        assert_eq!(name, "paper.published");
        let texts =
            [("what", ["one", "another", "other"]), ("here", ["p: -0.5 to 2.75, 3 of 4", "", ""])];
        let numbers = [
            ("mean", [Some(0.256), Some(4.0), Some(2.0)]),
            ("scale", [Some(0.01), None, Some(4.0)]),
        ];
        let texts = texts.map(|(name, values)| {
            (name.to_owned(), values.map(|text| Some(text.to_owned())).to_vec())
        });
        Contents::of_columns(
            3,
            texts,
            numbers.map(|(name, values)| (name.to_owned(), values.to_vec())),
        )
    };
    let quoted = |written: &str, quote: &str| {
        let (text, quotes) = with_quotes(&format!("it is {written}<!-- = {quote} --> now"), &table);
        assert_eq!(quotes, 1);
        text.split_once("<!--").unwrap().0.strip_prefix("it is ").unwrap().to_owned()
    };
    assert_eq!(quoted("1.0", "mean/scale | paper.published | what=one"), "25.6");
    assert_eq!(quoted(".1", "mean | paper.published | what=one"), ".3");
    assert_eq!(quoted("9", "mean/scale | paper.published | what=another"), "4");
    assert_eq!(quoted("9", "max mean | paper.published | what~other"), "4");
    assert_eq!(quoted("9", "median mean | paper.published | what~other"), "3");
    assert_eq!(quoted("9", "count | paper.published | what~other"), "2");
    assert_eq!(quoted("9", "count | paper.published | what=none"), "0");
    assert_eq!(quoted("9.0", "number 1 here | paper.published | what=one"), "-0.5");
    assert_eq!(quoted("9", "number 4 here | paper.published | what=one"), "4");
    for (quote, problem) in [
        ("mean | paper.published | what~other", "2 rows match"),
        ("mean | paper.published | what=none", "no row matches"),
        ("mean | paper.published | whit=one", "there is no column `whit`"),
        ("number 9 here | paper.published | what=one", "of ["),
    ] {
        let said = value(quote, &table).expect_err(quote);
        assert!(said.contains(problem), "{quote}: {said}");
    }
}
