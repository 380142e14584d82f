//! Orders of documents in words.

/// `corpus order`, `random order 2`, `order explicit-1`.
pub(crate) fn order_in_words(ordering: &str) -> String {
    match ordering.strip_prefix("random-") {
        _ if ordering == "corpus" => "corpus order".to_owned(),
        Some(number) => format!("random order {number}"),
        None => format!("order {ordering}"),
    }
}

#[cfg(test)]
mod tests {
    use super::order_in_words;

    #[test]
    fn orders_have_names() {
        let names = ["corpus", "random-2", "explicit-1"].map(order_in_words);
        assert_eq!(names, ["corpus order", "random order 2", "order explicit-1"]);
    }
}
