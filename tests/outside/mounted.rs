//! A real file system that is full, mounted for one process.

use shared::process::{Db, shell};

/// What the sentence says, what verify finds, and that the same command completes when the file system grows.
#[test]
fn a_full_disk_is_named_and_costs_nothing() {
    let probe = shell("exec unshare -rm mount -t tmpfs none /tmp", &[]);
    assert_eq!(
        probe.code,
        Some(0),
        "this test mounts a small file system, which needs unshare (util-linux) and a kernel that lets this user: {}",
        probe.err
    );
    let whole = Db::solved(10, &[]);
    let table = whole.run("stats", &["--format", "csv"]).done();
    for kib in [40, 100, 200, 400] {
        // The mount is seen by this shell alone and goes with it; what was solved is copied out at the end.
        let script = format!(
            r#"set -e; mount -t tmpfs -o size={kib}k none "$1"
            code=0; "$0" solve triangle -n 10 --db "$1/db" || code=$?; echo $code
            "$0" stats --db "$1/db" --format csv 2>/dev/null || true
            mount -o remount,size=64m "$1"; "$0" verify --db "$1/db" --full >&2 || true
            "$0" solve triangle -n 10 --db "$1/db"; cp -r "$1/db" "$2""#
        );
        let (mount, db) = (tempfile::tempdir().unwrap(), Db::unborn());
        let inside = format!("exec unshare -rm sh -c '{script}' \"$0\" \"$@\"");
        let ran = shell(&inside, &[mount.path().to_str().unwrap(), db.text()]);
        assert_eq!(ran.code, Some(0), "{kib} KiB: {ran:?}");
        let (code, seen) = ran.out.split_once('\n').unwrap();
        assert_eq!(code, "1", "{kib} KiB: {ran:?}");
        // Level by level, and what the second run says at the end.
        let seen = seen.strip_suffix("The first player wins the triangle avoidance game on 10 vertices.\n");
        let seen = seen.unwrap_or_else(|| panic!("{kib} KiB: {ran:?}"));
        assert!(table.starts_with(seen) && seen != table, "{kib} KiB: {ran:?}");
        // The failure, what verify finds, and what to do after the second run.
        let lines: Vec<&str> = ran.err.lines().collect();
        assert_eq!(lines.len(), 3, "{kib} KiB: {ran:?}");
        assert!(
            lines[0].starts_with("retrograph: The disk is full: "),
            "{kib} KiB: {ran:?}"
        );
        assert!(
            lines[0].ends_with("free some space and run the same command again."),
            "{kib} KiB: {ran:?}"
        );
        assert!(lines[1].ends_with(": sound"), "{kib} KiB: {ran:?}");
        db.assert_same_bytes(&whole.content(), format!("{kib} KiB"));
    }
}
