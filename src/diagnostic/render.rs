//! Rendering in the manner of rustc.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use super::{Diagnostic, Severity, SourceText};

/// Where the text will be read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// Files, pipes and tests.
    #[default]
    Plain,
    /// Terminals: with colours.
    Styled,
}

/// All problems as text, with an empty line between them.
pub(super) fn render(source: Option<&SourceText>, list: &[Diagnostic], style: Style) -> String {
    let renderer = match style {
        Style::Plain => Renderer::plain(),
        Style::Styled => Renderer::styled(),
    };
    let mut text = String::new();
    for diagnostic in list {
        if !text.is_empty() {
            text.push('\n');
        }
        let rendered = renderer.render(&[group(source, diagnostic)]);
        // Lines that only hold a bar may end in blanks.
        for line in rendered.lines() {
            text.push_str(line.trim_end());
            text.push('\n');
        }
    }
    text
}

fn group<'a>(source: Option<&'a SourceText>, diagnostic: &'a Diagnostic) -> Group<'a> {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let mut group = Group::with_title(level.primary_title(diagnostic.message.as_str()));
    if let Some(source) = source.filter(|_| !diagnostic.labels.is_empty()) {
        let mut snippet = Snippet::source(source.text.as_ref()).path(source.name.as_ref());
        for (index, label) in diagnostic.labels.iter().enumerate() {
            let kind = if index == 0 { AnnotationKind::Primary } else { AnnotationKind::Context };
            let text = (!label.text.is_empty()).then_some(label.text.as_str());
            snippet = snippet.annotation(kind.span(on_text(&source.text, &label.span)).label(text));
        }
        group = group.element(snippet);
    } else if let Some(source) = source {
        // Without a place, the name of the source still says which file is meant.
        group = group.element(annotate_snippets::Origin::path(source.name.as_ref()));
    }
    if let Some(note) = &diagnostic.note {
        group = group.element(Level::NOTE.message(note.as_str()));
    }
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(help.as_str()));
    }
    group
}

/// A span that lies within the text and on the borders of characters, whatever was asked for. A
/// span over several lines is cut at the end of the first, to keep messages short.
fn on_text(text: &str, span: &Range<usize>) -> Range<usize> {
    let start = text.floor_char_boundary(span.start.min(text.len()));
    let end = text.ceil_char_boundary(span.end.clamp(start, text.len()));
    let first_line = text[start..end].find('\n').filter(|&length| length > 0);
    start..first_line.map_or(end, |length| start + length)
}

#[cfg(test)]
mod tests {
    use super::super::{Diagnostic, Diagnostics, SourceText};
    use super::*;

    fn rendered(text: &str, diagnostic: Diagnostic) -> String {
        let source = SourceText::new("spec.toml", text);
        Diagnostics::in_source(source, vec![diagnostic]).expect("one problem").render(Style::Plain)
    }

    #[test]
    fn underlines_the_place() {
        let text = "[experiment]\nseed = -1\n";
        let diagnostic = Diagnostic::error("`seed` must not be negative")
            .label(20..22, "this is below 0")
            .help("write any whole number from 0 on, such as 2007");
        insta::assert_snapshot!(rendered(text, diagnostic), @r"
        error: `seed` must not be negative
         --> spec.toml:2:8
          |
        2 | seed = -1
          |        ^^ this is below 0
          |
          = help: write any whole number from 0 on, such as 2007
        ");
    }

    #[test]
    fn shows_problems_without_a_place() {
        let diagnostic = Diagnostic::error("the folder is in use").help("wait for the other run");
        assert_eq!(
            Diagnostics::from(diagnostic.clone()).to_string(),
            "error: the folder is in use\n |\n = help: wait for the other run"
        );
        assert!(rendered("", diagnostic.clone()).contains("spec.toml"));
        let two = Diagnostics::without_source(vec![diagnostic.clone(), diagnostic]);
        assert_eq!(two.expect("two problems").to_string().matches("error:").count(), 2);
        assert_eq!(Diagnostics::without_source(Vec::new()), None);
    }

    #[test]
    fn orders_by_place() {
        let source = SourceText::new("a", "x\ny\n");
        let list = vec![
            Diagnostic::error("nowhere"),
            Diagnostic::error("second").label(2..3, ""),
            Diagnostic::warning("first").label(0..1, ""),
        ];
        let all = Diagnostics::in_source(source, list).expect("three problems");
        let messages: Vec<_> = all.iter().map(|found| found.message.as_str()).collect();
        assert_eq!(messages, ["first", "second", "nowhere"]);
    }

    #[test]
    fn survives_any_span() {
        for text in ["", "\n", "é", "a\r\nb", "x\ny\nz"] {
            for start in 0..8 {
                for end in 0..8 {
                    rendered(text, Diagnostic::error("x").label(start..end, "here"));
                }
            }
        }
    }

    #[test]
    fn colours_on_request_only() {
        let all = Diagnostics::from(Diagnostic::error("x"));
        assert!(all.render(Style::Styled).contains('\u{1b}'));
        assert!(!all.render(Style::Plain).contains('\u{1b}'));
    }
}
