//! Text from outside, made safe for a terminal.

/// Returns `text` on one line and without terminal commands: control characters, and those that change the direction of
/// writing, are escaped. Names of folders may hold any of them.
pub(super) fn printable(text: &str) -> String {
    let turns = |c: char| matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_control() || turns(c) {
            escaped.extend(c.escape_default());
        } else {
            escaped.push(c);
        }
    }
    escaped
}

/// Quotes `word` for a shell, for commands that are shown to be pasted.
pub(super) fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "_./+-:@%,=".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.into();
    }
    if printable(word) == word {
        return format!("'{}'", word.replace('\'', "'\\''"));
    }
    // bash, zsh and ksh understand this; a plain shell cannot express such a name in printable characters.
    let bytes = word.bytes().map(|byte| match byte {
        b'\'' | b'\\' => format!("\\{}", char::from(byte)),
        b' '..=b'~' => char::from(byte).to_string(),
        _ => format!("\\x{byte:02x}"),
    });
    format!("$'{}'", bytes.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::{printable, quoted};

    #[test]
    fn a_shell_reads_back_what_is_quoted() {
        for word in [
            "db",
            "a b",
            "it's",
            "",
            "$(x)",
            "é",
            "a\u{1b}[1mb",
            "a'\n\\c",
            "avoid:D`{~",
        ] {
            let script = format!("printf %s {}", quoted(word));
            let output = std::process::Command::new("bash")
                .args(["-c", &script])
                .output()
                .unwrap();
            assert_eq!(String::from_utf8(output.stdout).unwrap(), word);
            assert_eq!(printable(&quoted(word)), quoted(word));
        }
        assert_eq!(quoted("/a/b-c_1.d"), "/a/b-c_1.d");
    }

    #[test]
    fn nothing_commands_the_terminal() {
        assert_eq!(printable("a\u{1b}[31mb\nc\u{9b}2J"), "a\\u{1b}[31mb\\nc\\u{9b}2J");
        assert_eq!(printable("gpj\u{202e}exe"), "gpj\\u{202e}exe");
        assert_eq!(printable("Prałat, 'é' \\ 中"), "Prałat, 'é' \\ 中");
    }
}
