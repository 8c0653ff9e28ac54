//! Text from outside, made safe for a terminal, and for the languages of what is shown to be pasted.

use std::path::Path;

/// Returns `text` on one line and without terminal commands: control characters, and those that change the direction of
/// writing, are escaped. Names of folders may hold any of them.
pub fn printable(text: &str) -> String {
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
pub fn quoted(word: &str) -> String {
    quoted_bytes(word.as_bytes())
}

/// The same for a path, which may have any bytes, and must not be taken for an option.
pub fn quoted_path(path: &Path) -> String {
    let bytes = path.as_os_str().as_encoded_bytes();
    match bytes.first() {
        Some(b'-') => quoted_bytes(&[b"./", bytes].concat()),
        _ => quoted_bytes(bytes),
    }
}

fn quoted_bytes(bytes: &[u8]) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "_./+-:@%,=".contains(c);
    if let Ok(word) = std::str::from_utf8(bytes) {
        if !word.is_empty() && word.chars().all(is_plain) {
            return word.into();
        }
        if printable(word) == word {
            return format!("'{}'", word.replace('\'', "'\\''"));
        }
    }
    // bash, zsh and ksh understand this; a plain shell cannot express such a name in printable characters.
    let bytes = bytes.iter().map(|&byte| match byte {
        b'\'' | b'\\' => format!("\\{}", char::from(byte)),
        b' '..=b'~' => char::from(byte).to_string(),
        _ => format!("\\x{byte:02x}"),
    });
    format!("$'{}'", bytes.collect::<String>())
}

/// A string in double quotes, as Python and YAML read it.
pub fn double_quoted(text: &str) -> String {
    let mut quoted = String::from('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            _ if printable(c.encode_utf8(&mut [0; 4])).len() == c.len_utf8() => quoted.push(c),
            _ => quoted += &format!("\\U{:08x}", u32::from(c)),
        }
    }
    quoted + "\""
}

/// Code within a line of Markdown.
pub fn markdown_code(text: &str) -> String {
    let text = printable(text);
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    match longest {
        0 => format!("`{text}`"),
        // A fence is longer than what is between, and blanks keep it apart.
        _ => format!("{fence} {text} {fence}", fence = "`".repeat(longest + 1)),
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    use std::path::Path;
    use std::process::Command;

    use super::{double_quoted, markdown_code, printable, quoted, quoted_path};

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
            let output = Command::new("bash").args(["-c", &script]).output().unwrap();
            assert_eq!(String::from_utf8(output.stdout).unwrap(), word);
            assert_eq!(printable(&quoted(word)), quoted(word));
        }
        assert_eq!(quoted("/a/b-c_1.d"), "/a/b-c_1.d");
    }

    #[test]
    fn a_path_is_never_an_option_and_may_have_any_bytes() {
        for (path, read) in [
            (&b"-rf"[..], &b"./-rf"[..]),
            (b"a/-b", b"a/-b"),
            (b"a\xff b", b"a\xff b"),
        ] {
            let script = format!("printf %s {}", quoted_path(Path::new(OsStr::from_bytes(path))));
            let output = Command::new("bash").args(["-c", &script]).output().unwrap();
            assert_eq!(output.stdout, read);
        }
    }

    #[test]
    fn python_reads_back_what_is_quoted() {
        for word in [
            "db",
            "a\"; import os; #",
            "\\",
            "a\n\u{1b}[1m",
            "é\u{202e}\u{1f600}",
            "",
        ] {
            let script = format!("import sys; sys.stdout.buffer.write({}.encode())", double_quoted(word));
            let output = Command::new("python3").args(["-c", &script]).output().unwrap();
            assert_eq!(String::from_utf8(output.stdout).unwrap(), word, "{script}");
        }
    }

    #[test]
    fn code_in_markdown_holds_any_name() {
        assert_eq!(markdown_code("a b"), "`a b`");
        assert_eq!(markdown_code("avoid:D`{~"), "`` avoid:D`{~ ``");
        assert_eq!(markdown_code("``"), "``` `` ```");
        assert_eq!(markdown_code("a\nb"), "`a\\nb`");
    }

    #[test]
    fn nothing_commands_the_terminal() {
        assert_eq!(printable("a\u{1b}[31mb\nc\u{9b}2J"), "a\\u{1b}[31mb\\nc\\u{9b}2J");
        assert_eq!(printable("gpj\u{202e}exe"), "gpj\\u{202e}exe");
        assert_eq!(printable("Prałat, 'é' \\ 中"), "Prałat, 'é' \\ 中");
    }
}
