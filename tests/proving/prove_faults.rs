//! Searches with a proof and a checkpoint on a disk that refuses, and killed after each call that changes a file: no
//! other answer, no other proof, and nothing lost that was there.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use rayon::prelude::*;
use shared::faults;
use shared::faults::trace::{Call, Kind};
use shared::faults::{Watched, watch};
use shared::process::{Db, command, everything};

/// Questions whose searches take a moment, one of each prover that writes checkpoints.
const QUESTIONS: [&[&str]; 3] = [
    &["maker-breaker:hamilton-cycle", "-n", "7", "--starter", "breaker"],
    &["online-ramsey:K3,P4"],
    &["triangle", "-n", "8"],
];

/// `prove` with every file in the folder around `db`, its state written down at every opportunity.
fn prove(library: &Path, db: &Db, question: &[&str], fault: Option<&str>) -> Watched {
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
    watch(library, db, command(&[&["prove"], question, &options].concat()), fault)
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

/// Runs with a fault, judges what it leaves, and resumes without.
fn disturb(library: &Path, question: &[&str], expected: &[u8], fault: &str) {
    let db = Db::in_memory();
    let Watched { ran, calls } = prove(library, &db, question, Some(fault));
    let hit = calls.iter().find(|call| call.injected).map(Call::to_string);
    let how = format!("{question:?} with {fault}: {hit:?}: {ran:?}");
    assert!(hit.is_some(), "{how}");
    let is_kill = fault.contains("kill");
    match ran.code {
        None => assert!(is_kill, "{how}"),
        // Nothing depends on the call, such as the sync of a folder after the file has its name.
        Some(0) => assert_eq!(proof(&db).as_deref(), Some(expected), "{how}"),
        Some(code) => {
            assert_eq!(code, 1, "{how}");
            let sentence = ran.err.strip_prefix("retrograph: ").expect(&how);
            assert_eq!(sentence.matches('\n').count(), 1, "{how}");
            assert!(!sentence.contains("panicked"), "{how}");
        }
    }
    if let Some(found) = proof(&db) {
        assert!(found == expected, "{how}: another proof");
    }
    if !is_kill && !fault.starts_with("unlink") {
        let known = ["x.proof", "x.state"].map(String::from);
        let left: Vec<String> = names(&db)
            .into_iter()
            .filter(|name| name.starts_with('.') && name.ends_with(".tmp"))
            .collect();
        assert!(left.is_empty(), "{how}: {left:?} beside {known:?}");
    }
    let again = prove(library, &db, question, None);
    assert_eq!(again.ran.code, Some(0), "{how}, then {:?}", again.ran);
    assert!(
        proof(&db).as_deref() == Some(expected),
        "{how}: another proof afterwards"
    );
}

#[test]
fn a_search_on_a_disk_that_refuses_loses_nothing() {
    let Some(library) = faults::library() else { return };
    let mut disturbances = 0;
    for question in QUESTIONS {
        let db = Db::in_memory();
        let Watched { ran, calls } = prove(&library, &db, question, None);
        assert_eq!(ran.code, Some(0), "{ran:?}");
        let expected = proof(&db).unwrap();
        let mut faults = Vec::new();
        for (kind, errors) in [
            (Kind::Create, &[libc::ENOSPC, libc::EIO][..]),
            (Kind::Write, &[libc::ENOSPC, libc::EIO]),
            (Kind::Sync, &[libc::EIO]),
            // Files get their names by a call that bypasses the C library, and cannot be made to fail here.
        ] {
            let count = calls.iter().filter(|call| call.kind == kind).count();
            assert!(count > 0, "{question:?}: {kind:?}");
            // The first, the last, and some between.
            let step = count.div_ceil(6);
            for number in (1..=count).step_by(step).chain([count]) {
                faults.extend(
                    errors
                        .iter()
                        .map(|errno| format!("{} {number} {errno} once", kind.name())),
                );
            }
        }
        let step = calls.len().div_ceil(20);
        faults.extend(
            (1..=calls.len())
                .step_by(step)
                .map(|number| format!("any {number} kill once")),
        );
        disturbances += faults.len();
        faults
            .par_iter()
            .for_each(|fault| disturb(&library, question, &expected, fault));
    }
    println!("disturbances: {disturbances}");
}
