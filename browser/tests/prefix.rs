//! `retrograph serve` below a path, as nginx or a Jupyter server offers it: no address of the pages leads out of it.

mod browser;
mod program;

use browser::Page;
use program::nginx::Nginx;
use program::{Db, Proof, Server};
use serde_json::json;

#[test]
fn every_page_works_below_a_path() {
    let (db, proof) = (Db::solved("sim", 5, &[]), Proof::of("hamilton-cycle", 8, "maker"));
    let server = Server::of_all(&[&db], &[&proof]);
    let proxy = Nginx::of(&format!("/user/me/proxy/1/ {{ proxy_pass {}; }}", server.url));
    let root = format!("{}user/me/proxy/1/", proxy.url);
    browser::wait_for(async {
        let page = Page::open(&root).await;
        page.between(0, 1).await;
        page.until("return document.querySelectorAll('#board .edge').length === 1")
            .await;
        page.click("#tab-levels").await;
        page.until("return document.querySelectorAll('#charts figure').length === 3")
            .await;
        for slash in ["", "/"] {
            page.client.goto(&format!("{root}api{slash}")).await.unwrap();
            page.until("return document.querySelectorAll('#docs article').length > 20")
                .await;
            let examples = page.text("#docs").await;
            assert!(
                examples.contains(&format!("curl '{root}api/databases/triangle-12/value?position=")),
                "{examples:.2000}"
            );
        }
        page.click(".brand").await;
        page.until("return document.querySelector('.vertex') !== null").await;
        page.script(
            "const list = document.getElementById('db'); list.value = 'proof it'; list.dispatchEvent(new Event('change'))",
        )
        .await;
        page.until("return location.pathname.endsWith('/proof') && document.querySelectorAll('#moves li').length > 3")
            .await;
        page.client.goto(&format!("{root}proof/#proof=it")).await.unwrap();
        page.until("return location.pathname.endsWith('/proof') && document.querySelectorAll('#moves li').length > 3")
            .await;
        for request in page.requests().await {
            // Chromium has pages and pictures of its own, which no server gives.
            let is_own = ["about:", "chrome://", "data:"]
                .iter()
                .any(|scheme| request.starts_with(scheme));
            assert!(request.starts_with(&root) || is_own, "{request}");
        }
        assert_eq!(
            page.script("return document.querySelector('#notice').hidden").await,
            json!(true)
        );
        page.is_silent().await;
        page.close().await;
    });
}
