//! The page of proofs in a real browser: the person loses, sees what the proof says, and sees the winning set.

mod browser;
mod program;

use browser::Page;
use program::{Db, Proof, Server};
use serde_json::Value;

fn in_browser<F: Future<Output = ()>>(server: &Server, test: impl FnOnce(Page) -> F) {
    browser::wait_for(async {
        test(Page::open(&server.url).await).await;
    });
}

/// A seeded generator of numbers below a bound.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        ((self.0 >> 33) % bound as u64) as usize
    }
}

/// The moves in the list, each with the words beside it.
async fn listed(page: &Page) -> Vec<(String, String)> {
    // What is the same of all moves is said once, above them.
    let script = "const all = /(?:each a|,) (proven loss|proven win|not in the proof)$/.exec(document.querySelector('#moves-title').textContent); \
        return [...document.querySelectorAll('#moves li')].map((item) => \
        [item.dataset.move, item.querySelector('.worth').textContent || (all ? all[1] : '')])";
    serde_json::from_value(page.script(script).await).unwrap()
}

/// The edges drawn with these classes.
async fn drawn(page: &Page, selector: &str) -> Vec<(usize, usize)> {
    let script = format!("return [...document.querySelectorAll('#board {selector}')].map((line) => line.dataset.edge)");
    let names: Vec<String> = serde_json::from_value(page.script(&script).await).unwrap();
    names.iter().map(|name| ends(name)).collect()
}

fn ends(name: &str) -> (usize, usize) {
    let (u, v) = name.split_once('-').unwrap();
    (u.parse().unwrap(), v.parse().unwrap())
}

/// Whether the edges are one cycle through `n` vertices.
fn is_hamilton_cycle(edges: &[(usize, usize)], n: usize) -> bool {
    let (mut at, mut before, mut seen) = (0, None, 0);
    loop {
        let joined: Vec<usize> = (0..edges.len())
            .filter(|&e| edges[e].0 == at || edges[e].1 == at)
            .collect();
        if joined.len() != 2 {
            return false;
        }
        let next = *joined.iter().find(|&&e| Some(e) != before).unwrap();
        at = edges[next].0 + edges[next].1 - at;
        before = Some(next);
        seen += 1;
        if at == 0 {
            return seen == n && edges.len() == n;
        }
    }
}

/// Breaker's moves at random, half of them on the board and half in the list; then the end is drawn.
async fn lose(page: &Page, n: usize, seed: u64) {
    let mut random = Random(seed);
    for turn in 0.. {
        page.idle().await;
        if page.script("return document.documentElement.dataset.over").await == "true" {
            break;
        }
        let moves = listed(page).await;
        assert!(moves.iter().all(|(_, words)| words == "proven loss"), "{moves:?}");
        let (step, _) = &moves[random.below(moves.len())];
        assert_eq!(page.text("#headline").await, "You are losing");
        assert!(
            page.text("#detail")
                .await
                .contains("every move of Breaker is a proven loss")
        );
        if turn % 2 == 0 {
            let (u, v) = ends(step);
            page.script("document.getElementById('board').scrollIntoView()").await;
            page.vertex(u).await;
            page.vertex(v).await;
        } else {
            page.click(&format!("[data-move='{step}']")).await;
        }
        page.idle().await;
        // The edge is Breaker's, and Maker has replied.
        assert!(drawn(page, ".edge.colour-1").await.contains(&ends(step)), "{step}");
        let [maker, breaker] = [drawn(page, ".edge.colour-0").await, drawn(page, ".edge.colour-1").await];
        assert!(maker.len() >= breaker.len() && maker.len() <= breaker.len() + 1);
        assert!(turn <= n * (n - 1) / 4, "the game does not end");
    }
    assert_eq!(page.text("#headline").await, "You have lost");
    assert_eq!(page.text("#detail").await, "Maker has a Hamilton cycle.");
    let set = drawn(page, ".edge.decides").await;
    assert!(is_hamilton_cycle(&set, n), "{set:?}");
    assert_eq!(drawn(page, ".halo.decides").await.len(), n);
    let maker = drawn(page, ".edge.colour-0").await;
    assert!(set.iter().all(|edge| maker.contains(edge)));
    assert!(drawn(page, ".candidate").await.is_empty());
    let style = |selector: &str, property: &str| {
        format!("return getComputedStyle(document.querySelector('#board {selector}')).{property}")
    };
    // Colours are not all that distinguishes edges.
    let dashes = page.script(&style(".edge.colour-1", "strokeDasharray")).await;
    assert_ne!(dashes, page.script(&style(".edge.colour-0", "strokeDasharray")).await);
    let widths = page.script(&style(".edge.decides", "strokeWidth")).await;
    assert_ne!(widths, page.script(&style(".edge.beside", "strokeWidth")).await);
}

#[test]
fn a_person_loses_to_maker_on_eight_and_nine_vertices() {
    let eight = Proof::of("hamilton-cycle", 8, "maker");
    let nine = Proof::of("hamilton-cycle", 9, "breaker");
    let server = Server::of_all(&[], &[&eight, &nine]);
    in_browser(&server, |page| async move {
        // Only proofs are served, so their page is the first.
        page.until("return location.pathname === '/proof'").await;
        page.idle().await;
        for (n, seeds) in [(8, [1, 2]), (9, [3, 4])] {
            let choose = format!(
                "const list = document.getElementById('db'); \
                 const option = [...list.options].find((each) => each.textContent.includes('n = {n}')); \
                 list.value = option.value; list.dispatchEvent(new Event('change'))"
            );
            page.script(&choose).await;
            page.until(&format!("return document.querySelectorAll('.vertex').length === {n}"))
                .await;
            for seed in seeds {
                lose(&page, n, seed).await;
                page.picture(&format!("lost-{n}")).await;
                page.click("#new").await;
                page.until("return document.documentElement.dataset.over === 'false'")
                    .await;
            }
        }
        page.close().await;
    });
}

#[test]
fn the_winners_side_shows_what_is_proven_and_what_is_not() {
    let eight = Proof::of("hamilton-cycle", 8, "maker");
    let server = Server::of_all(&[], &[&eight]);
    in_browser(&server, |page| async move {
        page.until("return location.pathname === '/proof'").await;
        page.idle().await;
        page.click("#players label:nth-of-type(2)").await;
        page.click("#new").await;
        page.idle().await;
        page.until("return document.querySelectorAll('#moves li').length === 28")
            .await;
        let moves = listed(&page).await;
        let of = |words: &str| moves.iter().filter(|(_, found)| found == words).count();
        assert_eq!((of("proven win"), of("not in the proof")), (1, 27));
        assert_eq!(moves[0].1, "proven win");
        assert_eq!(page.text("#headline").await, "You are winning");
        assert!(page.text("#detail").await.starts_with("1 of 28 moves is a proven win"));
        page.picture("winner").await;
        page.click(&format!("[data-move='{}']", moves[5].0)).await;
        page.idle().await;
        page.until("return document.querySelectorAll('#board .edge').length === 2")
            .await;
        assert_eq!(page.text("#headline").await, "The game has left the proof");
        page.click("#undo").await;
        page.idle().await;
        assert_eq!(page.text("#headline").await, "You are winning");
        // Following the proof wins.
        for turn in 0..14 {
            page.idle().await;
            if page.script("return document.documentElement.dataset.over").await == "true" {
                break;
            }
            assert!(turn < 14);
            assert_eq!(listed(&page).await[0].1, "proven win");
            page.click("#moves li").await;
        }
        page.idle().await;
        assert_eq!(page.text("#headline").await, "You have won");
        // Without hints nothing is said.
        page.click("#new").await;
        page.idle().await;
        page.click("#hints").await;
        assert!(listed(&page).await.iter().all(|(_, words)| words.is_empty()));
        assert_eq!(drawn(&page, ".candidate").await, []);
        page.close().await;
    });
}

/// By keyboard: an exercise, a move outside the proof with its review, and the move of the proof.
#[test]
fn exercises_and_reviews_name_the_move_of_the_proof() {
    let eight = Proof::of("hamilton-cycle", 8, "maker");
    let server = Server::of_all(&[], &[&eight]);
    in_browser(&server, |page| async move {
        let says = |headline: &str| format!("return document.querySelector('#headline').textContent === '{headline}'");
        page.until("return location.pathname === '/proof'").await;
        page.idle().await;
        page.press_here("e").await;
        page.until(&says("Find the winning move")).await;
        page.idle().await;
        assert_eq!(
            page.script("return document.querySelector('#hints').checked").await,
            false
        );
        assert!(listed(&page).await.iter().all(|(_, words)| words.is_empty()));
        let number = page.text("#game").await.split(", ").count() + 1;
        page.press_here("h").await;
        let moves = listed(&page).await;
        let (right, others): (Vec<_>, Vec<_>) = moves.iter().partition(|(_, words)| words == "proven win");
        assert!(right.len() == 1 && others.len() > 1, "{moves:?}");
        let (right, wrong) = (&right[0].0, &others[0].0);
        for (made, headline) in [(wrong, "Not in the proof"), (right, "Right")] {
            page.script(&format!("document.querySelector('[data-move=\"{made}\"]').focus()"))
                .await;
            page.press_here("\n").await;
            page.until(&says(headline)).await;
            page.idle().await;
            assert!(page.text("#detail").await.starts_with(&made.replace('-', "–")));
            assert_eq!(page.text("#exercise").await, "Next one");
            if made == wrong {
                page.click("#review-block summary").await;
                page.until("return document.querySelectorAll('#review li').length === 1")
                    .await;
                let sentence =
                    format!("Move {number}: Maker left the proof with {wrong}. It makes {right}. Show move {number}");
                assert_eq!(page.text("#review").await, sentence.replace('-', "–"));
                let course = "return document.querySelector('#review-plot').getAttribute('aria-label')";
                let course = page.script(course).await;
                assert!(
                    course
                        .as_str()
                        .unwrap()
                        .ends_with(&format!(": {}unknown", "Maker, ".repeat(number)))
                );
                page.whole_picture("proof-review").await;
            } else {
                page.until("return !document.querySelector('#review-none').hidden")
                    .await;
            }
            page.press_here("u").await;
            page.until(&says("Find the winning move")).await;
        }
        page.close().await;
    });
}

/// A game of another kind, on an infinite board and with a player who only chooses colours.
#[test]
fn a_person_may_paint_on_a_board_that_grows() {
    let five = Proof::of("hamilton-path", 5, "breaker");
    let server = Server::of_all(&[], &[&five]);
    in_browser(&server, |page| async move {
        page.before_all(include_str!("browser/painting.js")).await;
        page.client.refresh().await.unwrap();
        let fresh =
            "return [document.querySelectorAll('.vertex').length, document.querySelectorAll('.vertex.fresh').length]";
        for (edges, colour) in [(1, "green"), (2, "red"), (3, "green")] {
            page.until("return document.documentElement.dataset.state === 'idle' && document.querySelectorAll('.edge.pending').length === 1")
                .await;
            assert_eq!(page.script(fresh).await, serde_json::json!([edges + 3, 2]));
            assert!(page.text("#turn").await.contains("Painter, you, to choose a colour"));
            assert_eq!(listed(&page).await.len(), 2);
            let words = page
                .script("return [...document.querySelectorAll('#colours button')].map((each) => each.textContent)")
                .await;
            assert_eq!(words, serde_json::json!(["Red: proven loss", "Green: proven loss"]));
            page.picture(&format!("painting-{edges}")).await;
            page.click(&format!("#colours .colour-{}", usize::from(colour == "green")))
                .await;
        }
        page.idle().await;
        page.until("return document.documentElement.dataset.over === 'true'")
            .await;
        assert_eq!(page.text("#headline").await, "You have lost");
        assert_eq!(page.text("#detail").await, "Builder has a path.");
        assert_eq!(drawn(&page, ".edge.colour-1").await, [(0, 1), (2, 3)]);
        assert_eq!(drawn(&page, ".edge.colour-0").await, [(1, 2)]);
        assert_eq!(drawn(&page, ".edge.decides").await.len(), 3);
        // The other side: Builder's threat is marked, and a fresh vertex can be taken.
        page.click("#players label:nth-of-type(2)").await;
        page.click("#new").await;
        for _ in 0..2 {
            page.until("return document.documentElement.dataset.state === 'idle' && document.querySelectorAll('#moves .wins').length === 1")
                .await;
            page.click("#moves .wins").await;
        }
        page.until("return document.querySelectorAll('#board .threat').length === 1")
            .await;
        page.idle().await;
        let legend = page.text("#legend").await;
        assert!(legend.contains("Builder would win at once"), "{legend}");
        page.picture("threat").await;
        page.close().await;
    });
}

/// Green's moves until Red has won, which she does within `most` moves: Green takes a threatened edge, else makes a
/// move at random. Returns how many threats of Red were marked.
async fn lose_strongly(page: &Page, most: usize, board: Option<usize>, seed: u64) -> usize {
    let mut random = Random(seed);
    let mut threats = 0;
    for turn in 0.. {
        page.idle().await;
        if page.script("return document.documentElement.dataset.over").await == "true" {
            break;
        }
        assert!(turn < most, "Red wins within {most} moves");
        let [red, green] = [drawn(page, ".edge.colour-0").await, drawn(page, ".edge.colour-1").await];
        assert_eq!((red.len(), green.len()), (turn + 1, turn));
        let touched = red.iter().chain(&green).map(|(_, v)| v + 1).max().unwrap();
        let shown =
            "return [document.querySelectorAll('.vertex').length, document.querySelectorAll('.vertex.fresh').length]";
        let expected = board.map_or([touched + 2, 2], |n| [n, 0]);
        assert_eq!(page.script(shown).await, serde_json::json!(expected));
        let moves = listed(page).await;
        assert!(moves.iter().all(|(_, words)| words == "proven loss"), "{moves:?}");
        if let Some(n) = board {
            assert_eq!(moves.len(), n * (n - 1) / 2 - 2 * turn - 1);
        }
        let marked = drawn(page, ".threat").await;
        threats += marked.len();
        let step = match marked.first() {
            Some((u, v)) => format!("{u}-{v}"),
            None => moves[random.below(moves.len())].0.clone(),
        };
        page.click(&format!("[data-move='{step}']")).await;
    }
    assert_eq!(page.text("#headline").await, "You have lost");
    let set = drawn(page, ".edge.decides").await;
    let red = drawn(page, ".edge.colour-0").await;
    assert!(set.iter().all(|edge| red.contains(edge)), "{set:?}");
    threats
}

#[test]
fn a_person_loses_a_strong_game_on_a_board_that_grows() {
    let diamond = Proof::of_strong_game("B2", 6);
    let server = Server::of_all(&[], &[&diamond]);
    in_browser(&server, |page| async move {
        page.until("return location.pathname === '/proof' && document.querySelectorAll('.edge').length === 1")
            .await;
        assert!(lose_strongly(&page, 7, None, 1).await > 0);
        assert_eq!(page.text("#detail").await, "Red has a diamond.");
        assert_eq!(drawn(&page, ".edge.decides").await.len(), 5);
        page.picture("strong-game-lost").await;
        page.close().await;
    });
}

/// On the infinite board and on boards of 11 to 17 vertices; a link and reloading keep the board.
#[test]
fn a_person_loses_the_k4_game_on_every_board() {
    let k4 = Proof::published("strong-k4-from-11.proof");
    let server = Server::of_all(&[], &[&k4]);
    in_browser(&server, |page| async move {
        page.until("return location.pathname === '/proof' && document.querySelectorAll('.edge').length === 1")
            .await;
        let offered = "return [...document.querySelectorAll('#order option')].map((each) => each.value)";
        let offered: Vec<String> = serde_json::from_value(page.script(offered).await).unwrap();
        let orders: Vec<String> = (11..=32).map(|n| n.to_string()).collect();
        assert_eq!((offered[0].as_str(), &offered[1..]), ("", &orders[..]));
        let chosen = "return document.getElementById('order').value";
        for (board, seed) in [(None, 1), (Some(11), 2), (Some(13), 3), (Some(17), 4), (None, 5)] {
            let value = board.map_or(String::new(), |n: usize| n.to_string());
            let choose = format!(
                "const list = document.getElementById('order'); list.value = '{value}'; \
                 list.dispatchEvent(new Event('change'))"
            );
            page.script(&choose).await;
            page.until("return document.querySelectorAll('.edge').length === 1")
                .await;
            if board == Some(13) {
                page.until("return document.querySelectorAll('.vertex').length === 13")
                    .await;
                page.idle().await;
                page.click("#moves li").await;
                page.idle().await;
                let game = page.text("#game").await;
                page.client.refresh().await.unwrap();
                page.until("return document.querySelectorAll('.vertex').length === 13")
                    .await;
                page.idle().await;
                assert_eq!(
                    (page.text("#game").await, page.script(chosen).await),
                    (game, "13".into())
                );
                page.click("#new").await;
                page.until("return document.querySelectorAll('.edge').length === 1")
                    .await;
            }
            assert_eq!(page.script(chosen).await, value);
            let place = board.map_or("on infinitely many vertices".into(), |n| format!("on {n} vertices"));
            assert!(page.text("#rules").await.contains(&format!("K4 game {place}")));
            assert!(lose_strongly(&page, 16, board, seed).await > 0);
            assert_eq!(page.text("#detail").await, "Red has a K4.");
            assert_eq!(drawn(&page, ".edge.decides").await.len(), 6);
            page.picture(&format!("k4-lost-{value}")).await;
        }
        page.close().await;
    });
}

/// Painter closes no red triangle and else chooses colours at random; Builder needs at most as many edges as is proved.
#[test]
fn a_painter_loses_to_builder_within_the_rounds_that_are_proved() {
    let smaller = Proof::of_online_game("K3,K3", None);
    let larger = Proof::published("online-ramsey-K3-K4.proof");
    let server = Server::of_all(&[], &[&smaller, &larger]);
    in_browser(&server, |page| async move {
        page.until("return location.pathname === '/proof'").await;
        for (name, rounds, seed) in [("it", 8, 1), ("it-2", 17, 2), ("it-2", 17, 3)] {
            page.idle().await;
            let choose = format!(
                "const list = document.getElementById('db'); list.value = 'proof {name}'; \
                 list.dispatchEvent(new Event('change'))"
            );
            page.script(&choose).await;
            page.until("return document.querySelectorAll('.edge').length === 1")
                .await;
            let mut random = Random(seed);
            for round in 1.. {
                page.until(
                    "return document.documentElement.dataset.state === 'idle' && \
                     (document.documentElement.dataset.over === 'true' || document.querySelectorAll('.edge.pending').length === 1)",
                )
                .await;
                if page.script("return document.documentElement.dataset.over").await == "true" {
                    break;
                }
                assert!(round <= rounds, "Builder wins within {rounds} rounds");
                let [red, green] = [
                    drawn(&page, ".edge.colour-0").await,
                    drawn(&page, ".edge.colour-1").await,
                ];
                assert_eq!(red.len() + green.len(), round - 1);
                assert!(listed(&page).await.iter().all(|(_, words)| words == "proven loss"));
                let pending = drawn(&page, ".edge.pending").await[0];
                let colour = match has_triangle(&red, pending) {
                    true => 1,
                    false => random.below(2),
                };
                page.click(&format!("#colours .colour-{colour}")).await;
            }
            assert_eq!(page.text("#headline").await, "You have lost");
            let detail = page.text("#detail").await;
            let (colour, edges) = match &detail[..] {
                "Builder has a red K3." => (0, 3),
                "Builder has a green K3." => (1, 3),
                "Builder has a green K4." => (1, 6),
                other => panic!("{other}"),
            };
            let set = drawn(&page, ".edge.decides").await;
            let own = drawn(&page, &format!(".edge.colour-{colour}")).await;
            assert!(
                set.len() == edges && set.iter().all(|edge| own.contains(edge)),
                "{set:?}"
            );
            page.picture(&format!("painter-lost-{rounds}-{seed}")).await;
        }
        page.close().await;
    });
}

/// The other side: Builder draws any edges, and Painter survives as many rounds as is proved.
#[test]
fn a_builder_does_not_beat_the_painter_of_a_proof() {
    let proof = Proof::of_online_game("K3,K4", Some(9));
    let server = Server::of_all(&[], &[&proof]);
    in_browser(&server, |page| async move {
        page.until("return location.pathname === '/proof'").await;
        let mut random = Random(1);
        for round in 0..=9 {
            page.until(
                "return document.documentElement.dataset.state === 'idle' && document.querySelectorAll('.edge.pending').length === 0",
            )
            .await;
            let [red, green] = [
                drawn(&page, ".edge.colour-0").await,
                drawn(&page, ".edge.colour-1").await,
            ];
            assert_eq!(red.len() + green.len(), round);
            assert!(!red.iter().any(|&edge| has_triangle(&red, edge)), "{red:?}");
            if round == 9 {
                break;
            }
            let moves = listed(&page).await;
            assert!(moves.iter().all(|(_, words)| words == "proven loss"));
            // The lowest vertices, so that triangles are near.
            let step = &moves[random.below(moves.len().min(4))].0;
            page.click(&format!("[data-move='{step}']")).await;
        }
        page.until("return document.documentElement.dataset.over === 'true'")
            .await;
        assert_eq!(page.text("#headline").await, "You have lost");
        assert_eq!(page.text("#detail").await, "Painter has survived 9 rounds.");
        page.close().await;
    });
}

/// Whether an edge and two others are a triangle.
fn has_triangle(edges: &[(usize, usize)], (u, v): (usize, usize)) -> bool {
    let has = |a: usize, b: usize| edges.contains(&(a.min(b), a.max(b)));
    (0..32).any(|w| w != u && w != v && has(u, w) && has(v, w))
}

#[test]
fn it_fits_a_narrow_phone() {
    let nine = Proof::of("hamilton-cycle", 9, "breaker");
    let server = Server::of_all(&[], &[&nine]);
    in_browser(&server, |page| async move {
        page.until("return location.pathname === '/proof'").await;
        page.narrow().await;
        page.idle().await;
        page.settled().await;
        let wide = "return [document.documentElement.scrollWidth, document.body.scrollWidth]";
        assert_eq!(page.script(wide).await, serde_json::json!([320, 320]));
        let buttons: Vec<Value> = serde_json::from_value(
            page.script(
                "return [...document.querySelectorAll('main button, main input, header button, header select')] \
                 .map((each) => each.getBoundingClientRect()).filter((box) => box.width) \
                 .map((box) => [Math.floor(box.left), Math.ceil(box.right)])",
            )
            .await,
        )
        .unwrap();
        for sides in &buttons {
            assert!(
                sides[0].as_i64().unwrap() >= 0 && sides[1].as_i64().unwrap() <= 320,
                "{sides}"
            );
        }
        assert!(buttons.len() > 8);
        page.picture("phone-start").await;
        lose(&page, 9, 5).await;
        assert_eq!(page.script(wide).await, serde_json::json!([320, 320]));
        page.picture("phone-lost").await;
        page.close().await;
    });
}

#[test]
fn nothing_sticks_out_on_any_screen() {
    let eight = Proof::of("hamilton-cycle", 8, "maker");
    let builder = Proof::of_online_game("K3,K3", None);
    let k4 = Proof::published("strong-k4-from-11.proof");
    let server = Server::of_all(&[], &[&eight, &builder, &k4]);
    in_browser(&server, |page| async move {
        page.until("return location.pathname === '/proof'").await;
        for fragment in ["#proof=it", "#proof=it-2", "#proof=it-3&n=11"] {
            page.script(&format!("location.hash = '{fragment}'")).await;
            page.until("return document.querySelectorAll('#board .edge').length === 1")
                .await;
            page.idle().await;
            for width in [320, 390, 768, 1280, 1920, 3840] {
                let misfits = page.misfits(width).await;
                assert_eq!(misfits, serde_json::json!([]), "{fragment} {width}: {misfits:#}");
            }
        }
        let api = page.script("return new URL('/api', location).href").await;
        page.client.goto(api.as_str().unwrap()).await.unwrap();
        page.until("return document.querySelectorAll('.docs article').length > 10")
            .await;
        for width in [320, 390, 768, 1280, 1920, 3840] {
            let misfits = page.misfits(width).await;
            assert_eq!(misfits, serde_json::json!([]), "the API, {width}: {misfits:#}");
        }
        page.close().await;
    });
}

#[test]
fn proofs_are_listed_beside_databases_and_links_lead_to_games() {
    let five = Proof::of("hamilton-path", 5, "breaker");
    let db = Db::solved("triangle", 5, &[]);
    let server = Server::of_all(&[&db], &[&five]);
    in_browser(&server, |page| async move {
        page.idle().await;
        let groups = page
            .script("return [...document.querySelectorAll('#db optgroup')].map((group) => group.label)")
            .await;
        assert_eq!(groups, serde_json::json!(["Triangle avoidance game", "Proofs"]));
        let choose = |kind: &str| {
            format!(
                "const list = document.getElementById('db'); \
                 list.value = [...list.options].find((each) => each.value.startsWith('{kind} ')).value; \
                 list.dispatchEvent(new Event('change'))"
            )
        };
        page.script(&choose("proof")).await;
        page.until("return location.pathname === '/proof' && document.querySelectorAll('.vertex').length === 5")
            .await;
        page.idle().await;
        page.click("#moves li").await;
        page.idle().await;
        let game = page.text("#game").await;
        assert_eq!(game.split(", ").count(), 2);
        let link = page.script("return location.href").await;
        page.client.goto("about:blank").await.unwrap();
        page.client.goto(link.as_str().unwrap()).await.unwrap();
        page.until("return document.querySelectorAll('.vertex').length === 5")
            .await;
        page.idle().await;
        assert_eq!(page.text("#game").await, game);
        // Back takes back the person's move and the program's reply, Forward makes them again.
        page.click("#moves li").await;
        page.until("return document.querySelectorAll('#board .edge').length >= 4")
            .await;
        page.idle().await;
        let later = page.text("#game").await;
        page.script("history.back()").await;
        page.until("return document.querySelectorAll('#board .edge').length === 2")
            .await;
        page.idle().await;
        assert_eq!(page.text("#game").await, game);
        page.script("history.forward()").await;
        page.until("return document.querySelectorAll('#board .edge').length >= 4")
            .await;
        assert_eq!(page.text("#game").await, later);
        // A link to moves that are none leads as far as they can be made, and says so until it is closed.
        let page_of_proofs = format!("{}proof", server_of(link.as_str().unwrap()));
        for (said, reported) in [
            (
                "#proof=it&moves=0-9",
                "The address has 1 move, which cannot be made. 0-9 is not a legal move: the vertices are 0 to 4.",
            ),
            (
                "#proof=it&moves=0-1,0-1,1-2",
                "The address has 3 moves, of which 1 can be made. 0-1 is not a legal move: the edge is taken. That one is shown.",
            ),
            (
                "#proof=none&you=Nobody&n=7",
                "There is no proof “none” here. This is “it”: Hamilton path game, n = 5: Maker wins. The address says n=“7”, but \
                this proof is about 5 vertices. The address says you=“Nobody”, but you is Breaker, Maker or both.",
            ),
            ("#proof=it&n=5&you=both&hints=on", ""),
        ] {
            page.client.goto("about:blank").await.unwrap();
            page.client.goto(&format!("{page_of_proofs}{said}")).await.unwrap();
            page.until("return document.querySelectorAll('.vertex').length === 5")
                .await;
            page.idle().await;
            assert_eq!(page.text("#notice-text").await, reported, "{said}");
            let is_hidden = page.script("return document.querySelector('#notice').hidden").await;
            assert_eq!(is_hidden, reported.is_empty());
        }
        // The side and what is shown are kept.
        page.click("#hints").await;
        let settings =
            "return [document.querySelector('[name=player]:checked').value, document.querySelector('#hints').checked]";
        page.client.refresh().await.unwrap();
        page.until("return document.querySelectorAll('.vertex').length === 5")
            .await;
        page.idle().await;
        assert_eq!(page.script(settings).await, serde_json::json!(["both", false]));
        page.script(&choose("db")).await;
        page.until("return location.pathname === '/' && document.querySelectorAll('#levels, .vertex').length === 5")
            .await;
        page.close().await;
    });
}

/// The address of the server, which ends in a slash.
fn server_of(link: &str) -> &str {
    let host = link.find("//").unwrap() + 2;
    &link[..=host + link[host..].find('/').unwrap()]
}
