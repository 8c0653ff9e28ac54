//! The opponent that learns and the hall of fame, on the page of the server: what they keep in the browser, and what is
//! left of them when that was damaged.

mod browser;
mod program;

use std::sync::LazyLock;

use browser::Page;
use program::{Db, Server};
use serde_json::{Value, json};

/// The triangle game on six vertices, one with moves of several edges, and one with scores, in this order.
static SOLVED: LazyLock<[Db; 3]> = LazyLock::new(|| {
    [
        Db::solved("triangle", 6, &[]),
        Db::solved("sim-plus", 4, &[]),
        Db::solved("triangle", 5, &["--value", "score"]),
    ]
});

/// Where the first database's learner is kept.
const KEPT: &str = "retrograph.learner db triangle n=6 normal outcome";

fn at<F: Future<Output = ()>>(test: impl FnOnce(Page) -> F) {
    let server = Server::of(&SOLVED.iter().collect::<Vec<_>>());
    browser::wait_for(async {
        let page = Page::open(&server.url).await;
        page.idle().await;
        test(page).await;
    });
}

async fn choose(page: &Page, select: &str, value: &str) {
    let script = format!(
        "const select = document.querySelector('{select}'); select.value = '{value}'; \
         select.dispatchEvent(new Event('change', {{bubbles: true}})); return select.value"
    );
    assert_eq!(page.script(&script).await, value);
}

/// What the learner of the first database knows.
async fn kept(page: &Page) -> Value {
    let script = include_str!("browser/learned.js").replace("KEY", &json!(KEPT).to_string());
    page.script(&script).await
}

async fn keep(page: &Page, key: &str, text: &str) {
    page.script(&format!("localStorage.setItem({}, {})", json!(key), json!(text)))
        .await;
}

async fn reload(page: &Page) {
    page.client.refresh().await.unwrap();
    page.until(
        "return Boolean(document.querySelector('#learner-words')?.textContent && document.querySelector('#board .vertex'))",
    )
    .await;
    page.idle().await;
}

/// Plays the best moves to the end as the first player.
async fn play(page: &Page) -> String {
    for _ in 0..20 {
        page.until("return document.documentElement.dataset.state === 'idle' && !document.querySelector('#turn').textContent.includes('computer')")
            .await;
        let best = "const edges = document.querySelectorAll('#board .edge').length; \
            const li = document.querySelector('#moves li.wins') ?? document.querySelector('#moves li'); li?.click(); return li ? edges : null";
        let Some(edges) = page.script(best).await.as_u64() else {
            break;
        };
        page.until(&format!(
            "return document.querySelectorAll('#board .edge').length > {edges}"
        ))
        .await;
    }
    page.text("#headline").await
}

/// Lets the learner play, and waits for the end.
async fn train(page: &Page, games: u64) {
    page.click("#learner-train").await;
    page.until("return document.querySelector('#learner-block').dataset.state === 'idle'")
        .await;
    assert_eq!(kept(page).await["games"], games);
}

#[test]
fn it_learns_on_the_page_of_the_server_and_is_kept() {
    at(|page| async move {
        page.until("return !document.querySelector('#learner-block').hidden")
            .await;
        page.click("#learner-block summary").await;
        train(&page, 100).await;
        let history = kept(&page).await["history"].clone();
        let measured: Vec<u64> = history
            .as_array()
            .unwrap()
            .iter()
            .map(|row| row[0].as_u64().unwrap())
            .collect();
        assert_eq!(measured, [0, 25, 50, 75, 100]);
        let dots = "return [document.querySelectorAll('#learner-plot circle').length, document.querySelector('#learner-plot').getAttribute('aria-label')]";
        let drawn = page.script(dots).await;
        assert_eq!(drawn[0], 5);
        let last = format!("{} of 20 after 100", history[4][2]);
        assert!(drawn[1].as_str().unwrap().ends_with(&last), "{drawn}");
        let words = page.text("#learner-words").await;
        assert!(words.starts_with("It has learned from 100 games"), "{words}");
        reload(&page).await;
        assert_eq!(page.text("#learner-words").await, words);
        // A click stops it, and what it has learned stays.
        page.click("#learner-block summary").await;
        page.script("const train = document.querySelector('#learner-train'); train.click(); train.click()")
            .await;
        page.until("return document.querySelector('#learner-block').dataset.state === 'idle'")
            .await;
        let games = kept(&page).await["games"].as_u64().unwrap();
        assert!((100..200).contains(&games), "{games}");
        page.click("#learner-forget").await;
        assert_eq!(kept(&page).await["table"], json!([]));
        assert_eq!(
            page.script("return document.querySelector('#learner-plot').hasAttribute('hidden')")
                .await,
            true
        );
    });
}

#[test]
fn it_learns_from_the_games_against_it() {
    at(|page| async move {
        page.until("return !document.querySelector('#strength-learner').hidden")
            .await;
        page.click("#players label:nth-of-type(2)").await;
        choose(&page, "#strength", "learner").await;
        let headline = play(&page).await;
        assert!(["You have won", "You have lost"].contains(&&headline[..]), "{headline}");
        let learned = kept(&page).await;
        assert_eq!(learned["games"], 1);
        let edges = page
            .script("return document.querySelectorAll('#board .edge').length")
            .await;
        assert_eq!(
            learned["table"].as_array().unwrap().len() as u64,
            edges.as_u64().unwrap()
        );
        // Neither taking back nor a reload repeats the lesson.
        page.click("#undo").await;
        page.click("#redo").await;
        page.idle().await;
        assert_eq!(kept(&page).await["games"], 1);
        page.click("#new").await;
        play(&page).await;
        assert_eq!(kept(&page).await["games"], 2);
    });
}

#[test]
fn games_that_cannot_be_learned_do_not_offer_it() {
    at(|page| async move {
        page.until("return !document.querySelector('#strength-learner').hidden")
            .await;
        choose(&page, "#strength", "learner").await;
        for name in ["db-2", "db-3"] {
            page.script(&format!("location.hash = '#db={name}'")).await;
            page.until("return document.querySelector('#strength-learner').hidden && document.querySelector('#strength').value === 'perfect'")
                .await;
            assert_eq!(
                page.script("return document.querySelector('#learner-block').hidden")
                    .await,
                true
            );
            page.idle().await;
            page.script("location.hash = '#db=db'").await;
            page.until("return !document.querySelector('#strength-learner').hidden")
                .await;
            page.idle().await;
            choose(&page, "#strength", "learner").await;
        }
        // From the list the opponent is taken along, and it is said that it cannot come.
        choose(&page, "#db", "db db-2").await;
        page.until("return !document.querySelector('#notice').hidden").await;
        assert_eq!(
            page.text("#notice-text").await,
            "The opponent that learns cannot play this game: the computer never errs."
        );
        assert_eq!(
            page.script("return document.querySelector('#strength').value").await,
            "perfect"
        );
    });
}

#[test]
fn a_winner_enters_a_name_that_survives_a_reload() {
    at(|page| async move {
        page.click("#players label:nth-of-type(2)").await;
        choose(&page, "#strength", "beginner").await;
        let hidden = "return document.querySelector('#fame-form').hidden";
        for _ in 0..8 {
            assert_eq!(page.script(hidden).await, true);
            if play(&page).await == "You have won" {
                break;
            }
            page.click("#new").await;
        }
        assert_eq!(page.script(hidden).await, false);
        // Most names are seen whole where they are entered, on a phone too.
        for width in [1280, 390] {
            page.wide(width).await;
            let field = "return document.querySelector('#fame-name').getBoundingClientRect().width";
            let field = page.script(field).await.as_f64().unwrap();
            assert!(field > 200.0, "{width}: {field}");
        }
        page.wide(1280).await;
        // By the keyboard, and a name that would be a script.
        let name = "<img src=x onerror=alert(1)>";
        page.fill("#fame-name", name).await;
        page.press("#fame-name", "\u{e007}").await;
        let rows = "return [...document.querySelectorAll('#fame-rows tr')].map((row) => [...row.cells].map((cell) => cell.textContent))";
        let shown = page.script(rows).await;
        assert_eq!(shown[0][0], name);
        assert_eq!(shown[0][1], "Triangle avoidance game, n = 6");
        assert_eq!(shown[0][2], "a beginner");
        let edges = page
            .script("return document.querySelectorAll('#board .edge').length")
            .await;
        assert_eq!(shown[0][3], edges.to_string());
        assert_eq!(shown[0][4].as_str().unwrap().len(), 10);
        assert_eq!(
            page.script("return document.querySelectorAll('#fame-block img').length")
                .await,
            0
        );
        assert_eq!(page.script(hidden).await, true);
        // The same game is entered once.
        page.click("#undo").await;
        page.click("#redo").await;
        page.idle().await;
        assert_eq!(page.script(hidden).await, true);
        reload(&page).await;
        assert_eq!(page.script(rows).await, shown);
        assert_eq!(page.script(hidden).await, true);
        page.narrow().await;
        for block in ["#fame-block", "#learner-block"] {
            page.script(&format!("document.querySelector('{block}').open = true"))
                .await;
        }
        page.settled().await;
        let out = "return [...document.querySelectorAll('body *')].filter((each) => each.checkVisibility() && !each.closest('.scroll') && \
            getComputedStyle(each).position !== 'absolute' && each.getBoundingClientRect().right > 320.5).map((each) => each.outerHTML.slice(0, 80))";
        assert_eq!(page.script(out).await, json!([]));
        page.whole_picture("fame-and-learner").await;
        // Rows of older versions, which had the words of the menu.
        let before = json!({"version": 1, "rows": [["A", "Sim, n = 6", "never errs", 7, "2026-01-01"], ["B", "Sim, n = 6", "errs sometimes", 7, "2026-01-01"], ["C", "Sim, n = 6", "is a beginner", 7, "2026-01-01"]]});
        keep(&page, "retrograph.fame", &before.to_string()).await;
        reload(&page).await;
        let opponents = "return [...document.querySelectorAll('#fame-rows tr')].map((row) => row.cells[2].textContent)";
        assert_eq!(
            page.script(opponents).await,
            json!(["a perfect player", "a player who errs sometimes", "a beginner"])
        );
        page.click("#fame-block summary").await;
        page.click("#fame-clear").await;
        assert_eq!(page.script(rows).await, json!([]));
        reload(&page).await;
        assert_eq!(page.script(rows).await, json!([]));
    });
}

#[test]
fn hostile_storage_is_ignored_and_replaced() {
    at(|page| async move {
        // It would be taken without a change.
        page.until("return !document.querySelector('#learner-block').hidden")
            .await;
        page.click("#learner-block summary").await;
        train(&page, 100).await;
        let ours = page
            .script(&format!("return localStorage.getItem({})", json!(KEPT)))
            .await;
        let ours = ours.as_str().unwrap();
        reload(&page).await;
        assert!(page.text("#learner-words").await.contains("from 100 games and knows"));
        // As earlier pages kept it.
        let older = json!({"version": 1, "words": "triangle n=6 normal outcome", "seed": 1, "games": 3, "history": [[0, 20, 4]], "table": [["E???", 5, 1]]});
        let hostile = [
            String::new(),
            "null".into(),
            "7".into(),
            "\u{1f600}".into(),
            older.to_string(),
            ours[4..].into(),
            ours[..ours.len() - 4].into(),
            format!("{ours}AAAA"),
            format!(
                "{}{}{}",
                &ours[..400],
                if &ours[400..401] == "A" { "B" } else { "A" },
                &ours[401..]
            ),
            "A".repeat(1_000_000),
        ];
        let fame: [String; 5] = [
            "{".into(),
            json!({"version": 9, "rows": [["a", "b", "c", 1, "d"]]}).to_string(),
            json!({"version": 1, "rows": 3}).to_string(),
            json!({"version": 1, "rows": [null, 3, ["a"], ["a", "b", "c", "d", "e"], ["x".repeat(1_000), "b", "c", 1, "d"]]}).to_string(),
            json!({"version": 1, "rows": {"filter": 1}}).to_string(),
        ];
        for (i, text) in hostile.iter().enumerate() {
            keep(&page, KEPT, text).await;
            keep(&page, "retrograph.fame", &fame[i % fame.len()]).await;
            reload(&page).await;
            let said = page.text("#learner-words").await;
            assert_eq!(
                said, "It has learned from 0 games and knows 0 positions.",
                "{text:.200}"
            );
            assert_eq!(
                page.script("return document.querySelectorAll('#fame-rows tr').length")
                    .await,
                0
            );
        }
        page.until("return !document.querySelector('#learner-block').hidden")
            .await;
        page.click("#learner-block summary").await;
        train(&page, 100).await;
        let errors = page.logged("browser").await;
        assert!(errors.iter().all(|entry| entry["level"] != "SEVERE"), "{errors:?}");
    });
}
