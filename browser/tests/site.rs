//! Exported sites in a real browser, offered by nginx: below a folder of its own as on GitHub Pages, without a program
//! that answers.

mod browser;
mod program;

use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;
use std::time::Duration;

use browser::Page;
use program::site::{Site, writable};
use program::{Db, Proof, Server, run};
use serde_json::{Value, json};

static SOLVED: LazyLock<[Db; 4]> = LazyLock::new(|| {
    [
        Db::solved("triangle", 11, &[]),
        Db::solved("sim", 6, &[]),
        Db::solved("triangle", 7, &["--value", "score"]),
        Db::solved("triangle", 6, &[]),
    ]
});

/// The most bytes that a move may cost, heads of responses included.
const MOVE: u64 = 64 << 10;

/// Runs a test with a page of the site, one of `retrograph serve` with the same databases, and the folder of the site.
fn beside_a_server<F: Future<Output = ()>>(
    in_parts: bool,
    fragment: &str,
    test: impl FnOnce(Page, Page, PathBuf) -> F,
) {
    let site = Site::of(&*SOLVED, &[], in_parts);
    let databases: Vec<&Db> = SOLVED.iter().collect();
    let server = Server::of(&databases);
    browser::wait_for(async {
        let page = Page::open(&format!("{}{fragment}", site.url)).await;
        let other = Page::open(&format!("{}{fragment}", server.url)).await;
        test(page, other, site.pages()).await;
    });
}

/// What a page says of its position, and all of its text.
async fn shown(page: &Page) -> [Value; 3] {
    page.idle().await;
    let shown = page.script(include_str!("browser/shown.js")).await;
    let text = page.script("return document.querySelector('.panel').textContent").await;
    [shown, text, page.script("return location.hash").await]
}

async fn edges(page: &Page, count: usize) {
    page.until(&format!(
        "return document.querySelectorAll('#board .edge').length === {count}"
    ))
    .await;
    page.idle().await;
}

/// A game of the first free moves shows the same as the server's page, for few bytes a move.
async fn plays_alike(page: Page, server: Page, most: usize) {
    page.bytes_received().await;
    let mut dearest = 0;
    for made in 0..most {
        let [here, there] = [shown(&page).await, shown(&server).await];
        assert_eq!(here, there);
        let moves = here[0]["moves"].as_array().unwrap();
        let Some(step) = moves.get(made % 3).or(moves.first()) else {
            break;
        };
        let (u, v) = step[0].as_str().unwrap().split_once('-').unwrap();
        for each in [&page, &server] {
            each.between(u.parse().unwrap(), v.parse().unwrap()).await;
            edges(each, made + 1).await;
        }
        let bytes = page.bytes_received().await;
        assert!(bytes <= MOVE, "move {made}: {bytes} bytes");
        dearest = dearest.max(bytes);
    }
    assert!(dearest > 1_000, "{dearest}");
    println!("at most {dearest} bytes a move");
    page.is_silent().await;
}

#[test]
fn a_game_shows_what_the_page_of_the_server_shows() {
    beside_a_server(false, "", |page, server, _| async move {
        assert!(
            page.text("#rules")
                .await
                .starts_with("Triangle avoidance game on 11 vertices")
        );
        assert_eq!(
            page.script("return document.querySelector('.api-link')").await,
            Value::Null
        );
        plays_alike(page, server, 40).await;
    });
}

#[test]
fn a_game_by_parts_of_files_does_too() {
    beside_a_server(true, "", |page, server, _| async move {
        plays_alike(page, server, 12).await
    });
}

#[test]
fn two_colours_and_scores_do_too() {
    for fragment in ["#db=db-2", "#db=db-3"] {
        beside_a_server(false, fragment, |page, server, _| async move {
            plays_alike(page, server, 9).await
        });
    }
}

#[test]
fn levels_lines_and_opponents_need_no_server() {
    beside_a_server(false, "#db=db-2", |page, server, _| async move {
        for each in [&page, &server] {
            each.click("#line-block summary").await;
            each.until("return document.querySelectorAll('#line button').length === 15")
                .await;
            each.click("#tab-levels").await;
            each.until("return document.querySelectorAll('#charts figure').length === 3")
                .await;
        }
        for part in ["#line", "#charts"] {
            assert_eq!(page.text(part).await, server.text(part).await);
        }
        page.click("#tab-board").await;
        // The second player wins: the computer, which begins, is losing.
        page.click("[name=player][value=second] + span").await;
        edges(&page, 1).await;
        assert!(page.text("#say").await.contains("losing"));
        // Back, a link, and another game.
        page.script("location.hash = '#db=db&moves=0-1,2-3'").await;
        page.until("return document.querySelector('#rules').textContent.startsWith('Triangle avoidance game on 11')")
            .await;
        page.click("[name=player][value=both] + span").await;
        page.until("return document.querySelectorAll('#board .edge').length >= 2")
            .await;
        page.is_silent().await;
    });
}

/// The rules of accessibility, and no screen too small or too large.
#[test]
fn everybody_can_use_it_on_any_screen() {
    beside_a_server(
        false,
        "#db=db-2&from=red:+green:&moves=0-1,2-3",
        |page, _server, _| async move {
            edges(&page, 2).await;
            for tab in ["#tab-levels", "#tab-board"] {
                for theme in ["light", "dark"] {
                    page.click(tab).await;
                    page.click("#theme").await;
                    page.settled().await;
                    let found = page.violations().await;
                    assert_eq!(found, json!([]), "{tab} {theme}: {found:#}");
                }
                for width in [320, 768, 1280, 1920, 3840] {
                    let misfits = page.misfits(width).await;
                    assert_eq!(misfits, json!([]), "{tab} {width}: {misfits:#}");
                }
                page.wide(1280).await;
            }
            page.picture("site").await;
            page.catch_copies().await;
            let svg = page.copied_by("#picture-copy").await;
            assert!(svg.contains("<title>Sim on 6 vertices, 2 edges</title>"), "{svg}");
            page.is_silent().await;
        },
    );
}

/// One sentence reports another site under the same name, and no value of it comes under the rules of the first; a
/// page loaded again has its values alone, whatever the browser has kept.
#[test]
fn a_site_that_is_replaced_is_reported_and_gives_no_value() {
    let misere = [Db::solved("triangle", 11, &["--play", "misere"])];
    let (before, after) = (Server::of(&[&SOLVED[0]]), Server::of(&[&misere[0]]));
    for in_parts in [false, true] {
        let (site, other) = (Site::of(&SOLVED[..1], &[], in_parts), Site::of(&misere, &[], in_parts));
        browser::wait_for(async {
            let (page, beside) = (Page::open(&site.url).await, Page::open(&before.url).await);
            fs::rename(site.pages(), site.pages().with_file_name("kept")).unwrap();
            fs::rename(other.pages(), site.pages()).unwrap();
            let mut is_reported = false;
            for made in 1..12 {
                page.between(made - 1, made).await;
                page.until(&format!(
                    "return !document.querySelector('#notice').hidden || document.querySelectorAll('#board .edge').length \
                    === {made}"
                ))
                .await;
                is_reported = page.script("return !document.querySelector('#notice').hidden").await == true;
                if is_reported {
                    break;
                }
                // Of what was fetched before.
                beside.between(made - 1, made).await;
                edges(&beside, made).await;
                assert_eq!(shown(&page).await, shown(&beside).await);
            }
            assert!(is_reported, "the other site's values are taken for those of the first");
            let reported = page.text("#notice-text").await;
            assert_eq!(
                reported,
                "This site was replaced by another one while the page was open; load the page again."
            );
            page.client.refresh().await.unwrap();
            page.idle().await;
            page.between(0, 2).await;
            page.idle().await;
            let place = page.script("return location.hash").await;
            let anew = Page::open(&format!("{}{}", after.url, place.as_str().unwrap())).await;
            assert_eq!(shown(&page).await, shown(&anew).await);
            for each in [page, beside, anew] {
                each.close().await;
            }
        });
    }
}

/// One sentence reports a level that was not copied, and the rest works.
#[test]
fn a_missing_file_is_reported_in_the_page() {
    beside_a_server(false, "#db=db-2", |page, _server, site| async move {
        // All positions with three edges have one value, for which no file is read.
        fs::remove_file(site.join("data/db-2/level-004/labels")).unwrap();
        page.between(0, 1).await;
        edges(&page, 1).await;
        page.between(2, 3).await;
        edges(&page, 2).await;
        page.between(0, 2).await;
        page.until("return document.querySelector('#say').classList.contains('is-wrong')")
            .await;
        let said = page.text("#say").await;
        assert_eq!(said, "The file data/db-2/level-004/labels is missing on the web server");
        edges(&page, 2).await;
        page.idle().await;
    });
}

/// Proofs play as they do on the page of the server, without a server; the judge checks them in the browser.
#[test]
fn a_person_loses_to_proofs_and_has_them_checked() {
    let k4 = Proof::of_strong_game("K4", 11);
    let cycle = Proof::of("hamilton-cycle", 8, "maker");
    let triangle = Proof::published("triangle-8-positions.proof");
    let qubic = Proof::published("qubic.proof");
    let proofs = [&k4, &cycle, &triangle, &qubic];
    let site = Site::of(&SOLVED[1..2], &proofs, false);
    let server = Server::of_all(&[&SOLVED[1]], &proofs);
    browser::wait_for(async {
        let page = Page::open(&site.url).await;
        page.script(
            "const list = document.getElementById('db'); list.value = 'proof it'; list.dispatchEvent(new Event('change'))",
        )
        .await;
        page.until("return location.pathname === '/pages/proof.html' && document.querySelector('.vertex') !== null")
            .await;
        for (name, theorem) in [
            (
                "it&n=11",
                "the strong K4 game on every complete graph with at least 11 vertices",
            ),
            ("it", "on the infinite board, within"),
            (
                "it-2",
                "Maker, moving first, wins the Hamilton cycle game on 8 vertices",
            ),
            (
                "it-3",
                "The second player wins the triangle avoidance game on 8 vertices",
            ),
            ("it-4", "Black, moving first, wins the strong game of 64 elements"),
        ] {
            page.client.goto("about:blank").await.unwrap();
            page.client
                .goto(&format!("{}proof.html#proof={name}", site.url))
                .await
                .unwrap();
            page.until("return document.querySelector('.vertex, .cell') !== null")
                .await;
            page.idle().await;
            let mut link = page.script("return location.href").await.as_str().unwrap().to_string();
            for step in 0.. {
                page.idle().await;
                if page.script("return document.documentElement.dataset.over").await == "true" {
                    break;
                }
                assert!(step < 40, "{name}: the game does not end");
                // A reply that the proof makes, after a move from the middle of the list.
                page.script("const all = document.querySelectorAll('#moves li'); all[all.length >> 1].click()")
                    .await;
                page.until(&format!("return location.href !== {link:?}")).await;
                page.idle().await;
                link = page.script("return location.href").await.as_str().unwrap().to_string();
            }
            assert_eq!(page.text("#headline").await, "You have lost", "{name}");
            page.click("#check").await;
            page.until("return !document.querySelector('#check').disabled").await;
            let judged = page.text("#judged").await;
            assert!(judged.contains(theorem), "{name}: {judged}");
            if name == "it-2" {
                let found = page.violations().await;
                assert_eq!(found, json!([]), "{found:#}");
                for width in [320, 1280] {
                    let misfits = page.misfits(width).await;
                    assert_eq!(misfits, json!([]), "{width}: {misfits:#}");
                }
            }
            // The server's page says the same of the same game.
            let fragment = link.split_once('#').unwrap().1;
            let other = Page::open(&format!("{}proof#{fragment}", server.url)).await;
            other
                .until("return document.querySelector('.vertex, .cell') !== null")
                .await;
            other.idle().await;
            for part in ["#rules", "#verdict", "#game", "#legend", "#field"] {
                assert_eq!(page.text(part).await, other.text(part).await, "{name}");
            }
            other.until("return document.querySelector('#file-block').hidden").await;
            other.close().await;
        }
        let address = page.script("return document.querySelector('#file').href").await;
        assert!(
            address.as_str().unwrap().ends_with("/pages/proofs/it-4.proof"),
            "{address}"
        );
        // The file is what check-proof accepts.
        let file = site.pages().join("proofs/it.proof");
        run(&["check-proof", file.to_str().unwrap()], "");
        // Damaged on the way, it is reported.
        writable(&file);
        fs::write(&file, "no proof").unwrap();
        page.client.goto("about:blank").await.unwrap();
        page.is_silent().await;
        page.client
            .goto(&format!("{}proof.html#proof=it", site.url))
            .await
            .unwrap();
        page.until(
            "return document.querySelector('#notice-text').textContent.includes('has 8 bytes on the web server')",
        )
        .await;
        page.close().await;
    });
}

/// The values of all 105,071 positions of a database, by the page's reader in Chromium, are those of `query`; and those
/// of 3,000, drawn evenly, by requests for ranges alone, some three a value.
#[test]
fn a_hundred_thousand_values_are_those_of_query() {
    let db = &SOLVED[0];
    let all = run(&["positions", "--db", &db.folder()], "");
    for (in_parts, step) in [(false, 1), (true, 35)] {
        let positions: Vec<&str> = all.lines().step_by(step).collect();
        let positions = positions.join("\n") + "\n";
        let reported = run(&["query", "--db", &db.folder()], &positions);
        let expected: String = reported.lines().filter_map(|line| line.chars().next_back()).collect();
        assert!(expected.len() > 100_000 / step && expected.chars().all(|value| "PN".contains(value)));
        let site = Site::of(&SOLVED[..1], &[], in_parts);
        let folder = site.pages();
        writable(&folder);
        fs::write(folder.join("positions.txt"), &positions).unwrap();
        browser::wait_for(async {
            let page = Page::open(&site.url).await;
            page.bytes_received().await;
            page.script(include_str!("browser/all_values.js")).await;
            for _ in 0..600 {
                if page.script("return window.reported !== undefined").await == true {
                    break;
                }
                tokio::time::sleep(Duration::from_millis(200)).await;
            }
            let reported = page.script("return window.reported").await;
            let reported = reported.as_str().expect("it ends within two minutes");
            assert!(reported == expected, "{}", &reported[..reported.len().min(300)]);
            let bytes = page.bytes_received().await;
            println!("{} values, {bytes} bytes", reported.len());
            page.is_silent().await;
            page.close().await;
        });
    }
}

/// The rules are in the site: games of an opponent that learns cost no request, and make it stronger.
#[test]
fn an_opponent_learns_without_a_server() {
    beside_a_server(false, "#db=db-4", |page, _server, _| async move {
        page.idle().await;
        page.until("return document.querySelector('#learner-block').hidden === false")
            .await;
        page.click("#learner-block summary").await;
        let train = async |games: u32| {
            page.click("#learner-train").await;
            page.until(&format!(
                "return document.querySelector('#learner-block').dataset.state === 'idle' && \
                document.querySelector('#learner-words').textContent.includes('from {games} games')"
            ))
            .await;
        };
        train(100).await;
        // The next one is the same in every test.
        page.script("Math.random = () => 2 / 2 ** 31").await;
        page.click("#learner-forget").await;
        train(100).await;
        train(200).await;
        let key = json!("retrograph.learner db-4 triangle n=6 normal outcome").to_string();
        let kept = page
            .script(&include_str!("browser/learned.js").replace("KEY", &key))
            .await;
        assert_eq!(kept["seed"], 2);
        let rows = kept["history"].as_array().unwrap();
        let ([first, last], [games, won]) = ([&rows[0], &rows[rows.len() - 1]], [0, 2]);
        assert_eq!((&first[games], &last[games]), (&0.into(), &200.into()));
        let [before, after] = [first, last].map(|row| row[won].as_u64().unwrap());
        assert!(before < 12 && after >= before + 6, "{rows:?}");
        page.is_silent().await;
    });
}
