//! Rendering in the manner of rustc.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use super::{Diagnostic, SourceText};
use crate::escape;

/// Where the text will be read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// Files, pipes and tests.
    #[default]
    Plain,
    /// Terminals: with colours.
    Styled,
}

/// All problems as text, with an empty line between them. What a terminal would obey in them is spelled
/// out before colours come in; the library lets some of it pass.
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
        if source.is_none() {
            text.push_str(&remarks(diagnostic));
        }
    }
    text
}

/// Note and help of a problem without a source, which has no margin with a bar above them.
fn remarks(diagnostic: &Diagnostic) -> String {
    let Diagnostic { note, help, .. } = diagnostic;
    let said = [("note", note), ("help", help)];
    let said = said.into_iter().filter_map(|(what, said)| Some((what, said.as_ref()?)));
    said.map(|(what, said)| [" = ", what, ": ", &escape::lines(said), "\n"].concat()).collect()
}

fn group<'a>(source: Option<&'a SourceText>, diagnostic: &'a Diagnostic) -> Group<'a> {
    let mut group =
        Group::with_title(Level::ERROR.primary_title(escape::lines(&diagnostic.message)));
    if let Some(source) = source.filter(|_| !diagnostic.labels.is_empty()) {
        let text = escape::in_place(&source.text);
        let mut snippet = Snippet::source(text).path(escape::line(&source.name));
        for (index, label) in diagnostic.labels.iter().enumerate() {
            let kind = if index == 0 { AnnotationKind::Primary } else { AnnotationKind::Context };
            let text = (!label.text.is_empty()).then(|| escape::line(&label.text));
            snippet = snippet.annotation(kind.span(on_text(&source.text, &label.span)).label(text));
        }
        group = group.element(snippet);
    } else if let Some(source) = source {
        // Without a place, the name of the source still says which file is meant.
        group = group.element(annotate_snippets::Origin::path(escape::line(&source.name)));
    }
    if source.is_none() {
        return group;
    }
    if let Some(note) = &diagnostic.note {
        group = group.element(Level::NOTE.message(escape::lines(note)));
    }
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(escape::lines(help)));
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
            "error: the folder is in use\n = help: wait for the other run"
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
            Diagnostic::error("first").label(0..1, ""),
        ];
        let all = Diagnostics::in_source(source, list).expect("three problems");
        let messages: Vec<_> = all.iter().map(|diagnostic| diagnostic.message.as_str()).collect();
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

    /// Nothing of a text passes for a sequence of the terminal, with colours or without.
    #[test]
    fn what_a_terminal_obeys_is_spelled_out() {
        let evil = "\u{1b}]0;x\u{7}\r\u{8}\u{7f}\u{9b}31m\u{202e}\u{2028}";
        let text = format!("name = \"{evil}\"\nx = 1\n");
        let source = SourceText::new(&format!("{evil}.toml"), &text);
        let diagnostic = || Diagnostic::error(evil).note(evil).help(evil);
        let list = vec![diagnostic().label(0..4, evil).label(text.len() - 3..text.len(), evil)];
        let shown = Diagnostics::in_source(source.clone(), list).expect("one problem");
        let nowhere = Diagnostics::in_source(source, vec![diagnostic()]).expect("one problem");
        for shown in [&shown, &nowhere, &diagnostic().into()] {
            let plain = shown.render(Style::Plain);
            assert!(!plain.contains(|c| c != '\n' && escape::is_obeyed(c)), "{plain:?}");
            let styled = shown.render(Style::Styled);
            assert_eq!(without_colours(&styled), plain);
        }
        let place = shown.render(Style::Plain);
        assert!(place.contains("1 | name = \"␛]0;x␇␍␈␡¿31m��\""), "{place}");
    }

    /// Takes out the sequences that set colours, which are ESC, `[`, digits and `;`, and `m`.
    fn without_colours(text: &str) -> String {
        let mut parts = text.split("\u{1b}[");
        let mut plain = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let (code, rest) = part.split_once('m').expect("a colour");
            assert!(code.bytes().all(|byte| byte.is_ascii_digit() || byte == b';'), "{code:?}");
            plain.push_str(rest);
        }
        let lines: Vec<&str> = plain.lines().map(str::trim_end).collect();
        lines.join("\n") + "\n"
    }

    #[test]
    fn colours_on_request_only() {
        let all = Diagnostics::from(Diagnostic::error("x"));
        assert!(all.render(Style::Styled).contains('\u{1b}'));
        assert!(!all.render(Style::Plain).contains('\u{1b}'));
    }
}
