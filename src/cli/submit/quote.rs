//! Quoting of paths and arguments in scripts.

/// Quotes a word for a POSIX shell. Plain words stay unchanged. All others get single quotes, between which
/// only the single quote is special.
pub(in crate::cli) fn shell(word: &str) -> String {
    if !word.is_empty()
        && word.chars().all(|c| c.is_ascii_alphanumeric() || "_-./=,:%@+".contains(c))
    {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

/// Quotes an argument for a line of `#SBATCH`. Plain arguments stay unchanged. All others get double quotes,
/// between which only the double quote and the backslash are special (tested with Slurm 22.05).
pub(super) fn sbatch(argument: &str) -> String {
    if argument.chars().all(|c| c.is_ascii_alphanumeric() || "_-./=,:%@+[]".contains(c)) {
        return argument.to_owned();
    }
    format!("\"{}\"", argument.replace('\\', r"\\").replace('"', r#"\""#))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shell_reads_back_what_was_quoted() {
        for word in ["plain", "", "two words", "it's", r#"a"b$c`d\e"#, "# no comment", "a\nb", "*?"]
        {
            let line = format!("printf %s {}", shell(word));
            let output = std::process::Command::new("sh").args(["-c", &line]).output().unwrap();
            assert_eq!(String::from_utf8(output.stdout).unwrap(), word, "{line}");
        }
        assert_eq!(shell("/data/run-1/a.json"), "/data/run-1/a.json");
    }

    #[test]
    fn blanks_quotes_and_number_signs_are_taken_literally_by_sbatch() {
        assert_eq!(sbatch("--output=/a b/it's #1.log"), r#""--output=/a b/it's #1.log""#);
        assert_eq!(sbatch(r#"--comment=a "b" \"#), r#""--comment=a \"b\" \\""#);
        assert_eq!(sbatch("--array=0-5%3"), "--array=0-5%3");
    }
}
