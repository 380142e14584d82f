//! Examples made by hand: hostile texts, marked errors, and no texts at all.

use minijinja::{AutoEscape, Environment, context};
use unicode_width::UnicodeWidthStr;

use super::{TEMPLATE, context as page_context, markdown, text};
use crate::analyses::examples::{
    ErrorSpan, Example, ExampleTexts, Examples, LengthUnit, MetricParts, Output, Part,
    SegmentScores, SystemExamples, UnitSpread,
};

/// A script, a fence, a mention, and what a terminal obeys.
const HOSTILE: &str =
    "<script>alert(1)</script> ```` @someone \u{1b}[31m \u{202e} [link](x) &amp; | end";

fn output(text: &str, errors: Vec<ErrorSpan>) -> Output {
    Output { text: text.to_owned(), errors }
}

fn example(texts: Option<ExampleTexts>) -> Example {
    let scores = SegmentScores {
        metric: "bleu".to_owned(),
        baseline_score: Some(20.125),
        score: Some(45.25),
        contribution: Some(0.125),
    };
    Example {
        segment: 12,
        document: Some("d<3>".to_owned()),
        domain: Some("news".to_owned()),
        scores: vec![scores],
        texts,
    }
}

fn examples(in_favour: Vec<Example>, has_texts: bool) -> Examples {
    let part = |name: &str, contribution: f64| Part {
        name: name.to_owned(),
        segments: 4,
        baseline_score: Some(30.0),
        score: Some(31.0),
        contribution: Some(contribution),
        share: Some(contribution / 1.25),
    };
    let spread = |units, half| UnitSpread {
        units,
        favour_system: units - 2,
        favour_baseline: 1,
        half: Some(half),
        sum: 1.25,
    };
    let metric = MetricParts {
        metric: "bleu".to_owned(),
        higher_is_better: true,
        baseline_score: 30.25,
        score: 31.5,
        difference: 1.25,
        segments: Some(spread(20, 4)),
        documents: Some(spread(5, 1)),
        by_document: vec![part("d1", -0.25), part("d2", 1.0), part("d3", 0.5)],
        by_domain: Vec::new(),
        by_length: vec![part("1–8", 1.25)],
    };
    let system = SystemExamples {
        system: "new".to_owned(),
        selected_by: Some("bleu".to_owned()),
        metrics: vec![metric],
        unscored: vec!["nist".to_owned()],
        in_favour,
        against: Vec::new(),
    };
    Examples {
        baseline: "old".to_owned(),
        count: 3,
        has_texts,
        length_unit: LengthUnit::Words,
        systems: vec![system],
    }
}

/// With an error over a change, one of nothing, and a word that is in both.
fn judged() -> Examples {
    let error = |start, end, severity: &str, category: Option<&str>| ErrorSpan {
        start,
        end,
        severity: severity.to_owned(),
        category: category.map(str::to_owned),
    };
    let texts = ExampleTexts {
        source: Some("Der Hund bellt.".to_owned()),
        reference: Some("The dog barks.".to_owned()),
        baseline: Some(output(
            "The hound barks.",
            vec![error(4, 9, "major", Some("terminology")), error(16, 16, "minor", None)],
        )),
        system: Some(output("The dog barks.", Vec::new())),
    };
    examples(vec![example(Some(texts))], true)
}

fn page(examples: &Examples) -> String {
    let mut environment = Environment::new();
    environment.set_auto_escape_callback(|_| AutoEscape::Html);
    environment.add_template("examples", TEMPLATE).unwrap();
    let template = environment.get_template("examples").unwrap();
    template.render(context! { examples => page_context(examples) }).unwrap()
}

fn hostile() -> Examples {
    let texts = ExampleTexts {
        source: Some(HOSTILE.to_owned()),
        reference: Some(HOSTILE.to_owned()),
        baseline: Some(output(&format!("one {HOSTILE}"), Vec::new())),
        system: Some(output(&format!("{HOSTILE} two"), Vec::new())),
    };
    examples(vec![example(Some(texts))], true)
}

#[test]
fn hostile_texts_are_text_alone() {
    let examples = hostile();
    let shown = text(&examples, false);
    assert!(!shown.contains(['\u{1b}', '\u{202e}']), "{shown}");
    assert!(shown.contains("\\u{1b}[31m"), "{shown}");
    assert!(shown.lines().all(|line| line.width() <= 80), "{shown}");
    let page = page(&examples);
    assert!(!page.contains("<script") && page.contains("&lt;script&gt;"), "{page}");
    assert!(page.contains("&amp;amp;"), "{page}");
    // No run of backticks in the texts is as long as the fence, and all texts stand within one.
    let markdown = markdown(&examples);
    let blocks: Vec<&str> = markdown.split("  `````").collect();
    assert_eq!(blocks.len(), 3, "{markdown}");
    assert!(blocks[1].contains("@someone") && !blocks[0].contains("@someone"));
    assert!(!blocks[2].contains("@someone"), "{markdown}");
}

#[test]
fn no_text_is_anywhere_where_none_is_wanted() {
    let examples = examples(vec![example(None)], false);
    for shown in
        [text(&examples, false), text(&examples, true), markdown(&examples), page(&examples)]
    {
        assert!(shown.contains("Segment 12") && shown.contains("20.12 → 45.25"), "{shown}");
        assert!(!shown.contains("reference</dt>") && !shown.contains("  ref "), "{shown}");
    }
}

/// What is kept beside the tables reads back as the same.
#[test]
fn examples_read_back() {
    for examples in [judged(), hostile()] {
        let json = serde_json::to_string(&examples).unwrap();
        assert_eq!(serde_json::from_str::<Examples>(&json).unwrap(), examples);
    }
    let damaged = "{\"baseline\": \"old\"}";
    assert!(serde_json::from_str::<Examples>(damaged).is_err());
}
