//! The fault requested by a test.

use libc::c_int;

use crate::kind::{KINDS, Kind};

/// The effect on a call.
#[derive(Clone, Copy, Debug)]
pub enum What {
    /// The call is not made and fails with this errno.
    Error(c_int),
    /// A read or write handles half of its bytes.
    Short,
    /// The call is made, then the process gets this signal.
    Signal(c_int),
}

#[derive(Clone, Copy, Debug)]
enum Again {
    Once,
    On,
    Odd,
}

/// A fault and the number of calls seen so far.
pub struct Fault {
    /// `None` for any kind.
    kind: Option<Kind>,
    number: u64,
    what: What,
    again: Again,
    seen: u64,
}

impl Fault {
    /// Panics, which ends the program under test, when the text is not `KIND NUMBER WHAT AGAIN`.
    pub fn parse(text: &str) -> Fault {
        let words: Vec<&str> = text.split(' ').collect();
        let [kind, number, what, again] = words[..] else {
            panic!("RETROGRAPH_FAULT is '{text}', not four words");
        };
        Fault {
            kind: match kind {
                "any" => None,
                name => Some(KINDS.iter().find(|known| known.0 == name).expect("a kind of call").1),
            },
            number: number.parse().expect("the number of a call"),
            what: match what {
                "short" => What::Short,
                "kill" => What::Signal(libc::SIGKILL),
                "int" => What::Signal(libc::SIGINT),
                "term" => What::Signal(libc::SIGTERM),
                number => What::Error(number.parse().expect("a number of errno")),
            },
            again: match again {
                "once" => Again::Once,
                "on" => Again::On,
                "odd" => Again::Odd,
                _ => panic!("RETROGRAPH_FAULT ends in '{again}'"),
            },
            seen: 0,
        }
    }

    /// Counts a call and returns the fault for it.
    pub fn next(&mut self, kind: Kind) -> Option<What> {
        if self.kind.is_some_and(|wanted| wanted != kind) {
            return None;
        }
        self.seen += 1;
        let after = self.seen.checked_sub(self.number)?;
        let is_hit = match self.again {
            Again::Once => after == 0,
            Again::On => true,
            Again::Odd => after.is_multiple_of(2),
        };
        is_hit.then_some(self.what)
    }
}
