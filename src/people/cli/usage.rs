//! Usage errors in our own words, where those of the parser help nobody.

use std::any::TypeId;
use std::error::Error as _;
use std::ffi::OsString;
use std::num::NonZero;
use std::path::Path;

use base::printable::quoted_path;
use base::units::grouped;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, Error};

/// Lets numbers begin with a minus sign: `-n -3` is a wrong number, not an unknown option.
pub(super) fn with_numbers(command: Command) -> Command {
    let numbers = [
        TypeId::of::<u16>(),
        TypeId::of::<u32>(),
        TypeId::of::<u64>(),
        TypeId::of::<usize>(),
        TypeId::of::<NonZero<usize>>(),
    ];
    command.mut_subcommands(|inner| {
        inner.mut_args(|arg| {
            let parsed = arg.get_value_parser().type_id();
            let is_number = numbers.iter().any(|number| parsed == *number);
            if is_number { arg.allow_hyphen_values(true) } else { arg }
        })
    })
}

/// Returns the error with a sentence of our own where there is one; `typed` begins with the program's name.
pub(super) fn reworded(error: Error, typed: &[OsString], program: &mut Command) -> Error {
    let words: Vec<&str> = typed.iter().skip(1).filter_map(|word| word.to_str()).collect();
    program.build();
    let name = words.first().copied().unwrap_or_default();
    let command = match program.find_subcommand(name) {
        Some(_) => program.find_subcommand_mut(name).expect("it was just found"),
        None => program,
    };
    let context = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        _ => String::new(),
    };
    let sentence = match error.kind() {
        ErrorKind::ValueValidation => {
            let why = error.source().map(ToString::to_string).unwrap_or_default();
            number(
                &context(ContextKind::InvalidArg),
                &context(ContextKind::InvalidValue),
                &why,
            )
        }
        ErrorKind::UnknownArgument => {
            let argument = context(ContextKind::InvalidArg);
            let similar = context(ContextKind::SuggestedArg);
            unknown(&argument, &words, command).or_else(|| no_option(&argument, &similar))
        }
        ErrorKind::InvalidSubcommand => elsewhere(name),
        _ => None,
    };
    match sentence {
        Some(sentence) => command.error(error.kind(), sentence),
        None => error,
    }
}

/// What is wrong with a whole number, where the parser's reason `why` is about one.
fn number(argument: &str, value: &str, why: &str) -> Option<String> {
    let option = argument.split_whitespace().next().unwrap_or_default();
    let range = why.split_once(" is not in ").map(|(_, range)| range);
    let of_standard = [
        "invalid digit",
        "empty string",
        "number too large",
        "number would be zero",
    ];
    if range.is_none() && !of_standard.iter().any(|start| why.contains(start)) {
        return None;
    }
    let (least, most) = range.and_then(|range| range.split_once("..")).unwrap_or(("0", ""));
    // The largest number of the type is no limit that anybody meant.
    let most = most
        .trim_start_matches('=')
        .parse()
        .ok()
        .filter(|&most: &u64| most < u64::from(u32::MAX));
    let least = if why.contains("would be zero") { "1" } else { least };
    let digits = value.strip_prefix(['-', '+']).unwrap_or(value);
    let is_whole = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    Some(match most {
        Some(most) => format!(
            "{option} takes a whole number from {least} to {}, not '{value}'",
            grouped(most)
        ),
        None if is_whole && value.starts_with('-') => {
            format!("{option} takes a whole number, and '{value}' is negative")
        }
        None if is_whole && value.len() > 9 => format!("{option} takes a whole number, and '{value}' is too large"),
        None if is_whole => format!("{option} takes a whole number from {least} on, not '{value}'"),
        None => format!("{option} takes a whole number, not '{value}'"),
    })
}

/// Where what looks like a command is to be found.
fn elsewhere(name: &str) -> Option<String> {
    let place = match name {
        "version" | "-version" => "retrograph --version prints it",
        "review" | "exercise" | "hint" | "undo" | "redo" | "swap" => "it is typed within `retrograph play`",
        _ => return None,
    };
    Some(format!(
        "there is no command '{}'; {place}",
        name.trim_start_matches('-')
    ))
}

/// An option that there is not. What overwrites files is never offered in its place.
fn no_option(argument: &str, similar: &str) -> Option<String> {
    let option = argument.split('=').next().filter(|option| option.starts_with('-'))?;
    Some(match similar {
        "" | "--force" => format!("there is no option {option}"),
        similar => format!("there is no option {option}; a similar one is {similar}"),
    })
}

/// What was meant by a word that is no option and has no place.
fn unknown(argument: &str, words: &[&str], command: &Command) -> Option<String> {
    let has = |long: &str| command.get_arguments().any(|arg| arg.get_long() == Some(long));
    if argument.starts_with('-') {
        // `-db` is read as `-d`, or as the option `-d` with more behind it.
        let long = words.iter().find_map(|word| {
            let word = word.strip_prefix('-').filter(|_| word.starts_with(argument))?;
            let name = word.split('=').next()?;
            (name.len() > 1 && has(name)).then_some(name)
        })?;
        return Some(format!("unexpected argument '-{long}'; the option is --{long}"));
    }
    let path = Path::new(argument);
    if path.is_dir() && has("db") {
        return Some(format!(
            "unexpected argument '{argument}'; a database is named with --db {}",
            quoted_path(path)
        ));
    }
    let reads_proofs = matches!(command.get_name(), "serve" | "play" | "export");
    (path.is_file() && reads_proofs).then(|| {
        let quoted = quoted_path(path);
        format!("unexpected argument '{argument}'; a proof is named with --proof {quoted}")
    })
}

#[cfg(test)]
mod tests {
    use super::super::help::parse;
    use std::ffi::OsString;

    /// The first line of the error that these words give.
    fn said(line: &str) -> String {
        let typed = ["retrograph"].into_iter().chain(line.split(' ')).map(OsString::from);
        let Err((error, _)) = parse(typed) else {
            panic!("{line} is understood")
        };
        assert_eq!(error.exit_code(), 2, "{line}");
        let text = error.to_string();
        assert!(text.contains("--help") && !text.contains("use '-- "), "{text}");
        text.lines().next().unwrap().trim_start_matches("error: ").into()
    }

    #[test]
    fn wrong_numbers_are_reported_as_numbers() {
        for (line, expected) in [
            (
                "solve triangle -n -3 --db x",
                "-n takes a whole number, and '-3' is negative",
            ),
            ("solve triangle -n eight --db x", "-n takes a whole number, not 'eight'"),
            ("solve triangle -n 8.5 --db x", "-n takes a whole number, not '8.5'"),
            (
                "solve triangle -n 999999999999 --db x",
                "-n takes a whole number, and '999999999999' is too large",
            ),
            (
                "solve triangle -n 8 --db x --down-to -1",
                "--down-to takes a whole number, and '-1' is negative",
            ),
            (
                "plan --db x --parts 0",
                "--parts takes a whole number from 1 to 100,000, not '0'",
            ),
            (
                "verify --db x --threads 0",
                "invalid value '0' for '--threads <THREADS>': give a number of threads from 1 to 1024",
            ),
            (
                "verify --db x --sample -5",
                "--sample takes a whole number, and '-5' is negative",
            ),
            (
                "check-game triangle -n 6 --sample 2000000",
                "--sample takes a whole number from 1 to 1,000,000, not '2000000'",
            ),
            (
                "serve --db x --port 70000",
                "--port takes a whole number from 0 to 65,535, not '70000'",
            ),
            ("draw -n -1 -", "-n takes a whole number, and '-1' is negative"),
        ] {
            assert_eq!(said(line), expected, "{line}");
        }
        let sizes = said("solve triangle -n 8 --db x --memory -1GiB");
        assert!(
            sizes.contains("'-1GiB'") && sizes.ends_with("give a size such as 512MiB or 4GiB"),
            "{sizes}"
        );
        assert!(said("part --db x --threads -1").contains("threads from 1 to"));
    }

    #[test]
    fn what_was_meant_is_said() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("p.proof");
        std::fs::write(&file, "").unwrap();
        let (folder, file) = (folder.path().to_str().unwrap(), file.to_str().unwrap());
        for (line, expected) in [
            (
                "info -db x".into(),
                "unexpected argument '-db'; the option is --db".into(),
            ),
            (
                "stats -db=x".into(),
                "unexpected argument '-db'; the option is --db".into(),
            ),
            (
                format!("info {folder}"),
                format!("unexpected argument '{folder}'; a database is named with --db {folder}"),
            ),
            (
                format!("serve {file}"),
                format!("unexpected argument '{file}'; a proof is named with --proof {file}"),
            ),
            (
                "version".into(),
                "there is no command 'version'; retrograph --version prints it".to_string(),
            ),
            (
                "review 0-1,1-2".into(),
                "there is no command 'review'; it is typed within `retrograph play`".into(),
            ),
            (
                "prove avoid:C4 -n 5 --depth 2".into(),
                "there is no option --depth".into(),
            ),
            (
                "export --db x --format csv".into(),
                "there is no option --format".into(),
            ),
            (
                "stats --db x --plto=a.svg".into(),
                "there is no option --plto; a similar one is --plot".into(),
            ),
            ("stats -x".into(), "there is no option -x".into()),
        ] {
            assert_eq!(said(&line), expected, "{line}");
        }
        let typed = ["retrograph", "export", "--db", "x", "--format", "csv"].map(OsString::from);
        let Err((error, _)) = parse(typed) else {
            panic!("there is no such option")
        };
        assert!(!error.to_string().contains("--force"), "{error}");
        for line in ["play", "query"] {
            let typed = ["retrograph", line].map(OsString::from);
            let Err((error, _)) = parse(typed) else {
                panic!("{line} is understood")
            };
            let text = error.to_string();
            assert!(text.contains("--db <DIR>") && text.contains("--proof <FILE>"), "{text}");
        }
    }
}
