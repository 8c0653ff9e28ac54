//! The loop of all tests that disturb runs: a command begins afresh, is killed at, stopped at or refused one of its
//! calls, and what it has left is judged; then the next call.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Mutex;

use rayon::prelude::*;

use super::Watched;
use super::trace::{Call, Kind};
use crate::in_parallel;
use crate::process::{Db, Ran};

/// What happens at a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// The call is made, then the process gets SIGKILL.
    Kill,
    /// The call is made, then the process gets SIGINT.
    Interrupt,
    /// The call is made, then the process gets SIGTERM.
    Terminate,
    /// The call fails with this errno.
    Once(i32),
    /// The call and all later ones of its kind fail.
    On(i32),
}

/// What a disk and the system do to a process.
pub const KILL_AND_REFUSE: &[What] = &[What::Kill, What::Once(libc::EIO), What::On(libc::ENOSPC)];

/// One disturbance: at the call of this number, from 1, among those of a kind, or among all that change files.
#[derive(Clone, Copy, Debug)]
pub struct Fault {
    pub kind: Option<Kind>,
    pub number: usize,
    pub what: What,
}

impl Fault {
    /// At a call of a kind.
    pub fn at(kind: Kind, number: usize, what: What) -> Fault {
        let kind = Some(kind);
        Fault { kind, number, what }
    }

    /// A kill after the call of this number of all that change files.
    pub fn kill(number: usize) -> Fault {
        Fault {
            kind: None,
            number,
            what: What::Kill,
        }
    }

    /// What a refused call fails with.
    pub fn errno(&self) -> i32 {
        match self.what {
            What::Once(errno) | What::On(errno) => errno,
            other => panic!("{other:?} refuses nothing"),
        }
    }
}

/// The words of `RETROGRAPH_FAULT`.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = self.kind.map_or("any".into(), Kind::name);
        write!(f, "{kind} {} ", self.number)?;
        match self.what {
            What::Kill => write!(f, "kill once"),
            What::Interrupt => write!(f, "int once"),
            What::Terminate => write!(f, "term once"),
            What::Once(errno) => write!(f, "{errno} once"),
            What::On(errno) => write!(f, "{errno} on"),
        }
    }
}

/// Number of calls of a kind.
pub fn count(calls: &[Call], kind: Kind) -> usize {
    calls.iter().filter(|call| call.kind == kind).count()
}

/// Each of `whats` at every so many-th call of each kind; `step` is given how many calls of the kind there are.
pub fn each(calls: &[Call], kinds: &[Kind], step: impl Fn(usize) -> usize, whats: &[What]) -> Vec<Fault> {
    let mut faults = vec![];
    for &kind in kinds {
        let count = count(calls, kind);
        for number in (1..=count).step_by(step(count)) {
            faults.extend(whats.iter().map(|&what| Fault::at(kind, number, what)));
        }
    }
    faults
}

/// One of `whats`, in turn, at every `step`th call of each kind.
pub fn in_turn(calls: &[Call], kinds: &[Kind], step: usize, whats: impl Fn(Kind) -> &'static [What]) -> Vec<Fault> {
    let mut faults = vec![];
    for &kind in kinds {
        let numbers = (1..=count(calls, kind)).step_by(step);
        let sites = numbers.zip(whats(kind).iter().cycle());
        faults.extend(sites.map(|(number, &what)| Fault::at(kind, number, what)));
    }
    faults
}

/// A kill after every `step`th of all calls that change files.
pub fn kills(calls: &[Call], step: usize) -> Vec<Fault> {
    (1..=calls.len()).step_by(step).map(Fault::kill).collect()
}

/// A disturbed run and what it has left.
pub struct Disturbed {
    pub fault: Fault,
    pub ran: Ran,
    pub calls: Vec<Call>,
    pub db: Db,
}

impl Disturbed {
    /// The first call that the fault was injected into, if the run came that far.
    pub fn hit(&self) -> Option<&Call> {
        self.calls.iter().find(|call| call.injected)
    }
}

/// All about it, for messages.
impl fmt::Display for Disturbed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.fault)?;
        match self.hit() {
            Some(call) => write!(f, "{call}: ")?,
            None => write!(f, "no call: ")?,
        }
        write!(f, "{:?}", self.ran)
    }
}

/// How many faults hit a call, and how many of these runs were ended by them, by kind of the call.
#[derive(Debug, Default)]
pub struct Counts(pub BTreeMap<Kind, (usize, usize)>);

impl Counts {
    pub fn add(&mut self, other: &Counts) {
        for (&kind, &(hits, ended)) in &other.0 {
            let sum = self.0.entry(kind).or_default();
            *sum = (sum.0 + hits, sum.1 + ended);
        }
    }

    pub fn hits(&self) -> usize {
        self.0.values().map(|(hits, _)| hits).sum()
    }

    pub fn ended(&self) -> usize {
        self.0.values().map(|(_, ended)| ended).sum()
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} faults hit, {} runs ended by them: {:?}",
            self.hits(),
            self.ended(),
            self.0
        )
    }
}

/// Kills a run and what goes on from it, each after a fiftieth of `calls` more than the one before, until one ends by
/// itself; `judge` sees what each kill leaves and how many there were. Returns their number.
pub fn kill_again_and_again(
    calls: usize,
    run: impl Fn(Option<&Fault>) -> Watched,
    mut judge: impl FnMut(usize),
) -> usize {
    let mut kills = 0;
    for step in 1.. {
        let ran = run(Some(&Fault::kill(1 + calls * step / 50))).ran;
        if ran.code.is_some() {
            assert_eq!(ran.code, Some(0), "{ran:?}");
            break;
        }
        kills += 1;
        judge(kills);
    }
    kills
}

/// For each of the faults: begins with `begin`, runs with `run`, which hands the fault to [`watch`](super::watch), and
/// has `judge` say whether all is well, which runs again what was disturbed. Several at the same time.
pub fn disturb(
    faults: &[Fault],
    begin: impl Fn() -> Db + Sync,
    run: impl Fn(&Db, Option<&Fault>) -> Watched + Sync,
    judge: impl Fn(&Disturbed) + Sync,
) -> Counts {
    let counts = Mutex::new(Counts::default());
    let at = |fault: Fault| {
        let db = begin();
        let watched = run(&db, Some(&fault));
        if let Some(call) = watched.hit() {
            let mut counts = counts.lock().unwrap();
            let (hits, ended) = counts.0.entry(call.kind).or_default();
            *hits += 1;
            *ended += usize::from(watched.ran.code != Some(0));
        }
        let Watched { ran, calls } = watched;
        judge(&Disturbed { fault, ran, calls, db });
    };
    in_parallel(|| faults.par_iter().for_each(|&fault| at(fault)));
    counts.into_inner().unwrap()
}
