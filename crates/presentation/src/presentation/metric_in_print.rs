//! Metrics as papers write them.

/// Names in specs, and in print.
const NAMES: &str = "bleu BLEU, m-bleu M-BLEU, m-bleu-4 M-BLEU-4, m-bleu-9 M-BLEU-9, nist NIST, gtm GTM, mwer mWER, mper mPER, ter TER, chrf chrF, chrf++ chrF++, wnm WNM, comet COMET, xcomet xCOMET, bleurt BLEURT, metricx MetricX, mqm MQM, esa ESA, da DA";

/// The pairs of [`NAMES`].
fn names() -> impl Iterator<Item = (&'static str, &'static str)> {
    NAMES.split(", ").filter_map(|pair| pair.split_once(' '))
}

/// What a metric is called in print; names that are not known stay as they are.
pub fn metric_in_print(name: &str) -> String {
    replaced(name, |base| names().find(|(spec, _)| *spec == base).map(|(_, print)| print))
}

/// What a metric is called in specs and files, of what it is called in print.
pub fn metric_in_spec(name: &str) -> String {
    replaced(name, |base| names().find(|(_, print)| *print == base).map(|(spec, _)| spec))
}

/// A name before its options or references, replaced.
fn replaced<'n>(name: &'n str, other: impl Fn(&'n str) -> Option<&'static str>) -> String {
    let (base, rest) = name.split_at(name.find([':', ' ', ',']).unwrap_or(name.len()));
    format!("{}{rest}", other(base).unwrap_or(base))
}

/// A text in which the metric that begins `subject` is called as in print, where it stands as a word.
pub fn words_in_print(text: &str, subject: &str) -> String {
    let name = subject.split([',', ' ', '(']).next().unwrap_or(subject);
    let printed = metric_in_print(name);
    if printed == name {
        return text.to_owned();
    }
    let words = text.split(' ').map(|word| match word.strip_prefix(name) {
        Some(end) if end.chars().all(|c| c.is_ascii_punctuation()) => format!("{printed}{end}"),
        _ => word.to_owned(),
    });
    words.collect::<Vec<String>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::{metric_in_print, metric_in_spec, words_in_print};

    #[test]
    fn names_are_those_of_papers() {
        let pairs = [
            ("chrf++", "chrF++"),
            ("bleu (1 reference)", "BLEU (1 reference)"),
            ("bleu:tokenizer=zh", "BLEU:tokenizer=zh"),
            ("my-score", "my-score"),
        ];
        for (spec, print) in pairs {
            assert_eq!(metric_in_print(spec), print);
            assert_eq!(metric_in_print(print), print);
            assert_eq!(metric_in_spec(print), spec);
        }
    }

    #[test]
    fn words_are_those_of_the_subject() {
        let subject = "bleu, 4 references";
        assert_eq!(words_in_print("bleu: every bleu score", subject), "BLEU: every BLEU score");
        assert_eq!(words_in_print("margin, bleu", subject), "margin, BLEU");
        assert_eq!(words_in_print("bleu-b and bleurt", subject), "bleu-b and bleurt");
        assert_eq!(words_in_print("one esa-1 score", "esa-1"), "one esa-1 score");
    }
}
