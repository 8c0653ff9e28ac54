//! A game in progress in the page: its moves, Back and Forward, a reload, its end, opponents who err, and addresses
//! that are wrong.

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

/// What is chosen about a game: who plays, how well, and what is shown.
async fn choices(page: &Page) -> Value {
    page.script(
        "return [document.querySelector('[name=player]:checked').value, document.querySelector('#strength').value, \
        document.querySelector('#hints').checked, document.querySelector('#db').value]",
    )
    .await
}

async fn choose_opponent(page: &Page, strength: &str) {
    let script = format!(
        "const select = document.querySelector('#strength'); select.value = '{strength}'; \
        select.dispatchEvent(new Event('change', {{bubbles: true}}))"
    );
    page.script(&script).await;
}

#[test]
fn a_reload_keeps_the_side_the_opponent_and_what_is_shown() {
    at("#db=db-2", |page| async move {
        page.click("#players label:nth-of-type(3)").await;
        has_edges(&page, 1).await;
        choose_opponent(&page, "casual").await;
        page.click("#hints").await;
        page.script("document.querySelector('#moves li').click()").await;
        has_edges(&page, 3).await;
        let chosen = json!(["second", "casual", false, "db db-2"]);
        let (game, headline) = (moves(&page).await, page.text("#headline").await);
        assert_eq!((choices(&page).await, &headline[..]), (chosen.clone(), "Your move"));
        page.client.refresh().await.unwrap();
        has_edges(&page, 3).await;
        assert_eq!((choices(&page).await, moves(&page).await), (chosen.clone(), game));
        assert_eq!(page.text("#headline").await, headline);
        // Back undoes, and who plays stays.
        page.script("history.back()").await;
        has_edges(&page, 1).await;
        assert_eq!(choices(&page).await, chosen);
        // Another game from the list is played by the same, one from an address by those it says.
        page.script(
            "const list = document.querySelector('#db'); list.value = 'db db'; list.dispatchEvent(new Event('change'))",
        )
        .await;
        page.until("return document.querySelector('#rules').textContent.startsWith('Sim')")
            .await;
        has_edges(&page, 1).await;
        assert_eq!(choices(&page).await, json!(["second", "casual", false, "db db"]));
        page.script("location.hash = '#db=db-2&you=first&opponent=beginner'")
            .await;
        page.until("return document.querySelector('#rules').textContent.startsWith('Triangle')")
            .await;
        has_edges(&page, 0).await;
        assert_eq!(choices(&page).await, json!(["first", "beginner", true, "db db-2"]));
    });
}

/// The place of the current move in the list: whether it is seen whole, whether each row that is seen is seen whole,
/// and how far the list and the page are scrolled.
async fn place_in_list(page: &Page) -> Value {
    page.script(
        "const list = document.querySelector('#game'), box = list.getBoundingClientRect(); \
        const whole = ({top, bottom}) => top >= box.top - 0.5 && bottom <= box.bottom + 0.5; \
        const rows = [...list.children].map((item) => item.getBoundingClientRect()); \
        const seen = rows.filter(({top, bottom}) => bottom > box.top + 0.5 && top < box.bottom - 0.5); \
        const current = list.querySelector('[aria-current]').getBoundingClientRect(); \
        return [whole(current), seen.every(whole), list.scrollTop > 0, scrollY]",
    )
    .await
}

#[test]
fn the_list_of_moves_follows_the_game() {
    at(
        "#db=db&from=red:+green:&moves=0-1,2-3,0-2,3-4,1-4,0-3,2-4",
        |page| async move {
            has_edges(&page, 7).await;
            // As in a long game: one move in a row.
            page.script("document.querySelector('#game').style.width = '110px'")
                .await;
            for (edges, is_scrolled) in [(8, true), (9, true)] {
                page.script("document.querySelector('#moves li').click()").await;
                has_edges(&page, edges).await;
                assert_eq!(
                    place_in_list(&page).await,
                    json!([true, true, is_scrolled, 0]),
                    "{edges}"
                );
            }
            page.script("document.querySelector('#game li:nth-child(2) button').click()")
                .await;
            has_edges(&page, 2).await;
            assert_eq!(place_in_list(&page).await[0], true);
            page.click("#redo").await;
            for _ in 0..6 {
                page.click("#redo").await;
                let place = place_in_list(&page).await;
                assert_eq!((&place[0], &place[1]), (&json!(true), &json!(true)), "{place}");
            }
            page.picture("game-list").await;
            // It was not seen when the game was opened.
            page.client.refresh().await.unwrap();
            has_edges(&page, 9).await;
            page.click("#tab-levels").await;
            page.script("document.querySelector('#game').style.width = '110px'")
                .await;
            page.click("#tab-board").await;
            page.settled().await;
            assert_eq!(place_in_list(&page).await, json!([true, true, true, 0]));
        },
    );
}

/// A winning position does not end the game; the last move reports the end.
#[test]
fn messages_are_about_the_position_that_is_shown() {
    at("#db=db-2&you=second", |page| async move {
        has_edges(&page, 1).await;
        let (mut winning, mut said) = (0, page.text("#say").await);
        for _ in 0..9 {
            let headline = page.text("#headline").await;
            // It never errs.
            assert!(!headline.contains("unless"), "{headline}");
            let made = edges(&page).await;
            let worst = "const li = document.querySelector('#moves li.loses') ?? document.querySelector('#moves li'); li?.click(); return Boolean(li)";
            if page.script(worst).await == false {
                break;
            }
            page.until(&format!("return document.querySelectorAll('#board .edge').length > {made} && document.documentElement.dataset.state === 'idle' && !document.querySelector('#turn').textContent.includes('computer')"))
                .await;
            let now = page.text("#say").await;
            assert_ne!(now, said);
            said = now;
            assert!(!said.contains("and wins"), "{said}");
            winning += usize::from(said.ends_with(". It is winning."));
        }
        assert!(winning > 0 && said.ends_with(". No move is left."), "{winning} {said}");
        page.click("#undo").await;
        assert_eq!(page.text("#say").await, "");
        choose_opponent(&page, "casual").await;
        let headline = page.text("#headline").await;
        assert_eq!(
            headline.ends_with(", unless the computer errs"),
            headline.starts_with("You are losing")
        );
    });
    // The person's own last move.
    at(
        "#db=db&you=second&from=red:+green:&moves=0-1,2-3,0-2,3-4,1-4",
        |page| async move {
            has_edges(&page, 5).await;
            page.between(2, 4).await;
            has_edges(&page, 6).await;
            assert_eq!(page.text("#headline").await, "You have lost");
            let said = page.text("#say").await;
            assert_eq!(said, "You join 2–4. Green has completed a triangle: 2–3, 2–4, 3–4.");
        },
    );
}

async fn notice(page: &Page) -> String {
    match page.script("return document.querySelector('#notice').hidden").await == true {
        true => String::new(),
        false => page.text("#notice-text").await,
    }
}

#[test]
fn what_an_address_asks_for_and_is_not_there_is_said_until_it_is_closed() {
    let cases = [
        (
            "#db=nothing",
            0,
            "There is no solved game “nothing” here. This is “db”: Sim, n = 5, remoteness.",
        ),
        (
            "#db=db-2&moves=0-1,2-3,0-1,4-5",
            2,
            "The address has 4 moves, of which 2 can be made. The edge 0-1 is already there. Those are shown.",
        ),
        (
            "#db=db-2&moves=0-9",
            0,
            "The address has 1 move, which cannot be made. 0-9 is not a pair of different vertices of 0..5.",
        ),
        (
            "#db=db-2&position=hello",
            0,
            "The address says the position “hello”, which cannot be shown. 'hello' is not graph6: 41 vertices take 138 \
            characters, but there are 5. This is the start of the game.",
        ),
        (
            "#db=db-2&you=third&opponent=God&speed=9",
            0,
            "The address says you=“third”, but you is first, second or both. The address says opponent=“God”, but opponent is \
            perfect, casual, beginner or learner. The address says “speed”, which has no meaning here.",
        ),
        ("#db=db-2&position=0-1&you=both&hints=on&view=board", 1, ""),
    ];
    at("", |page| async move {
        let start = page.script("return location.href.split('#')[0]").await;
        for (address, count, reported) in cases {
            page.client.goto("about:blank").await.unwrap();
            page.client
                .goto(&format!("{}{address}", start.as_str().unwrap()))
                .await
                .unwrap();
            page.until("return document.querySelector('#board .vertex') !== null")
                .await;
            has_edges(&page, count).await;
            assert_eq!(notice(&page).await, reported, "{address}");
        }
        page.script("location.hash = '#db=nothing'").await;
        page.until("return !document.querySelector('#notice').hidden").await;
        page.idle().await;
        page.between(0, 1).await;
        has_edges(&page, 1).await;
        assert!(notice(&page).await.starts_with("There is no solved game"));
        for width in [320, 1280] {
            let misfits = page.misfits(width).await;
            assert_eq!(misfits, json!([]), "{width}: {misfits:#}");
        }
        let found = page.violations().await;
        assert_eq!(found, json!([]), "{found:#}");
        page.picture("notice").await;
        page.click("#notice-close").await;
        assert_eq!(notice(&page).await, "");
    });
}

/// The link that skips to the moves is no place in the game.
#[test]
fn the_skip_link_leaves_the_game_as_it_is() {
    at("#db=db-2&moves=0-1,2-3", |page| async move {
        has_edges(&page, 2).await;
        page.script("document.querySelector('.skip').click()").await;
        assert_eq!(page.script("return document.activeElement.id").await, "moves-title");
        page.idle().await;
        has_edges(&page, 2).await;
        assert!(page.text("#rules").await.starts_with("Triangle"));
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

/// After 0-1 and 2-3 on six vertices the first player wins by 0-2, three moves like it, and 4-5.
#[test]
fn a_typed_game_is_reviewed() {
    at("#db=db-2", |page| async move {
        has_edges(&page, 0).await;
        assert_eq!(
            page.script("return document.querySelector('#review-block').hidden")
                .await,
            true
        );
        page.fill("#typed-moves", "0–1, 2 - 3 0-4").await;
        page.click("#typed button").await;
        has_edges(&page, 3).await;
        page.until("return document.querySelectorAll('#review li').length === 1")
            .await;
        assert_eq!(
            page.text("#review").await,
            "Move 3: The first player threw the win away with 0–4. 0–2 or 4–5, or a move like these, would have kept it. Show move 3"
        );
        let course = "return document.querySelector('#review-plot').getAttribute('aria-label')";
        assert_eq!(
            page.script(course).await,
            "Who wins with best play, from the start on: First, First, First, Second"
        );
        page.click("#review button").await;
        has_edges(&page, 2).await;
        for typed in ["1. 0-1 2-3 2. 0-4", "{(0,1), (2,3), (0,4), (1,5)}"] {
            page.fill("#typed-moves", typed).await;
            page.click("#typed button").await;
            has_edges(&page, if typed.starts_with('1') { 3 } else { 4 }).await;
        }
        page.fill("#typed-moves", "0-1 2-3 0-4").await;
        page.click("#typed button").await;
        has_edges(&page, 3).await;
        // A sentence says what cannot be played, and nothing changes.
        page.fill("#typed-moves", "0-1, 1-2, 0-2").await;
        page.click("#typed button").await;
        page.until("return !document.querySelector('#typed-error').hidden")
            .await;
        let reported = page.text("#typed-error").await;
        assert!(
            reported.starts_with("Move 3: ") && reported.contains("0-1-2"),
            "{reported}"
        );
        has_edges(&page, 3).await;
        page.fill("#typed-moves", "e4 e5").await;
        page.click("#typed button").await;
        page.until("return document.querySelector('#typed-error').textContent.startsWith('An edge')")
            .await;
        assert_eq!(
            page.text("#typed-error").await,
            "An edge is two vertices joined by '-', such as 0-1; several are separated by ','."
        );
    });
}

/// An answer that comes late is about another game by then.
#[test]
fn a_review_of_another_game_is_not_shown() {
    at("#db=db-2&from=-&moves=0-1,2-3,0-4", |page| async move {
        has_edges(&page, 3).await;
        // The next answer waits until `window.answer` is called.
        let late = "const { fetch } = window; window.fetch = (url, options) => { \
            if (!url.includes('/review')) return fetch(url, options); \
            window.fetch = fetch; \
            return new Promise((done) => { window.answer = () => done(fetch(url, options)) }) }";
        page.script(late).await;
        page.click("#review-block summary").await;
        page.until("return window.answer !== undefined").await;
        let rows = "return document.querySelectorAll('#review li').length + document.querySelectorAll('#review-plot *').length";
        assert_eq!(page.script(rows).await, 0);
        page.click("#undo").await;
        has_edges(&page, 2).await;
        page.between(0, 2).await;
        has_edges(&page, 3).await;
        let course = "return document.querySelector('#review-plot').getAttribute('aria-label')";
        let kept = "Who wins with best play, from the start on: First, First, First, First";
        page.until(&format!("{course} === '{kept}'")).await;
        page.script("window.answer()").await;
        tokio::time::sleep(std::time::Duration::from_millis(500)).await;
        assert_eq!(page.script(course).await, kept);
        assert_eq!(
            page.script("return document.querySelector('#review-none').hidden")
                .await,
            false
        );
        // It follows the moves and walks with them.
        page.click("#undo").await;
        has_edges(&page, 2).await;
        page.between(0, 4).await;
        has_edges(&page, 3).await;
        page.until("return document.querySelectorAll('#review li').length === 1")
            .await;
    });
}

/// By keyboard alone: a position, a wrong move, the right one, and the next position.
#[test]
fn an_exercise_has_one_winning_move() {
    at("#db=db-2", |page| async move {
        has_edges(&page, 0).await;
        let says = |headline: &str| format!("return document.querySelector('#headline').textContent === '{headline}'");
        let position = "return document.querySelector('#text').value";
        page.press_here("e").await;
        page.until(&says("Find the winning move")).await;
        page.idle().await;
        let asked = page.script(position).await;
        let hidden =
            "return document.querySelector('#hints').checked || document.querySelector('#moves .wins') !== null";
        assert_eq!(page.script(hidden).await, false);
        let live = "return document.querySelector('#headline').closest('[aria-live]').getAttribute('aria-live')";
        assert_eq!(page.script(live).await, "polite");
        // Which class wins is known once the values are shown.
        page.press_here("h").await;
        page.until("return document.querySelectorAll('#moves .wins').length === 1")
            .await;
        let edge = |css: &str| format!("return document.querySelector('#moves {css}').dataset.edge");
        let (right, wrong) = (page.script(&edge(".wins")).await, page.script(&edge(".loses")).await);
        page.press_here("h").await;
        page.until("return document.querySelectorAll('#moves .wins').length === 0")
            .await;
        for (made, headline) in [(wrong, "Not that one"), (right, "Right")] {
            let focus = format!(
                "document.querySelector('#moves [data-edge=\"{}\"]').focus()",
                made.as_str().unwrap()
            );
            page.script(&focus).await;
            page.press_here("\n").await;
            page.until(&says(headline)).await;
            let detail = page.text("#detail").await;
            assert!(
                detail.starts_with(&made.as_str().unwrap().replace('-', "–")),
                "{detail}"
            );
            assert_eq!(page.text("#exercise").await, "Next one");
            page.idle().await;
            page.press_here("u").await;
            page.until(&says("Find the winning move")).await;
            assert_eq!(page.script(position).await, asked);
        }
        let mut seen = std::collections::BTreeSet::from([asked.to_string()]);
        for _ in 0..12 {
            page.press_here("e").await;
            // What is said of the search goes when the position is there.
            page.until("return document.querySelector('#say').textContent === ''")
                .await;
            page.idle().await;
            assert_eq!(page.script(&says("Find the winning move")).await, true);
            seen.insert(page.script(position).await.to_string());
        }
        let link = page.script("return location.hash").await;
        assert!(link.as_str().unwrap().contains("hints=off"), "{link}");
        assert!(seen.len() > 1, "{seen:?}");
    });
}

#[test]
fn scores_have_no_exercise() {
    let score = Db::solved("triangle", 5, &["--value", "score"]);
    let server = Server::of(&[&score]);
    browser::wait_for(async {
        let page = Page::open(&server.url).await;
        let hidden =
            "return document.querySelector('#exercise').hidden && document.querySelector('#review-block').hidden";
        assert_eq!(page.script(hidden).await, true);
        page.press_here("e").await;
        page.idle().await;
        assert!(page.text("#headline").await.ends_with(" edges at the end"));
    });
}

/// The first database named is shown first; in the list each game has its boards in order.
#[test]
fn databases_are_grouped_by_game_and_ordered_by_n() {
    let [five, grundy] = [&[][..], &["--value", "grundy"]].map(|options| Db::solved("triangle", 5, options));
    let server = Server::of(&[&SOLVED[1], &SOLVED[0], &five, &grundy]);
    browser::wait_for(async {
        let page = Page::open(&server.url).await;
        let groups = "return [...document.querySelectorAll('#db optgroup')].map((group) => \
            [group.label, ...[...group.children].map((option) => option.textContent)])";
        assert_eq!(
            page.script(groups).await,
            json!([
                [
                    "Triangle avoidance game",
                    "Triangle avoidance game, n = 5",
                    "Triangle avoidance game, n = 5, grundy",
                    "Triangle avoidance game, n = 6"
                ],
                ["Sim", "Sim, n = 5, remoteness"],
            ])
        );
        assert!(
            page.text("#rules")
                .await
                .starts_with("Triangle avoidance game on 6 vertices")
        );
        assert_eq!(page.script("return document.querySelector('#db').value").await, "db db");
    });
}
