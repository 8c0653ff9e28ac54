//! File systems that lock nothing, or no folders: calls of `flock` that strace makes fail.

use std::process::Command;

use shared::process::{Db, Ran, program};

/// Runs `solve` where strace makes calls of `flock` fail.
fn solve_with_locks_that(fail: &str, db: &Db) -> Ran {
    let inject = format!("inject=flock:{fail}");
    let output = Command::new("strace")
        .args([
            "-f",
            "-qq",
            "-o",
            "/dev/null",
            "-e",
            "trace=flock",
            "-e",
            &inject,
            program(),
        ])
        .args(["solve", "triangle", "-n", "6", "--db", db.text()])
        .output();
    let ran = Ran::of(output.expect("strace does not start; this test needs it: scripts/setup.sh strace"));
    assert!(!ran.err.contains("strace:"), "strace may not trace here: {}", ran.err);
    ran
}

#[test]
fn a_file_system_without_locks_is_not_written_to() {
    let db = Db::unborn();
    let sentence = solve_with_locks_that("error=ENOLCK", &db).refused(1);
    assert!(sentence.contains("could not lock"), "{sentence}");
    assert!(!db.path().join("level-009").exists());
    // Network file systems lock files, but not folders.
    let db = Db::unborn();
    solve_with_locks_that("error=EBADF:when=1", &db).done();
    db.assert_same_bytes(&Db::solved(6, &[]).content(), "a folder that cannot be locked");
}
