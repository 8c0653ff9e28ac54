//! Games on any board in a real browser: the board is drawn, and a person plays it by mouse, by finger and by keys.

mod browser;
mod program;

use browser::Page;
use program::{Proof, Server};
use serde_json::{Value, json};

fn with_proof<F: Future<Output = ()>>(proof: &Proof, test: impl FnOnce(Page) -> F) {
    let server = Server::of_all(&[], &[proof]);
    browser::wait_for(async {
        let page = Page::open(&server.url).await;
        page.until("return location.pathname === '/proof'").await;
        page.idle().await;
        test(page).await;
    });
}

/// The names of the cells with these classes.
async fn cells(page: &Page, selector: &str) -> Vec<String> {
    let script = format!(
        "return [...document.querySelectorAll('#field .cell{selector}')].map((cell) => cell.ariaLabel.split(':')[0])"
    );
    serde_json::from_value(page.script(&script).await).unwrap()
}

async fn is_over(page: &Page) -> bool {
    page.idle().await;
    page.script("return document.documentElement.dataset.over").await == "true"
}

/// A free cell, chosen by a number.
fn chosen(free: &[String], number: usize) -> String {
    free[(number * 7919 + 13) % free.len()].clone()
}

/// The number of a cell of Qubic, c000 to c333.
fn number(name: &str) -> usize {
    usize::from_str_radix(&name[1..], 4).unwrap()
}

/// White has lost: a line of the cube is lit, and it is Black's.
async fn is_lost(page: &Page) {
    assert_eq!(page.text("#headline").await, "You have lost");
    let mut line = cells(page, ".decides.colour-0").await;
    assert_eq!(line, cells(page, ".decides").await);
    line.sort();
    let digits = |name: &String| -> Vec<i32> { name[1..].bytes().map(|digit| i32::from(digit - b'0')).collect() };
    let line: Vec<Vec<i32>> = line.iter().map(digits).collect();
    assert_eq!(line.len(), 4, "{line:?}");
    let step = |at: usize| {
        (0..3)
            .map(|axis| line[at + 1][axis] - line[at][axis])
            .collect::<Vec<i32>>()
    };
    assert!(step(0) == step(1) && step(1) == step(2), "{line:?}");
    let why = page.text("#detail").await;
    assert!(
        why.starts_with("Black has c") && why.matches(", c").count() == 3,
        "{why}"
    );
    let style = "return ['.decides', '.beside'].map((kind) => getComputedStyle(document.querySelector(`.cell${kind} .body`)).fill)";
    let style = page.script(style).await;
    assert_ne!(style[0], style[1]);
}

#[test]
fn a_person_loses_qubic_by_mouse() {
    with_proof(&Proof::published("qubic.proof"), |page| async move {
        assert_eq!(cells(&page, "").await.len(), 64);
        // Four layers side by side.
        let tops = "return [0, 16, 32, 48].map((at) => document.querySelector(`[data-element='${at}']`).getBoundingClientRect().y)";
        let tops = page.script(tops).await;
        assert!(tops.as_array().unwrap().iter().all(|top| *top == tops[0]), "{tops}");
        for turn in 0.. {
            if is_over(&page).await {
                break;
            }
            let [black, white] = [cells(&page, ".colour-0").await, cells(&page, ".colour-1").await];
            assert_eq!((black.len(), white.len()), (turn + 1, turn));
            assert_eq!(cells(&page, ".last").await.len(), 1);
            assert!(black.contains(&cells(&page, ".last").await[0]));
            assert_eq!(page.text("#headline").await, "You are losing");
            let cell = chosen(&cells(&page, ".open").await, turn);
            page.click(&format!("[data-element='{}']", number(&cell))).await;
            page.idle().await;
            assert!(cells(&page, ".colour-1").await.contains(&cell));
            if turn == 2 {
                page.picture("qubic").await;
            }
            assert!(turn < 32);
        }
        is_lost(&page).await;
        page.settled().await;
        page.picture("qubic-lost").await;
        // The list of moves points at cells, and cells at the list.
        page.click("#new").await;
        page.idle().await;
        page.script("document.querySelector('#moves li').focus()").await;
        assert_eq!(cells(&page, "[data-near]").await.len(), 1);
        page.is_silent().await;
        page.close().await;
    });
}

#[test]
fn a_person_loses_qubic_on_a_phone() {
    with_proof(&Proof::published("qubic.proof"), |page| async move {
        page.touch().await;
        assert_eq!(page.misfits(390).await, json!([]));
        page.phone().await;
        page.settled().await;
        let boxes = "return [...document.querySelectorAll('.cell .body')].map((body) => body.parentNode.querySelector('.reach').getBoundingClientRect()).map(({ x, y, width, height }) => [x, y, width, height])";
        let boxes: Vec<[f64; 4]> = serde_json::from_value(page.script(boxes).await).unwrap();
        // Two layers beside one another, and cells for fingers.
        assert!(
            boxes
                .iter()
                .all(|[x, _, width, height]| *x >= 0.0 && x + width <= 390.0 && width.min(*height) >= 40.0)
        );
        assert!(boxes[0][1] == boxes[16][1] && boxes[32][1] > boxes[0][1] && boxes[32][1] == boxes[48][1]);
        page.whole_picture("qubic-phone").await;
        for turn in 0..33 {
            if is_over(&page).await {
                break;
            }
            let cell = chosen(&cells(&page, ".open").await, turn + 5);
            page.click(&format!("[data-element='{}']", number(&cell))).await;
            page.idle().await;
            assert!(cells(&page, ".colour-1").await.contains(&cell));
        }
        is_lost(&page).await;
        page.whole_picture("qubic-phone-lost").await;
        page.close().await;
    });
}

const RIGHT: &str = "\u{e014}";
const DOWN: &str = "\u{e015}";
const LEFT: &str = "\u{e012}";
const UP: &str = "\u{e013}";

async fn focused(page: &Page) -> Value {
    page.script("return document.activeElement.ariaLabel").await
}

#[test]
fn a_person_loses_qubic_by_keys() {
    with_proof(&Proof::published("qubic.proof"), |page| async move {
        page.press_here("v").await;
        assert_eq!(focused(&page).await, "c000: Black, the last move");
        for (key, cell) in [
            (RIGHT, "c001"),
            (DOWN, "c011"),
            (RIGHT, "c012"),
            (RIGHT, "c013"),
            // On to the next layer, and to the border of the board.
            (RIGHT, "c110"),
            (UP, "c100"),
            (UP, "c100"),
            (LEFT, "c003"),
        ] {
            page.press_here(key).await;
            assert_eq!(focused(&page).await, format!("{cell}: free"));
        }
        // What is taken is not taken again.
        page.press_here("\u{e011}").await;
        page.press_here("\n").await;
        page.until("return document.querySelector('#say').textContent.includes('the element is taken')")
            .await;
        for turn in 0..200 {
            if is_over(&page).await {
                break;
            }
            let before = focused(&page).await;
            page.press_here([RIGHT, DOWN, RIGHT, DOWN, LEFT][turn % 5]).await;
            let now = focused(&page).await;
            let now = now.as_str().unwrap();
            assert!(now.starts_with('c'), "{before} {now}");
            if now.contains("free") && turn % 3 != 1 {
                page.press_here("\n").await;
                page.until("return document.activeElement.ariaLabel.includes('White')")
                    .await;
            }
        }
        is_lost(&page).await;
        page.close().await;
    });
}

#[test]
fn hexagons_graphs_and_places_of_ones_own_are_drawn() {
    let hex = Proof::of_board(&["hex", "3", "3"], "maker-breaker");
    with_proof(&hex, |page| async move {
        assert_eq!(
            page.script("return document.querySelectorAll('#field polygon').length")
                .await,
            9
        );
        page.press_here("v").await;
        page.press_here(DOWN).await;
        assert!(focused(&page).await.as_str().unwrap().starts_with("r1c0"));
        page.picture("hex").await;
        page.close().await;
    });
    let ladder = Proof::of_board(&["domination", "P2xP13"], "maker-breaker");
    with_proof(&ladder, |page| async move {
        assert_eq!(
            page.script("return document.querySelectorAll('#field .lines line').length")
                .await,
            13 + 24
        );
        let shape = "const { width, height } = document.querySelector('#field .cells').getBoundingClientRect(); return width > height";
        assert_eq!(page.script(shape).await, true);
        // On a phone it stands upright.
        assert_eq!(page.misfits(390).await, json!([]));
        page.until(&format!("{shape} === false")).await;
        page.whole_picture("ladder-phone").await;
        page.close().await;
    });
    let own = Proof::of_file(
        "#positions\nnose@50:50 left@20:10 right@80:10 chin@50:90\n#blackwins\nnose left\nnose right\nchin left\n",
        "maker-breaker",
        &[],
    );
    with_proof(&own, |page| async move {
        let mut names = cells(&page, "").await;
        names.sort();
        assert_eq!(names, ["chin", "left", "nose", "right"]);
        let heights = "return Object.fromEntries([...document.querySelectorAll('.cell')].map((cell) => [cell.ariaLabel.split(':')[0], cell.getBoundingClientRect().y]))";
        let heights = page.script(heights).await;
        let height = |name: &str| heights[name].as_f64().unwrap();
        assert!(height("left") == height("right"), "{heights}");
        assert!(
            height("left") < height("nose") && height("nose") < height("chin"),
            "{heights}"
        );
        let moves = "return [...document.querySelectorAll('#moves .pair')].map((pair) => pair.textContent).sort()";
        assert_eq!(page.script(moves).await.as_array().unwrap().len(), 3);
        assert!(page.text("#game").await.len() < 6, "{}", page.text("#game").await);
        page.picture("own").await;
        page.close().await;
    });
}

/// Breaker takes two elements in a turn, and Maker gets no row of three.
#[test]
fn a_player_may_take_several_elements_in_a_turn() {
    let board = program::run(&["board", "in-a-row", "3", "3", "3"], "");
    let proof = Proof::of_file(&board, "maker-breaker", &["--bias", "1:2"]);
    with_proof(&proof, |page| async move {
        let mut turns = 0;
        while !is_over(&page).await {
            let [maker, breaker] = [cells(&page, ".colour-0").await, cells(&page, ".colour-1").await];
            assert_eq!((maker.len(), breaker.len()), (turns, 2 * turns));
            let cell = chosen(&cells(&page, ".open").await, turns);
            let (row, column) = cell[1..].split_once('c').unwrap();
            let number = 3 * row.parse::<usize>().unwrap() + column.parse::<usize>().unwrap();
            page.click(&format!("[data-element='{number}']")).await;
            page.until(&format!(
                "return document.querySelectorAll('.cell.colour-0').length === {}",
                turns + 1
            ))
            .await;
            turns += 1;
        }
        assert_eq!(page.text("#headline").await, "You have lost");
        // One turn is undone, with both replies to it.
        let taken = cells(&page, ".colour-1").await.len();
        page.click("#undo").await;
        page.idle().await;
        assert_eq!(cells(&page, ".colour-0").await.len(), turns - 1);
        assert!(cells(&page, ".colour-1").await.len() < taken);
        page.close().await;
    });
}
