//! Games by conventions on the page: turns of several edges, offers that are chosen edge by edge and answered, by mouse
//! on a large screen and on a phone, and by keys alone.

mod browser;
mod program;

use std::sync::LazyLock;

use browser::Page;
use fantoccini::key::Key;
use program::site::Site;
use program::{Db, Server};
use serde_json::{Value, json};

/// Won by Waiter, by Client, and by Enforcer in turns of two edges and of two or more.
static SOLVED: LazyLock<[Db; 4]> = LazyLock::new(|| {
    [
        Db::solved("waiter-client:contains:K3", 5, &[]),
        Db::solved("waiter-client:contains:K3/bias=1:2", 6, &[]),
        Db::solved("avoider-enforcer:contains:K3/bias=1:2", 5, &[]),
        Db::solved("avoider-enforcer:contains:K3/bias=1:2/monotone", 5, &[]),
    ]
});

// The names of the databases, whose folders have the same name.
const WAITER_WINS: &str = "db";
const CLIENT_WINS: &str = "db-2";
const STRICT: &str = "db-3";
const MONOTONE: &str = "db-4";

/// Runs a test in a browser of its own, at the address of the page with this fragment.
fn at<F: Future<Output = ()>>(fragment: &str, test: impl FnOnce(Page, String) -> F) {
    let [one, two, three, four] = &*SOLVED;
    let server = Server::of(&[one, two, three, four]);
    open(&server.url, fragment, test);
}

/// The same on a site without a server program.
fn on_a_site<F: Future<Output = ()>>(fragment: &str, test: impl FnOnce(Page, String) -> F) {
    let site = Site::of(&*SOLVED, &[], false);
    open(&site.url, fragment, test);
}

fn open<F: Future<Output = ()>>(url: &str, fragment: &str, test: impl FnOnce(Page, String) -> F) {
    browser::wait_for(async {
        let page = Page::open(&format!("{url}{fragment}")).await;
        test(page, url.to_string()).await;
    });
}

type Edge = (usize, usize);

fn edge(name: &str) -> Edge {
    let (u, v) = name.split_once('-').unwrap();
    (u.parse().unwrap(), v.parse().unwrap())
}

/// The edges of the board's lines of a class.
async fn lines(page: &Page, class: &str) -> Vec<Edge> {
    let script = format!("return [...document.querySelectorAll('#board .{class}')].map((line) => line.dataset.edge)");
    let names: Vec<String> = serde_json::from_value(page.script(&script).await).unwrap();
    names.iter().map(|name| edge(name)).collect()
}

/// The pairs on `n` vertices that have no colour and are not offered.
async fn free(page: &Page, n: usize) -> Vec<Edge> {
    let taken = lines(page, "edge").await;
    let pairs = (1..n).flat_map(|v| (0..v).map(move |u| (u, v)));
    pairs.filter(|pair| !taken.contains(pair)).collect()
}

fn has_triangle(edges: &[Edge]) -> bool {
    let has = |u: usize, v: usize| edges.contains(&(u.min(v), u.max(v)));
    (0..8).any(|w| edges.iter().any(|&(u, v)| has(u, w) && has(v, w)))
}

/// Waits until the computer has moved; whether the game is over then.
async fn is_over(page: &Page) -> bool {
    page.idle().await;
    page.until("return !document.getElementById('turn').textContent.includes('the computer')")
        .await;
    page.idle().await;
    let turn = page.text("#turn").await;
    turn.ends_with(", the game is over") || turn.ends_with(", no move left")
}

async fn is_enabled(page: &Page, id: &str) -> bool {
    page.script(&format!(
        "const it = document.getElementById('{id}'); return !it.disabled && it.checkVisibility()"
    ))
    .await
        == true
}

/// Nothing is wrong with what is shown, and nothing sticks out.
async fn is_sound(page: &Page, width: u32) {
    page.settled().await;
    assert_eq!(page.violations().await, json!([]));
    assert_eq!(page.misfits(width).await, json!([]));
}

/// Answers offers, each time with another edge of it, until the triangle is complete.
async fn lose_as_client(page: Page, width: u32, odd: usize) {
    page.wide(width).await;
    let mut offers = 0;
    while !is_over(&page).await {
        let offered = lines(&page, "edge.pending").await;
        assert_eq!(offered.len(), 2, "{}", page.text("#turn").await);
        assert!(page.text("#turn").await.ends_with("you (Client) to keep 1 of 2 edges"));
        assert!(!is_enabled(&page, "make").await);
        if offers == 1 {
            page.picture(&format!("client-{width}")).await;
            is_sound(&page, width).await;
            // Another edge is refused, and changes nothing.
            let (u, v) = free(&page, 5).await[0];
            page.vertex(u).await;
            page.vertex(v).await;
            page.until("return document.querySelector('#say').textContent.endsWith('is not offered')")
                .await;
            assert_eq!(lines(&page, "edge.pending").await, offered);
        }
        let (u, v) = offered[(offers + odd) % 2];
        page.between(u, v).await;
        page.until(&format!(
            "return document.querySelector('#board .edge.red[data-edge=\"{u}-{v}\"]') !== null"
        ))
        .await;
        offers += 1;
    }
    assert!((3..=4).contains(&offers), "{offers}");
    assert_eq!(page.text("#headline").await, "You have lost");
    assert!(
        page.text("#detail")
            .await
            .starts_with("Client has completed a red triangle: ")
    );
    let red = lines(&page, "edge.red").await;
    assert!(has_triangle(&red) && red.len() == offers, "{red:?}");
    assert_eq!(lines(&page, "edge.green").await.len(), offers);
    page.picture(&format!("client-lost-{width}")).await;
    is_sound(&page, width).await;
}

#[test]
fn a_person_loses_as_client_on_every_screen() {
    for (width, odd) in [(1280, 0), (390, 1)] {
        let fragment = format!("#db={WAITER_WINS}&you=first");
        at(&fragment, |page, _| lose_as_client(page, width, odd));
        on_a_site(&fragment, |page, _| lose_as_client(page, width, odd));
    }
}

/// A person chooses the edges of offers on the board, and gets no triangle.
#[test]
fn a_person_loses_as_waiter_on_every_screen() {
    for width in [1280, 390] {
        at(&format!("#db={CLIENT_WINS}&you=second"), |page, _| async move {
            page.wide(width).await;
            page.settled().await;
            let mut offers = 0;
            while !is_over(&page).await {
                assert!(page.text("#turn").await.ends_with("you (Waiter) to offer 3 edges"));
                let chosen: Vec<Edge> = free(&page, 6).await.into_iter().take(3).collect();
                for (count, &(u, v)) in chosen.iter().enumerate() {
                    assert!(!is_enabled(&page, "make").await);
                    page.vertex(u).await;
                    page.vertex(v).await;
                    assert_eq!(lines(&page, "selected.core").await, chosen[..=count]);
                }
                if offers == 0 {
                    // One is taken back, and chosen again by a click on its line.
                    page.between(chosen[0].0, chosen[0].1).await;
                    assert_eq!(lines(&page, "selected.core").await, chosen[1..]);
                    assert_eq!(page.text("#make").await, "Offer 2 of 3 edges");
                    page.between(chosen[0].0, chosen[0].1).await;
                    page.picture(&format!("waiter-{width}")).await;
                    is_sound(&page, width).await;
                }
                assert_eq!(page.text("#make").await, "Offer these 3 edges");
                page.click("#make").await;
                offers += 1;
                page.until(&format!(
                    "return document.querySelectorAll('#board .edge.red').length === {offers}"
                ))
                .await;
            }
            assert_eq!(offers, 5);
            assert_eq!(page.text("#headline").await, "You have lost");
            assert_eq!(page.text("#detail").await, "The game has ended without a red triangle.");
            assert!(!has_triangle(&lines(&page, "edge.red").await));
            page.is_silent().await;
        });
    }
}

/// Moves the focus to a vertex, and chooses it.
async fn by_keys(page: &Page, n: usize, vertex: usize) {
    page.press_here("v").await;
    let at = page
        .script("return Number(document.activeElement.dataset.vertex)")
        .await;
    let steps = (n + vertex - at.as_u64().unwrap() as usize) % n;
    for _ in 0..steps {
        page.press_here(&Key::Right.to_string()).await;
    }
    page.press_here(&Key::Enter.to_string()).await;
}

#[test]
fn a_person_loses_by_keys_alone() {
    at(&format!("#db={CLIENT_WINS}&you=second"), |page, _| async move {
        let mut offers = 0;
        while !is_over(&page).await {
            for (u, v) in free(&page, 6).await.into_iter().take(3) {
                by_keys(&page, 6, u).await;
                by_keys(&page, 6, v).await;
                let said = page.text("#say").await;
                assert!(said.starts_with(&format!("{u}–{v} chosen: Offer ")), "{said}");
            }
            let described = page.script("return document.activeElement.ariaLabel").await;
            assert!(described.as_str().unwrap().contains(", chosen "), "{described}");
            page.press_here("f").await;
            offers += 1;
            page.until(&format!(
                "return document.querySelectorAll('#board .edge.red').length === {offers}"
            ))
            .await;
        }
        assert_eq!(page.text("#headline").await, "You have lost");
    });
    // An offer from the list, and its answers by the vertices.
    at(&format!("#db={WAITER_WINS}"), |page, _| async move {
        page.press("body", "m").await;
        page.press_here(&Key::Enter.to_string()).await;
        page.until("return document.querySelectorAll('#board .edge.pending').length === 2")
            .await;
        page.idle().await;
        let (u, v) = lines(&page, "edge.pending").await[0];
        let described = page
            .script(&format!(
                "return document.querySelector('[data-vertex=\"{u}\"]').ariaLabel"
            ))
            .await;
        assert!(described.as_str().unwrap().contains(", offered "), "{described}");
        by_keys(&page, 5, u).await;
        by_keys(&page, 5, v).await;
        page.until(&format!(
            "return document.querySelector('#board .edge.red')?.dataset.edge === '{u}-{v}'"
        ))
        .await;
        page.idle().await;
        page.press_here("u").await;
        page.until("return document.querySelectorAll('#board .edge.pending').length === 2")
            .await;
    });
}

/// An offer that waits is part of the address.
#[test]
fn an_offer_survives_a_reload_and_is_undone_by_back() {
    at(&format!("#db={WAITER_WINS}"), |page, _| async move {
        page.between(0, 1).await;
        page.between(2, 3).await;
        page.click("#make").await;
        page.until("return document.querySelectorAll('#board .edge.pending').length === 2")
            .await;
        page.idle().await;
        assert_eq!(page.text("#headline").await, "Green (Waiter) wins");
        page.client.refresh().await.unwrap();
        page.idle().await;
        assert_eq!(lines(&page, "edge.pending").await, [(0, 1), (2, 3)]);
        assert_eq!(page.text("#game button").await, "offers 0–1 2–3");
        page.between(2, 3).await;
        page.until("return document.querySelector('#board .edge.green')?.dataset.edge === '0-1'")
            .await;
        page.idle().await;
        page.client.back().await.unwrap();
        page.until("return document.querySelectorAll('#board .edge.pending').length === 2")
            .await;
        page.client.back().await.unwrap();
        page.until("return document.querySelectorAll('#board .edge').length === 0")
            .await;
    });
}

/// The same player's edges one after the other where turns have a number of them; where they have one or more, all at
/// once.
#[test]
fn turns_have_several_edges() {
    at(&format!("#db={STRICT}"), |page, url| async move {
        let turn = || page.text("#turn");
        for (u, v, next) in [
            (0, 1, "Enforcer to colour 2 edges"),
            (2, 3, "Enforcer to colour 1 edge"),
            (3, 4, "Avoider to colour 1 edge"),
        ] {
            page.between(u, v).await;
            let drawn = format!("return document.querySelector('#board .edge[data-edge=\"{u}-{v}\"]') !== null");
            page.until(&drawn).await;
            page.idle().await;
            assert!(turn().await.ends_with(next), "{}", turn().await);
        }
        assert_eq!(
            (
                lines(&page, "edge.red").await.len(),
                lines(&page, "edge.green").await.len()
            ),
            (1, 2)
        );
        // Against the program, which makes both its moves.
        page.client
            .goto(&format!("{url}?again#db={STRICT}&you=first"))
            .await
            .unwrap();
        page.idle().await;
        page.between(0, 1).await;
        page.until("return document.querySelectorAll('#board .edge.green').length === 2")
            .await;
        page.idle().await;
        assert!(
            turn().await.ends_with("you (Avoider) to colour 1 edge"),
            "{}",
            turn().await
        );
        page.press("body", "u").await;
        page.until("return document.querySelectorAll('#board .edge').length === 0")
            .await;

        page.client.goto(&format!("{url}?more#db={MONOTONE}")).await.unwrap();
        page.idle().await;
        page.between(0, 1).await;
        page.click("#make").await;
        page.until("return document.querySelectorAll('#board .edge.red').length === 1")
            .await;
        page.idle().await;
        assert!(
            turn().await.ends_with("Enforcer to colour 2 edges or more"),
            "{}",
            turn().await
        );
        page.between(0, 2).await;
        assert_eq!(page.text("#make").await, "Colour 1 of 2 edges or more");
        for (u, v) in [(2, 3), (3, 4)] {
            page.between(u, v).await;
        }
        page.click("#make").await;
        page.until("return document.querySelectorAll('#board .edge.green').length === 3")
            .await;
        page.idle().await;
        let shown: Value = page
            .script("return document.getElementById('verdict').dataset.value")
            .await;
        assert!(shown == "R" || shown == "G", "{shown}");
    });
}

#[test]
fn levels_are_counted_by_who_wins() {
    at(&format!("#db={WAITER_WINS}&view=levels"), |page, _| async move {
        page.until("return document.querySelectorAll('#charts tr').length > 5")
            .await;
        let rows = page
            .script(
                "return [...document.querySelectorAll('#charts tr')].map((row) => row.innerText ?? row.textContent)",
            )
            .await;
        let head = page
            .script("return [...document.querySelectorAll('#charts th')].map((cell) => cell.textContent)")
            .await;
        assert_eq!(
            head,
            json!(["Offers", "Positions", "Red", "Green", "Saturated"]),
            "{rows}"
        );
        is_sound(&page, 1280).await;
    });
}
