//! The job scripts for Slurm, in a Slurm of one node: arrays of parts, a task that is killed, a job whose time is over,
//! and the bytes of one run; and before an sbatch that refuses.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use shared::process::{Db, Ran, program};

const SUBMIT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/slurm/submit.sh");

/// In Slurm: submits levels 17 to 15, and waits until the last one is sealed and no job is left.
const SCRIPT: &str = r#"
set -euo pipefail
"$SUBMIT" "$FOLDER" triangle 11 17 15 3
for _ in $(seq 600); do
    if [[ -z $(timeout 10 squeue --noheader) ]]; then
        [[ -e $FOLDER/level-015/manifest.json ]] && exit 0
        cat "$FOLDER"-logs/*.out >&2
        exit 1
    fi
    sleep 0.2
done
timeout 10 squeue >&2
exit 1
"#;

#[test]
fn arrays_of_parts_with_a_killed_and_a_stopped_task_give_the_bytes_of_one_run() {
    let has_slurm = Command::new("sbatch").arg("--version").output().is_ok();
    assert!(
        has_slurm,
        "sbatch does not start; this test needs Slurm: scripts/setup.sh slurm"
    );
    let whole = Db::solved(11, &[]).content();
    let db = Db::unborn();
    db.solve(11, &["--down-to", "18"]).done();
    // The first task of all is killed; its parts are left to the job that seals. The first job that seals gets the
    // signal that Slurm sends before the end of a job's time, and stops.
    let (killed, stopped) = (db.root().join("killed"), db.root().join("stopped"));
    let disturbed = db.root().join("program");
    let text = format!(
        "#!/bin/bash\n\
         if [[ $1 == part ]] && mkdir '{}' 2>/dev/null; then kill -9 $$; fi\n\
         if [[ $1 == solve && ${{SLURM_JOB_ID-}} ]] && mkdir '{}' 2>/dev/null; then\n\
             trap 'exit 10' TERM; kill -USR1 $PPID; sleep 600 & wait\nfi\n\
         exec '{}' \"$@\"\n",
        killed.display(),
        stopped.display(),
        program()
    );
    write_script(&disturbed, &text);
    let ran = Command::new(concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/slurm/one_node.sh"))
        .args(["bash", "-c", SCRIPT])
        .env("SUBMIT", SUBMIT)
        .env("FOLDER", db.text())
        .env("RETROGRAPH", &disturbed)
        .env("PART_ARGS", "--threads 1 --memory 256MiB")
        .env("SOLVE_ARGS", "--threads 1")
        .env("PROLOGUE", "echo 'a word before'")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success(), "{said}{}", String::from_utf8_lossy(&ran.stdout));
    assert!(killed.is_dir() && stopped.is_dir());
    // Sealed by the jobs, as the killed part was made again.
    assert!(db.level(15).join("manifest.json").exists() && !db.level(14).exists());
    let logs = fs::read_dir(db.root().join("db-logs")).unwrap();
    let logs: Vec<_> = logs.map(|entry| entry.unwrap().path()).collect();
    let named = |start: &str| {
        let name = |path: &&std::path::PathBuf| path.file_name().unwrap().to_str().unwrap().starts_with(start);
        logs.iter().filter(name).count()
    };
    assert_eq!(named("part-1"), 9, "three tasks for each of three levels: {logs:?}");
    assert_eq!(
        named("seal-1"),
        3,
        "one job for each level, also the one that was queued again: {logs:?}"
    );
    for log in &logs {
        assert!(
            fs::read_to_string(log).unwrap().contains("a word before\n"),
            "{}",
            log.display()
        );
    }
    db.solve(11, &[]).done();
    db.assert_same_bytes(&whole, "under Slurm");
}

fn write_script(path: &Path, text: &str) {
    fs::write(path, text).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

/// Runs submit.sh in `folder`, before an sbatch that writes down what it is given, one argument a line, numbers jobs from
/// 101 on, and refuses those after job `most`.
fn submit(folder: &Path, words: &str, variables: &[(&str, &str)], most: u32) -> (Ran, Vec<Vec<String>>) {
    let log = folder.join("log");
    fs::create_dir_all(&log).unwrap();
    let sbatch = format!(
        "#!/bin/bash\njob=$((101 + $(ls '{log}' | wc -l)))\n\
         if ((job > {most})); then echo 'sbatch: error: QOSMaxSubmitJobPerUserLimit' >&2; exit 1; fi\n\
         printf '%s\\n' \"$@\" >'{log}'/$job\ncat >script && bash -n script && echo $job\n",
        log = log.display()
    );
    write_script(&folder.join("sbatch"), &sbatch);
    write_script(&folder.join("scancel"), "#!/bin/bash\necho \"$@\" >>cancelled\n");
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap());
    let mut command = Command::new("bash");
    command
        .args(["-c", words])
        .current_dir(folder)
        .env("PATH", path)
        .env("SUBMIT", SUBMIT);
    command.env("RETROGRAPH", program()).envs(variables.iter().copied());
    let ran = Ran::of(command.output().unwrap());
    let mut jobs: Vec<_> = fs::read_dir(&log).unwrap().map(|entry| entry.unwrap().path()).collect();
    jobs.sort();
    let lines = |path| fs::read_to_string(path).unwrap().lines().map(String::from).collect();
    (ran, jobs.into_iter().map(lines).collect())
}

#[test]
fn wrong_levels_and_unknown_games_are_refused_before_anything_is_submitted() {
    for (words, said) in [
        ("t16 triangle 16 22 50 8", "FROM 22 is below TO 50"),
        ("t16 triangle 16 x 22 8", "FROM is a number, not 'x'"),
        ("t16 triangle 16 50 y 8", "TO is a number, not 'y'"),
        ("t16 triangle 16 50 -1 8", "TO is a number, not '-1'"),
        ("t16 triangle 16.0 50 22 8", "N is a number, not '16.0'"),
        ("t16 triangle 16 50 22 0", "TASKS and PARTS are at least 1"),
        ("t16 traingle 16 50 22 8", "traingle"),
        ("t16 triangle 99 50 22 8", "nothing was submitted"),
        (
            "t16 triangle 16 50 22",
            "scripts/slurm/submit.sh FOLDER GAME N FROM TO TASKS",
        ),
    ] {
        let temporary = tempfile::tempdir().unwrap();
        let (ran, jobs) = submit(temporary.path(), &format!("\"$SUBMIT\" {words}"), &[], 1000);
        assert_eq!(ran.code, Some(2), "{words}: {}", ran.err);
        assert!(ran.err.contains(said), "{words}: {}", ran.err);
        assert!(
            jobs.is_empty() && !temporary.path().join("t16-logs").exists(),
            "{words}"
        );
    }
}

#[test]
fn a_chain_that_sbatch_breaks_off_is_gone_on_with() {
    let temporary = tempfile::tempdir().unwrap();
    let folder = temporary.path();
    let variables = [
        ("ARRAY", "--account='my project' --mem=40G"),
        ("PROLOGUE", "true 'a b'"),
    ];
    // The first plan, seven jobs of level 17, one of level 16.
    let (ran, jobs) = submit(folder, "\"$SUBMIT\" t11 triangle 11 17 15 3", &variables, 109);
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    assert_eq!(jobs.len(), 9);
    assert!(ran.err.contains("QOSMaxSubmitJobPerUserLimit"), "{}", ran.err);
    assert!(ran.err.contains("refused a job of level 16\n"), "{}", ran.err);
    assert!(
        ran.err
            .contains("levels from 17 down to 17 are in the queue; the last job is 108\n"),
        "{}",
        ran.err
    );
    // That level would be a torso.
    assert_eq!(fs::read_to_string(folder.join("cancelled")).unwrap(), "109\n");
    let (_, line) = ran.err.trim_end().rsplit_once("with the same variables: ").unwrap();
    let (ran, jobs) = submit(folder, line, &variables, 1000);
    assert!(ran.err.is_empty(), "{}", ran.err);
    assert_eq!(ran.done(), "submitted levels 16 to 15; the last job is 124\n");
    assert_eq!(jobs.len(), 9 + 1 + 2 * 7);
    let names = |jobs: &[Vec<String>]| -> Vec<String> {
        let name = |line: &String| line.strip_prefix("--job-name=").map(String::from);
        jobs.iter().map(|lines| lines.iter().find_map(name).unwrap()).collect()
    };
    let level = ["part", "files", "file", "shards", "shard", "ambiguous", "seal"];
    let expected = |level_from| {
        let of = |number| level.iter().map(move |name| format!("{name}-{number}"));
        let plan = [format!("plan-{level_from}")].into_iter();
        plan.chain((15..=level_from).rev().flat_map(of)).collect::<Vec<_>>()
    };
    assert_eq!(names(&jobs[..9]), expected(17)[..9]);
    assert_eq!(names(&jobs[9..]), expected(16));
    for (number, lines) in jobs.iter().enumerate() {
        let name = &names(&jobs[number..=number])[0];
        let is_array = lines.iter().any(|line| line == "--array=0-2");
        assert_eq!(
            is_array,
            ["part", "file-", "shard-", "ambiguous"]
                .iter()
                .any(|start| name.starts_with(start)),
            "{name}"
        );
        assert_eq!(
            lines.iter().any(|line| line == "--account=my project"),
            is_array,
            "{lines:?}"
        );
        let output = if is_array {
            "t11-logs/%x-%A-%a.out"
        } else {
            "t11-logs/%x-%j.out"
        };
        assert!(lines.contains(&format!("--output={output}")), "{lines:?}");
        let waits = lines.iter().find_map(|line| line.strip_prefix("--dependency="));
        let how = match name.split_once('-').unwrap().0 {
            "files" | "shards" | "ambiguous" | "seal" => "afterany",
            _ => "afterok",
        };
        // The tenth waits for the last level that was whole in the queue.
        let before = if number == 9 { 108 } else { 100 + number };
        assert_eq!(
            waits.map(String::from),
            (number > 0).then(|| format!("{how}:{before}")),
            "{name}"
        );
    }
}
