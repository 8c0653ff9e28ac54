//! The page of `retrograph serve` in a real browser: headless Chromium, driven by chromedriver.
//!
//! Pictures of what was seen are left in the target folder, below `tmp/page`.

mod browser;
mod program;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use browser::Page;
use fantoccini::key::Key;
use program::{Db, Server, edges, legal_moves, with_edge};
use serde_json::{Value, json};

/// The databases all tests look at.
struct Solved {
    eight: Db,
    remoteness: Db,
    score: Db,
}

static SOLVED: LazyLock<Solved> = LazyLock::new(|| Solved {
    eight: Db::solved("triangle", 8, &[]),
    remoteness: Db::solved("avoid:C4", 6, &["--value", "remoteness"]),
    score: Db::solved("triangle", 6, &["--value", "score"]),
});

/// Runs a test in a browser of its own.
fn in_browser<F: Future<Output = ()>>(test: impl FnOnce(Page, String) -> F) {
    let server = Server::of(&[&SOLVED.eight, &SOLVED.remoteness, &SOLVED.score]);
    browser::wait_for(async {
        let page = Page::open(&server.url).await;
        test(page, server.url.clone()).await;
    });
}

/// The value of each position by `retrograph query`.
fn queried(positions: &[String]) -> BTreeMap<String, String> {
    let lines = SOLVED.eight.run("query", &[], &positions.join("\n"));
    let pairs = lines.lines().map(|line| line.split_once(' ').unwrap());
    pairs.map(|(position, value)| (position.into(), value.into())).collect()
}

fn size(graph6: &str) -> usize {
    edges(graph6).1.len()
}

/// Every value that the page shows is what `query` says: of the position, of each move in the list, and of each line on
/// the board, which are all legal moves and no other.
async fn shown_values_are_right(page: &Page) -> String {
    let shown = page.script(include_str!("browser/shown.js")).await;
    let position = shown["position"].as_str().unwrap().to_string();
    let legal = legal_moves(&position);
    let after = |name: &str| with_edge(&position, name);
    let moves: Vec<(&str, &str)> = pairs(&shown["moves"]);
    let lines: Vec<(&str, &str)> = pairs(&shown["lines"]);
    let mut asked: Vec<String> = moves.iter().chain(&lines).map(|(name, _)| after(name)).collect();
    asked.push(position.clone());
    let values = queried(&asked);
    assert_eq!(shown["value"], values[&position]);
    for (name, value) in moves {
        assert_eq!(value, values[&after(name)], "{name} of {position}");
    }
    for &(name, tone) in &lines {
        let expected = if values[&after(name)] == "P" { "wins" } else { "loses" };
        assert_eq!(tone, expected, "{name} of {position}");
    }
    let mut drawn: Vec<String> = lines.iter().map(|(name, _)| name.to_string()).collect();
    drawn.sort();
    let mut expected = legal.clone();
    expected.sort();
    assert_eq!(drawn, expected, "{position}");
    let headline = shown["headline"].as_str().unwrap();
    let says_win = match values[&position].as_str() {
        _ if legal.is_empty() => return position,
        "N" => ["The player to move wins", "You are winning"],
        _ => ["The player to move loses", "You are losing"],
    };
    assert!(says_win.contains(&headline), "{headline} of {position}");
    position
}

fn pairs(list: &Value) -> Vec<(&str, &str)> {
    let list = list.as_array().unwrap().iter();
    list.map(|pair| (pair[0].as_str().unwrap(), pair[1].as_str().unwrap()))
        .collect()
}

#[test]
fn a_game_against_the_perfect_opponent_shows_right_values_and_is_lost_after_one_mistake() {
    in_browser(|page, _url| async move {
        page.picture("begin").await;
        shown_values_are_right(&page).await;
        // n = 8 is a win of the second player. Right answers while there are few edges, then one mistake, and the
        // computer does not let go.
        page.click("[name=player][value=second] + span").await;
        page.until("return document.querySelectorAll('#board .edge').length === 1")
            .await;
        page.idle().await;
        assert!(page.text("#say").await.contains("sets a trap"));
        let mut mistakes = 0;
        let end = loop {
            let position = shown_values_are_right(&page).await;
            let listed = page
                .script(
                    "return [...document.querySelectorAll('#moves li')].map((li) => \
                [li.dataset.edge, li.dataset.value])",
                )
                .await;
            let moves = pairs(&listed);
            if moves.is_empty() {
                break position;
            }
            let made = size(&position);
            let wanted = if made < 5 || mistakes > 0 { "P" } else { "N" };
            let (edge, value) = moves.iter().find(|(_, value)| *value == wanted).unwrap_or(&moves[0]);
            mistakes += u32::from(*value == "N");
            page.click(&format!("#moves li[data-edge='{edge}']")).await;
            page.until(&format!(
                "const [moves, edges] = ['#moves li', '#board .edge'].map((each) => \
                    document.querySelectorAll(each).length); \
                 return edges >= {} || (moves === 0 && edges > {made})",
                made + 2
            ))
            .await;
            page.idle().await;
            if made == 5 {
                page.picture("game").await;
            }
        };
        assert!(mistakes > 0);
        assert_eq!(legal_moves(&end), Vec::<String>::new());
        assert_eq!(page.text("#headline").await, "You have lost");
        page.picture("lost").await;
        // Back to one's own last turn, and again to the end.
        page.click("#undo").await;
        page.idle().await;
        let before = shown_values_are_right(&page).await;
        assert!(size(&before) < size(&end) && size(&before) % 2 == 1, "{before} {end}");
        page.click("#redo").await;
        page.idle().await;
        assert_eq!(page.text("#headline").await, "You have lost");
    });
}

#[test]
fn as_second_player_without_hints_nothing_is_given_away() {
    in_browser(|page, _url| async move {
        page.click("#hints").await;
        page.click("[name=player][value=second] + span").await;
        page.until("return document.querySelectorAll('#board .edge').length === 1")
            .await;
        page.idle().await;
        let given = page
            .script(
                "return [document.querySelectorAll('#board .candidate').length, \
            document.querySelectorAll('#moves .wins, #moves .loses, #moves [data-value]').length, \
            document.querySelector('#headline').textContent, document.querySelector('#detail').textContent]",
            )
            .await;
        assert_eq!(given, json!([0, 0, "Your move", ""]));
        page.picture("without-hints").await;
    });
}

#[test]
fn positions_are_pasted_copied_shared_and_refused() {
    in_browser(|page, url| async move {
        page.fill("#text", "0-1,1-2,3-4").await;
        page.press("#text", &Key::Enter.to_string()).await;
        page.until("return document.querySelectorAll('#board .edge').length === 3")
            .await;
        let position = shown_values_are_right(&page).await;
        assert_eq!(edges(&position).1, [(0, 1), (1, 2), (3, 4)]);
        // A link is the whole state, for whoever opens it.
        let link = page.client.current_url().await.unwrap();
        let other = Page::open(link.as_str()).await;
        assert_eq!(shown_values_are_right(&other).await, position);
        assert_eq!(
            other.text("#facts code").await,
            SOLVED.eight.json("query", &[&position])["canonical"]
        );
        other.click("#canonical").await;
        other
            .until("return document.querySelector('#text').value === document.querySelector('#facts code').textContent")
            .await;
        other.close().await;
        // Of another database too.
        let elsewhere = Page::open(&format!("{}#db=db-3&position=0-1", url)).await;
        elsewhere
            .until("return document.querySelectorAll('#board .edge').length === 1")
            .await;
        let reported: Value = SOLVED.score.json("query", &["0-1"]);
        assert_eq!(
            elsewhere.text("#headline").await,
            format!("{} edges at the end", reported["min"])
        );
        elsewhere.picture("scores").await;
        elsewhere.close().await;
        // What is no position says why and changes nothing.
        for (text, why) in [
            ("0-1,1-2,0-2", "it contains the triangle 0-1-2"),
            ("hello", "is not graph6"),
            ("D??", "5 vertices"),
        ] {
            page.fill("#text", text).await;
            page.press("#text", &Key::Enter.to_string()).await;
            page.until(&format!(
                "return document.querySelector('#paste-error').textContent.includes({})",
                json!(why)
            ))
            .await;
            assert_eq!(
                page.script("return document.querySelectorAll('#board .edge').length")
                    .await,
                3
            );
        }
        // An error does not outlive what was wrong.
        page.fill("#text", &position).await;
        page.press("#text", &Key::Enter.to_string()).await;
        page.until("return document.querySelector('#paste-error').hidden").await;
        page.idle().await;
        page.click("#copy").await;
        page.until("return /copied|copy it/.test(document.querySelector('#say').textContent)")
            .await;
        // A browser may refuse the clipboard; then the text stands selected in the field.
        if page.text("#say").await.ends_with("copied.") {
            page.fill("#text", "").await;
            page.press("#text", &(Key::Control + "v")).await;
        }
        let text = page.script("return document.querySelector('#text').value").await;
        assert_eq!(text, position);
    });
}

#[test]
fn an_illegal_move_says_why_and_shows_the_triangle() {
    in_browser(|page, _url| async move {
        page.fill("#text", "0-1,1-2,2-3").await;
        page.press("#text", &Key::Enter.to_string()).await;
        page.until("return document.querySelectorAll('#board .edge').length === 3")
            .await;
        page.settled().await;
        page.vertex(0).await;
        page.vertex(2).await;
        page.until("return document.querySelectorAll('#board line.witness').length === 3")
            .await;
        assert_eq!(
            page.text("#say").await,
            "After 0-2 the graph would be illegal: it contains the triangle 0-1-2"
        );
        let witness = page
            .script(
                "return [...document.querySelectorAll('#board line.witness')].map((line) => line.dataset.edge).sort()",
            )
            .await;
        assert_eq!(witness, json!(["0-1", "0-2", "1-2"]));
        page.picture("illegal").await;
        // The next legal one takes it away. 3 and 0 are joined by a click on the line between them.
        page.script("window.before = document.querySelectorAll('#board .edge').length")
            .await;
        page.between(0, 5).await;
        page.until(
            "return document.querySelectorAll('#board .edge').length === 4 && \
            !document.querySelector('#board line.witness')",
        )
        .await;
        shown_values_are_right(&page).await;
    });
}

#[test]
fn vertices_are_dragged_laid_out_and_shaken() {
    in_browser(|page, _url| async move {
        page.fill("#text", "0-1,1-2,2-3,3-4,4-0,5-6").await;
        page.press("#text", &Key::Enter.to_string()).await;
        page.until("return document.querySelectorAll('#board .edge').length === 6")
            .await;
        page.settled().await;
        let circle = page.places().await;
        let position = shown_values_are_right(&page).await;
        page.click("#shake").await;
        page.settled().await;
        let shaken = page.places().await;
        assert!(
            circle.iter().zip(&shaken).all(|(before, after)| before != after),
            "{circle:?} {shaken:?}"
        );
        let sorted = |places: &[String]| {
            let mut places = places.to_vec();
            places.sort();
            places
        };
        assert_eq!(sorted(&circle), sorted(&shaken));
        for layout in ["springs", "sides"] {
            page.click(&format!("[data-layout={layout}]")).await;
            page.settled().await;
            page.picture(layout).await;
            let places = page.places().await;
            assert_ne!(places, shaken);
            let mut apart = sorted(&places);
            apart.dedup();
            assert_eq!(apart.len(), 8, "{layout}");
        }
        page.drag(3, (40, -60)).await;
        let dragged = page.places().await;
        let moved = page
            .script("return document.querySelector('[data-layout=sides]').getAttribute('aria-pressed')")
            .await;
        assert_eq!(moved, "false");
        page.click("[data-layout=circle]").await;
        page.settled().await;
        assert_ne!(page.places().await[3], dragged[3]);
        assert_eq!(page.places().await, circle);
        assert_eq!(shown_values_are_right(&page).await, position);
        // Shaking after every move.
        page.click("#always-shake").await;
        page.click("#moves li").await;
        page.until("return document.querySelectorAll('#board .edge').length === 7")
            .await;
        page.settled().await;
        assert_ne!(page.places().await, circle);
    });
}

#[test]
fn levels_are_drawn_as_stats_counts_them() {
    in_browser(|page, _url| async move {
        page.click("#tab-levels").await;
        page.until("return document.querySelectorAll('.chart svg').length === 3")
            .await;
        page.picture("levels").await;
        let stats = SOLVED.eight.json("stats", &[]);
        let reported: Vec<Value> = stats["levels"]
            .as_array()
            .unwrap()
            .iter()
            .map(|level| json!([level["edges"], level["p"], level["n"], level["saturated"]]))
            .collect();
        let rows = page
            .script(
                "return [...document.querySelectorAll('.levels table tr')].slice(1).map((tr) => \
            [...tr.cells].map((td) => Number(td.textContent.replaceAll(',', '')))) \
            .map(([edges, , p, n, saturated]) => [edges, p, n, saturated])",
            )
            .await;
        assert_eq!(rows, Value::Array(reported));
        // Bars are as high as the shares, lines as the logarithms.
        let bars = page
            .script(
                "const bars = [...document.querySelectorAll('.p-bar')]; const full = \
            document.querySelector('.rest').height.baseVal.value; \
            return bars.map((bar) => [bar.height.baseVal.value / full, Number(bar.dataset.share)])",
            )
            .await;
        for bar in bars.as_array().unwrap() {
            assert!(
                (bar[0].as_f64().unwrap() - bar[1].as_f64().unwrap()).abs() < 1e-4,
                "{bar}"
            );
        }
        let with_p = stats["levels"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|level| level["p"] != 0)
            .count();
        assert_eq!(bars.as_array().unwrap().len(), with_p);
        let heights = page
            .script(
                "return ['p', 'n'].map((name) => \
            [...document.querySelectorAll(`.${name}-dot:not(.sample)`)].map((dot) => dot.cy.baseVal.value))",
            )
            .await;
        for (name, heights) in ["p", "n"].iter().zip(heights.as_array().unwrap()) {
            let counts: Vec<u64> = stats["levels"]
                .as_array()
                .unwrap()
                .iter()
                .rev()
                .map(|level| level[name].as_u64().unwrap())
                .collect();
            let heights: Vec<f64> = heights
                .as_array()
                .unwrap()
                .iter()
                .map(|height| height.as_f64().unwrap())
                .collect();
            assert_eq!(counts.len(), heights.len());
            for (i, j) in (0..counts.len()).flat_map(|i| (0..i).map(move |j| (i, j))) {
                assert_eq!(
                    counts[i].cmp(&counts[j]),
                    heights[j].partial_cmp(&heights[i]).unwrap(),
                    "{name} {counts:?} {heights:?}"
                );
            }
        }
    });
}

#[test]
fn all_can_be_done_by_keyboard() {
    in_browser(|page, _url| async move {
        let body = "body";
        page.press(body, "m").await;
        let focused = "return document.activeElement.dataset.edge ?? document.activeElement.dataset.vertex ?? \
            document.activeElement.id";
        let first = page.script(focused).await;
        page.press_here(&Key::Enter.to_string()).await;
        page.until("return document.querySelectorAll('#board .edge').length === 1")
            .await;
        assert_eq!(
            page.script("return document.querySelector('#board .edge').dataset.edge")
                .await,
            first
        );
        // The list keeps the focus; down to the second move.
        page.idle().await;
        page.press_here(&Key::Down.to_string()).await;
        let second = page.script(focused).await;
        assert_eq!(
            page.script("return document.querySelectorAll('#moves li')[1].dataset.edge")
                .await,
            second
        );
        page.press_here(" ").await;
        page.until("return document.querySelectorAll('#board .edge').length === 2")
            .await;
        page.idle().await;
        page.press_here("u").await;
        page.until("return document.querySelectorAll('#board .edge').length === 1")
            .await;
        page.press_here("r").await;
        page.until("return document.querySelectorAll('#board .edge').length === 2")
            .await;
        page.press_here("n").await;
        page.until("return document.querySelectorAll('#board .edge').length === 0")
            .await;
        page.idle().await;
        // Two vertices, joined.
        page.press_here("v").await;
        page.press_here(&Key::Enter.to_string()).await;
        page.press_here(&format!("{}{}{}", Key::Right, Key::Right, Key::Right))
            .await;
        page.press_here(&Key::Enter.to_string()).await;
        page.until("return document.querySelector('#board .edge')?.dataset.edge === '0-3'")
            .await;
        page.idle().await;
        page.press_here("o").await;
        page.until("return document.querySelectorAll('#board .edge').length === 2")
            .await;
        page.idle().await;
        shown_values_are_right(&page).await;
        page.press_here("h").await;
        assert_eq!(
            page.script("return document.querySelectorAll('#board .candidate').length")
                .await,
            0
        );
        page.press_here("h").await;
        page.press_here("?").await;
        page.until("return document.querySelector('#help').open").await;
        page.picture("help").await;
        page.press_here(&Key::Escape.to_string()).await;
        page.until("return !document.querySelector('#help').open").await;
        page.press_here("2").await;
        page.until("return !document.querySelector('#view-levels').hidden")
            .await;
        page.press_here("1").await;
        page.until("return document.querySelector('#view-levels').hidden").await;
    });
}

#[test]
fn a_phone_has_room_for_all_and_dark_is_dark() {
    in_browser(|page, url| async move {
        page.fill("#text", "0-1,1-2,2-3,4-5").await;
        page.press("#text", &Key::Enter.to_string()).await;
        page.until("return document.querySelectorAll('#board .edge').length === 4")
            .await;
        let light = page
            .script("return getComputedStyle(document.body).backgroundColor")
            .await;
        page.click("#theme").await;
        page.settled().await;
        let dark = page
            .script("return getComputedStyle(document.body).backgroundColor")
            .await;
        assert!(brightness(&light) > 200 && brightness(&dark) < 60, "{light} {dark}");
        page.picture("dark").await;
        page.click("#tab-levels").await;
        page.until("return document.querySelectorAll('.chart svg').length === 3")
            .await;
        page.picture("levels-dark").await;
        page.click("#tab-board").await;
        // It is remembered.
        let again = Page::open(&url).await;
        assert_eq!(
            brightness(
                &again
                    .script("return getComputedStyle(document.body).backgroundColor")
                    .await
            ),
            brightness(&light)
        );
        again.close().await;
        page.client.refresh().await.unwrap();
        page.idle().await;
        page.settled().await;
        assert_eq!(
            page.script("return getComputedStyle(document.body).backgroundColor")
                .await,
            dark
        );
        page.click("#theme").await;

        page.phone().await;
        page.client.refresh().await.unwrap();
        page.idle().await;
        page.settled().await;
        // Nothing sticks out, and what fingers press is large enough.
        let wide = page
            .script("return [document.documentElement.scrollWidth, innerWidth]")
            .await;
        assert_eq!(wide[0], wide[1]);
        assert_eq!(wide[1], 390);
        let small = page
            .script(
                "return [...document.querySelectorAll('main button, main select, #moves \
            li')].filter((each) => each.offsetParent && each.getBoundingClientRect().height < 32) \
            .map((each) => each.outerHTML)",
            )
            .await;
        assert_eq!(small, json!([]));
        page.picture("phone").await;
        page.whole_picture("phone-whole").await;
        page.click("#tab-levels").await;
        page.until("return document.querySelectorAll('.chart svg').length === 3")
            .await;
        assert_eq!(page.script("return document.documentElement.scrollWidth").await, 390);
        page.whole_picture("phone-levels").await;
    });
}

/// Of a colour such as `rgb(20, 22, 26)`, 0 to 255.
fn brightness(colour: &Value) -> u32 {
    let text = colour
        .as_str()
        .unwrap()
        .trim_start_matches("rgb(")
        .trim_end_matches(')');
    text.split(", ").map(|part| part.parse::<u32>().unwrap()).sum::<u32>() / 3
}

#[test]
fn everything_has_a_name_and_colours_can_be_read() {
    in_browser(|page, _url| async move {
        page.fill("#text", "0-1,1-2").await;
        page.press("#text", &Key::Enter.to_string()).await;
        page.until("return document.querySelectorAll('#board .edge').length === 2")
            .await;
        page.settled().await;
        for theme in ["light", "dark"] {
            page.script(&format!("document.documentElement.dataset.theme = '{theme}'"))
                .await;
            page.settled().await;
            let faults = page.script(include_str!("browser/readable.js")).await;
            assert_eq!(faults, json!([]), "{theme}");
        }
        assert_eq!(
            page.script("return document.querySelector('[data-vertex=\"1\"]').getAttribute('aria-label')")
                .await,
            "vertex 1, joined to 0, 2"
        );
    });
}

#[test]
fn the_api_page_shows_every_request() {
    in_browser(|page, url| async move {
        page.client.goto(&format!("{}api", url)).await.unwrap();
        page.until("return document.querySelectorAll('.docs article').length > 10")
            .await;
        let text = page.text("#docs").await;
        let api: Value = serde_json::from_str(include_str!("../../docs/openapi.json")).unwrap();
        for (path, _) in api["paths"].as_object().unwrap() {
            assert!(text.contains(path), "{path}");
        }
        for (name, _) in api["components"]["schemas"].as_object().unwrap() {
            assert!(text.contains(name), "{name}");
        }
        page.picture("api").await;
    });
}

/// Two-colour games are drawn in their colours as soon as a server has some; here the page gets one by hand.
#[test]
fn two_colours_are_drawn_and_written() {
    in_browser(|page, _url| async move {
        let drawn = page
            .client
            .execute_async(include_str!("browser/colours.js"), vec![])
            .await
            .unwrap();
        let expected = json!({
            "edges": [["0-1", "edge red"], ["1-2", "edge green"], ["2-3", "edge red last"]],
            "next": "green",
            "tones": ["wins", "ties", "loses"],
        });
        assert_eq!(drawn, expected);
        page.picture("two-colours").await;
    });
}
