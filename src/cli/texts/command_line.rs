//! `--command NAME=COMMAND`: a command line as a shell would cut it into arguments, which no shell reads.

use crate::cli::failure::Failure;
use crate::config::score_command::ScoreCommand;
use crate::value::Check;

/// Name and command of a value of `--command`.
pub(super) fn named(written: &str) -> Result<(String, ScoreCommand), Failure> {
    let parts = written.split_once('=').filter(|(name, _)| {
        // Where the name was left out, what stands before the first `=` is a part of the command.
        !name.is_empty() && !name.contains(|c: char| c.is_whitespace() || c == '{')
    });
    let Some((name, line)) = parts else {
        let message = format!("`--command {written}` does not say what the scores are called");
        let help = "write a name before the command: `--command comet=\"comet-score ...\"`";
        return Err(Failure::refusal(message, help));
    };
    let (name, version) = match name.split_once('@') {
        Some((name, version)) => (name, Some(version.to_owned())),
        None => (name, None),
    };
    let run = words(line).map_err(|cause| {
        let help = "write a quote or backslash that is meant after a backslash";
        Failure::refusal(format!("the command of `{name}`: {cause}"), help)
    })?;
    let command = ScoreCommand { version, ..ScoreCommand::new(run) };
    command.check().map_err(|refusal| {
        Failure::refusal(format!("the command of `{name}`: {}", refusal.problem), refusal.help)
    })?;
    Ok((name.to_owned(), command))
}

/// The arguments in `line`: separated by blanks; what stands in quotes is one, and a backslash takes its meaning from
/// the character behind it, except in single quotes.
fn words(line: &str) -> Result<Vec<String>, String> {
    let mut words: Vec<String> = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut chars = line.chars();
    while let Some(c) = chars.next() {
        match (c, quote) {
            (c, Some(open)) if c == open => quote = None,
            ('\\', None | Some('"')) => {
                let escaped = chars.next().ok_or("nothing stands behind the last backslash")?;
                word.get_or_insert_default().push(escaped);
            }
            ('\'' | '"', None) => {
                quote = Some(c);
                // Quotes with nothing between them are an argument, too.
                word.get_or_insert_default();
            }
            (c, None) if c.is_whitespace() => words.extend(word.take()),
            (c, _) => word.get_or_insert_default().push(c),
        }
    }
    if let Some(open) = quote {
        return Err(format!("the quote {open} is not closed"));
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cut_at_blanks_outside_quotes() {
        for (line, expected) in [
            ("a b  c", &["a", "b", "c"][..]),
            (" 'a b' \"c d\" ", &["a b", "c d"]),
            (r#"a\ b '\' "x\"y" """#, &["a b", "\\", "x\"y", ""]),
            ("-t={output} $HOME *", &["-t={output}", "$HOME", "*"]),
            ("", &[]),
        ] {
            assert_eq!(words(line).unwrap(), expected, "{line}");
        }
        assert_eq!(words("'a").unwrap_err(), "the quote ' is not closed");
        assert_eq!(words("a\\").unwrap_err(), "nothing stands behind the last backslash");
    }

    #[test]
    fn a_name_may_have_a_version() {
        let (name, command) = named("comet@2.2=x -t {output} --a=b").unwrap();
        assert_eq!((&*name, command.version.as_deref()), ("comet", Some("2.2")));
        assert_eq!(command.run, ["x", "-t", "{output}", "--a=b"]);
        assert_eq!(named("comet=x {output}").unwrap().1.version, None);
        for wrong in ["x {output} --a=b", "=x {output}", "comet=x", "comet=x {hyp}", "comet='x"] {
            assert!(named(wrong).is_err(), "{wrong}");
        }
    }
}
