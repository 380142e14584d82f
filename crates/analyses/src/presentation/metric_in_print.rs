//! Metrics as papers write them.

/// What a metric is called in print; names that are not known stay as they are.
pub fn metric_in_print(name: &str) -> String {
    let (base, rest) = name.split_at(name.find([':', ' ']).unwrap_or(name.len()));
    let printed = match base {
        "bleu" => "BLEU",
        "m-bleu" => "M-BLEU",
        "m-bleu-9" => "M-BLEU-9",
        "nist" => "NIST",
        "gtm" => "GTM",
        "mwer" => "mWER",
        "mper" => "mPER",
        "ter" => "TER",
        "chrf" => "chrF",
        "chrf++" => "chrF++",
        "wnm" => "WNM",
        "comet" => "COMET",
        "xcomet" => "xCOMET",
        "bleurt" => "BLEURT",
        "metricx" => "MetricX",
        "mqm" => "MQM",
        "esa" => "ESA",
        "da" => "DA",
        other => other,
    };
    format!("{printed}{rest}")
}

#[cfg(test)]
mod tests {
    use super::metric_in_print;

    #[test]
    fn names_are_those_of_papers() {
        assert_eq!(metric_in_print("chrf++"), "chrF++");
        assert_eq!(metric_in_print("bleu (1 reference)"), "BLEU (1 reference)");
        assert_eq!(metric_in_print("bleu:tokenizer=zh"), "BLEU:tokenizer=zh");
        assert_eq!(metric_in_print("my-score"), "my-score");
    }
}
