//! The board copied as a picture: what `retrograph draw` draws, at the places where the vertices stand, read by the
//! languages' own programs; and best play as text.

mod browser;
mod program;

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::LazyLock;

use browser::Page;
use program::{Db, Proof, Server, run};
use serde_json::{Value, json};

static SOLVED: LazyLock<[Db; 2]> = LazyLock::new(|| [Db::solved("triangle", 8, &[]), Db::solved("sim", 6, &[])]);

/// Runs a test in a browser of its own, at the address of the page with this fragment.
fn at<F: Future<Output = ()>>(fragment: &str, test: impl FnOnce(Page) -> F) {
    let server = Server::of(&[&SOLVED[0], &SOLVED[1]]);
    browser::wait_for(async {
        let page = Page::open(&format!("{}{fragment}", server.url)).await;
        page.catch_copies().await;
        test(page).await;
    });
}

async fn choose(page: &Page, language: &str) {
    let script = format!(
        "const list = document.querySelector('#picture-language'); list.value = '{language}'; \
         list.dispatchEvent(new Event('change'))"
    );
    page.script(&script).await;
}

async fn picture(page: &Page, language: &str) -> String {
    choose(page, language).await;
    page.copied_by("#picture-copy").await
}

/// The text without the line of its title, and the title.
fn parted(text: &str) -> (String, String) {
    let is_title = |line: &&str| ["<title>", "% ", "// "].iter().any(|start| line.starts_with(start));
    let titles: Vec<&str> = text.lines().filter(is_title).collect();
    assert_eq!(titles.len(), 1, "{text}");
    let others: String = text
        .lines()
        .filter(|line| !is_title(line))
        .map(|line| format!("{line}\n"))
        .collect();
    let title = titles[0].trim_start_matches("<title>").trim_end_matches("</title>");
    (others, title.trim_start_matches(['%', '/', ' ']).into())
}

#[test]
fn on_the_circle_it_is_what_draw_draws() {
    for (fragment, position, n, title) in [
        (
            "#db=db&position=0-1,1-2,3-4,0-7",
            "0-1,1-2,3-4,0-7",
            "8",
            "Triangle avoidance game on 8 vertices, 4 edges",
        ),
        (
            "#db=db&position=0-5",
            "0-5",
            "8",
            "Triangle avoidance game on 8 vertices, 1 edge",
        ),
        (
            "#db=db-2&position=red:0-1,2-3+green:1-2,0-4",
            "red:0-1,2-3 green:1-2,0-4",
            "6",
            "Sim on 6 vertices, 4 edges",
        ),
    ] {
        at(fragment, |page| async move {
            for language in ["svg", "tikz", "dot"] {
                let (text, reported) = parted(&picture(&page, language).await);
                assert_eq!(
                    text,
                    run(&["draw", "-n", n, position, "--format", language], ""),
                    "{language}"
                );
                assert_eq!(reported, title);
            }
        });
    }
}

/// Where the vertices are drawn on the board.
async fn places(page: &Page) -> Vec<[f64; 2]> {
    let places = page.places().await.into_iter().map(|place| {
        let (x, y) = place
            .trim_start_matches("translate(")
            .trim_end_matches(')')
            .split_once(' ')
            .unwrap();
        [x.parse().unwrap(), y.parse().unwrap()]
    });
    places.collect()
}

/// One picture is the other, moved and stretched alike in both directions, and perhaps upside down.
fn is_similar(one: &[[f64; 2]], other: &[[f64; 2]], turn: f64) {
    assert_eq!(one.len(), other.len());
    let last = one.len() - 1;
    let far = |places: &[[f64; 2]], u: usize, v: usize| [places[v][0] - places[u][0], places[v][1] - places[u][1]];
    let length = |[x, y]: [f64; 2]| x.hypot(y);
    let scale = length(far(other, 0, last)) / length(far(one, 0, last));
    for (u, v) in (0..=last).flat_map(|v| (0..v).map(move |u| (u, v))) {
        let ([x, y], [z, w]) = (far(one, u, v), far(other, u, v));
        let off = (x * scale - z).hypot(y * scale * turn - w) / (1000.0 * scale);
        assert!(off < 0.005, "{u} {v}: {one:?} {other:?}");
    }
}

fn number(text: &str, before: &str) -> f64 {
    let (_, rest) = text.split_once(before).expect(text);
    rest[..rest.find(|c: char| !c.is_ascii_digit() && !"-.".contains(c)).unwrap()]
        .parse()
        .unwrap()
}

#[test]
fn dragged_vertices_stand_where_they_were_dragged() {
    at("#db=db&position=0-1,1-2,3-4", |page| async move {
        page.drag(3, (-70, -90)).await;
        page.drag(0, (55, 30)).await;
        page.settled().await;
        let shown = places(&page).await;
        let svg = picture(&page, "svg").await;
        let circles: Vec<[f64; 2]> = svg
            .lines()
            .filter(|line| line.starts_with("<circle"))
            .map(|line| [number(line, "cx=\""), number(line, "cy=\"")])
            .collect();
        is_similar(&shown, &circles, 1.0);
        // Lines end in vertices.
        let ends =
            |line: &str| [["x1=\"", "y1=\""], ["x2=\"", "y2=\""]].map(|names| names.map(|name| number(line, name)));
        let lines: Vec<_> = svg.lines().filter(|line| line.starts_with("<line")).map(ends).collect();
        assert_eq!(
            lines,
            [[0, 1], [1, 2], [3, 4]].map(|pair| pair.map(|v: usize| circles[v]))
        );

        let dot = picture(&page, "dot").await;
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("d.dot"), &dot).unwrap();
        for options in [&["-n"][..], &["-n2"], &[]] {
            let plain = Command::new("neato")
                .args(options)
                .args(["-Tplain", "d.dot"])
                .current_dir(folder.path())
                .output();
            let plain = plain.expect("neato is there after scripts/setup.sh latex");
            assert!(plain.status.success() && plain.stderr.is_empty(), "{plain:?}");
            let plain = String::from_utf8(plain.stdout).unwrap();
            let nodes = plain.lines().filter(|line| line.starts_with("node "));
            let drawn: Vec<[f64; 2]> = nodes
                .enumerate()
                .map(|(v, line)| {
                    let words: Vec<&str> = line.split(' ').collect();
                    assert_eq!(words[1], v.to_string());
                    [words[2], words[3]].map(|word| word.parse().unwrap())
                })
                .collect();
            is_similar(&shown, &drawn, -1.0);
            assert_eq!(plain.lines().filter(|line| line.starts_with("edge ")).count(), 3);
        }
        is_set_by_latex(folder.path(), &[picture(&page, "tikz").await]);
    });
}

/// LaTeX sets each picture on a page of its own.
fn is_set_by_latex(folder: &Path, pictures: &[String]) {
    let pages: String = pictures
        .iter()
        .map(|picture| format!("{picture}\\clearpage\n"))
        .collect();
    let document =
        format!("\\documentclass{{article}}\n\\usepackage{{tikz}}\n\\begin{{document}}\n{pages}\\end{{document}}\n");
    fs::write(folder.join("d.tex"), document).unwrap();
    let set = Command::new("pdflatex")
        .args(["-interaction=nonstopmode", "-halt-on-error", "d.tex"])
        .current_dir(folder)
        .output()
        .expect("pdflatex is there after scripts/setup.sh latex");
    let reported = String::from_utf8_lossy(&set.stdout);
    let pages = format!("({} page", pictures.len());
    assert!(set.status.success() && reported.contains(&pages), "{reported}");
}

/// An SVG is XML, and a picture without the page.
async fn stands_alone(page: &Page, svg: &str) {
    let script = format!(
        "const done = arguments[arguments.length - 1]; const text = {}; \
         const read = new DOMParser().parseFromString(text, 'image/svg+xml'); \
         const image = new Image(); \
         const reported = () => done([read.querySelector('parsererror') === null, read.documentElement.namespaceURI, \
            read.querySelector('title').textContent, image.naturalWidth, read.querySelectorAll('[class], [style], style').length]); \
         image.onload = image.onerror = reported; image.src = 'data:image/svg+xml,' + encodeURIComponent(text)",
        json!(svg)
    );
    let reported = page.client.execute_async(&script, vec![]).await.unwrap();
    assert_eq!(
        (&reported[0], &reported[1]),
        (&json!(true), &json!("http://www.w3.org/2000/svg")),
        "{svg}"
    );
    let width = number(svg, "width=\"").round();
    assert_eq!(
        (reported[3].as_f64().unwrap().round(), &reported[4]),
        (width, &json!(0)),
        "{svg}"
    );
    assert!(reported[2].as_str().unwrap().contains(" on "), "{reported}");
}

#[test]
fn the_last_move_and_what_ended_the_game_are_thick() {
    at("#db=db-2&from=red:+green:&moves=0-1,2-3,0-2,3-4", |page| async move {
        page.until("return document.querySelectorAll('#board .edge').length === 4")
            .await;
        let svg = picture(&page, "svg").await;
        stands_alone(&page, &svg).await;
        let thick: Vec<&str> = svg
            .lines()
            .filter(|line| line.contains("stroke-width=\"3.5\""))
            .collect();
        assert_eq!(thick.len(), 1, "{svg}");
        assert!(thick[0].contains("#009e73"), "the last move was Green's: {thick:?}");
        page.between(1, 2).await;
        page.until("return document.querySelector('#headline').textContent === 'Green has won'")
            .await;
        let tikz = picture(&page, "tikz").await;
        let thick = tikz
            .lines()
            .filter(|line| line.starts_with("\\draw[retrographred,ultra thick]"));
        assert_eq!(thick.count(), 3, "{tikz}");
        is_set_by_latex(tempfile::tempdir().unwrap().path(), &[tikz]);
    });
}

#[test]
fn where_the_clipboard_is_denied_the_text_stands_in_a_field() {
    at("#db=db&position=0-1", |page| async move {
        let copied = picture(&page, "tikz").await;
        page.script("navigator.clipboard.writeText = async () => { throw new Error('denied') }")
            .await;
        let field = "const field = document.querySelector('#picture-text'); \
            return [field.checkVisibility(), field.value, field.selectionStart, field.selectionEnd === field.value.length, \
            document.activeElement === field]";
        page.click("#picture-copy").await;
        page.until("return !document.querySelector('#picture-text').hidden")
            .await;
        assert_eq!(page.script(field).await, json!([true, copied, 0, true, true]));
        assert_eq!(page.text("#say").await, "TikZ: copy it from the field.");
        // A shortcut typed there is none, and what is no longer on the board is gone.
        page.press("#picture-text", "n").await;
        page.click("#moves li").await;
        page.until("return document.querySelectorAll('#board .edge').length === 2")
            .await;
        assert_eq!(
            page.script("return document.querySelector('#picture-text').hidden")
                .await,
            true
        );
        page.press("body", "p").await;
        page.until("return !document.querySelector('#picture-text').hidden")
            .await;
        assert_ne!(page.script(field).await[1], json!(copied));
    });
}

#[test]
fn pictures_can_be_downloaded() {
    at("#db=db&position=0-1", |page| async move {
        let folder = tempfile::tempdir().unwrap();
        page.download_to(folder.path()).await;
        for (language, name) in [("svg", "db.svg"), ("tikz", "db.tex"), ("dot", "db.dot")] {
            let copied = picture(&page, language).await;
            page.click("#picture-save").await;
            let file = folder.path().join(name);
            for _ in 0..3_000 {
                if fs::read_to_string(&file).is_ok_and(|text| text == copied) {
                    break;
                }
                tokio::time::sleep(std::time::Duration::from_millis(10)).await;
            }
            assert_eq!(fs::read_to_string(&file).unwrap(), copied);
        }
    });
}

#[test]
fn best_play_is_copied_as_moves_that_lead_to_the_end() {
    for fragment in ["#db=db&position=0-1,2-3", "#db=db-2&position=red:0-1+green:"] {
        at(fragment, |page| async move {
            page.click("#line-block summary").await;
            page.until("return document.querySelectorAll('#line button').length > 5")
                .await;
            let line = page.copied_by("#copy-line").await;
            let buttons = "return [...document.querySelectorAll('#line button')].map((each) => \
                each.textContent.replaceAll('–', '-')).join()";
            assert_eq!(page.script(buttons).await, json!(line));
            let address = "const said = new URLSearchParams(location.hash.slice(1)); \
                location.hash = '#' + new URLSearchParams({ db: said.get('db'), from: said.get('position'), moves: MOVES })";
            page.script(&address.replace("MOVES", &json!(line).to_string())).await;
            page.until("return / has won$/.test(document.querySelector('#headline').textContent)")
                .await;
            page.idle().await;
            let made = page.script("return document.querySelectorAll('#game li').length").await;
            assert_eq!(made, line.split(',').count());
            page.until("return document.querySelector('#copy-line').hidden").await;
        });
    }
}

/// Red, green, an edge that waits for its colour, and vertices that no edge has touched.
#[test]
fn proofs_are_drawn_in_their_colours() {
    let proof = Proof::of_online_game("K3,K3", None);
    let server = Server::of_all(&[], &[&proof]);
    browser::wait_for(async {
        let page = Page::open(&server.url).await;
        page.until("return location.pathname === '/proof'").await;
        page.catch_copies().await;
        let mut pictures = Vec::new();
        for colour in [0, 1, 0] {
            page.until("return document.documentElement.dataset.state === 'idle' && document.querySelectorAll('.edge.pending').length === 1").await;
            page.click(&format!("#colours .colour-{colour}")).await;
        }
        page.until("return document.documentElement.dataset.state === 'idle' && document.querySelectorAll('.edge.pending').length === 1").await;
        page.settled().await;
        let counts = "return ['.edge.colour-0', '.edge.colour-1', '.edge.pending', '.vertex.fresh'].map((each) => \
            document.querySelectorAll('#board ' + each).length)";
        assert_eq!(page.script(counts).await, json!([2, 1, 1, 2]));
        let svg = picture(&page, "svg").await;
        stands_alone(&page, &svg).await;
        let drawn = [
            "#d55e00",
            "#009e73",
            "stroke-dasharray=\"2 3\"",
            "stroke-dasharray=\"2 2\"",
        ]
        .map(|each| svg.matches(each).count());
        assert_eq!(drawn, [2, 1, 1, 2], "{svg}");
        let tikz = picture(&page, "tikz").await;
        let drawn = [
            "\\draw[retrographred,",
            "\\draw[retrographgreen,dashed,",
            "\\draw[black,dotted,ultra thick]",
            "\\node[vertex,dashed]",
        ]
        .map(|each| tikz.matches(each).count());
        assert_eq!(drawn, [2, 1, 1, 2], "{tikz}");
        pictures.push(tikz);
        // To the end: what decides the game is thick.
        for round in 0.. {
            page.until("return document.documentElement.dataset.state === 'idle' && (document.documentElement.dataset.over === 'true' || document.querySelectorAll('.edge.pending').length === 1)").await;
            if page.script("return document.documentElement.dataset.over").await == "true" {
                break;
            }
            page.click(&format!("#colours .colour-{}", round % 2)).await;
        }
        let dot = picture(&page, "dot").await;
        assert_eq!(dot.matches("penwidth=3").count(), 3, "{dot}");
        pictures.push(picture(&page, "tikz").await);
        is_set_by_latex(tempfile::tempdir().unwrap().path(), &pictures);
        let colours: Value = page
            .script("return document.querySelectorAll('#board .edge.decides').length")
            .await;
        assert_eq!(colours, 3);
        page.close().await;
    });
}
