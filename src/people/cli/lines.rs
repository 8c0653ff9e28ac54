//! Positions in a text, one a line.

use std::borrow::Cow;
use std::io::{self, BufRead, BufReader, Read};

use super::failure::{Code, Failure};
use super::file_kind::FileKind;
use graph::one_line;

/// The maximum number of bytes in a line; no graph needs nearly as many.
const LONGEST: usize = 1 << 16;

/// The lines of an input.
pub(super) struct Lines<R> {
    input: BufReader<R>,
    line: Vec<u8>,
    /// That of the line read last, from 1.
    number: u64,
    /// Whether a person types it: then a strange first line is a slip, not a file.
    is_typed: bool,
    /// What the input is called in sentences.
    name: String,
}

impl<R: Read> Lines<R> {
    pub fn new(input: R, is_typed: bool, name: String) -> Self {
        Self {
            input: BufReader::with_capacity(1 << 16, input),
            line: Vec::new(),
            number: 0,
            is_typed,
            name,
        }
    }

    /// The number of the line read last, from 1.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Returns the next text, or why a line is none; `None` at the end. Lines without a text are passed over. `wait` is
    /// called before the system is asked for more, which may take as long as whoever writes the input waits for an
    /// answer.
    ///
    /// # Errors
    /// Fails when the input cannot be read, which names it, `wait` fails, or the first line shows that the input is no
    /// text.
    pub fn next(
        &mut self,
        mut wait: impl FnMut() -> io::Result<()>,
    ) -> Result<Option<Result<Cow<'_, str>, Failure>>, Failure> {
        let bad = |sentence: String| Failure::new(Code::BadPosition, sentence);
        loop {
            if !self.read(&mut wait)? {
                return Ok(None);
            }
            self.number += 1;
            if self.number == 1
                && !self.is_typed
                && let Some(found) = foreign(&self.line)
            {
                return Err(bad(format!("{} is {found}; positions are lines of text", self.name)));
            }
            // Blank lines, and a header or a byte order mark on a line of its own.
            let may_be_blank = |&first: &u8| first.is_ascii_whitespace() || matches!(first, b'>' | 0xef);
            let is_blank = |line: &[u8]| std::str::from_utf8(line).is_ok_and(|line| one_line(line).is_empty());
            if !(self.line.first().is_some_and(may_be_blank) && self.line.len() <= LONGEST && is_blank(&self.line)) {
                break;
            }
        }
        if self.line.len() > LONGEST {
            let sentence = format!("a line of more than {LONGEST} bytes cannot be a graph");
            return Ok(Some(Err(bad(sentence))));
        }
        Ok(Some(match std::str::from_utf8(&self.line) {
            Ok(line) => Ok(one_line(line)),
            Err(_) => Err(bad("the line is not text in UTF-8".into())),
        }))
    }

    /// Reads the next line, or its first bytes if it has more than [`LONGEST`]; returns false at the end.
    fn read(&mut self, mut wait: impl FnMut() -> io::Result<()>) -> Result<bool, Failure> {
        self.line.clear();
        let mut has_begun = false;
        loop {
            if self.input.buffer().is_empty() {
                wait()?;
            }
            let chunk = match self.input.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                other => other.map_err(|why| unread(&self.name, &why))?,
            };
            if chunk.is_empty() {
                return Ok(has_begun);
            }
            has_begun = true;
            let end = chunk.iter().position(|&byte| byte == b'\n');
            let used = end.map_or(chunk.len(), |end| end + 1);
            let room = (LONGEST + 1).saturating_sub(self.line.len());
            self.line.extend_from_slice(&chunk[..used.min(room)]);
            self.input.consume(used);
            if end.is_some() {
                return Ok(true);
            }
        }
    }
}

/// The failure of an input that cannot be read.
pub(super) fn unread(name: &str, why: &io::Error) -> Failure {
    Failure::new(Code::Failed, format!("{name} could not be read: {why}"))
}

/// What the first line of an input shows it to be, where that is no text.
fn foreign(line: &[u8]) -> Option<String> {
    if let Some(FileKind { what, advice }) = FileKind::of(line) {
        return Some(format!("{what} ({advice})"));
    }
    let is_text = std::str::from_utf8(line).is_ok() && !line.contains(&0);
    // A character may be cut where a line is too long.
    (!is_text && line.len() <= LONGEST).then(|| "not text but bytes, or text in another encoding than UTF-8".into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;
    use std::rc::Rc;

    /// Gives one piece at a time, and notes when it is asked.
    struct Pieces {
        pieces: std::vec::IntoIter<&'static [u8]>,
        log: Rc<RefCell<Vec<String>>>,
    }

    impl Read for Pieces {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let piece = self.pieces.next().unwrap_or_default();
            self.log.borrow_mut().push(format!("read {}", piece.len()));
            buffer[..piece.len()].copy_from_slice(piece);
            Ok(piece.len())
        }
    }

    #[test]
    fn before_every_wait_what_was_answered_goes_out() {
        let log = Rc::new(RefCell::new(vec![]));
        let pieces: Vec<&[u8]> = vec![b"0-1\n0-", b"2\n", b"\n-\n0-3"];
        let pieces = Pieces {
            pieces: pieces.into_iter(),
            log: log.clone(),
        };
        let mut lines = Lines::new(pieces, false, String::new());
        let flush = || {
            log.borrow_mut().push("flush".into());
            Ok(())
        };
        while let Some(line) = lines.next(flush).unwrap() {
            log.borrow_mut().push(line.unwrap().into());
        }
        let expected = [
            "flush", "read 6", "0-1", "flush", "read 2", "0-2", "flush", "read 6", "-", "flush", "read 0", "0-3",
            "flush", "read 0",
        ];
        assert_eq!(*log.borrow(), expected);
        assert_eq!(lines.number(), 5);
    }

    #[test]
    fn what_is_no_text_is_named_by_its_first_line() {
        for (input, name) in [
            (&b"\x1f\x8b\x08\x00\n"[..], "gzip (zcat"),
            (b"<!DOCTYPE html>\n", "web page"),
            (b"D\0?\0?\0\n\0", "encoding"),
            (b"\x7fELF\x02\x01\x01\0\0", "bytes"),
            (b"caf\xe9\n", "UTF-8"),
            (b">>planar_code<<\x04", "plantri"),
        ] {
            let found = foreign(input).expect(name);
            assert!(found.contains(name), "{name}: {found}");
        }
        for input in [
            &b"DQc\n"[..],
            b"\xef\xbb\xbfDQc\r\n",
            b"BZh\n",
            b"PK\n",
            b":An\n",
            b"&AG\n",
            b"\n",
            "0–1\n".as_bytes(),
        ] {
            assert_eq!(foreign(input), None, "{input:?}");
        }
    }

    #[test]
    fn long_lines_are_bounded_and_the_next_one_is_whole() {
        let mut input = vec![b'?'; 1 << 20];
        input.extend(b"\nDQc");
        let mut lines = Lines::new(&input[..], false, String::new());
        let first = lines.next(|| Ok(())).unwrap().unwrap();
        assert!(first.is_err());
        assert!(lines.line.len() <= LONGEST + 1);
        assert_eq!(lines.next(|| Ok(())).unwrap().unwrap().unwrap(), "DQc");
        assert!(lines.next(|| Ok(())).unwrap().is_none());
    }
}
