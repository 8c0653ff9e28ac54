//! The job script for Slurm, in a Slurm of one node: workers of which one is killed, one reaches the end of its time,
//! and the bytes of one run; and before an sbatch that refuses.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use shared::process::{Db, Ran, program};

const SUBMIT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/slurm/submit.sh");

/// In Slurm: submits three workers, and waits until no job is left.
const SCRIPT: &str = r#"
set -euo pipefail
"$SUBMIT" "$FOLDER" 3 --comment='two words'
for _ in $(seq 600); do
    [[ -n $(timeout 10 squeue --noheader) ]] || exit 0
    sleep 0.2
done
timeout 10 squeue >&2
exit 1
"#;

#[test]
fn workers_of_which_one_is_killed_and_one_stopped_give_the_bytes_of_one_run() {
    let has_slurm = Command::new("sbatch").arg("--version").output().is_ok();
    assert!(
        has_slurm,
        "sbatch does not start; this test needs Slurm: scripts/setup.sh slurm"
    );
    let whole = Db::solved(11, &[]).content();
    let db = Db::unborn();
    db.solve(11, &["--down-to", "18"]).done();
    // The second worker is killed, and its parts are left to the others. The last gets the signal that Slurm sends
    // before the end of a job's time, stops, and is queued again. Its job has the number of the array: no other task
    // may be queued again with it.
    let (killed, stopped, again) = (
        db.root().join("killed"),
        db.root().join("stopped"),
        db.root().join("again"),
    );
    let disturbed = db.root().join("program");
    let text = format!(
        "#!/bin/bash\n\
         if [[ ${{SLURM_ARRAY_TASK_ID-}} == 1 ]]; then touch '{}'; kill -9 $$; fi\n\
         if [[ ${{SLURM_ARRAY_TASK_ID-}} == 2 ]]; then\n\
             if mkdir '{}' 2>/dev/null; then trap 'exit 10' TERM; kill -USR1 $PPID; sleep 600 & wait; fi\n\
             touch '{}'\nfi\n\
         exec '{}' \"$@\"\n",
        killed.display(),
        stopped.display(),
        again.display(),
        program()
    );
    write_script(&disturbed, &text);
    let ran = Command::new(concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/slurm/one_node.sh"))
        .args(["bash", "-c", SCRIPT])
        .env("SUBMIT", SUBMIT)
        .env("FOLDER", db.text())
        .env("RETROGRAPH", &disturbed)
        .env("WORK_ARGS", "--threads 1 --memory 256MiB --small 1000 --patience 1s")
        .env("PROLOGUE", "echo 'a word before'")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success(), "{said}{}", String::from_utf8_lossy(&ran.stdout));
    assert!(killed.exists() && stopped.exists() && again.exists());
    let logs = fs::read_dir(db.root().join("db-logs")).unwrap();
    let logs: Vec<_> = logs.map(|entry| entry.unwrap().path()).collect();
    assert_eq!(logs.len(), 3, "one for each worker: {logs:?}");
    let words = |log: &std::path::PathBuf| fs::read_to_string(log).unwrap().matches("a word before\n").count();
    assert_eq!(
        logs.iter().map(words).sum::<usize>(),
        4,
        "one worker began twice: {logs:?}"
    );
    db.assert_same_bytes(&whole, "under Slurm");
}

fn write_script(path: &Path, text: &str) {
    fs::write(path, text).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

/// Runs submit.sh with these words before an sbatch that writes down what it is given, one argument a line and then the
/// script, or refuses.
fn submit(folder: &Path, words: &str, variables: &[(&str, &str)], refuses: bool) -> (Ran, Option<String>) {
    let sbatch = match refuses {
        true => "#!/bin/bash\necho 'sbatch: error: QOSMaxSubmitJobPerUserLimit' >&2; exit 1\n",
        false => {
            "#!/bin/bash\n{ printf '%s\\n' \"$@\"; cat; } >\"${0%/*}/submitted\"\ntail -n 1 \"${0%/*}/submitted\" >/dev/null && echo '101;one'\n"
        }
    };
    write_script(&folder.join("sbatch"), sbatch);
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap());
    let mut command = Command::new("bash");
    command
        .args(["-c", &format!("cd \"${{IN:-.}}\" && \"$SUBMIT\" {words}")])
        .current_dir(folder)
        .env("PATH", path)
        .env("SUBMIT", SUBMIT);
    command.env("RETROGRAPH", program()).envs(variables.iter().copied());
    let ran = Ran::of(command.output().unwrap());
    (ran, fs::read_to_string(folder.join("submitted")).ok())
}

#[test]
fn what_cannot_work_is_refused_before_anything_is_submitted() {
    for (words, work, said) in [
        ("t11 x", "", "TASKS is a number from 1 on, not 'x'"),
        ("t11 0", "", "TASKS is a number from 1 on, not '0'"),
        ("nowhere 3", "", "nowhere"),
        ("t11 3", "--memory 1MiB", "too little"),
        ("t11 3", "--wrong", "--wrong"),
        ("t11", "", "submit.sh FOLDER TASKS [OPTIONS OF SBATCH]"),
        (
            "t11 8 --array=1-8",
            "",
            "--array=1-8 has worker 8, and the 8 workers are 0 to 7",
        ),
        ("t11/ 8 --array 0-14:2%3", "", "has worker 14"),
        ("t11 8 -a 1,3,08", "", "has worker 08"),
        ("t11 8 -a9", "", "has worker 9"),
    ] {
        let temporary = tempfile::tempdir().unwrap();
        let args = ["solve", "triangle", "-n", "11", "--db", "t11", "--down-to", "30"];
        let made = Command::new(program())
            .args(args)
            .current_dir(temporary.path())
            .output();
        Ran::of(made.unwrap()).closing();
        let (ran, submitted) = submit(temporary.path(), words, &[("WORK_ARGS", work)], false);
        assert_eq!(ran.code, Some(2), "{words}: {}", ran.err);
        assert!(ran.err.contains(said), "{words}: {}", ran.err);
        assert!(
            submitted.is_none() && !temporary.path().join("t11-logs").exists(),
            "{words}"
        );
    }
}

#[test]
fn logs_are_beside_the_folder_however_it_is_named() {
    for (made, said, cd) in [
        ("t11", "t11/", "."),
        ("t11", "./t11//", "."),
        ("t11", ".", "t11"),
        ("a b", "'a b/'", "."),
        ("50%", "50%", "."),
        ("-t11", "./-t11/", "."),
    ] {
        let temporary = tempfile::tempdir().unwrap();
        let root = temporary.path().canonicalize().unwrap();
        let folder = root.join(made);
        let args = [
            "solve",
            "triangle",
            "-n",
            "11",
            "--down-to",
            "30",
            "--db",
            folder.to_str().unwrap(),
        ];
        Ran::of(Command::new(program()).args(args).output().unwrap()).closing();
        // A worker may start elsewhere, and alone.
        let (ran, submitted) = submit(&root, &format!("{said} 8 --chdir=/ --array=0,7"), &[("IN", cd)], false);
        let logs = format!("{}-logs", folder.display());
        assert_eq!(
            ran.done(),
            format!("submitted 8 workers as job 101; what they print is in {logs}\n")
        );
        assert!(root.join(format!("{made}-logs")).is_dir(), "{said}");
        let names = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name());
        assert!(
            names.into_iter().all(|name| !name.to_string_lossy().contains("logs")),
            "{said}"
        );
        let submitted = submitted.unwrap();
        let output = format!("--output={}/%x-%A-%a.out", logs.replace('%', "%%"));
        let name = format!("--job-name={made}");
        for line in [output, name, "--array=0,7".into()] {
            assert!(submitted.lines().any(|found| found == line), "{line}: {submitted}");
        }
        let shown = folder.to_str().unwrap().replace(' ', "\\ ");
        assert!(submitted.contains(&format!(" work --db {shown} --task")), "{submitted}");
    }
}

#[test]
fn options_and_names_with_blanks_arrive_whole() {
    let db = Db::unborn();
    let folder = db.root().join("a b");
    let text = folder.to_str().unwrap();
    let made = Command::new(program())
        .args(["solve", "triangle", "-n", "11", "--down-to", "30", "--db", text])
        .output();
    Ran::of(made.unwrap()).closing();
    let variables = [("PROLOGUE", "true 'a b'"), ("WORK_ARGS", "--memory 1GiB")];
    let words = format!("'{text}' 64 --account='my project' --mem=40G");
    let (ran, submitted) = submit(db.root(), &words, &variables, false);
    let printed = format!("submitted 64 workers as job 101; what they print is in {text}-logs\n");
    assert_eq!(ran.done(), printed);
    let submitted = submitted.unwrap();
    for line in [
        "--array=0-63",
        "--account=my project",
        "--mem=40G",
        "--requeue",
        "true 'a b'",
    ] {
        assert!(submitted.lines().any(|found| found == line), "{line}: {submitted}");
    }
    assert!(
        submitted.contains("/a\\ b --task \"$SLURM_ARRAY_TASK_ID\" --of 64 --memory 1GiB &\n"),
        "{submitted}"
    );
    let (ran, _) = submit(db.root(), &words, &variables, true);
    assert_eq!(ran.code, Some(2));
    assert!(
        ran.err.contains("QOSMaxSubmitJobPerUserLimit") && ran.err.contains("sbatch refused"),
        "{}",
        ran.err
    );
}
