//! Tables for people, and their spellings: Markdown, CSV and LaTeX.

use super::file_name::FileName;
use crate::escape;

/// A table for people: text in every cell.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct TextTable {
    /// Names its files.
    pub name: FileName,
    /// What it shows, in a sentence.
    pub caption: String,
    /// Headings, one per column.
    pub header: Vec<TextCell>,
    /// Lines, each as long as the header.
    pub rows: Vec<Vec<TextCell>>,
    /// What a reader must know.
    pub notes: Vec<String>,
    /// Lines with a rule above them in print: each begins a group.
    pub rules: Vec<usize>,
    /// Lines that are not among these.
    pub left_out: usize,
    /// The table of the run that has all lines, if there is one.
    pub source: Option<&'static str>,
}

/// A cell of a table for people.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct TextCell {
    pub text: String,
    /// Whether it is a number, to be set flush right.
    pub is_number: bool,
    /// What it is sorted by, where that is not the number in its text, or of words the text.
    pub key: Option<String>,
    /// Its class on the page: `good`, `middling`, `bad` or nothing.
    pub css_class: &'static str,
}

impl TextCell {
    /// A cell of words.
    pub fn words(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    /// A cell of a number.
    pub fn number(text: impl Into<String>, value: Option<f64>) -> Self {
        let text = text.into();
        let key = value.filter(|value| !is_said(*value, &text)).map(sorted_by);
        Self { text, is_number: true, key, css_class: "" }
    }

    /// A number that may be absent.
    pub fn optional(value: Option<f64>, write: impl Fn(f64) -> String) -> Self {
        Self::number(value.map_or_else(|| "–".to_owned(), write), value)
    }

    pub fn css_class(mut self, css_class: &'static str) -> Self {
        self.css_class = css_class;
        self
    }
}

/// Returns `true` if the first number in a text is this one, as far as it has digits.
fn is_said(value: f64, text: &str) -> bool {
    let Some(digit) = text.find(|c: char| c.is_ascii_digit()) else { return false };
    let sign = if text[..digit].ends_with('-') { -1.0 } else { 1.0 };
    let end = text[digit..].find(|c: char| !c.is_ascii_digit() && !matches!(c, ',' | '.'));
    let number = &text[digit..end.map_or(text.len(), |end| digit + end)];
    let number = number.trim_end_matches([',', '.']).replace(',', "");
    let decimals = number.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    // A list, since `powi` differs between platforms.
    let half_unit = 0.5 * [1.0, 0.1, 0.01, 1e-3, 1e-4, 1e-5, 1e-6][decimals.min(6)];
    let said = number.parse().map(|said: f64| sign * said);
    // A hair more, since halves of decimals are not exact.
    said.is_ok_and(|said| (said - value).abs() <= half_unit * (1.0 + 1e-9))
}

/// A number as far as it is sorted by it: seven digits.
fn sorted_by(value: f64) -> String {
    let short: f64 = format!("{value:.6e}").parse().unwrap_or(value);
    short.to_string()
}

impl TextTable {
    /// With headings set like their columns.
    pub fn aligned(mut self) -> Self {
        for column in 0..self.header.len() {
            self.header[column].is_number = self.is_number(column);
        }
        self
    }

    /// Notes, and how many lines are not here.
    fn all_notes(&self) -> impl Iterator<Item = String> {
        let left_out = (self.left_out > 0).then(|| {
            let (shown, all) = (self.rows.len(), self.rows.len() + self.left_out);
            format!("The first {shown} of {all} lines; the table of the run has them all.")
        });
        self.notes.iter().cloned().chain(left_out)
    }

    /// As a table of Markdown, with the caption above and notes below.
    pub fn markdown(&self) -> String {
        let rule: Vec<&str> = (0..self.header.len())
            .map(|column| if self.is_number(column) { "---:" } else { "---" })
            .collect();
        let mut parts = vec![format!("{}\n\n", in_markdown(&self.caption))];
        parts.push(markdown_line(&self.header));
        parts.push(format!("|{}|\n", rule.join("|")));
        parts.extend(self.rows.iter().map(|row| markdown_line(row)));
        parts.extend(self.all_notes().map(|note| format!("\n{}\n", in_markdown(&note))));
        parts.concat()
    }

    /// As CSV (RFC 4180), one line of headings. Spreadsheets take cells with certain beginnings for
    /// formulas; what is not a number gets an apostrophe before them, as OWASP recommends ("CSV injection").
    pub fn csv(&self) -> String {
        let mut text = String::new();
        for row in std::iter::once(&self.header).chain(&self.rows) {
            text += &row.iter().map(in_csv).collect::<Vec<_>>().join(",");
            text += "\r\n";
        }
        text
    }

    /// As lines of cells with tabs between them, one line of headings.
    pub fn tsv(&self) -> String {
        let mut text = String::new();
        for row in std::iter::once(&self.header).chain(&self.rows) {
            text += &row.iter().map(in_tsv).collect::<Vec<_>>().join("\t");
            text.push('\n');
        }
        text
    }

    /// As a figure of Typst.
    pub fn typst(&self) -> String {
        let sides = (0..self.header.len())
            .map(|column| if self.is_number(column) { "right" } else { "left" });
        let sides: Vec<&str> = sides.collect();
        let mut parts = vec![
            "#figure(\n  table(\n".to_owned(),
            format!("    columns: {},\n", self.header.len()),
            format!("    align: ({},),\n    stroke: none,\n", sides.join(", ")),
            "    table.hline(),\n".to_owned(),
            format!("    table.header({}),\n", typst_line(&self.header)),
            "    table.hline(stroke: 0.5pt),\n".to_owned(),
        ];
        for (number, row) in self.rows.iter().enumerate() {
            if self.rules.contains(&number) {
                parts.push("    table.hline(stroke: 0.5pt),\n".to_owned());
            }
            parts.push(format!("    {},\n", typst_line(row)));
        }
        parts.push("    table.hline(),\n  ),\n".to_owned());
        parts.push(format!("  caption: [{}],\n) <tab:{}>\n", in_typst(&self.caption), self.name));
        for note in self.all_notes() {
            parts.push(format!("#text(size: 0.8em)[{}]\n\n", in_typst(&note)));
        }
        parts.concat()
    }

    /// As a LaTeX table for `booktabs`, to be read in with `\input`.
    pub fn latex(&self) -> String {
        let columns: String = (0..self.header.len())
            .map(|column| if self.is_number(column) { 'r' } else { 'l' })
            .collect();
        let mut parts = vec![
            "% Needs \\usepackage{booktabs}.\n\\begin{table}\n  \\centering\n".to_owned(),
            format!("  \\caption{{{}}}\n", in_latex(&self.caption)),
            format!("  \\label{{tab:{}}}\n", self.name),
            format!("  \\begin{{tabular}}{{{columns}}}\n    \\toprule\n"),
            format!("    {}    \\midrule\n", latex_line(&self.header)),
        ];
        for (number, row) in self.rows.iter().enumerate() {
            let rule = if self.rules.contains(&number) { "    \\midrule\n" } else { "" };
            parts.push(format!("{rule}    {}", latex_line(row)));
        }
        parts.push("    \\bottomrule\n  \\end{tabular}\n".to_owned());
        for note in self.all_notes() {
            parts.push(format!("  \\par\\smallskip\\footnotesize {}\n", in_latex(&note)));
        }
        parts.push("\\end{table}\n".to_owned());
        parts.concat()
    }

    /// Returns `true` if most of a column are numbers.
    fn is_number(&self, column: usize) -> bool {
        let numbers = self.rows.iter().filter(|row| row[column].is_number).count();
        2 * numbers > self.rows.len()
    }
}

fn markdown_line(cells: &[TextCell]) -> String {
    let cells: Vec<String> = cells.iter().map(|cell| in_markdown(&cell.text)).collect();
    format!("| {} |\n", cells.join(" | "))
}

/// Text that Markdown shows as it is.
pub fn in_markdown(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '#' | '~' | '$' => {
                escaped.extend(['\\', c]);
            }
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            c if escape::is_obeyed(c) => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}

/// A field of CSV. Control characters other than line ends are spelled out: many readers end a text at
/// a NUL.
fn in_csv(cell: &TextCell) -> String {
    // The signs of full width are those of a sheet in Japanese.
    const FORMULA: [char; 9] = ['=', '+', '-', '@', '\n', '＝', '＋', '－', '＠'];
    let mut text = escape::lines(&cell.text).into_owned();
    if text.starts_with(FORMULA) && !is_numeric(cell) {
        text.insert(0, '\'');
    }
    // Some sheets have fields end at semicolons.
    if text.contains([',', ';', '"', '\n']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text
    }
}

/// A field between tabs.
fn in_tsv(cell: &TextCell) -> String {
    cell.text.chars().map(|c| if escape::is_obeyed(c) { ' ' } else { c }).collect()
}

/// Returns `true` if a cell holds numbers alone: one, or one with its interval, error or unit.
fn is_numeric(cell: &TextCell) -> bool {
    let unsigned = cell.text.strip_prefix(['+', '-']).unwrap_or(&cell.text);
    let begins_number = unsigned.starts_with(|c: char| c.is_ascii_digit() || c == '.');
    (begins_number && unsigned.parse::<f64>().is_ok())
        || (cell.is_number
            && cell.text.chars().all(|c: char| c.is_ascii_digit() || "+-.,[]()%±* ".contains(c)))
}

fn latex_line(cells: &[TextCell]) -> String {
    let cells: Vec<String> = cells.iter().map(|cell| in_latex(&cell.text)).collect();
    let line = cells.join(" & ");
    // A star would be that of the line end before it.
    let line = line.strip_prefix('*').map_or(line.clone(), |rest| format!("{{*}}{rest}"));
    format!("{line} \\\\\n")
}

/// Text that LaTeX sets as it is; characters beyond Latin-1 by their numbers.
fn in_latex(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => escaped.extend(['\\', c]),
            '\\' => escaped.push_str("\\textbackslash{}"),
            '~' => escaped.push_str("\\textasciitilde{}"),
            '^' => escaped.push_str("\\textasciicircum{}"),
            '<' => escaped.push_str("\\textless{}"),
            '>' => escaped.push_str("\\textgreater{}"),
            '|' => escaped.push_str("\\textbar{}"),
            '–' => escaped.push_str("--"),
            '±' => escaped.push_str("$\\pm$"),
            '²' => escaped.push_str("$^2$"),
            '−' => escaped.push_str("$-$"),
            // Would begin the optional argument of a line end.
            '[' | ']' => escaped.extend(['{', c, '}']),
            c if escape::is_obeyed(c) => escaped.push(' '),
            // Beyond what every LaTeX can set without further packages.
            c if c > '\u{ff}' => escaped.extend(format!("(U+{:04X})", u32::from(c)).chars()),
            c => escaped.push(c),
        }
    }
    escaped
}

/// Cells as arguments of a table of Typst.
fn typst_line(cells: &[TextCell]) -> String {
    let cells = cells.iter().map(|cell| format!("[{}]", in_typst(&cell.text)));
    cells.collect::<Vec<_>>().join(", ")
}

/// Text that Typst sets as it is.
fn in_typst(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        // A sign before a number is set as one; two hyphens would be a dash.
        let is_sign = matches!(c, '-' | '+') && characters.peek().is_some_and(char::is_ascii_digit);
        let begins_list = c == '.'
            && escaped.chars().all(|digit| digit.is_ascii_digit())
            && characters.peek().is_none_or(|next| *next == ' ');
        match c {
            '\\' | '`' | '*' | '_' | '#' | '$' | '<' | '>' | '@' | '[' | ']' | '~' | '/' | '='
            | '"' | '\'' => escaped.extend(['\\', c]),
            '-' | '+' if !is_sign => escaped.extend(['\\', c]),
            '.' if begins_list => escaped.extend(['\\', c]),
            c if escape::is_obeyed(c) => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> TextTable {
        TextTable {
            name: FileName::new(&["nasty"]),
            caption: "100 % of $x_1$ & <b>".to_owned(),
            header: vec![TextCell::words("a|b"), TextCell::words("n")],
            rows: vec![
                vec![TextCell::words("[x] \\cmd{y} #1 ~ ^"), TextCell::number("1.5", Some(1.5))],
                vec![
                    TextCell::words("say \"no\", or\nelse"),
                    TextCell::optional(None, super::super::number::number),
                ],
            ],
            notes: vec!["*starred*".to_owned()],
            ..TextTable::default()
        }
    }

    /// What is sorted by the number in its text needs no key.
    #[test]
    fn keys_say_what_texts_do_not() {
        for (text, value) in
            [("±3.05", 3.0512), ("12,000 to 15,000", 12_000.0), ("-0.5 ± 2", -0.46), ("2-4", 2.0)]
        {
            assert_eq!(TextCell::number(text, Some(value)).key, None, "{text}");
        }
        for (text, value, key) in [
            ("50 %", 0.5, "0.5"),
            ("–", 2.5, "2.5"),
            ("3.0", 3.06, "3.06"),
            ("<0.001", 2e-4, "0.0002"),
        ] {
            assert_eq!(TextCell::number(text, Some(value)).key.as_deref(), Some(key), "{text}");
        }
        assert_eq!(TextCell::number("∞", Some(f64::INFINITY)).key.as_deref(), Some("inf"));
    }

    #[test]
    fn nothing_of_a_corpus_is_taken_for_markup() {
        insta::assert_snapshot!(sample().markdown(), @r#"
        100 % of \$x\_1\$ &amp; &lt;b&gt;

        | a\|b | n |
        |---|---:|
        | \[x\] \\cmd{y} \#1 \~ ^ | 1.5 |
        | say "no", or else | – |

        \*starred\*
        "#);
        insta::assert_snapshot!(sample().latex(), @r##"
        % Needs \usepackage{booktabs}.
        \begin{table}
          \centering
          \caption{100 \% of \$x\_1\$ \& \textless{}b\textgreater{}}
          \label{tab:nasty}
          \begin{tabular}{lr}
            \toprule
            a\textbar{}b & n \\
            \midrule
            {[}x{]} \textbackslash{}cmd\{y\} \#1 \textasciitilde{} \textasciicircum{} & 1.5 \\
            say "no", or else & -- \\
            \bottomrule
          \end{tabular}
          \par\smallskip\footnotesize *starred*
        \end{table}
        "##);
        let starred = vec![vec![TextCell::words("*x"), TextCell::words("45*")]];
        let latex = TextTable { rows: starred, ..sample() }.latex();
        assert!(latex.contains("{*}x & 45* \\\\"), "{latex}");
        assert_eq!(
            sample().csv(),
            "a|b,n\r\n[x] \\cmd{y} #1 ~ ^,1.5\r\n\"say \"\"no\"\", or\nelse\",–\r\n"
        );
    }

    #[test]
    fn no_cell_of_csv_is_a_formula() {
        for (text, field) in [
            ("=1+1", "'=1+1"),
            ("+cmd", "'+cmd"),
            ("-x", "'-x"),
            ("-1+1", "'-1+1"),
            ("@SUM(A1,A2)", "\"'@SUM(A1,A2)\""),
            ("=HYPERLINK(\"x\")", "\"'=HYPERLINK(\"\"x\"\")\""),
            ("＝1", "'＝1"),
            ("\n=1", "\"'\n=1\""),
            ("\t=1", "\\t=1"),
            ("\r=1", "\\r=1"),
            ("a\0b\u{1b}", "a\\0b\\u{1b}"),
            ("a;=1", "\"a;=1\""),
            ("-inf", "'-inf"),
            ("a=1", "a=1"),
            ("–", "–"),
        ] {
            assert_eq!(in_csv(&TextCell::words(text)), field, "{text:?}");
        }
    }

    #[test]
    fn numbers_of_csv_stay_numbers() {
        for number in ["-1.5", "+0.25", "-12", "1e-5", "-.5", "-1.5e-7"] {
            assert_eq!(in_csv(&TextCell::words(number)), number);
        }
        for number in ["-1.50 [-2.00; 1.00]", "-1.50 ± 0.20", "+0.3 %"] {
            let text = number.replace(';', ",");
            let field = in_csv(&TextCell::number(text.as_str(), Some(-1.5)));
            assert_eq!(field.trim_matches('"'), text);
        }
        // What is said to be a number may come from a file of printed values.
        assert_eq!(
            in_csv(&TextCell::number("-2+cmd|' /C calc'!A0", None)),
            "'-2+cmd|' /C calc'!A0"
        );
        assert_eq!(in_csv(&TextCell::words("-1.50 [-2.00 1.00]")), "'-1.50 [-2.00 1.00]");
    }

    /// Names that try to leave their cell, in all three.
    #[test]
    fn a_cell_stays_a_cell() {
        for evil in
            ["a | b\n| c |", "a & b \\\\ c", "\\end{table}\\input{x}", "a\rb\u{85}c", "^^5c"]
        {
            let rows = vec![vec![TextCell::words(evil), TextCell::words("x")]];
            let table = TextTable { rows, notes: Vec::new(), ..sample() };
            assert_eq!(table.markdown().lines().count(), 5, "{}", table.markdown());
            let cells =
                table.markdown().lines().last().unwrap().replace("\\|", "").matches('|').count();
            assert_eq!(cells, 3, "{}", table.markdown());
            let latex = table.latex();
            let line = latex.lines().find(|line| line.ends_with("& x \\\\")).unwrap();
            assert_eq!(line.replace("\\&", "").matches('&').count(), 1, "{line}");
            assert_eq!(line.matches("\\\\").count(), 1, "{line}");
            assert!(
                !line.contains("\\end") && !line.contains("\\input") && !line.contains("^^"),
                "{line}"
            );
        }
    }
}
