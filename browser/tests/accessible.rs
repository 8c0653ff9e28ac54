//! The rules of accessibility, as axe-core has them, on every page and in every state of it. Its hundred rules know
//! more than ours would; it is under MPL-2.0, comes by npm with its checksum, and is in no release.

mod browser;
mod program;

use std::sync::LazyLock;

use browser::Page;
use program::{Db, Proof, Server};
use serde_json::json;

struct Shelf {
    sim: Db,
    triangle: Db,
    score: Db,
    maker: Proof,
    builder: Proof,
    qubic: Proof,
}

static SHELF: LazyLock<Shelf> = LazyLock::new(|| Shelf {
    sim: Db::solved("sim", 6, &[]),
    triangle: Db::solved("triangle", 7, &[]),
    score: Db::solved("triangle", 6, &["--value", "score"]),
    maker: Proof::of("hamilton-cycle", 8, "maker"),
    builder: Proof::of_online_game("K3,K3", None),
    qubic: Proof::published("qubic.proof"),
});

/// Runs a test at an address of the page, in each theme.
fn at<F: Future<Output = ()>>(address: &str, test: impl Fn(Page) -> F) {
    let shelf = &*SHELF;
    let server = Server::of_all(
        &[&shelf.sim, &shelf.triangle, &shelf.score],
        &[&shelf.maker, &shelf.builder, &shelf.qubic],
    );
    browser::wait_for(async {
        for theme in ["light", "dark"] {
            let page = Page::open(&server.url).await;
            page.script(&format!("localStorage.setItem('theme', '{theme}')")).await;
            page.client.goto("about:blank").await.unwrap();
            page.client.goto(&format!("{}{address}", server.url)).await.unwrap();
            page.idle().await;
            let is_so = format!("return document.documentElement.dataset.theme === '{theme}'");
            page.until(&is_so).await;
            page.settled().await;
            test(page).await;
        }
    });
}

async fn is_sound(page: &Page, what: &str) {
    page.idle().await;
    page.settled().await;
    let found = page.violations().await;
    assert_eq!(found, json!([]), "{what}: {found:#}");
}

/// The test can fail.
#[test]
fn a_page_without_a_language_and_a_button_without_a_name_are_found() {
    at("", |page| async move {
        page.script(
            "document.documentElement.removeAttribute('lang'); document.querySelector('#undo').textContent = ''; \
            document.querySelector('#undo').removeAttribute('title')",
        )
        .await;
        let found = page.violations().await;
        let ids: Vec<&str> = found
            .as_array()
            .unwrap()
            .iter()
            .map(|each| each["id"].as_str().unwrap())
            .collect();
        assert_eq!(ids, ["button-name", "html-has-lang"]);
    });
}

#[test]
fn the_board_at_the_start_with_help_and_with_levels() {
    at("", |page| async move {
        is_sound(&page, "start").await;
        page.click("#help-button").await;
        page.until("return document.querySelector('#help').open").await;
        is_sound(&page, "help").await;
        page.click("#help button").await;
        page.click("#tab-levels").await;
        page.until("return document.querySelectorAll('.chart svg').length === 3")
            .await;
        is_sound(&page, "levels").await;
        page.click(".levels summary").await;
        is_sound(&page, "table of levels").await;
    });
}

#[test]
fn a_game_its_best_play_its_errors_and_its_end() {
    at("#db=db&from=red:+green:&moves=0-1,2-3,0-2,3-4", |page| async move {
        page.until("return document.querySelectorAll('#board .edge').length === 4")
            .await;
        is_sound(&page, "game").await;
        page.click("#line-block summary").await;
        page.until("return document.querySelectorAll('#line button').length > 5")
            .await;
        is_sound(&page, "best play").await;
        page.click("#review-block summary").await;
        page.until("return document.querySelectorAll('#review-plot path').length === 1")
            .await;
        is_sound(&page, "review").await;
        page.press_here("e").await;
        page.until("return document.querySelector('#headline').textContent === 'Find the winning move'")
            .await;
        is_sound(&page, "exercise").await;
        page.click("#hints").await;
        page.fill("#text", "hello").await;
        page.press("#text", "\n").await;
        page.until("return !document.querySelector('#paste-error').hidden")
            .await;
        is_sound(&page, "an error").await;
        page.click("[name=player][value=second] + span").await;
        is_sound(&page, "against the computer").await;
        page.click("[name=player][value=both] + span").await;
        page.click("#new").await;
        page.client.goto("about:blank").await.unwrap();
    });
    at("#db=db&from=red:+green:&moves=0-1,2-3,0-2,3-4,1-2", |page| async move {
        page.until("return document.querySelector('#headline').textContent === 'Green has won'")
            .await;
        is_sound(&page, "end").await;
    });
}

#[test]
fn one_colour_and_scores() {
    at("#db=db-2&from=-&moves=0-1,1-2,3-4", |page| async move {
        page.until("return document.querySelectorAll('#board .edge').length === 3")
            .await;
        is_sound(&page, "triangle game").await;
        page.client.goto("about:blank").await.unwrap();
    });
    at("#db=db-3&position=0-1", |page| async move {
        page.until("return document.querySelectorAll('#board .edge').length === 1")
            .await;
        is_sound(&page, "scores").await;
    });
}

#[test]
fn proofs_at_the_start_at_the_end_and_with_help() {
    at("proof#proof=it", |page| async move {
        page.until("return document.querySelectorAll('.vertex').length === 8")
            .await;
        is_sound(&page, "start").await;
        page.click("#help-button").await;
        is_sound(&page, "help").await;
        page.click("#help button").await;
        for turn in 0..14 {
            page.idle().await;
            if page.script("return document.documentElement.dataset.over").await == "true" {
                break;
            }
            assert!(turn < 14);
            page.click("#moves li").await;
        }
        is_sound(&page, "end").await;
        page.click("#review-block summary").await;
        page.until("return document.querySelectorAll('#review-plot path').length === 1")
            .await;
        is_sound(&page, "review").await;
        page.press_here("e").await;
        page.until("return document.querySelector('#headline').textContent === 'Find the winning move'")
            .await;
        is_sound(&page, "exercise").await;
        page.script("location.hash = '#proof=it-2'").await;
        page.until("return document.querySelectorAll('#colours button').length === 2")
            .await;
        is_sound(&page, "colours to choose").await;
    });
}

#[test]
fn a_board_of_elements_in_a_game_and_at_its_end() {
    at("proof#proof=it-3&moves=c000,c111", |page| async move {
        page.until("return document.querySelectorAll('.cell.colour-0').length === 2")
            .await;
        is_sound(&page, "game").await;
        page.click("#players label:nth-of-type(2)").await;
        page.until("return document.querySelectorAll('.cell.wins').length > 0")
            .await;
        is_sound(&page, "hints").await;
        for _ in 0..32 {
            page.idle().await;
            if page.script("return document.documentElement.dataset.over").await == "true" {
                break;
            }
            page.click("#moves .wins").await;
        }
        page.until("return document.querySelectorAll('.cell.decides').length === 4")
            .await;
        is_sound(&page, "end").await;
    });
}

#[test]
fn the_description_of_the_api() {
    at("api", |page| async move {
        page.until("return document.querySelectorAll('.docs article').length > 10")
            .await;
        is_sound(&page, "api").await;
    });
}
