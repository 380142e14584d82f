//! Lines become values, and everything that is wrong is refused at its place.

use super::*;
use crate::diagnostic::{SourceText, Style};

const FILE: &str = r#"values = "paper.csv"
[source]
key = "paper"
authors = "A. Author"
title = "A paper"
venue = "Proceedings"
year = 2004
[names.system]
Best = "S3"
[[tables]]
place = "Table 1"
title = "Scores"
heading = "System"
rows = ["Other"]
[[claims]]
place = "Section 1"
claim = "The best is better."
published = "better"
[[claims.checks]]
quantity = "scores.median"
at = { system = "Best|Other", metric = "bleu" }
falling = "system"
[[figures]]
place = "Figure 1"
what = "scores"
files = ["scores"]
"#;

const VALUES: &str = "\
place,row,column,what,value,unit,scale,reproduced_by,reduce,corpus,system,B,reason,misprint,corrected
Table 1,Best,BLEU,median,0.184,fraction,100,scores.median,,c,Best,2000,,,
Table 1,Best,Interval,\"lower end, relative\",-4.35,%,,intervals.half-width,,c,Best,2000,,,
Table 1,Other,BLEU,median,.2,fraction,100,scores.median,mean,c|d,null,2000,,upside down,0.5
Section 1,,,an example,4,,,,,,,,no one knows,,
Figure 1,,,a curve,,,,,,,,,no figure,,
";

fn parsed(file: &str, values: &str) -> Result<Published, String> {
    let file = SourceText::new("paper.toml", file);
    let values = SourceText::new("paper.csv", values);
    read(&file, Some(&values)).map_err(|problems| problems.render(Style::Plain))
}

#[test]
fn lines_become_values() {
    let paper = parsed(FILE, VALUES).expect("valid");
    let printed: Vec<&str> =
        paper.values.iter().map(|value| value.row.printed.as_deref().unwrap_or_default()).collect();
    assert_eq!(printed, ["0.184", "-4.35", ".2", "4", ""]);
    let [first, second, third, fourth, last] = &paper.values[..] else { panic!("five") };
    let number = |value, half_unit| Some(Number { value, half_unit });
    assert_eq!((first.judged, second.judged), (number(18.4, 0.05), number(-4.35, 0.005)));
    assert_eq!((&*second.row.what, second.row.scale), ("lower end, relative", Some(1.0)));
    let column = |name: &str, values: &[&str]| {
        (name.to_owned(), values.iter().map(|value| (*value).to_owned()).collect::<Vec<_>>())
    };
    // Coordinates of the value have the names of the source, those of its target the names of the tables.
    let common = [column("corpus", &["c"]), column("B", &["2000"])];
    let [corpus, b] = &common;
    assert_eq!(&*first.row.coordinates, "corpus=c, system=Best, B=2000");
    let target = first.target.as_ref().expect("reproduced");
    assert_eq!(target.coordinates, [corpus.clone(), column("system", &["S3"]), b.clone()]);
    assert_eq!((&*target.quantity.table, &*target.quantity.column), ("scores", "median"));
    let third_target = third.target.as_ref().expect("reproduced");
    assert_eq!(third_target.words(), "mean of scores.median");
    assert_eq!(third_target.coordinates[0], column("corpus", &["c", "d"]));
    assert_eq!(third_target.coordinates[1], column("system", &[""]), "null is nothing");
    assert_eq!(
        (third.row.misprint.as_deref(), third.judged),
        (Some("upside down"), number(50.0, 5.0))
    );
    assert_eq!(fourth.target, Err("no one knows".to_owned()));
    assert_eq!((last.judged, &last.target), (None, &Err("no figure".to_owned())));
    // The table lists the other system first.
    let places: Vec<_> = [first, second, third]
        .map(|value| value.row.row_number.zip(value.row.column_number))
        .to_vec();
    assert_eq!(places, [Some((1, 0)), Some((1, 1)), Some((0, 0))]);
    assert_eq!((fourth.row.row_number, paper.targets().len()), (None, 4));
}

#[test]
fn every_wrong_value_is_refused() {
    for (from, to, message) in [
        (",what,", ",said,", "there is no column `what`"),
        (",unit,", ",,", "is there twice, or has no name"),
        (",reduce,", ",corpus,", "the column \"corpus\" is there twice"),
        (",reason,", ",reasn,", "unknown column `reasn`"),
        (",reason,", ",same_as,", "the column `same_as` was removed"),
        ("Table 1,Best,BLEU", ",Best,BLEU", "`place` is empty"),
        ("BLEU,median", "BLEU,", "`what` is empty"),
        ("0.184", "4,2", "this line has 16 cells, and the first has 15"),
        ("0.184", "1e3", "\"1e3\" is no value"),
        (",100,", ",0,", "\"0\" is no scale"),
        ("scores.median", "median", "\"median\" is no table and column"),
        ("scores.median", "seen.p_value", "there is no longer a table `seen`"),
        ("median,mean", "median,sum", "\"sum\" is no reduce"),
        ("median,mean", "median,", "`corpus` lists several values for one number"),
        ("down,0.5", "down,half", "\"half\" is no corrected"),
        ("no one knows", "", "there is no `reason`"),
        ("no figure", "", "there is no `reason`"),
        ("reduce,", "weight,", "only the reduction \"mean\" has weights"),
    ] {
        let text = parsed(FILE, &VALUES.replacen(from, to, 1)).expect_err(from);
        assert!(text.contains(message), "{from} -> {to}:\n{text}");
        assert!(text.contains("--> paper.csv:") && text.contains("= help: "), "{text}");
    }
    let empty = parsed(FILE, "").expect_err("empty");
    assert!(empty.contains("there is no column `place`"), "{empty}");
}

#[test]
fn every_wrong_entry_is_refused() {
    for (from, to, message) in [
        ("key = \"paper\"\n", "", "`key` is missing in [source]"),
        ("year = 2004", "year = \"2004\"", "`year` must be a whole number"),
        ("[source]", "[sources]", "unknown key `sources`"),
        ("title = \"Scores\"\n", "", "`title` is missing"),
        ("place = \"Table 1\"", "place = \"Table 2\"", "no value has the place \"Table 2\""),
        ("quantity = \"scores.median\"", "quantity = \"median\"", "is no table and column"),
        ("quantity = \"scores.median\"\n", "", "either `values` or `quantity`"),
        ("falling = \"system\"\n", "", "needs limits, `falling` or `only-shown`"),
        ("Best|Other", "Best", "needs several values in `at`"),
        ("falling =", "rising =", "`rising` is no longer a key of"),
        ("falling =", "weight =", "`weight` is no longer a key of"),
        ("falling =", "scale = 0.0\nfalling =", "needs a `scale` other than 0"),
        ("falling =", "share = 1.5\nfalling =", "`share` is not above 0 and at most 1"),
        ("falling =", "values = { place = \"T\" }\nfalling =", "needs nothing beside `values`"),
        ("falling =", "less = {}\nover = {}\nfalling =", "one second number at most"),
        ("falling =", "along = \"system\"\nfalling =", "needs both `along` and a correlation"),
        (
            "falling =",
            "times-root = \"B\"\nfalling =",
            "needs the column in `times-root` in `each`",
        ),
        ("falling =", "pearson = {}\nfalling =", "needs both `along` and a correlation"),
        ("falling =", "on = \"print\"\nfalling =", "`on` is no longer a key of"),
        (
            "published = \"better\"",
            "published = \"b\"\nreason = \"r\"",
            "either `checks` or a `reason`",
        ),
        ("files = [\"scores\"]\n", "", "either `files` or a `reason`"),
        ("files = [", "reason = \"r\"\nfiles = [", "either `files` or a `reason`"),
    ] {
        let text = parsed(&FILE.replacen(from, to, 1), VALUES).expect_err(from);
        assert!(text.contains(message), "{from} -> {to}:\n{text}");
        assert!(text.contains(" --> paper.toml:"), "{text}");
    }
    let text = parsed("", VALUES).expect_err("empty");
    assert!(text.contains("the file has no [source]"), "{text}");
    assert!(parsed("tables = [", VALUES).is_err());
}

fn shipped(key: &str, further: &str) -> Published {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../experiments/published");
    let text = |ending: &str| {
        let path = std::path::Path::new(folder).join(key).with_extension(ending);
        std::fs::read_to_string(path).expect("shipped")
    };
    let file = SourceText::new(key, &(text("toml") + further));
    let values = SourceText::new(key, &text("csv"));
    read(&file, Some(&values)).unwrap_or_else(|problems| panic!("{problems}"))
}

/// `numpy.corrcoef` of the columns of Table 9 before and after adaptation: -.443, .112 and -.321.
#[test]
fn what_is_printed_alone_can_be_checked() {
    for (metric, coefficient) in [("BLEU", -0.443), ("NIST", 0.112), ("WNMf", -0.321)] {
        let claim = format!(
            "\n[[claims]]\nplace = \"Table 9\"\nclaim = \"C.\"\npublished = \"P\"\n[[claims.checks]]\n\
             quantity = \"print.value\"\nalong = \"row\"\nat-least = -1\ndecimals = 3\n\
             at = {{ place = \"Table 9\", column = \"{metric}: before\" }}\n\
             pearson = {{ at = {{ column = \"{metric}: after\" }} }}\n"
        );
        let source = shipped("hamon-2007", &claim);
        let mut rows = claims(&[source], &std::collections::BTreeMap::new(), &[], &[]);
        let row = rows.pop().expect("the last claim");
        assert_eq!(row.verdict.name(), "holds");
        assert_eq!(*row.here, format!("{coefficient:.3}"), "{metric}");
    }
}

/// The claims of print alone are judged without tables of a run.
#[test]
fn shipped_claims_about_print_hold() {
    let mut tested = 0;
    for key in ["zhang-vogel-2004", "hamon-2007"] {
        let source = shipped(key, "");
        let is_of_print = |claim: &&Claim| {
            !claim.checks.is_empty() && claim.checks.iter().all(Check::is_of_print)
        };
        let wanted = source.claims.iter().filter(is_of_print).count();
        let rows = claims(&[source], &std::collections::BTreeMap::new(), &[], &[]);
        let holding = rows.iter().filter(|row| row.verdict == ClaimVerdict::Holds).count();
        assert_eq!(holding, wanted, "{key}");
        tested += wanted;
    }
    assert_eq!(tested, 4);
}
