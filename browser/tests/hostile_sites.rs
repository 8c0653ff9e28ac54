//! Sites whose files were changed, and web servers with a Content-Security-Policy: no text becomes a script, no name
//! leads out of the site, and a sentence says what is wrong.

mod browser;
mod program;

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::LazyLock;

use browser::Page;
use program::site::{Site, writable};
use program::{Db, Proof};
use serde_json::{Value, json};

static SIM: LazyLock<[Db; 1]> = LazyLock::new(|| [Db::solved("sim", 5, &[])]);
static MAKER: LazyLock<Proof> = LazyLock::new(|| Proof::of("hamilton-cycle", 8, "maker"));

/// What would leave a mark in the window if it ran.
const SCRIPTS: [&str; 6] = [
    "<img src=x onerror=window.ran=1>",
    "\"><svg onload=window.ran=1>",
    "red\" onclick=\"window.ran=1",
    "javascript:window.ran=1",
    "'-(window.ran=1)-'",
    "${window.ran=1}",
];
/// Names that lead elsewhere, or that no file can have.
const ELSEWHERE: [&str; 10] = [
    "..",
    ".",
    "",
    "../sim",
    "../../etc/passwd",
    "//evil.example/sim",
    "https://evil.example/",
    "a\\..\\b",
    "a\u{0}b",
    "a\nb",
];
const ODD: [&str; 11] = [
    "null",
    "true",
    "-1",
    "0.5",
    "1e300",
    "9007199254740993",
    "1000000000",
    "\"x\"",
    "[]",
    "{}",
    "[[[null]]]",
];

/// A position that the engine is asked about, and not a file.
const PLAYED: &str = "#db=db&position=red%3A0-1%20green%3A";

/// Browsers take a changed file for the one before where its size and second are the same.
const FRESH: &str = "add_header Cache-Control no-store;";

/// A page of a site with changed files.
struct Changed {
    page: Page,
    site: Site,
}

impl Changed {
    async fn of(site: Site) -> Changed {
        writable(&site.pages());
        let page = Page::open(&site.url).await;
        Changed { page, site }
    }

    fn read(&self, file: &str) -> Value {
        serde_json::from_slice(&fs::read(self.site.pages().join(file)).unwrap()).unwrap()
    }

    fn write(&self, file: &str, content: &str) {
        let path = self.site.pages().join(file);
        writable(path.parent().unwrap());
        // Read-only like all files of a site.
        let _ = fs::remove_file(&path);
        fs::write(path, content).unwrap();
    }

    /// Writes a file as a site has it whose author means harm: with its size and checksum in the list.
    fn write_listed(&self, file: &str, content: &str) {
        self.write(file, content);
        let (folder, _) = file.split_once('/').unwrap();
        let mut list = self.read("databases.json");
        let sum = Command::new("sha256sum")
            .arg(self.site.pages().join(file))
            .output()
            .unwrap();
        let digest = String::from_utf8_lossy(&sum.stdout[..64]);
        list["databases"][0]["files"][folder] = json!({"bytes": content.len(), "sha256": digest});
        self.write("databases.json", &list.to_string());
    }

    /// Opens an address of the site and waits until something is shown.
    async fn open(&self, address: &str) -> String {
        let page = &self.page;
        page.client.goto("about:blank").await.unwrap();
        page.logged("performance").await;
        page.client.goto(&format!("{}{address}", self.site.url)).await.unwrap();
        self.shown().await
    }

    /// What the page says once it shows something: a sentence that stays, or nothing and a board.
    async fn shown(&self) -> String {
        let page = &self.page;
        page.until(
            "return document.documentElement.dataset.state === 'idle' && (!document.querySelector('#notice').hidden || \
            document.querySelectorAll('.vertex, .cell').length > 1 && document.querySelectorAll('#moves li').length > 0 || \
            document.querySelector('#charts > *') !== null)",
        )
        .await;
        let strange = page
            .script(
                "return [window.ran ?? null, document.querySelectorAll('img:not([src=\"icon.svg\"]), script:not([src]), [onerror], \
                [onload], [onclick]').length]",
            )
            .await;
        assert_eq!(strange, json!([null, 0]));
        for request in page.requests().await {
            let is_inside = request.starts_with(&self.site.url) && !request.contains("/../");
            assert!(is_inside || request == "about:blank", "{request}");
        }
        let reported = page.text("#notice-text").await;
        is_plain(&reported);
        reported
    }
}

/// Sentences for people, not what a program says of its own mistakes.
fn is_plain(reported: &str) {
    for word in [
        "undefined",
        "NaN",
        "mistake",
        "Cannot",
        "not a function",
        "iterable",
        "null",
    ] {
        assert!(!reported.contains(word), "{reported}");
    }
    assert!(reported.is_empty() || reported.ends_with('.'), "{reported}");
}

const OTHER: &str = " on the web server is not the one that was exported";

/// What the page says at the address of a position for which it lacks the file.
fn of_played(file: &str) -> String {
    format!(
        "The address says the position \u{201c}red:0-1 green:\u{201d}, which cannot be shown. The file {file}{OTHER}. This is \
        the start of the game."
    )
}

/// The value with one part changed, for each part of objects and arrays, at all depths; and with each key missing.
fn changes(whole: &Value, part: &Value) -> Vec<Value> {
    let mut made = vec![part.clone()];
    match whole {
        Value::Object(parts) => {
            for (key, inner) in parts {
                let mut without = parts.clone();
                without.remove(key);
                made.push(without.into());
                for change in changes(inner, part) {
                    let mut changed = parts.clone();
                    changed.insert(key.clone(), change);
                    made.push(changed.into());
                }
            }
        }
        // The others are like the first.
        Value::Array(parts) if !parts.is_empty() => {
            for change in changes(&parts[0], part) {
                let mut changed = parts.clone();
                changed[0] = change;
                made.push(changed.into());
            }
        }
        _ => {}
    }
    made
}

#[test]
fn lists_with_hostile_names_run_nothing_and_lead_nowhere_else() {
    let site = Site::with_header(&*SIM, &[&MAKER], false, FRESH);
    browser::wait_for(async {
        let changed = Changed::of(site).await;
        for (file, list, address) in [
            ("databases.json", "databases", "#db="),
            ("proofs.json", "proofs", "proof.html#proof="),
        ] {
            let whole = changed.read(file);
            for name in ELSEWHERE {
                let mut other = whole.clone();
                other[list][0]["name"] = name.into();
                changed.write(file, &other.to_string());
                let reported = changed.open(&address[..address.find('#').unwrap()]).await;
                assert_eq!(reported, format!("The file {file}{OTHER}."), "{name}");
            }
            for text in SCRIPTS {
                let mut other = whole.clone();
                for key in ["name", "title", "rules", "game", "theorem"] {
                    if other[list][0].get(key).is_some() {
                        other[list][0][key] = text.into();
                    }
                }
                changed.write(file, &other.to_string());
                let reported = changed.open(&format!("{address}none")).await;
                // It is a name like others, of which there are no files.
                assert!(
                    reported.starts_with("There is no ") && reported.contains(&format!("This is “{text}”")),
                    "{reported}"
                );
                assert!(reported.ends_with(" is missing on the web server."), "{reported}");
                let listed = changed.page.text("#db").await;
                assert!(listed.to_lowercase().contains(&text.to_lowercase()), "{listed}");
                assert!(
                    changed
                        .page
                        .text("#rules")
                        .await
                        .to_lowercase()
                        .contains(&text.to_lowercase())
                );
            }
            changed.write(file, &whole.to_string());
            // In the address itself.
            for text in SCRIPTS.iter().chain(&ELSEWHERE) {
                let encoded: String = text.bytes().map(|byte| format!("%{byte:02x}")).collect();
                let reported = changed
                    .open(&format!("{address}{encoded}&moves={encoded}&you={encoded}&{encoded}=1"))
                    .await;
                assert!(reported.contains(&format!("“{text}” here. This is")), "{reported}");
            }
        }
        changed.page.close().await;
    });
}

#[test]
fn files_of_other_shapes_are_reported_in_a_sentence() {
    // Its board is drawn.
    let proof = Proof::of_board(&["domination", "P2xP3"], "maker-breaker");
    let site = Site::with_header(&*SIM, &[&proof], false, FRESH);
    browser::wait_for(async {
        let changed = Changed::of(site).await;
        let (mut refused, mut shown) = (0, 0);
        for (file, address) in [
            ("databases.json", ""),
            ("proofs.json", "proof.html"),
            ("first/db.json", ""),
            ("rules/db.json", PLAYED),
            ("levels/db.json", "#view=levels"),
        ] {
            let whole = changed.read(file);
            let mut others: Vec<String> = Vec::new();
            for (i, odd) in ODD.iter().enumerate() {
                let all = changes(&whole, &serde_json::from_str(odd).unwrap());
                // Every change with one kind of value or another.
                others.extend(all.iter().skip(i).step_by(ODD.len()).map(Value::to_string));
            }
            others.extend(["{", "", "\u{feff}", "[1,2", "{\"databases\": [], \"databases\": 3}"].map(String::from));
            let write = |content: &str| match file.contains('/') {
                true => changed.write_listed(file, content),
                false => changed.write(file, content),
            };
            for other in others {
                write(&other);
                let reported = changed.open(address).await;
                let charts = changed.page.text("#charts, #judged").await;
                is_plain(&charts);
                let sentence = format!("The file {file}{OTHER}.");
                let is_reported =
                    reported == sentence || charts == sentence || address == PLAYED && reported == of_played(file);
                refused += usize::from(is_reported);
                shown += usize::from(reported.is_empty() && !is_reported);
                assert!(
                    is_reported || reported.is_empty() || reported.ends_with("copy the site again."),
                    "{other:.300}: {reported}"
                );
            }
            write(&whole.to_string());
        }
        assert!(refused > 100, "{refused}");
        println!("{refused} refused, {shown} shown");
        changed.page.close().await;
    });
}

/// Files of many megabytes are not read to their end.
#[test]
fn a_list_without_end_is_reported_in_a_sentence() {
    let site = Site::with_header(&*SIM, &[&MAKER], false, FRESH);
    browser::wait_for(async {
        let changed = Changed::of(site).await;
        let whole = changed.read("databases.json");
        changed.write("databases.json", &" ".repeat(100 << 20));
        let reported = changed.open("").await;
        assert_eq!(
            reported,
            format!("The file databases.json{OTHER}: it has more than 16 MiB.")
        );
        let mut many = whole.clone();
        let one = whole["databases"][0].clone();
        many["databases"] = std::iter::repeat_n(one, 20_000).collect();
        changed.write("databases.json", &many.to_string());
        assert_eq!(changed.open("").await, format!("The file databases.json{OTHER}."));
        changed.write("databases.json", &whole.to_string());
        assert_eq!(changed.open("").await, "");
        // More than a proof has, and a program that is none.
        let proof = "proofs/it.proof";
        changed.write(proof, &"x".repeat(100 << 20));
        let reported = changed.open("proof.html").await;
        assert!(
            reported.contains("has more bytes on the web server instead of"),
            "{reported}"
        );
        fs::copy(MAKER.file(), changed.site.pages().join(proof)).unwrap();
        let reader = fs::metadata(changed.site.pages().join("reader.wasm")).unwrap().len();
        changed.write("reader.wasm", &"x".repeat(reader as usize));
        let reported = changed.open("proof.html").await;
        assert!(
            reported.contains("reader.wasm") && reported.contains("its checksum differs"),
            "{reported}"
        );
        let engine = fs::metadata(changed.site.pages().join("engine.wasm")).unwrap().len();
        for (other, why) in [
            (
                "x".repeat(engine as usize),
                format!("The file engine.wasm{OTHER}: its checksum differs."),
            ),
            (
                "x".repeat(100 << 20),
                "The file engine.wasm has more bytes on the web server instead of".into(),
            ),
        ] {
            changed.write("engine.wasm", &other);
            let reported = changed.open(PLAYED).await;
            assert!(reported.contains(&why), "{reported}");
        }
        changed.page.close().await;
    });
}

/// Label functions are files of the database's own folder.
#[test]
fn rules_name_no_file_elsewhere() {
    let site = Site::with_header(&*SIM, &[], false, FRESH);
    browser::wait_for(async {
        let changed = Changed::of(site).await;
        let whole = changed.read("rules/db.json");
        for path in [
            "../../databases.json",
            "/etc/passwd",
            "//evil.example/labels",
            "https://evil.example/level-000/labels",
            "",
        ] {
            let mut other = whole.clone();
            for level in other["levels"].as_array_mut().unwrap() {
                level["functions"][0]["file"] = path.into();
            }
            changed.write_listed("rules/db.json", &other.to_string());
            let reported = changed.open(PLAYED).await;
            assert_eq!(reported, of_played("rules/db.json"), "{path}");
        }
        changed.page.close().await;
    });
}

/// The header that stops the page is named with what it must have; docs/site.md and README.txt have it whole.
#[test]
fn a_policy_that_forbids_the_page_is_named() {
    let header = |policy: &str| format!("add_header Content-Security-Policy \"{policy}\" always;");
    let document = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/site.md")).unwrap();
    let (_, documented) = document.split_once("add_header Content-Security-Policy \"").unwrap();
    let documented = documented.split_once('"').unwrap().0;
    let documented = documented.split_whitespace().collect::<Vec<_>>().join(" ");
    let shown = |address: &'static str, policy: String| {
        let site = Site::with_header(&*SIM, &[&MAKER], false, &header(&policy));
        browser::wait_for(async {
            let changed = Changed::of(site).await;
            let reported = changed.open(address).await;
            let mut judged = String::new();
            if address == "proof.html" && reported.is_empty() {
                changed.page.idle().await;
                changed.page.click("#check").await;
                changed
                    .page
                    .until("return !document.querySelector('#check').disabled")
                    .await;
                judged = changed.page.text("#judged").await;
            }
            changed.page.close().await;
            (reported, judged)
        })
    };
    let (reported, judged) = shown("proof.html", documented.clone());
    assert_eq!(
        (&reported[..], judged.starts_with("Checked: Maker")),
        ("", true),
        "{judged}"
    );
    let without = |part: &str| {
        assert!(documented.contains(part), "{part}");
        documented.replace(part, "")
    };
    let (reported, _) = shown("proof.html", without(" 'wasm-unsafe-eval'"));
    assert_eq!(
        reported,
        "The web server forbids the program that reads proofs, reader.wasm, by its header Content-Security-Policy, which must \
        have script-src 'self' 'wasm-unsafe-eval'."
    );
    let (reported, _) = shown(PLAYED, without(" 'wasm-unsafe-eval'"));
    assert!(
        reported.contains(
            "The web server forbids the program that plays, engine.wasm, by its header Content-Security-Policy, which must have \
            script-src 'self' 'wasm-unsafe-eval'."
        ),
        "{reported}"
    );
    let (_, judged) = shown(
        "proof.html",
        documented.replace("worker-src 'self'", "worker-src 'none'"),
    );
    assert_eq!(
        judged,
        "The web server forbids the judge, js/checker.js, by its header Content-Security-Policy, which must have worker-src \
        'self'."
    );
    for page in ["", "proof.html"] {
        let (reported, _) = shown(page, without(" connect-src 'self';"));
        assert_eq!(
            reported,
            "The web server forbids to read databases.json by its header Content-Security-Policy, which must have connect-src \
            'self'."
        );
    }
}
