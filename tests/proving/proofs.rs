//! Games against proofs, typed and over HTTP: the person loses, and hostile files and requests get a sentence.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::os::fd::FromRawFd;
use std::path::{Path, PathBuf};
use std::ptr::null_mut;

use retrograph_judge::maker_breaker::{WinningSets, winning_sets};
use retrograph_referee::rng::SplitMix64;
use retrograph_referee::triangle::relabel;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use shared::process::{Db, Ran, command, run, run_with};
use shared::schema::Api;
use shared::server::{Response, Server, encoded};
use tempfile::TempDir;

/// A proof on disk.
struct Proof {
    folder: TempDir,
    sets: WinningSets,
    n: usize,
    /// 0 for Maker.
    winner: usize,
}

impl Proof {
    fn of(name: &str, n: usize, starter: &str) -> Proof {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("it.proof");
        let game = format!("maker-breaker:{name}");
        let order = n.to_string();
        let said = run(&[
            "prove",
            &game,
            "-n",
            &order,
            "--starter",
            starter,
            "--proof",
            file.to_str().unwrap(),
        ])
        .done();
        Proof {
            sets: winning_sets(name, n).unwrap(),
            winner: usize::from(said.starts_with("Breaker")),
            folder,
            n,
        }
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("it.proof")
    }

    fn text(&self) -> String {
        self.path().to_str().unwrap().into()
    }

    /// Who has won with these edges of Maker and Breaker, 0 for Maker.
    fn decided(&self, maker: &[u32], breaker: &[u32]) -> Option<usize> {
        let all = (1u32 << self.n) - 1;
        let rest: Vec<u32> = (0..self.n).map(|v| all & !(1 << v) & !breaker[v]).collect();
        match () {
            () if (self.sets.is_won)(maker) => Some(0),
            () if !(self.sets.is_won)(&rest) => Some(1),
            () => None,
        }
    }

    fn play(&self, options: &[&str], lines: &[String]) -> Ran {
        let file = self.text();
        let args = [&["play", "--proof", &file, "--board", "matrix"], options].concat();
        run_with(&args, lines.join("\n"))
    }
}

/// The rows of Maker and of Breaker in the last matrix that has all edges.
fn boards(said: &str, n: usize) -> [Vec<u32>; 2] {
    let lines: Vec<&str> = said.lines().collect();
    let is_header = |line: &&str| line.split_whitespace().eq((0..n).map(|v| v.to_string()));
    // At the end the set that decides is drawn once more.
    let drawn = lines
        .iter()
        .enumerate()
        .filter(|(_, line)| is_header(line))
        .map(|(at, _)| at);
    let mut last = drawn.filter(|&at| {
        lines
            .get(at + n + 1)
            .is_some_and(|line| line.starts_with("Maker: lines"))
    });
    let header = last.next_back().expect(said);
    let cell = |u: usize, v: usize| lines[header + 1 + u].chars().nth(3 + 2 * v);
    let row = |letter: char, u: usize| {
        let set = (0..n).filter(|&v| cell(u, v) == Some(letter));
        set.fold(0, |row, v| row | 1 << v)
    };
    ['m', 'b'].map(|letter| (0..n).map(|u| row(letter, u)).collect())
}

fn free(boards: &[Vec<u32>; 2], n: usize) -> Vec<String> {
    let pairs = (0..n).flat_map(|v| (0..v).map(move |u| (u, v)));
    let free = pairs.filter(|&(u, v)| (boards[0][u] | boards[1][u]) >> v & 1 == 0);
    free.map(|(u, v)| format!("{u}-{v}")).collect()
}

/// The edges after the last line that begins so.
fn listed<'a>(said: &'a str, begin: &str) -> Vec<&'a str> {
    let line = said.lines().rev().find_map(|line| line.strip_prefix(begin));
    line.map_or(vec![], |line| line.split(", ").collect())
}

#[test]
fn whoever_plays_the_loser_in_the_terminal_loses() {
    let games = [
        ("hamilton-cycle", 8, "maker", 3),
        ("hamilton-cycle", 9, "breaker", 2),
        ("hamilton-cycle", 6, "maker", 3),
        ("perfect-matching", 4, "breaker", 3),
        ("contains:K3", 5, "maker", 3),
        ("contains:K4", 5, "maker", 3),
    ];
    let mut winners = [0; 2];
    for (name, n, starter, games) in games {
        let proof = Proof::of(name, n, starter);
        let winner = ["Maker", "Breaker"][proof.winner];
        winners[proof.winner] += 1;
        for seed in 0..games {
            let mut random = SplitMix64::new(seed);
            let mut typed: Vec<String> = Vec::new();
            loop {
                let said = proof.play(&[], &typed).done();
                let boards = boards(&said, n);
                if let Some(over) = proof.decided(&boards[0], &boards[1]) {
                    assert_eq!(over, proof.winner, "{said}");
                    assert!(said.contains(&format!(": {winner} wins\n")), "{said}");
                    // What is said to decide does.
                    let mut set = vec![0; n];
                    for edge in listed(&said, "the edges that decide it: ") {
                        let (u, v) = edge.split_once('-').unwrap();
                        let (u, v): (usize, usize) = (u.parse().unwrap(), v.parse().unwrap());
                        assert!(boards[over][u] >> v & 1 == 1, "{said}");
                        set[u] |= 1 << v;
                        set[v] |= 1 << u;
                    }
                    let none = vec![0; n];
                    let [maker, breaker] = if over == 0 { [&set, &none] } else { [&none, &set] };
                    assert_eq!(proof.decided(maker, breaker), Some(over), "{said}");
                    break;
                }
                assert!(!said.contains(" wins\n"), "{said}");
                let moves = free(&boards, n);
                assert!(!moves.is_empty() && typed.len() <= n * (n - 1) / 4);
                typed.push(moves[random.below(moves.len())].clone());
                let after = proof.play(&[], &[typed.clone(), vec!["moves".into()]].concat()).done();
                assert!(after.contains(&format!("you: {} (proven loss)", typed.last().unwrap())));
            }
        }
    }
    assert!(winners[0] > 1 && winners[1] > 1, "{winners:?}");
}

#[test]
fn blue_loses_the_strong_k4_game_on_a_board_that_grows() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/datasets/proofs/strong-k4-from-11.proof");
    let play = |typed: &[String]| run_with(&["play", "--proof", file, "--board", "matrix"], typed.join("\n")).done();
    let (mut random, mut blocks) = (SplitMix64::new(1), 0);
    for _ in 0..3 {
        let mut typed: Vec<String> = Vec::new();
        loop {
            let said = play(&[typed.clone(), vec!["moves".into()]].concat());
            if said.contains("Red has a K4: Red wins") {
                assert_eq!(listed(&said, "the edges that decide it: ").len(), 6, "{said}");
                break;
            }
            assert!(typed.len() < 15, "{said}");
            let moves = listed(&said, "proven loss: ");
            assert!(!moves.is_empty() && listed(&said, "proven win: ").is_empty(), "{said}");
            // A person sees where Red would win, and blocks.
            let threats = listed(said.rsplit("you: ").next().unwrap(), "Red wins at once with ");
            blocks += threats.len();
            let step = threats.first().copied().unwrap_or(moves[random.below(moves.len())]);
            assert!(moves.contains(&step), "{said}");
            typed.push(step.into());
        }
    }
    assert!(blocks > 3, "{blocks}");
    let said = play(&["0-9".into()]);
    assert!(said.contains("fresh vertices are taken in their order"), "{said}");
}

/// A proof for every board from 11 vertices on is played on each of them, and on no smaller one.
#[test]
fn the_strong_k4_game_is_played_on_a_board_of_any_size() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/datasets/proofs/strong-k4-from-11.proof");
    let play = |n: &str, typed: &str| run_with(&["play", "--proof", file, "--board", "matrix", "-n", n], typed);
    for n in [11, 12, 17] {
        // The last vertex is there, and the one after it is not.
        let said = play(&n.to_string(), &format!("{}-{}", n - 2, n - 1)).done();
        assert!(!said.contains("the vertices are"), "{said}");
        let said = play(&n.to_string(), &format!("0-{n}")).done();
        assert!(said.contains(&format!("the vertices are 0 to {}", n - 1)), "{said}");
    }
    for n in ["10", "33"] {
        let said = play(n, "").refused(2);
        assert!(
            said.contains(&format!("says nothing about a board with {n} vertices")),
            "{said}"
        );
    }
    let other = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/datasets/proofs/hamilton-connected-8-maker.proof"
    );
    let said = run_with(&["play", "--proof", other, "-n", "9"], "").refused(2);
    assert!(said.contains("is about one board; leave out -n"), "{said}");
}

#[test]
fn the_winners_side_shows_which_moves_are_proven() {
    let proof = Proof::of("hamilton-cycle", 8, "maker");
    let typed = |lines: &[&str]| {
        proof.play(
            &["--as", "Maker"],
            &lines.iter().map(|line| (*line).into()).collect::<Vec<_>>(),
        )
    };
    let said = typed(&["moves"]).done();
    let proven = listed(&said, "proven win: ");
    let others = listed(&said, "not in the proof: ");
    assert_eq!((proven.len(), others.len()), (1, 27));
    assert!(said.contains("you are Maker, the proven winner"));
    // Whoever follows wins.
    let mut lines: Vec<String> = Vec::new();
    for _ in 0..28 {
        let said = proof
            .play(&["--as", "maker"], &[lines.clone(), vec!["moves".into()]].concat())
            .done();
        if said.contains("you win\n") {
            break;
        }
        lines.push(listed(&said, "proven win: ")[0].into());
    }
    assert!(
        proof
            .play(&["--as", "maker"], &lines)
            .done()
            .contains("Maker has a Hamilton cycle: you win\n")
    );
    // Whoever does not learns so, and can go back.
    let said = typed(&[others[0], "moves", "undo", "moves", "swap"]).done();
    assert!(
        said.contains(&format!("you: {} (not in the proof)", others[0])),
        "{said}"
    );
    let lists: Vec<&str> = said.lines().filter(|line| line.starts_with("proven win: ")).collect();
    assert_eq!(lists, [format!("proven win: {}", proven[0])], "{said}");
    assert!(said.contains("you are Breaker, and the program plays the proven winner"));
    // Without hints nothing is said of moves.
    let said = proof.play(&["--no-hints"], &["0-7".into(), "moves".into()]).done();
    assert!(!said.contains("proven loss") && !said.contains("proven win)"), "{said}");
}

/// What a line of a review says besides player and move.
fn reviewed(said: &str, number: usize) -> &str {
    let begin = format!("{number:>3}  ");
    said.lines().find(|line| line.starts_with(&begin)).expect(said)
}

#[test]
fn a_review_names_the_moves_that_left_the_proof() {
    let proof = Proof::of("hamilton-cycle", 8, "maker");
    let typed = |lines: &[&str]| {
        let lines: Vec<String> = lines.iter().map(|line| (*line).into()).collect();
        proof.play(&["--as", "Maker"], &lines).done()
    };
    let said = typed(&["moves"]);
    let (right, wrong) = (listed(&said, "proven win: ")[0], listed(&said, "not in the proof: ")[0]);
    let said = typed(&[right, "review"]);
    assert!(reviewed(&said, 1).ends_with("  winning"), "{said}");
    assert!(
        reviewed(&said, 2).contains("Breaker  ") && reviewed(&said, 2).ends_with("  losing"),
        "{said}"
    );
    assert!(
        said.contains("Maker at the start and after each move: +++  ("),
        "{said}"
    );
    assert!(said.ends_with("no move left the proof\n"), "{said}");
    // On the board, and typed.
    for lines in [&[wrong, "review"][..], &[&format!("review {wrong} 6-7")]] {
        let said = typed(lines);
        let line = reviewed(&said, 1);
        assert!(line.contains(&format!("Maker    {wrong}")), "{said}");
        assert!(
            line.ends_with(&format!("unknown; leaves the proof, which makes {right}")),
            "{said}"
        );
        assert!(reviewed(&said, 2).ends_with("  unknown"), "{said}");
        assert!(
            said.contains("after each move: +??  (+ winning, = a tie, - losing, ? unknown)"),
            "{said}"
        );
        assert!(said.ends_with("one move left the proof\n"), "{said}");
    }
    assert!(typed(&["review 0-1 0-1"]).contains("0-1 is not a legal move"));
    assert!(typed(&["review 0-1 x"]).contains("'0-1 x' is not a list of moves"));
    let silent = proof.play(&["--no-hints"], &["review".into()]).done();
    assert!(silent.ends_with("there are no hints in this game\n"), "{silent}");
}

/// The edges that symmetries of the boards take this one to; of so many orders of six vertices, all 720 are met.
fn alike(boards: &[Vec<u32>; 2], (u, v): (usize, usize)) -> BTreeSet<String> {
    let mut random = SplitMix64::new(1);
    let orders = (0..20_000).map(|_| random.permutation(6));
    let kept = orders.filter(|order| boards.iter().all(|rows| relabel(rows, order) == *rows));
    kept.map(|order| format!("{}-{}", order[u].min(order[v]), order[u].max(order[v])))
        .collect()
}

#[test]
fn an_exercise_is_inside_the_proof_and_has_one_answer() {
    let proof = Proof::of("hamilton-cycle", 6, "maker");
    let winner = ["Maker", "Breaker"][proof.winner];
    let task = format!("you are {winner}; one move is a proven win: find it\n");
    let mut asked = BTreeSet::new();
    for seed in 0..8 {
        let play = |lines: &[&str]| {
            let lines: Vec<String> = [&["exercise"], lines].concat().into_iter().map(String::from).collect();
            proof.play(&[&format!("--seed={seed}")], &lines).done()
        };
        let said = play(&["moves", "review"]);
        assert!(
            said.contains(&task) && said.ends_with("no move left the proof\n"),
            "{said}"
        );
        let (right, others) = (listed(&said, "proven win: "), listed(&said, "not in the proof: "));
        assert!(right.len() == 1 && others.len() > 1, "{said}");
        let boards = boards(&said, 6);
        let right = right[0];
        let (u, v) = right.split_once('-').unwrap();
        let alike = alike(&boards, (u.parse().unwrap(), v.parse().unwrap()));
        assert!(alike.contains(right) && others.iter().all(|other| !alike.contains(*other)));
        assert!(play(&[right]).contains(&format!("right: {right} is a proven win\n")));
        let said = play(&[others[0], "review"]);
        let sentence = format!("{} is not in the proof; {right} is a proven win\n", others[0]);
        assert!(said.contains(&sentence), "{said}");
        assert!(
            said.contains(&format!("leaves the proof, which makes {right}\n")),
            "{said}"
        );
        asked.insert(boards);
    }
    assert!(asked.len() > 4, "{}", asked.len());
    // On a board that grows; and whoever colours has two moves, which are no exercise.
    let strong = concat!(env!("CARGO_MANIFEST_DIR"), "/datasets/proofs/strong-k4-from-11.proof");
    let painter = proof.folder.path().join("painter.proof");
    let painter = painter.to_str().unwrap();
    run(&["prove", "online-ramsey:K3,K3", "--rounds", "7", "--proof", painter]).done();
    for (file, end) in [
        (strong, "you are Red; one move is a proven win: find it\n"),
        (
            painter,
            "random games in this proof have no position in which it makes one move\n",
        ),
    ] {
        let said = run_with(&["play", "--proof", file, "--board", "matrix"], "exercise").done();
        assert!(said.ends_with(end), "{said}");
    }
}

#[test]
fn what_is_mistyped_is_explained_and_changes_nothing() {
    let proof = Proof::of("hamilton-path", 5, "maker");
    for (line, answer) in [
        ("0-5", "the vertices are 0 to 4"),
        ("0-0", "is neither a move"),
        ("0-99", "is neither a move"),
        ("red", "is neither a move"),
        ("0-1,2-3", "is neither a move"),
        ("\u{1b}[2J", "is neither a move"),
        ("undo", "there is no move of yours to undo"),
        ("redo", "there is no move to redo"),
    ] {
        let said = proof.play(&[], &[line.into()]).done();
        assert!(said.contains(answer), "{line}: {said}");
        let [before, after] = [&[][..], &[line.into()]].map(|lines| boards(&proof.play(&[], lines).done(), 5));
        assert_eq!(before, after, "{line}");
    }
    let file = proof.text();
    let refused = run(&["play", "--proof", &file, "--as", "nobody"]).refused(2);
    assert_eq!(
        refused,
        "nobody is called 'nobody' in this game; there are Maker and Breaker"
    );
    run(&["play"]).usage();
    run(&["play", "--proof", &file, "--db", "x"]).usage();
    run(&["play", "--proof", &file, "--second"]).usage();
    run(&["play", "--proof", &file, "--start", "-"]).usage();
    let db = Db::solved(5, &[]);
    let refused = run(&["play", "--db", db.text(), "--as", "maker"]).refused(2);
    assert!(refused.contains("first") && refused.contains("second"), "{refused}");
}

/// The same bytes with another checksum, so that only the content is wrong.
fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let content = bytes.len() - 32;
    let sum = Sha256::digest(&bytes[..content]);
    bytes.splice(content.., sum);
    bytes
}

#[test]
fn a_file_that_proves_nothing_is_not_played() {
    let proof = Proof::of("hamilton-path", 5, "breaker");
    let sound = fs::read(proof.path()).unwrap();
    let path = proof.folder.path().join("other.proof");
    let file = path.to_str().unwrap();
    let refused = |code: i32| {
        let sentences = [
            ["play", "--proof", file].as_slice(),
            &["serve", "--port", "0", "--proof", file],
        ]
        .map(|args| run_with(args, "0-1\n").refused(code));
        assert_eq!(sentences[0], sentences[1]);
        assert!(sentences[0].contains("other.proof"), "{}", sentences[0]);
    };
    let mut random = SplitMix64::new(1);
    for at in 0..40 {
        let mut other = sound.clone();
        let place = if at < 8 { at } else { random.below(other.len()) };
        other[place] ^= 1 << random.below(8);
        fs::write(&path, &other).unwrap();
        refused(if (8..12).contains(&place) { 7 } else { 6 });
    }
    for length in [0, 7, 20, 60, sound.len() - 1] {
        fs::write(&path, &sound[..length]).unwrap();
        refused(6);
    }
    // Another winner, other edges, with a checksum that fits.
    let after = |text: &str| {
        let found = sound.windows(text.len()).position(|bytes| bytes == text.as_bytes());
        found.expect("a head before the compressed bytes") + text.len()
    };
    for (line, forged) in [
        ("starter ", &b"Maker  "[..]),
        ("winner ", b"Maker\0"),
        ("nodes ", b"9"),
        ("board ", b"Dhc"),
        ("breaker ", b"D~{"),
        ("n ", b"6"),
        ("game maker-breaker:", b"hamilton-sack"),
    ] {
        let at = after(line);
        let mut other = sound.clone();
        other[at..at + forged.len()].copy_from_slice(forged);
        assert_ne!(other, sound);
        fs::write(&path, sealed(other)).unwrap();
        refused(6);
    }
    fs::write(&path, b"rgproof\n").unwrap();
    refused(6);
    fs::remove_file(&path).unwrap();
    let missing = run(&["play", "--proof", file]).refused(1);
    assert!(missing.contains("could not be read"), "{missing}");
    fs::create_dir(&path).unwrap();
    refused(6);
    fs::remove_dir(&path).unwrap();
    let made = std::process::Command::new("mkfifo").arg(&path).status().unwrap();
    assert!(made.success());
    refused(6);
}

/// Whoever names a theorem says the whole of it, in the same words.
#[test]
fn a_theorem_has_one_text_everywhere() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("datasets/proofs");
    let files = [
        ("online-ramsey-P4-K4", "The on-line Ramsey number of P4 and K4 is 16"),
        (
            "triangle-9",
            "The second player wins the triangle avoidance game on 9 vertices",
        ),
        (
            "avoid-C4-6-positions",
            "The first player wins the C4 avoidance game on 6 vertices",
        ),
        ("strong-c5-from-7", "The first player wins the strong C5 game "),
        (
            "hamilton-cycle-8-25-edges-maker",
            "Maker, moving first, wins the Hamilton cycle game on the board G~~~vg",
        ),
    ];
    let paths: Vec<PathBuf> = files
        .iter()
        .map(|(name, _)| folder.join(format!("{name}.proof")))
        .collect();
    let server = served(&paths.iter().map(PathBuf::as_path).collect::<Vec<_>>());
    for ((name, begin), path) in files.iter().zip(&paths) {
        let path = path.to_str().unwrap();
        let theorem = run(&["check-proof", path]).done();
        assert!(theorem.starts_with(begin), "{theorem}");
        let theorem = theorem.strip_suffix(".\n").unwrap();
        let checked: Value = serde_json::from_str(&run(&["check-proof", path, "--json"]).done()).unwrap();
        assert_eq!(checked["theorem"], theorem);
        let about = server.get(&format!("/api/proofs/{name}")).answer();
        assert_eq!(about["theorem"], theorem, "{about}");
        let played = run_with(&["play", "--proof", path], "quit\n");
        assert!(played.out.contains(&format!("proved: {theorem}")), "{}", played.out);
    }
}

fn served(proofs: &[&Path]) -> Server {
    let mut args = vec!["serve", "--port", "0", "--proof"];
    args.extend(proofs.iter().map(|path| path.to_str().unwrap()));
    Server::start(&args)
}

/// Checking a long proof takes minutes, in which a terminal must not stay silent.
#[test]
fn a_terminal_is_reported_which_proofs_are_checked() {
    let proof = Proof::of("hamilton-path", 5, "breaker");
    let (mut screen, mut end) = (0, 0);
    // SAFETY: there is room for the two numbers, and null stands for what is not set.
    let opened = unsafe { libc::openpty(&mut screen, &mut end, null_mut(), null_mut(), null_mut()) };
    assert_eq!(opened, 0);
    // SAFETY: both were just opened, and nobody else has them.
    let (screen, end) = unsafe { (File::from_raw_fd(screen), File::from_raw_fd(end)) };
    let mut serve = command(&["serve", "--port", "0", "--proof", &proof.text()]);
    serve.stderr(end);
    let server = Server::of_command(serve);
    let mut said = String::new();
    BufReader::new(screen).read_line(&mut said).unwrap();
    assert_eq!(said.trim_end(), format!("checking {}", proof.text()));
    drop(server);
}

/// Asks about a game, and holds the response against the description.
fn ask(server: &Server, what: &str, moves: &str, rest: &str) -> Response {
    let response = server.get(&format!("/api/proofs/it/{what}?moves={}{rest}", encoded(moves)));
    Api::read().check(
        &format!("/api/proofs/{{name}}/{what}"),
        response.status,
        &response.json(),
    );
    response
}

fn move_text(step: &Value) -> String {
    format!("{}-{}", step["edge"][0], step["edge"][1])
}

#[test]
fn whoever_plays_the_loser_over_http_loses() {
    for (name, n, starter) in [
        ("hamilton-cycle", 8, "maker"),
        ("contains:K3", 5, "breaker"),
        ("2-connected", 5, "maker"),
    ] {
        let proof = Proof::of(name, n, starter);
        let server = served(&[&proof.path()]);
        assert!(server.said.ends_with("/ shows it\n"), "{}", server.said);
        let listed = server.get("/api/proofs").answer();
        Api::read().check("/api/proofs", 200, &listed);
        let about = server.get("/api/proofs/it").answer();
        Api::read().check("/api/proofs/{name}", 200, &about);
        assert_eq!(listed["proofs"], json!([about]));
        let winner = about["winner"].as_u64().unwrap() as usize;
        assert_eq!(about["players"][winner], ["Maker", "Breaker"][proof.winner]);
        for seed in 0..4 {
            let mut random = SplitMix64::new(seed);
            let mut moves: Vec<String> = Vec::new();
            loop {
                let text = moves.join(",");
                let state = ask(&server, "position", &text, "").answer();
                assert_eq!(state["moves"], text);
                let choices = state["choices"].as_array().unwrap();
                if !state["ending"].is_null() {
                    assert_eq!((&state["ending"]["winner"], choices.len()), (&about["winner"], 0));
                    assert!(!state["ending"]["set"].as_array().unwrap().is_empty());
                    assert_eq!(ask(&server, "reply", &text, "").answer()["reply"], Value::Null);
                    // Who has the value that each move has reached is who wins, and no move has left the proof.
                    let review = ask(&server, "review", &text, "").answer();
                    let value = |by: usize| if by == winner { "P" } else { "N" };
                    assert_eq!(review["value"], value(1));
                    for (at, made) in review["moves"].as_array().unwrap().iter().enumerate() {
                        assert_eq!(move_text(made), moves[at]);
                        assert_eq!((&made["by"], &made["value"]), (&json!(at % 2), &json!(value(at % 2))));
                        assert_eq!(made["kept"], Value::Null);
                    }
                    break;
                }
                assert_eq!(choices.len() + moves.len(), n * (n - 1) / 2);
                let verdict = |step: &str| {
                    let choice = choices.iter().find(|choice| move_text(choice) == step).unwrap();
                    choice["verdict"].as_str().unwrap().to_owned()
                };
                let step = if state["next"] == about["winner"] {
                    let reply = ask(&server, "reply", &text, "").answer()["reply"].clone();
                    assert_eq!(reply["is_proved"], true);
                    assert_eq!(verdict(&move_text(&reply)), "win");
                    move_text(&reply)
                } else {
                    assert!(choices.iter().all(|choice| choice["verdict"] == "loss"));
                    move_text(&choices[random.below(choices.len())])
                };
                moves.push(step);
            }
        }
    }
}

#[test]
fn exercises_and_reviews_of_proofs_over_http_agree_with_positions() {
    let proof = Proof::of("hamilton-cycle", 8, "maker");
    let server = served(&[&proof.path()]);
    for seed in 0..4 {
        let found = server.get(&format!("/api/proofs/it/exercise?seed={seed}"));
        Api::read().check("/api/proofs/{name}/exercise", found.status, &found.json());
        let found = found.answer()["exercise"].clone();
        let moves = found["moves"].as_str().unwrap();
        assert_eq!(ask(&server, "position", moves, "").answer(), found);
        let choices = found["choices"].as_array().unwrap();
        let (right, others): (Vec<&Value>, Vec<&Value>) = choices.iter().partition(|choice| choice["verdict"] == "win");
        for (step, value, kept) in [
            (right[0], json!("P"), Value::Null),
            (others[0], Value::Null, json!([{"edge": right[0]["edge"]}])),
        ] {
            let text = format!("{moves},{}", move_text(step));
            let review = ask(&server, "review", text.trim_matches(','), "").answer();
            let last = review["moves"].as_array().unwrap().last().unwrap();
            assert_eq!((&last["value"], &last["kept"]), (&value, &kept));
        }
    }
}

#[test]
fn bad_questions_about_proofs_get_a_status_a_word_and_a_sentence() {
    let proof = Proof::of("hamilton-cycle", 8, "maker");
    let server = served(&[&proof.path()]);
    let many = vec!["0-1"; 993].join(",");
    let cases = [
        ("hello", "", 400, "bad_moves"),
        ("0-1,", "", 400, "bad_moves"),
        ("0-1;2", "", 400, "bad_moves"),
        ("red", "", 400, "bad_moves"),
        ("0-32", "", 400, "bad_moves"),
        ("0-0", "", 400, "bad_moves"),
        ("0--1", "", 400, "bad_moves"),
        ("0-99999999999999999999", "", 400, "bad_moves"),
        (&many, "", 400, "bad_moves"),
        ("0-8", "", 422, "illegal_move"),
        ("0-1,0-1", "", 422, "illegal_move"),
        ("0-1", "&extra=1", 400, "bad_request"),
    ];
    for what in ["position", "reply", "review"] {
        for (moves, rest, status, code) in cases {
            let response = ask(&server, what, moves, rest);
            let error = &response.json()["error"];
            assert_eq!(
                (response.status, error["code"].as_str()),
                (status, Some(code)),
                "{what} {moves}: {error}"
            );
            assert!(error["message"].as_str().unwrap().len() > 10);
        }
    }
    for (path, status, code) in [
        ("/api/proofs/none", 404, "no_such_proof"),
        ("/api/proofs/none/reply?moves=", 404, "no_such_proof"),
        ("/api/proofs/%FF", 400, "bad_request"),
        ("/api/proofs/..%2f..%2fetc%2fpasswd", 404, "no_such_proof"),
        ("/api/proofs/it/position", 400, "bad_request"),
        ("/api/proofs/it/reply?moves=&seed=-1", 400, "bad_request"),
        (
            "/api/proofs/it/reply?moves=&seed=18446744073709551616",
            400,
            "bad_request",
        ),
        ("/api/proofs/it/exercise?moves=", 400, "bad_request"),
        ("/api/proofs/it/exercise?seed=x", 400, "bad_request"),
        ("/api/proofs/it/moves?moves=", 404, "not_found"),
        ("/api/databases/it", 404, "no_such_database"),
    ] {
        let response = server.get(path);
        let code_found = &response.json()["error"]["code"];
        assert_eq!((response.status, code_found.as_str()), (status, Some(code)), "{path}");
    }
    // Boards.
    for (n, status) in [
        ("8", 200),
        ("9", 400),
        ("0", 400),
        ("", 400),
        ("-8", 400),
        ("18446744073709551615", 400),
    ] {
        let response = ask(&server, "position", "", &format!("&n={n}"));
        assert_eq!(response.status, status, "{n}");
    }
    let other = ask(&server, "reply", "", "&n=9").json()["error"].clone();
    assert_eq!(other["code"], "bad_board");
    assert!(other["message"].as_str().unwrap().contains("leave out n"), "{other}");
    // Moves after the end.
    let mut moves = String::new();
    for _ in 0..28 {
        let reply = ask(&server, "reply", &moves, "&seed=7").answer()["reply"].clone();
        if reply.is_null() {
            break;
        }
        moves = format!("{moves},{}", move_text(&reply)).trim_matches(',').into();
    }
    let state = ask(&server, "position", &moves, "").answer();
    assert_eq!(state["ending"]["why"], "Maker has a Hamilton cycle");
    let edges: Vec<Value> = state["edges"]
        .as_array()
        .unwrap()
        .iter()
        .map(|edge| edge["pair"].clone())
        .collect();
    let pairs = (0..8).flat_map(|v| (0..v).map(move |u| [u, v]));
    let left = pairs.into_iter().find(|pair| !edges.contains(&json!(pair))).unwrap();
    let after = ask(&server, "position", &format!("{moves},{}-{}", left[0], left[1]), "");
    assert_eq!(
        (after.status, after.json()["error"]["code"].as_str()),
        (422, Some("illegal_move"))
    );
}

#[test]
fn proofs_are_called_by_their_files_and_stand_beside_databases() {
    let proof = Proof::of("hamilton-path", 5, "breaker");
    let twin = proof.folder.path().join("more");
    fs::create_dir(&twin).unwrap();
    let twin = twin.join("it.proof");
    fs::copy(proof.path(), &twin).unwrap();
    let db = Db::solved(5, &[]);
    let (first, second) = (proof.text(), twin.to_str().unwrap().to_owned());
    let server = Server::start(&["serve", "--port", "0", "--db", db.text(), "--proof", &first, &second]);
    assert!(server.said.ends_with("/ shows db, it, it-2\n"), "{}", server.said);
    let names: Vec<Value> = server.get("/api/proofs").answer()["proofs"]
        .as_array()
        .unwrap()
        .iter()
        .map(|proof| proof["name"].clone())
        .collect();
    assert_eq!(names, ["it", "it-2"]);
    assert_eq!(server.get("/api/databases").answer()["databases"][0]["name"], "db");
    assert_eq!(server.get("/proof").status, 200);
}
