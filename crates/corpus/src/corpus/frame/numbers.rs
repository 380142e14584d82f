//! Numbers as people and programs write them.

/// How the numbers of a column are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// `0.85`.
    Plain,
    /// `true` and `false`, `yes` and `no` and the like: 1 and 0.
    Truth,
    /// `85 %`, which is 85.
    Percent,
    /// `0,85`.
    DecimalComma,
    /// `[3, 4]`, which is the mean, and `[]`, which is no number.
    List,
}

/// Pairs of words for 1 and 0.
const TRUTH: &str = "true/false yes/no pass/fail passed/failed correct/incorrect right/wrong y/n t/f \u{2713}/\u{2717} \u{2714}/\u{2718} \u{2705}/\u{274c} wahr|richtig/falsch ja/nein \
     vrai/faux oui/non";

/// Words for a score that is not there.
const MISSING: &str = "nan na null none - #n/a n/a";

/// The different values of a column as numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Numbers {
    /// By number of the value; NaN where it is missing or no number.
    values: Vec<f64>,
    /// Numbers of the values that are neither, in ascending order.
    others: Vec<u32>,
    /// Rows with a number, and with what is none.
    rows: [usize; 2],
    /// How they are written.
    pub notation: Notation,
    /// `true` if values with three digits behind a comma or a point may be thousands. They are not taken as scores.
    may_be_thousands: bool,
}

/// What a field is.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Field {
    Missing,
    Number(Notation, f64),
    /// The place of the pair of words.
    Truth(usize, f64),
    Other,
}

impl Numbers {
    /// Numbers with how many rows have each.
    pub(super) fn of_values(values: impl Iterator<Item = (f64, usize)>) -> Self {
        let (values, counts): (Vec<f64>, Vec<usize>) = values.unzip();
        let is_other = |value: &f64| value.is_infinite();
        let others = (0..).zip(&values).filter(|(_, value)| is_other(value));
        let others: Vec<u32> = others.map(|(code, _)| code).collect();
        let numbers = values.iter().zip(&counts).filter(|(value, _)| value.is_finite());
        let rows = [
            numbers.map(|(_, count)| count).sum(),
            others.iter().map(|code| counts[*code as usize]).sum(),
        ];
        let values =
            values.into_iter().map(|value| if value.is_finite() { value } else { f64::NAN });
        let values = values.collect();
        Self { values, others, rows, notation: Notation::Plain, may_be_thousands: false }
    }

    /// Texts with how many rows have each. A column is in one notation: what is in another is no number.
    pub(super) fn of_texts<'a>(
        texts: impl Iterator<Item = (&'a str, usize)> + Clone,
        separator: Option<u8>,
    ) -> Self {
        let fields: Vec<Field> = texts.clone().map(|(text, _)| field(text)).collect();
        let has = |notation| {
            fields
                .iter()
                .any(|field| matches!(field, Field::Number(other, _) if *other == notation))
        };
        let truth = fields.iter().find_map(|field| match field {
            Field::Truth(pair, _) => Some(*pair),
            _ => None,
        });
        let words = texts.clone().map(|(text, _)| text.trim());
        let has_points = words.clone().any(|text| text.contains('.'));
        // In `1.156` and `987` the first is probably 1156: nobody writes 1.156 beside 987.
        let largest = |is_whole: bool| {
            let words = words.clone().filter(|text| text.contains(['.', ',']) != is_whole);
            words.filter_map(parse_number).fold(0.0, |most: f64, (_, value)| most.max(value.abs()))
        };
        let has_whole = largest(true) > 5.0 * largest(false);
        let is_spread = has_whole && matches!(separator, Some(b';' | b'\t'));
        let may_be = |sign| is_spread || sign == ',' && separator != Some(b';');
        let is_open = |sign: &char| may_be(*sign) && may_be_thousands(words.clone(), *sign);
        let open_sign = [',', '.'].into_iter().find(is_open);
        let notation = match truth {
            Some(_) => Notation::Truth,
            None if has(Notation::Percent) => Notation::Percent,
            None if has(Notation::List) => Notation::List,
            None if has(Notation::DecimalComma) && !has_points => Notation::DecimalComma,
            None => Notation::Plain,
        };
        let mut numbers = Self {
            values: Vec::new(),
            others: Vec::new(),
            rows: [0; 2],
            notation,
            may_be_thousands: open_sign.is_some(),
        };
        for ((code, field), (text, count)) in (0..).zip(fields).zip(texts) {
            let is_open = open_sign.is_some_and(|sign| text.contains(sign));
            let value = match if is_open { Field::Other } else { field } {
                Field::Missing => None,
                Field::Truth(pair, value) if Some(pair) == truth => Some(value),
                Field::Number(Notation::Plain, value)
                    if [Notation::Plain, Notation::DecimalComma, Notation::List]
                        .contains(&notation) =>
                {
                    Some(value)
                }
                Field::Number(written, value) if written == notation => Some(value),
                Field::Number(..) | Field::Truth(..) | Field::Other => {
                    numbers.others.push(code);
                    numbers.rows[1] += count;
                    None
                }
            };
            numbers.rows[0] += value.map_or(0, |_| count);
            numbers.values.push(value.unwrap_or(f64::NAN));
        }
        numbers
    }

    /// Says why texts are not taken as numbers.
    pub fn fault(&self) -> &'static str {
        const OPEN: &str = "may be a fraction or thousands (write it as 1.2340 or as 1234)";
        if self.may_be_thousands { OPEN } else { "is not a number" }
    }

    /// The number of a value; `None` where it is missing or none.
    pub(super) fn get(&self, code: usize) -> Option<f64> {
        Some(self.values[code]).filter(|value| !value.is_nan())
    }

    /// Whether a value is neither a number nor missing.
    pub(super) fn is_other(&self, code: usize) -> bool {
        u32::try_from(code).is_ok_and(|code| self.others.binary_search(&code).is_ok())
    }

    /// Rows with what is neither a number nor missing.
    pub fn others(&self) -> usize {
        self.rows[1]
    }

    /// Whether some field is a number, and no other field is anything but missing.
    pub fn are_all(&self) -> bool {
        self.rows[0] > 0 && self.rows[1] == 0
    }

    /// Whether most fields are numbers.
    pub fn are_most(&self) -> bool {
        self.rows[0] > self.rows[1]
    }

    /// The different numbers.
    pub fn values(&self) -> impl Iterator<Item = f64> + Clone {
        self.values.iter().copied().filter(|value| !value.is_nan())
    }
}

/// Returns `true` if each text with a point or a comma has only `sign`, once, before its last three digits: `1,234` may be a
/// fraction or thousands.
pub fn may_be_thousands<'a>(texts: impl Iterator<Item = &'a str>, sign: char) -> bool {
    let is_of_thousands = |text: &str| {
        let (before, behind) = text.trim_end_matches(['%', ' ']).split_once(sign)?;
        let before = before.strip_prefix('-').unwrap_or(before);
        Some(!before.is_empty() && !before.starts_with('0') && behind.len() == 3)
    };
    let signed = texts.filter(|text| text.contains(['.', ',']));
    let mut signed = signed.map(|text| is_of_thousands(text.trim()).unwrap_or(false)).peekable();
    signed.peek().is_some() && signed.all(|is| is)
}

/// A number as it is written: plain, in percent or with a decimal comma.
pub fn parse_number(text: &str) -> Option<(Notation, f64)> {
    let finite = |text: &str| text.parse::<f64>().ok().filter(|value| value.is_finite());
    if let Some(value) = finite(text) {
        return Some((Notation::Plain, value));
    }
    if let Some(percent) = text.strip_suffix('%') {
        let (_, value) = parse_number(percent.trim_end())?;
        return Some((Notation::Percent, value));
    }
    let is_comma = text.matches(',').count() == 1 && !text.contains('.');
    let value = is_comma.then(|| finite(&text.replace(',', "."))).flatten()?;
    Some((Notation::DecimalComma, value))
}

/// The mean of numbers between commas.
fn of_list(list: &str) -> Field {
    if list.trim().is_empty() {
        return Field::Missing;
    }
    let numbers = list.split(',').map(|number| number.trim().parse::<f64>().ok());
    match numbers.collect::<Option<Vec<f64>>>() {
        Some(numbers) if numbers.iter().all(|number| number.is_finite()) => {
            Field::Number(Notation::List, numbers.iter().sum::<f64>() / numbers.len() as f64)
        }
        _ => Field::Other,
    }
}

fn field(text: &str) -> Field {
    let text = text.trim();
    // Most fields are numbers.
    if let Some((notation, value)) = parse_number(text) {
        return Field::Number(notation, value);
    }
    if let Some(list) = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')) {
        return of_list(list);
    }
    // The longest word has nine letters.
    if text.len() > 9 {
        return Field::Other;
    }
    let word = text.to_lowercase();
    if word.is_empty() || MISSING.split(' ').any(|known| known == word) {
        return Field::Missing;
    }
    for (place, (yes, no)) in TRUTH.split(' ').filter_map(|pair| pair.split_once('/')).enumerate() {
        if yes.split('|').any(|yes| yes == word) || no == word {
            return Field::Truth(place, if no == word { 0.0 } else { 1.0 });
        }
    }
    Field::Other
}
