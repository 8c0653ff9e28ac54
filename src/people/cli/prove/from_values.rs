//! A proof from the values of a database, without a search.

use std::path::Path;

use game::values::{Outcome, Play};
use oracle::{AnswerError, Oracle};
use proof::{Control, KnownValues, Parameters, Progress, Unproved};

use super::super::failure::{Code, Failure};
use super::super::printable::quoted_path;
use super::super::threads::not_started;
use base::units::{bytes, grouped};

/// Bytes that a claim takes.
const CLAIM_BYTES: u64 = 300;

/// Proves who wins the game whose values an oracle knows.
pub(super) fn proof(
    oracle: &dyn Oracle,
    parameters: &Parameters,
    control: &Control,
) -> Result<proof::Outcome, Failure> {
    let identity = oracle.identity();
    let place = identity.place;
    let usage = |why: String| Failure::new(Code::Usage, why);
    if oracle.values().play() == Play::MISERE {
        let sentence = format!(
            "{} holds values of misère play; proofs are of the game itself",
            place.display()
        );
        return Err(usage(sentence));
    }
    let start = oracle.value("-")?;
    // Who wins, and the value of positions that are lost.
    let (first_wins, lost) = match start.value {
        Some(Outcome::N) => (true, Outcome::P),
        Some(Outcome::P) => (false, Outcome::P),
        Some(Outcome::Red) => (true, Outcome::Green),
        Some(Outcome::Green) => (false, Outcome::Red),
        Some(Outcome::Tie) => return Err(usage("the game is a tie with best play; a proof says who wins".into())),
        None => {
            let sentence = format!("{} holds scores; a proof says who wins", place.display());
            return Err(usage(sentence));
        }
    };
    let mut progress = Progress::default();
    let mut too_many = None;
    let known = KnownValues {
        is_lost: &mut |text| Ok::<_, AnswerError>(oracle.value(text)?.value == Some(lost)),
        watch: &mut |claims, checked| {
            progress.detail = format!("{} of {} claims", grouped(checked), grouped(claims));
            let needs = CLAIM_BYTES * claims;
            too_many = (needs > control.memory).then_some(needs);
            too_many.is_some() || (control.watch)(&progress)
        },
        threads: control.threads,
    };
    let found = provers::from_values(identity.game, identity.n as usize, parameters, first_wins, known);
    found.map_err(|error| match (error, too_many) {
        (Unproved::Value(error), _) => error.into(),
        (Unproved::Stopped, Some(needs)) => {
            let (needs, allowed) = (bytes(needs as f64), bytes(control.memory as f64));
            let sentence = format!("the proof needs {needs} of memory and more, and --memory allows {allowed}");
            Failure::new(Code::Memory, sentence)
        }
        (Unproved::Stopped, None) => Failure::new(Code::Stopped, "stopped; nothing was written"),
        (Unproved::Form(why), _) => usage(why),
        (error @ Unproved::Contradiction(_), _) => damaged(place, &error.to_string()),
        (Unproved::Threads(why), _) => not_started(&why),
        (error @ Unproved::Seal(_), _) => Failure::new(Code::Memory, error.to_string()),
    })
}

fn damaged(folder: &Path, why: &str) -> Failure {
    let (shown, quoted) = (folder.display(), quoted_path(folder));
    let sentence = format!("{shown} is damaged: {why}; retrograph verify --db {quoted} says where");
    Failure::new(Code::Damaged, sentence)
}
