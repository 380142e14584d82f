//! Blocks become numbers, and everything that is wrong is refused at its place.

use crate::diagnostic::Style;

use super::*;

const FILE: &str = r#"
[source]
key = "paper"
authors = "A. Author"
title = "A paper"
venue = "Proceedings"
year = 2004
[names.system]
Best = "S3"
[unknown.system]
Other = "nobody knows"

[[values]]
place = "Table 1"
what = "median and relative interval"
quantity = ["scores.median", "intervals.relative_lower"]
unit = "fraction"
scale = 100
at = { corpus = "c", B = 2000 }
down = "system"
across = "metric"
columns = ["bleu", "gtm"]
[values.printed]
Best = ["0.184 -4.35", "-"]
Other = [".2 1", "0.25 1.0"]
[[values.misprints]]
at = { system = "Other", metric = "gtm" }
note = "upside down"
corrected = "0.5"

[[missing]]
place = "Figure 1"
what = "a curve"
reason = "no figure"
"#;

#[test]
fn blocks_become_numbers() {
    let published = parse("paper.toml", FILE).expect("valid");
    assert_eq!(published.missing.len(), 1);
    let values = &published.values;
    let printed: Vec<&str> = values.iter().map(|value| value.printed.as_str()).collect();
    assert_eq!(printed, ["0.184", "-4.35", ".2", "1", "0.25", "1.0"]);
    let first = &values[0];
    assert!((first.value - 18.4).abs() < 1e-12 && (first.half_unit - 0.05).abs() < 1e-12);
    let target = first.target.as_ref().expect("known");
    assert_eq!((target.table.as_str(), target.column.as_str()), ("scores", "median"));
    let coordinate = |name: &str| {
        let coordinate = target.coordinates.iter().find(|(other, _)| other == name);
        coordinate.map(|(_, values)| values.join("|"))
    };
    assert_eq!(coordinate("system").as_deref(), Some("S3"));
    assert_eq!(coordinate("B").as_deref(), Some("2000"));
    assert_eq!(coordinate("metric").as_deref(), Some("bleu"));
    assert_eq!(values[2].target, Err("nobody knows".to_owned()));
    assert!(values[..4].iter().all(|value| value.misprint.is_none()));
    let misprint = values[4].misprint.as_ref().expect("known");
    assert_eq!(misprint.corrected, Some((50.0, 5.0)));
}

fn problems(from: &str, to: &str) -> String {
    assert!(FILE.contains(from), "{from}");
    let problems = parse("paper.toml", &FILE.replacen(from, to, 1)).expect_err("wrong");
    problems.render(Style::Plain)
}

#[test]
fn problems_name_the_place_and_the_way_out() {
    insta::assert_snapshot!(problems("\"0.184 -4.35\"", "\"0.184\""), @r#"
    error: "0.184" is 1 number, and there are 2 to print
      --> paper.toml:24:9
       |
    24 | Best = ["0.184", "-"]
       |         ^^^^^^^
       |
       = help: give one for each name in `quantity`, separated by single blanks
    "#);
    insta::assert_snapshot!(problems("scale = 100", "scael = 100"), @r"
    error: unknown key `scael` in [values[0]]
      --> paper.toml:18:1
       |
    18 | scael = 100
       | ^^^^^
       |
       = note: known keys: `place`, `what`, `unit`, `hedge`, `note`, `quantity`, `reason`, `scale`, `reduce`, `weight`, `basis`, `bases`, `row`, `column`, `at`, `down`, `across`, `columns`, `printed`, `misprints`
       = help: did you mean `scale`?
    ");
}

#[test]
fn everything_that_is_wrong_is_refused() {
    for (from, to, message) in [
        ("key = \"paper\"\n", "", "`key` is missing in [source]"),
        ("year = 2004", "year = \"2004\"", "`year` must be a whole number"),
        ("place = \"Table 1\"\n", "", "`place` is missing"),
        ("quantity = [", "quantities = [", "unknown key `quantities`"),
        ("\"scores.median\"", "\"median\"", "is no table and column"),
        ("scale = 100", "scale = 0", "`scale` must be a number other than 0"),
        ("B = 2000", "B = [1, 2]", "`B` lists several values"),
        ("B = 2000", "B = []", "`B` lists nothing"),
        ("B = 2000", "B = true", "must be a string, a number or a list of these"),
        ("B = 2000", "system = \"x\"", "`system` is a coordinate of each number"),
        ("columns = [\"bleu\", \"gtm\"]\n", "", "`columns` does not say of what"),
        ("down = \"system\"\n", "", "`down` does not say of what"),
        ("[\".2 1\", \"0.25 1.0\"]", "\".2 1\"", "the other lines are lists"),
        ("metric = \"gtm\"", "metric = \"nist\"", "this is none of the numbers"),
        ("corrected = \"0.5\"", "corrected = \"half\"", "\"half\" is no number"),
        ("note = \"upside down\"\n", "", "`note` is missing"),
        ("reason = \"no figure\"\n", "", "`reason` is missing"),
        ("unit = \"fraction\"", "unit = \"fraction\"\nreason = \"r\"", "needs no `reason`"),
        ("unit = \"fraction\"", "unit = \"fraction\"\nreduce = \"sum\"", "`reduce` must be"),
        ("[source]", "[sources]", "unknown key `sources`"),
    ] {
        let text = problems(from, to);
        assert!(text.contains(message), "{from} -> {to}:\n{text}");
        assert!(text.contains(" --> paper.toml:"), "{text}");
    }
    let text = parse("paper.toml", "[[missing]]\n").expect_err("empty").render(Style::Plain);
    assert!(text.contains("the file has no [source]"), "{text}");
    assert!(parse("paper.toml", "values = [").is_err());
}
