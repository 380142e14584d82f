//! Metrics as arguments of a command: `bleu:tokenizer=zh,lowercase chrf ter`.
//!
//! A metric is a name, in any case and as sacreBLEU writes it too, and after a colon options separated
//! by commas: keys and values of the table that declares such a metric in a spec, which is what they
//! are read as. An option without a value is `true`. Metrics are separated by commas or blanks; after a
//! comma, what is no name of a metric is one more option of the metric before, if that has any.

use std::ops::Range;

use toml::de::DeTable;

use super::document::Metric;
use super::model::MetricSpec;
use super::source::{Content, Node, Reader};
use super::{MetricConfig, built_in, recover};
use crate::diagnostic::{Diagnostic, Diagnostics, SourceText, closest};
use crate::located::Problem;
use serde::Deserialize;

/// Reads the metrics that the values of an option name; `name` is how messages call it.
///
/// # Errors
///
/// Every problem, with its place in the values.
pub fn metrics(name: &str, values: &[String]) -> Result<Vec<MetricSpec>, Diagnostics> {
    let text = values.join(" ");
    let mut problems = Vec::new();
    let written = grouped(&text, &mut problems);
    let mut metrics: Vec<(&Written<'_>, MetricConfig)> = Vec::new();
    for metric in &written {
        let Some(config) = metric.config(&mut problems) else { continue };
        if metrics.iter().any(|(known, other)| known.name == metric.name && *other == config) {
            let message = format!("{name} names `{}` twice", metric.name);
            let problem = Diagnostic::error(message).label(metric.span.clone(), "");
            problems.push(problem.help("leave one of them out"));
        }
        metrics.push((metric, config));
    }
    if let Some(problems) = Diagnostics::in_source(SourceText::new(name, &text), problems) {
        return Err(problems);
    }
    let named = metrics.into_iter().map(|(metric, config)| {
        let is_shared = written.iter().filter(|other| other.name == metric.name).count() > 1;
        let name = if is_shared { metric.name_with_options() } else { metric.name.clone() };
        MetricSpec::new(name, config)
    });
    Ok(named.collect())
}

/// Whether `text` begins with the name of a metric.
pub fn is_metric(text: &str) -> bool {
    let name = text.split([':', ',']).next().unwrap_or(text);
    known(name).is_some()
}

/// What the metric that `text` names is called in answers: `chrf` for `chrF2`.
pub fn name_here(text: &str) -> Option<String> {
    known(text).map(|metric| metric.name)
}

/// The name of the metric that `text` is probably meant to be.
pub fn nearest(text: &str) -> Option<&'static str> {
    closest(text, built_in::NAMES)
}

/// Columns of a help text.
const WIDTH: usize = 80;

/// The metrics that read texts, each with a line of what it is and its options, for a help text.
pub fn overview() -> String {
    let metrics: Vec<_> = of_texts().collect();
    let width = metrics.iter().map(|metric| metric.name.len()).max().unwrap_or(0);
    let mut lines = vec!["Metrics and their options:".to_owned()];
    for metric in metrics {
        lines.push(format!("  {:width$}  {}", metric.name, metric.summary));
        let indent = " ".repeat(width + 3);
        let mut line = indent.clone();
        for key in options(metric.declaration().first_key().unwrap_or_default()) {
            if line.len() + 1 + key.len() > WIDTH {
                lines.push(std::mem::replace(&mut line, indent.clone()));
            }
            line.push(' ');
            line.push_str(key);
        }
        lines.push(line);
    }
    lines.join("\n")
}

/// Names of the metrics that read texts.
pub fn names() -> impl Iterator<Item = &'static str> {
    of_texts().map(|metric| metric.name)
}

fn of_texts() -> impl Iterator<Item = &'static built_in::BuiltIn> {
    built_in::METRICS.iter().filter(|metric| metric.config().reads_texts())
}

/// What a name stands for.
struct Known {
    /// The name in the output.
    name: String,
    /// The table that would declare it.
    declaration: Node,
}

/// The metric that is called `name`, in any case, here or by sacreBLEU: there chrF has its beta and a
/// `+` for each order of words in its name.
fn known(name: &str) -> Option<Known> {
    let name = name.to_lowercase();
    if let Some(metric) = built_in::named(&name) {
        return Some(Known { name, declaration: metric.declaration() });
    }
    let rest = name.strip_prefix("chrf")?;
    let beta = rest.trim_end_matches('+');
    let order = rest.len() - beta.len();
    if beta == "2"
        && let Some(metric) = built_in::named(&format!("chrf{}", "+".repeat(order)))
    {
        return Some(Known { name: metric.name.to_owned(), declaration: metric.declaration() });
    }
    let beta: u32 = if beta.is_empty() { 2 } else { beta.parse().ok()? };
    let declaration = format!("chrf = {{ beta = {beta}, word-order = {order} }}");
    let declaration = Node::of_document(&DeTable::parse(&declaration).ok()?, &declaration);
    Some(Known { name, declaration })
}

/// The options of a kind of metric.
fn options(kind: &str) -> Vec<&'static str> {
    // No key can have this name, so it is refused with those that there are.
    let mut table = Node::at_place(0..0, Content::Table(Vec::new()));
    let nothing = Node::at_place(0..0, Content::Boolean(true));
    table.fill("?", &nothing);
    let mut tree = Node::at_place(0..0, Content::Table(Vec::new()));
    tree.fill(kind, &table);
    match Metric::deserialize(Reader::new(&tree)).map_err(|error| error.problem) {
        Err(Problem::UnknownKey(keys)) => keys,
        _ => Vec::new(),
    }
}

/// A metric as it is written.
struct Written<'a> {
    name: String,
    declaration: Node,
    /// Where the metric stands.
    span: Range<usize>,
    /// Where its options stand.
    options: Vec<(Range<usize>, &'a str)>,
    /// Whether a colon says that there are options.
    takes_options: bool,
}

impl Written<'_> {
    /// The name with all options, as they are written.
    fn name_with_options(&self) -> String {
        let options: Vec<&str> = self.options.iter().map(|(_, option)| *option).collect();
        let colon = if options.is_empty() { "" } else { ":" };
        format!("{}{colon}{}", self.name, options.join(","))
    }

    fn kind(&self) -> &str {
        self.declaration.first_key().unwrap_or_default()
    }

    fn has_option(&self, key: &str) -> bool {
        options(self.kind()).contains(&key)
    }

    /// What an option of sacreBLEU is called here; others are as they are written.
    fn key_here<'key>(&self, key: &'key str) -> &'key str {
        let here = match key.trim_start_matches("chrf-").trim_start_matches("ter-") {
            "tokenize" | "tok" => "tokenizer",
            "lc" => "lowercase",
            "smooth" | "smooth-method" => "smoothing",
            "char-order" => "character-order",
            "no-punct" => "no-punctuation",
            other => other,
        };
        if self.has_option(here) && !self.has_option(key) { here } else { key }
    }

    /// The metric with its options, read as the table that would declare it.
    fn config(&self, problems: &mut Vec<Diagnostic>) -> Option<MetricConfig> {
        let before = problems.len();
        let mut table = Node::at_place(self.span.clone(), Content::Table(Vec::new()));
        for (span, option) in &self.options {
            let (key, value) = match option.split_once('=') {
                Some((key, value)) => (key, Some(value)),
                None => (*option, None),
            };
            let key_span = span.start..span.start + key.len();
            let key = self.key_here(key);
            let value_span =
                if value.is_some() { key_span.end + 1..span.end } else { key_span.clone() };
            if table.get(key).is_some() {
                let message = format!("`{}` has the option `{key}` twice", self.name);
                let problem = Diagnostic::error(message).label(key_span, "");
                problems.push(problem.help("leave one of them out"));
                continue;
            }
            table.add(key, key_span, value_of(value, value_span));
        }
        let mut tree = Node::at_place(self.span.clone(), Content::Table(Vec::new()));
        let kind = self.kind();
        if let Some(preset) = self.declaration.get(kind) {
            for key in preset.keys() {
                if let Some(value) = preset.get(key) {
                    let value = value.clone().placed(self.span.clone());
                    table.fill(key, &value);
                }
            }
        }
        tree.fill(kind, &table);
        let read: recover::Recovered<Metric> = recover::read(tree, |_, _| None);
        problems.extend(read.problems);
        read.document.map(|metric| metric.config(&self.name)).filter(|_| problems.len() == before)
    }
}

/// A value as a spec would have it, or a text without its quotes.
fn value_of(written: Option<&str>, span: Range<usize>) -> Node {
    let Some(written) = written else { return Node::at_place(span, Content::Boolean(true)) };
    let line = format!("value = {written}");
    let parsed = DeTable::parse(&line).ok().map(|table| Node::of_document(&table, &line));
    let value = parsed.as_ref().and_then(|table| table.get("value"));
    match value.map(|value| &value.content) {
        None | Some(Content::Date) => Node::at_place(span, Content::Text(written.to_owned())),
        Some(content) => Node::at_place(span.clone(), content.clone()).placed(span),
    }
}

/// Puts metrics and their options together. What is neither is a problem.
fn grouped<'a>(text: &'a str, problems: &mut Vec<Diagnostic>) -> Vec<Written<'a>> {
    let mut metrics: Vec<Written<'a>> = Vec::new();
    for Item { start, text, after_comma } in items(text) {
        let span = start..start + text.len();
        // A colon may also stand in the value of an option.
        let (name, option) = match text.find([':', '=']) {
            Some(at) if text[at..].starts_with(':') => (&text[..at], Some(&text[at + 1..])),
            _ => (text, None),
        };
        if let Some(Known { name, declaration }) = known(name) {
            let takes_options = option.is_some();
            let option = option.filter(|option| !option.is_empty());
            let options = option.map(|option| (span.end - option.len()..span.end, option));
            let options = options.into_iter().collect();
            metrics.push(Written { name, declaration, span, options, takes_options });
            continue;
        }
        let key = text.split('=').next().unwrap_or(text);
        let before = metrics.last_mut().filter(|_| after_comma);
        if let Some(metric) = before {
            let is_misspelt_metric = !text.contains('=')
                && !metric.has_option(key)
                && closest(key, options(metric.kind())).is_none()
                && nearest(name).is_some();
            if metric.takes_options && option.is_none() && !is_misspelt_metric {
                metric.span.end = span.end;
                metric.options.push((span, text));
                continue;
            }
            if metric.has_option(key) && option.is_none() {
                let message = format!("`{key}` is an option of `{}`, not a metric", metric.name);
                let help =
                    format!("options come after a colon: `{}:{text}`", metric.name_with_options());
                problems.push(Diagnostic::error(message).label(span, "").help(help));
                continue;
            }
        }
        let help = nearest(name).map_or_else(
            || {
                let names: Vec<&str> = names().collect();
                format!(
                    "texts are scored by {}; scores of other programs are read with `--scores NAME=FILE[,FILE...]`",
                    names.join(", ")
                )
            },
            |meant| format!("did you mean `{meant}`?"),
        );
        let problem = Diagnostic::error(format!("there is no built-in metric `{name}`"));
        problems.push(problem.label(span.start..span.start + name.len(), "").help(help));
    }
    metrics
}

/// What stands between commas or blanks.
struct Item<'a> {
    start: usize,
    text: &'a str,
    /// Whether nothing but a comma stands before it.
    after_comma: bool,
}

/// Cuts at commas and blanks, but not in quotes or brackets.
fn items(text: &str) -> Vec<Item<'_>> {
    let mut items = Vec::new();
    let (mut start, mut depth, mut quote, mut after_comma) = (0, 0_usize, None, false);
    // With one more blank, which ends the last item.
    for (at, letter) in text.char_indices().chain([(text.len(), ' ')]) {
        let is_end = at == text.len();
        match (quote, letter) {
            (Some(open), _) if letter == open => quote = None,
            (Some(_), _) if !is_end => {}
            (None, '"' | '\'') => quote = Some(letter),
            (None, '[' | '{') => depth += 1,
            (None, ']' | '}') => depth = depth.saturating_sub(1),
            _ if is_end || (depth == 0 && (letter == ',' || letter.is_whitespace())) => {
                if start < at {
                    items.push(Item { start, text: &text[start..at], after_comma });
                }
                after_comma = letter == ',';
                start = at + letter.len_utf8();
            }
            _ => {}
        }
    }
    items
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Style;
    use crate::metric::config::{
        BleuConfig, ChrfConfig, Lowercase, Smoothing, TerConfig, Tokenizer, WnmConfig, WnmValue,
    };

    fn read(values: &[&str]) -> Result<Vec<MetricSpec>, String> {
        let values: Vec<String> = values.iter().map(|&value| value.to_owned()).collect();
        metrics("--metrics", &values).map_err(|problems| problems.render(Style::Plain))
    }

    fn names(values: &[&str]) -> Vec<String> {
        read(values).unwrap().into_iter().map(|metric| metric.name).collect()
    }

    fn config(value: &str) -> MetricConfig {
        let [metric] = <[MetricSpec; 1]>::try_from(read(&[value]).unwrap()).unwrap();
        metric.config
    }

    #[test]
    fn commas_and_blanks_separate_metrics() {
        let expected = ["bleu", "chrf", "ter"];
        for values in [
            &["bleu,chrf,ter"][..],
            &["bleu chrf ter"],
            &["bleu", "chrf,ter"],
            &[" bleu, chrf ,,ter"],
        ] {
            assert_eq!(names(values), expected, "{values:?}");
        }
        assert!(names(&[""]).is_empty());
    }

    #[test]
    fn names_are_those_of_sacrebleu_too() {
        assert_eq!(
            names(&["BLEU,chrF2,chrF2++,TER,NIST"]),
            ["bleu", "chrf", "chrf++", "ter", "nist"]
        );
        for (name, beta, word_order) in
            [("chrF", 2.0, 0), ("chrF++", 2.0, 2), ("chrF3", 3.0, 0), ("chrF1++", 1.0, 2)]
        {
            let chrf = ChrfConfig { beta, word_order, ..ChrfConfig::default() };
            assert_eq!(config(name), MetricConfig::Chrf(chrf));
        }
        assert_eq!(names(&["chrF3+"]), ["chrf3+"]);
    }

    #[test]
    fn options_of_sacrebleu_are_known() {
        for (theirs, here) in [
            ("BLEU:tokenize=zh,lc", "bleu:tokenizer=zh,lowercase"),
            ("bleu:smooth-method=none", "bleu:smoothing=none"),
            ("chrF2:chrf-word-order=1,char-order=5", "chrf:word-order=1,character-order=5"),
            ("ter:no-punct", "ter:no-punctuation"),
        ] {
            assert_eq!(config(theirs), config(here), "{theirs}");
        }
        assert!(read(&["ter:tokenize=zh"]).unwrap_err().contains("unknown key `tokenize`"));
        assert_eq!(name_here("chrF2++").as_deref(), Some("chrf++"));
        assert_eq!(name_here("comet"), None);
    }

    #[test]
    fn options_are_those_of_a_spec() {
        let bleu = BleuConfig {
            tokenizer: Tokenizer::Chinese,
            lowercase: Lowercase::Unicode,
            order: 2,
            smoothing: Smoothing::Floor(0.1),
            ..BleuConfig::default()
        };
        let written = "bleu:tokenizer=zh,lowercase,order=2,smoothing={ floor = 0.1 }";
        assert_eq!(config(written), MetricConfig::Bleu(bleu.clone()));
        let quoted = "BLEU:tokenizer='zh',lowercase=true,order=2,smoothing={floor=0.1}";
        assert_eq!(config(quoted), MetricConfig::Bleu(bleu));
        let ter = TerConfig { normalized: true, case_sensitive: true, ..TerConfig::default() };
        assert_eq!(config("ter:normalized,case-sensitive"), MetricConfig::Ter(ter));
        let wnm = WnmConfig { value: WnmValue::Recall, ..WnmConfig::default() };
        assert_eq!(config("wnm:value=recall"), MetricConfig::Wnm(wnm));
        // What a name stands for gives way to what is written.
        let chrf = ChrfConfig { word_order: 1, ..ChrfConfig::default() };
        assert_eq!(config("chrf++:word-order=1"), MetricConfig::Chrf(chrf));
        let spec = "[experiment]\nname = 'x'\nseed = 1\n[corpora.c.synthetic]\npreset = 'p'\n\
                    [metrics.x.m-bleu]\nweights = [0.4, 0.6]\ntokenizer = 'intl'\n\
                    [studies.s]\ncorpora = ['c']\nmetrics = ['x']\n";
        let spec = crate::config::parse("spec.toml", spec, &[]).unwrap().spec;
        assert_eq!(config("m-bleu:weights=[0.4,0.6],tokenizer=intl"), spec.metrics[0].config);
    }

    /// After a comma comes an option of the metric before, unless it is a metric; after a blank, a metric.
    #[test]
    fn options_are_told_from_metrics() {
        let metrics = read(&["bleu:lowercase,order=2,chrf:lowercase,ter wnm"]).unwrap();
        let names: Vec<&str> = metrics.iter().map(|metric| metric.name.as_str()).collect();
        assert_eq!(names, ["bleu", "chrf", "ter", "wnm"]);
        let bleu = BleuConfig { lowercase: Lowercase::Unicode, order: 2, ..BleuConfig::default() };
        assert_eq!(metrics[0].config, MetricConfig::Bleu(bleu));
        for name in built_in::NAMES {
            for metric in built_in::METRICS {
                let options = options(metric.declaration().first_key().unwrap());
                assert!(!options.is_empty());
                assert!(!options.contains(&name), "{name} is an option of {}", metric.name);
            }
        }
    }

    #[test]
    fn one_metric_with_several_options_has_several_names() {
        assert_eq!(names(&["bleu:lowercase"]), ["bleu"]);
        let expected = ["bleu", "bleu:lowercase,order=2", "chrf"];
        assert_eq!(names(&["bleu,BLEU:lowercase,order=2,chrf"]), expected);
    }

    #[test]
    fn the_overview_fits_a_terminal() {
        assert!(overview().lines().all(|line| line.len() <= 80), "{}", overview());
    }
}
