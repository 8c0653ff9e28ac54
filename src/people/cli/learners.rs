//! Files of learners: `--opponent`, `--out` and `--resume`.

use std::fs;
use std::path::Path;

use super::endings::Form;
use super::failure::{Code, Failure};
use super::file_kind::FileKind;
use super::out_file::OutFile;
use learner::{BYTES_MOST, FileError, Learner, from_bytes};

/// Reads the learner in a file, which must have learned the game of these words. Memory: in proportion to the file.
pub(super) fn read_learner(path: &Path, words: &str) -> Result<Learner, Failure> {
    let shown = path.display();
    let failed = |why: String| Failure::new(Code::Failed, format!("{shown} could not be read: {why}"));
    // Asked before it is opened: a FIFO would wait for a writer.
    let found = fs::metadata(path).map_err(|error| failed(error.to_string()))?;
    if !found.is_file() {
        return Err(failed("it is not a file".into()));
    }
    if found.len() > BYTES_MOST {
        let sentence = format!(
            "{shown}: it has {} bytes, more than any learner; give another file",
            found.len()
        );
        return Err(Failure::new(Code::Damaged, sentence));
    }
    let bytes = fs::read(path).map_err(|error| failed(error.to_string()))?;
    let learner = from_bytes(&bytes).map_err(|error| {
        let code = match error {
            FileError::Format(_) => Code::OtherFormat,
            _ => Code::Damaged,
        };
        let advice = match error {
            FileError::NotALearner => "`retrograph learn --out` writes one",
            FileError::Format(_) => "use the version that wrote it",
            _ => "restore it, or learn again into another file",
        };
        match (&error, FileKind::of(&bytes)) {
            (FileError::NotALearner, Some(FileKind { what, advice })) => {
                Failure::new(code, format!("{shown} is {what}, not a learner; {advice}"))
            }
            _ => Failure::new(code, format!("{shown}: {error}; {advice}")),
        }
    })?;
    if learner.words != words {
        let sentence = format!(
            "{shown} has learned '{}', and this database holds '{words}'",
            learner.words
        );
        return Err(Failure::new(Code::NotADatabase, sentence));
    }
    Ok(learner)
}

/// Writes a learner in place of the one in the file, which stays as it is when that fails.
pub(super) fn replace_learner(path: &Path, learner: &Learner) -> Result<(), Failure> {
    OutFile::create(path, true, Form::Learner)?.write_whole(&learner.to_bytes())
}
