//! The job scripts for Slurm, in a Slurm of one node: arrays of parts, a task that is killed, and the bytes of one run.

mod process;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use process::{Db, PROGRAM};

/// What `scripts/slurm/one_node.sh` ends with where it cannot work.
const NOT_HERE: i32 = 77;

/// In Slurm: submits levels 17 to 15, and waits until the last one is sealed and no job is left.
const SCRIPT: &str = r#"
set -euo pipefail
"$SUBMIT" "$FOLDER" triangle 11 17 15 3
for _ in $(seq 600); do
    if [[ -z $(timeout 10 squeue --noheader) ]]; then
        [[ -e $FOLDER/level-015/manifest.json ]] && exit 0
        cat "$FOLDER"-*.out >&2
        exit 1
    fi
    sleep 0.2
done
timeout 10 squeue >&2
exit 1
"#;

#[test]
fn arrays_of_parts_with_a_killed_task_give_the_bytes_of_one_run() {
    if Command::new("sbatch").arg("--version").output().is_err() {
        println!("skipped: Slurm is not installed; scripts/setup.sh slurm installs it");
        return;
    }
    let whole = Db::solved(11, &[]).content();
    let db = Db::unborn();
    db.solve(11, &["--down-to", "18"]).done();
    // The first task of all is killed; its parts are left to the job that seals.
    let killed = db.root().join("killed");
    let program = db.root().join("program");
    let text = format!(
        "#!/bin/bash\nif [[ $1 == part ]] && mkdir '{}' 2>/dev/null; then kill -9 $$; fi\nexec '{PROGRAM}' \"$@\"\n",
        killed.display()
    );
    fs::write(&program, text).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let scripts = concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/slurm");
    let ran = Command::new(format!("{scripts}/one_node.sh"))
        .args(["bash", "-c", SCRIPT])
        .env("SUBMIT", format!("{scripts}/submit.sh"))
        .env("FOLDER", db.text())
        .env("RETROGRAPH", &program)
        .env("PART_ARGS", "--threads 1 --memory 256MiB")
        .env("SOLVE_ARGS", "--threads 1")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&ran.stderr);
    if ran.status.code() == Some(NOT_HERE) {
        println!("skipped: {said}");
        return;
    }
    assert!(ran.status.success(), "{said}{}", String::from_utf8_lossy(&ran.stdout));
    assert!(killed.is_dir());
    // Sealed by the jobs, as the killed part was made again.
    assert!(db.level(15).join("manifest.json").exists() && !db.level(14).exists());
    let outputs = fs::read_dir(db.root()).unwrap();
    let outputs: Vec<String> = outputs
        .map(|entry| entry.unwrap().path().display().to_string())
        .collect();
    let tasks = outputs.iter().filter(|path| path.contains("db-part-1")).count();
    assert_eq!(tasks, 9, "three tasks for each of three levels: {outputs:?}");
    db.solve(11, &[]).done();
    db.assert_same_bytes(&whole, "under Slurm");
}
