//! Metrics whose scores a command gives: how it is called, and what it is given.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::metric::config::{ExternalConfig, ScoreEstimate, ScoreLevel};
use crate::value::{Check, Count, Kind, Refusal, Text, words};

words! {
    /// A word in an argument that stands for a file.
    pub enum Placeholder {
        /// The texts that were translated.
        Source = "{source}",
        /// The output that is scored.
        Output = "{output}",
        /// The reference.
        Reference = "{reference}",
        /// All references, each an argument.
        References = "{references}",
        /// All texts, as objects in JSON.
        Jsonl = "{jsonl}",
        /// The file that the command writes.
        Scores = "{scores}",
    }
}

/// Scores that another program gives, such as COMET: it is called once for each output, with files of texts that have a
/// segment on each line, and what it writes is read. Specs with commands need `--allow-commands`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(rename = "Command")]
pub struct ScoreCommand {
    /// The program and its arguments. No shell reads them. In arguments, `{source}`, `{output}` and `{reference}` stand for
    /// files of texts, `{references}` for those of all references, each an argument, `{jsonl}` for one with an object
    /// for each segment, and `{scores}` for the file that the program writes; without it, standard output is read.
    /// Example: `run = ["comet-score", "-s", "{source}", "-t", "{output}", "-r", "{reference}"]`.
    pub run: Vec<String>,
    /// Name of the reference that `{reference}` stands for. Default: the first. Example: `reference = "refB"`.
    #[serde(default, with = "Option::<Text>", skip_serializing_if = "Option::is_none")]
    pub reference: Option<String>,
    /// Column of a table, or key of objects in JSON, that has the scores. Default: the name of the metric, else `prediction`,
    /// `COMET` or `score`, the first that is there. Example: `field = "overall"`.
    #[serde(default, with = "Option::<Text>", skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// Version of the program and its model: another one is called again. Default: none. Example: `version = "2.2.6"`.
    #[serde(default, with = "Option::<Text>", skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// A command that prints the version. Default: none. Example: `version-command = ["pip", "show", "unbabel-comet"]`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Vec<String>")]
    pub version_command: Option<Vec<String>>,
    /// Seconds after which a call is stopped. Default: 21600, six hours. Example: `timeout = 600`.
    #[serde(default = "patience", with = "Count::<1, 1_000_000>", skip_serializing)]
    pub timeout: u32,
    /// Whether a larger value is better. Default: what the name and the sign of the values say of known scores
    /// (errors from 0 up are better when they are lower), true of others. Example: `higher-is-better = false`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "bool")]
    pub higher_is_better: Option<bool>,
}

fn patience() -> u32 {
    6 * 3600
}

impl ScoreCommand {
    /// The command `run` with nothing else said.
    pub fn new(run: Vec<String>) -> Self {
        Self {
            run,
            reference: None,
            field: None,
            version: None,
            version_command: None,
            timeout: patience(),
            higher_is_better: None,
        }
    }

    /// Whether an argument has the placeholder.
    pub fn uses(&self, placeholder: Placeholder) -> bool {
        self.run.iter().any(|argument| argument.contains(placeholder.name()))
    }

    /// Whether it reads the source texts, where there are any.
    pub fn reads_source(&self) -> bool {
        self.uses(Placeholder::Source) || self.uses(Placeholder::Jsonl)
    }

    /// Whether it reads one reference, where there is any.
    pub fn reads_reference(&self) -> bool {
        self.uses(Placeholder::Reference) || self.uses(Placeholder::Jsonl)
    }

    /// How the scores, which are called `name`, become one of the system.
    pub fn config(&self, name: &str) -> ExternalConfig {
        ExternalConfig {
            score: name.to_owned(),
            level: ScoreLevel::Segment,
            higher_is_better: self.higher_is_better,
            ratio_scale: false,
            estimate: ScoreEstimate::Mean,
        }
    }

    fn check_placeholders(&self) -> Result<(), Refusal> {
        let all = Placeholder::ALL.map(Placeholder::name);
        for argument in &self.run {
            if let Some(unknown) = placeholders(argument).find(|name| !all.contains(name)) {
                let help = format!("write one of {}", all.join(", "));
                return Err(Refusal::new(format!("there is no placeholder `{unknown}`"), help));
            }
            let references = Placeholder::References.name();
            if argument.contains(references) && argument != references {
                let problem = format!("`{references}` stands for several arguments");
                return Err(Refusal::new(problem, "write it as an argument of its own"));
            }
        }
        let outputs = [Placeholder::Output, Placeholder::Jsonl];
        if !outputs.into_iter().any(|placeholder| self.uses(placeholder)) {
            let problem = "the command is not given the output that it scores";
            return Err(Refusal::new(problem, "add `{output}`, the file of it, or `{jsonl}`"));
        }
        Ok(())
    }
}

impl Check for ScoreCommand {
    fn check(&self) -> Result<(), Refusal> {
        if self.run.first().is_none_or(String::is_empty) {
            let refusal = Refusal::new("no program is named", "name it before its arguments");
            return Err(refusal.at("run"));
        }
        self.check_placeholders().map_err(|refusal| refusal.at("run"))?;
        if self.reference.is_some() && !self.reads_reference() {
            let help = "add `{reference}`, or leave it out";
            return Err(Refusal::new("the command is given no reference", help).at("reference"));
        }
        match &self.version_command {
            Some(command) if command.first().is_none_or(String::is_empty) => {
                let refusal = Refusal::new("no program is named", "name it, or leave the key out");
                Err(refusal.at("version-command"))
            }
            Some(_) if self.version.is_some() => {
                let refusal = Refusal::new("there are two versions", "leave one of them out");
                Err(refusal.at("version-command").beside("version", "the other"))
            }
            _ => Ok(()),
        }
    }
}

/// Words in braces.
fn placeholders(argument: &str) -> impl Iterator<Item = &str> {
    argument.match_indices('{').filter_map(|(start, _)| {
        let end = start + argument[start..].find('}')?;
        let word = &argument[start + 1..end];
        let is_word = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase());
        is_word.then_some(&argument[start..=end])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(run: &[&str]) -> Option<String> {
        let run = run.iter().map(|&argument| argument.to_owned()).collect();
        ScoreCommand::new(run).check().err().map(|refusal| refusal.problem)
    }

    #[test]
    fn placeholders_are_checked() {
        assert_eq!(refusal(&["x", "{output}"]), None);
        assert_eq!(refusal(&["x", "-candidate_file={output}", "{\"a\": 1}", "{}"]), None);
        let unknown = refusal(&["x", "{output}", "{hyp}"]);
        assert_eq!(unknown.as_deref(), Some("there is no placeholder `{hyp}`"));
        let mixed = refusal(&["x", "{output}", "-r={references}"]);
        assert_eq!(mixed.as_deref(), Some("`{references}` stands for several arguments"));
        let nothing = refusal(&["x", "{source}"]);
        assert_eq!(nothing.as_deref(), Some("the command is not given the output that it scores"));
        assert_eq!(refusal(&[]).as_deref(), Some("no program is named"));
        assert_eq!(refusal(&["x", "{jsonl}"]), None);
    }
}
