//! What is seen first, on a screen, on a phone, and on a phone on its side.

mod browser;
mod program;

use std::sync::LazyLock;

use browser::Page;
use program::{Db, Proof, Server};
use serde_json::{Value, json};

static SOLVED: LazyLock<[Db; 2]> = LazyLock::new(|| [Db::solved("triangle", 8, &[]), Db::solved("sim", 6, &[])]);

fn at<F: Future<Output = ()>>(fragment: &str, test: impl FnOnce(Page) -> F) {
    let server = Server::of(&SOLVED.each_ref());
    browser::wait_for(async {
        let page = Page::open(&format!("{}{fragment}", server.url)).await;
        test(page).await;
    });
}

/// Whatever the colours, a winning move is drawn as a thick line, a losing one as thin dots.
#[test]
fn a_winning_move_is_the_heaviest_line() {
    at(
        "#db=db-2&from=red:+green:&moves=0-1,2-3,0-2,3-4,3-5,0-5,1-3",
        |page| async move {
            let weights = page
            .script(
                "return ['wins', 'loses'].map((tone) => [...document.querySelectorAll(`#board .candidate.${tone}`)].map((line) => { \
                const { strokeWidth, opacity, strokeDasharray } = getComputedStyle(line); \
                return [parseFloat(strokeWidth) * opacity, strokeDasharray] }))",
            )
            .await;
            let [wins, loses] = [0, 1].map(|tone| weights[tone].as_array().unwrap().clone());
            assert!(!wins.is_empty() && !loses.is_empty(), "{weights}");
            for line in &wins {
                assert_eq!(line[1], "none");
                assert!(
                    loses
                        .iter()
                        .all(|other| line[0].as_f64() > other[0].as_f64().map(|weight| 3.0 * weight)),
                    "{weights}"
                );
            }
            assert!(loses.iter().all(|line| line[1] != "none"), "{weights}");
            page.close().await;
        },
    );
}

#[test]
fn in_two_colours_the_verdict_names_the_colour() {
    at("#db=db-2", |page| async move {
        assert_eq!(page.text("#headline").await, "Red loses");
        page.between(0, 1).await;
        page.until("return document.querySelector('#headline').textContent === 'Green wins'")
            .await;
        page.close().await;
    });
}

/// Where things are: [left, top, right, bottom].
async fn boxes(page: &Page, selector: &str) -> Vec<[f64; 4]> {
    let script = format!(
        "return [...document.querySelectorAll({})].filter((each) => each.checkVisibility()).map((each) => {{ \
        const {{ left, top, right, bottom }} = each.getBoundingClientRect(); return [left, top, right, bottom] }})",
        json!(selector)
    );
    serde_json::from_value(page.script(&script).await).unwrap()
}

#[test]
fn a_phone_shows_what_is_pressed_right_under_the_board() {
    at("#db=db&from=-&moves=0-1,2-3", |page| async move {
        page.screen(390, 844, true).await;
        page.settled().await;
        let [canvas, new, layouts, players] = [
            boxes(&page, ".canvas").await[0],
            boxes(&page, "#new").await[0],
            boxes(&page, ".bar").await[0],
            boxes(&page, "#players").await[0],
        ];
        assert!(
            canvas[3] < players[1] && players[1] < canvas[3] + 60.0,
            "{canvas:?} {players:?}"
        );
        assert!(new[3] < layouts[1], "{new:?} {layouts:?}");
        let [sign, rules] = [
            boxes(&page, "#rules svg").await[0],
            boxes(&page, "#rules > span:last-child").await[0],
        ];
        assert!(
            sign[2] <= rules[0],
            "the graph is drawn over the words: {sign:?} {rules:?}"
        );
        // On its side it shows the whole board.
        page.screen(844, 390, true).await;
        page.settled().await;
        for [left, top, right, bottom] in boxes(&page, "#board, #board .dot").await {
            assert!(
                left >= 0.0 && top >= 0.0 && right <= 844.0 && bottom <= 390.0,
                "{top} {bottom}"
            );
        }
        page.close().await;
    });
}

#[test]
fn a_finger_taps_boxes_of_its_size() {
    at("#db=db", |page| async move {
        assert!(page.text("#how").await.starts_with("Click between"));
        page.touch().await;
        page.client.refresh().await.unwrap();
        page.idle().await;
        for place in ["#how", "#help .press"] {
            assert!(page.text(place).await.starts_with("Tap between"), "{place}");
        }
        let sizes = boxes(&page, "input[type=checkbox]").await;
        assert!(!sizes.is_empty());
        for [left, top, right, bottom] in sizes {
            assert!(right - left >= 24.0 && bottom - top >= 24.0);
        }
        page.close().await;
    });
}

/// What the computer has done stands where it hides no vertex and no button.
#[test]
fn messages_hide_nothing_that_is_pressed() {
    at("#db=db", |page| async move {
        for (width, height) in [(1280, 900), (390, 844), (844, 390)] {
            page.screen(width, height, width < 900).await;
            page.script("scrollTo(0, 0)").await;
            page.settled().await;
            for text in [
                "The computer joins 2-3. It is winning.",
                &"It is losing and sets a trap. ".repeat(4),
            ] {
                let script = "const { say } = await import('./js/messages.js'); say(TEXT); return true";
                page.script_of_module(&script.replace("TEXT", &json!(text).to_string()))
                    .await;
                let [left, top, right, bottom] = boxes(&page, "#say").await[0];
                for other in boxes(&page, "#board .dot, button, select, input").await {
                    let is_apart = other[2] <= left || other[0] >= right || other[3] <= top || other[1] >= bottom;
                    // The top of the page stays in its place.
                    assert!(
                        is_apart || other[3] < 60.0,
                        "{width}: {other:?} {:?}",
                        [left, top, right, bottom]
                    );
                }
            }
        }
        page.close().await;
    });
}

/// A list that goes on ends in the middle of a row.
#[test]
fn a_list_of_moves_shows_that_it_goes_on() {
    at("#db=db-2&from=red:+green:&moves=0-1,2-3,0-2,3-4", |page| async move {
        page.screen(1280, 900, false).await;
        let list = boxes(&page, "#moves").await[0];
        let rows = boxes(&page, "#moves li").await;
        assert!(
            rows.len() > 9 && rows[8][1] + 10.0 < list[3] && rows[8][3] > list[3] + 10.0,
            "{list:?} {:?}",
            rows[8]
        );
        page.close().await;
    });
}

/// Levels have a finding for a title, and their numbers as a file.
#[test]
fn levels_say_what_they_show() {
    at("#db=db&view=levels", |page| async move {
        page.until("return document.querySelector('#charts h1') !== null").await;
        let title = page.text("#charts h1").await;
        // 76 of 410: more than on any other level.
        assert_eq!(title, "Most positions have 9 edges");
        let folder = tempfile::tempdir().unwrap();
        page.download_to(folder.path()).await;
        page.click("#charts .csv").await;
        let file = folder.path().join("db-levels.csv");
        while !file.exists() {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
        let reported = std::fs::read_to_string(file).unwrap();
        let rows: Vec<Vec<u64>> = reported
            .lines()
            .skip(1)
            .map(|row| row.split(',').map(|number| number.parse().unwrap()).collect())
            .collect();
        assert!(reported.starts_with("edges,positions,p,n,saturated\n"), "{reported}");
        assert_eq!(rows.iter().map(|row| row[1]).sum::<u64>(), 410);
        page.close().await;
    });
}

/// Up to 7 edges, 4 levels with an odd number of edges have at least nine N positions in ten, the next one has not.
#[test]
fn a_rule_of_levels_is_their_title() {
    let db = Db::solved("triangle", 7, &[]);
    let server = Server::of(&[&db]);
    browser::wait_for(async {
        let page = Page::open(&format!("{}#db=db&view=levels", server.url)).await;
        page.until("return document.querySelector('#charts h1') !== null").await;
        assert_eq!(
            page.text("#charts h1").await,
            "Levels with an odd number of edges are nearly all N up to 7 edges"
        );
        page.close().await;
    });
}

#[test]
fn a_proof_begins_with_words() {
    let (builder, avoided) = (
        Proof::of_online_game("P3,K3", None),
        Proof::of_avoidance_game("triangle", 7),
    );
    let server = Server::of_all(&[], &[&builder, &avoided]);
    browser::wait_for(async {
        let page = Page::open(&format!("{}proof#proof=it&you=Builder", server.url)).await;
        assert!(page.text("#how").await.starts_with("No edge is there yet."));
        assert_eq!(page.text("#detail").await, "1 of 1 move is a proven win.");
        // While the program is to move, that is all that is said.
        page.script(
            "const see = new MutationObserver(() => { const now = document.querySelector('#headline').textContent; \
            if (!(window.seen ??= []).includes(now)) window.seen.push(now) }); \
            see.observe(document.querySelector('#headline'), { childList: true }); \
            document.querySelector('#players input').click(); document.querySelector('#new').click()",
        )
        .await;
        page.until("return document.querySelectorAll('.edge.pending').length === 1")
            .await;
        let seen: Value = page.script("return window.seen").await;
        assert!(seen.as_array().unwrap().contains(&json!("Builder to move")), "{seen}");
        page.client
            .goto(&format!("{}proof#proof=it-2", server.url))
            .await
            .unwrap();
        page.client.refresh().await.unwrap();
        page.until("return document.querySelectorAll('#moves li').length > 10")
            .await;
        let title = page.text("#moves-title").await;
        assert!(title.contains(" moves, each a proven loss"), "{title}");
        assert_eq!(page.text("#moves").await.matches("proven").count(), 0);
        let listed = page.text("#db").await;
        assert!(listed.contains(", n = 7: the "), "{listed}");
        page.close().await;
    });
}
