//! Games against the perfect opponent, typed on standard input.

use retrograph_referee::rng::SplitMix64;
use retrograph_referee::triangle;
use serde_json::Value;
use shared::process;
use shared::process::{Db, run_with};

fn solved(n: u32, options: &[&str]) -> Db {
    let db = Db::in_memory();
    db.solve(n, options).solved();
    db
}

/// What is said when these lines are typed.
fn play(db: &Db, options: &[&str], lines: &[String]) -> String {
    let args = [&["play", "--db", db.text(), "--board", "matrix"], options].concat();
    run_with(&args, lines.join("\n")).done()
}

/// The rows of the last matrix drawn on `n` vertices.
fn last_board(said: &str, n: usize) -> Vec<u32> {
    let lines: Vec<&str> = said.lines().collect();
    let is_header = |line: &str| line.split_whitespace().eq((0..n).map(|v| v.to_string()));
    let header = lines.iter().rposition(|line| is_header(line)).expect(said);
    let cell = |line: &str, v: usize| line.chars().nth(3 + 2 * v) == Some('x');
    let row = |u: usize| {
        (0..n)
            .filter(|&v| cell(lines[header + 1 + u], v))
            .fold(0, |row, v| row | 1 << v)
    };
    (0..n).map(row).collect()
}

fn edge((u, v): (usize, usize)) -> String {
    format!("{u}-{v}")
}

/// Plays random moves to the end and asserts who wins, by the rules: who cannot move loses, or wins in misère play.
fn play_out(db: &Db, n: usize, options: &[&str], seed: u64, misere: bool) {
    let mut random = SplitMix64::new(seed);
    let person_begins = !options.contains(&"--second");
    let mut typed: Vec<String> = Vec::new();
    loop {
        let said = play(db, options, &typed);
        let board = last_board(&said, n);
        assert!(triangle::is_triangle_free(&board));
        let moves = triangle::moves(&board);
        if moves.is_empty() {
            let persons_turn = triangle::edges(&board).is_multiple_of(2) == person_begins;
            // The opponent wins: the person is the one who cannot move, in misère play the one who can.
            assert_eq!(persons_turn, !misere, "{said}");
            assert!(said.ends_with("the opponent wins\n"), "{said}");
            return;
        }
        assert!(!said.contains("move left"), "{said}");
        typed.push(edge(moves[random.below(moves.len())]));
    }
}

#[test]
fn the_opponent_wins_whatever_is_played_where_it_can() {
    // The first player wins on 6 and 10 vertices, the second on 7 and 8: datasets/triangle_winners.csv.
    for (n, seat) in [(6, "--second"), (7, "--no-hints"), (8, "--seed=7"), (10, "--second")] {
        let db = solved(n, &[]);
        for seed in 0..3 {
            play_out(&db, n as usize, &[seat], seed, false);
        }
    }
    let quick = solved(7, &["--value", "remoteness"]);
    play_out(&quick, 7, &[], 1, false);
    // docs/values.md: misère, the first player wins on 7 vertices, the second on 8.
    play_out(&solved(7, &["--play", "misere"]), 7, &["--second"], 2, true);
    play_out(
        &solved(8, &["--play", "misere", "--value", "remoteness"]),
        8,
        &[],
        3,
        true,
    );
}

/// The second player wins on 7 vertices, so who begins can win only after an error.
#[test]
fn a_beginner_is_beaten() {
    let db = solved(7, &[]);
    let mut won = 0;
    for seed in 0..8 {
        let seed = format!("--seed={seed}");
        let mut typed: Vec<String> = Vec::new();
        let said = loop {
            let said = play(&db, &["--strength", "beginner", &seed], &typed);
            let board = last_board(&said, 7);
            if triangle::moves(&board).is_empty() {
                break said;
            }
            let best = &moves(&db, &process::edge_list(&board))[0]["edge"];
            typed.push(format!("{}-{}", best[0], best[1]));
        };
        won += u32::from(said.ends_with("you win\n"));
    }
    assert!(won >= 4, "{won}");
}

/// The moves of a position as `retrograph moves` gives them.
fn moves(db: &Db, position: &str) -> Vec<Value> {
    db.run("moves", &[position, "--json"]).json()["moves"]
        .as_array()
        .unwrap()
        .clone()
}

#[test]
fn hints_are_the_winning_moves_and_following_them_wins() {
    let db = solved(10, &[]);
    let mut typed: Vec<String> = Vec::new();
    loop {
        let said = play(&db, &["--seed", "5"], &[&typed[..], &["hint".into()]].concat());
        if said.contains("move left: you win") {
            break;
        }
        let hint = said.lines().last().unwrap();
        let (counts, listed) = hint.split_once(": ").expect(hint);
        let counts = counts.trim_end_matches(" moves win").trim_end_matches(" moves wins");
        let board = process::edge_list(&last_board(&said, 10));
        let all = moves(&db, &board);
        let count = |moves: &[&Value]| {
            moves
                .iter()
                .map(|step| step["equivalent"].as_u64().unwrap())
                .sum::<u64>()
        };
        let winning: Vec<&Value> = all.iter().filter(|step| step["wins"] == true).collect();
        assert_eq!(
            counts,
            format!("{} of {}", count(&winning), count(&all.iter().collect::<Vec<_>>()))
        );
        let expected = winning.iter().map(|step| {
            let text = format!("{}-{}", step["edge"][0], step["edge"][1]);
            match step["equivalent"].as_u64().unwrap() {
                1 => text,
                count => format!("{text} (or {} like it)", count - 1),
            }
        });
        assert_eq!(listed, expected.collect::<Vec<_>>().join(", "));
        typed.push(listed.split([' ', ',']).next().unwrap().to_string());
    }
    assert!(typed.len() > 3);
}

#[test]
fn a_lost_opponent_sets_the_best_trap() {
    let db = solved(10, &[]);
    let mut seen = 0;
    for seed in 0..6 {
        // The person begins with a winning move: the opponent is lost.
        let winning: Vec<Value> = moves(&db, "[]")
            .into_iter()
            .filter(|step| step["wins"] == true)
            .collect();
        let first = format!("{}-{}", winning[0]["edge"][0], winning[0]["edge"][1]);
        let said = play(&db, &["--seed", &seed.to_string()], std::slice::from_ref(&first));
        let before = moves(&db, &first);
        assert!(before.iter().all(|step| step["wins"] == false));
        let share = |position: &str| {
            let replies = moves(&db, position);
            let count = |wins: Option<bool>| -> u64 {
                let counted = replies
                    .iter()
                    .filter(|reply| wins.is_none_or(|wins| reply["wins"] == wins));
                counted.map(|reply| reply["equivalent"].as_u64().unwrap()).sum()
            };
            (count(Some(false)), count(None))
        };
        let answer = said.lines().find_map(|line| line.strip_prefix("opponent: ")).unwrap();
        let (losing, all) = share(&format!("{first},{answer}"));
        for step in &before {
            let (others, of) = share(step["graph6"].as_str().unwrap());
            assert!(
                losing * of >= others * all,
                "{answer}: {losing} of {all}, {step}: {others} of {of}"
            );
            seen += 1;
        }
    }
    assert!(seen > 6);
}

#[test]
fn moves_can_be_taken_back_and_sides_swapped() {
    let db = solved(6, &[]);
    let typed = |lines: &[&str]| play(&db, &[], &lines.iter().map(|line| line.to_string()).collect::<Vec<_>>());
    let boards = |said: &str| said.matches("  0 1 2 3 4 5\n").count();
    let played = typed(&["0-1", "4-5"]);
    let board = last_board(&played, 6);
    assert_eq!(last_board(&typed(&["0-1", "4-5", "undo", "redo"]), 6), board);
    assert_eq!(
        last_board(&typed(&["0-1", "4-5", "undo", "undo", "redo", "redo"]), 6),
        board
    );
    assert_eq!(
        last_board(&typed(&["0-1", "4-5", "undo"]), 6),
        last_board(&typed(&["0-1"]), 6)
    );
    assert_eq!(last_board(&typed(&["0-1", "undo", "show"]), 6), vec![0; 6]);
    assert_eq!(last_board(&typed(&["0-1", "new"]), 6), vec![0; 6]);
    // A new move forgets what was undone.
    assert!(typed(&["0-1", "undo", "3-5", "redo"]).ends_with("there is no move to redo\n"));
    assert!(typed(&["undo"]).ends_with("there is no move of yours to undo\n"));
    assert_eq!(boards(&typed(&["0-1", "show", "show matrix"])), 4);

    // The opponent plays on for whoever swaps: from a won position it wins.
    let swapped = typed(&["swap sides"]);
    assert!(
        swapped.contains("you are the second player now\nopponent: "),
        "{swapped}"
    );
    assert_eq!(triangle::edges(&last_board(&swapped, 6)), 1);
    assert_eq!(triangle::edges(&last_board(&typed(&["0-1", "swap"]), 6)), 3);
}

#[test]
fn what_is_mistyped_is_explained_and_changes_nothing() {
    let db = solved(6, &[]);
    let typed = |lines: &[&str]| play(&db, &[], &lines.iter().map(|line| line.to_string()).collect::<Vec<_>>());
    for (line, sentence) in [
        ("0-6", "0-6 is not an edge: vertices are 0 to 5"),
        ("2-2", "2-2 is not an edge: vertices are 0 to 5"),
        ("0-1", "0-1 is already there"),
        ("1-0", "0-1 is already there"),
        (
            "winn",
            "'winn' is neither a move such as 0-3 nor a command; type help for a list",
        ),
        ("0-1-2", "'0-1-2' is neither"),
    ] {
        let said = typed(&["0-1", line]);
        assert!(said.lines().last().unwrap().starts_with(sentence), "{said}");
        assert_eq!(
            last_board(&typed(&["0-1", line, "show"]), 6),
            last_board(&typed(&["0-1"]), 6)
        );
    }
    let said = play(&db, &["--start", "0-1,1-2"], &["0-2".into()]);
    assert!(
        said.lines().last().unwrap().starts_with("0-2 is not a legal move: "),
        "{said}"
    );
    assert!(said.contains("triangle"), "{said}");
    for line in ["", "   ", "help", "?"] {
        assert_eq!(typed(&[line]).contains("swap sides"), !line.trim().is_empty());
    }
    // What comes after quit is not read; bytes that are no text are.
    assert!(!typed(&["quit", "0-1"]).contains("opponent:"));
    let mut bytes = b"\xff\xfe\n".to_vec();
    bytes.extend(b"x".repeat(100_000));
    let said = run_with(&["play", "--db", db.text(), "--board", "circle"], bytes).done();
    assert!(said.contains("is neither a move"), "{said}");
}

#[test]
fn a_game_may_begin_anywhere_and_without_hints() {
    let db = solved(6, &[]);
    let said = play(&db, &["--start", "E?Bw", "--no-hints"], &["hint".into()]);
    assert!(said.ends_with("there are no hints in this game\n"), "{said}");
    assert_eq!(last_board(&said, 6), process::rows("E?Bw"));
    // A finished game says who has won: six vertices, the complete bipartite graph; who begins there has no move.
    let said = play(&db, &["--start", "EFz_"], &["hint".into()]);
    assert!(said.contains("you have no move left: the opponent wins\n"), "{said}");
    assert!(said.ends_with("there is no move\n"), "{said}");
    db.run("play", &["--start", "0-1,1-2,0-2"]).refused(3);
    let scores = solved(5, &["--value", "score"]);
    let sentence = scores.run("play", &[]).refused(2);
    assert!(
        sentence.contains("holds scores, which do not determine who wins"),
        "{sentence}"
    );
    // A database that is solved in part begins where it is solved.
    let part = solved(6, &["--down-to", "4"]);
    part.run("play", &[]).refused(4);
    assert!(play(&part, &["--start", "0-1,1-2,3-4,4-5"], &[]).contains("you move first"));
}

#[test]
fn the_circle_is_drawn_in_braille() {
    let db = solved(12, &["--keep", "labels", "--down-to", "26"]);
    let start = "0-6,0-7,0-8,0-9,0-10,0-11,1-6,1-7,1-8,1-9,1-10,1-11,2-6,2-7,2-8,2-9,2-10,2-11,3-6,3-7,3-8,3-9,3-10,3-11,\
                 4-6,4-7,4-8,4-9,4-10,4-11,5-6,5-7,5-8,5-9,5-10,5-11";
    let args = ["play", "--db", db.text(), "--board", "circle", "--start", start];
    let said = run_with(&args, "").done();
    assert!(
        said.chars().filter(|c| ('\u{2801}'..='\u{28ff}').contains(c)).count() > 200,
        "{said}"
    );
    assert!(
        (0..12).all(|v| said
            .split(|c: char| !c.is_ascii_digit())
            .any(|word| word == v.to_string())),
        "{said}"
    );
}

/// Rows of the red and of the green edges of the last matrix drawn on `n` vertices.
fn last_colours(said: &str, n: usize) -> [Vec<u32>; 2] {
    let lines: Vec<&str> = said.lines().collect();
    let is_header = |line: &str| line.split_whitespace().eq((0..n).map(|v| v.to_string()));
    let header = lines.iter().rposition(|line| is_header(line)).expect(said);
    let row = |u: usize, letter: char| {
        let is_edge = |&v: &usize| lines[header + 1 + u].chars().nth(3 + 2 * v) == Some(letter);
        (0..n).filter(is_edge).fold(0, |row, v| row | 1 << v)
    };
    ['r', 'g'].map(|letter| (0..n).map(|u| row(u, letter)).collect())
}

/// Plays random moves of one edge to the end of a game of two colours on K3 and asserts who wins by its rules; the
/// opponent must not lose.
fn play_out_colours(game: &str, n: u32, options: &[&str], seed: u64) -> String {
    let db = Db::in_memory();
    db.solve_game(game, n, &[]).solved();
    let n = n as usize;
    let mut random = SplitMix64::new(seed);
    let person = if options.contains(&"--second") { 1 } else { 0 };
    let mut typed: Vec<String> = Vec::new();
    loop {
        let said = play(&db, options, &typed);
        let colours = last_colours(&said, n);
        let free: Vec<(usize, usize)> = (0..n)
            .flat_map(|v| (0..v).map(move |u| (u, v)))
            .filter(|&(u, v)| colours.iter().all(|rows| rows[u] >> v & 1 == 0))
            .collect();
        let (_, end) = said.trim_end().rsplit_once('\n').unwrap();
        let Some((why, verdict)) = end.split_once(": ") else {
            let legal = |&(u, v): &(usize, usize)| {
                !game.contains("avoid") || triangle::is_triangle_free(&triangle::with_edge(&colours[person], (u, v)))
            };
            let moves: Vec<(usize, usize)> = free.into_iter().filter(legal).collect();
            assert!(!moves.is_empty(), "{said}");
            typed.push(edge(moves[random.below(moves.len())]));
            continue;
        };
        assert_ne!(verdict, "you win", "{said}");
        let copies = colours.each_ref().map(|rows| !triangle::is_triangle_free(rows));
        let closed = [person, 1 - person].map(|colour| format!("completed a {} triangle", ["red", "green"][colour]));
        if why == format!("you have {}", closed[0]) {
            assert_eq!((copies[person], copies[1 - person]), (true, false), "{said}");
        } else if why == format!("the opponent has {}", closed[1]) {
            assert_eq!((copies[person], copies[1 - person]), (false, true), "{said}");
        } else {
            assert!(
                copies == [false, false] && (game.contains("avoid") || free.is_empty()),
                "{said}"
            );
        }
        let expected = match (game, why) {
            (_, "you have no move left" | "the opponent has no move left") if !game.contains("avoid") => "a tie",
            _ => "the opponent wins",
        };
        assert_eq!(verdict, expected, "{said}");
        return end.to_string();
    }
}

#[test]
fn games_of_two_colours_are_played_to_the_end() {
    // Sim is won by the second player (Mead, Rosa and Huang 1974).
    let ends: Vec<String> = (0..3).map(|seed| play_out_colours("sim", 6, &[], seed)).collect();
    assert!(
        ends.iter()
            .all(|end| end == "you have completed a red triangle: the opponent wins"),
        "{ends:?}"
    );
    // On five vertices nobody need complete a triangle: the opponent does at least not lose.
    (0..3).for_each(|seed| drop(play_out_colours("sim", 5, &["--second"], seed)));
    // Three in a triangle are soon completed by who begins, on six vertices.
    assert_eq!(
        play_out_colours("sima", 6, &["--second"], 1),
        "the opponent has completed a red triangle: the opponent wins"
    );
    // Where several edges may be coloured at once the first player wins or loses as `query` says.
    let db = Db::in_memory();
    db.solve_game("ramsey-avoid-plus:K3", 4, &[]).solved();
    let first_wins = db.run("query", &["red:"]).done().contains(" N ");
    let seat = if first_wins { "--second" } else { "--seed=3" };
    (0..3).for_each(|seed| drop(play_out_colours("ramsey-avoid-plus:K3", 4, &[seat], seed)));
}

#[test]
fn moves_of_two_colours_follow_the_board_and_the_rules() {
    let db = Db::in_memory();
    // The board is the 5-cycle: 0-1, 1-2, 2-3, 3-4, 0-4.
    db.solve_game("ramsey-avoid:P3/board=Dhc", 5, &[]).solved();
    let typed = |lines: &[&str]| play(&db, &[], &lines.iter().map(|line| line.to_string()).collect::<Vec<_>>());
    let last = |said: &str| said.lines().last().unwrap().to_string();
    assert_eq!(last(&typed(&["0-2"])), "0-2 is not on the board of this game");
    assert_eq!(last(&typed(&["0-1,0-4"])), "a move adds one edge in this game");
    assert!(typed(&[]).contains("you move first as Red\n"));
    let said = typed(&["0-1"]);
    let answer = said
        .lines()
        .find_map(|line| line.strip_prefix("opponent: "))
        .expect(&said);
    assert!(["1-2", "2-3", "3-4", "0-4"].contains(&answer), "{answer}");
    assert!(last(&typed(&["0-1", answer])).ends_with("is already there"));
    let plus = Db::in_memory();
    plus.solve_game("sim-plus", 4, &[]).solved();
    let said = play(&plus, &[], &["0-1,2-3".into(), "show".into()]);
    let [red, _] = last_colours(&said, 4);
    assert_eq!(triangle::edges(&red), 2, "{said}");
    let said = play(&plus, &[], &["0-1,1-2,0-2".into()]);
    assert!(last(&said).starts_with("0-1,1-2,0-2 is not a legal move: "), "{said}");
}

/// A legal game to the end, as typed, and its positions as edge lists, the empty board first.
fn random_game(n: usize, random: &mut SplitMix64) -> (Vec<String>, Vec<String>) {
    let (mut board, mut typed, mut positions) = (vec![0u32; n], Vec::new(), vec!["[]".to_string()]);
    loop {
        let moves = triangle::moves(&board);
        if moves.is_empty() {
            return (typed, positions);
        }
        let (u, v) = moves[random.below(moves.len())];
        board[u] |= 1 << v;
        board[v] |= 1 << u;
        typed.push(edge((u, v)));
        positions.push(process::edge_list(&board));
    }
}

#[test]
fn a_review_names_the_moves_that_lost_the_game() {
    let db = solved(8, &[]);
    let mut random = SplitMix64::new(3);
    let mut thrown = 0;
    for _ in 0..12 {
        let (typed, positions) = random_game(8, &mut random);
        let said = play(&db, &[], &[format!("review {}", typed.join(" "))]);
        let lines: Vec<&str> = said
            .lines()
            .filter(|line| line.contains("  first   ") || line.contains("  second  "))
            .collect();
        assert_eq!(lines.len(), typed.len(), "{said}");
        let asked: Vec<&str> = positions.iter().map(String::as_str).collect();
        let answers = db.run("query", &[&["--"], &asked[..]].concat()).done();
        let next_wins: Vec<bool> = answers.lines().map(|line| line.ends_with(" N")).collect();
        for (index, line) in lines.iter().enumerate() {
            let (before, wins) = (next_wins[index], !next_wins[index + 1]);
            assert!(line.contains(&format!("  {}  ", typed[index])), "{line}");
            assert_eq!(line.contains("  winning"), wins, "{line}");
            assert_eq!(line.contains("throws the win away"), before && !wins, "{line}");
            thrown += usize::from(before && !wins);
            if before && !wins {
                // One of those that would have kept it, by its value.
                let kept = line.split_once("kept by ").unwrap().1;
                let kept = kept.split([',', ' ']).next().unwrap();
                let after = format!("{},{kept}", positions[index]).replace("-,", "");
                assert!(db.run("query", &["--", &after]).done().ends_with(" P\n"), "{line}");
            }
        }
        let course = said
            .lines()
            .find(|line| line.starts_with("The first player at the start and after each move: "))
            .unwrap();
        let marks: String = next_wins
            .iter()
            .enumerate()
            .map(|(index, &wins)| if wins == (index % 2 == 0) { '+' } else { '-' })
            .collect();
        assert!(course.contains(&format!(" {marks} ")), "{course} {marks}");
    }
    assert!(thrown > 5, "{thrown}");
    let wrong = play(&db, &[], &["review 0-1,1-2; 0-2".into(), "review 0-1 x".into()]);
    assert!(
        wrong.contains("0-2 is not a legal move") && wrong.contains("'0-1 x' is not a list of moves"),
        "{wrong}"
    );
    // Of the game on the board, when none is typed.
    let own = play(&db, &[], &["0-1".into(), "review".into()]);
    assert!(
        own.contains("  1  first   0-1 ") && own.contains("  2  second  "),
        "{own}"
    );
}

#[test]
fn an_exercise_has_one_answer() {
    for (n, options) in [(7, vec![]), (8, vec!["--value", "remoteness"])] {
        let db = solved(n, &options);
        for seed in 0..6 {
            let seed = format!("--seed={seed}");
            let said = play(&db, &[&seed], &["exercise".into()]);
            assert!(said.ends_with("one move wins: find it\n"), "{said}");
            let board = last_board(&said, n as usize);
            let listed = moves(&db, &process::edge_list(&board));
            let wins = |step: &&Value| step["wins"] == true;
            assert_eq!(listed.iter().filter(wins).count(), 1, "{said}");
            let text = |step: &Value| format!("{}-{}", step["edge"][0], step["edge"][1]);
            let right = text(listed.iter().find(wins).unwrap());
            let wrong = text(listed.iter().find(|step| !wins(step)).unwrap());
            let reported = play(&db, &[&seed], &["exercise".into(), right.clone()]);
            assert!(reported.contains(&format!("right: {right} wins")), "{reported}");
            let reported = play(&db, &[&seed], &["exercise".into(), wrong.clone()]);
            assert!(
                reported.contains(&format!("wrong: {wrong} does not win; {right}")),
                "{reported}"
            );
        }
    }
}

#[test]
fn moves_lists_what_each_comes_to() {
    let db = solved(8, &[]);
    let said = play(&db, &[], &["0-1".into(), "moves".into()]);
    let position = process::edge_list(&last_board(&said, 8));
    let listed = moves(&db, &position);
    let line = |word: &str| said.lines().find(|line| line.starts_with(word)).unwrap_or("");
    for step in &listed {
        let word = if step["wins"] == true { "wins: " } else { "loses: " };
        let text = format!("{}-{}", step["edge"][0], step["edge"][1]);
        assert!(line(word).contains(&text), "{said}");
    }
    let silent = play(&db, &["--no-hints"], &["moves".into(), "review".into()]);
    assert_eq!(silent.matches("there are no hints in this game").count(), 2);
}
