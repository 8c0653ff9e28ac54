//! A game in progress in the page: its moves, Back and Forward, a reload, its end, and opponents who err.

mod browser;
mod program;

use std::sync::LazyLock;

use browser::Page;
use program::{Db, Server};
use serde_json::{Value, json};

/// Sim on five vertices and the triangle game on six, in this order.
static SOLVED: LazyLock<[Db; 2]> = LazyLock::new(|| [Db::solved("sim", 5, &[]), Db::solved("triangle", 6, &[])]);

/// Runs a test in a browser of its own, at the address of the page with this fragment.
fn at<F: Future<Output = ()>>(fragment: &str, test: impl FnOnce(Page) -> F) {
    let server = Server::of(&[&SOLVED[0], &SOLVED[1]]);
    browser::wait_for(async {
        let page = Page::open(&format!("{}{fragment}", server.url)).await;
        test(page).await;
    });
}

async fn edges(page: &Page) -> usize {
    let count = page
        .script("return document.querySelectorAll('#board .edge').length")
        .await;
    count.as_u64().unwrap() as usize
}

async fn has_edges(page: &Page, count: usize) {
    let script = format!("return document.querySelectorAll('#board .edge').length === {count}");
    page.until(&script).await;
    page.idle().await;
}

/// The moves in the list of the game, without the signs of their values.
async fn moves(page: &Page) -> Value {
    page.script("return [...document.querySelectorAll('#game button')].map((button) => button.textContent)")
        .await
}

#[test]
fn the_first_database_opens_and_says_how_to_move() {
    at("", |page| async move {
        assert!(page.text("#rules").await.starts_with("Sim on 5 vertices"));
        let drawn = "return document.querySelector('#rules svg').getAttribute('aria-label')";
        assert_eq!(page.script(drawn).await, "triangle");
        assert!(page.text("#how").await.contains("between two vertices"));
        page.between(0, 1).await;
        has_edges(&page, 1).await;
        assert_eq!(page.script("return document.querySelector('#how').hidden").await, true);
    });
}

#[test]
fn a_hint_under_the_pointer_is_no_line_like_that_of_an_edge() {
    at("#moves=0-1,2-3,0-2&from=red:+green:", |page| async move {
        has_edges(&page, 3).await;
        let enter = "document.querySelector('#moves li').dispatchEvent(new PointerEvent('pointerenter')); \
            return ['.candidate.near', '.edge.red', '.edge.green'].map((each) => \
            getComputedStyle(document.querySelector('#board ' + each)).strokeDasharray)";
        let dashes: Vec<String> = serde_json::from_value(page.script(enter).await).unwrap();
        assert_eq!(dashes[1], "none");
        assert!(dashes[0] != "none" && dashes[0] != dashes[2], "{dashes:?}");
    });
}

#[test]
fn back_undoes_and_a_reload_keeps_the_game() {
    at("#db=db-2", |page| async move {
        for (count, (u, v)) in [(0, 1), (2, 3), (0, 2)].into_iter().enumerate() {
            page.between(u, v).await;
            has_edges(&page, count + 1).await;
        }
        assert_eq!(moves(&page).await, json!(["0–1", "2–3", "0–2"]));
        page.script("history.back()").await;
        has_edges(&page, 2).await;
        page.script("history.back()").await;
        has_edges(&page, 1).await;
        page.script("history.forward()").await;
        has_edges(&page, 2).await;
        assert_eq!(moves(&page).await, json!(["0–1", "2–3", "0–2"]));
        page.client.refresh().await.unwrap();
        has_edges(&page, 2).await;
        assert_eq!(moves(&page).await, json!(["0–1", "2–3"]));
        // A place in the list is a place in the game.
        page.click("#game li:first-child button").await;
        has_edges(&page, 1).await;
        assert_eq!(
            page.script("return document.querySelector('#game [aria-current]').textContent")
                .await,
            "0–1"
        );
        page.picture("game").await;
    });
}

#[test]
fn back_passes_the_computers_moves() {
    at("#db=db-2", |page| async move {
        page.click("#players label:nth-of-type(2)").await;
        page.between(0, 1).await;
        has_edges(&page, 2).await;
        let reply = moves(&page).await;
        let free =
            "const free = [...document.querySelectorAll('#moves li')].find((li) => li.dataset.edge); free.click()";
        page.script(free).await;
        page.until("return document.querySelectorAll('#board .edge').length >= 3")
            .await;
        page.until("return document.documentElement.dataset.state === 'idle' && !document.querySelector('#turn').textContent.includes('computer')").await;
        page.script("history.back()").await;
        has_edges(&page, 2).await;
        assert_eq!(
            moves(&page).await.as_array().unwrap()[..2],
            reply.as_array().unwrap()[..]
        );
        page.script("history.back()").await;
        has_edges(&page, 0).await;
    });
}

#[test]
fn the_end_says_why_and_shades_the_triangle() {
    at("#moves=0-1,2-3,0-2,3-4&from=red:+green:", |page| async move {
        has_edges(&page, 4).await;
        page.between(1, 2).await;
        has_edges(&page, 5).await;
        assert_eq!(page.text("#headline").await, "Green has won");
        assert_eq!(
            page.text("#detail").await,
            "Red has completed a triangle: 0–1, 0–2, 1–2."
        );
        assert!(!page.text("#turn").await.contains("no move left"));
        let shaded = "return document.querySelectorAll('#board .witness-area').length";
        assert_eq!(page.script(shaded).await, 1);
        page.picture("end-of-sim").await;
    });
}

#[test]
fn a_beginner_can_be_beaten() {
    at("#db=db-2", |page| async move {
        assert_eq!(
            page.script("return document.querySelector('#strength-choice').hidden")
                .await,
            true
        );
        page.click("#players label:nth-of-type(2)").await;
        page.script("const select = document.querySelector('#strength'); select.value = 'beginner'; select.dispatchEvent(new Event('change', {bubbles: true}))")
            .await;
        // The best moves against random ones: among six games the beginner loses one.
        let mut has_won = false;
        for _ in 0..6 {
            for _ in 0..9 {
                page.idle().await;
                let made = edges(&page).await;
                let best = "const li = document.querySelector('#moves li.wins') ?? document.querySelector('#moves li'); li?.click(); return Boolean(li)";
                if page.script(best).await == false {
                    break;
                }
                page.until(&format!("return document.querySelectorAll('#board .edge').length > {made} && document.documentElement.dataset.state === 'idle' && !document.querySelector('#turn').textContent.includes('computer')"))
                    .await;
            }
            let headline = page.text("#headline").await;
            assert!(["You have won", "You have lost"].contains(&&headline[..]), "{headline}");
            has_won |= headline == "You have won";
            if has_won {
                break;
            }
            page.click("#new").await;
            has_edges(&page, 0).await;
        }
        assert!(has_won);
    });
}

#[test]
fn nothing_sticks_out_on_any_screen() {
    at("#moves=0-1,2-3,0-2,3-4&from=red:+green:", |page| async move {
        has_edges(&page, 4).await;
        for width in [320, 390, 768, 1280, 1920, 3840] {
            page.wide(width).await;
            for tab in ["#tab-levels", "#tab-board"] {
                page.click(tab).await;
                let misfits = page.misfits(width).await;
                assert_eq!(misfits, json!([]), "{tab} {width}: {misfits:#}");
            }
            page.picture(&format!("width-{width}")).await;
        }
    });
}
