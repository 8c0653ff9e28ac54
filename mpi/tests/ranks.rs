//! `mpirun` on this machine: any number of ranks, killed ranks and failing ones, against the bytes of one process.

mod job;

use std::fs;
use std::time::Duration;

use job::{FEW, arguments, assert_same, copied, done, mpirun, plan, ranks_of, solved, unborn, wait_for_the_end};
use retrograph_storage::FILE_CHUNKS;

#[test]
fn any_number_of_ranks_gives_the_bytes_of_one_process() {
    for (game, n, from, parts, file_chunks) in [
        ("triangle", 10, "18", "7", FEW),
        ("avoid:K4", 8, "20", "5", FILE_CHUNKS),
    ] {
        let expected = solved(game, n, 0, file_chunks);
        let chunks = file_chunks.to_string();
        for (ranks, is_cut) in (1..=4).flat_map(|ranks| [(ranks, false), (ranks, true)]) {
            let (_temporary, folder) = unborn();
            // Some parts have nothing, and with four ranks some ranks have no part of the smallest levels, and no
            // shard.
            let mut rest = vec!["--from", from, "--parts", parts, "--file-chunks", &chunks];
            rest.extend(["--cut-labels", "0B"].into_iter().filter(|_| is_cut));
            let args = arguments(game, n, &folder, &rest, ranks);
            let how = format!("{game}, {ranks} ranks, {}", if is_cut { "cut" } else { "whole" });
            let ended = mpirun(&args).output().unwrap();
            let said = String::from_utf8_lossy(&ended.stderr)
                .matches("sent each other")
                .count();
            done(ended, &how);
            let levels = 1 + from.parse::<usize>().unwrap();
            assert_eq!(said, if is_cut { levels } else { 0 }, "{how}");
            assert_same(&folder, &expected, &how);
        }
    }
}

/// What is more than MPI can count goes in several turns; here that is next to everything.
#[test]
fn messages_of_any_length_are_exchanged() {
    let expected = solved("triangle", 10, 12, FEW);
    let chunks = FEW.to_string();
    for (ranks, bytes) in [(1, "1000"), (2, "4000"), (3, "70"), (4, "1000000")] {
        let (_temporary, folder) = unborn();
        let rest = [
            "--from",
            "16",
            "--down-to",
            "12",
            "--parts",
            "5",
            "--file-chunks",
            &chunks,
        ];
        let rest = [&rest[..], &["--cut-labels", "0B", "--exchange-bytes", bytes]].concat();
        let how = format!("{ranks} ranks, {bytes} bytes at a time");
        done(
            mpirun(&arguments("triangle", 10, &folder, &rest, ranks))
                .output()
                .unwrap(),
            &how,
        );
        assert_same(&folder, &expected, &how);
    }
}

/// The largest levels are made in parts, and the others by the first rank alone.
#[test]
fn small_levels_are_left_to_one_rank() {
    let expected = solved("triangle", 12, 0, FILE_CHUNKS);
    let (_temporary, folder) = unborn();
    let args = arguments("triangle", 12, &folder, &["--from", "25"], 2);
    done(mpirun(&args).output().unwrap(), "small levels");
    assert_same(&folder, &expected, "small levels");
}

/// The level is planned already: the ranks are the first to read the label function above.
#[test]
fn a_rank_that_reads_a_damaged_label_function_ends_the_job() {
    let (_start, start) = unborn();
    let chunks = FEW.to_string();
    let alone = ["--from", "18", "--down-to", "18", "--file-chunks", &chunks];
    done(
        mpirun(&arguments("triangle", 11, &start, &alone, 1)).output().unwrap(),
        "level 18",
    );
    plan(&start, 4);
    let together = [
        "--from",
        "17",
        "--down-to",
        "17",
        "--parts",
        "4",
        "--file-chunks",
        &chunks,
        "--cut-labels",
        "0B",
    ];
    for damaged in [0, 2] {
        let folders: Vec<_> = (0..3).map(|_| copied(&start)).collect();
        let labels = folders[damaged].1.join("level-018/labels");
        let mut bytes = fs::read(&labels).unwrap();
        bytes[1000] ^= 1;
        fs::write(&labels, bytes).unwrap();
        let all = folders.iter();
        let args: Vec<_> = all
            .map(|(_, folder)| arguments("triangle", 11, folder, &together, 1).remove(0))
            .collect();
        let ended = mpirun(&args).output().unwrap();
        let said = String::from_utf8_lossy(&ended.stderr).into_owned();
        assert_eq!(ended.status.code(), Some(6), "{damaged}: {said}");
        let sentences: Vec<_> = said
            .lines()
            .filter(|line| line.starts_with("retrograph-mpi: "))
            .collect();
        assert_eq!(sentences.len(), 1, "{said}");
        assert!(sentences[0].contains(labels.to_str().unwrap()), "{said}");
    }
}

#[test]
fn a_killed_rank_ends_the_job_and_another_number_of_ranks_resumes_it() {
    let expected = solved("triangle", 11, 0, FEW);
    let (_temporary, folder) = unborn();
    let chunks = FEW.to_string();
    let rest = ["--from", "18", "--parts", "9", "--file-chunks", &chunks];
    let mut kills = 0;
    for turn in 0..8u64 {
        let ranks = 2 + turn as usize % 3;
        let cut = ["--cut-labels", "0B"].into_iter().filter(|_| turn % 2 == 0);
        let rest: Vec<_> = rest.into_iter().chain(cut).collect();
        let args = arguments("triangle", 11, &folder, &rest, ranks);
        let child = mpirun(&args).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(400 + turn * 173 % 500));
        if let Some(&victim) = ranks_of(&folder).last() {
            // SAFETY: plain system call on a process of this test.
            kills += usize::from(unsafe { libc::kill(victim, libc::SIGKILL) } == 0);
        }
        let ended = child.wait_with_output().unwrap();
        wait_for_the_end(&folder, &format!("turn {turn}"));
        if ended.status.success() {
            break;
        }
    }
    println!("{kills} ranks were killed");
    assert!(kills > 0);
    let args = arguments("triangle", 11, &folder, &rest, 3);
    done(mpirun(&args).output().unwrap(), "after the kills");
    assert_same(&folder, &expected, "after the kills");
}

#[test]
fn a_rank_that_fails_ends_the_job_with_its_sentence_and_its_code() {
    let (temporary, folder) = unborn();
    let rest = ["--from", "18", "--to", "10", "--parts", "6"];
    for (nth, (folder_of_one, code, words)) in [
        (temporary.path().join("nothing"), 5, "is not a database folder"),
        (folder.clone(), 0, ""),
    ]
    .into_iter()
    .enumerate()
    {
        let mut args = arguments("triangle", 10, &folder, &rest, 3);
        args[1] = arguments("triangle", 10, &folder_of_one, &rest, 1).remove(0);
        let ended = mpirun(&args).output().unwrap();
        let said = String::from_utf8_lossy(&ended.stderr).into_owned();
        assert_eq!(ended.status.code(), Some(code), "{nth}: {said}");
        let sentences = said.lines().filter(|line| line.starts_with("retrograph-mpi: "));
        assert_eq!(sentences.clone().count(), usize::from(code != 0), "{said}");
        assert!(sentences.clone().all(|line| line.contains(words)), "{said}");
    }
    // Wrong usage is said once.
    for (rest, code, words) in [
        (
            &["--from", "5", "--down-to", "6"][..],
            2,
            "--down-to 6 is above --from 5",
        ),
        (&["--from", "18", "--keep", "labels"], 5, "another --keep"),
    ] {
        let ended = mpirun(&arguments("triangle", 10, &folder, rest, 3)).output().unwrap();
        let said = String::from_utf8_lossy(&ended.stderr).into_owned();
        assert_eq!(ended.status.code(), Some(code), "{said}");
        assert_eq!(said.matches(words).count(), 1, "{said}");
    }
    let other = mpirun(&arguments("triangle", 9, &folder, &["--from", "12"], 2))
        .output()
        .unwrap();
    assert_eq!(other.status.code(), Some(5));
}
