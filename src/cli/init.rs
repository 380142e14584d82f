//! `runner init`: a spec for the corpora at a path.

use std::iter;
use std::path::{Path, PathBuf, absolute};

use clap::{Args, ValueHint};

use super::located::{load, locate};
use super::roles::RoleArguments;
use super::submit::shell;
use super::{Exit, Failure, Located, new_file, print_data, tell, tell_warnings};
use crate::config::{Entry, NotUnicode, template};
use crate::corpus::{dependent_references, describe, file_stem};
use crate::formats::Found;
use crate::formats::source::CorpusFormat;
use crate::report::wrap::wrapped_lines;
use crate::warning::{Warning, merged};
use crate::words::{counted, listing};

const EXAMPLES: &str = "\
Example:
  runner init DATA -o mine.toml && runner run mine.toml

In a folder of text files, `ref` in a name makes a reference, `src` the source,
`docs` the documents; the other files are system outputs. In a table, names of
columns say what these are, such as `system`, `doc`, `seg_id`, `rater`, `score`.";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct InitArguments {
    /// Folder or file with your data, whose format is recognised
    path: PathBuf,
    /// Write to this new file [default: standard output]
    #[arg(long = "write", short = 'o', alias = "output", value_name = "FILE", value_hint = ValueHint::FilePath)]
    output: Option<PathBuf>,
    /// Name of the experiment [default: name of the folder or file]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    #[command(flatten)]
    columns: RoleArguments,
}

pub(super) fn init(arguments: &InitArguments) -> Result<(), Failure> {
    let folder = arguments.output.as_deref().and_then(Path::parent);
    let elsewhere = folder.filter(|folder| !folder.as_os_str().is_empty());
    // Paths of a spec start at its folder: here, or where only whole paths will do.
    let (path, base) = match elsewhere {
        None => (arguments.path.clone(), None),
        Some(folder) => (whole(&arguments.path)?, Some(whole(folder)?)),
    };
    let columns = &arguments.columns;
    let located = locate(&path, None, &columns.roles())?;
    let Starting { entries, warnings } = entries(located)?;
    tell_warnings(&warnings);
    let name = match &arguments.name {
        Some(name) => name.clone(),
        None => name_of(&arguments.path)?,
    };
    let text = template(&name, &entries, base.as_deref()).map_err(|error| not_unicode(&error))?;
    let judges = text.as_ref().map_or(&[][..], |starter| starter.judges.as_slice());
    for (index, entry) in entries.iter().enumerate() {
        tell(&taken(entry, judges.get(index).and_then(Option::as_deref)));
    }
    let text = text.ok_or_else(|| {
        let message = format!(
            "{}: there are no outputs with references, no judgments and no scores; add outputs of \
             systems",
            arguments.path.display()
        );
        Failure::plain(Exit::Input, message)
    })?;
    match &arguments.output {
        None => print_data(&text.spec)?,
        Some(output) => new_file::write(output, &text.spec, "a starter spec")?,
    }
    if let Some(output) = &arguments.output {
        tell(&format!("next: runner run {}\n", shell(&output.to_string_lossy())));
    }
    Ok(())
}

/// That a spec cannot name a path.
pub(super) fn not_unicode(error: &NotUnicode) -> Failure {
    let path = error.path.display();
    let message = format!("`{path}` is not Unicode, and a spec can name no such path");
    Failure::refusal(message, "rename the file or folder")
}

/// What a spec begins from.
pub(super) struct Starting {
    /// The corpora.
    pub(super) entries: Vec<Entry>,
    /// What is odd about them.
    pub(super) warnings: Vec<Warning>,
}

/// The corpora that were located.
pub(super) fn entries(located: Vec<Located>) -> Result<Starting, Failure> {
    let mut entries = Vec::new();
    let mut warnings = Vec::new();
    for mut located in located {
        let loaded = load(&located)?;
        warnings.extend(loaded.warnings);
        let mut corpus = loaded.corpus;
        let mut left_out = dependent_references(&corpus);
        if !left_out.is_empty() && located.format.leave_out(&corpus, &left_out) {
            // Again, so that what is described is what the spec reads.
            corpus = load(&located)?.corpus;
        } else {
            left_out.clear();
        }
        let found = Found { name: located.name, format: located.format, unread: located.unread };
        entries.push(Entry { found, description: describe(&corpus), left_out });
    }
    Ok(Starting { entries, warnings: merged(warnings) })
}

/// What a corpus was taken for, in a few lines; `judges` says how its judges are treated.
fn taken(Entry { found, description, .. }: &Entry, judges: Option<&str>) -> String {
    let kind = written(&found.format);
    let systems = description.systems.len() + description.systems_without_text.len();
    let counts = [
        (systems, "system"),
        (description.references.len(), "reference"),
        (description.judges.len(), "judge"),
    ];
    let counts = counts.into_iter().filter(|(count, _)| *count > 0);
    let counts: Vec<String> = counts.map(|(count, what)| counted(count, what)).collect();
    let scores = [("judgments", &description.criteria), ("external scores", &description.external)];
    let scores = scores.into_iter().filter(|(_, scores)| !scores.is_empty());
    let scores = scores.map(|(what, scores)| {
        format!("{what}: {}", listing(scores.iter().map(|scores| scores.name.as_str())))
    });
    let texts = format!(
        "corpus `{}`: format {kind}, {} in {}",
        found.name,
        counted(description.segments, "segment"),
        counted(description.documents.count, "document"),
    );
    let texts = iter::once(texts).chain(counts).collect::<Vec<_>>().join(", ");
    let mut lines = vec![iter::once(texts).chain(scores).collect::<Vec<_>>().join("; ")];
    if !found.unread.decision.is_empty() {
        lines.push(format!("  {}", found.unread.decision));
    }
    lines.extend(judges.map(|judges| format!("  {judges}")));
    wrapped_lines(&(lines.join("\n") + "\n"))
}

/// Returns what a spec calls a format.
pub(super) fn written(format: &CorpusFormat) -> String {
    let written = serde_json::to_value(format).unwrap_or_default();
    let kind = written.as_object().and_then(|table| table.keys().next());
    kind.cloned().unwrap_or_default()
}

/// The name of a folder, or the stem of a file's.
pub(super) fn name_of(path: &Path) -> Result<String, Failure> {
    let path = whole(path)?;
    if path.is_dir() {
        let name = path.file_name().unwrap_or_default();
        return Ok(name.to_string_lossy().into_owned());
    }
    file_stem(&path).map_err(|error| Failure::corpus(&error, None))
}

fn whole(path: &Path) -> Result<PathBuf, Failure> {
    absolute(path).map_err(|error| {
        Failure::environment(format!("cannot find the folder of `{}`: {error}", path.display()))
    })
}
