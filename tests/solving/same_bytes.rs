//! The same bytes whatever the threads, the memory and the steps; `kills.rs` adds the interruptions.

use shared::process::{Db, least_memory};

fn assert_same_for_all(n: u32, ways: &[(usize, Option<&str>)], options: &[&str]) {
    let expected = Db::solved(n, options).content();
    for &(threads, memory) in ways {
        let least = least_memory(threads);
        let memory = memory.unwrap_or(&least);
        let threads = threads.to_string();
        let way = ["--threads", &threads, "--memory", memory];
        Db::solved(n, &[&way, options].concat()).assert_same_bytes(&expected, format!("n = {n}: {way:?}"));
    }
}

#[test]
fn threads_and_memory_do_not_matter() {
    assert_same_for_all(
        10,
        &[
            (1, None),
            (1, Some("1GiB")),
            (2, None),
            (2, Some("1GiB")),
            (5, None),
            (5, Some("1GiB")),
        ],
        &[],
    );
    assert_same_for_all(11, &[(1, None), (5, Some("1GiB"))], &[]);
    assert_same_for_all(11, &[(2, None)], &["--keep", "labels"]);
}

#[test]
fn solving_in_steps_does_not_matter() {
    let whole = Db::solved(10, &[]).content();
    let db = Db::unborn();
    for (step, level) in (0..=25).rev().step_by(4).enumerate() {
        let threads = (step % 3 + 1).to_string();
        db.solve(10, &["--down-to", &level.to_string(), "--threads", &threads])
            .done();
    }
    db.solve(10, &[]).done();
    db.assert_same_bytes(&whole, "in steps");
}
