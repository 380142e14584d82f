//! Words in pictures: how wide they are, where they are cut, and how many of them find room.

use super::picture::TEXT;

/// Distance of lines of words that stand under each other.
pub(super) const LINE: f64 = 15.0;

/// About how wide a text is. The font of a reader is not known: widths are those of a wide one, so that
/// words rather end early than run out of the picture.
pub(super) fn width(text: &str) -> f64 {
    let widths = text.chars().map(|c| match c {
        'i' | 'j' | 'l' | '.' | ',' | ':' | ';' | '|' | '!' | '\'' | 'I' => 0.32,
        'f' | 't' | 'r' | '(' | ')' | '[' | ']' | '-' | ' ' | '/' => 0.40,
        'm' | 'w' | 'M' | 'W' | '%' | '@' => 0.98,
        'A'..='Z' => 0.72,
        // Signs of East Asia, and what else is wide.
        '\u{1100}'..='\u{115f}' | '\u{2e80}'..='\u{ffdc}' | '\u{1f000}'..='\u{3fffd}' => 1.05,
        _ => 0.62,
    });
    TEXT * widths.sum::<f64>()
}

/// The widest of some texts.
pub(super) fn widest<'a>(texts: impl Iterator<Item = &'a str>) -> f64 {
    texts.map(width).fold(0.0, f64::max)
}

/// The text, or what fits into `room` of it.
pub(super) fn fitted(text: &str, room: f64) -> String {
    if width(text) <= room {
        return text.to_owned();
    }
    let mut fitted = String::new();
    let mut left = room - width("…");
    for c in text.chars() {
        left -= width(c.encode_utf8(&mut [0; 4]));
        if left < 0.0 {
            break;
        }
        fitted.push(c);
    }
    fitted.trim_end().to_owned() + "…"
}

/// The texts, or what fits into `room` of each: names differ at their ends, so that they lose their middle.
pub(super) fn all_fitted(texts: &[String], room: f64) -> Vec<String> {
    texts.iter().map(|text| without_middle(text, room)).collect()
}

/// The text, or its start and its end as far as they fit into `room`.
pub(super) fn without_middle(text: &str, room: f64) -> String {
    if width(text) <= room {
        return text.to_owned();
    }
    let start = fitted(text, room / 2.0);
    let turned: String = text.chars().rev().collect();
    let end: String = fitted(&turned, room / 2.0).chars().rev().collect();
    format!("{}{end}", start.trim_end_matches('…'))
}

/// Places as near as possible to those that are wanted (ascending), at least `distance` from each other
/// and between `low` and `high`, if there is room for them.
pub(super) fn spread_out(wanted: &[f64], distance: f64, (low, high): (f64, f64)) -> Vec<f64> {
    // Less what the places before take, the order is kept exactly if places do not fall: neighbours that
    // would are put at their mean.
    let mut blocks: Vec<(f64, usize)> = Vec::new();
    for (index, place) in wanted.iter().enumerate() {
        let mut block = (place - distance * index as f64, 1);
        while let Some((mean, count)) = blocks.last().copied().filter(|last| last.0 > block.0) {
            blocks.pop();
            let all = count + block.1;
            block = ((mean * count as f64 + block.0 * block.1 as f64) / all as f64, all);
        }
        blocks.push(block);
    }
    let highest = (high - distance * wanted.len().saturating_sub(1) as f64).max(low);
    let places = blocks.iter().flat_map(|(mean, count)| std::iter::repeat_n(*mean, *count));
    places
        .enumerate()
        .map(|(index, mean): (usize, f64)| mean.clamp(low, highest) + distance * index as f64)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_keep_their_distance() {
        assert_eq!(spread_out(&[10.0, 50.0], 10.0, (0.0, 100.0)), [10.0, 50.0]);
        assert_eq!(spread_out(&[50.0, 50.0, 50.0], 10.0, (0.0, 100.0)), [40.0, 50.0, 60.0]);
        assert_eq!(
            spread_out(&[0.0, 1.0, 99.0, 100.0], 10.0, (0.0, 100.0)),
            [0.0, 10.0, 90.0, 100.0]
        );
        // Without room they begin at the top, and keep their distance.
        assert_eq!(spread_out(&[5.0, 5.0, 5.0], 10.0, (0.0, 10.0)), [0.0, 10.0, 20.0]);
        assert_eq!(spread_out(&[], 10.0, (0.0, 10.0)), [0.0; 0]);
    }

    #[test]
    fn names_lose_their_middle() {
        let names = ["a-rather-long-name-one", "a-rather-long-name-two", "b"].map(str::to_owned);
        let short = all_fitted(&names, 100.0);
        assert!(short[0].ends_with("one") && short[1].ends_with("two"), "{short:?}");
        assert!(short.iter().all(|text| width(text) <= 110.0), "{short:?}");
        assert_eq!(short[2], "b");
        assert!(short[0].starts_with("a-") && short[0].contains('…'), "{short:?}");
    }
}
