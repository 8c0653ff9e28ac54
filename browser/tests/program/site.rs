//! Exported sites, offered by nginx below a folder of their own, as on GitHub Pages.

use std::fs;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use tempfile::TempDir;

use super::{Db, Proof, run};

/// A site in a folder, and a web server that knows nothing of it.
pub struct Site {
    folder: TempDir,
    server: Option<Child>,
    /// Ends in a slash.
    pub url: String,
}

impl Site {
    /// Without files that are fetched whole because they are small where `in_parts`.
    pub fn of(databases: &[Db], proofs: &[&Proof], in_parts: bool) -> Site {
        Site::with_header(databases, proofs, in_parts, "")
    }

    /// The same, with a line for the web server's configuration.
    pub fn with_header(databases: &[Db], proofs: &[&Proof], in_parts: bool, line: &str) -> Site {
        let folder = tempfile::tempdir().unwrap();
        let site = folder.path().join("pages");
        let folders: Vec<String> = databases.iter().map(Db::folder).collect();
        let files: Vec<String> = proofs.iter().map(|proof| proof.file()).collect();
        let mut args = vec!["export", "--site", site.to_str().unwrap()];
        args.extend(folders.iter().flat_map(|folder| ["--db", folder]));
        args.extend(files.iter().flat_map(|file| ["--proof", file]));
        run(&args, "");
        if in_parts {
            without(&site.join("js/parts.js"), "const WHOLE = 48 << 10;");
            without(&site.join("js/engine.js"), "const KEPT = 16 << 10;");
        }
        let mut site = Site {
            folder,
            server: None,
            url: String::new(),
        };
        site.serve(line);
        site
    }

    /// The folder of its files.
    pub fn pages(&self) -> PathBuf {
        self.folder.path().join("pages")
    }

    /// Starts nginx on a free port.
    fn serve(&mut self, line: &str) {
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let root = self.folder.path();
        let at = |name: &str| root.join(name).display().to_string();
        let types = "text/html html; text/css css; text/javascript js; application/json json; image/svg+xml svg;";
        let temporary: String = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map(|kind| format!("{kind}_temp_path {};\n", at("temporary")))
            .concat();
        let configuration = format!(
            "daemon off;\nmaster_process off;\npid {};\nerror_log {} error;\nevents {{}}\nhttp {{\ntypes {{ {types} }}\n\
            default_type application/octet-stream;\naccess_log off;\n{temporary}server {{\nlisten 127.0.0.1:{port};\n\
            location /pages/ {{ alias {}/; {line} }}\n}}\n}}\n",
            at("pid"),
            at("errors"),
            at("pages"),
        );
        fs::write(root.join("nginx.conf"), configuration).unwrap();
        let mut command = Command::new("nginx");
        command
            .args(["-c", &at("nginx.conf"), "-e", &at("errors")])
            .stderr(Stdio::null());
        let advice = "nginx does not start; the tests of sites need it: scripts/setup.sh browser";
        self.server = Some(command.spawn().expect(advice));
        for _ in 0..3_000 {
            if TcpStream::connect(("127.0.0.1", port)).is_ok() {
                self.url = format!("http://127.0.0.1:{port}/pages/");
                return;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        panic!(
            "{advice}; {}",
            fs::read_to_string(root.join("errors")).unwrap_or_default()
        );
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        if let Some(server) = &mut self.server {
            let _ = server.kill();
            let _ = server.wait();
        }
    }
}

/// Sets a constant of a script to 0.
fn without(script: &Path, constant: &str) {
    let text = fs::read_to_string(script).unwrap();
    assert!(text.contains(constant), "{constant}");
    let (name, _) = constant.split_once('=').unwrap();
    writable(script);
    fs::write(script, text.replace(constant, &format!("{name}= 0;"))).unwrap();
}

pub fn writable(file: &Path) {
    let status = Command::new("chmod").arg("u+w").arg(file).status();
    assert!(status.unwrap().success());
}
