//! Names of files that every system can hold, for whoever copies a site.

use std::collections::BTreeSet;
use std::path::PathBuf;

use super::SiteError;

/// Bytes of the longest name of a file, and of the longest ending that a site gives it.
const LONGEST: usize = 255;
const ENDING: usize = ".proof".len();

/// What Windows takes for a device, whatever ending follows.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];

/// Refuses a name that is not the name of a file on every system, and one that differs from another in capitals alone.
pub(super) fn check<'a>(named: impl Iterator<Item = (&'a str, &'a PathBuf)>) -> Result<(), SiteError> {
    let mut taken = BTreeSet::new();
    for (name, path) in named {
        let why = if taken.insert(name.to_lowercase()) {
            fault(name)
        } else {
            Some("another one has it where capitals do not matter")
        };
        if let Some(why) = why {
            return Err(SiteError::Name {
                path: path.clone(),
                why,
            });
        }
    }
    Ok(())
}

/// Why some system cannot hold a file or folder with this name.
fn fault(name: &str) -> Option<&'static str> {
    if name.contains(|c: char| c.is_control() || c == char::REPLACEMENT_CHARACTER) {
        return Some("it is not plain text");
    }
    if name.contains(['\\', '/', '<', '>', ':', '"', '|', '?', '*']) {
        return Some("Windows does not allow all of its characters");
    }
    if name.ends_with(['.', ' ']) {
        return Some("Windows drops its last character");
    }
    let stem = name.split('.').next().unwrap_or(name).trim_end().to_lowercase();
    let is_port = |kind: &str| {
        let number = stem.strip_prefix(kind);
        number.is_some_and(|number| number.len() == 1 && number.bytes().all(|digit| (b'1'..=b'9').contains(&digit)))
    };
    if DEVICES.contains(&&*stem) || is_port("com") || is_port("lpt") {
        return Some("Windows takes it for a device");
    }
    (name.len() + ENDING > LONGEST).then_some("it is too long")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_some_system_cannot_hold_are_refused() {
        let long = "a".repeat(250);
        let refused = [
            "a:b", "a?", "a*b", "a<b", "a\"b", "a|b", "a\\b", "a\nb", "a.", "a ", "con", "CON", "nul.x", "Aux", "com1",
            "LPT9.db", "con .x", &long,
        ];
        refused.iter().for_each(|name| assert!(fault(name).is_some(), "{name}"));
        for name in [
            "triangle-12",
            "gr\u{f6}\u{df}e",
            "com0",
            "com10",
            "lpt",
            "console",
            ".a",
            "a.b",
            "a b",
            "a'b",
            "a&b",
        ] {
            assert_eq!(fault(name), None, "{name}");
        }
    }

    #[test]
    fn names_that_differ_in_capitals_alone_are_refused() {
        let (one, other) = (PathBuf::from("x/Db"), PathBuf::from("y/db"));
        let both = [("Db", &one), ("db", &other)];
        let Err(SiteError::Name { path, .. }) = check(both.into_iter()) else {
            panic!("Windows has one folder for both");
        };
        assert_eq!(path, other);
    }
}
