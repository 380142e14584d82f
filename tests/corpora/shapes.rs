//! The same scores in tables of many shapes: the corpus does not depend on the order of rows and columns, nor on the layout,
//! and names of columns change no number.

use std::fs;
use std::path::Path;

use polars::prelude::{Column, DataFrame, ParquetWriter};
use runner::corpus::model::Corpus;
use runner::formats::{self, Roles};

use crate::forged::Numbers;

/// A table: names of columns, and rows of fields.
#[derive(Clone)]
struct Table {
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
}

fn shuffle<T>(noise: &mut Numbers, list: &mut [T]) {
    for place in (1..list.len()).rev() {
        list.swap(place, noise.below(place + 1));
    }
}

const SYSTEMS: [&str; 3] = ["gpt-x", "llama-y", "mistral-z"];
const ITEMS: usize = 40;

/// Scores with two decimals by item and system; some are missing.
fn scores(seed: u64) -> Vec<[Option<f64>; 3]> {
    let mut noise = Numbers::new(seed);
    let mut score = || (noise.below(12) > 0).then(|| noise.below(100) as f64 / 100.0 + 0.001);
    (0..ITEMS).map(|_| [score(), score(), score()]).collect()
}

fn field(score: Option<f64>) -> String {
    score.map_or_else(String::new, |score| score.to_string())
}

fn table(columns: &[&str], rows: impl Iterator<Item = Vec<String>>) -> Table {
    Table { columns: columns.iter().map(|name| (*name).to_owned()).collect(), rows: rows.collect() }
}

/// A row per system and item, with a cluster of five items under `cluster`.
fn long(scores: &[[Option<f64>; 3]], [system, item, cluster, score]: [&str; 4]) -> Table {
    let rows = (0..ITEMS).flat_map(|row| {
        SYSTEMS.iter().zip(scores[row]).map(move |(system, score)| {
            vec![(*system).to_owned(), format!("q{row}"), format!("t{}", row % 8), field(score)]
        })
    });
    table(&[system, item, cluster, score], rows)
}

fn wide(scores: &[[Option<f64>; 3]]) -> Table {
    let rows = scores.iter().enumerate().map(|(row, scores)| {
        let names = [format!("q{row}"), format!("t{}", row % 8)];
        names.into_iter().chain(scores.iter().copied().map(field)).collect()
    });
    table(&["question_id", "topic", SYSTEMS[0], SYSTEMS[1], SYSTEMS[2]], rows)
}

/// Two judges of each output, or two runs of each system.
fn twice(scores: &[[Option<f64>; 3]], [column, one, other]: [&str; 3]) -> Table {
    let mut table = long(scores, ["system", "seg_id", "doc", "score"]);
    table.columns.push(column.to_owned());
    let mut noise = Numbers::new(5);
    let rows = std::mem::take(&mut table.rows).into_iter().flat_map(|row| {
        let mut second = row.clone();
        second[3] = field(Some(noise.below(100) as f64 / 100.0 + 0.001));
        [[row, vec![one.to_owned()]].concat(), [second, vec![other.to_owned()]].concat()]
    });
    table.rows = rows.collect();
    table
}

/// Writes a table as the ending of `path` says.
fn write(table: &Table, path: &Path) {
    let quote = |field: &String| format!("\"{}\"", field.replace('"', "\"\""));
    let line = |fields: &[String], sign: &str| fields.join(sign) + "\n";
    let lines = |sign: &str| -> String {
        std::iter::once(&table.columns)
            .chain(&table.rows)
            .map(|fields| line(fields, sign))
            .collect()
    };
    let name = path.file_name().expect("it has one").to_string_lossy().into_owned();
    let text = match name.split_once('.').expect("it has an ending").1 {
        "csv" => lines(","),
        "excel.csv" => lines(";").replace('.', ","),
        "tsv" => lines("\t"),
        "quoted.csv" => {
            let all = std::iter::once(&table.columns).chain(&table.rows);
            all.map(|fields| line(&fields.iter().map(quote).collect::<Vec<_>>(), ",")).collect()
        }
        "jsonl" => {
            let rows = table.rows.iter().map(|row| {
                let fields = table.columns.iter().zip(row).map(|(name, field)| {
                    let value = match field.parse::<f64>() {
                        Ok(_) => field.clone(),
                        Err(_) if field.is_empty() => "null".to_owned(),
                        Err(_) => quote(field),
                    };
                    format!("{}: {value}", quote(name))
                });
                format!("{{{}}}\n", fields.collect::<Vec<_>>().join(", "))
            });
            rows.collect()
        }
        "parquet" => {
            let columns = table.columns.iter().enumerate().map(|(place, name)| {
                let fields: Vec<&str> = table.rows.iter().map(|row| row[place].as_str()).collect();
                let is_number = fields.iter().all(|f| f.is_empty() || f.parse::<f64>().is_ok());
                if is_number {
                    let numbers: Vec<Option<f64>> = fields.iter().map(|f| f.parse().ok()).collect();
                    Column::new(name.as_str().into(), numbers)
                } else {
                    Column::new(name.as_str().into(), fields)
                }
            });
            let mut frame = DataFrame::new(table.rows.len(), columns.collect())
                .expect("columns are equally long");
            ParquetWriter::new(fs::File::create(path).expect("is writable"))
                .finish(&mut frame)
                .expect("is written");
            return;
        }
        other => panic!("{other}"),
    };
    fs::write(path, text).expect("is writable");
}

/// The corpora in a table, or why there are none.
fn read(table: &Table, layout: &str, roles: &Roles) -> Result<Vec<Corpus>, String> {
    let folder = tempfile::tempdir().expect("is writable");
    let path = folder.path().join(format!("x.{layout}"));
    write(table, &path);
    let found = formats::recognise_with(&path, roles).map_err(|error| error.to_string())?;
    let read = |found: &formats::Found| {
        formats::read("x", &found.format, Path::new("")).map(|loaded| loaded.corpus)
    };
    found.iter().map(read).collect::<Result<_, _>>().map_err(|error| error.to_string())
}

const LAYOUTS: [&str; 6] = ["csv", "excel.csv", "quoted.csv", "tsv", "jsonl", "parquet"];

/// Forty tables, with what each is.
fn shapes() -> Vec<(String, Table)> {
    let mut all = Vec::new();
    let clusters = "topic,doc,doc_id,document,passage,article,conversation,story,context,Topic ID,category,x3,language,\
                    subject,group,dialogue";
    for (seed, cluster) in (0..).zip(clusters.split(',')) {
        let names = ["model", "question_id", cluster, "accuracy"];
        all.push((format!("long with {cluster}"), long(&scores(seed), names)));
    }
    for (seed, item) in
        (20..).zip(["id", "seg_id", "prompt", "x2", "sentence", "Item", "key", "name"])
    {
        let names = ["system", item, "topic", "score"];
        all.push((format!("long with {item}"), long(&scores(seed), names)));
    }
    for seed in 30..38 {
        all.push((format!("wide {seed}"), wide(&scores(seed))));
    }
    for (seed, names) in (40..).zip([
        ["judge", "ann", "bob"],
        ["annotator", "1", "2"],
        ["run", "1", "2"],
        ["seed", "13", "77"],
        ["epoch", "0", "1"],
        ["trial", "a", "b"],
        ["lp", "en-de", "en-cs"],
        ["task", "one", "two"],
    ]) {
        all.push((format!("twice with {}", names[0]), twice(&scores(seed), names)));
    }
    all
}

#[test]
fn order_of_rows_and_columns_has_no_influence() {
    let mut noise = Numbers::new(1);
    let shapes = shapes();
    assert_eq!(shapes.len(), 40);
    for (place, (what, table)) in shapes.into_iter().enumerate() {
        let layout = LAYOUTS[place % LAYOUTS.len()];
        let expected =
            read(&table, layout, &Roles::default()).unwrap_or_else(|e| panic!("{what}: {e}"));
        for _ in 0..5 {
            let mut other = table.clone();
            shuffle(&mut noise, &mut other.rows);
            let mut order: Vec<usize> = (0..table.columns.len()).collect();
            shuffle(&mut noise, &mut order);
            other.columns = order.iter().map(|at| table.columns[*at].clone()).collect();
            for row in &mut other.rows {
                *row = order.iter().map(|at| row[*at].clone()).collect();
            }
            let mut corpora = read(&other, layout, &Roles::default()).unwrap();
            // In a table with a column per system, systems are in the order of the columns.
            for corpus in &mut corpora {
                corpus.systems_without_text.sort();
            }
            assert_eq!(corpora, expected, "{what}, {layout}");
        }
    }
}

#[test]
fn layouts_hold_the_same_corpus() {
    let scores = scores(3);
    let one = long(&scores, ["model", "question_id", "topic", "score"]);
    let mut expected = read(&one, "csv", &Roles::default()).unwrap();
    assert_eq!(expected[0].documents.len(), 8);
    for layout in LAYOUTS {
        assert_eq!(read(&one, layout, &Roles::default()).unwrap(), expected, "{layout}");
        // The scores of a table with a column per system are no judgments.
        let wide = read(&wide(&scores), layout, &Roles::default()).unwrap();
        assert_eq!(wide[0].documents, expected[0].documents);
        let judged = &expected[0].judgments["score"];
        for (system, scores) in &wide[0].external["score"] {
            assert_eq!(*scores, judged[system].judges[0], "{layout}, {system}");
        }
    }
    // A file for each system.
    let folder = tempfile::tempdir().expect("is writable");
    let files = SYSTEMS.map(|system| {
        let mut table = one.clone();
        table.rows.retain(|row| row[0] == system);
        table.columns.remove(0);
        for row in &mut table.rows {
            row.remove(0);
        }
        let path = folder.path().join(format!("{system}.csv"));
        write(&table, &path);
        path
    });
    let found = formats::tables(&files, &Roles::default()).unwrap().unwrap();
    let read = formats::read("x", &found[0].format, Path::new("")).unwrap().corpus;
    expected[0].name.clone_from(&read.name);
    assert_eq!(read, expected[0]);
}

/// Where names say nothing, the same numbers come out, or it is asked.
#[test]
fn renamed_columns_give_the_same_numbers_or_a_question() {
    let mut answered = 0;
    for (what, table) in shapes() {
        let named = read(&table, "csv", &Roles::default()).unwrap();
        for place in 0..table.columns.len() {
            if table
                .rows
                .iter()
                .all(|row| row[place].parse::<f64>().is_ok() || row[place].is_empty())
                && !["1", "2", "0", "13", "77"].contains(&table.rows[0][place].as_str())
            {
                // A score under another name is another score.
                continue;
            }
            let mut other = table.clone();
            other.columns[place] = format!("x{place}");
            let Ok(read) = read(&other, "csv", &Roles::default()) else { continue };
            answered += 1;
            let numbers = |corpora: &[Corpus]| -> Vec<Vec<Option<f64>>> {
                let all = corpora.iter().flat_map(|corpus| {
                    let judged = corpus.judgments.values().flat_map(|systems| systems.values());
                    let judged = judged.flat_map(|judgments| judgments.judges.clone());
                    let external =
                        corpus.external.values().flat_map(|systems| systems.values().cloned());
                    judged.chain(external).map(|mut scores| {
                        scores.sort_by(|one, other| one.partial_cmp(other).unwrap());
                        scores
                    })
                });
                all.collect()
            };
            assert_eq!(numbers(&read), numbers(&named), "{what}: {}", table.columns[place]);
        }
    }
    assert!(answered >= 40, "{answered} tables were read");
}

/// Tables whose columns contradict each other in a few rows, or identify items in two ways: no number is made of them.
#[test]
fn what_may_be_meant_in_two_ways_is_asked_or_refused() {
    let rows = |header: &str, row: &dyn Fn(usize, &str) -> String| {
        let rows = (0..60).flat_map(|item| ["A", "B"].map(|system| row(item, system)));
        format!("{header}\n{}\n", rows.collect::<Vec<_>>().join("\n"))
    };
    let topic = |item: usize| if item == 7 { String::new() } else { format!("t{}", item % 12) };
    let task = |item: usize| if item == 7 { "" } else { ["x", "y"][item % 2] };
    for (file, text, said) in [
        (
            "topic.csv",
            rows("id,topic,model,acc", &|i, s| format!("{i},{},{s},{}", topic(i), i % 2)),
            "column `topic` is empty, or another",
        ),
        (
            "own.csv",
            rows("id,question,model,acc", &|i, s| {
                let own = if s == "A" { i } else { 59 - i };
                format!("{own},q{i},{s},{}", i % 2)
            }),
            "--item id or --item question",
        ),
        (
            "task.csv",
            rows("id,task,model,acc", &|i, s| format!("{i},{},{s},{}", task(i), i % 2)),
            "column `task` is empty",
        ),
        (
            "wide.csv",
            rows("question_id,seed,alpha,beta", &|i, s| {
                format!("q{},{s},{}.5,{}.5", i % 20, i, i + 1)
            }),
            "several rows have the same `question_id`",
        ),
        (
            "row.csv",
            rows("line,x2,model,acc", &|i, s| {
                let line = if s == "A" { i } else { i * 7 % 60 };
                format!("{line},q{i},{s},{}", i % 2)
            }),
            "--item line or --item x2",
        ),
        (
            "part.csv",
            rows("category,item,model,acc", &|i, s| {
                format!("c{},{},{s},{}", i / 20, i % 20, i % 2)
            }),
            "answer with --item category,item",
        ),
        (
            "mean.csv",
            rows("id,model,acc", &|i, s| format!("{i},{s},{}", u8::from(s == "A" && i % 2 == 0)))
                + "Average,A,0.5\nAverage,B,0.5\n",
            "`Average` seems to be a summary",
        ),
        ("s.csv", "id;model;acc\n1;A;1.234\n1;B;987\n".to_owned(), "a fraction or thousands"),
        ("s.tsv", "id\tmodel\tacc\n1\tA\t1.234\n1\tB\t987\n".to_owned(), "a fraction or thousands"),
        ("p.csv", "id,model,score\n1,A,\"1,100 %\"\n1,B,1\n".to_owned(), "a fraction or thousands"),
        ("two.json", r#"[{"id":1,"a":1}][{"id":2,"a":0}]"#.to_owned(), "no format that is known"),
        (
            "twice.json",
            r#"{"columns":["a","a"],"data":[[1,0]]}"#.to_owned(),
            "no format that is known",
        ),
    ] {
        let folder = tempfile::tempdir().expect("is writable");
        let path = folder.path().join(file);
        fs::write(&path, text).expect("is writable");
        let refused = formats::recognise(&path).expect_err(file).to_string();
        assert!(refused.contains(said), "{file}: {refused}");
    }
}

/// Numbers of rows are no items, and answers, settings, differences and empty rows are no scores.
#[test]
fn columns_beside_the_scores_change_nothing() {
    let folder = tempfile::tempdir().expect("is writable");
    let corpus = |name: &str, text: String| {
        let path = folder.path().join(name);
        fs::write(&path, text).expect("is writable");
        let found = formats::recognise(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
        let corpus = formats::read("c", &found[0].format, Path::new("")).unwrap().corpus;
        (corpus.documents.len(), corpus.external)
    };
    let rows = |more: &dyn Fn(usize) -> String| {
        let rows = (0..80).map(|row| {
            let (item, model) = (row / 2, ["A", "B"][row % 2]);
            format!("{model},q{item},{}{}\n", u8::from(row % 3 > 0), more(row))
        });
        rows.collect::<String>()
    };
    let expected =
        corpus("x.csv", "model,problem,correct\n".to_owned() + &rows(&|_| String::new()));
    for names in
        ["id", "uid", "prediction", "gold", "temperature", "price_usd", "size_b", "diff", "ttft"]
    {
        let text =
            format!("model,problem,correct,{names}\n{},,,\n", rows(&|row| format!(",{row}")));
        assert_eq!(corpus("y.csv", text), expected, "{names}");
    }
}
