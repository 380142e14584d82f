//! Texts inside scripts: what a path or an argument must look like to arrive unchanged.

/// A word of a POSIX shell. Plain words stay as they are, all others get single quotes, within which
/// nothing but the quote itself is special.
pub(in crate::cli) fn shell(word: &str) -> String {
    if !word.is_empty()
        && word.chars().all(|c| c.is_ascii_alphanumeric() || "_-./=,:%@+".contains(c))
    {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

/// An argument on a line of `#SBATCH`. What is not plain gets double quotes, within which Slurm (tried
/// with 22.05) takes all but the quote and the backslash as they are.
pub(super) fn sbatch(argument: &str) -> String {
    if argument.chars().all(|c| c.is_ascii_alphanumeric() || "_-./=,:%@+[]".contains(c)) {
        return argument.to_owned();
    }
    format!("\"{}\"", argument.replace('\\', r"\\").replace('"', r#"\""#))
}

/// A folder in the name of a log file, in which Slurm reads a percent sign as the start of a field.
pub(super) fn log_folder(path: &str) -> String {
    path.replace('%', "%%")
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
        assert_eq!(log_folder("/50% done"), "/50%% done");
    }
}
