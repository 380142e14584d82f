//! Scores that earlier calls gave, in files that are named by all that the scores depend on.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::inputs::Inputs;
use super::{Calls, CommandError, Wanted};
use crate::config::score_command::ScoreCommand;
use crate::corpus::model::Texts;
use crate::durable;
use crate::file_error::FileError;
use crate::formats::{read_scores, score_lines};

/// Bytes of the largest file whose content counts where a command names it. Scripts are smaller; a model is known by
/// the version that the user states.
const SCRIPT: u64 = 16 << 20;

/// What is kept of one command on one corpus.
pub(super) struct Kept<'a> {
    folder: &'a Path,
    /// All but the output.
    command: blake3::Hasher,
}

impl<'a> Kept<'a> {
    pub(super) fn new(
        calls: &Calls<'a>,
        wanted: &Wanted<'_>,
        inputs: &Inputs<'_>,
    ) -> Result<Self, CommandError> {
        let command = wanted.command;
        let mut hasher = blake3::Hasher::new_derive_key("runner 2026 scores of a command");
        add(&mut hasher, &(command.run.len() as u64).to_le_bytes());
        command.run.iter().for_each(|argument| add(&mut hasher, argument.as_bytes()));
        for content in scripts(calls.folder, command)? {
            add(&mut hasher, &content);
        }
        for text in [&command.field, &calls.version(wanted)?] {
            add(&mut hasher, text.as_deref().unwrap_or_default().as_bytes());
        }
        if let Some(source) = inputs.source {
            // With a label, since a command may read either alone.
            add(&mut hasher, b"source");
            add(&mut hasher, source.digest().as_bytes());
        }
        for reference in &inputs.references {
            add(&mut hasher, b"reference");
            add(&mut hasher, reference.texts.digest().as_bytes());
        }
        Ok(Self { folder: calls.kept, command: hasher })
    }

    fn path(&self, output: &Texts) -> PathBuf {
        let mut hasher = self.command.clone();
        hasher.update(output.digest().as_bytes());
        self.folder.join(format!("{}.txt", &hasher.finalize().to_hex()[..32]))
    }

    /// The scores of `output`, if they are there.
    pub(super) fn get(&self, output: &Texts) -> Result<Option<Vec<Option<f64>>>, CommandError> {
        match read_scores(&self.path(output), "score") {
            Err(error) if error.is_missing() => Ok(None),
            // Not of this program, or damaged: they are computed again, and replaced.
            Ok(scores) if scores.len() != output.len() => Ok(None),
            scores => Ok(Some(scores?)),
        }
    }

    pub(super) fn put(&self, output: &Texts, scores: &[Option<f64>]) -> Result<(), FileError> {
        fs::create_dir_all(self.folder).map_err(FileError::on("make", self.folder))?;
        let path = self.path(output);
        durable::write_new(&path, score_lines(scores).as_bytes())
            .map_err(FileError::on("write", &path))
    }
}

fn add(hasher: &mut blake3::Hasher, bytes: &[u8]) {
    // With the length, so that the end of one text is never the beginning of the next.
    hasher.update(&(bytes.len() as u64).to_le_bytes()).update(bytes);
}

/// The contents of the files that a command names, such as a script.
fn scripts(folder: &Path, command: &ScoreCommand) -> Result<Vec<Vec<u8>>, FileError> {
    let mut contents = Vec::new();
    for argument in &command.run {
        let path = folder.join(argument);
        let Ok(about) = fs::metadata(&path) else { continue };
        if !about.is_file() || about.len() > SCRIPT {
            continue;
        }
        match fs::read(&path) {
            Ok(content) => contents.push(content),
            // What cannot be read can still be run.
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {}
            Err(error) => return Err(FileError::on("read", &path)(error)),
        }
    }
    Ok(contents)
}
