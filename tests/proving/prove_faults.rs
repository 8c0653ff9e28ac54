//! Searches with a proof and a checkpoint on a disk that refuses, and killed after each call that changes a file: no
//! other answer, no other proof, and nothing lost that was there.

use std::collections::BTreeSet;
use std::fs;

use shared::faults::disturb::{Disturbed, Fault, What, disturb, each, kills};
use shared::faults::trace::Kind;
use shared::faults::{Watched, watch};
use shared::process::{Db, command, everything};

/// Questions whose searches take a moment, one of each prover that writes checkpoints.
const QUESTIONS: [&[&str]; 3] = [
    &["maker-breaker:hamilton-cycle", "-n", "7", "--starter", "breaker"],
    &["online-ramsey:K3,P4"],
    &["triangle", "-n", "8"],
];

/// `prove` with every file in the folder around `db`, its state written down at every opportunity.
fn prove(db: &Db, question: &[&str], fault: Option<&Fault>) -> Watched {
    let path = |name: &str| db.root().join(name).to_str().unwrap().to_owned();
    let (proof, state) = (path("x.proof"), path("x.state"));
    let options = [
        "--proof",
        &proof,
        "--force",
        "--checkpoint",
        &state,
        "--resume",
        "--checkpoint-seconds",
        "0",
    ];
    watch(db, command(&[&["prove"], question, &options].concat()), fault)
}

fn proof(db: &Db) -> Option<Vec<u8>> {
    fs::read(db.root().join("x.proof")).ok()
}

/// Names around the database.
fn names(db: &Db) -> BTreeSet<String> {
    let names = everything(db.root()).into_keys();
    names
        .map(|path| path.file_name().unwrap_or_default().to_string_lossy().into_owned())
        .collect()
}

/// Judges what a disturbed search leaves, and resumes it.
fn judge(question: &[&str], expected: &[u8], disturbed: &Disturbed) {
    let Disturbed { fault, ran, db, .. } = disturbed;
    let how = format!("{question:?} with {disturbed}");
    assert!(disturbed.hit().is_some(), "{how}");
    let is_kill = fault.what == What::Kill;
    match ran.code {
        None => assert!(is_kill, "{how}"),
        // Nothing depends on the call, such as the sync of a folder after the file has its name.
        Some(0) => assert_eq!(proof(db).as_deref(), Some(expected), "{how}"),
        Some(code) => {
            assert_eq!(code, 1, "{how}");
            let sentence = ran.err.strip_prefix("retrograph: ").expect(&how);
            assert_eq!(sentence.matches('\n').count(), 1, "{how}");
            assert!(!sentence.contains("panicked"), "{how}");
        }
    }
    if let Some(found) = proof(db) {
        assert!(found == expected, "{how}: another proof");
    }
    if !is_kill {
        let left: Vec<String> = names(db)
            .into_iter()
            .filter(|name| name.starts_with('.') && name.ends_with(".tmp"))
            .collect();
        assert!(left.is_empty(), "{how}: {left:?}");
    }
    let again = prove(db, question, None).ran;
    assert_eq!(again.code, Some(0), "{how}, then {again:?}");
    assert!(
        proof(db).as_deref() == Some(expected),
        "{how}: another proof afterwards"
    );
}

#[test]
fn a_search_on_a_disk_that_refuses_loses_nothing() {
    const REFUSED: &[What] = &[What::Once(libc::ENOSPC), What::Once(libc::EIO)];
    for question in QUESTIONS {
        let db = Db::in_memory();
        let Watched { ran, calls } = prove(&db, question, None);
        assert_eq!(ran.code, Some(0), "{ran:?}");
        let expected = proof(&db).unwrap();
        // Files get their names by a call that bypasses the C library, and cannot be made to fail here.
        let mut faults = each(
            &calls,
            &[Kind::Create, Kind::Write, Kind::Sync],
            |count| count.div_ceil(6),
            REFUSED,
        );
        faults.extend(kills(&calls, calls.len().div_ceil(20)));
        let begin = Db::in_memory;
        let run = |db: &Db, fault: Option<&Fault>| prove(db, question, fault);
        let counts = disturb(&faults, begin, run, |disturbed| judge(question, &expected, disturbed));
        println!("{question:?}: {counts}");
        assert_eq!(counts.hits(), faults.len(), "{question:?}: {counts}");
        assert!(counts.ended() > counts.hits() / 2, "{question:?}: {counts}");
    }
}
