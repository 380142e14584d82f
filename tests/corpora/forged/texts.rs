//! Mistakes in the texts of one output.

use runner::corpus::model::{Corpus, Document, NamedTexts, Texts};
use runner::corpus::plausibility_warnings;

use super::Caught::{Missed, Noted, Refused, Warned};
use super::{Kind, Numbers, Said, range, share};

/// Texts of a column.
type Lines = Vec<String>;

pub(super) const KINDS: &[Kind] = &[
    Kind {
        name: "shifted by a line",
        forge: |corpus, rate, seed| stretch(corpus, rate, seed, |lines| lines.rotate_left(1)),
        caught: [Warned, Warned, Warned, Refused],
    },
    Kind {
        name: "shifted by three lines",
        forge: |corpus, rate, seed| stretch(corpus, rate, seed, |lines| lines.rotate_right(3)),
        caught: [Warned, Warned, Warned, Refused],
    },
    Kind {
        name: "shifted by a line at the end",
        forge: |corpus, rate, _| {
            lines_of(corpus, |lines| {
                let first = lines.len() - share(lines.len(), rate);
                lines[first..].rotate_left(1);
            })
        },
        caught: [Warned, Warned, Warned, Refused],
    },
    Kind {
        name: "reversed",
        forge: |corpus, rate, seed| stretch(corpus, rate, seed, <[String]>::reverse),
        caught: [Warned, Warned, Warned, Refused],
    },
    Kind {
        name: "a reference shifted by a line",
        forge: |corpus, rate, seed| {
            let mut corpus = corpus.clone();
            let mut lines = lines(&corpus.references[0].texts);
            let range = range(lines.len(), rate, seed);
            lines[range].rotate_left(1);
            corpus.references[0].texts = texts(&lines);
            Ok(plausibility_warnings(&corpus))
        },
        caught: [Warned, Warned, Warned, Refused],
    },
    Kind {
        name: "texts of other segments, scattered",
        forge: |corpus, rate, seed| {
            lines_of(corpus, |lines| {
                let mut numbers = Numbers::new(seed);
                let places = numbers.places(lines.len(), rate);
                for at in (1..places.len()).rev() {
                    lines.swap(places[at], places[numbers.below(at)]);
                }
            })
        },
        caught: [Missed, Missed, Warned, Refused],
    },
    Kind {
        name: "neighbours exchanged, scattered",
        forge: |corpus, rate, seed| {
            lines_of(corpus, |lines| {
                let places = Numbers::new(seed).places(lines.len() / 2, rate);
                for at in places {
                    lines.swap(2 * at, 2 * at + 1);
                }
            })
        },
        caught: [Missed, Missed, Warned, Refused],
    },
    Kind {
        name: "the text before once more",
        forge: |corpus, rate, seed| {
            lines_of(corpus, |lines| {
                for at in Numbers::new(seed).places(lines.len(), rate) {
                    let before = lines[at.saturating_sub(1)].clone();
                    lines[at] = before;
                }
            })
        },
        caught: [Missed, Missed, Warned, Refused],
    },
    Kind {
        name: "texts of another corpus",
        forge: |corpus, rate, seed| {
            let other = other_texts(corpus);
            each(corpus, rate, seed, |at, _| other[at].clone())
        },
        caught: [Missed, Missed, Warned, Refused],
    },
    Kind {
        name: "untranslated",
        forge: |corpus, rate, seed| {
            let source = lines(corpus.source.as_ref().expect("there is a source"));
            each(corpus, rate, seed, |at, _| source[at].clone())
        },
        caught: [Missed, Warned, Warned, Refused],
    },
    Kind {
        name: "untranslated, the source is not there",
        forge: |corpus, rate, seed| {
            let source = lines(corpus.source.as_ref().expect("there is a source"));
            let corpus = Corpus { source: None, ..corpus.clone() };
            each(&corpus, rate, seed, |at, _| source[at].clone())
        },
        caught: [Missed, Warned, Warned, Refused],
    },
    Kind {
        name: "another script",
        forge: |corpus, rate, seed| {
            each(corpus, rate, seed, |_, text| {
                let other = |c: char| match c {
                    'a'..='z' => char::from_u32(u32::from(c) - 0x61 + 0x430).expect("a letter"),
                    'A'..='Z' => char::from_u32(u32::from(c) - 0x41 + 0x410).expect("a letter"),
                    _ => c,
                };
                text.chars().map(other).collect()
            })
        },
        caught: [Warned, Warned, Warned, Refused],
    },
    Kind {
        name: "capitals",
        forge: |corpus, rate, seed| each(corpus, rate, seed, |_, text| text.to_uppercase()),
        caught: [Warned, Warned, Warned, Refused],
    },
    Kind {
        name: "small letters",
        forge: |corpus, rate, seed| each(corpus, rate, seed, |_, text| text.to_lowercase()),
        caught: [Missed, Warned, Warned, Warned],
    },
    Kind {
        name: "a full stop",
        forge: |corpus, rate, seed| each(corpus, rate, seed, |_, _| ".".to_owned()),
        caught: [Warned, Warned, Warned, Warned],
    },
    Kind {
        name: "empty",
        forge: |corpus, rate, seed| each(corpus, rate, seed, |_, _| String::new()),
        caught: [Noted, Warned, Warned, Warned],
    },
    Kind {
        name: "a standard answer",
        forge: |corpus, rate, seed| {
            each(corpus, rate, seed, |_, _| "I am sorry, but I cannot help with that.".to_owned())
        },
        caught: [Warned, Warned, Warned, Refused],
    },
    Kind {
        name: "numbers of lines",
        forge: |corpus, rate, seed| {
            each(corpus, rate, seed, |at, text| format!("{}. {text}", at + 1))
        },
        caught: [Warned, Warned, Warned, Warned],
    },
    Kind {
        name: "quotes around",
        forge: |corpus, rate, seed| each(corpus, rate, seed, |_, text| format!("\"{text}\"")),
        caught: [Warned, Warned, Warned, Warned],
    },
    Kind {
        name: "pieces with `@@ `",
        forge: |corpus, rate, seed| {
            let cut = |word: &str| {
                let middle = word.char_indices().nth(3).map_or(word.len(), |(at, _)| at);
                let (start, end) = word.split_at(middle);
                if end.is_empty() { start.to_owned() } else { format!("{start}@@ {end}") }
            };
            let pieces = |text: &str| text.split(' ').map(cut).collect::<Vec<_>>().join(" ");
            each(corpus, rate, seed, |_, text| pieces(text))
        },
        caught: [Warned, Warned, Warned, Warned],
    },
    Kind {
        name: "pieces with U+2581",
        forge: |corpus, rate, seed| {
            each(corpus, rate, seed, |_, text| {
                format!("\u{2581}{}", text.replace(' ', " \u{2581}"))
            })
        },
        caught: [Warned, Warned, Warned, Warned],
    },
    Kind {
        name: "escaped entities",
        forge: |corpus, rate, seed| {
            let escaped = |c: char| {
                let is_plain = c.is_alphanumeric() || c == ' ';
                if is_plain { c.to_string() } else { format!("&#{};", u32::from(c)) }
            };
            each(corpus, rate, seed, |_, text| text.chars().map(escaped).collect())
        },
        caught: [Warned, Warned, Warned, Warned],
    },
    Kind {
        name: "`Translation:` before",
        forge: |corpus, rate, seed| {
            each(corpus, rate, seed, |_, text| format!("Translation: {text}"))
        },
        caught: [Warned, Warned, Warned, Warned],
    },
    Kind {
        name: "blanks before punctuation",
        forge: |corpus, rate, seed| {
            each(corpus, rate, seed, |_, text| text.replace(',', " ,").replace('.', " ."))
        },
        caught: [Missed, Warned, Warned, Warned],
    },
    Kind {
        name: "decoded as Latin-1",
        forge: |corpus, rate, seed| {
            each(corpus, rate, seed, |_, text| {
                text.replace('a', "ä").bytes().map(char::from).collect()
            })
        },
        caught: [Warned, Warned, Warned, Warned],
    },
    Kind {
        name: "zero-width spaces",
        forge: |corpus, rate, seed| {
            each(corpus, rate, seed, |_, text| text.replace(' ', " \u{200b}"))
        },
        caught: [Noted, Warned, Warned, Warned],
    },
    Kind {
        name: "cut off in the middle",
        forge: |corpus, rate, seed| {
            each(corpus, rate, seed, |_, text| {
                text.chars().take(text.chars().count() / 2).collect()
            })
        },
        caught: [Missed, Warned, Warned, Warned],
    },
    Kind {
        name: "four times in a row",
        forge: |corpus, rate, seed| each(corpus, rate, seed, |_, text| [text; 4].join(" ")),
        caught: [Warned, Warned, Warned, Warned],
    },
    Kind {
        name: "the reference",
        forge: |corpus, rate, seed| {
            let reference = lines(&corpus.references[0].texts);
            each(corpus, rate, seed, |at, _| reference[at].clone())
        },
        caught: [Missed, Missed, Warned, Warned],
    },
    Kind {
        name: "the text of another system",
        forge: |corpus, rate, seed| {
            let other = lines(&corpus.systems[1].texts);
            each(corpus, rate, seed, |at, _| other[at].clone())
        },
        // Systems agree; only a whole file is a copy.
        caught: [Missed, Missed, Missed, Warned],
    },
    Kind {
        name: "documents begin a line late",
        forge: |corpus, _, _| {
            let mut corpus = corpus.clone();
            let last = corpus.documents.len() - 1;
            for (at, document) in corpus.documents.iter_mut().enumerate() {
                let Document { segments, .. } = document;
                segments.start += usize::from(at > 0);
                segments.end += usize::from(at < last);
            }
            corpus.check().map_err(|error| error.to_string())?;
            Ok(plausibility_warnings(&corpus))
        },
        // Nothing but the file of documents knows where they begin.
        caught: [Missed; 4],
    },
];

pub(super) fn lines(texts: &Texts) -> Lines {
    texts.iter().map(|text| text.unwrap_or("").to_owned()).collect()
}

fn texts(lines: &[String]) -> Texts {
    lines.iter().map(String::as_str).collect()
}

/// The corpus with the first output changed.
#[expect(
    clippy::unnecessary_wraps,
    reason = "it is what `forge` of a kind gives, which may be refused"
)]
fn lines_of(corpus: &Corpus, change: impl FnOnce(&mut Lines)) -> Said {
    let mut corpus = corpus.clone();
    let NamedTexts { texts: own, .. } = &mut corpus.systems[0];
    let mut changed = lines(own);
    change(&mut changed);
    *own = texts(&changed);
    Ok(plausibility_warnings(&corpus))
}

/// A share of the lines, scattered, each changed by itself.
fn each(corpus: &Corpus, rate: f64, seed: u64, change: impl Fn(usize, &str) -> String) -> Said {
    lines_of(corpus, |lines| {
        for at in Numbers::new(seed).places(lines.len(), rate) {
            lines[at] = change(at, &lines[at]);
        }
    })
}

/// A share of the lines, in a row, changed together.
fn stretch(corpus: &Corpus, rate: f64, seed: u64, change: impl FnOnce(&mut [String])) -> Said {
    lines_of(corpus, |lines| {
        let range = range(lines.len(), rate, seed);
        change(&mut lines[range]);
    })
}

/// Sentences of the same language that no segment has: words of the references in another order.
fn other_texts(corpus: &Corpus) -> Lines {
    let reference = lines(&corpus.references[0].texts);
    let words: Vec<&str> = reference.iter().flat_map(|text| text.split(' ')).collect();
    let mut numbers = Numbers::new(99);
    let line = |text: &String| {
        let words = text.split(' ').map(|_| words[numbers.below(words.len())]);
        words.collect::<Vec<_>>().join(" ")
    };
    reference.iter().map(line).collect()
}
