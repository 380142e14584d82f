//! Tokenizers against the tokens of sacreBLEU.

use runner::tokenize::{
    Lowercase, Scratch, TercomOptions, TextTokenizer, Tokenizer, tercom, tokenizer,
};

fn tokens(tokenizer: TextTokenizer, text: &str, scratch: &mut Scratch) -> String {
    tokenizer.tokenize(text, scratch).iter().collect::<Vec<_>>().join(" ")
}

/// In the order of `COLUMNS` in `golden/make_tokens.py`.
fn columns() -> [TextTokenizer; 10] {
    let options = |normalized, no_punctuation, asian_support| TercomOptions {
        normalized,
        no_punctuation,
        asian_support,
    };
    [
        tokenizer(Tokenizer::ThirteenA, Lowercase::No),
        tokenizer(Tokenizer::Chinese, Lowercase::No),
        tokenizer(Tokenizer::International, Lowercase::No),
        tokenizer(Tokenizer::None, Lowercase::No),
        tokenizer(Tokenizer::None, Lowercase::Unicode),
        tokenizer(Tokenizer::Character, Lowercase::No),
        tokenizer(Tokenizer::Tercom, Lowercase::Unicode),
        tercom(options(true, false, true), Lowercase::No),
        tercom(options(true, true, true), Lowercase::Unicode),
        tercom(options(false, true, false), Lowercase::Unicode),
    ]
}

#[test]
fn random_texts_are_cut_as_sacrebleu_cuts_them() {
    let mut scratch = Scratch::default();
    let mut rows = 0;
    for line in include_str!("../golden/tokens.jsonl").split_terminator('\n') {
        let row: Vec<Option<String>> = serde_json::from_str(line).unwrap();
        let text = row[0].as_deref().unwrap();
        let mut expected = "";
        for (column, tokenizer) in columns().into_iter().enumerate() {
            expected = row[column + 1].as_deref().unwrap_or(expected);
            let found = tokens(tokenizer, text, &mut scratch);
            assert_eq!(found, expected, "{tokenizer:?} of {text:?}");
        }
        rows += 1;
    }
    assert_eq!(rows, 2000);
}

/// sacreBLEU 2.5.1, tokenizer `13a`; texts written for this project.
#[test]
fn examples_of_13a() {
    #[derive(serde::Deserialize)]
    struct Example {
        r#in: String,
        out: String,
    }
    let examples: Vec<Example> =
        serde_json::from_str(include_str!("../golden/tokenize_13a.json")).unwrap();
    assert_eq!(examples.len(), 35);
    let mut scratch = Scratch::default();
    let thirteen_a = tokenizer(Tokenizer::ThirteenA, Lowercase::No);
    for Example { r#in: text, out } in examples {
        assert_eq!(tokens(thirteen_a, &text, &mut scratch), out, "{text:?}");
    }
}

#[test]
fn a_hundred_thousand_tokens_are_cut() {
    let text = "1.5,a-b&amp;ü ".repeat(100_000);
    let mut scratch = Scratch::default();
    for tokenizer in columns() {
        assert!(tokenizer.tokenize(&text, &mut scratch).len() >= 100_000, "{tokenizer:?}");
    }
}
