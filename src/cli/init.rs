//! `runner init`: a spec for the corpora at a path.

use std::io;
use std::path::{Path, PathBuf, absolute};

use clap::{Args, ValueHint};

use super::corpus::{locate, read, read_again};
use super::exit_code::Exit;
use super::failure::Failure;
use super::output::{print_data, tell};
use crate::config::{Entry, template};
use crate::corpus::{Found, dependent_references, describe, file_stem};
use crate::durable::aside::write_new_file;

const EXAMPLES: &str = "\
Example:
  runner init DATA -o mine.toml && runner run mine.toml

In a folder of text files, `ref` in a name makes a reference, `src` the source,
`docs` the documents; the other files are system outputs.";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct InitArguments {
    /// Folder or file with your data, whose format is recognised
    path: PathBuf,
    /// Write the spec to this new file [default: standard output]
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
    output: Option<PathBuf>,
    /// Name of the experiment [default: name of the folder or file]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
}

pub(super) fn init(arguments: &InitArguments) -> Result<(), Failure> {
    let folder = arguments.output.as_deref().and_then(Path::parent);
    let elsewhere = folder.filter(|folder| !folder.as_os_str().is_empty());
    // Paths of a spec start at its folder: here, or where only whole paths will do.
    let (path, base) = match elsewhere {
        None => (arguments.path.clone(), None),
        Some(folder) => (whole(&arguments.path)?, Some(whole(folder)?)),
    };
    let mut entries = Vec::new();
    for mut located in locate(&path, None)? {
        let mut corpus = read(&located)?;
        let mut left_out = dependent_references(&corpus);
        if !left_out.is_empty() && located.format.leave_out(&corpus, &left_out) {
            corpus = read_again(&located)?;
        } else {
            left_out.clear();
        }
        let found = Found { name: located.name, format: located.format };
        entries.push(Entry { found, description: describe(&corpus), left_out });
    }
    let name = match &arguments.name {
        Some(name) => name.clone(),
        None => name_of(&arguments.path)?,
    };
    let text = template(&name, &entries, base.as_deref()).map_err(|error| {
        let path = error.path.display();
        let message = format!("`{path}` is not Unicode, and a spec can name no such path");
        Failure::refusal(message, "rename the file or folder")
    })?;
    let text = text.ok_or_else(|| {
        let message = format!(
            "{}: there are no outputs with references, no judgments and no scores; add outputs of \
             systems",
            arguments.path.display()
        );
        Failure::plain(Exit::Input, message)
    })?;
    match &arguments.output {
        None => print_data(&text),
        Some(output) => write(output, &text),
    }
}

/// The name of a folder, or the stem of a file's.
fn name_of(path: &Path) -> Result<String, Failure> {
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

/// Writes a new file; what is there stays.
fn write(path: &Path, text: &str) -> Result<(), Failure> {
    match write_new_file(path, text.as_bytes()) {
        Ok(()) => {
            tell(&format!("{}: a starter spec\n", path.display()));
            Ok(())
        }
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            let message = format!("`{}` is there already", path.display());
            let help = "name another file, or remove it first";
            Err(Failure::refusal(message, help))
        }
        Err(error) => {
            Err(Failure::environment(format!("cannot write `{}`: {error}", path.display())))
        }
    }
}
