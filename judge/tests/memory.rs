//! A check keeps to the memory that docs/proofs.md says, whatever the file holds. Alone in its process, whose
//! allocations are counted.

mod common;

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use common::{of_stars, sealed};
use retrograph_judge::proof::check;
use sha2::{Digest, Sha256};

/// The system's allocator, with the bytes that are in use and the most there were.
struct Counted;

static NOW: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

// SAFETY: everything is the system allocator's.
unsafe impl GlobalAlloc for Counted {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        PEAK.fetch_max(NOW.fetch_add(layout.size(), Relaxed) + layout.size(), Relaxed);
        // SAFETY: as the caller promises.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        NOW.fetch_sub(layout.size(), Relaxed);
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(at, layout) }
    }
}

#[global_allocator]
static COUNTED: Counted = Counted;

/// The most bytes that the check of a file has in use beside the file.
fn taken(file: &[u8]) -> usize {
    let before = NOW.load(Relaxed);
    PEAK.store(before, Relaxed);
    let _ = check(file, 2);
    PEAK.load(Relaxed) - before
}

/// Files of some hundred bytes with a body of a megabyte, in which each byte, or few, is an entry or a claim. Where the
/// steps end the check there are few claims: all that it takes is the body and what is looked at together.
#[test]
fn a_check_keeps_to_its_memory() {
    let text = |number: usize| number.to_string();
    let body = 1 << 20;
    let looked = 16 << 20;
    let choices = |game: &str, n: usize, code: u8, own: &[(&'static str, &str)]| {
        let mut head = vec![("game", game.to_owned()), ("n", text(n)), ("winner", "second".into())];
        head.push(("form", "choices".into()));
        head.extend(own.iter().map(|&(word, value)| (word, value.to_owned())));
        (sealed(&head, &vec![code; body]), looked)
    };
    let all = text(body);
    let claims = text(body + 1);
    let coloured = [("batch", "65536"), ("claims", &claims[..])];
    let graphs = [
        ("parts", "graphs"),
        ("small", "0"),
        ("batch", "65536"),
        ("claims", &claims),
        ("replies", "all"),
        ("codes", &all),
        ("values", "0"),
    ];
    let nodes = body / 3;
    let maker = [
        ("game", "maker-breaker:connected".to_owned()),
        ("n", "2".into()),
        ("board", "A_".into()),
        ("maker", "A?".into()),
        ("breaker", "A?".into()),
        ("starter", "Maker".into()),
        ("winner", "Maker".into()),
        ("nodes", text(nodes)),
        ("replies", "0".into()),
    ];
    let mut node = [1, 0, 0].repeat(nodes);
    node.extend([255, 0, 0, 0, 0, 0, 0]);
    let strong = [
        ("game", "ramsey-achieve:K4".to_owned()),
        ("boards", "infinite".into()),
        ("moves", "20".into()),
        ("entries", text(body / 6)),
        ("lines", "0".into()),
    ];
    let entry = [0, 0, 0, 1, 0, 0].repeat(body / 6);
    let goal = |game: &str, [bias, starter, winner]: [&str; 3], codes: &[u8]| {
        let mut head = vec![
            ("game", game.to_owned()),
            ("n", "11".into()),
            ("board", format!("J{}_", "~".repeat(9))),
        ];
        head.extend(["red", "green"].map(|colour| (colour, format!("J{}", "?".repeat(10)))));
        head.extend([("bias", bias), ("starter", starter), ("winner", winner)].map(|(word, it)| (word, it.to_owned())));
        head.extend([("form", "choices".into()), ("claims", all.clone())]);
        (sealed(&head, &codes.repeat(body / codes.len())), 2 * looked)
    };
    let pairs = body / 2 - 4;
    let online = [
        ("game", "online-ramsey:K3,K4".to_owned()),
        ("builder", "none".into()),
        ("painter", "2".into()),
        ("builder-positions", "0".into()),
        ("painter-positions", text(pairs + 1)),
    ];
    let mut level = vec![1, 0, 0, 0];
    level.extend((pairs as u32).to_le_bytes());
    level.extend(vec![0; 2 * pairs]);
    let set = [
        ("game", "avoid:K4".to_owned()),
        ("n", "1".into()),
        ("winner", "second".into()),
        ("levels", "1".into()),
        ("positions", text(body)),
        ("replies", "0".into()),
    ];
    let mut positions = (body as u64).to_le_bytes().to_vec();
    positions.extend(vec![0; 8 + body]);
    // A board of three elements, each entry the same.
    let from_file = |rule: &str, winner: &str, turns: &str, sets: &str, entry: &[u8]| {
        let board = format!("#version\n1.0\n#positions\na b c\n#blackwins\n{sets}");
        let digest: String = Sha256::digest(&board)
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        let count = body / entry.len();
        let mut head = vec![("game", format!("{rule}:file={digest}")), ("elements", "3".into())];
        head.push(("sets", text(sets.lines().count())));
        if rule == "strong" {
            head.push(("white-sets", "0".into()));
        }
        head.extend([
            ("stones", "0".into()),
            ("turns", turns.into()),
            ("winner", winner.into()),
        ]);
        head.extend([("maps", "0".into()), ("nodes", text(count)), ("replies", "0".into())]);
        if rule == "strong" {
            head.push(("sequences", "0".into()));
        }
        let mut bytes = (board.len() as u32).to_le_bytes().to_vec();
        bytes.extend(board.as_bytes());
        bytes.extend(entry.repeat(count));
        (sealed(&head, &bytes), 96 * count)
    };
    for (name, (file, most)) in [
        ("moves", choices("ramsey-lose:K10", 20, 0, &coloured)),
        ("moves", choices("ramsey-lose:K3", 9, 3, &coloured)),
        ("replies", choices("avoid:K10", 20, 1, &graphs)),
        ("replies", choices("avoid:K4", 9, 1, &graphs)),
        (
            "edges",
            goal("maker-breaker:connected", ["1:1", "Maker", "Maker"], &[0]),
        ),
        (
            "turns",
            goal(
                "avoider-enforcer:contains:K4/monotone",
                ["5:9", "Enforcer", "Enforcer"],
                &[0],
            ),
        ),
        (
            "offers",
            goal("waiter-client:contains:K3", ["2:2", "Waiter", "Waiter"], &[0, 1, 2, 3]),
        ),
        (
            "answers",
            goal("client-waiter:contains:K3", ["1:2", "Waiter", "Client"], &[0]),
        ),
        ("nodes", (sealed(&maker, &node), 48 * nodes)),
        ("entries", (sealed(&strong, &entry), 72 * (body / 6))),
        ("positions", (sealed(&online, &level), 64 * pairs)),
        ("stars", (of_stars(9, body / 16), 64 * (body / 16) + 2 * (30 << 20))),
        ("positions", (sealed(&set, &positions), 96 * body)),
        (
            "Maker's",
            from_file("maker-breaker", "Maker", "B", "a\n", &[1, 0, 0, 0]),
        ),
        (
            "Black's",
            from_file("strong", "Black", "BWB", "a b\na c\n", &[1, 0, 0, 0]),
        ),
        (
            "White's",
            from_file("strong", "not-Black", "BWB", "a b\na c\n", &[1, 0, 0]),
        ),
    ] {
        assert!(file.len() < 500, "{name} {}", file.len());
        let taken = taken(&file);
        assert!(
            taken > body && taken <= body + most + (1 << 20),
            "{name}: {taken} of {most}"
        );
    }
}
