//! A page in headless Chromium.
#![allow(dead_code, reason = "each test file needs its own part of this")]

use std::io::{BufRead, BufReader};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use fantoccini::actions::{InputSource, MOUSE_BUTTON_LEFT, MouseActions, PointerAction};
use fantoccini::wd::WebDriverCompatibleCommand;
use fantoccini::{Client, ClientBuilder, Locator};
use hyper::Method;
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use tempfile::TempDir;
use url::{ParseError, Url};

/// A browser with one page; ends when dropped.
pub struct Page {
    pub client: Client,
    driver: Child,
    _profile: TempDir,
}

/// How long the page may take for anything.
const PATIENCE: Duration = Duration::from_secs(60);

/// Runs a test that waits for pages.
pub fn wait_for<F: Future>(test: F) -> F::Output {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(test)
}

impl Page {
    /// Starts a browser and opens `url` in it.
    pub async fn open(url: &str) -> Page {
        let profile = tempfile::tempdir().unwrap();
        let advice =
            "chromedriver does not start; the tests of the page need Chromium and its driver: scripts/setup.sh browser";
        // The free port it finds in IPv6 may be another's in IPv4; then it ends.
        let (driver, port) = (0..10).find_map(|_| start_driver(advice)).expect(advice);
        let folder = format!("--user-data-dir={}", profile.path().display());
        let flags = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--disable-dev-shm-usage",
            "--hide-scrollbars",
            "--window-size=1280,900",
            &folder,
        ];
        // Kept for `logged`.
        let kept = json!({ "browser": "ALL", "performance": "ALL" });
        let capabilities = json!({ "goog:chromeOptions": { "args": flags }, "goog:loggingPrefs": kept });
        let client = ClientBuilder::new(HttpConnector::new())
            .capabilities(capabilities.as_object().unwrap().clone())
            .connect(&format!("http://127.0.0.1:{port}"))
            .await
            .expect("Chromium does not start");
        let page = Page {
            client,
            driver,
            _profile: profile,
        };
        page.client.goto(url).await.unwrap();
        page.idle().await;
        page.settled().await;
        page
    }

    /// What a script returns.
    pub async fn script(&self, script: &str) -> Value {
        self.client
            .execute(script, vec![])
            .await
            .unwrap_or_else(|error| panic!("{script}: {error}"))
    }

    /// Waits until a script returns true.
    pub async fn until(&self, script: &str) {
        let waited = tokio::time::timeout(PATIENCE, async {
            while self.script(script).await != true {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        });
        if waited.await.is_err() {
            self.picture("stuck").await;
            panic!(
                "not so after a minute: {script}; the page says {}",
                self.text("body").await
            );
        }
    }

    /// Waits until the page has all it asked the server for and it is not the computer's turn.
    pub async fn idle(&self) {
        self.until(
            "return !location.pathname.startsWith('/api') && document.documentElement.dataset.state === \
            'idle' || location.pathname.startsWith('/api')",
        )
        .await;
    }

    /// Waits until nothing moves any more.
    pub async fn settled(&self) {
        let places = "return [...document.querySelectorAll('.vertex')].map((each) => \
            each.getAttribute('transform')).join() + \
            getComputedStyle(document.body).backgroundColor";
        let mut before = Value::Null;
        let mut same = 0;
        while same < 4 {
            let now = self.script(places).await;
            same = if now == before { same + 1 } else { 0 };
            before = now;
            tokio::time::sleep(Duration::from_millis(60)).await;
        }
    }

    pub async fn click(&self, selector: &str) {
        let found = self.client.find(Locator::Css(selector)).await.expect(selector);
        found.click().await.expect(selector);
    }

    /// The text of an element, shown or not.
    pub async fn text(&self, selector: &str) -> String {
        let script = format!("return document.querySelector({}).textContent", json!(selector));
        self.script(&script).await.as_str().unwrap().into()
    }

    pub async fn fill(&self, selector: &str, text: &str) {
        let field = self.client.find(Locator::Css(selector)).await.expect(selector);
        field.clear().await.unwrap();
        field.send_keys(text).await.unwrap();
    }

    pub async fn press(&self, selector: &str, key: &str) {
        self.client
            .find(Locator::Css(selector))
            .await
            .expect(selector)
            .send_keys(key)
            .await
            .unwrap();
    }

    /// Keys to whatever has the focus.
    pub async fn press_here(&self, keys: &str) {
        self.client
            .active_element()
            .await
            .unwrap()
            .send_keys(keys)
            .await
            .unwrap();
    }

    /// Where each vertex is drawn.
    pub async fn places(&self) -> Vec<String> {
        let places = self
            .script("return [...document.querySelectorAll('.vertex')].map((each) => each.getAttribute('transform'))")
            .await;
        serde_json::from_value(places).unwrap()
    }

    /// The middle of a vertex on the screen.
    async fn middle(&self, vertex: usize) -> (f64, f64) {
        let script = format!(
            "const box = document.querySelector('[data-vertex=\"{vertex}\"] .dot').getBoundingClientRect(); \
                return [box.x + box.width / 2, box.y + box.height / 2]"
        );
        let middle = self.script(&script).await;
        (middle[0].as_f64().unwrap(), middle[1].as_f64().unwrap())
    }

    /// Presses the button at a point, moves by `by`, and lets go.
    async fn mouse(&self, (x, y): (f64, f64), by: Option<(i32, i32)>) {
        let mut actions = MouseActions::new("mouse".into())
            .then(PointerAction::MoveTo { duration: None, x, y })
            .then(PointerAction::Down {
                button: MOUSE_BUTTON_LEFT,
            });
        if let Some((x, y)) = by {
            let duration = Some(Duration::from_millis(100));
            actions = actions.then(PointerAction::MoveBy {
                duration,
                x: x.into(),
                y: y.into(),
            });
        }
        let actions = actions.then(PointerAction::Up {
            button: MOUSE_BUTTON_LEFT,
        });
        self.client.perform_actions(actions).await.unwrap();
    }

    /// Clicks on a vertex.
    pub async fn vertex(&self, vertex: usize) {
        self.mouse(self.middle(vertex).await, None).await;
    }

    /// Clicks on the line between two vertices, a fifth of the way.
    pub async fn between(&self, u: usize, v: usize) {
        let (from, to) = (self.middle(u).await, self.middle(v).await);
        self.mouse((from.0 + (to.0 - from.0) / 5.0, from.1 + (to.1 - from.1) / 5.0), None)
            .await;
    }

    pub async fn drag(&self, vertex: usize, by: (i32, i32)) {
        self.mouse(self.middle(vertex).await, Some(by)).await;
    }

    /// What is against the rules of accessibility, each with the elements: WCAG 2.2 A and AA, and best practices.
    pub async fn violations(&self) -> Value {
        let axe = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("node_modules/axe-core/axe.min.js");
        let axe = std::fs::read_to_string(axe).expect("axe-core is there after scripts/setup.sh browser");
        self.script(&axe).await;
        let judged = self.client.execute_async(include_str!("axe.js"), vec![]).await.unwrap();
        assert!(judged["passes"].as_u64().unwrap() > 15, "{judged}");
        judged["violations"].clone()
    }

    /// What reaches beyond a screen of this width, and what is too small for fingers: less than 24 pixels.
    pub async fn misfits(&self, width: u32) -> Value {
        self.wide(width).await;
        self.settled().await;
        let script = include_str!("misfits.js").replace("WIDTH", &width.to_string());
        self.script(&script).await
    }

    /// Puts what the page copies into `copied` of its window.
    pub async fn catch_copies(&self) {
        let writer = "Object.defineProperty(navigator, 'clipboard', { configurable: true, value: \
            { writeText: async (text) => { window.copied = text } } })";
        self.script(writer).await;
    }

    /// What a button copies, after `catch_copies`.
    pub async fn copied_by(&self, selector: &str) -> String {
        self.script("window.copied = undefined").await;
        self.click(selector).await;
        self.until("return window.copied !== undefined").await;
        self.script("return window.copied").await.as_str().unwrap().into()
    }

    /// From here on what is downloaded goes to a folder.
    pub async fn download_to(&self, folder: &Path) {
        let behaviour = json!({"behavior": "allow", "downloadPath": folder});
        let command = Devtools(json!({"cmd": "Browser.setDownloadBehavior", "params": behaviour}));
        self.client.issue_cmd(command).await.unwrap();
    }

    /// A picture of what is seen, for people.
    pub async fn picture(&self, name: &str) {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("page");
        std::fs::create_dir_all(&folder).unwrap();
        let picture = self.client.screenshot().await.unwrap();
        std::fs::write(folder.join(format!("{name}.png")), picture).unwrap();
    }

    /// What Chromium has written since the last time to one of its logs: `browser`, the console's errors, or
    /// `performance`, the events of its own protocol.
    pub async fn logged(&self, log: &'static str) -> Vec<Value> {
        let entries = self.client.issue_cmd(Log(log)).await.unwrap();
        entries.as_array().unwrap().clone()
    }

    /// No error on the console, no file that is missing.
    pub async fn is_silent(&self) {
        let said = self.logged("browser").await;
        let errors: Vec<&Value> = said.iter().filter(|entry| entry["level"] == "SEVERE").collect();
        // Browsers look for an icon where a page names none; this one names it.
        assert!(errors.is_empty(), "{errors:?}");
    }

    /// The addresses of all requests since the log was last read, answered or not.
    pub async fn requests(&self) -> Vec<String> {
        let entries = self.logged("performance").await;
        let events = entries.iter().map(|entry| {
            let event: Value = serde_json::from_str(entry["message"].as_str().unwrap()).unwrap();
            event["message"].clone()
        });
        let sent = events.filter(|event| event["method"] == "Network.requestWillBeSent");
        sent.map(|event| event["params"]["request"]["url"].as_str().unwrap().to_string())
            .collect()
    }

    /// The bytes of all responses, heads included, that ended since the log was last read; none from a cache.
    pub async fn bytes_received(&self) -> u64 {
        let entries = self.logged("performance").await;
        let events = entries.iter().map(|entry| {
            let event: Value = serde_json::from_str(entry["message"].as_str().unwrap()).unwrap();
            event["message"].clone()
        });
        let ended = events.filter(|event| event["method"] == "Network.loadingFinished");
        ended
            .map(|event| event["params"]["encodedDataLength"].as_f64().unwrap() as u64)
            .sum()
    }

    /// Runs a script before any other on every page from here on.
    pub async fn before_all(&self, script: &str) {
        let source = json!({"source": script});
        let command = Devtools(json!({"cmd": "Page.addScriptToEvaluateOnNewDocument", "params": source}));
        self.client.issue_cmd(command).await.unwrap();
    }

    /// From here on the screen is that of a phone.
    pub async fn phone(&self) {
        self.screen(390, 844, true).await;
    }

    /// From here on the screen is that of a small phone.
    pub async fn narrow(&self) {
        self.screen(320, 640, true).await;
    }

    /// From here on the screen has this width.
    pub async fn wide(&self, width: u32) {
        self.screen(width, 900, width < 600).await;
    }

    pub async fn screen(&self, width: u32, height: u32, mobile: bool) {
        let screen = json!({"width": width, "height": height, "deviceScaleFactor": 2, "mobile": mobile});
        let command = Devtools(json!({"cmd": "Emulation.setDeviceMetricsOverride", "params": screen}));
        self.client.issue_cmd(command).await.unwrap();
    }

    /// From here on the screen is touched.
    pub async fn touch(&self) {
        let command = Devtools(json!({"cmd": "Emulation.setTouchEmulationEnabled", "params": {"enabled": true}}));
        self.client.issue_cmd(command).await.unwrap();
    }

    /// What a script that awaits returns.
    pub async fn script_of_module(&self, script: &str) -> Value {
        let script =
            format!("const done = arguments[0]; (async () => {{ {script} }})().then(done, (why) => done(`${{why}}`))");
        self.client.execute_async(&script, vec![]).await.unwrap()
    }

    /// A picture of the whole page on a phone.
    pub async fn whole_picture(&self, name: &str) {
        let height = self.script("return document.documentElement.scrollHeight").await;
        self.screen(390, height.as_u64().unwrap() as u32, true).await;
        self.settled().await;
        self.picture(name).await;
        self.phone().await;
    }

    pub async fn close(self) {
        self.client.clone().close().await.unwrap();
    }
}

/// Starts a driver on a free port.
fn start_driver(advice: &str) -> Option<(Child, u16)> {
    let mut driver = Command::new("chromedriver");
    driver.arg("--port=0").stdout(Stdio::piped()).stderr(Stdio::null());
    // With its browser, so that both can be ended.
    driver.process_group(0);
    let mut driver = driver.spawn().expect(advice);
    let mut lines = BufReader::new(driver.stdout.take().unwrap()).lines();
    let is_started = |line: &String| line.contains("started successfully on port");
    let Some(said) = lines.by_ref().map(Result::unwrap).find(is_started) else {
        let _ = driver.wait();
        return None;
    };
    let port: u16 = said.trim_end_matches('.').rsplit(' ').next().unwrap().parse().unwrap();
    // Whatever else it says is read, so that it never waits for a reader.
    std::thread::spawn(move || lines.for_each(drop));
    Some((driver, port))
}

impl Drop for Page {
    fn drop(&mut self) {
        // Not all drivers take their browsers with them.
        // SAFETY: plain system call; the child has not been waited for, so that its id, its group's too, is its own.
        unsafe { libc::kill(-(self.driver.id() as libc::pid_t), libc::SIGTERM) };
        let _ = self.driver.wait();
    }
}

/// A request for a log of Chromium.
#[derive(Debug)]
struct Log(&'static str);

impl WebDriverCompatibleCommand for Log {
    fn endpoint(&self, base: &Url, session: Option<&str>) -> Result<Url, ParseError> {
        base.join(&format!("session/{}/se/log", session.unwrap()))
    }

    fn method_and_body(&self, _url: &Url) -> (Method, Option<String>) {
        (Method::POST, Some(json!({ "type": self.0 }).to_string()))
    }
}

/// A command of Chromium's own protocol.
#[derive(Debug)]
struct Devtools(Value);

impl WebDriverCompatibleCommand for Devtools {
    fn endpoint(&self, base: &Url, session: Option<&str>) -> Result<Url, ParseError> {
        base.join(&format!("session/{}/goog/cdp/execute", session.unwrap()))
    }

    fn method_and_body(&self, _url: &Url) -> (Method, Option<String>) {
        (Method::POST, Some(self.0.to_string()))
    }
}
